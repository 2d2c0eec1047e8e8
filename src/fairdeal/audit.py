"""Statistics over many tables: who called deals off, and how the cards fell (section 19).

Needs numpy and scipy, the extra ``audit``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import pairwise
from typing import Any, Final

from fairdeal import chance
from fairdeal.fall import LEVEL, OneTest, Pool
from fairdeal.sample import Fate, Sample

_HASH: Final = 32
Names = Mapping[str, tuple[str, ...]]


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
    """How the attempts at a host's tables ended; ``names`` are those under its key, usual first.

    ``missing`` tells how many voids rest on how many persons whose reveal, by the host's word, did
    not arrive; it held all others. Of attempts that a file leaves open, ``after_reveal`` counts
    those whose cards the host knew, ``before_reveal`` the others. ``incomplete`` of the ``tables``
    have no end on file.
    """

    key: str
    names: tuple[str, ...]
    tables: int
    incomplete: int
    voids: Share
    missing: Mapping[int, int]
    before_reveal: int
    after_reveal: int


@dataclass(frozen=True, slots=True)
class PersonRecord:
    """In how many of a person's attempts a host named the person missing."""

    key: str
    names: tuple[str, ...]
    missing: Share


@dataclass(frozen=True, slots=True)
class Fork:
    """A table with more than one history, each signed by its host after the ``common`` steps.

    ``histories`` are the files, one for each, with the number of steps that the host signed.
    """

    table: str
    host: str
    name: str
    common: int
    histories: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class PoolRecord:
    """Deals that were tested together, and what so many of them could show.

    ``host`` is a key (hex), or "" for all hosts together.

    ``decks`` are the numbers of cards that were met. A seat that gets the card or group ``about``
    in a share of ``detectable`` of the deals, in place of ``expected``, is found nine times of
    ten; None if no share is. ``tests`` were made.
    """

    host: str
    game: str
    seats: int
    decks: tuple[int, ...]
    tables: int
    deals: int
    tests: int
    about: str
    expected: float
    detectable: float | None


@dataclass(frozen=True, slots=True)
class Audit:
    """What `audit` returns of so many ``files``.

    ``hopeless`` questions were not asked, as so few deals could not answer them, whatever they are.
    """

    files: int
    tables: int
    deals: int
    pools: tuple[PoolRecord, ...]
    tests: tuple[OneTest, ...]
    hopeless: int
    hosts: tuple[HostRecord, ...]
    persons: tuple[PersonRecord, ...]
    forks: tuple[Fork, ...]

    @property
    def unusual(self) -> tuple[OneTest, ...]:
        """The tests that stand out."""
        return tuple(test for test in self.tests if test.unusual)

    def as_dict(self) -> dict[str, Any]:
        """The audit as JSON data."""
        return {"unusual": bool(self.unusual), "level": LEVEL, **asdict(self)}


def audit(samples: Sequence[Sample]) -> Audit:
    """Count what was called off, and test how the cards of all tables fell.

    A table that is there more than once counts once, with the longest file; one with two histories
    does not count. The order of the samples does not matter.
    """
    by_table: dict[str, list[Sample]] = {}
    for sample in samples:
        by_table.setdefault(sample.table, []).append(sample)
    forks = {table: fork for table, files in by_table.items() if (fork := _fork(files))}
    tables = [_longest(files) for table, files in by_table.items() if table not in forks]
    tables.sort(key=lambda one: one.table)
    names = _names(tables)
    pooled = _pooled(tables)
    pools = [Pool.of(own) for own in pooled.values()]
    asked = [test for number, pool in enumerate(pools) for test in pool.tests(number)]
    tests = list(_corrected(asked))
    made = Counter(test.pool for test in tests if test.is_judged)
    alpha = LEVEL / max(1, made.total())
    return Audit(
        files=len(samples),
        tables=len(tables),
        deals=sum(len(table.deals) for table in tables),
        pools=tuple(
            _told(host, pool, own, made[number], alpha)
            for number, (pool, ((_, _, host), own)) in enumerate(
                zip(pools, pooled.items(), strict=True)
            )
        ),
        tests=tuple(tests),
        hopeless=len(asked) - len(tests),
        hosts=tuple(_hosts(tables, names)),
        persons=tuple(_persons(tables, names)),
        forks=tuple(forks[table] for table in sorted(forks)),
    )


def _corrected(asked: Sequence[OneTest]) -> Iterator[OneTest]:
    """The tests that can show anything, with their corrected p-values, and those of points."""
    judged = [test for test in asked if test.is_judged]
    worth = chance.testable([test.least for test in judged], LEVEL)
    able = [test.p for test, can in zip(judged, worth, strict=True) if can]
    can, corrected = iter(worth), iter(chance.holm(able))
    for test in asked:
        if not test.is_judged:
            yield test
        elif next(can):
            yield replace(test, corrected=next(corrected))


def _longest(files: Sequence[Sample]) -> Sample:
    return max(files, key=lambda one: (one.signed, one.height, one.hashes))


def _fork(files: Sequence[Sample]) -> Fork | None:
    """What the host signed over is one history, or else a fork."""
    histories: dict[bytes, str] = {}
    for one in files:
        history = one.hashes[: one.signed * _HASH]
        histories[history] = min(one.source, histories.get(history, one.source))
    # In this order what begins with a history comes right after it.
    ordered = sorted(histories)
    ends = [one for one, after in pairwise([*ordered, b""]) if not after.startswith(one)]
    if len(ends) < 2:
        return None
    steps = [[one[at : at + _HASH] for at in range(0, len(one), _HASH)] for one in ends]
    common = next(at for at, hashes in enumerate(zip(*steps, strict=False)) if len(set(hashes)) > 1)
    return Fork(
        table=files[0].table,
        host=files[0].host,
        name=files[0].names[files[0].host],
        common=common,
        histories=tuple(sorted((histories[one], len(one) // _HASH) for one in ends)),
    )


def _names(tables: Sequence[Sample]) -> Names:
    """The names under each key, those of most tables first."""
    counts: dict[str, Counter[str]] = {}
    for table in tables:
        for key, name in table.names.items():
            counts.setdefault(key, Counter())[name] += 1
    return {
        key: tuple(sorted(count, key=lambda name: (-count[name], name)))
        for key, count in counts.items()
    }


def _pooled(tables: Sequence[Sample]) -> Mapping[tuple[str, int, str], Sequence[Sample]]:
    """The tables with deals by game, number of seats and host; of several hosts also together.

    A host can open each table under another key.
    """
    pools: dict[tuple[str, int, str], list[Sample]] = {}
    for table in tables:
        if table.deals:
            seats = len(table.deals[0].hands)
            for host in ("", table.host):
                pools.setdefault((table.game, seats, host), []).append(table)
    several = {key: len({one.host for one in own}) > 1 for key, own in pools.items()}
    return {key: own for key, own in sorted(pools.items()) if key[2] or several[key]}


def _told(host: str, pool: Pool, tables: Sequence[Sample], tests: int, alpha: float) -> PoolRecord:
    """What a pool is, and what it could show at this level."""
    about, cells = pool.watched
    first = cells[0]
    least = first.total.found_from(alpha / len(cells))
    return PoolRecord(
        host=host,
        game=tables[0].game,
        seats=pool.seats,
        decks=tuple(sorted({len(one.alike.deck) for one in pool.strata})),
        tables=len(tables),
        deals=pool.deals,
        tests=tests,
        about=about,
        expected=first.total.mean / first.of,
        detectable=None if least is None else chance.share_found(least, first.of),
    )


def _hosts(tables: Sequence[Sample], names: Names) -> Iterator[HostRecord]:
    by_host: dict[str, list[Sample]] = {}
    for table in tables:
        by_host.setdefault(table.host, []).append(table)
    for key, own in sorted(by_host.items()):
        attempts = [attempt for table in own for attempt in table.attempts]
        fates = Counter(attempt.fate for attempt in attempts)
        missing = Counter(len(one.missing) for one in attempts if one.fate is Fate.VOID)
        yield HostRecord(
            key=key,
            names=names[key],
            tables=len(own),
            incomplete=sum(not table.whole for table in own),
            voids=Share.seen(fates[Fate.VOID], len(attempts)),
            missing=dict(sorted(missing.items())),
            before_reveal=fates[Fate.COMMITTED],
            after_reveal=fates[Fate.REVEALED],
        )


def _persons(tables: Sequence[Sample], names: Names) -> Iterator[PersonRecord]:
    attempts = [attempt for table in tables for attempt in table.attempts]
    sat = Counter(key for attempt in attempts for key in attempt.persons)
    missed = Counter(key for attempt in attempts for key in attempt.missing)
    for key in sorted(sat, key=lambda one: (-missed[one], names[one], one)):
        yield PersonRecord(key, names[key], Share.seen(missed[key], sat[key]))
