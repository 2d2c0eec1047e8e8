"""A game for tests that is over in a dozen steps: sealed choices, a few moves, cards left over.

Rules: ``{"deals", "hand", "rest", "rounds"}``. The deck has ``hand`` cards for each seat and
``rest`` more. In each of ``rounds`` rounds every seat but the last seals one card of its hand,
which its left neighbour is told at once; nothing moves by that. Then, from the drawn seat on,
each seat plays one card. Whoever played the highest card of the deck has a point.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from fairdeal.game import (
    BadResult,
    BadRules,
    Cards,
    Done,
    IllegalMove,
    Json,
    Layout,
    Place,
    Seals,
    Turn,
)


def rules(*, deals: int = 1, hand: int = 2, rest: int = 1, rounds: int = 1) -> dict[str, int]:
    return {"deals": deals, "hand": hand, "rest": rest, "rounds": rounds}


@dataclass
class MiniDeal:
    match: MiniMatch
    draw: int
    hands: Sequence[Cards | None]
    sealed: int = 0
    plays: dict[int, str] = field(default_factory=dict)

    def due(self) -> Seals | Turn | Done:
        if self.sealed < self.match.rounds:
            return Seals(frozenset(range(self.match.seats - 1)))
        if len(self.plays) < self.match.seats:
            return Turn(frozenset({(self.draw + len(self.plays)) % self.match.seats}))
        return Done()

    def check(self, seat: int, move: Json) -> IllegalMove | None:
        due = self.due()
        if isinstance(due, Done) or seat not in due.seats:
            return IllegalMove("turn", "it is another seat's turn", self.place())
        hand = self.hands[seat]
        if move not in self.match.deck or (hand is not None and move not in hand):
            return IllegalMove("hand", "this card is not in the hand", self.place(), hand or ())
        return None

    def readers(self, sealer: int) -> frozenset[int]:
        return frozenset({(sealer + 1) % self.match.seats})

    def open_seals(self, moves: Mapping[int, Json]) -> None:
        for seat, move in moves.items():
            if refusal := self.check(seat, move):
                raise refusal
        self.sealed += 1

    def apply(self, seat: int, move: Json) -> None:
        due = self.due()
        if move not in self.match.deck or not isinstance(due, Turn) or seat not in due.seats:
            raise IllegalMove("turn", "this cannot be carried out", self.place())
        self.plays[seat] = str(move)

    def place(self) -> Place:
        return (("round", self.sealed + 1), ("play", len(self.plays) + 1))

    def result(self) -> Json:
        winner = max(self.plays, key=lambda seat: self.match.deck.index(self.plays[seat]))
        return {"winner": winner}


@dataclass(frozen=True)
class MiniMatch:
    seats: int
    deals: int
    hand: int
    left_over: int
    rounds: int
    winners: tuple[int, ...] = ()

    @property
    def deck(self) -> Cards:
        return tuple(f"c{number:02}" for number in range(self.seats * self.hand + self.left_over))

    @property
    def over(self) -> bool:
        return len(self.winners) == self.deals

    def layout(self, deck: Cards, draw: int) -> Layout:
        size = self.hand
        hands = tuple(deck[seat * size : (seat + 1) * size] for seat in range(self.seats))
        return Layout(hands, deck[self.seats * size :])

    def begin(self, draw: int, hands: Sequence[Cards | None], rest: Cards | None) -> MiniDeal:
        return MiniDeal(self, draw, hands)

    def settle(self, result: Any) -> MiniMatch:
        if not isinstance(result, dict) or result.keys() != {"winner"}:
            raise BadResult("not the form of a result")
        if type(result["winner"]) is not int or not 0 <= result["winner"] < self.seats:
            raise BadResult("no seat")
        return replace(self, winners=(*self.winners, result["winner"]))

    def standings(self) -> Json:
        return [self.winners.count(seat) for seat in range(self.seats)]


class Mini:
    name = "mini"
    version = "1"

    def match(self, chosen: Any, seats: int) -> MiniMatch:
        if not isinstance(chosen, dict) or chosen.keys() != rules().keys():
            raise BadRules("rules", "other members")
        if any(type(value) is not int or not 0 <= value <= 9 for value in chosen.values()):
            raise BadRules("rules", "not a small number")
        if chosen["deals"] < 1 or chosen["hand"] < 1:
            raise BadRules("deals", "nothing to play")
        return MiniMatch(seats, chosen["deals"], chosen["hand"], chosen["rest"], chosen["rounds"])


class MiniBot:
    """Seals and plays the first card that is allowed."""

    def choose(self, deal: Any, seat: int) -> Json:
        return next(card for card in deal.match.deck if deal.check(seat, card) is None)


GAME = Mini()
