"""Sections 2 to 9 of `fairdeal.md`, written from its text alone: what `reference.py` stands on.

It shares no code with the library; beyond Python 3.11 it needs PyNaCl, for one equation. Each
function names its section; `check_vectors.py` holds them against the published vectors.
"""

import functools
import hashlib
import hmac
import json
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NoReturn

from nacl.exceptions import BadSignatureError
from nacl.signing import SigningKey, VerifyKey

Json = Any  # null, booleans, integers, strings, arrays and objects of section 3.1
Hex = str  # bytes as lowercase hexadecimal; all primitives take and give binary values so
Party = Any  # a seat's number, or "host"
FILE_BYTES, STRUCTURE, DEPTH, STEPS, STATEMENTS = 16_777_216, 1_000_000, 32, 32_768, 65_536
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


# What the core has to know of Hearts: its deck, how an order falls into hands, two rule sets.
HEARTS_DECK = [rank + suit for suit in "CDHS" for rank in "23456789TJQKA"]
LIVE = json.loads(
    """{"players": 4, "packs": 1, "removed": [], "remainder": "none", "pass_count": 3,
    "pass_cycle": [1, 3, 2, 0], "first_lead": "two-of-clubs", "first_trick_hearts": "forbidden",
    "first_trick_queen": "forbidden", "hearts_opened_by": "heart", "queen_lead": "free",
    "closed_hearts_lead": "forbidden", "only_hearts_and_queen": "queen", "heart_values": "one",
    "queen_value": 13, "bonus": "none", "moon": "others-add", "moon_amount": "26",
    "moon_bonus": "not-needed", "target": 50, "ties": "shared", "perfect_deal": "no-effect"}"""
)
SOLO = LIVE | {"target": 100, "ties": "unique-lowest"}
PENALTY = {card: 1 for card in HEARTS_DECK if card[1] == "H"} | {"QS": 13}


def is_pass(cards: Json, hand: list[str]) -> bool:
    """R-move, R-pass: three cards of a hand, in the order of the pack."""
    return isinstance(cards, list) and len(cards) == 3 and cards == [c for c in hand if c in cards]


def hearts_hands(order: list[Json], seats: int, dealer: int) -> list[list[Json]]:
    """Hearts: card i goes to seat (dealer + 1 + i) mod n; each hand in deck order."""
    hands = [order[(seat - dealer - 1) % seats :: seats] for seat in range(seats)]
    return [in_deck_order(hand, HEARTS_DECK) for hand in hands]


# --- 3.3, 5.1, 6. The form of a transcript -----------------------------------------------------
# A form is a test, an array (a form, the least and the greatest number of elements), or an object
# with exactly these members.

Form = Any


def matches(pattern: str) -> Callable[[Json], bool]:
    """A test for a text of this pattern as a whole."""
    return lambda value: isinstance(value, str) and re.fullmatch(pattern, value) is not None


def one_of(*choices: Json) -> Callable[[Json], bool]:
    """A test for exactly these values; `true` is no number."""
    return lambda value: any(type(value) is type(one) and value == one for one in choices)


def whole(low: int, high: int) -> Callable[[Json], bool]:
    """A test for an integer in a range."""
    return lambda value: type(value) is int and low <= value <= high


def faults(value: Json, form: Form, at: str) -> Iterator[str]:
    """5.1: JSON Pointers to what has not this form; a missing member where it should stand."""
    if isinstance(form, dict) and isinstance(value, dict):
        for key in sorted(form.keys() | value.keys()):
            inside = f"{at}/{key.replace('~', '~0').replace('/', '~1')}"
            known = key in form and key in value
            yield from faults(value[key], form[key], inside) if known else [inside]
    elif isinstance(form, tuple) and isinstance(value, list):
        if not form[1] <= len(value) <= form[2]:
            yield at
        for number, item in enumerate(value):
            yield from faults(item, form[0], f"{at}/{number}")
    elif isinstance(form, dict | tuple) or not form(value):
        yield at


INVISIBLE = re.compile(
    "[\0-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f"
    "\u2028-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb"
    "\U000e0000-\U000e0fff]"
)


def name(value: Json) -> bool:
    """3.3: a name of a player or a host."""
    fits = isinstance(value, str) and 1 <= len(value) <= 64 and value == value.strip(" ")
    return fits and not INVISIBLE.search(value)


def opaque(value: Json) -> bool:
    """3.3: a value that only the game understands, within its limits."""
    level, nests, texts, nodes = [value], [value], [""], 0
    for _ in range(17):  # as deep as may be, and one deeper, where no array or object may be
        nodes += len(level)
        nests = [one for one in level if isinstance(one, list | dict)]
        texts += [one for one in level if isinstance(one, str)]
        texts += [key for one in nests if isinstance(one, dict) for key in one]
        level = [x for one in nests for x in (one.values() if isinstance(one, dict) else one)]
    sizes = [len(text) for text in texts]
    return not nests and nodes <= 1024 and sum(sizes) <= 16_384 and max(sizes) <= 256


ANY, NULL = lambda _: True, lambda value: value is None
HEX32, HEX64, TEXT = matches("[0-9a-f]{64}"), matches("[0-9a-f]{128}"), matches("(?s:.*)")
NUMBER, SEAT, SLUG = whole(1, 65_535), whole(0, 15), matches("[a-z0-9.-]{1,64}")
HEX32_OR_NULL, MANY = lambda value: value is None or HEX32(value), sys.maxsize
PLAYER = {"key": HEX32, "name": name}
ATTEMPT = {"attempt": NUMBER, "deal": NUMBER}
REVEAL = {**ATTEMPT, "seed": HEX32}
QUOTED = ({"body": REVEAL, "by": SEAT, "sig": HEX64}, 0, 16)
BODIES: dict[str, dict[str, Form]] = {
    "open": {
        "clock": NULL,
        "deal_mode": TEXT,
        "game": {"name": SLUG, "rules": opaque, "version": SLUG},
        "host": PLAYER,
        "nonce": HEX32,
        "seats": ({**PLAYER, "kind": one_of("person", "bot")}, 2, 16),
    },
    "join": {"last": HEX32_OR_NULL, "nonce": HEX32},
    "commit": {**ATTEMPT, "commitment": HEX32},
    "reveal": REVEAL,
    "void": {**REVEAL, "missing": (SEAT, 0, 16), "offending": QUOTED, "received": QUOTED},
    "replace": {"leave": NULL, "seats": ({**PLAYER, "seat": SEAT}, 0, 16), "votes": NULL},
    "deal": {**ATTEMPT, "draw": SEAT, "hands": (HEX32, 0, 16), "rest": HEX32_OR_NULL},
    "seal": {"commitment": HEX32, "deal": NUMBER},
    "move": {"clock": NULL, "deal": NUMBER, "move": opaque},
    "disclose": {
        "deal": NUMBER,
        "result": opaque,
        "seals": ({"move": opaque, "nonce": HEX32, "seat": SEAT}, 0, MANY),
        "seed": HEX32,
    },
    "close": {"reason": one_of("end", "stopped"), "result": opaque},
}
SCORES = (whole(-1_000_000, 1_000_000), 4, 4)
RESULT = {"dealer": whole(0, 3), "points": SCORES, "totals": SCORES}
DOCUMENT = {"format": TEXT, "steps": (ANY, 1, MANY)}
STATEMENT = {"body": ANY, "by": ANY, "sig": ANY}
STEP = {"kind": TEXT, "parent": ANY, "statements": (STATEMENT, 1, 17)}


def step_faults(step: Json, seats: int, at: str) -> Iterator[str]:
    """5.1, 6: what is not well-formed in a step with the members of one, its parent aside."""
    kind, said = step["kind"], step["statements"]
    if not one_of(*BODIES)(kind):
        yield f"{at}/kind"
        return
    if kind == "open" and len(said) > 1:
        yield f"{at}/statements"
    for k, one in enumerate(said):
        by = one_of("host") if kind == "open" else one_of(*range(seats), "host")
        of_host = {"seats": (HEX32, 0, 16)} if kind == "close" and one["by"] == "host" else {}
        form = {"body": BODIES[kind] | of_host, "by": by, "sig": HEX64}
        yield from faults(one, form, f"{at}/statements/{k}")
