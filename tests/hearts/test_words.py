"""Rule sets in plain words."""

from __future__ import annotations

from dataclasses import asdict, fields, replace
from typing import Any, cast

import pytest
from hypothesis import given

from fairdeal.game import BadRules
from hearts.cards import NAMES
from hearts.presets import PRESETS, VARIANTS, named
from hearts.rules import Rules
from hearts.sentences import in_full
from hearts.tools import TOOLS
from hearts.words import _AXES, ABOUT, differences
from tests.hearts.rulesets import NAMED, rule_sets

HOUSE_RULES = PRESETS["house"]
HEARTS = tuple(name for name in NAMES if name[1] == "H")
HOUSE = """
# Players and cards

Four players, each playing alone, with one pack of 52 cards. The ace is the highest card of a
suit, the two the lowest; there are no trumps. The aim is to take as few points as possible.

The first dealer is drawn by lot; after each deal the next player to the left deals. Each player
gets 13 cards.

# The pass

Before the first trick each player chooses three cards to give to another player, face down.
Nobody sees what they are given before they have chosen.

The cards go, deal after deal: left, right, across, no pass; then from the beginning.

# The first lead

Whoever holds the two of clubs after the pass leads to the first trick, with that card.

# Each trick

Each player plays one card, in turn to the left. The first card is the lead; whoever has a card
of the same suit must play one. Whoever has none may play any card that the rules below allow.

The highest card of the suit led takes the trick, and its player leads to the next, until all
cards are played.

# The first trick

Nobody plays a heart or a queen of spades to it, except from a hand of nothing but hearts and
the queen of spades.

# Leading hearts and the queen of spades

Hearts are open once somebody has played a heart to any trick of the deal, for example for want
of the suit led.

Before that nobody leads a heart, except from a hand of nothing but hearts.

A hand of hearts and the queen of spades, and no other card, must then lead the queen.

The queen of spades may be led to any trick after the first.

# Points

At the end of the deal each heart taken costs 1 point and the queen of spades 13. Other cards
cost nothing. That is 26 points in each deal.

# Shooting the moon

Whoever takes all hearts and the queen of spades in one deal shoots the moon. The shooter is
charged nothing, and each other player 26 points instead.

# The end of the match

The points of each deal are added to the players' totals. The match ends when, after a deal, a
total is 100 or more. The lowest total wins.

If several players share the lowest total at that point, further deals are played until one
player alone has it. Other equal totals share a place.
"""


TOPICS = [line[2:] for line in HOUSE.splitlines() if line.startswith("# ")]


def written(text: str) -> list[tuple[str, str]]:
    """Topics and sentences, as `in_full` gives them."""
    topic, found = "", []
    for paragraph in (" ".join(one.split()) for one in text.split("\n\n")):
        if paragraph.startswith("# "):
            topic = paragraph[2:]
        else:
            found.append((topic, paragraph))
    return found


def test_house_in_words() -> None:
    assert list(in_full(PRESETS["house"])) == written(HOUSE)


SPECIALE = """
# The first trick

The first trick is as any other: cards that cost points may be played to it.

# Shooting the moon

Whoever takes all hearts and the queen of spades in one deal shoots the moon. The shooter is
charged nothing, and each other player 13 points instead.

# The end of the match

A perfect deal prolongs it: the match goes on if in that deal everybody who now has the lowest
total was charged points, and some other player was charged nothing. Whoever shot the moon
counts as charged nothing.

If any two totals are equal at that point, further deals are played until no two are.
"""


def test_what_speciale_says_otherwise_is_marked_and_nothing_else() -> None:
    words = TOOLS.words(PRESETS["speciale"].to_json())
    marked = [(one.topic, one.text) for one in words.passages if one.differs]
    assert marked == written(SPECIALE)
    assert [(one.topic, one.text) for one in words.passages if not one.differs] == [
        said for said in written(HOUSE) if said in in_full(PRESETS["speciale"])
    ]


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


def test_with_what_a_rule_set_is_compared() -> None:
    words = TOOLS.words(PRESETS["live"].to_json())
    assert words.usual == "house for four players"
    assert words.changes[1] == "ties at the end (ties): shared instead of unique-lowest"
    assert TOOLS.words(PRESETS["solo"].to_json()).changes == ()
    assert TOOLS.words(named("cancellation", changes={"players": 9}).to_json()).usual == (
        "house for six players"
    )
    with pytest.raises(BadRules, match="rules: must be an object"):
        TOOLS.words(None)


SENTENCES = {
    "cancellation for 7": [
        "two packs of 52 cards together",
        "Six cards are left over",
        "Whoever takes the first trick that anybody takes gets them, and they count",
        "No cards are passed.",
        "The player on the dealer's left leads to the first trick.",
        "Two identical cards in one trick cancel each other",
        (
            "Nobody plays a heart or a queen of spades to it, except from a hand of nothing but "
            "hearts and queens of spades."
        ),
        "Only the very first trick counts as the first",
        "A queen of spades may be led to any trick after the first.",
        "each queen of spades 13. Other cards cost nothing. That is 52 points in each deal.",
        "takes all hearts and queens of spades in one deal",
        "each other player 52 points",
    ],
    "house for 3": ["Left out: the two of clubs.", "left, right, no pass", "the three of clubs"],
    "house for 5": ["Left out: the two of clubs and the two of diamonds.", "gets ten cards"],
    "house for 6": ["left, right, across, no pass", "holds the four of clubs"],
    "spot": ["costs as many points as it shows", "That is 117", "each other player 117 points"],
    "british": [
        "Nobody plays a heart to it, except from a hand of nothing but hearts.",
        "1 point and the queen of spades nothing. Other cards cost nothing. That is 13 points",
        "Whoever takes all hearts in one deal",
    ],
    "cutthroat": ["Whoever holds the two of clubs leads to the first trick"],
    "omnibus": ["Whoever takes the jack of diamonds has ten points taken off"],
    "free-lead": ["A heart may be led to any trick after the first."],
    "free-first-trick": [
        (
            "Nobody plays a heart to it, except from a hand of nothing but hearts and the queen of "
            "spades."
        )
    ],
    "shooters-choice": [
        (
            "the shooter chooses: either each other player is charged 26 points and the shooter "
            "nothing, or the shooter has 26 points taken off and nobody is charged anything."
        )
    ],
}


def said(rules: Rules) -> list[str]:
    return [text for _, text in in_full(rules)]


@pytest.mark.parametrize("name", list(SENTENCES))
def test_what_is_special_is_said(name: str) -> None:
    text = "\n".join(said(NAMED[name]))
    for part in SENTENCES[name]:
        assert part in text


PACKS = named("cancellation", changes={"players": 8})
CLUBS_AND_DIAMONDS = ("2C", "2D", "3D", "4D")


@pytest.mark.parametrize(
    ("base", "changes", "part"),
    [
        (HOUSE_RULES, {"first_lead": "any-club"}, "with any club."),
        (
            HOUSE_RULES,
            {"removed": ("2C", "2D"), "remainder": "last-trick"},
            "Whoever takes the last trick gets them, and they count",
        ),
        (
            HOUSE_RULES,
            {"removed": ("3C", "4C", "5C"), "remainder": "last-trick"},
            "Whoever holds the lowest club in any hand after the pass",
        ),
        (
            HOUSE_RULES,
            {"removed": ("2C", "2D", "2S"), "remainder": "last-trick"},
            (
                "One card is left over, face down to everybody until the deal is over. Whoever "
                "takes the last trick gets it, and it counts"
            ),
        ),
        (PACKS, {"removed": CLUBS_AND_DIAMONDS}, "Left out of each pack: the two of clubs, the"),
        (HOUSE_RULES, {"pass_count": 1, "pass_cycle": (2,)}, "In every deal the cards go across."),
        (HOUSE_RULES, {"pass_count": 1}, "each player chooses one card to give"),
        (HOUSE_RULES, {"pass_count": 0}, "No cards are passed."),
        (HOUSE_RULES, {"only_hearts_and_queen": "either"}, "may then lead any of them"),
        (
            HOUSE_RULES,
            {"queen_lead": "hearts-open"},
            "Nor does anybody lead the queen of spades before that, except from a hand that may",
        ),
        (
            HOUSE_RULES,
            {"queen_lead": "hearts-open", "closed_hearts_lead": "allowed"},
            "Hearts are open once somebody has played a heart to any trick",
        ),
        (
            PACKS,
            {"hearts_opened_by": "heart-or-queen"},
            "somebody has played a heart or a queen of spades",
        ),
        (
            HOUSE_RULES,
            {"moon": "none"},
            "Taking all hearts and the queen of spades in one deal is nothing special",
        ),
        (
            HOUSE_RULES,
            {"moon": "shooter-subtracts"},
            "The shooter has 26 points taken off, and nobody is charged anything.",
        ),
        (
            HOUSE_RULES,
            {"bonus": "TD", "moon_bonus": "needed"},
            "and the queen of spades, and the ten of diamonds too, in one deal shoots the moon",
        ),
        (PACKS, {"bonus": "JD", "moon_bonus": "needed"}, "and each jack of diamonds too,"),
        (PACKS, {"bonus": "JD"}, "Whoever takes each jack of diamonds has ten points taken off"),
        (
            HOUSE_RULES,
            {"bonus": "JD", "perfect_deal": "prolongs"},
            "What the bonus card takes off does not count.",
        ),
        (HOUSE_RULES, {"ties": "shared"}, "Players with equal totals share a place"),
        (HOUSE_RULES, {"first_trick_hearts": "allowed"}, "Nobody plays a queen of spades to it"),
        (PACKS, {"first_trick_queen": "allowed"}, "A queen of spades may be led to any trick."),
        (PACKS, {"queen_value": 0}, "A queen of spades may be led to any trick."),
        (
            PACKS,
            {"closed_hearts_lead": "allowed", "first_trick_hearts": "allowed"},
            "A heart may be led to any trick.",
        ),
        (PACKS, {"closed_hearts_lead": "allowed"}, "A heart may be led to any trick after the"),
        (
            HOUSE_RULES,
            {"removed": HEARTS, "remainder": "last-trick"},
            "At the end of the deal the queen of spades taken costs 13. Other cards",
        ),
        (
            HOUSE_RULES,
            {"removed": HEARTS, "remainder": "last-trick"},
            "Whoever takes the queen of spades in one deal",
        ),
    ],
)
def test_every_axis_has_words(base: Rules, changes: dict[str, Any], part: str) -> None:
    assert any(part in line for line in said(replace(base, **changes))), said(
        replace(base, **changes)
    )


def test_a_pack_without_the_queen_says_nothing_of_her_but_that() -> None:
    rules = replace(HOUSE_RULES, removed=("2C", "2D", "2S", "QS"))
    assert [line for line in said(rules) if "queen of spades" in line] == [
        (
            "Left out: the two of clubs, the two of diamonds, the two of spades and the queen of "
            "spades."
        )
    ]


def test_two_seats_to_the_left() -> None:
    rules = named("house", changes={"players": 5, "pass_cycle": (2, 3)})
    text = "\n".join(said(rules))
    assert "two seats to the left, three seats to the left" in text


@given(rule_sets())
def test_any_rule_set_has_words_in_the_order_of_play_and_every_change_is_named(
    rules: Rules,
) -> None:
    words = TOOLS.words(rules.to_json())
    for line in (*(one.text for one in words.passages), *words.changes, words.usual):
        assert line == " ".join(line.split())
    assert all(one.text[0].isupper() and one.text[-1] == "." for one in words.passages)
    assert list(dict.fromkeys(one.topic for one in words.passages)) == TOPICS
    usual = asdict(named("house", changes={"players": min(rules.players, 6)}))
    different = [axis for axis, value in asdict(rules).items() if value != usual[axis]]
    assert [line.split("(")[1].split(")")[0] for line in differences(rules)] == different


def test_every_axis_is_named_in_words() -> None:
    assert list(_AXES) == [axis.name for axis in fields(Rules)]
    assert len(set(cast("dict[str, str]", _AXES).values())) == len(_AXES)


def test_every_preset_and_variant_has_a_line() -> None:
    assert list(ABOUT) == [*PRESETS, *VARIANTS]
    assert list(TOOLS.presets()) == list(PRESETS)
    assert list(TOOLS.variants()) == list(VARIANTS)
    assert TOOLS.presets()["house"] == "3 to 6 players, to 100; else as solo"
    assert TOOLS.variants()["cutthroat"] == "no cards are passed"
    # Both lists fit into lines of 80 letters.
    assert max(map(len, TOOLS.presets().values())) <= 80 - len("  classique  ")
    assert max(map(len, TOOLS.variants().values())) <= 80 - len("  free-first-trick  ")
