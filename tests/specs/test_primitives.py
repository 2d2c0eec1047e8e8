"""Sections 4 to 9 twice: library and reference agree on every primitive over random inputs."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fairdeal import chain, commitment, crypto, shuffle
from fairdeal.canonical import dumps
from specs import ed25519 as curve
from specs import primitives
from tests.specs.test_json import VALUES
from tests.unit.test_crypto import vectors

BYTES32 = st.binary(min_size=32, max_size=32)
HEX32 = BYTES32.map(bytes.hex)
HEX64 = st.binary(min_size=64, max_size=64).map(bytes.hex)
SEATS = st.integers(0, 15)
PARTIES = SEATS | st.just("host")
STATEMENTS = st.fixed_dictionaries({"body": VALUES, "by": PARTIES, "sig": HEX64})
KINDS = st.sampled_from(["open", "join", "commit", "reveal", "move", "close"])


@settings(deadline=None)
@given(STATEMENTS, KINDS, HEX32, HEX32)
def test_statements(statement: Any, kind: str, parent: str, table: str) -> None:
    made = chain.statement_message(kind, parent, table, statement["body"], statement["by"])
    assert made == primitives.statement_message(statement, kind, parent, table)
    assert chain.statement_hash(statement) == primitives.statement_hash(statement)


@settings(deadline=None)
@given(KINDS, HEX32, st.lists(STATEMENTS, min_size=1, max_size=5))
def test_steps_and_commit_roots(kind: str, parent: str, statements: list[Any]) -> None:
    said = [chain.statement_hash(statement) for statement in statements]
    assert chain.step_hash(kind, parent, said) == primitives.step_hash(kind, parent, statements)
    root = shuffle.commit_root(parent, statements)
    assert root.hex() == primitives.commit_root(parent, statements)


@settings(deadline=None)
@given(BYTES32, HEX32, HEX32, st.integers(1, 32_768), VALUES, PARTIES, PARTIES)
def test_heads_and_private_messages(
    secret: bytes, table: str, parent: str, height: int, body: object, sender: Any, receiver: Any
) -> None:
    signer = crypto.Signer(secret)
    head = chain.sign_head(signer, table, height, parent)
    key, sig = primitives.sign(secret.hex(), primitives.head_message(head))
    assert (signer.public.hex(), head["sig"]) == (key, sig)
    unsigned = {"body": body, "from": sender, "kind": "hand", "parent": parent, "table": table}
    message = chain.sign_private(signer, {**unsigned, "to": receiver})
    assert message["sig"] == primitives.sign(secret.hex(), primitives.private_message(message))[1]
    assert chain.is_signed_head(head, signer.public)
    assert chain.is_signed_private(message, signer.public)


@settings(deadline=None)
@given(BYTES32, PARTIES, BYTES32, VALUES)
def test_commitments_and_seals(parent: bytes, by: Any, secret: bytes, move: Any) -> None:
    seed = commitment.seed_commitment(parent, by, secret).hex()
    assert seed == primitives.commitment(parent.hex(), by, secret.hex())
    seat = 0 if by == "host" else by
    seal = commitment.seal_commitment(parent, seat, secret, move).hex()
    assert seal == primitives.seal_commitment(parent.hex(), seat, secret.hex(), move)
    assert seal != seed


@settings(deadline=None)
@given(BYTES32, BYTES32, st.lists(BYTES32, min_size=2, max_size=16))
def test_deck_keys(root: bytes, host_seed: bytes, seeds: list[bytes]) -> None:
    made = shuffle.deck_key(root, host_seed, seeds).hex()
    assert made == primitives.deck_key(root.hex(), host_seed.hex(), [seed.hex() for seed in seeds])


@settings(deadline=None)
@given(st.binary(min_size=1, max_size=40), st.lists(st.integers(1, 256), max_size=12))
def test_indices_take_the_same_bytes(data: bytes, bounds: list[int]) -> None:
    ours, theirs = iter(data), primitives.Stream(data)
    for bound in bounds:
        try:
            wanted = primitives.index(bound, theirs)
        except StopIteration:
            with pytest.raises(ValueError, match="the stream ended"):
                shuffle.index(ours, bound)
            return
        assert shuffle.index(ours, bound) == wanted
    assert bytes(ours) == data[theirs.taken :]


@settings(deadline=None)
@given(BYTES32, st.integers(1, 256), st.integers(2, 16), st.integers(1, 60))
def test_shuffles(key: bytes, size: int, seats: int, different: int) -> None:
    deck = tuple(f"card {number % different}" for number in range(size))
    order, draw = shuffle.order_and_draw(key, deck, seats)
    wanted = primitives.shuffle(list(deck), seats, primitives.Stream(primitives.blocks(key.hex())))
    assert (list(order), draw) == wanted
    assert sorted(order) == sorted(deck)


@settings(deadline=None)
@given(BYTES32, SEATS, st.lists(st.sampled_from("ABCDEé🂡"), unique=True), st.data())
def test_salts_and_digests(key: bytes, seat: int, kinds: list[str], data: st.DataObject) -> None:
    deck = tuple(kinds * 2)
    cards = data.draw(st.permutations(deck)) if deck else []
    cards = cards[: data.draw(st.integers(0, len(cards)))]
    hand = commitment.in_deck_order(cards, deck)
    assert list(hand) == primitives.in_deck_order(cards, list(deck))
    for by, salt, digest in (
        (seat, commitment.hand_salt(key, seat), commitment.hand_digest),
        (None, commitment.rest_salt(key), commitment.rest_digest),
    ):
        assert salt.hex() == primitives.salt(key.hex(), by)
        assert digest(salt, hand).hex() == primitives.digest(key.hex(), by, list(hand))


# --- 4. Signatures, three times: library, reference, and the curve in plain integers ---

SECRETS = [bytes([number]) * 32 for number in (1, 2)]
SCALARS = [curve.expand(secret)[0] for secret in SECRETS]
POINTS = [curve.times(scalar, curve.BASE) for scalar in SCALARS]
SMALL = curve.small_points()
TOPPED = [(y | sign << 255).to_bytes(32, "little") for y in curve.SMALL for sign in (0, 1)]
MESSAGES = st.sampled_from([b"", b"queen", b"of", b"spades"])


def test_the_seven_encodings_are_those_of_small_order() -> None:
    assert len(SMALL) == 8
    assert {curve.encode(point) for point in SMALL} < set(TOPPED)
    assert curve.SMALL == primitives.SMALL_ORDER
    assert [crypto.is_safe_key(key) for key in TOPPED] == [False] * 14


@st.composite
def signed(draw: st.DrawFn) -> tuple[bytes, bytes, bytes]:
    """Key, message and signature, often right, or wrong in a way that some library accepts."""
    number = draw(st.integers(0, 1))
    scalar, nonce = SCALARS[number], draw(st.integers(1, 9))
    key = curve.encode(curve.add(POINTS[number], draw(st.sampled_from(SMALL))))
    r = curve.encode(curve.add(curve.times(nonce, curve.BASE), draw(st.sampled_from(SMALL))))
    if draw(st.booleans()):  # more often than not the plain points
        key, r = curve.encode(POINTS[number]), curve.encode(curve.times(nonce, curve.BASE))
    message = draw(MESSAGES)
    if draw(st.integers(0, 5)) == 0:
        key, scalar = draw(st.sampled_from(TOPPED)), 0
    if draw(st.integers(0, 5)) == 0:
        r, nonce = draw(st.sampled_from(TOPPED)), 0
    s = (nonce + curve.challenge(r, key, message) * scalar) % curve.ORDER
    s += draw(st.sampled_from([0, 0, 0, 1, curve.ORDER, 2 * curve.ORDER]))
    signature = bytearray(curve.join(r, s))
    if draw(st.integers(0, 5)) == 0:
        signature[draw(st.integers(0, 63))] ^= 1 << draw(st.integers(0, 7))
    return key, message, bytes(signature)


def rule(key: bytes, message: bytes, signature: bytes) -> bool:
    """What library and reference say; they have to agree."""
    accepted = crypto.verify(key, message, signature)
    assert accepted is primitives.accepted(key.hex(), message, signature.hex())
    assert crypto.is_safe_key(key) is primitives.safe_key(key.hex()) is curve.is_safe(key)
    return accepted


@settings(max_examples=80, deadline=None)
@given(signed())
def test_signatures_with_parts_of_small_order(case: tuple[bytes, bytes, bytes]) -> None:
    assert rule(*case) is curve.accepts(*case)


OTHERS = {"wycheproof_ed25519": (151, 88), "speccheck_cases": (12, 1), "cctv_ed25519": (914, None)}
"""The vectors of others: how many there are, and how many hold by their own word, if they say."""


@pytest.mark.parametrize("name", OTHERS)
def test_both_verifiers_judge_the_vectors_of_others_alike(name: str) -> None:
    """With plain integers as the third, the slow test of the library's own signatures does it."""
    accepted = [rule(*case) for _, *case in vectors(name)]
    number, held = OTHERS[name]
    assert len(accepted) == number
    assert held in (None, accepted.count(True))
    assert 0 < accepted.count(True) < number


@settings(deadline=None)
@given(st.binary(max_size=34), st.binary(max_size=4), st.binary(max_size=66))
def test_bytes_that_are_no_signature(key: bytes, message: bytes, signature: bytes) -> None:
    assert rule(key, message, signature) is False


@settings(max_examples=30, deadline=None)
@given(BYTES32, st.binary(max_size=200))
def test_signing_is_that_of_rfc_8032(secret: bytes, message: bytes) -> None:
    key, signature = curve.sign(secret, message)
    signer = crypto.Signer(secret)
    assert (signer.public, signer.sign(message)) == (key, signature)
    assert primitives.sign(secret.hex(), message) == (key.hex(), signature.hex())
    assert rule(key, message, signature) is True


def test_canonical_bytes_are_what_is_hashed() -> None:
    """A digest worked out by hand from its definition, without either implementation."""
    import hashlib
    import hmac

    key = bytes(range(32))
    salt = hmac.digest(key, b"fairdeal/1/hand-salt\x00\x03", "sha256")
    wanted = hashlib.sha256(b"fairdeal/1/hand\x00" + salt + b'["2C","QS"]').digest()
    assert dumps(["2C", "QS"]) == b'["2C","QS"]'
    assert commitment.hand_digest(commitment.hand_salt(key, 3), ("2C", "QS")) == wanted
    assert primitives.digest(key.hex(), 3, ["2C", "QS"]) == wanted.hex()
