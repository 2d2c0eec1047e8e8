"""``fairdeal audit``: its words, its figures and its exit status."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import Result

from fairdeal.cli import audit as command
from fairdeal.report import Signatures, Verdict
from fairdeal.sample import Attempt, Fate, Sample
from hearts.cards import NAMES
from tests.audits import ALICE, BOB, CALLED, CHLOE, DAVID, HOST, PERSONS, fair, hands, table
from tests.cli import tables
from tests.cli.conftest import Run
from tests.unit.test_audit import rotated

Made = Callable[[Sequence[Sample | Verdict]], None]


@pytest.fixture
def made(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Made:
    """Let files stand for made-up samples; only -j 1 knows of them."""

    def put(samples: Sequence[Sample | Verdict]) -> None:
        for number in range(len(samples)):
            Path(f"{number}.json").write_text(str(number), encoding="utf-8")

        def read(data: bytes, *, signatures: Signatures) -> Sample | Verdict:
            return samples[int(data)]

        monkeypatch.setattr(command, "read_sample", read)

    return put


def block(result: Result, title: str) -> list[str]:
    """The lines below a heading."""
    part = next(part for part in result.stdout.split("\n\n") if part.startswith(title))
    return [line.strip() for line in part.strip().split("\n")[1:]]


def the_line(result: Result, start: str) -> str:
    (line,) = [line for line in result.stdout.splitlines() if line[4:].startswith(start)]
    return line.strip()


def alike(times: int) -> list[Sample]:
    """Tables of one deal in which each seat gets one suit, the last one spades."""
    return [table(str(number), [hands(NAMES)]) for number in range(times)]


# Whole transcripts


def test_fair_games(run: Run, folder: Path) -> None:
    """A game of three deals and one of one deal; a part of the first; and one with a revoke."""
    Path("a.json").write_bytes(tables.play())
    Path("b.json").write_bytes(tables.play(1))
    Path("cut.json").write_bytes(tables.cut(tables.play(), 60))
    Path("revoke.json").write_bytes(tables.revoke())
    result = run("audit", ".", "-j", "2")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.startswith(
        "NOTHING UNUSUAL  in 4 deals at 2 tables, which are too few to show anything.\n"
        "  3 files hold 2 tables: of each the longest file counts.\n"
    )
    assert block(result, "Left out") == ["revoke.json: unfair", "fairdeal verify tells why."]
    assert "How the cards fell: hearts, 4 seats, 52 cards, 4 deals\n" in result.stdout
    # 13 from fair shuffles; the two of clubs and the queen by seat and by player; and points.
    assert result.stdout.count("✓") == 18
    assert block(result, "What this can tell")[0] == (
        "Of 17 tests one stands out if chance does as much in at most 1 % of such audits, all of "
        "its tests taken together."
    )
    last = run("audit", ".", "-j", "1", "--signatures", "last")
    assert (last.exit_code, last.stdout) == (0, result.stdout)


def test_a_game_that_was_called_off(run: Run, folder: Path) -> None:
    """Dan did not reveal for deal 2 of two; the host's line and his own."""
    Path("t.json").write_bytes(tables.eventful())
    host = tables.SIGNERS["host"].public.hex()[:8]
    dan = tables.SIGNERS[3].public.hex()[:8]
    told = block(run("audit", "t.json"), "Deals called off or left open")
    assert len(told) == 3
    assert told[0] == (
        f"The Green Table ({host}), host: called off 1 of 3 attempts at a deal (33.3 %; in the "
        "long run between 0.84 % and 90.6 %)."
    )
    assert told[1] == (
        "By its own word the reveal of 1 person in 1 of these was missing; it held all other "
        "seeds. If that word was false, or if it was told the missing seed, it saw the cards "
        "before it called them off; no file can tell."
    )
    assert told[2] == (
        f"Dan ({dan}): named missing in 1 of 2 attempts at a deal (50 %; in the long run between "
        "1.3 % and 98.7 %)."
    )


# Words


def test_a_card_that_one_seat_gets(run: Run, made: Made) -> None:
    """Four of four: 4 seats times 2 / 4^4 is 1 of 32."""
    made(alike(4))
    result = run("audit", ".", "-j", "1")
    assert the_line(result, "The queen of spades") == (
        "✓ The queen of spades: seat 3 got it 100 % of the time, 25 % expected; that happens by "
        "chance in 1 of 32 audits."
    )
    assert "Of 4 deals of hearts for 4 nothing can be told: not even a seat that always got" in (
        result.stdout
    )


def test_what_is_unusual(run: Run, made: Made) -> None:
    made(alike(30))
    result = run("audit", ".", "-j", "1")
    assert result.exit_code == 1
    first = result.stdout.splitlines()[0]
    assert first.startswith("UNUSUAL  in 30 deals at 30 tables: the queen of spades, which seat ")
    assert "the order of the deck, the number of clubs in a hand, clubs by seat" in first
    assert the_line(result, "The queen of spades") == (
        "✗ The queen of spades: seat 3 got it 100 % of the time, 25 % expected; that happens by "
        "chance in less than 1 of 1,000,000,000 audits. For all 8 tests together: in less than 1 "
        "of 1,000,000,000 audits."
    )
    # Thirty tables of one deal: no deal follows another.
    assert "came back" not in result.stdout
    assert the_line(result, "All cards by seat") == (
        "✗ All cards by seat: as uneven as they are, that happens by chance in 1 of 5,000 audits. "
        "For all 8 tests together: in 1 of 714 audits."
    )
    assert the_line(result, "Clubs in a hand") == (
        "✗ Clubs in a hand: 1 or fewer in 75 % of the hands, 9.3 % expected; that happens by "
        "chance in 1 of 5,000 audits. For all 8 tests together: in 1 of 714 audits."
    )


def test_lines_of_each_kind(run: Run, made: Made) -> None:
    """Nobody's luck changes: seat 0 has all clubs, deal after deal, and all points."""
    deals = [hands(NAMES, number=number, points=[26, 0, 0, 0]) for number in range(1, 6)]
    made([table(str(number), deals) for number in range(6)])
    result = run("audit", ".", "-j", "1")
    assert result.exit_code == 1
    starts = [
        "The most uneven card, 2♣: seat 0 got it 100 % of the time, 25 % expected;",
        "All cards by place in the shuffled deck: as uneven as they are,",
        "Clubs by seat: seat 0 got 13 a deal, 3.25 expected;",
        "From one deal to the next 52 cards came back to the same seat, 13 expected;",
        "From one deal to the next 52 cards lay in the same place of the deck, 1 expected;",
        "Points: seat 0 took 26 a deal, 6.5 on average;",
    ]
    assert [bool(the_line(result, start)) for start in starts] == [True] * 6
    assert the_line(result, "Points").endswith(" As skill shows here too, it raises no alarm.")
    first = result.stdout.splitlines()[0]
    assert "cards that come back" in first
    assert "the 2♣" in first


def test_points_raise_no_alarm(run: Run, made: Made) -> None:
    """A person who always sits in seat 0, among bots that play better, is no cheat."""
    chance = Random(3)
    made(
        [
            table(str(at), [hands(chance.sample(NAMES, 52), points=[26, 0, 0, 0])])
            for at in range(60)
        ]
    )
    result = run("audit", ".", "-j", "1")
    assert result.exit_code == 0
    assert result.stdout.startswith("NOTHING UNUSUAL  in 60 deals at 60 tables.\n")
    assert the_line(result, "Points") == (
        "✓ Points: seat 0 took 26 a deal, 6.5 on average; if all play equally well, that happens "
        "by chance in 1 of 5,000 audits. As skill shows here too, it raises no alarm."
    )


def test_a_card_that_one_player_gets_in_any_seat(run: Run, made: Made) -> None:
    made([table(str(number), [rotated(number)]) for number in range(8)])
    result = run("audit", ".", "-j", "1")
    assert result.exit_code == 1
    assert the_line(result, "The queen of spades by player") == (
        "✗ The queen of spades by player: Bob (bbbbbbbb) got it 100 % of the time, 25 % expected; "
        "that happens by chance in 1 of 8,192 audits. For all 9 tests together: in 1 of 910 "
        "audits."
    )
    assert "the queen of spades by player" in result.stdout.splitlines()[0]
    made([table(str(at), [hands(NAMES, sitters=(ALICE, BOB, CHLOE, HOST))]) for at in range(8)])
    assert the_line(run("audit", ".", "-j", "1"), "The queen of spades by player").startswith(
        "✗ The queen of spades by player: a bot of Example Host got it 100 % of the time, 25 %"
    )


def test_how_many_cards_came_back(run: Run, made: Made) -> None:
    for kept, said in ((12, "12 cards lay"), (1, "1 card lay")):
        # All but the last ones one place further on.
        moved = [*NAMES[1 : 52 - kept], NAMES[0], *NAMES[52 - kept :]]
        made([table("1", [hands(NAMES, number=1), hands(moved, number=2)])])
        assert f"From one deal to the next {said} in the same place" in (
            run("audit", ".", "-j", "1").stdout
        )


def test_two_histories_of_one_table(run: Run, made: Made) -> None:
    deal = [hands(NAMES)]
    made([table("1" * 64, deal, marks=b"aa"), table("1" * 64, deal, marks=b"ab")])
    assert run("audit", ".", "-j", "1").stdout.splitlines()[2] == (
        "  Table 11111111 holds files that do not continue each other, so somebody has two "
        "histories of it: ask fairdeal compare who signed both."
    )


def test_games_of_several_hosts(run: Run, made: Made) -> None:
    made([table("1", [hands(NAMES)]), table("2", [hands(NAMES)], host=ALICE)])
    assert "The games of 2 hosts are tested together: what one of them does shows best in an" in (
        run("audit", ".", "-j", "1").stdout
    )


def test_cards_left_over_and_a_game_without_tools(
    run: Run, made: Made, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fairdeal.games.find_tools", lambda name: None)
    deck = tuple(NAMES[:7])
    deal = hands(deck[:6], deck=deck, seats=3, groups=())
    made([table(str(at), [type(deal)(1, deck, deck, deal.hands)]) for at in range(12)])
    result = run("audit", ".", "-j", "1")
    assert the_line(result, "The most uneven card").startswith(
        "✗ The most uneven card, 8C: the cards left over got it 100 % of the time, 14.3 % expected;"
    )
    assert "12 deals of hearts for 3 would have shown, 9 times of 10, a seat that gets the 2C " in (
        result.stdout
    )


def test_many_voids(run: Run, made: Made) -> None:
    attempts = [
        Attempt(Fate.VOID, PERSONS, (BOB,)),
        Attempt(Fate.VOID, (ALICE, CHLOE, DAVID), (CHLOE, DAVID)),
        Attempt(Fate.COMMITTED, PERSONS),
        Attempt(Fate.REVEALED, PERSONS),
        Attempt(Fate.REVEALED, PERSONS),
        Attempt(Fate.DISCLOSED, PERSONS),
    ]
    crowd = tuple(f"{number:064x}" for number in range(25))
    everybody = Attempt(Fate.VOID, crowd, crowd)
    names = {HOST: CALLED[HOST], **{key: f"P{int(key, 16)}" for key in crowd}}
    other = Sample("x", 9, "hearts", HOST, names, (everybody,), ())
    made([table("1", [hands(NAMES)], attempts=attempts)])
    lines = block(run("audit", ".", "-j", "1"), "Deals called off")
    assert lines[0] == (
        "Example Host (hhhhhhhh), host: called off 2 of 6 attempts at a deal (33.3 %; in the long "
        "run between 4.3 % and 77.7 %)."
    )
    assert lines[1].startswith(
        "By its own word the reveal of 1 person in 1 and of 2 persons in 1 of these was missing;"
    )
    assert lines[2] == (
        "Left open, still running or broken off: 2 of which the host knew all cards, 1 whose "
        "reveals are not on record."
    )
    assert [line[:25] for line in lines[3:]] == [
        "Bob (bbbbbbbb): named mis",
        "Chloé (cccccccc): named m",
        "David (dddddddd): named m",
    ]
    made([table("1", [hands(NAMES)], attempts=attempts), other])
    assert block(run("audit", ".", "-j", "1"), "Deals called off")[-1] == "... and 8 more persons."


# Programs


def test_json(run: Run, made: Made) -> None:
    made([*alike(30), Verdict.UNFAIR])
    result = run("audit", ".", "-j", "1", "--json", "--seed", "5")
    assert result.exit_code == 1
    told: dict[str, Any] = json.loads(result.stdout)
    assert (told["unusual"], told["level"], told["seed"]) == (True, 0.01, 5)
    assert (told["tables"], told["deals"], told["draws"]) == (30, 30, 4999)
    assert told["left_out"] == [{"file": "30.json", "why": "unfair"}]
    assert set(told["tests"][0]) == {
        *("kind", "stratum", "p", "effect", "about", "place", "span", "observed", "expected"),
        *("exact", "corrected", "person"),
    }
    assert told["tests"][1]["p"] == 1 / 5000
    assert told["hosts"][0]["key"] == HOST
    assert [one["name"] for one in told["persons"]] == ["Alice", "Bob", "Chloé", "David"]


def test_the_seed_decides_what_is_compared_with(run: Run, made: Made) -> None:
    made(fair(1, 3, 4))
    one = run("audit", ".", "-j", "1")
    assert run("audit", ".", "-j", "1", "--seed", "1").stdout == one.stdout
    assert run("audit", ".", "-j", "1", "--json", "--seed", "2").stdout != (
        run("audit", ".", "-j", "1", "--json", "--seed", "3").stdout
    )


# Refusals


def refusal(result: Result) -> str:
    assert (result.exit_code, result.stdout) == (2, "")
    return result.stderr.rpartition("Error: ")[2].strip()


def test_nothing_to_test(run: Run, folder: Path) -> None:
    Path("b.json").write_bytes(tables.revoke())
    assert refusal(run("audit", ".", "-j", "1")) == (
        "there is nothing to test: no file is fair or incomplete; fairdeal verify tells about each"
    )


def test_games_that_were_all_broken_off(run: Run, folder: Path) -> None:
    """Nothing can be tested, but who broke off is told all the same."""
    Path("a.json").write_bytes(tables.cut(tables.play(), 5))
    result = run("audit", ".", "-j", "1")
    assert (result.exit_code, result.stderr) == (2, "")
    assert result.stdout.startswith("NOTHING TO TEST  in 0 deals at 1 table: none was disclosed.\n")
    assert block(result, "Deals called off")[1] == (
        "Left open, still running or broken off: 1 of which the host knew all cards, 0 whose "
        "reveals are not on record."
    )
    told = json.loads(run("audit", ".", "-j", "1", "--json").stdout)
    assert (told["tests"], told["hosts"][0]["after_reveal"]) == ([], 1)


def test_an_unreadable_file_does_not_keep_the_others_from_being_told(
    run: Run, folder: Path
) -> None:
    Path("a.json").write_bytes(tables.play())
    result = run("audit", "a.json", "gone.json", "-j", "1")
    assert result.exit_code == 2
    assert result.stdout.startswith("NOTHING UNUSUAL  in 3 deals at 1 table, which are too few")
    assert block(result, "Left out")[0] == (
        "gone.json: gone.json: there is no such file; check the name and the folder you are in"
    )


@pytest.mark.parametrize("absent", ["numpy", "scipy"])
def test_without_the_extra(
    run: Run, fair: str, monkeypatch: pytest.MonkeyPatch, absent: str
) -> None:
    for name in list(sys.modules):
        if name in ("fairdeal.audit", "fairdeal.fall", "fairdeal.chance"):
            monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, absent, None)
    assert refusal(run("audit", fair, "-j", "1")) == (
        f'an audit needs {absent}; install it with: pip install "fairdeal[audit]"'
    )


def test_help_needs_no_extra(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numpy", None)
    monkeypatch.setitem(sys.modules, "scipy", None)
    assert run("audit", "--help").exit_code == 0
