"""What a seat has signed, and what opens it: the things that must survive a crash (section 8.2)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from fairdeal import chain, crypto, receipts
from fairdeal.commitment import seal_commitment, seed_commitment
from fairdeal.game import Json
from fairdeal.session import Session


class Pledges:
    """A seat's seed, seals, choice and signatures; binary values in hex.

    ``signed`` holds the messages signed on the newest step, by kind; ``passed_over`` those of
    older steps that stand in no step; ``seals`` what opens a seal, by its commitment; ``choice``
    a kind and a move that the player chose.
    """

    def __init__(self, signer: crypto.Signer, entropy: crypto.Entropy, session: Session) -> None:
        self._signer = signer
        self._entropy = entropy
        self._session = session
        self.signed: dict[str, dict[str, Any]] = {}
        self.passed_over: list[Mapping[str, Any]] = []
        self.seed: str | None = None
        self.seals: dict[str, dict[str, Any]] = {}
        self.choice: tuple[str, Json] | None = None

    def as_dict(self) -> dict[str, Any]:
        """What has to be stored of it."""
        return {
            "choice": self.choice,
            "passed_over": self.passed_over,
            "seals": self.seals,
            "seed": self.seed,
            "signed": self.signed,
        }

    def restore(self, stored: Mapping[str, Any]) -> None:
        """Go on from what was stored."""
        self.signed = dict(stored["signed"])
        self.passed_over = list(stored["passed_over"])
        self.seed = stored["seed"]
        self.seals = dict(stored["seals"])
        choice = stored["choice"]
        self.choice = (choice[0], choice[1]) if choice else None

    def fresh(self) -> str:
        """32 fresh random bytes."""
        return self._entropy(32).hex()

    def commit(self, seat: int) -> str:
        """Draw a seed, and commit to it on the newest step."""
        self.seed = self.fresh()
        parent = bytes.fromhex(self._session.head)
        return seed_commitment(parent, seat, bytes.fromhex(self.seed)).hex()

    def seal(self, seat: int, move: Json) -> str:
        """Seal a move on the newest step."""
        nonce = self.fresh()
        parent = bytes.fromhex(self._session.head)
        sealed = seal_commitment(parent, seat, bytes.fromhex(nonce), move).hex()
        self.seals[sealed] = {"move": move, "nonce": nonce}
        return sealed

    def opening(self, seat: int, sealed: str) -> dict[str, Any]:
        """The signed message that opens a seal to the host."""
        session = self._session
        message = {
            "body": {"deal": session.deal_number, "seat": seat, **self.seals[sealed]},
            "from": seat,
            "kind": "opening",
            "parent": session.head,
            "table": session.table,
            "to": "host",
        }
        return {"message": chain.sign_private(self._signer, message), "type": "private"}

    def sign(self, seat: int, kind: str, body: Mapping[str, Any]) -> dict[str, Any]:
        """The message with a statement on the newest step; once for each parent and kind."""
        session = self._session
        place = (kind, session.head, session.table)
        message = {
            "kind": kind,
            "parent": session.head,
            "statement": chain.sign_statement(self._signer, *place, body, seat),
            "table": session.table,
            "type": "statement",
        }
        self.signed[kind] = message
        return message

    def follow(self, step: Mapping[str, Any]) -> None:
        """The step after the newest has come, with what was signed for it or without."""
        for message in self.signed.values():
            if message["statement"] not in step["statements"]:
                self.passed_over.append(receipts.entry(message))
        self.signed = {}

    def again(self, seat: int) -> Iterator[dict[str, Any]]:
        """Byte for byte what was signed on the newest step."""
        for kind, message in self.signed.items():
            if kind == "seal":
                yield self.opening(seat, message["statement"]["body"]["commitment"])
            yield message
