"""Sections 10.5, 11 and 13: codes, verdicts, reports and exit statuses."""

from __future__ import annotations

import json
import re
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from fairdeal.findings import CATALOGUE, CheckId, Code, Finding, Severity, find
from fairdeal.report import (
    NOT_PROVED,
    QUESTIONS,
    Check,
    DealSummary,
    Report,
    SeatSummary,
    Status,
    Verdict,
    exit_status,
    verdict_of,
)

SPEC = Path(__file__).resolve().parent.parent.parent / "specs" / "fairdeal.md"
V, M, A = Severity.VIOLATION, Severity.MALFORMED, Severity.ALTERED
INC, W, N = Severity.INCOMPLETE, Severity.WARNING, Severity.NOTE


def spec_codes(section: str) -> dict[str, list[str]]:
    """The rows of a table of codes in the specification, by code."""
    text = SPEC.read_text(encoding="utf-8")
    part = text.split(f"\n### {section} ", 1)[1].split("\n### ", 1)[0].split("\n## ", 1)[0]
    rows = [
        re.split(r"(?<!\\)\|", line.strip().strip("|")) for line in part.splitlines() if "|" in line
    ]
    cells = [[cell.strip() for cell in row] for row in rows]
    return {row[0].strip("`"): row[1:] for row in cells if row[0].startswith("`")}


def test_the_catalogue_is_that_of_the_spec() -> None:
    of_transcripts, of_messages = spec_codes("11.1"), spec_codes("11.2")
    assert len(of_transcripts) > 40
    assert len(of_messages) == 6
    assert {*of_transcripts, *of_messages} == {str(code) for code in Code}
    for code, (check, severity, *_) in of_transcripts.items():
        # Where a row names two severities, the first is the usual one.
        usual = re.split(r"[ ,]", severity)[0]
        assert CATALOGUE[Code(code)] == (CheckId(check), Severity(usual))
    for code in of_messages:
        assert CATALOGUE[Code(code)] == (CheckId.MESSAGES, V)
    assert CATALOGUE.keys() == set(Code)


def test_a_finding_has_its_codes_check_and_usual_severity() -> None:
    finding = find(Code.VOID, "Called off.", step=3, deal=2, place=(("trick", 5),), seat=1)
    assert (finding.check, finding.severity) == (CheckId.ORDER, W)
    assert find(Code.VOID, "", severity=V).severity is V
    assert finding.as_dict() == {
        "code": "void",
        "check": "V5",
        "severity": "warning",
        "sentence": "Called off.",
        "pointer": "",
        "step": 3,
        "blame": [],
        "deal": 2,
        "attempt": None,
        "place": {"trick": 5},
        "seat": 1,
        "details": {},
    }
    assert find(Code.ILLEGAL_MOVE, "", blame=(1, "host")).as_dict()["blame"] == [1, "host"]


def of(*severities: Severity) -> list[Finding]:
    return [find(Code.VOID, "", severity=severity) for severity in severities]


@pytest.mark.parametrize(
    ("severities", "verdict"),
    [
        ((), Verdict.FAIR),
        ((W,), Verdict.FAIR),
        ((N, W), Verdict.FAIR),
        ((INC, W), Verdict.INCOMPLETE),
        ((M, INC), Verdict.MALFORMED),
        ((A, INC, N), Verdict.ALTERED),
        ((V, M, A, INC, W, N), Verdict.UNFAIR),
        ((V, INC), Verdict.UNFAIR),
    ],
)
def test_the_verdict_in_any_order(severities: tuple[Severity, ...], verdict: Verdict) -> None:
    for order in permutations(severities):
        # Of `malformed` and `altered` the first in the chain counts; that is tried below.
        assert verdict_of(of(*order)) is verdict


def test_the_first_of_malformed_and_altered_counts() -> None:
    assert verdict_of(of(W, M, A)) is Verdict.MALFORMED
    assert verdict_of(of(W, A, M)) is Verdict.ALTERED
    assert verdict_of(of(M, A, V)) is Verdict.UNFAIR


@pytest.mark.parametrize("verdict", Verdict)
def test_the_exit_status(verdict: Verdict) -> None:
    assert exit_status(verdict) == (0 if verdict is Verdict.FAIR else 1)
    allowed = {Verdict.FAIR, Verdict.INCOMPLETE}
    assert exit_status(verdict, allow_incomplete=True) == (0 if verdict in allowed else 1)


def report(**fields: Any) -> Report:
    checks = tuple(Check(one, Status.PASSED) for one in CheckId if one is not CheckId.MESSAGES)
    return Report(Verdict.FAIR, checks, (), **fields)


def test_every_check_asks_something() -> None:
    assert QUESTIONS.keys() == set(CheckId) - {CheckId.MESSAGES}
    assert all(question.endswith("?") for question in QUESTIONS.values())
    assert [check.question for check in report().checks] == list(QUESTIONS.values())
    assert [str(check.id) for check in report().checks] == [f"V{n}" for n in range(1, 11)]


def test_a_report_has_the_same_members_for_every_verdict() -> None:
    full = report(
        omitted=2,
        table="ab" * 32,
        head="cd" * 32,
        height=9,
        game="hearts",
        host="Example Host",
        host_key="ef" * 32,
        seats=(SeatSummary(0, "Alice", "person", "01" * 32, 1),),
        deals=(DealSummary(1, 2, (0, "host"), 1, ("host", 1), disclosed=True, fair=True),),
        result=[1, 2],
    )
    empty = Report(Verdict.MALFORMED, (), (find(Code.NOT_JSON, "No."),))
    assert full.as_dict().keys() == empty.as_dict().keys()
    assert json.loads(json.dumps(full.as_dict())) == full.as_dict()
    assert full.as_dict()["deals"] == [
        {
            "deal": 1,
            "attempts": 2,
            "one_honest_of": [0, "host"],
            "voids": 1,
            "chosen_by": ["host", 1],
            "disclosed": True,
            "fair": True,
        }
    ]
    assert full.as_dict()["seats"] == [
        {"seat": 0, "name": "Alice", "kind": "person", "key": "01" * 32, "since": 1}
    ]
    assert full.as_dict()["findings_omitted"] == 2
    assert empty.as_dict()["not_proved"] == list(NOT_PROVED)
    assert len(NOT_PROVED) == 7


def test_parties_are_named_as_the_table_was_opened() -> None:
    named = report(
        host="Example Host",
        seats=(
            SeatSummary(0, "Alice", "person", "01" * 32, 1),
            SeatSummary(0, "Bot 0", "bot", "02" * 32, 3),
        ),
    )
    assert named.name(0) == "Alice (seat 0)"
    assert named.name(5) == "seat 5"
    assert named.name("host") == "Example Host (host)"
    assert report().name("host") == "the host"
