"""Make everything in this folder that is generated: vectors, schema, parts of the specification.

    python specs/make_vectors.py            # write the files that differ, name them
    python specs/make_vectors.py --check    # write nothing; exit with 1 and name them

All secrets come from fixed streams, so every run makes the same bytes. No transcript is written
whose report by the library is not the one that `vector_transcripts.py` states by hand.
"""

import argparse
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, islice
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from fairdeal import commitment, shuffle, wire  # noqa: E402
from fairdeal.canonical import dumps, loads  # noqa: E402
from fairdeal.errors import Malformed  # noqa: E402
from fairdeal.phases import TRANSITIONS  # noqa: E402
from fairdeal.verifier import verify  # noqa: E402
from hearts.game import GAME  # noqa: E402
from specs import vector_cases, vector_transcripts  # noqa: E402

SPECS = ROOT / "specs"
TRANSCRIPTS = SPECS / "vectors" / "transcripts"
SPECIFICATION = SPECS / "fairdeal.md"


# --- Vectors ---


def compact(value: object) -> str:
    """JSON on one line, everything beyond ASCII escaped."""
    return json.dumps(value)


def members(value: Mapping[str, object]) -> str:
    """JSON with a line for each member."""
    return "{" + ",\n ".join(f"{compact(name)}: {compact(v)}" for name, v in value.items()) + "}"


def primitives(document: Mapping[str, Any]) -> str:
    """A vector file of a primitive: a few lines for each case."""
    cases = ",\n".join(map(members, document["cases"]))
    about, section = compact(document["about"]), compact(document["section"])
    return f'{{"about": {about},\n"section": {section},\n"cases": [\n{cases}\n]}}\n'


def transcript_vector(name: str) -> str:
    """A vector file of a transcript, a line for each step; fails if the library disagrees."""
    note, verdict, findings, maker = vector_transcripts.VECTORS[name]
    data = vector_transcripts.data_of(maker())
    report = verify(data, games={GAME.name: GAME})
    stated = [
        {"code": str(one.code), "at": one.pointer, "blame": list(one.blame)}
        for one in report.findings
    ]
    if (str(report.verdict), stated) != (verdict, findings):
        raise SystemExit(f"{name}: the library reports {report.verdict}, {stated}")
    head = {"name": name, "note": note, "expect": {"verdict": verdict, "findings": findings}}
    try:
        document = loads(data)
    except Malformed:
        return members({**head, "raw": data.hex()}) + "\n"
    steps = ",\n".join(map(compact, document.pop("steps")))
    inside = compact(document)[:-1] + f', "steps": [\n{steps}\n]}}'
    return members(head)[:-1] + f',\n "transcript": {inside}}}\n'


def worked_deal() -> dict[str, Any]:
    """The first deal of the vector `fair-live`: what goes in, and every value that follows."""
    steps = loads(vector_transcripts.data_of(vector_transcripts.fair_live()))["steps"]
    commit, reveal, _ = (
        next(step for step in steps if step["kind"] == kind)
        for kind in ("commit", "reveal", "deal")
    )
    disclose = next(step for step in steps if step["kind"] == "disclose")
    seeds = [said["body"]["seed"] for said in reveal["statements"]]
    host_seed = disclose["statements"][0]["body"]["seed"]
    parent, deck, seats = commit["parent"], vector_cases.HEARTS, len(seeds)
    root = shuffle.commit_root(parent, commit["statements"])
    key = shuffle.deck_key(root, bytes.fromhex(host_seed), list(map(bytes.fromhex, seeds)))
    order, draw, taken = vector_cases.counted(key, deck, seats)
    hands = [
        commitment.in_deck_order(order[(seat - draw - 1) % seats :: seats], deck)
        for seat in range(seats)
    ]
    salts = [commitment.hand_salt(key, seat) for seat in range(seats)]
    return {
        "in": {
            "parent": parent,
            "statements": commit["statements"],
            "host_seed": host_seed,
            "seat_seeds": seeds,
        },
        "out": {
            "commitments": [said["body"]["commitment"] for said in commit["statements"]],
            "commit_root": root.hex(),
            "deck_key": key.hex(),
            "deck": list(deck),
            "order": order,
            "draw": draw,
            "taken": taken,
            "hands": list(map(list, hands)),
            "salts": [salt.hex() for salt in salts],
            "digests": [
                commitment.hand_digest(salt, hand).hex()
                for salt, hand in zip(salts, hands, strict=True)
            ],
        },
    }


def worked_file(worked: Mapping[str, Any]) -> str:
    """The vector file of the worked deal."""
    note = "The first deal of transcripts/fair-live.json."
    case = {"name": "first-deal-of-fair-live", "note": note, **worked}
    about = "A deal of Hearts from the seeds to the digests, as in the specification."
    return primitives({"about": about, "section": "15", "cases": [case]})


# --- The schema ---


def schema() -> str:
    """The JSON Schema of a transcript."""
    made = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **wire.transcript_schema(),
        "title": "A transcript of fairdeal/1",
    }
    return json.dumps(made, indent=2, sort_keys=True) + "\n"


# --- Generated parts of the specification ---


def order_table() -> str:
    """Section 7: what may come next in which state."""
    width = max(len(due) for due in TRANSITIONS.values())
    lines = ["| state | may come next: state after it |" + " |" * (width - 1)]
    lines.append("|---" * (width + 1) + "|")
    for phase, due in TRANSITIONS.items():
        cells = [f"`{kind}`: {', '.join(after)}" for kind, after in due.items()]
        cells += [""] * (width - len(cells))
        lines.append(" | ".join([f"| {phase}", *cells]).rstrip() + " |")
    return "\n".join(lines)


def shell(*lines: str) -> str:
    """A block of shell commands; a line that begins with # is what the command before prints."""
    return "\n".join(["```sh", *lines, "```"])


def exchanges(key: bytes, deck: Sequence[str], count: int) -> Iterator[str]:
    """The first exchanges of a shuffle as lines of a table, more than ``count`` if none rejects."""
    source = shuffle.stream(key)
    order, rejected = list(deck), False
    for last in range(len(deck) - 1, 0, -1):
        bound = last + 1
        limit = 256 - 256 % bound
        taken = [next(source)]
        while taken[-1] >= limit:
            taken.append(next(source))
        chosen = taken[-1] % bound
        one, other = order[last], order[chosen]
        order[last], order[chosen] = other, one
        rejected |= len(taken) > 1
        shown = [f"{byte} (`{byte:02x}`)" for byte in taken]
        shown = [f"{byte}, too great" for byte in shown[:-1]] + shown[-1:]
        yield f"| {last} | {bound} | {limit} | {'; '.join(shown)} | {chosen} | {one}, {other} |"
        count -= 1
        if count <= 0 and rejected:
            return


def worked_text(worked: Mapping[str, Any]) -> str:
    """Section 15: the worked deal for people, with the commands that redo it."""
    given, out = worked["in"], worked["out"]
    seats = range(len(given["seat_seeds"]))
    key = bytes.fromhex(out["deck_key"])
    unsigned = [{"body": said["body"], "by": said["by"]} for said in given["statements"]]
    commit = dumps({"kind": "commit", "parent": given["parent"], "statements": unsigned}).decode()
    blocks = -(-out["taken"] // 32)
    stream = bytes(islice(shuffle.stream(key), 32 * blocks))
    seeds = [(f"{seat:02x}", f"seed{seat}") for seat in seats] + [("ff", "hostseed")]
    of_seats = " ".join(f'"$seed{seat}"' for seat in seats)
    in_hex = "xxd -p | tr -d '\\n'"
    one_byte = stream[out["taken"] - 1]
    parts = [
        (
            "It is the first deal of `vectors/transcripts/fair-live.json`, of four seats. A line "
            "that begins with `#` is what the command above it prints."
        ),
        (
            "**What is given.** The parent of the `commit` step, and the seeds that the seats "
            "reveal and the host discloses:"
        ),
        shell(
            f"parent={given['parent']}",
            *(f"seed{seat}={seed}" for seat, seed in enumerate(given["seat_seeds"])),
            f"hostseed={given['host_seed']}",
        ),
        "**Commitments** (section 9.1) of the seats and of the host, whose byte is 255:",
        shell(
            *chain.from_iterable(
                (f'{{ lab seed; printf \'%s\' "$parent" {by} "${name}"; }} | sha', f"# {made}")
                for (by, name), made in zip(seeds, out["commitments"], strict=True)
            )
        ),
        "**Commit root** (section 9.2), over the `commit` step without signatures:",
        shell(
            f"commit='{commit}'",
            f"{{ lab commit-root; printf '%s' \"$commit\" | {in_hex}; }} | sha",
            f"# {out['commit_root']}",
        ),
        "**Deck key** (section 9.2):",
        shell(
            f"root={out['commit_root']}",
            f'{{ lab deck-key; printf \'%s\' "$hostseed" {of_seats}; }} | hmac "$root"',
            f"# {out['deck_key']}",
        ),
        f"**Stream** (section 9.3). {out['taken']} bytes are needed, so {blocks} blocks:",
        shell(
            f"key={out['deck_key']}",
            *chain.from_iterable(
                (
                    f"{{ lab stream; printf '%08x' {number}; }} | hmac \"$key\"",
                    f"# {stream[32 * number : 32 * number + 32].hex()}",
                )
                for number in range(blocks)
            ),
        ),
        (
            "**Shuffle** (section 9.4). The deck of Hearts is\n`" + " ".join(out["deck"]) + "`;\n"
            "the first exchanges, with the bytes of the stream that they take, are:"
        ),
        "\n".join(
            [
                "| i | m = i + 1 | accepted below | bytes taken | j | exchanged |",
                "|---|---|---|---|---|---|",
                *exchanges(key, out["deck"], 6),
            ]
        ),
        (
            f"and so on to i = 1. The **draw** takes the next byte, {one_byte} "
            f"(`{one_byte:02x}`), the last of {out['taken']}, and is {one_byte} mod {len(seats)} = "
            f"{out['draw']}. The whole shuffle in bash:"
        ),
        shell(
            f"stream=$(for i in {' '.join(map(str, range(blocks)))}; do "
            "{ lab stream; printf '%08x' $i; } | hmac \"$key\"; done | tr -d '\\n')",
            "at=0",
            "index() {  # section 9.3; the result is in j",
            "  j=0; if [ $1 -eq 1 ]; then return; fi",
            "  while b=$((16#${stream:2*at:2})); at=$((at + 1)); "
            "[ $b -ge $((256 - 256 % $1)) ]; do :; done",
            "  j=$((b % $1))",
            "}",
            f"order=({' '.join(out['deck'])})",
            f"for ((i = {len(out['deck']) - 1}; i > 0; i--)); do",
            "  index $((i + 1)); card=${order[i]}; order[i]=${order[j]}; order[j]=$card",
            "done",
            'echo "${order[@]}"',
            "# " + " ".join(out["order"]),
            f"index {len(seats)}; echo $j $at",
            f"# {out['draw']} {out['taken']}",
        ),
        (
            "**Hands.** In Hearts the draw is the dealer, and card i goes to seat (dealer + 1 + i) "
            f"mod {len(seats)}; each hand is sorted as the deck is:"
        ),
        "\n".join(
            ["| seat | hand |", "|---|---|"]
            + [f"| {seat} | `{' '.join(hand)}` |" for seat, hand in enumerate(out["hands"])]
        ),
        "**Salts and digests** (section 9.5), which with the draw are what the `deal` step states:",
        shell(
            *chain.from_iterable(
                (
                    f'{{ lab hand-salt; printf {seat:02x}; }} | hmac "$key"',
                    f"# {salt}",
                    f"hand='{dumps(hand).decode()}'",
                    f"{{ lab hand; printf {salt}; printf '%s' \"$hand\" | {in_hex}; }} | sha",
                    f"# {digest}",
                )
                for seat, (salt, hand, digest) in enumerate(
                    zip(out["salts"], out["hands"], out["digests"], strict=True)
                )
            )
        ),
    ]
    return "\n\n".join(parts)


def with_blocks(text: str, blocks: Mapping[str, str]) -> str:
    """The specification with the generated blocks put in between their markers."""
    for name, block in blocks.items():
        begin, end = (f"<!-- {what} generated: {name} -->" for what in ("begin", "end"))
        before, found, rest = text.partition(begin)
        _, found_end, after = rest.partition(end)
        if not found or not found_end:
            raise SystemExit(f"{SPECIFICATION.name} has no markers for {name}")
        text = f"{before}{begin}\n{block}\n{end}{after}"
    return text


# --- Writing and checking ---


def generated() -> dict[Path, str]:
    """Every generated file and its content."""
    vectors, worked = SPECS / "vectors", worked_deal()
    files = {
        vectors / f"{name}.json": primitives(vector_cases.document(name))
        for name in vector_cases.FILES
    }
    files[vectors / "worked_deal.json"] = worked_file(worked)
    for name in vector_transcripts.VECTORS:
        files[TRANSCRIPTS / f"{name}.json"] = transcript_vector(name)
    files[SPECS / "transcript.schema.json"] = schema()
    blocks = {"order": order_table(), "worked deal": worked_text(worked)}
    files[SPECIFICATION] = with_blocks(SPECIFICATION.read_text(encoding="utf-8"), blocks)
    return files


def main() -> int:
    """Write or check all generated files."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="write nothing, only compare")
    check = parser.parse_args().check
    files = generated()
    stale = set(TRANSCRIPTS.glob("*")) - files.keys()
    differ = sorted(
        stale
        | {
            path
            for path, text in files.items()
            if not path.is_file() or path.read_bytes() != text.encode()
        }
    )
    for path in differ:
        print(f"{'differs' if check else 'written'}: {path.relative_to(ROOT)}")
        if check:
            continue
        if path in stale:
            path.unlink()
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(files[path].encode())
    print(f"{len(files) - len(differ)} of {len(files)} generated files were up to date")
    return 1 if check and differ else 0


if __name__ == "__main__":
    sys.exit(main())
