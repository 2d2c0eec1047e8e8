"""The presets, the axes and the cards in plain words.

What a whole rule set says, `hearts.sentences` tells.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields
from typing import Final

from hearts.cards import CARDS, in_words
from hearts.presets import named
from hearts.rules import Rules

ABOUT: Final[Mapping[str, str]] = {
    "live": "four players, to 50 points; equal totals share the win",
    "solo": "four players, to 100; played on while the lowest total is shared",
    "house": "3 to 6 players, to 100; else as solo",
    "classique": "four players, to 100; any card on trick one; a moon costs 13",
    "speciale": "as classique; a perfect deal, or any equal totals, prolong it",
    "omnibus": "the jack of diamonds takes 10 points off",
    "spot": "hearts cost their face value, and a moon all 117 points",
    "cutthroat": "no cards are passed",
    "british": "three players; only hearts cost points; a moon costs 13",
    "cancellation": "6 to 11 players, two packs; identical cards cancel",
    "free-lead": "hearts and the queen of spades may be led at any time",
    "free-first-trick": "the queen of spades may be played to the first trick",
    "shooters-choice": "who shoots the moon may take points off instead",
}
"""What each preset and variant is, in a line."""

_NUMBERS: Final = (
    *("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    "eleven",
)


_AXES: Final[Mapping[str, str]] = {
    "players": "players",
    "packs": "packs of cards",
    "removed": "cards left out",
    "remainder": "who gets the cards left over",
    "pass_count": "cards passed",
    "pass_cycle": "where cards are passed, deal after deal",
    "first_lead": "first lead",
    "first_trick_hearts": "hearts on the first trick",
    "first_trick_queen": "queen of spades on the first trick",
    "hearts_opened_by": "what opens hearts",
    "closed_hearts_lead": "leading hearts before they are open",
    "only_hearts_and_queen": "a lead then from hearts and the queen of spades alone",
    "queen_lead": "when the queen of spades may be led",
    "heart_values": "points of a heart",
    "queen_value": "points of the queen of spades",
    "bonus": "card that takes points off",
    "moon": "what a moon does",
    "moon_amount": "points that a moon moves",
    "moon_bonus": "bonus card for a moon",
    "target": "total that ends the match",
    "ties": "ties at the end",
    "perfect_deal": "a deal without points for somebody not in the lead",
}
"""What each axis is about."""


def usual_for(rules: Rules) -> Rules:
    """What a rule set is compared with: `house` for as many players, or for its most."""
    return named("house", changes={"players": min(rules.players, 6)})


def differences(rules: Rules) -> Iterator[str]:
    """What differs from `usual_for`, axis by axis."""
    usual = usual_for(rules)
    for axis in fields(Rules):
        mine, other = getattr(rules, axis.name), getattr(usual, axis.name)
        if mine != other:
            values = (
                f"{_value(axis.name, mine, rules)} instead of {_value(axis.name, other, usual)}"
            )
            yield f"{_AXES[axis.name]} ({axis.name}): {values}"


def _value(axis: str, value: object, rules: Rules) -> str:
    """A value of an axis in a few words."""
    if axis == "pass_cycle":
        ways = [
            seats_on(offset, rules.players) if offset else "none" for offset in rules.pass_cycle
        ]
        return ", ".join(ways)
    if axis == "removed":
        return ", ".join(rules.removed) or "none"
    return str(value)


def number(count: int) -> str:
    """A small number in words."""
    return _NUMBERS[count] if count < len(_NUMBERS) else str(count)


def card(name: str) -> str:
    """A card in words: ``the two of clubs``."""
    return f"the {in_words(CARDS[name])}"


def seats_on(offset: int, players: int) -> str:
    """Where cards go that are passed so far to the left."""
    if offset == 1:
        return "left"
    if offset == players - 1:
        return "right"
    if 2 * offset == players:
        return "across"
    return f"{number(offset)} seats to the left"
