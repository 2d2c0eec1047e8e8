"""Chance: exact intervals, exact laws of sums, and corrections for many tests (section 19).

Nothing is drawn: every p-value follows from the numbers alone. Needs numpy and scipy.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from math import ceil, comb, exp, factorial, floor, log, sqrt
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy import fft, stats

Array: TypeAlias = "NDArray[Any]"

FLOOR: Final = 1e-10
"""No tail is told smaller than this: rounding errors stay below it."""
_BEYOND: Final = 42.0
"""What lies outside the part of a law that is computed has a chance below e ** -42."""


def interval(count: int, of: int, confidence: float = 0.95) -> tuple[float, float]:
    """The exact interval of Clopper and Pearson for the share behind ``count`` of ``of``."""
    half = (1 - confidence) / 2
    low = float(stats.beta.ppf(half, count, of - count + 1)) if count else 0.0
    high = float(stats.beta.ppf(1 - half, count + 1, of - count)) if count < of else 1.0
    return low, high


@dataclass(frozen=True, slots=True, eq=False)
class Law:
    """The ``chances`` of the whole numbers from ``low`` on; the first and the last are above 0."""

    low: int
    chances: Array

    @classmethod
    def of(cls, chances: Sequence[float] | Array) -> Law:
        """The law with the chances of 0, 1, 2, ..., in any unit."""
        found = np.asarray(chances, dtype=float)
        there = np.flatnonzero(found > 0)
        trimmed = found[there[0] : there[-1] + 1]
        return cls(int(there[0]), trimmed / trimmed.sum())

    def central(self, power: int) -> float:
        """The mean of (number - mean) ** power."""
        return float(self.chances @ (np.arange(len(self.chances)) - self._above_low) ** power)

    @property
    def mean(self) -> float:
        """The mean."""
        return self.low + self._above_low

    @property
    def width(self) -> int:
        """The largest number less the smallest."""
        return len(self.chances) - 1

    @property
    def _above_low(self) -> float:
        return float(self.chances @ np.arange(len(self.chances)))


class Total:
    """The law of a sum of independent numbers: ``parts`` tells how many follow which law."""

    def __init__(self, parts: Mapping[Law, int]) -> None:
        self.parts = {law: times for law, times in parts.items() if times}
        pairs = self.parts.items()
        self.number = sum(self.parts.values())
        self.mean = sum(times * law.mean for law, times in pairs)
        self.variance = sum(times * law.central(2) for law, times in pairs)
        self.low = sum(times * law.low for law, times in pairs)
        self.high = self.low + sum(times * law.width for law, times in pairs)

    @cached_property
    def least(self) -> float:
        """The smallest p-value that `p` can have, whatever is seen."""
        ends = [
            sum(times * log(law.chances[end]) for law, times in self.parts.items())
            for end in (0, -1)
        ]
        return _two_sided(exp(min(ends)))

    def p(self, seen: int) -> float:
        """The p-value of a sum: twice the smaller tail, both including the sum."""
        first, below, above = self._tails
        if not 0 <= seen - first < len(below):
            return FLOOR
        return _two_sided(float(min(below[seen - first], above[seen - first])))

    def found_from(self, alpha: float) -> int | None:
        """The smallest sum above the mean with p <= ``alpha``; None if there is none."""
        first, _, above = self._tails
        start = max(floor(self.mean) + 1 - first, 0)
        rare = np.flatnonzero(np.maximum(2 * above[start:], FLOOR) <= alpha)
        return first + start + int(rare[0]) if len(rare) else None

    @cached_property
    def _tails(self) -> tuple[int, Array, Array]:
        """The first sum that can be met, then for each P(sum or less) and P(sum or more)."""
        reach = far(self.variance, max((law.width for law in self.parts), default=0))
        first = max(self.low, floor(self.mean - reach))
        last = min(self.high, ceil(self.mean + reach))
        size = fft.next_fast_len(last - first + 1, real=True)
        spectrum = np.ones(size // 2 + 1, dtype=complex)
        for law, times in self.parts.items():
            spectrum *= fft.rfft(law.chances, size) ** times
        # Sums beyond the ends come round at the other one, where they are too rare to matter.
        around = fft.irfft(spectrum, size)
        chances = around[(np.arange(first, last + 1) - self.low) % size]
        return first, np.cumsum(chances), np.cumsum(chances[::-1])[::-1]


def far(variance: float, width: int) -> float:
    """How far a sum is from its mean with a chance below e ** -42, by Bernstein's inequality.

    ``width`` is the largest of a number that is added up.
    """
    third = _BEYOND * width / 3
    return third + sqrt(third**2 + 2 * _BEYOND * variance)


def _two_sided(tail: float) -> float:
    return min(1.0, max(FLOOR, 2 * tail))


def pearson(seen: float, variance: float, third: float) -> float:
    """About P(sum >= seen) for sums of mean 0 in steps of 1, by their second and third moment."""
    spread = sqrt(variance)
    tail = stats.pearson3.sf((seen - 0.5) / spread, third / spread**3)
    return min(1.0, max(FLOOR, float(tail)))


# Laws of one deal


@cache
def held(deck: int, cards: int, hand: int) -> Law:
    """How many of so many cards of the deck a hand holds: the hypergeometric law."""
    ways = [
        comb(cards, one) * comb(deck - cards, hand - one) for one in range(min(cards, hand) + 1)
    ]
    return Law.of([way / comb(deck, hand) for way in ways])


@cache
def holds(deck: int, cards: int, hand: int) -> Law:
    """1 if a hand holds at least one of so many cards of the deck, else 0."""
    none = comb(deck - cards, hand) / comb(deck, hand)
    return Law.of([none, 1 - none])


@cache
def hands_with(deck: int, cards: int, hands: tuple[int, ...], shortest: int, longest: int) -> Law:
    """How many of the hands hold from ``shortest`` to ``longest`` of so many cards of the deck."""
    # ways[i][j]: so far i of the cards are dealt, and j hands are such.
    ways = np.zeros((cards + 1, len(hands) + 1))
    ways[0, 0] = 1
    for hand in hands:
        before, ways = ways, np.zeros_like(ways)
        for length in range(min(cards, hand) + 1):
            such = shortest <= length <= longest
            more = comb(hand, length) * before[: cards + 1 - length, : len(hands) + 1 - such]
            ways[length:, int(such) :] += more
    left = deck - sum(hands)
    rest = [float(comb(left, cards - dealt)) for dealt in range(cards + 1)]
    return Law.of(np.array(rest) @ ways)


@cache
def matches(deck: int, sizes: tuple[int, ...]) -> Law:
    """How many cards fall to a hand of that size that had them in another deal.

    Rook numbers: rooks[k] are the ways to choose k cards that match, and where they match.
    """
    rooks = [1]
    for size in sizes:
        inside = [comb(size, chosen) ** 2 * factorial(chosen) for chosen in range(size + 1)]
        product = [0] * (len(rooks) + size)
        for one, many in enumerate(rooks):
            for two, more in enumerate(inside):
                product[one + two] += many * more
        rooks = product
    hits = [rook * factorial(deck - number) for number, rook in enumerate(rooks)]
    ways = [
        sum((-1) ** (more - few) * comb(more, few) * hits[more] for more in range(few, len(hits)))
        for few in range(len(hits))
    ]
    return Law.of([way / factorial(deck) for way in ways])


@cache
def all_matches(deck: int, sizes: tuple[int, ...], deals: int) -> tuple[float, float, float]:
    """Mean, variance and third central moment of the sum of `matches` of every two deals.

    Given one deal, the matches with another have the same mean, whatever it is: so no two pairs of
    deals are correlated, and only three deals in a ring add to the third moment.
    """
    one = matches(deck, sizes)
    hands = np.array(sizes, dtype=float)
    spread = np.diag(hands) - np.outer(hands, hands) / deck
    ring = float(np.trace(spread @ spread @ spread)) / max(deck - 1, 1) ** 2
    pairs = comb(deals, 2)
    third = pairs * one.central(3) + 6 * comb(deals, 3) * ring
    return pairs * one.mean, pairs * one.central(2), third


# Many tests


def testable(least: Sequence[float], level: float) -> list[bool]:
    """Which tests are worth correcting for, by the smallest p-value that each can have.

    Tarone (1990): for the smallest k that at most k tests can pass ``level`` / k, those.
    """
    ordered = sorted(least)
    number = 1
    while bisect_right(ordered, level / number) > number:
        number += 1
    return [one <= level / number for one in least]


def holm(chances: Sequence[float]) -> list[float]:
    """The p-values corrected for their number, by Holm's rule."""
    corrected = [0.0] * len(chances)
    largest = 0.0
    order = sorted(range(len(chances)), key=chances.__getitem__)
    for rank, place in enumerate(order):
        largest = max(largest, (len(chances) - rank) * chances[place])
        corrected[place] = min(1.0, largest)
    return corrected


def share_found(least: int, of: int, power: float = 0.9) -> float:
    """The share of which ``least`` or more of so many are seen with this chance."""
    return float(stats.beta.ppf(power, least, of - least + 1))
