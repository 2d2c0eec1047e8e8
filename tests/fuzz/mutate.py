"""Changes of an input that know what it is made of: steps, statements, signatures, bytes.

`mutated` changes one line of an input: parsed, at some places, then signed again with the keys of
`world.ring`, so that what was changed stands under good signatures; or as bytes. The same generator
of random numbers gives the same change.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import cache
from random import Random
from typing import Any

from tests.fuzz import laws, rolelaws, world
from tests.fuzz.sign import signed

LIKELY: tuple[Any, ...] = (
    *(None, True, False, 0, 1, 2, 3, -1, 16, 255, 65_535, 65_536, 2**53 - 1, 2**53, 10**30),
    *(0.0, 1.0, 1e300, float("nan"), "", "host", "person", "bot", "end", "stopped", "mini"),
    *("fairdeal/1", "fairdeal/2", "hosted", "sealed", "c00", "c02", "2C", "QS", [], {}, [[]]),
    *("open", "join", "commit", "reveal", "void", "replace", "deal", "seal", "move", "disclose"),
    *("close", "00" * 32, "41" * 32, "AB" * 32, "01" + "00" * 31, "ee" + "ff" * 30 + "7f"),
    *("00" * 64, "g" * 64, "é", "\u200b", "\x00", "\ud800", " a", "a" * 65, "a" * 257),
)
TOKENS = (
    *(b"{", b"}", b"[", b"]", b",", b":", b'"', b"\\", b"\\u0000", b"\\ud800", b"-0", b"1.0"),
    *(b"1e400", b"NaN", b"null", b"true", b"\xef\xbb\xbf", b"\xc3\xa9", b"\xed\xa0\x80", b"\x00"),
    *(b" ", b"\n", b'"by":', b'"sig":', b'"x":0,', b"9007199254740992", b"[[[[[[[[", b"]]]]]]]]"),
)
_MOST_ALIKE = 40
Spot = tuple[Any, Any]
"""A container and the name or index of a child in it."""


def mutated(data: bytes, rng: Random) -> bytes:
    """An input for the same entry, changed in one line or in several places of one."""
    name, number, rest = laws.parts(data)
    if name in laws.ROLES:
        if rng.random() < 0.15:
            number = rng.randrange(len(rolelaws.moments(of_host=name == "host")))
        head = b"%s %d\n" % (name.encode(), number)
    else:
        head = name.encode() + b"\n"
    if name in ("json", "verify", "tell", "proof"):
        return head + _line(rest, rng, name)
    lines = rest.split(b"\n")
    place = rng.randrange(len(lines))
    what = rng.randrange(12)
    if what == 0:
        lines.insert(place, rng.choice(lines))
    elif what == 1 and len(lines) > 1:
        del lines[place]
    elif what == 2:
        lines.insert(place, rng.choice(_spare(name)))
    else:
        sender = b""
        if name == "host" and lines[place][1:2] == b" ":
            sender, lines[place] = lines[place][:2], lines[place][2:]
        if name == "host" and rng.random() < 0.2:
            sender = b"%d " % rng.randrange(4)
        lines[place] = sender + _line(lines[place], rng, name).replace(b"\n", b" ")
    return head + b"\n".join(lines)


def _line(data: bytes, rng: Random, name: str) -> bytes:
    if rng.random() < 0.1:
        return bent(data, rng)
    try:
        value = json.loads(data)
    except (ValueError, RecursionError):
        return bent(data, rng) if rng.random() < 0.9 else rng.choice(_spare(name))
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        value = changed(value, rng)
    if rng.random() < 0.7:
        value = signed(value, rng)
    return spelt(value, rng)


@cache
def _spare(name: str) -> list[bytes]:
    """Further lines for an entry."""
    known = world.tables().values()
    if name in laws.ROLES:
        return [moment.message for moment in rolelaws.moments(of_host=name == "host")]
    if name == "receipt":
        return [one for table in known for one in (*table.receipts, *table.transcripts)]
    return [one for table in known for one in table.transcripts]


def bent(data: bytes, rng: Random) -> bytes:
    """Bytes changed, cut out, put in or doubled."""
    start = rng.randrange(len(data) + 1)
    end = min(len(data), start + rng.choice((0, 1, 1, 2, 9, 99, 999)))
    what = rng.randrange(5)
    middle = (
        rng.choice(TOKENS),
        b"",
        data[start:end] * 2,
        rng.randbytes(rng.randrange(4)),
        bytes(byte ^ 1 << rng.randrange(8) for byte in data[start:end][:2]),
    )[what]
    return data[:start] + middle + data[end:]


# --- parsed values ---


def _spots(value: Any) -> Iterator[Spot]:
    if isinstance(value, dict):
        for name, child in value.items():
            yield value, name
            yield from _spots(child)
    elif isinstance(value, list):
        for index, child in enumerate(value):
            yield value, index
            yield from _spots(child)


@cache
def _by_name() -> Mapping[Any, list[Any]]:
    """What stands under each name in all that is known; elements under that of their list."""
    found: dict[Any, dict[str, Any]] = {}
    for known in world.tables().values():
        for data in (*known.transcripts, *known.receipts, *map(json.dumps, known.log)):
            for container, name in _spots(json.loads(data)):
                child = container[name]
                for one in child if isinstance(child, list) else [child]:
                    where = found.setdefault(name, {})
                    if len(where) < _MOST_ALIKE:
                        where[json.dumps(one)] = one
    found["accused"] = found["key"]
    return {name: list(values.values()) for name, values in found.items()}


def changed(value: Any, rng: Random) -> Any:
    """A copy with one change: of steps, of statements, or of anything."""
    value = copy.deepcopy([value])
    spots = list(_spots(value))
    runs = [spot for spot in spots if spot[1] in ("steps", "statements", "private", "signed")]
    runs = [spot for spot in runs if isinstance(spot[0][spot[1]], list) and spot[0][spot[1]]]
    if runs and rng.random() < 0.25:
        container, name = rng.choice(runs if rng.random() < 0.8 else runs[:1])
        container[name] = _shuffled(container[name], rng, _by_name()[name])
    else:
        _change_at(*rng.choice(spots), spots, rng)
    return value[0] if value else None


def _shuffled(items: list[Any], rng: Random, others: list[Any]) -> list[Any]:
    """A list with an element more, less, elsewhere, or cut off."""
    n, m = rng.randrange(len(items)), rng.randrange(len(items) + 1)
    rest = items[:n] + items[n + 1 :]
    return rng.choice(
        (
            items[:m],
            rest,
            [*items[:m], copy.deepcopy(items[n]), *items[m:]],
            [*rest[:m], items[n], *rest[m:]],
            [*items[:m], copy.deepcopy(rng.choice(others)), *items[m:]],
            items[::-1],
        )
    )


def _change_at(container: Any, name: Any, spots: list[Spot], rng: Random) -> None:
    """One change at a place of a document."""
    old = container[name]
    what = rng.randrange(10)
    if what < 3:
        container[name] = near(old, rng)
    elif what < 5:
        like = _by_name().get(name, LIKELY)
        container[name] = copy.deepcopy(rng.choice(like))
    elif what == 5:
        container[name] = copy.deepcopy(rng.choice(LIKELY))
    elif what == 6:
        other, place = rng.choice(spots)
        container[name] = copy.deepcopy(other[place])
    elif what == 7 and len(spots) > 1:
        del container[name]
    elif isinstance(container, list):
        container.insert(rng.randrange(len(container) + 1), copy.deepcopy(old))
    else:
        container[rng.choice(("x", "body", "deal", "é", "seats", name.upper()))] = old


def near(old: Any, rng: Random) -> Any:
    """Another value of the same type, as near as it gets."""
    if isinstance(old, bool) or old is None:
        return rng.choice((not old, 0, ""))
    if isinstance(old, int):
        return old + rng.choice((1, -1, 2, 16))
    if isinstance(old, str) and old:
        place = rng.randrange(len(old))
        digit = rng.choice("0123456789abcdefA gé")
        return rng.choice((old[:place] + digit + old[place + 1 :], old[:-1], old.upper(), old * 2))
    if isinstance(old, list) and old:
        return _shuffled(old, rng, old)
    if isinstance(old, dict) and old:
        return {name: old[name] for name in rng.sample(sorted(old), len(old) - 1)}
    return rng.choice(LIKELY)


def spelt(value: Any, rng: Random) -> bytes:
    """JSON text for a value, mostly the canonical one."""
    how = rng.randrange(10)
    if how < 7:
        with suppress(UnicodeEncodeError):
            text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
            return text.encode()
    data = json.dumps(value, indent=1 if how == 8 else None, sort_keys=how == 9).encode()
    return data.replace(b'"by": ', b'"by": 0, "by": ', 1) if how == 9 else data
