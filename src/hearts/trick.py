"""One trick: who takes it. See specs/hearts.md, R-trick and R-cancel."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from hearts.cards import PACK, PLACES, Card, CardSet

Trick: TypeAlias = tuple[Mapping[int, Card], int | None]
"""A finished trick: the card of each seat in the order of play, and the seat that took it.

None where nobody did, because all cards of the suit led were cancelled.
"""


def winner(trick: Mapping[int, Card], following: CardSet) -> int:
    """The seat that takes a trick of one pack (R-trick): that of the highest card of the suit led.

    ``following`` is the set of the cards of that suit in ``trick``. Raises `ValueError`
    where the trick does not hold its highest.
    """
    highest = following.bit_length() - 1
    for seat, card in trick.items():
        if card == highest:
            return seat
    raise ValueError("no card of the suit led")


def survivor(trick: Mapping[int, Card], following: CardSet) -> int | None:
    """The seat that takes a trick of two packs: identical cards cancel each other (R-cancel).

    None where that leaves no card of the suit led.
    """
    single = (following & PACK) ^ (following >> PLACES)
    if not single:
        return None
    highest = single.bit_length() - 1
    return next(seat for seat, card in trick.items() if card % PLACES == highest)
