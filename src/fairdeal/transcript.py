"""Read a transcript and tell how much of it is intact ground (sections 5 and 10.1)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from fairdeal import chain, crypto, limits, wire
from fairdeal.canonical import check_size, dumps, encode, loads, pointer
from fairdeal.errors import Malformed
from fairdeal.findings import Code, Finding, Party, find
from fairdeal.report import Signatures

_PARENT = pointer("parent")
_OTHERS = {
    **dict.fromkeys(
        (wire.PROOF_FORMAT, wire.FIRST_PROOF_FORMAT),
        "this is a proof and no transcript; fairdeal verify judges it",
    ),
    wire.RECEIPT_FORMAT: "this is a receipt and no transcript; give it beside one, with --receipt",
}


@dataclass(slots=True)
class Transcript:
    """The steps of a file in their chain.

    ``entries`` ends where hashes become undefined, or is ``linked`` to the end; the first
    ``intact`` of them are intact ground. ``last_host`` is the index of the last step with a valid
    host statement, or -1: it covers every earlier step. ``listed`` are the statements, by step and
    number, that the host's `close` lists in its own step.
    """

    entries: list[chain.Entry] = field(default_factory=list)
    linked: bool = False
    intact: int = 0
    last_host: int = -1
    listed: set[tuple[int, int]] = field(default_factory=set)
    findings: list[Finding] = field(default_factory=list)

    def is_covered(self, index: int, number: int | None = None) -> bool:
        """Whether a valid host statement answers for a step, or for its statement ``number``."""
        return index < self.last_host or (number is not None and (index, number) in self.listed)


def dump(steps: Sequence[Mapping[str, Any]]) -> bytes:
    """The canonical bytes of a transcript."""
    return dumps({"format": wire.FORMAT, "steps": steps})


def joined(steps: Iterable[bytes]) -> bytes:
    """The transcript of all steps that outboxes gave, in their order."""
    return dump([loads(step) for step in steps])


class Parsed(NamedTuple):
    """The parsed steps of a transcript; ``formed`` if all are known to have their form."""

    steps: Sequence[Any]
    formed: bool


def parse(data: object) -> Parsed:
    """The steps of a transcript: bytes, text or parsed JSON. Raises `Malformed`.

    A canonical text that has its form throughout is read at once, any other with more care.
    """
    if isinstance(data, str | Mapping):
        data = encode(data)
    if not isinstance(data, bytes | bytearray | memoryview):
        raise Malformed(Code.NOT_JSON, "a transcript is bytes, text or an object")
    data = bytes(data)
    check_size(data)
    whole = wire.read_transcript(data)
    formed = whole is not None and dumps(whole) == data
    steps = whole["steps"] if whole is not None and formed else _steps(data)
    said = sum([len(step["statements"]) for step in steps if formed or wire.has_step_members(step)])
    if said > limits.STATEMENTS:
        raise Malformed(
            Code.TOO_LARGE, f"{said} statements; at most {limits.STATEMENTS} are allowed", "/steps"
        )
    return Parsed(steps, formed)


def _steps(data: bytes) -> list[Any]:
    document = loads(data)
    if not isinstance(document, dict):
        raise Malformed(Code.BAD_FORM, "a transcript is an object with format and steps")
    stated = document.get("format", wire.FORMAT)
    if stated != wire.FORMAT:
        what = _OTHERS.get(stated) if isinstance(stated, str) else None
        why = what or f"of transcripts this verifier knows the format {wire.FORMAT} only"
        raise Malformed(Code.UNSUPPORTED, why, "/format")
    for name in ("format", "steps"):
        if name not in document:
            raise Malformed(Code.BAD_FORM, "this member is missing", pointer(name))
    for name in document:
        if name not in ("format", "steps"):
            raise Malformed(Code.BAD_FORM, "nothing may stand outside the chain", pointer(name))
    steps = document["steps"]
    if not isinstance(steps, list) or not steps:
        raise Malformed(Code.BAD_FORM, "a list of at least one step is needed", "/steps")
    if len(steps) > limits.STEPS:
        raise Malformed(
            Code.TOO_LARGE, f"{len(steps)} steps; at most {limits.STEPS} are allowed", "/steps"
        )
    return steps


def read(parsed: Parsed, signatures: Signatures = Signatures.ALL) -> Transcript:
    """Link the steps, check form, chain and signatures (V1, V2, V3)."""
    transcript = Transcript()
    damages: list[Finding] = []
    claims: list[_Claim] = []
    keys: dict[Party, bytes] = {}
    parent = table = chain.ZERO
    for index, raw in enumerate(parsed.steps):
        entry = _link(index, raw, parent, table, parsed.formed, damages)
        if entry is None:
            break
        transcript.entries.append(entry)
        claims += _claims(entry, keys, damages)
        parent = entry.hash
        if index == 0:
            table = parent
            if not keys:
                break
    transcript.linked = len(transcript.entries) == len(parsed.steps)
    # All signatures in one go: that is kinder to the processor's caches than one at a time.
    for claim in claims if signatures is Signatures.ALL else _last(claims):
        if not crypto.verify(claim.key, claim.message, claim.signature):
            damages.append(_bad_signature(claim))
        elif claim.by == "host":
            _cover(claim, transcript)
    damages.sort(key=lambda damage: damage.step)
    _settle(transcript, damages)
    return transcript


def _link(
    index: int, raw: Any, parent: str, table: str, formed: bool, damages: list[Finding]
) -> chain.Entry | None:
    """Read a step and put it into its place; what V1 and V2 find goes into ``damages``.

    None if the step has not even what its hash is made of.
    """
    step = None
    try:
        step = raw if formed else wire.read_step(raw)
    except Malformed as error:
        if not wire.has_step_members(raw):
            text = "not a step with a kind, a parent and up to 17 signed statements"
            damages.append(_bad_form(pointer("steps", index), text, index))
            return None
        in_close = raw["kind"] == "close" and error.pointer != _PARENT
        for fault in _of_each(raw) if in_close else (error,):
            where = pointer("steps", index) + fault.pointer
            damages.append(_bad_form(where, fault.why, index, fault.code))
        if error.pointer == _PARENT:
            return _link(index, {**raw, "parent": parent}, parent, table, formed, damages)
    if raw["parent"] != parent:
        damages.append(
            find(
                Code.BROKEN_CHAIN,
                f"Step {index} does not continue the step before it: something was changed, "
                "removed or inserted.",
                pointer=pointer("steps", index, "parent"),
                step=index,
            )
        )
    if index == 0 and step is not None and step["kind"] != "open":
        text = "the first step has to be the open step"
        damages.append(_bad_form(pointer("steps", 0, "kind"), text, 0))
    return chain.link(index, step, raw, parent, table)


def _of_each(raw: Mapping[str, Any]) -> Iterator[Malformed]:
    """What is ill-formed in the statements of a `close`: the host lists them one by one."""
    for number, said in enumerate(raw["statements"]):
        try:
            wire.read_step({**raw, "statements": [said]})
        except Malformed as error:
            below = error.pointer.removeprefix(pointer("statements", 0))
            yield Malformed(error.code, error.why, pointer("statements", number) + below)


def _bad_form(where: str, why: str, index: int, code: Code = Code.BAD_FORM) -> Finding:
    return find(code, f"{where}: {why}", pointer=where, step=index)


def _keys(body: wire.OpenBody) -> dict[Party, bytes]:
    keys: dict[Party, bytes] = {"host": bytes.fromhex(body["host"]["key"])}
    keys.update((seat, bytes.fromhex(one["key"])) for seat, one in enumerate(body["seats"]))
    return keys


def _change_keys(step: wire.ReplaceStep, keys: dict[Party, bytes]) -> None:
    """The keys that a `replace` of the host gives to seats of this table (section 5.3)."""
    for said in step["statements"]:
        for one in said["body"]["seats"] if said["by"] == "host" else ():
            if one["seat"] in keys:
                keys[one["seat"]] = bytes.fromhex(one["key"])


class _Claim(NamedTuple):
    """That a party made a statement in its place, under the key that it had there."""

    entry: chain.Entry
    number: int
    by: Party
    key: bytes
    message: bytes
    signature: bytes


def _claims(entry: chain.Entry, keys: dict[Party, bytes], damages: list[Finding]) -> list[_Claim]:
    """The signatures to be checked; what stands under nobody's name goes into ``damages``.

    ``keys`` are those of the table when the step was made; they are kept up to date.
    """
    step = entry.step
    if step and step["kind"] == "open" and not keys:
        keys.update(_keys(step["statements"][0]["body"]))
    claims = []
    for number, statement in enumerate(entry.raw["statements"]):
        by = statement["by"]
        key = keys.get(by) if type(by) in (int, str) else None
        if key is not None:
            signature = chain.signature(statement["sig"])
            claims.append(_Claim(entry, number, by, key, entry.messages[number], signature))
        elif keys and (step or (entry.raw["kind"] == "close" and type(by) is int)):
            where = pointer("steps", entry.index, "statements", number, "by")
            damages.append(_bad_form(where, f"nobody at this table is {by}", entry.index))
    if step and step["kind"] == "replace":
        _change_keys(step, keys)
    return claims


def _last(claims: Sequence[_Claim]) -> list[_Claim]:
    """What stands under each key in the last step that has anything under it (section 10.6)."""
    last = {claim.key: claim.entry.index for claim in claims}
    return [claim for claim in claims if last[claim.key] == claim.entry.index]


def _cover(claim: _Claim, transcript: Transcript) -> None:
    """Note a valid statement of the host: it answers for all before it and for what it lists."""
    entry = claim.entry
    transcript.last_host = entry.index
    body = entry.raw["statements"][claim.number]["body"]
    listed = body.get("seats") if entry.raw["kind"] == "close" and isinstance(body, dict) else None
    if isinstance(listed, list):
        transcript.listed.update(
            (entry.index, place) for place, one in enumerate(entry.hashes) if one in listed
        )


def _bad_signature(claim: _Claim) -> Finding:
    who = "the host" if claim.by == "host" else f"seat {claim.by}"
    index, step = claim.entry.index, claim.entry.step
    kind = f" ({step['kind']})" if step else ""  # what was not read is not repeated: it may be long
    return find(
        Code.BAD_SIGNATURE,
        f"The signature of {who} in step {index}{kind} does not hold: the statement was changed, "
        "moved, or never signed.",
        pointer=pointer("steps", index, "statements", claim.number, "sig"),
        step=index,
        seat=None if claim.by == "host" else claim.by,
    )


def _statement(damage: Finding) -> int | None:
    """The number of the statement within its step that a finding is about."""
    below = damage.pointer.removeprefix(pointer("steps", damage.step, "statements")).split("/")
    return int(below[1]) if len(below) > 1 and below[1].isdigit() else None


def _rank(damage: Finding) -> tuple[int, str, int]:
    """By step, check and statement; what is no statement's comes last."""
    number = _statement(damage)
    return damage.step, damage.check, limits.STATEMENTS if number is None else number


def _settle(transcript: Transcript, damages: Sequence[Finding]) -> None:
    """Section 10.1: which breaks the host answers for, and where intact ground ends."""
    transcript.intact = len(transcript.entries)
    by_place: dict[str, Finding] = {}  # a signature that is no hex breaks V1 and V3 in one place
    for damage in sorted(damages, key=_rank):
        by_place.setdefault(damage.pointer, damage)
    broken = len(transcript.entries) + 1  # the step with the first damage that nobody covers
    for damage in by_place.values():
        if damage.step > broken:
            return
        if damage.pointer == pointer("steps", damage.step) + _PARENT:
            if damage.step < broken:  # nobody signs a written parent: it is no break
                transcript.findings.append(damage)
            continue
        transcript.intact = min(transcript.intact, damage.step)
        if not transcript.is_covered(damage.step, _statement(damage)):
            if damage.step < broken:
                transcript.findings.append(damage)
            broken = damage.step
            continue
        transcript.findings.append(
            find(
                Code.SIGNED_OVER_DAMAGE,
                f"The host signed on top of damage that it had to refuse. {damage.sentence}",
                pointer=damage.pointer,
                step=damage.step,
                blame=("host",),
                seat=damage.seat,
                details={"damage": str(damage.code)},
            )
        )
