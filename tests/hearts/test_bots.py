"""Computer players: always legal, blind to other hands, and the better one is better."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from fairdeal.game import Json
from hearts.bots import LEVELS, Bot, EasyBot, HardBot, NormalBot, RandomBot
from hearts.cards import CARDS, names
from hearts.deal import Deal
from hearts.game import HeartsDeal
from hearts.presets import PRESETS, named
from hearts.rules import Rules
from hearts.tools import TOOLS, TableBot
from tests.hearts.helpers import LIMITS, QUEEN, cards, deal_of, others, play, shown
from tests.hearts.rulesets import NAMED, rule_sets
from tests.hearts.table import dealt, first_match
from tests.hearts.table import play as play_deal


def first(_: int) -> int:
    """Chance that always gives the first."""
    return 0


def bot_of(level: str, rng: Random, budget: int = 8) -> Bot:
    return HardBot(rng.randrange, budget) if level == "hard" else LEVELS[level](rng.randrange)


# --- Under every rule set ---


def play_sighted_and_blind(rules: Rules, level: str, seed: int) -> None:
    """A deal among bots of a level; beside each sits one that is shown all hands.

    Both must make the same moves from the same chance, and legal ones (see `table.play`).
    """
    seats = range(rules.players)
    blind = [TableBot(bot_of(level, Random(seed + seat))) for seat in seats]
    sighted = [TableBot(bot_of(level, Random(seed + seat))) for seat in seats]

    def compare(views: Sequence[HeartsDeal], seat: int, move: Json) -> None:
        assert sighted[seat].choose(views[0], seat) == move

    play_deal(dealt(first_match(rules), Random(seed)), blind, compare)


@pytest.mark.parametrize("level", LEVELS)
@settings(max_examples=25, deadline=None)
@given(rules=rule_sets(), seed=st.integers(0, 2**32))
def test_legal_under_any_rules_and_blind_to_other_hands(
    level: str, rules: Rules, seed: int
) -> None:
    play_sighted_and_blind(rules, level, seed)


@pytest.mark.parametrize("name", NAMED)
def test_the_hard_bot_under_every_named_rule_set(name: str) -> None:
    play_sighted_and_blind(NAMED[name], "hard", 5)


def permuted(
    full: HeartsDeal, plays: Sequence[tuple[int, str]], seat: int, rng: Random
) -> HeartsDeal:
    """The same deal after the same plays, the cards that ``seat`` does not see permuted."""
    seats = range(full.seats)
    held = [list(names(full.hand(player) or 0)) for player in seats]
    left_over = full.unplayed & ~sum(full.hand(player) or 0 for player in seats)
    hidden = [name for player in seats if player != seat for name in held[player]]
    hidden += names(left_over)
    rng.shuffle(hidden)
    for player in seats:
        if player != seat:
            held[player] = [hidden.pop() for _ in held[player]]
    for player, name in plays:
        held[player].append(name)
    other = first_match(full.rules).begin(full._draw, list(map(tuple, held)), tuple(hidden))
    for player, name in plays:
        other.apply(player, name)
    return other


@pytest.mark.parametrize("passed", [True, False])
@pytest.mark.parametrize("level", LEVELS)
@settings(max_examples=30, deadline=None)
@given(rules=rule_sets(), seed=st.integers(0, 2**32))
def test_what_others_hold_changes_nothing(
    level: str, passed: bool, rules: Rules, seed: int
) -> None:
    """Shown all hands, a bot passes and plays alike in deals that look alike to its seat."""
    rng = Random(seed)
    if not passed:
        rules = replace(rules, pass_count=0)
    full = dealt(first_match(rules), rng)[0]
    assume(full.passing == passed)
    plays: list[tuple[int, str]] = []
    for _ in range(0 if passed else rng.randrange(1, full.seats * rules.hand_size)):
        assert full.turn is not None
        plays.append((full.turn, rng.choice(names(full.legal(full.turn)))))
        full.apply(*plays[-1])
    seat = rng.randrange(full.seats) if full.turn is None else full.turn
    deals = [full, *(permuted(full, plays, seat, rng) for _ in range(5))]
    choices = [TableBot(bot_of(level, Random(seed))).choose(deal, seat) for deal in deals]
    assert choices == [choices[0]] * len(deals)


@pytest.mark.parametrize("level", LEVELS)
def test_the_same_chance_gives_the_same_deal(level: str) -> None:
    def moves() -> list[Json]:
        made: list[Json] = []
        bots = [TableBot(bot_of(level, Random(seat))) for seat in range(4)]
        views = dealt(first_match(PRESETS["house"]), Random(3))
        play_deal(views, bots, lambda _, seat, move: made.append([seat, move]))
        return made

    assert moves() == moves()


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 2**32), st.sampled_from(["live", "omnibus", "cancellation", "british"]))
def test_bots_play_on_after_faults_of_others(seed: int, preset: str) -> None:
    """Cards out of turn, and voids that were none: what the hard bot concludes is then wrong."""
    rng = Random(seed)
    rules = named(preset)
    views = dealt(first_match(rules), rng)
    full = views[0]
    bots = [TableBot(bot_of("hard", rng)) for _ in range(full.seats)]
    if full.passing:
        moves = {seat: bot.choose(views[1 + seat], seat) for seat, bot in enumerate(bots)}
        for view in views:
            view.open_seals(moves)
    while (seat := full.turn) is not None:
        if rng.random() < 0.3:
            seat = rng.choice([one for one in range(full.seats) if one not in full.trick])
            move: Json = rng.choice(names(full.hand(seat) or 0))
        else:
            move = bots[seat].choose(views[1 + seat], seat)
            assert full.check(seat, move) is None
        for view in views:
            view.apply(seat, move)


# --- How strong they are ---


@pytest.mark.parametrize(("better", "worse"), [("easy", "random"), ("normal", "random")])
def test_a_level_beats_random_play(better: str, worse: str) -> None:
    assert margin(better, worse, deals=60) > 4


def test_the_hard_bot_beats_the_easy_one() -> None:
    assert margin("hard", "easy", deals=25) > 0


def margin(better: str, worse: str, deals: int) -> float:
    """By how many points a deal the one level is better than the other at the other seats."""
    gained = 0
    for number in range(deals):
        for turn in range(2):
            levels = [(better, worse)[(seat + turn) % 2] for seat in range(4)]
            bots = [
                TableBot(bot_of(level, Random(number * 8 + turn * 4 + seat), budget=24))
                for seat, level in enumerate(levels)
            ]
            result = play_deal(dealt(first_match(PRESETS["live"]), Random(number)), bots)
            assert isinstance(result, dict)
            for level, points in zip(levels, result["points"], strict=True):
                gained += points if level == worse else -points
    return gained / deals / 4


# --- What they choose ---


def test_there_is_a_bot_of_each_level() -> None:
    assert set(LEVELS) == {"easy", "normal", "hard", "random"}
    for level in LEVELS:
        assert TOOLS.bot(level, first) is not None


def test_a_bot_needs_its_own_hand() -> None:
    deal = Deal(LIMITS, [cards("2-AC"), None, None, None], 1)
    for level in LEVELS.values():
        with pytest.raises(ValueError, match="this view does not see the hand of seat 1"):
            level(first).choose_pass(deal, 1)


def test_the_random_bot_takes_what_chance_gives() -> None:
    deal = deal_of("2-KC AH", "AC 3-KD KH", "2-AS", "AD 2D 2-QH", pass_offset=1)
    assert shown(RandomBot(first).choose_pass(deal, 3)) == "2D AD 2H"
    deal = deal_of("2-KC AH", "AC 3-KD KH", "2-AS", "AD 2D 2-QH")
    play(deal, "2C", "AC")
    assert RandomBot(first).choose_card(deal, 2) == CARDS["2S"]
    assert RandomBot(lambda n: n - 1).choose_card(deal, 2) == CARDS["AS"]


def passed_by(bot: Bot, hand: str) -> str:
    found = cards(hand)
    return shown(bot.choose_pass(Deal(LIMITS, [found, *others(found)], 1), 0))


@pytest.mark.parametrize("bot", [NormalBot(first), HardBot(Random(1).randrange)])
def test_high_spades_that_few_small_ones_guard_are_passed(bot: Bot) -> None:
    assert passed_by(bot, "2-5C 2-4D 2-4H QS KS AS") == "QS KS AS"


@pytest.mark.parametrize("bot", [NormalBot(first), HardBot(Random(1).randrange)])
def test_a_guarded_queen_is_kept(bot: Bot) -> None:
    assert "QS" not in passed_by(bot, "2-4C 2-4D 2H KH 2-5S QS")


def position(*plays: str, hands: Sequence[str]) -> tuple[Deal, int]:
    deal = deal_of(*hands)
    play(deal, *plays)
    assert deal.turn is not None
    return deal, deal.turn


PLAYERS = [NormalBot(first), HardBot(Random(1).randrange)]
QUEEN_TO_DISCARD = ["2-KC AH", "AC 3-KD KH", "2-AS", "AD 2D 2-QH"]


@pytest.mark.parametrize("bot", [EasyBot(first), *PLAYERS])
def test_the_queen_is_discarded(bot: Bot) -> None:
    deal, seat = position("2C", "AC", "2S", "AD", "KD", hands=QUEEN_TO_DISCARD)
    assert deal.legal(2) & QUEEN
    assert bot.choose_card(deal, seat) == CARDS["QS"]


def test_the_normal_bot_gets_rid_of_the_ace_of_spades_while_the_queen_is_out() -> None:
    hands = ["2-KC AH", "AC 3-KD KH", "2-JS KS AS 2D", "AD QS 2-QH"]
    deal, seat = position("2C", "AC", hands=hands)
    assert NormalBot(first).choose_card(deal, seat) == CARDS["AS"]


DUCKING = ["2C 9C 2-QD", "8C TC KC KD AD 2-9H", "JC QC AC T-AH 2-6S", "3-7C 7-AS"]


def test_the_normal_bot_ducks_with_its_highest_loser() -> None:
    deal, seat = position("2C", "KC", hands=DUCKING)
    assert NormalBot(first).choose_card(deal, seat) == CARDS["QC"]


def test_the_normal_bot_takes_the_first_trick_with_its_highest_card() -> None:
    deal, seat = position("2C", hands=DUCKING)
    assert NormalBot(first).choose_card(deal, seat) == CARDS["KC"]
