"""Section 3 twice: the library and the reference accept, refuse and write the same JSON."""

from __future__ import annotations

import json

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from fairdeal import canonical
from fairdeal.errors import Malformed
from specs import primitives

SAFE = 2**53 - 1
NAMES = st.text(st.characters(max_codepoint=0x7F), max_size=6)
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
LEAVES = st.none() | st.booleans() | st.integers(-SAFE, SAFE) | TEXTS
VALUES = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(NAMES, inner, max_size=4),
    max_leaves=20,
)

PIECES = st.sampled_from(
    [
        *r'{ } [ ] , : " \ \" \\ \/ \b \u0000 \u001f \u007f \ud800 \udc00 \ud83d\ude00 \x'.split(),
        *"0 -0 00 1 1.0 1e3 1E400 0.5 -1 9007199254740991 9007199254740992".split(),
        *"-9007199254740992 123456789012345678 ١ null true false nul a e".split(),
        *"NaN Infinity -Infinity [[ ]]".split(),
        *[" ", "\t", "\n", "\r", "\f", "\x00", "\x1f", "\x7f", "\u00a0"],
        *["é", "\u2028", "\U0001f0a1", "\ufeff"],
        *['"a"', '"é"', '"":', '"a":', '"é":', '"é\\"a":', '{"a":1'],
    ]
)
NASTY = (
    st.lists(PIECES, max_size=12).map(lambda pieces: "".join(pieces).encode())
    | st.binary(max_size=12)
    | st.lists(
        st.sampled_from([b'"', b"\x80", b"\xff", b"\xed\xa0\x80", b"\xc0\xaf", b"\xf4\x90\x80\x80"])
        | PIECES.map(str.encode),
        max_size=6,
    ).map(b"".join)
)


def by_library(data: bytes) -> bytes | str:
    """The canonical form of a JSON text, or why the library refuses it."""
    try:
        return canonical.dumps(canonical.loads(data))
    except Malformed as error:
        return str(error.code)


def by_reference(data: bytes) -> bytes | str:
    """The same by the primitives."""
    try:
        return primitives.dump(primitives.load(data))
    except primitives.Refused as refused:
        return str(refused.args[0])


@settings(deadline=None)
@given(VALUES)
@example({"\x7f": '\x7f\x1f"\\/\u2028', "": [SAFE, -SAFE, 0]})
def test_both_write_the_same_canonical_form(value: object) -> None:
    written = canonical.dumps(value)
    assert written == primitives.dump(value)
    assert canonical.loads(written) == value
    assert primitives.load(written) == value


@settings(deadline=None)
@given(VALUES, st.sampled_from([None, 1, "\t"]), st.booleans())
def test_every_json_form_of_a_value_has_one_canonical_form(
    value: object, indent: int | str | None, ascii_only: bool
) -> None:
    data = json.dumps(value, indent=indent, ensure_ascii=ascii_only).encode()
    assert by_library(data) == by_reference(data) == canonical.dumps(value)


@settings(deadline=None)
@given(NASTY)
@example(b'{"a":1,"\\u0061":2}')
@example('{"é\\"a":1}'.encode())
@example(b"[-0]")
@example(b"[-0.0]")
@example(b'"\xed\xa0\x80"')
@example(b'"\\ud83d\\ude00"')
@example(b'"\\ude00\\ud83d"')
@example(b"[1e16]")
@example(b"[18446744073709551616]")
@example(b"[" + b"9" * 5000 + b"]")
@example("[١]".encode())
def test_both_accept_and_refuse_the_same_bytes(data: bytes) -> None:
    assert by_library(data) == by_reference(data)


@settings(deadline=None)
@given(VALUES, st.data())
def test_both_agree_on_damaged_json(value: object, data: st.DataObject) -> None:
    written = bytearray(canonical.dumps(value))
    place = data.draw(st.integers(0, len(written) - 1))
    written[place : place + 1] = data.draw(st.sampled_from([b"", b'"', b"\\", b"0", b"]", b"\xc3"]))
    assert by_library(bytes(written)) == by_reference(bytes(written))


def in_strings(depth: int) -> bytes:
    """Nesting that is only as deep as this outside strings, with the other brackets in strings.

    Whoever counts those too sees each bracket closed at once.
    """
    return b'["]",' * depth + b"0" + b',"["]' * depth


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (in_strings(32), in_strings(32)),
        (in_strings(33), "too-large"),
        (in_strings(500), "too-large"),
        (b"[" * 32 + b"]" * 32, b"[" * 32 + b"]" * 32),
        (b"[" * 33 + b"]" * 33, "too-large"),
        (b'{"a":' * 33 + b"0" + b"}" * 33, "too-large"),
        (b'["' + b"[" * 40 + b'"]', b'["' + b"[" * 40 + b'"]'),
        (b'["\\"' + b"[" * 40 + b'"]', b'["\\"' + b"[" * 40 + b'"]'),
        (b'["' + b"[" * 40, "not-json"),
        (b"]" * 10 + b"[" * 40, "not-json"),
        (b"]" * 10 + b"[" * 43, "too-large"),
    ],
)
def test_depth_counts_outside_strings(data: bytes, expected: bytes | str) -> None:
    assert by_library(data) == expected
    assert by_reference(data) == expected


@pytest.mark.parametrize(
    "name", ["é", 'é\\"a', "é\\\\", '\\"é', "a\\u00e9", "\\ud83d\\ude00", "\x7fé"]
)
def test_a_name_beyond_ascii_is_refused_wherever_it_hides(name: str) -> None:
    inside = f'"a":"b","{name}":"c"'
    for text in (f"{{{inside}}}", f'["é",{{{inside}}}]', f'{{"a":{{{inside}}}}}'):
        assert by_library(text.encode()) == "not-json"
        assert by_reference(text.encode()) == "not-json"


@pytest.mark.parametrize(
    "data",
    [
        pytest.param('["' + "é" * 2_000_000 + '"]', id="one long text beyond ASCII"),
        pytest.param('["' + "é\\" * 2_000_000 + '\\"]', id="one long text of escapes"),
        pytest.param('["' + '\\"[]' * 900_000, id="quotes without an end"),
        pytest.param('["' + "é:" * 900_000 + '":]', id="colons after wide letters"),
    ],
)
def test_no_input_makes_reading_slow(data: str) -> None:
    """Each of these takes less than a second; a search that goes back would take hours."""
    assert by_library(data.encode()) == by_reference(data.encode())
