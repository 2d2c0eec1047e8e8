"""Attacks of specs/attacks.md that no other file runs: as files first, then at running tables.

The page names for each attack its test; `test_page.py` holds the two together.
"""

from __future__ import annotations

import hmac
import json
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import count
from typing import Any

import pytest

from fairdeal import chain, commitment, proofs, shuffle, transcript
from fairdeal.compare import Relation, compare
from fairdeal.expect import Expect
from fairdeal.findings import Party
from fairdeal.game import Json
from fairdeal.report import Verdict
from tests import minigame
from tests.attacks import test_codes as codes
from tests.attacks.forge import (
    CLOSE,
    COMMIT,
    COMMIT_2,
    DEAL,
    DEAL_2,
    DISCLOSE,
    GAMES,
    NAMES,
    OPEN,
    REVEAL,
    REVEAL_2,
    Forge,
    altered,
    at,
    found,
    incomplete,
    judge,
    note,
    resigned,
    violation,
    warning,
)
from tests.roles.tables import Forger, Table

REVOKE = 13
"""Where seat 0 follows suit with 9C, and holds 3D."""
ATTACKS: codes.Cases = []
case = partial(codes.case, cases=ATTACKS)


# --- an outsider ---


def edited() -> Forge:
    forge = Forge()
    forge.finish()
    body = forge.steps[REVOKE]["statements"][0]["body"]
    assert (body["move"], forge.steps[REVOKE]["statements"][0]["by"]) == ("9C", 0)
    body["move"] = "3D"
    return forge


EDITED = ("altered", "..F.------", altered("bad-signature", at(REVOKE, 0, "sig")))


@case(*EDITED)
def an_honest_card_edited_into_a_revoke() -> object:
    return edited().data()


@case(*EDITED)
def an_honest_card_edited_into_a_revoke_with_all_parents_written_anew() -> object:
    forge = edited()
    return transcript.dump(resigned(forge, forge.steps, 0, ()))


@case("altered", "..F.------", altered("bad-signature", at(REVOKE - 1, 0, "sig")))
def a_revoke_behind_a_card_that_was_edited_before_it() -> object:
    """The file blames nobody any more: it has to be held to another copy."""
    forge = Forge().until_step(REVOKE)
    forge.step(forge.move(0, "3D")).finish()
    said = forge.steps[REVOKE - 1]["statements"][0]
    assert (said["by"], said["body"]["move"]) == (3, "QC")
    said["body"]["move"] = "KC"
    return forge.data()


def invented() -> Forge:
    """The table of an outsider that has made up all keys, under the names of `Forge`."""
    return Forge("invented")


@case("fair", "..........")
def an_invented_game_under_the_names_of_others() -> object:
    return invented().finish()


@case(
    "unfair",
    "...F......",
    violation("unexpected-host", at(OPEN, 0, "body/host/key")),
    *(violation("unexpected-player", at(OPEN, 0, f"body/seats/{seat}")) for seat in range(4)),
)
def an_invented_game_before_those_who_know_the_keys() -> object:
    true = Forge()
    players = {NAMES[seat]: frozenset({true.signers[seat].public}) for seat in true.seats}
    return invented().finish(), Expect(host=true.signers["host"].public, players=players)


# --- the host ---


@case("unfair", "...F......", violation("unexpected-player", at(OPEN, 0, "body/seats/1")))
def a_bot_of_the_host_under_the_name_of_a_player() -> object:
    forge = Forge(kinds=("person", "bot", "person", "person"))
    players = {NAMES[seat]: frozenset({forge.signers[seat].public}) for seat in forge.seats}
    true_key = Forge("the true Bob").signers[1].public
    return forge.finish(), Expect(players=players | {NAMES[1]: frozenset({true_key})})


# --- a seat, or several ---


def committed(seat: int, value: Callable[[Forge], str]) -> bytes:
    """A game in whose first deal a seat states another commitment to its seed."""
    forge = Forge().until("commit")
    bodies = forge.draft()
    bodies[seat]["commitment"] = value(forge)
    return forge.step(bodies).finish()


def unopened(seat: int) -> codes.Case:
    return case(
        "unfair",
        ".....F---.",
        violation("wrong-opening", at(REVEAL, seat, "body/seed"), seat, "host"),
        note("not-judged", at(DEAL, 0)),
    )


@unopened(2)
def a_commitment_made_for_the_seat_beside() -> object:
    return committed(2, lambda forge: forge.committed(1, forge.seeds[2]))


@unopened(2)
def a_commitment_made_for_another_table() -> object:
    elsewhere = bytes.fromhex(Forge("elsewhere").until("commit").parent)

    def made(forge: Forge) -> str:
        return commitment.seed_commitment(elsewhere, 2, bytes.fromhex(forge.seeds[2])).hex()

    return committed(2, made)


@case(
    "unfair",
    "....FF---.",
    violation("wrong-opening", at(REVEAL_2, 1, "body/seed"), 1, "host"),
    violation("repeated-value", at(REVEAL_2, 1, "body/seed"), 1, "host"),
    note("not-judged", at(DEAL_2, 0)),
)
def a_commitment_and_its_seed_taken_over_from_the_deal_before() -> object:
    forge = Forge().until("commit", 2)
    old = forge.seeds[1]
    bodies = forge.draft()
    bodies[1]["commitment"] = forge.steps[COMMIT]["statements"][1]["body"]["commitment"]
    forge.seeds[1] = old
    return forge.step(bodies).finish()


@case("fair", "..........")
def two_seats_whose_seeds_are_complements() -> object:
    forge = Forge()
    forge.chosen_seeds[1] = Forge("one seed").fresh()
    forge.chosen_seeds[2] = bytes(0xFF ^ b for b in bytes.fromhex(forge.chosen_seeds[1])).hex()
    return forge.finish()


@case("fair", "..........")
def a_seat_that_says_it_left_a_table_that_never_was() -> object:
    forge = Forge().until("join")
    bodies = forge.draft()
    bodies[2]["last"] = "ab" * 32
    return forge.step(bodies).finish()


@case("unfair", "....F-----", violation("repeated-statement", at(CLOSE, 2), 1))
def a_second_end_put_before_the_one_that_the_host_lists() -> object:
    forge = Forge().until("close")
    statements = forge.signed()
    other = forge.sign("close", 1, {**statements[1]["body"], "reason": "stopped"})
    return forge.step(statements=[statements[0], other, *statements[1:]]).data()


@case(
    "unfair",
    "....F-----",
    violation("repeated-statement", at(CLOSE, 2), 1),
    altered("repeated-statement", at(CLOSE, 3)),
)
def a_second_end_and_a_copy_of_the_one_that_the_host_lists() -> object:
    forge = Forge().until("close")
    statements = forge.signed()
    other = forge.sign("close", 1, {**statements[1]["body"], "reason": "stopped"})
    return forge.step(statements=[statements[0], other, statements[1], *statements[1:]]).data()


@case(
    "unfair",
    "....F-----",
    violation("wrong-author", at(REVOKE + 1, 0, "by"), 1),
    altered("missing-statement", f"/steps/{REVOKE + 1}/statements"),
)
def a_seats_own_disclosure_of_a_deal_that_nobody_can_play_on() -> object:
    forge = Forge().until_step(REVOKE)
    forge.step(forge.move(0, "QC"))  # which lies on the table already
    return forge.until("disclose").step({1: forge.draft()["host"]}).data()


# --- the host ---


def disclosed(change: Callable[[Forge, Any], None]) -> bytes:
    forge = Forge().until("disclose")
    body = {**forge.draft()["host"], "seals": [dict(one) for one in forge.openings]}
    change(forge, body)
    return forge.step({"host": body}).finish()


@case(
    "unfair",
    ".....F---.",
    note("not-judged", at(DEAL, 0)),
    violation("wrong-seal-opening", at(DISCLOSE, 0, "body/seals/1"), "host"),
)
def an_opening_with_a_used_nonce_that_the_host_made_up() -> object:
    def change(forge: Forge, body: Any) -> None:
        body["seals"][1]["nonce"] = forge.steps[OPEN]["statements"][0]["body"]["nonce"]

    return disclosed(change)


@case(
    "unfair",
    ".....F---.",
    note("not-judged", at(DEAL, 0)),
    violation("wrong-opening", at(DISCLOSE, 0, "body/seed"), "host"),
)
def a_nonce_of_a_seal_shown_as_the_hosts_seed() -> object:
    """By its number the seed would have been used first; but it opens no commitment."""
    return disclosed(lambda forge, body: body.update(seed=body["seals"][1]["nonce"]))


def bytes_of(key: bytes) -> Iterator[int]:
    """The stream of section 9.3."""
    for number in count():
        label = b"fairdeal/1/stream\0"
        yield from hmac.digest(key, label + number.to_bytes(4, "big"), "sha256")


def modulo(deck: list[str], stream: Iterator[int]) -> None:
    for i in range(51, 0, -1):
        j = next(stream) % (i + 1)
        deck[i], deck[j] = deck[j], deck[i]


def with_any_place(deck: list[str], stream: Iterator[int]) -> None:
    for i in range(52):
        j = next(byte for byte in stream if byte < 208) % 52
        deck[i], deck[j] = deck[j], deck[i]


def one_place_short(deck: list[str], stream: Iterator[int]) -> None:
    for i in range(51, 0, -1):
        j = next(byte for byte in stream if byte < 256 - 256 % i) % i
        deck[i], deck[j] = deck[j], deck[i]


def by_random_keys(deck: list[str], stream: Iterator[int]) -> None:
    deck.sort(key=lambda _: next(stream))


def dealt(shuffled: Callable[[list[str], Iterator[int]], None]) -> bytes:
    """The host deals from the same key, by another shuffle than that of section 9.4."""
    forge = Forge().until("deal")
    deck = list(forge.match.deck)
    shuffled(deck, bytes_of(forge._key))
    layout = forge.match.layout(tuple(deck), forge._draw)
    forge._hands = [commitment.in_deck_order(hand, forge.match.deck) for hand in layout.hands]
    return forge.finish()


OTHER_CARDS = (
    "unfair",
    "......F--.",
    *(violation("wrong-hand", at(DEAL, 0, f"body/hands/{seat}"), "host") for seat in range(4)),
    note("not-judged", at(DEAL, 0)),
)


@case(*OTHER_CARDS)
def a_shuffle_that_takes_every_byte_modulo() -> object:
    return dealt(modulo)


@case(*OTHER_CARDS)
def a_shuffle_that_exchanges_with_any_place() -> object:
    return dealt(with_any_place)


@case(*OTHER_CARDS)
def a_shuffle_one_place_short() -> object:
    return dealt(one_place_short)


@case(*OTHER_CARDS)
def a_shuffle_by_random_keys() -> object:
    return dealt(by_random_keys)


@case(
    "altered",
    "....F....F",
    altered("wrong-close-list", f"/steps/{COMMIT_2}"),
    incomplete("stopped-early", f"/steps/{COMMIT_2}"),
)
def an_early_end_under_signatures_that_the_host_made_up() -> object:
    forge = Forge().until("commit", 2)
    body = forge.stopping()["host"]
    body["seats"] = [forge.fresh() for _ in forge.seats]
    return forge.put("close", [forge.sign("close", "host", body)]).data()


# --- everybody together ---


@case("fair", "..........")
def a_deal_that_all_parties_chose_together() -> object:
    """With all seeds in one hand, they try the host's until seat 0 has the three high spades."""
    for number in count(1):
        forge = Forge()
        forge.chosen_seeds["host"] = f"{number:064x}"
        if {"QS", "KS", "AS"} <= set(forge.until("seal")._hands[0]):
            return forge.finish()
    raise AssertionError


@codes.each(ATTACKS)
def test_exactly_this_is_found(
    made: codes.Case, verdict: str, checks: str, findings: tuple[Any, ...]
) -> None:
    codes.check(made, verdict, checks, findings)


# --- what is known when ---


def test_what_the_seats_have_heard_opens_no_hand_before_the_disclosure() -> None:
    """All seats together try everything that was said as the seed that they lack."""
    forge = Forge().until("disclose")
    heard = {
        value
        for step in forge.steps
        for said in step["statements"]
        for value in texts([said["body"], step["parent"]])
        if len(value) == 64
    }
    seeds = [bytes.fromhex(forge.seeds[seat]) for seat in forge.seats]
    root = shuffle.commit_root(forge.heads[COMMIT - 1], forge.steps[COMMIT]["statements"])
    fixed = forge.steps[DEAL]["statements"][0]["body"]["hands"]

    def hands(seed: str) -> list[str]:
        key = shuffle.deck_key(root, bytes.fromhex(seed), seeds)
        order, draw = shuffle.order_and_draw(key, forge.match.deck, 4)
        dealt = forge.match.layout(order, draw).hands
        return [
            commitment.hand_digest(
                commitment.hand_salt(key, seat), commitment.in_deck_order(hand, forge.match.deck)
            ).hex()
            for seat, hand in enumerate(dealt)
        ]

    assert len(heard) > 20
    assert not any(set(hands(seed)) & set(fixed) for seed in heard)
    # With the one seed that the host still keeps it is easy.
    assert hands(forge.seeds["host"]) == fixed


def texts(value: Any) -> Iterator[str]:
    """All strings in a value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for child in value.values() if isinstance(value, dict) else value:
            yield from texts(child)


@pytest.mark.parametrize("told", [(1,), (1, 2)], ids=["by a seat", "by the host"])
def test_a_friend_who_is_told_other_hands_leaves_no_trace(told: tuple[int, ...]) -> None:
    """Seat 0 knows one hand from the seat that holds it, or all from the host."""
    table = Table(minigame.rules(deals=2))
    known: list[Sequence[Any]] = []

    class Friend(minigame.MiniBot):
        """It plays what no hand that it knows can beat, if it has that, else its lowest."""

        def choose(self, deal: Any, seat: int) -> Json:
            if seat != 0:
                return super().choose(deal, seat)
            known.append([table.host.deal.hands[other] for other in told])
            own = [card for card in deal.match.deck if deal.check(seat, card) is None]
            highest = max(card for hand in known[-1] for card in hand)
            return next((card for card in own if card > highest), own[0])

    table.player = Friend()
    report = table.run().report()
    assert [len(hands) for hands in known] == [len(told)] * 4
    assert (report.verdict, report.findings) == (Verdict.FAIR, ())


# --- two histories ---


def convicted(one: bytes, other: bytes, games: Any = GAMES) -> list[Party]:
    """Whom two files that fork convict, each by a proof that stands alone."""
    compared = compare(one, other)
    assert compared.relation is Relation.FORKED
    for each in compared.contradictions:
        made = proofs.check(each.proof, games=games)
        assert (made.verdict, made.by) == (proofs.ProofVerdict.PROVEN, each.by)
    return [each.by for each in compared.contradictions]


def test_a_host_that_shows_two_seats_different_commitments_is_convicted_by_their_copies() -> None:
    table = Table().start().run_until("commit")
    host = table.signers["host"]
    *said, own = table.chain[COMMIT]["statements"]
    other = Forger(host, table.chain[:COMMIT])
    body = {**own["body"], "commitment": "77" * 32}
    shown = {
        0: Forger(host, table.chain).message(),
        1: other.append("commit", [*said, other.say("commit", body)]),
    }
    for seat, data in shown.items():
        answers = [json.loads(message.data) for message in table.seats[seat].receive(data).send]
        assert [(one["kind"], one["statement"]["by"]) for one in answers] == [("reveal", seat)]
    copies = [table.seats[seat].transcript() for seat in shown]
    assert convicted(*copies, games={"mini": minigame.GAME}) == ["host"]


def test_a_host_that_swaps_the_last_step_is_convicted_by_a_copy_of_the_first() -> None:
    """Afterwards seat 1 has not signed the end: each file alone is in order."""
    forge = Forge()
    first = forge.finish()
    forge = Forge().until("close")
    bodies = forge.draft()
    del bodies[1]
    second = forge.step(bodies).data()
    assert found(judge(first)) == []
    assert found(judge(second)) == [warning("unsigned-close", f"/steps/{CLOSE}")]
    assert convicted(first, second) == ["host"]


def test_a_host_that_ends_its_copy_early_is_shown_up_by_a_longer_one_and_not_convicted() -> None:
    forge = Forge()
    whole = forge.finish()
    cut = transcript.dump(forge.steps[: DISCLOSE + 1])
    compared = compare(cut, whole)
    assert (compared.relation, compared.common) == (Relation.SHORTER, DISCLOSE + 1)
    assert compared.contradictions == ()
    assert found(judge(cut)) == [incomplete("not-over", f"/steps/{DISCLOSE}")]


def test_all_parties_that_play_again_after_a_deal_convict_themselves_only_by_both_copies() -> None:
    """The lost game is thrown away, and from the second deal on all sign another one."""
    lost, again = Forge().until("commit", 2), Forge().until("commit", 2)
    again.fresh()  # other seeds from here on
    files = [one.finish() for one in (lost, again)]
    assert files[0] != files[1]
    assert [found(judge(data)) for data in files] == [[], []]
    assert convicted(*files) == ["host", 0, 1, 2, 3]


def test_a_statement_under_one_signature_is_not_a_head_or_a_private_message() -> None:
    """What a host signs as a head, or a seat to the host, is never what it says in the chain."""
    forge = Forge().until("move")
    signer = forge.signers["host"]
    head = chain.sign_head(signer, forge.table, len(forge.steps), forge.parent)
    position = {name: head[name] for name in ("head", "height", "table")}
    said = {"body": position, "by": "host", "sig": head["sig"]}
    private = chain.sign_private(
        signer,
        {"body": {}, "from": "host", "kind": "hand", "parent": forge.parent,
         "table": forge.table, "to": 0},
    )  # fmt: skip
    assert chain.is_signed_head(head, signer.public)
    assert chain.is_signed_private(private, signer.public)
    for kind in ("deal", "disclose", "close", "hand"):
        for one in (said, {"body": {}, "by": "host", "sig": private["sig"]}):
            assert not chain.is_signed(one, kind, forge.parent, forge.table, signer.public)
    assert not chain.is_signed_head({**head, "sig": private["sig"]}, signer.public)
    assert not chain.is_signed_private({**private, "sig": head["sig"]}, signer.public)
