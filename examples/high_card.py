"""A game of your own at a fairdeal table: all of `fairdeal.game`, in one small game.

High Card is for two to four seats and thirteen cards, ace high. The cards are dealt evenly;
what is left over stays hidden. First everybody lays a card face down: the highest takes that
trick, and who laid it leads to the next. From then on each seat in turn has to beat the highest
card on the table if it can. A trick is a point.

Run this file: it plays and verifies an honest game, then one in which Bob keeps his high cards
back while a careless host and careless players look away.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from fairdeal import Entropy, Party, Player, Signer, insecure_entropy, random_bytes, verify
from fairdeal.game import BadResult, BadRules, Cards, Done, IllegalMove, Json, Layout, Seals, Turn
from fairdeal.localtable import play

DECK: Cards = tuple("23456789TJQKA")
rank = DECK.index


class HighCardDeal:
    """One deal as one view sees it: the host sees all hands, a seat its own, the public none.

    One code serves them all, under one law: what a view cannot see it holds against nobody.
    """

    def __init__(self, hands: Sequence[Cards | None]) -> None:
        self.hands = [None if hand is None else list(hand) for hand in hands]
        self.seats = frozenset(range(len(hands)))
        self.turn = self.seats  # who may be next, as far as this view knows; nobody: all is over
        self.trick = 1
        self.table: dict[int, str] = {}
        self.played: list[str] = []
        self.points = [0] * len(hands)

    def due(self) -> Seals | Turn | Done:
        """First a card of everybody, laid in secret; then one card after the other."""
        if self.trick == 1:
            return Seals(self.seats)
        return Turn(self.turn) if self.turn else Done()

    def check(self, seat: int, move: Json) -> IllegalMove | None:
        """The first rule that surely forbids this move; None if this view knows of none."""
        if seat not in self.turn:
            return self._illegal("turn", "it is not this seat's turn")
        if not self._may_hold(seat, move):
            return self._illegal("holding", "a move is one card of the hand", self.legal(seat))
        if move not in self.legal(seat):
            return self._illegal("beat", "who can beat the table has to", self.legal(seat))
        return None

    def legal(self, seat: int) -> Cards:
        """The cards that the seat may lay now, as far as this view knows; the lowest first."""
        held = tuple(card for card in DECK if self._may_hold(seat, card))
        highest = max(map(rank, self.table.values()), default=-1)
        beating = tuple(card for card in held if rank(card) > highest)
        # Of a hand out of sight nobody can say that it could have beaten the table.
        return held if self.hands[seat] is None else beating or held

    def readers(self, sealer: int) -> frozenset[int]:
        """Once all cards lie face down, all seats get to see them; the public does not."""
        return self.seats - {sealer}

    def open_seals(self, moves: Mapping[int, Json]) -> None:
        """Turn the cards over: all of them for the host and a seat, none for the public."""
        for seat, move in moves.items():
            self._lay(seat, move)
        if len(moves) == len(self.seats):
            self._take()
        else:  # this view cannot tell who took the trick, so anybody may lead
            self.table, self.trick = {}, 2

    def apply(self, seat: int, move: Json) -> None:
        """Lay a card, even one that breaks a rule, if there is any way to."""
        if self.trick == 1 or seat not in self.turn:
            raise self._illegal("turn", "this seat's card has no place on the table now")
        self._lay(seat, move)
        if len(self.table) == len(self.seats):
            self._take()
        else:
            self.turn = frozenset([(seat + 1) % len(self.seats)])

    def place(self) -> tuple[tuple[str, int], ...]:
        """Where in the deal the next move stands."""
        return (("trick", self.trick),)

    def result(self) -> Json:
        """The tricks that each seat took."""
        return list(self.points)

    def _may_hold(self, seat: int, card: Json) -> bool:
        hand = self.hands[seat]
        if hand is not None:
            return card in hand
        in_sight = [card for hand in self.hands if hand is not None for card in hand]
        return card in DECK and card not in self.played and card not in in_sight

    def _lay(self, seat: int, card: Json) -> None:
        if not isinstance(card, str) or not self._may_hold(seat, card):
            raise self._illegal("holding", "this seat cannot have laid that card")
        self.table[seat] = card
        self.played.append(card)
        hand = self.hands[seat]
        if hand is not None:
            hand.remove(card)

    def _take(self) -> None:
        winner = max(self.table, key=lambda seat: rank(self.table[seat]))
        self.points[winner] += 1
        self.turn = frozenset([winner] if self.trick < len(DECK) // len(self.seats) else [])
        self.table, self.trick = {}, self.trick + 1

    def _illegal(self, rule: str, detail: str, playable: Cards = ()) -> IllegalMove:
        return IllegalMove(rule, detail, self.place(), playable)


@dataclass(frozen=True)
class HighCardMatch:
    """The game between two deals."""

    to_play: int
    totals: tuple[int, ...]
    deal: type[HighCardDeal]
    deck: ClassVar[Cards] = DECK

    @property
    def over(self) -> bool:
        """Whether all deals were played."""
        return self.to_play == 0

    def layout(self, deck: Cards, draw: int) -> Layout:
        """One card each in turn, from the drawn seat on."""
        seats = len(self.totals)
        dealt = len(deck) - len(deck) % seats
        hands = [deck[(seat - draw) % seats : dealt : seats] for seat in range(seats)]
        return Layout(tuple(hands), rest=deck[dealt:])

    def begin(self, draw: int, hands: Sequence[Cards | None], rest: Cards | None) -> HighCardDeal:  # noqa: ARG002
        """A view of the coming deal; this game needs no more for it than the hands."""
        return self.deal(hands)

    def settle(self, result: Json) -> HighCardMatch:
        """The match after a deal. Only the form is checked here; the verifier compares results."""
        points: list[Any] = result if isinstance(result, list) else []
        if [type(one) for one in points] != [int] * len(self.totals) or not 0 <= min(points) <= max(
            points
        ) <= len(DECK):
            raise BadResult("a result is a list of points, one number for each seat")
        totals = tuple(map(sum, zip(self.totals, points, strict=True)))
        return replace(self, to_play=self.to_play - 1, totals=totals)

    def standings(self) -> Json:
        """The totals."""
        return list(self.totals)


class HighCard:
    """The game. A package offers it to everybody as an entry point of `fairdeal.games`."""

    name: ClassVar[str] = "high-card"
    version: ClassVar[str] = "1"
    deal: ClassVar[type[HighCardDeal]] = HighCardDeal

    def match(self, rules: Json, seats: int) -> HighCardMatch:
        """The state before the first deal. There is one rule, the number of deals."""
        deals = rules.get("deals") if isinstance(rules, Mapping) and len(rules) == 1 else None
        if type(deals) is not int or not 1 <= deals <= 10:
            raise BadRules("deals", "must be a whole number from 1 to 10, and the only rule")
        if not 2 <= seats <= 4:
            raise BadRules("seats", "two to four can play")
        return HighCardMatch(deals, (0,) * seats, self.deal)


# --- What a server adds: players, keys, a table. And what a cheat needs. ---


class Lowest:
    """A player who always lays the lowest card that is allowed."""

    def choose(self, deal: Any, seat: int) -> str:
        """A move of ``seat``; ``deal`` is its own view and nothing else."""
        return str(min(deal.legal(seat), key=rank))


class CarelessDeal(HighCardDeal):
    """What a careless host and careless players make of the rules."""

    def legal(self, seat: int) -> Cards:
        """Let Bob, at seat 1, lay whatever he likes."""
        held = tuple(card for card in DECK if self._may_hold(seat, card))
        return held if seat == 1 else super().legal(seat)


GAME = HighCard()
"""What an entry point of a package names."""


class CarelessGame(HighCard):
    """The same game, under the same name, of such deals."""

    deal = CarelessDeal


def demonstrate(title: str, game: HighCard, entropy: Entropy = random_bytes) -> None:
    """Play two deals with real roles and keys; judge the transcript by the true rules."""
    signers: dict[Party, Signer] = {party: Signer(entropy(32)) for party in ("host", 0, 1, 2)}
    names = enumerate(["Alice", "Bob", "Chloé"])
    transcript = play(
        game,
        {"deals": 2},
        host_name="Example Host",
        players=[Player(name, signers[seat].public) for seat, name in names],
        signers=signers,
        bots=[Lowest()] * 3,
        entropy=entropy,
    )
    report = verify(transcript, games={"high-card": HighCard()})
    print(f"{title}: {report.verdict}, points {report.result}")
    for finding in report.findings:
        print(f"  {finding.sentence} [{finding.code}] {finding.place} {finding.details}")
        print(f"  To blame: {', '.join(map(report.name, finding.blame))}")


if __name__ == "__main__":
    demonstrate("An honest game", HighCard())
    # Everybody can foresee this entropy; it is here because it gives Bob a ten to keep back.
    demonstrate("Bob the miser", CarelessGame(), insecure_entropy("a card for later"))
