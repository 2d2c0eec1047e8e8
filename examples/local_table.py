"""A game of hearts as a server runs it: one host, four players, a network and a database.

`Host` and `Seat` take bytes and return an outbox; they open no socket and no file. The two things
that a real server adds are played here by a queue, `links`, and by `Store`. All else is real: in
deal 1 Chloé's program crashes and goes on from what it stored; in deal 2 David stops answering and
a bot takes his seat. The transcript is written to a file and verified.
"""

from __future__ import annotations

import sys
from collections import deque
from dataclasses import dataclass, field
from pathlib import Path

from fairdeal import Expect, Host, Outbox, Party, Player, Seat, Signer, random_bytes, verify
from fairdeal.crypto import below
from fairdeal.transcript import joined
from hearts.game import GAME
from hearts.tools import TOOLS

NAMES = ("Alice", "Bob", "Chloé", "David")
CHLOE, DAVID = 2, 3


@dataclass
class Store:
    """What one party keeps. DATABASE: a table of steps and one row of secrets for each party."""

    steps: list[bytes] = field(default_factory=list)
    secrets: bytes = b""

    def save(self, outbox: Outbox) -> None:
        """DATABASE: one transaction, safely on disk before anything of the outbox is sent."""
        self.steps += outbox.steps
        self.secrets = outbox.secrets

    def transcript(self) -> bytes:
        """The stored steps as the document that `verify` and the `resume` methods read."""
        return joined(self.steps)


def play(stores: dict[Party, Store], host: Host, keys: list[Signer], trust: Expect) -> None:
    """Play a whole game. Each seat runs on its player's own machine, where its key lives."""
    seats = {number: Seat(key, expect=trust) for number, key in enumerate(keys)}
    links: deque[tuple[Party, Party, bytes]] = deque()
    bot = TOOLS.bot("normal", below(random_bytes))  # people at their screens
    crashed = False

    def dispatch(sender: Party, outbox: Outbox) -> None:
        """Store, then send: whoever signs, forgets it and signs anew looks like a cheat."""
        stores[sender].save(outbox)
        # NETWORK: an encrypted connection to each player, for the hands of cards travel on it.
        links.extend((sender, message.to, message.data) for message in outbox.send)

    dispatch("host", host.start())
    while not host.is_closed:
        while links:
            sender, to, data = links.popleft()
            # NETWORK: messages come in here. A `PeerError` says what is wrong with one, and who is
            # to blame; the host's state has not changed, so log it and go on.
            if to == "host" and sender != "host":
                dispatch("host", host.receive(sender, data))
            elif to in seats:
                dispatch(to, seats[to].receive(data))
        if host.session.deal_number == 1 and host.deal and not crashed:
            crashed, mine = True, stores[CHLOE]
            seats[CHLOE], outbox = Seat.resume(
                keys[CHLOE], mine.secrets, mine.transcript(), expect=trust
            )
            dispatch(CHLOE, outbox)
            dispatch("host", host.catch_up(CHLOE, len(mine.steps)))  # all that she has missed
        elif host.session.deal_number == 2 and host.deal and DAVID in seats:
            del seats[DAVID]  # the server's clock ran out: roles know no time
            dispatch("host", host.replace([DAVID]))
        for number, seat in seats.items():
            if seat.due and seat.view:
                dispatch(number, seat.choose(bot.choose(seat.view, number)))
        for number in host.waiting_for & host.bots:
            if view := host.view(number):
                dispatch("host", host.choose(number, bot.choose(view, number)))


if __name__ == "__main__":
    path = Path(sys.argv[1] if len(sys.argv) > 1 else "table.json")
    rules, _ = TOOLS.rules("live", {})
    key, keys = Signer(random_bytes(32)), [Signer(random_bytes(32)) for _ in NAMES]
    players = [Player(name, one.public) for name, one in zip(NAMES, keys, strict=True)]
    known = {player.name: frozenset([player.key]) for player in players}
    trust = Expect(host=key.public, players=known)  # learnt beforehand, not from this host
    stores: dict[Party, Store] = {party: Store() for party in ("host", 0, 1, 2, 3)}
    play(stores, Host(key, "Example Host", GAME, rules, players), keys, trust)
    path.write_bytes(stores["host"].transcript())
    # The rest anybody can do who has the file and knows the keys, with `fairdeal verify` too.
    report = verify(path.read_bytes(), trust)
    print(f"{path.name}: {report.verdict}, {len(report.deals)} deals, {report.result}")
    for finding in report.findings:
        print(f"  {finding.severity}: {finding.sentence}")
