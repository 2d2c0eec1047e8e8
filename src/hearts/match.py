"""A match: deal after deal, the totals, and when it ends. See specs/hearts.md, section 7."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Self, TypeAlias, TypeGuard

from hearts.cards import BITS, Card, CardSet
from hearts.deal import Deal
from hearts.rules import Rules
from hearts.scoring import points
from hearts.trick import Limits

SCORE_LIMIT = 1_000_000
"""No points and no total of a result are further from zero."""


Result: TypeAlias = dict[str, int | list[int]]
"""What a deal comes to, in its JSON form: ``dealer`` (a seat), ``points``, ``totals``."""

Standings: TypeAlias = dict[str, list[int]]
"""How a match stands, in its JSON form: ``totals`` and ``places``, each by seat."""


class ResultError(ValueError):
    """A result that does not even have the form of one."""


@dataclass(frozen=True)
class Match:
    """A match between two deals; `Match.first` makes the one before the first deal."""

    rules: Rules
    limits: Limits
    totals: tuple[int, ...]
    settled: int = 0
    """How many deals are behind it."""
    next_dealer: int | None = None
    """The dealer of the coming deal; None before the first, whose dealer is drawn."""

    @classmethod
    def first(cls, rules: Rules) -> Self:
        """The match under ``rules`` before its first deal."""
        return cls(rules, Limits(rules), (0,) * rules.players)

    @property
    def over(self) -> bool:
        """Whether the match has ended (R-end, R-ties)."""
        if max(self.totals) < self.rules.target:
            return False
        return self.rules.ties == "shared" or self.totals.count(min(self.totals)) == 1

    @property
    def pass_offset(self) -> int:
        """How far to the left cards go in the coming deal; 0: no pass (R-pass-cycle)."""
        cycle = self.rules.pass_cycle
        return cycle[self.settled % len(cycle)]

    def dealer(self, draw: int) -> int:
        """The dealer of the coming deal: ``draw`` before the first (R-dealer)."""
        return draw if self.next_dealer is None else self.next_dealer

    def hands(self, deck: Sequence[Card], draw: int) -> list[CardSet]:
        """The hands, by seat, that the shuffled ``deck`` gives (R-dealing)."""
        seats = self.rules.players
        first = self.dealer(draw) + 1
        bits = [BITS[card] for card in deck]
        return [sum(bits[(seat - first) % seats :: seats]) for seat in range(seats)]

    def deal(self, hands: Sequence[CardSet | None]) -> Deal:
        """The coming deal with these hands, None for one out of sight.

        Raises `ValueError` where the hands are none of one deal.
        """
        return Deal(self.limits, hands, self.pass_offset)

    def result(self, deal: Deal, draw: int) -> Result:
        """The result of the coming deal as it was played. Raises `ValueError` before its end."""
        if not deal.over:
            raise ValueError("the deal is not over")
        charged = points(deal.taken)
        totals = [total + more for total, more in zip(self.totals, charged, strict=True)]
        return {"dealer": self.dealer(draw), "points": charged, "totals": totals}

    def settle(self, result: object) -> Self:
        """The match after a deal with this result, whose dealer and totals it takes over.

        Whether they are right, only a replay can tell. Raises `ResultError` for anything
        but the JSON form of a result.
        """
        if not isinstance(result, Mapping) or set(result) != {"dealer", "points", "totals"}:
            raise ResultError("a result has dealer, points and totals")
        seats = self.rules.players
        dealer, totals = result["dealer"], result["totals"]
        if type(dealer) is not int or not 0 <= dealer < seats:
            raise ResultError("the dealer is a seat")
        if not _are_scores(result["points"], seats) or not _are_scores(totals, seats):
            raise ResultError(f"points and totals are {seats} whole numbers")
        return replace(
            self,
            totals=tuple(totals),
            settled=self.settled + 1,
            next_dealer=(dealer + 1) % seats,
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
