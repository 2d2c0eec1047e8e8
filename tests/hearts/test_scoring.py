"""What tricks and deals cost."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hearts.cards import CARDS, PACK, set_of
from hearts.trick import winner
from tests.hearts.helpers import COSTS, HEARTS, QUEEN, cards, points

cost, shooter = COSTS.cost, COSTS.shooter


@pytest.mark.parametrize(
    ("taken", "price"),
    [("", 0), ("2-AC 2-AD KS AS", 0), ("2H", 1), ("AH KH 2H", 3), ("QS", 13), ("2-AH QS", 26)],
)
def test_a_heart_costs_one_and_the_queen_of_spades_thirteen(taken: str, price: int) -> None:
    assert cost(cards(taken)) == price


def test_twenty_five_points_without_one_heart_are_no_moon() -> None:
    taken = [cards("2-KH QS"), cards("AH"), 0, 0]
    assert points(taken) == [25, 1, 0, 0]
    assert shooter(taken) is None


def test_thirteen_hearts_alone_are_no_moon() -> None:
    assert points([HEARTS, QUEEN, 0, 0]) == [13, 13, 0, 0]


@pytest.mark.parametrize("seat", range(4))
def test_a_moon_costs_the_others_26(seat: int) -> None:
    taken = [0, 0, 0, 0]
    taken[seat] = HEARTS | QUEEN
    taken[(seat + 1) % 4] = PACK & ~(HEARTS | QUEEN)
    expected = [26, 26, 26, 26]
    expected[seat] = 0
    assert points(taken) == expected
    assert shooter(taken) == seat


@given(st.lists(st.integers(0, 3), min_size=52, max_size=52))
def test_points_sum_to_26_or_with_a_moon_to_78(owners: list[int]) -> None:
    taken = [
        set_of(card for card, owner in enumerate(owners) if owner == seat) for seat in range(4)
    ]
    assert sum(points(taken)) == (26 if shooter(taken) is None else 78)


def test_the_highest_card_of_the_suit_led_wins() -> None:
    trick = {2: CARDS["9D"], 3: CARDS["AS"], 0: CARDS["TD"], 1: CARDS["AH"]}
    assert winner(trick, cards("9D TD")) == 0
    with pytest.raises(ValueError, match="no card of the suit led"):
        winner(trick, 0)
