"""A report as text for people: the verdict first, then the checks, the findings and the limits."""

from __future__ import annotations

import re
import shlex
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import groupby
from typing import Final

from fairdeal import games
from fairdeal.canonical import dumps
from fairdeal.cli import _facts, _files, _text
from fairdeal.cli._screen import Screen
from fairdeal.findings import CheckId, Code, Finding, Party, Severity
from fairdeal.game import BadRules, Json, RulesInWords
from fairdeal.proofs import ProofVerdict
from fairdeal.report import Check, DealSummary, Report, Signatures, Status, Verdict

_STYLE: Final[Mapping[Verdict | ProofVerdict, str]] = {
    Verdict.FAIR: "good",
    Verdict.INCOMPLETE: "warn",
    Verdict.MALFORMED: "bad",
    Verdict.ALTERED: "bad",
    Verdict.UNFAIR: "bad",
    ProofVerdict.PROVEN: "good",
    ProofVerdict.UNPROVEN: "bad",
}
_MEANING: Final = {
    Verdict.FAIR: "the deals were fair, every move was legal, the results are right",
    Verdict.INCOMPLETE: "what is there is in order, but the game is not whole",
    Verdict.MALFORMED: "this is no transcript that can be judged to its end",
    Verdict.ALTERED: "the file was changed after it was signed; who did that, nobody can tell",
    Verdict.UNFAIR: "a rule was broken",
}
_MARKS: Final = {
    Status.PASSED: ("✓", "ok", "good"),
    Status.WARNED: ("!", "!", "warn"),
    Status.FAILED: ("✗", "NO", "bad"),
    Status.SKIPPED: ("-", "-", "dim"),
}
_SEVERITY_MARKS: Final = {
    Severity.WARNING: ("!", "!", "warn"),
    Severity.NOTE: ("-", "-", "dim"),
    Severity.INCOMPLETE: ("…", "..", "warn"),
}
_BAD: Final = ("✗", "NO", "bad")
_MILD: Final = frozenset({Severity.WARNING, Severity.NOTE})
_CLAIMED: Final = "Nobody's key is pinned: say whom you trust with --host and --players."
_LAST: Final = (
    "Of each key only the last signature was checked: its owner stands by all that came before."
)
_EXPECTED: Final = {
    Code.UNEXPECTED_HEAD: "table",
    Code.UNEXPECTED_HOST: "host",
    Code.UNEXPECTED_PLAYER: "players",
    Code.UNEXPECTED_HISTORY: "history",
}
_NUMBER: Final = re.compile(r"[0-9]+")
_SEATS: Final = re.compile(r"\b[Ss]eats? ([0-9]+(?:, [0-9]+)*(?: and [0-9]+)?)\b")
_TELLS_NAMES: Final = frozenset(
    {
        Code.REPEATED_KEY,
        Code.REPEATED_NAME,
        Code.REPLACED,
        Code.UNEXPECTED_PLAYER,
        Code.UNSAFE_KEY,
    }
)
"""Their sentences hold words of others, which may be made to look like a seat."""
_UNREADABLE: Final = "unreadable"
_WIDTH: Final = len(_UNREADABLE)


def show(
    screen: Screen, name: str, report: Report, *, what: str = "", receipts: Sequence[str] = ()
) -> None:
    """The whole report on one file; ``what`` it is, if that is no transcript.

    ``receipts`` are the names of the receipts that were expected.
    """
    verdict(screen, name, report, what)
    if report.game is not None:
        screen.gap()
        _table(screen, report)
    screen.heading("Checks")
    for check in report.checks:
        _check(screen, report, check)
    if any(_is_only_claimed(report, check) for check in report.checks):
        screen.line((_CLAIMED, "dim"), indent=2)
    if report.signatures is Signatures.LAST:
        screen.line((_LAST, "dim"), indent=2)
    screen.heading("Findings")
    if not report.findings:
        screen.line("None.", indent=2)
    numbers = dict(_numbers(report, receipts))
    for group in _groups(report.findings):
        number = numbers.get(id(group[0]))
        proof = number and f"fairdeal evidence {_word(name)} {number} -o proof.json"
        _finding(screen, report, group, receipts, proof)
    if report.omitted:
        screen.line(f"... and {report.omitted} more.", indent=2)
    if report.game is None:
        return
    standings(screen, report)
    unfair = [deal.number for deal in report.deals if deal.fair is False]
    unjudged = [deal.number for deal in report.deals if deal.fair is None]
    if unfair:
        screen.heading("Not fair")
        which = _capital(_text.deals(unfair))
        screen.line(f"{which}: not fair, see the findings.", indent=2)
    if unjudged:
        screen.heading("Not judged")
        which = _capital(_text.deals(unjudged))
        why = "not disclosed, so whether it is fair nobody can tell."
        if _breaks_off(report):
            which += " and all that follows"
            why = "the file is not in order from there on, so whether it is fair nobody can tell."
        screen.line(f"{which}: {why}", indent=2)
    if len(unfair) + len(unjudged) < len(report.deals):
        which = "Each other deal" if unfair or unjudged else "Each deal"
        screen.heading(f"{which} is fair if one of these chose the seed honestly")
        for line in _honesty(report):
            screen.line(line, indent=2)
    screen.heading("Not proved")
    for claim in report.not_proved:
        screen.line(f"- {claim}", indent=2)


def rules(screen: Screen, game: str, full: Json) -> None:
    """By which rules is played: in how far they are not the usual ones, or as the file has them."""
    tools = games.find_tools(game)
    words: RulesInWords | None = None
    with suppress(BadRules):
        words = tools.words(full) if tools else None
    if words is None:
        screen.line(f"Rules: {dumps(full).decode()}", indent=2)
        return
    screen.line(f"Rules: as in {words.usual}{', but' if words.changes else ''}", indent=2)
    for change in words.changes:
        screen.line(change, indent=4)
    screen.line(("in words: fairdeal rules --transcript FILE", "dim"), indent=4)


def standings(screen: Screen, report: Report) -> None:
    """How the game ended, by places, if the transcript says so."""
    result = report.result
    if result is None:
        return
    final = report.verdict is Verdict.FAIR
    if final:
        screen.heading("Final standings")
    elif report.verdict is Verdict.INCOMPLETE:
        screen.heading("Standings where the game stopped")
    else:
        screen.heading("Standings, as the host states them")
    names = [_sat(report, seat) for seat in sorted({one.seat for one in report.seats})]
    tools = games.find_tools(report.game) if report.game else None
    places = tools.standings(result) if tools else None
    if places is None or len(places) != len(names):
        screen.line(dumps(result).decode(), indent=2)
        return
    rows = sorted(zip(places, names, strict=True), key=lambda row: row[0][0])
    screen.table(
        ("place", "total", "name"),
        [(str(place), str(total), name) for (place, total), name in rows],
    )
    first = [name for (place, _), name in rows if place == rows[0][0][0]]
    if final:
        won = "wins" if len(first) == 1 else "win together"
        screen.line((f"{_text.listing(first)} {won}.", "bold"), indent=2)


def short(screen: Screen, report: Report, finding: Finding, *, beside: bool = True) -> None:
    """A finding in one line: where, who, what, and its code. ``beside`` its deal, or elsewhere."""
    symbol, plain, style = _SEVERITY_MARKS.get(finding.severity, _BAD)
    sentence = _sentence(report, finding)
    if finding.deal is not None:
        sentence = sentence.removeprefix(f"Deal {finding.deal}: ")
    if finding.code is Code.ILLEGAL_MOVE:
        sentence = sentence.rpartition("not allowed: ")[2]
    # A name before the colon is read as the culprit's.
    seat = finding.seat
    who = ""
    if seat is not None and seat in finding.blame:
        who = report.name(seat).removesuffix(f" (seat {seat})")
    attempt = f"attempt {finding.attempt}" if (finding.attempt or 1) > 1 else ""
    deal = "" if beside or finding.deal is None else f"deal {finding.deal}"
    where = ", ".join(filter(None, [deal, attempt, _text.place(finding.place), who]))
    screen.line(
        (screen.mark(symbol, plain), style),
        f" {where}{': ' if where else ''}{sentence.removesuffix('.')} [{finding.code}]",
        indent=2,
    )


def _sat(report: Report, seat: int) -> str:
    """All who sat at a place, in their order: ``Bob (later Bot 1)``."""
    first, *later = [one.name for one in report.seats if one.seat == seat]
    return f"{first} (later {', '.join(later)})" if later else first


def verdict(screen: Screen, name: str, report: Report, what: str = "") -> None:
    """The first line: the verdict on a file, in words."""
    violations = [one for one in report.findings if one.severity is Severity.VIOLATION]
    codes = {finding.code for finding in violations}
    told = []
    culprits = {party for finding in violations for party in finding.blame}
    if culprits:
        told.append(f"{_parties(report, culprits)} broke the rules")
    others = _text.listing([what for code, what in _EXPECTED.items() if code in codes], "or")
    if others:
        are = "these are" if others == "players" else "this is"
        told.append(f"{are} not the {others} that you expected")
    if Code.WORTHLESS_RECEIPT in codes:
        told.append("a receipt that you gave proves nothing")
    meaning = "; and ".join(told) or what or _MEANING[report.verdict]
    as_dealt = (one.check is CheckId.IDENTITY or one.severity in _MILD for one in report.findings)
    if told and not culprits and all(as_dealt):
        meaning += "; nothing else is wrong"
    warnings = _warnings(report)
    meaning = f"{meaning}; {warnings}." if warnings else f"{meaning}."
    word = str(report.verdict).upper()
    screen.line((word, _STYLE[report.verdict]), f"  {name}: {meaning}", hang=len(word) + 2)


def row(screen: Screen, verdict: Verdict | ProofVerdict | None, name: str, gist: str) -> None:
    """One of many files in one line."""
    word = _UNREADABLE if verdict is None else str(verdict)
    style = "bad" if verdict is None else _STYLE[verdict]
    screen.line((word.ljust(_WIDTH), style), "  ", f"{name}  " if verdict else "", gist)


def summary(screen: Screen, verdicts: Sequence[Verdict | ProofVerdict | None]) -> None:
    """The last line on many files."""
    counted = Counter(verdicts)
    parts = [f"{counted[one]} {one}" for one in (*Verdict, *ProofVerdict) if counted[one]]
    if counted[None]:
        parts.append(f"{counted[None]} {_UNREADABLE}")
    screen.gap()
    screen.line((f"{_text.count(len(verdicts), 'file')}: {', '.join(parts)}.", "bold"))


def gist(report: Report) -> str:
    """What there is to say about one of many files: the worst, or what was played."""
    worst = [one for one in report.findings if one.severity in _decisive(report.verdict)]
    if not worst:
        played = f"{report.game}, {_text.count(len(report.deals), 'deal')}"
        warnings = _warnings(report)
        if not warnings:
            return played
        warned = [one.code for one in report.findings if one.severity is Severity.WARNING]
        return f"{played}; {warnings}: {', '.join(dict.fromkeys(warned))}"
    first = worst[0]
    where = ", ".join(filter(None, [_place(first), f"{first.code}"]))
    blame = f": {_parties(report, first.blame)}" if first.blame else ""
    more = f" (and {len(worst) - 1 + report.omitted} more)" if len(worst) > 1 else ""
    return f"{where}{blame}{more}"


def _warnings(report: Report) -> str:
    """``2 warnings``, or nothing; those that are told together are one."""
    severities = [group[0].severity for group in _groups(report.findings)]
    number = severities.count(Severity.WARNING)
    return _text.count(number, "warning") if number else ""


def _decisive(verdict: Verdict) -> frozenset[Severity]:
    """The severity that made the verdict."""
    if verdict is Verdict.UNFAIR:
        return frozenset({Severity.VIOLATION})
    return frozenset({Severity(verdict.value)}) if verdict is not Verdict.FAIR else frozenset()


def _breaks_off(report: Report) -> bool:
    """Whether the file could not be followed to its end."""
    return any(one.id is CheckId.COMPLETE and one.status is Status.SKIPPED for one in report.checks)


def _table(screen: Screen, report: Report) -> None:
    played = _text.count(sum(deal.disclosed for deal in report.deals), "finished deal")
    played += " in order" if _breaks_off(report) else ""
    screen.line(f"A table of {report.game} with {played}, host {report.host}.", indent=2)
    for seat, group in groupby(report.seats, key=lambda summary: summary.seat):
        first, *later = group
        sits = f"seat {seat}: {first.name} ({first.kind})"
        sits += "".join(f", from deal {one.since} on {one.name} ({one.kind})" for one in later)
        screen.line(sits, indent=2)
    rules(screen, report.game or "", report.rules)
    if report.table is not None:
        screen.line("Table:", indent=2)
        screen.line(report.table, indent=4, hang=0)
    if report.head is not None:
        screen.line(f"Head, {_text.count(report.height, 'step')}:", indent=2)
        screen.line(report.head, indent=4, hang=0)


def _is_only_claimed(report: Report, check: Check) -> bool:
    """Whether nobody at the table has a key or name that was expected."""
    everybody = {"host", *(one.seat for one in report.seats)}
    return check.status is Status.PASSED and set(check.claimed) == everybody


def _check(screen: Screen, report: Report, check: Check) -> None:
    symbol, plain, style = _MARKS[check.status]
    remark = " (not judged)" if check.status is Status.SKIPPED else ""
    if _is_only_claimed(report, check):
        symbol, plain, style = "?", "?", "dim"
        remark = " (only claimed)"
    elif check.claimed and check.status is Status.PASSED:
        remark = f" (only claimed: {_parties(report, check.claimed)})"
    weight = "bold" if check.status is Status.FAILED else ""
    screen.line(
        (screen.mark(symbol, plain).ljust(3 if screen.plain else 2), style),
        (f"{check.id:4}{check.question}", weight),
        (remark, "dim"),
        indent=2,
        hang=7 if screen.plain else 6,
    )


def _word(name: str) -> str:
    """A file's name as a word of a command; what cannot be read again has none."""
    if name in (_files.STDIN, _files.name(_files.STDIN)):
        return "FILE"
    return shlex.quote(_text.clean(f"./{name}" if name.startswith("-") else name, whole=True))


def _numbers(report: Report, receipts: Sequence[str]) -> Iterator[tuple[int, str]]:
    """By identity, how ``fairdeal evidence`` is told of a finding: it knows no expectations.

    What receipts add is counted for each by itself. Where findings were left out for others that
    were expected, nothing can be counted.
    """
    if report.omitted and any(one.check is CheckId.IDENTITY for one in report.findings):
        return
    own = 0
    added: Counter[object] = Counter()
    for finding in report.findings:
        if finding.check is not CheckId.IDENTITY:
            own += 1
            yield id(finding), f"--finding {own}"
        elif finding.blame:
            receipt = finding.details.get("receipt")
            added[receipt] += 1
            more = f" --finding {added[receipt]}" if added[receipt] > 1 else ""
            kept = receipts[receipt - 1] if isinstance(receipt, int) and receipts else ""
            yield id(finding), f"--receipt {_word(kept) if kept else 'FILE'}{more}"


def _groups(findings: Iterable[Finding]) -> Iterable[list[Finding]]:
    """The findings in order; warnings and notes that differ in numbers alone stand together."""
    groups: dict[object, list[Finding]] = {}
    for number, finding in enumerate(findings):
        mild = finding.severity in _MILD
        alike = (finding.code, _NUMBER.sub("#", finding.sentence))
        groups.setdefault(alike if mild else number, []).append(finding)
    return groups.values()


def _finding(
    screen: Screen,
    report: Report,
    group: Sequence[Finding],
    receipts: Sequence[str],
    proof: str | None,
) -> None:
    first = group[0]
    symbol, plain, style = _SEVERITY_MARKS.get(first.severity, _BAD)
    mark = screen.mark(symbol, plain)
    deals = [finding.deal for finding in group if finding.deal is not None]
    sentence = _sentence(report, first)
    if first.code is Code.NO_PERSON_SEED and len(group) > 1:
        sentence = f"No person's seed is in {_text.deals(deals)}: they rest on the host alone."
    hang = len(mark) + 1
    screen.line(
        (mark, style), " ", (f"{first.check} {first.code}", "bold"), f": {sentence}", indent=2
    )
    if len(group) > 1:
        if first.code is not Code.NO_PERSON_SEED:
            again = f"The same {_text.count(len(group) - 1, 'time')} more"
            again += f", in {_text.deals(deals)} altogether." if deals else "."
            screen.line(again, indent=2 + hang)
        screen.line(("First at: ", "dim"), first.pointer or "the whole file", indent=2 + hang)
        return
    where = ", ".join(filter(None, [_place(first), _seat(report, first)]))
    if where:
        screen.line(("Where: ", "dim"), where, indent=2 + hang)
    number = first.details.get("receipt")
    if isinstance(number, int) and receipts:
        screen.line(("Receipt: ", "dim"), receipts[number - 1], indent=2 + hang)
    for line in _facts.facts(screen, report.game, first):
        screen.line((line[0], "dim"), line[1], indent=2 + hang)
    screen.line(("At: ", "dim"), first.pointer or "the whole file", indent=2 + hang)
    if first.blame:
        blame = _parties(report, first.blame)
        if first.code is Code.ILLEGAL_MOVE and {"host"} < {*first.blame}:
            seats = _parties(report, [one for one in first.blame if one != "host"])
            blame = f"{seats}, and the host, which has to refuse such a move"
        screen.line(("Blame: ", "bold"), (blame, "bold"), indent=2 + hang)
        if proof:
            told = (("Proof: ", "dim"), (proof, "dim"))
            screen.line(*told, indent=2 + hang, whole=True, unbroken=True)
    elif first.severity is Severity.ALTERED:
        screen.line(("Blame: ", "dim"), "nobody, for this cannot be told", indent=2 + hang)


def _place(finding: Finding) -> str:
    """``deal 3, attempt 2, trick 5``."""
    if finding.deal is None:
        return ""
    attempt = f", attempt {finding.attempt}" if (finding.attempt or 1) > 1 else ""
    place = _text.place(finding.place)
    return f"deal {finding.deal}{attempt}{', ' if place else ''}{place}"


def _seat(report: Report, finding: Finding) -> str:
    return "" if finding.seat is None else _name_then(report, finding, finding.seat)


def _name_then(report: Report, finding: Finding, seat: int) -> str:
    """Who sat there: ``Bob (seat 1)``, with the bot that had come by then."""
    sitters = [one for one in report.seats if one.seat == seat]
    taken = [one for one in sitters[1:] if finding.deal is not None and one.since <= finding.deal]
    if taken and seat not in finding.blame:
        return f"{sitters[0].name}, later {taken[-1].name} (seat {seat})"
    return report.name(seat)


def _sentence(report: Report, finding: Finding) -> str:
    """What is wrong, with names for the numbers of seats."""
    damaged = finding.details.get("damage", Code.BAD_SIGNATURE)
    tells_names = finding.code in _TELLS_NAMES or damaged != Code.BAD_SIGNATURE
    if not report.seats or finding.check is CheckId.FORM or tells_names:
        return finding.sentence

    def named(match: re.Match[str]) -> str:
        seats = [int(number) for number in _NUMBER.findall(match[1])]
        return _text.listing([_name_then(report, finding, seat) for seat in seats])

    return _SEATS.sub(named, finding.sentence)


def _parties(report: Report, parties: Iterable[Party]) -> str:
    seats = sorted({party for party in parties if party != "host"})
    names = [report.name(seat) for seat in seats]
    if "host" in parties:
        names.append("the host")
    return _text.listing(names)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _honesty(report: Report) -> Iterable[str]:
    def same(deal: DealSummary) -> tuple[object, ...]:
        return deal.honest, deal.voids, deal.chosen_by

    for _, group in groupby((deal for deal in report.deals if deal.fair), key=same):
        deals = list(group)
        deal = deals[0]
        numbers = _capital(_text.deals([one.number for one in deals]))
        names = [_name(report, party) for party in deal.honest]
        if deal.honest == ("host",):
            yield f"{numbers}: the host alone; no person's seed is in."
        else:
            yield f"{numbers}: {_text.listing(names, 'or')}."
        if deal.voids:
            choosers = _text.listing([_name(report, party) for party in deal.chosen_by])
            yield (
                f"{numbers}: {_text.count(deal.voids, 'attempt')} called off before, so "
                f"{choosers} could choose among {deal.voids + 1} deals."
            )


def _name(report: Report, party: Party) -> str:
    """A name without the seat's number."""
    if party == "host":
        return "the host"
    return next(seat.name for seat in report.seats if seat.seat == party)
