"""The committed corpus keeps the laws; and the laws bite: a library with a fault breaks them."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import cache, lru_cache
from itertools import chain
from pathlib import Path
from random import Random
from typing import Any

import pytest

from fairdeal import canonical, collected, crypto, seat, transcript, verifier, wire
from fairdeal.findings import Severity
from tests.fuzz import corpus, laws, mutate, world

FILES = sorted(corpus.FOLDER.iterdir())
LAWS = {"laws.py", "rolelaws.py"}
MOST_TRIED = 1_000


@pytest.fixture(autouse=True)
def remembered_signatures(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crypto, "verify", _verify)


_verify = lru_cache(1 << 16)(crypto.verify)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_the_corpus_keeps_the_laws(path: Path) -> None:
    laws.check(path.read_bytes())


def test_the_corpus_is_what_its_script_writes() -> None:
    """What is written by hand; what was searched is made anew by `python -m tests.fuzz.corpus`."""
    there = {path.name: path.read_bytes() for path in FILES}
    assert {name: there.get(name) for name, _ in corpus.written()} == dict(corpus.written())
    assert sum(map(len, there.values())) < 320_000


def test_the_corpus_has_every_entry_and_most_codes() -> None:
    """What no input reaches is not fuzzed from the start."""
    reached = {laws.parts(path.read_bytes())[0] for path in FILES}
    assert reached == {*laws.TARGETS, *laws.ROLES}
    rests = [laws.parts(path.read_bytes()) for path in FILES]
    codes = {
        str(one.code)
        for name, _, rest in rests
        if name == "verify"
        for one in laws.judged(rest).findings
    }
    assert codes >= {
        *("not-json", "bad-form", "unsupported", "bad-rules", "broken-chain", "bad-signature"),
        *("signed-over-damage", "repeated-key", "wrong-kind", "wrong-author", "missing-statement"),
        *("repeated-statement", "unordered-statements", "wrong-number", "wrong-close-list"),
        *("wrong-opening", "wrong-seal-opening", "wrong-hand", "illegal-move", "wrong-result"),
        *("wrong-standings", "wrong-reason", "no-deal", "undisclosed", "not-closed", "void"),
        *("unsigned-close", "replaced", "not-judged"),
    }


# --- mutations: a sample ---


@cache
def inputs() -> list[bytes]:
    return [path.read_bytes() for path in FILES if path.stat().st_size < 12_000]


def mutations(count: int, *entries: str) -> Iterator[bytes]:
    """Changes of the corpus, always the same; of some entries, or of all."""
    chosen = [one for one in inputs() if not entries or laws.parts(one)[0] in entries]
    for seed in range(count):
        rng = Random(seed)
        data = rng.choice(chosen)
        for _ in range(rng.choice((1, 1, 2))):
            data = mutate.mutated(data, rng)
        yield data


@pytest.mark.parametrize("entry", [*laws.TARGETS, *laws.ROLES])
def test_mutations_keep_the_laws(entry: str) -> None:
    for data in mutations(80, entry):
        laws.check(data)


# --- a library with a fault ---

Break = Callable[[pytest.MonkeyPatch], object]


def every_signature_holds(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(crypto, "verify", lambda *_: True)


def a_signature_does_not_bind_the_place(patch: pytest.MonkeyPatch) -> None:
    """What somebody honest once said counts as said again on any parent."""
    spoken = {(key, message.split(b',"kind"')[0]) for key, message in world.said()}

    def holds(key: bytes, message: bytes, signature: bytes) -> bool:
        loose = (key.hex(), message.split(b',"kind"')[0]) in spoken
        return loose or _verify(key, message, signature)

    patch.setattr(crypto, "verify", holds)


def a_step_without_kind_is_an_error(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(wire, "has_step_members", lambda value: "kind" in value)


def whoever_damages_is_blamed(patch: pytest.MonkeyPatch) -> None:
    made = transcript._bad_signature
    blamed = {"severity": Severity.VIOLATION, "blame": ("host",)}
    patch.setattr(transcript, "_bad_signature", lambda claim: replace(made(claim), **blamed))


def the_last_signatures_are_not_checked(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(transcript, "_last", lambda claims: [])


def the_fast_reader_takes_any_form(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(wire, "read_transcript", lambda data: _document(canonical.loads(data)))


def _document(value: Any) -> Any:
    return value if isinstance(value, dict) and isinstance(value.get("steps"), list) else None


def names_may_stand_twice(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(canonical, "_members", dict)


def fractions_are_read(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(canonical, "_has_fraction", lambda outside: False)


def a_proof_needs_no_signature(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(seat.chain, "is_signed", lambda *_: True)
    patch.setattr(seat.chain, "is_signed_head", lambda *_: True)


def a_receipt_needs_no_signature(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(seat.chain, "is_signed_head", lambda *_: True)
    patch.setattr(seat.chain, "is_signed_private", lambda *_: True)


def a_pinned_head_is_not_compared(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(verifier, "_identity", lambda *_: iter(()))


def a_seat_believes_any_head(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(seat.chain, "is_signed_head", lambda *_: True)


def a_refusal_leaves_a_mark(patch: pytest.MonkeyPatch) -> None:
    def skip(self: Any, *told: Any) -> None:
        self._stop = True
        refused(self, *told)

    refused = seat.Seat._skip
    patch.setattr(seat.Seat, "_skip", skip)


def a_seat_signs_twice(patch: pytest.MonkeyPatch) -> None:
    def sign(self: Any, kind: str, body: Any) -> None:
        once(self, kind, body)
        self._pledges.signed.pop(kind, None)
        once(self, kind, lambda: {**body(), "deal": 2})

    once = seat.Seat._sign
    patch.setattr(seat.Seat, "_sign", sign)


def a_host_blames_the_link(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(collected, "_skip", collected._reject)


def a_finding_is_lost(patch: pytest.MonkeyPatch) -> None:
    listed = verifier._listed
    patch.setattr(verifier, "_listed", lambda findings: listed(findings)[:-1])


BREAKS: Mapping[Break, tuple[str, str]] = {
    every_signature_holds: ("verify", "check_good"),
    a_signature_does_not_bind_the_place: ("verify", "check_good"),
    a_step_without_kind_is_an_error: ("verify", "judged"),
    whoever_damages_is_blamed: ("verify", "check_report"),
    the_last_signatures_are_not_checked: ("verify", "check_the_one_case"),
    the_fast_reader_takes_any_form: ("verify", "check_readers"),
    a_pinned_head_is_not_compared: ("verify", "check_expected"),
    a_finding_is_lost: ("verify", "check_report"),
    names_may_stand_twice: ("json", "read"),
    fractions_are_read: ("json", "read"),
    a_proof_needs_no_signature: ("proof", "check_convicted"),
    a_receipt_needs_no_signature: ("receipt", "check_report"),
    a_seat_believes_any_head: ("seat", "check_seat"),
    a_refusal_leaves_a_mark: ("seat", "check_seat"),
    a_seat_signs_twice: ("seat", "see"),
    a_host_blames_the_link: ("host", "check_host"),
}
"""Faults, the entry at which each shows, and the function whose law it breaks."""


@pytest.mark.parametrize("fault", BREAKS, ids=lambda fault: fault.__name__)
def test_the_laws_bite(fault: Break, monkeypatch: pytest.MonkeyPatch) -> None:
    world.said(), world.by_hash(), world.ring()  # made by the sound library
    entry, law = BREAKS[fault]
    tried = sorted((one for one in inputs() if laws.parts(one)[0] == entry), key=len)
    fault(monkeypatch)
    assert law in map(law_broken, chain.from_iterable((tried, mutations(MOST_TRIED, entry))))


def law_broken(data: bytes) -> str | None:
    """The function of the laws in which something goes wrong."""
    try:
        laws.check(data)
    except (AssertionError, AttributeError, LookupError, TypeError, ValueError) as error:
        frames = traceback.extract_tb(error.__traceback__)
        return [one.name for one in frames if Path(one.filename).name in LAWS][-1]
    return None
