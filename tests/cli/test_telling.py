"""Findings tell people where, whose, and which cards, as far as that is known."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from fairdeal import commitment
from tests.attacks.forge import COMMIT_2, FIRST_MOVE, JOIN, NAMES, Forge, judge
from tests.cli.conftest import Run
from tests.cli.test_verify import usage


def swapped() -> tuple[Forge, list[list[str]], str, str]:
    """The host gives the last cards of Alice and Bob, which nobody passes, to each other."""
    forge = Forge(target=1).until("deal")
    due = [list(hand) for hand in forge._hands]
    hers, his = due[0][-1], due[1][-1]
    dealt = [[*due[0][:-1], his], [*due[1][:-1], hers], *due[2:]]
    forge._hands = [commitment.in_deck_order(hand, forge.match.deck) for hand in dealt]
    forge.finish()
    return forge, due, hers, his


def test_a_wrong_hand_names_the_cards_that_are_due_and_those_that_were_played() -> None:
    forge, due, hers, his = swapped()
    wrong = [one for one in judge(forge.data()).findings if one.code == "wrong-hand"]
    assert [(one.seat, one.details["due"]) for one in wrong] == [(0, due[0]), (1, due[1])]
    assert [one.details["played"] for one in wrong] == [[his], [hers]]
    assert [one.sentence for one in wrong] == [
        f"In deal 1 the host gave seat {seat} other cards than the seeds of all parties "
        "determine. What was played does not fit the cards that are due."
        for seat in (0, 1)
    ]


def test_a_digest_alone_tells_the_cards_that_are_due() -> None:
    forge = Forge(target=1).until("deal")
    due = list(forge._hands[2])
    bodies = forge.draft()
    bodies["host"]["hands"][2] = "ab" * 32
    (wrong,) = [
        one for one in judge(forge.step(bodies).finish()).findings if one.code == "wrong-hand"
    ]
    assert (wrong.details["due"], wrong.details["played"]) == (due, [])
    assert wrong.sentence.endswith(" than the seeds of all parties determine.")


def test_cards_of_a_wrong_hand_in_the_report_and_the_picture(run: Run) -> None:
    forge, due, _, his = swapped()
    said = run("verify", "-", stdin=forge.data()).stdout.splitlines()
    symbols = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
    cards = [(card[0] if card[0] != "T" else "10") + symbols[card[1]] for card in (*due[0], his)]
    at = said.index(f"    Due: {' '.join(cards[:-1])}")
    assert said[at + 1] == f"    Played: {cards[-1]}"
    label = "  The hands shown are those that the seeds give; the host fixed others."
    assert label in run("show", "-", stdin=forge.data()).stdout.splitlines()
    assert label not in run("show", "-", stdin=Forge(target=1).finish()).stdout.splitlines()


def edited(index: int) -> bytes:
    steps: list[Any] = json.loads(Forge().finish())["steps"]
    steps[index]["statements"][0]["sig"] = "00" * 64
    return json.dumps({"format": "fairdeal/1", "steps": steps}).encode()


@pytest.mark.parametrize(
    ("index", "deal", "place"),
    [
        (JOIN, None, {}),
        (FIRST_MOVE - 1, 1, {"pass": 1}),
        (FIRST_MOVE, 1, {"trick": 1}),
        (FIRST_MOVE + 5, 1, {"trick": 2}),
        (FIRST_MOVE + 52, 1, {}),
        (COMMIT_2, 2, {}),
    ],
)
def test_damage_is_laid_to_the_deal_and_the_trick_in_which_it_stands(
    index: int, deal: int | None, place: dict[str, int]
) -> None:
    damage = judge(edited(index)).findings[0]
    assert (damage.code, damage.step) == ("bad-signature", index)
    assert (damage.deal, dict(damage.place)) == (deal, place)
    assert damage.attempt == (None if deal is None else 1)


def test_damage_beyond_other_damage_is_laid_to_no_deal() -> None:
    forge = Forge()
    for index in (FIRST_MOVE, COMMIT_2):
        statements = forge.until_step(index).signed()
        statements[0]["sig"] = "00" * 64
        forge.step(statements=statements)
    first, second = judge(forge.step().finish()).findings
    assert ((first.step, first.deal), (second.step, second.deal)) == (
        (FIRST_MOVE, 1),
        (COMMIT_2, None),
    )


def test_damage_in_the_report_has_names_and_a_place(run: Run) -> None:
    said = run("verify", "-", stdin=edited(FIRST_MOVE)).stdout
    seat = Forge().until_step(FIRST_MOVE + 1).steps[-1]["statements"][0]["by"]
    assert f"The signature of {NAMES[seat]} (seat {seat}) in step 6 (move) does not hold" in said
    assert f"    Where: deal 1, trick 1, {NAMES[seat]} (seat {seat})\n" in said


def test_a_variant_that_the_preset_is_already(run: Run) -> None:
    said = usage(run("rules", "omnibus", "--variant", "omnibus"))
    assert said == (
        "Invalid value for --variant: omnibus is what this preset is; it would change nothing."
    )
    assert run("rules", "omnibus", "--variant", "spot").exit_code == 0


def test_a_proof_for_which_there_is_no_folder(run: Run, folder: Path) -> None:
    forge, *_ = swapped()
    Path("game.json").write_bytes(forge.data())
    result = run("evidence", "game.json", "--finding", "2", "-o", "nowhere/proof.json")
    said = "Error: nowhere/proof.json: nothing can be written there; is its folder there?\n"
    assert (result.exit_code, result.stderr) == (2, said)
