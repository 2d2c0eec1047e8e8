"""``fairdeal verify``: judge transcripts."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial

import click

from fairdeal import canonical, proofs
from fairdeal.cli import _files, _pool, _proof, _report, _trust
from fairdeal.cli._screen import Screen, progress
from fairdeal.cli._text import clean, what_it_is
from fairdeal.errors import Malformed
from fairdeal.expect import Expect
from fairdeal.findings import Detail
from fairdeal.proofs import Judged, ProofVerdict
from fairdeal.report import Report, Signatures, Verdict, exit_status
from fairdeal.verifier import verify

UNREADABLE = 2

_HASH = re.compile(r"[0-9a-f]{64}")
_NOT_ASCII = re.compile(r"[^ -~]+")


@dataclass(frozen=True, slots=True)
class Options:
    """What the user asked for, for each file."""

    expect: Expect
    allow_incomplete: bool
    as_json: bool
    signatures: Signatures
    receipts: Sequence[str]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one file: its exit status, its verdict, and what to say about it."""

    status: int
    verdict: Verdict | ProofVerdict | None
    said: str


@click.command("verify")
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@click.option(
    "--host",
    metavar="KEY",
    help="The host's key you trust: 64 hex digits, an OpenSSH line, or a .pub file.",
)
@click.option(
    "--players",
    metavar="FILE",
    help="The players you expect: names and OpenSSH keys, as in allowed_signers.",
)
@click.option("--head", metavar="HASH", help="The hash of the newest step, as you noted it.")
@click.option(
    "--receipt",
    "kept",
    multiple=True,
    metavar="FILE",
    help="The receipt that a seat kept: the transcript has to be that very history. Repeatable.",
)
@click.option("--allow-incomplete", is_flag=True, help="Accept a game that is still running.")
@click.option(
    "--signatures",
    type=click.Choice([str(one) for one in Signatures]),
    default=str(Signatures.ALL),
    show_default=True,
    help="Check all signatures, or first the last under each key, and all if anything is wrong.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a line for each file.")
@click.option("-q", "--quiet", is_flag=True, help="Print no report; the exit status tells.")
@_pool.jobs_option("Files judged")
def command(
    paths: tuple[str, ...],
    host: str | None,
    players: str | None,
    head: str | None,
    kept: tuple[str, ...],
    allow_incomplete: bool,
    signatures: str,
    as_json: bool,
    quiet: bool,
    jobs: int | None,
) -> None:
    """Judge transcripts: whether deals were fair, moves legal and results right.

    PATH is a transcript, a folder (its *.json files), or - for standard input. A proof made by
    fairdeal evidence is judged too: proven or unproven. Whose key it convicts, --host and
    --players tell.

    Exit status: 0 fair or proven, 1 anything else that was judged, 2 wrong usage, or something
    could not be read or written; of many files the highest. With --allow-incomplete a game that
    is still running gives 0 too; with --host or --players a proof gives 0 only if it convicts
    one of these keys.
    """
    if quiet and as_json:
        raise click.UsageError("--quiet and --json exclude each other; drop one of them.")
    expect = _expect(host, players, head, kept)
    options = Options(expect, allow_incomplete, as_json, Signatures(signatures), kept)
    files = list(_files.gather(paths))
    if len(files) == 1 and not as_json:
        sys.exit(_one(files[0], options, quiet=quiet))
    sys.exit(_many(files, options, quiet=quiet, jobs=jobs or _pool.cores()))


def _one(path: str, options: Options, *, quiet: bool) -> int:
    data = _files.read(path)
    if proofs.is_proof(data):
        judged = _check_proof(path, data, options)
        if not quiet:
            _proof.show(Screen(), _files.name(path), judged, options.expect)
        return _status_of(judged, options)
    report = verify(data, options.expect, signatures=options.signatures)
    if not quiet:
        what, kept = what_it_is(data), options.receipts
        _report.show(Screen(), _files.name(path), report, what=what, receipts=kept)
    return exit_status(report.verdict, allow_incomplete=options.allow_incomplete)


def _many(files: Sequence[str], options: Options, *, quiet: bool, jobs: int) -> int:
    screen = Screen()
    worst = 0
    verdicts: list[Verdict | ProofVerdict | None] = []
    with ExitStack() as stack:
        judge = partial(_judge, options=options)
        outcomes = _pool.each(judge, files, min(jobs, len(files)), stack)
        advance = stack.enter_context(progress("Verifying", len(files), screen))
        for path, outcome in zip(files, outcomes, strict=True):
            worst = max(worst, outcome.status)
            verdicts.append(outcome.verdict)
            if options.as_json:
                print(outcome.said)
            elif outcome.status == UNREADABLE and quiet:
                click.echo(f"Error: {outcome.said}", err=True)
            elif not quiet:
                _report.row(screen, outcome.verdict, _files.name(path), outcome.said)
            advance()
    if not quiet and not options.as_json:
        _report.summary(screen, verdicts)
    return worst


def _judge(work: _pool.Work, options: Options) -> Outcome:
    path, data = work
    try:
        data = _files.read(path) if data is None else data
        if proofs.is_proof(data):
            judged = _check_proof(path, data, options)
            status = _status_of(judged, options)
            said = _proof.gist(judged, options.expect)
            if options.as_json:
                said = _line(path, None, status, _proof.as_dict(judged, options.expect))
            return Outcome(status, judged.verdict, said)
        report = verify(data, options.expect, signatures=options.signatures)
    except _files.Refusal as error:
        said = _as_json(path, None, error.message, UNREADABLE) if options.as_json else error.message
        return Outcome(UNREADABLE, None, said)
    status = exit_status(report.verdict, allow_incomplete=options.allow_incomplete)
    said = _as_json(path, report, None, status) if options.as_json else _report.gist(report)
    return Outcome(status, report.verdict, said)


def _check_proof(path: str, data: bytes, options: Options) -> Judged:
    if options.expect.head is not None or options.expect.receipts:
        raise _files.Refusal(
            f"{path}: this is a proof, which has no head and fits no receipt; leave --head and "
            "--receipt away, they are for transcripts"
        )
    try:
        return proofs.check(data)
    except Malformed as error:
        raise _files.Refusal(f"{path}: not a whole proof: {clean(str(error))}") from None


def _status_of(judged: Judged, options: Options) -> int:
    """0 where a key is convicted that was expected, or any if none was."""
    return int(judged.by is None or _proof.is_of_a_stranger(judged, options.expect))


def _as_json(path: str, report: Report | None, error: str | None, status: int) -> str:
    """One line for one transcript, with the same members whatever became of it."""
    members = (report or Report(Verdict.MALFORMED, (), ())).as_dict()
    if report is None:
        members["verdict"] = None
    return _line(path, error, status, members)


def _line(path: str, error: str | None, status: int, about: Mapping[str, Detail]) -> str:
    members = {
        "file": clean(_files.name(path)),
        "error": error,
        "exit_status": status,
        **about,
    }
    return _NOT_ASCII.sub(_escaped, canonical.dumps(members).decode())


def _escaped(match: re.Match[str]) -> str:
    """JSON's escapes of characters: ASCII alone passes every terminal and every pipe unharmed."""
    units = match[0].encode("utf-16-be").hex()
    return re.sub("....", r"\\u\g<0>", units)


def _expect(host: str | None, players: str | None, head: str | None, kept: Sequence[str]) -> Expect:
    if head is not None and not _HASH.fullmatch(head.lower()):
        raise click.BadParameter(
            'not 64 hex digits; copy the line below "Head".', param_hint="--head"
        )
    return Expect(
        host=None if host is None else _trust.host(host),
        players=None if players is None else _trust.players(players),
        head=None if head is None else bytes.fromhex(head),
        receipts=tuple(map(_trust.receipt, kept)),
    )
