"""Signing again what was changed with the keys of `world.ring`: chains, messages, receipts, proofs.

What nobody at hand can sign stays as it is.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cache
from random import Random
from typing import Any

from fairdeal import chain, commitment, judge
from fairdeal.game import BadResult, BadRules
from tests.fuzz import world

ILL_FORMED = (
    *(KeyError, TypeError, ValueError, AttributeError, IndexError, OverflowError),
    *(BadRules, BadResult, StopIteration),
)
"""What meets somebody who signs, or mends, what has not its form."""


def signed(value: Any, rng: Random) -> Any:
    """A copy signed with all keys at hand, where it is something to be signed."""
    with suppress(*ILL_FORMED):
        if "steps" in value:
            since = rng.choice((0, 0, rng.randrange(len(value["steps"]) + 1)))
            return {**value, "steps": resigned(value["steps"], since, mend=rng.random() < 0.5)}
        if "branches" in value:
            return _signed_proof(value)
        if "private" in value:
            return _signed_receipt(value)
        if "type" in value:
            return _SIGN[value["type"]](value)
    return value


@cache
def _host_key(table: str) -> str:
    known = world.by_hash().get(table)
    return str(known.opened["host"]["key"]) if known else ""


@cache
def _seat_keys(table: str, by: Any) -> list[str]:
    """All keys of a table's seat: a bot may have taken it."""
    known = world.by_hash().get(table)
    if known is None or type(by) is not int:
        return []
    named = (
        one["key"]
        for data in known.transcripts
        for step in json.loads(data)["steps"]
        if step["kind"] == "replace"
        for one in step["statements"][0]["body"]["seats"]
        if one["seat"] == by
    )
    return [known.opened["seats"][by]["key"], *named]


def _signed_head(head: Any) -> Any:
    signer = world.ring().get(_host_key(head["table"]))
    if signer is None:
        return head
    return chain.sign_head(signer, head["table"], head["height"], head["head"])


def _signed_private(message: Any) -> Any:
    keys = [_host_key(message["table"])]
    if message["from"] != "host":
        keys = _seat_keys(message["table"], message["from"])
    for signer in filter(None, map(world.ring().get, keys)):
        return chain.sign_private(signer, {k: v for k, v in message.items() if k != "sig"})
    return message


def _signed_receipt(receipt: Any) -> Any:
    private = [_signed_private(one) for one in receipt["private"]]
    head = receipt["head"] and _signed_head(receipt["head"])
    return {**receipt, "head": head, "private": private}


def _signed_step_message(message: Any) -> Any:
    """The step, its host's statement and its head."""
    step, head = message["step"], message["head"]
    table = head["table"] if step["kind"] != "open" else chain.ZERO
    statements = list(step["statements"])
    for number, said in enumerate(statements):
        keys = [_host_key(head["table"])]
        if said["by"] != "host":
            keys = _seat_keys(head["table"], said["by"])
        for signer in filter(None, map(world.ring().get, keys[-1:])):
            at = (step["kind"], step["parent"], table)
            statements[number] = chain.sign_statement(signer, *at, said["body"], said["by"])
    step = {**step, "statements": statements}
    made = chain.step_hash(
        step["kind"], step["parent"], [chain.statement_hash(one) for one in statements]
    )
    return {**message, "head": _signed_head({**head, "head": made}), "step": step}


def _signed_statement(message: Any) -> Any:
    said, at = message["statement"], (message["kind"], message["parent"], message["table"])
    for signer in filter(None, map(world.ring().get, _seat_keys(message["table"], said["by"]))):
        said = chain.sign_statement(signer, *at, said["body"], said["by"])
    return {**message, "statement": said}


_SIGN: Mapping[str, Callable[[Any], Any]] = {
    "step": _signed_step_message,
    "statement": _signed_statement,
    "private": lambda message: {**message, "message": _signed_private(message["message"])},
}


def _signed_proof(proof: Any) -> Any:
    """The end of each run by the accused, if its key is at hand."""
    signer, branches = world.ring().get(proof["accused"]), []
    if signer is None:
        return proof
    for run in proof["branches"]:
        parent, steps = run["parent"], list(run["steps"])
        for number, step in enumerate(steps):
            table = proof["table"] if parent != chain.ZERO else chain.ZERO
            said = list(step["statements"])
            if number == len(steps) - 1 and isinstance(said[-1], dict):
                at = (step["kind"], parent, table)
                said[-1] = chain.sign_statement(signer, *at, said[-1]["body"], said[-1]["by"])
                steps[number] = {**step, "statements": said}
            hashes = [one if isinstance(one, str) else chain.statement_hash(one) for one in said]
            parent = chain.step_hash(step["kind"], parent, hashes)
        branches.append({**run, "head": run["head"] and _signed_head(run["head"]), "steps": steps})
    return {**proof, "branches": branches}


# --- a chain signed again ---


def resigned(steps: list[Any], since: int = 0, *, mend: bool = False) -> list[Any]:
    """A chain with its parents written anew, signed from ``since`` on by all whose keys are known.

    With ``mend`` they also commit to what they show later, and the host deals what the seeds give,
    so that a change early in the chain does not break all that hangs on its hash.
    """
    made: list[Any] = []
    keys: dict[Any, str] = {}
    parent = table = chain.ZERO
    for index, raw in enumerate(steps):
        try:
            step = {"kind": raw["kind"], "parent": parent, "statements": list(raw["statements"])}
            if index == 0:
                opened = raw["statements"][0]["body"]
                keys = {n: one["key"] for n, one in enumerate(opened["seats"])}
                keys["host"] = opened["host"]["key"]
            for number, said in enumerate(step["statements"]):
                signer = world.ring().get(keys.get(said["by"], ""))
                if signer is None or index < since:
                    continue
                body = said["body"]
                if mend:
                    body = _mended(body, said["by"], step, index, steps, made)
                at = (step["kind"], parent, table)
                step["statements"][number] = chain.sign_statement(signer, *at, body, said["by"])
            if raw["kind"] == "replace":
                for said in step["statements"]:
                    keys.update((one["seat"], one["key"]) for one in said["body"]["seats"])
            parent = chain.link(index, None, step, parent, chain.ZERO).hash
        except ILL_FORMED:
            return [*made, *steps[index:]]
        table = table if index else parent
        made.append(step)
    return made


def _mended(body: Any, by: Any, step: Any, index: int, steps: list[Any], made: list[Any]) -> Any:
    """The body of a statement with what follows from the chain before it and the words after it."""
    with suppress(*ILL_FORMED):
        kind, parent = step["kind"], bytes.fromhex(step["parent"])
        if kind == "commit":
            seed = _shown(steps[index + 1 :])[by]
            return {**body, "commitment": commitment.seed_commitment(parent, by, seed).hex()}
        if kind == "seal":
            before = sum(
                len(one["statements"]) for one in _since_deal(made) if one["kind"] == "seal"
            )
            place = before + [one["by"] for one in step["statements"]].index(by)
            after = next(one for one in steps[index:] if one["kind"] == "disclose")
            opening = after["statements"][0]["body"]["seals"][place]
            nonce = bytes.fromhex(opening["nonce"])
            sealed = commitment.seal_commitment(parent, by, nonce, opening["move"])
            return {**body, "commitment": sealed.hex()}
        if kind == "deal":
            return {**body, **_dealt(steps[index:], made)}
        if kind == "close" and by == "host":
            others = [one for one in step["statements"] if one["by"] != "host"]
            return {**body, "seats": [chain.statement_hash(one) for one in others]}
    return body


def _since_deal(made: list[Any]) -> list[Any]:
    places = [n for n, one in enumerate(made) if one["kind"] == "deal"]
    return made[places[-1] :]


def _shown(after: list[Any]) -> dict[Any, bytes]:
    """The seeds that are shown after a `commit`."""
    seeds: dict[Any, bytes] = {}
    for step in after:
        if step["kind"] == "commit":
            break
        for said in step["statements"]:
            body = said["body"]
            for one in (said, *body.get("received", ()), *body.get("offending", ())):
                if "seed" in one["body"]:
                    seeds[one["by"]] = bytes.fromhex(one["body"]["seed"])
    return seeds


def _dealt(after: list[Any], made: list[Any]) -> dict[str, Any]:
    """What the host fixes in `deal`."""
    opened = made[0]["statements"][0]["body"]
    seats = len(opened["seats"])
    match = world.GAMES[opened["game"]["name"]].match(opened["game"]["rules"], seats)
    for step in made:
        if step["kind"] == "disclose":
            match = match.settle(step["statements"][0]["body"]["result"])
    commit, reveal = made[-2:]
    facts = judge.DealFacts(1, 1, 0, commit["parent"], commit["statements"], {})
    facts.seeds = {said["by"]: said["body"]["seed"] for said in reveal["statements"]}
    dealt = judge.deal_out(facts, _shown(after)["host"], match, seats)
    hands, rest = judge.digests_of(dealt)
    return {"draw": dealt.draw, "hands": list(hands), "rest": rest}
