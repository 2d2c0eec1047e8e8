"""What the tests of the command line share."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from fairdeal.cli import cli
from tests.cli import tables

Run = Callable[..., Result]


def new_runner() -> CliRunner:
    """A caller of the program that keeps standard output and standard error apart."""
    # Before click 8.2 that has to be asked for.
    apart = "mix_stderr" in inspect.signature(CliRunner).parameters
    return CliRunner(**({"mix_stderr": False} if apart else {}))


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Run:
    """Call ``fairdeal`` as in a UTF-8 terminal's pipe."""
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)

    runner = new_runner()

    def call(*arguments: str | Path, stdin: bytes | None = None) -> Result:
        return runner.invoke(cli, [str(one) for one in arguments], input=stdin)

    return call


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder, which is also where the command is called."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def fair(folder: Path) -> str:
    """A fair game between persons."""
    (folder / "fair.json").write_bytes(tables.play())
    return "fair.json"
