"""``fairdeal audit``: its words, its figures and its exit status."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import Result

from fairdeal.cli import audit as command
from fairdeal.expect import Expect
from fairdeal.keys import public_key_line
from fairdeal.report import Signatures, Verdict
from fairdeal.sample import Attempt, Fate, Hands, Sample
from hearts.cards import NAMES
from tests.attacks.forge import Forge
from tests.audits import ALICE, BOB, CALLED, CHLOE, DAVID, HOST, PERSONS, fair, hands, table
from tests.cli import tables
from tests.cli.conftest import Run

Made = Callable[[Sequence[Sample | Verdict]], None]


@pytest.fixture
def made(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Made:
    """Let files stand for made-up samples; only -j 1 knows of them."""

    def put(samples: Sequence[Sample | Verdict]) -> None:
        for number in range(len(samples)):
            Path(f"{number}.json").write_text(str(number), encoding="utf-8")

        def read(data: bytes, expect: Expect, *, signatures: Signatures) -> Sample | Verdict:
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
        "NOTHING UNUSUAL  in how the cards fell in 4 deals at 2 tables.\n"
        "  3 files hold 2 tables: of each the longest file counts.\n"
    )
    assert block(result, "Left out") == ["revoke.json: unfair", "fairdeal verify tells why."]
    assert "How the cards fell: hearts, 4 seats, 52 cards, 4 deals\n" in result.stdout
    # The two of clubs and the queen of spades by seat and by player, the worst card; each suit by
    # seat; what comes back by seat and by place, from deal to deal and in any two; and points. Of
    # the lengths some cannot stand out in four deals.
    shown = result.stdout.count("✓")
    assert block(result, "What this can tell")[0] == (
        f"Of {shown - 1} tests one stands out if chance does as much in at most 1 % of such "
        "audits, all of its tests taken together."
    )
    last = run("audit", ".", "-j", "1", "--signatures", "last")
    assert (last.exit_code, last.stdout) == (0, result.stdout)


def test_a_game_that_was_called_off(run: Run, folder: Path) -> None:
    """Dan did not reveal for deal 2 of two; the host's line and his own."""
    Path("t.json").write_bytes(tables.eventful())
    host = tables.SIGNERS["host"].public.hex()[:8]
    dan = tables.SIGNERS[3].public.hex()[:8]
    result = run("audit", "t.json")
    assert result.exit_code == 0
    assert result.stdout.splitlines()[1] == (
        "CALLED OFF  1 of 3 attempts at a deal (33.3 %): whether that is too many, no test can say."
    )
    told = block(result, "Deals called off or left open")
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


# Whose games


def foreign() -> bytes:
    """A deal at another host's table."""
    table = Forge()
    table.until("disclose").step()
    return table.data()


def test_only_the_hosts_that_are_named_count(run: Run, folder: Path) -> None:
    Path("a.json").write_bytes(tables.play())
    key = tables.SIGNERS["host"].public.hex()
    Path("host.pub").write_text(
        f"{public_key_line(tables.SIGNERS['host'].public)}\n", encoding="utf-8"
    )
    other = tables.SIGNERS[0].public.hex()
    anybody = "Anybody can make tables of his own under any name: name the hosts that you mean"
    assert anybody in run("audit", ".").stdout
    for options in (["--host", key], ["--host", "host.pub"], ["--host", other, "--host", key]):
        result = run("audit", ".", *options)
        assert result.exit_code == 0
        assert result.stdout.startswith(
            "NOTHING UNUSUAL  in how the cards fell in 3 deals at 1 table.\n"
        )
        assert anybody not in result.stdout
    told = json.loads(run("audit", ".", "--host", key, "--host", other, "--json").stdout)
    assert told["hosts_named"] == sorted([key, other])
    result = run("audit", ".", "--host", other)
    assert result.exit_code == 2
    assert result.stderr == (
        "Error: there is nothing to test: no file is fair or incomplete and of those you named; "
        "fairdeal verify tells about each\n"
    )
    Path("b.json").write_bytes(foreign())
    result = run("audit", ".", "--host", key, "-j", "1")
    assert block(result, "Left out")[0] == "b.json: of a host that you did not name"


def test_only_the_players_that_are_expected_count(run: Run, folder: Path) -> None:
    Path("a.json").write_bytes(tables.play())
    lines = [
        f"{name} {public_key_line(tables.SIGNERS[seat].public)}"
        for seat, name in enumerate(tables.NAMES)
    ]
    Path("all").write_text("\n".join(lines), encoding="utf-8")
    Path("three").write_text("\n".join(lines[:3]), encoding="utf-8")
    assert run("audit", "a.json", "--players", "all").exit_code == 0
    assert run("audit", "a.json", "--players", "three").exit_code == 2


def test_keys_that_are_none(run: Run, fair: str) -> None:
    assert "Invalid value for --host: nobody: this is neither a key nor a file" in (
        run("audit", fair, "--host", "nobody").stderr
    )
    assert "Invalid value for --players: gone: there is no such file" in (
        run("audit", fair, "--players", "gone").stderr
    )


def test_two_histories_of_one_table(run: Run, folder: Path) -> None:
    """The host commits to another seed for deal 2 and goes on to another deal."""
    steps = tables.steps_of(tables.play())
    at = tables.index(steps, "commit", 1)
    assert steps[at]["statements"][-1]["by"] == "host"
    steps[at]["statements"][-1]["body"]["commitment"] = "ab" * 32
    Path("a.json").write_bytes(tables.play())
    dealt = tables.index(steps, "deal", 1)
    Path("b.json").write_bytes(tables.sign_again(steps[: dealt + 1]))
    Path("c.json").write_bytes(tables.play(1))
    result = run("audit", ".")
    assert result.exit_code == 1
    host = tables.SIGNERS["host"].public.hex()[:8]
    second, first = result.stdout.splitlines()[:2]
    assert first == "NOTHING UNUSUAL  in how the cards fell in 1 deal at 1 table."
    assert second == (
        f"TWO HISTORIES  of 1 table, both signed by the host, The Green Table ({host}): none of "
        "them is counted."
    )
    height = len(tables.steps_of(tables.play()))
    told, how = block(result, "Two histories")
    assert told == (
        f"The Green Table ({host}), host, signed them all, though they part after {at} steps: "
        f"a.json ({height} steps) and b.json ({dealt + 1} steps)."
    )
    assert how == "fairdeal compare makes the proof."
    data = json.loads(run("audit", ".", "--json").stdout)
    assert (data["forks"][0]["common"], data["unusual"]) == (at, False)
    assert run("compare", "a.json", "b.json").exit_code == 1


def test_a_seat_alone_makes_no_second_history(run: Run, folder: Path) -> None:
    """Beside the host's word in a `commit` a seat puts another of its own, and cuts the file."""
    steps = tables.steps_of(tables.play())
    at = tables.index(steps, "commit", 1)
    host = dict(steps[at]["statements"][-1])
    steps[at]["statements"][0]["body"]["commitment"] = "ab" * 32
    lie = tables.steps_of(tables.sign_again(steps[: at + 1]))
    assert lie[at]["statements"][-1] == host  # the host's true word
    Path("a.json").write_bytes(tables.play())
    Path("lie.json").write_bytes(tables.cut(tables.sign_again(steps), at + 1))
    result = run("audit", ".")
    assert result.exit_code == 0
    assert result.stdout.startswith(
        "NOTHING UNUSUAL  in how the cards fell in 3 deals at 1 table.\n"
    )
    assert "TWO HISTORIES" not in result.stdout
    compared = run("compare", "a.json", "lie.json")
    assert "the host" not in compared.stdout.partition("signed")[0]


# Words


def test_a_card_that_one_seat_gets(run: Run, made: Made) -> None:
    """Seven of seven: 4 seats times 2 / 4^7 is 1 of 2,048; and eleven tests can stand out."""
    made(alike(7))
    result = run("audit", ".", "-j", "1")
    assert the_line(result, "The queen of spades:").startswith(
        "✗ The queen of spades: seat 3 got it 100 % of the time, 25 % expected; that happens by "
        "chance in 1 of 2,048 audits. For all "
    )
    assert "Skill" not in result.stdout


def test_too_few_deals(run: Run, made: Made) -> None:
    """Two cards: four deals alike are nothing that could stand out."""
    deck = tuple(NAMES[:2])
    made([table(str(at), [hands(deck, deck=deck, seats=2, groups=())]) for at in range(4)])
    result = run("audit", ".", "-j", "1")
    assert result.exit_code == 0
    assert result.stdout.startswith(
        "NOTHING UNUSUAL  in how the cards fell in 4 deals at 4 tables, which are too few to show "
        "anything.\n"
    )
    assert block(result, "How the cards fell") == [
        "So few deals can show nothing, however they fell."
    ]
    assert block(result, "What this can tell")[:2] == [
        "Not made, as so few deals could not show anything there: 1 test.",
        "4 deals of hearts for 2 are too few to show even a seat that always gets the 2C.",
    ]


def test_what_is_unusual(run: Run, made: Made) -> None:
    made(alike(30))
    result = run("audit", ".", "-j", "1")
    assert result.exit_code == 1
    # The worst card is another one than the queen.
    assert result.stdout.splitlines()[0] == (
        "UNUSUAL  in 30 deals at 30 tables: the queen of spades, the queen of spades by player, "
        "the 2♣, the number of clubs in a hand, the number of hearts in a hand, clubs by seat, "
        "hearts by seat, which seat gets which card and the order of the deck."
    )
    rarely = "that happens by chance in less than 1 of 1,000,000 audits. For all 9 tests together: "
    rarely += "in less than 1 of 1,000,000 audits."
    assert the_line(result, "The queen of spades:") == (
        f"✗ The queen of spades: seat 3 got it 100 % of the time, 25 % expected; {rarely}"
    )
    assert the_line(result, "The queen of spades by player:") == (
        "✗ The queen of spades by player: David (dddddddd) got it 100 % of the time, 25 % "
        f"expected; {rarely}"
    )
    assert the_line(result, "In any two deals 52 cards went") == (
        f"✗ In any two deals 52 cards went to the same seat, 13 expected; {rarely}"
    )
    assert the_line(result, "Clubs in a hand") == (
        f"✗ Clubs in a hand: 1 or fewer in 75 % of the hands, 9.3 % expected; {rarely}"
    )
    # Thirty tables of one deal: no deal follows another.
    assert "From one deal to the next" not in result.stdout


def test_plain(run: Run, made: Made, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    made(alike(30))
    result = run("audit", ".", "-j", "1")
    assert result.stdout.isascii()
    assert ", the 2C, " in result.stdout.splitlines()[0]
    assert the_line(result, "  The most uneven card, 2C: ").startswith("NO ")


def test_the_first_line_names_each_card_once(run: Run, made: Made) -> None:
    """Seat 0 gets the queen of spades 60 times of 60, which is also the most uneven card."""
    chance = Random(7)
    deals = []
    for _ in range(60):
        order = chance.sample(NAMES, 52)
        at, wanted = order.index("QS"), chance.randrange(13)
        order[at], order[wanted] = order[wanted], order[at]
        deals.append(hands(order, sitters=()))
    made([table(str(at), [deal]) for at, deal in enumerate(deals)])
    result = run("audit", ".", "-j", "1")
    assert the_line(result, "The most uneven card, Q♠").startswith("✗")
    first = result.stdout.splitlines()[0]
    assert first.startswith("UNUSUAL  in 60 deals at 60 tables: the queen of spades")
    assert "Q♠" not in first


def test_the_host_is_named_where_there_are_several(run: Run, made: Made) -> None:
    other = "9" * 64
    named = {**CALLED, other: "Other Host"}
    biased = [table(f"b{at}", [hands(NAMES)], host=other, names=named) for at in range(30)]
    made([*fair(1, 6, 8), *biased])
    result = run("audit", ".", "-j", "1")
    assert result.exit_code == 1
    lines = result.stdout.splitlines()
    assert lines[0] == "UNUSUAL  in 78 deals at 36 tables of 2 hosts."
    assert lines[1].startswith("  all hosts together: the queen of spades")
    assert lines[2].startswith("  Other Host (99999999): the queen of spades,")
    assert lines[3] == ""
    headings = [line for line in lines if line.startswith("How the cards fell")]
    assert headings == [
        "How the cards fell: all hosts together, hearts, 4 seats, 52 cards, 78 deals",
        "How the cards fell: Other Host (99999999), hearts, 4 seats, 52 cards, 30 deals",
        "How the cards fell: Example Host (hhhhhhhh), hearts, 4 seats, 52 cards, 48 deals",
    ]
    assert "48 deals of hearts for 4 (Example Host (hhhhhhhh)) would have shown" in result.stdout


def test_lines_of_each_kind(run: Run, made: Made) -> None:
    """Nobody's luck changes: seat 0 has all clubs, deal after deal, and all points."""
    deals = [hands(NAMES, number=number, points=[26, 0, 0, 0]) for number in range(1, 6)]
    made([table(str(number), deals) for number in range(6)])
    result = run("audit", ".", "-j", "1")
    assert result.exit_code == 1
    starts = [
        "The most uneven card, 2♣: seat 0 got it 100 % of the time, 25 % expected;",
        "In any two deals 52 cards lay in the same place of the deck, 1 expected;",
        "Clubs by seat: seat 0 got 13 a deal, 3.25 expected;",
        "From one deal to the next 52 cards went to the same seat, 13 expected;",
        "From one deal to the next 52 cards lay in the same place of the deck, 1 expected;",
    ]
    assert [bool(the_line(result, start)) for start in starts] == [True] * 5
    # 4 seats, twice 1 / 4^6.
    assert the_line(result, "Points") == (
        "✓ Points: seat 0 took 26 a deal, 6.5 on average; if all play equally well, that happens "
        "by chance in 1 of 512 audits. As skill shows here too, it raises no alarm."
    )
    assert "cards that come back" in result.stdout.splitlines()[0]


def test_one_card_and_several_decks(run: Run, made: Made) -> None:
    """Two cards change places, of three; then five cards, and none comes back."""
    three, five = tuple(NAMES[:3]), tuple(NAMES[:5])

    def deal(deck: tuple[str, ...], order: Sequence[str], number: int) -> Hands:
        return hands(order, deck=deck, seats=1, groups=(), number=number)

    made(
        [
            table("1", [deal(three, three, 1), deal(three, (three[1], three[0], three[2]), 2)]),
            *[
                table(str(at), [deal(five, five, 1), deal(five, (*five[1:], five[0]), 2)])
                for at in range(2, 9)
            ],
        ]
    )
    result = run("audit", ".", "-j", "1")
    assert "How the cards fell: hearts, 1 seats, 3 to 5 cards, 16 deals" in result.stdout
    assert the_line(result, "From one deal to the next 0.12 cards lay in the same place")


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
    other = table("x", [], attempts=[everybody], names=names)
    watched = table("0", [hands(NAMES)], attempts=[])
    made([watched, table("1", [hands(NAMES)], attempts=attempts, whole=False)])
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
    assert lines[3] == (
        "At 1 of its 2 tables the file ends before the game does: what came later, deals called "
        "off among it, may have been cut away."
    )
    assert [line[:25] for line in lines[4:]] == [
        "Bob (bbbbbbbb): named mis",
        "Chloé (cccccccc): named m",
        "David (dddddddd): named m",
    ]
    made([table("1", [hands(NAMES)], attempts=attempts), other])
    assert block(run("audit", ".", "-j", "1"), "Deals called off")[-1] == "... and 8 more persons."


def test_who_had_no_deal_to_call_off_has_no_line(run: Run, made: Made) -> None:
    made([replace(one, attempts=()) for one in fair(1, 2, 4)])
    result = run("audit", ".", "-j", "1")
    assert result.stdout.startswith("NOTHING UNUSUAL")
    assert "alled off" not in result.stdout


def test_all_names_of_a_key(run: Run, made: Made) -> None:
    void = [Attempt(Fate.VOID, PERSONS, (BOB,))]
    now = {**CALLED, BOB: "Robert", HOST: "Best Host"}
    made(
        [
            table(str(at), [hands(NAMES)], attempts=void, names=now if at else CALLED)
            for at in (0, 1, 2)
        ]
    )
    lines = block(run("audit", ".", "-j", "1"), "Deals called off")
    assert lines[0].startswith("Best Host (hhhhhhhh, also called Example Host), host: called off 3")
    assert lines[-1].startswith("Robert (bbbbbbbb, also called Bob): named missing in 3 of 3")


def test_no_section_grows_without_end(run: Run, made: Made) -> None:
    """Thirty hosts with a deal and a fork each, and thirty files that are no transcripts."""
    hosts = [f"{at:064x}" for at in range(1, 31)]
    found: list[Sample | Verdict] = []
    for key in hosts:
        named = {**CALLED, key: f"Host {int(key, 16)}"}
        found.append(table(f"t{key}", [hands(NAMES)], host=key, names=named))
        found += [
            table(f"f{key}", [], host=key, names=named, hashes=hashes) for hashes in ("ax", "ay")
        ]
    made([*found, *[Verdict.MALFORMED] * 30])
    result = run("audit", ".", "-j", "1")
    assert block(result, "Two histories")[-2:] == [
        "... and 10 more tables.",
        "fairdeal compare makes the proof.",
    ]
    assert block(result, "Deals called off")[-1] == "... and 10 more lines."
    # All hosts together and each of them.
    assert result.stdout.count("How the cards fell") == 20
    assert "... and 11 more groups of tables\n" in result.stdout
    assert block(result, "Left out")[-2:] == [
        "... and 10 more files.",
        "fairdeal verify tells why.",
    ]
    assert "Host 27 (00000000) and 10 more: none of them is counted." in result.stdout


# Programs


def test_json(run: Run, made: Made) -> None:
    made([*alike(30), Verdict.UNFAIR])
    result = run("audit", ".", "-j", "1", "--json")
    assert result.exit_code == 1
    told: dict[str, Any] = json.loads(result.stdout)
    assert (told["unusual"], told["level"], told["hosts_named"]) == (True, 0.01, [])
    assert (told["files"], told["tables"], told["deals"]) == (30, 30, 30)
    assert told["left_out"] == [{"file": "30.json", "why": "unfair"}]
    assert set(told["tests"][0]) == {
        *("kind", "pool", "p", "least", "effect", "observed", "expected", "about", "card"),
        *("place", "person", "span", "exact", "corrected"),
    }
    assert told["tests"][0]["p"] == 4e-10
    assert told["hosts"][0]["key"] == HOST
    assert [one["names"] for one in told["persons"]] == [["Alice"], ["Bob"], ["Chloé"], ["David"]]


# Refusals


def refusal(result: Result) -> str:
    assert (result.exit_code, result.stdout) == (2, "")
    return result.stderr.rpartition("Error: ")[2].strip()


def test_nothing_to_test(run: Run, folder: Path) -> None:
    Path("b.json").write_bytes(tables.revoke())
    assert refusal(run("audit", ".", "-j", "1")) == (
        "there is nothing to test: no file is fair or incomplete and of those you named; fairdeal "
        "verify tells about each"
    )
    assert refusal(run("audit", "gone", "-j", "1")) == (
        "gone: there is no such file; check the name and the folder you are in"
    )


def test_games_that_were_all_broken_off(run: Run, folder: Path) -> None:
    """Nothing can be tested, but who broke off is told all the same."""
    Path("a.json").write_bytes(tables.cut(tables.play(), 5))
    result = run("audit", ".", "-j", "1")
    assert (result.exit_code, result.stderr) == (2, "")
    assert result.stdout.startswith("NOTHING TO TEST  in 0 deals at 1 table.\n")
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
    assert result.stdout.startswith(
        "NOTHING UNUSUAL  in how the cards fell in 3 deals at 1 table.\n"
    )
    assert block(result, "Left out")[0] == (
        "gone.json: there is no such file; check the name and the folder you are in"
    )


@pytest.mark.parametrize("absent", ["numpy", "scipy"])
def test_without_the_extra(
    run: Run, fair: str, monkeypatch: pytest.MonkeyPatch, absent: str
) -> None:
    for name in list(sys.modules):
        if name in ("fairdeal.audit", "fairdeal.fall", "fairdeal.strata", "fairdeal.chance"):
            monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, absent, None)
    assert refusal(run("audit", fair, "-j", "1")) == (
        f'an audit needs {absent}; install it with: pip install "fairdeal[audit]"'
    )


def test_help_needs_no_extra(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numpy", None)
    monkeypatch.setitem(sys.modules, "scipy", None)
    assert run("audit", "--help").exit_code == 0
