"""Every named rule set through the signed protocol: simulated, and verified as fair."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from fairdeal import crypto, localtable
from fairdeal.host import Player
from fairdeal.report import Verdict
from fairdeal.verifier import verify
from hearts.game import GAME
from hearts.presets import named
from hearts.rules import Rules
from hearts.tools import TOOLS
from tests.hearts.rulesets import NAMED


def judged(rules: Rules, kind: Any, level: str, text: str) -> Any:
    """The report on one game at a table of persons or bots."""
    entropy = crypto.insecure_entropy(text)
    seats = range(rules.players)
    signers: dict[Any, crypto.Signer] = {
        party: crypto.Signer(entropy(crypto.KEY_BYTES)) for party in ("host", *seats)
    }
    table = [Player(f"P{seat}", signers[seat].public, kind) for seat in seats]
    data = localtable.play(
        GAME,
        rules.to_json(),
        host_name="Host",
        players=table,
        signers=signers,
        bots=[TOOLS.bot(level, crypto.below(entropy)) for _ in seats],
        entropy=entropy,
    )
    return verify(data)


@pytest.mark.parametrize("name", list(NAMED))
def test_a_game_under_every_named_rule_set_is_fair(name: str) -> None:
    rules = replace(NAMED[name], target=10)
    level = "random" if "choice" in name else "normal"
    report = judged(rules, "bot", level, name)
    assert report.verdict is Verdict.FAIR, [one.sentence for one in report.findings]


def test_a_seat_that_only_may_be_the_leader_waits_for_the_host() -> None:
    """The holder of the three of clubs cannot know whether the two is left over (section 10.2)."""
    changes = {"players": 3, "removed": (), "remainder": "first-trick", "target": 1}
    rules = named("house", changes=changes)
    for text in "abcdef":
        assert judged(rules, "person", "normal", text).verdict is Verdict.FAIR
