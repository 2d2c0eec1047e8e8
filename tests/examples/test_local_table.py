"""The server's table as a script: a whole game with a crash and a replaced player, verified."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from fairdeal import verify
from fairdeal.transcript import parse
from hearts.game import GAME

PATH = Path(__file__).resolve().parents[2] / "examples" / "local_table.py"


def test_the_script_plays_writes_and_verifies_a_game(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    command = [sys.executable, PATH, file]
    done = subprocess.run(command, check=True, capture_output=True, encoding="utf-8", timeout=60)
    assert done.stderr == ""
    first, note = done.stdout.splitlines()
    assert first.startswith("game.json: fair, ")
    assert note == "  note: From here on the host's bot Bot 3 plays for David (seat 3)."

    data = file.read_bytes()
    report = verify(data, games={"hearts": GAME})
    assert report.verdict == "fair"
    assert first == f"game.json: fair, {len(report.deals)} deals, {report.result}"
    assert [(seat.seat, seat.name, seat.kind, seat.since) for seat in report.seats] == [
        (0, "Alice", "person", 1),
        (1, "Bob", "person", 1),
        (2, "Chloé", "person", 1),
        (3, "David", "person", 1),
        (3, "Bot 3", "bot", 2),
    ]
    kinds = [step["kind"] for step in parse(data).steps]
    assert kinds[:2] == ["open", "join"]
    assert kinds.count("replace") == 1
    assert kinds.index("replace") > kinds.index("disclose")  # in the second deal
    assert kinds[-1] == "close"
