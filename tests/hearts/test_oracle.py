"""Deals that another engine dealt, passed, played and scored: OpenSpiel, in C++.

The recorded deals lie outside the repository (``FAIRDEAL_ORACLE``); fresh ones are played
where ``pyspiel`` is installed (extra ``bench``). ``python -m tests.hearts.test_oracle 20000``
plays so many fresh deals by hand.
"""

from __future__ import annotations

import gzip
import json
import os
import sys
import warnings
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from hearts.cards import CARDS, NAMES, names, set_of
from hearts.deal import Deal
from hearts.match import Match
from hearts.presets import PRESETS
from hearts.rules import Rules
from tests.hearts.helpers import HEARTS, QUEEN, exchange, views_of

ROOT = Path(__file__).resolve().parents[2]
ORACLE = Path(os.environ.get("FAIRDEAL_ORACLE") or ROOT.parent / "shared" / "oracle")

FLAGS: dict[str, bool] = {
    "can_lead_any_club": False,
    "can_lead_hearts_instead_of_qs": False,
    "jd_bonus": False,
    "must_break_hearts": True,
    "no_pts_on_first_trick": True,
    "pass_cards": True,
    "qs_breaks_hearts": False,
}
"""The flags under which that engine plays the rules of `live`.

It has one more, ``avoid_all_tricks_bonus``, which is none of our axes.
"""

RECORDED = {
    "jd_bonus": 300,
    "no_must_break_hearts": 300,
    "no_pass": 300,
    "points_on_first_trick": 300,
    "qs_does_not_break": 300,
    "seed_rules_strict": 300,
    "xinxin": 10,
}


def rules_of(flags: Mapping[str, bool], direction: int) -> Rules:
    """The rule set of such flags, for a deal whose cards go so far to the left."""
    first_trick: Any = "forbidden" if flags["no_pts_on_first_trick"] else "allowed"
    return replace(
        PRESETS["live"],
        first_lead="any-club" if flags["can_lead_any_club"] else "two-of-clubs",
        only_hearts_and_queen=("either" if flags["can_lead_hearts_instead_of_qs"] else "queen"),
        bonus="JD" if flags["jd_bonus"] else "none",
        closed_hearts_lead="forbidden" if flags["must_break_hearts"] else "allowed",
        first_trick_hearts=first_trick,
        first_trick_queen=first_trick,
        hearts_opened_by="heart-or-queen" if flags["qs_breaks_hearts"] else "heart",
        pass_cycle=(direction,),
    )


def bits(hand: list[str]) -> int:
    return set_of(CARDS[name] for name in hand)


# --- Recorded deals ---


def recorded(name: str) -> list[dict[str, Any]]:
    path = ORACLE / f"{name}.jsonl.gz"
    if not path.exists():
        pytest.skip(f"no recorded deals: {path.name} is not in the folder FAIRDEAL_ORACLE")
    with gzip.open(path, "rt") as lines:
        return [json.loads(line) for line in lines]


def test_every_recorded_file_is_compared() -> None:
    if not ORACLE.is_dir():
        pytest.skip("no recorded deals: there is no folder FAIRDEAL_ORACLE")
    assert sorted(path.name for path in ORACLE.glob("*.gz")) == [
        f"{name}.jsonl.gz" for name in sorted(RECORDED)
    ]


@pytest.mark.parametrize("name", list(RECORDED))
def test_recorded_deals(name: str) -> None:
    deals = recorded(name)
    assert len(deals) == RECORDED[name]
    for number, record in enumerate(deals):
        assert not record["params"].get("avoid_all_tricks_bonus")
        match = Match.first(rules_of({**FLAGS, **record["params"]}, record["pass_dir"]))
        dealt = [bits(hand) for hand in record["dealt"]]
        full = match.deal(dealt)
        views = [] if number % 6 else views_of(dealt, match)  # for they take their time
        if match.pass_offset:
            exchange(full, views, [bits(passed) for passed in record["passed"]])
        assert [full.hand(seat) for seat in range(4)] == [bits(hand) for hand in record["hands"]]
        for seat, card, legal in record["plays"]:
            assert full.turn == seat
            assert full.legal(seat) == bits(legal)
            assert not views or views[seat].legal(seat) == bits(legal)
            assert all(view.legal(seat) & bits(legal) == bits(legal) for view in views)
            for deal in (full, *views):
                deal.play(seat, CARDS[card])
        assert full.over
        assert match.result(full, 0)["points"] == record["points"]
        assert all(view.taken == full.taken for view in views)


# --- Fresh deals ---


FORCED = 4
"""The kind of deal in which a seat soon has nothing but penalty cards to lead."""


def stacked(rng: Random, kind: int) -> list[list[str]]:
    """Four hands: shuffled well, or so that moons, penalty-only hands and voids are common."""
    deck = list(NAMES)
    rng.shuffle(deck)
    if kind == FORCED:  # the ace of clubs takes the first trick; beside it penalty cards alone
        queen = rng.random() < 0.5
        deck.sort(key=lambda card: (card != "AC", card[1] != "H", rng.random()))
        deck.remove("QS")
        deck.insert(rng.randrange(13) if queen else rng.randrange(14, 52), "QS")
        hands = [deck[start : start + 13] for start in range(0, 52, 13)]
        rng.shuffle(hands)
        return hands
    if kind == 1:  # suits in a row
        deck.sort(key=lambda card: (NAMES.index(card) // 13, rng.random()))
    if kind == 2:  # hearts and the high cards of other suits in one hand
        deck.sort(key=lambda card: (card[1] != "H", card[0] not in "AKQ", rng.random()))
    if kind == 3:  # a hand of thirteen of the fourteen penalty cards
        deck.sort(key=lambda card: (card[1] != "H" and card != "QS", rng.random()))
    for _ in range(rng.choice([0, 0, 1, 2, 5])):
        one, other = rng.randrange(52), rng.randrange(52)
        deck[one], deck[other] = deck[other], deck[one]
    hands = [deck[start : start + 13] for start in range(0, 52, 13)]
    rng.shuffle(hands)
    return hands


def rare(deal: Deal, seat: int) -> Iterator[str]:
    """What is rare about the position of the seat to play."""
    hand = deal.hand(seat) or 0
    if not hand & ~(HEARTS | QUEEN):
        if not deal.tricks and deal.trick:
            yield "a hand of nothing but penalty cards on the first trick"
        if deal.tricks and not deal.trick and not deal.hearts_open:
            yield "hearts alone to lead" if not hand & QUEEN else "hearts and the queen to lead"
    if not hand & ~HEARTS and hand.bit_count() > 9:
        yield "a hand of ten hearts or more, and nothing else"


def compare(flags: Mapping[str, bool], rng: Random, spiel: Any) -> Counter[str]:
    """One deal by both engines: every legal set and every point. What was rare about it."""
    met: Counter[str] = Counter()
    state = spiel.load_game("hearts", dict(flags)).new_initial_state()
    kind = rng.randrange(5)
    direction = 0 if kind == FORCED else rng.choice(state.legal_actions())
    state.apply_action(direction)
    hands = stacked(rng, kind)
    by_name = {state.action_to_string(action): action for action in state.legal_actions()}
    for place in range(52):
        state.apply_action(by_name[hands[place % 4][place // 4]])
    match = Match.first(rules_of(flags, direction))
    deal = match.deal([bits(hand) for hand in hands])
    if deal.passing:
        passed = [rng.sample(hand, 3) for hand in hands]
        for seat, cards in enumerate(passed):
            for name in cards:
                assert state.current_player() == seat
                state.apply_action(by_name[name])
        deal.exchange({seat: bits(cards) for seat, cards in enumerate(passed)})
    greedy = rng.random() < 0.3
    while (seat := deal.turn) is not None:
        assert state.current_player() == seat
        met.update(rare(deal, seat))
        legal = names(deal.legal(seat))
        assert {by_name[name] for name in legal} == set(state.legal_actions())
        name = max(legal, key=lambda card: CARDS[card] % 13) if greedy else rng.choice(legal)
        state.apply_action(by_name[name])
        deal.play(seat, CARDS[name])
    assert state.is_terminal()
    assert match.result(deal, 0)["points"] == [26 - value for value in state.returns()]
    if match.costs.shooter(deal.won()) is not None:
        met["a moon"] += 1
    return met


def engine() -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        return pytest.importorskip("pyspiel", reason="OpenSpiel is not installed (extra: bench)")


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.parametrize("flag", [None, *FLAGS])
def test_fresh_deals_with_each_flag_turned(flag: str | None) -> None:
    flags = FLAGS if flag is None else {**FLAGS, flag: not FLAGS[flag]}
    for seed in range(60):
        compare(flags, Random(seed), engine())


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_fresh_deals_with_any_flags_and_every_rare_case_among_them() -> None:
    met = compare_many(300)
    assert set(met) == RARE
    assert min(met.values()) >= 5, met


RARE = {
    "a hand of nothing but penalty cards on the first trick",
    "a hand of ten hearts or more, and nothing else",
    "a moon",
    "hearts alone to lead",
    "hearts and the queen to lead",
}


def compare_many(deals: int) -> Counter[str]:
    """So many deals under flags by chance; how often what was rare happened."""
    met: Counter[str] = Counter()
    for seed in range(deals):
        rng = Random(seed)
        met += compare({flag: rng.random() < 0.5 for flag in FLAGS}, rng, engine())
    return met


def main(deals: int) -> None:
    """So many deals, and what was rare about them."""
    met = compare_many(deals)
    print(f"{deals} deals agree with OpenSpiel's")
    for what, count in sorted(met.items()):
        print(f"  {what}: {count}")


if __name__ == "__main__":
    main(int(sys.argv[1]))
