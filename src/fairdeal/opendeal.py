"""The deal in progress as the host holds it: its seed, all hands, and what each seat is told."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

from fairdeal import crypto
from fairdeal.commitment import hand_salt, seed_commitment
from fairdeal.dealing import Dealt, deal_out, digests_of
from fairdeal.errors import there
from fairdeal.game import Deal
from fairdeal.session import Session

Told: TypeAlias = tuple[int, str, dict[str, Any]]
"""A private message: to which seat, its kind, its body (section 8)."""


class OpenDeal:
    """What only the host knows of the deal in progress; binary values in hex.

    ``openings`` are those of all seals so far, in the order of the chain; with ``seed`` they are
    all that has to survive a crash. ``deal`` is the game with all hands open; None between deals.
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        self.seed: str | None = None
        self.openings: list[dict[str, Any]] = []
        self.deal: Deal | None = None
        self._dealt: Dealt | None = None
        self._read_by: list[frozenset[int]] = []

    def commit(self, entropy: crypto.Entropy) -> dict[str, Any]:
        """Draw the host's seed; the body of its `commit`."""
        session = self._session
        self.seed = entropy(32).hex()
        parent = bytes.fromhex(session.head)
        return {
            "attempt": session.attempt,
            "commitment": seed_commitment(parent, "host", bytes.fromhex(self.seed)).hex(),
            "deal": session.deal_number,
        }

    def deal_out(self) -> Dealt:
        """Deal from all seeds; the hands and all that they follow from."""
        session = self._session
        seed = bytes.fromhex(there(self.seed))
        self._dealt = dealt = deal_out(session.facts, seed, session.match, len(session.seats))
        self.deal = session.match.begin(dealt.draw, dealt.hands, dealt.rest)
        return dealt

    def fix(self) -> dict[str, Any]:
        """Deal, and fix what was dealt: the body of `deal`."""
        session, dealt = self._session, self.deal_out()
        hands, rest = digests_of(dealt)
        return {
            "attempt": session.attempt,
            "deal": session.deal_number,
            "draw": dealt.draw,
            "hands": list(hands),
            "rest": rest,
        }

    def disclose(self) -> dict[str, Any]:
        """The body of `disclose`."""
        return {
            "deal": self._session.deal_number,
            "result": there(self.deal).result(),
            "seals": self.openings,
            "seed": self.seed,
        }

    def follow(self, raw: Mapping[str, Any]) -> Iterator[Told]:
        """Carry the deal along with a step of the chain; what the seats have to be told now."""
        kind = raw["kind"]
        if kind in ("void", "disclose"):
            self.seed = self.deal = self._dealt = None
            self.openings, self._read_by = [], []
        elif self.deal is None or self._dealt is None:
            return
        elif kind == "deal":
            for seat in range(len(self._session.seats)):
                yield self._hand(self._dealt, seat)
        elif kind == "seal":
            known = len(self._read_by)
            opened = self.openings[known : known + len(raw["statements"])]
            self._read_by += [self.deal.readers(one["seat"]) for one in opened]
            self.deal.open_seals({one["seat"]: one["move"] for one in opened})
            for one, readers in zip(opened, self._read_by[known:], strict=True):
                for reader in sorted(readers):
                    yield self._opening(reader, one)
        elif kind == "move":
            self.deal.apply(raw["statements"][0]["by"], raw["statements"][0]["body"]["move"])
        elif kind == "replace":
            for seat in [one["seat"] for one in raw["statements"][0]["body"]["seats"]]:
                yield self._hand(self._dealt, seat)
                # A host that resumes knows openings of later steps already.
                for one, readers in zip(self.openings, self._read_by, strict=False):
                    if seat in readers or seat == one["seat"]:
                        yield self._opening(seat, one)

    def _hand(self, dealt: Dealt, seat: int) -> Told:
        facts = self._session.facts
        body = {
            "attempt": facts.attempt,
            "cards": dealt.hands[seat],
            "deal": facts.number,
            "salt": hand_salt(dealt.key, seat).hex(),
        }
        return seat, "hand", body

    def _opening(self, to: int, opening: Mapping[str, Any]) -> Told:
        return to, "opening", {"deal": self._session.deal_number, **opening}
