"""``fairdeal explain``: every value of a deal, so that a sceptic can redo it by hand."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import click

from fairdeal import explain
from fairdeal.cli import _files, _story, _text
from fairdeal.cli._screen import Screen, Span
from fairdeal.explain import Exchange, Value

_NOTATION = (
    "|| joins bytes; L(name) is the ASCII bytes of fairdeal/1/name and a zero byte; u8(x) and "
    "u32(x) are x in one and four bytes; hexadecimal values enter as raw bytes, JSON as its text."
)


@click.command("explain")
@click.argument("file", metavar="FILE")
@click.option(
    "--deal",
    type=_story.DealNumber(),
    metavar="N",
    required=True,
    help="The deal, numbered from 1.",
)
def command(file: str, deal: int) -> None:
    """Show every value of a deal, from the seeds to the hands, with its formula.

    FILE is a transcript, or - for standard input. The sections are those of specs/fairdeal.md;
    its last section redoes a deal with common tools.

    Exit status: 0 it was shown, 1 the file is altered, malformed or out of order from some step
    on, so that not all of it can be shown, or what it states differs from what its seeds
    give, 2 wrong usage, or something could not be read or written.
    """
    table = _story.read_table(file, _files.read(file))
    story = _story.choose(table, deal)
    screen = Screen()
    _story.damage(screen, table)
    attempt = f", attempt {story.facts.attempt}" if story.facts else ""
    screen.line((f"Deal {story.number}{attempt}", "bold"), f" of {_files.name(file)}")
    screen.line((_NOTATION, "dim"))
    parts = explain.explain(story)
    for part in parts:
        screen.heading(f"{part.section} {part.title}")
        for number, value in enumerate(part.values):
            if number == 1 and part.exchanges:
                _exchanges(screen, part.exchanges)
            _value(screen, value)
    stated = [value for part in parts for value in part.values if value.stated is not None]
    differ = sum(not value.agrees for value in stated)
    if stated:
        screen.gap()
        of = _text.count(len(stated), "value")
        if differ:
            screen.line((f"{differ} of {of} that the file states and one can redo differ.", "bad"))
        else:
            screen.line((f"All {of} that the file states and one can redo agree.", "good"))
    if story.disclosed is None:
        screen.gap()
        screen.line(
            "The rest of this deal, if there is any, stands where the file cannot be shown."
            if table.damage
            else "The host has not disclosed this deal: its seed is secret, so the rest is too."
        )
    sys.exit(1 if differ else _story.status(table))


def _value(screen: Screen, value: Value) -> None:
    formula = f" = {value.formula}" if value.formula else ""
    screen.line((value.name, "bold"), (formula, "dim"), indent=2)
    screen.line(value.value, indent=4, hang=0)
    if value.stated is None:
        if value.at:
            screen.line((f"stands at {value.at}", "dim"), indent=4)
    elif value.agrees:
        symbol = screen.mark("✓", "ok")
        screen.line((symbol, "good"), (f" the file says the same at {value.at}", "dim"), indent=4)
    else:
        symbol = screen.mark("✗", "NO")
        screen.line((f"{symbol} the file says otherwise at {value.at}", "bad"), indent=4)
        screen.line((value.stated, "bad"), indent=4, hang=0)


def _exchanges(screen: Screen, exchanges: Sequence[Exchange]) -> None:
    screen.line(
        "Fisher-Yates: take bytes of the stream until one is accepted, j = byte mod (i + 1), "
        "exchange order[i] and order[j]; rejected bytes stand in brackets.",
        indent=2,
    )
    rows: list[list[Span]] = []
    for one in exchanges:
        rejected = "".join(f"({byte:02x}) " for byte in one.taken[:-1])
        accepted = one.taken[-1]
        shown = f"{rejected}{accepted:02x}"
        rows.append([str(one.last), shown, str(accepted), str(one.chosen), *one.cards])
    screen.table(("i", "bytes", "byte", "j", "order[i]", "order[j]"), rows, indent=4)
