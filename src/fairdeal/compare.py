"""Two transcripts side by side: the same, one a part of the other, or a fork (section 18)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from fairdeal import proofs, transcript, wire
from fairdeal.findings import Code, Party
from fairdeal.game import Game


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
    """That one party signed both histories, with the ``proof`` of it (section 17)."""

    by: Party
    name: str
    key: str
    proof: bytes


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


def compare(first: bytes, second: bytes, *, games: Mapping[str, Game] | None = None) -> Comparison:
    """Compare two transcripts by their recomputed hashes.

    Raises `Malformed` for what is no transcript. What one author signed in both is proven by its
    signatures; the difference of two files alone accuses nobody.
    """
    files = [transcript.read(transcript.parse(data)) for data in (first, second)]
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
        found = tuple(_contradictions(files, common, games))
        return Comparison(Relation.FORKED, common, heights, damaged, found)
    if heights[0] == heights[1]:
        relation = Relation.SAME
    else:
        relation = Relation.SHORTER if heights[0] < heights[1] else Relation.LONGER
    return Comparison(relation, common, heights, damaged)


def _contradictions(
    files: Sequence[transcript.Transcript], fork: int, games: Mapping[str, Game] | None
) -> Iterator[Contradiction]:
    opened: Any = files[0].entries[0].raw["statements"][0]["body"]
    named: dict[Party, Any] = {"host": opened["host"], **dict(enumerate(opened["seats"]))}
    for by, identity in named.items():
        for runs in _runs(files, fork, by):
            table = files[0].entries[0].hash
            proof = wire.write_proof(Code.SECOND_HISTORY, identity["key"], table, runs)
            if proofs.check(proof, games=games).verdict is proofs.ProofVerdict.PROVEN:
                yield Contradiction(by, identity["name"], identity["key"], proof)
                break


def _runs(
    files: Sequence[transcript.Transcript], fork: int, by: Party
) -> Iterator[list[dict[str, Any]]]:
    """Pairs of runs from the fork to a statement of the party: beside each other, and beyond."""
    for start in (fork, fork + 1):
        ends = []
        for read in files:
            said = (
                entry.index
                for entry in read.entries[start:]
                if any(one["by"] == by for one in entry.raw["statements"])
            )
            ends.append(next(said, None))
        if None not in ends:
            yield [_run(read, fork, end, by) for read, end in zip(files, ends, strict=True) if end]


def _run(read: transcript.Transcript, fork: int, end: int, by: Party) -> dict[str, Any]:
    steps = []
    for entry in read.entries[fork : end + 1]:
        own = [said for said in entry.raw["statements"] if said["by"] == by]
        shown = own if entry.index == end else entry.said
        steps.append({"kind": entry.raw["kind"], "statements": shown})
    return {"head": None, "parent": read.entries[fork].parent, "steps": steps}
