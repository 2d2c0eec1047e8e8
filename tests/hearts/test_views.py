"""What a view without some of the hands may conclude, and what it may not.

The law above all: whatever the full view allows no other view refuses, also after faults.
"""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fairdeal.game import Done, Json, Seals, Turn
from hearts.cards import BITS, CARDS, NAMES, PACK, CardSet, kinds, members, names, set_of
from hearts.deal import Deal
from hearts.game import GAME
from hearts.presets import PRESETS
from hearts.refusal import Impossible
from hearts.rules import Rules
from tests.hearts.helpers import (
    HEARTS,
    LIMITS,
    cards,
    exchange,
    passing,
    pick,
    random_pass,
    shuffled_hands,
    views_of,
)
from tests.hearts.rulesets import rule_sets
from tests.hearts.twin import TwinDeal, deck_of

WEST = cards("2-KC AH")
"""A hand with the two of clubs; the other hands stay unseen."""


def view(hand: CardSet | None, pass_offset: int = 0) -> Deal:
    return Deal(LIMITS, [hand, None, None, None], pass_offset)


def rule(deal: Deal, seat: int, name: str) -> str | None:
    found = deal.refusal(seat, CARDS[name])
    return None if found is None else found.rule


# --- Worked cases ---


def test_who_holds_the_two_of_clubs_knows_the_first_leader() -> None:
    assert view(WEST).actors() == (0,)
    assert view(cards("3-AC AH")).actors() == (1, 2, 3)
    assert view(None).actors() == (0, 1, 2, 3)


def test_who_passed_the_two_of_clubs_knows_the_first_leader() -> None:
    deal = view(WEST, pass_offset=1)
    deal.exchange({0: cards("2-4C"), 3: cards("2-4S")})
    assert deal.actors() == (1,)
    assert rule(deal, 2, "2C") == "R-turn"
    assert rule(deal, 1, "2C") is None


def test_who_is_not_the_holder_does_not_lead_first() -> None:
    deal = view(cards("3-AC AH"))
    assert rule(deal, 0, "3C") == "R-turn"
    assert rule(deal, 2, "2C") is None
    assert rule(deal, 2, "2D") == "R-two-clubs"
    refusal = deal.refusal(0, CARDS["3C"])
    assert refusal is not None
    assert refusal.detail == "the holder of the two of clubs leads"
    assert [deal.legal(seat) for seat in range(4)] == [0, 1, 1, 1]


def test_a_card_in_sight_is_in_no_unseen_hand() -> None:
    deal = view(WEST)
    deal.play(0, CARDS["2C"])
    assert rule(deal, 1, "3C") == "R-holding"
    assert rule(deal, 1, "AC") is None
    assert deal.hand(1) is None
    with pytest.raises(Impossible):
        deal.play(1, CARDS["3C"])


def test_a_card_that_was_passed_is_with_its_receiver() -> None:
    deal = view(cards("2-KC AH"), pass_offset=1)
    deal.exchange({0: cards("3C 4C 5C"), 3: cards("2-4S")})
    deal.play(0, CARDS["2C"])
    assert rule(deal, 1, "2D") == "R-follow-suit"
    deal.play(1, CARDS["AC"])
    assert rule(deal, 2, "3C") == "R-holding"


def test_a_card_that_was_received_is_not_with_its_giver() -> None:
    deal = view(cards("2-KC AH"), pass_offset=1)
    deal.exchange({0: cards("3C 4C 5C"), 3: cards("2-4S")})
    for seat, name in ((0, "2C"), (1, "AC"), (2, "2D")):
        deal.play(seat, CARDS[name])
    assert rule(deal, 3, "2S") == "R-holding"
    assert rule(deal, 3, "5S") is None


def test_a_hand_too_large_for_the_hearts_that_are_left_holds_something_else() -> None:
    deal = view(cards("2-7C 2-8H"))
    for seat, name in ((0, "2C"), (1, "AC"), (2, "KC"), (3, "QC")):
        deal.play(seat, CARDS[name])
    # Seat 1 has 12 cards, and only six hearts are out of sight.
    assert rule(deal, 1, "9H") == "R-hearts-closed"
    assert deal.legal(1) & HEARTS == 0
    public = view(None)
    for seat, name in ((0, "2C"), (1, "AC"), (2, "KC"), (3, "QC")):
        public.play(seat, CARDS[name])
    assert rule(public, 1, "9H") is None


def test_a_discard_proves_no_void_for_it_may_have_been_the_fault() -> None:
    deal = view(None)
    for seat, name in ((0, "2C"), (1, "2D"), (2, "3C"), (3, "4C")):
        deal.play(seat, CARDS[name])
    deal.play(3, CARDS["5C"])
    deal.play(0, CARDS["6C"])
    assert rule(deal, 1, "7C") is None


def test_hands_whose_pass_is_out_of_sight_become_unknown() -> None:
    hands = [cards("2-AC"), cards("2-AD"), cards("2-AH"), cards("2-AS")]
    deal = Deal(LIMITS, hands, 1)
    deal.exchange({0: cards("2-4C")})
    assert [deal.hand(seat) for seat in range(4)] == [None] * 4
    assert deal.actors() == (1,)
    deal.play(1, CARDS["2C"])
    assert rule(deal, 2, "4C") == "R-holding"  # seat 1 must hold it
    assert rule(deal, 2, "2D") is None  # perhaps passed by seat 1
    assert rule(deal, 2, "2S") == "R-holding"  # not passed by anybody to seat 2


def test_a_pass_of_a_card_in_sight_is_refused() -> None:
    deal = view(WEST, pass_offset=1)
    assert deal.pass_refusal(3, cards("2-4S")) is None
    found = deal.pass_refusal(3, cards("2C 3S 4S"))
    assert found is not None
    assert (found.rule, found.detail) == ("R-pass", "2C is not in the hand that passes it")


# --- Laws ---


def fault(rng: Random, deal: Deal) -> tuple[int, int]:
    """Any card of any seat that has not played to the trick: most often illegal."""
    seat = rng.choice([seat for seat in range(4) if seat not in deal.trick])
    return seat, pick(rng, deal.hand(seat) or 0)


@settings(max_examples=150, deadline=None)
@given(st.randoms(use_true_random=False), st.integers(0, 3), st.sampled_from([0.0, 0.0, 0.1, 0.5]))
def test_no_view_refuses_what_the_full_view_allows(
    rng: Random, pass_offset: int, faults: float
) -> None:
    hands = shuffled_hands(rng)
    full, views = Deal(LIMITS, hands, pass_offset), views_of(hands, passing(pass_offset))
    if pass_offset:
        passed = [random_pass(rng, hand) for hand in hands]
        for deal in (full, *views):
            assert deal.passing
            assert all(deal.pass_refusal(seat, passed[seat]) is None for seat in range(4))
        exchange(full, views, passed)
    while not full.over:
        turn = full.turn
        assert turn is not None
        legal = full.legal(turn)
        assert legal
        assert [deal.legal(turn) for deal in (views[turn], full)] == [legal, legal]
        assert legal == set_of(card for card in range(52) if full.refusal(turn, card) is None)
        for deal in views:
            assert turn in deal.actors()
            assert legal & ~deal.legal(turn) == 0
            assert all(deal.refusal(turn, card) is None for card in members(legal))
        for seat in range(4):
            assert views[seat].hand(seat) == full.hand(seat)
        seat, card = (turn, pick(rng, legal)) if rng.random() >= faults else fault(rng, full)
        for deal in (full, *views):
            deal.play(seat, card)
    for deal in views:
        assert deal.over
        assert (deal.taken, deal.tricks) == (full.taken, full.tricks)
        assert [deal.hand(seat) for seat in range(4)] == [0] * 4


@settings(max_examples=60, deadline=None)
@given(st.randoms(use_true_random=False), st.integers(36, 51))
def test_a_view_refuses_exactly_what_no_unseen_hand_allows(rng: Random, plays: int) -> None:
    """Against all hands that the seat may hold: the public view of a deal without a pass."""
    hands = shuffled_hands(rng)
    full, public = Deal(LIMITS, hands), Deal(LIMITS, [None] * 4)
    for _ in range(plays):
        turn = full.turn
        assert turn is not None
        card = pick(rng, full.legal(turn))
        full.play(turn, card)
        public.play(turn, card)
    turn = full.turn
    assert turn is not None
    size = 13 - len(full.tricks)
    twin = TwinDeal(PRESETS["live"].to_json(), [[]] * 4, [], 0)
    twin.leader = next(iter(full.trick), turn)
    twin.table = [(seat, NAMES[card]) for seat, card in full.trick.items()]
    twin.played = list(names(PACK & ~public.unplayed))
    twin.takers = [taker for _, taker in full.tricks]
    allowed = set()
    for hand in combinations(names(public.unplayed), size):
        twin.hands[turn] = list(hand)
        allowed |= set(twin.playable())
    assert set(names(public.legal(turn))) == allowed


@settings(max_examples=100, deadline=None)
@given(st.randoms(use_true_random=False), st.integers(0, 3))
def test_a_view_depends_on_nothing_that_it_cannot_see(rng: Random, pass_offset: int) -> None:
    """Two deals that agree in one hand and in what is shown of others look the same."""
    hands = shuffled_hands(rng)
    swapped = [hands[0], hands[2], hands[1], hands[3]]
    one, two = views_of(hands, passing(pass_offset))[0], views_of(swapped, passing(pass_offset))[0]
    unseen = PACK & ~hands[0]
    for deal in (one, two):
        assert [deal.hand(seat) for seat in (1, 2, 3)] == [None] * 3
        assert deal.actors() == ((0,) if hands[0] & 1 and not pass_offset else deal.actors())
    for seat in range(1, 4):
        assert one.legal(seat) == two.legal(seat)
        for card in members(unseen):
            assert one.refusal(seat, card) == two.refusal(seat, card)
            assert one.pass_refusal(seat, BITS[card]) == two.pass_refusal(seat, BITS[card])


# --- The law under every rule set, with any hands in sight ---


def in_sight(rng: Random, count: int) -> list[set[int]]:
    """Whose cards each view sees: all, one seat's, nobody's, anybody's."""
    seats = range(count)
    some = [{seat for seat in seats if rng.random() < 0.5} for _ in range(2)]
    return [set(seats), *({seat} for seat in seats), set(), *some]


@settings(max_examples=50, deadline=None)
@given(rule_sets(), st.integers(0, 2**32), st.sampled_from([0.0, 0.0, 0.1, 0.4]))
def test_no_view_refuses_what_the_full_view_allows_under_any_rules(
    rules: Rules, seed: int, faults: float
) -> None:
    rng = Random(seed)
    match = GAME.match(rules.to_json(), rules.players)
    deck = deck_of(rules.to_json())
    rng.shuffle(deck)
    draw = rng.randrange(rules.players)
    layout = match.layout(tuple(deck), draw)
    sights = in_sight(rng, rules.players)
    views = []
    for number, sight in enumerate(sights):
        hands = [hand if seat in sight else None for seat, hand in enumerate(layout.hands)]
        views.append(match.begin(draw, hands, layout.rest if number == 0 else None))
    full = views[0]
    if full.passing:
        moves: list[Json] = []
        for seat in range(rules.players):
            cards = rng.sample(layout.hands[seat], rules.pass_count)
            moves.append(sorted(cards, key=NAMES.index))
        for deal, sight in zip(views, sights, strict=True):
            assert deal.due() == Seals(frozenset(range(rules.players)))
            assert [deal.check(seat, move) for seat, move in enumerate(moves)] == (
                [None] * rules.players
            )
            seen = {
                seat: move
                for seat, move in enumerate(moves)
                if seat in sight or deal.readers(seat) & sight
            }
            if len(sight) > 1 and deal is not full:  # and some views see less than that
                seen = {seat: move for seat, move in seen.items() if rng.random() < 0.6}
            deal.open_seals(seen)
    while (turn := full.turn) is not None:
        legal = names(kinds(full.legal(turn)))
        assert legal
        for seat, deal in enumerate(views):
            due = deal.due()
            assert isinstance(due, Turn)
            assert turn in due.seats
            for card in legal:
                assert deal.check(turn, card) is None, (seat, card)
                assert deal.find(turn, CARDS[card]) in members(deal.legal(turn))
        own = views[1 + turn]
        if own.turn is not None:
            assert names(kinds(own.legal(turn))) == legal
        assert names(own.hand(turn) or 0) == names(full.hand(turn) or 0)
        seat, card = turn, rng.choice(legal)
        if rng.random() < faults:
            waiting = [one for one in range(rules.players) if one not in full.trick]
            seat = rng.choice(waiting)
            card = rng.choice(names(full.hand(seat) or 0))
        # What nobody's view refuses, no seat's own may allow: a proof then needs no hand.
        public = views[1 + rules.players]
        for other in range(rules.players):
            for any_card in rng.sample(NAMES[:52], 3):
                if public.check(other, any_card) is not None:
                    assert views[1 + other].check(other, any_card) is not None
        for deal in views:
            deal.apply(seat, card)
    if full.choosing:
        assert {deal.due() for deal in views} == {Turn(frozenset({full.chooser}))}
        for deal in views:
            deal.apply(full.chooser or 0, "add")
    for deal in views:
        assert deal.due() == Done()
        assert deal.result() == full.result()
        assert deal.alerts() == full.alerts()
