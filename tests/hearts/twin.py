"""A second, naive hearts engine: lists of names, no sets of bits, no speed.

It was written from specs/hearts.md, not from `hearts`, and shares no code with it. Rules are
their JSON form; hands are lists of names, and of two equal names it does not matter which.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

RANKS = "23456789TJQKA"
SUITS = "CDHS"
PACK = [rank + suit for suit in SUITS for rank in RANKS]
RulesJson = Mapping[str, Any]


def height(card: str) -> int:
    return RANKS.index(card[0])


def hearts_in(cards: Sequence[str]) -> list[str]:
    return [card for card in cards if card[1] == "H"]


def deck_of(rules: RulesJson) -> list[str]:
    """R-deck."""
    pack = [card for card in PACK if card not in rules["removed"]]
    return pack * int(rules["packs"])


def dealt(rules: RulesJson, deck: Sequence[str], dealer: int) -> tuple[list[list[str]], list[str]]:
    """R-dealing, R-remainder: the hands, and what is left over."""
    seats = rules["players"]
    rounds = len(deck) // seats
    hands: list[list[str]] = [[] for _ in range(seats)]
    for number in range(rounds * seats):
        hands[(dealer + 1 + number) % seats].append(deck[number])
    return hands, list(deck[rounds * seats :])


def pass_offset(rules: RulesJson, number: int) -> int:
    """R-pass-cycle: how far cards go in the deal with that number, from 0."""
    if rules["pass_count"] == 0:
        return 0
    cycle = rules["pass_cycle"]
    return int(cycle[number % len(cycle)])


def penalties_among(rules: RulesJson, cards: Sequence[str]) -> list[str]:
    return [
        card for card in cards if card[1] == "H" or (card == "QS" and rules["queen_value"] != 0)
    ]


def price(rules: RulesJson, card: str) -> int:
    """R-points."""
    if card == "QS":
        return int(rules["queen_value"])
    if card[1] != "H":
        return 0
    return height(card) + 2 if rules["heart_values"] == "spot" else 1


class TwinDeal:
    """The play of one deal with all hands open."""

    def __init__(
        self, rules: RulesJson, hands: Sequence[Sequence[str]], rest: Sequence[str], dealer: int
    ) -> None:
        self.rules = rules
        self.hands = [list(hand) for hand in hands]
        self.rest = list(rest)
        self.dealer = dealer
        self.tricks_due = len(hands[0])
        self.taken: list[list[str]] = [[] for _ in hands]
        self.table: list[tuple[int, str]] = []
        self.standing: list[str] = []
        self.played: list[str] = []
        self.takers: list[int | None] = []
        self.leader = -1
        self.choice: str | None = None

    def exchange(self, passed: Sequence[Sequence[str]], offset: int) -> None:
        """R-pass."""
        for hand, cards in zip(self.hands, passed, strict=True):
            for card in cards:
                hand.remove(card)
        for seat, cards in enumerate(passed):
            self.hands[(seat + offset) % len(self.hands)].extend(cards)

    def begin(self) -> None:
        """R-turn: who leads to the first trick."""
        if self.rules["first_lead"] == "left-of-dealer":
            self.leader = (self.dealer + 1) % len(self.hands)
        else:
            first = self.first_card()
            self.leader = next(seat for seat, hand in enumerate(self.hands) if first in hand)

    def first_card(self) -> str:
        """R-two-clubs: the lowest club in any hand."""
        clubs = [card for hand in self.hands for card in hand if card[1] == "C"]
        return min(clubs, key=height)

    @property
    def over(self) -> bool:
        return len(self.takers) == self.tricks_due

    @property
    def turn(self) -> int:
        seat = self.leader
        while seat in [player for player, _ in self.table]:
            seat = (seat + 1) % len(self.hands)
        return seat

    @property
    def hearts_open(self) -> bool:
        """R-opening."""
        if any(card[1] == "H" for card in self.played):
            return True
        return self.rules["hearts_opened_by"] == "heart-or-queen" and "QS" in self.played

    def forbidding(self, hand: Sequence[str]) -> list[tuple[str, list[str]]]:
        """The rules that narrow what ``hand`` may play now, with what each leaves, in order."""
        rules = self.rules
        left = list(hand)
        steps: list[tuple[str, list[str]]] = []

        def narrow(rule: str, kept: list[str]) -> None:
            nonlocal left
            if kept:
                left = kept
                steps.append((rule, kept))

        first_trick, leading = not self.takers, not self.table
        if first_trick and leading:
            if rules["first_lead"] == "two-of-clubs":
                first = self.first_card()
                narrow("R-two-clubs", [card for card in left if card == first])
            if rules["first_lead"] == "any-club":
                narrow("R-two-clubs", [card for card in left if card[1] == "C"])
        if not leading:
            suit = self.table[0][1][1]
            narrow("R-follow-suit", [card for card in left if card[1] == suit])
        if first_trick and len(penalties_among(rules, left)) < len(left):
            kept = left
            if rules["first_trick_hearts"] == "forbidden":
                kept = [card for card in kept if card[1] != "H"]
            if rules["first_trick_queen"] == "forbidden" and rules["queen_value"] != 0:
                kept = [card for card in kept if card != "QS"]
            narrow("R-first-trick", kept)
        if leading and not self.hearts_open:
            only_these = all(card[1] == "H" or card == "QS" for card in left)
            spared = rules["only_hearts_and_queen"] == "either" and only_these
            if rules["closed_hearts_lead"] == "forbidden" and not spared:
                narrow("R-hearts-closed", [card for card in left if card[1] != "H"])
            if rules["queen_lead"] == "hearts-open":
                narrow("R-queen-lead", [card for card in left if card != "QS"])
        return steps

    def playable(self) -> list[str]:
        hand = self.hands[self.turn]
        steps = self.forbidding(hand)
        return steps[-1][1] if steps else list(hand)

    def refusal(self, seat: int, card: str) -> str | None:
        """The first rule that forbids ``card`` to ``seat`` now."""
        if seat != self.turn or self.over:
            return "R-turn"
        hand = self.hands[seat]
        if card not in hand:
            return "R-holding"
        return next((rule for rule, kept in self.forbidding(hand) if card not in kept), None)

    def play(self, seat: int, card: str) -> None:
        self.hands[seat].remove(card)
        if not self.table:
            self.leader = seat
        self.table.append((seat, card))
        self.played.append(card)
        if len(self.table) == len(self.hands):
            self.finish_trick()

    def finish_trick(self) -> None:
        taker = self.trick_winner()
        pile = [card for _, card in self.table]
        if taker is None:
            self.standing += pile
        else:
            self.taken[taker] += pile + self.standing
            self.standing = []
            self.leader = taker
        self.table = []
        self.takers.append(taker)
        if self.over:
            winners = [one for one in self.takers if one is not None]
            self.taken[winners[-1] if winners else self.leader] += self.standing
            self.standing = []

    def trick_winner(self) -> int | None:
        """R-trick, R-cancel."""
        suit = self.table[0][1][1]
        names = [card for _, card in self.table]
        best: tuple[int, str] | None = None
        for seat, card in self.table:
            if card[1] != suit or names.count(card) == 2:
                continue
            if best is None or height(card) > height(best[1]):
                best = (seat, card)
        return None if best is None else best[0]

    def with_rest(self) -> list[list[str]]:
        """R-remainder: what each seat has after the last trick."""
        winners = [one for one in self.takers if one is not None] or [self.leader]
        lucky = winners[0] if self.rules["remainder"] == "first-trick" else winners[-1]
        return [
            cards + (self.rest if seat == lucky else []) for seat, cards in enumerate(self.taken)
        ]

    def shooter(self) -> int | None:
        """R-moon."""
        rules, deck = self.rules, deck_of(self.rules)
        needed = penalties_among(rules, deck)
        if rules["moon_bonus"] == "needed":
            needed += [card for card in deck if card == rules["bonus"]]
        if rules["moon"] == "none":
            return None
        for seat, cards in enumerate(self.with_rest()):
            if all(cards.count(card) == deck.count(card) for card in needed):
                return seat
        return None

    def chooser(self) -> int | None:
        """R-choice: who has to choose."""
        return self.shooter() if self.rules["moon"] == "shooter-chooses" else None

    def penalties(self) -> list[int]:
        """R-points, R-moon: what each seat is charged, the bonus apart."""
        rules, shooter = self.rules, self.shooter()
        if shooter is None:
            return [sum(price(rules, card) for card in cards) for cards in self.with_rest()]
        if rules["moon_amount"] == "all":
            amount = sum(price(rules, card) for card in deck_of(rules))
        else:
            amount = int(rules["moon_amount"])
        subtracts = rules["moon"] == "shooter-subtracts" or self.choice == "subtract"
        charged = []
        for seat in range(len(self.hands)):
            if seat == shooter:
                charged.append(-amount if subtracts else 0)
            else:
                charged.append(0 if subtracts else amount)
        return charged

    def points(self) -> list[int]:
        """R-bonus."""
        return [
            charged - 10 * cards.count(self.rules["bonus"])
            for charged, cards in zip(self.penalties(), self.with_rest(), strict=True)
        ]


def ended(rules: RulesJson, totals: Sequence[int], penalties: Sequence[int]) -> bool:
    """R-end, R-perfect-deal, R-ties: whether the match ends after a deal."""
    if all(total < rules["target"] for total in totals):
        return False
    if rules["perfect_deal"] == "prolongs":
        lowest = min(totals)
        leaders = [seat for seat, total in enumerate(totals) if total == lowest]
        others = [seat for seat in range(len(totals)) if seat not in leaders]
        perfect = [seat for seat in others if penalties[seat] <= 0]
        if perfect and all(penalties[seat] > 0 for seat in leaders):
            return False
    ordered = sorted(totals)
    if rules["ties"] == "unique-lowest":
        return ordered[0] != ordered[1]
    if rules["ties"] == "all-different":
        return all(low != high for low, high in pairwise(ordered))
    return True


def places(totals: Sequence[int]) -> list[int]:
    """R-places."""
    return [1 + len([other for other in totals if other < total]) for total in totals]
