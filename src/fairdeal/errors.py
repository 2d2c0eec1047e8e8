"""The exceptions of the library. `verify` raises none of them."""

from __future__ import annotations

from typing import TypeVar

from fairdeal.findings import Code, Finding

_T = TypeVar("_T")


class FairdealError(Exception):
    """The root of all exceptions that fairdeal raises on purpose."""


class Malformed(FairdealError):
    """Data that is not what section 3 or a model asks for.

    ``code`` is `Code.NOT_JSON`, `Code.TOO_LARGE`, `Code.BAD_FORM` or `Code.UNSUPPORTED`;
    ``pointer`` a JSON Pointer below the value that was read, "" for the whole.
    """

    def __init__(self, code: Code, why: str, pointer: str = "") -> None:
        super().__init__(f"{pointer or 'document'}: {why}")
        self.code = code
        self.why = why
        self.pointer = pointer


class LocalError(FairdealError):
    """The caller used a role in a way that its state does not allow. Nothing was changed."""


class BrokenGame(FairdealError):
    """An installed game that cannot be loaded: a fault of its package, not of any input."""


class PeerError(FairdealError):
    """The other side broke the protocol; ``finding`` says how, and who is to blame."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(f"{finding.sentence} [{finding.code}]")
        self.finding = finding


def there(value: _T | None) -> _T:
    """What the order of steps guarantees to be there; its absence is the caller's mistake."""
    if value is None:
        raise LocalError("the table has not come that far")
    return value
