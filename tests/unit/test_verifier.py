"""The report as a whole: who sat where, who had to be honest, what was expected (section 13)."""

from __future__ import annotations

import json

import pytest

from fairdeal import transcript, verifier
from fairdeal.expect import Expect
from fairdeal.findings import Code
from fairdeal.game import Json
from fairdeal.report import NOT_PROVED, DealSummary, SeatSummary, Signatures, Verdict
from fairdeal.verifier import verify
from tests.attacks.forge import (
    CLOSE,
    COMMIT,
    COMMIT_2,
    FIRST_MOVE,
    FIRST_MOVE_2,
    JOIN,
    LAST_MOVE,
    NAMES,
    REVEAL,
    SEAL,
    Forge,
    altered,
    found,
    incomplete,
    judge,
    statuses,
    violation,
)
from tests.attacks.two_histories import LAST_CLOSE, LAST_DISCLOSE, played


def test_a_report_names_the_table_everybody_at_it_and_who_had_to_be_honest() -> None:
    forge = Forge(kinds=("person", "person", "bot", "person")).until("reveal")
    old = {party: signer.public.hex() for party, signer in forge.signers.items()}
    # Bob does not reveal at first; in the second deal David does not, and then a bot does not.
    forge.call_off(forge.void([1])).replace(1)
    forge.until("reveal", 2)
    forge.call_off(forge.void([3])).replace(3).until("reveal")
    forge.call_off(forge.void([2]))
    data = forge.finish()
    new = {seat: forge.signers[seat].public.hex() for seat in (1, 3)}
    report = judge(data)
    assert report.verdict is Verdict.UNFAIR  # a bot cannot be missing
    assert (report.table, report.head) == (forge.heads[0], forge.heads[-1])
    assert (report.height, report.game, report.host) == (len(forge.steps), "hearts", "Example Host")
    assert report.host_key == old["host"]
    assert report.seats == (
        SeatSummary(0, "Alice", "person", old[0], 1),
        SeatSummary(1, "Bob", "person", old[1], 1),
        SeatSummary(1, "Bot 1", "bot", new[1], 1),
        SeatSummary(2, "Chloé", "bot", old[2], 1),
        SeatSummary(3, "David", "person", old[3], 1),
        SeatSummary(3, "Bot 3", "bot", new[3], 2),
    )
    # Persons at the last `commit`, and the host for its bots; the host with those who were missing.
    assert report.deals == (
        DealSummary(1, 2, (0, 3, "host"), 1, ("host", 1), disclosed=True, fair=True),
        DealSummary(2, 3, (0, "host"), 2, ("host", 3), disclosed=True, fair=True),
    )
    assert report.result == forge.match.standings()


def test_nobody_can_tell_yet_whether_a_deal_in_progress_is_fair() -> None:
    forge = Forge().until("commit", 2)
    first = DealSummary(1, 1, (0, 1, 2, 3, "host"), 0, (), disclosed=True, fair=True)
    second = DealSummary(2, 1, (0, 1, 2, 3, "host"), 0, (), disclosed=False, fair=None)
    assert judge(forge.data()).deals == (first,)
    for due in ("reveal", "deal", "seal", "move", "disclose"):
        report = judge(forge.until(due, 2).data())
        assert (report.verdict, report.deals) == (Verdict.INCOMPLETE, (first, second))
        assert report.result is None


def test_a_deal_in_progress_with_a_false_seed_is_not_fair() -> None:
    forge = Forge().until("reveal")
    bodies = forge.draft()
    bodies[3]["seed"] = forge.fresh()
    (deal,) = judge(forge.step(bodies).data()).deals
    assert (deal.disclosed, deal.fair) == (False, False)


def test_a_deal_in_progress_is_not_summed_up_where_nothing_can_be_judged() -> None:
    forge = Forge().until("move", 2)
    body = {"reason": "stopped", "result": forge.match.standings(), "seats": []}
    report = judge(forge.put("close", [forge.sign("close", "host", body)]).data())
    assert [deal.number for deal in report.deals] == [1]


def test_a_fault_of_play_leaves_the_deal_fair() -> None:
    bodies = (forge := Forge().until("disclose")).draft()
    bodies["host"]["result"]["points"].reverse()
    report = judge(forge.step(bodies).finish())
    assert [str(one.code) for one in report.findings] == ["wrong-result"]
    assert {deal.fair for deal in report.deals} == {True}


@pytest.mark.parametrize(
    ("expected", "where"), [(CLOSE - 1, f"step {CLOSE - 1} of"), (None, "no step of")]
)
def test_another_head_than_expected_is_looked_for_in_the_file(
    expected: int | None, where: str
) -> None:
    forge = Forge()
    data = forge.finish()
    head = "ab" * 32 if expected is None else forge.heads[expected]
    report = judge(data, Expect(head=bytes.fromhex(head)))
    assert found(report) == [violation("unexpected-head", f"/steps/{CLOSE}")]
    (finding,) = report.findings
    assert where in finding.sentence
    assert (finding.step, finding.details) == (CLOSE, {"expected": head})
    # The one that it has is in order.
    assert judge(data, Expect(head=bytes.fromhex(forge.heads[CLOSE]))).verdict is Verdict.FAIR


def test_a_chain_with_a_step_that_has_no_hash_has_no_head() -> None:
    forge = Forge()
    forge.finish()
    forge.steps[CLOSE] = {"kind": "close"}
    report = judge(forge.data(), Expect(head=bytes.fromhex(forge.heads[CLOSE - 1])))
    assert (report.head, report.height) == (None, CLOSE + 1)
    assert "unexpected-head" in [str(one.code) for one in report.findings]


KEYS = "that keys which you did not pin belong to the people named"
SUCCESSORS = "what a bot knew that took over in the middle of a deal"


def test_what_is_not_proved_is_what_this_table_leaves_open() -> None:
    forge = Forge()
    keys = {party: signer.public for party, signer in forge.signers.items()}
    pinned = Expect(
        host=keys["host"], players={NAMES[seat]: frozenset({keys[seat]}) for seat in range(4)}
    )
    for expect, is_replaced, left_out in (
        (None, False, {SUCCESSORS}),
        (pinned, False, {SUCCESSORS, KEYS}),
        (None, True, set()),
    ):
        forge = Forge()
        if is_replaced:
            forge.until("commit").replace(1)
        claims = judge(forge.finish(), expect).not_proved
        assert set(NOT_PROVED) - set(claims) == left_out


def test_a_file_that_ends_before_a_receipt_does_is_incomplete() -> None:
    kept = played().seats[2].receipt()
    steps = json.loads(played().host.transcript())["steps"]
    report = judge({"format": "fairdeal/1", "steps": steps[:-1]}, Expect(receipts=(kept,)))
    assert found(report) == [
        incomplete("unexpected-history", f"/steps/{LAST_DISCLOSE}"),
        incomplete("not-closed", f"/steps/{LAST_DISCLOSE}"),
    ]
    assert statuses(report) == "...F.....F"


def test_on_damaged_ground_a_receipt_is_not_said_to_fit() -> None:
    kept = played().seats[2].receipt()
    damaged = json.loads(played().host.transcript())
    damaged["steps"][-1]["statements"][4]["sig"] = "00" * 64
    bad = altered("bad-signature", f"/steps/{LAST_CLOSE}/statements/4/sig")
    for expect, checks in (
        (Expect(), "..F.------"),
        (Expect(receipts=(kept,)), "..F-------"),
    ):
        report = judge(damaged, expect)
        assert found(report) == [bad]
        assert statuses(report) == checks


def test_of_each_key_the_last_signature_vouches_for_those_before() -> None:
    """Section 10.6: the one case in which the two ways differ, and one in which they do not."""
    forge = Forge().until("move")
    (said,) = forge.signed()
    data = forge.step(statements=[{**said, "sig": "00" * 64}]).finish()
    everything, last = (verify(data, signatures=one) for one in Signatures)
    assert (everything.verdict, everything.signatures) == (Verdict.UNFAIR, Signatures.ALL)
    assert (last.verdict, last.signatures) == (Verdict.FAIR, Signatures.LAST)
    assert (last.findings, last.head) == ((), forge.heads[-1])
    # The very last one vouches for itself only if it holds; then all are checked.
    forge.steps[CLOSE]["statements"][4]["sig"] = "00" * 64
    report = verify(forge.data(), signatures=Signatures.LAST)
    assert report.signatures is Signatures.ALL
    assert [str(one.code) for one in report.findings] == ["signed-over-damage", "bad-signature"]


def test_a_file_that_was_read_before_is_judged_as_any_other() -> None:
    """At a broken last step too, and by the games that the caller names alone."""
    forge = Forge()
    forge.finish()
    for spoiled in (False, True):
        if spoiled:
            forge.steps[CLOSE]["statements"][4]["sig"] = "00" * 64
        data = forge.data()
        read = transcript.read(transcript.parse(data))
        assert verifier.judge(read, CLOSE + 1) == verify(data)
        unknown = verifier.judge(read, CLOSE + 1, games={})
        assert [str(one.code) for one in unknown.findings][:1] == ["unsupported"]
        assert unknown.height == CLOSE + 1


def test_what_is_only_claimed_is_who_has_the_keys_that_were_not_expected() -> None:
    forge = Forge().until("commit").replace(1)
    data = forge.finish()
    host = forge.signers["host"].public
    players = {NAMES[seat]: frozenset({forge.signers[seat].public}) for seat in (0, 2, 3)}
    # Nobody knows the bot that sits at seat 1 from the middle on.
    for expect, claimed in (
        (None, (0, 1, 2, 3, "host")),
        (Expect(host=host), (0, 1, 2, 3)),
        (Expect(host=host, players={"Alice": players["Alice"]}), (1, 2, 3)),
        (Expect(players=players), (1, "host")),
    ):
        report = judge(data, expect)
        assert [one.claimed for one in report.checks] == [(), (), (), claimed, *[()] * 6]


@pytest.mark.parametrize("signatures", Signatures)
@pytest.mark.parametrize("data", [b"[]", b"", {}, "null"])
def test_what_is_no_transcript_has_a_report_all_the_same(
    data: bytes | str | dict[str, Json], signatures: Signatures
) -> None:
    report = verify(data, signatures=signatures)
    assert (str(report.verdict), statuses(report)) == ("malformed", "F---------")
    assert (report.table, report.head, report.height, report.host) == (None, None, 0, None)
    assert (report.seats, report.deals, report.result) == ((), (), None)
    assert report.signatures is Signatures.ALL


def test_a_file_without_a_readable_first_step_has_a_height_and_nothing_else() -> None:
    forge = Forge().until("commit")
    forge.steps[0]["statements"] = []
    report = judge(forge.data())
    assert (str(report.verdict), statuses(report)) == ("malformed", "F---------")
    assert (report.table, report.head, report.height) == (None, None, 2)


@pytest.mark.parametrize(
    ("step", "number", "where"),
    [
        (JOIN, 2, (None, None, ())),
        (COMMIT, 4, (1, 1, ())),
        (REVEAL, 1, (1, 1, ())),
        (SEAL, 3, (1, 1, (("pass", 1),))),
        (FIRST_MOVE, 0, (1, 1, (("trick", 1),))),
        (LAST_MOVE, 0, (1, 1, (("trick", 13),))),
        (COMMIT_2, 4, (2, 1, ())),
        (FIRST_MOVE_2 + 5, 0, (2, 1, (("trick", 2),))),
        (CLOSE, 4, (None, None, ())),
    ],
)
def test_a_break_tells_the_deal_and_the_place_in_its_play(
    step: int, number: int, where: object
) -> None:
    steps = json.loads(Forge().finish())["steps"][: step + 1]
    steps[step]["statements"][number]["sig"] = "00" * 64
    (broken, *_) = judge({"format": "fairdeal/1", "steps": steps}).findings
    assert (broken.code, broken.step) == (Code.BAD_SIGNATURE, step)
    assert (broken.deal, broken.attempt, broken.place) == where


def test_a_finding_on_a_receipt_says_which_receipt() -> None:
    kept = played().seats[2].receipt()
    steps = json.loads(played().host.transcript())["steps"]
    cut = {"format": "fairdeal/1", "steps": steps[:-1]}
    report = judge(cut, Expect(receipts=(kept, kept)))
    numbers = [one.details.get("receipt") for one in report.findings]
    assert numbers == [1, 2, None]
    assert [str(one.code) for one in report.findings[:2]] == ["unexpected-history"] * 2


def test_of_a_seat_that_changes_hands_again_and_again_the_first_two_and_the_last_are_told() -> None:
    forge = Forge().until("move")
    for name in ("Bot A", "Bot B", "Bot C"):
        body = forge.replacing(1)
        body["seats"][0]["name"] = name
        forge.replace(body=body)
    seats = [one.name for one in judge(forge.data()).seats if one.seat == 1]
    assert seats == ["Bob", "Bot A", "Bot C"]
