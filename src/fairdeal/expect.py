"""What the caller of a verifier or a seat trusts beforehand: keys, names, a head."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Expect:
    """Expectations for check V4; None means that nothing is expected.

    ``host`` is the host's public key, 32 bytes. ``players`` maps each admitted name to the
    public keys it may use. ``head`` is the hash of the newest step, 32 bytes.
    """

    host: bytes | None = None
    players: Mapping[str, frozenset[bytes]] | None = None
    head: bytes | None = None
