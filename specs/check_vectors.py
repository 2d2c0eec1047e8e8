"""Check vectors with the second implementation: `primitives.py` and `reference.py`.

    python specs/check_vectors.py [--decks] PATH...

A path is a vector file or a transcript (`vectors/README.md` has their formats), or a folder of
them. It prints one line for each file and a summary, and ends with 0 if all vectors agree and all
transcripts are fair, else with 1.
"""

import argparse
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from specs.primitives import (
    ANY,
    HEARTS_DECK,
    MANY,
    Hex,
    Json,
    Refused,
    Stream,
    accepted,
    blocks,
    commit_root,
    commitment,
    deck_key,
    digest,
    dump,
    faults,
    head_message,
    hearts_hands,
    in_deck_order,
    index,
    load,
    matches,
    private_message,
    raw,
    safe_key,
    salt,
    seal_commitment,
    sha,
    shuffle,
    sign,
    statement_hash,
    statement_message,
    step_hash,
)
from specs.reference import verify


def canonical_vector(**given: Json) -> Json:
    """3: one text, given as `text`, `hex` or `parts` (texts, and how often each stands there)."""
    ((name, text),) = given.items()
    parts = text if name == "parts" else [[text, 1]]
    data = "".join(part * times for part, times in parts).encode()
    canonical = dump(
        load({"text": data, "parts": data, "hex": raw(text) if name == "hex" else b""}[name])
    )
    if name == "parts":
        return {"bytes": len(canonical), "sha256": sha(canonical)}
    return {"canonical": canonical.decode()}


def signed(message: bytes, key: Hex, sig: Hex) -> Json:
    """4: a message, and whether a signature of it is accepted."""
    return {"accepted": accepted(key, message, sig), "message": message.hex()}


def signature_vector(message: Hex, **given: Hex) -> Json:
    """4: signing if `secret` is given, else accepting a signature of `key`."""
    if "secret" in given:
        key, signature = sign(message=raw(message), **given)
        return {"key": key, "signature": signature}
    good = accepted(message=raw(message), **given)
    return {"accepted": good, "safe_key": safe_key(given["key"])}


def statement_vector(kind: str, parent: Hex, table: Hex, statement: Json, key: Hex) -> Json:
    """5.2, 5.3: a statement's message and hash."""
    message = statement_message(statement, kind, parent, table)
    return signed(message, key, statement["sig"]) | {"hash": statement_hash(statement)}


def step_vector(kind: str, parent: Hex, statements: Json) -> Json:
    """5.2: the hash of a step, and those of its statements."""
    hashes = [statement_hash(statement) for statement in statements]
    return {"statement_hashes": hashes, "hash": step_hash(kind, parent, statements)}


def index_vector(bounds: list[int], bytes: Hex) -> Json:  # noqa: A002
    """9.3: indices for several bounds, drawn from given bytes."""
    stream = Stream(raw(bytes))
    return {"values": [index(bound, stream) for bound in bounds], "taken": stream.taken}


def shuffle_vector(deck_key: Hex, deck: list[Json], seats: int) -> Json:
    """9.4: order and draw of any deck."""
    stream = Stream(blocks(deck_key))
    order, draw = shuffle(deck, seats, stream)
    return {"order": order, "draw": draw, "taken": stream.taken}


def stream_vector(deck_key: Hex, start: int, length: int) -> Json:
    """9.3: a piece of the stream."""
    stream = Stream(blocks(deck_key))
    return {"bytes": bytes(stream.byte() for _ in range(start + length))[start:].hex()}


def digest_vector(deck_key: Hex, deck: list[Json], seat: int | None, cards: list[Json]) -> Json:
    """9.5: salt, sorted cards and digest of a hand or (seat null) of the rest."""
    cards = in_deck_order(cards, deck)
    return {"salt": salt(deck_key, seat), "sorted": cards, "digest": digest(deck_key, seat, cards)}


def worked_vector(parent: Hex, statements: Json, host_seed: Hex, seat_seeds: list[Hex]) -> Json:
    """15: the first deal of a Hearts table, from seeds to digests."""
    seats, root = len(seat_seeds), commit_root(parent, statements)
    key = deck_key(root, host_seed, seat_seeds)
    dealt = shuffle_vector(key, HEARTS_DECK, seats)
    hands = hearts_hands(dealt["order"], seats, dealt["draw"])
    parties = [*enumerate(seat_seeds), ("host", host_seed)]
    return dealt | {
        "commitments": [commitment(parent, by, seed) for by, seed in parties],
        "commit_root": root,
        "deck_key": key,
        "deck": HEARTS_DECK,
        "hands": hands,
        "salts": [salt(key, seat) for seat in range(seats)],
        "digests": [digest(key, seat, hand) for seat, hand in enumerate(hands)],
    }


# For each file of primitives what gives `out`; the names of the parameters are the members of `in`.
VECTORS: dict[str, Callable[..., Json]] = {
    "canonical_json": canonical_vector,
    "signatures": signature_vector,
    "statements": statement_vector,
    "step_hashes": step_vector,
    "heads": lambda head, key: signed(head_message(head), key, head["sig"]),
    "private": lambda message, key: signed(private_message(message), key, message["sig"]),
    "commitments": lambda **given: {"commitment": commitment(**given)},
    "commit_roots": lambda **given: {"commit_root": commit_root(**given)},
    "deck_keys": lambda **given: {"deck_key": deck_key(**given)},
    "streams": stream_vector,
    "indices": index_vector,
    "shuffles": shuffle_vector,
    "digests": digest_vector,
    "seals": lambda **given: {"commitment": seal_commitment(**given)},
    "worked_deal": worked_vector,
}
FAULTS = (ValueError, TypeError, LookupError, AttributeError, RuntimeError, OverflowError)
NOTED = {"name": matches("[a-z0-9]+(-[a-z0-9]+)*"), "note": matches("(?s:.+)")}


def check_cases(name: str, document: Json) -> Iterator[str]:
    """The faults of a vector file of primitives."""
    about = {"about": matches("(?s:.+)"), "section": matches("[0-9]+([.][0-9]+)?")}
    if [*faults(document, {**about, "cases": (ANY, 1, MANY)}, "")]:
        yield "not the members of a vector file, or no cases"
        return
    names = [case["name"] for case in document["cases"]]
    if len(set(names)) != len(names):
        yield "two cases have one name"
    for case in document["cases"]:
        result = "error" if "error" in case else "out"
        if [*faults(case, {**NOTED, "in": ANY, result: ANY}, "")]:
            yield f"{case['name']}: not the members of a case"
            continue
        try:
            got = {"out": VECTORS[name](**case["in"])}
        except Refused as refused:
            got = {"error": refused.args[0]}
        except FAULTS as error:
            got = {"cannot be computed": repr(error)}
        if dump(got) != dump({result: case[result]}):
            yield f"{case['name']}: got {dump(got).decode()[:400]}"


def check_transcript(name: str, document: Json) -> Iterator[str]:
    """What is wrong with the vector of a transcript: it states the whole report."""
    given = "raw" if "raw" in document else "transcript"
    if [*faults(document, {**NOTED, "expect": ANY, given: ANY}, "")] or name != document["name"]:
        yield "not the members of a transcript vector, or not its name"
        return
    report = verify(raw(document["raw"]) if given == "raw" else dump(document["transcript"]))
    found = [{"code": one.code, "at": one.at, "blame": one.blamed} for one in report.findings]
    got = {"verdict": report.verdict, "findings": found}
    if dump(got) != dump(document["expect"]):
        yield f"found {dump(got).decode()[:400]}"


def check_file(path: Path) -> tuple[list[str], str, list[Json]]:
    """The faults of any file, what was checked, and the decks of a transcript."""
    try:
        data = path.read_bytes()
        document = load(data) if path.suffix == ".json" else {}
        if "cases" in document and path.stem in VECTORS:
            return list(check_cases(path.stem, document)), f"{len(document['cases'])} cases", []
        if "expect" in document:
            faulty = list(check_transcript(path.stem, document))
            return faulty, f"expected {document['expect']['verdict']}", []
        if "steps" in document:
            report = verify(data)
            checked = f"{report.verdict}, {len(report.decks)} deals"
            found = [f"{one.code} at {one.at}" for one in report.findings]
            return [] if report.verdict == "fair" else [checked, *found], checked, report.decks
    except Refused as refused:
        return [f"refused: {refused.args[0]}"], "", []
    except (*FAULTS, OSError) as error:
        return [f"cannot be checked: {error!r}"], "", []
    return ["no file that this program knows"], "", []


def files_of(path: Path) -> list[Path]:
    """The files at a path; a folder of vectors must have each file of primitives."""
    if not path.is_dir():
        return [path]
    files = {file for file in path.rglob("*") if file.is_file() and file.name != "README.md"}
    needed = {path / f"{name}.json" for name in VECTORS}
    if files & needed or (path / "transcripts").is_dir():
        files |= needed
    return sorted(files) or [path]


def main() -> int:
    """Check the files that the command line names."""
    parser = argparse.ArgumentParser(description="Check vectors and transcripts of fairdeal/1.")
    parser.add_argument("--decks", action="store_true", help="print the order of each deal")
    parser.add_argument("paths", nargs="+", type=Path)
    options = parser.parse_args()
    files = [file for path in options.paths for file in files_of(path)]
    bad = 0
    for file in files:
        faulty, checked, decks = check_file(file)
        bad += bool(faulty)
        print(f"{'FAIL' if faulty else 'ok'}  {file}: {'; '.join(faulty) or checked}")
        for deal, attempt, draw, order in decks if options.decks else []:
            print(f"      deal {deal}, attempt {attempt}, draw {draw}: {' '.join(order)}")
    print(f"{len(files) - bad} of {len(files)} files agree")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
