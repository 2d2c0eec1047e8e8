"""What a finding says besides code, place and blame, worked out again from the transcript alone.

Section 13: each finding has the deal and the attempt that its step belongs to, if any, and the seat
where one applies. The deal and the attempt follow from the steps before (section 7), the seat from
what the pointer leads to.
"""

from __future__ import annotations

import json
import re
from typing import Any

from fairdeal.findings import Finding
from fairdeal.report import Report

OF_THE_WHOLE = {
    *("unexpected-history", "unexpected-head", "unexpected-log"),
    *("no-deal", "not-over", "not-closed"),
}
"""The codes that speak of no attempt, wherever they point to; nor does one on a written parent."""

OF_A_KEY = {"unsafe-key", "repeated-key", "repeated-name"}
"""The codes that speak of who came to the table, not of what a seat did."""

NOT_AT_ITS_PLACE = {
    *("bad-form", "signed-over-damage", "missing-statement", "wrong-seal-opening"),
    *("unexpected-history", "unexpected-private", "unexpected-log"),
}
"""The codes whose seat is not to be seen where the pointer leads, if there is one."""

OF_A_CLOSE = {"wrong-close-list", "unsigned-close", "early-close", "stopped-early"}

WITHOUT_DETAILS = {
    *("wrong-number", "wrong-void", "missing-bot", "wrong-replace", "wrong-opening"),
    *("wrong-reason", "wrong-standings", "no-person-seed", "unsupported", "undisclosed"),
    *("no-deal", "not-over", "not-closed", "weak-seed", "same-value", "replaced"),
}


def check_whereabouts(data: Any, report: Report) -> None:
    """Every finding speaks of the step, deal, attempt and seat that its place in ``data`` has."""
    document: Any = None
    for one in report.findings:
        code = str(one.code)
        assert re.search(r"\w+ \w+", one.sentence)
        assert "None" not in one.sentence
        if not one.pointer.startswith("/steps/"):
            assert (one.step, one.deal, one.attempt, one.seat) == (-1, None, None, None)
            continue
        if document is None:
            document = json.loads(data) if isinstance(data, bytes) else data
        parts = one.pointer.split("/")[1:]
        assert one.step == int(parts[1])
        deal, attempt = deal_and_attempt(document["steps"][: one.step])
        of_an_attempt = (
            code not in OF_THE_WHOLE
            and parts[2:] != ["parent"]
            and is_in_a_deal(document["steps"][: one.step + 1])
        )
        assert one.deal == (deal if of_an_attempt or code == "replaced" else None)
        assert one.attempt == (attempt if of_an_attempt else None)
        if code not in NOT_AT_ITS_PLACE:
            seat = None if code in OF_A_KEY else seat_at(document["steps"][one.step], parts[2:])
            assert one.seat == seat, one
        check_details(document["steps"][one.step], one)


def deal_and_attempt(before: list[Any]) -> tuple[int, int]:
    """Section 7: one deal more after each `disclose`, one attempt more after each `void`."""
    kinds = [step["kind"] for step in before]
    deal = 1 + kinds.count("disclose")
    since = len(kinds) - kinds[::-1].index("disclose") if deal > 1 else 0
    return deal, 1 + kinds[since:].count("void")


def is_in_a_deal(steps: list[Any]) -> bool:
    """Whether the last of these steps belongs to a deal: from its `commit` to its end."""
    *before, kind = [step["kind"] for step in steps]
    ends = [one for one in before if one in ("commit", "void", "disclose")]
    return kind == "commit" or ends[-1:] == ["commit"]


def seat_at(step: Any, parts: list[str]) -> int | None:
    """The seat that signed, holds or is named in what a pointer leads to; None for the host."""
    node, seat = step, None
    for name, part in zip(["", *parts], parts, strict=False):
        node = node[int(part)] if isinstance(node, list) else node[part]
        if isinstance(node, dict) and "by" in node:
            seat = node["by"] if node["by"] != "host" else None
        elif name in ("seals", "seats") and isinstance(node, dict):
            seat = node.get("seat", int(part))
        elif name == "hands":
            seat = int(part)
        elif name == "missing":
            seat = node
    return seat


def check_details(step: Any, one: Finding) -> None:
    """The facts that a program reads, for the codes whose facts the step itself shows."""
    code, details = str(one.code), dict(one.details)
    if code == "void":
        body = step["statements"][0]["body"]
        offending = [said["by"] for said in body["offending"]]
        assert details == {"missing": body["missing"], "offending": offending}
    elif code in OF_A_CLOSE:
        signed = [said["by"] for said in step["statements"]]
        assert details == {"unsigned": [seat for seat in range(4) if seat not in signed]}
    elif code in WITHOUT_DETAILS:
        assert details == {}
