"""A rule set in sentences, for people who have never seen the code.

See specs/hearts.md; every sentence here says what a rule there says under these axes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from hearts.cards import CARDS, in_words
from hearts.rules import Rules
from hearts.scoring import BONUS, Costs
from hearts.words import card, number, seats_on


def in_full(rules: Rules) -> Iterator[tuple[str, str]]:
    """The rules of a whole match in the order of play: topics, and a sentence or two at a time."""
    for topic, sentences in _TOPICS.items():
        for sentence in sentences(rules):
            yield topic, sentence


def _listed(items: list[str]) -> str:
    return ", ".join(items[:-1]) + " and " + items[-1] if len(items) > 1 else "".join(items)


def _queen(rules: Rules) -> str:
    """The queen of spades, of which two packs have two."""
    return "the queen of spades" if rules.packs == 1 else "a queen of spades"


def _costly(rules: Rules) -> str:
    """The cards that cost something, all of a kind in one word."""
    kinds = ["hearts"] if any(name[1] == "H" for name in rules.deck) else []
    if "QS" in rules.deck and rules.queen_value:
        kinds.append("the queen of spades" if rules.packs == 1 else "queens of spades")
    return _listed(kinds)


def _deck(rules: Rules) -> Iterator[str]:
    packs = "one pack of 52 cards" if rules.packs == 1 else "two packs of 52 cards together"
    yield (
        f"{number(rules.players).capitalize()} players, each playing alone, with {packs}. The ace "
        "is the highest card of a suit, the two the lowest; there are no trumps. The aim is to "
        "take as few points as possible."
    )
    if rules.removed:
        where = "" if rules.packs == 1 else " of each pack"
        cards = _listed([card(name) for name in rules.removed])
        yield f"Left out{where}: {cards}."
    yield (
        "The first dealer is drawn by lot; after each deal the next player to the left deals. "
        f"Each player gets {number(rules.hand_size)} cards."
    )
    if rules.left_over:
        which = "first trick" if rules.remainder == "first-trick" else "last trick"
        if rules.packs == 2:
            which += " that anybody takes"
        one = rules.left_over == 1
        cards = "One card is" if one else f"{number(rules.left_over).capitalize()} cards are"
        gets = "gets it, and it counts" if one else "gets them, and they count"
        yield (
            f"{cards} left over, face down to everybody until the deal is over. Whoever takes the "
            f"{which} {gets} as if taken in a trick."
        )


def _pass(rules: Rules) -> Iterator[str]:
    if not rules.pass_count or not any(rules.pass_cycle):
        yield "No cards are passed."
        return
    cards = "one card" if rules.pass_count == 1 else f"{number(rules.pass_count)} cards"
    yield (
        f"Before the first trick each player chooses {cards} to give to another player, face "
        "down. Nobody sees what they are given before they have chosen."
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
    after = " after the pass" if rules.pass_count and any(rules.pass_cycle) else ""
    what = "with any club" if rules.first_lead == "any-club" else "with that card"
    yield f"Whoever holds {club}{after} leads to the first trick, {what}."


def _tricks(rules: Rules) -> Iterator[str]:
    yield (
        "Each player plays one card, in turn to the left. The first card is the lead; whoever has "
        "a card of the same suit must play one. Whoever has none may play any card that the rules "
        "below allow."
    )
    yield (
        "The highest card of the suit led takes the trick, and its player leads to the next, until "
        "all cards are played."
    )
    if rules.packs == 2:
        yield (
            "Two identical cards in one trick cancel each other: neither can take it. If no card "
            "of the suit led is left, nobody takes the trick: it stays on the table, the same "
            "player leads again, and whoever takes the next trick takes that too."
        )
        yield (
            "What stays after the last trick goes to whoever took a trick last. If nobody took "
            "any, everything goes to whoever led to the last."
        )


def _first_trick(rules: Rules) -> Iterator[str]:
    costly = _costly(rules)
    barred = []
    if rules.first_trick_hearts == "forbidden" and "hearts" in costly:
        barred.append("heart")
    if rules.first_trick_queen == "forbidden" and "spades" in costly:
        barred.append("queen of spades")
    if not barred:
        yield "The first trick is as any other: cards that cost points may be played to it."
        return
    # Whoever holds nothing but cards that cost points plays any of them, the barred ones too.
    cards = " or a ".join(barred)
    yield f"Nobody plays a {cards} to it, except from a hand of nothing but {costly}."
    if rules.packs == 2:
        yield "Only the very first trick counts as the first, also if it stays on the table."


def _leads(rules: Rules) -> Iterator[str]:
    queen, has_queen = _queen(rules), "QS" in rules.deck
    waits = has_queen and rules.queen_lead == "hearts-open"
    if rules.closed_hearts_lead == "forbidden" or waits:
        opener = "a heart" if rules.hearts_opened_by == "heart" else f"a heart or {queen}"
        yield (
            f"Hearts are open once somebody has played {opener} to any trick of the deal, for "
            "example for want of the suit led."
        )
    if rules.closed_hearts_lead == "allowed":
        yield f"A heart may be led {_any_trick(rules, 'first_trick_hearts')}."
    else:
        yield "Before that nobody leads a heart, except from a hand of nothing but hearts."
        if has_queen and rules.only_hearts_and_queen == "queen":
            yield f"A hand of hearts and {queen}, and no other card, must then lead the queen."
        elif has_queen:
            yield f"A hand of hearts and {queen}, and no other card, may then lead any of them."
    if waits:
        yield (
            f"Nor does anybody lead {queen} before that, except from a hand that may lead nothing "
            "else."
        )
    elif has_queen:
        yield f"{queen.capitalize()} may be led {_any_trick(rules, 'first_trick_queen')}."


def _any_trick(rules: Rules, axis: str) -> str:
    """When a card may be led that only R-first-trick, or the first lead, can forbid."""
    free = getattr(rules, axis) == "allowed" or (
        axis == "first_trick_queen" and not rules.queen_value
    )
    first = free and rules.first_lead == "left-of-dealer"
    return "to any trick" if first else "to any trick after the first"


def _points(rules: Rules) -> Iterator[str]:
    costs = Costs(rules)
    hearts, queen = _costly(rules).startswith("hearts"), "QS" in rules.deck
    prices = []
    if hearts and rules.heart_values == "one":
        prices.append("each heart taken costs 1 point")
    elif hearts:
        prices.append(
            "a heart taken costs as many points as it shows (jack 11, queen 12, king 13, ace 14)"
        )
    if queen:
        each = "the queen of spades" if rules.packs == 1 else "each queen of spades"
        if rules.queen_value:
            prices.append(f"{each} {'' if hearts else 'taken costs '}{rules.queen_value}")
        else:
            prices.append(f"{each} nothing")
    yield (
        f"At the end of the deal {_listed(prices)}. Other cards cost nothing. That is "
        f"{costs.cost(costs.penalty)} points in each deal."
    )
    if rules.bonus != "none":
        which = f"{'the' if rules.packs == 1 else 'each'} {in_words(CARDS[rules.bonus])}"
        yield (
            f"Whoever takes {which} has {number(BONUS)} points taken off, also in a deal with a "
            "moon."
        )


def _moon(rules: Rules) -> Iterator[str]:
    costly = _costly(rules)
    everything = costly if costly.startswith("the ") else f"all {costly}"
    if rules.moon == "none":
        yield f"Taking {everything} in one deal is nothing special: there is no moon."
        return
    if rules.moon_bonus == "needed" and rules.bonus != "none":
        bonus = in_words(CARDS[rules.bonus])
        everything += f", and {'the' if rules.packs == 1 else 'each'} {bonus} too,"
    amount = Costs(rules).amount
    yield (
        f"Whoever takes {everything} in one deal shoots the moon. "
        + {
            "others-add": (
                f"The shooter is charged nothing, and each other player {amount} points instead."
            ),
            "shooter-subtracts": (
                f"The shooter has {amount} points taken off, and nobody is charged anything."
            ),
            "shooter-chooses": (
                "After the last trick the shooter chooses: either each other player is charged "
                f"{amount} points and the shooter nothing, or the shooter has {amount} points "
                "taken off and nobody is charged anything."
            ),
        }[rules.moon]
    )


def _end(rules: Rules) -> Iterator[str]:
    yield (
        "The points of each deal are added to the players' totals. The match ends when, after a "
        f"deal, a total is {rules.target} or more. The lowest total wins."
    )
    if rules.perfect_deal == "prolongs":
        moon = "" if rules.moon == "none" else " Whoever shot the moon counts as charged nothing."
        bonus = "" if rules.bonus == "none" else " What the bonus card takes off does not count."
        yield (
            "A perfect deal prolongs it: the match goes on if in that deal everybody who now has "
            "the lowest total was charged points, and some other player was charged nothing."
            f"{moon}{bonus}"
        )
    yield _TIES[rules.ties]


_TIES: Final[Mapping[str, str]] = {
    "shared": "Players with equal totals share a place, also the first.",
    "unique-lowest": (
        "If several players share the lowest total at that point, further deals are played until "
        "one player alone has it. Other equal totals share a place."
    ),
    "all-different": (
        "If any two totals are equal at that point, further deals are played until no two are."
    ),
}

_TOPICS: Final[Mapping[str, Callable[[Rules], Iterator[str]]]] = {
    "Players and cards": _deck,
    "The pass": _pass,
    "The first lead": _lead,
    "Each trick": _tricks,
    "The first trick": _first_trick,
    "Leading hearts and the queen of spades": _leads,
    "Points": _points,
    "Shooting the moon": _moon,
    "The end of the match": _end,
}
"""What is said, in the order of play."""
