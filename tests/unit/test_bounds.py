"""What is said about hostile input stays small, however much of it is wrong."""

from __future__ import annotations

import tracemalloc

import pytest

from fairdeal import verify, wire
from fairdeal.chain import ZERO
from fairdeal.errors import Malformed
from tests.attacks.forge import Forge

UNSIGNED = {"body": {}, "by": 0, "sig": "0" * 128}


def test_of_a_million_wrong_elements_the_first_is_reported() -> None:
    body = {"attempt": 1, "deal": 1, "draw": 0, "hands": [1] * 900_000, "rest": None}
    said = UNSIGNED | {"body": body, "by": "host"}
    tracemalloc.start()
    with pytest.raises(Malformed) as refused:
        wire.read_step({"kind": "deal", "parent": ZERO, "statements": [said]})
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert refused.value.pointer == "/statements/0/body/hands/0"
    assert peak < 1_000_000  # a record of each would take hundreds of times as much


def test_a_long_unknown_kind_is_not_repeated() -> None:
    forge = Forge().until("join")
    forge.put("k" * 1_000_000, [UNSIGNED])
    forge.put("deal", [forge.sign("deal", "host", {})])
    report = verify(forge.data())
    # The host answers for the kind and for the signature; nobody for the step that it signed last.
    assert [(str(one.code), one.step) for one in report.findings] == [
        ("signed-over-damage", 1),
        ("signed-over-damage", 1),
        ("bad-form", 2),
    ]
    assert all(len(one.sentence) < 500 for one in report.findings)
