"""Section 4: exactly which signatures hold, by an implementation in plain integers and by the
vectors of others."""

from __future__ import annotations

import hashlib
import hmac
import json
from collections import Counter
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fairdeal import crypto
from fairdeal.crypto import Signer, below, insecure_entropy, is_safe_key, random_bytes, verify
from specs import ed25519
from tests.unit.vectors import vector_file

# --- RFC 8032, section 7.1 ---

RFC_8032 = {
    "1": (
        "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        "",
        (
            "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46b"
            "d25bf5f0595bbe24655141438e7a100b"
        ),
    ),
    "2": (
        "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
        "72",
        (
            "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c"
            "387b2eaeb4302aeeb00d291612bb0c00"
        ),
    ),
    "3": (
        "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
        "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
        "af82",
        (
            "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc659"
            "4a7c15e9716ed28dc027beceea1ec40a"
        ),
    ),
}


@pytest.mark.parametrize("case", RFC_8032.values(), ids=RFC_8032.keys())
def test_keys_and_signatures_are_those_of_rfc_8032(case: tuple[str, ...]) -> None:
    secret, public, message, signature = map(bytes.fromhex, case)
    signer = Signer(secret)
    assert signer.public == public
    assert signer.sign(message) == signature
    assert verify(public, message, signature)
    assert ed25519.accepts(public, message, signature)


@given(st.binary(min_size=32, max_size=32), st.binary(max_size=100))
@settings(max_examples=30, deadline=None)
def test_signing_is_deterministic(secret: bytes, message: bytes) -> None:
    signature = Signer(secret).sign(message)
    assert signature == Signer(secret).sign(message) == ed25519.sign(secret, message)[1]
    assert verify(Signer(secret).public, message, signature)


def test_a_secret_key_has_32_bytes_and_is_not_shown() -> None:
    for wrong in (b"", bytes(31), bytes(33), bytes(64)):
        with pytest.raises(ValueError, match="32 bytes"):
            Signer(wrong)
    signer = Signer(bytes(range(32)))
    assert signer.secret.hex() not in repr(signer)
    assert signer.public.hex() in repr(signer)


# --- exactly the rule ---


def test_the_small_orders_of_the_rule_are_those_of_the_curve() -> None:
    assert len(ed25519.SMALL) == 7
    for y in ed25519.SMALL:
        for top in (0, 1 << 255):
            key = (y | top).to_bytes(32, "little")
            assert not is_safe_key(key)
            assert not verify(key, b"", key + bytes(32))


def vectors(name: str) -> Iterator[tuple[str, bytes, bytes, bytes]]:
    data = json.loads(vector_file(f"{name}.json").read_text(encoding="utf-8"))
    if name == "wycheproof_ed25519":
        for group in data["testGroups"]:
            key = bytes.fromhex(group["publicKey"]["pk"])
            for case in group["tests"]:
                parts = (bytes.fromhex(case["msg"]), bytes.fromhex(case["sig"]))
                yield str(case["tcId"]), key, *parts
    elif name == "cctv_ed25519":
        for case in data:
            parts = (case["msg"].encode(), bytes.fromhex(case["sig"]))
            yield str(case["number"]), bytes.fromhex(case["key"]), *parts
    else:
        for number, case in enumerate(data):
            fields = (case["pub_key"], case["message"], case["signature"])
            key, message, signature = map(bytes.fromhex, fields)
            yield str(number), key, message, signature


SIZES = {"cctv_ed25519": 914, "speccheck_cases": 12}


@pytest.mark.slow
@pytest.mark.parametrize("name", SIZES)
def test_exactly_what_the_rule_says_is_accepted(name: str) -> None:
    cases = list(vectors(name))
    assert len(cases) == SIZES[name]
    verdicts = Counter()
    for number, key, message, signature in cases:
        expected = ed25519.accepts(key, message, signature)
        assert verify(key, message, signature) is expected, f"{name} {number}"
        assert is_safe_key(key) is ed25519.is_safe(key), f"{name} {number}"
        verdicts[expected] += 1
    # Neither side of the rule goes untried.
    assert verdicts[True]
    assert verdicts[False]


def test_wycheproof_expects_the_same() -> None:
    data = json.loads(vector_file("wycheproof_ed25519.json").read_text(encoding="utf-8"))
    results = [case["result"] == "valid" for group in data["testGroups"] for case in group["tests"]]
    accepted = [verify(key, m, sig) for _, key, m, sig in vectors("wycheproof_ed25519")]
    assert accepted == results
    assert (len(results), results.count(True)) == (151, 88)


def test_of_the_speccheck_cases_only_number_three_holds() -> None:
    accepted = [n for n, key, m, sig in vectors("speccheck_cases") if verify(key, m, sig)]
    assert accepted == ["3"]


def test_flags_of_cctv_that_exclude_a_signature() -> None:
    data = json.loads(vector_file("cctv_ed25519.json").read_text(encoding="utf-8"))
    for case, (_, key, message, signature) in zip(data, vectors("cctv_ed25519"), strict=True):
        flags = set(case["flags"] or ())
        if flags & {"low_order_A", "low_order_R", "non_canonical_A", "low_order_residue"}:
            # Of small order, not canonical, or right only by the equation with cofactor.
            assert not verify(key, message, signature)


@given(st.binary(min_size=32, max_size=32), st.binary(max_size=20), st.integers(0, 511))
@settings(max_examples=100, deadline=None)
def test_a_changed_bit_of_a_signature_breaks_it(secret: bytes, message: bytes, bit: int) -> None:
    signer = Signer(secret)
    number = int.from_bytes(signer.sign(message), "little") ^ (1 << bit)
    assert not verify(signer.public, message, number.to_bytes(64, "little"))


@given(st.binary(min_size=32, max_size=32), st.binary(max_size=20))
@settings(max_examples=30, deadline=None)
def test_other_forms_of_a_signature_are_refused(secret: bytes, message: bytes) -> None:
    signer = Signer(secret)
    signature = signer.sign(message)
    s = int.from_bytes(signature[32:], "little")
    for multiple in range(1, 16):
        if s + multiple * ed25519.ORDER < 2**256:
            other = signature[:32] + (s + multiple * ed25519.ORDER).to_bytes(32, "little")
            assert not verify(signer.public, message, other)
    for other in (signature[:-1], signature + b"\x00", b"", signature[:32]):
        assert not verify(signer.public, message, other)
    for key in (signer.public[:-1], signer.public + b"\x00", b""):
        assert not verify(key, message, signature)
        assert not is_safe_key(key)


def test_keys_that_are_no_points_are_harmless() -> None:
    # Rule 5 fails, so that nothing verifies under them.
    keys = [bytes((y,)) + bytes(31) for y in range(2, 60)]
    off_curve = [key for key in keys if ed25519.decode(key) is None]
    assert off_curve
    for key in off_curve:
        assert is_safe_key(key)
        assert not verify(key, b"", Signer(bytes(32)).sign(b""))


# --- labels, hashes, PRF ---

LABELS = [
    *("statement", "statement-hash", "step-hash", "head", "private", "seed", "commit-root"),
    *("deck-key", "stream", "hand-salt", "hand", "rest-salt", "rest", "seal"),
]


def test_labels_are_those_of_the_spec_and_none_begins_another() -> None:
    named = {name: getattr(crypto, name.upper().replace("-", "_")) for name in LABELS}
    assert named == {name: f"fairdeal/1/{name}".encode() + b"\x00" for name in LABELS}
    for one in named.values():
        assert not any(other.startswith(one) for other in named.values() if other != one)


def test_hash_and_prf_take_joined_parts() -> None:
    assert crypto.sha256(b"a", b"bc").hex() == (
        "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    )
    # RFC 4231, test case 2.
    assert crypto.prf(b"Jefe", b"what do ya want ", b"for nothing?").hex() == (
        "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
    )


# --- entropy ---


def test_random_bytes_are_as_many_as_asked_for_and_differ() -> None:
    for count in (0, 1, 32, 100):
        assert len(random_bytes(count)) == count
    assert len({random_bytes(32) for _ in range(100)}) == 100


def test_insecure_entropy_is_reproducible_and_never_repeats() -> None:
    one, two, other = insecure_entropy("a"), insecure_entropy("a"), insecure_entropy("b")
    drawn = [one(count) for count in (32, 1, 0, 33, 64)]
    assert drawn == [two(count) for count in (32, 1, 0, 33, 64)]
    assert list(map(len, drawn)) == [32, 1, 0, 33, 64]
    key = hashlib.sha256(b"a").digest()

    def block(counter: int) -> bytes:
        return hmac.digest(key, counter.to_bytes(8, "big"), "sha256")

    assert drawn == [
        block(0),
        block(1)[:1],
        b"",
        (block(2) + block(3))[:33],
        block(4) + block(5),
    ]
    assert other(32) != drawn[0]


@pytest.mark.parametrize("bound", [1, 2, 3, 7, 52, 255])
def test_below_is_exactly_uniform(bound: int) -> None:
    # For these bounds one draw takes two bytes: try them all.
    counts = Counter()
    rejected = 0
    for value in range(2**16):
        queue = [value.to_bytes(2, "big"), bytes(2)]
        result = below(lambda count, queue=queue: queue.pop(0))(bound)
        if queue:
            counts[result] += 1
        else:
            rejected += 1
            assert result == 0
    assert rejected == 2**16 % bound
    assert counts == dict.fromkeys(range(bound), 2**16 // bound)


@pytest.mark.parametrize("bound", [256, 1000, 2**16, 10**9])
def test_below_takes_as_many_bytes_as_it_needs(bound: int) -> None:
    draw = below(insecure_entropy("below"))
    drawn = [draw(bound) for _ in range(2000)]
    assert all(0 <= number < bound for number in drawn)
    assert max(drawn) > bound * 0.99
    assert min(drawn) < bound * 0.01
