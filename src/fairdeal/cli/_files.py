"""Files in and out. Whatever goes wrong is said with what, where and how to mend it."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import click

from fairdeal import limits
from fairdeal.cli._text import clean

STDIN = "-"
_KEY_BYTES = 1 << 20


class Refusal(click.ClickException):
    """The call cannot be carried out: exit status 2."""

    exit_code = 2

    def __init__(self, what: str) -> None:
        super().__init__(clean(what))


def name(path: str) -> str:
    """What a file is called in what people read."""
    return "standard input" if path == STDIN else path


def read(path: str, most: int = limits.FILE_BYTES) -> bytes:
    """The content of a file, a pipe, or ``-``; of a larger one only ``most`` bytes and one more."""
    refuse_empty(path)
    try:
        if path == STDIN:
            if sys.stdin is None:
                raise Refusal("standard input is closed; name a file")
            return sys.stdin.buffer.read(most + 1)
        with Path(path).open("rb") as file:
            return file.read(most + 1)
    except ValueError:
        raise Refusal(f"{path}: this is no name of a file") from None
    except OSError as error:
        raise Refusal(f"{name(path)}: {_reason(error)}") from None


def refuse_empty(path: str) -> None:
    """Refuse the empty text where a path is asked for: it does not mean the current folder."""
    if not path:
        raise Refusal('an empty text ("") is no path; write . for the folder you are in')


def read_text(path: str) -> str:
    """The content of a small text file, such as one with keys."""
    data = read(path, _KEY_BYTES)
    if len(data) > _KEY_BYTES:
        raise Refusal(f"{path}: more than {_KEY_BYTES} bytes; this is no file with keys")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise Refusal(f"{path}: not UTF-8 text at byte {error.start}; save it as UTF-8") from None


def gather(paths: Iterable[str]) -> Iterator[str]:
    """The files that the paths name: a folder stands for its ``*.json`` files, in natural order."""
    seen_stdin = False
    for path in paths:
        refuse_empty(path)
        if path == STDIN:
            if seen_stdin:
                raise Refusal("- stands twice, but there is one standard input; give it once")
            seen_stdin = True
        elif os.path.isdir(path):  # noqa: PTH112 - where one may not look it says no, not an error
            yield from _inside(path)
            continue
        yield path


def _inside(folder: str) -> list[str]:
    try:
        found = [str(path) for path in Path(folder).iterdir() if path.suffix == ".json"]
    except OSError as error:
        raise Refusal(f"{folder}: {_reason(error)}") from None
    inside = [path for path in sorted(found, key=_natural) if not _is_skipped(path)]
    if not inside:
        raise Refusal(f"{folder}: no *.json file is in this folder; name the files themselves")
    return inside


def _is_skipped(path: str) -> bool:
    """Whether something in a folder is no file; said, since to read a pipe may take for ever."""
    if os.path.isfile(path) or not os.path.exists(path):  # noqa: PTH110, PTH113 - neither raises
        return False
    what = "a folder; name it to have its files judged"
    if not os.path.isdir(path):  # noqa: PTH112
        what = "no regular file; name it to have it judged"
    click.echo(clean(f"Skipped {path}: it is {what}."), err=True)
    return True


def _natural(path: str) -> tuple[list[str | int], str]:
    """A key by which 2 comes before 10; it has text and numbers in turn."""
    parts = re.split("([0-9]+)", path)
    return [int(part) if place % 2 else part for place, part in enumerate(parts)], path


def write_new(path: Path, data: bytes) -> None:
    """Write a file that did not exist: whole, or not at all."""
    if not path.name or path.name == "..":
        raise Refusal(f"{path}: this names no file; give the name of one to be written")
    half = path.with_name(f".{path.name}.part")
    refuse_existing([path, half])
    try:
        file = half.open("xb")  # never follows a link, never takes what is there
        try:
            with file:
                file.write(data)
            os.link(half, path)  # fails where a rename would overwrite
        finally:
            half.unlink()
    except FileNotFoundError:
        raise Refusal(f"{path}: nothing can be written there; is its folder there?") from None
    except OSError as error:
        raise Refusal(f"{path}: {_reason(error)}") from None


def write_proof(out: str, data: bytes) -> str:
    """Write a proof to a new file, or for ``-`` to standard output. What that is called."""
    if out != STDIN:
        write_new(Path(out), data)
        return out
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()
    return "standard output"


def refuse_existing(paths: Iterable[Path]) -> None:
    """Refuse if one of the paths is taken."""
    for path in paths:
        if os.path.lexists(path):
            raise Refusal(f"{path}: is there already; nothing is overwritten, choose another name")


def make_folder(path: Path) -> None:
    """Make a folder and those above it, unless they are there."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except FileExistsError:
        raise Refusal(f"{path}: is a file, not a folder; choose another name") from None
    except FileNotFoundError:
        raise Refusal(f"{path}: no folder can be made there; choose another place") from None
    except OSError as error:
        raise Refusal(f"{path}: {_reason(error)}") from None


def _reason(error: OSError) -> str:
    match error:
        case FileNotFoundError():
            return "there is no such file; check the name and the folder you are in"
        case PermissionError():
            return "you may not read or write here; change its permissions or ask its owner"
        case IsADirectoryError():
            return "is a folder; name a file in it"
        case _:
            return (error.strerror or str(error)).lower()
