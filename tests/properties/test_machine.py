"""A table at which anything may happen: cheats, crashes, lost connections, bots that take over.

Whatever the order of it all, the chain of the honest host convicts no honest party at any point,
and the game can be brought to its end.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
)

from fairdeal.commitment import seal_commitment, seed_commitment
from fairdeal.errors import LocalError, PeerError
from fairdeal.findings import Code, Party, Severity
from fairdeal.phases import Phase
from fairdeal.report import Verdict
from tests.minigame import rules
from tests.roles.tables import Table, private_message, statement_message

seats = st.integers(0, 2)
# What a cheat puts into its statements in place of the right values.
SEEDS = ("11" * 32, "22" * 32, "00" * 32)


def refused(action: Callable[[], object]) -> PeerError | None:
    try:
        action()
    except PeerError as error:
        return error
    return None


class AnyTable(RuleBasedStateMachine):
    """One table; ``cheats`` are seats whose keys the machine uses as it likes."""

    table: Table

    @initialize(
        deals=st.integers(1, 2),
        rounds=st.integers(0, 2),
        bots=st.sets(seats, max_size=2),
        cheats=st.sets(seats, max_size=2),
        number=st.integers(0, 9),
    )
    def open(self, deals: int, rounds: int, bots: set[int], cheats: set[int], number: int) -> None:
        self.table = Table(
            rules(deals=deals, rounds=rounds), bots=bots, seed=f"machine {number}"
        ).start()
        self.cheats = cheats - bots
        self.table.may_die |= self.cheats
        self.height = 0

    # --- honest events, in any order that links keep ---

    @property
    def links(self) -> list[tuple[Party, Party]]:
        return list(dict.fromkeys(message[:2] for message in self.table.queue))

    @rule(data=st.data(), count=st.integers(1, 9))
    def deliver(self, data: st.DataObject, count: int) -> None:
        """Some messages arrive, in order on each link."""
        for _ in range(count):
            if not self.links:
                return
            link = data.draw(st.sampled_from(self.links))
            first = next(m for m in self.table.queue if m[:2] == link)
            self.table.queue.remove(first)
            self.table.queue.appendleft(first)
            self.arrive()

    @rule()
    def deliver_all(self) -> None:
        while self.table.queue:
            self.arrive()

    def arrive(self) -> None:
        sender, _, _ = self.table.queue[0]
        error = refused(self.table.deliver_one)
        # The role of a cheat, whose key others have used, may say what the host cannot take.
        assert error is None or (error.finding.seat == sender and sender in self.cheats)
        assert error is None or set(error.finding.blame) <= {sender}

    @precondition(lambda self: self.table.choosers())
    @rule(data=st.data())
    def choose(self, data: st.DataObject) -> None:
        self.table.choose_one(data.draw(st.sampled_from(self.table.choosers())))

    @rule(seat=seats)
    def wish_to_stop(self, seat: int) -> None:
        role = self.table.seats.get(seat)
        if role is not None and role.fault is None:
            self.table.took(seat, role.stop())

    # --- crashes and lost connections ---

    def disconnect(self, party: Party) -> None:
        self.table.queue = type(self.table.queue)(
            message for message in self.table.queue if party not in message[:2]
        )

    def reconnect(self, seat: int) -> None:
        role = self.table.seats[seat]
        self.table.took("host", self.table.host.catch_up(seat, role.session.height))

    @rule(seat=seats)
    def connection_lost(self, seat: int) -> None:
        if seat in self.table.seats:
            self.disconnect(seat)
            self.reconnect(seat)

    @rule(seat=seats)
    def seat_crashes(self, seat: int) -> None:
        if seat in self.table.secrets and self.table.seats[seat].fault is None:
            self.disconnect(seat)
            self.table.took(seat, self.table.resume_seat(seat))
            self.reconnect(seat)

    @rule()
    def host_crashes(self) -> None:
        self.disconnect("host")
        self.table.took("host", self.table.resume_host())
        for seat in self.table.seats:
            self.reconnect(seat)

    # --- the server's author ---

    @rule(leaving=st.sets(seats, min_size=1))
    def replace(self, leaving: set[int]) -> None:
        with suppress(LocalError):
            self.table.took("host", self.table.host.replace(leaving))

    @rule()
    def void(self) -> None:
        missing = self.table.host.waiting_for
        with suppress(LocalError):
            self.table.took("host", self.table.host.void())
            # Their reveals may be on the way: then they find themselves named missing.
            self.table.may_die |= missing

    @rule()
    def close(self) -> None:
        with suppress(LocalError):
            self.table.took("host", self.table.host.close())

    # --- cheats ---

    def attack(self, seat: int, data: bytes) -> None:
        """A message of a cheat; the host takes it, or blames that seat or nobody, and no more."""
        if seat not in self.cheats:
            return
        before = self.table.host.transcript()
        error = refused(lambda: self.table.took("host", self.table.host.receive(seat, data)))
        if error is not None:
            assert error.finding.seat == seat
            assert error.finding.blame in ((), (seat,))
            assert self.table.host.transcript() == before

    def signed(self, seat: int, kind: str, body: dict[str, Any]) -> bytes:
        session = self.table.host.session
        signer = self.table.signers[seat]
        return statement_message(signer, kind, session.head, session.table, body, seat)

    @rule(
        seat=seats,
        kind=st.sampled_from(["join", "commit", "reveal", "seal", "move", "close"]),
        deal=st.integers(-1, 1),
        attempt=st.integers(-1, 1),
        seed=st.sampled_from([*SEEDS, "own"]),
        card=st.sampled_from([*(f"c{number:02}" for number in range(7)), "no card", None]),
        reason=st.sampled_from(["end", "stopped"]),
    )
    def cheat_signs(
        self, seat: int, kind: str, deal: int, attempt: int, seed: str, card: Any, reason: str
    ) -> None:
        if seat not in self.cheats:
            return
        session = self.table.host.session
        numbers = {
            "attempt": max(1, session.attempt + attempt),
            "deal": max(1, session.deal_number + deal),
        }
        if seed == "own":
            # What its role committed to, so that it reveals rightly, or in a wrong place.
            seed = json.loads(self.table.seats[seat].secrets())["seed"] or SEEDS[0]
        opened = bytes.fromhex(seed)
        parent = bytes.fromhex(session.head)
        if kind == "seal":
            body = {"deal": numbers["deal"], "move": card, "nonce": seed, "seat": seat}
            self.attack(
                seat,
                private_message(
                    self.table.signers[seat],
                    sender=seat,
                    to="host",
                    kind="opening",
                    body=body,
                    parent=session.head,
                    table=session.table,
                ),
            )
        bodies = {
            "join": {"last": None, "nonce": seed},
            "commit": {**numbers, "commitment": seed_commitment(parent, seat, opened).hex()},
            "reveal": {**numbers, "seed": seed},
            "seal": {
                "commitment": seal_commitment(parent, seat, opened, card).hex(),
                "deal": numbers["deal"],
            },
            "move": {"clock": None, "deal": numbers["deal"], "move": card},
            "close": {"reason": reason, "result": session.match.standings()},
        }
        self.attack(seat, self.signed(seat, kind, bodies[kind]))

    @rule(seat=seats, data=st.data())
    def cheat_repeats_what_others_said(self, seat: int, data: st.DataObject) -> None:
        if self.table.log:
            self.attack(seat, data.draw(st.sampled_from(self.table.log))[2])

    @rule(seat=seats, garbage=st.binary(max_size=9))
    def cheat_sends_garbage(self, seat: int, garbage: bytes) -> None:
        self.attack(seat, garbage)

    # --- what always holds ---

    @invariant()
    def nobody_honest_is_convicted(self) -> None:
        chain = self.table.host.session.height
        if chain == self.height:
            return
        self.height = chain
        report = self.table.report()
        for finding in report.findings:
            if finding.severity is Severity.VIOLATION:
                assert finding.blame
                assert set(finding.blame) <= self.cheats
            else:
                assert finding.severity in (Severity.INCOMPLETE, Severity.WARNING, Severity.NOTE)
                assert finding.blame == ()
        if report.verdict is Verdict.FAIR:
            assert self.table.host.is_closed

    @invariant()
    def no_honest_seat_finds_a_fault(self) -> None:
        for seat, role in self.table.seats.items():
            if role.fault is not None and seat not in self.cheats:
                assert role.fault.code is Code.NAMED_MISSING
                assert seat in self.table.may_die

    def teardown(self) -> None:
        """The server's author can bring the game to its end without those who do not answer."""
        if not hasattr(self, "table"):
            return
        host = self.table.host
        for _ in range(200):
            self.deliver_all()
            host = self.table.host
            if host.is_closed:
                break
            if self.table.choosers():
                self.table.choose_one(self.table.choosers()[0])
            elif host.session.phase is Phase.COMMITTED:
                self.void()
            elif host.session.phase is Phase.OVER:
                self.close()
            elif host.session.phase is Phase.OPENED:
                # A cheat that has not even joined: this table does not begin.
                assert host.waiting_for <= self.cheats
                return
            else:
                self.table.took("host", host.replace(host.waiting_for - host.bots))
        assert host.is_closed
        self.nobody_honest_is_convicted()
        report = self.table.report()
        found = {finding.severity for finding in report.findings}
        expected = Verdict.FAIR
        if Severity.VIOLATION in found:
            expected = Verdict.UNFAIR
        elif Severity.INCOMPLETE in found:
            expected = Verdict.INCOMPLETE
            assert Code.STOPPED_EARLY in {finding.code for finding in report.findings}
        assert report.verdict is expected


AnyTable.TestCase.settings = settings(
    max_examples=40,
    stateful_step_count=40,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


@pytest.mark.slow
class TestAnyTable(AnyTable.TestCase):
    """Run by pytest."""
