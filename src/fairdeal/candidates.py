"""What may prove a finding, the smallest first; whether it does, `fairdeal.proofs` says (17.2)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias, cast

from fairdeal import chain, commitment, receipts, transcript, wire
from fairdeal.canonical import dumps, pointer
from fairdeal.dealing import deal_out
from fairdeal.facts import DealFacts
from fairdeal.findings import Code, Finding, Party
from fairdeal.games import Games, finder
from fairdeal.session import Session
from fairdeal.story import TableStory, tell

Shown: TypeAlias = Collection[tuple[int, int]]
"""Statements that a proof shows: each by the index of its step and its number there."""

_SHOWS = {
    **dict.fromkeys((Code.WRONG_HAND, Code.WRONG_REST, Code.WRONG_DRAW), 2),
    **dict.fromkeys((Code.ILLEGAL_MOVE, Code.WRONG_RESULT), 3),
}
"""What less need not be tried for: the cards of the deal, or all of its play."""


# --- findings of a transcript ---


@dataclass(frozen=True, slots=True)
class Maker:
    """Makes what may prove one finding against one party, from the steps of a transcript."""

    read: transcript.Transcript
    finding: Finding
    party: Party

    def proofs(self, games: Games | None) -> Iterator[bytes]:
        """What may prove the finding, the smallest first."""
        at, code = self.finding.step, self.finding.code
        if quoted := self._quoted():
            yield from quoted.proofs(games)
        is_own = bool(self._own(self.entries[at]))
        if is_own and code is Code.REPEATED_STATEMENT:
            yield self._two_words(self.entries[at])
        if is_own:
            yield from self._short(code, at)
        if is_own and code is Code.ILLEGAL_MOVE and self.party != "host":
            table = tell(self.read, len(self.entries), games=games)
            yield from self._illegal_move(table, self.party)
        ends = [at] if is_own else []
        end = self._end(self._blamed_from(games))
        if end is not None and end not in ends:
            ends.append(end)
        shows = (self._ground, self._step, self._deal, self._play, lambda: None)
        for show in shows[_SHOWS.get(code, 0) :]:
            shown = show()
            for end in ends:
                yield self._proof(0, end, shown)

    @property
    def entries(self) -> Sequence[chain.Entry]:
        """The steps in their places."""
        return self.read.entries

    def _blamed_from(self, games: Games | None) -> int:
        """The step from which on a file, if it ends there, makes its report blame the party.

        What hands show is found where the deal is disclosed; and what others did, the host answers
        for only from its next statement on, or by the list in its `close`.
        """
        listed = self.read.listed
        session = Session(finder(games), lambda step, number=None: (step, number) in listed)
        place = (self.finding.code, self.finding.pointer)
        for entry in self.entries[: self.read.intact]:
            if session.lost:
                break
            for one in session.feed(entry):
                if (one.code, one.pointer) == place:
                    return entry.index + (self.party not in one.blame)
        # Damage, which was found before any step was judged.
        in_close = (self.finding.step, self._number) in listed
        return self.finding.step + (not in_close)

    def _end(self, since: int) -> int | None:
        """The first step from ``since`` on with a statement that the party signed."""
        table, key = self.entries[0].hash, bytes.fromhex(self._key)
        for entry in self.entries[since:]:
            place = (entry.raw["kind"], entry.parent, table if entry.index else wire.ZERO)
            if any(chain.is_signed(said, *place, key) for said in self._own(entry)):
                return entry.index
        return None

    def _quoted(self) -> Maker | None:
        """Of what a `void` quotes: the same in a `reveal` step, where it was signed for."""
        at, below = self.finding.step, self.finding.pointer.split("/")[5:]
        is_quoted = len(below) == 3 and below[1] in ("received", "offending")
        if not is_quoted or self.party == "host":
            return None
        void = self.entries[at]
        said = void.raw["statements"][0]["body"][below[1]][int(below[2])]
        raw = {"kind": "reveal", "parent": void.parent, "statements": [said]}
        reveal = chain.link(at, None, raw, void.parent, wire.ZERO)
        finding = replace(self.finding, pointer=pointer("steps", at, "statements", 0))
        read = replace(self.read, entries=[*self.entries[:at], reveal], intact=at)
        return Maker(read, finding, self.party)

    def _short(self, code: Code, at: int) -> Iterator[bytes]:
        """The forms that do not hang on the rest of the game."""
        before = {kind: self._last(kind, at) for kind in ("commit", "deal")}
        if code is Code.WRONG_NUMBER:
            yield self._proof(0, at, ())
        if code is Code.WRONG_OPENING:
            start = before["commit"]
            yield self._proof(start, at, self._of(start, self.party))
        if code is Code.WRONG_SEAL_OPENING:
            seals = [
                (entry.index, number)
                for entry in self.entries[before["deal"] : at]
                if entry.raw["kind"] == "seal"
                for number in range(len(entry.hashes))
            ]
            named = self.finding.pointer.rpartition("/")[2]
            place = int(named) if named.isdigit() else len(seals)
            yield self._proof(before["deal"], at, seals[place : place + 1])

    # --- what is shown ---

    def _ground(self) -> set[tuple[int, int]]:
        """Rules, seats and scores; the statement in question, and what it has to be laid beside."""
        at = self.finding.step
        shown = {
            (entry.index, number)
            for entry in self.entries
            if entry.raw["kind"] in ("open", "replace", "disclose") or entry.index == at
            for number in range(len(entry.hashes))
            if entry.index != at or self._number in (None, number)
        }
        shown |= self._of(self._last("commit", at), self.party)
        if self.finding.code is Code.REPEATED_VALUE:
            value = self._value().encode()
            shown |= {
                (entry.index, number)
                for entry in self.entries[:at]
                for number, said in enumerate(entry.raw["statements"])
                if value in dumps(said["body"])
            }
        return shown

    def _step(self) -> set[tuple[int, int]]:
        """That, and the whole step in question."""
        return self._ground() | self._all(self.finding.step, self.finding.step)

    def _deal(self) -> set[tuple[int, int]]:
        """That, and what gives the cards of the deal."""
        start = self._last("commit", self.finding.step)
        cards = [
            entry.index
            for entry in self.entries[start : self.finding.step + 1]
            if entry.raw["kind"] in ("commit", "reveal", "deal")
        ]
        return self._step().union(*(self._all(index, index) for index in cards))

    def _play(self) -> set[tuple[int, int]]:
        """That, and all that comes after."""
        return self._ground() | self._all(
            self._last("commit", self.finding.step), len(self.entries) - 1
        )

    @property
    def _number(self) -> int | None:
        """The number in its step of the statement that the finding is about."""
        below = self.finding.pointer.split("/")[3:]
        return int(below[1]) if len(below) > 1 else None

    def _value(self) -> str:
        """The seed or nonce that the finding is about."""
        value: Any = {"steps": [entry.raw for entry in self.entries]}
        for part in self.finding.pointer.split("/")[1:]:
            value = value[int(part)] if isinstance(value, list) else value[part]
        return str(value if isinstance(value, str) else value["body"]["seed"])

    def _all(self, start: int, last: int) -> set[tuple[int, int]]:
        return {
            (entry.index, number)
            for entry in self.entries[start : last + 1]
            for number in range(len(entry.hashes))
        }

    def _of(self, index: int, by: Party) -> set[tuple[int, int]]:
        said = enumerate(self.entries[index].raw["statements"])
        return {(index, number) for number, one in said if one["by"] == by}

    def _own(self, entry: chain.Entry) -> list[Any]:
        return [said for said in entry.raw["statements"] if said["by"] == self.party]

    def _last(self, kind: str, at: int) -> int:
        """The index of the last step of a kind up to there, or 0."""
        return max(
            (one.index for one in self.entries[: at + 1] if one.raw["kind"] == kind), default=0
        )

    # --- writing ---

    def _two_words(self, entry: chain.Entry) -> bytes:
        branches = [
            {
                "head": None,
                "parent": entry.parent,
                "steps": [{"kind": entry.raw["kind"], "statements": [said]}],
            }
            for said in self._own(entry)[:2]
        ]
        return self._written(branches)

    def _illegal_move(self, table: TableStory, seat: int) -> Iterator[bytes]:
        """Without the hand and with it."""
        last = self.finding.step
        story = next(deal for deal in table.deals if deal.number == self.finding.deal)
        facts, disclosed = cast(DealFacts, story.facts), cast(wire.DiscloseBody, story.disclosed)
        seed = bytes.fromhex(disclosed["seed"])
        dealt = deal_out(facts, seed, story.match, len(story.names))
        hands = [hand if one == seat else None for one, hand in enumerate(dealt.hands)]
        view = story.match.begin(facts.draw, hands, None)
        since = facts.where.step
        shown: set[tuple[int, int]] = set()
        for entry in self.entries[: last + 1]:
            kind, index = entry.raw["kind"], entry.index
            needed = kind in ("open", "replace", "disclose") or index == since
            if needed or (kind == "move" and index > since):
                shown |= self._all(index, index)
        seals, own, openings = set(), [], []
        for seal, opening in zip(facts.seals, disclosed["seals"], strict=True):
            read = seal.where.step < last and seat in view.readers(seal.seat)
            if read or (seal.seat == seat and seal.where.step <= last):
                seals.add((seal.where.step, seal.where.number))
                openings.append(opening)
            if seal.seat == seat and seal.where.step == last:
                own = [opening]
        yield self._proof(0, last, shown, openings=own)
        salt = commitment.hand_salt(dealt.key, seat).hex()
        hand = {"cards": list(dealt.hands[seat]), "salt": salt}
        yield self._proof(0, last, shown | seals, hand=hand, openings=openings)

    def _proof(self, start: int, last: int, shown: Shown | None, **secrets: Any) -> bytes:
        """The steps from ``start`` to ``last``, with the statements ``shown``, or all if None.

        Of the last step only the accused's own statement; in the host's `close` what that lists
        besides.
        """
        steps = []
        for entry in self.entries[start : last + 1]:
            kind, index = entry.raw["kind"], entry.index
            is_whole = index < last or (kind, self.party) == ("close", "host")
            steps.append(
                {
                    "kind": kind,
                    "statements": [
                        said if self._is_shown(shown, index, number, said, last) else made
                        for number, (said, made) in enumerate(
                            zip(entry.raw["statements"], entry.hashes, strict=True)
                        )
                        if is_whole or said["by"] == self.party
                    ],
                }
            )
        branch = {"head": None, "parent": self.entries[start].parent, "steps": steps}
        return self._written([branch], **secrets)

    def _is_shown(self, shown: Shown | None, index: int, number: int, said: Any, last: int) -> bool:
        is_own = index == last and said["by"] == self.party
        return shown is None or is_own or (index, number) in shown

    def _written(self, branches: Sequence[Any], **secrets: Any) -> bytes:
        table = self.entries[0].hash
        return wire.write_proof(self.finding.code, self._key, table, branches, **secrets)

    @property
    def _key(self) -> str:
        """The accused's key, in hex."""
        # At a seat that is blamed sat a person, who sat there first: for bots the host is blamed.
        opened = self.entries[0].raw["statements"][0]["body"]
        accused = opened["host"] if self.party == "host" else opened["seats"][self.party]
        return str(accused["key"])


# --- findings of a receipt ---


def _host_key(read: transcript.Transcript) -> str:
    return str(read.entries[0].raw["statements"][0]["body"]["host"]["key"])


def of_history(kept: wire.Receipt, read: transcript.Transcript) -> Iterator[bytes]:
    """Two histories: a branch to the host's statement which contradicts the head, and that head."""
    found = receipts.contradiction(kept, read)
    if found is None or kept.head is None:
        return
    last, said = found
    branch: list[dict[str, Any]] = [
        {"kind": one.raw["kind"], "statements": one.hashes} for one in read.entries[: last.index]
    ]
    branch.append({"kind": last.raw["kind"], "statements": [said]})
    branches: list[dict[str, Any]] = [
        {"head": None, "parent": chain.ZERO, "steps": branch},
        {"head": kept.head.model_dump(), "parent": chain.ZERO, "steps": []},
    ]
    table = read.entries[0].hash
    yield wire.write_proof(Code.SECOND_HISTORY, _host_key(read), table, branches)


def of_private(
    kept: wire.Receipt, read: transcript.Transcript, finding: Finding
) -> Iterator[bytes]:
    """The messages that may contradict the step of the finding, each beside it."""
    entry = read.entries[finding.step]
    number = int(finding.pointer.split("/")[4])
    is_deal = entry.raw["kind"] == "deal"
    for message in kept.private:
        if isinstance(message, wire.HandMessage):
            fits = is_deal and (message.body.deal, message.body.attempt) == (
                finding.deal,
                finding.attempt,
            )
        else:
            fits = not is_deal and message.parent == entry.hash
        if fits:
            said = entry.raw["statements"][number]
            beside = [] if is_deal else entry.hashes
            statements = [said] if is_deal else [*beside[:number], said, *beside[number + 1 :]]
            branch = {
                "head": None,
                "parent": entry.parent,
                "steps": [{"kind": entry.raw["kind"], "statements": statements}],
            }
            yield wire.write_proof(
                Code.UNEXPECTED_PRIVATE,
                _host_key(read),
                read.entries[0].hash,
                [branch],
                private=message.model_dump(by_alias=True),
            )
