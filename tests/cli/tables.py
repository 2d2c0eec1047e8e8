"""Transcripts for the tests of the command line: fair, eventful, and cheats signed anew."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import Any

from examples.make_transcripts import Steady
from fairdeal import chain, localtable, transcript
from fairdeal.canonical import loads
from fairdeal.crypto import Signer, insecure_entropy
from fairdeal.findings import Party
from fairdeal.game import Bot
from fairdeal.host import Host, Player
from fairdeal.outbox import Outbox
from fairdeal.phases import Phase
from fairdeal.seat import Seat
from fairdeal.verifier import verify
from hearts.game import GAME
from hearts.tools import TOOLS

NAMES = ("Ann", "Bob", "Cleo", "Dan")
SIGNERS: Mapping[Party, Signer] = {
    "host": Signer(b"h" * 32),
    **{seat: Signer(bytes((seat,)) * 32) for seat in range(4)},
}
Steps = list[dict[str, Any]]


def players(kinds: Sequence[str] = ("person",) * 4, names: Sequence[str] = NAMES) -> list[Player]:
    return [Player(names[seat], SIGNERS[seat].public, kinds[seat]) for seat in range(4)]


def bots(text: str) -> list[Bot]:
    return [Steady(insecure_entropy(f"{text} {seat}")) for seat in range(4)]


@cache
def play(
    target: int = 30,
    kinds: tuple[str, ...] = ("person",) * 4,
    names: tuple[str, ...] = NAMES,
    text: str = "cli",
) -> bytes:
    """A whole game."""
    rules, _ = TOOLS.rules("live", {"target": str(target)})
    return localtable.play(
        GAME,
        rules,
        host_name="The Green Table",
        players=players(kinds, names),
        signers=SIGNERS,
        bots=bots(text),
        entropy=insecure_entropy(text),
    )


@dataclass(slots=True)
class Unruly(localtable.LocalTable):
    """Dan does not reveal his seed for deal 2; from trick 3 of that deal on Cleo is gone too."""

    def run(self) -> None:
        self.post("host", self.host.start())
        while not self.host.is_closed:
            self.deliver()
            session = self.host.session
            if session.phase is Phase.COMMITTED:
                self.post("host", self.host.void())
            elif (
                session.deal_number == 2
                and session.phase is Phase.MOVING
                and session.public.place() == (("trick", 3),)
                and 2 not in self.host.bots
            ):
                self.post("host", self.host.replace([2]))
            else:
                self.choose()
        self.deliver()

    def post(self, sender: Party, outbox: Outbox) -> None:
        if sender == 3 and outbox.send:
            said = loads(outbox.send[0].data)
            reveals = said.get("kind") == "reveal" and said["statement"]["body"]["deal"] == 2
            if reveals:
                self.seats = {seat: role for seat, role in self.seats.items() if seat != 3}
                return
        localtable.LocalTable.post(self, sender, outbox)


@cache
def eventful() -> bytes:
    """A game with a void attempt and two replaced seats."""
    rules, _ = TOOLS.rules("live", {"target": "30"})
    entropy = insecure_entropy("eventful")
    host = Host(SIGNERS["host"], "The Green Table", GAME, rules, players(), entropy=entropy)
    seats = {
        number: Seat(SIGNERS[number], entropy=entropy, games={"hearts": GAME})
        for number in range(4)
    }
    table = Unruly(host, seats, dict(enumerate(bots("eventful"))))
    table.run()
    return host.transcript()


def steps_of(data: bytes) -> Steps:
    return list(transcript.parse(data).steps)


def cut(data: bytes, steps: int) -> bytes:
    """The first steps of a transcript."""
    return transcript.dump(steps_of(data)[:steps])


def index(steps: Sequence[Mapping[str, Any]], kind: str, number: int = 0) -> int:
    """The index of the step of a kind, counted from 0."""
    return [at for at, step in enumerate(steps) if step["kind"] == kind][number]


def sign_again(steps: Steps) -> bytes:
    """All steps linked and signed anew: what a cheat with everybody's keys can make."""
    parent = table = chain.ZERO
    for at, step in enumerate(steps):
        step["parent"] = parent
        said: list[str] = []
        for one in step["statements"]:
            if step["kind"] == "close" and one["by"] == "host":
                one["body"]["seats"] = list(said)
            signer = SIGNERS[one["by"]]
            body, by = one["body"], one["by"]
            one.update(chain.sign_statement(signer, step["kind"], parent, table, body, by))
            said.append(chain.statement_hash(one))
        parent = chain.step_hash(step["kind"], parent, said)
        table = table if at else parent
    return transcript.dump(steps)


def cheat(change: Callable[[Steps], None], data: bytes | None = None) -> bytes:
    """A game with a change that everybody signed over; seals and seeds are not renewed."""
    steps = steps_of(play() if data is None else data)
    change(steps)
    return sign_again(steps)


def false_result(steps: Steps) -> None:
    """The host gives Ann a point too many in the last deal."""
    at = max(at for at, step in enumerate(steps) if step["kind"] == "disclose")
    result = steps[at]["statements"][0]["body"]["result"]
    result["points"] = [result["points"][0] + 1, *result["points"][1:]]


@cache
def revoke() -> bytes:
    """A game of one deal in which a seat plays two of its cards the other way round: a revoke."""
    fair = play(1)
    moves = [at for at, step in enumerate(steps_of(fair)) if step["kind"] == "move"]
    for early, late in combinations(moves, 2):
        steps = steps_of(fair)
        first, second = steps[early]["statements"][0], steps[late]["statements"][0]
        if first["by"] != second["by"]:
            continue
        bodies = first["body"], second["body"]
        bodies[0]["move"], bodies[1]["move"] = bodies[1]["move"], bodies[0]["move"]
        data = sign_again(steps)
        if [one.details.get("rule") for one in verify(data).findings] == ["R-follow-suit"]:
            return data
    raise AssertionError("nobody ever had to follow suit")
