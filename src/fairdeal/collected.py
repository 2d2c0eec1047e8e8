"""What the seats have said on the newest step, and what is wrong with it (sections 6 and 8)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NoReturn

from fairdeal import chain, wire
from fairdeal.canonical import loads
from fairdeal.commitment import opens_seal
from fairdeal.errors import Malformed, PeerError
from fairdeal.findings import Code, Finding, find
from fairdeal.game import Seals, Turn
from fairdeal.limits import MESSAGE_BYTES
from fairdeal.opendeal import OpenDeal
from fairdeal.phases import TRANSITIONS, Phase
from fairdeal.session import Session

COLLECTED = {
    Phase.OPENED: "join",
    Phase.READY: "commit",
    Phase.COMMITTED: "reveal",
    Phase.SEALING: "seal",
    Phase.MOVING: "move",
    Phase.OVER: "close",
}
"""The kind of statements that the seats owe."""


class Collected:
    """The statements for the step that comes next: ``said`` by kind and seat.

    ``offending`` holds faulty reveals by seat, ``unsealed`` the bodies that open the seals.
    """

    def __init__(self, session: Session, deal: OpenDeal) -> None:
        self._session = session
        self._open = deal
        self._older: set[str] = set()
        self.said: dict[str, dict[int, Mapping[str, Any]]] = {}
        self.offending: dict[int, Mapping[str, Any]] = {}
        self.unsealed: dict[int, Mapping[str, Any]] = {}

    def turn(self, older: str) -> None:
        """A step was appended to the one of that hash: everybody speaks anew."""
        self._older.add(older)
        self.said, self.offending, self.unsealed = {}, {}, {}

    @property
    def waiting_for(self) -> frozenset[int]:
        """The seats whose statement is due."""
        session = self._session
        kind = COLLECTED.get(session.phase)
        if kind is None:
            return frozenset()
        if kind == "move":
            due = self._open.deal.due() if self._open.deal else None
            return due.seats if isinstance(due, Turn) else frozenset()
        seats: Iterable[int] = session.seating.everyone
        if kind == "seal":
            due = self._open.deal.due() if self._open.deal else None
            seats = due.seats if isinstance(due, Seals) else ()
        return frozenset(seats) - self.said.get(kind, {}).keys() - self.offending.keys()

    def openings(self) -> list[dict[str, Any]]:
        """What opens the seals that are in, by seat."""
        return [
            {name: self.unsealed[seat][name] for name in ("move", "nonce", "seat")}
            for seat in sorted(self.said["seal"])
        ]

    def lists(self) -> dict[str, list[Any]]:
        """The three lists of a `void`."""
        received = self.said.get("reveal", {})
        return {
            "missing": sorted(self.waiting_for),
            "offending": [self.offending[seat] for seat in sorted(self.offending)],
            "received": [received[seat] for seat in sorted(received)],
        }

    def take(self, sender: int, data: bytes) -> bool:
        """Take a message of a seat; whether the table may go on now. Raises `PeerError`."""
        try:
            raw = loads(data, MESSAGE_BYTES)
            message = wire.read_message(raw)
        except Malformed as error:
            _skip(Code.BAD_MESSAGE, f"not a message: {error}", sender)
        if isinstance(message, wire.StatementMessage):
            return self._take_statement(sender, raw)
        if not isinstance(message, wire.PrivateMessage):
            _skip(Code.BAD_MESSAGE, "a host is not sent steps", sender)
        self._take_opening(sender, raw["message"], message.message)
        return False

    def _take_opening(self, sender: int, raw: Mapping[str, Any], message: Any) -> None:
        session = self._session
        if self._is_stale(message.parent, message.table):
            return
        if (
            session.phase is not Phase.SEALING
            or not isinstance(message, wire.OpeningMessage)
            or (message.parent, message.table) != (session.head, session.table)
            or (message.from_, message.to, message.body.seat) != (sender, "host", sender)
            or message.body.deal != session.deal_number
            or not self._is_from(sender, chain.is_signed_private, raw)
        ):
            _skip(Code.BAD_MESSAGE, "no such opening is due", sender)
        if sender in self.said.get("seal", {}):
            # What opens the accepted seal is held already; nothing may take its place.
            if raw["body"] != self.unsealed[sender]:
                text = "this seat has already opened its seal in another way"
                _reject(Code.REPEATED_STATEMENT, text, sender)
            return
        earlier = {opening["nonce"] for opening in self._open.openings}
        if message.body.nonce in session.used or message.body.nonce in earlier:
            _reject(Code.REPEATED_VALUE, "this nonce was used before", sender)
        self.unsealed[sender] = raw["body"]

    def _is_from(
        self, sender: int, check: Callable[[Mapping[str, Any], bytes], bool], raw: Mapping[str, Any]
    ) -> bool:
        key = self._session.seating.key_of(sender)
        return key is not None and check(raw, key)

    def _is_stale(self, parent: str, table: str) -> bool:
        """Whether something was signed on an older step: it crossed with ours, no fault."""
        return table == self._session.table and parent in self._older

    def _take_statement(self, sender: int, raw: Mapping[str, Any]) -> bool:
        session = self._session
        kind, statement = raw["kind"], raw["statement"]
        if self._is_stale(raw["parent"], raw["table"]):
            return False
        if self.said.get(kind, {}).get(sender) == statement:
            return False
        pseudo = {"kind": kind, "parent": raw["parent"], "statements": [statement]}
        try:
            said: Any = wire.read_step(pseudo)["statements"][0]
        except Malformed as error:
            _skip(Code.BAD_FORM, f"{kind}{error.pointer}: {error.why}", sender)
        place = (kind, session.head, session.table)
        if (
            (raw["parent"], raw["table"]) != (session.head, session.table)
            or said["by"] != sender
            or not self._is_from(
                sender, lambda one, key: chain.is_signed(one, *place, key), statement
            )
        ):
            _skip(Code.BAD_SIGNATURE, "not signed by this seat for this place", sender)
        if kind not in TRANSITIONS[session.phase] or sender not in session.authors(kind)[1]:
            _reject(Code.WRONG_KIND, f"no {kind} is due from this seat now", sender)
        if sender in self.said.get(kind, {}) or sender in self.offending:
            text = f"this seat has already said something else in its {kind}"
            _reject(Code.REPEATED_STATEMENT, text, sender)
        where = session.where(session.height, 0, sender)
        findings = session.judge(kind, said, where)
        if kind == "reveal" and findings:
            self.offending[sender] = statement
            return True
        if kind == "seal" and sender not in self.unsealed:
            # Its opening, which comes first, was lost on the way or in a crash of ours: not taken,
            # and no fault. The seat repeats both when it sees the newest step again.
            return False
        findings += self._judge_move(kind, said, sender)
        if findings:
            raise PeerError(findings[0])
        self.said.setdefault(kind, {})[sender] = statement
        return True

    def _judge_move(self, kind: str, said: Any, sender: int) -> list[Finding]:
        """Legality of an open or sealed move, which the host can judge at once."""
        deal = self._open.deal
        if deal is None or kind not in ("move", "seal"):
            return []
        if kind == "move":
            move = said["body"]["move"]
        else:
            opening = self.unsealed[sender]
            shown = (opening["nonce"], opening["move"])
            sealed = said["body"]["commitment"]
            if not opens_seal(self._session.head, sender, *shown, sealed):
                text = f"The opening of seat {sender} does not open its seal."
                return [find(Code.WRONG_PRIVATE_OPENING, text, blame=(sender,), seat=sender)]
            move = opening["move"]
        refusal = deal.check(sender, move)
        if refusal is None:
            return []
        return [
            find(
                Code.ILLEGAL_MOVE,
                f"The move of seat {sender} is not allowed: {refusal.detail}",
                blame=(self._session.seating.answers_for(sender),),
                place=refusal.place,
                seat=sender,
                details={"rule": refusal.rule, "playable": list(refusal.playable)},
            )
        ]


def _skip(code: Code, sentence: str, sender: int) -> NoReturn:
    """Refuse what came on a seat's link and what the seat did not sign for this place."""
    raise PeerError(find(code, sentence, seat=sender))


def _reject(code: Code, sentence: str, sender: int) -> NoReturn:
    """Refuse what a seat signed for this place."""
    raise PeerError(find(code, sentence, blame=(sender,), seat=sender))
