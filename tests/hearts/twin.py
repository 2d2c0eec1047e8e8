"""A second, naive hearts engine: lists of names, no sets of bits, no speed.

It was written from the rules, not from `hearts`, and shares no code with it.
"""

from __future__ import annotations

from collections.abc import Sequence

RANKS = "23456789TJQKA"
PENALTIES = [rank + "H" for rank in RANKS] + ["QS"]


def height(card: str) -> int:
    return RANKS.index(card[0])


def playable(
    hand: Sequence[str],
    table: Sequence[str],
    *,
    first_trick: bool,
    hearts_played: bool,
) -> list[str]:
    """The cards of ``hand`` that may be added to the cards on the ``table``."""
    cards = list(hand)
    if not table:
        if first_trick:
            return [card for card in cards if card == "2C"] or cards
        if not hearts_played and any(card[1] != "H" for card in cards):
            return [card for card in cards if card[1] != "H"]
        return cards
    suit = table[0][1]
    if any(card[1] == suit for card in cards):
        cards = [card for card in cards if card[1] == suit]
    if first_trick and any(card not in PENALTIES for card in cards):
        cards = [card for card in cards if card not in PENALTIES]
    return cards


def trick_winner(table: Sequence[tuple[int, str]]) -> int:
    suit = table[0][1][1]
    best_seat, best_card = table[0]
    for seat, card in table[1:]:
        if card[1] == suit and height(card) > height(best_card):
            best_seat, best_card = seat, card
    return best_seat


def charged(taken: Sequence[Sequence[str]]) -> list[int]:
    for shooter, cards in enumerate(taken):
        if all(card in cards for card in PENALTIES):
            return [0 if seat == shooter else 26 for seat in range(len(taken))]
    return [
        sum(13 if card == "QS" else 1 for card in cards if card in PENALTIES) for cards in taken
    ]


class TwinDeal:
    """The play of one deal with all hands open."""

    def __init__(self, hands: Sequence[Sequence[str]]) -> None:
        self.hands = [list(hand) for hand in hands]
        self.taken: list[list[str]] = [[] for _ in hands]
        self.table: list[tuple[int, str]] = []
        self.played: list[str] = []
        self.leader = next(seat for seat, hand in enumerate(hands) if "2C" in hand)

    @property
    def over(self) -> bool:
        return not any(self.hands)

    @property
    def turn(self) -> int:
        seat = self.leader
        while seat in [player for player, _ in self.table]:
            seat = (seat + 1) % len(self.hands)
        return seat

    def playable(self) -> list[str]:
        return playable(
            self.hands[self.turn],
            [card for _, card in self.table],
            first_trick=not any(self.taken),
            hearts_played=any(card[1] == "H" for card in self.played),
        )

    def play(self, seat: int, card: str) -> None:
        self.hands[seat].remove(card)
        if not self.table:
            self.leader = seat
        self.table.append((seat, card))
        self.played.append(card)
        if len(self.table) == len(self.hands):
            self.leader = trick_winner(self.table)
            self.taken[self.leader] += [played for _, played in self.table]
            self.table = []
