"""What an audit takes from one transcript: its hands, and how every attempt at a deal ended.

No number is judged here; that is `fairdeal.audit`'s business. See section 19.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from fairdeal import games as installed
from fairdeal.dealing import deal_out
from fairdeal.expect import Expect
from fairdeal.game import Cards, GameTools
from fairdeal.games import Games
from fairdeal.report import Signatures, Verdict
from fairdeal.story import DealStory, read_table
from fairdeal.verifier import verify


class Fate(StrEnum):
    """How an attempt at a deal ended."""

    DISCLOSED = "disclosed"
    VOID = "void"  # called off, on the host's word that somebody's reveal did not arrive
    COMMITTED = "committed"  # the file ends before the reveals stand in it
    REVEALED = "revealed"  # the file ends with all reveals in it: the host knew every card


@dataclass(frozen=True, slots=True)
class Attempt:
    """An attempt at a deal: the keys (hex) of the persons at it, and of those named missing."""

    fate: Fate
    persons: tuple[str, ...]
    missing: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Hands:
    """One disclosed deal, before any pass: the deck, its shuffled order, and how it fell.

    ``groups`` are what the game's tools say is worth a look, ``points`` those of the result. Of
    each seat ``sitters`` has the key (hex) of the person who was dealt to there, and the host's for
    its bots.
    """

    number: int
    deck: Cards
    order: Cards
    hands: tuple[Cards, ...]
    groups: tuple[tuple[str, Cards], ...] = ()
    points: tuple[int, ...] | None = None
    sitters: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Sample:
    """What one table gives: ``host`` is its key (hex), ``names`` those of host and persons by key.

    A name stands only for a key that signed at this table. ``attempts`` and ``deals`` stand in the
    order of the chain, ``hashes`` are those of its steps, 32 bytes each; the host signed the first
    ``signed`` of them. ``whole``: the game was played to its end. ``source`` is the file's name.
    """

    table: str
    height: int
    game: str
    host: str
    names: Mapping[str, str]
    attempts: tuple[Attempt, ...]
    deals: tuple[Hands, ...]
    whole: bool = True
    signed: int = 0
    hashes: bytes = b""
    source: str = ""


def read_sample(
    data: bytes,
    expect: Expect | None = None,
    *,
    games: Games | None = None,
    find_tools: Callable[[str], GameTools | None] = installed.find_tools,
    signatures: Signatures = Signatures.ALL,
) -> Sample | Verdict:
    """What an audit takes from a transcript, or the verdict that keeps it out of one.

    Only what `fairdeal.verify` finds fair or incomplete is taken, for those that ``expect`` names
    if it is given. ``find_tools`` gives the tools of a game by its name, None if it has none: then
    no groups and no points are told.
    """
    verdict = verify(data, expect, games=games, signatures=signatures).verdict
    if verdict not in (Verdict.FAIR, Verdict.INCOMPLETE):
        return verdict
    told = read_table(data, games=games, signatures=Signatures.LAST)
    opened = told.opened
    keys = {seat: one["key"] for seat, one in enumerate(opened["seats"]) if one["kind"] == "person"}
    tools = find_tools(opened["game"]["name"])
    # Who opens a table can seat any key; in the second step all seats sign that they sit there.
    joined = keys if told.height > 1 else {}
    return Sample(
        table=told.table,
        height=told.height,
        game=opened["game"]["name"],
        host=opened["host"]["key"],
        names={
            opened["host"]["key"]: opened["host"]["name"],
            **{key: opened["seats"][seat]["name"] for seat, key in joined.items()},
        },
        attempts=tuple(attempt for deal in told.deals for attempt in _attempts(deal, keys)),
        deals=tuple(_hands(told.deals, tools, opened["host"]["key"], keys)),
        whole=verdict is Verdict.FAIR,
        signed=told.signed,
        hashes=bytes.fromhex("".join(told.hashes)),
    )


def _attempts(deal: DealStory, keys: Mapping[int, str]) -> Iterator[Attempt]:
    """The attempts at a deal. Only a bot ever takes a seat over, so a person's key stays."""
    for void in deal.called_off:
        persons = tuple(keys[seat] for seat in void.facts.persons)
        # A reveal that was refused would be a violation, and the table not here.
        yield Attempt(Fate.VOID, persons, tuple(keys[seat] for seat in void.body["missing"]))
    if deal.facts is None:
        return
    fate = Fate.REVEALED if deal.facts.seeds else Fate.COMMITTED
    if deal.disclosed is not None:
        fate = Fate.DISCLOSED
    yield Attempt(fate, tuple(keys[seat] for seat in deal.facts.persons))


def _hands(
    deals: Sequence[DealStory], tools: GameTools | None, host: str, keys: Mapping[int, str]
) -> Iterator[Hands]:
    for deal in deals:
        if deal.facts is None or deal.disclosed is None:
            continue
        seed = bytes.fromhex(deal.disclosed["seed"])
        dealt = deal_out(deal.facts, seed, deal.match, len(deal.names))
        points = tools.points(deal.disclosed["result"]) if tools else None
        yield Hands(
            number=deal.number,
            deck=deal.match.deck,
            order=dealt.order,
            hands=dealt.hands,
            groups=tuple(tools.groups(deal.match).items()) if tools else (),
            points=None if points is None else tuple(points),
            sitters=tuple(
                keys[seat] if seat in deal.facts.persons else host
                for seat in range(len(deal.names))
            ),
        )
