"""Attempts at a deal that the host calls off: what a `void` says of each seat (section 6)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from fairdeal import order, wire
from fairdeal.facts import DealFacts, Where, host_fault
from fairdeal.findings import Code, Finding, find
from fairdeal.seating import Seating


@dataclass(frozen=True, slots=True)
class VoidFact:
    """An attempt that was called off, and the persons who did not reveal, or not rightly."""

    deal: int
    attempt: int
    persons: tuple[int, ...]


def absent(body: wire.VoidBody) -> list[int]:
    """The seats that by the host's word revealed no seed or a wrong one, ascending."""
    return sorted({*body["missing"], *(said["by"] for said in body["offending"])})


def wrong_lists(body: wire.VoidBody, where: Where, seating: Seating) -> Iterator[Finding]:
    """What is wrong with how a `void` distributes the seats over its three lists."""
    received = [said["by"] for said in body["received"]]
    lists = [body["missing"], received, [said["by"] for said in body["offending"]]]
    named = sorted(seat for one in lists for seat in one)
    if named != sorted(seating.everyone) or any(one != sorted(one) for one in lists):
        text = "The void step has to put every seat into exactly one of its lists, in order."
        yield host_fault(Code.WRONG_VOID, text, where)
    elif len(received) == len(named):
        text = "The host called a deal off although every seat had revealed its seed."
        yield host_fault(Code.WRONG_VOID, text, where)
    for number, seat in enumerate(body["missing"]):
        if seat in seating.everyone and seat not in seating.persons:
            text = f"The host says that its own bot, seat {seat}, did not reveal its seed."
            place = ("missing", number)
            yield host_fault(Code.MISSING_BOT, text, where, *place, seat=seat)


def called_off(body: wire.VoidBody, where: Where, facts: DealFacts) -> Finding:
    """The warning that somebody could choose between this deal and the next."""
    seats = absent(body)
    who = order.seats(seats) if seats else "nobody"
    return find(
        Code.VOID,
        f"Attempt {facts.attempt} at deal {facts.number} was called off, because of "
        f"{who}: no seed, or a wrong one, was revealed, by the host's word. Whoever had "
        "already seen that deal could choose between it and the next one.",
        pointer=where.pointer(),
        step=where.step,
        details={
            "missing": list(body["missing"]),
            "offending": [said["by"] for said in body["offending"]],
        },
    )
