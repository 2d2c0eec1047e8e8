"""The examples that pin the meaning of the rules down, one by one, under the named rule sets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from fairdeal.game import Done, IllegalMove, Turn
from hearts.cards import NAMES
from hearts.game import GAME, HeartsDeal, HeartsMatch
from hearts.presets import named
from hearts.rules import Rules
from hearts.scoring import Costs
from tests.hearts.helpers import cards, shown

CLUBS, DIAMONDS, HEARTS, SPADES = (list(NAMES[start : start + 13]) for start in range(0, 52, 13))


def match_of(preset: str, *variants: str, **changes: Any) -> HeartsMatch:
    """A match whose first deal has no pass."""
    rules = named(preset, variants, {"pass_cycle": (0,), **changes})
    return GAME.match(rules.to_json(), rules.players)


def deal_of(match: HeartsMatch, *some: str, draw: int = 0) -> HeartsDeal:
    """A deal in which these cards are in these hands; what is left fills them up, in order."""
    rules = match.rules
    left = list(rules.deck)
    hands = [hand.split() for hand in some]
    hands += [[] for _ in range(rules.players - len(hands))]
    for hand in hands:
        for name in hand:
            left.remove(name)
    for hand in hands:
        while len(hand) < rules.hand_size:
            hand.append(left.pop(0))
        hand.sort(key=NAMES.index)
    return match.begin(draw, [tuple(hand) for hand in hands], tuple(left))


def play(deal: HeartsDeal, plays: str) -> None:
    """Plays of whoever's turn it is, legal or not."""
    for name in plays.split():
        assert deal.turn is not None
        deal.apply(deal.turn, name)


def playable(deal: HeartsDeal, among: str) -> str:
    """Those of these cards that the seat to play may play."""
    assert deal.turn is not None
    return " ".join(name for name in among.split() if deal.check(deal.turn, name) is None)


def points(rules: Rules, *taken: str, choice: Any = None) -> list[int]:
    held = [cards(text) for text in taken]
    return Costs(rules).points([*held, *[0] * (rules.players - len(held))], choice)


def after(preset: str, *totals: int, points: Sequence[int] = ()) -> HeartsMatch:
    rules = named(preset)
    match = GAME.match(rules.to_json(), rules.players)
    return match.settle(
        {"dealer": 0, "points": list(points or [1] * len(totals)), "totals": list(totals)}
    )


# --- The play ---


@pytest.mark.parametrize(
    ("preset", "variants", "void", "may"),
    [
        ("live", [], "5D 7H QS", "5D"),
        ("live", [], "QS 7H", "7H QS"),
        ("classique", [], "5D 7H QS", "5D 7H QS"),
        ("omnibus", [], "JD 7H", "JD"),
        ("british", [], "QS 7H", "QS"),
        ("free-first-trick", [], "5D 7H QS", "5D QS"),
        ("free-first-trick", [], "7H QS", "7H QS"),
    ],
)
def test_void_in_clubs_on_trick_one(preset: str, variants: list[str], void: str, may: str) -> None:
    """The hand is these cards and one more heart; all other cards of a small deck are clubs."""
    hand = sorted([*void.split(), "AH"], key=NAMES.index)
    players = named(preset, variants).players
    kept = {*hand, *CLUBS[: len(hand) * (players - 1)]}
    removed = tuple(name for name in NAMES if name not in kept)
    deal = deal_of(match_of(preset, *variants, removed=removed, pass_count=0), "", " ".join(hand))
    deal.apply(0, "2C")
    assert deal.turn == 1
    assert playable(deal, " ".join(sorted(void.split(), key=NAMES.index))) == may


def second_trick(match: HeartsMatch, hand: str) -> HeartsDeal:
    """Seat 1 holds these cards and `AC`, with which it has just taken the first trick."""
    removed = len(hand.split()) + 1
    deck = [name for name in NAMES if name not in hand.split() and name != "AC"]
    others = [name for name in deck if name[1] in "CD"][: 3 * removed]
    kept = {*hand.split(), "AC", *others}
    rules = named(
        "house",
        changes={
            **{
                axis: value
                for axis, value in match.rules.to_json().items()
                if axis not in ("removed", "pass_cycle")
            },
            "removed": tuple(name for name in NAMES if name not in kept),
            "pass_cycle": (0,),
        },
    )
    small = GAME.match(rules.to_json(), 4)
    deal = deal_of(small, others[0], f"{hand} AC")
    play(deal, f"{others[0]} AC")
    while deal.turn != 1:
        assert deal.turn is not None
        play(deal, shown(deal.legal(deal.turn)).split()[0])
    return deal


@pytest.mark.parametrize(
    ("preset", "hand", "may"),
    [
        ("live", "4H 9H QS", "QS"),
        ("live", "4H 9H", "4H 9H"),
        ("solo", "2D 3H QS", "2D QS"),
        ("free-lead", "2D 3H QS", "2D 3H QS"),
        ("classique", "2D 3H QS", "2D QS"),
    ],
)
def test_what_may_be_led_to_the_second_trick(preset: str, hand: str, may: str) -> None:
    deal = second_trick(match_of(preset), hand)
    assert not deal.hearts_open
    assert playable(deal, hand) == may
    if may == "4H 9H":
        play(deal, "4H")
        assert deal.hearts_open


@pytest.mark.parametrize(
    ("changes", "hand", "may"),
    [
        ({"only_hearts_and_queen": "either"}, "4H 9H QS", "4H 9H QS"),
        ({"only_hearts_and_queen": "either"}, "3D 9H QS", "3D QS"),
        ({"queen_lead": "hearts-open"}, "3D QS", "3D"),
        ({"queen_lead": "hearts-open"}, "4H QS", "QS"),
        ({"queen_lead": "hearts-open", "only_hearts_and_queen": "either"}, "4H QS", "4H"),
        ({"queen_lead": "hearts-open", "closed_hearts_lead": "allowed"}, "4H QS", "4H"),
        ({"queen_lead": "hearts-open"}, "QS", "QS"),
    ],
)
def test_the_queen_and_hearts_led(changes: Mapping[str, Any], hand: str, may: str) -> None:
    assert playable(second_trick(match_of("house", **changes), hand), hand) == may


def test_a_heart_discarded_may_be_led_from_the_next_trick_on_and_the_queen_opens_nothing() -> None:
    for discard, opens, rules in (
        ("2H", True, {}),
        ("QS", False, {}),
        ("QS", True, {"hearts_opened_by": "heart-or-queen"}),
    ):
        match = match_of("classique", **rules)
        deal = deal_of(match, "2C 3H", "AC 4H", f"{discard} {' '.join(DIAMONDS[:12])}")
        play(deal, f"2C AC {discard}")
        assert deal.turn == 3
        assert deal.hearts_open is opens
        play(deal, shown(deal.legal(3)).split()[-1])
        assert deal.turn == 1
        found = deal.check(1, "4H")
        assert (found is None) is opens
        assert deal.alerts().queens_played == (discard == "QS")


def test_a_two_of_clubs_that_was_passed_is_led_by_the_receiver() -> None:
    match = GAME.match(named("live").to_json(), 4)
    deal = deal_of(match, "2C 3C 4C")
    moves = {seat: list(shown(deal.hand(seat) or 0).split()[:3]) for seat in range(4)}
    deal.open_seals(moves)
    assert deal.due() == Turn(frozenset({1}))
    assert deal.check(1, "2C") is None
    found = deal.check(1, moves[0][1])
    assert found is not None
    assert found.rule == "R-two-clubs"


def test_in_a_deal_without_a_pass_the_holder_still_leads_the_two_of_clubs() -> None:
    deal = deal_of(match_of("live"), "", "", "2C")
    assert deal.due() == Turn(frozenset({2}))
    found = deal.check(2, "AS")
    assert found is not None
    assert found.rule in {"R-two-clubs", "R-holding"}


def test_a_received_card_cannot_be_passed_on() -> None:
    match = GAME.match(named("live").to_json(), 4)
    deal = deal_of(match, "2C 3C 4C", "2D 3D 4D")
    found = deal.check(1, ["2C", "3C", "4C"])
    assert found is not None
    assert found.rule == "R-pass"


@pytest.mark.parametrize(
    ("players", "lowest"), [(3, "the three of clubs"), (5, "the three"), (6, "the four of clubs")]
)
def test_the_lowest_club_leads_where_the_two_is_removed(players: int, lowest: str) -> None:
    match = match_of("house", players=players)
    first = next(name for name in match.rules.deck if name[1] == "C")
    deal = deal_of(match, "", first)
    assert deal.due() == Turn(frozenset({1}))
    other = shown((deal.hand(1) or 0) & ~(1 << NAMES.index(first))).split()[0]
    found = deal.check(1, other)
    assert found is not None
    assert found.detail.startswith(lowest)


def test_the_lowest_club_in_any_hand_leads_where_the_two_is_left_over() -> None:
    match = match_of("house", players=3, removed=(), remainder="first-trick")
    hands = [tuple(NAMES[1 + seat : 52 : 3]) for seat in range(3)]
    deal = match.begin(0, hands, ("2C",))
    assert deal.due() == Turn(frozenset({0}))
    assert deal.check(0, "3C") is None
    found = deal.check(0, "6C")
    assert found is not None
    assert found.detail == "the three of clubs must be led"
    public = match.begin(0, [None] * 3, None)
    assert public.due() == Turn(frozenset({0, 1, 2}))
    assert [public.check(0, name) is None for name in ("2C", "3C", "4C")] == [True, True, False]
    holder = match.begin(0, [hands[0], None, None], None)
    assert holder.due() == Turn(frozenset({0, 1, 2}))
    assert holder.check(0, "3C") is None
    knower = match.begin(0, [hands[0], None, None], ("2C",))
    assert knower.due() == Turn(frozenset({0}))
    lowest = match.begin(0, [None, None, ("2C", *NAMES[4:20])], None)
    assert lowest.due() == Turn(frozenset({2}))
    second = match.begin(0, [None, None, tuple(NAMES[1:18])], None)
    assert second.check(2, "4C") is not None
    assert second.check(1, "4C") is not None


def test_any_club_by_the_holder() -> None:
    deal = deal_of(match_of("house", first_lead="any-club"), "2C 5C 3D")
    assert playable(deal, "2C 5C 3D") == "2C 5C"
    found = deal.check(0, "3D")
    assert found is not None
    assert (found.rule, found.detail) == ("R-two-clubs", "a club must be led")


def test_the_left_of_the_dealer_leads_what_the_other_rules_allow() -> None:
    deal = deal_of(match_of("house", first_lead="left-of-dealer"), "", "", "2C 3H QS", draw=1)
    assert deal.due() == Turn(frozenset({2}))
    assert playable(deal, "2C 3H QS") == "2C"
    assert match_of("house", first_lead="left-of-dealer").begin(3, [None] * 4, None).turn == 0


# --- Two packs ---


def small_cancellation(*hands: str, rest: str = "", **changes: Any) -> HeartsDeal:
    """Six players with hands of a tiny deck of two packs."""
    held = " ".join([*hands, rest]).split()
    rules = named(
        "cancellation",
        changes={"removed": tuple(name for name in NAMES if name not in held), **changes},
    )
    match = GAME.match(rules.to_json(), 6)
    return match.begin(
        5,
        [tuple(sorted(hand.split(), key=NAMES.index)) for hand in hands],
        tuple(sorted(rest.split(), key=NAMES.index)),
    )


def test_a_cancelled_trick_stays_and_opens_hearts() -> None:
    """7D JD 7D JD AH 2C: nobody takes it, the same leader leads, the next winner takes both."""
    deal = small_cancellation("7D 5C", "JD 2C", "7D 6C", "JD 6C", "AH AH", "2C 5C")
    assert deal.turn == 0
    for name in ("7D", "JD", "7D", "JD", "AH", "2C"):
        assert deal.turn is not None
        assert deal.check(deal.turn, name) is None
        deal.apply(deal.turn, name)
    assert deal.tricks[0][1] is None
    assert (deal.turn, deal.hearts_open) == (0, True)
    assert deal.taken == [0] * 6
    assert shown(deal.standing) == "2C 7D 7D JD JD AH"
    assert deal.alerts().points == (0,) * 6
    assert deal.alerts().moon_threat is None
    play(deal, "5C 2C 6C 6C AH 5C")
    assert deal.tricks[1][1] == 1
    assert shown(deal.taken[1]) == "2C 2C 5C 5C 6C 6C 7D 7D JD JD AH AH"
    assert deal.standing == 0
    assert deal.alerts().points == (0, 2, 0, 0, 0, 0)
    assert deal.alerts().moon_threat == 1


def test_what_stays_after_the_last_trick_goes_to_the_last_winner() -> None:
    deal = small_cancellation("2C 5D", "3C 6D", "5D AC", "2C 6D", "3C AC", "2H 2H")
    play(deal, "2C 3C AC 2C 3C 2H 5D 6D AC 2H 5D 6D")
    assert [taker for _, taker in deal.tricks] == [2, None]
    assert deal.over
    assert shown(deal.taken[2]) == "2C 2C 3C 3C AC AC 5D 5D 6D 6D 2H 2H"


def test_where_nobody_wins_any_trick_the_last_leader_takes_all() -> None:
    deal = small_cancellation("2C", "3C", "2C", "3C", "2H", "2H")
    play(deal, "2C 3C 2C 3C 2H 2H")
    assert deal.over
    assert deal.tricks == [({0: 0, 1: 1, 2: 52, 3: 53, 4: 26, 5: 78}, None)]
    assert shown(deal.taken[0]) == "2C 2C 3C 3C 2H 2H"
    result = deal.result()
    assert result == {
        "dealer": 5,
        "points": [0, 2, 2, 2, 2, 2],
        "totals": [0, 2, 2, 2, 2, 2],
    }


@pytest.mark.parametrize("remainder", ["first-trick", "last-trick"])
def test_cards_left_over_go_to_the_last_leader_where_nobody_wins_any_trick(remainder: str) -> None:
    hands = ("2C", "3C", "2C", "3C", "2H", "2H")
    deal = small_cancellation(*hands, rest="QS QS", remainder=remainder)
    deal.apply(3, "3C")  # out of turn: so it leads
    play(deal, "2H 2H 2C 3C 2C")
    assert deal.over
    assert shown(deal.won()[3]) == "2C 2C 3C 3C 2H 2H QS QS"


def test_what_stays_goes_to_the_last_winner_also_where_another_seat_led() -> None:
    deal = small_cancellation("2C 5D", "3C 6D", "5D AC", "2C 6D", "3C AC", "2H 2H")
    play(deal, "2C 3C AC 2C 3C 2H")
    deal.apply(1, "6D")  # out of turn: so it leads
    play(deal, "5D 6D AC 2H 5D")
    assert [taker for _, taker in deal.tricks] == [2, None]
    assert shown(deal.taken[2]) == "2C 2C 3C 3C AC AC 5D 5D 6D 6D 2H 2H"


@pytest.mark.parametrize(
    ("remainder", "points"), [("first-trick", [0, 13, 1]), ("last-trick", [26, 26, 0])]
)
def test_cards_left_over_count_as_if_taken(remainder: str, points: list[int]) -> None:
    """The queen of spades is left over; with the only heart she is a moon."""
    hands = [("2C", "3D", "4D"), ("5C", "6D", "2H"), ("3C", "7D", "8D")]
    kept = {name for hand in hands for name in hand} | {"QS"}
    removed = tuple(name for name in NAMES if name not in kept)
    match = match_of("house", players=3, removed=removed, remainder=remainder)
    for seen, rest in ((hands, ("QS",)), ([None] * 3, None)):
        deal = match.begin(0, seen, rest)
        deal.apply(0, "2C")
        play(deal, "5C 3C 6D 7D 3D 8D 4D 2H")
        assert deal.alerts().points == (0, 0, 1)
        assert deal.alerts().moon_threat == 2
        assert deal.result() == {"dealer": 0, "points": points, "totals": points}


def test_the_first_trick_that_somebody_won_brings_the_cards_left_over() -> None:
    deal = small_cancellation("2C 5C", "2C 5C", "3C 6C", "3C 6C", "4C 7C", "4C 2H", rest="7C 2H")
    play(deal, "2C 2C 3C 3C 4C 4C 5C 5C 6C 6C 7C 2H")
    assert [taker for _, taker in deal.tricks] == [None, 4]
    assert deal.due() == Done()
    result = deal.result()
    assert isinstance(result, dict)
    assert result["points"] == [2, 2, 2, 2, 0, 2]  # both hearts: a moon of all in play


# --- Points ---

PENALTIES = "2-AH QS"


@pytest.mark.parametrize(
    ("preset", "taken", "charged"),
    [
        ("live", ["2-KH QS", "AH"], [25, 1, 0, 0]),
        ("live", [PENALTIES], [0, 26, 26, 26]),
        ("classique", [PENALTIES], [0, 13, 13, 13]),
        ("omnibus", [PENALTIES, "JD"], [0, 16, 26, 26]),
        ("omnibus", [f"{PENALTIES} JD"], [-10, 26, 26, 26]),
        ("omnibus", ["2-TH JD", "J-AH QS"], [-1, 17, 0, 0]),
        ("omnibus", ["2-JH JD", "Q-AH QS"], [0, 16, 0, 0]),
        ("spot", ["AH KH 2H", "3-QH QS"], [29, 88, 0, 0]),
        ("spot", ["3-AH QS", "2H"], [115, 2, 0, 0]),
        ("spot", [PENALTIES], [0, 117, 117, 117]),
        ("british", ["QS 2-6H", "7-AH"], [5, 8, 0]),
        ("british", ["2-AH", "QS"], [0, 13, 13]),
    ],
)
def test_what_cards_cost(preset: str, taken: list[str], charged: list[int]) -> None:
    assert points(named(preset), *taken) == charged


def test_a_moon_deal_of_six_players_sums_to_130() -> None:
    assert sum(points(named("house", changes={"players": 6}), PENALTIES)) == 130


def test_a_moon_of_two_packs() -> None:
    rules = named("cancellation")
    everything = 0
    for name in (*HEARTS, "QS"):
        everything |= 1 << NAMES.index(name) | 1 << 52 + NAMES.index(name)
    costs = Costs(rules)
    assert costs.points([everything, 0, 0, 0, 0, 0]) == [0, 52, 52, 52, 52, 52]
    assert costs.points([everything & ~(1 << 26), 1 << 26, 0, 0, 0, 0]) == [51, 1, 0, 0, 0, 0]
    both = Costs(named("cancellation", ["omnibus"]))
    jacks = 1 << NAMES.index("JD") | 1 << 52 + NAMES.index("JD")
    assert both.points([everything, jacks, 0, 0, 0, 0]) == [0, 32, 52, 52, 52, 52]


@pytest.mark.parametrize(
    ("moon", "choice", "charged"),
    [
        ("others-add", None, [0, 16, 26, 26]),
        ("shooter-subtracts", None, [-26, -10, 0, 0]),
        ("shooter-chooses", "add", [0, 16, 26, 26]),
        ("shooter-chooses", "subtract", [-26, -10, 0, 0]),
        ("none", None, [26, -10, 0, 0]),
    ],
)
def test_every_kind_of_moon_with_a_bonus_card(moon: str, choice: Any, charged: list[int]) -> None:
    rules = named("omnibus", changes={"moon": moon})
    assert points(rules, PENALTIES, "JD", choice=choice) == charged


def test_a_moon_that_needs_the_bonus_card() -> None:
    rules = named("omnibus", changes={"moon_bonus": "needed"})
    assert points(rules, PENALTIES, "JD") == [26, -10, 0, 0]
    assert points(rules, f"{PENALTIES} JD") == [-10, 26, 26, 26]
    assert points(named("house", changes={"moon_bonus": "needed"}), PENALTIES) == [0, 26, 26, 26]


# --- The shooter's choice ---


def shot(choice: str | None) -> HeartsDeal:
    """Seat 0 with a hand that takes everything, from 60, 80, 74, 20."""
    match = match_of("shooters-choice")
    match = match.settle({"dealer": 3, "points": [0] * 4, "totals": [60, 80, 74, 20]})
    deal = match.begin(0, [tuple(CLUBS), tuple(DIAMONDS), tuple(HEARTS), tuple(SPADES)], ())
    for number in range(13):
        for seat, suit in enumerate((CLUBS, DIAMONDS, HEARTS, SPADES)):
            deal.apply(seat, suit[number])
    if choice is not None:
        deal.apply(0, choice)
    return deal


@pytest.mark.parametrize(
    ("choice", "totals", "over"),
    [("add", [60, 106, 100, 46], True), ("subtract", [34, 80, 74, 20], False)],
)
def test_the_shooter_adds_or_subtracts(choice: str, totals: list[int], over: bool) -> None:
    deal = shot(choice)
    assert deal.due() == Done()
    result = deal.result()
    assert isinstance(result, dict)
    assert result["totals"] == totals
    settled = deal.match.settle(result)
    assert settled.over is over
    if over:  # a shooter can lose by it; it stands
        assert settled.standings() == {"totals": totals, "places": [2, 4, 3, 1]}


def test_the_choice_is_a_move_of_the_shooter_alone() -> None:
    deal = shot(None)
    assert deal.due() == Turn(frozenset({0}))
    assert deal.place() == (("choice", 1),)
    assert deal.check(0, "add") is None
    assert deal.check(0, "subtract") is None
    other = deal.check(1, "add")
    assert other is not None
    assert (other.rule, other.detail) == ("R-turn", "seat 0 chooses what its moon does")
    assert other.playable == ()
    for nonsense in ("2C", "ADD", None, ["add"], 0, True):
        found = deal.check(0, nonsense)
        assert found is not None
        assert (found.rule, found.playable) == ("R-move", ("add", "subtract"))
        with pytest.raises(IllegalMove, match="R-move"):
            deal.apply(0, nonsense)
    with pytest.raises(IllegalMove, match="R-turn"):
        deal.apply(1, "add")
    with pytest.raises(ValueError, match="not over"):
        deal.result()
    deal.apply(0, "add")
    with pytest.raises(IllegalMove, match="the deal is over"):
        deal.apply(0, "2C")
    found = deal.check(0, "add")
    assert found is not None
    assert found.rule == "R-move"


# --- The match ---


@pytest.mark.parametrize(
    ("preset", "totals", "penalties", "over"),
    [
        ("solo", [100, 40, 40, 90], [], False),
        ("solo", [104, 60, 75, 88], [], True),
        ("solo", [112, 55, 55, 90], [], False),
        ("solo", [116, 67, 65, 90], [4, 12, 10, 0], True),
        ("speciale", [108, 60, 40, 83], [13, 0, 0, 13], True),
        ("speciale", [108, 60, 40, 83], [12, 0, 1, 13], False),
        ("speciale", [108, 60, 40, 83], [12, 1, 0, 13], True),
        ("speciale", [101, 60, 53, 77], [6, 0, 13, 7], False),
        ("speciale", [101, 60, 40, 40], [6, 0, 0, 20], False),  # a leader took nothing, but a tie
        ("live", [100, 100, 40, 60], [], True),
        ("solo", [100, 100, 40, 60], [], True),
        ("house", [100, 100, 40, 60], [], True),
        ("classique", [100, 100, 40, 40], [], True),
        ("speciale", [100, 100, 40, 60], [], False),
        ("speciale", [99, 60, 40, 83], [13, 0, 0, 13], False),
    ],
)
def test_when_a_match_ends(
    preset: str, totals: list[int], penalties: list[int], over: bool
) -> None:
    assert after(preset, *totals, points=penalties).over is over


@pytest.mark.parametrize(
    ("penalties", "over"),
    [([26, 0, 0, 0], True), ([20, 0, 0, 6], True), ([14, 0, 6, 6], False), ([14, 1, 5, 6], True)],
)
def test_every_leader_must_have_been_charged(penalties: list[int], over: bool) -> None:
    match = match_of("live", perfect_deal="prolongs")
    totals = [100, 60, 40, 40]
    settled = match.settle({"dealer": 0, "points": penalties, "totals": totals})
    assert settled.over is over


def test_a_bonus_of_ten_hearts_is_no_perfect_deal_and_a_shooter_is_perfect() -> None:
    match = match_of("speciale", "omnibus")
    result = {"dealer": 0, "points": [0, 3, 13, 0], "totals": [101, 60, 40, 70]}
    assert match.settle({**result, "penalties": [10, 3, 13, 0]}).over is False
    assert match.settle({**result, "penalties": [10, 3, 13, 1]}).over is True
    assert match.settle({**result, "penalties": [-13, 3, 13, 1]}).over is False


def test_five_players_do_not_pass_in_the_third_deal() -> None:
    rules = named("house", changes={"players": 5})
    match = GAME.match(rules.to_json(), 5)
    offsets = []
    for _ in range(4):
        offsets.append(match.pass_offset)
        match = match.settle({"dealer": 0, "points": [0] * 5, "totals": [0] * 5})
    assert offsets == [1, 4, 0, 1]
    assert named("house", changes={"players": 6}).pass_cycle == (1, 5, 3, 0)


def test_places_are_shared() -> None:
    assert after("house", 90, 90, 95, 100).standings() == {
        "totals": [90, 90, 95, 100],
        "places": [1, 1, 3, 4],
    }
