"""Section 3: which JSON is read, where other input is refused, and the one canonical form."""

from __future__ import annotations

import json
import re
import time
from contextlib import suppress
from itertools import count
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fairdeal import canonical, limits
from fairdeal.canonical import are_equal, check_opaque, dumps, encode, loads, pointer
from fairdeal.errors import Malformed
from fairdeal.findings import Code
from tests.unit.vectors import vector_file

SAFE = 2**53 - 1

relaxed = settings(deadline=None)

# --- another writer of canonical JSON, from the text of section 3.2 ---

SHORT = {'"': '\\"', "\\": "\\\\", "\b": "\\b", "\t": "\\t", "\n": "\\n", "\f": "\\f", "\r": "\\r"}


def written(value: Any) -> str:
    if value is None or value is True or value is False:
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, int):
        return f"{value:d}"
    if isinstance(value, str):
        return (
            '"'
            + "".join(SHORT.get(c) or (f"\\u{ord(c):04x}" if c < " " else c) for c in value)
            + '"'
        )
    if isinstance(value, list):
        return "[" + ",".join(map(written, value)) + "]"
    return "{" + ",".join(f"{written(k)}:{written(value[k])}" for k in sorted(value)) + "}"


class Untidy:
    """Writes the same value in one of its many other forms."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)

    def space(self) -> str:
        return "".join(self.random.choices(" \t\r\n", k=self.random.choice((0, 0, 1, 3))))

    def text(self, value: str) -> str:
        return '"' + "".join(self.character(c) for c in value) + '"'

    def character(self, c: str) -> str:
        forms = []
        if c == "/":
            forms.append("\\/")
        if c >= " " and c not in '"\\':
            forms.append(c)
        elif c in SHORT:
            forms.append(SHORT[c])
        units = c.encode("utf-16-be")
        pairs = [units[i : i + 2].hex() for i in range(0, len(units), 2)]
        forms.append("".join(f"\\u{self.random.choice((p, p.upper()))}" for p in pairs))
        return self.random.choice(forms)

    def write(self, value: Any) -> str:
        if isinstance(value, str):
            body = self.text(value)
        elif isinstance(value, list):
            body = "[" + self.space() + ",".join(map(self.write, value)) + "]"
        elif isinstance(value, dict):
            names = list(value)
            self.random.shuffle(names)
            members = [
                f"{self.space()}{self.text(n)}{self.space()}:{self.write(value[n])}" for n in names
            ]
            body = "{" + self.space() + ",".join(members) + "}"
        else:
            body = written(value)
        return self.space() + body + self.space()


texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
names = st.text(st.characters(max_codepoint=127), max_size=6)
values = st.recursive(
    st.none() | st.booleans() | st.integers(-SAFE, SAFE) | texts,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(names, inner, max_size=4),
    max_leaves=12,
)


def same(left: Any, right: Any) -> bool:
    """Equal with types: ``True`` is not 1."""
    return json.dumps(left, sort_keys=True) == json.dumps(right, sort_keys=True)


@given(values)
@relaxed
def test_the_canonical_form_is_that_of_the_spec(value: Any) -> None:
    assert dumps(value) == written(value).encode()


@given(st.dictionaries(names, values, max_size=4))
@relaxed
def test_an_object_of_a_caller_is_as_large_as_its_file(value: dict[str, Any]) -> None:
    # Limits count bytes: the same transcript must not pass as a file and fail as an object.
    assert encode(value) == written(value).encode()


def test_an_object_of_a_caller_hides_nothing() -> None:
    for value in ({"a": "\ud800"}, {"a": {1, 2}}, {"a": b"x"}, {1: 0, "1": 0}):
        with pytest.raises(Malformed, match=r"^document: no JSON can be made of it: .") as caught:
            loads(encode(value))
        assert (caught.value.code, caught.value.pointer) == (Code.NOT_JSON, "")
    # What JSON has no word for, or section 3 none, is refused at its place as it is in a file.
    for number, why in (
        (1.5, "1.5 is not a whole number"),
        (float("nan"), "NaN is not JSON"),
        (float("-inf"), "-Infinity is not JSON"),
    ):
        with pytest.raises(Malformed) as caught:
            loads(encode({"a": [number]}))
        refusal = (caught.value.code, caught.value.pointer, caught.value.why)
        assert refusal == (Code.NOT_JSON, "/a/0", why)


@given(values, st.integers())
@relaxed
def test_every_form_of_a_value_is_read_as_that_value(value: Any, seed: int) -> None:
    untidy = Untidy(seed).write(value).encode()
    assert same(loads(untidy), value)
    assert same(loads(dumps(value)), value)
    assert dumps(loads(untidy)) == dumps(value)


def outcome(read: Any, data: bytes) -> object:
    try:
        return json.dumps(read(data), sort_keys=True)
    except Malformed as error:
        return (error.code, error.pointer)


# Fragments out of which text arises that is nearly JSON.
fragments = st.lists(
    st.sampled_from(
        [
            *'[]{}:,"\\ \n\ufeff\x00\u0661',
            *'"a" "a": "é": "é\\"": é \\" \\\\ \\n \\u000a \\ud800 \\u00e9'.split(),
            *"0 -0 1 1.0 1e3 -1 01 9007199254740992 null true NaN Infinity".split(),
        ]
    ),
    max_size=12,
).map("".join)


@given(fragments | values.map(written))
@settings(relaxed, max_examples=300)
def test_the_fast_and_the_slow_way_agree(text: str) -> None:
    for data in (text.encode(), f'["{text}"]'.encode(), f'{{"{text}":1}}'.encode()):
        assert outcome(loads, data) == outcome(canonical._loads_slowly, data)


@given(st.binary(max_size=40))
@settings(relaxed, max_examples=200)
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    with suppress(Malformed):
        assert same(loads(data), json.loads(data))


# --- what is refused, and where ---

BAD = {
    "a name twice": (b'{"a":{"b":1,"b":1}}', "/a"),
    "a name twice before objects": (b'{"a":{},"b":1,"a":{"c":2}}', ""),
    "a name twice, the second escaped": (b'{"a":1,"\\u0061":2}', ""),
    "a fraction": (b'{"a":[0,1.5]}', "/a/1"),
    "a whole fraction": (b"[1.0]", "/0"),
    "a fraction alone": (b"1.0", ""),
    "an exponent": (b'{"n":1e3}', "/n"),
    "a huge exponent": (b'{"n":1e400}', "/n"),
    "a capital exponent": (b"[1E0]", "/0"),
    "an exponent as the shortest form has it": (b"[1e22]", "/0"),
    "such an exponent with its sign": (b"[1e+22]", "/0"),
    "such an exponent beside words": (b"[true,false,1e22,true]", "/2"),
    "such an exponent with its sign beside words": (b"[true,false,1e+22,true]", "/2"),
    "minus zero": (b'{"n":-0}', "/n"),
    "NaN": (b'{"x":NaN}', "/x"),
    "Infinity": (b"[Infinity]", "/0"),
    "-Infinity": (b"[-Infinity]", "/0"),
    "2^53": (b'{"n":9007199254740992}', "/n"),
    "-2^53": (b'{"n":-9007199254740992}', "/n"),
    "2^64": (b"[18446744073709551616]", "/0"),
    "a 5000 digit integer": (b"[" + b"7" * 5000 + b"]", "/0"),
    "a lone high surrogate": (b'{"s":"\\ud83d"}', "/s"),
    "a lone low surrogate": (b'["\\udc00x"]', "/0"),
    "the first surrogate": (b'["\\ud800"]', "/0"),
    "the last surrogate": (b'["\\udfff"]', "/0"),
    "surrogates in the wrong order": (b'["\\udc00\\ud800"]', "/0"),
    "a name of a lone surrogate": (b'{"\\ud800":1}', ""),
    "a name that is not ASCII": ('{"a":{"é":1}}'.encode(), "/a"),
    "an escaped name that is not ASCII": (b'{"\\u00e9":1}', ""),
    "a name with an escaped quote that is not ASCII": ('{"é\\"":1}'.encode(), ""),
    "a name that ends in ASCII and is not": ('{"éa":1}'.encode(), ""),
    "a name that ends in a colon and is not ASCII": ('{"é:":1}'.encode(), ""),
    "a name that ends in U+007F and is not ASCII": ('{"é\x7f":1}'.encode(), ""),
    "a name whose last byte is 80": ('{"Ā":1}'.encode(), ""),
    "a name whose last byte is BF": ('{"Ŀ":1}'.encode(), ""),
    "an encoded surrogate": (b'["\xed\xa0\x80"]', ""),
    "an overlong encoding": (b'["\xc0\xaf"]', ""),
    "Latin 1": ('["é"]'.encode("latin-1"), ""),
    "UTF-16": ('{"a":1}'.encode("utf-16"), ""),
    "a byte order mark": (b'\xef\xbb\xbf{"a":1}', ""),
    "digits that are not ASCII": ('{"n":\u0661}'.encode(), ""),
    "a leading zero": (b"[01]", ""),
    "a plus sign": (b"[+1]", ""),
    "a point first": (b"[.5]", ""),
    "hexadecimal": (b"[0x1]", ""),
    "an underscore": (b"[1_0]", ""),
    "capital literals": (b"[True]", ""),
    "single quotes": (b"['a']", ""),
    "a comment": (b"[1] // one", ""),
    "a comma at the end": (b"[1,]", ""),
    "a comma at an object's end": (b'{"a":1,}', ""),
    "a bare name": (b"{a:1}", ""),
    "a control character in a string": (b'["\x01"]', ""),
    "a line end in a string": (b'["a\nb"]', ""),
    "an unknown escape": (b'["\\x41"]', ""),
    "a short escape": (b'["\\u12"]', ""),
    "two values": (b"{}{}", ""),
    "a form feed as white space": (b"[1,\x0c2]", ""),
    "a no-break space as white space": ("[1,\u00a02]".encode(), ""),
    "a zero byte at the end": (b"{}\x00", ""),
    "nothing": (b"", ""),
    "white space alone": (b" \n", ""),
    "an open array": (b"[1", ""),
    "an open string": (b'["a', ""),
    "a place with / and ~": (b'{"a/b~c":[0.5]}', "/a~1b~0c/0"),
}


@pytest.mark.parametrize(("data", "where"), BAD.values(), ids=BAD.keys())
def test_other_json_is_refused_at_its_place(data: bytes, where: str) -> None:
    with pytest.raises(Malformed) as caught:
        loads(data)
    assert (caught.value.code, caught.value.pointer) == (Code.NOT_JSON, where)
    # With white space around it, it is refused for the same reason.
    with pytest.raises(Malformed) as again:
        loads(b" " + data)
    assert (again.value.code, again.value.pointer) == (Code.NOT_JSON, where)


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b'{"a":1,"b":2,"c":3,"b":4}', "the name 'b' occurs twice in one object"),
        ('{"é":1}'.encode(), "the name '\\xe9' is not ASCII"),
        (b"[1e3]", "1e3 is not a whole number"),
        (b"[NaN]", "NaN is not JSON"),
        (b"[-0]", "-0 is not a canonical integer"),
        (b"[-9007199254740992]", "the integer -9007199254740992 is beyond 2^53 - 1"),
        (b'["\\ud800"]', "a lone surrogate"),
        (b'["\xff"]', "not UTF-8 at byte 2"),
        (b'[1,\n "a]', "Unterminated string starting at line 2, column 2"),
        (b"[\n01]", "Expecting ',' delimiter at line 2, column 2"),
        (b"[" * 33, "nested more than 32 levels deep"),
        (b"," * 1_000_001, "1000001 structural characters; at most 1000000 are allowed"),
        (b" " * 16_777_217, "16777217 bytes; at most 16777216 are allowed"),
    ],
    ids=map(str, count(1)),
)
def test_a_refusal_says_what_is_wrong(data: bytes, why: str) -> None:
    with pytest.raises(Malformed) as caught:
        loads(data)
    assert caught.value.why == why


@pytest.mark.parametrize(
    "text",
    [
        "[true,false,null,true]",
        '{"a":false,"e":["1.5e3","tree"]}',
        '{"a":"é","b":["Chloé",":"]}',
        '["\\"e\\"","\\\\"]',
    ],
)
def test_the_canonical_form_is_read_the_fast_way(
    text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Both ways agree, so that only the time tells which was taken: here the slow one fails.
    monkeypatch.setattr(canonical, "_loads_slowly", pytest.fail)
    assert dumps(loads(text.encode())) == text.encode()


def test_what_stands_beside_the_surrogates_is_read() -> None:
    for data in (b'["\\ud7ff\\ue000"]', b'[ "\xed\x9f\xbf\xee\x80\x80" ]'):
        assert loads(data) == ["\ud7ff\ue000"]


def test_the_largest_integers_are_read() -> None:
    assert loads(b"[9007199254740991,-9007199254740991]") == [SAFE, -SAFE]
    assert loads(b"[ 9007199254740991, -9007199254740991 ]") == [SAFE, -SAFE]
    assert dumps([SAFE, -SAFE, 0]) == b"[9007199254740991,-9007199254740991,0]"


# --- limits ---


def refused(data: bytes, max_bytes: int = limits.FILE_BYTES) -> tuple[Code, str]:
    with pytest.raises(Malformed) as caught:
        loads(data, max_bytes)
    return caught.value.code, caught.value.pointer


def test_bytes_are_limited() -> None:
    assert loads(b'["' + b"a" * 6 + b'"]', max_bytes=10) == ["aaaaaa"]
    assert refused(b'["' + b"a" * 7 + b'"]', max_bytes=10) == (Code.TOO_LARGE, "")
    assert refused(b" " * (limits.FILE_BYTES + 1)) == (Code.TOO_LARGE, "")
    assert (limits.FILE_BYTES, limits.MESSAGE_BYTES) == (16_777_216, 1_048_576)


@pytest.mark.parametrize("inside", ["[" * 8, ",:" * 4, "{" * 8])
def test_structure_is_limited_and_counts_inside_strings(inside: str) -> None:
    # One `[` and 999,999 more characters that count.
    least = '["' + inside * 124_999 + "[" * 7 + '"]'
    assert len(loads(least.encode())[0]) == 999_999
    more = '["' + inside * 125_000 + '"]'
    assert refused(more.encode()) == (Code.TOO_LARGE, "")


@pytest.mark.parametrize(("opened", "closed"), [("[", "]"), ('{"a":', "}")])
def test_depth_is_limited(opened: str, closed: str) -> None:
    def nested(depth: int, core: str) -> bytes:
        return (opened * depth + core + closed * depth).encode()

    assert loads(nested(31, "[]")) is not None
    assert loads(nested(32, "1")) is not None
    assert refused(nested(32, "[]")) == (Code.TOO_LARGE, "")
    assert refused(nested(33, "1")) == (Code.TOO_LARGE, "")
    assert refused(nested(400_000, "1")) == (Code.TOO_LARGE, "")
    # Nor do they hide what follows them.
    for text in ("a", '\\"', "\\\\", "[\\n]"):
        for depth, read in ((31, True), (32, False)):
            data = f'["{text}",'.encode() + nested(depth, "1") + f',"{text}"]'.encode()
            if read:
                assert len(loads(data)) == 3
            else:
                assert refused(data) == (Code.TOO_LARGE, "")
    # A string that is none still has no brackets: it is no JSON, however many stand in it.
    for text in ('["\\\n' + "[" * 40 + '"]', '["\\n' + "[" * 40):
        assert refused(text.encode()) == (Code.NOT_JSON, "")
    # So it is counted where brackets do not match, which is no JSON otherwise.
    for before in ("", "[" + "[]," * 40):
        room = 32 - before.count("[") + before.count("]")
        assert refused((before + opened * room).encode()) == (Code.NOT_JSON, "")
        assert refused((before + opened * (room + 1)).encode()) == (Code.TOO_LARGE, "")
    # Brackets in strings are no nesting, whatever is escaped around them.
    for text in ("[" * 40, '\\"' + "{" * 40, "\\\\" + "]" * 40 + '\\"['):
        assert loads(nested(31, f'["{text}"]')) is not None


@pytest.mark.parametrize(
    "data",
    [
        b'["' + b'\\"' * 500_000,
        b'["' + b'\\"' * 500_000 + b'"]',
        b"[" * 33 + b'"' + b'\\"' * 500_000,
        ('["' + "é" * 500_000 + '"]').encode(),
        ('["' + 'é\\"' * 250_000 + '"]').encode(),
        ('{"' + "aé" * 300_000 + '":1}').encode(),
        b"[" + b"1" * 1_000_000 + b"]",
        b"[" + b"-" * 1_000_000 + b"]",
        b'"' * 1_000_000,
        b"\\" * 1_000_000,
        b" " * 1_000_000,
        b"[1" + b",1" * 400_000 + b" ]",
        b"{" + b",".join(b'"%d":1' % number for number in range(80_000)) + b" }",
        b"[" * 31 + b"[]" + b",[]" * 300_000 + b" " + b"]" * 31,
    ],
    ids=lambda data: f"{data[:12]!r}",
)
def test_a_message_just_under_the_limits_costs_no_time(data: bytes) -> None:
    before = time.process_time()
    outcome(lambda one: loads(one, limits.MESSAGE_BYTES), data)
    # In proportion to its length it takes a fraction of a second; with its square, minutes.
    assert time.process_time() - before < 5


# --- opaque values ---


@given(values)
@relaxed
def test_small_values_may_be_opaque(value: Any) -> None:
    assert check_opaque(value) is value


@pytest.mark.parametrize(
    ("good", "bad", "why"),
    [
        ([0] * 1_022, [0] * 1_024, "more than 1024 values inside one value"),
        ({"a": [0] * 1_021}, {"a": [0] * 1_023}, "more than 1024 values inside one value"),
        ("a" * 256, "a" * 257, "a text of more than 256 characters"),
        ("é" * 256, "é" * 257, "a text of more than 256 characters"),
        (SAFE, SAFE + 1, "an integer beyond 2^53 - 1"),
        (-SAFE, -SAFE - 1, "an integer beyond 2^53 - 1"),
        ({"a": 1}, {"é": 1}, "a name that is not ASCII text"),
        ({"a": 1}, {1: 1}, "a name that is not ASCII text"),
        (True, 1.0, "a float, which has no place in canonical JSON"),
        (None, float("nan"), "a float, which has no place in canonical JSON"),
        ("\ue000", "\ud800", "a lone surrogate"),
        ("\ud7ff", "\udfff", "a lone surrogate"),
        ("bytes", b"bytes", "a bytes, which has no place in canonical JSON"),
        (["set"], {"set"}, "a set, which has no place in canonical JSON"),
    ],
    ids=map(str, count(1)),
)
def test_opaque_values_have_limits(good: Any, bad: Any, why: str) -> None:
    for value in (good, [good], {"x": good}):
        assert check_opaque(value) is value
    for value in (bad, [bad], {"x": bad}):
        with pytest.raises(ValueError, match=f"^{re.escape(why)}$"):
            check_opaque(value)


def test_a_value_and_what_it_stands_in_are_counted() -> None:
    assert check_opaque([0] * 1_023)
    assert check_opaque({"a": [0] * 1_022})
    for value in ([0] * 1_024, {"a": [0] * 1_023}):
        with pytest.raises(ValueError, match="1024"):
            check_opaque(value)


def test_opaque_values_leave_room_for_what_they_stand_in() -> None:
    def nested(depth: int) -> Any:
        value: Any = 1
        for _ in range(depth):
            value = [value]
        return value

    assert check_opaque(nested(16))
    with pytest.raises(ValueError, match="nested"):
        check_opaque(nested(17))
    with pytest.raises(ValueError, match="nested"):
        check_opaque(nested(100_000))


# --- RFC 8785's own vectors, and RFC 6901 ---


@pytest.mark.parametrize("name", ["arrays", "unicode"])
def test_rfc_8785_vectors_within_the_profile(name: str) -> None:
    value = loads(vector_file("rfc8785", "input", f"{name}.json").read_bytes())
    expected = vector_file("rfc8785", "output", f"{name}.json").read_bytes()
    assert dumps(value) == expected
    assert loads(expected) == value
    assert bytes.fromhex(vector_file("rfc8785", "outhex", f"{name}.txt").read_text()) == expected


@pytest.mark.parametrize(
    ("name", "where"),
    [("french", ""), ("weird", ""), ("structures", "/1/\n"), ("values", "/numbers/0")],
)
def test_rfc_8785_vectors_outside_the_profile_are_refused(name: str, where: str) -> None:
    for folder in ("input", "output"):
        data = vector_file("rfc8785", folder, f"{name}.json").read_bytes()
        if name == "structures" and folder == "output":
            # Here RFC 8785 has made 56 of 56.0, which is an integer to us too.
            assert dumps(loads(data)) == data
        else:
            # Members of the canonical form are sorted: there "numbers" still comes second.
            assert refused(data) == (Code.NOT_JSON, where)


def test_rfc_8785_strings_without_the_fractions_beside_them() -> None:
    given_text = vector_file("rfc8785", "input", "values.json").read_text(encoding="utf-8")
    wanted = vector_file("rfc8785", "output", "values.json").read_bytes()
    start, end = given_text.index("[333"), given_text.index("],") + 1
    value = loads((given_text[:start] + "[]" + given_text[end:]).encode())
    first, last = wanted.index(b"[333"), wanted.index(b'],"string"') + 1
    assert dumps(value) == wanted[:first] + b"[]" + wanted[last:]


@pytest.mark.parametrize(
    ("parts", "expected"),
    [
        ((), ""),
        (("steps", 0, "kind"), "/steps/0/kind"),
        (("a/b",), "/a~1b"),
        (("m~n",), "/m~0n"),
        (("~1",), "/~01"),
        (("",), "/"),
    ],
)
def test_pointers_are_those_of_rfc_6901(parts: tuple[str | int, ...], expected: str) -> None:
    assert pointer(*parts) == expected


def test_opaque_values_are_small_as_a_whole() -> None:
    text = "x" * 256
    assert check_opaque([text] * 64)
    for large in (
        [text] * 64 + ["x"],
        [{"x": 1}] + [text] * 64,
        [text] * 64 + [{"x": 1}],
        {f"{n:0256}": text for n in range(33)},
    ):
        with pytest.raises(ValueError, match="16384"):
            check_opaque(large)
    with pytest.raises(ValueError, match="256"):
        check_opaque({"n" * 257: 1})


def test_what_is_no_json_equals_nothing() -> None:
    assert are_equal({"a": [1, "b"]}, {"a": (1, "b")})
    assert are_equal([1], [True]) is False
    assert are_equal(2**53, 2**53) is False
