"""Tables for the tests of the roles: seats that can crash, links that can be looked into."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any

from fairdeal import chain
from fairdeal.canonical import dumps, loads
from fairdeal.crypto import Signer, insecure_entropy
from fairdeal.errors import PeerError
from fairdeal.findings import Code, Party, Severity
from fairdeal.game import Game, Json
from fairdeal.games import Games
from fairdeal.host import Host, Player
from fairdeal.outbox import Outbox
from fairdeal.report import Report
from fairdeal.seat import Seat
from fairdeal.verifier import verify
from tests import minigame

NAMES = ("Alice", "Bob", "Chloé", "David")
FINE = frozenset({Severity.WARNING, Severity.NOTE})


class Table:
    """A host and its remote seats on links of bytes, which the test delivers one by one.

    Every role is stored as section 8.2 asks: its steps and secrets, before its messages leave.
    """

    def __init__(
        self,
        rules: Json = None,
        *,
        game: Game = minigame.GAME,
        seats: int = 3,
        bots: Collection[int] = (),
        seed: str = "table",
        stoppers: Collection[int] = (),
    ) -> None:
        self.game = game
        self.entropy = insecure_entropy(seed)
        self.signers: dict[Party, Signer] = {"host": Signer(self.entropy(32))}
        self.signers |= {seat: Signer(self.entropy(32)) for seat in range(seats)}
        self.players = [
            Player(
                f"Bot {seat}" if seat in bots else NAMES[seat],
                self.signers[seat].public,
                "bot" if seat in bots else "person",
            )
            for seat in range(seats)
        ]
        self.host = Host(
            self.signers["host"],
            "Example Host",
            game,
            minigame.rules() if rules is None else rules,
            self.players,
            bots={seat: self.signers[seat] for seat in bots},
            entropy=self.entropy,
        )
        self.seats = {seat: self.new_seat(seat) for seat in range(seats) if seat not in bots}
        self.player: Any = minigame.MiniBot()
        self.queue: deque[tuple[Party, Party, bytes]] = deque()
        self.log: list[tuple[Party, Party, bytes]] = []
        self.steps: dict[Party, list[bytes]] = {"host": [], **{seat: [] for seat in range(seats)}}
        self.secrets: dict[Party, bytes] = {}
        self.silent: set[Party] = set()
        """Parties whose messages are lost on the way."""
        self.deaf: set[Party] = set()
        """Parties that messages do not reach."""
        self.may_die: set[Party] = set()
        """Seats that find a fault of the host, as the test expects."""

    @property
    def games(self) -> Games:
        return {self.game.name: self.game}

    def new_seat(self, seat: int, **options: Any) -> Seat:
        return Seat(self.signers[seat], entropy=self.entropy, games=self.games, **options)

    # --- running ---

    def took(self, party: Party, outbox: Outbox) -> Outbox:
        """Store what a role produced, then put its messages on their links."""
        self.steps[party] += outbox.steps
        self.secrets[party] = outbox.secrets
        for message in outbox.send:
            if party not in self.silent and message.to not in self.deaf:
                self.queue.append((party, message.to, message.data))
        return outbox

    def start(self) -> Table:
        self.took("host", self.host.start())
        return self

    def deliver_one(self) -> None:
        sender, to, data = self.queue.popleft()
        self.log.append((sender, to, data))
        if to == "host":
            assert sender != "host"
            self.took("host", self.host.receive(sender, data))
        elif to in self.seats and not self.seats[to].is_replaced and not self.seats[to].fault:
            try:
                self.took(to, self.seats[to].receive(data))
            except PeerError as error:
                # Out of order after a crash: no harm, and what was lost comes again.
                lost = self.seats[to].fault is None and error.finding.code is Code.BAD_MESSAGE
                if not lost and to not in self.may_die:
                    raise

    def deliver(self) -> Table:
        while self.queue:
            self.deliver_one()
        return self

    def choosers(self) -> list[int]:
        """The seats whose player has to choose now."""
        remote = [
            seat
            for seat, role in self.seats.items()
            if seat not in self.host.bots and role.due is not None
        ]
        kept = [s for s in sorted(self.host.waiting_for & self.host.bots) if self.host.view(s)]
        return remote + kept

    def choose_one(self, seat: int) -> None:
        if seat in self.host.bots:
            move = self.player.choose(self.host.view(seat), seat)
            self.took("host", self.host.choose(seat, move))
        else:
            role = self.seats[seat]
            self.took(seat, role.choose(self.player.choose(role.view, seat)))

    def turn(self) -> bool:
        """Deliver everything, then let everybody choose who has to; whether anybody had to."""
        self.deliver()
        due = self.choosers()
        for seat in due:
            if seat in self.choosers():
                self.choose_one(seat)
        return bool(due)

    def run_until(self, kind: str | Callable[[], bool]) -> Table:
        """Play until the newest step is of a kind, or a condition holds."""
        if isinstance(kind, str):
            wanted = kind

            def holds() -> bool:
                return bool(self.chain) and self.chain[-1]["kind"] == wanted

        else:
            holds = kind
        while not holds():
            if self.queue:
                self.deliver_one()
            else:
                due = self.choosers()
                assert due, f"nobody can go on after {[step['kind'] for step in self.chain]}"
                self.choose_one(due[0])
        return self

    def run(self) -> Table:
        """Play to the end."""
        if not self.chain:
            self.start()
        self.run_until(lambda: self.host.is_closed)
        return self.deliver()

    # --- looking ---

    @property
    def chain(self) -> list[dict[str, Any]]:
        return loads(self.host.transcript())["steps"]

    @property
    def kinds(self) -> list[str]:
        return [step["kind"] for step in self.chain]

    def report(self, data: bytes | None = None) -> Report:
        return verify(data or self.host.transcript(), games={self.game.name: self.game})

    def stored(self, party: Party) -> bytes:
        """The stored copy of a role's chain, as a transcript."""
        return transcript_of(self.steps[party])

    # --- crashes ---

    def resume_seat(self, seat: int, transcript: bytes | None = None) -> Outbox:
        """Drop a seat's role; go on from what it had stored."""
        role, outbox = Seat.resume(
            self.signers[seat],
            self.secrets[seat],
            transcript or self.stored(seat),
            entropy=self.entropy,
            games=self.games,
        )
        self.seats[seat] = role
        return outbox

    def resume_host(self) -> Outbox:
        self.host, outbox = Host.resume(
            self.signers["host"],
            self.secrets["host"],
            self.stored("host"),
            self.game,
            entropy=self.entropy,
        )
        return outbox


def transcript_of(steps: Sequence[bytes]) -> bytes:
    return b'{"format":"fairdeal/1","steps":[' + b",".join(steps) + b"]}"


def codes(report: Report) -> list[Code]:
    return [finding.code for finding in report.findings]


def faults(report: Report) -> list[Code]:
    return [finding.code for finding in report.findings if finding.severity not in FINE]


# --- forging, with a party's own key ---


def statement_message(
    signer: Signer, kind: str, parent: str, table: str, body: Mapping[str, Any], by: Party
) -> bytes:
    statement = chain.sign_statement(signer, kind, parent, table, body, by)
    return dumps(
        {
            "kind": kind,
            "parent": parent,
            "statement": statement,
            "table": table,
            "type": "statement",
        }
    )


def private_message(signer: Signer, **unsigned: Any) -> bytes:
    """A private message; ``from`` is spelt ``sender``."""
    unsigned["from"] = unsigned.pop("sender")
    return dumps({"message": chain.sign_private(signer, unsigned), "type": "private"})


class Forger:
    """The host's key in other hands: makes steps and heads that an honest host never would."""

    def __init__(self, signer: Signer, steps: Sequence[Mapping[str, Any]]) -> None:
        self.signer = signer
        self.steps: list[Mapping[str, Any]] = list(steps)

    @property
    def hashes(self) -> list[str]:
        hashes: list[str] = []
        for index, raw in enumerate(self.steps):
            parent = hashes[-1] if hashes else chain.ZERO
            hashes.append(chain.link(index, None, raw, parent, chain.ZERO).hash)
        return hashes

    @property
    def table(self) -> str:
        return self.hashes[0]

    @property
    def head(self) -> str:
        return self.hashes[-1]

    def say(self, kind: str, body: Mapping[str, Any], by: Party = "host") -> dict[str, Any]:
        """The host's statement on the newest step."""
        table = self.table if self.steps else chain.ZERO
        parent = self.head if self.steps else chain.ZERO
        return chain.sign_statement(self.signer, kind, parent, table, body, by)

    def append(self, kind: str, statements: Sequence[Mapping[str, Any]], **other: Any) -> bytes:
        """The message that carries a further step."""
        parent = self.head if self.steps else chain.ZERO
        self.steps.append({"kind": kind, "parent": parent, "statements": statements, **other})
        return self.message()

    def message(self, index: int = -1) -> bytes:
        """The message with a step and its signed head."""
        index %= len(self.steps)
        head = chain.sign_head(self.signer, self.table, index + 1, self.hashes[index])
        return dumps({"head": head, "step": self.steps[index], "type": "step"})


def messages(
    log: Sequence[tuple[Party, Party, bytes]], kind: str
) -> Iterator[tuple[Party, Party, Any]]:
    """Those of a log that have a type, parsed."""
    for sender, to, data in log:
        message = json.loads(data)
        if message["type"] == kind:
            yield sender, to, message


def event(table: Table) -> Party | None:
    """Let the next thing happen: a message arrives or somebody chooses; the role it happened to."""
    if table.queue:
        to = table.queue[0][1]
        table.deliver_one()
        return to
    due = table.choosers()
    if not due:
        return None
    table.choose_one(due[0])
    return "host" if due[0] in table.host.bots else due[0]
