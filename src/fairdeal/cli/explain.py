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

_NEVER_DEALT = "This attempt was called off: its cards were never dealt."


@click.command("explain")
@click.argument("file", metavar="FILE")
@click.option(
    "--deal",
    type=_story.Numbered("a deal"),
    metavar="N",
    required=True,
    help="The deal, numbered from 1.",
)
@click.option(
    "--attempt",
    type=_story.Numbered("an attempt"),
    metavar="N",
    help="The attempt at it, numbered from 1 (default: the one that was played).",
)
def command(file: str, deal: int, attempt: int | None) -> None:
    """Show every value of a deal, from the seeds to the hands, with its formula.

    Of an attempt that was called off there are the commitments, and the seeds that were shown.

    FILE is a transcript, or - for standard input. The sections are those of specs/fairdeal.md;
    section 15 redoes a deal with common tools.

    Exit status: 0 it was shown, 1 the file is altered, malformed or out of order from some step
    on, so that not all of it can be shown, or what it states differs from what its seeds
    give, 2 wrong usage, or something could not be read or written.
    """
    table = _story.read_table(file, _files.read(file))
    story = _story.choose(table, deal)
    void = _story.called_off(story, attempt)
    facts = void.facts if void else story.facts
    screen = Screen()
    _story.damage(screen, table)
    which = f", attempt {facts.attempt}" if facts else ""
    screen.line((f"Deal {story.number}{which}", "bold"), f" of {_files.name(file)}")
    if not void:
        _others(screen, len(story.called_off))
    screen.line((_NOTATION, "dim"))
    parts = explain.explain_void(void) if void else explain.explain(story)
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
        values = _text.count(len(stated), "value")
        these = f"{values} that the file states and that can be recomputed"
        said = f"{differ} of {these} differ." if differ else f"All {these} agree."
        screen.line((said, "bad" if differ else "good"))
    if void:
        screen.gap()
        screen.line(_NEVER_DEALT)
    elif story.disclosed is None:
        screen.gap()
        screen.line(
            "The rest of this deal, if there is any, stands where the file cannot be shown."
            if table.damage
            else "The host has not disclosed this deal: its seed is secret, so the rest is too."
        )
    sys.exit(1 if differ else _story.status(table))


def _others(screen: Screen, voids: int) -> None:
    """Say which attempts are not shown now."""
    if voids:
        told = "Attempt 1 was" if voids == 1 else f"Attempts 1-{voids} were"
        shows = "--attempt 1 shows it" if voids == 1 else "--attempt N shows one of them"
        screen.line(f"{told} called off: {shows}.")


def _value(screen: Screen, value: Value) -> None:
    formula = f" = {value.formula}" if value.formula else ""
    screen.line((value.name, "bold"), (formula, "dim"), indent=2, whole=True)
    screen.line(value.value, indent=4, hang=0, whole=True)
    if value.stated is None:
        if value.at:
            screen.line((f"stands at {value.at}", "dim"), indent=4)
    elif value.agrees:
        symbol = screen.mark("✓", "ok")
        screen.line((symbol, "good"), (f" the file says the same at {value.at}", "dim"), indent=4)
    else:
        symbol = screen.mark("✗", "NO")
        screen.line((f"{symbol} the file says otherwise at {value.at}", "bad"), indent=4)
        screen.line((value.stated, "bad"), indent=4, hang=0, whole=True)


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
