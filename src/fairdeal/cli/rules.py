"""``fairdeal rules``: a rule set in words, as a transcript carries it, or which there are."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby

import click
from click.core import ParameterSource

from fairdeal.canonical import dumps
from fairdeal.cli import _files, _rules, _story
from fairdeal.cli._screen import Screen
from fairdeal.game import GameTools, Json, RulesInWords


@click.command("rules")
@click.argument("preset", required=False)
@_rules.game_option
@_rules.options
@click.option(
    "--transcript", metavar="FILE", help="Tell the rules that this transcript was played by."
)
@click.option(
    "--json", "as_json", is_flag=True, help="The full rule set as a transcript carries it."
)
def command(
    preset: str | None,
    game: str,
    seats: int | None,
    variants: tuple[str, ...],
    rules: tuple[str, ...],
    transcript: str | None,
    as_json: bool,
) -> None:
    """Tell the rules of a game in words, for people who have never seen it played this way.

    PRESET is a rule set with a name. What differs from the usual rules of the game is marked with
    a star. Without PRESET or --transcript: which presets and variants there are.
    """
    screen = Screen()
    options = seats is not None or variants or rules
    if transcript is not None:
        source = click.get_current_context().get_parameter_source("game")
        if preset is not None or options or source is ParameterSource.COMMANDLINE:
            raise click.UsageError(
                "A transcript has its own game and rules: drop the preset and options."
            )
        opened = _story.read_table(transcript, _files.read(transcript)).opened["game"]
        _, tools = _rules.installed(opened["name"], "--transcript")
        title = f"{opened['name']}: {_files.name(transcript)}"
        _show(screen, title, tools, opened["rules"], as_json=as_json)
        return
    _, tools = _rules.installed(game)
    if preset is None:
        if options or as_json:
            raise click.UsageError(
                f"These options need a preset; write for example {next(iter(tools.presets()))}."
            )
        _list(screen, game, tools)
        return
    full, _ = _rules.chosen(tools, preset, seats, variants, rules)
    title = ", ".join([f"{game}: {preset}", *variants, *rules])
    _show(screen, title, tools, full, as_json=as_json)


def _show(screen: Screen, title: str, tools: GameTools, rules: Json, *, as_json: bool) -> None:
    if as_json:
        click.echo(dumps(rules))
        return
    screen.line((title, "bold"))
    _tell(screen, tools.words(rules))


def _list(screen: Screen, game: str, tools: GameTools) -> None:
    screen.line((f"Presets of {game}", "bold"))
    _names(screen, tools.presets())
    if tools.variants():
        screen.heading("Variants, to be laid over a preset with --variant")
        _names(screen, tools.variants())
    screen.gap()
    other = "" if game == _rules.GAME else f" --game {game}"
    screen.line(f"In words: fairdeal rules {next(iter(tools.presets()))}{other}")


def _names(screen: Screen, names: Mapping[str, str]) -> None:
    width = max(map(len, names))
    for name, about in names.items():
        screen.line(f"{name:{width}}  {about}", indent=2, hang=width + 2)


def _tell(screen: Screen, words: RulesInWords) -> None:
    for topic, passages in groupby(words.passages, key=lambda passage: passage.topic):
        screen.heading(topic)
        for passage in passages:
            mark = ("* ", "warn") if passage.differs else "  "
            screen.line(mark, passage.text, indent=2)
    screen.gap()
    if not words.changes:
        screen.line(f"The same as {words.usual}.")
        return
    screen.line(("*", "warn"), f" differs from {words.usual}:")
    for change in words.changes:
        screen.line(change, indent=4)
