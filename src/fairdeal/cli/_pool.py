"""One piece of work for each of many files, several at the same time."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack, contextmanager
from multiprocessing import get_all_start_methods, get_context
from typing import TypeAlias, TypeVar

import click

from fairdeal.cli import _files

Work: TypeAlias = "tuple[str, bytes | None]"
"""A file, and its content if only this process can read it."""

_T = TypeVar("_T")
_Command = TypeVar("_Command", bound=Callable[..., None])


def jobs_option(what: str) -> Callable[[_Command], _Command]:
    """The option ``--jobs`` of a command; ``what`` is done at the same time."""
    return click.option(
        "-j",
        "--jobs",
        type=click.IntRange(1, 1024),
        metavar="N",
        help=f"{what} at the same time (default: as many as there are cores).",
    )


def each(
    act: Callable[[Work], _T],
    files: Sequence[str],
    jobs: int,
    stack: ExitStack,
    *,
    most: int = 16,
) -> Iterator[_T]:
    """What ``act`` makes of each file, in their order.

    ``act`` must be picklable: a module's function, or a partial of one. A worker takes up to
    ``most`` files at a time. All workers have been started when this returns, and so are copied
    from a process without the threads that a progress bar or numpy start later.
    """
    # A worker has no standard input of its own.
    work = ((path, _files.read(path) if path == _files.STDIN else None) for path in files)
    if jobs == 1:
        return map(act, work)
    # A copy of this process starts at once; elsewhere than on Linux that is not safe.
    can_copy = sys.platform == "linux" and "fork" in get_all_start_methods()
    pool = ProcessPoolExecutor(
        jobs, get_context("fork" if can_copy else "spawn"), initializer=_ignore_interrupts
    )
    stack.callback(pool.shutdown, wait=True, cancel_futures=True)
    chunk = max(1, min(most, len(files) // (4 * jobs)))
    with _told_if_broken():
        made = pool.map(act, work, chunksize=chunk)  # submits all at once
    return _results(made)


def _results(made: Iterator[_T]) -> Iterator[_T]:
    with _told_if_broken():
        yield from made


@contextmanager
def _told_if_broken() -> Iterator[None]:
    try:
        yield
    except BrokenProcessPool:
        raise _files.Refusal(
            "a worker ended unexpectedly, perhaps for want of memory; try --jobs 1"
        ) from None


def cores() -> int:
    """How many files are worked on at once unless the caller says so."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _ignore_interrupts() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
