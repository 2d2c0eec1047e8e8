"""Deal after deal: dealer, pass cycle, totals, the end, places."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hearts.cards import PACK
from hearts.match import Match, ResultError
from hearts.presets import PRESETS
from hearts.rules import Rules
from tests.hearts.helpers import HEARTS, QUEEN, cards, shown

NEW_DECK = range(52)


def result(*totals: int, points: tuple[int, ...] = (0, 0, 0, 0), dealer: int = 0) -> dict[str, Any]:
    return {"dealer": dealer, "points": list(points), "totals": list(totals)}


def after(rules: Rules, *totals: int) -> Match:
    return Match.first(rules).settle(result(*totals))


def test_the_first_dealer_is_drawn_and_the_deal_rotates_to_the_left() -> None:
    match = Match.first(PRESETS["live"])
    assert [match.dealer(draw) for draw in range(4)] == [0, 1, 2, 3]
    match = match.settle(result(0, 0, 0, 0, dealer=2))
    assert [match.dealer(draw) for draw in range(4)] == [3, 3, 3, 3]
    match = match.settle(result(0, 0, 0, 0, dealer=3))
    assert match.dealer(2) == 0


def test_the_pass_goes_left_right_across_and_nowhere_and_again() -> None:
    match = Match.first(PRESETS["solo"])
    offsets = []
    for _ in range(6):
        offsets.append(match.pass_offset)
        match = match.settle(result(0, 0, 0, 0))
    assert offsets == [1, 3, 2, 0, 1, 3]


def test_cards_are_dealt_one_by_one_from_the_dealers_left() -> None:
    match = Match.first(PRESETS["live"])
    hands = match.hands(NEW_DECK, 2)
    assert shown(hands[3]) == "2C 6C TC AC 5D 9D KD 4H 8H QH 3S 7S JS"
    assert shown(hands[0]) == "3C 7C JC 2D 6D TD AD 5H 9H KH 4S 8S QS"
    assert shown(hands[2]) == "5C 9C KC 4D 8D QD 3H 7H JH 2S 6S TS AS"


@given(st.permutations(range(52)), st.integers(0, 3))
def test_every_card_is_dealt_to_one_seat(deck: list[int], draw: int) -> None:
    hands = Match.first(PRESETS["live"]).hands(deck, draw)
    assert [hand.bit_count() for hand in hands] == [13] * 4
    assert sum(hands) == PACK
    for place, card in enumerate(deck):
        assert hands[(draw + 1 + place) % 4] >> card & 1


@pytest.mark.parametrize(
    ("preset", "totals", "over"),
    [
        ("live", (49, 49, 0, 10), False),
        ("live", (50, 0, 0, 1), True),
        ("live", (51, 20, 20, 90), True),
        ("live", (100, 100, 40, 60), True),
        ("solo", (99, 0, 0, 0), False),
        ("solo", (100, 40, 40, 90), False),
        ("solo", (104, 60, 75, 88), True),
        ("solo", (112, 55, 55, 90), False),
        ("solo", (116, 67, 65, 90), True),
        ("solo", (100, 100, 40, 60), True),
    ],
)
def test_when_the_game_ends(preset: str, totals: tuple[int, ...], over: bool) -> None:
    assert after(PRESETS[preset], *totals).over is over


def test_a_game_does_not_end_before_its_first_deal() -> None:
    assert not Match.first(Rules(target=1)).over


def test_a_shooter_can_lose_by_it() -> None:
    match = after(PRESETS["solo"], 60, 80, 74, 20)
    deal = match.deal([None] * 4)
    deal.unplayed = 0
    deal.taken, deal.over = [HEARTS | QUEEN, 0, 0, PACK & ~(HEARTS | QUEEN)], True
    stated = match.result(deal, 0)
    assert stated == {"dealer": 1, "points": [0, 26, 26, 26], "totals": [60, 106, 100, 46]}
    ended = match.settle(stated)
    assert ended.over
    assert ended.standings() == {"totals": [60, 106, 100, 46], "places": [2, 4, 3, 1]}


@pytest.mark.parametrize(
    ("totals", "places"),
    [
        ((100, 40, 40, 90), [4, 1, 1, 3]),
        ((0, 0, 0, 0), [1, 1, 1, 1]),
        ((7, 50, 7, 7), [1, 4, 1, 1]),
        ((50, 50, 26, 0), [3, 3, 2, 1]),
    ],
)
def test_equal_totals_share_a_place(totals: tuple[int, ...], places: list[int]) -> None:
    assert after(PRESETS["live"], *totals).standings()["places"] == places


def test_a_deal_under_way_has_no_result() -> None:
    match = Match.first(PRESETS["live"])
    with pytest.raises(ValueError, match="the deal is not over"):
        match.result(match.deal([cards("2-AC"), None, None, None]), 0)


GOOD = result(1, 2, 3, 20, points=(1, 2, 3, 20), dealer=3)


@pytest.mark.parametrize(
    "bad",
    [
        None,
        True,
        26,
        "result",
        [],
        {},
        {**GOOD, "more": 1},
        {"points": [0] * 4, "totals": [0] * 4},
        *({**GOOD, "dealer": dealer} for dealer in (None, True, -1, 4, "0", 1.0, [0])),
        *(
            {**GOOD, member: scores}
            for member in ("points", "totals")
            for scores in (
                None,
                "1234",
                {},
                [0, 0, 0],
                [0] * 5,
                [0, 0, 0, True],
                [0, 0, 0, "0"],
                [0, 0, 0, 1.0],
                [0, 0, 0, 1_000_001],
                [-1_000_001, 0, 0, 0],
            )
        ),
    ],
)
def test_what_is_no_result_is_refused(bad: object) -> None:
    with pytest.raises(ResultError):
        Match.first(PRESETS["live"]).settle(bad)


def test_the_claimed_totals_are_taken_over_and_nothing_is_changed_in_place() -> None:
    match = Match.first(PRESETS["live"])
    settled = match.settle(GOOD)
    assert (settled.totals, settled.settled) == ((1, 2, 3, 20), 1)
    assert (match.totals, match.settled) == ((0, 0, 0, 0), 0)
    far = match.settle(result(1_000_000, -1_000_000, 0, 0))
    assert far.totals == (1_000_000, -1_000_000, 0, 0)
