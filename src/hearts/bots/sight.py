"""What a seat knows of a deal, in places: all that the stronger bots see of it.

Everything here follows from the seat's own hand, what it passed and was passed, the cards
played, and from that the others play by the rules. The numbers by which a view tells twins
apart leave no trace in it.
"""

from __future__ import annotations

from collections.abc import Iterable

from hearts.bots.base import own_hand
from hearts.bots.model import Model, Narrowing, Place, PlaceSet
from hearts.cards import PLACES, Card, CardSet, members, suit_of
from hearts.deal import Deal

NOBODY = -1
"""No seat, or no card."""


class Numbering:
    """Gives cards their places: twins in the order in which they are met."""

    def __init__(self, model: Model) -> None:
        self._packs = model.packs
        self._met = [0] * PLACES

    def place(self, card: Card) -> Place:
        """The place of a card that was not met yet."""
        kind = card % PLACES
        met = self._met[kind]
        self._met[kind] = met + 1
        return kind * self._packs + met

    def places(self, cards: CardSet) -> PlaceSet:
        """The places of cards that were not met yet."""
        return cards if self._packs == 1 else sum(1 << self.place(card) for card in members(cards))


class Sight:
    """A deal as ``seat`` knows it."""

    def __init__(self, deal: Deal, seat: int) -> None:
        """What ``seat`` knows of ``deal``. Raises `ValueError` where its hand is out of sight."""
        self.model = model = Model.of(deal.rules)
        self.seat = seat
        self.left: int = model.each - len(deal.tricks)
        """How many tricks are left, that on the table included."""
        self.hearts_open: bool = deal.hearts_open
        numbering = Numbering(model)
        self.hand: PlaceSet = numbering.places(own_hand(deal, seat))
        self.trick: list[tuple[int, Place]] = [
            (player, numbering.place(card)) for player, card in deal.trick.items()
        ]
        """The trick on the table, in the order of play."""
        self.taken: list[PlaceSet] = [numbering.places(cards) for cards in deal.taken]
        """What each seat took."""
        self.standing: PlaceSet = numbering.places(deal.standing)
        self.known: list[PlaceSet] = [0] * model.seats
        """What other seats must hold."""
        self._know_passed(deal, numbering)
        seen = self.hand | self.standing | sum(self.taken) | sum(self.known)
        self.hidden: PlaceSet = model.deck & ~(seen | sum(1 << place for _, place in self.trick))
        """The cards of which it is not known who has them; those left over are among them."""
        takers = [taker for _, taker in deal.tricks if taker is not None]
        self.first_taker: int = takers[0] if takers else NOBODY
        self.last_taker: int = takers[-1] if takers else NOBODY
        self.legal: PlaceSet = self.hand
        """What may be played, or passed."""
        if not deal.passing:
            self.legal &= model.all_of(deal.legal(seat))

    @property
    def out(self) -> PlaceSet:
        """The cards not played yet, but for its own."""
        return self.hidden | sum(self.known)

    def winning(self) -> tuple[int, Place]:
        """Who would take the trick on the table as it is, and with which card."""
        model = self.model
        suit = model.suits[model.suit[self.trick[0][1]]]
        best: dict[Card, tuple[int, Place]] = {}
        for player, place in self.trick:
            kind = place // model.packs
            if suit >> place & 1 and best.pop(kind, None) is None:
                best[kind] = (player, place)
        return best[max(best)] if best else (NOBODY, NOBODY)

    def wanted(self) -> list[int]:
        """How many of the hidden cards each seat holds, and last how many are left over."""
        model, played = self.model, {player for player, _ in self.trick}
        wanted = [
            self.left - (player in played) - self.known[player].bit_count()
            for player in range(model.seats)
        ]
        wanted[self.seat] = 0
        return [*wanted, model.left_over]

    def _know_passed(self, deal: Deal, numbering: Numbering) -> None:
        """The cards that it passed on are with their receiver until they are played."""
        passed = members(deal.passed.get(self.seat, 0))
        if not passed:
            return
        receiver = deal.receiver(self.seat)
        held = [card % PLACES for card in passed]
        for cards in (*(cards for cards, _ in deal.tricks), deal.trick):
            if receiver in cards and cards[receiver] % PLACES in held:
                held.remove(cards[receiver] % PLACES)
        self.known[receiver] = sum(1 << numbering.place(card) for card in held)

    def may(self, deal: Deal) -> list[PlaceSet]:
        """Which hidden cards each seat may hold: its plays in ``deal`` say which it does not.

        Every play tells of the limits on it that its player was free of, if it was legal.
        """
        model = self.model
        may = [self.hidden] * model.seats
        limits, follow, opened = model.first_lead, model.first_follow, False
        for number, cards in enumerate([*(cards for cards, _ in deal.tricks), deal.trick]):
            led = 0
            for player, card in cards.items():
                kind = model.all_of(1 << card % PLACES)
                if not led:
                    led = model.suits[suit_of(card)]
                    may[player] &= ~_denied(limits, kind)
                    if number == 0 and model.lowest_club_leads:
                        # Lower clubs, if there are any, are left over.
                        may = [held & ~(led & kind - 1) for held in may]
                else:
                    may[player] &= ~_denied([(led, led), *follow], kind)
                opened = opened or kind & model.openers != 0
            limits, follow = () if opened else model.lead_closed, ()
        return may


def _denied(limits: Iterable[Narrowing], card: PlaceSet) -> PlaceSet:
    """What a hand that plays ``card`` by the rules does not hold."""
    denied, rest = 0, ~0
    for holding, only in limits:
        if not only & card:
            denied |= holding & rest
        elif holding & card:
            rest &= only
    return denied
