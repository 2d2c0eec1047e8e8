"""The engine against the naive twin, under every rule set, and counts of all ways to play.

``python -m tests.hearts.test_twin 20000`` plays so many deals by hand; the suite plays about 1,400
and the 20,000 by hand. A second number is the first seed.
"""

from __future__ import annotations

import sys
from itertools import count
from random import Random
from typing import Any, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fairdeal.game import Done, Json, Turn
from hearts.cards import NAMES, names
from hearts.game import GAME, HeartsDeal, HeartsMatch
from hearts.rules import Rules
from tests.hearts.rulesets import NAMED, drawn
from tests.hearts.twin import (
    TwinDeal,
    dealt,
    deck_of,
    ended,
    pass_offset,
    places,
)


def in_order(cards: list[str]) -> list[str]:
    return sorted(cards, key=NAMES.index)


def playable(deal: HeartsDeal, seat: int) -> list[str]:
    return list(dict.fromkeys(names(deal.legal(seat))))


class Both:
    """A deal on both sides; every step is compared."""

    def __init__(self, rng: Random, match: HeartsMatch, number: int, deck: list[str]) -> None:
        self.rng = rng
        self.rules: dict[str, Any] = match.rules.to_json()
        draw = rng.randrange(match.rules.players)
        layout = match.layout(tuple(deck), draw)
        self.dealer = match.dealer(draw)
        hands, rest = dealt(self.rules, deck, self.dealer)
        assert [list(hand) for hand in layout.hands] == [in_order(hand) for hand in hands]
        assert list(layout.rest) == in_order(rest)
        self.deal = match.begin(draw, layout.hands, layout.rest)
        self.twin = TwinDeal(self.rules, hands, rest, self.dealer)
        self.offset = pass_offset(self.rules, number)
        assert self.deal.pass_offset == self.offset
        self.seats = match.rules.players

    def exchange(self) -> None:
        if not self.offset:
            return
        passed = [
            in_order(self.rng.sample(hand, self.rules["pass_count"])) for hand in self.twin.hands
        ]
        assert [self.deal.check(seat, move) for seat, move in enumerate(passed)] == (
            [None] * self.seats
        )
        self.deal.open_seals(cast("dict[int, Json]", dict(enumerate(passed))))
        self.twin.exchange(passed, self.offset)

    def compare(self) -> None:
        """Legal set, and the refusal of every card of the hand and of one other."""
        deal, twin = self.deal, self.twin
        assert deal.due() == Turn(frozenset({twin.turn}))
        seat = twin.turn
        assert playable(deal, seat) == list(dict.fromkeys(in_order(twin.playable())))
        assert twin.playable()
        for card in (*set(twin.hands[seat]), self.rng.choice(NAMES)):
            found = deal.check(seat, card)
            assert (found.rule if found else None) == twin.refusal(seat, card), card
        other = (seat + 1) % self.seats
        found = deal.check(other, self.rng.choice(NAMES))
        assert found is not None
        assert found.rule == "R-turn"

    def step(self, fault: bool) -> None:
        seat = self.twin.turn
        card = self.rng.choice(self.twin.playable())
        if fault:
            absent = [player for player, _ in self.twin.table]
            seat = self.rng.choice([one for one in range(self.seats) if one not in absent])
            card = self.rng.choice(self.twin.hands[seat])
        self.deal.apply(seat, card)
        self.twin.play(seat, card)
        flags = self.deal.alerts()
        assert flags.hearts_open == self.twin.hearts_open
        assert flags.queens_played == self.twin.played.count("QS")

    def choose(self) -> None:
        chooser = self.twin.chooser()
        assert self.deal.choosing == (chooser is not None)
        if chooser is not None:
            assert self.deal.due() == Turn(frozenset({chooser}))
            self.twin.choice = self.rng.choice(["add", "subtract"])
            assert self.deal.check(chooser, self.twin.choice) is None
            self.deal.apply(chooser, self.twin.choice)

    def finish(self) -> dict[str, Any]:
        assert self.deal.due() == Done()
        assert [in_order(list(names(cards))) for cards in self.deal.won()] == [
            in_order(cards) for cards in self.twin.with_rest()
        ]
        result = cast("dict[str, Any]", self.deal.result())
        assert result["dealer"] == self.dealer
        assert result["points"] == self.twin.points()
        assert result.get("penalties", result["points"]) == self.twin.penalties()
        return result


def play_deal(rng: Random, match: HeartsMatch, number: int, faults: float, cold: bool) -> Any:
    """A deal on both sides; ``cold`` plays stack the penalty cards, for moons."""
    deck = deck_of(match.rules.to_json())
    rng.shuffle(deck)
    if cold:
        deck.sort(key=lambda card: (card[1] not in "HS" or card[0] in "23456", rng.random()))
        seats = match.rules.players
        rounds = len(deck) // seats
        deck = [
            deck[place // seats + place % seats * rounds] for place in range(rounds * seats)
        ] + (deck[rounds * seats :])
    both = Both(rng, match, number, deck)
    both.exchange()
    both.twin.begin()
    while not both.twin.over:
        both.compare()
        both.step(rng.random() < faults)
    both.choose()
    return both.finish()


def play_match(rng: Random, rules: Rules, deals: int, faults: float = 0.0) -> int:
    """At most so many deals of one match; how many it had."""
    match = GAME.match(rules.to_json(), rules.players)
    totals = [0] * rules.players
    for number in range(deals):
        result = play_deal(rng, match, number, faults, rng.random() < 0.3)
        totals = [total + more for total, more in zip(totals, result["points"], strict=True)]
        assert result["totals"] == totals
        match = match.settle(result)
        penalties = result.get("penalties", result["points"])
        assert match.standings() == {"totals": totals, "places": places(totals)}
        assert match.over == ended(rules.to_json(), totals, penalties)
        if match.over:
            return number + 1
    return deals


@pytest.mark.parametrize("name", list(NAMED))
def test_the_twin_plays_every_named_rule_set_alike(name: str) -> None:
    rng = Random(name)
    left = 40
    while left > 0:
        left -= play_match(rng, NAMED[name], min(left, 8), rng.choice([0.0, 0.0, 0.1]))


@settings(max_examples=120, deadline=None)
@given(st.integers(0, 2**32))
def test_the_twin_plays_any_rule_set_alike(seed: int) -> None:
    rng = Random(seed)
    play_match(rng, drawn(rng), 5, rng.choice([0.0, 0.05, 0.3]))


# --- All ways to play a small deal ---


def small(players: int, cards: str, packs: int = 1, **changes: Any) -> Rules:
    removed = tuple(name for name in NAMES if name not in cards.split())
    values = {"players": players, "packs": packs, "removed": removed, "pass_cycle": (0,)}
    return Rules(**{**values, **changes})


def ways(deal: HeartsDeal, twin: TwinDeal) -> tuple[int, int]:
    """How many ways there are to play it out: by the engine, and by the twin."""
    begun, start = list(twin.hands), [list(hand) for hand in twin.hands]
    match, draw = deal.match, deal._draw
    hands = [tuple(in_order(hand)) for hand in start]

    def count_ours(moves: list[tuple[int, str]]) -> int:
        one = match.begin(draw, hands, tuple(twin.rest))
        for seat, card in moves:
            one.apply(seat, card)
        if one.turn is None:
            return 1
        seat = one.turn
        return sum(count_ours([*moves, (seat, card)]) for card in playable(one, seat))

    def count_theirs(moves: list[tuple[int, str]]) -> int:
        one = TwinDeal(twin.rules, start, twin.rest, twin.dealer)
        one.begin()
        for seat, card in moves:
            one.play(seat, card)
        if one.over:
            return 1
        seat = one.turn
        return sum(count_theirs([*moves, (seat, card)]) for card in set(one.playable()))

    assert begun == start
    return count_ours([]), count_theirs([])


EIGHT = "2C 3C 2H 3H 4H QS KS AS"
TWELVE = "2C 3C 4C JD QD KD 2H 3H 4H JS QS KS"


@pytest.mark.parametrize(
    ("rules", "total"),
    [
        (small(4, EIGHT), 22),
        (small(4, EIGHT, first_trick_hearts="allowed", first_trick_queen="allowed"), 40),
        (small(4, EIGHT, first_lead="any-club"), 22),
        (small(3, EIGHT, remainder="first-trick", first_lead="left-of-dealer"), 24),
        (small(3, TWELVE), 848),
        (small(3, TWELVE, closed_hearts_lead="allowed"), 1110),
        (small(3, TWELVE, queen_lead="hearts-open", hearts_opened_by="heart-or-queen"), 845),
        (small(4, TWELVE, only_hearts_and_queen="either"), 200),
        (small(6, "2C 3C 2H 3H QS KS", 2, first_lead="left-of-dealer"), 32),
    ],
)
def test_all_ways_to_play_small_deals(rules: Rules, total: int) -> None:
    """The sum over ten deals of a deck of 8 or 12 cards; the twin worked the numbers out."""
    rng = Random(8)
    ours = theirs = 0
    match = GAME.match(rules.to_json(), rules.players)
    for _ in range(10):
        deck = deck_of(rules.to_json())
        rng.shuffle(deck)
        both = Both(rng, match, 0, deck)
        one, other = ways(both.deal, both.twin)
        ours, theirs = ours + one, theirs + other
    assert ours == theirs == total


def main(least: int, first: int = 0) -> None:
    """Play at least so many deals under all named rule sets and others by chance."""
    played = 0
    for seed in count(first):
        rng = Random(seed)
        rules = rng.choice([*NAMED.values(), drawn(rng), drawn(rng)])
        played += play_match(rng, rules, 10, rng.choice([0.0, 0.0, 0.02, 0.2]))
        if played >= least:
            print(f"{played} deals agree, of {seed + 1 - first} matches")
            return


if __name__ == "__main__":  # by hand: python -m tests.hearts.test_twin 20000
    main(*map(int, sys.argv[1:]))
