"""Bytes in, report out: the checks V1 to V10 of section 10, in order."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any

from fairdeal import limits, receipts, transcript
from fairdeal.canonical import pointer
from fairdeal.errors import Malformed
from fairdeal.expect import Expect
from fairdeal.facts import DealFacts
from fairdeal.findings import CheckId, Code, Finding, Party, Severity, find
from fairdeal.game import Json
from fairdeal.games import FindGame, Games, finder
from fairdeal.identity import check_identity, check_successors
from fairdeal.order import rank
from fairdeal.phases import IN_DEAL, IN_PLAY
from fairdeal.report import (
    Check,
    DealSummary,
    Report,
    SeatSummary,
    Signatures,
    Status,
    Verdict,
    not_proved,
    verdict_of,
)
from fairdeal.session import Session
from fairdeal.voids import VoidFact

_CHECKS = tuple(check for check in CheckId if check is not CheckId.MESSAGES)
_FAILURES = frozenset(
    {Severity.VIOLATION, Severity.MALFORMED, Severity.ALTERED, Severity.INCOMPLETE}
)
_OF_DEALS = frozenset({CheckId.OPENINGS, CheckId.DEAL, CheckId.PLAY, CheckId.RESULT})


def verify(
    data: bytes | str | Mapping[str, Json],
    expect: Expect | None = None,
    *,
    games: Games | None = None,
    signatures: Signatures = Signatures.ALL,
) -> Report:
    """Judge a transcript. Never raises on input: whatever is wrong stands in the report.

    ``data`` is the transcript as bytes, text or parsed JSON; ``expect`` what the caller trusts;
    ``games`` the known games by name, the installed ones if None. With ``signatures`` `LAST` only
    the last ones under each key are checked, and all if anything is wrong (section 10.6). Raises
    `BrokenGame` where the package of an installed game is at fault, whatever the input.
    """
    expect = expect or Expect()
    find_game = finder(games)
    try:
        parsed = transcript.parse(data)
    except Malformed as error:
        damage = [find(error.code, str(error), pointer=error.pointer)]
        return _report(damage, _CHECKS[1:], expect)
    if signatures is Signatures.LAST:
        report = _judge(transcript.read(parsed, signatures), len(parsed.steps), expect, find_game)
        if report.verdict in (Verdict.FAIR, Verdict.INCOMPLETE):
            return replace(report, signatures=signatures)
    return _judge(transcript.read(parsed), len(parsed.steps), expect, find_game)


def judge(read: transcript.Transcript, height: int, *, games: Games | None = None) -> Report:
    """What `verify` says without expectations of a file of ``height`` steps that was read."""
    return _judge(read, height, Expect(), finder(games))


def _judge(
    read: transcript.Transcript,
    height: int,
    expect: Expect,
    find_game: FindGame,
) -> Report:
    if not read.intact:
        return _report(read.findings, _CHECKS[1:], expect, height=height)
    session = Session(find_game, read.is_covered)
    findings = session.feed_all(read.entries[: read.intact])
    findings = [*_placed(read, session), *findings]
    findings += _identity(session, expect, read, height)
    skipped: set[CheckId] = set()
    if expect.receipts and read.intact < height:
        skipped.add(CheckId.IDENTITY)
    if session.lost or read.intact < height:
        skipped |= {CheckId.ORDER, CheckId.COMPLETE, *_OF_DEALS}
    else:
        findings += session.end()
    if not session.deals:
        skipped |= _OF_DEALS
    findings.sort(key=lambda finding: finding.step)
    return _report(findings, skipped, expect, session, height=height, head=_head(read))


def _placed(read: transcript.Transcript, session: Session) -> Iterator[Finding]:
    """What was found on the chain; where intact ground ends, with the deal in progress there."""
    kind = read.entries[read.intact].raw["kind"] if read.intact < len(read.entries) else ""
    known = not session.lost and (session.phase in IN_DEAL or kind == "commit")
    where: dict[str, Any] = {"deal": session.deal_number, "attempt": session.attempt}
    if session.phase in IN_PLAY:
        where["place"] = session.public.place()
    for finding in read.findings:
        here = known and finding.step == read.intact
        yield replace(finding, **where) if here else finding


def _head(read: transcript.Transcript) -> str | None:
    return read.entries[-1].hash if read.linked else None


def _identity(
    session: Session, expect: Expect, read: transcript.Transcript, height: int
) -> Iterator[Finding]:
    """V4: the keys, names, head and receipts that the caller expected."""
    for number, data in enumerate(expect.receipts, 1):
        for finding in receipts.check(receipts.read(data), read, height):
            yield replace(finding, details={**finding.details, "receipt": number})
    if session.opened is not None:
        yield from check_identity(session.opened, expect)
        yield from check_successors(read.entries[: read.intact], expect)
    if expect.head is not None and expect.head.hex() != _head(read):
        hashes = [entry.hash for entry in read.entries]
        expected = expect.head.hex()
        where = f"step {hashes.index(expected)}" if expected in hashes else "no step"
        last = len(hashes) - 1
        yield find(
            Code.UNEXPECTED_HEAD,
            f"The chain does not end at the head you expected; {where} of this file has that hash.",
            pointer=pointer("steps", last),
            step=last,
            details={"expected": expected},
        )


def _report(
    findings: Sequence[Finding],
    skipped: Collection[CheckId],
    expect: Expect,
    session: Session | None = None,
    *,
    height: int = 0,
    head: str | None = None,
) -> Report:
    listed = tuple(_listed(findings))
    seats = () if session is None else tuple(_seats(session))
    claimed = tuple(_claimed(seats, expect))
    checks = tuple(
        Check(one, _status(one, findings, skipped), claimed if one is CheckId.IDENTITY else ())
        for one in _CHECKS
    )
    report = Report(
        verdict=verdict_of(findings),
        checks=checks,
        findings=listed,
        omitted=len(findings) - len(listed),
        blamed=_blamed(findings),
        height=height,
        head=head,
    )
    if session is None or session.opened is None:
        return report
    opened = session.opened
    return replace(
        report,
        table=session.table,
        game=opened["game"]["name"],
        rules=opened["game"]["rules"],
        host=opened["host"]["name"],
        host_key=opened["host"]["key"],
        seats=seats,
        deals=tuple(_deals(session, findings)),
        result=session.result,
        not_proved=not_proved(seats, claimed),
    )


_GRAVEST_FIRST = tuple(Severity)


def _listed(findings: Sequence[Finding]) -> list[Finding]:
    """As many findings as a report lists, the gravest, in their own order (section 13)."""
    if len(findings) <= limits.FINDINGS:
        return list(findings)
    gravest = sorted(
        range(len(findings)), key=lambda place: _GRAVEST_FIRST.index(findings[place].severity)
    )
    return [findings[place] for place in sorted(gravest[: limits.FINDINGS])]


def _blamed(findings: Sequence[Finding]) -> tuple[Party, ...]:
    """Everybody who is blamed for anything, the findings beyond the limit included."""
    return tuple(sorted({party for one in findings for party in one.blame}, key=rank))


def _claimed(seats: Sequence[SeatSummary], expect: Expect) -> Iterator[Party]:
    """The parties of whose key and name the caller expected nothing."""
    players = expect.players or {}
    for seat, sitters in groupby(seats, key=lambda one: one.seat):
        if not all(one.name in players for one in sitters):
            yield seat
    if seats and expect.host is None:
        yield "host"


def _status(check: CheckId, findings: Sequence[Finding], skipped: Collection[CheckId]) -> Status:
    own = [finding.severity for finding in findings if finding.check is check]
    unjudged = [finding for finding in findings if finding.code is Code.NOT_JUDGED]
    no_deck = any(not finding.place for finding in unjudged)
    if not _FAILURES.isdisjoint(own):
        return Status.FAILED
    if (
        check in skipped
        or (unjudged and check in (CheckId.PLAY, CheckId.RESULT))
        or (no_deck and check is CheckId.DEAL)
    ):
        return Status.SKIPPED
    return Status.WARNED if Severity.WARNING in own else Status.PASSED


def _seats(session: Session) -> Iterator[SeatSummary]:
    for seat, now in enumerate(session.seats):
        before = [state for number, state in session.replaced if number == seat]
        # A seat changes hands once. Of more, each a finding, the first two and the last are told.
        for state in (*before[:2], now):
            yield SeatSummary(seat, state.name, state.kind, state.key.hex(), state.since)


def _deals(session: Session, findings: Sequence[Finding]) -> Iterator[DealSummary]:
    unfair = {
        (finding.deal, finding.attempt)
        for finding in findings
        if finding.check in (CheckId.OPENINGS, CheckId.DEAL)
        and finding.severity is Severity.VIOLATION
    }
    deals: list[DealFacts] = list(session.deals)
    if session.phase in IN_DEAL and not session.lost:
        deals.append(session.facts)
    voids_of: dict[int, list[VoidFact]] = {}
    for void in session.voids:
        voids_of.setdefault(void.deal, []).append(void)
    for index, facts in enumerate(deals):
        voids = voids_of.get(facts.number, [])
        disclosed = index < len(session.deals)
        right = (facts.number, facts.attempt) not in unfair
        persons = sorted({seat for void in voids for seat in void.persons})
        yield DealSummary(
            number=facts.number,
            attempts=facts.attempt,
            honest=(*facts.persons, "host"),
            voids=len(voids),
            chosen_by=("host", *persons) if voids else (),
            disclosed=disclosed,
            fair=None if right and not disclosed else right,
        )
