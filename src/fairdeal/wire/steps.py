"""The form of a transcript: what stands in it stays the parsed object that is hashed (5 and 6)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Final, Generic, Literal, TypeAlias, TypeVar

from pydantic import Discriminator, FailFast, Field, Tag
from typing_extensions import TypedDict

from fairdeal import limits
from fairdeal.wire.fields import (
    Author,
    Hex32,
    Hex64,
    Name,
    Number,
    OfSeats,
    Opaque,
    SeatNumber,
    Several,
    Word,
    form,
)


@form
class GameChoice(TypedDict):
    """Which game is played, under which full rule set."""

    name: Word
    rules: Opaque
    version: Word


@form
class Identity(TypedDict):
    """The host's name and public key."""

    key: Hex32
    name: Name


@form
class SeatIdentity(TypedDict):
    """A seat's name and public key, and whether a person sits there."""

    key: Hex32
    kind: Literal["person", "bot"]
    name: Name


@form
class OpenBody(TypedDict):
    """Section 6, `open`."""

    clock: None
    deal_mode: Literal["hosted"]
    game: GameChoice
    host: Identity
    nonce: Hex32
    seats: Annotated[
        list[SeatIdentity],
        Field(min_length=limits.SEATS_MIN, max_length=limits.SEATS_MAX),
        FailFast(),
    ]


@form
class JoinBody(TypedDict):
    """Section 6, `join`."""

    last: Hex32 | None
    nonce: Hex32


@form
class CommitBody(TypedDict):
    """Section 6, `commit`."""

    attempt: Number
    commitment: Hex32
    deal: Number


@form
class RevealBody(TypedDict):
    """Section 6, `reveal`."""

    attempt: Number
    deal: Number
    seed: Hex32


@form
class DealBody(TypedDict):
    """Section 6, `deal`."""

    attempt: Number
    deal: Number
    draw: SeatNumber
    hands: OfSeats[Hex32]
    rest: Hex32 | None


@form
class SealBody(TypedDict):
    """Section 6, `seal`."""

    commitment: Hex32
    deal: Number


@form
class MoveBody(TypedDict):
    """Section 6, `move`."""

    clock: None
    deal: Number
    move: Opaque


@form
class SealOpening(TypedDict):
    """What a seal hid, in `disclose`."""

    move: Opaque
    nonce: Hex32
    seat: SeatNumber


@form
class DiscloseBody(TypedDict):
    """Section 6, `disclose`."""

    deal: Number
    result: Opaque
    seals: Several[SealOpening]
    seed: Hex32


@form
class Successor(TypedDict):
    """The bot that takes a person's seat."""

    key: Hex32
    name: Name
    seat: SeatNumber


@form
class ReplaceBody(TypedDict):
    """Section 6, `replace`."""

    leave: None
    seats: OfSeats[Successor]
    votes: None


@form
class CloseBody(TypedDict):
    """Section 6, `close`, of a seat."""

    reason: Literal["end", "stopped"]
    result: Opaque


@form
class HostCloseBody(TypedDict):
    """Section 6, `close`, of the host, with the hashes of the seats' statements."""

    reason: Literal["end", "stopped"]
    result: Opaque
    seats: OfSeats[Hex32]


Body = TypeVar("Body")


@form
class Statement(TypedDict, Generic[Body]):
    """What one party says in a step, signed."""

    body: Body
    by: Author
    sig: Hex64


@form
class HostCloseStatement(TypedDict):
    """The host's part in `close`."""

    body: HostCloseBody
    by: Literal["host"]
    sig: Hex64


@form
class SeatCloseStatement(TypedDict):
    """A seat's part in `close`."""

    body: CloseBody
    by: SeatNumber
    sig: Hex64


@form
class OpenStatement(TypedDict):
    """The host's `open`."""

    body: OpenBody
    by: Literal["host"]
    sig: Hex64


@form
class SeatRevealStatement(TypedDict):
    """A seat's `reveal`, as a `void` quotes it."""

    body: RevealBody
    by: SeatNumber
    sig: Hex64


@form
class VoidBody(TypedDict):
    """Section 6, `void`."""

    attempt: Number
    deal: Number
    missing: OfSeats[SeatNumber]
    offending: OfSeats[SeatRevealStatement]
    received: OfSeats[SeatRevealStatement]
    seed: Hex32


def _is_host(statement: Any) -> str:
    return "host" if isinstance(statement, Mapping) and statement.get("by") == "host" else "seat"


CloseStatement = Annotated[
    Annotated[HostCloseStatement, Tag("host")] | Annotated[SeatCloseStatement, Tag("seat")],
    Discriminator(_is_host),
]


@form
class StepForm(TypedDict):
    """What all kinds of step have; each narrows ``kind`` and ``statements``."""

    parent: Hex32


@form
class OpenStep(StepForm):
    """The first step; its hash names the table."""

    kind: Literal["open"]
    statements: Annotated[list[OpenStatement], Field(min_length=1, max_length=1), FailFast()]


_S = TypeVar("_S")
STATEMENTS: Final = limits.SEATS_MAX + 1
_Statements: TypeAlias = Annotated[list[_S], Field(min_length=1, max_length=STATEMENTS), FailFast()]


@form
class JoinStep(StepForm):
    """Every seat takes its place."""

    kind: Literal["join"]
    statements: _Statements[Statement[JoinBody]]


@form
class CommitStep(StepForm):
    """Every party commits to its seed."""

    kind: Literal["commit"]
    statements: _Statements[Statement[CommitBody]]


@form
class RevealStep(StepForm):
    """Every seat opens its commitment."""

    kind: Literal["reveal"]
    statements: _Statements[Statement[RevealBody]]


@form
class VoidStep(StepForm):
    """The host calls an attempt off."""

    kind: Literal["void"]
    statements: _Statements[Statement[VoidBody]]


@form
class ReplaceStep(StepForm):
    """Bots take over seats."""

    kind: Literal["replace"]
    statements: _Statements[Statement[ReplaceBody]]


@form
class DealStep(StepForm):
    """The host fixes all hands."""

    kind: Literal["deal"]
    statements: _Statements[Statement[DealBody]]


@form
class SealStep(StepForm):
    """Seats choose in secret."""

    kind: Literal["seal"]
    statements: _Statements[Statement[SealBody]]


@form
class MoveStep(StepForm):
    """One seat moves."""

    kind: Literal["move"]
    statements: _Statements[Statement[MoveBody]]


@form
class DiscloseStep(StepForm):
    """The host opens everything and states the result."""

    kind: Literal["disclose"]
    statements: _Statements[Statement[DiscloseBody]]


@form
class CloseStep(StepForm):
    """The table ends."""

    kind: Literal["close"]
    statements: _Statements[CloseStatement]


Step: TypeAlias = (
    OpenStep
    | JoinStep
    | CommitStep
    | RevealStep
    | VoidStep
    | ReplaceStep
    | DealStep
    | SealStep
    | MoveStep
    | DiscloseStep
    | CloseStep
)


@form
class Transcript(TypedDict):
    """Section 5.1: the document."""

    format: Literal["fairdeal/1"]
    steps: Annotated[
        list[Annotated[Step, Field(discriminator="kind")]],
        Field(min_length=1, max_length=limits.STEPS),
        FailFast(),
    ]


def has_step_members(value: Any) -> bool:
    """Whether a value has exactly the members of section 5.1, so that its hash is defined."""
    return (
        isinstance(value, dict)
        and value.keys() == {"kind", "parent", "statements"}
        and isinstance(value["kind"], str)
        and isinstance(value["statements"], list)
        and 1 <= len(value["statements"]) <= STATEMENTS
        and all(
            isinstance(said, dict) and said.keys() == {"body", "by", "sig"}
            for said in value["statements"]
        )
    )
