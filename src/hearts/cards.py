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

BITS: tuple[CardSet, ...] = tuple(1 << card for card in range(len(NAMES)))
"""For each card, the set of it alone."""

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


class _Holdings(dict[CardSet, tuple[Card, ...]]):
    """The cards of each holding in one suit, worked out when it is first met.

    There are 8192 in a suit, so the cache stays small, and a hand is four of them.
    """

    def __missing__(self, holding: CardSet) -> tuple[Card, ...]:
        cards = []
        rest = holding
        while rest:
            cards.append((rest & -rest).bit_length() - 1)
            rest &= rest - 1
        self[holding] = tuple(cards)
        return self[holding]


_HOLDINGS = _Holdings()


def members(cards: CardSet) -> tuple[Card, ...]:
    """The cards of a set, in the order of the pack."""
    return (
        _HOLDINGS[cards & CLUBS]
        + _HOLDINGS[cards & DIAMONDS]
        + _HOLDINGS[cards & HEARTS]
        + _HOLDINGS[cards & SPADES]
    )


def nth(cards: CardSet, index: int) -> Card:
    """The card at ``index``, from 0, among a set's cards in the order of the pack."""
    while index:
        cards &= cards - 1
        index -= 1
    return (cards & -cards).bit_length() - 1


def set_of(cards: Iterable[Card]) -> CardSet:
    """The set of these cards, no two of them equal."""
    return sum(map(BITS.__getitem__, cards))


def names(cards: CardSet) -> tuple[str, ...]:
    """The names of a set's cards, in the order of the pack."""
    return tuple([NAMES[card] for card in members(cards)])


def symbols(card: Card) -> str:
    """A card for people's eyes: ``Q♠``, ``10♥``."""
    rank = RANKS[rank_of(card)]
    return ("10" if rank == "T" else rank) + suit_of(card).symbol
