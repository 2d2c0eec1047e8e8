"""The fold over a branch of which steps are left out, as a proof leaves them out (section 17.2).

Whoever signed the end of a branch signed what is left out too. If that party is honest it is in
order, and so it is taken: what is found in the rest would be found in the whole as well.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from fairdeal import chain, order
from fairdeal.branches import Unproven
from fairdeal.dealing import deal_out
from fairdeal.facts import SealFact, Where
from fairdeal.findings import Finding
from fairdeal.game import BadResult
from fairdeal.games import FindGame
from fairdeal.judge import check_dealt
from fairdeal.phases import TRANSITIONS, Phase
from fairdeal.session import Session
from fairdeal.used import Use


class Abridged(Session):
    """A session that is told of some steps their kind alone.

    Once anything of a deal was left out, the rest of that deal is not judged: of what is shown
    there only seeds and nonces are remembered, and V7, if that needs nothing else.
    """

    def __init__(self, find_game: FindGame, is_covered: Callable[..., bool]) -> None:
        super().__init__(find_game, is_covered)
        self._has_gaps = False
        self._sealed = 0  # how many seals the deal has so far
        self._seals: dict[int, SealFact] = {}  # those that are shown, by their place among all

    def take(self, entry: chain.Entry, *, is_whole: bool) -> list[Finding]:
        """Take a step, of whose statements only the shown ones stand in it."""
        kind = entry.raw["kind"]
        if kind not in TRANSITIONS[self.phase]:
            self.lost = True
            return [self._wrong_kind(entry)]
        if kind in ("open", "replace") and not is_whole:
            raise Unproven(f"a {kind} step is left out")
        if kind == "commit":
            self._has_gaps, self._sealed, self._seals = False, 0, {}
        elif kind == "seal":
            self._note_seals(entry)
        if kind == "replace" or (is_whole and not self._has_gaps):
            return self.feed(entry)
        if is_whole:
            authors = [said["by"] for said in entry.raw["statements"]]
            if findings := self._order(entry, kind, authors):
                return findings
        if kind == "disclose":
            findings = [*self._settle(entry, is_whole=is_whole)]
        else:
            findings = self._pass_over(entry)
        self._arrive(entry)
        return findings

    def last_word(self, entry: chain.Entry) -> list[Finding]:
        """What is wrong with a statement that stands alone, whoever else belongs into its step."""
        kind = entry.raw["kind"]
        by = entry.raw["statements"][-1]["by"]
        due = TRANSITIONS[self.phase]
        if kind in due and by in self.authors(kind)[1]:
            if by == "host" and kind != "commit":
                return self.take(entry, is_whole=True)
            if kind == "reveal" and by not in self.facts.commitments:
                raise Unproven("the commitment of the accused is left out")
            return self.judge(kind, entry.raw["statements"][0], self.where(entry.index, 0, by))
        if kind not in due:
            return [self._wrong_kind(entry)]
        return list(order.author_faults(self._place(entry), (), self.authors(kind)[1]))

    def _wrong_kind(self, entry: chain.Entry) -> Finding:
        """The finding that this step may not stand here, against those of whom it shows a word."""
        return order.wrong_kind(self._place(entry), TRANSITIONS[self.phase])

    def _place(self, entry: chain.Entry) -> order.Place:
        return order.Place(entry, entry.raw["kind"], False, self.where, self._blame)

    def _pass_over(self, entry: chain.Entry) -> list[Finding]:
        """Follow a step of which something is left out, or that comes after such a step."""
        kind, index = entry.raw["kind"], entry.index
        statements = entry.raw["statements"]
        self._has_gaps = True
        if kind == "commit":
            self._begin(entry)
        for number, said in enumerate(statements):
            where = self.where(index, number, said["by"])
            for use in self._uses(kind, said["body"], where):
                self.used.add(use)
        if kind == "void":
            self.attempt += 1
        self.phase = _AFTER.get(kind, Phase.DERAILED)
        return []

    def _note_seals(self, entry: chain.Entry) -> None:
        for number, said in enumerate(entry.raw["statements"]):
            place = self._sealed + entry.hashes.index(chain.statement_hash(said))
            where = self.where(entry.index, number, said["by"])
            made = SealFact(where, said["by"], said["body"]["commitment"], entry.parent)
            self._seals[place] = made
        self._sealed += len(entry.hashes)

    def _uses(self, kind: str, body: Any, where: Where) -> Iterator[Use]:
        """The seeds and nonces that a statement shows."""
        if kind == "join":
            yield Use(body["nonce"], where.step, where, "nonce", ("nonce",))
        elif kind == "reveal":
            yield self._seed(body, where)
        elif kind == "void":
            quoted = [said["body"] for said in (*body["received"], *body["offending"])]
            yield from (self._seed(one, where) for one in (body, *quoted))

    def _settle(self, entry: chain.Entry, *, is_whole: bool) -> Iterator[Finding]:
        """Go on to the next deal by what a `disclose` states; V7 if that can be judged.

        What follows one that is left out is judged as far as it does not hang on the scores.
        """
        if is_whole:
            yield from self._disclosed(entry, entry.raw["statements"][0]["body"])
        else:
            self._match = None
        self._facts = self._public = None
        self._has_gaps = False
        self.deal_number, self.attempt = self.deal_number + 1, 1
        is_over = self._match is not None and self._match.over
        self.phase = Phase.OVER if is_over else Phase.READY

    def _disclosed(self, entry: chain.Entry, body: Any) -> Iterator[Finding]:
        where, facts, seats = self.where(entry.index, 0, "host"), self.facts, len(self.seats)
        if len(facts.seeds) == seats and facts.where.step and facts.sound:
            if not facts.is_opened("host", body["seed"]):
                raise Unproven("the seed of the host does not open its commitment")
            seed = bytes.fromhex(body["seed"])
            yield from check_dealt(facts, deal_out(facts, seed, self.match, seats))
        if "host" in facts.commitments and facts.is_opened("host", body["seed"]):
            yield from self.used.repeated(self._seed(body, where), ("host",))
        self.used.add(self._seed(body, where))
        for number, opening in enumerate(body["seals"]):
            use = Use(opening["nonce"], entry.index, where, "nonce", ("seals", number, "nonce"))
            seal = self._seals.get(number)
            if seal is not None and seal.is_opened_by(opening):
                own = where._replace(by=seal.seat, blamed=seal.where.blamed)
                use = use._replace(used_at=seal.where.step, where=own)
                yield from self.used.repeated(use, self._blame(seal.where))
            self.used.add(use)
        try:
            self._match = self._match and self._match.settle(body["result"])
        except BadResult:
            self.lost = True


# The state after a step that was left out; in the play of a deal anything may come then.
_AFTER: Mapping[str, Phase] = {
    "join": Phase.READY,
    "commit": Phase.COMMITTED,
    "reveal": Phase.REVEALED,
    "void": Phase.READY,
    "close": Phase.CLOSED,
}
