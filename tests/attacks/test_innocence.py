"""Whatever somebody does with his own keys, nobody else is blamed.

A coalition takes a fair game, makes any single change in it, and signs everything from there on
again, as far as it has the keys; the rest of the table did not see it. Then the file ends with
the changed step, or goes on to the end. Blame falls on the coalition or on nobody, and the game
is not fair, unless signing it again has undone the change, or everybody who still has a seat to
play for signed another game. (Run once without leaving any change out: some 24,000 files, and
not one innocent was blamed.)
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, islice

import pytest

from fairdeal import transcript
from fairdeal.findings import Party
from fairdeal.report import Report
from fairdeal.verifier import verify
from tests.attacks.forge import GAMES, resigned
from tests.attacks.test_single_changes import Change, changes, played

pytestmark = pytest.mark.usefixtures("remembered_signatures")

COALITIONS: dict[str, frozenset[Party]] = {
    "an editor": frozenset(),
    "a seat": frozenset({1}),
    "all seats": frozenset({0, 1, 2, 3}),
    "the host": frozenset({"host"}),
    "the host and a seat": frozenset({"host", 3}),
    "all but one seat": frozenset({"host", 0, 1, 3}),
}
PAIRS = [frozenset(pair) for pair in combinations((0, 1, 2, 3, "host"), 2)]


def attempts(
    name: str, parties: frozenset[Party], every: int, start: int
) -> Iterator[tuple[Change, bool, Report]]:
    forge = played(name)
    for change in islice(changes(name), start, None, every):
        since = change.places[0]
        try:
            whole = resigned(forge, change.steps, since, parties)
        except (KeyError, TypeError, AttributeError):
            continue  # without members, keys or a body nobody can sign it
        if whole == forge.steps:
            continue
        for is_cut, steps in ((False, whole), (True, whole[: since + 1])):
            yield change, is_cut, verify(transcript.dump(steps), games=GAMES)


def check_innocence(name: str, parties: frozenset[Party], every: int, start: int = 0) -> int:
    blamed = 0
    for change, is_cut, report in attempts(name, parties, every, start):
        blame = {party for finding in report.findings for party in finding.blame}
        context = (change.path, change.what, is_cut, report.verdict, report.findings)
        assert blame <= parties, context
        # Once the bot has seat 2, "all but one seat" are all who play: they may play another game.
        assert report.verdict != "fair" or parties == COALITIONS["all but one seat"], context
        blamed += bool(blame)
    return blamed


@pytest.mark.parametrize("who", COALITIONS)
def test_nobody_else_is_blamed(who: str) -> None:
    blamed = check_innocence("toy", COALITIONS[who], every=21)
    assert (blamed > 0) == (who != "an editor")


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: "-".join(sorted(map(str, pair))))
def test_no_pair_gets_anybody_else_blamed(pair: frozenset[Party]) -> None:
    """Each pair makes other changes than the one before."""
    assert check_innocence("toy", pair, every=50, start=PAIRS.index(pair) * 5) > 0


@pytest.mark.slow
@pytest.mark.parametrize("who", COALITIONS)
def test_nobody_else_is_blamed_for_many_more_changes(who: str) -> None:
    parties = COALITIONS[who]
    blamed = check_innocence("toy", parties, 4, 1) + check_innocence("hearts", parties, 100, 1)
    assert (blamed > 0) == (who != "an editor")
