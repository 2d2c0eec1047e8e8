"""What a rule set says about the play, worked out once into sets of cards.

So the play itself only compares bit sets, whatever the rules. See specs/hearts.md, section 6.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from hearts.cards import ALL, CLUBS, HEARTS, QUEENS, Card, CardSet, members
from hearts.deck import Deck
from hearts.rules import Rules
from hearts.trick import survivor, winner


class Limit(NamedTuple):
    """A rule that narrows what a hand may play.

    A hand that holds a card of ``holding`` may play only cards of ``only``. A hand that
    holds none is free of the rule, so no rule can leave a hand without a card to play.
    """

    rule: str
    """Its name in the specification."""
    holding: CardSet
    only: CardSet


def _without(rule: str, cards: CardSet, unless: CardSet = 0) -> Limit:
    """None of ``cards``, unless the hand holds nothing but these and cards of ``unless``."""
    return Limit(rule, ALL & ~(cards | unless), ALL & ~cards)


class Limits:
    """What a rule set says about the deal and the play.

    The limits of each situation stand in the order in which they narrow a hand, which is
    also the order in which a refusal names them. A rule that forbids nothing has no limit,
    and the duty to follow suit, which comes before them, needs none: it is always the same.
    """

    __slots__ = (
        "chooser_takes",
        "deck",
        "details",
        "each",
        "eldest_leads",
        "first",
        "first_follow",
        "first_lead",
        "lead_closed",
        "left",
        "left_over",
        "openers",
        "packs",
        "pass_count",
        "rest_to_first",
        "rules",
        "seats",
        "winner",
    )

    def __init__(self, rules: Rules) -> None:
        """Work out ``rules``."""
        deck = Deck.of(rules)
        self.rules: Rules = rules
        self.seats: int = rules.players
        self.packs: int = rules.packs
        self.left: tuple[int, ...] = tuple((seat + 1) % self.seats for seat in range(self.seats))
        """For each seat, the next one clockwise."""
        self.deck: CardSet = deck.cards
        self.each: int = rules.hand_size
        """How many cards each seat is dealt, and so how many tricks there are."""
        self.left_over: int = rules.left_over
        """How many cards are dealt to nobody."""
        self.rest_to_first: bool = rules.remainder == "first-trick"
        """Whether the cards left over go to the winner of the first trick that somebody won; else
        of the last."""
        self.pass_count: int = rules.pass_count
        """How many cards each seat passes."""
        self.openers: CardSet = self.deck & (
            HEARTS | QUEENS if rules.hearts_opened_by == "heart-or-queen" else HEARTS
        )
        """Once one of these was played, hearts are open."""
        self.chooser_takes: CardSet = deck.moon(rules) if rules.moon == "shooter-chooses" else 0
        """Who took all of these chooses what its moon does; none: nobody chooses."""
        self.winner: Callable[[Mapping[int, Card], CardSet], int | None] = (
            winner if self.packs == 1 else survivor
        )
        """The seat that takes a trick, from it and its cards of the suit led."""
        self.details: dict[str, str] = {}
        """What each limit says to players, where it says the same in every deal."""
        self._set_first_lead(rules)
        self._set_leads(rules)
        self._set_first_trick(rules, deck)

    def _set_first_lead(self, rules: Rules) -> None:
        """Who leads to the first trick, and what (R-two-clubs)."""
        self.eldest_leads: bool = rules.first_lead == "left-of-dealer"
        """The seat on the dealer's left leads to the first trick."""
        clubs = members(self.deck & CLUBS)
        certain = not (self.eldest_leads or self.left_over)
        self.first: CardSet = 1 << clubs[0] if certain else 0
        """The card whose holder leads to the first trick, where it is the same in every deal."""
        self.first_lead: tuple[Limit, ...] = ()
        """At the lead to the first trick; where it is for the lowest club and cards are left
        over, the deal itself adds that it is (`lowest_club`)."""
        if rules.first_lead == "any-club":
            self.first_lead = (Limit("R-two-clubs", CLUBS, CLUBS),)
            self.details["R-two-clubs"] = "a club must be led"
        elif self.first:
            self.first_lead = lowest_club(self.first)

    def _set_leads(self, rules: Rules) -> None:
        """What may be led (R-hearts-closed, R-queen-lead)."""
        closed = []
        if rules.closed_hearts_lead == "forbidden":
            spared = QUEENS if rules.only_hearts_and_queen == "either" else 0
            closed.append(_without("R-hearts-closed", HEARTS, spared))
            self.details["R-hearts-closed"] = "hearts are not open yet"
        if rules.queen_lead == "hearts-open":
            closed.append(_without("R-queen-lead", QUEENS))
            self.details["R-queen-lead"] = "the queen of spades is not led before hearts are open"
        self.lead_closed: tuple[Limit, ...] = tuple(closed)
        """While hearts are closed; once they are open, any card may be led."""

    def _set_first_trick(self, rules: Rules, deck: Deck) -> None:
        """What may be played to the first trick (R-first-trick)."""
        barred = 0
        if rules.first_trick_hearts == "forbidden":
            barred |= deck.penalty & HEARTS
        if rules.first_trick_queen == "forbidden":
            barred |= deck.penalty & QUEENS
        first_trick: tuple[Limit, ...] = ()
        if barred:
            first_trick = (_without("R-first-trick", barred, deck.penalty),)
            what = {
                deck.penalty: "no penalty cards",
                deck.penalty & HEARTS: "no hearts",
                deck.penalty & QUEENS: "no queen of spades",
            }[barred]
            self.details["R-first-trick"] = f"{what} on the first trick"
        if self.eldest_leads:
            self.first_lead = (*first_trick, *self.lead_closed)
        self.first_follow: tuple[Limit, ...] = first_trick
        """For who follows on the first trick; later nothing is asked but to follow suit."""


def lowest_club(first: CardSet) -> tuple[Limit, ...]:
    """That the lead to the first trick is the card of ``first`` (or one of them)."""
    return (Limit("R-two-clubs", first, first),)
