"""Judge one deal once the host has disclosed it: V6 to V9 (section 10.3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from fairdeal import commitment, shuffle
from fairdeal.canonical import are_equal, pointer
from fairdeal.findings import Code, Finding, Party, find
from fairdeal.game import Cards, Deal, Done, IllegalMove, Json, Match, Place


class Said(NamedTuple):
    """Where in the chain a party said something, and who answers for it."""

    step: int
    number: int
    by: Party
    blamed: Party

    def pointer(self, *below: str | int) -> str:
        """The JSON Pointer to the statement, or to a part of it."""
        return pointer("steps", self.step, "statements", self.number, *below)


class SealFact(NamedTuple):
    """A seal: what commits ``seat``, on which parent."""

    said: Said
    seat: int
    commitment: str
    parent: str


class MoveFact(NamedTuple):
    """An open move in step ``step``, and who answers for it."""

    step: int
    seat: int
    blamed: Party
    move: Json

    @property
    def said(self) -> Said:
        """Where in the chain it stands: a step holds one open move."""
        return Said(self.step, 0, self.seat, self.blamed)


class SealOpened(NamedTuple):
    """A sealed move after its opening was found right."""

    seal: SealFact
    move: Json


_NOT_DEALT = Said(0, 0, "host", "host")


@dataclass(slots=True)
class DealFacts:
    """One deal as the chain tells it. ``events`` holds rounds of seals and moves in order."""

    number: int
    attempt: int
    commit_step: int
    commit_parent: str
    commit_statements: Sequence[Mapping[str, Any]]
    commitments: Mapping[Party, str]
    seeds: dict[int, str] = field(default_factory=dict)
    persons: tuple[int, ...] = ()
    sound: bool = True
    said: Said = _NOT_DEALT
    digests: Sequence[str] = ()
    rest: str | None = None
    draw: int = 0
    events: list[list[SealFact] | MoveFact] = field(default_factory=list)

    @property
    def seals(self) -> list[SealFact]:
        """All seals of the deal in chain order."""
        return [seal for event in self.events if isinstance(event, list) for seal in event]


class Dealt(NamedTuple):
    """What the seeds give: key, order, draw, hands and rest in deck order."""

    root: bytes
    key: bytes
    order: Cards
    draw: int
    hands: tuple[Cards, ...]
    rest: Cards


def deal_out(facts: DealFacts, host_seed: bytes, match: Match, seats: int) -> Dealt:
    """Recompute a deal from all its seeds (sections 9.2 to 9.5)."""
    root = shuffle.commit_root(facts.commit_parent, facts.commit_statements)
    seeds = [bytes.fromhex(facts.seeds[seat]) for seat in range(seats)]
    key = shuffle.deck_key(root, host_seed, seeds)
    order, draw = shuffle.order_and_draw(key, match.deck, seats)
    layout = match.layout(order, draw)
    hands = tuple(commitment.in_deck_order(hand, match.deck) for hand in layout.hands)
    return Dealt(root, key, order, draw, hands, commitment.in_deck_order(layout.rest, match.deck))


def digests_of(dealt: Dealt) -> tuple[tuple[str, ...], str | None]:
    """The digests of all hands and of the rest, if there is one, hex (section 9.5)."""
    hands = tuple(
        commitment.hand_digest(commitment.hand_salt(dealt.key, seat), hand).hex()
        for seat, hand in enumerate(dealt.hands)
    )
    if not dealt.rest:
        return hands, None
    return hands, commitment.rest_digest(commitment.rest_salt(dealt.key), dealt.rest).hex()


def opens_seed(facts: DealFacts, party: Party, seed: str) -> bool:
    """Whether a seed opens the party's commitment (V6)."""
    parent = bytes.fromhex(facts.commit_parent)
    made = commitment.seed_commitment(parent, party, bytes.fromhex(seed))
    return made.hex() == facts.commitments[party]


def opens_seal(seal: SealFact, nonce: str, move: Json) -> bool:
    """Whether a nonce (hex) and a move open a seal (V6)."""
    parent, opened = bytes.fromhex(seal.parent), bytes.fromhex(nonce)
    return commitment.seal_commitment(parent, seal.seat, opened, move).hex() == seal.commitment


def is_opened_by(seal: SealFact, opening: Mapping[str, Any]) -> bool:
    """Whether an entry in the ``seals`` of a `disclose` is the opening of that seal."""
    is_own: bool = opening["seat"] == seal.seat
    return is_own and opens_seal(seal, opening["nonce"], opening["move"])


def wrong_opening(facts: DealFacts, where: Said, blame: tuple[Party, ...]) -> Finding:
    """The finding that a seed does not open its commitment."""
    who = "the host" if where.by == "host" else f"seat {where.by}"
    return find(
        Code.WRONG_OPENING,
        f"The seed that {who} shows for deal {facts.number} is not the one it had committed to.",
        pointer=where.pointer("body", "seed"),
        step=where.step,
        blame=blame,
        deal=facts.number,
        attempt=facts.attempt,
        seat=None if where.by == "host" else where.by,
    )


def host_fault(
    code: Code, sentence: str, facts: DealFacts, where: Said, *below: str | int, **more: Any
) -> Finding:
    """A violation of the host in a deal; ``below`` leads from the body of its statement there."""
    return find(
        code,
        sentence,
        pointer=where.pointer("body", *below),
        step=where.step,
        blame=("host",),
        deal=facts.number,
        attempt=facts.attempt,
        **more,
    )


class Judgement(NamedTuple):
    """What is wrong with a disclosed deal, and whether its play could be followed to the end."""

    findings: list[Finding]
    complete: bool


def judge_disclosed(facts: DealFacts, body: Any, where: Said, match: Match) -> Judgement:
    """V6 to V9 of a deal, given the body of its `disclose` and the match before the deal."""
    seats = len(facts.commitments) - 1
    found, opened = check_seals(facts, body["seals"], where)
    if not opens_seed(facts, "host", body["seed"]):
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
                facts,
                where,
                "result",
                details={"computed": deal.result(), "claimed": body["result"]},
            )
        )
    return Judgement(found, replay.complete)


def check_seals(
    facts: DealFacts, openings: Sequence[Any], said: Said
) -> tuple[list[Finding], list[SealOpened]]:
    """V6 for sealed moves: the openings of `disclose` must be those of the deal's seals."""
    findings = []
    opened = []
    seals = facts.seals
    for number, (seal, opening) in enumerate(zip(seals, openings, strict=False)):
        if not is_opened_by(seal, opening):
            findings.append(
                host_fault(
                    Code.WRONG_SEAL_OPENING,
                    f"What the host discloses as the secret choice of seat {seal.seat} is not what "
                    "that seat sealed.",
                    facts,
                    said,
                    "seals",
                    number,
                    seat=seal.seat,
                    details={"sealed_in_step": seal.said.step},
                )
            )
        opened.append(SealOpened(seal, opening["move"]))
    if len(seals) != len(openings):
        text = f"The host discloses {len(openings)} secret choices, but {len(seals)} were sealed."
        findings.append(host_fault(Code.WRONG_SEAL_OPENING, text, facts, said, "seals"))
    return findings, opened


def check_dealt(facts: DealFacts, dealt: Dealt, opened: Sequence[SealOpened] = ()) -> list[Finding]:
    """V7: the `deal` step must hold the digests and the draw that the seeds give.

    The openings of the seals help to tell which cards a seat cannot have had from them.
    """
    said = facts.said
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
                    facts,
                    said,
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
                facts,
                said,
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
                facts,
                said,
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
class Replay:
    """The play of a deal with all hands open, up to where it could be carried out."""

    facts: DealFacts
    match: Match
    dealt: Dealt
    opened: Sequence[SealOpened]
    findings: list[Finding] = field(default_factory=list)
    complete: bool = True
    laid: Laid = field(default_factory=Laid)

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
                            self._refused(deal, refusal, number, one.seal.said, one.move)
                        moves[one.seal.seat] = one.move
                    deal.open_seals(moves)
                else:
                    _, seat, _, move = event
                    before = self.laid.at(deal.place())
                    refusal = deal.check(seat, move)
                    if refusal is not None:
                        self._refused(deal, refusal, number, event.said, move)
                    before.append(move)
                    deal.apply(seat, move)
            except IllegalMove:
                self.complete = False
                self.findings.append(not_judged(self.facts, deal.place()))
                break
        else:
            self.complete = isinstance(deal.due(), Done)
        return deal

    def _refused(
        self, deal: Deal, refusal: IllegalMove, number: int, said: Said, move: Json
    ) -> None:
        """Note an illegal move; whoever could not know better from its own view is not blamed."""
        blame: tuple[Party, ...] = ("host",)
        if said.blamed != "host" and self._own_view_excludes(number, said.by, move):
            blame = (said.blamed, "host")
        self.findings.append(
            find(
                Code.ILLEGAL_MOVE,
                f"Deal {self.facts.number}: the move of seat {said.by} was not allowed: "
                f"{refusal.detail}",
                pointer=said.pointer("body", self._member(number)),
                step=said.step,
                blame=blame,
                deal=self.facts.number,
                attempt=self.facts.attempt,
                place=refusal.place or deal.place(),
                seat=said.by,
                details={
                    "rule": refusal.rule,
                    "move": _plain(move),
                    "playable": list(refusal.playable),
                    "before": list(self.laid.at(refusal.place or deal.place())),
                },
            )
        )

    def _member(self, number: int) -> str:
        return "commitment" if isinstance(self.facts.events[number], list) else "move"

    def _own_view_excludes(self, number: int, seat: Any, move: Json) -> bool:
        """Whether ``seat`` could tell from its own view that its move is not allowed."""
        hands = [hand if one == seat else None for one, hand in enumerate(self.dealt.hands)]
        view = self.match.begin(self.facts.draw, hands, None)
        sealed = iter(self.opened)
        try:
            for event in self.facts.events[:number]:
                if isinstance(event, list):
                    moves = {one.seat: next(sealed).move for one in event}
                    view.open_seals(
                        {
                            sealer: hidden
                            for sealer, hidden in moves.items()
                            if sealer == seat or seat in view.readers(sealer)
                        }
                    )
                else:
                    view.apply(event.seat, event.move)
        except IllegalMove:
            return True
        return view.check(seat, move) is not None


def not_judged(facts: DealFacts, place: tuple[tuple[str, int], ...] = ()) -> Finding:
    """The note that a deal, or the part after ``place``, was not judged."""
    part, ground = "the play", "what it rests on, seeds, openings or hands, is not right"
    if place:
        part, ground = "the rest of the play", "the move before cannot be carried out"
    said = facts.said
    return find(
        Code.NOT_JUDGED,
        f"Deal {facts.number}: {part} was not judged, because {ground}.",
        pointer=said.pointer(),
        step=said.step,
        deal=facts.number,
        attempt=facts.attempt,
        place=place,
    )


def _plain(move: Json) -> Any:
    return list(move) if isinstance(move, tuple) else move
