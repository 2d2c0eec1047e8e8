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
from hearts.presets import PRESETS, named
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


# --- Two packs, cards left over ---


def cancellation(**changes: Any) -> HeartsMatch:
    rules = named("cancellation", changes={"pass_cycle": (1,), **changes})
    return GAME.match(rules.to_json(), rules.players)


def dealt(match: HeartsMatch, seed: int = 1) -> tuple[tuple[str, ...], ...]:
    deck = list(match.deck)
    Random(seed).shuffle(deck)
    return match.layout(tuple(deck), 0).hands


def test_a_hand_may_hold_twins_and_pass_both() -> None:
    match = cancellation()
    hands = dealt(match)
    seat, twin = next(
        (seat, name) for seat, hand in enumerate(hands) for name in hand if hand.count(name) == 2
    )
    other = next(name for name in hands[seat] if name != twin)
    move = sorted([twin, twin, other], key=NAMES.index)
    view = match.begin(0, [hand if one == seat else None for one, hand in enumerate(hands)], None)
    receiver = (seat + 1) % 6
    theirs = match.begin(
        0, [hand if one == receiver else None for one, hand in enumerate(hands)], None
    )
    for deal in (match.begin(0, hands, None), view, theirs):
        assert deal.check(seat, move) is None
        deal.open_seals({seat: move})
    assert names(view.hand(seat) or 0).count(twin) == 0
    assert view.hand(receiver) is None
    assert view.check((receiver + 1) % 6, twin) is not None


@pytest.mark.parametrize(
    "move",
    [["2C", "2C"], ["2C", "2C", "2C"], ["3C", "2C", "2C"], ["2C", "2C", 5], "2C", None],
)
def test_what_is_no_pass_of_two_packs(move: Any) -> None:
    match = cancellation()
    deal = match.begin(0, [None] * 6, None)
    refusal = deal.check(0, move)
    assert refusal is not None
    assert refusal.rule == "R-move"
    assert refusal.detail == "a pass is a list of 3 card names in the order of the pack"


def test_a_card_that_both_seats_hold_is_held_by_both() -> None:
    match = cancellation(pass_cycle=(0,))
    deal = match.begin(5, [None] * 6, None)
    deal.apply(0, "AC")
    assert deal.check(1, "AC") is None
    deal.apply(1, "AC")
    refusal = deal.check(2, "AC")
    assert refusal is not None
    assert (refusal.rule, refusal.detail) == ("R-holding", "AC has been played already")


def test_playable_cards_name_twins_once() -> None:
    match = cancellation(pass_cycle=(0,))
    hands = dealt(match)
    deal = match.begin(5, hands, None)
    refusal = deal.check(0, "QH")
    assert refusal is not None
    assert len(set(refusal.playable)) == len(refusal.playable)


def test_a_removed_card_is_not_in_the_deck() -> None:
    match = GAME.match(named("british", ["cutthroat"]).to_json(), 3)
    deal = match.begin(0, dealt(match), ())
    (seat,) = deal.actors()
    refusal = deal.check(seat, "2C")
    assert refusal is not None
    assert (refusal.rule, refusal.detail) == ("R-holding", "2C is not in the deck")


@pytest.mark.parametrize(
    ("changes", "detail"),
    [
        ({}, "no penalty cards on the first trick"),
        ({"first_trick_queen": "allowed"}, "no hearts on the first trick"),
        ({"first_trick_hearts": "allowed"}, "no queen of spades on the first trick"),
        ({"queen_value": 0}, "no hearts on the first trick"),
    ],
)
def test_a_refusal_says_what_may_not_be_played_to_the_first_trick(
    changes: dict[str, Any], detail: str
) -> None:
    match = GAME.match(named("house", ["cutthroat"], changes).to_json(), 4)
    spades = [*SPADES[1:], "AD"]
    deal = match.begin(
        0, [CLUBS, (*DIAMONDS[:12], "2S"), HEARTS, tuple(sorted(spades, key=NAMES.index))], ()
    )
    deal.apply(0, "2C")
    deal.apply(1, "2D")
    deal.apply(2, "2H")
    refusals = [deal.check(3, name) for name in ("QS",)]
    hand = (*DIAMONDS[:11], "2H", "QS")
    other = match.begin(0, [CLUBS, hand, None, None], None)
    other.apply(0, "2C")
    refusals += [other.check(1, name) for name in ("2H", "QS")]
    assert detail in {refusal.detail for refusal in refusals if refusal is not None}


def test_the_rest_is_checked_too() -> None:
    match = cancellation(pass_cycle=(0,))
    hands = dealt(match)
    for rest in ((), ("2C",), ("2C", "2C", "2C"), ("XX", "2C")):
        with pytest.raises(ValueError, match="cards"):
            match.begin(0, [None] * 6, rest)
    with pytest.raises(ValueError, match="cards"):
        match.begin(0, hands, hands[0][:2])


def test_what_each_seat_passed_stays_in_sight() -> None:
    deal = new_match().begin(0, [CLUBS, None, None, None], None)
    deal.open_seals({0: list(CLUBS[:3]), 3: list(SPADES[:3])})
    assert {seat: names(cards) for seat, cards in deal.passed.items()} == {
        0: CLUBS[:3],
        3: SPADES[:3],
    }


@pytest.mark.parametrize("result", [{"dealer": 0, "points": [0] * 4, "totals": [0] * 4}])
def test_with_a_bonus_card_a_result_has_penalties(result: dict[str, Any]) -> None:
    match = GAME.match(named("omnibus").to_json(), 4)
    with pytest.raises(BadResult, match="a result has dealer, points, totals and penalties"):
        match.settle(result)
    with pytest.raises(BadResult, match="points and totals and penalties are 4 whole numbers"):
        match.settle({**result, "penalties": [0] * 3})
    assert match.settle({**result, "penalties": [0, 1, 2, 3]}).penalties == (0, 1, 2, 3)
    with pytest.raises(BadResult, match="a result has dealer, points and totals"):
        new_match().settle({**result, "penalties": [0] * 4})


def test_a_twin_that_a_seat_must_hold_is_played_before_one_that_it_may_hold() -> None:
    """Seat 0 passed one `QS` to seat 1; once seat 1 plays one, the other may be with anybody."""
    match = cancellation()
    hand = tuple(sorted([*SPADES[:10], *DIAMONDS[:6], "QS"], key=NAMES.index))
    deal = match.begin(5, [hand, *[None] * 5], None)
    deal.open_seals({0: ["2D", "3D", "QS"], 5: ["2C", "3C", "4C"]})
    deal.apply(1, "QS")
    assert deal.check(2, "QS") is None
    deal.apply(2, "QS")
    refusal = deal.check(3, "QS")
    assert refusal is not None
    assert refusal.detail == "QS has been played already"


def test_whoever_may_hold_one_twin_may_hold_the_other() -> None:
    """Seats 0 and 1 had a `QS` each, and their passes are out of sight: both may have kept it."""
    match = cancellation()
    first = tuple(sorted([*SPADES[:10], *DIAMONDS[:6], "QS"], key=NAMES.index))
    second = tuple(sorted([*SPADES[:10], *CLUBS[:6], "QS"], key=NAMES.index))
    deal = match.begin(0, [first, second, None, None, None, None], None)
    deal.open_seals({})
    for seat, name in ((1, "QS"), (2, "AH"), (3, "AH"), (4, "KH"), (5, "KH")):
        deal.apply(seat, name)
    assert deal.check(0, "QS") is None
    deal.apply(0, "QS")


def test_twins_passed_by_two_seats_are_two_cards() -> None:
    deal = cancellation().begin(5, [None] * 6, None)
    deal.open_seals({0: ["2C", "3C", "QS"], 1: ["2C", "3C", "QS"]})
    deal.apply(0, "AS")
    deal.apply(1, "KS")
    deal.apply(2, "KS")
    refusal = deal.check(3, "QS")
    assert refusal is not None
    assert refusal.rule == "R-holding"
