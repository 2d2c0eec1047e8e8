"""Any single change of a fair game by somebody without keys is found, and blames nobody.

Exhaustive over two short games: every value changed, every member and element removed,
added, doubled or exchanged with its neighbour, and so every statement and every step.

The rule of place: all that is found (warnings and notes about the game itself aside) lies in
the first step that differs from the true one. Where whole statements were removed, doubled or
exchanged, those that are left still verify; then it lies there and in the step after it, whose
ground is gone. A chain without its last step is incomplete, which lies in what is now the last.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import islice
from typing import Any

import pytest

from fairdeal import transcript
from fairdeal.findings import Severity
from fairdeal.verifier import verify
from tests.attacks.forge import GAMES, Forge
from tests.attacks.toy import TOY

pytestmark = pytest.mark.usefixtures("remembered_signatures")

PARTS = 2
KINDS = "open join commit reveal deal seal move disclose void replace close".split()
ABOUT_THE_GAME = {Severity.WARNING, Severity.NOTE}
Path = tuple[str | int, ...]


@dataclass(frozen=True)
class Change:
    """A change at ``path`` below the steps; ``places`` are where something may be found."""

    path: Path
    what: str
    steps: list[Any]
    verdicts: tuple[str, ...]
    places: tuple[int, ...]


def hearts_game() -> Forge:
    """Two deals, a pass in each."""
    return Forge()


def toy_game() -> Forge:
    """Two deals with cards left over, a void, and a seat replaced in each."""
    forge = Forge("toy", game=TOY, rules=2).until("reveal")
    return forge.call_off(forge.void([2])).replace(2).until("move", 2).replace(0)


GAMES_PLAYED = {"hearts": hearts_game, "toy": toy_game}


@cache
def played(name: str) -> Forge:
    """A short fair game, with its keys."""
    forge = GAMES_PLAYED[name]()
    forge.finish()
    return forge


# --- changes ---


def put(node: Any, path: Path, value: Any) -> Any:
    """A copy of ``node`` with another value at ``path``; nothing else is copied."""
    if not path:
        return value
    copy = node.copy()
    copy[path[0]] = put(node[path[0]], path[1:], value)
    return copy


def other_values(value: Any, number: int) -> Iterator[Any]:
    """Values near this one, the nearest first: of its kind, of a near kind, and none."""
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield from (value + 1, value - 1, str(value), None)
    elif value is None:
        yield from (0, "", False)
    elif value in KINDS:
        yield from (kind for kind in KINDS if kind != value)
    else:
        place = number % len(value)
        near = {"2": "3", "9": "8", "H": "S", "C": "D", "a": "b", "f": "e"}.get(value[place], "a")
        yield value[:place] + (near if near != value[place] else "2") + value[place + 1 :]
        yield from (value[:-1], None)
        if value.upper() != value:
            yield value.upper()


def lists_of(items: list[Any]) -> Iterator[tuple[str, int, list[Any]]]:
    """An array with one element removed, doubled, or exchanged with a different neighbour."""
    for n, item in enumerate(items):
        yield "removed", n, items[:n] + items[n + 1 :]
        yield "doubled", n, [*items[: n + 1], *items[n:]]
        if n + 1 < len(items) and item != items[n + 1]:
            yield "exchanged", n, [*items[:n], items[n + 1], item, *items[n + 2 :]]


def within(node: Any, path: Path, nearest: bool) -> Iterator[tuple[Path, str, Any]]:
    """Single changes at and below a node: path, what was done, and the node put there.

    All of them, or of the values only the ``nearest`` one and no members.
    """
    if isinstance(node, dict):
        if not nearest:
            yield path, "with one more member", {**node, "more": 0}
            for name in node:
                yield path, f"without {name}", {key: node[key] for key in node if key != name}
        for name, child in node.items():
            yield from within(child, (*path, name), nearest)
    elif isinstance(node, list):
        for what, n, changed in lists_of(node):
            yield path, f"{what} {n}", changed
        yield path, "with one more element", [*node, 0]
        for n, child in enumerate(node):
            yield from within(child, (*path, n), nearest)
    else:
        number = len(path) + sum(part for part in path if isinstance(part, int))
        for value in islice(other_values(node, number), 1 if nearest else None):
            yield path, repr(value), value


def changes(name: str) -> Iterator[Change]:
    """All single changes of a game.

    In steps of hearts that are like others, those of the short game or further moves, of the values
    only the nearest ones.
    """
    steps = played(name).steps
    last = len(steps) - 1
    kinds = [step["kind"] for step in steps]
    for what, n, changed in lists_of(steps):
        if what == "removed" and n == last:
            yield Change((n,), what, changed, ("incomplete",), (n - 1,))
        else:
            first = n + 1 if what == "doubled" else n
            yield Change((n,), what, changed, ("altered", "malformed"), (first,))
    for n, step in enumerate(steps):
        yield Change((n,), "a step that is none", put(steps, (n,), 0), ("malformed",), (n,))
        is_new = step["kind"] in ("seal", "move", "disclose") and step["kind"] not in kinds[:n]
        nearest = not is_new and name == "hearts"
        for path, what, value in within(step, (n,), nearest):
            whole = path == (n, "statements") and not what.startswith("with ")
            places = (n, n + 1) if whole else (n,)
            yield Change(path, what, put(steps, path, value), ("altered", "malformed"), places)


# --- what the verifier says ---


def check(change: Change) -> None:
    report = verify(transcript.dump(change.steps), games=GAMES)
    said = [finding for finding in report.findings if finding.severity not in ABOUT_THE_GAME]
    context = (change.path, change.what, report.verdict, said)
    assert str(report.verdict) in change.verdicts, context
    assert said[0].step == change.places[0], context
    assert {finding.step for finding in said} <= set(change.places), context
    assert all(finding.blame == () for finding in report.findings), context


@pytest.mark.parametrize("name", GAMES_PLAYED)
def test_the_unchanged_game_is_fair(name: str) -> None:
    report = verify(transcript.dump(played(name).steps), games=GAMES)
    assert (str(report.verdict), len(report.deals), report.height) == (
        ("fair", 2, 117) if name == "hearts" else ("fair", 2, 17)
    )


def test_any_change_of_a_short_game() -> None:
    for change in changes("toy"):
        check(change)


def test_every_fortieth_change_of_a_game_of_hearts() -> None:
    for change in islice(changes("hearts"), 0, None, 40):
        check(change)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_any_change_of_a_game_of_hearts(part: int) -> None:
    for change in islice(changes("hearts"), part, None, PARTS):
        check(change)


def test_so_many_changes_are_tried() -> None:
    # Counts of this file's own enumeration: they fall if a game or a kind of change goes missing.
    assert {name: sum(1 for _ in changes(name)) for name in GAMES_PLAYED} == {
        "hearts": 2567,
        "toy": 2082,
    }


@pytest.mark.parametrize(
    ("document", "pointer"),
    [
        ({"format": "fairdeal/1"}, "/steps"),
        ({"steps": []}, "/format"),
        ({"format": "fairdeal/1", "steps": []}, "/steps"),
        ({"format": "fairdeal/1", "steps": {}}, "/steps"),
        ({"format": "fairdeal/1", "steps": [0], "more": 0}, "/more"),
        ({"format": "FAIRDEAL/1", "steps": [0]}, "/format"),
        ({"format": None, "steps": [0]}, "/format"),
        ([], ""),
        (None, ""),
    ],
)
def test_changes_outside_the_chain(document: object, pointer: str) -> None:
    (finding,) = verify(transcript.dumps(document), games=GAMES).findings
    assert (finding.severity, finding.pointer, finding.blame) == ("malformed", pointer, ())
