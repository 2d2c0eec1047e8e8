"""Plays a guessed deal to its end, every seat by the policy: the inner loop of the hard bot.

Rather than copies of a `Deal`, which keeps what a replay needs, it moves bits in a few
variables. Tests hold it to the engine.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hearts.bots.model import Place, PlaceSet, narrowed
from hearts.bots.policy import Policy
from hearts.bots.sight import NOBODY, Sight

_FIRST_TWINS = sum(1 << place for place in range(0, 104, 2))
"""The first of each pair of twins."""


@dataclass(frozen=True, slots=True)
class Start:
    """Where playouts begin: everything about a deal but the hands."""

    seat: int
    """The seat to play."""
    taken: Sequence[PlaceSet]
    """What each seat took so far."""
    trick: Sequence[tuple[int, Place]] = ()
    """The trick on the table, in the order of play."""
    standing: PlaceSet = 0
    """The cards of finished tricks that nobody won."""
    hearts_open: bool = False
    first: bool = False
    """Whether the trick on the table is the first."""
    first_taker: int = NOBODY
    """Who won the first trick that somebody won."""
    last_taker: int = NOBODY
    """Who won the last one so far."""

    @classmethod
    def of(cls, sight: Sight) -> Start:
        """The position in which it is the turn of the seat whose sight this is."""
        first = sight.left == sight.model.each
        takers = sight.first_taker, sight.last_taker
        return cls(
            sight.seat, sight.taken, sight.trick, sight.standing, sight.hearts_open, first, *takers
        )


def play_out(
    policy: Policy,
    start: Start,
    world: Sequence[PlaceSet],
    card: Place,
    shooter: int = NOBODY,
) -> list[PlaceSet]:
    """What each seat has won in the end, where the seat to play begins with ``card``.

    ``world`` is the hand of each seat, and last what is left over. ``shooter`` is a seat that
    tries to take everything. The play ends early once nothing that counts is left.
    """
    model = policy.model
    seats, left, suit_of, suits = model.seats, model.left, model.suit, model.suits
    twins = model.packs == 2
    hands, taken, rest = list(world[:seats]), list(start.taken), world[seats]
    first, standing, opened = start.first, start.standing, start.hearts_open
    first_taker, last_taker = start.first_taker, start.last_taker
    counting = model.penalty | model.bonus
    late = 0 if model.rest_to_first else rest & counting
    out = sum(hands)
    trick = list(start.trick)
    seat = leader = taker = trick[0][0] if trick else start.seat
    threat = policy.threat(taken)
    pile, led, best, suit = 0, 0, NOBODY, 0
    waiting = seats
    dealt = len(trick)  # so many cards of the trick are out of the hands already
    trick.append((start.seat, card))
    owners = [0] * (model.deck.bit_length() if twins else 0)
    while True:
        while waiting:
            waiting -= 1
            if trick:
                _, card = trick.pop(0)
                bit = 1 << card
            else:
                hand = hands[seat]
                if not led:
                    legal = hand
                    for holding, only in model.lead if opened else model.lead_closed:
                        if legal & holding:
                            legal &= only
                    if seat == shooter:
                        card = policy.lead_high(legal, out & ~hand)
                    else:
                        card = policy.lead(legal, out & ~hand)
                else:
                    legal = hand & led or hand
                    if first:
                        legal = narrowed(legal, model.beyond_following[suit])
                    if seat == shooter:
                        card = policy.take(legal, led, best, waiting)
                    elif legal & led:
                        card = policy.follow(legal, best, pile, waiting, threat == taker != seat)
                    else:
                        card = policy.discard(legal, out & ~hand, threat == taker)
                bit = 1 << card
            if dealt:
                dealt -= 1
            else:
                hands[seat] ^= bit
                out ^= bit
            if not led:
                suit = suit_of[card]
                led, best = suits[suit], card
            elif bit & led and card > best:
                best, taker = card, seat
            pile |= bit
            if twins and bit & led:
                owners[card & ~1] = seat
                single = (pile & led ^ (pile & led) >> 1) & _FIRST_TWINS
                best = single.bit_length() - 1
                taker = owners[best] if single else NOBODY
            seat = left[seat]
        if taker == NOBODY:
            standing |= pile
            seat = leader
        else:
            taken[taker] |= pile | standing
            standing = 0
            last_taker = seat = taker
            if first_taker == NOBODY:
                first_taker = taker
            if pile & model.penalty:
                threat = policy.threat(taken)
        leader = seat
        if not out or not (counting & (out | standing) or late):
            break
        opened = opened or pile & model.openers != 0
        first = False
        pile, led, taker, waiting = 0, 0, seat, seats
    if last_taker == NOBODY:
        first_taker = last_taker = leader
    taken[last_taker] |= standing
    taken[first_taker if model.rest_to_first else last_taker] |= rest
    return taken
