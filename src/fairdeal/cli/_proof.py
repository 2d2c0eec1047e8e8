"""What is said of a proof, for people and for programs."""

from __future__ import annotations

import re
from collections.abc import Iterable
from contextlib import suppress
from typing import cast

from fairdeal import proofs, wire
from fairdeal.branches import Unproven, placed
from fairdeal.canonical import loads
from fairdeal.cli import _facts
from fairdeal.cli._screen import Screen
from fairdeal.cli._text import clean, deals, listing
from fairdeal.errors import Malformed
from fairdeal.expect import Expect
from fairdeal.findings import Detail, Party
from fairdeal.order import who
from fairdeal.proofs import Judged


def show(screen: Screen, name: str, judged: Judged, expect: Expect) -> None:
    """What a proof comes to, and whose key it convicts, as far as ``expect`` tells that."""
    word = str(judged.verdict).upper()
    style = "good" if judged.by is not None else "bad"
    screen.line((word, style), f"  {name}: {gist(judged, expect)}", hang=len(word) + 2)
    screen.gap()
    what = "Fault: " if judged.by is not None else "It claims: "
    screen.line((what, "dim"), str(judged.code), indent=2)
    for what, fact in _facts.facts(screen, judged.game, judged):
        screen.line((what, "dim"), fact, indent=2)
    if judged.by is not None:
        signed = f"{judged.accused}, which signed as {who(judged.by).lower()}"
        screen.line(("Convicted: ", "dim"), ("the key ", "bold"), (signed, "bold"), indent=2)
    else:
        screen.line(("Against: ", "dim"), f"the key {judged.accused}", indent=2)
    screen.line(("Table: ", "dim"), judged.table, indent=2)
    if judged.by is not None:
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
    pinned = expect.host if judged.by == "host" else expect.players
    return judged.by is not None and pinned is not None and not owners(judged, expect)


def _whose(judged: Judged, expect: Expect) -> str:
    known = owners(judged, expect)
    if known:
        names = ["the host that you named" if one == "host" else clean(one) for one in known]
        return f"By your keys that is {listing(names)}."
    if is_of_a_stranger(judged, expect):
        return "That is none of the keys that you gave: it may convict a stranger."
    if judged.by == "host" and expect.players is not None:
        return "It signed as the host: --host tells whether that is yours."
    if judged.by is not None and judged.by != "host" and expect.host is not None:
        return "It signed as a player: --players tells whose key that is."
    return "Whose key that is, a proof does not say: --host and --players tell, with keys you know."


def gist(judged: Judged, expect: Expect) -> str:
    """It in a sentence, with the name of a seat that is convicted, if that is known."""
    sentence = judged.sentence if judged.by is not None else f"{judged.sentence}."
    known = owners(judged, expect)
    if judged.by not in (None, "host") and len(known) == 1 and known != ["host"]:
        name = f"{known[0]} (seat {judged.by})"
        sentence = re.sub(rf"\b[Ss]eat {judged.by}\b", lambda _: name, sentence)
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
        "game": judged.game,
        "details": dict(judged.details),
    }


def shows(data: bytes, by: Party | None) -> str:
    """Whose cards the proof ``data`` against ``by`` shows, in a sentence."""
    proof = wire.read_proof(loads(data))
    names: dict[int, str] = {}
    deal, told = 1, []
    for step in (step for branch in proof.branches for step in placed(branch)):
        with suppress(Unproven, Malformed):
            if step.kind == "open":
                names = {seat: one["name"] for seat, one in enumerate(step.of("host")["seats"])}
            elif step.kind == "disclose" and step.of("host")["seals"]:
                told.append(deal)
        deal += step.kind == "disclose"

    def seats(numbers: Iterable[int]) -> str:
        return listing(
            [f"{names[one]} (seat {one})" if one in names else f"seat {one}" for one in numbers]
        )

    parts = []
    whole = proofs.open_deals(data)
    if whole:
        parts.append(f"all hands of {deals(whole)}")
    if proof.hand is not None:
        parts.append(f"the hand of {seats([cast(int, by)])} in deal {deal}")
    if proof.openings:
        sealers = seats(sorted({one.seat for one in proof.openings}))
        parts.append(f"what {sealers} passed or chose in secret in deal {deal}")
    if told := [one for one in told if one not in whole]:
        parts.append(f"what all passed or chose in secret in {deals(told)}")
    message = proof.private
    if isinstance(message, wire.HandMessage):
        parts.append(f"the hand that seat {message.to} was sent in deal {message.body.deal}")
    elif message is not None:
        body = message.body
        parts.append(f"what seat {body.seat} passed or chose in secret in deal {body.deal}")
    return f"It shows {listing(parts or ['no hand'])}."
