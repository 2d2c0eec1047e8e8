"""Ed25519 in plain integers, for vectors only: slow, not in constant time, from RFC 8032.

It exists so that what the signature vectors demand does not come from the library that they are
to test, and to make keys and signatures that no library makes: with parts of small order.
"""

import hashlib
from typing import TypeAlias

Point: TypeAlias = tuple[int, int]

P = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P
IDENTITY: Point = (0, 1)


def add(one: Point, other: Point) -> Point:
    """The sum of two points; the formula is complete."""
    (x1, y1), (x2, y2) = one, other
    product = D * x1 * x2 * y1 * y2 % P
    x = (x1 * y2 + x2 * y1) * pow(1 + product, -1, P) % P
    y = (y1 * y2 + x1 * x2) * pow(1 - product, -1, P) % P
    return x, y


def times(factor: int, point: Point) -> Point:
    """A multiple of a point; the factor is not reduced."""
    result = IDENTITY
    while factor:
        if factor & 1:
            result = add(result, point)
        point = add(point, point)
        factor >>= 1
    return result


def minus(point: Point) -> Point:
    """The inverse of a point."""
    return -point[0] % P, point[1]


def encode(point: Point) -> bytes:
    """The 32 bytes of a point: y, and the lowest bit of x on top."""
    return (point[1] | (point[0] & 1) << 255).to_bytes(32, "little")


def decode(data: bytes) -> Point | None:
    """The point behind 32 bytes, if there is one; y is reduced modulo p."""
    number = int.from_bytes(data, "little")
    y, sign = number % 2**255 % P, number >> 255
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    if x * x % P != square:
        x = x * pow(2, (P - 1) // 4, P) % P
    if x * x % P != square:
        return None
    return (x if x & 1 == sign else -x % P), y


def _base() -> Point:
    point = decode((4 * pow(5, -1, P) % P).to_bytes(32, "little"))
    assert point is not None
    return point


BASE = _base()


def expand(secret: bytes) -> tuple[int, bytes]:
    """The scalar of a secret key, and the prefix that makes its nonces."""
    digest = hashlib.sha512(secret).digest()
    scalar = int.from_bytes(digest[:32], "little")
    return scalar & (2**254 - 8) | 2**254, digest[32:]


def challenge(r: bytes, key: bytes, message: bytes) -> int:
    """The number k of section 4: SHA-512 of R, key and message modulo the group order."""
    return int.from_bytes(hashlib.sha512(r + key + message).digest(), "little") % ORDER


def join(r: bytes, s: int) -> bytes:
    """The 64 bytes of a signature."""
    return r + s.to_bytes(32, "little")


def sign(secret: bytes, message: bytes) -> tuple[bytes, bytes]:
    """Key and signature of RFC 8032."""
    scalar, prefix = expand(secret)
    key = encode(times(scalar, BASE))
    nonce = int.from_bytes(hashlib.sha512(prefix + message).digest(), "little") % ORDER
    r = encode(times(nonce, BASE))
    return key, join(r, (nonce + challenge(r, key, message) * scalar) % ORDER)


def difference(key: bytes, message: bytes, signature: bytes) -> Point | None:
    """The point [S]B - [k]A; None if the key is no point."""
    point = decode(key)
    if point is None:
        return None
    k = challenge(signature[:32], key, message)
    s = int.from_bytes(signature[32:], "little")
    return add(times(s, BASE), minus(times(k, point)))


def holds(key: bytes, message: bytes, signature: bytes) -> bool:
    """The equation without cofactor, over bytes, as in rule 5."""
    point = difference(key, message, signature)
    return point is not None and encode(point) == signature[:32]


def holds_with_cofactor(key: bytes, message: bytes, signature: bytes) -> bool:
    """The equation times eight, which section 4 does not use."""
    point, r = difference(key, message, signature), decode(signature[:32])
    return point is not None and r is not None and times(8, point) == times(8, r)


def small_points() -> list[Point]:
    """The eight points whose multiple by eight is the identity, as multiples of the first."""
    y = 2
    while (found := decode(y.to_bytes(32, "little"))) is None or len(_powers(found)) < 8:
        y += 1
    return _powers(found)


def _powers(point: Point) -> list[Point]:
    """The multiples of a point's part of small order."""
    small = times(ORDER, point)
    powers = [small]
    while powers[-1] != IDENTITY:
        powers.append(add(powers[-1], small))
    return powers


# --- The rule of section 4, from its text ---


def y_of(data: bytes) -> int:
    """The 32 bytes as a little-endian integer without the top bit."""
    return int.from_bytes(data, "little") % 2**255


def small_encodings() -> set[int]:
    """Every y below 2^255 that stands for a point of small order."""
    ys = {y for _, y in small_points()}
    return ys | {y + P for y in ys if y + P < 2**255}


SMALL = small_encodings()


def is_safe(key: bytes) -> bool:
    """Rules 1 to 3 for a key."""
    return len(key) == 32 and y_of(key) < P and y_of(key) not in SMALL


def accepts(key: bytes, message: bytes, signature: bytes) -> bool:
    """Rules 1 to 5."""
    return (
        is_safe(key)
        and len(signature) == 64
        and y_of(signature[:32]) not in SMALL
        and int.from_bytes(signature[32:], "little") < ORDER
        and holds(key, message, signature)
    )
