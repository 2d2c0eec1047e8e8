"""V4: the host and the players are those that somebody expects (section 10)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from fairdeal import chain, wire
from fairdeal.canonical import pointer
from fairdeal.expect import Expect
from fairdeal.findings import Code, Finding, find

_BODY = "/steps/0/statements/0/body"


def check_identity(opened: wire.OpenBody, expect: Expect) -> Iterator[Finding]:
    """The findings about keys and names in an `open` that ``expect`` contradicts."""
    if expect.host is not None and expect.host.hex() != opened["host"]["key"]:
        key = opened["host"]["key"]
        yield find(
            Code.UNEXPECTED_HOST,
            f"The host of this table has the key {key}, not the one you expected.",
            pointer=f"{_BODY}/host/key",
            step=0,
            details={"expected": expect.host.hex()},
        )
    for number, seat in enumerate(opened["seats"]):
        # A bot may be on nobody's list, but not under the name of somebody who is.
        if seat["kind"] == "person" or seat["name"] in (expect.players or {}):
            yield from _check_player(seat, number, expect, 0, f"{_BODY}/seats/{number}")


def check_successors(steps: Iterable[chain.Entry], expect: Expect) -> Iterator[Finding]:
    """The findings about bots that take a seat under the name of a player whom ``expect`` lists."""
    for entry in steps:
        step = entry.step
        if step is None or step["kind"] != "replace":
            continue
        for number, one in enumerate(step["statements"][0]["body"]["seats"]):
            if one["name"] in (expect.players or {}):
                below = ("statements", 0, "body", "seats", number)
                at = pointer("steps", entry.index, *below)
                yield from _check_player(one, one["seat"], expect, entry.index, at)


def _check_player(
    party: wire.SeatIdentity | wire.Successor, seat: int, expect: Expect, step: int, at: str
) -> Iterator[Finding]:
    if expect.players is None:
        return
    name, key = party["name"], party["key"]
    known = expect.players.get(name)
    if known is not None and bytes.fromhex(key) in known:
        return
    why = "does not have that name" if known is None else "has another key for that name"
    yield find(
        Code.UNEXPECTED_PLAYER,
        f"Seat {seat} is {name} with the key {key}; your list of players {why}.",
        pointer=at,
        step=step,
        seat=seat,
    )
