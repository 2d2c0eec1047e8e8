"""Computer players. They are shown a deal as their seat sees it, and ask only what it knows.

A bot draws its random numbers from ``below``: ``below(n)`` is uniform over 0 to n-1.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol

from hearts.cards import (
    BITS,
    CARDS,
    HEARTS,
    PACK,
    PLACES,
    QUEENS,
    SPADES,
    SUITS,
    Card,
    CardSet,
    both,
    members,
    rank_of,
    set_of,
)
from hearts.deal import Deal
from hearts.scoring import CHOICES, Choice

_TOP_SPADES: CardSet = both(set_of([CARDS["KS"], CARDS["AS"]]))
_LOW_SPADES: CardSet = both(SPADES & (1 << CARDS["QS"]) - 1)
_ENOUGH_SPADES = 4
"""So many spades below the queen guard her, and the king and the ace."""


class Bot(Protocol):
    """A computer player. Its choices may ask for its own hand, and are always legal."""

    def choose_pass(self, deal: Deal, seat: int) -> CardSet:
        """The cards that ``seat`` passes."""

    def choose_card(self, deal: Deal, seat: int) -> Card:
        """The card that ``seat``, whose turn it is, plays."""

    def choose_moon(self) -> Choice:
        """What its seat, which shot the moon, makes of it."""


class RandomBot:
    """Plays any legal card, each as likely as the others."""

    def __init__(self, below: Callable[[int], int]) -> None:
        self._below = below

    def choose_pass(self, deal: Deal, seat: int) -> CardSet:
        """Any cards of the hand."""
        hand = list(members(_own_hand(deal, seat)))
        return set_of(hand.pop(self._below(len(hand))) for _ in range(deal.pass_count))

    def choose_card(self, deal: Deal, seat: int) -> Card:
        """Any legal card."""
        legal = members(deal.legal(seat))
        return legal[self._below(len(legal))]

    def choose_moon(self) -> Choice:
        """Either."""
        return CHOICES[self._below(len(CHOICES))]


class NormalBot:
    """Ducks, discards what is dangerous, keeps the queen of spades while she is guarded."""

    def __init__(self, below: Callable[[int], int]) -> None:
        self._below = below

    def choose_pass(self, deal: Deal, seat: int) -> CardSet:
        """The most dangerous cards, and cards of short suits, to be void of them early."""
        hand = _own_hand(deal, seat)
        return set_of(self._order(hand, lambda card: _danger(hand, card))[-deal.pass_count :])

    def choose_card(self, deal: Deal, seat: int) -> Card:
        """A low card to lead, the highest card that loses, the worst card to discard."""
        hand = _own_hand(deal, seat)
        legal = deal.legal(seat)
        if not deal.trick:
            return self._lead(deal, hand, legal)
        if legal & deal.led:
            return self._follow(deal, legal)
        return self._discard(deal, hand, legal)

    def choose_moon(self) -> Choice:
        """The others pay: that makes the same difference and brings the end nearer."""
        return "add"

    def _lead(self, deal: Deal, hand: CardSet, legal: CardSet) -> Card:
        """A card that others beat: of its suit many higher cards are still in other hands."""

        def risk(card: Card) -> int:
            others = SUITS[card] & deal.unplayed & ~hand
            higher = _count_from(others, card)
            lower = others.bit_count() - higher
            if not others:
                return 60  # nobody can follow: the trick is ours, with whatever is thrown on it
            if SUITS[card] == SPADES and deal.unplayed & ~hand & QUEENS:
                # Somebody holds the queen: small spades hunt her, the king or the ace catch her.
                return 50 if BITS[card] & _TOP_SPADES else lower - 10
            return 40 if BITS[card] & QUEENS else 2 * lower - higher

        return self._order(legal, risk)[0]

    def _follow(self, deal: Deal, legal: CardSet) -> Card:
        """The highest card that loses; else the highest winner if nothing more can come."""
        winning = max(card % PLACES for card in deal.trick.values() if BITS[card] & deal.led)
        losing = legal & both((1 << winning) - 1)
        if losing:
            return members(losing)[-1]
        winners = legal & ~QUEENS or legal
        if len(deal.trick) == deal.seats - 1 or not deal.tricks:
            return members(winners)[-1]
        return members(winners)[0]

    def _discard(self, deal: Deal, hand: CardSet, legal: CardSet) -> Card:
        """The queen of spades, else what may catch her, else hearts and high cards."""

        def danger(card: Card) -> int:
            bit = BITS[card]
            if bit & QUEENS:
                return 100
            if bit & _TOP_SPADES and deal.unplayed & QUEENS:
                return 80 + rank_of(card)
            if bit & HEARTS:
                return 30 + rank_of(card)
            return 2 * rank_of(card) - (hand & SUITS[card]).bit_count()

        return self._order(legal, danger)[-1]

    def _order(self, cards: CardSet, key: Callable[[Card], int]) -> list[Card]:
        """The cards from the least key to the greatest; chance decides among equals."""
        return sorted(members(cards), key=lambda card: (key(card), self._below(1 << 16)))


LEVELS: Mapping[str, Callable[[Callable[[int], int]], Bot]] = {
    "normal": NormalBot,
    "random": RandomBot,
}
"""How strong a bot is asked for, and what makes one."""


def _own_hand(deal: Deal, seat: int) -> CardSet:
    """The hand of the seat that a bot plays."""
    hand = deal.hand(seat)
    if hand is None:
        raise ValueError(f"this view does not see the hand of seat {seat}")
    return hand


def _count_from(cards: CardSet, card: Card) -> int:
    """How many of ``cards``, all of the suit of ``card``, are as high as it is or higher."""
    place = card % PLACES
    return ((cards & PACK) >> place).bit_count() + (cards >> PLACES >> place).bit_count()


def _danger(hand: CardSet, card: Card) -> int:
    """How glad a hand is to pass a card."""
    rank = rank_of(card)
    if SUITS[card] == SPADES:
        guards = (hand & _LOW_SPADES).bit_count()
        high = BITS[card] & (QUEENS | _TOP_SPADES)
        return 40 + rank if high and guards < _ENOUGH_SPADES else -10
    if SUITS[card] == HEARTS:
        return rank + 2
    length = (hand & SUITS[card]).bit_count()
    return rank + (10 - 3 * length if length <= 3 else 0)
