"""What the caller of a verifier or a seat trusts beforehand: keys, names, a head, receipts."""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import dataclass

from fairdeal import wire
from fairdeal.canonical import loads

_BYTES = 32


@dataclass(frozen=True, slots=True)
class Expect:
    """Expectations for check V4; None means that nothing is expected.

    ``host`` is the host's public key, 32 bytes. ``players`` maps each admitted name to the
    public keys it may use. ``head`` is the hash of the newest step, 32 bytes. ``receipts`` are
    those of seats, as `Seat.receipt` gives them; a seat itself asks nothing of head and receipts.
    Raises `TypeError` for anything else, and `Malformed` for bytes that are no receipt: an
    expectation that can never be met would blame somebody.
    """

    host: bytes | None = None
    players: Mapping[str, frozenset[bytes]] | None = None
    head: bytes | None = None
    receipts: tuple[bytes, ...] = ()

    def __post_init__(self) -> None:
        self._check_receipts()
        players: object = self.players
        for name, value in (("host", self.host), ("head", self.head)):
            if value is not None and not _is_32(value):
                raise TypeError(
                    f"{name} has to be {_BYTES} bytes or None, not {_told(value)}; "
                    "for hexadecimal digits there is bytes.fromhex"
                )
        if players is None:
            return
        if not isinstance(players, Mapping):
            raise TypeError(
                "players has to be a mapping of names to sets of keys or None, "
                f"not {_told(players)}; for a file there is fairdeal.keys.parse_players"
            )
        for name, keys in players.items():
            if not isinstance(name, str):
                raise TypeError(f"the name of a player has to be a text, not {_told(name)}")
            if not isinstance(keys, Set) or not all(map(_is_32, keys)):
                raise TypeError(f"the keys of {name!r} have to be a set of keys of {_BYTES} bytes")

    def _check_receipts(self) -> None:
        receipts: object = self.receipts
        if not isinstance(receipts, tuple) or not all(isinstance(one, bytes) for one in receipts):
            raise TypeError("receipts have to be a tuple of bytes, each a receipt")
        for one in receipts:
            wire.read_receipt(loads(one))


def _is_32(value: object) -> bool:
    return isinstance(value, bytes) and len(value) == _BYTES


def _told(value: object) -> str:
    if isinstance(value, bytes):
        return f"{len(value)} bytes"
    return f"{type(value).__name__!r}"
