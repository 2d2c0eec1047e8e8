"""``fairdeal compare``: two files of one game, and whether somebody signed both."""

from __future__ import annotations

import sys
from typing import Final

import click

from fairdeal import transcript
from fairdeal.cli import _files
from fairdeal.cli._screen import Screen
from fairdeal.cli._text import clean, count
from fairdeal.compare import Comparison, Relation
from fairdeal.compare import compare as compare_files
from fairdeal.errors import Malformed

_FINE: Final = frozenset({Relation.SAME, Relation.SHORTER, Relation.LONGER})


@click.command("compare")
@click.argument("first", metavar="A")
@click.argument("second", metavar="B")
@click.option(
    "-o",
    "--out",
    metavar="FILE",
    help="Where to write the proof that somebody signed both; - for standard output.",
)
def command(first: str, second: str, out: str | None) -> None:
    """Compare two transcripts: the same, one the beginning of the other, or a fork.

    Where they part, whoever signed both sides is named, and -o writes the proof against the first
    of them. Exit status: 0 the same, or one continues the other; 1 they part, are of two
    tables, or one is damaged; 2 wrong usage, or something could not be read or written.
    """
    data = [_files.read(file) for file in (first, second)]
    try:
        found = compare_files(*data)
    except Malformed as error:
        bad = second if _is_transcript(data[0]) else first
        raise _files.Refusal(f"{_files.name(bad)}: {clean(str(error))}") from None
    screen = Screen(sys.stderr if out == _files.STDIN else None)
    _show(screen, _files.name(first), _files.name(second), found)
    if out is not None:
        if not found.contradictions:
            raise _files.Refusal("there is no proof to write: nobody is shown to have signed both")
        first_of_them = found.contradictions[0]
        where = _files.write_proof(out, first_of_them.proof)
        screen.line(f"The proof against {first_of_them.name} is in {where}.")
    sys.exit(0 if found.relation in _FINE and not any(found.damaged) else 1)


def _is_transcript(data: bytes) -> bool:
    try:
        transcript.parse(data)
    except Malformed:
        return False
    return True


def _show(screen: Screen, first: str, second: str, found: Comparison) -> None:
    common = count(found.common, "step")
    match found.relation:
        case Relation.SAME:
            screen.line(("SAME", "good"), f": both hold the same {common}.")
        case Relation.SHORTER:
            screen.line(("SHORTER", "good"), f": {second} goes on after all {common} of {first}.")
        case Relation.LONGER:
            screen.line(("LONGER", "good"), f": {first} goes on after all {common} of {second}.")
        case Relation.OTHER_TABLE:
            screen.line(("OTHER TABLE", "bad"), ": these are two tables; nothing is in common.")
        case Relation.UNREADABLE:
            screen.line(("UNREADABLE", "bad"), ": not even the first step of one can be read.")
        case Relation.FORKED:
            screen.line(("FORKED", "bad"), f": they part after {common}.")
            for one in found.contradictions:
                role = "host" if one.by == "host" else f"seat {one.by}"
                screen.line((f"{one.name} ({role})", "bold"), " signed both histories.", indent=2)
            if not found.contradictions:
                screen.line(
                    "Nobody provably signed both: one of the files may have been altered. Judge "
                    "each with fairdeal verify.",
                    indent=2,
                )
    for name, damaged in zip((first, second), found.damaged, strict=True):
        if damaged:
            screen.line(f"{name} is damaged; only its beginning was compared.", indent=2)
