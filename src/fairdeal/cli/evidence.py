"""``fairdeal evidence``: the proof of one finding, for somebody who has nothing else."""

from __future__ import annotations

from pathlib import Path

import click

from fairdeal import evidence, proofs
from fairdeal.cli import _files, _proof
from fairdeal.cli._screen import Screen
from fairdeal.cli._text import clean, count, deals
from fairdeal.errors import LocalError, Malformed
from fairdeal.expect import Expect
from fairdeal.findings import Party


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
    help="Whom to convict, host or a seat's number (default: the first who is blamed).",
)
@click.option("-o", "--out", required=True, metavar="FILE", help="Where to write it.")
def command(
    transcript: str, number: int | None, receipt: str | None, against: str | None, out: str
) -> None:
    """Write the smallest proof of one finding of TRANSCRIPT, or of what a receipt shows.

    It convicts one key, and holds no more of the game than that needs; all else is hashes. An
    illegal move takes the hand of whoever made it, a false deal or result of the host takes all
    hands of that deal: this is said. Anybody checks it with: fairdeal verify FILE.
    """
    if (number is None and receipt is None) or (receipt is not None and against is not None):
        raise click.UsageError("Give --finding N, and perhaps --against WHO, or --receipt FILE.")
    party = _party(against)
    data = _files.read(transcript)
    kept = None if receipt is None else _files.read(receipt)
    try:
        if kept is None:
            proof, judged = evidence.convict(data, number or 1, against=party)
        else:
            proof = evidence.by_receipt(data, kept, number or 1)
            judged = proofs.check(proof)
    except (LocalError, Malformed) as error:
        raise _files.Refusal(f"{_files.name(transcript)}: {clean(str(error))}") from None
    _files.write_new(Path(out), proof)
    screen = Screen()
    _proof.show(screen, out, judged, Expect())
    size = f"{count(len(proof), 'byte')} instead of the {len(data):,}"
    screen.line(f"It is in {clean(out)}, {size} of the transcript.")
    shown = proofs.open_deals(proof)
    if shown:
        screen.line((f"It shows all hands of {deals(shown)}.", "warn"))


def _party(text: str | None) -> Party | None:
    if text is None:
        return None
    if text == "host":
        return "host"
    if text.isascii() and text.isdigit() and len(text) < 3:
        return int(text)
    raise click.BadParameter("give host, or the number of a seat.", param_hint="--against")
