"""What may be played, and what becomes of illegal plays, from worked positions."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hearts.cards import CARDS, PACK, CardSet, set_of
from hearts.deal import Deal
from hearts.refusal import Impossible, Refusal
from tests.hearts.helpers import (
    CLUBS,
    DIAMONDS,
    HEARTS,
    LIMITS,
    SPADES,
    cards,
    deal_of,
    others,
    play,
    shown,
)


def long_suits() -> Deal:
    """Seat 0 holds the clubs but the ace, 1 that ace and diamonds, 2 the spades, 3 hearts."""
    return deal_of("2-KC AH", "AC 3-KD KH", "2-AS", "AD 2D 2-QH")


def refusal(deal: Deal, seat: int, name: str) -> tuple[str, str]:
    found = deal.refusal(seat, CARDS[name])
    assert found is not None
    return found.rule, found.detail


def test_the_holder_of_the_two_of_clubs_leads_it() -> None:
    deal = long_suits()
    assert (deal.turn, deal.actors()) == (0, (0,))
    assert shown(deal.legal(0)) == "2C"
    assert refusal(deal, 0, "3C") == ("R-two-clubs", "the two of clubs must be led")
    assert refusal(deal, 1, "AC") == ("R-turn", "seat 0 is to play")
    assert deal.legal(1) == 0


def test_suit_must_be_followed() -> None:
    deal = long_suits()
    play(deal, "2C")
    assert shown(deal.legal(1)) == "AC"
    assert refusal(deal, 1, "3D") == ("R-follow-suit", "you must follow clubs")


def test_no_penalty_card_on_the_first_trick_for_a_hand_that_has_others() -> None:
    deal = long_suits()
    play(deal, "2C", "AC")
    assert deal.legal(2) == SPADES & ~cards("QS")
    assert refusal(deal, 2, "QS") == ("R-first-trick", "no penalty cards on the first trick")
    play(deal, "2S")
    assert shown(deal.legal(3)) == "2D AD"
    assert refusal(deal, 3, "2H")[0] == "R-first-trick"


def test_void_in_clubs_on_trick_one_with_one_harmless_card_only_that() -> None:
    deal = deal_of("2-AC", "5D 2-QH QS", "2-4D 6-AD KH", "AH 2-JS KS AS")
    play(deal, "2C")
    assert shown(deal.legal(1)) == "5D"


def test_a_hand_of_nothing_but_penalty_cards_may_play_any_of_them_on_trick_one() -> None:
    hand = cards("2-KH QS")
    deal = Deal(LIMITS, [CLUBS, hand, cards("2-AD"), cards("AH 2-JS KS AS")])
    play(deal, "2C")
    assert deal.legal(1) == hand
    play(deal, "7H")
    assert deal.hearts_open


def test_closed_hearts_a_hand_of_hearts_and_the_queen_leads_the_queen() -> None:
    deal = deal_of("2-KC 2D", "AC QS 2-QH", "3-AD KH", "AH 2-JS KS AS")
    play(deal, "2C", "AC", "3D", "AS")
    assert (deal.turn, deal.hearts_open) == (1, False)
    assert shown(deal.legal(1)) == "QS"
    assert refusal(deal, 1, "2H") == ("R-hearts-closed", "hearts are not open yet")


def test_closed_hearts_a_hand_of_hearts_leads_one_and_opens_them() -> None:
    deal = deal_of("2-KC QS", "AC 2-KH", "2-AD", "AH 2-JS KS AS")
    play(deal, "2C", "AC", "3D", "AS")
    assert deal.legal(1) == HEARTS & ~cards("AH")
    play(deal, "4H")
    assert deal.hearts_open


def test_the_queen_may_be_led_while_hearts_are_closed() -> None:
    deal = deal_of("2-KC 2D", "AC QS 2H 3-QD", "KD AD 3-KH", "AH 2-JS KS AS")
    play(deal, "2C", "AC", "KD", "AS")
    assert shown(deal.legal(1)) == "3D 4D 5D 6D 7D 8D 9D TD JD QD QS"
    assert refusal(deal, 1, "2H")[0] == "R-hearts-closed"


def test_the_queen_discarded_opens_nothing_and_a_heart_opens_hearts_from_the_next_trick() -> None:
    for discard, may_lead_heart in (("3C", False), ("AH", True)):
        deal = long_suits()
        play(deal, "2C", "AC", "2S", "AD", "KD", "QS", "2D")
        assert not deal.hearts_open
        assert shown(deal.legal(0)) == "3C 4C 5C 6C 7C 8C 9C TC JC QC KC AH"
        play(deal, discard)
        assert deal.turn == 1
        assert deal.hearts_open is may_lead_heart
        assert bool(deal.legal(1) & HEARTS) is may_lead_heart


def test_the_winner_takes_the_trick_and_leads() -> None:
    deal = deal_of("2-KC AH", "AC 3-KD KH", "AD 2D 2-QH", "2-AS")
    play(deal, "2C", "AC", "2D", "3S")
    assert deal.tricks == [({0: CARDS["2C"], 1: CARDS["AC"], 2: CARDS["2D"], 3: CARDS["3S"]}, 1)]
    assert [shown(taken) for taken in deal.taken] == ["", "2C AC 2D 3S", "", ""]
    assert (deal.turn, deal.trick, deal.led) == (1, {}, 0)
    play(deal, "5D")
    assert (deal.turn, deal.trick) == (2, {1: CARDS["5D"]})
    assert deal.led & PACK == DIAMONDS


def test_a_passed_two_of_clubs_is_led_by_its_receiver() -> None:
    deal = deal_of("2-KC AH", "AC 3-KD KH", "2-AS", "AD 2D 2-QH", pass_offset=1)
    assert (deal.passing, deal.turn, deal.actors()) == (True, None, ())
    deal.exchange({0: cards("2C 3C 4C"), 1: cards("KH AC KD"), 2: cards("2-4S"), 3: cards("2-4H")})
    assert (deal.passing, deal.turn) == (False, 1)
    assert shown(deal.legal(1)) == "2C"
    assert shown(deal.hand(0) or 0) == "5C 6C 7C 8C 9C TC JC QC KC 2H 3H 4H AH"


@pytest.mark.parametrize(("offset", "receiver"), [(1, 1), (2, 2), (3, 3)])
def test_cards_go_left_across_and_right(offset: int, receiver: int) -> None:
    hands = ["2-AC", "2-AD", "2-AH", "2-AS"]
    deal = deal_of(*hands, pass_offset=offset)
    deal.exchange({seat: cards(f"2-4{'CDHS'[seat]}") for seat in range(4)})
    assert deal.receiver(0) == receiver
    assert shown(deal.hand(receiver) or 0).startswith("2C 3C 4C ")


@pytest.mark.parametrize(
    ("passed", "detail"),
    [
        ("2C 3C", "3 cards are passed"),
        ("2-5C", "3 cards are passed"),
        ("2C 3C 2S", "2S is not in the hand that passes it"),
    ],
)
def test_a_pass_is_three_cards_of_the_hand(passed: str, detail: str) -> None:
    deal = deal_of("2-KC AH", "AC 3-KD KH", "2-AS", "AD 2D 2-QH", pass_offset=1)
    assert deal.pass_refusal(0, cards(passed)) == Refusal("R-pass", detail)
    with pytest.raises(Impossible) as caught:
        deal.exchange({1: cards("3-5D"), 0: cards(passed)})
    assert (caught.value.seat, caught.value.refusal.rule) == (0, "R-pass")
    assert deal.passing
    assert shown(deal.hand(0) or 0).startswith("2C 3C 4C")


def test_nothing_is_passed_twice_or_in_a_deal_without_a_pass() -> None:
    deal = long_suits()
    assert deal.pass_refusal(0, cards("2-4C")) == Refusal("R-turn", "no cards are passed now")
    with pytest.raises(Impossible):
        deal.exchange({0: cards("2-4C")})


def test_nothing_is_played_before_the_pass() -> None:
    deal = deal_of("2-KC AH", "AC 3-KD KH", "2-AS", "AD 2D 2-QH", pass_offset=1)
    assert deal.refusal(0, CARDS["2C"]) == Refusal("R-turn", "cards are passed first")
    with pytest.raises(Impossible, match="cards are passed first"):
        deal.play(0, CARDS["2C"])


# --- Illegal plays ---


def test_a_revoke_is_carried_out_and_the_card_does_not_win() -> None:
    deal = long_suits()
    play(deal, "2C")
    deal.play(1, CARDS["KD"])
    play(deal, "2S", "AD")
    assert deal.tricks[0][1] == deal.turn == 0


def test_a_play_out_of_turn_joins_the_trick_and_the_others_play_in_order() -> None:
    deal = long_suits()
    play(deal, "2C")
    deal.play(2, CARDS["2S"])
    assert deal.turn == 1
    play(deal, "AC")
    assert deal.turn == 3
    play(deal, "AD")
    assert deal.tricks[0][1] == deal.turn == 1


def test_who_plays_out_of_turn_to_an_empty_table_leads() -> None:
    deal = long_suits()
    deal.play(1, CARDS["5D"])
    assert deal.turn == 2
    play(deal, "2S", "2D", "3C")
    assert deal.turn == 1


def test_a_card_that_is_not_held_cannot_be_played() -> None:
    deal = long_suits()
    with pytest.raises(Impossible, match="AC is not in the hand that plays it"):
        deal.play(0, CARDS["AC"])
    play(deal, "2C", "AC", "2S", "AD")
    assert refusal(deal, 1, "AC") == ("R-holding", "AC has been played already")
    with pytest.raises(Impossible):
        deal.play(1, CARDS["AC"])


def test_no_second_card_to_a_trick() -> None:
    deal = long_suits()
    play(deal, "2C")
    deal.play(3, CARDS["AD"])
    for seat, name in ((0, "3C"), (3, "2D")):
        with pytest.raises(Impossible, match="seat 1 is to play"):
            deal.play(seat, CARDS[name])
    assert deal.trick == {0: CARDS["2C"], 3: CARDS["AD"]}


def test_an_illegal_spade_lead_to_the_first_trick_still_forbids_the_queen() -> None:
    deal = deal_of("2-KC 2S", "AC 3-KD KH", "3-AS AH", "AD 2D 2-QH")
    deal.play(0, CARDS["2S"])
    play(deal, "AC")
    assert deal.legal(2) == SPADES & ~cards("2S QS")


def test_after_the_last_trick_nobody_plays() -> None:
    deal = deal_of("2-AC", "2-AD", "2-AH", "2-AS")
    while deal.turn is not None:
        deal.play(deal.turn, min(card for card in range(52) if deal.legal(deal.turn) >> card & 1))
    assert deal.over
    assert (deal.actors(), [deal.legal(seat) for seat in range(4)]) == ((), [0] * 4)
    assert deal.refusal(0, 0) == Refusal("R-turn", "the deal is over")
    assert deal.taken[0] == 2**52 - 1
    with pytest.raises(Impossible, match="the deal is over"):
        deal.play(0, 0)


# --- Hands that are none ---


@pytest.mark.parametrize(
    "hands",
    [
        [CLUBS],
        [CLUBS, None, None, CLUBS],
        [CLUBS & ~1, None, None, None],
        [CLUBS, None, None, 0],
        [CLUBS & ~1 | 1 << 52, None, None, None],
    ],
)
def test_hands_that_are_none_of_one_deal(hands: list[CardSet | None]) -> None:
    with pytest.raises(ValueError, match="hand"):
        Deal(LIMITS, hands)


@given(st.sets(st.integers(1, 51), min_size=12, max_size=12))
def test_the_two_of_clubs_is_the_only_lead_whatever_else_is_held(rest: set[int]) -> None:
    hand = set_of([CARDS["2C"], *rest])
    deal = Deal(LIMITS, [hand, *others(hand)])
    assert deal.legal(0) == cards("2C")
