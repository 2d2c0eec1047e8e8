"""How much better each level of bots plays than the next, over deals with rotated seats.

``python -m tests.benchmarks.bench_bots``; exit status 1 if a level is not better beyond chance.

Each of ``--levels`` plays the next one. The two take every other seat; then all move on by one
seat and play the same deal again, so that both have held all its hands. What a deal tells is how
many points a seat of the one level took less than a seat of the other, in both rounds together.
Over all deals that gives a mean and its 95 % confidence interval, which must not reach down to 0.
Bots see their own seat's view only.

A level may also be ``open-spiel``, under the preset ``live`` only: the IS-MCTS bot of OpenSpiel
with its usual random rollouts, ``--simulations`` of them a decision. ``--budget`` is how many
playouts ``hard`` spends on one.
"""

from __future__ import annotations

import argparse
import math
import statistics
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from random import Random
from typing import Any

from fairdeal.game import Bot, Json
from hearts.bots import LEVELS
from hearts.bots.hard import BUDGET, HardBot
from hearts.cards import CARDS, NAMES, names
from hearts.game import HeartsDeal, HeartsMatch
from hearts.presets import named
from hearts.tools import TableBot
from tests.hearts.table import dealt, first_match, play

GUEST = "open-spiel"


@dataclass(frozen=True)
class Duel:
    """Two levels that play each other."""

    levels: tuple[str, str]
    preset: str
    budget: int
    simulations: int
    seed: int

    def bots(self, deal: int, turn: int, full: HeartsDeal) -> Iterator[Bot]:
        """The bots at the seats."""
        for seat in range(full.seats):
            level = self.levels[(seat + turn) % 2]
            rng = Random(f"{self.seed} {deal} {turn} {seat}")
            if level == GUEST:
                yield Guest(full, self.simulations, rng.randrange(1 << 30))
            elif level == "hard":
                yield TableBot(HardBot(rng.randrange, self.budget))
            else:
                yield TableBot(LEVELS[level](rng.randrange))

    def deal(self, number: int) -> tuple[float, float]:
        """The points of a seat of each level in one deal."""
        taken: tuple[list[int], list[int]] = [], []
        for turn in range(2):
            views = dealt(before(self.preset, number), Random(f"{self.seed} {number}"))
            result: Any = play(views, list(self.bots(number, turn, views[0])))
            for seat, points in enumerate(result["points"]):
                taken[(seat + turn) % 2].append(points)
        return statistics.fmean(taken[0]), statistics.fmean(taken[1])


def before(preset: str, number: int) -> HeartsMatch:
    """A match before such a deal: every offset of the pass has its turn."""
    match = first_match(named(preset))
    zeros = [0] * match.rules.players
    members = ["points", "totals", *(["penalties"] if match.costs.bonus_cards else [])]
    for _ in range(number % len(match.rules.pass_cycle)):
        match = match.settle({"dealer": 0, **dict.fromkeys(members, zeros)})
    return match


class Guest:
    """OpenSpiel's IS-MCTS bot. ``full`` is the deal in which its state is set up again.

    There it always has the first seat: in others it crashes while cards are passed.
    """

    def __init__(self, full: HeartsDeal, simulations: int, seed: int) -> None:
        import pyspiel

        self._full = full
        self._game = pyspiel.load_game("hearts", {"qs_breaks_hearts": False})
        self._bot = pyspiel.ISMCTSBot(
            seed,
            pyspiel.RandomRolloutEvaluator(1, seed),
            20.0,  # for the scale of points
            simulations,
            -1,
            pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT,
            False,
            True,  # its guesses at hidden hands may disagree with voids that were shown
        )

    def choose(self, deal: Any, seat: int) -> Json:
        """Three cards or one."""
        state = self._state(seat)
        if not self._full.passing:
            return name_of(self._bot.step(state))
        passed = []
        for _ in range(3):
            action = self._bot.step(state)
            passed.append(name_of(action))
            state.apply_action(action)
        return sorted(passed, key=NAMES.index)

    def _state(self, first: int) -> Any:
        """The same position there, from that seat on."""
        full, seats = self._full, [(first + turn) % 4 for turn in range(4)]
        plays = [play for cards, _ in full.tricks for play in cards.items()]
        plays += full.trick.items()
        hands = [full.hand(seat) or 0 for seat in range(4)]
        for seat, card in plays:
            hands[seat] |= 1 << card
        for seat, passed in full.passed.items():
            hands[full.receiver(seat)] ^= passed
        for seat, passed in full.passed.items():
            hands[seat] |= passed
        state = self._game.new_initial_state()
        state.apply_action(full.pass_offset)
        for place in range(52):
            state.apply_action(action_of(names(hands[seats[place % 4]])[place // 4]))
        for seat in seats:
            for name in names(full.passed.get(seat, 0)):
                state.apply_action(action_of(name))
        for _, card in plays:
            state.apply_action(action_of(NAMES[card]))
        return state


def action_of(name: str) -> int:
    """OpenSpiel's number of a card."""
    return CARDS[name] % 13 * 4 + CARDS[name] // 13


def name_of(action: int) -> str:
    """The card of such a number."""
    return NAMES[action % 4 * 13 + action // 4]


def is_better(duel: Duel, deals: int, jobs: int) -> bool:
    """Play and print; whether the first level is better beyond chance."""
    start = time.perf_counter()
    if jobs == 1:
        taken = list(map(duel.deal, range(deals)))
    else:
        with ProcessPoolExecutor(jobs) as pool:
            taken = list(pool.map(partial(Duel.deal, duel), range(deals), chunksize=10))
    ours, theirs = zip(*taken, strict=True)
    gaps = [their - our for our, their in taken]
    gap, error = statistics.fmean(gaps), 1.96 * statistics.stdev(gaps) / math.sqrt(deals)
    one, other = duel.levels
    print(
        f"{one:>10} {statistics.fmean(ours):6.2f}   {other:>10} {statistics.fmean(theirs):6.2f}   "
        f"better by {gap:5.2f} ± {error:.2f} points a deal   "
        f"({deals} deals, {time.perf_counter() - start:.0f} s)",
        flush=True,
    )
    return gap > error


def main() -> int:
    """Let each level play the next."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--deals", type=int, default=2000)
    parser.add_argument("--levels", default="hard,normal,easy,random")
    parser.add_argument("--preset", default="live")
    parser.add_argument("--budget", type=int, default=BUDGET)
    parser.add_argument("--simulations", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    asked = parser.parse_args()
    better = [
        is_better(
            Duel(pair, asked.preset, asked.budget, asked.simulations, asked.seed),
            asked.deals,
            asked.jobs,
        )
        for pair in pairwise(asked.levels.split(","))
    ]
    return 0 if all(better) else 1


if __name__ == "__main__":
    sys.exit(main())
