"""The vectors of the primitives: what goes in, and what has to come out.

The library computes what comes out, except where the expectation is stated by hand (JSON,
indices) or by the curve in plain integers (signatures). `primitives.py` checks all of it.
"""

import hashlib
from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

from fairdeal import chain, commitment, crypto, limits, shuffle
from fairdeal.canonical import dumps
from specs import ed25519 as curve

Case: TypeAlias = dict[str, Any]
Cases: TypeAlias = Iterator[Case]

HEARTS = tuple(rank + suit for suit in "CDHS" for rank in "23456789TJQKA")


def case(name: str, note: str, given: dict[str, Any], out: dict[str, Any] | str) -> Case:
    """A case; ``out`` is a code where the input has to be refused."""
    result = {"error": out} if isinstance(out, str) else {"out": out}
    return {"name": name, "note": note, "in": given, **result}


def fresh(what: str, count: int = 32) -> bytes:
    """Bytes from a fixed stream; each purpose has its own, so that cases can be added."""
    return crypto.insecure_entropy(f"fairdeal/1 vectors: {what}")(count)


def hexes(what: str) -> str:
    """32 such bytes in hex."""
    return fresh(what).hex()


def signer(name: str) -> crypto.Signer:
    """A party's key."""
    return crypto.Signer(fresh(f"key of {name}"))


# --- 3. Canonical JSON: every expectation is written by hand ---


def canonical_json() -> Cases:
    """Accepted texts with their canonical form, refused ones, and the limits."""
    greatest = 2**53 - 1
    accepted = [
        ("null", "", "null", "null"),
        ("booleans", "", "[true,false]", "[true,false]"),
        ("white-space", "All four kinds, everywhere.", '\t{ "a" :\r\n[ 1 , 2 ] } ', '{"a":[1,2]}'),
        ("empty", "", '{"b":{},"a":[],"":""}', '{"":"","a":[],"b":{}}'),
        ("sorting", "By byte: digits, capitals, underline, small letters.",
         '{"b":0,"a":1,"_":2,"B":3,"aa":4,"1":5,"\\u007f":6}',
         '{"1":5,"B":3,"_":2,"a":1,"aa":4,"b":0,"\x7f":6}'),
        ("sorting-inside", "Objects inside objects and arrays are sorted too; arrays are not.",
         '[{"b":{"d":1,"c":2},"a":3},2,1]', '[{"a":3,"b":{"c":2,"d":1}},2,1]'),
        ("escaped-name", "A name may be written with escapes.", '{"\\u0061":1}', '{"a":1}'),
        ("greatest-integer", "", str(greatest), str(greatest)),
        ("least-integer", "", str(-greatest), str(-greatest)),
        ("zero", "", "0", "0"),
        ("short-escapes", "These have a short escape, which is the canonical one.",
         r'"\u0022\u005c\u0008\u0009\u000a\u000c\u000d"', r'"\"\\\b\t\n\f\r"'),
        ("long-escapes", "The other control characters have a long one, in small letters.",
         r'"\u0000\u0001\u000B\u000E\u000F\u001A\u001F"',
         r'"\u0000\u0001\u000b\u000e\u000f\u001a\u001f"'),
        ("needless-escapes", "Everything else stands as itself, the solidus too.",
         r'"\/\u002f\u0041\u007f\u00e9\u2028\ud83c\udca1"', '"//A\x7f\u00e9\u2028\U0001f0a1"'),
        ("wide-text", "Text beyond ASCII is not normalized.",
         '"\u00e9e\u0301\U0001f0a1"', '"\u00e9e\u0301\U0001f0a1"'),
        ("wide-text-like-a-name", "A colon after a quote inside a text makes no name of it.",
         r'["é\":",1]', r'["é\":",1]'),
        ("like-a-fraction", "Only numbers have no fractions.", '"[1.5,1e3,-0"', '"[1.5,1e3,-0"'),
    ]  # fmt: skip
    for name, note, text, canonical in accepted:
        yield case(name, note or f"Accepted: {name}.", {"text": text}, {"canonical": canonical})
    refused = [
        ("double-name", "A name stands twice in one object.", '{"a":1,"a":1}'),
        ("double-name-escaped", "The same, one of them escaped.", r'{"a":1,"\u0061":2}'),
        ("double-name-inside", "The same, further in.", '[{"a":{"b":1,"c":2,"b":3}}]'),
        ("wide-name", "A name beyond ASCII.", '{"\u00e9":1}'),
        ("wide-name-escaped", "The same, escaped.", r'{"\u00e9":1}'),
        ("wide-name-and-quote", "The same, with an escaped quote behind it.", r'{"é\"a":1}'),
        ("negative-zero", "", "-0"),
        ("whole-fraction", "1.0 is a fraction.", "1.0"),
        ("negative-zero-fraction", "", "[-0.0]"),
        ("exponent", "", "1e3"),
        ("exponent-capital", "", "1E400"),
        ("not-a-number", "", "[NaN]"),
        ("infinity", "", "[-Infinity]"),
        ("leading-zero", "", "01"),
        ("plus-sign", "", "+1"),
        ("arabic-digit", "Digits are ASCII.", "\u0661"),
        ("too-great", "2^53.", str(greatest + 1)),
        ("too-little", "-2^53.", str(-greatest - 1)),
        ("seventeen-digits", "", "10000000000000000"),
        ("five-thousand-digits", "", "9" * 5000),
        ("lone-high-surrogate", "Escaped.", r'"\ud83c"'),
        ("lone-low-surrogate", "Escaped.", r'"\udca1"'),
        ("swapped-surrogates", "", r'"\udca1\ud83c"'),
        ("surrogate-in-a-name", "", r'{"\ud83c":1}'),
        ("control-character", "A raw line feed in a text.", '"\n"'),
        ("unknown-escape", "", r'"\x41"'),
        ("short-escape-cut", "", r'"\u004"'),
        ("single-quotes", "", "'a'"),
        ("comment", "", "[1]//"),
        ("trailing-comma", "", "[1,]"),
        ("two-values", "", "1 2"),
        ("other-white-space", "A no-break space is no white space.", "[1,\u00a02]"),
        ("form-feed", "Nor is a form feed.", "[1,\f2]"),
        ("capitals", "", "True"),
        ("nothing", "An empty text.", ""),
        ("not-closed", "", "[1"),
        ("byte-order-mark", "", "\ufeff1"),
    ]
    for name, note, text in refused:
        yield case(name, note or f"Refused: {name}.", {"text": text}, "not-json")
    bad_bytes = [
        ("surrogate-as-bytes", "A lone surrogate, encoded.", b'"\xed\xa0\xbc"'),
        ("pair-as-bytes", "A pair of surrogates, each encoded.", b'"\xed\xa0\xbc\xed\xb2\xa1"'),
        ("overlong", "A solidus in two bytes.", b'"\xc0\xaf"'),
        ("beyond-unicode", "U+110000.", b'"\xf4\x90\x80\x80"'),
        ("latin-1", "", b'"\xe9"'),
        ("utf-16", "With its byte order mark.", '"a"'.encode("utf-16")),
        ("utf-16-without-mark", "", '"a"'.encode("utf-16-le")),
        ("byte-order-mark-as-bytes", "", b"\xef\xbb\xbf1"),
    ]
    for name, note, data in bad_bytes:
        yield case(name, note or f"Refused: {name}.", {"hex": data.hex()}, "not-json")
    yield from _limits()


def _limits() -> Cases:
    """Each limit of section 3.3 on the whole input, reached and exceeded."""
    structure, depth, size = 1_000_000, 32, 16_777_216
    assert (structure, depth, size) == (limits.STRUCTURE, limits.DEPTH, limits.FILE_BYTES)

    def reached(name: str, note: str, *parts: tuple[str, int]) -> Case:
        # All of these texts are canonical already.
        text = "".join(part * times for part, times in parts).encode()
        out = {"bytes": len(text), "sha256": hashlib.sha256(text).hexdigest()}
        return case(name, note, {"parts": [list(part) for part in parts]}, out)

    def exceeded(name: str, note: str, *parts: tuple[str, int]) -> Case:
        return case(name, note, {"parts": [list(part) for part in parts]}, "too-large")

    yield reached("bytes-reached", "FILE_BYTES.", ('"', 1), ("a", size - 2), ('"', 1))
    yield exceeded("bytes-exceeded", "One more.", ('"', 1), ("a", size - 1), ('"', 1))
    yield exceeded("bytes-exceeded-by-space", "White space counts.", ("0", 1), (" ", size))
    yield reached("structure-reached", "STRUCTURE.", ("[", 1), ("0,", structure - 1), ("0]", 1))
    yield exceeded("structure-exceeded", "One more.", ("[", 1), ("0,", structure), ("0]", 1))
    yield reached(
        "structure-in-text-reached", "It counts in texts too.", ('"', 1), (":", structure), ('"', 1)
    )
    yield exceeded(
        "structure-in-text-exceeded", "One more.", ('"', 1), (":", structure + 1), ('"', 1)
    )
    yield reached(
        "closing-does-not-count",
        "Structure counts no closing brackets.",
        ('"', 1),
        ("}]", structure),
        ('"', 1),
    )
    yield reached("depth-reached", "DEPTH; [] has 1.", ("[", depth), ("]", depth))
    yield exceeded("depth-exceeded", "One more.", ("[", depth + 1), ("]", depth + 1))
    yield reached("depth-of-objects-reached", "DEPTH.", ('{"a":', depth), ("0", 1), ("}", depth))
    yield exceeded(
        "depth-of-objects-exceeded", "One more.", ('{"a":', depth + 1), ("0", 1), ("}", depth + 1)
    )
    yield reached(
        "depth-in-text", "Brackets in texts are no depth.", ('"', 1), ("[", 1000), ('"', 1)
    )
    yield reached(
        "depth-after-a-quote", "Nor after an escaped quote.", ('["\\"', 1), ("[", 1000), ('"]', 1)
    )
    yield exceeded(
        "depth-hidden",
        "Closing brackets in texts take no depth away.",
        ('["]",', depth + 1),
        ("0", 1),
        (',"["]', depth + 1),
    )


# --- 4. Signatures: every expectation comes from the curve in plain integers ---


def _signature(name: str, note: str, key: bytes, message: bytes, signature: bytes) -> Case:
    given = {"key": key.hex(), "message": message.hex(), "signature": signature.hex()}
    out = {"accepted": curve.accepts(key, message, signature), "safe_key": curve.is_safe(key)}
    return case(name, note, given, out)


def signatures() -> Cases:
    """Signing, each rule broken alone as far as that is possible, and mixed orders."""
    yield from _signing()
    yield from _broken_rules()
    yield from _small_keys()
    yield from _small_nonces()
    yield from _mixed_orders()


def _signing() -> Cases:
    rfc_8032 = {
        "1": ("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60", ""),
        "2": ("4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb", "72"),
        "3": ("c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7", "af82"),
    }
    for number, (secret, message) in rfc_8032.items():
        yield _signing_case(
            f"rfc-8032-test-{number}",
            "From RFC 8032, section 7.1.",
            bytes.fromhex(secret),
            bytes.fromhex(message),
        )
    for name in ("host", "seat 0"):
        yield _signing_case(
            f"signing-{name.replace(' ', '-')}",
            "A message of 100 bytes.",
            fresh(f"key of {name}"),
            fresh(f"message of {name}", 100),
        )


def _signing_case(name: str, note: str, secret: bytes, message: bytes) -> Case:
    key, signature = curve.sign(secret, message)
    given = {"secret": secret.hex(), "message": message.hex()}
    return case(name, note, given, {"key": key.hex(), "signature": signature.hex()})


def _broken_rules() -> Cases:
    message = b"the queen of spades"
    key, good = curve.sign(fresh("key of seat 1"), message)
    other_key, _ = curve.sign(fresh("key of seat 2"), message)
    r, s = good[:32], int.from_bytes(good[32:], "little")
    yield _signature("good", "All rules hold.", key, message, good)
    yield _signature("empty-message", "A message may be empty.", *_signed("seat 1", b""))
    yield _signature("long-message", "Longer than a block.", *_signed("seat 1", b"Q" * 300))
    yield _signature("rule-1-key-short", "31 bytes.", key[:31], message, good)
    yield _signature("rule-1-key-long", "33 bytes.", key + b"\0", message, good)
    yield _signature("rule-1-no-key", "No bytes.", b"", message, good)
    yield _signature("rule-1-signature-short", "63 bytes.", key, message, good[:63])
    yield _signature("rule-1-signature-long", "65 bytes.", key, message, good + b"\0")
    yield _signature("rule-1-no-signature", "No bytes.", key, message, b"")
    for name, more in (("s-plus-order", 1), ("s-plus-seven-orders", 7)):
        text = f"S is {more} times the group order too large; the equation holds."
        moved = curve.join(r, s + more * curve.ORDER)
        assert curve.holds(key, message, moved)
        yield _signature(f"rule-4-{name}", text, key, message, moved)
    yield _signature(
        "rule-4-s-is-order", "S is the group order.", key, message, curve.join(r, curve.ORDER)
    )
    yield _signature("rule-4-s-all-ones", "S is 2^256 - 1.", key, message, r + b"\xff" * 32)
    yield _signature("rule-5-s-zero", "S is 0.", key, message, curve.join(r, 0))
    yield _signature("rule-5-s-changed", "The lowest bit of S.", key, message, curve.join(r, s ^ 1))
    yield _signature(
        "rule-5-r-changed",
        "The sign of R.",
        key,
        message,
        bytes([*good[:31], good[31] ^ 0x80, *good[32:]]),
    )
    yield _signature("rule-5-other-message", "One letter more.", key, message + b"!", good)
    yield _signature("rule-5-other-key", "Somebody else's key.", other_key, message, good)
    yield _signature(
        "rule-5-key-sign", "The key's sign.", key[:31] + bytes([key[31] ^ 0x80]), message, good
    )
    no_point = next(y for y in range(2, 99) if curve.decode(y.to_bytes(32, "little")) is None)
    yield _signature(
        "rule-5-key-is-no-point",
        "The key is safe, but no point has this y.",
        no_point.to_bytes(32, "little"),
        message,
        good,
    )
    for y in [curve.P + small for small in range(2, 19)]:
        point = curve.decode(y.to_bytes(32, "little"))
        if point is not None:
            yield _signature(
                f"rule-2-p-plus-{y - curve.P}",
                "A y of a key that is not below p.",
                y.to_bytes(32, "little"),
                message,
                good,
            )
            break
    yield _signature(
        "rule-2-greatest", "The greatest y, p + 18, with its sign.", b"\xff" * 32, message, good
    )


def _signed(name: str, message: bytes) -> tuple[bytes, bytes, bytes]:
    key, signature = curve.sign(fresh(f"key of {name}"), message)
    return key, message, signature


def _encodings() -> Iterator[tuple[str, bytes]]:
    """The seven encodings of small order, with both signs, from the least to the greatest."""
    for number, y in enumerate(sorted(curve.SMALL)):
        for sign, name in ((0, "even"), (1, "odd")):
            yield f"{number}-{name}", (y | sign << 255).to_bytes(32, "little")


def _search(what: str, holds: Callable[[bytes], bytes | None]) -> tuple[bytes, bytes]:
    """The first of numbered messages with which a signature comes out, and that signature."""
    for number in range(10_000):
        message = f"{what} {number}".encode()
        signature = holds(message)
        if signature is not None:
            return message, signature
    raise AssertionError(what)


def _small_keys() -> Cases:
    """Under such a key a signature without any secret satisfies the equation."""
    for name, key in _encodings():
        nonce = int.from_bytes(fresh(f"nonce for small key {name}"), "little") % curve.ORDER
        r = curve.encode(curve.times(nonce, curve.BASE))

        def forge(message: bytes, key: bytes = key, r: bytes = r, s: int = nonce) -> bytes | None:
            signature = curve.join(r, s)
            return signature if curve.holds(key, message, signature) else None

        message, signature = _search(f"small key {name}", forge)
        yield _signature(
            f"rule-3-key-{name}",
            "A key of small order; the equation holds.",
            key,
            message,
            signature,
        )


def _small_nonces() -> Cases:
    """A key with a part of small order can make such an R fit."""
    scalar, _ = curve.expand(fresh("key of seat 3"))
    part = curve.small_points()[0]
    mixed = curve.encode(curve.add(curve.times(scalar, curve.BASE), part))
    canonical = {curve.encode(point) for point in curve.small_points()}
    for name, r in _encodings():

        def forge(message: bytes, r: bytes = r) -> bytes | None:
            signature = curve.join(r, curve.challenge(r, mixed, message) * scalar % curve.ORDER)
            fits = r not in canonical or curve.holds(mixed, message, signature)
            return signature if fits else None

        note = "An R of small order; the equation holds."
        if r not in canonical:
            note = "An encoding of small order that no sum of points has, as R."
        message, signature = _search(f"small R {name}", forge)
        yield _signature(f"rule-3-r-{name}", note, mixed, message, signature)


def _mixed_orders() -> Cases:
    """Keys and R with a part of small order: rule 5 has no cofactor."""
    scalar, _ = curve.expand(fresh("key of seat 4"))
    nonce = int.from_bytes(fresh("nonce of seat 4"), "little") % curve.ORDER
    plain = curve.times(scalar, curve.BASE)
    point = curve.times(nonce, curve.BASE)
    part = curve.small_points()[0]
    for name, key_point, r_point in (
        ("key", curve.add(plain, part), point),
        ("r", plain, curve.add(point, part)),
        ("both", curve.add(plain, part), curve.add(point, part)),
    ):
        key, r = curve.encode(key_point), curve.encode(r_point)
        for wanted in (False, True):
            if name == "r" and wanted:
                continue  # never holds without the cofactor

            def forge(
                message: bytes, key: bytes = key, r: bytes = r, wanted: bool = wanted
            ) -> bytes | None:
                s = (nonce + curve.challenge(r, key, message) * scalar) % curve.ORDER
                signature = curve.join(r, s)
                assert curve.holds_with_cofactor(key, message, signature)
                return signature if curve.holds(key, message, signature) is wanted else None

            message, signature = _search(f"mixed {name}", forge)
            with_both = "Holds with and without cofactor: accepted."
            note = with_both if wanted else "Holds with the cofactor only: refused."
            ending = "both-equations" if wanted else "cofactor-only"
            yield _signature(f"rule-5-mixed-{name}-{ending}", note, key, message, signature)


# --- 5 and 8. The chain, and what is signed ---


def _statements(kind: str, bodies: dict[Any, Any], parent: str, table: str) -> list[Any]:
    return [
        chain.sign_statement(signer(_name(by)), kind, parent, table, body, by)
        for by, body in bodies.items()
    ]


def _name(by: Any) -> str:
    return "host" if by == "host" else f"seat {by}"


TABLE, PARENT = hexes("table"), hexes("parent")


def statements() -> Cases:
    """Statements of several kinds, and one signed for another place."""
    opened = {
        "clock": None,
        "deal_mode": "hosted",
        "game": {"name": "toy", "rules": {"b": [1, None], "a": "é"}, "version": "1"},
        "host": {"key": signer("host").public.hex(), "name": "Example Host"},
        "nonce": hexes("nonce of open"),
        "seats": [
            {"key": signer("seat 0").public.hex(), "kind": "person", "name": "Chloé"},
            {"key": signer("seat 1").public.hex(), "kind": "bot", "name": "Bot 🂡"},
        ],
    }
    move = {"clock": None, "deal": 1, "move": "QS"}
    join = {"last": None, "nonce": hexes("nonce of join")}
    close = {"reason": "stopped", "result": {"totals": [-10, 26]}}

    def one(
        name: str,
        note: str,
        kind: str,
        body: Any,
        by: Any,
        *,
        parent: str = PARENT,
        table: str = TABLE,
        signed_as: dict[str, Any] | None = None,
    ) -> Case:
        place = {"kind": kind, "parent": parent, "table": table}
        signed = place | {"body": body, "by": by} | (signed_as or {})
        key = signer(_name(signed["by"]))
        sig = chain.sign_statement(key, **signed)["sig"]
        statement = {"body": body, "by": by, "sig": sig}
        key_of = signer(_name(by)).public
        message = chain.statement_message(kind, parent, table, body, by)
        out = {
            "message": message.hex(),
            "accepted": signed_as is None,
            "hash": chain.statement_hash(statement),
        }
        given = {**place, "statement": statement, "key": key_of.hex()}
        return case(name, note, given, out)

    yield one(
        "open",
        "Parent and table are zeros.",
        "open",
        opened,
        "host",
        parent=chain.ZERO,
        table=chain.ZERO,
    )
    yield one("join", "A seat's first statement.", "join", join, 0)
    yield one("move", "A move.", "move", move, 1)
    yield one(
        "close-of-host",
        "The host's own form of a body.",
        "close",
        {**close, "seats": [hexes("statement")]},
        "host",
    )
    for name, signed_as in {
        "other-kind": {"kind": "seal"},
        "other-parent": {"parent": hexes("other parent")},
        "other-table": {"table": hexes("other table")},
        "other-body": {"body": {**move, "deal": 2}},
        "other-seat": {"by": 2},
        "as-host": {"by": "host"},
    }.items():
        yield one(
            name, "Signed for another place, so refused here.", "move", move, 1, signed_as=signed_as
        )
    head = {"head": PARENT, "height": 3, "table": TABLE}
    sig = signer("host").sign(crypto.HEAD + dumps(head)).hex()
    body = {"attempt": 1, "deal": 1, "draw": 0, "hands": [PARENT, TABLE], "rest": None}
    statement = {"body": body, "by": "host", "sig": sig}
    message = chain.statement_message("deal", PARENT, TABLE, body, "host")
    yield case(
        "signature-of-a-head",
        "A signature of another purpose.",
        {
            "kind": "deal",
            "parent": PARENT,
            "table": TABLE,
            "statement": statement,
            "key": signer("host").public.hex(),
        },
        {"message": message.hex(), "accepted": False, "hash": chain.statement_hash(statement)},
    )


def step_hashes() -> Cases:
    """Steps of one and of several statements."""
    move = {"clock": None, "deal": 1, "move": ["2C", {"a": -1}, "é"]}
    one = _statements("move", {1: move}, PARENT, TABLE)
    joins = {seat: {"last": None, "nonce": hexes(f"nonce of {seat}")} for seat in range(3)}
    several = _statements("join", joins, PARENT, TABLE)
    for name, note, kind, parent, said in (
        ("one-statement", "A move.", "move", PARENT, one),
        ("several-statements", "Three seats join.", "join", PARENT, several),
        (
            "other-order",
            "The same statements in another order: another hash.",
            "join",
            PARENT,
            several[::-1],
        ),
        ("other-kind", "The kind is in the hash.", "seal", PARENT, one),
        ("first-step", "The parent of the first step is 64 zeros.", "open", chain.ZERO, one),
    ):
        hashes = [chain.statement_hash(statement) for statement in said]
        yield case(
            name,
            note,
            {"kind": kind, "parent": parent, "statements": said},
            {"hash": chain.step_hash(kind, parent, hashes), "statement_hashes": hashes},
        )


def heads() -> Cases:
    """Signed heads."""
    for name, note, height, by in (
        ("first", "The head of a table with one step is the table's own name.", 1, "host"),
        ("later", "", 32_768, "host"),
        ("of-a-seat", "Signed by a seat, so refused.", 2, "seat 0"),
    ):
        position = {"head": TABLE if height == 1 else PARENT, "height": height, "table": TABLE}
        head = chain.sign_head(signer(by), TABLE, height, position["head"])
        yield _signed_thing(name, note, "head", head, crypto.HEAD + dumps(position), by == "host")
    head = chain.sign_head(signer("host"), TABLE, 5, PARENT) | {"height": 6}
    message = crypto.HEAD + dumps({"head": PARENT, "height": 6, "table": TABLE})
    yield _signed_thing("other-height", "Signed for another height.", "head", head, message, False)


def private() -> Cases:
    """Signed private messages, host to seat and seat to host."""
    salt = hexes("salt of a hand")
    hand = {
        "body": {"attempt": 1, "cards": ["2C", "TD", "QS"], "deal": 1, "salt": salt},
        "from": "host",
        "kind": "hand",
        "parent": PARENT,
        "table": TABLE,
        "to": 0,
    }
    opening = {
        "body": {"deal": 1, "move": ["2C", "3C", "4C"], "nonce": hexes("nonce of 0"), "seat": 0},
        "from": 0,
        "kind": "opening",
        "parent": PARENT,
        "table": TABLE,
        "to": "host",
    }
    for name, note, unsigned in (
        ("hand", "Host to seat.", hand),
        ("opening", "Seat to host.", opening),
        (
            "opening-sent-on",
            "Host to the seat that reads it.",
            {**opening, "from": "host", "to": 1},
        ),
    ):
        by = _name(unsigned["from"])
        message = crypto.PRIVATE + dumps(unsigned)
        signed = chain.sign_private(signer(by), unsigned)
        yield _signed_thing(name, note, "message", signed, message, True, by)
    moved = chain.sign_private(signer("host"), hand) | {"to": 1}
    message = crypto.PRIVATE + dumps({**hand, "to": 1})
    yield _signed_thing(
        "other-receiver", "Signed for somebody else.", "message", moved, message, False
    )


def _signed_thing(
    name: str, note: str, what: str, signed: Any, message: bytes, good: bool, by: str = "host"
) -> Case:
    given = {what: signed, "key": signer(by).public.hex()}
    return case(
        name, note or f"Signed: {name}.", given, {"message": message.hex(), "accepted": good}
    )


# --- 9. The deal ---


def commitments() -> Cases:
    """Seats and the host, extreme seeds, and what makes a copied commitment useless."""
    for name, note, by, seed in (
        ("seat-0", "", 0, hexes("seed")),
        ("seat-15", "The last seat of all.", 15, hexes("seed")),
        ("host", "The host's byte is 255.", "host", hexes("seed")),
        ("zeros", "A weak seed is a seed.", 1, "00" * 32),
        ("ones", "", 2, "ff" * 32),
    ):
        made = commitment.seed_commitment(bytes.fromhex(PARENT), by, bytes.fromhex(seed)).hex()
        yield case(
            name,
            note or f"By {_name(by)}.",
            {"parent": PARENT, "by": by, "seed": seed},
            {"commitment": made},
        )
    made = commitment.seed_commitment(bytes(32), 0, fresh("seed")).hex()
    yield case(
        "other-parent",
        "The parent is in it.",
        {"parent": "00" * 32, "by": 0, "seed": hexes("seed")},
        {"commitment": made},
    )


def _commits(seats: int, attempt: int = 1) -> list[Any]:
    bodies: dict[Any, Any] = {
        by: {"attempt": attempt, "commitment": hexes(f"commitment of {by}"), "deal": 1}
        for by in (*range(seats), "host")
    }
    return _statements("commit", bodies, PARENT, TABLE)


def commit_roots() -> Cases:
    """Two and four seats; signatures do not count."""
    for name, note, said in (
        ("two-seats", "", _commits(2)),
        ("four-seats", "", _commits(4)),
        (
            "other-signatures",
            "The root of two seats again: signatures stay outside.",
            [{**one, "sig": "00" * 64} for one in _commits(2)],
        ),
        ("second-attempt", "Another body, another root.", _commits(2, attempt=2)),
    ):
        yield case(
            name,
            note or f"The host and {name.replace('-', ' ')}.",
            {"parent": PARENT, "statements": said},
            {"commit_root": shuffle.commit_root(PARENT, said).hex()},
        )


def deck_keys() -> Cases:
    """Seeds in order; equal seeds do not cancel."""
    root, host, seats = fresh("root"), fresh("host's seed"), [fresh(f"seed {i}") for i in range(4)]
    for name, note, host_seed, seeds in (
        ("two-seats", "", host, seats[:2]),
        ("four-seats", "", host, seats),
        ("swapped", "Two seats' seeds exchanged: another key.", host, seats[1::-1]),
        ("equal-seeds", "Equal seeds do not cancel each other.", host, [host, host]),
    ):
        yield case(
            name,
            note or f"The host and {name.replace('-', ' ')}.",
            {
                "root": root.hex(),
                "host_seed": host_seed.hex(),
                "seat_seeds": [seed.hex() for seed in seeds],
            },
            {"deck_key": shuffle.deck_key(root, host_seed, seeds).hex()},
        )


def streams() -> Cases:
    """Pieces of one stream."""
    key = fresh("deck key")
    for name, note, start, length in (
        ("first-byte", "", 0, 1),
        ("first-block", "A block has 32 bytes.", 0, 32),
        ("second-block", "Its number is 1.", 32, 32),
        ("over-the-end", "The end of one block and the beginning of the next.", 30, 5),
        ("several-blocks", "", 0, 100),
        ("far-away", "The number of a block has four bytes.", 8190, 4),
    ):
        source = shuffle.stream(key)
        taken = bytes(next(source) for _ in range(start + length))[start:]
        yield case(
            name,
            note or f"{length} bytes from {start} on.",
            {"deck_key": key.hex(), "start": start, "length": length},
            {"bytes": taken.hex()},
        )


def indices() -> Cases:
    """Bounded indices; every expectation is written by hand."""
    for name, note, data, bounds, values, taken in (
        ("bound-1", "No byte is taken.", "", [1, 1], [0, 0], 0),
        ("bound-1-between", "Nor here.", "0305", [2, 1, 4], [1, 0, 1], 2),
        ("bound-256", "Every byte counts as it is.", "00ff", [256, 256], [0, 255], 2),
        ("bound-2", "No byte is rejected: 256 is even.", "fffe", [2, 2], [1, 0], 2),
        ("bound-52", "", "0033345f", [52, 52, 52, 52], [0, 51, 0, 43], 4),
        ("last-taken", "256 - 256 mod 52 is 208: 207 is taken.", "cf", [52], [51], 1),
        ("first-rejected", "208 is not.", "d000", [52], [0], 2),
        ("several-rejected", "", "ffd0fed101", [52], [1], 5),
        ("bound-255", "255 alone is rejected.", "fffe", [255], [254], 2),
        ("bound-129", "The most are rejected: 127 of 256.", "81ff80", [129], [128], 3),
        ("bound-3", "255 alone is rejected.", "fe02ff01", [3, 3, 3], [2, 2, 1], 4),
        ("four-seats", "The draw of four seats rejects nothing.", "ff", [4], [3], 1),
    ):
        assert len(data) // 2 == taken
        yield case(
            name,
            note or "Nothing special.",
            {"bytes": data, "bounds": bounds},
            {"values": values, "taken": taken},
        )
    for name, bounds in (("bound-0", [0]), ("bound-257", [257]), ("bound-negative", [-1])):
        yield case(
            name, "A bound is from 1 to 256.", {"bytes": "00", "bounds": bounds}, "bad-bound"
        )


def counted(key: bytes, deck: tuple[str, ...], seats: int) -> tuple[list[str], int, int]:
    """Order, draw, and how many bytes both took."""
    taken = 0

    def counted() -> Iterator[int]:
        nonlocal taken
        for byte in shuffle.stream(key):
            taken += 1
            yield byte

    source = counted()
    order = shuffle.shuffle(source, deck)
    return list(order), shuffle.index(source, seats), taken


def shuffles() -> Cases:
    """Decks of several sizes."""
    for name, note, deck, seats in (
        ("one-card", "Only the draw takes a byte.", ("2C",), 2),
        ("two-cards", "", ("2C", "3C"), 2),
        ("five-cards", "", ("2C", "3C", "4C", "5C", "6C"), 3),
        ("pack", "52 cards for four seats.", HEARTS, 4),
        ("pack-for-five", "Here the draw can reject a byte.", HEARTS, 5),
        ("two-packs", "104 cards, each twice, for six seats.", HEARTS * 2, 6),
        (
            "greatest-deck",
            "256 cards for sixteen seats.",
            tuple(f"card-{number}" for number in range(256)),
            16,
        ),
    ):
        key = fresh(f"deck key of {name}")
        order, draw, taken = counted(key, deck, seats)
        assert (tuple(order), draw) == shuffle.order_and_draw(key, deck, seats)
        yield case(
            name,
            note or f"{len(deck)} cards for {seats} seats.",
            {"deck_key": key.hex(), "deck": list(deck), "seats": seats},
            {"order": order, "draw": draw, "taken": taken},
        )


def digests() -> Cases:
    """Hands and rests."""
    key = fresh("deck key of digests")
    rising = tuple("2C 3C TD AD 2H QH KH AH 2S 9S JS QS AS".split())
    for name, note, deck, seat, by_hand in (
        ("hand", "Given in another order than that of the deck.", HEARTS, 0, rising),
        ("hand-of-seat-15", "The last seat of all.", HEARTS, 15, rising),
        (
            "equal-cards",
            "Two packs: equal cards stand side by side.",
            HEARTS * 2,
            2,
            ("2C", "2C", "3C", "QS", "QS"),
        ),
        (
            "deck-order",
            "The deck's own order counts, not the alphabet.",
            ("z", "é", "a"),
            1,
            ("z", "é", "a"),
        ),
        ("empty-hand", "", HEARTS, 1, ()),
        ("rest", "The cards that remain.", HEARTS, None, ("2D", "KS")),
        ("rest-like-a-hand", "A rest is no hand: other salt, other digest.", HEARTS, None, rising),
    ):
        cards = list(by_hand[::-1])
        if len(cards) > 3:
            cards[1], cards[3] = cards[3], cards[1]
        if seat is None:
            salt = commitment.rest_salt(key)
            digest = commitment.rest_digest(salt, by_hand)
        else:
            salt = commitment.hand_salt(key, seat)
            digest = commitment.hand_digest(salt, by_hand)
        yield case(
            name,
            note or "No cards.",
            {"deck_key": key.hex(), "deck": list(deck), "seat": seat, "cards": cards},
            {"salt": salt.hex(), "sorted": list(by_hand), "digest": digest.hex()},
        )


def seals() -> Cases:
    """Moves of several shapes."""
    nonce = fresh("nonce of a seal")
    for name, note, by, move in (
        ("pass", "A pass of Hearts.", 0, ["2C", "QS", "AS"]),
        ("other-seat", "The same by another seat.", 3, ["2C", "QS", "AS"]),
        ("null", "A move may be any value.", 1, None),
        ("object", "Its members are sorted.", 1, {"b": -1, "a": [True, "é", {}]}),
    ):
        parent = bytes.fromhex(PARENT)
        made = commitment.seal_commitment(parent, by, nonce, move).hex()
        yield case(
            name,
            note,
            {"parent": PARENT, "by": by, "nonce": nonce.hex(), "move": move},
            {"commitment": made},
        )


FILES: dict[str, tuple[str, str, Callable[[], Cases]]] = {
    "canonical_json": ("3", "JSON texts and their canonical form.", canonical_json),
    "signatures": ("4", "Ed25519: which keys and signatures are accepted.", signatures),
    "statements": ("5.3", "What a statement's signature covers.", statements),
    "step_hashes": ("5.2", "Hashes of statements and steps.", step_hashes),
    "heads": ("5.4", "Signed heads.", heads),
    "private": ("8", "Signed private messages.", private),
    "commitments": ("9.1", "Commitments to seeds.", commitments),
    "commit_roots": ("9.2", "The root of a commit step.", commit_roots),
    "deck_keys": ("9.2", "The key of a deal.", deck_keys),
    "streams": ("9.3", "The stream of a deal.", streams),
    "indices": ("9.3", "Bounded indices from given bytes.", indices),
    "shuffles": ("9.4", "Order and draw.", shuffles),
    "digests": ("9.5", "Salts and digests of hands and of the rest.", digests),
    "seals": ("9.6", "Commitments to sealed moves.", seals),
}
"""The section, what it is about, and the cases of each file of primitives."""


def document(name: str) -> dict[str, Any]:
    """A whole file of primitives."""
    section, about, cases = FILES[name]
    return {"about": about, "section": section, "cases": list(cases())}
