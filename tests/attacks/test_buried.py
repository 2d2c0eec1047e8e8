"""A conviction cannot be buried under warnings, and a quoted seed cannot be used again."""

from __future__ import annotations

from typing import Any

import pytest

from fairdeal import chain, limits
from fairdeal.findings import Severity
from tests.attacks.forge import CLOSE, Forge, altered, at, found, judge, malformed, violation


def test_the_gravest_findings_are_listed_and_everybody_blamed_is_named() -> None:
    forge = Forge(target=1000)
    for deal in range(1, limits.FINDINGS // 5 + 2):
        forge.until("commit", deal)
        forge.chosen_seeds = {
            party: f"{deal * 5 + number:02x}" * 32
            for number, party in enumerate((*forge.seats, "host"))
        }
        forge.step()
    bodies = forge.until("disclose").draft()
    bodies["host"]["result"]["points"] = [26, 0, 0, 0]
    bodies["host"]["result"]["totals"][0] += 1
    report = judge(forge.step(bodies).data())
    weak = 5 * (limits.FINDINGS // 5 + 1)
    listed = [str(finding.code) for finding in report.findings]
    assert (report.verdict, report.blamed) == ("unfair", ("host",))
    assert listed == ["weak-seed"] * 98 + ["wrong-result", "not-over"]
    assert report.omitted == weak - 98
    steps = [finding.step for finding in report.findings]
    assert steps == sorted(steps)
    assert Severity.VIOLATION in [finding.severity for finding in report.findings]


def test_a_seed_that_a_void_quotes_is_used_up_even_if_it_was_offending() -> None:
    forge = Forge().until("reveal")
    seed = forge.seeds[1]
    body = {"attempt": 2, "deal": 1, "seed": seed}
    forge.call_off(forge.void(offending={1: body})).replace(1)
    forge.chosen_seeds["host"] = seed
    forge.until("disclose").step()
    repeated = [one for one in found(judge(forge.data())) if one[0] == "repeated-value"]
    step = len(forge.steps) - 1
    assert [(one[2], one[3]) for one in repeated] == [(at(step, 0, "body/seed"), ("host",))]


SPOILED: dict[str, tuple[str, Any]] = {
    "bad-signature": ("sig", "00" * 64),
    "bad-form": ("body", {"reason": "end", "result": None, "more": 1}),
}


@pytest.mark.parametrize("listed", SPOILED)
@pytest.mark.parametrize("unlisted", SPOILED)
def test_damage_that_nobody_answers_for_hides_none_that_the_host_lists(
    unlisted: str, listed: str
) -> None:
    """Before the damaged statement that its `close` lists, a host puts one that it does not."""
    forge = Forge().until("close")
    statements = forge.signed()
    for seat, code in ((0, unlisted), (2, listed)):
        member, value = SPOILED[code]
        statements[seat][member] = value
        if member == "body":
            statements[seat] = forge.sign("close", seat, value)
    body = statements[4]["body"]
    body["seats"] = [chain.statement_hash(said) for said in statements[1:4]]
    statements[4] = forge.sign("close", "host", body)
    report = judge(forge.step(statements=statements).data())
    below = {"bad-signature": "sig", "bad-form": "body/more"}
    uncovered = {"bad-signature": altered, "bad-form": malformed}[unlisted]
    expected = [
        uncovered(unlisted, at(CLOSE, 0, below[unlisted])),
        violation("signed-over-damage", at(CLOSE, 2, below[listed]), "host"),
    ]
    assert report.verdict == "unfair"
    # Of one step what V1 finds comes before what V3 finds.
    in_order = expected if unlisted in ("bad-form", listed) else expected[::-1]
    assert found(report) == in_order


def test_in_close_one_defect_of_each_statement_is_named() -> None:
    forge = Forge().until("close")
    bodies = forge.draft()
    bodies[1]["more"] = 1
    bodies[3]["more"] = 1
    report = judge(forge.step(bodies).data())
    assert found(report) == [
        violation("signed-over-damage", at(CLOSE, seat, "body/more"), "host") for seat in (1, 3)
    ]
