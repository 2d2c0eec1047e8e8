"""``fairdeal show``: hands, moves and scores."""

from __future__ import annotations

import json
from copy import deepcopy
from dataclasses import replace
from pathlib import Path

import pytest

from fairdeal import games
from fairdeal.cli import _report
from fairdeal.cli._screen import Screen
from fairdeal.verifier import verify
from tests.cli import tables
from tests.cli.conftest import Run
from tests.cli.test_verify import NOT_THERE, lie_in_all, usage

EXAMPLES = Path(__file__).parents[2] / "examples" / "transcripts"


def test_a_whole_game(run: Run, fair: str) -> None:
    result = run("show", fair)
    assert result.exit_code == 0
    assert result.stdout.startswith(
        "FAIR  fair.json: the deals were fair, every move was legal, the results are right.\n"
        "\n"
        "  hearts at the table of The Green Table\n"
        "  seat 0: Ann (person)\n"
        "  seat 1: Bob (person)\n"
        "  seat 2: Cleo (person)\n"
        "  seat 3: Dan (person)\n"
        "  Rules: as in house for four players, but\n"
        "    total that ends the match (target): 30 instead of 100\n"
        "    ties at the end (ties): shared instead of unique-lowest\n"
        "    in words: fairdeal rules --transcript FILE\n"
        "  174 steps; the game is closed\n"
        "  > led the trick\n"
        "\n"
        "Deal 1\n"
        "\n"
        "  Hands\n"
        "    seat  clubs "
    )
    assert [line for line in result.stdout.splitlines() if line.startswith("Deal")] == [
        "Deal 1",
        "Deal 2",
        "Deal 3",
    ]
    standing = json.loads(tables.play())["steps"][-1]["statements"][-1]["body"]["result"]
    lines = result.stdout.partition("\nFinal standings\n")[2].splitlines()
    assert lines[0].split() == ["place", "total", "name"]
    assert [line.split() for line in lines[1:5]] == [
        [str(place), str(total), name]
        for place, total, name in sorted(
            zip(standing["places"], standing["totals"], tables.NAMES, strict=True)
        )
    ]
    winner = tables.NAMES[standing["places"].index(1)]
    assert lines[5:] == [f"  {winner} wins."]


def test_findings_stand_beside_the_deal(run: Run, folder: Path) -> None:
    result = run("show", "-", stdin=tables.revoke())
    assert result.exit_code == 0  # the file is intact; the verdict stands in the first line
    assert result.stdout.startswith("UNFAIR  standard input: Dan (seat 3) and the host broke")
    scores, standing = result.stdout.split("\n  Scores\n")[1].split("\n\n")
    assert scores.splitlines()[-1] == "  ✗ trick 1, Dan: you must follow clubs [illegal-move]"
    assert standing.startswith("Standings, as the host states them\n")
    assert "win" not in standing
    result = run("show", "-", "--deal", "3", stdin=tables.cheat(tables.false_result))
    assert result.stdout.endswith(
        "\n  ✗ The host states another result of deal 3 than the play gives [wrong-result]\n"
    )
    assert (
        "wrong-result"
        not in run("show", "-", "--deal", "2", stdin=tables.cheat(tables.false_result)).stdout
    )


def test_a_name_before_a_finding_is_a_culprit_s(run: Run, folder: Path) -> None:
    def swap(steps: tables.Steps) -> None:
        hands = steps[tables.index(steps, "deal")]["statements"][0]["body"]["hands"]
        hands[0], hands[1] = hands[1], hands[0]

    result = run("show", "-", stdin=tables.cheat(swap, tables.play(1)))
    # The host is to blame, not the seats whose sealed moves it shows wrongly.
    found = [line for line in result.stdout.splitlines() if "[wrong-seal-opening]" in line]
    assert found == [
        f"  ✗ What the host discloses as the secret choice of {name} (seat {seat}) "
        "is not what that seat sealed [wrong-seal-opening]"
        for seat, name in enumerate(tables.NAMES)
    ]


def test_a_long_game_is_shown_to_a_limit(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("t.json").write_bytes(tables.cheat(tables.false_result))
    whole = run("show", "t.json").stdout
    assert "more deal" not in whole
    monkeypatch.setattr("fairdeal.cli.show.MOST", 2)
    cut = run("show", "t.json").stdout
    # Up to the limit, and after it, all is as ever; what was found later is told with its place.
    first, _, rest = whole.partition("\nDeal 3\n")
    last = rest.partition("\nStandings")[2]
    assert cut == (
        f"{first}\n1 more deal: --deal 3 shows it.\n"
        "  ✗ deal 3: The host states another result of deal 3 than the play gives [wrong-result]\n"
        f"\nStandings{last}"
    )
    monkeypatch.setattr("fairdeal.cli.show.MOST", 1)
    assert "\n2 more deals, 2-3: --deal N shows one.\n" in run("show", "t.json").stdout
    alone = run("show", "t.json", "--deal", "3").stdout
    assert "\nDeal 3\n" in alone
    assert "more deal" not in alone


@pytest.mark.parametrize("options", [(), ("--deal", "1")])
def test_findings_that_are_only_counted_are_told(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch, options: tuple[str, ...]
) -> None:
    monkeypatch.setattr("fairdeal.limits.FINDINGS", 3)
    text = run("show", "-", *options, stdin=tables.cheat(lie_in_all)).stdout
    found = (
        len(verify(tables.cheat(lie_in_all)).findings) + verify(tables.cheat(lie_in_all)).omitted
    )
    assert f"\n{found - 3} more findings were counted only; the gravest are told.\n" in text


def test_many_void_attempts_are_told_in_one_line(run: Run, folder: Path) -> None:
    # Without persons a void needs no replacement: the host alone calls off as often as it likes.
    steps = tables.steps_of(tables.play(1, ("bot",) * 4))
    commit = steps[2]
    more: tables.Steps = []
    for attempt in range(1, 5):
        missing = [0] if attempt < 4 else [1, 2]
        void = {
            "attempt": attempt,
            "deal": 1,
            "missing": missing,
            "offending": [],
            "received": [],
            "seed": "12" * 32,
        }
        again = deepcopy(commit)
        for one in again["statements"]:
            one["body"]["attempt"] = attempt
        said = [{"body": void, "by": "host", "sig": ""}]
        more += [again, {"kind": "void", "parent": "", "statements": said}]
    text = run("show", "-", stdin=tables.sign_again([*steps[:2], *more])).stdout
    assert (
        "Deal 1\n"
        "  Attempts 1-3 were called off: Ann did not reveal a seed as due.\n"
        "  Attempt 4 was called off: Bob and Cleo did not reveal a seed as due.\n"
        "  The cards are not dealt yet.\n"
    ) in text


def test_nobody_wins_a_game_that_stopped(run: Run, folder: Path) -> None:
    data = (EXAMPLES / "stopped.json").read_bytes()
    for command in ("show", "verify"):
        result = run(command, "-", stdin=data)
        assert result.stdout.startswith("INCOMPLETE  ")
        assert "\nStandings where the game stopped\n  place  total  name\n" in result.stdout
        assert " win" not in result.stdout


def test_who_was_replaced_is_named_with_who_came(run: Run, folder: Path) -> None:
    lines = run("show", "-", stdin=tables.eventful()).stdout.splitlines()
    names = {line.split(maxsplit=2)[2] for line in lines[-5:-1]}
    assert names == {"Ann", "Bob", "Cleo (later Bot 2)", "Dan (later Bot 3)"}


def test_findings_on_no_deal_stand_at_the_end(run: Run, folder: Path) -> None:
    def lie(steps: tables.Steps) -> None:
        result = steps[-1]["statements"][-1]["body"]["result"]
        result["places"] = [1, 1, 1, 1]

    result = run("show", "-", stdin=tables.cheat(lie))
    lines = result.stdout.partition("\nFindings on no deal in particular\n")[2].splitlines()
    assert lines[0].startswith("  ✗ ")
    assert lines[0].endswith(" [wrong-standings]")


def test_those_who_share_the_first_place_win_together(run: Run, fair: str) -> None:
    report = replace(verify(tables.play()), result={"places": [1, 3, 1, 4], "totals": [2, 5, 2, 9]})
    screen = Screen()
    with screen.console.capture() as capture:
        _report.standings(screen, report)
    assert capture.get().endswith("  Ann and Cleo win together.\n")
    with screen.console.capture() as capture:
        _report.standings(screen, replace(report, result={"places": [1], "winner": "Ann"}))
    assert capture.get() == '\nFinal standings\n  {"places":[1],"winner":"Ann"}\n'


def test_standings_that_only_the_game_could_read_are_shown_as_they_are(
    run: Run, fair: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(games, "find_tools", lambda name: None)
    result = json.loads(tables.play())["steps"][-1]["statements"][-1]["body"]["result"]
    whole = json.dumps(result, separators=(",", ":"), sort_keys=True)
    for command in ("show", "verify"):
        said = run(command, fair).stdout
        assert f"\nFinal standings\n  {whole}\n" in said
        assert " wins." not in said


def test_standings_for_more_or_fewer_than_the_seats_are_shown_as_they_are(
    run: Run, fair: str
) -> None:
    result = {"places": [1, 2], "totals": [3, 4]}
    screen = Screen()
    with screen.console.capture() as capture:
        _report.standings(screen, replace(verify(tables.play()), result=result))
    assert capture.get() == '\nFinal standings\n  {"places":[1,2],"totals":[3,4]}\n'


def test_one_deal_with_symbols(run: Run, fair: str) -> None:
    result = run("show", fair, "--deal", "1")
    assert result.stdout.count("\nDeal ") == 1
    assert (
        "  Tricks\n"
        "    trick  Ann   Bob   Cleo  Dan   taken by\n"
        "    1       5♣   >2♣    K♣    Q♣   Cleo\n"
    ) in result.stdout
    assert result.stdout.endswith(
        "  Scores\n"
        "    seat  before  points  total\n"
        "    Ann   0       8       8\n"
        "    Bob   0       13      13\n"
        "    Cleo  0       5       5\n"
        "    Dan   0       0       0\n"
    )


def test_running_totals(run: Run, fair: str) -> None:
    last = run("show", fair, "--deal", "2").stdout.splitlines()[-4]
    assert last.split()[:2] == ["Ann", "8"]


def test_plain(run: Run, fair: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    result = run("show", fair, "--deal", "1")
    assert result.stdout.isascii()
    assert "    1       5C  >2C   KC    QC  Cleo\n" in result.stdout


def test_a_broken_rule_is_marked_otherwise_than_a_warning(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    game = tables.cheat(tables.false_result, tables.play(1, ("bot",) * 4))
    lines = run("show", "-", stdin=game).stdout.splitlines()
    (broken,) = [line for line in lines if line.endswith(" [wrong-result]")]
    (warning,) = [line for line in lines if line.endswith(" [no-person-seed]")]
    assert broken.startswith("  NO The host states another result")
    assert warning.startswith("  ! No person's seed is in ")


def test_void_and_replaced(run: Run, folder: Path) -> None:
    result = run("show", "-", "--deal", "2", stdin=tables.eventful())
    assert result.stdout.startswith("FAIR  standard input: ")
    assert (
        "Deal 2\n"
        "  Attempt 1 was called off: Dan did not reveal a seed as due.\n"
        "  From here on the host's bot Bot 3 plays for Dan (seat 3).\n"
        "  From trick 3 on the host's bot Bot 2 plays for Cleo (seat 2).\n"
        "\n"
        "  Hands\n"
    ) in result.stdout


def test_a_running_deal(run: Run, folder: Path) -> None:
    result = run("show", "-", stdin=tables.cut(tables.play(), 9))
    assert result.exit_code == 0
    assert "  9 steps; the game goes on\n" in result.stdout
    assert "  Still running: the host has not disclosed the hands yet.\n" in result.stdout
    assert "Hands" not in result.stdout
    assert "    1           >2♣   K♣    Q♣\n" in result.stdout


@pytest.mark.parametrize(("steps", "deals"), [(2, 0), (3, 1), (4, 1), (5, 1)])
def test_before_the_first_card(run: Run, folder: Path, steps: int, deals: int) -> None:
    result = run("show", "-", stdin=tables.cut(tables.play(), steps))
    assert result.stdout.count("\nDeal ") == deals
    assert result.stdout.count("  The cards are not dealt yet.\n") == (deals if steps < 5 else 0)


@pytest.mark.parametrize("more", [1, 2])
def test_after_a_void(run: Run, folder: Path, more: int) -> None:
    game = tables.eventful()
    at = tables.index(tables.steps_of(game), "void")
    result = run("show", "-", "--deal", "2", stdin=tables.cut(game, at + more))
    assert "  Attempt 1 was called off: Dan did not reveal a seed as due.\n" in result.stdout
    assert result.stdout.endswith("  The cards are not dealt yet.\n")


def test_over_but_not_closed(run: Run, folder: Path) -> None:
    game = tables.play(1)
    steps = len(tables.steps_of(game))
    result = run("show", "-", stdin=tables.cut(game, steps - 1))
    assert f"  {steps - 1} steps; the game is over\n" in result.stdout


def test_what_cannot_be_shown_is_told(run: Run, folder: Path) -> None:
    steps = tables.steps_of(tables.play())
    steps[20]["statements"][0]["sig"] = "00" * 64
    result = run("show", "-", stdin=tables.transcript.dump(steps))
    assert result.exit_code == 1
    first, second, *_ = result.stdout.splitlines()
    assert first.startswith("ALTERED  standard input: ")
    assert second == (
        "The file is altered from step 20 on: steps 20 to 173 cannot be shown; "
        "fairdeal verify tells why."
    )
    assert "  20 of 174 steps can be shown\n" in result.stdout
    assert "  The rest of this deal cannot be shown, nor can its hands.\n" in result.stdout
    assert "disclosed" not in result.stdout
    assert "goes on" not in result.stdout


def test_a_malformed_step_and_one_step_alone(run: Run, folder: Path) -> None:
    steps = tables.steps_of(tables.play())[:5]
    steps[4]["kind"] = "dealt"
    result = run("show", "-", stdin=tables.transcript.dump(steps))
    assert result.exit_code == 1
    assert result.stdout.splitlines()[1] == (
        "The file is malformed from step 4 on: step 4 cannot be shown; fairdeal verify tells why."
    )
    assert "  The cards are not dealt in what can be shown.\n" in result.stdout


def test_damage_that_the_host_signed_over(run: Run, folder: Path) -> None:
    def forget(steps: tables.Steps) -> None:
        steps[10]["statements"][0]["sig"] = "00" * 64

    steps = tables.steps_of(tables.cheat(lambda steps: None))
    forget(steps)
    # The hash of a statement covers its signature, so all after it are linked and signed anew.
    parent = tables.chain.step_hash(
        steps[10]["kind"],
        steps[10]["parent"],
        [tables.chain.statement_hash(one) for one in steps[10]["statements"]],
    )
    table = tables.chain.step_hash(
        steps[0]["kind"],
        steps[0]["parent"],
        [tables.chain.statement_hash(one) for one in steps[0]["statements"]],
    )
    for step in steps[11:]:
        step["parent"] = parent
        said: list[str] = []
        for one in step["statements"]:
            if step["kind"] == "close" and one["by"] == "host":
                one["body"]["seats"] = list(said)
            one.update(
                tables.chain.sign_statement(
                    tables.SIGNERS[one["by"]], step["kind"], parent, table, one["body"], one["by"]
                )
            )
            said.append(tables.chain.statement_hash(one))
        parent = tables.chain.step_hash(step["kind"], parent, said)
    result = run("show", "-", stdin=tables.transcript.dump(steps))
    assert result.exit_code == 1
    assert result.stdout.splitlines()[1].startswith(
        "The file is damaged, and signed by the host all the same, from step 10 on: "
    )


def test_a_step_that_has_no_place_is_not_shown(run: Run, folder: Path) -> None:
    def twice(steps: tables.Steps) -> None:
        steps.insert(3, {"kind": "join", "statements": deepcopy(steps[1]["statements"])})

    result = run("show", "-", stdin=tables.cheat(twice))
    assert result.exit_code == 1
    assert result.stdout.splitlines()[1].startswith(
        "The file is out of order from step 3 on: steps 3 to 174 cannot be shown; "
    )


def test_other_games_tell_without_a_picture(
    run: Run, fair: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(games, "find_tools", lambda name: None)
    result = run("show", fair, "--deal", "1")
    assert result.stdout.endswith(
        "Deal 1\n  There is no picture: this game has no tools installed here.\n"
    )


def test_what_is_not_there(run: Run, fair: str) -> None:
    assert usage(run("show", fair, "--deal", "4")) == (
        "Invalid value for --deal: there is no deal 4 in this file; it has deals 1-3."
    )
    opened = tables.cut(tables.play(), 1)
    assert usage(run("show", "-", "--deal", "1", stdin=opened)) == (
        "Invalid value for --deal: there is no deal 1 in this file; it has no deal."
    )
    assert usage(run("show", "")).startswith('an empty text ("") is no path')
    assert usage(run("show", "gone.json")) == f"gone.json: {NOT_THERE}"


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"[", "standard input: the file is no transcript"),
        (b"{}", "standard input: /format: this member is missing"),
        (
            tables.play().replace(b'"name":"hearts"', b'"name":"chess"'),
            "standard input: /steps/0/statements/0",
        ),
    ],
)
def test_what_is_no_game(run: Run, folder: Path, data: bytes, message: str) -> None:
    result = run("show", "-", stdin=data)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.startswith(f"Error: {message}")
    assert result.stderr.endswith("; fairdeal verify tells more\n")


def test_an_unknown_game(run: Run, folder: Path) -> None:
    def rename(steps: tables.Steps) -> None:
        steps[0]["statements"][0]["body"]["game"]["name"] = "chess"

    result = run("show", "-", stdin=tables.cheat(rename))
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.startswith(
        "Error: standard input: /steps/0/statements/0/body/game/name: The game chess, version 1, "
    )
