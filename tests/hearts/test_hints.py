"""Hints: legal moves with a reason, from what the seat knows."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hearts.bots import LEVELS
from hearts.deal import Deal
from hearts.hints import Hint, hint
from hearts.rules import PRESETS, Rules
from tests.hearts.helpers import LIMITS, cards, deal_of, play
from tests.hearts.rulesets import rule_sets
from tests.hearts.table import dealt, first_match


def first(_: int) -> int:
    """Chance that always gives the first."""
    return 0


@settings(max_examples=25, deadline=None)
@given(rule_sets(), st.integers(0, 2**32))
def test_hints_are_legal_and_follow_from_what_the_seat_knows(rules: Rules, seed: int) -> None:
    """A deal in which all do as they are told."""
    views = dealt(first_match(rules), Random(seed))
    full = views[0]

    def told(seat: int) -> Hint:
        hints = [
            hint(view, seat, Random(seed).randrange, "normal")
            for view in (views[0], views[1 + seat])
        ]
        assert hints[0] == hints[1]
        assert hints[0].reason
        assert not hints[0].reason.endswith(".")
        return hints[0]

    if full.passing:
        passed = {seat: list(told(seat).cards) for seat in range(full.seats)}
        assert all(full.check(seat, move) is None for seat, move in passed.items())
        full.open_seals(passed)
        for seat in range(full.seats):
            giver = (seat - full.pass_offset) % full.seats
            views[1 + seat].open_seals({seat: passed[seat], giver: passed[giver]})
    while (seat := full.turn) is not None:
        (card,) = told(seat).cards
        assert full.check(seat, card) is None
        for view in views:
            view.apply(seat, card)


@pytest.mark.parametrize("level", LEVELS)
def test_each_level_gives_hints(level: str) -> None:
    (full, *_) = dealt(first_match(PRESETS["live"]), Random(1))
    assert len(hint(full, 2, Random(1).randrange, level).cards) == 3


def passing(hand: str) -> Hint:
    return hint(Deal(LIMITS, [cards(hand), None, None, None], 1), 0, first, "normal")


@pytest.mark.parametrize(
    ("hand", "passed", "reason"),
    [
        (
            "2-5C 2-4D 2-4H QS KS AS",
            "QS KS AS",
            "too few small spades guard the queen of spades",
        ),
        (
            "2-5C 2-6D 2-3H KS AS",
            "6D KS AS",
            "the king and ace of spades might catch the queen",
        ),
        ("3-9C KD 9-TD 8H 2-3S", "9D TD KD", "without diamonds you can soon discard what costs"),
        ("2-9C 2-3D 2H KH AH", "9C KH AH", "high hearts take tricks that cost"),
        ("2-7C 2-6D 2S 3S", "6C 7C 6D", "you miss these cards least"),
        ("2-6C KC AC 2-5D KD AD", "KC AC AD", "high cards take tricks"),
    ],
)
def test_reasons_for_a_pass(hand: str, passed: str, reason: str) -> None:
    found = passing(hand)
    assert (" ".join(found.cards), found.reason) == (passed, reason)


HANDS = ["2-KC AH", "AC 3-KD KH", "2-AS", "AD 2D 2-QH"]
DUCKING = ["2C 9C 2-QD", "8C TC KC KD AD 2-9H", "JC QC AC T-AH 2-6S", "3-7C 7-AS"]


@pytest.mark.parametrize(
    ("hands", "plays", "card", "reason"),
    [
        (HANDS, "", "2C", "it is the only card that you may play"),
        (HANDS, "2C AC 2S AD KD", "QS", "somebody else takes the queen of spades"),
        (DUCKING, "2C KC", "QC", "it does not take the trick"),
        (DUCKING, "2C", "KC", "the trick is likely to cost little"),
    ],
)
def test_reasons_for_a_play(hands: list[str], plays: str, card: str, reason: str) -> None:
    deal = deal_of(*hands)
    play(deal, *plays.split())
    assert deal.turn is not None
    found = hint(deal, deal.turn, first, "normal")
    assert (found.cards, found.reason) == ((card,), reason)


def test_there_is_no_hint_where_nothing_is_due() -> None:
    deal = deal_of(*HANDS)
    with pytest.raises(ValueError, match="seat 1 has no card to play now"):
        hint(deal, 1, first)
    unseen = Deal(LIMITS, [None] * 4, 1)
    with pytest.raises(ValueError, match="this view does not see the hand of seat 0"):
        hint(unseen, 0, first)
    with pytest.raises(KeyError):
        hint(deal, 0, first, "grand master")
