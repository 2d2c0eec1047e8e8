"""The generator: what is committed is what it makes, and its check names what is not."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from fairdeal.phases import TRANSITIONS
from specs import make_vectors, vector_transcripts

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.slow
def test_the_committed_files_are_those_that_the_generator_makes() -> None:
    """Slow, and so left out on the lower bounds: the schema's text is pydantic's own."""
    done = subprocess.run(
        [sys.executable, str(ROOT / "specs" / "make_vectors.py"), "--check"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, ""), done.stdout


@pytest.fixture
def run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., tuple[int, list[str]]]:
    """Run the program on two small files in an empty folder: its status and its lines."""
    files = {tmp_path / "a.json": "{}\n", tmp_path / "deep" / "é.json": '"é"\n'}
    monkeypatch.setattr(make_vectors, "ROOT", tmp_path)
    monkeypatch.setattr(make_vectors, "TRANSCRIPTS", tmp_path / "deep")
    monkeypatch.setattr(make_vectors, "generated", lambda: files)

    def run(*options: str) -> tuple[int, list[str]]:
        monkeypatch.setattr("sys.argv", ["make_vectors.py", *options])
        return make_vectors.main(), capsys.readouterr().out.splitlines()

    return run


def test_check_names_what_differs_and_writes_nothing(
    run: Callable[..., tuple[int, list[str]]], tmp_path: Path
) -> None:
    named = ["differs: a.json", "differs: deep/é.json"]
    for _ in range(2):
        status, lines = run("--check")
        assert (status, lines[:2]) == (1, named)
        assert list(tmp_path.iterdir()) == []
    assert run()[0] == 0
    assert run("--check") == (0, ["2 of 2 generated files were up to date"])
    (tmp_path / "a.json").write_text("{ }\n")
    (tmp_path / "deep" / "stale.json").write_text("{}")
    status, lines = run("--check")
    assert (status, lines[:2]) == (1, ["differs: a.json", "differs: deep/stale.json"])
    assert (tmp_path / "a.json").read_text() == "{ }\n"
    assert (tmp_path / "deep" / "stale.json").exists()


def test_writing_makes_changes_and_removes(
    run: Callable[..., tuple[int, list[str]]], tmp_path: Path
) -> None:
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "stale.json").write_text("{}")
    (tmp_path / "a.json").write_bytes(b"{}\r\n")
    status, lines = run()
    named = ["written: a.json", "written: deep/stale.json", "written: deep/é.json"]
    assert (status, lines[:3]) == (0, named)
    assert (tmp_path / "a.json").read_bytes() == b"{}\n"
    assert [path.name for path in (tmp_path / "deep").iterdir()] == ["é.json"]
    assert (tmp_path / "deep" / "é.json").read_bytes() == '"é"\n'.encode()


def test_no_transcript_is_made_whose_report_is_not_the_stated_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    note, _, findings, maker = vector_transcripts.VECTORS["no-deal"]
    for stated in (("fair", findings), ("incomplete", [])):
        monkeypatch.setitem(vector_transcripts.VECTORS, "no-deal", (note, *stated, maker))
        with pytest.raises(SystemExit, match="no-deal: the library reports incomplete"):
            make_vectors.transcript_vector("no-deal")


def test_blocks_are_put_between_their_markers_and_nowhere_else() -> None:
    text = "a\n<!-- begin generated: x -->\nold\n<!-- end generated: x -->\nb\n"
    made = make_vectors.with_blocks(text, {"x": "new"})
    assert made == text.replace("old", "new")
    assert make_vectors.with_blocks(made, {"x": "new"}) == made
    for damaged in (text.replace("end generated", "end"), text.replace(": x", ": y")):
        with pytest.raises(SystemExit, match="has no markers for x"):
            make_vectors.with_blocks(damaged, {"x": "new"})


def test_the_order_table_has_every_state_and_every_kind() -> None:
    lines = make_vectors.order_table().splitlines()
    rows = {
        cells[1]: [cell for cell in cells[2:] if cell]
        for cells in ([cell.strip() for cell in line.split("|")] for line in lines[2:])
    }
    assert list(rows) == [str(phase) for phase in TRANSITIONS]
    assert rows["opened"] == ["`join`: ready"]
    assert rows["committed"] == ["`reveal`: revealed", "`void`: called off, ready"]
    assert rows["closed"] == []
    kinds = {cell.split("`")[1] for row in rows.values() for cell in row}
    assert kinds == {
        *("open", "join", "commit", "reveal", "void", "replace"),
        *("deal", "seal", "move", "disclose", "close"),
    }
    assert len({line.count("|") for line in lines}) == 1
