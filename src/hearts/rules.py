"""The rules of a match: one field for each thing that hearts players do differently.

`Rules` names every axis, and its JSON form with it, so that a rule set in an old transcript
keeps its meaning. A rule set is checked as a whole when it is made: what has no meaning is
refused with the axis and the reason. See specs/hearts.md, section 3.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any, Final

from hearts.axes import (
    Bonus,
    FirstLead,
    HeartValues,
    Moon,
    MoonAmount,
    MoonBonus,
    OnlyHeartsAndQueen,
    Opener,
    PerfectDeal,
    Permission,
    QueenLead,
    Remainder,
    RulesError,
    Ties,
    check_form,
)
from hearts.cards import NAMES

_SEATS: Final[Mapping[int, range]] = {1: range(3, 7), 2: range(6, 12)}
"""For how many players so many packs are."""


@dataclass(frozen=True)
class Rules:
    """A complete rule set; the defaults are the preset ``live``.

    Raises `RulesError` where a value has the wrong type or is none of its axis, and where
    values have no meaning together. Equal rules have equal JSON forms and are hashable.
    """

    players: int = 4
    """How many seats there are."""
    packs: int = 1
    """How many packs of 52 are shuffled together."""
    removed: tuple[str, ...] = ()
    """The names of the cards left out of each pack, in the order of the pack."""
    remainder: Remainder = "none"
    """Who gets the cards that do not divide by the seats; ``none``: there are none."""
    pass_count: int = 3
    """How many cards each seat passes."""
    pass_cycle: tuple[int, ...] = (1, 3, 2, 0)
    """How far to the left each deal's cards go, deal after deal; 0 passes nothing."""
    first_lead: FirstLead = "two-of-clubs"
    """Who leads to the first trick, and what."""
    first_trick_hearts: Permission = "forbidden"
    """Hearts on the first trick, for a hand that holds other than penalty cards."""
    first_trick_queen: Permission = "forbidden"
    """The queen of spades on the first trick, for a hand that holds other cards too."""
    hearts_opened_by: Opener = "heart"
    """Which card opens hearts by being played."""
    closed_hearts_lead: Permission = "forbidden"
    """Leading a heart while hearts are closed, from a hand of more than hearts."""
    only_hearts_and_queen: OnlyHeartsAndQueen = "queen"
    """What such a hand leads while hearts are closed."""
    queen_lead: QueenLead = "free"
    """When the queen of spades may be led."""
    heart_values: HeartValues = "one"
    """What a heart costs."""
    queen_value: int = 13
    """What the queen of spades costs."""
    bonus: Bonus = "none"
    """The card that takes ten points off."""
    moon: Moon = "others-add"
    """What happens when one seat takes all penalty cards."""
    moon_amount: MoonAmount = "26"
    """How many points a moon moves."""
    moon_bonus: MoonBonus = "not-needed"
    """Whether a moon needs the bonus card too."""
    target: int = 50
    """The total at which the match ends, 1 to 1000."""
    ties: Ties = "shared"
    """What a tie does at the end."""
    perfect_deal: PerfectDeal = "no-effect"
    """Whether a deal without points prolongs a match."""

    def __post_init__(self) -> None:
        """Check every axis in the order of the fields, then all of them together."""
        for axis in fields(self):
            check_form(axis.name, getattr(self, axis.name))
        for meaningless in self._contradictions():
            raise meaningless

    @cached_property
    def deck(self) -> tuple[str, ...]:
        """The canonical deck: the pack without the removed cards, and once more with two packs."""
        return tuple(name for name in NAMES if name not in self.removed) * self.packs

    @property
    def hand_size(self) -> int:
        """How many cards each seat is dealt, and so how many tricks there are."""
        return len(self.deck) // self.players

    @property
    def left_over(self) -> int:
        """How many cards are left over: the remainder."""
        return len(self.deck) % self.players

    def _contradictions(self) -> Iterator[RulesError]:
        """What has no meaning, each with the axis and the reason (R-deck and what builds on it)."""
        if self.players not in _SEATS[self.packs]:
            yield RulesError(
                "players",
                "one pack is for 3 to 6 players, two packs (as in cancellation) for 6 to 11",
            )
        if not self.hand_size:
            yield RulesError("removed", f"too few cards are left for {self.players} players")
        if self.left_over and self.remainder == "none":
            cards, over = len(self.deck), self.left_over
            why = (
                f"{cards} cards do not divide by {self.players}: the {over} over must go to the "
                "winner of the first-trick or of the last-trick"
            )
            yield RulesError("remainder", why)
        if not any(name[1] == "H" or (name == "QS" and self.queen_value) for name in self.deck):
            yield RulesError("removed", "no card that costs anything is left")
        yield from self._contradictions_of_play()
        if self.bonus in self.removed:
            yield RulesError("bonus", f"{self.bonus} is among the removed cards")
        if self.moon == "shooter-chooses" and self.left_over:
            why = "with cards left over nobody knows of a moon before they are disclosed"
            yield RulesError("moon", why)

    def _contradictions_of_play(self) -> Iterator[RulesError]:
        """What of the pass and of the first lead has no meaning."""
        if not all(0 <= offset < self.players for offset in self.pass_cycle):
            yield RulesError("pass_cycle", f"must be numbers from 0 to {self.players - 1}")
        if any(self.pass_cycle) and self.pass_count > self.hand_size:
            yield RulesError("pass_count", f"a hand has only {self.hand_size} cards")
        if self.first_lead != "left-of-dealer":
            if self.packs > 1:
                why = "with two packs no card has one holder: left-of-dealer must lead"
                yield RulesError("first_lead", why)
            if sum(name[1] == "C" for name in self.deck) <= self.left_over:
                yield RulesError("first_lead", "no hand is sure to have a club")

    def to_json(self) -> dict[str, int | str | list[int] | list[str]]:
        """The JSON form: an object with a member for every axis."""
        return {
            axis.name: list(value) if isinstance(value, tuple) else value
            for axis in fields(self)
            for value in [getattr(self, axis.name)]
        }

    @classmethod
    def from_json(cls, value: object) -> Rules:
        """The rules that a JSON value states in full.

        Every axis must be there and nothing else: a rule set that leaves something open
        would mean something else tomorrow. Raises `RulesError`.
        """
        if not isinstance(value, Mapping):
            raise RulesError("rules", "must be an object")
        axes = [axis.name for axis in fields(cls)]
        for axis in value:
            if axis not in axes:
                raise RulesError(str(axis), "no such axis")
        for axis in axes:
            if axis not in value:
                raise RulesError(axis, "missing")
        values: dict[str, Any] = {axis: _frozen(value[axis]) for axis in axes}
        return cls(**values)


def _frozen(value: object) -> object:
    """A JSON array as the tuple that `Rules` keeps; anything else as it is."""
    if isinstance(value, Sequence) and not isinstance(value, str):
        return tuple(value)
    return value
