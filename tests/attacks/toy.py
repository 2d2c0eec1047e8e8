"""The smallest game with a turn that nobody can see: one card each, the highest is played.

Six cards for four seats, so two are left over. Whether a seat held the highest card it learns
only when all hands are open, unless it holds the ``f``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from fairdeal.game import (
    BadResult,
    BadRules,
    Cards,
    Done,
    IllegalMove,
    Json,
    Layout,
    Place,
    Turn,
)

DECK = tuple("abcdef")


@dataclass
class ToyDeal:
    hands: tuple[str | None, ...]
    played: bool = False

    def due(self) -> Turn | Done:
        if self.played:
            return Done()
        return Turn(
            frozenset(
                seat for seat, card in enumerate(self.hands) if self.check(seat, card) is None
            )
        )

    def check(self, seat: int, move: Json) -> IllegalMove | None:
        card = self.hands[seat]
        if card is not None and move != card:
            return IllegalMove("T-holding", "this card is not yours")
        if card is not None and any(other is not None and other > card for other in self.hands):
            return IllegalMove("T-highest", "another seat holds a higher card")
        return None

    def readers(self, sealer: int) -> frozenset[int]:
        return frozenset()

    def open_seals(self, moves: Mapping[int, Json]) -> None:
        raise AssertionError("nothing is sealed in this game")

    def apply(self, seat: int, move: Json) -> None:
        self.played = True

    def place(self) -> Place:
        return ()

    def pick(self, seat: int) -> Json:
        return self.hands[seat]

    def result(self) -> Json:
        held = [card for card in self.hands if card is not None]
        assert len(held) == len(self.hands)
        return {"winner": held.index(max(held))}


@dataclass(frozen=True)
class ToyMatch:
    deals: int
    wins: tuple[int, ...]

    @property
    def deck(self) -> Cards:
        return DECK

    @property
    def over(self) -> bool:
        return sum(self.wins) >= self.deals

    def layout(self, deck: Cards, draw: int) -> Layout:
        seats = len(self.wins)
        return Layout(tuple((card,) for card in deck[:seats]), deck[seats:])

    def begin(self, draw: int, hands: Sequence[Cards | None], rest: Cards | None) -> ToyDeal:
        return ToyDeal(tuple(None if hand is None else hand[0] for hand in hands))

    def settle(self, result: Json) -> ToyMatch:
        if not isinstance(result, Mapping) or result.get("winner") not in range(len(self.wins)):
            raise BadResult("a result names the winner")
        winner = result["winner"]
        return replace(self, wins=tuple(n + (s == winner) for s, n in enumerate(self.wins)))

    def standings(self) -> Json:
        return list(self.wins)


class Toy:
    name = "toy"
    version = "1"

    def match(self, rules: Json, seats: int) -> ToyMatch:
        if type(rules) is not int or not 1 <= rules <= 9:
            raise BadRules("deals", "must be 1 to 9")
        return ToyMatch(rules, (0,) * seats)


TOY = Toy()
