"""What one view of a deal knows of the hands: all of them, one seat's, or none.

Of each hand a view keeps two sets: the cards that the seat *must* hold and those that it
*may* hold. A hand in sight is both at once; what was passed to a neighbour, the passer knows
the neighbour must hold; a card played is nobody's any more. Every rule then asks the same
question of every hand, "does it surely hold one of these?", and a view never refuses a card
that the full view allows. With two packs a view tells twins apart by numbers of its own; see
`View.find`. See specs/hearts.md, section 10.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from hearts.cards import BITS, CLUBS, Card, CardSet, both, kinds, members, name_of
from hearts.limits import Limits
from hearts.refusal import Refusal


class View:
    """The hands of one deal as one view knows them, and the cards not played yet."""

    __slots__ = ("_may", "_must", "_rest", "_seen", "_table", "passed", "seats", "unplayed")

    def __init__(
        self, table: Limits, hands: Sequence[CardSet | None], rest: CardSet | None
    ) -> None:
        """The view of ``hands``, by seat, and of the cards left over; None where it sees none.

        Raises `ValueError` where they are none of one deal.
        """
        deck = table.deck
        if len(hands) != table.seats:
            raise ValueError(f"{table.seats} hands are dealt")
        if rest is not None and (rest.bit_count() != table.left_over or rest & ~deck):
            raise ValueError(f"{table.left_over} cards of the deck are left over")
        known = rest or 0
        for hand in hands:
            if hand is None:
                continue
            if hand.bit_count() != table.each or hand & (known | ~deck):
                raise ValueError(f"a hand is {table.each} cards that no other hand holds")
            known |= hand
        self.seats = table.seats
        self.unplayed: CardSet = deck
        """The cards not played yet, those left over included."""
        self.passed: Mapping[int, CardSet] = {}
        """The cards that each seat passed, as far as this view saw it."""
        self._table = table
        # What each seat must hold and may hold, the cards that were played included.
        self._must = [hand or 0 for hand in hands]
        self._may = [deck & ~known if hand is None else hand for hand in hands]
        # The hands in sight, the cards that were played included.
        self._seen = list(hands)
        self._rest = rest or 0  # what is known to be left over
        if table.left_over and rest is None and None not in hands:
            self._rest = deck & ~known

    @property
    def pass_count(self) -> int:
        """How many cards each seat passes."""
        return self._table.pass_count

    @property
    def packs(self) -> int:
        """How many packs are played with."""
        return self._table.packs

    def hand(self, seat: int) -> CardSet | None:
        """The cards that ``seat`` holds now; None where this view does not know them."""
        must = self._must[seat] & self.unplayed
        return must if must == self._may[seat] & self.unplayed else None

    @property
    def played(self) -> CardSet:
        """The cards played so far."""
        return self._table.deck & ~self.unplayed

    def find(self, seat: int, card: Card, besides: CardSet = 0) -> Card:
        """By which number this view knows a card of ``seat``, not counting those of ``besides``.

        With one pack it is ``card``. With two it is that or its twin: the one that the seat
        must hold, else one that it may hold, else one that is still out, else either.
        """
        if self._table.packs == 1:
            return card
        twins = both(1 << card)
        twins = twins & ~besides or twins
        out = twins & self.unplayed
        held = out & self._must[seat] or out & self._may[seat] or out or twins
        return (held & -held).bit_length() - 1

    def find_all(self, seat: int, cards: Iterable[Card], besides: CardSet = 0) -> CardSet:
        """The set of these cards of ``seat``, by their numbers in this view."""
        found = 0
        for card in cards:
            found |= BITS[self.find(seat, card, found | besides)]
        return found

    def _exchange(self, passed: Mapping[int, CardSet], offset: int) -> None:
        """Move cards ``offset`` seats on: those in ``passed``, of other seats unseen ones."""
        may, must = self._may, self._must
        unseen = [(seat, may[seat]) for seat in range(self.seats) if seat not in passed]
        for seat, cards in passed.items():
            may[seat] &= ~cards
            must[seat] &= ~cards
        for seat, _ in unseen:
            must[seat] = 0
        for seat, cards in passed.items():
            may[(seat + offset) % self.seats] |= cards
            must[(seat + offset) % self.seats] |= cards
        for seat, cards in unseen:
            may[(seat + offset) % self.seats] |= cards
        self.passed = dict(passed)
        if must == may:
            self._seen = list(must)
        else:
            self._rule_out()
            seen = zip(must, may, strict=True)
            self._seen = [one if one == other else None for one, other in seen]

    def _rule_out(self) -> None:
        """Of the cards that one seat must hold, no other seat may hold any.

        Of two twins that nobody must hold, whoever may hold one may hold the other: whatever
        happens to one of them then says nothing about where the other is.
        """
        fixed = 0
        for holder, cards in enumerate(self._must):
            fixed |= cards
            for seat in range(self.seats):
                if seat != holder:
                    self._may[seat] &= ~cards
        if self._table.packs > 1:
            free = self._table.deck & ~fixed
            self._may[:] = [may | both(kinds(may & free)) & free for may in self._may]

    def _not_held(self, card: Card) -> Refusal:
        """The refusal of a card that is not in the hand which plays it (R-holding)."""
        name = name_of(card)
        if not self._table.deck & BITS[card]:
            return Refusal("R-holding", f"{name} is not in the deck")
        if not self.unplayed & BITS[card]:
            return Refusal("R-holding", f"{name} has been played already")
        return Refusal("R-holding", f"{name} is not in the hand that plays it")

    def _lowest_clubs(self) -> CardSet:
        """The cards of which one is the lowest club in any hand."""
        held = 0
        for must in self._must:
            held |= must
        hidden = self._table.left_over - self._rest.bit_count()
        lowest = 0
        for card in members(self._table.deck & CLUBS & ~self._rest):
            lowest |= BITS[card]
            if held & BITS[card] or not hidden:
                break
            hidden -= 1
        return lowest

    def _surely(self, seat: int, cards: CardSet, size: int) -> bool:
        """Whether ``seat``, whose hand is of that size, must hold one of ``cards``.

        It does if a card that it must hold is among them, or if the other cards that it
        may hold would not fill its hand.
        """
        unplayed = self.unplayed
        if self._must[seat] & unplayed & cards:
            return True
        return (self._may[seat] & unplayed & ~cards).bit_count() < size


def is_one(cards: CardSet) -> bool:
    """Whether a set has exactly one card."""
    return cards != 0 and cards & (cards - 1) == 0
