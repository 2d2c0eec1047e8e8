"""What has to hold for any bytes at every entry: laws, not only "nothing is raised".

An input's first line says which entry the rest is for, as `TARGETS` names them. `check` raises
`AssertionError` where a law is broken, and whatever else escapes from the library.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any

import orjson
import pydantic_core

from fairdeal import canonical, evidence, explain, limits, proofs, receipts, sample, story, wire
from fairdeal.compare import Comparison, Relation, compare
from fairdeal.errors import LocalError, Malformed
from fairdeal.expect import Expect
from fairdeal.findings import CheckId, Code, Severity
from fairdeal.order import rank
from fairdeal.proofs import ProofVerdict
from fairdeal.report import Report, Signatures, Status, Verdict, exit_status, verdict_of
from fairdeal.verifier import verify
from specs import primitives
from tests.fuzz import rolelaws, world

FAILURES = {Severity.VIOLATION, Severity.MALFORMED, Severity.ALTERED, Severity.INCOMPLETE}
GOOD = {Verdict.FAIR, Verdict.INCOMPLETE}
BAD_SIGNATURE = str(Code.BAD_SIGNATURE)
NOTHING = object()


# --- JSON ---


def read(data: bytes) -> Any:
    """The value of a text, or `NOTHING`: the library and the reference read and write the same."""
    try:
        value = canonical.loads(data)
    except Malformed as error:
        ours: bytes | str = str(error.code)
        value = NOTHING
    else:
        ours = canonical.dumps(value)
    try:
        theirs: bytes | str = primitives.dump(primitives.load(data))
    except primitives.Refused as refused:
        theirs = str(refused.args[0])
    assert ours == theirs, (ours, theirs)
    if isinstance(ours, bytes):
        # What is read is what lenient parsers read, and the canonical form stays as it is.
        assert orjson.loads(data) == pydantic_core.from_json(data) == value
        assert canonical.dumps(canonical.loads(ours)) == ours
        assert canonical.are_equal(value, json.loads(data))
    return value


def check_json(data: bytes) -> None:
    read(data)


# --- a report ---


def check_report(report: Report, document: Any = NOTHING) -> None:
    """A report is whole and says nothing that contradicts itself; nobody honest is blamed."""
    findings = report.findings
    assert [one.id for one in report.checks] == [c for c in CheckId if c is not CheckId.MESSAGES]
    json.dumps(report.as_dict(), allow_nan=False)
    assert exit_status(report.verdict) == (report.verdict is not Verdict.FAIR)
    assert exit_status(report.verdict, allow_incomplete=True) == (report.verdict not in GOOD)
    assert len(findings) <= limits.FINDINGS
    assert (report.omitted > 0) <= (len(findings) == limits.FINDINGS)
    assert [one.step for one in findings] == sorted(one.step for one in findings)
    blamed = {party for one in findings for party in one.blame}
    assert blamed <= set(report.blamed)
    assert list(report.blamed) == sorted(set(report.blamed), key=rank)
    for one in findings:
        assert one.blame == () or one.severity is Severity.VIOLATION
        assert 0 < len(one.sentence) < 1_000
        if document is not NOTHING:
            assert is_place(document, one.pointer), one.pointer
    if not report.omitted:
        assert blamed == set(report.blamed)
        assert verdict_of(findings) is report.verdict
        for check in report.checks:
            failed = any(one.check is check.id and one.severity in FAILURES for one in findings)
            assert (check.status is Status.FAILED) == failed
    assert (report.verdict is Verdict.FAIR) <= (report.head is not None)
    for party in report.blamed:
        if party == "host":
            assert report.host_key not in world.honest(), "an honest host is blamed"
            continue
        first = next(one for one in report.seats if one.seat == party)
        assert first.kind == "person", "what a bot does is the host's"
        assert first.key not in world.honest(), "an honest seat is blamed"


def is_place(document: Any, pointer: str) -> bool:
    """Whether a JSON Pointer leads to a value, or to where one should stand in a container."""
    parts = [part.replace("~1", "/").replace("~0", "~") for part in pointer.split("/")[1:]]
    for number, part in enumerate(parts):
        if isinstance(document, list) and part.isdecimal() and int(part) < len(document):
            document = document[int(part)]
        elif isinstance(document, dict) and part in document:
            document = document[part]
        else:
            return number == len(parts) - 1 and isinstance(document, dict)
    return True


# --- a transcript ---


def judged(data: Any, expect: Expect | None = None, **options: Any) -> Report:
    return verify(data, expect, games=world.GAMES, **options)


def check_verify(data: bytes) -> None:
    """The report on a file, by each way to ask for it."""
    document = read(data)
    report = judged(data)
    check_report(report, document)
    if document is NOTHING:
        assert report.verdict is Verdict.MALFORMED
        assert report.findings[0].code in (Code.NOT_JSON, Code.TOO_LARGE)
        assert judged(data, signatures=Signatures.LAST) == report
        return
    check_readers(document)
    # The spelling of a file is not part of it.
    spelt = canonical.dumps(document)
    other = json.dumps(document, indent=1).encode() if data == spelt else spelt
    assert judged(other) == report
    last = judged(data, signatures=Signatures.LAST)
    check_report(last, document)
    if replace(last, signatures=Signatures.ALL) != report:
        check_the_one_case(report, last, document)
    for one in (report, last):
        check_good(one, document)
    known = known_to(document)
    if known is not None and isinstance(document, dict):
        check_expected(report, document, known)


def check_readers(document: Any) -> None:
    """A transcript is read at once, and all of it, exactly if the careful way finds its form."""
    at_once = wire.read_transcript(canonical.dumps(document))
    is_whole = at_once is not None and canonical.are_equal(at_once, document)
    assert is_whole == is_formed(document)


def is_formed(document: Any) -> bool:
    if not isinstance(document, dict) or document.keys() != {"format", "steps"}:
        return False
    steps = document["steps"]
    if document["format"] != wire.FORMAT or not isinstance(steps, list):
        return False
    try:
        for step in steps:
            wire.read_step(step)
    except Malformed:
        return False
    return 0 < len(steps) <= limits.STEPS


def check_good(report: Report, document: Any) -> None:
    """In what is fair or incomplete, whatever stands under an honest key was signed with it."""
    if report.verdict not in GOOD:
        return
    steps = document["steps"]
    for key, message in world.words(steps):
        assert key not in world.honest() or (key, message) in world.said(), "never signed"
    opened = steps[0]["statements"][0]["body"]
    if {opened["host"]["key"], *(one["key"] for one in opened["seats"])} <= world.honest():
        known = known_to(document)
        assert known is not None
        assert known.steps[: len(steps)] == steps
        assert (report.verdict is Verdict.FAIR) == (len(steps) == len(known.steps))


def check_the_one_case(report: Report, last: Report, document: Any) -> None:
    """Section 10.6: a bad signature under a key that later signed over it, and nothing else."""
    assert last.signatures is Signatures.LAST
    assert last.verdict in GOOD
    bad = [
        one.pointer.split("/")
        for one in report.findings
        if BAD_SIGNATURE in (one.code, one.details.get("damage"))
    ]
    assert bad, "no signature is bad, and the verdicts differ"
    chain = list(world.links(document["steps"]))
    newest = {
        link.keys[said["by"]]: link.index for link in chain for said in link.raw["statements"]
    }
    for pointer in bad:
        index, number = int(pointer[2]), int(pointer[4])
        key = chain[index].keys[chain[index].raw["statements"][number]["by"]]
        assert newest[key] > index, "a last signature is bad"
        assert key not in world.honest()


def known_to(document: Any) -> world.Known | None:
    """The table that a file begins with."""
    with suppress(KeyError, TypeError, IndexError, AttributeError, ValueError):
        (link,) = world.links(document["steps"][:1])
        return world.by_hash().get(link.hash)
    return None


def check_expected(report: Report, document: Any, known: world.Known) -> None:
    """What the caller expects adds to a report and takes nothing away."""
    names: dict[str, frozenset[bytes]] = {}
    for one in known.opened["seats"]:
        names[one["name"]] = frozenset({bytes.fromhex(one["key"])})
    chain = list(world.links(known.steps))
    expect = Expect(
        host=bytes.fromhex(known.opened["host"]["key"]),
        players=names,
        head=bytes.fromhex(chain[-1].hash),
        receipts=tuple(known.receipts),
    )
    more = judged(document, expect)
    check_report(more, document)
    if not more.omitted:
        others = [one for one in more.findings if one.check is not CheckId.IDENTITY]
        assert others == list(report.findings)
    # With the head pinned, fair is what was played and nothing else.
    if more.verdict is Verdict.FAIR:
        assert document["steps"] == known.steps


# --- receipts, proofs, two files ---


def check_receipt(data: bytes) -> None:
    """A receipt beside a transcript: the one on the next line, or that of its table."""
    kept, _, rest = data.partition(b"\n")
    try:
        receipt = receipts.read(kept)
    except Malformed:
        return
    tables = world.tables()
    known = world.by_hash().get(receipt.table, tables["honest_host"])
    for file in [rest] if rest else known.transcripts:
        report = judged(file, Expect(receipts=(kept,)))
        check_report(report)
        assert others_than_identity(report) == others_than_identity(judged(file))
        last = judged(file, Expect(receipts=(kept,)), signatures=Signatures.LAST)
        assert last.verdict is report.verdict or judged(file) != judged(
            file, signatures=Signatures.LAST
        )
        check_proof_of(lambda file=file: evidence.by_receipt(file, kept), report)  # type: ignore[misc]


def others_than_identity(report: Report) -> list[Any]:
    if report.omitted:
        return []
    return [one for one in report.findings if one.check is not CheckId.IDENTITY]


def check_proof_of(made: Callable[[], bytes], report: Report) -> None:
    """A proof that the library makes holds, and is of somebody whom the report blames."""
    try:
        proof = made()
    except (LocalError, Malformed):
        return
    found = proofs.check(proof, games=world.GAMES)
    assert found.verdict is ProofVerdict.PROVEN
    assert found.by in report.blamed
    check_convicted(found)


def check_convicted(found: proofs.Judged) -> None:
    assert (found.verdict is ProofVerdict.PROVEN) == (found.by is not None)
    assert 0 < len(found.sentence) < 1_000
    if found.verdict is ProofVerdict.PROVEN:
        assert found.accused not in world.honest(), "an honest key is convicted"


def check_proof(data: bytes) -> None:
    """A proof alone: whatever its spelling, one answer."""
    proofs.is_proof(data)
    try:
        found = proofs.check(data, games=world.GAMES)
    except Malformed:
        return
    assert proofs.is_proof(data)
    proofs.open_deals(data)
    check_convicted(found)
    value = canonical.loads(data)
    assert proofs.check(json.dumps(value, indent=1).encode(), games=world.GAMES) == found


MIRRORED = {Relation.SHORTER: Relation.LONGER, Relation.LONGER: Relation.SHORTER}


def check_compare(data: bytes) -> None:
    """Two files, one on each line; the order of them does not matter."""
    first, _, second = data.partition(b"\n")
    forth, back = compared(first, second), compared(second, first)
    if forth is None or back is None:
        assert forth is back
        return
    assert back.relation is MIRRORED.get(forth.relation, forth.relation)
    assert (forth.common, forth.heights) == (back.common, back.heights[::-1])
    assert forth.common <= min(forth.heights)
    convicted = {(one.by, one.key) for one in forth.contradictions}
    assert convicted == {(one.by, one.key) for one in back.contradictions}
    for one in forth.contradictions:
        found = proofs.check(one.proof, games=world.GAMES)
        assert (found.verdict, found.accused, found.by) == (ProofVerdict.PROVEN, one.key, one.by)
        check_convicted(found)
    same = compared(first, first)
    assert same is not None
    assert same.relation in (Relation.SAME, Relation.UNREADABLE)


def compared(first: bytes, second: bytes) -> Comparison | None:
    try:
        return compare(first, second)
    except Malformed:
        return None


# --- what else is told of a file ---


def check_tell(data: bytes) -> None:
    """Of each finding a proof can be made or not, and what is made holds; a file can be told."""
    report = judged(data)
    for number, finding in enumerate(report.findings[:4], 1):
        for by in finding.blame:
            check_proof_of(
                lambda by=by, number=number: evidence.prove(  # type: ignore[misc]
                    data, number, against=by, games=world.GAMES
                ),
                report,
            )
    sampled = sample.read_sample(data, games=world.GAMES)
    assert (sampled is report.verdict) == (report.verdict not in GOOD)
    try:
        told = story.read_table(data, games=world.GAMES)
    except Malformed:
        assert report.verdict not in GOOD
        return
    for deal in told.deals:
        explain.explain(deal)
        for void in deal.called_off:
            explain.explain_void(void)
        with suppress(LocalError):
            story.record(deal)
    if report.verdict is Verdict.FAIR:
        assert (told.told, told.damage, told.over) == (report.height, "", True)


TARGETS: Mapping[str, Callable[[bytes], None]] = {
    "json": check_json,
    "verify": check_verify,
    "tell": check_tell,
    "receipt": check_receipt,
    "proof": check_proof,
    "compare": check_compare,
}
ROLES: Mapping[str, Callable[[int, bytes], None]] = {
    "seat": rolelaws.check_seat,
    "host": rolelaws.check_host,
}


def parts(data: bytes) -> tuple[str, int, bytes]:
    """The entry, the number of the moment for a role, and the rest; without a name, `verify`."""
    head, _, rest = data.partition(b"\n")
    name, _, number = head.decode("latin-1").partition(" ")
    if name in TARGETS and not number:
        return name, 0, rest
    if name in ROLES and number.isdecimal() and number.isascii() and len(number) < 5:
        return name, int(number), rest
    return "verify", 0, data


def check(data: bytes) -> None:
    """Hold an input against the laws of its entry."""
    name, number, rest = parts(data)
    if name in ROLES:
        ROLES[name](number, rest)
    else:
        TARGETS[name](rest)
