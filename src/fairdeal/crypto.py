"""Labelled hashes, the PRF, Ed25519 and entropy (sections 2.2 and 4).

The only module that touches hash, signature and randomness libraries. The primitives are
those of hashlib and of libsodium through PyNaCl; the byte checks on keys and signatures
that section 4 adds are made here.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Callable
from functools import lru_cache
from typing import TypeAlias

from nacl import bindings
from nacl.exceptions import CryptoError

Entropy: TypeAlias = Callable[[int], bytes]
"""A source of random bytes: called with a count, returns that many."""

HASH_BYTES = 32
KEY_BYTES = 32
SIGNATURE_BYTES = 64

_P = 2**255 - 19
_ORDER = 2**252 + 27742317777372353535851937790883648493
_ORDER_EIGHT = (
    2707385501144840649318225287225658788936804267575313519463743609750303402022,
    55188659117513257062467267217118295137698188065244968500265048394206261417927,
)
_TOP_BIT = 2**255
_SMALL_ORDER = frozenset(
    (y | top).to_bytes(32, "little")
    for y in (0, 1, _P - 1, _P, _P + 1, *_ORDER_EIGHT)
    for top in (0, _TOP_BIT)
)


def label(name: str) -> bytes:
    """``L(name)`` of section 2.2."""
    return b"fairdeal/1/" + name.encode("ascii") + b"\x00"


STATEMENT = label("statement")
STATEMENT_HASH = label("statement-hash")
STEP_HASH = label("step-hash")
HEAD = label("head")
PRIVATE = label("private")
SEED = label("seed")
COMMIT_ROOT = label("commit-root")
DECK_KEY = label("deck-key")
STREAM = label("stream")
HAND_SALT = label("hand-salt")
HAND = label("hand")
REST_SALT = label("rest-salt")
REST = label("rest")
SEAL = label("seal")


def sha256(*parts: bytes) -> bytes:
    """SHA-256 of the joined parts; the first is a label."""
    return hashlib.sha256(b"".join(parts)).digest()


def prf(key: bytes, *parts: bytes) -> bytes:
    """HMAC-SHA-256 of the joined parts; the first is a label."""
    return hmac.digest(key, b"".join(parts), "sha256")


def random_bytes(count: int) -> bytes:
    """Bytes from the operating system's generator: the default `Entropy`."""
    return secrets.token_bytes(count)


def insecure_entropy(text: str) -> Entropy:
    """Reproducible bytes for examples and vectors: everybody who knows ``text`` knows them."""
    key = hashlib.sha256(text.encode()).digest()
    counter = 0

    def draw(count: int) -> bytes:
        nonlocal counter
        blocks = []
        for _ in range(-(-count // HASH_BYTES)):
            blocks.append(hmac.digest(key, counter.to_bytes(8, "big"), "sha256"))
            counter += 1
        return b"".join(blocks)[:count]

    return draw


def below(entropy: Entropy) -> Callable[[int], int]:
    """A function that draws exactly uniform integers from 0 to n-1, as bots are handed it."""

    def draw(bound: int) -> int:
        size = (bound.bit_length() + 7) // 8 + 1
        accepted = 256**size - 256**size % bound
        while True:
            value = int.from_bytes(entropy(size), "big")
            if value < accepted:
                return value % bound

    return draw


class Signer:
    """An Ed25519 secret key. ``secret`` is the 32-byte seed of RFC 8032."""

    __slots__ = ("_pair", "public", "secret")

    def __init__(self, secret: bytes) -> None:
        if len(secret) != KEY_BYTES:
            raise ValueError(f"a secret key has {KEY_BYTES} bytes, not {len(secret)}")
        self.secret = secret
        self.public, self._pair = bindings.crypto_sign_seed_keypair(secret)

    def sign(self, message: bytes) -> bytes:
        """The 64-byte signature, always the same for the same message."""
        return bindings.crypto_sign(message, self._pair)[:SIGNATURE_BYTES]

    def __repr__(self) -> str:
        return f"Signer(public={self.public.hex()})"


@lru_cache(maxsize=4096)
def is_safe_key(key: bytes) -> bool:
    """Rules 1 to 3 of section 4 for a public key."""
    if len(key) != KEY_BYTES:
        return False
    return key not in _SMALL_ORDER and int.from_bytes(key, "little") % _TOP_BIT < _P


def verify(key: bytes, message: bytes, signature: bytes) -> bool:
    """Whether the signature holds, by the rule of section 4 in full."""
    if len(signature) != SIGNATURE_BYTES or not is_safe_key(key):
        return False
    if signature[:32] in _SMALL_ORDER or int.from_bytes(signature[32:], "little") >= _ORDER:
        return False
    try:
        bindings.crypto_sign_open(signature + message, key)
    except CryptoError:
        return False
    return True
