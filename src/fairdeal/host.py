"""The server's side of a table: bytes in, outbox out, no IO (sections 7 and 8).

A `Host` collects statements, appends a step once all of them are there, and appends by itself
what is its own to say. It plays its bots through `Seat` roles of their own, and sees all hands.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any

from fairdeal import chain, crypto, wire
from fairdeal.canonical import check_opaque, dumps, loads
from fairdeal.collected import COLLECTED, Collected
from fairdeal.errors import LocalError, Malformed
from fairdeal.findings import Severity
from fairdeal.game import Deal, Game, Json
from fairdeal.opendeal import OpenDeal
from fairdeal.outbox import Outbox, Outgoing
from fairdeal.phases import TRANSITIONS, Phase
from fairdeal.seat import Seat
from fairdeal.session import Session
from fairdeal.transcript import dump, parse

_FATAL = frozenset({Severity.VIOLATION, Severity.MALFORMED, Severity.ALTERED})


@dataclass(frozen=True, slots=True)
class Player:
    """Who sits down: a name, a public key (32 bytes), and ``"person"`` or ``"bot"``."""

    name: str
    key: bytes
    kind: str = "person"


class Host:
    """The server's side of one table.

    ``rules`` is the game's full rule set. ``bots`` holds the signers of those seats that this host
    plays itself; the other seats are remote. ``entropy`` gives fresh random bytes.
    """

    def __init__(
        self,
        signer: crypto.Signer,
        name: str,
        game: Game,
        rules: Json,
        players: Sequence[Player],
        *,
        bots: Mapping[int, crypto.Signer] | None = None,
        entropy: crypto.Entropy = crypto.random_bytes,
    ) -> None:
        self._signer = signer
        self._name = name
        self._entropy = entropy
        self._games = {game.name: game}
        self._begin()
        self._steps: list[Mapping[str, Any]] = []
        self._opening: dict[str, Any] = {
            "clock": None,
            "deal_mode": wire.DEAL_MODE,
            "game": {"name": game.name, "rules": rules, "version": game.version},
            "host": {"key": signer.public.hex(), "name": name},
            "nonce": None,
            "seats": [
                {"key": player.key.hex(), "kind": player.kind, "name": player.name}
                for player in players
            ],
        }
        self._bots: dict[int, Seat] = {}
        self._bot_signers: dict[int, crypto.Signer] = dict(bots or {})
        for seat in self._bot_signers:
            self._bots[seat] = self._seat_role(self._bot_signers[seat])
        self._heads: list[str] = []
        self._privates: list[tuple[int, int, bytes]] = []
        # The first step of the newest outbox that had any.
        self._since = 0
        # What one call has produced so far.
        self._to_bots: deque[tuple[int, bytes]] = deque()
        self._send: list[Outgoing] = []
        self._new_steps: list[bytes] = []

    def _begin(self) -> None:
        """A table that was not opened yet."""
        self._session = Session(self._games.get, lambda *_: False)
        self._open = OpenDeal(self._session)
        self._heard = Collected(self._session, self._open)

    # --- what the server sees ---

    @property
    def session(self) -> Session:
        """The table's state; read only."""
        return self._session

    @property
    def deal(self) -> Deal | None:
        """The deal in progress with all hands open; read only. None between deals."""
        return self._open.deal

    @property
    def is_closed(self) -> bool:
        """Whether the table has ended."""
        return self._session.phase is Phase.CLOSED

    @property
    def bots(self) -> frozenset[int]:
        """The seats that this host plays itself."""
        return frozenset(self._bots)

    @property
    def waiting_for(self) -> frozenset[int]:
        """The seats whose statement is due; own bots among them have to `choose`."""
        return self._heard.waiting_for

    def view(self, bot: int) -> Deal | None:
        """What the host's own bot at that seat may see of the deal in progress."""
        if bot not in self._bots:
            raise LocalError(f"seat {bot} is not one of this host's bots")
        return self._bots[bot].view

    def transcript(self) -> bytes:
        """The chain so far, as a transcript."""
        return dump(self._steps)

    # --- what the server does ---

    def start(self) -> Outbox:
        """Open the table. Raises `LocalError` where the game refuses rules or seats."""
        if self._steps:
            raise LocalError("this table was opened already")
        body = {**self._opening, "nonce": self._entropy(32).hex()}
        try:
            check_opaque(self._opening["game"]["rules"])
            self._append("open", body)
        except (LocalError, Malformed, TypeError, ValueError) as error:
            self._begin()
            raise LocalError(f"this table cannot be opened: {error}") from error
        return self._outbox()

    def receive(self, sender: int, data: bytes) -> Outbox:
        """Take a message of a seat. Raises `PeerError`, with nothing changed, if it is bad."""
        self._take(sender, data)
        return self._outbox()

    def choose(self, bot: int, move: Json) -> Outbox:
        """Let one of the host's own bots make the move that is due from it."""
        if bot not in self._bots:
            raise LocalError(f"seat {bot} is not one of this host's bots")
        self._relay(bot, self._bots[bot].choose(move))
        return self._outbox()

    def void(self) -> Outbox:
        """Call the attempt off as reveals are missing, and replace the persons who owe them."""
        session = self._session
        if (
            session.phase is not Phase.COMMITTED
            or not self.waiting_for | self._heard.offending.keys()
        ):
            raise LocalError("a deal can be called off only while a reveal is missing")
        bots = sorted(self.waiting_for - set(session.seating.persons))
        if bots:
            raise LocalError(f"bots are never missing, but seats {bots} have not revealed yet")
        self._void()
        return self._outbox()

    def replace(self, seats: Collection[int]) -> Outbox:
        """Give persons' seats to bots of the host, for the rest of the game."""
        session = self._session
        if "replace" not in TRANSITIONS[session.phase]:
            raise LocalError("nobody can be replaced now")
        if not seats or not set(seats) <= set(session.seating.persons):
            raise LocalError("only persons can be replaced")
        self._replace(sorted(set(seats)))
        return self._outbox()

    def close(self) -> Outbox:
        """Close a game that is over without waiting for the seats that have not signed its end."""
        if self._session.phase is not Phase.OVER:
            raise LocalError("the game is not over")
        self._close("end")
        return self._outbox()

    def catch_up(self, seat: int, height: int) -> Outbox:
        """Send a seat that has the first ``height`` steps the rest, and its private messages."""
        if not 0 <= height <= len(self._steps):
            raise LocalError(f"the chain has {len(self._steps)} steps")
        if self._steps and seat not in self._session.seating.everyone:
            raise LocalError(f"this table has no seat {seat}")
        # Its newest step once more: what came with that may be lost as well. What own bots are
        # sent is not for the person who sat there.
        first = max(height - 1, 0)
        while first and self._steps[first]["kind"] == "replace":
            first -= 1  # a replace may have come before that was taken
        for index in range(first, len(self._steps)):
            self._send.append(Outgoing(seat, self._step_message(index)))
            self._send += [
                Outgoing(seat, data)
                for at, to, data in self._privates
                if (at, to) == (index, seat) and seat not in self._bots
            ]
        return self._outbox()

    # --- resuming ---

    @classmethod
    def resume(
        cls,
        signer: crypto.Signer,
        secrets: bytes,
        transcript: bytes,
        game: Game,
        *,
        entropy: crypto.Entropy = crypto.random_bytes,
    ) -> tuple[Host, Outbox]:
        """Go on after a crash, from the stored secrets and the stored chain (section 8.3).

        The outbox repeats the newest steps to everybody, so that the seats send again what was
        lost. Raises `LocalError` if the chain is not the one that the secrets belong to.
        """
        stored = loads(secrets)
        steps = parse(transcript).steps
        if _head_of(steps) != stored["head"]:
            raise LocalError("the chain does not end at the newest step that this host signed")
        body = steps[0]["statements"][0]["body"]
        if body["host"]["key"] != signer.public.hex():
            raise LocalError("this chain belongs to a host of another key")
        players = [Player(s["name"], bytes.fromhex(s["key"]), s["kind"]) for s in body["seats"]]
        host = cls(
            signer, body["host"]["name"], game, body["game"]["rules"], players, entropy=entropy
        )
        host._follow_all(steps, stored)
        host._since = stored["since"]
        outboxes = [host._resume_bot(bot, transcript) for bot in stored["bots"]]
        for seat, outbox in outboxes:
            host._relay(seat, outbox)
        for index in range(host._since, len(steps)):
            host._broadcast(index)
        host._go_on()
        return host, host._outbox()

    def _follow_all(self, steps: Sequence[Mapping[str, Any]], stored: Mapping[str, Any]) -> None:
        """Follow the chain, with the secrets of every deal: disclosed by now, or stored."""
        said = [raw["statements"][0]["body"] for raw in steps if raw["kind"] == "disclose"]
        disclosed = iter([(body["seed"], body["seals"]) for body in said])
        now = (stored["seed"], stored["openings"])
        for raw in steps:
            self._follow(raw)
            if self._session.phase is Phase.REVEALED:
                self._open.seed, openings = next(disclosed, now)
                self._open.openings = list(openings)
                self._open.deal_out()
        self._open.seed = stored["seed"]

    def _resume_bot(self, bot: Mapping[str, Any], transcript: bytes) -> tuple[int, Outbox]:
        seat = bot["seat"]
        self._bot_signers[seat] = crypto.Signer(bytes.fromhex(bot["signer"]))
        self._bots[seat], outbox = Seat.resume(
            self._bot_signers[seat],
            bot["secrets"].encode(),
            transcript,
            entropy=self._entropy,
            games=self._games,
            takes_over=seat,
            keeps=False,
        )
        return seat, outbox

    def _secrets(self) -> bytes:
        return dumps(
            {
                "bots": [
                    {
                        "seat": seat,
                        "secrets": role.secrets().decode(),
                        "signer": self._bot_signers[seat].secret.hex(),
                    }
                    for seat, role in sorted(self._bots.items())
                ],
                "head": self._session.head,
                "openings": self._open.openings,
                "seed": self._open.seed,
                "since": self._since,
            }
        )

    # --- going on ---

    def _take(self, sender: int, data: bytes) -> None:
        if self._heard.take(sender, data):
            self._go_on()

    def _go_on(self) -> None:
        """Append every step that can be appended by now."""
        while self._append_next():
            pass

    def _append_next(self) -> bool:
        session = self._session
        phase = session.phase
        kind = COLLECTED.get(phase)
        everyone = session.seating.everyone
        if phase is Phase.READY and everyone == self._heard.said.get("close", {}).keys():
            self._close("stopped")
        elif phase is Phase.REVEALED:
            self._append("deal", self._open.fix())
        elif phase is Phase.PLAYED:
            self._append("disclose", self._open.disclose())
        elif phase is Phase.COMMITTED and self._heard.offending and not self.waiting_for:
            self._void()
        elif kind == "move" and self._heard.said.get("move"):
            self._append("move")
        elif kind is None or kind == "move" or self.waiting_for:
            self._let_bots_stop(everyone)
            return False
        elif kind == "commit":
            self._append("commit", self._open.commit(self._entropy))
        elif kind == "close":
            self._close("end")
        elif kind == "seal":
            self._seal()
        else:
            self._append(kind)
        return True

    def _let_bots_stop(self, everyone: frozenset[int]) -> None:
        """Own bots agree to stop between deals once all other seats have."""
        others = everyone - self._bots.keys()
        if (
            self._session.phase is Phase.READY
            and others
            and others <= self._heard.said.get("close", {}).keys()
        ):
            for seat, bot in self._bots.items():
                self._relay(seat, bot.stop())

    def _seal(self) -> None:
        self._open.openings += self._heard.openings()
        self._append("seal")

    def _void(self) -> None:
        session = self._session
        lists = self._heard.lists()
        absent = {*lists["missing"], *self._heard.offending}
        body = {
            "attempt": session.attempt,
            "deal": session.deal_number,
            "seed": self._open.seed,
            **lists,
        }
        self._append("void", body)
        leaving = sorted(absent & set(session.seating.persons))
        if leaving:
            self._replace(leaving)

    def _replace(self, leaving: Sequence[int]) -> None:
        everybody = (*self._session.seats, *(seat for _, seat in self._session.replaced))
        taken = {self._name, *(seat.name for seat in everybody)}
        successors = []
        for seat in leaving:
            signer = crypto.Signer(self._entropy(32))
            name = next(n for n in (f"Bot {k}" for k in count(seat)) if n not in taken)
            taken.add(name)
            successors.append({"key": signer.public.hex(), "name": name, "seat": seat})
            self._bot_signers[seat] = signer
            role = self._seat_role(signer, seat)
            for index in range(len(self._steps)):
                role.receive(self._step_message(index))
            self._bots[seat] = role
        self._append("replace", {"leave": None, "seats": successors, "votes": None})

    def _close(self, reason: str) -> None:
        said = self._heard.said.get("close", {})
        body = {
            "reason": reason,
            "result": self._session.match.standings(),
            "seats": [chain.statement_hash(said[seat]) for seat in sorted(said)],
        }
        self._append("close", body)

    def _append(self, kind: str, own: Mapping[str, Any] | None = None) -> None:
        """Append a step: what the seats said in that kind, then the host's own statement."""
        session = self._session
        said = self._heard.said.get(kind, {})
        statements = [said[seat] for seat in sorted(said)]
        if own is not None:
            place = (kind, session.head, session.table)
            statements.append(chain.sign_statement(self._signer, *place, own, "host"))
        raw = {"kind": kind, "parent": session.head, "statements": statements}
        self._follow(raw)
        self._new_steps.append(dumps(raw))
        self._broadcast(len(self._steps) - 1)

    def _follow(self, raw: Mapping[str, Any]) -> None:
        session = self._session
        entry = chain.link(session.height, wire.read_step(raw), raw, session.head, session.table)
        older = session.head
        findings = session.feed(entry)
        for finding in findings:
            own = "host" in finding.blame or not finding.blame
            if own and finding.severity in _FATAL:
                raise LocalError(finding.sentence)
        self._steps.append(raw)
        self._heads.append(entry.hash)
        self._heard.turn(older)
        for told in self._open.follow(raw):
            self._send_private(*told)

    # --- messages ---

    def _send_private(self, to: int, kind: str, body: Mapping[str, Any]) -> None:
        session = self._session
        message = {
            "body": body,
            "from": "host",
            "kind": kind,
            "parent": session.head,
            "table": session.table,
            "to": to,
        }
        signed = {"message": chain.sign_private(self._signer, message), "type": "private"}
        self._privates.append((len(self._steps) - 1, to, dumps(signed)))

    def _step_message(self, index: int) -> bytes:
        head = self._heads[index]
        signed = chain.sign_head(self._signer, self._session.table, index + 1, head)
        return dumps({"head": signed, "step": self._steps[index], "type": "step"})

    def _broadcast(self, index: int) -> None:
        """Send a step to every seat, then the private messages that belong to it."""
        data = self._step_message(index)
        replaced = _named(self._steps[index])
        for seat in range(len(self._session.seats)):
            self._post(seat, data)
            if seat in replaced:
                self._send.append(Outgoing(seat, data))
        for at, seat, private in self._privates:
            if at == index:
                self._post(seat, private)

    def _post(self, seat: int, data: bytes) -> None:
        if seat in self._bots:
            self._to_bots.append((seat, data))
        else:
            self._send.append(Outgoing(seat, data))

    def _relay(self, seat: int, outbox: Outbox) -> None:
        for message in outbox.send:
            self._take(seat, message.data)

    def _outbox(self) -> Outbox:
        while self._to_bots:
            seat, data = self._to_bots.popleft()
            self._relay(seat, self._bots[seat].receive(data))
        if self._new_steps:
            self._since = len(self._steps) - len(self._new_steps)
        outbox = Outbox(tuple(self._send), tuple(self._new_steps), self._secrets())
        self._send, self._new_steps = [], []
        return outbox

    def _seat_role(self, signer: crypto.Signer, takes_over: int | None = None) -> Seat:
        return Seat(
            signer,
            takes_over=takes_over,
            keeps=False,
            entropy=self._entropy,
            games=self._games,
        )


def _head_of(steps: Sequence[Any]) -> str | None:
    """The hash of the newest step; None if these are no steps."""
    head = chain.ZERO
    for index, raw in enumerate(steps):
        if not wire.has_step_members(raw):
            return None
        head = chain.link(index, None, raw, head, chain.ZERO).hash
    return head


def _named(step: Mapping[str, Any]) -> frozenset[int]:
    """The seats that a `replace` step gives to bots."""
    if step["kind"] != "replace":
        return frozenset()
    return frozenset(one["seat"] for one in step["statements"][0]["body"]["seats"])
