"""What a server tells its players while a deal is played. See specs/hearts.md, section 10."""

from __future__ import annotations

from dataclasses import dataclass

from hearts.cards import QUEENS
from hearts.deal import Deal
from hearts.scoring import Costs


@dataclass(frozen=True, slots=True)
class Alerts:
    """The state of a deal in a few words; every view sees the same."""

    hearts_open: bool
    """Whether a card has been played that opens hearts."""
    queens_played: int
    """How many queens of spades have been played; with one pack, one is all of them."""
    points: tuple[int, ...]
    """What each seat took so far in tricks, bonus cards included; a moon is not counted yet."""
    moon_threat: int | None
    """The seat that holds every penalty card taken so far, at least one, if a moon counts."""


def alerts(deal: Deal, costs: Costs) -> Alerts:
    """The alerts of ``deal``. Cards that are left over stay out of it: nobody sees them."""
    cost = [costs.cost(taken) for taken in deal.taken]
    payers = [seat for seat, taken in enumerate(deal.taken) if taken & costs.penalty]
    return Alerts(
        hearts_open=deal.hearts_open,
        queens_played=(deal.played & QUEENS).bit_count(),
        points=tuple(map(int.__add__, cost, costs.bonus(deal.taken))),
        moon_threat=payers[0] if len(payers) == 1 and costs.has_moon else None,
    )
