"""What a role hands back: messages to send, and what to store before sending them (section 8)."""

from __future__ import annotations

from dataclasses import dataclass

from fairdeal.findings import Party


@dataclass(frozen=True, slots=True)
class Outgoing:
    """A message for one party, as bytes."""

    to: Party
    data: bytes


@dataclass(frozen=True, slots=True)
class Outbox:
    """The result of a call on a role.

    Append ``steps`` (canonical JSON, a step each) to the stored chain and replace the stored
    ``secrets``, in one durable transaction, **before** sending ``send`` in order. ``secrets`` must
    stay private.
    """

    send: tuple[Outgoing, ...]
    steps: tuple[bytes, ...]
    secrets: bytes
