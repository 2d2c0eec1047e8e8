"""Whole deals played by bots, each of which sees the view of its own seat and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from fairdeal.game import Bot, Json
from hearts.game import GAME, HeartsDeal, HeartsMatch
from hearts.rules import Rules

Watch = Callable[[Sequence[HeartsDeal], int, Json], None]
"""Is shown the full view and the seats' views before each move, the seat and its move."""


def unwatched(views: Sequence[HeartsDeal], seat: int, move: Json) -> None:
    """Watches nothing."""


def first_match(rules: Rules) -> HeartsMatch:
    return GAME.match(rules.to_json(), rules.players)


def dealt(match: HeartsMatch, rng: Random) -> list[HeartsDeal]:
    """A shuffled deal: the full view, then that of each seat."""
    deck = list(match.deck)
    rng.shuffle(deck)
    draw = rng.randrange(match.rules.players)
    layout = match.layout(tuple(deck), draw)
    views = [match.begin(draw, layout.hands, layout.rest)]
    for own in range(match.rules.players):
        hands = [hand if seat == own else None for seat, hand in enumerate(layout.hands)]
        views.append(match.begin(draw, hands, None))
    return views


def play(views: Sequence[HeartsDeal], bots: Sequence[Bot], watch: Watch = unwatched) -> Json:
    """Let the bots play a deal; each must move legally. Returns its result."""
    full = views[0]
    if full.passing:
        moves: dict[int, Json] = {}
        for seat, bot in enumerate(bots):
            moves[seat] = bot.choose(views[1 + seat], seat)
            watch(views, seat, moves[seat])
            assert full.check(seat, moves[seat]) is None
        full.open_seals(moves)
        for seat in range(full.seats):
            giver = (seat - full.pass_offset) % full.seats
            views[1 + seat].open_seals({seat: moves[seat], giver: moves[giver]})
    while not full.over:
        (seat,) = full.actors()
        move = bots[seat].choose(views[1 + seat], seat)
        watch(views, seat, move)
        assert full.check(seat, move) is None
        for view in views:
            view.apply(seat, move)
    return full.result()
