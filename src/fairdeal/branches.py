"""The branches of a proof: steps, whole or as hashes, in their chain (section 17.1)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from fairdeal import chain, limits, wire
from fairdeal.findings import Party
from fairdeal.phases import TRANSITIONS

_KINDS = frozenset(kind for after in TRANSITIONS.values() for kind in after)


class Unproven(Exception):
    """What a proof lacks, as a part of a sentence."""


class Placed(NamedTuple):
    """A step of a branch in its place; of statements that are left out there are the hashes."""

    kind: str
    parent: str
    hash: str
    hashes: Sequence[str]
    statements: Sequence[Any]

    @property
    def name(self) -> str:
        """The step within a sentence; a kind that nobody knows is not repeated there."""
        return f"a {self.kind} step" if self.kind in _KINDS else "a step of an unknown kind"

    @property
    def given(self) -> list[Any]:
        """The statements that are not left out."""
        return [said for said in self.statements if not isinstance(said, str)]

    @property
    def is_whole(self) -> bool:
        """Whether no statement is left out."""
        return len(self.given) == len(self.statements)

    def said(self, by: Party) -> Any:
        """The only statement by a party. Raises `Unproven` if it is left out."""
        statements = [said for said in self.given if said["by"] == by]
        if len(statements) != 1:
            raise Unproven(f"{self.name} does not show the one statement of {who(by)}")
        step = {"kind": self.kind, "parent": self.parent, "statements": statements}
        return wire.read_step(step)["statements"][0]

    def of(self, by: Party) -> Any:
        """The body of that statement."""
        return self.said(by)["body"]


class Signed(NamedTuple):
    """How the accused signed the end of a branch: by a statement in its last step, or after it."""

    by: Party
    inside: bool


def who(by: Party) -> str:
    """A party within a sentence."""
    return "the host" if by == "host" else f"seat {by}"


def placed(branch: wire.Branch) -> Iterator[Placed]:
    """The steps of a branch with their hashes. Raises `Unproven`."""
    parent = branch.parent
    for step in branch.steps:
        shown = [one for one in step.statements if not isinstance(one, str)]
        if not all(one.keys() == {"body", "by", "sig"} for one in shown):
            raise Unproven("a statement has not the members body, by and sig")
        said = [
            one if isinstance(one, str) else chain.statement_hash(one) for one in step.statements
        ]
        made = chain.step_hash(step.kind, parent, said)
        yield Placed(step.kind, parent, made, said, step.statements)
        parent = made


def signed(
    accused: str, table: str, signed_head: wire.SignedHead | None, steps: Sequence[Placed]
) -> Signed:
    """How the accused key signed the end of a branch. Raises `Unproven` if it did not."""
    last = steps[-1]
    key = bytes.fromhex(accused)
    if signed_head is not None:
        head = signed_head.model_dump()
        place = (head["head"], head["table"])
        if place != (last.hash, table) or not chain.is_signed_head(head, key):
            raise Unproven("the head is not one that the accused signed for the last step")
        return Signed("host", inside=False)
    named = table if last.parent != wire.ZERO else wire.ZERO
    for said in last.given:
        if chain.is_signed(said, last.kind, last.parent, named, key):
            by = said["by"]
            if by == "host" or (type(by) is int and 0 <= by < limits.SEATS_MAX):
                return Signed(by, inside=True)
    raise Unproven("in the last step that it shows nothing is signed with the accused key")


def alone(steps: Sequence[Placed], end: Signed) -> None:
    """Beside a statement that signs the end of a branch stands what its author did not sign."""
    if end.inside and len(steps[-1].statements) > 1:
        raise Unproven("beside the statement that signs the end of a branch, others stand")
    if end.inside:
        steps[-1].said(end.by)  # it has its form


def opened(proof: wire.Proof, steps: Sequence[Placed]) -> Any:
    """The body of the table's `open`, with which a branch begins. Raises `Unproven`."""
    begins(proof, steps)
    return steps[0].of("host")


def begins(proof: wire.Proof, steps: Sequence[Placed]) -> None:
    """Make sure that a branch begins with the table's `open`, shown or not. Raises `Unproven`."""
    first = steps[0]
    if first.kind != "open" or first.parent != wire.ZERO or first.hash != proof.table:
        raise Unproven("the branch does not begin with the table's open step")
