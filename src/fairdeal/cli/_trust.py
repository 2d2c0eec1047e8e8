"""What the user trusts: the keys of ``--host`` and ``--players``, and receipts."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping
from typing import TypeVar

import click

from fairdeal import keys, receipts
from fairdeal.cli import _files
from fairdeal.cli._text import clean, what_it_is
from fairdeal.errors import Malformed

_T = TypeVar("_T")

_HASH = re.compile(r"[0-9a-f]{64}")
_KEY_LINE = re.compile(r"\s*(?:sk-)?(?:ssh|ecdsa)-\S+\s")
_HOST_FORMS = 'give 64 hex digits, a line "ssh-ed25519 AAAA...", or the name of a .pub file'
_PLAYER_LINES = "write a line for each: name ssh-ed25519 AAAA..."


def read_option(option: str, read: Callable[[str], _T], text: str) -> _T:
    """What an option's text stands for; what is wrong with it is said with its name."""
    try:
        return read(text)
    except keys.KeyFault as error:
        raise click.BadParameter(f"{clean(str(error))}.", param_hint=option) from None
    except _files.Refusal as error:
        raise click.BadParameter(f"{error.message}.", param_hint=option) from None


def host(text: str) -> bytes:
    """The key that ``--host`` names."""
    return read_option("--host", _host_key, text)


def players(file: str) -> Mapping[str, frozenset[bytes]]:
    """The keys of each player in the file that ``--players`` names."""
    return read_option("--players", _players, file)


def receipt(file: str) -> bytes:
    """The receipt in the file that ``--receipt`` names."""
    return read_option("--receipt", _receipt, file)


def _players(file: str) -> Mapping[str, frozenset[bytes]]:
    found = keys.parse_players(_files.read_text(file))
    if not found:
        raise _files.Refusal(f"{_files.name(file)}: no player is in this file; {_PLAYER_LINES}")
    return found


def _host_key(text: str) -> bytes:
    """A key as 64 hex digits, as an OpenSSH line, or from the file of that name."""
    if _HASH.fullmatch(text.lower()) or _KEY_LINE.match(text):
        return keys.parse_public_key(text)
    if text and text != _files.STDIN and not os.path.lexists(text.replace("\0", "?")):
        raise _files.Refusal(f"{text}: this is neither a key nor a file; {_HOST_FORMS}")
    return keys.parse_public_key(_files.read_text(text))


def _receipt(file: str) -> bytes:
    data = _files.read(file)
    try:
        receipts.read(data)
    except Malformed as error:
        why = what_it_is(data) or f"not a receipt: {clean(str(error))}"
        raise _files.Refusal(f"{_files.name(file)}: {why}") from None
    return data
