"""An audit of made-up tables: every figure is worked out by hand."""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import count, permutations
from math import asin, sqrt
from random import Random

import pytest
from scipy import stats

from fairdeal.audit import Audit, audit
from fairdeal.fall import OneTest, Pool
from fairdeal.sample import Attempt, Fate, Hands, Sample
from hearts.cards import NAMES
from tests.audits import (
    ALICE,
    BOB,
    CALLED,
    CHLOE,
    DAVID,
    GROUPS,
    HOST,
    PERSONS,
    fair,
    hands,
    shuffled,
    table,
)

OTHER = "9" * 64


def near(value: object) -> object:
    return pytest.approx(value, rel=1e-9)


def every_test(samples: Sequence[Sample]) -> Sequence[OneTest]:
    """The tests of samples of one pool, those that cannot stand out included."""
    return list(Pool.of(samples).tests(0))


def the(tests: Sequence[OneTest], kind: str, about: str = "") -> OneTest:
    (test,) = [one for one in tests if one.kind == kind and about in ("", one.about)]
    return test


def told(found: Audit, kind: str, about: str = "") -> OneTest:
    return the(found.tests, kind, about)


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
    found = audit(
        [
            table("1", [shuffled(chance)], attempts=void),
            table("2", [shuffled(chance)], attempts=other),
        ]
    )
    (host,) = found.hosts
    assert (host.key, host.names) == (HOST, ("Example Host",))
    assert (host.voids.count, host.voids.of) == (2, 6)
    # P(X >= 2) and P(X <= 2) of six are 0.025 at the ends of the interval.
    low, high = host.voids.low, host.voids.high
    assert 1 - (1 - low) ** 6 - 6 * low * (1 - low) ** 5 == near(0.025)
    below = (1 - high) ** 6 + 6 * high * (1 - high) ** 5 + 15 * high**2 * (1 - high) ** 4
    assert below == near(0.025)
    assert host.missing == {1: 1, 2: 1}
    assert (host.before_reveal, host.after_reveal) == (1, 1)
    assert [(one.names, one.missing.count, one.missing.of) for one in found.persons] == [
        (("Bob",), 1, 3),
        (("Chloé",), 1, 4),
        (("David",), 1, 4),
        (("Alice",), 0, 6),
    ]


def test_each_host_by_its_key() -> None:
    chance = Random(1)
    found = audit([table("1", [shuffled(chance)]), table("2", [shuffled(chance)] * 2, host=ALICE)])
    assert [(one.key, one.voids.of) for one in found.hosts] == [(ALICE, 2), (HOST, 1)]


def test_how_many_tables_have_no_end() -> None:
    chance = Random(1)
    found = audit([table(str(at), [shuffled(chance)], whole=at > 1) for at in range(5)])
    assert (found.hosts[0].tables, found.hosts[0].incomplete) == (5, 2)


def test_all_names_under_a_key_are_told_the_usual_one_first() -> None:
    chance = Random(1)
    now = {**CALLED, BOB: "Robert"}
    found = audit(
        [table(str(at), [shuffled(chance)], names=now if at else CALLED) for at in range(3)]
    )
    assert [one.names for one in found.persons if one.key == BOB] == [("Robert", "Bob")]
    assert [one.names for one in found.persons if one.key == ALICE] == [("Alice",)]


# One table in several files


def test_a_table_counts_once_with_its_longest_file() -> None:
    chance = Random(1)
    deals = [shuffled(chance, number) for number in (1, 2, 3)]
    files = [
        table("1", deals[:1], hashes="ab"),
        table("1", deals, hashes="abcd"),
        table("1", deals[:2], hashes="abc"),
    ]
    for order in permutations(files):
        found = audit(order)
        assert (found.files, found.tables, found.deals, found.forks) == (3, 1, 3, ())
        assert found.hosts[0].voids.of == 3


def test_two_histories_that_the_host_signed_are_a_fork_and_neither_counts() -> None:
    chance = Random(1)
    void = [Attempt(Fate.VOID, PERSONS, (BOB,))]
    files = [
        table("1", [shuffled(chance)], hashes="abx", attempts=void),
        table("1", [shuffled(chance)] * 2, hashes="abcd"),
        table("1", [shuffled(chance)], hashes="abc"),
        table("1", [], hashes="a"),
        table("2", [shuffled(chance)], hashes="p"),
    ]
    for order in permutations(files):
        found = audit(order)
        assert (found.files, found.tables, found.deals) == (5, 1, 1)
        assert found.hosts[0].voids.of == 1
        (fork,) = found.forks
        assert (fork.table, fork.host, fork.name, fork.common) == ("1", HOST, "Example Host", 2)
        assert fork.histories == (("1-abcd.json", 4), ("1-abx.json", 3))


def test_of_a_history_that_is_there_twice_one_file_is_named() -> None:
    deal = [shuffled(Random(1))]
    files = [table("1", deal, hashes=end, signed=2) for end in ("ab", "abq", "ac")]
    (fork,) = audit(files).forks
    assert fork.histories == (("1-ab.json", 2), ("1-ac.json", 2))
    assert fork.common == 1


def test_what_a_seat_adds_after_the_host_makes_no_fork() -> None:
    """A seat can end the file with another move of its own; the host did not sign that."""
    chance = Random(1)
    true = table("1", [shuffled(chance)] * 2, hashes="abcd", signed=4)
    forged = table("1", [shuffled(chance)], hashes="abx", signed=2)
    longer = table("1", [shuffled(chance)], hashes="abxyz", signed=2)
    for order in permutations([true, forged, longer]):
        found = audit(order)
        assert (found.tables, found.deals, found.forks) == (1, 2, ())


# How the cards fell


def alike(times: int) -> list[Sample]:
    """Tables of one deal in which each seat gets one suit, the last one spades."""
    return [table(str(number), [hands(NAMES)]) for number in range(times)]


def test_a_single_card_by_seat() -> None:
    """Four of four times to one of four seats: the smaller tail is 1 / 256."""
    queen = the(every_test(alike(4)), "single")
    assert queen.about == "queen of spades"
    assert queen.exact
    assert (queen.place, queen.observed, queen.expected) == (3, 1.0, 0.25)
    assert (queen.p, queen.least) == near((4 * 2 / 256, 4 * 2 / 256))
    assert queen.effect == near(2 * asin(1) - 2 * asin(0.5))


def rotated(deal: int) -> Hands:
    """Each deal the persons sit one seat further, and Bob has the queen of spades."""
    turned = PERSONS[deal % 4 :] + PERSONS[: deal % 4]
    order = [card for card in NAMES if card != "QS"]
    order.insert(13 * turned.index(BOB), "QS")
    return hands(order, sitters=turned)


def test_a_single_card_by_person_who_changes_seats() -> None:
    """Eight of eight times to one of four persons, twice in each seat."""
    found = audit([table(str(number), [rotated(number)]) for number in range(8)])
    assert told(found, "single").p == 1.0
    queen = told(found, "person")
    assert (queen.about, queen.card, queen.person, queen.place) == (
        ("queen of spades", "QS", BOB, None)
    )
    assert (queen.observed, queen.expected, queen.exact) == (1.0, 0.25, True)
    assert queen.p == near(4 * 2 / 4**8)
    assert queen.effect == near(2 * asin(1) - 2 * asin(0.5))
    assert queen in found.unusual


def test_persons_who_sat_there_seldom_make_nobody_else_less_unusual() -> None:
    """Of three deals not even all, 2 / 4^3, would be unusual, so that guests are no cells."""
    samples = [table(str(number), [rotated(number)]) for number in range(8)]
    for at in range(10):
        guest = f"{at:064x}"
        sitters = (guest, f"{at + 50:064x}", f"{at + 100:064x}", f"{at + 150:064x}")
        samples.append(table(f"g{at}", [hands(NAMES, number=1, sitters=sitters)] * 3))
    assert the(every_test(samples), "person").p == near(4 * 2 / 4**8)


def test_the_bots_of_a_host_are_one_player() -> None:
    """Two of four seats are the host's: both together hold the card in half of the deals."""
    samples = [table(str(at), [hands(NAMES, sitters=(ALICE, BOB, HOST, HOST))]) for at in range(12)]
    queen = the(every_test(samples), "person")
    # Alice and Bob: none of twelve, with 3/4 each time. The host: twelve of twelve, with 1/2.
    assert (queen.person, queen.observed, queen.expected) == (HOST, 1.0, 0.5)
    assert queen.p == near(3 * 2 / 2**12)


def test_suits_by_seat_and_in_a_hand() -> None:
    tests = every_test(alike(5))
    clubs = the(tests, "group", "clubs")
    assert (clubs.place, clubs.observed, clubs.expected) == (0, 13, 3.25)
    # 13 cards of a suit: variance 13 * 1/4 * 3/4 * 39/51 a deal.
    assert clubs.effect == near(9.75 / sqrt(13 * 3 / 16 * 39 / 51))
    assert clubs.least == clubs.p == 4e-10
    # Of twenty hands 15 have no clubs; with none to two 6 are expected, with more in each bin.
    lengths = the(tests, "lengths", "clubs")
    assert lengths.span == (0, 2)
    assert (lengths.observed, lengths.expected) == near((0.75, stats.hypergeom.cdf(2, 52, 13, 13)))
    assert lengths.effect == near(2 * asin(sqrt(0.75)) - 2 * asin(sqrt(lengths.expected)))


def test_lengths_are_counted_together_until_five_are_expected() -> None:
    """Two of four cards, hands of two: of six hands 1, 4, 1 are expected; of thirty 5, 20, 5."""
    deck = tuple(NAMES[:4])

    def lengths(deals: int) -> Sequence[OneTest]:
        deal = hands(deck, deck=deck, seats=2, groups=(("low", deck[:2]),))
        tests = every_test([table(str(at), [deal]) for at in range(deals)])
        return [one for one in tests if one.kind == "lengths"]

    assert not lengths(3)
    (test,) = lengths(15)
    # 15 hands of none, 15 of both, and none of one card: that a deal has two or none such hands
    # has chances 2/3 and 1/3; none in all 15 deals 3^-15. The two other cells are as rare.
    assert test.p == near(3 * 2 / 3**15)
    assert test.span == (0, 0)
    assert (test.observed, test.expected) == near((0.5, 1 / 6))


def test_the_rare_lengths_go_together() -> None:
    """Of 40 hands with 13 of 52 cards, 0.5 lack a suit, 3.2 hold one card of it, 8.2 two."""
    (pool,) = [Pool.of(alike(10))]
    spans = [cell.span for cell in pool.lengths("clubs")]
    assert spans == [(0, 2), (3, 3), (4, 4), (5, 13)]
    hands_in_all = sum(cell.total.mean for cell in pool.lengths("clubs"))
    assert hands_in_all == near(40)


def test_the_worst_card() -> None:
    """That any card goes to any seat 16 times of 16: 52 * 4 cells, of chance 2 / 4^16 each."""
    found = audit(alike(16))
    card = told(found, "card")
    assert (card.about, card.card, card.place) == ("", "2C", 0)
    assert (card.observed, card.expected) == (1, 0.25)
    assert card.p == near(208 * 2 / 4**16)
    assert card.unusual


def test_nothing_is_more_unusual_than_the_same_deal_again_and_again() -> None:
    deals = [hands(NAMES, number=number) for number in range(1, 9)]
    found = audit([table("1", deals)])
    seat, place = told(found, "same-seat"), told(found, "same-place")
    assert (seat.observed, seat.expected) == (52, 13)
    assert (place.observed, place.expected) == near((52, 1))
    # In units of the deviation of one pair; that of cards in the same place is 1.
    assert place.effect == near(51)
    # Each of 52 cards comes back with 1/4; with it one of the 12 others of its seat with 12/51,
    # and one of the 39 of other seats with 13/51.
    variance = 13 + 52 * (12 * 12 / 51 + 39 * 13 / 51) / 4 - 13**2
    assert seat.effect == near(39 / sqrt(variance))
    cards, order = told(found, "cards"), told(found, "order")
    assert (cards.observed, cards.expected, cards.exact) == (52, 13, False)
    assert (order.observed, order.expected, order.exact) == near((52, 1, False))
    assert (cards.effect, order.effect) == near((39 / sqrt(variance), 51))
    assert {test.kind for test in found.unusual} >= {"same-seat", "same-place", "cards", "order"}


def test_one_card_that_comes_back() -> None:
    """Turned by one place all cards but 2C move; the first 12 of each hand stay in the seat."""
    turned = [*NAMES[1:], NAMES[0]]
    found = every_test([table("1", [hands(NAMES, number=1), hands(turned, number=2)])])
    seat, place = the(found, "same-seat"), the(found, "same-place")
    assert (seat.observed, place.observed) == (48, 0)
    # No card in its place: 1/e, to ten digits; doubled.
    assert place.p == near(2 / 2.718281828459045)


def test_deals_follow_only_at_their_table_and_one_by_one() -> None:
    same = [hands(NAMES, number=1), hands(NAMES, number=3)]
    tests = every_test([table("1", same), table("2", same[:1])])
    assert not [test for test in tests if test.kind.startswith("same")]
    # But every two of the three deals are compared.
    assert the(tests, "order").observed == 52


def test_points_by_seat() -> None:
    """Three tables, always the same seat: of 64 ways to turn them one is as much; four seats."""
    deal = hands(NAMES, points=[26, 0, 0, 0])
    found = audit([table(str(number), [deal]) for number in range(3)])
    points = told(found, "points")
    assert (points.place, points.observed, points.expected) == (0, 26, 6.5)
    assert (points.p, points.least) == near((4 * 2 / 64, 4 * 2 / 64))
    # The seat's mean is 19.5 over the others'; the deviation of 26, 0, 0, 0 is 26 * sqrt(3) / 4.
    assert points.effect == near(19.5 / (26 * sqrt(3) / 4))


def test_points_raise_no_alarm() -> None:
    """One person may always sit in seat 0, among bots that play better."""
    chance = Random(3)
    samples = [
        table(str(at), [hands(chance.sample(NAMES, 52), points=[26, 0, 0, 0])]) for at in range(60)
    ]
    points = told(audit(samples), "points")
    assert (points.p, points.corrected, points.unusual) == (4e-10, None, False)


def test_points_that_never_differ_are_not_tested() -> None:
    deal = hands(NAMES, points=[5, 5, 5, 5])
    assert "points" not in {
        one.kind for one in every_test([table("1", [deal]), table("2", [deal])])
    }


def test_points_are_of_tables_that_tell_them_all() -> None:
    whole = hands(NAMES, number=1, points=[4, 0, 0, 0])
    half = table("1", [whole, hands(NAMES, number=2)])
    short = table("4", [hands(NAMES, points=[1])])
    tests = every_test([half, short, table("2", [whole]), table("3", [whole])])
    points = the(tests, "points")
    assert (points.observed, points.p) == (4.0, near(4 * 2 / 16))
    # One table can be turned as one likes and stays as uneven.
    assert "points" not in {test.kind for test in every_test([table("2", [whole])])}


def test_points_as_large_as_they_can_be() -> None:
    """They are rounded, so that their sums can be counted; the most uneven stay that."""
    most = 2**53 - 1
    deal = hands(NAMES, points=[most, -most, -most, 1])
    points = the(every_test([table(str(at), [deal]) for at in range(3)]), "points")
    assert (points.place, points.observed) == (0, most)
    assert points.p == near(4 * 2 / 64)


# Decks, hosts and seats


def short_table(name: str, deck: tuple[str, ...], deals: int, host: str = HOST) -> Sample:
    """Fair deals of some cards but for the queen of spades, which seat 0 gets every time."""
    chance = Random(name)
    groups = tuple((group, cards) for group, cards in GROUPS if not set(cards).isdisjoint(deck))
    made = []
    for number in range(1, deals + 1):
        order = chance.sample(deck, len(deck))
        at, wanted = order.index("QS"), chance.randrange(len(deck) // 4)
        order[at], order[wanted] = order[wanted], order[at]
        made.append(hands(order, deck=deck, number=number, groups=groups))
    return table(name, made, host=host, names={**CALLED, host: f"Host {host[:2]}"})


def decks(number: int) -> list[tuple[str, ...]]:
    """So many decks of twelve cards with the queen of spades."""
    others = [card for card in NAMES if card != "QS"]
    chance = Random(1)
    return [("QS", *chance.sample(others, 11)) for _ in range(number)]


def test_a_bias_does_not_hide_behind_other_decks() -> None:
    """Twenty tables of two deals, each with other cards: seat 0 gets the queen 40 times of 40."""
    found = audit([short_table(str(at), deck, 2) for at, deck in enumerate(decks(20))])
    (pool,) = found.pools
    assert (pool.decks, pool.tables, pool.deals) == ((12,), 20, 40)
    queen = told(found, "single")
    assert (queen.place, queen.observed, queen.expected) == (0, 1.0, 0.25)
    assert queen.p == 4e-10
    assert queen.unusual


def test_decks_and_hands_of_other_sizes_have_other_shares() -> None:
    """Seat 0 gets one of 4 cards with 1/4, one of 6 with 1/3; both times: 1/12."""
    four, six = ("QS", "2C", "3C", "4C"), ("QS", "2C", "3C", "4C", "5C", "6C")
    groups = (("queen of spades", ("QS",)),)
    samples = [
        table("4", [hands(four, deck=four, seats=4, groups=groups)]),
        table("6", [Hands(1, six, six, (six[:2], six[2:4], six[4:5], six[5:]), groups)]),
    ]
    queen = the(every_test(samples), "single")
    assert (queen.observed, queen.expected) == near((1.0, (1 / 4 + 1 / 3) / 2))
    assert queen.p == near(4 * 2 / 12)


def test_other_numbers_of_seats_are_tested_apart() -> None:
    short = tuple(NAMES[:6])
    samples = [
        *fair(1, 2, 3),
        table("short", [hands(short, deck=short, seats=3, groups=(), number=at) for at in (1, 2)]),
    ]
    found = audit(samples)
    assert [(one.seats, one.decks, one.tables, one.deals) for one in found.pools] == [
        (3, (6,), 1, 2),
        (4, (52,), 2, 6),
    ]
    assert (found.pools[0].about, found.pools[0].detectable) == ("2C", None)
    assert found.pools[0].expected == near(1 / 3)
    assert found.pools[1].about == "queen of spades"


def test_each_host_is_tested_by_itself_and_all_together() -> None:
    honest = fair(1, 6, 8)
    invented = [short_table("x", tuple(NAMES), 30, host=OTHER)]
    found = audit([*honest, *invented])
    assert [(one.host, one.deals) for one in found.pools] == [("", 78), (OTHER, 30), (HOST, 48)]
    unusual = {(found.pools[test.pool].host, test.kind) for test in found.unusual}
    assert (OTHER, "single") in unusual
    assert HOST not in {host for host, _ in unusual}


def test_a_host_with_a_key_for_each_table_does_not_hide() -> None:
    samples = [short_table(f"{at}", tuple(NAMES), 2, host=f"{at:064x}") for at in range(20)]
    found = audit(samples)
    assert {found.pools[test.pool].host for test in found.unusual if test.kind == "single"} == {""}


def test_tables_that_can_show_nothing_take_nothing_away() -> None:
    """A bias that is unusual alone is so among a hundred tables of one deal for other seats."""
    biased = [short_table("b", tuple(NAMES), 10)]
    junk = []
    for at in range(100):
        seats = 2 + at % 10
        if seats == 4:
            continue
        deck = tuple(NAMES[: 2 * seats])
        host = f"{at:064x}"
        one = hands(deck, deck=deck, seats=seats, groups=(), sitters=())
        junk.append(table(f"j{at}", [one], host=host, names={host: "Junk"}))
    alone, among = audit(biased), audit([*biased, *junk])
    assert told(alone, "single").unusual

    def of_host(found: Audit) -> list[OneTest]:
        return [one for one in found.tests if found.pools[one.pool].host == HOST]

    assert the(of_host(among), "single").corrected == told(alone, "single").corrected
    assert among.hopeless > alone.hopeless


def test_a_group_that_is_not_in_the_deck_is_not_tested() -> None:
    deck = tuple(NAMES[:4])
    groups = (("clubs", deck), ("spades", ("QS",)))
    tests = every_test([table("1", [hands(deck, deck=deck, seats=2, groups=groups)])])
    assert not [test for test in tests if test.about == "spades"]


def test_cards_left_over_are_a_place() -> None:
    """Seven cards, three seats: the last card is dealt to nobody, every time."""
    deck = tuple(NAMES[:7])
    deals = [hands(deck[:6], deck=deck, seats=3, groups=()) for _ in range(12)]
    whole = [
        table(str(at), [type(one)(1, deck, deck, one.hands)]) for at, one in zip(count(), deals)
    ]
    card = told(audit(whole), "card")
    assert (card.card, card.place, card.expected) == ("8C", 3, near(1 / 7))
    # 7 cards at 4 places are 28 cells.
    assert card.p == near(28 * 2 / 7**12)


def test_copies_of_a_card_are_one_card() -> None:
    """Two packs of two cards for two seats: a seat lacks a card in 1 of 6 deals."""
    deck = ("A", "B", "A", "B")
    groups = (("ace", ("A",)),)
    always = hands(("A", "A", "B", "B"), deck=deck, seats=2, groups=groups)
    tests = every_test([table(str(at), [always]) for at in range(3)])
    ace = the(tests, "single")
    # The other seat has none, three times of three.
    assert (ace.place, ace.observed, ace.expected) == (1, 0, near(5 / 6))
    assert ace.p == near(2 * 2 / 6**3)
    card = the(tests, "card")
    # Both copies three times, in two cells for each of two cards.
    assert (card.card, card.observed, card.expected) == ("A", 1, 0.5)
    assert card.p == near(4 * 2 / 6**3)


def test_which_copy_is_which_does_not_depend_on_the_other_files() -> None:
    deck = ("A", "B") * 4
    chance = Random(2)
    samples = [
        table(
            str(at),
            [
                hands(chance.sample(deck, 8), deck=deck, seats=2, groups=(), number=number)
                for number in range(1, 9)
            ],
        )
        for at in range(4)
    ]
    found = told(audit(samples), "same-place")
    assert told(audit(samples[::-1]), "same-place") == found
    apart = [the(every_test([one]), "same-place").observed for one in samples]
    assert sum(apart) / 4 == near(found.observed)


def test_copies_are_told_apart_by_chance() -> None:
    """Two equal cards, two seats: 800 times one card comes back or not, with variance 2 a pair."""
    deck = ("A", "A")
    deals = [hands(deck, deck=deck, seats=2, groups=(), number=at) for at in range(801)]
    seat = the(every_test([table("1", deals)]), "same-seat")
    assert seat.expected == near(1)
    assert abs(seat.observed - 1) < 5 / sqrt(800)


ODD = {
    "all to one seat": (("A", "B"), (("A", "B"), (), ())),
    "nothing dealt": (("A", "B"), ((), (), ())),
    "one card": (("A",), (("A",), ())),
    "one kind": (("A", "A", "A"), (("A", "A"), ("A",))),
    "sixteen seats": (("A", "B", "C"), (("A",), ("B",), *[()] * 14)),
}


@pytest.mark.parametrize("shape", ODD.values(), ids=ODD)
@pytest.mark.parametrize("deals", [1, 3, 40])
def test_games_of_other_shapes(
    shape: tuple[tuple[str, ...], tuple[tuple[str, ...], ...]], deals: int
) -> None:
    """Whatever is dealt, no figure is missing or no number."""
    deck, dealt = shape
    groups = (("ace", ("A",)), ("all", deck))
    made = [
        Hands(number, deck, deck, dealt, groups, (1,) * len(dealt), PERSONS[: len(dealt)])
        for number in range(1, deals + 1)
    ]
    found = audit([table("1", made)])
    json.dumps(found.as_dict(), allow_nan=False)
    assert found.deals == deals
    assert all(0 < one.p <= 1 and 0 < one.least <= 1 for one in found.tests)


def test_what_so_few_deals_could_show() -> None:
    found = audit(fair(1, 3, 8))
    (pool,) = found.pools
    assert (pool.about, pool.expected) == ("queen of spades", 0.25)
    assert pool.tests == sum(one.is_judged for one in found.tests)
    assert pool.detectable is not None
    # The least count of 24 with a tail small enough, for 4 seats and all tests, twice.
    alpha = 0.01 / pool.tests / 4 / 2
    least = next(at for at in range(25) if stats.binom.sf(at - 1, 24, 0.25) <= alpha)
    assert stats.binom.sf(least - 1, 24, pool.detectable) == near(0.9)


def test_too_few_deals_show_nothing() -> None:
    """Two cards, two seats: seven deals alike come once in 64; there are four cells of them."""
    deck = tuple(NAMES[:2])
    found = audit([table(str(at), [hands(deck, deck=deck, seats=2, groups=())]) for at in range(7)])
    assert [(one.tests, one.detectable) for one in found.pools] == [(0, None)]
    assert (found.tests, found.unusual) == ((), ())
    # The card; for two cards the matches of every two deals are too skewed.
    assert found.hopeless == 1


def test_the_order_of_the_files_does_not_matter() -> None:
    samples = fair(5, 3, 4)
    assert audit(samples) == audit(samples[::-1])


def test_as_data() -> None:
    found = audit(alike(8))
    data = found.as_dict()
    assert data["unusual"] is True
    assert data["level"] == 0.01
    assert (data["files"], data["tables"], data["deals"]) == (8, 8, 8)
    assert data["tests"][0]["kind"] == "single"
    assert data["hosts"][0]["voids"]["of"] == 8


# How often it is wrong


@pytest.mark.slow
def test_on_fair_deals_it_raises_its_alarm_as_seldom_as_it_says() -> None:
    """Of 200 audits at most 1 % is expected to be unusual, and 10 % of each kind below 10 %."""
    audits = [audit(fair(seed, 3, 8)) for seed in range(200)]
    alarms = sum(bool(one.unusual) for one in audits)
    assert alarms <= stats.binom.isf(0.001, 200, 0.01)
    below = {(test.kind, test.about): 0 for test in audits[0].tests}
    for one in audits:
        for test in one.tests:
            below[test.kind, test.about] += test.p <= 0.1
    for name, seen in below.items():
        assert seen <= stats.binom.isf(0.0001, 200, 0.1), name
    # The tests of one number are nearly as often wrong as they may be.
    for name in ("same-seat", "cards", "order"):
        assert below[name, ""] >= stats.binom.ppf(0.0001, 200, 0.08), name
