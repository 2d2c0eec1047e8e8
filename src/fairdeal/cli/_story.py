"""A table and its deals, as `show` and `explain` take them from a file."""

from __future__ import annotations

import click

from fairdeal import explain
from fairdeal.cli import _files, _text
from fairdeal.errors import Malformed
from fairdeal.explain import DealStory, TableStory


def read_table(file: str, data: bytes) -> TableStory:
    """What a file tells, or a refusal that says why it tells nothing."""
    try:
        return explain.read_table(data)
    except Malformed as error:
        raise _files.Refusal(
            f"{_files.name(file)}: {error}; this is nothing to show, see: fairdeal verify"
        ) from None


def choose(table: TableStory, number: int) -> DealStory:
    """The deal of that number."""
    if number > len(table.deals):
        there = _text.deals(range(1, len(table.deals) + 1)) if table.deals else "no deal"
        raise click.BadParameter(
            f"there is no deal {number} in this file; it has {there}.",
            param_hint="--deal",
        )
    return table.deals[number - 1]
