"""The fold: what the steps so far mean, and what may come next (sections 6, 7 and 10).

It is fed the steps of a chain in order, by the roles of a running table and by the verifier
alike. It knows no role, no secret and no IO, and tells what is wrong as findings.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from fairdeal import chain, closing, limits, order, voids, wire
from fairdeal.canonical import pointer
from fairdeal.errors import there
from fairdeal.facts import DealFacts, MoveFact, SealFact, Where, host_fault
from fairdeal.findings import Code, Finding, Party, find
from fairdeal.game import BadResult, BadRules, Deal, IllegalMove, Json, Match, Seals, Turn
from fairdeal.games import FindGame
from fairdeal.judge import judge_disclosed, wrong_opening
from fairdeal.phases import IN_DEAL, TRANSITIONS, Phase
from fairdeal.seating import Seating, SeatState
from fairdeal.used import Use, UsedValues
from fairdeal.voids import VoidFact


class Session:
    """The meaning of a table's steps so far.

    ``find_game`` gives the game of a name, or None. ``is_covered(step, number)`` tells whether a
    valid host statement answers for a step, or for one of its statements (section 10.1). ``lost``
    is set once no further step can be judged.
    """

    def __init__(
        self,
        find_game: FindGame,
        is_covered: Callable[..., bool] = lambda *_: True,
    ) -> None:
        self._find_game = find_game
        self._is_covered = is_covered
        self.phase = Phase.NEW
        self.lost = False
        self.table = chain.ZERO
        self.head = chain.ZERO
        self.height = 0
        self.opened: wire.OpenBody | None = None
        self.seating = Seating()
        self.deal_number = 1
        self.attempt = 1
        self.deals: list[DealFacts] = []
        self.voids: list[VoidFact] = []
        self.result: Json = None
        self._match: Match | None = None
        self._facts: DealFacts | None = None
        self._public: Deal | None = None
        self._to_replace: tuple[int, ...] = ()
        # What was found in a deal before its `disclose` was taken, by the index of that.
        self._judged: dict[int, list[Finding]] = {}
        self.used = UsedValues()

    # --- what others ask ---

    @property
    def match(self) -> Match:
        """The game between deals; only after `open`."""
        return there(self._match)

    @property
    def facts(self) -> DealFacts:
        """The deal in progress; only after its `commit`."""
        return there(self._facts)

    @property
    def public(self) -> Deal:
        """What everybody can see of the deal in progress; only after its `deal`."""
        return there(self._public)

    @property
    def replaced(self) -> Sequence[tuple[int, SeatState]]:
        """Who sat where before a bot took the seat, in order."""
        return self.seating.replaced

    @property
    def seats(self) -> Sequence[SeatState]:
        """Who sits at the table now."""
        return self.seating.seats

    def authors(self, kind: str) -> tuple[frozenset[Party], frozenset[Party]]:
        """Who must, and who may, have a statement in a step of that kind now (section 6)."""
        everyone: frozenset[Party] = self.seating.everyone
        host: frozenset[Party] = frozenset({"host"})
        if kind in ("join", "reveal"):
            return everyone, everyone
        if kind == "commit":
            return everyone | host, everyone | host
        if kind == "close":
            return host, everyone | host
        if kind == "seal" and self.phase is Phase.SEALING:
            due = self.public.due()
            sealers: frozenset[Party] = due.seats if isinstance(due, Seals) else frozenset()
            return sealers, sealers
        if kind in ("seal", "move"):
            return frozenset(), everyone
        return host, host

    def where(self, step: int, number: int, by: Party) -> Where:
        """Statement ``number`` of the step of index ``step``, and who answers for it now."""
        return Where(step, number, by, self.seating.answers_for(by))

    def feed(self, entry: chain.Entry) -> list[Finding]:
        """Take the next step, whose form was read, and return what is wrong with it.

        The state follows the step as far as that is possible.
        """
        findings: list[Finding] = []
        if self._is_plain(entry):
            # Nearly all steps are such moves: nothing is wrong with them but, perhaps, the play.
            self._play(entry)
        else:
            findings = self._judge_and_take(entry, entry.step)
        self._arrive(entry)
        return findings

    def feed_all(self, entries: Iterable[chain.Entry]) -> list[Finding]:
        """Take steps until no more can be judged: as if they were fed one after the other.

        Open moves wait for the step after them. If that discloses the deal, and the play with all
        hands open is right to the end, then so it is in the eyes of those who see no hand.
        """
        findings: list[Finding] = []
        waiting: list[chain.Entry] = []
        for entry in entries:
            if self._is_plain(entry):
                waiting.append(entry)
                continue
            if waiting and not self._play_at_once(waiting, entry):
                findings += self._feed_each(waiting)
            findings += self._feed_each((entry,))
            waiting = []
        return findings + self._feed_each(waiting)

    def _feed_each(self, entries: Iterable[chain.Entry]) -> list[Finding]:
        return [found for entry in entries if not self.lost for found in self.feed(entry)]

    def _play_at_once(self, moves: Sequence[chain.Entry], last: chain.Entry) -> bool:
        """Take all moves of a play that ``last`` discloses; False, changing nothing, if not right.

        The deal is judged for good in this; its `disclose` does not do it again.
        """
        step = last.step
        if step is None or step["kind"] != "disclose":
            return False
        facts = self.facts
        known = len(facts.events)
        facts.events += map(self._move_fact, moves)
        where = self.where(last.index, 0, "host")
        judged = judge_disclosed(facts, step["statements"][0]["body"], where, self.match)
        self._judged = {last.index: judged.findings}
        if judged.findings or not judged.complete:
            del facts.events[known:]
            return False
        self.phase = Phase.PLAYED
        return True

    def _arrive(self, entry: chain.Entry) -> None:
        self.head = entry.hash
        self.height = entry.index + 1

    def _is_plain(self, entry: chain.Entry) -> bool:
        """Whether a move is due, one seat makes it, and it names the deal in progress."""
        step = entry.step
        if self.phase is not Phase.MOVING or step is None or step["kind"] != "move":
            return False
        said = step["statements"][0]
        return (
            len(step["statements"]) == 1
            and said["by"] != "host"
            and said["body"]["deal"] == self.deal_number
        )

    def _judge_and_take(self, entry: chain.Entry, step: Any) -> list[Finding]:
        authors = [statement["by"] for statement in step["statements"]]
        is_in_deal = self.phase in IN_DEAL or step["kind"] == "commit"
        now: dict[str, Any] = {}
        if is_in_deal:
            now = {"deal": self.deal_number, "attempt": self.attempt}
        findings = self._order(entry, step["kind"], authors)
        if not self.lost:
            places = [self.where(entry.index, number, by) for number, by in enumerate(authors)]
            for statement, where in zip(step["statements"], places, strict=True):
                findings += self.judge(step["kind"], statement, where)
            if any(finding.code is Code.WRONG_OPENING for finding in findings):
                self.facts.sound = False
            # A table of bound methods would be a circle, and keep every transcript in memory.
            findings += getattr(self, f"_take_{step['kind']}")(entry, step, places)
        return [replace(finding, **now) for finding in findings]

    def end(self) -> Iterator[Finding]:
        """What is missing at the end of the chain (V10)."""
        last = {"step": self.height - 1, "pointer": pointer("steps", self.height - 1)}
        if self.phase in IN_DEAL:
            yield find(
                Code.UNDISCLOSED,
                f"Deal {self.deal_number} is not finished: the host has not disclosed it.",
                deal=self.deal_number,
                attempt=self.attempt,
                **last,
            )
        elif not self.deals:
            yield find(Code.NO_DEAL, "No deal was played to its end.", **last)
        elif self.phase is Phase.OVER:
            yield find(Code.NOT_CLOSED, "The game is over, but the table was not closed.", **last)
        elif self.phase is not Phase.CLOSED:
            yield find(Code.NOT_OVER, "The game has not reached its own end.", **last)

    # --- order: which step, by whom (V5) ---

    def _order(self, entry: chain.Entry, kind: str, authors: list[Party]) -> list[Finding]:
        due = TRANSITIONS[self.phase]
        if kind in due and (kind == "open" or self._are_due(kind, authors)):
            return []
        place = order.Place(entry, kind, self._is_covered(entry.index), self.where, self._blame)
        if kind not in due:
            findings = [order.wrong_kind(place, due)]
        else:
            findings = list(order.author_faults(place, *self.authors(kind)))
        self.lost = bool(findings)
        return findings

    def _are_due(self, kind: str, authors: list[Party]) -> bool:
        """The common case at a glance: exactly the authors that are due, in order."""
        if kind == "move":
            return len(authors) == 1 and authors[0] != "host"
        return authors == sorted(self.authors(kind)[0], key=order.rank)

    def _blame(self, where: Where) -> tuple[Party, ...]:
        """A statement's author, and the host where it signed over it (section 10.2)."""
        if where.blamed != "host" and self._is_covered(where.step, where.number):
            return (where.blamed, "host")
        return (where.blamed,)

    # --- content: what one statement says (V5, V6, V9) ---

    def judge(self, kind: str, statement: Any, where: Where) -> list[Finding]:
        """What would be wrong with the content of a statement, were it to stand ``where`` now."""
        findings: list[Finding] = []
        body = statement["body"]
        if kind in _NUMBERED:
            attempt = self.attempt if kind in _WITHOUT_ATTEMPT else body["attempt"]
            if body["deal"] != self.deal_number or attempt != self.attempt:
                findings.append(self._wrong_number(kind, body["deal"], attempt, where))
        if kind == "join":
            findings += self.used.repeated(_nonce(body, where), self._blame(where))
        elif kind == "reveal":
            if not self.facts.is_opened(where.by, body["seed"]):
                findings.append(wrong_opening(self.facts, where, self._blame(where)))
            findings += self.used.repeated(self._seed(body, where), self._blame(where))
        elif kind == "close":
            findings += closing.wrong_end(body, where, self._blame(where), self.match)
        return findings

    def _wrong_number(self, kind: str, deal: int, attempt: int, where: Where) -> Finding:
        return find(
            Code.WRONG_NUMBER,
            f"This {kind} speaks of deal {deal}, attempt {attempt}; the table is at deal "
            f"{self.deal_number}, attempt {self.attempt}.",
            pointer=where.pointer("body", "deal" if deal != self.deal_number else "attempt"),
            step=where.step,
            blame=self._blame(where),
            seat=order.seat_of(where.by),
        )

    def _seed(self, body: Any, where: Where) -> Use:
        return Use(body["seed"], self.facts.commit_step, where, "seed", ("seed",))

    # --- effect: the state after a step ---

    def _take_open(
        self, entry: chain.Entry, step: wire.OpenStep, places: list[Where]
    ) -> Iterator[Finding]:
        body = step["statements"][0]["body"]
        where = places[0]
        self.opened = body
        self.table = entry.hash
        self.phase = Phase.OPENED
        yield from self.used.add(_nonce(body, where))
        yield from self.seating.open(body, where)
        yield from self._start_game(body, where)

    def _start_game(self, body: wire.OpenBody, where: Where) -> Iterator[Finding]:
        name, version = body["game"]["name"], body["game"]["version"]
        game = self._find_game(name)
        if game is None or game.version != version:
            self.lost = True
            yield find(
                Code.UNSUPPORTED,
                f"The game {name}, version {version}, is not known here: install the package that "
                "brings it.",
                pointer=where.pointer("body", "game", "name" if game is None else "version"),
                step=where.step,
            )
            return
        try:
            match = game.match(body["game"]["rules"], len(body["seats"]))
            if not 1 <= len(match.deck) <= limits.DECK:
                raise BadRules("deck", f"{len(match.deck)} cards; 1 to {limits.DECK} are allowed")
            self._match = match
        except BadRules as error:
            self.lost = True
            yield find(
                Code.BAD_RULES,
                f"The game refuses these rules: {error}",
                pointer=where.pointer("body", "game", "rules"),
                step=where.step,
                details={"axis": error.axis},
            )

    def _take_join(
        self, entry: chain.Entry, step: wire.JoinStep, places: list[Where]
    ) -> Iterator[Finding]:
        self.phase = Phase.READY
        for _, body, where in _of_seats(step, places):
            yield from self.used.add(_nonce(body, where))

    def _take_commit(
        self, entry: chain.Entry, step: wire.CommitStep, places: list[Where]
    ) -> Sequence[Finding]:
        self.phase = Phase.COMMITTED
        self._begin(entry)
        return ()

    def _begin(self, entry: chain.Entry) -> None:
        """Note who committed to what, for a new attempt at a deal."""
        statements = entry.raw["statements"]
        self._facts = DealFacts(
            number=self.deal_number,
            attempt=self.attempt,
            commit_step=entry.index,
            commit_parent=entry.parent,
            commit_statements=statements,
            commitments={said["by"]: said["body"]["commitment"] for said in statements},
            persons=self.seating.persons,
        )

    def _take_reveal(
        self, entry: chain.Entry, step: wire.RevealStep, places: list[Where]
    ) -> Iterator[Finding]:
        self.phase = Phase.REVEALED
        facts = self.facts
        for seat, body, where in _of_seats(step, places):
            facts.seeds[seat] = body["seed"]
            yield from self.used.add(self._seed(body, where))

    def _take_void(
        self, entry: chain.Entry, step: wire.VoidStep, places: list[Where]
    ) -> Iterator[Finding]:
        body = step["statements"][0]["body"]
        where = places[0]
        if not self.facts.is_opened("host", body["seed"]):
            yield wrong_opening(self.facts, where, ("host",))
        yield from self.used.repeated(self._seed(body, where), ("host",))
        yield from self.used.add(self._seed(body, where))
        yield from voids.wrong_lists(body, where, self.seating)
        yield from self._misfiled(entry, body, where)
        yield voids.called_off(body, where, self.facts)
        absent = voids.absent(body)
        persons = tuple(seat for seat in absent if seat in self.seating.persons)
        self.voids.append(VoidFact(self.deal_number, self.attempt, persons))
        self._to_replace = persons
        self._facts = None
        self.attempt += 1
        self.phase = Phase.CALLED_OFF if persons else Phase.READY

    def _misfiled(self, entry: chain.Entry, body: wire.VoidBody, where: Where) -> Iterator[Finding]:
        """What is wrong with the reveals that a `void` quotes, and with where it files them."""
        for name, quoted in (("received", body["received"]), ("offending", body["offending"])):
            for number, said in enumerate(quoted):
                seat = said["by"]
                key = self.seating.key_of(seat)
                told = ("reveal", entry.parent, self.table)
                signed = key is not None and chain.is_signed(said, *told, key)
                # What the seat signed is judged as if it stood in a reveal step of its own.
                own = self.where(entry.index, 0, seat)
                faults = self.judge("reveal", said, own) if signed else []
                at = where.pointer("body", name, number)
                yield from (replace(one, pointer=at, blame=(own.blamed,)) for one in faults)
                if not signed or bool(faults) == (name == "received"):
                    text = f"The host puts the reveal of seat {seat} into the wrong list, {name}."
                    place = (name, number)
                    yield host_fault(Code.WRONG_VOID, text, where, *place, seat=seat)
                if signed:
                    yield from self.used.add(
                        self._seed(said["body"], own)._replace(below=(name, number))
                    )

    def _take_replace(
        self, entry: chain.Entry, step: wire.ReplaceStep, places: list[Where]
    ) -> Iterator[Finding]:
        body = step["statements"][0]["body"]
        where = places[0]
        yield from self.seating.replace(body, where, self.deal_number, self._to_replace)
        self._to_replace = ()
        if self.phase is Phase.CALLED_OFF:
            self.phase = Phase.READY

    def _take_deal(
        self, entry: chain.Entry, step: wire.DealStep, places: list[Where]
    ) -> Iterator[Finding]:
        body = step["statements"][0]["body"]
        facts = self.facts
        seats = len(self.seats)
        where = facts.where = places[0]
        facts.digests, facts.rest, facts.draw = body["hands"], body["rest"], body["draw"]
        if not facts.persons:
            yield find(
                Code.NO_PERSON_SEED,
                f"No person's seed is in deal {facts.number}: it rests on the host alone.",
                pointer=where.pointer(),
                step=entry.index,
            )
        fixed = len(body["hands"])
        if fixed != seats:
            facts.sound = False
            text = f"{fixed} hands are fixed for {seats} seats."
            yield host_fault(Code.WRONG_HAND, text, where, "hands")
        if body["draw"] >= seats:
            facts.sound = False
            facts.draw = 0
            text = f"The draw {body['draw']} is not below the number of seats."
            yield host_fault(Code.WRONG_DRAW, text, where, "draw")
        self._public = self.match.begin(facts.draw, [None] * seats, None)
        self._follow(self._public)

    def _follow(self, public: Deal) -> None:
        """Let the phase be what everybody can see to be due."""
        due = public.due()
        if isinstance(due, Turn):
            self.phase = Phase.MOVING
        else:
            self.phase = Phase.SEALING if isinstance(due, Seals) else Phase.PLAYED

    def _take_seal(
        self, entry: chain.Entry, step: wire.SealStep, places: list[Where]
    ) -> Sequence[Finding]:
        self.facts.events.append(
            [
                SealFact(where, seat, body["commitment"], entry.parent)
                for seat, body, where in _of_seats(step, places)
            ]
        )
        if self.phase is not Phase.DERAILED:
            self.public.open_seals({})
            self._follow(self.public)
        return ()

    def _take_move(
        self, entry: chain.Entry, step: wire.MoveStep, places: list[Where]
    ) -> Sequence[Finding]:
        self._play(entry)
        return ()

    def _play(self, entry: chain.Entry) -> None:
        fact = self._move_fact(entry)
        self.facts.events.append(fact)
        if self.phase is Phase.DERAILED:
            return
        public = self.public
        try:
            public.apply(fact.seat, fact.move)
        except IllegalMove:
            self.phase = Phase.DERAILED
            return
        self._follow(public)

    def _move_fact(self, entry: chain.Entry) -> MoveFact:
        said = entry.raw["statements"][0]
        seat = said["by"]
        return MoveFact(entry.index, seat, self.seating.answers_for(seat), said["body"]["move"])

    def _take_disclose(
        self, entry: chain.Entry, step: wire.DiscloseStep, places: list[Where]
    ) -> Iterator[Finding]:
        body = step["statements"][0]["body"]
        where = places[0]
        facts = self.facts
        # What does not open is the host's word alone: nobody has used it, least of all the sealer.
        if facts.is_opened("host", body["seed"]):
            yield from self.used.repeated(self._seed(body, where), ("host",))
            yield from self.used.add(self._seed(body, where))
        for number, (seal, opening) in enumerate(zip(facts.seals, body["seals"], strict=False)):
            if not seal.is_opened_by(opening):
                continue
            own = where._replace(by=seal.seat)
            below = ("seals", number, "nonce")
            use = Use(opening["nonce"], seal.where.step, own, "nonce", below)
            yield from self.used.repeated(use, self._blame(seal.where))
            yield from self.used.add(use)
        findings = self._judged.get(entry.index)
        if findings is None:
            findings = judge_disclosed(facts, body, where, self.match).findings
        yield from findings
        self.deals.append(facts)
        self._facts = self._public = None
        self.deal_number += 1
        self.attempt = 1
        try:
            self._match = self.match.settle(body["result"])
        except BadResult as error:
            self.lost = True
            if Code.WRONG_RESULT not in [finding.code for finding in findings]:
                text = f"What the host states is no result of a deal: {error}"
                yield host_fault(Code.WRONG_RESULT, text, where, "result")
        self.phase = Phase.OVER if self.match.over else Phase.READY

    def _take_close(
        self, entry: chain.Entry, step: wire.CloseStep, places: list[Where]
    ) -> Iterator[Finding]:
        self.phase = Phase.CLOSED
        self.result = step["statements"][-1]["body"]["result"]  # the host's, who is last
        yield from closing.unsigned_end(entry, step, self.seating.everyone, self.match)


_WITHOUT_ATTEMPT = frozenset({"seal", "move", "disclose"})
_NUMBERED = frozenset({"commit", "reveal", "void", "deal"}) | _WITHOUT_ATTEMPT


def _nonce(body: Any, where: Where) -> Use:
    return Use(body["nonce"], where.step, where, "nonce", ("nonce",))


def _of_seats(step: Any, places: list[Where]) -> list[tuple[int, Any, Where]]:
    """Seat, body and place of each statement of a step in which only seats speak."""
    return [
        (said["by"], said["body"], where)
        for said, where in zip(step["statements"], places, strict=True)
    ]
