"""The published vectors: both implementations agree with them, and the check of them bites."""

from __future__ import annotations

import copy
import json
import re
import shutil
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from fairdeal import canonical, crypto, shuffle
from fairdeal.errors import Malformed
from fairdeal.verifier import verify
from specs import check_vectors, primitives
from specs import ed25519 as curve
from tests.attacks.forge import GAMES

ROOT = Path(__file__).resolve().parents[2]
SPECS = ROOT / "specs"
VECTORS = SPECS / "vectors"
FILES = sorted(VECTORS.rglob("*.json"))
PRIMITIVES = [path for path in FILES if path.parent == VECTORS]
TRANSCRIPTS = [path for path in FILES if path.parent != VECTORS]


def name_of(path: Path) -> str:
    return path.stem


def document(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


def cases(name: str) -> list[Any]:
    return list(document(VECTORS / f"{name}.json")["cases"])


# --- agreement ---


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_the_reference_agrees(path: Path) -> None:
    faults, checked, _ = check_vectors.check_file(path)
    assert faults == []
    assert checked


def test_every_primitive_has_its_file() -> None:
    assert {path.stem for path in PRIMITIVES} == set(check_vectors.VECTORS)


@pytest.mark.parametrize("path", TRANSCRIPTS, ids=name_of)
def test_the_library_gives_the_expected_report(path: Path) -> None:
    vector = document(path)
    data = bytes.fromhex(vector["raw"]) if "raw" in vector else json.dumps(vector["transcript"])
    report = verify(data, games=GAMES)
    found = [
        {"code": one.code, "at": one.pointer, "blame": list(one.blame)} for one in report.findings
    ]
    assert {"verdict": report.verdict, "findings": found} == vector["expect"]


def test_every_code_that_needs_no_expectation_has_a_transcript() -> None:
    table = (SPECS / "fairdeal.md").read_text(encoding="utf-8").split("### 11.1")[1]
    codes = re.findall(r"^\| `([a-z-]+)` \| V(\d+) \|", table.split("### 11.2")[0], re.MULTILINE)
    assert len(codes) == 51
    listed = {
        finding["code"] for path in TRANSCRIPTS for finding in document(path)["expect"]["findings"]
    }
    assert listed == {code for code, check in codes if check != "4"}


def canonical_case(given: Any) -> Any:
    data = {
        "text": lambda text: text.encode(),
        "hex": bytes.fromhex,
        "parts": lambda parts: "".join(part * times for part, times in parts).encode(),
    }
    ((kind, value),) = given.items()
    try:
        written = canonical.dumps(canonical.loads(data[kind](value)))
    except Malformed as error:
        return {"error": str(error.code)}
    if kind == "parts":
        return {"out": {"bytes": len(written), "sha256": primitives.sha(written)}}
    return {"out": {"canonical": written.decode()}}


@pytest.mark.parametrize("case", cases("canonical_json"), ids=lambda case: case["name"])
def test_the_library_agrees_on_json(case: Any) -> None:
    wanted = {name: case[name] for name in ("out", "error") if name in case}
    assert canonical_case(case["in"]) == wanted


@pytest.mark.parametrize("case", cases("signatures"), ids=lambda case: case["name"])
def test_the_library_agrees_on_signatures(case: Any) -> None:
    given = {name: bytes.fromhex(value) for name, value in case["in"].items()}
    if "secret" in given:
        signer = crypto.Signer(given["secret"])
        signature = signer.sign(given["message"])
        made = {"key": signer.public.hex(), "signature": signature.hex()}
    else:
        accepted = crypto.verify(given["key"], given["message"], given["signature"])
        made = {"accepted": accepted, "safe_key": crypto.is_safe_key(given["key"])}
    assert made == case["out"]


@pytest.mark.parametrize("case", cases("indices"), ids=lambda case: case["name"])
def test_the_library_agrees_on_indices(case: Any) -> None:
    if "error" in case:
        return  # the library draws below the sizes of decks and tables only, which are 1 to 256
    source = iter(bytes.fromhex(case["in"]["bytes"]))
    assert [shuffle.index(source, bound) for bound in case["in"]["bounds"]] == case["out"]["values"]
    left = len(case["in"]["bytes"]) // 2 - case["out"]["taken"]
    assert len(list(source)) == left


RFC_8032 = {  # section 7.1: the public key, and how the signature begins
    "1": ("d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a", "e5564300"),
    "2": ("3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c", "92a009a9"),
    "3": ("fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025", "6291d657"),
}


@pytest.mark.parametrize("number", RFC_8032)
def test_signing_vectors_are_those_of_the_rfc(number: str) -> None:
    name = f"rfc-8032-test-{number}"
    (case,) = [case for case in cases("signatures") if case["name"] == name]
    key, begin = RFC_8032[number]
    assert case["out"]["key"] == key
    assert case["out"]["signature"].startswith(begin)


def test_edge_cases_of_signatures_are_what_their_names_say() -> None:
    """Which rule a case breaks is worked out here, rule by rule, from the curve."""
    for case in cases("signatures"):
        if "secret" in case["in"]:
            continue
        key, message, signature = (
            bytes.fromhex(case["in"][name]) for name in ("key", "message", "signature")
        )
        broken = set()
        if len(key) != 32 or len(signature) != 64:
            broken.add("1")
        else:
            y = curve.y_of(key)
            r = curve.y_of(signature[:32])
            s = int.from_bytes(signature[32:], "little")
            broken |= {"2"} if y >= curve.P else set()
            broken |= {"3"} if {y, r} & curve.SMALL else set()
            broken |= {"4"} if s >= curve.ORDER else set()
            broken |= set() if curve.holds(key, message, signature) else {"5"}
        name = case["name"]
        assert case["out"]["accepted"] is (not broken), name
        if name.endswith("both-equations") or not name.startswith("rule-"):
            assert broken == set(), name
        else:
            assert name.split("-")[1] in broken, name
        if name.endswith(("cofactor-only", "both-equations")):
            assert curve.holds_with_cofactor(key, message, signature), name
        if name.startswith("rule-3-key"):
            assert broken <= {"2", "3"}, name  # the equation holds
        if name.startswith("rule-4-s-plus"):
            assert broken == {"4"}, name


def test_the_small_order_cases_cover_all_seven_encodings_with_both_signs() -> None:
    wanted = {
        (y | sign << 255).to_bytes(32, "little").hex() for y in curve.SMALL for sign in (0, 1)
    }
    by_name = {case["name"]: case["in"] for case in cases("signatures")}
    keys = [given["key"] for name, given in by_name.items() if name.startswith("rule-3-key")]
    small_r = [
        given["signature"][:64] for name, given in by_name.items() if name.startswith("rule-3-r")
    ]
    assert (len(wanted), set(keys), set(small_r)) == (14, wanted, wanted)


# --- it bites ---


def leaves(value: Any, place: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Where the values stand that are neither arrays nor objects."""
    if isinstance(value, dict | list):
        children = value.items() if isinstance(value, dict) else enumerate(value)
        for name, child in children:
            yield from leaves(child, (*place, name))
    else:
        yield place


def altered(value: Any) -> Any:
    """Another value of the same type, as near as it gets."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if value is None:
        return False
    if value and value[0] in "0123456789abcdef":
        return ("0" if value[0] != "0" else "1") + value[1:]
    return value + "!"


def with_altered(whole: Any, place: tuple[Any, ...]) -> Any:
    """A copy in which the value at a place is another one."""
    changed = copy.deepcopy(whole)
    inside = changed
    for part in place[:-1]:
        inside = inside[part]
    inside[place[-1]] = altered(inside[place[-1]])
    return changed


@pytest.mark.parametrize("path", PRIMITIVES, ids=name_of)
def test_any_altered_result_of_a_primitive_is_found(path: Path) -> None:
    whole = document(path)
    tried = 0
    for case in whole["cases"]:
        if "parts" in case["in"]:
            continue  # large inputs; the next test has them
        result = "error" if "error" in case else "out"
        for place in leaves({result: case[result]}):
            changed = with_altered(case, place)
            faults = list(check_vectors.check_cases(path.stem, {**whole, "cases": [changed]}))
            assert len(faults) == 1, (case["name"], place)
            assert faults[0].startswith(f"{case['name']}: got ")
            tried += 1
    assert tried >= len(whole["cases"]) // 2


def test_an_altered_limit_is_found() -> None:
    whole = document(VECTORS / "canonical_json.json")
    (case,) = [case for case in whole["cases"] if case["name"] == "depth-reached"]
    for changed in (
        with_altered(case, ("out", "bytes")),
        with_altered(case, ("out", "sha256")),
        {**case, "in": {"parts": [["[", 33], ["]", 33]]}},
        {**case, "in": {"parts": [["[", 31], ["]", 31]]}},
    ):
        faults = list(check_vectors.check_cases("canonical_json", {**whole, "cases": [changed]}))
        assert len(faults) == 1


@pytest.mark.parametrize("path", PRIMITIVES, ids=name_of)
def test_no_member_of_a_vector_may_be_missing_or_unknown(path: Path) -> None:
    whole = document(path)
    case = whole["cases"][0]
    damaged = [{**whole, "more": 1}, {**whole, "cases": []}]
    damaged += [{name: whole[name] for name in whole if name != left_out} for left_out in whole]
    damaged += [{**whole, "cases": [{**case, "more": 1}]}, {**whole, "cases": [case, case]}]
    damaged += [
        {**whole, "cases": [{name: case[name] for name in case if name != left_out}]}
        for left_out in case
    ]
    inside = case["in"]
    damaged += [{**whole, "cases": [{**case, "in": {**inside, "more": 1}}]}]
    for one in damaged:
        assert faults_of_cases(path.stem, one)


def faults_of_cases(name: str, whole: Any) -> list[str]:
    """The same for a file of a primitive."""
    try:
        return list(check_vectors.check_cases(name, whole))
    except check_vectors.FAULTS as error:
        return [repr(error)]


def faults_of(vector: Any) -> list[str]:
    """What is wrong with a transcript vector, or why it could not even be checked."""
    try:
        return list(check_vectors.check_transcript(vector["name"], vector))
    except check_vectors.FAULTS as error:
        return [repr(error)]


FAIR = document(VECTORS / "transcripts" / "fair-void.json")


@pytest.mark.parametrize("index", range(len(FAIR["transcript"]["steps"])))
def test_any_altered_value_in_a_transcript_is_found(index: int) -> None:
    """Every fourth value of the step; what the step says goes into signature and hash."""
    step = FAIR["transcript"]["steps"][index]
    for place in islice(leaves(step), 0, None, 4):
        changed = with_altered(FAIR, ("transcript", "steps", index, *place))
        assert faults_of(changed), place


@pytest.mark.parametrize("index", range(1, len(FAIR["transcript"]["steps"])))
def test_a_step_that_is_missing_is_found(index: int) -> None:
    changed = copy.deepcopy(FAIR)
    del changed["transcript"]["steps"][index]
    assert faults_of(changed)


@pytest.mark.parametrize("path", TRANSCRIPTS, ids=name_of)
def test_an_altered_expectation_is_found(path: Path) -> None:
    vector = document(path)
    expect = vector["expect"]
    for verdict in ("fair", "incomplete", "malformed", "altered", "unfair", "?"):
        if verdict != expect["verdict"]:
            assert faults_of({**vector, "expect": {**expect, "verdict": verdict}})
    invented = {"code": "wrong-hand", "at": "/steps/0", "blame": []}
    findings = expect["findings"]
    for altered_findings in (
        [invented, *findings],
        *([one for one in findings if one is not left_out] for left_out in findings),
        *([{**one, "at": f"{one['at']}/0"} for one in findings] for _ in findings[:1]),
        *([{**one, "blame": ["host", 0]} for one in findings] for _ in findings[:1]),
    ):
        assert faults_of({**vector, "expect": {**expect, "findings": altered_findings}})


def run(*paths: Path, monkeypatch: pytest.MonkeyPatch) -> int:
    monkeypatch.setattr("sys.argv", ["check_vectors.py", *map(str, paths)])
    return check_vectors.main()


def small_copy(folder: Path) -> Path:
    """All files of primitives, without the largest inputs, and one transcript."""
    target = folder / "vectors"
    (target / "transcripts").mkdir(parents=True)
    for path in PRIMITIVES:
        whole = document(path)
        small = [case for case in whole["cases"] if "parts" not in case["in"]]
        (target / path.name).write_text(json.dumps({**whole, "cases": small}))
    shutil.copy(VECTORS / "README.md", target)
    shutil.copy(VECTORS / "transcripts" / "no-deal.json", target / "transcripts")
    return target


def test_the_program_ends_with_0_only_if_all_is_there_and_agrees(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = small_copy(tmp_path)
    count = len(PRIMITIVES) + 1
    assert run(folder, monkeypatch=monkeypatch) == 0
    assert capsys.readouterr().out.endswith(f"{count} of {count} files agree\n")
    (folder / "seals.json").unlink()
    assert run(folder, monkeypatch=monkeypatch) == 1
    assert capsys.readouterr().out.endswith(f"{count - 1} of {count} files agree\n")
    shutil.copy(VECTORS / "seals.json", folder)
    (folder / "notes.txt").write_text("unknown")
    assert run(folder, monkeypatch=monkeypatch) == 1
    assert "FAIL" in capsys.readouterr().out
    (folder / "notes.txt").unlink()
    path = folder / "transcripts" / "no-deal.json"
    path.write_text(path.read_text().replace('"no-deal"', '"no-deals"', 1))
    assert run(folder, monkeypatch=monkeypatch) == 1


def test_the_program_checks_plain_transcripts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "t.json"
    path.write_text(json.dumps(FAIR["transcript"]))
    assert run(Path("--decks"), path, monkeypatch=monkeypatch) == 0
    out = capsys.readouterr().out
    assert "deal 1, attempt 2, draw" in out
    damaged = with_altered(FAIR, ("transcript", "steps", 3, "statements", 0, "sig"))
    path.write_text(json.dumps(damaged["transcript"]))
    assert run(path, monkeypatch=monkeypatch) == 1
    assert "bad-signature at /steps/3/statements/0/sig" in capsys.readouterr().out
