"""Cards, one pack or two, and sets of cards.

A card is its place in the full deck: 0 (two of clubs) to 51 (ace of spades), suit after
suit in the order clubs, diamonds, hearts, spades, two to ace in each; a second pack follows
with 52 to 103. So ``card % 52`` is what the card is, and of two cards of one suit and one
pack the greater number is the higher card.

A set of cards (a hand, the cards taken, the cards that may be played) is a bit set: an
int whose bit ``1 << card`` stands for the card. The suits and queens below hold the cards of
both packs; where one pack is played, no set has any of the second. See specs/hearts.md,
section 2.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum
from typing import TypeAlias

Card: TypeAlias = int
"""A card's place in the full deck, 0 to 51, and to 103 with two packs."""

CardSet: TypeAlias = int
"""A bit set of cards."""

RANKS = "23456789TJQKA"
_RANK_WORDS = "two three four five six seven eight nine ten jack queen king ace".split()


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
        """All cards of the suit, of both packs."""
        return both(((1 << len(RANKS)) - 1) << (self * len(RANKS)))


NAMES: tuple[str, ...] = tuple(rank + suit.letter for suit in Suit for rank in RANKS)
"""The names of one pack: rank, then suit, as in ``QS`` and ``TH``."""

PLACES = len(NAMES)
"""How many cards a pack has."""

CARDS: dict[str, Card] = {name: card for card, name in enumerate(NAMES)}
"""The card of each name in the first pack. Nothing else is a name: no ``10H``, no ``qs``."""

BITS: tuple[CardSet, ...] = tuple(1 << card for card in range(2 * PLACES))
"""For each card, the set of it alone."""

PACK: CardSet = (1 << PLACES) - 1
"""The cards of the first pack."""


def both(cards: CardSet) -> CardSet:
    """These cards of the first pack, and their twins of the second."""
    return cards | cards << PLACES


ALL: CardSet = both(PACK)
"""The cards of both packs."""

SUITS: tuple[CardSet, ...] = tuple(suit.cards for suit in Suit for _ in RANKS) * 2
"""For each card, all cards of its suit."""

CLUBS, DIAMONDS, HEARTS, SPADES = (suit.cards for suit in Suit)
QUEENS: CardSet = both(1 << CARDS["QS"])
"""The queens of spades."""


def suit_of(card: Card) -> Suit:
    """The suit of ``card``."""
    return Suit(card // len(RANKS) % len(Suit))


def rank_of(card: Card) -> int:
    """How high ``card`` stands in its suit: 0 (two) to 12 (ace)."""
    return card % len(RANKS)


def name_of(card: Card) -> str:
    """The name of ``card``, of whichever pack it is."""
    return NAMES[card % PLACES]


class _Holdings(dict[CardSet, tuple[Card, ...]]):
    """The cards of each holding in one suit of a pack, worked out when it is first met.

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
_CLUBS, _DIAMONDS, _HEARTS, _SPADES = (suit.cards & PACK for suit in Suit)


def members(cards: CardSet) -> tuple[Card, ...]:
    """The cards of a set, in the order of the pack, twins side by side."""
    found = (
        _HOLDINGS[cards & _CLUBS]
        + _HOLDINGS[cards & _DIAMONDS]
        + _HOLDINGS[cards & _HEARTS]
        + _HOLDINGS[cards & _SPADES]
    )
    if cards <= PACK:
        return found
    second = [card + PLACES for card in members(cards >> PLACES)]
    return tuple(sorted([*found, *second], key=lambda card: card % PLACES))


def set_of(cards: Iterable[Card]) -> CardSet:
    """The set of these cards, no two of them equal."""
    return sum(map(BITS.__getitem__, cards))


def names(cards: CardSet) -> tuple[str, ...]:
    """The names of a set's cards, in the order of the pack; a name twice where twins are held."""
    return tuple([NAMES[card % PLACES] for card in members(cards)])


def kinds(cards: CardSet) -> CardSet:
    """A set with each of its cards moved to the first pack: what kinds of card it has."""
    return (cards | cards >> PLACES) & PACK


def symbols(card: Card) -> str:
    """A card for people's eyes: ``Q♠``, ``10♥``."""
    rank = RANKS[rank_of(card)]
    return ("10" if rank == "T" else rank) + suit_of(card).symbol


def in_words(card: Card) -> str:
    """A card in words: ``queen of spades``."""
    return f"{_RANK_WORDS[rank_of(card)]} of {suit_of(card).word}"
