"""A seat that may be the leader, as far as it can see, and leads before the host has said so.

Of 52 cards for three players one is left over. Where that may be the two of clubs, whoever holds
the three can lead by its own view, and so can the holder of the two (section 12).
"""

from __future__ import annotations

from random import Random

import pytest

from fairdeal.errors import PeerError
from fairdeal.findings import Code
from fairdeal.report import Verdict
from hearts.game import GAME
from hearts.presets import named
from hearts.tools import TOOLS
from tests.roles.tables import Table

LEADS = [("first-trick", "unclear 1", 0, 1), ("last-trick", "unclear 6", 0, 2)]
"""Whither the card that is left over goes, a deal, its leader and who holds the three of clubs."""
leads = pytest.mark.parametrize(("remainder", "seed", "leader", "early"), LEADS)


def led_early(remainder: str, seed: str, leader: int, early: int) -> Table:
    """A table before the first lead; the host has refused the three of clubs, which came first."""
    changes = {"players": 3, "removed": (), "remainder": remainder, "target": 1}
    table = Table(named("house", changes=changes).to_json(), game=GAME, seats=3, seed=seed)
    table.player = TOOLS.bot("normal", Random(1).randrange)
    table.start()
    table.run_until("seal").deliver()
    assert table.host.waiting_for == {leader}
    assert [table.seats[seat].due for seat in (leader, early)] == ["move", "move"]
    (move,) = table.took(early, table.seats[early].choose("3C")).send
    table.queue.clear()
    with pytest.raises(PeerError) as caught:
        table.host.receive(early, move.data)
    assert (caught.value.finding.code, caught.value.finding.blame) == (Code.ILLEGAL_MOVE, (early,))
    assert table.seats[early].due is None
    return table


@leads
def test_the_leaders_card_is_no_fault_of_the_host(
    remainder: str, seed: str, leader: int, early: int
) -> None:
    table = led_early(remainder, seed, leader, early)
    table.choose_one(leader)
    while table.kinds[-1] != "move":
        table.deliver_one()
    (step,) = [data for _, to, data in table.queue if to == early]
    # It has heard of the lead, signs nothing on its own, and chooses when it is its turn.
    assert table.took(early, table.seats[early].receive(step)).send == ()
    assert table.seats[early].fault is None
    table.run_until(lambda: table.host.waiting_for == {early} and not table.queue)
    assert table.seats[early].due == "move"
    report = table.run().report()
    assert (report.verdict, report.blamed) == (Verdict.FAIR, ())


@leads
def test_nor_is_it_after_a_restart(remainder: str, seed: str, leader: int, early: int) -> None:
    table = led_early(remainder, seed, leader, early)
    table.deaf = {early}
    table.choose_one(leader)
    table.deliver()
    table.deaf = set()
    outbox = table.resume_seat(early, table.host.transcript())
    assert (outbox.send, table.seats[early].fault) == ((), None)
    table.took(early, outbox)
    height = table.seats[early].session.height
    table.took("host", table.host.catch_up(early, height))
    assert table.run().report().verdict is Verdict.FAIR
