"""Proofs: what convicts one key of one fault, and nothing else of the game (section 17).

A proof holds runs of steps whose statements are hashes but for those that it needs. The last step
of a run carries a signature of the accused key, and with it all that stands before.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from itertools import islice
from typing import Any, NamedTuple, TypeAlias, cast

from fairdeal import chain, commitment, crypto, limits, order, transcript, wire
from fairdeal import games as installed
from fairdeal.canonical import dumps, loads
from fairdeal.errors import LocalError, Malformed
from fairdeal.findings import Code, Finding, Party, Severity
from fairdeal.game import BadResult, BadRules, Deal, Game, IllegalMove, Match, Seals
from fairdeal.judge import DealFacts, Said, SealFact, deal_out, opens_seal, opens_seed
from fairdeal.phases import TRANSITIONS
from fairdeal.report import Report
from fairdeal.session import Session
from fairdeal.story import TableStory, tell
from fairdeal.verifier import judge, verify

FORMAT = wire.PROOF_FORMAT
FAMILY = "fairdeal-proof/"
_KINDS = frozenset(kind for after in TRANSITIONS.values() for kind in after)
Games: TypeAlias = Mapping[str, Game]
FindGame: TypeAlias = Callable[[str], Game | None]


class ProofVerdict(StrEnum):
    """What a proof comes to."""

    PROVEN = "proven"
    UNPROVEN = "unproven"


@dataclass(frozen=True, slots=True)
class Judged:
    """A proof that was checked: ``sentence`` tells of what it convicts, or why it does not.

    ``accused`` is a key in hex; ``by`` the seat, or the host, as whom it signed at the table with
    the hash ``table``, and None where nothing is proven.
    """

    verdict: ProofVerdict
    code: Code
    accused: str
    table: str
    by: Party | None
    sentence: str


class _Unproven(Exception):
    """What a proof lacks, as a part of a sentence."""


class Placed(NamedTuple):
    """A step of a run in its place; of statements that are left out there are the hashes."""

    kind: str
    parent: str
    hash: str
    hashes: Sequence[str]
    statements: Sequence[Any]

    def said(self, by: Party) -> Any:
        """The only statement by a party. Raises `_Unproven` if it is left out."""
        statements = [said for said in self.given if said["by"] == by]
        if len(statements) != 1:
            raise _Unproven(f"{self.name} does not show the one statement of {who(by)}")
        step = {"kind": self.kind, "parent": self.parent, "statements": statements}
        return wire.read_step(step)["statements"][0]

    def of(self, by: Party) -> Any:
        """The body of that statement."""
        return self.said(by)["body"]

    @property
    def name(self) -> str:
        """The step within a sentence; a kind that nobody knows is not repeated there."""
        return f"a {self.kind} step" if self.kind in _KINDS else "a step of an unknown kind"

    @property
    def given(self) -> list[Any]:
        """The statements that are not left out."""
        return [said for said in self.statements if not isinstance(said, str)]


def who(by: Party) -> str:
    """A party within a sentence."""
    return "the host" if by == "host" else f"seat {by}"


def is_proof(data: bytes) -> bool:
    """Whether a file says of itself that it is a proof."""
    if b'"fairdeal-proof/' not in data:
        return False
    with suppress(Malformed):
        document = loads(data)
        return isinstance(document, dict) and str(document.get("format")).startswith(FAMILY)
    return False


def is_whole(data: bytes) -> bool:
    """Whether a proof leaves nothing out of the game up to its end. Raises `Malformed`."""
    runs = wire.read_proof(loads(data)).branches
    return not any(
        isinstance(one, str) for run in runs for step in run.steps for one in step.statements
    )


def check(data: bytes, *, games: Games | None = None) -> Judged:
    """Judge a proof alone. Raises `Malformed` if it is not one by its form."""
    proof = wire.read_proof(loads(data))
    about = (proof.code, proof.accused, proof.table)
    try:
        by, sentence = _convict(proof, installed.find_game if games is None else games.get)
    except (_Unproven, Malformed) as error:
        return Judged(ProofVerdict.UNPROVEN, *about, by=None, sentence=str(error))
    return Judged(ProofVerdict.PROVEN, *about, by=by, sentence=sentence)


def _convict(proof: wire.Proof, find_game: FindGame) -> tuple[Party, str]:
    """Who is convicted, and of what. Raises `_Unproven`."""
    key = bytes.fromhex(proof.accused)
    if not crypto.is_safe_key(key):
        raise _Unproven("signatures under this key prove nothing")
    runs = [list(_placed(run)) for run in proof.branches]
    if not all(runs):
        return "host", _another_place(proof, runs)
    signed = [
        _signed(proof.accused, proof.table, run.head, steps)
        for run, steps in zip(proof.branches, runs, strict=True)
    ]
    by = signed[0].by
    if proof.code is not Code.ILLEGAL_MOVE and (proof.hand or proof.openings):
        raise _Unproven("a hand or openings are shown, which say nothing of this fault")
    if proof.code is Code.SECOND_HISTORY:
        _alone(runs, signed)
        return by, _second_history(runs, signed)
    if len(runs) != 1:
        raise _Unproven("this needs one run of steps")
    (steps,) = runs
    if proof.code is Code.WRONG_OPENING and steps[0].kind == "commit":
        _alone(runs, signed)
        return by, _wrong_opening(proof, steps, by)
    if proof.code is Code.ILLEGAL_MOVE and proof.hand is not None and by != "host":
        _alone(runs, signed)
        return by, _illegal_move(proof, steps, by, find_game)
    return by, _whole(proof, steps, by, find_game)


def are_two_histories(accused: str, table: str, runs: Sequence[Sequence[Placed]]) -> bool:
    """Whether two runs without heads convict a key: what `check` says of the proof with them."""
    if not crypto.is_safe_key(bytes.fromhex(accused)):
        return False
    try:
        signed = [_signed(accused, table, None, steps) for steps in runs]
        _alone(runs, signed)
        _second_history(runs, signed)
    except (_Unproven, Malformed):
        return False
    return True


def _alone(runs: Sequence[Sequence[Placed]], signed: Sequence[_Signed]) -> None:
    """Beside a statement that signs the end of a run stands what its author did not sign."""
    for steps, one in zip(runs, signed, strict=True):
        if one.inside and len(steps[-1].statements) > 1:
            raise _Unproven("beside the statement that signs the end of a run, others stand")
        if one.inside:
            steps[-1].said(one.by)  # it has its form


# --- what every proof is made of ---


def _placed(run: wire.Run) -> Iterator[Placed]:
    parent = run.parent
    for step in run.steps:
        shown = [one for one in step.statements if not isinstance(one, str)]
        if not all(one.keys() == {"body", "by", "sig"} for one in shown):
            raise _Unproven("a statement has not the members body, by and sig")
        said = [
            one if isinstance(one, str) else chain.statement_hash(one) for one in step.statements
        ]
        made = chain.step_hash(step.kind, parent, said)
        yield Placed(step.kind, parent, made, said, step.statements)
        parent = made


class _Signed(NamedTuple):
    """How the accused signed the end of a run: by a statement in its last step, or after it."""

    by: Party
    inside: bool


def _signed(
    accused: str, table: str, signed_head: wire.SignedHead | None, steps: Sequence[Placed]
) -> _Signed:
    last = steps[-1]
    key = bytes.fromhex(accused)
    if signed_head is not None:
        head = signed_head.model_dump()
        if (head["head"], head["table"]) != (last.hash, table) or not chain.is_signed_head(
            head, key
        ):
            raise _Unproven("the head is not one that the accused signed for the last step")
        return _Signed("host", inside=False)
    named = table if last.parent != wire.ZERO else wire.ZERO
    for said in last.given:
        if chain.is_signed(said, last.kind, last.parent, named, key):
            by = said["by"]
            if by == "host" or (type(by) is int and 0 <= by < limits.SEATS_MAX):
                return _Signed(by, inside=True)
    raise _Unproven("no statement in the last step is signed by the accused for that place")


# --- the fault of each form ---


def _second_history(runs: Sequence[Sequence[Placed]], signed: Sequence[_Signed]) -> str:
    """Two runs that part at once, and the accused signed both (section 17.2)."""
    if len(runs) != 2 or len({one.by for one in signed}) != 1:
        raise _Unproven("a second history needs two runs, signed in one name")
    by = signed[0].by
    firsts = [steps[0] for steps in runs]
    if len({first.parent for first in firsts}) != 1 or firsts[0].parent == wire.ZERO:
        raise _Unproven("the two runs do not go on from one step of one table")
    # What stands beside a statement its author did not sign: it is one word, not a history.
    words: list[Any] = [
        first.said(by) if len(steps) == 1 and one.inside else None
        for first, steps, one in zip(firsts, runs, signed, strict=True)
    ]
    if None not in words:
        differ = len({dumps([first.kind, first.of(by)]) for first in firsts}) == 2
        is_fault = differ and (by == "host" or firsts[0].kind == firsts[1].kind)
    elif words == [None, None]:
        is_fault = firsts[0].hash != firsts[1].hash
    else:
        # A seat may sign on one parent for steps of several kinds, and again after a `replace`.
        number = 0 if words[0] is None else 1
        is_fault = (
            by == "host" and chain.statement_hash(words[1 - number]) not in firsts[number].hashes
        )
    if not is_fault:
        raise _Unproven("the accused may have signed both: they are no two histories")
    return f"{order.who(by)} signed two histories of one table, which part after one step."


def _another_place(proof: wire.Proof, runs: Sequence[Sequence[Placed]]) -> str:
    """A run from the open step, and a head of the accused that contradicts it (section 17.2)."""
    if proof.code is not Code.SECOND_HISTORY or sorted(map(bool, runs)) != [False, True]:
        raise _Unproven("a head alone needs a run of steps beside it, and proves a second history")
    (steps,), (head,) = filter(None, runs), [run.head for run in proof.branches if not run.steps]
    (run,) = [one for one in proof.branches if one.steps]
    if {one.parent for one in proof.branches} != {wire.ZERO} or steps[0].hash != proof.table:
        raise _Unproven("the run does not begin with the table's open step")
    signed, last = _signed(proof.accused, proof.table, run.head, steps), steps[-1]
    _alone([steps], [signed])
    key = bytes.fromhex(proof.accused)
    if (
        head is None
        or head.table != proof.table
        or not chain.is_signed_head(head.model_dump(), key)
    ):
        raise _Unproven("the head alone is not one that the accused signed for this table")
    if signed.by != "host":
        raise _Unproven("the accused signed the run as a seat")
    made: list[str | None] = [step.hash for step in steps]
    if signed.inside:
        made[-1] = chain.own_step_hash(last.kind, last.parent, last.given[0])
    if head.height > len(made):
        is_fault = signed.inside and last.kind == "close"
    else:
        is_fault = made[head.height - 1] not in (None, head.head)
    if not is_fault:
        raise _Unproven("the head may belong to the same history")
    return f"The host signed two histories of one table, which differ by step {head.height - 1}."


def _wrong_opening(proof: wire.Proof, steps: Sequence[Placed], by: Party) -> str:
    """A commitment, and the seed that its author showed for it later (section 9.1)."""
    commit, last = steps[0], steps[-1]
    key = bytes.fromhex(proof.accused)
    if not chain.is_signed(commit.said(by), commit.kind, commit.parent, proof.table, key):
        raise _Unproven("the accused did not sign this commitment")
    between = {step.kind for step in steps[1:-1]}
    due = {"disclose", "void"} if by == "host" else {"reveal"}
    if last.kind not in due or between & {"commit", "disclose", "void"} or len(steps) < 2:
        raise _Unproven("the seed is not shown for this commitment")
    facts = DealFacts(
        number=1,
        attempt=1,
        commit_step=0,
        commit_parent=commit.parent,
        commit_statements=(),
        commitments={by: commit.of(by)["commitment"]},
    )
    if opens_seed(facts, by, last.of(by)["seed"]):
        raise _Unproven("the seed opens the commitment")
    return f"The seed that {who(by)} showed is not the one it had committed to."


def _illegal_move(proof: wire.Proof, steps: Sequence[Placed], by: int, find_game: FindGame) -> str:
    """A move that the accused could tell from its own hand to be forbidden (section 17.2)."""
    _seat_of(proof, steps, by)
    match, since = _match_before(proof, steps, find_game)
    deal = steps[since].of("host")
    shown = cast(wire.ShownHand, proof.hand)
    hand = shown.cards
    seats = len(steps[0].of("host")["seats"])
    if by >= len(deal["hands"]) or len(deal["hands"]) != seats:
        raise _Unproven("the deal step has no digest for this seat")
    if commitment.hand_digest(bytes.fromhex(shown.salt), hand).hex() != deal["hands"][by]:
        raise _Unproven("the hand does not open the digest in the deal step")
    openings = iter(proof.openings)
    try:
        view = match.begin(
            deal["draw"], [hand if one == by else None for one in range(seats)], None
        )
        for step in steps[since + 1 : -1]:
            _follow(view, step, by, seats, openings)
        last = steps[-1]
        move = last.of(by)["move"] if last.kind == "move" else _sealed(last, by, openings)
        refusal = view.check(by, move)
    except (IllegalMove, ValueError) as error:
        raise _Unproven(f"the play before it cannot be followed: {error}") from None
    if next(openings, None) is not None:
        raise _Unproven("there are more openings than seals")
    if refusal is None:
        raise _Unproven("as far as the accused could see, the move was allowed")
    return f"The move of {who(by)} was not allowed, as its own hand shows: {refusal.detail}."


def _follow(view: Deal, step: Placed, by: int, seats: int, openings: Iterator[Any]) -> None:
    if step.kind == "move":
        if len(step.given) != 1 or len(step.statements) != 1:
            raise _Unproven("a move before it is left out")
        mover = step.given[0]["by"]
        move = step.of(mover)["move"]
        if mover == "host" or mover >= seats:
            raise _Unproven("a move before it is nobody's at this table")
        view.apply(mover, move)
    elif step.kind == "seal":
        due = view.due()
        sealers = sorted(due.seats) if isinstance(due, Seals) else ()
        # None that the accused saw may be missing: what it held hangs on them.
        seen = [seat for seat in sealers if seat == by or by in view.readers(seat)]
        view.open_seals({seat: _sealed(step, seat, openings) for seat in seen})
    elif step.kind != "replace":
        raise _Unproven(f"{step.name} stands in the middle of the play")


def _sealed(step: Placed, by: int, openings: Iterator[Any]) -> Any:
    """The sealed move of a seat, as the next opening shows it."""
    opening = next(openings, None)
    if step.kind != "seal" or opening is None or opening.seat != by:
        raise _Unproven(f"the opening of the seal of seat {by} is missing")
    seal = SealFact(Said(0, 0, by, by), by, step.of(by)["commitment"], step.parent)
    if not opens_seal(seal, opening.nonce, opening.move):
        raise _Unproven(f"an opening does not open the seal of seat {by}")
    return opening.move


def _opened(proof: wire.Proof, steps: Sequence[Placed]) -> Any:
    first = steps[0]
    if first.kind != "open" or first.parent != wire.ZERO or first.hash != proof.table:
        raise _Unproven("the run does not begin with the table's open step")
    return first.of("host")


def _seat_of(proof: wire.Proof, steps: Sequence[Placed], seat: int) -> None:
    """Make sure that the accused holds the seat at the end of the run."""
    key = dict(enumerate(one["key"] for one in _opened(proof, steps)["seats"])).get(seat)
    for step in steps[1:]:
        if step.kind == "replace":
            key = {one["seat"]: one["key"] for one in step.of("host")["seats"]}.get(seat, key)
    if key != proof.accused:
        raise _Unproven(f"the accused does not hold seat {seat}")


def _match_before(
    proof: wire.Proof, steps: Sequence[Placed], find_game: FindGame
) -> tuple[Match, int]:
    """The match before the last deal that the run begins, and the index of its `deal` step."""
    opened = _opened(proof, steps)
    game = find_game(opened["game"]["name"])
    if game is None or game.version != opened["game"]["version"]:
        raise _Unproven("the game is not known here")
    deals = [index for index, step in enumerate(steps) if step.kind == "deal"]
    if not deals or any(step.kind == "disclose" for step in steps[deals[-1] : -1]):
        raise _Unproven("no deal is being played at the end of the run")
    try:
        match = game.match(opened["game"]["rules"], len(opened["seats"]))
        for step in steps[: deals[-1]]:
            if step.kind == "disclose":
                match = match.settle(step.of("host")["result"])
    except (BadRules, BadResult) as error:
        raise _Unproven(f"the deals before it cannot be followed: {error}") from None
    return match, deals[-1]


def _whole(proof: wire.Proof, steps: Sequence[Placed], by: Party, find_game: FindGame) -> str:
    """The game up to there, with nothing left out: the verifier's own judgement."""
    name = _opened(proof, steps)["game"]["name"]
    if any(len(step.given) < len(step.statements) for step in steps):
        raise _Unproven("for this fault nothing may be left out")
    game = find_game(name)
    raw = [{"kind": s.kind, "parent": s.parent, "statements": list(s.statements)} for s in steps]
    report = verify(transcript.dump(raw), games={} if game is None else {name: game})
    for finding in report.findings:
        blamed = finding.code is proof.code and by in finding.blame
        if blamed and proof.accused in _keys_of(report, by):
            return finding.sentence
    raise _Unproven("the verifier does not find this fault of the accused in these steps")


def _keys_of(report: Report, party: Party) -> set[str | None]:
    if party == "host":
        return {report.host_key}
    return {one.key for one in report.seats if one.seat == party}


# --- making them ---


def prove(
    data: bytes, number: int, *, against: Party | None = None, games: Games | None = None
) -> bytes:
    """The proof of one finding of a transcript's report, against one of those it blames.

    ``number`` counts the report's findings from 1; ``against`` is the first whom it blames, if
    None. Raises `LocalError` where nobody can be convicted, `Malformed` for what is no transcript.
    """
    return convict(data, number, against=against, games=games)[0]


def convict(
    data: bytes, number: int, *, against: Party | None = None, games: Games | None = None
) -> tuple[bytes, Judged]:
    """What `prove` makes, and what `check` says of it."""
    try:
        parsed = transcript.parse(data)
    except Malformed:
        _choose(verify(data, games=games), number, against)  # which has nobody to convict
        raise
    read, height = transcript.read(parsed), len(parsed.steps)
    report = judge(read, height, games=games)
    maker = _Maker(read, report, *_choose(report, number, against))
    for made in maker.proofs(games):
        judged = check(made, games=games)
        if judged.verdict is ProofVerdict.PROVEN:
            return made, judged
    raise LocalError("no proof of this finding is known that stands alone")


def _choose(report: Report, number: int, against: Party | None) -> tuple[Finding, Party]:
    """The finding of that number, and whom of those it blames to convict of it."""
    if not 1 <= number <= len(report.findings):
        raise LocalError(
            f"no finding has the number {number}; the report has {len(report.findings)}"
        )
    finding = report.findings[number - 1]
    if finding.severity is not Severity.VIOLATION or not finding.blame:
        others = [
            str(place)
            for place, one in enumerate(report.findings, 1)
            if one.severity is Severity.VIOLATION and one.blame
        ]
        raise LocalError(
            f"finding {number}, {finding.code}, convicts nobody: a proof shows what is in it, and "
            f"never that something is missing or was not signed; to be proven: "
            f"{', '.join(others) or 'none'}"
        )
    party = finding.blame[0] if against is None else against
    if party not in finding.blame:
        raise LocalError(f"this finding does not blame {who(party)}")
    return finding, party


@dataclass(frozen=True, slots=True)
class _Maker:
    """Makes the proofs of one finding against one party, from the steps of a transcript."""

    read: transcript.Transcript
    report: Report
    finding: Finding
    party: Party

    def proofs(self, games: Games | None) -> Iterator[bytes]:
        """What may prove the finding, the smallest first."""
        last, steps = self.finding.step, self.steps
        own = any(one["by"] == self.party for one in steps[last]["statements"])
        if self.finding.code is Code.WRONG_OPENING and own:
            start = max(n for n, step in enumerate(steps[:last]) if step["kind"] == "commit")
            yield self._proof(start, last, {(start, self.party)})
        if self.finding.code is Code.ILLEGAL_MOVE and own and self.party != "host":
            yield self._illegal_move(tell(self.read, len(steps), games=games), self.party)
        end = self._end(self._blamed_from(games))
        if end is not None:
            yield self._proof(0, end, None)

    @property
    def steps(self) -> Sequence[Mapping[str, Any]]:
        """The steps as they were parsed."""
        return [entry.raw for entry in self.read.entries]

    def _blamed_from(self, games: Games | None) -> int:
        """The step from which on a file, if it ends there, makes its report blame the party.

        What hands show is found where the deal is disclosed; and what others did, the host answers
        for only from its next statement on, or by the list in its `close`.
        """
        find_game = installed.find_game if games is None else games.get
        listed = self.read.listed
        session = Session(find_game, lambda step, number=None: (step, number) in listed)
        place = (self.finding.code, self.finding.pointer)
        for entry in self.read.entries[: self.read.intact]:
            if session.lost:
                break
            for one in session.feed(entry):
                if (one.code, one.pointer) == place:
                    return entry.index + (self.party not in one.blame)
        # Damage, which was found before any step was judged.
        number = self.finding.pointer.split("/")[4:5]
        in_close = bool(number) and (self.finding.step, int(number[0])) in listed
        return self.finding.step + (not in_close)

    def _end(self, since: int) -> int | None:
        """The first step from ``since`` on with a statement that the party signed."""
        table = self.report.table or wire.ZERO
        for entry, key in zip(self.read.entries, self._keys(), strict=True):
            place = (entry.raw["kind"], entry.parent, table if entry.index else wire.ZERO)
            for said in entry.raw["statements"] if entry.index >= since else ():
                if said["by"] == self.party and chain.is_signed(said, *place, bytes.fromhex(key)):
                    return entry.index
        return None

    def _illegal_move(self, table: TableStory, seat: int) -> bytes:
        last = self.finding.step
        story = next(deal for deal in table.deals if deal.number == self.finding.deal)
        facts, disclosed = cast(DealFacts, story.facts), cast(wire.DiscloseBody, story.disclosed)
        seed = bytes.fromhex(disclosed["seed"])
        dealt = deal_out(facts, seed, story.match, len(story.names))
        hands = [hand if one == seat else None for one, hand in enumerate(dealt.hands)]
        view = story.match.begin(facts.draw, hands, None)
        since = facts.said.step
        shown: set[tuple[int, Party]] = set()
        for index, step in enumerate(self.steps[: last + 1]):
            needed = step["kind"] in ("open", "replace", "disclose") or index == since
            if needed or (step["kind"] == "move" and index > since):
                shown |= {(index, said["by"]) for said in step["statements"]}
        openings = []
        for seal, opening in zip(facts.seals, disclosed["seals"], strict=True):
            read = seal.said.step < last and seat in view.readers(seal.seat)
            if read or (seal.seat == seat and seal.said.step <= last):
                shown.add((seal.said.step, seal.seat))
                openings.append(opening)
        salt = commitment.hand_salt(dealt.key, seat).hex()
        hand = {"cards": list(dealt.hands[seat]), "salt": salt}
        return self._proof(0, last, shown, hand=hand, openings=openings)

    def _proof(
        self,
        start: int,
        last: int,
        shown: Collection[tuple[int, Party]] | None,
        **secrets: Any,
    ) -> bytes:
        """The steps from ``start`` to ``last``, with the statements ``shown``, or all if None.

        Of the last step only the accused's own statement, unless all are shown.
        """
        run = [
            {
                "kind": step["kind"],
                "statements": [
                    said
                    if shown is None or index == last or (index, said["by"]) in shown
                    else chain.statement_hash(said)
                    for said in step["statements"]
                    if shown is None or index < last or said["by"] == self.party
                ],
            }
            for index, step in enumerate(self.steps[start : last + 1], start)
        ]
        parent = self.read.entries[start].parent
        return written(
            self.finding.code,
            next(islice(self._keys(), last, None)),
            self.report.table or wire.ZERO,
            [{"head": None, "parent": parent, "steps": run}],
            **secrets,
        )

    def _keys(self) -> Iterator[str]:
        """The key under which the party signs in each step (section 5.3)."""
        opened: Any = self.read.entries[0].raw["statements"][0]["body"]
        named = opened["host"] if self.party == "host" else opened["seats"][self.party]
        key: str = named["key"]
        for entry in self.read.entries:
            yield key
            step = entry.step
            for said in step["statements"] if step and step["kind"] == "replace" else ():
                if said["by"] == "host" != self.party:
                    changed = {one["seat"]: one["key"] for one in said["body"]["seats"]}
                    key = changed.get(self.party, key)


written = wire.write_proof
