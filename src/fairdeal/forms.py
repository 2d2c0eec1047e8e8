"""What is sufficient: the fault that each form of proof shows (section 17.2)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple, cast

from fairdeal import chain, order, transcript, wire
from fairdeal.abridged import Abridged
from fairdeal.branches import Placed, Signed, Unproven, alone, begins, opened, signed, who
from fairdeal.canonical import dumps
from fairdeal.commitment import opens_hand, opens_seal, opens_seed
from fairdeal.errors import LocalError, Malformed
from fairdeal.findings import Code, Detail, Finding, Party
from fairdeal.game import (
    BadResult,
    BadRules,
    Cards,
    Deal,
    IllegalMove,
    Json,
    Match,
    Place,
    Seals,
)
from fairdeal.games import FindGame
from fairdeal.judge import Laid
from fairdeal.phases import deal_and_attempt
from fairdeal.verifier import verify


class Fault(NamedTuple):
    """A fault that a proof shows: in a sentence, and as the ``details`` of a `Finding`.

    ``game`` is the game's name where the form shows it.
    """

    sentence: str
    details: Mapping[str, Detail] = {}
    game: str | None = None


# --- words and heads, without the game ---


def second_history(branches: Sequence[Sequence[Placed]], ends: Sequence[Signed]) -> Fault:
    """Two branches that part at once, and the accused signed both."""
    if len(branches) != 2 or len({one.by for one in ends}) != 1:
        raise Unproven("a second history needs two branches, signed in one name")
    by = ends[0].by
    firsts = [steps[0] for steps in branches]
    if len({first.parent for first in firsts}) != 1 or firsts[0].parent == wire.ZERO:
        raise Unproven("the two branches do not go on from one step of one table")
    # What stands beside a statement its author did not sign: it is one word, not a history.
    words: list[Any] = [
        first.said(by) if len(steps) == 1 and one.inside else None
        for first, steps, one in zip(firsts, branches, ends, strict=True)
    ]
    if None not in words:
        is_fault = _differ(firsts, by) and (by == "host" or firsts[0].kind == firsts[1].kind)
    elif words == [None, None]:
        is_fault = firsts[0].hash != firsts[1].hash
    else:
        # A seat may sign on one parent for steps of several kinds, and again after a `replace`.
        number = 0 if words[0] is None else 1
        is_fault = (
            by == "host" and chain.statement_hash(words[1 - number]) not in firsts[number].hashes
        )
    if not is_fault:
        raise Unproven("the accused may have signed both: they are no two histories")
    return Fault(f"{order.who(by)} signed two histories of one table.")


def _differ(firsts: Sequence[Placed], by: Party) -> bool:
    return len({dumps([first.kind, first.of(by)]) for first in firsts}) == 2


def repeated_statement(branches: Sequence[Sequence[Placed]], ends: Sequence[Signed]) -> Fault:
    """Two words of the accused for one kind of step on one parent."""
    by = ends[0].by
    firsts = [steps[0] for steps in branches]
    are_words = all(len(steps) == 1 for steps in branches) and all(one.inside for one in ends)
    if len(branches) != 2 or not are_words or {one.by for one in ends} != {by}:
        raise Unproven("this needs two statements in one name, each a branch of its own")
    if firsts[0].parent == wire.ZERO or len({(one.kind, one.parent) for one in firsts}) != 1:
        raise Unproven("the two statements are not for one place")
    if not _differ(firsts, by):
        raise Unproven("the two statements say the same")
    return Fault(f"{order.who(by)} signed two different statements for one {firsts[0].kind} step.")


def head(proof: wire.Proof, branches: Sequence[Sequence[Placed]]) -> Fault:
    """A branch from the open step, and a head of the accused that contradicts it."""
    if proof.code is not Code.SECOND_HISTORY or sorted(map(bool, branches)) != [False, True]:
        raise Unproven(
            "a head alone needs a branch of steps beside it, and proves a second history"
        )
    (steps,), (head,) = (
        filter(None, branches),
        [branch.head for branch in proof.branches if not branch.steps],
    )
    (branch,) = [one for one in proof.branches if one.steps]
    if {one.parent for one in proof.branches} != {wire.ZERO}:
        raise Unproven("the branch does not begin with the table's open step")
    begins(proof, steps)
    end, last = signed(proof.accused, proof.table, branch.head, steps), steps[-1]
    alone(steps, end)
    key = bytes.fromhex(proof.accused)
    if (
        head is None
        or head.table != proof.table
        or not chain.is_signed_head(head.model_dump(), key)
    ):
        raise Unproven("the head alone is not one that the accused signed for this table")
    if end.by != "host":
        raise Unproven("the accused signed the branch as a seat")
    made: list[str | None] = [step.hash for step in steps]
    if end.inside:
        made[-1] = chain.own_step_hash(last.kind, last.parent, last.given[0])
    if head.height > len(made):
        is_fault = end.inside and last.kind == "close"
    else:
        is_fault = made[head.height - 1] not in (None, head.head)
    if not is_fault:
        raise Unproven("the head may belong to the same history")
    return Fault(
        "The host signed two histories of one table, which part by step "
        f"{head.height - 1} at the latest."
    )


def number(proof: wire.Proof, steps: Sequence[Placed], by: Party) -> Fault:
    """A number that is not the current one, as the kinds of the steps before tell (section 7)."""
    begins(proof, steps)
    deal, attempt = deal_and_attempt(step.kind for step in steps[:-1])
    body = steps[-1].of(by)
    stated = (body.get("deal", deal), body.get("attempt", attempt))
    if stated == (deal, attempt):
        raise Unproven("the statement names the current deal and attempt")
    return Fault(
        f"{order.who(by)} spoke of deal {stated[0]}, attempt {stated[1]}, at deal {deal}, attempt "
        f"{attempt}."
    )


# --- commitments and what opens them ---


def opening(proof: wire.Proof, steps: Sequence[Placed], by: Party) -> Fault:
    """A commitment, and the seed that its author showed for it later (section 9.1)."""
    commit, last = steps[0], steps[-1]
    key = bytes.fromhex(proof.accused)
    if not chain.is_signed(commit.said(by), commit.kind, commit.parent, proof.table, key):
        raise Unproven("the accused did not sign this commitment")
    between = {step.kind for step in steps[1:-1]}
    due = {"disclose", "void"} if by == "host" else {"reveal"}
    if last.kind not in due or between & {"commit", "disclose", "void"} or len(steps) < 2:
        raise Unproven("the seed is not shown for this commitment")
    if opens_seed(commit.parent, by, last.of(by)["seed"], commit.of(by)["commitment"]):
        raise Unproven("the seed opens the commitment")
    return Fault(f"The seed that {who(by)} showed is not the one it had committed to.")


def seals(steps: Sequence[Placed], by: Party) -> Fault:
    """From `deal` to `disclose`: a seal, and what stands in the place of its opening there."""
    last = steps[-1]
    if by != "host" or steps[0].kind != "deal" or last.kind != "disclose":
        raise Unproven("this needs the host's steps from deal to disclose")
    if {step.kind for step in steps[1:-1]} - {"seal", "move", "replace"}:
        raise Unproven("this is not one deal")
    openings = last.of("host")["seals"]
    seals = [(step, one) for step in steps if step.kind == "seal" for one in step.statements]
    if len(seals) != len(openings):
        return Fault(
            f"The host disclosed {len(openings)} secret choices, but {len(seals)} were sealed."
        )
    for (step, one), opening in zip(seals, openings, strict=True):
        if isinstance(one, str):
            continue
        seat = one["by"]
        if opening["seat"] != seat or not _opens(step, seat, opening["nonce"], opening["move"]):
            return Fault(
                f"What the host disclosed as the secret choice of seat {seat} is not what that "
                "seat sealed."
            )
    raise Unproven("what is shown opens the seals that are shown")


def _opens(step: Placed, seat: int, nonce: str, move: Json) -> bool:
    """Whether that opens the only seal of a seat that a step shows."""
    return opens_seal(step.parent, seat, nonce, move, step.of(seat)["commitment"])


# --- private messages ---


def private(proof: wire.Proof, branches: Sequence[Sequence[Placed]]) -> tuple[Party, Fault]:
    """A private message, and the step with what it should have opened (section 8)."""
    message = cast(wire.Private, proof.private)
    key = bytes.fromhex(proof.accused)
    if proof.code is not Code.UNEXPECTED_PRIVATE or len(branches) != 1 or len(branches[0]) != 1:
        raise Unproven("a private message needs one step beside it")
    ((step,),), (branch,) = branches, proof.branches
    raw = message.model_dump(by_alias=True)
    if (message.table, branch.head) != (proof.table, None) or not chain.is_signed_private(raw, key):
        raise Unproven("the private message is not one that the accused signed for this table")
    if isinstance(message, wire.HandMessage):
        return "host", Fault(_another_hand(proof, step, message.body, message.to))
    return message.from_, Fault(_another_choice(proof, step, message))


def _another_hand(proof: wire.Proof, step: Placed, body: wire.HandBody, to: int) -> str:
    end = signed(proof.accused, proof.table, None, [step])
    alone([step], end)
    if step.kind != "deal" or end.by != "host":
        raise Unproven("a hand needs the host's deal step")
    fixed = step.of("host")
    if (fixed["deal"], fixed["attempt"]) != (body.deal, body.attempt):
        raise Unproven("the deal step is of another deal or attempt")
    if any(opens_hand(body.salt, body.cards, one) for one in fixed["hands"][to : to + 1]):
        raise Unproven("the hand opens its digest in the deal step")
    return f"In deal {body.deal} the host sent seat {to} other cards than it fixed for it."


def _another_choice(proof: wire.Proof, step: Placed, message: wire.OpeningMessage) -> str:
    body = message.body
    due: tuple[Party, Party, str]
    if step.kind != "seal":
        raise Unproven("an opening needs the step with its seal")
    if message.from_ == "host":
        # The host signs it on this very step.
        due = ("host", message.to, step.hash)
        said = f"The host told {who(message.to)} of another choice of seat {body.seat} than that "
        said += "seat sealed."
    else:
        # A seat signs it together with its seal, on the step before.
        end = signed(proof.accused, proof.table, None, [step])
        alone([step], end)
        due = (end.by, "host", step.parent)
        said = f"Seat {end.by} told the host of another choice than it sealed."
    if (message.from_, message.to, message.parent) != due or message.from_ not in (
        "host",
        body.seat,
    ):
        raise Unproven("the opening was not signed for the seal in this step")
    if _opens(step, body.seat, body.nonce, body.move):
        raise Unproven("the opening opens the seal")
    return said


# --- a move, by one hand or none ---


def illegal_move(
    proof: wire.Proof, steps: Sequence[Placed], by: Party, find_game: FindGame
) -> Fault:
    """A move that everybody could tell to be forbidden, or the accused from the hand shown."""
    if by == "host":
        raise Unproven("a hand says nothing of this fault")
    _holds(proof, steps, by)
    match, since = _match_before(proof, steps, find_game)
    deal = steps[since].of("host")
    seats = len(steps[0].of("host")["seats"])
    hands = _hands(proof, deal["hands"], by, seats)
    reader = None if proof.hand is None else by
    openings, laid = iter(proof.openings), Laid()
    try:
        view = match.begin(deal["draw"], hands, None)
        for step in steps[since + 1 : -1]:
            _follow(view, step, reader, seats, openings, laid)
        last = steps[-1]
        move = last.of(by)["move"] if last.kind == "move" else _sealed(last, by, openings)
        refusal = view.check(by, move)
    except (IllegalMove, ValueError) as error:
        raise Unproven(f"the play before it cannot be followed: {error}") from None
    if next(openings, None) is not None:
        raise Unproven("there are more openings than seals")
    if refusal is None:
        raise Unproven("as far as the accused could see, the move was allowed")
    place = refusal.place or view.place()
    return Fault(
        _in_place(deal["deal"], place, f"the move of {who(by)} was not allowed: {refusal.detail}"),
        {
            "rule": refusal.rule,
            "move": move,
            "playable": list(refusal.playable),
            "before": laid.at(place),
        },
        opened(proof, steps)["game"]["name"],
    )


def _hands(
    proof: wire.Proof, digests: Sequence[str], by: int, seats: int
) -> Sequence[Cards | None]:
    """The hands of all seats as far as they are shown: that of the accused, or none."""
    shown = proof.hand
    if shown is None:
        return [None] * seats
    if by >= len(digests) or len(digests) != seats:
        raise Unproven("the deal step has no digest for this seat")
    if not opens_hand(shown.salt, shown.cards, digests[by]):
        raise Unproven("the hand does not open the digest in the deal step")
    return [shown.cards if one == by else None for one in range(seats)]


def _in_place(deal: int | None, place: Place, what: str) -> str:
    """A sentence on something in the play of a deal: ``Deal 1, trick 3: ...``."""
    return (
        f"{', '.join([f'Deal {deal}', *(f'{name} {number}' for name, number in place)])}: {what}."
    )


def _follow(
    view: Deal, step: Placed, reader: int | None, seats: int, openings: Iterator[Any], laid: Laid
) -> None:
    """Carry out a step in the view of the seat ``reader``, or of nobody."""
    if step.kind == "move":
        if len(step.given) != 1 or len(step.statements) != 1:
            raise Unproven("a move before it is left out")
        mover = step.given[0]["by"]
        move = step.of(mover)["move"]
        if mover == "host" or mover >= seats:
            raise Unproven("a move before it is nobody's at this table")
        laid.at(view.place()).append(move)
        view.apply(mover, move)
    elif step.kind == "seal":
        due = view.due()
        sealers = sorted(due.seats) if isinstance(due, Seals) and reader is not None else ()
        # None that the accused saw may be missing: what it held hangs on them.
        seen = [seat for seat in sealers if seat == reader or reader in view.readers(seat)]
        view.open_seals({seat: _sealed(step, seat, openings) for seat in seen})
    elif step.kind != "replace":
        raise Unproven(f"{step.name} stands in the middle of the play")


def _sealed(step: Placed, by: int, openings: Iterator[Any]) -> Any:
    """The sealed move of a seat, as the next opening shows it."""
    opening = next(openings, None)
    if step.kind != "seal" or opening is None or opening.seat != by:
        raise Unproven(f"the opening of the seal of seat {by} is missing")
    if not _opens(step, by, opening.nonce, opening.move):
        raise Unproven(f"an opening does not open the seal of seat {by}")
    return opening.move


def _match_before(
    proof: wire.Proof, steps: Sequence[Placed], find_game: FindGame
) -> tuple[Match, int]:
    """The match before the last deal that the branch begins, and the index of its `deal` step."""
    body = opened(proof, steps)
    game = find_game(body["game"]["name"])
    if game is None or game.version != body["game"]["version"]:
        raise Unproven("the game is not known here")
    deals = [index for index, step in enumerate(steps) if step.kind == "deal"]
    if not deals or any(step.kind == "disclose" for step in steps[deals[-1] : -1]):
        raise Unproven("no deal is being played at the end of the branch")
    try:
        match = game.match(body["game"]["rules"], len(body["seats"]))
        for step in steps[: deals[-1]]:
            if step.kind == "disclose":
                match = match.settle(step.of("host")["result"])
    except (BadRules, BadResult) as error:
        raise Unproven(f"the deals before it cannot be followed: {error}") from None
    return match, deals[-1]


# --- the verifier's own judgement ---


def run(proof: wire.Proof, steps: Sequence[Placed], end: Signed, find_game: FindGame) -> Fault:
    """A fault in a branch from `open`, of which steps may be left out as if they were in order."""
    listed = _own(proof, steps, end)
    signed_over = len(steps) - end.inside if end.by == "host" else 0

    def is_covered(step: int, number: int | None = None) -> bool:
        return step < signed_over or (number is not None and bool(listed))

    session = Abridged(find_game, is_covered)
    findings: list[Finding] = []
    try:
        for index, step in enumerate(steps):
            raw = {"kind": step.kind, "parent": step.parent, "statements": step.given}
            form = wire.read_step(raw) if step.given else None
            entry = chain.Entry(index, form, raw, step.parent, step.hash, [*step.hashes], [])
            if step is steps[-1] and end.inside:
                findings += session.last_word(entry)
            else:
                findings += session.take(entry, is_whole=step.is_whole)
            if session.lost:
                break
    except LocalError:
        raise Unproven("what this fault hangs on is left out") from None
    fault = _convicts(proof, steps, end.by, findings)
    if proof.code is Code.EARLY_CLOSE:  # who did not sign may be left out
        return Fault(
            "The host closed the game before its end, without the signatures of all seats."
        )
    return fault


def whole(proof: wire.Proof, steps: Sequence[Placed], end: Signed, find_game: FindGame) -> Fault:
    """The game up to there, with nothing left out, as `verify` judges it."""
    _beside(steps, end)
    name = opened(proof, steps)["game"]["name"]
    game = find_game(name)
    raw = [{"kind": s.kind, "parent": s.parent, "statements": list(s.statements)} for s in steps]
    report = verify(transcript.dump(raw), games={} if game is None else {name: game})
    return _convicts(proof, steps, end.by, report.findings)


def damage(proof: wire.Proof, steps: Sequence[Placed], end: Signed) -> Fault:
    """A statement without a form or its author's signature, before one of the host."""
    listed = _own(proof, steps, end)
    keys = _keys(proof, steps[:1])
    for step in steps:
        for said, made in zip(step.statements, step.hashes, strict=True):
            is_own = step is steps[-1] and end.inside and made not in listed
            what = "" if isinstance(said, str) or is_own else _damage(proof, step, said, keys)
            if what and end.by == "host":
                return Fault(f"The host signed on top of damage that it had to refuse: {what}.")
        _change_keys(step, keys)
    raise Unproven("nothing that is shown is damaged and signed over by the accused")


def _damage(proof: wire.Proof, step: Placed, said: Any, keys: Mapping[Party, str]) -> str:
    """What is wrong with a statement by itself; "" if nothing is."""
    try:
        wire.read_step({"kind": step.kind, "parent": step.parent, "statements": [said]})
    except Malformed as error:
        return f"a statement of {step.name} has not its form ({error})"
    by = said["by"]
    if by not in keys:
        return f"{step.name} has a statement by {by}, who is nobody at this table"
    table = proof.table if step.parent != wire.ZERO else wire.ZERO
    if chain.is_signed(said, step.kind, step.parent, table, bytes.fromhex(keys[by])):
        return ""
    return f"the signature of {who(by)} in {step.name} does not hold"


def _beside(steps: Sequence[Placed], end: Signed) -> Sequence[str]:
    """What the accused's last statement lists beside itself; nothing else may stand there."""
    last = steps[-1]
    if end.inside and last.kind == "close" and end.by == "host":
        listed: list[str] = last.of("host")["seats"]
        if listed == last.hashes[:-1]:
            return listed
    alone(steps, end)
    return ()


def _own(proof: wire.Proof, steps: Sequence[Placed], end: Signed) -> Sequence[str]:
    """The same, of an accused who had that key at the end of the branch."""
    _holds(proof, steps, end.by)
    return _beside(steps, end)


def _convicts(
    proof: wire.Proof, steps: Sequence[Placed], by: Party, findings: Sequence[Finding]
) -> Fault:
    # A seat is blamed for what a person did there, who sat there first; for a bot the host is.
    if _keys(proof, steps[:1]).get(by) != proof.accused:
        raise Unproven(f"the accused does not answer for {who(by)} at this table")
    for finding in findings:
        if finding.code is proof.code and by in finding.blame:
            game = opened(proof, steps)["game"]["name"]
            return Fault(_against(by, finding), finding.details, game)
    raise Unproven("the verifier does not find this fault of the accused in these steps")


def _against(by: Party, finding: Finding) -> str:
    """What a finding says; and of a move, where it stands, and what the host had to do."""
    if finding.code is not Code.ILLEGAL_MOVE:
        return finding.sentence
    said = finding.sentence.removeprefix(f"Deal {finding.deal}: ")
    fault = _in_place(finding.deal, finding.place, said)
    return (
        f"The host signed on top of a move that it had to refuse. {fault}"
        if by == "host"
        else fault
    )


def _holds(proof: wire.Proof, steps: Sequence[Placed], by: Party) -> None:
    """Make sure that the accused's key is that of the party at the end of a branch from `open`."""
    if _keys(proof, steps[:-1] or steps).get(by) != proof.accused:
        raise Unproven(f"the accused does not sign for {who(by)} at this table")


def _keys(proof: wire.Proof, steps: Sequence[Placed]) -> dict[Party, str]:
    """The keys of all parties after a branch from `open`, which shows every `replace`."""
    body = opened(proof, steps)
    keys: dict[Party, str] = {"host": body["host"]["key"]}
    keys.update((seat, one["key"]) for seat, one in enumerate(body["seats"]))
    for step in steps[1:]:
        _change_keys(step, keys)
    return keys


def _change_keys(step: Placed, keys: dict[Party, str]) -> None:
    """The keys that a `replace` gives to seats of the table."""
    named = step.of("host")["seats"] if step.kind == "replace" else ()
    keys.update((one["seat"], one["key"]) for one in named if one["seat"] in keys)
