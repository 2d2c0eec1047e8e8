"""Hearts for people's tools: rule sets by name, computer players, and pictures of a deal.

Implements `fairdeal.game.GameTools`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from fairdeal.game import (
    BadRules,
    Cards,
    Cell,
    DealRecord,
    IllegalMove,
    Json,
    Passage,
    RulesInWords,
    Table,
)
from fairdeal.game import Deal as AnyDeal
from fairdeal.game import Match as AnyMatch
from hearts.axes import RulesError, shown
from hearts.bots import LEVELS, Bot
from hearts.bots.base import Below
from hearts.cards import (
    CARDS,
    QUEENS,
    Card,
    Suit,
    in_words,
    kinds,
    members,
    name_of,
    names,
    suit_of,
    symbols,
)
from hearts.deal import Deal
from hearts.deck import Deck
from hearts.game import HeartsDeal, HeartsMatch
from hearts.hints import Adviser, Hint, hint
from hearts.options import read
from hearts.presets import PRESETS, VARIANTS
from hearts.rules import Rules
from hearts.sentences import in_full
from hearts.words import ABOUT, differences, number, seats_on, usual_for


class TableBot:
    """A bot at a fairdeal table: its choices as moves in JSON."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot

    def choose(self, deal: AnyDeal, seat: int) -> Json:
        """A legal pass, play or choice for ``seat``, whose view ``deal`` is."""
        deal = _hearts(deal)
        if deal.passing:
            return list(names(self._bot.choose_pass(deal, seat)))
        if deal.choosing:
            return self._bot.choose_moon(deal.match, deal, seat)
        return name_of(self._bot.choose_card(deal, seat))


class HeartsTools:
    """What the command line asks of hearts: implements `fairdeal.game.GameTools`."""

    def presets(self) -> Mapping[str, str]:
        """The presets, and what each is."""
        return {name: ABOUT[name] for name in PRESETS}

    def variants(self) -> Mapping[str, str]:
        """The variants, and what each is."""
        return {name: ABOUT[name] for name in VARIANTS}

    def rules(
        self,
        preset: str,
        options: Mapping[str, str],
        *,
        seats: int | None = None,
        variants: Sequence[str] = (),
    ) -> tuple[Json, int]:
        """The rule set of a preset under variants and options, and its number of seats.

        An option is an axis with its value as text. Raises `BadRules` for what is unknown or
        has no meaning.
        """
        try:
            rules = read(preset, options, seats, variants)
        except RulesError as error:
            raise BadRules(error.axis, error.why) from None
        return rules.to_json(), rules.players

    def words(self, rules: Json) -> RulesInWords:
        """A rule set in plain words, compared with ``house``. Raises `BadRules`."""
        try:
            parsed = Rules.from_json(rules)
        except RulesError as error:
            raise BadRules(error.axis, error.why) from None
        usual = usual_for(parsed)
        same = set(in_full(usual))
        passages = (Passage(*said, differs=said not in same) for said in in_full(parsed))
        return RulesInWords(
            tuple(passages),
            f"house for {number(usual.players)} players",
            tuple(differences(parsed)),
        )

    def bot(self, level: str, below: Callable[[int], int]) -> TableBot:
        """A player: ``random``, ``easy``, ``normal`` or ``hard``. Raises `KeyError` for others."""
        if level not in LEVELS:
            raise KeyError(f"no bot of hearts plays {shown(level)}; there are {', '.join(LEVELS)}")
        return TableBot(LEVELS[level](below))

    def hint(self, deal: AnyDeal, seat: int, below: Below, level: Adviser = "hard") -> Hint:
        """A legal move for ``seat``, whose view ``deal`` is, with a reason in words.

        With a `fairdeal.Seat`, for its player to follow or not::

            if seat.due:
                hint = TOOLS.hint(seat.view, seat.number, secrets.randbelow)
                show(hint.move, hint.reason)  # QC: it does not take the trick
                ...
                outbox = seat.choose(hint.move)

        ``below(n)`` is uniform over 0 to n-1, ``level`` how good the adviser is. Nothing but what
        the seat may know goes into a hint, even if ``deal`` shows more. Raises `ValueError` where
        nothing is due from the seat, or its hand is out of sight.
        """
        deal = _hearts(deal)
        return hint(deal.match, deal, seat, below, level)

    def card(self, name: str) -> Cell:
        """A card as its rank and symbol, or, as any other text, as it is."""
        card = CARDS.get(name)
        return _text(name) if card is None else Cell(symbols(card), name, _colour(suit_of(card)))

    def picture(self, match: AnyMatch, record: DealRecord) -> Sequence[Table]:
        """The hands, the pass, the tricks and the scores, as far as the record tells them.

        A record may tell of moves that nobody could make; the picture ends before them.
        """
        if not isinstance(match, HeartsMatch):
            raise TypeError("these pictures are of hearts only")
        tables = []
        if record.hands is not None:
            tables.append(_hands_table(record.names, record.hands, record.rest or ()))
        if match.pass_offset and record.seals:
            tables.append(_pass_table(record, match.pass_offset))
        deal = _replayed(match, record)
        tables.append(_tricks_table(record.names, deal))
        tables.append(_scores_table(match, record, deal))
        return tables

    def groups(self, match: AnyMatch) -> Mapping[str, Cards]:
        """The suits; and the queen of spades, the card that leads first, and the bonus card."""
        if not isinstance(match, HeartsMatch):
            raise TypeError("these groups are of hearts only")
        deck = Deck.of(match.rules)
        groups = {suit.word: names(kinds(suit.cards & deck.cards)) for suit in Suit}
        single = kinds((QUEENS | match.limits.first | deck.bonus) & deck.cards)
        groups.update((in_words(card), (name_of(card),)) for card in members(single))
        return {name: cards for name, cards in groups.items() if cards}

    def points(self, result: Json) -> Sequence[int] | None:
        """The points that a deal's result states; None for what has not the form of one."""
        return _scores(result, "points") or None

    def standings(self, result: Json) -> Sequence[tuple[int, int]] | None:
        """Place and total of each seat that a result states; None for what has not their form."""
        places, totals = _scores(result, "places"), _scores(result, "totals")
        return list(zip(places, totals, strict=True)) if len(places) == len(totals) > 0 else None


def _hearts(deal: AnyDeal) -> HeartsDeal:
    """The same deal. Raises `TypeError` for one of another game."""
    if not isinstance(deal, HeartsDeal):
        raise TypeError(f"a view of a deal of hearts is needed, not {type(deal).__name__}")
    return deal


def _scores(result: Json, member: str) -> list[int]:
    """What a result states for each seat; nothing where that has not the form of scores."""
    scores = result.get(member) if isinstance(result, Mapping) else None
    whole = [one for one in scores if type(one) is int] if isinstance(scores, list) else []
    return whole if whole == scores else []


def _replayed(match: HeartsMatch, record: DealRecord) -> HeartsDeal:
    """The recorded moves, as a view without hands sees them: all that tricks and points need."""
    deal = match.begin(record.draw, [None] * match.rules.players, None)
    if deal.passing:
        deal.open_seals({})
    for seat, move in record.moves:
        try:
            deal.apply(seat, move)
        except IllegalMove:
            break
    return deal


def _text(text: str, style: str = "") -> Cell:
    return Cell(text, text, style)


def _colour(suit: Suit) -> str:
    return "red" if suit in (Suit.DIAMONDS, Suit.HEARTS) else ""


def _cards(cards: Iterable[Card]) -> Cell:
    """Cards side by side."""
    known = list(cards)
    return Cell(" ".join(map(symbols, known)), " ".join(name_of(card) for card in known))


def _known(cards: Iterable[Json]) -> list[Card]:
    """The cards among names that come from elsewhere."""
    return [CARDS[name] for name in cards if isinstance(name, str) and name in CARDS]


def _hands_table(
    players: Sequence[str], hands: Sequence[Sequence[str]], rest: Sequence[str]
) -> Table:
    """The hands as dealt, and what was left over: a row for each, a column for each suit."""
    rows = [_hand_row(_text(name, "bold"), hand) for name, hand in zip(players, hands, strict=True)]
    if rest:
        rows.append(_hand_row(_text("left over", "dim"), rest))
    return Table("Hands", ("seat", *(suit.word for suit in Suit)), tuple(rows))


def _hand_row(owner: Cell, hand: Sequence[str]) -> tuple[Cell, ...]:
    cards = sorted(_known(hand), reverse=True)
    suits = []
    for suit in Suit:
        ranks = [card for card in cards if suit_of(card) == suit]
        text = " ".join(symbols(card)[:-1] for card in ranks)
        plain = " ".join(name_of(card)[0] for card in ranks)
        suits.append(Cell(text, plain, _colour(suit)) if ranks else _text("-", "dim"))
    return (owner, *suits)


def _pass_table(record: DealRecord, offset: int) -> Table:
    """The pass: who gave what to whom."""
    rows = []
    for seat, name in enumerate(record.names):
        move = record.seals[0].get(seat)
        given = _known(move) if isinstance(move, list | tuple) else []
        receiver = record.names[(seat + offset) % len(record.names)]
        rows.append((_text(name, "bold"), _cards(given), _text(receiver)))
    where = seats_on(offset, len(record.names))
    title = f"Pass to the {where}" if where in ("left", "right") else f"Pass {where}"
    return Table(title, ("seat", "passes", "to"), tuple(rows))


def _tricks_table(players: Sequence[str], deal: Deal) -> Table:
    """The tricks: a row for each, a column for each seat; the lead has an arrow."""
    rows = []
    tricks = [(cards, taker, "stays") for cards, taker in deal.tricks]
    if deal.trick:
        tricks.append((deal.trick, None, ""))
    for count, (cards, winner, untaken) in enumerate(tricks, start=1):
        leader = next(iter(cards))
        cells = [
            _played(cards[seat], seat == leader) if seat in cards else _text("")
            for seat in range(deal.seats)
        ]
        taker = _text(untaken, "dim") if winner is None else _text(players[winner], "bold")
        rows.append((_text(str(count), "dim"), *cells, taker))
    return Table("Tricks", ("trick", *players, "taken by"), tuple(rows))


def _played(card: Card, led: bool) -> Cell:
    """A card in a trick: ``>`` before the lead, red suits in red."""
    mark = ">" if led else " "
    return Cell(mark + symbols(card), mark + name_of(card), _colour(suit_of(card)))


def _scores_table(match: HeartsMatch, record: DealRecord, deal: Deal) -> Table:
    """The totals before the deal, its points and the new totals as its result states them.

    A shooter that chose is marked with its choice.
    """
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
        if deal.choice is not None:
            row.append(_text(deal.choice if seat == deal.chooser else ""))
        rows.append(tuple(row))
    chose = ("chose",) if deal.choice is not None else ()
    return Table("Scores", ("seat", "before", "points", "total", *chose), tuple(rows))


TOOLS = HeartsTools()
