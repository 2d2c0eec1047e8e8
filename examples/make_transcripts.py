"""Make the files in `examples/transcripts/`: fair games, unfinished ones, and games of cheats.

    python examples/make_transcripts.py            write them all
    python examples/make_transcripts.py --check    compare byte for byte; status 1 if one differs

Everybody at these tables is a real `Host` or `Seat` with a real key. A cheat is a role with one
habit changed; it signs what it does, and the game goes on to its end. As honest seats would
stop at once, the others at a cheat's table are careless: they look at nothing. All keys come
from a text that stands in this file, so they are good for nothing but these examples.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fairdeal import (
    Entropy,
    Expect,
    Finding,
    Host,
    Outbox,
    Party,
    Player,
    Report,
    Seat,
    Signer,
    insecure_entropy,
    verify,
)
from fairdeal.canonical import dumps
from fairdeal.chain import Entry
from fairdeal.collected import Collected
from fairdeal.crypto import below
from fairdeal.dealing import Dealt
from fairdeal.facts import Where
from fairdeal.game import Bot, Deal, Json
from fairdeal.keys import players_text, public_key_line
from fairdeal.localtable import LocalTable
from fairdeal.opendeal import OpenDeal
from fairdeal.ownview import OwnView
from fairdeal.phases import Phase
from fairdeal.pledges import Pledges
from fairdeal.session import Session
from hearts.cards import (
    CARDS,
    HEARTS,
    QUEENS,
    SPADES,
    SUITS,
    Card,
    CardSet,
    members,
    name_of,
    names,
    rank_of,
)
from hearts.game import GAME, HeartsDeal
from hearts.tools import TOOLS

FOLDER = Path(__file__).parent / "transcripts"
HOST_NAME = "Example Host"
NAMES = ("Alice", "Bob", "Chloé", "David")
ALICE, BOB, CHLOE, DAVID = range(4)
SIGNERS: Mapping[Party, Signer] = {
    party: Signer(insecure_entropy(f"examples: the key of {name}")(32))
    for party, name in (("host", HOST_NAME), *enumerate(NAMES))
}

GAMES = {GAME.name: GAME}

# --- careless roles, at whose table everything passes ---


class Blind(Session):
    """Follows the steps of a table and finds nothing wrong with any."""

    def judge(self, kind: str, statement: Any, where: Where) -> list[Finding]:  # noqa: ARG002
        """Nothing."""
        return []

    def feed(self, entry: Entry) -> list[Finding]:
        """Take the step, and say nothing."""
        super().feed(entry)
        return []


class Credulous(OwnView):
    """Follows whatever the host says."""

    def _fail(self, finding: Finding) -> None:
        """Shrug."""


class Indulgent(Collected):
    """Takes any move."""

    def _judge_move(self, kind: str, said: Any, sender: int) -> list[Finding]:  # noqa: ARG002
        return []


class CarelessSeat(Seat):
    """Believes whatever it is sent, and goes on."""

    pledging: type[Pledges] = Pledges

    def __init__(self, signer: Signer, *, entropy: Entropy, **options: Any) -> None:
        super().__init__(signer, entropy=entropy, **options)
        self._session = Blind(GAMES.get)
        self._pledges = self.pledging(signer, entropy, self._session)

    def _take_place(self) -> None:
        super()._take_place()
        if self._number is not None:
            self._own = Credulous(self._session, self._number)

    def _refuse(self, finding: Finding) -> None:
        """Shrug."""


class CarelessHost(Host):
    """Accepts whatever seats sign, and lies without blushing."""

    dealing: type[OpenDeal] = OpenDeal
    hearing: type[Collected] = Indulgent

    def _begin(self) -> None:
        self._session = Blind(GAMES.get)
        self._open = self.dealing(self._session)
        self._heard = self.hearing(self._session, self._open)

    def _seat_role(self, signer: Signer, takes_over: int | None = None) -> Seat:
        return CarelessSeat(signer, takes_over=takes_over, entropy=self._entropy, games=GAMES)


# --- one table, one transcript ---

Make = Callable[[Entropy], bytes]


@dataclass(frozen=True)
class Example:
    """A transcript to make: its file's name, what was done at the table, and who plays it.

    ``with_receipt``: beside Alice's receipt, which is of another history.
    """

    name: str
    done: str
    make: Make
    with_receipt: bool = False


EXAMPLES: list[Example] = []


def example(name: str, done: str, *, with_receipt: bool = False) -> Callable[[Make], Make]:
    """Note a function that plays a game as the maker of a file."""

    def note(make: Make) -> Make:
        EXAMPLES.append(Example(name, done, make, with_receipt))
        return make

    return note


def play(
    entropy: Entropy,
    *,
    host: type[Host] = CarelessHost,
    seat: type[Seat] = CarelessSeat,
    cheats: Mapping[int, type[Seat]] | None = None,
    players: Mapping[int, Bot] | None = None,
    bots: Collection[int] = (),
    preset: str = "live",
    target: str | None = "30",
    at_the_end: Callable[[LocalTable], None] = lambda _: None,
) -> bytes:
    """Play a game to its end, where whoever does not answer is replaced: the transcript.

    ``cheats`` are the classes of seats that differ from ``seat``, ``players`` those who choose
    instead of a sensible bot, ``bots`` the seats that the host plays itself. ``at_the_end`` is
    called with the closed table.
    """
    cheats = cheats or {}
    rules, seats = TOOLS.rules(preset, {} if target is None else {"target": target})
    running = host(
        SIGNERS["host"],
        HOST_NAME,
        GAME,
        rules,
        [
            Player(NAMES[number], SIGNERS[number].public)
            if number not in bots
            else Player(f"House Bot {number}", SIGNERS[number].public, "bot")
            for number in range(seats)
        ],
        bots={number: SIGNERS[number] for number in bots},
        entropy=entropy,
    )
    # A cheat is asked for its move first, before somebody else's can come in between.
    remote = sorted(set(range(seats)) - set(bots), key=lambda number: number not in cheats)
    table = LocalTable(
        running,
        {
            number: cheats.get(number, seat)(SIGNERS[number], entropy=entropy, games=GAMES)
            for number in remote
        },
        {number: Steady(entropy) for number in range(seats)} | dict(players or {}),
    )
    table.post("host", running.start())
    table.deliver()
    while not running.is_closed:
        if not table.choose():
            called_off = running.session.phase is Phase.COMMITTED
            leaving = running.waiting_for
            table.post("host", running.void() if called_off else running.replace(leaving))
        table.deliver()
    at_the_end(table)
    return running.transcript()


class Steady:
    """A player who plays hearts not badly, and always so: the files stay as they are.

    The bots of the package may become better; no file here may change for that.
    """

    def __init__(self, entropy: Entropy) -> None:
        self._below = below(entropy)

    def choose(self, deal: Deal, seat: int) -> Json:
        """Three dangerous cards; or a low lead, the highest loser, the worst discard."""
        if not isinstance(deal, HeartsDeal):
            raise TypeError("hearts only")
        hand, legal = deal.hand(seat) or 0, deal.legal(seat)
        if deal.passing:
            worst = self._order(hand, lambda card: passed_gladly(hand, card))[-3:]
            return [name_of(card) for card in sorted(worst)]
        out = deal.unplayed & ~hand
        if not deal.trick:
            return name_of(self._order(legal, lambda card: led_badly(out, card))[0])
        if not legal & deal.led:
            return name_of(self._order(legal, lambda card: discarded_gladly(deal, hand, card))[-1])
        best = max(card for card in deal.trick.values() if 1 << card & deal.led)
        losing = legal & (1 << best) - 1
        if losing:
            return name_of(members(losing)[-1])
        winners = members(legal & ~QUEENS or legal)
        return name_of(winners[-1 if len(deal.trick) == 3 or not deal.tricks else 0])

    def _order(self, cards: CardSet, key: Callable[[Card], int]) -> list[Card]:
        """The cards from the least key to the greatest; chance decides among equals."""
        return sorted(members(cards), key=lambda card: (key(card), self._below(1 << 16)))


def passed_gladly(hand: CardSet, card: Card) -> int:
    """How glad a hand is to pass a card: high spades unless guarded, and cards of short suits."""
    rank = rank_of(card)
    if SUITS[card] == SPADES:
        guards = (hand & SPADES & (1 << CARDS["QS"]) - 1).bit_count()
        return 40 + rank if rank >= rank_of(CARDS["QS"]) and guards < 4 else -10
    if SUITS[card] == HEARTS:
        return rank + 2
    length = (hand & SUITS[card]).bit_count()
    return rank + (10 - 3 * length if length <= 3 else 0)


def led_badly(out: CardSet, card: Card) -> int:
    """How bad it is to lead a card while others hold ``out``: it should be beaten."""
    others = SUITS[card] & out
    higher = (others >> card).bit_count()
    lower = others.bit_count() - higher
    if not others:
        return 60
    if SUITS[card] == SPADES and out & QUEENS:
        return 50 if card > CARDS["QS"] else lower - 10
    return 40 if 1 << card & QUEENS else 2 * lower - higher


def discarded_gladly(deal: HeartsDeal, hand: CardSet, card: Card) -> int:
    """The queen of spades, else what may catch her, else hearts and high cards."""
    if 1 << card & QUEENS:
        return 100
    if SUITS[card] == SPADES and card > CARDS["QS"] and deal.unplayed & QUEENS:
        return 80 + rank_of(card)
    if SUITS[card] == HEARTS:
        return 30 + rank_of(card)
    return 2 * rank_of(card) - (hand & SUITS[card]).bit_count()


# --- fair games, whole and unfinished ---


@example("live", "A whole game to 50 points, preset `live`.")
def live(entropy: Entropy) -> bytes:
    """Nothing happens at this table but hearts."""
    return play(entropy, host=Host, seat=Seat, target=None)


@example("solo", "A whole game to 100 points, preset `solo`.")
def solo(entropy: Entropy) -> bytes:
    """Nothing happens at this one either."""
    return play(entropy, host=Host, seat=Seat, preset="solo", target=None)


@example("unfinished", "The host stopped answering in the middle of deal 2; nobody cheated.")
def unfinished(entropy: Entropy) -> bytes:
    """What every seat still has in its own copy of the chain."""
    document = json.loads(play(entropy, host=Host, seat=Seat))
    second = [number for number, step in enumerate(document["steps"]) if step["kind"] == "deal"][1]
    del document["steps"][second + 20 :]
    return dumps(document)


class Leaver(Seat):
    """Goes away once ``leaves`` holds, and never comes back."""

    gone = False

    def leaves(self) -> bool:
        """Bob never reveals his seed for deal 2."""
        return (self.session.deal_number, self.session.phase) == (2, Phase.COMMITTED)

    def _react(self) -> None:
        self.gone = self.gone or self.leaves()
        if not self.gone:
            super()._react()

    @property
    def due(self) -> str | None:
        """Nothing from somebody who is gone."""
        return None if self.gone else super().due


class MidwayLeaver(Leaver):
    """Goes away in the middle of a deal."""

    def leaves(self) -> bool:
        """David leaves deal 3 after five tricks."""
        view = self.view
        return self.session.deal_number == 3 and view is not None and len(view.tricks) == 5


@example(
    "void_and_replaced",
    "Bob did not reveal his seed for deal 2: it was called off, and a bot took his seat. In deal 3 "
    "David left, and a bot played on for him.",
)
def void_and_replaced(entropy: Entropy) -> bytes:
    """Fair all the same; the called-off deal is a warning."""
    leaving = {BOB: Leaver, DAVID: MidwayLeaver}
    return play(entropy, host=Host, seat=Seat, cheats=leaving, target="50")


@example("stopped", "All four agreed to stop after deal 2.")
def stopped(entropy: Entropy) -> bytes:
    """A game that has no winner, by everybody's signature."""

    class Tired(Seat):
        def _react(self) -> None:
            self._stop = self.session.deal_number == 3
            super()._react()

    return play(entropy, host=Host, seat=Tired, target="100")


# --- cheating hosts ---


@example(
    "another_deal",
    "In deal 1 the host gave Bob's highest spade to Alice, and her lowest club to Bob.",
)
def another_deal(entropy: Entropy) -> bytes:
    """Neither could notice before the end of the deal."""

    class Sleight(OpenDeal):
        def deal_out(self) -> Dealt:
            dealt = super().deal_out()
            if self._session.deal_number > 1:
                return dealt
            match = self._session.match
            hands = [list(hand) for hand in dealt.hands]
            hands[ALICE][0], hands[BOB][-1] = hands[BOB][-1], hands[ALICE][0]
            changed = tuple(tuple(sorted(hand, key=match.deck.index)) for hand in hands)
            self._dealt = dealt._replace(hands=changed)
            self.deal = match.begin(dealt.draw, changed, None)
            return self._dealt

    class Dealer(CarelessHost):
        dealing = Sleight

    return play(entropy, host=Dealer)


@example(
    "swapped_pass",
    "The house's bot on seat 3 sealed a pass in deal 1. When the host had seen what the others "
    "passed, it handed over, and later disclosed, three other cards.",
)
def swapped_pass(entropy: Entropy) -> bytes:
    """The seal gives it away: there is no nonce for other cards."""

    class FickleBot(CarelessSeat):
        def pass_instead(self, move: Json) -> None:
            """Believe to have sealed other cards."""
            for sealed in self._pledges.seals.values():
                sealed["move"] = move

    class Swapper(CarelessHost):
        def _seat_role(self, signer: Signer, takes_over: int | None = None) -> Seat:
            return FickleBot(signer, takes_over=takes_over, entropy=self._entropy)

        def _seal(self) -> None:
            bot: Any = self._bots[DAVID]
            deal: Any = self.deal
            if self.session.deal_number == 1:
                other = list(names(deal.hand(DAVID))[:3])
                unsealed = self._heard.unsealed
                unsealed[DAVID] = {**unsealed[DAVID], "move": other}
                bot.pass_instead(other)
            super()._seal()

    return play(entropy, host=Swapper, bots=[DAVID])


@example(
    "wrong_opening",
    "In deal 2 the host tried seeds of its own until Chloé held neither king nor queen nor ace of "
    "spades, and dealt from that one.",
)
def wrong_opening(entropy: Entropy) -> bytes:
    """It had committed to another seed before it knew those of the seats."""

    class Search(OpenDeal):
        def deal_out(self) -> Dealt:
            dealt = super().deal_out()
            while self._session.deal_number == 2 and {"QS", "KS", "AS"} & set(dealt.hands[CHLOE]):
                self.seed = entropy(32).hex()
                dealt = super().deal_out()
            return dealt

    class Chooser(CarelessHost):
        dealing = Search

    return play(entropy, host=Chooser)


@example("false_score", "In deal 2 the host wrote five of Alice's points to Bob.")
def false_score(entropy: Entropy) -> bytes:
    """The later deals go on from the false totals; the lie is counted once."""

    class Scorer(CarelessHost):
        def _append(self, kind: str, own: Any = None) -> None:
            if kind == "disclose" and self.session.deal_number == 2:
                result = own["result"]
                for score in (result["points"], result["totals"]):
                    score[ALICE] -= 5
                    score[BOB] += 5
            super()._append(kind, own)

    return play(entropy, host=Scorer)


@example("early_close", "After deal 2 the host closed the table; no seat had agreed.")
def early_close(entropy: Entropy) -> bytes:
    """Nobody can say whether it liked the scores as they were."""

    class Closer(CarelessHost):
        def _append_next(self) -> bool:
            if (self.session.phase, self.session.deal_number) == (Phase.READY, 3):
                self._close("stopped")
                return False
            return super()._append_next()

    return play(entropy, host=Closer, target="100")


# --- cheating seats ---


class Signs(CarelessSeat):
    """Signs whatever its player chooses."""

    def choose(self, move: Json) -> Outbox:
        """Make a move without asking whether it is allowed."""
        self._pledges.choice = (self.due or "move", move)
        self._react()
        return self._outbox()


class Revoker:
    """Once, on a trick that would cost him, throws a penalty card instead of following suit."""

    def __init__(self, entropy: Entropy) -> None:
        self._sensible = Steady(entropy)
        self.has_revoked = False

    def choose(self, deal: Any, seat: int) -> Json:
        """A sensible move, save once."""
        hand = deal.hand(seat)
        penalties = hand & (HEARTS | QUEENS)
        if self.has_revoked or not (deal.trick and deal.tricks and hand & deal.led & ~penalties):
            return self._sensible.choose(deal, seat)
        if deal.led & penalties or not penalties:
            return self._sensible.choose(deal, seat)
        self.has_revoked = True
        return names(penalties)[-1]


@example("revoke", "Bob held cards of the suit that was led and threw a penalty card instead.")
def revoke(entropy: Entropy) -> bytes:
    """What nobody sees at the table, all can see once the hands are open."""
    return play(entropy, cheats={BOB: Signs}, players={BOB: Revoker(entropy)})


@example(
    "damaged_signature",
    "Bob did it again, and spoiled his signature under that card so that nobody could blame him; "
    "the host took it.",
)
def damaged_signature(entropy: Entropy) -> bytes:
    """A host that signs on top of damage answers for it."""
    player = Revoker(entropy)

    class Spoiler(Signs):
        spoiled = False

        def _post(self, message: Mapping[str, Any]) -> None:
            if player.has_revoked and not self.spoiled:
                self.spoiled = True
                message["statement"]["sig"] = "00" * 64
            super()._post(message)

    class Gullible(Indulgent):
        def _is_from(self, *_: object) -> bool:
            return True

    class Taker(CarelessHost):
        hearing = Gullible

    return play(entropy, host=Taker, cheats={BOB: Spoiler}, players={BOB: player})


@example("out_of_turn", "In deal 1 Chloé played to a trick before it was her turn.")
def out_of_turn(entropy: Entropy) -> bytes:
    """She follows suit, but too early."""

    class Impatient(Signs):
        has_jumped = False

        @property
        def due(self) -> str | None:
            """Once already when she can follow, whoever's turn it is."""
            view: Any = self.view
            if self.has_jumped or view is None or not view.trick or CHLOE in view.trick:
                return super().due
            return "move" if view.hand(CHLOE) & view.led else super().due

        def choose(self, move: Json) -> Outbox:
            view: Any = self.view
            if view.trick and view.turn != CHLOE and not self.has_jumped:
                self.has_jumped = True
                move = names(view.hand(CHLOE) & view.led)[0]
            return super().choose(move)

    class Hasty:
        _sensible = Steady(entropy)

        def choose(self, deal: Any, seat: int) -> Json:
            """A sensible move when it is her turn."""
            waits = not deal.passing and deal.turn != seat
            return None if waits else self._sensible.choose(deal, seat)

    class Patient(CarelessHost):
        @property
        def waiting_for(self) -> frozenset[int]:
            """Chloé too, whoever's turn it is: else nobody would ask her."""
            moving = self.session.phase is Phase.MOVING
            return super().waiting_for | ({CHLOE} if moving else frozenset())

    return play(entropy, host=Patient, cheats={CHLOE: Impatient}, players={CHLOE: Hasty()})


@example(
    "copied_commitment",
    "In deal 1 David copied Chloé's commitment, and later her seed, which she told him.",
)
def copied_commitment(entropy: Entropy) -> bytes:
    """The copy has no opening: a commitment binds its author."""
    told: dict[str, Any] = {}

    class Told(Pledges):
        def commit(self, seat: int) -> str:
            told.update(commitment=super().commit(seat), seed=self.seed)
            return str(told["commitment"])

    class Copied(Pledges):
        def commit(self, seat: int) -> str:
            if self._session.deal_number > 1:
                return super().commit(seat)
            self.seed = told["seed"]
            return str(told["commitment"])

    class Talker(CarelessSeat):
        pledging = Told

    class Copycat(CarelessSeat):
        pledging = Copied

    return play(entropy, cheats={CHLOE: Talker, DAVID: Copycat})


# --- a host with two histories ---


class Shelved(Leaver):
    """Is heard no more from deal 2 on, if one believes the host."""

    def leaves(self) -> bool:
        """As soon as the second deal could begin."""
        return self.session.deal_number == 2


HISTORY = "examples: two histories"


@example(
    "other_history",
    "The host showed this to an arbiter, and said that all four had left after deal 1. They had "
    "not: Alice kept `alice.receipt`.",
    with_receipt=True,
)
def other_history(entropy: Entropy) -> bytes:  # noqa: ARG001
    """Begins as the game of the receipt, with the same randomness; then the host plays alone."""
    seats = dict.fromkeys(range(len(NAMES)), Shelved)
    return play(insecure_entropy(HISTORY), host=Host, cheats=seats)


def receipt_of_alice() -> bytes:
    """What Alice kept of the game that she played to its end."""
    kept: list[bytes] = []
    play(
        insecure_entropy(HISTORY),
        host=Host,
        seat=Seat,
        at_the_end=lambda table: kept.append(table.seats[ALICE].receipt()),
    )
    return kept[0]


# --- an outsider with a text editor ---


def edited(entropy: Entropy, edit: Callable[[list[Any]], None]) -> bytes:
    """A fair game after somebody changed the file."""
    document = json.loads(play(entropy, host=Host, seat=Seat))
    edit(document["steps"])
    return dumps(document)


@example("edited_card", "Somebody without keys changed the first card that was played.")
def edited_card(entropy: Entropy) -> bytes:
    """The two of clubs becomes the three."""

    def edit(steps: list[Any]) -> None:
        lead = next(step for step in steps if step["kind"] == "move")
        lead["statements"][0]["body"]["move"] = "3C"

    return edited(entropy, edit)


@example("edited_score", "Somebody without keys took ten points off Alice's score.")
def edited_score(entropy: Entropy) -> bytes:
    """In the result of the last deal and in everybody's final standings."""

    def edit(steps: list[Any]) -> None:
        last = [step for step in steps if step["kind"] == "disclose"][-1]
        result = last["statements"][0]["body"]["result"]
        result["points"][ALICE] -= 10
        result["totals"][ALICE] -= 10
        for statement in steps[-1]["statements"]:
            statement["body"]["result"]["totals"][ALICE] -= 10

    return edited(entropy, edit)


# --- all files ---


def verdict(report: Report) -> str:
    """What the verifier says, in a few words."""
    said = []
    for finding in report.findings:
        place = "".join(f", {name} {number}" for name, number in finding.place)
        where = f" in deal {finding.deal}{place}" if finding.deal else ""
        blame = f" (blamed: {', '.join(map(report.name, finding.blame))})" if finding.blame else ""
        said.append(f"`{finding.code}`{where}{blame}")
    return f"**{report.verdict}**" + (f": {'; '.join(said)}" if said else "")


README = """\
# Example transcripts

Games under the names of Alice, Bob, Chloé and David, played by bots with real keys. All files,
this page included, are made by `python examples/make_transcripts.py`. Verify one:

    fairdeal verify --host host.pub --players players revoke.json

and the one game whose host has another story than the players:

    fairdeal verify --receipt alice.receipt other_history.json
    fairdeal evidence --receipt alice.receipt other_history.json -o proof.json

`host.pub` and `players` hold the public keys of these people. The secret ones follow from a text
in the script, so everybody has them; use them for nothing else.

The cheats signed what they did with their own keys and played on to the end of the game. Honest
players and hosts would have stopped at once; the others at these tables were careless.

| file | what was done | what the verdict says |
|---|---|---|
"""


def files() -> Mapping[str, bytes]:
    """Every file of the folder by its name."""
    made: dict[str, bytes] = {"alice.receipt": receipt_of_alice()}
    lines = []
    for one in EXAMPLES:
        data = one.make(insecure_entropy(f"examples: {one.name}"))
        kept = (made["alice.receipt"],) if one.with_receipt else ()
        report = verify(data, Expect(receipts=kept), games={GAME.name: GAME})
        made[f"{one.name}.json"] = data
        lines.append(f"| `{one.name}.json` | {one.done} | {verdict(report)} |\n")
    players = {name: frozenset({SIGNERS[seat].public}) for seat, name in enumerate(NAMES)}
    made["host.pub"] = f"{public_key_line(SIGNERS['host'].public, HOST_NAME)}\n".encode()
    made["players"] = players_text(players).encode()
    made["README.md"] = (README + "".join(lines)).encode()
    return made


def main(arguments: list[str]) -> int:
    """Write the files, or with ``--check`` compare them."""
    made = files()
    if arguments == ["--check"]:
        there = {path.name: path.read_bytes() for path in FOLDER.iterdir()}
        differing = sorted(
            name for name in made.keys() | there.keys() if made.get(name) != there.get(name)
        )
        for name in differing:
            print(f"{FOLDER / name} is not what this script makes", file=sys.stderr)
        return 1 if differing else 0
    if arguments:
        print(__doc__, file=sys.stderr)
        return 2
    FOLDER.mkdir(exist_ok=True)
    for name, data in made.items():
        (FOLDER / name).write_bytes(data)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
