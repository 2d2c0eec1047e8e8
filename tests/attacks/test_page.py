"""The page specs/attacks.md is held to the tests that it names, the codes, and the threat model."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from fairdeal.findings import Code
from fairdeal.proofs import ProofVerdict
from fairdeal.report import Verdict
from tests.attacks.test_codes import CASES, Cases
from tests.attacks.test_examples import EXPECTED
from tests.attacks.test_table import ATTACKS

ROOT = Path(__file__).resolve().parents[2]
SPEC = (ROOT / "specs" / "fairdeal.md").read_text(encoding="utf-8")
PAGE = (ROOT / "specs" / "attacks.md").read_text(encoding="utf-8")
VERDICTS = {*map(str, Verdict), *map(str, ProofVerdict), "refused", "stops", "forked"}
BLAMED = ({"nobody"}, {"the seat"}, {"the host"}, {"the seat", "the host"})
REPORTED = {"test_codes.py": CASES, "test_table.py": ATTACKS}
CASE = "test_exactly_this_is_found"


class Row(NamedTuple):
    """One attack of the page; ``tests`` are names for pytest."""

    attacker: str
    name: str
    verdicts: set[str]
    codes: set[str]
    blamed: set[str]
    hidden: str
    tests: list[str]


def quoted(cell: str) -> list[str]:
    return re.findall(r"`([^`]+)`", cell)


def tables() -> Iterator[tuple[str, list[list[str]]]]:
    """The sections with their tables: rows of cells, without the head."""
    for section in PAGE.split("\n## ")[1:]:
        rows = [line.strip("|").split("|") for line in section.splitlines() if line[:1] == "|"]
        yield section.splitlines()[0], [[cell.strip() for cell in row] for row in rows[2:]]


def attacks() -> list[Row]:
    return [
        Row(
            attacker,
            name,
            set(quoted(verdicts)),
            set(quoted(codes)),
            set(blamed.split(", ")),
            hidden,
            quoted(tests),
        )
        for attacker, table in tables()
        if attacker != "Faults of programs"
        for name, _, verdicts, codes, blamed, hidden, tests in table
    ]


ROWS = attacks()
NAMED = sorted({test for _, table in tables() for row in table for test in quoted(row[-1])})


@cache
def functions(path: str) -> dict[str, list[str]]:
    """The functions of a file, by name, with their decorators."""
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    return {
        node.name: [ast.unparse(one) for one in node.decorator_list]
        for node in tree.body
        if isinstance(node, ast.FunctionDef)
    }


def test_the_page_has_rows() -> None:
    assert len(ROWS) > 150
    assert len({(row.attacker, row.name) for row in ROWS}) == len(ROWS)
    assert len(NAMED) > 150


@pytest.mark.parametrize("test", NAMED)
def test_every_named_test_exists(test: str) -> None:
    path, _, name = test.partition("::")
    function, _, case = name.partition("[")
    assert re.fullmatch(r"tests/(\w+/)*test_\w+\.py", path)
    assert function.startswith("test_")
    assert function in functions(path)
    if case:
        made = functions(path)[case.removesuffix("]")]
        assert re.match(r"(case|unopened)\(", made[-1])
        assert function == CASE


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_a_row_says_who_is_blamed_for_what(row: Row) -> None:
    assert row.verdicts
    assert row.verdicts <= VERDICTS
    assert row.codes <= set(map(str, Code))
    assert row.blamed in BLAMED
    assert row.tests
    assert row.hidden
    if row.verdicts == {"fair"}:
        assert row.blamed == {"nobody"}
    if row.verdicts & {"unfair", "stops", "proven"} and not any(
        code.startswith("unexpected-") or code == "worthless-receipt" for code in row.codes
    ):
        assert row.blamed != {"nobody"}


def reports(test: str) -> Iterator[tuple[str, set[str], set[str]]]:
    """What a test with a stated report expects: verdict, codes, and who is blamed."""
    path, _, name = test.partition("::")
    cases: Cases = REPORTED.get(Path(path).name, [])
    for made, verdict, _, findings in cases:
        if name == f"{CASE}[{made.__name__}]":
            parties = {party for _, _, _, blame in findings for party in blame}
            blamed = {"the host" if party == "host" else "the seat" for party in parties}
            yield verdict, {code for code, *_ in findings}, blamed or {"nobody"}


def test_rows_say_what_their_tests_expect() -> None:
    compared = 0
    for row in ROWS:
        for test in row.tests:
            for report in reports(test):
                assert report == (*row.verdicts, row.codes, row.blamed), (row.name, test)
                compared += 1
    assert compared > 100


def column(heading: str, number: int) -> list[str]:
    """One column of the first table below a heading of the specification."""
    below = SPEC.split(f"\n### {heading} ", 1)[1].split("\n### ", 1)[0].split("\n## ", 1)[0]
    rows = [re.split(r"(?<!\\)\|", line)[1:-1] for line in below.splitlines() if line[:1] == "|"]
    return [row[number].strip() for row in rows[2:]]


def test_the_attackers_are_those_of_the_threat_model() -> None:
    sections = [attacker.lower() for attacker, _ in tables()]
    assert sections == [*column("14.5", 0), "faults of programs"]


def convicting() -> set[str]:
    """The codes of section 11.1 for which somebody is blamed."""
    pairs = zip(column("11.1", 0), column("11.1", 5), strict=True)
    return {code.strip("`") for code, blamed in pairs if blamed != "nobody"}


def test_every_code_that_blames_somebody_has_an_attack_that_is_blamed_for_it() -> None:
    blamed = {code for row in ROWS if row.blamed != {"nobody"} for code in row.codes}
    assert len(convicting()) == 28
    assert convicting() <= blamed


def test_every_code_has_an_attack() -> None:
    assert {code for row in ROWS for code in row.codes} >= {str(code) for code in Code}


def test_the_specification_says_of_each_of_these_codes_what_convicts() -> None:
    said = [code.strip("`") for code in column("11.3", 0)]
    # These two blame nobody by themselves: covered, they are signed-over-damage.
    assert sorted(said) == sorted(convicting() - {"bad-form", "bad-signature"})


def test_what_is_suspected_looks_as_the_examples_do() -> None:
    top = PAGE.split("\n## ", 1)[0]
    rows = [line.strip("|").split("|") for line in top.splitlines() if line[:1] == "|"][2:]
    shown = set()
    for _, _, codes, files in rows:
        found = {code for name in quoted(files) for code, *_ in EXPECTED[name[: -len(".json")]][2]}
        assert set(quoted(codes)) <= set(map(str, Code))
        assert not found or found & set(quoted(codes))
        shown |= set(quoted(files))
    # All but the games in which nobody did anything.
    assert {*shown, "live.json", "solo.json", "stopped.json"} == {f"{one}.json" for one in EXPECTED}


COVERED = """
copied commitment; mirrored seat; one seed of two seats
step from another table; step from another deal; commitment from elsewhere
different commitments for two seats; second step in a taken place
edited opening; rewritten opening
commitment that gives the outcome away; search for the host's seed
seed chosen late; commitment after the reveal; deal before the reveals
weak seed; weak own seed; seed used before
shuffle that is not uniform; biased shuffle
withheld reveal; seat kept after a withheld reveal
deal called off together; each person once; void after the deal; bot named missing
restart on a cut chain; old commitment in another history; host that resumes on another chain
card never passed; other passes disclosed
edited card; rewritten card
early end; last step swapped; own copy cut
bot's fault laid on the person; fault laid on the bot
false lead; hidden turn
garbage to the host; message that stops a table
cut end
spoiled own signature; unknown member; amnesty by a spoiled signature; damage after a fault
own step on a cut chain; doubled last statement; dropped last statement
two words; play out of turn
JSON that two readers read differently; file that exhausts the verifier
signatures that one verifier takes and another does not; unsafe key
signature in another use
one verifier, run by the accused
shuffle that changes with a library
honest game that does not verify
rules enforced wrongly
verifier that crashes
bad verdict with exit status 0
nonce made up; two ends; buried finding
hands told; hands told by the host; deal chosen together
seat named missing; stopped table; dropped table on record
"""
"""What has gone wrong in this field, or was found by attacking this protocol: the page's names."""


def test_nothing_that_has_gone_wrong_before_is_left_out() -> None:
    names = {row[0] for _, table in tables() for row in table}
    assert set(re.split(r"; |\n", COVERED.strip())) - names == set()
