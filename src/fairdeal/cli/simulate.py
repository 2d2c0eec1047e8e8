"""``fairdeal simulate``: whole games with real keys, played by bots, as transcripts."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

import click

from fairdeal import crypto, keys, localtable
from fairdeal.cli import _files, _pool, _rules, _text
from fairdeal.cli._screen import Screen, is_plain, progress
from fairdeal.findings import Party
from fairdeal.game import Bot, GameTools, Json
from fairdeal.host import Player

HOST: Final = "The Green Table"
NAMES: Final = (
    *("Ann", "Bob", "Cleo", "Dan", "Eve", "Finn", "Gina", "Hugo"),
    *("Ida", "Jan", "Kim", "Leo", "Mia", "Nils", "Olga", "Paul"),
)
_WARNING: Final = (
    "WARNING: insecure entropy! Whoever knows this text knows every key, seed and card. "
    "Good for examples and tests, for nothing else."
)


@click.command("simulate")
@_rules.game_option
@click.option(
    "--preset",
    required=True,
    metavar="NAME",
    help="The rules; fairdeal rules lists the presets (hearts: live, solo, house, ...).",
)
@_rules.options
@click.option(
    "--games",
    "number",
    type=click.IntRange(1, 1_000_000),
    default=1,
    show_default=True,
    metavar="N",
    help="How many games.",
)
@click.option(
    "--out",
    required=True,
    callback=lambda _ctx, _option, value: _folder(value),
    metavar="DIR",
    help="The folder for transcripts and public keys.",
)
@click.option(
    "--bots",
    default="normal",
    show_default=True,
    metavar="LEVEL",
    help="How well the bots play (hearts: random, easy, normal, hard).",
)
@click.option(
    "--as-persons", is_flag=True, help="Mark the seats as persons, for examples; they are bots."
)
@click.option(
    "--receipts",
    is_flag=True,
    help="Write what each seat keeps too, as DIR/receipts-N/seat-N.json, for verify --receipt.",
)
@click.option(
    "--insecure-entropy",
    metavar="TEXT",
    help="Make everything from this text, reproducibly. Nothing is secret then.",
)
@_pool.jobs_option("Games played")
def command(
    game: str,
    preset: str,
    seats: int | None,
    variants: tuple[str, ...],
    rules: tuple[str, ...],
    number: int,
    out: Path,
    bots: str,
    as_persons: bool,
    receipts: bool,
    insecure_entropy: str | None,
    jobs: int | None,
) -> None:
    """Play whole games with bots, and write their transcripts.

    Host and seats have real keys and exchange real messages. Beside the transcripts stand
    host.pub and players, the public keys, for verify --host and --players. Nothing is
    overwritten.
    """
    if insecure_entropy is not None:
        if jobs is not None:
            text = "--insecure-entropy makes one game after the other; drop --jobs."
            raise click.UsageError(text)
        jobs = 1
    _, tools = _rules.installed(game)
    full, count = _rules.chosen(tools, preset, seats, variants, rules)
    entropy = _entropy(insecure_entropy)
    _players(tools, bots, count, entropy)  # while nothing is written yet
    width = len(str(number))
    files = [out / f"game-{one:0{width}}.json" for one in range(1, number + 1)]
    kept_in = [_receipts_of(file) for file in files]
    host_file, players_file = out / "host.pub", out / "players"
    _files.make_folder(out)
    _files.refuse_existing([host_file, players_file, *files, *(kept_in if receipts else ())])

    signers: dict[Party, crypto.Signer] = {
        party: crypto.Signer(entropy(crypto.KEY_BYTES)) for party in ("host", *range(count))
    }
    names = NAMES[:count]
    known = {names[seat]: frozenset({signers[seat].public}) for seat in range(count)}
    host_line = keys.public_key_line(signers["host"].public, HOST)
    _files.write_new(host_file, f"{host_line}\n".encode())
    _files.write_new(players_file, keys.players_text(known).encode())

    screen = Screen()
    kind = "person" if as_persons else "bot"
    table = [Player(names[seat], signers[seat].public, kind) for seat in range(count)]
    plan = _Plan(game, full, bots, table, signers, receipts, entropy)
    at_once = min(jobs or _pool.cores(), number)
    try:
        with ExitStack() as stack:
            play, paths = partial(_play, plan=plan), [str(file) for file in files]
            done = _pool.each(play, paths, at_once, stack, most=1)
            advance = stack.enter_context(progress("Playing", number, screen))
            for _ in done:
                advance()
    except KeyboardInterrupt:
        whole = sum(file.exists() for file in files)
        told = f"Interrupted: {whole} of {_text.count(number, 'game')} complete in {out}."
        click.echo(_text.clean(told), err=True)
        raise
    which = "it" if number == 1 else "them"
    screen.line(f"{_text.count(number, 'game')} of {game} in {out}. Judge {which} with:")
    where, host, players = (shlex.quote(str(path)) for path in (out, host_file, players_file))
    screen.line(f"fairdeal verify {where} --host {host} --players {players}", indent=2, hang=0)
    if receipts:
        on = " and so on" if number > 1 else ""
        screen.line(f"The receipts of its seats, for --receipt: {_receipts_of(files[0])}{on}.")


@dataclass(frozen=True, slots=True)
class _Plan:
    """What is played in each game, by whom."""

    game: str
    rules: Json
    level: str
    table: Sequence[Player]
    signers: Mapping[Party, crypto.Signer]
    receipts: bool
    entropy: crypto.Entropy


def _play(work: _pool.Work, plan: _Plan) -> bool:
    """Play one game and write it; its path is the work."""
    file = Path(work[0])
    played, tools = _rules.installed(plan.game)
    keep = partial(_write_receipts, _receipts_of(file)) if plan.receipts else None
    data = localtable.play(
        played,
        plan.rules,
        host_name=HOST,
        players=plan.table,
        signers=plan.signers,
        bots=_players(tools, plan.level, len(plan.table), plan.entropy),
        entropy=plan.entropy,
        at_the_end=keep,
    )
    _files.write_new(file, data)
    return True


def _receipts_of(file: Path) -> Path:
    """``receipts-07`` beside ``game-07.json``."""
    return file.with_name(f"receipts-{file.stem.removeprefix('game-')}")


def _write_receipts(folder: Path, table: localtable.LocalTable) -> None:
    _files.make_folder(folder)
    for number, seat in table.seats.items():
        _files.write_new(folder / f"seat-{number}.json", seat.receipt())


def _folder(path: str) -> Path:
    _files.refuse_empty(path)
    return Path(path)


def _entropy(text: str | None) -> crypto.Entropy:
    if text is None:
        return crypto.random_bytes
    try:
        text.encode()
    except UnicodeEncodeError:
        raise click.BadParameter("not UTF-8 text.", param_hint="--insecure-entropy") from None
    colour = False if is_plain(sys.stderr) else None
    click.secho(_WARNING, err=True, color=colour, fg="red", bold=True)
    return crypto.insecure_entropy(text)


def _players(tools: GameTools, level: str, seats: int, entropy: crypto.Entropy) -> Sequence[Bot]:
    try:
        return [tools.bot(level, crypto.below(entropy)) for _ in range(seats)]
    except KeyError as error:
        why = str(error.args[0]) if error.args else level
        if why == level:
            why = f"no bot of this game plays {level}"
        raise click.BadParameter(f"{_text.clean(why)}.", param_hint="--bots") from None
