"""Exact intervals and p-values, against hand figures or against going through all cases."""

from __future__ import annotations

from itertools import permutations, product
from math import sqrt

import numpy as np
import pytest

from fairdeal import chance
from fairdeal.chance import Array, Measures, Shape


def near(value: object) -> object:
    return pytest.approx(value, rel=1e-9, abs=1e-12)


# Shares


def test_the_interval_of_a_share() -> None:
    # Nothing of 10: (1 - p)^10 = 0.025. One of two: 1 - (1 - p)^2 = 0.025, 1 - p^2 = 0.025.
    assert chance.interval(0, 10) == near((0, 1 - 0.025**0.1))
    assert chance.interval(10, 10) == near((0.025**0.1, 1))
    assert chance.interval(1, 2) == near((1 - sqrt(0.975), sqrt(0.975)))
    assert chance.interval(1, 2, 0.5) == near((1 - sqrt(0.75), sqrt(0.75)))
    assert chance.interval(0, 0) == (0, 1)


@pytest.mark.parametrize(
    ("count", "of", "share", "p"),
    [
        (5, 5, 0.5, 2 / 32),
        (0, 5, 0.25, 2 * 0.75**5),
        (3, 4, 0.5, 2 * 5 / 16),
        (2, 4, 0.5, 1),
        (4, 4, 0.25, 2 / 256),
    ],
)
def test_the_binomial_test_doubles_the_smaller_tail(
    count: int, of: int, share: float, p: float
) -> None:
    assert chance.binomial(count, of, share) == near(p)


def test_the_same_of_trials_with_several_shares() -> None:
    """One of each: both with 1/2 * 1/4, none with 1/2 * 3/4."""
    parts = [(1, 0.5), (1, 0.25)]
    assert chance.binomials(2, parts) == near(2 / 8)
    assert chance.binomials(0, parts) == near(2 * 3 / 8)
    assert chance.binomials(1, parts) == near(1)
    # Three times 1/2 and never, and twice 1/4 and each time: one way to do as much.
    assert chance.binomials(5, [(3, 0.5), (2, 0.25)]) == near(2 / 8 / 16)
    assert chance.binomials(3, [(4, 0.5)]) == near(chance.binomial(3, 4, 0.5))


def test_what_a_binomial_test_detects() -> None:
    # Two of two has p = 2 / 4; a share q gives it with q^2 = 0.9.
    assert chance.detectable(2, 0.5, 0.51) == near(sqrt(0.9))
    assert chance.detectable(2, 0.5, 0.49) is None
    # Three or more of four: p = 2 * 5 / 16 = 0.625; and 4 q^3 (1 - q) + q^4 = 0.5.
    found = chance.detectable(4, 0.5, 0.63, power=0.5)
    assert found is not None
    assert 4 * found**3 * (1 - found) + found**4 == near(0.5)


def test_the_chance_to_hold_a_card() -> None:
    assert chance.holding(52, 1, 13) == near(1 / 4)
    assert chance.holding(4, 2, 2) == near(5 / 6)
    assert chance.holding(3, 1, 0) == 0


def test_the_chances_of_lengths() -> None:
    assert chance.lengths(4, 2, 2).tolist() == near([1 / 6, 4 / 6, 1 / 6])
    assert chance.lengths(5, 1, 3).tolist() == near([2 / 5, 3 / 5])
    assert chance.lengths(3, 3, 2).tolist() == [0, 0, 1]


def test_holm() -> None:
    assert chance.holm([0.01, 0.04, 0.03]) == near([0.03, 0.06, 0.06])
    assert chance.holm([0.6, 0.7]) == [1.0, 1.0]
    assert chance.holm([]) == []


# Fair samples


def test_a_p_value_counts_the_samples_and_the_deal_itself() -> None:
    values = iter([0, 0, 0, 2, 0, 3, 0, 0, 0])
    drawn: list[int] = []
    (p,) = chance.monte_carlo(
        lambda most: np.array([[next(values)]]), np.array([2.0]), 9, lambda: drawn.append(1)
    )
    assert p == near(3 / 10)
    assert len(drawn) == 9


def test_no_more_are_drawn_than_needed() -> None:
    """Half of the samples reach it: the 50th of them is the 100th; nothing is left to learn."""
    values = iter([0, 1] * 1000)
    drawn: list[int] = []
    (p,) = chance.monte_carlo(
        lambda most: np.array([[next(values)]]), np.array([1.0]), 1000, lambda: drawn.append(1)
    )
    assert p == near(50 / 100)
    assert len(drawn) == 100


def test_every_statistic_has_its_own_p_value() -> None:
    always_and_never = np.array([[1, 0]] * 60)
    p = chance.monte_carlo(
        lambda most: always_and_never[:most], np.array([1, 1]), 100, lambda: None
    )
    assert p == near([50 / 50, 1 / 101])


def test_a_table_is_turned_and_never_torn() -> None:
    sums = chance.turned(np.array([[3, 1, 0]]), np.random.default_rng(1), 200)
    assert {tuple(row) for row in sums.tolist()} == {(3, 1, 0), (1, 0, 3), (0, 3, 1)}
    # Two tables: nine ways to turn them, all of which occur.
    sums = chance.turned(np.array([[3, 1, 0], [20, 10, 0]]), np.random.default_rng(1), 400)
    turns = product(((3, 1, 0), (1, 0, 3), (0, 3, 1)), ((20, 10, 0), (10, 0, 20), (0, 20, 10)))
    assert {tuple(row) for row in sums.tolist()} == {
        tuple(map(sum, zip(*two, strict=True))) for two in turns
    }


# What is counted


def shape(
    sizes: tuple[int, ...],
    deals: int,
    *,
    seats: int | None = None,
    groups: tuple[tuple[int, ...], ...] = (),
    kinds: tuple[int, ...] | None = None,
) -> Shape:
    """Deals of one table, each following the one before it."""
    return Shape(
        kinds=kinds or tuple(range(sum(sizes))),
        seats=len(sizes) if seats is None else seats,
        sizes=sizes,
        groups=groups,
        follows=np.array([False] + [True] * (deals - 1)),
    )


def every(sizes: tuple[int, ...], deals: int) -> tuple[Array, Array]:
    """All ways in which so many deals can fall: ``owner`` and ``at``."""
    orders = list(permutations(range(sum(sizes))))
    at = np.array(list(product(orders, repeat=deals)), dtype=np.uint8)
    return np.repeat(np.arange(len(sizes)), sizes)[at], at


def column(measures: Measures, statistics: Array, name: str) -> Array:
    found: Array = statistics[:, [one.name for one in measures.all].index(name)]
    return found


def test_all_to_one_seat_has_the_p_value_of_coins() -> None:
    """Two cards, two seats, four deals: 2 of 16 ways give one seat the same card each time."""
    measures = Measures(shape((1, 1), 4))
    owner, at = every((1, 1), 4)
    statistics = measures.statistics(owner, at)
    same = owner[:, :, 0].sum(axis=1)
    for name in ("cards", "card", "order"):
        values = column(measures, statistics, name)
        most = values[same == 0][0]
        assert (values >= most - 1e-9).mean() == near(2 / 16)
    # Four times 2 where 2 are expected, each cell: (4 - 2)^2 / 2 * 2 + (0 - 2)^2 / 2 * 2.
    assert column(measures, statistics, "cards")[same == 0].tolist() == near([8.0])
    # The worst cell in units of its variance 4 * 1/2 * 1/2.
    assert column(measures, statistics, "card")[same == 0].tolist() == near([4.0])


@pytest.mark.parametrize(
    ("sizes", "seats"), [((2, 2), 2), ((2, 1, 1), 2), ((3, 1), 2), ((1, 1, 1), 3), ((2, 0, 2), 2)]
)
def test_cards_that_come_back(sizes: tuple[int, ...], seats: int) -> None:
    """Mean and variance of both serial counts, by all pairs of deals."""
    two = shape(sizes, 2, seats=seats)
    measures = Measures(two)
    owner, at = every(sizes, 2)
    counts = dict(zip([one.name for one in measures.all], measures.counts(owner, at), strict=True))
    by_name = {one.name: one for one in measures.all}
    for name in ("same-seat", "same-place"):
        assert counts[name].mean() == near(float(by_name[name].expected[0]))
        assert counts[name].var() == near(float(by_name[name].scale[0]))


@pytest.mark.parametrize(
    "named",
    [
        {},
        {"groups": ((0, 1),)},
        {"kinds": (0, 0, 1, 2)},
        {"seats": 2},
    ],
)
def test_expected_counts_are_the_means_over_all_deals(named: dict[str, object]) -> None:
    measures = Measures(shape((2, 1, 1), 2, **named))  # type: ignore[arg-type]
    counts = measures.counts(*every((2, 1, 1), 2))
    for measure, seen in zip(measures.all, counts, strict=True):
        assert seen.mean(axis=0).tolist() == near(measure.expected.tolist())


def test_the_variance_of_a_card_is_that_of_all_deals() -> None:
    measures = Measures(shape((2, 1, 1), 2, kinds=(0, 0, 1, 2)))
    at = [one.name for one in measures.all].index("card")
    seen = measures.counts(*every((2, 1, 1), 2))[at]
    assert seen.var(axis=0).tolist() == near(measures.all[at].scale.tolist())


def test_lengths_are_counted_together_until_five_are_expected() -> None:
    """Two of four cards, hands of two: of six hands 1, 4, 1 are expected; of thirty 5, 20, 5."""
    few = Measures(shape((2, 2), 3, groups=((0, 1),)))
    assert "lengths" not in [one.name for one in few.all]
    enough = Measures(shape((2, 2), 15, groups=((0, 1),)))
    (lengths,) = [one for one in enough.all if one.name == "lengths"]
    assert lengths.expected.tolist() == near([5, 20, 5])
    assert lengths.labels == [(0, 0), (1, 1), (2, 2)]
    # One seat holds both cards each time: 15 hands of two, 15 of none.
    owner = np.zeros((1, 15, 4), dtype=np.uint8)
    owner[:, :, 2:] = 1
    at = np.tile(np.arange(4, dtype=np.uint8), (1, 15, 1))
    place = [one.name for one in enough.all].index("lengths")
    assert enough.counts(owner, at)[place].tolist() == [[15, 0, 15]]
    # Ten too many in two cells of 5, twenty too few in a cell of 20: 100 / 5 + 400 / 20 + 100 / 5.
    assert enough.statistics(owner, at)[0, place] == near(60)


def test_the_rare_lengths_go_together() -> None:
    """Of 40 hands with 13 of 52 cards, 0.5 lack a suit, 3.2 hold one card of it, 8.2 two."""
    measures = Measures(shape((13, 13, 13, 13), 10, groups=(tuple(range(13)),)))
    (lengths,) = [one for one in measures.all if one.name == "lengths"]
    assert lengths.labels == [(0, 2), (3, 3), (4, 4), (5, 13)]
    assert lengths.expected.sum() == near(40)


def test_one_card_is_no_group_to_measure_and_one_deal_follows_none() -> None:
    names = [one.name for one in Measures(shape((1, 1), 1, groups=((0,),))).all]
    assert names == ["cards", "card", "order"]


def test_what_never_changes_is_as_unlikely_as_can_be_told() -> None:
    thirty = shape((13, 13, 13, 13), 30)
    at = np.tile(np.arange(52, dtype=np.uint8), (1, 30, 1))
    p = Measures(thirty).p_values(at // 13, at, np.random.default_rng(1), 99)
    assert p == near([1 / 100] * 5)


def test_fair_shuffles_are_no_other_than_permutations() -> None:
    measures = Measures(shape((2, 1, 1), 3))
    owner, at = measures.fair(np.random.default_rng(1), 500)
    assert (np.sort(at, axis=2) == np.arange(4)).all()
    assert owner.tolist() == np.array([0, 0, 1, 2])[at].tolist()
    # All 24 orders occur; of 1500 each is expected 62.5 times.
    numbers = np.unique(at.reshape(-1, 4), axis=0, return_counts=True)[1]
    assert len(numbers) == 24
    assert numbers.min() > 30
