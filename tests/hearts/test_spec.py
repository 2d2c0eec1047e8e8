"""The specification and the code name the same rules, axes and presets."""

from __future__ import annotations

import json
import re
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from hearts.game import GAME
from hearts.notation import DealLine
from hearts.presets import PRESETS, named, usual
from hearts.rules import Rules
from tests.hearts.spec_tables import updated

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
    section = SPEC[SPEC.index("## 3. Rule sets") : SPEC.index("### 3.1 ")]
    stated = re.findall(r"^\| `([a-z_]+)` \|", section, re.MULTILINE)
    assert stated == [axis.name for axis in fields(Rules)]


def test_every_axis_is_that_of_the_rules_which_name_it() -> None:
    """The table of axes and the lines of the rules say the same."""
    section = SPEC[SPEC.index("## 3. Rule sets") : SPEC.index("### 3.1 ")]
    in_table = {
        (axis, rule)
        for axis, rules in re.findall(r"^\| `([a-z_]+)` \|.*\| ([^|]*) \|$", section, re.MULTILINE)
        for rule in rules.split(", ")
    }
    rules = re.findall(r"^### (R-[a-z-]+)$(.*?)^Axis: (.*?)\.$", SPEC, re.MULTILINE | re.DOTALL)
    stated = {(axis, rule) for rule, _, axes in rules for axis in re.findall(r"`([a-z_]+)`", axes)}
    assert in_table <= stated


def test_what_has_no_meaning_is_specified_by_member() -> None:
    section = SPEC[SPEC.index("### 3.1 ") : SPEC.index("## 4. ")]
    stated = re.findall(r"^\| `([a-z_]+)` \|", section, re.MULTILINE)
    code = (ROOT / "src/hearts/rules.py").read_text(encoding="utf-8")
    assert set(stated) == set(re.findall(r'RulesError\(\s*"([a-z_]+)"', code)) - {"rules"}


def test_the_tables_of_presets_and_variants_are_those_of_the_code() -> None:
    assert updated(SPEC) == SPEC


def test_live_stands_in_the_specification_in_full() -> None:
    assert PRESETS["live"].to_json() in examples()


def test_the_usual_decks_and_passes_are_those_of_the_code() -> None:
    rows = re.findall(r"^\| ([3-6]) \| 1 \| (.*) ?\| (.*) \|$", SPEC, re.MULTILINE)
    assert len(rows) == 4
    for players, removed, cycle in rows:
        values = usual(int(players))
        assert tuple(re.findall(r"`(..)`", removed)) == values["removed"]
        assert tuple(map(int, cycle.split(", "))) == values["pass_cycle"]


def test_the_results_of_the_specification_can_be_settled() -> None:
    plain, bonus = [value for value in examples() if isinstance(value, dict) and "dealer" in value]
    match = GAME.match(PRESETS["live"].to_json(), 4).settle(plain)
    assert match.standings() in examples()
    match = GAME.match(named("omnibus").to_json(), 4).settle(bonus)
    assert match.penalties == (4, 13, 0, 9)


def test_the_deals_of_the_specification_parse_and_print_back() -> None:
    section = SPEC[SPEC.index("### 9.3 ") : SPEC.index("## 10. ")]
    lines = section.split("```")[1].strip().split("\n")
    assert [str(DealLine.parse(line)) for line in lines] == lines
    DealLine.parse(lines[0]).check(PRESETS["live"])


@pytest.mark.parametrize("word", ["MUST", "MAY", "BCP 14"])
def test_the_specification_says_what_is_required(word: str) -> None:
    assert word in SPEC


def test_the_version() -> None:
    assert f'`"{GAME.version}"`' in SPEC
