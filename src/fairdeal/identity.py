"""V4: the host and the players are those that somebody expects (section 10)."""

from __future__ import annotations

from collections.abc import Iterator

from fairdeal import wire
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
    if expect.players is None:
        return
    for number, seat in enumerate(opened["seats"]):
        name, key = seat["name"], seat["key"]
        known = expect.players.get(name)
        # A bot may be on nobody's list, but not under the name of somebody who is.
        if seat["kind"] == "bot" if known is None else bytes.fromhex(key) in known:
            continue
        why = "does not have that name" if known is None else "has another key for that name"
        yield find(
            Code.UNEXPECTED_PLAYER,
            f"Seat {number} is {name} with the key {key}; your list of players {why}.",
            pointer=f"{_BODY}/seats/{number}",
            step=0,
            seat=number,
        )
