"""The axes of the rules: what values each may have, apart from all others.

Each axis is a field of `hearts.rules.Rules` and a member of its JSON form. See
specs/hearts.md, section 3.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, get_args

from hearts.cards import CARDS

Permission = Literal["forbidden", "allowed"]
Remainder = Literal["none", "first-trick", "last-trick"]
FirstLead = Literal["two-of-clubs", "any-club", "left-of-dealer"]
Opener = Literal["heart", "heart-or-queen"]
OnlyHeartsAndQueen = Literal["queen", "either"]
QueenLead = Literal["free", "hearts-open"]
HeartValues = Literal["one", "spot"]
Bonus = Literal["none", "JD", "TD"]
Moon = Literal["others-add", "shooter-subtracts", "shooter-chooses", "none"]
MoonAmount = Literal["26", "13", "all"]
MoonBonus = Literal["not-needed", "needed"]
Ties = Literal["shared", "unique-lowest", "all-different"]
PerfectDeal = Literal["no-effect", "prolongs"]

CHOICES: Final[Mapping[str, tuple[str, ...]]] = {
    "remainder": get_args(Remainder),
    "first_lead": get_args(FirstLead),
    "first_trick_hearts": get_args(Permission),
    "first_trick_queen": get_args(Permission),
    "hearts_opened_by": get_args(Opener),
    "closed_hearts_lead": get_args(Permission),
    "only_hearts_and_queen": get_args(OnlyHeartsAndQueen),
    "queen_lead": get_args(QueenLead),
    "heart_values": get_args(HeartValues),
    "bonus": get_args(Bonus),
    "moon": get_args(Moon),
    "moon_amount": get_args(MoonAmount),
    "moon_bonus": get_args(MoonBonus),
    "ties": get_args(Ties),
    "perfect_deal": get_args(PerfectDeal),
}
"""The axes whose value is one of a few words."""

NUMBERS: Final[Mapping[str, range]] = {
    "players": range(3, 12),
    "packs": range(1, 3),
    "pass_count": range(53),
    "queen_value": range(1001),
    "target": range(1, 1001),
}
"""The axes whose value is a whole number."""

CYCLE_LIMIT = 64
"""The most deals that a pass cycle has."""


class RulesError(ValueError):
    """A rule set without meaning: ``axis`` names the field, ``why`` tells."""

    def __init__(self, axis: str, why: str) -> None:
        super().__init__(f"{axis}: {why}")
        self.axis = axis
        self.why = why


def shown(value: object) -> str:
    """A value as its JSON reads, shortened."""
    if isinstance(value, tuple):
        return "[" + ", ".join(map(shown, value))[:60] + "]"
    return f'"{value}"' if isinstance(value, str) else str(value)


def check_form(axis: str, value: object) -> None:
    """Raise `RulesError` unless ``value`` is of the axis's type and one of its values."""
    if axis in NUMBERS:
        allowed = NUMBERS[axis]
        if type(value) is not int or value not in allowed:
            raise RulesError(axis, f"must be a whole number, {allowed[0]} to {allowed[-1]}")
    elif axis in CHOICES:
        if type(value) is not str or value not in CHOICES[axis]:
            raise RulesError(axis, "must be one of " + ", ".join(map(shown, CHOICES[axis])))
    elif axis == "removed":
        _check_removed(value)
    else:
        _check_cycle(value)


def _check_removed(value: object) -> None:
    if not isinstance(value, tuple) or not all(
        isinstance(name, str) and name in CARDS for name in value
    ):
        raise RulesError("removed", "must be a list of card names")
    if list(value) != sorted(set(value), key=CARDS.__getitem__):
        raise RulesError("removed", "must be different cards in the order of the pack")


def _check_cycle(value: object) -> None:
    if not isinstance(value, tuple) or any(type(offset) is not int for offset in value):
        raise RulesError("pass_cycle", "must be a list of whole numbers")
    if not 1 <= len(value) <= CYCLE_LIMIT:
        raise RulesError("pass_cycle", f"must be a list of 1 to {CYCLE_LIMIT} numbers")
