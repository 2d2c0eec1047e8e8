"""How many deals show which bias, and how often fair deals raise an alarm (section 19.6).

``python -m tests.benchmarks.audit_power [--samples N]`` prints the table of the specification.

No transcript is made: audits are simulated on arrays of cards, tables of eight deals of hearts for
four seats with 52 cards, one host, the same four persons always in the same seats. All tests of an
audit are made but for points, and corrected as in an audit. In whole games of hearts, which random
legal cards play to their end, the number of deals depends on the cards.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from functools import partial
from random import Random

import numpy as np

from fairdeal import chance
from fairdeal.audit import audit
from fairdeal.chance import Array, Total
from fairdeal.fall import LEVEL, OneTest, Pool
from fairdeal.game import Done, Match, Seals
from fairdeal.sample import Hands, Sample
from fairdeal.strata import Alike, Stratum
from hearts.cards import CARDS, NAMES
from hearts.game import GAME
from hearts.tools import TOOLS
from tests.audits import table

SEATS, DECK, DEALS = 4, 52, 8
SUITS = [(f"suit {at // 13}", NAMES[at : at + 13]) for at in range(0, DECK, 13)]
SINGLES = [("queen of spades", ("QS",)), ("two of clubs", ("2C",))]
ALIKE = Alike(NAMES, (DECK // SEATS,) * SEATS, (*SUITS, *SINGLES))
PERSONS = tuple("abcd")
QUEEN = CARDS["QS"]
POWER = 0.9

Cards = tuple[Array, Array]
"""``owner`` and ``at``, in the form (deals, deck)."""
Bias = Callable[[np.random.Generator, int], Cards]
"""Makes the cards of so many deals."""


def fair(rng: np.random.Generator, deals: int) -> Cards:
    """Fair deals."""
    at = rng.permuted(np.tile(np.arange(DECK), (deals, 1)), axis=1).astype(np.uint8)
    return (at // (DECK // SEATS)).astype(np.uint8), at


def dealt(rng: np.random.Generator, order: Array) -> Cards:
    """Shuffled decks, dealt in turn from the dealer's left; the first dealer is drawn."""
    at = np.argsort(order, axis=1).astype(np.uint8)
    number = np.arange(len(order))
    drawn = rng.integers(SEATS, size=len(order) // DEALS + 1)[number // DEALS]
    first = drawn + number % DEALS + 1
    return ((at + first[:, None]) % SEATS).astype(np.uint8), at


def modulo(rng: np.random.Generator, deals: int) -> Cards:
    """Fisher-Yates with ``byte % m``, none refused."""
    order = np.tile(np.arange(DECK, dtype=np.uint8), (deals, 1))
    rows = np.arange(deals)
    for last in range(DECK - 1, 0, -1):
        chosen = rng.integers(256, size=deals) % (last + 1)
        kept = order[:, last].copy()
        order[:, last] = order[rows, chosen]
        order[rows, chosen] = kept
    return dealt(rng, order)


def called_off(rng: np.random.Generator, deals: int, *, most: int) -> Cards:
    """The host calls a deal off when seat 0 gets the queen of spades, ``most`` times at a table."""
    owner, at = fair(rng, deals)
    left = most
    for deal in range(deals):
        if deal % DEALS == 0:
            left = most
        while owner[deal, QUEEN] == 0 and left:
            owner[deal : deal + 1], at[deal : deal + 1] = fair(rng, 1)
            left -= 1
    return owner, at


def repeated(rng: np.random.Generator, deals: int, *, one_in: int) -> Cards:
    """One deal of so many is the one before, dealt again to the same seats."""
    owner, at = fair(rng, deals)
    same = (rng.integers(one_in, size=deals) == 0) & (np.arange(deals) % DEALS != 0)
    for deal in np.flatnonzero(same):
        owner[deal], at[deal] = owner[deal - 1], at[deal - 1]
    return owner, at


def left_lying(rng: np.random.Generator, deals: int, *, cards: int) -> Cards:
    """The top cards of each deck were not shuffled since the deal before."""
    order = rng.permuted(np.tile(np.arange(DECK), (deals, 1)), axis=1)
    for deal in range(1, deals):
        if deal % DEALS:
            top = order[deal - 1, :cards]
            order[deal] = np.concatenate([top, order[deal][~np.isin(order[deal], top)]])
    return dealt(rng, order)


def tests(cards: Cards) -> Sequence[OneTest]:
    """The tests of an audit of these deals."""
    owner, at = cards
    follows = np.arange(len(owner)) % DEALS != 0
    pool = Pool([Stratum(ALIKE, owner, at, follows, [PERSONS] * len(owner))])
    return list(pool.tests(0))


def unusual(made: Sequence[OneTest]) -> bool:
    """Whether any test stands out, as `fairdeal.audit.audit` corrects them."""
    worth = chance.testable([one.least for one in made], LEVEL)
    able = [one.p for one, can in zip(made, worth, strict=True) if can]
    return min(chance.holm(able)) <= LEVEL


def share(bias: Bias, deals: int, samples: int) -> float:
    """How often audits of so many deals are unusual."""
    rng = np.random.default_rng([deals, samples])
    return sum(unusual(tests(bias(rng, deals))) for _ in range(samples)) / samples


def needed(bias: Bias, samples: int, start: int) -> tuple[int, float]:
    """How many deals it takes, in steps of whole tables and a twentieth, and their power."""
    deals = start
    while (power := share(bias, deals, samples)) < POWER:
        deals += max(DEALS, round(deals / 20 / DEALS) * DEALS)
    return deals, power


def needed_by_queen(favour: float, made: int, cells: int) -> int:
    """How many deals show that one of so many seats, or players, gets the queen so often.

    By the test `single`, or `person`, alone, which is one of those ``made``.
    """
    low, high = 1, 1 << 17
    while high - low > 1:
        deals = (low + high) // 2
        law = Total({chance.holds(DECK, 1, DECK // SEATS): deals})
        least = law.found_from(LEVEL / made / cells)
        found = None if least is None else chance.share_found(least, deals, POWER)
        low, high = (low, deals) if found is not None and found <= favour else (deals, high)
    return high


def whole_game(number: int, rng: Random) -> Sample:
    """A game of hearts by the rules ``live``, played to its end."""
    rules, seats = TOOLS.rules("live", {})
    bot = TOOLS.bot("random", rng.randrange)
    match: Match = GAME.match(rules, seats)
    deals: list[Hands] = []
    while not match.over:
        order, draw = tuple(rng.sample(match.deck, DECK)), rng.randrange(seats)
        layout = match.layout(order, draw)
        deal = match.begin(draw, layout.hands, layout.rest)
        while not isinstance(due := deal.due(), Done):
            moves = {seat: bot.choose(deal, seat) for seat in sorted(due.seats)}
            if isinstance(due, Seals):
                deal.open_seals(moves)
            else:
                ((seat, move),) = moves.items()
                deal.apply(seat, move)
        groups = tuple(TOOLS.groups(match).items())
        points = tuple(TOOLS.points(deal.result()) or ())
        deals.append(
            Hands(len(deals) + 1, match.deck, order, layout.hands, groups, points, PERSONS)
        )
        match = match.settle(deal.result())
    return table(str(number), deals)


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--samples", type=int, default=300, help="audits simulated for each figure")
    samples = parser.parse_args(arguments).samples
    made = len(tests(fair(np.random.default_rng(1), 80)))
    print(f"{made} tests\n")

    alarms = share(fair, 80, 20 * samples)
    low, high = chance.interval(round(alarms * 20 * samples), 20 * samples)
    print(f"fair deals: {alarms:.2%} of {20 * samples} audits of 80 deals are unusual")
    print(f"(in the long run {low:.2%} to {high:.2%})\n", flush=True)
    played = Random(1)
    audits = [audit([whole_game(at, played) for at in range(4)]) for _ in range(4 * samples)]
    rare = [one.p <= LEVEL for found in audits for one in found.tests]
    alarms = sum(bool(one.unusual) for one in audits)
    print(f"whole games: {alarms} of {len(audits)} audits of four games are unusual;")
    print(f"{sum(rare)} of {len(rare)} p-values are at most {LEVEL}\n", flush=True)
    print("| bias | deals | power |\n|---|---|---|")
    for favour in (0.26, 0.28, 0.30, 0.35, 0.50):
        deals = needed_by_queen(favour, made, SEATS)
        print(f"| one seat gets the queen of spades {favour:.0%} of the time | {deals:,} | 0.90 |")
    for favour in (0.30, 0.35, 0.50):
        deals = needed_by_queen(favour, made, 20)
        print(f"| one of 20 players gets it {favour:.0%} of the time | {deals:,} | 0.90 |")
    rows: list[tuple[str, Bias, int]] = [
        ("re-deals when a seat gets it, once a table", partial(called_off, most=1), 520),
        ("re-deals when a seat gets it, three times a table", partial(called_off, most=3), 80),
        ("byte % m", modulo, 3840),
        ("one deal in 100 again", partial(repeated, one_in=100), 240),
        ("one deal in 20 again", partial(repeated, one_in=20), 24),
        ("the top card is not shuffled", partial(left_lying, cards=1), 8),
    ]
    for what, bias, start in rows:
        deals, power = needed(bias, samples, start)
        print(f"| {what} | {deals:,} | {power:.2f} |", flush=True)


if __name__ == "__main__":
    main()
