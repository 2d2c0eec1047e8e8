"""How the cards of many deals fell: every test that an audit makes (section 19.3).

Needs numpy and scipy, the extra ``audit``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from math import asin, ceil, comb, sqrt
from typing import Final, NamedTuple

import numpy as np

from fairdeal import chance
from fairdeal.chance import Array, Law, Total
from fairdeal.sample import Sample
from fairdeal.strata import Stratum, stratified

LEVEL: Final = 0.01
"""A corrected p-value up to this is called unusual."""
_CELL: Final = 5
"""Lengths of a hand are counted together, from both ends, until so many are expected."""
_SKEWED: Final = 1.0
"""No more skewed may the law of the matches of every two deals be for the approximation."""
_SHARES: Final = frozenset({"single", "person", "card", "lengths"})
_SUMS: Final = 1 << 16
"""Points are rounded until their sum has about so many values at most."""


@dataclass(frozen=True, slots=True)
class OneTest:
    """One test: what was seen in its most unusual cell, and how often chance does as much.

    ``kind`` is a name of section 19.3, ``pool`` a place in ``Audit.pools``, ``about`` a group and
    ``card`` a card. ``place`` is a seat, or the number of seats for the cards left over; ``person``
    a key (hex), the host's for its bots; ``span`` the shortest and longest of some lengths.
    ``least`` is the smallest ``p`` that so many deals could give at all; ``exact``: ``p`` is no
    approximation. ``corrected`` is None where nothing is judged by it.
    """

    kind: str
    pool: int
    p: float
    least: float
    effect: float
    observed: float
    expected: float
    about: str = ""
    card: str = ""
    place: int | None = None
    person: str = ""
    span: tuple[int, int] | None = None
    exact: bool = True
    corrected: float | None = None

    @property
    def is_judged(self) -> bool:
        """Whether it can raise an alarm. Points cannot: skill shows in them too."""
        return self.kind != "points"

    @property
    def unusual(self) -> bool:
        """Whether it stands out after the correction for the number of tests."""
        return self.corrected is not None and self.corrected <= LEVEL


class Cell(NamedTuple):
    """What was counted in one cell of a test, and the law of it; shown as a part of ``of``."""

    seen: int
    total: Total
    of: int
    about: str = ""
    card: str = ""
    place: int | None = None
    person: str = ""
    span: tuple[int, int] | None = None


class Pool:
    """All deals of one host, or of all, in one game with one number of seats, whatever the decks.

    ``points`` holds, for each table whose results all tell them, its number of deals and the
    points of each seat.
    """

    def __init__(
        self,
        strata: Sequence[Stratum],
        points: Sequence[tuple[int, Sequence[int]]] = (),
    ) -> None:
        self.strata = strata
        self.points = points
        self.seats = strata[0].seats
        self.deals = sum(one.deals for one in strata)

    @classmethod
    def of(cls, tables: Sequence[Sample]) -> Pool:
        """The pool of tables that have game and number of seats in common."""
        return cls(list(stratified(tables)), list(_points(tables)))

    def tests(self, number: int) -> Iterator[OneTest]:
        """All tests that can be made; ``number`` is the pool's. Those of single cards first."""
        suits = [group for group in self._groups if group not in self.singles]
        for kind, cells in (
            *(("single", self.single(group)) for group in self.singles),
            *(("person", self._person(group)) for group in self.singles),
            ("card", self._card()),
            *(("lengths", self.lengths(group)) for group in suits),
            *(("group", self._group(group)) for group in suits),
            ("same-seat", self._again(ordered=False)),
            ("same-place", self._again(ordered=True)),
        ):
            yield from _worst(kind, number, cells)
        yield from self._every_two("cards", number, ordered=False)
        yield from self._every_two("order", number, ordered=True)
        deals = sum(deals for deals, _ in self.points)
        for test in _worst("points", number, self._by_points()):
            told = [points for _, points in self.points]
            seat = test.place or 0
            yield replace(
                test,
                observed=sum(points[seat] for points in told) / deals,
                expected=sum(map(sum, told)) / self.seats / deals,
            )

    @cached_property
    def _groups(self) -> Sequence[str]:
        return list(dict.fromkeys(name for one in self.strata for name in one.groups))

    @cached_property
    def singles(self) -> Sequence[str]:
        """The groups that are one card, or its copies, in every deck."""
        return [group for group in self._groups if self._is_single(group)]

    def _is_single(self, group: str) -> bool:
        return all(
            len({one.alike.deck[at] for at in one.groups.get(group, ())}) <= 1
            for one in self.strata
        )

    def single(self, group: str) -> Iterator[Cell]:
        """In how many deals each hand held the card, or one of its copies."""
        strata = [one for one in self.strata if group in one.groups]
        deals = sum(one.deals for one in strata)
        card = strata[0].alike.deck[strata[0].groups[group][0]]
        for seat in range(self.seats):
            parts: Counter[Law] = Counter()
            for one in strata:
                copies = len(one.groups[group])
                law = chance.holds(len(one.alike.deck), copies, one.alike.sizes[seat])
                parts[law] += one.deals
            seen = sum(int((one.holding(group, seat) > 0).sum()) for one in strata)
            yield Cell(seen, _total(parts), deals, group, card, seat)

    def _person(self, group: str) -> Iterator[Cell]:
        """In how many deals each person held it, in whatever seat; bots are the host's."""
        parts: dict[str, Counter[Law]] = {}
        seen: Counter[str] = Counter()
        card = ""
        for one in self.strata:
            if group not in one.groups:
                continue
            deck, copies = len(one.alike.deck), len(one.groups[group])
            card = one.alike.deck[one.groups[group][0]]
            held = np.stack([one.holding(group, seat) > 0 for seat in range(self.seats)], axis=1)
            for sitters, has in zip(one.sitters, held, strict=False):
                sizes: Counter[str] = Counter()
                for key, size in zip(sitters, one.alike.sizes, strict=False):
                    sizes[key] += size
                for key, size in sizes.items():
                    parts.setdefault(key, Counter())[chance.holds(deck, copies, size)] += 1
                seen.update({key for key, hit in zip(sitters, has, strict=False) if hit})
        for key in sorted(parts):
            total = _total(parts[key])
            yield Cell(seen[key], total, total.number, group, card, person=key)

    @property
    def watched(self) -> tuple[str, Sequence[Cell]]:
        """A single card that players watch, or else any, and the cells of its test."""
        if self.singles:
            return self.singles[-1], list(self.single(self.singles[-1]))
        cells = list(self._card())
        return cells[0].card, cells

    def _card(self) -> Iterator[Cell]:
        """How many times each card went to each place."""
        for card in dict.fromkeys(card for one in self.strata for card in one.kinds):
            strata = [one for one in self.strata if card in one.kinds]
            for place in range(self.seats + 1):
                yield from self._at_place(
                    [(one, one.kinds[card]) for one in strata if place < len(one.places)],
                    place,
                    card=card,
                )

    def _group(self, group: str) -> Iterator[Cell]:
        """How many cards of a group went to each place."""
        strata = [one for one in self.strata if group in one.groups]
        for place in range(self.seats + 1):
            yield from self._at_place(
                [(one, one.groups[group]) for one in strata if place < len(one.places)],
                place,
                about=group,
            )

    def _at_place(
        self,
        where: Sequence[tuple[Stratum, Sequence[int]]],
        place: int,
        *,
        about: str = "",
        card: str = "",
    ) -> Iterator[Cell]:
        parts: Counter[Law] = Counter()
        seen = of = 0
        for one, cards in where:
            parts[chance.held(len(one.alike.deck), len(cards), one.places[place])] += one.deals
            seen += int(one.went[cards, place].sum())
            of += one.deals * (len(cards) if card else 1)
        if parts:
            yield Cell(seen, _total(parts), of, about, card, place)

    def lengths(self, group: str) -> Iterator[Cell]:
        """How many hands held how many cards of a group."""
        strata = [one for one in self.strata if group in one.groups]
        most = max(max(one.alike.sizes) for one in strata)
        expected, seen = np.zeros(most + 1), np.zeros(most + 1, dtype=int)
        for one in strata:
            for seat, hand in enumerate(one.alike.sizes):
                law = chance.held(len(one.alike.deck), len(one.groups[group]), hand)
                lengths = slice(law.low, law.low + law.width + 1)
                expected[lengths] += one.deals * law.chances
                seen += np.bincount(one.holding(group, seat), minlength=most + 1)
        for shortest, longest in _spans(expected):
            parts: Counter[Law] = Counter()
            for one in strata:
                cards = len(one.groups[group])
                deck, sizes = len(one.alike.deck), one.alike.sizes
                parts[chance.hands_with(deck, cards, sizes, shortest, longest)] += one.deals
            inside = int(seen[shortest : longest + 1].sum())
            span = (shortest, longest)
            yield Cell(inside, _total(parts), int(seen.sum()), group, span=span)

    def _again(self, *, ordered: bool) -> Iterator[Cell]:
        """How many cards came back, from one deal to the next, to their seat or place."""
        parts: Counter[Law] = Counter()
        seen = 0
        for one in self.strata:
            sizes = _matched(one, ordered)
            cards = one.at if ordered else one.owner
            same = (cards[1:] == cards[:-1]) & (cards[1:] < len(sizes))
            seen += int(same[one.follows[1:]].sum())
            parts[chance.matches(len(one.alike.deck), sizes)] += one.pairs
        total = _total(parts)
        yield Cell(seen, total, total.number)

    def _every_two(self, kind: str, number: int, *, ordered: bool) -> Iterator[OneTest]:
        """The same between every two deals of a stratum; too many would mean favourite places."""
        matched = mean = variance = third = most = 0.0
        pairs = 0
        for one in self.strata:
            sizes = _matched(one, ordered)
            counts = (one.lay if ordered else one.went)[:, : len(sizes)].astype(np.int64)
            # A place where a card was k times makes k (k - 1) / 2 pairs of deals that match.
            matched += int((counts * (counts - 1)).sum()) // 2
            moments = chance.all_matches(len(one.alike.deck), sizes, one.deals)
            mean, variance, third = mean + moments[0], variance + moments[1], third + moments[2]
            pairs += comb(one.deals, 2)
            most += comb(one.deals, 2) * sum(sizes)
        if not variance or abs(third) > _SKEWED * variance**1.5:
            return
        yield OneTest(
            kind=kind,
            pool=number,
            p=chance.pearson(matched - mean, variance, third),
            least=chance.pearson(most - mean, variance, third),
            effect=(matched - mean) / sqrt(variance * pairs),
            observed=matched / pairs,
            expected=mean / pairs,
            exact=False,
        )

    def _by_points(self) -> Iterator[Cell]:
        """The points of each seat, if every table is turned by chance."""
        if len(self.points) < 2:
            return
        tables = [[one - min(points) for one in points] for _, points in self.points]
        variance = sum(float(np.var(np.array(one, dtype=float))) for one in tables)
        reach = chance.far(variance, max(map(max, tables)))
        unit = max(1, ceil(2 * reach / _SUMS))
        laws: Counter[tuple[int, ...]] = Counter()
        sums = [0] * self.seats
        for points in tables:
            rounded = [one // unit for one in points]
            laws[tuple(sorted(rounded))] += 1
            sums = [one + more for one, more in zip(sums, rounded, strict=True)]
        total = Total({Law.of(np.bincount(one)): times for one, times in laws.items()})
        for seat, seen in enumerate(sums):
            yield Cell(seen, total, len(tables), place=seat)


@lru_cache(maxsize=1 << 12)
def _law_of(parts: frozenset[tuple[Law, int]]) -> Total:
    return Total(dict(parts))


def _total(parts: Mapping[Law, int]) -> Total:
    """The law of a sum; many cells have the same one."""
    return _law_of(frozenset(parts.items()))


def _worst(kind: str, pool: int, cells: Iterable[Cell]) -> Iterator[OneTest]:
    """The test of the most unusual cell; none if chance could not do otherwise in any."""
    free = [cell for cell in cells if cell.total.low < cell.total.high]
    if not free:
        return
    # Who sat there twice, or a card that was rarely in the deck, can show nothing.
    worth = chance.testable([cell.total.least for cell in free], LEVEL)
    free = [cell for cell, can in zip(free, worth, strict=True) if can] or free
    chances = [(cell.total.p(cell.seen), cell) for cell in free]
    # Of equal ones the first that is farthest off, whatever the last digits are.
    p, worst = min(chances, key=lambda one: (_short(one[0]), _short(-abs(_away(one[1])))))
    observed, expected = worst.seen / worst.of, worst.total.mean / worst.of
    yield OneTest(
        kind=kind,
        pool=pool,
        p=min(1.0, len(free) * p),
        least=min(1.0, len(free) * min(cell.total.least for cell in free)),
        effect=_h(observed, expected)
        if kind in _SHARES
        else _away(worst) / sqrt(worst.total.number),
        observed=observed,
        expected=expected,
        about=worst.about,
        card=worst.card,
        place=worst.place,
        person=worst.person,
        span=worst.span,
    )


def _away(cell: Cell) -> float:
    return (cell.seen - cell.total.mean) / sqrt(cell.total.variance)


def _short(value: float) -> float:
    return float(f"{value:.6g}")


def _spans(expected: Array) -> Iterator[tuple[int, int]]:
    """The lengths that are counted together, each from ... to ...; none if all of them are."""
    enough = np.flatnonzero(
        (np.cumsum(expected) >= _CELL) & (np.cumsum(expected[::-1])[::-1] >= _CELL)
    )
    if len(enough) < 2:
        return
    first, last = int(enough[0]), int(enough[-1])
    yield 0, first
    for length in range(first + 1, last):
        yield length, length
    yield last, len(expected) - 1


def _points(tables: Sequence[Sample]) -> Iterator[tuple[int, Sequence[int]]]:
    for table in tables:
        told = [deal.points for deal in table.deals if deal.points is not None]
        seats = len(table.deals[0].hands)
        if len(told) == len(table.deals) and all(len(points) == seats for points in told):
            yield len(told), [sum(points) for points in zip(*told, strict=True)]


def _h(seen: float, expected: float) -> float:
    """Cohen's h of two shares."""
    return 2 * asin(sqrt(seen)) - 2 * asin(sqrt(min(expected, 1.0)))


def _matched(stratum: Stratum, ordered: bool) -> tuple[int, ...]:
    """The sizes of the places at which cards can match: those of the order, or the hands."""
    return (1,) * len(stratum.alike.deck) if ordered else stratum.alike.sizes
