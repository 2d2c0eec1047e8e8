"""V4: what `Expect` contradicts, and what it cannot know."""

from __future__ import annotations

import json
from typing import Any

import pytest

from fairdeal import wire
from fairdeal.expect import Expect
from fairdeal.findings import CheckId, Code, Severity
from fairdeal.identity import check_identity
from fairdeal.report import Status, Verdict
from fairdeal.verifier import verify
from tests import minigame
from tests.cli import tables
from tests.roles.tables import Table

TABLE = Table(bots=(2,), seed="identity").run()
OPEN: Any = wire.read_step(TABLE.chain[0])
HOST = TABLE.signers["host"].public
BOT = TABLE.players[2]
PLAYERS = {"Alice": frozenset({TABLE.players[0].key}), "Bob": frozenset({TABLE.players[1].key})}


def found(expect: Expect) -> list[tuple[Code, str]]:
    findings = list(check_identity(OPEN["statements"][0]["body"], expect))
    assert all((one.step, one.blame, one.check) == (0, (), CheckId.IDENTITY) for one in findings)
    return [(one.code, one.pointer) for one in findings]


BODY = "/steps/0/statements/0/body"


@pytest.mark.parametrize(
    ("expect", "findings"),
    [
        (Expect(), []),
        (Expect(host=HOST), []),
        (Expect(players=PLAYERS), []),
        # A bot is the host's, and on nobody's list: but it may not take a listed name.
        (Expect(host=HOST, players={**PLAYERS, "David": frozenset({bytes(32)})}), []),
        (Expect(players={**PLAYERS, BOT.name: frozenset({BOT.key})}), []),
        (
            Expect(players={**PLAYERS, BOT.name: frozenset({bytes(32)})}),
            [(Code.UNEXPECTED_PLAYER, f"{BODY}/seats/2")],
        ),
        (
            Expect(players={**PLAYERS, BOT.name: frozenset()}),
            [(Code.UNEXPECTED_PLAYER, f"{BODY}/seats/2")],
        ),
        # A player may have several keys.
        (Expect(players={**PLAYERS, "Bob": PLAYERS["Bob"] | {bytes(32)}}), []),
        (Expect(host=bytes(32)), [(Code.UNEXPECTED_HOST, f"{BODY}/host/key")]),
        (
            Expect(players={}),
            [(Code.UNEXPECTED_PLAYER, f"{BODY}/seats/{seat}") for seat in (0, 1)],
        ),
        (
            Expect(players={**PLAYERS, "Bob": frozenset({bytes(32)})}),
            [(Code.UNEXPECTED_PLAYER, f"{BODY}/seats/1")],
        ),
        # Keys are expected under their names: Alice's key is not Bob's.
        (
            Expect(players={"Alice": PLAYERS["Bob"], "Bob": PLAYERS["Alice"]}),
            [(Code.UNEXPECTED_PLAYER, f"{BODY}/seats/{seat}") for seat in (0, 1)],
        ),
        (
            Expect(players={"alice": PLAYERS["Alice"], "Bob": PLAYERS["Bob"]}),
            [(Code.UNEXPECTED_PLAYER, f"{BODY}/seats/0")],
        ),
    ],
)
def test_keys_and_names(expect: Expect, findings: list[tuple[Code, str]]) -> None:
    assert found(expect) == findings
    report = verify(TABLE.host.transcript(), expect, games={"mini": minigame.GAME})
    assert [one.code for one in report.findings] == [code for code, _ in findings]
    assert report.verdict is (Verdict.UNFAIR if findings else Verdict.FAIR)
    identity = next(one for one in report.checks if one.id is CheckId.IDENTITY)
    assert identity.status is (Status.FAILED if findings else Status.PASSED)
    listed = expect.players or {}
    assert identity.claimed == (
        *[seat for seat, one in enumerate(TABLE.players) if one.name not in listed],
        *(["host"] if expect.host is None else []),
    )


def test_a_bot_that_takes_a_seat_under_a_players_name() -> None:
    """In step 61 the host's Bot 3 takes Dan's seat."""
    data = tables.eventful()
    (bot,) = json.loads(data)["steps"][61]["statements"][0]["body"]["seats"]
    assert (bot["name"], bot["seat"]) == ("Bot 3", 3)
    persons = {name: frozenset({tables.SIGNERS[n].public}) for n, name in enumerate(tables.NAMES)}

    def findings(keys: frozenset[bytes]) -> list[tuple[Code, int, int | None, str]]:
        report = verify(data, Expect(players={**persons, "Bot 3": keys}))
        violations = [one for one in report.findings if one.severity is Severity.VIOLATION]
        assert report.verdict is (Verdict.UNFAIR if violations else Verdict.FAIR)
        return [(one.code, one.step, one.seat, one.pointer) for one in violations]

    at = "/steps/61/statements/0/body/seats/0"
    assert findings(frozenset({bytes.fromhex(bot["key"])})) == []
    assert findings(frozenset({bytes(32)})) == [(Code.UNEXPECTED_PLAYER, 61, 3, at)]
    assert findings(frozenset()) == [(Code.UNEXPECTED_PLAYER, 61, 3, at)]


def test_the_expected_head() -> None:
    data = TABLE.host.transcript()
    fair = verify(data, games={"mini": minigame.GAME})
    head = bytes.fromhex(fair.head or "")
    assert verify(data, Expect(head=head), games={"mini": minigame.GAME}).verdict is Verdict.FAIR
    report = verify(data, Expect(head=bytes(32)), games={"mini": minigame.GAME})
    assert [(one.code, one.step) for one in report.findings] == [
        (Code.UNEXPECTED_HEAD, len(TABLE.chain) - 1)
    ]
    assert report.verdict is Verdict.UNFAIR
    # A file that was cut, against the head of the whole.
    cut = {"format": "fairdeal/1", "steps": TABLE.chain[:-1]}
    report = verify(cut, Expect(head=head), games={"mini": minigame.GAME})
    assert Code.UNEXPECTED_HEAD in {one.code for one in report.findings}
    assert report.verdict is Verdict.UNFAIR
