"""Every size has a limit (section 3.3): what reaches it is read, what goes beyond is refused."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from fairdeal import limits, transcript, wire
from fairdeal.canonical import check_opaque, loads
from fairdeal.errors import LocalError, Malformed, PeerError
from fairdeal.findings import Code
from fairdeal.game import Cards, Layout
from fairdeal.verifier import verify
from tests import minigame
from tests.attacks.forge import Forge, judge
from tests.attacks.toy import TOY, Toy, ToyMatch
from tests.roles.tables import Table

SPEC = Path(__file__).parents[2] / "specs" / "fairdeal.md"
ZERO, HEX64 = "0" * 64, "0" * 128
Accepts = Callable[[int], bool]


def reads(read: Callable[..., object], *arguments: Any) -> bool:
    """Whether something is read, or refused for its size or form."""
    try:
        read(*arguments)
    except Malformed as error:
        if error.code not in (Code.TOO_LARGE, Code.BAD_FORM):
            raise
        return False
    except ValueError:
        return False
    return True


# --- limits of section 3.3, by name ---


def file_bytes(size: int) -> bool:
    return reads(loads, b"0" + b" " * (size - 1))


def message_bytes(size: int) -> bool:
    """Of a true message, filled up with blanks, for both roles."""
    table = Table(minigame.rules(), seed="limits").start()
    taken = []
    for receiver in (0, "host"):
        while table.queue[0][1] != receiver:
            table.deliver_one()
        sender, _, data = table.queue[0]
        data += b" " * (size - len(data))
        with suppress(PeerError):
            role: Any = table.seats[0] if receiver == 0 else table.host
            role.receive(data) if receiver == 0 else role.receive(sender, data)
            taken.append(receiver)
        table.deliver_one()
    assert len(taken) in (0, 2)
    return bool(taken)


def structure(count: int) -> bool:
    return reads(loads, b'"' + b"," * count + b'"')


def depth(levels: int) -> bool:
    return reads(loads, b"[" * levels + b"]" * levels)


def steps(count: int) -> bool:
    document = b'{"format":"fairdeal/1","steps":[' + b",".join([b"0"] * count) + b"]}"
    return reads(transcript.parse, document)


def statements(count: int) -> bool:
    """Two in most steps: so many steps may be."""
    said = {"body": 0, "by": 0, "sig": ""}
    pairs, odd = divmod(count, 2)
    sizes = [2] * (pairs - odd) + [3] * odd
    chain = [{"kind": "", "parent": "", "statements": [said] * size} for size in sizes]
    return reads(transcript.parse, {"format": "fairdeal/1", "steps": chain})


@cache
def opening() -> Any:
    return Forge().step().steps[0]


def with_body(**members: Any) -> Any:
    (said,) = opening()["statements"]
    return {**opening(), "statements": [{**said, "body": {**said["body"], **members}}]}


def seats(count: int) -> bool:
    seat = opening()["statements"][0]["body"]["seats"][0]
    return reads(wire.read_step, with_body(seats=[seat] * count))


class Pack(Toy):
    """The toy with a deck of another size, which is refused or not before any card is dealt."""

    def __init__(self, size: int) -> None:
        self.size = size

    def match(self, rules: Any, count: int) -> Any:
        made = super().match(rules, count)
        return PackMatch(made.deals, made.wins, self.size)


class PackMatch(ToyMatch):
    def __init__(self, deals: int, wins: tuple[int, ...], size: int) -> None:
        super().__init__(deals, wins)
        object.__setattr__(self, "size", size)

    @property
    def deck(self) -> Cards:
        return tuple(f"c{number}" for number in range(self.size))  # type: ignore[attr-defined]

    def layout(self, deck: Cards, draw: int) -> Layout:
        return Layout(((),) * 4, deck)


def deck(size: int) -> bool:
    """A game whose rules make such a deck; nobody can open a table with one that is too large."""
    forge = Forge("limits", game=TOY, rules=1).until("commit")
    report = verify(forge.data(), games={"toy": Pack(size)})
    refused = [one.pointer for one in report.findings if one.code is Code.BAD_RULES]
    assert refused in ([], ["/steps/0/statements/0/body/game/rules"])
    table = Table(1, game=Pack(size), seats=4, seed="limits")
    try:
        table.start()
    except LocalError:
        assert refused
    else:
        assert not refused
    return not refused


def number(value: int) -> bool:
    said = {"body": {"attempt": 1, "commitment": ZERO, "deal": value}, "by": 0, "sig": HEX64}
    return reads(wire.read_step, {"kind": "commit", "parent": ZERO, "statements": [said]})


def name(length: int) -> bool:
    """Of the host, in characters that take two in UTF-16, and of the game and its version."""
    host = {"key": ZERO, "name": "\U0001f0a1" * length}
    game = opening()["statements"][0]["body"]["game"]
    read = {
        reads(wire.read_step, with_body(host=host)),
        reads(wire.read_step, with_body(game={**game, "name": "a" * length})),
        reads(wire.read_step, with_body(game={**game, "version": "1" * length})),
    }
    (same,) = read
    return same


def opaque_nodes(count: int) -> bool:
    return reads(check_opaque, [0] * (count - 1))


def opaque_text(length: int) -> bool:
    (same,) = {reads(check_opaque, "\U0001f0a1" * length), reads(check_opaque, {"a" * length: 0})}
    return same


def opaque_total(length: int) -> bool:
    whole, rest = divmod(length, 256)
    return reads(check_opaque, ["a" * 256] * whole + ["a" * rest])


def opaque_depth(levels: int) -> bool:
    value: Any = []
    for _ in range(levels - 1):
        value = [value]
    return reads(check_opaque, value)


def findings(count: int) -> bool:
    """A `replace` of nobody is one finding, and that no deal was played another."""
    forge = Forge("findings").until("commit")
    for _ in range(count - 1):
        forge.replace()
    report = judge(forge.data())
    assert len(report.findings) + report.omitted == count
    return report.omitted == 0


NAMED: Mapping[str, tuple[Accepts, int | None, int]] = {
    "FILE_BYTES": (file_bytes, None, 16_777_216),
    "MESSAGE_BYTES": (message_bytes, None, 1_048_576),
    "STRUCTURE": (structure, None, 1_000_000),
    "DEPTH": (depth, None, 32),
    "STEPS": (steps, None, 32_768),
    "STATEMENTS": (statements, None, 65_536),
    "SEATS": (seats, 2, 16),
    "DECK": (deck, 1, 256),
    "NUMBER": (number, 1, 65_535),
    "NAME": (name, 1, 64),
    "OPAQUE_NODES": (opaque_nodes, None, 1_024),
    "OPAQUE_TEXT": (opaque_text, None, 256),
    "OPAQUE_TOTAL": (opaque_total, None, 16_384),
    "OPAQUE_DEPTH": (opaque_depth, None, 16),
    "FINDINGS": (findings, None, 100),
}
"""Each limit of the table with what takes a size, and the least and the largest that it takes."""


@pytest.mark.parametrize("limit", NAMED)
def test_a_limit_can_be_reached_and_not_be_passed(limit: str) -> None:
    accepts, least, most = NAMED[limit]
    assert accepts(most)
    assert not accepts(most + 1)
    if least is not None:
        assert accepts(least)
        assert not accepts(least - 1)


def test_the_specification_names_these_limits_and_the_library_has_them() -> None:
    table = SPEC.read_text(encoding="utf-8").split("### 3.3")[1].split("\n## ")[0]
    rows = re.findall(r"^\| `([A-Z_]+)` \| (?:(\d+) to )?([\d,]+) \|", table, re.MULTILINE)
    stated = {
        name: (int(least) if least else None, int(most.replace(",", "")))
        for name, least, most in rows
    }
    assert stated == {name: row[1:] for name, row in NAMED.items()}
    values = {name: value for name, value in vars(limits).items() if name.isupper()}
    assert values == {name: row[2] for name, row in NAMED.items() if name != "SEATS"} | {
        "SEATS_MIN": 2,
        "SEATS_MAX": 16,
    }


# --- limits that other sections state, in terms of these ---

HEAD = {"head": ZERO, "height": 1, "sig": HEX64, "table": ZERO}
HAND = {
    "body": {"attempt": 1, "cards": [], "deal": 1, "salt": ZERO},
    "from": "host",
    "kind": "hand",
    "parent": ZERO,
    "sig": HEX64,
    "table": ZERO,
    "to": 0,
}
LOGGED = {"hash": ZERO, "kind": "join", "parent": ZERO}
RECEIPT = {
    "format": "fairdeal-receipt/1",
    "head": None,
    "private": [],
    "seat": 0,
    "signed": [],
    "table": ZERO,
}
STEP = {"kind": "join", "statements": [ZERO]}
BRANCH = {"head": None, "parent": ZERO, "steps": [STEP]}
SHOWN = {"move": None, "nonce": ZERO, "seat": 0}
PROOF = {
    "accused": ZERO,
    "branches": [BRANCH],
    "code": "wrong-hand",
    "format": "fairdeal-proof/2",
    "hand": None,
    "openings": [],
    "private": None,
    "table": ZERO,
}


def in_step(count: int) -> bool:
    said = {"body": {"last": None, "nonce": ZERO}, "by": 0, "sig": HEX64}
    return reads(wire.read_step, {"kind": "join", "parent": ZERO, "statements": [said] * count})


def of_seats(count: int) -> bool:
    """The lists of seats in `deal`, `void`, `replace` and `close`."""
    deal = {"attempt": 1, "deal": 1, "draw": 0, "hands": [ZERO] * count, "rest": None}
    quoted = {"body": {"attempt": 1, "deal": 1, "seed": ZERO}, "by": 0, "sig": HEX64}
    void: dict[str, Any] = {
        "attempt": 1, "deal": 1, "missing": [], "offending": [], "received": [], "seed": ZERO
    }  # fmt: skip
    bot = {"key": ZERO, "name": "Bot", "seat": 0}
    bodies = [
        ("deal", deal),
        ("void", {**void, "missing": [0] * count}),
        ("void", {**void, "offending": [quoted] * count}),
        ("void", {**void, "received": [quoted] * count}),
        ("replace", {"leave": None, "seats": [bot] * count, "votes": None}),
        ("close", {"reason": "end", "result": None, "seats": [ZERO] * count}),
    ]
    read = {
        reads(
            wire.read_step,
            {
                "kind": kind,
                "parent": ZERO,
                "statements": [{"body": body, "by": "host", "sig": HEX64}],
            },
        )
        for kind, body in bodies
    }
    (same,) = read
    return same


def seat_number(seat: int) -> bool:
    said = {"body": {"last": None, "nonce": ZERO}, "by": seat, "sig": HEX64}
    return reads(wire.read_step, {"kind": "join", "parent": ZERO, "statements": [said]})


def height(value: int) -> bool:
    return reads(wire.read_receipt, {**RECEIPT, "head": {**HEAD, "height": value}})


def sent_cards(count: int) -> bool:
    body = {**HAND["body"], "cards": ["c"] * count}  # type: ignore[dict-item]
    return reads(wire.read_message, {"message": {**HAND, "body": body}, "type": "private"})


def sent_card(length: int) -> bool:
    body = {**HAND["body"], "cards": ["c" * length]}  # type: ignore[dict-item]
    return reads(wire.read_message, {"message": {**HAND, "body": body}, "type": "private"})


def kept_messages(count: int) -> bool:
    return reads(wire.read_receipt, {**RECEIPT, "private": [HAND] * count})


def logged(count: int) -> bool:
    return reads(wire.read_receipt, {**RECEIPT, "signed": [LOGGED] * count})


def proven(**members: Any) -> bool:
    return reads(wire.read_proof, {**PROOF, **members})


OTHERS: Mapping[str, tuple[Accepts, int, int]] = {
    "5.1 statements of a step": (in_step, 1, 17),
    "10.2 lists of seats": (of_seats, 0, 16),
    "10.2 numbers of seats": (seat_number, 0, 15),
    "5.4 height": (height, 1, 32_768),
    "8 cards": (sent_cards, 0, 256),
    "8 a card": (sent_card, 0, 256),
    "16.1 private": (kept_messages, 0, 32_768),
    "16.1 signed": (logged, 0, 65_536),
    "17.1 branches": (lambda count: proven(branches=[BRANCH] * count), 1, 2),
    "17.1 steps": (lambda count: proven(branches=[{**BRANCH, "steps": [STEP] * count}]), 0, 32_768),
    "17.1 statements": (
        lambda count: proven(
            branches=[{**BRANCH, "steps": [{**STEP, "statements": [ZERO] * count}]}]
        ),
        1,
        17,
    ),
    "17.1 openings": (lambda count: proven(openings=[SHOWN] * count), 0, 32_768),
    "17.1 cards": (lambda count: proven(hand={"cards": ["c"] * count, "salt": ZERO}), 0, 256),
    "17.1 a card": (lambda length: proven(hand={"cards": ["c" * length], "salt": ZERO}), 0, 256),
}


@pytest.mark.parametrize("limit", OTHERS)
def test_other_sizes_can_be_reached_and_not_be_passed(limit: str) -> None:
    accepts, least, most = OTHERS[limit]
    assert accepts(most)
    assert not accepts(most + 1)
    assert accepts(least)
    if least:
        assert not accepts(least - 1)


def test_a_deck_that_is_too_large_is_told_with_its_size() -> None:
    forge = Forge("limits", game=TOY, rules=1).until("commit")
    (refused, *_) = verify(forge.data(), games={"toy": Pack(257)}).findings
    assert refused.details == {"axis": "deck"}
    assert refused.sentence == (
        "The game refuses these rules: deck: 257 cards; 1 to 256 are allowed"
    )
