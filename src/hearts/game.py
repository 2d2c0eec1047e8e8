"""Hearts as fairdeal sees it: the protocols of `fairdeal.game`, and the JSON of every move.

Cards cross this border as names, moves as JSON: a play is a card's name, a pass the list
of the cards' names in the order of the pack. Each move has exactly one encoding. See
specs/hearts.md, section 8.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, Self

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
from hearts.cards import CARDS, NAMES, CardSet, names, set_of
from hearts.deal import Deal, Impossible, Refusal
from hearts.match import Match, ResultError
from hearts.rules import Rules, RulesError

_TURNS = tuple(Turn(frozenset({seat})) for seat in range(11))
"""What is due where one seat is known to play, for each seat of the largest table."""


class HeartsDeal(Deal):
    """One deal as one view sees it: implements `fairdeal.game.Deal`."""

    __slots__ = ("_draw", "_match")

    def __init__(self, before: Match, draw: int, hands: Sequence[CardSet | None]) -> None:
        """The deal that follows on the match ``before``, for which ``draw`` was drawn."""
        super().__init__(before.limits, hands, before.pass_offset)
        self._match = before
        self._draw = draw

    def due(self) -> Seals | Turn | Done:
        """The pass of all seats, then one play after the other."""
        if self.passing:
            return Seals(frozenset(range(self.seats)))
        if self.turn is not None:
            return _TURNS[self.turn]
        return Done() if self.over else Turn(frozenset(self.actors()))

    def check(self, seat: int, move: Json) -> IllegalMove | None:
        """Why ``seat`` may not pass or play that now, as far as this view knows."""
        if self.passing:
            cards = _passed(move, self.pass_count)
            refusal = self._no_move() if cards is None else self.pass_refusal(seat, cards)
        else:
            card = CARDS.get(move) if isinstance(move, str) else None
            refusal = self._no_move() if card is None else self.refusal(seat, card)
        return None if refusal is None else self._illegal(seat, refusal)

    def readers(self, sealer: int) -> frozenset[int]:
        """The seat that receives the cards."""
        return frozenset({self.receiver(sealer)})

    def open_seals(self, moves: Mapping[int, Json]) -> None:
        """Carry out the pass. Raises `IllegalMove` where a seat passes what it cannot hold."""
        passed = {}
        for seat, move in moves.items():
            cards = _passed(move, self.pass_count)
            if cards is None:
                raise self._illegal(seat, self._no_move())
            passed[seat] = cards
        try:
            self.exchange(passed)
        except Impossible as error:
            raise self._illegal(error.seat, error.refusal) from None

    def apply(self, seat: int, move: Json) -> None:
        """Play a card, legal or not. Raises `IllegalMove` where that is impossible."""
        card = CARDS.get(move) if isinstance(move, str) else None
        if card is None:
            raise self._illegal(seat, self._no_move())
        try:
            self.play(seat, card)
        except Impossible as error:
            raise self._illegal(seat, error.refusal) from None

    def place(self) -> Place:
        """The pass, or the trick on the table, counted from 1; empty after the last."""
        if self.passing:
            return (("pass", 1),)
        return () if self.over else (("trick", len(self.tricks) + 1),)

    def result(self) -> Json:
        """The dealer, the points and the new totals. Raises `ValueError` before the end."""
        return self._match.result(self, self._draw)

    def _no_move(self) -> Refusal:
        """The refusal of what is not the JSON form of a move."""
        if self.passing:
            count = self.pass_count
            detail = f"a pass is a list of {count} different card names in the order of the pack"
        else:
            detail = 'a play is the name of one card, such as "QS"'
        return Refusal("R-move", detail)

    def _illegal(self, seat: int, refusal: Refusal) -> IllegalMove:
        """A refusal with its place and, where the hand is in sight, what was allowed."""
        seen = not self.passing and self.hand(seat) is not None
        playable = names(self.legal(seat)) if seen else ()
        return IllegalMove(refusal.rule, refusal.detail, self.place(), playable)


class HeartsMatch(Match):
    """The game between two deals: implements `fairdeal.game.Match`."""

    @property
    def deck(self) -> Cards:
        """The pack: clubs, diamonds, hearts, spades, two to ace in each."""
        return NAMES

    def layout(self, deck: Cards, draw: int) -> Layout:
        """One card each in turn, from the dealer's left; hands in the order of the pack."""
        hands = self.hands([CARDS[name] for name in deck], draw)
        return Layout(tuple(map(names, hands)))

    def begin(self, draw: int, hands: Sequence[Cards | None], rest: Cards | None) -> HeartsDeal:
        """A view of the coming deal. Raises `ValueError` where the hands are none of one deal."""
        if rest:
            raise ValueError("no cards are left over")
        sets = [None if hand is None else _hand(hand) for hand in hands]
        return HeartsDeal(self, draw, sets)

    def settle(self, result: object) -> Self:
        """The match after a deal, with the totals that its result claims. Raises `BadResult`."""
        try:
            return super().settle(result)
        except ResultError as error:
            raise BadResult(str(error)) from None


class Hearts:
    """The game of hearts: implements `fairdeal.game.Game`."""

    name: ClassVar[str] = "hearts"
    version: ClassVar[str] = "1"

    def match(self, rules: Json, seats: int) -> HeartsMatch:
        """The match under ``rules`` before its first deal. Raises `BadRules`."""
        try:
            parsed = Rules.from_json(rules)
        except RulesError as error:
            raise BadRules(error.axis, error.why) from None
        if seats != parsed.players:
            raise BadRules("players", f"the rules are for {parsed.players} seats, not {seats}")
        return HeartsMatch.first(parsed)


def _hand(hand: Cards) -> CardSet:
    """A hand as a set. Raises `ValueError` for a card that is none, or is there twice."""
    if not all(name in CARDS for name in hand) or len(set(hand)) != len(hand):
        raise ValueError("a hand is different cards of the pack")
    return set_of(CARDS[name] for name in hand)


def _passed(move: Json, count: int) -> CardSet | None:
    """The cards of a pass; None for anything but their list in the order of the pack."""
    if not isinstance(move, list | tuple) or len(move) != count:
        return None
    cards = [CARDS.get(name, -1) if isinstance(name, str) else -1 for name in move]
    if any(low >= high for low, high in zip([-1, *cards], cards, strict=False)):
        return None
    return set_of(cards)


GAME = Hearts()
