"""The hard bot: guesses at the hidden cards, plays them out, and takes what does best.

How much it thinks is counted in playouts, never in time, so that the same chance gives the
same card on every machine.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import TypeVar

from hearts.bots.base import Below
from hearts.bots.model import Place, PlaceSet, narrowed
from hearts.bots.moon import better_choice
from hearts.bots.playout import Start, play_out
from hearts.bots.policy import Policy
from hearts.bots.sight import Sight
from hearts.bots.thumb import at_once, engine_card, engine_cards
from hearts.bots.worlds import Chance, Worlds
from hearts.cards import Card, CardSet, Suit
from hearts.deal import Deal
from hearts.match import Match
from hearts.scoring import Choice

BUDGET = 240
"""So many playouts a decision."""

Option = TypeVar("Option")


class HardBot:
    """Plays every sensible card out in many guessed deals."""

    def __init__(self, below: Below, budget: int = BUDGET) -> None:
        """A bot that spends about ``budget`` playouts on a decision."""
        self._below = below
        self._budget = budget

    def choose_pass(self, deal: Deal, seat: int) -> CardSet:
        """The cards after whose pass it does best."""
        sight = Sight(deal, seat)
        policy = Policy.of(sight.model)
        worlds = Worlds(sight, deal, Chance(self._below))
        order = policy.order(sight.hand)
        options = _passes(order, deal.pass_count)
        trial = _PassTrial(policy, deal, seat)
        best = race(options, self._budget, lambda: trial.begin(worlds.guess()), trial.loss)
        return engine_cards(sight, deal, best)

    def choose_card(self, deal: Deal, seat: int) -> Card:
        """The card after which it does best."""
        sight = Sight(deal, seat)
        policy = Policy.of(sight.model)
        first = at_once(policy, sight)
        options = [first, *(card for card in distinct(sight) if card != first)]
        if len(options) > 1:
            start = Start.of(sight)
            worlds = Worlds(sight, deal, Chance(self._below))

            def loss(world: Sequence[PlaceSet], card: Place) -> int:
                return sight.model.loss(play_out(policy, start, world, card), seat)

            first = race(options, self._budget, worlds.guess, loss)
        return engine_card(sight, deal, first)

    def choose_moon(self, match: Match, deal: Deal, seat: int) -> Choice:
        """What wins the match, else what does not lose it: see `better_choice`."""
        return better_choice(match, deal, seat)


def distinct(sight: Sight) -> list[Place]:
    """The legal cards, of those that come to the same only one.

    Neighbours in a hand do if no card between them is out and they cost the same.
    """
    model = sight.model
    between = sight.out | sum(1 << place for _, place in sight.trick)
    found: list[Place] = []
    legal = sight.legal
    while legal:
        card = legal.bit_length() - 1
        legal ^= 1 << card
        if found:
            last = found[-1]
            same = model.suit[last] == model.suit[card] and model.price[last] == model.price[card]
            gap = (1 << last) - (1 << card)
            if same and not between & gap:
                continue
        found.append(card)
    return found


def race(
    options: Sequence[Option],
    budget: int,
    guess: Callable[[], Sequence[PlaceSet]],
    loss: Callable[[Sequence[PlaceSet], Option], int],
) -> Option:
    """The option that loses least: round after round the better half goes on, in new guesses.

    All options of a round are tried in the same guesses. Of equal ones the first stays.
    """
    alive = list(range(len(options)))
    losses = [0] * len(options)
    rounds = (len(options) - 1).bit_length()
    for _ in range(rounds):
        for _ in range(max(1, budget // (rounds * len(alive)))):
            world = guess()
            for option in alive:
                losses[option] += loss(world, options[option])
        alive.sort(key=losses.__getitem__)
        del alive[(len(alive) + 1) // 2 :]
    return options[alive[0]]


def _passes(order: Sequence[Place], count: int) -> list[tuple[Place, ...]]:
    """Passes worth trying: of the cards most gladly passed."""
    return list(combinations(order[: count + 3], count))[:36]


class _PassTrial:
    """Tries passes: all others pass by the policy."""

    def __init__(self, policy: Policy, deal: Deal, seat: int) -> None:
        self._policy = policy
        self._deal = deal
        self._seat = seat

    def begin(self, world: list[PlaceSet]) -> list[PlaceSet]:
        """A guess after the others have passed, and before this seat has."""
        policy, deal = self._policy, self._deal
        hands = world.copy()
        for giver in range(policy.model.seats):
            if giver != self._seat:
                order = policy.order(world[giver])
                _move(hands, giver, deal.receiver(giver), order[: deal.pass_count])
        return hands

    def loss(self, world: Sequence[PlaceSet], passed: Sequence[Place]) -> int:
        """How badly a deal goes in which this seat passes these cards."""
        policy, model, deal = self._policy, self._policy.model, self._deal
        hands = list(world)
        _move(hands, self._seat, deal.receiver(self._seat), passed)
        held = sum(hands[: model.seats])
        leader, legal = deal.eldest, model.deck
        if not model.eldest_leads:
            clubs = held & model.suits[Suit.CLUBS]
            first = clubs & -clubs
            leader = next(seat for seat, hand in enumerate(hands) if hand & first)
            legal = first if model.lowest_club_leads else model.deck
        hand = hands[leader]
        legal = narrowed(hand & legal, model.first_lead)
        card = policy.lead(legal, held & ~hand)
        start = Start(leader, [0] * model.seats, first=True)
        return model.loss(play_out(policy, start, hands, card), self._seat)


def _move(hands: list[PlaceSet], giver: int, receiver: int, cards: Sequence[Place]) -> None:
    """Move cards from one hand to another."""
    moved = sum(1 << card for card in cards)
    hands[giver] ^= moved
    hands[receiver] ^= moved
