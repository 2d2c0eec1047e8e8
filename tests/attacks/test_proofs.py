"""Section 17: what convicts, and that no proof can be bent against an honest party."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from copy import deepcopy
from functools import cache
from typing import Any

import pytest

from fairdeal import candidates, chain, evidence, proofs, transcript
from fairdeal.canonical import dumps
from fairdeal.compare import Relation, compare
from fairdeal.errors import LocalError, Malformed
from fairdeal.findings import Code, Party, Severity
from fairdeal.proofs import Judged, ProofVerdict
from fairdeal.verifier import verify
from fairdeal.wire import write_proof
from tests.attacks.forge import (
    CLOSE,
    COMMIT,
    FIRST_MOVE,
    GAMES,
    REVEAL,
    SEAL,
    Forge,
)
from tests.attacks.test_codes import CASES, Case
from tests.attacks.test_codes import a_pass_of_a_card_that_another_seat_holds as a_false_pass
from tests.attacks.test_codes import a_revoke as revoke
from tests.attacks.test_codes import a_seed_chosen_after_the_others_were_known as late_seed
from tests.attacks.test_single_changes import within
from tests.attacks.test_table import ATTACKS

PROVEN, UNPROVEN = ProofVerdict.PROVEN, ProofVerdict.UNPROVEN
REVOKE = 13
"""The step of `revoke`, in which seat 0 does not follow clubs."""


def bytes_of(given: Any) -> bytes:
    data = given[0] if isinstance(given, tuple) else given
    return data if isinstance(data, bytes) else dumps(data)


def judged(proof: Any) -> Judged:
    return proofs.check(proof if isinstance(proof, bytes) else dumps(proof), games=GAMES)


def proof_of(made: Case, against: Party | None = None) -> Any:
    """The proof of the first violation."""
    data = bytes_of(made())
    severities = [found.severity for found in verify(data, games=GAMES).findings]
    number = severities.index(Severity.VIOLATION) + 1
    return json.loads(evidence.prove(data, number, against=against, games=GAMES))


def key_of(steps: Any, by: Party) -> str:
    """The key of whoever answers for a party: at a seat the person who sat there first."""
    opened = steps[0]["statements"][0]["body"]
    return str(opened["host"]["key"] if by == "host" else opened["seats"][by]["key"])


EVERY = [case[0] for case in (*CASES, *ATTACKS)]


@pytest.mark.parametrize("made", EVERY, ids=lambda made: made.__name__)
def test_every_violation_has_a_proof_against_each_whom_it_blames(made: Case) -> None:
    data = bytes_of(made())
    report = verify(data, games=GAMES)
    for number, finding in enumerate(report.findings, 1):
        if finding.severity is not Severity.VIOLATION or not finding.blame:
            with pytest.raises(LocalError, match=r"blames nobody|this is no transcript"):
                evidence.prove(data, number, games=GAMES)
            continue
        for by in finding.blame:
            found = judged(evidence.prove(data, number, against=by, games=GAMES))
            assert (found.verdict, found.by, found.code) == (PROVEN, by, finding.code)
            assert found.accused == key_of(json.loads(data)["steps"], by)
            assert found.table == report.table


def test_a_finding_is_named_by_its_number() -> None:
    data = bytes_of(revoke())
    for number in (0, 2, -1):
        with pytest.raises(LocalError, match="the report has 1"):
            evidence.prove(data, number, games=GAMES)
    with pytest.raises(LocalError, match="does not blame seat 1"):
        evidence.prove(data, 1, against=1, games=GAMES)


JUNK: list[Any] = [
    *(None, 0, "close", [], {}, {"kind": "close"}),
    {"kind": "close", "parent": "", "statements": 0},
    *({"kind": "close", "parent": "", "statements": [one]} for one in (0, [], {}, {"by": "host"})),
]


@pytest.mark.parametrize("junk", JUNK, ids=repr)
def test_a_proof_needs_nothing_of_what_stands_beyond_the_chain(junk: Any) -> None:
    whole = json.loads(bytes_of(revoke()))
    steps = [*whole["steps"], junk, *whole["steps"]]
    data = dumps({**whole, "steps": steps})
    assert verify(data, games=GAMES).verdict == "unfair"
    assert evidence.prove(data, 1, games=GAMES) == evidence.prove(dumps(whole), 1, games=GAMES)


@pytest.mark.parametrize("seats", [None, [], [0], [{}], {}, [{"seat": 0, "key": []}]], ids=repr)
def test_a_replace_without_its_form_gives_nobody_a_key(seats: Any) -> None:
    """A nonce is used again, which only the disclosure shows; then the host breaks a step."""
    forge = Forge().until("seal")
    forge.chosen_nonces[0] = forge.steps[1]["statements"][0]["body"]["nonce"]
    forge.until("commit", 2)
    body = {"leave": None, "seats": seats, "votes": 0}
    forge.put("replace", [forge.sign("replace", "host", body)])
    data = forge.step().data()
    report = verify(data, games=GAMES)
    blame = [(str(one.code), one.blame) for one in report.findings[:2]]
    assert blame == [("repeated-value", (0, "host")), ("signed-over-damage", ("host",))]
    for number, by in ((1, 0), (1, "host"), (2, "host")):
        found = judged(evidence.prove(data, number, against=by, games=GAMES))
        accused = forge.signers[by].public.hex()
        assert (found.verdict, found.by, found.accused) == (PROVEN, by, accused)


@pytest.mark.parametrize("kind", ["", "é", "\x1b[2J", "Move", "k" * 10_000], ids=len)
def test_no_kind_of_step_keeps_a_proof_from_being_one(kind: str) -> None:
    """The host puts a step that nobody knows, and goes on."""
    forge = Forge().until("commit")
    forge.put(kind, [forge.sign(kind, "host", {})])
    data = forge.step().data()
    codes = [str(one.code) for one in verify(data, games=GAMES).findings]
    assert codes[0] == "signed-over-damage"
    made = evidence.prove(data, 1, games=GAMES)
    found = judged(made)
    assert (found.verdict, found.by) == (PROVEN, "host")
    # What such a step lacks is told in few words, none of them its own.
    proof = json.loads(made)
    shorter = [{**one, "steps": one["steps"][:3]} for one in proof["branches"]]
    unproven = judged({**proof, "branches": shorter, "code": "second-history"})
    assert unproven.verdict == UNPROVEN
    for told in (found.sentence, unproven.sentence):
        assert len(told) < 300
        assert told.isprintable()


# --- what stays out ---


def test_a_revoke_shows_one_hand_the_passes_that_made_it_and_the_plays() -> None:
    proof = proof_of(revoke)
    steps = json.loads(bytes_of(revoke()))["steps"]
    (branch,) = proof["branches"]
    shown = [
        (index, said["by"])
        for index, step in enumerate(branch["steps"])
        for said in step["statements"]
        if isinstance(said, dict)
    ]
    # Seat 3 passes to seat 0, and seat 0 to seat 1; the plays up to the revoke, and the rules.
    plays = [(index, steps[index]["statements"][0]["by"]) for index in range(FIRST_MOVE, 14)]
    assert shown == [(0, "host"), (4, "host"), (SEAL, 0), (SEAL, 3), *plays]
    assert [one["seat"] for one in proof["openings"]] == [0, 3]
    assert len(proof["hand"]["cards"]) == 13
    assert proof["accused"] == Forge().signers[0].public.hex()
    text = dumps(proof).decode()
    for said in steps[REVEAL]["statements"]:
        assert said["body"]["seed"] not in text


def test_a_false_opening_shows_two_statements_and_no_name() -> None:
    proof = proof_of(late_seed, 3)
    (branch,) = proof["branches"]
    assert [
        [said["by"] if isinstance(said, dict) else "" for said in step["statements"]]
        for step in branch["steps"]
    ] == [["", "", "", 3, ""], [3]]
    assert (proof["hand"], proof["openings"], branch["head"]) == (None, [], None)
    text = dumps(proof).decode()
    assert not any(name in text for name in ("Alice", "Bob", "Chloé", "David", "Host"))


# --- forks ---


def forked(at: int, *, meeting: bool = True) -> tuple[bytes, bytes]:
    """Two ends of one game, both signed by everybody; from step ``at`` on they differ."""
    first, second = Forge().until_step(at), Forge().until_step(at)
    assert first.heads == second.heads
    if second.due in ("commit", "join", "seal"):
        second.fresh()  # other secrets from here on
    else:
        second.replace(2)
    if meeting:
        return first.finish(), second.finish()
    return first.step().data(), second.step().data()


@pytest.mark.parametrize("at", [COMMIT, SEAL, FIRST_MOVE + 5])
def test_a_fork_convicts_whoever_signed_both_sides(at: int) -> None:
    one, other = forked(at)
    found = compare(one, other)
    assert (found.relation, found.common) == (Relation.FORKED, at)
    parties = [one.by for one in found.contradictions]
    # In the third the bot plays for seat 2 on one side.
    assert parties == ["host", 0, 1, 3] if at > SEAL else ["host", 0, 1, 2, 3]
    for each in found.contradictions:
        made = judged(each.proof)
        assert (made.verdict, made.by, made.code) == (PROVEN, each.by, Code.SECOND_HISTORY)
        assert made.accused == each.key == Forge().signers[each.by].public.hex()


def test_two_answers_beside_each_other_convict_a_seat_and_the_host() -> None:
    found = compare(*forked(COMMIT, meeting=False))
    assert [one.by for one in found.contradictions] == ["host", 0, 1, 2, 3]
    lengths = [
        [len(branch["steps"]) for branch in json.loads(one.proof)["branches"]]
        for one in found.contradictions
    ]
    assert lengths == [[1, 1]] * 5


def test_a_seat_that_signed_anew_after_a_replacement_is_no_cheat() -> None:
    """The host went on with the commitments on one side, and with a bot on the other."""
    first, second = Forge().until("commit"), Forge().until("commit")
    one = first.step().data()
    other = second.replace(2).step().data()
    found = compare(one, other)
    assert (found.relation, found.common) == (Relation.FORKED, COMMIT)
    assert [each.by for each in found.contradictions] == ["host"]
    # Nor can the pair be written down against the seat.
    steps = [json.loads(data)["steps"] for data in (one, other)]
    runs = [
        {"head": None, "parent": side[COMMIT]["parent"], "steps": bare(side[COMMIT:], by=1)}
        for side in steps
    ]
    accused = first.signers[1].public.hex()
    proof = write_proof(Code.SECOND_HISTORY, accused, first.table, runs)
    assert judged(proof).verdict is UNPROVEN


def bare(steps: Any, by: Party) -> list[Any]:
    """Steps as a proof has them, with the party's own statements alone in full."""
    return [
        {
            "kind": step["kind"],
            "statements": [
                said if said["by"] == by else chain.statement_hash(said)
                for said in step["statements"]
            ],
        }
        for step in steps
    ]


def test_a_word_beside_other_words_is_no_second_history() -> None:
    """The same commitment of the host, with other commitments of the seats invented beside it."""
    forge = Forge()
    steps = json.loads(forge.finish())["steps"]
    own = steps[COMMIT]["statements"][4]
    others = [chain.statement_hash(said) for said in steps[COMMIT]["statements"][:4]]
    invented = ["ab" * 32, *others[1:]]
    parent = steps[COMMIT]["parent"]
    accused = forge.signers["host"].public.hex()

    def unproven(*branches: list[Any]) -> bool:
        runs = [{"head": None, "parent": parent, "steps": list(steps)} for steps in branches]
        proof = write_proof(Code.SECOND_HISTORY, accused, forge.table, runs)
        return judged(proof).verdict is UNPROVEN

    true = {"kind": "commit", "statements": [*others, own]}
    false = {"kind": "commit", "statements": [*invented, own]}
    word = {"kind": "commit", "statements": [own]}
    beyond = bare(steps[COMMIT : COMMIT + 3], "host")  # to the deal step, which the host signs
    beyond[-1]["statements"] = steps[COMMIT + 2]["statements"]
    for pair in ([true], [false]), ([word], [word]), ([word], beyond), ([false], beyond):
        assert unproven(*pair)
        assert unproven(*pair[::-1])
    assert unproven(beyond, beyond)


def test_two_tables_are_no_fork() -> None:
    one, other = Forge("one"), Forge("two")
    other.signers = one.signers
    files = [one.until("join").data(), other.until("join").data()]
    found = compare(*files)
    assert (found.relation, found.common, found.contradictions) == (Relation.OTHER_TABLE, 0, ())
    runs = [
        {"head": None, "parent": chain.ZERO, "steps": bare(json.loads(data)["steps"], "host")}
        for data in files
    ]
    accused = one.signers["host"].public.hex()
    for table in (one.table, other.table, chain.ZERO):
        proof = write_proof(Code.SECOND_HISTORY, accused, table, runs)
        assert judged(proof).verdict is UNPROVEN


def test_an_edited_copy_accuses_nobody() -> None:
    honest = Forge().finish()
    edited = json.loads(honest)
    edited["steps"][FIRST_MOVE]["statements"][0]["body"]["move"] = "AS"
    found = compare(honest, dumps(edited))
    assert (found.relation, found.common, found.contradictions) == (Relation.FORKED, FIRST_MOVE, ())


def test_the_same_and_the_shorter() -> None:
    forge = Forge()
    short, long = forge.until("move").data(), forge.finish()
    height = CLOSE + 1
    spaced = json.dumps(json.loads(long), indent=1).encode()
    assert compare(long, spaced).relation is Relation.SAME
    found = compare(short, long)
    assert (found.relation, found.common, found.heights) == (
        Relation.SHORTER,
        FIRST_MOVE,
        (FIRST_MOVE, height),
    )
    assert compare(long, short).relation is Relation.LONGER
    broken = json.loads(long)
    broken["steps"][50] = {}
    found = compare(dumps(broken), long)
    assert (found.relation, found.common, found.damaged) == (Relation.SHORTER, 50, (True, False))
    broken["steps"][0] = {}
    assert compare(dumps(broken), long).relation is Relation.UNREADABLE


def test_a_signed_head_is_a_signed_position_of_the_host() -> None:
    """What a seat keeps convicts the host that shows another history."""
    one, other = (json.loads(data)["steps"] for data in forked(SEAL, meeting=False))
    forge = Forge()
    host, table = forge.signers["host"], forge.until("join").table
    heads = []
    for steps in (one, other):
        head = verify(transcript.dump(steps), games=GAMES).head
        assert head is not None
        heads.append(chain.sign_head(host, table, len(steps), head))
    runs = [
        {"head": head, "parent": side[SEAL]["parent"], "steps": bare(side[SEAL:], "host")}
        for side, head in zip((one, other), heads, strict=True)
    ]
    accused = host.public.hex()
    proof = write_proof(Code.SECOND_HISTORY, accused, table, runs)
    assert (judged(proof).verdict, judged(proof).by) == (PROVEN, "host")
    runs[0]["head"] = heads[1]
    assert judged(write_proof(Code.SECOND_HISTORY, accused, table, runs)).verdict is UNPROVEN
    runs[0]["head"] = {**heads[0], "sig": "00" * 64}
    assert judged(write_proof(Code.SECOND_HISTORY, accused, table, runs)).verdict is UNPROVEN


# --- bending them ---


@cache
def some_proofs() -> Mapping[str, Any]:
    """One proof of each form."""
    fork = compare(*forked(COMMIT, meeting=False)).contradictions
    return {
        "revoke": proof_of(revoke),
        "pass": proof_of(a_false_pass, 1),
        "opening": proof_of(late_seed, 3),
        "fork": json.loads(fork[0].proof),
    }


@pytest.mark.parametrize("name", ["revoke", "pass", "opening", "fork"])
def test_after_any_single_change_it_proves_the_same_or_nothing(name: str) -> None:
    proof = some_proofs()[name]
    before = judged(proof)
    outcomes = {"same": 0, "unproven": 0, "no proof": 0}
    for _, _, changed in list(all_changes(proof)):
        try:
            after = judged(changed)
        except Malformed:
            outcomes["no proof"] += 1
            continue
        assert after.verdict is UNPROVEN or after == before
        outcomes["same" if after == before else "unproven"] += 1
    assert outcomes["same"] == (1 if name == "fork" else 0)  # its two branches change places
    assert min(outcomes["unproven"], outcomes["no proof"]) >= 10


def all_changes(proof: Any) -> Any:
    for path, what, value in within(proof, (), nearest=True):
        changed = deepcopy(proof)
        node = changed
        for part in path[:-1]:
            node = node[part]
        if path:
            node[path[-1]] = value
        else:
            changed = value
        yield path, what, changed


def hide(proof: Any, index: int, by: Party) -> Any:
    """The proof with the hash in place of a statement."""
    changed = deepcopy(proof)
    statements = changed["branches"][0]["steps"][index]["statements"]
    for number, said in enumerate(statements):
        if isinstance(said, dict) and said["by"] == by:
            statements[number] = chain.statement_hash(said)
    assert changed != proof
    return changed


def test_nothing_that_a_revoke_hangs_on_may_be_left_out() -> None:
    proof = some_proofs()["revoke"]
    shown = [
        (index, said["by"])
        for index, step in enumerate(proof["branches"][0]["steps"])
        for said in step["statements"]
        if isinstance(said, dict)
    ]
    assert len(shown) == 4 + (REVOKE + 1 - FIRST_MOVE)
    for index, by in shown:
        changed = hide(proof, index, by)
        assert judged(changed).verdict is UNPROVEN
        if index == SEAL:  # nor with the opening gone as well: what it held hangs on both passes
            changed["openings"] = [one for one in changed["openings"] if one["seat"] != by]
            assert judged(changed).verdict is UNPROVEN


def test_an_honest_discard_is_no_revoke() -> None:
    """Each play of a fair game, written down as a revoke with all that belongs to one."""
    forge = Forge()
    data = forge.finish()
    steps = json.loads(data)["steps"]
    for last in range(FIRST_MOVE, FIRST_MOVE + 24):
        seat = steps[last]["statements"][0]["by"]
        assert judged(framed(data, last, seat)).verdict is UNPROVEN


def framed(data: bytes, last: int, seat: int) -> bytes:
    """The proof that would be written if the play in step ``last`` were a fault."""
    finding = deepcopy(verify(bytes_of(revoke()), games=GAMES).findings[0])
    object.__setattr__(finding, "step", last)
    maker = candidates.Maker(transcript.read(transcript.parse(data)), finding, seat)
    return next(maker.proofs(GAMES))


def test_another_hand_or_another_key_convicts_nobody() -> None:
    proof = some_proofs()["revoke"]
    hand = proof["hand"]["cards"]
    others: list[Callable[[Any], object]] = [
        lambda p: p["hand"].update(cards=[*hand[1:], "AS"]),
        lambda p: p["hand"].update(salt="00" * 32),
        lambda p: p.update(accused=Forge().signers[1].public.hex()),
        lambda p: p.update(accused="01" + "00" * 31),
        lambda p: p.update(table="00" * 32),
        lambda p: p.update(code="wrong-opening"),
        lambda p: p.update(code="second-history"),
        lambda p: p.update(code="wrong-result"),
        lambda p: p.update(hand=None),
        lambda p: p.update(openings=p["openings"][::-1]),
        lambda p: p["branches"].append(deepcopy(p["branches"][0])),
    ]
    for change in others:
        changed = deepcopy(proof)
        change(changed)
        assert judged(changed).verdict is UNPROVEN
    assert proofs.check(dumps(proof), games={}).verdict is UNPROVEN  # an unknown game


@pytest.mark.parametrize("are_signed", [True, False])
def test_nothing_stands_beside_the_word_that_ends_a_proof(are_signed: bool) -> None:
    """Two commitments of seat 1, the host's word, and all of the game up to there."""
    forge = Forge().until("commit")
    statements = forge.signed()
    other = forge.sign("commit", 1, {**statements[1]["body"], "commitment": forge.fresh()})
    beside = statements if are_signed else [{**one, "sig": "00" * 64} for one in statements]
    last = [*beside[:2], other, *beside[2:-1], statements[-1]]
    steps = [{"kind": one["kind"], "statements": one["statements"]} for one in forge.steps]
    run = [*steps, {"kind": "commit", "statements": last}]
    for code in (Code.REPEATED_STATEMENT, Code.SIGNED_OVER_DAMAGE):
        branch = {"head": None, "parent": chain.ZERO, "steps": run}
        made = write_proof(code, forge.signers["host"].public.hex(), forge.heads[0], [branch])
        assert judged(made).verdict is UNPROVEN


def test_a_proof_says_what_it_is() -> None:
    proof = some_proofs()["fork"]
    assert proofs.is_proof(dumps(proof))
    assert proofs.is_proof(dumps({"format": "fairdeal-proof/2"}))
    assert proofs.is_proof(dumps(proof).replace(b"fairdeal-proof/", rb"fairdeal-proof\/"))
    assert proofs.is_proof(dumps(proof).replace(b"fairdeal-proof/", rb"\u0066airdeal-proof/"))
    assert not proofs.is_proof(Forge().until("join").data())
    assert not proofs.is_proof(b'{"format": "fairdeal-proof/')
    assert not proofs.is_proof(b'["fairdeal-proof/1"]')
    with pytest.raises(Malformed, match="format"):
        proofs.check(dumps({**proof, "format": "fairdeal-proof/3"}), games=GAMES)
    # The first format knew no private messages.
    first = {name: proof[name] for name in proof if name != "private"}
    first["format"] = "fairdeal-proof/1"
    assert judged(first) == judged(proof)
    with pytest.raises(Malformed, match="format"):
        judged({**first, "private": None})
    with pytest.raises(Malformed, match="private"):
        judged({**first, "format": "fairdeal-proof/2"})
    with pytest.raises(Malformed, match="code"):
        proofs.check(dumps({**proof, "code": "anything"}), games=GAMES)
    assert judged({**proof, "code": "void"}).verdict is UNPROVEN


# --- of one's own key ---


@pytest.mark.parametrize("by", [None, True, "Host", "\x1b[2J", -5, 16, [], {}])
@pytest.mark.parametrize("length", [1, 2])
def test_nobody_can_sign_as_nobody(by: Any, length: int) -> None:
    """Whoever signs a proof against the own key cannot make it say what it likes."""
    key, table, parent = Forge().signers[0], "22" * 32, "11" * 32
    runs = []
    for move in ("2C", "3C"):
        first = chain.statement_hash({"body": move, "by": 0, "sig": ""})
        steps: list[Any] = [{"kind": "move", "statements": [first]}][: length - 1]
        at = chain.step_hash("move", parent, [first]) if steps else parent
        body = {"clock": None, "deal": 1, "move": move}
        said = chain.sign_statement(key, "move", at, table, body, by)
        steps.append({"kind": "move", "statements": [said]})
        runs.append({"head": None, "parent": parent, "steps": steps})
    proof = write_proof(Code.SECOND_HISTORY, key.public.hex(), table, runs)
    assert judged(proof).verdict is UNPROVEN


@pytest.mark.parametrize("mover", ["host", 15])
def test_moves_of_nobody_end_no_proof_in_a_crash(mover: Party) -> None:
    """All is signed by the accused alone: the moves before its own may be anybody's."""
    forge = Forge().until("move")
    steps = deepcopy(forge.steps)
    key = forge.signers[0]
    body = {"clock": None, "deal": 1, "move": "2C"}
    odd = {"body": body, "by": mover, "sig": "00" * 64}
    said = chain.statement_hash(odd)
    parent = chain.step_hash("move", forge.parent, [said])
    own = chain.sign_statement(key, "move", parent, forge.table, body, 0)
    proof = proof_of(revoke)
    before = proof["branches"][0]["steps"][:FIRST_MOVE]
    proof["branches"][0]["steps"] = [
        *before,
        {"kind": "move", "statements": [odd]},
        {"kind": "move", "statements": [own]},
    ]
    assert [step["kind"] for step in before] == [step["kind"] for step in steps]
    assert "nobody's at this table" in judged(proof).sentence


@pytest.mark.parametrize("name", ["revoke", "pass", "opening", "fork"])
def test_nothing_stands_beside_the_word_that_signs_a_run(name: str) -> None:
    proof = deepcopy(some_proofs()[name])
    proof["branches"][-1]["steps"][-1]["statements"].append("ab" * 32)
    assert "others stand" in judged(proof).sentence


def test_what_a_form_does_not_ask_for_has_no_place_in_it() -> None:
    revoked = some_proofs()["revoke"]
    for name in ("opening", "fork"):
        for member in ("hand", "openings"):
            proof = {**some_proofs()[name], member: revoked[member]}
            assert judged(proof).verdict is UNPROVEN
