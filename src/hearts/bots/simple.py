"""The bots that need no memory: any legal card, and a beginner's."""

from __future__ import annotations

from hearts.bots.base import Below, own_hand
from hearts.cards import BITS, HEARTS, PLACES, QUEENS, Card, CardSet, both, members, rank_of, set_of
from hearts.deal import Deal
from hearts.match import Match
from hearts.scoring import MOON_CHOICES, Choice


class RandomBot:
    """Plays any legal card, each as likely as the others."""

    def __init__(self, below: Below) -> None:
        self._below = below

    def choose_pass(self, deal: Deal, seat: int) -> CardSet:
        """Any cards of the hand."""
        hand = list(members(own_hand(deal, seat)))
        return set_of(hand.pop(self._below(len(hand))) for _ in range(deal.pass_count))

    def choose_card(self, deal: Deal, seat: int) -> Card:
        """Any legal card."""
        legal = members(deal.legal(seat))
        return legal[self._below(len(legal))]

    def choose_moon(self, match: Match, deal: Deal, seat: int) -> Choice:  # noqa: ARG002
        """Either."""
        return MOON_CHOICES[self._below(len(MOON_CHOICES))]


class EasyBot:
    """A beginner: sees the trick on the table and its hand, and remembers nothing.

    It passes and discards high cards, leads low ones, and ducks where it can.
    """

    def __init__(self, below: Below) -> None:
        self._below = below

    def choose_pass(self, deal: Deal, seat: int) -> CardSet:
        """The highest cards."""
        return set_of(self._by_rank(own_hand(deal, seat))[-deal.pass_count :])

    def choose_card(self, deal: Deal, seat: int) -> Card:
        """The lowest card to lead or to win with, the highest that loses or is discarded."""
        legal = deal.legal(seat)
        if not deal.trick:
            return self._by_rank(legal)[0]
        if legal & deal.led:
            highest = max(card % PLACES for card in deal.trick.values() if BITS[card] & deal.led)
            losing = legal & both(BITS[highest] - 1)
            return members(losing)[-1] if losing else members(legal)[0]
        return self._by_rank(legal & QUEENS or legal & HEARTS or legal)[-1]

    def choose_moon(self, match: Match, deal: Deal, seat: int) -> Choice:  # noqa: ARG002
        """The others pay."""
        return "add"

    def _by_rank(self, cards: CardSet) -> list[Card]:
        """The cards from the lowest rank to the highest; chance decides among equals."""
        return sorted(members(cards), key=lambda card: (rank_of(card), self._below(1 << 16)))
