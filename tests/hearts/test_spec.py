"""The specification and the code name the same rules, axes and presets."""

from __future__ import annotations

import json
import re
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from hearts.game import GAME
from hearts.rules import PRESETS, Rules

ROOT = Path(__file__).resolve().parents[2]
SPEC = (ROOT / "specs" / "hearts.md").read_text(encoding="utf-8")
RULE = re.compile(r"\bR-[a-z]+(?:-[a-z]+)*\b")


def examples() -> list[Any]:
    return [json.loads(block) for block in re.findall(r"```json\n(.*?)```", SPEC, re.DOTALL)]


def test_the_code_and_the_specification_name_the_same_rules() -> None:
    code = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "src/hearts").glob("*.py"))
    stated = re.findall(r"^### (R-[a-z-]+)$", SPEC, re.MULTILINE)
    assert sorted(stated) == sorted(set(stated))
    assert set(stated) == set(RULE.findall(code)) == set(RULE.findall(SPEC))


def test_every_rule_has_text_axis_and_example() -> None:
    for section in re.split(r"^### ", SPEC, flags=re.MULTILINE)[1:]:
        name = section.split("\n", 1)[0]
        if name.startswith("R-"):
            assert re.search(r"^Axis: ", section, re.MULTILINE), name
            assert re.search(r"^Example: ", section, re.MULTILINE), name


def test_every_axis_is_specified() -> None:
    stated = re.findall(r"^\| `([a-z_]+)` \|", SPEC, re.MULTILINE)
    assert stated == [axis.name for axis in fields(Rules)]


def test_the_presets_stand_in_the_specification_in_full() -> None:
    for rules in PRESETS.values():
        assert rules.to_json() in examples()


def test_the_results_of_the_specification_can_be_settled() -> None:
    results = [value for value in examples() if isinstance(value, dict) and "dealer" in value]
    assert results
    match = GAME.match(PRESETS["live"].to_json(), 4)
    for result in results:
        match = match.settle(result)
    assert match.standings() in examples()


@pytest.mark.parametrize("word", ["MUST", "MAY", "BCP 14"])
def test_the_specification_says_what_is_required(word: str) -> None:
    assert word in SPEC


def test_the_version() -> None:
    assert f'`"{GAME.version}"`' in SPEC
