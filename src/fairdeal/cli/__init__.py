"""The command line: one file a command, imported only when it is called."""

from __future__ import annotations

import os
import sys
from typing import Any, Final, TextIO

import click

from fairdeal import __version__

COMMANDS: Final = {
    "verify": "Judge transcripts: were they fair, and if not, who broke which rule?",
    "show": "Show a game for people's eyes: hands, moves and scores.",
    "explain": "Show every value of a deal, from the seeds to the hands.",
    "simulate": "Play whole games with bots and real keys, and write their transcripts.",
}
"""The commands and what the help says of them, so that they need not be imported for it."""

INTERRUPTED = 130
PIPE_CLOSED = 141


class Program(click.Group):
    """The group of all commands; it ends quietly when interrupted or no longer listened to."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        """The commands in the order in which people need them."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """Import one command."""
        match cmd_name:
            case "verify":
                from fairdeal.cli.verify import command as verify  # noqa: PLC0415

                return verify
            case "show":
                from fairdeal.cli.show import command as show  # noqa: PLC0415

                return show
            case "explain":
                from fairdeal.cli.explain import command as explain  # noqa: PLC0415

                return explain
            case "simulate":
                from fairdeal.cli.simulate import command as simulate  # noqa: PLC0415

                return simulate
            case _:
                return None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """List the commands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command; write all that it said."""
        try:
            try:
                return super().invoke(ctx)
            finally:
                sys.stdout.flush()
        except KeyboardInterrupt:
            ctx.exit(INTERRUPTED)
        except BrokenPipeError:
            _write_nowhere(sys.stdout)
            ctx.exit(PIPE_CLOSED)


@click.group(cls=Program, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="fairdeal", message="%(prog)s %(version)s")
def cli() -> None:
    """Provably fair card deals: verify, offline and alone, what a table left behind.

    Exit status: 0 all is fair, 1 a report was made and it says otherwise, 2 wrong usage or
    nothing could be read.
    """
    for stream in (sys.stdout, sys.stderr):
        # A terminal that cannot show a character is no reason to stop.
        stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]


def main() -> None:
    """The program ``fairdeal``."""
    cli.main(prog_name="fairdeal")


def _write_nowhere(stream: TextIO) -> None:
    """Let what is still buffered go nowhere, so that the interpreter's end is quiet too."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, stream.fileno())
    os.close(nowhere)
