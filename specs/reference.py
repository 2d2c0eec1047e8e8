"""A second implementation of `fairdeal.md`, written from its text alone.

It shares no code with the library; beyond Python 3.11 it needs PyNaCl, for one equation. It holds
every primitive of the protocol (each function names its section) and checks files with them:

    python specs/reference.py [--decks] PATH...

A path is a vector file or a transcript (`vectors/README.md` has their formats), or a folder of
them. It prints one line for each file and a summary, and exits with 0 if all agree, else with 1.
It judges neither play nor blame: that is the verifier's business.
"""

import argparse
import functools
import hashlib
import hmac
import json
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

from nacl.exceptions import BadSignatureError
from nacl.signing import SigningKey, VerifyKey

Json = Any  # null, booleans, integers, strings, arrays and objects of section 3.1
Hex = str  # bytes as lowercase hexadecimal; all primitives take and give binary values so
FILE_BYTES, STRUCTURE, DEPTH, STEPS = 16_777_216, 1_000_000, 32, 32_768
ZEROS = "0" * 64


class Refused(Exception):
    """Input that the specification refuses; the argument is the code."""


# --- 3. Canonical JSON -------------------------------------------------------------------------

STRING = re.compile(rb'"(?:[^"\\]++|\\.)*+"?', re.DOTALL)


def load(data: bytes) -> Json:
    """3.1 to 3.3: the value of strict JSON; limits come first, before any value is built."""
    structure, depth = sum(map(data.count, (b"{", b"[", b",", b":"))), 0
    if len(data) > FILE_BYTES or structure > STRUCTURE:
        raise Refused("too-large")
    for bracket in re.findall(rb"[\[\]{}]", STRING.sub(b"", data)):
        depth += 1 if bracket in b"[{" else -1
        if depth > DEPTH:
            raise Refused("too-large")
    try:
        value = json.loads(
            data.decode("utf-8"),
            parse_int=integer,
            parse_float=not_json,
            parse_constant=not_json,
            object_pairs_hook=members,
        )
        dump(value)  # fails upon a lone surrogate
    except ValueError as error:
        raise Refused("not-json") from error
    return value


def not_json(_: str) -> NoReturn:
    """3.1: no fractions, no exponents, no NaN or Infinity."""
    raise Refused("not-json")


def integer(digits: str) -> int:
    """3.1: an integer; so many digits that Python would not even convert them are too many."""
    if digits == "-0" or len(digits) > 17 or abs(int(digits)) > 2**53 - 1:
        raise Refused("not-json")
    return int(digits)


def members(pairs: list[tuple[str, Json]]) -> Json:
    """3.1: an object; names are ASCII, none twice."""
    if len(dict(pairs)) != len(pairs) or not all(name.isascii() for name, _ in pairs):
        raise Refused("not-json")
    return dict(pairs)


def dump(value: Json) -> bytes:
    """3.2: JSON(x), the canonical form, of a value of section 3.1."""
    text = json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return text.encode("utf-8")


# --- 2.2. Notation -----------------------------------------------------------------------------


def raw(text: Hex, size: int | None = None) -> bytes:
    """The bytes behind hexadecimal digits, which are lowercase and of exact length."""
    if not re.fullmatch("(?:[0-9a-f]{2})*", text) or size not in {None, len(text) // 2}:
        raise ValueError(f"not hexadecimal, or of another size: {text!r}")
    return bytes.fromhex(text)


def label(name: str) -> bytes:
    """L(name) of section 2.2."""
    return b"fairdeal/1/" + name.encode("ascii") + b"\0"


def author(by: Json) -> bytes:
    """The byte that stands for a party (section 2.2)."""
    return bytes([255 if by == "host" else by])


def sha(*parts: bytes) -> Hex:
    """SHA256 of the joined parts."""
    return hashlib.sha256(b"".join(parts)).hexdigest()


def mac(key: Hex, *parts: bytes) -> Hex:
    """HMAC-SHA-256 of the joined parts under a key of 32 bytes."""
    return hmac.digest(raw(key, 32), b"".join(parts), "sha256").hex()


def pick(value: Json, names: str) -> Json:
    """The object with these members of another one."""
    return {name: value[name] for name in names.split()}


# --- 4. Signatures (Ed25519) -------------------------------------------------------------------

P = 2**255 - 19
GROUP_ORDER = 2**252 + 27742317777372353535851937790883648493
Y_OF_ORDER_8 = 2707385501144840649318225287225658788936804267575313519463743609750303402022
SMALL_ORDER = {0, 1, P - 1, P, P + 1, Y_OF_ORDER_8, P - Y_OF_ORDER_8}


def y_of(data: bytes) -> int:
    """4, rule 2: the y of a key or of R."""
    return int.from_bytes(data[:32], "little") & (2**255 - 1)


def safe_key(key: Hex) -> bool:
    """4: whether this key may stand in an `open` or `replace`: rules 1 to 3."""
    return len(key) == 64 and y_of(raw(key)) < P and y_of(raw(key)) not in SMALL_ORDER


@functools.cache
def accepted(key: Hex, message: bytes, signature: Hex) -> bool:
    """4: rules 1 to 4; then rule 5, the equation without cofactor, by libsodium."""
    sig = raw(signature)
    if len(sig) != 64 or not safe_key(key) or y_of(sig) in SMALL_ORDER:
        return False
    if int.from_bytes(sig[32:], "little") >= GROUP_ORDER:
        return False
    try:
        VerifyKey(raw(key)).verify(message, sig)
    except BadSignatureError:
        return False
    return True


def sign(secret: Hex, message: bytes) -> tuple[Hex, Hex]:
    """4: the public key of a secret one, and its only signature of a message."""
    key = SigningKey(raw(secret, 32))
    return bytes(key.verify_key).hex(), key.sign(message).signature.hex()


# --- 5, 8. Hashes of the chain, and what is signed ---------------------------------------------


def statement_hash(statement: Json) -> Hex:
    """5.2: the hash of a statement."""
    return sha(label("statement-hash"), dump(pick(statement, "body by sig")))


def step_hash(kind: str, parent: Hex, statements: Json) -> Hex:
    """5.2: the hash of a step, with its recomputed parent."""
    hashes = [statement_hash(statement) for statement in statements]
    step = {"kind": kind, "parent": parent, "statements": hashes}
    return sha(label("step-hash"), dump(step))


def statement_message(statement: Json, kind: str, parent: Hex, table: Hex) -> bytes:
    """5.3: what a statement's author signs."""
    where = {"kind": kind, "parent": parent, "table": table}
    return label("statement") + dump(pick(statement, "body by") | where)


def head_message(head: Json) -> bytes:
    """5.4: what the host signs with every step."""
    return label("head") + dump(pick(head, "head height table"))


def private_message(message: Json) -> bytes:
    """8: what the sender of a private message signs."""
    return label("private") + dump(pick(message, "body from kind parent table to"))


# --- 9. The deal -------------------------------------------------------------------------------


def commitment(parent: Hex, by: Json, seed: Hex) -> Hex:
    """9.1: the commitment to a seed."""
    return sha(label("seed"), raw(parent, 32), author(by), raw(seed, 32))


def commit_root(parent: Hex, statements: Json) -> Hex:
    """9.2: the commit root; signatures stay outside."""
    bare = [pick(statement, "body by") for statement in statements]
    step = {"kind": "commit", "parent": parent, "statements": bare}
    return sha(label("commit-root"), dump(step))


def deck_key(root: Hex, host_seed: Hex, seat_seeds: list[Hex]) -> Hex:
    """9.2: the deck key."""
    return mac(root, label("deck-key"), *(raw(seed, 32) for seed in [host_seed, *seat_seeds]))


class Stream:
    """Bytes that are taken one by one and counted."""

    def __init__(self, source: Iterable[int]) -> None:
        self.source, self.taken = iter(source), 0

    def byte(self) -> int:
        """The next byte."""
        self.taken += 1
        return next(self.source)


def blocks(key: Hex) -> Iterator[int]:
    """9.3: block(0) || block(1) || ..., byte by byte."""
    for i in range(2**32):
        yield from raw(mac(key, label("stream"), i.to_bytes(4, "big")))


def index(bound: int, stream: Stream) -> int:
    """9.3: the bounded index, from 0 to bound - 1."""
    if not 1 <= bound <= 256:
        raise Refused("bad-bound")
    if bound == 1:
        return 0
    while (byte := stream.byte()) >= 256 - 256 % bound:
        pass
    return byte % bound


def shuffle(deck: list[Json], seats: int, stream: Stream) -> tuple[list[Json], int]:
    """9.4: the order and the draw."""
    order = list(deck)
    for i in range(len(order) - 1, 0, -1):
        j = index(i + 1, stream)
        order[i], order[j] = order[j], order[i]
    return order, index(seats, stream)


def in_deck_order(cards: list[Json], deck: list[Json]) -> list[Json]:
    """9.5: cards, sorted by their first place in the canonical deck."""
    return sorted(cards, key=deck.index)


def salt(key: Hex, seat: int | None) -> Hex:
    """9.5: the salt of a seat's hand, or (None) of the rest."""
    return mac(key, label("rest-salt") if seat is None else label("hand-salt") + bytes([seat]))


def digest(key: Hex, seat: int | None, cards: list[Json]) -> Hex:
    """9.5: the digest of a hand, or (None) of the rest; the cards in deck order."""
    return sha(label("rest" if seat is None else "hand"), raw(salt(key, seat)), dump(cards))


def seal_commitment(parent: Hex, by: Json, nonce: Hex, move: Json) -> Hex:
    """9.6: the commitment to a secret move."""
    return sha(label("seal"), raw(parent, 32), author(by), raw(nonce, 32), dump(move))


# What the core has to know of Hearts: its deck, and how an order falls into hands.
HEARTS_DECK = [rank + suit for suit in "CDHS" for rank in "23456789TJQKA"]


def hearts_hands(order: list[Json], seats: int, dealer: int) -> list[list[Json]]:
    """Hearts: card i goes to seat (dealer + 1 + i) mod n; each hand in deck order."""
    hands = [order[(seat - dealer - 1) % seats :: seats] for seat in range(seats)]
    return [in_deck_order(hand, HEARTS_DECK) for hand in hands]


# --- 5.1, 6. The form of a transcript ----------------------------------------------------------
# A form is a test, an array of one form, or an object with exactly these members. Limits on names
# of players and on what only the game understands are not looked into here.

Form = Any


def matches(pattern: str) -> Callable[[Json], bool]:
    """A test for a text of this pattern as a whole."""
    return lambda value: isinstance(value, str) and re.fullmatch(pattern, value) is not None


def one_of(*choices: Json) -> Callable[[Json], bool]:
    """A test for exactly these values."""
    return lambda value: any(dump(value) == dump(choice) for choice in choices)


def whole(low: int, high: int) -> Callable[[Json], bool]:
    """A test for an integer in a range."""
    return lambda value: type(value) is int and low <= value <= high


def anything(_: Json) -> bool:
    """A test that every value passes."""
    return True


def fits(value: Json, form: Form) -> bool:
    """5.1: whether the value has this form."""
    if isinstance(form, dict):
        same = isinstance(value, dict) and value.keys() == form.keys()
        return same and all(fits(value[name], form[name]) for name in form)
    if isinstance(form, list):
        return isinstance(value, list) and all(fits(item, form[0]) for item in value)
    return bool(form(value))


HEX32, HEX64, TEXT = matches("[0-9a-f]{64}"), matches("[0-9a-f]{128}"), matches("(?s:.+)")
NUMBER, SEAT, NULL = whole(1, 65535), whole(0, 15), one_of(None)


def hex32_or_null(value: Json) -> bool:
    """A test for 32 bytes or nothing."""
    return value is None or HEX32(value)


PLAYER = {"key": HEX32, "name": TEXT}
GAME = {"name": TEXT, "rules": anything, "version": TEXT}
DEAL = {"deal": NUMBER}
ATTEMPT = {**DEAL, "attempt": NUMBER}
REVEAL = {**ATTEMPT, "seed": HEX32}
CALLED = [{"body": REVEAL, "by": SEAT, "sig": HEX64}]
CLOSE = {"reason": one_of("end", "stopped"), "result": anything}
OPENING = {"move": anything, "nonce": HEX32, "seat": SEAT}
BODIES: dict[str, dict[str, Form]] = {
    "open": {
        "clock": NULL,
        "deal_mode": one_of("hosted"),
        "game": GAME,
        "host": PLAYER,
        "nonce": HEX32,
        "seats": [{**PLAYER, "kind": one_of("person", "bot")}],
    },
    "join": {"last": hex32_or_null, "nonce": HEX32},
    "commit": {**ATTEMPT, "commitment": HEX32},
    "reveal": REVEAL,
    "void": {**REVEAL, "missing": [SEAT], "offending": CALLED, "received": CALLED},
    "replace": {"leave": NULL, "seats": [{**PLAYER, "seat": SEAT}], "votes": NULL},
    "deal": {**ATTEMPT, "draw": SEAT, "hands": [HEX32], "rest": hex32_or_null},
    "seal": {**DEAL, "commitment": HEX32},
    "move": {**DEAL, "clock": NULL, "move": anything},
    "disclose": {**DEAL, "result": anything, "seals": [OPENING], "seed": HEX32},
    "close": CLOSE,
}


def step_fits(step: Json, seats: int) -> bool:
    """5.1 and 6: whether the step is well-formed but for its written parent, which is no break.

    `seats` is 0 before the `open` step.
    """
    by = one_of(*range(seats or 16), "host")
    statements = [{"body": anything, "by": by, "sig": HEX64}]
    if not fits(step, {"kind": one_of(*BODIES), "parent": anything, "statements": statements}):
        return False
    kind, said = step["kind"], step["statements"]
    list_of_host = {"seats": [HEX32]} if kind == "close" else {}
    if not all(
        fits(s["body"], BODIES[kind] | (list_of_host if s["by"] == "host" else {})) for s in said
    ):
        return False
    if kind == "open":
        return len(said) == 1 and all(2 <= len(s["body"]["seats"]) <= 16 for s in said)
    return 1 <= len(said) <= 17


def hearts_result_fits(result: Json, seats: int) -> bool:
    """Hearts: whether a claimed result has at least the form of one."""
    scores = [whole(-1_000_000, 1_000_000)]
    form = {"dealer": whole(0, seats - 1), "points": scores, "totals": scores}
    return fits(result, form) and len(result["points"]) == len(result["totals"]) == seats


# --- 5, 7, 10. Chain, signatures and disclosed deals of a transcript ---------------------------

Finding = tuple[str, int]  # code and number of the step (-1: the document)
READY, PLAY = {"commit", "replace", "close"}, {"seal", "move", "disclose", "replace"}
FOLLOW = {"open": {"join"}, "join": READY, "commit": {"reveal", "void"}, "reveal": {"deal"}}
FOLLOW |= {"deal": PLAY, "seal": PLAY, "move": PLAY, "disclose": READY, "close": set()}


@dataclass
class Deal:
    """A disclosed deal that was rebuilt; `order` is None where the game's layout is unknown."""

    number: int
    attempt: int
    order: list[Json] | None = None
    draw: int | None = None


def chain(document: Json) -> tuple[list[Finding], list[Hex]]:
    """5.2, 5.3, 10.1: findings up to the first break; the recomputed parents of intact steps.

    `bad-parent` is a written parent that has not the form of a hash (10.1: `bad-form`, no break).
    """
    found: list[Finding] = []
    parents: list[Hex] = []
    keys: dict[Json, Hex] = {}
    table, parent, seats = ZEROS, ZEROS, 0
    if not fits(document, {"format": TEXT, "steps": [anything]}) or not document["steps"]:
        return [("bad-form", -1)], parents
    if document["format"] != "fairdeal/1":
        return [("unsupported", -1)], parents
    if len(document["steps"]) > STEPS:
        return [("too-large", -1)], parents
    for i, step in enumerate(document["steps"]):
        if not step_fits(step, seats) or (i == 0 and step["kind"] != "open"):
            return [*found, ("bad-form", i)], parents
        kind, said = step["kind"], step["statements"]
        if step["parent"] != parent:
            found.append(("broken-chain" if HEX32(step["parent"]) else "bad-parent", i))
        if i == 0:
            players, host = said[0]["body"]["seats"], said[0]["body"]["host"]
            seats, keys = len(players), {"host": host["key"]}
            keys |= {seat: player["key"] for seat, player in enumerate(players)}
        for s in said:
            message = statement_message(s, kind, parent, table)
            if not accepted(keys.get(s["by"], ""), message, s["sig"]):
                return [*found, ("bad-signature", i)], parents
        if kind == "replace":
            stated = [new for s in said if s["by"] == "host" for new in s["body"]["seats"]]
            keys |= {new["seat"]: new["key"] for new in stated if new["seat"] in keys}
        parents.append(parent)
        parent = step_hash(kind, parent, said)
        table = parent if i == 0 else table
    return found, parents


def authors_fit(kind: str, authors: list[int], seats: int) -> bool:
    """6: the statements of a step by the right parties, in author order (host: 255)."""
    if kind in {"join", "reveal", "commit"}:
        return authors == [*range(seats), *([255] if kind == "commit" else [])]
    if kind in {"seal", "close"}:
        return authors == sorted(set(authors)) and (authors[-1] == 255) == (kind == "close")
    return len(authors) == 1 and (authors[0] == 255) == (kind != "move")


class Table:
    """6, 7, 9: what the intact steps of a transcript say of its deals."""

    def __init__(self, opened: Json) -> None:
        self.game, self.people = opened["game"]["name"], [p["kind"] for p in opened["seats"]]
        self.deal, self.attempt = 1, 1
        self.dealer: int | None = None  # of Hearts; None: the draw
        self.follow, self.playing, self.lost = {"open"}, False, False
        self.found: list[Finding] = []
        self.deals: list[Deal] = []

    def apply(self, i: int, step: Json, parent: Hex) -> bool:
        """7: take one more step; False if it cannot stand here."""
        kind, said, body = step["kind"], step["statements"], step["statements"][0]["body"]
        authors = [author(s["by"])[0] for s in said]
        now = {"deal": self.deal, "attempt": self.attempt}
        if kind not in self.follow or not authors_fit(kind, authors, len(self.people)):
            return False
        if any(s["body"].get(name, now[name]) != now[name] for s in said for name in now):
            return False
        self.follow = FOLLOW.get(kind, PLAY if self.playing else READY)
        if kind == "commit":
            self.commit, self.parent, self.seals = said, parent, []
        elif kind == "reveal":
            self.seeds = [s["body"]["seed"] for s in said]
            self.expect(
                all(self.opens(s["by"], s["body"]["seed"]) for s in said), "wrong-opening", i
            )
        elif kind == "void":
            shown = [("host", body["seed"])]
            shown += [(s["by"], s["body"]["seed"]) for s in body["offending"]]
            self.expect(all(self.opens(by, seed) for by, seed in shown), "wrong-opening", i)
            gone = [*body["missing"], *(s["by"] for s in body["offending"])]
            self.attempt += 1
            self.follow = {"replace"} if any(self.people[s] == "person" for s in gone) else READY
        elif kind == "replace":
            for new in body["seats"]:
                self.people[new["seat"]] = "bot"
        elif kind == "deal":
            self.dealt, self.dealt_at, self.playing = body, i, True
            self.expect(len(body["hands"]) == len(self.people), "wrong-hand", i)
            self.expect(body["draw"] < len(self.people), "wrong-draw", i)
            self.sound = ("wrong-hand", i) not in self.found and ("wrong-draw", i) not in self.found
        elif kind == "seal":
            self.seals += [(parent, s["by"], s["body"]["commitment"]) for s in said]
        elif kind == "disclose":
            self.disclose(i, body)
            self.deal, self.attempt, self.playing = self.deal + 1, 1, False
        return True

    def expect(self, good: bool, code: str, at: int) -> None:
        """Note a finding unless all is good."""
        self.found += [] if good else [(code, at)]

    def opens(self, by: Json, seed: Hex) -> bool:
        """9.1: whether this seed opens its author's commitment."""
        stated = {s["by"]: s["body"]["commitment"] for s in self.commit}
        return bool(commitment(self.parent, by, seed) == stated[by])

    def disclose(self, i: int, body: Json) -> None:
        """9, 10.3: the openings of a deal (V6), then its order, draw and digests (V7)."""
        before, host_opens = len(self.found), self.opens("host", body["seed"])
        self.expect(host_opens, "wrong-opening", i)
        opened = len(self.seals) == len(body["seals"]) and all(
            (by, stated) == (o["seat"], seal_commitment(parent, by, o["nonce"], o["move"]))
            for (parent, by, stated), o in zip(self.seals, body["seals"], strict=True)
        )
        self.expect(opened, "wrong-seal-opening", i)
        seats_open = all(self.opens(seat, seed) for seat, seed in enumerate(self.seeds))
        if self.sound and seats_open and len(self.found) == before:
            self.rebuild(body["seed"])
        if self.game == "hearts":
            self.lost = not hearts_result_fits(body["result"], len(self.people))
            self.dealer = None if self.lost else (body["result"]["dealer"] + 1) % len(self.people)

    def rebuild(self, host_seed: Hex) -> None:
        """9: order, draw and digests from the seeds, against what the `deal` step says (V7)."""
        key = deck_key(commit_root(self.parent, self.commit), host_seed, self.seeds)
        deal, seats = Deal(self.deal, self.attempt), len(self.people)
        self.deals.append(deal)
        if self.game != "hearts":
            return
        deal.order, deal.draw = shuffle(HEARTS_DECK, seats, Stream(blocks(key)))
        dealer = deal.draw if self.dealer is None else self.dealer
        hands = hearts_hands(deal.order, seats, dealer)
        digests = [digest(key, seat, hand) for seat, hand in enumerate(hands)]
        self.expect(digests == self.dealt["hands"], "wrong-hand", self.dealt_at)
        self.expect(self.dealt["rest"] is None, "wrong-rest", self.dealt_at)
        self.expect(deal.draw == self.dealt["draw"], "wrong-draw", self.dealt_at)


def examine(document: Json) -> tuple[list[Finding], list[Deal]]:
    """10: what this program finds in a transcript (`order`: a step that cannot stand there)."""
    found, parents = chain(document)
    if not parents:
        return found, []
    steps = document["steps"]
    table = Table(steps[0]["statements"][0]["body"])
    for i, parent in enumerate(parents):
        try:
            stands = table.apply(i, steps[i], parent)
        except (IndexError, KeyError):  # a number of a seat that is not at this table
            stands = False
        if not stands:
            return [*found, *table.found, ("order", i)], table.deals
        if table.lost:  # 10.3: a result without the form of one ends the judging
            break
    return found + table.found, table.deals


# --- 10.5, 11.1. Expected reports --------------------------------------------------------------

FORM = set("not-json too-large bad-form unsupported bad-rules".split())
ALTERED = set("broken-chain bad-signature wrong-close-list".split())
BLAMED = set("missing-statement repeated-statement unordered-statements".split())  # else altered
DEALT = set("wrong-opening wrong-seal-opening wrong-hand wrong-rest wrong-draw".split())
ORDER = set(
    "unsafe-key repeated-key repeated-name wrong-kind wrong-author wrong-number repeated-value "
    "wrong-void missing-bot wrong-replace".split()
)
OTHER = set(
    "signed-over-damage unexpected-host unexpected-player unexpected-head illegal-move "
    "wrong-result wrong-standings wrong-reason early-close".split()
)
INCOMPLETE = set("no-deal undisclosed not-over not-closed stopped-early".split())
QUIET = set("void no-person-seed weak-seed same-value unsigned-close replaced not-judged".split())
PARENT = {"broken-chain", "bad-parent"}
CODES = FORM | ALTERED | BLAMED | DEALT | ORDER | OTHER | INCOMPLETE | QUIET


def severity(finding: Json) -> str:
    """11.1: the verdict that a finding by itself would give."""
    code = finding["code"]
    if code in DEALT | ORDER | OTHER or (code in BLAMED and finding["blame"]):
        return "unfair"
    verdicts = {"malformed": FORM, "altered": ALTERED | BLAMED, "incomplete": INCOMPLETE}
    return next((verdict for verdict, codes in verdicts.items() if code in codes), "fair")


def verdict_of(findings: Json) -> str:
    """10.5: the verdict of a list of findings in chain order."""
    marks = [severity(finding) for finding in findings]
    damage = [mark for mark in marks if mark in {"malformed", "altered"}]
    if "unfair" in marks or damage:
        return "unfair" if "unfair" in marks else damage[0]
    return "incomplete" if "incomplete" in marks else "fair"


def place(pointer: str, value: Json) -> int:
    """RFC 6901: the number of the step that a pointer leads into, else -1; it must resolve."""
    if pointer and pointer[0] != "/":
        raise ValueError(f"no JSON Pointer: {pointer!r}")
    for part in pointer.split("/")[1:]:
        name = part.replace("~1", "/").replace("~0", "~")
        digits = isinstance(value, list) and re.fullmatch("0|[1-9][0-9]*", name)
        value = value[int(name) if digits else name]
    match = re.match(r"/steps/(\d+)(?:/|$)", pointer)
    return int(match[1]) if match else -1


def code_of(finding: Json) -> str:
    """The code as `chain` gives it."""
    parent = re.fullmatch("/steps/[0-9]+/parent", finding["at"])
    return "bad-parent" if parent and finding["code"] == "bad-form" else str(finding["code"])


def disagreements(expect: Json, document: Json, found: list[Finding]) -> Iterator[str]:
    """Where an expected report and what was found contradict each other."""
    listed = [(code_of(f), place(f["at"], document)) for f in expect["findings"]]
    stated = [f for f in listed if f[0] in FORM | {"bad-signature", "signed-over-damage"}]
    broken = [f for f in found if f[0] in FORM | {"bad-signature"}]
    end = broken[0][1] if broken else sys.maxsize
    # Beyond this program: limits inside names and opaque values, and what a game is known by.
    beyond = [at for code, at in stated if code in FORM and 0 <= at < end]
    # After a fault of order, and on ground that this program cannot judge, it may see more.
    faults = [at for code, at in listed if code in ORDER | BLAMED | {"wrong-close-list"}]
    stop = min([*faults, *beyond], default=sys.maxsize)
    if verdict_of(expect["findings"]) != expect["verdict"]:
        yield f"the findings give the verdict {verdict_of(expect['findings'])}"
    if stated and not broken and not beyond:
        yield f"expected but not found: {stated[0][0]}"
    for code, at in found:
        if code in FORM | {"bad-signature"}:
            same = FORM if code in FORM else {code}
            known = bool(beyond) or any(
                (c in same and a == at) or (c == "signed-over-damage" and a >= at)
                for c, a in stated
            )
        elif code == "order":
            known = stop <= at
        else:
            known = (code, at) in listed or at >= (end if code in PARENT else stop)
        if not known:
            yield f"found but not expected: {code} in step {at}"
    for code, at in listed:
        if code in DEALT | PARENT and (code, at) not in found and at < end:
            yield f"expected but not found: {code} in step {at}"


# --- Files -------------------------------------------------------------------------------------


def canonical_vector(**given: Json) -> Json:
    """3: one text, given as `text`, `hex` or `parts` (texts, and how often each stands there)."""
    ((name, text),) = given.items()
    parts = text if name == "parts" else [[text, 1]]
    data = "".join(part * times for part, times in parts).encode()
    canonical = dump(
        load({"text": data, "parts": data, "hex": raw(text) if name == "hex" else b""}[name])
    )
    if name == "parts":
        return {"bytes": len(canonical), "sha256": sha(canonical)}
    return {"canonical": canonical.decode()}


def signed(message: bytes, key: Hex, sig: Hex) -> Json:
    """4: a message, and whether a signature of it is accepted."""
    return {"accepted": accepted(key, message, sig), "message": message.hex()}


def signature_vector(message: Hex, **given: Hex) -> Json:
    """4: signing if `secret` is given, else accepting a signature of `key`."""
    if "secret" in given:
        key, signature = sign(message=raw(message), **given)
        return {"key": key, "signature": signature}
    good = accepted(message=raw(message), **given)
    return {"accepted": good, "safe_key": safe_key(given["key"])}


def statement_vector(kind: str, parent: Hex, table: Hex, statement: Json, key: Hex) -> Json:
    """5.2, 5.3: a statement's message and hash."""
    message = statement_message(statement, kind, parent, table)
    return signed(message, key, statement["sig"]) | {"hash": statement_hash(statement)}


def step_vector(kind: str, parent: Hex, statements: Json) -> Json:
    """5.2: the hash of a step, and those of its statements."""
    hashes = [statement_hash(statement) for statement in statements]
    return {"statement_hashes": hashes, "hash": step_hash(kind, parent, statements)}


def index_vector(bounds: list[int], bytes: Hex) -> Json:  # noqa: A002
    """9.3: indices for several bounds, drawn from given bytes."""
    stream = Stream(raw(bytes))
    return {"values": [index(bound, stream) for bound in bounds], "taken": stream.taken}


def shuffle_vector(deck_key: Hex, deck: list[Json], seats: int) -> Json:
    """9.4: order and draw of any deck."""
    stream = Stream(blocks(deck_key))
    order, draw = shuffle(deck, seats, stream)
    return {"order": order, "draw": draw, "taken": stream.taken}


def stream_vector(deck_key: Hex, start: int, length: int) -> Json:
    """9.3: a piece of the stream."""
    stream = Stream(blocks(deck_key))
    return {"bytes": bytes(stream.byte() for _ in range(start + length))[start:].hex()}


def digest_vector(deck_key: Hex, deck: list[Json], seat: int | None, cards: list[Json]) -> Json:
    """9.5: salt, sorted cards and digest of a hand or (seat null) of the rest."""
    cards = in_deck_order(cards, deck)
    return {"salt": salt(deck_key, seat), "sorted": cards, "digest": digest(deck_key, seat, cards)}


def worked_vector(parent: Hex, statements: Json, host_seed: Hex, seat_seeds: list[Hex]) -> Json:
    """15: the first deal of a Hearts table, from seeds to digests."""
    seats, root = len(seat_seeds), commit_root(parent, statements)
    key = deck_key(root, host_seed, seat_seeds)
    dealt = shuffle_vector(key, HEARTS_DECK, seats)
    hands = hearts_hands(dealt["order"], seats, dealt["draw"])
    parties = [*enumerate(seat_seeds), ("host", host_seed)]
    return dealt | {
        "commitments": [commitment(parent, by, seed) for by, seed in parties],
        "commit_root": root,
        "deck_key": key,
        "deck": HEARTS_DECK,
        "hands": hands,
        "salts": [salt(key, seat) for seat in range(seats)],
        "digests": [digest(key, seat, hand) for seat, hand in enumerate(hands)],
    }


# For each file of primitives what gives `out`; the names of the parameters are the members of `in`.
VECTORS: dict[str, Callable[..., Json]] = {
    "canonical_json": canonical_vector,
    "signatures": signature_vector,
    "statements": statement_vector,
    "step_hashes": step_vector,
    "heads": lambda head, key: signed(head_message(head), key, head["sig"]),
    "private": lambda message, key: signed(private_message(message), key, message["sig"]),
    "commitments": lambda **given: {"commitment": commitment(**given)},
    "commit_roots": lambda **given: {"commit_root": commit_root(**given)},
    "deck_keys": lambda **given: {"deck_key": deck_key(**given)},
    "streams": stream_vector,
    "indices": index_vector,
    "shuffles": shuffle_vector,
    "digests": digest_vector,
    "seals": lambda **given: {"commitment": seal_commitment(**given)},
    "worked_deal": worked_vector,
}
FAULTS = (ValueError, TypeError, LookupError, AttributeError, RuntimeError, OverflowError)
NOTED = {"name": matches("[a-z0-9]+(-[a-z0-9]+)*"), "note": TEXT}
FINDING = {"code": one_of(*sorted(CODES)), "at": matches("(?s:.*)"), "blame": [anything]}
VERDICT = one_of("fair", "incomplete", "malformed", "altered", "unfair")
EXPECT = {"verdict": VERDICT, "findings": [FINDING]}


def check_cases(name: str, document: Json) -> Iterator[str]:
    """The faults of a vector file of primitives."""
    about = {"about": TEXT, "section": matches("[0-9]+([.][0-9]+)?"), "cases": [anything]}
    if not fits(document, about) or not document["cases"]:
        yield "not the members of a vector file, or no cases"
        return
    names = [case["name"] for case in document["cases"]]
    if len(set(names)) != len(names):
        yield "two cases have one name"
    for case in document["cases"]:
        result = "error" if "error" in case else "out"
        if not fits(case, {**NOTED, "in": anything, result: anything}):
            yield f"{case['name']}: not the members of a case"
            continue
        try:
            got = {"out": VECTORS[name](**case["in"])}
        except Refused as refused:
            got = {"error": refused.args[0]}
        except FAULTS as error:
            got = {"cannot be computed": repr(error)}
        if dump(got) != dump({result: case[result]}):
            yield f"{case['name']}: got {dump(got).decode()[:400]}"


def check_expected(name: str, document: Json) -> tuple[list[str], list[Deal]]:
    """The faults of a transcript vector, and its deals."""
    given = "raw" if "raw" in document else "transcript"
    if not fits(document, {**NOTED, "expect": EXPECT, given: anything}) or name != document["name"]:
        return ["not the members of a transcript vector, or not its name"], []
    expect, transcript = document["expect"], document[given]
    if given == "raw":
        try:
            transcript = load(raw(transcript))
        except Refused as refused:
            only = [{"code": refused.args[0], "at": "", "blame": []}]
            same = dump(expect) == dump({"verdict": "malformed", "findings": only})
            return [] if same else [f"the whole report must be {refused.args[0]}"], []
    found, deals = examine(transcript)
    faults = list(disagreements(expect, transcript, found))
    if expect["verdict"] == "fair" and not deals:
        faults.append("fair, but no deal was rebuilt")
    for finding in expect["findings"]:
        authors = [author(by) for by in finding["blame"]]
        if authors != sorted(set(authors)):
            faults.append(f"{finding['code']}: blame is not in author order")
    return faults, deals


def check_file(path: Path) -> tuple[list[str], str, list[Deal]]:
    """The faults of any file, what was checked, and the deals of a transcript."""
    try:
        document = load(path.read_bytes()) if path.suffix == ".json" else {}
        if "cases" in document and path.stem in VECTORS:
            return list(check_cases(path.stem, document)), f"{len(document['cases'])} cases", []
        if "expect" in document:
            faults, deals = check_expected(path.stem, document)
            return faults, f"expected {document['expect']['verdict']}, {len(deals)} deals", deals
        if "steps" in document:
            found, deals = examine(document)
            faults = [f"{code} in step {at}" for code, at in found]
            return faults, f"{len(document['steps'])} steps, {len(deals)} deals", deals
    except Refused as refused:
        return [f"refused: {refused.args[0]}"], "", []
    except (*FAULTS, OSError) as error:
        return [f"cannot be checked: {error!r}"], "", []
    return ["no file that this program knows"], "", []


def files_of(path: Path) -> list[Path]:
    """The files at a path; a folder of vectors must have each file of primitives."""
    if not path.is_dir():
        return [path]
    files = {file for file in path.rglob("*") if file.is_file() and file.name != "README.md"}
    needed = {path / f"{name}.json" for name in VECTORS}
    if files & needed or (path / "transcripts").is_dir():
        files |= needed
    return sorted(files) or [path]


def main() -> int:
    """Check the files that the command line names."""
    parser = argparse.ArgumentParser(description="Check vectors and transcripts of fairdeal/1.")
    parser.add_argument("--decks", action="store_true", help="print the order of each deal")
    parser.add_argument("paths", nargs="+", type=Path)
    options = parser.parse_args()
    files = [file for path in options.paths for file in files_of(path)]
    bad = 0
    for file in files:
        faults, checked, deals = check_file(file)
        bad += bool(faults)
        print(f"{'FAIL' if faults else 'ok'}  {file}: {'; '.join(faults) or checked}")
        for deal in deals if options.decks else []:
            cards = " ".join(deal.order or ["unknown, as the game's deck is"])
            print(f"      deal {deal.number}, attempt {deal.attempt}, draw {deal.draw}: {cards}")
    print(f"{len(files) - bad} of {len(files)} files agree")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
