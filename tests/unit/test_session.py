"""Section 7: which step may follow which, tried with every kind in every state of a real table."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from fairdeal import chain, games, transcript, wire
from fairdeal import session as session_module
from fairdeal.errors import LocalError, Malformed
from fairdeal.findings import Code, Severity
from fairdeal.game import Game, Turn
from fairdeal.judge import judge_disclosed
from fairdeal.phases import IN_DEAL, IN_PLAY, TRANSITIONS, Phase
from fairdeal.session import Session, VoidFact
from hearts.presets import PRESETS
from tests import minigame
from tests.attacks.forge import Forge, judge
from tests.minigame import rules
from tests.roles.tables import Table

KINDS = (
    *("open", "join", "commit", "reveal", "void", "replace", "deal", "seal", "move"),
    *("disclose", "close"),
)

# Section 7, written down again: the state, and what may follow.
ORDER = {
    Phase.NEW: {"open"},
    Phase.OPENED: {"join"},
    Phase.READY: {"commit", "replace", "close"},
    Phase.COMMITTED: {"reveal", "void"},
    Phase.CALLED_OFF: {"replace"},
    Phase.REVEALED: {"deal"},
    Phase.SEALING: {"seal", "replace"},
    Phase.MOVING: {"move", "replace"},
    Phase.PLAYED: {"disclose", "replace"},
    Phase.DERAILED: {"seal", "move", "replace", "disclose"},
    Phase.OVER: {"close"},
    Phase.CLOSED: set(),
}


def test_the_table_of_states_is_that_of_section_7() -> None:
    assert {phase: set(kinds) for phase, kinds in TRANSITIONS.items()} == ORDER
    assert set(ORDER) == set(Phase)
    reached = {
        after for kinds in TRANSITIONS.values() for states in kinds.values() for after in states
    }
    assert reached == set(Phase) - {Phase.NEW}
    # A void is possible from the commit to the reveal alone; nothing leads back into a deal.
    assert {phase for phase in Phase if "void" in TRANSITIONS[phase]} == {Phase.COMMITTED}
    assert {Phase.SEALING, Phase.MOVING, Phase.PLAYED, Phase.DERAILED} == IN_PLAY
    assert IN_PLAY | {Phase.COMMITTED, Phase.REVEALED} == IN_DEAL


def find_game(name: str) -> Game | None:
    return minigame.GAME if name == "mini" else games.find_game(name)


@cache
def called_off() -> tuple[dict[str, Any], ...]:
    """The steps of a game with every kind in it."""
    table = Table(rules(deals=2), seed="session").start().run_until("commit")
    table.silent = table.may_die = {1}
    table.deliver()
    table.took("host", table.host.void())
    return tuple(json.loads(json.dumps(table.run().chain)))


def fed(steps: Any, **options: Any) -> tuple[Session, list[Any]]:
    session = Session(find_game, **options)
    findings = []
    for index, raw in enumerate(steps):
        findings = session.feed(
            chain.link(index, wire.read_step(raw), raw, session.head, session.table)
        )
    return session, findings


VECTORS = Path(__file__).resolve().parents[2] / "specs" / "vectors" / "transcripts"


def vectors() -> Iterator[Any]:
    """The transcripts of which at least the first step can be read."""
    for path in sorted(VECTORS.glob("*.json")):
        with suppress(Malformed):
            parsed = transcript.parse(json.loads(path.read_bytes()).get("transcript", ""))
            yield pytest.param(parsed, id=path.stem)


@pytest.mark.parametrize("parsed", list(vectors()))
def test_many_steps_at_once_are_the_same_as_one_after_the_other(parsed: transcript.Parsed) -> None:
    read = transcript.read(parsed)
    entries = [entry for entry in read.entries[: read.intact] if entry.step]
    one, all_at_once = (Session(find_game, read.is_covered) for _ in range(2))
    findings = [found for entry in entries if not one.lost for found in one.feed(entry)]
    assert all_at_once.feed_all(entries) == findings
    for name in ("phase", "lost", "head", "height", "deal_number", "attempt", "deals", "voids"):
        assert getattr(all_at_once, name) == getattr(one, name), name
    if one.opened and not one.lost:
        assert all_at_once.match.standings() == one.match.standings()


def test_the_states_of_a_game() -> None:
    phases = [fed(called_off()[:count])[0].phase for count in range(len(called_off()) + 1)]
    deal = [Phase.COMMITTED, Phase.REVEALED, Phase.SEALING, *[Phase.MOVING] * 3, Phase.PLAYED]
    assert phases == [
        *(Phase.NEW, Phase.OPENED, Phase.READY, Phase.COMMITTED, Phase.CALLED_OFF, Phase.READY),
        *deal,
        Phase.READY,
        *deal,
        Phase.OVER,
        Phase.CLOSED,
    ]


def test_numbers_of_deals_and_attempts_move_as_section_7_says() -> None:
    numbers = []
    for count, raw in enumerate(called_off()):
        session, _ = fed(called_off()[:count])
        if raw["kind"] in ("commit", "disclose"):
            numbers.append((raw["kind"], session.deal_number, session.attempt))
    assert numbers == [
        ("commit", 1, 1),
        ("commit", 1, 2),
        ("disclose", 1, 2),
        ("commit", 2, 1),
        ("disclose", 2, 1),
    ]


NAMED = {
    **dict.fromkeys(("commit", "reveal", "void", "deal"), ("deal", "attempt")),
    **dict.fromkeys(("seal", "move", "disclose"), ("deal",)),
}
"""Which of the two numbers a body of a kind has (section 6)."""


@pytest.mark.parametrize(
    ("kind", "member"), [(k, one) for k, names in NAMED.items() for one in names]
)
def test_a_body_names_the_deal_and_the_attempt(kind: str, member: str) -> None:
    steps = json.loads(json.dumps(called_off()))
    at = next(i for i, raw in enumerate(steps) if raw["kind"] == kind)
    session, _ = fed(steps[:at])
    number = {"deal": session.deal_number, "attempt": session.attempt}
    steps[at]["statements"][0]["body"][member] = number[member] + 1
    by = steps[at]["statements"][0]["by"]
    wrong = [one for one in fed(steps[: at + 1])[1] if one.code is Code.WRONG_NUMBER]
    assert [(one.step, one.pointer) for one in wrong] == [
        (at, f"/steps/{at}/statements/0/body/{member}")
    ]
    assert (wrong[0].deal, wrong[0].attempt) == (number["deal"], number["attempt"])
    owner = session.seating.answers_for(by)
    assert wrong[0].blame == ((owner, "host") if owner != "host" else ("host",))


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_may_stand_only_where_its_turn_is(kind: str) -> None:
    step = next(raw for raw in called_off() if raw["kind"] == kind)
    for count in range(len(called_off()) + 1):
        before, _ = fed(called_off()[:count])
        due = kind in ORDER[before.phase]
        session, findings = fed([*called_off()[:count], step])
        wrong = [one for one in findings if one.code is Code.WRONG_KIND]
        assert bool(wrong) == (not due)
        if wrong:
            (finding,) = wrong
            assert session.lost
            assert (finding.step, finding.pointer) == (count, f"/steps/{count}/kind")
            assert set(finding.details["due"]) == ORDER[before.phase]
            assert "host" in finding.blame
            # The state stays where it was.
            assert session.phase is before.phase


def test_without_a_later_signature_only_the_authors_are_blamed() -> None:
    steps = called_off()
    join = steps[1]
    wrong = [*steps[:2], join]
    _, covered = fed(wrong)
    _, alone = fed(wrong, is_covered=lambda *_: False)
    assert [set(one.blame) for one in covered] == [{0, 1, 2, "host"}]
    assert [set(one.blame) for one in alone] == [{0, 1, 2}]


AUTHORS = {
    "join": ([0, 1, 2], []),
    "commit": ([0, 1, 2, "host"], []),
    "reveal": ([0, 1, 2], []),
    "seal": ([0, 1], []),
    "close": (["host"], [0, 1, 2]),
    "deal": (["host"], []),
    "disclose": (["host"], []),
    "replace": (["host"], []),
    "void": (["host"], []),
}


@pytest.mark.parametrize("kind", AUTHORS)
def test_authors_of_a_step(kind: str) -> None:
    at = next(i for i, raw in enumerate(called_off()) if raw["kind"] == kind)
    session, _ = fed(called_off()[:at])
    required, more = AUTHORS[kind]
    assert session.authors(kind) == (set(required), {*required, *more})
    raw = called_off()[at]
    said = raw["statements"]

    def codes(statements: list[Any]) -> set[Code]:
        _, findings = fed([*called_off()[:at], {**raw, "statements": statements}])
        fatal = (Severity.WARNING, Severity.NOTE)
        return {one.code for one in findings if one.severity not in fatal}

    assert codes(said) == set()
    if len(required) > 1:
        for number in range(len(said)):
            assert codes(said[:number] + said[number + 1 :]) == {Code.MISSING_STATEMENT}
            assert codes([*said[:number], said[number], *said[number:]]) == {
                Code.REPEATED_STATEMENT
            }
        assert codes(said[::-1]) == {Code.UNORDERED_STATEMENTS}
    strangers = {0, 1, 2, "host"} - {*required, *more}
    for by in sorted(strangers, key=str):
        extra = {**said[0], "by": by}
        place = (
            len(said)
            if by == "host"
            else sum(1 for s in said if s["by"] != "host" and s["by"] < by)
        )
        found = codes([*said[:place], extra, *said[place:]])
        assert Code.WRONG_AUTHOR in found


def test_replaced_seats_are_the_hosts_to_answer_for() -> None:
    steps = called_off()
    before, _ = fed(steps[:4])
    after, findings = fed(steps[:5])
    assert [before.seating.answers_for(seat) for seat in (0, 1, 2, "host")] == [0, 1, 2, "host"]
    assert [after.seating.answers_for(seat) for seat in (0, 1, 2, "host")] == [0, "host", 2, "host"]
    assert before.seating.key_of(1) != after.seating.key_of(1)
    assert after.seating.key_of(3) is None
    assert [(one.code, one.seat) for one in findings] == [(Code.REPLACED, 1)]
    assert [(seat, state.name, state.kind) for seat, state in after.replaced] == [
        (1, "Bob", "person")
    ]
    assert after.seating.persons == (0, 2)


@pytest.mark.parametrize(
    ("count", "code"),
    [(1, Code.NO_DEAL), (2, Code.NO_DEAL), (3, Code.UNDISCLOSED), (5, Code.NO_DEAL)],
)
def test_what_is_missing_at_the_end(count: int, code: Code) -> None:
    session, _ = fed(called_off()[:count])
    assert [one.code for one in session.end()] == [code]


def test_what_is_missing_later_on() -> None:
    kinds = [raw["kind"] for raw in called_off()]
    after = {
        kinds.index("deal") + 1: Code.UNDISCLOSED,
        kinds.index("move") + 1: Code.UNDISCLOSED,
        kinds.index("disclose") + 1: Code.NOT_OVER,
        len(kinds) - 1: Code.NOT_CLOSED,
    }
    for count, code in after.items():
        session, _ = fed(called_off()[:count])
        assert [one.code for one in session.end()] == [code]
    session, _ = fed(called_off())
    assert list(session.end()) == []
    assert session.result == session.match.standings()


def test_a_table_before_its_first_step() -> None:
    session = Session(find_game)
    assert (session.phase, session.lost, session.opened) == (Phase.NEW, False, None)
    assert (session.table, session.head, session.height) == ("00" * 32, "00" * 32, 0)
    assert (session.deal_number, session.attempt, session.result) == (1, 1, None)
    assert (session.deals, session.voids, list(session.seats)) == ([], [], [])


def test_what_is_not_there_yet_or_no_more_is_the_callers_mistake() -> None:
    kinds = [raw["kind"] for raw in called_off()]
    commit, void, disclose = (kinds.index(kind) for kind in ("commit", "void", "disclose"))
    for count, missing in (
        (0, {"match", "facts", "public"}),
        (1, {"facts", "public"}),
        (commit + 1, {"public"}),
        (void + 1, {"facts", "public"}),
        (disclose, set()),
        (disclose + 1, {"facts", "public"}),
    ):
        session, _ = fed(called_off()[:count])
        for name in ("match", "facts", "public"):
            if name in missing:
                with pytest.raises(LocalError, match="has not come that far"):
                    getattr(session, name)
            else:
                assert getattr(session, name) is not None


def test_a_play_that_is_right_to_the_end_is_judged_once(monkeypatch: pytest.MonkeyPatch) -> None:
    steps = called_off()  # played before anything is patched
    judged = []

    def counted(facts: Any, *others: Any) -> Any:
        judged.append(facts.number)
        return judge_disclosed(facts, *others)

    monkeypatch.setattr(session_module, "judge_disclosed", counted)
    monkeypatch.setattr(Session, "_play", pytest.fail)  # which takes moves one by one
    entries, head = [], chain.ZERO
    for index, raw in enumerate(steps):
        entries.append(chain.link(index, wire.read_step(raw), raw, head, chain.ZERO))
        head = entries[-1].hash
    session = Session(find_game)
    session.feed_all(entries)
    assert (session.phase, session.head, judged) == (Phase.CLOSED, head, [1, 2])


def test_after_a_move_that_cannot_be_carried_out_all_may_stand_until_the_disclosure() -> None:
    """Section 7, rule 5: what everybody can see says no more what is due."""
    steps = json.loads(json.dumps(called_off()))
    first = next(i for i, raw in enumerate(steps) if raw["kind"] == "move")
    last = next(i for i, raw in enumerate(steps) if raw["kind"] == "disclose")
    seal, move, disclose = steps[first - 1], steps[first], steps[last]
    impossible = json.loads(json.dumps(move))
    impossible["statements"][0]["body"]["move"] = "no card"
    more: list[Any] = [impossible]
    for step in (move, seal, move, move, move, move):
        session, findings = fed([*steps[:first], *more])
        assert (session.phase, findings) == (Phase.DERAILED, [])
        more.append(step)
    session, findings = fed([*steps[:first], *more, disclose])
    assert session.phase is Phase.READY
    assert Code.WRONG_KIND not in [one.code for one in findings]


def test_a_draw_that_is_no_seat_counts_as_0() -> None:
    """Section 10.3; `draw` is the seat that plays first in this game of three."""
    at = next(i for i, raw in enumerate(called_off()) if raw["kind"] == "seal")
    *before, deal, seal = json.loads(json.dumps(called_off()[: at + 1]))
    for draw, first in ((2, 2), (3, 0), (4, 0)):
        deal["statements"][0]["body"]["draw"] = draw
        _, findings = fed([*before, deal])
        assert [one.code for one in findings] == ([Code.WRONG_DRAW] if draw > 2 else [])
        session, _ = fed([*before, deal, seal])
        assert session.facts.draw == first
        assert session.public.due() == Turn(frozenset({first}))


def test_a_void_is_remembered_with_the_persons_it_cost_their_seats() -> None:
    session, _ = fed(called_off())
    assert session.voids == [VoidFact(deal=1, attempt=1, persons=(1,))]
    assert [(facts.number, facts.attempt, facts.persons) for facts in session.deals] == [
        (1, 2, (0, 2)),
        (2, 1, (0, 2)),
    ]


def test_an_unknown_game_ends_the_judging() -> None:
    for game in (None, type("Other", (), {"name": "mini", "version": "2"})()):
        session = Session(lambda _, game=game: game)
        raw = called_off()[0]
        findings = session.feed(
            chain.link(0, wire.read_step(raw), raw, session.head, session.table)
        )
        assert [one.code for one in findings] == [Code.UNSUPPORTED]
        assert session.lost


def test_what_a_game_refuses_names_the_axis() -> None:
    forge = Forge()
    rules = {**PRESETS["live"].to_json(), "target": 0}
    body = {**forge.draft()["host"], "game": {"name": "hearts", "rules": rules, "version": "1"}}
    (refused, *_) = judge(forge.step({"host": body}).data()).findings
    assert (refused.code, refused.details) == (Code.BAD_RULES, {"axis": "target"})


def test_a_nonce_that_is_used_again_is_told_as_one() -> None:
    forge = Forge().until("join")
    bodies = forge.draft()
    bodies[2]["nonce"] = forge.steps[0]["statements"][0]["body"]["nonce"]
    found = judge(forge.step(bodies).data()).findings
    (again,) = [one for one in found if one.code is Code.REPEATED_VALUE]
    assert again.sentence == "Seat 2 uses a nonce that step 0 used already."
