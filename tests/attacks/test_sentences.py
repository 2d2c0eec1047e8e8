"""Sentences that name somebody, or one of two faults: they have to name the right ones."""

from __future__ import annotations

import pytest

from fairdeal import chain
from tests.attacks import test_codes as codes
from tests.attacks.forge import Forge, judge


def a_void_because_of_two_seats() -> object:
    forge = Forge().until("reveal")
    body = forge.void([3], {1: {"attempt": 1, "deal": 1, "seed": forge.fresh()}})
    return forge.call_off(body).replace(1, 3).finish()


def an_early_end_that_all_signed_and_the_host_lists_in_part() -> object:
    forge = Forge().until("commit", 2)
    bodies = forge.stopping()
    statements = [forge.sign("close", seat, bodies[seat]) for seat in forge.seats]
    bodies["host"]["seats"] = [chain.statement_hash(said) for said in statements[:3]]
    statements.append(forge.sign("close", "host", bodies["host"]))
    return forge.step(statements=statements).data()


SENTENCES = [
    (codes.a_void_in_order, "void", "was called off, because of seat 2:"),
    (a_void_because_of_two_seats, "void", "was called off, because of seats 1 and 3:"),
    (codes.a_void_although_all_seeds_were_revealed, "void", "because of nobody:"),
    (
        codes.a_seat_that_calls_the_end_a_stop,
        "wrong-reason",
        "Seat 2 signs that the game stops, yet it is over.",
    ),
    (
        codes.a_stop_that_all_call_the_end,
        "wrong-reason",
        "Seat 0 signs that the game is over, but it is not.",
    ),
    (
        codes.standings_that_the_host_claims,
        "wrong-standings",
        "The host signs other final standings than those of the game.",
    ),
    (
        codes.a_nonce_that_sealed_a_pass_before,
        "repeated-value",
        "Seat 1 uses a nonce that step 5 used already.",
    ),
    (
        codes.a_seed_of_the_host_that_all_know_from_the_deal_before,
        "repeated-value",
        "The host uses a seed that step 2 used already.",
    ),
    (codes.an_end_that_one_seat_did_not_sign, "unsigned-close", "a signature of seat 2."),
    (codes.a_game_that_the_host_stops_against_one_seat, "early-close", "a signature of seat 1."),
    (
        an_early_end_that_all_signed_and_the_host_lists_in_part,
        "early-close",
        "a signature of somebody.",
    ),
]


@pytest.mark.parametrize(
    ("made", "code", "words"), SENTENCES, ids=[f"{one[0].__name__}-{one[1]}" for one in SENTENCES]
)
def test_the_sentence_names_the_right_ones(made: codes.Case, code: str, words: str) -> None:
    said = [one.sentence for one in judge(made()).findings if str(one.code) == code]
    assert words in said[0]
