"""``fairdeal evidence``: the proof of one finding, for somebody who has nothing else."""

from __future__ import annotations

import sys

import click

from fairdeal import evidence, proofs
from fairdeal.cli import _files, _proof, _trust
from fairdeal.cli._screen import Screen
from fairdeal.cli._text import clean, count
from fairdeal.errors import LocalError, Malformed
from fairdeal.expect import Expect
from fairdeal.findings import Party
from fairdeal.order import who


@click.command("evidence")
@click.argument("transcript", metavar="TRANSCRIPT")
@click.option(
    "--finding",
    "number",
    type=click.IntRange(1),
    metavar="N",
    help="Which of the findings that fairdeal verify lists; it names their numbers. With a "
    "receipt, which of those that the receipt adds (default: 1).",
)
@click.option(
    "--receipt",
    metavar="FILE",
    help="Instead: what this receipt shows, that the host signed another history, or sent its "
    "seat other cards.",
)
@click.option(
    "--against",
    metavar="WHO",
    help="Whom to convict: host, a seat's number, or a name at the table (default: the first who "
    "is blamed).",
)
@click.option(
    "-o", "--out", required=True, metavar="FILE", help="Where to write it; - for standard output."
)
def command(
    transcript: str, number: int | None, receipt: str | None, against: str | None, out: str
) -> None:
    """Write the smallest proof of one finding of TRANSCRIPT, or of what a receipt shows.

    It convicts one key, and holds no more of the game than that needs; all else is hashes. An
    illegal move may take the hand of whoever made it, a false deal or result of the host takes all
    hands of that deal: whose cards it shows, is said. Anybody checks it with: fairdeal verify FILE.
    """
    if (number is None and receipt is None) or (receipt is not None and against is not None):
        raise click.UsageError("Give --finding N, and perhaps --against WHO, or --receipt FILE.")
    data = _files.read(transcript)
    kept = None if receipt is None else _trust.receipt(receipt)
    try:
        if kept is None:
            proof, judged, also = evidence.convict(data, number or 1, against=_party(against))
        else:
            proof = evidence.by_receipt(data, kept, number or 1)
            judged, also = proofs.check(proof), ()
    except (LocalError, Malformed) as error:
        raise _files.Refusal(f"{_files.name(transcript)}: {clean(str(error))}") from None
    where = _files.write_proof(out, proof)
    screen = Screen(sys.stderr if out == _files.STDIN else None)
    _proof.show(screen, where, judged, Expect())
    size = f"{count(len(proof), 'byte')} instead of the {len(data):,}"
    screen.line(f"It is in {where}, {size} of the transcript.")
    screen.line((_proof.shows(proof, judged.by), "warn"))
    for one in also:
        screen.line(f"{who(one)} is blamed too: --against {one} proves that part.")


def _party(text: str | None) -> Party | str | None:
    """Whom ``--against`` names: a party, or the name of one."""
    if text is not None and text.isascii() and text.isdigit() and len(text) < 3:
        return int(text)
    return text
