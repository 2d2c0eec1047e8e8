"""The play of one deal: the pass, then trick after trick, as one view sees it.

A view may see every hand, one seat's, or none. Of each hand it keeps two sets: the cards
that the seat *must* hold and those that it *may* hold. A hand in sight is both at once;
what was passed to a neighbour, the passer knows the neighbour must hold; a card played
is nobody's any more. Every rule then asks the same question of every hand, "does it
surely hold one of these?", and a view never refuses a card that the full view allows.

No move is undone and illegal ones are carried out where that is possible, so that the
rest of a deal can be judged after a fault. See specs/hearts.md, sections 4 and 5.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from hearts.cards import BITS, NAMES, PACK, SUITS, Card, CardSet, members, names, set_of, suit_of
from hearts.trick import Limit, Limits, Trick, winner


class Refusal(NamedTuple):
    """Why a card may not be played, or cards not be passed."""

    rule: str
    """The rule's name in the specification."""
    detail: str
    """A sentence for players."""


class Impossible(Exception):
    """A move of ``seat`` that cannot even be carried out; ``refusal`` says why."""

    def __init__(self, seat: int, refusal: Refusal) -> None:
        super().__init__(refusal.detail)
        self.seat = seat
        self.refusal = refusal


class Deal:
    """One deal from the cards dealt to the last trick.

    Seats count clockwise from 0. The attributes are for reading; `exchange` and `play` change them.
    """

    __slots__ = (
        "_follow",
        "_fresh",
        "_left",
        "_limits",
        "_may",
        "_must",
        "_table",
        "led",
        "over",
        "pass_offset",
        "passing",
        "seats",
        "taken",
        "trick",
        "tricks",
        "turn",
        "unplayed",
    )

    def __init__(
        self, table: Limits, hands: Sequence[CardSet | None], pass_offset: int = 0
    ) -> None:
        """A deal of ``hands``, by seat, None where this view sees no hand.

        ``pass_offset`` is how far to the left cards are passed, 0 for a deal without a pass.
        Raises `ValueError` where the hands are none of one deal.
        """
        if len(hands) != table.seats:
            raise ValueError(f"{table.seats} hands are dealt")
        known = 0
        for hand in hands:
            if hand is None:
                continue
            if hand.bit_count() != table.each or hand & (known | ~PACK):
                raise ValueError(f"a hand is {table.each} cards that no other hand holds")
            known |= hand
        self.seats = table.seats
        self.pass_offset = pass_offset
        """How far to the left cards are passed; 0: this deal has no pass."""
        self.passing = pass_offset != 0
        """Whether the pass is still to come."""
        self.over = False
        """Whether the last trick has been taken."""
        self.turn: int | None = None
        """The seat to play; None where nobody is, or this view cannot tell."""
        self.unplayed: CardSet = PACK
        """The cards not played yet."""
        self.taken: list[CardSet] = [0] * self.seats
        """The cards that each seat took in tricks."""
        self.trick: dict[int, Card] = {}
        """The trick on the table: the card of each seat, in the order of play."""
        self.led: CardSet = 0
        """All cards of the suit led to the trick on the table; none before the lead."""
        self.tricks: list[Trick] = []
        """The finished tricks."""
        self._table = table
        self._limits: tuple[Limit, ...] = table.first_lead
        self._follow = table.first_follow
        self._left = table.left
        self._fresh: CardSet = PACK  # the cards not played before the trick on the table
        # What each seat must hold and may hold, the cards that were played included.
        self._must = [hand or 0 for hand in hands]
        self._may = [PACK & ~known if hand is None else hand for hand in hands]
        if not self.passing:
            self._open()

    # --- What a view can tell ---

    @property
    def pass_count(self) -> int:
        """How many cards each seat passes."""
        return self._table.pass_count

    @property
    def hearts_open(self) -> bool:
        """Whether a heart has been played."""
        return self.unplayed & self._table.openers != self._table.openers

    def hand(self, seat: int) -> CardSet | None:
        """The cards that ``seat`` holds now; None where this view does not know them."""
        must = self._must[seat] & self.unplayed
        return must if must == self._may[seat] & self.unplayed else None

    def actors(self) -> tuple[int, ...]:
        """The seats of which one plays next, as far as this view knows. Empty: nobody."""
        if self.turn is not None:
            return (self.turn,)
        return tuple(seat for seat in range(self.seats) if self._may_lead_first(seat))

    def receiver(self, seat: int) -> int:
        """The seat that gets the cards which ``seat`` passes."""
        return (seat + self.pass_offset) % self.seats

    def legal(self, seat: int) -> CardSet:
        """The cards that ``seat`` may play now: of its hand, or of what it may hold.

        Empty where it is not the seat's turn, and only there.
        """
        hand = self._must[seat]
        if seat != self.turn or hand != self._may[seat]:
            return self._possible(seat)
        hand &= self.unplayed
        for _, holding, only in self._limits:
            if hand & holding:
                hand &= only
        return hand

    def refusal(self, seat: int, card: Card) -> Refusal | None:
        """Why ``seat`` may not play ``card`` now; None if nothing known to this view is against it.

        Where several rules forbid a card, the first is named: turn, holding, two of clubs,
        follow suit, first trick, hearts closed.

        A discard is no proof to a view that its seat is void: the discard itself may have
        been the fault, and only the hand can tell which of the two cards was.
        """
        bit = BITS[card]
        if seat != self.turn and not self._may_lead_first(seat):
            return Refusal("R-turn", self._turn_detail())
        if not self._may[seat] & self.unplayed & bit:
            return Refusal("R-holding", self._holding_detail(card))
        rest = PACK
        for rule, holding, only in self._limits:
            if not only & bit:
                if self._surely_holds(seat, holding & rest):
                    return Refusal(rule, self._limit_detail(rule))
            elif holding & bit:
                rest &= only
        return None

    def pass_refusal(self, seat: int, cards: CardSet) -> Refusal | None:
        """Why ``seat`` may not pass ``cards``; None if nothing known to this view is against it."""
        if not self.passing:
            return Refusal("R-turn", "no cards are passed now")
        if cards.bit_count() != self._table.pass_count:
            return Refusal("R-pass", f"{self._table.pass_count} cards are passed")
        missing = cards & ~self._may[seat]
        if missing:
            return Refusal("R-pass", f"{names(missing)[0]} is not in the hand that passes it")
        return None

    # --- Moves ---

    def exchange(self, passed: Mapping[int, CardSet]) -> None:
        """Carry out the pass: the cards of each seat whose choice this view sees.

        Raises `Impossible`, changing nothing, where a seat passes what it cannot hold.
        """
        for seat, cards in passed.items():
            refusal = self.pass_refusal(seat, cards)
            if refusal is not None:
                raise Impossible(seat, refusal)
        may, must = self._may, self._must
        unseen = [(seat, may[seat]) for seat in range(self.seats) if seat not in passed]
        for seat, cards in passed.items():
            may[seat] &= ~cards
            must[seat] &= ~cards
        for seat, _ in unseen:
            must[seat] = 0
        for seat, cards in passed.items():
            may[self.receiver(seat)] |= cards
            must[self.receiver(seat)] |= cards
        for seat, cards in unseen:
            may[self.receiver(seat)] |= cards
        if must != may:
            self._rule_out()
        self.passing = False
        self._open()

    def play(self, seat: int, card: Card) -> None:
        """Carry out a play, legal or not.

        Raises `Impossible`, changing nothing, where the seat has already played to this
        trick or cannot hold the card. Who plays out of turn to an empty table leads.
        """
        bit = BITS[card]
        if seat != self.turn:
            self._check_ahead(seat)
        unplayed = self.unplayed
        if not self._may[seat] & unplayed & bit:
            raise Impossible(seat, Refusal("R-holding", self._holding_detail(card)))
        self.unplayed = unplayed ^ bit
        trick = self.trick
        if not trick:
            self._limits = self._follow[card // 13]
            self.led = SUITS[card]
            self.turn = seat
        trick[seat] = card
        if len(trick) == self.seats:
            self._take()
        elif seat == self.turn:
            turn = self._left[seat]
            while turn in trick:
                turn = self._left[turn]
            self.turn = turn

    def _open(self) -> None:
        """Let the holder of the first card lead, if this view knows who that is."""
        for seat, must in enumerate(self._must):
            if must & self._table.first_card:
                self.turn = seat

    def _rule_out(self) -> None:
        """Of the cards that one seat must hold, no other seat may hold any."""
        for holder, cards in enumerate(self._must):
            for seat in range(self.seats):
                if seat != holder:
                    self._may[seat] &= ~cards

    def _check_ahead(self, seat: int) -> None:
        """Raise `Impossible` unless ``seat``, whose turn it is not, could play all the same."""
        if self.passing or self.over or seat in self.trick:
            raise Impossible(seat, Refusal("R-turn", self._turn_detail()))

    def _take(self) -> None:
        """Give the full trick to its winner, who leads to the next one."""
        table, trick = self._table, self.trick
        pile = self._fresh ^ self.unplayed
        taker = winner(trick, pile & self.led)
        self.taken[taker] |= pile
        self.tricks.append((trick, taker))
        self.trick = {}
        self.led = 0
        self.turn = taker
        self._fresh = self.unplayed
        self._follow = table.follow
        self._limits = table.lead if self.hearts_open else table.lead_closed
        if not self.unplayed:
            self.over = True
            self.turn = None

    # --- What a view knows of a hand ---

    def _may_lead_first(self, seat: int) -> bool:
        """Whether the lead to the first trick is due, perhaps from ``seat``."""
        return (
            self.turn is None
            and not (self.passing or self.over)
            and self._may[seat] & self._table.first_card != 0
        )

    def _surely_holds(self, seat: int, cards: CardSet) -> bool:
        """Whether ``seat``, who has yet to play to this trick, must hold one of ``cards``.

        It does if a card that it must hold is among them, or if the other cards that it
        may hold would not fill its hand.
        """
        unplayed = self.unplayed
        must = self._must[seat]
        if self.turn is None:
            must |= self._table.first_card  # who is asked about the first lead holds this card
        if must & unplayed & cards:
            return True
        size = self._table.each - len(self.tricks)
        return (self._may[seat] & unplayed & ~cards).bit_count() < size

    def _possible(self, seat: int) -> CardSet:
        """The cards that ``seat`` may hold and, for all this view knows, may play now."""
        if seat != self.turn and not self._may_lead_first(seat):
            return 0
        cards = members(self._may[seat] & self.unplayed)
        return set_of(card for card in cards if self.refusal(seat, card) is None)

    # --- Sentences ---

    def _turn_detail(self) -> str:
        if self.passing:
            return "cards are passed first"
        if self.over:
            return "the deal is over"
        if self.turn is None:
            return "the holder of the two of clubs leads"
        return f"it is seat {self.turn}'s turn"

    def _holding_detail(self, card: Card) -> str:
        if not self.unplayed & BITS[card]:
            return f"{NAMES[card]} has been played already"
        return f"{NAMES[card]} is not in the hand that plays it"

    def _limit_detail(self, rule: str) -> str:
        if rule == "R-follow-suit":
            return f"you must follow {suit_of(self.led.bit_length() - 1).word}"
        return _LIMIT_DETAILS[rule]


_LIMIT_DETAILS = {
    "R-two-clubs": "the two of clubs must be led",
    "R-first-trick": "no penalty cards on the first trick",
    "R-hearts-closed": "hearts are not open yet",
}
