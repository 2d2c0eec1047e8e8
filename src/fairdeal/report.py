"""The verifier's report as data: verdict, checks, findings, who had to be honest (section 13)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import cast

from fairdeal.findings import CheckId, Detail, Finding, Party, Severity
from fairdeal.game import Json


class Verdict(StrEnum):
    """Section 10.5."""

    FAIR = "fair"
    INCOMPLETE = "incomplete"
    MALFORMED = "malformed"
    ALTERED = "altered"
    UNFAIR = "unfair"


class Status(StrEnum):
    """How a check ended. `SKIPPED`: its ground is gone, or nothing was there to check."""

    PASSED = "passed"
    WARNED = "warned"
    FAILED = "failed"
    SKIPPED = "skipped"


class Signatures(StrEnum):
    """Which signatures a verifier checked: all, or the last under each key (section 10.6)."""

    ALL = "all"
    LAST = "last"


QUESTIONS = {
    CheckId.FORM: "Is it well-formed, within limits, and of a known kind?",
    CheckId.CHAIN: "Does each step continue the one before?",
    CheckId.SIGNATURES: "Did the named parties sign every statement?",
    CheckId.IDENTITY: "Are they the people and the host you expected?",
    CheckId.ORDER: "Did every step come in its turn, nothing missing or twice?",
    CheckId.OPENINGS: "Does every seed and sealed move open its commitment?",
    CheckId.DEAL: "Do the seeds give exactly these hands?",
    CheckId.PLAY: "Was every move legal and in turn?",
    CheckId.RESULT: "Are points, totals and standings right?",
    CheckId.COMPLETE: "Is the game whole, from the first deal to its end?",
}

_OF_KEYS = "that keys which you did not pin belong to the people named"
_OF_PERSONS = "that a seat marked as a person is one"
_OF_SUCCESSORS = "what a bot knew that took over in the middle of a deal"
NOT_PROVED = (
    "that the host kept the hands to itself and from its bots",
    _OF_KEYS,
    _OF_PERSONS,
    "how good anybody's randomness was",
    "that no other table was opened and dropped",
    _OF_SUCCESSORS,
    "whatever rests on the host's word, such as who did not answer, and when",
)


@dataclass(frozen=True, slots=True)
class Check:
    """One of the ten checks and how it ended.

    ``claimed`` names, for V4, the parties of whose key and name the caller expected nothing.
    """

    id: CheckId
    status: Status
    claimed: tuple[Party, ...] = ()

    @property
    def question(self) -> str:
        """What the check asks, in words."""
        return QUESTIONS[self.id]


@dataclass(frozen=True, slots=True)
class SeatSummary:
    """Who sits, or sat, at a place: ``since`` is the deal from which on (1 at first).

    A report has at most three of one seat: the first two and the last.
    """

    seat: int
    name: str
    kind: str
    key: str
    since: int


@dataclass(frozen=True, slots=True)
class DealSummary:
    """One deal: whose seeds are in it, and how often it was called off before.

    ``fair`` is True if nothing is wrong with its seeds and hands: then it was enough that one of
    ``honest`` (persons' seats, and the host, who counts for its bots) chose its seed honestly. It
    is None as long as the deal is not disclosed: nobody can tell. ``voids`` attempts were called
    off before; ``chosen_by`` names the parties who together could then have chosen among
    voids + 1 deals.
    """

    number: int
    attempts: int
    honest: tuple[Party, ...]
    voids: int
    chosen_by: tuple[Party, ...]
    disclosed: bool
    fair: bool | None


@dataclass(frozen=True, slots=True)
class Report:
    """What `fairdeal.verify` returns.

    ``omitted`` findings beyond the limit are only counted; ``blamed`` names everybody whom any
    finding blames. ``signatures`` says which were checked.
    """

    verdict: Verdict
    checks: tuple[Check, ...]
    findings: tuple[Finding, ...]
    omitted: int = 0
    blamed: tuple[Party, ...] = ()
    table: str | None = None
    head: str | None = None
    height: int = 0
    game: str | None = None
    rules: Json = None
    host: str | None = None
    host_key: str | None = None
    seats: tuple[SeatSummary, ...] = ()
    deals: tuple[DealSummary, ...] = ()
    result: Json = None
    signatures: Signatures = Signatures.ALL
    not_proved: Sequence[str] = NOT_PROVED

    def name(self, party: Party) -> str:
        """A party's name for people, as the table was opened."""
        if party == "host":
            return f"{self.host} (host)" if self.host else "the host"
        for seat in self.seats:
            if seat.seat == party:
                return f"{seat.name} (seat {party})"
        return f"seat {party}"

    def as_dict(self) -> dict[str, Detail]:
        """The report as JSON data, with the same members for every verdict."""
        return {
            "verdict": str(self.verdict),
            "table": self.table,
            "head": self.head,
            "height": self.height,
            "signatures": str(self.signatures),
            "game": self.game,
            "rules": cast("Detail", self.rules),
            "host": {"name": self.host, "key": self.host_key},
            "seats": [
                {"seat": s.seat, "name": s.name, "kind": s.kind, "key": s.key, "since": s.since}
                for s in self.seats
            ],
            "checks": [
                {"id": str(c.id), "status": str(c.status), "claimed": list(c.claimed)}
                for c in self.checks
            ],
            "findings": [finding.as_dict() for finding in self.findings],
            "findings_omitted": self.omitted,
            "blamed": list(self.blamed),
            "deals": [
                {
                    "deal": d.number,
                    "attempts": d.attempts,
                    "one_honest_of": list(d.honest),
                    "voids": d.voids,
                    "chosen_by": list(d.chosen_by),
                    "disclosed": d.disclosed,
                    "fair": d.fair,
                }
                for d in self.deals
            ],
            "result": cast("Detail", self.result),
            "not_proved": list(self.not_proved),
        }


def not_proved(seats: Sequence[SeatSummary], claimed: Sequence[Party]) -> tuple[str, ...]:
    """What no transcript of such a table proves; ``claimed`` are the parties of `Check`."""
    beside_the_point = set() if claimed else {_OF_KEYS}
    if all(one.kind == "bot" for one in seats):
        beside_the_point.add(_OF_PERSONS)
    if len({one.seat for one in seats}) == len(seats):
        beside_the_point.add(_OF_SUCCESSORS)
    return tuple(claim for claim in NOT_PROVED if claim not in beside_the_point)


def verdict_of(findings: Sequence[Finding]) -> Verdict:
    """Section 10.5: the verdict, given the findings in chain order."""
    severities = [finding.severity for finding in findings]
    if Severity.VIOLATION in severities:
        return Verdict.UNFAIR
    for severity in severities:
        if severity in (Severity.MALFORMED, Severity.ALTERED):
            return Verdict(severity.value)
    return Verdict.INCOMPLETE if Severity.INCOMPLETE in severities else Verdict.FAIR


def exit_status(verdict: Verdict, *, allow_incomplete: bool = False) -> int:
    """0 for fair (and, if allowed, incomplete), else 1."""
    accepted = {Verdict.FAIR, Verdict.INCOMPLETE} if allow_incomplete else {Verdict.FAIR}
    return 0 if verdict in accepted else 1
