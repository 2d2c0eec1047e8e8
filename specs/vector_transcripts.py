"""Whole transcripts, each with one defect, and the report that a verifier has to give.

The reports are written by hand from the specification; `make_vectors.py` refuses to write a
file for which the library gives another one. The parties are those of the tests' `Forge`, which
sign with their real keys whatever they are told.
"""

from collections.abc import Callable
from typing import Any, TypeAlias

from fairdeal import chain, crypto, localtable, transcript
from fairdeal.host import Player
from hearts.game import GAME
from hearts.tools import TOOLS
from specs.vector_cases import fresh
from tests.attacks.forge import Forge

Finding: TypeAlias = dict[str, Any]
Made: TypeAlias = bytes | Forge

VECTORS: dict[str, tuple[str, str, list[Finding], Callable[[], Made]]] = {}
"""The note, the verdict, the findings and the maker of each transcript, by name."""

OPEN, JOIN, COMMIT, REVEAL, DEAL, SEAL, FIRST, LAST, DISCLOSE, CLOSE = *range(7), 57, 58, 59
"""The places of the steps in a game of one deal in which nothing is added or left out."""


def vector(verdict: str, *findings: Finding) -> Callable[[Callable[[], Made]], Callable[[], Made]]:
    """Register a maker, whose name and docstring are the name and the note of its file."""

    def register(maker: Callable[[], Made]) -> Callable[[], Made]:
        name, note = maker.__name__.replace("_", "-"), " ".join(str(maker.__doc__).split())
        VECTORS[name] = (note, verdict, list(findings), maker)
        return maker

    return register


def one(code: str, at: str, *blame: int | str) -> Finding:
    """A finding as the file states it."""
    return {"code": code, "at": at, "blame": list(blame)}


def said(step: int, number: int, below: str = "") -> str:
    """The pointer to a statement, or to a part of it."""
    return f"/steps/{step}/statements/{number}" + (f"/{below}" if below else "")


def table(**options: Any) -> Forge:
    """A new table of live Hearts whose first deal is its last."""
    return Forge("vectors", target=1, **options)


def changed(kind: str, change: Callable[[Any], object], **options: Any) -> Forge:
    """A game up to and with the first step of that kind, whose bodies are changed before."""
    forge = table(**options).until(kind)
    bodies = forge.draft()
    change(bodies)
    return forge.step(bodies)


def finished(forge: Forge) -> Forge:
    """The game honestly played to its end."""
    forge.finish()
    return forge


def played(preset: str, target: int, kinds: str) -> bytes:
    """A game of the real roles and the bundled bots; p is a person's seat, b a bot's."""
    entropy = crypto.insecure_entropy(f"fairdeal/1 vectors: game of {preset}")
    rules, seats = TOOLS.rules(preset, {"target": str(target)})
    names = ("Alice", "Bob", "Chloé", "David")
    signers: dict[Any, crypto.Signer] = {
        by: crypto.Signer(entropy(32)) for by in ("host", *range(seats))
    }
    players = [
        Player(name, signers[seat].public, "person" if kind == "p" else "bot")
        for seat, (name, kind) in enumerate(zip(names, kinds, strict=True))
    ]
    return localtable.play(
        GAME,
        rules,
        host_name="Example Host",
        players=players,
        signers=signers,
        bots=[TOOLS.bot("random", crypto.below(entropy)) for _ in range(seats)],
        entropy=entropy,
    )


# --- fair ---


@vector("fair")
def fair_live() -> Made:
    """Four people play live Hearts to 5 points; the roles and bots of this project."""
    return played("live", 5, "pppp")


@vector("fair")
def fair_solo_short() -> Made:
    """One person and three bots play solo Hearts to 30 points."""
    return played("solo", 30, "pbbb")


@vector("fair", one("replaced", said(FIRST + 9, 0, "body/seats/0")))
def fair_replaced() -> Made:
    """A person leaves in the middle of the deal; the host's bot plays on."""
    forge = table().until_step(FIRST + 9)
    return finished(forge.replace(2))


@vector(
    "fair",
    one("void", said(REVEAL, 0)),
    one("replaced", said(REVEAL + 1, 0, "body/seats/0")),
)
def fair_void() -> Made:
    """A person does not reveal; the attempt is called off, a bot takes the seat."""
    forge = table().until("reveal")
    return finished(forge.call_off(forge.void([1])).replace(1))


@vector("fair", one("no-person-seed", said(DEAL, 0)))
def fair_no_person_seed() -> Made:
    """A table of bots: the deal rests on the host alone."""
    return finished(table(kinds=("bot",) * 4))


@vector("fair", one("weak-seed", said(REVEAL, 3, "body/seed")))
def fair_weak_seed() -> Made:
    """A seat's seed is one byte repeated."""
    forge = table()
    forge.chosen_seeds[3] = "41" * 32
    return finished(forge)


@vector("fair", one("same-value", said(REVEAL, 2, "body/seed")))
def fair_same_value() -> Made:
    """Two seats commit to one seed; who copied, nobody can tell."""
    forge = table()
    forge.chosen_seeds = {0: fresh("seed of two").hex(), 2: fresh("seed of two").hex()}
    return finished(forge)


@vector("fair", one("unsigned-close", f"/steps/{CLOSE}"))
def fair_unsigned_close() -> Made:
    """At the game's own end one seat does not sign."""
    return changed("close", lambda bodies: bodies.pop(1))


# --- incomplete ---


@vector("incomplete", one("no-deal", f"/steps/{JOIN}"))
def no_deal() -> Made:
    """All have joined, and nothing more."""
    return table().until("commit")


@vector("incomplete", one("undisclosed", f"/steps/{LAST}"))
def undisclosed() -> Made:
    """The last card is played, but the host discloses nothing."""
    return table().until("disclose")


@vector("incomplete", one("not-over", f"/steps/{DISCLOSE}"))
def not_over() -> Made:
    """Cut after the first of several deals."""
    return Forge("vectors", target=100).until("commit", 2)


@vector("incomplete", one("not-closed", f"/steps/{DISCLOSE}"))
def not_closed() -> Made:
    """The game is over, but not closed."""
    return table().until("close")


@vector("incomplete", one("stopped-early", f"/steps/{CLOSE}"))
def stopped_early() -> Made:
    """All agree to stop after the first of several deals."""
    forge = Forge("vectors", target=100).until("commit", 2)
    return forge.step(forge.stopping())


# --- V1 to V3 ---


@vector("malformed", one("not-json", ""))
def not_json() -> Made:
    """A file that ends in the middle."""
    return table().until("commit").data()[:-1]


@vector("malformed", one("too-large", ""))
def too_large() -> Made:
    """Nested 33 levels deep, in the rules."""
    data = table().until("join").data()
    return data.replace(b'"packs":1', b'"packs":' + b"[" * 25 + b"]" * 25)


@vector("malformed", one("bad-form", said(CLOSE, 4, "body/more")))
def bad_form() -> Made:
    """An unknown member in the last statement, over which nobody signs."""
    return changed("close", lambda bodies: bodies["host"].update(more=1))


@vector("malformed", one("bad-form", "/steps/0/kind"))
def bad_form_first_step() -> Made:
    """The first step is missing."""
    forge = table().until("commit")
    del forge.steps[OPEN]
    return forge


@vector("malformed", one("bad-form", f"/steps/{FIRST}/parent"))
def bad_form_parent() -> Made:
    """The parent that is written in a step is no hash; everything else goes on being judged."""
    forge = finished(table())
    forge.steps[FIRST]["parent"] = None
    return forge


@vector("malformed", one("bad-form", said(JOIN, 3, "by")))
def bad_form_stranger() -> Made:
    """A statement by a seat that this table does not have."""
    forge = table().until("commit")
    forge.steps[JOIN]["statements"][3]["by"] = 4
    return forge


@vector("malformed", one("unsupported", "/format"))
def unsupported_format() -> Made:
    """Another version of this format."""
    return table().until("commit").data().replace(b'"fairdeal/1"', b'"fairdeal/2"')


@vector("malformed", one("unsupported", said(OPEN, 0, "body/deal_mode")))
def unsupported_mode() -> Made:
    """A deal mode of another version."""
    return changed("open", lambda bodies: bodies["host"].update(deal_mode="sealed"))


@vector("malformed", one("unsupported", said(OPEN, 0, "body/game/version")))
def unsupported_game() -> Made:
    """A version of the game that does not exist."""
    forge = changed("open", lambda bodies: bodies["host"]["game"].update(version="99"))
    return forge.until("commit")


@vector("malformed", one("bad-rules", said(OPEN, 0, "body/game/rules")))
def bad_rules() -> Made:
    """A rule set in which one axis is missing."""
    forge = changed("open", lambda bodies: bodies["host"]["game"]["rules"].pop("moon"))
    return forge.until("commit")


@vector("altered", one("broken-chain", f"/steps/{FIRST}/parent"))
def broken_chain() -> Made:
    """The parent that is written in a step is not the hash of the step before it."""
    forge = finished(table())
    forge.steps[FIRST]["parent"] = forge.heads[DEAL]
    return forge


@vector("altered", one("bad-signature", said(CLOSE, 4, "sig")))
def bad_signature() -> Made:
    """The last signature is damaged; nobody signs over it."""
    forge = finished(table())
    signature = forge.steps[CLOSE]["statements"][4]["sig"]
    forge.steps[CLOSE]["statements"][4]["sig"] = signature[::-1]
    return forge


@vector(
    "altered",
    one("broken-chain", f"/steps/{FIRST + 8}/parent"),
    one("bad-signature", said(FIRST + 8, 0, "sig")),
)
def bad_signature_removed_step() -> Made:
    """A step is missing in the middle: from there on no signature holds."""
    forge = finished(table())
    del forge.steps[FIRST + 8]
    return forge


@vector("unfair", one("signed-over-damage", said(FIRST, 0, "sig"), "host"))
def signed_over_damage() -> Made:
    """A seat spoils its own signature, and the host signs the next steps over it."""
    forge = table().until("move")
    (statement,) = forge.signed()
    statement["sig"] = statement["sig"][::-1]
    return finished(forge.step(statements=[statement]))


@vector("unfair", one("signed-over-damage", said(CLOSE, 0, "sig"), "host"))
def signed_over_damage_in_close() -> Made:
    """The host's list in the close names a statement whose signature does not hold."""
    forge = table().until("close")
    statements = forge.signed()
    statements[0]["sig"] = statements[0]["sig"][::-1]
    body = statements[4]["body"]
    body["seats"] = [chain.statement_hash(statements[0]), *body["seats"][1:]]
    statements[4] = forge.sign("close", "host", body)
    return forge.step(statements=statements)


@vector(
    "unfair",
    one("bad-signature", said(CLOSE, 0, "sig")),
    one("signed-over-damage", said(CLOSE, 2, "sig"), "host"),
)
def signed_over_damage_beside_other_damage() -> Made:
    """Of two damaged statements in the close the host's list names one; the other hides it not."""
    forge = table().until("close")
    statements = forge.signed()
    for seat in (0, 2):
        statements[seat]["sig"] = statements[seat]["sig"][::-1]
    listed = [chain.statement_hash(one) for one in statements[1:4]]
    statements[4] = forge.sign("close", "host", {**statements[4]["body"], "seats": listed})
    return forge.step(statements=statements)


# --- V5 ---

NOTHING = one("no-deal", f"/steps/{OPEN}")


@vector("unfair", one("unsafe-key", said(OPEN, 0, "body/seats/2/key"), "host"), NOTHING)
def unsafe_key() -> Made:
    """A seat is given a key of small order."""
    key = "01" + "00" * 31
    return changed("open", lambda bodies: bodies["host"]["seats"][2].update(key=key))


@vector("unfair", one("repeated-key", said(OPEN, 0, "body/seats/3/key"), "host"), NOTHING)
def repeated_key() -> Made:
    """Two seats have one key."""

    def change(bodies: Any) -> None:
        seats = bodies["host"]["seats"]
        seats[3]["key"] = seats[1]["key"]

    return changed("open", change)


@vector("unfair", one("repeated-name", said(OPEN, 0, "body/seats/3/name"), "host"), NOTHING)
def repeated_name() -> Made:
    """Two seats have one name."""

    def change(bodies: Any) -> None:
        seats = bodies["host"]["seats"]
        seats[3]["name"] = seats[1]["name"]

    return changed("open", change)


@vector("unfair", one("wrong-kind", f"/steps/{REVEAL}/kind", "host"))
def wrong_kind() -> Made:
    """The host deals before the seats reveal."""
    forge = table().until("reveal")
    body = {"attempt": 1, "deal": 1, "draw": 0, "hands": ["00" * 32] * 4, "rest": None}
    return forge.put("deal", [forge.sign("deal", "host", body)])


@vector("unfair", one("wrong-author", said(REVEAL, 4, "by"), "host"))
def wrong_author() -> Made:
    """The host stands among those who reveal."""

    def change(bodies: Any) -> None:
        bodies["host"] = {**bodies[0], "seed": fresh("seed of a host").hex()}

    return changed("reveal", change)


@vector("unfair", one("missing-statement", f"/steps/{JOIN}/statements", "host"))
def missing_statement() -> Made:
    """A seat did not join, and the host signs on."""
    return changed("join", lambda bodies: bodies.pop(3)).until("reveal")


@vector("altered", one("missing-statement", f"/steps/{JOIN}/statements"))
def missing_statement_uncovered() -> Made:
    """A seat's statement is missing from the last step; anybody may have removed it."""
    return changed("join", lambda bodies: bodies.pop(3))


@vector("unfair", one("repeated-statement", said(JOIN, 1), 0))
def repeated_statement() -> Made:
    """A seat joins twice, with different nonces."""
    forge = table().until("join")
    again = {"last": None, "nonce": fresh("another nonce").hex()}
    first, *others = forge.signed()
    return forge.step(statements=[first, forge.sign("join", 0, again), *others])


@vector("unfair", one("repeated-statement", said(CLOSE, 1), 0))
def repeated_statement_in_close() -> Made:
    """A seat adds a second close; the host, whose own lists the first, is not framed."""
    forge = table().until("close")
    statements = forge.signed()
    second = {**statements[0]["body"], "reason": "stopped"}
    return forge.step(statements=[statements[0], forge.sign("close", 0, second), *statements[1:]])


@vector("altered", one("repeated-statement", said(JOIN, 1)))
def repeated_statement_identical() -> Made:
    """A statement of the last step stands there twice; anybody may have copied it."""
    forge = table().until("join")
    statements = forge.signed()
    return forge.step(statements=[statements[0], *statements])


@vector("unfair", one("unordered-statements", f"/steps/{JOIN}/statements", "host"))
def unordered_statements() -> Made:
    """Two statements have changed places, and the host signs on."""
    forge = table().until("join")
    zero, one_, *others = forge.signed()
    return forge.step(statements=[one_, zero, *others]).until("reveal")


@vector("unfair", one("wrong-number", said(COMMIT, 1, "body/attempt"), 1, "host"))
def wrong_number() -> Made:
    """A seat commits to its seed for another attempt."""
    return finished(changed("commit", lambda bodies: bodies[1].update(attempt=2)))


@vector("unfair", one("repeated-value", said(REVEAL, 2, "body/seed"), 2, "host"))
def repeated_value() -> Made:
    """A seat's seed is the nonce with which it joined."""
    forge = table().until("commit")
    forge.chosen_seeds[2] = forge.steps[JOIN]["statements"][2]["body"]["nonce"]
    return finished(forge)


@vector(
    "unfair",
    one("wrong-void", said(REVEAL, 0, "body"), "host"),
    one("void", said(REVEAL, 0)),
    one("no-deal", f"/steps/{REVEAL}"),
)
def wrong_void() -> Made:
    """The host calls the deal off although all have revealed."""
    forge = table().until("reveal")
    return forge.call_off(forge.void())


@vector(
    "unfair",
    one("wrong-void", said(REVEAL, 0, "body/offending/0"), "host"),
    one("void", said(REVEAL, 0)),
    one("replaced", said(REVEAL + 1, 0, "body/seats/0")),
    one("no-deal", f"/steps/{REVEAL + 1}"),
)
def wrong_void_accusation() -> Made:
    """The host files an honest reveal as offending."""
    forge = table().until("reveal")
    body = forge.void()
    body["offending"] = [body["received"].pop(1)]
    return forge.call_off(body).replace(1)


@vector(
    "unfair",
    one("missing-bot", said(REVEAL, 0, "body/missing/0"), "host"),
    one("void", said(REVEAL, 0)),
    one("no-deal", f"/steps/{REVEAL}"),
)
def missing_bot() -> Made:
    """The host's own bot is said to be missing."""
    forge = table(kinds=("person", "bot", "person", "person")).until("reveal")
    return forge.call_off(forge.void([1]))


@vector(
    "unfair",
    one("void", said(REVEAL, 0)),
    one("wrong-replace", said(REVEAL + 1, 0, "body/seats"), "host"),
    one("replaced", said(REVEAL + 1, 0, "body/seats/0")),
    one("no-deal", f"/steps/{REVEAL + 1}"),
)
def wrong_replace() -> Made:
    """Another seat is replaced than the one that did not reveal."""
    forge = table().until("reveal")
    return forge.call_off(forge.void([1])).replace(2)


@vector("altered", one("wrong-close-list", f"/steps/{CLOSE}"))
def wrong_close_list() -> Made:
    """A seat's statement was removed from the close."""
    forge = finished(table())
    del forge.steps[CLOSE]["statements"][1]
    return forge


# --- V6 and V7 ---

UNJUDGED = one("not-judged", said(DEAL, 0))


@vector("unfair", one("wrong-opening", said(REVEAL, 3, "body/seed"), 3, "host"), UNJUDGED)
def wrong_opening() -> Made:
    """A seat reveals another seed than the one it committed to."""
    seed = fresh("late seed").hex()
    return finished(changed("reveal", lambda bodies: bodies[3].update(seed=seed)))


@vector("unfair", UNJUDGED, one("wrong-opening", said(DISCLOSE, 0, "body/seed"), "host"))
def wrong_opening_of_host() -> Made:
    """The host discloses another seed than the one it committed to."""
    seed = fresh("late seed").hex()
    return finished(changed("disclose", lambda bodies: bodies["host"].update(seed=seed)))


@vector("unfair", UNJUDGED, one("wrong-opening", said(DISCLOSE, 0, "body/seed"), "host"))
def wrong_opening_with_a_seats_nonce() -> Made:
    """As its seed the host discloses the nonce of a seat's seal; the seat is not framed."""

    def change(bodies: Any) -> None:
        bodies["host"]["seed"] = bodies["host"]["seals"][1]["nonce"]

    return finished(changed("disclose", change))


@vector(
    "unfair",
    one("wrong-opening", said(REVEAL, 0, "body/received/1"), 1),
    one("wrong-void", said(REVEAL, 0, "body/received/1"), "host"),
    one("void", said(REVEAL, 0)),
    one("replaced", said(REVEAL + 1, 0, "body/seats/0")),
    one("no-deal", f"/steps/{REVEAL + 1}"),
)
def wrong_opening_filed_as_received() -> Made:
    """A seat reveals another seed, and the host files it as received: each signed a fault."""
    forge = table().until("reveal")
    body = forge.void([2])
    false = {"attempt": 1, "deal": 1, "seed": fresh("late seed").hex()}
    body["received"][1] = forge.sign("reveal", 1, false)
    return forge.call_off(body).replace(2)


@vector(
    "unfair",
    one("wrong-opening", said(REVEAL, 0, "body/offending/0"), 1),
    one("void", said(REVEAL, 0)),
    one("replaced", said(REVEAL + 1, 0, "body/seats/0")),
    one("no-deal", f"/steps/{REVEAL + 1}"),
)
def wrong_opening_called_off() -> Made:
    """A seat reveals another seed, and the host calls the deal off."""
    forge = table().until("reveal")
    body = forge.void((), {1: {"attempt": 1, "deal": 1, "seed": fresh("late seed").hex()}})
    return forge.call_off(body).replace(1)


@vector(
    "unfair",
    UNJUDGED,
    one("wrong-seal-opening", said(DISCLOSE, 0, "body/seals/2"), "host"),
)
def wrong_seal_opening() -> Made:
    """The host discloses another pass than the one that was sealed."""

    def change(bodies: Any) -> None:
        seals = [dict(seal) for seal in bodies["host"]["seals"]]
        seals[2]["move"] = seals[2]["move"][::-1]
        bodies["host"]["seals"] = seals

    return finished(changed("disclose", change))


@vector(
    "unfair",
    UNJUDGED,
    one("wrong-seal-opening", said(DISCLOSE, 0, "body/seals/1"), "host"),
)
def wrong_seal_opening_with_a_used_nonce() -> Made:
    """The host makes up an opening with a nonce used before; the seat is not framed."""
    forge = table().until("disclose")
    used = forge.steps[JOIN]["statements"][1]["body"]["nonce"]
    bodies = forge.draft()
    seals = [dict(seal) for seal in bodies["host"]["seals"]]
    seals[1]["nonce"] = used
    bodies["host"]["seals"] = seals
    return finished(forge.step(bodies))


@vector("unfair", one("wrong-hand", said(DEAL, 0, "body/hands/1"), "host"), UNJUDGED)
def wrong_hand() -> Made:
    """A seat is given other cards than the seeds determine."""

    def change(bodies: Any) -> None:
        bodies["host"]["hands"][1] = fresh("another hand").hex()

    return finished(changed("deal", change))


@vector("unfair", one("wrong-hand", said(DEAL, 0, "body/hands"), "host"), UNJUDGED)
def wrong_hand_too_few() -> Made:
    """The host fixes three hands for four seats."""
    return finished(changed("deal", lambda bodies: bodies["host"]["hands"].pop()))


@vector("unfair", one("wrong-rest", said(DEAL, 0, "body/rest"), "host"), UNJUDGED)
def wrong_rest() -> Made:
    """A rest is stated in a game that leaves none."""
    rest = fresh("a rest").hex()
    return finished(changed("deal", lambda bodies: bodies["host"].update(rest=rest)))


@vector("unfair", one("wrong-draw", said(DEAL, 0, "body/draw"), "host"), UNJUDGED)
def wrong_draw() -> Made:
    """The host states another draw than the seeds give."""

    def change(bodies: Any) -> None:
        bodies["host"]["draw"] = (bodies["host"]["draw"] + 1) % 4

    return finished(changed("deal", change))


@vector("unfair", one("wrong-draw", said(DEAL, 0, "body/draw"), "host"), UNJUDGED)
def wrong_draw_no_seat() -> Made:
    """The host states a draw that is no seat of this table."""
    return finished(changed("deal", lambda bodies: bodies["host"].update(draw=4)))


# --- V8 and V9 ---


def _revoke(forge: Forge) -> int:
    """Go on until a seat could follow suit, let it play another card, and say who it was."""
    while True:
        forge.until("move")
        (seat,) = forge.deal.due().seats
        hand = [card for card in forge.match.deck if _holds(forge, seat, card)]
        led = next(iter(forge.deal.trick.values()), None) if forge.deal.trick else None
        suits = {card[1] for card in hand}
        if led is not None and len(suits) > 1:
            suit = forge.match.deck[led][1]
            others = [card for card in hand if card[1] != suit and card[1] != "H" and card != "QS"]
            if suit in suits and others and len(forge.deal.tricks) > 0:
                forge.step(forge.move(seat, others[0]))
                return int(seat)
        forge.step()


def _holds(forge: Forge, seat: int, card: str) -> bool:
    return bool(forge.deal.hand(seat) >> forge.match.deck.index(card) & 1)


REVOKE, REVOKER = 11, 3


@vector("unfair", one("illegal-move", said(REVOKE, 0, "body/move"), REVOKER, "host"))
def illegal_move() -> Made:
    """A seat does not follow suit though it could."""
    forge = table()
    assert (_revoke(forge), len(forge.steps) - 1) == (REVOKER, REVOKE), len(forge.steps)
    return finished(forge)


@vector("unfair", one("wrong-result", said(DISCLOSE, 0, "body/result"), "host"))
def wrong_result() -> Made:
    """A point of one seat is given to another."""

    def change(bodies: Any) -> None:
        result = bodies["host"]["result"]
        for name in ("points", "totals"):
            result[name][0] += 1
            result[name][1] -= 1

    return finished(changed("disclose", change))


@vector("unfair", one("wrong-standings", said(CLOSE, 4, "body/result"), "host"))
def wrong_standings() -> Made:
    """The host states other final standings than those of the game."""

    def change(bodies: Any) -> None:
        result = bodies["host"]["result"]
        bodies["host"]["result"] = {**result, "totals": result["totals"][::-1]}

    return changed("close", change)


@vector("unfair", one("wrong-reason", said(CLOSE, 2, "body/reason"), 2, "host"))
def wrong_reason() -> Made:
    """A seat signs that the game was stopped, though it is over; the host lists that."""
    return changed("close", lambda bodies: bodies[2].update(reason="stopped"))


@vector("unfair", one("early-close", f"/steps/{CLOSE}", "host"))
def early_close() -> Made:
    """The host stops the game after its first deal, and one seat does not agree."""
    forge = Forge("vectors", target=100).until("commit", 2)
    bodies = forge.stopping()
    del bodies[1]
    return forge.step(bodies)


def data_of(made: Made) -> bytes:
    """The bytes of a transcript that a maker gives."""
    return made if isinstance(made, bytes) else transcript.dump(made.steps)
