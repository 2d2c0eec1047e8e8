"""The rules of a match: one field for each thing that hearts players do differently.

`Rules` names every axis from the start, and its JSON form with it, so that a rule set in
an old transcript keeps its meaning. The values that this version plays are `SUPPORTED`;
others are refused by name instead of being played wrongly. See specs/hearts.md, section 3.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, Final, Literal, get_args

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


class RulesError(ValueError):
    """A rule set without meaning, or not supported: ``axis`` names the field, ``why`` tells."""

    def __init__(self, axis: str, why: str) -> None:
        super().__init__(f"{axis}: {why}")
        self.axis = axis
        self.why = why


@dataclass(frozen=True)
class Rules:
    """A complete rule set; the defaults are the preset ``live``.

    Raises `RulesError` where a value has the wrong type, is none of its axis, or is not
    supported yet. Equal rules have equal JSON forms and are equal and hashable.
    """

    players: int = 4
    """How many seats there are."""
    packs: int = 1
    """How many packs of 52 are shuffled together."""
    removed: tuple[str, ...] = ()
    """The names of the cards left out of the pack."""
    remainder: Remainder = "none"
    """Who gets the cards that do not divide by the seats; ``none``: there are none."""
    pass_count: int = 3
    """How many cards each seat passes."""
    pass_cycle: tuple[int, ...] = (1, 3, 2, 0)
    """How far to the left each deal's cards go, deal after deal; 0 passes nothing."""
    first_lead: FirstLead = "two-of-clubs"
    """Who leads to the first trick, and what."""
    first_trick_hearts: Permission = "forbidden"
    """Hearts on the first trick, for a hand that holds other than penalty cards."""
    first_trick_queen: Permission = "forbidden"
    """The queen of spades on the first trick, for a hand that holds other cards too."""
    hearts_opened_by: Opener = "heart"
    """Which card opens hearts by being played."""
    closed_hearts_lead: Permission = "forbidden"
    """Leading a heart while hearts are closed, from a hand of more than hearts."""
    only_hearts_and_queen: OnlyHeartsAndQueen = "queen"
    """What such a hand leads while hearts are closed."""
    queen_lead: QueenLead = "free"
    """When the queen of spades may be led."""
    heart_values: HeartValues = "one"
    """What a heart costs."""
    queen_value: int = 13
    """What the queen of spades costs."""
    bonus: Bonus = "none"
    """The card that takes ten points off."""
    moon: Moon = "others-add"
    """What happens when one seat takes all penalty cards."""
    moon_amount: MoonAmount = "26"
    """How many points a moon moves."""
    moon_bonus: MoonBonus = "not-needed"
    """Whether a moon needs the bonus card too."""
    target: int = 50
    """The total at which the match ends, 1 to 1000."""
    ties: Ties = "shared"
    """What a tie does at the end."""
    perfect_deal: PerfectDeal = "no-effect"
    """Whether a deal without points prolongs a match."""

    def __post_init__(self) -> None:
        """Check every axis: type, range, support, in the order of the fields."""
        for axis in fields(self):
            value = getattr(self, axis.name)
            _check_form(axis.name, value)
            supported = SUPPORTED.get(axis.name)
            if supported is not None and value not in supported:
                raise RulesError(axis.name, f"not supported yet: {_shown(value)}")

    def to_json(self) -> dict[str, int | str | list[int] | list[str]]:
        """The JSON form: an object with a member for every axis."""
        return {
            axis.name: list(value) if isinstance(value, tuple) else value
            for axis in fields(self)
            for value in [getattr(self, axis.name)]
        }

    @classmethod
    def from_json(cls, value: object) -> Rules:
        """The rules that a JSON value states in full.

        Every axis must be there and nothing else: a rule set that leaves something open
        would mean something else tomorrow. Raises `RulesError`.
        """
        if not isinstance(value, Mapping):
            raise RulesError("rules", "must be an object")
        axes = [axis.name for axis in fields(cls)]
        for axis in value:
            if axis not in axes:
                raise RulesError(str(axis), "no such axis")
        for axis in axes:
            if axis not in value:
                raise RulesError(axis, "missing")
        values: dict[str, Any] = {axis: _frozen(axis, value[axis]) for axis in axes}
        return cls(**values)


_CHOICES: Final[Mapping[str, tuple[str, ...]]] = {
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
_NUMBERS: Final[Mapping[str, range]] = {
    "players": range(3, 12),
    "packs": range(1, 3),
    "pass_count": range(53),
    "queen_value": range(1001),
    "target": range(1, 1001),
}
_LISTS: Final[Mapping[str, type[int] | type[str]]] = {"removed": str, "pass_cycle": int}

SUPPORTED: Final[Mapping[str, tuple[object, ...]]] = {
    "players": (4,),
    "packs": (1,),
    "removed": ((),),
    "remainder": ("none",),
    "pass_count": (3,),
    "pass_cycle": ((1, 3, 2, 0),),
    "first_lead": ("two-of-clubs",),
    "first_trick_hearts": ("forbidden",),
    "first_trick_queen": ("forbidden",),
    "hearts_opened_by": ("heart",),
    "closed_hearts_lead": ("forbidden",),
    "only_hearts_and_queen": ("queen",),
    "queen_lead": ("free",),
    "heart_values": ("one",),
    "queen_value": (13,),
    "bonus": ("none",),
    "moon": ("others-add",),
    "moon_amount": ("26",),
    "moon_bonus": ("not-needed",),
    "ties": ("shared", "unique-lowest"),
    "perfect_deal": ("no-effect",),
}
"""The values that this version plays, for every axis that has others."""


def _shown(value: object) -> str:
    """A value as its JSON reads, shortened."""
    if isinstance(value, tuple):
        return "[" + ", ".join(map(_shown, value))[:60] + "]"
    return f'"{value}"' if isinstance(value, str) else str(value)


def _check_form(axis: str, value: object) -> None:
    """Raise `RulesError` unless ``value`` is of the axis's type and one of its values."""
    if axis in _NUMBERS:
        allowed = _NUMBERS[axis]
        if type(value) is not int or value not in allowed:
            raise RulesError(axis, f"must be a whole number, {allowed[0]} to {allowed[-1]}")
    elif axis in _CHOICES:
        if type(value) is not str or value not in _CHOICES[axis]:
            raise RulesError(axis, "must be one of " + ", ".join(map(_shown, _CHOICES[axis])))
    else:
        kind = _LISTS[axis]
        if not isinstance(value, tuple) or any(type(item) is not kind for item in value):
            items = "card names" if kind is str else "whole numbers"
            raise RulesError(axis, f"must be a list of {items}")


def _frozen(axis: str, value: object) -> object:
    """A JSON array as the tuple that `Rules` keeps; anything else as it is."""
    if axis in _LISTS and isinstance(value, Sequence) and not isinstance(value, str):
        return tuple(value)
    return value


PRESETS: Final[Mapping[str, Rules]] = {
    "live": Rules(),
    "solo": Rules(target=100, ties="unique-lowest"),
}
"""The complete rule sets that have a name."""


def from_preset(name: str, target: int | None = None) -> Rules:
    """The rules called ``name``, with another ``target`` where one is given.

    Raises `RulesError`, with the axis ``preset`` for a name that is not in `PRESETS`.
    """
    if name not in PRESETS:
        raise RulesError("preset", f"must be one of {', '.join(PRESETS)}")
    rules = PRESETS[name]
    return rules if target is None else replace(rules, target=target)
