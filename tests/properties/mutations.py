"""Hypothesis strategies: any JSON, and changes of a given JSON document that know its structure."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from typing import Any

from hypothesis import strategies as st

LIKELY = [
    *(
        None,
        True,
        False,
        0,
        1,
        2,
        3,
        -1,
        16,
        255,
        2**53 - 1,
        2**53,
        2**64,
        10**400,
        0.0,
        1.0,
        1e300,
    ),
    *("", "host", "person", "bot", "end", "stopped", "fairdeal/1", "fairdeal/2", "hosted", "c00"),
    *("open", "join", "commit", "reveal", "void", "replace", "deal", "seal", "move", "disclose"),
    *(
        "close",
        "00" * 32,
        "0" * 64,
        "AB" * 32,
        "00" * 64,
        "g" * 64,
        "é",
        "\u200b",
        "\x00",
        "\ud800",
    ),
]
scalars = st.sampled_from(LIKELY) | st.none() | st.booleans() | st.integers() | st.text(max_size=8)
names = st.sampled_from(["body", "by", "sig", "kind", "parent", "statements", "steps", "x", "é"])
json_values = st.recursive(
    scalars | st.floats(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(names, inner, max_size=4),
    max_leaves=10,
)

Place = tuple[str | int, ...]


def places(value: Any, where: Place = ()) -> Iterator[Place]:
    """All places of a document, its root included."""
    yield where
    if isinstance(value, dict):
        for name, child in value.items():
            yield from places(child, (*where, name))
    elif isinstance(value, list):
        for index, child in enumerate(value):
            yield from places(child, (*where, index))


def at(value: Any, where: Place) -> Any:
    for part in where:
        value = value[part]
    return value


def put(value: Any, where: Place, new: Any) -> Any:
    """A copy with another value at that place."""
    if not where:
        return copy.deepcopy(new)
    changed = copy.deepcopy(value)
    at(changed, where[:-1])[where[-1]] = copy.deepcopy(new)
    return changed


@st.composite
def changes(draw: st.DrawFn, document: Any) -> Any:
    """The document after one change somewhere: another value, a member more, fewer, or moved."""
    all_places = list(places(document))
    where = draw(st.sampled_from(all_places))
    node = at(document, where)
    actions = ["value", "value", "another"]
    if isinstance(node, str) and node:
        actions += ["character", "character"]
    if isinstance(node, list):
        actions += ["more", "swap"] + (["less", "double"] if node else [])
    if isinstance(node, dict):
        actions += ["more"] + (["less"] if node else [])
    action = draw(st.sampled_from(actions))
    if action == "value":
        return put(document, where, draw(json_values))
    if action == "another":
        return put(document, where, at(document, draw(st.sampled_from(all_places))))
    if action == "character":
        index = draw(st.integers(0, len(node) - 1))
        character = draw(st.sampled_from("0123456789abcdefA gé"))
        return put(document, where, node[:index] + character + node[index + 1 :])
    changed = copy.deepcopy(document)
    inside = at(changed, where)
    if isinstance(inside, dict):
        if action == "more":
            inside[draw(names)] = draw(json_values)
        else:
            del inside[draw(st.sampled_from(sorted(inside)))]
        return changed
    if action == "more":
        inside.insert(draw(st.integers(0, len(inside))), draw(json_values))
    elif inside:
        first, second = (draw(st.integers(0, len(inside) - 1)) for _ in range(2))
        if action == "less":
            del inside[first]
        elif action == "double":
            inside.insert(second, copy.deepcopy(inside[first]))
        else:
            inside[first], inside[second] = inside[second], inside[first]
    return changed


def as_bytes(value: Any) -> bytes:
    """JSON text for any value, also one that is outside the profile."""
    return json.dumps(value).encode()
