"""What a command says on standard output: sentences, tables, a progress bar.

Nothing that is printed here is read as markup. Colours, symbols and line lengths follow the
terminal; where there is none, lines are never broken.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Final, TextIO, TypeAlias

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from fairdeal.cli._text import clean
from fairdeal.game import Cell

Span: TypeAlias = "str | tuple[str, str]"
"""Text, or text and its style."""

STYLES: Final[Mapping[str, str]] = {
    "": "",
    "red": "red",
    "bold": "bold",
    "dim": "dim",
    "good": "green",
    "bad": "bold red",
    "warn": "yellow",
}
_NO_END = 100_000
"""The width where nothing limits it."""
_SYMBOLS = "♠♥♦♣✓✗─"


class _Console(Console):
    def on_broken_pipe(self) -> None:
        """Leave it to the program, which ends quietly."""
        raise  # noqa: PLE0704 - it is called while the error is handled


def is_plain(stream: TextIO) -> bool:
    """Whether a stream should be given ASCII and no colours."""
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") in {"dumb", "unknown"}:
        return True
    try:
        _SYMBOLS.encode(stream.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return True
    return False


class Screen:
    """Standard output, or another stream. ``plain``: ASCII alone, and no colours."""

    def __init__(self, stream: TextIO | None = None) -> None:
        stream = sys.stdout if stream is None else stream
        self.plain = is_plain(stream)
        self.is_terminal = stream.isatty()
        self.console = _console(stream, self.plain)

    def mark(self, symbol: str, plain: str) -> str:
        """A symbol, or what stands for it in ASCII."""
        return plain if self.plain else symbol

    def cell(self, cell: Cell) -> tuple[str, str]:
        """A piece of a game's picture: its text, and the style of that."""
        return (cell.plain or cell.text, "") if self.plain else (cell.text, cell.style)

    def line(
        self,
        *spans: Span,
        indent: int = 0,
        hang: int = 2,
        whole: bool = False,
        unbroken: bool = False,
    ) -> None:
        """A line; on a terminal it is broken between words, ``hang`` deeper from the second on.

        ``whole``: nothing of it may be left out, however long it is. ``unbroken``: it is a command
        to be copied, which the terminal alone may break.
        """
        text = Text()
        for span in spans:
            words, style = (span, "") if isinstance(span, str) else span
            text.append(clean(words, whole=whole), STYLES[style])
        width = self.console.width - indent - hang if self.is_terminal and not unbroken else _NO_END
        lines = text.wrap(self.console, max(width, 20))
        for number, part in enumerate(lines):
            part.rstrip()
            pad = indent + (hang if number else 0)
            self.console.print(Text(" " * pad).append_text(part), soft_wrap=True)

    def gap(self) -> None:
        """An empty line."""
        self.console.print()

    def heading(self, text: str) -> None:
        """A line that opens a section, after an empty one."""
        self.gap()
        self.line((text, "bold"))

    def table(self, head: Sequence[str], rows: Iterable[Iterable[Span]], indent: int = 2) -> None:
        """A table in columns; a row's cells are text, or text and its style."""
        table = Table(
            box=None,
            show_header=any(head),
            header_style="dim",
            padding=(0, 2, 0, 0),
            pad_edge=False,
        )
        for title in head:
            table.add_column(Text(clean(title)))
        for row in rows:
            cells = [(cell, "") if isinstance(cell, str) else cell for cell in row]
            table.add_row(*(Text(clean(text), STYLES[style]) for text, style in cells))
        with self.console.capture() as capture:
            self.console.print(table)
        lines = capture.get().splitlines()
        self.console.file.write("".join(f"{' ' * indent}{line.rstrip()}\n" for line in lines))


def _console(stream: TextIO, plain: bool) -> Console:
    return _Console(
        file=stream,
        width=None if stream.isatty() else _NO_END,
        color_system=None if plain else "auto",
        highlight=False,
        markup=False,
        emoji=False,
    )


@contextmanager
def progress(title: str, total: int, screen: Screen) -> Iterator[Callable[[], None]]:
    """A progress bar, if somebody looks at a terminal; yields what to call after each piece.

    What the ``screen`` says meanwhile appears above the bar.
    """
    console = screen.console
    if not screen.is_terminal:
        console = _console(sys.stderr, is_plain(sys.stderr))
    if not console.is_terminal or console.is_dumb_terminal:
        yield lambda: None
        return
    columns = (
        TextColumn(title),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task("", total=total)
        yield lambda: bar.advance(task)
