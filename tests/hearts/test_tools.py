"""Presets, bots and pictures for the command line."""

from __future__ import annotations

from random import Random
from types import SimpleNamespace
from typing import Any, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fairdeal.game import BadRules, Cell, Deal, DealRecord, GameTools, Match, Seals, Table, Turn
from hearts.cards import NAMES
from hearts.game import GAME, HeartsMatch
from hearts.presets import PRESETS, named
from hearts.rules import Rules
from hearts.tools import TOOLS
from tests.hearts.rulesets import rule_sets

PLAYERS = ("Ann", "Bob", "Cid", "Dora")
SUITS = tuple(NAMES[start : start + 13] for start in range(0, 52, 13))


def match_without_pass() -> HeartsMatch:
    match = GAME.match(PRESETS["live"].to_json(), 4)
    for _ in range(3):
        match = match.settle({"dealer": 0, "points": [0] * 4, "totals": [3, 4, 5, 6]})
    return match


def record(**changes: Any) -> DealRecord:
    values: dict[str, Any] = {
        "draw": 0,
        "names": PLAYERS,
        "hands": SUITS,
        "rest": (),
        "seals": (),
        "moves": tuple(
            (seat, suit[number]) for number in range(13) for seat, suit in enumerate(SUITS)
        ),
        "result": {"dealer": 1, "points": [0, 26, 26, 26], "totals": [3, 30, 31, 32]},
    }
    return DealRecord(**{**values, **changes})


def texts(table: Table) -> list[str]:
    return ["|".join(cell.text for cell in row) for row in table.rows]


def plain(table: Table) -> list[str]:
    return ["|".join(cell.plain for cell in row) for row in table.rows]


def styles(table: Table, row: int) -> list[str]:
    return [cell.style for cell in table.rows[row]]


def test_presets_and_their_one_option() -> None:
    tools: GameTools = TOOLS
    assert tools.rules("live", {}) == (PRESETS["live"].to_json(), 4)
    rules, seats = tools.rules("solo", {"target": "70"})
    assert seats == 4
    assert rules == {**PRESETS["solo"].to_json(), "target": 70}


@pytest.mark.parametrize(
    ("preset", "options", "named", "changes"),
    [
        ("house", {"players": "5"}, {"seats": 5}, {"players": 5}),
        ("house", {"players": "5"}, {}, {"players": 5, "removed": ["2C", "2D"]}),
        ("house", {"removed": "QS,2C", "remainder": "last-trick"}, {}, {"removed": ["2C", "QS"]}),
        ("house", {"removed": "none"}, {}, {"removed": []}),
        ("solo", {"pass_cycle": "never"}, {}, {"pass_cycle": [0]}),
        ("solo", {"pass_cycle": "2,0"}, {}, {"pass_cycle": [2, 0]}),
        ("solo", {"target": "200"}, {"variants": ["omnibus"]}, {"bonus": "JD", "target": 200}),
        (
            "live",
            {},
            {"variants": ("spot", "free-lead")},
            {"heart_values": "spot", "closed_hearts_lead": "allowed", "target": 50},
        ),
        ("cancellation", {}, {"seats": 11}, {"players": 11, "packs": 2}),
        ("house", {}, {"seats": 7, "variants": ["cancellation"]}, {"players": 7, "packs": 2}),
        ("spot", {}, {}, {"heart_values": "spot", "target": 100, "ties": "unique-lowest"}),
    ],
)
def test_seats_variants_and_options_write_axes(
    preset: str, options: dict[str, str], named: dict[str, Any], changes: dict[str, Any]
) -> None:
    rules, seats = TOOLS.rules(preset, options, **named)
    assert isinstance(rules, dict)
    assert seats == rules["players"]
    assert {axis: rules[axis] for axis in changes} == changes


@pytest.mark.parametrize(
    ("preset", "options", "named", "axis"),
    [
        ("house rules", {}, {}, "preset"),
        ("live", {"players": "5"}, {}, "players"),
        ("live", {}, {"seats": 5}, "seats"),
        ("house", {}, {"seats": 0}, "seats"),
        ("house", {}, {"seats": 7}, "seats"),
        ("house", {"players": "4"}, {"seats": 5}, "players"),
        ("house", {"players": "x"}, {}, "players"),
        ("house", {"seats": "5"}, {}, "seats"),
        ("house", {"variant": "omnibus"}, {}, "variant"),
        ("house", {"level": "hard"}, {}, "level"),
        ("house", {}, {"variants": ["omnibus", "spots"]}, "variant"),
        ("house", {}, {"variants": [""]}, "variant"),
        ("house", {}, {"variants": ["spot", "british"]}, "queen_value"),
        ("house", {"bonus": "QD"}, {}, "bonus"),
        ("house", {"removed": "2C,2c"}, {}, "removed"),
        ("house", {"removed": ""}, {}, "removed"),
        ("house", {"pass_cycle": "left"}, {}, "pass_cycle"),
        ("house", {"pass_cycle": "1,,2"}, {}, "pass_cycle"),
        *(
            ("live", {"target": text}, {}, "target")
            for text in ("", "0", "1001", "-5", "5.0", "5 ", "٥٠", "1e2", "00050", "x")
        ),
    ],
)
def test_what_is_unknown_or_has_no_meaning_is_refused_by_axis(
    preset: str, options: dict[str, str], named: dict[str, Any], axis: str
) -> None:
    with pytest.raises(BadRules) as caught:
        TOOLS.rules(preset, options, **named)
    assert caught.value.axis == axis


def test_an_unknown_level_is_a_key_error() -> None:
    with pytest.raises(KeyError, match=r"grandmaster.*there are random, easy, normal, hard"):
        TOOLS.bot("grandmaster", lambda n: 0)


@pytest.mark.parametrize("level", ["normal", "random"])
def test_bots_play_a_deal_through_the_protocol(level: str) -> None:
    rng = Random(7)
    deck = list(NAMES)
    rng.shuffle(deck)
    match = GAME.match(PRESETS["live"].to_json(), 4)
    deal = match.begin(0, match.layout(tuple(deck), 0).hands, ())
    bot = TOOLS.bot(level, rng.randrange)
    assert isinstance(deal.due(), Seals)
    passed = {seat: bot.choose(deal, seat) for seat in range(4)}
    assert all(deal.check(seat, move) is None for seat, move in passed.items())
    deal.open_seals(passed)
    while isinstance(due := deal.due(), Turn):
        (seat,) = due.seats
        move = bot.choose(deal, seat)
        assert deal.check(seat, move) is None
        deal.apply(seat, move)
    assert sum(cast("dict[str, list[int]]", deal.result())["points"]) in {26, 78}


@pytest.mark.parametrize(
    ("name", "cell"),
    [
        ("QS", Cell("Q♠", "QS")),
        ("TH", Cell("10♥", "TH", "red")),
        ("qs", Cell("qs", "qs")),
        ("others-add", Cell("others-add", "others-add")),
    ],
)
def test_one_card(name: str, cell: Cell) -> None:
    assert TOOLS.card(name) == cell


def test_other_games_are_not_for_these_tools() -> None:
    stranger = SimpleNamespace()
    with pytest.raises(TypeError, match="of hearts is needed, not SimpleNamespace"):
        TOOLS.bot("random", lambda n: 0).choose(cast("Deal", stranger), 0)
    with pytest.raises(TypeError, match="hearts only"):
        TOOLS.picture(cast("Match", stranger), record())


def test_the_picture_of_a_deal_without_a_pass() -> None:
    hands, tricks, scores = TOOLS.picture(match_without_pass(), record())
    assert (hands.title, hands.head) == (
        "Hands",
        ("seat", "clubs", "diamonds", "hearts", "spades"),
    )
    assert texts(hands)[2] == "Cid|-|-|A K Q J 10 9 8 7 6 5 4 3 2|-"
    assert plain(hands)[2] == "Cid|-|-|A K Q J T 9 8 7 6 5 4 3 2|-"
    assert styles(hands, 2) == ["bold", "dim", "dim", "red", "dim"]
    assert (tricks.title, tricks.head) == ("Tricks", ("trick", *PLAYERS, "taken by"))
    assert texts(tricks)[8] == "9|>10♣| 10♦| 10♥| 10♠|Ann"
    assert plain(tricks)[8] == "9|>TC| TD| TH| TS|Ann"
    assert styles(tricks, 8) == ["dim", "", "red", "red", "", "bold"]
    assert (scores.title, scores.head) == ("Scores", ("seat", "before", "points", "total"))
    assert plain(scores) == ["Ann|3|0|3", "Bob|4|26|30", "Cid|5|26|31", "Dora|6|26|32"]


@pytest.mark.parametrize(
    ("settled", "title", "receiver"),
    [(0, "Pass to the left", "Bob"), (1, "Pass to the right", "Dora"), (2, "Pass across", "Cid")],
)
def test_the_picture_of_a_pass(settled: int, title: str, receiver: str) -> None:
    match = GAME.match(PRESETS["live"].to_json(), 4)
    for _ in range(settled):
        match = match.settle({"dealer": 0, "points": [0] * 4, "totals": [0] * 4})
    seals = ({0: ["2C", "TC", "AC"], 1: "nonsense", 2: ["2H", 5, "XX"]},)
    _, passed, tricks, _ = TOOLS.picture(match, record(seals=seals, moves=((1, "2C"),)))
    assert (passed.title, passed.head) == (title, ("seat", "passes", "to"))
    assert texts(passed)[0] == f"Ann|2♣ 10♣ A♣|{receiver}"
    assert plain(passed)[0] == f"Ann|2C TC AC|{receiver}"
    assert [row.split("|")[1] for row in plain(passed)[1:]] == ["", "2H", ""]
    assert plain(tricks) == ["1||>2C|||"]


def test_before_disclosure_only_what_is_known_is_shown() -> None:
    shown = record(hands=None, rest=None, moves=((0, "2C"), (1, "2D")), result=None)
    tricks, scores = TOOLS.picture(match_without_pass(), shown)
    assert plain(tricks) == ["1|>2C| 2D|||"]
    assert plain(scores)[1] == "Bob|4|?|?"


@pytest.mark.parametrize("move", [(1, "2C"), (0, "3C"), (1, None), (1, "XX"), (1, ["3D"])])
def test_a_picture_ends_before_a_move_that_nobody_could_make(move: Any) -> None:
    tricks = TOOLS.picture(match_without_pass(), record(moves=((0, "2C"), move, (1, "2D"))))[1]
    assert plain(tricks) == ["1|>2C||||"]


@pytest.mark.parametrize(
    "result", [[], {"points": None}, {"points": [1, 2, 3], "totals": "9999"}, 7]
)
def test_a_result_that_is_none_shows_as_unknown(result: Any) -> None:
    scores = TOOLS.picture(match_without_pass(), record(result=result))[-1]
    assert plain(scores)[0] == "Ann|3|?|?"


# --- Every rule set ---


@pytest.mark.parametrize("level", ["normal", "random"])
@settings(max_examples=60, deadline=None)
@given(rules=rule_sets(), seed=st.integers(0, 2**32))
def test_bots_play_and_pictures_show_deals_under_any_rules(
    level: str, rules: Rules, seed: int
) -> None:
    rng = Random(seed)
    match = GAME.match(rules.to_json(), rules.players)
    deck = list(match.deck)
    rng.shuffle(deck)
    layout = match.layout(tuple(deck), 1)
    deal = match.begin(1, layout.hands, layout.rest)
    views = [
        match.begin(
            1, [hand if own == seat else None for seat, hand in enumerate(layout.hands)], None
        )
        for own in range(rules.players)
    ]
    bot = TOOLS.bot(level, rng.randrange)
    passed: dict[int, Any] = {}
    if deal.passing:
        passed = {seat: bot.choose(views[seat], seat) for seat in range(rules.players)}
        assert all(deal.check(seat, move) is None for seat, move in passed.items())
        deal.open_seals(passed)
        for seat, view in enumerate(views):
            giver = (seat - deal.pass_offset) % rules.players
            view.open_seals({one: passed[one] for one in (seat, giver)})
    moves: list[tuple[int, Any]] = []
    while isinstance(due := deal.due(), Turn):
        (seat,) = due.seats
        move = bot.choose(views[seat], seat)
        assert deal.check(seat, move) is None
        for view in (deal, *views):
            view.apply(seat, move)
        moves.append((seat, move))
    names = tuple(f"P{seat}" for seat in range(rules.players))
    shown = DealRecord(1, names, layout.hands, layout.rest, (passed,), tuple(moves), deal.result())
    tables = TOOLS.picture(match, shown)
    assert len(tables) == (4 if match.pass_offset else 3)
    assert len(tables[0].rows) == rules.players + bool(layout.rest)
    assert len(tables[-2].rows) == rules.hand_size
    last = cast("Any", deal.result())["points"]
    assert [row.split("|")[2] for row in plain(tables[-1])] == list(map(str, last))


def test_the_picture_of_two_packs_with_cards_left_over() -> None:
    removed = tuple(name for name in NAMES if name not in "2C 5C 3C 6C 4C 7C 2H".split())
    rules = named("cancellation", changes={"removed": removed})
    match = GAME.match(rules.to_json(), 6)
    hands = tuple(
        tuple(hand.split()) for hand in ("2C 5C", "2C 5C", "3C 6C", "3C 6C", "4C 7C", "4C 2H")
    )
    moves = [(seat, hand[trick]) for trick in range(2) for seat, hand in enumerate(hands)]
    tables = TOOLS.picture(
        match, DealRecord(5, tuple("ABCDEF"), hands, ("7C", "2H"), (), tuple(moves), None)
    )
    dealt, tricks, _ = tables
    assert plain(dealt)[-1] == "left over|7|-|2|-"
    assert plain(tricks) == [
        "1|>2C| 2C| 3C| 3C| 4C| 4C|stays",
        "2|>5C| 5C| 6C| 6C| 7C| 2H|E",
    ]
    assert styles(tricks, 0)[-1] == "dim"


def test_the_picture_of_a_shooters_choice() -> None:
    match = GAME.match(named("shooters-choice", ["cutthroat"]).to_json(), 4)
    shown = TOOLS.picture(match, record(moves=(*record().moves, (0, "subtract"))))
    assert shown[-1].head == ("seat", "before", "points", "total", "chose")
    assert [row.split("|")[-1] for row in plain(shown[-1])] == ["subtract", "", "", ""]


@pytest.mark.parametrize(
    ("offset", "title"), [(1, "Pass to the left"), (2, "Pass two seats to the left")]
)
def test_the_picture_of_a_pass_of_five(offset: int, title: str) -> None:
    match = GAME.match(named("house", changes={"players": 5, "pass_cycle": (offset,)}).to_json(), 5)
    seals = ({seat: ["3C", "4C", "5C"] for seat in range(5)},)
    shown = TOOLS.picture(match, record(names=(*PLAYERS, "Eve"), hands=None, seals=seals, moves=()))
    assert shown[0].title == title


# What an audit looks at

CLUBS = "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC".split()


def groups(preset: str, **named: Any) -> dict[str, tuple[str, ...]]:
    rules, seats = TOOLS.rules(preset, {}, **named)
    return dict(TOOLS.groups(GAME.match(rules, seats)))


def test_the_suits_the_queen_of_spades_and_the_first_card_are_watched() -> None:
    found = groups("live")
    assert list(found) == [
        *("clubs", "diamonds", "hearts", "spades", "two of clubs", "queen of spades"),
    ]
    assert found["clubs"] == tuple(CLUBS)
    assert found["queen of spades"] == ("QS",)


def test_a_bonus_card_is_watched() -> None:
    assert groups("house", variants=["omnibus"])["jack of diamonds"] == ("JD",)


def test_with_two_packs_a_group_names_each_kind_once_and_no_card_leads_first() -> None:
    found = groups("cancellation", seats=8)
    assert found["clubs"] == tuple(CLUBS)
    assert "two of clubs" not in found


def test_the_first_card_is_the_lowest_club_of_the_deck() -> None:
    found = groups("house", seats=5)
    assert found["clubs"] == tuple(CLUBS[1:])
    assert found["three of clubs"] == ("3C",)


def test_groups_are_of_hearts_only() -> None:
    with pytest.raises(TypeError, match="hearts only"):
        TOOLS.groups(cast("Match", object()))


@pytest.mark.parametrize(
    ("result", "points"),
    [
        ({"dealer": 0, "points": [26, 0, 0, 0], "totals": [26, 0, 0, 0]}, [26, 0, 0, 0]),
        ({"points": [True, 0]}, None),
        ({"points": []}, None),
        ({"points": "26"}, None),
        ({}, None),
        (None, None),
    ],
)
def test_points_of_a_result(result: Any, points: list[int] | None) -> None:
    assert TOOLS.points(result) == points


@pytest.mark.parametrize(
    ("result", "standings"),
    [
        ({"places": [2, 1, 3], "totals": [5, -4, 9]}, [(2, 5), (1, -4), (3, 9)]),
        ({"places": [2, 1, 3], "totals": [5, -4]}, None),
        ({"places": [], "totals": []}, None),
        ({"places": ["1"], "totals": [5]}, None),
        ({"places": [True], "totals": [5]}, None),
        ({"places": 1, "totals": [5]}, None),
        ({"totals": [5]}, None),
        ([1], None),
        (None, None),
    ],
)
def test_standings_of_a_result(result: Any, standings: list[tuple[int, int]] | None) -> None:
    assert TOOLS.standings(result) == standings


def test_options_are_texts() -> None:
    with pytest.raises(TypeError, match="target: options are texts, as people write them, not 200"):
        TOOLS.rules("live", {"target": 200})  # type: ignore[dict-item]
