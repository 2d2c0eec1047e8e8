"""Made-up samples of tables for tests of the audit, without transcripts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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
    sitters: tuple[str, ...] = PERSONS,
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
    hashes: Sequence[str] = (),
    signed: int | None = None,
    names: Mapping[str, str] = CALLED,
    whole: bool = True,
) -> Sample:
    """A table of those deals, each from its first attempt; its steps' ``hashes`` are letters."""
    played = [Attempt(Fate.DISCLOSED, PERSONS)] * len(deals)
    told = tuple(played if attempts is None else attempts)
    return Sample(
        table=name,
        height=len(hashes) or height,
        game="hearts",
        host=host,
        names=names,
        attempts=told,
        deals=tuple(deals),
        whole=whole,
        signed=len(hashes) if signed is None else signed,
        hashes="".join(one * 32 for one in hashes).encode(),
        source=f"{name}-{''.join(hashes)}.json",
    )


def shuffled(chance: Random, number: int = 1) -> Hands:
    """A fair deal; each seat's points are its hearts."""
    order = chance.sample(NAMES, 52)
    points = [sum(card[1] == "H" for card in order[at : at + 13]) for at in range(0, 52, 13)]
    return hands(order, number=number, points=points)


def fair(seed: int, tables: int, deals: int) -> list[Sample]:
    """Tables of fair deals."""
    chance = Random(seed)
    return [
        table(f"{number:064x}", [shuffled(chance, deal + 1) for deal in range(deals)])
        for number in range(tables)
    ]
