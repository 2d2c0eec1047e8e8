"""From seeds to the order: root, deck key, stream, Fisher-Yates, draw (sections 9.2 to 9.4)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import count
from typing import Any

from fairdeal import crypto
from fairdeal.canonical import dumps
from fairdeal.game import Cards

_ACCEPTED_BELOW = (0, *(256 - 256 % bound for bound in range(1, 257)))


def commit_root(parent: str, statements: Sequence[Mapping[str, Any]]) -> bytes:
    """The root of a `commit` step with its recomputed parent (hex), signatures left out (9.2)."""
    unsigned = [{"body": said["body"], "by": said["by"]} for said in statements]
    return crypto.sha256(
        crypto.COMMIT_ROOT, dumps({"kind": "commit", "parent": parent, "statements": unsigned})
    )


def deck_key(root: bytes, host_seed: bytes, seat_seeds: Sequence[bytes]) -> bytes:
    """The 32-byte key of a deal's stream, from all 32-byte seeds, seats in order (section 9.2)."""
    return crypto.prf(root, crypto.DECK_KEY, host_seed, *seat_seeds)


def stream(key: bytes) -> Iterator[int]:
    """The endless bytes of section 9.3, one integer from 0 to 255 at a time."""
    for block in count():
        yield from crypto.prf(key, crypto.STREAM, block.to_bytes(4, "big"))


def index(source: Iterator[int], bound: int) -> int:
    """An exactly uniform index below ``bound``, 1 to 256 (section 9.3)."""
    if bound == 1:
        return 0
    accepted_below = _ACCEPTED_BELOW[bound]
    for byte in source:
        if byte < accepted_below:
            return byte % bound
    raise ValueError("the stream ended")


def shuffle(source: Iterator[int], deck: Cards) -> Cards:
    """The deck in the order that the stream gives it, by Fisher-Yates (section 9.4)."""
    order = list(deck)
    for last in range(len(order) - 1, 0, -1):
        chosen = index(source, last + 1)
        order[last], order[chosen] = order[chosen], order[last]
    return tuple(order)


def order_and_draw(key: bytes, deck: Cards, seats: int) -> tuple[Cards, int]:
    """The shuffled deck and the draw below the number of seats (section 9.4)."""
    source = stream(key)
    return shuffle(source, deck), index(source, seats)
