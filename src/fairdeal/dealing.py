"""Recompute a deal from all seeds: who holds what, and its digests (sections 9.2 to 9.5)."""

from __future__ import annotations

from typing import NamedTuple

from fairdeal import commitment, shuffle
from fairdeal.facts import DealFacts
from fairdeal.game import Cards, Match


class Dealt(NamedTuple):
    """What the seeds give: root, key, order, draw, hands and rest in deck order."""

    root: bytes
    key: bytes
    order: Cards
    draw: int
    hands: tuple[Cards, ...]
    rest: Cards


def deal_out(facts: DealFacts, host_seed: bytes, match: Match, seats: int) -> Dealt:
    """Recompute a deal from all its seeds (sections 9.2 to 9.5)."""
    root = shuffle.commit_root(facts.commit_parent, facts.commit_statements)
    seeds = [bytes.fromhex(facts.seeds[seat]) for seat in range(seats)]
    key = shuffle.deck_key(root, host_seed, seeds)
    order, draw = shuffle.order_and_draw(key, match.deck, seats)
    layout = match.layout(order, draw)
    hands = tuple(commitment.in_deck_order(hand, match.deck) for hand in layout.hands)
    return Dealt(root, key, order, draw, hands, commitment.in_deck_order(layout.rest, match.deck))


def digests_of(dealt: Dealt) -> tuple[tuple[str, ...], str | None]:
    """The digests of all hands and of the rest, if there is one, hex (section 9.5)."""
    hands = tuple(
        commitment.hand_digest(commitment.hand_salt(dealt.key, seat), hand).hex()
        for seat, hand in enumerate(dealt.hands)
    )
    if not dealt.rest:
        return hands, None
    return hands, commitment.rest_digest(commitment.rest_salt(dealt.key), dealt.rest).hex()
