"""A rule set as options name it: a preset, seats, variants, and single values."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

import click

from fairdeal import games
from fairdeal.cli._text import clean
from fairdeal.game import BadRules, Game, GameTools, Json

_LONGEST = 40
"""So much of a value is repeated when it is refused."""

GAME: Final = "hearts"
"""What is played if a command is not told."""

game_option: Final = click.option(
    "--game", default=GAME, show_default=True, metavar="NAME", help="What is played."
)
_SEATS: Final = click.option(
    "--seats",
    type=int,
    metavar="N",
    help="How many play (default: as the preset says).",
)
_VARIANTS: Final = click.option(
    "--variant",
    "variants",
    multiple=True,
    metavar="NAME",
    help="A variant laid over the preset (hearts: omnibus, ...); may be repeated.",
)
_RULES: Final = click.option(
    "--rule",
    "rules",
    multiple=True,
    metavar="AXIS=VALUE",
    help="A single rule changed, such as target=30; may be repeated.",
)


def options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the options ``--seats``, ``--variant`` and ``--rule``."""
    return _SEATS(_VARIANTS(_RULES(command)))


def installed(name: str, option: str = "--game") -> tuple[Game, GameTools]:
    """The game of that name, which an option brought up, and its tools."""
    game, tools = games.find_game(name), games.find_tools(name)
    if game is None or tools is None:
        what = "has no tools here (entry point fairdeal.tools)" if game else "is not installed"
        able = ", ".join(one for one in games.names() if games.find_tools(one))
        raise click.BadParameter(
            f"the game {clean(name)} {what}; there is: {able}.",
            param_hint=option,
        )
    return game, tools


def chosen(
    tools: GameTools, preset: str, seats: int | None, variants: Sequence[str], rules: Sequence[str]
) -> tuple[Json, int]:
    """The full rule set that options ask for, and its number of seats."""
    values: dict[str, str] = {}
    for rule in rules:
        axis, equals, value = rule.partition("=")
        if not axis or not equals:
            why = f"{_short(rule)} is not AXIS=VALUE; write for example target=30."
            raise click.BadParameter(why, param_hint="--rule")
        if axis in values:
            why = f"{_short(axis)} stands twice; give each axis once."
            raise click.BadParameter(why, param_hint="--rule")
        values[axis] = value
    if preset in variants:
        why = f"{_short(preset)} is what this preset is; it would change nothing."
        raise click.BadParameter(why, param_hint="--variant")
    try:
        return tools.rules(preset, values, seats=seats, variants=variants)
    except BadRules as error:
        raise _refusal(error, values) from None


def _refusal(error: BadRules, values: dict[str, str]) -> click.UsageError:
    """What is wrong, and with which option."""
    why = f"{clean(error.why)}."
    if error.axis in values:
        rule = _short(f"{error.axis}={values[error.axis]}")
        return click.BadParameter(f"{rule}: {why}", param_hint="--rule")
    if error.axis == "preset":
        return click.BadParameter(why, param_hint="the preset")
    if error.axis in ("seats", "variant"):
        return click.BadParameter(why, param_hint=f"--{error.axis}")
    return click.UsageError(f"These rules have no meaning together: {clean(error.axis)}: {why}")


def _short(text: str) -> str:
    return clean(text if len(text) <= _LONGEST else f"{text[:_LONGEST]}...")
