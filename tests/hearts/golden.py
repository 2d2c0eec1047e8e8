"""A deal a rule set, written out so that a person can follow it: ``golden/*.txt``.

``python -m tests.hearts.golden`` writes the files anew; a test compares them.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from hearts.cards import NAMES, kinds, names
from hearts.game import GAME, HeartsDeal
from hearts.notation import DealLine, hand_text
from hearts.rules import Rules
from tests.hearts.rulesets import NAMED

FOLDER = Path(__file__).parent / "golden"
SEEDS = {"shooters-choice": 128}
"""Where another deal than the first shows more."""


def playthrough(name: str, rules: Rules) -> Iterator[str]:
    """One deal under ``rules``: everything dealt, every choice with its alternatives, points."""
    rng = Random(SEEDS.get(name, 1))
    match = GAME.match(rules.to_json(), rules.players)
    deck = list(match.deck)
    rng.shuffle(deck)
    draw = rng.randrange(rules.players)
    layout = match.layout(tuple(deck), draw)
    deal = match.begin(draw, layout.hands, layout.rest)
    yield f"rules   {name}"
    yield f"deal    {DealLine(draw, layout.hands, layout.rest)}"
    if deal.passing:
        moves: dict[int, Any] = {}
        for seat, hand in enumerate(layout.hands):
            moves[seat] = sorted(rng.sample(hand, rules.pass_count), key=NAMES.index)
            yield f"pass    seat {seat} to {deal.receiver(seat)}: {' '.join(moves[seat])}"
        deal.open_seals(moves)
    else:
        yield "pass    none"
    for seat in range(rules.players):
        yield f"hand {seat:2} {hand_text(names(deal.hand(seat) or 0))}"
    yield from tricks(rng, deal)
    if deal.choosing:
        yield f"choice  seat {deal.chooser} of add, subtract: subtract"
        deal.apply(deal.chooser or 0, "subtract")
    if layout.rest:
        winner = next(seat for seat, won in enumerate(deal.won()) if won != deal.taken[seat])
        yield f"rest    {' '.join(layout.rest)} to seat {winner}"
    result = deal.result()
    assert isinstance(result, dict)
    for member in ("points", *(["penalties"] if "penalties" in result else [])):
        yield f"{member:7} {' '.join(map(str, result[member]))}"
    yield f"over    {'yes' if match.settle(result).over else 'no'}"


def tricks(rng: Random, deal: HeartsDeal) -> Iterator[str]:
    """Every play with the cards that might have been played instead."""
    number = 0
    while deal.turn is not None:
        number += 1
        yield f"trick   {number}{', hearts open' if deal.hearts_open else ''}"
        count = len(deal.tricks)
        while deal.turn is not None and len(deal.tricks) == count:
            seat, legal = deal.turn, names(kinds(deal.legal(deal.turn)))
            card = rng.choice(legal)
            deal.apply(seat, card)
            yield f"  seat {seat:2}  {card}  of {' '.join(legal)}"
        taker = deal.tricks[-1][1]
        flags = deal.alerts()
        threat = "" if flags.moon_threat is None else f", moon threat by seat {flags.moon_threat}"
        to = "stays on the table" if taker is None else f"to seat {taker}"
        yield f"  {to}: points so far {' '.join(map(str, flags.points))}{threat}"


def written(name: str) -> str:
    return "\n".join(playthrough(name, NAMED[name])) + "\n"


def file(name: str) -> Path:
    return FOLDER / f"{name.replace(' ', '-')}.txt"


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for one in NAMED:
        file(one).write_text(written(one), encoding="utf-8")
