"""Computer players: always legal, blind to other hands, and the better one is better."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hearts.bots import LEVELS, Bot, NormalBot, RandomBot
from hearts.cards import CARDS, CardSet
from hearts.deal import Deal
from tests.hearts.helpers import (
    LIMITS,
    QUEEN,
    cards,
    deal_of,
    exchange,
    others,
    passing,
    play,
    points,
    shown,
    shuffled_hands,
    views_of,
)


def first(_: int) -> int:
    """Chance that always gives the first."""
    return 0


def played_out(bots: Sequence[Bot], hands: Sequence[CardSet], pass_offset: int) -> list[int]:
    """The points of a deal in which each bot sees its own seat's view."""
    full, views = Deal(LIMITS, hands, pass_offset), views_of(hands, passing(pass_offset))
    if pass_offset:
        passed = [bot.choose_pass(views[seat], seat) for seat, bot in enumerate(bots)]
        assert all(full.pass_refusal(seat, passed[seat]) is None for seat in range(4))
        exchange(full, views, passed)
    while (seat := full.turn) is not None:
        card = bots[seat].choose_card(views[seat], seat)
        assert full.refusal(seat, card) is None
        for deal in (full, *views):
            deal.play(seat, card)
    return points(full.taken)


@pytest.mark.parametrize("level", list(LEVELS))
@settings(max_examples=40, deadline=None)
@given(rng=st.randoms(use_true_random=False), pass_offset=st.integers(0, 3))
def test_bots_play_legal_deals(level: str, rng: Random, pass_offset: int) -> None:
    bots = [LEVELS[level](rng.randrange) for _ in range(4)]
    assert sum(played_out(bots, shuffled_hands(rng), pass_offset)) in {26, 78}


@pytest.mark.parametrize("level", list(LEVELS))
@settings(max_examples=40, deadline=None)
@given(rng=st.randoms(use_true_random=False), seed=st.integers())
def test_a_bot_that_is_shown_all_hands_plays_the_same(level: str, rng: Random, seed: int) -> None:
    hands = shuffled_hands(rng)
    full, views = Deal(LIMITS, hands, 1), views_of(hands, passing(1))
    blind = [LEVELS[level](Random(seed + seat).randrange) for seat in range(4)]
    sighted = [LEVELS[level](Random(seed + seat).randrange) for seat in range(4)]
    passed = [blind[seat].choose_pass(views[seat], seat) for seat in range(4)]
    assert passed == [sighted[seat].choose_pass(full, seat) for seat in range(4)]
    exchange(full, views, passed)
    while (seat := full.turn) is not None:
        card = blind[seat].choose_card(views[seat], seat)
        assert sighted[seat].choose_card(full, seat) == card
        for deal in (full, *views):
            deal.play(seat, card)


def test_the_normal_bot_beats_random_ones() -> None:
    rng = Random(1)
    totals = [0, 0, 0, 0]
    for number in range(60):
        bots = [NormalBot(rng.randrange), *(RandomBot(rng.randrange) for _ in range(3))]
        charged = played_out(bots, shuffled_hands(rng), number % 4)
        totals = [total + more for total, more in zip(totals, charged, strict=True)]
    assert 3 * totals[0] < min(totals[1:])


def test_the_random_bot_takes_what_chance_gives() -> None:
    deal = deal_of("2-KC AH", "AC 3-KD KH", "2-AS", "AD 2D 2-QH", pass_offset=1)
    assert shown(RandomBot(first).choose_pass(deal, 3)) == "2D AD 2H"
    deal = deal_of("2-KC AH", "AC 3-KD KH", "2-AS", "AD 2D 2-QH")
    play(deal, "2C", "AC")
    assert RandomBot(first).choose_card(deal, 2) == CARDS["2S"]
    assert RandomBot(lambda n: n - 1).choose_card(deal, 2) == CARDS["AS"]


def test_a_bot_needs_its_own_hand() -> None:
    deal = Deal(LIMITS, [cards("2-AC"), None, None, None], 1)
    for level in LEVELS.values():
        with pytest.raises(ValueError, match="this view does not see the hand of seat 1"):
            level(first).choose_pass(deal, 1)


def passed_by_normal(hand: str) -> str:
    found = cards(hand)
    return shown(NormalBot(first).choose_pass(Deal(LIMITS, [found, *others(found)], 1), 0))


def test_the_normal_bot_passes_high_spades_that_few_small_ones_guard() -> None:
    assert passed_by_normal("2-5C 2-4D 2-4H QS KS AS") == "QS KS AS"


def test_the_normal_bot_keeps_a_guarded_queen() -> None:
    assert "QS" not in passed_by_normal("2-4C 2-4D 2H KH 2-5S QS")


def position(*plays: str, hands: Sequence[str]) -> tuple[NormalBot, Deal, int]:
    deal = deal_of(*hands)
    play(deal, *plays)
    assert deal.turn is not None
    return NormalBot(first), deal, deal.turn


def test_the_normal_bot_discards_the_queen() -> None:
    hands = ["2-KC AH", "AC 3-KD KH", "2-AS", "AD 2D 2-QH"]
    bot, deal, seat = position("2C", "AC", "2S", "AD", "KD", hands=hands)
    assert deal.legal(2) & QUEEN
    assert bot.choose_card(deal, seat) == CARDS["QS"]


def test_the_normal_bot_gets_rid_of_the_ace_of_spades_while_the_queen_is_out() -> None:
    hands = ["2-KC AH", "AC 3-KD KH", "2-JS KS AS 2D", "AD QS 2-QH"]
    bot, deal, seat = position("2C", "AC", hands=hands)
    assert bot.choose_card(deal, seat) == CARDS["AS"]


def test_the_normal_bot_ducks_with_its_highest_loser() -> None:
    hands = ["2C 9C 2-QD", "8C TC KC KD AD 2-9H", "JC QC AC T-AH 2-6S", "3-7C 7-AS"]
    bot, deal, seat = position("2C", "KC", hands=hands)
    assert bot.choose_card(deal, seat) == CARDS["QC"]


def test_the_normal_bot_takes_the_first_trick_with_its_highest_card() -> None:
    hands = ["2C 9C 2-QD", "8C TC KC KD AD 2-9H", "JC QC AC T-AH 2-6S", "3-7C 7-AS"]
    bot, deal, seat = position("2C", hands=hands)
    assert bot.choose_card(deal, seat) == CARDS["KC"]
