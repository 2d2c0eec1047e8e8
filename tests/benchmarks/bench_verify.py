"""How much more than its signatures a verification costs, and how much memory it takes.

``python -m tests.benchmarks.bench_verify [--repeat N]``; exit status 1 if a bar is missed.
"""

from __future__ import annotations

import argparse
import gc
import json
import sys
import tracemalloc
from collections.abc import Callable, Sequence
from statistics import median
from time import process_time

from nacl.signing import VerifyKey

from fairdeal import Player, Signer, Verdict, insecure_entropy, verify
from fairdeal.chain import ZERO, link, statement_message
from fairdeal.crypto import below
from fairdeal.localtable import play
from hearts.game import GAME
from hearts.tools import TOOLS

TIME_BAR = 1.25
MEMORY_BAR = 30
GAMES = {"hearts": GAME}


def fair_game() -> bytes:
    """The transcript of a whole game under the rules `live`, always the same."""
    entropy = insecure_entropy("a fair game")
    rules, seats = TOOLS.rules("live", {})
    signers = {party: Signer(entropy(32)) for party in ("host", *range(seats))}
    names = ("Alice", "Bob", "Chloé", "David")
    return play(
        GAME,
        rules,
        host_name="Example Host",
        players=[Player(name, signers[seat].public) for seat, name in enumerate(names)],
        signers=signers,
        bots=[TOOLS.bot("normal", below(entropy)) for _ in range(seats)],
        entropy=entropy,
    )


def signatures(data: bytes) -> list[tuple[VerifyKey, bytes, bytes]]:
    """Key, message and signature of every statement, ready for PyNaCl."""
    steps = json.loads(data)["steps"]
    opened = steps[0]["statements"][0]["body"]
    keys = {"host": opened["host"]["key"]}
    keys |= {seat: one["key"] for seat, one in enumerate(opened["seats"])}
    ready = {by: VerifyKey(bytes.fromhex(key)) for by, key in keys.items()}
    prepared = []
    parent = table = ZERO
    for index, step in enumerate(steps):
        for said in step["statements"]:
            message = statement_message(step["kind"], parent, table, said["body"], said["by"])
            prepared.append((ready[said["by"]], message, bytes.fromhex(said["sig"])))
        parent = link(index, None, step, parent, table).hash
        table = parent if index == 0 else table
    return prepared


def interleaved(repeat: int, *actions: Callable[[], object]) -> list[float]:
    """The median seconds of CPU of each action, in turns so that all see the same machine."""
    times: list[list[float]] = [[] for _ in actions]
    for _ in range(repeat):
        for action, own in zip(actions, times, strict=True):
            gc.collect()
            start = process_time()
            action()
            own.append(process_time() - start)
    return list(map(median, times))


def peak(action: Callable[[], object]) -> int:
    """The most memory in bytes that Python held on top of what it held before."""
    gc.collect()
    tracemalloc.start()
    action()
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return most


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, print, and tell whether the bars hold."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeat", type=int, default=51, help="measurements of each kind")
    repeat = parser.parse_args(arguments).repeat

    data = fair_game()
    prepared = signatures(data)

    def judge() -> None:
        assert verify(data, games=GAMES).verdict is Verdict.FAIR

    def check_signatures() -> None:
        for key, message, signature in prepared:
            key.verify(message, signature)

    judge()
    whole, alone = interleaved(repeat, judge, check_signatures)
    memory = peak(judge)

    print(f"one game of hearts: {len(data)} bytes, {len(prepared)} signatures")
    print(f"verify():              {whole * 1000:8.2f} ms, median of {repeat}")
    print(f"its signatures alone:  {alone * 1000:8.2f} ms, median of {repeat}")
    print(f"ratio:                 {whole / alone:8.3f}    (bar: at most {TIME_BAR})")
    print(f"peak memory:           {memory / 1024:8.0f} KiB")
    print(f"multiple of the file:  {memory / len(data):8.1f}    (bar: at most {MEMORY_BAR})")
    return int(whole / alone > TIME_BAR or memory / len(data) > MEMORY_BAR)


if __name__ == "__main__":
    sys.exit(main())
