"""Seeds and nonces are used once: the pool of all those of a table (sections 9.1 and 10.2)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from fairdeal.facts import Where
from fairdeal.findings import Code, Finding, Party, find
from fairdeal.order import seat_of, who


class Use(NamedTuple):
    """One use of a seed or nonce (hex) in step ``used_at``, shown in ``where`` at ``below``."""

    value: str
    used_at: int
    where: Where
    name: str
    below: tuple[str | int, ...]

    @property
    def about(self) -> dict[str, Any]:
        """What every finding about this use says."""
        return {
            "pointer": self.where.pointer("body", *self.below),
            "step": self.where.step,
            "seat": seat_of(self.where.by),
        }


class UsedValues:
    """All seeds and nonces of a table, with the step that used each first."""

    def __init__(self) -> None:
        self._first: dict[str, int] = {}

    def __contains__(self, value: str) -> bool:
        """Whether a seed or nonce stands in the chain already."""
        return value in self._first

    def repeated(self, use: Use, blame: tuple[Party, ...]) -> Iterable[Finding]:
        """The violation that an earlier step used this value already."""
        first = self._first.get(use.value, use.used_at)
        if first >= use.used_at:
            return ()
        text = f"{who(use.where.by)} uses a {use.name} that step {first} used already."
        details: dict[str, Any] = {"first_used_in_step": first}
        return (find(Code.REPEATED_VALUE, text, blame=blame, details=details, **use.about),)

    def add(self, use: Use) -> Iterable[Finding]:
        """Remember a value; warn where one step uses it twice, or where it cannot be random."""
        findings = []
        if self._first.get(use.value) == use.used_at:
            same = f"the same {use.name} as somebody else; the two count as one."
            text = f"{who(use.where.by)} uses {same}"
            findings.append(find(Code.SAME_VALUE, text, **use.about))
        self._first.setdefault(use.value, use.used_at)
        if use.name == "seed" and use.value == use.value[:2] * (len(use.value) // 2):
            text = f"{who(use.where.by)} puts in a seed of one byte repeated: it is not random."
            findings.append(find(Code.WEAK_SEED, text, **use.about))
        return findings
