"""The command line: one file a command, imported only when it is called."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final, TextIO

import click

from fairdeal import __version__
from fairdeal.cli._text import clean
from fairdeal.errors import BrokenGame

COMMANDS: Final = {
    "verify": "Judge transcripts: were they fair, and if not, who broke which rule?",
    "show": "Show a game for people's eyes: hands, moves and scores.",
    "explain": "Show every value of a deal, from the seeds to the hands.",
    "compare": "Compare two files of one game, and name whoever signed both.",
    "evidence": "Write the proof of one finding, which anybody can check alone.",
    "audit": "Count over many games who called deals off, and test how the cards fell.",
    "rules": "Tell the rules of a game in words, or list its presets and variants.",
    "simulate": "Play whole games with bots and real keys, and write their transcripts.",
}
"""The commands and what the help says of them, so that they need not be imported for it."""

INTERRUPTED = 130
PIPE_CLOSED = 141
UNWRITABLE = 2

_OUTPUT_FAULTS: Final = frozenset(
    {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF, errno.EINVAL}
)


class Program(click.Group):
    """The group of all commands; it ends quietly when interrupted or no longer listened to."""

    def main(self, *args: Any, **extra: Any) -> Any:
        """Run the program. What it says and cannot write is no success."""
        try:
            try:
                return super().main(*args, **extra)
            finally:
                _open_streams()
                sys.stdout.flush()
        except BrokenPipeError:
            _write_nowhere(sys.stdout)
            sys.exit(PIPE_CLOSED)
        except BrokenGame as error:
            print(f"Error: {clean(str(error))}", file=sys.stderr)
            sys.exit(UNWRITABLE)
        except OSError as error:
            why = (error.strerror or str(error)).lower()
            what = "the output cannot be written" if error.errno in _OUTPUT_FAULTS else "stopped"
            with suppress(OSError):
                print(f"Error: {what}: {why}", file=sys.stderr, flush=True)
            for stream in (sys.stdout, sys.stderr):
                _write_nowhere(stream)
            sys.exit(UNWRITABLE)

    def make_context(self, *args: Any, **extra: Any) -> click.Context:
        """Read the program's own arguments."""
        with _harmless():
            return super().make_context(*args, **extra)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command of that name; of an unknown name, the one that may be meant is named."""
        if args[0] not in COMMANDS:
            close = [name for name in COMMANDS if name[:2] == args[0][:2].lower()]
            meant = f"; did you mean {close[0]!r}?" if close else "."
            ctx.fail(f"No such command {args[0]!r}{meant}")
        return super().resolve_command(ctx, args)

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        """The commands in the order in which people need them."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """Import one command."""
        match cmd_name:
            case "verify":
                from fairdeal.cli.verify import command  # noqa: PLC0415
            case "show":
                from fairdeal.cli.show import command  # noqa: PLC0415
            case "explain":
                from fairdeal.cli.explain import command  # noqa: PLC0415
            case "compare":
                from fairdeal.cli.compare import command  # noqa: PLC0415
            case "evidence":
                from fairdeal.cli.evidence import command  # noqa: PLC0415
            case "audit":
                from fairdeal.cli.audit import command  # noqa: PLC0415
            case "rules":
                from fairdeal.cli.rules import command  # noqa: PLC0415
            case "simulate":
                from fairdeal.cli.simulate import command  # noqa: PLC0415
            case _:
                return None
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """List the commands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command; write all that it said."""
        try:
            try:
                with _harmless():
                    return super().invoke(ctx)
            finally:
                sys.stdout.flush()
        except KeyboardInterrupt:
            ctx.exit(INTERRUPTED)
        except BrokenPipeError:
            _write_nowhere(sys.stdout)
            ctx.exit(PIPE_CLOSED)


@contextmanager
def _harmless() -> Iterator[None]:
    """Errors in what the caller wrote repeat it: let that do nothing to the terminal."""
    try:
        yield
    except click.ClickException as error:
        said = clean(error.format_message())
        error.format_message = lambda: said  # type: ignore[method-assign]
        raise


@click.group(cls=Program, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="fairdeal", message="%(prog)s %(version)s")
def cli() -> None:
    """Provably fair card deals: verify, offline and alone, what a table left behind.

    Exit status: 0 all is fair, 1 a report was made and it says otherwise, 2 wrong usage, or
    something could not be read or written.
    """
    _open_streams()
    for stream in (sys.stdout, sys.stderr):
        # A terminal that cannot show a character is no reason to stop.
        stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]


def main() -> None:
    """The program ``fairdeal``."""
    cli.main(prog_name="fairdeal")


def _open_streams() -> None:
    """Whoever closed the streams of the program wants to hear nothing."""
    if sys.stdout is None:
        sys.stdout = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115
    if sys.stderr is None:
        sys.stderr = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115


def _write_nowhere(stream: TextIO) -> None:
    """Let what is still buffered go nowhere, so that the interpreter's end is quiet too."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    with suppress(OSError):
        os.dup2(nowhere, stream.fileno())
    os.close(nowhere)
