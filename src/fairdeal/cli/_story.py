"""A table and its deals, as `show` and `explain` take them from a file."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import click

from fairdeal import story, transcript
from fairdeal.cli import _files, _text
from fairdeal.cli._screen import Screen
from fairdeal.errors import Malformed
from fairdeal.report import Report
from fairdeal.story import CalledOff, DealStory, TableStory
from fairdeal.verifier import judge

NOT_INTACT = 1


class NothingToShow(_files.Refusal):
    """A file was read, and nothing of what was asked for can honestly be shown."""

    exit_code = NOT_INTACT


class Numbered(click.IntRange):
    """The number of something, from 1."""

    def __init__(self, thing: str) -> None:
        super().__init__(1)
        self._thing = thing

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """A number, or wrong usage."""
        try:
            return super().convert(value, param, ctx)
        except click.BadParameter:
            self.fail(
                f"{_text.clean(str(value))} is no number of {self._thing}; "
                "they are numbered from 1.",
                param,
                ctx,
            )


def read_table(file: str, data: bytes) -> TableStory:
    """What a file tells, or a refusal that says why it tells nothing."""
    with _telling(file, data):
        return story.read_table(data)


def read_and_judge(file: str, data: bytes) -> tuple[TableStory, Report]:
    """The same with the verifier's report; the file is read once for both."""
    with _telling(file, data):
        parsed = transcript.parse(data)
        read, height = transcript.read(parsed), len(parsed.steps)
        return story.tell(read, height), judge(read, height)


@contextmanager
def _telling(file: str, data: bytes) -> Iterator[None]:
    try:
        yield
    except Malformed as error:
        why = (_text.what_it_is(data) or str(error)).removesuffix(".")
        if "fairdeal verify" not in why:
            why += "; fairdeal verify tells more"
        raise NothingToShow(f"{_files.name(file)}: {why}") from None


def damage(screen: Screen, table: TableStory) -> None:
    """Say from where on a file is not intact, and that nothing from there on is shown."""
    if table.damage:
        screen.line((_damage(table), "bad"))


def status(table: TableStory) -> int:
    """The exit status of what was shown."""
    return NOT_INTACT if table.damage else 0


def _damage(table: TableStory) -> str:
    steps = f"steps {table.told} to {table.height - 1}"
    if table.told == table.height - 1:
        steps = f"step {table.told}"
    return (
        f"The file is {table.damage} from step {table.told} on: {steps} cannot be shown; "
        "fairdeal verify tells why."
    )


def choose(table: TableStory, number: int) -> DealStory:
    """The deal of that number."""
    if number > len(table.deals):
        if table.damage:
            raise NothingToShow(f"deal {number} is not there to be shown: t{_damage(table)[1:]}")
        there = _text.deals(range(1, len(table.deals) + 1)) if table.deals else "no deal"
        raise click.BadParameter(
            f"there is no deal {number} in this file; it has {there}.",
            param_hint="--deal",
        )
    return table.deals[number - 1]


def called_off(deal: DealStory, attempt: int | None) -> CalledOff | None:
    """The attempt of that number if it was called off, or None for the one that was played."""
    if attempt is None or (deal.facts and attempt == deal.facts.attempt):
        return None
    if attempt > len(deal.called_off):
        numbers = _text.ranges(range(1, deal.attempts + 1))
        raise click.BadParameter(
            f"there is no attempt {attempt} at deal {deal.number}; it has "
            f"attempt{'s' if deal.attempts > 1 else ''} {numbers}.",
            param_hint="--attempt",
        )
    return deal.called_off[attempt - 1]
