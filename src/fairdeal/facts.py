"""What the chain tells of one deal, and where it says so."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from fairdeal.canonical import pointer
from fairdeal.commitment import opens_seal, opens_seed
from fairdeal.findings import Code, Finding, Party, find
from fairdeal.game import Json


class Where(NamedTuple):
    """Where in the chain a party said something, and who answers for it."""

    step: int
    number: int
    by: Party
    blamed: Party

    def pointer(self, *below: str | int) -> str:
        """The JSON Pointer to the statement, or to a part of it."""
        return pointer("steps", self.step, "statements", self.number, *below)


class SealFact(NamedTuple):
    """A seal: what commits ``seat``, on which parent."""

    where: Where
    seat: int
    commitment: str
    parent: str

    def is_opened_by(self, opening: Mapping[str, Any]) -> bool:
        """Whether an entry in the ``seals`` of a `disclose` is the opening of this seal (V6)."""
        is_own: bool = opening["seat"] == self.seat
        shown = (opening["nonce"], opening["move"])
        return is_own and opens_seal(self.parent, self.seat, *shown, self.commitment)


class MoveFact(NamedTuple):
    """An open move in step ``step``, and who answers for it."""

    step: int
    seat: int
    blamed: Party
    move: Json

    @property
    def where(self) -> Where:
        """Where in the chain it stands: a step holds one open move."""
        return Where(self.step, 0, self.seat, self.blamed)


_NOT_DEALT = Where(0, 0, "host", "host")


@dataclass(slots=True)
class DealFacts:
    """One deal as the chain tells it. ``events`` holds rounds of seals and moves in order."""

    number: int
    attempt: int
    commit_step: int
    commit_parent: str
    commit_statements: Sequence[Mapping[str, Any]]
    commitments: Mapping[Party, str]
    seeds: dict[int, str] = field(default_factory=dict)
    persons: tuple[int, ...] = ()
    sound: bool = True
    where: Where = _NOT_DEALT
    digests: Sequence[str] = ()
    rest: str | None = None
    draw: int = 0
    events: list[list[SealFact] | MoveFact] = field(default_factory=list)

    @property
    def seals(self) -> list[SealFact]:
        """All seals of the deal in chain order."""
        return [seal for event in self.events if isinstance(event, list) for seal in event]

    def is_opened(self, party: Party, seed: str) -> bool:
        """Whether a seed (hex) opens the party's commitment (V6)."""
        return opens_seed(self.commit_parent, party, seed, self.commitments[party])


def host_fault(code: Code, sentence: str, where: Where, *below: str | int, **more: Any) -> Finding:
    """A violation of the host; ``below`` leads from the body of its statement to the place."""
    return find(
        code,
        sentence,
        pointer=where.pointer("body", *below),
        step=where.step,
        blame=("host",),
        **more,
    )
