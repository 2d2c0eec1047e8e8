"""Sections 9.1, 9.5 and 9.6: every formula with hashlib, and what binds what."""

from __future__ import annotations

import hashlib
import hmac
from itertools import product

import pytest

from fairdeal.commitment import (
    author,
    hand_digest,
    hand_salt,
    in_deck_order,
    rest_digest,
    rest_salt,
    seal_commitment,
    seed_commitment,
)

PARENT, SEED, KEY = bytes(range(32)), b"s" * 32, b"k" * 32


def test_authors_are_one_byte() -> None:
    assert [author(seat) for seat in range(16)] == [bytes((seat,)) for seat in range(16)]
    assert author("host") == b"\xff"


@pytest.mark.parametrize(("party", "byte"), [(0, b"\x00"), (3, b"\x03"), ("host", b"\xff")])
def test_a_seed_is_committed_with_parent_and_author(party: int, byte: bytes) -> None:
    expected = hashlib.sha256(b"fairdeal/1/seed\x00" + PARENT + byte + SEED).digest()
    assert seed_commitment(PARENT, party, SEED) == expected


def test_a_seal_is_committed_with_parent_author_nonce_and_move() -> None:
    move = ["2C", "QS", "AH"]
    data = b"fairdeal/1/seal\x00" + PARENT + b"\x02" + SEED + b'["2C","QS","AH"]'
    assert seal_commitment(PARENT, 2, SEED, move) == hashlib.sha256(data).digest()
    assert seal_commitment(PARENT, 2, SEED, tuple(move)) == hashlib.sha256(data).digest()
    data = b"fairdeal/1/seal\x00" + PARENT + b"\x02" + SEED + '{"a":"é","b":null}'.encode()
    assert seal_commitment(PARENT, 2, SEED, {"b": None, "a": "é"}) == hashlib.sha256(data).digest()


def test_hands_and_rest_are_salted_each_in_its_own_way() -> None:
    hand = ("2C", "QS")
    salt = hmac.new(KEY, b"fairdeal/1/hand-salt\x00\x03", hashlib.sha256).digest()
    assert hand_salt(KEY, 3) == salt
    expected = hashlib.sha256(b"fairdeal/1/hand\x00" + salt + b'["2C","QS"]').digest()
    assert hand_digest(salt, hand) == expected
    other = hmac.new(KEY, b"fairdeal/1/rest-salt\x00", hashlib.sha256).digest()
    assert rest_salt(KEY) == other
    expected = hashlib.sha256(b"fairdeal/1/rest\x00" + other + b'["2C","QS"]').digest()
    assert rest_digest(other, hand) == expected


def test_no_two_uses_give_one_value() -> None:
    parents, parties, values = (PARENT, KEY), (0, 1, "host"), (SEED, KEY)
    made = [
        seed_commitment(parent, party, value)
        for parent, party, value in product(parents, parties, values)
    ]
    made += [
        seal_commitment(parent, party, value, move)
        for parent, party, value, move in product(parents, (0, 1), values, ("2C", ["2C"], None))
    ]
    salts = [
        *(hand_salt(key, seat) for key, seat in product(values, range(4))),
        *map(rest_salt, values),
    ]
    made += salts
    made += [hand_digest(salt, hand) for salt, hand in product(salts, (("2C",), ("2C", "3C"), ()))]
    made += [rest_digest(salt, hand) for salt, hand in product(salts, (("2C",), ("2C", "3C"), ()))]
    assert len(set(made)) == len(made)


def test_cards_stand_by_their_first_place_in_the_deck() -> None:
    deck = ("B", "A", "C", "A", "B")
    assert in_deck_order(("A", "C", "B", "A", "B"), deck) == ("B", "B", "A", "A", "C")
    assert in_deck_order((), deck) == ()
    with pytest.raises(KeyError):
        in_deck_order(("X",), deck)
