"""How many deals show which bias, and how often fair deals raise an alarm (section 19.5).

``python -m tests.benchmarks.audit_power [--samples N]`` prints the table of the specification, and
``--whole N`` how so many audits of four whole games each come out, which end when the scores say.

For the table no transcript is made: whole audits are simulated on arrays of cards, tables of eight
deals for four seats, and counted as unusual if any test's p-value, times the number of tests, is at
most 1 %, which is the first step of Holm's rule. Critical values come from fair samples, of at most
``ENOUGH`` deals: with more, the distributions hardly change, except those of the lengths, which are
left out then. The tests by player are counted and not made. So the figures are on the safe side.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from functools import cache, partial
from random import Random
from typing import Any

import numpy as np

from fairdeal import chance
from fairdeal.audit import audit
from fairdeal.chance import DRAWS, Array, Measures, Shape
from fairdeal.fall import LEVEL
from fairdeal.game import Done, Seals
from fairdeal.sample import Hands, Sample
from hearts.cards import CARDS
from hearts.game import GAME
from hearts.presets import named
from hearts.tools import TOOLS

SEATS, DECK, DEALS = 4, 52, 8
TESTS = 17  # as many as an audit of these tables makes: two cards are tested by player as well
ALPHA = LEVEL / TESTS
SUITS = [range(at, at + 13) for at in range(0, DECK, 13)]
QUEEN, TWO = CARDS["QS"], CARDS["2C"]
ENOUGH = 400
POWER = 0.9

Cards = tuple[Array, Array]
"""``owner`` and ``at``, in the form (samples, deals, deck)."""
Bias = Callable[[np.random.Generator, int, int], Cards]
"""Makes the cards of so many samples of so many deals."""


@cache
def measures(deals: int) -> Measures:
    """What an audit counts in so many deals."""
    follows = np.arange(deals) % DEALS != 0
    return Measures(Shape(range(DECK), SEATS, [DECK // SEATS] * SEATS, SUITS, follows))


def fair(rng: np.random.Generator, samples: int, deals: int) -> Cards:
    """Fair deals."""
    return measures(deals).fair(rng, samples)


def dealt(rng: np.random.Generator, order: Array, samples: int, deals: int) -> Cards:
    """Shuffled decks, dealt in turn from the dealer's left; the first dealer is drawn."""
    at = np.argsort(order, axis=1).astype(np.uint8).reshape(samples, deals, DECK)
    number = np.arange(deals)
    drawn = rng.integers(SEATS, size=(samples, deals // DEALS + 1))[:, number // DEALS]
    first = drawn + number % DEALS + 1
    return ((at + first[:, :, None]) % SEATS).astype(np.uint8), at


def modulo(rng: np.random.Generator, samples: int, deals: int) -> Cards:
    """Fisher-Yates with ``byte % m``, none refused."""
    order = np.tile(np.arange(DECK, dtype=np.uint8), (samples * deals, 1))
    rows = np.arange(len(order))
    for last in range(DECK - 1, 0, -1):
        chosen = rng.integers(256, size=len(order)) % (last + 1)
        kept = order[:, last].copy()
        order[:, last] = order[rows, chosen]
        order[rows, chosen] = kept
    return dealt(rng, order, samples, deals)


def called_off(rng: np.random.Generator, samples: int, deals: int, *, most: int) -> Cards:
    """The host calls a deal off when seat 0 gets the queen of spades, ``most`` times at a table."""
    owner, at = fair(rng, samples, deals)
    left = np.zeros(samples, dtype=int)
    for deal in range(deals):
        if deal % DEALS == 0:
            left[:] = most
        while (again := np.flatnonzero((owner[:, deal, QUEEN] == 0) & (left > 0))).size:
            owner[again, deal : deal + 1], at[again, deal : deal + 1] = fair(rng, again.size, 1)
            left[again] -= 1
    return owner, at


def repeated(rng: np.random.Generator, samples: int, deals: int, *, one_in: int) -> Cards:
    """One deal of so many is the one before, dealt again to the same seats."""
    owner, at = fair(rng, samples, deals)
    same = (rng.integers(one_in, size=(samples, deals)) == 0) & (np.arange(deals) % DEALS != 0)
    for sample, deal in np.argwhere(same):
        owner[sample, deal], at[sample, deal] = owner[sample, deal - 1], at[sample, deal - 1]
    return owner, at


def left_lying(rng: np.random.Generator, samples: int, deals: int, *, cards: int) -> Cards:
    """The top cards of each deck were not shuffled since the deal before."""
    order = np.tile(np.arange(DECK), (samples * deals, 1))
    rng.permuted(order, axis=1, out=order)
    order = order.reshape(samples, deals, DECK)
    for deal in range(1, deals):
        if deal % DEALS:
            top = order[:, deal - 1, :cards]
            now = order[:, deal]
            rest = now[~(now[:, :, None] == top[:, None, :]).any(axis=2)].reshape(samples, -1)
            order[:, deal] = np.concatenate([top, rest], axis=1)
    return dealt(rng, order.reshape(-1, DECK), samples, deals)


def in_batches(
    bias: Bias, rng: np.random.Generator, samples: int, deals: int, *, done: int = 0
) -> Array:
    """The statistics of so many samples; the columns are the measures, then cards by seat."""
    found = []
    while done < samples:
        batch = max(1, min(samples - done, 200, (1 << 21) // (deals * DECK)))
        owner, at = bias(rng, batch, deals)
        single = [
            (owner[:, :, card] == seat).sum(axis=1)
            for card in (QUEEN, TWO)
            for seat in range(SEATS)
        ]
        counted = measures(deals).statistics(owner, at)
        found.append(np.concatenate([counted, np.stack(single, axis=1)], axis=1))
        done += batch
    return np.concatenate(found)


@cache
def critical(deals: int) -> dict[str, float]:
    """What a statistic has to exceed to be unusual, by measure and group."""
    rng = np.random.default_rng(deals)
    found = np.sort(in_batches(fair, rng, DRAWS, deals), axis=0)
    # b of m fair samples reach it, and (b + 1) / (m + 1) has to be at most alpha.
    reached = int(ALPHA * (DRAWS + 1)) - 1
    names = [f"{one.name} {one.about}" for one in measures(deals).all]
    return dict(zip(names, found[-1 - reached], strict=False))


def unusual(statistics: Array, deals: int) -> Array:
    """Which samples any test finds unusual."""
    limits = critical(min(deals, ENOUGH))
    found = np.zeros(len(statistics), dtype=bool)
    for column, one in enumerate(measures(deals).all):
        if one.name != "lengths" or deals <= ENOUGH:
            found |= statistics[:, column] > limits[f"{one.name} {one.about}"]
    p = [chance.binomial(count, deals, 1 / SEATS) * SEATS for count in range(deals + 1)]
    counts = statistics[:, len(measures(deals).all) :].astype(int)
    found |= (np.array(p)[counts] <= ALPHA).any(axis=1)
    return found


def share(bias: Bias, deals: int, samples: int) -> float:
    """How often audits of so many deals are unusual."""
    rng = np.random.default_rng([deals, samples])
    return float(unusual(in_batches(bias, rng, samples, deals), deals).mean())


def needed(bias: Bias, samples: int, start: int) -> tuple[int, float]:
    """How many deals it takes, in steps of whole tables and a twentieth, and their power."""
    deals = start
    while (power := share(bias, deals, samples)) < POWER:
        deals += max(DEALS, round(deals / 20 / DEALS) * DEALS)
    return deals, power


def needed_by_queen(favour: float, among: int = SEATS) -> int:
    """How many deals show, exactly, that one of so many gets the queen of spades so often.

    By seat ``among`` are the seats; by player, in whatever seats, the players, and the deals those
    of the favoured one.
    """
    low, high = 1, 1 << 17
    while high - low > 1:
        middle = (low + high) // 2
        found = chance.detectable(middle, 1 / SEATS, ALPHA / among, POWER)
        low, high = (low, middle) if found is not None and found <= favour else (middle, high)
    return high


def whole_game(cards: Random, name: str) -> Sample:
    """A game of hearts to its own end, with random legal cards; the players sit as they like."""
    match: Any = GAME.match(named("live").to_json(), SEATS)
    bot = TOOLS.bot("random", cards.randrange)
    keys = tuple(cards.sample([f"{seat}" * 64 for seat in range(SEATS)], SEATS))
    played: list[Hands] = []
    while not match.over:
        order = tuple(cards.sample(match.deck, DECK))
        draw = cards.randrange(SEATS)
        layout = match.layout(order, draw)
        deal = match.begin(draw, layout.hands, layout.rest)
        while not isinstance(due := deal.due(), Done):
            moves = {seat: bot.choose(deal, seat) for seat in sorted(due.seats)}
            if isinstance(due, Seals):
                deal.open_seals(moves)
            else:
                deal.apply(*moves.popitem())
        groups = tuple(TOOLS.groups(match).items())
        result = deal.result()
        points = tuple(TOOLS.points(result) or ())
        fallen = tuple(layout.hands)
        played.append(Hands(len(played) + 1, match.deck, order, fallen, groups, points, keys))
        match = match.settle(result)
    return Sample(name, len(played), "hearts", "host", {"host": "Host"}, (), tuple(played))


def whole_games(audits: int) -> None:
    """How many audits of four whole games are unusual, and how many p-values are small."""
    alarms = small = tests = deals = 0
    for number in range(audits):
        cards = Random(number)
        samples = [whole_game(cards, str(game)) for game in range(4)]
        found = audit(samples, np.random.default_rng(number))
        alarms += bool(found.unusual)
        judged = [test.p for test in found.tests if test.is_judged]
        small, tests, deals = (
            small + sum(p <= LEVEL for p in judged),
            tests + len(judged),
            deals + found.deals,
        )
    print(f"{alarms} of {audits} audits of whole games unusual; {deals / audits:.1f} deals each")
    print(f"{small} of {tests} p-values at most {LEVEL}")


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--samples", type=int, default=300, help="audits simulated for each figure")
    parser.add_argument("--whole", type=int, default=0, help="audits of whole games instead")
    asked = parser.parse_args(arguments)
    if asked.whole:
        whole_games(asked.whole)
        return
    samples = asked.samples
    made = measures(80).all
    assert len(made) + 2 + 2 == TESTS, [one.name for one in made]

    alarms = share(fair, 80, 20 * samples)
    low, high = chance.interval(round(alarms * 20 * samples), 20 * samples)
    print(f"fair deals: {alarms:.2%} of {20 * samples} audits of 80 deals are unusual")
    print(f"(in the long run {low:.2%} to {high:.2%})\n")
    print("| bias | deals | power |\n|---|---|---|")
    for favour in (0.26, 0.28, 0.30, 0.35, 0.50):
        deals = needed_by_queen(favour)
        print(f"| one seat gets the queen of spades {favour:.0%} of the time | {deals:,} | 0.90 |")
    for favour in (0.30, 0.35, 0.50):
        deals = needed_by_queen(favour, 20)
        print(f"| one of 20 players, in any seat, gets it {favour:.0%} | {deals:,} own | 0.90 |")
    rows: list[tuple[str, Bias, int]] = [
        ("re-deals when a seat gets it, once a table", partial(called_off, most=1), 520),
        ("re-deals when a seat gets it, three times a table", partial(called_off, most=3), 64),
        ("byte % m", modulo, 3200),
        ("one deal in 100 again", partial(repeated, one_in=100), 240),
        ("one deal in 20 again", partial(repeated, one_in=20), 24),
        ("the top card is not shuffled", partial(left_lying, cards=1), 8),
    ]
    for what, bias, start in rows:
        deals, power = needed(bias, samples, start)
        print(f"| {what} | {deals:,} | {power:.2f} |", flush=True)


if __name__ == "__main__":
    main()
