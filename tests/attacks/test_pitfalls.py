"""What went wrong elsewhere, tried here: splices, rewritten histories, amnesties, framing."""

from __future__ import annotations

import json
from typing import Any

import pytest

from fairdeal import chain, transcript
from fairdeal.report import exit_status
from tests.attacks.forge import (
    CLOSE,
    COMMIT,
    COMMIT_2,
    DEAL,
    DISCLOSE,
    DISCLOSE_2,
    FIRST_MOVE,
    LAST_MOVE_2,
    OPEN,
    REVEAL,
    REVEAL_2,
    SEAL,
    SEAL_2,
    Forge,
    Found,
    altered,
    at,
    found,
    incomplete,
    judge,
    note,
    resigned,
    violation,
    warning,
)

NEXT_TABLE = "table 5"  # also a game of two deals


def played(text: str = "table 3") -> Forge:
    forge = Forge(text)
    forge.finish()
    return forge


def another_table(forge: Forge) -> Forge:
    """A game of the same people with the same keys, at another table."""
    other = Forge(NEXT_TABLE)
    other.signers = dict(forge.signers)
    other.finish()
    assert len(other.steps) == len(forge.steps)
    return other


def spliced(forge: Forge, index: int, step: Any) -> list[Any]:
    """The chain with another step in one place, and parents written to fit."""
    return resigned(forge, [*forge.steps[:index], step, *forge.steps[index + 1 :]], 0, ())


# --- pieces from elsewhere ---


def test_no_step_of_another_table_fits() -> None:
    forge = played()
    other = another_table(forge)
    for index in range(1, len(forge.steps)):
        report = judge(transcript.dump(spliced(forge, index, other.steps[index])))
        first = report.findings[0]
        assert (first.code, first.step, first.blame) == ("bad-signature", index, ())
        assert report.verdict == "altered"


def test_another_tables_beginning_does_not_fit_either() -> None:
    forge = played()
    report = judge(transcript.dump(spliced(forge, OPEN, another_table(forge).steps[OPEN])))
    assert found(report) == [altered("bad-signature", at(1, 0, "sig"))]


@pytest.mark.parametrize(
    ("here", "there"),
    [(COMMIT, COMMIT_2), (REVEAL, REVEAL_2), (SEAL, SEAL_2), (DISCLOSE, DISCLOSE_2)],
)
def test_no_step_of_another_deal_fits(here: int, there: int) -> None:
    forge = played()
    for index, source in ((here, there), (there, here)):
        report = judge(transcript.dump(spliced(forge, index, forge.steps[source])))
        assert found(report)[0] == altered("bad-signature", at(index, 0, "sig"))
        assert {finding.blame for finding in report.findings} == {()}


def test_a_host_that_takes_an_old_statement_answers_for_it() -> None:
    forge = Forge().until("reveal", 2)
    statements = forge.signed()
    statements[2] = forge.steps[REVEAL]["statements"][2]
    forge.step(statements=statements)
    assert found(judge(forge.finish())) == [
        violation("signed-over-damage", at(REVEAL_2, 2, "sig"), "host")
    ]


def test_a_statement_verifies_in_exactly_one_place() -> None:
    forge = played()
    places = [
        (step["kind"], parent, by)
        for step, parent in zip(forge.steps, [chain.ZERO, *forge.heads], strict=False)
        for by in (*forge.seats, "host")
    ]
    fits = 0
    for step in (forge.steps[index] for index in (1, COMMIT, DEAL, SEAL, FIRST_MOVE, CLOSE)):
        for said in step["statements"]:
            verified = [
                (kind, parent, by)
                for kind, parent, by in places
                if chain.is_signed(
                    {**said, "by": by}, kind, parent, forge.table, forge.signers[by].public
                )
            ]
            assert verified == [(step["kind"], step["parent"], said["by"])]
            fits += 1
    assert fits == 4 + 5 + 1 + 4 + 1 + 5


def test_a_copied_commitment_cannot_be_opened() -> None:
    forge = Forge().until("commit")
    bodies = forge.draft()
    bodies[3]["commitment"] = bodies[2]["commitment"]
    forge.seeds[3] = forge.seeds[2]
    assert found(judge(forge.step(bodies).finish())) == [
        violation("wrong-opening", at(REVEAL, 3, "body/seed"), 3, "host"),
        warning("same-value", at(REVEAL, 3, "body/seed")),
        note("not-judged", at(DEAL, 0)),
    ]


def test_a_mirrored_seed_cancels_nothing() -> None:
    """With XOR, equal or complementary seeds would fix the deal whatever the third party chose."""
    hands = set()
    for text in ("a", "b", "c"):
        forge = Forge().until("commit")
        fixed = "5a" * 32
        mirrored = bytes(0xFF ^ byte for byte in bytes.fromhex(fixed)).hex()
        free = Forge(text).fresh()
        forge.chosen_seeds.update({0: fixed, 1: mirrored, 2: fixed, 3: mirrored, "host": free})
        forge.until("seal")
        hands.add(tuple(forge._hands))
    assert len(hands) == 3


# --- a history rewritten afterwards ---


@pytest.mark.parametrize(
    "change",
    [
        lambda body: body["game"]["rules"].update(target=26),
        lambda body: body["seats"].reverse(),
        lambda body: body["seats"][1].update(kind="bot"),
        lambda body: body["seats"][2].update(name="Chloe"),
        lambda body: body["host"].update(name="Other Host"),
        lambda body: body["game"].update(version="1.0"),
        lambda body: body.update(nonce="00" * 32),
    ],
)
def test_a_host_that_rewrites_the_opening_convicts_itself(change: Any) -> None:
    forge = played()
    steps = json.loads(transcript.dump(forge.steps))["steps"]
    change(steps[OPEN]["statements"][0]["body"])
    report = judge(transcript.dump(resigned(forge, steps, 0, {"host"})))
    assert report.verdict in ("unfair", "malformed")
    assert {party for finding in report.findings for party in finding.blame} == {"host"}


def test_a_host_that_rewrites_a_card_convicts_itself() -> None:
    forge = played()
    steps = json.loads(transcript.dump(forge.steps))["steps"]
    steps[FIRST_MOVE]["statements"][0]["body"]["move"] = "3C"
    again = transcript.dump(resigned(forge, steps, FIRST_MOVE, {"host"}))
    report = judge(again)
    # It signs `disclose` over the card that seat 3 never signed, and over all seats' old moves.
    assert found(report)[0] == violation("signed-over-damage", at(FIRST_MOVE, 0, "sig"), "host")
    assert {finding.code for finding in report.findings} == {"signed-over-damage"}
    assert {finding.blame for finding in report.findings} == {("host",)}


# --- amnesties ---


def revoked() -> Forge:
    """Seat 0, which has to follow clubs, throws a diamond in deal 1."""
    forge = Forge().until_step(13)
    return forge.step(forge.move(0, "3D"))


REVOKE: Found = violation("illegal-move", at(13, 0, "body/move"), 0, "host")


def test_a_spoiled_signature_later_on_undoes_nothing() -> None:
    forge = revoked().until("move", 2)
    (said,) = forge.signed()
    index = len(forge.steps)
    forge.step(statements=[{**said, "sig": said["sig"][::-1]}])
    cut = judge(forge.data())
    assert found(cut) == [REVOKE, altered("bad-signature", at(index, 0, "sig"))]
    assert cut.verdict == "unfair"
    damage = violation("signed-over-damage", at(index, 0, "sig"), "host")
    assert found(judge(forge.finish())) == [REVOKE, damage]


def test_an_unknown_member_later_on_undoes_nothing() -> None:
    forge = revoked().until("close")
    bodies = forge.draft()
    bodies["host"]["excuse"] = "none"
    report = judge(forge.step(bodies).data())
    assert [finding[0] for finding in found(report)] == ["illegal-move", "bad-form"]
    assert report.verdict == "unfair"


def test_a_damaged_end_undoes_nothing() -> None:
    forge = revoked()
    forge.finish()
    forge.steps.append(0)  # type: ignore[arg-type]
    report = judge(forge.data())
    assert [finding[0] for finding in found(report)] == ["illegal-move", "bad-form"]
    assert report.verdict == "unfair"


def test_a_broken_chain_undoes_nothing_and_convicts_nobody() -> None:
    forge = revoked()
    forge.finish()
    forge.steps[20]["parent"] = None
    forge.steps[30]["parent"] = "00" * 32
    assert found(judge(forge.data())) == [
        REVOKE,
        ("bad-form", "malformed", "/steps/20/parent", ()),
        altered("broken-chain", "/steps/30/parent"),
    ]


# --- framing ---


def test_a_host_that_lies_about_who_leads_does_not_frame_the_leader() -> None:
    """By false hands seat 0 holds the two of clubs and leads it; by the seeds seat 3 would."""
    forge = Forge().until("deal")
    hands = [list(hand) for hand in forge._hands]
    assert "2C" in hands[2]  # who passes it to seat 3
    hands[0][-1], hands[2][0] = hands[2][0], hands[0][-1]
    deck = forge.match.deck
    forge._hands = [tuple(sorted(hand, key=deck.index)) for hand in hands]
    forge.finish()
    assert next(iter(forge.steps[FIRST_MOVE]["statements"]))["body"]["move"] == "2C"
    assert found(judge(forge.data())) == [
        violation("wrong-hand", at(DEAL, 0, "body/hands/0"), "host"),
        violation("wrong-hand", at(DEAL, 0, "body/hands/2"), "host"),
        note("not-judged", at(DEAL, 0)),
    ]


@pytest.mark.parametrize("index", range(2, LAST_MOVE_2, 9))
def test_a_seats_own_step_on_a_cut_chain_frames_nobody(index: int) -> None:
    forge = Forge().until_step(index)
    kind = "join" if forge.due != "join" else "move"
    body = {"last": None, "nonce": forge.fresh()}
    if kind == "move":
        body = {"clock": None, "deal": 1, "move": "2C"}
    forge.put(kind, [forge.sign(kind, 1, body)])
    assert found(judge(forge.data())) == [violation("wrong-kind", f"/steps/{index}/kind", 1)]


def test_a_seat_that_signs_its_close_anew_does_not_frame_the_host() -> None:
    forge = played()
    last = forge.steps[CLOSE]
    forge.heads.pop()
    forge.steps.pop()
    lie = {"reason": "end", "result": {"places": [1, 1, 1, 1], "totals": [0, 0, 0, 0]}}
    last["statements"][2] = forge.sign("close", 2, lie)
    forge.put("close", last["statements"])
    assert found(judge(forge.data())) == [
        violation("wrong-standings", at(CLOSE, 2, "body/result"), 2),
        altered("wrong-close-list", f"/steps/{CLOSE}"),
    ]


@pytest.mark.parametrize("place", [1, 2])
@pytest.mark.parametrize("are_listed", [False, True])
def test_a_seat_that_signs_two_ends_frames_no_host_that_lists_one(
    place: int, are_listed: bool
) -> None:
    """Wherever the seat puts the other one: the host answers for both only if it lists both."""
    forge = Forge().until("close")
    statements = forge.signed()
    other = forge.sign("close", 1, {**statements[1]["body"], "reason": "stopped"})
    statements.insert(place, other)
    if are_listed:
        body = statements[-1]["body"]
        body["seats"] = [chain.statement_hash(said) for said in statements[:-1]]
        statements[-1] = forge.sign("close", "host", body)
    blame = (1, "host") if are_listed else (1,)
    assert found(judge(forge.step(statements=statements).data())) == [
        violation("repeated-statement", at(CLOSE, 2), *blame)
    ]


def test_an_editor_that_removes_a_signature_from_an_agreed_stop_frames_nobody() -> None:
    forge = Forge().until("commit", 2)
    forge.step(forge.stopping())
    del forge.steps[-1]["statements"][1]
    assert found(judge(forge.data())) == [
        altered("wrong-close-list", f"/steps/{COMMIT_2}"),
        incomplete("stopped-early", f"/steps/{COMMIT_2}"),
    ]


# --- the file cut short ---


def test_a_chain_cut_after_any_step_is_incomplete() -> None:
    forge = played()
    for height in range(1, len(forge.steps)):
        report = judge(transcript.dump(forge.steps[:height]))
        assert report.verdict == "incomplete"
        assert (exit_status(report.verdict), [f.blame for f in report.findings]) == (1, [()])
        code = "undisclosed"
        if height <= COMMIT:
            code = "no-deal"
        elif height == COMMIT_2:
            code = "not-over"
        elif height == CLOSE:
            code = "not-closed"
        assert found(report) == [incomplete(code, f"/steps/{height - 1}")]


def test_statements_doubled_or_dropped_at_any_cut_blame_nobody() -> None:
    forge = played()
    for height in (*range(1, 8), COMMIT_2 + 1, REVEAL_2 + 1, SEAL_2 + 1, DISCLOSE_2 + 1, CLOSE + 1):
        *before, last = forge.steps[:height]
        for number, said in enumerate(last["statements"]):
            others = [one for one in last["statements"] if one is not said]
            for statements in (
                others,
                [*others, said],
                [said, *others],
                [said, *last["statements"]],
            ):
                if statements == last["statements"]:
                    continue
                steps = [*before, {**last, "statements": statements}]
                report = judge(transcript.dump(steps))
                context = (height, number, len(statements), found(report))
                assert report.verdict in ("altered", "malformed"), context
                assert {finding.blame for finding in report.findings} == {()}, context


def test_a_deal_that_was_not_disclosed_is_not_called_fair() -> None:
    """Hands that the seeds do not give are found at the disclosure, and not before."""
    forge = Forge().until("deal", 2)
    bodies = forge.draft()
    hands = bodies["host"]["hands"]
    hands[0], hands[1] = hands[1], hands[0]
    forge.step(bodies)
    assert [deal.fair for deal in judge(forge.data()).deals] == [True, None]
    assert [deal.fair for deal in judge(forge.finish()).deals] == [True, False]


def test_a_deal_disclosed_before_its_play_is_over() -> None:
    """Every play so far was right; the host makes up the rest of the points."""
    forge = Forge().until_step(LAST_MOVE_2 - 9)
    body = {
        "deal": 2,
        "result": forge._blind_result(),
        "seals": forge.openings,
        "seed": forge.seeds["host"],
    }
    forge.put("disclose", [forge.sign("disclose", "host", body)])
    report = judge(forge.data())
    assert found(report) == [violation("wrong-kind", f"/steps/{LAST_MOVE_2 - 9}/kind", "host")]
    assert report.verdict == "unfair"
