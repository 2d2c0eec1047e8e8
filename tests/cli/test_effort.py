"""Large files ask for no more than one look at each signature, and no more words than one reads.

Times hang on the machine; what is counted here does not.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from fairdeal import crypto, evidence, forms, proofs
from fairdeal.compare import compare
from fairdeal.proofs import ProofVerdict
from hearts.cards import names
from hearts.game import HeartsDeal
from tests.attacks.forge import COMMIT, GAMES, Forge, judge
from tests.cli.conftest import Run

CLOSED_BY = 5
"""Keys at a table of four seats: each has its last statement in `close`."""


@pytest.fixture
def looks(monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """The signatures that are looked at, in order."""
    seen: list[bytes] = []
    true: Callable[[bytes, bytes, bytes], bool] = crypto.verify

    def verify(key: bytes, message: bytes, signature: bytes) -> bool:
        seen.append(signature)
        return true(key, message, signature)

    monkeypatch.setattr(crypto, "verify", verify)
    return seen


def statements(data: bytes) -> int:
    return sum(len(step["statements"]) for step in json.loads(data)["steps"])


def test_a_comparison_looks_at_the_signatures_beside_the_fork(looks: list[bytes]) -> None:
    first, second = Forge().until_step(COMMIT), Forge().until_step(COMMIT)
    second.fresh()
    one, other = first.finish(), second.finish()
    found = compare(one, other)
    assert [each.by for each in found.contradictions] == ["host", 0, 1, 2, 3]
    # Of each file the last under each key, and of each party what it said at the fork and next
    # after it; then both statements at the fork once more in each of the five proofs.
    assert len(looks) == 2 * CLOSED_BY + 2 * 2 * 5 + 2 * 5
    for each in found.contradictions:
        assert proofs.check(each.proof, games=GAMES).verdict is ProofVerdict.PROVEN


def test_statements_that_nobody_signed_hide_no_second_history() -> None:
    first, second = Forge().until_step(COMMIT), Forge().until_step(COMMIT)
    stranger = crypto.Signer(bytes(32))
    for _ in range(3):
        second.put("replace", [second.sign("replace", "host", second.replacing(1), stranger)])
    second.until("deal").step()
    found = compare(first.step().data(), second.data())
    assert [each.by for each in found.contradictions] == ["host"]
    (each,) = found.contradictions
    assert proofs.check(each.proof, games=GAMES).verdict is ProofVerdict.PROVEN


def signed_over_and_over() -> Forge:
    """An illegal move; then the host signs nine steps before it discloses the deal."""
    forge = Forge().until_step(13)
    forge.step(forge.move(0, "QC"))  # which lies on the table already
    for _ in range(9):
        forge.replace()
    forge.due = "disclose"
    return forge.step()


def test_evidence_takes_a_look_at_the_file_and_one_at_the_proof(looks: list[bytes]) -> None:
    forge = signed_over_and_over()
    data = forge.finish()
    number = [str(one.code) for one in judge(data).findings].index("illegal-move") + 1
    looks.clear()
    proof, judged, _ = evidence.convict(data, number, against="host", games=GAMES)
    assert (judged.verdict, judged.by) == (ProofVerdict.PROVEN, "host")
    assert len(json.loads(proof)["branches"][0]["steps"]) == len(signed_over_and_over().steps)
    # The file once; then the statement with which the proof ends, and no other, each time that
    # a part of the 38 statements before it is left out: by halves, less than twice as often.
    beyond = looks[statements(data) :]
    (last,) = json.loads(proof)["branches"][0]["steps"][-1]["statements"]
    assert set(beyond) == {bytes.fromhex(last["sig"])}
    assert len(beyond) < 2 * 38


def test_each_view_goes_through_a_deal_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """In each trick all play before their turn, from the last seat to the first."""
    forge = Forge().until("move")
    while forge.due == "move":
        for seat in [(forge.deal.turn + beyond) % 4 for beyond in (3, 2, 1, 0)]:
            forge.step(forge.move(seat, names(forge.deal.hand(seat))[0]))
    forge.step()
    carried_out = []
    apply = HeartsDeal.apply
    monkeypatch.setattr(
        HeartsDeal, "apply", lambda *move: (carried_out.append(move), apply(*move))[1]
    )
    report = judge(forge.data())
    assert sum(str(one.code) == "illegal-move" for one in report.findings) > 26
    # Everybody's view, which tells what is due; the play; what lies on the table; and four seats.
    assert len(carried_out) <= 7 * 52


def test_keys_are_followed_once_from_the_open_step_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """A proof of damage with many steps, and the last of them damaged: each is read once."""
    read: list[str] = []
    change = forms._change_keys
    monkeypatch.setattr(
        forms, "_change_keys", lambda step, keys: (read.append(step.kind), change(step, keys))
    )
    forge = Forge().until("commit")
    for _ in range(50):
        forge.replace()
    bad = forge.sign("move", 0, {"clock": None, "deal": 1, "move": "2C"})
    forge.put("move", [{**bad, "sig": "00" * 64}])
    forge.replace()
    number = [str(one.code) for one in judge(forge.data()).findings].index("signed-over-damage") + 1
    proof = evidence.prove(forge.data(), number, games=GAMES)
    read.clear()
    assert proofs.check(proof, games=GAMES).verdict is ProofVerdict.PROVEN
    assert len(read) <= 2 * len(forge.steps)


def taken_over_again_and_again() -> bytes:
    forge = Forge().until("move").step()
    for _ in range(12):
        forge.replace(0, 1, 2)
    return forge.data()


def called_off_by_turns() -> bytes:
    forge = Forge().until("reveal")
    for number in range(35):
        forge.call_off(forge.void([number % 2]))
        forge.replace()
        forge.step()
    return forge.data()


def test_a_game_is_read_once_to_be_shown(run: Run, tmp_path: Path, looks: list[bytes]) -> None:
    file = tmp_path / "game.json"
    file.write_bytes(Forge().finish())
    assert run("show", file).exit_code == 0
    assert len(looks) == statements(file.read_bytes())


def test_nobody_reads_thousands_of_lines(run: Run) -> None:
    shown = run("show", "-", stdin=taken_over_again_and_again()).stdout
    assert shown.count("the host's bot Bot 0 plays for") == 11
    assert shown.count("the host's bot") == 32
    assert "\n  4 more changes of who plays were left out here.\n" in shown
    shown = run("show", "-", stdin=called_off_by_turns()).stdout
    assert shown.count("was called off: ") == 32
    assert "\n  3 more attempts were called off: fairdeal explain --attempt N shows one.\n" in shown


def test_a_report_names_three_holders_of_a_seat(run: Run) -> None:
    data = taken_over_again_and_again()
    (line,) = run("verify", "--json", "-", stdin=data).stdout.splitlines()
    seats: list[Any] = json.loads(line)["seats"]
    assert [(one["seat"], one["name"]) for one in seats] == [
        *((0, name) for name in ("Alice", "Bot 0", "Bot 0")),
        *((1, name) for name in ("Bob", "Bot 1", "Bot 1")),
        *((2, name) for name in ("Chloé", "Bot 2", "Bot 2")),
        (3, "David"),
    ]
    keys = [
        one["body"]["seats"][0]["key"]
        for step in json.loads(data)["steps"]
        if step["kind"] == "replace"
        for one in step["statements"]
    ]
    assert [one["key"] for one in seats[1:3]] == [keys[0], keys[-1]]
