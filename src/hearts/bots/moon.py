"""What a shooter makes of its moon."""

from __future__ import annotations

from dataclasses import replace

from hearts.deal import Deal
from hearts.match import Match
from hearts.scoring import CHOICES, Choice


def better_choice(match: Match, deal: Deal, seat: int) -> Choice:
    """The choice that wins the match at once, else one that does not lose it, else ``add``."""

    def value(choice: Choice) -> tuple[int, bool]:
        won = deal.won()
        points = match.costs.points(won, choice)
        totals = [total + more for total, more in zip(match.totals, points, strict=True)]
        charged = tuple(match.costs.penalties(won, choice))
        after = replace(match, totals=tuple(totals), penalties=charged)
        better = sum(total < totals[seat] for total in totals)
        if not after.over:
            return 0, choice == "add"
        return (-better or 1), choice == "add"

    return max(CHOICES, key=value)
