"""Guesses at the hidden cards: hands that agree with everything that a seat knows."""

from __future__ import annotations

from hearts.bots.base import Below
from hearts.bots.model import PlaceSet
from hearts.bots.sight import Sight
from hearts.deal import Deal

_BITS = 64
_MASK = (1 << _BITS) - 1
_FACTOR, _STEP = 6364136223846793005, 1442695040888963407
"""A linear congruential generator of full period (Knuth's MMIX)."""


class Chance:
    """Fast random numbers for guesses, all of them from one draw."""

    def __init__(self, below: Below) -> None:
        self._state = below(1 << _BITS)

    def below(self, bound: int) -> int:
        """A number from 0 to bound - 1; only the better half of the state is used."""
        self._state = state = (self._state * _FACTOR + _STEP) & _MASK
        return (state >> 32) * bound >> 32


class Worlds:
    """Deals out the cards that a seat does not see, again and again."""

    def __init__(self, sight: Sight, deal: Deal, chance: Chance) -> None:
        """Prepare guesses at what ``sight`` does not know of ``deal``."""
        self._chance = chance
        self._wanted = sight.wanted()
        self._known = [*sight.known, 0]
        self._known[sight.seat] = sight.hand
        takers = [seat for seat, wanted in enumerate(self._wanted) if wanted]
        may = [*sight.may(deal), sight.hidden]
        free: list[PlaceSet] = []
        bound: list[tuple[PlaceSet, list[int]]] = []
        hidden = sight.hidden
        while hidden:
            card = hidden & -hidden
            hidden ^= card
            fits = [seat for seat in takers if may[seat] & card]
            if len(fits) == len(takers):
                free.append(card)
            else:
                bound.append((card, fits))
        self._free = free
        self._bound = sorted(bound, key=lambda entry: len(entry[1]))
        self._may = may

    def guess(self) -> list[PlaceSet]:
        """A hand for each seat, and last the cards left over.

        Cards that few seats may hold go first, each to a seat by chance, the more likely the more
        it has room for. Where no seat that may hold a card has room, two cards change places, or,
        if even that does not help, a seat is given what it denied to hold: a guess always ends.
        """
        hands, room = list(self._known), list(self._wanted)
        below = self._chance.below
        for card, fits in self._bound:
            total = sum([room[seat] for seat in fits])
            if not total:
                self._squeeze(card, fits, hands, room)
                continue
            drawn = below(total)
            for seat in fits:
                drawn -= room[seat]
                if drawn < 0:
                    hands[seat] |= card
                    room[seat] -= 1
                    break
        free = self._free.copy()
        last = len(free)
        for seat, wanted in enumerate(room):
            hand = hands[seat]
            for _ in range(wanted):
                drawn = below(last)
                last -= 1
                hand |= free[drawn]
                free[drawn] = free[last]
            hands[seat] = hand
        return hands

    def _squeeze(self, card: PlaceSet, fits: list[int], hands: list[int], room: list[int]) -> None:
        """Place a card for which those that may hold it have no room."""
        roomy = max(range(len(room)), key=room.__getitem__)
        room[roomy] -= 1
        for seat in fits:
            movable = hands[seat] & ~self._known[seat] & self._may[roomy]
            if movable:
                moved = movable & -movable
                hands[seat] ^= moved | card
                hands[roomy] |= moved
                return
        hands[roomy] |= card
