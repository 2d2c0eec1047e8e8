"""What a computer player is.

A bot is shown a deal as its seat sees it, asks only what that seat knows, and draws its random
numbers from ``below``: ``below(n)`` is uniform over 0 to n-1.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeAlias

from hearts.cards import Card, CardSet
from hearts.deal import Deal
from hearts.match import Match
from hearts.scoring import Choice

Below: TypeAlias = Callable[[int], int]
"""``below(n)`` is uniform over 0 to n-1."""


class Bot(Protocol):
    """A computer player. Its choices may ask for its own hand, and are always legal."""

    def choose_pass(self, deal: Deal, seat: int) -> CardSet:
        """The cards that ``seat`` passes."""

    def choose_card(self, deal: Deal, seat: int) -> Card:
        """The card that ``seat``, whose turn it is, plays."""

    def choose_moon(self, match: Match, deal: Deal, seat: int) -> Choice:
        """What ``seat``, which shot the moon, makes of it; ``match`` is as before the deal."""


def own_hand(deal: Deal, seat: int) -> CardSet:
    """The hand of the seat that a bot plays."""
    hand = deal.hand(seat)
    if hand is None:
        raise ValueError(f"this view does not see the hand of seat {seat}")
    return hand
