"""What the hard bot is made of: what a seat knows, guesses at the rest, and playouts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from fairdeal.game import Json
from hearts.bots import HardBot, NormalBot
from hearts.bots.hard import distinct, race
from hearts.bots.model import Model
from hearts.bots.moon import better_choice
from hearts.bots.playout import Start, play_out
from hearts.bots.policy import NO_THREAT, Policy
from hearts.bots.sight import Numbering, Sight
from hearts.bots.thumb import at_once, may_shoot
from hearts.bots.worlds import Chance, Worlds
from hearts.cards import CARDS, NAMES, CardSet, names
from hearts.deal import Deal
from hearts.game import HeartsDeal
from hearts.match import Match
from hearts.presets import PRESETS, named
from hearts.rules import Rules
from tests.hearts.helpers import LIMITS, cards, deal_of, pick, points
from tests.hearts.rulesets import rule_sets
from tests.hearts.table import dealt, first_match


def position(rules: Rules, rng: Random) -> list[HeartsDeal]:
    """A deal after some legal moves by chance: the full view, then those of the seats."""
    views = dealt(first_match(rules), rng)
    full = views[0]
    if full.passing:
        moves: dict[int, Json] = {}
        for seat in range(full.seats):
            passed = rng.sample(names(full.hand(seat) or 0), full.pass_count)
            moves[seat] = sorted(passed, key=NAMES.index)
        full.open_seals(moves)
        for seat in range(full.seats):
            giver = (seat - full.pass_offset) % full.seats
            views[1 + seat].open_seals({seat: moves[seat], giver: moves[giver]})
    for _ in range(rng.randrange(rules.players * rules.hand_size)):
        seat = full.turn
        assert seat is not None
        card = pick(rng, full.legal(seat))
        for view in views:
            view.apply(seat, NAMES[card % 52])
    return views


def kinds(model: Model, places: int) -> Counter[str]:
    """The cards of these places, twins counted."""
    return Counter(
        NAMES[model.card(place)] for place in range(places.bit_length()) if places >> place & 1
    )


# --- What a seat knows ---


@settings(max_examples=150, deadline=None)
@given(rule_sets(), st.integers(0, 2**32))
def test_what_a_seat_concludes_is_true(rules: Rules, seed: int) -> None:
    views = position(rules, Random(seed))
    full, seat = views[0], views[0].turn
    assert seat is not None
    sight = Sight(views[1 + seat], seat)
    model, may, wanted = sight.model, sight.may(views[1 + seat]), sight.wanted()
    assert kinds(model, sight.hand) == Counter(names(full.hand(seat) or 0))
    assert Counter(names(full.legal(seat))) == kinds(model, sight.legal)
    unseen: Counter[str] = Counter()
    for other in range(full.seats):
        if other == seat:
            continue
        hand = Counter(names(full.hand(other) or 0))
        known = kinds(model, sight.known[other])
        assert known <= hand
        hidden = hand - known
        assert hidden <= kinds(model, may[other])
        assert hidden.total() == wanted[other]
        unseen += hidden
    assert wanted[seat] == 0
    assert wanted[full.seats] == rules.left_over
    assert unseen <= kinds(model, sight.hidden)
    assert kinds(model, sight.hidden).total() == sum(wanted)


@settings(max_examples=100, deadline=None)
@given(rule_sets(), st.integers(0, 2**32))
def test_a_guess_agrees_with_what_is_known(rules: Rules, seed: int) -> None:
    rng = Random(seed)
    views = position(rules, rng)
    seat = views[0].turn
    assert seat is not None
    view = views[1 + seat]
    sight = Sight(view, seat)
    worlds = Worlds(sight, view, Chance(rng.randrange))
    for _ in range(3):
        world = worlds.guess()
        assert world[seat] == sight.hand
        assert sum(world) == sight.hand | sight.out
        assert sum(hand.bit_count() for hand in world) == sum(world).bit_count()
        for other, wanted in enumerate(sight.wanted()[: view.seats]):
            if other != seat:
                assert world[other].bit_count() == wanted + sight.known[other].bit_count()
                assert sight.known[other] & ~world[other] == 0


def test_guesses_keep_to_voids_and_to_what_was_passed() -> None:
    deal = Deal(LIMITS, [cards("2-KC AH"), None, None, None], 1)
    deal.exchange({0: cards("3C 4C 5C"), 3: cards("2-4S")})
    play_seen(deal, "0:2C 1:AC 2:2D 3:5S 1:AS 2:TS 3:6H 0:2S")
    deal.turn = 0
    sight = Sight(deal, 0)
    worlds = Worlds(sight, deal, Chance(Random(1).randrange))
    for _ in range(50):
        world = worlds.guess()
        assert world[1] & cards("3C 4C 5C") == cards("3C 4C 5C")
        assert not world[2] & cards("2-AC")
        assert not world[3] & cards("2-AC 2-AS")


def play_seen(deal: Deal, plays: str) -> None:
    for word in plays.split():
        seat, name = word.split(":")
        deal.play(int(seat), CARDS[name])


def test_every_hidden_card_may_be_anywhere_equally_often() -> None:
    deal = Deal(LIMITS, [cards("2-AC"), None, None, None])
    sight = Sight(deal, 0)
    worlds = Worlds(sight, deal, Chance(Random(1).randrange))
    count = Counter(
        seat for _ in range(3000) for seat, hand in enumerate(worlds.guess()) if hand & cards("QS")
    )
    assert set(count) == {1, 2, 3}
    assert all(900 < times < 1100 for times in count.values())


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32))
def test_guesses_end_even_where_nothing_fits(seed: int) -> None:
    """Everybody denied everything: somebody lied, and still there is a guess."""
    rng = Random(seed)
    deal = Deal(LIMITS, [cards("2-AC"), None, None, None])

    class Denied(Sight):
        def may(self, deal: Deal) -> list[int]:
            return [rng.getrandbits(52) & rng.getrandbits(52) & self.hidden for _ in range(4)]

    worlds = Worlds(Denied(deal, 0), deal, Chance(rng.randrange))
    world = worlds.guess()
    assert [hand.bit_count() for hand in world] == [13, 13, 13, 13, 0]
    assert sum(world) == LIMITS.deck


# --- Playouts ---


@settings(max_examples=150, deadline=None)
@given(rule_sets(), st.integers(0, 2**32))
def test_a_playout_is_what_the_engine_makes_of_it(rules: Rules, seed: int) -> None:
    """All go on by the policy: here in bits, and in the engine by normal bots."""
    assume(not rules.left_over)  # which all but a playout must reckon with in hands
    (full, *_) = position(rules, Random(seed))
    seat = full.turn
    assert seat is not None
    sight = Sight(full, seat)
    model, policy = sight.model, Policy.of(sight.model)
    card = at_once(policy, sight)
    won = play_out(policy, Start.of(sight), true_world(sight, full), card)
    while (turn := full.turn) is not None:
        full.apply(turn, NAMES[NormalBot(lambda _: 0).choose_card(full, turn) % 52])
    if full.choosing:
        full.apply(full.chooser or 0, "add")
    counting = model.penalty | model.bonus
    costly = {NAMES[model.card(p)] for p in range(104) if counting >> p & 1}
    for mine, theirs in zip(won, full.won(), strict=True):
        real = Counter(name for name in names(theirs) if name in costly)
        assert kinds(model, mine & counting) == real
    points = Match.first(rules).costs.points(full.won(), "add")
    assert model.loss(won, seat) == rules.players * points[seat] - sum(points)


def true_world(sight: Sight, full: Deal) -> list[int]:
    """The real hands, as the numbering of ``sight`` has them."""
    numbering = Numbering(sight.model)
    numbering.places(full.hand(sight.seat) or 0)
    for card in full.trick.values():
        numbering.place(card)
    for taken in (*full.taken, full.standing):
        numbering.places(taken)
    return [
        sight.hand if seat == sight.seat else numbering.places(full.hand(seat) or 0)
        for seat in range(full.seats)
    ] + [0]


@settings(max_examples=50, deadline=None)
@given(st.integers(0, 2**32), st.sampled_from(["first-trick", "last-trick"]))
def test_a_playout_gives_the_cards_left_over_to_somebody(seed: int, remainder: str) -> None:
    changes = {"players": 5, "removed": (), "remainder": remainder}
    (full, *_) = position(named("house", changes=changes), Random(seed))
    seat = full.turn
    assert seat is not None
    sight = Sight(full, seat)
    worlds = Worlds(sight, full, Chance(Random(seed).randrange))
    policy = Policy.of(sight.model)
    won = play_out(policy, Start.of(sight), worlds.guess(), at_once(policy, sight))
    assert sum(won) & sight.model.penalty == sight.model.penalty


# --- The search ---


def test_of_cards_that_come_to_the_same_one_is_tried() -> None:
    hands = ["3C 5C 6C 8C 2-8D JD QD", "2C 4C 7C 9-AC 2-5H", "6-AH 9C TC 9D TD", "KD AD 2-QS"]
    deal = Deal(LIMITS, [cards(hands[0]), None, None, None])
    play_seen(deal, "1:2C 2:9C 3:KD")
    found = {NAMES[card] for card in distinct(Sight(deal, 0))}
    assert found == {"3C", "6C", "8C"}
    play_seen(deal, "0:8C 2:TC 3:AD")
    deal.turn = 0
    found = {NAMES[card] for card in distinct(Sight(deal, 0))}
    assert found == {"3C", "6C"}


def test_the_race_keeps_to_its_budget_and_finds_the_best() -> None:
    tried: list[int] = []

    def loss(world: Sequence[int], option: int) -> int:
        tried.append(option)
        return abs(option - 5)

    assert race(list(range(11)), 200, list, loss) == 5
    assert len(tried) <= 200
    assert race([7], 200, list, loss) == 7
    assert race([3, 7], 1, list, loss) == 3  # the first of equals, tried at least once


# --- A moon ---


def test_a_threatening_moon_is_seen_and_stopped() -> None:
    policy = Policy.of(Model.of(PRESETS["live"]))
    assert policy.threat([0, cards("QS 2-6H"), 0, 0]) == 1
    assert policy.threat([0, cards("QS 2H"), 0, 0]) == NO_THREAT
    assert policy.threat([cards("7H"), cards("QS 2-6H"), 0, 0]) == NO_THREAT
    assert (
        Policy.of(Model.of(named("house", changes={"moon": "none"}))).threat(
            [0, cards("QS 2-6H"), 0, 0]
        )
        == NO_THREAT
    )
    heart = cards("9H")
    assert policy.follow(cards("7H KH"), CARDS["9H"], heart, 2, True) == CARDS["KH"]
    assert policy.follow(cards("7H KH"), CARDS["9H"], heart, 2, False) == CARDS["7H"]
    assert policy.discard(cards("7H 2D"), 0, True) == CARDS["2D"]
    assert policy.discard(cards("7H 2D"), 0, False) == CARDS["7H"]


@pytest.mark.parametrize(
    ("pile", "best", "hand", "played"),
    [
        ("9C", "9C", "3C 9C KC", "9C"),  # the nines cancel: neither takes the trick
        ("9C KC", "KC", "3C 9C AC", "9C"),
        ("9C QC", "QC", "3C QC AC", "QC"),
        ("9C", "9C", "3C KC", "3C"),
        ("4S QS", "QS", "3S QS KS", "QS"),
    ],
)
def test_a_card_whose_twin_is_on_the_table_ducks(
    pile: str, best: str, hand: str, played: str
) -> None:
    """Places: twice the number of the card for those on the table, one more for their twins."""
    policy = Policy.of(Model.of(named("cancellation")))

    def places(names: str, pack: int) -> int:
        return sum(1 << 2 * CARDS[name] + pack for name in names.split())

    card = policy.follow(places(hand, 1), 2 * CARDS[best], places(pile, 0), 2, stop=False)
    assert card == 2 * CARDS[played] + 1


@pytest.mark.parametrize(
    ("preset", "taken", "may"),
    [
        ("live", [0, 0, 0, 0], True),
        ("live", [cards("2H QS"), cards("3C"), 0, 0], True),
        ("live", [cards("QS"), cards("2H"), 0, 0], False),
        ("omnibus", [cards("QS"), cards("JD"), 0, 0], True),  # the bonus card is not needed
        ("british", [cards("2H"), cards("QS"), 0], True),  # nor a queen that costs nothing
        ("british", [cards("QS"), cards("2H"), 0], False),
    ],
)
def test_nobody_tries_for_a_moon_that_is_lost(preset: str, taken: list[int], may: bool) -> None:
    rules = named(preset)
    (full, *_) = dealt(first_match(rules), Random(1))
    sight = Sight(full, 0)
    sight.taken = taken
    assert may_shoot(sight) is may


def test_the_hard_bot_takes_everything_when_nothing_can_go_wrong() -> None:
    """Seat 0 has all the highest cards, but must not lead its low hearts before the high ones."""
    deal = deal_of(
        "KC AC J-AS 2H 3H T-AH",
        "2-5C 2-5D 2-4S 4H 5H",
        "6-9C 6-9D 5-7S 6H 7H",
        "T-QC T-AD 8-TS 8H 9H",
    )
    hard, normal = HardBot(Random(1).randrange), NormalBot(lambda _: 0)
    while (seat := deal.turn) is not None:
        deal.play(seat, (normal if seat else hard).choose_card(deal, seat))
    assert points(deal.taken) == [0, 26, 26, 26]


@pytest.mark.parametrize(
    ("totals", "choice"),
    [
        ((60, 80, 74, 20), "subtract"),  # adding would end it with 60 behind 46
        ((20, 80, 74, 60), "add"),  # which wins at once
        ((0, 10, 20, 30), "add"),  # nothing ends yet, and whoever leads hastens it
        ((70, 10, 40, 30), "subtract"),  # nothing ends yet, and seat 0 is last
        ((80, 60, 80, 70), "add"),  # it ends with 80, 86, 106, 96
        ((99, 80, 70, 10), "subtract"),  # behind 36 if it ends
    ],
)
def test_the_shooter_chooses_what_wins(totals: tuple[int, ...], choice: str) -> None:
    rules = named("shooters-choice", changes={"target": 100, "ties": "shared"})
    match = Match(rules, LIMITS, Match.first(rules).costs, totals)
    deal = deal_of("2-AH", "2-AC", "2-AD", "2-AS")
    won: list[CardSet] = [cards("2-AH QS"), 0, 0, 0]
    deal.taken = won
    deal.unplayed = 0
    assert better_choice(match, deal, 0) == choice
