"""``fairdeal show``: hands, moves and scores."""

from __future__ import annotations

from copy import deepcopy
from pathlib import Path

import pytest

from fairdeal import games
from tests.cli import tables
from tests.cli.conftest import Run
from tests.cli.test_verify import NOT_THERE, usage


def test_a_whole_game(run: Run, fair: str) -> None:
    result = run("show", fair)
    assert result.exit_code == 0
    assert result.stdout.startswith(
        "FAIR  fair.json: the deals were fair, every move was legal, the results are right.\n"
        "\n"
        "  hearts at the table of The Green Table\n"
        "  seat 0: Ann (person)\n"
        "  seat 1: Bob (person)\n"
        "  seat 2: Cleo (person)\n"
        "  seat 3: Dan (person)\n"
        "  174 steps; the game is closed\n"
        "\n"
        "Deal 1\n"
        "\n"
        "  Hands\n"
        "    seat  clubs "
    )
    assert [line for line in result.stdout.splitlines() if line.startswith("Deal")] == [
        "Deal 1",
        "Deal 2",
        "Deal 3",
    ]


def test_one_deal_with_symbols(run: Run, fair: str) -> None:
    result = run("show", fair, "--deal", "1")
    assert result.stdout.count("\nDeal ") == 1
    assert (
        "  Tricks\n"
        "    trick  Ann   Bob   Cleo  Dan   taken by\n"
        "    1       5♣   >2♣    K♣    Q♣   Cleo\n"
    ) in result.stdout
    assert result.stdout.endswith(
        "  Scores\n"
        "    seat  before  points  total\n"
        "    Ann   0       8       8\n"
        "    Bob   0       13      13\n"
        "    Cleo  0       5       5\n"
        "    Dan   0       0       0\n"
    )


def test_running_totals(run: Run, fair: str) -> None:
    last = run("show", fair, "--deal", "2").stdout.splitlines()[-4]
    assert last.split()[:2] == ["Ann", "8"]


def test_plain(run: Run, fair: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    result = run("show", fair, "--deal", "1")
    assert result.stdout.isascii()
    assert "    1       5C  >2C   KC    QC  Cleo\n" in result.stdout


def test_void_and_replaced(run: Run, folder: Path) -> None:
    result = run("show", "-", "--deal", "2", stdin=tables.eventful())
    assert result.stdout.startswith("FAIR  standard input: ")
    assert (
        "Deal 2\n"
        "  Attempt 1 was called off: Dan did not reveal a seed as due.\n"
        "  From here on the host's bot Bot 3 plays for Dan (seat 3).\n"
        "  From trick 3 on the host's bot Bot 2 plays for Cleo (seat 2).\n"
        "\n"
        "  Hands\n"
    ) in result.stdout


def test_a_running_deal(run: Run, folder: Path) -> None:
    result = run("show", "-", stdin=tables.cut(tables.play(), 9))
    assert result.exit_code == 0
    assert "  9 steps; the game goes on\n" in result.stdout
    assert "  Still running: the host has not disclosed the hands yet.\n" in result.stdout
    assert "Hands" not in result.stdout
    assert "    1           >2♣   K♣    Q♣\n" in result.stdout


@pytest.mark.parametrize(("steps", "deals"), [(2, 0), (3, 1), (4, 1), (5, 1)])
def test_before_the_first_card(run: Run, folder: Path, steps: int, deals: int) -> None:
    result = run("show", "-", stdin=tables.cut(tables.play(), steps))
    assert result.stdout.count("\nDeal ") == deals
    assert result.stdout.count("  The cards are not dealt yet.\n") == (deals if steps < 5 else 0)


@pytest.mark.parametrize("more", [1, 2])
def test_after_a_void(run: Run, folder: Path, more: int) -> None:
    game = tables.eventful()
    at = tables.index(tables.steps_of(game), "void")
    result = run("show", "-", "--deal", "2", stdin=tables.cut(game, at + more))
    who = "Dan" if more == 2 else "seat 3"
    assert f"  Attempt 1 was called off: {who} did not reveal a seed as due.\n" in result.stdout
    assert result.stdout.endswith("  The cards are not dealt yet.\n")


def test_over_but_not_closed(run: Run, folder: Path) -> None:
    game = tables.play(1)
    steps = len(tables.steps_of(game))
    result = run("show", "-", stdin=tables.cut(game, steps - 1))
    assert f"  {steps - 1} steps; the game is over\n" in result.stdout


def test_what_cannot_be_shown_is_told(run: Run, folder: Path) -> None:
    steps = tables.steps_of(tables.play())
    steps[20]["statements"][0]["sig"] = "00" * 64
    result = run("show", "-", stdin=tables.transcript.dump(steps))
    assert result.stdout.startswith("ALTERED  standard input: ")
    assert result.stdout.endswith(
        "\nSteps 20 to 173 of the file cannot be shown; fairdeal verify tells why.\n"
    )


def test_a_step_that_has_no_place_is_not_shown(run: Run, folder: Path) -> None:
    def twice(steps: tables.Steps) -> None:
        steps.insert(3, {"kind": "join", "statements": deepcopy(steps[1]["statements"])})

    result = run("show", "-", stdin=tables.cheat(twice))
    assert "\nSteps 3 to 174 of the file cannot be shown;" in result.stdout


def test_other_games_tell_without_a_picture(
    run: Run, fair: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(games, "find_tools", lambda name: None)
    result = run("show", fair, "--deal", "1")
    assert result.stdout.endswith(
        "Deal 1\n  There is no picture: this game has no tools installed here.\n"
    )


def test_what_is_not_there(run: Run, fair: str) -> None:
    assert usage(run("show", fair, "--deal", "4")) == (
        "Invalid value for --deal: there is no deal 4 in this file; it has deals 1-3."
    )
    opened = tables.cut(tables.play(), 1)
    assert usage(run("show", "-", "--deal", "1", stdin=opened)) == (
        "Invalid value for --deal: there is no deal 1 in this file; it has no deal."
    )
    assert usage(run("show", "gone.json")) == f"gone.json: {NOT_THERE}"


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"[", "standard input: document: "),
        (b"{}", "standard input: /format: this member is missing"),
        (
            tables.play().replace(b'"name":"hearts"', b'"name":"chess"'),
            "standard input: /steps/0/statements/0",
        ),
    ],
)
def test_what_is_no_game(run: Run, folder: Path, data: bytes, message: str) -> None:
    said = usage(run("show", "-", stdin=data))
    assert said.startswith(message)
    assert said.endswith("; this is nothing to show, see: fairdeal verify")


def test_an_unknown_game(run: Run, folder: Path) -> None:
    def rename(steps: tables.Steps) -> None:
        steps[0]["statements"][0]["body"]["game"]["name"] = "chess"

    said = usage(run("show", "-", stdin=tables.cheat(rename)))
    assert said.startswith(
        "standard input: /steps/0/statements/0/body/game/name: The game chess, version 1, "
    )
