"""Hearts as fairdeal sees it: the protocols of `fairdeal.game`, and the JSON of every move.

Cards cross this border as names, moves as JSON: a play is a card's name, a pass the list
of the cards' names in the order of the pack, a choice a word. Each move has exactly one
encoding. See specs/hearts.md, section 9.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, Self, overload

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
from hearts.alerts import Alerts, alerts
from hearts.axes import RulesError
from hearts.cards import CARDS, PLACES, Card, CardSet, kinds, names, set_of
from hearts.deal import Deal
from hearts.match import Match, ResultError
from hearts.refusal import Impossible, Refusal
from hearts.rules import Rules
from hearts.scoring import MOON_CHOICES, Choice

_TURNS = tuple(Turn(frozenset({seat})) for seat in range(11))
"""What is due where one seat is known to play, for each seat of the largest table."""


class HeartsDeal(Deal):
    """One deal as one view sees it: implements `fairdeal.game.Deal`."""

    __slots__ = ("_draw", "match")

    def __init__(
        self, before: Match, draw: int, hands: Sequence[CardSet | None], rest: CardSet | None
    ) -> None:
        """The deal that follows on the match ``before``, for which ``draw`` was drawn."""
        super().__init__(
            before.limits, hands, before.pass_offset, rest=rest, eldest=before.eldest(draw)
        )
        self.match = before
        """The match before this deal."""
        self._draw = draw

    def due(self) -> Seals | Turn | Done:
        """The pass of all seats, then one play after the other, and last a shooter's choice."""
        if self.passing:
            return Seals(frozenset(range(self.seats)))
        if self.turn is not None:
            return _TURNS[self.turn]
        return Done() if self.over else Turn(frozenset(self.actors()))

    def check(self, seat: int, move: Json) -> IllegalMove | None:
        """Why ``seat`` may not pass, play or choose that now, as far as this view knows."""
        refusal: Refusal | None
        if self.passing:
            cards = self._passed(seat, move)
            refusal = self._no_move() if cards is None else self.pass_refusal(seat, cards)
        elif self.choosing:
            refusal = self._no_move() if _choice(move) is None else self.choice_refusal(seat)
        else:
            card = self._card(seat, move)
            refusal = self._no_move() if card is None else self.refusal(seat, card)
        return None if refusal is None else self._illegal(seat, refusal)

    def playable(self, seat: int) -> Cards:
        """The moves that ``seat`` may make now, by name: cards to play, or its choices.

        Of its hand, or where this view does not know that, of what it may hold. Empty where it
        is not the seat's turn, and before the pass: any cards of a hand may be passed.
        """
        if self.choosing:
            return MOON_CHOICES if seat == self.chooser else ()
        return () if self.passing else names(kinds(self.legal(seat)))

    def alerts(self) -> Alerts:
        """What a server tells its players: hearts open, queens played, points, moon threat."""
        return alerts(self, self.match.costs)

    def readers(self, sealer: int) -> frozenset[int]:
        """The seat that receives the cards."""
        return frozenset({self.receiver(sealer)})

    def open_seals(self, moves: Mapping[int, Json]) -> None:
        """Carry out the pass. Raises `IllegalMove` where a seat passes what it cannot hold."""
        passed: dict[int, CardSet] = {}
        for seat, move in moves.items():
            cards = self._passed(seat, move, besides=sum(passed.values()))
            if cards is None:
                raise self._illegal(seat, self._no_move())
            passed[seat] = cards
        try:
            self.exchange(passed)
        except Impossible as error:
            raise self._illegal(error.seat, error.refusal) from None

    def apply(self, seat: int, move: Json) -> None:
        """Play or choose, legal or not. Raises `IllegalMove` where that is impossible."""
        try:
            if self.choosing:
                choice = _choice(move)
                if choice is None:
                    raise self._illegal(seat, self._no_move())
                self.choose(seat, choice)
            else:
                card = self._card(seat, move)
                if card is None:
                    raise self._illegal(seat, self._no_move())
                self.play(seat, card)
        except Impossible as error:
            raise self._illegal(seat, error.refusal) from None

    def place(self) -> Place:
        """The pass, the trick on the table, counted from 1, or the choice; empty at the end."""
        if self.passing:
            return (("pass", 1),)
        if self.choosing:
            return (("choice", 1),)
        return () if self.over else (("trick", len(self.tricks) + 1),)

    def result(self) -> Json:
        """The dealer, the points and the new totals. Raises `ValueError` before the end."""
        return self.match.result(self, self._draw)

    def _card(self, seat: int, move: Json) -> Card | None:
        """The card that a play names; None for anything but a card's name."""
        card = CARDS.get(move) if isinstance(move, str) else None
        return card if card is None or self.packs == 1 else self.find(seat, card)

    def _passed(self, seat: int, move: Json, besides: CardSet = 0) -> CardSet | None:
        """The cards of a pass; None for anything but their list in the order of the pack."""
        if not isinstance(move, list | tuple) or len(move) != self.pass_count:
            return None
        cards = [CARDS.get(name, -1) if isinstance(name, str) else -1 for name in move]
        if -1 in cards or cards != sorted(cards):
            return None
        if any(cards.count(card) > self.packs for card in cards):
            return None
        return self.find_all(seat, cards, besides)

    def _no_move(self) -> Refusal:
        """The refusal of what is not the JSON form of a move."""
        if self.passing:
            count = self.pass_count
            cards = "different card names" if self.packs == 1 else "card names"
            detail = f"a pass is a list of {count} {cards} in the order of the pack"
        elif self.choosing:
            detail = 'the choice is "add" or "subtract"'
        else:
            detail = 'a play is the name of one card, such as "QS"'
        return Refusal("R-move", detail)

    def _illegal(self, seat: int, refusal: Refusal) -> IllegalMove:
        """A refusal with its place and, where the hand is in sight, what was allowed."""
        known = self.choosing or self.hand(seat) is not None
        playable = self.playable(seat) if known else ()
        return IllegalMove(refusal.rule, refusal.detail, self.place(), playable)


class HeartsMatch(Match):
    """The game between two deals: implements `fairdeal.game.Match`."""

    @property
    def deck(self) -> Cards:
        """The pack: clubs, diamonds, hearts, spades, two to ace in each; twice with two packs."""
        return self.rules.deck

    def layout(self, deck: Cards, draw: int) -> Layout:
        """One card each in turn, from the dealer's left; hands in the order of the pack."""
        cards = _numbered([deck])[0]
        hands = self.hands(cards, draw)
        return Layout(tuple(map(names, hands)), names(self.rest(cards)))

    def begin(self, draw: int, hands: Sequence[Cards | None], rest: Cards | None) -> HeartsDeal:
        """A view of the coming deal. Raises `ValueError` where the cards are none of one deal.

        Where no card is left over, None and the empty ``rest`` mean the same.
        """
        *known, left = _numbered([*hands, rest])
        sets = [None if hand is None else set_of(hand) for hand in known]
        return HeartsDeal(self, draw, sets, None if left is None else set_of(left))

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


@overload
def _numbered(groups: Sequence[Cards]) -> list[list[Card]]: ...
@overload
def _numbered(groups: Sequence[Cards | None]) -> list[list[Card] | None]: ...
def _numbered(groups: Sequence[Cards | None]) -> Sequence[list[Card] | None]:
    """Groups of names as cards, a name's second occurrence as the card of the second pack.

    Raises `ValueError` for a card that is none, or is there too often.
    """
    met: set[Card] = set()
    numbered: list[list[Card] | None] = []
    for group in groups:
        if group is None:
            numbered.append(None)
            continue
        cards = []
        for name in group:
            card = CARDS.get(name, -1)
            card += PLACES if card in met else 0
            if card < 0 or card in met:
                raise ValueError("a hand is different cards of the deck")
            met.add(card)
            cards.append(card)
        numbered.append(cards)
    return numbered


def _choice(move: Json) -> Choice | None:
    """The choice that a move names; None for anything else."""
    return MOON_CHOICES[MOON_CHOICES.index(move)] if move in MOON_CHOICES else None


GAME = Hearts()
