"""Hints for people: what a good player would pass, play or choose, and why in a few words.

At a fairdeal table, `hearts.tools.TOOLS.hint` asks for one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from hearts.bots import LEVELS
from hearts.bots.base import Below
from hearts.bots.moon import outlook
from hearts.cards import (
    CARDS,
    HEARTS,
    PLACES,
    QUEENS,
    SPADES,
    SUITS,
    Card,
    CardSet,
    Suit,
    both,
    kinds,
    name_of,
    names,
    rank_of,
    set_of,
    suit_of,
)
from hearts.deal import Deal
from hearts.deck import Deck
from hearts.match import Match
from hearts.refusal import in_words
from hearts.scoring import Choice

Adviser: TypeAlias = Literal["normal", "hard"]
"""The levels of bots that give hints."""

_CATCHERS: Final[CardSet] = both(set_of([CARDS["KS"], CARDS["AS"]]))
_HIGH: Final = 8
"""From this rank, ten, a card counts as high."""


@dataclass(frozen=True, slots=True)
class Hint:
    """A legal move that a bot would make in a person's place."""

    move: str | tuple[str, ...]
    """The move in its JSON form: the names of the cards to pass, in the order of the pack; the
    name of the card to play; ``add`` or ``subtract``."""
    reason: str
    """What speaks for it, in a few words without a full stop."""


def hint(match: Match, view: Deal, seat: int, below: Below, level: Adviser = "hard") -> Hint:
    """What a bot of that level would pass, play or choose for ``seat``, and why.

    ``view`` shows the deal as the seat sees it, ``match`` is as before the deal; ``below(n)`` is
    uniform over 0 to n-1. Whatever else the view shows changes nothing. Raises `ValueError` where
    it does not show the seat's hand, or where nothing is due from the seat.
    """
    bot = LEVELS[level](below)
    if view.passing:
        passed = bot.choose_pass(view, seat)
        return Hint(names(passed), _why_pass(view, view.hand(seat) or 0, passed))
    if view.hand(seat) is not None and not _is_due(view, seat):
        raise ValueError(f"nothing is due from seat {seat} now")
    if view.choosing:
        choice = bot.choose_moon(match, view, seat)
        return Hint(choice, _why_choose(match, view, seat, choice))
    card = bot.choose_card(view, seat)
    return Hint(name_of(card), _why_play(view, seat, card))


def _is_due(view: Deal, seat: int) -> bool:
    """Whether a play or a choice is due from ``seat``, whose hand is in sight."""
    return view.chooser == seat if view.choosing else view.legal(seat) != 0


def _why_pass(view: Deal, hand: CardSet, passed: CardSet) -> str:
    """What is to be said for a pass: at most two things."""
    deck, kept = Deck.of(view.rules), hand & ~passed
    said = []
    queen = deck.penalty & QUEENS
    if passed & queen:
        said.append("too few small spades guard the queen of spades")
    elif queen and passed & _CATCHERS:
        held = "king and ace" if (kinds(passed) & _CATCHERS).bit_count() == 2 else _rank(passed)
        said.append(f"the {held} of spades might catch the queen")
    empty = [
        suit.word
        for suit in Suit
        if passed & suit.cards and not kept & suit.cards and suit is not Suit.SPADES
    ]
    if empty:
        said.append(f"without {' and '.join(empty)} you can soon discard what costs")
    if any(rank_of(card) >= _HIGH for card in _cards(passed & deck.penalty & HEARTS)):
        said.append("high hearts take tricks that cost")
    if not said:
        high = any(rank_of(card) >= _HIGH for card in _cards(passed))
        said.append("high cards take tricks" if high else "you miss these cards least")
    return "; ".join(said[:2])


def _why_choose(match: Match, view: Deal, seat: int, choice: Choice) -> str:
    """What is to be said for what a shooter makes of its moon."""
    over, ahead = outlook(match, view, seat, choice)
    if over:
        return "the game ends either way" if ahead else "the game ends, and nobody is ahead of you"
    if choice == "add":
        return "nobody is ahead of you, and the end comes nearer"
    ends, _ = outlook(match, view, seat, "add")
    return f"the game would {'end' if ends else 'be nearer its end'} while others are ahead of you"


def _why_play(view: Deal, seat: int, card: Card) -> str:
    """What is to be said for a play."""
    if kinds(view.legal(seat)).bit_count() == 1:
        return "it is the only card that you may play"
    deck = Deck.of(view.rules)
    hand = view.hand(seat) or 0
    if not view.trick:
        return _why_lead(view, hand, card, deck)
    if SUITS[card] & view.led:
        return _why_follow(view, card, deck)
    if 1 << card & deck.penalty & QUEENS:
        return "somebody else takes the queen of spades"
    if 1 << card & _CATCHERS and view.unplayed & ~hand & deck.penalty & QUEENS:
        return "it might have caught the queen of spades"
    if 1 << card & deck.penalty:
        return "somebody else takes this heart"
    if not hand & SUITS[card] & ~(1 << card):
        return f"without {suit_of(card).word} you can soon discard what costs"
    return "it is of least use to you"


def _why_lead(view: Deal, hand: CardSet, card: Card, deck: Deck) -> str:
    others = SUITS[card] & view.unplayed & ~hand
    higher = [other for other in _cards(others) if other % PLACES > card % PLACES]
    queens = view.unplayed & ~hand & deck.penalty & QUEENS
    if SUITS[card] == SPADES and queens and card % PLACES < CARDS["QS"]:
        return "small spades draw the queen of spades out"
    if not others:
        return "nobody else has this suit any more"
    if not higher:
        return "nobody can beat it, and the trick is likely to cost little now"
    if 2 * len(higher) > len(_cards(others)):
        return "others are likely to have to beat it"
    return "now is a good time to be rid of it"


def _why_follow(view: Deal, card: Card, deck: Deck) -> str:
    best = max(other % PLACES for other in view.trick.values() if SUITS[other] & view.led)
    pile = set_of(view.trick.values())
    last = len(view.trick) == view.seats - 1
    if card % PLACES <= best:
        if 1 << card & deck.penalty & QUEENS:
            return "somebody else takes the queen of spades"
        return "it does not take the trick"
    if pile & deck.bonus:
        return f"it takes the {in_words(kinds(pile & deck.bonus))}"
    if pile & deck.penalty:
        takers = [taken for taken in view.taken if taken & deck.penalty]
        if len(takers) == 1 and view.taken.index(takers[0]) in view.trick:
            return "it keeps one player from taking everything"
        return "the trick can hardly be avoided" if last else "others may still beat it"
    if last:
        return "the trick costs nothing, and a high card is gone"
    return "the trick is likely to cost little"


def _rank(cards: CardSet) -> str:
    """The rank of the lowest catcher among ``cards``, in words."""
    return in_words(kinds(cards & _CATCHERS)).partition(" ")[0]


def _cards(cards: CardSet) -> list[Card]:
    return [card for card in range(2 * PLACES) if cards >> card & 1]
