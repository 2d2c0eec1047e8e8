"""Made-up samples of tables for tests of the audit, without transcripts."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from fairdeal.game import Cards
from fairdeal.sample import Attempt, Fate, Hands, Sample
from hearts.cards import NAMES

HOST, ALICE, BOB, CHLOE, DAVID = "h" * 64, "a" * 64, "b" * 64, "c" * 64, "d" * 64
PERSONS = (ALICE, BOB, CHLOE, DAVID)
CALLED = {HOST: "Example Host", ALICE: "Alice", BOB: "Bob", CHLOE: "Chloé", DAVID: "David"}
GROUPS = (
    *((suit, NAMES[at : at + 13]) for suit, at in (("clubs", 0), ("hearts", 26))),
    ("queen of spades", ("QS",)),
)


def hands(
    order: Sequence[str],
    *,
    number: int = 1,
    seats: int = 4,
    deck: Cards = NAMES,
    groups: tuple[tuple[str, Cards], ...] = GROUPS,
    points: Sequence[int] | None = None,
    sitters: tuple[str, ...] = (),
) -> Hands:
    """A deal of the first cards to the first seat, and so on."""
    size = len(order) // seats
    dealt = tuple(tuple(order[seat * size : seat * size + size]) for seat in range(seats))
    told = None if points is None else tuple(points)
    return Hands(number, deck, tuple(order), dealt, groups, told, sitters)


def table(
    name: str,
    deals: Sequence[Hands],
    *,
    host: str = HOST,
    attempts: Sequence[Attempt] | None = None,
    height: int = 100,
    marks: bytes = b"",
) -> Sample:
    """A table of those deals, each from its first attempt."""
    played = [Attempt(Fate.DISCLOSED, PERSONS)] * len(deals)
    told = tuple(played if attempts is None else attempts)
    return Sample(name, height, "hearts", host, CALLED, told, tuple(deals), marks)


def shuffled(chance: Random, number: int = 1, sitters: tuple[str, ...] = ()) -> Hands:
    """A fair deal; each seat's points are its hearts."""
    order = chance.sample(NAMES, 52)
    points = [sum(card[1] == "H" for card in order[at : at + 13]) for at in range(0, 52, 13)]
    return hands(order, number=number, points=points, sitters=sitters)


def fair(seed: int, tables: int, deals: int) -> list[Sample]:
    """Tables of fair deals, at which the persons sit as they like."""
    chance = Random(seed)
    return [
        table(
            f"{number:064x}",
            [shuffled(chance, deal + 1, seated) for deal in range(deals)],
        )
        for number in range(tables)
        for seated in [tuple(chance.sample(PERSONS, 4))]
    ]
