"""What an audit takes from a transcript."""

from __future__ import annotations

import pytest

from examples.high_card import HighCard, Lowest
from fairdeal import Expect, Player, Signer, Verdict, insecure_entropy
from fairdeal.game import Json
from fairdeal.localtable import play
from fairdeal.sample import Attempt, Fate, Sample, read_sample
from fairdeal.story import read_table, record
from fairdeal.verifier import verify
from hearts.cards import NAMES
from tests.cli import tables

KEYS = tuple(tables.SIGNERS[seat].public.hex() for seat in range(4))


def taken(data: bytes) -> Sample:
    sample = read_sample(data)
    assert isinstance(sample, Sample)
    return sample


def test_the_hands_are_those_before_the_pass() -> None:
    sample = taken(tables.play())
    told = read_table(tables.play())
    assert (sample.table, sample.height, sample.game) == (told.table, told.height, "hearts")
    assert [deal.number for deal in sample.deals] == [1, 2, 3]
    for deal, story in zip(sample.deals, told.deals, strict=True):
        assert deal.hands == record(story).hands
        assert deal.deck == NAMES
        assert sorted(deal.order) == sorted(NAMES)
        assert dict(deal.groups)["queen of spades"] == ("QS",)
        # Hands are dealt in turn, so each is every fourth card of the order.
        assert {frozenset(hand) for hand in deal.hands} == {
            frozenset(deal.order[at::4]) for at in range(4)
        }
        result = record(story).result
        assert isinstance(result, dict)
        assert deal.points == tuple(result["points"])


def test_who_sat_there() -> None:
    sample = taken(tables.play())
    host = tables.SIGNERS["host"].public.hex()
    assert sample.host == host
    assert sample.names == {host: "The Green Table", **dict(zip(KEYS, tables.NAMES, strict=True))}
    assert sample.attempts == (Attempt(Fate.DISCLOSED, KEYS),) * 3


def test_whoever_seats_a_key_gives_it_no_name() -> None:
    """Before a key has signed at a table, only the host says whose it is."""
    host = tables.SIGNERS["host"].public.hex()
    assert set(taken(tables.cut(tables.play(), 1)).names) == {host}
    assert set(taken(tables.cut(tables.play(), 2)).names) == {host, *KEYS}


def test_which_history_the_host_signed() -> None:
    steps = tables.steps_of(tables.play())
    hashes = [bytes.fromhex(step["parent"]) for step in steps[1:]]
    whole = taken(tables.play())
    assert whole.whole
    assert whole.hashes.startswith(b"".join(hashes))
    assert (whole.signed, len(whole.hashes)) == (len(steps), 32 * len(steps))
    # After the cards are dealt, seats move; the host signs again when it discloses.
    moves = tables.index(steps, "move", 3)
    cut = taken(tables.cut(tables.play(), moves + 1))
    assert not cut.whole
    assert cut.hashes == b"".join(hashes[: moves + 1])
    assert cut.signed == tables.index(steps, "deal") + 1


def test_whose_hand_it_was() -> None:
    """Dan's seat is the host's from deal 2 on; Cleo's only after that deal was dealt."""
    host = tables.SIGNERS["host"].public.hex()
    assert [deal.sitters for deal in taken(tables.eventful()).deals] == [
        KEYS,
        (*KEYS[:3], host),
    ]


def test_only_those_who_are_expected() -> None:
    host = tables.SIGNERS["host"].public
    expect = Expect(host=host)
    assert isinstance(read_sample(tables.play(), expect), Sample)
    other = Expect(host=tables.SIGNERS[0].public)
    assert read_sample(tables.play(), other) is Verdict.UNFAIR


def test_bots_are_nobody() -> None:
    sample = taken(tables.play(kinds=("person", "bot", "bot", "bot")))
    host = sample.host
    assert sample.deals[0].sitters == (KEYS[0], host, host, host)
    assert set(sample.names) == {sample.host, KEYS[0]}
    assert {attempt.persons for attempt in sample.attempts} == {KEYS[:1]}


def test_an_attempt_that_was_called_off() -> None:
    """Dan does not reveal for deal 2, and Cleo's seat is taken over later in that deal."""
    sample = taken(tables.eventful())
    assert sample.attempts == (
        Attempt(Fate.DISCLOSED, KEYS),
        Attempt(Fate.VOID, KEYS, (KEYS[3],)),
        Attempt(Fate.DISCLOSED, KEYS[:3]),
    )
    assert [deal.number for deal in sample.deals] == [1, 2]


@pytest.mark.parametrize(
    ("kind", "fate"),
    [("commit", Fate.COMMITTED), ("reveal", Fate.REVEALED), ("deal", Fate.REVEALED)],
)
def test_where_a_file_ends(kind: str, fate: Fate) -> None:
    steps = tables.steps_of(tables.play())
    sample = taken(tables.cut(tables.play(), tables.index(steps, kind, 1) + 1))
    assert sample.attempts == (Attempt(Fate.DISCLOSED, KEYS), Attempt(fate, KEYS))
    assert [deal.number for deal in sample.deals] == [1]


def test_a_file_that_ends_after_a_void() -> None:
    steps = tables.steps_of(tables.eventful())
    sample = taken(tables.cut(tables.eventful(), tables.index(steps, "void") + 1))
    assert [attempt.fate for attempt in sample.attempts] == [Fate.DISCLOSED, Fate.VOID]


def test_what_is_not_in_order_is_left_out() -> None:
    assert read_sample(tables.revoke()) is Verdict.UNFAIR
    assert read_sample(b"[]") is Verdict.MALFORMED
    assert read_sample(tables.play().replace(b'"Ann"', b'"Eve"')) is Verdict.ALTERED


def test_a_game_without_tools_tells_neither_groups_nor_points() -> None:
    entropy = insecure_entropy("sample")
    signers = {party: Signer(entropy(32)) for party in ("host", 0, 1, 2)}
    rules: Json = {"deals": 2}
    data = play(
        HighCard(),
        rules,
        host_name="Example Host",
        players=[
            Player(name, signers[seat].public)
            for seat, name in enumerate(("Alice", "Bob", "Chloé"))
        ],
        signers=signers,
        bots=[Lowest()] * 3,
        entropy=entropy,
    )
    games = {"high-card": HighCard()}
    assert verify(data, games=games).verdict is Verdict.FAIR
    sample = read_sample(data, games=games)
    assert isinstance(sample, Sample)
    assert [(deal.groups, deal.points) for deal in sample.deals] == [((), None)] * 2
    assert [len(hand) for hand in sample.deals[0].hands] == [4, 4, 4]
