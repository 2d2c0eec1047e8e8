"""Games and their tools are found by the names under which they are installed."""

from __future__ import annotations

from importlib.metadata import EntryPoint

import pytest

from fairdeal import BrokenGame, games
from hearts.game import GAME
from hearts.tools import TOOLS


def test_hearts_comes_with_the_library() -> None:
    assert "hearts" in games.names()
    assert games.find_game("hearts") is GAME
    assert games.find_tools("hearts") is TOOLS


@pytest.mark.parametrize("name", ["", "Hearts", "no-such-game", "hearts "])
def test_other_names_are_no_games(name: str) -> None:
    assert games.find_game(name) is None
    assert games.find_tools(name) is None


def test_names_in_hostile_files_do_not_fill_the_memory() -> None:
    for number in range(100):
        assert games.find_game(f"no-such-game-{number}") is None
        assert games.find_tools(f"no-such-game-{number}") is None
    assert games.find_game.cache_info().currsize <= 64
    assert games.find_tools.cache_info().currsize <= 64


def test_another_package_can_bring_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    installed = [
        EntryPoint("mini-of-tests", "tests.minigame:GAME", games.GAMES),
        EntryPoint("another", "tests.minigame:GAME", games.GAMES),
    ]

    def entry_points(*, group: str, name: str | None = None) -> list[EntryPoint]:
        return [one for one in installed if one.group == group and name in (None, one.name)]

    monkeypatch.setattr(games, "entry_points", entry_points)
    assert games.names() == ["another", "mini-of-tests"]
    game = games.find_game("mini-of-tests")
    assert game is not None
    assert (game.name, game.version) == ("mini", "1")
    games.find_game.cache_clear()


def test_a_game_whose_package_is_broken(monkeypatch: pytest.MonkeyPatch) -> None:
    broken = EntryPoint("broken-of-tests", "no_such_package_of_tests:GAME", games.GAMES)
    monkeypatch.setattr(games, "entry_points", lambda **_: [broken])
    for _ in range(2):
        with pytest.raises(BrokenGame) as caught:
            games.find_game("broken-of-tests")
        assert str(caught.value) == (
            "the installed game broken-of-tests (no_such_package_of_tests:GAME) cannot be loaded: "
            """ModuleNotFoundError("No module named 'no_such_package_of_tests'"); mend or remove """
            "that package"
        )
