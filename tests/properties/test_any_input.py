"""Whatever comes in, a report or the library's own errors come out; and only the truth is fair."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fairdeal.canonical import dumps
from fairdeal.errors import LocalError, PeerError
from fairdeal.expect import Expect
from fairdeal.findings import CheckId, Finding, Party
from fairdeal.host import Host
from fairdeal.report import Report, Verdict
from fairdeal.seat import Seat
from fairdeal.verifier import verify
from tests import minigame
from tests.minigame import rules
from tests.properties.mutations import as_bytes, changes, json_values, names, scalars
from tests.roles.tables import Table, event

GAMES = {"mini": minigame.GAME}
relaxed = settings(
    deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)


def checked(data: Any, expect: Expect | None = None) -> Report:
    """A report that is whole, whatever the input."""
    report = verify(data, expect, games=GAMES)
    assert [check.id for check in report.checks] == [
        c for c in CheckId if c is not CheckId.MESSAGES
    ]
    json.dumps(report.as_dict(), allow_nan=False)
    assert (report.verdict is Verdict.FAIR) <= (report.table is not None)
    return report


# --- games that are fair ---


@cache
def fair_games() -> tuple[Any, ...]:
    """Several fair games of mini as parsed documents: plain, with bots, called off, unsigned."""
    plain = Table(rules(), seed="plain").run()
    bots = Table(rules(rounds=0, rest=0, deals=2), bots=(1,), seed="bots").run()
    called_off = Table(rules(rounds=2), seed="called off").start().run_until("commit")
    called_off.silent = called_off.may_die = {1}
    called_off.deliver()
    called_off.took("host", called_off.host.void())
    called_off.run()
    unsigned = Table(rules(rounds=0), seed="unsigned").start().run_until("disclose")
    unsigned.silent = {0, 2}
    unsigned.deliver()
    unsigned.took("host", unsigned.host.close())
    documents = []
    for table in (plain, bots, called_off, unsigned):
        assert table.report().verdict is Verdict.FAIR
        documents.append(json.loads(table.host.transcript()))
    return tuple(documents)


games = st.integers(0, 3).map(lambda number: fair_games()[number])


# --- verify never raises ---


@given(st.binary(max_size=60) | st.text(max_size=60))
@settings(relaxed, max_examples=100)
def test_any_bytes_and_any_text_give_a_report(data: bytes | str) -> None:
    assert checked(data).verdict is Verdict.MALFORMED


@given(json_values)
@settings(relaxed, max_examples=100)
def test_any_json_gives_a_report(value: Any) -> None:
    assert checked(value).verdict is Verdict.MALFORMED
    assert checked(as_bytes(value)).verdict is Verdict.MALFORMED
    assert checked({"format": "fairdeal/1", "steps": value}).verdict is Verdict.MALFORMED


statements = st.fixed_dictionaries(
    {"body": json_values, "by": scalars, "sig": st.just("00" * 64) | scalars}
)
steps = st.fixed_dictionaries(
    {
        "kind": scalars,
        "parent": st.just("0" * 64) | scalars,
        "statements": st.lists(statements, max_size=3),
    }
)


@given(st.lists(steps | json_values, max_size=4))
@settings(relaxed, max_examples=100)
def test_anything_that_looks_like_steps_gives_a_report(value: Any) -> None:
    document = {"format": "fairdeal/1", "steps": value}
    assert checked(as_bytes(document)).verdict in (Verdict.MALFORMED, Verdict.ALTERED)


@given(games, st.data())
@settings(relaxed, max_examples=150)
def test_no_change_of_a_fair_game_is_fair(game: Any, data: st.DataObject) -> None:
    changed = data.draw(changes(game))
    report = checked(as_bytes(changed))
    same = json.dumps(changed, sort_keys=True) == json.dumps(game, sort_keys=True)
    assert (report.verdict is Verdict.FAIR) == same
    # An outsider's change convicts nobody but, where the host signed over it, the host.
    for finding in report.findings:
        assert set(finding.blame) <= {"host"}
    # Parsed by the caller, it is judged alike.
    assert checked(changed).verdict is report.verdict


@given(games, st.data())
@settings(relaxed, max_examples=60)
def test_several_changes_give_a_report(game: Any, data: st.DataObject) -> None:
    changed = game
    for _ in range(data.draw(st.integers(2, 5))):
        changed = data.draw(changes(changed))
    report = checked(as_bytes(changed))
    if json.dumps(changed, sort_keys=True) != json.dumps(game, sort_keys=True):
        assert report.verdict is not Verdict.FAIR


@given(games, st.integers(0, 10**6), st.integers(0, 255))
@settings(relaxed, max_examples=80)
def test_a_changed_byte_is_not_fair_unless_it_means_the_same(
    game: Any, place: int, byte: int
) -> None:
    original = dumps(game)
    data = bytearray(original)
    data[place % len(data)] = byte
    report = checked(bytes(data))
    if report.verdict is Verdict.FAIR:
        assert json.loads(bytes(data)) == game


@given(games, st.integers(0, 10**6))
@settings(relaxed, max_examples=30)
def test_a_file_cut_anywhere_is_not_fair(game: Any, place: int) -> None:
    original = dumps(game)
    assert checked(original[: place % len(original)]).verdict is Verdict.MALFORMED


@pytest.mark.parametrize("number", range(4))
def test_a_game_cut_after_any_step_is_incomplete(number: int) -> None:
    game = fair_games()[number]
    for cut in range(1, len(game["steps"])):
        report = checked({**game, "steps": game["steps"][:cut]})
        assert report.verdict is Verdict.INCOMPLETE
        assert all(not finding.blame for finding in report.findings)


@given(st.dictionaries(names, json_values, max_size=2), games)
@settings(relaxed, max_examples=30)
def test_nothing_may_stand_outside_the_chain(more: dict[str, Any], game: Any) -> None:
    document = {**more, **game}
    expected = Verdict.FAIR if document.keys() == game.keys() else Verdict.MALFORMED
    assert checked(as_bytes(document)).verdict is expected


@given(
    st.none() | st.binary(min_size=32, max_size=32),
    st.none() | st.binary(min_size=32, max_size=32),
    st.none()
    | st.dictionaries(st.text(max_size=4), st.frozensets(st.binary(min_size=32, max_size=32))),
)
@settings(relaxed, max_examples=30)
def test_expectations_of_any_kind_give_a_report(host: Any, head: Any, players: Any) -> None:
    report = checked(dumps(fair_games()[0]), Expect(host=host, players=players, head=head))
    wanted = Verdict.FAIR if (host, head, players) == (None, None, None) else Verdict.UNFAIR
    assert report.verdict is wanted


# --- roles raise nothing but their own error ---


@dataclass(frozen=True)
class Moment:
    """A message on its way, and how its receiver was stored before it."""

    sender: Party
    to: Party
    message: Any
    secrets: bytes | None
    chain: bytes


@cache
def recorded() -> tuple[Table, tuple[Moment, ...]]:
    table = Table(rules(rounds=1), seed="recorded").start()
    moments = []
    while True:
        if table.queue:
            sender, to, data = table.queue[0]
            stored = (table.secrets.get(to), table.stored(to))
            moments.append(Moment(sender, to, json.loads(data), *stored))
        if event(table) is None:
            return table, tuple(moments)


def refusal(receive: Callable[..., object], *message: Any) -> Finding | None:
    """What a role finds wrong with a message."""
    try:
        receive(*message)
    except PeerError as error:
        return error.finding
    return None


@given(st.data())
@settings(relaxed, max_examples=120)
def test_roles_take_any_message_or_refuse_it(data: st.DataObject) -> None:
    table, moments = recorded()
    moment = data.draw(st.sampled_from(moments))
    changed = as_bytes(data.draw(changes(moment.message) | json_values))
    if moment.to == "host":
        role, _ = Host.resume(
            table.signers["host"],
            moment.secrets or b"",
            moment.chain,
            table.game,
            entropy=table.entropy,
        )
        before = role.transcript()
        finding = refusal(role.receive, moment.sender, changed)
        if finding is not None:
            # What a seat did not sign is nobody's fault; whose link it came on is said.
            assert (finding.blame, finding.seat) == ((), moment.sender)
            assert role.transcript() == before
        return
    seat = table.new_seat(int(moment.to))
    if moment.secrets:
        seat, _ = Seat.resume(
            table.signers[moment.to],
            moment.secrets,
            moment.chain,
            entropy=table.entropy,
            games=table.games,
        )
    with suppress(LocalError):  # a table at which this seat does not sit
        finding = refusal(seat.receive, changed)
        # An outsider's damage is the sender's fault, or nobody's, but never this seat's.
        assert finding is None or set(finding.blame) <= {"host"}
