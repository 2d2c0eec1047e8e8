"""What is no expectation is refused at once, not blamed on a table later."""

from __future__ import annotations

from typing import Any

import pytest

from fairdeal import Expect

KEY = b"k" * 32


@pytest.mark.parametrize(
    "trusted",
    [
        {},
        {"host": KEY, "head": bytes(32), "players": {"Alice": frozenset({KEY}), "Bob": {KEY}}},
        {"players": {}},
        {"players": {"Alice": frozenset()}},
    ],
)
def test_what_can_be_expected(trusted: dict[str, Any]) -> None:
    assert Expect(**trusted).host == trusted.get("host")


@pytest.mark.parametrize(
    ("trusted", "message"),
    [
        ({"host": KEY.hex()}, "host has to be 32 bytes or None, not 'str'; for hexadecimal"),
        ({"host": KEY[1:]}, "host has to be 32 bytes or None, not 31 bytes;"),
        ({"head": bytearray(32)}, "head has to be 32 bytes or None, not 'bytearray';"),
        ({"players": "players"}, "players has to be a mapping of names to sets of keys or None, "),
        ({"players": {7: {KEY}}}, "the name of a player has to be a text, not 'int'"),
        ({"players": {"Bob": KEY}}, "the keys of 'Bob' have to be a set of keys of 32 bytes"),
        ({"players": {"Bob": [KEY]}}, "the keys of 'Bob' have to be a set of keys of 32 bytes"),
        ({"players": {"Bob": {KEY.hex()}}}, "the keys of 'Bob' have to be a set of keys of 32"),
    ],
)
def test_what_cannot_be_expected(trusted: dict[str, Any], message: str) -> None:
    with pytest.raises(TypeError) as caught:
        Expect(**trusted)
    assert str(caught.value).startswith(message)
