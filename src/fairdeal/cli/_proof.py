"""What is said of a proof, for people and for programs."""

from __future__ import annotations

from fairdeal.cli._screen import Screen
from fairdeal.findings import Detail
from fairdeal.order import who
from fairdeal.proofs import Judged


def show(screen: Screen, name: str, judged: Judged) -> None:
    """What a proof comes to."""
    word = str(judged.verdict).upper()
    style = "good" if judged.by is not None else "bad"
    screen.line((word, style), f"  {name}: {gist(judged)}", hang=len(word) + 2)
    screen.gap()
    screen.line(("Fault: ", "dim"), str(judged.code), indent=2)
    if judged.by is not None:
        signed = f"{judged.accused}, which signed as {who(judged.by).lower()}"
        screen.line(("Convicted: ", "dim"), ("the key ", "bold"), (signed, "bold"), indent=2)
    screen.line(("Table: ", "dim"), judged.table, indent=2)
    screen.line(("Whose key that is, a proof does not say: compare it with keys you know.", "dim"))


def gist(judged: Judged) -> str:
    """It in a sentence."""
    sentence = judged.sentence if judged.by is not None else f"{judged.sentence}."
    return sentence[0].upper() + sentence[1:]


def as_dict(judged: Judged) -> dict[str, Detail]:
    """It as JSON data, with the same members whatever it comes to."""
    return {
        "verdict": str(judged.verdict),
        "code": str(judged.code),
        "accused": judged.accused,
        "by": judged.by,
        "table": judged.table,
        "sentence": judged.sentence,
    }
