"""V5 for a step as a whole: its kind, its authors and their order (sections 6, 7 and 10.2)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from fairdeal import chain
from fairdeal.canonical import pointer
from fairdeal.facts import Where
from fairdeal.findings import Code, Finding, Party, Severity, find


@dataclass(frozen=True, slots=True)
class Place:
    """A step to be judged: whether a later host signature covers it, and whom its authors blame."""

    entry: chain.Entry
    kind: str
    is_covered: bool
    where: Callable[[int, int, Party], Where]
    blame: Callable[[Where], tuple[Party, ...]]

    @property
    def authors(self) -> list[Party]:
        """The authors as they stand."""
        return [said["by"] for said in self.entry.raw["statements"]]

    @property
    def fault(self) -> dict[str, Any]:
        """Step and blame of a fault that the authors did not sign: the host's if covered (10.2)."""
        if self.is_covered:
            return {"step": self.entry.index, "blame": ("host",)}
        return {"step": self.entry.index, "severity": Severity.ALTERED}


def wrong_kind(place: Place, due: Collection[str]) -> Finding:
    """The finding that a step of this kind may not stand here."""
    blame: set[Party] = set()
    for number, by in enumerate(place.authors):
        blame.update(place.blame(place.where(place.entry.index, number, by)))
    return find(
        Code.WRONG_KIND,
        f"A {place.kind} step may not stand here; due is {' or '.join(due) or 'nothing more'}.",
        pointer=pointer("steps", place.entry.index, "kind"),
        step=place.entry.index,
        blame=tuple(sorted(blame, key=rank)),
        details={"kind": place.kind, "due": list(due)},
    )


def author_faults(
    place: Place, required: Collection[Party], allowed: Collection[Party]
) -> Iterator[Finding]:
    """What is wrong with the authors: all ``required`` once, in order, none but ``allowed``."""
    authors = place.authors
    yield from _wrong_or_repeated(place, authors, allowed)
    whole = pointer("steps", place.entry.index, "statements")
    for by in sorted(set(required) - set(authors), key=rank):
        yield find(
            Code.MISSING_STATEMENT,
            f"{who(by)} has to have a statement in this {place.kind} step, but has none.",
            pointer=whole,
            seat=seat_of(by),
            **place.fault,
        )
    several = place.kind == "move" and len(set(authors)) > 1
    if several or authors != sorted(authors, key=rank):
        asked = "one seat's move only" if several else "seats ascending, then the host"
        yield find(
            Code.UNORDERED_STATEMENTS,
            f"The statements of this {place.kind} step do not stand as they have to: {asked}.",
            pointer=whole,
            **place.fault,
        )


def _wrong_or_repeated(
    place: Place, authors: Sequence[Party], allowed: Collection[Party]
) -> Iterator[Finding]:
    statements = place.entry.raw["statements"]
    for number, by in enumerate(authors):
        where = place.where(place.entry.index, number, by)
        own_fault: dict[str, Any] = {"step": where.step, "blame": place.blame(where)}
        if by not in allowed:
            yield find(
                Code.WRONG_AUTHOR,
                f"{who(by)} has nothing to say in this {place.kind} step.",
                pointer=where.pointer("by"),
                seat=seat_of(by),
                **own_fault,
            )
        elif by in authors[:number]:
            before = [other for other in range(number) if authors[other] == by]
            identical = any(statements[other] == statements[number] for other in before)
            # Who lists one statement in `close` has not seen what a seat put beside it later.
            earlier = [place.blame(place.where(where.step, other, by)) for other in before]
            seen = max(earlier, key=len)
            own_fault["blame"] = min(own_fault["blame"], seen, key=len)
            yield find(
                Code.REPEATED_STATEMENT,
                f"{who(by)} stands twice in this {place.kind} step.",
                pointer=where.pointer(),
                seat=seat_of(by),
                details={"identical": identical},
                **(place.fault if identical else own_fault),
            )


def rank(party: Party) -> int:
    """The place of a party in author order: seats ascending, host last."""
    return 255 if party == "host" else party


def seat_of(party: Party) -> int | None:
    """A finding's seat: None for the host."""
    return None if party == "host" else party


def who(party: Party) -> str:
    """A party at the beginning of a sentence."""
    return "The host" if party == "host" else f"Seat {party}"


def seats(numbers: Sequence[int]) -> str:
    """Some seats within a sentence: ``seat 1``, ``seats 1 and 3``."""
    *most, last = map(str, numbers)
    return f"seats {', '.join(most)} and {last}" if most else f"seat {last}"
