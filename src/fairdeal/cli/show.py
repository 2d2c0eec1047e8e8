"""``fairdeal show``: a game for people's eyes."""

from __future__ import annotations

import click

from fairdeal import explain, games
from fairdeal.cli import _files, _report, _story, _text
from fairdeal.cli._screen import Screen, Span
from fairdeal.explain import DealStory, TableStory
from fairdeal.game import Cell, GameTools
from fairdeal.verifier import verify


@click.command("show")
@click.argument("file", metavar="FILE")
@click.option(
    "--deal", type=click.IntRange(1), metavar="N", help="Show this deal alone, numbered from 1."
)
def command(file: str, deal: int | None) -> None:
    """Show a game for people's eyes: hands, moves and scores, deal by deal.

    FILE is a transcript, or - for standard input. The first line is the verdict on it.
    """
    data = _files.read(file)
    table = _story.read_table(file, data)
    deals = table.deals if deal is None else [_story.choose(table, deal)]
    screen = Screen()
    _report.verdict(screen, _files.name(file), verify(data))
    _opening(screen, table)
    tools = games.find_tools(table.opened.game.name)
    for story in deals:
        _deal(screen, story, tools)
    if table.told < table.height:
        rest = f"Steps {table.told} to {table.height - 1} of the file cannot be shown"
        screen.gap()
        screen.line((f"{rest}; fairdeal verify tells why.", "warn"))


def _opening(screen: Screen, table: TableStory) -> None:
    opened = table.opened
    screen.gap()
    screen.line(f"{opened.game.name} at the table of {opened.host.name}", indent=2)
    for number, seat in enumerate(opened.seats):
        screen.line(f"seat {number}: {seat.name} ({seat.kind})", indent=2)
    state = "is closed" if table.closed else "is over" if table.over else "goes on"
    screen.line(f"{_text.count(table.height, 'step')}; the game {state}", indent=2)


def _deal(screen: Screen, story: DealStory, tools: GameTools | None) -> None:
    screen.heading(f"Deal {story.number}")
    left = {one.seat: one.before for one in reversed(story.takeovers)}
    for void in story.voids:
        names = [left.get(seat, f"seat {seat}") for seat in void.persons]
        why = f": {_text.listing(names)} did not reveal a seed as due" if names else ""
        screen.line(f"Attempt {void.attempt} was called off{why}.", indent=2)
    for one in story.takeovers:
        since = f"From {_text.place(one.place)} on" if one.place else "From here on"
        says = f"{since} the host's bot {one.after} plays for {one.before} (seat {one.seat})."
        screen.line(says, indent=2)
    if not story.is_dealt:
        screen.line("The cards are not dealt yet.", indent=2)
    elif tools is None:
        screen.line("There is no picture: this game has no tools installed here.", indent=2)
    else:
        if story.disclosed is None:
            screen.line("Still running: the host has not disclosed the hands yet.", indent=2)
        for table in tools.picture(story.match, explain.record(story)):
            screen.gap()
            screen.line((table.title, "bold"), indent=2)
            rows = [[_cell(screen, cell) for cell in row] for row in table.rows]
            screen.table(table.head, rows, indent=4)


def _cell(screen: Screen, cell: Cell) -> Span:
    return (cell.plain or cell.text) if screen.plain else (cell.text, cell.style)
