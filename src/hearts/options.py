"""Rule options as people write them on a command line, read into values of axes.

An option is an axis and its value as text. See specs/hearts.md, section 4.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields
from typing import Any, Final

from hearts.axes import CHOICES, NUMBERS, RulesError
from hearts.cards import CARDS
from hearts.presets import named
from hearts.rules import Rules

AXES: Final = tuple(axis.name for axis in fields(Rules))


def read(
    preset: str,
    options: Mapping[str, str],
    seats: int | None = None,
    variants: Iterable[str] = (),
) -> Rules:
    """The rules of ``preset`` under variants and options, for so many players.

    Raises `RulesError`; with the axis ``seats`` where the number of seats is at fault.
    """
    changes: dict[str, Any] = {}
    for option, text in options.items():
        if option not in AXES:
            raise RulesError(option, f"no such axis; there are {', '.join(AXES)}")
        changes[option] = _value(option, text)
    if seats is None:
        return named(preset, variants, changes)
    if changes.setdefault("players", seats) != seats:
        raise RulesError("players", f"{changes['players']} players are not {seats} seats")
    try:
        return named(preset, variants, changes)
    except RulesError as error:
        axis = "seats" if error.axis == "players" else error.axis
        raise RulesError(axis, error.why) from None


def _value(axis: str, text: str) -> object:
    """The value of an axis that a text writes; whether it is one, `Rules` says."""
    if not isinstance(text, str):
        raise TypeError(f"{axis}: options are texts, as people write them, not {text!r}")
    if axis in CHOICES:
        return text
    return _number(axis, text) if axis in NUMBERS else _LISTS[axis](text)


def _number(axis: str, text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 4):
        allowed = NUMBERS[axis]
        raise RulesError(axis, f"must be a whole number, {allowed[0]} to {allowed[-1]}")
    return int(text)


def _removed(text: str) -> tuple[str, ...]:
    """``none``, or names of cards in any order with commas between them."""
    names = [] if text == "none" else text.split(",")
    if not all(name in CARDS for name in names):
        raise RulesError("removed", "must be none, or card names such as 2C,2D")
    return tuple(sorted(names, key=CARDS.__getitem__))


def _cycle(text: str) -> tuple[int, ...]:
    """``never``, or numbers with commas between them."""
    if text == "never":
        return (0,)
    numbers = text.split(",")
    if not all(number.isascii() and number.isdigit() and len(number) <= 2 for number in numbers):
        raise RulesError("pass_cycle", "must be never, or numbers of seats such as 1,3,2,0")
    return tuple(map(int, numbers))


_LISTS: Final[Mapping[str, Callable[[str], object]]] = {"removed": _removed, "pass_cycle": _cycle}
