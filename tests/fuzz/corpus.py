"""Make the corpus: `python -m tests.fuzz.corpus`, or with `--check` compare it with what is there.

Written by hand is an input for each entry and each kind of known table. Then changes of these are
searched, always the same, for what the verifier and the roles have to say: of each code at each
entry the smallest input is kept.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any

from fairdeal import chain, crypto, evidence, proofs, receipts
from fairdeal.canonical import dumps, loads
from fairdeal.compare import compare
from fairdeal.errors import FairdealError, PeerError
from fairdeal.verifier import verify
from tests.fuzz import laws, mutate, rolelaws, world
from tests.fuzz.sign import resigned

FOLDER = Path(__file__).resolve().parent / "corpus"
TRIES = 20_000
MOST = 5_800
ROLE_MOMENTS = {
    "seat": (3, 21, 39, 42, 45, 48, 51, 58, 60, 62, 63, 65, 71, 73),
    "host": (0, 4, 7, 9, 10, 14, 17, 28, 34),
}
"""A message of each kind, and those around the deal that was called off."""


def file(name: str, rest: bytes) -> bytes:
    return name.encode() + b"\n" + rest


def written() -> Iterator[tuple[str, bytes]]:
    """Inputs in which nothing is out of order but what their names say."""
    tables = world.tables()
    seat, short = tables["honest_seat"], tables["nobody_honest"]
    for name, known in tables.items():
        yield f"verify-{name}", file("verify", known.transcripts[0])
    for name in ("everybody_honest", "honest_seat"):
        begun = dumps({"format": "fairdeal/1", "steps": tables[name].steps[:2]})
        yield f"verify-begun-{name}", file("verify", begun)
    yield "verify-spoiled-close", file("verify", spoiled(short.steps, -1))
    yield "verify-spoiled-join", file("verify", spoiled(short.steps, 1))
    yield "tell-short", file("tell", short.transcripts[0])
    yield "receipt-own", file("receipt", tables["honest_host"].receipts[1])
    yield "receipt-other-history", file("receipt", seat.receipts[1] + b"\n" + seat.transcripts[1])
    yield "compare-fork", file("compare", seat.transcripts[0] + b"\n" + seat.transcripts[1])
    begun = dumps({"format": "fairdeal/1", "steps": short.steps[:3]})
    yield "compare-begun", file("compare", begun + b"\n" + begun)
    for name, proof in proofs_of_all_forms():
        yield f"proof-{name}", file("proof", proof)
        if name == "wrong-opening":
            accused = dumps({**loads(proof), "accused": min(world.honest())})
            yield "proof-of-somebody-honest", file("proof", accused)
    for role, places in ROLE_MOMENTS.items():
        for place in places:
            moment = rolelaws.moments(of_host=role == "host")[place]
            yield f"{role}-{place}", file(f"{role} {place}", moment.message)
    yield "json-values", file("json", '{"a":[0,-1,9007199254740991,"é\\n",true,null,{}]}'.encode())
    yield "json-spelt", file("json", b' { "b" : [ 1 , "\\u00e9\\ud83d\\ude00" ] , "a" : { } } ')


def spoiled(steps: list[Any], number: int) -> bytes:
    """A chain with one signature that does not hold, signed over by all."""
    steps[number]["statements"][0]["sig"] = "00" * 64
    signed = resigned(steps, number % len(steps) + 1, mend=True)
    return dumps({"format": "fairdeal/1", "steps": signed})


def proofs_of_all_forms() -> Iterator[tuple[str, bytes]]:
    """One of each form of section 17.2, of faults in single values and of histories."""
    for name, kind, member, values in (
        ("illegal-move", "move", "move", ("c00", "c01")),
        ("wrong-opening", "reveal", "seed", ("41" * 32,)),
        ("wrong-number", "seal", "deal", (2,)),
        ("wrong-seal-opening", "disclose", "seals", ([],)),
    ):
        steps = world.tables()["nobody_honest"].steps
        number = next(n for n, step in enumerate(steps) if step["kind"] == kind)
        body = steps[number]["statements"][0]["body"]
        body[member] = next(value for value in values if value != body[member])
        data = dumps({"format": "fairdeal/1", "steps": resigned(steps, number)})
        codes = [str(one.code) for one in verify(data, games=world.GAMES).findings]
        yield name, evidence.prove(data, codes.index(name) + 1, games=world.GAMES)
    seat = world.tables()["honest_seat"]
    found = compare(*seat.transcripts).contradictions[0]
    yield "two-histories", found.proof
    yield "a-head-alone", evidence.by_receipt(seat.transcripts[1], seat.receipts[1])
    short = world.tables()["nobody_honest"]
    kept: Any = loads(short.receipts[1])
    signer = short.signers[short.steps[0]["statements"][0]["body"]["host"]["key"]]
    for name, number in (("another-hand", 0), ("another-choice", 1)):
        told = {key: value for key, value in kept["private"][number].items() if key != "sig"}
        told["body"][("salt", "nonce")[number]] = "41" * 32
        lied = {**kept, "private": [chain.sign_private(signer, told)]}
        yield name, evidence.by_receipt(short.transcripts[0], dumps(lied))


def said(data: bytes) -> set[str]:
    """What the library has to say about an input: codes, sentences of proofs, relations."""
    name, number, rest = laws.parts(data)
    first, _, second = rest.partition(b"\n")
    try:
        if name in ("verify", "tell"):
            report = laws.judged(rest)
            return {str(one.code) for one in report.findings}
        if name == "proof":
            sentence = proofs.check(rest, games=world.GAMES).sentence
            return {"form"} if sentence.startswith("/") else {sentence[:16]}
        if name == "compare":
            return {str(compare(first, second).relation)}
        if name == "receipt":
            kept = receipts.read(first)
            known = world.by_hash().get(kept.table, world.tables()["honest_host"])
            expect = laws.Expect(receipts=(first,))
            report = laws.judged(second or known.transcripts[0], expect)
            return {str(one.code) for one in report.findings if one.check == "V4"}
        if name in laws.ROLES:
            return refusals(name, number, rest)
        return {type(laws.read(rest)).__name__}
    except FairdealError as error:
        return {str(getattr(error, "code", type(error).__name__))}


def refusals(name: str, number: int, rest: bytes) -> set[str]:
    """The codes with which a role refuses messages."""
    moments = rolelaws.moments(of_host=name == "host")
    moment = moments[number % len(moments)]
    role, _ = rolelaws.brought_to(moment)
    codes = set()
    for sender, data in (rolelaws.sent(moment, line) for line in rest.split(b"\n")):
        try:
            role.receive(sender, data) if name == "host" else role.receive(data)
        except PeerError as error:
            codes.add(f"{error.finding.code}{'-blamed' * bool(error.finding.blame)}")
    return codes


def build() -> dict[str, bytes]:
    """The whole corpus by name."""
    made = dict(written())
    seen = {(laws.parts(data)[0], one) for data in made.values() for one in said(data)}
    found: dict[tuple[str, str], bytes] = {}
    short = [data for data in made.values() if len(data) <= MOST]
    entries = sorted({laws.parts(data)[0] for data in short} - {"tell"})
    for seed in range(TRIES):
        rng = Random(seed)
        entry = rng.choice((*entries, "verify", "verify"))
        data = rng.choice([data for data in short if laws.parts(data)[0] == entry])
        for _ in range(rng.choice((1, 1, 2))):
            data = mutate.mutated(data, rng)
        if len(data) > MOST or laws.parts(data)[0] != entry:
            continue
        for one in sorted(said(data)):
            old = found.get((entry, one))
            if (entry, one) not in seen and (old is None or len(data) < len(old)):
                found[entry, one] = data
    kept = {data: f"{entry}-x-{named(one)}" for (entry, one), data in found.items()}
    return made | {name: data for data, name in kept.items()}


def named(text: str) -> str:
    """A text as a part of a file's name."""
    return "-".join("".join(c if c.isalnum() else " " for c in text).split()).lower()


def main(arguments: list[str]) -> int:
    crypto.verify = lru_cache(1 << 16)(crypto.verify)
    made = build()
    there = {path.name: path.read_bytes() for path in FOLDER.glob("*")}
    print(f"{len(made)} inputs, {sum(map(len, made.values()))} bytes")
    if arguments == ["--check"]:
        for name in sorted(made.keys() | there.keys()):
            if made.get(name) != there.get(name):
                print(f"differs: {name}")
        return int(made != there)
    FOLDER.mkdir(exist_ok=True)
    for name in there.keys() - made.keys():
        (FOLDER / name).unlink()
    for name, data in made.items():
        (FOLDER / name).write_bytes(data)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
