"""Proofs: what convicts one key of one fault, and nothing else of the game (section 17).

A proof holds branches of steps, whose statements are hashes but for those that it needs. The last
step of a branch carries a signature of the accused key, and with it all that stands before. This
module checks them; `fairdeal.evidence` makes them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from enum import StrEnum

from fairdeal import crypto, forms, wire
from fairdeal.branches import Placed, Signed, Unproven, alone, placed, signed
from fairdeal.canonical import loads
from fairdeal.errors import Malformed
from fairdeal.findings import Code, Detail, Party
from fairdeal.forms import Fault
from fairdeal.games import FindGame, Games, finder

FAMILY = "fairdeal-proof/"


class ProofVerdict(StrEnum):
    """What a proof comes to."""

    PROVEN = "proven"
    UNPROVEN = "unproven"


@dataclass(frozen=True, slots=True)
class Judged:
    """A proof that was checked: ``sentence`` tells of what it convicts, or why it does not.

    ``accused`` is a key in hex; ``by`` the seat, or the host, as whom it signed at the table with
    the hash ``table``, and None where nothing is proven. ``details`` are those of
    a `Finding`, ``game`` is the game's name where the proof shows it.
    """

    verdict: ProofVerdict
    code: Code
    accused: str
    table: str
    by: Party | None
    sentence: str
    details: Mapping[str, Detail] = field(default_factory=dict)
    game: str | None = None


def is_proof(data: bytes) -> bool:
    """Whether a file says of itself that it is a proof."""
    if b"fairdeal-proof" not in data and rb"\u" not in data:
        return False  # however its format is written, with escapes or without
    with suppress(Malformed):
        document = loads(data)
        return isinstance(document, dict) and str(document.get("format")).startswith(FAMILY)
    return False


def open_deals(data: bytes) -> tuple[int, ...]:
    """The deals of which a proof shows all that gives the hands. Raises `Malformed`."""
    found = []
    for branch in wire.read_proof(loads(data)).branches:
        number, revealed = 1, False
        for step in branch.steps:
            is_shown = not any(isinstance(one, str) for one in step.statements)
            if step.kind in ("commit", "reveal"):
                revealed = is_shown and step.kind == "reveal"
            elif step.kind == "disclose":
                found += [number] if revealed and is_shown else []
                number, revealed = number + 1, False
    return tuple(found)


def check(data: bytes, *, games: Games | None = None) -> Judged:
    """Judge a proof alone. Raises `Malformed` if it is not one by its form."""
    proof = wire.read_proof(loads(data))
    about = (proof.code, proof.accused, proof.table)
    try:
        by, fault = _convict(proof, finder(games))
    except (Unproven, Malformed) as error:
        return Judged(ProofVerdict.UNPROVEN, *about, by=None, sentence=str(error))
    return Judged(ProofVerdict.PROVEN, *about, by, *fault)


def _convict(proof: wire.Proof, find_game: FindGame) -> tuple[Party, Fault]:
    """Who is convicted, and of what. Raises `Unproven`, or `Malformed` for what has no form."""
    if not crypto.is_safe_key(bytes.fromhex(proof.accused)):
        raise Unproven("signatures under this key prove nothing")
    if proof.code is not Code.ILLEGAL_MOVE and (proof.hand or proof.openings):
        raise Unproven("a hand or openings are shown, which say nothing of this fault")
    branches = [list(placed(branch)) for branch in proof.branches]
    if proof.private is not None:
        return forms.private(proof, branches)
    if not all(branches):
        return "host", forms.head(proof, branches)
    ends = [
        signed(proof.accused, proof.table, branch.head, steps)
        for branch, steps in zip(proof.branches, branches, strict=True)
    ]
    return ends[0].by, _fault(proof, branches, ends, find_game)


def are_two_histories(accused: str, table: str, branches: Sequence[Sequence[Placed]]) -> bool:
    """Whether two branches without heads convict a key: what `check` says of their proof."""
    if not crypto.is_safe_key(bytes.fromhex(accused)):
        return False
    try:
        ends = [signed(accused, table, None, steps) for steps in branches]
        for steps, end in zip(branches, ends, strict=True):
            alone(steps, end)
        forms.second_history(branches, ends)
    except (Unproven, Malformed):
        return False
    return True


_OF_WORDS = {
    Code.SECOND_HISTORY: forms.second_history,
    Code.REPEATED_STATEMENT: forms.repeated_statement,
}


def _fault(
    proof: wire.Proof,
    branches: Sequence[Sequence[Placed]],
    ends: Sequence[Signed],
    find_game: FindGame,
) -> Fault:
    """The fault that the form of section 17.2 shows to which this belongs. Raises `Unproven`."""
    if proof.code in _OF_WORDS and (len(branches) > 1 or proof.code is Code.SECOND_HISTORY):
        for steps, end in zip(branches, ends, strict=True):
            alone(steps, end)
        return _OF_WORDS[proof.code](branches, ends)
    if len(branches) != 1:
        raise Unproven("this needs one branch of steps")
    (steps,), (end,) = branches, ends
    by, first = end.by, steps[0]
    if proof.code is Code.WRONG_OPENING and first.kind == "commit":
        alone(steps, end)
        return forms.opening(proof, steps, by)
    if proof.code is Code.WRONG_SEAL_OPENING and first.kind == "deal":
        alone(steps, end)
        return forms.seals(steps, by)
    if proof.code is Code.WRONG_NUMBER and not first.given:
        alone(steps, end)
        return forms.number(proof, steps, by)
    has_secrets = bool(proof.hand or proof.openings)
    if proof.code is Code.ILLEGAL_MOVE and (by != "host" or has_secrets):
        try:
            alone(steps, end)
            return forms.illegal_move(proof, steps, by, find_game)
        except (Unproven, Malformed):
            if has_secrets:
                raise
    return _in_order(proof, steps, end, find_game)


def _in_order(
    proof: wire.Proof, steps: Sequence[Placed], end: Signed, find_game: FindGame
) -> Fault:
    """A fault in a branch from `open`, in order as far as it is not shown."""
    try:
        if proof.code is Code.SIGNED_OVER_DAMAGE:
            return forms.damage(proof, steps, end)
        return forms.run(proof, steps, end, find_game)
    except (Unproven, Malformed):
        if not all(step.is_whole for step in steps):
            raise
    return forms.whole(proof, steps, end, find_game)
