"""The deals of many tables as arrays, by deck and sizes of hands (section 19.1).

Needs numpy, of the extra ``audit``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from fairdeal import crypto, shuffle
from fairdeal.chance import Array
from fairdeal.game import Cards
from fairdeal.sample import Hands, Sample


class Alike(NamedTuple):
    """What the deals of a stratum have in common."""

    deck: Cards
    sizes: tuple[int, ...]
    groups: tuple[tuple[str, Cards], ...] = ()


class Seen(NamedTuple):
    """A deal, and at which table it was."""

    table: str
    hands: Hands


class Stratum:
    """Deals of one deck that fall in one way, as arrays of the form (deals, deck).

    ``owner`` tells to which place each card of the deck went: a seat, or the number of seats if it
    was left over; ``at`` where it lay in the shuffled order; ``follows`` which deals follow the
    one before them at their table, and ``sitters`` who sat at each, if that is known.
    """

    def __init__(
        self,
        alike: Alike,
        owner: Array,
        at: Array,
        follows: Array,
        sitters: Sequence[Sequence[str]] = (),
    ) -> None:
        self.alike = alike
        self.owner = owner
        self.at = at
        self.follows = follows
        self.sitters = sitters
        self.deals = len(owner)
        self.seats = len(alike.sizes)
        left = len(alike.deck) - sum(alike.sizes)
        self.places = (*alike.sizes, left) if left else alike.sizes

    @classmethod
    def of(cls, alike: Alike, seen: Sequence[Seen]) -> Stratum:
        """The stratum of those deals, each table's one after the other."""
        has_copies = len(set(alike.deck)) < len(alike.deck)
        owner, at = [], []
        for one in seen:
            source = _stream(one) if has_copies else None
            owner.append(_where(alike.deck, one.hands.hands, source))
            at.append(_where(alike.deck, [(card,) for card in one.hands.order], source))
        follows = [False] + [
            two.table == one.table and two.hands.number == one.hands.number + 1
            for one, two in pairwise(seen)
        ]
        return cls(
            alike,
            np.array(owner, dtype=np.uint8),
            np.array(at, dtype=np.uint8),
            np.array(follows),
            [one.hands.sitters for one in seen],
        )

    @property
    def pairs(self) -> int:
        """How many deals follow the one before them."""
        return int(self.follows.sum())

    @cached_property
    def kinds(self) -> Mapping[str, Sequence[int]]:
        """Where the copies of each card stand in the deck."""
        found: dict[str, list[int]] = {}
        for at, card in enumerate(self.alike.deck):
            found.setdefault(card, []).append(at)
        return found

    @cached_property
    def groups(self) -> Mapping[str, Sequence[int]]:
        """Where the cards of each group stand in the deck."""
        return {
            name: [at for card in dict.fromkeys(cards) for at in self.kinds.get(card, ())]
            for name, cards in self.alike.groups
        }

    @cached_property
    def went(self) -> Array:
        """How many times each card of the deck went to each place."""
        return _table(self.owner, len(self.places))

    @cached_property
    def lay(self) -> Array:
        """How many times each card of the deck lay at each place of the order."""
        return _table(self.at, len(self.alike.deck))

    def holding(self, group: str, seat: int) -> Array:
        """How many cards of a group the seat held in each deal."""
        held: Array = (self.owner[:, self.groups[group]] == seat).sum(axis=1)
        return held


def stratified(tables: Sequence[Sample]) -> Iterator[Stratum]:
    """All deals of the tables, in their order, by what they have in common."""
    strata: dict[Alike, list[Seen]] = {}
    for table in tables:
        for deal in table.deals:
            there = tuple(one for one in deal.groups if not set(one[1]).isdisjoint(deal.deck))
            alike = Alike(deal.deck, tuple(map(len, deal.hands)), there)
            strata.setdefault(alike, []).append(Seen(table.table, deal))
    return (Stratum.of(alike, seen) for alike, seen in strata.items())


def _where(deck: Cards, piles: Sequence[Cards], source: Iterator[int] | None) -> Sequence[int]:
    """In which pile each card of the deck is; ``len(piles)`` if in none.

    Which copy of a card is which, the ``source`` says; None if there are no copies.
    """
    found = [len(piles)] * len(deck)
    if source is None:
        places = {card: at for at, card in enumerate(deck)}
        for pile, cards in enumerate(piles):
            for card in cards:
                found[places[card]] = pile
        return found
    copies: dict[str, list[int]] = {}
    for at, card in enumerate(deck):
        same = copies.setdefault(card, [])
        same.insert(shuffle.index(source, len(same) + 1), at)
    for pile, cards in enumerate(piles):
        for card in cards:
            found[copies[card].pop()] = pile
    return found


def _stream(seen: Seen) -> Iterator[int]:
    """Section 9.3's stream for a table and a deal: the same for whoever asks."""
    named = f"{seen.table} {seen.hands.number}".encode()
    return shuffle.stream(crypto.sha256(crypto.label("copies"), named))


def _table(to: Array, places: int) -> Array:
    """How many times each card went to each place, of the form (cards, places)."""
    deck = to.shape[1]
    cells = np.arange(deck) * places + to
    return np.bincount(cells.ravel(), minlength=deck * places).reshape(deck, places)
