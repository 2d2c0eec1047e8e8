"""How fast whole random deals run, here and in OpenSpiel, an engine in C++.

Usage: ``python tests/benchmarks/bench_hearts.py [rounds]`` with ``open_spiel`` installed.

A deal is dealt, passed, played and scored under the same rules on both sides, each through
its public Python classes, and the legal cards are asked for before every play. One and the
same generator makes every choice. Both take turns, on one core, and the medians are compared.

OpenSpiel deals by chance nodes. Their actions are taken from ``legal_actions``, which is
faster than ``chance_outcomes`` and means the same, for they are all equally likely.
"""

from __future__ import annotations

import os
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

import pyspiel

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "src"))

from hearts.cards import BITS, Card, CardSet
from hearts.match import Match
from hearts.presets import PRESETS

DEALS = 200
"""In a row, before the other side has its turn."""


def stages() -> list[Match]:
    """A match before its first four deals: pass left, right, across, none."""
    matches = [Match.first(PRESETS["live"])]
    for _ in range(3):
        matches.append(matches[-1].settle({"dealer": 0, "points": [0] * 4, "totals": [0] * 4}))
    return matches


MATCHES = stages()
SPIEL = pyspiel.load_game("hearts", {"qs_breaks_hearts": False})


def nth(cards: CardSet, index: int) -> Card:
    """The card at ``index``, from 0, among a set's cards by their numbers."""
    while index:
        cards &= cards - 1
        index -= 1
    return (cards & -cards).bit_length() - 1


def ours(chance: Callable[[], float]) -> None:
    """One deal by this project's engine."""
    match = MATCHES[int(chance() * 4)]
    deck = list(range(52))
    for last in range(51, 0, -1):
        place = int(chance() * (last + 1))
        deck[last], deck[place] = deck[place], deck[last]
    deal = match.deal(match.hands(deck, 0))
    if deal.passing:
        passed = {}
        for seat in range(4):
            hand = kept = deal.hand(seat) or 0
            for size in (13, 12, 11):
                kept ^= BITS[nth(kept, int(chance() * size))]
            passed[seat] = hand ^ kept
        deal.exchange(passed)
    while (turn := deal.turn) is not None:
        legal = deal.legal(turn)
        deal.play(turn, nth(legal, int(chance() * legal.bit_count())))
    match.result(deal, 0)


def theirs(chance: Callable[[], float]) -> None:
    """One deal by OpenSpiel."""
    state = SPIEL.new_initial_state()
    while not state.is_terminal():
        actions = state.legal_actions()
        state.apply_action(actions[int(chance() * len(actions))])
    state.returns()


def seconds(play: Callable[[Callable[[], float]], None], chance: Callable[[], float]) -> float:
    """The time of one deal, as a mean of `DEALS`."""
    start = time.perf_counter()
    for _ in range(DEALS):
        play(chance)
    return (time.perf_counter() - start) / DEALS


def main(rounds: int) -> None:
    """Measure and print."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    chance = Random(1).random
    times: dict[str, list[float]] = {"hearts": [], "OpenSpiel": []}
    for _ in range(rounds + 1):
        times["hearts"].append(seconds(ours, chance))
        times["OpenSpiel"].append(seconds(theirs, chance))
    medians = {name: statistics.median(values[1:]) for name, values in times.items()}
    for name, median in medians.items():
        print(f"{name:10} {1 / median:8.0f} deals/s   {median * 1e6:6.1f} us a deal")
    print(f"hearts runs at {medians['OpenSpiel'] / medians['hearts']:.2f} times OpenSpiel's speed")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 25)
