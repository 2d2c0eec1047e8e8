"""``fairdeal audit``: statistics over many transcripts."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING

import click

from fairdeal.cli import _files, _pool
from fairdeal.cli._screen import Screen, progress
from fairdeal.cli._text import clean
from fairdeal.report import Signatures
from fairdeal.sample import Sample, read_sample

if TYPE_CHECKING:
    from fairdeal.audit import Audit

UNUSABLE = 2


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A file that takes no part: its verdict, or why it could not be read."""

    file: str
    why: str
    unreadable: bool = False


@click.command("audit")
@click.argument("paths", nargs=-1, required=True, metavar="FOLDER...")
@click.option(
    "--seed",
    type=click.IntRange(0),
    default=1,
    show_default=True,
    metavar="N",
    help="Which fair shuffles the deals are compared with; the same give the same report.",
)
@click.option(
    "--signatures",
    type=click.Choice([str(one) for one in Signatures]),
    default=str(Signatures.ALL),
    show_default=True,
    help="How each file is verified first, as in fairdeal verify.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option(
    "-j",
    "--jobs",
    type=click.IntRange(1, 1024),
    metavar="N",
    help="Files read at the same time (default: as many as there are cores).",
)
def command(
    paths: tuple[str, ...], seed: int, signatures: str, as_json: bool, jobs: int | None
) -> None:
    """Count over many games who called deals off, and test how the cards fell.

    FOLDER stands for its *.json files; single files may be named too. What fairdeal verify finds
    neither fair nor incomplete is left out. Needs the extra: pip install "fairdeal[audit]".

    Exit status: 0 nothing unusual, 1 something unusual at the level of 1 % (corrected for the
    number of tests), 2 wrong usage, nothing to test, or something could not be read.
    """
    files = list(_files.gather(paths))
    screen = Screen()
    found: list[Sample | LeftOut] = []
    with ExitStack() as stack:
        read = partial(_read, signatures=Signatures(signatures))
        work = _pool.each(read, files, min(jobs or _pool.cores(), len(files)), stack)
        first = next(work)
        # The workers have been started by now: no thread of the bar or of numpy is copied.
        _refuse_without_extra()
        advance = stack.enter_context(progress("Verifying", len(files), screen))
        for one in chain([first], work):
            found.append(one)
            advance()
    samples = [one for one in found if isinstance(one, Sample)]
    left_out = [one for one in found if isinstance(one, LeftOut)]
    if not samples:
        raise _files.Refusal(
            "there is nothing to test: no file is fair or incomplete; fairdeal verify tells about "
            "each"
        )
    audit = _audit(samples, seed, screen)
    if as_json:
        outside = [{"file": one.file, "why": one.why} for one in left_out]
        print(json.dumps({"seed": seed, "left_out": outside, **audit.as_dict()}))
    else:
        _show(screen, audit, len(samples), left_out)
    unusable = not audit.deals or any(one.unreadable for one in left_out)
    sys.exit(UNUSABLE if unusable else int(bool(audit.unusual)))


def _read(work: _pool.Work, signatures: Signatures) -> Sample | LeftOut:
    path, data = work
    file = clean(_files.name(path))
    try:
        found = read_sample(_files.read(path) if data is None else data, signatures=signatures)
    except _files.Refusal as error:
        return LeftOut(file, error.message, unreadable=True)
    return found if isinstance(found, Sample) else LeftOut(file, str(found))


def _refuse_without_extra() -> None:
    """Nobody else needs numpy and scipy, so they come with an extra."""
    try:
        import fairdeal.audit  # noqa: F401, PLC0415
    except ModuleNotFoundError as error:
        raise _files.Refusal(
            f'an audit needs {error.name}; install it with: pip install "fairdeal[audit]"'
        ) from None


def _audit(samples: Sequence[Sample], seed: int, screen: Screen) -> Audit:
    from numpy.random import default_rng  # noqa: PLC0415

    from fairdeal.audit import audit  # noqa: PLC0415
    from fairdeal.chance import DRAWS  # noqa: PLC0415
    from fairdeal.fall import stratified  # noqa: PLC0415

    with progress("Shuffling", DRAWS * len(stratified(samples)), screen) as advance:
        return audit(samples, default_rng(seed), advance=advance)


def _show(screen: Screen, audit: Audit, files: int, left_out: Sequence[LeftOut]) -> None:
    from fairdeal.cli import _audit as report  # noqa: PLC0415

    report.show(screen, audit, files)
    if left_out:
        screen.heading("Left out")
        for one in left_out:
            screen.line(f"{one.file}: {one.why}", indent=2)
        screen.line(("fairdeal verify tells why.", "dim"), indent=2)
