"""``true`` is not 1: what Python holds for equal, JSON does not."""

from __future__ import annotations

from typing import Any

from tests.attacks.forge import Forge, at, found, judge, violation


def with_true(value: Any) -> Any:
    """The value with ``true`` in the place of every 1."""
    if isinstance(value, dict):
        return {name: with_true(child) for name, child in value.items()}
    if isinstance(value, list | tuple):
        return [with_true(child) for child in value]
    return True if type(value) is int and value == 1 else value


def test_standings_with_true_for_one_are_other_standings() -> None:
    forge = Forge().until("close")
    closed = len(forge.steps)
    bodies = forge.draft()
    assert 1 in bodies["host"]["result"]["places"]
    for body in bodies.values():
        body["result"] = with_true(body["result"])
    report = judge(forge.step(bodies).data())
    assert report.verdict == "unfair"
    assert found(report) == [
        *(
            violation("wrong-standings", at(closed, seat, "body/result"), seat, "host")
            for seat in range(4)
        ),
        violation("wrong-standings", at(closed, 4, "body/result"), "host"),
    ]
