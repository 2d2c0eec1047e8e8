"""The values of a deal, one by one, so that a sceptic can redo it by hand (section 9).

What a file states and what its seeds give stand side by side; nothing here judges.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from fairdeal import commitment, shuffle, wire
from fairdeal.canonical import dumps, pointer
from fairdeal.findings import Party
from fairdeal.game import Cards
from fairdeal.judge import DealFacts, Dealt, deal_out, digests_of
from fairdeal.story import DealStory


@dataclass(frozen=True, slots=True)
class Value:
    """A value on the way from seeds to hands: how it is made, and what the file states.

    ``formula`` is written as in the specification; "" for what the file gives. ``stated`` is what
    stands at ``at``, or None where the file states nothing of the kind.
    """

    name: str
    formula: str
    value: str
    at: str = ""
    stated: str | None = None

    @property
    def agrees(self) -> bool:
        """Whether the file states just this value, or nothing."""
        return self.stated is None or self.stated == self.value


@dataclass(frozen=True, slots=True)
class Exchange:
    """One exchange of the shuffle: the stream's bytes ``taken``, the last of them accepted."""

    last: int
    taken: tuple[int, ...]
    chosen: int
    cards: tuple[str, str]


@dataclass(frozen=True, slots=True)
class Part:
    """The values that one section of the specification defines."""

    section: str
    title: str
    values: tuple[Value, ...]
    exchanges: tuple[Exchange, ...] = ()


def explain(story: DealStory) -> tuple[Part, ...]:
    """Every value of a deal, from seeds to hands; as far as the seeds, until it is disclosed."""
    if story.facts is None:
        return ()
    parts = [_commitments(story, story.facts)]
    if story.disclosed is not None:
        parts += _dealt(story, story.facts, story.disclosed)
    return tuple(parts)


def _who(story: DealStory, party: Party) -> str:
    return "the host" if party == "host" else f"{story.names[party]} (seat {party})"


def _author(party: Party) -> str:
    return f"u8({255 if party == 'host' else party})"


def _commitments(story: DealStory, facts: DealFacts) -> Part:
    parent = bytes.fromhex(facts.commit_parent)
    values = [Value("parent of the commit step", "hash of the step before", facts.commit_parent)]
    for number, (party, stated) in enumerate(facts.commitments.items()):
        who = _who(story, party)
        seed, at = _seed(story, facts, party)
        if not seed:
            secret = f"commitment of {who}, whose seed is not open yet"
            at = pointer("steps", facts.commit_step, "statements", number, "body", "commitment")
            values.append(Value(secret, "", stated, at))
            continue
        values.append(Value(f"seed of {who}", "", seed, at))
        values.append(
            Value(
                f"commitment of {who}",
                f'SHA256(L("seed") || parent || {_author(party)} || seed)',
                commitment.seed_commitment(parent, party, bytes.fromhex(seed)).hex(),
                pointer("steps", facts.commit_step, "statements", number, "body", "commitment"),
                stated,
            )
        )
    return Part("9.1", "Commitments and seeds", tuple(values))


def _seed(story: DealStory, facts: DealFacts, party: Party) -> tuple[str, str]:
    """A party's seed and where it stands; "" while it is secret."""
    if party == "host":
        if story.disclosed is None:
            return "", ""
        at = pointer("steps", story.disclose_step, "statements", 0, "body", "seed")
        return story.disclosed.seed, at
    # Nothing but the reveal follows a commit that was not called off, with the seats in order.
    at = pointer("steps", facts.commit_step + 1, "statements", party, "body", "seed")
    return facts.seeds.get(party, ""), at


def _dealt(story: DealStory, facts: DealFacts, disclosed: wire.DiscloseBody) -> Iterator[Part]:
    seats = len(story.names)
    dealt = deal_out(facts, bytes.fromhex(disclosed.seed), story.match, seats)
    unsigned = [{"body": one["body"], "by": one["by"]} for one in facts.commit_statements]
    step = dumps({"kind": "commit", "parent": facts.commit_parent, "statements": unsigned})
    seeds = " || ".join(f"seed of seat {seat}" for seat in range(seats))
    root = (
        Value("commit", "the commit step without signatures, canonical JSON", step.decode()),
        Value("commit root", 'SHA256(L("commit-root") || commit)', dealt.root.hex()),
        Value(
            "deck key",
            f'HMAC(commit root, L("deck-key") || host seed || {seeds})',
            dealt.key.hex(),
        ),
    )
    yield Part("9.2", "Commit root and deck key", root)
    exchanges, draw = _exchanges(dealt.key, story.match.deck, seats)
    used = sum(len(one.taken) for one in (*exchanges, draw))
    source = shuffle.stream(dealt.key)
    blocks = tuple(
        Value(
            f"block {block}",
            f'HMAC(deck key, L("stream") || u32({block}))',
            bytes(islice(source, 32)).hex(),
        )
        for block in range(-(-used // 32))
    )
    yield Part("9.3", f"Stream: {used} bytes of it are used", blocks)
    order = (
        Value("deck", "the game's canonical deck", " ".join(story.match.deck)),
        Value("order", "the deck after all exchanges", " ".join(dealt.order)),
        Value(
            "draw",
            f"index({seats}) from bytes {' '.join(f'{byte:02x}' for byte in draw.taken)}",
            str(dealt.draw),
            facts.said.pointer("body", "draw"),
            str(facts.draw),
        ),
    )
    yield Part("9.4", "Shuffle and draw", order, tuple(exchanges))
    stated = Value(
        "result",
        "",
        dumps(disclosed.result).decode(),
        pointer("steps", story.disclose_step, "statements", 0, "body", "result"),
    )
    yield Part("9.5", "Hands and digests", (*_hands(story, facts, dealt), stated))
    if facts.seals:
        yield Part("9.6", "Sealed moves", tuple(_seals(story, facts, disclosed)))


def _exchanges(key: bytes, deck: Cards, seats: int) -> tuple[list[Exchange], Exchange]:
    """The exchanges of the shuffle, one by one, and the draw as one more."""
    taken: list[int] = []

    def note(byte: int) -> int:
        taken.append(byte)
        return byte

    source = map(note, shuffle.stream(key))
    order = list(deck)
    exchanges = []
    for last in range(len(order) - 1, 0, -1):
        taken.clear()
        chosen = shuffle.index(source, last + 1)
        cards = (order[last], order[chosen])
        order[last], order[chosen] = order[chosen], order[last]
        exchanges.append(Exchange(last, tuple(taken), chosen, cards))
    taken.clear()
    draw = shuffle.index(source, seats)
    return exchanges, Exchange(0, tuple(taken), draw, ("", ""))


def _hands(story: DealStory, facts: DealFacts, dealt: Dealt) -> Iterator[Value]:
    hands, rest = digests_of(dealt)
    layout = story.match.layout(dealt.order, dealt.draw)
    for seat, (hand, digest) in enumerate(zip(dealt.hands, hands, strict=True)):
        salt = commitment.hand_salt(dealt.key, seat).hex()
        who = _who(story, seat)
        places = _places(layout.hands[seat], dealt.order)
        which = f": cards {', '.join(str(place + 1) for place in places)} of it" if places else ""
        cards = [dealt.order[place] for place in places] or layout.hands[seat]
        formula = f"the order, dealt by the game's rules{which}"
        yield Value(f"cards of {who}", formula, " ".join(cards))
        yield Value(
            f"hand of {who}",
            "these cards, sorted as in the deck; as JSON",
            dumps(hand).decode(),
        )
        formula = f'HMAC(deck key, L("hand-salt") || u8({seat}))'
        yield Value(f"salt of seat {seat}", formula, salt)
        yield Value(
            f"digest of seat {seat}",
            'SHA256(L("hand") || salt || hand)',
            digest,
            facts.said.pointer("body", "hands", seat),
            facts.digests[seat] if seat < len(facts.digests) else "nothing",
        )
    if rest is not None:
        yield Value("rest", "the cards that are left over, as JSON", dumps(dealt.rest).decode())
        salt = commitment.rest_salt(dealt.key).hex()
        yield Value("salt of the rest", 'HMAC(deck key, L("rest-salt"))', salt)
        yield Value(
            "digest of the rest",
            'SHA256(L("rest") || salt || rest)',
            rest,
            facts.said.pointer("body", "rest"),
            facts.rest or "nothing",
        )


def _places(cards: Cards, order: Cards) -> list[int]:
    """Where in the order the cards stand, as they fall; nowhere, if copies leave that open."""
    if len(set(order)) < len(order):
        return []
    return sorted(order.index(card) for card in cards)


def _seals(story: DealStory, facts: DealFacts, disclosed: wire.DiscloseBody) -> Iterator[Value]:
    for number, (seal, opening) in enumerate(zip(facts.seals, disclosed.seals, strict=False)):
        at = pointer("steps", story.disclose_step, "statements", 0, "body", "seals", number)
        who = _who(story, seal.seat)
        yield Value(f"parent of the seal of {who}", "hash of the step before", seal.parent)
        yield Value(f"nonce of {who}", "", opening.nonce, f"{at}/nonce")
        move = dumps(opening.move).decode()
        yield Value(f"move of {who}", "the move as JSON", move, f"{at}/move")
        parent, nonce = bytes.fromhex(seal.parent), bytes.fromhex(opening.nonce)
        yield Value(
            f"seal of {who}",
            f'SHA256(L("seal") || parent || {_author(seal.seat)} || nonce || move)',
            commitment.seal_commitment(parent, seal.seat, nonce, opening.move).hex(),
            seal.said.pointer("body", "commitment"),
            seal.commitment,
        )
