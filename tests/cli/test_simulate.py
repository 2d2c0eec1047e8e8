"""``fairdeal simulate``: real games with real keys, and nothing overwritten."""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from typing import Any, cast

import pytest

from fairdeal import games, localtable
from fairdeal.cli import cli
from fairdeal.keys import parse_players, parse_public_key
from fairdeal.verifier import verify
from tests.cli.conftest import Run, new_runner
from tests.cli.test_verify import usage

WARNING = (
    "WARNING: insecure entropy! Whoever knows this text knows every key, seed and card. "
    "Good for examples and tests, for nothing else.\n"
)
SHORT = ("--preset", "live", "--rule", "target=1")


def inside(folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*"))


def kinds(path: str) -> list[tuple[str, str]]:
    body = json.loads(Path(path).read_bytes())["steps"][0]["statements"][0]["body"]
    return [(seat["name"], seat["kind"]) for seat in body["seats"]]


def test_games_are_played_and_verify(run: Run, folder: Path) -> None:
    result = run("simulate", *SHORT, "--games", "2", "--out", "some/where")
    assert result.exit_code == 0
    assert result.stdout == (
        "2 games of hearts in some/where. Judge them with:\n"
        "  fairdeal verify some/where --host some/where/host.pub --players some/where/players\n"
    )
    assert result.stderr == ""
    out = folder / "some" / "where"
    assert inside(out) == ["game-1.json", "game-2.json", "host.pub", "players"]
    judged = run(*result.stdout.splitlines()[1].split()[1:])
    assert judged.exit_code == 0
    assert judged.stdout.endswith("\n2 files: 2 fair.\n")
    names = ["Ann", "Bob", "Cleo", "Dan"]
    assert list(parse_players((out / "players").read_text(encoding="utf-8"))) == names
    assert len(parse_public_key((out / "host.pub").read_text(encoding="utf-8"))) == 32
    assert kinds("some/where/game-1.json") == [(name, "bot") for name in names]


def test_the_command_that_is_told_holds_for_any_folder(run: Run, folder: Path) -> None:
    result = run("simulate", *SHORT, "--out", "my games")
    command = result.stdout.splitlines()[1]
    assert command == (
        "  fairdeal verify 'my games' --host 'my games/host.pub' --players 'my games/players'"
    )
    assert run(*shlex.split(command)[1:]).exit_code == 0


def test_games_are_played_at_the_same_time(run: Run, folder: Path) -> None:
    options = ("--games", "3", "--jobs", "2", "--receipts", "--bots", "random", "--out", "a")
    assert run("simulate", *SHORT, *options).exit_code == 0
    games = [f"game-{number}.json" for number in (1, 2, 3)]
    receipts = [f"receipts-{n}" for n in (1, 2, 3)]
    seats = [f"receipts-{n}/seat-{seat}.json" for n in (1, 2, 3) for seat in range(4)]
    assert inside(folder / "a") == sorted([*games, "host.pub", "players", *receipts, *seats])
    assert run("verify", "a", "--host", "a/host.pub", "--players", "a/players").exit_code == 0
    assert len({verify(Path("a", game).read_bytes()).table for game in games}) == 3
    kept = "a/receipts-2/seat-1.json"
    assert run("verify", "a/game-2.json", "--receipt", kept).exit_code == 0
    assert run("verify", "a/game-3.json", "--receipt", kept).exit_code == 1


def test_a_folder_that_cannot_be_made(run: Run, folder: Path) -> None:
    """On Linux nobody, not even root, makes a folder in /proc."""
    if not Path("/proc/self").exists():
        pytest.skip("this system has no /proc")
    result = run("simulate", *SHORT, "--out", "/proc/fairdeal")
    said = "Error: /proc/fairdeal: no folder can be made there; choose another place\n"
    assert (result.exit_code, result.stderr) == (2, said)


def test_bots_as_persons_are_pinned(run: Run, folder: Path) -> None:
    assert run("simulate", *SHORT, "--as-persons", "--out", "a").exit_code == 0
    assert run("simulate", *SHORT, "--as-persons", "--out", "b").exit_code == 0
    assert [kind for _, kind in kinds("a/game-1.json")] == ["person"] * 4
    assert run("verify", "a/game-1.json", "--players", "a/players").exit_code == 0
    assert run("verify", "a/game-1.json", "--players", "b/players").exit_code == 1
    assert run("verify", "a/game-1.json", "--host", "b/host.pub").exit_code == 1


def test_ten_games_have_names_in_order(run: Run, folder: Path) -> None:
    result = run("simulate", *SHORT, "--games", "10", "--bots", "random", "--out", "a")
    assert result.exit_code == 0
    assert inside(folder / "a")[:2] == ["game-01.json", "game-02.json"]


@pytest.mark.parametrize(("no_color", "is_red"), [("", True), ("1", False), ("0", False)])
def test_no_color_holds_for_warnings_too(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch, no_color: str, is_red: bool
) -> None:
    monkeypatch.setenv("NO_COLOR", no_color)
    call = ("simulate", *SHORT, "--out", "a", "--insecure-entropy", "one")
    said = new_runner().invoke(cli, call, color=True).stderr
    assert said == (f"\x1b[31m\x1b[1m{WARNING[:-1]}\x1b[0m\n" if is_red else WARNING)


def test_insecure_entropy_repeats_itself_and_says_so(run: Run, folder: Path) -> None:
    for out in ("a", "b"):
        result = run("simulate", *SHORT, "--out", out, "--insecure-entropy", "one")
        assert result.exit_code == 0
        assert result.stderr == WARNING
    assert run("simulate", *SHORT, "--out", "c", "--insecure-entropy", "two").exit_code == 0
    first, again, other = (
        [(folder / out / name).read_bytes() for name in ("game-1.json", "host.pub", "players")]
        for out in ("a", "b", "c")
    )
    assert first == again
    assert all(one != two for one, two in zip(first, other, strict=True))


def rules_in(path: str) -> dict[str, Any]:
    body = json.loads(Path(path).read_bytes())["steps"][0]["statements"][0]["body"]
    return cast("dict[str, Any]", body["game"]["rules"])


def test_a_preset_under_variants_with_other_seats_and_rules(run: Run, folder: Path) -> None:
    options = ("--preset", "house", "--seats", "5", "--variant", "omnibus", "--variant", "spot")
    result = run("simulate", *options, "--rule", "target=1", "--rule", "ties=shared", "--out", "a")
    assert result.exit_code == 0, result.stderr
    rules = rules_in("a/game-1.json")
    assert {
        axis: rules[axis] for axis in ("players", "bonus", "heart_values", "target", "ties")
    } == {
        "players": 5,
        "bonus": "JD",
        "heart_values": "spot",
        "target": 1,
        "ties": "shared",
    }
    assert [name for name, _ in kinds("a/game-1.json")] == ["Ann", "Bob", "Cleo", "Dan", "Eve"]


def test_a_variant_as_a_preset_is_house_under_it(run: Run, folder: Path) -> None:
    for number, options in enumerate((("spot",), ("house", "--variant", "spot"))):
        out = str(number)
        done = run("simulate", "--preset", *options, "--rule", "target=1", "--out", out)
        assert done.exit_code == 0
    assert rules_in("0/game-1.json") == rules_in("1/game-1.json")
    assert rules_in("0/game-1.json")["heart_values"] == "spot"


def test_solo(run: Run, folder: Path) -> None:
    assert run("simulate", "--preset", "solo", "--rule", "target=1", "--out", "a").exit_code == 0
    rules = rules_in("a/game-1.json")
    assert (rules["target"], rules["ties"]) == (1, "unique-lowest")


@pytest.mark.parametrize("taken", ["host.pub", "players", "game-2.json"])
def test_nothing_is_overwritten(run: Run, folder: Path, taken: str) -> None:
    Path(taken).write_bytes(b"old")
    said = usage(run("simulate", *SHORT, "--games", "2", "--out", "."))
    assert said == f"{taken}: is there already; nothing is overwritten, choose another name"
    assert inside(folder) == [taken]
    assert Path(taken).read_bytes() == b"old"


def test_an_interruption_leaves_whole_files(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    play = localtable.play
    played: list[bytes] = []

    def once(*arguments: object, **named: object) -> bytes:
        if played:
            raise KeyboardInterrupt
        played.append(play(*arguments, **named))  # type: ignore[arg-type]
        return played[0]

    monkeypatch.setattr(localtable, "play", once)
    result = run("simulate", *SHORT, "--games", "2", "--jobs", "1", "--out", "a")
    assert (result.exit_code, result.stdout) == (130, "")
    assert result.stderr == "Interrupted: 1 of 2 games complete in a.\n"
    assert inside(folder / "a") == ["game-1.json", "host.pub", "players"]
    assert Path("a/game-1.json").read_bytes() == played[0]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--out", "a"], "Missing option '--preset'."),
        (["--preset", "live"], "Missing option '--out'."),
        (
            ["--preset", "live", "--out", ""],
            'an empty text ("") is no path; write . for the folder you are in',
        ),
        (
            ["--preset", "x", "--out", "a"],
            (
                'Invalid value for the preset: "x" is unknown; there are live, solo, house, '
                "classique, speciale, omnibus, spot, cutthroat, british, cancellation, free-lead, "
                "free-first-trick, shooters-choice."
            ),
        ),
        (
            ["--preset", "live", "--rule", "target=x", "--out", "a"],
            "Invalid value for --rule: target=x: must be a whole number, 1 to 1000.",
        ),
        (
            ["--preset", "solo", "--seats", "5", "--out", "a"],
            "Invalid value for --seats: solo is a game of four, not 5; house is for 3 to 6.",
        ),
        (
            ["--game", "chess", "--preset", "live", "--out", "a"],
            ("Invalid value for --game: the game chess is not installed; there is: hearts."),
        ),
        (
            [*SHORT, "--bots", "\x1b", "--out", "a"],
            (
                'Invalid value for --bots: no bot of hearts plays "\\x1b"; there are random, '
                "easy, normal, hard."
            ),
        ),
        (
            [*SHORT, "--insecure-entropy", "x", "--jobs", "2", "--out", "a"],
            "--insecure-entropy makes one game after the other; drop --jobs.",
        ),
        (
            [*SHORT, "--insecure-entropy", "\udc80", "--out", "a"],
            "Invalid value for --insecure-entropy: not UTF-8 text.",
        ),
        (
            [*SHORT, "--games", "0", "--out", "a"],
            "Invalid value for '--games': 0 is not in the range 1<=x<=1000000.",
        ),
    ],
    ids=lambda value: "" if isinstance(value, str) else ascii(" ".join(value)),
)
def test_wrong_options(run: Run, folder: Path, options: list[str], message: str) -> None:
    assert usage(run("simulate", *options)) == message
    assert inside(folder) == []


def test_a_game_without_tools_cannot_be_simulated(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(games, "find_tools", lambda name: None)
    assert usage(run("simulate", *SHORT, "--out", "a")).startswith("Invalid value for --game: ")
