"""Tables whose host shows two histories, played by the real roles on both sides.

At some step the whole table is copied, host, seats and keys. On one side everybody goes on, and
there the honest seats have their receipts from. The other is what the host, and those who are with
it, shows to an arbiter.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from copy import deepcopy
from functools import cache
from random import Random
from typing import Any

from fairdeal import chain
from fairdeal.canonical import dumps
from hearts.game import GAME
from hearts.presets import named
from hearts.tools import TOOLS
from tests.roles.tables import Table

LAST_SEAL, FIRST_LEAD, LAST_DISCLOSE, LAST_CLOSE = 5, 6, 58, 59
"""Places in `played`."""


def seated(text: str = "two histories") -> Table:
    """A table of four persons who play one deal of hearts."""
    rules = named("live", changes={"target": 1, "pass_cycle": (1,)})
    table = Table(rules.to_json(), game=GAME, seats=4, seed=text)
    table.player = TOOLS.bot("normal", Random(1).randrange)
    return table.start()


def copied(table: Table) -> Table:
    """The same table with the same keys, which goes another way; its randomness is its own."""
    return deepcopy(table)


@cache
def _played(text: str) -> Table:
    return seated(text).run()


def played(text: str = "two histories") -> Table:
    """A whole honest game; what it does not change may be looked at by many."""
    return _played(text)


def until(kind: str) -> Table:
    """The game of `played` as soon as the host has made the first step of a kind."""
    return seated().run_until(kind)


def both(table: Table, other_way: Callable[[Table], object]) -> tuple[Table, Table]:
    """The honest end of a table, and one that begins in another way."""
    other = copied(table)
    other_way(other)
    return table.run(), other.run()


def without(seat: int) -> Callable[[Table], object]:
    """The host gives the seat to a bot of its own."""
    return lambda table: table.took("host", table.host.replace([seat]))


@cache
def receipt_at(height: int, seat: int) -> bytes:
    """The receipt of a seat in the game of `played` when its chain had that height."""
    table = seated()
    table.run_until(lambda: table.seats[seat].session.height >= height)
    receipt = table.seats[seat].receipt()
    assert json.loads(receipt)["head"]["height"] == height
    assert table.chain[:height] == played().chain[:height]
    return receipt


def changed(kept: bytes, change: Callable[[Any], object]) -> bytes:
    receipt = json.loads(kept)
    change(receipt)
    return dumps(receipt)


def with_private(table: Table, seat: int, number: int, **body: Any) -> bytes:
    """The receipt with a private message that says something else, signed by the host."""

    def change(receipt: Any) -> None:
        message = receipt["private"][number]
        unsigned = {name: message[name] for name in message if name != "sig"}
        unsigned["body"] = {**message["body"], **body}
        receipt["private"][number] = chain.sign_private(table.signers["host"], unsigned)

    return changed(table.seats[seat].receipt(), change)
