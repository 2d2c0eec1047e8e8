"""``fairdeal rules``: rule sets in words, as transcripts carry them, and which there are."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from fairdeal import games
from fairdeal.game import BadRules, Passage, RulesInWords
from hearts.presets import PRESETS, VARIANTS, named
from tests.cli.conftest import Run
from tests.cli.test_verify import usage

NAMES = ", ".join([*PRESETS, *VARIANTS])


class Tools:
    """The tools of a game that is not hearts."""

    def presets(self) -> Mapping[str, str]:
        return {"plain": "the only one"}

    def variants(self) -> Mapping[str, str]:
        return {}

    def rules(self, preset: str, options: Mapping[str, str], **named: Any) -> tuple[Any, int]:
        if preset != "plain":
            raise BadRules("preset", "there is plain")
        return {"options": dict(options), **named}, 2

    def words(self, rules: Any) -> RulesInWords:
        passages = (
            Passage("Deal", "One card each.\x1b"),
            Passage("Deal", "Face up.", differs=True),
            Passage("End", "High card wins.", differs=True),
        )
        return RulesInWords(passages, "plain for two", ("face: up instead of down",))


@pytest.fixture
def stranger(monkeypatch: pytest.MonkeyPatch) -> None:
    """No other game than one that is not hearts."""
    monkeypatch.setattr(games, "find_game", lambda name: SimpleNamespace())
    monkeypatch.setattr(games, "find_tools", lambda name: Tools())


def test_words_by_topic_with_a_star_where_they_differ(run: Run, stranger: None) -> None:
    result = run("rules", "plain", "--game", "high-card", "--rule", "face=up", "--variant", "x")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout == (
        "high-card: plain, x, face=up\n"
        "\n"
        "Deal\n"
        "    One card each.\\x1b\n"
        "  * Face up.\n"
        "\n"
        "End\n"
        "  * High card wins.\n"
        "\n"
        "* differs from plain for two:\n"
        "    face: up instead of down\n"
    )


def test_a_game_without_variants_lists_none(run: Run, stranger: None) -> None:
    assert run("rules", "--game", "high-card").stdout == (
        "Presets of high-card\n"
        "  plain  the only one\n"
        "\n"
        "In words: fairdeal rules plain --game high-card\n"
    )


def test_options_reach_the_game_as_they_are(run: Run, stranger: None) -> None:
    options = ("--seats", "3", "--variant", "x", "--variant", "y", "--rule", "a=b=c")
    assert json.loads(run("rules", "plain", *options, "--json").stdout) == {
        "options": {"a": "b=c"},
        "seats": 3,
        "variants": ["x", "y"],
    }


def test_the_presets_and_variants_of_hearts(run: Run) -> None:
    result = run("rules")
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[0] == "Presets of hearts"
    assert lines[1] == "  live       four players, to 50 points; equal totals share the win"
    assert lines[6:8] == ["", "Variants, to be laid over a preset with --variant"]
    assert lines[10] == "  cutthroat         no cards are passed"
    assert lines[-1] == "In words: fairdeal rules live"
    assert [line.split()[0] for line in lines if line.startswith("  ")] == [*PRESETS, *VARIANTS]


def test_hearts_in_words(run: Run) -> None:
    lines = run("rules", "live").stdout.splitlines()
    assert lines[:3] == ["hearts: live", "", "Players and cards"]
    assert lines[3].startswith("    Four players, each playing alone, with one pack of 52 cards.")
    assert [line for line in lines if line.startswith("  * ")] == [
        (
            "  * The points of each deal are added to the players' totals. The match ends when, "
            "after a deal, a total is 50 or more. The lowest total wins."
        ),
        "  * Players with equal totals share a place, also the first.",
    ]
    assert lines[-3:] == [
        "* differs from house for four players:",
        "    total that ends the match (target): 50 instead of 100",
        "    ties at the end (ties): shared instead of unique-lowest",
    ]
    same = run("rules", "house", "--seats", "5").stdout
    assert same.endswith("\n\nThe same as house for five players.\n")
    assert "*" not in same


def test_the_json_is_what_a_transcript_carries(run: Run, folder: Path) -> None:
    options = ("house", "--seats", "3", "--variant", "omnibus", "--rule", "target=1")
    result = run("rules", *options, "--json")
    rules = named("house", ["omnibus"], {"players": 3, "target": 1}).to_json()
    assert json.loads(result.stdout) == rules
    assert run("simulate", "--preset", *options, "--out", "a").exit_code == 0
    assert f'"rules":{result.stdout.strip()}' in Path("a/game-1.json").read_text(encoding="utf-8")


def test_the_rules_of_a_transcript(run: Run, fair: str) -> None:
    result = run("rules", "--transcript", fair)
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[0] == "hearts: fair.json"
    assert lines[1:] == run("rules", "live", "--rule", "target=30").stdout.splitlines()[1:]
    as_json = run("rules", "--transcript", fair, "--json").stdout
    assert json.loads(as_json) == named("live", [], {"target": 30}).to_json()
    assert (
        run("rules", "--transcript", "-", "--json", stdin=Path(fair).read_bytes()).stdout == as_json
    )


@pytest.mark.parametrize(
    "other", [["live"], ["--seats", "4"], ["--rule", "target=1"], ["--game", "hearts"]]
)
def test_a_transcript_has_its_own_rules(run: Run, fair: str, other: list[str]) -> None:
    result = run("rules", "--transcript", fair, *other)
    assert result.exit_code == 2
    assert usage(result) == "A transcript has its own game and rules: drop the preset and options."


def test_no_rules_of_what_is_no_transcript(run: Run, folder: Path) -> None:
    Path("other.json").write_text("[]", encoding="utf-8")
    result = run("rules", "--transcript", "other.json")
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.startswith("Error: other.json: ")


LONG = "a" * 100


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["nothing"], f'Invalid value for the preset: "nothing" is unknown; there are {NAMES}.'),
        (
            ["live", "--variant", "moon"],
            f'Invalid value for --variant: "moon" is unknown; there are {", ".join(VARIANTS)}.',
        ),
        (
            ["live", "--rule", "Target=7"],
            (
                "Invalid value for --rule: Target=7: no such axis; there are "
                f"{', '.join(PRESETS['live'].to_json())}."
            ),
        ),
        (
            ["live", "--rule", "target=1001"],
            "Invalid value for --rule: target=1001: must be a whole number, 1 to 1000.",
        ),
        (
            ["live", "--rule", f"target={LONG}"],
            f"Invalid value for --rule: target={LONG[:33]}...: must be a whole number, 1 to 1000.",
        ),
        (
            ["live", "--rule", "ties=none"],
            (
                'Invalid value for --rule: ties=none: must be one of "shared", "unique-lowest", '
                '"all-different".'
            ),
        ),
        (
            ["live", "--rule", "target"],
            ("Invalid value for --rule: target is not AXIS=VALUE; write for example target=30."),
        ),
        (
            ["live", "--rule", "target=1", "--rule", "target=1"],
            "Invalid value for --rule: target stands twice; give each axis once.",
        ),
        (
            ["house", "--seats", "2"],
            "Invalid value for --seats: must be a whole number, 3 to 11.",
        ),
        (
            ["house", "--seats", "7"],
            (
                "Invalid value for --seats: one pack is for 3 to 6 players, two packs (as in "
                "cancellation) for 6 to 11."
            ),
        ),
        (
            ["house", "--seats", "4", "--rule", "players=5"],
            "Invalid value for --rule: players=5: 5 players are not 4 seats.",
        ),
        (
            ["house", "--seats", "four"],
            "Invalid value for '--seats': 'four' is not a valid integer.",
        ),
        (
            ["spot", "--variant", "british"],
            (
                "These rules have no meaning together: queen_value: variants contradict each "
                "other: british says 0, spot says 13."
            ),
        ),
        (
            ["live", "--variant", "british"],
            (
                "These rules have no meaning together: players: live is a game of four, not 3; "
                "house is for 3 to 6."
            ),
        ),
        (["--seats", "5"], "These options need a preset; write for example live."),
        (["--json"], "These options need a preset; write for example live."),
        (
            ["--game", "chess"],
            ("Invalid value for --game: the game chess is not installed; there is: hearts."),
        ),
    ],
    ids=lambda value: "" if isinstance(value, str) else " ".join(value)[:40],
)
def test_wrong_options(run: Run, options: list[str], message: str) -> None:
    assert usage(run("rules", *options)) == message
