"""``fairdeal explain``: the values are those of the specification, made here once more."""

from __future__ import annotations

import hashlib
import hmac
import json
import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from fairdeal import explain, localtable, story
from fairdeal.crypto import Signer, below, insecure_entropy
from fairdeal.errors import LocalError, Malformed
from fairdeal.game import Cards, DealRecord, Done, IllegalMove, Json, Layout, Turn
from fairdeal.host import Player
from hearts.game import GAME
from hearts.tools import TOOLS
from tests.attacks import toy
from tests.cli import tables
from tests.cli.conftest import Run
from tests.cli.test_verify import usage


def label(name: str) -> bytes:
    return b"fairdeal/1/" + name.encode() + b"\x00"


def values(text: str) -> dict[str, str]:
    """What stands below each name."""
    found = re.findall(r"^  (\S[^=\n]*?)(?: = [^\n]*)?\n    (\S[^\n]*)$", text, re.MULTILINE)
    return dict(found)


def test_every_value_can_be_redone(run: Run, fair: str) -> None:
    result = run("explain", fair, "--deal", "2")
    assert result.exit_code == 0
    assert result.stdout.startswith("Deal 2, attempt 1 of fair.json\n")
    value = values(result.stdout)
    parent = bytes.fromhex(value["parent of the commit step"])
    whose = [f"{name} (seat {seat})" for seat, name in enumerate(tables.NAMES)]
    seeds = [bytes.fromhex(value[f"seed of {who}"]) for who in (*whose, "the host")]
    for author, (who, seed) in enumerate(zip((*whose, "the host"), seeds, strict=True)):
        byte = bytes((255 if who == "the host" else author,))
        made = hashlib.sha256(label("seed") + parent + byte + seed).hexdigest()
        assert value[f"commitment of {who}"] == made
    root = hashlib.sha256(label("commit-root") + value["commit"].encode()).digest()
    assert value["commit root"] == root.hex()
    joined = label("deck-key") + seeds[4] + b"".join(seeds[:4])
    key = hmac.digest(root, joined, "sha256")
    assert value["deck key"] == key.hex()

    stream = iter(b"")
    blocks = [
        hmac.digest(key, label("stream") + block.to_bytes(4, "big"), "sha256") for block in range(9)
    ]
    used = int(re.search(r"^9\.3 Stream: (\d+) bytes", result.stdout, re.MULTILINE)[1])  # type: ignore[index]
    for block in range(-(-used // 32)):
        assert value[f"block {block}"] == blocks[block].hex()
    stream = iter(b"".join(blocks))
    order = value["deck"].split()
    rows = result.stdout.partition("order[j]\n")[2].splitlines()
    for row, last in zip(rows, range(51, 0, -1), strict=False):
        taken = [next(stream)]
        while taken[-1] >= 256 - 256 % (last + 1):
            taken.append(next(stream))
        chosen = taken[-1] % (last + 1)
        shown = "".join(f"({byte:02x}) " for byte in taken[:-1]) + f"{taken[-1]:02x}"
        assert re.split(r"\s{2,}", row.strip()) == [
            *(str(last), shown, str(taken[-1]), str(chosen)),
            *(order[last], order[chosen]),
        ]
        order[last], order[chosen] = order[chosen], order[last]
    assert value["order"].split() == order
    assert value["draw"] == str(next(stream) % 4)

    for seat, who in enumerate(whose):
        salt = hmac.digest(key, label("hand-salt") + bytes((seat,)), "sha256")
        hand = value[f"hand of {who}"]
        assert sorted(json.loads(hand), key=value["deck"].split().index) == json.loads(hand)
        assert value[f"salt of seat {seat}"] == salt.hex()
        made = hashlib.sha256(label("hand") + salt + hand.encode()).hexdigest()
        assert value[f"digest of seat {seat}"] == made
        seal = hashlib.sha256(
            label("seal")
            + bytes.fromhex(value[f"parent of the seal of {who}"])
            + bytes((seat,))
            + bytes.fromhex(value[f"nonce of {who}"])
            + value[f"move of {who}"].encode()
        )
        assert value[f"seal of {who}"] == seal.hexdigest()
    assert result.stdout.count("    ✓ the file says the same at /steps/") == 5 + 1 + 4 + 4
    assert "otherwise" not in result.stdout
    assert result.stdout.index("9.1 ") < result.stdout.index("9.4 ") < result.stdout.index("9.6 ")


def test_pointers_lead_to_the_values(run: Run, fair: str) -> None:
    text = run("explain", fair, "--deal", "3").stdout
    document = json.loads(tables.play())
    places = re.findall(
        r"^    (\S.*)\n    (?:stands|✓ the file says the same) at (/\S+)$", text, re.MULTILINE
    )
    assert len(places) == 5 * 2 + 1 + 4 + 1 + 4 * 3
    for value, pointer in places:
        node = document
        for part in pointer.split("/")[1:]:
            node = node[int(part) if isinstance(node, list) else part]
        assert value == (
            node
            if isinstance(node, str)
            else json.dumps(node, separators=(",", ":"), sort_keys=True)
        )


def test_what_the_file_says_otherwise_is_marked(run: Run, folder: Path) -> None:
    def swap(steps: tables.Steps) -> None:
        hands = steps[tables.index(steps, "deal")]["statements"][0]["body"]["hands"]
        hands[0], hands[1] = hands[1], hands[0]

    text = run("explain", "-", "--deal", "1", stdin=tables.cheat(swap, tables.play(1))).stdout
    first, second = re.findall(r"    ✗ the file says otherwise at /steps/4/.*\n    (\w+)\n", text)
    assert (values(text)["digest of seat 0"], values(text)["digest of seat 1"]) == (second, first)


def test_too_few_hands_are_marked(run: Run, folder: Path) -> None:
    def drop(steps: tables.Steps) -> None:
        del steps[tables.index(steps, "deal")]["statements"][0]["body"]["hands"][3]

    text = run("explain", "-", "--deal", "1", stdin=tables.cheat(drop, tables.play(1))).stdout
    assert "otherwise at /steps/4/statements/0/body/hands/3\n    nothing\n" in text


def test_plain_marks(run: Run, fair: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "dumb")
    text = run("explain", fair, "--deal", "1").stdout
    assert text.isascii()
    assert "    ok the file says the same at /steps/" in text


@pytest.mark.parametrize(("steps", "seeds"), [(3, 0), (4, 4), (5, 4), (40, 4)])
def test_a_deal_that_is_not_disclosed(run: Run, folder: Path, steps: int, seeds: int) -> None:
    text = run("explain", "-", "--deal", "1", stdin=tables.cut(tables.play(), steps)).stdout
    assert len(re.findall(r"^  seed of ", text, re.MULTILINE)) == seeds
    assert text.count("whose seed is not open yet\n") == 5 - seeds
    assert "9.2" not in text
    assert text.endswith(
        "\nThe host has not disclosed this deal: its seed is secret, so the rest is too.\n"
    )


def test_a_deal_that_was_called_off(run: Run, folder: Path) -> None:
    game = tables.eventful()
    at = tables.index(tables.steps_of(game), "void")
    text = run("explain", "-", "--deal", "2", stdin=tables.cut(game, at + 1)).stdout
    assert text.startswith("Deal 2 of standard input\n")
    assert "9.1" not in text
    assert run("explain", "-", "--deal", "2", stdin=game).stdout.startswith("Deal 2, attempt 2 of ")


def test_wrong_usage(run: Run, fair: str) -> None:
    assert usage(run("explain", fair)) == "Missing option '--deal'."
    assert usage(run("explain", fair, "--deal", "9")).startswith("Invalid value for --deal: ")
    for number in ("abc", "0"):
        assert usage(run("explain", fair, "--deal", number)) == (
            f"Invalid value for '--deal': {number} is no number of a deal; "
            "they are numbered from 1."
        )
    assert usage(run("explain", "", "--deal", "1")).startswith('an empty text ("") is no path')


def test_the_order_falls_into_hands(run: Run, fair: str) -> None:
    value = values(text := run("explain", fair, "--deal", "1").stdout)
    order = value["order"].split()
    fallen = []
    for seat, name in enumerate(tables.NAMES):
        who = f"{name} (seat {seat})"
        cards = value[f"cards of {who}"].split()
        assert sorted(cards) == sorted(json.loads(value[f"hand of {who}"]))
        said = re.search(rf"cards of {re.escape(who)} = .*: cards ([\d, ]+) of it", text)
        assert said is not None
        places = [int(place) for place in said[1].split(", ")]
        assert places == sorted(places)
        assert [order[place - 1] for place in places] == cards
        fallen += places
    # Round by round: each seat has every fourth card.
    assert sorted(fallen) == list(range(1, 53))
    assert {place % 4 for place in fallen[:13]} == {fallen[0] % 4}
    assert '"dealer":' in value["result"]


def test_the_last_line_counts_what_agrees(run: Run, fair: str) -> None:
    result = run("explain", fair, "--deal", "1")
    assert result.exit_code == 0
    assert result.stdout.endswith(
        "\n\nAll 14 values that the file states and that can be recomputed agree.\n"
    )

    def swap(steps: tables.Steps) -> None:
        hands = steps[tables.index(steps, "deal")]["statements"][0]["body"]["hands"]
        hands[0], hands[1] = hands[1], hands[0]

    result = run("explain", "-", "--deal", "1", stdin=tables.cheat(swap, tables.play(1)))
    assert result.exit_code == 1
    # Two digests, and the four seals: nobody sealed anew on the parent that they have now.
    assert (
        "\n\n6 of 14 values that the file states and that can be recomputed differ.\n"
        in result.stdout
    )


def test_an_altered_file_is_not_called_a_running_game(run: Run, folder: Path) -> None:
    steps = tables.steps_of(tables.play())
    steps[20]["statements"][0]["sig"] = "00" * 64
    data = tables.transcript.dump(steps)
    told = (
        "he file is altered from step 20 on: steps 20 to 173 cannot be shown; "
        "fairdeal verify tells why."
    )
    result = run("explain", "-", "--deal", "1", stdin=data)
    assert result.exit_code == 1
    assert result.stdout.startswith(f"T{told}\nDeal 1, attempt 1 of standard input\n")
    assert result.stdout.endswith(
        "\nThe rest of this deal, if there is any, stands where the file cannot be shown.\n"
    )
    assert "disclosed" not in result.stdout
    for command in ("explain", "show"):
        result = run(command, "-", "--deal", "2", stdin=data)
        assert (result.exit_code, result.stdout) == (1, "")
        assert result.stderr == f"Error: deal 2 is not there to be shown: t{told}\n"


def test_what_is_no_transcript_explains_nothing(run: Run, folder: Path) -> None:
    result = run("explain", "-", "--deal", "1", stdin=b"x")
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.startswith(
        "Error: standard input: the file is no transcript, proof or receipt: "
    )
    result = run("explain", "-", "--deal", "1", stdin=b"")
    assert result.stderr == (
        "Error: standard input: the file is empty; fairdeal verify tells more\n"
    )


# Attempts that were called off


def redone(value: dict[str, str], party: str, byte: int) -> str:
    """A commitment, made from the values shown."""
    joined = bytes.fromhex(value["parent of the commit step"]) + bytes((byte,))
    seed = bytes.fromhex(value[f"seed of {party}"])
    return hashlib.sha256(label("seed") + joined + seed).hexdigest()


def test_an_attempt_that_was_called_off(run: Run, folder: Path) -> None:
    game = tables.eventful()
    steps = tables.steps_of(game)
    at = tables.index(steps, "void")
    commit, void = steps[at - 1]["statements"], steps[at]["statements"][0]["body"]
    Path("t.json").write_bytes(game)
    result = run("explain", "t.json", "--deal", "2", "--attempt", "1")
    assert result.exit_code == 0
    assert result.stdout.startswith("Deal 2, attempt 1 of t.json\n")
    value = values(result.stdout)
    assert value["parent of the commit step"] == steps[at - 1]["parent"]
    for seat, who in enumerate(("Ann (seat 0)", "Bob (seat 1)", "Cleo (seat 2)")):
        assert value[f"seed of {who}"] == void["received"][seat]["body"]["seed"]
        assert value[f"commitment of {who}"] == redone(value, who, seat)
        assert value[f"commitment of {who}"] == commit[seat]["body"]["commitment"]
        pointer = f"/steps/{at}/statements/0/body/received/{seat}/body/seed"
        assert f"    stands at {pointer}\n" in result.stdout
    assert value["seed of the host"] == void["seed"]
    assert value["commitment of the host"] == redone(value, "the host", 255)
    assert f"    stands at /steps/{at}/statements/0/body/seed\n" in result.stdout
    silent = "commitment of Dan (seat 3), for which no seed was taken"
    assert value[silent] == commit[3]["body"]["commitment"]
    assert "seed of Dan" not in result.stdout
    assert "9.2" not in result.stdout
    assert result.stdout.endswith(
        "\nAll 4 values that the file states and that can be recomputed agree.\n\n"
        "This attempt was called off: its cards were never dealt.\n"
    )
    # Who played the deal in the end is told as ever, with a word on what came before.
    last = run("explain", "t.json", "--deal", "2")
    assert last.stdout == run("explain", "t.json", "--deal", "2", "--attempt", "2").stdout
    assert last.stdout.splitlines()[1] == "Attempt 1 was called off: --attempt 1 shows it."
    assert "seed of Bot 3 (seat 3)\n" in last.stdout


def test_a_reveal_that_the_host_refused(run: Run, folder: Path) -> None:
    vector = Path(__file__).parents[2] / "specs/vectors/transcripts/wrong-opening-called-off.json"
    game = json.loads(vector.read_text(encoding="utf-8"))["transcript"]
    Path("t.json").write_text(json.dumps(game), encoding="utf-8")
    result = run("explain", "t.json", "--deal", "1", "--attempt", "1")
    assert result.exit_code == 0
    names = [seat["name"] for seat in game["steps"][0]["statements"][0]["body"]["seats"]]
    who = f"{names[1]} (seat 1)"
    value = values(result.stdout)
    refused = game["steps"][3]["statements"][0]["body"]["offending"][0]["body"]
    assert json.loads(value[f"reveal of {who}, which the host refused"]) == refused
    stated = game["steps"][2]["statements"][1]["body"]["commitment"]
    assert value[f"commitment of {who}, for which no seed was taken"] == stated
    seed = bytes.fromhex(refused["seed"])
    parent = bytes.fromhex(value["parent of the commit step"])
    made = hashlib.sha256(label("seed") + parent + b"\x01" + seed).hexdigest()
    assert value["commitment to the seed in it"] == made != stated
    assert "All 4 values that the file states and that can be recomputed agree.\n" in result.stdout
    # Without --attempt there is nothing newer to show yet.
    plain = run("explain", "t.json", "--deal", "1")
    assert plain.stdout.splitlines()[:2] == [
        "Deal 1 of t.json",
        "Attempt 1 was called off: --attempt 1 shows it.",
    ]


def test_several_attempts_and_wrong_ones(run: Run, fair: str) -> None:
    assert usage(run("explain", fair, "--deal", "1", "--attempt", "2")) == (
        "Invalid value for --attempt: there is no attempt 2 at deal 1; it has attempt 1."
    )
    assert usage(run("explain", fair, "--deal", "1", "--attempt", "0")) == (
        "Invalid value for '--attempt': 0 is no number of an attempt; they are numbered from 1."
    )
    Path("t.json").write_bytes(tables.eventful())
    assert usage(run("explain", "t.json", "--deal", "2", "--attempt", "3")) == (
        "Invalid value for --attempt: there is no attempt 3 at deal 2; it has attempts 1-2."
    )


# Large tables


@cache
def two_packs() -> bytes:
    """A deal of nine with two packs, of which each card is there twice; five are left over."""
    rules, seats = TOOLS.rules("house", {"target": "1"}, seats=9, variants=["cancellation"])
    entropy = insecure_entropy("two packs")
    signers: dict[Any, Signer] = {party: Signer(entropy(32)) for party in ("host", *range(seats))}
    return localtable.play(
        GAME,
        rules,
        host_name="The Green Table",
        players=[Player(f"P{seat}", signers[seat].public, "person") for seat in range(seats)],
        signers=signers,
        bots=[TOOLS.bot("random", below(entropy))] * seats,
        entropy=entropy,
    )


def test_nothing_is_cut_at_a_large_table(run: Run, folder: Path) -> None:
    steps = tables.steps_of(two_packs())
    Path("t.json").write_bytes(two_packs())
    result = run("explain", "t.json", "--deal", "1")
    assert result.exit_code == 0
    assert "..." not in result.stdout
    value = values(result.stdout)
    commit = [{"body": one["body"], "by": one["by"]} for one in steps[2]["statements"]]
    text = {"kind": "commit", "parent": steps[2]["parent"], "statements": commit}
    assert json.loads(value["commit"]) == text
    assert len(value["commit"]) > 1000
    root = hashlib.sha256(label("commit-root") + value["commit"].encode()).hexdigest()
    assert value["commit root"] == root
    # Who gets which card is told even though each is there twice.
    order = value["order"].split()
    assert len(order) == 104
    fallen: list[int] = []
    for seat in range(9):
        who = f"P{seat} (seat {seat})"
        said = re.search(rf"cards of {re.escape(who)} = .*: cards ([\d, ]+) of it", result.stdout)
        assert said is not None
        places = [int(place) for place in said[1].split(", ")]
        cards = [order[place - 1] for place in places]
        assert value[f"cards of {who}"].split() == cards
        assert sorted(cards) == sorted(json.loads(value[f"hand of {who}"]))
        assert {(place - places[0]) % 9 for place in places} == {0}
        fallen += places
    left = re.search(r"rest = .*: cards ([\d, ]+) of the order", result.stdout)
    assert left is not None
    fallen += [int(place) for place in left[1].split(", ")]
    assert sorted(fallen) == list(range(1, 105))


def test_the_dealing_is_told_in_words(run: Run, fair: str) -> None:
    text = run("explain", fair, "--deal", "1").stdout
    value = values(text)
    # By specs/hearts.md the card after the dealer's, who is the draw, falls to the next seat.
    first = (int(value["draw"]) + 1) % 4
    order = value["order"].split()
    assert value["dealing"] == ", ".join(
        f"{card} to {(first + place) % 4}" for place, card in enumerate(order)
    )
    name = tables.NAMES[first]
    assert (
        "  dealing = the order, by the game's rules: the first card to "
        f"{name} (seat {first}), then one to each seat in turn\n"
    ) in text


# The module


def test_records() -> None:
    table = story.read_table(tables.eventful(), games={"hearts": GAME})
    first = story.record(table.deals[0])
    assert isinstance(first, DealRecord)
    assert first.names == tables.NAMES
    assert first.hands is not None
    assert [len(hand) for hand in first.hands] == [13] * 4
    assert sorted(first.seals[0]) == [0, 1, 2, 3]
    assert len(first.moves) == 52
    assert story.record(table.deals[1]).names == ("Ann", "Bob", "Cleo", "Bot 3")
    assert (table.told, table.height, table.over, table.closed) == (121, 121, True, True)


class OpenDeal(toy.ToyDeal):
    """The first seat plays its card."""

    def due(self) -> Turn | Done:
        return Done() if self.played else Turn(frozenset({0}))

    def check(self, seat: int, move: Json) -> IllegalMove | None:
        return None


class OpenMatch(toy.ToyMatch):
    def begin(self, draw: int, hands: Sequence[Cards | None], rest: Cards | None) -> OpenDeal:
        return OpenDeal(tuple(None if hand is None else hand[0] for hand in hands))


class OpenToy(toy.Toy):
    def match(self, rules: Json, seats: int) -> OpenMatch:
        return OpenMatch(1, (0,) * seats)


class OwnCard:
    def choose(self, deal: Any, seat: int) -> Json:
        return deal.pick(seat)


OPEN_TOY = OpenToy()


def test_cards_that_are_left_over() -> None:
    game = localtable.play(
        OPEN_TOY,
        1,
        host_name="The Green Table",
        players=tables.players(),
        signers=tables.SIGNERS,
        bots=[OwnCard()] * 4,
        entropy=insecure_entropy("toy"),
    )
    first = story.read_table(game, games={"toy": OPEN_TOY}).deals[0]
    told = story.record(first)
    assert told.hands is not None
    assert [len(hand) for hand in told.hands] == [1, 1, 1, 1]
    assert told.rest is not None
    assert len(told.rest) == 2
    parts = {part.section: part for part in explain.explain(first)}
    assert list(parts) == ["9.1", "9.2", "9.3", "9.4", "9.5"]
    rest, salt, digest, _ = parts["9.5"].values[-4:]
    assert len(json.loads(rest.value)) == 2
    key = bytes.fromhex(parts["9.2"].values[-1].value)
    assert salt.value == hmac.digest(key, label("rest-salt"), "sha256").hex()
    made = hashlib.sha256(label("rest") + bytes.fromhex(salt.value) + rest.value.encode())
    assert digest.value == digest.stated == made.hexdigest()
    assert digest.agrees
    assert not replace(digest, stated="nothing").agrees


class ByRank(toy.ToyMatch):
    """Deals the lowest card to the first seat, wherever it stands; each is there twice."""

    @property
    def deck(self) -> Cards:
        return ("a", "a", "b", "b", "c", "c")

    def layout(self, deck: Cards, draw: int) -> Layout:
        return super().layout(tuple(sorted(deck)), draw)


class Wasteful(toy.ToyMatch):
    """A card is lost."""

    def layout(self, deck: Cards, draw: int) -> Layout:
        return replace(super().layout(deck, draw), rest=())


@pytest.mark.parametrize("match", [ByRank, Wasteful])
def test_a_game_that_does_not_deal_by_places(match: type[toy.ToyMatch]) -> None:
    game = localtable.play(
        OPEN_TOY,
        1,
        host_name="The Green Table",
        players=tables.players(),
        signers=tables.SIGNERS,
        bots=[OwnCard()] * 4,
        entropy=insecure_entropy("toy"),
    )
    told = story.read_table(game, games={"toy": OPEN_TOY}).deals[0]
    hands = explain.explain(replace(told, match=match(1, (0,) * 4)))[4].values
    cards = [value for value in hands if value.name == "cards of Ann (seat 0)"]
    assert [value.formula for value in cards] == ["the order, dealt by the game's rules"]
    assert "dealing" not in [value.name for value in hands]


def test_a_deal_without_cards_has_no_record() -> None:
    first = story.read_table(tables.cut(tables.play(), 3)).deals[0]
    with pytest.raises(LocalError, match="deal 1 is not dealt yet"):
        story.record(first)


def test_a_file_without_an_opening_is_refused() -> None:
    with pytest.raises(Malformed, match="/steps/0/kind"):
        story.read_table(tables.transcript.dump(tables.steps_of(tables.play())[1:]))
