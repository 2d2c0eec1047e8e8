"""What a seat can tell of a deal: of the sealed moves its own, and those that it is sent."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from fairdeal import judge
from fairdeal.facts import MoveFact, SealFact, Where
from fairdeal.judge import SealOpened


class Pass:
    """Four seats seal at once, and each sends its choice to the next; then there is one trick."""

    def __init__(self) -> None:
        self.seen: list[Any] = []

    def readers(self, sealer: int) -> frozenset[int]:
        return frozenset({(sealer + 1) % 4})

    def open_seals(self, moves: Mapping[int, Any]) -> None:
        self.seen.append(dict(moves))

    def place(self) -> tuple[tuple[str, int], ...]:
        return (("trick", 1),)

    def apply(self, seat: int, move: Any) -> None:
        self.seen.append((seat, move))


SEALS = [SealFact(Where(5, seat, seat, seat), seat, "00" * 32, "11" * 32) for seat in range(4)]
OPENED = [SealOpened(seal, f"card {seal.seat}") for seal in SEALS]
MOVES = [MoveFact(6 + seat, seat, seat, f"move {seat}") for seat in range(4)]


@pytest.mark.parametrize(("seat", "read"), [(0, {0, 3}), (2, {1, 2}), (None, {0, 1, 2, 3})])
def test_a_view_is_shown_the_seals_that_it_may_read(seat: int | None, read: set[int]) -> None:
    view: Any = Pass()
    follower = judge._Follower([SEALS, *MOVES], OPENED, view, seat)
    follower.follow(1)
    assert view.seen == [{by: f"card {by}" for by in sorted(read)}]
    follower.follow(3)
    follower.follow(2)  # where it is already
    assert view.seen[1:] == [(0, "move 0"), (1, "move 1")]
    assert follower.laid.at((("trick", 1),)) == ["move 0", "move 1"]
    assert follower.laid.at((("trick", 2),)) == []
