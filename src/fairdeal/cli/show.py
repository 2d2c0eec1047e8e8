"""``fairdeal show``: a game for people's eyes."""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterable, Sequence
from itertools import groupby, islice
from typing import Final

import click

from fairdeal import games
from fairdeal.cli import _files, _report, _story, _text
from fairdeal.cli._screen import Screen
from fairdeal.findings import Code, Severity
from fairdeal.game import Table
from fairdeal.report import Report
from fairdeal.story import DealStory, TableStory, record

MOST: Final = 100
"""Deals that are shown at once. A real game has fewer; a hostile file has thousands."""

LINES: Final = 32
"""Attempts and changes of hands that are told of one deal. A table has at most 16 seats."""

_OTHER_CARDS: Final = frozenset({Code.WRONG_HAND, Code.WRONG_REST, Code.WRONG_DRAW})
"""The host fixed other hands, or others are left over, than the seeds give."""

_TOLD: Final = frozenset({Code.VOID, Code.REPLACED, Code.UNDISCLOSED})
"""What is said of a deal in other words."""


@click.command("show")
@click.argument("file", metavar="FILE")
@click.option(
    "--deal",
    type=_story.Numbered("a deal"),
    metavar="N",
    help="Show this deal alone, numbered from 1.",
)
def command(file: str, deal: int | None) -> None:
    """Show a game for people's eyes: hands, moves and scores, deal by deal.

    FILE is a transcript, or - for standard input. The first line is the verdict on it; what the
    verifier found stands below the tables of each deal.

    Exit status: 0 it was shown, 1 the file is altered, malformed or out of order from some step
    on, so that not all of it can be shown, 2 wrong usage, or something could not be read or
    written.
    """
    data = _files.read(file)
    table, report = _story.read_and_judge(file, data)
    deals = table.deals[:MOST] if deal is None else (_story.choose(table, deal),)
    screen = Screen()
    _report.verdict(screen, _files.name(file), report)
    _story.damage(screen, table)
    tools = games.find_tools(table.opened["game"]["name"])
    pictures = {
        story.number: tools.picture(story.match, record(story))
        for story in deals
        if tools is not None and story.is_dealt
    }
    _opening(screen, table)
    _legend(screen, pictures.values())
    for story in deals:
        differs = any(
            one.deal == story.number and one.code in _OTHER_CARDS for one in report.findings
        )
        picture = pictures.get(story.number)
        _deal(screen, story, picture, cut=bool(table.damage), differs=differs)
        for finding in report.findings:
            if finding.deal == story.number and finding.code not in _TOLD:
                _report.short(screen, report, finding)
    if deal is None:
        _not_shown(screen, table, report, {story.number for story in deals})
        _report.standings(screen, report)
    if report.omitted:
        screen.gap()
        more = _text.count(report.omitted, "more finding")
        screen.line(f"{more} {_were(report.omitted)} counted only; the gravest are told.")
    sys.exit(_story.status(table))


def _not_shown(screen: Screen, table: TableStory, report: Report, shown: Collection[int]) -> None:
    """How many deals are beyond the limit, and what was found there or on no deal at all."""
    more = [story.number for story in table.deals if story.number not in shown]
    if more:
        which = f", {_text.ranges(more)}" if len(more) > 1 else ""
        one = f"--deal {more[0]} shows it" if len(more) == 1 else "--deal N shows one"
        screen.heading(f"{_text.count(len(more), 'more deal')}{which}: {one}.")
    for finding in report.findings:
        if finding.deal in more and finding.code not in _TOLD:
            _report.short(screen, report, finding, beside=False)
    others = [
        one
        for one in report.findings
        if one.deal not in shown
        and one.deal not in more
        and one.severity is not Severity.INCOMPLETE
    ]
    if others:
        screen.heading("Findings on no deal in particular")
    for finding in others:
        _report.short(screen, report, finding)


def _were(number: int) -> str:
    return "was" if number == 1 else "were"


def _opening(screen: Screen, table: TableStory) -> None:
    opened = table.opened
    screen.gap()
    screen.line(f"{opened['game']['name']} at the table of {opened['host']['name']}", indent=2)
    for number, seat in enumerate(opened["seats"]):
        screen.line(f"seat {number}: {seat['name']} ({seat['kind']})", indent=2)
    _report.rules(screen, opened["game"]["name"], opened["game"]["rules"])
    if table.damage:
        screen.line(f"{table.told} of {_text.count(table.height, 'step')} can be shown", indent=2)
    else:
        state = "is closed" if table.closed else "is over" if table.over else "goes on"
        screen.line(f"{_text.count(table.height, 'step')}; the game {state}", indent=2)


def _legend(screen: Screen, pictures: Iterable[Sequence[Table]]) -> None:
    """What the marks in the tricks of a picture mean, if there are any."""
    rows = (row for picture in pictures for table in picture for row in table.rows)
    if any(cell.plain.startswith(">") for row in rows for cell in row):
        screen.line(("> led the trick", "dim"), indent=2)


def _deal(
    screen: Screen,
    story: DealStory,
    picture: Sequence[Table] | None,
    *,
    cut: bool,
    differs: bool,
) -> None:
    screen.heading(f"Deal {story.number}")
    groups = groupby(story.called_off, key=lambda void: void.absent)
    for absent, group in islice(groups, LINES):
        numbers = [void.facts.attempt for void in group]
        why = f": {_text.listing(absent)} did not reveal a seed as due" if absent else ""
        which = f"Attempt{'s' if len(numbers) > 1 else ''} {_text.ranges(numbers)}"
        screen.line(f"{which} {_were(len(numbers))} called off{why}.", indent=2)
    left_out = sum(len(list(group)) for _, group in groups)
    if left_out:
        more = _text.count(left_out, "more attempt")
        screen.line(
            f"{more} {_were(left_out)} called off: fairdeal explain --attempt N shows one.",
            indent=2,
        )
    for one in story.takeovers[:LINES]:
        since = f"From {_text.place(one.place)} on" if one.place else "From here on"
        says = f"{since} the host's bot {one.after} plays for {one.before} (seat {one.seat})."
        screen.line(says, indent=2)
    left_out = len(story.takeovers) - LINES
    if left_out > 0:
        more = _text.count(left_out, "more change")
        screen.line(f"{more} of who plays {_were(left_out)} left out here.", indent=2)
    if not story.is_dealt:
        late = "dealt in what can be shown" if cut else "dealt yet"
        screen.line(f"The cards are not {late}.", indent=2)
    elif picture is None:
        screen.line("There is no picture: this game has no tools installed here.", indent=2)
    else:
        if story.disclosed is None and cut:
            screen.line("The rest of this deal cannot be shown, nor can its hands.", indent=2)
        elif story.disclosed is None:
            screen.line("Still running: the host has not disclosed the hands yet.", indent=2)
        elif differs:
            text = "The hands shown are those that the seeds give; the host fixed others."
            screen.line((text, "warn"), indent=2)
        for table in picture:
            screen.gap()
            screen.line((table.title, "bold"), indent=2)
            screen.table(table.head, [map(screen.cell, row) for row in table.rows], indent=4)
