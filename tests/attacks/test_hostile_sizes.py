"""Files just within a limit and just beyond one: a report comes, and it is short.

How long they take and how much memory was measured by hand: on the machine at hand the worst
took five seconds of CPU time and 800 MB. Here the point is that every one ends in a report.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable

import pytest

from fairdeal import limits
from tests.attacks.forge import Forge, judge

FULL = limits.FILE_BYTES
HEAD = b'{"format":"fairdeal/1","steps":['
JUNK = b'{"kind":"x","parent":"","statements":[{"body":0,"by":0,"sig":""}]}'
Make = Callable[[], bytes]


def repeated(head: bytes, one: bytes, times: int, tail: bytes) -> Make:
    return lambda: head + b",".join([one] * times) + tail


def statements(steps: int, each: int) -> Make:
    said = b",".join([b'{"body":0,"by":0,"sig":""}'] * each)
    step = b'{"kind":"x","parent":"","statements":[' + said + b"]}"
    return repeated(HEAD, step, steps, b"]}")


def padded(data: bytes) -> bytes:
    """A fair game and blanks."""
    return data + b" " * (FULL - len(data))


FILES: list[tuple[str, Make, str, str]] = [
    ("blanks to the last byte", lambda: padded(Forge().finish()), "fair", ""),
    ("one byte more", lambda: padded(Forge().finish()) + b" ", "malformed", "too-large"),
    ("brackets", lambda: b"[" * limits.STRUCTURE, "malformed", "too-large"),
    ("one more bracket", lambda: b"[" * (limits.STRUCTURE + 1), "malformed", "too-large"),
    ("closing brackets", lambda: b"]" * FULL, "malformed", "not-json"),
    ("depth 32", lambda: b"[" * 32 + b"]" * 32, "malformed", "bad-form"),
    ("depth 33", lambda: b"[" * 33 + b"]" * 33, "malformed", "too-large"),
    ("depth in objects", lambda: b'{"a":' * 33 + b"0" + b"}" * 33, "malformed", "too-large"),
    (
        "as many steps as may be",
        repeated(HEAD, b"{}", limits.STEPS, b"]}"),
        "malformed",
        "bad-form",
    ),
    ("one step more", repeated(HEAD, b"{}", limits.STEPS + 1, b"]}"), "malformed", "too-large"),
    ("100000 tiny steps", repeated(HEAD, b"{}", 100_000, b"]}"), "malformed", "too-large"),
    ("steps of junk", repeated(HEAD, JUNK, limits.STEPS, b"]}"), "malformed", "bad-form"),
    ("statements to the last", statements(32_768, 2), "malformed", "bad-form"),
    ("more statements", statements(3_856, 17), "malformed", "too-large"),
    ("numbers", repeated(b"[", b"9007199254740991", 900_000, b"]"), "malformed", "bad-form"),
    ("fractions", repeated(b"[", b"1.5", 999_000, b"]"), "malformed", "not-json"),
    ("one number", lambda: b"1" * FULL, "malformed", "not-json"),
    ("one name again and again", repeated(b"{", b'"a":0', 499_000, b"}"), "malformed", "not-json"),
    ("one string", lambda: b'"' + b"a" * (FULL - 2) + b'"', "malformed", "bad-form"),
    ("escapes", lambda: b'"' + b"\\u0041" * (FULL // 6 - 1) + b'"', "malformed", "bad-form"),
    ("backslashes", lambda: b'"' + b"\\" * (FULL - 1), "malformed", "not-json"),
    ("quotes", lambda: b'"' * FULL, "malformed", "not-json"),
    ("wide letters", lambda: b'"' + b"\xc3\xa9" * (FULL // 2 - 1) + b'"', "malformed", "bad-form"),
    (
        "one kind",
        lambda: HEAD + JUNK.replace(b"x", b"k" * (FULL - 99)) + b"]}",
        "malformed",
        "bad-form",
    ),
    ("zero bytes", lambda: b"\x00" * FULL, "malformed", "not-json"),
]


@pytest.mark.parametrize(
    ("make", "verdict", "code"), [one[1:] for one in FILES], ids=[one[0] for one in FILES]
)
def test_a_report_comes(make: Make, verdict: str, code: str) -> None:
    data = make()
    assert len(data) <= FULL + 1
    report = judge(data)
    assert (report.verdict, [str(finding.code) for finding in report.findings]) == (
        verdict,
        [code] * bool(code),
    )
    assert all(len(finding.sentence) < 300 for finding in report.findings)


# --- signed by all parties, so that every check has its work ---


def moves_after_an_impossible_one(steps: int) -> bytes:
    """The table lies in ruins, and everybody goes on playing the two of clubs."""
    forge = Forge().until_step(13)
    forge.step(forge.move(0, "QC"))  # which lies on the table already
    while len(forge.steps) < steps - 1:
        forge.put("move", [forge.sign("move", len(forge.steps) % 4, forge.move(0, "2C")[0])])
    forge.due = "disclose"
    return forge.step().data()


def replacements_of_nobody(steps: int) -> bytes:
    forge = Forge().until("commit")
    while len(forge.steps) < steps:
        forge.replace()
    return forge.data()


def void_with_many_quotes(quotes: int) -> bytes:
    forge = Forge().until("reveal")
    body = forge.void([2])
    body["received"] *= quotes // 3
    return forge.call_off(body).data()


def many_openings(openings: int) -> bytes:
    forge = Forge().until("disclose")
    bodies = forge.draft()
    bodies["host"]["seals"] *= openings // 4
    return forge.step(bodies).data()


SIGNED = {
    moves_after_an_impossible_one: (
        limits.STEPS,
        ("unfair", ["not-judged", "illegal-move", "not-over"]),
    ),
    void_with_many_quotes: (60_000, ("malformed", ["bad-form"])),
    many_openings: (80_000, ("unfair", ["not-judged", "wrong-seal-opening", "not-over"])),
}


@pytest.mark.parametrize("make", SIGNED, ids=lambda make: make.__name__)
def test_many_of_one_kind(make: Callable[[int], bytes]) -> None:
    report = judge(make(1_000))
    codes = [str(finding.code) for finding in report.findings]
    assert (report.verdict, codes) == SIGNED[make][1]


@pytest.mark.slow
@pytest.mark.parametrize("make", SIGNED, ids=lambda make: make.__name__)
def test_as_many_as_fit_of_one_kind(make: Callable[[int], bytes]) -> None:
    report = judge(make(SIGNED[make][0]))
    codes = [str(finding.code) for finding in report.findings]
    assert (report.verdict, codes) == SIGNED[make][1]


def test_findings_beyond_the_limit_are_counted() -> None:
    report = judge(replacements_of_nobody(502))
    assert (len(report.findings), report.omitted) == (limits.FINDINGS, 500 - limits.FINDINGS + 1)
    assert {str(finding.code) for finding in report.findings} == {"wrong-replace"}
    assert report.verdict == "unfair"


MEASURE = """
import resource, sys
from fairdeal import verify
data = sys.stdin.buffer.read()
def most():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
before = most()
(finding,) = verify(data).findings
print(finding.code, finding.pointer, (most() - before) * 1024 // len(data))
"""


def test_half_a_million_unknown_members_take_no_more_memory_than_their_values() -> None:
    forge = Forge().until("reveal")
    said = forge.data()
    crowd = b"".join(b'"x%06d":0,' % number for number in range(498_000))
    start = said.index(b'{"attempt"') + 1
    data = said[:start] + crowd + said[start:]
    command = [sys.executable, "-c", MEASURE]
    done = subprocess.run(command, input=data, capture_output=True, check=True, text=False)
    code, at, times = done.stdout.split()
    assert (code, at) == (b"bad-form", b"/steps/2/statements/0/body")
    # The parsed values take some 16 bytes for each byte; with an error for each it was 97.
    assert int(times) < 32
