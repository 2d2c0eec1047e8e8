"""A transcript told deal by deal, as far as its ground is intact.

Nothing here judges; that is the verifier's business.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NoReturn

from fairdeal import chain, transcript, wire
from fairdeal.dealing import deal_out
from fairdeal.errors import LocalError, Malformed
from fairdeal.facts import DealFacts
from fairdeal.findings import CheckId, Finding, Severity
from fairdeal.game import Cards, DealRecord, Json, Match, Place
from fairdeal.games import Games, finder
from fairdeal.phases import IN_DEAL, IN_PLAY, Phase
from fairdeal.report import Signatures
from fairdeal.session import Session


@dataclass(frozen=True, slots=True)
class Takeover:
    """The host's bot ``after`` plays for ``before`` from ``place`` on; () is before the deal."""

    seat: int
    before: str
    after: str
    place: Place


@dataclass(frozen=True, slots=True)
class CalledOff:
    """An attempt that was called off in ``step``, with its `void`, and who sat there."""

    names: tuple[str, ...]
    facts: DealFacts
    body: wire.VoidBody
    step: int

    @property
    def absent(self) -> tuple[str, ...]:
        """The names of those who did not reveal as due, by the host's word."""
        seats = {*self.body["missing"], *(said["by"] for said in self.body["offending"])}
        return tuple(self.names[seat] for seat in sorted(seats) if seat < len(self.names))


@dataclass(frozen=True, slots=True)
class DealStory:
    """One deal as far as the chain tells it; ``match`` is the game before it.

    ``names`` are those who sat there when it was committed to, ``called_off`` its attempts that
    were called off, in order. ``disclosed`` is None until the host opened everything, in
    ``disclose_step``.
    """

    number: int
    match: Match
    names: tuple[str, ...]
    facts: DealFacts | None = None
    called_off: tuple[CalledOff, ...] = ()
    takeovers: tuple[Takeover, ...] = ()
    disclosed: wire.DiscloseBody | None = None
    disclose_step: int = -1

    @property
    def attempts(self) -> int:
        """How many attempts at it there were, those that were called off included."""
        return len(self.called_off) + (self.facts is not None)

    @property
    def is_dealt(self) -> bool:
        """Whether the host has fixed the hands."""
        return self.facts is not None and self.facts.where.step > 0


@dataclass(frozen=True, slots=True)
class TableStory:
    """A table: who played what, and its deals. ``told`` of the ``height`` steps could be read.

    ``hashes`` are those of the steps, as far as they are defined; the host signed the first
    ``signed`` of them. ``damage`` is what the file is from step ``told`` on, in a word or two; ""
    if it is intact.
    """

    table: str
    hashes: tuple[str, ...]
    signed: int
    opened: wire.OpenBody
    deals: tuple[DealStory, ...]
    told: int
    height: int
    over: bool
    closed: bool
    damage: str = ""


def read_table(
    data: bytes,
    *,
    games: Games | None = None,
    signatures: Signatures = Signatures.ALL,
) -> TableStory:
    """What a transcript tells, deal by deal, as far as its ground is intact.

    ``signatures`` may be `LAST` where it was verified before. Raises `Malformed` if it does not
    even tell which game was opened.
    """
    parsed = transcript.parse(data)
    return tell(transcript.read(parsed, signatures), len(parsed.steps), games=games)


def tell(read: transcript.Transcript, height: int, *, games: Games | None = None) -> TableStory:
    """The same of a file of ``height`` steps that was read. Raises `Malformed`."""
    first = read.entries[0].step if read.intact else None
    if first is None or first["kind"] != "open":
        _refuse(read.findings)
    session = Session(finder(games), read.is_covered)
    findings = session.feed(read.entries[0])
    if any(finding.check is CheckId.FORM for finding in findings):
        _refuse(findings)
    deals: list[DealStory] = []
    names: tuple[str, ...] = ()
    takeovers: list[Takeover] = []
    called_off: list[CalledOff] = []
    for entry in read.entries[1 : read.intact]:
        match, known = session.match, len(session.replaced)
        facts = session.facts if session.phase in IN_DEAL else None
        place = session.public.place() if session.phase in IN_PLAY else ()
        if facts is None:
            names = tuple(seat.name for seat in session.seats)
        session.feed(entry)
        takeovers += [
            Takeover(seat, left.name, session.seats[seat].name, place)
            for seat, left in session.replaced[known:]
        ]
        step = entry.step
        if step and step["kind"] == "void" and facts is not None and not session.lost:
            body = step["statements"][0]["body"]
            called_off.append(CalledOff(names, facts, body, entry.index))
        if step and step["kind"] == "disclose" and len(session.deals) > len(deals):
            told = _deal(session, match, names, facts, takeovers, called_off)
            disclosed = step["statements"][0]["body"]
            deals.append(replace(told, disclosed=disclosed, disclose_step=entry.index))
            takeovers, called_off = [], []
        if session.lost:
            break
    if session.phase in IN_DEAL:
        deals.append(_deal(session, session.match, names, session.facts, takeovers, called_off))
    elif called_off:
        deals.append(_deal(session, session.match, names, None, takeovers, called_off))
    return TableStory(
        table=session.table,
        hashes=tuple(entry.hash for entry in read.entries),
        signed=_signed(read),
        opened=first["statements"][0]["body"],
        deals=tuple(deals),
        told=session.height - session.lost,
        height=height,
        over=session.match.over,
        closed=session.phase is Phase.CLOSED,
        damage="out of order" if session.lost else _damage(read),
    )


def _signed(read: transcript.Transcript) -> int:
    """How many steps the host's words fix: in a `commit` not what stands beside its own."""
    if read.last_host < 0:
        return 0
    last = read.entries[read.last_host]
    own = next(said for said in last.raw["statements"] if said["by"] == "host")
    fixed = chain.own_step_hash(last.raw["kind"], last.parent, own)
    return read.last_host + int(fixed == last.hash)


def _damage(read: transcript.Transcript) -> str:
    """What the file is after its intact ground."""
    at = [finding for finding in read.findings if finding.step == read.intact]
    if not at:
        return ""
    severity = at[-1].severity
    if severity is Severity.VIOLATION:
        return "damaged, and signed by the host all the same,"
    return str(severity)


def _deal(
    session: Session,
    match: Match,
    names: tuple[str, ...],
    facts: DealFacts | None,
    takeovers: Sequence[Takeover],
    called_off: Sequence[CalledOff],
) -> DealStory:
    number = session.deal_number if facts is None else facts.number
    return DealStory(number, match, names, facts, tuple(called_off), tuple(takeovers))


def record(story: DealStory) -> DealRecord:
    """The deal for a game's picture. Raises `LocalError` for one that is not dealt."""
    facts = story.facts
    if facts is None or not story.is_dealt:
        raise LocalError(f"deal {story.number} is not dealt yet")
    hands: tuple[Cards, ...] | None = None
    rest: Cards | None = None
    if story.disclosed is not None:
        seed = bytes.fromhex(story.disclosed["seed"])
        dealt = deal_out(facts, seed, story.match, len(story.names))
        hands, rest = dealt.hands, dealt.rest
    moves: list[tuple[int, Json]] = []
    seals: list[Mapping[int, Json]] = []
    openings = iter(() if story.disclosed is None else story.disclosed["seals"])
    for event in facts.events:
        if isinstance(event, list):
            pairs = zip(event, openings, strict=False)
            seals.append({seal.seat: opening["move"] for seal, opening in pairs})
        else:
            moves.append((event.seat, event.move))
    return DealRecord(
        draw=facts.draw,
        names=story.names,
        hands=hands,
        rest=rest,
        seals=tuple(seals),
        moves=tuple(moves),
        result=None if story.disclosed is None else story.disclosed["result"],
    )


def _refuse(findings: Sequence[Finding]) -> NoReturn:
    first = next((one for one in findings if one.check is CheckId.FORM), findings[0])
    why = first.sentence.removeprefix(f"{first.pointer}: ")
    raise Malformed(first.code, why, first.pointer)
