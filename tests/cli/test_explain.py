"""``fairdeal explain``: the values are those of the specification, made here once more."""

from __future__ import annotations

import hashlib
import hmac
import json
import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from fairdeal import explain, localtable, story
from fairdeal.crypto import insecure_entropy
from fairdeal.errors import LocalError, Malformed
from fairdeal.game import Cards, DealRecord, Done, IllegalMove, Json, Turn
from hearts.game import GAME
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
        "\n\nAll 14 values that the file states and one can redo agree.\n"
    )

    def swap(steps: tables.Steps) -> None:
        hands = steps[tables.index(steps, "deal")]["statements"][0]["body"]["hands"]
        hands[0], hands[1] = hands[1], hands[0]

    result = run("explain", "-", "--deal", "1", stdin=tables.cheat(swap, tables.play(1)))
    assert result.exit_code == 1
    # Two digests, and the four seals: nobody sealed anew on the parent that they have now.
    assert "\n\n6 of 14 values that the file states and one can redo differ.\n" in result.stdout


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
    assert result.stderr.startswith("Error: standard input: document: ")
    result = run("explain", "-", "--deal", "1", stdin=b"")
    assert result.stderr == (
        "Error: standard input: the file is empty; this is nothing to show, see: fairdeal verify\n"
    )


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


def test_a_deal_without_cards_has_no_record() -> None:
    first = story.read_table(tables.cut(tables.play(), 3)).deals[0]
    with pytest.raises(LocalError, match="deal 1 is not dealt yet"):
        story.record(first)


def test_a_file_without_an_opening_is_refused() -> None:
    with pytest.raises(Malformed, match="/steps/0/kind"):
        story.read_table(tables.transcript.dump(tables.steps_of(tables.play())[1:]))
