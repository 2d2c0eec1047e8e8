"""Section 9.2 to 9.4: root, key, stream, exact indices, every order equally often."""

from __future__ import annotations

import hashlib
import hmac
import json
import math
from collections import Counter
from itertools import count, islice, product
from typing import Any

import pytest

from fairdeal.shuffle import (
    commit_root,
    deck_key,
    index,
    order_and_draw,
    shuffle,
    stream,
)


def own_stream(key: bytes, length: int) -> bytes:
    """The stream by the formula of section 9.3."""
    blocks = []
    for number in range(-(-length // 32)):
        message = b"fairdeal/1/stream\x00" + number.to_bytes(4, "big")
        blocks.append(hmac.new(key, message, hashlib.sha256).digest())
    return b"".join(blocks)[:length]


def own_shuffle(key: bytes, deck: tuple[str, ...], seats: int) -> tuple[tuple[str, ...], int]:
    """Order and draw, written again from sections 9.3 and 9.4."""
    data = own_stream(key, 4096)
    position = 0
    order = list(deck)

    def take(m: int) -> int:
        nonlocal position
        if m == 1:
            return 0
        while True:
            b = data[position]
            position += 1
            if b < 256 - (256 % m):
                return b % m

    for i in range(len(deck) - 1, -1, -1):
        j = take(i + 1)
        order[i], order[j] = order[j], order[i]
    return tuple(order), take(seats)


# --- one index ---


@pytest.mark.parametrize("bound", range(1, 257))
def test_an_index_is_exactly_uniform_over_all_bytes(bound: int) -> None:
    counts = Counter()
    rejected = 0
    for byte in range(256):
        source = iter((byte, 0))
        result = index(source, bound)
        left = len(list(source))
        if bound == 1:
            assert (result, left) == (0, 2)  # no byte is taken
        elif left == 1:
            counts[result] += 1
        else:
            assert (left, result) == (0, 0)  # rejected; the next byte, 0, gave 0
            rejected += 1
    if bound > 1:
        assert rejected == 256 % bound
        assert counts == dict.fromkeys(range(bound), 256 // bound)


def test_rejected_bytes_are_skipped_one_after_the_other() -> None:
    # Below 52 the bytes from 208 on are rejected, below 3 only 255.
    assert index(iter((208, 255, 209, 207, 9)), 52) == 207 % 52
    assert index(iter((255, 255, 254)), 3) == 254 % 3


def test_a_stream_that_ends_is_an_error() -> None:
    with pytest.raises(ValueError, match="stream"):
        index(iter((255, 255)), 3)


# --- all orders ---


@pytest.mark.parametrize("cards", range(1, 7))
def test_every_order_comes_out_of_exactly_one_tuple_of_indices(cards: int) -> None:
    deck = tuple("ABCDEF"[:cards])
    orders = Counter()
    # Index by index from the last card down: below `cards`, ..., below 2.
    for indices in product(*(range(bound) for bound in range(cards, 1, -1))):
        source = iter(indices)
        orders[shuffle(source, deck)] += 1
        assert list(source) == []
    assert len(orders) == math.factorial(cards)
    assert set(orders.values()) == {1}
    assert all(sorted(order) == list(deck) for order in orders)


def test_a_small_deck_by_hand() -> None:
    # A B C D: 1 exchanges D and B, 0 exchanges C and A, 1 leaves D where it is.
    assert shuffle(iter((1, 0, 1)), ("A", "B", "C", "D")) == ("C", "D", "A", "B")


def test_places_of_52_cards_are_uniform() -> None:
    # A fixed stream, so the test either always passes or never does.
    runs = 10_000
    source = stream(b"chi squared".ljust(32, b"\x00"))
    deck = tuple(map(str, range(52)))
    places = [[0] * 52 for _ in range(52)]
    for _ in range(runs):
        for place, card in enumerate(shuffle(source, deck)):
            places[int(card)][place] += 1
    expected = runs / 52
    squares = sum((seen - expected) ** 2 / expected for row in places for seen in row)
    # Rows and columns have fixed sums: 51 * 51 degrees of freedom, after scaling by 51 / 52.
    freedom = 51 * 51
    assert abs(squares * 51 / 52 - freedom) < 4 * math.sqrt(2 * freedom)


def test_a_naive_shuffle_fails_that_test() -> None:
    # Exchanging with any of all cards is the classic fault: the test above would see it.
    runs = 10_000
    source = stream(b"chi squared".ljust(32, b"\x00"))
    places = [[0] * 52 for _ in range(52)]
    for _ in range(runs):
        order = list(range(52))
        for place in range(52):
            chosen = index(source, 52)
            order[place], order[chosen] = order[chosen], order[place]
        for place, card in enumerate(order):
            places[card][place] += 1
    expected = runs / 52
    squares = sum((seen - expected) ** 2 / expected for row in places for seen in row)
    freedom = 51 * 51
    assert abs(squares * 51 / 52 - freedom) > 20 * math.sqrt(2 * freedom)


# --- stream, root, key ---


@pytest.mark.parametrize("key", [bytes(32), bytes(range(32)), b"\xff" * 32])
def test_the_stream_is_hmac_block_after_block(key: bytes) -> None:
    assert bytes(islice(stream(key), 300)) == own_stream(key, 300)


def test_the_root_covers_the_commit_step_without_signatures() -> None:
    parent = "ab" * 32
    statements: list[dict[str, Any]] = [
        {"body": {"attempt": 1, "commitment": "01" * 32, "deal": 2}, "by": 0, "sig": "00" * 64},
        {
            "body": {"attempt": 1, "commitment": "02" * 32, "deal": 2},
            "by": "host",
            "sig": "11" * 64,
        },
    ]
    text = (
        f'{{"kind":"commit","parent":"{parent}","statements":['
        f'{{"body":{{"attempt":1,"commitment":"{"01" * 32}","deal":2}},"by":0}},'
        f'{{"body":{{"attempt":1,"commitment":"{"02" * 32}","deal":2}},"by":"host"}}]}}'
    )
    root = hashlib.sha256(b"fairdeal/1/commit-root\x00" + text.encode()).digest()
    assert commit_root(parent, statements) == root
    # Another valid signature for the same statement changes nothing.
    statements[1]["sig"] = "22" * 64
    assert commit_root(parent, statements) == root
    for changed in (
        [statements[1], statements[0]],
        statements[:1],
        json.loads(json.dumps(statements).replace("01" * 32, "03" * 32)),
        json.loads(json.dumps(statements).replace('"by": 0', '"by": 1')),
    ):
        assert commit_root(parent, changed) != root
    assert commit_root("cd" * 32, statements) != root


def test_the_deck_key_takes_all_seeds_in_their_places() -> None:
    root, host = b"r" * 32, b"h" * 32
    seeds = [b"0" * 32, b"1" * 32, b"2" * 32]
    message = b"fairdeal/1/deck-key\x00" + host + b"".join(seeds)
    key = deck_key(root, host, seeds)
    assert key == hmac.new(root, message, hashlib.sha256).digest()
    # Seeds do not cancel, and do not commute.
    others = [
        deck_key(root, host, seeds[::-1]),
        deck_key(root, seeds[0], [host, *seeds[1:]]),
        deck_key(root, host, [seeds[0], seeds[0], seeds[2]]),
        deck_key(root, host, [seeds[1], seeds[1], seeds[2]]),
        deck_key(b"q" * 32, host, seeds),
    ]
    assert len({key, *others}) == 6


# --- order and draw ---


@pytest.mark.parametrize(("cards", "seats"), [(1, 2), (2, 2), (7, 3), (52, 4), (104, 8), (256, 16)])
def test_order_and_draw_are_those_of_another_implementation(cards: int, seats: int) -> None:
    deck = tuple(f"c{number}" for number in range(cards))
    for number in range(20):
        key = hashlib.sha256(f"{cards} {number}".encode()).digest()
        assert order_and_draw(key, deck, seats) == own_shuffle(key, deck, seats)


def test_two_packs_are_shuffled_like_any_104_cards() -> None:
    pack = tuple(f"{rank}{suit}" for suit in "CDHS" for rank in "23456789TJQKA")
    double = tuple(card for card in pack for _ in range(2))
    key = hashlib.sha256(b"two packs").digest()
    places, draw = own_shuffle(key, tuple(map(str, range(104))), 4)
    order = tuple(double[int(place)] for place in places)
    assert order_and_draw(key, double, 4) == (order, draw)
    assert Counter(order) == dict.fromkeys(pack, 2)


def test_a_byte_is_rejected_in_nine_deals_of_ten() -> None:
    # The chance to need no more than 51 bytes for the order of 52 cards, and one for the draw.
    chance = math.prod((256 - 256 % bound) / 256 for bound in range(2, 53))
    assert 0.05 < chance < 0.15
    rejecting = 0
    for number in range(500):
        key = hashlib.sha256(f"rejected {number}".encode()).digest()
        taken = count()
        source = (byte for byte in stream(key) if next(taken) is not None)
        shuffle(source, tuple(map(str, range(52))))
        rejecting += next(taken) > 51
    assert abs(rejecting / 500 - (1 - chance)) < 0.05
