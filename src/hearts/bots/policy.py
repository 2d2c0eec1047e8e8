"""How a sensible player plays a card at once: what the normal bot does, and all in a playout.

Cards are places, see `hearts.bots.model`. Nothing here knows another seat's hand.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from hearts.bots.model import Model, Place, PlaceSet, twins
from hearts.cards import Suit

HEART = int(Suit.HEARTS)
NO_THREAT = -2
"""No seat that might shoot the moon."""

HIGH = 8
"""From this rank, ten, a card counts as high."""


class Policy:
    """Plays cards under one rule set."""

    def __init__(self, model: Model) -> None:
        """Sort the cards of ``model`` into what is dangerous and what is not."""
        self.model = model
        m = model
        high = sum(1 << place for place, rank in enumerate(m.rank) if rank >= HIGH) & m.deck
        top = sum(1 << place for place, rank in enumerate(m.rank) if rank >= HIGH + 3) & m.deck
        plain = m.deck & ~(m.hearts | m.queens | m.bonus)
        self._discards: tuple[PlaceSet, ...] = (
            m.hearts & high,
            plain & top,
            m.hearts & ~m.bonus,
            plain & high,
            plain,
            m.queens,
            m.bonus,
        )
        self._serious = 2 * m.penalty.bit_count() // 5
        self._dear_suits = m.hearts | m.suits[Suit.SPADES]
        self._spades = m.suits[Suit.SPADES]

    @staticmethod
    @lru_cache(maxsize=64)
    def of(model: Model) -> Policy:
        """The policy for ``model``."""
        return Policy(model)

    def threat(self, taken: Sequence[PlaceSet]) -> int:
        """The seat that took all penalty cards so far, and many; `NO_THREAT` where none did."""
        if not self.model.moon:
            return NO_THREAT
        sole = -1
        for seat, cards in enumerate(taken):
            if cards & self.model.penalty:
                if sole >= 0:
                    return NO_THREAT
                sole = seat
        if sole < 0 or (taken[sole] & self.model.penalty).bit_count() < self._serious:
            return NO_THREAT
        return sole

    def lead(self, legal: PlaceSet, out: PlaceSet) -> Place:
        """A card that others are likely to beat; ``out`` is what others still hold."""
        model = self.model
        hunted = model.queens & out
        best, least = -1, 1 << 20
        for suit in model.suits:
            mine = legal & suit
            if not mine:
                continue
            others = out & suit
            card = (mine & -mine).bit_length() - 1
            if not others:
                risk = 60  # nobody can follow: the trick is ours, with all that is thrown on it
            elif suit == self._spades and hunted:
                # Small spades draw the queen out; the king and the ace might catch her.
                small = mine & ~(model.catchers | model.queens)
                risk = -10 if small else 50
                card = small.bit_length() - 1 if small else card
            elif model.queens >> card & 1:
                risk = 40
            else:
                risk = 3 * (others & model.below[card]).bit_count() - others.bit_count()
            if risk < least:
                best, least = card, risk
        return best

    def follow(
        self, legal: PlaceSet, best: Place, pile: PlaceSet, waiting: int, stop: bool
    ) -> Place:
        """The highest card that does not win over ``best``, or of all where winning is cheap.

        ``pile`` is what lies on the table, ``waiting`` how many seats play after this one.
        ``stop``: the trick would go to a seat that takes everything.
        """
        model = self.model
        spared = legal & ~model.queens
        beyond = (best | model.packs - 1) + 1  # its twin does not beat it
        if spared >> beyond and (
            (stop and pile & model.penalty) or (pile & model.bonus and not pile & model.queens)
        ):
            return spared.bit_length() - 1
        cheap = spared and not pile & model.penalty
        if cheap and not waiting:
            prize = spared & model.bonus
            return (prize if prize >> beyond else spared).bit_length() - 1
        losing = legal & model.below[best]
        if model.packs == 2:
            losing |= legal & twins(pile)  # they cancel
        if losing:
            thrown = losing & model.queens or losing & ~model.bonus or losing
            return thrown.bit_length() - 1
        winners = spared or legal
        if not waiting or (cheap and not legal & self._dear_suits):
            return winners.bit_length() - 1
        return (winners & -winners).bit_length() - 1

    def discard(self, legal: PlaceSet, out: PlaceSet, stop: bool) -> Place:
        """The queen of spades, what may catch her, a high heart, an ace or king, ..."""
        model = self.model
        if stop:
            legal = legal & ~model.penalty or legal
        if legal & model.queens:
            return (legal & model.queens).bit_length() - 1
        if legal & model.catchers and out & model.queens:
            return (legal & model.catchers).bit_length() - 1
        for group in self._discards:
            if legal & group:
                return (legal & group).bit_length() - 1
        return legal.bit_length() - 1

    # --- The pass ---

    def order(self, hand: PlaceSet) -> list[Place]:
        """The cards of a hand, the gladdest to be passed first."""
        model = self.model
        danger: list[tuple[int, Place]] = []
        spades = self._spades
        guards = (hand & spades & ~(model.queens | model.catchers)).bit_count()
        for number, suit in enumerate(model.suits):
            mine = hand & suit
            length = mine.bit_count()
            while mine:
                card = mine.bit_length() - 1
                bit = 1 << card
                mine ^= bit
                rank = model.rank[card]
                if bit & model.bonus:
                    worth = -50
                elif suit == spades and model.queens:
                    high = bit & (model.queens | model.catchers)
                    worth = 40 + rank if high and guards < 4 else -10
                elif number == HEART:
                    worth = rank + 2
                else:
                    worth = rank + (10 - 3 * length if length <= 3 else 0)
                danger.append((-worth, card))
        danger.sort()
        return [card for _, card in danger]

    # --- Shooting the moon ---

    def lead_high(self, legal: PlaceSet, out: PlaceSet) -> Place:
        """The surest winner: a card that fewest of ``out`` beat, of the longest such suit."""
        model = self.model
        best, least = -1, 1 << 20
        for suit in model.suits:
            mine = legal & suit
            if mine:
                top = mine.bit_length() - 1
                risk = 16 * (out & suit & ~model.below[top]).bit_count() - mine.bit_count()
                if risk < least:
                    best, least = top, risk
        return best

    def take(self, legal: PlaceSet, led: PlaceSet, best: Place, waiting: int) -> Place:
        """The cheapest card that takes the trick, or the least that is of use for taking more."""
        mine = legal & led
        if mine:
            beyond = (best | self.model.packs - 1) + 1
            winners = mine >> beyond << beyond
            if winners:
                if waiting:
                    return winners.bit_length() - 1
                return (winners & -winners).bit_length() - 1
            return (mine & -mine).bit_length() - 1
        plain = legal & ~self.model.penalty or legal
        ranks = self.model.rank
        least = -1
        while plain:
            card = (plain & -plain).bit_length() - 1
            plain &= plain - 1
            if least < 0 or ranks[card] < ranks[least]:
                least = card
        return least
