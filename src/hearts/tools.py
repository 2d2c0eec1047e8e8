"""Hearts for people's tools: rule sets by name, computer players, and pictures of a deal.

Implements `fairdeal.game.GameTools`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

from fairdeal.game import BadRules, Cell, DealRecord, Json, Table
from fairdeal.game import Deal as AnyDeal
from fairdeal.game import Match as AnyMatch
from hearts.bots import LEVELS, Bot
from hearts.cards import CARDS, NAMES, Card, Suit, suit_of, symbols
from hearts.deal import Deal, Impossible
from hearts.match import Match
from hearts.rules import RulesError, from_preset

_PASSES: Final[Mapping[int, str]] = {1: "left", 2: "across", 3: "right"}


class TableBot:
    """A bot at a fairdeal table: its choices as moves in JSON."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot

    def choose(self, deal: AnyDeal, seat: int) -> Json:
        """A legal pass or play for ``seat``, whose view ``deal`` is."""
        if not isinstance(deal, Deal):
            raise TypeError("this bot plays hearts only")
        if deal.passing:
            cards = self._bot.choose_pass(deal, seat)
            return [name for name, card in CARDS.items() if cards >> card & 1]
        return NAMES[self._bot.choose_card(deal, seat)]


class HeartsTools:
    """What the command line asks of hearts: implements `fairdeal.game.GameTools`."""

    def rules(self, preset: str, options: Mapping[str, str]) -> tuple[Json, int]:
        """The rule set of a preset and its number of seats. One option: ``target``.

        Raises `BadRules` for an unknown preset or option, or a target that is none.
        """
        for option in options:
            if option != "target":
                raise BadRules(option, "no such option; there is: target")
        text = options.get("target")
        if text is not None and not (text.isascii() and text.isdigit() and len(text) <= 4):
            raise BadRules("target", "must be a whole number, 1 to 1000")
        try:
            rules = from_preset(preset, None if text is None else int(text))
        except RulesError as error:
            raise BadRules(error.axis, error.why) from None
        return rules.to_json(), rules.players

    def bot(self, level: str, below: Callable[[int], int]) -> TableBot:
        """A computer player: ``normal`` or ``random``. Raises `KeyError` for another level."""
        return TableBot(LEVELS[level](below))

    def picture(self, match: AnyMatch, record: DealRecord) -> Sequence[Table]:
        """The hands, the pass, the tricks and the scores, as far as the record tells them.

        A record may tell of moves that nobody could make; the picture ends before them.
        """
        if not isinstance(match, Match):
            raise TypeError("these pictures are of hearts only")
        tables = []
        if record.hands is not None:
            tables.append(_hands_table(record.names, record.hands))
        if match.pass_offset and record.seals:
            tables.append(_pass_table(record, match.pass_offset))
        deal = _replayed(match, record)
        tables.append(_tricks_table(record.names, deal))
        tables.append(_scores_table(match, record, deal))
        return tables


def _replayed(match: Match, record: DealRecord) -> Deal:
    """The recorded plays, as a view without hands sees them: all that tricks and points need."""
    deal = match.deal([None] * match.rules.players)
    if deal.passing:
        deal.exchange({})
    for seat, move in record.moves:
        card = CARDS.get(move) if isinstance(move, str) else None
        if card is None:
            break
        try:
            deal.play(seat, card)
        except Impossible:
            break
    return deal


def _text(text: str, style: str = "") -> Cell:
    return Cell(text, text, style)


def _colour(suit: Suit) -> str:
    return "red" if suit in (Suit.DIAMONDS, Suit.HEARTS) else ""


def _cards(cards: Iterable[Card]) -> Cell:
    """Cards side by side."""
    known = list(cards)
    return Cell(" ".join(map(symbols, known)), " ".join(NAMES[card] for card in known))


def _known(cards: Iterable[Json]) -> list[Card]:
    """The cards among names that come from elsewhere."""
    return [CARDS[name] for name in cards if isinstance(name, str) and name in CARDS]


def _hands_table(names: Sequence[str], hands: Sequence[Sequence[str]]) -> Table:
    """The hands as dealt: a row for each seat, a column for each suit."""
    rows = []
    for name, hand in zip(names, hands, strict=True):
        cards = sorted(_known(hand), reverse=True)
        suits = []
        for suit in Suit:
            ranks = [card for card in cards if suit_of(card) == suit]
            text = " ".join(symbols(card)[:-1] for card in ranks)
            suits.append(Cell(text, " ".join(NAMES[card][0] for card in ranks), _colour(suit)))
        rows.append((_text(name, "bold"), *suits))
    return Table("Hands", ("seat", *(suit.word for suit in Suit)), tuple(rows))


def _pass_table(record: DealRecord, offset: int) -> Table:
    """The pass: who gave what to whom."""
    rows = []
    for seat, name in enumerate(record.names):
        move = record.seals[0].get(seat)
        given = _known(move) if isinstance(move, list | tuple) else []
        receiver = record.names[(seat + offset) % len(record.names)]
        rows.append((_text(name, "bold"), _cards(given), _text(receiver)))
    title = f"Pass to the {_PASSES[offset]}" if offset != 2 else "Pass across"
    return Table(title, ("seat", "passes", "to"), tuple(rows))


def _tricks_table(names: Sequence[str], deal: Deal) -> Table:
    """The tricks: a row for each, a column for each seat; the lead has an arrow."""
    rows = []
    tricks = list(deal.tricks)
    if deal.trick:
        tricks.append((deal.trick, -1))
    for number, (cards, winner) in enumerate(tricks, start=1):
        leader = next(iter(cards))
        cells = [
            _played(cards[seat], seat == leader, seat == winner) if seat in cards else _text("")
            for seat in range(deal.seats)
        ]
        taker = names[winner] if winner >= 0 else ""
        rows.append((_text(str(number), "dim"), *cells, _text(taker, "bold")))
    return Table("Tricks", ("trick", *names, "taken by"), tuple(rows))


def _played(card: Card, led: bool, won: bool) -> Cell:
    """A card in a trick: ``>`` before the lead, red suits in red, else bold where it won."""
    mark = ">" if led else " "
    style = _colour(suit_of(card)) or ("bold" if won else "")
    return Cell(mark + symbols(card), mark + NAMES[card], style)


def _scores_table(match: Match, record: DealRecord, deal: Deal) -> Table:
    """The totals before the deal, its points and the new totals as its result states them."""
    result = record.result if isinstance(record.result, Mapping) else {}
    rows = []
    for seat, name in enumerate(record.names):
        row = [_text(name, "bold"), _text(str(match.totals[seat]))]
        for member in ("points", "totals"):
            scores = result.get(member)
            if isinstance(scores, list | tuple) and len(scores) == deal.seats:
                row.append(_text(str(scores[seat])))
            else:
                row.append(_text("?"))
        rows.append(tuple(row))
    return Table("Scores", ("seat", "before", "points", "total"), tuple(rows))


TOOLS = HeartsTools()
