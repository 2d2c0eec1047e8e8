"""The hard bot: guesses at the hidden cards, plays them out, and takes what does best.

It passes as the normal bot does: to try passes out in the same way gains nothing that could be
measured. So early, chance decides so much that it takes thousands of playouts to tell them apart.

To shoot the moon is one more plan. It has to promise clearly more than the others, for people do
more against it than the policy, and the luckiest of uncertain plans looks better than it is.

How much it thinks is counted in playouts, never in time, so that the same chance gives the
same card on every machine.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from hearts.bots.base import Below
from hearts.bots.model import Place, PlaceSet
from hearts.bots.normal import NormalBot
from hearts.bots.playout import Start, play_out
from hearts.bots.policy import Policy
from hearts.bots.sight import NOBODY, Sight
from hearts.bots.thumb import at_once, engine_card, may_shoot, to_take_all
from hearts.bots.worlds import Chance, Worlds
from hearts.cards import Card
from hearts.deal import Deal

BUDGET = 200
"""So many playouts a decision."""

Option = TypeVar("Option")


class HardBot(NormalBot):
    """Plays every card that differs out in many guessed deals."""

    def __init__(self, below: Below, budget: int = BUDGET) -> None:
        """A bot that spends about ``budget`` playouts on a decision."""
        self._below = below
        self._budget = budget

    def choose_card(self, deal: Deal, seat: int) -> Card:
        """The card after which it does best."""
        sight = Sight(deal, seat)
        policy = Policy.of(sight.model)
        first = at_once(policy, sight)
        cards = [first, *(card for card in distinct(sight) if card != first)]
        if len(cards) > 1:
            plans = [(card, NOBODY) for card in cards]
            if may_shoot(sight):
                plans.append((to_take_all(policy, sight), seat))
            start = Start.of(sight)
            worlds = Worlds(sight, deal, Chance(self._below))

            def loss(world: Sequence[PlaceSet], plan: tuple[Place, int]) -> int:
                card, shooter = plan
                risk = 0 if shooter == NOBODY else sight.model.moon_risk
                return risk + sight.model.loss(play_out(policy, start, world, card, shooter), seat)

            first, _ = race(plans, self._budget, worlds.guess, loss)
        return engine_card(sight, deal, first)


def distinct(sight: Sight) -> list[Place]:
    """The legal cards, of those that come to the same only one.

    Neighbours in a hand do if no card between them is out and they cost the same.
    """
    model = sight.model
    between = sight.out | sum(1 << place for _, place in sight.trick)
    found: list[Place] = []
    legal = sight.legal
    while legal:
        card = legal.bit_length() - 1
        legal ^= 1 << card
        if found:
            last = found[-1]
            same = model.suit[last] == model.suit[card] and model.price[last] == model.price[card]
            gap = (1 << last) - (1 << card)
            if same and not between & gap:
                continue
        found.append(card)
    return found


def race(
    options: Sequence[Option],
    budget: int,
    guess: Callable[[], Sequence[PlaceSet]],
    loss: Callable[[Sequence[PlaceSet], Option], int],
) -> Option:
    """The option that loses least: round after round the better half goes on, in new guesses.

    All options of a round are tried in the same guesses. Of equal ones the first stays.
    """
    alive = list(range(len(options)))
    losses = [0] * len(options)
    rounds = (len(options) - 1).bit_length()
    for _ in range(rounds):
        for _ in range(max(1, budget // (rounds * len(alive)))):
            world = guess()
            for option in alive:
                losses[option] += loss(world, options[option])
        alive.sort(key=losses.__getitem__)
        del alive[(len(alive) + 1) // 2 :]
    return options[alive[0]]
