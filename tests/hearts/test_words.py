"""Rule sets in plain words."""

from __future__ import annotations

from dataclasses import asdict, fields, replace
from typing import Any, cast

import pytest
from hypothesis import given

from fairdeal.game import BadRules
from hearts.presets import named
from hearts.rules import PRESETS, Rules
from hearts.tools import TOOLS
from hearts.words import _AXES, differences, in_full
from tests.hearts.rulesets import NAMED, rule_sets

HOUSE = """
Four players, each for himself, with one pack of 52 cards. The ace is high and there are no
trumps.

The first dealer is drawn by lot; after each deal the next player to the left deals. Everybody
gets 13 cards.

Before the play everybody passes three cards of his own choice to another player, before he sees
what he is given.

The cards go, deal after deal: left, right, across, no pass; then from the beginning.

Whoever then holds the two of clubs leads to the first trick, with that card.

Everybody plays one card to a trick and must follow the suit led if he can; otherwise he may
play any card that the rules below allow. The highest card of the suit led wins the trick; its
player leads to the next.

To the first trick hearts and the queen of spades may not be played, unless the hand has nothing
but hearts and the queen of spades.

Hearts may be led only once a heart has been played in the deal, to whatever trick, or from a
hand of nothing but hearts.

Before that, a hand of only hearts and the queen of spades must lead the queen.

The queen of spades may be led at any time.

Each heart taken costs 1 point, the queen of spades 13. The lowest total wins.

Shooting the moon: whoever takes all hearts and the queen of spades is charged nothing for them
and every other player 26.

The match ends after a deal in which somebody's total is 100 or more.

If the lowest total is shared then, further deals follow until it is not.
"""


def test_house_in_words() -> None:
    paragraphs = [" ".join(paragraph.split()) for paragraph in HOUSE.split("\n\n")]
    assert list(in_full(PRESETS["house"])) == paragraphs


@pytest.mark.parametrize(
    ("rules", "lines"),
    [
        (PRESETS["house"], []),
        (PRESETS["solo"], []),
        (
            PRESETS["live"],
            [
                "total that ends the match (target): 50 instead of 100",
                "ties at the end (ties): shared instead of unique-lowest",
            ],
        ),
        (named("omnibus"), ["card that takes points off (bonus): JD instead of none"]),
        (
            named("cutthroat"),
            [
                (
                    "where cards are passed, deal after deal (pass_cycle): none instead of left, "
                    "right, across, none"
                )
            ],
        ),
    ],
)
def test_what_differs_from_house(rules: Rules, lines: list[str]) -> None:
    assert list(differences(rules)) == lines


def test_words_of_the_command_line() -> None:
    lines = TOOLS.words(PRESETS["live"].to_json())
    assert lines[-3] == "What differs from the preset house for four players:"
    assert lines[-1] == "  ties at the end (ties): shared instead of unique-lowest"
    assert TOOLS.words(PRESETS["solo"].to_json())[-1].endswith("four players: nothing.")
    with pytest.raises(BadRules, match="rules: must be an object"):
        TOOLS.words(None)


SENTENCES = {
    "cancellation for 7": [
        "two packs of 52 cards together",
        "6 cards are left over",
        "Whoever wins the first trick gets them",
        "No cards are passed.",
        "The player on the dealer's left leads",
        "Two identical cards in one trick cancel each other",
        "all hearts and both queens of spades",
        "every other player 52",
    ],
    "house for 3": ["The two of clubs is left out.", "left, right, no pass"],
    "house for 5": ["The two of clubs and the two of diamonds are left out."],
    "house for 6": ["left, right, across, no pass", "holds the four of clubs"],
    "spot": ["face value", "every other player 117"],
    "british": ["the queen of spades nothing", "To the first trick hearts may not be played"],
    "classique": ["cards that cost points may be played to it", "every other player 13"],
    "speciale": ["It goes on, however,", "If any two totals are equal then"],
    "omnibus": ["The jack of diamonds takes 10 points off"],
    "free-lead": ["Hearts may be led at any time."],
    "free-first-trick": ["To the first trick hearts may not be played, unless"],
    "shooters-choice": ["chooses: either he is charged nothing", "26 points taken off"],
}


@pytest.mark.parametrize("name", list(SENTENCES))
def test_what_is_special_is_said(name: str) -> None:
    text = "\n".join(in_full(NAMED[name]))
    for part in SENTENCES[name]:
        assert part in text


@pytest.mark.parametrize(
    ("changes", "part"),
    [
        ({"first_lead": "any-club"}, "with any club."),
        ({"removed": ("2C",), "remainder": "last-trick"}, "Whoever wins the last trick gets them"),
        ({"removed": ("3C", "4C", "5C"), "remainder": "last-trick"}, "the lowest club in any hand"),
        ({"removed": ("2C", "2D", "2S"), "remainder": "last-trick"}, "1 card is left over"),
        ({"pass_count": 1, "pass_cycle": (2,)}, "In every deal the cards go across."),
        ({"pass_count": 1}, "passes one card of his own choice"),
        ({"only_hearts_and_queen": "either"}, "may lead either"),
        ({"queen_lead": "hearts-open"}, "The queen of spades may be led only once a heart has"),
        ({"hearts_opened_by": "heart-or-queen"}, "a heart or the queen of spades has been played"),
        ({"moon": "none"}, "is nothing special"),
        ({"moon": "shooter-subtracts"}, "has 26 points taken off"),
        ({"bonus": "TD", "moon_bonus": "needed"}, "and the ten of diamonds is charged nothing"),
        ({"ties": "shared"}, "share a place"),
        ({"first_trick_hearts": "allowed"}, "To the first trick the queen of spades may not"),
    ],
)
def test_every_axis_has_words(changes: dict[str, Any], part: str) -> None:
    rules = replace(PRESETS["house"], **changes)
    assert any(part in line for line in in_full(rules)), list(in_full(rules))


def test_two_seats_to_the_left() -> None:
    rules = named("house", changes={"players": 5, "pass_cycle": (2, 3)})
    text = "\n".join(in_full(rules))
    assert "two seats to the left, three seats to the left" in text


@given(rule_sets())
def test_any_rule_set_has_words_and_other_rules_other_words(rules: Rules) -> None:
    lines = TOOLS.words(rules.to_json())
    assert all(line and line == line.rstrip() and "\n" not in line for line in lines)
    usual = asdict(named("house", changes={"players": min(rules.players, 6)}))
    different = [axis for axis, value in asdict(rules).items() if value != usual[axis]]
    assert [line.split("(")[1].split(")")[0] for line in differences(rules)] == different


def test_every_axis_is_named_in_words() -> None:
    assert list(_AXES) == [axis.name for axis in fields(Rules)]
    assert len(set(cast("dict[str, str]", _AXES).values())) == len(_AXES)
