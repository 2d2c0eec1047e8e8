"""What a shooter makes of its moon."""

from __future__ import annotations

from dataclasses import replace

from hearts.deal import Deal
from hearts.match import Match
from hearts.scoring import MOON_CHOICES, Choice


def better_choice(match: Match, deal: Deal, seat: int) -> Choice:
    """The choice that wins the match at once, else one that does not lose it.

    Both come to the same differences between the seats, so that what is left to choose is how
    near the end comes: nearer while nobody is ahead of ``seat``, and no nearer else.
    """

    def value(choice: Choice) -> tuple[int, bool]:
        over, ahead = outlook(match, deal, seat, choice)
        return (-ahead or 1) if over else 0, (choice == "add") == (ahead == 0)

    return max(MOON_CHOICES, key=value)


def outlook(match: Match, deal: Deal, seat: int, choice: Choice) -> tuple[bool, int]:
    """Whether the match ends with that choice, and how many seats are then ahead of ``seat``.

    ``match`` is as before ``deal``, of which all tricks have been played.
    """
    won = deal.won()
    points = match.costs.points(won, choice)
    totals = [total + more for total, more in zip(match.totals, points, strict=True)]
    charged = tuple(match.costs.penalties(won, choice))
    after = replace(match, totals=tuple(totals), penalties=charged)
    return after.over, sum(total < totals[seat] for total in totals)
