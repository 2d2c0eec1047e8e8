"""Receipts: what a seat keeps of a table, and what that proves of a transcript (section 16)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from fairdeal import chain, wire
from fairdeal.canonical import dumps, loads, pointer
from fairdeal.commitment import hand_digest, opens_seal
from fairdeal.findings import Code, Finding, Severity, find
from fairdeal.phases import deal_and_attempt
from fairdeal.transcript import Transcript

FORMAT = wire.RECEIPT_FORMAT


def read(data: bytes) -> wire.Receipt:
    """A receipt from its bytes. Raises `Malformed`."""
    return wire.read_receipt(loads(data))


# --- making them ---


def entry(message: Mapping[str, Any]) -> dict[str, str]:
    """What the log says of a signed statement, given with its ``kind`` and ``parent``."""
    made = chain.statement_hash(message["statement"])
    return {"hash": made, "kind": message["kind"], "parent": message["parent"]}


def written(
    seat: int,
    key: str,
    steps: Sequence[Mapping[str, Any]],
    hashes: Sequence[str],
    *,
    head: Mapping[str, Any] | None,
    private: Sequence[Mapping[str, Any]],
    loose: Iterable[Mapping[str, str]],
) -> bytes:
    """The receipt of the holder of ``key`` (hex) from its own chain, which is not empty.

    ``loose`` are the entries of its log for what stands in no step.
    """
    place = {made: index for index, made in enumerate(hashes)}
    signed = {one["hash"]: one for one in (*_own(seat, key, steps), *loose)}
    log = sorted(signed.values(), key=lambda one: (place[one["parent"]], one["kind"]))
    return dumps(
        {
            "format": FORMAT,
            "head": head,
            "private": private,
            "seat": seat,
            "signed": log,
            "table": hashes[0],
        }
    )


def _own(seat: int, key: str, steps: Iterable[Mapping[str, Any]]) -> Iterator[dict[str, str]]:
    holder = None
    for step in steps:
        kind, statements = step["kind"], step["statements"]
        if kind == "open":
            holder = statements[0]["body"]["seats"][seat]["key"]
        elif kind == "replace":
            named = {one["seat"]: one["key"] for one in statements[0]["body"]["seats"]}
            holder = named.get(seat, holder)
        for said in statements:
            if said["by"] == seat and holder == key:
                yield entry({"kind": kind, "parent": step["parent"], "statement": said})


# --- judging a transcript by them ---


def check(receipt: wire.Receipt, steps: Transcript, length: int) -> Iterator[Finding]:
    """What a receipt says against the steps of a file, of which it has ``length`` (check V4).

    The file begins with a sound `open`.
    """
    judge = _Judge(receipt, steps, length)
    if receipt.table != judge.table:
        yield find(
            Code.UNEXPECTED_HISTORY,
            "A receipt is of another table than this file.",
            pointer=pointer("steps", 0),
            step=0,
            details={"table": receipt.table},
        )
        return
    seats = len(judge.opened["seats"])
    if receipt.seat >= seats:
        yield _worthless(f"A receipt proves nothing: this table has no seat {receipt.seat}.")
        return
    if not judge.has_head():
        why = "the host of this table did not sign its head"
        yield _worthless(f"The receipt of seat {receipt.seat} proves nothing of the steps: {why}.")
    else:
        parted = list(judge.history())
        yield from parted
        if not parted or parted[0].severity is Severity.INCOMPLETE:
            yield from judge.log()
    yield from judge.private()


def contradiction(receipt: wire.Receipt, steps: Transcript) -> tuple[chain.Entry, Any] | None:
    """The first step, and the host's statement in it, which contradict the head of a receipt."""
    judge = _Judge(receipt, steps, len(steps.entries))
    if not steps.intact or not judge.has_head():
        return None
    return judge.contradiction(range(steps.last_host + 1))


def _worthless(text: str) -> Finding:
    return find(Code.WORTHLESS_RECEIPT, text)


@dataclass
class _Judge:
    """One receipt beside the steps of one file."""

    receipt: wire.Receipt
    steps: Transcript
    length: int
    _known: dict[int, Sequence[str]] = field(default_factory=dict)

    @property
    def opened(self) -> Any:
        return self.steps.entries[0].raw["statements"][0]["body"]

    @property
    def table(self) -> str:
        return self.steps.entries[0].hash

    @property
    def key(self) -> bytes:
        return bytes.fromhex(self.opened["host"]["key"])

    @cached_property
    def place(self) -> Mapping[str, int]:
        """Where on intact ground each step stands, by its hash."""
        return {one.hash: one.index for one in self.steps.entries[: self.steps.intact]}

    @property
    def seat(self) -> int:
        return self.receipt.seat

    def has_head(self) -> bool:
        """Whether the receipt has a head of this table that its host signed."""
        head = self.receipt.head
        return (
            head is not None
            and head.table == self.table
            and chain.is_signed_head(head.model_dump(), self.key)
        )

    # --- the head ---

    def history(self) -> Iterator[Finding]:
        """Whether the step at the head's height is the one that the head names."""
        head, steps = self.receipt.head, self.steps
        if head is None:
            return
        at, last = head.height - 1, steps.last_host
        contradicted = self.contradiction(range(last, last + 1)) is not None
        if contradicted and last < at:
            text = (
                f"The host closed this history with step {last}; to seat {self.seat} it signed "
                f"one that goes on to step {at}."
            )
            yield self._parted(text, last, blame=("host",))
        elif contradicted:
            text = (
                f"The host signed two histories, this one and that of seat {self.seat}: after "
                f"step {self._agreed(at)} they part, by step {at} at the latest."
            )
            yield self._parted(text, at, blame=("host",))
        elif at >= steps.intact:
            if steps.intact == self.length:
                text = (
                    f"The file ends with step {self.length - 1}; seat {self.seat} has the host's "
                    f"signature for step {at}."
                )
                yield self._parted(text, self.length - 1, severity=Severity.INCOMPLETE)
        elif steps.entries[at].hash != head.head:
            text = (
                f"The history that the host signed for seat {self.seat} has another step {at}. "
                "Nothing here shows that the host signed this one too."
            )
            yield self._parted(text, at, severity=Severity.ALTERED)

    def contradiction(self, places: Iterable[int]) -> tuple[chain.Entry, Any] | None:
        """The first step there in which a statement of the host contradicts the head.

        It covers the head's place, or makes the whole step there, or closes the table before.
        """
        head = self.receipt.head
        for one in [self.steps.entries[index] for index in places if head and index >= 0]:
            for said in one.raw["statements"]:
                if said["by"] == "host" and self._contradicts(one, said):
                    return one, said
        return None

    def _contradicts(self, one: chain.Entry, said: Any) -> bool:
        head, kind = self.receipt.head, one.raw["kind"]
        if head is None:
            return False
        at = head.height - 1
        if one.index < at:
            differs = kind == "close"
        else:
            made = self.steps.entries[at].hash
            own = chain.own_step_hash(kind, one.parent, said) if one.index == at else made
            differs = own not in (None, head.head)
        table = self.table if one.index else chain.ZERO
        return differs and chain.is_signed(said, kind, one.parent, table, self.key)

    def _parted(self, text: str, step: int, **where: Any) -> Finding:
        head = self.receipt.head
        details = head and {"head": head.head, "height": head.height}
        at = pointer("steps", step)
        return find(
            Code.UNEXPECTED_HISTORY,
            text,
            pointer=at,
            step=step,
            seat=self.seat,
            details=details,
            **where,
        )

    def _agreed(self, before: int) -> int:
        """The last step before that one which the receipt's owner had, by what else it holds."""
        known = [one.parent for one in (*self.receipt.signed, *self.receipt.private)]
        places = [self.place[one] for one in known if one in self.place]
        return max((one for one in places if one < before), default=0)

    # --- private messages ---

    def private(self) -> Iterator[Finding]:
        """Whether what the host told this seat in private is what the file fixes."""
        forged = False
        hands: dict[tuple[int, int], set[str]] = {}
        openings: dict[str, Finding] = {}
        for message in self.receipt.private:
            raw = message.model_dump(by_alias=True)
            for_here = (message.table, message.from_, message.to) == (self.table, "host", self.seat)
            if not for_here or not chain.is_signed_private(raw, self.key):
                forged = True
            elif isinstance(message, wire.HandMessage):
                body = message.body
                made = hand_digest(bytes.fromhex(body.salt), body.cards).hex()
                hands.setdefault((body.deal, body.attempt), set()).add(made)
            else:
                openings.update((found.pointer, found) for found in self._opening(message))
        yield from self._hands(hands)
        yield from openings.values()
        if forged:
            why = "the host of this table did not sign it for that seat"
            yield _worthless(f"A private message of seat {self.seat} proves nothing: {why}.")

    def _hands(self, sent: Mapping[tuple[int, int], set[str]]) -> Iterator[Finding]:
        """Whether each digest of this seat that the host fixed is that of the hand it sent.

        ``sent`` holds the digests of hands by deal and attempt; more than one contradict any.
        """
        for one in self.steps.entries[: self.steps.intact]:
            for number, said in enumerate(one.raw["statements"]):
                if one.raw["kind"] != "deal" or said["by"] != "host":
                    continue
                body = said["body"]
                deal, attempt = body["deal"], body["attempt"]
                made = sent.get((deal, attempt))
                if made and made != set(body["hands"][self.seat : self.seat + 1]):
                    yield find(
                        Code.UNEXPECTED_PRIVATE,
                        f"In deal {deal} the host sent seat {self.seat} other cards than it fixed "
                        "for it in this file.",
                        pointer=pointer("steps", one.index, "statements", number, "body", "hands"),
                        step=one.index,
                        blame=("host",),
                        deal=deal,
                        attempt=attempt,
                        seat=self.seat,
                    )

    def _opening(self, message: wire.OpeningMessage) -> Iterator[Finding]:
        # An opening is signed on the step with its seal, or for a bot on its `replace`.
        body, at = message.body, self.place.get(message.parent, 0)
        step = self.steps.entries[at]
        for number, said in enumerate(step.raw["statements"]):
            if step.raw["kind"] == "seal" and said["by"] == body.seat:
                shown = (body.nonce, body.move)
                if not opens_seal(step.parent, body.seat, *shown, said["body"]["commitment"]):
                    deal, attempt = self._attempt_at(at)
                    yield find(
                        Code.UNEXPECTED_PRIVATE,
                        f"In deal {deal} the host told seat {self.seat} of another choice of "
                        f"seat {body.seat} than that seat sealed.",
                        pointer=pointer("steps", at, "statements", number, "body", "commitment"),
                        step=at,
                        blame=("host",),
                        deal=deal,
                        attempt=attempt,
                        seat=self.seat,
                    )

    def _attempt_at(self, index: int) -> tuple[int, int]:
        """The deal and the attempt to which a step belongs."""
        return deal_and_attempt(entry.raw["kind"] for entry in self.steps.entries[:index])

    # --- the log ---

    def log(self) -> Iterator[Finding]:
        """Whether what the seat says it signed stands in the next step."""
        head = self.receipt.head
        whole = head is not None and head.head in self.place  # every step that the seat had
        for one in self.receipt.signed:
            at = self.place.get(one.parent)
            if at is None and whole:
                yield self._differs(f"a {one.kind} on a step that this file does not have", 0)
            elif at is not None and at + 1 < self.steps.intact:
                what = self._missing(one, self.steps.entries[at + 1])
                if what:
                    yield self._differs(what, at + 1)

    def _missing(self, one: wire.LogEntry, child: chain.Entry) -> str:
        """What of a log is not in the step after; "" if nothing is amiss."""
        kind, statements = child.raw["kind"], child.raw["statements"]
        hashes: Sequence[str] = child.hashes
        if kind == "void":
            body = statements[0]["body"]
            if self.seat in body["missing"] and one.kind == "reveal":
                return f"its reveal for step {child.index}, where the host says that none came"
            hashes = self._quoted(child.index)
        # Between deals a seat may sign both a `commit` and a `close`; what comes after a `replace`
        # is signed anew; and whose move it was the game's rules decide (V8).
        excused = kind in ("replace", "close") or (one.kind, kind) == ("close", "commit")
        if one.kind == kind == "move" and statements[0]["by"] != self.seat:
            excused = True
        if excused or one.hash in hashes:
            return ""
        return f"another {one.kind} for step {child.index} than this file has"

    def _quoted(self, index: int) -> Sequence[str]:
        """The hashes of the reveals that a `void` quotes."""
        if index not in self._known:
            body = self.steps.entries[index].raw["statements"][0]["body"]
            quoted = body["received"] + body["offending"]
            self._known[index] = [chain.statement_hash(said) for said in quoted]
        return self._known[index]

    def _differs(self, what: str, step: int) -> Finding:
        return find(
            Code.UNEXPECTED_LOG,
            f"By its own log seat {self.seat} signed {what}. Its log alone proves nothing.",
            pointer=pointer("steps", step),
            step=step,
            seat=self.seat,
        )
