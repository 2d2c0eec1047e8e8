"""All that fairdeal knows of games: the protocols a game implements.

The core moves commitments, signatures and opaque moves; what a card is, whose turn it
is and what a deal is worth, only the game knows. `hearts.game` and
`examples/high_card.py` implement this seam. See specs/fairdeal.md, section 12.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol, TypeAlias, runtime_checkable

Json: TypeAlias = "None | bool | int | str | Sequence[Json] | Mapping[str, Json]"
Cards: TypeAlias = tuple[str, ...]
Place: TypeAlias = tuple[tuple[str, int], ...]
"""Where in a deal something happened, outermost first: ``(("trick", 5),)``, from 1."""


@dataclass(frozen=True, slots=True)
class Layout:
    """How a shuffled deck falls: one hand for each seat, and the cards left over."""

    hands: tuple[Cards, ...]
    rest: Cards = ()


@dataclass(frozen=True, slots=True)
class Seals:
    """These seats choose in secret, together."""

    seats: frozenset[int]


@dataclass(frozen=True, slots=True)
class Turn:
    """One of these seats acts next; more than one where this view cannot tell which."""

    seats: frozenset[int]


@dataclass(frozen=True, slots=True)
class Done:
    """The play of this deal is over."""


class IllegalMove(Exception):
    """A move that a rule of the game forbids.

    ``rule`` is the rule's name in the game's specification, ``detail`` a sentence for
    players, ``playable`` the cards or moves that were allowed, as far as the view knows.
    """

    def __init__(
        self, rule: str, detail: str, place: Place = (), playable: tuple[str, ...] = ()
    ) -> None:
        super().__init__(f"{detail} [{rule}]")
        self.rule = rule
        self.detail = detail
        self.place = place
        self.playable = playable


class BadRules(Exception):
    """A rule set that has no meaning or is not supported: which axis, and why."""

    def __init__(self, axis: str, why: str) -> None:
        super().__init__(f"{axis}: {why}")
        self.axis = axis
        self.why = why


class BadResult(Exception):
    """A deal's result that does not even have the form of one."""


@runtime_checkable
class Game(Protocol):
    """A game, found by ``name`` under the entry-point group ``fairdeal.games``."""

    @property
    def name(self) -> str:
        """The name that stands in `open`: `a-z`, `0-9`, `-` and `.`."""

    @property
    def version(self) -> str:
        """Changes whenever an old transcript would be judged differently."""

    def match(self, rules: Json, seats: int) -> Match:
        """The state before the first deal. Raises `BadRules`."""


class Match(Protocol):
    """The game between two deals. Immutable."""

    @property
    def deck(self) -> Cards:
        """The canonical deck of the coming deal: at most 256 cards, copies adjacent or not."""

    @property
    def over(self) -> bool:
        """Whether the game has reached its own end."""

    def layout(self, deck: Cards, draw: int) -> Layout:
        """How ``deck``, in shuffled order, is dealt; ``draw`` is below the number of seats."""

    def begin(self, draw: int, hands: Sequence[Cards | None], rest: Cards | None) -> Deal:
        """A view of the coming deal. ``None`` stands for a hand that this view cannot see."""

    def settle(self, result: Json) -> Match:
        """The state after a deal with that result. Raises `BadResult`."""

    def standings(self) -> Json:
        """What `close` states as the game's result."""


class Deal(Protocol):
    """One deal as one view sees it: all hands, one seat's, or none. Mutable."""

    def due(self) -> Seals | Turn | Done:
        """What comes next. Which of the three it is, every view answers alike.

        A seat's own view should know whether it is that seat's turn; where it sees several seats,
        as other views may, the host has to tell them whose turn it is.
        """

    def check(self, seat: int, move: Json) -> IllegalMove | None:
        """Why ``seat`` may not make that (sealed or open) move now, as far as this view knows.

        What one view refuses, no view that sees more may allow.
        """

    def readers(self, sealer: int) -> frozenset[int]:
        """The seats that are sent the opening of this seat's sealed move at once."""

    def open_seals(self, moves: Mapping[int, Json]) -> None:
        """All due seals are in; ``moves`` holds those that this view may see, by seat.

        Raises `IllegalMove` only where a move is impossible to carry out.
        """

    def apply(self, seat: int, move: Json) -> None:
        """Carry out a move, legal or not. Raises `IllegalMove` only where that is impossible."""

    def place(self) -> Place:
        """Where in the deal the next move stands."""

    def result(self) -> Json:
        """The deal's result. Only for a `Done` deal whose hands are all seen."""


# --- For people's tools: presets, bots and pictures. Optional for a game. ---


class Bot(Protocol):
    """A computer player; it is handed its own seat's view and nothing else."""

    def choose(self, deal: Deal, seat: int) -> Json:
        """A legal move, open or sealed as `Deal.due` asks."""


@dataclass(frozen=True, slots=True)
class DealRecord:
    """A deal as the transcript tells it. ``hands`` is None until it was disclosed."""

    draw: int
    names: tuple[str, ...]
    hands: tuple[Cards, ...] | None
    rest: Cards | None
    seals: tuple[Mapping[int, Json], ...]
    moves: tuple[tuple[int, Json], ...]
    result: Json


@dataclass(frozen=True, slots=True)
class Cell:
    """A piece of a picture: ``text`` for a terminal with symbols, ``plain`` in ASCII.

    ``style`` is one of "", "red", "bold", "dim", "good".
    """

    text: str
    plain: str = ""
    style: str = ""


@dataclass(frozen=True, slots=True)
class Table:
    """One table of a deal's picture."""

    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...] = field(default=())


@dataclass(frozen=True, slots=True)
class Passage:
    """A sentence or two of a rule set in words, under a ``topic``.

    ``differs``: the usual rules of the game say something else here.
    """

    topic: str
    text: str
    differs: bool = False


@dataclass(frozen=True, slots=True)
class RulesInWords:
    """A rule set for people who have never seen the code, in the order of play.

    ``usual`` says in words with which rules of the game it was compared, ``changes`` names
    each option that has another value than there.
    """

    passages: tuple[Passage, ...]
    usual: str
    changes: tuple[str, ...] = ()


class GameTools(Protocol):
    """Found by the game's name under the entry-point group ``fairdeal.tools``."""

    def presets(self) -> Mapping[str, str]:
        """Rule sets with a name, and what each is, in a line."""

    def variants(self) -> Mapping[str, str]:
        """Changes with a name that may be laid over a preset, and what each is, in a line."""

    def rules(
        self,
        preset: str,
        options: Mapping[str, str],
        *,
        seats: int | None = None,
        variants: Sequence[str] = (),
    ) -> tuple[Json, int]:
        """A full rule set and its number of seats: a preset under variants and options.

        ``options`` are values as people write them, by name; without ``seats`` the number is
        what the preset says. Raises `BadRules`; its axis is the name of an option, or
        ``preset``, ``variant`` or ``seats`` where that argument is at fault.
        """

    def words(self, rules: Json) -> RulesInWords:
        """A full rule set in words. Raises `BadRules`."""

    def bot(self, level: str, below: Callable[[int], int]) -> Bot:
        """A bot that draws from ``below(n)``, uniform over 0..n-1.

        Raises `KeyError`, with what levels there are in words, for one that there is not.
        """

    def card(self, name: str) -> Cell:
        """A card of the game as people see it; any other text as it is."""

    def picture(self, match: Match, record: DealRecord) -> Sequence[Table]:
        """The deal for people's eyes; ``match`` is the state before it."""

    def groups(self, match: Match) -> Mapping[str, Cards]:
        """Groups of the coming deal's cards that players watch, suits and single cards, by name.

        An audit counts how they fall. The names go into sentences: ``hearts``, ``queen of spades``.
        """

    def points(self, result: Json) -> Sequence[int] | None:
        """The points of a deal's result by seat; None where it tells none."""

    def standings(self, result: Json) -> Sequence[tuple[int, int]] | None:
        """The place and the total of each seat, by seat, as a game's result states them.

        None where it tells none. ``result`` is what `Match.standings` gives, or anything else.
        """
