"""Two verifiers, one answer: the library and `specs/reference.py`, which share no code.

Both have to give the same verdict and the same findings: code, step and who is blamed, the first
one first. On vectors and examples, pointers too. In the suite a sample; by hand everything:

    python -m tests.specs.test_second_verifier            # all single changes, 10,000 mutations
    python -m tests.specs.test_second_verifier 500 3000   # mutations 3000 to 3499 only
"""

from __future__ import annotations

import ast
import json
import pathlib
import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from copy import deepcopy
from functools import cache, lru_cache
from itertools import islice
from typing import Any

import pytest

from fairdeal import crypto, transcript
from fairdeal.verifier import verify
from hearts.game import GAME
from specs import primitives, reference
from tests.attacks import test_codes as attacks
from tests.attacks.forge import Forge, resigned
from tests.attacks.test_single_changes import Path, changes, lists_of, put, within
from tests.attacks.test_table import ATTACKS

pytestmark = pytest.mark.usefixtures("remembered_signatures")

ROOT = pathlib.Path(__file__).resolve().parents[2]
VECTORS = sorted((ROOT / "specs" / "vectors" / "transcripts").glob("*.json"))
EXAMPLES = sorted((ROOT / "examples" / "transcripts").glob("*.json"))
PARTIES = (0, 1, 2, 3, "host")
SAMPLE = 240
"""How many mutations the suite tries."""
ILL_FORMED = (KeyError, TypeError, ValueError, AttributeError, AssertionError, IndexError)
ONE_BYTE = "41" * 32
Answer = tuple[str, list[tuple[str, str, tuple[Any, ...]]]]


@pytest.fixture(scope="module")
def remembered_signatures() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        remember(patch.setattr)
        yield


def remember(setattr_: Callable[[Any, str, Any], None]) -> None:
    """Let the library verify each signature once, as the reference does."""
    setattr_(crypto, "verify", lru_cache(1 << 16)(crypto.verify))


# --- what both say ---


def answers(data: bytes) -> tuple[Answer, Answer]:
    """Verdict and findings by the library, and by the reference."""
    ours, theirs = verify(data, games={GAME.name: GAME}), reference.verify(data)
    found = [(str(one.code), one.pointer, tuple(one.blame)) for one in ours.findings]
    also = [tuple(one) for one in theirs.findings]
    if ours.omitted and knows((theirs.verdict, also)):  # the reference lists all
        assert len(also) == len(found) + ours.omitted
        assert {by for one in also for by in one[2]} == set(ours.blamed)
        also = [one for one in also if one in found]
    return (str(ours.verdict), found), (theirs.verdict, also)


def in_short(answer: Answer) -> object:
    """The verdict, the first finding, and all of them: code, step and blame.

    Which ill-formed member of a step is named first is open, and so is the place of JSON's faults.
    """
    verdict, findings = answer
    steps = [
        (code, int(at.split("/")[2]) if at.startswith("/steps/") else -1, blame)
        for code, at, blame in findings
    ]
    return verdict, steps[:1], sorted(set(steps), key=repr)


def knows(answer: Answer) -> bool:
    """Whether the reference knows the rules; it says of others that they are unsupported."""
    return not any(
        code in ("unsupported", "bad-rules") and at.endswith("/rules") for code, at, _ in answer[1]
    )


def difference(data: bytes) -> str:
    """How the two verifiers differ; empty if they agree."""
    return contrast(*answers(data))


def contrast(ours: Answer, theirs: Answer) -> str:
    """How two answers differ."""
    if in_short(ours) == in_short(theirs) or not knows(theirs):
        return ""
    return f"library {ours[0]} {ours[1][:6]}, reference {theirs[0]} {theirs[1][:6]}"


# --- games, and what is done to them ---


def called_off() -> Forge:
    """A void, a bot in its place, two deals, and another bot in the second."""
    forge = Forge("a void").until("reveal")
    forge.call_off(forge.void([2])).replace(2).until("move", 2).replace(0)
    return forge


@cache
def played(number: int) -> Forge:
    """A finished game with its keys."""
    forge = [Forge, lambda: Forge("another table"), called_off][number]()
    forge.finish()
    return forge


def chosen_change(rng: random.Random, node: Any, nearest: bool = False) -> Any:
    """A copy of a node with one change somewhere in it."""
    path, _, value = rng.choice(list(within(node, (), nearest)))
    return put(node, path, value)


def changed(rng: random.Random, steps: list[Any], others: list[Any]) -> tuple[int, list[Any]]:
    """A chain with one change, and the step at which that stands."""
    n = min(rng.choice([rng.randrange(len(steps)), rng.randrange(8)]), len(steps) - 1)
    what = rng.randrange(8)
    if what == 0:
        return n, rng.choice([done for _, place, done in lists_of(steps) if place == n])
    if what == 1:
        return n, [*steps[:n], rng.choice(others), *steps[n + rng.randrange(2) :]]
    if what == 2 and isinstance(steps[n], dict) and isinstance(steps[n].get("statements"), list):
        said = list(steps[n]["statements"])
        said.insert(rng.randrange(len(said) + 1), rng.choice(rng.choice(others)["statements"]))
        return n, put(steps, (n, "statements"), said)
    return n, put(steps, (n,), chosen_change(rng, steps[n], rng.random() < 0.6))


def mutated(seed: int) -> bytes:
    """A short game with up to three changes; maybe some parties sign it anew, or bytes are bent."""
    rng = random.Random(seed)
    forge = played(rng.randrange(3))
    steps, first = list(forge.steps), len(forge.steps)
    for _ in range(rng.choice([1, 1, 1, 2, 3])):
        n, steps = changed(rng, steps, played(rng.randrange(3)).steps)
        first = min(first, n)
    if rng.random() < 0.7:
        parties = PARTIES if rng.random() < 0.5 else [p for p in PARTIES if rng.random() < 0.5]
        with suppress(*ILL_FORMED):  # what cannot be signed stays as it is
            steps = resigned(forge, steps, first, parties)
    data = transcript.dump(steps)
    if rng.random() < 0.1:
        place = rng.randrange(len(data))
        bent = rng.choice([b"", b'"', b"\\", b"0", b"]", b"{", b"\xc3", b" ", b"null"])
        data = data[:place] + bent + data[place + rng.randrange(3) :]
    return data


def forged(seed: int) -> bytes:
    """A game that is continued after up to three statements signed with real keys, but wrong."""
    rng = random.Random(seed)
    kinds = [rng.choice(["person", "person", "person", "bot"]) for _ in range(4)]
    forge = Forge(f"table {seed % 3}", kinds=kinds)
    with suppress(*ILL_FORMED):  # where nobody can go on honestly, the chain ends
        for _ in range(rng.choice([1, 1, 2, 3])):
            n = rng.choice([rng.randrange(7), rng.randrange(116), rng.randrange(57, 66), 116])
            if n >= len(forge.steps):
                tamper(rng, forge.until_step(n))
        end = len(forge.steps) + rng.choice([0, 1, 5, 200, 200, 200])
        while forge.due is not None and len(forge.steps) < end:
            forge.step()
    return transcript.dump(forge.steps)


def digits_in(node: Any, path: Path = ()) -> Iterator[tuple[Path, str]]:
    """Where 32 bytes stand, and which: seeds, nonces, commitments, keys."""
    if isinstance(node, dict | list):
        for name, child in node.items() if isinstance(node, dict) else enumerate(node):
            yield from digits_in(child, (*path, name))
    elif isinstance(node, str) and len(node) == 64:
        yield path, node


def tamper(rng: random.Random, forge: Forge) -> None:
    """Put something else than the due step, signed by those whose words it holds."""
    kind = forge.due
    assert kind is not None
    if kind == "reveal" and rng.random() < 0.5:
        call_off(rng, forge)
        return
    if rng.random() < 0.15:
        body = forge.replacing(*[seat for seat in range(4) if rng.random() < 0.4])
        forge.replace(body=chosen_change(rng, body) if rng.random() < 0.5 else body)
        return
    bodies = forge.draft()
    if kind == "commit" and rng.random() < 0.3:
        bodies, kind = forge.stopping(), "close"
        bodies.pop(rng.choice([0, "host", None, None]), None)
    by = rng.choice(list(bodies))
    what = rng.choice("body body body used used author order double key kind sig".split())
    if what == "body" and kind != "open":
        bodies[by] = chosen_change(rng, bodies[by])
    if what == "used" and (places := list(digits_in(bodies[by]))):
        _, value = rng.choice(list(digits_in(forge.steps)) or places)
        bodies[by] = put(bodies[by], rng.choice(places)[0], value)
    if what == "author":
        bodies.setdefault(rng.choice(PARTIES), bodies.pop(by))
    said = forge.signed(bodies)
    one = rng.choice(said)
    if what == "order":
        rng.shuffle(said)
    if what == "double":
        body = one["body"] if rng.random() < 0.5 else chosen_change(rng, one["body"], True)
        said.insert(rng.randrange(len(said) + 1), forge.sign(kind, one["by"], body))
    if what == "key":
        signer = forge.signers[rng.choice(PARTIES)]
        said[said.index(one)] = forge.sign(kind, one["by"], one["body"], signer)
    if what == "sig":
        for sig in (one["sig"].upper(), one["sig"][:-1], "00" * 64)[: rng.randrange(1, 4)]:
            said[rng.randrange(len(said))] = {**one, "sig": sig}
    if what == "kind":
        kind = rng.choice([*primitives.BODIES, "none"])
        forge.put(kind, [forge.sign(kind, each["by"], each["body"]) for each in said])
    else:
        forge.step(statements=said)


def call_off(rng: random.Random, forge: Forge) -> None:
    """A `void` that may be false, and a `replace` that may be another one than is due."""
    missing = [seat for seat in range(4) if rng.random() < 0.3]
    good = forge._draft_reveal()
    offending: dict[int, Any] = {}
    for seat in (seat for seat in range(4) if seat not in missing and rng.random() < 0.4):
        nonce = forge.steps[1]["statements"][seat]["body"]["nonce"]
        wrong = [{}, {"seed": forge.fresh()}, {"seed": ONE_BYTE}, {"seed": nonce}, {"deal": 9}]
        offending[seat] = good[seat] | rng.choice(wrong)
    body = forge.void(missing, offending)
    lists = body["missing"], body["offending"], body["received"]
    one, other = rng.choice(lists[1:]), rng.choice(lists[1:])
    if one and rng.random() < 0.3:
        other.append(deepcopy(one[0]) if rng.random() < 0.5 else one.pop())
    forge.call_off(chosen_change(rng, body) if rng.random() < 0.3 else body)
    gone = sorted(seat for seat in {*missing, *offending} if forge.kinds[seat] == "person")
    if rng.random() < 0.2:
        gone = [seat for seat in range(4) if rng.random() < 0.5]
    if gone:
        forge.replace(*gone)


def mutation(seed: int) -> bytes:
    """Even seeds change a finished game, odd ones play on after a fault."""
    return forged(seed) if seed % 2 else mutated(seed)


# --- tests ---


@pytest.mark.parametrize("path", VECTORS, ids=lambda path: path.stem)
def test_the_reference_gives_the_expected_report(path: pathlib.Path) -> None:
    vector = json.loads(path.read_text(encoding="utf-8"))
    raw = bytes.fromhex(vector["raw"]) if "raw" in vector else json.dumps(vector["transcript"])
    report = reference.verify(raw if isinstance(raw, bytes) else raw.encode())
    found = [
        {"code": code, "at": at, "blame": list(blamed)} for code, at, blamed in report.findings
    ]
    assert {"verdict": report.verdict, "findings": found} == vector["expect"]


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_both_agree_on_examples_to_the_letter(path: pathlib.Path) -> None:
    ours, theirs = answers(path.read_bytes())
    assert ours == theirs
    assert knows(theirs)


@pytest.mark.slow
def test_both_agree_on_every_attack() -> None:
    tried = 0
    for made, *_ in (*attacks.CASES, *ATTACKS):
        given = made()
        given = given[0] if isinstance(given, tuple) else given  # what is expected, V4 judges
        data = given if isinstance(given, bytes) else reference.dump(given)
        if b'"name":"hearts"' in data:
            assert difference(data) == "", made.__name__
            tried += 1
    assert tried > 100


def test_both_agree_on_single_changes() -> None:
    for change in islice(changes("hearts"), 11, None, 40):
        assert difference(transcript.dump(change.steps)) == "", (change.path, change.what)


def test_both_agree_on_mutations() -> None:
    codes: set[str] = set()
    for seed in range(SAMPLE):
        ours, theirs = answers(mutation(seed))
        assert contrast(ours, theirs) == "", seed
        codes.update(code for code, _, _ in ours[1])
    # What is never found is never compared.
    assert codes >= {
        *("bad-form", "bad-signature", "broken-chain", "signed-over-damage", "wrong-kind"),
        *("wrong-author", "missing-statement", "repeated-statement", "unordered-statements"),
        *("wrong-number", "wrong-opening", "illegal-move", "wrong-standings", "undisclosed"),
        *("replaced", "void", "not-judged"),
    }


def test_both_agree_where_nothing_is_a_transcript() -> None:
    whole = transcript.dump(played(0).steps[:3])
    rng = random.Random(1)
    for place in range(0, len(whole), 97):
        assert difference(whole[:place]) == ""
        assert difference(rng.randbytes(place % 64)) == ""


def test_the_reference_stands_alone_and_stays_short() -> None:
    for name in ("reference", "primitives"):
        text = (ROOT / "specs" / f"{name}.py").read_text(encoding="utf-8")
        imported = {
            module.split(".")[0]
            for node in ast.walk(ast.parse(text))
            for module in (
                [node.module or ""]
                if isinstance(node, ast.ImportFrom)
                else [one.name for one in node.names]
                if isinstance(node, ast.Import)
                else []
            )
        }
        assert imported - sys.stdlib_module_names <= {"nacl", "specs"}
        assert len(text.splitlines()) < 600


def test_a_difference_would_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    forge = Forge().until_step(13)
    revoke = forge.step(forge.move(0, "3D")).finish()
    assert difference(revoke) == ""
    assert answers(revoke)[0][0] == "unfair"
    monkeypatch.setattr(reference.Play, "allowed", lambda self, hand: hand)
    assert "reference fair" in difference(revoke)


def main(count: int = 10_000, start: int | None = None) -> int:
    """Compare on all single changes (without a start), then on so many mutations."""
    remember(setattr)
    cases: list[tuple[object, Callable[[], bytes]]] = []
    if start is None:
        single = [change.steps for change in changes("hearts")]
        cases = [
            (f"change {n}", lambda steps=steps: transcript.dump(steps))  # type: ignore[misc]
            for n, steps in enumerate(single)
        ]
    cases += [
        (seed, lambda seed=seed: mutation(seed))  # type: ignore[misc]
        for seed in range(start or 0, (start or 0) + count)
    ]
    differ = 0
    for name, data in cases:
        if text := difference(data()):
            differ += 1
            print(f"{name}: {text}")
    print(f"{len(cases)} transcripts, {differ} differences")
    return 1 if differ else 0


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))


def test_the_reference_as_a_program(tmp_path: pathlib.Path) -> None:
    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, str(ROOT / "specs" / "reference.py"), *arguments]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    told = run("--help")
    assert (told.returncode, told.stderr) == (0, "")
    assert "prints verdict and findings" in told.stdout
    gone = str(tmp_path / "gone.json")
    unfinished = str(ROOT / "examples" / "transcripts" / "unfinished.json")
    both = run(gone, unfinished)
    assert both.returncode == 2
    assert both.stderr == f"{gone}: No such file or directory\n"
    assert both.stdout.startswith(f"incomplete: {unfinished}\n")
    assert run(unfinished).returncode == 1
