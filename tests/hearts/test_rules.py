"""The axes of the rules, their JSON form, and what is refused."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, fields
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hearts.rules import PRESETS, Rules, RulesError

LIVE: dict[str, Any] = {
    "players": 4,
    "packs": 1,
    "removed": [],
    "remainder": "none",
    "pass_count": 3,
    "pass_cycle": [1, 3, 2, 0],
    "first_lead": "two-of-clubs",
    "first_trick_hearts": "forbidden",
    "first_trick_queen": "forbidden",
    "hearts_opened_by": "heart",
    "closed_hearts_lead": "forbidden",
    "only_hearts_and_queen": "queen",
    "queen_lead": "free",
    "heart_values": "one",
    "queen_value": 13,
    "bonus": "none",
    "moon": "others-add",
    "moon_amount": "26",
    "moon_bonus": "not-needed",
    "target": 50,
    "ties": "shared",
    "perfect_deal": "no-effect",
}


def refused(value: object) -> RulesError:
    with pytest.raises(RulesError) as caught:
        Rules.from_json(value)
    return caught.value


def test_live_and_solo_in_full() -> None:
    assert PRESETS["live"].to_json() == LIVE
    assert PRESETS["solo"].to_json() == {**LIVE, "target": 100, "ties": "unique-lowest"}


@given(st.integers(1, 1000), st.sampled_from(["shared", "unique-lowest"]))
def test_every_supported_rule_set_survives_json(target: int, ties: str) -> None:
    value = {**LIVE, "target": target, "ties": ties}
    rules = Rules.from_json(value)
    assert (rules.target, rules.ties) == (target, ties)
    assert rules.to_json() == value
    assert Rules.from_json(rules.to_json()) == rules
    assert hash(Rules.from_json(value)) == hash(rules)


def test_a_preset_with_another_target() -> None:
    assert from_preset("live", 100) == Rules(target=100)
    assert from_preset("solo") is PRESETS["solo"]
    with pytest.raises(RulesError, match="preset: must be one of live, solo"):
        from_preset("Live")
    with pytest.raises(RulesError, match="target: must be a whole number, 1 to 1000"):
        from_preset("live", 0)


@pytest.mark.parametrize("axis", list(LIVE))
def test_no_axis_may_be_left_out(axis: str) -> None:
    error = refused({name: value for name, value in LIVE.items() if name != axis})
    assert (error.axis, error.why) == (axis, "missing")


@pytest.mark.parametrize("extra", ["Players", "seats", "", "passing"])
def test_no_other_axis_may_be_named(extra: str) -> None:
    error = refused({**LIVE, extra: 1})
    assert (error.axis, error.why) == (extra, "no such axis")


@pytest.mark.parametrize("value", [None, True, 4, "live", [], [["players", 4]]])
def test_rules_are_an_object(value: object) -> None:
    assert refused(value).axis == "rules"


@pytest.mark.parametrize("axis", list(LIVE))
@pytest.mark.parametrize("value", [None, True, 1.0, "", "4", {}, [None], [True], ["2C", 1], -1])
def test_values_of_no_meaning_are_refused_by_axis(axis: str, value: object) -> None:
    error = refused({**LIVE, axis: value})
    assert error.axis == axis
    assert error.why.startswith("must be ")


@pytest.mark.parametrize(
    ("axis", "value", "why"),
    [
        ("players", 2, "must be a whole number, 3 to 11"),
        ("players", 12, "must be a whole number, 3 to 11"),
        ("packs", 3, "must be a whole number, 1 to 2"),
        ("target", 0, "must be a whole number, 1 to 1000"),
        ("target", 1001, "must be a whole number, 1 to 1000"),
        ("target", 50.0, "must be a whole number, 1 to 1000"),
        ("ties", "Shared", 'must be one of "shared", "unique-lowest", "all-different"'),
        ("removed", "2C", "must be a list of card names"),
        ("pass_cycle", ["1"], "must be a list of whole numbers"),
    ],
)
def test_what_is_wrong_is_told(axis: str, value: object, why: str) -> None:
    assert refused({**LIVE, axis: value}).why == why


@pytest.mark.parametrize(
    ("axis", "value", "shown"),
    [
        ("players", 5, "5"),
        ("packs", 2, "2"),
        ("removed", ["2C"], '["2C"]'),
        ("remainder", "last-trick", '"last-trick"'),
        ("pass_count", 0, "0"),
        ("pass_cycle", [1, 2, 0], "[1, 2, 0]"),
        ("first_lead", "any-club", '"any-club"'),
        ("first_trick_hearts", "allowed", '"allowed"'),
        ("first_trick_queen", "allowed", '"allowed"'),
        ("hearts_opened_by", "heart-or-queen", '"heart-or-queen"'),
        ("closed_hearts_lead", "allowed", '"allowed"'),
        ("only_hearts_and_queen", "either", '"either"'),
        ("queen_lead", "hearts-open", '"hearts-open"'),
        ("heart_values", "spot", '"spot"'),
        ("queen_value", 0, "0"),
        ("bonus", "JD", '"JD"'),
        ("moon", "none", '"none"'),
        ("moon_amount", "13", '"13"'),
        ("moon_bonus", "needed", '"needed"'),
        ("ties", "all-different", '"all-different"'),
        ("perfect_deal", "prolongs", '"prolongs"'),
    ],
)
def test_what_cannot_be_played_yet_is_refused_and_not_played_wrongly(
    axis: str, value: object, shown: str
) -> None:
    error = refused({**LIVE, axis: value})
    assert (error.axis, error.why) == (axis, f"not supported yet: {shown}")
    assert str(error) == f"{axis}: not supported yet: {shown}"


def test_rules_are_frozen_and_complete() -> None:
    assert [axis.name for axis in fields(Rules)] == list(LIVE)
    with pytest.raises(FrozenInstanceError):
        Rules().target = 100  # type: ignore[misc]
