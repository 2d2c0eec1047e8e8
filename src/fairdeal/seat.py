"""One player's side of a table: bytes in, outbox out, no IO (sections 7 and 8).

A `Seat` checks every step as it arrives. It signs nothing on a step that is wrong, and nothing
before it holds the private messages due to it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, NoReturn

from fairdeal import chain, crypto, receipts, wire
from fairdeal.canonical import check_opaque, dumps, loads
from fairdeal.errors import LocalError, Malformed, PeerError
from fairdeal.expect import Expect
from fairdeal.findings import Code, Finding, Severity, find
from fairdeal.game import Deal, Json, Seals, Turn
from fairdeal.games import Games, finder
from fairdeal.identity import check_identity
from fairdeal.limits import MESSAGE_BYTES
from fairdeal.outbox import Outbox, Outgoing
from fairdeal.ownview import OwnView
from fairdeal.phases import Phase
from fairdeal.pledges import Pledges
from fairdeal.session import Session
from fairdeal.transcript import dump, parse

_FATAL = frozenset({Severity.VIOLATION, Severity.MALFORMED})


class Seat:
    """A person's, or a bot's, side of one table.

    ``signer`` holds the seat's key for this table; ``expect`` whom the player trusts; ``last`` is
    the head (hex) of this player's last unfinished table with this host; ``takes_over`` the number
    of the seat that a later `replace` gives to this bot. Without ``keeps`` a receipt has only the
    private messages of the newest deal: a host needs none from its own bots. ``entropy`` gives
    fresh random bytes.
    """

    def __init__(
        self,
        signer: crypto.Signer,
        *,
        expect: Expect | None = None,
        last: str | None = None,
        takes_over: int | None = None,
        keeps: bool = True,
        entropy: crypto.Entropy = crypto.random_bytes,
        games: Games | None = None,
    ) -> None:
        self._signer = signer
        self._expect = expect or Expect()
        self._last = last
        self._takes_over = takes_over
        self._keeps = keeps
        self._session = Session(finder(games))
        self._steps: list[Mapping[str, Any]] = []
        self._hashes: list[str] = []
        self._number: int | None = None
        self._fault: Finding | None = None
        self._replaced = False
        self._stop = False
        self._signed_head: dict[str, Any] | None = None
        self._pledges = Pledges(signer, entropy, self._session)
        self._own: OwnView | None = None
        # All private messages of the host, and the first of this deal.
        self._private: list[Mapping[str, Any]] = []
        self._since = 0
        # What one call has produced so far.
        self._send: list[Outgoing] = []
        self._new_steps: list[bytes] = []

    # --- what the player sees ---

    @property
    def number(self) -> int | None:
        """This seat's number from 0; None until the table was opened."""
        return self._number

    @property
    def view(self) -> Deal | None:
        """The deal in progress as this seat sees it; read only. None between deals."""
        return self._own.deal if self._own else None

    @property
    def session(self) -> Session:
        """The table's state; read only."""
        return self._session

    @property
    def is_replaced(self) -> bool:
        """Whether a bot has taken this seat: it has nothing more to sign."""
        return self._replaced

    @property
    def fault(self) -> Finding | None:
        """Why this seat stopped, if the other side broke the protocol."""
        return self._fault

    @property
    def head(self) -> Mapping[str, Any] | None:
        """The host's newest signed head: ``{head, height, sig, table}``."""
        return self._signed_head

    @property
    def due(self) -> str | None:
        """``"seal"`` or ``"move"`` if the player has to `choose` now, else None.

        Where `view` leaves open whose turn it is (it is `Turn` for several seats), choose only
        when the host has said that it is this seat's: see `Host.waiting_for`.
        """
        view = self.view
        if view is None or not self._may_sign() or self._pledges.choice is not None:
            return None
        kind = {Phase.SEALING: "seal", Phase.MOVING: "move"}.get(self._session.phase)
        due = view.due()
        if kind is None or not isinstance(due, Seals | Turn) or self._number not in due.seats:
            return None
        return kind

    def transcript(self) -> bytes:
        """This seat's own copy of the chain, as a transcript."""
        return dump(self._steps)

    def receipt(self) -> bytes:
        """What convicts a host that shows others another history (section 16), as JSON.

        It holds the hands of this seat, those of a deal in progress too. Raises `LocalError`
        before the table was opened.
        """
        if self._number is None or not self._hashes:
            raise LocalError("this seat has no table yet")
        pledges = self._pledges
        return receipts.written(
            self._number,
            self._signer.public.hex(),
            self._steps,
            self._hashes,
            head=self._signed_head,
            private=self._private,
            loose=[*pledges.passed_over, *map(receipts.entry, pledges.signed.values())],
        )

    # --- what the player does ---

    def choose(self, move: Json) -> Outbox:
        """Make the move that is `due`, sealed or open. Raises `LocalError` if it is not allowed."""
        kind, view = self.due, self.view
        if kind is None or view is None or self._number is None:
            raise LocalError("nothing is due from this seat now")
        try:
            check_opaque(move)
        except ValueError as error:
            raise LocalError(f"this move cannot be sent: {error}") from None
        refusal = view.check(self._number, move)
        if refusal is not None:
            raise LocalError(f"this move is not allowed: {refusal}") from refusal
        self._pledges.choice = (kind, move)
        self._react()
        return self._outbox()

    def stop(self) -> Outbox:
        """Wish to end the table before the game's own end, at the next pause between deals.

        It ends there if every seat wishes so; otherwise the game goes on.
        """
        self._stop = True
        self._react()
        return self._outbox()

    def receive(self, data: bytes) -> Outbox:
        """Take a message from the host. Raises `PeerError` if it breaks the protocol.

        Raises `LocalError`, with nothing changed, if it opens a table without a seat for this key.

        After a fault of the host, which is something that it signed for this place, the seat signs
        nothing more and raises the same error again; so that this outlives a restart, store
        `secrets` once more. Where `fault` stays None, nothing has changed: anybody may have sent
        that, or a message was lost before this one, and the host has to catch up.
        """
        if self._fault is not None:
            raise PeerError(self._fault)
        try:
            raw = loads(data, MESSAGE_BYTES)
            message = wire.read_message(raw)
        except Malformed as error:
            self._skip(f"This is not a message: {error}")
        if isinstance(message, wire.StepMessage):
            self._receive_step(raw["step"], raw["head"])
        elif isinstance(message, wire.PrivateMessage):
            self._receive_private(raw["message"], message.message)
        else:
            self._skip("A seat is not sent statements.")
        self._react()
        return self._outbox()

    # --- resuming ---

    @classmethod
    def resume(
        cls,
        signer: crypto.Signer,
        secrets: bytes,
        transcript: bytes,
        **options: Any,
    ) -> tuple[Seat, Outbox]:
        """Go on after an interruption, from the stored secrets and a transcript (section 8.3).

        ``options`` are those of `Seat`. The outbox resends what was signed on the newest step.
        Raises `PeerError` where the transcript is not a continuation of what this seat signed.
        """
        stored = loads(secrets)
        if stored["key"] != signer.public.hex():
            raise LocalError("these secrets belong to another key")
        if stored["fault"] is not None:
            fault = stored["fault"]
            blame = tuple(fault["blame"])
            raise PeerError(find(Code(fault["code"]), fault["sentence"], blame=blame))
        seat = cls(signer, **options)
        seat._since = stored["since"]
        seat._private = stored["private"][: seat._since]
        reached = stored["parent"] == chain.ZERO
        if reached:
            seat._restore(stored)
        steps = parse(transcript).steps if transcript != dump([]) else []
        for raw in steps:
            seat._follow(seat._link(raw))
            if not reached:
                seat._pledges.seals = dict(stored["seals"])
                reached = seat._session.head == stored["parent"]
                if reached:
                    seat._restore(stored)
            for message in stored["private"][stored["since"] :]:
                if message["parent"] == seat._session.head:
                    read = wire.read_message({"type": "private", "message": message})
                    seat._receive_private(message, read.message)  # type: ignore[union-attr]
        if not reached:
            text = "The chain does not contain the newest step that this seat has seen."
            seat._refuse(find(Code.SECOND_HISTORY, text, blame=("host",)))
        seat._new_steps = []
        seat._repeat()
        seat._react()
        return seat, seat._outbox()

    def _restore(self, stored: Mapping[str, Any]) -> None:
        self._signed_head = stored["head"]
        self._pledges.restore(stored)
        self._stop = stored["stop"]

    def secrets(self) -> bytes:
        """What has to be stored, and kept private, before anything is sent (section 8.2)."""
        fault = self._fault
        return dumps(
            {
                **self._pledges.as_dict(),
                "fault": fault
                and {"blame": fault.blame, "code": str(fault.code), "sentence": fault.sentence},
                "head": self._signed_head,
                "key": self._signer.public.hex(),
                "parent": self._session.head,
                "private": self._private,
                "since": self._since,
                "stop": self._stop,
            }
        )

    # --- steps ---

    def _receive_step(self, raw: Mapping[str, Any], head: dict[str, Any]) -> None:
        session = self._session
        if self._steps and head["height"] <= session.height:
            self._repeated_step(raw, head)
            return
        if head["height"] != session.height + 1:
            text = f"The host sends step {head['height'] - 1}; step {session.height} is due."
            self._skip(text)
        if not wire.has_step_members(raw) or raw["parent"] != session.head:
            # Nobody signs a written parent: the step may have been changed on the way.
            self._skip("This step does not continue this seat's chain.", Code.BAD_HEAD)
        entry = self._link(raw)
        position = (entry.hash, session.table if self._steps else entry.hash)
        if position != (head["head"], head["table"]) or not chain.is_signed_head(
            head, session.seating.host_key or self._opener(entry)
        ):
            text = "The signed head that came with this step is not the host's for it."
            self._skip(text, Code.BAD_HEAD)
        if self._is_waiting() and raw["kind"] != "replace":
            self._skip("The host goes on without a private message that is due.")
        self._signed_head = head  # kept as well where the host signed for what is refused
        self._follow(entry)

    def _opener(self, entry: chain.Entry) -> bytes:
        """The host's key in an `open` step that nobody has to answer for yet."""
        try:
            step: wire.Step | None = wire.read_step(entry.raw)
        except Malformed:
            step = None
        if step is None or step["kind"] != "open":
            self._skip("A table begins with its open step.", Code.BAD_HEAD)
        body = step["statements"][0]["body"]
        for finding in check_identity(body, Expect(host=self._expect.host)):
            raise PeerError(finding)
        self._find_seat(body)
        return bytes.fromhex(body["host"]["key"])

    def _find_seat(self, body: wire.OpenBody) -> None:
        """Raise `LocalError` if no seat of this table is this role's."""
        mine = self._signer.public.hex() in [seat["key"] for seat in body["seats"]]
        if not mine and self._takes_over is None:
            raise LocalError("no seat of this table has this key")

    def _repeated_step(self, raw: Mapping[str, Any], head: dict[str, Any]) -> None:
        """An old step again: resend what was signed on the newest, refuse another history."""
        height = head["height"]
        signed = chain.is_signed_head(head, self._session.seating.host_key)
        at_this_table = signed and head["table"] == self._session.table
        if at_this_table and head["head"] != self._hashes[height - 1]:
            text = "The host signed another step in a place that is taken."
            self._refuse(find(Code.SECOND_HISTORY, text, step=height - 1, blame=("host",)))
        if not at_this_table or raw != self._steps[height - 1]:
            self._skip("This is another step in a place that is taken.")
        if height == self._session.height:
            self._signed_head = head
            self._repeat()

    def _link(self, raw: Mapping[str, Any]) -> chain.Entry:
        session = self._session
        return chain.link(session.height, None, raw, session.head, session.table)

    def _follow(self, entry: chain.Entry) -> None:
        """Check a step, for which the host answers, and take it into the chain."""
        session, raw, index = self._session, entry.raw, entry.index
        try:
            step = entry.step = wire.read_step(raw)
        except Malformed as error:
            text = f"step {index}{error.pointer}: {error.why}"
            self._refuse(find(Code.BAD_FORM, text, step=index, blame=("host",)))
        if raw["parent"] != entry.parent:
            text = f"Step {index} does not continue this seat's chain."
            self._refuse(find(Code.BROKEN_CHAIN, text, step=index, blame=("host",)))
        if step["kind"] == "open":
            body = step["statements"][0]["body"]
            self._find_seat(body)
            self._check_signatures(entry, bytes.fromhex(body["host"]["key"]))
        else:
            self._check_signatures(entry, None)
        self._check_child(raw)
        findings = session.feed(entry)
        self._steps.append(raw)
        self._hashes.append(entry.hash)
        for finding in findings:
            if finding.severity is Severity.ALTERED:
                # In a file that could be anybody's work; the host signed the head of this step.
                self._refuse(replace(finding, blame=("host",), severity=Severity.VIOLATION))
            if finding.severity in _FATAL and ("host" in finding.blame or not finding.blame):
                self._refuse(finding)
        if session.lost:
            return
        if step["kind"] == "open":
            self._take_place()
        self._update(step)
        self._new_steps.append(dumps(raw))

    def _check_child(self, raw: Mapping[str, Any]) -> None:
        """What this seat signed has to stand in the next step, but for section 8.3."""
        own = [message["statement"] for message in self._pledges.signed.values()]
        code = Code.SECOND_HISTORY
        if raw["kind"] == "void":
            # Whether the lists are right otherwise, the fold judges.
            code = Code.NAMED_MISSING
            gone = self._number in raw["statements"][0]["body"]["missing"]
        else:
            gone = not any(one in raw["statements"] for one in own)
        if raw["kind"] == "move" and self._may_be_anothers_turn():
            return
        if own and gone and raw["kind"] not in ("replace", "close"):
            text = "The host went on without what this seat had signed and sent."
            self._refuse(find(code, text, seat=self._number, blame=("host",)))

    def _may_be_anothers_turn(self) -> bool:
        """Whether this seat cannot know whose move comes next: its own may have been too early."""
        due = self.view.due() if self.view else None
        return isinstance(due, Turn) and len(due.seats) > 1

    def _check_signatures(self, entry: chain.Entry, host_key: bytes | None) -> None:
        for number, statement in enumerate(entry.raw["statements"]):
            key = host_key or self._session.seating.key_of(statement["by"])
            signature = chain.signature(statement["sig"])
            if key is None or not crypto.verify(key, entry.messages[number], signature):
                text = f"Statement {number} of step {entry.index} is not signed by its author."
                self._refuse(find(Code.BAD_SIGNATURE, text, step=entry.index, blame=("host",)))

    def _take_place(self) -> None:
        opened = self._session.opened
        if opened is None:
            return
        keys = [seat.key for seat in self._session.seats]
        if self._signer.public in keys:
            self._number = keys.index(self._signer.public)
        else:
            self._number = self._takes_over
            self._replaced = True
        if self._number is not None:
            self._own = OwnView(self._session, self._number)
        for finding in check_identity(opened, self._expect):
            self._refuse(finding)

    def _update(self, step: wire.Step) -> None:
        """Follow a checked step with this seat's own secrets and view."""
        pledges = self._pledges
        pledges.follow(step)
        if step["kind"] == "replace" and self._number is not None:
            self._replaced = self._session.seats[self._number].key != self._signer.public
        elif step["kind"] in ("void", "disclose"):
            pledges.seed, pledges.seals = None, {}
            self._private = self._private if self._keeps else []
            self._since = len(self._private)
            if self._own:
                self._own.forget()
        elif step["kind"] in ("seal", "move"):
            pledges.choice = None  # made, or too early: it was another's turn
            self._advance()

    def _advance(self) -> None:
        if self._own:
            with self._held_to():
                self._own.advance(self._pledges.seals)

    # --- private messages ---

    def _is_waiting(self) -> bool:
        """Whether a private message is still due before anything may be signed."""
        return not self._replaced and self._own is not None and self._own.is_waiting()

    def _receive_private(
        self, raw: Mapping[str, Any], message: wire.HandMessage | wire.OpeningMessage
    ) -> None:
        session = self._session
        if raw in self._private[self._since :]:
            return
        if message.table == session.table and message.parent not in self._hashes:
            self._skip("The host sends a private message on a step that is not there yet.")
        if (
            message.table != session.table
            or (message.from_, message.to) != ("host", self._number)
            or not chain.is_signed_private(raw, session.seating.host_key)
        ):
            # Signed for another table or seat, it is still no word to this one.
            self._skip("This private message is not one that the host signed for this place.")
        is_due = self._own is not None and not self._replaced and self._own.is_due(message)
        if not is_due and message.parent != session.head:
            # Signed on an older step: the host repeats it, and it is of no use any more.
            return
        self._private.append(raw)  # what is refused now is evidence
        if self._own is None or not is_due:
            text = "This private message is not due now."
            self._refuse(find(Code.BAD_MESSAGE, text, blame=("host",)))
        with self._held_to():
            self._own.take(message)
        self._advance()

    # --- statements ---

    def _may_sign(self) -> bool:
        silent = self._number is None or self._replaced or self._session.lost
        head = self._signed_head["head"] if self._signed_head else None
        follows = head == self._session.head and not self._is_waiting()
        return follows and not silent and self._fault is None

    def _react(self) -> None:
        """Sign whatever is due on the newest step and needs no choice, or was chosen."""
        if not self._may_sign() or self._number is None:
            return
        session, pledges, seat = self._session, self._pledges, self._number
        numbers = {"attempt": session.attempt, "deal": session.deal_number}
        if session.phase is Phase.OPENED:
            self._sign("join", lambda: {"last": self._last, "nonce": pledges.fresh()})
        elif session.phase is Phase.READY:
            if self._stop:
                self._sign("close", lambda: self._close_body("stopped"))
            self._sign("commit", lambda: {**numbers, "commitment": pledges.commit(seat)})
        elif session.phase is Phase.COMMITTED and pledges.seed is not None:
            self._sign("reveal", lambda: {**numbers, "seed": pledges.seed})
        elif session.phase is Phase.OVER:
            self._sign("close", lambda: self._close_body("end"))
        elif pledges.choice is not None:
            kind, move = pledges.choice
            deal = session.deal_number
            if kind == "move":
                self._sign("move", lambda: {"clock": None, "deal": deal, "move": move})
            else:
                self._sign("seal", lambda: {"commitment": self._seal(seat, move), "deal": deal})

    def _sign(self, kind: str, body: Callable[[], dict[str, Any]]) -> None:
        """Sign and post a statement, once for each parent and kind."""
        if kind not in self._pledges.signed and self._number is not None:
            self._post(self._pledges.sign(self._number, kind, body()))

    def _seal(self, seat: int, move: Json) -> str:
        """Seal a move, and post its opening to the host ahead of the statement."""
        sealed = self._pledges.seal(seat, move)
        self._post(self._pledges.opening(seat, sealed))
        return sealed

    def _close_body(self, reason: str) -> dict[str, Any]:
        return {"reason": reason, "result": self._session.match.standings()}

    def _repeat(self) -> None:
        """Post again, byte for byte, what was signed on the newest step."""
        if self._number is not None:
            for message in self._pledges.again(self._number):
                self._post(message)

    # --- results of a call ---

    def _post(self, message: Mapping[str, Any]) -> None:
        self._send.append(Outgoing("host", dumps(message)))

    def _outbox(self) -> Outbox:
        outbox = Outbox(tuple(self._send), tuple(self._new_steps), self.secrets())
        self._send, self._new_steps = [], []
        return outbox

    def _skip(self, text: str, code: Code = Code.BAD_MESSAGE) -> NoReturn:
        """Refuse what nobody can be held to: anybody may have sent it, or one before it was lost.

        Nothing has changed before this is called.
        """
        raise PeerError(find(code, text)) from None

    @contextmanager
    def _held_to(self) -> Iterator[None]:
        """What the own view cannot follow was signed by the host."""
        try:
            yield
        except PeerError as error:
            self._refuse(error.finding)

    def _refuse(self, finding: Finding) -> NoReturn:
        """The host, by what it signed, broke the protocol: sign nothing more, keep the evidence."""
        self._fault = finding
        self._send, self._new_steps = [], []
        raise PeerError(finding)
