"""A `Host` against seats that cheat, garble or are silent: nothing of it does harm."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from fairdeal import chain
from fairdeal.canonical import dumps
from fairdeal.commitment import seal_commitment, seed_commitment
from fairdeal.crypto import Signer
from fairdeal.errors import LocalError, PeerError
from fairdeal.findings import Code, Finding
from fairdeal.host import Host, Player
from fairdeal.limits import MESSAGE_BYTES
from fairdeal.report import Verdict
from tests import minigame
from tests.minigame import rules
from tests.roles.tables import (
    Table,
    codes,
    event,
    faults,
    private_message,
    statement_message,
)


def state(host: Host) -> tuple[object, ...]:
    return host.transcript(), host._secrets(), host.waiting_for


def rejects(table: Table, sender: int, data: bytes) -> Finding:
    """The host refuses what a seat signed, blames it, and is what it was before."""
    finding = refused(table, sender, data)
    assert finding.blame == (sender,)
    return finding


def skips(table: Table, sender: int, data: bytes) -> None:
    """The host refuses what came on a seat's link, and blames nobody: anybody may have sent it."""
    finding = refused(table, sender, data)
    assert (finding.blame, finding.seat) == ((), sender)


def refused(table: Table, sender: int, data: bytes) -> Finding:
    before = state(table.host)
    with pytest.raises(PeerError) as caught:
        table.host.receive(sender, data)
    assert state(table.host) == before
    return caught.value.finding


def ignores(table: Table, sender: int, data: bytes) -> None:
    before = state(table.host)
    outbox = table.host.receive(sender, data)
    assert (outbox.send, outbox.steps) == ((), ())
    assert state(table.host) == before


def says(table: Table, seat: int, kind: str, body: Any, **other: Any) -> bytes:
    """What the seat really signs on the newest step."""
    session = table.host.session
    signer = other.get("signer", table.signers[seat])
    parent, of = other.get("parent", session.head), other.get("of", session.table)
    return statement_message(signer, kind, parent, of, body, other.get("by", seat))


def opens(table: Table, seat: int, **body: Any) -> bytes:
    session = table.host.session
    return private_message(
        table.signers[seat],
        sender=seat,
        to="host",
        kind="opening",
        body={"deal": session.deal_number, "seat": seat, **body},
        parent=session.head,
        table=session.table,
    )


# --- garbage, foreign, late and doubled messages, at every point of a game ---


def bodies(table: Table) -> dict[str, Any]:
    session = table.host.session
    numbers = {"attempt": session.attempt, "deal": session.deal_number}
    return {
        "join": {"last": None, "nonce": "01" * 32},
        "commit": {**numbers, "commitment": "02" * 32},
        "reveal": {**numbers, "seed": "03" * 32},
        "seal": {"commitment": "04" * 32, "deal": session.deal_number},
        "move": {"clock": None, "deal": session.deal_number, "move": "c00"},
        "close": {"reason": "end", "result": None},
    }


def nobody_said(table: Table) -> Iterator[bytes]:
    """Messages that no seat of this table has signed for this place."""
    yield from (b"", b"\x00", b"\xff\xfe", b"{", b"{}", b"[]", b"null", b"1.0", b'{"type":"step"}')
    yield b'"' + b"a" * MESSAGE_BYTES + b'"'
    yield b"[" * 1000
    head = chain.sign_head(table.signers[0], "00" * 32, 1, "00" * 32)
    yield dumps({"head": head, "step": table.chain[-1], "type": "step"})
    stranger = Signer(b"stranger" * 4)
    for kind, body in bodies(table).items():
        yield says(table, 0, kind, body, signer=stranger)
        yield says(table, 0, kind, body, by=1)
        yield says(table, 0, kind, body, by="host")
        yield says(table, 0, kind, body, by=99)
        yield says(table, 0, kind, body, of="ab" * 32)
        yield says(table, 0, kind, body, parent="ab" * 32)
        yield says(table, 0, kind, {**body, "more": 1})
        yield says(table, 0, kind, None)
    session = table.host.session
    for change in ({"sender": 1}, {"to": 1}, {"kind": "hand"}, {"parent": "ab" * 32}):
        message: dict[str, Any] = {
            "sender": 0,
            "to": "host",
            "kind": "opening",
            "body": {"deal": session.deal_number, "move": "c00", "nonce": "05" * 32, "seat": 0},
            "parent": session.head,
            "table": session.table,
        }
        yield private_message(table.signers[0], **{**message, **change})
    message["body"] = {**message["body"], "seat": 1}
    yield private_message(table.signers[0], **message)


def test_garbage_does_no_harm_at_any_point() -> None:
    table = Table(rules(deals=2)).start()
    count = 0
    while True:
        for data in nobody_said(table):
            skips(table, 0, data)
            count += 1
        if event(table) is None:
            break
    assert count > 3000
    assert (table.report().verdict, codes(table.report())) == (Verdict.FAIR, [])


def is_on_head(table: Table, data: bytes) -> bool:
    """Whether a statement or a private message was made on the newest step."""
    message = json.loads(data)
    return message.get("message", message)["parent"] == table.host.session.head


def test_old_messages_and_those_of_others_do_no_harm_at_any_point() -> None:
    table = Table().start()
    while event(table) is not None:
        for sender, to, data in list(table.log):
            if to == "host":
                assert sender != "host"
                # Late or doubled: nobody's fault.
                ignores(table, sender, data)
                other = (sender + 1) % 3
                (skips if is_on_head(table, data) else ignores)(table, other, data)
            elif json.loads(data)["type"] == "step" or is_on_head(table, data):
                skips(table, to, data)
    assert (table.report().verdict, codes(table.report())) == (Verdict.FAIR, [])


def test_strangers_have_no_seat() -> None:
    table = Table().start()
    for sender in (-1, 3, 99, 255):
        skips(table, sender, says(table, 0, "join", bodies(table)["join"]))
        skips(table, sender, b"{}")


def test_messages_before_the_table_is_opened() -> None:
    table = Table()
    skips(table, 0, says(table, 0, "join", bodies(table)["join"]))
    assert table.host.catch_up(0, 0).send == ()
    assert table.run().report().verdict is Verdict.FAIR


# --- what a seat really signs, and may not ---


def test_another_number_of_deal_or_attempt() -> None:
    table = Table().start().run_until("join")
    table.silent = {0, 1, 2}
    table.deliver()
    for numbers in ({"deal": 2, "attempt": 1}, {"deal": 1, "attempt": 2}):
        data = says(table, 0, "commit", {**numbers, "commitment": "02" * 32})
        assert rejects(table, 0, data).code is Code.WRONG_NUMBER


def test_something_that_is_not_due() -> None:
    table = Table().start().run_until("join")
    for kind in ("join", "reveal", "seal", "move"):
        assert rejects(table, 0, says(table, 0, kind, bodies(table)[kind])).code is Code.WRONG_KIND


def test_something_else_after_what_was_said() -> None:
    table = Table().start().run_until("join")
    body = {"attempt": 1, "deal": 1, "commitment": "02" * 32}
    table.host.receive(0, says(table, 0, "commit", body))
    other = says(table, 0, "commit", {**body, "commitment": "03" * 32})
    assert rejects(table, 0, other).code is Code.REPEATED_STATEMENT
    ignores(table, 0, says(table, 0, "commit", body))


@pytest.mark.parametrize("used_by", [0, 1])
def test_a_nonce_that_was_used(used_by: int) -> None:
    table = Table(rules(deals=2)).start().run_until("deal")
    nonce = table.chain[1]["statements"][used_by]["body"]["nonce"]
    data = opens(table, 0, move="c00", nonce=nonce)
    assert rejects(table, 0, data).code is Code.REPEATED_VALUE


def test_a_nonce_used_in_two_rounds_of_one_deal() -> None:
    # Neither nonce stands in the chain yet; once disclosed, the host would be blamed too.
    table = Table(rules(rounds=2)).start().run_until("seal").deliver()
    opening = json.loads(table.secrets["host"])["openings"][1]
    assert opening["seat"] == 1
    for seat in (0, 1):
        data = opens(table, seat, move="c00", nonce=opening["nonce"])
        assert rejects(table, seat, data).code is Code.REPEATED_VALUE
    assert (table.run().report().verdict, codes(table.report())) == (Verdict.FAIR, [])


def seal(table: Table, seat: int, move: str, nonce: bytes = b"n" * 32) -> tuple[bytes, bytes]:
    """An opening and the statement of its seal."""
    parent = bytes.fromhex(table.host.session.head)
    sealed = seal_commitment(parent, seat, nonce, move).hex()
    body = {"commitment": sealed, "deal": table.host.session.deal_number}
    return opens(table, seat, move=move, nonce=nonce.hex()), says(table, seat, "seal", body)


def test_a_seal_that_its_opening_does_not_open() -> None:
    table = Table().start().run_until("deal").deliver()
    _, said = seal(table, 0, "c00")
    # Without an opening it is not taken: that may be still on its way.
    ignores(table, 0, said)
    other, _ = seal(table, 0, "c00", b"m" * 32)
    table.host.receive(0, other)
    assert rejects(table, 0, said).code is Code.WRONG_PRIVATE_OPENING
    assert 0 in table.host.waiting_for
    assert table.run().report().verdict is Verdict.FAIR


def test_a_sealed_move_that_is_not_allowed() -> None:
    table = Table().start().run_until("deal").deliver()
    hand = table.host.deal.hands[0]
    foreign = next(card for card in table.host.session.match.deck if card not in hand)
    for move in (foreign, "no card"):
        opening, said = seal(table, 0, move)
        table.host.receive(0, opening)
        finding = rejects(table, 0, said)
        assert (finding.code, finding.details["rule"]) == (Code.ILLEGAL_MOVE, "hand")
    assert table.run().report().verdict is Verdict.FAIR


def test_a_seal_cannot_be_opened_in_another_way_afterwards() -> None:
    # Else the host would disclose, and answer for, something that was never sealed.
    table = Table().start().run_until("deal").deliver()
    card = table.host.deal.hands[0][0]
    opening, said = seal(table, 0, card)
    table.host.receive(0, opening)
    table.host.receive(0, said)
    for other in (
        opens(table, 0, move="no card", nonce=b"n".hex() * 32),
        seal(table, 0, card, b"m" * 32)[0],
    ):
        assert rejects(table, 0, other).code is Code.REPEATED_STATEMENT
    ignores(table, 0, opening)
    table.choose_one(1)
    table.deliver()
    assert "seal" in table.kinds
    assert json.loads(table.secrets["host"])["openings"][0] == {
        "move": card,
        "nonce": (b"n" * 32).hex(),
        "seat": 0,
    }


def test_an_open_move_that_is_not_allowed() -> None:
    table = Table(rules(rounds=0)).start().run_until("deal").deliver()
    (mover,) = table.host.waiting_for
    hand = table.host.deal.hands[mover]
    foreign = next(card for card in table.host.session.match.deck if card not in hand)
    own = {"clock": None, "deal": 1}
    data = says(table, mover, "move", {**own, "move": foreign})
    assert rejects(table, mover, data).details["playable"] == list(hand)
    other = (mover + 1) % 3
    data = says(table, other, "move", {**own, "move": table.host.deal.hands[other][0]})
    finding = rejects(table, other, data)
    assert (finding.code, finding.details["rule"]) == (Code.ILLEGAL_MOVE, "turn")
    assert table.run().report().verdict is Verdict.FAIR


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"reason": "stopped", "result": [0, 0, 1]}, Code.WRONG_REASON),
        ({"reason": "end", "result": [9, 9, 9]}, Code.WRONG_STANDINGS),
    ],
)
def test_a_wrong_end(body: dict[str, Any], code: Code) -> None:
    table = Table().start().run_until("disclose")
    right = table.host.session.match.standings()
    if code is Code.WRONG_REASON:
        body = {**body, "result": right}
    assert rejects(table, 0, says(table, 0, "close", body)).code is code


# --- reveals that are wrong: the attempt is called off, and the seat goes to a bot ---


def wrong_reveal(table: Table, seat: int, **changes: Any) -> None:
    """At a `commit` step, the seat signs another reveal than it has to."""
    seed = json.loads(table.seats[seat].secrets())["seed"]
    session = table.host.session
    body = {"attempt": session.attempt, "deal": session.deal_number, "seed": seed, **changes}
    table.took("host", table.host.receive(seat, says(table, seat, "reveal", body)))


def committed(deal: int = 1) -> Table:
    """A table of two deals after a `commit` step, where Bob's role is out of the way."""
    table = Table(rules(deals=2)).start()
    table.run_until(lambda: table.kinds.count("commit") == deal)
    table.deaf = {1}
    table.queue = type(table.queue)(m for m in table.queue if m[1] != 1)
    return table


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"seed": "99" * 31 + "98"}, Code.WRONG_OPENING),
        ({"deal": 2}, Code.WRONG_NUMBER),
        ({"attempt": 2}, Code.WRONG_NUMBER),
    ],
)
def test_a_wrong_reveal_costs_the_seat(changes: dict[str, Any], code: Code) -> None:
    table = committed()
    wrong_reveal(table, 1, **changes)
    # A second try is no use.
    seed = json.loads(table.seats[1].secrets())["seed"]
    right = says(table, 1, "reveal", {"attempt": 1, "deal": 1, "seed": seed})
    assert rejects(table, 1, right).code is Code.REPEATED_STATEMENT
    table.run()
    assert table.kinds[2:8] == ["commit", "void", "replace", "commit", "reveal", "deal"]
    void = table.chain[3]["statements"][0]["body"]
    assert [said["by"] for said in void["offending"]] == [1]
    assert [said["by"] for said in void["received"]] == [0, 2]
    assert void["missing"] == []
    report = table.report()
    assert report.verdict is Verdict.UNFAIR
    assert faults(report) == [code]
    assert [f.blame for f in report.findings if f.code is code] == [(1,)]
    assert codes(report).count(Code.VOID) == codes(report).count(Code.REPLACED) == 1
    assert [deal.attempts for deal in report.deals] == [2, 1]
    # The bot's deals rest on the others.
    assert [deal.honest for deal in report.deals] == [(0, 2, "host"), (0, 2, "host")]
    assert report.deals[0].chosen_by == ("host", 1)


def test_a_seed_used_again_costs_the_seat() -> None:
    # Bob commits in the second deal to a seed that the first has made public.
    table = Table(rules(deals=2)).start().run_until("disclose")
    used = table.chain[3]["statements"][0]["body"]["seed"]
    parent = bytes.fromhex(table.host.session.head)
    sealed = seed_commitment(parent, 1, bytes.fromhex(used)).hex()
    body = {"attempt": 1, "commitment": sealed, "deal": 2}
    table.deaf = {1}
    table.queue = type(table.queue)(m for m in table.queue if m[1] != 1)
    table.took("host", table.host.receive(1, says(table, 1, "commit", body)))
    table.run_until(lambda: table.kinds.count("commit") == 2)
    wrong_reveal(table, 1, seed=used)
    report = table.run().report()
    assert faults(report) == [Code.REPEATED_VALUE]
    assert [f.blame for f in report.findings if f.code is Code.REPEATED_VALUE] == [(1,)]
    assert report.verdict is Verdict.UNFAIR


def test_one_wrong_reveal_and_one_missing() -> None:
    table = committed()
    table.deaf = {1, 2}
    wrong_reveal(table, 1, seed="99" * 31 + "98")
    table.queue = type(table.queue)(m for m in table.queue if m[1] != 2)
    table.deliver()
    # The host waits: it cannot know whether Chloé will reveal.
    assert table.kinds[-1] == "commit"
    assert table.host.waiting_for == {2}
    table.took("host", table.host.void())
    void, replace = (step["statements"][0]["body"] for step in table.chain[3:5])
    assert void["missing"] == [2]
    assert [said["by"] for said in void["offending"]] == [1]
    assert [said["by"] for said in void["received"]] == [0]
    assert [one["seat"] for one in replace["seats"]] == [1, 2]
    report = table.run().report()
    assert faults(report) == [Code.WRONG_OPENING]
    assert report.deals[0].chosen_by == ("host", 1, 2)


# --- misuse by the server's author ---


def refuses(table: Table, action: Callable[[], object]) -> None:
    before = state(table.host)
    with pytest.raises(LocalError):
        action()
    assert state(table.host) == before


def test_calls_that_the_state_does_not_allow() -> None:
    table = Table(rules(deals=2), bots=(2,))
    host = table.host
    for action in (host.void, host.close, lambda: host.replace([0])):
        refuses(table, action)
    table.start()
    refuses(table, host.start)
    allowed = {"join": "replace", "seal": "replace", "move": "replace", "deal": "replace"}
    allowed |= {"commit": "void", "disclose": "replace", "close": ""}
    seen = set()
    while True:
        newest = table.chain[-1]["kind"]
        over = host.session.match.over
        seen.add((newest, over))
        may = "close" if newest == "disclose" and over else allowed.get(newest, "")
        if may != "void":
            refuses(table, host.void)
        if may != "replace":
            refuses(table, lambda: host.replace([0]))
        if may != "close":
            refuses(table, host.close)
        for seats in ([], [2], [3], [-1], [0, 2], [99]):
            refuses(table, lambda seats=seats: host.replace(seats))
        for seat in (0, 1, 3, -1):
            refuses(table, lambda seat=seat: host.choose(seat, "c00"))
            refuses(table, lambda seat=seat: host.view(seat))
        if 2 not in host.waiting_for:
            refuses(table, lambda: host.choose(2, "c00"))
        refuses(table, lambda: host.choose(2, "no card"))
        refuses(table, lambda: host.choose(2, 1.5))
        for height in (-1, len(table.chain) + 1):
            refuses(table, lambda height=height: host.catch_up(0, height))
        for seat in (-1, 3, 99):
            refuses(table, lambda seat=seat: host.catch_up(seat, 0))
        if event(table) is None:
            break
    kinds = {"open", "join", "commit", "deal", "seal", "move", "disclose", "close"}
    assert {kind for kind, _ in seen} == kinds
    assert (table.report().verdict, codes(table.report())) == (Verdict.FAIR, [])


def new_host(
    players: list[Player], *, name: str = "Example Host", chosen: Any = None, game: Any = None
) -> Host:
    signer = Signer(b"h" * 32)
    return Host(signer, name, game or minigame.GAME, chosen or rules(), players)


def player(name: str, key: bytes | None = None, kind: str = "person") -> Player:
    return Player(name, key or Signer(name.encode().ljust(32)[:32]).public, kind)


BAD_TABLES: dict[str, Callable[[], Host]] = {
    "rules that the game refuses": lambda: new_host(
        [player("Alice"), player("Bob")], chosen={"deals": 1}
    ),
    "rules with a fraction": lambda: new_host([player("Alice"), player("Bob")], chosen={"a": 1.5}),
    "rules that are no JSON": lambda: new_host([player("Alice"), player("Bob")], chosen={"a": {1}}),
    "one seat": lambda: new_host([player("Alice")]),
    "seventeen seats": lambda: new_host([player(f"Player {n}") for n in range(17)]),
    "one name twice": lambda: new_host(
        [player("Alice"), player("Alice", Signer(bytes(32)).public)]
    ),
    "one key twice": lambda: new_host([player("Alice"), player("Bob", player("Alice").key)]),
    "the host's key": lambda: new_host([player("Alice"), player("Bob", Signer(b"h" * 32).public)]),
    "the host's name": lambda: new_host([player("Alice"), player("Example Host")]),
    "an unsafe key": lambda: new_host([player("Alice"), player("Bob", bytes(32))]),
    "a short key": lambda: new_host([player("Alice"), player("Bob", bytes(31))]),
    "no name": lambda: new_host([player("Alice"), player("", Signer(bytes(32)).public)]),
    "an invisible name": lambda: new_host([player("Alice"), player("Bob\u200b")]),
    "a lone surrogate": lambda: new_host([player("Alice"), player("Bob")], name="\ud800"),
    "a kind of seat that is none": lambda: new_host([player("Alice"), player("Bob", kind="cat")]),
}


@pytest.mark.parametrize("make", BAD_TABLES.values(), ids=BAD_TABLES.keys())
def test_tables_that_cannot_be_opened(make: Callable[[], Host]) -> None:
    host = make()
    for _ in range(2):
        with pytest.raises(LocalError):
            host.start()
        assert json.loads(host.transcript())["steps"] == []


# --- resuming ---


def resume(table: Table, **changes: Any) -> Host:
    arguments: dict[str, Any] = {
        "signer": table.signers["host"],
        "secrets": table.secrets["host"],
        "transcript": table.stored("host"),
        **changes,
    }
    return Host.resume(
        arguments["signer"],
        arguments["secrets"],
        arguments["transcript"],
        table.game,
        entropy=table.entropy,
    )[0]


def test_a_host_does_not_resume_on_another_chain_than_its_own() -> None:
    table = Table(rules(deals=2)).run()
    steps = [json.loads(step) for step in table.steps["host"]]
    other = Table(rules(deals=2), seed="another table").run()

    def changed(index: int) -> list[Any]:
        copy = json.loads(json.dumps(steps))
        copy[index]["statements"][0]["sig"] = "00" * 64
        return copy

    chains = [steps[:cut] for cut in range(1, len(steps))]
    chains += [changed(index) for index in range(len(steps))]
    chains += [other.chain, [*steps, steps[-1]], steps[::-1], steps[1:], [1], [{}], [[]]]
    for wrong in chains:
        with pytest.raises(LocalError):
            resume(table, transcript=dumps({"format": "fairdeal/1", "steps": wrong}))
    with pytest.raises(LocalError):
        resume(table, signer=Signer(bytes(32)))
    assert resume(table).transcript() == table.host.transcript()


# --- sending again ---


def test_a_seat_that_was_away_catches_up_from_wherever_it_is() -> None:
    table = Table(rules(deals=2, rounds=2)).run()
    for height in range(len(table.chain) + 1):
        sent = table.host.catch_up(1, height).send
        assert {one.to for one in sent} == {1}
        seen = [json.loads(one.data) for one in sent]
        heights = [one["head"]["height"] for one in seen if one["type"] == "step"]
        assert heights == list(range(max(height, 1), len(table.chain) + 1))
        honest = {data for sender, to, data in table.log if to == 1}
        assert {one.data for one in sent} <= honest


def test_what_a_bot_is_sent_is_not_for_the_person_who_sat_there() -> None:
    table = Table(rules(deals=3)).start()
    table.run_until(lambda: table.kinds.count("disclose") == 1)
    table.took("host", table.host.replace([1]))
    table.run()
    sent = [json.loads(one.data) for one in table.host.catch_up(1, 0).send]
    assert {message["type"] for message in sent} == {"step"}
    assert len(sent) == len(table.chain)
