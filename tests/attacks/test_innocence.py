"""Whatever somebody does with his own keys, nobody else is blamed.

A coalition takes a fair game, makes any change of these kinds in it, and signs everything from
there on again, as far as it has the keys; the rest of the table did not see it:

* a single change;
* a hash, seed, nonce or key that stands elsewhere in the chain, in the place of another;
* a second statement beside one, which differs from it in one thing.

Then the file ends with the changed step, or goes on to the end. Blame falls on the coalition or on
nobody, and the game is not fair, unless signing it again has undone the change, or everybody who
still has a seat to play for signed another game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations, islice
from typing import Any

import pytest

from fairdeal import transcript
from fairdeal.findings import Party
from fairdeal.report import Report
from fairdeal.verifier import verify
from tests.attacks.forge import GAMES, resigned
from tests.attacks.test_single_changes import Change, Path, changes, played, put, within

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


def copied_values(name: str) -> Iterator[Change]:
    """Values of 32 bytes in each other's places; but keys in none, for they are who is blamed."""
    steps = played(name).steps
    places = [
        (path, value)
        for path, value in leaves(steps)
        if len(value) == 64 and not {"parent", "key"} & set(path)
    ]
    values = sorted({value for _, value in leaves(steps) if len(value) == 64})
    for path, old in places:
        for value in values:
            if value != old:
                yield Change(path, value, put(steps, path, value), (), (int(path[0]),))


def leaves(node: Any, path: Path = ()) -> Iterator[tuple[Path, str]]:
    """All strings in a node."""
    if isinstance(node, str):
        yield path, node
    elif isinstance(node, dict | list):
        for key, child in node.items() if isinstance(node, dict) else enumerate(node):
            yield from leaves(child, (*path, key))


def second_statements(name: str) -> Iterator[Change]:
    """Beside each statement, before or after it, another one of its author."""
    steps = played(name).steps
    for index, step in enumerate(steps):
        statements = step["statements"]
        for number, said in enumerate(statements):
            path: Path = (index, "statements", number, "body")
            for where, what, body in within(said["body"], (), nearest=True):
                other = {**said, "body": put(said["body"], where, body)}
                for place in (number, number + 1):
                    both = [*statements[:place], other, *statements[place:]]
                    changed = put(steps, (index, "statements"), both)
                    yield Change((*path, *where), f"{place}: {what}", changed, (), (index,))


KINDS: dict[str, Callable[[str], Iterator[Change]]] = {
    "single": changes,
    "copied": copied_values,
    "second": second_statements,
}


def attempts(
    name: str, kind: str, parties: frozenset[Party], every: int, start: int
) -> Iterator[tuple[Change, bool, Report]]:
    forge = played(name)
    for change in islice(KINDS[kind](name), start, None, every):
        since = change.places[0]
        try:
            whole = resigned(forge, change.steps, since, parties)
        except (KeyError, TypeError, AttributeError):
            continue  # without members, keys or a body nobody can sign it
        if whole == forge.steps:
            continue
        for is_cut, steps in ((False, whole), (True, whole[: since + 1])):
            yield change, is_cut, verify(transcript.dump(steps), games=GAMES)


def check_innocence(
    name: str, parties: frozenset[Party], every: int, start: int = 0, kind: str = "single"
) -> int:
    blamed = 0
    for change, is_cut, report in attempts(name, kind, parties, every, start):
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


@pytest.mark.parametrize("who", COALITIONS)
@pytest.mark.parametrize(("kind", "every"), [("copied", 101), ("second", 31)])
def test_nobody_else_is_blamed_for_words_in_other_places(who: str, kind: str, every: int) -> None:
    blamed = check_innocence("toy", COALITIONS[who], every, kind=kind)
    assert (blamed > 0) == (who != "an editor")


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: "-".join(sorted(map(str, pair))))
def test_no_pair_gets_anybody_else_blamed(pair: frozenset[Party]) -> None:
    """Each pair makes other changes than the one before."""
    assert check_innocence("toy", pair, every=50, start=PAIRS.index(pair) * 5) > 0


@pytest.mark.slow
@pytest.mark.parametrize("who", COALITIONS)
def test_nobody_else_is_blamed_for_many_more_changes(who: str) -> None:
    parties = COALITIONS[who]
    blamed = check_innocence("toy", parties, 8, 1) + check_innocence("hearts", parties, 200, 1)
    assert (blamed > 0) == (who != "an editor")


@pytest.mark.slow
@pytest.mark.parametrize("who", COALITIONS)
@pytest.mark.parametrize(("kind", "every"), [("copied", 167), ("second", 80)])
def test_nobody_else_is_blamed_for_many_more_words(who: str, kind: str, every: int) -> None:
    """Hearts has seals, of which the host discloses what it likes."""
    blamed = check_innocence("hearts", COALITIONS[who], every, 1, kind)
    assert (blamed > 0) == (who != "an editor")
