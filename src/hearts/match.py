"""A match: deal after deal, the totals, and when it ends. See specs/hearts.md, section 8."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Self, TypeAlias, TypeGuard

from hearts.cards import BITS, Card, CardSet, set_of
from hearts.deal import Deal
from hearts.limits import Limits
from hearts.rules import Rules
from hearts.scoring import Costs

SCORE_LIMIT = 1_000_000
"""No points and no total of a result are further from zero."""


Result: TypeAlias = dict[str, int | list[int]]
"""What a deal comes to, in its JSON form: ``dealer`` (a seat), ``points``, ``totals``.

And, where there is a bonus card, ``penalties``: the points without it.
"""

Standings: TypeAlias = dict[str, list[int]]
"""How a match stands, in its JSON form: ``totals`` and ``places``, each by seat."""


class ResultError(ValueError):
    """A result that does not even have the form of one."""


@dataclass(frozen=True)
class Match:
    """A match between two deals; `Match.first` makes the one before the first deal."""

    rules: Rules
    limits: Limits
    costs: Costs
    totals: tuple[int, ...]
    settled: int = 0
    """How many deals are behind it."""
    next_dealer: int | None = None
    """The dealer of the coming deal; None before the first, whose dealer is drawn."""
    penalties: tuple[int, ...] = ()
    """What the last deal charged each seat, bonus cards apart; nothing before the first."""

    @classmethod
    def first(cls, rules: Rules) -> Self:
        """The match under ``rules`` before its first deal."""
        return cls(rules, Limits(rules), Costs(rules), (0,) * rules.players)

    @property
    def over(self) -> bool:
        """Whether the match has ended (R-end, R-perfect-deal, R-ties)."""
        if max(self.totals) < self.rules.target:
            return False
        if self.rules.perfect_deal == "prolongs" and self._perfect_deal:
            return False
        if self.rules.ties == "unique-lowest":
            return self.totals.count(min(self.totals)) == 1
        return self.rules.ties == "shared" or len(set(self.totals)) == len(self.totals)

    @property
    def _perfect_deal(self) -> bool:
        """Whether the last deal charged every leader something, and somebody else nothing."""
        lowest = min(self.totals)
        seats = zip(self.totals, self.penalties, strict=True)
        return (
            min(self.penalties) <= 0 < min(charged for total, charged in seats if total == lowest)
        )

    @property
    def pass_offset(self) -> int:
        """How far to the left cards go in the coming deal; 0: no pass (R-pass-cycle)."""
        cycle = self.rules.pass_cycle
        return cycle[self.settled % len(cycle)] if self.rules.pass_count else 0

    def dealer(self, draw: int) -> int:
        """The dealer of the coming deal: ``draw`` before the first (R-dealer)."""
        return draw if self.next_dealer is None else self.next_dealer

    def hands(self, deck: Sequence[Card], draw: int) -> list[CardSet]:
        """The hands, by seat, that the shuffled ``deck`` gives (R-dealing)."""
        seats = self.rules.players
        first = self.dealer(draw) + 1
        dealt = seats * self.limits.each
        bits = [BITS[card] for card in deck]
        return [sum(bits[(seat - first) % seats : dealt : seats]) for seat in range(seats)]

    def rest(self, deck: Sequence[Card]) -> CardSet:
        """The cards of the shuffled ``deck`` that are left over: its last ones (R-remainder)."""
        return set_of(deck[self.rules.players * self.limits.each :])

    def deal(
        self, hands: Sequence[CardSet | None], draw: int = 0, rest: CardSet | None = None
    ) -> Deal:
        """The coming deal with these hands and cards left over, None for those out of sight.

        Raises `ValueError` where they are none of one deal.
        """
        return Deal(self.limits, hands, self.pass_offset, rest=rest, eldest=self.eldest(draw))

    def eldest(self, draw: int) -> int:
        """The seat on the dealer's left in the coming deal."""
        return (self.dealer(draw) + 1) % self.rules.players

    def result(self, deal: Deal, draw: int) -> Result:
        """The result of the coming deal as it was played. Raises `ValueError` before its end."""
        if not deal.over:
            raise ValueError("the deal is not over")
        won = deal.won()
        points = self.costs.points(won, deal.choice)
        totals = [total + more for total, more in zip(self.totals, points, strict=True)]
        result: Result = {"dealer": self.dealer(draw), "points": points, "totals": totals}
        if self.costs.bonus_cards:
            result["penalties"] = self.costs.penalties(won, deal.choice)
        return result

    def settle(self, result: object) -> Self:
        """The match after a deal with this result, whose dealer and scores it takes over.

        Whether they are right, only a replay can tell. Raises `ResultError` for anything
        but the JSON form of a result.
        """
        scores = ["points", "totals", *(["penalties"] if self.costs.bonus_cards else [])]
        if not isinstance(result, Mapping) or set(result) != {"dealer", *scores}:
            raise ResultError(f"a result has dealer, {', '.join(scores[:-1])} and {scores[-1]}")
        seats = self.rules.players
        dealer = result["dealer"]
        if type(dealer) is not int or not 0 <= dealer < seats:
            raise ResultError("the dealer is a seat")
        if not all(_are_scores(result[member], seats) for member in scores):
            raise ResultError(f"{' and '.join(scores)} are {seats} whole numbers each")
        return replace(
            self,
            totals=tuple(result["totals"]),
            settled=self.settled + 1,
            next_dealer=(dealer + 1) % seats,
            penalties=tuple(result.get("penalties", result["points"])),
        )

    def standings(self) -> Standings:
        """Totals and places (R-places): equal totals share one, as in 1, 1, 3, 4."""
        places = [1 + sum(other < total for other in self.totals) for total in self.totals]
        return {"totals": list(self.totals), "places": places}


def _are_scores(value: object, seats: int) -> TypeGuard[list[int]]:
    """Whether ``value`` is an array of one score for each seat."""
    return (
        isinstance(value, list | tuple)
        and len(value) == seats
        and all(type(score) is int and abs(score) <= SCORE_LIMIT for score in value)
    )
