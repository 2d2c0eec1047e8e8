"""The fuzzer: `python -m tests.fuzz.harness [FLAG ...] [CORPUS ...]`, from the repository's root.

The arguments are libFuzzer's. New inputs go into the first folder that is named; without any the
committed corpus is read, and nothing is written. A broken law ends it with a status other than 0
and leaves the input as `crash-*`; named as an argument, that file is run again. Needs the extra
`fuzz`.
"""

from __future__ import annotations

import sys
from functools import lru_cache
from pathlib import Path
from random import Random

import atheris

with atheris.instrument_imports(include=["fairdeal", "hearts"]):
    from fairdeal import crypto
    from tests.fuzz import laws, mutate

HERE = Path(__file__).resolve().parent
CORPUS = HERE / "corpus"
OURS = 0.8
"""The share of changes that know what an input is made of; the others are libFuzzer's own."""


def change(data: bytes, max_size: int, seed: int) -> bytes:
    """One change of an input."""
    rng = Random(seed)
    if not data or rng.random() >= OURS:
        return bytes(atheris.Mutate(data, max_size))
    return mutate.mutated(data, rng)[:max_size]


def main() -> None:
    # A signature that holds once holds always; most of a changed file is as it was.
    crypto.verify = lru_cache(1 << 16)(crypto.verify)
    arguments = sys.argv[1:]
    if all(one.startswith("-") for one in arguments):
        arguments.append(str(CORPUS))
    flags = ["-max_len=65536", f"-dict={HERE / 'json.dict'}", "-timeout=20", "-rss_limit_mb=1024"]
    atheris.Setup([sys.argv[0], *flags, *arguments], laws.check, custom_mutator=change)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
