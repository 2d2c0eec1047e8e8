"""The fold: what the steps so far mean, and what may come next (sections 6, 7 and 10).

It is fed the steps of a chain in order, by the roles of a running table and by the verifier
alike. It knows no role, no secret and no IO, and tells what is wrong as findings.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from fairdeal import chain, crypto, wire
from fairdeal.canonical import pointer
from fairdeal.findings import Code, Finding, Party, Severity, find
from fairdeal.game import BadResult, BadRules, Deal, Done, Game, IllegalMove, Json, Match, Seals
from fairdeal.judge import (
    DealFacts,
    MoveFact,
    Said,
    SealFact,
    judge_disclosed,
    opens_seed,
    wrong_opening,
)


class Phase(StrEnum):
    """The state of a table between two steps (section 7)."""

    NEW = "new"
    OPENED = "opened"
    READY = "ready"
    COMMITTED = "committed"
    CALLED_OFF = "called off"
    REVEALED = "revealed"
    SEALING = "sealing"
    MOVING = "moving"
    PLAYED = "played"
    DERAILED = "derailed"
    OVER = "over"
    CLOSED = "closed"


_PLAY = (Phase.SEALING, Phase.MOVING, Phase.PLAYED)

TRANSITIONS: Mapping[Phase, Mapping[str, tuple[Phase, ...]]] = {
    Phase.NEW: {"open": (Phase.OPENED,)},
    Phase.OPENED: {"join": (Phase.READY,)},
    Phase.READY: {
        "commit": (Phase.COMMITTED,),
        "replace": (Phase.READY,),
        "close": (Phase.CLOSED,),
    },
    Phase.COMMITTED: {"reveal": (Phase.REVEALED,), "void": (Phase.CALLED_OFF, Phase.READY)},
    Phase.CALLED_OFF: {"replace": (Phase.READY,)},
    Phase.REVEALED: {"deal": _PLAY},
    Phase.SEALING: {"seal": _PLAY, "replace": (Phase.SEALING,)},
    Phase.MOVING: {"move": (*_PLAY, Phase.DERAILED), "replace": (Phase.MOVING,)},
    Phase.PLAYED: {"disclose": (Phase.READY, Phase.OVER), "replace": (Phase.PLAYED,)},
    Phase.DERAILED: {
        "seal": (Phase.DERAILED,),
        "move": (Phase.DERAILED,),
        "replace": (Phase.DERAILED,),
        "disclose": (Phase.READY, Phase.OVER),
    },
    Phase.OVER: {"close": (Phase.CLOSED,)},
    Phase.CLOSED: {},
}
"""Which kinds may follow in which state, and the states they may lead to."""

BETWEEN_DEALS = frozenset(
    {Phase.NEW, Phase.OPENED, Phase.READY, Phase.CALLED_OFF, Phase.OVER, Phase.CLOSED}
)


@dataclass(frozen=True, slots=True)
class SeatState:
    """Who sits at a place; ``since`` is the deal from which on."""

    name: str
    key: bytes
    kind: str
    since: int = 1


@dataclass(frozen=True, slots=True)
class VoidFact:
    """An attempt that was called off, and the persons who did not reveal, or not rightly."""

    deal: int
    attempt: int
    persons: tuple[int, ...]


class Session:
    """The meaning of a table's steps so far.

    ``find_game`` gives the game of a name, or None. ``is_covered`` tells whether a later host
    signature stands over the step of an index (section 10.1). ``lost`` is set once no further
    step can be judged.
    """

    def __init__(
        self,
        find_game: Callable[[str], Game | None],
        is_covered: Callable[[int], bool] = lambda index: True,
    ) -> None:
        self._find_game = find_game
        self._is_covered = is_covered
        self.phase = Phase.NEW
        self.lost = False
        self.table = chain.ZERO
        self.head = chain.ZERO
        self.height = 0
        self.opened: wire.OpenBody | None = None
        self.host_key = b""
        self.seats: list[SeatState] = []
        self.replaced: list[tuple[int, SeatState]] = []
        self.deal_number = 1
        self.attempt = 1
        self.deals: list[DealFacts] = []
        self.voids: list[VoidFact] = []
        self.result: Json = None
        self._match: Match | None = None
        self._public: Deal | None = None
        self._facts: DealFacts | None = None
        self._to_replace: tuple[int, ...] = ()
        self._used: dict[str, int] = {}
        self._names: set[str] = set()
        self._keys: set[str] = set()

    # --- what others ask ---

    @property
    def match(self) -> Match:
        """The game between deals; only after `open`."""
        assert self._match is not None
        return self._match

    @property
    def facts(self) -> DealFacts:
        """The deal in progress; only after its `commit`."""
        assert self._facts is not None
        return self._facts

    @property
    def public(self) -> Deal:
        """What everybody can see of the deal in progress; only after its `deal`."""
        assert self._public is not None
        return self._public

    def key_of(self, party: Party) -> bytes | None:
        """The public key that signs for a party now; None if there is no such party."""
        if party == "host":
            return self.host_key
        return self.seats[party].key if party < len(self.seats) else None

    def is_used(self, value: str) -> bool:
        """Whether a seed or nonce (hex) stands in the chain already."""
        return value in self._used

    def answers_for(self, by: Party) -> Party:
        """Who is blamed for what that party does now: the host answers for its bots."""
        if by == "host" or by >= len(self.seats) or self.seats[by].kind == "bot":
            return "host"
        return by

    def authors(self, kind: str) -> tuple[frozenset[Party], frozenset[Party]]:
        """Who must, and who may, have a statement in a step of that kind now."""
        everyone: frozenset[Party] = frozenset(range(len(self.seats)))
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

    def said(self, step: int, number: int, by: Party) -> Said:
        """Statement ``number`` of the step of index ``step``, and who answers for it now."""
        return Said(step, number, by, self.answers_for(by))

    def feed(self, entry: chain.Entry) -> list[Finding]:
        """Take the next step and return what is wrong with it; the state follows it as far as possible."""
        assert entry.model is not None
        kind = entry.model.kind
        findings = list(self._order(entry, kind))
        if not self.lost:
            for number, statement in enumerate(entry.model.statements):
                where = self.said(entry.index, number, statement.by)
                findings += self.judge(kind, statement, where)
            findings += _TAKE[kind](self, entry, entry.model)
        self.head = entry.hash
        self.height = entry.index + 1
        return findings

    def end(self) -> Iterator[Finding]:
        """What is missing at the end of the chain (V10)."""
        last = {"step": self.height - 1, "pointer": pointer("steps", self.height - 1)}
        if self.phase not in BETWEEN_DEALS:
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

    def _order(self, entry: chain.Entry, kind: str) -> Iterator[Finding]:
        authors: list[Party] = [said["by"] for said in entry.raw["statements"]]
        due = TRANSITIONS[self.phase]
        if kind not in due:
            self.lost = True
            blame = {self.answers_for(by) for by in authors}
            if self._is_covered(entry.index):
                blame.add("host")
            yield find(
                Code.WRONG_KIND,
                f"A {kind} step may not stand here; due is {' or '.join(due) or 'nothing more'}.",
                pointer=pointer("steps", entry.index, "kind"),
                step=entry.index,
                blame=tuple(sorted(blame, key=_place)),
                details={"kind": kind, "due": list(due)},
            )
        elif kind == "open" or (kind == "move" and len(authors) == 1 and authors[0] != "host"):
            return
        else:
            required, allowed = self.authors(kind)
            if frozenset(authors) != required or authors != sorted(set(authors), key=_place):
                yield from self._authors_at_fault(entry, kind, authors, required, allowed)

    def _authors_at_fault(
        self,
        entry: chain.Entry,
        kind: str,
        authors: list[Party],
        required: frozenset[Party],
        allowed: frozenset[Party],
    ) -> Iterator[Finding]:
        statements = entry.raw["statements"]
        step_fault: dict[str, Any] = {"step": entry.index, "blame": ("host",)}
        if not self._is_covered(entry.index):
            step_fault |= {"blame": (), "severity": Severity.ALTERED}
        faults: list[Finding] = []
        for number, by in enumerate(authors):
            said = self.said(entry.index, number, by)
            own_fault = {"step": entry.index, "blame": self._blame(said)}
            if by not in allowed:
                text = f"{_who(by)} has nothing to say in this {kind} step."
                faults.append(
                    find(
                        Code.WRONG_AUTHOR,
                        text,
                        pointer=said.pointer("by"),
                        seat=_seat(by),
                        **own_fault,
                    )
                )
            elif by in authors[:number]:
                identical = statements[number] == statements[authors.index(by)]
                faults.append(
                    find(
                        Code.REPEATED_STATEMENT,
                        f"{_who(by)} stands twice in this {kind} step.",
                        pointer=said.pointer(),
                        seat=_seat(by),
                        details={"identical": identical},
                        **(step_fault if identical else own_fault),
                    )
                )
        whole = pointer("steps", entry.index, "statements")
        faults += [
            find(
                Code.MISSING_STATEMENT,
                f"{_who(by)} has to have a statement in this {kind} step, but has none.",
                pointer=whole,
                seat=_seat(by),
                **step_fault,
            )
            for by in sorted(required - set(authors), key=_place)
        ]
        several_move = kind == "move" and len(set(authors)) > 1
        if several_move or authors != sorted(authors, key=_place):
            what = "one seat's move only" if several_move else chain.AUTHOR_ORDER
            faults.append(
                find(
                    Code.UNORDERED_STATEMENTS,
                    f"The statements of this {kind} step are not what they have to be: {what}.",
                    pointer=whole,
                    **step_fault,
                )
            )
        self.lost = self.lost or bool(faults)
        yield from faults

    def _blame(self, said: Said) -> tuple[Party, ...]:
        """A statement's author, and the host where it signed over the step (section 10.2)."""
        if said.blamed != "host" and self._is_covered(said.step):
            return (said.blamed, "host")
        return (said.blamed,)

    # --- content: what one statement says ---

    def judge(self, kind: str, statement: Any, where: Said) -> list[Finding]:
        """What would be wrong with the content of one statement, were it to stand ``where`` now."""
        findings: list[Finding] = []
        body = statement.body
        if kind in _NUMBERED:
            attempt = getattr(body, "attempt", self.attempt)
            if body.deal != self.deal_number or attempt != self.attempt:
                findings.append(self._wrong_number(kind, body.deal, attempt, where))
        if kind == "join":
            findings += self._repeats(body.nonce, where.step, where, "nonce")
        elif kind == "reveal":
            if not opens_seed(self.facts, where.by, body.seed):
                findings.append(wrong_opening(self.facts, where, self._blame(where)))
            findings += self._repeats(body.seed, self.facts.commit_step, where, "seed")
        elif kind == "close":
            findings += self._judge_close(body, where)
        return findings

    def _wrong_number(self, kind: str, deal: int, attempt: int, where: Said) -> Finding:
        return find(
            Code.WRONG_NUMBER,
            f"This {kind} speaks of deal {deal}, attempt {attempt}; the table is at deal "
            f"{self.deal_number}, attempt {self.attempt}.",
            pointer=where.pointer("body", "deal" if deal != self.deal_number else "attempt"),
            step=where.step,
            blame=self._blame(where),
            deal=self.deal_number,
            attempt=self.attempt,
            seat=_seat(where.by),
        )

    def _judge_close(self, body: Any, where: Said) -> Iterator[Finding]:
        blame: tuple[Party, ...] = tuple(dict.fromkeys((where.blamed, "host")))
        reason = "end" if self.match.over else "stopped"
        if body.reason != reason:
            yield find(
                Code.WRONG_REASON,
                f"{_who(where.by)} signs that the game "
                + (
                    "is over, but it is not."
                    if body.reason == "end"
                    else "was stopped early, but it is over."
                ),
                pointer=where.pointer("body", "reason"),
                step=where.step,
                blame=blame,
                seat=_seat(where.by),
            )
        if body.result != self.match.standings():
            yield find(
                Code.WRONG_STANDINGS,
                f"{_who(where.by)} signs other final standings than those of the game.",
                pointer=where.pointer("body", "result"),
                step=where.step,
                blame=blame,
                seat=_seat(where.by),
            )

    def _repeats(
        self, value: str, used_at: int, where: Said, name: str, *below: str | int
    ) -> Iterator[Finding]:
        """A seed or nonce already used in an earlier step; ``used_at`` is the step that uses it now."""
        earlier = self._used.get(value, used_at)
        if earlier < used_at:
            yield find(
                Code.REPEATED_VALUE,
                f"{_who(where.by)} uses a {name} that was already used in step {earlier}.",
                pointer=where.pointer("body", *(below or (name,))),
                step=where.step,
                blame=self._blame(where),
                seat=_seat(where.by),
                details={"first_used_in_step": earlier},
            )

    def _use(self, value: str, used_at: int, where: Said, name: str) -> Iterator[Finding]:
        """Remember a seed or nonce; warn where one step uses it twice, or where it is not random."""
        if self._used.get(value) == used_at:
            yield find(
                Code.SAME_VALUE,
                f"{_who(where.by)} and another party use the same {name} in one step; they count "
                "as one.",
                pointer=where.pointer("body"),
                step=where.step,
                seat=_seat(where.by),
            )
        self._used.setdefault(value, used_at)
        if name == "seed" and len(set(bytes.fromhex(value))) == 1:
            yield find(
                Code.WEAK_SEED,
                f"The seed of {_who(where.by)} is one byte repeated: certainly not random.",
                pointer=where.pointer("body"),
                step=where.step,
                deal=self.deal_number,
                attempt=self.attempt,
                seat=_seat(where.by),
            )

    # --- effect: the state after a step ---

    def _take_open(self, entry: chain.Entry, step: wire.OpenStep) -> Iterator[Finding]:
        body = step.statements[0].body
        where = Said(entry.index, 0, "host", "host")
        self.opened = body
        self.table = entry.hash
        self.host_key = bytes.fromhex(body.host.key)
        self.seats = [
            SeatState(seat.name, bytes.fromhex(seat.key), seat.kind) for seat in body.seats
        ]
        self.phase = Phase.OPENED
        yield from self._use(body.nonce, entry.index, where, "nonce")
        yield from self._admit(body.host.name, body.host.key, where, "host")
        for number, seat in enumerate(body.seats):
            yield from self._admit(seat.name, seat.key, where, "seats", number)
        yield from self._start_game(body, where)

    def _admit(self, name: str, key: str, where: Said, *below: str | int) -> Iterator[Finding]:
        """A name and a key take part from here on; both have to be new, the key a safe one."""
        fault: dict[str, Any] = {"step": where.step, "blame": ("host",)}
        at_key = where.pointer("body", *below, "key")
        if key in self._keys:
            text = f"The key of {name} stands at this table already."
            yield find(Code.REPEATED_KEY, text, pointer=at_key, **fault)
        if name in self._names:
            text = f"The name {name} stands at this table already."
            at_name = where.pointer("body", *below, "name")
            yield find(Code.REPEATED_NAME, text, pointer=at_name, **fault)
        if not crypto.is_safe_key(bytes.fromhex(key)):
            text = f"The key of {name} is one under which signatures prove nothing."
            yield find(Code.UNSAFE_KEY, text, pointer=at_key, **fault)
        self._keys.add(key)
        self._names.add(name)

    def _start_game(self, body: wire.OpenBody, where: Said) -> Iterator[Finding]:
        game = self._find_game(body.game.name)
        if game is None or game.version != body.game.version:
            self.lost = True
            yield find(
                Code.UNSUPPORTED,
                f"The game {body.game.name}, version {body.game.version}, is not known here.",
                pointer=where.pointer("body", "game", "name" if game is None else "version"),
                step=where.step,
            )
            return
        try:
            self._match = game.match(body.game.rules, len(body.seats))
        except BadRules as error:
            self.lost = True
            yield find(
                Code.BAD_RULES,
                f"The game refuses these rules: {error}",
                pointer=where.pointer("body", "game", "rules"),
                step=where.step,
                details={"axis": error.axis},
            )

    def _take_join(self, entry: chain.Entry, step: wire.JoinStep) -> Iterator[Finding]:
        self.phase = Phase.READY
        for number, said in enumerate(step.statements):
            where = self.said(entry.index, number, said.by)
            yield from self._use(said.body.nonce, entry.index, where, "nonce")

    def _take_commit(self, entry: chain.Entry, step: wire.CommitStep) -> Iterator[Finding]:
        self.phase = Phase.COMMITTED
        self._facts = DealFacts(
            number=self.deal_number,
            attempt=self.attempt,
            commit_step=entry.index,
            commit_parent=entry.parent,
            commit_statements=entry.raw["statements"],
            commitments={said.by: said.body.commitment for said in step.statements},
            persons=tuple(n for n, seat in enumerate(self.seats) if seat.kind == "person"),
        )
        yield from ()

    def _take_reveal(self, entry: chain.Entry, step: wire.RevealStep) -> Iterator[Finding]:
        self.phase = Phase.REVEALED
        facts = self.facts
        for number, said in enumerate(step.statements):
            where = self.said(entry.index, number, said.by)
            assert said.by != "host"
            facts.seeds[said.by] = said.body.seed
            facts.sound = facts.sound and opens_seed(facts, said.by, said.body.seed)
            yield from self._use(said.body.seed, facts.commit_step, where, "seed")

    def _take_void(self, entry: chain.Entry, step: wire.VoidStep) -> Iterator[Finding]:
        body = step.statements[0].body
        where = Said(entry.index, 0, "host", "host")
        facts = self.facts
        if not opens_seed(facts, "host", body.seed):
            yield wrong_opening(facts, where, ("host",))
        yield from self._use(body.seed, facts.commit_step, where, "seed")
        yield from self._void_lists(entry, body, where)
        absent = (*body.missing, *(said.by for said in body.offending))
        persons = tuple(
            sorted({s for s in absent if s < len(self.seats) and self.seats[s].kind == "person"})
        )
        yield find(
            Code.VOID,
            f"Attempt {self.attempt} at deal {self.deal_number} was called off"
            + (
                f" because seats {', '.join(map(str, sorted(absent)))} did not reveal as they had to. "
                if absent
                else ". "
            )
            + "Who was missing is the host's word; whoever saw that deal beforehand could choose between it and the next.",
            pointer=where.pointer(),
            step=entry.index,
            deal=self.deal_number,
            attempt=self.attempt,
            details={"missing": list(body.missing), "offending": [o.by for o in body.offending]},
        )
        self.voids.append(VoidFact(self.deal_number, self.attempt, persons))
        self._to_replace = persons
        self._facts = None
        self.attempt += 1
        self.phase = Phase.CALLED_OFF if persons else Phase.READY

    def _void_lists(
        self, entry: chain.Entry, body: wire.VoidBody, where: Said
    ) -> Iterator[Finding]:
        fault: dict[str, Any] = {
            "step": entry.index,
            "blame": ("host",),
            "deal": self.deal_number,
            "attempt": self.attempt,
        }
        raw = entry.raw["statements"][0]["body"]
        received = [said.by for said in body.received]
        offending = [said.by for said in body.offending]
        lists = (list(body.missing), received, offending)
        everyone = list(range(len(self.seats)))
        if sorted(sum(lists, [])) != everyone or any(one != sorted(one) for one in lists):
            text = "The void step has to put every seat into exactly one of its lists, in order."
            yield find(Code.WRONG_VOID, text, pointer=where.pointer("body"), **fault)
            return
        if not body.missing and not body.offending:
            text = "The host called a deal off although every seat had revealed its seed."
            yield find(Code.WRONG_VOID, text, pointer=where.pointer("body"), **fault)
        for number, seat in enumerate(body.missing):
            if self.seats[seat].kind == "bot":
                text = f"The host says that its own bot at seat {seat} did not reveal its seed."
                at = where.pointer("body", "missing", number)
                yield find(Code.MISSING_BOT, text, pointer=at, seat=seat, **fault)
        for name, quoted in (("received", body.received), ("offending", body.offending)):
            for number, said in enumerate(quoted):
                at = where.pointer("body", name, number)
                signed = chain.is_signed(
                    raw[name][number], "reveal", entry.parent, self.table, self.seats[said.by].key
                )
                # What the seat signed is judged as if it stood in a reveal step of its own.
                own = Said(entry.index, 0, said.by, self.answers_for(said.by))
                faults = self.judge("reveal", said, own) if signed else []
                if not signed or bool(faults) == (name == "received"):
                    text = f"The host files the reveal of seat {said.by} under {name}, where it does not belong."
                    yield find(Code.WRONG_VOID, text, pointer=at, seat=said.by, **fault)
                elif name == "offending":
                    yield from (replace(one, pointer=at, blame=(own.blamed,)) for one in faults)
                if signed and not faults:
                    yield from self._use(said.body.seed, self.facts.commit_step, own, "seed")

    def _take_replace(self, entry: chain.Entry, step: wire.ReplaceStep) -> Iterator[Finding]:
        body = step.statements[0].body
        where = Said(entry.index, 0, "host", "host")
        named = [one.seat for one in body.seats]
        persons = [n for n, seat in enumerate(self.seats) if seat.kind == "person"]
        due = list(self._to_replace) if self.phase is Phase.CALLED_OFF else None
        if not named or named != sorted(set(named)) or not set(named) <= set(persons):
            text = "A replace step names, in order, seats that persons hold."
        elif due is not None and named != due:
            text = f"After the void exactly these seats have to be replaced: {due}."
        else:
            text = ""
        if text:
            yield find(
                Code.WRONG_REPLACE,
                text,
                pointer=where.pointer("body", "seats"),
                step=entry.index,
                blame=("host",),
            )
        for number, one in enumerate(body.seats):
            yield from self._admit(one.name, one.key, where, "seats", number)
            if one.seat >= len(self.seats):
                continue
            old = self.seats[one.seat]
            self.replaced.append((one.seat, old))
            self.seats[one.seat] = SeatState(
                one.name, bytes.fromhex(one.key), "bot", self.deal_number
            )
            yield find(
                Code.REPLACED,
                f"From here on the host's bot {one.name} plays for {old.name} at seat {one.seat}.",
                pointer=where.pointer("body", "seats", number),
                step=entry.index,
                deal=self.deal_number,
                seat=one.seat,
            )
        self._to_replace = ()
        if self.phase is Phase.CALLED_OFF:
            self.phase = Phase.READY

    def _take_deal(self, entry: chain.Entry, step: wire.DealStep) -> Iterator[Finding]:
        body = step.statements[0].body
        facts = self.facts
        seats = len(self.seats)
        where = facts.said = Said(entry.index, 0, "host", "host")
        facts.digests, facts.rest, facts.draw = body.hands, body.rest, body.draw
        fault: dict[str, Any] = {
            "step": entry.index,
            "blame": ("host",),
            "deal": self.deal_number,
            "attempt": self.attempt,
        }
        if not facts.persons:
            text = f"No person's seed is in deal {self.deal_number}: it rests on the host alone."
            at = where.pointer()
            del fault["blame"]
            yield find(Code.NO_PERSON_SEED, text, pointer=at, **fault)
            fault["blame"] = ("host",)
        if len(body.hands) != seats:
            facts.sound = False
            text = f"{len(body.hands)} hands are fixed for {seats} seats."
            yield find(Code.WRONG_HAND, text, pointer=where.pointer("body", "hands"), **fault)
        if body.draw >= seats:
            facts.sound = False
            facts.draw = 0
            text = f"The draw {body.draw} is not below the number of seats."
            yield find(Code.WRONG_DRAW, text, pointer=where.pointer("body", "draw"), **fault)
        self._public = self.match.begin(facts.draw, [None] * seats, None)
        self._follow_play()

    def _follow_play(self) -> None:
        due = self.public.due()
        if isinstance(due, Done):
            self.phase = Phase.PLAYED
        else:
            self.phase = Phase.SEALING if isinstance(due, Seals) else Phase.MOVING

    def _take_seal(self, entry: chain.Entry, step: wire.SealStep) -> Iterator[Finding]:
        seals = []
        for number, said in enumerate(step.statements):
            assert said.by != "host"
            where = self.said(entry.index, number, said.by)
            seals.append(SealFact(where, said.by, said.body.commitment, entry.parent))
        self.facts.events.append(seals)
        if self.phase is not Phase.DERAILED:
            self.public.open_seals({})
            self._follow_play()
        yield from ()

    def _take_move(self, entry: chain.Entry, step: wire.MoveStep) -> Sequence[Finding]:
        said = step.statements[0]
        assert said.by != "host"
        where = self.said(entry.index, 0, said.by)
        self.facts.events.append(MoveFact(where, said.by, said.body.move))
        if self.phase is not Phase.DERAILED:
            try:
                self.public.apply(said.by, said.body.move)
                self._follow_play()
            except IllegalMove:
                self.phase = Phase.DERAILED
        return ()

    def _take_disclose(self, entry: chain.Entry, step: wire.DiscloseStep) -> Iterator[Finding]:
        body = step.statements[0].body
        where = Said(entry.index, 0, "host", "host")
        facts = self.facts
        yield from self._use(body.seed, facts.commit_step, where, "seed")
        for number, (seal, opening) in enumerate(zip(facts.seals, body.seals, strict=False)):
            own = replace(where, by=seal.seat, blamed=seal.said.blamed)
            below = ("seals", number, "nonce")
            yield from self._repeats(opening.nonce, seal.said.step, own, "nonce", *below)
            yield from self._use(opening.nonce, seal.said.step, own, "nonce")
        yield from judge_disclosed(facts, body, where, self.match)
        self.deals.append(facts)
        self._facts = self._public = None
        self.deal_number += 1
        self.attempt = 1
        try:
            self._match = self.match.settle(body.result)
        except BadResult as error:
            self.lost = True
            yield find(
                Code.WRONG_RESULT,
                f"What the host states is no result of a deal: {error}",
                pointer=where.pointer("body", "result"),
                step=entry.index,
                blame=("host",),
                deal=facts.number,
                attempt=facts.attempt,
            )
        self.phase = Phase.OVER if self.match.over else Phase.READY

    def _take_close(self, entry: chain.Entry, step: wire.CloseStep) -> Iterator[Finding]:
        *seats, host = step.statements
        signed = {said.by for said in seats}
        unsigned = [seat for seat in range(len(self.seats)) if seat not in signed]
        at: dict[str, Any] = {"step": entry.index, "pointer": pointer("steps", entry.index)}
        assert isinstance(host, wire.HostCloseStatement)
        if host.body.seats != entry.said[:-1]:
            text = "The statements of the seats are not those that the host's close lists."
            yield find(Code.WRONG_CLOSE_LIST, text, **at)
        details: dict[str, Any] = {"details": {"unsigned": list(unsigned)}}
        names = ", ".join(map(str, unsigned))
        if self.match.over and unsigned:
            text = f"Seats {names} did not sign the end; it rests on the host's word."
            yield find(Code.UNSIGNED_CLOSE, text, **at, **details)
        elif not self.match.over and unsigned:
            text = f"The host closed the game before its end; seats {names} did not agree."
            yield find(Code.EARLY_CLOSE, text, blame=("host",), **at, **details)
        elif not self.match.over:
            text = "All parties agreed to stop before the game's own end."
            yield find(Code.STOPPED_EARLY, text, **at)
        self.result = host.body.result
        self.phase = Phase.CLOSED


_NUMBERED = frozenset({"commit", "reveal", "void", "deal", "seal", "move", "disclose"})
_TAKE: Mapping[str, Callable[[Session, chain.Entry, Any], Any]] = {
    "open": Session._take_open,
    "join": Session._take_join,
    "commit": Session._take_commit,
    "reveal": Session._take_reveal,
    "void": Session._take_void,
    "replace": Session._take_replace,
    "deal": Session._take_deal,
    "seal": Session._take_seal,
    "move": Session._take_move,
    "disclose": Session._take_disclose,
    "close": Session._take_close,
}


def _place(party: Party) -> int:
    return 255 if party == "host" else party


def _seat(party: Party) -> int | None:
    return None if party == "host" else party


def _who(party: Party) -> str:
    return "The host" if party == "host" else f"Seat {party}"
