"""Making proofs: the smallest that `fairdeal.proofs` finds to prove a finding (section 17)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from fairdeal import chain, receipts, transcript, wire
from fairdeal.branches import who
from fairdeal.candidates import Maker, of_history, of_private
from fairdeal.canonical import dumps, loads
from fairdeal.errors import LocalError, Malformed
from fairdeal.findings import Code, Finding, Party, Severity
from fairdeal.games import Games
from fairdeal.proofs import Judged, ProofVerdict, check
from fairdeal.report import Report
from fairdeal.verifier import judge

_MOST = 500_000
"""Statements that may be looked at, again and again, while a proof is made smaller."""


class Conviction(NamedTuple):
    """A proof, what `check` says of it, and whom the finding blames ``also``."""

    proof: bytes
    judged: Judged
    also: tuple[Party, ...]


def prove(
    data: bytes, number: int, *, against: Party | str | None = None, games: Games | None = None
) -> bytes:
    """The proof of one finding of a transcript's report, against one of those it blames.

    ``number`` counts the report's findings from 1; ``against`` is a party, or its name at the
    table; None is the first whom the finding blames. Raises `LocalError` where nobody can be
    convicted, also of what is no transcript.
    """
    return convict(data, number, against=against, games=games).proof


def convict(
    data: bytes, number: int, *, against: Party | str | None = None, games: Games | None = None
) -> Conviction:
    """What `prove` makes, with what there is to say about it."""
    try:
        parsed = transcript.parse(data)
    except Malformed as error:
        raise LocalError(f"this is no transcript: {error}") from None
    read, height = transcript.read(parsed), len(parsed.steps)
    finding, party = _choose(judge(read, height, games=games), number, against)
    made = _first_proven(Maker(read, finding, party).proofs(games), games)
    also = tuple(one for one in finding.blame if one != party)
    return Conviction(made, check(made, games=games), also)


def _choose(report: Report, number: int, against: Party | str | None) -> tuple[Finding, Party]:
    """The finding of that number, and whom of those it blames to convict of it."""
    if not 1 <= number <= len(report.findings):
        raise LocalError(
            f"no finding has the number {number}; the report has {len(report.findings)}"
        )
    finding = report.findings[number - 1]
    if finding.severity is not Severity.VIOLATION or not finding.blame:
        others = [
            f"finding {place}"
            for place, one in enumerate(report.findings, 1)
            if one.severity is Severity.VIOLATION and one.blame
        ]
        raise LocalError(
            f"finding {number}, {finding.code}, blames nobody, so nobody can be convicted of it; "
            f"what can be proven here: {', '.join(others) or 'nothing'}"
        )
    party = finding.blame[0] if against is None else _party(report, against)
    if party not in finding.blame:
        raise LocalError(f"this finding does not blame {who(party)}")
    return finding, party


def _party(report: Report, named: Party | str) -> Party:
    """The party of that name at the table, as a report writes it, or a party itself."""
    if named == "host" or isinstance(named, int):
        return named
    seats = {
        one.seat for one in report.seats if named in (one.name, f"{one.name} (seat {one.seat})")
    }
    found: list[Party] = [*sorted(seats)]
    if named in (report.host, report.name("host"), "the host"):
        found.append("host")
    if len(found) == 1:
        return found[0]
    if not found:
        raise LocalError(
            f"nobody at this table is called {named}; give host, a seat's number or a name"
        )
    which = " and ".join(map(who, found))
    raise LocalError(f"{named} is the name of {which}; give host or a seat's number")


def by_receipt(
    data: bytes, receipt: bytes, number: int = 1, *, games: Games | None = None
) -> bytes:
    """The proof of what a transcript and a receipt together convict the host of (section 16.2).

    ``number`` counts, from 1, the findings of the receipt that blame somebody. Raises `LocalError`
    where there is none of that number, `Malformed` for what is neither.
    """
    kept, parsed = receipts.read(receipt), transcript.parse(data)
    read = transcript.read(parsed)
    found = receipts.check(kept, read, len(parsed.steps)) if read.intact else ()
    blamed = sorted((one for one in found if one.blame), key=lambda one: one.step)
    if not 1 <= number <= len(blamed):
        of_another = read.entries and read.entries[0].hash != kept.table
        another = "the receipt is of another table: " if of_another else ""
        raise LocalError(
            f"{another}these two together convict nobody"
            if not blamed
            else f"no finding of the receipt has the number {number}; it has {len(blamed)} that "
            "can be proven"
        )
    finding = blamed[number - 1]
    is_private = finding.code is Code.UNEXPECTED_PRIVATE
    made = of_private(kept, read, finding) if is_private else of_history(kept, read)
    return _first_proven(made, games)


def by_messages(key: bytes, seal: bytes, opening: bytes) -> bytes:
    """The proof that a seat, by its ``key``, sealed one choice and told the host of another one.

    ``seal`` and ``opening`` are the seat's messages to the host, of the types ``statement`` and
    ``private`` (section 8). Raises `LocalError` where they do not prove it, `Malformed` for what
    are no messages.
    """
    said, told = (wire.read_message(loads(data)) for data in (seal, opening))
    if not isinstance(said, wire.StatementMessage) or not isinstance(told, wire.PrivateMessage):
        raise LocalError("a seal and its opening are needed, as the seat sent them")
    step = {"kind": said.kind, "statements": [said.statement]}
    branch = {"head": None, "parent": said.parent, "steps": [step]}
    private = told.message.model_dump(by_alias=True)
    made = (Code.UNEXPECTED_PRIVATE, key.hex(), said.table, [branch])
    return _first_proven([wire.write_proof(*made, private=private)], None)


def _first_proven(made: Iterable[bytes], games: Games | None) -> bytes:
    for one in made:
        if check(one, games=games).verdict is ProofVerdict.PROVEN:
            return _smaller(one, games)
    raise LocalError("no proof of this finding is known that stands alone")


def _smaller(proof: bytes, games: Games | None) -> bytes:
    """A proof without the statements that it does not need, as far as the effort is bearable."""
    made: Any = loads(proof)
    steps = [step["statements"] for branch in made["branches"] for step in branch["steps"]]
    effort = sum(map(len, steps))  # of one look at it

    def leave_out(shown: Sequence[tuple[list[Any], int]], left: int) -> int:
        """Leave out all of these, or of each half what can be; what effort is left then."""
        if not shown or left < effort:
            return left
        said = [step[number] for step, number in shown]
        for (step, number), one in zip(shown, said, strict=True):
            step[number] = chain.statement_hash(one)
        left -= effort
        if check(dumps(made), games=games).verdict is ProofVerdict.PROVEN:
            return left
        for (step, number), one in zip(shown, said, strict=True):
            step[number] = one
        half = len(shown) // 2
        return leave_out(shown[half:], leave_out(shown[:half], left)) if half else left

    places = [(step, number) for step in steps for number in range(len(step))]
    leave_out([(step, number) for step, number in places if isinstance(step[number], dict)], _MOST)
    return dumps(made)
