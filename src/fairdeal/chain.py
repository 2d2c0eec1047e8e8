"""The hash chain: hashes and signatures of statements, steps, heads, messages (sections 5, 8)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from fairdeal import crypto, wire
from fairdeal.canonical import dumps
from fairdeal.findings import Party

ZERO = wire.ZERO


@dataclass(slots=True)
class Entry:
    """A step in its place: model, parsed object, recomputed parent and hash (hex).

    ``said`` holds the statement hashes. ``model`` is None if a body has not its form.
    """

    index: int
    model: wire.Step | None
    raw: Mapping[str, Any]
    parent: str
    hash: str
    said: tuple[str, ...]


def statement_hash(statement: Mapping[str, Any]) -> str:
    """Hash of ``{body, by, sig}``, hex (section 5.2)."""
    return crypto.sha256(crypto.STATEMENT_HASH, dumps(statement)).hex()


def step_hash(kind: str, parent: str, said: Sequence[str]) -> str:
    """Hash of a step from its recomputed parent and its statements' hashes, hex (section 5.2)."""
    return crypto.sha256(
        crypto.STEP_HASH, dumps({"kind": kind, "parent": parent, "statements": said})
    ).hex()


def link(index: int, model: wire.Step | None, raw: Mapping[str, Any], parent: str) -> Entry:
    """Put a step, which has the members of section 5.1, into its place after ``parent``."""
    said = tuple([statement_hash(statement) for statement in raw["statements"]])
    return Entry(index, model, raw, parent, step_hash(raw["kind"], parent, said), said)


def statement_message(kind: str, parent: str, table: str, body: object, by: Party) -> bytes:
    """What the author of a statement signs (section 5.3)."""
    return crypto.STATEMENT + dumps(
        {"body": body, "by": by, "kind": kind, "parent": parent, "table": table}
    )


def sign_statement(
    signer: crypto.Signer, kind: str, parent: str, table: str, body: object, by: Party
) -> dict[str, Any]:
    """A signed statement ``{body, by, sig}``."""
    message = statement_message(kind, parent, table, body, by)
    return {"body": body, "by": by, "sig": signer.sign(message).hex()}


def signed_in(
    statement: Mapping[str, Any], kind: str, parent: str, table: str
) -> tuple[bytes, bytes]:
    """The message and the signature of a statement in its place; no bytes if that is not hex."""
    message = statement_message(kind, parent, table, statement["body"], statement["by"])
    return message, _bytes(statement["sig"])


def is_signed(statement: Mapping[str, Any], kind: str, parent: str, table: str, key: bytes) -> bool:
    """Whether a statement carries its author's signature for exactly this place."""
    return crypto.verify(key, *signed_in(statement, kind, parent, table))


def sign_head(signer: crypto.Signer, table: str, height: int, head: str) -> dict[str, Any]:
    """The host's signed head (section 5.4)."""
    position = {"head": head, "height": height, "table": table}
    return {**position, "sig": signer.sign(crypto.HEAD + dumps(position)).hex()}


def is_signed_head(signed: Mapping[str, Any], key: bytes) -> bool:
    """Whether a signed head is the host's."""
    position = {name: signed[name] for name in ("head", "height", "table")}
    return crypto.verify(key, crypto.HEAD + dumps(position), _bytes(signed["sig"]))


def sign_private(signer: crypto.Signer, unsigned: Mapping[str, Any]) -> dict[str, Any]:
    """A signed private message from ``{body, from, kind, parent, table, to}`` (section 8)."""
    return {**unsigned, "sig": signer.sign(crypto.PRIVATE + dumps(unsigned)).hex()}


def is_signed_private(message: Mapping[str, Any], key: bytes) -> bool:
    """Whether a private message carries its sender's signature."""
    unsigned = {name: value for name, value in message.items() if name != "sig"}
    return crypto.verify(key, crypto.PRIVATE + dumps(unsigned), _bytes(message["sig"]))


def _bytes(digits: object) -> bytes:
    try:
        return bytes.fromhex(digits)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return b""
