"""Cards, sets of cards, and their names."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hearts.cards import (
    ALL,
    BITS,
    CARDS,
    CLUBS,
    DIAMONDS,
    HEARTS,
    NAMES,
    PACK,
    PLACES,
    QUEENS,
    SPADES,
    SUITS,
    Suit,
    both,
    kinds,
    members,
    name_of,
    names,
    rank_of,
    set_of,
    suit_of,
    symbols,
)

any_set = st.integers(0, PACK)


def test_the_pack_runs_through_clubs_diamonds_hearts_spades_two_to_ace() -> None:
    assert " ".join(NAMES) == (
        "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC "
        "2D 3D 4D 5D 6D 7D 8D 9D TD JD QD KD AD "
        "2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH "
        "2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS"
    )
    assert [CARDS[name] for name in NAMES] == list(range(52))


@pytest.mark.parametrize("name", ["10H", "qs", "Qs", "SQ", "QS ", "", "1C", "Q♠", "ＱS"])
def test_nothing_else_is_a_name(name: str) -> None:
    assert name not in CARDS


def test_suits_share_both_packs_out() -> None:
    assert CLUBS + DIAMONDS + HEARTS + SPADES == ALL == 2**104 - 1
    assert both(PACK) == ALL
    assert [suit.cards for suit in Suit] == [CLUBS, DIAMONDS, HEARTS, SPADES]
    found = [SUITS[CARDS[name]] for name in ("2C", "AC", "2D", "TH", "AS")]
    assert found == [CLUBS, CLUBS, DIAMONDS, HEARTS, SPADES]
    assert SUITS[:PLACES] == SUITS[PLACES:]
    assert QUEENS == 1 << 49 | 1 << 101


@given(st.integers(0, ALL))
def test_twins_stand_side_by_side(found: int) -> None:
    listed = members(found)
    assert set_of(listed) == found
    assert [card % PLACES for card in listed] == sorted(card % PLACES for card in listed)
    assert names(found) == tuple(map(name_of, listed))
    assert names(kinds(found)) == tuple(dict.fromkeys(names(found)))
    assert all(suit_of(card) == suit_of(card % PLACES) for card in listed)


def test_a_card_has_a_suit_a_rank_and_a_symbol() -> None:
    queen, ten = CARDS["QS"], CARDS["TH"]
    assert (suit_of(queen), rank_of(queen), symbols(queen)) == (Suit.SPADES, 10, "Q♠")
    assert (suit_of(ten), rank_of(ten), symbols(ten)) == (Suit.HEARTS, 8, "10♥")
    assert [suit.word for suit in Suit] == ["clubs", "diamonds", "hearts", "spades"]


@given(st.lists(st.integers(0, 51), unique=True))
def test_a_set_holds_its_cards_in_the_order_of_the_pack(some: list[int]) -> None:
    found = set_of(some)
    assert members(found) == tuple(sorted(some))
    assert names(found) == tuple(NAMES[card] for card in sorted(some))
    assert all(found & BITS[card] for card in some)


@given(any_set)
def test_members_and_set_of_undo_each_other(found: int) -> None:
    assert set_of(members(found)) == found
    assert set_of(CARDS[name] for name in names(found)) == found
