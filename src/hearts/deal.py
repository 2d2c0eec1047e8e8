"""The play of one deal: the pass, then trick after trick, as one view sees it.

No move is undone and illegal ones are carried out where that is possible, so that the
rest of a deal can be judged after a fault. See specs/hearts.md, sections 5, 6 and 10.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hearts.cards import BITS, SUITS, Card, CardSet, in_words, members, name_of, set_of, suit_of
from hearts.limits import Limit, Limits, lowest_club
from hearts.refusal import Impossible, Refusal
from hearts.rules import Rules
from hearts.scoring import Choice
from hearts.trick import Trick
from hearts.view import View, is_one


class Deal(View):
    """One deal from the cards dealt to the last trick.

    Seats count clockwise from 0. The attributes are for reading; `exchange`, `play` and
    `choose` change them.
    """

    __slots__ = (
        "_first",
        "_follow",
        "_fresh",
        "_left",
        "_limits",
        "choice",
        "chooser",
        "eldest",
        "led",
        "over",
        "pass_offset",
        "passing",
        "standing",
        "taken",
        "trick",
        "tricks",
        "turn",
    )

    def __init__(
        self,
        table: Limits,
        hands: Sequence[CardSet | None],
        pass_offset: int = 0,
        *,
        rest: CardSet | None = None,
        eldest: int = 0,
    ) -> None:
        """A deal of ``hands``, by seat, and of ``rest``, None where this view sees no cards.

        ``pass_offset`` is how far to the left cards are passed, 0 for a deal without a pass.
        ``eldest`` is the seat on the dealer's left. Raises `ValueError` where the cards are
        none of one deal.
        """
        super().__init__(table, hands, rest)
        self.pass_offset = pass_offset
        """How far to the left cards are passed; 0: this deal has no pass."""
        self.eldest = eldest
        """The seat on the dealer's left."""
        self.passing = pass_offset != 0
        """Whether the pass is still to come."""
        self.over = False
        """Whether nothing more is to be done."""
        self.turn: int | None = None
        """The seat to play; None where nobody is, or this view cannot tell."""
        self.chooser: int | None = None
        """The seat that has to choose, or chose, what its moon does (R-choice)."""
        self.choice: Choice | None = None
        """What it chose."""
        self.taken: list[CardSet] = [0] * self.seats
        """The cards that each seat took in tricks; see `won` for those left over."""
        self.trick: dict[int, Card] = {}
        """The trick on the table: the card of each seat, in the order of play."""
        self.led: CardSet = 0
        """All cards of the suit led to the trick on the table; none before the lead."""
        self.standing: CardSet = 0
        """The cards of finished tricks that nobody won, for the next winner (R-cancel)."""
        self.tricks: list[Trick] = []
        """The finished tricks."""
        self._first: CardSet = 0  # whose holder leads to the first trick, or one of whose holders
        self._limits: tuple[Limit, ...] = table.first_lead
        self._follow: tuple[Limit, ...] = table.first_follow  # once a card is led
        self._left = table.left
        self._fresh: CardSet = self.unplayed  # not played before the trick on the table
        if not self.passing:
            self._open()

    # --- What a view can tell ---

    @property
    def rules(self) -> Rules:
        """The rules that are played."""
        return self._table.rules

    @property
    def hearts_open(self) -> bool:
        """Whether a card has been played that opens hearts (R-opening)."""
        return self.unplayed & self._table.openers != self._table.openers

    @property
    def choosing(self) -> bool:
        """Whether a shooter has yet to choose what its moon does."""
        return self.chooser is not None and not self.over

    def actors(self) -> tuple[int, ...]:
        """The seats of which one acts next, as far as this view knows. Empty: nobody."""
        if self.turn is not None:
            return (self.turn,)
        if self.chooser is not None and self.choosing:
            return (self.chooser,)
        return tuple(seat for seat in range(self.seats) if self._may_lead_first(seat))

    def receiver(self, seat: int) -> int:
        """The seat that gets the cards which ``seat`` passes."""
        return (seat + self.pass_offset) % self.seats

    def won(self) -> list[CardSet]:
        """What each seat has after the last trick: what it took, and what was left over.

        The cards left over go to the winner of the first or of the last trick that somebody
        won (R-remainder); where nobody won any, to whoever led to the last.
        """
        won = list(self.taken)
        if self.unplayed:
            takers = [taker for _, taker in self.tricks if taker is not None]
            if not takers:
                takers.append(next(iter(self.tricks[-1][0])))
            won[takers[0 if self._table.rest_to_first else -1]] |= self.unplayed
        return won

    def legal(self, seat: int) -> CardSet:
        """The cards that ``seat`` may play now: of its hand, or of what it may hold.

        Empty where it is not the seat's turn, and only there.
        """
        hand = self._seen[seat]
        if seat != self.turn or hand is None:
            return self._possible(seat)
        hand &= self.unplayed
        hand = hand & self.led or hand  # R-follow-suit; nothing is led before the lead
        if self._limits:
            for _, holding, only in self._limits:
                if hand & holding:
                    hand &= only
        return hand

    def refusal(self, seat: int, card: Card) -> Refusal | None:
        """Why ``seat`` may not play ``card`` now; None if nothing known to this view is against it.

        Where several rules forbid a card, the first is named: turn, holding, two of clubs,
        follow suit, first trick, hearts closed, queen lead.

        A discard is no proof to a view that its seat is void: the discard itself may have
        been the fault, and only the hand can tell which of the two cards was.
        """
        bit = BITS[card]
        if seat == self.turn:
            if self._seen[seat] is not None and self.legal(seat) & bit:
                return None
        elif not self._may_lead_first(seat):
            return Refusal("R-turn", self._turn_detail())
        if not self._may[seat] & self.unplayed & bit:
            return self._not_held(card)
        rest = self._table.deck
        for rule, holding, only in self._narrowing():
            if not only & bit:
                if self._surely_holds(seat, holding & rest):
                    return Refusal(rule, self._limit_detail(rule, only))
            elif holding & bit:
                rest &= only
        return None

    def pass_refusal(self, seat: int, cards: CardSet) -> Refusal | None:
        """Why ``seat`` may not pass ``cards``; None if nothing known to this view is against it."""
        if not self.passing:
            return Refusal("R-turn", "no cards are passed now")
        count = self._table.pass_count
        if cards.bit_count() != count:
            plural = "card is" if count == 1 else "cards are"
            return Refusal("R-pass", f"{count} {plural} passed")
        missing = cards & ~self._may[seat]
        if missing:
            name = name_of(members(missing)[0])
            return Refusal("R-pass", f"{name} is not in the hand that passes it")
        return None

    def choice_refusal(self, seat: int) -> Refusal | None:
        """Why ``seat`` may not choose now what a moon does; None if it may."""
        if self.choosing and seat == self.chooser:
            return None
        return Refusal("R-turn", self._turn_detail())

    # --- Moves ---

    def exchange(self, passed: Mapping[int, CardSet]) -> None:
        """Carry out the pass: the cards of each seat whose choice this view sees.

        Raises `Impossible`, changing nothing, where a seat passes what it cannot hold.
        """
        for seat, cards in passed.items():
            refusal = self.pass_refusal(seat, cards)
            if refusal is not None:
                raise Impossible(seat, refusal)
        self._exchange(passed, self.pass_offset)
        self.passing = False
        self._open()

    def play(self, seat: int, card: Card) -> None:
        """Carry out a play, legal or not.

        Raises `Impossible`, changing nothing, where the seat has already played to this
        trick or cannot hold the card. Who plays out of turn to an empty table leads.
        """
        turn = self.turn
        if seat != turn:
            self._check_ahead(seat)
        bit = BITS[card]
        unplayed = self.unplayed
        if not self._may[seat] & unplayed & bit:
            raise Impossible(seat, self._not_held(card))
        self.unplayed = unplayed ^ bit
        trick = self.trick
        if not trick:
            self._limits = self._follow
            self.led = SUITS[card]
            self.turn = turn = seat
        trick[seat] = card
        if seat == turn:
            left = self._left
            turn = left[seat]
            if turn in trick:
                if len(trick) == self.seats:
                    self._take()
                    return
                while turn in trick:
                    turn = left[turn]
            self.turn = turn

    def choose(self, seat: int, choice: Choice) -> None:
        """Let the shooter choose what its moon does.

        Raises `Impossible`, changing nothing, where it is not this seat's choice.
        """
        refusal = self.choice_refusal(seat)
        if refusal is not None:
            raise Impossible(seat, refusal)
        self.choice = choice
        self.over = True

    def _open(self) -> None:
        """Let the play begin with the seat that leads, if this view knows which one does."""
        table = self._table
        if table.eldest_leads:
            self.turn = self.eldest
            return
        self._first = first = table.first or self._lowest_clubs()
        if not (table.first or table.first_lead):
            self._limits = lowest_club(first)
        if is_one(first):
            for seat, must in enumerate(self._must):
                if must & first:
                    self.turn = seat

    def _check_ahead(self, seat: int) -> None:
        """Raise `Impossible` unless ``seat``, whose turn it is not, could play all the same."""
        if self.passing or self.over or self.choosing or seat in self.trick:
            raise Impossible(seat, Refusal("R-turn", self._turn_detail()))

    def _take(self) -> None:
        """Give the full trick to its winner, who leads to the next one."""
        table, trick, unplayed = self._table, self.trick, self.unplayed
        pile = self._fresh ^ unplayed
        taker = table.winner(trick, pile & self.led)
        self.tricks.append((trick, taker))
        if taker is None:
            self.standing |= pile
            taker = next(iter(trick))
        else:
            if self.standing:
                pile |= self.standing
                self.standing = 0
            self.taken[taker] |= pile
        self.trick = {}
        self.led = 0
        self.turn = taker
        self._fresh = unplayed
        self._follow = ()
        openers = table.openers
        self._limits = () if unplayed & openers != openers else table.lead_closed
        if len(self.tricks) == table.each:
            self._finish(taker)

    def _finish(self, last: int) -> None:
        """End the play; ``last`` took the last trick, or led to it where nobody did."""
        if self.standing:
            takers = [taker for _, taker in self.tricks if taker is not None]
            self.taken[takers[-1] if takers else last] |= self.standing
            self.standing = 0
        self.turn = None
        self._first = 0
        moon = self._table.chooser_takes
        if moon:
            for seat, cards in enumerate(self.taken):
                if cards & moon == moon:
                    self.chooser = seat
        self.over = self.chooser is None

    # --- What a view knows of a hand ---

    def _may_lead_first(self, seat: int) -> bool:
        """Whether the lead to the first trick is due, perhaps from ``seat``."""
        return self.turn is None and self._may[seat] & self._first != 0

    def _surely_holds(self, seat: int, cards: CardSet) -> bool:
        """Whether ``seat``, who has yet to play to this trick, must hold one of ``cards``."""
        if self.turn is None and not self._first & ~cards:
            return True  # who is asked about the first lead holds one of the first cards
        return self._surely(seat, cards, self._table.each - len(self.tricks))

    def _narrowing(self) -> tuple[Limit, ...]:
        """The limits in force now, the duty to follow suit among them."""
        if not self.led:
            return self._limits
        return (Limit("R-follow-suit", self.led, self.led), *self._limits)

    def _possible(self, seat: int) -> CardSet:
        """The cards that ``seat`` may hold and, for all this view knows, may play now."""
        if seat != self.turn and not self._may_lead_first(seat):
            return 0
        cards = members(self._may[seat] & self.unplayed)
        return set_of(card for card in cards if self.refusal(seat, card) is None)

    # --- Sentences ---

    def _turn_detail(self) -> str:
        if self.passing:
            return "cards are passed first"
        if self.over:
            return "the deal is over"
        if self.chooser is not None:
            return f"seat {self.chooser} chooses what its moon does"
        if self.turn is None:
            return f"the holder of the {_one_club(self._first)} leads"
        return f"seat {self.turn} is to play"

    def _limit_detail(self, rule: str, only: CardSet) -> str:
        if rule == "R-follow-suit":
            return f"you must follow {suit_of(self.led.bit_length() - 1).word}"
        if rule == "R-two-clubs" and rule not in self._table.details:
            return f"the {_one_club(only)} must be led"
        return self._table.details[rule]


def _one_club(clubs: CardSet) -> str:
    """The card that leads first, in words, where it is known which of ``clubs`` it is."""
    return in_words(members(clubs)[0]) if is_one(clubs) else "lowest club"
