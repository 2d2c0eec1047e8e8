"""`Seat.receipt`: at any time all that this seat was sent and signed, whatever happened (16.1)."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any

import pytest

from fairdeal import receipts
from fairdeal.errors import LocalError, PeerError
from fairdeal.findings import Code
from fairdeal.report import Verdict
from tests.hearts.test_early_lead import LEADS, led_early
from tests.minigame import rules
from tests.roles.tables import Table, event, messages
from tests.roles.test_resume import crash_and_connections_lost
from tests.roles.test_seat import Scene, void_of


def canonical(value: Any) -> bytes:
    return json.dumps(
        value, sort_keys=True, separators=(",", ":"), ensure_ascii=False
    ).encode()  # fmt: skip


def hashed(statement: Any) -> str:
    return hashlib.sha256(b"fairdeal/1/statement-hash\0" + canonical(statement)).hexdigest()


def of(table: Table, seat: int) -> Any:
    data = table.seats[seat].receipt()
    receipt = json.loads(data)
    assert data == canonical(receipt)
    read = receipts.read(data)
    assert (read.seat, read.table) == (seat, receipt["table"])
    return receipt


def sent(table: Table, seat: int) -> list[Mapping[str, str]]:
    """All that a seat ever sent signed, from the log of its links and what is on its way."""
    on_links = [*table.log, *table.queue]
    said = [one for by, _, one in messages(on_links, "statement") if by == seat]
    return [
        {"hash": hashed(one["statement"]), "kind": one["kind"], "parent": one["parent"]}
        for one in said
    ]


def same(log: list[Mapping[str, str]], other: list[Mapping[str, str]]) -> bool:
    """Whether two logs hold the same; an answer may have been sent twice, and in any order."""
    return {canonical(one) for one in log} == {canonical(one) for one in other}


def assert_whole(table: Table, seat: int) -> None:
    receipt = of(table, seat)
    heads = [m["head"] for _, to, m in messages(table.log, "step") if to == seat]
    assert receipt["head"] == max(heads, key=lambda head: head["height"])
    got = [m["message"] for _, to, m in messages(table.log, "private") if to == seat]
    unique = list({canonical(one): one for one in got}.values())
    assert receipt["private"] == unique
    assert same(receipt["signed"], sent(table, seat))
    assert len(receipt["signed"]) == len({canonical(one) for one in receipt["signed"]})
    assert (receipt["format"], receipt["seat"]) == ("fairdeal-receipt/1", seat)
    assert receipt["table"] == heads[0]["table"]


def test_there_is_none_before_the_table_is_open() -> None:
    with pytest.raises(LocalError, match="no table yet"):
        Table().new_seat(0).receipt()


@pytest.mark.parametrize("crashing", [False, True])
def test_it_holds_everything_at_any_time(crashing: bool) -> None:
    table = Table(rules(deals=2, rounds=2)).start()
    crashed_with = set()
    while (happened_to := event(table)) is not None:
        if crashing and happened_to == 1 and table.secrets[1] not in crashed_with:
            crashed_with.add(table.secrets[1])
            # What was on its way to it is gone with the connection, what it sent was not.
            table.log += [one for one in table.queue if one[0] == 1]
            crash_and_connections_lost(table, 1)
        for seat, role in table.seats.items():
            if role.head is not None and (happened_to == seat or not crashing):
                assert_whole(table, seat)
    assert table.report().verdict is Verdict.FAIR
    (first, *_, last) = of(table, 1)["signed"]
    assert (first["kind"], last["kind"]) == ("join", "close")
    kinds = [one["kind"] for one in of(table, 1)["private"]]
    assert kinds == ["hand", "opening", "opening"] * 2


def test_what_a_replacement_passed_over_stays_in_the_log() -> None:
    table = Table(rules()).start().run_until("deal").deliver()
    mine = table.seats[0]
    table.took(0, mine.choose(table.player.choose(mine.view, 0)))
    table.queue.clear()  # lost on the way
    signed = of(table, 0)["signed"][-1]
    assert signed["kind"] == "seal"
    table.took("host", table.host.replace([2]))
    table.deliver()
    kinds = [one["kind"] for one in of(table, 0)["signed"]]
    assert kinds == ["join", "commit", "reveal", "seal", "seal"]
    assert signed in of(table, 0)["signed"]
    table.run()
    assert signed in of(table, 0)["signed"]
    assert table.report().verdict is Verdict.FAIR
    # The seat that was replaced keeps what it had; what the bot signed is not its own.
    assert [one["kind"] for one in of(table, 2)["signed"]] == ["join", "commit", "reveal"]


@pytest.mark.parametrize(("remainder", "seed", "leader", "early"), LEADS)
def test_a_lead_that_came_too_early_stays_in_the_log(
    remainder: str, seed: str, leader: int, early: int
) -> None:
    table = led_early(remainder, seed, leader, early)
    signed = of(table, early)["signed"][-1]
    assert signed["kind"] == "move"
    table.run()
    log = of(table, early)["signed"]
    assert [one for one in log if one["parent"] == signed["parent"]] == [signed]


def test_a_host_does_not_store_old_hands_for_its_own_bots() -> None:
    table = Table(rules(deals=2, rounds=0), bots=(1,)).start()
    table.run_until(lambda: table.kinds.count("deal") == 2).deliver()
    ((message,),) = [json.loads(table.host._bots[1].receipt())["private"]]
    assert (message["kind"], message["body"]["deal"]) == ("hand", 2)
    assert [one["body"]["deal"] for one in of(table, 0)["private"]] == [1, 2]


def test_it_has_the_hand_that_the_seat_refused() -> None:
    scene = Scene("deal")
    scene.honest()
    hand = json.loads(scene.rest[1])["message"]["body"]
    wrong = scene.private("hand", 0, **{**hand, "salt": "00" * 32})
    with pytest.raises(PeerError):
        scene.seat.receive(wrong)
    assert scene.seat.fault is not None
    assert scene.seat.fault.code is Code.WRONG_PRIVATE_HAND
    receipt = json.loads(scene.seat.receipt())
    assert receipt["private"] == [json.loads(wrong)["message"]]


def test_it_has_the_head_under_which_a_step_was_refused() -> None:
    scene = Scene("reveal")
    data = void_of(scene, [0])
    with pytest.raises(PeerError):
        scene.seat.receive(data)
    receipt = json.loads(scene.seat.receipt())
    assert receipt["head"] == json.loads(data)["head"]
    assert [one["kind"] for one in receipt["signed"]] == ["join", "commit", "reveal"]
