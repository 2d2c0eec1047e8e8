"""What a server and a client show to players: reasons, playable cards, alerts, from one seat."""

from __future__ import annotations

import json
import re
import secrets
from pathlib import Path
from random import Random
from typing import Any

import pytest

from fairdeal import Outbox, Signer, random_bytes
from fairdeal.errors import LocalError, PeerError
from fairdeal.game import IllegalMove
from fairdeal.keys import parse_private_key, parse_public_key
from hearts.cards import NAMES, names
from hearts.game import GAME, HeartsDeal
from hearts.presets import named
from hearts.tools import TOOLS
from tests.cli import tables
from tests.roles.tables import Table, statement_message

ROOT = Path(__file__).resolve().parents[2]


def blocks() -> list[str]:
    """The Python of the README's section for authors of servers."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    section = readme.partition("## For authors of card servers\n")[2].partition("\n## ")[0]
    return re.findall(r"```python\n(.*?)```", section, re.DOTALL)


@pytest.fixture
def table() -> Table:
    """A table of four; a seat that holds clubs and the queen of spades has to follow clubs."""
    rules = named("live", changes={"pass_cycle": (0,)})
    table = Table(rules.to_json(), game=GAME, seats=4, seed="shown 2")
    table.player = TOOLS.bot("random", Random(1).randrange)
    table.start()

    def follows() -> bool:
        deal = table.host.deal
        return isinstance(deal, HeartsDeal) and bool(deal.trick) and not table.queue

    table.run_until(follows)
    return table


def to_play(table: Table) -> Any:
    """The seat whose turn it is."""
    (number,) = table.host.waiting_for
    return table.seats[number]


def clubs_of(seat: Any) -> tuple[str, ...]:
    return tuple(name for name in names(seat.view.hand(seat.number)) if name[1] == "C")


def test_a_client_is_told_why_a_card_is_refused_and_what_may_be_played(table: Table) -> None:
    seat = to_play(table)
    view, number = seat.view, seat.number
    clubs = clubs_of(seat)
    assert len(clubs) > 1
    refusal = view.check(number, "QS")
    assert (refusal.rule, refusal.detail) == ("R-follow-suit", "you must follow clubs")
    assert refusal.playable == view.playable(number) == clubs
    assert refusal.place == (("trick", 1),)
    assert view.check(number, clubs[0]) is None
    left = (number + 1) % 4
    assert view.playable(left) == ()
    assert view.check(left, "2H").detail == f"seat {number} is to play"


def test_a_refused_card_changes_nothing(table: Table) -> None:
    seat = to_play(table)
    before = (seat.due, dict(seat.view.trick), seat.view.hand(seat.number))
    with pytest.raises(LocalError, match="you must follow clubs") as caught:
        seat.choose("QS")
    assert isinstance(caught.value.__cause__, IllegalMove)
    assert (seat.due, seat.view.trick, seat.view.hand(seat.number)) == before
    table.took(seat.number, seat.choose(clubs_of(seat)[0]))
    assert len(table.deliver().host.deal.trick) == 2  # type: ignore[attr-defined, union-attr]


def illegal(table: Table) -> bytes:
    """What a client that does not keep the rules would send for the seat whose turn it is."""
    session, number = table.host.session, to_play(table).number
    body = {"clock": None, "deal": 1, "move": "QS"}
    return statement_message(
        table.signers[number], "move", session.head, session.table, body, number
    )


def test_the_server_refuses_with_the_same_words_and_nothing_changes(table: Table) -> None:
    seat = to_play(table)
    before = table.host.transcript()
    with pytest.raises(PeerError) as caught:
        table.host.receive(seat.number, illegal(table))
    finding = caught.value.finding
    assert finding.sentence.endswith(" is not allowed: you must follow clubs")
    assert finding.details == {"rule": "R-follow-suit", "playable": list(clubs_of(seat))}
    assert table.host.transcript() == before
    assert table.host.waiting_for == {seat.number}


def test_the_readme_shows_what_a_client_and_a_server_say(
    table: Table, capsys: pytest.CaptureFixture[str]
) -> None:
    asks, hints, refuses = blocks()[2:]
    seat = to_play(table)
    clubs = clubs_of(seat)
    exec(asks, {"seat": seat})
    hand, table_cards, *told = capsys.readouterr().out.splitlines()
    assert hand == " ".join(names(seat.view.hand(seat.number)))
    assert table_cards == str({(seat.number - 1) % 4: "2C"})
    assert told == [
        "you must follow clubs [R-follow-suit]",
        " ".join(clubs),
        " ".join(clubs),
        "False 0 (0, 0, 0, 0) None",
    ]
    exec(hints, {"seat": seat, "TOOLS": TOOLS, "secrets": secrets})
    move, _, reason = capsys.readouterr().out.partition(": ")
    assert move in clubs
    assert reason == "none of your cards stays below\n"
    known = {"host": table.host, "sender": seat.number, "data": illegal(table)}
    exec(refuses, {**known, "PeerError": PeerError})
    said = capsys.readouterr().out
    assert said == (
        f"The move of seat {seat.number} is not allowed: you must follow clubs "
        f"{{'rule': 'R-follow-suit', 'playable': {list(clubs)}}}\n"
    )


def test_the_readme_makes_a_key_and_reads_it_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    made: dict[str, Any] = {}
    exec(blocks()[0], made)
    assert parse_public_key(Path("alice.pub").read_text("utf-8")) == made["signer"].public
    assert Path("alice.pem").stat().st_mode & 0o777 == 0o600
    assert parse_private_key(Path("alice.pem").read_bytes()).secret == made["signer"].secret


def test_playable_are_the_moves_that_are_not_refused() -> None:
    """Also of a seat that a view does not see, of a pass, and of a shooter's choice."""
    kept = "2C 3C 4C 5C 2D 3D 4D 2H".split()
    removed = tuple(name for name in NAMES if name not in kept)
    rules = named("shooters-choice", changes={"removed": removed, "pass_count": 1})
    match = GAME.match(rules.to_json(), 4)
    hands = (("2C", "4C"), ("3C", "2D"), ("5C", "2H"), ("3D", "4D"))
    deal = match.begin(0, hands, ())
    assert deal.playable(0) == ()
    deal.open_seals({0: ["4C"], 1: ["2D"], 2: ["2H"], 3: ["4D"]})
    # Now: 2C 4D, 3C 4C, 5C 2D, 3D 2H.
    view = match.begin(0, [hands[0], None, None, None], None)
    view.open_seals({0: ["4C"], 3: ["4D"]})
    assert deal.playable(0) == view.playable(0) == ("2C",)
    for name in ("2C", "3C", "5C"):
        deal.apply(deal.turn or 0, name)
        view.apply(view.turn or 0, name)
    assert deal.playable(3) == ("3D",)  # no heart on the first trick
    assert view.playable(3) == ("2D", "3D")  # of its two cards one at least is no heart
    for name in ("3D", "2D", "2H", "4D", "4C"):
        assert name in deal.playable(deal.turn or 0)
        deal.apply(deal.turn or 0, name)
    assert deal.chooser is not None
    assert deal.playable(deal.chooser) == ("add", "subtract")
    assert deal.playable((deal.chooser + 1) % 4) == ()
    deal.apply(deal.chooser, "subtract")
    assert [deal.playable(seat) for seat in range(4)] == [()] * 4


def test_the_readme_opens_a_table() -> None:
    signers = {party: Signer(random_bytes(32)) for party in ("host", 0, 1, 2, 3)}
    accounts = [(name, signers[seat].public) for seat, name in enumerate(tables.NAMES[:4])]
    sent: list[Outbox] = []
    known: dict[str, Any] = {
        "accounts": accounts,
        "host_signer": signers["host"],
        "signer": signers[0],
        "host_public": signers["host"].public,
        "known": {name: frozenset({key}) for name, key in accounts},
        "send": sent.append,
    }
    of_the_server, of_a_client = blocks()[1].split("seat = ")
    exec(of_the_server, known)
    exec(f"seat = {of_a_client}", known | {"data": sent[0].send[0].data})
    opened, joined = sent
    assert [message.to for message in opened.send] == [0, 1, 2, 3]
    assert [message.to for message in joined.send] == ["host"]
    assert json.loads(joined.send[0].data)["kind"] == "join"
