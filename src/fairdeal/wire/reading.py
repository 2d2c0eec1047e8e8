"""Parsed values read as what they have to be, and what is wrong with them in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, NoReturn, TypeVar, cast

from pydantic import Field, TypeAdapter, ValidationError

from fairdeal import limits
from fairdeal.canonical import dumps, pointer
from fairdeal.errors import Malformed
from fairdeal.findings import Code
from fairdeal.wire.fields import FIRST_PROOF_FORMAT, HEX32, HEX64, NAME, PROOF_FORMAT, WORD
from fairdeal.wire.messages import Message, Proof, Receipt
from fairdeal.wire.steps import Step, Transcript

_T = TypeVar("_T")

_STEP: TypeAdapter[Step] = TypeAdapter(Annotated[Step, Field(discriminator="kind")])
_TRANSCRIPT: TypeAdapter[Transcript] = TypeAdapter(Transcript)
_PROOF: TypeAdapter[Proof] = TypeAdapter(Proof)
_RECEIPT: TypeAdapter[Receipt] = TypeAdapter(Receipt)
_MESSAGE: TypeAdapter[Message] = TypeAdapter(Annotated[Message, Field(discriminator="type")])


def _read(form: TypeAdapter[_T], value: Any) -> _T:
    _refuse_crowds(value)
    try:
        return form.validate_python(value)
    except ValidationError as error:
        _refuse(error, value)


def read_step(value: Any) -> Step:
    """A parsed step itself, as what it is. Raises `Malformed` with a pointer below the step."""
    _read(_STEP, value)
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
    return _read(_MESSAGE, value)


def read_proof(value: Any) -> Proof:
    """The model of a parsed proof, of the first format too. Raises `Malformed`."""
    is_first = isinstance(value, dict) and value.get("format") == FIRST_PROOF_FORMAT
    if is_first and "private" not in value:
        value = {**value, "format": PROOF_FORMAT, "private": None}
    return _read(_PROOF, value)


def write_proof(
    code: Code,
    accused: str,
    table: str,
    branches: Sequence[Mapping[str, Any]],
    *,
    hand: Mapping[str, Any] | None = None,
    openings: Sequence[Any] = (),
    private: Mapping[str, Any] | None = None,
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
            "private": private,
            "table": table,
        }
    )


def read_receipt(value: Any) -> Receipt:
    """The model of a parsed receipt. Raises `Malformed`."""
    return _read(_RECEIPT, value)


def transcript_schema() -> dict[str, Any]:
    """The JSON Schema of a transcript, as published in specs/transcript.schema.json."""
    return _TRANSCRIPT.json_schema()


_FAULTS = {
    "missing": "this member is missing",
    "extra_forbidden": "nothing of this name may stand here",
    "none_required": "this has to be null",
}
_PATTERNS = {
    HEX32: "this has to be 64 digits 0-9 or a-f",
    HEX64: "this has to be 128 digits 0-9 or a-f",
    NAME: "a name has no invisible characters, and no space at its ends",
    WORD: "this has to be written in a-z, 0-9, dots and dashes",
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
