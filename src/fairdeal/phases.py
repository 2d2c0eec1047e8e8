"""The states of a table and which kinds of step may follow in them, as data (section 7)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum


class Phase(StrEnum):
    """The state of a table between two steps."""

    NEW = "new"
    OPENED = "opened"
    READY = "ready"
    COMMITTED = "committed"
    CALLED_OFF = "called off"
    REVEALED = "revealed"
    SEALING = "sealing"
    MOVING = "moving"
    PLAYED = "played"
    DERAILED = "derailed"
    OVER = "over"
    CLOSED = "closed"


_PLAY = (Phase.SEALING, Phase.MOVING, Phase.PLAYED)

TRANSITIONS: Mapping[Phase, Mapping[str, tuple[Phase, ...]]] = {
    Phase.NEW: {"open": (Phase.OPENED,)},
    Phase.OPENED: {"join": (Phase.READY,)},
    Phase.READY: {
        "commit": (Phase.COMMITTED,),
        "replace": (Phase.READY,),
        "close": (Phase.CLOSED,),
    },
    Phase.COMMITTED: {"reveal": (Phase.REVEALED,), "void": (Phase.CALLED_OFF, Phase.READY)},
    Phase.CALLED_OFF: {"replace": (Phase.READY,)},
    Phase.REVEALED: {"deal": _PLAY},
    Phase.SEALING: {"seal": _PLAY, "replace": (Phase.SEALING,)},
    Phase.MOVING: {"move": (*_PLAY, Phase.DERAILED), "replace": (Phase.MOVING,)},
    Phase.PLAYED: {"disclose": (Phase.READY, Phase.OVER), "replace": (Phase.PLAYED,)},
    Phase.DERAILED: {
        "seal": (Phase.DERAILED,),
        "move": (Phase.DERAILED,),
        "replace": (Phase.DERAILED,),
        "disclose": (Phase.READY, Phase.OVER),
    },
    Phase.OVER: {"close": (Phase.CLOSED,)},
    Phase.CLOSED: {},
}
"""Which kinds may follow in which state, and the states they may lead to."""

IN_PLAY = frozenset({Phase.SEALING, Phase.MOVING, Phase.PLAYED, Phase.DERAILED})
"""Hands are dealt and not yet disclosed."""

IN_DEAL = IN_PLAY | {Phase.COMMITTED, Phase.REVEALED}
"""An attempt at a deal is under way."""


def deal_and_attempt(kinds: Iterable[str]) -> tuple[int, int]:
    """The numbers that are current after steps of these kinds (section 7)."""
    deal = attempt = 1
    for kind in kinds:
        if kind == "disclose":
            deal, attempt = deal + 1, 1
        attempt += kind == "void"
    return deal, attempt
