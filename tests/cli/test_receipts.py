"""``fairdeal verify --receipt`` and ``fairdeal simulate --receipts``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from fairdeal import evidence
from tests.attacks.two_histories import both, changed, played, until, with_private, without
from tests.cli.conftest import Run
from tests.cli.test_simulate import SHORT, inside
from tests.cli.test_verify import usage


@pytest.fixture
def shown(folder: Path) -> str:
    """A history without Alice that the host shows; she has kept the one with her."""
    with_alice, without_her = both(until("seal"), without(0))
    Path("mine.json").write_bytes(with_alice.seats[0].receipt())
    Path("bobs.json").write_bytes(without_her.seats[1].receipt())
    Path("other.json").write_bytes(played("another").seats[0].receipt())
    Path("shown.json").write_bytes(without_her.host.transcript())
    return "shown.json"


def test_the_host_that_signed_two_histories_is_named(run: Run, shown: str) -> None:
    result = run("verify", shown, "--receipt", "mine.json")
    assert result.exit_code == 1
    lines = result.stdout.splitlines()
    assert lines[0] == (
        "UNFAIR  shown.json: the host broke the rules; and this is not the history that you "
        "expected."
    )
    assert "  ✗ V4  Are they the people and the host you expected?" in lines
    at = lines.index(
        "  ✗ V4 unexpected-history: The host signed two histories, this one and that of Alice "
        "(seat 0): after step 5 they part, by step 59 at the latest."
    )
    assert lines[at + 1 : at + 6] == [
        "    Where: Alice (seat 0)",
        "    Receipt: mine.json",
        "    At: /steps/59",
        "    Blame: the host",
        "    Proof: fairdeal evidence shown.json --receipt mine.json -o proof.json",
    ]


def test_what_a_receipt_shows_beside_is_counted_and_proven(run: Run, folder: Path) -> None:
    """The host sent seat 0 the hand of another, and told it of a pass that nobody had sealed."""
    table = played()
    both_wrong = with_private(
        table, 0, 0, cards=json.loads(table.seats[1].receipt())["private"][0]["body"]["cards"]
    )
    Path("game.json").write_bytes(table.host.transcript())
    wrong_choice = json.loads(with_private(table, 0, 1, nonce="00" * 32))["private"][1]
    Path("mine.json").write_bytes(
        changed(both_wrong, lambda receipt: receipt["private"].__setitem__(1, wrong_choice))
    )
    told = run("verify", "game.json", "--receipt", "mine.json").stdout
    proofs = [line for line in told.splitlines() if "Proof:" in line]
    assert proofs == [
        "    Proof: fairdeal evidence game.json --receipt mine.json -o proof.json",
        "    Proof: fairdeal evidence game.json --receipt mine.json --finding 2 -o proof.json",
    ]
    for number, said, shows in (
        (
            1,
            "In deal 1 the host sent seat 0 other cards than it fixed for it.",
            "It shows the hand that seat 0 was sent in deal 1.\n",
        ),
        (
            2,
            "The host told seat 0 of another choice of seat 3 than that seat sealed.",
            "It shows what seat 3 passed or chose in secret in deal 1.\n",
        ),
    ):
        asked = ("--receipt", "mine.json", "--finding", str(number), "-o", f"proof{number}.json")
        result = run("evidence", "game.json", *asked)
        assert (result.exit_code, result.stderr) == (0, "")
        assert f"PROVEN  proof{number}.json: {said}\n" in result.stdout
        assert result.stdout.endswith(shows)
        assert run("verify", f"proof{number}.json").exit_code == 0
    result = run("evidence", "game.json", "--receipt", "mine.json", "--finding", "3", "-o", "no")
    assert result.exit_code == 2
    assert (
        "no finding of the receipt has the number 3; it has 2 that can be proven" in result.stderr
    )


def test_a_receipt_of_that_very_history_fits(run: Run, shown: str) -> None:
    assert run("verify", shown, "--receipt", "bobs.json").exit_code == 0
    assert run("verify", shown, "--receipt", "bobs.json", "--receipt", "mine.json").exit_code == 1
    said = json.loads(run("verify", shown, "--receipt", "bobs.json", "--json").stdout)
    assert (said["verdict"], said["checks"][3]["status"]) == ("fair", "passed")


def test_of_several_receipts_it_is_said_which(run: Run, shown: str) -> None:
    options = ("--receipt", "bobs.json", "--receipt", "other.json", "--receipt", "mine.json")
    said = run("verify", shown, *options).stdout
    assert [line for line in said.splitlines() if "Receipt: " in line] == [
        "    Receipt: other.json",
        "    Receipt: mine.json",
    ]
    found = json.loads(run("verify", shown, *options, "--json").stdout)["findings"]
    numbers = {one["code"]: one["details"].get("receipt") for one in found if one["check"] == "V4"}
    assert numbers == {"unexpected-history": 3}
    assert [one["details"].get("receipt") for one in found if one["check"] == "V4"] == [2, 3]


def test_a_receipt_of_another_table(run: Run, shown: str) -> None:
    result = run("verify", shown, "--receipt", "other.json")
    assert result.exit_code == 1
    assert result.stdout.startswith(
        "UNFAIR  shown.json: this is not the history that you expected; nothing else is wrong.\n"
    )
    said = json.loads(run("verify", shown, "--receipt", "other.json", "--json").stdout)
    assert said["blamed"] == []


def test_what_is_no_receipt(run: Run, shown: str) -> None:
    said = usage(run("verify", shown, "--receipt", shown))
    assert said.startswith("Invalid value for --receipt: shown.json: not a receipt: /")
    Path("empty").touch()
    said = usage(run("verify", shown, "--receipt", "mine.json", "--receipt", "empty"))
    assert said.startswith("Invalid value for --receipt: empty: the file is empty.")
    said = usage(run("verify", shown, "--receipt", "nowhere"))
    assert said == (
        "Invalid value for --receipt: nowhere: there is no such file; check the name and the "
        "folder you are in."
    )


def test_receipts_are_for_transcripts(run: Run, shown: str) -> None:
    kept, data = Path("mine.json").read_bytes(), Path(shown).read_bytes()
    Path("proof.json").write_bytes(evidence.by_receipt(data, kept))
    said = usage(run("verify", "proof.json", "--receipt", "mine.json"))
    assert "leave --head and --receipt away, they are for transcripts" in said
    result = run("verify", "proof.json")
    assert result.exit_code == 0
    assert result.stdout.startswith(
        "PROVEN  proof.json: The host signed two histories of one table, which part by step 59 at "
        "the latest.\n"
    )


def test_simulate_writes_what_each_seat_keeps(run: Run, folder: Path) -> None:
    assert run("simulate", *SHORT, "--games", "2", "--receipts", "--out", "a").exit_code == 0
    seats = [f"seat-{seat}.json" for seat in range(4)]
    assert inside(folder / "a") == sorted(
        [
            *("game-1.json", "game-2.json", "host.pub", "players"),
            *("receipts-1", "receipts-2"),
            *(f"receipts-{game}/{seat}" for game in (1, 2) for seat in seats),
        ]
    )
    kept = [part for seat in seats for part in ("--receipt", f"a/receipts-2/{seat}")]
    assert run("verify", "a/game-2.json", *kept).exit_code == 0
    assert run("verify", "a/game-1.json", *kept).exit_code == 1
    result = run("simulate", *SHORT, "--games", "2", "--out", "b")
    assert result.exit_code == 0
    assert inside(folder / "b") == ["game-1.json", "game-2.json", "host.pub", "players"]


def test_receipts_are_never_overwritten(run: Run, folder: Path) -> None:
    Path("receipts-1").mkdir()
    said = usage(run("simulate", *SHORT, "--receipts", "--out", "."))
    assert said == "receipts-1: is there already; nothing is overwritten, choose another name"
    assert run("simulate", *SHORT, "--out", ".").exit_code == 0
