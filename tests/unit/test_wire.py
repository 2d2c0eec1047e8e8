"""Sections 3.3, 5, 6 and 8: forms that take exactly what the text says, and say where not."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from fairdeal import limits, wire
from fairdeal.errors import Malformed
from fairdeal.findings import Code
from tests.minigame import rules
from tests.roles.tables import Table

Place = tuple[str | int, ...]


@cache
def steps() -> dict[str, Any]:
    """One step of each kind, from real games."""
    table = Table(rules(), seed="wire").start().run_until("commit")
    table.silent = table.may_die = {1}
    table.deliver()
    table.took("host", table.host.void())
    found = {step["kind"]: step for step in table.run().chain}
    bodies = found["void"]["statements"][0]["body"]
    bodies["offending"] = [copy.deepcopy(bodies["received"][0])]
    return found


@cache
def messages() -> dict[str, Any]:
    """One message of each type, from a real game."""
    table = Table(rules(), seed="messages").run()
    found = {}
    for _, _, data in table.log:
        message = json.loads(data)
        kind = message["message"]["kind"] if message["type"] == "private" else message["type"]
        found[kind] = message
    return found


KINDS = (
    *("open", "join", "commit", "reveal", "void", "replace", "deal", "seal", "move"),
    *("disclose", "close"),
)
OPAQUE = frozenset({"rules", "move", "result"})
"""Members that only the game understands."""


def leaves(value: Any, where: Place = ()) -> Iterator[tuple[Place, Any]]:
    """All places below which the form is known."""
    yield where, value
    if where and where[-1] in OPAQUE:
        return
    if isinstance(value, dict):
        for name, child in value.items():
            yield from leaves(child, (*where, name))
    elif isinstance(value, list):
        for index, child in enumerate(value):
            yield from leaves(child, (*where, index))


def put(document: Any, where: Place, value: Any) -> Any:
    changed = copy.deepcopy(document)
    node = changed
    for part in where[:-1]:
        node = node[part]
    node[where[-1]] = value
    return changed


def pointer(where: Place) -> str:
    return "".join(f"/{part}" for part in where)


def refused(document: Any) -> str:
    with pytest.raises(Malformed) as caught:
        wire.read_step(document)
    assert caught.value.code is Code.BAD_FORM
    return caught.value.pointer


@pytest.mark.parametrize("kind", KINDS)
def test_steps_of_real_games_are_read(kind: str) -> None:
    raw = steps()[kind]
    before = copy.deepcopy(raw)
    assert wire.read_step(raw) is raw
    assert raw == before


@pytest.mark.parametrize("kind", ["step", "statement", "hand", "opening"])
def test_messages_are_frozen(kind: str) -> None:
    model: Any = wire.read_message(messages()[kind])
    with pytest.raises(ValueError, match="frozen"):
        model.type = "other"


def wrong_values(where: Place, value: Any) -> list[Any]:
    """What may not stand in that place."""
    wrong: list[Any] = [1.5, b"bytes", object()]
    if where and where[-1] in OPAQUE:
        return wrong
    wrong += [[value], {"": value}]
    if value is None:
        return [*wrong, False, 0, "", "null"]
    wrong.append(True)
    if isinstance(value, str):
        wrong += [None, 1, "", value + "0", value[:-1] + "\n"]
        if len(value) in (64, 128) and set(value) <= set("0123456789abcdef"):
            wrong += [value[:-1], " " + value[1:], value[:-1] + "g", "é" + value[1:]]
            wrong += ["A" + value[1:], "0x" + value[2:], "\u0661" + value[1:], value + "\n"]
    elif isinstance(value, int):
        wrong += [None, str(value), float(value), -1, 65_536, 2**53]
    elif isinstance(value, list):
        wrong += [None, {}, "".join(map(str, value))]
    else:
        wrong += [None, [], list(value)]
    return wrong


@pytest.mark.parametrize("kind", KINDS)
def test_another_value_anywhere_is_refused_at_its_place(kind: str) -> None:
    document = steps()[kind]
    count = 0
    for where, value in leaves(document):
        for wrong in wrong_values(where, value) if where else ([], None, 1, "step", True):
            name = where[-1] if where else ""
            if name in ("by", "deal_mode"):
                continue  # see below
            other = isinstance(wrong, str) and wrong and "\n" not in wrong
            if name in ("name", "version") and other:
                continue  # another name
            if name in ("attempt", "deal") and wrong in (True, 1):
                wrong = 0  # noqa: PLW2901
            if name in ("last", "rest") and wrong is None:
                continue  # null is right there, too
            at = refused(put(document, where, wrong) if where else wrong)
            # In a container that is none of this place, the fault may be seen inside.
            assert at == pointer(where) or (
                isinstance(wrong, list | dict) and at.startswith(pointer(where) + "/")
            )
            count += 1
    assert count > 100


@pytest.mark.parametrize("kind", KINDS)
def test_a_member_more_or_less_is_refused_at_its_place(kind: str) -> None:
    document = steps()[kind]
    for where, value in leaves(document):
        if not isinstance(value, dict) or (where and where[-1] in OPAQUE):
            continue
        for name in value:
            changed = copy.deepcopy(document)
            node = changed
            for part in where:
                node = node[part]
            del node[name]
            if (kind, name) == ("close", "by"):
                continue  # without an author it is read as a seat's
            assert refused(changed) == pointer((*where, name))
        for name in ("more", "", "Kind", "sig ", next(iter(value)).upper()):
            at = refused(put(document, (*where, name), None))
            assert at == pointer((*where, name))


@pytest.mark.parametrize("kind", ["", "Open", "opens", "vote", "open ", None, 1, True, ["open"]])
def test_unknown_kinds_are_refused(kind: Any) -> None:
    assert refused({**steps()["open"], "kind": kind}) == "/kind"


def test_a_step_has_one_to_seventeen_statements() -> None:
    join = steps()["join"]
    said = join["statements"][0]
    assert len(wire.read_step({**join, "statements": [said] * 17})["statements"]) == 17
    for count in (0, 18, 1000):
        assert refused({**join, "statements": [said] * count}) == "/statements"
        assert not wire.has_step_members({**join, "statements": [said] * count})
    assert refused({**steps()["open"], "statements": steps()["open"]["statements"] * 2}) != ""


@pytest.mark.parametrize(
    "name",
    [
        "A",
        "Chloé",
        "a" * 64,
        "é" * 64,
        "\U0001f0a1" * 64,
        "two words",
        "O'Neil <b>",
        '"\\',
        "李",
        "a\u00a0b",
    ],
)
def test_names_of_people(name: str) -> None:
    where: Place = ("statements", 0, "body", "seats", 0, "name")
    step: Any = wire.read_step(put(steps()["open"], where, name))
    assert step["statements"][0]["body"]["seats"][0]["name"] == name


INVISIBLE = [
    *(0x00, 0x09, 0x0A, 0x1F, 0x7F, 0x80, 0x85, 0x9F, 0xAD, 0x34F, 0x61C, 0x180E, 0x200B, 0x200F),
    *(0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B, 0x180F, 0x2800, 0x3164, 0xFE00, 0xFE0F, 0xFFA0),
    *(0x2028, 0x202A, 0x202E, 0x2060, 0x2066, 0x206F, 0xFEFF, 0xFFF9, 0xFFFB, 0xE0000, 0xE0041),
    0xE0FFF,
]


@pytest.mark.parametrize("code", INVISIBLE, ids=lambda code: f"U+{code:04X}")
def test_invisible_characters_are_in_no_name(code: int) -> None:
    for name in (chr(code), f"Al{chr(code)}ice", f"Alice{chr(code)}", f"{chr(code)}Alice"):
        for where in (
            ("statements", 0, "body", "seats", 1, "name"),
            ("statements", 0, "body", "host", "name"),
        ):
            assert refused(put(steps()["open"], where, name)) == pointer(where)
        successor: Place = ("statements", 0, "body", "seats", 0, "name")
        assert refused(put(steps()["replace"], successor, name)) == pointer(successor)


@pytest.mark.parametrize("code", [0x20, 0xA0, 0xAE, 0x61B, 0x180A, 0x200A, 0x2010, 0x205F, 0xFEFE])
def test_their_neighbours_may_stand_inside_a_name(code: int) -> None:
    where: Place = ("statements", 0, "body", "seats", 0, "name")
    assert wire.read_step(put(steps()["open"], where, f"Al{chr(code)}ice"))


@pytest.mark.parametrize("name", ["", " ", " Alice", "Alice ", "a" * 65, "é" * 65, "Alice\n"])
def test_names_have_limits(name: str) -> None:
    where: Place = ("statements", 0, "body", "seats", 0, "name")
    assert refused(put(steps()["open"], where, name)) == pointer(where)


@pytest.mark.parametrize("word", ["", "Hearts", "he arts", "hearts\n", "é", "a_b", "a" * 65, "a/b"])
def test_a_game_is_named_in_few_characters(word: str) -> None:
    for name in ("name", "version"):
        where: Place = ("statements", 0, "body", "game", name)
        assert refused(put(steps()["open"], where, word)) == pointer(where)
        assert wire.read_step(put(steps()["open"], where, "a-z.0-9"))


def test_the_number_of_seats() -> None:
    where: Place = ("statements", 0, "body", "seats")
    seat = steps()["open"]["statements"][0]["body"]["seats"][0]
    for count in (2, 16):
        assert wire.read_step(put(steps()["open"], where, [seat] * count))
    for count in (0, 1, 17):
        assert refused(put(steps()["open"], where, [seat] * count)) == pointer(where)


@pytest.mark.parametrize("name", ["deal", "attempt"])
def test_numbers_of_deals_and_attempts(name: str) -> None:
    where: Place = ("statements", 0, "body", name)
    for number in (1, 65_535):
        assert wire.read_step(put(steps()["commit"], where, number))
    for wrong in (0, -1, 65_536, True, 1.0, "1", None):
        assert refused(put(steps()["commit"], where, wrong)) == pointer(where)


def test_opaque_values_have_their_limits() -> None:
    where: Place = ("statements", 0, "body", "move")
    for good in (None, True, 0, "x" * 256, [0] * 1023, {"a": [{"b": ""}]}):
        assert wire.read_step(put(steps()["move"], where, good))
    for bad in ("x" * 257, [0] * 1024, 1.0, 2**53, {"é": 1}, "\ud800", {1: 1}, {1}):
        assert refused(put(steps()["move"], where, bad)) == pointer(where)


@pytest.mark.parametrize("by", [0, 15])
def test_authors_are_seats_or_the_host(by: int) -> None:
    where: Place = ("statements", 0, "by")
    step: Any = wire.read_step(put(steps()["join"], where, by))
    assert step["statements"][0]["by"] == by
    step = wire.read_step(put(steps()["join"], where, "host"))
    assert step["statements"][0]["by"] == "host"


@pytest.mark.parametrize("by", [-1, 16, "0", "Host", "", None, True, 0.0, [0]])
def test_authors_are_nothing_else(by: Any) -> None:
    assert refused(put(steps()["join"], ("statements", 0, "by"), by)).startswith("/statements/0/by")


@pytest.mark.parametrize("mode", ["", "sealed", "Hosted", "hosted "])
def test_another_deal_mode_is_not_supported(mode: str) -> None:
    where: Place = ("statements", 0, "body", "deal_mode")
    with pytest.raises(Malformed) as caught:
        wire.read_step(put(steps()["open"], where, mode))
    assert (caught.value.code, caught.value.pointer) == (Code.UNSUPPORTED, pointer(where))
    for wrong in (None, 1, True, ["hosted"]):
        assert refused(put(steps()["open"], where, wrong)) == pointer(where)


def test_the_form_of_close_is_that_of_its_author() -> None:
    close = steps()["close"]
    seats = close["statements"][-1]["body"]["seats"]
    assert refused(put(close, ("statements", 0, "body", "seats"), seats)) != ""
    assert refused(put(close, ("statements", 0, "by"), "host")) != ""


def test_whether_a_hash_is_defined() -> None:
    step = {"kind": "x", "parent": 1, "statements": [{"body": 1, "by": [], "sig": None}]}
    assert wire.has_step_members(step)
    for wrong in (
        None,
        [],
        {},
        {**step, "more": 1},
        {**step, "kind": 1},
        {**step, "statements": {}},
        {**step, "statements": []},
        {**step, "statements": [{}]},
        {**step, "statements": [1]},
        {**step, "statements": [*step["statements"], {"body": 1, "by": 0}]},
        {"kind": "x", "statements": step["statements"]},
    ):
        assert not wire.has_step_members(wrong)


@pytest.mark.parametrize("kind", ["step", "statement", "hand", "opening"])
def test_messages_of_real_games_are_read_and_others_are_not(kind: str) -> None:
    message = messages()[kind]
    assert wire.read_message(message)
    for where, value in leaves(message):
        if where[:1] in (("step",), ("statement",)) and len(where) > 1:
            continue  # read again as a step
        if not where or where[-1] in OPAQUE:
            continue
        wrongs: list[Any] = [None, 1.5, True, [value]]
        if where not in (("step",), ("statement",)):
            wrongs.append({"": value})
        if "cards" not in where:
            wrongs.append("")
        for wrong in wrongs:
            with pytest.raises(Malformed):
                wire.read_message(put(message, where, wrong))
        if isinstance(value, dict) and where not in (("step",), ("statement",)):
            with pytest.raises(Malformed):
                wire.read_message(put(message, (*where, "more"), None))
    for wrong in (None, [], 1, "step", {}, {"type": "step"}, {**message, "type": "steps"}):
        with pytest.raises(Malformed):
            wire.read_message(wrong)


def test_heads_have_a_height() -> None:
    step = messages()["step"]
    for height in (1, limits.STEPS):
        assert wire.read_message(put(step, ("head", "height"), height))
    for height in (0, limits.STEPS + 1):
        with pytest.raises(Malformed):
            wire.read_message(put(step, ("head", "height"), height))


@pytest.mark.parametrize(
    ("kind", "where"),
    [
        ("commit", ("statements", 2, "body")),
        ("open", ("statements", 0, "body", "game")),
        ("open", ("statements", 0, "body", "seats", 2)),
        ("void", ("statements", 0, "body", "received", 1, "body")),
    ],
)
def test_of_too_many_unknown_members_the_object_is_named(kind: str, where: Place) -> None:
    step = copy.deepcopy(steps()[kind])
    crowd = step
    for part in where:
        crowd = crowd[part]
    known = len(crowd)
    crowd.update((f"x{number:04}", 0) for number in range(limits.OPAQUE_NODES - known))
    path = "".join(f"/{part}" for part in where)
    with pytest.raises(Malformed) as refused:
        wire.read_step(step)
    assert (refused.value.code, refused.value.pointer) == (Code.BAD_FORM, f"{path}/x0000")
    crowd["one more"] = 0
    with pytest.raises(Malformed) as refused:
        wire.read_step(step)
    assert (refused.value.code, refused.value.pointer) == (Code.BAD_FORM, path)
    assert refused.value.why == "no object has more than 1024 members"


def test_messages_with_too_many_members_are_refused() -> None:
    crowd = {f"x{number}": 0 for number in range(limits.OPAQUE_NODES + 1)}
    for read in (wire.read_message, wire.read_proof, wire.read_receipt):
        with pytest.raises(Malformed) as refused:
            read({"a": [crowd]})
        assert (refused.value.pointer, refused.value.code) == ("/a/0", Code.BAD_FORM)
