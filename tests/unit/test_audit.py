"""An audit of made-up tables: every figure is worked out by hand."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from math import asin, sqrt
from random import Random

import numpy as np
import pytest
from scipy import stats

from fairdeal.audit import Audit, audit
from fairdeal.chance import DRAWS
from fairdeal.fall import OneTest
from fairdeal.sample import Attempt, Fate, Hands, Sample
from hearts.cards import NAMES
from tests.audits import ALICE, BOB, CHLOE, DAVID, HOST, PERSONS, fair, hands, shuffled, table


def near(value: object) -> object:
    return pytest.approx(value, rel=1e-9)


def audited(samples: Sequence[Sample], seed: int = 1) -> Audit:
    return audit(samples, np.random.default_rng(seed))


def the(found: Audit, kind: str, about: str = "") -> OneTest:
    (test,) = [one for one in found.tests if one.kind == kind and about in ("", one.about)]
    return test


# Who called off


def test_voids_by_host_and_by_person() -> None:
    void = [
        Attempt(Fate.VOID, PERSONS, (BOB,)),
        Attempt(Fate.VOID, (ALICE, CHLOE, DAVID), (CHLOE, DAVID)),
        Attempt(Fate.DISCLOSED, (ALICE,)),
        Attempt(Fate.REVEALED, (ALICE,)),
    ]
    other = [Attempt(Fate.DISCLOSED, PERSONS), Attempt(Fate.COMMITTED, PERSONS)]
    chance = Random(1)
    found = audited(
        [
            table("1", [shuffled(chance)], attempts=void),
            table("2", [shuffled(chance)], attempts=other),
        ]
    )
    (host,) = found.hosts
    assert (host.key, host.name) == (HOST, "Example Host")
    assert (host.voids.count, host.voids.of) == (2, 6)
    # P(X >= 2) and P(X <= 2) of six are 0.025 at the ends of the interval.
    low, high = host.voids.low, host.voids.high
    assert 1 - (1 - low) ** 6 - 6 * low * (1 - low) ** 5 == near(0.025)
    below = (1 - high) ** 6 + 6 * high * (1 - high) ** 5 + 15 * high**2 * (1 - high) ** 4
    assert below == near(0.025)
    assert host.missing == {1: 1, 2: 1}
    assert (host.before_reveal, host.after_reveal) == (1, 1)
    assert [(one.name, one.missing.count, one.missing.of) for one in found.persons] == [
        ("Bob", 1, 3),
        ("Chloé", 1, 4),
        ("David", 1, 4),
        ("Alice", 0, 6),
    ]


def test_each_host_by_its_key() -> None:
    chance = Random(1)
    found = audited(
        [table("1", [shuffled(chance)]), table("2", [shuffled(chance)] * 2, host=ALICE)]
    )
    assert [(one.key, one.voids.of) for one in found.hosts] == [(HOST, 1), (ALICE, 2)]


def test_a_table_counts_once_with_its_longest_file() -> None:
    chance = Random(1)
    deals = [shuffled(chance, number) for number in (1, 2, 3)]
    found = audited(
        [
            table("1", deals[:1], height=50),
            table("1", deals, height=150),
            table("1", deals[:2], height=100),
        ]
    )
    assert (found.tables, found.deals) == (1, 3)
    assert found.hosts[0].voids.of == 3


# How the cards fell


def alike(times: int) -> list[Sample]:
    """Tables of one deal in which each seat gets one suit, the last one spades."""
    return [table(str(number), [hands(NAMES)]) for number in range(times)]


def test_a_single_card_by_seat() -> None:
    """Four of four times to one of four seats: the smaller tail is 1 / 256."""
    found = audited(alike(4))
    queen = the(found, "single")
    assert queen.about == "queen of spades"
    assert queen.exact
    assert (queen.place, queen.observed, queen.expected) == (3, 1.0, 0.25)
    assert queen.p == near(4 * 2 / 256)
    assert queen.effect == near(2 * asin(1) - 2 * asin(0.5))


def rotated(deal: int, sitters: tuple[str, ...] = PERSONS) -> Hands:
    """Each deal the persons sit one seat further, and Bob has the queen of spades."""
    turned = sitters[deal % 4 :] + sitters[: deal % 4]
    at = turned.index(BOB)
    order = [card for card in NAMES if card != "QS"]
    order.insert(13 * at, "QS")
    return hands(order, sitters=turned)


def test_a_single_card_by_person_who_changes_seats() -> None:
    """Eight of eight times to one of four persons, twice in each seat."""
    found = audited([table(str(number), [rotated(number)]) for number in range(8)])
    by_seat, by_person = the(found, "single"), the(found, "person")
    assert by_seat.p == 1.0
    assert (by_person.about, by_person.person, by_person.place) == ("queen of spades", BOB, None)
    assert (by_person.observed, by_person.expected, by_person.exact) == (1.0, 0.25, True)
    assert by_person.p == near(4 * 2 / 4**8)
    assert by_person.effect == near(2 * asin(1) - 2 * asin(0.5))
    assert by_person in found.unusual


def test_who_sat_there_too_seldom_to_show_anything_does_not_count() -> None:
    """Of three deals not even all, 2 / 4^3, would be unusual: of eight 0 and 8 would be."""
    guest = "9" * 64
    others = (ALICE, BOB, CHLOE, guest)
    seated = [PERSONS] * 5 + [others] * 3
    found = audited([table(str(number), [rotated(number, seated[number])]) for number in range(8)])
    # Alice, Bob, Chloé, and David in five deals.
    assert the(found, "person").p == near(4 * 2 / 4**8)
    few = audited([table(str(number), [rotated(number)]) for number in range(3)])
    assert "person" not in {test.kind for test in few.tests}


def test_the_bots_of_a_host_are_one_player() -> None:
    """Two of four seats are bots': half of the cards. Ten times the queen: 2 / 2^10."""
    deal = hands(NAMES, sitters=(ALICE, BOB, HOST, HOST))
    found = audited([table(str(number), [deal]) for number in range(10)])
    by_person = the(found, "person")
    assert (by_person.person, by_person.observed, by_person.expected) == (HOST, 1.0, 0.5)
    # That Alice never has it is no more than 2 * (3/4)^10, and so with Bob; they cannot be rarer
    # than ten of ten, so that all three are compared.
    assert by_person.p == near(3 * 2 / 2**10)
    only_bots = [table(str(at), [hands(NAMES, sitters=(HOST,) * 4)]) for at in range(10)]
    assert "person" not in {test.kind for test in audited(only_bots).tests}


def test_persons_in_seats_with_hands_of_several_sizes() -> None:
    """Of five cards seat 0 gets four: the ace falls to Alice once with 4/5 and once with 1/5."""
    deck = tuple(NAMES[:5])
    groups = (("ace", deck[:1]),)
    deals = []
    for number in range(10):
        sitters = (ALICE, BOB) if number % 2 else (BOB, ALICE)
        order = deck if sitters[0] == ALICE else (*deck[1:], deck[0])
        dealt = (order[:4], order[4:])
        deals.append(Hands(number + 1, deck, order, dealt, groups, None, sitters))
    by_person = the(audited([table("1", deals)]), "person")
    assert (by_person.person, by_person.observed) == (ALICE, 1.0)
    assert by_person.expected == near(0.5)
    assert by_person.p == near(2 * 2 * 0.8**5 * 0.2**5)


def test_two_files_of_a_table_that_do_not_continue_each_other() -> None:
    deal = [shuffled(Random(1))]
    files = [
        table("1", deal, height=2, marks=b"aabb"),
        table("1", deal, height=3, marks=b"aabbcc"),
        table("2", deal, height=2, marks=b"aabb"),
        table("2", deal, height=3, marks=b"aaddcc"),
        table("3", deal, height=2, marks=b"aabb"),
        table("3", deal, height=2, marks=b"aabb"),
        table("4", deal, height=2, marks=b"aabb"),
        table("4", deal, height=2, marks=b"aacc"),
    ]
    assert audited(files).forked == ("2", "4")
    assert audited(files[::-1]).forked == ("2", "4")


def test_suits_by_seat_and_in_a_hand() -> None:
    found = audited(alike(5))
    clubs = the(found, "group", "clubs")
    assert (clubs.place, clubs.observed, clubs.expected) == (0, 13, 3.25)
    # Each deal differs from 3.25 by 9.75 at one seat and by 3.25 at three.
    assert clubs.effect == near(sqrt((9.75**2 + 3 * 3.25**2) / 3.25 / 13))
    # Of twenty hands 15 have no clubs; with none to two 6 are expected, with more in each bin.
    lengths = the(found, "lengths", "clubs")
    assert (lengths.span, lengths.observed) == ((0, 2), 0.75)
    assert lengths.expected == near(stats.hypergeom.cdf(2, 52, 13, 13))


def test_the_worst_card() -> None:
    """That any card goes to any seat 16 times of 16 has a chance of less than 52 * 4 / 4^16."""
    found = audited(alike(16))
    card = the(found, "card")
    assert (card.about, card.place, card.observed, card.expected) == ("2C", 0, 1, 0.25)
    assert card.p == near(1 / (found.draws + 1))
    assert card.unusual


def test_nothing_is_more_unusual_than_the_same_deal_again_and_again() -> None:
    deals = [hands(NAMES, number=number) for number in range(1, 9)]
    found = audited([table("1", deals)])
    seat, place = the(found, "same-seat"), the(found, "same-place")
    assert (seat.observed, seat.expected) == (52, 13)
    assert (place.observed, place.expected) == (52, 1)
    # In units of the deviation of one pair; that of cards in the same place is 1.
    assert place.effect == near(51)
    # Each of 52 cards comes back with 1/4; with it one of the 12 others of its seat with 12/51,
    # and one of the 39 of other seats with 13/51.
    variance = 13 + 52 * (12 * 12 / 51 + 39 * 13 / 51) / 4 - 13**2
    assert seat.effect == near(39 / sqrt(variance))
    assert {test.kind for test in found.unusual} >= {"same-seat", "same-place", "cards", "order"}


def test_deals_follow_only_at_their_table_and_one_by_one() -> None:
    same = [hands(NAMES, number=1), hands(NAMES, number=3)]
    found = audited([table("1", same), table("2", same[:1])])
    assert not [test for test in found.tests if test.kind.startswith("same")]


def test_points_by_seat() -> None:
    """Three tables, always the same seat: of 64 ways to turn them 4 are as uneven."""
    deal = hands(NAMES, points=[26, 0, 0, 0])
    found = audited([table(str(number), [deal]) for number in range(3)])
    points = the(found, "points")
    assert (points.place, points.observed, points.expected) == (0, 26, 6.5)
    # Fifty reach it within about 800 samples, so that the estimate deviates by a seventh.
    assert points.p == pytest.approx(1 / 16, rel=0.5)
    # However uneven they are, skill may be the cause: they are told and raise no alarm.
    assert (points.corrected, points.unusual) == (None, False)
    # The seat's mean is 19.5 over the others'; the deviation of 26, 0, 0, 0 is 26 * sqrt(3) / 4.
    assert points.effect == near(19.5 / (26 * sqrt(3) / 4))


def test_points_that_never_differ_are_as_usual_as_can_be() -> None:
    deal = hands(NAMES, points=[5, 5, 5, 5])
    points = the(audited([table(str(number), [deal]) for number in range(3)]), "points")
    assert (points.p, points.effect) == (1.0, 0.0)


def test_points_are_of_tables_that_tell_them_all() -> None:
    told = [hands(NAMES, number=1, points=[4, 0, 0, 0]), hands(NAMES, number=2)]
    whole = [told[0]]
    found = audited([table("1", told), table("2", whole), table("3", whole)])
    assert the(found, "points").observed == 4.0
    # One table can be turned as one likes and stays as uneven.
    assert "points" not in {test.kind for test in audited([table("2", whole)]).tests}


def test_deals_of_another_deck_are_tested_apart() -> None:
    short = tuple(NAMES[:6])
    samples = [
        *fair(1, 2, 3),
        table("short", [hands(short, deck=short, seats=3, groups=(), number=at) for at in (1, 2)]),
    ]
    found = audited(samples)
    assert [(one.seats, one.deck, one.tables, one.deals) for one in found.strata] == [
        (4, 52, 2, 6),
        (3, 6, 1, 2),
    ]
    kinds = [test.kind for test in found.tests if test.stratum == 1]
    assert kinds == ["cards", "card", "order", "same-seat", "same-place"]
    assert found.strata[1].about == "2C"
    assert found.strata[1].expected == near(1 / 3)


def test_a_group_that_is_not_in_the_deck_is_not_tested() -> None:
    deck = tuple(NAMES[:4])
    groups = (("clubs", deck), ("spades", ("QS",)))
    found = audited([table("1", [hands(deck, deck=deck, seats=2, groups=groups)])])
    assert {test.about for test in found.tests if test.kind == "group"} == {"clubs"}


def test_cards_left_over_are_a_place() -> None:
    """Seven cards, three seats: the last card is dealt to nobody, every time."""
    deck = tuple(NAMES[:7])
    deals = [hands(deck[:6], deck=deck, seats=3, groups=()) for _ in range(12)]
    whole = [
        table(str(at), [type(one)(1, deck, deck, one.hands)]) for at, one in zip(count(), deals)
    ]
    card = the(audited(whole), "card")
    assert (card.about, card.place, card.expected) == ("8C", 3, near(1 / 7))


def test_copies_of_a_card_are_one_card() -> None:
    """Two packs of two cards for two seats: a seat lacks a card in 1 of 6 deals."""
    deck = ("A", "B", "A", "B")
    groups = (("ace", ("A",)),)
    always = hands(("A", "A", "B", "B"), deck=deck, seats=2, groups=groups)
    found = audited([table(str(at), [always]) for at in range(3)])
    ace = the(found, "single")
    # The other seat has none, three times of three.
    assert (ace.place, ace.observed, ace.expected) == (1, 0, near(5 / 6))
    assert ace.p == near(2 * 2 / 6**3)
    card = the(found, "card")
    assert (card.about, card.observed, card.expected) == ("A", 1, 0.5)


def test_what_so_few_deals_could_show() -> None:
    found = audited(fair(1, 3, 8))
    (stratum,) = found.strata
    assert (stratum.about, stratum.expected) == ("queen of spades", 0.25)
    assert stratum.detectable is not None
    # The least count of 24 with a tail small enough, for 4 seats and all tests, twice.
    alpha = 0.01 / sum(test.is_judged for test in found.tests) / 4 / 2
    least = next(at for at in range(25) if stats.binom.sf(at - 1, 24, 0.25) <= alpha)
    assert stats.binom.sf(least - 1, 24, stratum.detectable) == near(0.9)


def test_there_are_always_enough_fair_samples_for_all_tests() -> None:
    assert audited(fair(1, 2, 2)).draws == DRAWS
    deals = []
    for size in range(2, 28):
        deck = tuple(NAMES[:size])
        deals.append(hands(deck, deck=deck, seats=2, groups=()))
    found = audited([table("1", deals)])
    assert found.draws == 200 * len(found.tests) > DRAWS


def test_the_same_seed_gives_the_same_audit() -> None:
    samples = fair(5, 3, 4)
    assert audited(samples, 7) == audited(samples[::-1], 7)
    assert audited(samples, 7) != audited(samples, 8)


def test_as_data() -> None:
    found = audited(alike(8))
    data = found.as_dict()
    assert data["unusual"] is True
    assert data["level"] == 0.01
    assert (data["tables"], data["deals"], data["draws"]) == (8, 8, DRAWS)
    assert data["tests"][0]["kind"] == "single"
    assert data["hosts"][0]["voids"]["of"] == 8


# How often it is wrong


@pytest.mark.slow
def test_on_fair_deals_it_raises_its_alarm_as_seldom_as_it_says() -> None:
    """Of 200 audits at most 1 % is expected to be unusual, and 10 % of each kind below 10 %."""
    audits = [audited(fair(seed, 3, 8), seed) for seed in range(200)]
    alarms = sum(bool(one.unusual) for one in audits)
    assert alarms <= stats.binom.isf(0.001, 200, 0.01)
    below = {(test.kind, test.about if test.kind != "card" else ""): 0 for test in audits[0].tests}
    for one in audits:
        for test in one.tests:
            below[test.kind, test.about if test.kind != "card" else ""] += test.p <= 0.1
    exact = ("single", "queen of spades")
    for name, seen in below.items():
        assert seen <= stats.binom.isf(0.0001, 200, 0.1), name
        # An exact test of few deals is wrong less often than it may be.
        assert name == exact or seen >= stats.binom.ppf(0.0001, 200, 0.1), name
