"""Short ways to write cards, hands and deals in tests."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random

from hearts.cards import BITS, CARDS, PACK, CardSet, members, names, set_of
from hearts.deal import Deal
from hearts.limits import Limits
from hearts.match import Match
from hearts.presets import PRESETS
from hearts.scoring import Costs

LIMITS = Limits(PRESETS["live"])
COSTS = Costs(PRESETS["live"])
points = COSTS.points


def cards(text: str) -> CardSet:
    """``"2C QS"`` as a set; ``"2-5C"`` is a run."""
    found = []
    for word in text.split():
        low, dash, high = word.partition("-")
        if dash:
            found += range(CARDS[low + high[1]], CARDS[high] + 1)
        else:
            found.append(CARDS[word])
    return set_of(found)


CLUBS, DIAMONDS, HEARTS, SPADES = (cards(f"2-A{suit}") for suit in "CDHS")
QUEEN = cards("QS")
"""Of one pack."""


def shown(found: CardSet) -> str:
    """A set as text, in the order of the pack."""
    return " ".join(names(found))


def deal_of(*hands: str, pass_offset: int = 0) -> Deal:
    return Deal(LIMITS, [cards(hand) for hand in hands], pass_offset)


def play(deal: Deal, *plays: str) -> None:
    """Legal plays of whoever's turn it is."""
    for name in plays:
        seat = deal.turn
        assert seat is not None
        assert deal.refusal(seat, CARDS[name]) is None, name
        deal.play(seat, CARDS[name])


def shuffled_hands(rng: Random) -> list[CardSet]:
    deck = list(range(52))
    rng.shuffle(deck)
    return [set_of(deck[seat::4]) for seat in range(4)]


def random_pass(rng: Random, hand: CardSet) -> CardSet:
    return set_of(rng.sample(members(hand), 3))


def pick(rng: Random, found: CardSet) -> int:
    return rng.choice(members(found))


def views_of(hands: Sequence[CardSet], match: Match, draw: int = 0) -> list[Deal]:
    """The views of all seats, and last that of somebody who sees no hand."""
    seats = range(len(hands))
    return [
        match.deal([hands[seat] if seat == own else None for seat in seats], draw) for own in seats
    ] + [match.deal([None] * len(hands), draw)]


def passing(offset: int) -> Match:
    """The match of `live` before its first deal, in which cards go so far to the left."""
    return Match.first(replace(PRESETS["live"], pass_cycle=(offset,)))


def exchange(deal: Deal, views: Sequence[Deal], passed: Sequence[CardSet]) -> None:
    """The pass, each seat's view seeing what it gives and what it gets."""
    deal.exchange(dict(enumerate(passed)))
    for seat in range(deal.seats if views else 0):
        giver = (seat - deal.pass_offset) % deal.seats
        views[seat].exchange({seat: passed[seat], giver: passed[giver]})
    for public in views[deal.seats :]:
        public.exchange({})


def each(found: CardSet) -> Iterator[CardSet]:
    return (BITS[card] for card in members(found))


def others(hand: CardSet) -> list[CardSet]:
    """Three hands from the cards that are not in ``hand``, in the order of the pack."""
    rest = members(PACK & ~hand)
    return [set_of(rest[:13]), set_of(rest[13:26]), set_of(rest[26:])]
