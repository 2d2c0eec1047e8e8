"""One trick: what may be played to it, who wins it, what it costs.

The rules of play are turned into `Limits` once, so that the play itself only compares bit
sets. See specs/hearts.md, sections 5 and 6.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, TypeAlias

from hearts.cards import CARDS, HEARTS, PACK, QUEEN, Card, CardSet, Suit
from hearts.rules import Rules

Trick: TypeAlias = tuple[Mapping[int, Card], int]
"""A finished trick: the card of each seat in the order of play, and the seat that took it."""


class Limit(NamedTuple):
    """A rule that narrows what a hand may play.

    A hand that holds a card of ``holding`` may play only cards of ``only``. A hand that
    holds none is free of the rule, so no rule can leave a hand without a card to play.
    """

    rule: str
    """Its name in the specification."""
    holding: CardSet
    only: CardSet


def _without(rule: str, cards: CardSet) -> Limit:
    """None of ``cards``, unless the hand holds nothing else."""
    return Limit(rule, PACK & ~cards, PACK & ~cards)


class Limits:
    """What a rule set says about the play, worked out into bit sets.

    The limits of each situation stand in the order in which they narrow a hand, which is
    also the order in which a refusal names them. Leading the queen of spades is free
    (R-queen-lead), so there is no limit for it.
    """

    __slots__ = (
        "each",
        "first_card",
        "first_follow",
        "first_lead",
        "follow",
        "lead",
        "lead_closed",
        "left",
        "openers",
        "pass_count",
        "seats",
    )

    def __init__(self, rules: Rules) -> None:
        """Work out ``rules``, whose axes are all supported."""
        self.seats: int = rules.players
        self.left: tuple[int, ...] = tuple((seat + 1) % self.seats for seat in range(self.seats))
        """The seat to the left of each seat."""
        self.each: int = PACK.bit_count() // rules.players
        """How many cards each seat is dealt, and so how many tricks there are."""
        self.pass_count: int = rules.pass_count
        """How many cards each seat passes."""
        self.first_card: CardSet = 1 << CARDS["2C"]
        """The card whose holder leads to the first trick."""
        self.openers: CardSet = HEARTS
        """Once one of these was played, hearts are open."""
        self.first_lead: tuple[Limit, ...] = (
            Limit("R-two-clubs", self.first_card, self.first_card),
        )
        self.lead_closed: tuple[Limit, ...] = (_without("R-hearts-closed", HEARTS),)
        self.lead: tuple[Limit, ...] = ()
        self.follow: tuple[tuple[Limit, ...], ...] = tuple(
            (Limit("R-follow-suit", suit.cards, suit.cards),) for suit in Suit
        )
        """For each suit led."""
        first_trick = _without("R-first-trick", HEARTS | QUEEN)
        self.first_follow: tuple[tuple[Limit, ...], ...] = tuple(
            (*limits, first_trick) for limits in self.follow
        )
        """For each suit led, on the first trick."""


def winner(trick: Mapping[int, Card], following: CardSet) -> int:
    """The seat that takes a trick (R-trick): that of the highest card of the suit led.

    ``following`` is the set of the cards of that suit in ``trick``. Raises `ValueError`
    where the trick does not hold its highest.
    """
    highest = following.bit_length() - 1
    for seat, card in trick.items():
        if card == highest:
            return seat
    raise ValueError("no card of the suit led")


def cost(cards: CardSet) -> int:
    """What taking these cards costs (R-points): one a heart, thirteen the queen of spades."""
    return (cards & HEARTS).bit_count() + (13 if cards & QUEEN else 0)
