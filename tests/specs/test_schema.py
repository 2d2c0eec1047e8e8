"""The published JSON Schema: it accepts what is well-formed, and says the same as the models."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from fairdeal import wire
from fairdeal.errors import Malformed

SPECS = Path(__file__).resolve().parents[2] / "specs"
VECTORS = SPECS / "vectors" / "transcripts"
# What the models refuse by form beyond single values: an order, a seat's number, a game's version.
BEYOND_A_SCHEMA = {"bad-form-first-step", "bad-form-stranger"}


@cache
def validator() -> Any:
    schema = json.loads((SPECS / "transcript.schema.json").read_text(encoding="utf-8"))
    kind = jsonschema.validators.validator_for(schema)
    kind.check_schema(schema)
    return kind(schema)


def is_valid(document: object) -> bool:
    return bool(validator().is_valid(document))


def vector(name: str) -> Any:
    return json.loads((VECTORS / f"{name}.json").read_text(encoding="utf-8"))


def short() -> Any:
    """A transcript with nearly every kind of step: a deal was called off, a bot took over."""
    return vector("fair-void")["transcript"]


NAMES = sorted(path.stem for path in VECTORS.glob("*.json"))


@pytest.mark.parametrize("name", NAMES)
def test_the_schema_refuses_bad_form_and_nothing_else(name: str) -> None:
    document = vector(name)
    if "raw" in document:
        assert name in {"not-json", "too-large"}
        return
    codes = {finding["code"] for finding in document["expect"]["findings"]}
    formed = "bad-form" not in codes and name not in {"unsupported-format", "unsupported-mode"}
    assert is_valid(document["transcript"]) is (formed or name in BEYOND_A_SCHEMA)


def leaves(value: Any, place: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Where the members of all objects below stand."""
    found = []
    children = value.items() if isinstance(value, dict) else enumerate(value)
    for name, child in children:
        found.append((*place, name))
        if isinstance(child, dict | list):
            found += leaves(child, (*place, name))
    return found


def kinds() -> dict[str, Any]:
    """A step of each kind."""
    steps = {step["kind"]: step for step in short()["steps"]}
    assert set(steps) == {
        *("open", "join", "commit", "reveal", "void", "replace"),
        *("deal", "seal", "move", "disclose", "close"),
    }
    return steps


OPAQUE = {"rules", "move", "result"}


def alone(step: Any) -> dict[str, Any]:
    return {"format": "fairdeal/1", "steps": [step]}


@pytest.mark.parametrize("kind", sorted(kinds()))
def test_no_member_may_be_missing_unknown_or_of_another_type(kind: str) -> None:
    text = json.dumps(kinds()[kind])
    assert is_valid(alone(json.loads(text)))
    tried = 0
    for place in leaves(json.loads(text)):
        if OPAQUE & set(place) or place[:2] in {("statements", number) for number in (1, 2, 3)}:
            continue  # opaque, or like statement 0
        for change in ("missing", "unknown", "type"):
            step = json.loads(text)
            inside = step
            for part in place[:-1]:
                inside = inside[part]
            if change == "unknown" and isinstance(inside, dict):
                inside["more"] = None
            elif change == "missing" and isinstance(inside, dict):
                del inside[place[-1]]
            elif change == "type":
                inside[place[-1]] = True
            else:
                continue
            tried += 1
            assert not is_valid(alone(step)), (kind, place, change)
            with pytest.raises(Malformed):
                wire.read_step(step)
    assert tried > 10


def with_name(name: str) -> Any:
    step = json.loads(json.dumps(kinds()["open"]))
    step["statements"][0]["body"]["host"]["name"] = name
    return step


# Section 3.3: the first and last character of each forbidden range.
INVISIBLE = [
    *[(0x0, 0x1F), (0x7F, 0x9F), (0xAD, 0xAD), (0x34F, 0x34F), (0x61C, 0x61C)],
    *[(0x115F, 0x1160), (0x17B4, 0x17B5), (0x180B, 0x180F), (0x200B, 0x200F), (0x2028, 0x202E)],
    *[(0x2060, 0x206F), (0x2800, 0x2800), (0x3164, 0x3164), (0xFE00, 0xFE0F), (0xFEFF, 0xFEFF)],
    (0xFFA0, 0xFFA0),
    *[(0xFFF9, 0xFFFB), (0xE0000, 0xE0FFF)],
]


def is_read(step: Any) -> bool:
    try:
        wire.read_step(step)
    except Malformed:
        return False
    return True


@pytest.mark.parametrize("ends", INVISIBLE, ids=lambda ends: f"{ends[0]:x}")
def test_names_hold_no_invisible_character(ends: tuple[int, int]) -> None:
    for number in {*ends, sum(ends) // 2}:
        for name in (f"a{chr(number)}b", f"{chr(number)}b", f"a{chr(number)}"):
            assert not is_read(with_name(name))
            if not name.endswith("\n"):  # `$` of this regex engine stands before a last line feed
                assert not is_valid(alone(with_name(name)))
    for number in (ends[0] - 1, ends[1] + 1):
        if number >= 0 and not any(low <= number <= high for low, high in INVISIBLE):
            assert is_read(with_name(f"a{chr(number)}b"))
            assert is_valid(alone(with_name(f"a{chr(number)}b")))


@pytest.mark.parametrize(
    ("name", "good"),
    [
        ("", False),
        (" ", False),
        (" a", False),
        ("a ", False),
        ("a b", True),
        ("a", True),
        ("\u00a0", True),
        ("Chloé", True),
        ("🂡" * 64, True),
        ("🂡" * 65, False),
    ],
)
def test_names_have_1_to_64_characters_and_no_space_at_an_end(name: str, good: bool) -> None:
    assert is_read(with_name(name)) is good
    assert is_valid(alone(with_name(name))) is good
