"""The normal bot: ducks, discards what is dangerous, stops a moon, and never looks ahead."""

from __future__ import annotations

from hearts.bots.base import Below
from hearts.bots.moon import better_choice
from hearts.bots.policy import Policy
from hearts.bots.sight import Sight
from hearts.bots.thumb import at_once, engine_card, engine_cards
from hearts.cards import Card, CardSet
from hearts.deal import Deal
from hearts.match import Match
from hearts.scoring import Choice


class NormalBot:
    """Plays by a few rules of thumb. Chance has no part in it."""

    def __init__(self, below: Below) -> None:
        """One normal bot is like the other."""

    def choose_pass(self, deal: Deal, seat: int) -> CardSet:
        """The most dangerous cards, and cards of short suits, to be void of them early."""
        sight = Sight(deal, seat)
        order = Policy.of(sight.model).order(sight.hand)
        return engine_cards(sight, deal, order[: deal.pass_count])

    def choose_card(self, deal: Deal, seat: int) -> Card:
        """A low card to lead, the highest card that loses, the worst card to discard."""
        sight = Sight(deal, seat)
        card = at_once(Policy.of(sight.model), sight)
        return engine_card(sight, deal, card)

    def choose_moon(self, match: Match, deal: Deal, seat: int) -> Choice:
        """What wins the match, else what does not lose it: see `better_choice`."""
        return better_choice(match, deal, seat)
