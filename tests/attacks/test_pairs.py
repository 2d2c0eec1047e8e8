"""Two parties that cheat together: what one does with the other's help, for every such pair.

Each `Deviation` is one fault. One of the pair commits it; the other gives it what it has (its
secrets, its signature, its silence), and goes on over it. The file then ends in three ways:

* *there*, with the faulty step;
* *the two go on*: they alone sign one more step;
* *all go on*, to the end of the game, as if nobody had looked. Only where the host is one of the
  two, for an honest host stops before it signs over a fault.

What is expected is what section 10.2 says: the author of the fault is blamed for what it signed,
the host also for what it signed over, and nobody else for anything.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import permutations
from typing import Any

import pytest

from fairdeal import chain
from fairdeal.findings import Party, Severity
from fairdeal.game import Turn
from hearts.cards import names
from tests.attacks.forge import (
    DEAL,
    FIRST_MOVE,
    JOIN,
    NAMES,
    SEAL,
    Forge,
    Found,
    altered,
    at,
    found,
    judge,
    malformed,
    violation,
)

pytestmark = pytest.mark.usefixtures("remembered_signatures")

COMMIT, REVEAL, DISCLOSE, CLOSE = 2, 3, 58, 59
"""The places in a game of one deal."""
OTHER = "5b" * 31 + "5a"
FAULTS = (Severity.VIOLATION, Severity.MALFORMED, Severity.ALTERED)
PARTIES: tuple[Party, ...] = (0, 1, 2, 3, "host")


@dataclass
class Outcome:
    """What a fault comes to: what is found ``there``, and once the host has ``signed_over`` it.

    ``at_disclosure`` if nothing can be known before the hands are open, ``leaving`` the seats that
    a `replace` has to name next; ``signed_over`` is None where nobody can go on.
    """

    there: list[Found]
    signed_over: list[Found] | None
    at_disclosure: bool = False
    leaving: tuple[int, ...] = ()


Deviation = Callable[[Forge, Any, Any], Outcome]
OF_A_SEAT: list[Deviation] = []
OF_THE_HOST: list[Deviation] = []


def of_a_seat(made: Deviation) -> Deviation:
    """Register what a seat does; the other one is the host or another seat."""
    OF_A_SEAT.append(made)
    return made


def of_the_host(made: Deviation) -> Deviation:
    """Register what the host does; the other one is a seat."""
    OF_THE_HOST.append(made)
    return made


def own(code: str, pointer: str, by: Party) -> Outcome:
    """A wrong content: its author's fault, and the host's where it signs over it."""
    blame = (by,) if by == "host" else (by, "host")
    return Outcome([violation(code, pointer, by)], [violation(code, pointer, *blame)])


def hidden(*faults: Found) -> Outcome:
    """What nobody can tell before the host discloses, which is over all of it."""
    return Outcome([], list(faults), at_disclosure=True)


def damage(there: Found) -> Outcome:
    """What nobody signed: it convicts the host once that has signed over it."""
    code, _, pointer, _ = there
    code = "signed-over-damage" if code.startswith("bad-") else code
    return Outcome([there], [violation(code, pointer, "host")])


def said_by(forge: Forge, kind: str, by: Party) -> tuple[list[Any], int]:
    """The honest statements of the step that comes when that kind is due; the number of one."""
    forge.until(kind)
    statements = forge.signed()
    return statements, [said["by"] for said in statements].index(by)


def content(kind: str, code: str, member: str, value: Callable[[Forge, Any, Any], Any]) -> Any:
    """The deviation that one member of an honest body has another value."""

    def made(forge: Forge, by: Any, helper: Any) -> Outcome:
        statements, number = said_by(forge, kind, by)
        body = {**statements[number]["body"], member: value(forge, by, helper)}
        statements[number] = forge.sign(kind, by, body)
        index = len(forge.steps)
        forge.step(statements=statements)
        return own(code, at(index, number, f"body/{member}"), by)

    return made


def turn_of(forge: Forge, by: Party) -> Forge:
    """Go on until it is a seat's turn."""
    forge.until("move")
    while not isinstance(forge.deal.due(), Turn) or forge.deal.due().seats != {by}:
        forge.step()
    return forge


def held(forge: Forge, seat: int) -> list[str]:
    """The cards in a hand now."""
    return list(names(forge.deal.hand(seat)))


def beside(seat: int, helper: Party) -> int:
    """The helper, if that is another seat, else the left neighbour."""
    return (seat + 1) % 4 if helper == "host" else helper


# --- a seat, with the host or another seat ---


@of_a_seat
def a_seed_that_does_not_open(forge: Forge, by: Any, helper: Any) -> Outcome:
    return content("reveal", "wrong-opening", "seed", lambda *_: OTHER)(forge, by, helper)


@of_a_seat
def the_others_commitment_and_seed(forge: Forge, by: Any, helper: Any) -> Outcome:
    forge.until("commit")
    bodies = forge.draft()
    bodies[by]["commitment"] = bodies[helper]["commitment"]
    forge.step(bodies)
    forge.seeds[by] = forge.seeds[helper]
    forge.step()
    return own("wrong-opening", at(REVEAL, by, "body/seed"), by)


@of_a_seat
def a_seed_that_the_other_has_used_as_a_nonce(forge: Forge, by: Any, helper: Any) -> Outcome:
    forge.until("commit")
    place, number = (0, 0) if helper == "host" else (JOIN, helper)
    forge.chosen_seeds[by] = forge.steps[place]["statements"][number]["body"]["nonce"]
    forge.step().step()
    return own("repeated-value", at(REVEAL, by, "body/seed"), by)


@of_a_seat
def a_nonce_taken_from_the_opening(forge: Forge, by: Any, helper: Any) -> Outcome:
    def nonce(forge: Forge, *_: Any) -> Any:
        return forge.steps[0]["statements"][0]["body"]["nonce"]

    return content("join", "repeated-value", "nonce", nonce)(forge, by, helper)


@of_a_seat
def a_commitment_under_another_deals_number(forge: Forge, by: Any, helper: Any) -> Outcome:
    return content("commit", "wrong-number", "deal", lambda *_: 2)(forge, by, helper)


@of_a_seat
def a_reveal_under_another_attempts_number(forge: Forge, by: Any, helper: Any) -> Outcome:
    return content("reveal", "wrong-number", "attempt", lambda *_: 2)(forge, by, helper)


@of_a_seat
def a_seal_under_another_deals_number(forge: Forge, by: Any, helper: Any) -> Outcome:
    return content("seal", "wrong-number", "deal", lambda *_: 2)(forge, by, helper)


@of_a_seat
def a_move_under_another_deals_number(forge: Forge, by: Any, helper: Any) -> Outcome:
    return content("move", "wrong-number", "deal", lambda *_: 2)(turn_of(forge, by), by, helper)


def two(kind: str, member: str, value: Callable[[Forge, Any], Any]) -> Deviation:
    """A second, different statement of one author, beside the first."""

    def made(forge: Forge, by: Any, helper: Any) -> Outcome:
        statements, number = said_by(forge, kind, by)
        body = {**statements[number]["body"], member: value(forge, by)}
        statements.insert(number + 1, forge.sign(kind, by, body))
        index = len(forge.steps)
        forge.step(statements=statements)
        return own("repeated-statement", at(index, number + 1), by)

    return made


@of_a_seat
def two_commitments(forge: Forge, by: Any, helper: Any) -> Outcome:
    return two("commit", "commitment", lambda *_: OTHER)(forge, by, helper)


@of_a_seat
def two_reveals(forge: Forge, by: Any, helper: Any) -> Outcome:
    return two("reveal", "seed", lambda *_: OTHER)(forge, by, helper)


@of_a_seat
def two_seals(forge: Forge, by: Any, helper: Any) -> Outcome:
    return two("seal", "commitment", lambda *_: OTHER)(forge, by, helper)


@of_a_seat
def two_moves(forge: Forge, by: Any, helper: Any) -> Outcome:
    return two("move", "move", lambda forge, by: held(forge, by)[-1])(
        turn_of(forge, by), by, helper
    )


@of_a_seat
def one_statement_twice(forge: Forge, by: Any, helper: Any) -> Outcome:
    statements, number = said_by(forge, "reveal", by)
    statements.insert(number, statements[number])
    forge.step(statements=statements)
    return damage(altered("repeated-statement", at(REVEAL, number + 1)))


@of_a_seat
def a_word_in_the_hosts_step(forge: Forge, by: Any, helper: Any) -> Outcome:
    """An honest host's own statement is not there: nobody but the two has signed that step."""
    forge.until("deal")
    body = forge.draft()["host"]
    forge.step({by: body, "host": body} if helper == "host" else {by: body})
    outcome = own("wrong-author", at(DEAL, 0, "by"), by)
    if helper != "host":
        outcome.there.append(altered("missing-statement", f"/steps/{DEAL}/statements"))
    return outcome


@of_a_seat
def a_step_of_its_own_out_of_place(forge: Forge, by: Any, helper: Any) -> Outcome:
    forge.until("move")
    body = {"last": None, "nonce": forge.fresh()}
    forge.put("join", [forge.sign("join", by, body)])
    return own("wrong-kind", f"/steps/{FIRST_MOVE}/kind", by)


@of_a_seat
def a_signature_of_the_other_for_it(forge: Forge, by: Any, helper: Any) -> Outcome:
    statements, number = said_by(forge, "seal", by)
    body = statements[number]["body"]
    statements[number] = forge.sign("seal", by, body, forge.signers[helper])
    forge.step(statements=statements)
    return damage(altered("bad-signature", at(SEAL, number, "sig")))


@of_a_seat
def a_spoiled_signature(forge: Forge, by: Any, helper: Any) -> Outcome:
    (said,) = turn_of(forge, by).signed()
    index = len(forge.steps)
    forge.step(statements=[{**said, "sig": said["sig"][::-1]}])
    return damage(altered("bad-signature", at(index, 0, "sig")))


@of_a_seat
def an_unknown_member(forge: Forge, by: Any, helper: Any) -> Outcome:
    statements, number = said_by(forge, "commit", by)
    body = {**statements[number]["body"], "more": 0}
    statements[number] = forge.sign("commit", by, body)
    forge.step(statements=statements)
    return damage(malformed("bad-form", at(COMMIT, number, "body/more")))


@of_a_seat
def no_seed_at_all(forge: Forge, by: Any, helper: Any) -> Outcome:
    statements, number = said_by(forge, "reveal", by)
    del statements[number]
    forge.step(statements=statements)
    return damage(altered("missing-statement", f"/steps/{REVEAL}/statements"))


@of_a_seat
def both_in_each_others_place(forge: Forge, by: Any, helper: Any) -> Outcome:
    statements, number = said_by(forge, "commit", by)
    other = 4 if helper == "host" else helper
    statements[number], statements[other] = statements[other], statements[number]
    forge.step(statements=statements)
    return damage(altered("unordered-statements", f"/steps/{COMMIT}/statements"))


def end(forge: Forge, by: Any, helper: Any, member: str, code: str, value: Any) -> Outcome:
    """A false word at the end. The host lists it if it helps, else it had listed the true one."""
    statements, number = said_by(forge, "close", by)
    pair = (by, helper)
    for place, said in enumerate(statements[:-1]):
        if said["by"] in pair:
            statements[place] = forge.sign("close", said["by"], {**said["body"], member: value})
    if helper == "host":
        body = statements[-1]["body"]
        body["seats"] = [chain.statement_hash(said) for said in statements[:-1]]
        statements[-1] = forge.sign("close", "host", body)
    forge.step(statements=statements)
    pointer = f"body/{member}"
    if helper == "host":
        return Outcome([violation(code, at(CLOSE, number, pointer), by, "host")], None)
    there = [violation(code, at(CLOSE, seat, pointer), seat) for seat in sorted(pair)]
    return Outcome([*there, altered("wrong-close-list", f"/steps/{CLOSE}")], None)


@of_a_seat
def false_standings(forge: Forge, by: Any, helper: Any) -> Outcome:
    lie = {"places": [1, 1, 1, 1], "totals": [0, 0, 0, 0]}
    return end(forge, by, helper, "result", "wrong-standings", lie)


@of_a_seat
def an_end_called_a_stop(forge: Forge, by: Any, helper: Any) -> Outcome:
    return end(forge, by, helper, "reason", "wrong-reason", "stopped")


@of_a_seat
def a_pass_of_a_card_of_another_hand(forge: Forge, by: Any, helper: Any) -> Outcome:
    forge.until("seal")
    moves = {seat: list(forge._hands[seat][:3]) for seat in forge.seats}
    foreign = [*moves[by][:2], forge._hands[beside(by, helper)][5]]
    moves[by] = sorted(foreign, key=forge.match.deck.index)
    forge.step(forge.seals(moves))
    return hidden(violation("illegal-move", at(SEAL, by, "body/commitment"), by, "host"))


@of_a_seat
def a_play_of_a_card_of_another_hand(forge: Forge, by: Any, helper: Any) -> Outcome:
    turn_of(forge, by)
    index = len(forge.steps)
    forge.step(forge.move(by, held(forge, beside(by, helper))[-1]))
    return hidden(violation("illegal-move", at(index, 0, "body/move"), by, "host"))


@of_a_seat
def a_play_in_the_turn_of_another(forge: Forge, by: Any, helper: Any) -> Outcome:
    turn_of(forge, beside(by, helper))
    index = len(forge.steps)
    forge.step(forge.move(by, held(forge, by)[-1]))
    return hidden(violation("illegal-move", at(index, 0, "body/move"), by, "host"))


# --- the host, with a seat ---


def third(helper: int) -> int:
    """An honest seat."""
    return (helper + 1) % 4


@of_the_host
def another_seed_disclosed(forge: Forge, by: Any, helper: Any) -> Outcome:
    return content("disclose", "wrong-opening", "seed", lambda *_: OTHER)(forge, by, helper)


@of_the_host
def a_card_of_the_helper_exchanged(forge: Forge, by: Any, helper: Any) -> Outcome:
    forge.until("deal")
    hands = [list(hand) for hand in forge._hands]
    pair = sorted((helper, third(helper)))
    hands[pair[0]][0], hands[pair[1]][0] = hands[pair[1]][0], hands[pair[0]][0]
    forge._hands = [tuple(sorted(hand, key=forge.match.deck.index)) for hand in hands]
    forge.step()
    return hidden(
        *(violation("wrong-hand", at(DEAL, 0, f"body/hands/{seat}"), "host") for seat in pair)
    )


@of_the_host
def the_helper_named_as_dealer(forge: Forge, by: Any, helper: Any) -> Outcome:
    forge.until("deal")
    draw = helper if helper != forge._draw else third(helper)
    forge.step({"host": {**forge.draft()["host"], "draw": draw}})
    return hidden(violation("wrong-draw", at(DEAL, 0, "body/draw"), "host"))


@of_the_host
def cards_left_over_where_none_are(forge: Forge, by: Any, helper: Any) -> Outcome:
    forge.until("deal")
    forge.step({"host": {**forge.draft()["host"], "rest": OTHER}})
    return hidden(violation("wrong-rest", at(DEAL, 0, "body/rest"), "host"))


@of_the_host
def points_of_the_helper_on_another(forge: Forge, by: Any, helper: Any) -> Outcome:
    def result(forge: Forge, *_: Any) -> Any:
        true = forge.deal.result()
        changed = {name: list(true[name]) for name in ("points", "totals")}
        for numbers in changed.values():
            numbers[helper] -= 1
            numbers[third(helper)] += 1
        return {**true, **changed}

    return content("disclose", "wrong-result", "result", result)(forge, by, helper)


@of_the_host
def other_cards_than_the_helper_sealed(forge: Forge, by: Any, helper: Any) -> Outcome:
    def seals(forge: Forge, *_: Any) -> Any:
        move = list(forge._hands[helper][3:6])
        return [{**one, "move": move} if one["seat"] == helper else one for one in forge.openings]

    outcome = content("disclose", "wrong-seal-opening", "seals", seals)(forge, by, helper)
    pointer = at(DISCLOSE, 0, f"body/seals/{helper}")
    assert outcome.there[0][0] == "wrong-seal-opening"
    return own("wrong-seal-opening", pointer, by)


@of_the_host
def false_standings_signed_by_both(forge: Forge, by: Any, helper: Any) -> Outcome:
    forge.until("close")
    bodies = forge.draft()
    for one in (helper, "host"):
        bodies[one]["result"] = {"places": [1, 1, 1, 1], "totals": [0, 0, 0, 0]}
    forge.step(bodies)
    code, pointer = "wrong-standings", "body/result"
    said = [violation(code, at(CLOSE, helper, pointer), helper, "host")]
    return Outcome([*said, violation(code, at(CLOSE, 4, pointer), "host")], None)


@of_the_host
def a_reason_that_is_not_so(forge: Forge, by: Any, helper: Any) -> Outcome:
    made = content("close", "wrong-reason", "reason", lambda *_: "stopped")(forge, by, helper)
    return Outcome(made.there, None)


@of_the_host
def an_early_end_with_the_helper_alone(forge: Forge, by: Any, helper: Any) -> Outcome:
    forge.until("commit")
    bodies = forge.stopping()
    forge.step({one: bodies[one] for one in (helper, "host")})
    return Outcome([violation("early-close", f"/steps/{COMMIT}", "host")], None)


@of_the_host
def an_early_end_under_made_up_signatures(forge: Forge, by: Any, helper: Any) -> Outcome:
    """That the host made them up cannot be told from that somebody removed them."""
    forge.until("commit")
    bodies = forge.stopping()
    statements = [forge.sign("close", helper, bodies[helper])]
    listed = [OTHER] * 4
    listed[helper] = chain.statement_hash(statements[0])
    listed = [one if one != OTHER else f"{n}" * 64 for n, one in enumerate(listed)]
    statements.append(forge.sign("close", "host", {**bodies["host"], "seats": listed}))
    forge.step(statements=statements)
    return Outcome([altered("wrong-close-list", f"/steps/{COMMIT}")], None)


@of_the_host
def an_early_end_hidden_behind_two_words_of_the_helper(
    forge: Forge, by: Any, helper: Any
) -> Outcome:
    """The helper takes the blame. Without its second word the same file convicts the host."""
    forge.until("commit")
    bodies = forge.stopping()
    first = forge.sign("close", helper, bodies[helper])
    second = forge.sign("close", helper, {**bodies[helper], "reason": "end"})
    bodies["host"]["seats"] = [chain.statement_hash(first)]
    host = forge.sign("close", "host", bodies["host"])
    shorter = found(judge(forge.step(statements=[first, host]).data()))
    assert violation("early-close", f"/steps/{COMMIT}", "host") in shorter
    forge.steps[COMMIT]["statements"].insert(1, second)
    return Outcome([violation("repeated-statement", at(COMMIT, 1), helper)], None)


@of_the_host
def a_commit_after_the_end(forge: Forge, by: Any, helper: Any) -> Outcome:
    forge.until("close")
    forge.due = "commit"
    bodies = forge.draft()
    forge.due = None
    forge.put("commit", [forge.sign("commit", one, bodies[one]) for one in (helper, "host")])
    return Outcome([violation("wrong-kind", f"/steps/{CLOSE}/kind", helper, "host")], None)


@of_the_host
def an_honest_reveal_filed_as_offending(forge: Forge, by: Any, helper: Any) -> Outcome:
    forge.until("reveal")
    honest = third(helper)
    forge.call_off(forge.void([helper], {honest: forge.draft()[honest]}))
    outcome = own("wrong-void", at(REVEAL, 0, "body/offending/0"), by)
    outcome.leaving = tuple(sorted((helper, honest)))
    return outcome


@of_the_host
def an_honest_seat_named_missing(forge: Forge, by: Any, helper: Any) -> Outcome:
    """The file is in order: only the seat itself knows that it had revealed."""
    honest = third(helper)
    forge.until("reveal").call_off(forge.void([honest]))
    return Outcome([], [], leaving=(honest,))


@of_the_host
def the_helpers_refusal(forge: Forge, by: Any, helper: Any) -> Outcome:
    """Both have looked at the deal and do not like it: visible, and allowed once."""
    forge.until("reveal").call_off(forge.void([helper]))
    return Outcome([], [], leaving=(helper,))


@of_the_host
def a_wrong_seed_of_the_helper_refused(forge: Forge, by: Any, helper: Any) -> Outcome:
    """The host did what it had to: the seat alone is blamed."""
    forge.until("reveal")
    forge.call_off(forge.void([], {helper: {**forge.draft()[helper], "seed": OTHER}}))
    fault = violation("wrong-opening", at(REVEAL, 0, "body/offending/0"), helper)
    return Outcome([fault], [fault], leaving=(helper,))


@of_the_host
def a_deal_called_off_after_the_reveal(forge: Forge, by: Any, helper: Any) -> Outcome:
    forge.until("deal").call_off(forge.void([helper]))
    outcome = own("wrong-kind", f"/steps/{DEAL}/kind", by)
    outcome.leaving = (helper,)
    return outcome


@of_the_host
def a_deal_called_off_after_the_hands_were_seen(forge: Forge, by: Any, helper: Any) -> Outcome:
    forge.until("move").call_off(forge.void([helper]))
    outcome = own("wrong-kind", f"/steps/{FIRST_MOVE}/kind", by)
    outcome.leaving = (helper,)
    return outcome


@of_the_host
def a_deal_called_off_for_nothing(forge: Forge, by: Any, helper: Any) -> Outcome:
    forge.until("reveal").call_off(forge.void())
    return own("wrong-void", at(REVEAL, 0, "body"), by)


@of_the_host
def a_deal_called_off_for_its_own_bot(forge: Forge, by: Any, helper: Any) -> Outcome:
    forge.until("commit").replace(helper).step()
    index = len(forge.steps)
    forge.call_off(forge.void([helper]))
    return own("missing-bot", at(index, 0, "body/missing/0"), by)


@of_the_host
def another_seat_replaced_than_the_missing_helper(forge: Forge, by: Any, helper: Any) -> Outcome:
    forge.until("reveal").call_off(forge.void([helper])).replace(third(helper))
    return own("wrong-replace", at(REVEAL + 1, 0, "body/seats"), by)


@of_the_host
def its_own_bot_replaced(forge: Forge, by: Any, helper: Any) -> Outcome:
    forge.until("commit").replace(helper)
    body = forge.replacing(helper)
    body["seats"][0]["name"] = "Bot again"
    forge.replace(body=body)
    return own("wrong-replace", at(COMMIT + 1, 0, "body/seats"), by)


@of_the_host
def a_bot_under_the_helpers_key(forge: Forge, by: Any, helper: Any) -> Outcome:
    forge.until("commit")
    body = forge.replacing(third(helper))
    body["seats"][0]["key"] = forge.signers[helper].public.hex()
    forge._successors[third(helper)] = forge.signers[helper]
    forge.replace(body=body)
    return own("repeated-key", at(COMMIT, 0, "body/seats/0/key"), by)


@of_the_host
def another_seat_under_the_helpers_name(forge: Forge, by: Any, helper: Any) -> Outcome:
    bodies = forge.draft()
    bodies["host"]["seats"][third(helper)]["name"] = NAMES[helper]
    forge.step(bodies)
    later = max(helper, third(helper))
    return own("repeated-name", at(0, 0, f"body/seats/{later}/name"), by)


@of_the_host
def a_seed_in_the_name_of_another_seat(forge: Forge, by: Any, helper: Any) -> Outcome:
    statements, number = said_by(forge, "reveal", third(helper))
    body = {**statements[number]["body"], "seed": OTHER}
    statements[number] = forge.sign("reveal", number, body, forge.signers[helper])
    forge.step(statements=statements)
    return damage(altered("bad-signature", at(REVEAL, number, "sig")))


@of_the_host
def the_seed_of_an_honest_seat_left_out(forge: Forge, by: Any, helper: Any) -> Outcome:
    return no_seed_at_all(forge, third(helper), helper)


@of_the_host
def two_commitments_of_the_host(forge: Forge, by: Any, helper: Any) -> Outcome:
    return two("commit", "commitment", lambda *_: OTHER)(forge, by, helper)


@of_the_host
def a_deal_under_another_number(forge: Forge, by: Any, helper: Any) -> Outcome:
    return content("deal", "wrong-number", "deal", lambda *_: 2)(forge, by, helper)


@of_the_host
def a_disclosure_under_another_number(forge: Forge, by: Any, helper: Any) -> Outcome:
    return content("disclose", "wrong-number", "deal", lambda *_: 2)(forge, by, helper)


@of_the_host
def a_deal_before_the_seeds_are_revealed(forge: Forge, by: Any, helper: Any) -> Outcome:
    forge.until("reveal")
    forge._follow_reveal([])
    body = forge.draft()["host"]
    forge.put("deal", [forge.sign("deal", "host", body)])
    forge.due = "reveal"
    return own("wrong-kind", f"/steps/{REVEAL}/kind", by)


@of_the_host
def a_word_of_the_host_among_the_reveals(forge: Forge, by: Any, helper: Any) -> Outcome:
    forge.until("reveal")
    bodies = forge.draft()
    bodies["host"] = {**bodies[helper], "seed": forge.seeds["host"]}
    forge.step(bodies)
    return own("wrong-author", at(REVEAL, 4, "by"), by)


# --- all pairs, all endings ---

Pair = tuple[Any, Any]
"""Who commits the fault, and who helps."""


def pairs_of(made: Deviation) -> list[Pair]:
    if made in OF_THE_HOST:
        return [("host", seat) for seat in range(4)]
    return [pair for pair in permutations(PARTIES, 2) if pair[0] != "host"]


def faults(forge: Forge) -> list[Found]:
    return [one for one in found(judge(forge.data())) if one[1] in FAULTS]


def blamed(faults: list[Found]) -> set[Party]:
    return {party for fault in faults for party in fault[3]}


def endings(made: Deviation, pair: Pair) -> Iterator[tuple[str, list[Found], list[Found]]]:
    """How the file ends, what is found in it, and what has to be."""

    def deviated() -> tuple[Forge, Outcome]:
        forge = Forge(target=1)
        return forge, made(forge, *pair)

    forge, outcome = deviated()
    yield "there", faults(forge), outcome.there
    if outcome.signed_over is None:
        return
    index = len(forge.steps)
    if "host" not in pair:
        statements = [said for said in forge.signed() if said["by"] in pair]
        if statements:
            forge.put(str(forge.due), statements)
            more = [one for one in faults(forge) if f"/steps/{index}" in one[2]]
            assert blamed(more) == set()  # that the others do not stand there is nobody's fault
            yield "the two go on", [f for f in faults(forge) if f not in more], outcome.there
        return
    honest = next(seat for seat in range(4) if seat not in pair and forge.kinds[seat] == "person")
    forge.replace(*(outcome.leaving or (honest,)))
    out_of_place = violation("wrong-kind", f"/steps/{index}/kind", "host")
    signed_over = [] if outcome.at_disclosure else outcome.signed_over
    yield "the two go on", [f for f in faults(forge) if f != out_of_place], signed_over
    forge, outcome = deviated()
    if outcome.leaving:
        forge.replace(*outcome.leaving)
    forge.finish()
    yield "all go on", faults(forge), outcome.signed_over or []


def check(made: Deviation, pair: Pair) -> None:
    """All that the two did, as far as it can be found, is laid to them and to nobody else."""
    for ending, is_found, expected in endings(made, pair):
        assert is_found == expected, (pair, ending)
        assert blamed(is_found) <= set(pair), (pair, ending)


ALL = [*OF_A_SEAT, *OF_THE_HOST]


@pytest.mark.parametrize("made", ALL, ids=lambda made: made.__name__)
def test_what_two_do_together_is_laid_to_them_and_to_nobody_else(made: Deviation) -> None:
    pairs = pairs_of(made)
    assert len(pairs) == (4 if made in OF_THE_HOST else 16)
    for pair in pairs:
        check(made, pair)


def test_every_two_parties_are_tried() -> None:
    tried = {frozenset(pair) for made in ALL for pair in pairs_of(made)}
    assert tried == {frozenset(pair) for pair in permutations(PARTIES, 2)}
    assert len(tried) == 10
