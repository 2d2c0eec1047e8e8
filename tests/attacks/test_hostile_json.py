"""Whole files that try to mean two things, or nothing: each is malformed, with its place.

Every text is a fair game with one change, so that whatever a lenient reader would make of it
would pass. What means the same in another form of JSON stays fair.
"""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import pytest

from tests.attacks.forge import COMMIT, Forge, at, found, judge, malformed

DEAL_NUMBER = f"{at(COMMIT, 0, 'body')}/deal"
COMMIT_BODY = at(COMMIT, 0, "body")
SEAT_NAME = at(0, 0, "body/seats/3/name")


@cache
def fair() -> str:
    """A fair game as text; in its `commit` step the first statement is Alice's."""
    return Forge().finish().decode()


def changed(old: str, new: str) -> bytes:
    """The text with the first ``old`` replaced."""
    assert old in fair()
    return fair().replace(old, new, 1).encode("utf-8", "surrogatepass")


def number(text: str) -> bytes:
    """The number of the deal in Alice's commitment, which is 1, written otherwise."""
    head, tail = fair().split('"kind":"commit"', 1)[0], ""
    start = fair().index('"kind":"commit"')
    place = fair().index('"deal":1', start)
    head, tail = fair()[:place], fair()[place + len('"deal":1') :]
    return f'{head}"deal":{text}{tail}'.encode("utf-8", "surrogatepass")


def test_the_unchanged_text_is_fair() -> None:
    assert judge(number("1")).verdict == judge(fair()).verdict == "fair"


@pytest.mark.parametrize(
    "text",
    [
        *("1.0", "1e0", "1E0", "10e-1", "-0", "0.99999999999999999999", "1e400"),
        *("NaN", "Infinity", "-Infinity"),
        *("9007199254740992", "-9007199254740992", "1" + "0" * 30, "1" * 5000),
    ],
)
def test_numbers_that_some_read_as_one(text: str) -> None:
    assert found(judge(number(text))) == [malformed("not-json", DEAL_NUMBER)]


@pytest.mark.parametrize(
    "text",
    ["01", "+1", "1.", ".1", "0x1", "1_0", "\u0661", "\uff11", "", "1,", "nan", "True", "'1'"],
)
def test_numbers_that_are_not_even_json(text: str) -> None:
    assert found(judge(number(text))) == [malformed("not-json", "")]


@pytest.mark.parametrize("text", ["true", '"1"', "null", "[1]", '{"deal":1}', "0", "-1", "65536"])
def test_values_of_another_type_or_range(text: str) -> None:
    assert found(judge(number(text)))[0][:3] == (
        # A member below is reported where it stands.
        ("bad-form", "malformed", DEAL_NUMBER)
    )


@pytest.mark.parametrize("twice", ['1,"deal":1', '2,"deal":1', '1,"d\\u0065al":1'])
def test_a_name_twice_in_one_object(twice: str) -> None:
    assert found(judge(number(twice))) == [malformed("not-json", COMMIT_BODY)]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"format"', '"Format"'),
        ('{"format":"fairdeal/1"', '{"format":"fairdeal/1","format":"fairdeal/1"'),
        ('"steps":[', '"steps":[],"steps":['),
    ],
)
def test_names_of_the_document(old: str, new: str) -> None:
    (finding,) = judge(changed(old, new)).findings
    assert (finding.severity, finding.blame) == ("malformed", ())


@pytest.mark.parametrize(
    ("old", "new", "pointer"),
    [
        ('"kind":"join"', '"Kind":"join"', "/steps/1"),
        ('"kind":"join"', '"kind":"Join"', "/steps/1/kind"),
        ('"kind":"join"', '"kind":"join "', "/steps/1/kind"),
        ('"last":null', '"Last":null', at(1, 0, "body/last")),
        ('"last":null', '"last":false', at(1, 0, "body/last")),
        ('"by":0', '"by":"0"', at(1, 0, "by")),
        ('"by":0', '"by":false', at(1, 0, "by")),
        ('"by":0', '"by":-1', at(1, 0, "by")),
        ('"by":0', '"by":4', at(1, 0, "by")),
        ('"by":0', '"by":16', at(1, 0, "by")),
        ('"by":"host"', '"by":"Host"', at(0, 0, "by")),
        ('"clock":null', '"clock":0', at(0, 0, "body/clock")),
        ('"name":"David"', '"name":"David "', SEAT_NAME),
        ('"name":"David"', '"name":""', SEAT_NAME),
        ('"name":"David"', f'"name":"{"D" * 65}"', SEAT_NAME),
        ('"name":"David"', '"name":"Da\\u0000vid"', SEAT_NAME),
        ('"name":"David"', '"name":"Da\u200bvid"', SEAT_NAME),
        ('"name":"David"', '"name":"\u202edivaD"', SEAT_NAME),
        ('"name":"David"', '"name":"David\\n"', SEAT_NAME),
    ],
)
def test_members_and_values_almost_right(old: str, new: str, pointer: str) -> None:
    report = judge(changed(old, new))
    assert found(report) == [malformed("bad-form", pointer)]
    assert report.verdict == "malformed"


@pytest.mark.parametrize(
    "change",
    [
        lambda digits: digits.replace("a", "A", 1),
        lambda digits: digits[:-1],
        lambda digits: digits + "0",
        lambda digits: " " + digits[1:],
        lambda digits: digits[:-1] + "\\n",
        lambda digits: "0x" + digits[2:],
        lambda digits: "１" + digits[1:],
        lambda digits: digits[:-1] + "g",
        lambda digits: digits + "\\u0000",
    ],
)
def test_hexadecimal_in_other_clothes(change: Any) -> None:
    digits = json.loads(fair())["steps"][COMMIT]["statements"][0]["body"]["commitment"]
    assert "a" in digits
    assert found(judge(changed(digits, change(digits)))) == [
        malformed("bad-form", f"{COMMIT_BODY}/commitment")
    ]


@pytest.mark.parametrize(
    ("new", "pointer"),
    [
        ('"name":"\\ud800"', SEAT_NAME),
        ('"name":"\\udc00\\ud800"', SEAT_NAME),
        ('"name":"David","\\ud800":0', at(0, 0, "body/seats/3")),
        ('"name":"David","nämE":0', at(0, 0, "body/seats/3")),
    ],
)
def test_surrogates_and_wide_names(new: str, pointer: str) -> None:
    assert found(judge(changed('"name":"David"', new))) == [malformed("not-json", pointer)]


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b" ",
        b"\x00",
        b"[",
        b"nul",
        b"\xff\xfe{}",
        lambda text: b"\xef\xbb\xbf" + text,
        lambda text: text.decode().encode("utf-16"),
        lambda text: text.replace(b"David", b"\xed\xa0\x80"),
        lambda text: text.replace(b"David", b"\xc0\xaf"),
        lambda text: text.replace(b"David", b"D\x01vid"),
        lambda text: text.replace(b"David", b"D\nvid"),
        lambda text: text.replace(b"David", b"\\x44avid"),
        lambda text: text[:-1],
        lambda text: text + b"}",
        lambda text: text + text,
        lambda text: text + b"\x00",
        lambda text: text.replace(b'"last":null', b'"last":null,', 1),
        lambda text: text.replace(b'"last":null', b'"last":/**/null', 1),
        lambda text: text.replace(b'"last"', b"'last'", 1),
        lambda text: text.replace(b'"last"', b"last", 1),
        lambda text: text.replace(b'"last":null', b'"last":None', 1),
        lambda text: text.replace(b'"last":null', b'"last":\xc2\xa0null', 1),
    ],
)
def test_what_is_no_json(data: Any) -> None:
    given = data(fair().encode()) if callable(data) else data
    assert found(judge(given)) == [malformed("not-json", "")]


@pytest.mark.parametrize("value", [None, True, 0, "fairdeal/1", [], {}, [{}], {"steps": []}])
def test_json_that_is_no_transcript(value: object) -> None:
    report = judge(json.dumps(value))
    assert [finding.severity for finding in report.findings] == ["malformed"]


@pytest.mark.parametrize(
    "rewritten",
    [
        lambda text: json.dumps(json.loads(text), indent=4),
        lambda text: json.dumps(json.loads(text), ensure_ascii=False, separators=("\t,", " : ")),
        lambda text: json.dumps(reversed_members(json.loads(text))),
        lambda text: "\n\r\t " + text + " \n",
        lambda text: text.replace('"David"', '"\\u0044avid"'),
        lambda text: text.replace('"kind"', '"\\u006bind"'),
        lambda text: text.replace("fairdeal/1", "fairdeal\\/1"),
    ],
)
def test_the_same_values_in_another_form_are_fair(rewritten: Any) -> None:
    text = rewritten(fair())
    assert text != fair()
    report = judge(text)
    assert (found(report), report.verdict, report.head) == ([], "fair", judge(fair()).head)


def reversed_members(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: reversed_members(value[name]) for name in reversed(list(value))}
    return [reversed_members(one) for one in value] if isinstance(value, list) else value


def test_of_several_defects_the_order_of_members_does_not_choose() -> None:
    """One value, one report: a file and its canonical form are told the same."""
    game = json.loads(fair())
    said = game["steps"][COMMIT]["statements"][0]
    said["body"] = {"z": 0, "b": 0, **said["body"], "a": 0}
    backwards = json.dumps(_backwards(game))
    assert json.loads(backwards) == game
    reports = [
        judge(text)
        for text in (json.dumps(game), backwards, json.dumps(game, sort_keys=True), game)
    ]
    assert found(reports[0]) == [malformed("bad-form", f"{COMMIT_BODY}/a")]
    assert all(report == reports[0] for report in reports[1:])


def _backwards(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _backwards(value[name]) for name in reversed(list(value))}
    return [_backwards(one) for one in value] if isinstance(value, list) else value
