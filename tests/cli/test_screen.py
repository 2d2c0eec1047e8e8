"""Standard output: plain or with symbols, broken lines on a terminal only, never markup."""

from __future__ import annotations

import io
import sys

import pytest

from fairdeal.cli._screen import Screen, is_plain, progress


class Out(io.TextIOWrapper):
    """A stream that may pretend to be a terminal."""

    def __init__(self, encoding: str = "utf-8", *, tty: bool = False) -> None:
        super().__init__(io.BytesIO(), encoding=encoding, newline="")
        self.tty = tty

    def isatty(self) -> bool:
        return self.tty

    def said(self) -> str:
        self.flush()
        buffer = self.buffer
        assert isinstance(buffer, io.BytesIO)
        return buffer.getvalue().decode(self.encoding)


@pytest.fixture(autouse=True)
def environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("NO_COLOR", "COLORTERM", "FORCE_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLUMNS", "40")


def pipe(monkeypatch: pytest.MonkeyPatch, *, tty: bool = False) -> Out:
    """Put a pipe, or a terminal, in the place of standard output."""
    out = Out(tty=tty)
    monkeypatch.setattr(sys, "stdout", out)
    return out


def test_plain_is_what_the_stream_or_the_user_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not is_plain(Out())
    assert is_plain(Out("latin-1"))
    assert is_plain(Out("ascii"))
    monkeypatch.setenv("TERM", "dumb")
    assert is_plain(Out())
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("NO_COLOR", "")
    assert not is_plain(Out())
    monkeypatch.setenv("NO_COLOR", "1")
    assert is_plain(Out())


def test_a_pipe_gets_no_colours_and_no_line_breaks(monkeypatch: pytest.MonkeyPatch) -> None:
    out = pipe(monkeypatch)
    screen = Screen()
    screen.heading("Head")
    screen.line(("bad", "bad"), " [red]word[/red] :smile: http://x 123 " + "long " * 30, indent=2)
    screen.table(("a", "b"), [["x" * 60, ("y", "red")], ["1\n2", "[b]"]])
    assert out.said() == (
        "\nHead\n"
        f"  bad [red]word[/red] :smile: http://x 123 {'long ' * 29}long\n"
        f"  a{' ' * 61}b\n"
        f"  {'x' * 60}  y\n"
        f"  1\\n2{' ' * 58}[b]\n"
    )


def test_a_terminal_gets_colours_and_lines_that_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    out = pipe(monkeypatch, tty=True)
    screen = Screen()
    assert screen.mark("✓", "ok") == "✓"
    screen.line(("NO", "bad"), " one two three four five six seven eight nine", indent=2, hang=3)
    assert out.said() == (
        "  \x1b[1;31mNO\x1b[0m one two three four five six\n     seven eight nine\n"
    )


def test_a_plain_terminal_gets_ascii(monkeypatch: pytest.MonkeyPatch) -> None:
    out = pipe(monkeypatch, tty=True)
    monkeypatch.setenv("NO_COLOR", "1")
    screen = Screen()
    assert screen.mark("✓", "ok") == "ok"
    screen.line(("NO", "bad"), "thing")
    assert out.said() == "NOthing\n"


def test_no_bar_without_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    out, errors = pipe(monkeypatch), Out()
    monkeypatch.setattr(sys, "stderr", errors)
    with progress("Doing", 2, Screen()) as advance:
        advance()
    assert (out.said(), errors.said()) == ("", "")


def test_a_plain_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    out = pipe(monkeypatch, tty=True)
    monkeypatch.setenv("NO_COLOR", "1")
    with progress("Doing", 2, Screen()) as advance:
        advance()
    assert "1/2" in out.said()
    assert "\x1b[3" not in out.said()


def test_no_bar_on_a_terminal_that_cannot_draw_one(monkeypatch: pytest.MonkeyPatch) -> None:
    out = pipe(monkeypatch, tty=True)
    monkeypatch.setenv("TERM", "dumb")
    with progress("Doing", 2, Screen()) as advance:
        advance()
    assert out.said() == ""


def test_a_bar_on_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    out = pipe(monkeypatch, tty=True)
    screen = Screen()
    with progress("Doing", 2, screen) as advance:
        screen.line("one")
        advance()
    assert "Doing" in out.said()
    assert "1/2" in out.said()
    assert "\x1b[2Kone\n" in out.said()


def test_a_bar_on_standard_error_if_that_is_the_terminal(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    out, errors = pipe(monkeypatch), Out(tty=True)
    monkeypatch.setattr(sys, "stderr", errors)
    screen = Screen()
    with progress("Doing", 2, screen) as advance:
        screen.line("one")
        advance()
    assert out.said() == "one\n"
    assert "1/2" in errors.said()


def test_a_closed_pipe_is_not_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    out = pipe(monkeypatch)

    def broken(_: object) -> int:
        raise BrokenPipeError

    screen = Screen()
    monkeypatch.setattr(out, "write", broken)
    with pytest.raises(BrokenPipeError):
        screen.line("one")


def test_a_command_to_be_copied_is_broken_by_the_terminal_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    out = pipe(monkeypatch, tty=True)
    text = "fairdeal evidence a.json --finding 1 -o proof.json"  # 50 characters, in 40 columns
    Screen().line(text, indent=4, unbroken=True)
    assert out.said() == f"    {text}\n"
