"""Section 5.1: what a transcript may be handed over as, and where its document is not one."""

from __future__ import annotations

import copy
import json
from functools import cache
from types import MappingProxyType
from typing import Any

import pytest

from fairdeal import limits, transcript
from fairdeal.canonical import dumps
from fairdeal.errors import Malformed
from fairdeal.findings import Code
from tests.roles.tables import Table


@cache
def data() -> bytes:
    return Table(seed="transcript").run().host.transcript()


def test_bytes_text_and_parsed_json_are_read_alike() -> None:
    document = json.loads(data())
    forms: list[Any] = [data(), bytearray(data()), memoryview(data()), data().decode(), document]
    forms += [json.dumps(document, indent=2), json.dumps(document).encode()]
    for form in forms:
        assert transcript.parse(form).steps == document["steps"]
    assert transcript.dump(document["steps"]) == data()


def test_only_a_canonical_text_is_known_to_have_its_form() -> None:
    document = json.loads(data())
    assert transcript.parse(data()).formed
    spelled = data().replace(b'"kind":"move"', b'"kind":"\\u006dove"', 1)
    twice = data().replace(b'"kind":"move"', b'"kind":"seal","kind":"move"', 1)
    assert not transcript.parse(json.dumps(document, indent=1).encode()).formed
    assert spelled != data()
    assert transcript.parse(spelled) == (document["steps"], False)
    assert refused(twice)[0] is Code.NOT_JSON
    for name, value in (("parent", 1), ("kind", "seal"), ("clock", 0), ("statements", [])):
        wrong = copy.deepcopy(document)
        wrong["steps"][-2][name] = value
        assert transcript.parse(dumps(wrong)) == (wrong["steps"], False)


def refused(value: Any) -> tuple[Code, str]:
    with pytest.raises(Malformed) as caught:
        transcript.parse(value)
    return caught.value.code, caught.value.pointer


@pytest.mark.parametrize("value", [None, 1, 1.5, True, [], ["steps"], (), {1, 2}, object()])
def test_nothing_else_is_a_transcript(value: Any) -> None:
    assert refused(value) == (Code.NOT_JSON, "")


@pytest.mark.parametrize(
    ("change", "code", "where"),
    [
        ({"format": "fairdeal/2"}, Code.UNSUPPORTED, "/format"),
        ({"format": "Fairdeal/1"}, Code.UNSUPPORTED, "/format"),
        ({"format": None}, Code.UNSUPPORTED, "/format"),
        ({"more": 1}, Code.BAD_FORM, "/more"),
        ({"a/b": 1}, Code.BAD_FORM, "/a~1b"),
        ({"steps": []}, Code.BAD_FORM, "/steps"),
        ({"steps": {}}, Code.BAD_FORM, "/steps"),
        ({"steps": None}, Code.BAD_FORM, "/steps"),
        ({"steps": "steps"}, Code.BAD_FORM, "/steps"),
        ({"steps": [0] * (limits.STEPS + 1)}, Code.TOO_LARGE, "/steps"),
    ],
)
def test_a_document_of_another_form(change: dict[str, Any], code: Code, where: str) -> None:
    document = {**json.loads(data()), **change}
    assert refused(document) == refused(dumps(document)) == (code, where)


@pytest.mark.parametrize("name", ["format", "steps"])
def test_a_member_that_is_missing(name: str) -> None:
    document = json.loads(data())
    del document[name]
    assert refused(document) == (Code.BAD_FORM, f"/{name}")


def test_the_largest_number_of_steps() -> None:
    document = {"format": "fairdeal/1", "steps": [0] * limits.STEPS}
    assert len(transcript.parse(dumps(document)).steps) == 32_768


@pytest.mark.parametrize(
    "clock", [float("nan"), float("inf"), 0.0, -0.0, 1e400, {1}, b"", "\ud800", 2**53, object()]
)
def test_parsed_json_hides_nothing_that_bytes_could_not(clock: Any) -> None:
    # Where `null` stands, what other writers of JSON would make a null of, too.
    document = json.loads(data())
    document["steps"][0]["statements"][0]["body"]["clock"] = clock
    assert refused(document)[0] is Code.NOT_JSON


def test_parsed_json_that_holds_itself() -> None:
    document = json.loads(data())
    document["steps"].append(document)
    assert refused(document)[0] in (Code.NOT_JSON, Code.TOO_LARGE)
    assert refused(MappingProxyType({"format": "fairdeal/1"}))[0] in (Code.NOT_JSON, Code.BAD_FORM)


def test_how_far_the_ground_is_intact() -> None:
    steps = json.loads(data())["steps"]
    read = transcript.read(transcript.parse({"format": "fairdeal/1", "steps": steps}))
    last = len(steps) - 1
    assert (read.linked, read.intact, read.findings) == (True, len(steps), [])
    assert read.last_host == last
    assert [read.is_covered(index) for index in (0, last - 1, last)] == [True, True, False]
    # The host's `close` lists the seats' statements beside it.
    assert [read.is_covered(last, number) for number in range(4)] == [True, True, True, False]
    # A statement damaged in the middle, and a step that is none.
    steps[5]["statements"][0]["sig"] = "00" * 64
    read = transcript.read(transcript.parse({"format": "fairdeal/1", "steps": steps}))
    assert (read.linked, read.intact) == (True, 5)
    steps[7] = {}
    read = transcript.read(transcript.parse({"format": "fairdeal/1", "steps": steps}))
    assert (read.linked, read.intact, len(read.entries)) == (False, 5, 7)
    steps[0] = 1
    read = transcript.read(transcript.parse({"format": "fairdeal/1", "steps": steps}))
    assert (read.linked, read.intact) == (False, 0)


def test_the_steps_of_outboxes_make_a_transcript() -> None:
    assert transcript.joined([]) == b'{"format":"fairdeal/1","steps":[]}'
    assert transcript.joined([b'{"b":1,"a":2}', b"{}"]) == (
        b'{"format":"fairdeal/1","steps":[{"a":2,"b":1},{}]}'
    )
