"""How the cards of many deals fell: every test that an audit makes (section 19.3).

Needs numpy and scipy, the extra ``audit``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import asin, sqrt
from typing import Final, NamedTuple

import numpy as np

from fairdeal import chance
from fairdeal.chance import Array, Measure, Measures, Shape
from fairdeal.game import Cards
from fairdeal.sample import Hands, Sample

LEVEL: Final = 0.01
"""A corrected p-value up to this is called unusual."""
_POINTS_AT_ONCE: Final = 1 << 20


@dataclass(frozen=True, slots=True)
class OneTest:
    """One test: what was seen in its most uneven place, and how often chance does as much.

    ``kind`` is a name of section 19.3, ``stratum`` a place in ``Audit.strata``, ``about`` a group
    or a card. ``place`` is a seat, or the number of seats for the cards left over; ``person`` a
    key, that of a host for its bots; ``span`` the shortest and longest of some lengths.
    ``observed`` and ``expected`` are None where no single number tells it. ``exact``: ``p`` is no
    estimate from fair shuffles. ``corrected`` is None for what tells not of the cards alone.
    """

    kind: str
    stratum: int
    p: float
    effect: float
    about: str = ""
    place: int | None = None
    person: str = ""
    span: tuple[int, int] | None = None
    observed: float | None = None
    expected: float | None = None
    exact: bool = False
    corrected: float | None = None

    @property
    def unusual(self) -> bool:
        """Whether it stands out after the correction for the number of tests."""
        return self.corrected is not None and self.corrected <= LEVEL

    @property
    def is_judged(self) -> bool:
        """Whether it tells how the cards fell: points tell of skill as well."""
        return self.kind != "points"


@dataclass(frozen=True, slots=True)
class Stratum:
    """Deals of one deck that fall in one way, and what so many of them could show.

    A seat that gets the card or group ``about`` in a share of ``detectable`` of the deals, in place
    of ``expected``, is found nine times of ten; None if no share is.
    """

    game: str
    seats: int
    deck: int
    tables: int
    deals: int
    about: str
    expected: float
    detectable: float | None


class Alike(NamedTuple):
    """What deals have in common that are tested together."""

    game: str
    deck: Cards
    sizes: tuple[int, ...]
    groups: tuple[tuple[str, Cards], ...]


class Seen(NamedTuple):
    """A deal, and at which table it was."""

    table: str
    hands: Hands


def stratified(tables: Sequence[Sample]) -> Mapping[Alike, Sequence[Seen]]:
    """All disclosed deals, each table's in order, by what they have in common."""
    strata: dict[Alike, list[Seen]] = {}
    for table in tables:
        for deal in table.deals:
            sizes = tuple(map(len, deal.hands))
            there = tuple(one for one in deal.groups if not set(one[1]).isdisjoint(deal.deck))
            alike = Alike(table.game, deal.deck, sizes, there)
            strata.setdefault(alike, []).append(Seen(table.table, deal))
    return strata


@dataclass(frozen=True, slots=True)
class _Person:
    """A person, or a host's bots: in which deals they had which seats, and in how many what share.

    ``parts`` are numbers of deals with the chance that a card of a group is theirs.
    """

    key: str
    deals: Mapping[int, Sequence[int]]
    parts: Sequence[tuple[int, float]]

    @property
    def extreme(self) -> float:
        """The smallest p-value that so many deals can give: the card each time, or never."""
        return min(chance.binomials(count, self.parts) for count in (0, len(self.deals)))


class Deals:
    """The deals of one stratum as arrays, and the tests of them."""

    def __init__(
        self, number: int, alike: Alike, seen: Sequence[Seen], rng: np.random.Generator
    ) -> None:
        self.number = number
        self.alike = alike
        self.seen = seen
        self.names = tuple(dict.fromkeys(alike.deck))
        kinds = [self.names.index(card) for card in alike.deck]
        left = len(alike.deck) - sum(alike.sizes)
        watched = [
            [at for at, card in enumerate(alike.deck) if card in group] for group in self.groups
        ]
        follows = [False] + [
            two.table == one.table and two.hands.number == one.hands.number + 1
            for one, two in pairwise(seen)
        ]
        self.shape = Shape(
            kinds=kinds,
            seats=len(alike.sizes),
            sizes=(*alike.sizes, left) if left else alike.sizes,
            groups=watched,
            follows=np.array(follows),
        )
        self.owner = np.array([[self._owners(one.hands, rng) for one in seen]], dtype=np.uint8)
        self.at = np.array([[self._places(one.hands, rng) for one in seen]], dtype=np.uint8)
        self.measures = Measures(self.shape)
        self.points = self._points()
        self._by_person = {group: list(self._persons(group)) for group in self.singles}

    @property
    def groups(self) -> Sequence[Cards]:
        """The cards of each group."""
        return [cards for _, cards in self.alike.groups]

    @property
    def singles(self) -> Sequence[int]:
        """The groups that are one card, or the copies of one."""
        return [at for at, group in enumerate(self.shape.groups) if self._is_single(group)]

    @property
    def tests(self) -> int:
        """How many tests are made of how the cards fell."""
        by_person = sum(bool(persons) for persons in self._by_person.values())
        return len(self.measures.all) + len(self.singles) + by_person

    def run(
        self, rng: np.random.Generator, draws: int, advance: Callable[[], None]
    ) -> Iterator[OneTest]:
        """All tests, those of single cards first."""
        for group in self.singles:
            yield self._single(group)
            if self._by_person[group]:
                yield self._person(group)
        chances = self.measures.p_values(self.owner, self.at, rng, draws, advance)
        counts = self.measures.counts(self.owner, self.at)
        for measure, count, p in zip(self.measures.all, counts, chances, strict=True):
            yield self._measured(measure, count[0], p)
        if len(self.points) > 1:
            yield self._points_test(rng, draws)

    def told(self, alpha: float) -> Stratum:
        """What it is, and what it could show at this level."""
        shape = self.shape
        about, copies = self.names[0], int(shape.copies[0])
        sides = len(shape.copies) * len(shape.sizes)
        if self.singles:
            group = self.singles[-1]
            about, copies = self.alike.groups[group][0], len(shape.groups[group])
            sides = shape.seats
        share = chance.holding(shape.deck, copies, shape.sizes[0])
        return Stratum(
            game=self.alike.game,
            seats=shape.seats,
            deck=shape.deck,
            tables=len({one.table for one in self.seen}),
            deals=shape.deals,
            about=about,
            expected=share,
            detectable=chance.detectable(shape.deals, share, alpha / sides),
        )

    def _is_single(self, group: Sequence[int]) -> bool:
        return len({self.shape.kinds[card] for card in group}) == 1

    def _owners(self, hands: Hands, rng: np.random.Generator) -> Sequence[int]:
        """The place that each card of the deck went to; of copies, chance says which is which."""
        places = self._shuffled_copies(rng)
        owners = [len(hands.hands)] * len(hands.deck)
        for seat, hand in enumerate(hands.hands):
            for card in hand:
                owners[places[card].pop()] = seat
        return owners

    def _places(self, hands: Hands, rng: np.random.Generator) -> Sequence[int]:
        """Where each card of the deck lay in the order."""
        places = self._shuffled_copies(rng)
        at = [0] * len(hands.deck)
        for place, card in enumerate(hands.order):
            at[places[card].pop()] = place
        return at

    def _shuffled_copies(self, rng: np.random.Generator) -> Mapping[str, list[int]]:
        places: dict[str, list[int]] = {}
        for place, card in enumerate(self.alike.deck):
            places.setdefault(card, []).append(place)
        for copies in places.values():
            if len(copies) > 1:
                rng.shuffle(copies)
        return places

    def _single(self, group: int) -> OneTest:
        """The seat that held a card, or one of its copies, most unusually often or seldom."""
        shape, cards = self.shape, self.shape.groups[group]
        found = []
        for seat, size in enumerate(shape.sizes[: shape.seats]):
            count = int((self.owner[0][:, cards] == seat).any(axis=1).sum())
            share = chance.holding(shape.deck, len(cards), size)
            found.append((chance.binomial(count, shape.deals, share), seat, count, share))
        p, seat, count, share = min(found)
        return OneTest(
            kind="single",
            stratum=self.number,
            p=min(1.0, shape.seats * p),
            effect=_h(count / shape.deals, share),
            about=self.alike.groups[group][0],
            place=seat,
            observed=count / shape.deals,
            expected=share,
            exact=True,
        )

    def _persons(self, group: int) -> Iterator[_Person]:
        """Everybody of whom that group could show anything, with the deals that can show it."""
        shape, copies = self.shape, len(self.shape.groups[group])
        sat: dict[str, dict[int, list[int]]] = {}
        for deal, one in enumerate(self.seen):
            for seat, key in enumerate(one.hands.sitters):
                sat.setdefault(key, {}).setdefault(deal, []).append(seat)
        for key, deals in sat.items():
            shares = {
                deal: chance.holding(shape.deck, copies, sum(shape.sizes[seat] for seat in seats))
                for deal, seats in deals.items()
            }
            # Where all seats are bots' and no card is left over, they have it each time.
            open_ = {deal: deals[deal] for deal, share in shares.items() if 0 < share < 1}
            parts = sorted(Counter(shares[deal] for deal in open_).items())
            person = _Person(key, open_, [(of, share) for share, of in parts])
            if open_ and person.extreme <= LEVEL:
                yield person

    def _person(self, group: int) -> OneTest:
        """The person, or the host's bots, that held a card most unusually often or seldom."""
        cards = self.shape.groups[group]
        found = []
        for person in self._by_person[group]:
            count = sum(
                any(self.owner[0, deal, card] in seats for card in cards)
                for deal, seats in person.deals.items()
            )
            found.append((chance.binomials(count, person.parts), person.key, count, person))
        p, key, count, person = min(found, key=lambda one: one[:2])
        of = len(person.deals)
        share = sum(many * one for many, one in person.parts) / of
        return OneTest(
            kind="person",
            stratum=self.number,
            p=min(1.0, len(found) * p),
            effect=_h(count / of, share),
            about=self.alike.groups[group][0],
            person=key,
            observed=count / of,
            expected=share,
            exact=True,
        )

    def _measured(self, measure: Measure, counts: Array, p: float) -> OneTest:
        uneven = measure.unevenness(counts)
        worst = int(np.argmax(uneven))
        count, expected = float(counts[worst]), float(measure.expected[worst])
        test = OneTest(
            measure.name, self.number, p, effect=sqrt(uneven.sum() / measure.expected.sum())
        )
        deals = self.shape.deals
        match measure.name:
            case "card":
                kind, place = measure.labels[worst]
                most = deals * int(self.shape.copies[kind])
                return replace(
                    test,
                    effect=_h(count / most, expected / most),
                    about=self.names[kind],
                    place=place,
                    observed=count / most,
                    expected=expected / most,
                )
            case "group":
                return replace(
                    test,
                    about=self.alike.groups[measure.about][0],
                    place=measure.labels[worst][0],
                    observed=count / deals,
                    expected=expected / deals,
                )
            case "lengths":
                hands = deals * self.shape.seats
                return replace(
                    test,
                    about=self.alike.groups[measure.about][0],
                    span=(measure.labels[worst][0], measure.labels[worst][1]),
                    observed=count / hands,
                    expected=expected / hands,
                )
            case "same-seat" | "same-place":
                pairs = int(self.shape.follows.sum())
                return replace(
                    test,
                    effect=(count - expected) / sqrt(pairs * float(measure.scale[worst])),
                    observed=count / pairs,
                    expected=expected / pairs,
                )
            case _:
                return test

    def _points(self) -> Array:
        """The points of each table by seat; of tables whose results all tell them."""
        tables: dict[str, list[Sequence[int]]] = {}
        for one in self.seen:
            points = one.hands.points
            tables.setdefault(one.table, []).append(points if points is not None else ())
        seats = self.shape.seats
        told = [
            np.sum(points, axis=0)
            for points in tables.values()
            if all(len(one) == seats for one in points)
        ]
        self.told_deals = sum(
            len(points) for points in tables.values() if all(len(one) == seats for one in points)
        )
        return np.array(told, dtype=float).reshape(-1, seats)

    def _points_test(self, rng: np.random.Generator, draws: int) -> OneTest:
        """Whether points go by seats: the tables turned, each by a chance number of seats."""
        points, seats = self.points, self.shape.seats
        at_once = max(1, _POINTS_AT_ONCE // points.size)

        def statistic(sums: Array) -> Array:
            spread: Array = ((seats * sums - points.sum()) ** 2).sum(axis=1, keepdims=True)
            return spread

        def draw(most: int) -> Array:
            return statistic(chance.turned(points, rng, min(most, at_once)))

        sums = points.sum(axis=0)
        (p,) = chance.monte_carlo(draw, statistic(sums[None])[0], draws, lambda: None)
        mean = float(points.sum()) / seats
        seat = int(np.argmax(np.abs(sums - mean)))
        spread = float(points.std())
        return OneTest(
            kind="points",
            stratum=self.number,
            p=p,
            effect=(float(sums[seat]) - mean) / len(points) / spread if spread else 0.0,
            place=seat,
            observed=float(sums[seat]) / self.told_deals,
            expected=mean / self.told_deals,
        )


def _h(seen: float, expected: float) -> float:
    """Cohen's h of two shares."""
    return 2 * asin(sqrt(seen)) - 2 * asin(sqrt(expected))
