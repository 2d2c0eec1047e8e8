"""``fairdeal evidence`` and ``fairdeal compare``, and proofs in ``fairdeal verify``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from fairdeal.keys import players_text
from tests.attacks.forge import FIRST_MOVE, Forge
from tests.attacks.test_codes import a_revoke, an_end_that_one_seat_did_not_sign
from tests.attacks.test_proofs import forked
from tests.attacks.two_histories import both, until, without
from tests.cli.conftest import Run

ALICE = Forge().signers[0].public.hex()
SENTENCE = (
    'Seat 0 was not allowed to make the move "3D" in deal 1, trick 2, as its own hand shows: you '
    "must follow clubs."
)


@pytest.fixture
def revoke(folder: Path) -> str:
    data = a_revoke()
    assert isinstance(data, bytes)
    (folder / "game.json").write_bytes(data)
    return "game.json"


def test_the_report_says_how_to_prove_it_and_the_proof_stands_alone(run: Run, revoke: str) -> None:
    assert "\n    Proof: fairdeal evidence ... --finding 1\n" in run("verify", revoke).stdout
    result = run("evidence", revoke, "--finding", "1", "-o", "proof.json")
    assert (result.exit_code, result.stderr) == (0, "")
    size, whole = Path("proof.json").stat().st_size, Path(revoke).stat().st_size
    assert size * 5 < whole
    told = (
        f"PROVEN  proof.json: {SENTENCE}\n\n"
        "  Fault: illegal-move\n"
        f"  Convicted: the key {ALICE}, which signed as seat 0\n"
        f"  Table: {Forge().until('join').table}\n"
        "Whose key that is, a proof does not say: --host and --players tell, with keys you know.\n"
    )
    assert result.stdout == (
        f"{told}It is in proof.json, {size:,} bytes instead of the {whole:,} of the transcript.\n"
    )
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
        "UNPROVEN  bent.json: No statement in the last step is signed by the accused for that "
        "place.\n"
    )
    assert "Convicted" not in result.stdout
    (line,) = run("verify", "bent.json", "--json").stdout.splitlines()
    unproven = json.loads(line)
    (line,) = run("verify", "proof.json", "--json").stdout.splitlines()
    proven = json.loads(line)
    assert proven.keys() == unproven.keys()
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
        assert result.stdout.startswith("PROVEN")
        assert told in result.stdout
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
        (["--finding", "1", "--against", "Bob"], "give host, or the number of a seat"),
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
    assert "finding 1, unsigned-close, convicts nobody" in result.stderr
    assert result.stderr.endswith("was not signed; to be proven: none\n")
    Path("game.json").write_text("{}")
    result = run("evidence", "game.json", "--finding", "1", "-o", "proof.json")
    assert result.exit_code == 2
    assert result.stderr.startswith("Error: game.json: finding 1, bad-form, convicts nobody")


def test_against_the_host_too(run: Run, revoke: str) -> None:
    result = run("evidence", revoke, "--finding", "1", "--against", "host", "-o", "host.json")
    assert result.exit_code == 0
    host = Forge().signers["host"].public.hex()
    assert f"Convicted: the key {host}, which signed as the host" in result.stdout
    assert result.stdout.endswith("of the transcript.\nIt shows all hands of deal 1.\n")
    result = run("evidence", revoke, "--finding", "1", "-o", "host.json")
    assert (result.exit_code, "host.json: is there already" in result.stderr) == (2, True)


def test_a_fork_and_who_signed_it(run: Run, folder: Path) -> None:
    one, other = forked(FIRST_MOVE + 5)
    Path("mine.json").write_bytes(one)
    Path("theirs.json").write_bytes(other)
    result = run("compare", "mine.json", "theirs.json", "-o", "proof.json")
    assert (result.exit_code, result.stderr) == (1, "")
    assert result.stdout == (
        "FORKED: the first 11 steps are the same; step 11 differs.\n"
        "  Example Host (host) signed both histories.\n"
        "  Alice (seat 0) signed both histories.\n"
        "  Bob (seat 1) signed both histories.\n"
        "  David (seat 3) signed both histories.\n"
        "The proof against Example Host is in proof.json.\n"
    )
    result = run("verify", "proof.json")
    assert result.exit_code == 0
    assert result.stdout.startswith(
        "PROVEN  proof.json: The host signed two histories of one table, which part after one "
        "step.\n"
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
        ("edited.json", "broken.json", 0, "broken.json is damaged; only its beginning was"),
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
    assert result.stderr.startswith("Error: not two transcripts: ")


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
    assert "these two together convict nobody" in result.stderr
    for wrong in ([], ["--receipt", "mine.json", "--against", "host"]):
        result = run("evidence", "shown.json", *wrong, "-o", "none.json")
        assert result.exit_code == 2
        assert "Give --finding N, and perhaps --against WHO, or --receipt FILE." in result.stderr
    assert not Path("none.json").exists()


def test_the_number_of_a_finding_does_not_hang_on_expectations(run: Run, revoke: str) -> None:
    other = Forge().signers[1].public.hex()
    result = run("verify", revoke, "--host", other)
    assert "V4 unexpected-host" in result.stdout
    assert "Proof: fairdeal evidence ... --finding 1\n" in result.stdout
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
