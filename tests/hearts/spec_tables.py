"""The tables of specs/hearts.md that follow from the code.

``python -m tests.hearts.spec_tables`` writes them into the specification.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import fields
from pathlib import Path

from hearts.presets import PRESETS, VARIANTS
from hearts.rules import Rules

SPEC = Path(__file__).resolve().parents[2] / "specs" / "hearts.md"


def value(one: object) -> str:
    if isinstance(one, tuple):
        return ", ".join(map(str, one)) or "none"
    return str(one)


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = ["| " + " | ".join(cells) + " |" for cells in (head, *rows)]
    lines.insert(1, "|" + "---|" * len(head))
    return "\n".join(lines) + "\n"


def presets() -> str:
    """Every preset by axis."""
    axes = [axis.name for axis in fields(Rules)]
    head = ["axis", *(f"`{name}`" for name in PRESETS)]
    rows = [
        [f"`{axis}`", *(value(getattr(rules, axis)) for rules in PRESETS.values())] for axis in axes
    ]
    return table(head, rows)


def variants() -> str:
    """What each variant writes."""
    axes = [axis.name for axis in fields(Rules)]
    written = [axis for axis in axes if any(axis in one for one in VARIANTS.values())]
    head = ["axis", *(f"`{name}`" for name in VARIANTS)]
    rows = [
        [f"`{axis}`", *(value(one[axis]) if axis in one else "" for one in VARIANTS.values())]
        for axis in written
    ]
    return table(head, rows)


def updated(text: str) -> str:
    """The specification with its tables as the code has them."""
    for head, made in (("`live`", presets()), ("`omnibus`", variants())):
        pattern = re.compile(rf"^\| axis \| {head} .*\n(?:\|.*\n)*", re.MULTILINE)
        assert len(pattern.findall(text)) == 1, head
        text = pattern.sub(lambda _, made=made: made, text)
    return text


if __name__ == "__main__":
    SPEC.write_text(updated(SPEC.read_text(encoding="utf-8")), encoding="utf-8")
