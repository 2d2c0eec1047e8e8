"""Judge one deal once the host has disclosed it: V6 to V9 (section 10.3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from fairdeal.canonical import are_equal
from fairdeal.dealing import Dealt, deal_out, digests_of
from fairdeal.facts import DealFacts, MoveFact, SealFact, Where, host_fault
from fairdeal.findings import Code, Finding, Party, find
from fairdeal.game import Cards, Deal, Done, IllegalMove, Json, Match, Place


class SealOpened(NamedTuple):
    """A sealed move after its opening was found right."""

    seal: SealFact
    move: Json


def wrong_opening(facts: DealFacts, where: Where, blame: tuple[Party, ...]) -> Finding:
    """The finding that a seed does not open its commitment."""
    who = "the host" if where.by == "host" else f"seat {where.by}"
    return find(
        Code.WRONG_OPENING,
        f"The seed that {who} shows for deal {facts.number} is not the one it had committed to.",
        pointer=where.pointer("body", "seed"),
        step=where.step,
        blame=blame,
        seat=None if where.by == "host" else where.by,
    )


class Judgement(NamedTuple):
    """What is wrong with a disclosed deal, and whether its play could be followed to the end."""

    findings: list[Finding]
    complete: bool


def judge_disclosed(facts: DealFacts, body: Any, where: Where, match: Match) -> Judgement:
    """V6 to V9 of a deal, given the body of its `disclose` and the match before the deal."""
    seats = len(facts.commitments) - 1
    found, opened = check_seals(facts, body["seals"], where)
    if not facts.is_opened("host", body["seed"]):
        found.insert(0, wrong_opening(facts, where, ("host",)))
    if found or not facts.sound:
        return Judgement([*found, not_judged(facts)], complete=False)
    dealt = deal_out(facts, bytes.fromhex(body["seed"]), match, seats)
    found = check_dealt(facts, dealt, opened)
    if found:
        return Judgement([*found, not_judged(facts)], complete=False)
    replay = Replay(facts, match, dealt, opened)
    deal = replay.run()
    found = replay.findings
    if replay.complete and not are_equal(body["result"], deal.result()):
        found.append(
            host_fault(
                Code.WRONG_RESULT,
                f"The host states another result of deal {facts.number} than the play gives.",
                where,
                "result",
                details={"computed": deal.result(), "claimed": body["result"]},
            )
        )
    return Judgement(found, replay.complete)


def check_seals(
    facts: DealFacts, openings: Sequence[Any], where: Where
) -> tuple[list[Finding], list[SealOpened]]:
    """V6 for sealed moves: the openings of `disclose` must be those of the deal's seals."""
    findings = []
    opened = []
    seals = facts.seals
    for number, (seal, opening) in enumerate(zip(seals, openings, strict=False)):
        if not seal.is_opened_by(opening):
            findings.append(
                host_fault(
                    Code.WRONG_SEAL_OPENING,
                    f"What the host discloses as the secret choice of seat {seal.seat} is not what "
                    "that seat sealed.",
                    where,
                    "seals",
                    number,
                    seat=seal.seat,
                    details={"sealed_in_step": seal.where.step},
                )
            )
        opened.append(SealOpened(seal, opening["move"]))
    if len(seals) != len(openings):
        text = f"The host discloses {len(openings)} secret choices, but {len(seals)} were sealed."
        findings.append(host_fault(Code.WRONG_SEAL_OPENING, text, where, "seals"))
    return findings, opened


def check_dealt(facts: DealFacts, dealt: Dealt, opened: Sequence[SealOpened] = ()) -> list[Finding]:
    """V7: the `deal` step must hold the digests and the draw that the seeds give.

    The openings of the seals help to tell which cards a seat cannot have had from them.
    """
    where = facts.where
    findings = []
    hands, rest = digests_of(dealt)
    for seat, (made, claimed) in enumerate(zip(hands, facts.digests, strict=True)):
        if made != claimed:
            others = _from_elsewhere(facts, dealt, opened, seat)
            also = " What was played does not fit the cards that are due." if others else ""
            findings.append(
                host_fault(
                    Code.WRONG_HAND,
                    f"In deal {facts.number} the host gave seat {seat} other cards than the seeds "
                    f"of all parties determine.{also}",
                    where,
                    "hands",
                    seat,
                    seat=seat,
                    details={
                        "computed": made,
                        "claimed": claimed,
                        "due": list(dealt.hands[seat]),
                        "played": list(others),
                    },
                )
            )
    if rest != facts.rest:
        findings.append(
            host_fault(
                Code.WRONG_REST,
                f"In deal {facts.number} the cards left over are not those that the seeds give.",
                where,
                "rest",
                details={"computed": rest, "claimed": facts.rest},
            )
        )
    if dealt.draw != facts.draw:
        findings.append(
            host_fault(
                Code.WRONG_DRAW,
                f"In deal {facts.number} the host states the draw {facts.draw}; the seeds give "
                f"{dealt.draw}.",
                where,
                "draw",
                details={"computed": dealt.draw, "claimed": facts.draw},
            )
        )
    return findings


def _from_elsewhere(
    facts: DealFacts, dealt: Dealt, opened: Sequence[SealOpened], seat: int
) -> Cards:
    """The cards that a seat played openly and has neither from the seeds nor from any seal."""
    sealed = [one.move if isinstance(one.move, list | tuple) else [one.move] for one in opened]
    known = {
        *dealt.hands[seat],
        *(card for cards in sealed for card in cards if isinstance(card, str)),
    }
    moves = [event for event in facts.events if not isinstance(event, list) and event.seat == seat]
    cards = [one.move for one in moves if isinstance(one.move, str) and one.move in dealt.order]
    return tuple(dict.fromkeys(card for card in cards if card not in known))


@dataclass(slots=True)
class Laid:
    """The moves made in one place of the play: the cards of a trick on the table."""

    place: Place = ()
    moves: list[Any] = field(default_factory=list)

    def at(self, place: Place) -> list[Any]:
        """The moves made so far in that place, which is the one before or a new one."""
        if place != self.place:
            self.place, self.moves = place, []
        return self.moves


@dataclass(slots=True)
class _Follower:
    """A view, of a seat or of all hands if ``seat`` is None, that follows a deal when asked to."""

    events: Sequence[list[SealFact] | MoveFact]
    opened: Sequence[SealOpened]
    view: Deal
    seat: int | None
    laid: Laid = field(default_factory=Laid)
    _next: int = 0
    _seals: int = 0

    def follow(self, number: int) -> None:
        """Carry out what comes before an event. Raises `IllegalMove` where that is impossible."""
        while self._next < number:
            event = self.events[self._next]
            if isinstance(event, list):
                opened = self.opened[self._seals : self._seals + len(event)]
                moves = {one.seal.seat: one.move for one in opened}
                self.view.open_seals({by: moves[by] for by in moves if self._reads(by)})
                self._seals += len(event)
            else:
                self.laid.at(self.view.place()).append(event.move)
                self.view.apply(event.seat, event.move)
            self._next += 1

    def _reads(self, sealer: int) -> bool:
        return self.seat in (None, sealer) or self.seat in self.view.readers(sealer)


@dataclass(slots=True)
class Replay:
    """The play of a deal with all hands open, up to where it could be carried out."""

    facts: DealFacts
    match: Match
    dealt: Dealt
    opened: Sequence[SealOpened]
    findings: list[Finding] = field(default_factory=list)
    complete: bool = True
    _followers: dict[int | None, _Follower] = field(default_factory=dict)

    def run(self) -> Deal:
        """Replay seals and moves, collecting illegal ones (V8)."""
        deal = self.match.begin(self.facts.draw, self.dealt.hands, self.dealt.rest)
        sealed = iter(self.opened)
        for number, event in enumerate(self.facts.events):
            try:
                if isinstance(event, list):
                    moves = {}
                    for _ in event:
                        one = next(sealed)
                        refusal = deal.check(one.seal.seat, one.move)
                        if refusal is not None:
                            self._refused(deal, refusal, number, one.seal.where, one.move)
                        moves[one.seal.seat] = one.move
                    deal.open_seals(moves)
                else:
                    _, seat, _, move = event
                    refusal = deal.check(seat, move)
                    if refusal is not None:
                        self._refused(deal, refusal, number, event.where, move)
                    deal.apply(seat, move)
            except IllegalMove:
                self.complete = False
                self.findings.append(not_judged(self.facts, deal.place()))
                break
        else:
            self.complete = isinstance(deal.due(), Done)
        return deal

    def _refused(
        self, deal: Deal, refusal: IllegalMove, number: int, where: Where, move: Json
    ) -> None:
        """Note an illegal move; whoever could not know better from its own view is not blamed."""
        blame: tuple[Party, ...] = ("host",)
        if where.blamed != "host" and self._own_view_excludes(number, where.by, move):
            blame = (where.blamed, "host")
        place = refusal.place or deal.place()
        self.findings.append(
            find(
                Code.ILLEGAL_MOVE,
                f"Deal {self.facts.number}: the move of seat {where.by} was not allowed: "
                f"{refusal.detail}",
                pointer=where.pointer("body", self._member(number)),
                step=where.step,
                blame=blame,
                place=place,
                seat=where.by,
                details={
                    "rule": refusal.rule,
                    "move": move,
                    "playable": list(refusal.playable),
                    "before": self._laid_before(number, place),
                },
            )
        )

    def _member(self, number: int) -> str:
        return "commitment" if isinstance(self.facts.events[number], list) else "move"

    def _laid_before(self, number: int, place: Place) -> list[Json]:
        """The open moves in that place before the event of that number."""
        follower = self._follower(None)
        follower.follow(number)
        return list(follower.laid.at(place))

    def _own_view_excludes(self, number: int, seat: Any, move: Json) -> bool:
        """Whether ``seat`` could tell from its own view that its move is not allowed."""
        follower = self._follower(seat)
        try:
            follower.follow(number)
        except IllegalMove:
            return True
        return follower.view.check(seat, move) is not None

    def _follower(self, seat: int | None) -> _Follower:
        """The view of a seat, or of all hands; each goes through the deal once."""
        if seat not in self._followers:
            shown = self.dealt.hands
            hands = [hand if seat in (None, one) else None for one, hand in enumerate(shown)]
            rest = self.dealt.rest if seat is None else None
            view = self.match.begin(self.facts.draw, hands, rest)
            self._followers[seat] = _Follower(self.facts.events, self.opened, view, seat)
        return self._followers[seat]


def not_judged(facts: DealFacts, place: tuple[tuple[str, int], ...] = ()) -> Finding:
    """The note that a deal, or the part after ``place``, was not judged."""
    part, ground = "the play", "what it rests on, seeds, openings or hands, is not right"
    if place:
        part, ground = "the rest of the play", "the move before cannot be carried out"
    where = facts.where
    return find(
        Code.NOT_JUDGED,
        f"Deal {facts.number}: {part} was not judged, because {ground}.",
        pointer=where.pointer(),
        step=where.step,
        place=place,
    )
