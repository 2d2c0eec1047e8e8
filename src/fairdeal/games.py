"""Find installed games and their tools by name, through entry points."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from importlib.metadata import entry_points
from typing import TypeAlias, cast

from fairdeal.errors import BrokenGame
from fairdeal.game import Game, GameTools

Games: TypeAlias = Mapping[str, Game]
"""Known games, by name."""

FindGame: TypeAlias = Callable[[str], Game | None]
"""What gives the game of a name, None if it is not known."""

GAMES = "fairdeal.games"
TOOLS = "fairdeal.tools"
_KEPT = 64
"""Names that are remembered, those of no game included: files may name any number of them."""


@lru_cache(_KEPT)
def find_game(name: str) -> Game | None:
    """The installed game of that name, or None. Raises `BrokenGame` if it cannot be loaded."""
    return cast("Game | None", _load(GAMES, name))


def finder(games: Games | None) -> FindGame:
    """How to find one of these games, or the installed ones if None."""
    return find_game if games is None else games.get


@lru_cache(_KEPT)
def find_tools(name: str) -> GameTools | None:
    """The tools of the game of that name, or None. Raises `BrokenGame` as `find_game` does."""
    return cast("GameTools | None", _load(TOOLS, name))


def names() -> list[str]:
    """The names of all installed games."""
    return sorted({entry.name for entry in entry_points(group=GAMES)})


def _load(group: str, name: str) -> object | None:
    for entry in entry_points(group=group, name=name):
        try:
            return cast("object", entry.load())
        except Exception as error:
            raise BrokenGame(
                f"the installed game {name} ({entry.value}) cannot be loaded: {error!r}; mend or "
                "remove that package"
            ) from error
    return None
