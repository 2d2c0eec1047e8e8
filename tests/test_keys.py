"""Keys as people keep them: what is read, what is written, and what is refused with which words."""

from __future__ import annotations

import base64
import shutil
import subprocess
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, generate_private_key
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.asymmetric.types import PrivateKeyTypes
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    PrivateFormat,
)
from hypothesis import given
from hypothesis import strategies as st

from fairdeal import keys
from fairdeal.crypto import Signer
from fairdeal.errors import FairdealError
from fairdeal.keys import KeyFault

ANN = Signer(b"a" * 32).public
BOB = Signer(b"b" * 32).public


def line(key: bytes) -> str:
    """The line as RFC 8709 lays it out: two strings, each after its length."""
    blob = b"\x00\x00\x00\x0bssh-ed25519\x00\x00\x00\x20" + key
    return f"ssh-ed25519 {base64.b64encode(blob).decode()}"


def fault(text: str) -> tuple[str, str, int | None]:
    with pytest.raises(KeyFault) as caught:
        keys.parse_players(text)
    return caught.value.why, caught.value.mend, caught.value.line


def test_a_key_fault_is_an_error_of_the_library() -> None:
    error = KeyFault("it is bent", "straighten it", 3)
    assert isinstance(error, FairdealError)
    assert str(error) == "line 3: it is bent; straighten it"
    assert str(KeyFault("it is bent", "straighten it")) == "it is bent; straighten it"


@pytest.mark.parametrize(
    "text",
    [
        ANN.hex(),
        ANN.hex().upper(),
        f" {ANN.hex()}\n",
        line(ANN),
        f"{line(ANN)} ann@home and more\n",
        line(ANN).replace(" ", "\t "),
    ],
)
def test_a_public_key_is_read(text: str) -> None:
    assert keys.parse_public_key(text) == ANN


def test_a_public_key_is_written_as_openssh_does() -> None:
    assert keys.public_key_line(ANN) == line(ANN)
    assert keys.public_key_line(ANN, "host") == f"{line(ANN)} host"


@pytest.mark.skipif(shutil.which("ssh-keygen") is None, reason="OpenSSH is not installed")
def test_openssh_and_we_read_each_others_keys(tmp_path: Path) -> None:
    made = tmp_path / "key"
    call = ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "ann", "-f", str(made)]
    subprocess.run(call, check=True)
    text = made.with_suffix(".pub").read_text(encoding="ascii")
    key = keys.parse_public_key(text)
    assert keys.public_key_line(key, "ann") == text.strip()


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "this is no public key"),
        (ANN.hex()[:-1], "this is no public key"),
        ("ssh-ed25519", "the key is damaged"),
        ("ssh-ed25519 AAAA", "the key is damaged"),
        ("ssh-ed25519 é", "the key is damaged"),
        (line(ANN)[:-8], "the key is damaged"),
        (line(ANN).replace("ssh-ed25519 ", "ssh-ed25519 !"), "the key is damaged"),
        ("ssh-rsa AAAA", "a key of the type ssh-rsa; fairdeal uses Ed25519 alone"),
        (
            "sk-ssh-ed25519@openssh.com AAAA",
            "a key of the type sk-ssh-ed25519@openssh.com; fairdeal uses Ed25519 alone",
        ),
        ("00" * 32, "this is a key under which signatures prove nothing"),
        (line(bytes(32)), "this is a key under which signatures prove nothing"),
        ("-----BEGIN OPENSSH " + "PRIVATE KEY-----\nb3Blb", "this is a private key"),
    ],
)
def test_what_is_no_public_key_is_refused(text: str, why: str) -> None:
    with pytest.raises(KeyFault) as caught:
        keys.parse_public_key(text)
    assert caught.value.why == why
    assert caught.value.mend
    assert caught.value.line is None


@pytest.mark.parametrize("more", ["\n{}", "\r\n\n{}", "\nand more"])
def test_two_keys_are_not_one(more: str) -> None:
    for first in (Signer(b"a" * 32).public, Signer(b"b" * 32).public):
        for line in (first.hex(), keys.public_key_line(first)):
            with pytest.raises(keys.KeyFault, match="there is more than one line; give one key"):
                keys.parse_public_key(line + more.format(line))


def test_players_are_read() -> None:
    text = f"""\ufeff# the table of Friday

Ann,Annie {line(ANN)} ann@home
"Bob the Builder" {line(BOB)}\r
  Ann\t{line(BOB)}
"Ann Lee,Zoë" {line(ANN)}
"""
    text += f'"a\\,b \\"c\\" \\\\ \\*\\?" {line(ANN)}'
    assert keys.parse_players(text) == {
        "Ann": {ANN, BOB},
        "Annie": {ANN},
        "Bob the Builder": {BOB},
        "Ann Lee": {ANN},
        "Zoë": {ANN},
        'a,b "c" \\ *?': {ANN},
    }


def test_no_players_are_no_players() -> None:
    assert keys.parse_players("# nobody\n") == {}


NAME_MEND = (
    "a name has 1 to 64 characters and no space before or after it "
    "(names are separated by a comma alone)"
)
KEY_MEND = "write: name ssh-ed25519 AAAA... (names with spaces in double quotes)"
PATTERN_MEND = r"name each player; if this is the name, quote it and write \*, \? or \! in it"


@pytest.mark.parametrize(
    ("text", "why", "mend"),
    [
        ("Ann", "there are names but no key", "write: name ssh-ed25519 AAAA..."),
        (
            f"Ann Lee {line(ANN)}",
            "'Lee' stands where the key should begin; options are not supported",
            KEY_MEND,
        ),
        (
            f'Ann namespaces="file" {line(ANN)}',
            "'namespaces=\"file\"' stands where the key should begin; options are not supported",
            KEY_MEND,
        ),
        (
            f"Ann cert-authority {line(ANN)}",
            "'cert-authority' stands where the key should begin; options are not supported",
            KEY_MEND,
        ),
        (
            "Ann ssh-rsa AAAA",
            "a key of the type ssh-rsa; fairdeal uses Ed25519 alone",
            'make one with "ssh-keygen -t ed25519"',
        ),
        (
            "Ann ssh-ed25519 AAAA",
            "the key is damaged",
            "copy the whole line again from the .pub file; it is one line without breaks",
        ),
        (
            f'"Ann {line(ANN)}',
            "the quoted names have no end, or something follows their closing quote",
            'write "Ann Lee" and then a space and the key',
        ),
        (
            f'"Ann"x {line(ANN)}',
            "the quoted names have no end, or something follows their closing quote",
            'write "Ann Lee" and then a space and the key',
        ),
        (f"Ann,,Bob {line(ANN)}", "'' cannot be a player's name", NAME_MEND),
        (f'"" {line(ANN)}', "'' cannot be a player's name", NAME_MEND),
        (f'"Ann, Bob" {line(ANN)}', "' Bob' cannot be a player's name", NAME_MEND),
        (f"{'A' * 65} {line(ANN)}", f"{'A' * 64!r} cannot be a player's name", NAME_MEND),
        (f"* {line(ANN)}", "'*' looks like a pattern; names are taken as they are", PATTERN_MEND),
        (
            f"Ann,!Bob {line(ANN)}",
            "'!Bob' looks like a pattern; names are taken as they are",
            PATTERN_MEND,
        ),
        (
            f'"Ann,B?b" {line(ANN)}',
            "'B?b' looks like a pattern; names are taken as they are",
            PATTERN_MEND,
        ),
        (
            f'"\\\\*" {line(ANN)}',
            "'\\\\\\\\*' looks like a pattern; names are taken as they are",
            PATTERN_MEND,
        ),
    ],
)
def test_a_line_that_is_no_player_is_refused_with_its_number(
    text: str, why: str, mend: str
) -> None:
    assert fault(f"# players\n{text}\n") == (why, mend, 2)


def test_players_are_written_plainly() -> None:
    players = {"Ann": frozenset({BOB, ANN}), "Bob, the Builder?": frozenset({BOB})}
    first, second = sorted([ANN, BOB])
    assert keys.players_text(players) == (
        f'Ann {line(first)}\nAnn {line(second)}\n"Bob\\, the Builder\\?" {line(BOB)}\n'
    )


NAMES = (
    st.text(st.characters(exclude_categories=("C", "Z")) | st.sampled_from(' ,"\\*?!#'), min_size=1)
    .map(str.strip)
    .filter(lambda name: 0 < len(name) <= 64)
)


@given(st.dictionaries(NAMES, st.sets(st.sampled_from([ANN, BOB]), min_size=1).map(frozenset)))
def test_what_is_written_is_read_again(players: dict[str, frozenset[bytes]]) -> None:
    assert keys.parse_players(keys.players_text(players)) == players


def test_private_keys_are_written_and_read() -> None:
    pem = keys.private_key_pem(b"a" * 32)
    assert pem.startswith(b"-----BEGIN " + b"PRIVATE KEY-----\n")
    signer = keys.parse_private_key(pem)
    assert signer.public == ANN
    assert signer.sign(b"x") == Signer(b"a" * 32).sign(b"x")


def openssh(key: PrivateKeyTypes) -> bytes:
    """An unencrypted private key as ssh-keygen makes it."""
    return key.private_bytes(Encoding.PEM, PrivateFormat.OpenSSH, keys.NoEncryption())


def text(data: bytes) -> bytes:
    """A string of RFC 4251: its length and itself."""
    return len(data).to_bytes(4, "big") + data


def encrypted_openssh() -> bytes:
    """The container of an encrypted key (PROTOCOL.key of OpenSSH); what is encrypted is noise."""
    one = (1).to_bytes(4, "big")
    public = text(text(b"ssh-ed25519") + text(ANN))
    cipher = text(b"aes256-ctr") + text(b"bcrypt") + text(text(b"salt" * 4) + one)
    blob = b"openssh-key-v1\0" + cipher + one + public + text(b"noise..." * 18)
    name = b"OPENSSH " + b"PRIVATE KEY-----\n"
    return b"-----BEGIN " + name + base64.encodebytes(blob) + b"-----END " + name


def test_a_private_key_of_openssh_is_read() -> None:
    key = Ed25519PrivateKey.from_private_bytes(b"a" * 32)
    assert keys.parse_private_key(openssh(key)).secret == b"a" * 32


def damaged_ecdsa() -> bytes:
    """An ECDSA key of OpenSSH whose point has a form that is not read."""
    first, *lines, last, _ = openssh(generate_private_key(SECP256R1())).split(b"\n")
    blob = base64.b64decode(b"".join(lines)).replace(b"\0\0\0A\x04", b"\0\0\0A\x02")
    return first + b"\n" + base64.encodebytes(blob) + last + b"\n"


ENCRYPTED = Ed25519PrivateKey.from_private_bytes(b"a" * 32).private_bytes(
    Encoding.PEM, PrivateFormat.PKCS8, BestAvailableEncryption(b"word")
)
OTHER = X25519PrivateKey.from_private_bytes(b"a" * 32).private_bytes(
    Encoding.PEM, PrivateFormat.PKCS8, keys.NoEncryption()
)


@pytest.mark.parametrize(
    ("pem", "why"),
    [
        (b"", "this is no private key in PEM form"),
        (keys.private_key_pem(b"a" * 32)[:60], "this is no private key in PEM form"),
        (ENCRYPTED, "the private key is encrypted"),
        (OTHER, "the private key is not an Ed25519 key"),
        (encrypted_openssh()[:90], "this is no private key in PEM form"),
        (damaged_ecdsa(), "this is no private key in PEM form"),
        (keys.private_key_pem(b"a" * 32) * 2, "there is more than one key"),
        (encrypted_openssh(), "the private key is encrypted"),
        (openssh(generate_private_key(SECP256R1())), "the private key is not an Ed25519 key"),
    ],
    ids=[
        *("empty", "cut", "encrypted", "other", "ssh cut", "ssh damaged", "two"),
        *("ssh encrypted", "ssh other"),
    ],
)
def test_what_is_no_private_key_is_refused(pem: bytes, why: str) -> None:
    with pytest.raises(KeyFault) as caught:
        keys.parse_private_key(pem)
    assert caught.value.why == why
    assert caught.value.mend


def test_a_line_of_a_pub_file_lacks_the_name() -> None:
    assert fault(f"{line(ANN)} Ann") == (
        "this is a line of a .pub file",
        "put the player's name before it",
        1,
    )
