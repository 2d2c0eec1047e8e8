"""``fairdeal evidence`` and ``fairdeal compare``, and proofs in ``fairdeal verify``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from fairdeal.keys import players_text, public_key_line
from tests.attacks.forge import FIRST_MOVE, Forge
from tests.attacks.test_codes import (
    a_play_out_of_turn,
    a_revoke,
    an_end_that_one_seat_did_not_sign,
)
from tests.attacks.test_proofs import forked
from tests.attacks.two_histories import both, until, without
from tests.cli import tables
from tests.cli.conftest import Run

ALICE = Forge().signers[0].public.hex()
HOST = Forge().signers["host"].public.hex()
SENTENCE = "Deal 1, trick 2: the move of seat 0 was not allowed: you must follow clubs."
FACTS = (
    "  Fault: illegal-move\n"
    "  On the table: 8♣ 5♣ Q♣\n"
    "  Played: 3♦\n"
    "  Allowed: 9♣\n"
    "  Rule: R-follow-suit\n"
)


@pytest.fixture
def revoke(folder: Path) -> str:
    data = a_revoke()
    assert isinstance(data, bytes)
    (folder / "game.json").write_bytes(data)
    return "game.json"


def test_the_report_says_how_to_prove_it_and_the_proof_stands_alone(run: Run, revoke: str) -> None:
    how = "evidence game.json --finding 1 -o proof.json"
    assert f"\n    Proof: fairdeal {how}\n" in run("verify", revoke).stdout
    result = run(*how.split())
    assert (result.exit_code, result.stderr) == (0, "")
    size, whole = Path("proof.json").stat().st_size, Path(revoke).stat().st_size
    assert size * 5 < whole
    told = (
        f"PROVEN  proof.json: {SENTENCE}\n\n"
        f"{FACTS}"
        f"  Convicted: the key {ALICE}, which signed as seat 0\n"
        f"  Table: {Forge().until('join').table}\n"
        "Whose key that is, a proof does not say: --host and --players tell, with keys you know.\n"
    )
    assert result.stdout == (
        f"{told}It is in proof.json, {size:,} bytes instead of the {whole:,} of the transcript.\n"
        "It shows the hand of Alice (seat 0) in deal 1 and what Alice (seat 0) and David (seat 3) "
        "passed or chose in secret in deal 1.\n"
        "The host is blamed too: --against host proves that part.\n"
    )
    # The same facts as in the report on the transcript.
    facts = "".join(f"  {fact}\n" for fact in FACTS.splitlines()[1:])
    assert f"Alice (seat 0)\n{facts}    At: " in run("verify", revoke).stdout
    Path(revoke).unlink()
    result = run("verify", "proof.json")
    assert (result.exit_code, result.stdout, result.stderr) == (0, told, "")
    assert run("verify", "-q", "proof.json").output == ""


def test_a_proof_that_was_bent(run: Run, revoke: str) -> None:
    run("evidence", revoke, "--finding", "1", "-o", "proof.json")
    proof = json.loads(Path("proof.json").read_bytes())
    proof["accused"] = Forge().signers[1].public.hex()
    Path("bent.json").write_text(json.dumps(proof))
    result = run("verify", "bent.json")
    assert result.exit_code == 1
    assert result.stdout.startswith(
        "UNPROVEN  bent.json: In the last step that it shows nothing is signed with the accused "
        "key.\n"
    )
    assert "Convicted" not in result.stdout
    (line,) = run("verify", "bent.json", "--json").stdout.splitlines()
    unproven = json.loads(line)
    (line,) = run("verify", "proof.json", "--json").stdout.splitlines()
    proven = json.loads(line)
    assert proven.keys() == unproven.keys()
    assert (proven["game"], unproven["game"], unproven["details"]) == ("hearts", None, {})
    # Seat 0 was passed two clubs and played the other one before.
    assert proven["details"] == {
        "before": ["8C", "5C", "QC"],
        "move": "3D",
        "playable": ["9C"],
        "rule": "R-follow-suit",
    }
    assert (proven["verdict"], proven["by"], proven["exit_status"]) == ("proven", 0, 0)
    assert (unproven["verdict"], unproven["by"], unproven["exit_status"]) == ("unproven", None, 1)
    del proof["hand"]
    Path("bent.json").write_text(json.dumps(proof))
    result = run("verify", "bent.json")
    assert (result.exit_code, result.stderr) == (
        2,
        "Error: bent.json: not a whole proof: /hand: this member is missing\n",
    )


def test_proofs_among_transcripts(run: Run, revoke: str) -> None:
    run("evidence", revoke, "--finding", "1", "-o", "proof.json")
    result = run("verify", revoke, "proof.json", "--jobs", "1")
    assert result.exit_code == 1
    assert f"proven      proof.json  {SENTENCE}\n" in result.stdout
    assert result.stdout.endswith("\n2 files: 1 unfair, 1 proven.\n")


def test_whose_key_a_proof_convicts(run: Run, revoke: str) -> None:
    run("evidence", revoke, "--finding", "1", "-o", "proof.json")
    key = frozenset({bytes.fromhex(ALICE)})
    for name, known, status, told in (
        ("Alice", key, 0, "By your keys that is Alice."),
        ("Alice", frozenset({bytes(31) + b"\x07"}), 1, "That is none of the keys that you gave"),
    ):
        Path("players").write_text(players_text({name: known}), encoding="utf-8")
        result = run("verify", "proof.json", "--players", "players")
        assert result.exit_code == status
        named = SENTENCE if status else SENTENCE.replace("seat 0", "Alice (seat 0)")
        assert result.stdout.startswith(f"PROVEN  proof.json: {named}\n")
        assert told in result.stdout
        of_many = run("verify", "proof.json", "proof.json", "--players", "players").stdout
        assert of_many.startswith(f"proven      proof.json  {named}\n")
        line = json.loads(run("verify", "proof.json", "--players", "players", "--json").stdout)
        assert line["owners"] == ([name] if status == 0 else [])
        assert line["exit_status"] == status
    result = run("verify", "proof.json", "--host", ALICE)
    assert "By your keys that is the host that you named." in result.stdout


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["--finding", "2"], "no finding has the number 2; the report has 1"),
        (["--finding", "1", "--against", "3"], "this finding does not blame seat 3"),
        (["--finding", "1", "--against", "Bob"], "this finding does not blame seat 1"),
        (
            ["--finding", "1", "--against", "Eve"],
            "nobody at this table is called Eve; give host, a seat's number or a name",
        ),
        (["--finding", "0"], "--finding"),
    ],
)
def test_what_cannot_be_proven(run: Run, revoke: str, arguments: list[str], why: str) -> None:
    result = run("evidence", revoke, *arguments, "-o", "proof.json")
    assert result.exit_code == 2
    assert why in result.stderr
    assert not Path("proof.json").exists()


def test_an_absence_cannot_be_proven(run: Run, folder: Path) -> None:
    data = an_end_that_one_seat_did_not_sign()
    assert isinstance(data, bytes)
    Path("game.json").write_bytes(data)
    result = run("evidence", "game.json", "--finding", "1", "-o", "proof.json")
    assert result.exit_code == 2
    assert result.stderr == (
        "Error: game.json: finding 1, unsigned-close, blames nobody, so nobody can be convicted of "
        "it; what can be proven here: nothing\n"
    )
    Path("game.json").write_text("{}")
    result = run("evidence", "game.json", "--finding", "1", "-o", "proof.json")
    assert result.exit_code == 2
    assert result.stderr.startswith("Error: game.json: this is no transcript: /format: ")


def test_against_the_host_too(run: Run, revoke: str) -> None:
    result = run("evidence", revoke, "--finding", "1", "--against", "host", "-o", "host.json")
    assert result.exit_code == 0
    assert result.stdout.startswith(
        "PROVEN  host.json: The host signed on top of a move that it had to refuse. Deal 1, trick "
        f"2: the move of seat 0 was not allowed: you must follow clubs.\n\n{FACTS}"
        f"  Convicted: the key {HOST}, which signed as the host\n"
    )
    assert result.stdout.endswith(
        "of the transcript.\nIt shows all hands of deal 1.\n"
        "Seat 0 is blamed too: --against 0 proves that part.\n"
    )
    result = run("evidence", revoke, "--finding", "1", "-o", "host.json")
    assert (result.exit_code, "host.json: is there already" in result.stderr) == (2, True)


@pytest.mark.parametrize(
    ("name", "party"),
    [
        *(("Alice", 0), ("Alice (seat 0)", 0), ("0", 0), ("host", "host")),
        *(("Example Host", "host"), ("Example Host (host)", "host"), ("the host", "host")),
    ],
)
def test_whom_to_convict_by_name(run: Run, revoke: str, name: str, party: object) -> None:
    result = run("evidence", revoke, "--finding", "1", "--against", name, "-o", "proof.json")
    assert (result.exit_code, result.stderr) == (0, "")
    line = json.loads(run("verify", "proof.json", "--json").stdout)
    assert line["by"] == party


def test_a_name_that_several_have(run: Run, folder: Path) -> None:
    def alike(steps: tables.Steps) -> None:
        for seat in steps[0]["statements"][0]["body"]["seats"][1:3]:
            seat["name"] = "Bob"

    Path("game.json").write_bytes(tables.cheat(alike, tables.revoke()))
    result = run("evidence", "game.json", "--finding", "1", "--against", "Bob", "-o", "none.json")
    assert result.stderr == (
        "Error: game.json: Bob is the name of seat 1 and seat 2; give host or a seat's number\n"
    )
    assert result.exit_code == 2


def test_a_proof_on_standard_output(run: Run, revoke: str) -> None:
    result = run("evidence", revoke, "--finding", "1", "-o", "-")
    assert (result.exit_code, Path("-").exists()) == (0, False)
    assert result.stderr.startswith(f"PROVEN  standard output: {SENTENCE}\n")
    assert "\nIt is in standard output, " in result.stderr
    run("evidence", revoke, "--finding", "1", "-o", "proof.json")
    assert result.stdout_bytes == Path("proof.json").read_bytes()
    one, other = forked(FIRST_MOVE + 5)
    Path("mine.json").write_bytes(one)
    Path("theirs.json").write_bytes(other)
    result = run("compare", "mine.json", "theirs.json", "-o", "-")
    assert result.exit_code == 1
    assert result.stderr.endswith("The proof against Example Host is in standard output.\n")
    run("compare", "mine.json", "theirs.json", "-o", "fork.json")
    assert result.stdout_bytes == Path("fork.json").read_bytes()


def test_a_move_that_everybody_sees_to_be_forbidden_takes_no_hand(run: Run, folder: Path) -> None:
    data = a_play_out_of_turn()
    assert isinstance(data, bytes)
    Path("game.json").write_bytes(data)
    result = run("evidence", "game.json", "--finding", "1", "-o", "proof.json")
    assert result.stdout.startswith(
        "PROVEN  proof.json: Deal 1, trick 2: the move of seat 3 was not allowed: seat 2 is to "
        "play.\n\n  Fault: illegal-move\n  On the table: 8♣\n  Played: Q♣\n  Rule: R-turn\n"
    )
    assert "\nIt shows no hand.\n" in result.stdout


def test_choices_of_deals_before_are_told(run: Run, folder: Path) -> None:
    """The results of deals before stand in `disclose`, which opens what all had passed."""
    forge = Forge().until("move", 2)
    (seat,) = forge.deal.due().seats
    Path("game.json").write_bytes(forge.step(forge.move(seat, "AS")).finish())
    result = run("evidence", "game.json", "--finding", "1", "-o", "proof.json")
    assert "\nIt shows what all passed or chose in secret in deal 1.\n" in result.stdout


def test_a_fork_and_who_signed_it(run: Run, folder: Path) -> None:
    one, other = forked(FIRST_MOVE + 5)
    Path("mine.json").write_bytes(one)
    Path("theirs.json").write_bytes(other)
    result = run("compare", "mine.json", "theirs.json", "-o", "proof.json")
    assert (result.exit_code, result.stderr) == (1, "")
    assert result.stdout == (
        "FORKED: they part after 11 steps.\n"
        "  Example Host (host) signed both histories.\n"
        "  Alice (seat 0) signed both histories.\n"
        "  Bob (seat 1) signed both histories.\n"
        "  David (seat 3) signed both histories.\n"
        "The proof against Example Host is in proof.json.\n"
    )
    result = run("verify", "proof.json")
    assert result.exit_code == 0
    assert result.stdout.startswith(
        "PROVEN  proof.json: The host signed two histories of one table.\n"
    )


def test_the_same_the_shorter_and_another_table(run: Run, folder: Path) -> None:
    forge = Forge()
    Path("short.json").write_bytes(forge.until("move").data())
    Path("long.json").write_bytes(forge.finish())
    Path("other.json").write_bytes(Forge("another").until("join").data())
    edited = json.loads(forge.data())
    edited["steps"][FIRST_MOVE]["statements"][0]["body"]["move"] = "AS"
    Path("edited.json").write_text(json.dumps(edited))
    edited["steps"][20] = {}
    Path("broken.json").write_text(json.dumps(edited))
    for first, second, status, said in (
        ("long.json", "long.json", 0, "SAME: both hold the same 117 steps.\n"),
        ("short.json", "long.json", 0, "SHORTER: long.json goes on after all 6 steps of short"),
        ("long.json", "short.json", 0, "LONGER: long.json goes on after all 6 steps of short"),
        ("long.json", "other.json", 1, "OTHER TABLE: these are two tables"),
        ("long.json", "edited.json", 1, "Nobody provably signed both: one of the files may have"),
        ("edited.json", "broken.json", 1, "broken.json is damaged; only its beginning was"),
    ):
        result = run("compare", first, second)
        assert result.exit_code == status, (first, second)
        assert said in result.stdout
    result = run("compare", "long.json", "edited.json", "-o", "proof.json")
    assert (result.exit_code, Path("proof.json").exists()) == (2, False)
    assert "Nobody provably signed both" in result.stdout
    assert "there is no proof to write" in result.stderr
    Path("none.json").write_text("no JSON")
    result = run("compare", "long.json", "none.json")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("Error: none.json: document: ")
    assert run("compare", "none.json", "long.json").stderr == result.stderr


def test_a_receipt_proves_another_history(run: Run, folder: Path) -> None:
    first, second = both(until("seal"), without(0))
    Path("shown.json").write_bytes(second.host.transcript())
    Path("other.json").write_bytes(first.host.transcript())
    Path("mine.json").write_bytes(first.seats[0].receipt())
    result = run("evidence", "shown.json", "--receipt", "mine.json", "-o", "proof.json")
    assert (result.exit_code, result.stderr) == (0, "")
    assert run("verify", "proof.json").stdout.startswith("PROVEN  proof.json: The host signed two")
    result = run("evidence", "other.json", "--receipt", "mine.json", "-o", "none.json")
    assert result.exit_code == 2
    assert result.stderr == "Error: other.json: these two together convict nobody\n"
    Path("alien.json").write_bytes(Forge("another").finish())
    result = run("evidence", "alien.json", "--receipt", "mine.json", "-o", "none.json")
    assert result.stderr == (
        "Error: alien.json: the receipt is of another table: these two together convict nobody\n"
    )
    for wrong in ([], ["--receipt", "mine.json", "--against", "host"]):
        result = run("evidence", "shown.json", *wrong, "-o", "none.json")
        assert result.exit_code == 2
        assert "Give --finding N, and perhaps --against WHO, or --receipt FILE." in result.stderr
    assert not Path("none.json").exists()


def test_the_number_of_a_finding_does_not_hang_on_expectations(run: Run, revoke: str) -> None:
    other = Forge().signers[1].public.hex()
    result = run("verify", revoke, "--host", other)
    assert "V4 unexpected-host" in result.stdout
    assert "Proof: fairdeal evidence game.json --finding 1 -o proof.json\n" in result.stdout
    assert run("evidence", revoke, "--finding", "1", "-o", "proof.json").exit_code == 0


@pytest.mark.parametrize("name", ["", ".", "/", ".."])
def test_names_that_name_no_file(run: Run, revoke: str, name: str) -> None:
    result = run("evidence", revoke, "--finding", "1", "-o", name)
    assert result.exit_code == 2
    assert "this names no file; give the name of one to be written" in result.stderr


def test_a_deal_that_was_not_disclosed_is_told_as_not_judged(run: Run, folder: Path) -> None:
    Path("game.json").write_bytes(Forge().until("disclose", 2).data())
    told = run("verify", "game.json").stdout
    assert "Not judged\n  Deal 2: not disclosed, so whether it is fair nobody can tell.\n" in told
    assert "\nEach other deal is fair if one of these chose the seed honestly\n  Deal 1: " in told
    (line,) = run("verify", "game.json", "--json").stdout.splitlines()
    assert [deal["fair"] for deal in json.loads(line)["deals"]] == [True, None]


def test_only_the_keys_that_were_given_can_make_a_stranger(run: Run, revoke: str) -> None:
    """The host is convicted: a list of players says nothing of it."""
    run("evidence", revoke, "--finding", "1", "--against", "host", "-o", "host.json")
    run("evidence", revoke, "--finding", "1", "-o", "seat.json")
    Path("players").write_text(f"Bob {public_key_line(bytes.fromhex(ALICE))}\n", encoding="utf-8")
    for proof, option, status, last in (
        ("host.json", ("--players", "players"), 0, "It signed as the host: --host tells whether "),
        ("seat.json", ("--players", "players"), 0, "By your keys that is Bob."),
        ("seat.json", ("--host", ALICE), 0, "By your keys that is the host that you named."),
        ("seat.json", ("--host", HOST), 0, "It signed as a player: --players tells whose key "),
        ("host.json", ("--host", ALICE), 1, "That is none of the keys that you gave: it may "),
    ):
        result = run("verify", proof, *option)
        assert result.exit_code == status
        assert result.stdout.splitlines()[-1].startswith(last)


def test_what_is_not_proven_is_called_a_claim(run: Run, revoke: str) -> None:
    run("evidence", revoke, "--finding", "1", "-o", "proof.json")
    changed = json.loads(Path("proof.json").read_text(encoding="utf-8"))
    changed["branches"][0]["steps"][-1]["statements"][0]["body"]["move"] = "2S"
    Path("changed.json").write_text(json.dumps(changed), encoding="utf-8")
    lines = run("verify", "changed.json").stdout.splitlines()
    assert lines[2:4] == ["  It claims: illegal-move", f"  Against: the key {ALICE}"]
    assert lines[-1].startswith("  Table: ")
