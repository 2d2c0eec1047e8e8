"""Hints for people: what a good player would pass, play or choose, and why in a few words.

At a fairdeal table, `hearts.tools.TOOLS.hint` asks for one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from hearts.bots import LEVELS
from hearts.bots.base import Below
from hearts.bots.model import CATCHERS
from hearts.bots.moon import outlook
from hearts.bots.policy import HIGH
from hearts.bots.sight import Sight
from hearts.bots.thumb import may_shoot
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
    in_words,
    kinds,
    members,
    name_of,
    names,
    rank_of,
    set_of,
    suit_of,
)
from hearts.deal import Deal
from hearts.deck import Deck
from hearts.match import Match
from hearts.scoring import Choice

Adviser: TypeAlias = Literal["normal", "hard"]
"""The levels of bots that give hints."""


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
    elif queen and passed & CATCHERS:
        held = "king and ace" if (kinds(passed) & CATCHERS).bit_count() == 2 else _rank(passed)
        said.append(f"the {held} of spades might catch the queen")
    empty = [
        suit.word
        for suit in Suit
        if passed & suit.cards and not kept & suit.cards and suit is not Suit.SPADES
    ]
    if empty:
        said.append(f"without {' and '.join(empty)} you can soon discard what costs")
    if any(rank_of(card) >= HIGH for card in members(passed & deck.penalty & HEARTS)):
        said.append("high hearts take tricks that cost")
    if not said:
        high = any(rank_of(card) >= HIGH for card in members(passed))
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
    sight = Sight(view, seat)
    if not view.trick:
        return _why_lead(view, sight, card, deck)
    if SUITS[card] & view.led:
        return _why_follow(view, sight, card, deck)
    if 1 << card & deck.penalty & QUEENS:
        return "somebody else takes the queen of spades"
    if 1 << card & CATCHERS and view.unplayed & ~hand & deck.penalty & QUEENS:
        return "it might have caught the queen of spades"
    if 1 << card & deck.penalty:
        return "somebody else takes this heart"
    if not hand & SUITS[card] & ~(1 << card):
        return f"without {suit_of(card).word} you can soon discard what costs"
    return "it is of least use to you"


def _why_lead(view: Deal, sight: Sight, card: Card, deck: Deck) -> str:
    others = SUITS[card] & view.unplayed & ~(view.hand(sight.seat) or 0)
    higher = [other for other in members(others) if other % PLACES > card % PLACES]
    hunted = SUITS[card] == SPADES and sight.out & sight.model.queens
    if hunted and card % PLACES < CARDS["QS"]:
        return "small spades draw the queen of spades out"
    if not others:
        return "nobody else has this suit any more"
    if higher:
        likely = 2 * len(higher) > others.bit_count()
        return f"{'others are likely to' if likely else 'others may'} have to beat it"
    if not others & deck.penalty and others.bit_count() >= view.seats:
        return "nobody can beat it, and the trick is likely to cost little now"
    return "you may yet take everything" if may_shoot(sight) else "nobody can beat it"


def _why_follow(view: Deal, sight: Sight, card: Card, deck: Deck) -> str:
    pile = set_of(view.trick.values())
    last = len(view.trick) == view.seats - 1
    if kinds(pile) >> card % PLACES & 1:
        return "it cancels its twin, so that neither takes the trick"
    taker, place = sight.winning()
    best = place // view.packs
    if card % PLACES < best:
        if not last and view.packs > 1:  # what is above it may yet be cancelled
            return "it is not likely to take the trick"
        queen = 1 << card & deck.penalty & QUEENS
        return "somebody else takes the queen of spades" if queen else "it does not take the trick"
    if pile & deck.bonus:
        return f"it {'takes' if last else 'may take'} the {in_words(members(pile & deck.bonus)[0])}"
    if pile & deck.penalty:
        payers = [payer for payer, taken in enumerate(view.taken) if taken & deck.penalty]
        if payers == [taker]:
            return "it keeps one player from taking everything"
    elif last:
        return "the trick costs nothing"
    if all(other % PLACES > best for other in members(view.legal(sight.seat))):
        return "none of your cards stays below"
    catches = 1 << card & CATCHERS and sight.out & sight.model.queens
    dear = pile & deck.penalty or catches
    if dear and may_shoot(sight):
        return "you may yet take everything"
    return "later it might cost more" if dear else "the trick is likely to cost little"


def _rank(cards: CardSet) -> str:
    """The rank of the lowest catcher among ``cards``, in words."""
    return in_words(members(cards & CATCHERS)[0]).partition(" ")[0]
