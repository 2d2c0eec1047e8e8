"""Words for people."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairdeal.cli import _text


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Zoë ♠ 王", "Zoë ♠ 王"),
        ("\x1b[31mred", "\\x1b[31mred"),
        ("a\u202eb\u2066c\u200bd", "a\\u202eb\\u2066c\\u200bd"),
        ("a\r\nb\tc\x00", "a\\r\\nb\\tc\\x00"),
        ("a\x9bb\x7f", "a\\x9bb\\x7f"),
        ("\U000e0001\udc80", "\\U000e0001\\udc80"),
        ("[red]markup[/red]", "[red]markup[/red]"),
        ("x" * 1001, "x" * 1000 + "..."),
    ],
)
def test_text_from_outside_is_harmless(text: str, shown: str) -> None:
    assert _text.clean(text) == shown


@given(st.text(st.characters(exclude_categories=())))
def test_only_printable_text_reaches_the_terminal(text: str) -> None:
    assert _text.clean(text).isprintable()


def test_lists_are_said_as_people_say_them() -> None:
    assert _text.listing([]) == ""
    assert _text.listing(["Ann"]) == "Ann"
    assert _text.listing(["Ann", "Bob"]) == "Ann and Bob"
    assert _text.listing(["Ann", "Bob", "the host"], "or") == "Ann, Bob or the host"


def test_numbers_are_said_as_people_say_them() -> None:
    assert _text.ranges([]) == ""
    assert _text.ranges([5, 3, 1, 2, 2]) == "1-3, 5"
    assert _text.ranges([1, 2]) == "1-2"
    assert _text.deals([4]) == "deal 4"
    assert _text.deals([4, 4]) == "deal 4"
    assert _text.deals([4, 6]) == "deals 4, 6"
    assert _text.count(0, "deal") == "0 deals"
    assert _text.count(1, "deal") == "1 deal"
    assert _text.count(1200, "deal") == "1,200 deals"
    assert _text.place((("trick", 5), ("card", 2))) == "trick 5, card 2"
