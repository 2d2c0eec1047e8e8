"""Commit to a seed, a sealed move, a hand, and check what opens it (sections 9.1, 9.5, 9.6)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from fairdeal import crypto
from fairdeal.canonical import dumps
from fairdeal.findings import Party
from fairdeal.game import Cards, Json

_AUTHORS = tuple(bytes((number,)) for number in range(256))
_HOST = _AUTHORS[255]


def author(party: Party) -> bytes:
    """One byte for a party inside hashes: its seat, or 255 for the host (section 2.2)."""
    return _HOST if party == "host" else _AUTHORS[party]


def seed_commitment(parent: bytes, party: Party, seed: bytes) -> bytes:
    """The commitment of ``party`` to its 32-byte seed, on the `commit` step's parent (9.1)."""
    return crypto.sha256(crypto.SEED, parent, author(party), seed)


def seal_commitment(parent: bytes, seat: int, nonce: bytes, move: Json) -> bytes:
    """The commitment of ``seat`` to a secret move, on the seal step's parent (section 9.6)."""
    return crypto.sha256(crypto.SEAL, parent, author(seat), nonce, dumps(move))


def opens_seed(parent: str, party: Party, seed: str, commitment: str) -> bool:
    """Whether a seed opens a commitment of ``party``; all in hex (section 9.1)."""
    made = seed_commitment(bytes.fromhex(parent), party, bytes.fromhex(seed))
    return made.hex() == commitment


def opens_seal(parent: str, seat: int, nonce: str, move: Json, commitment: str) -> bool:
    """Whether a nonce and a move open a seal of ``seat``; all but the move in hex (9.6)."""
    made = seal_commitment(bytes.fromhex(parent), seat, bytes.fromhex(nonce), move)
    return made.hex() == commitment


def opens_hand(salt: str, hand: Cards, digest: str) -> bool:
    """Whether a salt and a hand in deck order give a digest; salt and digest in hex (9.5)."""
    return hand_digest(bytes.fromhex(salt), hand).hex() == digest


def in_deck_order(cards: Sequence[str], deck: Cards) -> Cards:
    """The cards sorted by their first place in the canonical deck (section 9.5)."""
    return tuple(sorted(cards, key=_first_places(deck).__getitem__))


@lru_cache(maxsize=16)
def _first_places(deck: Cards) -> dict[str, int]:
    return {card: place for place, card in reversed(list(enumerate(deck)))}


def hand_salt(deck_key: bytes, seat: int) -> bytes:
    """The salt of a seat's hand digest, from the 32-byte deck key (section 9.5)."""
    return crypto.prf(deck_key, crypto.HAND_SALT, author(seat))


def hand_digest(salt: bytes, hand: Cards) -> bytes:
    """The digest of a hand that stands in deck order (section 9.5)."""
    return crypto.sha256(crypto.HAND, salt, dumps(hand))


def rest_salt(deck_key: bytes) -> bytes:
    """The salt of the digest of the remaining cards (section 9.5)."""
    return crypto.prf(deck_key, crypto.REST_SALT)


def rest_digest(salt: bytes, rest: Cards) -> bytes:
    """The digest of the remaining cards in deck order (section 9.5)."""
    return crypto.sha256(crypto.REST, salt, dumps(rest))
