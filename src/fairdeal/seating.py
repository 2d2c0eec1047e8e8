"""Who sits at a table, under which key, and who answers for whom (sections 5.3, 6 and 10.2)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from fairdeal import crypto, wire
from fairdeal.facts import Where
from fairdeal.findings import Code, Finding, Party, find
from fairdeal.order import seats


@dataclass(frozen=True, slots=True)
class SeatState:
    """Who sits at a place; ``since`` is the deal from which on."""

    name: str
    key: bytes
    kind: str
    since: int = 1


_Named: TypeAlias = wire.Identity | wire.SeatIdentity | wire.Successor


class Seating:
    """The host and the seats of a table, with everyone who was replaced.

    ``everyone`` holds all seats' numbers, ``persons`` those that persons hold now, ascending.
    """

    def __init__(self) -> None:
        self.host_key = b""
        self.seats: list[SeatState] = []
        self.everyone: frozenset[int] = frozenset()
        self.persons: tuple[int, ...] = ()
        self.replaced: list[tuple[int, SeatState]] = []
        self._names: set[str] = set()
        self._keys: set[str] = set()

    def key_of(self, party: Party) -> bytes | None:
        """The public key that signs for a party now; None if there is no such party."""
        if party == "host":
            return self.host_key
        return self.seats[party].key if party < len(self.seats) else None

    def answers_for(self, by: Party) -> Party:
        """Who is blamed for what a party does now: the host answers for its bots."""
        return by if by in self.persons else "host"

    def open(self, body: wire.OpenBody, where: Where) -> Iterator[Finding]:
        """Seat everybody that `open` names; what is wrong with names and keys."""
        self.host_key = bytes.fromhex(body["host"]["key"])
        self.seats = [
            SeatState(seat["name"], bytes.fromhex(seat["key"]), seat["kind"])
            for seat in body["seats"]
        ]
        self.everyone = frozenset(range(len(self.seats)))
        self._count_persons()
        yield from self._admit(body["host"], where, "host")
        for number, seat in enumerate(body["seats"]):
            yield from self._admit(seat, where, "seats", number)

    def replace(
        self, body: wire.ReplaceBody, where: Where, deal: int, due: Sequence[int]
    ) -> Iterator[Finding]:
        """Give persons' seats to bots from ``deal`` on; ``due`` are those a void demands."""
        named = [one["seat"] for one in body["seats"]]
        if not named or named != sorted(set(named)) or not set(named) <= set(self.persons):
            yield _wrong_replace("A replace step names, in order, seats that persons hold.", where)
        elif due and named != list(due):
            text = f"After the void exactly these have to be replaced: {seats(due)}."
            yield _wrong_replace(text, where)
        for number, one in enumerate(body["seats"]):
            yield from self._admit(one, where, "seats", number)
            seat, name = one["seat"], one["name"]
            if seat not in self.everyone:
                continue
            old = self.seats[seat]
            self.replaced.append((seat, old))
            self.seats[seat] = SeatState(name, bytes.fromhex(one["key"]), "bot", deal)
            self._count_persons()
            yield find(
                Code.REPLACED,
                f"From here on the host's bot {name} plays for {old.name} (seat {seat}).",
                pointer=where.pointer("body", "seats", number),
                step=where.step,
                deal=deal,
                seat=seat,
            )

    def _count_persons(self) -> None:
        self.persons = tuple(n for n, seat in enumerate(self.seats) if seat.kind == "person")

    def _admit(self, party: _Named, where: Where, *below: str | int) -> Iterator[Finding]:
        """A name and a key take part from here on: both have to be new, the key a safe one."""
        name, key = party["name"], party["key"]
        fault: dict[str, Any] = {"step": where.step, "blame": ("host",)}
        at_key = where.pointer("body", *below, "key")
        if key in self._keys:
            text = f"The key of {name} stands at this table already."
            yield find(Code.REPEATED_KEY, text, pointer=at_key, **fault)
        if name in self._names:
            text = f"The name {name} stands at this table already."
            at_name = where.pointer("body", *below, "name")
            yield find(Code.REPEATED_NAME, text, pointer=at_name, **fault)
        if not crypto.is_safe_key(bytes.fromhex(key)):
            text = f"The key of {name} is one under which signatures prove nothing."
            yield find(Code.UNSAFE_KEY, text, pointer=at_key, **fault)
        self._keys.add(key)
        self._names.add(name)


def _wrong_replace(sentence: str, where: Where) -> Finding:
    return find(
        Code.WRONG_REPLACE,
        sentence,
        pointer=where.pointer("body", "seats"),
        step=where.step,
        blame=("host",),
    )
