"""Keys as people keep them: OpenSSH public keys, a file of players, private keys.

Text in, bytes out, and back. The only module that touches `cryptography`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_pem_private_key,
    load_ssh_private_key,
    load_ssh_public_key,
)

from fairdeal import crypto, limits
from fairdeal.errors import FairdealError

KEY_TYPE = "ssh-ed25519"

_MAKE_ONE = 'make one with "ssh-keygen -t ed25519"'

_HEX = re.compile(r"[0-9a-fA-F]{64}")
_OTHER_TYPE = re.compile(r"(?:sk-)?(?:ssh|ecdsa)-[a-z0-9@.-]+")
_FIELD = re.compile(r'"((?:[^"\\]|\\.)*)"(?=\s|$)|([^\s"]\S*)')
_ITEM = re.compile(r"((?:[^,\\]|\\.)*),")
_ESCAPE = re.compile(r"\\(.)")
_PATTERN = re.compile(r"^!|[*?]")
_PLAIN_NAME = re.compile(r"[\w.@+-]+")


class KeyFault(FairdealError):
    """A key or a file of keys that cannot be used: ``why``, how to ``mend`` it, and the line."""

    def __init__(self, why: str, mend: str, line: int | None = None) -> None:
        super().__init__(f"{f'line {line}: ' if line else ''}{why}; {mend}")
        self.why = why
        self.mend = mend
        self.line = line


def parse_public_key(text: str) -> bytes:
    """The 32 bytes of a public key: 64 hex digits, or a line ``ssh-ed25519 AAAA... comment``."""
    text = text.strip()
    first, *more = text.split("\n")
    if more and (_HEX.fullmatch(first.strip()) or first.startswith(f"{KEY_TYPE} ")):
        raise KeyFault("there is more than one line", "give one key, and nothing else")
    if _HEX.fullmatch(text):
        return _safe(bytes.fromhex(text))
    kind, encoded, *_ = (*text.split(None, 2), "", "")
    if kind == KEY_TYPE:
        return _decode(encoded)
    if _OTHER_TYPE.fullmatch(kind):
        raise _other_type(kind)
    if "PRIVATE KEY-----" in text:
        raise KeyFault(
            "this is a private key", "keep it secret, and give the file ending in .pub instead"
        )
    raise KeyFault(
        "this is no public key",
        f'give 64 hex digits or an OpenSSH line "{KEY_TYPE} AAAA..." '
        "(the content of a file ending in .pub)",
    )


def public_key_line(key: bytes, comment: str = "") -> str:
    """The OpenSSH line of a public key, without a line end."""
    encoded = Ed25519PublicKey.from_public_bytes(key).public_bytes(
        Encoding.OpenSSH, PublicFormat.OpenSSH
    )
    return f"{encoded.decode('ascii')} {comment}".rstrip()


def parse_players(text: str) -> dict[str, frozenset[bytes]]:
    """The players of a file in the manner of OpenSSH's ``allowed_signers``.

    Each line has names, separated by commas, and a key: ``Ann,Annie ssh-ed25519 AAAA...``. Names
    with spaces are put into double quotes; within them a backslash takes the next character as
    it is. A name that stands in several lines may use each of their keys. Names are literal,
    not patterns; options are refused.
    """
    players: dict[str, frozenset[bytes]] = {}
    lines = map(str.strip, text.removeprefix("\ufeff").split("\n"))
    for number, line in enumerate(lines, start=1):
        if not line or line.startswith("#"):
            continue
        try:
            names, key = _player(line)
        except KeyFault as error:
            raise KeyFault(error.why, error.mend, number) from None
        for name in names:
            players[name] = players.get(name, frozenset()) | {key}
    return players


def players_text(players: Mapping[str, frozenset[bytes]]) -> str:
    """The file that `parse_players` reads as these players: a line for each name and key."""
    return "".join(
        f"{_quoted(name)} {public_key_line(key)}\n"
        for name, keys in players.items()
        for key in sorted(keys)
    )


def parse_private_key(pem: bytes) -> crypto.Signer:
    """The signer of an unencrypted private key: a PEM file, of PKCS#8 or as ssh-keygen makes it."""
    if pem.count(b"-----BEGIN ") > 1:
        raise KeyFault("there is more than one key", "give one key, and nothing else")
    is_of_openssh = b"-----BEGIN OPENSSH" in pem
    load = load_ssh_private_key if is_of_openssh else load_pem_private_key
    decrypt = 'ssh-keygen -p -N "" -f COPY' if is_of_openssh else "openssl pkey -in KEY -out PLAIN"
    try:
        key = load(pem, password=None)
    except (TypeError, ValueError, UnsupportedAlgorithm, NotImplementedError) as error:
        # Old versions of cryptography tell encrypted keys of OpenSSH by their words alone.
        if isinstance(error, TypeError) or "password-protected" in str(error):
            raise KeyFault(
                "the private key is encrypted", f"decrypt it first, for example with: {decrypt}"
            ) from None
        raise KeyFault("this is no private key in PEM form", _MAKE_ONE) from None
    if not isinstance(key, Ed25519PrivateKey):
        raise KeyFault("the private key is not an Ed25519 key", _MAKE_ONE)
    return crypto.Signer(key.private_bytes_raw())


def private_key_pem(secret: bytes) -> bytes:
    """The unencrypted PKCS#8 PEM file of a 32-byte Ed25519 secret."""
    return Ed25519PrivateKey.from_private_bytes(secret).private_bytes(
        Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()
    )


def _player(line: str) -> tuple[list[str], bytes]:
    field = _FIELD.match(line)
    if field is None:
        raise KeyFault(
            "the quoted names have no end, or something follows their closing quote",
            'write "Ann Lee" and then a space and the key',
        )
    quoted = field[1]
    names = list(_quoted_names(quoted) if quoted is not None else field[2].split(","))
    for name in names:
        if not name or name != name.strip() or len(name) > limits.NAME:
            raise KeyFault(
                f"{name[: limits.NAME]!r} cannot be a player's name",
                f"a name has 1 to {limits.NAME} characters and no space before or after it "
                "(names are separated by a comma alone)",
            )
        if quoted is None and _PATTERN.search(name):
            raise _pattern(name)
    rest = line[field.end() :].strip()
    kind = rest.split(None, 1)[0] if rest else ""
    if not kind:
        raise KeyFault("there are names but no key", f"write: name {KEY_TYPE} AAAA...")
    if names[:1] == [KEY_TYPE] and kind.startswith("AAAA"):
        raise KeyFault("this is a line of a .pub file", "put the player's name before it")
    if kind != KEY_TYPE and not _OTHER_TYPE.fullmatch(kind):
        raise KeyFault(
            f"{kind[:40]!r} stands where the key should begin; options are not supported",
            f"write: name {KEY_TYPE} AAAA... (names with spaces in double quotes)",
        )
    return names, parse_public_key(rest)


def _quoted_names(text: str) -> Iterator[str]:
    for item in _ITEM.findall(text + ","):
        if _PATTERN.search(_ESCAPE.sub("x", item)):
            raise _pattern(item)
        yield _ESCAPE.sub(r"\1", item)


def _quoted(name: str) -> str:
    if _PLAIN_NAME.fullmatch(name):
        return name
    return '"' + re.sub(r'([\\",*?]|^!)', r"\\\1", name) + '"'


def _pattern(name: str) -> KeyFault:
    return KeyFault(
        f"{name[: limits.NAME]!r} looks like a pattern; names are taken as they are",
        r"name each player; if this is the name, quote it and write \*, \? or \! in it",
    )


def _other_type(kind: str) -> KeyFault:
    return KeyFault(f"a key of the type {kind[:40]}; fairdeal uses Ed25519 alone", _MAKE_ONE)


def _decode(encoded: str) -> bytes:
    line = f"{KEY_TYPE} {encoded}"
    try:
        key = load_ssh_public_key(line.encode())
    except (ValueError, UnsupportedAlgorithm):
        key = None
    # Base64 is read leniently over there; here each key has one way to be written.
    if not isinstance(key, Ed25519PublicKey) or public_key_line(key.public_bytes_raw()) != line:
        raise KeyFault(
            "the key is damaged",
            "copy the whole line again from the .pub file; it is one line without breaks",
        )
    return _safe(key.public_bytes_raw())


def _safe(key: bytes) -> bytes:
    if not crypto.is_safe_key(key):
        raise KeyFault(
            "this is a key under which signatures prove nothing",
            'make another with "ssh-keygen -t ed25519"',
        )
    return key
