"""Plays a guessed deal to its end, every seat by the policy: the inner loop of the hard bot.

Rather than copies of a `Deal`, which keeps what a replay needs, it moves bits in a few
variables. Tests hold it to the engine.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hearts.bots.model import FIRST_TWINS, Model, Place, PlaceSet, narrowed
from hearts.bots.policy import Policy
from hearts.bots.sight import NOBODY, Sight


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

    def order(self, model: Model) -> Sequence[tuple[int, int]]:
        """In which order seats play to the trick on the table, and how many after each.

        Who played already comes first, even where it was out of turn.
        """
        played = [seat for seat, _ in self.trick]
        coming = [seat for seat, _ in model.rounds[self.seat] if seat not in played]
        order = [*played, *coming]
        return [(seat, len(order) - place - 1) for place, seat in enumerate(order)]


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
    suits, suit_of, rounds, two_packs = model.suits, model.suit, model.rounds, model.packs == 2
    lead, follow, discard = policy.lead, policy.follow, policy.discard
    hands, taken, rest = list(world[: model.seats]), list(start.taken), world[model.seats]
    first, standing, opened = start.first, start.standing, start.hearts_open
    first_taker, last_taker = start.first_taker, start.last_taker
    counting = model.penalty | model.bonus
    late = 0 if model.rest_to_first else rest & counting
    out = sum(hands)
    hands[start.seat] ^= 1 << card
    out ^= 1 << card
    given = [played for _, played in start.trick] + [card]
    order = start.order(model)
    threat = policy.threat(taken)
    owners = [0] * (model.deck.bit_length() if two_packs else 0)
    while True:
        pile, led, best = 0, 0, NOBODY
        leader = taker = order[0][0]
        for seat, waiting in order:
            if given:
                card = given.pop(0)
                bit = 1 << card
            else:
                hand = hands[seat]
                if not led:
                    legal = hand if opened else narrowed(hand, model.lead_closed)
                    card = (policy.lead_high if seat == shooter else lead)(legal, out & ~hand)
                else:
                    legal = hand & led or hand
                    if first:
                        legal = narrowed(legal, model.first_follow)
                    if seat == shooter:
                        card = policy.take(legal, led, best, waiting)
                    elif legal & led:
                        card = follow(legal, best, pile, waiting, threat == taker != seat)
                    else:
                        card = discard(legal, out & ~hand, threat == taker)
                bit = 1 << card
                hands[seat] = hand ^ bit
                out ^= bit
            if not led:
                led, best = suits[suit_of[card]], card
            elif bit & led and card > best:
                best, taker = card, seat
            pile |= bit
            if two_packs and bit & led:
                owners[card & ~1] = seat
                single = (pile & led ^ (pile & led) >> 1) & FIRST_TWINS
                best = single.bit_length() - 1
                taker = owners[best] if single else NOBODY
        if taker == NOBODY:
            standing |= pile
            order = rounds[leader]
        else:
            taken[taker] |= pile | standing
            standing = 0
            last_taker = leader = taker
            if first_taker == NOBODY:
                first_taker = taker
            order = rounds[taker]
            if pile & model.penalty:
                threat = policy.threat(taken)
        if not out or not (counting & (out | standing) or late):
            break
        first = False
        opened = opened or pile & model.openers != 0
    if last_taker == NOBODY:
        first_taker = last_taker = leader
    taken[last_taker] |= standing
    taken[first_taker if model.rest_to_first else last_taker] |= rest
    return taken
