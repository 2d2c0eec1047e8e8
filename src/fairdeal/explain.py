"""The values of a deal, one by one, so that a sceptic can redo it by hand (section 9).

What a file states and what its seeds give stand side by side; nothing here judges.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TypeAlias

from fairdeal import commitment, shuffle, wire
from fairdeal.canonical import dumps, pointer
from fairdeal.dealing import Dealt, deal_out, digests_of
from fairdeal.facts import DealFacts
from fairdeal.findings import Party
from fairdeal.game import Cards, Layout, Match
from fairdeal.story import CalledOff, DealStory


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
    facts = story.facts
    if facts is None:
        return ()
    # Nothing but the reveal follows a commit that was not called off, with the seats in order.
    shown: _Seeds = {
        seat: (seed, pointer("steps", facts.commit_step + 1, "statements", seat, "body", "seed"))
        for seat, seed in facts.seeds.items()
    }
    if story.disclosed is not None:
        at = pointer("steps", story.disclose_step, "statements", 0, "body", "seed")
        shown["host"] = (story.disclosed["seed"], at)
    values = _commitments(story.names, facts, shown, ", whose seed is not open yet")
    parts = [Part("9.1", "Commitments and seeds", tuple(values))]
    if story.disclosed is not None:
        parts += _dealt(story, facts, story.disclosed)
    return tuple(parts)


def explain_void(void: CalledOff) -> tuple[Part, ...]:
    """What is known of an attempt that was called off: commitments, and the seeds shown for it."""
    body = ("steps", void.step, "statements", 0, "body")
    shown: _Seeds = {
        said["by"]: (said["body"]["seed"], pointer(*body, "received", number, "body", "seed"))
        for number, said in enumerate(void.body["received"])
    }
    shown["host"] = (void.body["seed"], pointer(*body, "seed"))
    values = list(_commitments(void.names, void.facts, shown, ", for which no seed was taken"))
    parent = bytes.fromhex(void.facts.commit_parent)
    for number, said in enumerate(void.body["offending"]):
        seat, seed = said["by"], bytes.fromhex(said["body"]["seed"])
        if seat < len(void.names):
            whose = f"reveal of {_who(void.names, seat)}, which the host refused"
            at = pointer(*body, "offending", number, "body")
            values.append(Value(whose, "", dumps(said["body"]).decode(), at))
            made = commitment.seed_commitment(parent, seat, seed).hex()
            values.append(Value("commitment to the seed in it", _commitment(seat), made))
    return (Part("9.1", "Commitments and seeds", tuple(values)),)


_Seeds: TypeAlias = "dict[Party, tuple[str, str]]"
"""The seeds that were shown, each with its place."""


def _who(names: Sequence[str], party: Party) -> str:
    return "the host" if party == "host" else f"{names[party]} (seat {party})"


def _author(party: Party) -> str:
    return f"u8({255 if party == 'host' else party})"


def _commitment(party: Party) -> str:
    return f'SHA256(L("seed") || parent || {_author(party)} || seed)'


def _commitments(
    names: Sequence[str], facts: DealFacts, shown: _Seeds, untold: str
) -> Iterator[Value]:
    """Who committed to what; ``untold`` is said of those whose seed was not shown."""
    parent = bytes.fromhex(facts.commit_parent)
    yield Value("parent of the commit step", "hash of the step before", facts.commit_parent)
    for number, (party, stated) in enumerate(facts.commitments.items()):
        who = _who(names, party)
        at = pointer("steps", facts.commit_step, "statements", number, "body", "commitment")
        if party not in shown:
            yield Value(f"commitment of {who}{untold}", "", stated, at)
            continue
        seed, place = shown[party]
        yield Value(f"seed of {who}", "", seed, place)
        made = commitment.seed_commitment(parent, party, bytes.fromhex(seed)).hex()
        yield Value(f"commitment of {who}", _commitment(party), made, at, stated)


def _dealt(story: DealStory, facts: DealFacts, disclosed: wire.DiscloseBody) -> Iterator[Part]:
    seats = len(story.names)
    dealt = deal_out(facts, bytes.fromhex(disclosed["seed"]), story.match, seats)
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
            facts.where.pointer("body", "draw"),
            str(facts.draw),
        ),
    )
    yield Part("9.4", "Shuffle and draw", order, tuple(exchanges))
    stated = Value(
        "result",
        "",
        dumps(disclosed["result"]).decode(),
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
    falls = _falls(story.match, dealt.order, dealt.draw)
    if falls:
        given = [f"{card} to {to}" for card, to in zip(dealt.order, falls, strict=True)]
        words = f"the order, by the game's rules{_in_turn(story.names, falls)}"
        yield Value("dealing", words, ", ".join(given))
    for seat, (hand, digest) in enumerate(zip(dealt.hands, hands, strict=True)):
        salt = commitment.hand_salt(dealt.key, seat).hex()
        who = _who(story.names, seat)
        if falls:
            places = [place for place, to in enumerate(falls) if to == str(seat)]
            formula = f"the order, dealt by the game's rules: cards {_counted(places)} of it"
            yield Value(f"cards of {who}", formula, _cards(dealt.order, places))
        else:
            formula = "the order, dealt by the game's rules"
            yield Value(f"cards of {who}", formula, " ".join(layout.hands[seat]))
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
            facts.where.pointer("body", "hands", seat),
            facts.digests[seat] if seat < len(facts.digests) else "nothing",
        )
    if rest is not None:
        places = [place for place, to in enumerate(falls) if to == _REST]
        which = f": cards {_counted(places)} of the order" if places else ""
        formula = f"the cards that are left over{which}; sorted as in the deck, as JSON"
        yield Value("rest", formula, dumps(dealt.rest).decode())
        salt = commitment.rest_salt(dealt.key).hex()
        yield Value("salt of the rest", 'HMAC(deck key, L("rest-salt"))', salt)
        yield Value(
            "digest of the rest",
            'SHA256(L("rest") || salt || rest)',
            rest,
            facts.where.pointer("body", "rest"),
            facts.rest or "nothing",
        )


_REST = "the rest"


def _falls(match: Match, order: Cards, draw: int) -> list[str]:
    """Whither each card of the order falls: a seat's number, or `_REST`; [] where nobody can tell.

    The game says only which cards each hand holds. Of a card that is there twice this does not
    tell which copy; but another one stands in its place when the order is turned by some cards.
    """
    falls: list[set[str]] = []
    for turn in range(len(order)):
        turned = order[turn:] + order[:turn]
        piles = _piles(match.layout(turned, draw))
        may = [{to for to, pile in piles.items() if card in pile} for card in turned]
        falls = [a & b for a, b in zip(falls or may, may, strict=True)]
        if all(len(to) == 1 for to in falls):
            break
    if not all(falls):
        return []  # this game does not deal by the place in the order alone
    told = [min(to) for to in falls]
    for to, pile in _piles(match.layout(order, draw)).items():
        if Counter(pile) != Counter(order[at] for at, its in enumerate(told) if its == to):
            return []
    return told


def _piles(layout: Layout) -> dict[str, Cards]:
    return {**{str(seat): hand for seat, hand in enumerate(layout.hands)}, _REST: layout.rest}


def _in_turn(names: Sequence[str], falls: Sequence[str]) -> str:
    """How the cards fall, in words, if it is as at most tables."""
    dealt = [int(to) for to in falls if to != _REST]
    if not dealt or list(falls[: len(dealt)]) != [
        str((dealt[0] + place) % len(names)) for place in range(len(dealt))
    ]:
        return ""
    left = len(falls) - len(dealt)
    end = f", and the last {left} are left over" if left else ""
    return f": the first card to {_who(names, dealt[0])}, then one to each seat in turn{end}"


def _counted(places: Sequence[int]) -> str:
    return ", ".join(str(place + 1) for place in places)


def _cards(order: Cards, places: Sequence[int]) -> str:
    return " ".join(order[place] for place in places)


def _seals(story: DealStory, facts: DealFacts, disclosed: wire.DiscloseBody) -> Iterator[Value]:
    for number, (seal, opening) in enumerate(zip(facts.seals, disclosed["seals"], strict=False)):
        at = pointer("steps", story.disclose_step, "statements", 0, "body", "seals", number)
        who = _who(story.names, seal.seat)
        yield Value(f"parent of the seal of {who}", "hash of the step before", seal.parent)
        yield Value(f"nonce of {who}", "", opening["nonce"], f"{at}/nonce")
        move = dumps(opening["move"]).decode()
        yield Value(f"move of {who}", "the move as JSON", move, f"{at}/move")
        parent, nonce = bytes.fromhex(seal.parent), bytes.fromhex(opening["nonce"])
        yield Value(
            f"seal of {who}",
            f'SHA256(L("seal") || parent || {_author(seal.seat)} || nonce || move)',
            commitment.seal_commitment(parent, seal.seat, nonce, opening["move"]).hex(),
            seal.where.pointer("body", "commitment"),
            seal.commitment,
        )
