"""A rule set as bots think of it, in *places*: numbers of cards in which twins are neighbours.

With one pack a card's place is its number. With two it is twice its kind, and one more for its
twin. So in one suit the greater place is the higher card, whatever the packs, and a highest
card is found by `int.bit_length`. See `hearts.cards` for the numbers of the engine.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TypeAlias

from hearts.cards import (
    CARDS,
    HEARTS,
    PLACES,
    QUEENS,
    Card,
    CardSet,
    Suit,
    both,
    kinds,
    members,
    rank_of,
    set_of,
    suit_of,
)
from hearts.deck import Deck
from hearts.limits import Limit, Limits
from hearts.rules import Rules
from hearts.scoring import BONUS, Costs

Place: TypeAlias = int
"""A card's place."""

PlaceSet: TypeAlias = int
"""A bit set of places."""

Narrowing: TypeAlias = tuple[PlaceSet, PlaceSet]
"""A limit in places: who holds a card of the first set may play only cards of the second."""

FIRST_TWINS: PlaceSet = sum(1 << place for place in range(0, 2 * PLACES, 2))
"""With two packs, the first of each pair of twins."""

CATCHERS: CardSet = both(set_of([CARDS["KS"], CARDS["AS"]]))
"""The kings and aces of spades, which may catch a queen."""


class Model:
    """What bots need of a rule set; `Model.of` works it out once for each."""

    def __init__(self, rules: Rules) -> None:
        """Work out ``rules``."""
        limits, deck, costs = Limits(rules), Deck.of(rules), Costs(rules)
        self.packs: int = rules.packs
        self.seats: int = rules.players
        self.each: int = rules.hand_size
        """How many tricks there are."""
        self.left_over: int = rules.left_over
        self.rest_to_first: bool = limits.rest_to_first
        turns = range(self.seats)
        self.rounds: list[list[tuple[int, int]]] = [
            [((leader + turn) % self.seats, self.seats - turn - 1) for turn in turns]
            for leader in turns
        ]
        """For each leader, the seats in the order of play, and how many come after each."""
        self.eldest_leads: bool = limits.eldest_leads
        self.lowest_club_leads: bool = rules.first_lead == "two-of-clubs"
        self.deck: PlaceSet = self.all_of(deck.cards)
        self.suits: tuple[PlaceSet, ...] = tuple(
            self.all_of(suit.cards) & self.deck for suit in Suit
        )
        kind = [place // self.packs for place in range(PLACES * self.packs)]
        self.suit: list[int] = [int(suit_of(card)) for card in kind]
        """For each place, the number of its suit."""
        self.below: list[PlaceSet] = [
            self.suits[suit_of(card)] & ((1 << card * self.packs) - 1) for card in kind
        ] + [0]
        """For each place, the lower cards of its suit, twins apart; last, for no card, none."""
        self.rank: list[int] = [rank_of(card) for card in kind]
        self.hearts: PlaceSet = self.all_of(HEARTS) & self.deck
        self.penalty: PlaceSet = self.all_of(deck.penalty)
        self.queens: PlaceSet = self.all_of(deck.penalty & QUEENS)
        """The queens of spades, where they cost something."""
        self.catchers: PlaceSet = self.all_of(CATCHERS) & self.deck if self.queens else 0
        """Those of `CATCHERS` that are played with, where a queen costs something."""
        self.bonus: PlaceSet = self.all_of(deck.bonus)
        self.moon: PlaceSet = self.all_of(deck.moon(rules)) if costs.has_moon else 0
        """Who takes all of these shoots the moon; none: nobody can."""
        self.price: list[int] = [
            costs.cost(1 << card) - BONUS * (self.bonus >> place & 1)
            for place, card in enumerate(kind)
        ]
        self.openers: PlaceSet = self.all_of(limits.openers)
        self.first_lead: tuple[Narrowing, ...] = self._narrowings(limits.first_lead, deck.cards)
        self.lead_closed: tuple[Narrowing, ...] = self._narrowings(limits.lead_closed, deck.cards)
        self.first_follow: tuple[Narrowing, ...] = self._narrowings(limits.first_follow, deck.cards)
        """On the first trick, after the duty to follow suit."""
        self._amount = costs.amount
        self.moon_risk: int = self._amount * (self.seats - 1) // 2
        """By how much of `loss` a plan to shoot has to be better: half of what a moon gains."""
        self._spot = rules.heart_values == "spot"
        self._queen = rules.queen_value

    @staticmethod
    @lru_cache(maxsize=64)
    def of(rules: Rules) -> Model:
        """The model of ``rules``."""
        return Model(rules)

    def all_of(self, cards: CardSet) -> PlaceSet:
        """The places of all cards of these kinds."""
        both = (1 << self.packs) - 1
        return sum(both << card * self.packs for card in members(kinds(cards)))

    def card(self, place: Place) -> Card:
        """What kind of card a place is: its number in the first pack."""
        return place // self.packs

    def cost(self, cards: PlaceSet) -> int:
        """What taking these cards costs, with what bonus cards take off."""
        cost = self._queen * (cards & self.queens).bit_count()
        if self.bonus:
            cost -= BONUS * (cards & self.bonus).bit_count()
        hearts = cards & self.hearts
        if not self._spot:
            return cost + hearts.bit_count()
        while hearts:
            low = hearts & -hearts
            cost += self.price[low.bit_length() - 1]
            hearts ^= low
        return cost

    def loss(self, won: Sequence[PlaceSet], seat: int) -> int:
        """How much worse off than the others a deal leaves ``seat``: the less, the better.

        It is the seats' number times its points, less the points of all. What a moon adds to the
        others or takes off for the shooter comes to the same, whichever the shooter chooses.
        """
        points = [self.cost(cards) for cards in won]
        if self.moon:
            for shooter, cards in enumerate(won):
                if cards & self.moon == self.moon:
                    taken_off = [BONUS * (own & self.bonus).bit_count() for own in won]
                    points = [self._amount - less for less in taken_off]
                    points[shooter] -= self._amount
                    break
        return self.seats * points[seat] - sum(points)

    def _narrowings(self, limits: Sequence[Limit], deck: CardSet) -> tuple[Narrowing, ...]:
        """Limits in places."""
        return tuple(
            (self.all_of(holding & deck), self.all_of(only & deck)) for _, holding, only in limits
        )


def twins(places: PlaceSet) -> PlaceSet:
    """With two packs, the twins of these cards."""
    return (places & FIRST_TWINS) << 1 | places >> 1 & FIRST_TWINS


def narrowed(hand: PlaceSet, narrowings: Sequence[Narrowing]) -> PlaceSet:
    """What a hand may play under these limits."""
    for holding, only in narrowings:
        if hand & holding:
            hand &= only
    return hand
