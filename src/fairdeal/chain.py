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
    """A step in its place: the parsed object, its recomputed parent and its hash (hex).

    ``step`` is ``raw`` with its form known, or None if a body has not its form. Of each statement
    ``hashes`` holds the hash, and ``messages`` what its author has to have signed, if its
    ``sig`` is long enough to be a signature at all.
    """

    index: int
    step: wire.Step | None
    raw: Mapping[str, Any]
    parent: str
    hash: str
    hashes: list[str]
    messages: list[bytes]


def statement_hash(statement: Mapping[str, Any]) -> str:
    """Hash of ``{body, by, sig}``, hex (section 5.2)."""
    return _statement_hash(dumps(statement))


def step_hash(kind: str, parent: str, said: Sequence[str]) -> str:
    """Hash of a step from its recomputed parent and its statements' hashes, hex (section 5.2)."""
    return crypto.sha256(
        crypto.STEP_HASH, dumps({"kind": kind, "parent": parent, "statements": said})
    ).hex()


_OF_THE_HOST = frozenset({"open", "void", "replace", "deal", "disclose"})


def own_step_hash(kind: str, parent: str, statement: Mapping[str, Any]) -> str | None:
    """The hash of the step that a statement of the host makes on ``parent``, hex.

    None where other statements belong to the step, and the host's does not list them.
    """
    listed: object = []
    if kind == "close" and isinstance(statement["body"], Mapping):
        listed = statement["body"].get("seats")
    elif kind not in _OF_THE_HOST:
        return None
    if not isinstance(listed, list) or not all(isinstance(one, str) for one in listed):
        return None
    return step_hash(kind, parent, [*listed, statement_hash(statement)])


def link(
    index: int, step: wire.Step | None, raw: Mapping[str, Any], parent: str, table: str
) -> Entry:
    """Put a step, which has the members of section 5.1, into its place after ``parent``."""
    kind = raw["kind"]
    end = _end(kind, parent, table)
    said, messages = [], []
    for statement in raw["statements"]:
        text = dumps(statement)
        said.append(_statement_hash(text))
        messages.append(crypto.STATEMENT + text[:-_SIG] + end)
    return Entry(index, step, raw, parent, step_hash(kind, parent, said), said, messages)


def statement_message(kind: str, parent: str, table: str, body: object, by: Party) -> bytes:
    """What the author of a statement signs (section 5.3)."""
    return crypto.STATEMENT + dumps({"body": body, "by": by})[:-1] + _end(kind, parent, table)


# A statement and what its author signs are canonical JSON with the same first two members, in
# the order of names: what they have in common is made once.
_SIG = len(b',"sig":""}') + 2 * crypto.SIGNATURE_BYTES


def _end(kind: str, parent: str, table: str) -> bytes:
    return b"," + dumps({"kind": kind, "parent": parent, "table": table})[1:]


def _statement_hash(text: bytes) -> str:
    return crypto.sha256(crypto.STATEMENT_HASH, text).hex()


def sign_statement(
    signer: crypto.Signer, kind: str, parent: str, table: str, body: object, by: Party
) -> dict[str, Any]:
    """A signed statement ``{body, by, sig}``."""
    message = statement_message(kind, parent, table, body, by)
    return {"body": body, "by": by, "sig": signer.sign(message).hex()}


def is_signed(statement: Mapping[str, Any], kind: str, parent: str, table: str, key: bytes) -> bool:
    """Whether a statement carries its author's signature for exactly this place."""
    message = statement_message(kind, parent, table, statement["body"], statement["by"])
    return crypto.verify(key, message, signature(statement["sig"]))


def sign_head(signer: crypto.Signer, table: str, height: int, head: str) -> dict[str, Any]:
    """The host's signed head (section 5.4)."""
    position = {"head": head, "height": height, "table": table}
    return {**position, "sig": signer.sign(crypto.HEAD + dumps(position)).hex()}


def is_signed_head(signed: Mapping[str, Any], key: bytes) -> bool:
    """Whether a signed head is the host's."""
    position = {name: signed[name] for name in ("head", "height", "table")}
    return crypto.verify(key, crypto.HEAD + dumps(position), signature(signed["sig"]))


def sign_private(signer: crypto.Signer, unsigned: Mapping[str, Any]) -> dict[str, Any]:
    """A signed private message from ``{body, from, kind, parent, table, to}`` (section 8)."""
    return {**unsigned, "sig": signer.sign(crypto.PRIVATE + dumps(unsigned)).hex()}


def is_signed_private(message: Mapping[str, Any], key: bytes) -> bool:
    """Whether a private message carries its sender's signature."""
    unsigned = {name: value for name, value in message.items() if name != "sig"}
    return crypto.verify(key, crypto.PRIVATE + dumps(unsigned), signature(message["sig"]))


def signature(digits: object) -> bytes:
    """The bytes of a signature; none if it is not written as hex64 (section 5.1)."""
    if not isinstance(digits, str) or len(digits) != 2 * 64 or digits != digits.lower():
        return b""
    try:
        return bytes.fromhex(digits)
    except ValueError:
        return b""
