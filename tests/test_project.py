"""What surrounds the code: README, help texts, versions, and what no file may contain."""

from __future__ import annotations

import ast
import re
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

import fairdeal

ROOT = Path(__file__).resolve().parent.parent
README = ROOT / "README.md"


# README and help


class Command(NamedTuple):
    """A use of the command line: the subcommand and the options given to it."""

    name: str
    options: tuple[str, ...]


def code_lines(markdown: str) -> Iterator[str]:
    """The lines of shell blocks, continuations joined, and the inline code of the prose."""
    prose: list[str] = []
    shell: list[str] = []
    fence = None
    for line in markdown.splitlines():
        if mark := re.match(r"\s*```\s*(\w*)", line):
            fence = mark[1] or "text" if fence is None else None
        elif fence is None:
            prose.append(line)
        elif fence in {"sh", "bash", "shell", "console"}:
            shell.append(line.strip().removeprefix("$ "))
    yield from "\n".join(shell).replace("\\\n", " ").splitlines()
    yield from (code.replace("\n", " ") for code in re.findall(r"`([^`]+)`", "\n".join(prose)))


def commands_in(markdown: str) -> list[Command]:
    """Every ``fairdeal <command> …`` of a document."""
    found = []
    for line in code_lines(markdown):
        lexer = shlex.shlex(line, posix=True, punctuation_chars=True)
        lexer.whitespace_split = True
        try:
            words = list(lexer)
        except ValueError:  # prose in code marks, not a command
            continue
        simple: list[list[str]] = [[]]
        for word in words:
            if set(word) <= set("();<>|&"):
                simple.append([])
            else:
                simple[-1].append(word)
        for program, *rest in filter(None, simple):
            if Path(program).name.startswith("python") and rest[:2] == ["-m", "fairdeal"]:
                arguments = rest[2:]
            elif Path(program).name == "fairdeal":
                arguments = rest
            else:
                continue
            options = [word.partition("=")[0] for word in arguments if re.match(r"--?\w", word)]
            named = arguments and re.fullmatch(r"[a-z][a-z-]*", arguments[0])
            name = arguments[0] if named else ""
            found.append(Command(name, tuple(options)))
    return found


@cache
def help_text(command: str) -> str:
    """What ``fairdeal <command> --help`` prints."""
    call = [sys.executable, "-m", "fairdeal", *filter(None, [command]), "--help"]
    done = subprocess.run(call, capture_output=True, text=True, encoding="utf-8", check=False)
    assert done.returncode == 0, f"{' '.join(call[1:])}: {done.stderr}"
    return done.stdout


def commands_of_help() -> list[str]:
    """The subcommands that the help of the program lists."""
    listed = help_text("").partition("Commands:")[2]
    return re.findall(r"^\s{2,4}([a-z][a-z-]*)\b", listed, re.MULTILINE)


def has_option(text: str, option: str) -> bool:
    """Whether a help text names the option as a word of its own."""
    return re.search(rf"(?<![\w-]){re.escape(option)}(?![\w-])", text) is not None


def test_commands_in_reads_blocks_and_prose() -> None:
    document = """
Say `fairdeal verify t.json --json` or `fairdeal` (format `fairdeal/1`), `it's fine`.
```sh
pip install fairdeal && .venv/bin/fairdeal simulate --seed=1 \\
  --deals 2 | fairdeal verify - # fairdeal nothing
python -m fairdeal --version
```
```python
"fairdeal explain t.json"
```
"""
    assert commands_in(document) == [
        Command("simulate", ("--seed", "--deals")),
        Command("verify", ()),
        Command("", ("--version",)),
        Command("verify", ("--json",)),
        Command("", ()),
    ]


def test_the_readme_shows_only_what_the_command_line_has() -> None:
    known = commands_of_help()
    used = commands_in(README.read_text(encoding="utf-8"))
    assert used, "the README shows no command"
    wrong = [f"fairdeal {name}" for name, _ in used if name and name not in known]
    wrong += [
        f"fairdeal {name} {option}"
        for name, options in used
        if not name or name in known
        for option in options
        if not has_option(help_text(name), option)
    ]
    assert wrong == []


def test_the_readme_shows_every_command() -> None:
    known = commands_of_help()
    assert known
    shown = {command.name for command in commands_in(README.read_text(encoding="utf-8"))}
    assert set(known) <= shown


# Versions


def test_every_place_says_the_same_version() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    entries = re.findall(r"^## \[(.+?)\]", changelog, re.MULTILINE)
    top = next(entry for entry in entries if entry != "Unreleased")
    assert {project["version"], top, fairdeal.__version__} == {project["version"]}


def test_the_package_index_is_shown_the_readme() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project.get("readme") == README.name


# Exact numbers only, where a number can reach a hash

EXACT = (
    "fairdeal/canonical",
    "fairdeal/chain",
    "fairdeal/commitment",
    "fairdeal/crypto",
    "fairdeal/host",
    "fairdeal/judge",
    "fairdeal/seat",
    "fairdeal/session",
    "fairdeal/shuffle",
    "fairdeal/transcript",
    "fairdeal/verifier",
    "fairdeal/wire/fields",
    "fairdeal/wire/messages",
    "fairdeal/wire/reading",
    "fairdeal/wire/steps",
    "hearts/cards",
    "hearts/deal",
    "hearts/game",
    "hearts/match",
    "hearts/rules",
    "hearts/scoring",
    "hearts/trick",
)


def inexact(source: str) -> list[str]:
    """Float literals, true divisions and `random` in a module, with their lines."""
    found = []
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Constant(value=float() | complex()):
                found.append(f"{node.lineno}: {node.value!r}")
            case ast.BinOp(op=ast.Div()) | ast.AugAssign(op=ast.Div()):
                found.append(f"{node.lineno}: /")
            case ast.Name(id="random") | ast.Attribute(attr="random"):
                found.append(f"{node.lineno}: random")
            case _:
                pass
    return found


def test_inexact_bites() -> None:
    assert inexact("a = 1.0") == ["1: 1.0"]
    assert inexact("a = 1 / 2") == ["1: /"]
    assert inexact("a /= 2") == ["1: /"]
    assert inexact("random.choice(numpy.random.x)") == ["1: random", "1: random"]
    assert inexact("a = isinstance(1 // 2, float)") == []


@pytest.mark.parametrize("module", EXACT)
def test_no_float_and_no_chance_where_a_number_can_reach_a_hash(module: str) -> None:
    assert inexact((ROOT / "src" / f"{module}.py").read_text(encoding="utf-8")) == []


# The tree speaks of the project alone

FORBIDDEN = {
    "a home directory": r"(?:/home|/Users|C:\\Users)[/\\]\w|(?<![\w./-])/[r]oot/\w",
    "this checkout": re.escape(f"{ROOT}/"),
    "this user's home": re.escape(f"{Path.home()}/") if Path.home().name else "(?!)",
    "a package index": r"--(?:extra-)?index-url|--find-links",
    "an issue number": r"(?i)\b(?:issue|pull request|merge request|GH)[ -]?#?\d",
    "an open end": r"\b(?:FIXME|TODO|XXX)\b",
    "a private key": r"-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----",
}
SKIPPED = {"build", "dist", "htmlcov", "mutants", "venv", "__pycache__"}


@cache
def texts() -> dict[str, str]:
    """The project's files; this one, environments, caches and other hidden folders left out."""
    found = {}
    for path in sorted(ROOT.rglob("*")):
        inside = path.relative_to(ROOT)
        folders = [name for name in inside.parts[:-1] if name != ".ci"]
        hidden = any(name in SKIPPED or name.startswith(".") for name in folders)
        if hidden or not path.is_file() or path == Path(__file__):
            continue
        if not path.name.startswith(".coverage"):
            found[str(inside)] = path.read_text(encoding="utf-8", errors="replace")
    return found


@pytest.mark.parametrize("what", FORBIDDEN)
def test_no_file_mentions(what: str) -> None:
    pattern = re.compile(FORBIDDEN[what])
    hits = ((name, pattern.search(text)) for name, text in texts().items())
    assert [f"{name}: {match[0]}" for name, match in hits if match] == []
