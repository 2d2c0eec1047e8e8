"""Whole games over recorded links: what each link shows, and every way a game can go."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from fairdeal.crypto import Signer, below, insecure_entropy
from fairdeal.findings import Code, Party
from fairdeal.host import Host, Player
from fairdeal.localtable import LocalTable, play
from fairdeal.report import Report, Verdict
from fairdeal.seat import Seat
from fairdeal.verifier import verify
from hearts.game import GAME as HEARTS
from hearts.tools import TOOLS
from tests import minigame
from tests.minigame import rules
from tests.roles.tables import NAMES, Table, codes, faults

Log = list[tuple[Party, Party, bytes]]


# --- what each link shows ---


def disclosed(chain: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """The bodies of the `disclose` steps."""
    for step in chain:
        if step["kind"] == "disclose":
            yield step["statements"][0]["body"]


def first_shown(log: Log, value: str) -> list[tuple[int, Party, Party, dict[str, Any]]]:
    """The messages that hold a text, with their place in the log."""
    found = []
    for place, (sender, to, data) in enumerate(log):
        if value.encode() in data:
            found.append((place, sender, to, json.loads(data)))
    return found


def kind_of(message: dict[str, Any]) -> str:
    return {
        "step": lambda: message["step"]["kind"],
        "statement": lambda: f"statement {message['kind']}",
        "private": lambda: f"private {message['message']['kind']}",
    }[message["type"]]()


def assert_secrets_stayed_secret(table: Table) -> None:
    log, chain = table.log, table.chain
    # A person's seed leaves its seat as its reveal, on the `commit` step, and not before.
    for index, step in enumerate(chain):
        for said in step["statements"] if step["kind"] == "reveal" else ():
            shown = first_shown(log, said["body"]["seed"])
            assert chain[index - 1]["kind"] == "commit"
            if said["by"] not in table.host.bots:
                _, sender, to, message = shown[0]
                assert (sender, to, kind_of(message)) == (said["by"], "host", "statement reveal")
                assert message["parent"] == step["parent"]
            assert {kind_of(m) for _, s, _, m in shown if s == "host"} <= {"reveal"}
    # The host's seed leaves it in `disclose` or `void`, and not before.
    hosts = [body["seed"] for body in disclosed(chain)]
    hosts += [s["statements"][0]["body"]["seed"] for s in chain if s["kind"] == "void"]
    assert len(hosts) == table.kinds.count("commit")
    for seed in hosts:
        shown = first_shown(log, seed)
        assert shown or len(table.host.bots) == 3
        assert {kind_of(m) for _, _, _, m in shown} <= {"disclose", "void"}


def assert_hands_stayed_hidden(
    log: Log, table: Table, hands: list[tuple[tuple[str, ...], ...]]
) -> None:
    """Until `disclose` a link to a seat carries no card that only others know.

    A seat may see its own hand, what it is told of a sealed choice, and what was played.
    """
    for seat in table.seats:
        deal = 0
        told: set[str] = set()
        for _, to, data in log:
            if to != seat:
                continue
            message = json.loads(data)
            kind = kind_of(message)
            if kind == "disclose":
                deal, told = deal + 1, set()
                continue
            if kind == "private hand":
                assert message["message"]["body"]["cards"] == list(hands[deal][seat])
                told |= set(hands[deal][seat])
            elif kind == "private opening":
                opening = message["message"]["body"]
                assert seat == (opening["seat"] + 1) % 3
                assert opening["move"] in hands[deal][opening["seat"]]
                told.add(opening["move"])
            elif kind == "move":
                told.add(message["step"]["statements"][0]["body"]["move"])
            elif kind == "close":
                continue
            deck = [card for hand in hands[deal] for card in hand] if deal < len(hands) else []
            for card in deck:
                assert card in told or f'"{card}"'.encode() not in data
        assert deal == len(hands)


def test_links_show_no_seat_what_others_hold_and_no_seed_before_its_time() -> None:
    table = Table(rules(deals=3, rounds=2, hand=3), seed="links").start()
    hands = []
    while not table.host.is_closed:
        before = table.kinds.count("deal")
        table.deliver_one() if table.queue else table.choose_one(table.choosers()[0])
        if table.kinds.count("deal") > before:
            hands.append(tuple(table.host.deal.hands))
    table.deliver()
    assert len(hands) == 3
    assert_secrets_stayed_secret(table)
    assert_hands_stayed_hidden(table.log, table, hands)
    # Nonces of seals are shown to the host, to the reader, and to all at the end.
    for body in disclosed(table.chain):
        for opening in body["seals"]:
            shown = first_shown(table.log, opening["nonce"])
            reader = (opening["seat"] + 1) % 3
            assert {
                (sender, to) for _, sender, to, m in shown if kind_of(m) == "private opening"
            } == {(opening["seat"], "host"), ("host", reader)}
            assert {kind_of(m) for _, _, _, m in shown} == {"private opening", "disclose"}


# --- calling off and replacing ---


def notes(report: Report) -> dict[Code, int]:
    found = codes(report)
    return {code: found.count(code) for code in dict.fromkeys(found)}


@pytest.mark.parametrize("missing", [{1}, {0, 2}, {0, 1, 2}])
def test_missing_persons_lose_their_seats_and_the_game_goes_on(missing: set[int]) -> None:
    table = Table(rules(deals=2)).start().run_until("commit")
    table.silent = table.may_die = set(missing)
    table.deliver()
    assert table.host.waiting_for == missing
    first = table.chain[-1]
    table.took("host", table.host.void())
    table.silent = set()
    table.run()
    report = table.report()
    expected = {Code.VOID: 1, Code.REPLACED: len(missing)}
    if len(missing) == 3:
        expected[Code.NO_PERSON_SEED] = 2
    assert (report.verdict, notes(report)) == (Verdict.FAIR, expected)
    assert table.kinds[2:7] == ["commit", "void", "replace", "commit", "reveal"]
    void, replace = (step["statements"][0]["body"] for step in table.chain[3:5])
    assert void["missing"] == sorted(missing)
    assert [said["by"] for said in void["received"]] == sorted({0, 1, 2} - missing)
    assert [one["seat"] for one in replace["seats"]] == sorted(missing)
    assert (void["deal"], void["attempt"]) == (1, 1)
    again = table.chain[5]["statements"]
    assert {(said["body"]["deal"], said["body"]["attempt"]) for said in again} == {(1, 2)}
    # Nobody commits to an old seed again.
    old = {said["body"]["commitment"] for said in first["statements"]}
    assert old.isdisjoint(said["body"]["commitment"] for said in again)
    assert report.deals[0].attempts == 2
    assert report.deals[0].voids == 1
    assert report.deals[0].chosen_by == ("host", *sorted(missing))
    assert report.deals[1].chosen_by == ()
    # They did reveal, if on links that lost it: that is what each of them keeps as evidence.
    found = {seat: role.fault.code for seat, role in table.seats.items() if role.fault}
    assert found == dict.fromkeys(missing, Code.NAMED_MISSING)
    assert_secrets_stayed_secret(table)


def test_each_person_can_be_missing_once() -> None:
    table = Table().start()
    for gone in (2, 0, 1):
        table.run_until("commit")
        table.silent = {gone}
        table.may_die.add(gone)
        table.deliver()
        table.took("host", table.host.void())
    table.run()
    report = table.report()
    # After three attempts that were called off the host alone plays on.
    assert (report.verdict, report.deals[0].voids, report.deals[0].attempts) == (
        Verdict.FAIR,
        3,
        4,
    )
    assert report.deals[0].chosen_by == ("host", 0, 1, 2)
    assert report.deals[0].honest == ("host",)


def points_of_a_game(**settings: Any) -> int:
    """How many events a game has; at each the host may try to replace somebody."""
    table = Table(**settings).start()
    count = 0
    while not table.host.is_closed:
        table.deliver_one() if table.queue else table.choose_one(table.choosers()[0])
        count += 1
    return count


@pytest.mark.parametrize(
    ("rounds", "leaving"), [(0, {1}), (0, {0, 1, 2}), (2, {2}), (2, {0, 1}), (1, {0, 1, 2})]
)
def test_a_seat_may_be_replaced_wherever_the_order_of_steps_allows(
    rounds: int, leaving: set[int]
) -> None:
    settings = {"rules": rules(deals=2, rounds=rounds), "seed": "replace"}
    allowed = {"join", "disclose", "deal", "seal", "move"}
    seen = set()
    for point in range(0, points_of_a_game(**settings), 5):
        table = Table(**settings).start()
        for _ in range(point):
            table.deliver_one() if table.queue else table.choose_one(table.choosers()[0])
        newest = table.chain[-1]["kind"]
        if newest not in allowed or table.host.session.match.over:
            continue
        seen.add(newest)
        # Messages of everybody are on their way; they cross with the step.
        table.took("host", table.host.replace(leaving))
        assert table.host.bots == leaving
        table.run()
        report = table.report()
        assert report.verdict is Verdict.FAIR
        assert notes(report).pop(Code.REPLACED) == len(leaving)
        assert set(notes(report)) <= {Code.REPLACED, Code.NO_PERSON_SEED}
        for seat, role in table.seats.items():
            assert role.fault is None
            assert role.is_replaced == (seat in leaving)
            if seat not in leaving:
                assert role.transcript() == table.host.transcript()
        names = [one.name for one in report.seats if one.kind == "bot"]
        assert len(names) == len(set(names)) == len(leaving)
    assert seen == (allowed if rounds else allowed - {"seal"})


def test_one_seat_after_the_other_is_replaced() -> None:
    table = Table(rules(deals=2, rounds=2)).start()
    for kind, seat in (("seal", 1), ("move", 2), ("disclose", 0)):
        table.run_until(kind)
        table.took("host", table.host.replace([seat]))
    table.run()
    report = table.report()
    assert report.verdict is Verdict.FAIR
    assert notes(report) == {Code.REPLACED: 3, Code.NO_PERSON_SEED: 1}
    assert [(one.seat, one.since) for one in report.seats if one.kind == "bot"] == [
        (0, 2),
        (1, 1),
        (2, 1),
    ]


def test_names_of_bots_never_stood_at_the_table() -> None:
    """A person of the name that the second bot would have got, gone by then."""
    table = Table(rules(deals=2))
    players = [
        Player("Bot 1", table.signers[0].public),
        Player("Bot 0", table.signers[1].public),
        Player("Chloé", table.signers[2].public),
    ]
    table.host = Host(
        table.signers["host"],
        "Bot 2",
        table.game,
        rules(deals=2),
        players,
        entropy=table.entropy,
    )
    table.start()
    for seat in (0, 1, 2):
        table.run_until("join" if seat == 0 else "replace")
        table.took("host", table.host.replace([seat]))
    names = [one.name for one in table.run().report().seats]
    assert len(names) == len(set(names)) == 6
    assert table.report().verdict is Verdict.FAIR


# --- ends ---


def test_all_agree_to_stop_after_a_deal() -> None:
    table = Table(rules(deals=3), bots=(1,)).start().run_until("move")
    for seat, role in table.seats.items():
        table.took(seat, role.stop())
    table.run()
    report = table.report()
    assert (report.verdict, notes(report)) == (Verdict.INCOMPLETE, {Code.STOPPED_EARLY: 1})
    assert table.kinds.count("disclose") == 1
    assert [said["by"] for said in table.chain[-1]["statements"]] == [0, 1, 2, "host"]
    assert {said["body"]["reason"] for said in table.chain[-1]["statements"]} == {"stopped"}


def test_all_agree_to_stop_before_the_first_deal() -> None:
    table = Table().start().run_until("open")
    for seat, role in table.seats.items():
        table.took(seat, role.stop())
    report = table.run().report()
    assert report.verdict is Verdict.INCOMPLETE
    assert set(codes(report)) == {Code.STOPPED_EARLY, Code.NO_DEAL}
    assert table.kinds == ["open", "join", "close"]


@pytest.mark.parametrize("stoppers", [[0], [1], [0, 2], [1, 2]])
def test_the_game_goes_on_where_not_all_want_to_stop(stoppers: list[int]) -> None:
    table = Table(rules(deals=2)).start().run_until("seal")
    for seat in stoppers:
        table.took(seat, table.seats[seat].stop())
    table.run()
    assert (table.report().verdict, codes(table.report())) == (Verdict.FAIR, [])
    assert table.kinds.count("disclose") == 2


def test_those_who_want_to_stop_may_do_so_once_the_others_are_replaced() -> None:
    table = Table(rules(deals=3)).start().run_until("seal")
    for seat in (0, 2):
        table.took(seat, table.seats[seat].stop())
    table.run_until("disclose").deliver()
    # Bob has committed to the next deal with the others.
    assert table.kinds.count("commit") == 2
    table.run_until(lambda: table.kinds.count("disclose") == 2)
    table.took("host", table.host.replace([1]))
    report = table.run().report()
    assert notes(report) == {Code.REPLACED: 1, Code.STOPPED_EARLY: 1}
    assert report.verdict is Verdict.INCOMPLETE


@pytest.mark.parametrize("silent", [{1}, {0, 2}, {0, 1, 2}])
def test_the_end_without_the_seats_that_do_not_sign_it(silent: set[int]) -> None:
    table = Table().start().run_until("disclose")
    table.silent = set(silent)
    table.deliver()
    assert not table.host.is_closed
    assert table.host.waiting_for == silent
    table.took("host", table.host.close())
    table.deliver()
    report = table.report()
    assert (report.verdict, notes(report)) == (Verdict.FAIR, {Code.UNSIGNED_CLOSE: 1})
    (finding,) = report.findings
    assert (finding.blame, finding.details["unsigned"]) == ((), sorted(silent))
    # No seat takes offence, not even one whose signature got lost.
    assert all(role.fault is None for role in table.seats.values())


def test_a_seat_that_was_away_while_others_went_on() -> None:
    # Chloé has no sealed choice to make: she misses everything up to her own move.
    table = Table(rules(deals=2, rounds=1), seed="draws").start().run_until("deal")
    table.deaf = {2}
    table.queue = type(table.queue)(m for m in table.queue if m[1] != 2)
    while table.queue or [seat for seat in table.choosers() if seat != 2]:
        table.turn()
    height = table.seats[2].session.height
    assert height < len(table.chain)
    table.deaf = set()
    table.took("host", table.host.catch_up(2, height))
    assert table.run().report().verdict is Verdict.FAIR
    assert table.seats[2].transcript() == table.host.transcript()


# --- hearts ---


def hearts_table(seed: str, **options: Any) -> Table:
    chosen, seats = TOOLS.rules("live", {"target": "1"})
    table = Table(chosen, game=HEARTS, seats=seats, seed=seed, **options)
    table.player = TOOLS.bot("normal", below(insecure_entropy(f"bots of {seed}")))
    return table


def test_a_whole_game_of_hearts_keeps_its_secrets() -> None:
    table = hearts_table("hearts").run()
    report = table.report()
    assert (report.verdict, codes(report)) == (Verdict.FAIR, [])
    assert_secrets_stayed_secret(table)
    for body in disclosed(table.chain):
        for opening in body["seals"]:
            shown = first_shown(table.log, opening["nonce"])
            told = {to for _, sender, to, m in shown if kind_of(m) == "private opening"}
            # The host, and the one seat that receives the cards.
            assert len(told) == 2
            assert "host" in told
    # Whole hands go to their own seats only.
    for _, to, data in table.log:
        message = json.loads(data)
        if message["type"] == "private" and message["message"]["kind"] == "hand":
            assert message["message"]["to"] == to
            assert len(message["message"]["body"]["cards"]) == 13


@pytest.mark.parametrize("point", ["deal", "pass half sealed", "seal", "trick 1", "trick 7"])
def test_a_bot_takes_over_at_hearts(point: str) -> None:
    table = hearts_table("a bot takes over").start()
    if point == "pass half sealed":
        table.run_until("deal").deliver()
        for seat in (0, 2):
            table.choose_one(seat)
        table.deliver()
        assert table.host.waiting_for == {1, 3}
    elif point.startswith("trick"):
        moves = 4 * int(point.split()[1]) - 2
        table.run_until(lambda: table.kinds.count("move") == moves)
    else:
        table.run_until(point)
    table.took("host", table.host.replace([1]))
    report = table.run().report()
    assert report.verdict is Verdict.FAIR
    assert notes(report) == {Code.REPLACED: 1}
    assert table.host.bots == {1}
    assert table.seats[1].is_replaced


@pytest.mark.slow
@pytest.mark.parametrize("crashing", ["host", 0, 3])
def test_hearts_with_a_crash_after_every_step(crashing: Party) -> None:
    table = hearts_table(f"crashes of {crashing}", bots=(1,)).start()
    height = 0
    while not table.host.is_closed:
        table.deliver_one() if table.queue else table.choose_one(table.choosers()[0])
        if len(table.chain) > height and crashing in table.secrets:
            height = len(table.chain)
            table.queue = type(table.queue)(m for m in table.queue if crashing not in m[:2])
            if crashing == "host":
                table.took("host", table.resume_host())
            else:
                table.took(crashing, table.resume_seat(int(crashing)))
            for seat, role in table.seats.items():
                table.took("host", table.host.catch_up(seat, role.session.height))
    assert (table.report().verdict, codes(table.report())) == (Verdict.FAIR, [])


# --- the table in memory that comes with the library ---


def test_the_local_table_plays_a_game() -> None:
    entropy = insecure_entropy("local")
    signers: dict[Party, Signer] = {party: Signer(entropy(32)) for party in ("host", 0, 1, 2)}
    players = [Player(NAMES[seat], signers[seat].public) for seat in range(3)]
    data = play(
        minigame.GAME,
        rules(),
        host_name="Example Host",
        players=players,
        signers=signers,
        bots=[minigame.MiniBot()] * 3,
        entropy=entropy,
    )
    report = verify(data, games={"mini": minigame.GAME})
    assert (report.verdict, faults(report)) == (Verdict.FAIR, [])
    assert [one.name for one in report.seats] == ["Alice", "Bob", "Chloé"]


def test_the_local_table_keeps_a_log_of_its_links() -> None:
    entropy = insecure_entropy("log")
    signers = [Signer(entropy(32)) for _ in range(4)]
    players = [
        Player("Alice", signers[0].public),
        Player("Bot", signers[1].public, "bot"),
        Player("Chloé", signers[2].public),
    ]
    host = Host(
        signers[3],
        "Example Host",
        minigame.GAME,
        rules(),
        players,
        bots={1: signers[1]},
        entropy=entropy,
    )
    seats = {
        seat: Seat(signers[seat], entropy=entropy, games={minigame.GAME.name: minigame.GAME})
        for seat in (0, 2)
    }
    table = LocalTable(host, seats, dict.fromkeys(range(3), minigame.MiniBot()))
    table.run()
    assert host.is_closed
    links = {(one.sender, one.to) for one in table.log}
    assert links == {("host", 0), ("host", 2), (0, "host"), (2, "host")}
    assert seats[0].transcript() == host.transcript()
