"""The tables that the fuzzer knows: short games, who is honest at each, and whose keys it holds.

`RING` has the secrets that a mutation may sign with. The keys in `HONEST` are not among them, and
`SAID` has all that was ever signed with those. Whatever comes, none of them may be blamed, and
nothing else may count as signed by them.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Any, NamedTuple

from fairdeal import crypto
from fairdeal.findings import Party
from fairdeal.game import Game
from hearts.game import GAME as HEARTS
from specs import primitives
from tests import minigame
from tests.attacks.forge import Forge
from tests.attacks.two_histories import copied
from tests.roles.tables import Table

GAMES: dict[str, Game] = {"mini": minigame.GAME, "hearts": HEARTS}


class Moment(NamedTuple):
    """A message on its way, and what its receiver had stored before it."""

    table: str
    sender: Party
    to: Party
    message: bytes
    secrets: bytes | None
    chain: bytes


@dataclass
class Known:
    """One table: its transcripts, the first of them whole, and what was kept of it."""

    transcripts: list[bytes]
    honest: Collection[Party]
    signers: dict[str, crypto.Signer]
    """The signers of all keys that ever sat at it, by key."""
    receipts: list[bytes] = field(default_factory=list)
    moments: list[Moment] = field(default_factory=list)
    log: list[Any] = field(default_factory=list)
    table: Table | None = None

    @property
    def steps(self) -> list[Any]:
        return list(json.loads(self.transcripts[0])["steps"])

    @property
    def opened(self) -> Any:
        return self.steps[0]["statements"][0]["body"]


class Recorded(Table):
    """A table that keeps each message on its way, with what its receiver had stored."""

    def __init__(self, name: str, rules: Any, **options: Any) -> None:
        super().__init__(rules, seed=f"fuzz: {name}", **options)
        self.name = name
        self.moments: list[Moment] = []
        self.start()

    def deliver_one(self) -> None:
        sender, to, data = self.queue[0]
        stored = (self.secrets.get(to), self.stored(to))
        self.moments.append(Moment(self.name, sender, to, data, *stored))
        super().deliver_one()


def _signers(table: Table) -> dict[str, crypto.Signer]:
    """All keys of a table, those of the host's bots included."""
    signers = [*table.signers.values(), *table.host._bot_signers.values()]
    return {signer.public.hex(): signer for signer in signers}


def _known(table: Recorded, honest: Collection[Party], *others: Table) -> Known:
    played = [one.run() for one in (table, *others)]
    return Known(
        [one.host.transcript() for one in played],
        honest,
        {key: signer for one in played for key, signer in _signers(one).items()},
        [seat.receipt() for seat in table.seats.values()],
        table.moments,
        [json.loads(data) for _, _, data in table.log],
        table,
    )


def honest_host() -> Known:
    """Three seats that will sign anything, and an honest host."""
    return _known(Recorded("honest_host", minigame.rules(hand=1)), ["host"])


def honest_seat() -> Known:
    """Chloé's reveal is lost and a bot takes her seat. Bob is honest; the host, with the others,
    also makes another history, in which a bot has his."""
    table = Recorded("honest_seat", minigame.rules(hand=1))
    table.run_until("commit")
    table.silent = table.may_die = {2}
    table.deliver()
    table.took("host", table.host.void())
    table.silent = set()
    table.run_until("deal")
    other = copied(table)
    other.took("host", other.host.replace([1]))
    return _known(table, [1], other)


def nobody_honest() -> Known:
    """The shortest game, all keys in one hand."""
    return _known(Recorded("nobody_honest", minigame.rules(hand=1), seats=2), [])


def everybody_honest() -> Known:
    """Two deals with a bot; the fuzzer has no key of it."""
    rules = minigame.rules(deals=2, hand=1, rounds=0, rest=0)
    return _known(Recorded("everybody_honest", rules, seats=2, bots=(1,)), ["host", 0, 1])


def hearts() -> Known:
    """One deal of hearts, all keys in one hand."""
    forge = Forge("fuzz", target=1)
    data = forge.finish()
    return Known([data], [], {key: signer for key, (_, signer) in forge.owners.items()})


MAKE: tuple[Callable[[], Known], ...] = (
    honest_host,
    honest_seat,
    nobody_honest,
    everybody_honest,
    hearts,
)


@cache
def tables() -> dict[str, Known]:
    """All of them by name, always the same."""
    return {make.__name__: make() for make in MAKE}


@cache
def by_hash() -> dict[str, Known]:
    """All of them by the hash of their table."""
    return {
        link.hash: known
        for known in tables().values()
        for link in links(json.loads(known.transcripts[0])["steps"][:1])
    }


# --- keys and words ---


class Link(NamedTuple):
    """A step in its place, by the second implementation: parent, hash, and who holds which key."""

    index: int
    raw: Any
    parent: str
    hash: str
    keys: dict[Any, str]


def links(steps: Any) -> Iterator[Link]:
    """The steps of a well-formed chain."""
    parent, keys = primitives.ZEROS, {}
    for index, raw in enumerate(steps):
        said = raw["statements"]
        if index == 0:
            opened = said[0]["body"]
            keys = {"host": opened["host"]["key"]}
            keys |= {seat: one["key"] for seat, one in enumerate(opened["seats"])}
        made = primitives.step_hash(raw["kind"], parent, said)
        yield Link(index, raw, parent, made, dict(keys))
        parent = made
        if raw["kind"] == "replace":
            keys |= {one["seat"]: one["key"] for one in said[0]["body"]["seats"]}


def words(steps: Any) -> Iterator[tuple[str, bytes]]:
    """Each statement of a well-formed chain, those that a `void` quotes too: key and message."""
    table = before = primitives.ZEROS
    for link in links(steps):
        at = (link.raw["kind"], link.parent, table)
        for said in link.raw["statements"]:
            yield link.keys[said["by"]], primitives.statement_message(said, *at)
            if link.raw["kind"] == "void":
                for one in said["body"]["received"] + said["body"]["offending"]:
                    quoted = primitives.statement_message(one, "reveal", before, table)
                    yield link.keys[one["by"]], quoted
        before = link.hash
        table = table if link.index else link.hash


def _honest(known: Known) -> Iterator[str]:
    for party in known.honest:
        who = known.opened["host"] if party == "host" else known.opened["seats"][party]
        yield who["key"]


@cache
def honest() -> frozenset[str]:
    """The keys that the fuzzer does not have."""
    return frozenset(key for known in tables().values() for key in _honest(known))


@cache
def ring() -> dict[str, crypto.Signer]:
    """The keys that it has, by themselves."""
    return {
        key: signer
        for known in tables().values()
        for key, signer in known.signers.items()
        if key not in honest()
    }


@cache
def said() -> frozenset[tuple[str, bytes]]:
    """All words of those who are honest, in the chains and on the links of their tables."""
    spoken: set[tuple[str, bytes]] = set()
    for known in tables().values():
        for data in known.transcripts:
            spoken |= set(words(json.loads(data)["steps"]))
        for message in known.log:
            if message["type"] == "statement":
                one, at = message["statement"], (message["parent"], message["table"])
                key = known.opened["seats"][one["by"]]["key"]
                spoken.add((key, primitives.statement_message(one, message["kind"], *at)))
    return frozenset(one for one in spoken if one[0] in honest())
