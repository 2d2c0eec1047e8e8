"""Read a transcript and tell how much of it is intact ground (sections 5 and 10.1)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from fairdeal import chain, limits, wire
from fairdeal.canonical import dumps, loads, pointer
from fairdeal.errors import Malformed
from fairdeal.findings import Code, Finding, Party, find


@dataclass(slots=True)
class Transcript:
    """The steps of a file in their chain.

    ``entries`` ends where hashes become undefined, or is ``linked`` to the end; the first
    ``intact`` of them are intact ground. ``last_host`` is the index of the last step with a valid
    host statement, or -1: it covers every earlier step.
    """

    entries: list[chain.Entry] = field(default_factory=list)
    linked: bool = False
    intact: int = 0
    last_host: int = -1
    findings: list[Finding] = field(default_factory=list)

    @property
    def table(self) -> str | None:
        """The table's name: the hash of its `open` step."""
        return self.entries[0].hash if self.intact else None

    @property
    def head(self) -> str | None:
        """The hash of the newest intact step."""
        return self.entries[self.intact - 1].hash if self.intact else None

    def is_covered(self, index: int) -> bool:
        """Whether a later valid host statement verifies over this step."""
        return index < self.last_host


@dataclass(frozen=True, slots=True)
class _Break:
    finding: Finding
    covered_at_once: bool = False


def dump(steps: Sequence[Mapping[str, Any]]) -> bytes:
    """The canonical bytes of a transcript."""
    return dumps({"format": wire.FORMAT, "steps": steps})


def parse(data: bytes | str | Mapping[str, Any]) -> list[Any]:
    """The parsed, unread steps of a transcript. Raises `Malformed`."""
    if isinstance(data, Mapping):
        try:
            data = dumps(data)
        except TypeError as error:
            raise Malformed(Code.NOT_JSON, f"not canonical JSON: {error}") from None
    if isinstance(data, str):
        try:
            data = data.encode()
        except UnicodeEncodeError:
            raise Malformed(Code.NOT_JSON, "a lone surrogate") from None
    document = loads(data)
    if not isinstance(document, dict):
        raise Malformed(Code.BAD_FORM, "a transcript is an object with format and steps")
    if document.get("format", wire.FORMAT) != wire.FORMAT:
        raise Malformed(
            Code.UNSUPPORTED, f"this verifier knows the format {wire.FORMAT} only", "/format"
        )
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


def read(steps: Sequence[Any]) -> Transcript:
    """Link the steps, check form, chain and signatures (V1, V2, V3)."""
    read_so_far = Transcript()
    breaks: list[_Break] = []
    keys: dict[Party, bytes] = {}
    parent = table = chain.ZERO
    for index, raw in enumerate(steps):
        if not wire.has_step_members(raw):
            where = pointer("steps", index)
            text = "not a step with a kind, a parent and signed statements"
            breaks.append(
                _Break(find(Code.BAD_FORM, f"{where}: {text}", pointer=where, step=index))
            )
            break
        problem, model = _read_step(raw, index)
        entry = chain.link(index, model, raw, parent)
        read_so_far.entries.append(entry)
        if problem is not None:
            breaks.append(_Break(problem))
        if raw["parent"] != parent:
            read_so_far.findings.append(_broken_chain(index))
        if index == 0:
            if not isinstance(model, wire.OpenStep):
                break
            body = model.statements[0].body
            keys["host"] = bytes.fromhex(body.host.key)
            keys.update((seat, bytes.fromhex(one.key)) for seat, one in enumerate(body.seats))
        breaks.extend(_signatures(entry, table, keys, read_so_far))
        if isinstance(model, wire.ReplaceStep):
            _change_keys(model, keys)
        parent = entry.hash
        table = read_so_far.entries[0].hash
    read_so_far.linked = len(read_so_far.entries) == len(steps)
    _settle(read_so_far, breaks)
    return read_so_far


def _change_keys(step: wire.ReplaceStep, keys: dict[Party, bytes]) -> None:
    """The keys that a `replace` of the host gives to seats of this table (section 5.3)."""
    for said in step.statements:
        for one in said.body.seats if said.by == "host" else ():
            if one.seat in keys:
                keys[one.seat] = bytes.fromhex(one.key)


def _read_step(raw: Any, index: int) -> tuple[Finding | None, wire.Step | None]:
    try:
        model = wire.read_step(raw)
    except Malformed as error:
        code = error.code
        where = pointer("steps", index) + error.pointer
        mode = error.pointer.endswith("/body/deal_mode")
        if index == 0 and mode and isinstance(_mode(raw), str):
            code = Code.UNSUPPORTED
        return find(code, f"{where}: {error.why}", pointer=where, step=index), None
    if index == 0 and not isinstance(model, wire.OpenStep):
        where = pointer("steps", 0, "kind")
        text = "the first step has to be the open step"
        return find(Code.BAD_FORM, f"{where}: {text}", pointer=where, step=0), None
    return None, model


def _mode(raw: Any) -> Any:
    return raw["statements"][0]["body"].get("deal_mode")


def _broken_chain(index: int) -> Finding:
    return find(
        Code.BROKEN_CHAIN,
        f"Step {index} does not continue the step before it: something was changed, "
        "removed or inserted.",
        pointer=pointer("steps", index, "parent"),
        step=index,
    )


def _signatures(
    entry: chain.Entry, table: str, keys: Mapping[Party, bytes], into: Transcript
) -> list[_Break]:
    """The breaks of V3 in one step; notes a valid host statement in ``into``."""
    raw = entry.raw
    kind = raw["kind"]
    damaged: list[tuple[int, Any]] = []
    listed: Sequence[str] = ()
    breaks: list[_Break] = []
    for number, statement in enumerate(raw["statements"]):
        by = statement["by"]
        key = keys.get(by) if type(by) in (int, str) else None
        if key is None:
            where = pointer("steps", entry.index, "statements", number, "by")
            text = f"nobody at this table is {by!r}"
            if entry.model is not None:
                finding = find(Code.BAD_FORM, f"{where}: {text}", pointer=where, step=entry.index)
                breaks.append(_Break(finding))
        elif not chain.is_signed(statement, kind, entry.parent, table, key):
            damaged.append((number, by))
        elif by == "host":
            into.last_host = entry.index
            if kind == "close" and entry.model is not None:
                listed = statement["body"]["seats"]
    for number, by in damaged:
        who = "host" if by == "host" else f"seat {by}"
        finding = find(
            Code.BAD_SIGNATURE,
            f"The signature of the {who} in step {entry.index} ({kind}) does not hold: the "
            "statement was changed, moved, or never signed.".replace("the seat", "seat"),
            pointer=pointer("steps", entry.index, "statements", number, "sig"),
            step=entry.index,
            seat=None if by == "host" else by,
        )
        breaks.append(_Break(finding, entry.said[number] in listed))
    return breaks


def _settle(transcript: Transcript, breaks: Sequence[_Break]) -> None:
    """Section 10.1: which breaks the host answers for, and where intact ground ends."""
    transcript.intact = len(transcript.entries)
    for one in breaks:
        damage = one.finding
        transcript.intact = min(transcript.intact, damage.step)
        if one.covered_at_once or transcript.is_covered(damage.step):
            transcript.findings.append(
                find(
                    Code.SIGNED_OVER_DAMAGE,
                    f"The host signed a later step on top of damage that it had to refuse. "
                    f"{damage.sentence}",
                    pointer=damage.pointer,
                    step=damage.step,
                    blame=("host",),
                    seat=damage.seat,
                    details={"damage": str(damage.code)},
                )
            )
        else:
            transcript.findings = [
                finding
                for finding in transcript.findings
                if finding.code is not Code.BROKEN_CHAIN or finding.step <= damage.step
            ]
            transcript.findings.append(damage)
            return
