"""``fairdeal verify``: what it says and with which status it ends."""

from __future__ import annotations

import json
import os
import re
import shlex
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from fairdeal import chain, games, keys, limits
from fairdeal.cli import _facts, _pool, _report
from fairdeal.cli._screen import Screen
from fairdeal.findings import Code, Finding, find
from fairdeal.report import NOT_PROVED
from fairdeal.verifier import verify
from tests.cli import tables
from tests.cli.conftest import Run

HOST = tables.SIGNERS["host"].public
KNOWN = {name: frozenset({tables.SIGNERS[seat].public}) for seat, name in enumerate(tables.NAMES)}
NOT_THERE = "there is no such file; check the name and the folder you are in"

CHECKS = """\
Checks
  ✓ V1  Is it well-formed, within limits, and of a known kind?
  ✓ V2  Does each step continue the one before?
  ✓ V3  Did the named parties sign every statement?
  ? V4  Are they the people and the host you expected? (only claimed)
  ✓ V5  Did every step come in its turn, nothing missing or twice?
  ✓ V6  Does every seed and sealed move open its commitment?
  ✓ V7  Do the seeds give exactly these hands?
  ✓ V8  Was every move legal and in turn?
  ✓ V9  Are points, totals and standings right?
  ✓ V10 Is the game whole, from the first deal to its end?
"""
CLAIMED = "  Nobody's key is pinned: say whom you trust with --host and --players.\n"
PERSONS = "".join(f"  seat {seat}: {name} (person)\n" for seat, name in enumerate(tables.NAMES))
# At a table of persons none of whom was replaced.
UNPROVED = [claim for claim in NOT_PROVED if "took over" not in claim]
LIMITS = "Not proved\n" + "".join(f"  - {claim}\n" for claim in UNPROVED)
HONEST = "Each deal is fair if one of these chose the seed honestly\n"


def block(result: Result, title: str) -> str:
    """One section of a report."""
    return next(part for part in result.stdout.split("\n\n") if part.startswith(title))


def usage(result: Result) -> str:
    """What a refused call says, on standard error alone."""
    assert result.exit_code == 2
    assert result.stdout == ""
    return result.stderr.rpartition("Error: ")[2].strip()


def hashes_of(data: bytes) -> list[str]:
    """The hash of each step."""
    return [
        chain.step_hash(step["kind"], step["parent"], list(map(chain.statement_hash, said)))
        for step in tables.steps_of(data)
        for said in [step["statements"]]
    ]


# One file


def test_a_fair_game(run: Run, fair: str) -> None:
    result = run("verify", fair)
    assert result.exit_code == 0
    hashes = hashes_of(tables.play())
    table, head = hashes[0], hashes[-1]
    # What each deal gave, added up by hand.
    points = [
        step["statements"][0]["body"]["result"]["points"]
        for step in tables.steps_of(tables.play())
        if step["kind"] == "disclose"
    ]
    totals = sorted(
        (sum(one), name) for one, name in zip(zip(*points, strict=True), tables.NAMES, strict=True)
    )
    assert len({total for total, _ in totals}) == 4
    standings = "  place  total  name\n" + "".join(
        f"  {place}      {total}     {name}\n" for place, (total, name) in enumerate(totals, 1)
    )
    standings += f"  {totals[0][1]} wins.\n"
    assert result.stdout == (
        "FAIR  fair.json: the deals were fair, every move was legal, the results are right.\n"
        "\n"
        "  A table of hearts with 3 finished deals, host The Green Table.\n"
        f"{PERSONS}"
        "  Rules: as in house for four players, but\n"
        "    total that ends the match (target): 30 instead of 100\n"
        "    ties at the end (ties): shared instead of unique-lowest\n"
        "    in words: fairdeal rules --transcript FILE\n"
        f"  Table:\n    {table}\n"
        f"  Head, 174 steps:\n    {head}\n"
        f"\n{CHECKS}{CLAIMED}\n"
        "Findings\n  None.\n\n"
        f"Final standings\n{standings}\n"
        f"{HONEST}  Deals 1-3: Ann, Bob, Cleo, Dan or the host.\n\n"
        f"{LIMITS}"
    )
    assert result.stderr == ""


def test_an_illegal_move(run: Run, folder: Path) -> None:
    Path("t.json").write_bytes(tables.revoke())
    result = run("verify", "t.json")
    assert result.exit_code == 1
    assert result.stdout.startswith("UNFAIR  t.json: Dan (seat 3) and the host broke the rules.\n")
    assert "  ✗ V8  Was every move legal and in turn?\n" in result.stdout
    assert block(result, "Findings") == (
        "Findings\n"
        "  ✗ V8 illegal-move: Deal 1: the move of Dan (seat 3) was not allowed: you must follow "
        "clubs\n"
        "    Where: deal 1, trick 1, Dan (seat 3)\n"
        "    On the table: 2♣ Q♣\n"
        "    Played: A♥\n"
        "    Allowed: 6♣ 8♣ J♣\n"
        "    Rule: R-follow-suit\n"
        "    At: /steps/8/statements/0/body/move\n"
        "    Blame: Dan (seat 3), and the host, which has to refuse such a move\n"
        "    Proof: fairdeal evidence t.json --finding 1 -o proof.json"
    )


@pytest.mark.parametrize(
    ("name", "word"),
    [
        ("a b.json", "'a b.json'"),
        ("it's", "'it'\"'\"'s'"),
        ("./-o", "./-o"),
        ("é.json", "'é.json'"),
    ],
)
def test_how_to_make_the_proof_can_be_copied(run: Run, folder: Path, name: str, word: str) -> None:
    Path(name).write_bytes(tables.revoke())
    line = f"    Proof: fairdeal evidence {word} --finding 1 -o proof.json\n"
    assert line in run("verify", name).stdout
    assert shlex.split(line)[3] == name
    assert run(*shlex.split(line)[2:]).exit_code == 0


def test_how_to_make_the_proof_of_what_cannot_be_read_again(run: Run, folder: Path) -> None:
    said = run("verify", "-", stdin=tables.revoke()).stdout
    assert "    Proof: fairdeal evidence FILE --finding 1 -o proof.json\n" in said
    Path("-t.json").write_bytes(tables.revoke())
    said = run("verify", "--", "-t.json").stdout
    assert "    Proof: fairdeal evidence ./-t.json --finding 1 -o proof.json\n" in said


def test_all_that_stands_below_a_finding_is_in_line(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    said = block(run("verify", "-", stdin=tables.revoke()), "Findings").splitlines()
    assert [line[:6] for line in said[2:]] == [f"     {first}" for first in "WOPARABP"]


def test_cards_are_written_as_show_writes_them(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    said = run("verify", "-", stdin=tables.revoke()).stdout
    assert "     Played: AH\n     Allowed: 6C 8C JC\n" in said
    assert " AH " in run("show", "-", stdin=tables.revoke()).stdout
    # Where the game has no tools, and for programs, cards stand as in the file.
    monkeypatch.delenv("NO_COLOR")
    monkeypatch.setattr(games, "find_tools", lambda name: None)
    assert "    Played: AH\n" in run("verify", "-", stdin=tables.revoke()).stdout


def repeat(seats: list[int]) -> bytes:
    """The nonces of these seats stand twice."""

    def change(steps: tables.Steps) -> None:
        for seat in seats:
            nonce = steps[0]["statements"][0]["body"]["nonce"]
            steps[1]["statements"][seat]["body"]["nonce"] = nonce

    return tables.cheat(change, tables.play(1))


def test_seats_are_named_in_sentences(run: Run, folder: Path) -> None:
    said = block(run("verify", "-", stdin=repeat([1])), "Findings")
    assert "V5 repeated-value: Bob (seat 1) uses a nonce that step 0 used already.\n" in said
    steps = tables.steps_of(tables.play(1))
    del steps[-1]["statements"][1:3]
    said = block(run("verify", "-", stdin=tables.sign_again(steps)), "Findings")
    assert "without a signature of Bob (seat 1) and Cleo (seat 2).\n" in said
    # In a line for programs the sentence is as the library makes it.
    said = run("verify", "-", "--json", stdin=repeat([1])).stdout
    assert '"sentence":"Seat 1 uses a nonce' in said


def test_what_a_player_calls_himself_is_no_seat(run: Run, folder: Path) -> None:
    names = ("seat 1", "Bob", "Seat 2", "Dan")
    Path("players").write_text(f"Bob {keys.public_key_line(HOST)}\n", encoding="utf-8")
    said = run("verify", "-", "--players", "players", stdin=tables.play(1, names=names)).stdout
    assert "V4 unexpected-player: Seat 0 is seat 1 with the key " in said

    def double(steps: tables.Steps) -> None:
        steps[0]["statements"][0]["body"]["seats"][3]["name"] = "seat 1"

    said = run("verify", "-", stdin=tables.cheat(double, tables.play(1, names=names))).stdout
    assert "V5 repeated-name: The name seat 1 stands at this table already.\n" in said


@pytest.mark.parametrize(
    ("sentence", "shown"),
    [
        ("Seat 0 and another party", "Ann (seat 0) and another party"),
        ("of seats 0, 1 and 3.", "of Ann (seat 0), Bob (seat 1) and Dan (seat 3)."),
        ("its own bot, seat 3, did", "its own bot, Dan (seat 3), did"),
        ("seat 9, seating 1, seats", "seat 9, seating 1, seats"),
        ("Seat 2's", "Cleo (seat 2)'s"),
        ("not allowed: seat 0 is to play", "not allowed: Ann (seat 0) is to play"),
    ],
)
def test_names_for_seats(sentence: str, shown: str) -> None:
    report = verify(tables.play(1))
    assert _report._sentence(report, find(Code.WRONG_KIND, sentence)) == shown


def test_a_bot_s_move_is_not_laid_on_the_person_before(run: Run, folder: Path) -> None:
    report = verify(tables.eventful())
    late = find(Code.ILLEGAL_MOVE, "the move of seat 3 was", blame=("host",), deal=3, seat=3)
    assert _report._sentence(report, late) == "the move of Dan, later Bot 3 (seat 3) was"


def test_a_false_result(run: Run, folder: Path) -> None:
    Path("t.json").write_bytes(tables.cheat(tables.false_result))
    result = run("verify", "t.json")
    assert result.exit_code == 1
    assert result.stdout.startswith("UNFAIR  t.json: the host broke the rules.\n")
    claimed, right = block(result, "Findings").splitlines()[3:5]
    points = [json.loads(line.partition(": ")[2])["points"] for line in (claimed, right)]
    assert points[0] == [points[1][0] + 1, *points[1][1:]]
    assert claimed.startswith("    Claimed: {")
    assert right.startswith("    Right: {")


def test_bots_alone(run: Run, folder: Path) -> None:
    Path("t.json").write_bytes(tables.play(kinds=("bot",) * 4))
    result = run("verify", "t.json")
    assert result.exit_code == 0
    assert result.stdout.startswith(
        "FAIR  t.json: the deals were fair, every move was legal, the results are right; "
        "1 warning.\n"
    )
    assert "  ! V7  Do the seeds give exactly these hands?\n" in result.stdout
    assert block(result, "Findings") == (
        "Findings\n"
        "  ! V7 no-person-seed: No person's seed is in deals 1-3: they rest on the host alone.\n"
        "    First at: /steps/4/statements/0"
    )
    assert block(result, HONEST) == (
        f"{HONEST}  Deals 1-3: the host alone; no person's seed is in."
    )


def test_void_and_replaced(run: Run, folder: Path) -> None:
    Path("t.json").write_bytes(tables.eventful())
    result = run("verify", "t.json")
    assert result.exit_code == 0
    assert "results are right; 1 warning.\n" in result.stdout
    assert "  seat 2: Cleo (person), from deal 2 on Bot 2 (bot)\n" in result.stdout
    found = block(result, "Findings").splitlines()
    assert found[1].startswith("  ! V5 void: Attempt 1 at deal 2 was called off")
    assert found[2:] == [
        "    Where: deal 2",
        "    At: /steps/60/statements/0",
        "  - V5 replaced: From here on the host's bot Bot 3 plays for Dan (seat 3).",
        "    Where: deal 2, Dan, later Bot 3 (seat 3)",
        "    At: /steps/61/statements/0/body/seats/0",
        "  - V5 replaced: From here on the host's bot Bot 2 plays for Cleo (seat 2).",
        "    Where: deal 2, attempt 2, Cleo, later Bot 2 (seat 2)",
        "    At: /steps/74/statements/0/body/seats/0",
    ]
    assert block(result, HONEST).splitlines()[1:] == [
        "  Deal 1: Ann, Bob, Cleo, Dan or the host.",
        "  Deal 2: Ann, Bob, Cleo or the host.",
        "  Deal 2: 1 attempt called off before, so the host and Dan could choose among 2 deals.",
    ]


def test_repeated_warnings_stand_together(run: Run, folder: Path) -> None:
    def weak(steps: tables.Steps) -> None:
        for step in steps:
            if step["kind"] == "reveal":
                for seat, one in enumerate(step["statements"]):
                    one["body"]["seed"] = f"{seat:02x}" * 32

    Path("t.json").write_bytes(tables.cheat(weak, tables.play(1)))
    found = block(run("verify", "t.json"), "Findings").splitlines()
    at = next(at for at, line in enumerate(found) if line.startswith("  ! V6 weak-seed: "))
    assert found[at + 1].startswith("    The same 3 times more")
    assert found[at + 2].startswith("    First at: /steps/3/statements/0/body")


def test_a_running_game(run: Run, folder: Path) -> None:
    Path("t.json").write_bytes(tables.cut(tables.play(), 40))
    result = run("verify", "t.json")
    assert result.exit_code == 1
    assert result.stdout.startswith(
        "INCOMPLETE  t.json: what is there is in order, but the game is not whole.\n"
    )
    assert "  - V8  Was every move legal and in turn? (not judged)\n" in result.stdout
    assert block(result, "Findings") == (
        "Findings\n"
        "  … V10 undisclosed: Deal 1 is not finished: the host has not disclosed it.\n"
        "    Where: deal 1\n"
        "    At: /steps/39"
    )
    assert run("verify", "t.json", "--allow-incomplete").exit_code == 0


def test_an_altered_file(run: Run, folder: Path) -> None:
    steps = tables.steps_of(tables.play())[:8]
    steps[-1]["statements"][0]["sig"] = "00" * 64
    Path("t.json").write_bytes(tables.transcript.dump(steps))
    result = run("verify", "t.json", "--allow-incomplete")
    assert result.exit_code == 1
    assert result.stdout.startswith(
        "ALTERED  t.json: the file was changed after it was signed; "
        "who did that, nobody can tell.\n"
    )
    assert (
        block(result, "Findings").splitlines()[-1] == "    Blame: nobody, for this cannot be told"
    )


@pytest.mark.parametrize(
    ("data", "what"),
    [
        (b"", "the file is empty"),
        (b" \n", "the file is empty"),
        (
            b"\x1f\x8b\x08\x00",
            "the file is not a text file but gzip data; unpack it first",
        ),
        (b"PK\x03\x04 more", "the file is not a text file but a zip archive; unpack it first"),
        (b"\x7fELF\0", "the file is not a text file"),
        (
            b"ssh-ed25519 AAAA",
            "the file is no transcript, proof or receipt: these are JSON and begin with {",
        ),
    ],
)
def test_what_is_no_text_is_told_first(run: Run, folder: Path, data: bytes, what: str) -> None:
    result = run("verify", "-", stdin=data)
    assert result.exit_code == 1
    assert result.stdout.startswith(f"MALFORMED  standard input: {what}.\n\nChecks\n")
    result = run("show", "-", stdin=data)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.startswith(f"Error: standard input: {what}; ")


def test_where_json_breaks_is_said_in_one_word(run: Run, folder: Path) -> None:
    result = run("verify", "-", stdin=b'["a')
    assert "Unterminated string starting at line 1, column 2\n" in result.stdout


@pytest.mark.parametrize("data", [b'{"a":[1,\x1b[31m', b"{}", b"{\xff", b'{"format":"fairdeal/2"}'])
def test_what_is_no_transcript(run: Run, folder: Path, data: bytes) -> None:
    result = run("verify", "-", stdin=data)
    assert result.exit_code == 1
    assert result.stdout.startswith(
        "MALFORMED  standard input: this is no transcript that can be judged to its end.\n"
        "\nChecks\n  ✗ V1  "
    )
    assert "Not proved" not in result.stdout
    assert "\x1b" not in result.stdout
    assert "Blame" not in result.stdout


def test_what_is_too_large_is_not_read_to_its_end(run: Run, folder: Path) -> None:
    with Path("t.json").open("wb") as file:
        file.truncate(1 << 40)
    result = run("verify", "t.json")
    assert result.exit_code == 1
    assert f"{limits.FILE_BYTES + 1} bytes; at most" in result.stdout


def test_many_findings_are_counted(run: Run, folder: Path) -> None:
    def rename(steps: tables.Steps) -> None:
        for step in steps:
            for one in step["statements"]:
                if step["kind"] == "move":
                    one["body"]["deal"] = 9

    Path("t.json").write_bytes(tables.cheat(rename))
    result = run("verify", "t.json")
    omitted = json.loads(run("verify", "t.json", "--json").stdout)["findings_omitted"]
    assert block(result, "Findings").splitlines()[-1] == f"  ... and {omitted} more."
    row = run("verify", "t.json", "t.json").stdout.splitlines()[0]
    assert re.search(r"\(and \d{3} more\)$", row)


# Untrusted text


def test_names_cannot_write_to_the_terminal(run: Run, folder: Path) -> None:
    names = ("[bold red]Ann[/]", "Bob\\", ":smile:", "Zoë 王")
    Path("t.json").write_bytes(tables.play(1, names=names))
    result = run("verify", "t.json")
    assert result.exit_code == 0
    assert "  seat 0: [bold red]Ann[/] (person)\n  seat 1: Bob\\ (person)\n" in result.stdout
    assert "  seat 2: :smile: (person)\n  seat 3: Zoë 王 (person)\n" in result.stdout


def test_names_with_control_characters_are_escaped_wherever_they_come_from(
    run: Run, folder: Path
) -> None:
    raw = tables.play().replace(b'"kind":"open"', '"kind":"\x9b31m\u202eopen"'.encode())
    for options in ([], ["--json"]):
        result = run("verify", "-", *options, stdin=raw)
        assert result.exit_code == 1
        assert all(line.isprintable() for line in result.stdout.splitlines())


# Expectations


def test_pinned_keys(run: Run, fair: str) -> None:
    Path("host.pub").write_text(f"{keys.public_key_line(HOST, 'table')}\n", encoding="utf-8")
    Path("players").write_text(keys.players_text(KNOWN), encoding="utf-8")
    head = json.loads(run("verify", fair, "--json").stdout)["head"]
    for host in (HOST.hex(), HOST.hex().upper(), keys.public_key_line(HOST), "host.pub"):
        result = run("verify", fair, "--host", host, "--players", "players", "--head", head)
        assert result.exit_code == 0
        assert "  ✓ V4  Are they the people and the host you expected?\n" in result.stdout
        assert CLAIMED not in result.stdout
        assert block(result, "Not proved").splitlines()[1:] == [
            f"  - {claim}" for claim in UNPROVED if "did not pin" not in claim
        ]
    identity = "  ✓ V4  Are they the people and the host you expected? (only claimed: {})\n"
    for option, claimed in (
        (("--host", "host.pub"), "Ann (seat 0), Bob (seat 1), Cleo (seat 2) and Dan (seat 3)"),
        (("--players", "players"), "the host"),
    ):
        result = run("verify", fair, *option)
        assert identity.format(claimed) in result.stdout
        assert CLAIMED not in result.stdout
        assert LIMITS in result.stdout
    result = run("verify", fair, "--head", head)
    assert (
        "  ? V4  Are they the people and the host you expected? (only claimed)\n" in result.stdout
    )


def test_a_bot_under_the_name_of_a_player(run: Run, fair: str) -> None:
    """Somebody else's key does not become Bob's by being called a bot's."""
    document = json.loads(Path(fair).read_bytes())
    host = tables.SIGNERS["host"]
    opened = document["steps"][0]["statements"][0]["body"]
    opened["seats"][1] |= {"kind": "bot", "key": tables.SIGNERS[0].public[::-1].hex()}
    signed = chain.sign_statement(host, "open", chain.ZERO, chain.ZERO, opened, "host")
    document["steps"] = [{"kind": "open", "parent": chain.ZERO, "statements": [signed]}]
    Path("bot.json").write_bytes(json.dumps(document).encode())
    Path("players").write_text(keys.players_text(KNOWN), encoding="utf-8")
    result = run("verify", "bot.json", "--players", "players")
    assert result.exit_code == 1
    assert "  ✗ V4 unexpected-player: Seat 1 is Bob with the key " in result.stdout


def test_the_wrong_people(run: Run, fair: str) -> None:
    swapped = {**KNOWN, "Bob": KNOWN["Ann"]}
    del swapped["Dan"]
    Path("players").write_text(keys.players_text(swapped), encoding="utf-8")
    other = tables.SIGNERS[0].public.hex()
    result = run("verify", fair, "--host", other, "--players", "players", "--head", "00" * 32)
    assert result.exit_code == 1
    assert result.stdout.startswith(
        "UNFAIR  fair.json: this is not the table, host or players that you expected; nothing else "
        "is wrong.\n"
    )
    found = [line for line in block(result, "Findings").splitlines() if line.startswith("  ✗")]
    assert [line.split()[2] for line in found] == [
        "unexpected-host:",
        "unexpected-player:",
        "unexpected-player:",
        "unexpected-head:",
    ]
    assert "    Where: Bob (seat 1)\n" in result.stdout
    assert "    Where: Dan (seat 3)\n" in result.stdout


def test_each_stranger_is_named(run: Run, fair: str) -> None:
    other = tables.SIGNERS[0].public.hex()
    result = run("verify", fair, "--host", other)
    assert result.stdout.startswith(
        "UNFAIR  fair.json: this is not the host that you expected; nothing else is wrong.\n"
    )
    assert "Blame" not in result.stdout
    result = run("verify", "-", "--host", other, stdin=tables.revoke())
    assert result.stdout.startswith(
        "UNFAIR  standard input: Dan (seat 3) and the host broke the rules; "
        "and this is not the host that you expected.\n"
    )


def test_a_file_with_two_keys_is_no_host(run: Run, fair: str) -> None:
    two = [keys.public_key_line(tables.SIGNERS[seat].public) for seat in (0, 1)]
    Path("two.pub").write_text("\n".join(two), encoding="utf-8")
    assert usage(run("verify", fair, "--host", "two.pub")) == (
        "Invalid value for --host: there is more than one line; give one key, and nothing else."
    )


def test_a_deal_that_is_not_fair_is_not_said_to_rest_on_anybody(run: Run, folder: Path) -> None:
    def lie(steps: tables.Steps) -> None:
        steps[tables.index(steps, "disclose", 2)]["statements"][0]["body"]["seed"] = "12" * 32

    result = run("verify", "-", stdin=tables.cheat(lie))
    assert block(result, "Not fair") == "Not fair\n  Deal 3: not fair, see the findings."
    assert block(result, "Each other deal").splitlines() == [
        "Each other deal is fair if one of these chose the seed honestly",
        "  Deals 1-2: Ann, Bob, Cleo, Dan or the host.",
    ]
    result = run("verify", "-", stdin=tables.cheat(lie_in_all))
    assert "honestly" not in result.stdout
    told = block(result, "Not fair").splitlines()
    assert told == ["Not fair", "  Deals 1-3: not fair, see the findings."]


def lie_in_all(steps: tables.Steps) -> None:
    """No seed of the host opens its commitment."""
    for step in steps:
        if step["kind"] == "disclose":
            step["statements"][0]["body"]["seed"] = "12" * 32


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (
            ["--head", "12"],
            'Invalid value for --head: not 64 hex digits; copy the line below "Head".',
        ),
        (
            ["--host", "nobody"],
            (
                "Invalid value for --host: nobody: this is neither a key nor a file; give 64 hex "
                'digits, a line "ssh-ed25519 AAAA...", or the name of a .pub file.'
            ),
        ),
        (["--host", "a\0b"], "Invalid value for --host: a\\x00b: this is neither a key nor a file"),
        (["--host", ""], 'Invalid value for --host: an empty text ("") is no path; '),
        (["--players", ""], 'Invalid value for --players: an empty text ("") is no path; '),
        (
            ["--players", "/dev/null"],
            (
                "Invalid value for --players: /dev/null: no player is in this file; write a line "
                "for each: name ssh-ed25519 AAAA...."
            ),
        ),
        (
            ["--host", "ssh-ed25519 AAAA"],
            "Invalid value for --host: the key is damaged; copy the whole line again",
        ),
        (
            ["--host", "ssh-rsa AAAA"],
            "Invalid value for --host: a key of the type ssh-rsa; fairdeal uses Ed25519 alone;",
        ),
        (["--players", "nobody"], f"Invalid value for --players: nobody: {NOT_THERE}."),
        (
            ["--players", "fair.json"],
            "Invalid value for --players: line 1: ",
        ),
        (["--quiet", "--json"], "--quiet and --json exclude each other; drop one of them."),
        (["--jobs", "0"], "Invalid value for '-j' / '--jobs': 0 is not in the range 1<=x<=1024."),
    ],
)
def test_wrong_options(run: Run, fair: str, options: list[str], message: str) -> None:
    assert usage(run("verify", fair, *options)).startswith(message)


# Findings of other kinds


@pytest.mark.parametrize(
    ("finding", "facts"),
    [
        (
            find(Code.ILLEGAL_MOVE, "", details={"rule": "R-x", "move": {"b": 1}, "playable": []}),
            [("Played: ", '{"b":1}'), ("Rule: ", "R-x")],
        ),
        (
            find(Code.ILLEGAL_MOVE, "", details={"rule": "R-x", "move": 7, "playable": ["a", "b"]}),
            [("Played: ", "7"), ("Allowed: ", "a b"), ("Rule: ", "R-x")],
        ),
        (
            find(Code.WRONG_DRAW, "", details={"claimed": 1, "computed": 2}),
            [("Claimed: ", "1"), ("Right: ", "2")],
        ),
        (find(Code.VOID, "", details={"missing": [1]}), []),
    ],
)
def test_the_facts_of_a_finding(finding: Finding, facts: list[tuple[str, str]]) -> None:
    assert list(_facts.facts(Screen(), None, finding)) == facts


def test_a_seat_alone_is_blamed(run: Run, folder: Path) -> None:
    def lie(steps: tables.Steps) -> None:
        steps[3]["statements"][1]["body"]["seed"] = "12" * 32

    data = tables.cut(tables.cheat(lie), 4)
    result = run("verify", "-", stdin=data)
    assert result.stdout.startswith("UNFAIR  standard input: Bob (seat 1) broke the rules; ")
    assert "    Blame: Bob (seat 1)\n" in result.stdout


# Many files


@pytest.fixture
def several(fair: str) -> list[str]:
    Path("bots.json").write_bytes(tables.play(1, kinds=("bot",) * 4))
    Path("cut.json").write_bytes(tables.cut(tables.play(), 40))
    Path("revoke.json").write_bytes(tables.revoke())
    Path("text.json").write_bytes(b"x")
    return ["bots.json", "cut.json", fair, "revoke.json", "text.json"]


ROWS = """\
fair        bots.json  hearts, 1 deal; 1 warning: no-person-seed
incomplete  cut.json  deal 1, undisclosed
fair        fair.json  hearts, 3 deals
unfair      revoke.json  deal 1, trick 1, illegal-move: Dan (seat 3) and the host
malformed   text.json  not-json
"""


@pytest.mark.parametrize("jobs", ["1", "2", "7"])
def test_many_files(run: Run, several: list[str], jobs: str) -> None:
    result = run("verify", *several, "--jobs", jobs)
    assert result.exit_code == 1
    assert result.stdout == f"{ROWS}\n5 files: 2 fair, 1 incomplete, 1 malformed, 1 unfair.\n"
    assert result.stderr == ""


def test_a_folder_uses_all_cores(run: Run, several: list[str]) -> None:
    result = run("verify", ".")
    assert result.stdout == f"{ROWS}\n5 files: 2 fair, 1 incomplete, 1 malformed, 1 unfair.\n"
    assert _pool.cores() >= 1


def test_workers_leave_interrupts_to_the_program(monkeypatch: pytest.MonkeyPatch) -> None:
    set_to: list[object] = []
    monkeypatch.setattr(_pool.signal, "signal", lambda *both: set_to.append(both))
    _pool._ignore_interrupts()
    assert set_to == [(_pool.signal.SIGINT, _pool.signal.SIG_IGN)]


def test_cores_where_the_system_tells_less(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "sched_getaffinity", raising=False)
    monkeypatch.setattr(os, "cpu_count", lambda: None)
    assert _pool.cores() == 1


def test_only_good_files(run: Run, several: list[str]) -> None:
    result = run("verify", "fair.json", "bots.json", "cut.json", "--allow-incomplete")
    assert result.exit_code == 0
    assert result.stdout.endswith("\n3 files: 2 fair, 1 incomplete.\n")


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_unreadable_among_many_is_the_worst(run: Run, several: list[str], jobs: str) -> None:
    result = run("verify", "revoke.json", "gone.json", "-", "-j", jobs, stdin=tables.play())
    assert result.exit_code == 2
    assert result.stdout.splitlines()[1:] == [
        f"unreadable  gone.json: {NOT_THERE}",
        "fair        standard input  hearts, 3 deals",
        "",
        "3 files: 1 fair, 1 unfair, 1 unreadable.",
    ]


def test_an_unreadable_file_alone(run: Run, folder: Path) -> None:
    assert usage(run("verify", "gone.json")) == f"gone.json: {NOT_THERE}"
    told = run("verify", "gone.json", "--json")
    assert (told.exit_code, told.stderr) == (2, "")
    assert json.loads(told.stdout)["error"] == f"gone.json: {NOT_THERE}"


def test_quiet(run: Run, several: list[str]) -> None:
    for files, status in (
        (["fair.json"], 0),
        (["cut.json"], 1),
        (["fair.json", "bots.json"], 0),
        (["fair.json", "revoke.json"], 1),
    ):
        result = run("verify", "--quiet", *files)
        assert (result.exit_code, result.output) == (status, "")
    result = run("verify", "-q", "fair.json", "gone.json")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == f"Error: gone.json: {NOT_THERE}\n"


def test_a_dead_worker_is_told(
    run: Run, several: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def die(*_: object, **__: object) -> None:
        raise BrokenProcessPool

    monkeypatch.setattr(_pool.ProcessPoolExecutor, "map", die)
    assert usage(run("verify", *several, "-j", "2")) == (
        "a worker ended unexpectedly, perhaps for want of memory; try --jobs 1"
    )


def test_workers_are_spawned_where_copies_are_not_safe(
    run: Run, several: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str | None] = []
    real = _pool.get_context

    def note(method: str | None = None) -> Any:
        asked.append(method)
        return real("fork")

    monkeypatch.setattr(_pool, "get_context", note)
    monkeypatch.setattr(_pool.sys, "platform", "darwin")
    assert run("verify", "fair.json", "bots.json", "-j", "2").exit_code == 0
    assert asked == ["spawn"]


# JSON


def shape(value: object) -> object:
    """The members of an object, and of the objects in it, without lists and places."""
    if isinstance(value, dict):
        return {name: shape(one) for name, one in value.items()}
    return None


def test_json_has_one_shape_for_all(run: Run, several: list[str]) -> None:
    result = run("verify", *several, "gone.json", "--json")
    assert result.exit_code == 2
    assert result.stderr == ""
    reports = [json.loads(line) for line in result.stdout.splitlines()]
    assert [one["file"] for one in reports] == [*several, "gone.json"]
    assert [one["verdict"] for one in reports] == [
        "fair",
        "incomplete",
        "fair",
        "unfair",
        "malformed",
        None,
    ]
    assert [one["exit_status"] for one in reports] == [0, 1, 0, 1, 1, 2]
    assert [one["error"] for one in reports] == [None] * 5 + [f"gone.json: {NOT_THERE}"]
    shapes = [shape({**one, "result": None, "rules": None}) for one in reports]
    assert [one["rules"] and one["rules"]["target"] for one in reports[:5]] == [1, 30, 30, 1, None]
    assert shapes == [shapes[0]] * 6
    assert reports[3]["findings"][0] == {
        "code": "illegal-move",
        "check": "V8",
        "severity": "violation",
        "sentence": "Deal 1: the move of seat 3 was not allowed: you must follow clubs",
        "pointer": "/steps/8/statements/0/body/move",
        "step": 8,
        "blame": [3, "host"],
        "deal": 1,
        "attempt": 1,
        "place": {"trick": 1},
        "seat": 3,
        "details": {
            "before": ["2C", "QC"],
            "move": "AH",
            "playable": ["6C", "8C", "JC"],
            "rule": "R-follow-suit",
        },
    }


def test_json_of_one_file(run: Run, fair: str) -> None:
    result = run("verify", "-", "--json", stdin=tables.play())
    assert result.exit_code == 0
    report = json.loads(result.stdout)
    assert report["file"] == "standard input"
    assert report["host"] == {"key": HOST.hex(), "name": "The Green Table"}
    assert result.stdout.count("\n") == 1


def test_json_is_ascii_and_says_the_same(run: Run, folder: Path) -> None:
    names = ("Ann", "Zoë", "王", "😀 Dan")
    Path("é.json").write_bytes(tables.play(1, names=names))
    result = run("verify", "é.json", "--json")
    assert result.stdout.isascii()
    report = json.loads(result.stdout)
    assert report["file"] == "é.json"
    assert [seat["name"] for seat in report["seats"]] == list(names)


def test_no_path_is_wrong_usage(run: Run, fair: str) -> None:
    for paths in ([""], [fair, ""]):
        assert usage(run("verify", *paths)) == (
            'an empty text ("") is no path; write . for the folder you are in'
        )
    assert usage(run("verify")) == "Missing argument 'PATH...'."


def test_where_findings_were_left_out_no_number_is_told_that_evidence_does_not_know(
    monkeypatch: pytest.MonkeyPatch, run: Run, folder: Path
) -> None:
    """A stranger of a host displaces another finding, which `evidence` alone would still count."""
    Path("revoke.json").write_bytes(tables.revoke())
    own, other = tables.SIGNERS["host"].public.hex(), tables.SIGNERS[0].public.hex()
    assert "Proof: fairdeal evidence revoke.json --finding 1 -o proof.json" in (
        run("verify", "revoke.json", "--host", other).stdout
    )
    monkeypatch.setattr(limits, "FINDINGS", 1)
    assert run("verify", "revoke.json", "--host", own).stdout.count("Proof: ") == 1
    assert "Proof: " not in run("verify", "revoke.json", "--host", other).stdout


def test_rules_that_a_game_refuses_are_shown_as_they_are(run: Run, folder: Path) -> None:
    steps = tables.steps_of(tables.play())[:1]
    steps[0]["statements"][0]["body"]["game"]["rules"] = {"target": "high"}
    Path("t.json").write_bytes(tables.sign_again(steps))
    assert '  Rules: {"target":"high"}\n' in run("verify", "t.json").stdout
