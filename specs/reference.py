"""A second verifier of hosted transcripts, written from `fairdeal.md` and `hearts.md` alone.

It shares no code with the library: Hearts, the chain (V1 to V3), the judge (V5 to V10; no V4).
`primitives.py` has hashes, signatures and forms. Numbers in docstrings are those of sections.

`python specs/reference.py FILE...` prints verdict and findings; its status is 0 if all are fair,
2 if one cannot be read. It knows the rules `live` and `solo`; all others are `unsupported` and
checked for V1 to V3.
"""

# ruff: noqa: I001
import sys
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from specs.primitives import DOCUMENT, HEX32, HEX64, STATEMENTS, STEP, STEPS, ZEROS, step_faults
from specs.primitives import Hex, Json, Party, Refused, load, dump, accepted, author, safe_key
from specs.primitives import statement_hash, step_hash, statement_message, commitment, commit_root
from specs.primitives import deck_key, shuffle, Stream, blocks, digest, seal_commitment
from specs.primitives import HEARTS_DECK, LIVE, SOLO, PENALTY, RESULT, hearts_hands, is_pass
from specs.primitives import one_of, whole, faults

# --- Hearts: docstrings name the rules of hearts.md --------------------------------------------


class Play:
    """6, 10.1: the tricks of a deal, with all hands open, or (None) as everybody sees them."""

    def __init__(self, hands: list[set[str]] | None) -> None:
        self.hands, self.unplayed, self.hearts_open = hands, set(HEARTS_DECK), False
        self.trick: list[tuple[int, str]] = []
        self.taken: list[list[str]] = [[], [], [], []]
        self.leader = next((s for s, hand in enumerate(hands or []) if "2C" in hand), None)

    def play(self, seat: int, card: Json) -> tuple[bool, bool]:
        """Play a card: whether that can be carried out, and whether it is legal."""
        held = self.hands[seat] if self.hands else self.unplayed
        seats = [by for by, _ in self.trick]
        if not isinstance(card, str) or card not in held or seat in seats:
            return False, False
        turn = seats[0] if seats else self.leader
        while turn in seats:  # R-turn
            turn = (turn + 1) % 4
        legal = seat == turn and card in self.allowed(held)
        held.remove(card)
        self.trick.append((seat, card))
        self.hearts_open |= card[1] == "H"  # R-opening
        if len(self.trick) == 4:  # R-trick
            led = [(card, by) for by, card in self.trick if card[1] == self.trick[0][1][1]]
            self.leader = max(led, key=lambda one: HEARTS_DECK.index(one[0]))[1]
            self.taken[self.leader] += [card for _, card in self.trick]
            self.trick = []
        return True, legal

    def allowed(self, hand: set[str]) -> set[str]:
        """R-two-clubs to R-hearts-closed; a rule that would leave no card is dropped."""
        leads, first = not self.trick, not any(self.taken)
        rules: list[tuple[bool, Callable[[str], bool]]] = [
            (leads and first, lambda card: card == "2C"),
            (not leads, lambda card: card[1] == self.trick[0][1][1]),
            (first, lambda card: card not in PENALTY),
            (leads and not self.hearts_open, lambda card: card[1] != "H"),
        ]
        for applies, good in rules:
            hand = ({card for card in hand if good(card)} if applies else set()) or hand
        return hand

    def points(self) -> list[int] | None:
        """R-points, R-moon; None until all cards are played."""
        points = [sum(PENALTY.get(card, 0) for card in taken) for taken in self.taken]
        points = [26 - one for one in points] if 26 in points else points
        return points if sum(map(len, self.taken)) == 52 else None


# --- 10.1. The chain: V1 to V3 -----------------------------------------------------------------


class Finding(NamedTuple):
    """11.1, 13: a code, a JSON Pointer, and who is blamed, in author order."""

    code: str
    at: str
    blamed: tuple[Party, ...] = ()


class Link(NamedTuple):
    """A step on the recomputed chain."""

    step: Json
    parent: Hex
    breaks: list[tuple[str, str]]  # code and pointer of its defects of V1 and V3
    host: Json  # a statement of the host in it that verifies, or None

    def covers(self, at: str) -> bool:
        """Whether the host's statement in this `close` lists the one that a pointer leads into."""
        place, body = at.split("/")[4:5], self.host and self.host["body"]
        listed = body.get("seats") if isinstance(body, dict) else None
        if not (place and isinstance(listed, list) and self.step["kind"] == "close"):
            return False
        return statement_hash(self.step["statements"][int(place[0])]) in listed


def follow(steps: Json) -> Iterator[Link]:
    """5: the chain as far as hashes are defined, and the step at which that ends."""
    keys: dict[Party, Hex] = {}
    parent = table = ZEROS
    for i, step in enumerate(steps):
        at, host = f"/steps/{i}", None
        is_step = not [*faults(step, STEP, at)]
        bad = [*(step_faults(step, len(keys) - 1, at) if is_step else faults(step, STEP, at))]
        if is_step and i == 0 and step["kind"] != "open":
            bad = [f"{at}/kind"]
        named = bad[:1]
        if i and is_step and step["kind"] == "close":  # one of each statement
            named = [*{place.split("/")[4]: place for place in bad[::-1]}.values()][::-1]
        breaks = [("bad-form", place) for place in named]
        if i == 0 and not bad and step["statements"][0]["body"]["deal_mode"] != "hosted":
            breaks = [("unsupported", f"{at}/statements/0/body/deal_mode")]
        if breaks and (i == 0 or not is_step):
            yield Link(step, parent, breaks, None)
            return
        kind, said = step["kind"], step["statements"]
        if i == 0:
            keys = {seat: one["key"] for seat, one in enumerate(said[0]["body"]["seats"])}
            keys["host"] = said[0]["body"]["host"]["key"]
        for k, one in enumerate(said):
            message = statement_message(one, kind, parent, table)
            if one_of(*keys)(one["by"]):
                sig = f"{at}/statements/{k}/sig"
                if not HEX64(one["sig"]) or not accepted(keys[one["by"]], message, one["sig"]):
                    breaks += [("bad-signature", sig)] if sig not in named else []
                elif one["by"] == "host":
                    host = one
        yield Link(step, parent, breaks, host)
        for one in said if kind == "replace" and not bad else []:
            new = {new["seat"]: new["key"] for new in one["body"]["seats"] if new["seat"] in keys}
            keys |= new if one["by"] == "host" else {}
        parent = step_hash(kind, parent, said)
        table = table if i else parent


def check_chain(chain: list[Link], last: int) -> Iterator[Finding]:
    """10.1: what breaks the chain, up to the first break that nobody covers (`last`: see Judge)."""
    for i, link in enumerate(chain):
        breaks = [(code, at, i < last or link.covers(at)) for code, at in link.breaks]
        left = [at for _, at, covered in breaks if not covered][:1]
        forms = [one for one in breaks if one[0] == "bad-form"]
        if all(covered for *_, covered in forms) and link.step["parent"] != link.parent:
            code = "broken-chain" if HEX32(link.step["parent"]) else "bad-form"
            breaks.insert(len(forms), (code, f"/steps/{i}/parent", None))
        for code, at, covered in breaks:
            if covered:
                yield Finding("signed-over-damage", at, ("host",))
            elif covered is None or at in left:
                yield Finding(code, at)
        if left:
            return


# --- 7, 10.2 to 10.4. The judge: V5 to V10 -----------------------------------------------------

MAY = {  # 7: which kinds may come in a state
    "new": "open",
    "opened": "join",
    "ready": "commit replace close",
    "committed": "reveal void",
    "called off": "replace",
    "revealed": "deal",
    "sealing": "seal replace",
    "moving": "move replace",
    "played": "disclose replace",
    "derailed": "seal move replace disclose",
    "over": "close",
    "closed": "",
}


class End(Exception):
    """10.2, 10.3: no further step can be judged."""


class Hidden(NamedTuple):
    """A seal or a move, which can be judged only when the deal is disclosed."""

    at: str
    said: Json
    holder: Party  # whom a fault in it blames
    step: int
    parent: Hex


class Judge:
    """What the steps of an intact chain say, taken one after the other."""

    def __init__(self, last: int, table: Hex) -> None:
        self.last, self.table = last, table  # up to which step the host signed, and where
        self.found, self.decks = list[Finding](), list[Json]()
        self.state, self.deal, self.attempt = "new", 1, 1
        self.uses: dict[Hex, set[int]] = {}  # of each seed and nonce, the steps that use it
        self.totals, self.dealer, self.over = [0, 0, 0, 0], -1, False

    def find(self, code: str, at: str, *blamed: Party, cover: bool = False) -> None:
        """Note a finding; what the host signed over blames it too if it is to `cover` that."""
        host = {"host"} if cover and self.i < self.last else set()
        self.found.append(Finding(code, at, tuple(sorted({*blamed} | host, key=author))))

    def holder(self, by: Party) -> Party:
        """10.2: who holds the key of a party now: what a bot does, the host does."""
        return "host" if by == "host" or self.kinds[by] == "bot" else by

    def authors(self, one: Json, at: str) -> list[Party]:
        """10.2: whom a statement blames: its author, and the host if its `close` lists it."""
        return [self.holder(one["by"])] + (["host"] if self.link.covers(at) else [])

    def take(self, i: int, link: Link) -> None:
        """7: judge one more step; the first break ends the intact prefix (10.1)."""
        if link.breaks:
            raise End
        self.link, self.i, self.at, self.parent = link, i, f"/steps/{i}", link.parent
        kind, self.said = link.step["kind"], link.step["statements"]
        self.shown = [(f"{self.at}/statements/{k}", one) for k, one in enumerate(self.said)]
        if kind not in MAY[self.state].split():
            who = [self.holder(one["by"]) for one in self.said]
            self.find("wrong-kind", f"{self.at}/kind", *who, cover=True)
            raise End
        if kind != "open":
            self.check_authors(kind)
        for at, one in self.shown:
            self.check_number(one, at)
        getattr(self, f"take_{kind}")(self.said[0]["body"], f"{self.at}/statements/0/body")

    def check_authors(self, kind: str) -> None:
        """V5, 6: whose statements a step needs, and may have, and in which order."""
        by, before = [one["by"] for one in self.said], len(self.found)
        seats: set[Party] = {*range(len(self.kinds))}
        allowed = seats if kind in {"join", "reveal", "seal", "move"} else {"host"}
        allowed = seats | {"host"} if kind in {"commit", "close"} else allowed
        some = kind in {"close", "move"} or self.state == "derailed"
        for k, (at, one) in enumerate(self.shown):
            if one["by"] not in allowed:
                self.find("wrong-author", f"{at}/by", self.holder(one["by"]), cover=True)
            elif one["by"] in by[:k]:
                listed = any(self.link.covers(a) for a, o in self.shown[:k] if o["by"] == one["by"])
                same = dump(one) in map(dump, self.said[:k])
                who = [] if same else self.authors(one, at if listed else "")
                self.find("repeated-statement", at, *who, cover=True)
        for _ in (allowed & {"host"} if some else allowed) - {*by}:
            self.find("missing-statement", f"{self.at}/statements", cover=True)
        if by != sorted(by, key=author) or (kind == "move" and len({*by}) > 1):
            self.find("unordered-statements", f"{self.at}/statements", cover=True)
        if len(self.found) > before:
            raise End

    def check_number(self, one: Json, at: str, quoted: bool = False) -> None:
        """V5, 7: whether a body names the current deal and attempt."""
        for number, now in (("deal", self.deal), ("attempt", self.attempt)):
            if one["body"].get(number, now) != now:
                place = at if quoted else f"{at}/body/{number}"
                self.find("wrong-number", place, self.holder(one["by"]), cover=not quoted)
                return

    def use(self, value: Hex, at: str, who: Party, step: int, cover: bool = True) -> None:
        """V5, 10.2: a seed or nonce is shown, which somebody used in that step."""
        steps = self.uses.setdefault(value, set())
        if steps and min(steps) < step:
            also = "host" if self.state in ("played", "derailed") else who  # its own `disclose`
            self.find("repeated-value", at, who, also, cover=cover)
        elif steps:
            self.find("same-value", at)
        steps.add(step)

    def check_seed(self, by: Party, body: Json, at: str, quoted: bool = False) -> bool:
        """V6, 9.1: whether a seed that is shown opens its commitment."""
        place, seed = at if quoted else f"{at}/body/seed", body["seed"]
        opens = bool(commitment(self.commit_parent, by, seed) == self.commitments[by])
        if not opens:
            self.find("wrong-opening", place, self.holder(by), cover=not quoted)
            if self.state != "committed":
                return False  # what a `disclose` shows and does not open is nobody's
        self.use(seed, place, self.holder(by), self.commit_step, not quoted)
        if seed == seed[:2] * 32:
            self.find("weak-seed", place)
        return opens

    def check_player(self, player: Json, at: str) -> None:
        """V5, 4, 6: the key and the name of a player or the host."""
        for member in ("key", "name"):
            if player[member] in self.known[member]:
                self.find(f"repeated-{member}", f"{at}/{member}", "host")
            self.known[member].add(player[member])
        if not safe_key(player["key"]):
            self.find("unsafe-key", f"{at}/key", "host")

    def take_open(self, body: Json, at: str) -> None:
        """6: the table, its parties, and whether this program knows the game."""
        self.keys, self.kinds = ([one[it] for one in body["seats"]] for it in ("key", "kind"))
        self.known: dict[str, set[str]] = {"key": set(), "name": set()}
        self.check_player(body["host"], f"{at}/host")
        for k, one in enumerate(body["seats"]):
            self.check_player(one, f"{at}/seats/{k}")
        self.use(body["nonce"], f"{at}/nonce", "host", self.i)
        game, rules = body["game"], body["game"]["rules"]
        formed = isinstance(rules, dict) and rules.keys() == LIVE.keys()
        formed = formed and whole(1, 1000)(rules["target"]) and rules["players"] == len(self.kinds)
        presets = [dump(preset | {"target": 0}) for preset in (LIVE, SOLO)]
        for good, code, member in (
            (game["name"] == "hearts", "unsupported", "game/name"),
            (game["version"] == "1", "unsupported", "game/version"),
            (formed, "bad-rules", "game/rules"),
            (formed and dump(rules | {"target": 0}) in presets, "unsupported", "game/rules"),
        ):
            if not good:
                self.find(code, f"{at}/{member}")
                raise End
        self.rules, self.state = rules, "opened"

    def take_join(self, _: Json, __: str) -> None:
        """6: every seat's nonce."""
        for at, one in self.shown:
            self.use(one["body"]["nonce"], f"{at}/body/nonce", self.holder(one["by"]), self.i)
        self.state = "ready"

    def take_commit(self, _: Json, __: str) -> None:
        """9.1, 9.2: the commitments of an attempt."""
        self.commit_step, self.commit_parent = self.i, self.parent
        self.commitments = {one["by"]: one["body"]["commitment"] for one in self.said}
        self.root = commit_root(self.parent, self.said)
        self.state = "committed"

    def take_reveal(self, _: Json, __: str) -> None:
        """9.1: the seats' seeds."""
        self.seeds = [one["body"]["seed"] for one in self.said]
        opens = [self.check_seed(one["by"], one["body"], at) for at, one in self.shown]
        self.opened = all(opens)
        self.state = "revealed"

    def take_void(self, body: Json, at: str) -> None:
        """6: an attempt is called off; each seat stands in one list."""
        self.check_seed("host", body, self.shown[0][0])
        faulty, right = ([one["by"] for one in body[it]] for it in ("offending", "received"))
        lists, seats = [body["missing"], faulty, right], [*range(len(self.kinds))]
        each_once = sorted([seat for one in lists for seat in one]) == seats
        if not each_once or any(one != sorted(one) for one in lists) or right == seats:
            self.find("wrong-void", at, "host")
        for k, seat in enumerate(body["missing"]):
            if seat in seats and self.kinds[seat] == "bot":
                self.find("missing-bot", f"{at}/missing/{k}", "host")
        for name in ("received", "offending"):
            for k, one in enumerate(body[name]):
                self.check_quoted(one, f"{at}/{name}/{k}", name == "offending")
        self.find("void", self.shown[0][0])
        gone = {seat for seat in body["missing"] + faulty if seat in seats}
        self.gone = [seat for seat in sorted(gone) if self.kinds[seat] == "person"]
        self.attempt, self.state = self.attempt + 1, "called off" if self.gone else "ready"

    def check_quoted(self, one: Json, at: str, offends: bool) -> None:
        """V5, 6: a quoted reveal has to be signed, and faulty if and only if it is to offend."""
        message, before = statement_message(one, "reveal", self.parent, self.table), len(self.found)
        if one["by"] < len(self.keys) and accepted(self.keys[one["by"]], message, one["sig"]):
            self.check_number(one, at, quoted=True)
            self.check_seed(one["by"], one["body"], at, quoted=True)
            wrong = [finding for finding in self.found[before:] if severity(finding) == "unfair"]
            if bool(wrong) == offends:
                return
        self.find("wrong-void", at, "host")

    def take_replace(self, body: Json, at: str) -> None:
        """5.3, 6: bots take over seats."""
        seats = [one["seat"] for one in body["seats"]]
        may = [seat for seat, kind in enumerate(self.kinds) if kind == "person" and seat in seats]
        if not seats or seats != (self.gone if self.state == "called off" else may):
            self.find("wrong-replace", f"{at}/seats", "host")
        for k, one in enumerate(body["seats"]):
            self.check_player(one, f"{at}/seats/{k}")
            if one["seat"] < len(self.kinds):
                self.find("replaced", f"{at}/seats/{k}")
                self.keys[one["seat"]], self.kinds[one["seat"]] = one["key"], "bot"
        self.state = "ready" if self.state == "called off" else self.state

    def take_deal(self, body: Json, _: str) -> None:
        """9.5, 10.2: the digests, which can be checked only when the host discloses its seed."""
        self.dealt, self.dealt_at, self.right = body, self.shown[0][0], True
        self.seals, self.moves, self.public = list[Hidden](), list[Hidden](), Play(None)
        if "person" not in self.kinds:
            self.find("no-person-seed", self.dealt_at)
        self.check_dealt(len(body["hands"]) == 4, "wrong-hand", "hands")
        self.check_dealt(body["draw"] < 4, "wrong-draw", "draw")
        self.shift = LIVE["pass_cycle"][(self.deal - 1) % 4]  # R-pass-cycle
        self.state = "sealing" if self.shift else "moving"

    def check_dealt(self, good: bool, code: str, member: str) -> None:
        """V7: note what is wrong with a `deal` step."""
        if not good:
            self.find(code, f"{self.dealt_at}/body/{member}", "host")
            self.right = False

    def hidden(self, member: str) -> list[Hidden]:
        """The seals or moves of this step."""
        return [
            Hidden(f"{at}/body/{member}", one, self.holder(one["by"]), self.i, self.parent)
            for at, one in self.shown
        ]

    def take_seal(self, _: Json, __: str) -> None:
        """9.6: secret moves."""
        self.seals += self.hidden("commitment")
        self.state = "moving" if self.state == "sealing" else self.state

    def take_move(self, body: Json, _: str) -> None:
        """7: a move, as everybody sees it."""
        self.moves += self.hidden("move")
        if self.state == "moving" and not self.public.play(self.said[0]["by"], body["move"])[0]:
            self.state = "derailed"
        elif self.state == "moving" and self.public.points():
            self.state = "played"

    def take_disclose(self, body: Json, at: str) -> None:
        """V6 to V9, 10.3: the deal is judged; the claimed result is carried on."""
        self.opened &= self.check_seed("host", body, self.shown[0][0])
        self.opened &= self.check_openings(body["seals"], f"{at}/seals")
        hands = self.check_deal(body["seed"]) if self.opened else []
        passes = [one["move"] for one in body["seals"]]
        points = self.check_play(hands, passes) if self.opened and self.right else None
        if points is None:
            self.find("not-judged", self.dealt_at)
        claimed, is_result = body["result"], not [*faults(body["result"], RESULT, "")]
        totals = [old + new for old, new in zip(self.totals, points or self.totals, strict=True)]
        true = {"dealer": self.dealer, "points": points, "totals": totals}
        if not is_result or (points is not None and claimed != true):
            self.find("wrong-result", f"{at}/result", "host")
        if not is_result:
            raise End
        self.deal, self.attempt = self.deal + 1, 1
        self.dealer, self.totals = (claimed["dealer"] + 1) % 4, claimed["totals"]  # R-dealer
        tied = self.rules["ties"] != "shared" and self.totals.count(min(self.totals)) > 1
        self.over = max(self.totals) >= self.rules["target"] and not tied  # R-end, R-ties
        self.state = "over" if self.over else "ready"

    def check_openings(self, openings: Json, at: str) -> bool:
        """V6, 9.6: whether these are the openings of the deal's seals."""
        good = len(openings) == len(self.seals)
        for k, (seal, one) in enumerate(zip(self.seals, openings, strict=False)):
            made = seal_commitment(seal.parent, one["seat"], one["nonce"], one["move"])
            if (one["seat"], made) == (seal.said["by"], seal.said["body"]["commitment"]):
                self.use(one["nonce"], f"{at}/{k}/nonce", seal.holder, seal.step)
            else:
                self.find("wrong-seal-opening", f"{at}/{k}", "host")
                good = False
        if len(openings) != len(self.seals):
            self.find("wrong-seal-opening", at, "host")
        return good

    def check_deal(self, host_seed: Hex) -> list[list[str]]:
        """V7, 9.2 to 9.5: deck, draw and digests from the seeds; the hands."""
        key = deck_key(self.root, host_seed, self.seeds)
        order, draw = shuffle(HEARTS_DECK, 4, Stream(blocks(key)))
        self.decks.append((self.deal, self.attempt, draw, order))
        self.dealer = draw if self.dealer < 0 else self.dealer
        hands = hearts_hands(order, 4, self.dealer)
        for seat, stated in enumerate(self.dealt["hands"] if len(self.dealt["hands"]) == 4 else []):
            good = digest(key, seat, hands[seat]) == stated
            self.check_dealt(good, "wrong-hand", f"hands/{seat}")
        self.check_dealt(self.dealt["rest"] is None, "wrong-rest", "rest")
        self.check_dealt(self.dealt["draw"] in {draw, *range(4, 16)}, "wrong-draw", "draw")
        return hands

    def check_play(self, dealt: list[list[str]], passes: list[Json]) -> list[int] | None:
        """V8: the points of the play; None if it cannot be judged to its end."""
        hands = [{*hand} for hand in dealt]
        if self.shift:
            bad = [s for s in range(4) if not is_pass(passes[s], dealt[s])]
            for s in bad:
                self.find("illegal-move", self.seals[s].at, self.seals[s].holder, "host")
            if bad:
                return None
            given = [{*passes[(s - self.shift) % 4]} for s in range(4)]
            hands = [(hands[s] - {*passes[s]}) | given[s] for s in range(4)]
        play = Play(hands)
        for move in self.moves:
            possible, legal = play.play(move.said["by"], move.said["body"]["move"])
            if not legal:  # its seat could see that: these rules hide nothing else from it
                self.find("illegal-move", move.at, move.holder, "host")
            if not possible:
                return None
        return play.points()

    def take_close(self, _: Json, __: str) -> None:
        """V9, V10, 10.4: the end, and who agreed to it by the host's own list."""
        listed = self.said[-1]["body"]["seats"]
        places = [1 + sum(other < total for other in self.totals) for total in self.totals]
        standings = {"places": places, "totals": self.totals}  # R-places
        for at, one in self.shown:
            who = self.authors(one, at)
            if (one["body"]["reason"] == "end") != self.over:
                self.find("wrong-reason", f"{at}/body/reason", *who)
            if dump(one["body"]["result"]) != dump(standings):
                self.find("wrong-standings", f"{at}/body/result", *who)
        if listed != [statement_hash(one) for one in self.said[:-1]]:
            self.find("wrong-close-list", self.at)
        if len(listed) < 4:
            code, who = ("unsigned-close", []) if self.over else ("early-close", ["host"])
            self.find(code, self.at, *who)
        elif not self.over:
            self.find("stopped-early", self.at)
        self.state = "closed"

    def end(self) -> None:
        """V10: how far the game came."""
        if self.state not in {"opened", "ready", "called off", "over", "closed"}:
            self.find("undisclosed", self.at)
        elif self.deal == 1:
            self.find("no-deal", self.at)
        elif self.state != "closed":
            self.find("not-closed" if self.over else "not-over", self.at)


# --- 10.5, 11.1. The verdict -------------------------------------------------------------------

CODES = {  # 11.1: what a code makes of a file; a violation is all else
    "malformed": "not-json too-large bad-form unsupported bad-rules",
    "altered": "broken-chain bad-signature wrong-close-list",
    "incomplete": "no-deal undisclosed not-over not-closed stopped-early",
    "fair": "void no-person-seed weak-seed same-value unsigned-close replaced not-judged",
}
BY_EDITING = {"missing-statement", "repeated-statement", "unordered-statements"}


def severity(finding: Finding) -> str:
    """11.1: the verdict that a finding by itself would give."""
    if finding.code in BY_EDITING and not finding.blamed:
        return "altered"
    return next((it for it, codes in CODES.items() if finding.code in codes.split()), "unfair")


class Report(NamedTuple):
    """13: what there is to say about a transcript, and the decks that were rebuilt."""

    verdict: str
    findings: list[Finding]
    decks: list[Json]  # deal, attempt, draw and order


def verify(data: bytes) -> Report:
    """10: the report on the bytes of a transcript."""
    try:
        document = load(data)
    except Refused as refused:
        return Report("malformed", [Finding(refused.args[0], "")], [])
    found = [Finding("bad-form", at) for at in faults(document, DOCUMENT, "")][:1]
    steps = [] if found else document["steps"]
    said = [step["statements"] for step in steps if not [*faults(step, STEP, "")]]
    if len(steps) > STEPS or sum(map(len, said)) > STATEMENTS:
        found = [Finding("too-large", "/steps")]
    elif not found and document["format"] != "fairdeal/1":
        found = [Finding("unsupported", "/format")]
    if found:
        return Report("malformed", found, [])
    chain = [*follow(steps)]
    last = max((i for i, link in enumerate(chain) if link.host), default=-1)
    judge = Judge(last, chain[1].parent if len(chain) > 1 else ZEROS)
    with suppress(End):
        for i, link in enumerate(chain):
            judge.take(i, link)
        judge.end()
    found = [*check_chain(chain, last), *judge.found]
    found.sort(key=lambda finding: int(finding.at.split("/")[2]))  # 13: by step
    marks = [severity(finding) for finding in found]
    order = ({"unfair"}, {"malformed", "altered"}, {"incomplete"}, {"fair"})
    verdicts = [mark for some in order for mark in marks if mark in some]
    return Report([*verdicts, "fair"][0], found, judge.decks)


def main() -> int:
    """Verify the files that the command line names."""
    parser = ArgumentParser(description=__doc__, formatter_class=RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", metavar="FILE")
    status = 0
    for file in parser.parse_args().files:
        try:
            report = verify(Path(file).read_bytes())
        except OSError as error:
            print(f"{file}: {error.strerror}", file=sys.stderr)
            status = 2
            continue
        status = max(status, int(report.verdict != "fair"))
        print(f"{report.verdict}: {file}")
        for code, at, blamed in report.findings:
            print(f"    {code} at {at or 'the whole'}, blamed: {[*blamed] or 'nobody'}")
    return status


if __name__ == "__main__":
    sys.exit(main())
