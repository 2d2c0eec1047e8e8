"""Cards, hands and deals as text that parses and prints back.

Two kinds of wrong are kept apart: text that is no notation (`InvalidNotation`, with the place),
and cards that are no deal under a rule set (`IllegalDeal`). See specs/hearts.md, section 9.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, TypeAlias

from hearts.cards import CARDS, RANKS, Suit
from hearts.rules import Rules

Cards: TypeAlias = tuple[str, ...]

UNSEEN: Final = "-"
"""Stands for a hand, or the cards left over, that are not known."""

_SUITS: Final = tuple(reversed(Suit))
_LINE: Final = re.compile(r"(0|[1-9][0-9]?):([^ +]+(?: [^ +]+)*)(?: \+ ([^ +]+))?")


class InvalidNotation(ValueError):
    """Text that means nothing: ``why``, and ``at`` which place of it, from 0."""

    def __init__(self, why: str, at: int) -> None:
        super().__init__(f"{why} (at {at})")
        self.why = why
        self.at = at


class IllegalDeal(ValueError):
    """A deal that a rule set does not give."""


@dataclass(frozen=True, slots=True)
class DealLine:
    """A deal as one line writes it: who deals, the hands by seat, and what is left over.

    None stands for cards that are not known. Cards stand in the order of the pack, twins of
    two packs side by side.
    """

    dealer: int
    hands: tuple[Cards | None, ...]
    rest: Cards | None = ()

    def __str__(self) -> str:
        """The line: ``2:A32.K.QJT.97 ... + .AK..``, the rest only where there is one."""
        hands = " ".join(_written(hand) for hand in self.hands)
        rest = "" if self.rest == () else f" + {_written(self.rest)}"
        return f"{self.dealer}:{hands}{rest}"

    @classmethod
    def parse(cls, text: str) -> DealLine:
        """The deal of a line, in the one form that `str` writes. Raises `InvalidNotation`."""
        match = _LINE.fullmatch(text)
        if match is None:
            raise InvalidNotation("a deal is DEALER:HAND HAND ... [+ REST]", 0)
        at = match.start(2)
        hands = []
        for hand in match[2].split(" "):
            hands.append(_read(hand, at))
            at += len(hand) + 1
        rest = () if match[3] is None else _read(match[3], match.start(3))
        if match[3] is not None and rest == ():
            raise InvalidNotation("a rest without a card is not written", match.start(3))
        return cls(int(match[1]), tuple(hands), rest)

    def check(self, rules: Rules) -> None:
        """Raise `IllegalDeal`, with the reason, where ``rules`` never deal these cards."""
        if len(self.hands) != rules.players:
            raise IllegalDeal(f"{len(self.hands)} hands for {rules.players} players")
        if self.dealer >= rules.players:
            raise IllegalDeal(f"there is no seat {self.dealer}")
        for hand in self.hands:
            if hand is not None and len(hand) != rules.hand_size:
                raise IllegalDeal(f"a hand of {len(hand)} cards instead of {rules.hand_size}")
        if self.rest is not None and len(self.rest) != rules.left_over:
            raise IllegalDeal(f"{len(self.rest)} cards left over instead of {rules.left_over}")
        known = [name for hand in (*self.hands, self.rest) for name in hand or ()]
        for name in CARDS:
            there, most = known.count(name), rules.deck.count(name)
            if there > most:
                raise IllegalDeal(f"{name} is there {there} times instead of {most}")


def hand_text(cards: Iterable[str]) -> str:
    """A hand as a sorted string: names in the order of the pack, ``2C TD QS``."""
    return " ".join(sorted(cards, key=CARDS.__getitem__))


def parse_hand(text: str) -> Cards:
    """The cards of a sorted string. Raises `InvalidNotation`."""
    names = tuple(text.split(" ")) if text else ()
    at, last = 0, -1
    for name in names:
        if name not in CARDS:
            raise InvalidNotation(f"{name!r} is no card", at)
        if CARDS[name] < last:
            raise InvalidNotation(f"{name} is not in the order of the pack", at)
        at, last = at + len(name) + 1, CARDS[name]
    return names


def _written(cards: Cards | None) -> str:
    """A hand as in PBN: the ranks of spades, hearts, diamonds and clubs, each from the top."""
    if cards is None:
        return UNSEEN
    return ".".join(
        "".join(sorted((name[0] for name in cards if name[1] == suit.letter), key=_from_the_top))
        for suit in _SUITS
    )


def _read(hand: str, at: int) -> Cards | None:
    """The cards that a hand writes; ``at`` is where it stands in its line."""
    if hand == UNSEEN:
        return None
    suits = hand.split(".")
    if len(suits) != len(_SUITS):
        raise InvalidNotation("a hand is SPADES.HEARTS.DIAMONDS.CLUBS", at)
    names = []
    for suit, ranks in zip(_SUITS, suits, strict=True):
        for place, rank in enumerate(ranks):
            if rank not in RANKS:
                raise InvalidNotation(f"{rank!r} is no rank", at + place)
            if place and _from_the_top(ranks[place - 1]) > _from_the_top(rank):
                raise InvalidNotation("ranks stand from the top", at + place)
            names.append(rank + suit.letter)
        at += len(ranks) + 1
    return tuple(sorted(names, key=CARDS.__getitem__))


def _from_the_top(rank: str) -> int:
    return -RANKS.index(rank)
