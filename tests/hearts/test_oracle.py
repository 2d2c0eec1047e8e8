"""Deals that another engine dealt, passed, played and scored: OpenSpiel, in C++.

The recorded deals lie outside the repository (``FAIRDEAL_ORACLE``); fresh ones are played
where ``pyspiel`` is installed.
"""

from __future__ import annotations

import gzip
import json
import os
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from hearts.cards import CARDS, NAMES, names, set_of
from hearts.deal import Deal
from tests.hearts.helpers import LIMITS, exchange, points, views_of

ROOT = Path(__file__).resolve().parents[2]
ORACLE = Path(os.environ.get("FAIRDEAL_ORACLE") or ROOT.parent / "shared" / "oracle")

# The flags under which that engine plays the rules of `live` and `solo`.
FLAGS = {
    "avoid_all_tricks_bonus": False,
    "can_lead_any_club": False,
    "can_lead_hearts_instead_of_qs": False,
    "jd_bonus": False,
    "must_break_hearts": True,
    "no_pts_on_first_trick": True,
    "pass_cards": True,
    "qs_breaks_hearts": False,
}


def recorded(name: str) -> list[dict[str, Any]]:
    path = ORACLE / f"{name}.jsonl.gz"
    if not path.exists():
        pytest.skip(f"no recorded deals: {path.name} is not in the folder FAIRDEAL_ORACLE")
    with gzip.open(path, "rt") as lines:
        return [json.loads(line) for line in lines]


def bits(hand: list[str]) -> int:
    return set_of(CARDS[name] for name in hand)


@pytest.mark.parametrize("name", ["seed_rules_strict", "qs_does_not_break"])
def test_recorded_deals(name: str) -> None:
    deals = recorded(name)
    assert len(deals) == 300
    for record in deals:
        assert record["params"] == FLAGS
        dealt = [bits(hand) for hand in record["dealt"]]
        offset = record["pass_dir"]
        full, views = Deal(LIMITS, dealt, offset), views_of(dealt, offset)
        if offset:
            exchange(full, views, [bits(passed) for passed in record["passed"]])
        assert [full.hand(seat) for seat in range(4)] == [bits(hand) for hand in record["hands"]]
        for seat, card, legal in record["plays"]:
            assert full.turn == seat
            assert full.legal(seat) == views[seat].legal(seat) == bits(legal)
            assert all(view.legal(seat) & bits(legal) == bits(legal) for view in views)
            for deal in (full, *views):
                deal.play(seat, CARDS[card])
        assert full.over
        assert points(full.taken) == record["points"]
        assert all(view.taken == full.taken for view in views)


def fresh_deals(count: int) -> Iterator[tuple[Any, Random]]:
    spiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")
    game = spiel.load_game("hearts", FLAGS)
    for seed in range(count):
        yield game.new_initial_state(), Random(seed)


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_fresh_deals() -> None:
    for state, rng in fresh_deals(150):
        direction = rng.randrange(4)
        state.apply_action(direction)
        dealt: list[list[str]] = [[], [], [], []]
        for place in range(52):
            action = rng.choice(state.legal_actions())
            dealt[place % 4].append(state.action_to_string(action))
            state.apply_action(action)
        deal = Deal(LIMITS, [bits(hand) for hand in dealt], direction)
        if deal.passing:
            passed: dict[int, int] = {}
            for _ in range(12):
                seat = state.current_player()
                action = rng.choice(state.legal_actions())
                passed[seat] = passed.get(seat, 0) | bits([state.action_to_string(action)])
                state.apply_action(action)
            deal.exchange(passed)
        while (seat := deal.turn) is not None:
            assert state.current_player() == seat
            actions = {state.action_to_string(action): action for action in state.legal_actions()}
            legal = names(deal.legal(seat))
            assert set(legal) == set(actions)
            name = rng.choice(legal)
            state.apply_action(actions[name])
            deal.play(seat, CARDS[name])
        assert state.is_terminal()
        assert points(deal.taken) == [26 - value for value in state.returns()]
        assert all(name in NAMES for hand in dealt for name in hand)
