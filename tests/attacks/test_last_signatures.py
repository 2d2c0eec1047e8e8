"""Section 10.6: what checking only the last signatures misses is one case, and no other."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from fairdeal.expect import Expect
from fairdeal.report import Report, Signatures, Verdict
from fairdeal.verifier import verify
from tests.attacks.forge import FIRST_MOVE, GAMES, JOIN, Forge, at, found, violation
from tests.attacks.test_codes import CASES, Case
from tests.attacks.test_table import ATTACKS

VECTORS = Path(__file__).resolve().parents[2] / "specs" / "vectors" / "transcripts"
THE_ONE_CASE = "a_signature_that_its_author_spoiled_and_the_host_signed_over"


def both(data: Any, expect: Expect | None = None) -> tuple[Report, Report]:
    """The reports with all and with the last signatures."""
    all_of_them, last = (verify(data, expect, games=GAMES, signatures=one) for one in Signatures)
    return all_of_them, last


def spoiled(forge: Forge) -> Forge:
    """The next step with a first signature that does not hold."""
    first, *others = forge.signed()
    return forge.step(statements=[{**first, "sig": "00" * 64}, *others])


EVERY = [case[0] for case in (*CASES, *ATTACKS)]


@pytest.mark.parametrize("made", EVERY, ids=lambda made: made.__name__)
def test_every_code(made: Case) -> None:
    given = made()
    data, expect = given if isinstance(given, tuple) else (given, None)
    everything, last = both(data, expect)
    if made.__name__ == THE_ONE_CASE:
        assert (everything.verdict, last.verdict) == (Verdict.UNFAIR, Verdict.FAIR)
        assert (last.findings, last.blamed) == ((), ())
    else:
        assert replace(last, signatures=Signatures.ALL) == everything


@pytest.mark.parametrize("path", sorted(VECTORS.glob("*.json")), ids=lambda path: path.stem)
def test_every_vector(path: Path) -> None:
    vector: Mapping[str, Any] = json.loads(path.read_bytes())
    everything, last = both(vector.get("transcript", vector.get("text", "")))
    if path.stem == "signed-over-damage":
        assert (everything.verdict, last.verdict) == (Verdict.UNFAIR, Verdict.FAIR)
    else:
        assert replace(last, signatures=Signatures.ALL) == everything


def test_the_report_says_what_was_checked() -> None:
    everything, last = both(Forge().finish())
    assert (everything.signatures, last.signatures) == (Signatures.ALL, Signatures.LAST)
    assert (everything.as_dict()["signatures"], last.as_dict()["signatures"]) == ("all", "last")
    # Somebody is blamed only after everything was checked.
    forge = Forge().until("move")
    (said,) = forge.signed()
    unfair = forge.step(statements=[said, said]).finish()
    assert both(unfair)[1].signatures is Signatures.ALL


@pytest.mark.parametrize("kind", ["open", "join", "commit", "reveal", "deal", "move", "disclose"])
def test_what_nobody_signed_over_is_found(kind: str) -> None:
    data = spoiled(Forge().until(kind)).data()
    everything, last = both(data)
    assert everything.verdict is Verdict.ALTERED
    assert last == everything


def test_a_bot_does_not_vouch_for_the_person_whose_seat_it_took() -> None:
    """The person's last statement stands in the join; the bot plays on to the end."""
    forge = spoiled(Forge().until("join")).replace(0)
    everything, last = both(forge.finish())
    assert found(everything) == found(last)
    assert found(last)[0] == violation("signed-over-damage", at(JOIN, 0, "sig"), "host")


def test_the_last_step_of_a_key_is_checked_with_all_that_stands_under_it() -> None:
    """A second statement under the key of seat 0 stands beside the last one that holds."""
    forge = Forge().until_step(FIRST_MOVE)
    (said,) = forge.signed()
    data = forge.step(statements=[{**said, "sig": "00" * 64}, said]).data()
    everything, last = both(data)
    assert last == everything
    assert last.verdict is Verdict.ALTERED
