"""The end of a table: what a `close` says, and who signed it (section 6)."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from fairdeal import chain, order, wire
from fairdeal.canonical import are_equal, pointer
from fairdeal.facts import Where
from fairdeal.findings import Code, Finding, Party, find
from fairdeal.game import Match


def wrong_end(body: Any, where: Where, blame: tuple[Party, ...], match: Match) -> Iterator[Finding]:
    """What is wrong with the reason and the standings in one statement of a `close`."""
    fault: dict[str, Any] = {"step": where.step, "blame": blame, "seat": order.seat_of(where.by)}
    who = order.who(where.by)
    if (body["reason"] == "end") != match.over:
        state = "is over, but it is not" if body["reason"] == "end" else "stops, yet it is over"
        at = where.pointer("body", "reason")
        yield find(Code.WRONG_REASON, f"{who} signs that the game {state}.", pointer=at, **fault)
    if not are_equal(body["result"], match.standings()):
        at = where.pointer("body", "result")
        text = f"{who} signs other final standings than those of the game."
        yield find(Code.WRONG_STANDINGS, text, pointer=at, **fault)


def unsigned_end(
    entry: chain.Entry, step: wire.CloseStep, everyone: Collection[int], match: Match
) -> Iterator[Finding]:
    """What is wrong with the signatures under a `close`, and what an early one means."""
    unsigned = sorted(set(everyone) - {said["by"] for said in step["statements"]})
    absent = order.seats(unsigned) if unsigned else "somebody"
    about: dict[str, Any] = {
        "step": entry.index,
        "pointer": pointer("steps", entry.index),
        "details": {"unsigned": list(unsigned)},
    }
    listed: list[str] = entry.raw["statements"][-1]["body"]["seats"]  # the host's, who is last
    if listed != entry.hashes[:-1]:
        text = "The statements of the seats are not those that the host's close lists."
        yield find(Code.WRONG_CLOSE_LIST, text, **about)
    # How many seats signed is what the host itself lists: anybody can remove a statement.
    short = len(set(listed)) < len(everyone)
    if match.over and short:
        text = f"The end rests on the host's word, without a signature of {absent}."
        yield find(Code.UNSIGNED_CLOSE, text, **about)
    elif short:
        text = f"The host closed the game before its end, without a signature of {absent}."
        yield find(Code.EARLY_CLOSE, text, blame=("host",), **about)
    elif not match.over:
        text = "Everybody agreed to stop before the game's own end."
        yield find(Code.STOPPED_EARLY, text, **about)
