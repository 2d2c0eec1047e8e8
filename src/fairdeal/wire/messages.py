"""What is handed from one to another: messages, receipts, proofs, as frozen models (8, 16, 17)."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, FailFast, Field, StringConstraints

from fairdeal import limits
from fairdeal.findings import Code
from fairdeal.wire.fields import Author, Hex32, Hex64, Number, Opaque, SeatNumber
from fairdeal.wire.steps import STATEMENTS


class Model(BaseModel):
    """A message: exact types, no unknown members, no changes afterwards."""

    model_config = ConfigDict(strict=True, frozen=True, extra="forbid")


class SignedHead(Model):
    """Section 5.4."""

    head: Hex32
    height: Annotated[int, Field(ge=1, le=limits.STEPS)]
    sig: Hex64
    table: Hex32


Cards: TypeAlias = Annotated[
    tuple[Annotated[str, StringConstraints(max_length=limits.OPAQUE_TEXT)], ...],
    Field(strict=False, max_length=limits.DECK),
    FailFast(),
]


class HandBody(Model):
    """A hand, from the host to the seat that holds it."""

    attempt: Number
    cards: Cards
    deal: Number
    salt: Hex32


class OpeningBody(Model):
    """What opens a seal of ``seat``."""

    deal: Number
    move: Opaque
    nonce: Hex32
    seat: SeatNumber


class _Private(Model):
    parent: Hex32
    sig: Hex64
    table: Hex32


class HandMessage(_Private):
    """Section 8, `hand`."""

    kind: Literal["hand"]
    body: HandBody
    from_: Annotated[Literal["host"], Field(alias="from")]
    to: SeatNumber


class OpeningMessage(_Private):
    """Section 8, `opening`."""

    kind: Literal["opening"]
    body: OpeningBody
    from_: Annotated[Author, Field(alias="from")]
    to: Author


SeatKind: TypeAlias = Literal["join", "commit", "reveal", "seal", "move", "close"]


class StepMessage(Model):
    """Section 8: a step with the host's signed head. ``step`` is left to `read_step`."""

    type: Literal["step"]
    head: SignedHead
    step: dict[str, Any]


class StatementMessage(Model):
    """Section 8: a seat's statement. ``statement`` is read again within its step."""

    type: Literal["statement"]
    kind: SeatKind
    parent: Hex32
    statement: dict[str, Any]
    table: Hex32


Private: TypeAlias = Annotated[HandMessage | OpeningMessage, Field(discriminator="kind")]


class PrivateMessage(Model):
    """Section 8: a signed private message."""

    type: Literal["private"]
    message: Private


Message: TypeAlias = StepMessage | StatementMessage | PrivateMessage


class LogEntry(Model):
    """Section 16: that a seat signed a statement with this hash on a step."""

    hash: Hex32
    kind: SeatKind
    parent: Hex32


class Receipt(Model):
    """Section 16: what one seat keeps of a table."""

    format: Literal["fairdeal-receipt/1"]
    head: SignedHead | None
    private: Annotated[
        tuple[Private, ...], Field(strict=False, max_length=limits.STEPS), FailFast()
    ]
    seat: SeatNumber
    signed: Annotated[
        tuple[LogEntry, ...], Field(strict=False, max_length=limits.STATEMENTS), FailFast()
    ]
    table: Hex32


class BranchStep(Model):
    """Section 17: a step of which some statements are left out, with their hashes in their place.

    A statement that is there is read again within its step. ``kind`` is any text, or a step of an
    unknown kind could not stand in a proof against the host that signed over it.
    """

    kind: str
    statements: Annotated[
        tuple[Hex32 | dict[str, Any], ...],
        Field(strict=False, min_length=1, max_length=STATEMENTS),
        FailFast(),
    ]


class Branch(Model):
    """Section 17: steps one after the other, and perhaps a signed head after them, or alone."""

    head: SignedHead | None
    parent: Hex32
    steps: Annotated[
        tuple[BranchStep, ...], Field(strict=False, max_length=limits.STEPS), FailFast()
    ]


class ShownHand(Model):
    """Section 17: a hand with the salt of its digest."""

    cards: Cards
    salt: Hex32


class ShownOpening(Model):
    """Section 17: what opens a seal of ``seat``."""

    move: Opaque
    nonce: Hex32
    seat: SeatNumber


class Proof(Model):
    """Section 17."""

    accused: Hex32
    branches: Annotated[
        tuple[Branch, ...], Field(strict=False, min_length=1, max_length=2), FailFast()
    ]
    code: Annotated[Code, Field(strict=False)]
    format: Literal["fairdeal-proof/2"]
    hand: ShownHand | None
    openings: Annotated[
        tuple[ShownOpening, ...], Field(strict=False, max_length=limits.STEPS), FailFast()
    ]
    private: Private | None
    table: Hex32
