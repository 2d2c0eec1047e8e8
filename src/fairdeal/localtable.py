"""A whole table in memory: host and seats that exchange nothing but bytes.

For simulations, examples and tests; `LocalTable.log` records every message on every link.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from fairdeal.crypto import Entropy, Signer, random_bytes
from fairdeal.errors import LocalError
from fairdeal.findings import Party
from fairdeal.game import Bot, Game, Json
from fairdeal.host import Host, Player
from fairdeal.outbox import Outbox
from fairdeal.seat import Seat


@dataclass(frozen=True, slots=True)
class Delivery:
    """One message on one link, as it was sent."""

    sender: Party
    to: Party
    data: bytes


@dataclass(slots=True)
class LocalTable:
    """A host, its remote seats, and a player for every seat.

    ``players`` choose for all seats, the host's own bots included.
    """

    host: Host
    seats: Mapping[int, Seat]
    players: Mapping[int, Bot]
    log: list[Delivery] = field(default_factory=list)
    queue: deque[Delivery] = field(default_factory=deque)

    def run(self) -> None:
        """Play until the table is closed. Raises `LocalError` if nobody can go on."""
        self.post("host", self.host.start())
        self.deliver()
        while not self.host.is_closed:
            if not self.choose():
                raise LocalError("nobody at this table can go on")
            self.deliver()

    def post(self, sender: Party, outbox: Outbox) -> None:
        """Put a role's messages on their links."""
        for message in outbox.send:
            self.queue.append(Delivery(sender, message.to, message.data))

    def deliver(self) -> None:
        """Deliver messages in order until none is on its way."""
        while self.queue:
            message = self.queue.popleft()
            self.log.append(message)
            if message.sender != "host":
                self.post("host", self.host.receive(message.sender, message.data))
            elif message.to != "host" and message.to in self.seats:
                seat = self.seats[message.to]
                if not seat.is_replaced:
                    self.post(message.to, seat.receive(message.data))

    def choose(self) -> bool:
        """Let every seat choose that has to; whether any had to."""
        due = False
        for number, seat in self.seats.items():
            if number in self.host.bots or number not in self.host.waiting_for:
                continue  # the host knows whose turn it is; a seat's view may leave more than one
            if seat.due and seat.view is not None:
                due = True
                self.post(number, seat.choose(self.players[number].choose(seat.view, number)))
        for number in self.host.waiting_for & self.host.bots:
            view = self.host.view(number)
            if view is not None:
                due = True
                self.post(
                    "host", self.host.choose(number, self.players[number].choose(view, number))
                )
        return due


def play(
    game: Game,
    rules: Json,
    *,
    host_name: str,
    players: Sequence[Player],
    signers: Mapping[Party, Signer],
    bots: Sequence[Bot],
    entropy: Entropy = random_bytes,
    at_the_end: Callable[[LocalTable], None] | None = None,
) -> bytes:
    """Play one table to its end with real keys and real roles; the transcript's canonical bytes.

    ``signers`` holds the host's key and one for each seat, ``bots`` a player for each seat.
    ``at_the_end`` is called with the table when it is closed.
    """
    host = Host(signers["host"], host_name, game, rules, players, entropy=entropy)
    seats = {
        number: Seat(signers[number], entropy=entropy, games={game.name: game})
        for number in range(len(players))
    }
    table = LocalTable(host, seats, dict(enumerate(bots)))
    table.run()
    if at_the_end is not None:
        at_the_end(table)
    return host.transcript()
