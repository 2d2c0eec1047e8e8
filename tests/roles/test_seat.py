"""A `Seat` against a host that cheats: each fault has its code, and the seat signs nothing more."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from fairdeal import chain
from fairdeal.canonical import dumps
from fairdeal.commitment import hand_digest, seal_commitment, seed_commitment
from fairdeal.crypto import Signer, insecure_entropy
from fairdeal.errors import LocalError, PeerError
from fairdeal.expect import Expect
from fairdeal.findings import Code, Finding, Party
from fairdeal.phases import Phase
from fairdeal.report import Verdict
from fairdeal.seat import Seat
from tests.minigame import rules
from tests.roles.tables import (
    Forger,
    Table,
    codes,
    event,
    messages,
    private_message,
    transcript_of,
)


class Scene:
    """A table just before the ``nth`` step of a kind; seat ``me`` has seen all before that step."""

    def __init__(self, kind: str, nth: int = 1, me: int = 0, **table: Any) -> None:
        self.table = Table(**table).start()
        self.table.run_until(lambda: self.table.kinds.count(kind) >= nth)
        self.me = me
        self.seat = self.table.seats[me]
        chain_now = self.table.chain
        self.index = [i for i, step in enumerate(chain_now) if step["kind"] == kind][nth - 1]
        self.raw = chain_now[self.index]
        self.forger = Forger(self.table.signers["host"], chain_now[: self.index])
        """Whatever follows here on the steps before comes with the host's real signatures."""
        waiting = [data for _, to, data in self.table.queue if to == me]
        self.rest = []
        for data in waiting:
            message = json.loads(data)
            if self.rest or (message["type"] == "step" and message["step"] == self.raw):
                self.rest.append(data)
            else:
                self.table.took(me, self.seat.receive(data))
        """The honest messages from that step on."""
        assert self.rest

    def honest(self) -> None:
        """Let the honest step arrive, and no private message."""
        self.table.took(self.me, self.seat.receive(self.rest[0]))
        self.forger.steps.append(self.raw)

    def host_says(self, kind: str, **changes: Any) -> bytes:
        """The honest step with another body, signed by the host."""
        body = {**self.raw["statements"][-1]["body"], **changes}
        return self.forger.append(kind, [*self.raw["statements"][:-1], self.forger.say(kind, body)])

    def private(self, kind: str, to: Party, **body: Any) -> bytes:
        return private_message(
            self.table.signers["host"],
            sender="host",
            to=to,
            kind=kind,
            body=body,
            parent=self.forger.head,
            table=self.forger.table,
        )

    def hand(self, cards: Sequence[str], salt: str = "5a" * 32) -> bytes:
        """The private message with a hand."""
        return self.private("hand", self.me, attempt=1, cards=list(cards), deal=1, salt=salt)

    def fix_hand(self, cards: Sequence[str], salt: str = "5a" * 32) -> None:
        """The `deal` step with the digest of another hand for this seat."""
        hands = list(self.raw["statements"][0]["body"]["hands"])
        hands[self.me] = hand_digest(bytes.fromhex(salt), tuple(cards)).hex()
        self.table.took(self.me, self.seat.receive(self.host_says("deal", hands=hands)))


def kills(scene: Scene, data: bytes, code: Code, blame: tuple[Party, ...] = ("host",)) -> Finding:
    """The message is refused under that code, and the seat is dead from then on."""
    seat = scene.seat
    signed_before = json.loads(seat.secrets())["signed"]
    with pytest.raises(PeerError) as caught:
        seat.receive(data)
    finding = caught.value.finding
    assert (finding.code, finding.blame) == (code, blame)
    assert seat.fault == finding
    # From now on it says the same to everything, signs nothing, and lets nobody choose.
    for again in (*scene.rest, b"garbage", data):
        with pytest.raises(PeerError) as dead:
            seat.receive(again)
        assert dead.value.finding == finding
    assert seat.due is None
    with pytest.raises(LocalError):
        seat.choose("c00")
    assert seat.stop().send == ()
    signed = json.loads(seat.secrets())["signed"]
    assert signed in (signed_before, {})
    # A restart changes nothing of that.
    with pytest.raises(PeerError) as restarted:
        Seat.resume(
            scene.table.signers[scene.me],
            seat.secrets(),
            scene.table.stored(scene.me),
            games=scene.table.games,
        )
    assert (restarted.value.finding.code, restarted.value.finding.blame) == (code, blame)
    return finding


def skips(scene: Scene, data: bytes, code: Code = Code.BAD_MESSAGE) -> None:
    """The message is refused, nobody is blamed, and the seat is as it was before."""
    before = scene.seat.secrets(), scene.seat.transcript(), scene.seat.head
    with pytest.raises(PeerError) as caught:
        scene.seat.receive(data)
    assert (caught.value.finding.code, caught.value.finding.blame) == (code, ())
    assert scene.seat.fault is None
    assert (scene.seat.secrets(), scene.seat.transcript(), scene.seat.head) == before


def survives(scene: Scene, data: bytes, code: Code = Code.BAD_MESSAGE) -> None:
    """Whoever can write on the link sent this: the seat refuses it and plays to the end."""
    skips(scene, data, code)
    assert scene.table.run().report().verdict is Verdict.FAIR
    assert (scene.seat.fault, scene.seat.session.phase) == (None, Phase.CLOSED)


# --- bad-message ---


@pytest.mark.parametrize(
    "data", [b"", b"\xff", b"{}", b"[]", b"null", b'{"type":"step"}', b"[" * 99]
)
def test_what_is_no_message_is_refused_and_does_no_harm(data: bytes) -> None:
    survives(Scene("deal"), data)


def test_a_seat_is_not_sent_statements() -> None:
    scene = Scene("deal")
    said = scene.table.chain[1]["statements"][0]
    data = dumps(
        {
            "kind": "join",
            "parent": scene.forger.head,
            "statement": said,
            "table": scene.forger.table,
            "type": "statement",
        }
    )
    survives(scene, data)


def test_messages_may_be_lost_on_the_way() -> None:
    scene = Scene("deal", rules=rules(rounds=0))
    # The hand and the moves of others come without the step before them.
    table = scene.table
    table.deaf = {scene.me}
    table.queue = type(table.queue)(m for m in table.queue if m[1] != scene.me)
    table.run_until(lambda: not table.queue and not [s for s in table.choosers() if s != scene.me])
    later = [one.data for one in table.host.catch_up(scene.me, scene.index).send]
    newest = json.loads(later[-1])
    assert newest["type"] == "private" or newest["head"]["height"] > scene.index + 1
    assert [json.loads(data)["type"] for data in later[1:3]] == ["step", "private"]
    for data in later[2:]:
        skips(scene, data)
    scene.honest()
    for data in later[3:]:
        skips(scene, data)
    for data in later:
        table.took(scene.me, scene.seat.receive(data))
    table.deaf = set()
    assert table.run().report().verdict is Verdict.FAIR


def test_the_host_goes_on_without_the_hand() -> None:
    scene = Scene("deal", rules=rules(rounds=0))
    scene.honest()
    assert scene.seat.view is None
    body = {"clock": None, "deal": 1, "move": "c00"}
    place = ("move", scene.forger.head, scene.forger.table)
    said = chain.sign_statement(scene.table.signers[1], *place, body, 1)
    skips(scene, scene.forger.append("move", [said]))
    assert (scene.seat.due, scene.seat.stop().send) == (None, ())


def test_the_host_goes_on_without_an_opening() -> None:
    scene = Scene("seal", me=1)
    scene.honest()
    assert scene.seat.due is None
    said = chain.sign_statement(
        scene.table.signers[0], "move", scene.forger.head, scene.forger.table, {}, 0
    )
    skips(scene, scene.forger.append("move", [said]))
    assert (scene.seat.due, scene.seat.stop().send) == (None, ())


@pytest.mark.parametrize("change", ["signer", "to", "sender", "table"])
def test_a_private_message_for_another_place(change: str) -> None:
    scene = Scene("deal")
    scene.honest()
    honest = json.loads(scene.rest[1])["message"]
    message = {name: value for name, value in honest.items() if name not in ("sig", "from")}
    message["sender"] = "host"
    signer = scene.table.signers["host"]
    if change == "signer":
        signer = scene.table.signers[1]
    elif change == "to":
        message["to"] = 1
    elif change == "sender":
        message |= {"sender": 1, "kind": "opening"}
        message["body"] = {"deal": 1, "move": "c00", "nonce": "00" * 32, "seat": 1}
        signer = scene.table.signers[1]
    else:
        message[change] = "ab" * 32
    survives(scene, private_message(signer, **message))


def test_a_hand_when_none_is_due() -> None:
    scene = Scene("deal")
    scene.honest()
    scene.seat.receive(scene.rest[1])
    view = scene.seat.view
    # The same message again is nothing new.
    assert scene.seat.receive(scene.rest[1]).send == ()
    assert scene.seat.view is view
    kills(scene, scene.hand(["c00", "c01"]), Code.BAD_MESSAGE)


def test_an_opening_that_is_none_of_this_seats_business() -> None:
    scene = Scene("seal", me=1)
    scene.honest()
    data = scene.private("opening", 1, deal=1, move="c00", nonce="00" * 32, seat=2)
    kills(scene, data, Code.BAD_MESSAGE)


# --- bad-head ---


def with_head(data: bytes, signer: Signer, **changes: Any) -> bytes:
    """A step's message under a head that says something else, signed."""
    message = json.loads(data)
    position = {name: message["head"][name] for name in ("table", "height", "head")} | changes
    message["head"] = chain.sign_head(signer, *position.values())
    return dumps(message)


@pytest.mark.parametrize("kind", ["join", "commit", "deal", "seal", "move", "disclose", "close"])
@pytest.mark.parametrize("change", ["head", "table", "sig", "key"])
def test_a_head_that_is_not_of_this_step(kind: str, change: str) -> None:
    # Two of these the host did sign, but for another place: anybody may have brought them here.
    scene = Scene(kind)
    data = scene.rest[0]
    if change == "sig":
        message = json.loads(data)
        message["head"]["sig"] = message["head"]["sig"][:-2] + "00"
        survives(scene, dumps(message), Code.BAD_HEAD)
    elif change == "key":
        survives(scene, with_head(data, scene.table.signers[1]), Code.BAD_HEAD)
    else:
        signed = with_head(data, scene.table.signers["host"], **{change: "ab" * 32})
        survives(scene, signed, Code.BAD_HEAD)


def test_a_head_of_a_later_step() -> None:
    scene = Scene("deal")
    message = json.loads(scene.rest[0])
    message["head"]["height"] += 1
    survives(scene, dumps(message))


def swapped(scene: Scene) -> list[dict[str, Any]]:
    """Statements of the honest step, changed on the way."""
    first, *others = scene.raw["statements"]
    return [{**first, "sig": others[-1]["sig"]}, *others]


@pytest.mark.parametrize("kind", ["join", "commit", "reveal", "seal"])
def test_a_step_that_was_changed_under_the_honest_head(kind: str) -> None:
    # The statement is not signed, a statement is missing, one stands twice, another kind, no form:
    # each would stop the seat if the host had signed for it.
    scene = Scene(kind)
    honest = json.loads(scene.rest[0])
    own, *others = scene.raw["statements"]
    for step in (
        {**scene.raw, "statements": swapped(scene)},
        {**scene.raw, "statements": others},
        {**scene.raw, "statements": [own, *scene.raw["statements"]]},
        {**scene.raw, "kind": "move"},
        {**scene.raw, "statements": [{**own, "body": {}}, *others]},
        {**scene.raw, "statements": [{**own, "body": None}]},
        {**scene.raw, "statements": []},
        {**scene.raw, "more": 1},
        {},
    ):
        skips(scene, dumps({**honest, "step": step}), Code.BAD_HEAD)
    survives(scene, dumps({**honest, "step": {**scene.raw, "statements": [None]}}), Code.BAD_HEAD)


@pytest.mark.parametrize("parent", ["ab" * 32, "no hash", None])
def test_a_written_parent_that_was_changed_on_the_way(parent: str | None) -> None:
    # No hash covers it, so that the honest head fits the step still.
    scene = Scene("deal")
    honest = json.loads(scene.rest[0])
    step = {**scene.raw, "parent": parent}
    survives(scene, dumps({**honest, "step": step}), Code.BAD_HEAD)
    newest = json.loads(scene.forger.message())
    skips(scene, dumps({**newest, "step": {**newest["step"], "parent": parent}}))


@pytest.mark.parametrize("damage", ["key", "sig", "head", "kind", "form"])
def test_a_first_step_that_the_host_did_not_send(damage: str) -> None:
    table = Table().start()
    host = table.signers["host"]
    mallory = Signer(bytes(32))
    seat = table.new_seat(0, expect=Expect(host=host.public))
    honest = json.loads(table.queue[0][2])
    said = honest["step"]["statements"][0]
    forged, code = json.loads(table.queue[0][2]), Code.BAD_HEAD
    if damage == "key":
        body = {**said["body"], "host": {"key": mallory.public.hex(), "name": "Example Host"}}
        forger = Forger(mallory, [])
        forged, code = json.loads(forger.append("open", [forger.say("open", body)])), None
    elif damage == "sig":
        forged["step"]["statements"][0]["sig"] = "00" * 64
    elif damage == "head":
        forged["head"]["sig"] = "00" * 64
    elif damage == "kind":
        forged["step"]["kind"] = "deal"
    else:
        del forged["step"]["statements"][0]["body"]["host"]
    with pytest.raises(PeerError) as caught:
        seat.receive(dumps(forged))
    assert caught.value.finding.code is (code or Code.UNEXPECTED_HOST)
    assert caught.value.finding.blame == ()
    assert (seat.fault, seat.session.height) == (None, 0)
    table.seats[0] = seat
    assert table.run().report().verdict is Verdict.FAIR
    assert seat.session.phase is Phase.CLOSED


# --- wrong-private-hand ---


def test_a_hand_that_does_not_open_its_digest() -> None:
    scene = Scene("deal")
    scene.honest()
    honest = json.loads(scene.rest[1])["message"]["body"]
    others = [f"c{number:02}" for number in range(7) if f"c{number:02}" not in honest["cards"]]
    kills(scene, scene.hand(others[:2], honest["salt"]), Code.WRONG_PRIVATE_HAND)


@pytest.mark.parametrize(
    ("cards", "why"),
    [
        (["c00", "x"], "no card of the deck"),
        (["c00", "c00"], "one card twice"),
        (["c00"], "too few"),
        (["c00", "c01", "c02"], "too many"),
        (["c01", "c00"], "not in deck order"),
        ([], "no card"),
    ],
)
def test_a_hand_that_opens_its_digest_and_is_none(cards: list[str], why: str) -> None:
    scene = Scene("deal")
    scene.fix_hand(cards)
    kills(scene, scene.hand(cards), Code.WRONG_PRIVATE_HAND)


@pytest.mark.parametrize("change", [{"deal": 2}, {"attempt": 2}])
def test_a_hand_of_another_deal(change: dict[str, int]) -> None:
    scene = Scene("deal")
    scene.honest()
    body = {**json.loads(scene.rest[1])["message"]["body"], **change}
    kills(scene, scene.private("hand", 0, **body), Code.WRONG_PRIVATE_HAND)


# --- wrong-private-opening ---


@pytest.mark.parametrize("change", ["move", "nonce", "deal"])
def test_an_opening_that_does_not_open_the_seal(change: str) -> None:
    scene = Scene("seal", me=1)
    scene.honest()
    body = json.loads(scene.rest[1])["message"]["body"]
    assert body["seat"] == 0
    body[change] = {"move": "c06", "nonce": "00" * 32, "deal": 2}[change]
    kills(scene, scene.private("opening", 1, **body), Code.WRONG_PRIVATE_OPENING)


def test_an_opening_that_was_sealed_and_cannot_have_been_chosen() -> None:
    # Seat 0 and the host together: a rightly sealed move that the rules forbid.
    scene = Scene("seal", me=1)
    parent, nonce, move = bytes.fromhex(scene.forger.head), bytes(32), "no card"
    sealed = seal_commitment(parent, 0, nonce, move).hex()
    body = {"commitment": sealed, "deal": 1}
    place = ("seal", scene.forger.head, scene.forger.table)
    said = chain.sign_statement(scene.table.signers[0], *place, body, 0)
    scene.seat.receive(scene.forger.append("seal", [said, *scene.raw["statements"][1:]]))
    data = scene.private("opening", 1, deal=1, move=move, nonce=nonce.hex(), seat=0)
    kills(scene, data, Code.ILLEGAL_MOVE, (0, "host"))


# --- second-history ---


def test_another_step_in_a_place_that_is_taken() -> None:
    scene = Scene("deal")
    scene.honest()
    scene.forger.steps.pop()
    kills(
        scene,
        scene.host_says("deal", draw=(scene.raw["statements"][0]["body"]["draw"] + 1) % 3),
        Code.SECOND_HISTORY,
    )


def test_another_signed_head_for_a_step_that_is_taken() -> None:
    scene = Scene("deal")
    scene.honest()
    message = json.loads(scene.rest[0])
    head = message["head"]
    signer = scene.table.signers["host"]
    message["head"] = chain.sign_head(signer, head["table"], head["height"], "ab" * 32)
    kills(scene, dumps(message), Code.SECOND_HISTORY)


def test_a_step_in_a_place_that_is_taken_convicts_only_with_its_signed_head() -> None:
    # The head of the honest step beside another step: that proves nothing.
    scene = Scene("deal")
    scene.honest()
    message = json.loads(scene.rest[0])
    message["step"]["statements"][0]["body"]["draw"] = 9
    survives(scene, dumps(message))


def test_a_head_of_another_table_is_no_second_history() -> None:
    scene = Scene("deal")
    forged = Forger(scene.table.signers["host"], [])
    body = {**scene.table.chain[0]["statements"][0]["body"], "nonce": "77" * 32}
    survives(scene, forged.append("open", [forged.say("open", body)]))


@pytest.mark.parametrize("kind", ["join", "commit", "reveal", "seal"])
def test_the_host_goes_on_without_what_the_seat_signed(kind: str) -> None:
    scene = Scene(kind)
    said = scene.raw["statements"][1:]
    kills(scene, scene.forger.append(kind, said), Code.SECOND_HISTORY)


@pytest.mark.parametrize("left_out", [0, 1])
def test_the_host_closes_with_another_list_than_what_stands_there(left_out: int) -> None:
    """A file tells nobody who took a statement out; here the host signed the head of just this."""
    scene = Scene("close", me=2)
    said = [one for one in scene.raw["statements"] if one["by"] != left_out]
    kills(scene, scene.forger.append("close", said), Code.WRONG_CLOSE_LIST)


def test_the_host_puts_an_old_commitment_into_another_history() -> None:
    # The host replaces Bob, gets new commitments, and then goes on as if it never had.
    scene = Scene("commit")
    before = list(scene.forger.steps)
    bot = Signer(bytes(range(32)))
    seats = [{"key": bot.public.hex(), "name": "Bot", "seat": 1}]
    body = {"leave": None, "seats": seats, "votes": None}
    data = scene.forger.append("replace", [scene.forger.say("replace", body)])
    first, again = (
        json.loads(scene.seat.secrets())["seed"],
        scene.seat.receive(data),
    )
    assert json.loads(again.secrets)["seed"] != first
    assert [json.loads(m.data)["parent"] for m in again.send] == [scene.forger.head]
    second = Forger(scene.table.signers["host"], before)
    data = second.append("commit", scene.raw["statements"])
    kills(scene, data, Code.SECOND_HISTORY)


# --- named-missing, and a void that is wrong otherwise ---


def void_of(scene: Scene, missing: list[int], **changes: Any) -> bytes:
    received = [said for said in scene.raw["statements"] if said["by"] not in missing]
    commit = scene.forger.steps[-1]["statements"][-1]
    seed = json.loads(scene.table.secrets["host"])["seed"]
    opened = seed_commitment(
        bytes.fromhex(scene.forger.steps[-1]["parent"]), "host", bytes.fromhex(seed)
    )
    assert opened.hex() == commit["body"]["commitment"]
    body = {
        "attempt": 1,
        "deal": 1,
        "missing": missing,
        "offending": [],
        "received": received,
        "seed": seed,
        **changes,
    }
    return scene.forger.append("void", [scene.forger.say("void", body)])


def test_the_host_names_a_seat_missing_that_revealed() -> None:
    scene = Scene("reveal")
    kills(scene, void_of(scene, [0]), Code.NAMED_MISSING)


def test_a_void_that_names_another_seat_is_no_fault() -> None:
    # Nobody can tell: it is the host's word.
    scene = Scene("reveal")
    scene.seat.receive(void_of(scene, [1]))
    assert scene.seat.fault is None


def test_the_host_files_an_honest_reveal_as_offending() -> None:
    scene = Scene("reveal")
    own, *others = scene.raw["statements"]
    data = void_of(scene, [], offending=[own], received=others)
    kills(scene, data, Code.WRONG_VOID)


def test_the_host_calls_off_a_deal_for_nothing() -> None:
    scene = Scene("reveal")
    kills(scene, void_of(scene, []), Code.WRONG_VOID)


def test_the_host_calls_off_a_deal_with_another_seed() -> None:
    scene = Scene("reveal")
    kills(scene, void_of(scene, [1], seed="12" * 32), Code.WRONG_OPENING)


# --- every bad step is refused when it arrives ---

BAD_STEPS: dict[str, tuple[str, Callable[[Scene], bytes], Code]] = {
    "a statement signed by nobody": (
        "deal",
        lambda s: s.forger.append("deal", [{**s.raw["statements"][0], "sig": "00" * 64}]),
        Code.BAD_SIGNATURE,
    ),
    "another seat's statement under the host's key": (
        "join",
        lambda s: s.forger.append(
            "join",
            [
                s.raw["statements"][0],
                s.forger.say("join", s.raw["statements"][1]["body"], 1),
                s.raw["statements"][2],
            ],
        ),
        Code.BAD_SIGNATURE,
    ),
    "a step without its form": (
        "deal",
        lambda s: s.forger.append("deal", [s.forger.say("deal", {"draw": 0})]),
        Code.BAD_FORM,
    ),
    "a kind that may not stand here": (
        "deal",
        lambda s: s.forger.append(
            "close",
            [s.forger.say("close", {"reason": "stopped", "result": [0, 0, 0], "seats": []})],
        ),
        Code.WRONG_KIND,
    ),
    "a missing statement of another seat": (
        "join",
        lambda s: s.forger.append("join", s.raw["statements"][:2]),
        Code.MISSING_STATEMENT,
    ),
    "a statement twice": (
        "join",
        lambda s: s.forger.append("join", [*s.raw["statements"], s.raw["statements"][2]]),
        Code.REPEATED_STATEMENT,
    ),
    "statements in another order": (
        "join",
        lambda s: s.forger.append("join", s.raw["statements"][::-1]),
        Code.UNORDERED_STATEMENTS,
    ),
    "another deal's number": (
        "deal",
        lambda s: s.host_says("deal", deal=2),
        Code.WRONG_NUMBER,
    ),
    "another attempt's number": (
        "deal",
        lambda s: s.host_says("deal", attempt=2),
        Code.WRONG_NUMBER,
    ),
    "too few hands": (
        "deal",
        lambda s: s.host_says("deal", hands=s.raw["statements"][0]["body"]["hands"][:2]),
        Code.WRONG_HAND,
    ),
    "a draw beyond the table": (
        "deal",
        lambda s: s.host_says("deal", draw=3),
        Code.WRONG_DRAW,
    ),
    "another seed of the host": (
        "disclose",
        lambda s: s.host_says("disclose", seed="12" * 32),
        Code.WRONG_OPENING,
    ),
    "another choice than was sealed": (
        "disclose",
        lambda s: s.host_says("disclose", seals=s.raw["statements"][0]["body"]["seals"][:1]),
        Code.WRONG_SEAL_OPENING,
    ),
    "another result": (
        "disclose",
        lambda s: s.host_says(
            "disclose",
            result={"winner": (s.raw["statements"][0]["body"]["result"]["winner"] + 1) % 3},
        ),
        Code.WRONG_RESULT,
    ),
    "no result at all": (
        "disclose",
        lambda s: s.host_says("disclose", result=None),
        Code.WRONG_RESULT,
    ),
    "other standings": (
        "close",
        lambda s: s.host_says("close", result=[9, 9, 9]),
        Code.WRONG_STANDINGS,
    ),
    "another reason": (
        "close",
        lambda s: s.host_says("close", reason="stopped"),
        Code.WRONG_REASON,
    ),
    "nobody replaced": (
        "commit",
        lambda s: s.forger.append(
            "replace", [s.forger.say("replace", {"leave": None, "seats": [], "votes": None})]
        ),
        Code.WRONG_REPLACE,
    ),
    "an early end": (
        "commit",
        lambda s: s.forger.append(
            "close",
            [s.forger.say("close", {"reason": "stopped", "result": [0, 0, 0], "seats": []})],
        ),
        Code.EARLY_CLOSE,
    ),
}


@pytest.mark.parametrize(("kind", "bad", "code"), BAD_STEPS.values(), ids=BAD_STEPS.keys())
def test_a_bad_step_is_refused_when_it_arrives(
    kind: str, bad: Callable[[Scene], bytes], code: Code
) -> None:
    scene = Scene(kind)
    kills(scene, bad(scene), code)


@pytest.mark.parametrize("cheat", [0, 1, 2])
def test_a_wrong_hand_comes_out_at_disclosure(cheat: int) -> None:
    # The host fixes a hand of its own choice for a seat. It can play on until it discloses.
    scene = Scene("deal", me=cheat, rules=rules(rounds=0))
    honest = json.loads(scene.rest[1])["message"]["body"]["cards"]
    forged, others = [], []
    for card in (f"c{number:02}" for number in range(7)):
        (forged if len(forged) < 2 and card not in honest else others).append(card)
    scene.fix_hand(forged)
    scene.seat.receive(scene.hand(forged))
    signers = scene.table.signers
    draw = scene.raw["statements"][0]["body"]["draw"]
    played = {}
    for turn in range(3):
        seat = (draw + turn) % 3
        if seat == cheat:
            played[seat] = forged[0]
            said = json.loads(scene.seat.choose(forged[0]).send[0].data)["statement"]
        else:
            played[seat] = others.pop()
            body = {"clock": None, "deal": 1, "move": played[seat]}
            place = ("move", scene.forger.head, scene.forger.table)
            said = chain.sign_statement(signers[seat], *place, body, seat)
        scene.seat.receive(scene.forger.append("move", [said]))
    seed = json.loads(scene.table.secrets["host"])["seed"]
    winner = max(played, key=lambda seat: played[seat])
    body = {"deal": 1, "result": {"winner": winner}, "seals": [], "seed": seed}
    data = scene.forger.append("disclose", [scene.forger.say("disclose", body)])
    assert kills(scene, data, Code.WRONG_HAND).seat == cheat


def test_a_move_out_of_turn() -> None:
    mover = Scene("move", rules=rules(rounds=0)).raw["statements"][0]["by"]
    me, other = (mover + 1) % 3, (mover + 2) % 3
    scene = Scene("move", me=me, rules=rules(rounds=0))
    body = {"clock": None, "deal": 1, "move": "c00"}
    place = ("move", scene.forger.head, scene.forger.table)
    said = chain.sign_statement(scene.table.signers[other], *place, body, other)
    # The host signs over it.
    kills(scene, scene.forger.append("move", [said]), Code.ILLEGAL_MOVE, (other, "host"))


def test_a_move_that_was_made_already_cannot_be_passed_over() -> None:
    mover = Scene("move", rules=rules(rounds=0)).raw["statements"][0]["by"]
    scene = Scene("move", me=mover, rules=rules(rounds=0))
    other = (mover + 1) % 3
    body = {"clock": None, "deal": 1, "move": "c00"}
    place = ("move", scene.forger.head, scene.forger.table)
    said = chain.sign_statement(scene.table.signers[other], *place, body, other)
    kills(scene, scene.forger.append("move", [said]), Code.SECOND_HISTORY)


# --- resuming on another history ---


def resume(table: Table, seat: int, transcript: bytes) -> Any:
    return Seat.resume(
        table.signers[seat],
        table.secrets[seat],
        transcript,
        entropy=table.entropy,
        games=table.games,
    )


def test_a_seat_does_not_resume_on_a_chain_that_was_cut() -> None:
    table = Table(rules(deals=2)).run()
    steps = table.steps[0]
    for cut in range(1, len(steps)):
        with pytest.raises(PeerError) as caught:
            resume(table, 0, transcript_of(steps[:cut]))
        assert caught.value.finding.code is Code.SECOND_HISTORY
    seat, outbox = resume(table, 0, transcript_of(steps))
    assert outbox.send == ()
    assert seat.transcript() == table.host.transcript()


@pytest.mark.parametrize("kind", ["join", "commit", "reveal", "seal", "move"])
def test_a_seat_does_not_resume_where_what_it_signed_was_dropped(kind: str) -> None:
    # After a restart the host shows the step as if this seat had never said anything.
    scene = Scene(kind)
    me = scene.raw["statements"][0]["by"]
    others = scene.raw["statements"][1:]
    if kind == "move":
        other = (me + 1) % 3
        body = {"clock": None, "deal": 1, "move": "c00"}
        place = ("move", scene.forger.head, scene.forger.table)
        others = [chain.sign_statement(scene.table.signers[other], *place, body, other)]
    scene.forger.append(kind, others)
    with pytest.raises(PeerError) as caught:
        resume(scene.table, me, dumps({"format": "fairdeal/1", "steps": scene.forger.steps}))
    assert caught.value.finding.code is Code.SECOND_HISTORY


def test_a_seat_resumes_after_a_void_that_holds_its_reveal() -> None:
    scene = Scene("reveal")
    secrets = scene.seat.secrets()
    scene.table.secrets[0] = secrets
    void_of(scene, [1])
    seat, outbox = resume(
        scene.table, 0, dumps({"format": "fairdeal/1", "steps": scene.forger.steps})
    )
    assert seat.fault is None
    assert outbox.send == ()


def test_a_seat_does_not_resume_where_it_was_named_missing() -> None:
    scene = Scene("reveal")
    scene.table.secrets[0] = scene.seat.secrets()
    void_of(scene, [0])
    with pytest.raises(PeerError) as caught:
        resume(scene.table, 0, dumps({"format": "fairdeal/1", "steps": scene.forger.steps}))
    assert caught.value.finding.code is Code.NAMED_MISSING


def test_a_resumed_seat_signs_only_under_a_head_of_the_host() -> None:
    # It resumes on a longer chain than it had seen, from wherever it got that.
    scene = Scene("join")
    scene.table.secrets[0] = scene.seat.secrets()
    scene.forger.steps.append(scene.raw)
    seat, outbox = resume(
        scene.table, 0, dumps({"format": "fairdeal/1", "steps": scene.forger.steps})
    )
    assert outbox.send == ()
    answer = seat.receive(scene.forger.message())
    assert [json.loads(one.data)["kind"] for one in answer.send] == ["commit"]


def test_secrets_belong_to_one_key() -> None:
    table = Table().run()
    with pytest.raises(LocalError):
        Seat.resume(table.signers[1], table.secrets[0], table.stored(0), games=table.games)


def test_what_was_signed_is_sent_again_to_the_byte() -> None:
    table = Table(rules(rounds=1)).start()
    sent: dict[str, set[bytes]] = {}
    while not table.host.is_closed:
        for seat, role in table.seats.items():
            if role.session.height:
                newest = table.host.catch_up(seat, role.session.height).send[0].data
                if json.loads(newest)["head"]["height"] == role.session.height:
                    for one in role.receive(newest).send:
                        message = json.loads(one.data)
                        inner = message.get("message") or message
                        about = f"{seat} {message['type']} {inner['kind']} {inner['parent']}"
                        sent.setdefault(about, set()).add(one.data)
        event(table)
    assert len(sent) > 9
    assert all(len(forms) == 1 for forms in sent.values())


# --- whom a person trusts ---


def opened(expect: Expect, **options: Any) -> Seat:
    table = Table().start()
    table.seats[0] = table.new_seat(0, expect=expect, **options)
    table.run_until("join")
    return table.seats[0]


def test_a_person_sits_down_where_all_is_as_expected() -> None:
    table = Table()
    keys = {p.name: frozenset({p.key}) for p in table.players}
    seat = opened(Expect(host=table.signers["host"].public, players=keys))
    assert (seat.number, seat.fault) == (0, None)


def test_a_person_does_not_sit_down_with_another_host() -> None:
    with pytest.raises(PeerError) as caught:
        opened(Expect(host=Signer(bytes(32)).public))
    assert caught.value.finding.code is Code.UNEXPECTED_HOST


@pytest.mark.parametrize("change", ["a name", "a key", "a bot under a name"])
def test_a_person_does_not_sit_down_with_others_than_expected(change: str) -> None:
    table = Table(bots=(1,) if change == "a bot under a name" else ()).start()
    keys = {p.name: frozenset({p.key}) for p in table.players}
    if change == "a name":
        del keys["Bob"]
    else:
        keys[table.players[1].name] = frozenset({Signer(bytes(32)).public})
    table.seats[0] = table.new_seat(0, expect=Expect(players=keys))
    open_step = table.queue[0][2]
    with pytest.raises(PeerError) as caught:
        table.seats[0].receive(open_step)
    assert (caught.value.finding.code, caught.value.finding.seat) == (Code.UNEXPECTED_PLAYER, 1)
    assert table.seats[0].fault is not None
    assert table.seats[0].stop().send == ()


def test_a_seat_says_which_table_it_left() -> None:
    table = Table()
    table.seats[2] = table.new_seat(2, last="cd" * 32)
    assert [said["body"]["last"] for said in table.run().chain[1]["statements"]] == [
        None,
        None,
        "cd" * 32,
    ]


def test_a_key_that_sits_nowhere() -> None:
    table = Table().start()
    stranger = Seat(
        Signer(insecure_entropy("stranger")(32)), games=table.games, entropy=table.entropy
    )
    with pytest.raises(LocalError):
        stranger.receive(table.queue[0][2])
    assert stranger.number is None


# --- misuse ---


def test_moves_that_may_not_be_made() -> None:
    scene = Scene("seal")
    seat = scene.table.new_seat(0)
    with pytest.raises(LocalError, match="nothing is due"):
        seat.choose("c00")
    table = Table().start().run_until("deal").deliver()
    seat = table.seats[0]
    assert seat.due == "seal"
    before = seat.secrets()
    for move in ("no card", None, 1.5, {"a": {1}}, b"c00", ["c00"], "x" * 300, float("nan")):
        with pytest.raises(LocalError):
            seat.choose(move)  # type: ignore[arg-type]
    assert seat.secrets() == before
    table.took(0, seat.choose(table.player.choose(seat.view, 0)))
    with pytest.raises(LocalError):
        seat.choose("c00")
    assert table.run().report().verdict is Verdict.FAIR


def test_what_a_seat_shows() -> None:
    table = Table().start()
    seat = table.seats[1]
    assert (seat.number, seat.view, seat.head, seat.due) == (None, None, None, None)
    assert not seat.is_replaced
    table.run()
    assert (seat.number, seat.view, seat.due, seat.fault) == (1, None, None, None)
    assert seat.head is not None
    assert seat.head["height"] == len(table.chain)
    assert seat.head["head"] == table.report().head
    assert seat.transcript() == table.stored(1) == table.host.transcript()
    assert codes(table.report()) == []
    assert len(list(messages(table.log, "private"))) > 5
