"""Strict JSON in, canonical JSON out (section 3). The only module that touches JSON."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from operator import itemgetter
from typing import Any

import orjson

from fairdeal import limits
from fairdeal.errors import Malformed
from fairdeal.findings import Code

SAFE_INTEGER = 2**53 - 1
_MOST_DIGITS = len(str(-SAFE_INTEGER))

# Nothing here is tried twice (`*+`): input cannot make this search slow.
_STRING = re.compile(rb'"[^"\\]*+(?:\\.[^"\\]*+)*+"?', re.DOTALL)
# In what is left of a text without backslashes when all ASCII but quotes and colons is gone.
_WIDE_NAME = re.compile(rb'[\x80-\xff]:*":')
_PLAIN_ASCII = bytes(set(range(128)) - set(b'":'))
_SURROGATE = re.compile("[\ud800-\udfff]")
_TO_SQUARE = bytes.maketrans(b"{}", b"[]")
_NOT_BRACKETS = bytes(set(range(256)) - set(b"[]{}"))
_OPENING = ord("[")
_CANONICAL = orjson.OPT_SORT_KEYS | orjson.OPT_STRICT_INTEGER


def dumps(value: object) -> bytes:
    """The canonical form of a value of section 3.1 as bytes (section 3.2).

    The caller vouches that ``value`` holds no floats: it came from `loads`, or was shown to
    `check_opaque`.
    """
    return orjson.dumps(value, option=_CANONICAL)


def are_equal(left: object, right: object) -> bool:
    """Whether two values are the same JSON; Python alone would hold ``True`` for ``1``.

    What is no JSON of section 3.1 equals nothing.
    """
    try:
        return dumps(left) == dumps(right)
    except orjson.JSONEncodeError:
        return False


def loads(data: bytes, max_bytes: int = limits.FILE_BYTES) -> Any:
    """Parse JSON as section 3 allows it. Raises `Malformed` with what, and where.

    Input that equals its own canonical form cannot hide anything and is read fast; all
    other input takes a slower way to the same result.
    """
    check_size(data, max_bytes)
    outside = _outside_strings(data)
    if _is_too_deep(outside):
        raise Malformed(Code.TOO_LARGE, f"nested more than {limits.DEPTH} levels deep")
    with suppress(orjson.JSONDecodeError, orjson.JSONEncodeError):
        value = orjson.loads(data)
        if dumps(value) == data and not (_has_fraction(outside) or _may_have_wide_name(data)):
            return value
    return _loads_slowly(data)


def encode(value: str | Mapping[str, Any]) -> bytes:
    """Text or parsed JSON of a caller as bytes for `loads`, hiding nothing. Raises `Malformed`."""
    try:
        if not isinstance(value, str):
            # Here `json`, for `orjson` would make JSON of times and the like.
            value = json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
        return value.encode()
    except (TypeError, ValueError, RecursionError) as error:
        raise _not_json(f"no JSON can be made of it: {error}") from None


def check_opaque(value: Any) -> Any:
    """A value that only a game understands, within its limits (section 3.3), or `ValueError`."""
    if type(value) is str and len(value) <= limits.OPAQUE_TEXT and value.isascii():
        return value
    nodes = total = 0
    queue: list[tuple[Any, int]] = [(value, 1)]
    while queue:
        node, depth = queue.pop()
        nodes += 1
        if nodes > limits.OPAQUE_NODES:
            raise ValueError(f"more than {limits.OPAQUE_NODES} values inside one value")
        if isinstance(node, str):
            total += _opaque_text(node)
        elif isinstance(node, dict | list | tuple):
            if depth > limits.OPAQUE_DEPTH:
                raise ValueError(f"nested more than {limits.OPAQUE_DEPTH} deep")
            if isinstance(node, dict):
                if not all(isinstance(name, str) and name.isascii() for name in node):
                    raise ValueError("a name that is not ASCII text")
                total += sum(map(_opaque_text, node))
            children = node.values() if isinstance(node, dict) else node
            queue.extend((child, depth + 1) for child in children)
        elif isinstance(node, int):
            if abs(node) > SAFE_INTEGER:
                raise ValueError("an integer beyond 2^53 - 1")
        elif node is not None:
            raise ValueError(f"a {type(node).__name__}, which has no place in canonical JSON")
        if total > limits.OPAQUE_TOTAL:
            raise ValueError(f"more than {limits.OPAQUE_TOTAL} characters inside one value")
    return value


def _opaque_text(text: str) -> int:
    if len(text) > limits.OPAQUE_TEXT:
        raise ValueError(f"a text of more than {limits.OPAQUE_TEXT} characters")
    if _SURROGATE.search(text):
        raise ValueError("a lone surrogate")
    return len(text)


def pointer(*parts: str | int) -> str:
    """A JSON Pointer (RFC 6901) to the member or element that ``parts`` lead to."""
    return "".join("/" + str(part).replace("~", "~0").replace("/", "~1") for part in parts)


def check_size(data: bytes, max_bytes: int = limits.FILE_BYTES) -> None:
    """Raise `Malformed` if there is more in a text than section 3.3 allows."""
    if len(data) > max_bytes:
        raise Malformed(Code.TOO_LARGE, f"{len(data)} bytes; at most {max_bytes} are allowed")
    if len(data) <= limits.STRUCTURE:
        return
    structure = len(data) - len(data.translate(None, b"{[,:"))
    if structure > limits.STRUCTURE:
        raise Malformed(
            Code.TOO_LARGE,
            f"{structure} structural characters; at most {limits.STRUCTURE} are allowed",
        )


def _outside_strings(data: bytes) -> bytes:
    """What stands outside of strings, if ``data`` is JSON."""
    return _STRING.sub(b"", data) if b"\\" in data else b"".join(data.split(b'"')[::2])


def _has_fraction(outside: bytes) -> bool:
    """Whether canonical JSON, here without its strings, holds a fraction or an exponent."""
    words = outside.count(b"true") + outside.count(b"false")
    return b"." in outside or outside.count(b"e") > words


def _may_have_wide_name(data: bytes) -> bool:
    """Whether canonical JSON could hold a name that is not ASCII."""
    if data.isascii():
        return False
    return b"\\" in data or bool(_WIDE_NAME.search(data.translate(None, _PLAIN_ASCII)))


def _is_too_deep(outside: bytes) -> bool:
    brackets = outside.translate(_TO_SQUARE, _NOT_BRACKETS)
    # Each replacement removes exactly the innermost level of what is balanced.
    rest = brackets
    for _ in range(limits.DEPTH):
        if not rest:
            return False
        rest = rest.replace(b"[]", b"")
    if not rest:
        return False
    depth = 0
    for bracket in brackets:
        depth += 1 if bracket == _OPENING else -1
        if depth > limits.DEPTH:
            return True
    return False


class _Refused:
    """Stands in the parsed tree for something that section 3.1 does not know."""

    def __init__(self, why: str) -> None:
        self.why = why


def _loads_slowly(data: bytes) -> Any:
    try:
        value = json.loads(
            data.decode("utf-8"),
            object_pairs_hook=_members,
            parse_int=_integer,
            parse_float=lambda digits: _Refused(f"{digits[:40]} is not a whole number"),
            parse_constant=lambda name: _Refused(f"{name} is not JSON"),
        )
    except UnicodeDecodeError as error:
        raise _not_json(f"not UTF-8 at byte {error.start}") from None
    except json.JSONDecodeError as error:
        why = error.msg.removesuffix(" at")
        raise _not_json(f"{why} at line {error.lineno}, column {error.colno}") from None
    for where, why in _refusals(value, ()):
        raise _not_json(why, pointer(*where))
    return value


def _not_json(why: str, where: str = "") -> Malformed:
    return Malformed(Code.NOT_JSON, why, where)


def _members(pairs: list[tuple[str, Any]]) -> dict[str, Any] | _Refused:
    # In the order of names, as if the text were canonical: what is said of a value hangs on it.
    members = dict(sorted(pairs, key=itemgetter(0)))
    if len(members) == len(pairs):
        return members
    seen: set[str] = set()
    twice = next(name for name, _ in pairs if name in seen or seen.add(name))  # type: ignore[func-returns-value]
    return _Refused(f"the name {twice[:40]!a} occurs twice in one object")


def _integer(digits: str) -> int | _Refused:
    if digits == "-0":
        return _Refused("-0 is not a canonical integer")
    if len(digits) > _MOST_DIGITS or abs(int(digits)) > SAFE_INTEGER:
        return _Refused(f"the integer {digits[:24]} is beyond 2^53 - 1")
    return int(digits)


def _refusals(
    value: Any, where: tuple[str | int, ...]
) -> Iterator[tuple[tuple[str | int, ...], str]]:
    if isinstance(value, _Refused):
        yield where, value.why
    elif isinstance(value, str):
        if _SURROGATE.search(value):
            yield where, "a lone surrogate"
    elif isinstance(value, dict):
        for name, child in value.items():
            if not name.isascii():
                yield where, f"the name {name[:40]!a} is not ASCII"
            yield from _refusals(child, (*where, name))
    elif isinstance(value, list):
        for index, child in enumerate(value):
            yield from _refusals(child, (*where, index))
