"""``fairdeal evidence``: the proof of one finding, for somebody who has nothing else."""

from __future__ import annotations

from pathlib import Path

import click

from fairdeal import proofs, receipts
from fairdeal.cli import _files, _proof
from fairdeal.cli._screen import Screen
from fairdeal.cli._text import clean, count
from fairdeal.errors import LocalError, Malformed
from fairdeal.findings import Party


@click.command("evidence")
@click.argument("transcript", metavar="TRANSCRIPT")
@click.option(
    "--finding",
    "number",
    type=click.IntRange(1),
    metavar="N",
    help="Which of the findings that fairdeal verify lists; it names their numbers.",
)
@click.option(
    "--receipt",
    metavar="FILE",
    help="Instead: that the host signed another history, as this receipt shows.",
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

    It convicts one key, and holds no more of the game than that needs. Against a player that is
    one hand, and the statements of the others as hashes; against the host, who knows all hands, it
    may be whole deals: this is said. Anybody checks it with: fairdeal verify FILE.
    """
    if (number is None) == (receipt is None) or (receipt is not None and against is not None):
        raise click.UsageError("Give --finding N, and perhaps --against WHO, or --receipt FILE.")
    party = _party(against)
    data = _files.read(transcript)
    kept = b"" if receipt is None else _files.read(receipt)
    try:
        if number is None:
            proof = receipts.prove(data, kept)
            judged = proofs.check(proof)
        else:
            proof, judged = proofs.convict(data, number, against=party)
    except (LocalError, Malformed) as error:
        raise _files.Refusal(f"{_files.name(transcript)}: {clean(str(error))}") from None
    _files.write_new(Path(out), proof)
    screen = Screen()
    _proof.show(screen, out, judged)
    size = f"{count(len(proof), 'byte')} instead of the {len(data)}"
    screen.line(f"It is in {clean(out)}, {size} of the transcript.")
    if proofs.is_whole(proof):
        screen.line(("It holds the game up to there, with all hands that were disclosed.", "warn"))


def _party(text: str | None) -> Party | None:
    if text is None:
        return None
    if text == "host":
        return "host"
    if text.isascii() and text.isdigit() and len(text) < 3:
        return int(text)
    raise click.BadParameter("give host, or the number of a seat.", param_hint="--against")
