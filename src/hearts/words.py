"""A rule set in plain words, for people who have never seen the code.

See specs/hearts.md; every sentence here says what a rule there says under these axes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields
from typing import Final

from hearts.cards import CARDS
from hearts.presets import named
from hearts.refusal import in_words
from hearts.rules import Rules
from hearts.scoring import BONUS, Costs

_NUMBERS: Final = (
    *("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    "eleven",
)


_AXES: Final[Mapping[str, str]] = {
    "players": "players",
    "packs": "packs of cards",
    "removed": "cards left out",
    "remainder": "who gets the cards left over",
    "pass_count": "cards passed",
    "pass_cycle": "where cards are passed, deal after deal",
    "first_lead": "first lead",
    "first_trick_hearts": "hearts on the first trick",
    "first_trick_queen": "queen of spades on the first trick",
    "hearts_opened_by": "what allows hearts to be led",
    "closed_hearts_lead": "leading hearts before that",
    "only_hearts_and_queen": "lead from only hearts and the queen of spades before that",
    "queen_lead": "when the queen of spades may be led",
    "heart_values": "points of a heart",
    "queen_value": "points of the queen of spades",
    "bonus": "card that takes points off",
    "moon": "what a moon does",
    "moon_amount": "points that a moon moves",
    "moon_bonus": "bonus card for a moon",
    "target": "total that ends the match",
    "ties": "ties at the end",
    "perfect_deal": "a deal without points for somebody not in the lead",
}
"""What each axis is about."""


def in_full(rules: Rules) -> Iterator[str]:
    """The rules of a whole match, a sentence or two at a time, in the order of play."""
    for sentences in (_deck, _pass, _lead, _tricks, _points, _moon, _end):
        yield from sentences(rules)


def differences(rules: Rules) -> Iterator[str]:
    """What differs from `house` for as many players, or for its most, axis by axis."""
    usual = named("house", changes={"players": min(rules.players, 6)})
    for axis in fields(Rules):
        mine, other = getattr(rules, axis.name), getattr(usual, axis.name)
        if mine != other:
            values = (
                f"{_value(axis.name, mine, rules)} instead of {_value(axis.name, other, usual)}"
            )
            yield f"{_AXES[axis.name]} ({axis.name}): {values}"


def _value(axis: str, value: object, rules: Rules) -> str:
    """A value of an axis, as short as it stands on a command line."""
    if axis == "pass_cycle":
        ways = [
            seats_on(offset, rules.players) if offset else "none" for offset in rules.pass_cycle
        ]
        return ", ".join(ways)
    if axis == "removed":
        return ", ".join(rules.removed) or "none"
    return str(value)


def number(count: int) -> str:
    """A small number in words."""
    return _NUMBERS[count] if count < len(_NUMBERS) else str(count)


def card(name: str) -> str:
    """A card in words: ``the two of clubs``."""
    return f"the {in_words(1 << CARDS[name])}"


def seats_on(offset: int, players: int) -> str:
    """Where cards go that are passed so far to the left."""
    if offset == 1:
        return "left"
    if offset == players - 1:
        return "right"
    if 2 * offset == players:
        return "across"
    return f"{number(offset)} seats to the left"


def _listed(items: list[str]) -> str:
    return ", ".join(items[:-1]) + " and " + items[-1] if len(items) > 1 else "".join(items)


def _deck(rules: Rules) -> Iterator[str]:
    packs = "one pack of 52 cards" if rules.packs == 1 else "two packs of 52 cards together"
    yield (
        f"{number(rules.players).capitalize()} players, each for himself, with {packs}. "
        "The ace is high and there are no trumps."
    )
    if rules.removed:
        cards = _listed([card(name) for name in rules.removed])
        where = "" if rules.packs == 1 else " of each pack"
        plural = "is" if len(rules.removed) == 1 else "are"
        yield f"{cards}{where} {plural} left out.".capitalize()
    yield (
        "The first dealer is drawn by lot; after each deal the next player to the left deals. "
        f"Everybody gets {rules.hand_size} cards."
    )
    if rules.left_over:
        which = "first" if rules.remainder == "first-trick" else "last"
        cards = "1 card is" if rules.left_over == 1 else f"{rules.left_over} cards are"
        yield (
            f"{cards} left over, face down to everybody until the deal is over. Whoever wins the "
            f"{which} trick gets them, and they count as if taken in a trick."
        )


def _pass(rules: Rules) -> Iterator[str]:
    if not rules.pass_count or not any(rules.pass_cycle):
        yield "No cards are passed."
        return
    count = number(rules.pass_count)
    cards = "card" if rules.pass_count == 1 else "cards"
    yield (
        f"Before the play everybody passes {count} {cards} of his own choice to another player, "
        "before he sees what he is given."
    )
    ways = [
        f"{seats_on(offset, rules.players)}" if offset else "no pass" for offset in rules.pass_cycle
    ]
    if len(ways) == 1:
        yield f"In every deal the cards go {ways[0]}."
    else:
        yield f"The cards go, deal after deal: {', '.join(ways)}; then from the beginning."


def _lead(rules: Rules) -> Iterator[str]:
    if rules.first_lead == "left-of-dealer":
        yield "The player on the dealer's left leads to the first trick."
        return
    clubs = [name for name in rules.deck if name[1] == "C"]
    club = "the lowest club in any hand" if rules.left_over else card(clubs[0])
    holder = f"Whoever then holds {club} leads to the first trick"
    what = "any club" if rules.first_lead == "any-club" else "that card"
    yield f"{holder}, with {what}."


def _tricks(rules: Rules) -> Iterator[str]:
    yield (
        "Everybody plays one card to a trick and must follow the suit led if he can; otherwise he "
        "may play any card that the rules below allow. The highest card of the suit led wins the "
        "trick; its player leads to the next."
    )
    if rules.packs == 2:
        yield (
            "Two identical cards in one trick cancel each other: neither can win. If no card of "
            "the suit led is left, the trick stays on the table, the same player leads again, and "
            "the next winner takes everything. What stays after the last trick goes to the last "
            "winner."
        )
    yield from _first_trick(rules)
    opener = "a heart" if rules.hearts_opened_by == "heart" else "a heart or the queen of spades"
    opened = f"{opener} has been played in the deal, to whatever trick"
    if rules.closed_hearts_lead == "allowed":
        yield "Hearts may be led at any time."
    else:
        yield f"Hearts may be led only once {opened}, or from a hand of nothing but hearts."
        if rules.only_hearts_and_queen == "either":
            yield "Before that, a hand of only hearts and the queen of spades may lead either."
        else:
            yield "Before that, a hand of only hearts and the queen of spades must lead the queen."
    if rules.queen_lead == "hearts-open":
        yield (
            f"The queen of spades may be led only once {opened}, or from a hand that may lead "
            "nothing else."
        )
    else:
        yield "The queen of spades may be led at any time."


def _first_trick(rules: Rules) -> Iterator[str]:
    barred = []
    if rules.first_trick_hearts == "forbidden":
        barred.append("hearts")
    if rules.first_trick_queen == "forbidden" and rules.queen_value:
        barred.append("the queen of spades")
    if not barred:
        yield "This holds for the first trick too: cards that cost points may be played to it."
        return
    costly = "hearts and the queen of spades" if rules.queen_value else "hearts"
    what = " and ".join(barred)
    yield (
        f"To the first trick {what} may not be played, unless the hand has nothing but {costly}."
    )


def _points(rules: Rules) -> Iterator[str]:
    if rules.heart_values == "one":
        hearts = "Each heart taken costs 1 point"
    else:
        hearts = "A heart taken costs its face value (jack 11, queen 12, king 13, ace 14)"
    if rules.queen_value:
        yield f"{hearts}, the queen of spades {rules.queen_value}. The lowest total wins."
    else:
        yield f"{hearts}, the queen of spades nothing. The lowest total wins."
    if rules.bonus != "none":
        yield (
            f"{card(rules.bonus).capitalize()} takes {BONUS} points off for whoever takes it, "
            "also where somebody shoots the moon."
        )


def _moon(rules: Rules) -> Iterator[str]:
    if rules.moon == "none":
        yield "Taking all the cards that cost something is nothing special."
        return
    amount = Costs(rules).amount
    what = "all hearts and the queen of spades" if rules.queen_value else "all hearts"
    if rules.packs == 2 and rules.queen_value:
        what = "all hearts and both queens of spades"
    if rules.moon_bonus == "needed" and rules.bonus != "none":
        what += f", and {card(rules.bonus)}"
    add = f"is charged nothing for them and every other player {amount}"
    subtract = f"has {amount} points taken off, and nobody is charged for them"
    does = {
        "others-add": add,
        "shooter-subtracts": subtract,
        "shooter-chooses": f"chooses: either he {add}, or he {subtract}",
    }[rules.moon]
    yield f"Shooting the moon: whoever takes {what} {does}."


def _end(rules: Rules) -> Iterator[str]:
    yield f"The match ends after a deal in which somebody's total is {rules.target} or more."
    if rules.perfect_deal == "prolongs":
        yield (
            "It goes on, however, if somebody who is not in the lead was charged nothing in that "
            "deal while everybody in the lead was charged something."
        )
    yield _TIES[rules.ties]


_TIES: Final[Mapping[str, str]] = {
    "shared": "Players with equal totals share a place, the first too.",
    "unique-lowest": "If the lowest total is shared then, further deals follow until it is not.",
    "all-different": "If any two totals are equal then, further deals follow until none are.",
}
