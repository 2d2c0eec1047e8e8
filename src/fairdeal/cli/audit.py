"""``fairdeal audit``: statistics over many transcripts."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

import click

from fairdeal.cli import _files, _pool, _trust
from fairdeal.cli._screen import Screen, progress
from fairdeal.cli._text import clean
from fairdeal.expect import Expect
from fairdeal.report import Signatures
from fairdeal.sample import Sample, read_sample

if TYPE_CHECKING:
    from fairdeal.audit import Audit

UNUSABLE = 2
_NOTHING = (
    "there is nothing to test: no file is fair or incomplete and of those you named; fairdeal "
    "verify tells about each"
)


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A file that takes no part: its verdict, or why it could not be read."""

    file: str
    why: str
    unreadable: bool = False


@click.command("audit")
@click.argument("paths", nargs=-1, required=True, metavar="FOLDER...")
@click.option(
    "--host",
    "hosts",
    multiple=True,
    metavar="KEY",
    help="The key of a host whose games count, as in fairdeal verify. Repeatable; without it all.",
)
@click.option(
    "--players",
    metavar="FILE",
    help="The players you expect, as in fairdeal verify; games of others do not count.",
)
@click.option(
    "--signatures",
    type=click.Choice([str(one) for one in Signatures]),
    default=str(Signatures.ALL),
    show_default=True,
    help="How each file is verified first, as in fairdeal verify.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@_pool.jobs_option("Files read")
def command(
    paths: tuple[str, ...],
    hosts: tuple[str, ...],
    players: str | None,
    signatures: str,
    as_json: bool,
    jobs: int | None,
) -> None:
    """Count over many games who called deals off, and test how the cards fell.

    FOLDER stands for its *.json files; single files may be named too. What fairdeal verify finds
    neither fair nor incomplete is left out. Needs the extra: pip install "fairdeal[audit]".

    Exit status: 0 nothing unusual, 1 something unusual at the level of 1 % (corrected for the
    number of tests) or a table with two histories, 2 wrong usage, nothing to test, or something
    could not be read.
    """
    trusted = frozenset(_trust.host(one).hex() for one in hosts)
    expect = Expect(players=None if players is None else _trust.players(players))
    files = list(_files.gather(paths))
    screen = Screen()
    found: list[Sample | LeftOut] = []
    with ExitStack() as stack:
        read = partial(_read, expect=expect, hosts=trusted, signatures=Signatures(signatures))
        work = _pool.each(read, files, min(jobs or _pool.cores(), len(files)), stack)
        _refuse_without_extra()
        advance = stack.enter_context(progress("Verifying", len(files), screen))
        for one in work:
            found.append(one)
            advance()
    samples = [one for one in found if isinstance(one, Sample)]
    left_out = [one for one in found if isinstance(one, LeftOut)]
    unreadable = [one for one in left_out if one.unreadable]
    if not samples:
        why = f"{unreadable[0].file}: {unreadable[0].why}" if unreadable else _NOTHING
        raise _files.Refusal(why)
    audit = _audit(samples)
    if as_json:
        outside = [{"file": one.file, "why": one.why} for one in left_out]
        report = {"hosts_named": sorted(trusted), "left_out": outside, **audit.as_dict()}
        print(json.dumps(report, allow_nan=False))
    else:
        _show(screen, audit, left_out, anybody=not trusted)
    nothing = not audit.deals and not audit.forks
    sys.exit(UNUSABLE if unreadable or nothing else int(bool(audit.unusual or audit.forks)))


def _read(
    work: _pool.Work, expect: Expect, hosts: frozenset[str], signatures: Signatures
) -> Sample | LeftOut:
    path, data = work
    file = clean(_files.name(path))
    try:
        data = _files.read(path) if data is None else data
    except _files.Refusal as error:
        return LeftOut(file, error.message.removeprefix(f"{file}: "), unreadable=True)
    found = read_sample(data, expect, signatures=signatures)
    if not isinstance(found, Sample):
        return LeftOut(file, str(found))
    if hosts and found.host not in hosts:
        return LeftOut(file, "of a host that you did not name")
    return replace(found, source=file)


def _refuse_without_extra() -> None:
    """Nobody else needs numpy and scipy, so they come with an extra."""
    try:
        import fairdeal.audit  # noqa: F401, PLC0415
    except ModuleNotFoundError as error:
        raise _files.Refusal(
            f'an audit needs {error.name}; install it with: pip install "fairdeal[audit]"'
        ) from None


def _audit(samples: Sequence[Sample]) -> Audit:
    from fairdeal.audit import audit  # noqa: PLC0415

    return audit(samples)


def _show(screen: Screen, audit: Audit, left_out: Sequence[LeftOut], *, anybody: bool) -> None:
    from fairdeal.cli import _audit as report  # noqa: PLC0415

    report.show(screen, audit, anybody=anybody)
    if left_out:
        lines = [f"{one.file}: {one.why}" for one in left_out]
        report.section(screen, "Left out", lines, "files")
        screen.line(("fairdeal verify tells why.", "dim"), indent=2)
