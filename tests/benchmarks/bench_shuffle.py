"""A 52-card deal from its seeds against `random.Random.shuffle` of the same deck.

``python -m tests.benchmarks.bench_shuffle [--repeat N]``; exit status 1 if the bar is missed.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Callable, Sequence
from itertools import repeat as times
from statistics import median
from time import process_time

from fairdeal import shuffle
from hearts.game import GAME
from hearts.tools import TOOLS

BAR = 2.0
BATCH = 200


def interleaved(repeat: int, *actions: Callable[[], object]) -> list[float]:
    """The median seconds of CPU of one call of each action, in batches that take turns."""
    measured: list[list[float]] = [[] for _ in actions]
    for _ in range(repeat):
        for action, own in zip(actions, measured, strict=True):
            start = process_time()
            for _ in times(None, BATCH):
                action()
            own.append((process_time() - start) / BATCH)
    return list(map(median, measured))


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, print, and tell whether the bar holds."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeat", type=int, default=101, help="measurements of each kind")
    repeat = parser.parse_args(arguments).repeat

    rules, seats = TOOLS.rules("live", {})
    deck = GAME.match(rules, seats).deck
    root = bytes(range(32))
    generator = random.Random(1)
    host_seed, *seat_seeds = (generator.randbytes(32) for _ in range(seats + 1))
    host_seeds = iter(range(10**9))

    def from_seeds() -> None:
        # A new host seed each time, so that the mean number of rejected bytes is measured.
        fresh = next(host_seeds).to_bytes(4, "big") + host_seed[4:]
        shuffle.order_and_draw(shuffle.deck_key(root, fresh, seat_seeds), deck, seats)

    def in_python() -> None:
        order = list(deck)
        generator.shuffle(order)

    ours, theirs = interleaved(repeat, from_seeds, in_python)
    print(f"deck of {len(deck)} from its seeds:  {ours * 1e6:7.2f} µs, median of {repeat}")
    print(f"random.Random.shuffle:  {theirs * 1e6:7.2f} µs, median of {repeat}")
    print(f"ratio:                  {ours / theirs:7.3f}    (bar: at most {BAR})")
    return int(ours / theirs > BAR)


if __name__ == "__main__":
    sys.exit(main())
