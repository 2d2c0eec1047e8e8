"""The axes of the rules, their JSON form, and what is refused."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, asdict, fields
from itertools import combinations, permutations
from typing import Any

import pytest
from hypothesis import given, settings

from hearts.axes import RulesError
from hearts.cards import NAMES
from hearts.presets import PRESETS, VARIANTS, named, usual
from hearts.rules import Rules
from tests.hearts.rulesets import any_values, rule_sets

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


# --- Rule sets that have no meaning as a whole ---

CLUBS, HEARTS = NAMES[:13], NAMES[26:39]
PACKS = "one pack is for 3 to 6 players, two packs (as in cancellation) for 6 to 11"


@pytest.mark.parametrize(
    ("changes", "axis", "why"),
    [
        ({"players": 7}, "players", PACKS),
        (
            {"players": 3, "packs": 2},
            "players",
            PACKS,
        ),
        ({"packs": 2}, "players", PACKS),
        ({"removed": list(NAMES[:49])}, "removed", "too few cards are left for 4 players"),
        ({"removed": list(NAMES)}, "removed", "too few cards are left for 4 players"),
        (
            {"players": 5, "pass_cycle": [0]},
            "remainder",
            (
                "52 cards do not divide by 5: the 2 over must go to the winner of the first-trick "
                "or of the last-trick"
            ),
        ),
        (
            {"removed": [*HEARTS, "QS"], "remainder": "last-trick"},
            "removed",
            "no card that costs anything is left",
        ),
        (
            {"removed": list(HEARTS), "queen_value": 0, "remainder": "last-trick"},
            "removed",
            "no card that costs anything is left",
        ),
        ({"pass_cycle": [1, 4]}, "pass_cycle", "must be numbers from 0 to 3"),
        ({"pass_cycle": [-1]}, "pass_cycle", "must be numbers from 0 to 3"),
        ({"pass_cycle": []}, "pass_cycle", "must be a list of 1 to 64 numbers"),
        ({"pass_cycle": [0] * 65}, "pass_cycle", "must be a list of 1 to 64 numbers"),
        ({"pass_count": 14}, "pass_count", "a hand has only 13 cards"),
        (
            {"players": 8, "packs": 2},
            "first_lead",
            "with two packs no card has one holder: left-of-dealer must lead",
        ),
        (
            {"removed": list(CLUBS), "remainder": "last-trick"},
            "first_lead",
            "no hand is sure to have a club",
        ),
        (
            {
                "removed": [*CLUBS[1:], "2D", "3D"],
                "remainder": "first-trick",
                "first_lead": "any-club",
            },
            "first_lead",
            "no hand is sure to have a club",
        ),
        (
            {"removed": ["2C", "JD"], "remainder": "first-trick", "bonus": "JD"},
            "bonus",
            "JD is among the removed cards",
        ),
        (
            {"removed": ["2C"], "remainder": "first-trick", "moon": "shooter-chooses"},
            "moon",
            "with cards left over nobody knows of a moon before they are disclosed",
        ),
        ({"queen_value": -1}, "queen_value", "must be a whole number, 0 to 1000"),
        ({"removed": ["2D", "2C"]}, "removed", "must be different cards in the order of the pack"),
        ({"removed": ["2C", "2C"]}, "removed", "must be different cards in the order of the pack"),
        ({"removed": ["2c"]}, "removed", "must be a list of card names"),
    ],
)
def test_what_has_no_meaning_is_refused_with_the_axis_and_the_reason(
    changes: dict[str, Any], axis: str, why: str
) -> None:
    error = refused({**LIVE, **changes})
    assert (error.axis, error.why) == (axis, why)


@pytest.mark.parametrize(
    "changes",
    [
        {"moon": "none", "moon_amount": "all", "moon_bonus": "needed"},
        {"pass_cycle": [0], "pass_count": 52},
        {"pass_count": 0},
        {"pass_count": 13},
        {"remainder": "first-trick", "moon": "shooter-chooses"},
        {"closed_hearts_lead": "allowed", "only_hearts_and_queen": "queen"},
        {"removed": ["QS"], "remainder": "last-trick"},
        {"removed": list(HEARTS), "remainder": "last-trick"},
    ],
)
def test_redundant_settings_are_fine(changes: dict[str, Any]) -> None:
    assert Rules.from_json({**LIVE, **changes}).to_json() == {**LIVE, **changes}


@settings(max_examples=300)
@given(any_values)
def test_any_values_make_a_rule_set_or_are_refused_by_axis(values: dict[str, Any]) -> None:
    try:
        rules = Rules.from_json({**LIVE, **values})
    except RulesError:
        error = refused({**LIVE, **values})
        assert error.axis in LIVE
        assert error.why
        assert str(error) == f"{error.axis}: {error.why}"
        return
    value = rules.to_json()
    assert value == {**LIVE, **values}
    assert Rules.from_json(value) == rules
    assert hash(Rules.from_json(value)) == hash(rules)
    assert len(rules.deck) == rules.hand_size * rules.players + rules.left_over
    assert rules.hand_size > 0


@given(rule_sets())
def test_rule_sets_survive_json(rules: Rules) -> None:
    assert Rules.from_json(rules.to_json()) == rules


# --- Presets and variants ---


def test_a_preset_by_name() -> None:
    for name, rules in PRESETS.items():
        assert named(name) == rules
    assert named("live", changes={"target": 100}) == Rules(target=100)
    assert named("Black Lady") == named("black-lady") == named("house")
    with pytest.raises(RulesError, match='preset: "Live" is unknown; there are live, solo, house'):
        named("Live")
    with pytest.raises(RulesError, match="target: must be a whole number, 1 to 1000"):
        named("live", changes={"target": 0})


@pytest.mark.parametrize(
    ("players", "removed", "cycle", "each"),
    [
        (3, ("2C",), (1, 2, 0), 17),
        (4, (), (1, 3, 2, 0), 13),
        (5, ("2C", "2D"), (1, 4, 0), 10),
        (6, ("2C", "3C", "2D", "2S"), (1, 5, 3, 0), 8),
    ],
)
def test_house_for_three_to_six(
    players: int, removed: tuple[str, ...], cycle: tuple[int, ...], each: int
) -> None:
    rules = named("house", changes={"players": players})
    assert (rules.removed, rules.pass_cycle, rules.hand_size) == (removed, cycle, each)
    assert (rules.left_over, rules.target, rules.ties) == (0, 100, "unique-lowest")


@pytest.mark.parametrize(
    ("players", "each", "over"),
    [(6, 17, 2), (7, 14, 6), (8, 13, 0), (9, 11, 5), (10, 10, 4), (11, 9, 5)],
)
def test_cancellation_for_six_to_eleven(players: int, each: int, over: int) -> None:
    rules = named("cancellation", changes={"players": players})
    assert (rules.packs, rules.hand_size, rules.left_over) == (2, each, over)
    assert rules.deck == NAMES + NAMES


@pytest.mark.parametrize("name", list(VARIANTS))
def test_a_variant_is_a_preset_and_writes_only_its_axes(name: str) -> None:
    rules = named(name)
    house = {**asdict(PRESETS["house"]), **usual(rules.players, rules.packs)}
    assert named("house", [name]) == named(name, [name]) == rules
    assert asdict(rules) == {**house, **VARIANTS[name]}


def test_the_order_of_variants_does_not_matter() -> None:
    for some in combinations(VARIANTS, 3):
        results: set[object] = set()
        for order in permutations(some):
            try:
                results.add(named("house", order))
            except RulesError as error:
                results.add((error.axis, error.why))
        assert len(results) == 1, some


@pytest.mark.parametrize(
    ("preset", "variants", "changes", "axis"),
    [
        ("house", ["spot", "british"], {}, "queen_value"),
        ("spot", ["british"], {}, "queen_value"),
        ("british", ["cancellation"], {}, "moon_amount"),
        ("british", [], {"players": 4}, "players"),
        ("live", ["british"], {}, "players"),
        ("classique", ["cancellation"], {}, "players"),
        ("solo", [], {"players": 5}, "players"),
        ("house", [], {"players": 7}, "players"),
        ("house", [], {"players": "4"}, "players"),
        ("house", [], {"packs": True}, "packs"),
        ("cancellation", [], {"players": 5}, "players"),
        ("cancellation", ["shooters-choice"], {}, "moon"),
        ("omnibus", [], {"removed": ("2C", "JD"), "players": 5}, "bonus"),
        ("house", ["spots"], {}, "variant"),
        ("nothing", [], {}, "preset"),
    ],
)
def test_contradictions_are_refused(
    preset: str, variants: list[str], changes: dict[str, Any], axis: str
) -> None:
    with pytest.raises(RulesError) as caught:
        named(preset, variants, changes)
    assert caught.value.axis == axis


def test_contradicting_variants_are_named_with_what_they_say() -> None:
    with pytest.raises(RulesError) as caught:
        named("house", ["spot", "british"])
    assert caught.value.why == "variants contradict each other: british says 0, spot says 13"


def test_what_is_wrong_with_a_name_or_a_number_is_told_with_what_there_is() -> None:
    for arguments, why in (
        (
            ("x",),
            (
                '"x" is unknown; there are live, solo, house, classique, speciale, omnibus, spot, '
                "cutthroat, british, cancellation, free-lead, free-first-trick, shooters-choice"
            ),
        ),
        (
            ("solo", ["moon"]),
            (
                '"moon" is unknown; there are omnibus, spot, cutthroat, british, cancellation, '
                "free-lead, free-first-trick, shooters-choice"
            ),
        ),
        (
            ("solo", [], {"players": 5}),
            "solo is a game of four, not 5; house is for 3 to 6",
        ),
    ):
        with pytest.raises(RulesError) as caught:
            named(*arguments)  # type: ignore[arg-type]
        assert caught.value.why == why


def test_a_single_axis_is_the_last_word() -> None:
    assert named("spot", changes={"queen_value": 5}).queen_value == 5
    assert named("solo", ["omnibus"], {"target": 200, "bonus": "TD"}).bonus == "TD"
    assert named("cancellation", ["shooters-choice"], {"players": 8}).left_over == 0


def test_rules_are_frozen_and_complete() -> None:
    assert [axis.name for axis in fields(Rules)] == list(LIVE)
    with pytest.raises(FrozenInstanceError):
        Rules().target = 100  # type: ignore[misc]
