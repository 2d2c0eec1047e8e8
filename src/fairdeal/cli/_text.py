"""Words for people: untrusted text made harmless, lists and numbers as one says them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from fairdeal.game import Place

LONGEST = 1000
_BINARY = {
    b"\x1f\x8b": "gzip data",
    b"PK\x03\x04": "a zip archive",
    b"BZh": "bzip2 data",
    b"\xfd7zXZ\x00": "xz data",
    b"\x28\xb5\x2f\xfd": "zstd data",
}


def clean(text: str, *, whole: bool = False) -> str:
    """Text from outside, safe for a terminal: what is not printable is shown as its escape.

    Control characters, line ends, marks that turn the direction of writing and lone
    surrogates are all not printable. Very long text is cut unless it is wanted ``whole``.
    """
    if len(text) > LONGEST and not whole:
        text = f"{text[:LONGEST]}..."
    if text.isprintable():
        return text
    return "".join(
        char if char.isprintable() else char.encode("unicode_escape").decode("ascii")
        for char in text
    )


def what_it_is(data: bytes) -> str:
    """What a file is that cannot be one of fairdeal's, at a glance; "" if it may be one."""
    if not data.strip():
        return "the file is empty"
    kind = next((kind for start, kind in _BINARY.items() if data.startswith(start)), "")
    if kind:
        return f"the file is not a text file but {kind}; unpack it first"
    if b"\0" in data[:1000]:
        return "the file is not a text file"
    if not data.lstrip().startswith(b"{"):
        return "the file is no transcript, proof or receipt: these are JSON and begin with {"
    return ""


def listing(items: Sequence[str], last: str = "and") -> str:
    """``A``, ``A and B``, ``A, B and C``."""
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {last} {items[-1]}"


def ranges(numbers: Iterable[int]) -> str:
    """``1-3, 5``."""
    runs: list[list[int]] = []
    for number in sorted(set(numbers)):
        if runs and number == runs[-1][-1] + 1:
            runs[-1][1:] = [number]
        else:
            runs.append([number])
    return ", ".join("-".join(map(str, run)) for run in runs)


def deals(numbers: Sequence[int]) -> str:
    """``deal 1`` or ``deals 1-3, 5``."""
    return f"deal{'s' if len(set(numbers)) > 1 else ''} {ranges(numbers)}"


def count(number: int, thing: str) -> str:
    """``1 file``, ``1,200 files``."""
    return f"{number:,} {thing}{'' if number == 1 else 's'}"


def place(where: Place) -> str:
    """``trick 5``."""
    return ", ".join(f"{name} {number}" for name, number in where)
