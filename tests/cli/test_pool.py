"""Work on many files: in order, by workers that are there before any thread is."""

from __future__ import annotations

from contextlib import ExitStack
from multiprocessing import active_children

import pytest

from fairdeal.cli import _pool


def shout(work: _pool.Work) -> str:
    return work[0].upper()


@pytest.mark.parametrize("jobs", [1, 2])
def test_what_was_made_comes_in_the_order_of_the_files(jobs: int) -> None:
    files = [f"{letter}.json" for letter in "abcdefghij"]
    with ExitStack() as stack:
        made = list(_pool.each(shout, files, jobs, stack))
    assert made == [f"{letter}.JSON" for letter in "ABCDEFGHIJ"]


def test_the_workers_are_there_before_anything_is_asked_for() -> None:
    before = set(active_children())
    with ExitStack() as stack:
        _pool.each(shout, ["a", "b"], 2, stack)
        assert set(active_children()) - before
    assert set(active_children()) <= before
