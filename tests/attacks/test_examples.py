"""The transcripts in `examples/transcripts`: real roles played them, cheats among them."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import Result

from examples import make_transcripts
from fairdeal.cli import cli
from fairdeal.expect import Expect
from fairdeal.keys import parse_players, parse_public_key
from tests.attacks.forge import (
    COMMIT_2,
    DEAL,
    DEAL_2,
    DISCLOSE,
    DISCLOSE_2,
    FIRST_MOVE,
    REVEAL,
    REVEAL_2,
    Found,
    altered,
    at,
    found,
    incomplete,
    judge,
    note,
    statuses,
    violation,
    warning,
)
from tests.cli.conftest import new_runner

FOLDER = Path(__file__).parents[2] / "examples" / "transcripts"
RECEIPT = (FOLDER / "alice.receipt").read_bytes()

# In all of them the first two deals run as in the chain of a `Forge`: 59 steps to the first
# disclosure, 57 to the second. Tricks are four steps each from FIRST_MOVE on.
TRICK_2, TRICK_3 = FIRST_MOVE + 4, FIRST_MOVE + 8

EXPECTED: dict[str, tuple[str, str, list[Found]]] = {
    "live": ("fair", "..........", []),
    "solo": ("fair", "..........", []),
    "unfinished": (
        "incomplete",
        ".........F",
        [incomplete("undisclosed", f"/steps/{DEAL_2 + 19}")],
    ),
    "void_and_replaced": (
        "fair",
        "....w.....",
        [
            warning("void", at(REVEAL_2, 0)),
            note("replaced", at(REVEAL_2 + 1, 0, "body/seats/0")),
            # The void and its replace take two steps, the next attempt is whole (57 steps),
            # then commit, reveal, deal, seal, five tricks of deal 3 and a card of the sixth.
            note("replaced", at(REVEAL_2 + 1 + 1 + 57 + 4 + 21, 0, "body/seats/0")),
        ],
    ),
    "stopped": (
        "incomplete",
        ".........F",
        [incomplete("stopped-early", f"/steps/{DISCLOSE_2 + 1}")],
    ),
    "another_deal": (
        "unfair",
        "......F--.",
        [
            violation("wrong-hand", at(DEAL, 0, "body/hands/0"), "host"),
            violation("wrong-hand", at(DEAL, 0, "body/hands/1"), "host"),
            note("not-judged", at(DEAL, 0)),
        ],
    ),
    "swapped_pass": (
        "unfair",
        ".....F---.",
        [
            note("not-judged", at(DEAL, 0)),
            violation("wrong-seal-opening", at(DISCLOSE, 0, "body/seals/3"), "host"),
        ],
    ),
    "wrong_opening": (
        "unfair",
        ".....F---.",
        [
            note("not-judged", at(DEAL_2, 0)),
            violation("wrong-opening", at(DISCLOSE_2, 0, "body/seed"), "host"),
        ],
    ),
    "false_score": (
        "unfair",
        "........F.",
        [violation("wrong-result", at(DISCLOSE_2, 0, "body/result"), "host")],
    ),
    "early_close": (
        "unfair",
        ".........F",
        [violation("early-close", f"/steps/{DISCLOSE_2 + 1}", "host")],
    ),
    # Diamonds are led to trick 3, Bob is the last to play and throws TH.
    "revoke": (
        "unfair",
        ".......F..",
        [violation("illegal-move", at(TRICK_3 + 3, 0, "body/move"), 1, "host")],
    ),
    # Spades are led to trick 2, Bob is the second and throws KH under a spoiled signature.
    "damaged_signature": (
        "unfair",
        "..F.------",
        [violation("signed-over-damage", at(TRICK_2 + 1, 0, "sig"), "host")],
    ),
    # David leads 2C; the next is Alice, but Chloé plays 7C.
    "out_of_turn": (
        "unfair",
        ".......F..",
        [violation("illegal-move", at(FIRST_MOVE + 1, 0, "body/move"), 2, "host")],
    ),
    "copied_commitment": (
        "unfair",
        "....wF---.",
        [
            violation("wrong-opening", at(REVEAL, 3, "body/seed"), 3, "host"),
            warning("same-value", at(REVEAL, 3, "body/seed")),
            note("not-judged", at(DEAL, 0)),
        ],
    ),
    # All four are replaced after deal 1, in a step of their own, and two deals follow. The game of
    # the receipt has 174 steps: open, join, three deals of 57 and close. So at its end, in step
    # 173, this file has its last disclosure.
    "other_history": (
        "unfair",
        "...F..w...",
        [
            *(note("replaced", at(COMMIT_2, 0, f"body/seats/{seat}")) for seat in range(4)),
            warning("no-person-seed", at(DEAL_2 + 1, 0)),
            violation("unexpected-private", at(DEAL_2 + 1, 0, "body/hands"), "host"),
            warning("no-person-seed", at(DEAL_2 + 1 + 57, 0)),
            violation("unexpected-private", at(DEAL_2 + 1 + 57, 0, "body/hands"), "host"),
            violation("unexpected-history", "/steps/173", "host"),
        ],
    ),
    "edited_card": ("altered", "..F.------", [altered("bad-signature", at(FIRST_MOVE, 0, "sig"))]),
    # A game of four deals: 4 * 57 steps after open and join, less the seal step that the deal
    # without a pass does not have; the last but one step of the file is its last disclosure.
    "edited_score": (
        "altered",
        "..F.------",
        [altered("bad-signature", at(2 + 4 * 57 - 1 - 1, 0, "sig"))],
    ),
}


def test_each_has_its_expectation() -> None:
    made = {one.name for one in make_transcripts.EXAMPLES}
    assert made == EXPECTED.keys() == {path.stem for path in FOLDER.glob("*.json")}


@pytest.mark.parametrize("name", EXPECTED)
def test_the_verdict_names_what_was_done_and_by_whom(name: str) -> None:
    verdict, checks, findings = EXPECTED[name]
    expect = Expect(
        host=parse_public_key((FOLDER / "host.pub").read_text()),
        players=parse_players((FOLDER / "players").read_text()),
        receipts=(RECEIPT,) if name == "other_history" else (),
    )
    report = judge((FOLDER / f"{name}.json").read_bytes(), expect)
    assert found(report) == findings
    assert (str(report.verdict), statuses(report)) == (verdict, checks)


def test_the_script_makes_exactly_these_files(capsys: pytest.CaptureFixture[str]) -> None:
    assert make_transcripts.main(["--check"]) == 0
    assert capsys.readouterr().err == ""


def test_a_changed_file_is_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(make_transcripts, "FOLDER", tmp_path / "transcripts")
    monkeypatch.setattr(make_transcripts, "EXAMPLES", make_transcripts.EXAMPLES[2:3])
    assert make_transcripts.main([]) == 0
    assert make_transcripts.main(["--check"]) == 0
    (tmp_path / "transcripts" / "players").write_bytes(b"")
    (tmp_path / "transcripts" / "more.json").write_bytes(b"{}")
    assert make_transcripts.main(["--check"]) == 1
    said = capsys.readouterr().err.splitlines()
    assert [Path(line.split(" is not ")[0]).name for line in said] == ["more.json", "players"]


def transcript(name: str) -> bytes:
    return (FOLDER / f"{name}.json").read_bytes()


def test_a_deal_with_a_false_seed_or_hand_is_not_fair_whoever_was_honest() -> None:
    unfair = {
        name: [deal.number for deal in judge(transcript(name)).deals if not deal.fair]
        for name in ("live", "wrong_opening", "copied_commitment", "another_deal", "revoke")
    }
    assert unfair == {
        "live": [],
        "wrong_opening": [2],
        "copied_commitment": [1],
        "another_deal": [1],
        "revoke": [],
    }


def test_the_other_history_is_fair_to_whoever_has_no_receipt() -> None:
    report = judge(transcript("other_history"))
    assert (str(report.verdict), report.blamed) == ("fair", ())


def test_the_receipt_proves_that_the_host_signed_both(tmp_path: Path) -> None:
    def run(*arguments: str) -> Result:
        return new_runner().invoke(cli, arguments)

    proof = tmp_path / "proof.json"
    shown, kept = str(FOLDER / "other_history.json"), str(FOLDER / "alice.receipt")
    assert run("evidence", shown, "--receipt", kept, "-o", str(proof)).exit_code == 0
    result = run("verify", str(proof))
    assert result.exit_code == 0
    assert result.stdout.startswith("PROVEN")
    host = parse_public_key((FOLDER / "host.pub").read_text()).hex()
    assert host in result.stdout
