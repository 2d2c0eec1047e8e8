"""What has to hold for any bytes that reach a role (section 8): the laws of `laws.py` for messages.

A role is brought to a moment of a known table; then each line is a message for it. Without one, and
in its place, comes the message that the honest table had there.
"""

from __future__ import annotations

import json
from contextlib import suppress
from functools import cache
from typing import Any

from fairdeal.crypto import insecure_entropy
from fairdeal.errors import LocalError, PeerError
from fairdeal.findings import Code, Party
from fairdeal.host import Host
from fairdeal.outbox import Outbox
from fairdeal.report import Verdict
from fairdeal.seat import Seat
from fairdeal.verifier import verify
from tests import minigame
from tests.fuzz import world
from tests.fuzz.world import Moment

NOBODYS = {Code.UNSUPPORTED, Code.BAD_RULES}
"""For these a seat stops, but the host may know a game that it does not."""


@cache
def moments(of_host: bool) -> list[Moment]:
    """All moments at which a message reaches a host, or a seat."""
    return [
        moment
        for known in world.tables().values()
        for moment in known.moments
        if (moment.to == "host") == of_host
    ]


def brought_to(moment: Moment) -> tuple[Any, Outbox]:
    """The role as it was then, and what it sends again; its randomness is always the same."""
    table = world.tables()[moment.table].table
    assert table is not None
    signer, entropy = table.signers[moment.to], insecure_entropy("fuzz: a role")
    if moment.to == "host":
        return Host.resume(
            signer, moment.secrets or b"", moment.chain, minigame.GAME, entropy=entropy
        )
    find = {"entropy": entropy, "games": world.GAMES}
    if not moment.secrets:
        return Seat(signer, **find), Outbox((), (), b"")  # type: ignore[arg-type]
    return Seat.resume(signer, moment.secrets, moment.chain, **find)


def state(role: Any) -> tuple[Any, ...]:
    return role.transcript(), role.secrets() if isinstance(role, Seat) else role._secrets()


def is_honest(moment: Moment, party: Party) -> bool:
    return party in world.tables()[moment.table].honest


class Signed:
    """At most one statement for one parent and kind (section 8.2)."""

    def __init__(self, number: Party) -> None:
        self.number = number
        self.by_place: dict[tuple[str, str], Any] = {}

    def see(self, outbox: Outbox) -> None:
        for sent in outbox.send:
            message = json.loads(sent.data)
            if message["type"] == "statement":
                assert message["statement"]["by"] == self.number
                place = (message["parent"], message["kind"])
                one = self.by_place.setdefault(place, message["statement"])
                assert one == message["statement"], "two statements for one place"


def check_seat(number: int, rest: bytes) -> None:
    """Messages for a seat: it refuses with its own error, and blames the host or nobody."""
    moment = moments(of_host=False)[number % len(moments(of_host=False))]
    role, again = brought_to(moment)
    signed = Signed(moment.to)
    signed.see(again)
    for line in rest.split(b"\n"):
        before = state(role)
        dead = role.fault
        try:
            signed.see(role.receive(line or moment.message))
        except PeerError as error:
            found = error.finding
            assert (found.blame == ()) == (role.fault is None or found.code in NOBODYS)
            assert found.blame == () or "host" in found.blame
            assert not any(is_honest(moment, one) for one in found.blame), "an honest one is blamed"
            assert dead is None or found == dead
            if role.fault is None:
                assert state(role) == before, "a refusal has changed something"
        except LocalError:
            return  # a table at which this seat does not sit
    with suppress(LocalError):
        role.receipt()
    if role.fault is None:  # else the step that it refused stands at the end, as evidence
        check_chain(role.transcript(), moment, {moment.to})


def check_host(number: int, rest: bytes) -> None:
    """Messages for a host, the sender's number before each: no harm, and no blame on others."""
    moment = moments(of_host=True)[number % len(moments(of_host=True))]
    role, _ = brought_to(moment)
    for line in rest.split(b"\n"):
        sender, data = sent(moment, line)
        before = state(role)
        try:
            role.receive(sender, data)
        except PeerError as error:
            found = error.finding
            assert set(found.blame) <= {sender}
            assert found.seat == sender
            assert not (found.blame and is_honest(moment, sender)), "an honest seat is blamed"
            assert state(role) == before, "a refusal has changed something"
    check_chain(role.transcript(), moment, {"host"})


def sent(moment: Moment, line: bytes) -> tuple[Party, bytes]:
    """A line as a message, and who sends it: to a host the number before it, if there is one."""
    if moment.to == "host" and line[:1].isdigit() and line[1:2] == b" ":
        return int(line[:1]), line[2:]
    return moment.sender, line or moment.message


def check_chain(data: bytes, moment: Moment, innocent: set[Party]) -> None:
    """What a role holds to be the chain convicts neither itself nor anybody honest."""
    known = world.tables()[moment.table]
    report = verify(data, games=world.GAMES)
    if world.by_hash().get(report.table or "") is known:
        assert (innocent | set(known.honest)).isdisjoint(report.blamed), report.findings
        assert report.verdict not in (Verdict.MALFORMED, Verdict.ALTERED), report.findings
