"""Statistics over many tables: who called deals off, and how the cards fell (section 19).

Needs numpy and scipy, the extra ``audit``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, Final

import numpy as np

from fairdeal import chance
from fairdeal.fall import LEVEL, Deals, OneTest, Stratum, stratified
from fairdeal.sample import Fate, Sample

_FINENESS: Final = 200
"""Fair samples for each test, at least: so the smallest p-value is half of what stands out."""


@dataclass(frozen=True, slots=True)
class Share:
    """``count`` of ``of``, with the exact 95 % interval of the share behind it."""

    count: int
    of: int
    low: float
    high: float

    @classmethod
    def seen(cls, count: int, of: int) -> Share:
        """The share with its interval."""
        return cls(count, of, *chance.interval(count, of))


@dataclass(frozen=True, slots=True)
class HostRecord:
    """How the attempts at a host's tables ended.

    ``missing`` tells how many voids rest on how many persons whose reveal, by the host's word, did
    not arrive; it held all others. Of attempts that a file leaves open, ``after_reveal`` counts
    those whose cards the host knew, ``before_reveal`` the others.
    """

    key: str
    name: str
    voids: Share
    missing: Mapping[int, int]
    before_reveal: int
    after_reveal: int


@dataclass(frozen=True, slots=True)
class PersonRecord:
    """In how many of a person's attempts a host named the person missing."""

    key: str
    name: str
    missing: Share


@dataclass(frozen=True, slots=True)
class Audit:
    """What `audit` returns. ``draws`` is the most fair samples a p-value rests on.

    ``forked`` are tables of which there were files that do not continue each other.
    """

    tables: int
    deals: int
    strata: tuple[Stratum, ...]
    tests: tuple[OneTest, ...]
    hosts: tuple[HostRecord, ...]
    persons: tuple[PersonRecord, ...]
    draws: int
    forked: tuple[str, ...] = ()

    @property
    def unusual(self) -> tuple[OneTest, ...]:
        """The tests that stand out."""
        return tuple(test for test in self.tests if test.unusual)

    def as_dict(self) -> dict[str, Any]:
        """The audit as JSON data."""
        return {"unusual": bool(self.unusual), "level": LEVEL, **asdict(self)}


def audit(
    samples: Sequence[Sample],
    rng: np.random.Generator,
    *,
    draws: int = chance.DRAWS,
    advance: Callable[[], None] = lambda: None,
) -> Audit:
    """Count what was called off, and test how the cards of all tables fell.

    A table that is there twice counts once, with the longer file. ``rng`` makes the fair shuffles;
    ``draws`` bounds them, but there are always enough that a test can stand out. ``advance`` is
    called after each.
    """
    longest: dict[str, Sample] = {}
    forked = set()
    for sample in sorted(samples, key=lambda one: (one.height, one.marks)):
        shorter = longest.get(sample.table, sample)
        if not sample.marks.startswith(shorter.marks):
            forked.add(sample.table)
        longest[sample.table] = sample
    tables = sorted(longest.values(), key=lambda one: one.table)
    strata = [Deals(at, *pair, rng) for at, pair in enumerate(stratified(tables).items())]
    number = sum(stratum.tests for stratum in strata)
    draws = max(draws, _FINENESS * number)
    tests = [test for stratum in strata for test in stratum.run(rng, draws, advance)]
    corrected = iter(chance.holm([test.p for test in tests if test.is_judged]))
    return Audit(
        tables=len(tables),
        deals=sum(len(table.deals) for table in tables),
        strata=tuple(stratum.told(LEVEL / max(number, 1)) for stratum in strata),
        tests=tuple(
            replace(test, corrected=next(corrected)) if test.is_judged else test for test in tests
        ),
        hosts=tuple(_hosts(tables)),
        persons=tuple(_persons(tables)),
        draws=draws,
        forked=tuple(sorted(forked)),
    )


def _hosts(tables: Sequence[Sample]) -> Iterator[HostRecord]:
    for key in dict.fromkeys(table.host for table in tables):
        own = [table for table in tables if table.host == key]
        attempts = [attempt for table in own for attempt in table.attempts]
        fates = Counter(attempt.fate for attempt in attempts)
        missing = Counter(len(one.missing) for one in attempts if one.fate is Fate.VOID)
        yield HostRecord(
            key=key,
            name=own[0].names[key],
            voids=Share.seen(fates[Fate.VOID], len(attempts)),
            missing=dict(sorted(missing.items())),
            before_reveal=fates[Fate.COMMITTED],
            after_reveal=fates[Fate.REVEALED],
        )


def _persons(tables: Sequence[Sample]) -> Iterator[PersonRecord]:
    attempts = [attempt for table in tables for attempt in table.attempts]
    sat = Counter(key for attempt in attempts for key in attempt.persons)
    missed = Counter(key for attempt in attempts for key in attempt.missing)
    names = {key: name for table in reversed(tables) for key, name in table.names.items()}
    for key in sorted(sat, key=lambda one: (-missed[one], names[one], one)):
        yield PersonRecord(key, names[key], Share.seen(missed[key], sat[key]))
