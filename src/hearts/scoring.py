"""The points of a deal. See specs/hearts.md, section 6."""

from __future__ import annotations

from collections.abc import Sequence

from hearts.cards import HEARTS, QUEEN, CardSet
from hearts.trick import cost

PENALTY: CardSet = HEARTS | QUEEN
"""The cards that cost something."""

MOON = 26
"""What the other seats are charged when one seat took every penalty card."""


def shooter(taken: Sequence[CardSet]) -> int | None:
    """The seat that took every penalty card (R-moon), or None.

    It is a test of cards: 25 points and no heart are no moon.
    """
    for seat, cards in enumerate(taken):
        if cards & PENALTY == PENALTY:
            return seat
    return None


def points(taken: Sequence[CardSet]) -> list[int]:
    """What each seat is charged for the cards that it took."""
    moon = shooter(taken)
    if moon is None:
        return [cost(cards) for cards in taken]
    return [0 if seat == moon else MOON for seat in range(len(taken))]
