"""The program as a whole, in processes of its own where that matters."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import fairdeal
from fairdeal.cli import COMMANDS, Program, _write_nowhere, cli, main
from tests.cli import tables
from tests.cli.conftest import Run

FAIRDEAL = [sys.executable, "-m", "fairdeal"]
HEAVY = ("cryptography", "nacl", "orjson", "pydantic", "rich", "hearts", "fairdeal.wire")


def call(*arguments: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [*FAIRDEAL, *arguments],
        capture_output=True,
        check=False,
        stdin=subprocess.DEVNULL,
        env={**os.environ, **environment},
    )


# Help and start


def test_help_names_the_commands_as_they_name_themselves(run: Run) -> None:
    result = run("--help")
    assert result.exit_code == 0
    listed = " ".join(result.stdout.partition("Commands:\n")[2].split())
    assert listed == " ".join(f"{name} {words}" for name, words in COMMANDS.items())
    for name in COMMANDS:
        shown = run(name, "--help")
        assert shown.exit_code == 0
        assert shown.stdout.startswith(f"Usage: cli {name} [OPTIONS]")
        assert "No such" not in shown.stdout


def test_every_option_is_explained() -> None:
    assert isinstance(cli, Program)
    assert cli.list_commands(cli.make_context("fairdeal", ["x"])) == list(COMMANDS)
    for name in COMMANDS:
        command = cli.get_command(cli.make_context("fairdeal", ["x"]), name)
        assert command is not None
        assert command.name == name
        for option in command.params:
            assert option.param_type_name == "argument" or getattr(option, "help", None)


def test_an_unknown_command(run: Run) -> None:
    result = run("frobnicate")
    assert result.exit_code == 2
    assert result.stderr.endswith("Error: No such command 'frobnicate'.\n")


def test_a_command_that_is_nearly_known(run: Run) -> None:
    result = run("verfy")
    assert result.exit_code == 2
    assert result.stderr.endswith("Error: No such command 'verfy'; did you mean 'verify'?\n")


EVIL = "\x1b]0;x\x07\udc9b\u202e\n"
SHOWN = "\\x1b]0;x\\x07\\udc9b\\u202e\\n"


@pytest.mark.parametrize(
    "arguments",
    [
        [EVIL],
        [f"ve{EVIL}"],
        [f"--{EVIL}"],
        ["verify", EVIL],
        ["verify", f"--{EVIL}"],
        ["verify", f"--{EVIL}=1", "x"],
        ["verify", "x", "--jobs", EVIL],
        ["verify", "x", "--host", EVIL],
        ["verify", "x", "--players", EVIL],
        ["show", EVIL],
        ["show", "x", EVIL],
        ["show", "x", "--deal", EVIL],
        ["explain", "--deal", "1", EVIL],
        ["simulate", "--out", "x", "--preset", "live", "--rule", EVIL],
        ["simulate", "--out", "x", "--preset", "live", "--games", EVIL],
        ["simulate", "--out", "x", "--preset", "live", "--game", EVIL],
        ["simulate", "--out", "x", "--preset", "live", "--bots", EVIL],
    ],
)
def test_what_the_caller_wrote_does_nothing_to_the_terminal(
    run: Run, folder: Path, arguments: list[str]
) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert all(line.isprintable() for line in result.stderr.splitlines())
    assert [SHOWN in line for line in result.stderr.splitlines()].count(True) == 1
    assert result.stdout == ""


def test_version(run: Run) -> None:
    assert run("--version").stdout == f"fairdeal {fairdeal.__version__}\n"


def test_help_imports_nothing_heavy() -> None:
    code = (
        "import sys; from fairdeal.cli import cli\n"
        "try: cli.main(['--help'])\n"
        "except SystemExit: print(*sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    loaded = done.stdout.splitlines()[-1].split()
    assert "fairdeal.cli" in loaded
    assert [name for name in HEAVY if name in loaded] == []


@pytest.mark.benchmark
def test_help_comes_at_once() -> None:
    """In the time of the processor, which other processes of the machine do not lengthen."""
    call("--help")
    times = []
    for _ in range(5):
        before = os.times()
        assert call("--help").returncode == 0
        after = os.times()
        times.append(
            after.children_user
            + after.children_system
            - before.children_user
            - before.children_system
        )
    assert min(times) < 0.25


def test_the_face_is_imported_when_asked_for() -> None:
    assert set(fairdeal.__all__) <= set(dir(fairdeal))
    assert fairdeal.verify.__module__ == "fairdeal.verifier"
    with pytest.raises(AttributeError, match="module 'fairdeal' has no attribute 'nothing'"):
        fairdeal.nothing  # type: ignore[attr-defined]  # noqa: B018
    code = "from fairdeal import *; import sys; print(verify, Host, Seat, Expect)"
    subprocess.run([sys.executable, "-c", code], check=True, stdout=subprocess.DEVNULL)


# Terminals and pipes


@pytest.fixture
def zoe(folder: Path) -> str:
    Path("t.json").write_bytes(tables.play(1, names=("Ann", "Zoë", "王", "Dan")))
    return "t.json"


@pytest.mark.parametrize(("encoding", "name"), [("latin-1", "Zoë"), ("ascii", "Zo\\xeb")])
def test_a_terminal_that_lacks_characters_gets_escapes(zoe: str, encoding: str, name: str) -> None:
    for command in (["verify", zoe], ["show", zoe], ["explain", zoe, "--deal", "1"]):
        done = call(*command, PYTHONIOENCODING=encoding)
        assert done.returncode == 0
        text = done.stdout.decode(encoding)
        assert name in text
        assert "\\u738b" in text
        assert "♣" not in text


def test_a_name_of_a_file_that_is_no_text(folder: Path) -> None:
    done = subprocess.run(
        [*map(os.fsencode, FAIRDEAL), b"verify", b"\xff\x1b.json"], capture_output=True, check=False
    )
    assert done.returncode == 2
    assert b"\\udcff\\x1b.json: there is no such file" in done.stderr


def test_a_named_pipe_is_read(folder: Path) -> None:
    os.mkfifo("pipe")
    with subprocess.Popen([*FAIRDEAL, "verify", "-q", "pipe"]) as process:
        Path("pipe").write_bytes(tables.play(1))
        assert process.wait() == 0


@pytest.mark.parametrize("command", [["verify"], ["verify", "--json"], ["show"], ["--help"]])
def test_a_closed_pipe_ends_quietly(zoe: str, command: list[str]) -> None:
    files = [] if "--help" in command else [zoe] * (1 if command == ["show"] else 3)
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(
        [*FAIRDEAL, *command, *files], stdout=writing, stderr=subprocess.PIPE, check=False
    )
    os.close(writing)
    assert done.stderr == b""
    assert done.returncode in {1, 141}


FULL = b"Error: the output cannot be written: no space left on device\n"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
@pytest.mark.parametrize(
    "command",
    [
        ["verify", "t.json"],
        ["verify", "t.json", "t.json"],
        ["verify", "t.json", "t.json", "--json"],
        ["show", "t.json"],
        ["explain", "t.json", "--deal", "1"],
        ["simulate", "--preset", "live", "--rule", "target=1", "--out", "a"],
        ["--help"],
        ["--version"],
    ],
    ids=" ".join,
)
def test_output_that_cannot_be_written_is_told_in_one_line(zoe: str, command: list[str]) -> None:
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        done = subprocess.run(
            [*FAIRDEAL, *command], stdout=full, stderr=subprocess.PIPE, check=False
        )
    assert (done.returncode, done.stderr) == (2, FULL)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
def test_where_nothing_can_be_written_the_status_tells(zoe: str) -> None:
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        done = subprocess.run([*FAIRDEAL, "verify", zoe], stdout=full, stderr=full, check=False)
    assert done.returncode == 2


@pytest.mark.parametrize(
    ("options", "status"), [(["verify", "t.json"], 0), (["verify", "gone.json"], 2)]
)
def test_closed_streams_are_no_fault(zoe: str, options: list[str], status: int) -> None:
    line = '"$@" >&- 2>&-'
    done = subprocess.run(["sh", "-c", line, "sh", *FAIRDEAL, *options], check=False)
    assert done.returncode == status


def test_other_faults_of_the_system_are_told(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise OSError(errno.EAGAIN, "Resource temporarily unavailable")

    monkeypatch.setattr("fairdeal.cli.verify._one", fail)
    monkeypatch.setattr("fairdeal.cli._write_nowhere", lambda stream: None)
    result = run("verify", "t.json")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == "Error: stopped: resource temporarily unavailable\n"


def test_an_interrupt_ends_quietly(folder: Path) -> None:
    for number in range(200):
        Path(f"{number:03}.json").write_bytes(tables.play(1))
    with subprocess.Popen(
        [*FAIRDEAL, "verify", ".", "-j", "2"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    ) as process:
        assert process.stdout is not None
        process.stdout.readline()
        os.killpg(process.pid, signal.SIGINT)
        _, errors = process.communicate(timeout=60)
    assert errors == b""
    assert process.returncode == 130


def test_an_interrupt_of_one_command(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("fairdeal.cli.verify._one", interrupt)
    result = run("verify", "t.json")
    assert (result.exit_code, result.output) == (130, "")


def test_the_end_of_standard_output_is_told_as_a_shell_does(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def close(*_: object, **__: object) -> None:
        raise BrokenPipeError

    monkeypatch.setattr("fairdeal.cli.verify._one", close)
    monkeypatch.setattr("fairdeal.cli._write_nowhere", lambda stream: None)
    result = run("verify", "t.json")
    assert (result.exit_code, result.output) == (141, "")


def test_what_is_left_to_write_goes_nowhere(folder: Path) -> None:
    with Path("out").open("w", encoding="utf-8") as stream:
        _write_nowhere(stream)
        stream.write("lost")
    assert Path("out").read_bytes() == b""


def test_main_is_the_program(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["x", "--version"])
    with pytest.raises(SystemExit) as caught:
        main()
    assert caught.value.code == 0
    assert capsys.readouterr().out == f"fairdeal {fairdeal.__version__}\n"
