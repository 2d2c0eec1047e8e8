"""The deck of a rule set as sets of cards, and which of them cost something or give points back.

See specs/hearts.md, section 2 and R-deck.
"""

from __future__ import annotations

from dataclasses import dataclass

from hearts.cards import CARDS, HEARTS, PACK, QUEENS, CardSet, both, set_of
from hearts.rules import Rules


@dataclass(frozen=True, slots=True)
class Deck:
    """The cards that are played with; `Deck.of` works them out."""

    cards: CardSet
    """All of them."""
    penalty: CardSet
    """The penalty cards: the hearts, and the queens of spades where they cost something."""
    bonus: CardSet
    """The cards that take points off."""

    @classmethod
    def of(cls, rules: Rules) -> Deck:
        """The deck of ``rules``."""
        pack = PACK & ~set_of(CARDS[name] for name in rules.removed)
        cards = pack if rules.packs == 1 else both(pack)
        costly = HEARTS | QUEENS if rules.queen_value else HEARTS
        bonus = 0 if rules.bonus == "none" else both(1 << CARDS[rules.bonus])
        return cls(cards, cards & costly, cards & bonus)

    def moon(self, rules: Rules) -> CardSet:
        """The cards that make a moon for whoever takes them all (R-moon)."""
        return self.penalty | self.bonus if rules.moon_bonus == "needed" else self.penalty
