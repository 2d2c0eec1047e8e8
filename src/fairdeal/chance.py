"""Chance: exact intervals and p-values, and fair shuffles to compare with (section 19).

Arrays of cards have the form (samples, deals, deck): ``owner`` holds the place that each card
went to, ``at`` where it lay in the shuffled order. Needs numpy and scipy.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import comb
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy import stats

Array: TypeAlias = "NDArray[Any]"

DRAWS: Final = 4999
"""Fair samples that a p-value is compared with, at most."""
ENOUGH: Final = 50
"""A p-value rests on so many fair samples at least as uneven; then no more are drawn."""
CELL: Final = 5
"""Lengths of a hand are counted together until so many are expected."""
_CELLS_AT_ONCE: Final = 1 << 22
_SAMPLES_AT_ONCE: Final = 256
_TINY: Final = 1e-9
"""Where no card can go, none is expected and none is counted; the scale is then of no matter."""
_SAME: Final = 1 - 1e-9
"""Sums of one set of numbers may differ so much with the order of adding."""


def interval(count: int, of: int, confidence: float = 0.95) -> tuple[float, float]:
    """The exact interval of Clopper and Pearson for the share behind ``count`` of ``of``."""
    half = (1 - confidence) / 2
    low = float(stats.beta.ppf(half, count, of - count + 1)) if count else 0.0
    high = float(stats.beta.ppf(1 - half, count + 1, of - count)) if count < of else 1.0
    return low, high


def binomial(count: int, of: int, share: float) -> float:
    """The exact p-value of a count: twice the smaller tail, both including the count."""
    below = stats.binom.cdf(count, of, share)
    above = stats.binom.sf(count - 1, of, share)
    return min(1.0, 2 * float(min(below, above)))


def binomials(count: int, parts: Sequence[tuple[int, float]]) -> float:
    """The same of a count of so many with one share, so many with another one, and so on."""
    if len(parts) == 1:
        return binomial(count, *parts[0])
    chances = np.ones(1)
    for of, share in parts:
        chances = np.convolve(chances, stats.binom.pmf(np.arange(of + 1), of, share))
    return min(1.0, 2 * float(min(chances[: count + 1].sum(), chances[count:].sum())))


def detectable(of: int, share: float, alpha: float, power: float = 0.9) -> float | None:
    """The smallest share above ``share`` that `binomial` finds with p <= ``alpha`` so often.

    None if even a count of all ``of`` would not be found.
    """
    counts = np.arange(of + 1)
    found = (2 * stats.binom.sf(counts - 1, of, share) <= alpha) & (counts > of * share)
    if not found.any():
        return None
    least = int(np.argmax(found))
    return float(stats.beta.ppf(power, least, of - least + 1))


def holding(deck: int, copies: int, hand: int) -> float:
    """The chance that a hand gets at least one of so many cards of the deck."""
    return 1 - comb(deck - hand, copies) / comb(deck, copies)


def lengths(deck: int, group: int, hand: int) -> Array:
    """The chances that a hand has 0, 1, ... cards of a group: the hypergeometric distribution."""
    ways = [comb(group, held) * comb(deck - group, hand - held) for held in range(hand + 1)]
    return np.array([way / comb(deck, hand) for way in ways[: group + 1]])


def holm(chances: Sequence[float]) -> list[float]:
    """The p-values corrected for their number, by Holm's rule."""
    corrected = [0.0] * len(chances)
    largest = 0.0
    order = sorted(range(len(chances)), key=chances.__getitem__)
    for rank, place in enumerate(order):
        largest = max(largest, (len(chances) - rank) * chances[place])
        corrected[place] = min(1.0, largest)
    return corrected


def monte_carlo(
    draw: Callable[[int], Array], observed: Array, draws: int, advance: Callable[[], None]
) -> list[float]:
    """The p-value of each of the ``observed`` statistics, large ones being unusual.

    ``draw(n)`` gives n fair samples at most, a row of statistics each. With b of all m at least as
    large as the observed one, p is (b + 1) / (m + 1); or, where b reaches ``ENOUGH`` with the m-th
    sample, b / m (Besag and Clifford 1991). ``advance`` is called after each sample.
    """
    reached = np.zeros((draws, len(observed)), dtype=bool)
    done = 0
    while done < draws and (reached[:done].sum(axis=0) < ENOUGH).any():
        batch = draw(draws - done)
        reached[done : done + len(batch)] = batch >= observed * _SAME
        done += len(batch)
        for _ in batch:
            advance()
    return [_chance(np.flatnonzero(column), draws) for column in reached.T]


def _chance(hits: Array, draws: int) -> float:
    if len(hits) >= ENOUGH:
        return ENOUGH / (int(hits[ENOUGH - 1]) + 1)
    return (len(hits) + 1) / (draws + 1)


@dataclass(frozen=True, slots=True)
class Shape:
    """What deals have in common. ``kinds`` numbers the kind of each card of the deck, from 0.

    ``sizes`` are those of the hands and, after them, of the cards left over; ``groups`` hold cards
    as places in the deck; ``follows`` says of each deal whether it follows the one before it.
    """

    kinds: Sequence[int]
    seats: int
    sizes: Sequence[int]
    groups: Sequence[Sequence[int]]
    follows: Array

    @property
    def deck(self) -> int:
        """How many cards there are."""
        return len(self.kinds)

    @property
    def deals(self) -> int:
        """How many deals there are."""
        return len(self.follows)

    @property
    def copies(self) -> Array:
        """How many cards there are of each kind."""
        return np.bincount(self.kinds)


@dataclass(frozen=True, slots=True)
class Measure:
    """Cells to be counted, and what is expected in each.

    The statistic is the sum of (count - expected)² / scale, or the ``largest`` one. ``about`` is
    the number of a group; ``labels`` tells what each cell counts.
    """

    name: str
    expected: Array
    scale: Array
    labels: Sequence[tuple[int, ...]] = ()
    about: int = -1
    largest: bool = False

    def unevenness(self, counts: Array) -> Array:
        """(count - expected)² / scale, for counts of the form (samples, cells)."""
        squares: Array = (counts - self.expected) ** 2 / np.maximum(self.scale, _TINY)
        return squares

    def statistic(self, counts: Array) -> Array:
        """One number for each sample."""
        cells = self.unevenness(counts)
        found: Array = cells.max(axis=1) if self.largest else cells.sum(axis=1)
        return found


class Measures:
    """All that is compared with fair shuffles, for deals of one shape (section 19.3)."""

    def __init__(self, shape: Shape) -> None:
        self.shape = shape
        self.all = list(_measures(shape))
        self._is_of_kind = np.eye(len(shape.copies))[list(shape.kinds)].T
        self._place = np.repeat(np.arange(len(shape.sizes)), shape.sizes).astype(np.uint8)
        self._bins = [_bins(shape, group) for group in shape.groups]

    def counts(self, owner: Array, at: Array) -> list[Array]:
        """The counts of each measure, in the form (samples, cells)."""
        shape = self.shape
        places = np.stack([_table(one, len(shape.sizes)) for one in owner])
        kinds = self._by_kind(places)
        by_name = {
            "cards": kinds,
            "card": kinds,
            "order": self._by_kind(np.stack([_table(one, shape.deck) for one in at])),
            "same-seat": self._follow(
                (owner[:, 1:] == owner[:, :-1]) & (owner[:, 1:] < shape.seats)
            ),
            "same-place": self._follow(at[:, 1:] == at[:, :-1]),
        }
        found = []
        for one in self.all:
            if one.name == "lengths":
                cells = self._lengths(owner, one.about)
            elif one.name == "group":
                cells = places[:, shape.groups[one.about]].sum(axis=1)
            else:
                cells = by_name[one.name]
            found.append(cells.reshape(len(owner), -1))
        return found

    def statistics(self, owner: Array, at: Array) -> Array:
        """The statistic of each measure, in the form (samples, measures)."""
        counted = zip(self.all, self.counts(owner, at), strict=True)
        return np.stack([measure.statistic(counts) for measure, counts in counted], axis=1)

    def fair(self, rng: np.random.Generator, samples: int) -> tuple[Array, Array]:
        """``owner`` and ``at`` of fair shuffles."""
        shape = self.shape
        # Whole words are permuted twice as fast as bytes.
        decks = np.tile(np.arange(shape.deck), (samples * shape.deals, 1))
        rng.permuted(decks, axis=1, out=decks)
        at = decks.astype(np.uint8).reshape(samples, shape.deals, shape.deck)
        # Which seat a place of the order goes to changes with the dealer, and changes no chance.
        return self._place[at], at

    def p_values(
        self,
        owner: Array,
        at: Array,
        rng: np.random.Generator,
        draws: int,
        advance: Callable[[], None] = lambda: None,
    ) -> list[float]:
        """The p-value of each measure of the deals seen, which are one sample."""
        cells = self.shape.deck * max(self.shape.deck, self.shape.deals)
        at_once = max(1, min(_SAMPLES_AT_ONCE, _CELLS_AT_ONCE // cells))

        def draw(most: int) -> Array:
            return self.statistics(*self.fair(rng, min(most, at_once)))

        return monte_carlo(draw, self.statistics(owner, at)[0], draws, advance)

    def _by_kind(self, cards: Array) -> Array:
        """Counts by card, in the form (samples, deck, ...), as counts by kind."""
        kinds: Array = (
            self._is_of_kind @ cards if len(self._is_of_kind) < self.shape.deck else cards
        )
        return kinds

    def _follow(self, same: Array) -> Array:
        """How many cards are the same in deals that follow each other."""
        found: Array = same[:, self.shape.follows[1:]].sum(axis=(1, 2))
        return found

    def _lengths(self, owner: Array, group: int) -> Array:
        """How many hands have how many cards of a group, by bin."""
        bins, number = self._bins[group]
        cards = owner[:, :, self.shape.groups[group]]
        found = np.zeros((len(owner), number), dtype=np.int64)
        for seat in range(self.shape.seats):
            held = bins[(cards == seat).sum(axis=2)]
            for one in range(number):
                found[:, one] += (held == one).sum(axis=1)
        return found


def _table(to: Array, places: int) -> Array:
    """How often each card went to each place, in one sample of the form (deals, deck)."""
    deck = to.shape[1]
    cells = np.arange(deck) * places + to
    return np.bincount(cells.ravel(), minlength=deck * places).reshape(deck, places)


def _expected_lengths(shape: Shape, group: Sequence[int]) -> Array:
    """How many hands of each length are expected, in all deals."""
    expected = np.zeros(len(group) + 1)
    for hand in shape.sizes[: shape.seats]:
        chances = lengths(shape.deck, len(group), hand)
        expected[: len(chances)] += shape.deals * chances
    return expected


def _bins(shape: Shape, group: Sequence[int]) -> tuple[Array, int]:
    """The bin of each length, and how many there are: the longest and the shortest go together."""
    expected = _expected_lengths(shape, group)
    enough = np.flatnonzero(
        (np.cumsum(expected) >= CELL) & (np.cumsum(expected[::-1])[::-1] >= CELL)
    )
    if not len(enough):
        return np.zeros(len(expected), dtype=np.int64), 1
    bins = np.clip(np.arange(len(expected)), enough[0], enough[-1]) - enough[0]
    return bins, len(enough)


def _measures(shape: Shape) -> Iterator[Measure]:
    """All measures that the number of deals allows."""
    copies, sizes = shape.copies, np.array(shape.sizes)
    share = sizes / shape.deck
    by_place = shape.deals * np.outer(copies, share)
    spread = by_place * (1 - share) * ((shape.deck - copies) / max(shape.deck - 1, 1))[:, None]
    labels = [(kind, place) for kind in range(len(copies)) for place in range(len(sizes))]
    yield Measure("cards", by_place.ravel(), by_place.ravel(), labels)
    yield Measure("card", by_place.ravel(), spread.ravel(), labels, largest=True)
    at = np.repeat(shape.deals * copies / shape.deck, shape.deck)
    yield Measure("order", at, at)
    for number, group in enumerate(shape.groups):
        if len({shape.kinds[card] for card in group}) == 1:
            continue
        bins, count = _bins(shape, group)
        if count > 1:
            expected = np.bincount(bins, _expected_lengths(shape, group), minlength=count)
            ends = [np.flatnonzero(bins == one) for one in range(count)]
            spans = [(int(one[0]), int(one[-1])) for one in ends]
            yield Measure("lengths", expected, expected, spans, number)
        by_seat = shape.deals * len(group) * share
        yield Measure("group", by_seat, by_seat, [(place,) for place in range(len(sizes))], number)
    pairs = int(shape.follows[1:].sum())
    if pairs:
        hands = sizes[: shape.seats]
        mean = float((hands**2).sum()) / shape.deck
        yield Measure("same-seat", np.array([pairs * mean]), np.array([pairs * _spread(shape)]))
        yield Measure("same-place", np.array([pairs]), np.array([pairs]))


def _spread(shape: Shape) -> float:
    """The variance of how many cards come back to the seat that had them in the deal before."""
    hands = [size for size in shape.sizes[: shape.seats] if size]
    mean = sum(size * size for size in hands) / shape.deck
    both = sum((size * (size - 1)) ** 2 for size in hands)
    both += sum((one * two) ** 2 for one in hands for two in hands) - sum(one**4 for one in hands)
    return float(mean + both / (shape.deck * max(shape.deck - 1, 1)) - mean**2)


def turned(points: Array, rng: np.random.Generator, samples: int) -> Array:
    """The sums by seat of each table's points after each table is turned by chance.

    ``points`` has the form (tables, seats), what is returned (samples, seats).
    """
    tables, seats = points.shape
    turn = rng.integers(seats, size=(samples, tables))
    seat = (np.arange(seats) + turn[:, :, None]) % seats
    found: Array = points[np.arange(tables)[None, :, None], seat].sum(axis=1)
    return found
