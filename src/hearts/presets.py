"""Rule sets by name: a preset, variants laid over it, and single axes changed.

A variant writes exactly the axes that it names, so that the order of variants does not
matter; two that write different values to one axis contradict each other. A single axis is
the last word. See specs/hearts.md, section 4.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict
from typing import Any, Final, TypeAlias

from hearts.axes import RulesError, check_form, shown
from hearts.rules import Rules

Values: TypeAlias = Mapping[str, Any]
"""Values of some of the axes of `Rules`."""

PRESETS: Final[Mapping[str, Rules]] = {
    "live": Rules(),
    "solo": Rules(target=100, ties="unique-lowest"),
    "house": Rules(target=100, ties="unique-lowest"),
    "classique": Rules(
        first_trick_hearts="allowed", first_trick_queen="allowed", moon_amount="13", target=100
    ),
    "speciale": Rules(
        first_trick_hearts="allowed",
        first_trick_queen="allowed",
        moon_amount="13",
        target=100,
        ties="all-different",
        perfect_deal="prolongs",
    ),
}
"""The complete rule sets that have a name, for four."""

OTHER_NAMES: Final[Mapping[str, str]] = {"black-lady": "house", "Black Lady": "house"}
"""Presets by their other names."""

VARIANTS: Final[Mapping[str, Values]] = {
    "omnibus": {"bonus": "JD"},
    "spot": {"heart_values": "spot", "queen_value": 13, "moon_amount": "all"},
    "cutthroat": {"pass_cycle": (0,)},
    "british": {"players": 3, "queen_value": 0, "moon_amount": "13"},
    "cancellation": {
        "packs": 2,
        "remainder": "first-trick",
        "pass_cycle": (0,),
        "first_lead": "left-of-dealer",
        "moon_amount": "all",
    },
    "free-lead": {"closed_hearts_lead": "allowed", "queen_lead": "free"},
    "free-first-trick": {"first_trick_queen": "allowed"},
    "shooters-choice": {"moon": "shooter-chooses"},
}
"""What each variant writes."""

_REMOVED: Final[Mapping[int, tuple[str, ...]]] = {
    3: ("2C",),
    5: ("2C", "2D"),
    6: ("2C", "3C", "2D", "2S"),
}
"""The cards that are usually left out of one pack, so that it divides by the players."""


def usual(players: int, packs: int = 1) -> Values:
    """What goes with a number of players unless said otherwise: removed cards and pass cycle."""
    left, across, right, none = 1, players // 2, players - 1, 0
    cycle = (left, right, none) if players % 2 else (left, right, across, none)
    removed = _REMOVED.get(players, ()) if packs == 1 else ()
    return {"players": players, "packs": packs, "removed": removed, "pass_cycle": cycle}


def named(preset: str, variants: Iterable[str] = (), changes: Values | None = None) -> Rules:
    """The rules called ``preset``, under ``variants``, with ``changes`` of single axes.

    The name of a variant stands for `house` under it. Raises `RulesError`: with the axis
    ``preset`` or ``variant`` for a name that is none; with the axis that it is about where
    variants contradict each other, or the whole has no meaning.
    """
    changes = changes or {}
    base, wanted = OTHER_NAMES.get(preset, preset), set(variants)
    if base in VARIANTS:
        base, wanted = "house", wanted | {base}
    if base not in PRESETS:
        known = ", ".join([*PRESETS, *VARIANTS])
        raise RulesError("preset", f"{shown(preset)} is unknown; there are {known}")
    written = _written(wanted)
    packs = changes.get("packs", written.get("packs", 1))
    usually = 6 if packs == 2 else 4
    players = changes.get("players", written.get("players", usually))
    check_form("packs", packs)
    check_form("players", players)
    if players != written.get("players", players):
        raise RulesError("players", f"british is a game of {written['players']}, not {players}")
    if players != 4 and base != "house":
        raise RulesError("players", f"{base} is a game of four, not {players}; house is for 3 to 6")
    values = {**asdict(PRESETS[base]), **usual(players, packs), **written, **changes}
    return Rules(**values)


def _written(variants: Iterable[str]) -> Values:
    """What these variants write together, whatever their order."""
    written: dict[str, Any] = {}
    for name in sorted(variants):
        if name not in VARIANTS:
            raise RulesError(
                "variant", f"{shown(name)} is unknown; there are {', '.join(VARIANTS)}"
            )
        for axis, value in VARIANTS[name].items():
            if written.setdefault(axis, value) != value:
                others = [one for one in sorted(variants) if axis in VARIANTS.get(one, {})]
                values = [f"{one} says {shown(VARIANTS[one][axis])}" for one in others]
                raise RulesError(axis, "variants contradict each other: " + ", ".join(values))
    return written
