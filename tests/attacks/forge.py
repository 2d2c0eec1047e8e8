"""All parties of a table in one hand: it writes down anything, signed with their real keys.

A `Forge` plays a table honestly, step by step, and lets a test put something else in the place
of the next step. Whatever was put there, the parties go on and sign the rest of the game, so
that chain and signatures are sound and only the one thing is wrong.

The seats of `Forge()` play the first legal card. Its game of hearts has two deals; as long as
nobody adds or leaves out a step, these are their places in the chain.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from copy import deepcopy
from dataclasses import replace
from typing import Any, Self

from fairdeal import chain, commitment, crypto, shuffle, transcript
from fairdeal.expect import Expect
from fairdeal.findings import Party
from fairdeal.game import BadResult, Deal, Game, IllegalMove, Json, Match, Seals, Turn
from fairdeal.report import Report
from fairdeal.verifier import verify
from hearts.cards import names
from hearts.game import GAME, HeartsDeal
from hearts.presets import PRESETS
from tests.attacks.toy import TOY

OPEN, JOIN, COMMIT, REVEAL, DEAL, SEAL = range(6)
FIRST_MOVE, LAST_MOVE, DISCLOSE = 6, 57, 58
COMMIT_2, REVEAL_2, DEAL_2, SEAL_2 = 59, 60, 61, 62
FIRST_MOVE_2, LAST_MOVE_2, DISCLOSE_2, CLOSE = 63, 114, 115, 116

NAMES = ("Alice", "Bob", "Chloé", "David")
GAMES: Mapping[str, Game] = {GAME.name: GAME, TOY.name: TOY}

Body = dict[str, Any]
Bodies = dict[Party, Body]
Statement = dict[str, Any]


class Forge:
    """One table of four seats, its game so far, and all keys and secrets."""

    def __init__(
        self,
        text: str = "table 3",
        *,
        game: Game = GAME,
        rules: Json = None,
        target: int = 27,
        kinds: Sequence[str] = ("person",) * 4,
    ) -> None:
        self.entropy = crypto.insecure_entropy(f"attacks: {text}")
        self.game = game
        self.rules = replace(PRESETS["live"], target=target).to_json() if rules is None else rules
        self.kinds = list(kinds)
        self.signers: dict[Party, crypto.Signer] = {
            party: crypto.Signer(self.entropy(32)) for party in ("host", *range(len(kinds)))
        }
        self.owners: dict[str, tuple[Party, crypto.Signer]] = {
            signer.public.hex(): (party, signer) for party, signer in self.signers.items()
        }
        """Who has the secret of each public key: that of a bot the host has."""
        self.steps: list[dict[str, Any]] = []
        self.heads: list[str] = []
        self.due: str | None = "open"
        self.deal_number = self.attempt = 1
        self.seeds: dict[Party, str] = {}
        self.chosen_seeds: dict[Party, str] = {}
        """Seeds that parties use in the next commit instead of fresh ones."""
        self.chosen_nonces: dict[Party, str] = {}
        """The same for the nonces of seals."""
        self.openings: list[Body] = []
        self._successors: dict[int, crypto.Signer] = {}
        self._match: Match | None = None
        self._deal: Deal | None = None

    # --- where the game is ---

    @property
    def parent(self) -> str:
        return self.heads[-1] if self.heads else chain.ZERO

    @property
    def table(self) -> str:
        return self.heads[0] if self.heads else chain.ZERO

    @property
    def seats(self) -> range:
        return range(len(self.kinds))

    @property
    def match(self) -> Match:
        assert self._match is not None
        return self._match

    @property
    def deal(self) -> Any:
        """The deal in progress with all hands open."""
        assert self._deal is not None
        return self._deal

    def fresh(self) -> str:
        return self.entropy(32).hex()

    def data(self) -> bytes:
        return transcript.dump(self.steps)

    # --- writing steps ---

    def sign(
        self, kind: str, by: Party, body: object, signer: crypto.Signer | None = None
    ) -> Statement:
        """A statement for the next step, signed with the key of ``by`` unless told otherwise."""
        key = signer or self.signers[by]
        return chain.sign_statement(key, kind, self.parent, self.table, body, by)

    def put(self, kind: str, statements: Iterable[Statement]) -> Self:
        """Append a step as it is, and take no notice of what it says."""
        raw = {"kind": kind, "parent": self.parent, "statements": list(statements)}
        self.heads.append(chain.link(len(self.steps), None, raw, self.parent, chain.ZERO).hash)
        self.steps.append(raw)
        return self

    def signed(self, bodies: Mapping[Party, Body] | None = None) -> list[Statement]:
        """The statements of the due step: the honest ones, or those with these bodies."""
        kind = self.due
        assert kind is not None
        bodies = self.draft() if bodies is None else bodies
        statements = []
        for by, body in bodies.items():
            if kind == "close" and by == "host" and body["seats"] is None:
                body["seats"] = [chain.statement_hash(said) for said in statements]
            statements.append(self.sign(kind, by, body))
        return statements

    def step(
        self,
        bodies: Mapping[Party, Body] | None = None,
        *,
        statements: Sequence[Statement] | None = None,
    ) -> Self:
        """Append the due step and go on from what it says."""
        kind = self.due
        assert kind is not None
        said = self.signed(bodies) if statements is None else statements
        follow: Callable[[Sequence[Statement]], None] = getattr(self, f"_follow_{kind}")
        self._before = self.parent
        self.put(kind, said)
        follow(said)
        return self

    def until(self, kind: str, deal: int | None = None) -> Self:
        """Go on honestly until a step of that kind is due (in that deal)."""
        while self.due != kind or deal not in (None, self.deal_number):
            self.step()
        return self

    def until_step(self, index: int) -> Self:
        """Go on honestly until the step of that index is due."""
        while len(self.steps) < index:
            self.step()
        return self

    def finish(self) -> bytes:
        """Go on honestly to the end of the game: the transcript."""
        while self.due is not None:
            self.step()
        return self.data()

    # --- what is honest next ---

    def draft(self) -> Bodies:
        """The honest bodies of the due step, by author, in author order; free to be changed."""
        drafted: Bodies = getattr(self, f"_draft_{self.due}")()
        return drafted

    def _draft_open(self) -> Bodies:
        seats = [
            {"key": self.signers[seat].public.hex(), "kind": self.kinds[seat], "name": NAMES[seat]}
            for seat in self.seats
        ]
        body = {
            "clock": None,
            "deal_mode": "hosted",
            "game": {
                "name": self.game.name,
                "rules": deepcopy(self.rules),
                "version": self.game.version,
            },
            "host": {"key": self.signers["host"].public.hex(), "name": "Example Host"},
            "nonce": self.fresh(),
            "seats": seats,
        }
        return {"host": body}

    def _draft_join(self) -> Bodies:
        return {seat: {"last": None, "nonce": self.fresh()} for seat in self.seats}

    def _numbers(self) -> Body:
        return {"attempt": self.attempt, "deal": self.deal_number}

    def _draft_commit(self) -> Bodies:
        parties: tuple[Party, ...] = (*self.seats, "host")
        self.seeds = {p: self.chosen_seeds.pop(p, None) or self.fresh() for p in parties}
        return {
            p: {**self._numbers(), "commitment": self.committed(p, self.seeds[p])} for p in parties
        }

    def committed(self, party: Party, seed: str) -> str:
        """The commitment of a party to a seed in the next step."""
        parent = bytes.fromhex(self.parent)
        return commitment.seed_commitment(parent, party, bytes.fromhex(seed)).hex()

    def _draft_reveal(self) -> Bodies:
        return {seat: {**self._numbers(), "seed": self.seeds[seat]} for seat in self.seats}

    def void(
        self,
        missing: Sequence[int] = (),
        offending: Mapping[int, Body] | None = None,
    ) -> Body:
        """The body of an honest `void` on the newest step."""
        wrong = offending or {}
        good = self._draft_reveal()
        received = [seat for seat in self.seats if seat not in missing and seat not in wrong]
        return {
            **self._numbers(),
            "missing": list(missing),
            "offending": [self.sign("reveal", seat, body) for seat, body in wrong.items()],
            "received": [self.sign("reveal", seat, good[seat]) for seat in received],
            "seed": self.seeds["host"],
        }

    def call_off(self, body: Body) -> Self:
        """Put a `void` in the place of `reveal`."""
        self.put("void", [self.sign("void", "host", body)])
        self.attempt += 1
        self.due = "commit"
        return self

    def replacing(self, *seats: int) -> Body:
        """The body of a `replace` by new bots."""
        successors = []
        for seat in seats:
            self._successors[seat] = crypto.Signer(self.entropy(32))
            key = self._successors[seat].public.hex()
            self.owners[key] = ("host", self._successors[seat])
            successors.append({"key": key, "name": f"Bot {seat}", "seat": seat})
        return {"leave": None, "seats": successors, "votes": None}

    def replace(self, *seats: int, body: Body | None = None) -> Self:
        """Put a `replace` here; its bots sign from now on."""
        body = self.replacing(*seats) if body is None else body
        self.put("replace", [self.sign("replace", "host", body)])
        for seat, signer in self._successors.items():
            self.signers[seat] = signer
            self.kinds[seat] = "bot"
        self._successors = {}
        return self

    def _draft_deal(self) -> Bodies:
        hands = [
            commitment.hand_digest(commitment.hand_salt(self._key, seat), hand).hex()
            for seat, hand in enumerate(self._hands)
        ]
        rest = None
        if self._rest:
            rest = commitment.rest_digest(commitment.rest_salt(self._key), self._rest).hex()
        return {"host": {**self._numbers(), "draw": self._draw, "hands": hands, "rest": rest}}

    def _draft_seal(self) -> Bodies:
        due = self.deal.due()
        assert isinstance(due, Seals)
        return self.seals({seat: self._pick(seat) for seat in sorted(due.seats)})

    def seals(self, moves: Mapping[int, Json]) -> Bodies:
        """Seals of these moves."""
        bodies: Bodies = {}
        parent = bytes.fromhex(self.parent)
        self._sealed = []
        for seat, move in moves.items():
            nonce = self.chosen_nonces.pop(seat, None) or self.fresh()
            made = commitment.seal_commitment(parent, seat, bytes.fromhex(nonce), move).hex()
            bodies[seat] = {"commitment": made, "deal": self.deal_number}
            self._sealed.append({"move": move, "nonce": nonce, "seat": seat})
        return bodies

    def _draft_move(self) -> Bodies:
        due = self.deal.due()
        assert isinstance(due, Turn)
        seat = min(due.seats)
        return self.move(seat, self._pick(seat))

    def move(self, seat: int, move: Json) -> Bodies:
        """A seat's move."""
        return {seat: {"clock": None, "deal": self.deal_number, "move": move}}

    def _pick(self, seat: int) -> Json:
        if not isinstance(self.deal, HeartsDeal):
            return self.deal.pick(seat)
        if self.deal.passing:
            hand = self.deal.hand(seat)
            assert hand is not None
            return list(names(hand)[:3])
        return names(self.deal.legal(seat))[0]

    def _draft_disclose(self) -> Bodies:
        body = {
            "deal": self.deal_number,
            "result": self._blind_result() if self._is_blind else self.deal.result(),
            "seals": self.openings,
            "seed": self.seeds["host"],
        }
        return {"host": body}

    def _blind_result(self) -> Json:
        """Somebody took it all, as far as anybody can tell."""
        points = [26, 0, 26, 26]
        totals = [a + b for a, b in zip(self.match.standings()["totals"], points, strict=True)]
        return {"dealer": self.match.dealer(self._draw), "points": points, "totals": totals}

    def _draft_close(self, reason: str = "end") -> Bodies:
        said = {"reason": reason, "result": self.match.standings()}
        bodies: Bodies = {seat: dict(said) for seat in self.seats}
        bodies["host"] = {**said, "seats": None}
        return bodies

    def stopping(self) -> Bodies:
        """The bodies of a `close` before the game's own end, which is due from now on."""
        self.due = "close"
        return self._draft_close("stopped")

    # --- what follows from a step ---

    def _follow_open(self, said: Sequence[Statement]) -> None:
        self._match = self.game.match(self.rules, len(self.kinds))
        self.due = "join"

    def _follow_join(self, said: Sequence[Statement]) -> None:
        self.due = "commit"

    def _follow_commit(self, said: Sequence[Statement]) -> None:
        self._root = shuffle.commit_root(self._before, said)
        self.due = "reveal"

    def _follow_reveal(self, said: Sequence[Statement]) -> None:
        shown = {one["by"]: one["body"]["seed"] for one in said}
        seeds = [bytes.fromhex(shown.get(seat, self.seeds[seat])) for seat in self.seats]
        self._key = shuffle.deck_key(self._root, bytes.fromhex(self.seeds["host"]), seeds)
        deck = self.match.deck
        order, self._draw = shuffle.order_and_draw(self._key, deck, len(seeds))
        layout = self.match.layout(order, self._draw)
        self._hands = [commitment.in_deck_order(hand, deck) for hand in layout.hands]
        self._rest = commitment.in_deck_order(layout.rest, deck)
        self.due = "deal"

    def _follow_deal(self, said: Sequence[Statement]) -> None:
        self._deal = self.match.begin(self._draw, self._hands, self._rest)
        self._moves: list[tuple[int, Json]] = []
        self._is_blind = False
        self.openings = []
        self._go_on()

    def _follow_seal(self, said: Sequence[Statement]) -> None:
        self.openings = self.openings + self._sealed
        try:
            self.deal.open_seals({one["seat"]: one["move"] for one in self._sealed})
        except IllegalMove:
            self._go_blind()
        self._go_on()

    def _follow_move(self, said: Sequence[Statement]) -> None:
        for one in said:
            self._moves.append((one["by"], one["body"]["move"]))
            try:
                self.deal.apply(*self._moves[-1])
            except IllegalMove:
                self._go_blind()
        self._go_on()

    def _go_blind(self) -> None:
        """After what cannot be carried out, play on as those do who see no hand, if they can."""
        if not self._is_blind:
            self._is_blind = True
            self._deal = self.match.begin(self._draw, [None] * len(self.seats), None)
            try:
                if self.openings:
                    self.deal.open_seals({})
                for move in self._moves:
                    self.deal.apply(*move)
            except IllegalMove:
                self._deal = None

    def _go_on(self) -> None:
        due = self._deal.due() if self._deal else None
        self.due = {Seals: "seal", Turn: "move"}.get(type(due), "disclose")

    def _follow_disclose(self, said: Sequence[Statement]) -> None:
        try:
            self._match = self.match.settle(said[-1]["body"]["result"])
        except BadResult:
            self._match = self.match.settle(self.deal.result())
        self._deal = None
        self.deal_number += 1
        self.attempt = 1
        self.due = "close" if self.match.over else "commit"

    def _follow_close(self, said: Sequence[Statement]) -> None:
        self.due = None


def resigned(
    forge: Forge, steps: Sequence[Any], since: int, parties: Collection[Party]
) -> list[dict[str, Any]]:
    """A changed chain, its parents written anew, signed again from ``since`` on by some parties.

    The others did not see it: their signatures stay as they are. A host that is among the parties
    lists in its `close` what stands there.
    """
    done: list[dict[str, Any]] = []
    keys: dict[Any, str] = {}
    parent = table = chain.ZERO
    for index, raw in enumerate(steps):
        kind, statements = raw["kind"], []
        for said in raw["statements"]:
            body = said["body"]
            if kind == "open":
                keys = {n: seat["key"] for n, seat in enumerate(body["seats"])}
                keys["host"] = body["host"]["key"]
            owner, signer = forge.owners.get(keys.get(said["by"], ""), (None, None))
            if signer and index >= since and owner in parties:
                if kind == "close" and said["by"] == "host" and index > since:
                    body = {**body, "seats": [chain.statement_hash(one) for one in statements]}
                statements.append(
                    chain.sign_statement(signer, kind, parent, table, body, said["by"])
                )
            else:
                statements.append(said)
        if kind == "replace":
            for said in statements:
                keys.update((one["seat"], one["key"]) for one in said["body"]["seats"])
        step = {"kind": kind, "parent": parent, "statements": statements}
        parent = chain.link(index, None, step, parent, chain.ZERO).hash
        table = table if index else parent
        done.append(step)
    return done


Found = tuple[str, str, str, tuple[Party, ...]]
"""A finding as tests write it: code, severity, place and blame."""


def violation(code: str, pointer: str, *blame: Party) -> Found:
    return (code, "violation", pointer, blame)


def malformed(code: str, pointer: str) -> Found:
    return (code, "malformed", pointer, ())


def altered(code: str, pointer: str) -> Found:
    return (code, "altered", pointer, ())


def incomplete(code: str, pointer: str) -> Found:
    return (code, "incomplete", pointer, ())


def warning(code: str, pointer: str) -> Found:
    return (code, "warning", pointer, ())


def note(code: str, pointer: str) -> Found:
    return (code, "note", pointer, ())


def at(step: int, number: int, below: str = "") -> str:
    """The JSON Pointer to a statement, or to a part of it."""
    return f"/steps/{step}/statements/{number}" + (f"/{below}" if below else "")


def judge(data: Any, expect: Expect | None = None) -> Report:
    return verify(data, expect, games=GAMES)


def found(report: Report) -> list[Found]:
    """What a report says, as tests write it."""
    return [(str(f.code), str(f.severity), f.pointer, f.blame) for f in report.findings]


def statuses(report: Report) -> str:
    """How V1 to V10 ended: passed ``.``, warned ``w``, failed ``F``, skipped ``-``."""
    letters = {"passed": ".", "warned": "w", "failed": "F", "skipped": "-"}
    return "".join(letters[check.status] for check in report.checks)
