"""Exact intervals and laws, against hand figures or against going through all cases."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, permutations, product
from math import sqrt

import numpy as np
import pytest
from scipy import stats

from fairdeal import chance
from fairdeal.chance import Law, Total


def near(value: object) -> object:
    return pytest.approx(value, rel=1e-9, abs=1e-12)


COIN = Law.of([1, 1])

# Shares


def test_the_interval_of_a_share() -> None:
    # Nothing of 10: (1 - p)^10 = 0.025. One of two: 1 - (1 - p)^2 = 0.025, 1 - p^2 = 0.025.
    assert chance.interval(0, 10) == near((0, 1 - 0.025**0.1))
    assert chance.interval(10, 10) == near((0.025**0.1, 1))
    assert chance.interval(1, 2) == near((1 - sqrt(0.975), sqrt(0.975)))
    assert chance.interval(1, 2, 0.5) == near((1 - sqrt(0.75), sqrt(0.75)))
    assert chance.interval(0, 0) == (0, 1)


def test_the_share_that_is_found() -> None:
    # Two of two: q^2 = 0.9. Three or more of four: 4 q^3 (1 - q) + q^4 = 0.5.
    assert chance.share_found(2, 2) == near(sqrt(0.9))
    found = chance.share_found(3, 4, power=0.5)
    assert 4 * found**3 * (1 - found) + found**4 == near(0.5)


# Sums


def test_a_law_is_trimmed_and_adds_up_to_one() -> None:
    law = Law.of([0, 1, 2, 1, 0])
    assert (law.low, law.chances.tolist(), law.width) == (1, near([0.25, 0.5, 0.25]), 2)
    assert (law.mean, law.central(2), law.central(3)) == near((2, 0.5, 0))
    assert Law.of([3, 0, 1]).central(3) == near(0.75 * -(0.5**3) + 0.25 * 1.5**3)


@pytest.mark.parametrize(
    ("seen", "p"), [(0, 2 / 16), (1, 10 / 16), (2, 1), (3, 10 / 16), (4, 2 / 16), (5, 1e-10)]
)
def test_the_p_value_doubles_the_smaller_tail(seen: int, p: float) -> None:
    """Four coins; five heads of them cannot be."""
    assert Total({COIN: 4}).p(seen) == near(p)


def test_a_sum_of_different_laws() -> None:
    """A coin and two dice that show 2, 3 or 3: eighteen cases in all."""
    total = Total({COIN: 1, Law.of([0, 0, 1, 2]): 2})
    cases = Counter(map(sum, product((0, 1), (2, 3, 3), (2, 3, 3))))
    assert (total.low, total.high, total.number) == (4, 7, 3)
    assert total.mean == near(sum(value * times for value, times in cases.items()) / 18)
    variance = sum(value**2 * times for value, times in cases.items()) / 18 - total.mean**2
    assert total.variance == near(variance)
    for seen in range(4, 8):
        below = sum(times for value, times in cases.items() if value <= seen)
        above = sum(times for value, times in cases.items() if value >= seen)
        assert total.p(seen) == near(min(1, 2 * min(below, above) / 18))
    # 4 is met in 1 of 18, 7 in 4.
    assert total.least == near(2 / 18)
    assert total.found_from(0.5) == 7
    assert total.found_from(0.4) is None


@pytest.mark.parametrize("deals", [80, 1000, 100_000])
def test_many_numbers_have_the_tails_of_the_binomial_law(deals: int) -> None:
    total = Total({Law.of([3, 1]): deals})
    for away in (-4, -1, 0, 2, 5):
        seen = round(deals / 4 + away * sqrt(deals * 3 / 16))
        below = stats.binom.cdf(seen, deals, 0.25)
        above = stats.binom.sf(seen - 1, deals, 0.25)
        assert total.p(seen) == pytest.approx(min(1, 2 * min(below, above)), rel=1e-4)
    found = total.found_from(1e-6)
    assert found is not None
    assert 2 * stats.binom.sf(found - 1, deals, 0.25) <= 1e-6
    assert 2 * stats.binom.sf(found - 2, deals, 0.25) > 1e-6


def test_nothing_is_told_more_precisely_than_it_is_known() -> None:
    total = Total({COIN: 1000})
    assert total.p(1000) == total.p(900) == total.least == 1e-10
    assert Total({}).p(0) == Total({COIN: 0}).least == 1.0


def test_how_far_a_sum_can_be() -> None:
    """1000 coins, each side: beyond it there is less than e^-42, but at half of it more."""
    away = chance.far(250, 1)
    assert (
        stats.binom.sf(500 + away, 1000, 0.5)
        < np.exp(-42)
        < stats.binom.sf(500 + away / 2, 1000, 0.5)
    )
    assert chance.far(0, 0) == 0


# One deal


def test_how_many_cards_a_hand_holds() -> None:
    assert chance.held(4, 2, 2).chances.tolist() == near([1 / 6, 4 / 6, 1 / 6])
    assert chance.held(3, 3, 2).low == 2
    assert chance.held(3, 2, 0).chances.tolist() == [1]


def test_the_chance_to_hold_a_card() -> None:
    assert chance.holds(52, 1, 13).mean == near(1 / 4)
    assert chance.holds(4, 2, 2).mean == near(5 / 6)
    assert (chance.holds(3, 1, 0).mean, chance.holds(3, 1, 3).mean) == (0, 1)


@pytest.mark.parametrize(("shortest", "longest"), [(0, 0), (1, 1), (0, 1), (2, 3)])
def test_how_many_hands_hold_so_many_cards(shortest: int, longest: int) -> None:
    """Hands of 3, 2 and 1 of seven cards, three of which are watched: all 210 * 2 ways."""
    cases: Counter[int] = Counter()
    for order in permutations((1, 1, 1, 0, 0, 0, 0)):
        lengths = (sum(order[:3]), sum(order[3:5]), order[5])
        cases[sum(shortest <= one <= longest for one in lengths)] += 1
    law = chance.hands_with(7, 3, (3, 2, 1), shortest, longest)
    for number in range(4):
        at = number - law.low
        told = law.chances[at] if 0 <= at <= law.width else 0
        assert told == near(cases[number] / 5040)


@pytest.mark.parametrize("sizes", [(2, 2), (2, 1), (3, 1), (1, 1, 1, 1, 1), (0, 4), (1, 0), (5,)])
def test_matches_of_two_deals(sizes: tuple[int, ...]) -> None:
    """Against all orders of a deck of five cards, or as many as there are places."""
    deck = max(5, sum(sizes))
    at = np.repeat(np.arange(len(sizes)), sizes)
    cases = Counter(
        sum(place < len(at) and card < len(at) and at[place] == at[card] for card, place in pairs)
        for pairs in map(enumerate, permutations(range(deck)))
    )
    law = chance.matches(deck, sizes)
    told = {law.low + at: one for at, one in enumerate(law.chances.tolist()) if one}
    assert told == near({number: times / 120 for number, times in cases.items()})


def test_cards_that_come_back_to_their_place() -> None:
    """Derangements: of five cards none comes back in 44 of 120 orders."""
    assert chance.matches(5, (1,) * 5).chances.tolist() == near(
        [44 / 120, 45 / 120, 20 / 120, 10 / 120, 0, 1 / 120]
    )


@pytest.mark.parametrize("sizes", [(1, 1, 1), (2, 1), (1, 1), (1,)])
def test_matches_of_every_two_of_three_deals(sizes: tuple[int, ...]) -> None:
    """All 216 ways that three cards can fall three times; one of them may be left over."""
    at = np.repeat(np.arange(len(sizes)), sizes)
    falls = [[at[one] if one < len(at) else -1 for one in deal] for deal in permutations(range(3))]
    sums = [
        sum(
            first == second >= 0
            for one, two in combinations(deals, 2)
            for first, second in zip(one, two, strict=True)
        )
        for deals in product(falls, repeat=3)
    ]
    mean, variance, third = chance.all_matches(3, sizes, 3)
    values = np.array(sums, dtype=float)
    assert mean == near(values.mean())
    assert variance == near(values.var())
    assert third == near(((values - values.mean()) ** 3).mean())


def test_matches_of_one_deal_are_none() -> None:
    assert chance.all_matches(52, (13,) * 4, 1) == (0, 0, 0)
    assert chance.all_matches(1, (1,), 5)[1:] == (0, 0)


def test_a_skewed_sum_is_approached_from_the_safe_side() -> None:
    """Fixed points of two orders of 52 cards are as good as a Poisson number of mean 1."""
    for seen in range(1, 8):
        told = chance.pearson(seen - 1, 1.0, 1.0)
        exact = stats.poisson.sf(seen - 1, 1)
        assert exact <= told <= 3 * exact + 0.01


@pytest.mark.parametrize(("deals", "places"), [(8, 4), (8, 52), (40, 52)])
def test_the_matches_of_many_deals_have_the_tails_that_are_told(deals: int, places: int) -> None:
    """Against 2,000 fair samples: what is told to happen in 5 % and 1 % does."""
    rng = np.random.default_rng(places)
    place = np.repeat(np.arange(places), 52 // places)
    fair = rng.permuted(np.tile(np.arange(52), (2000 * deals, 1)), axis=1)
    to = place[fair].reshape(2000, deals, 52)
    counts = np.stack([(to == one).sum(axis=1) for one in range(places)])
    sums = (counts * (counts - 1)).sum(axis=(0, 2)) // 2
    mean, variance, third = chance.all_matches(52, (52 // places,) * places, deals)
    told = np.array([chance.pearson(one, variance, third) for one in np.unique(sums) - mean])
    p = told[np.searchsorted(np.unique(sums), sums)]
    for level in (0.05, 0.01):
        assert (p <= level).sum() <= stats.binom.isf(1e-4, 2000, level)
        assert (p <= level).sum() >= stats.binom.ppf(1e-4, 2000, 0.7 * level)


# Many tests


def test_holm() -> None:
    assert chance.holm([0.01, 0.04, 0.03]) == near([0.03, 0.06, 0.06])
    assert chance.holm([0.6, 0.7]) == [1.0, 1.0]
    assert chance.holm([]) == []


def test_what_can_never_stand_out_does_not_count() -> None:
    # At 0.01 / 2 two can stand out; at 0.01 three could, which are more than one.
    assert chance.testable([0.009, 0.004, 1e-9, 0.5], 0.01) == [False, True, True, False]
    # At 0.01, one; at 0.01 / 3 all three.
    assert chance.testable([0.011, 1e-9], 0.01) == [False, True]
    assert chance.testable([0.003, 0.003, 0.003], 0.01) == [True] * 3
    assert chance.testable([0.5, 1.0], 0.01) == [False, False]
    assert chance.testable([], 0.01) == []
