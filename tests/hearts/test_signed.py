"""Every rule set through the signed protocol: played by bots, and verified as fair.

``python -m tests.hearts.test_signed 1000`` plays so many games by hand, over all presets, numbers
of players and variants that have a meaning together; the suite plays a sample of them. A second
number is the first seed.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations, product
from random import Random
from typing import Any

import pytest

from fairdeal import crypto, localtable
from fairdeal.game import Bot, Json
from fairdeal.game import Deal as AnyDeal
from fairdeal.host import Player
from fairdeal.report import Report, Verdict
from fairdeal.transcript import parse
from fairdeal.verifier import verify
from hearts.axes import RulesError
from hearts.cards import NAMES
from hearts.game import GAME, HeartsDeal
from hearts.presets import PRESETS, VARIANTS, named
from hearts.rules import Rules
from hearts.tools import TOOLS
from tests.hearts.rulesets import NAMED


@dataclass
class Watched:
    """A bot that sees to it that there always is something to play."""

    bot: Bot
    plays: int = 0

    def choose(self, deal: AnyDeal, seat: int) -> Json:
        assert isinstance(deal, HeartsDeal)
        if not (deal.passing or deal.choosing):
            self.plays += 1
            assert deal.legal(seat), "an empty legal set"
        return self.bot.choose(deal, seat)


def played(rules: Rules, kind: Any, level: str, text: str) -> bytes:
    """The transcript of one game at a table of persons or bots."""
    entropy = crypto.insecure_entropy(text)
    seats = range(rules.players)
    signers: dict[Any, crypto.Signer] = {
        party: crypto.Signer(entropy(crypto.KEY_BYTES)) for party in ("host", *seats)
    }
    bots = [Watched(TOOLS.bot(level, crypto.below(entropy))) for _ in seats]
    data = localtable.play(
        GAME,
        rules.to_json(),
        host_name="Host",
        players=[Player(f"P{seat}", signers[seat].public, kind) for seat in seats],
        signers=signers,
        bots=bots,
        entropy=entropy,
    )
    deals = sum(step["kind"] == "disclose" for step in parse(data).steps)
    assert {bot.plays for bot in bots} == {rules.hand_size * deals}
    return data


def judged(rules: Rules, kind: Any, level: str, text: str) -> Report:
    """The report on such a game."""
    return verify(played(rules, kind, level, text))


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


def test_the_shooters_choice_is_its_signed_move_after_the_last_trick() -> None:
    """One heart alone costs something, so that whoever takes it shoots the moon in each deal."""
    kept = "2C 3C 4C 5C 2D 3D 4D 2H".split()
    removed = tuple(name for name in NAMES if name not in kept)
    changes = {"removed": removed, "pass_count": 1, "target": 60, "ties": "shared"}
    rules = named("shooters-choice", changes=changes)
    chosen = set()
    for text in "abc":
        data = played(rules, "person", "random", text)
        assert verify(data).verdict is Verdict.FAIR
        moves: list[tuple[int, Any]] = []
        for step in parse(data).steps:
            if step["kind"] == "move":
                (said,) = step["statements"]
                moves.append((said["by"], said["body"]["move"]))
            elif step["kind"] == "disclose":
                assert sorted(name for _, name in moves[:8]) == sorted(kept)
                ((shooter, choice),) = moves[8:]
                amounts = {"add": (0, 26), "subtract": (-26, 0)}[choice]
                points = step["statements"][0]["body"]["result"]["points"]
                assert points == [amounts[seat != shooter] for seat in range(4)]
                chosen.add(choice)
                moves = []
    assert chosen == {"add", "subtract"}


# --- All presets, numbers of players and variants ---


@cache
def combined() -> dict[str, Rules]:
    """Every preset with every number of players, and every two variants, that have a meaning.

    Also with nothing left out, where the cards then do not divide by the players.
    """
    found = {}
    for preset, players, count in product(PRESETS, range(3, 12), range(3)):
        for variants in combinations(VARIANTS, count):
            name = " ".join([preset, *variants, f"for {players}"])
            with suppress(RulesError):
                found[name] = named(preset, variants, {"players": players})
            for rest in ("first-trick", "last-trick"):
                changes = {"players": players, "removed": (), "remainder": rest}
                with suppress(RulesError):
                    rules = named(preset, variants, changes)
                    if rules.left_over:
                        found[f"{name}, rest to {rest}"] = rules
    return found


def test_all_combinations_that_have_a_meaning_are_among_those_played() -> None:
    rule_sets = combined().values()
    assert {rules.players for rules in rule_sets} == set(range(3, 12))
    assert {rules.left_over for rules in rule_sets} >= {0, 1, 2, 4, 5, 6}
    for name in PRESETS:
        assert named(name) in rule_sets
    for name in VARIANTS:
        assert named(name) in rule_sets
    assert named("solo", ["omnibus", "spot"]) in rule_sets


def some_games(first: int) -> Iterator[tuple[str, Rules]]:
    """Without end: each combination once, in an order by chance, with a small target, and again."""
    rng = Random(first)
    while True:
        for name in rng.sample(sorted(combined()), len(combined())):
            yield name, replace(combined()[name], target=rng.choice([1, 5, 10, 30]))


def play_games(number: int, first: int = 0) -> Counter[str]:
    """So many games; how many deals they had, and how many games by presets and players."""
    told: Counter[str] = Counter()
    for count, (name, rules) in zip(range(number), some_games(first), strict=False):
        kind, level = (("person", "normal"), ("bot", "random"))[count % 2]
        report = judged(rules, kind, level, f"{first} {count}")
        assert report.verdict is Verdict.FAIR, (name, [one.sentence for one in report.findings])
        told.update(deals=len(report.deals))
        told.update([name.split()[0], f"{rules.players} players"])
    return told


@pytest.mark.slow
def test_games_under_presets_variants_and_players_by_chance_are_fair() -> None:
    assert play_games(12)["deals"] >= 12


def main(number: int, first: int = 0) -> None:
    """Play so many games and say how many there were of each kind."""
    told = play_games(number, first)
    print(f"{number} games under {len(combined())} rule sets are fair, none failed")
    for what, count in sorted(told.items()):
        print(f"  {what}: {count}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
