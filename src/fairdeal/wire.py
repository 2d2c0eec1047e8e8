"""The form of everything that is stored or sent (sections 5, 6 and 8).

The only module that touches pydantic. What stands in a transcript stays the parsed object that
is hashed: its form is checked, and then its types are known. Messages become frozen models.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, Final, Generic, Literal, NoReturn, TypeAlias, TypeVar, cast

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Discriminator,
    FailFast,
    Field,
    StringConstraints,
    Tag,
    TypeAdapter,
    ValidationError,
    with_config,
)
from typing_extensions import TypedDict

from fairdeal import limits
from fairdeal.canonical import check_opaque, dumps, pointer
from fairdeal.errors import Malformed
from fairdeal.findings import Code

FORMAT: Final = "fairdeal/1"
PROOF_FORMAT: Final = "fairdeal-proof/1"
RECEIPT_FORMAT: Final = "fairdeal-receipt/1"
DEAL_MODE: Final = "hosted"
ZERO: Final = "0" * 64

# Not names, but the characters themselves: the published schema is read by other regex engines.
_INVISIBLE = (
    "\x00-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e"
    "\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\U000e0000-\U000e0fff"
)
_HEX32 = r"^[0-9a-f]{64}$"
_HEX64 = r"^[0-9a-f]{128}$"
_NAME = rf"^[^ {_INVISIBLE}]([^{_INVISIBLE}]*[^ {_INVISIBLE}])?$"
_WORD = r"^[a-z0-9.-]+$"
Hex32 = Annotated[str, StringConstraints(pattern=_HEX32)]
Hex64 = Annotated[str, StringConstraints(pattern=_HEX64)]
Name = Annotated[str, StringConstraints(min_length=1, max_length=limits.NAME, pattern=_NAME)]
Word = Annotated[str, StringConstraints(max_length=limits.NAME, pattern=_WORD)]
Number = Annotated[int, Field(ge=1, le=limits.NUMBER)]
SeatNumber = Annotated[int, Field(ge=0, lt=limits.SEATS_MAX)]
Author = Annotated[SeatNumber | Literal["host"], Field(union_mode="left_to_right")]
Opaque = Annotated[Any, AfterValidator(check_opaque)]

_T = TypeVar("_T")
# Of a list only the first wrong element is looked for: input cannot ask for a million errors.
Several: TypeAlias = Annotated[list[_T], FailFast()]
OfSeats: TypeAlias = Annotated[list[_T], Field(max_length=limits.SEATS_MAX), FailFast()]


_form = with_config(ConfigDict(strict=True, extra="forbid"))


@_form
class GameChoice(TypedDict):
    """Which game is played, under which full rule set."""

    name: Word
    rules: Opaque
    version: Word


@_form
class Identity(TypedDict):
    """The host's name and public key."""

    key: Hex32
    name: Name


@_form
class SeatIdentity(TypedDict):
    """A seat's name and public key, and whether a person sits there."""

    key: Hex32
    kind: Literal["person", "bot"]
    name: Name


@_form
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


@_form
class JoinBody(TypedDict):
    """Section 6, `join`."""

    last: Hex32 | None
    nonce: Hex32


@_form
class CommitBody(TypedDict):
    """Section 6, `commit`."""

    attempt: Number
    commitment: Hex32
    deal: Number


@_form
class RevealBody(TypedDict):
    """Section 6, `reveal`."""

    attempt: Number
    deal: Number
    seed: Hex32


@_form
class DealBody(TypedDict):
    """Section 6, `deal`."""

    attempt: Number
    deal: Number
    draw: SeatNumber
    hands: OfSeats[Hex32]
    rest: Hex32 | None


@_form
class SealBody(TypedDict):
    """Section 6, `seal`."""

    commitment: Hex32
    deal: Number


@_form
class MoveBody(TypedDict):
    """Section 6, `move`."""

    clock: None
    deal: Number
    move: Opaque


@_form
class SealOpening(TypedDict):
    """What a seal hid, in `disclose`."""

    move: Opaque
    nonce: Hex32
    seat: SeatNumber


@_form
class DiscloseBody(TypedDict):
    """Section 6, `disclose`."""

    deal: Number
    result: Opaque
    seals: Several[SealOpening]
    seed: Hex32


@_form
class Successor(TypedDict):
    """The bot that takes a person's seat."""

    key: Hex32
    name: Name
    seat: SeatNumber


@_form
class ReplaceBody(TypedDict):
    """Section 6, `replace`."""

    leave: None
    seats: OfSeats[Successor]
    votes: None


@_form
class CloseBody(TypedDict):
    """Section 6, `close`, of a seat."""

    reason: Literal["end", "stopped"]
    result: Opaque


@_form
class HostCloseBody(TypedDict):
    """Section 6, `close`, of the host, with the hashes of the seats' statements."""

    reason: Literal["end", "stopped"]
    result: Opaque
    seats: OfSeats[Hex32]


Body = TypeVar("Body")


@_form
class Statement(TypedDict, Generic[Body]):
    """What one party says in a step, signed."""

    body: Body
    by: Author
    sig: Hex64


@_form
class HostCloseStatement(TypedDict):
    """The host's part in `close`."""

    body: HostCloseBody
    by: Literal["host"]
    sig: Hex64


@_form
class SeatCloseStatement(TypedDict):
    """A seat's part in `close`."""

    body: CloseBody
    by: SeatNumber
    sig: Hex64


@_form
class OpenStatement(TypedDict):
    """The host's `open`."""

    body: OpenBody
    by: Literal["host"]
    sig: Hex64


@_form
class SeatRevealStatement(TypedDict):
    """A seat's `reveal`, as a `void` quotes it."""

    body: RevealBody
    by: SeatNumber
    sig: Hex64


@_form
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


@_form
class StepForm(TypedDict):
    """What all kinds of step have; each narrows ``kind`` and ``statements``."""

    parent: Hex32


@_form
class OpenStep(StepForm):
    """The first step; its hash names the table."""

    kind: Literal["open"]
    statements: Annotated[list[OpenStatement], Field(min_length=1, max_length=1), FailFast()]


_S = TypeVar("_S")
STATEMENTS: Final = limits.SEATS_MAX + 1
_Statements: TypeAlias = Annotated[list[_S], Field(min_length=1, max_length=STATEMENTS), FailFast()]


@_form
class JoinStep(StepForm):
    """Every seat takes its place."""

    kind: Literal["join"]
    statements: _Statements[Statement[JoinBody]]


@_form
class CommitStep(StepForm):
    """Every party commits to its seed."""

    kind: Literal["commit"]
    statements: _Statements[Statement[CommitBody]]


@_form
class RevealStep(StepForm):
    """Every seat opens its commitment."""

    kind: Literal["reveal"]
    statements: _Statements[Statement[RevealBody]]


@_form
class VoidStep(StepForm):
    """The host calls an attempt off."""

    kind: Literal["void"]
    statements: _Statements[Statement[VoidBody]]


@_form
class ReplaceStep(StepForm):
    """Bots take over seats."""

    kind: Literal["replace"]
    statements: _Statements[Statement[ReplaceBody]]


@_form
class DealStep(StepForm):
    """The host fixes all hands."""

    kind: Literal["deal"]
    statements: _Statements[Statement[DealBody]]


@_form
class SealStep(StepForm):
    """Seats choose in secret."""

    kind: Literal["seal"]
    statements: _Statements[Statement[SealBody]]


@_form
class MoveStep(StepForm):
    """One seat moves."""

    kind: Literal["move"]
    statements: _Statements[Statement[MoveBody]]


@_form
class DiscloseStep(StepForm):
    """The host opens everything and states the result."""

    kind: Literal["disclose"]
    statements: _Statements[Statement[DiscloseBody]]


@_form
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


@_form
class Transcript(TypedDict):
    """Section 5.1: the document."""

    format: Literal["fairdeal/1"]
    steps: Annotated[
        list[Annotated[Step, Field(discriminator="kind")]],
        Field(min_length=1, max_length=limits.STEPS),
        FailFast(),
    ]


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


class RunStep(Model):
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


class Run(Model):
    """Section 17: steps one after the other, and perhaps a signed head after them, or alone."""

    head: SignedHead | None
    parent: Hex32
    steps: Annotated[tuple[RunStep, ...], Field(strict=False, max_length=limits.STEPS), FailFast()]


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
        tuple[Run, ...], Field(strict=False, min_length=1, max_length=2), FailFast()
    ]
    code: Annotated[Code, Field(strict=False)]
    format: Literal["fairdeal-proof/1"]
    hand: ShownHand | None
    openings: Annotated[
        tuple[ShownOpening, ...], Field(strict=False, max_length=limits.STEPS), FailFast()
    ]
    table: Hex32


_STEP: TypeAdapter[Step] = TypeAdapter(Annotated[Step, Field(discriminator="kind")])
_TRANSCRIPT: TypeAdapter[Transcript] = TypeAdapter(Transcript)
_PROOF: TypeAdapter[Proof] = TypeAdapter(Proof)
_RECEIPT: TypeAdapter[Receipt] = TypeAdapter(Receipt)
_MESSAGE: TypeAdapter[Message] = TypeAdapter(Annotated[Message, Field(discriminator="type")])


def read_step(value: Any) -> Step:
    """A parsed step itself, as what it is. Raises `Malformed` with a pointer below the step."""
    _refuse_crowds(value)
    try:
        _STEP.validate_python(value)
    except ValidationError as error:
        _refuse(error, value)
    return cast(Step, value)


def read_transcript(data: bytes) -> Transcript | None:
    """A whole transcript at once; None if it is not JSON, or any part of it has not its form.

    Of names that occur twice in one object, the last counts here; and a member that may not stand
    there is left out. So what is returned need not be all of ``data``.
    """
    try:
        # Each member that may not stand there would cost an error, however many there are.
        return _TRANSCRIPT.validate_json(data, extra="ignore")
    except ValidationError:
        return None


def read_message(value: Any) -> Message:
    """The model of a parsed message between roles. Raises `Malformed`."""
    _refuse_crowds(value)
    try:
        return _MESSAGE.validate_python(value)
    except ValidationError as error:
        _refuse(error, value)


def read_proof(value: Any) -> Proof:
    """The model of a parsed proof. Raises `Malformed`."""
    _refuse_crowds(value)
    try:
        return _PROOF.validate_python(value)
    except ValidationError as error:
        _refuse(error, value)


def write_proof(
    code: Code,
    accused: str,
    table: str,
    branches: Sequence[Mapping[str, Any]],
    *,
    hand: Mapping[str, Any] | None = None,
    openings: Sequence[Any] = (),
) -> bytes:
    """The bytes of a proof with these members (section 17)."""
    return dumps(
        {
            "accused": accused,
            "branches": branches,
            "code": code,
            "format": PROOF_FORMAT,
            "hand": hand,
            "openings": openings,
            "table": table,
        }
    )


def read_receipt(value: Any) -> Receipt:
    """The model of a parsed receipt. Raises `Malformed`."""
    _refuse_crowds(value)
    try:
        return _RECEIPT.validate_python(value)
    except ValidationError as error:
        _refuse(error, value)


def has_step_members(value: Any) -> bool:
    """Whether a value has at least the members of section 5.1, so that its hash is defined."""
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


def transcript_schema() -> dict[str, Any]:
    """The JSON Schema of a transcript, as published in specs/transcript.schema.json."""
    return _TRANSCRIPT.json_schema()


_FAULTS = {
    "missing": "this member is missing",
    "extra_forbidden": "nothing of this name may stand here",
    "none_required": "this has to be null",
}
_PATTERNS = {
    _HEX32: "this has to be 64 digits 0-9 or a-f",
    _HEX64: "this has to be 128 digits 0-9 or a-f",
    _NAME: "a name has no invisible characters, and no space at its ends",
    _WORD: "this has to be written in a-z, 0-9, dots and dashes",
}


def _crowds(value: Any, where: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """Where objects stand that have more members than anything may have."""
    if isinstance(value, dict) and len(value) > limits.OPAQUE_NODES:
        yield where
    for name, one in value.items() if isinstance(value, dict) else enumerate(value):
        if isinstance(one, dict | list):
            yield from _crowds(one, (*where, name))


def _refuse_crowds(value: Any) -> None:
    """Each unknown member costs pydantic an error, and it stops at none: so there are to be few."""
    for where in _crowds(value if isinstance(value, dict | list) else ()):
        why = f"no object has more than {limits.OPAQUE_NODES} members"
        raise Malformed(Code.BAD_FORM, why, pointer(*where))


def _refuse(error: ValidationError, value: Any) -> NoReturn:
    first = error.errors(include_url=False, include_input=False)[0]
    where: list[str | int] = []
    node = value
    last = len(first["loc"]) - 1
    for depth, part in enumerate(first["loc"]):
        # Parts that lead nowhere in the value are pydantic's names of union members.
        members = isinstance(node, dict) and part in node
        if members or (isinstance(node, list) and isinstance(part, int) and part < len(node)):
            node = node[part]
        elif not (first["type"] == "missing" and depth == last):
            continue
        if isinstance(part, str) and len(part) > limits.NAME:
            break  # an unknown member, with a name that nobody wants to read
        where.append(part)
    code, why = Code.BAD_FORM, _in_words(first)
    if first["type"].startswith("union_tag"):
        where.append(first["ctx"]["discriminator"].strip("'"))
    if where[-1:] == ["deal_mode"] and first["type"] == "literal_error" and isinstance(node, str):
        code = Code.UNSUPPORTED
    raise Malformed(code, why, pointer(*where)) from None


def _in_words(error: Any) -> str:
    """What is wrong with a member, in words for people who never saw a pattern."""
    kind, context = error["type"], error.get("ctx", {})
    if kind == "string_pattern_mismatch":
        return _PATTERNS[context["pattern"]]
    if kind.startswith("union_tag"):
        return "no {} that is known".format(context["discriminator"].strip("'"))
    return _FAULTS.get(kind, str(error["msg"][0].lower() + error["msg"][1:]))
