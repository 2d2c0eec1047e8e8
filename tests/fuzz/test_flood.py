"""A sample of the flood, and that its bars bite."""

from __future__ import annotations

from dataclasses import replace
from mmap import mmap

import pytest

from fairdeal.verifier import verify
from tests.fuzz import flood

SAMPLE = 1000


def test_a_sample_of_the_flood() -> None:
    *_, told = flood.flood(range(SAMPLE))
    assert sum(told.verdicts.values()) == SAMPLE
    # What never comes is never judged.
    assert told.verdicts.keys() >= {"malformed", "altered", "unfair", "fair", "incomplete"}
    # The bar is a second of a quiet machine; this one may be busy.
    assert told.slowest[0] < 10 * flood.SECONDS


def test_cases_are_of_all_kinds_and_always_the_same() -> None:
    cases = [flood.case(number) for number in range(100)]
    assert cases == [flood.case(number) for number in range(100)]
    assert sum(one.startswith(b'{"format":"fairdeal/1"') for one in cases) >= 20
    assert sum(not one.startswith(b"{") for one in cases) >= 10


def test_too_much_memory_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    sizes = iter([50.0, 60.0, 251.0])
    monkeypatch.setattr(flood, "peak", lambda: next(sizes))
    with pytest.raises(AssertionError, match="case 8: 201 MiB"):
        list(flood.flood([7, 8]))


def test_too_much_time_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter(number * 0.6 for number in (0, 1, 2, 4))
    monkeypatch.setattr(flood.time, "perf_counter", lambda: next(clock))
    with pytest.raises(AssertionError, match=r"case 1: 1\.20 s"):
        flood.main(2)


def test_a_report_against_the_laws_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    def blaming(data: bytes, **options: object) -> object:
        report = verify(data, **options)  # type: ignore[arg-type]
        return replace(report, blamed=("host",))

    monkeypatch.setattr(flood, "verify", blaming)
    with pytest.raises(AssertionError):
        list(flood.flood([0]))


def test_the_largest_size_of_a_process_is_that_since_it_was_forgotten() -> None:
    sizes = []
    for mebibytes in (150, 50):
        flood.forget_peak()
        before = flood.peak()
        with mmap(-1, mebibytes * 2**20) as block:  # not from what the process has kept free
            for page in range(0, len(block), 2**12):
                block[page] = 1
        sizes.append(flood.peak() - before)
    assert 140 < sizes[0] < 170
    assert 40 < sizes[1] < 70
