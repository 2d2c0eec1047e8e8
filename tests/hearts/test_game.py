"""Hearts behind fairdeal's protocols: names, JSON forms, refusals."""

from __future__ import annotations

from contextlib import nullcontext, suppress
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fairdeal.game import BadResult, BadRules, Done, Game, IllegalMove, Json, Seals, Turn
from hearts.cards import NAMES, names
from hearts.game import GAME, HeartsDeal, HeartsMatch
from hearts.rules import PRESETS
from tests.hearts.helpers import random_pass, shuffled_hands

LIVE = PRESETS["live"].to_json()
CLUBS, DIAMONDS, HEARTS, SPADES = (NAMES[start : start + 13] for start in range(0, 52, 13))
SUITS = (CLUBS, DIAMONDS, HEARTS, SPADES)


MOON = {"dealer": 1, "points": [0, 26, 26, 26], "totals": [0, 26, 26, 26]}


def new_match() -> HeartsMatch:
    return GAME.match(LIVE, 4)


def match_without_pass() -> HeartsMatch:
    match = new_match()
    for _ in range(3):
        match = match.settle({"dealer": 0, "points": [0] * 4, "totals": [0] * 4})
    return match


def playing() -> HeartsDeal:
    return match_without_pass().begin(0, SUITS, ())


def test_the_game_is_found_by_name_and_version() -> None:
    game: Game = GAME
    assert isinstance(game, Game)
    assert (game.name, game.version) == ("hearts", "1")


def test_bad_rules_name_the_axis() -> None:
    with pytest.raises(BadRules) as caught:
        GAME.match({**LIVE, "players": 5}, 5)
    assert (caught.value.axis, caught.value.why[:28]) == (
        "remainder",
        "52 cards do not divide by 5:",
    )
    with pytest.raises(BadRules) as caught:
        GAME.match(LIVE, 5)
    assert caught.value.axis == "players"
    assert caught.value.why == "the rules are for 4 seats, not 5"


def test_the_deck_and_its_layout() -> None:
    match = new_match()
    assert match.deck == NAMES
    layout = match.layout(tuple(reversed(NAMES)), 3)
    assert layout.hands[0] == tuple("5C 9C KC 4D 8D QD 3H 7H JH 2S 6S TS AS".split())
    assert layout.hands[3] == tuple("2C 6C TC AC 5D 9D KD 4H 8H QH 3S 7S JS".split())
    assert layout.rest == ()


@pytest.mark.parametrize(
    ("hands", "rest"),
    [
        ((("2C", "2C", *CLUBS[2:]), None, None, None), None),
        ((("XX", *CLUBS[1:]), None, None, None), None),
        ((CLUBS[1:], None, None, None), None),
        ((CLUBS, None, None), None),
        ((CLUBS, CLUBS, None, None), None),
        (SUITS, ("2C",)),
    ],
)
def test_hands_that_are_none_of_one_deal(hands: Any, rest: Any) -> None:
    with pytest.raises(ValueError, match=r"hand|cards"):
        new_match().begin(0, hands, rest)


def test_what_is_due_the_pass_then_a_play_then_nothing() -> None:
    deal = new_match().begin(0, SUITS, ())
    assert deal.due() == Seals(frozenset({0, 1, 2, 3}))
    assert deal.place() == (("pass", 1),)
    assert [deal.readers(seat) for seat in range(4)] == [{1}, {2}, {3}, {0}]
    deal.open_seals({seat: list(suit[:3]) for seat, suit in enumerate(SUITS)})
    assert deal.due() == Turn(frozenset({1}))
    assert deal.place() == (("trick", 1),)
    deal = playing()
    for number in range(13):
        assert deal.place() == (("trick", number + 1),)
        for seat, suit in enumerate(SUITS):
            assert deal.due() == Turn(frozenset({seat}))
            assert deal.check(seat, suit[number]) is None
            deal.apply(seat, suit[number])
    assert (deal.due(), deal.place()) == (Done(), ())
    assert deal.result() == MOON


def test_a_view_without_hands_knows_the_result_too() -> None:
    deal = match_without_pass().begin(0, [None] * 4, None)
    assert deal.due() == Turn(frozenset({0, 1, 2, 3}))
    for number in range(13):
        for seat, suit in enumerate(SUITS):
            deal.apply(seat, suit[number])
    assert deal.result() == MOON


def test_the_result_settles_the_match() -> None:
    match = match_without_pass()
    settled = match.settle({"dealer": 0, "points": [0, 26, 26, 26], "totals": [0, 26, 26, 52]})
    assert isinstance(settled, HeartsMatch)
    assert (match.over, settled.over) == (False, True)
    assert settled.standings() == {"totals": [0, 26, 26, 52], "places": [1, 2, 2, 4]}
    with pytest.raises(BadResult, match="a result has dealer, points and totals"):
        match.settle({"points": [0] * 4})


def test_a_refusal_says_rule_reason_place_and_what_was_allowed() -> None:
    deal = match_without_pass().begin(
        0, [("2C", *DIAMONDS[1:]), (*CLUBS[1:], "2D"), HEARTS, SPADES], ()
    )
    deal.apply(0, "2C")
    refusal = deal.check(1, "2D")
    assert refusal is not None
    assert refusal.rule == "R-follow-suit"
    assert refusal.detail == "you must follow clubs"
    assert refusal.place == (("trick", 1),)
    assert refusal.playable == CLUBS[1:]
    other = deal.check(2, "2H")
    assert other is not None
    assert (other.rule, other.playable) == ("R-turn", ())


def test_a_refusal_shows_no_cards_of_an_unseen_hand() -> None:
    deal = match_without_pass().begin(0, [CLUBS, None, None, None], None)
    deal.apply(0, "2C")
    refusal = deal.check(1, "3C")
    assert refusal is not None
    assert (refusal.rule, refusal.playable) == ("R-holding", ())


NO_PLAYS: list[Any] = [
    None, True, False, 0, 51, "", "10H", "qs", "QS ", "2C,3C", [], ["2C"], {}, {"card": "2C"},
    [[["2C"]]],
]  # fmt: skip
NO_PASSES: list[Any] = [
    None, True, 3, "2C", "2C3C4C", [], ["2C", "3C"], ["2C", "3C", "4C", "5C"],
    ["3C", "2C", "4C"], ["2C", "2C", "4C"], ["2C", "4C", "4C"], ["2C", "3C", "XX"],
    ["2C", "3C", None], ["2C", "3C", 4], ["2C", ["3C"], "4C"], [{}, {}, {}], {"2C": 1},
    ["2C", "3C", "4c"],
]  # fmt: skip


@pytest.mark.parametrize("move", NO_PLAYS)
def test_what_is_no_play(move: Any) -> None:
    deal = playing()
    refusal = deal.check(0, move)
    assert refusal is not None
    assert refusal.rule == "R-move"
    assert refusal.detail == 'a play is the name of one card, such as "QS"'
    with pytest.raises(IllegalMove, match="R-move"):
        deal.apply(0, move)
    assert deal.due() == Turn(frozenset({0}))


@pytest.mark.parametrize("move", NO_PASSES)
def test_what_is_no_pass(move: Any) -> None:
    deal = new_match().begin(0, SUITS, ())
    refusal = deal.check(0, move)
    assert refusal is not None
    assert refusal.rule == "R-move"
    assert refusal.detail == "a pass is a list of 3 different card names in the order of the pack"
    with pytest.raises(IllegalMove, match="R-move"):
        deal.open_seals({0: move})
    assert isinstance(deal.due(), Seals)


def test_a_pass_of_cards_that_are_not_held() -> None:
    deal = new_match().begin(0, SUITS, ())
    refusal = deal.check(0, ["2C", "3C", "2S"])
    assert refusal is not None
    assert (refusal.rule, refusal.place) == ("R-pass", (("pass", 1),))
    with pytest.raises(IllegalMove, match="2S is not in the hand"):
        deal.open_seals({0: ["2C", "3C", "2S"]})


def test_nothing_is_played_during_the_pass_and_nothing_passed_during_play() -> None:
    deal = new_match().begin(0, SUITS, ())
    refusal = deal.check(0, "2C")
    assert refusal is not None
    assert refusal.rule == "R-move"
    with pytest.raises(IllegalMove, match="cards are passed first"):
        deal.apply(0, "2C")
    deal = playing()
    refusal = deal.check(0, ["2C", "3C", "4C"])
    assert refusal is not None
    assert refusal.rule == "R-move"
    with pytest.raises(IllegalMove, match="no cards are passed now"):
        deal.open_seals({0: ["2C", "3C", "4C"]})


def test_illegal_plays_are_carried_out_impossible_ones_are_not() -> None:
    deal = playing()
    deal.apply(0, "5C")
    deal.apply(2, "AH")
    with pytest.raises(IllegalMove, match="R-turn"):
        deal.apply(2, "KH")
    with pytest.raises(IllegalMove, match="R-holding"):
        deal.apply(1, "2C")
    assert deal.due() == Turn(frozenset({1}))


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=3) | st.sampled_from(NAMES),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=2), inner),
    max_leaves=8,
)


@given(json_values, st.integers(0, 3), st.booleans())
def test_any_json_is_judged_without_a_crash(move: Json, seat: int, passing: bool) -> None:
    deal = (new_match() if passing else match_without_pass()).begin(0, SUITS, ())
    verdict = deal.check(seat, move)
    with suppress(IllegalMove) if verdict else nullcontext():
        if passing:
            deal.open_seals({seat: move})
        else:
            deal.apply(seat, move)


@given(json_values)
def test_any_json_is_a_result_or_refused(value: Json) -> None:
    with pytest.raises(BadResult):
        new_match().settle(value)


@settings(deadline=None)
@given(st.randoms(use_true_random=False))
def test_each_move_has_one_encoding(rng: Random) -> None:
    hands = shuffled_hands(rng)
    deal = new_match().begin(0, [names(hand) for hand in hands], ())
    passed = list(names(random_pass(rng, hands[0])))
    assert deal.check(0, passed) is None
    rng.shuffle(passed)
    in_order = passed == sorted(passed, key=NAMES.index)
    assert (deal.check(0, passed) is None) == in_order
