"""Crash and resume (sections 8.2 and 8.3): at every boundary, losing all that can be lost."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from copy import deepcopy
from functools import partial

import pytest

from fairdeal.errors import LocalError, PeerError
from fairdeal.findings import Code, Party
from fairdeal.outbox import Outbox
from fairdeal.report import Verdict
from fairdeal.seat import Seat
from tests.minigame import rules
from tests.roles.tables import Table, codes, event

PARTIES: tuple[Party, ...] = (0, 1, 2, "host")


def resume(table: Table, party: Party) -> None:
    """A new process of that party, which sends what its role asks it to."""
    if party == "host":
        table.took(party, table.resume_host())
    elif party in table.secrets:
        table.took(party, table.resume_seat(int(party)))
    else:
        # Nothing was ever stored, so nothing was ever signed.
        table.seats[int(party)] = table.new_seat(int(party))


def catch_up(table: Table, seat: int) -> None:
    """The seat has connected again and said how many steps it has."""
    table.took("host", table.host.catch_up(seat, table.seats[seat].session.height))


def reconnect(table: Table) -> None:
    for seat in table.seats:
        catch_up(table, seat)


def crash_and_nothing_lost(table: Table, party: Party) -> None:
    resume(table, party)


def crash_before_sending(table: Table, party: Party) -> None:
    """The role had stored what it did last, but none of its messages has left."""
    table.queue = type(table.queue)(m for m in table.queue if m[0] != party)
    resume(table, party)
    reconnect(table) if party == "host" else catch_up(table, int(party))


def crash_and_connections_lost(table: Table, party: Party) -> None:
    """What was on its way to the role, or from it, is gone too."""
    table.queue = type(table.queue)(m for m in table.queue if party not in m[:2])
    resume(table, party)
    reconnect(table) if party == "host" else catch_up(table, int(party))


CRASHES = [crash_before_sending, crash_and_connections_lost]


def statements_of(table: Table) -> dict[tuple[str, str, Party], set[str]]:
    """All statements ever sent, by what they are about: parent, kind and author."""
    said: dict[tuple[str, str, Party], set[str]] = {}
    for sender, _, data in table.log:
        message = json.loads(data)
        if message["type"] == "statement":
            about = (message["parent"], message["kind"], sender)
            said.setdefault(about, set()).add(data.decode())
    return said


def seeds_of(table: Table) -> dict[str, set[str]]:
    """Under which commit steps each seed was revealed."""
    seeds: dict[str, set[str]] = {}
    for _, _, data in table.log:
        message = json.loads(data)
        if message["type"] == "statement" and message["kind"] == "reveal":
            seed = message["statement"]["body"]["seed"]
            seeds.setdefault(seed, set()).add(message["parent"])
    return seeds


def assert_honest(table: Table, deals: int = 1) -> None:
    report = table.report()
    assert (report.verdict, codes(report)) == (Verdict.FAIR, [])
    assert len(report.deals) == deals
    assert all(deal.attempts == 1 for deal in report.deals)
    assert all(len(said) == 1 for said in statements_of(table).values())
    assert all(len(parents) == 1 for parents in seeds_of(table).values())
    for seat in table.seats.values():
        assert seat.fault is None
        assert seat.transcript() == table.host.transcript()


def length(table: Table) -> int:
    count = 0
    table.start()
    while event(table) is not None:
        count += 1
    return count


def persons() -> Table:
    return Table(rules(deals=2, rounds=2))


def with_a_bot() -> Table:
    return Table(rules(), bots=(1,))


def one_person() -> Table:
    return Table(rules(deals=2, rounds=0), bots=(0, 2))


ROLES = [
    *((persons, party) for party in PARTIES),
    *((with_a_bot, party) for party in (0, 2, "host")),
    *((one_person, party) for party in (1, "host")),
]
every_role = pytest.mark.parametrize(
    ("make", "party"), ROLES, ids=[f"{make.__name__}-{party}" for make, party in ROLES]
)


def asked_for_more(table: Table, seat: Seat) -> Iterator[bytes]:
    """What a seat posts whose player changes the mind, and that is sent its newest step again."""
    height = len(json.loads(seat.transcript())["steps"])
    again = [one.data for one in table.host.catch_up(0, height).send]
    calls: list[Callable[[], Outbox]] = [seat.stop]
    calls += [partial(seat.choose, f"c{number:02}") for number in range(7)]
    calls += [partial(seat.receive, data) for data in again]
    for call in calls:
        with suppress(LocalError, PeerError):
            yield from (one.data for one in call().send)


@pytest.mark.parametrize("is_new", [False, True], ids=["running", "restarted"])
def test_a_seat_never_says_another_thing_where_it_has_said_one(is_new: bool) -> None:
    """At every moment of a game, of the same process or of a new one from what was stored."""
    table = persons().start()
    kinds: Counter[str] = Counter()
    while event(table) is not None:
        if 0 not in table.secrets:
            continue
        sent = [data for sender, _, data in (*table.log, *table.queue) if sender == 0]
        other = deepcopy(table)
        if is_new:
            sent += [one.data for one in other.resume_seat(0).send]
        said: dict[tuple[str, str], bytes] = {}
        for data in (*sent, *asked_for_more(other, other.seats[0])):
            message = json.loads(data)
            if message["type"] == "statement":
                place = (message["kind"], message["parent"])
                assert said.setdefault(place, data) == data
                kinds[message["kind"]] += 1
    assert min(kinds[one] for one in ("join", "commit", "reveal", "seal", "move", "close")) > 5


@every_role
@pytest.mark.parametrize(
    "crash", [crash_and_nothing_lost, *CRASHES], ids=lambda crash: crash.__name__
)
def test_a_role_may_crash_after_everything_that_happens_to_it(
    make: Callable[[], Table], crash: Callable[[Table, Party], None], party: Party
) -> None:
    table = make().start()
    if party == "host" and crash is crash_and_nothing_lost:
        crash = crash_before_sending  # a server's process takes its connections with it
    crashed_with = set()
    while (happened_to := event(table)) is not None:
        # Nothing new is stored by a message that only repeats: to crash there as well, again and
        # again, would never come to an end.
        if happened_to == party and table.secrets[party] not in crashed_with:
            crashed_with.add(table.secrets[party])
            crash(table, party)
    assert len(crashed_with) > 5
    assert table.host.is_closed
    assert_honest(table, deals=table.host.session.match.deals)


@pytest.mark.slow
@pytest.mark.parametrize(("bots", "party"), [((), 0), ((), "host"), ((1,), "host")])
@pytest.mark.parametrize("crash", CRASHES, ids=lambda crash: crash.__name__)
def test_a_role_may_crash_once_anywhere(
    bots: tuple[int, ...], crash: Callable[[Table, Party], None], party: Party
) -> None:
    for boundary in range(length(Table(bots=bots))):
        table = Table(bots=bots).start()
        for _ in range(boundary):
            event(table)
        crash(table, party)
        while event(table) is not None:
            pass
        assert table.host.is_closed
        assert_honest(table)


@pytest.mark.parametrize("party", PARTIES)
def test_a_role_may_crash_before_it_has_stored_what_a_call_did(party: Party) -> None:
    crashes = 0
    for boundary in range(length(Table())):
        table = Table().start()
        for _ in range(boundary):
            event(table)
        is_next = table.queue[0][1] == party if table.queue else table.choosers()[:1] == [party]
        if not is_next:
            continue
        # The party takes the message, or its player chooses, and the process dies at once.
        crashes += 1
        crash_and_connections_lost(table, party)
        while event(table) is not None:
            pass
        assert table.host.is_closed
        assert_honest(table)
    assert crashes > 9


def crash_everywhere(table: Table, party: Party) -> None:
    """Crash after each event from here on at which the party stores something new."""
    crashed_with = set()
    while event(table) is not None:
        if table.secrets[party] not in crashed_with:
            crashed_with.add(table.secrets[party])
            crash_and_connections_lost(table, party)
    assert table.host.is_closed


@pytest.mark.parametrize("party", [0, "host"])
@pytest.mark.parametrize("point", ["join", "deal", "seal", "move", "disclose"])
def test_a_role_may_crash_after_bots_took_over(point: str, party: Party) -> None:
    table = Table(rules(deals=2, rounds=2)).start().run_until(point)
    table.took("host", table.host.replace([1]))
    crash_everywhere(table, party)
    report = table.report()
    assert (report.verdict, codes(report)) == (Verdict.FAIR, [Code.REPLACED])
    assert table.host.bots == {1}
    assert table.seats[0].transcript() == table.host.transcript()


@pytest.mark.parametrize("party", [0, "host"])
def test_a_role_may_crash_after_a_deal_was_called_off(party: Party) -> None:
    table = Table(rules(deals=2)).start().run_until("commit")
    table.silent = table.may_die = {1}
    table.deliver()
    table.took("host", table.host.void())
    crash_everywhere(table, party)
    report = table.report()
    assert (report.verdict, codes(report)) == (Verdict.FAIR, [Code.VOID, Code.REPLACED])
    assert table.seats[0].transcript() == table.host.transcript()


def test_a_host_that_crashes_before_it_calls_a_deal_off_still_can() -> None:
    table = Table(rules()).start().run_until("commit")
    table.silent = table.may_die = {1}
    table.deliver()
    crash_and_connections_lost(table, "host")
    table.deliver()
    assert table.host.waiting_for == {1}
    table.took("host", table.host.void())
    assert table.run().report().verdict is Verdict.FAIR


def test_a_seat_may_crash_before_there_is_a_chain() -> None:
    table = Table(rules(deals=2))
    for seat, role in table.seats.items():
        table.took(seat, role.stop())
        resume(table, seat)
        assert table.seats[seat].transcript() == b'{"format":"fairdeal/1","steps":[]}'
    # The wish outlives the crash.
    assert table.run().kinds == ["open", "join", "close"]


def test_a_choice_outlives_a_crash_and_the_step_it_was_made_on() -> None:
    table = Table(rules(rounds=0)).start().run_until("deal").deliver()
    (mover,) = table.host.waiting_for
    card = table.player.choose(table.seats[mover].view, mover)
    table.silent = {mover}
    table.choose_one(mover)
    table.silent = set()
    resume(table, mover)
    assert table.seats[mover].due is None
    # The step that the move was signed on is not the newest any more.
    table.took("host", table.host.replace([(mover + 1) % 3]))
    table.run()
    said = next(step["statements"][0] for step in table.chain if step["kind"] == "move")
    assert (said["by"], said["body"]["move"]) == (mover, card)
    assert table.report().verdict is Verdict.FAIR
