"""Hands and deals as text: parsed, printed back, and two kinds of wrong."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hearts.cards import CARDS, NAMES
from hearts.game import GAME
from hearts.notation import DealLine, IllegalDeal, InvalidNotation, hand_text, parse_hand
from hearts.presets import PRESETS, named
from hearts.rules import Rules
from tests.hearts.rulesets import rule_sets
from tests.hearts.twin import deck_of

SUITS = tuple(NAMES[start : start + 13] for start in range(0, 52, 13))
FOUR = "0:...AKQJT98765432 ..AKQJT98765432. .AKQJT98765432.. AKQJT98765432..."


def test_a_deal_of_whole_suits() -> None:
    deal = DealLine(0, SUITS)
    assert str(deal) == FOUR
    assert DealLine.parse(FOUR) == deal
    deal.check(PRESETS["live"])


@given(rule_sets(), st.integers(0, 2**32))
def test_every_deal_parses_and_prints_back(rules: Rules, seed: int) -> None:
    rng = Random(seed)
    deck = deck_of(rules.to_json())
    rng.shuffle(deck)
    draw = rng.randrange(rules.players)
    layout = GAME.match(rules.to_json(), rules.players).layout(tuple(deck), draw)
    hands = tuple(hand if rng.random() < 0.8 else None for hand in layout.hands)
    rest = layout.rest if not layout.rest or rng.random() < 0.5 else None
    deal = DealLine(draw, hands, rest)
    assert DealLine.parse(str(deal)) == deal
    assert "\n" not in str(deal)
    deal.check(rules)
    for hand in layout.hands:
        assert parse_hand(hand_text(reversed(hand))) == hand


@given(st.text("0123456789:. -+AKQJT\n", max_size=60))
def test_any_text_is_a_deal_that_prints_back_or_invalid(text: str) -> None:
    try:
        deal = DealLine.parse(text)
    except InvalidNotation:
        return
    assert str(deal) == text


@pytest.mark.parametrize(
    ("text", "why", "at"),
    [
        ("", "a deal is DEALER:HAND HAND ... [+ REST]", 0),
        ("0:", "a deal is DEALER:HAND HAND ... [+ REST]", 0),
        ("00:-", "a deal is DEALER:HAND HAND ... [+ REST]", 0),
        ("N:- -", "a deal is DEALER:HAND HAND ... [+ REST]", 0),
        (" 0:- -", "a deal is DEALER:HAND HAND ... [+ REST]", 0),
        ("0:-  -", "a deal is DEALER:HAND HAND ... [+ REST]", 0),
        ("0:- -\n", "a hand is SPADES.HEARTS.DIAMONDS.CLUBS", 4),
        ("0:- A..", "a hand is SPADES.HEARTS.DIAMONDS.CLUBS", 4),
        ("0:- A.K.Q.J.T", "a hand is SPADES.HEARTS.DIAMONDS.CLUBS", 4),
        ("0:- ..1.", "'1' is no rank", 6),
        ("0:- ..a.", "'a' is no rank", 6),
        ("0:- .KA..", "ranks stand from the top", 6),
        ("12:- ... + ...", "a rest without a card is not written", 11),
        ("12:- ... + -.", "a hand is SPADES.HEARTS.DIAMONDS.CLUBS", 11),
    ],
)
def test_what_is_no_notation_is_invalid_with_its_place(text: str, why: str, at: int) -> None:
    with pytest.raises(InvalidNotation) as caught:
        DealLine.parse(text)
    assert (caught.value.why, caught.value.at) == (why, at)


@pytest.mark.parametrize(
    ("text", "rules", "why"),
    [
        (FOUR.rsplit(" ", 1)[0], PRESETS["live"], "3 hands for 4 players"),
        (FOUR.replace("0:", "4:"), PRESETS["live"], "there is no seat 4"),
        ("0:A... - - -", PRESETS["live"], "a hand of 1 cards instead of 13"),
        ("0:- - - - + A...", PRESETS["live"], "1 cards left over instead of 0"),
        (FOUR.replace("432 ..A", "433 ..A"), PRESETS["live"], "3C is there 2 times instead of 1"),
        (
            "0:AKQJT98765432.AKQ..2 - -",
            named("british"),
            "2C is there 1 times instead of 0",
        ),
        (
            "0:AAKKQQQJJTT987.AQ..2 - - - - - + -",
            named("cancellation"),
            "QS is there 3 times instead of 2",
        ),
    ],
)
def test_a_deal_that_the_rules_never_give_is_illegal(text: str, rules: Rules, why: str) -> None:
    deal = DealLine.parse(text)
    with pytest.raises(IllegalDeal, match=why):
        deal.check(rules)


def test_a_hand_as_a_sorted_string() -> None:
    assert hand_text(["QS", "2C", "TD", "2C"]) == "2C 2C TD QS"
    assert parse_hand("2C 2C TD QS") == ("2C", "2C", "TD", "QS")
    assert parse_hand(hand_text([])) == ()


@pytest.mark.parametrize(
    ("text", "at"), [("2C  QS", 3), ("QS 2C", 3), ("2C 10D", 3), ("qs", 0), (" 2C", 0), ("2C ", 3)]
)
def test_a_hand_in_any_other_form_is_invalid(text: str, at: int) -> None:
    with pytest.raises(InvalidNotation) as caught:
        parse_hand(text)
    assert caught.value.at == at


@given(st.lists(st.sampled_from(NAMES)))
def test_hands_print_back(some: list[str]) -> None:
    assert sorted(some, key=CARDS.__getitem__) == list(parse_hand(hand_text(some)))
