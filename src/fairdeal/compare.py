"""Two transcripts side by side: the same, one a part of the other, or a fork (section 18)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from fairdeal import chain, proofs, transcript, wire
from fairdeal.branches import Placed
from fairdeal.findings import Code, Party
from fairdeal.report import Signatures


class Relation(StrEnum):
    """How a first transcript stands to a second."""

    SAME = "same"
    SHORTER = "shorter"
    LONGER = "longer"
    FORKED = "forked"
    OTHER_TABLE = "other-table"
    UNREADABLE = "unreadable"


@dataclass(frozen=True, slots=True)
class Contradiction:
    """That one party signed both histories of a table: two ``branches`` from the fork on."""

    by: Party
    name: str
    key: str
    table: str
    branches: Sequence[Sequence[Placed]]

    @property
    def proof(self) -> bytes:
        """The proof of it (section 17)."""
        branches = [
            {
                "head": None,
                "parent": branch[0].parent,
                "steps": [{"kind": step.kind, "statements": step.statements} for step in branch],
            }
            for branch in self.branches
        ]
        return wire.write_proof(Code.SECOND_HISTORY, self.key, self.table, branches)


@dataclass(frozen=True, slots=True)
class Comparison:
    """What two transcripts have in common: their first ``common`` steps.

    ``damaged`` says of each whether its chain breaks off before its end: then only what stands
    before was compared. ``contradictions`` holds everybody who provably signed both.
    """

    relation: Relation
    common: int
    heights: tuple[int, int]
    damaged: tuple[bool, bool]
    contradictions: tuple[Contradiction, ...] = ()


def compare(first: bytes, second: bytes) -> Comparison:
    """Compare two transcripts by their recomputed hashes.

    Raises `Malformed` for what is no transcript. What one author signed in both is proven by its
    signatures; the difference of two files alone accuses nobody.
    """
    # Hashes need no signatures: those that convict are checked where the files part.
    parsed = [transcript.parse(data) for data in (first, second)]
    files = [transcript.read(one, Signatures.LAST) for one in parsed]
    chains = [[entry.hash for entry in read.entries] for read in files]
    common = 0
    for one, other in zip(*chains, strict=False):
        if one != other:
            break
        common += 1
    heights = (len(chains[0]), len(chains[1]))
    damaged = (not files[0].linked, not files[1].linked)
    if not common:
        relation = Relation.OTHER_TABLE if all(heights) else Relation.UNREADABLE
        return Comparison(relation, 0, heights, damaged)
    if common < min(heights):
        found = tuple(_contradictions(files, common))
        return Comparison(Relation.FORKED, common, heights, damaged, found)
    if heights[0] == heights[1]:
        relation = Relation.SAME
    else:
        relation = Relation.SHORTER if heights[0] < heights[1] else Relation.LONGER
    return Comparison(relation, common, heights, damaged)


def _contradictions(files: Sequence[transcript.Transcript], fork: int) -> Iterator[Contradiction]:
    table = files[0].entries[0].hash
    opened: Any = files[0].entries[0].raw["statements"][0]["body"]
    named: dict[Party, Any] = {"host": opened["host"], **dict(enumerate(opened["seats"]))}
    sides = [_Side.of(read, fork, table, named) for read in files]
    for by, identity in named.items():
        for since in (fork, fork + 1):  # beside each other, and beyond
            branches = [branch for side in sides if (branch := side.branch(by, since)) is not None]
            if len(branches) == 2 and proofs.are_two_histories(identity["key"], table, branches):
                yield Contradiction(by, identity["name"], identity["key"], table, branches)
                break


@dataclass(frozen=True, slots=True)
class _Side:
    """One file from the ``fork`` on.

    ``places`` tells where each party signed: in the step at the fork, and first beyond it.
    """

    fork: int
    entries: Sequence[chain.Entry]
    steps: Sequence[Placed]
    places: Mapping[Party, Sequence[int]]

    @classmethod
    def of(
        cls, read: transcript.Transcript, fork: int, table: str, named: Mapping[Party, Any]
    ) -> _Side:
        """What stands in a file: all parties are looked for in one pass over it."""
        keys = {by: bytes.fromhex(identity["key"]) for by, identity in named.items()}
        places: dict[Party, list[int]] = {by: [] for by in named}
        steps = []
        for index, entry in enumerate(read.entries[fork:], fork):
            kind, parent = entry.raw["kind"], entry.parent
            steps.append(Placed(kind, parent, entry.hash, entry.hashes, entry.hashes))
            for said in entry.raw["statements"]:
                known = places.get(said["by"]) if type(said["by"]) in (int, str) else None
                if known is None or known not in ([], [fork]) or index in known:
                    continue
                if chain.is_signed(said, kind, parent, table, keys[said["by"]]):
                    known.append(index)
        return cls(fork, read.entries, steps, places)

    def branch(self, by: Party, since: int) -> list[Placed] | None:
        """The steps from the fork to the first statement of a party in step ``since`` or later.

        Of the last step it shows that statement alone, of the others hashes.
        """
        end = next((place for place in self.places[by] if place >= since), None)
        if end is None:
            return None
        last = self.entries[end]
        kind, parent = last.raw["kind"], last.parent
        own = [said for said in last.raw["statements"] if said["by"] == by]
        hashes = [chain.statement_hash(said) for said in own]
        shown = Placed(kind, parent, chain.step_hash(kind, parent, hashes), hashes, own)
        return [*self.steps[: end - self.fork], shown]
