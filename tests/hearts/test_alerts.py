"""What a server tells its players while a deal is played."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hearts.alerts import Alerts, alerts
from hearts.cards import CARDS, NAMES
from hearts.game import GAME
from hearts.presets import named
from hearts.rules import Rules
from tests.hearts.helpers import COSTS, deal_of, pick, play
from tests.hearts.rulesets import rule_sets
from tests.hearts.twin import deck_of

HANDS = ["2-KC AH", "AC 3-KD KH", "2-AS", "AD 2D 2-QH"]


def test_a_deal_told_trick_by_trick() -> None:
    deal = deal_of(*HANDS)
    assert alerts(deal, COSTS) == Alerts(False, 0, (0, 0, 0, 0), None)
    play(deal, "2C", "AC", "2S", "AD")
    assert alerts(deal, COSTS) == Alerts(False, 0, (0, 0, 0, 0), None)
    play(deal, "KD", "QS")
    assert alerts(deal, COSTS) == Alerts(False, 1, (0, 0, 0, 0), None)
    play(deal, "2D", "AH")
    assert alerts(deal, COSTS) == Alerts(True, 1, (0, 14, 0, 0), 1)


def test_the_threat_ends_with_the_first_penalty_card_of_another() -> None:
    deal = deal_of("2C 3-KC 2H", "AC 3-KD KH", "2-AS", "AD 2D 3-QH AH")
    play(deal, "2C", "AC", "2S", "AD", "KD", "QS", "2D", "2H")
    assert alerts(deal, COSTS).moon_threat == 1
    play(deal, "KH", "3S", "AH", "3C")
    assert alerts(deal, COSTS) == Alerts(True, 1, (0, 14, 0, 2), None)


@pytest.mark.parametrize(("moon", "threat"), [("none", None), ("shooter-subtracts", 1)])
def test_no_threat_where_there_is_no_moon(moon: Any, threat: int | None) -> None:
    rules = named("omnibus", changes={"moon": moon, "pass_cycle": (0,)})
    match = GAME.match(rules.to_json(), 4)
    suits = [list(NAMES[start : start + 13]) for start in range(0, 52, 13)]
    suits[0][12], suits[1][9] = suits[1][9], suits[0][12]  # JD and AC change hands
    hands = [tuple(sorted(hand, key=NAMES.index)) for hand in suits]
    deal = match.begin(0, hands, ())
    for seat, name in ((0, "2C"), (1, "AC"), (2, "2H"), (3, "2S")):
        deal.apply(seat, name)
    assert deal.alerts() == Alerts(True, 0, (0, 1, 0, 0), threat)
    for seat, name in ((1, "2D"), (2, "3H"), (3, "3S"), (0, "JD")):
        deal.apply(seat, name)
    assert deal.alerts().points == (-9, 1, 0, 0)


@settings(max_examples=60, deadline=None)
@given(rule_sets(), st.integers(0, 2**32))
def test_points_so_far_are_those_of_the_end_where_there_is_no_moon_and_no_remainder(
    rules: Rules, seed: int
) -> None:
    rng = Random(seed)
    match = GAME.match(rules.to_json(), rules.players)
    deck = deck_of(rules.to_json())
    rng.shuffle(deck)
    deal = match.begin(0, [None] * rules.players, None)
    full = match.begin(0, match.layout(tuple(deck), 0).hands, None)
    if full.passing:
        moves = {
            seat: sorted(rng.sample(hand, rules.pass_count), key=CARDS.__getitem__)
            for seat, hand in enumerate(match.layout(tuple(deck), 0).hands)
        }
        full.open_seals(moves)
        deal.open_seals({})
    threats = set()
    while full.turn is not None:
        name = NAMES[pick(rng, full.legal(full.turn)) % 52]
        seat = full.turn
        full.apply(seat, name)
        deal.apply(seat, name)
        assert deal.alerts() == full.alerts()
        threats.add(full.alerts().moon_threat)
    shooter = match.costs.shooter(full.won())
    if shooter is not None and not rules.left_over:
        assert full.alerts().moon_threat == shooter
    if shooter is None and not rules.left_over:
        assert list(full.alerts().points) == match.costs.points(full.won())
