"""Hints: legal moves with a reason, from what the seat knows."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fairdeal import Player, Signer, Verdict, insecure_entropy, localtable, verify
from fairdeal.game import Deal as AnyDeal
from fairdeal.game import Json
from hearts.cards import CARDS, names
from hearts.deal import Deal
from hearts.game import GAME, HeartsDeal
from hearts.hints import Hint, _why_play, hint
from hearts.match import Match
from hearts.presets import PRESETS, named
from hearts.rules import Rules
from hearts.tools import TOOLS
from tests.hearts import table
from tests.hearts.helpers import LIMITS, cards, deal_of, play
from tests.hearts.rulesets import NAMED, rule_sets
from tests.hearts.table import dealt, first_match

LIVE = Match.first(PRESETS["live"])
MAY_ALL = "you may yet take everything"
CHEAP = "nobody can beat it, and the trick is likely to cost little now"
HUNT = "small spades draw the queen of spades out"


def first(_: int) -> int:
    """Chance that always gives the first."""
    return 0


class Told:
    """A player who does as it is told, and is told the same by whoever sees more."""

    def __init__(self, full: HeartsDeal, seed: int) -> None:
        self._full = full
        self._seed = seed

    def choose(self, deal: AnyDeal, seat: int) -> Json:
        hints = [
            TOOLS.hint(view, seat, Random(self._seed).randrange, "normal")
            for view in (deal, self._full)
        ]
        assert hints[0] == hints[1]
        assert hints[0].reason[0].islower()
        assert hints[0].reason[-1].isalpha()
        return hints[0].move


def follow_hints(rules: Rules, seed: int) -> None:
    """A deal in which all do as they are told; `table.play` holds every move to the rules."""
    views = dealt(first_match(rules), Random(seed))
    table.play(views, [Told(views[0], seed)] * rules.players)


@pytest.mark.parametrize("name", NAMED)
@settings(max_examples=4, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_hints_under_every_named_rule_set_are_legal_and_know_no_secret(
    name: str, seed: int
) -> None:
    follow_hints(NAMED[name], seed)


@settings(max_examples=30, deadline=None)
@given(rule_sets(), st.integers(0, 2**32))
def test_hints_under_any_rules_are_legal_and_know_no_secret(rules: Rules, seed: int) -> None:
    follow_hints(rules, seed)


@pytest.mark.parametrize("name", NAMED)
def test_the_best_adviser_is_legal_too(name: str) -> None:
    """Its hints for the pass and the first lead; `test_bots` holds its whole deals to the rules."""
    (full, *_) = dealt(first_match(NAMED[name]), Random(4))
    if full.passing:
        moves = {seat: TOOLS.hint(full, seat, first).move for seat in range(full.seats)}
        assert all(full.check(seat, move) is None for seat, move in moves.items())
        full.open_seals(moves)
    seat = full.turn
    assert seat is not None
    assert full.check(seat, TOOLS.hint(full, seat, first).move) is None


def test_a_seat_at_a_signed_table_can_follow_hints() -> None:
    class Client:
        def choose(self, deal: AnyDeal, seat: int) -> Json:
            return TOOLS.hint(deal, seat, first, "normal").move

    entropy = insecure_entropy("hints")
    rules, seats = TOOLS.rules("house", {"target": "10"}, seats=3)
    signers = {party: Signer(entropy(32)) for party in ("host", *range(seats))}
    data = localtable.play(
        GAME,
        rules,
        host_name="Host",
        players=[Player(f"P{seat}", signers[seat].public) for seat in range(seats)],
        signers=signers,
        bots=[Client()] * seats,
        entropy=entropy,
    )
    assert verify(data).verdict is Verdict.FAIR


def passing(hand: str) -> Hint:
    deal = Deal(LIMITS, [cards(hand), None, None, None], 1)
    return hint(LIVE, deal, 0, first, "normal")


@pytest.mark.parametrize(
    ("hand", "passed", "reason"),
    [
        (
            "2-5C 2-4D 2-4H QS KS AS",
            "QS KS AS",
            "too few small spades guard the queen of spades",
        ),
        (
            "2-5C 2-6D 2-3H KS AS",
            "6D KS AS",
            "the king and ace of spades might catch the queen",
        ),
        ("3-9C KD 9-TD 8H 2-3S", "9D TD KD", "without diamonds you can soon discard what costs"),
        ("2-9C 2-3D 2H KH AH", "9C KH AH", "high hearts take tricks that cost"),
        ("2-7C 2-6D 2S 3S", "6C 7C 6D", "you miss these cards least"),
        ("2-6C KC AC 2-5D KD AD", "KC AC AD", "high cards take tricks"),
    ],
)
def test_reasons_for_a_pass(hand: str, passed: str, reason: str) -> None:
    found = passing(hand)
    assert found == Hint(tuple(passed.split()), reason)


HANDS = ["2-KC AH", "AC 3-KD KH", "2-AS", "AD 2D 2-QH"]
DUCKING = ["2C 9C 2-QD", "8C TC KC KD AD 2-9H", "JC QC AC T-AH 2-6S", "3-7C 7-AS"]


@pytest.mark.parametrize(
    ("hands", "plays", "card", "reason"),
    [
        (HANDS, "", "2C", "it is the only card that you may play"),
        (HANDS, "2C AC 2S AD KD", "QS", "somebody else takes the queen of spades"),
        (DUCKING, "2C KC", "QC", "it does not take the trick"),
        (DUCKING, "2C", "KC", "none of your cards stays below"),
    ],
)
def test_reasons_for_a_play(hands: list[str], plays: str, card: str, reason: str) -> None:
    deal = deal_of(*hands)
    play(deal, *plays.split())
    assert deal.turn is not None
    assert hint(LIVE, deal, deal.turn, first, "normal") == Hint(card, reason)


HAND = "3C QC AC 2D 3D AD 2H 3H AH 2S QS KS 9D"
FIRST = "1:2C 2:9C 3:TC "
HEART_TAKEN = FIRST + "0:3C 3:5D 0:2D 1:7D 2:9H "


@pytest.mark.parametrize(
    ("preset", "hand", "plays", "card", "reason"),
    [
        ("live", HAND, "1:2C", "QC", "none of your cards stays below"),
        ("live", HAND, FIRST, "3C", "it does not take the trick"),
        ("live", HAND, FIRST, "AC", "the trick costs nothing"),
        ("live", HAND, FIRST + "0:3C 3:5D", "9D", "the trick is likely to cost little"),
        ("live", HAND, FIRST + "0:3C 3:4S", "KS", "the trick is likely to cost little"),
        ("live", HAND, FIRST + "0:3C 3:AS", "QS", "somebody else takes the queen of spades"),
        ("live", HAND, FIRST + "0:3C 3:5H", "AH", "you may yet take everything"),
        ("live", HAND, HEART_TAKEN + "1:6H", "AH", "it keeps one player from taking everything"),
        ("live", HAND, HEART_TAKEN + "1:6H 2:8H 3:KH", "AH", "later it might cost more"),
        ("live", "2-4C 2-4D 2-4H 2S 3S KS AS", "1:5C 2:6C 3:7C 0:2C 3:4S", "KS", MAY_ALL),
        ("live", HAND, FIRST + "0:AC", "2S", "others are likely to have to beat it"),
        ("live", HAND, FIRST + "0:AC", "QC", "others may have to beat it"),
        ("live", HAND, FIRST + "0:AC", "AH", MAY_ALL),
        ("live", HAND, FIRST + "0:AC", "AD", CHEAP),
        ("live", "AC 2-KS", "1:2C 2:9C 3:AS 0:AC", "4S", "nobody else has this suit any more"),
        ("live", "AC 2D 3-9H 3-6S", FIRST + "0:AC", "6S", HUNT),
        ("omnibus", HAND, FIRST + "0:3C 3:JD", "AD", "it may take the jack of diamonds"),
        ("omnibus", HAND, FIRST + "0:3C 1:4D 2:5D 3:JD", "AD", "it takes the jack of diamonds"),
    ],
)
def test_reasons_for_any_card(preset: str, hand: str, plays: str, card: str, reason: str) -> None:
    """What is said of a card, whoever thinks of it; seat 0 sees its own hand."""
    deal = Deal(Match.first(named(preset)).limits, [cards(hand), None, None, None])
    for one in plays.split():
        seat, _, name = one.partition(":")
        deal.play(int(seat), CARDS[name])
    assert _why_play(deal, 0, CARDS[card]) == reason


@pytest.mark.parametrize(
    ("draw", "plays", "card", "reason"),
    [
        (0, "9C 3C 4C 5C 6C", "9C", "it cancels its twin, so that neither takes the trick"),
        (0, "9C 3C 4C 5C 6C", "8C", "it does not take the trick"),
        (0, "TC 3C TC 5C 6C", "8C", "the trick costs nothing"),
        (4, "9C", "8C", "it is not likely to take the trick"),
    ],
)
def test_reasons_where_cards_cancel(draw: int, plays: str, card: str, reason: str) -> None:
    """Seat 0 is the last of six to play, or, with another dealer, the second."""
    hand = "2C 8C 9C 2D 3D 4D 5D 6D 7D 8D 2H 3H 4H 5H 6H 7H 8H"
    deal = first_match(named("cancellation")).begin(draw, [tuple(hand.split()), *[None] * 5], None)
    for turn, name in enumerate(plays.split()):
        deal.apply((draw + 1 + turn) % 6, name)
    assert deal.turn == 0
    assert _why_play(deal, 0, deal.find(0, CARDS[card])) == reason


@pytest.mark.parametrize(
    ("totals", "choice", "reason"),
    [
        ((60, 80, 74, 20), "subtract", "the game would end while others are ahead of you"),
        ((20, 80, 74, 60), "add", "the game ends, and nobody is ahead of you"),
        ((0, 10, 20, 30), "add", "nobody is ahead of you, and the end comes nearer"),
        (
            (70, 10, 40, 30),
            "subtract",
            "the game would be nearer its end while others are ahead of you",
        ),
        ((99, 126, 20, 30), "subtract", "the game ends either way"),
    ],
)
def test_reasons_for_a_choice(totals: tuple[int, ...], choice: str, reason: str) -> None:
    """Seat 0 has taken everything; the target is 100, and 73 after subtracting is behind 20."""
    rules = named("shooters-choice", changes={"target": 100, "ties": "shared"})
    (full, *_) = dealt(replace(first_match(rules), totals=totals), Random(1))
    full.open_seals({seat: list(names(full.hand(seat) or 0))[:3] for seat in range(4)})
    full.taken = [full.unplayed, 0, 0, 0]
    full.unplayed, full.turn, full.chooser = 0, None, 0
    assert full.choosing
    assert TOOLS.hint(full, 0, first) == Hint(choice, reason)
    with pytest.raises(ValueError, match="nothing is due from seat 1 now"):
        TOOLS.hint(full, 1, first)


def test_there_is_no_hint_where_nothing_is_due() -> None:
    deal = deal_of(*HANDS)
    with pytest.raises(ValueError, match="nothing is due from seat 1 now"):
        hint(LIVE, deal, 1, first)
    unseen = Deal(LIMITS, [None] * 4, 1)
    with pytest.raises(ValueError, match="this view does not see the hand of seat 0"):
        hint(LIVE, unseen, 0, first)
