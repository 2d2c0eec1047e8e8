"""The policy applied to what a seat sees, and places turned back into the engine's cards."""

from __future__ import annotations

from collections.abc import Iterable

from hearts.bots.model import Place
from hearts.bots.policy import Policy
from hearts.bots.sight import Sight
from hearts.cards import Card, CardSet
from hearts.deal import Deal


def at_once(policy: Policy, sight: Sight) -> Place:
    """The card that the policy plays."""
    model, legal = sight.model, sight.legal
    if not sight.trick:
        return policy.lead(legal, sight.out)
    suit = model.suits[model.suit[sight.trick[0][1]]]
    taker, best = sight.winning()
    threat = policy.threat(sight.taken)
    stop = threat == taker
    if legal & suit:
        pile = sum(1 << card for _, card in sight.trick)
        waiting = model.seats - len(sight.trick) - 1
        return policy.follow(legal & suit, best, pile, waiting, stop)
    return policy.discard(legal, sight.out, stop)


def may_shoot(sight: Sight) -> bool:
    """Whether there is a moon that nobody else has kept a card of."""
    others = sum(sight.taken) & ~sight.taken[sight.seat]
    return sight.model.moon != 0 and not others & sight.model.moon


def to_take_all(policy: Policy, sight: Sight) -> Place:
    """The card that the policy plays in order to shoot the moon."""
    model = sight.model
    if not sight.trick:
        return policy.lead_high(sight.legal, sight.out)
    led = model.suits[model.suit[sight.trick[0][1]]]
    _, best = sight.winning()
    return policy.take(sight.legal, led, best, model.seats - len(sight.trick) - 1)


def engine_card(sight: Sight, deal: Deal, place: Place) -> Card:
    """The card of its own hand that a place stands for, as this view of the deal numbers it."""
    return deal.find(sight.seat, sight.model.card(place))


def engine_cards(sight: Sight, deal: Deal, places: Iterable[Place]) -> CardSet:
    """The same for several cards."""
    return deal.find_all(sight.seat, map(sight.model.card, places))
