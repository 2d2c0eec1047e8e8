"""Cards, the pack, and sets of cards.

A card is its place in the full pack: 0 (two of clubs) to 51 (ace of spades), suit after
suit in the order clubs, diamonds, hearts, spades, two to ace in each. So ``card // 13``
is its suit, and of two cards of one suit the greater number is the higher card.

A set of cards (a hand, the cards taken, the cards that may be played) is a bit set: an
int whose bit ``1 << card`` stands for the card. See specs/hearts.md, section 2.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum
from typing import TypeAlias

Card: TypeAlias = int
"""A card's place in the full pack, 0 to 51."""

CardSet: TypeAlias = int
"""A bit set of cards."""

RANKS = "23456789TJQKA"


class Suit(IntEnum):
    """A suit, numbered in the order of the pack."""

    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3

    @property
    def letter(self) -> str:
        """The second character of its cards' names."""
        return self.name[0]

    @property
    def word(self) -> str:
        """Its name in a sentence: ``clubs``."""
        return self.name.lower()

    @property
    def symbol(self) -> str:
        """Its symbol: one character."""
        return "♣♦♥♠"[self]

    @property
    def cards(self) -> CardSet:
        """All cards of the suit."""
        return ((1 << len(RANKS)) - 1) << (self * len(RANKS))


NAMES: tuple[str, ...] = tuple(rank + suit.letter for suit in Suit for rank in RANKS)
"""The name of each card: rank, then suit, as in ``QS`` and ``TH``."""

CARDS: dict[str, Card] = {name: card for card, name in enumerate(NAMES)}
"""The card of each name. Nothing else is a name: no ``10H``, no small letters."""

SUITS: tuple[CardSet, ...] = tuple(suit.cards for suit in Suit for _ in RANKS)
"""For each card, all cards of its suit."""

CLUBS, DIAMONDS, HEARTS, SPADES = (suit.cards for suit in Suit)
PACK: CardSet = CLUBS | DIAMONDS | HEARTS | SPADES
QUEEN: CardSet = 1 << CARDS["QS"]
"""The queen of spades, as a set."""


def suit_of(card: Card) -> Suit:
    """The suit of ``card``."""
    return Suit(card // len(RANKS))


def rank_of(card: Card) -> int:
    """How high ``card`` stands in its suit: 0 (two) to 12 (ace)."""
    return card % len(RANKS)


def members(cards: CardSet) -> list[Card]:
    """The cards of a set, in the order of the pack."""
    found = []
    while cards:
        lowest = cards & -cards
        found.append(lowest.bit_length() - 1)
        cards ^= lowest
    return found


def set_of(cards: Iterable[Card]) -> CardSet:
    """The set of these cards, no two of them equal."""
    return sum(map((1).__lshift__, cards))


def names(cards: CardSet) -> tuple[str, ...]:
    """The names of a set's cards, in the order of the pack."""
    return tuple([NAMES[card] for card in members(cards)])


def symbols(card: Card) -> str:
    """A card for people's eyes: ``Q♠``, ``10♥``."""
    rank = RANKS[rank_of(card)]
    return ("10" if rank == "T" else rank) + suit_of(card).symbol
