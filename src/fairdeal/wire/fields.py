"""The members that occur everywhere: hashes, names, numbers, values of the game (3, 5 and 6)."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal, TypeAlias, TypeVar

from pydantic import AfterValidator, ConfigDict, FailFast, Field, StringConstraints, with_config

from fairdeal import limits
from fairdeal.canonical import check_opaque

FORMAT: Final = "fairdeal/1"
PROOF_FORMAT: Final = "fairdeal-proof/2"
FIRST_PROOF_FORMAT: Final = "fairdeal-proof/1"
"""As made by 0.2.0: without private messages."""
RECEIPT_FORMAT: Final = "fairdeal-receipt/1"
DEAL_MODE: Final = "hosted"
ZERO: Final = "0" * 64

# Not names, but the characters themselves: the published schema is read by other regex engines.
_INVISIBLE = (
    "\x00-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e"
    "\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\U000e0000-\U000e0fff"
)
HEX32 = r"^[0-9a-f]{64}$"
HEX64 = r"^[0-9a-f]{128}$"
NAME = rf"^[^ {_INVISIBLE}]([^{_INVISIBLE}]*[^ {_INVISIBLE}])?$"
WORD = r"^[a-z0-9.-]+$"
Hex32 = Annotated[str, StringConstraints(pattern=HEX32)]
Hex64 = Annotated[str, StringConstraints(pattern=HEX64)]
Name = Annotated[str, StringConstraints(min_length=1, max_length=limits.NAME, pattern=NAME)]
Word = Annotated[str, StringConstraints(max_length=limits.NAME, pattern=WORD)]
Number = Annotated[int, Field(ge=1, le=limits.NUMBER)]
SeatNumber = Annotated[int, Field(ge=0, lt=limits.SEATS_MAX)]
Author = Annotated[SeatNumber | Literal["host"], Field(union_mode="left_to_right")]
Opaque = Annotated[Any, AfterValidator(check_opaque)]

_T = TypeVar("_T")
# Of a list only the first wrong element is looked for: input cannot ask for a million errors.
Several: TypeAlias = Annotated[list[_T], FailFast()]
OfSeats: TypeAlias = Annotated[list[_T], Field(max_length=limits.SEATS_MAX), FailFast()]


form = with_config(ConfigDict(strict=True, extra="forbid"))
"""Of a dictionary in a transcript: exact types, no unknown members."""
