"""The model game: its rules by cases worked by hand, its views, and the seam it shows."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Sequence
from typing import Any

import pytest

from examples import high_card
from fairdeal.game import BadResult, BadRules, Done, Game, IllegalMove, Json, Seals, Turn

HANDS = (tuple("25TK"), tuple("347A"), tuple("69JQ"))  # the 8 is left over


def full() -> Any:
    return high_card.HighCardMatch(1, (0, 0, 0), high_card.HighCardDeal).begin(0, HANDS, ("8",))


def rule(refusal: IllegalMove | None) -> str | None:
    return refusal and refusal.rule


def run(deal: Any, *moves: tuple[int, str]) -> Any:
    for seat, card in moves:
        deal.apply(seat, card)
    return deal


# --- Rules ---


def test_a_deal_worked_by_hand() -> None:
    deal = full()
    assert deal.due() == Seals(frozenset({0, 1, 2}))
    assert deal.place() == (("trick", 1),)
    deal.open_seals({0: "K", 1: "3", 2: "Q"})  # the king takes the first trick
    assert deal.due() == Turn(frozenset({0}))
    run(deal, (0, "5"), (1, "7"), (2, "9"))  # the nine takes the second
    assert deal.due() == Turn(frozenset({2}))
    run(deal, (2, "6"), (0, "T"))
    assert deal.due() == Turn(frozenset({1}))
    run(deal, (1, "A"))  # the ace takes the third
    assert deal.place() == (("trick", 4),)
    run(deal, (1, "4"), (2, "J"), (0, "2"))  # the jack takes the fourth
    assert deal.due() == Done()
    assert deal.result() == [1, 1, 2]


def test_who_can_beat_the_table_has_to() -> None:
    deal = full()
    deal.open_seals({0: "K", 1: "3", 2: "6"})
    assert deal.legal(0) == ("2", "5", "T")  # the lead is free
    deal.apply(0, "5")
    assert deal.legal(1) == ("7", "A")
    refusal = deal.check(1, "4")
    assert (refusal.rule, refusal.playable) == ("beat", ("7", "A"))
    assert refusal.place == (("trick", 2),)
    deal.apply(1, "A")
    assert deal.legal(2) == ("9", "J", "Q")  # nothing beats an ace, so all is allowed
    assert deal.check(2, "9") is None


def test_the_highest_card_counts_not_the_last() -> None:
    deal = full()
    deal.open_seals({0: "2", 1: "3", 2: "Q"})
    run(deal, (2, "J"), (0, "K"))
    assert deal.legal(1) == ("A",)
    run(deal, (1, "4"))  # against the rule, but laid
    assert deal.due() == Turn(frozenset({0}))
    assert deal.points == [1, 0, 1]


@pytest.mark.parametrize(
    ("seat", "move", "expected"),
    [
        (0, "5", None),
        (1, "7", "turn"),
        (2, "9", "turn"),
        (0, "K", "holding"),  # laid in the first trick already
        (0, "7", "holding"),
        (0, "8", "holding"),
        (0, "10", "holding"),
        (0, ["5"], "holding"),
        (0, {"card": "5"}, "holding"),
        (0, None, "holding"),
        (0, 5, "holding"),
        (0, True, "holding"),
    ],
)
def test_what_may_be_laid_after_the_first_trick(
    seat: int, move: Json, expected: str | None
) -> None:
    deal = full()
    deal.open_seals({0: "K", 1: "3", 2: "6"})
    assert rule(deal.check(seat, move)) == expected


def test_in_the_first_trick_every_own_card_may_be_laid() -> None:
    for seat, hand in enumerate(HANDS):
        for card in high_card.DECK:
            assert rule(full().check(seat, card)) == (None if card in hand else "holding")


@pytest.mark.parametrize(
    ("moves", "expected"),
    [
        ([(1, "7")], "turn"),
        ([(0, "K")], "holding"),
        ([(0, "5"), (0, "T")], "turn"),
        ([(0, ["5"])], "holding"),
    ],
)
def test_what_cannot_even_be_carried_out(moves: list[tuple[int, Any]], expected: str) -> None:
    deal = full()
    deal.open_seals({0: "K", 1: "3", 2: "6"})
    *possible, last = moves
    run(deal, *possible)
    with pytest.raises(IllegalMove) as refused:
        deal.apply(*last)
    assert refused.value.rule == expected


def test_before_and_after_the_open_tricks_nothing_can_be_laid() -> None:
    deal = full()
    with pytest.raises(IllegalMove, match="turn"):
        deal.apply(0, "2")
    deal.open_seals({0: "K", 1: "3", 2: "Q"})
    run(deal, (0, "5"), (1, "7"), (2, "9"), (2, "6"), (0, "T"), (1, "A"), (1, "4"), (2, "J"))
    run(deal, (0, "2"))
    assert [rule(deal.check(seat, "2")) for seat in range(3)] == ["turn"] * 3
    with pytest.raises(IllegalMove, match="turn"):
        deal.apply(2, "2")


def test_a_card_cannot_be_laid_by_two() -> None:
    view = high_card.HighCardDeal([HANDS[0], None, None])
    with pytest.raises(IllegalMove, match="holding"):
        view.open_seals({0: "K", 1: "7", 2: "7"})


# --- Views ---


def views() -> list[tuple[str, Any]]:
    seen: list[tuple[str, Sequence[Any]]] = [("the host", HANDS), ("the public", [None] * 3)]
    for seat, hand in enumerate(HANDS):
        seen.append((f"seat {seat}", [hand if one == seat else None for one in range(3)]))
    return [(name, high_card.HighCardDeal(hands)) for name, hands in seen]


def test_the_public_cannot_tell_who_leads_but_every_seat_can() -> None:
    sealed = {0: "K", 1: "3", 2: "Q"}
    for name, view in views():
        view.open_seals({} if name == "the public" else sealed)
        expected = {0, 1, 2} if name == "the public" else {0}
        assert view.due() == Turn(frozenset(expected)), name
        view.apply(0, "5")
        assert view.due() == Turn(frozenset({1})), name


def test_a_view_refuses_what_another_cannot_hold_and_only_that() -> None:
    view = high_card.HighCardDeal([HANDS[0], None, None])
    assert [card for card in high_card.DECK if rule(view.check(1, card))] == ["2", "5", "T", "K"]
    view.open_seals({0: "K", 1: "3", 2: "Q"})
    view.apply(0, "5")
    refused = [card for card in high_card.DECK if rule(view.check(1, card))]
    assert refused == ["2", "3", "5", "T", "Q", "K"]  # its own hand, and what was laid


def test_every_seat_reads_what_the_others_laid_face_down() -> None:
    assert [full().readers(seat) for seat in range(3)] == [{1, 2}, {0, 2}, {0, 1}]


def test_a_view_holds_nothing_it_cannot_see_against_anybody() -> None:
    """In every reachable place of many deals, whatever the full view allows each view allows."""
    chance = random.Random(2)
    for _ in range(300):
        deck = chance.sample(high_card.DECK, 13)
        seats = chance.choice((2, 3, 4))
        match = high_card.HighCardMatch(1, (0,) * seats, high_card.HighCardDeal)
        layout = match.layout(tuple(deck), chance.randrange(seats))
        whole = match.begin(0, layout.hands, layout.rest)
        own = [
            match.begin(0, [hand if one == seat else None for one in range(seats)], None)
            for seat, hand in enumerate(layout.hands)
        ]
        public = match.begin(0, [None] * seats, None)
        sealed = {seat: chance.choice(layout.hands[seat]) for seat in range(seats)}
        for view in (*own, public):
            assert all(view.check(seat, card) is None for seat, card in sealed.items())
        for view in (whole, *own):
            view.open_seals(sealed)
        public.open_seals({})
        while isinstance(due := whole.due(), Turn):
            (seat,) = due.seats
            for view in (*own, public):
                seen = view.due()
                assert isinstance(seen, Turn)
                assert seat in seen.seats
                assert all(view.check(seat, card) is None for card in whole.legal(seat))
            assert own[seat].due() == due
            assert own[seat].legal(seat) == whole.legal(seat)
            # Now and then a card against the rules: it is carried out in every view.
            cards = whole.legal(seat) if chance.random() < 0.8 else whole.hands[seat]
            card = chance.choice(cards)
            for view in (whole, *own, public):
                view.apply(seat, card)
        assert [type(view.due()) for view in (whole, *own, public)] == [Done] * (seats + 2)
        assert sum(whole.result()) == 13 // seats


# --- The match ---


def test_cards_are_dealt_in_turn_from_the_drawn_seat() -> None:
    match = high_card.HighCard().match({"deals": 1}, 3)
    layout = match.layout(high_card.DECK, 1)  # seat 1 gets the 2, seat 2 the 3, seat 0 the 4
    assert layout.hands == (tuple("47TK"), tuple("258J"), tuple("369Q"))
    assert layout.rest == ("A",)


@pytest.mark.parametrize(("seats", "each"), [(2, 6), (3, 4), (4, 3)])
def test_every_card_is_dealt_once(seats: int, each: int) -> None:
    match = high_card.HighCard().match({"deals": 1}, seats)
    for draw in range(seats):
        layout = match.layout(high_card.DECK, draw)
        assert [len(hand) for hand in layout.hands] == [each] * seats
        dealt = [card for hand in layout.hands for card in hand]
        assert sorted([*dealt, *layout.rest]) == sorted(high_card.DECK)


def test_two_deals_add_up() -> None:
    match = high_card.HighCard().match({"deals": 2}, 3)
    assert (match.over, match.standings()) == (False, [0, 0, 0])
    match = match.settle([1, 1, 2])
    assert (match.over, match.standings()) == (False, [1, 1, 2])
    match = match.settle([0, 4, 0])
    assert (match.over, match.standings()) == (True, [1, 5, 2])


@pytest.mark.parametrize(
    "result", [None, 4, "112", {}, [], [1, 2], [1, 1, 1, 1], [1, 1, True], [1, 1, "2"], [5, -1, 0]]
)
def test_what_is_no_result(result: Json) -> None:
    with pytest.raises(BadResult):
        high_card.HighCard().match({"deals": 1}, 3).settle(result)


@pytest.mark.parametrize(
    ("rules", "seats", "axis"),
    [
        (None, 3, "deals"),
        ({}, 3, "deals"),
        ({"deals": 0}, 3, "deals"),
        ({"deals": 11}, 3, "deals"),
        ({"deals": True}, 3, "deals"),
        ({"deals": "2"}, 3, "deals"),
        ({"deals": 2, "more": 1}, 3, "deals"),
        ({"deals": 2}, 1, "seats"),
        ({"deals": 2}, 5, "seats"),
    ],
)
def test_rules_that_are_none(rules: Json, seats: int, axis: str) -> None:
    with pytest.raises(BadRules) as refused:
        high_card.HighCard().match(rules, seats)
    assert refused.value.axis == axis


def test_it_is_a_game() -> None:
    assert isinstance(high_card.HighCard(), Game)


# --- The script ---


def test_the_script_shows_a_fair_game_and_a_cheat() -> None:
    command = [sys.executable, high_card.__file__]
    done = subprocess.run(command, check=True, capture_output=True, encoding="utf-8", timeout=60)
    assert done.stderr == ""
    honest, cheat, sentence, blame = done.stdout.splitlines()
    title, points = honest.split(", points ")
    assert title == "An honest game: fair"
    # In two deals there are eight tricks, which fall to three seats in some way.
    assert points in {str([a, b, 8 - a - b]) for a in range(9) for b in range(9 - a)}
    assert cheat.startswith("Bob the miser: unfair, points ")
    assert "the move of seat 1 was not allowed" in sentence
    assert "[illegal-move]" in sentence
    assert "'rule': 'beat'" in sentence
    assert blame == "  To blame: Bob (seat 1), Example Host (host)"
