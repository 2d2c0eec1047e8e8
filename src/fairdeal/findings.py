"""What a verifier or a role can have to say: codes, checks, severities, findings.

One `Code` for each code of specs/fairdeal.md, section 11.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Literal, TypeAlias

Party: TypeAlias = "int | Literal['host']"
"""A seat's number from 0, or ``"host"``."""


class CheckId(StrEnum):
    """The ten checks of section 10, and the messages of a running table."""

    FORM = "V1"
    CHAIN = "V2"
    SIGNATURES = "V3"
    IDENTITY = "V4"
    ORDER = "V5"
    OPENINGS = "V6"
    DEAL = "V7"
    PLAY = "V8"
    RESULT = "V9"
    COMPLETE = "V10"
    MESSAGES = "live"


class Severity(StrEnum):
    """The verdict that a finding by itself would give (section 11)."""

    VIOLATION = "violation"
    MALFORMED = "malformed"
    ALTERED = "altered"
    INCOMPLETE = "incomplete"
    WARNING = "warning"
    NOTE = "note"


class Code(StrEnum):
    """Everything that can be found, under the names of section 11."""

    NOT_JSON = "not-json"
    TOO_LARGE = "too-large"
    BAD_FORM = "bad-form"
    UNSUPPORTED = "unsupported"
    BAD_RULES = "bad-rules"
    BROKEN_CHAIN = "broken-chain"
    BAD_SIGNATURE = "bad-signature"
    SIGNED_OVER_DAMAGE = "signed-over-damage"
    UNEXPECTED_HOST = "unexpected-host"
    UNEXPECTED_PLAYER = "unexpected-player"
    UNEXPECTED_HEAD = "unexpected-head"
    UNEXPECTED_HISTORY = "unexpected-history"
    UNEXPECTED_PRIVATE = "unexpected-private"
    UNEXPECTED_LOG = "unexpected-log"
    WORTHLESS_RECEIPT = "worthless-receipt"
    UNSAFE_KEY = "unsafe-key"
    REPEATED_KEY = "repeated-key"
    REPEATED_NAME = "repeated-name"
    WRONG_KIND = "wrong-kind"
    WRONG_AUTHOR = "wrong-author"
    MISSING_STATEMENT = "missing-statement"
    REPEATED_STATEMENT = "repeated-statement"
    UNORDERED_STATEMENTS = "unordered-statements"
    WRONG_NUMBER = "wrong-number"
    REPEATED_VALUE = "repeated-value"
    WRONG_VOID = "wrong-void"
    MISSING_BOT = "missing-bot"
    WRONG_REPLACE = "wrong-replace"
    WRONG_CLOSE_LIST = "wrong-close-list"
    WRONG_OPENING = "wrong-opening"
    WRONG_SEAL_OPENING = "wrong-seal-opening"
    WRONG_HAND = "wrong-hand"
    WRONG_REST = "wrong-rest"
    WRONG_DRAW = "wrong-draw"
    ILLEGAL_MOVE = "illegal-move"
    WRONG_RESULT = "wrong-result"
    WRONG_STANDINGS = "wrong-standings"
    WRONG_REASON = "wrong-reason"
    EARLY_CLOSE = "early-close"
    NO_DEAL = "no-deal"
    UNDISCLOSED = "undisclosed"
    NOT_OVER = "not-over"
    NOT_CLOSED = "not-closed"
    STOPPED_EARLY = "stopped-early"
    VOID = "void"
    NO_PERSON_SEED = "no-person-seed"
    WEAK_SEED = "weak-seed"
    SAME_VALUE = "same-value"
    UNSIGNED_CLOSE = "unsigned-close"
    REPLACED = "replaced"
    NOT_JUDGED = "not-judged"
    BAD_MESSAGE = "bad-message"
    BAD_HEAD = "bad-head"
    WRONG_PRIVATE_HAND = "wrong-private-hand"
    WRONG_PRIVATE_OPENING = "wrong-private-opening"
    SECOND_HISTORY = "second-history"
    NAMED_MISSING = "named-missing"


_V, _M, _A = Severity.VIOLATION, Severity.MALFORMED, Severity.ALTERED
_I, _W, _N = Severity.INCOMPLETE, Severity.WARNING, Severity.NOTE

CATALOGUE: Mapping[Code, tuple[CheckId, Severity]] = {
    Code.NOT_JSON: (CheckId.FORM, _M),
    Code.TOO_LARGE: (CheckId.FORM, _M),
    Code.BAD_FORM: (CheckId.FORM, _M),
    Code.UNSUPPORTED: (CheckId.FORM, _M),
    Code.BAD_RULES: (CheckId.FORM, _M),
    Code.BROKEN_CHAIN: (CheckId.CHAIN, _A),
    Code.BAD_SIGNATURE: (CheckId.SIGNATURES, _A),
    Code.SIGNED_OVER_DAMAGE: (CheckId.SIGNATURES, _V),
    Code.UNEXPECTED_HOST: (CheckId.IDENTITY, _V),
    Code.UNEXPECTED_PLAYER: (CheckId.IDENTITY, _V),
    Code.UNEXPECTED_HEAD: (CheckId.IDENTITY, _V),
    Code.UNEXPECTED_HISTORY: (CheckId.IDENTITY, _V),
    Code.UNEXPECTED_PRIVATE: (CheckId.IDENTITY, _V),
    Code.UNEXPECTED_LOG: (CheckId.IDENTITY, _W),
    Code.WORTHLESS_RECEIPT: (CheckId.IDENTITY, _V),
    Code.UNSAFE_KEY: (CheckId.ORDER, _V),
    Code.REPEATED_KEY: (CheckId.ORDER, _V),
    Code.REPEATED_NAME: (CheckId.ORDER, _V),
    Code.WRONG_KIND: (CheckId.ORDER, _V),
    Code.WRONG_AUTHOR: (CheckId.ORDER, _V),
    Code.MISSING_STATEMENT: (CheckId.ORDER, _V),
    Code.REPEATED_STATEMENT: (CheckId.ORDER, _V),
    Code.UNORDERED_STATEMENTS: (CheckId.ORDER, _V),
    Code.WRONG_NUMBER: (CheckId.ORDER, _V),
    Code.REPEATED_VALUE: (CheckId.ORDER, _V),
    Code.WRONG_VOID: (CheckId.ORDER, _V),
    Code.MISSING_BOT: (CheckId.ORDER, _V),
    Code.WRONG_REPLACE: (CheckId.ORDER, _V),
    Code.WRONG_CLOSE_LIST: (CheckId.ORDER, _A),
    Code.WRONG_OPENING: (CheckId.OPENINGS, _V),
    Code.WRONG_SEAL_OPENING: (CheckId.OPENINGS, _V),
    Code.WRONG_HAND: (CheckId.DEAL, _V),
    Code.WRONG_REST: (CheckId.DEAL, _V),
    Code.WRONG_DRAW: (CheckId.DEAL, _V),
    Code.ILLEGAL_MOVE: (CheckId.PLAY, _V),
    Code.WRONG_RESULT: (CheckId.RESULT, _V),
    Code.WRONG_STANDINGS: (CheckId.RESULT, _V),
    Code.WRONG_REASON: (CheckId.RESULT, _V),
    Code.EARLY_CLOSE: (CheckId.COMPLETE, _V),
    Code.NO_DEAL: (CheckId.COMPLETE, _I),
    Code.UNDISCLOSED: (CheckId.COMPLETE, _I),
    Code.NOT_OVER: (CheckId.COMPLETE, _I),
    Code.NOT_CLOSED: (CheckId.COMPLETE, _I),
    Code.STOPPED_EARLY: (CheckId.COMPLETE, _I),
    Code.VOID: (CheckId.ORDER, _W),
    Code.NO_PERSON_SEED: (CheckId.DEAL, _W),
    Code.WEAK_SEED: (CheckId.OPENINGS, _W),
    Code.SAME_VALUE: (CheckId.ORDER, _W),
    Code.UNSIGNED_CLOSE: (CheckId.COMPLETE, _W),
    Code.REPLACED: (CheckId.ORDER, _N),
    Code.NOT_JUDGED: (CheckId.PLAY, _N),
    Code.BAD_MESSAGE: (CheckId.MESSAGES, _V),
    Code.BAD_HEAD: (CheckId.MESSAGES, _V),
    Code.WRONG_PRIVATE_HAND: (CheckId.MESSAGES, _V),
    Code.WRONG_PRIVATE_OPENING: (CheckId.MESSAGES, _V),
    Code.SECOND_HISTORY: (CheckId.MESSAGES, _V),
    Code.NAMED_MISSING: (CheckId.MESSAGES, _V),
}
"""The check and the usual severity of each code; section 11 names the two-fold ones."""

Detail: TypeAlias = "None | bool | int | str | list[Detail] | dict[str, Detail]"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing to say about a transcript or a message.

    ``pointer`` is a JSON Pointer (RFC 6901) into the transcript, ``step`` the index of the step it
    lies in (-1 for the document). ``deal``, ``attempt`` and the numbers in ``place`` count from 1.
    ``blame`` is empty where nobody can tell. ``details`` are machine-readable facts.
    """

    code: Code
    sentence: str
    pointer: str = ""
    step: int = -1
    blame: tuple[Party, ...] = ()
    deal: int | None = None
    attempt: int | None = None
    place: tuple[tuple[str, int], ...] = ()
    seat: int | None = None
    severity: Severity = Severity.NOTE
    details: Mapping[str, Detail] = field(default_factory=dict)

    @property
    def check(self) -> CheckId:
        """The check that this finding belongs to."""
        return CATALOGUE[self.code][0]

    def as_dict(self) -> dict[str, Detail]:
        """The finding as JSON data, with the same members for every code."""
        return {
            "code": str(self.code),
            "check": str(self.check),
            "severity": str(self.severity),
            "sentence": self.sentence,
            "pointer": self.pointer,
            "step": self.step,
            "blame": list(self.blame),
            "deal": self.deal,
            "attempt": self.attempt,
            "place": dict(self.place),
            "seat": self.seat,
            "details": dict(self.details),
        }


def find(code: Code, sentence: str, **where: object) -> Finding:
    """A finding with its code's usual severity unless ``severity`` is given."""
    where.setdefault("severity", CATALOGUE[code][1])
    return Finding(code, sentence, **where)  # type: ignore[arg-type]
