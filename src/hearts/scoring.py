"""The points of a deal. See specs/hearts.md, section 7."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, TypeAlias

from hearts.cards import HEARTS, QUEENS, CardSet, members, rank_of
from hearts.deck import Deck
from hearts.rules import Rules

Choice: TypeAlias = Literal["add", "subtract"]
"""What a shooter makes of its moon, where that is its choice."""

MOON_CHOICES: Final[tuple[Choice, Choice]] = ("add", "subtract")
"""Both choices."""

BONUS = 10
"""How many points a bonus card takes off."""


class Costs:
    """What a rule set says about points, worked out once."""

    __slots__ = ("_kind", "_moon", "_queen", "_spot", "amount", "bonus_cards", "penalty")

    def __init__(self, rules: Rules) -> None:
        """Work out ``rules``."""
        deck = Deck.of(rules)
        self.penalty: CardSet = deck.penalty
        """The cards that cost something."""
        self.bonus_cards: CardSet = deck.bonus
        """The cards that take points off."""
        self._moon: CardSet = deck.moon(rules)
        self._kind = rules.moon
        self._queen = rules.queen_value
        self._spot = rules.heart_values == "spot"
        everything = self.cost(deck.cards)
        self.amount: int = everything if rules.moon_amount == "all" else int(rules.moon_amount)
        """How many points a moon moves."""

    @property
    def has_moon(self) -> bool:
        """Whether taking all penalty cards is anything special."""
        return self._kind != "none"

    def cost(self, cards: CardSet) -> int:
        """What taking these cards costs, bonus cards apart (R-points)."""
        hearts = cards & HEARTS
        if self._spot:
            price = sum(rank_of(card) + 2 for card in members(hearts))
        else:
            price = hearts.bit_count()
        return price + self._queen * (cards & QUEENS).bit_count()

    def shooter(self, taken: Sequence[CardSet]) -> int | None:
        """The seat that shot the moon (R-moon), or None.

        It is a test of cards: 25 points and no heart are no moon.
        """
        if self._kind == "none":
            return None
        moon = self._moon
        for seat, cards in enumerate(taken):
            if cards & moon == moon:
                return seat
        return None

    def penalties(self, taken: Sequence[CardSet], choice: Choice | None = None) -> list[int]:
        """What each seat is charged for the cards that it took, the moon counted, no bonus."""
        moon = self.shooter(taken)
        if moon is None:
            return [self.cost(cards) for cards in taken]
        if self._kind == "shooter-subtracts" or choice == "subtract":
            return [-self.amount if seat == moon else 0 for seat in range(len(taken))]
        return [0 if seat == moon else self.amount for seat in range(len(taken))]

    def bonus(self, taken: Sequence[CardSet]) -> list[int]:
        """What the bonus cards take off for each seat, as numbers to be added (R-bonus)."""
        return [-BONUS * (cards & self.bonus_cards).bit_count() for cards in taken]

    def points(self, taken: Sequence[CardSet], choice: Choice | None = None) -> list[int]:
        """The points of the deal: what is added to each seat's total."""
        charged = self.penalties(taken, choice)
        if not self.bonus_cards:
            return charged
        return [cost + less for cost, less in zip(charged, self.bonus(taken), strict=True)]
