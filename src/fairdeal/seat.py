"""One player's side of a table: bytes in, outbox out, no IO (sections 7 and 8).

A `Seat` checks every step as it arrives. It signs nothing on a step that is wrong, and nothing
before it holds the private messages due to it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, NoReturn

from fairdeal import chain, crypto, wire
from fairdeal.canonical import check_opaque, dumps, loads
from fairdeal.commitment import (
    hand_digest,
    in_deck_order,
    seal_commitment,
    seed_commitment,
)
from fairdeal.errors import LocalError, Malformed, PeerError
from fairdeal.expect import Expect
from fairdeal.findings import Code, Finding, Severity, find
from fairdeal.game import Deal, Game, IllegalMove, Json, Seals, Turn
from fairdeal.games import find_game as installed
from fairdeal.identity import check_identity
from fairdeal.judge import MoveFact, opens_seal
from fairdeal.limits import MESSAGE_BYTES
from fairdeal.outbox import Outbox, Outgoing
from fairdeal.phases import IN_PLAY, Phase
from fairdeal.session import Session
from fairdeal.transcript import dump, parse

_FATAL = frozenset({Severity.VIOLATION, Severity.MALFORMED, Severity.ALTERED})


class Seat:
    """A person's, or a bot's, side of one table.

    ``signer`` holds the seat's key for this table; ``expect`` whom the player trusts; ``last`` is
    the head (hex) of this player's last unfinished table with this host; ``takes_over`` the number
    of the seat that a later `replace` gives to this bot. ``entropy`` gives fresh random bytes.
    """

    def __init__(
        self,
        signer: crypto.Signer,
        *,
        expect: Expect | None = None,
        last: str | None = None,
        takes_over: int | None = None,
        entropy: crypto.Entropy = crypto.random_bytes,
        find_game: Callable[[str], Game | None] = installed,
    ) -> None:
        self._signer = signer
        self._expect = expect or Expect()
        self._last = last
        self._takes_over = takes_over
        self._entropy = entropy
        self._session = Session(find_game)
        self._steps: list[Mapping[str, Any]] = []
        self._hashes: list[str] = []
        self._number: int | None = None
        self._fault: Finding | None = None
        self._replaced = False
        self._stop = False
        self._signed_head: dict[str, Any] | None = None
        self._view: Deal | None = None
        self._followed = 0
        self._openings: dict[int, Json] = {}
        self._openings_due: frozenset[int] = frozenset()
        # What must survive a crash (section 8.2); binary values in hex.
        self._signed: dict[str, dict[str, Any]] = {}
        self._seed: str | None = None
        self._seals: dict[str, dict[str, Any]] = {}
        self._choice: tuple[str, Json] | None = None
        self._private: list[Mapping[str, Any]] = []
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
        return self._view

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
        """``"seal"`` or ``"move"`` if the player has to `choose` now, else None."""
        if self._view is None or not self._may_sign() or self._choice is not None:
            return None
        kind = {Phase.SEALING: "seal", Phase.MOVING: "move"}.get(self._session.phase)
        due = self._view.due()
        if kind is None or not isinstance(due, Seals | Turn) or self._number not in due.seats:
            return None
        return kind

    def transcript(self) -> bytes:
        """This seat's own copy of the chain, as a transcript."""
        return dump(self._steps)

    # --- what the player does ---

    def choose(self, move: Json) -> Outbox:
        """Make the move that is `due`, sealed or open. Raises `LocalError` if it is not allowed."""
        kind = self.due
        if kind is None or self._view is None or self._number is None:
            raise LocalError("nothing is due from this seat now")
        try:
            check_opaque(move)
        except ValueError as error:
            raise LocalError(f"this move cannot be sent: {error}") from None
        refusal = self._view.check(self._number, move)
        if refusal is not None:
            raise LocalError(f"this move is not allowed: {refusal}") from refusal
        self._choice = (kind, move)
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
        reached = stored["parent"] == chain.ZERO
        if reached:
            seat._restore(stored)
        steps = parse(transcript) if transcript != dump([]) else []
        for raw in steps:
            seat._follow(seat._link(raw))
            if not reached:
                seat._seals = dict(stored["seals"])
                reached = seat._session.head == stored["parent"]
                if reached:
                    seat._restore(stored)
            for message in stored["private"]:
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
        self._signed = dict(stored["signed"])
        self._seed = stored["seed"]
        self._seals = dict(stored["seals"])
        choice = stored["choice"]
        self._choice = (choice[0], choice[1]) if choice else None
        self._stop = stored["stop"]

    def secrets(self) -> bytes:
        """What has to be stored, and kept private, before anything is sent (section 8.2)."""
        fault = self._fault
        return dumps(
            {
                "choice": self._choice,
                "fault": fault
                and {"blame": fault.blame, "code": str(fault.code), "sentence": fault.sentence},
                "head": self._signed_head,
                "key": self._signer.public.hex(),
                "parent": self._session.head,
                "private": self._private,
                "seals": self._seals,
                "seed": self._seed,
                "signed": self._signed,
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
        self._follow(entry)
        self._signed_head = head

    def _opener(self, entry: chain.Entry) -> bytes:
        """The host's key in an `open` step that nobody has to answer for yet."""
        try:
            model = wire.read_step(entry.raw)
        except Malformed:
            model = None
        if not isinstance(model, wire.OpenStep):
            self._skip("A table begins with its open step.", Code.BAD_HEAD)
        body = model.statements[0].body
        for finding in check_identity(body, Expect(host=self._expect.host)):
            raise PeerError(finding)
        return bytes.fromhex(body.host.key)

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
        return chain.link(self._session.height, None, raw, self._session.head)

    def _follow(self, entry: chain.Entry) -> None:
        """Check a step, for which the host answers, and take it into the chain."""
        session, raw, index = self._session, entry.raw, entry.index
        try:
            model = entry.model = wire.read_step(raw)
        except Malformed as error:
            text = f"step {index}{error.pointer}: {error.why}"
            self._refuse(find(Code.BAD_FORM, text, step=index, blame=("host",)))
        if raw["parent"] != entry.parent:
            text = f"Step {index} does not continue this seat's chain."
            self._refuse(find(Code.BROKEN_CHAIN, text, step=index, blame=("host",)))
        if isinstance(model, wire.OpenStep):
            body = model.statements[0].body
            mine = self._signer.public.hex() in [seat.key for seat in body.seats]
            if not mine and self._takes_over is None:
                raise LocalError("no seat of this table has this key")
            self._check_signatures(entry, bytes.fromhex(body.host.key))
        else:
            self._check_signatures(entry, None)
        self._check_child(raw)
        findings = session.feed(entry)
        self._steps.append(raw)
        self._hashes.append(entry.hash)
        for finding in findings:
            if finding.severity in _FATAL and ("host" in finding.blame or not finding.blame):
                self._refuse(finding)
        if session.lost:
            return
        if isinstance(model, wire.OpenStep):
            self._take_place()
        self._update(model)
        self._new_steps.append(dumps(raw))

    def _check_child(self, raw: Mapping[str, Any]) -> None:
        """What this seat signed has to stand in the next step, or a `replace` (section 8.3)."""
        own = [message["statement"] for message in self._signed.values()]
        code = Code.SECOND_HISTORY
        if raw["kind"] == "void":
            # Whether the lists are right otherwise, the fold judges.
            code = Code.NAMED_MISSING
            gone = self._number in raw["statements"][0]["body"]["missing"]
        else:
            gone = not any(one in raw["statements"] for one in own)
        if own and gone and raw["kind"] not in ("replace", "close"):
            text = "The host went on without what this seat had signed and sent."
            self._refuse(find(code, text, seat=self._number, blame=("host",)))

    def _check_signatures(self, entry: chain.Entry, host_key: bytes | None) -> None:
        for number, statement in enumerate(entry.raw["statements"]):
            key = host_key or self._session.seating.key_of(statement["by"])
            if key is None or not chain.is_signed(
                statement, entry.raw["kind"], entry.parent, self._session.table, key
            ):
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
        for finding in check_identity(opened, self._expect):
            self._refuse(finding)

    def _update(self, model: wire.Step) -> None:
        """Follow a checked step with this seat's own secrets and view."""
        self._signed = {}
        if isinstance(model, wire.ReplaceStep) and self._number is not None:
            self._replaced = self._session.seats[self._number].key != self._signer.public
        elif isinstance(model, wire.VoidStep | wire.DiscloseStep):
            self._seed = self._view = None
            self._seals = {}
            self._private = []
        elif isinstance(model, wire.SealStep | wire.MoveStep):
            if self._number in [said.by for said in model.statements]:
                self._choice = None
            self._advance()

    def _advance(self) -> None:
        """Carry the view on through all seals and moves that this seat can follow."""
        view = self._view
        if view is None:
            return
        events = self._session.facts.events
        while self._followed < len(events):
            event = events[self._followed]
            if isinstance(event, MoveFact):
                self._check_view(view, event.seat, event.move)
                self._try(event.seat, view.apply, event.seat, event.move)
            else:
                mine = self._number
                read = {one.seat for one in event if mine in view.readers(one.seat)}
                for one in event:
                    own = self._seals.get(one.commitment)
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

    def _check_view(self, view: Deal, seat: int, move: Json) -> None:
        refusal = view.check(seat, move)
        if refusal is not None:
            self._refuse(self._illegal(seat, refusal))

    def _try(self, seat: int | None, action: Callable[..., None], *arguments: object) -> None:
        try:
            action(*arguments)
        except IllegalMove as refusal:
            self._refuse(self._illegal(seat or 0, refusal))

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

    # --- private messages ---

    def _is_waiting(self) -> bool:
        """Whether a private message is still due before anything may be signed."""
        if self._replaced:
            return False
        return (self._session.phase in IN_PLAY and self._view is None) or bool(self._openings_due)

    def _receive_private(
        self, raw: Mapping[str, Any], message: wire.HandMessage | wire.OpeningMessage
    ) -> None:
        session = self._session
        if raw in self._private:
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
        if not self._is_due(message):
            if message.parent == session.head:
                text = "This private message is not due now."
                self._refuse(find(Code.BAD_MESSAGE, text, blame=("host",)))
            # Signed on an older step: the host repeats it, and it is of no use any more.
            return
        if isinstance(message, wire.HandMessage):
            self._take_hand(message.body)
        else:
            self._take_opening(message.body)
        self._private.append(raw)
        self._advance()

    def _is_due(self, message: wire.HandMessage | wire.OpeningMessage) -> bool:
        """Whether the seat waits for that hand or opening, on the newest step or since an older."""
        if self._replaced or self._session.phase not in IN_PLAY:
            return False
        if message.parent != self._session.head and message.body.deal != self._session.deal_number:
            return False
        if isinstance(message, wire.HandMessage):
            return self._view is None
        return message.body.seat in self._openings_due

    def _take_hand(self, body: wire.HandBody) -> None:
        session = self._session
        if self._number is None:
            return
        facts, match = session.facts, session.match
        deck = match.deck
        digest = hand_digest(bytes.fromhex(body.salt), body.cards).hex()
        if (
            (body.deal, body.attempt) != (facts.number, facts.attempt)
            or digest != facts.digests[self._number]
            or not Counter(body.cards) <= Counter(deck)
            or body.cards != in_deck_order(body.cards, deck)
            or len(body.cards) != len(match.layout(deck, facts.draw).hands[self._number])
        ):
            text = "The cards that the host sent are not the hand that it fixed for this seat."
            where = {"seat": self._number, "deal": facts.number}
            self._refuse(find(Code.WRONG_PRIVATE_HAND, text, blame=("host",), **where))
        hands = [body.cards if seat == self._number else None for seat in range(len(session.seats))]
        self._view = match.begin(facts.draw, hands, None)
        self._followed = 0

    def _take_opening(self, body: wire.OpeningBody) -> None:
        view = self._view
        if view is None:
            return
        seals: Any = self._session.facts.events[self._followed]
        seal = next(one for one in seals if one.seat == body.seat)
        if body.deal != self._session.deal_number or not opens_seal(seal, body.nonce, body.move):
            text = f"The host sends as the choice of seat {body.seat} what that seat did not seal."
            self._refuse(find(Code.WRONG_PRIVATE_OPENING, text, seat=body.seat, blame=("host",)))
        self._check_view(view, body.seat, body.move)
        self._openings[body.seat] = body.move
        self._openings_due -= {body.seat}

    # --- statements ---

    def _may_sign(self) -> bool:
        silent = self._number is None or self._replaced or self._session.lost
        head = self._signed_head["head"] if self._signed_head else None
        follows = head == self._session.head and not self._is_waiting()
        return follows and not silent and self._fault is None

    def _react(self) -> None:
        """Sign whatever is due on the newest step and needs no choice, or was chosen."""
        if not self._may_sign():
            return
        session = self._session
        numbers = {"attempt": session.attempt, "deal": session.deal_number}
        if session.phase is Phase.OPENED:
            self._sign("join", lambda: {"last": self._last, "nonce": self._fresh()})
        elif session.phase is Phase.READY:
            if self._stop:
                self._sign("close", lambda: self._close_body("stopped"))
            self._sign("commit", lambda: {**numbers, "commitment": self._commit()})
        elif session.phase is Phase.COMMITTED and self._seed is not None:
            seed = self._seed
            self._sign("reveal", lambda: {**numbers, "seed": seed})
        elif session.phase is Phase.OVER:
            self._sign("close", lambda: self._close_body("end"))
        elif self._choice is not None:
            kind, move = self._choice
            deal = session.deal_number
            if kind == "move":
                self._sign("move", lambda: {"clock": None, "deal": deal, "move": move})
            else:
                self._sign("seal", lambda: {"commitment": self._commit_to(move), "deal": deal})

    def _sign(self, kind: str, body: Callable[[], dict[str, Any]]) -> None:
        """Sign and post a statement, once for each parent and kind."""
        if kind in self._signed or self._number is None:
            return
        session = self._session
        place = (kind, session.head, session.table)
        statement = chain.sign_statement(self._signer, *place, body(), self._number)
        message = {
            "kind": kind,
            "parent": session.head,
            "statement": statement,
            "table": session.table,
            "type": "statement",
        }
        self._signed[kind] = message
        self._post(message)

    def _close_body(self, reason: str) -> dict[str, Any]:
        return {"reason": reason, "result": self._session.match.standings()}

    def _fresh(self) -> str:
        return self._entropy(32).hex()

    def _commit(self) -> str:
        self._seed = self._fresh()
        parent = bytes.fromhex(self._session.head)
        return seed_commitment(parent, self._number or 0, bytes.fromhex(self._seed)).hex()

    def _commit_to(self, move: Json) -> str:
        """Seal a move, and post its opening to the host ahead of the statement."""
        session = self._session
        nonce = self._fresh()
        parent = bytes.fromhex(session.head)
        sealed = seal_commitment(parent, self._number or 0, bytes.fromhex(nonce), move).hex()
        self._seals[sealed] = {"move": move, "nonce": nonce}
        self._post(self._opening(sealed))
        return sealed

    def _opening(self, sealed: str) -> dict[str, Any]:
        session = self._session
        message = {
            "body": {"deal": session.deal_number, "seat": self._number, **self._seals[sealed]},
            "from": self._number,
            "kind": "opening",
            "parent": session.head,
            "table": session.table,
            "to": "host",
        }
        return {"message": chain.sign_private(self._signer, message), "type": "private"}

    def _repeat(self) -> None:
        """Post again, byte for byte, what was signed on the newest step."""
        for kind, message in self._signed.items():
            if kind == "seal":
                self._post(self._opening(message["statement"]["body"]["commitment"]))
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

    def _refuse(self, finding: Finding) -> NoReturn:
        """The host, by what it signed, broke the protocol: sign nothing more, keep the evidence."""
        self._fault = finding
        self._send, self._new_steps = [], []
        raise PeerError(finding)
