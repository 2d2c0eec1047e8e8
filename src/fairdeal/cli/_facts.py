"""The facts of a finding or a proof, each in a line: what was played, what would be right."""

from __future__ import annotations

from collections.abc import Iterable

from fairdeal import games
from fairdeal.canonical import dumps
from fairdeal.cli._screen import Screen
from fairdeal.findings import Code, Detail, Finding
from fairdeal.proofs import Judged


def facts(screen: Screen, game: str | None, found: Finding | Judged) -> Iterable[tuple[str, str]]:
    """What was played and could have been, or what is claimed and what is right."""

    def moves(value: Detail) -> str:
        cards = value if isinstance(value, list) else [value]
        return " ".join(
            card(screen, game, one) if isinstance(one, str) else dumps(one).decode()
            for one in cards
        )

    details = found.details
    if found.code is Code.ILLEGAL_MOVE and details:
        if details.get("before"):
            yield "On the table: ", moves(details["before"])
        yield "Played: ", moves(details.get("move"))
        if details.get("playable"):
            yield "Allowed: ", moves(details["playable"])
        yield "Rule: ", str(details.get("rule"))
    elif "claimed" in details and "computed" in details:
        if details.get("due"):
            yield "Due: ", moves(details["due"])
        if details.get("played"):
            yield "Played: ", moves(details["played"])
        yield "Claimed: ", dumps(details["claimed"]).decode()
        yield "Right: ", dumps(details["computed"]).decode()


def card(screen: Screen, game: str | None, name: str) -> str:
    """A card as `show` writes it, if the game has tools."""
    tools = games.find_tools(game) if game else None
    return name if tools is None else screen.cell(tools.card(name))[0]
