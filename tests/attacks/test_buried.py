"""A conviction cannot be buried under warnings, and a quoted seed cannot be used again."""

from __future__ import annotations

from fairdeal import limits
from fairdeal.findings import Severity
from tests.attacks.forge import Forge, at, found, judge


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
