"""Why a move is refused: the rule's name, and a sentence for players."""

from __future__ import annotations

from typing import NamedTuple

from hearts.cards import CardSet, rank_of, suit_of

_RANK_WORDS = (
    *("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("jack", "queen", "king", "ace"),
)


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


def in_words(cards: CardSet) -> str:
    """The lowest card of a set in words: ``two of clubs``."""
    card = (cards & -cards).bit_length() - 1
    return f"{_RANK_WORDS[rank_of(card)]} of {suit_of(card).word}"
