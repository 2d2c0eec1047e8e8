"""Section 16: what a receipt convicts of, and that nobody can bend one against an honest host."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from fairdeal import chain, evidence, proofs, receipts, transcript, wire
from fairdeal.canonical import dumps, loads
from fairdeal.errors import LocalError, Malformed
from fairdeal.expect import Expect
from fairdeal.findings import Code, Severity
from fairdeal.proofs import ProofVerdict
from fairdeal.report import Report, Signatures, Status, Verdict
from fairdeal.verifier import verify
from hearts.game import GAME
from tests.attacks.forge import Forge, Found, altered, at, found, incomplete, judge, note, violation
from tests.attacks.test_proofs import all_changes
from tests.attacks.two_histories import (
    FIRST_LEAD,
    LAST_CLOSE,
    LAST_DISCLOSE,
    LAST_SEAL,
    both,
    changed,
    copied,
    played,
    receipt_at,
    seated,
    until,
    with_private,
    without,
)
from tests.attacks.whereabouts import deal_and_attempt
from tests.minigame import GAME as MINI
from tests.minigame import rules
from tests.roles.tables import Forger, Table

REPLACED = note("replaced", at(FIRST_LEAD, 0, "body/seats/0"))


def shown(table: Table) -> list[dict[str, Any]]:
    return table.chain


def report_on(steps: Any, *kept: bytes) -> Report:
    data = steps if isinstance(steps, bytes) else transcript.dump(steps)
    return judge(data, Expect(receipts=kept))


def proven(steps: Any, kept: bytes) -> bool:
    """Whether transcript and receipt make a proof, which then has to hold against the host."""
    data = steps if isinstance(steps, bytes) else transcript.dump(steps)
    host = json.loads(data)["steps"][0]["statements"][0]["body"]["host"]["key"]
    try:
        proof = evidence.by_receipt(data, kept)
    except LocalError:
        return False
    judged = proofs.check(proof)
    assert (judged.verdict, judged.by, judged.code, judged.accused) == (
        ProofVerdict.PROVEN,
        "host",
        Code.SECOND_HISTORY,
        host,
    )
    return True


def resigned_head(table: Table, kept: bytes, **position: Any) -> bytes:
    """The receipt under a head that says something else, signed with the host's key."""

    def change(receipt: Any) -> None:
        head = {name: receipt["head"][name] for name in ("table", "height", "head")} | position
        receipt["head"] = chain.sign_head(table.signers["host"], *head.values())

    return changed(kept, change)


# --- the honest game ---


def test_all_receipts_of_a_game_fit_it_at_any_time() -> None:
    table = seated()
    kept: list[bytes] = []
    while not table.host.is_closed:
        table.turn()
        kept += [seat.receipt() for seat in table.seats.values()]
    report = report_on(table.deliver().host.transcript(), *kept)
    assert (found(report), report.verdict) == ([], Verdict.FAIR)
    assert len(kept) > 4 * 52
    identity = report.checks[3]
    assert identity.status is Status.PASSED


def test_so_do_those_of_a_seat_that_was_replaced_and_of_its_bot() -> None:
    table = until("seal").deliver()
    kept = table.seats[0].receipt()
    without(0)(table)
    table.run_until(lambda: table.kinds.count("move") == 20)
    bot = table.host._bots[0].receipt()
    table.run()
    report = report_on(table.host.transcript(), kept, table.seats[0].receipt(), bot)
    assert (found(report), report.verdict) == ([REPLACED], Verdict.FAIR)
    # The bot has a hand and the passes; it has signed what came after.
    receipt = json.loads(bot)
    assert [one["kind"] for one in receipt["private"]] == ["hand", "opening", "opening"]
    assert receipt["signed"][0]["kind"] == "move"


def test_a_void_quotes_what_the_receipts_say_was_revealed() -> None:
    table = until("commit")
    table.silent = table.may_die = {3}
    table.deliver()
    table.took("host", table.host.void())
    table.run()
    report = report_on(table.host.transcript(), *(table.seats[n].receipt() for n in range(3)))
    assert [one.code for one in report.findings] == [Code.VOID, Code.REPLACED]
    assert report.verdict is Verdict.FAIR


# --- two histories of the host ---


@pytest.mark.parametrize("keeper", [0, 1])
def test_the_host_plays_on_without_a_seat_and_shows_that(keeper: int) -> None:
    """Seat 0 is cut off; seats 1 to 3 play on both sides with the host."""
    first, second = both(until("seal"), without(0))
    kept = first.seats[keeper].receipt()
    steps = shown(second)
    report = report_on(steps, kept)
    # The receipt's head is that of the close, the step of index 59; the file has one step more.
    assert found(report) == [REPLACED, violation("unexpected-history", "/steps/59", "host")]
    assert report.findings[1].sentence == (
        f"The host signed two histories, this one and that of seat {keeper}: after step 5 they "
        "part, by step 59 at the latest."
    )
    assert (report.verdict, report.blamed) == (Verdict.UNFAIR, ("host",))
    assert proven(steps, kept)
    # With last signatures as with all.
    expect = Expect(receipts=(kept,))
    data = transcript.dump(steps)
    last = verify(data, expect, games={"hearts": GAME}, signatures=Signatures.LAST)
    assert last == report


def test_the_shown_history_is_over_before_the_receipt_is() -> None:
    """The one with the replacement is longer: the host closed the other one too early for it."""
    first, second = both(until("seal"), without(0))
    kept, steps = second.seats[1].receipt(), shown(first)
    assert json.loads(kept)["head"]["height"] == len(steps) + 1
    report = report_on(steps, kept)
    assert found(report) == [violation("unexpected-history", f"/steps/{LAST_CLOSE}", "host")]
    assert report.findings[0].sentence == (
        "The host closed this history with step 59; to seat 1 it signed one that goes on to step "
        "60."
    )
    assert proven(steps, kept)


@pytest.mark.parametrize(
    ("kind", "place", "ends", "blamed"),
    [
        # The newest step is the host's own: it makes the whole of it.
        ("replace", FIRST_LEAD, FIRST_LEAD + 1, True),
        # A step of seats, until the host signs over it.
        ("move", FIRST_LEAD, FIRST_LEAD + 1, False),
        ("move", FIRST_LEAD, LAST_DISCLOSE, False),
        ("move", FIRST_LEAD, LAST_DISCLOSE + 1, True),
    ],
)
def test_the_host_is_blamed_as_soon_as_it_has_signed_over_the_place(
    kind: str, place: int, ends: int, blamed: bool
) -> None:
    """Seat 0 has seen a replacement, or the lead; the file ends some steps later."""
    table = until("seal")
    other = copied(table)
    (replaced, led) = (other, table) if kind == "move" else (table, other)
    without(1)(replaced)
    replaced.deliver()
    led.run()
    if kind == "move":
        kept, steps = replaced.seats[0].receipt(), shown(led)[:ends]
    else:
        kept = receipt_at(place + 1, 0)
        steps = shown(replaced)[:ends]
    assert json.loads(kept)["head"]["height"] == place + 1
    report = report_on(steps, kept)
    history = [one for one in found(report) if one[0] == "unexpected-history"]
    expected = violation if blamed else altered
    blame = ("host",) if blamed else ()
    assert history == [expected("unexpected-history", f"/steps/{place}", *blame)]
    assert proven(steps, kept) == blamed
    assert ("host" in report.blamed) == blamed
    assert report.verdict is (Verdict.UNFAIR if blamed else Verdict.ALTERED)


def test_another_commit_of_the_host_beside_the_first() -> None:
    """Of two commit steps on one parent neither says what else stands in it."""
    table = until("commit")
    kept = receipt_at(3, 0)
    forger = Forger(table.signers["host"], table.chain[:-1])
    body = {**table.chain[-1]["statements"][-1]["body"], "commitment": "ab" * 32}
    own = table.chain[-1]["statements"][:-1]
    forger.append("commit", [*own, forger.say("commit", body)])
    report = report_on(forger.steps, kept)
    assert found(report)[0] == altered("unexpected-history", "/steps/2")
    assert not proven(forger.steps, kept)
    # As soon as the host signs for what follows it is caught.
    forger.append("replace", [forger.say("replace", {"leave": None, "seats": [], "votes": None})])
    assert found(report_on(forger.steps, kept))[0] == violation(
        "unexpected-history", "/steps/2", "host"
    )
    assert proven(forger.steps, kept)


def test_two_ends_of_one_game() -> None:
    """The same game, closed with the signatures of all and closed without that of seat 0."""
    table = until("disclose")
    first, second = copied(table), copied(table)
    first.run()
    second.queue.clear()
    second.took("host", second.host.close())
    second.deliver()
    kept, steps = first.seats[0].receipt(), shown(second)
    assert [len(step["statements"]) for step in (shown(first)[-1], steps[-1])] == [5, 1]
    report = report_on(steps, kept)
    assert violation("unexpected-history", f"/steps/{LAST_CLOSE}", "host") in found(report)
    assert proven(steps, kept)


# --- what an outsider can do to a file and a receipt ---


def test_a_file_that_was_cut_accuses_nobody() -> None:
    table = played()
    kept = table.seats[2].receipt()
    for height in range(2, LAST_CLOSE + 1):
        report = report_on(shown(table)[:height], kept)
        assert [one for one in found(report) if one[0] == "unexpected-history"] == [
            incomplete("unexpected-history", f"/steps/{height - 1}")
        ]
        assert (report.verdict, report.blamed) == (Verdict.INCOMPLETE, ())
        assert {one.code for one in report.findings} <= {
            *(Code.UNEXPECTED_HISTORY, Code.NO_DEAL, Code.UNDISCLOSED, Code.NOT_CLOSED),
            Code.NOT_OVER,
        }
        assert not proven(shown(table)[:height], kept)
    (first, *_) = report.findings
    assert first.sentence == (
        "The file ends with step 58; seat 2 has the host's signature for step 59."
    )


@pytest.mark.parametrize("step", [2, LAST_SEAL, LAST_CLOSE])
def test_a_statement_that_was_cut_out_of_the_last_step_accuses_nobody(step: int) -> None:
    """The host signed its part of that step, and the one before; the receipt has it whole."""
    kept = receipt_at(step + 1, 0)
    steps = json.loads(played().host.transcript())["steps"][: step + 1]
    del steps[step]["statements"][1]
    report = report_on(steps, kept)
    assert altered("unexpected-history", f"/steps/{step}") in found(report)
    assert report.blamed == ()
    assert not proven(steps, kept)


@pytest.mark.parametrize("step", [4, LAST_DISCLOSE, LAST_CLOSE])
def test_nor_does_one_that_stands_twice(step: int) -> None:
    kept = receipt_at(step + 1, 0)
    steps = json.loads(played().host.transcript())["steps"][: step + 1]
    steps[step]["statements"].append(steps[step]["statements"][-1])
    report = report_on(steps, kept)
    assert altered("unexpected-history", f"/steps/{step}") in found(report)
    assert report.blamed == ()
    assert not proven(steps, kept)


@pytest.mark.parametrize("step", [0, 2, LAST_SEAL, LAST_DISCLOSE])
def test_nor_does_damage_in_the_middle(step: int) -> None:
    kept = played().seats[0].receipt()
    steps = json.loads(played().host.transcript())["steps"]
    steps[step]["statements"][0]["sig"] = "00" * 64
    report = report_on(steps, kept)
    assert [one for one in found(report) if "history" in one[0]] == []
    assert (report.verdict, report.blamed) == (Verdict.ALTERED, ())
    assert report.checks[3].status is Status.SKIPPED
    assert not proven(steps, kept)


def test_a_receipt_of_another_table() -> None:
    kept = played("another").seats[0].receipt()
    report = report_on(shown(played()), kept)
    assert found(report) == [violation("unexpected-history", "/steps/0")]
    assert (report.verdict, report.blamed) == (Verdict.UNFAIR, ())
    assert not proven(shown(played()), kept)


FORGED: dict[str, Callable[[Any], object]] = {
    "no head": lambda r: r.update(head=None),
    "a signature of nobody": lambda r: r["head"].update(sig="00" * 64),
    "another hash": lambda r: r["head"].update(head="ab" * 32),
    "another height": lambda r: r["head"].update(height=7),
    "another table in the head": lambda r: r["head"].update(table="ab" * 32),
    "a head of another table": lambda r: r.update(
        head=json.loads(played("another").seats[0].receipt())["head"]
    ),
    "no such seat": lambda r: r.update(seat=4, private=[]),
}


@pytest.mark.parametrize("forged", FORGED.values(), ids=FORGED.keys())
def test_a_forged_head_proves_nothing(forged: Callable[[Any], object]) -> None:
    kept = changed(played().seats[0].receipt(), forged)
    report = report_on(shown(played()), kept)
    assert found(report) == [("worthless-receipt", "violation", "", ())]
    assert (report.verdict, report.checks[3].status) == (Verdict.UNFAIR, Status.FAILED)
    assert not proven(shown(played()), kept)


def test_the_heads_of_a_player_who_signs_for_the_host() -> None:
    table = played()
    mallory = table.signers[0]
    position = json.loads(table.seats[0].receipt())["head"]
    head = chain.sign_head(mallory, position["table"], position["height"], "ab" * 32)
    kept = changed(table.seats[0].receipt(), lambda r: r.update(head=head))
    assert found(report_on(shown(table), kept)) == [("worthless-receipt", "violation", "", ())]


def test_a_head_of_the_host_with_another_hash_or_height() -> None:
    """With its own key: it signed what its own history contradicts."""
    table = played()
    kept = table.seats[0].receipt()
    for position in ({"head": "ab" * 32}, {"height": 30}, {"height": 61}, {"height": 32_768}):
        made = resigned_head(table, kept, **position)
        report = report_on(shown(table), made)
        assert report.blamed == ("host",)
        assert proven(shown(table), made)


# --- private messages ---


HAND = violation("unexpected-private", at(4, 0, "body/hands"), "host")


def test_another_hand_than_the_host_fixed() -> None:
    table = played()
    others = json.loads(table.seats[1].receipt())["private"][0]["body"]["cards"]
    kept = with_private(table, 0, 0, cards=others)
    report = report_on(shown(table), kept)
    assert found(report) == [HAND]
    (finding,) = report.findings
    assert (finding.deal, finding.attempt, finding.seat) == (1, 1, 0)
    assert finding.sentence == (
        "In deal 1 the host sent seat 0 other cards than it fixed for it in this file."
    )
    assert report.verdict is Verdict.UNFAIR


def test_a_passed_card_that_was_never_passed() -> None:
    """Seat 3 passes to seat 0 in this deal: the host told it of another choice."""
    table = played()
    kept = with_private(table, 0, 1, nonce="00" * 32)
    passer = json.loads(kept)["private"][1]["body"]["seat"]
    report = report_on(shown(table), kept)
    assert found(report) == [
        violation("unexpected-private", at(LAST_SEAL, passer, "body/commitment"), "host")
    ]
    assert report.findings[0].sentence == (
        f"In deal 1 the host told seat 0 of another choice of seat {passer} than that seat sealed."
    )


def test_the_hand_of_a_history_that_is_not_shown() -> None:
    """The file ends with another deal step: the host's own, so both cannot be honest."""
    table = played()
    kept = table.seats[0].receipt()
    forger = Forger(table.signers["host"], table.chain[:4])
    body = {**table.chain[4]["statements"][0]["body"]}
    body["hands"] = [*body["hands"][1:], body["hands"][0]]
    forger.append("deal", [forger.say("deal", body)])
    report = report_on(forger.steps, kept)
    assert found(report)[:2] == [incomplete("unexpected-history", "/steps/4"), HAND]
    assert report.blamed == ("host",)


@pytest.mark.parametrize(
    "forged",
    [
        lambda message: message["body"].update(salt="00" * 32),
        lambda message: message.update(to=1),
        lambda message: message.update(table="ab" * 32),
        lambda message: message.update(sig="00" * 64),
    ],
)
def test_a_forged_hand_proves_nothing(forged: Callable[[Any], object]) -> None:
    kept = changed(played().seats[0].receipt(), lambda r: forged(r["private"][0]))
    report = report_on(shown(played()), kept)
    assert found(report) == [("worthless-receipt", "violation", "", ())]
    assert (report.verdict, report.blamed) == (Verdict.UNFAIR, ())


def test_a_hand_of_another_seat_proves_nothing() -> None:
    """Colluding seats put together what each was sent."""
    other = json.loads(played().seats[1].receipt())["private"]
    kept = changed(played().seats[0].receipt(), lambda r: r.update(private=other))
    assert found(report_on(shown(played()), kept)) == [("worthless-receipt", "violation", "", ())]


def test_an_opening_of_a_seat_to_the_host_proves_nothing() -> None:
    table = played()
    (message, *_) = [
        json.loads(data)["message"]
        for by, to, data in table.log
        if by == 0 and to == "host" and b'"private"' in data
    ]
    kept = changed(table.seats[0].receipt(), lambda r: r["private"].append(message))
    assert found(report_on(shown(table), kept)) == [("worthless-receipt", "violation", "", ())]


# --- the log ---


def log_finding(step: int) -> Found:
    return ("unexpected-log", "warning", f"/steps/{step}", ())


def test_a_log_that_differs_is_the_seats_word_alone() -> None:
    table = played()
    kept = table.seats[0].receipt()
    log = json.loads(kept)["signed"]
    steps = shown(table)
    for number, one in enumerate(log):
        step = next(i for i, raw in enumerate(steps) if raw["parent"] == one["parent"])
        lied = changed(kept, lambda r, n=number: r["signed"][n].update(hash="ab" * 32))  # type: ignore[misc]
        report = report_on(steps, lied)
        # Whether a close has to hold a seat's word is judged by V10.
        assert found(report) == ([] if one["kind"] == "close" else [log_finding(step)])
        assert report.verdict is Verdict.FAIR
        assert not proven(steps, lied)
    assert report_on(steps, changed(kept, lambda r: r.update(signed=log[:3]))).findings == ()


def test_a_log_with_a_step_that_the_file_does_not_have() -> None:
    kept = played().seats[0].receipt()
    more = {"hash": "ab" * 32, "kind": "move", "parent": "cd" * 32}
    report = report_on(shown(played()), changed(kept, lambda r: r["signed"].append(more)))
    assert found(report) == [log_finding(0)]
    assert report.findings[0].sentence == (
        "By its own log seat 0 signed a move on a step that this file does not have. Its log alone "
        "proves nothing."
    )


def test_a_host_that_names_a_seat_missing_which_had_revealed() -> None:
    """By the seat's own word: its reveal may never have arrived."""
    table = until("commit")
    table.silent = table.may_die = {3}
    table.deliver()
    kept = table.seats[3].receipt()
    table.took("host", table.host.void())
    report = report_on(table.run().host.transcript(), kept)
    assert found(report) == [
        ("void", "warning", at(3, 0), ()),
        log_finding(3),
        note("replaced", at(4, 0, "body/seats/0")),
    ]
    assert report.findings[1].sentence == (
        "By its own log seat 3 signed its reveal for step 3, where the host says that none came. "
        "Its log alone proves nothing."
    )
    assert report.verdict is Verdict.FAIR


# --- form ---


def test_what_is_no_receipt_is_refused_at_once() -> None:
    for wrong in ([b"{}"], b"{}", "receipt", None, (json.loads(played().seats[0].receipt()),)):
        with pytest.raises(TypeError, match="receipts have to be a tuple of bytes, each a receipt"):
            Expect(receipts=wrong)  # type: ignore[arg-type]
    for data in (b"", b"{}", b"null", played().host.transcript()):
        with pytest.raises(Malformed):
            Expect(receipts=(data,))


ENTRY = {"hash": "ab" * 32, "kind": "move", "parent": "cd" * 32}
NO_RECEIPTS: dict[str, tuple[str, Callable[[Any], object]]] = {
    "another format": ("/format", lambda r: r.update(format="fairdeal-receipt/2")),
    "no seat": ("/seat", lambda r: r.pop("seat")),
    "a seat beyond all tables": ("/seat", lambda r: r.update(seat=16)),
    "a seat that is true": ("/seat", lambda r: r.update(seat=True)),
    "no head": ("/head", lambda r: r.pop("head")),
    "no height": ("/head/height", lambda r: r["head"].update(height=0)),
    "a table that is none": ("/table", lambda r: r.update(table="AB" * 32)),
    "another member": ("/more", lambda r: r.update(more=1)),
    "a private step": ("/private/0/kind", lambda r: r["private"][0].update(kind="step")),
    "a log of the host": ("/signed/0/kind", lambda r: r["signed"][0].update(kind="deal")),
    "a log with more in it": ("/signed/0/by", lambda r: r["signed"][0].update(by=0)),
    "too long a log": ("/signed", lambda r: r.update(signed=[ENTRY] * 65_537)),
    "too many messages": ("", lambda r: r.update(private=r["private"][:1] * 32_769)),
}


@pytest.mark.parametrize(
    ("where", "change"), NO_RECEIPTS.values(), ids=NO_RECEIPTS.keys()
)  # fmt: skip
def test_the_form_of_a_receipt(where: str, change: Callable[[Any], object]) -> None:
    with pytest.raises(Malformed) as caught:
        receipts.read(changed(played().seats[0].receipt(), change))
    code = Code.BAD_FORM if where else Code.TOO_LARGE
    assert (caught.value.code, caught.value.pointer) == (code, where)


# --- any single change ---


@cache
def small() -> Table:
    """A whole game of a dozen steps, with sealed choices that others are told."""
    return Table(rules(rounds=2), seed="any change").run()


def small_report(steps: Any, kept: bytes) -> Report:
    expect = Expect(receipts=(kept,))
    return verify({"format": "fairdeal/1", "steps": steps}, expect, games={"mini": MINI})


@pytest.mark.usefixtures("remembered_signatures")
def test_no_single_change_of_a_file_makes_a_receipt_accuse_anybody() -> None:
    steps, kept = small().chain, small().seats[1].receipt()
    assert found(small_report(steps, kept)) == []
    verdicts = set()
    for _, _, other in all_changes(steps):
        report = small_report(other, kept)
        assert report.blamed == ()
        verdicts.add(report.verdict)
        if isinstance(other, list) and other:
            assert not is_proven_against(other, kept)
    assert verdicts == {Verdict.ALTERED, Verdict.MALFORMED, Verdict.INCOMPLETE}


def is_proven_against(steps: list[Any], kept: bytes) -> bool:
    try:
        proof = evidence.by_receipt(transcript.dump(steps), kept)
    except (LocalError, Malformed):
        return False
    return proofs.check(proof).verdict is ProofVerdict.PROVEN


@pytest.mark.usefixtures("remembered_signatures")
def test_no_single_change_of_a_receipt_accuses_anybody() -> None:
    steps, kept = small().chain, small().seats[1].receipt()
    tally: Counter[str] = Counter()
    for _, _, other in all_changes(json.loads(kept)):
        try:
            report = small_report(steps, dumps(other))
        except Malformed:
            tally["no receipt"] += 1
            continue
        assert report.blamed == ()
        assert {one.severity for one in report.findings} <= {Severity.WARNING, Severity.VIOLATION}
        tally.update({str(one.code) for one in report.findings} or {"fits"})
        assert not is_proven_against(steps, dumps(other))
    # Another table's hash is another table; what fits is a shorter log or list of messages.
    assert tally.keys() == {
        *("no receipt", "fits", "unexpected-history", "unexpected-log", "worthless-receipt"),
    }
    assert tally["unexpected-history"] == 1


# --- the proofs, bent ---


@cache
def a_proof() -> bytes:
    first, second = both(until("seal"), without(0))
    return evidence.by_receipt(second.host.transcript(), first.seats[0].receipt())


def test_a_proof_is_one_run_from_the_open_step_and_one_head() -> None:
    proof = json.loads(a_proof())
    run, alone = proof["branches"]
    assert (alone["steps"], alone["parent"], run["parent"]) == ([], "0" * 64, "0" * 64)
    # The disclosure, step 59 there, makes the whole of its step; all others are hashes.
    assert [len(run["steps"]), alone["head"]["height"]] == [60, 60]
    shown_in_full = [
        (index, said["by"])
        for index, step in enumerate(run["steps"])
        for said in step["statements"]
        if isinstance(said, dict)
    ]
    assert shown_in_full == [(59, "host")]


BENT: dict[str, Callable[[Any], object]] = {
    "no head": lambda p: p["branches"][1].update(head=None),
    "another signature": lambda p: p["branches"][1]["head"].update(sig="00" * 64),
    "another height": lambda p: p["branches"][1]["head"].update(height=59),
    "another parent": lambda p: p["branches"][1].update(parent="ab" * 32),
    "two heads": lambda p: p.update(branches=p["branches"][1:] * 2),
    "a head alone": lambda p: p["branches"].pop(0),
    "a run alone": lambda p: p["branches"].pop(1),
    "not from the open step": lambda p: p["branches"][0]["steps"].pop(0),
    "another first step": lambda p: p["branches"][0]["steps"][0].update(kind="join"),
    "another table": lambda p: p.update(table="ab" * 32),
    "another fault": lambda p: p.update(code="wrong-opening"),
    "of a seat": lambda p: p.update(accused=played().signers[0].public.hex()),
    "one step less": lambda p: p["branches"][0]["steps"].pop(),
}  # fmt: skip


@pytest.mark.parametrize("change", BENT.values(), ids=BENT.keys())
def test_a_bent_proof_proves_nothing(change: Callable[[Any], object]) -> None:
    proof = json.loads(a_proof())
    assert proofs.check(dumps(proof)).verdict is ProofVerdict.PROVEN
    change(proof)
    assert proofs.check(dumps(proof)).verdict is ProofVerdict.UNPROVEN


def bent_against_an_honest_host(height: int) -> list[Any]:
    """Runs of an honest game to each statement of its host, beside its own head."""
    table = played()
    steps = table.chain
    kept = json.loads(receipt_at(height, 0))
    runs = []
    for end, raw in enumerate(steps):
        for said in raw["statements"]:
            if said["by"] == "host":
                run = [
                    {
                        "kind": one["kind"],
                        "statements": [chain.statement_hash(other) for other in one["statements"]],
                    }
                    for one in steps[:end]
                ]
                run.append({"kind": raw["kind"], "statements": [said]})
                runs.append(run)
    return [
        {
            "accused": steps[0]["statements"][0]["body"]["host"]["key"],
            "branches": [
                {"head": None, "parent": chain.ZERO, "steps": run},
                {"head": kept["head"], "parent": chain.ZERO, "steps": []},
            ],
            "code": "second-history",
            "format": "fairdeal-proof/2",
            "hand": None,
            "openings": [],
            "private": None,
            "table": kept["table"],
        }
        for run in runs
    ]


@pytest.mark.parametrize("height", [1, 3, 5, 7, 59, 60])
def test_no_head_of_an_honest_host_contradicts_its_own_statements(height: int) -> None:
    made = bent_against_an_honest_host(height)
    assert len(made) == 5  # open, commit, deal, disclose, close
    for proof in made:
        assert proofs.check(dumps(proof)).verdict is ProofVerdict.UNPROVEN


def test_a_step_belongs_to_the_deal_and_attempt_that_the_kinds_before_it_tell() -> None:
    forge = Forge().until("reveal")
    forge.call_off(forge.void([1])).replace(1)
    forge.until("reveal", 2)
    forge.call_off(forge.void([3])).replace(3)
    read = transcript.read(transcript.parse(forge.until("move").data()))
    judge = receipts._Judge(wire.read_receipt(loads(played().seats[2].receipt())), read, 0)
    for index in range(len(forge.steps)):
        assert judge._attempt_at(index) == deal_and_attempt(forge.steps[:index])
    assert judge._attempt_at(len(forge.steps)) == (2, 2)
