"""A flood of inputs for `verify`: `python -m tests.fuzz.flood [COUNT]`, 100,000 by default.

Random bytes, random pieces of JSON, and changes, by bytes and by structure, of the vectors, the
examples, the files of all attacks and the fuzzer's tables; case n is the same in every run. Each
has to end in a report that keeps the laws of reports, in less than a second and less than 200 MiB.

Time is the wall's, of the call of `verify` alone, and every signature is verified anew. Memory is
the largest resident size of the whole process as Linux counts it. By how much it grows after the
first case is held against the bar, and in the end so is all of it: no single case can have taken
more.
"""

from __future__ import annotations

import json
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from fairdeal import canonical
from fairdeal.errors import Malformed
from fairdeal.verifier import verify
from tests.attacks.forge import GAMES
from tests.attacks.test_codes import CASES
from tests.attacks.test_table import ATTACKS
from tests.fuzz import laws, mutate, world

ROOT = Path(__file__).resolve().parents[2]
STATUS, CLEAR = Path("/proc/self/status"), Path("/proc/self/clear_refs")
SECONDS, MEBIBYTES = 1.0, 200
LONG = 12_000
"""Files of more bytes than this are taken in one case of ten."""
KINDS = ("bytes", "json", "bent", "changed")
SHARES = (1, 1, 3, 5)
PIECES = (
    *(b"{", b"}", b"[", b"]", b",", b":", b'"', b"\\", b" ", b"0", b"-1", b"1.5", b"1e9", b"true"),
    *(b"null", b'"a"', b'"\\u00e9"', b'"\\ud800"', b"\xc3\xa9", b"\xff", b'"format":"fairdeal/1"'),
    *(b'"steps":[', b'{"kind":"open"', b'"parent":""', b'"statements":[', b'{"body":', b'"by":0'),
    *(b'"sig":""}', b"[[[[[[[[[[[[[[[[", b"99999999999999999999", b'{"a":{"a":'),
)


@dataclass
class Flood:
    """What became of it so far: how many of each verdict, the slowest, and the growth of memory."""

    verdicts: Counter[str] = field(default_factory=Counter)
    slowest: tuple[float, int] = (0.0, -1)
    total: float = 0.0
    grown: float = 0.0


@cache
def sources() -> tuple[list[bytes], list[bytes]]:
    """Transcripts and what was one, the short ones and the long ones."""
    files = [canonical.dumps(json.loads(path.read_bytes())) for path in _examples()]
    for path in sorted((ROOT / "specs" / "vectors" / "transcripts").glob("*.json")):
        vector = json.loads(path.read_bytes())
        raw = bytes.fromhex(vector["raw"]) if "raw" in vector else None
        files.append(raw or canonical.dumps(vector["transcript"]))
    for made, *_ in (*CASES, *ATTACKS):
        given = made()
        given = given[0] if isinstance(given, tuple) else given
        files.append(given if isinstance(given, bytes) else json.dumps(given).encode())
    files = [data for data in files if len(data) < 1_000_000]
    short = [data for data in files if len(data) <= LONG]
    short += [one for known in world.tables().values() for one in known.transcripts]
    return short, [data for data in files if len(data) > LONG]


def _examples() -> Sequence[Path]:
    return sorted((ROOT / "examples" / "transcripts").glob("*.json"))


def case(number: int) -> bytes:
    """The input of that number."""
    rng = Random(number)
    (kind,) = rng.choices(KINDS, SHARES)
    if kind == "bytes":
        return rng.randbytes(rng.choice((rng.randrange(40), rng.randrange(5_000))))
    if kind == "json":
        return b"".join(rng.choices(PIECES, k=rng.choice((rng.randrange(12), rng.randrange(900)))))
    short, long = sources()
    data = rng.choice(long if rng.random() < 0.1 else short)
    for _ in range(rng.choice((1, 1, 2, 5))):
        if kind == "bent":
            data = mutate.bent(data, rng)
        else:
            data = mutate.mutated(b"verify\n" + data, rng).partition(b"\n")[2]
    return data


def peak() -> float:
    """The largest resident size of this process, in MiB, since `forget_peak`."""
    for line in STATUS.read_text().splitlines():
        if line.startswith("VmHWM:"):
            return int(line.split()[1]) / 2**10
    raise OSError(f"no VmHWM in {STATUS}")


def forget_peak() -> None:
    """Let `peak` begin again from what is resident now."""
    CLEAR.write_text("5")


def flood(numbers: Sequence[int]) -> Iterator[Flood]:
    """Judge the cases of these numbers; after each, what became of all so far.

    Raises `AssertionError` where a report, its time or the memory is not as it has to be.
    """
    games = {**GAMES, **world.GAMES}
    so_far = Flood()
    sources()
    verify(world.tables()["hearts"].transcripts[0], games=games)
    forget_peak()
    before = peak()
    for number in numbers:
        data = case(number)
        start = time.perf_counter()
        report = verify(data, games=games)
        taken = time.perf_counter() - start
        laws.check_report(report, parsed(data))
        so_far.verdicts[str(report.verdict)] += 1
        so_far.slowest = max(so_far.slowest, (taken, number))
        so_far.total += taken
        so_far.grown = peak() - before
        assert so_far.grown < MEBIBYTES, f"case {number}: {so_far.grown:.0f} MiB"
        yield so_far


def parsed(data: bytes) -> Any:
    try:
        return canonical.loads(data)
    except Malformed:
        return laws.NOTHING


def main(count: int = 100_000) -> int:
    told = Flood()
    for number, told in enumerate(flood(range(count))):
        assert told.slowest[0] < SECONDS, f"case {told.slowest[1]}: {told.slowest[0]:.2f} s"
        if number % 10_000 == 9_999:
            print(f"{number + 1} cases, {told.total:.0f} s in verify", flush=True)
    slowest, number = told.slowest
    print(", ".join(f"{many} {verdict}" for verdict, many in told.verdicts.most_common()))
    print(f"slowest: case {number} with {slowest * 1_000:.0f} ms; bar {SECONDS * 1_000:.0f} ms")
    print(
        f"memory: {peak():.0f} MiB for the whole process, {told.grown:.1f} of them since the first"
    )
    print(f"case; bar {MEBIBYTES} MiB")
    return int(peak() >= MEBIBYTES)


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
