"""Provably fair card deals at a hosted table: play through it, verify what it leaves behind.

`verify` judges a transcript; `Host` and `Seat` are the two sides of a running table, bytes in
and bytes out. See README.md for a start and specs/fairdeal.md for the protocol.
"""

from __future__ import annotations

from collections import ChainMap
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fairdeal.crypto import Entropy, Signer, insecure_entropy, random_bytes
    from fairdeal.errors import BrokenGame, FairdealError, LocalError, Malformed, PeerError
    from fairdeal.expect import Expect
    from fairdeal.findings import CheckId, Code, Finding, Party, Severity
    from fairdeal.game import Game
    from fairdeal.host import Host, Player
    from fairdeal.outbox import Outbox, Outgoing
    from fairdeal.report import (
        Check,
        DealSummary,
        Report,
        SeatSummary,
        Signatures,
        Status,
        Verdict,
        exit_status,
    )
    from fairdeal.seat import Seat
    from fairdeal.verifier import verify

__all__ = [
    "BrokenGame",
    "Check",
    "CheckId",
    "Code",
    "DealSummary",
    "Entropy",
    "Expect",
    "FairdealError",
    "Finding",
    "Game",
    "Host",
    "LocalError",
    "Malformed",
    "Outbox",
    "Outgoing",
    "Party",
    "PeerError",
    "Player",
    "Report",
    "Seat",
    "SeatSummary",
    "Severity",
    "Signatures",
    "Signer",
    "Status",
    "Verdict",
    "exit_status",
    "insecure_entropy",
    "random_bytes",
    "verify",
]

__version__ = "0.3.0"


def __getattr__(name: str) -> object:
    """Import the public names when one of them is first asked for: the command line starts fast."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from fairdeal import (  # noqa: PLC0415
        crypto,
        errors,
        expect,
        findings,
        game,
        host,
        outbox,
        report,
        seat,
        verifier,
    )

    # The verifier comes first: `fairdeal.verify` is its function, not that of `crypto`.
    homes = (verifier, host, seat, outbox, report, findings, errors, expect, game, crypto)
    value = globals()[name] = ChainMap(*map(vars, homes))[name]
    return value


def __dir__() -> list[str]:
    """The public names, imported or not."""
    return sorted({*globals(), *__all__})
