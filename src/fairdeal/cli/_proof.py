"""What is said of a proof, for people and for programs."""

from __future__ import annotations

from fairdeal.cli._screen import Screen
from fairdeal.cli._text import clean, listing
from fairdeal.expect import Expect
from fairdeal.findings import Detail
from fairdeal.order import who
from fairdeal.proofs import Judged


def show(screen: Screen, name: str, judged: Judged, expect: Expect) -> None:
    """What a proof comes to, and whose key it convicts, as far as ``expect`` tells that."""
    word = str(judged.verdict).upper()
    style = "good" if judged.by is not None else "bad"
    screen.line((word, style), f"  {name}: {gist(judged)}", hang=len(word) + 2)
    screen.gap()
    screen.line(("Fault: ", "dim"), str(judged.code), indent=2)
    if judged.by is not None:
        signed = f"{judged.accused}, which signed as {who(judged.by).lower()}"
        screen.line(("Convicted: ", "dim"), ("the key ", "bold"), (signed, "bold"), indent=2)
    screen.line(("Table: ", "dim"), judged.table, indent=2)
    screen.line((_whose(judged, expect), "dim"))


def owners(judged: Judged, expect: Expect) -> list[str]:
    """Whose key is convicted: the host, or the players of that key, among those expected."""
    if judged.by is None:
        return []
    key = bytes.fromhex(judged.accused)
    names = [name for name, keys in (expect.players or {}).items() if key in keys]
    return (["host"] if key == expect.host else []) + sorted(names)


def is_of_a_stranger(judged: Judged, expect: Expect) -> bool:
    """Whether keys were expected, and the one that is convicted is none of them."""
    pinned = expect.host is not None or expect.players is not None
    return judged.by is not None and pinned and not owners(judged, expect)


def _whose(judged: Judged, expect: Expect) -> str:
    known = owners(judged, expect)
    if known:
        names = ["the host that you named" if one == "host" else clean(one) for one in known]
        return f"By your keys that is {listing(names)}."
    if is_of_a_stranger(judged, expect):
        return "That is none of the keys that you gave: it may convict a stranger."
    return "Whose key that is, a proof does not say: --host and --players tell, with keys you know."


def gist(judged: Judged) -> str:
    """It in a sentence."""
    sentence = judged.sentence if judged.by is not None else f"{judged.sentence}."
    return sentence[0].upper() + sentence[1:]


def as_dict(judged: Judged, expect: Expect) -> dict[str, Detail]:
    """It as JSON data, with the same members whatever it comes to."""
    return {
        "verdict": str(judged.verdict),
        "code": str(judged.code),
        "accused": judged.accused,
        "by": judged.by,
        "owners": [*owners(judged, expect)],
        "table": judged.table,
        "sentence": judged.sentence,
    }
