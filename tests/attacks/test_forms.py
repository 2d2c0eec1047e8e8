"""Section 17.2: each form of proof is as small as it can be, and holds only what it says."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from itertools import product
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

from fairdeal import chain, evidence, proofs, wire
from fairdeal.abridged import Abridged
from fairdeal.branches import Placed, placed
from fairdeal.canonical import dumps
from fairdeal.errors import LocalError, Malformed
from fairdeal.findings import Code, Finding, Party, Severity
from fairdeal.proofs import Judged, ProofVerdict
from fairdeal.verifier import verify
from tests.attacks import test_codes as codes
from tests.attacks.forge import (
    DEAL,
    GAMES,
    Forge,
)
from tests.attacks.test_codes import CASES
from tests.attacks.test_proofs import bytes_of, judged, proof_of
from tests.attacks.test_single_changes import played as short_game
from tests.attacks.test_single_changes import put, within
from tests.attacks.test_table import ATTACKS
from tests.attacks.two_histories import (
    LAST_SEAL,
    both,
    played,
    until,
    with_private,
    without,
)

pytestmark = pytest.mark.usefixtures("remembered_signatures")

SPEC = (Path(__file__).parents[2] / "specs" / "fairdeal.md").read_text(encoding="utf-8")
PROVEN, UNPROVEN = ProofVerdict.PROVEN, ProofVerdict.UNPROVEN
RECEIPTS = {Code.UNEXPECTED_HISTORY, Code.UNEXPECTED_PRIVATE}


class Made(NamedTuple):
    """A proof with the party it is made against, and the steps of the game it comes from."""

    code: Code
    against: Party
    proof: Any
    steps: Any

    @property
    def names(self) -> set[str]:
        """The names at the table other than the accused's."""
        opened = self.steps[0]["statements"][0]["body"]
        named = {"host": opened["host"], **dict(enumerate(opened["seats"]))}
        return {one["name"] for by, one in named.items() if by != self.against}


@cache
def made() -> tuple[Made, ...]:
    """A proof of every code against each kind of party that any attack lets be convicted of it."""
    found: dict[tuple[Code, bool, str], Made] = {}
    for case, *_ in (*CASES, *ATTACKS):
        data = bytes_of(case())
        for number, finding in enumerate(verify(data, games=GAMES).findings, 1):
            if finding.severity is not Severity.VIOLATION or not finding.blame:
                continue
            steps = json.loads(data)["steps"]
            for by in finding.blame:
                key = (finding.code, by == "host", steps[finding.step]["kind"])
                if key not in found:
                    proof = json.loads(evidence.prove(data, number, against=by, games=GAMES))
                    found[key] = Made(finding.code, by, proof, steps)
    for code, proof in (
        (Code.UNEXPECTED_HISTORY, a_head()),
        (Code.UNEXPECTED_PRIVATE, a_hand()),
        (Code.UNEXPECTED_PRIVATE, a_choice()),
    ):
        found[code, True, str(len(found))] = Made(code, "host", json.loads(proof), played().chain)
    by_seat = Made(code, 0, json.loads(a_choice_of_a_seat()), until_seal().steps)
    found[code, False, ""] = by_seat
    return tuple(found.values())


def a_head() -> bytes:
    first, second = both(until("seal"), without(0))
    return evidence.by_receipt(second.host.transcript(), first.seats[0].receipt())


def other_hand() -> bytes:
    """The receipt of seat 0, which was sent the hand of seat 1."""
    others = json.loads(played().seats[1].receipt())["private"][0]["body"]["cards"]
    return with_private(played(), 0, 0, cards=others)


def other_choice() -> bytes:
    """The receipt of seat 0, which was told of another pass than its neighbour had sealed."""
    return with_private(played(), 0, 1, nonce="00" * 32)


def a_hand() -> bytes:
    return evidence.by_receipt(played().host.transcript(), other_hand())


def a_choice() -> bytes:
    return evidence.by_receipt(played().host.transcript(), other_choice())


def until_seal() -> Forge:
    return Forge().until("seal")


def messages(**opening: Any) -> tuple[bytes, bytes, bytes]:
    """The key of seat 0, its seal and its opening, as it sends them to the host."""
    forge = until_seal()
    key, parent, table = forge.signers[0], forge.parent, forge.table
    statement = forge.signed()[0]
    body = {**forge._sealed[0], "deal": 1, **opening}
    seal = {"kind": "seal", "parent": parent, "statement": statement, "table": table}
    private = {"from": 0, "kind": "opening", "parent": parent, "table": table, "to": "host"}
    signed = chain.sign_private(key, {**private, "body": body})
    return (
        key.public,
        dumps({**seal, "type": "statement"}),
        dumps({"message": signed, "type": "private"}),
    )


def a_choice_of_a_seat() -> bytes:
    return evidence.by_messages(*messages(nonce="00" * 32))


def each(proofs_made: Any) -> Any:
    return proofs_made.code, proofs_made.against


def shown(proof: Any) -> Iterator[tuple[Any, int]]:
    """The statements in full: the list each stands in, and its number there."""
    for branch in proof["branches"]:
        for step in branch["steps"]:
            for number, said in enumerate(step["statements"]):
                if isinstance(said, dict):
                    yield step["statements"], number


# --- which codes ---


def rows() -> Iterator[tuple[list[str], str]]:
    """The table of section 17.4: codes, and the forms of their proofs."""
    table = SPEC.split("### 17.4")[1].split("\n## ")[0]
    for line in table.splitlines():
        if line.startswith("| `"):
            codes, form, _ = line.strip("|").split("|")
            yield re.findall(r"`([^`]+)`", codes), form.strip()


def test_the_table_of_forms_names_every_code_once() -> None:
    named = [code for codes, _ in rows() for code in codes]
    assert sorted(named) == sorted(map(str, Code))


def test_there_is_a_proof_exactly_of_the_codes_that_the_table_says() -> None:
    provable = {code for codes, form in rows() for code in codes if form != "none"}
    as_others = {"second-history", "wrong-private-hand", "wrong-private-opening", "bad-message"}
    assert provable - as_others == {str(one.code) for one in made()}


def test_every_code_that_blames_somebody_has_a_form() -> None:
    """Those of section 11.3, which says what convicts whom."""
    table = SPEC.split("### 11.3")[1].split("\n## ")[0]
    blaming = set(re.findall(r"^\| `([a-z-]+)` \|", table, re.MULTILINE))
    assert blaming == {str(one.code) for one in made()}


# --- what each holds ---


def test_every_proof_is_proven_and_no_statement_in_it_could_be_left_out() -> None:
    for one in made():
        found = judged(one.proof)
        code = Code.SECOND_HISTORY if one.code is Code.UNEXPECTED_HISTORY else one.code
        assert (found.verdict, found.by, found.code) == (PROVEN, one.against, code)
        for statements, number in list(shown(one.proof)):
            said = statements[number]
            statements[number] = chain.statement_hash(said)
            assert judged(one.proof).verdict is UNPROVEN, (each(one), said)
            statements[number] = said


ALL_HANDS = {
    *(Code.WRONG_HAND, Code.WRONG_REST, Code.WRONG_DRAW, Code.WRONG_RESULT, Code.ILLEGAL_MOVE),
}
"""Of the host: what its deal gives or makes of all hands takes all that gives them."""
NO_NAMES = {Code.WRONG_SEAL_OPENING, Code.UNEXPECTED_PRIVATE, Code.UNEXPECTED_HISTORY}
NO_NAMES_OF_A_SEAT = {Code.WRONG_OPENING, Code.WRONG_NUMBER, Code.REPEATED_STATEMENT}
"""Forms without `open`, and those that have it only against a host that signed over the fault."""


def is_of_the_play(one: Made) -> bool:
    """Whether it is of a move or seal out of order: the host signed over these in `disclose`."""
    shown = [
        step["kind"]
        for run in one.proof["branches"]
        for step in run["steps"]
        if any(isinstance(said, dict) for said in step["statements"])
    ]
    return one.code in (Code.WRONG_NUMBER, Code.WRONG_KIND) and not {"move", "seal"}.isdisjoint(
        shown
    )


def test_hands_and_names_of_others_stay_out() -> None:
    for one in made():
        text = dumps(one.proof).decode()
        seeds: dict[int, list[str]] = {}
        deal = 1
        for step in one.steps:
            if step["kind"] == "reveal":
                seeds[deal] = [said["body"].get("seed", "") for said in step["statements"]]
            if step["kind"] == "disclose":
                seeds[deal].append(step["statements"][0]["body"]["seed"])
                deal += 1
        # All seeds of a deal give all its hands; without one of them they give none.
        known = [at for at in range(1, deal) if all(seed in text for seed in seeds.get(at, [""]))]
        assert list(proofs.open_deals(dumps(one.proof))) == known, each(one)
        if one.against != "host" or not is_of_the_play(one):
            assert len(known) == (one.against == "host" and one.code in ALL_HANDS), each(one)
        if one.code in NO_NAMES or (one.against != "host" and one.code in NO_NAMES_OF_A_SEAT):
            assert not [name for name in one.names if f'"{name}"' in text], each(one)


SAMPLE = 40


def test_any_single_change_proves_the_same_or_nothing() -> None:
    """A sample; ``python -m tests.attacks.test_forms`` tries every one, in a minute or two."""
    change_each(every=False)


def change_each(*, every: bool) -> None:
    for number, one in enumerate(made()):
        before = judged(one.proof)
        changes = list(within(one.proof, (), nearest=True))
        stride = 1 if every else max(1, len(changes) // SAMPLE)
        outcomes = {"same": 0, "nothing": 0}
        for path, _, value in changes[number % stride :: stride]:
            try:
                after = judged(put(one.proof, path, value))
            except Malformed:
                outcomes["nothing"] += 1
                continue
            assert after.verdict is UNPROVEN or after == before, each(one)
            outcomes["same" if after == before else "nothing"] += 1
        assert outcomes["nothing"] >= 10
        assert outcomes["same"] <= 1  # two branches may change places


# --- that they convict no honest party ---


def hidden(steps: list[Placed], last: int, share: float, chance: Random) -> list[Placed]:
    """Those steps with statements left out at random, but for `open` and `replace`."""
    return [
        step._replace(
            statements=[
                made if index < last and step.kind not in ("open", "replace") and
                chance.random() < share else said
                for said, made in zip(step.statements, step.hashes, strict=True)
            ]
        )
        for index, step in enumerate(steps[: last + 1])
    ]  # fmt: skip


def blames(steps: list[Placed], by: Party | None) -> list[Finding]:
    """What is found against anybody in a run that ends with a word of that party, or in a head."""
    session = Abridged(GAMES.get, lambda *_: True)
    found: list[Finding] = []
    for index, step in enumerate(steps):
        is_word = by is not None and step is steps[-1]
        given = [said for said in step.given if not is_word or said["by"] == by]
        raw = {"kind": step.kind, "parent": step.parent, "statements": given}
        form = wire.read_step(raw) if given else None
        entry = chain.Entry(index, form, raw, step.parent, step.hash, [*step.hashes], [])
        try:
            if is_word:
                found += session.last_word(entry)
            else:
                found += session.take(entry, is_whole=step.is_whole)
        except (proofs.Unproven, LocalError):
            return []
        assert not session.lost
    return [one for one in found if one.blame]


@pytest.mark.parametrize("share", [0.0, 0.02, 0.2, 0.8])
@pytest.mark.parametrize("name", ["hearts", "toy"])
def test_whatever_is_left_out_of_a_fair_game_nobody_is_blamed(name: str, share: float) -> None:
    chance = Random(f"{name} {share}")
    raw = short_game(name).steps
    run = [{"kind": step["kind"], "statements": step["statements"]} for step in raw]
    steps = list(placed(wire.Branch(head=None, parent=chain.ZERO, steps=run)))
    tried = 0
    for last in chance.sample(range(1, len(steps)), min(40, len(steps) - 1)):
        for by in (None, *(said["by"] for said in raw[last]["statements"])):
            assert blames(hidden(steps, last, share, chance), by) == []
            tried += 1
    assert tried > 50


def framed(code: Code, private: Any, run: Any, key: bytes, table: str) -> Judged:
    return judged(wire.write_proof(code, key.hex(), table, [run], private=private))


def test_no_private_message_of_an_honest_game_contradicts_any_of_its_steps() -> None:
    """Each message beside each deal, seal and other step, with each statement shown alone."""
    table = played()
    host, at = table.signers["host"], table.chain[0]
    private = [
        message
        for seat in table.seats.values()
        for message in json.loads(seat.receipt())["private"]
    ]
    sent = [json.loads(data)["message"] for by, to, data in table.log
            if to == "host" and b'"private"' in data]  # fmt: skip
    assert (len(private), len(sent)) == (8, 4)
    tried = 0
    for step, message in product(
        [*table.chain[DEAL : LAST_SEAL + 1], table.chain[6]], private + sent
    ):
        hashes = [chain.statement_hash(said) for said in step["statements"]]
        signer = table.signers[message["from"]]
        for number, said in enumerate(step["statements"]):
            beside = [*hashes[:number], said, *hashes[number + 1 :]]
            for statements in ([said], beside):
                shown_step = {"kind": step["kind"], "statements": statements}
                run = {"head": None, "parent": step["parent"], "steps": [shown_step]}
                found = framed(
                    Code.UNEXPECTED_PRIVATE, message, run, signer.public, message["table"]
                )
                assert found.verdict is UNPROVEN
                tried += 1
    assert (at["kind"], tried) == ("open", 12 * 2 * (1 + 4 + 1))
    assert host.public.hex() == at["statements"][0]["body"]["host"]["key"]


# --- private messages ---


def test_another_hand_is_proven_by_one_statement_and_the_message() -> None:
    proof = json.loads(a_hand())
    found = judged(proof)
    host = played().signers["host"].public.hex()
    assert (found.verdict, found.code, found.by) == (PROVEN, Code.UNEXPECTED_PRIVATE, "host")
    assert (found.accused, found.table) == (host, json.loads(other_hand())["table"])
    assert found.sentence == "In deal 1 the host sent seat 0 other cards than it fixed for it."
    ((step,),) = [branch["steps"] for branch in proof["branches"]]
    assert (step["kind"], [said["by"] for said in step["statements"]]) == ("deal", ["host"])
    assert proof["private"] == json.loads(other_hand())["private"][0]
    assert (proof["hand"], proof["openings"]) == (None, [])


def test_another_choice_is_proven_by_one_seal_and_the_message() -> None:
    proof = json.loads(a_choice())
    found = judged(proof)
    message = json.loads(other_choice())["private"][1]
    passer = message["body"]["seat"]
    assert (found.verdict, found.code, found.by) == (PROVEN, Code.UNEXPECTED_PRIVATE, "host")
    assert found.sentence == (
        f"The host told seat 0 of another choice of seat {passer} than that seat sealed."
    )
    ((step,),) = [branch["steps"] for branch in proof["branches"]]
    in_full = [said["by"] for said in step["statements"] if isinstance(said, dict)]
    assert (step["kind"], len(step["statements"]), in_full) == ("seal", 4, [passer])
    assert proof["private"] == message


def test_a_seat_that_tells_the_host_of_another_choice_than_it_sealed() -> None:
    found = judged(a_choice_of_a_seat())
    assert (found.verdict, found.code, found.by) == (PROVEN, Code.UNEXPECTED_PRIVATE, 0)
    assert found.sentence == "Seat 0 told the host of another choice than it sealed."
    with pytest.raises(LocalError, match="no proof"):
        evidence.by_messages(*messages())
    for other in ({"deal": 2}, {"seat": 1, "nonce": "00" * 32}):
        with pytest.raises(LocalError, match="no proof"):
            evidence.by_messages(*messages(**other))
    key, seal, opening = messages(nonce="00" * 32)
    with pytest.raises(LocalError, match="no proof"):
        evidence.by_messages(Forge().signers[1].public, seal, opening)
    with pytest.raises(LocalError, match="a seal and its opening are needed"):
        evidence.by_messages(key, opening, seal)
    with pytest.raises(Malformed):
        evidence.by_messages(key, seal, b"{}")


def test_what_a_receipt_adds_is_counted_by_itself() -> None:
    first, second = both(until("seal"), without(0))
    kept = with_private(first, 0, 0, salt="00" * 32)
    data = second.host.transcript()
    codes = [judged(evidence.by_receipt(data, kept, number, games=None)).code for number in (1, 2)]
    assert codes == [Code.UNEXPECTED_PRIVATE, Code.SECOND_HISTORY]  # steps 4 and 59
    for number in (0, 3):
        with pytest.raises(LocalError, match="it has 2"):
            evidence.by_receipt(data, kept, number)
    with pytest.raises(LocalError, match="these two together convict nobody"):
        evidence.by_receipt(data, second.seats[1].receipt())


BENT: dict[str, Any] = {
    "no message": lambda p: p.update(private=None),
    "of another code": lambda p: p.update(code="wrong-hand"),
    "with a hand": lambda p: p.update(hand={"cards": [], "salt": "00" * 32}),
    "with a head": lambda p: p["branches"][0].update(
        head=json.loads(other_hand())["head"]
    ),
    "to another seat": lambda p: p["private"].update(to=1),
    "of another key": lambda p: p.update(accused=played().signers[0].public.hex()),
    "of another table": lambda p: p.update(table="00" * 32),
    "on another step": lambda p: p["branches"][0].update(parent="00" * 32),
    "twice": lambda p: p["branches"].append(p["branches"][0]),
    "with a step more": lambda p: p["branches"][0]["steps"].append(p["branches"][0]["steps"][0]),
    "with a statement more": lambda p: p["branches"][0]["steps"][0]["statements"].append("ab" * 32),
    "without a step": lambda p: p["branches"][0]["steps"].clear(),
    "of another kind": lambda p: p["branches"][0]["steps"][0].update(kind="move"),
}  # fmt: skip


@pytest.mark.parametrize("change", BENT.values(), ids=BENT.keys())
@pytest.mark.parametrize("proof", [a_hand, a_choice, a_choice_of_a_seat])
def test_a_bent_proof_of_a_private_message_proves_nothing(proof: Any, change: Any) -> None:
    bent = json.loads(proof())
    change(bent)
    assert judged(bent).verdict is UNPROVEN


# --- single forms ---


def test_a_bot_is_not_convicted_of_what_the_person_before_it_did() -> None:
    """The person's false reveal is quoted in a void; then the bot that took the seat signs."""
    forge = Forge().until("reveal")
    wrong = {**forge.draft()[1], "seed": forge.fresh()}
    person = forge.signers[1].public
    forge.call_off(forge.void([], {1: wrong})).replace(1).until("reveal").step()
    data = forge.data()
    (number,) = [
        number
        for number, finding in enumerate(verify(data, games=GAMES).findings, 1)
        if finding.code is Code.WRONG_OPENING
    ]
    proof = json.loads(evidence.prove(data, number, games=GAMES))
    assert (judged(proof).verdict, proof["accused"]) == (PROVEN, person.hex())
    assert [step["kind"] for step in proof["branches"][0]["steps"]] == ["commit", "reveal"]
    # All of the chain, to a word of the bot in the same seat, convicts neither.
    steps = [{"kind": one["kind"], "statements": one["statements"]} for one in forge.steps]
    steps[-1]["statements"] = [forge.steps[-1]["statements"][1]]
    branch = {"head": None, "parent": chain.ZERO, "steps": steps}
    for key in (forge.signers[1].public, person):
        found = framed(Code.WRONG_OPENING, None, branch, key, forge.table)
        assert found.verdict is UNPROVEN


def test_a_wrong_number_is_shown_by_the_kinds_of_steps_alone() -> None:
    (one,) = [one for one in made() if each(one) == (Code.WRONG_NUMBER, 1)][:1]
    assert [said["by"] for statements, n in shown(one.proof) for said in [statements[n]]] == [1]
    assert judged(one.proof).sentence == (
        "Seat 1 spoke of deal 2, attempt 1, at deal 1, attempt 1."
    )


@pytest.mark.parametrize(
    ("case", "has_hand", "openings"),
    [
        # What everybody sees: whose turn it is, what must be led, what was played, what is no move.
        (codes.a_play_out_of_turn, False, []),
        (codes.a_first_lead_of_a_seat_without_the_two_of_clubs, False, []),
        (codes.a_first_lead_of_another_card_than_the_two_of_clubs, False, []),
        (codes.a_card_that_lies_on_the_table, False, []),
        (codes.a_move_that_is_none, False, []),
        (codes.a_pass_of_two_cards, False, [1]),
        (codes.a_pass_in_another_order, False, [1]),
        # What only the hand shows, with the passes that made it: the seat's own, and its giver's.
        (codes.a_revoke, True, [0, 3]),
        (codes.a_lead_of_hearts_while_they_are_closed, True, [2, 3]),
        (codes.a_card_that_another_seat_holds, True, [0, 3]),
        (codes.a_pass_of_a_card_that_another_seat_holds, True, [1]),
    ],
)
def test_a_hand_is_shown_only_where_the_fault_hangs_on_it(
    case: Any, has_hand: bool, openings: list[int]
) -> None:
    proof = proof_of(case)
    assert (proof["hand"] is not None) == has_hand
    assert [one["seat"] for one in proof["openings"]] == openings
    assert judged(proof).verdict is PROVEN
    if has_hand:
        assert judged({**proof, "hand": None}).verdict is UNPROVEN
        assert judged({**proof, "hand": None, "openings": []}).verdict is UNPROVEN


def test_a_fault_that_needs_no_hand_needs_all_the_play_before_it() -> None:
    proof = proof_of(codes.a_play_out_of_turn)
    steps = proof["branches"][0]["steps"]
    shown = [step["kind"] for step in steps if isinstance(step["statements"][0], dict)]
    assert shown == ["open", "deal", *["move"] * 6]  # a trick, the lead and the card in question
    of_another = {**proof, "accused": Forge().signers[2].public.hex()}
    assert judged(of_another).verdict is UNPROVEN
    hand = proof_of(codes.a_revoke)["hand"]
    assert judged({**proof, "hand": hand}).verdict is UNPROVEN


def test_no_move_of_an_honest_game_is_refused_by_those_who_see_no_hand() -> None:
    """But each would be if the next seat made it."""
    steps = short_game("hearts").steps
    table, signers = short_game("hearts").table, short_game("hearts").signers
    run = [
        {
            "kind": step["kind"],
            "statements": [
                said if step["kind"] in ("open", "replace", "disclose", "deal", "move") else
                chain.statement_hash(said)
                for said in step["statements"]
            ],
        }
        for step in steps
    ]  # fmt: skip
    moves = [index for index, step in enumerate(steps) if step["kind"] == "move"]
    assert len(moves) >= 52
    # Not the first lead of a deal: any seat may hold the two of clubs.
    for last in [moves[number] for number in range(1, len(moves), 3) if number % 52]:
        (said,) = steps[last]["statements"]
        kind, parent, other = "move", steps[last]["parent"], (said["by"] + 1) % 4
        stolen = chain.sign_statement(signers[other], kind, parent, table, said["body"], other)
        for word, verdict in ((said, UNPROVEN), (stolen, PROVEN)):
            key = signers[word["by"]].public
            end = [*run[:last], {"kind": kind, "statements": [word]}]
            branch = {"head": None, "parent": chain.ZERO, "steps": end}
            assert framed(Code.ILLEGAL_MOVE, None, branch, key, table).verdict is verdict


def test_numbers_of_an_honest_game_are_right() -> None:
    """A void and two deals: every statement that names a number, with all before it as hashes."""
    forge = short_game("toy")
    hashes = [
        {"kind": step["kind"], "statements": [*map(chain.statement_hash, step["statements"])]}
        for step in forge.steps
    ]
    for last, step in enumerate(forge.steps):
        for said in step["statements"] if last else ():
            run = [*hashes[:last], {"kind": step["kind"], "statements": [said]}]
            key = next(
                signer.public for signer in [one for _, one in forge.owners.values()]
                if chain.is_signed(said, step["kind"], step["parent"], forge.table, signer.public)
            )  # fmt: skip
            branch = {"head": None, "parent": chain.ZERO, "steps": run}
            for code in (Code.WRONG_NUMBER, Code.WRONG_KIND, Code.WRONG_AUTHOR):
                assert framed(code, None, branch, key, forge.table).verdict is UNPROVEN


def test_openings_of_an_honest_deal_are_those_of_its_seals() -> None:
    steps = short_game("hearts").steps
    table, key = short_game("hearts").table, short_game("hearts").signers["host"].public
    kinds = [step["kind"] for step in steps]
    start, last = kinds.index("deal"), kinds.index("disclose")
    for seal, number in product(range(start, last), range(4)):
        if kinds[seal] != "seal":
            continue
        run = [
            {
                "kind": step["kind"],
                "statements": [
                    said if (index, place) == (seal, number) or index == last else
                    chain.statement_hash(said)
                    for place, said in enumerate(step["statements"])
                ],
            }
            for index, step in enumerate(steps[: last + 1]) if index >= start
        ]  # fmt: skip
        branch = {"head": None, "parent": steps[start]["parent"], "steps": run}
        found = framed(Code.WRONG_SEAL_OPENING, None, branch, key, table)
        assert (found.verdict, found.sentence) == (
            UNPROVEN,
            "what is shown opens the seals that are shown",
        )


def test_a_head_convicts_the_host_of_what_it_signed_the_head_for() -> None:
    """A seat that was sent a wrong step keeps it with the head that came with it."""
    forge = Forge().until("deal")
    body = forge.draft()["host"]
    forge.step({"host": {**body, "deal": 2}})
    head = chain.sign_head(forge.signers["host"], forge.table, DEAL + 1, forge.parent)
    step = forge.steps[DEAL]
    hashes = [
        {"kind": one["kind"], "statements": [*map(chain.statement_hash, one["statements"])]}
        for one in forge.steps
    ]
    last = {**hashes[DEAL], "statements": step["statements"]}
    run = {"head": head, "parent": chain.ZERO, "steps": [*hashes[:DEAL], last]}
    key = forge.signers["host"].public
    found = framed(Code.WRONG_NUMBER, None, run, key, forge.table)
    assert (found.verdict, found.by) == (PROVEN, "host")
    run["head"] = chain.sign_head(forge.signers[0], forge.table, DEAL + 1, forge.parent)
    assert framed(Code.WRONG_NUMBER, None, run, key, forge.table).verdict is UNPROVEN


if __name__ == "__main__":
    change_each(every=True)
