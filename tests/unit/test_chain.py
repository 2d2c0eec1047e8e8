"""Sections 5.2 to 5.4 and 8: hashes by hand, and signatures that mean exactly one thing."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any

import pytest

from fairdeal import chain, wire
from fairdeal.canonical import dumps
from fairdeal.crypto import Signer, verify

SIGNER, OTHER = Signer(b"1" * 32), Signer(b"2" * 32)
PARENT, TABLE = "ab" * 32, "cd" * 32
BODY: dict[str, Any] = {"last": None, "nonce": "01" * 32}
PLACE = ("join", PARENT, TABLE)


def sha256(label: str, text: str) -> str:
    return hashlib.sha256(f"fairdeal/1/{label}\x00{text}".encode()).hexdigest()


def test_the_first_parent_is_64_zeros() -> None:
    assert chain.ZERO == "0" * 64


def test_hashes_are_taken_over_canonical_json_in_two_levels() -> None:
    statement = {"sig": "00" * 64, "by": 1, "body": BODY}
    inner = f'{{"last":null,"nonce":"{"01" * 32}"}}'
    said = sha256("statement-hash", f'{{"body":{inner},"by":1,"sig":"{"00" * 64}"}}')
    assert chain.statement_hash(statement) == said
    step = sha256("step-hash", f'{{"kind":"join","parent":"{PARENT}","statements":["{said}"]}}')
    assert chain.step_hash("join", PARENT, [said]) == step
    # The parent in the hash is the recomputed one, whatever is written.
    raw = {"kind": "join", "parent": "ef" * 32, "statements": [statement]}
    entry = chain.link(7, wire.read_step(raw), raw, PARENT, chain.ZERO)
    assert (entry.index, entry.parent, entry.hashes, entry.hash) == (7, PARENT, [said], step)


def test_what_is_signed() -> None:
    inner = f'{{"last":null,"nonce":"{"01" * 32}"}}'
    statement = chain.sign_statement(SIGNER, *PLACE, BODY, 1)
    assert statement == {"body": BODY, "by": 1, "sig": statement["sig"]}
    message = (
        f'fairdeal/1/statement\x00{{"body":{inner},"by":1,"kind":"join","parent":"{PARENT}",'
        f'"table":"{TABLE}"}}'
    )
    assert verify(SIGNER.public, message.encode(), bytes.fromhex(statement["sig"]))
    head = chain.sign_head(SIGNER, TABLE, 3, PARENT)
    assert head.keys() == {"head", "height", "sig", "table"}
    message = f'fairdeal/1/head\x00{{"head":"{PARENT}","height":3,"table":"{TABLE}"}}'
    assert verify(SIGNER.public, message.encode(), bytes.fromhex(head["sig"]))
    unsigned = {
        "body": {},
        "from": "host",
        "kind": "hand",
        "parent": PARENT,
        "table": TABLE,
        "to": 2,
    }
    private = chain.sign_private(SIGNER, unsigned)
    message = (
        f'fairdeal/1/private\x00{{"body":{{}},"from":"host","kind":"hand","parent":"{PARENT}",'
        f'"table":"{TABLE}","to":2}}'
    )
    assert verify(SIGNER.public, message.encode(), bytes.fromhex(private["sig"]))


@pytest.mark.parametrize(
    "change",
    [
        {"kind": "commit"},
        {"parent": "ac" * 32},
        {"parent": TABLE},
        {"table": "ce" * 32},
        {"table": PARENT},
        {"key": OTHER.public},
        {"body": {**BODY, "nonce": "02" * 32}},
        {"body": {**BODY, "last": PARENT}},
        {"body": {**BODY, "more": None}},
        {"by": 0},
        {"by": "host"},
        {"by": "1"},
        {"by": True},
        {"sig": "00" * 64},
        {"sig": ""},
        {"sig": None},
        {"sig": 1},
        {"sig": "zz"},
        {"sig": "€"},
    ],
)
def test_a_statement_is_signed_for_one_place_only(change: dict[str, Any]) -> None:
    statement = chain.sign_statement(SIGNER, *PLACE, BODY, 1)
    place = {"kind": "join", "parent": PARENT, "table": TABLE, "key": SIGNER.public}
    assert chain.is_signed(statement, **place)
    statement |= {name: value for name, value in change.items() if name in statement}
    place |= {name: value for name, value in change.items() if name in place}
    assert not chain.is_signed(statement, **place)


def test_a_signature_of_one_meaning_is_none_of_another() -> None:
    # The same JSON under each label: only its own signature holds.
    statement = chain.sign_statement(SIGNER, *PLACE, BODY, 1)
    signed_object = {"body": BODY, "by": 1, "kind": "join", "parent": PARENT, "table": TABLE}
    assert not chain.is_signed_private({**signed_object, "sig": statement["sig"]}, SIGNER.public)
    head = chain.sign_head(SIGNER, TABLE, 3, PARENT)
    position = {name: head[name] for name in ("head", "height", "table")}
    assert chain.is_signed_head(head, SIGNER.public)
    assert not chain.is_signed_private({**position, "sig": head["sig"]}, SIGNER.public)
    private = chain.sign_private(SIGNER, position)
    assert chain.is_signed_private(private, SIGNER.public)
    assert not chain.is_signed_head(private, SIGNER.public)
    private = chain.sign_private(SIGNER, signed_object)
    assert not chain.is_signed({**statement, "sig": private["sig"]}, *PLACE, SIGNER.public)
    # Nor is what was signed without any label.
    bare = SIGNER.sign(dumps(signed_object)).hex()
    assert not chain.is_signed({**statement, "sig": bare}, *PLACE, SIGNER.public)


@pytest.mark.parametrize("change", [{"head": TABLE}, {"height": 4}, {"table": PARENT}, {"sig": ""}])
def test_a_head_is_signed_for_one_position_only(change: dict[str, Any]) -> None:
    head = chain.sign_head(SIGNER, TABLE, 3, PARENT)
    assert chain.is_signed_head(head, SIGNER.public)
    assert not chain.is_signed_head(head, OTHER.public)
    assert not chain.is_signed_head({**head, **change}, SIGNER.public)


@pytest.mark.parametrize("name", ["body", "from", "kind", "parent", "table", "to", "sig", "more"])
def test_a_private_message_is_signed_as_a_whole(name: str) -> None:
    unsigned = {"body": {}, "from": 1, "kind": "hand", "parent": PARENT, "table": TABLE, "to": 2}
    private = chain.sign_private(SIGNER, unsigned)
    assert chain.is_signed_private(private, SIGNER.public)
    assert not chain.is_signed_private(private, OTHER.public)
    assert not chain.is_signed_private({**private, name: "00" * 64}, SIGNER.public)


@pytest.mark.parametrize(
    "written",
    [str.upper, lambda sig: f"{sig[:2]} {sig[2:]}", lambda sig: f" {sig}", lambda sig: sig[:-1]],
)
def test_a_signature_is_written_as_64_bytes_of_lowercase_hex(
    written: Callable[[str], str],
) -> None:
    head = chain.sign_head(SIGNER, TABLE, 3, PARENT)
    assert any(digit in "abcdef" for digit in head["sig"])
    assert chain.signature(head["sig"]) == bytes.fromhex(head["sig"])
    assert chain.signature(written(head["sig"])) == b""
    assert not chain.is_signed_head({**head, "sig": written(head["sig"])}, SIGNER.public)
