"""The deal in progress as one seat sees it: its hand, what it was told in private, the play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from fairdeal import wire
from fairdeal.commitment import in_deck_order, opens_hand
from fairdeal.errors import PeerError
from fairdeal.facts import MoveFact
from fairdeal.findings import Code, Finding, find
from fairdeal.game import Deal, IllegalMove, Json
from fairdeal.phases import IN_PLAY
from fairdeal.session import Session


class OwnView:
    """What the seat ``number`` knows of the deal in progress.

    ``deal`` is the game's view for it; None before it has its hand. What the host signed and
    the view cannot follow is a `PeerError`, and whoever broke the rules is named in it.
    """

    def __init__(self, session: Session, number: int) -> None:
        self._session = session
        self._number = number
        self.deal: Deal | None = None
        self._followed = 0
        self._openings: dict[int, Json] = {}
        self._openings_due: frozenset[int] = frozenset()

    def forget(self) -> None:
        """The deal is over, or was called off."""
        self.deal = None

    def is_waiting(self) -> bool:
        """Whether a private message is still due before anything may be signed."""
        return (self._session.phase in IN_PLAY and self.deal is None) or bool(self._openings_due)

    def is_due(self, message: wire.HandMessage | wire.OpeningMessage) -> bool:
        """Whether the seat waits for that hand or opening, on the newest step or since an older."""
        if self._session.phase not in IN_PLAY:
            return False
        if message.parent != self._session.head and message.body.deal != self._session.deal_number:
            return False
        if isinstance(message, wire.HandMessage):
            return self.deal is None
        return message.body.seat in self._openings_due

    def take(self, message: wire.HandMessage | wire.OpeningMessage) -> None:
        """Take a hand or an opening that is due."""
        if isinstance(message, wire.HandMessage):
            self._take_hand(message.body)
        else:
            self._take_opening(message.body)

    def advance(self, seals: Mapping[str, Mapping[str, Any]]) -> None:
        """Carry the view on through all seals and moves that this seat can follow.

        ``seals`` holds the seat's own sealed moves, by their commitments.
        """
        view = self.deal
        if view is None:
            return
        events = self._session.facts.events
        while self._followed < len(events):
            event = events[self._followed]
            if isinstance(event, MoveFact):
                self._check(view, event.seat, event.move)
                self._try(event.seat, view.apply, event.seat, event.move)
            else:
                mine = self._number
                read = {one.seat for one in event if mine in view.readers(one.seat)}
                for one in event:
                    own = seals.get(one.commitment)
                    if one.seat == mine and own is not None:
                        self._openings[one.seat] = own["move"]
                    elif one.seat == mine:
                        read.add(one.seat)
                self._openings_due = frozenset(read - self._openings.keys())
                if self._openings_due:
                    return
                self._try(mine, view.open_seals, self._openings)
                self._openings = {}
            self._followed += 1

    def _take_hand(self, body: wire.HandBody) -> None:
        session = self._session
        facts, match = session.facts, session.match
        deck = match.deck
        if (
            (body.deal, body.attempt) != (facts.number, facts.attempt)
            or not opens_hand(body.salt, body.cards, facts.digests[self._number])
            or not Counter(body.cards) <= Counter(deck)
            or body.cards != in_deck_order(body.cards, deck)
            or len(body.cards) != len(match.layout(deck, facts.draw).hands[self._number])
        ):
            text = "The cards that the host sent are not the hand that it fixed for this seat."
            where = {"seat": self._number, "deal": facts.number}
            raise PeerError(find(Code.WRONG_PRIVATE_HAND, text, blame=("host",), **where))
        hands = [body.cards if seat == self._number else None for seat in range(len(session.seats))]
        self.deal = match.begin(facts.draw, hands, None)
        self._followed = 0

    def _take_opening(self, body: wire.OpeningBody) -> None:
        view = self.deal
        if view is None:
            return
        seals: Any = self._session.facts.events[self._followed]
        seal = next(one for one in seals if one.seat == body.seat)
        if body.deal != self._session.deal_number or not seal.is_opened_by(body.model_dump()):
            text = f"The host sends as the choice of seat {body.seat} what that seat did not seal."
            raise PeerError(find(Code.WRONG_PRIVATE_OPENING, text, seat=body.seat, blame=("host",)))
        self._check(view, body.seat, body.move)
        self._openings[body.seat] = body.move
        self._openings_due -= {body.seat}

    def _check(self, view: Deal, seat: int, move: Json) -> None:
        refusal = view.check(seat, move)
        if refusal is not None:
            raise PeerError(self._illegal(seat, refusal))

    def _try(self, seat: int, action: Callable[..., None], *arguments: object) -> None:
        try:
            action(*arguments)
        except IllegalMove as refusal:
            raise PeerError(self._illegal(seat, refusal)) from None

    def _illegal(self, seat: int, refusal: IllegalMove) -> Finding:
        return find(
            Code.ILLEGAL_MOVE,
            f"The move of seat {seat} was not allowed: {refusal.detail}",
            step=self._session.height - 1,
            blame=tuple(dict.fromkeys((self._session.seating.answers_for(seat), "host"))),
            place=refusal.place,
            seat=seat,
            details={"rule": refusal.rule},
        )
