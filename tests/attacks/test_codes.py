"""For every code that a transcript can carry, games that yield exactly it (section 11.1).

The cheat re-signs with its own real keys and the game is continued to its end, so chain and
signatures hold and only the named checks fail. What is expected is what the specification says
of such a game: each case names verdict, the ten checks in order (``.`` passed, ``w`` warned, ``F``
failed, ``-`` skipped), and all findings with place and blame.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from fairdeal import chain, limits
from fairdeal.expect import Expect
from tests.attacks.forge import (
    CLOSE,
    COMMIT,
    COMMIT_2,
    DEAL,
    DEAL_2,
    DISCLOSE,
    DISCLOSE_2,
    FIRST_MOVE,
    JOIN,
    LAST_MOVE_2,
    NAMES,
    OPEN,
    REVEAL,
    REVEAL_2,
    SEAL,
    Forge,
    Found,
    altered,
    at,
    found,
    incomplete,
    judge,
    malformed,
    note,
    statuses,
    violation,
    warning,
)
from tests.attacks.toy import TOY
from tests.attacks.two_histories import both, changed, played, until, with_private, without
from tests.attacks.whereabouts import check_whereabouts

SPEC = Path(__file__).parents[2] / "specs" / "fairdeal.md"

Case = Callable[[], object]
Cases = list[tuple[Case, str, str, tuple[Found, ...]]]
CASES: Cases = []
ONE_BYTE = "41" * 32
SMALL_ORDER = "01" + "00" * 31
ABOVE_P = "ee" + "ff" * 30 + "7f"  # y = p + 1, read without the top bit


def case(
    verdict: str, checks: str, *findings: Found, cases: Cases = CASES
) -> Callable[[Case], Case]:
    def register(made: Case) -> Case:
        cases.append((made, verdict, checks.replace(" ", ""), findings))
        return made

    return register


def each(cases: Cases) -> pytest.MarkDecorator:
    """One test for each case, under its name."""
    named = [pytest.param(*one, id=one[0].__name__) for one in cases]
    return pytest.mark.parametrize(("made", "verdict", "checks", "findings"), named)


def check(made: Case, verdict: str, checks: str, findings: tuple[Found, ...]) -> None:
    given = made()
    data, expect = given if isinstance(given, tuple) else (given, None)
    report = judge(data, expect)
    assert found(report) == list(findings)
    assert (str(report.verdict), statuses(report)) == (verdict, checks)
    check_whereabouts(data, report)


def test_every_code_of_the_specification_has_a_case() -> None:
    table = SPEC.read_text().split("### 11.1")[1].split("### 11.2")[0]
    codes = re.findall(r"^\| `([a-z-]+)` \|", table, re.MULTILINE)
    assert len(codes) == len(set(codes)) == 51
    assert {finding[0] for _, _, _, findings in CASES for finding in findings} == set(codes)


# --- V1 ---


@case("malformed", "F---------", malformed("not-json", ""))
def a_file_that_ends_in_the_middle() -> object:
    return Forge().finish()[:-1]


@case("malformed", "F---------", malformed("too-large", "/steps"))
def a_chain_of_one_step_too_many() -> object:
    return {"format": "fairdeal/1", "steps": [0] * (limits.STEPS + 1)}


@case("malformed", "F...------", malformed("bad-form", at(CLOSE, 4, "body/more")))
def an_unknown_member_that_nobody_signed_over() -> object:
    forge = Forge().until("close")
    bodies = forge.draft()
    bodies["host"]["more"] = 1
    return forge.step(bodies).data()


@case("malformed", "F---------", malformed("unsupported", "/format"))
def another_format() -> object:
    forge = Forge()
    forge.finish()
    return {"format": "fairdeal/2", "steps": forge.steps}


@case("malformed", "F---------", malformed("unsupported", at(OPEN, 0, "body/deal_mode")))
def another_deal_mode() -> object:
    forge = Forge()
    bodies = forge.draft()
    bodies["host"]["deal_mode"] = "sealed"
    return forge.step(bodies).finish()


@case("malformed", "F...------", malformed("unsupported", at(OPEN, 0, "body/game/name")))
def another_game() -> object:
    forge = Forge()
    bodies = forge.draft()
    bodies["host"]["game"]["name"] = "spades"
    return forge.step(bodies).finish()


@case("malformed", "F...------", malformed("unsupported", at(OPEN, 0, "body/game/version")))
def another_version_of_the_game() -> object:
    forge = Forge()
    bodies = forge.draft()
    bodies["host"]["game"]["version"] = "1.1"
    return forge.step(bodies).finish()


@case("malformed", "F...------", malformed("bad-rules", at(OPEN, 0, "body/game/rules")))
def a_rule_set_without_an_axis() -> object:
    forge = Forge()
    bodies = forge.draft()
    del bodies["host"]["game"]["rules"]["target"]
    return forge.step(bodies).finish()


# --- V2 and V3 ---


@case("altered", ".F........", altered("broken-chain", f"/steps/{DEAL}/parent"))
def a_written_parent_that_is_another_hash() -> object:
    forge = Forge()
    forge.finish()
    forge.steps[DEAL]["parent"] = forge.heads[0]
    return forge.data()


@case("malformed", "F.........", malformed("bad-form", f"/steps/{DEAL}/parent"))
def a_written_parent_that_is_no_hash() -> object:
    forge = Forge()
    forge.finish()
    forge.steps[DEAL]["parent"] = None
    return forge.data()


@case("altered", "..F.------", altered("bad-signature", at(CLOSE, 4, "sig")))
def a_last_signature_of_somebody_else() -> object:
    forge = Forge().until("close")
    statements = forge.signed()
    body = statements[4]["body"]
    statements[4] = forge.sign("close", "host", body, forge.signers[0])
    return forge.step(statements=statements).data()


@case("unfair", "..F.------", violation("signed-over-damage", at(FIRST_MOVE, 0, "sig"), "host"))
def a_signature_that_its_author_spoiled_and_the_host_signed_over() -> object:
    forge = Forge().until("move")
    (said,) = forge.signed()
    return forge.step(statements=[{**said, "sig": "00" * 64}]).finish()


@case("unfair", "..F.------", violation("signed-over-damage", at(FIRST_MOVE, 0, "sig"), "host"))
def a_signature_that_is_not_even_hex_and_that_the_host_signed_over() -> object:
    forge = Forge().until("move")
    said = forge.signed()
    return forge.step(statements=[{**said[0], "sig": said[0]["sig"][:-1]}]).finish()


@case(
    "unfair",
    "..F.------",
    violation("signed-over-damage", at(REVEAL, 2, "body/excuse"), "host"),
)
def an_unknown_member_that_the_host_signed_over() -> object:
    forge = Forge().until("reveal")
    bodies = forge.draft()
    bodies[2]["excuse"] = "none"
    return forge.step(bodies).finish()


@case("unfair", "..F.------", violation("signed-over-damage", at(CLOSE, 1, "sig"), "host"))
def a_spoiled_signature_that_the_host_lists_in_close() -> object:
    forge = Forge().until("close")
    statements = forge.signed()
    statements[1]["sig"] = "00" * 64
    body = statements[4]["body"]
    body["seats"][1] = chain.statement_hash(statements[1])
    statements[4] = forge.sign("close", "host", body)
    return forge.step(statements=statements).data()


@case("unfair", "..F.------", violation("signed-over-damage", at(CLOSE, 1, "body/more"), "host"))
def an_unknown_member_that_the_host_lists_in_close() -> object:
    forge = Forge().until("close")
    bodies = forge.draft()
    bodies[1]["more"] = 1
    return forge.step(bodies).data()


# --- V4 ---


def players(forge: Forge) -> dict[str, frozenset[bytes]]:
    return {NAMES[seat]: frozenset({forge.signers[seat].public}) for seat in forge.seats}


@case("unfair", "...F......", violation("unexpected-host", at(OPEN, 0, "body/host/key")))
def another_host_than_expected() -> object:
    forge = Forge()
    return forge.finish(), Expect(host=forge.signers[0].public)


@case("unfair", "...F......", violation("unexpected-player", at(OPEN, 0, "body/seats/2")))
def a_player_with_another_key_than_expected() -> object:
    forge = Forge()
    known = players(forge) | {NAMES[2]: frozenset({forge.signers[1].public})}
    return forge.finish(), Expect(players=known)


@case("unfair", "...F......", violation("unexpected-player", at(OPEN, 0, "body/seats/3")))
def a_player_whom_nobody_knows() -> object:
    forge = Forge()
    known = players(forge)
    del known[NAMES[3]]
    return forge.finish(), Expect(players=known)


@case("unfair", "...F......", violation("unexpected-head", f"/steps/{CLOSE}"))
def another_head_than_expected() -> object:
    forge = Forge()
    return forge.finish(), Expect(head=bytes.fromhex(forge.heads[CLOSE - 1]))


@case(
    "unfair",
    "...F......",
    note("replaced", at(FIRST_MOVE, 0, "body/seats/0")),
    violation("unexpected-history", f"/steps/{DISCLOSE + 1}", "host"),
)
def another_history_than_the_host_signed_for_a_seat() -> object:
    with_alice, without_her = both(until("seal"), without(0))
    kept = with_alice.seats[0].receipt()
    return without_her.host.transcript(), Expect(receipts=(kept,))


@case("unfair", "...F......", violation("unexpected-history", "/steps/0"))
def another_table_than_the_one_of_a_receipt() -> object:
    return played().host.transcript(), Expect(receipts=(played("another").seats[1].receipt(),))


@case("unfair", "...F......", violation("unexpected-private", at(DEAL, 0, "body/hands"), "host"))
def another_hand_than_the_host_had_fixed() -> object:
    kept = with_private(played(), 2, 0, salt="00" * 32)
    return played().host.transcript(), Expect(receipts=(kept,))


@case("fair", "...w......", warning("unexpected-log", f"/steps/{JOIN}"))
def a_seat_that_says_it_had_signed_something_else() -> object:
    kept = changed(played().seats[3].receipt(), lambda r: r["signed"][0].update(hash="00" * 32))
    return played().host.transcript(), Expect(receipts=(kept,))


@case("unfair", "...F......", violation("worthless-receipt", ""))
def a_receipt_with_a_forged_head() -> object:
    kept = changed(played().seats[3].receipt(), lambda r: r["head"].update(head="00" * 32))
    return played().host.transcript(), Expect(receipts=(kept,))


# --- V5: keys and names ---


@case("unfair", "....F.....", violation("repeated-key", at(OPEN, 0, "body/seats/1/key"), "host"))
def one_key_for_two_seats() -> object:
    forge = Forge()
    forge.signers[1] = forge.signers[0]
    return forge.finish()


@case("unfair", "....F.....", violation("repeated-key", at(OPEN, 0, "body/seats/3/key"), "host"))
def the_hosts_own_key_at_a_seat() -> object:
    forge = Forge()
    forge.signers[3] = forge.signers["host"]
    return forge.finish()


@case("unfair", "....F.....", violation("repeated-name", at(OPEN, 0, "body/seats/2/name"), "host"))
def one_name_for_two_seats() -> object:
    forge = Forge()
    bodies = forge.draft()
    bodies["host"]["seats"][2]["name"] = NAMES[0]
    return forge.step(bodies).finish()


@case("unfair", "....F.....", violation("repeated-name", at(OPEN, 0, "body/seats/0/name"), "host"))
def a_player_under_the_hosts_name() -> object:
    forge = Forge()
    bodies = forge.draft()
    bodies["host"]["seats"][0]["name"] = "Example Host"
    return forge.step(bodies).finish()


@case(
    "unfair",
    "....F.....",
    note("replaced", at(FIRST_MOVE, 0, "body/seats/0")),
    violation("repeated-key", at(FIRST_MOVE + 1, 0, "body/seats/0/key"), "host"),
    note("replaced", at(FIRST_MOVE + 1, 0, "body/seats/0")),
)
def one_key_for_two_bots_that_take_over() -> object:
    forge = Forge().until("move").replace(1)
    body = forge.replacing(2)
    body["seats"][0]["key"] = forge.signers[1].public.hex()
    forge._successors[2] = forge.signers[1]
    return forge.replace(body=body).finish()


def an_unsafe_key(key: str) -> bytes:
    """The successor's key is unsafe, so it never signs; it takes over after the last card."""
    forge = Forge().until("disclose", 2)
    body = forge.replacing(1)
    body["seats"][0]["key"] = key
    forge.replace(body=body).until("close")
    bodies = forge.draft()
    del bodies[1]
    return forge.step(bodies).data()


UNSAFE = (
    "unfair",
    "....F....w",
    violation("unsafe-key", at(LAST_MOVE_2 + 1, 0, "body/seats/0/key"), "host"),
    note("replaced", at(LAST_MOVE_2 + 1, 0, "body/seats/0")),
    warning("unsigned-close", f"/steps/{CLOSE + 1}"),
)


@case(*UNSAFE)
def a_successor_with_a_key_of_small_order() -> object:
    return an_unsafe_key(SMALL_ORDER)


@case(*UNSAFE)
def a_successor_with_a_key_that_is_not_reduced() -> object:
    return an_unsafe_key(ABOVE_P)


@case(
    "unfair",
    "....F----F",
    violation("unsafe-key", at(OPEN, 0, "body/seats/2/key"), "host"),
    incomplete("no-deal", f"/steps/{OPEN}"),
)
def a_seat_with_a_key_of_small_order() -> object:
    forge = Forge()
    bodies = forge.draft()
    bodies["host"]["seats"][2]["key"] = SMALL_ORDER
    return forge.step(bodies).data()


# --- V5: order ---


@case(
    "unfair", "....F-----", violation("wrong-kind", f"/steps/{DEAL + 1}/kind", 0, 1, 2, 3, "host")
)
def a_second_reveal_after_the_deal() -> object:
    forge = Forge().until("seal")
    again = forge._draft_reveal()
    forge.put("reveal", [forge.sign("reveal", seat, body) for seat, body in again.items()])
    return forge.finish()


@case("unfair", "....F-----", violation("wrong-kind", f"/steps/{REVEAL}/kind", "host"))
def a_deal_before_the_seeds_are_revealed() -> object:
    forge = Forge().until("reveal")
    forge._follow_reveal([])
    body = forge.draft()["host"]
    forge.put("deal", [forge.sign("deal", "host", body)])
    forge.due = "reveal"
    return forge.finish()


@case(
    "unfair", "....F-----", violation("wrong-kind", f"/steps/{REVEAL + 1}/kind", 0, 1, 2, 3, "host")
)
def a_commitment_after_the_seeds_were_revealed() -> object:
    forge = Forge().until("deal")
    forge.due = "commit"
    return forge.finish()


@case("unfair", "....F-----", violation("wrong-kind", f"/steps/{REVEAL + 1}/kind", "host"))
def a_deal_called_off_after_the_reveal() -> object:
    forge = Forge().until("deal")
    forge.call_off(forge.void([2]))
    return forge.replace(2).finish()


@case("unfair", "....F-----", violation("wrong-kind", f"/steps/{FIRST_MOVE}/kind", "host"))
def a_deal_called_off_after_the_hands_were_seen() -> object:
    forge = Forge().until("move")
    forge.call_off(forge.void([2]))
    return forge.replace(2).finish()


@case("unfair", "....F-----", violation("wrong-kind", f"/steps/{FIRST_MOVE}/kind", 1, "host"))
def a_seats_own_secret_choice_when_a_card_is_due() -> object:
    forge = Forge().until("move")
    body = {"commitment": forge.fresh(), "deal": 1}
    return forge.put("seal", [forge.sign("seal", 1, body)]).finish()


@case("unfair", "....F-----", violation("wrong-kind", f"/steps/{FIRST_MOVE + 8}/kind", "host"))
def a_table_closed_in_the_middle_of_a_deal() -> object:
    forge = Forge().until_step(FIRST_MOVE + 8)
    body = {"reason": "stopped", "result": forge.match.standings(), "seats": []}
    return forge.put("close", [forge.sign("close", "host", body)]).data()


@case("unfair", "....F-----", violation("wrong-kind", f"/steps/{CLOSE + 1}/kind", 2))
def a_seats_own_step_after_the_end() -> object:
    forge = Forge()
    forge.finish()
    body = {"clock": None, "deal": 3, "move": "2C"}
    return forge.put("move", [forge.sign("move", 2, body)]).data()


@case("unfair", "....F-----", violation("wrong-kind", f"/steps/{CLOSE}/kind", "host"))
def one_more_deal_after_the_games_own_end() -> object:
    forge = Forge().until("close")
    forge.due = "commit"
    forge.step({"host": forge.draft()["host"]})
    return forge.data()


@case("unfair", "....F-----", violation("wrong-author", at(DEAL, 0, "by"), 1, "host"))
def a_seats_word_in_the_hosts_step() -> object:
    forge = Forge().until("deal")
    body = forge.draft()["host"]
    return forge.step({1: body, "host": body}).finish()


@case(
    "unfair",
    "....F-----",
    violation("wrong-author", at(DEAL, 0, "by"), 1),
    altered("missing-statement", f"/steps/{DEAL}/statements"),
)
def a_seats_own_deal_on_a_chain_that_was_cut() -> object:
    forge = Forge().until("deal")
    return forge.step({1: forge.draft()["host"]}).data()


@case("unfair", "....F-----", violation("wrong-author", at(REVEAL, 4, "by"), "host"))
def a_reveal_of_the_host_among_those_of_the_seats() -> object:
    forge = Forge().until("reveal")
    numbers = {"attempt": 1, "deal": 1}
    bodies = {**forge.draft(), "host": {**numbers, "seed": forge.fresh()}}
    return forge.step(bodies).finish()


@case("unfair", "....F-----", violation("wrong-author", at(FIRST_MOVE, 0, "by"), "host"))
def a_card_that_the_host_plays_in_its_own_name() -> object:
    forge = Forge().until("move")
    (body,) = forge.draft().values()
    return forge.put("move", [forge.sign("move", "host", body)]).finish()


@case("unfair", "....F-----", violation("missing-statement", f"/steps/{REVEAL}/statements", "host"))
def a_deal_without_the_seed_of_one_seat() -> object:
    forge = Forge().until("reveal")
    bodies = forge.draft()
    del bodies[2]
    return forge.step(bodies).finish()


@case("unfair", "....F-----", violation("missing-statement", f"/steps/{COMMIT}/statements", "host"))
def a_deal_to_which_the_host_never_committed() -> object:
    forge = Forge().until("commit")
    bodies = forge.draft()
    del bodies["host"]
    return forge.step(bodies).finish()


@case("altered", "....F-----", altered("missing-statement", f"/steps/{REVEAL}/statements"))
def a_last_step_without_the_seed_of_one_seat() -> object:
    forge = Forge().until("reveal")
    bodies = forge.draft()
    del bodies[2]
    return forge.step(bodies).data()


@case("unfair", "....F-----", violation("repeated-statement", at(REVEAL, 2), "host"))
def a_doubled_statement_that_the_host_signed_over() -> object:
    forge = Forge().until("reveal")
    statements = forge.signed()
    statements.insert(1, statements[1])
    return forge.step(statements=statements).finish()


@case("altered", "....F-----", altered("repeated-statement", at(REVEAL, 2)))
def a_doubled_statement_at_the_end_of_the_file() -> object:
    forge = Forge().until("reveal")
    statements = forge.signed()
    statements.insert(1, statements[1])
    return forge.step(statements=statements).data()


def two_seals_of_one_seat() -> Forge:
    forge = Forge().until("seal")
    statements = forge.signed()
    hand = forge._hands[1]
    other = forge.seals({1: list(hand[5:8])})[1]
    statements.insert(2, forge.sign("seal", 1, other))
    forge.seals({seat: list(forge._hands[seat][:3]) for seat in forge.seats})
    return forge.step(statements=statements)


@case("unfair", "....F-----", violation("repeated-statement", at(SEAL, 2), 1, "host"))
def two_different_seals_of_one_seat() -> object:
    return two_seals_of_one_seat().finish()


@case("unfair", "....F-----", violation("repeated-statement", at(SEAL, 2), 1))
def two_different_seals_of_one_seat_at_the_end_of_the_file() -> object:
    return two_seals_of_one_seat().data()


@case(
    "unfair", "....F-----", violation("unordered-statements", f"/steps/{COMMIT}/statements", "host")
)
def statements_in_another_order() -> object:
    forge = Forge().until("commit")
    statements = forge.signed()
    statements[0], statements[3] = statements[3], statements[0]
    return forge.step(statements=statements).finish()


@case("altered", "....F-----", altered("unordered-statements", f"/steps/{JOIN}/statements"))
def statements_in_another_order_at_the_end_of_the_file() -> object:
    forge = Forge().until("join")
    return forge.step(statements=forge.signed()[::-1]).data()


# --- V5: numbers and values ---


@case("unfair", "....F.....", violation("wrong-number", at(COMMIT, 1, "body/deal"), 1, "host"))
def a_commitment_for_another_deal() -> object:
    forge = Forge().until("commit")
    bodies = forge.draft()
    bodies[1]["deal"] = 2
    return forge.step(bodies).finish()


@case(
    "unfair",
    "....F----F",
    violation("wrong-number", at(COMMIT, 1, "body/attempt"), 1),
    incomplete("undisclosed", f"/steps/{COMMIT}"),
)
def a_commitment_for_another_attempt_at_the_end_of_the_file() -> object:
    forge = Forge().until("commit")
    bodies = forge.draft()
    bodies[1]["attempt"] = 2
    return forge.step(bodies).data()


@case("unfair", "....F.....", violation("wrong-number", at(DISCLOSE_2, 0, "body/deal"), "host"))
def a_host_that_counts_the_deals_wrongly() -> object:
    forge = Forge().until("disclose", 2)
    bodies = forge.draft()
    bodies["host"]["deal"] = 1
    return forge.step(bodies).finish()


@case("unfair", "....F.....", violation("repeated-value", at(REVEAL_2, 2, "body/seed"), 2, "host"))
def a_seed_used_in_two_deals() -> object:
    forge = Forge().until("commit", 2)
    forge.chosen_seeds[2] = forge.seeds[2]
    return forge.finish()


@case("unfair", "....F.....", violation("repeated-value", at(REVEAL_2, 0, "body/seed"), 0, "host"))
def a_seed_that_another_seat_used_in_an_earlier_deal() -> object:
    forge = Forge().until("commit", 2)
    forge.chosen_seeds[0] = forge.seeds[3]
    return forge.finish()


@case("unfair", "....F.....", violation("repeated-value", at(DISCLOSE_2, 0, "body/seed"), "host"))
def a_seed_of_the_host_that_all_know_from_the_deal_before() -> object:
    forge = Forge().until("commit", 2)
    forge.chosen_seeds["host"] = forge.seeds["host"]
    return forge.finish()


@case(
    "unfair",
    "....F.....",
    violation("repeated-value", at(DISCLOSE_2, 0, "body/seals/1/nonce"), 1, "host"),
)
def a_nonce_that_sealed_a_pass_before() -> object:
    forge = Forge().until("disclose")
    nonce = forge.openings[1]["nonce"]
    forge.until("seal", 2).chosen_nonces[1] = nonce
    return forge.finish()


@case("unfair", "....F.....", violation("repeated-value", at(JOIN, 3, "body/nonce"), 3, "host"))
def a_nonce_copied_from_the_opening() -> object:
    forge = Forge().until("join")
    bodies = forge.draft()
    bodies[3]["nonce"] = forge.steps[OPEN]["statements"][0]["body"]["nonce"]
    return forge.step(bodies).finish()


@case(
    "unfair",
    "....F.....",
    warning("void", at(REVEAL, 0)),
    note("replaced", at(REVEAL + 1, 0, "body/seats/0")),
    violation("repeated-value", at(REVEAL + 3, 1, "body/seed"), 1, "host"),
)
def a_seed_that_was_revealed_in_the_attempt_before() -> object:
    forge = Forge().until("reveal")
    forge.call_off(forge.void([2])).replace(2)
    forge.chosen_seeds[1] = forge.seeds[1]
    return forge.finish()


@case("unfair", "....F.....", violation("wrong-number", at(FIRST_MOVE, 0, "body/deal"), 3, "host"))
def a_card_for_another_deal() -> object:
    forge = Forge().until("move")
    bodies = forge.draft()
    bodies[3]["deal"] = 2
    return forge.step(bodies).finish()


@case(
    "unfair",
    "....F.....",
    violation("repeated-value", at(REVEAL_2, 0, "body/seed"), "host"),
    warning("void", at(REVEAL_2, 0)),
    note("replaced", at(REVEAL_2 + 1, 0, "body/seats/0")),
)
def a_seed_of_the_host_from_the_deal_before_in_an_attempt_that_it_calls_off() -> object:
    forge = Forge().until("commit", 2)
    forge.chosen_seeds["host"] = forge.seeds["host"]
    forge.until("reveal", 2)
    return forge.call_off(forge.void([1])).replace(1).finish()


# --- V5: voids and replacements ---


def void_of(change: Callable[[Forge, dict[str, object]], None]) -> bytes:
    """Chloé is missing, a bot takes her seat, the game goes on; ``change`` falsifies the void."""
    forge = Forge().until("reveal")
    body = forge.void([2])
    change(forge, body)
    return forge.call_off(body).replace(2).finish()


VOID, TAKEN_OVER = (
    warning("void", at(REVEAL, 0)),
    note("replaced", at(REVEAL + 1, 0, "body/seats/0")),
)


@case("fair", "....w.....", VOID, TAKEN_OVER)
def a_void_in_order() -> object:
    return void_of(lambda forge, body: None)


@case(
    "unfair", "....F.....", violation("wrong-void", at(REVEAL, 0, "body"), "host"), VOID, TAKEN_OVER
)
def a_void_without_a_word_about_one_seat() -> object:
    return void_of(lambda forge, body: body["received"].pop(0))


@case(
    "unfair", "....F.....", violation("wrong-void", at(REVEAL, 0, "body"), "host"), VOID, TAKEN_OVER
)
def a_void_that_lists_seats_in_another_order() -> object:
    return void_of(lambda forge, body: body["received"].reverse())


@case(
    "unfair",
    "....FF....",
    violation("wrong-void", at(REVEAL, 0, "body"), "host"),
    violation("wrong-opening", at(REVEAL, 0, "body/offending/0"), 1),
    VOID,
    TAKEN_OVER,
)
def a_void_that_leaves_out_a_seat_and_quotes_another_ones_false_seed() -> object:
    forge = Forge().until("reveal")
    body = forge.void((), {1: {"attempt": 1, "deal": 1, "seed": forge.fresh()}})
    body["received"].pop(0)
    return forge.call_off(body).replace(1).finish()


@case(
    "unfair",
    "....F.....",
    violation("wrong-void", at(REVEAL, 0, "body"), "host"),
    violation("wrong-void", at(REVEAL, 0, "body/received/3"), "host"),
    VOID,
    TAKEN_OVER,
)
def a_void_that_quotes_and_misses_seats_that_the_table_does_not_have() -> object:
    def change(forge: Forge, body: dict[str, object]) -> None:
        body["received"].append({**body["received"][0], "by": 4})
        body["missing"].append(5)

    return void_of(change)


@case(
    "unfair",
    "....F.....",
    violation("wrong-void", at(REVEAL, 0, "body/received/1"), "host"),
    VOID,
    TAKEN_OVER,
)
def a_void_that_quotes_what_was_never_signed() -> object:
    def change(forge: Forge, body: dict[str, object]) -> None:
        said = body["received"][1]
        body["received"][1] = forge.sign("reveal", 1, said["body"], forge.signers[0])

    return void_of(change)


@case(
    "unfair",
    "....F.....",
    violation("wrong-void", at(REVEAL, 0, "body/offending/0"), "host"),
    VOID,
    note("replaced", at(REVEAL + 1, 0, "body/seats/0")),
    note("replaced", at(REVEAL + 1, 0, "body/seats/1")),
)
def a_void_that_accuses_an_honest_reveal() -> object:
    forge = Forge().until("reveal")
    body = forge.void([2])
    body["offending"] = [body["received"].pop(0)]
    return forge.call_off(body).replace(0, 2).finish()


@case(
    "unfair",
    "....FF....",
    violation("wrong-opening", at(REVEAL, 0, "body/received/0"), 0),
    violation("wrong-void", at(REVEAL, 0, "body/received/0"), "host"),
    VOID,
    TAKEN_OVER,
)
def a_void_that_calls_a_false_seed_received() -> object:
    def change(forge: Forge, body: dict[str, object]) -> None:
        false = {"attempt": 1, "deal": 1, "seed": forge.fresh()}
        body["received"][0] = forge.sign("reveal", 0, false)

    return void_of(change)


@case(
    "unfair",
    "....wF....",
    violation("wrong-opening", at(REVEAL, 0, "body/offending/0"), "host"),
    VOID,
)
def a_void_over_a_false_seed_of_the_hosts_own_bot() -> object:
    forge = Forge(kinds=("person", "bot", "person", "person")).until("reveal")
    body = forge.void((), {1: {"attempt": 1, "deal": 1, "seed": forge.fresh()}})
    return forge.call_off(body).finish()


@case(
    "unfair",
    "....wF....",
    violation("wrong-opening", at(REVEAL, 0, "body/offending/0"), 1),
    VOID,
    TAKEN_OVER,
)
def a_void_over_a_seed_that_does_not_open() -> object:
    forge = Forge().until("reveal")
    body = forge.void((), {1: {"attempt": 1, "deal": 1, "seed": forge.fresh()}})
    return forge.call_off(body).replace(1).finish()


@case(
    "unfair",
    "....FF....",
    violation("wrong-opening", at(REVEAL, 0, "body/received/1"), 1),
    violation("wrong-void", at(REVEAL, 0, "body/received/1"), "host"),
    VOID,
    TAKEN_OVER,
)
def a_void_that_files_a_false_seed_as_received() -> object:
    """The seat signed it, and the host knew: each signed a fault of its own."""

    def change(forge: Forge, body: dict[str, object]) -> None:
        said = {**body["received"][1]["body"], "seed": forge.fresh()}
        body["received"][1] = forge.sign("reveal", 1, said)

    return void_of(change)


@case(
    "unfair",
    "....F.....",
    violation("wrong-number", at(REVEAL, 0, "body/received/0"), 0),
    violation("wrong-void", at(REVEAL, 0, "body/received/0"), "host"),
    VOID,
    TAKEN_OVER,
)
def a_void_that_files_a_reveal_for_another_deal_as_received() -> object:
    def change(forge: Forge, body: dict[str, object]) -> None:
        said = {**body["received"][0]["body"], "deal": 2}
        body["received"][0] = forge.sign("reveal", 0, said)

    return void_of(change)


@case(
    "unfair",
    "....F.....",
    violation("wrong-void", at(REVEAL, 0, "body"), "host"),
    VOID,
)
def a_void_although_all_seeds_were_revealed() -> object:
    forge = Forge().until("reveal")
    return forge.call_off(forge.void()).finish()


@case(
    "unfair",
    "....wF....",
    violation("wrong-opening", at(REVEAL, 0, "body/seed"), "host"),
    VOID,
    TAKEN_OVER,
)
def a_void_with_another_seed_of_the_host() -> object:
    return void_of(lambda forge, body: body.update(seed=forge.fresh()))


@case(
    "unfair",
    "....F.....",
    violation("missing-bot", at(REVEAL, 0, "body/missing/0"), "host"),
    VOID,
)
def a_void_because_of_the_hosts_own_bot() -> object:
    forge = Forge(kinds=("person", "person", "bot", "person")).until("reveal")
    return forge.call_off(forge.void([2])).finish()


@case(
    "unfair",
    "....F.....",
    VOID,
    violation("wrong-replace", at(REVEAL + 1, 0, "body/seats"), "host"),
    note("replaced", at(REVEAL + 1, 0, "body/seats/0")),
)
def another_seat_replaced_than_the_one_missing() -> object:
    forge = Forge().until("reveal")
    return forge.call_off(forge.void([2])).replace(1).finish()


@case("unfair", "....F.....", violation("wrong-replace", at(COMMIT, 0, "body/seats"), "host"))
def nobody_replaced() -> object:
    return Forge().until("commit").replace().finish()


@case(
    "unfair",
    "....F.....",
    violation("wrong-replace", at(COMMIT, 0, "body/seats"), "host"),
    note("replaced", at(COMMIT, 0, "body/seats/0")),
)
def a_bot_replaced() -> object:
    return Forge(kinds=("person", "bot", "person", "person")).until("commit").replace(1).finish()


@case("unfair", "....F.....", violation("wrong-replace", at(COMMIT, 0, "body/seats"), "host"))
def a_seat_replaced_that_this_table_does_not_have() -> object:
    forge = Forge().until("commit")
    body = forge.replacing(2)
    body["seats"][0]["seat"] = 4
    forge._successors = {}
    return forge.replace(body=body).finish()


@case(
    "unfair",
    "....F-----",
    VOID,
    violation("wrong-kind", f"/steps/{REVEAL + 1}/kind", 0, 1, 2, 3, "host"),
)
def a_missing_person_that_keeps_the_seat() -> object:
    forge = Forge().until("reveal")
    return forge.call_off(forge.void([2])).finish()


@case("altered", "....F.....", altered("wrong-close-list", f"/steps/{CLOSE}"))
def an_end_from_which_a_signature_was_removed() -> object:
    forge = Forge()
    forge.finish()
    del forge.steps[CLOSE]["statements"][1]
    return forge.data()


@case(
    "unfair",
    "....F.....",
    VOID,
    TAKEN_OVER,
    violation("repeated-value", at(DISCLOSE + 3, 0, "body/seed"), "host"),
)
def a_seed_that_the_host_opened_when_it_called_the_deal_off() -> object:
    forge = Forge().until("reveal")
    forge.call_off(forge.void([2])).replace(2)
    forge.chosen_seeds["host"] = forge.seeds["host"]
    return forge.finish()


@case(
    "fair",
    "....ww....",
    warning("weak-seed", at(REVEAL, 0, "body/seed")),
    warning("weak-seed", at(REVEAL, 0, "body/received/1")),
    VOID,
    TAKEN_OVER,
)
def two_seeds_of_one_byte_repeated_in_an_attempt_that_was_called_off() -> object:
    forge = Forge()
    forge.chosen_seeds.update({"host": "00" * 32, 1: ONE_BYTE})
    forge.until("reveal")
    return forge.call_off(forge.void([2])).replace(2).finish()


@case("fair", "....w.....", VOID, TAKEN_OVER, note("replaced", at(DEAL + 4, 0, "body/seats/0")))
def a_person_that_leaves_after_another_had_to() -> object:
    forge = Forge().until("reveal")
    return forge.call_off(forge.void([2])).replace(2).until("seal").replace(0).finish()


# --- V6 ---


def not_judged(deal_step: int) -> Found:
    return note("not-judged", at(deal_step, 0))


@case(
    "unfair",
    ".....F---.",
    violation("wrong-opening", at(REVEAL, 3, "body/seed"), 3, "host"),
    not_judged(DEAL),
)
def a_seed_chosen_after_the_others_were_known() -> object:
    forge = Forge().until("reveal")
    bodies = forge.draft()
    bodies[3]["seed"] = forge.fresh()
    return forge.step(bodies).finish()


@case(
    "unfair",
    ".....F---F",
    violation("wrong-opening", at(REVEAL, 3, "body/seed"), 3),
    incomplete("undisclosed", f"/steps/{REVEAL}"),
)
def a_seed_that_does_not_open_at_the_end_of_the_file() -> object:
    forge = Forge().until("reveal")
    bodies = forge.draft()
    bodies[3]["seed"] = forge.fresh()
    return forge.step(bodies).data()


@case(
    "unfair",
    ".....F---.",
    not_judged(DEAL_2),
    violation("wrong-opening", at(DISCLOSE_2, 0, "body/seed"), "host"),
)
def a_host_that_dealt_from_another_seed() -> object:
    forge = Forge().until("deal", 2)
    forge.seeds["host"] = forge.fresh()
    forge._follow_reveal(forge.steps[REVEAL_2]["statements"])
    return forge.finish()


def disclosed(change: Callable[[list[dict[str, object]]], object]) -> bytes:
    forge = Forge().until("disclose")
    bodies = forge.draft()
    bodies["host"]["seals"] = [dict(one) for one in bodies["host"]["seals"]]
    change(bodies["host"]["seals"])
    return forge.step(bodies).finish()


@case(
    "unfair",
    ".....F---.",
    not_judged(DEAL),
    violation("wrong-seal-opening", at(DISCLOSE, 0, "body/seals/2"), "host"),
)
def a_passed_card_that_was_never_passed() -> object:
    def change(seals: list[dict[str, object]]) -> None:
        forge = Forge().until("seal")
        seals[2]["move"] = list(forge._hands[2][1:4])

    return disclosed(change)


@case(
    "unfair",
    ".....F---.",
    not_judged(DEAL),
    violation("wrong-seal-opening", at(DISCLOSE, 0, "body/seals/0"), "host"),
    violation("wrong-seal-opening", at(DISCLOSE, 0, "body/seals/1"), "host"),
)
def two_openings_that_changed_places() -> object:
    return disclosed(lambda seals: seals.insert(0, seals.pop(1)))


@case(
    "unfair",
    ".....F---.",
    not_judged(DEAL),
    violation("wrong-seal-opening", at(DISCLOSE, 0, "body/seals"), "host"),
)
def an_opening_that_is_missing() -> object:
    return disclosed(lambda seals: seals.pop())


@case(
    "unfair",
    ".....F---.",
    not_judged(DEAL),
    violation("wrong-seal-opening", at(DISCLOSE, 0, "body/seals/3"), "host"),
)
def an_opening_laid_to_another_seat() -> object:
    return disclosed(lambda seals: seals[3].update(seat=1))


@case(
    "unfair",
    ".....F---.",
    not_judged(DEAL),
    violation("wrong-seal-opening", at(DISCLOSE, 0, "body/seals/0"), "host"),
)
def a_false_opening_with_a_nonce_of_an_earlier_step() -> object:
    """Seat 0 never sealed with it, so that nothing may be laid to seat 0."""
    nonce = Forge().until("commit").steps[JOIN]["statements"][0]["body"]["nonce"]
    return disclosed(lambda seals: seals[0].update(nonce=nonce))


@case(
    "unfair",
    "....FF---.",
    not_judged(DEAL_2),
    violation("repeated-value", at(DISCLOSE_2, 0, "body/seals/1/nonce"), 1, "host"),
    violation("wrong-seal-opening", at(DISCLOSE_2, 0, "body/seals/0"), "host"),
)
def a_used_nonce_behind_an_opening_that_is_false() -> object:
    forge = Forge().until("disclose")
    nonce = forge.openings[1]["nonce"]
    forge.until("seal", 2).chosen_nonces[1] = nonce
    bodies = forge.until("disclose", 2).draft()
    bodies["host"]["seals"][0]["nonce"] = forge.fresh()
    return forge.step(bodies).finish()


# --- V7 ---


def dealt(**changes: object) -> bytes:
    forge = Forge().until("deal", 2)
    bodies = forge.draft()
    bodies["host"].update(changes)
    return forge.step(bodies).finish()


@case(
    "unfair",
    "......F--.",
    violation("wrong-hand", at(DEAL_2, 0, "body/hands/1"), "host"),
    violation("wrong-hand", at(DEAL_2, 0, "body/hands/3"), "host"),
    not_judged(DEAL_2),
)
def two_hands_that_the_seeds_do_not_give() -> object:
    forge = Forge().until("deal", 2)
    hands = [list(hand) for hand in forge._hands]
    hands[1][0], hands[3][0] = hands[3][0], hands[1][0]
    forge._hands = [tuple(sorted(hand, key=forge.match.deck.index)) for hand in hands]
    return forge.finish()


@case(
    "unfair",
    "......F--.",
    violation("wrong-hand", at(DEAL_2, 0, "body/hands"), "host"),
    not_judged(DEAL_2),
)
def a_hand_too_few() -> object:
    return dealt(hands=["00" * 32] * 3)


@case(
    "unfair",
    "......F--.",
    violation("wrong-rest", at(DEAL_2, 0, "body/rest"), "host"),
    not_judged(DEAL_2),
)
def a_rest_in_a_game_that_leaves_none() -> object:
    return dealt(rest="00" * 32)


@case(
    "unfair",
    "......F--.",
    violation("wrong-rest", at(DEAL, 0, "body/rest"), "host"),
    not_judged(DEAL),
)
def two_cards_that_were_not_left_over() -> object:
    forge = Forge(game=TOY, rules=1).until("deal")
    forge._rest = forge._rest[::-1]
    return forge.finish()


@case(
    "unfair",
    "......F--.",
    violation("wrong-draw", at(DEAL, 0, "body/draw"), "host"),
    not_judged(DEAL),
)
def another_dealer_than_the_seeds_draw() -> object:
    forge = Forge().until("deal")
    bodies = forge.draft()
    bodies["host"]["draw"] = (bodies["host"]["draw"] + 1) % 4
    return forge.step(bodies).finish()


@case(
    "unfair",
    "......F--.",
    violation("wrong-draw", at(DEAL, 0, "body/draw"), "host"),
    not_judged(DEAL),
)
def a_dealer_who_does_not_sit_at_the_table() -> object:
    forge = Forge().until("deal")
    bodies = forge.draft()
    bodies["host"]["draw"] = 4
    return forge.step(bodies).finish()


# --- V8 ---

# In the first deal of this table seat 3 holds 2C and leads it (step 6); seat 1 wins with 7C and
# leads 8C (step 10), seat 2 follows with 5C, seat 3 with QC, seat 0 has 9C and no other club.
# Seat 1 holds AS.


def moved(step: int, seat: int, move: object) -> bytes:
    """A game in which ``seat`` makes that move in the place of the step."""
    forge = Forge().until_step(step)
    return forge.step(forge.move(seat, move)).finish()


@case("unfair", ".......F..", violation("illegal-move", at(13, 0, "body/move"), 0, "host"))
def a_revoke() -> object:
    return moved(13, 0, "3D")


@case(
    "unfair",
    ".......F..",
    note("replaced", at(12, 0, "body/seats/0")),
    violation("illegal-move", at(14, 0, "body/move"), "host"),
)
def a_revoke_of_the_bot_that_took_over() -> object:
    forge = Forge().until_step(12).replace(0).until_step(14)
    return forge.step(forge.move(0, "3D")).finish()


@case(
    "unfair",
    ".......F..",
    violation("illegal-move", at(13, 0, "body/move"), 0, "host"),
    note("replaced", at(14, 0, "body/seats/0")),
)
def a_revoke_of_a_person_before_a_bot_took_over() -> object:
    forge = Forge().until_step(13)
    return forge.step(forge.move(0, "3D")).replace(0).finish()


@case("unfair", ".......F..", violation("illegal-move", at(11, 0, "body/move"), 3, "host"))
def a_play_out_of_turn() -> object:
    return moved(11, 3, "QC")


@case("unfair", ".......F..", violation("illegal-move", at(6, 0, "body/move"), 0, "host"))
def a_first_lead_of_a_seat_without_the_two_of_clubs() -> object:
    return moved(6, 0, "3C")


@case("unfair", ".......F..", violation("illegal-move", at(6, 0, "body/move"), 3, "host"))
def a_first_lead_of_another_card_than_the_two_of_clubs() -> object:
    return moved(6, 3, "QC")


@case("unfair", ".......F..", violation("illegal-move", at(18, 0, "body/move"), 3, "host"))
def a_lead_of_hearts_while_they_are_closed() -> object:
    return moved(18, 3, "6H")


IMPOSSIBLE = (
    "unfair",
    ".......F-.",
    not_judged(DEAL),
    violation("illegal-move", at(13, 0, "body/move"), 0, "host"),
)


@case(*IMPOSSIBLE)
def a_card_that_another_seat_holds() -> object:
    return moved(13, 0, "AS")


@case(*IMPOSSIBLE)
def a_card_that_lies_on_the_table() -> object:
    return moved(13, 0, "QC")


@case(*IMPOSSIBLE)
def a_move_that_is_none() -> object:
    return moved(13, 0, {"card": "9C"})


def passed(seat: int, cards: list[str]) -> bytes:
    forge = Forge().until("seal")
    moves = {other: list(forge._hands[other][:3]) for other in forge.seats}
    return forge.step(forge.seals({**moves, seat: cards})).finish()


ILLEGAL_PASS = (
    "unfair",
    ".......F-.",
    not_judged(DEAL),
    violation("illegal-move", at(SEAL, 1, "body/commitment"), 1, "host"),
)


@case(*ILLEGAL_PASS)
def a_pass_of_a_card_that_another_seat_holds() -> object:
    return passed(1, ["4C", "5C", "7C"])


@case(*ILLEGAL_PASS)
def a_pass_of_two_cards() -> object:
    return passed(1, ["4C", "5C"])


@case(*ILLEGAL_PASS)
def a_pass_in_another_order() -> object:
    return passed(1, ["5C", "4C", "6C"])


def toy_played(own_card: bool) -> bytes:
    """Not the holder of the highest card plays, which only the host can see."""
    forge = Forge(game=TOY, rules=1).until("move")
    held = [hand[0] for hand in forge._hands]
    lowest = held.index(min(held))
    assert lowest == TOY_LOWEST
    return forge.step(forge.move(lowest, min(held) if own_card else max(held))).finish()


TOY_LOWEST = 1


@case("unfair", ".......F..", violation("illegal-move", at(5, 0, "body/move"), "host"))
def a_move_that_its_own_view_allowed() -> object:
    return toy_played(own_card=True)


@case("unfair", ".......F..", violation("illegal-move", at(5, 0, "body/move"), TOY_LOWEST, "host"))
def a_move_that_its_own_view_excluded() -> object:
    return toy_played(own_card=False)


# --- V9 ---


def scored(deal: int, change: Callable[[dict[str, list[int]]], object]) -> bytes:
    forge = Forge().until("disclose", deal)
    bodies = forge.draft()
    change(bodies["host"]["result"])
    return forge.step(bodies).finish()


@case("unfair", "........F.", violation("wrong-result", at(DISCLOSE, 0, "body/result"), "host"))
def points_moved_from_one_seat_to_another() -> object:
    def change(result: dict[str, list[int]]) -> None:
        for name in ("points", "totals"):
            result[name][1] -= 1
            result[name][2] += 1

    return scored(1, change)


@case("unfair", "........F.", violation("wrong-result", at(DISCLOSE_2, 0, "body/result"), "host"))
def a_total_that_is_no_sum() -> object:
    return scored(2, lambda result: result["totals"].__setitem__(0, 99))


@case("unfair", "........F.", violation("wrong-result", at(DISCLOSE, 0, "body/result"), "host"))
def another_dealer_in_the_result() -> object:
    return scored(1, lambda result: result.update(dealer=(result["dealer"] + 1) % 4))


@case("unfair", "....----F-", violation("wrong-result", at(DISCLOSE, 0, "body/result"), "host"))
def a_result_that_is_none() -> object:
    return scored(1, lambda result: result.pop("totals"))


@case(
    "unfair",
    "....-F--F-",
    violation("wrong-opening", at(REVEAL, 3, "body/seed"), 3, "host"),
    not_judged(DEAL),
    violation("wrong-result", at(DISCLOSE, 0, "body/result"), "host"),
)
def a_result_that_is_none_of_a_deal_that_was_not_judged() -> object:
    forge = Forge().until("reveal")
    bodies = forge.draft()
    bodies[3]["seed"] = forge.fresh()
    bodies = forge.step(bodies).until("disclose").draft()
    del bodies["host"]["result"]["totals"]
    return forge.step(bodies).finish()


def closed(change: Callable[[dict[object, dict[str, object]]], object]) -> bytes:
    forge = Forge().until("close")
    bodies = forge.draft()
    change(bodies)
    return forge.step(bodies).data()


def winner_first(body: dict[str, object]) -> None:
    body["result"] = {"places": [1, 2, 3, 4], "totals": [0, 1, 2, 60]}


@case("unfair", "........F.", violation("wrong-standings", at(CLOSE, 0, "body/result"), 0, "host"))
def standings_that_a_seat_claims() -> object:
    return closed(lambda bodies: winner_first(bodies[0]))


@case("unfair", "........F.", violation("wrong-standings", at(CLOSE, 4, "body/result"), "host"))
def standings_that_the_host_claims() -> object:
    return closed(lambda bodies: winner_first(bodies["host"]))


@case("unfair", "........F.", violation("wrong-reason", at(CLOSE, 2, "body/reason"), 2, "host"))
def a_seat_that_calls_the_end_a_stop() -> object:
    return closed(lambda bodies: bodies[2].update(reason="stopped"))


@case("unfair", "........F.", violation("wrong-reason", at(CLOSE, 4, "body/reason"), "host"))
def a_host_that_calls_the_end_a_stop() -> object:
    return closed(lambda bodies: bodies["host"].update(reason="stopped"))


STOPPED = COMMIT_2  # where `close` stands if the game stops after its first deal


@case(
    "unfair",
    "........FF",
    *(
        violation("wrong-reason", at(STOPPED, seat, "body/reason"), seat, "host")
        for seat in range(4)
    ),
    violation("wrong-reason", at(STOPPED, 4, "body/reason"), "host"),
    incomplete("stopped-early", f"/steps/{STOPPED}"),
)
def a_stop_that_all_call_the_end() -> object:
    forge = Forge().until("commit", 2)
    bodies = forge.stopping()
    for body in bodies.values():
        body["reason"] = "end"
    return forge.step(bodies).data()


@case("unfair", ".........F", violation("early-close", f"/steps/{STOPPED}", "host"))
def a_game_that_the_host_stops_against_one_seat() -> object:
    forge = Forge().until("commit", 2)
    bodies = forge.stopping()
    del bodies[1]
    return forge.step(bodies).data()


# --- V10 ---


@case("incomplete", ".....----F", incomplete("no-deal", f"/steps/{JOIN}"))
def a_table_that_nobody_played_at() -> object:
    return Forge().until("commit").data()


@case("incomplete", ".........F", incomplete("undisclosed", f"/steps/{DISCLOSE_2 - 1}"))
def a_deal_that_was_not_disclosed() -> object:
    return Forge().until("disclose", 2).data()


@case("incomplete", ".........F", incomplete("not-over", f"/steps/{DISCLOSE}"))
def a_game_that_stops_between_two_deals() -> object:
    return Forge().until("commit", 2).data()


@case("incomplete", ".........F", incomplete("not-closed", f"/steps/{DISCLOSE_2}"))
def a_game_that_nobody_closed() -> object:
    return Forge().until("close").data()


@case("incomplete", ".........F", incomplete("stopped-early", f"/steps/{STOPPED}"))
def a_game_that_all_agree_to_stop() -> object:
    forge = Forge().until("commit", 2)
    return forge.step(forge.stopping()).data()


# --- warnings and notes ---


@case("fair", "..........")
def a_fair_game() -> object:
    return Forge().finish()


@case("fair", "......w...", warning("no-person-seed", at(DEAL, 0)))
def a_table_of_bots() -> object:
    return Forge(kinds=("bot",) * 4, target=1).finish()


@case("fair", ".....w....", warning("weak-seed", at(REVEAL, 1, "body/seed")))
def a_seed_of_one_byte_repeated() -> object:
    forge = Forge()
    forge.chosen_seeds[1] = ONE_BYTE
    return forge.finish()


@case("fair", ".....w....", warning("weak-seed", at(DISCLOSE, 0, "body/seed")))
def a_seed_of_the_host_of_zeros_only() -> object:
    forge = Forge()
    forge.chosen_seeds["host"] = "00" * 32
    return forge.finish()


@case("fair", "....w.....", warning("same-value", at(REVEAL, 2, "body/seed")))
def one_seed_of_two_seats() -> object:
    forge = Forge()
    forge.chosen_seeds.update({1: forge.fresh()})
    forge.chosen_seeds[2] = forge.chosen_seeds[1]
    return forge.finish()


@case("fair", ".........w", warning("unsigned-close", f"/steps/{CLOSE}"))
def an_end_that_one_seat_did_not_sign() -> object:
    return closed(lambda bodies: bodies.pop(2))


@case("fair", "..........", note("replaced", at(FIRST_MOVE + 8, 0, "body/seats/0")))
def a_seat_that_leaves_in_the_middle_of_a_deal() -> object:
    forge = Forge().until_step(FIRST_MOVE + 8)
    return forge.replace(3).finish()


@each(CASES)
def test_exactly_this_is_found(
    made: Case, verdict: str, checks: str, findings: tuple[Found, ...]
) -> None:
    check(made, verdict, checks, findings)
