"""The engine against the naive twin, and counts of all ways to end small deals."""

from __future__ import annotations

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from hearts.cards import CARDS, NAMES, members, names
from hearts.deal import Deal
from tests.hearts.helpers import LIMITS, pick, points, shuffled_hands
from tests.hearts.twin import TwinDeal, charged


def both(rng: Random) -> tuple[Deal, TwinDeal]:
    hands = shuffled_hands(rng)
    return Deal(LIMITS, hands), TwinDeal([names(hand) for hand in hands])


def agree(deal: Deal, twin: TwinDeal) -> None:
    assert deal.turn == twin.turn
    assert names(deal.legal(twin.turn)) == tuple(sorted(twin.playable(), key=NAMES.index))


@settings(max_examples=150, deadline=None)
@given(st.randoms(use_true_random=False), st.sampled_from([0.0, 0.05, 0.5]))
def test_the_twin_plays_the_same_deal(rng: Random, faults: float) -> None:
    deal, twin = both(rng)
    while not twin.over:
        agree(deal, twin)
        seat = twin.turn
        card = pick(rng, deal.legal(seat))
        if rng.random() < faults:
            seat = rng.choice([seat for seat in range(4) if seat not in deal.trick])
            card = pick(rng, deal.hand(seat) or 0)
        deal.play(seat, card)
        twin.play(seat, NAMES[card])
    assert deal.over
    assert [set(names(taken)) for taken in deal.taken] == [set(cards) for cards in twin.taken]
    assert points(deal.taken) == charged(twin.taken)


def endings(play_so_far: list[tuple[int, str]], start: list[list[str]]) -> tuple[int, int]:
    """How many ways there are to finish the deal: the engine's count, the twin's count."""
    hands = [sum(1 << CARDS[name] for name in hand) for hand in start]
    deal, twin = Deal(LIMITS, hands), TwinDeal(start)
    for seat, name in play_so_far:
        deal.play(seat, CARDS[name])
        twin.play(seat, name)
    if twin.over:
        return 1, 1
    ours = theirs = 0
    for card in members(deal.legal(twin.turn)):
        ours += endings([*play_so_far, (twin.turn, NAMES[card])], start)[0]
    for name in twin.playable():
        theirs += endings([*play_so_far, (twin.turn, name)], start)[1]
    return ours, theirs


def test_all_ways_to_end_a_deal_from_the_third_last_trick() -> None:
    rng = Random(4)
    for _ in range(3):
        deal, twin = both(rng)
        start = [list(hand) for hand in twin.hands]
        so_far = []
        while len(deal.tricks) < 11:
            seat = twin.turn
            card = pick(rng, deal.legal(seat))
            deal.play(seat, card)
            twin.play(seat, NAMES[card])
            so_far.append((seat, NAMES[card]))
        ours, theirs = endings(so_far, start)
        assert ours == theirs > 0
