"""Why a move is refused: the rule's name, and a sentence for players."""

from __future__ import annotations

from typing import NamedTuple


class Refusal(NamedTuple):
    """Why a card may not be played, or cards not be passed, or a moon not be chosen."""

    rule: str
    """The rule's name in the specification."""
    detail: str
    """A sentence for players."""


class Impossible(Exception):
    """A move of ``seat`` that cannot even be carried out; ``refusal`` says why."""

    def __init__(self, seat: int, refusal: Refusal) -> None:
        super().__init__(refusal.detail)
        self.seat = seat
        self.refusal = refusal
