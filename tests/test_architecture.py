"""The house of floors as data, and a checker that reads every import statement.

The rules (see specs/decisions/0002-layering-by-floors.md):

* an import leads to a lower floor, never up; on one floor only where `SAME_FLOOR` names it;
* modules do not import each other in a circle;
* a module that is not named in `FLOORS`, or a name without a module, is a failure;
* outside modules and builtins are open to everybody (`PURE`) or to those that `ALONE` names.

Imports count wherever they stand: at the top, inside a function, under ``TYPE_CHECKING``.
A type that can be named is knowledge, and hiding an import in a function does not lower a
floor. ``import_module`` and its like would escape the reading of source, so they are refused.
"""

from __future__ import annotations

import ast
import importlib
import inspect
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
SRC = ROOT / "src"

FLOORS: Mapping[str, int] = {
    "fairdeal.chance": 1,
    "fairdeal.limits": 1,
    "fairdeal.findings": 1,
    "fairdeal.game": 1,
    "fairdeal.phases": 1,
    "fairdeal.errors": 2,
    "fairdeal.report": 2,
    "fairdeal.outbox": 2,
    "fairdeal.canonical": 3,
    "fairdeal.games": 3,
    "fairdeal.crypto": 3,
    "fairdeal.commitment": 4,
    "fairdeal.shuffle": 4,
    "fairdeal.wire": 4,
    "fairdeal.wire.fields": 4,
    "fairdeal.wire.steps": 4,
    "fairdeal.wire.messages": 4,
    "fairdeal.wire.reading": 4,
    "fairdeal.chain": 5,
    "fairdeal.facts": 5,
    "fairdeal.expect": 5,
    "fairdeal.dealing": 6,
    "fairdeal.identity": 6,
    "fairdeal.judge": 6,
    "fairdeal.order": 6,
    "fairdeal.used": 6,
    "fairdeal.seating": 6,
    "fairdeal.closing": 6,
    "fairdeal.transcript": 6,
    "fairdeal.voids": 6,
    "fairdeal.receipts": 7,
    "fairdeal.branches": 7,
    "fairdeal.session": 7,
    "fairdeal.abridged": 8,
    "fairdeal.ownview": 8,
    "fairdeal.pledges": 8,
    "fairdeal.seat": 8,
    "fairdeal.opendeal": 8,
    "fairdeal.collected": 8,
    "fairdeal.host": 8,
    "fairdeal.verifier": 8,
    "fairdeal.story": 8,
    "fairdeal.explain": 9,
    "fairdeal.forms": 9,
    "fairdeal.proofs": 9,
    "fairdeal.sample": 9,
    "fairdeal.compare": 10,
    "fairdeal.strata": 10,
    "fairdeal.candidates": 9,
    "fairdeal.evidence": 10,
    "fairdeal.fall": 10,
    "fairdeal.audit": 10,
    "fairdeal.localtable": 9,
    "fairdeal.keys": 9,
    "fairdeal": 10,
    "fairdeal.__main__": 10,
    "fairdeal.cli": 10,
    "fairdeal.cli._audit": 10,
    "fairdeal.cli._facts": 10,
    "fairdeal.cli._files": 10,
    "fairdeal.cli._pool": 10,
    "fairdeal.cli._proof": 10,
    "fairdeal.cli._report": 10,
    "fairdeal.cli._rules": 10,
    "fairdeal.cli._screen": 10,
    "fairdeal.cli._story": 10,
    "fairdeal.cli._text": 10,
    "fairdeal.cli._trust": 10,
    "fairdeal.cli.audit": 10,
    "fairdeal.cli.compare": 10,
    "fairdeal.cli.evidence": 10,
    "fairdeal.cli.explain": 10,
    "fairdeal.cli.rules": 10,
    "fairdeal.cli.show": 10,
    "fairdeal.cli.simulate": 10,
    "fairdeal.cli.verify": 10,
    "hearts.cards": 1,
    "hearts.axes": 2,
    "hearts.refusal": 2,
    "hearts.trick": 2,
    "hearts.rules": 3,
    "hearts.deck": 4,
    "hearts.presets": 4,
    "hearts.notation": 4,
    "hearts.scoring": 5,
    "hearts.limits": 5,
    "hearts.options": 5,
    "hearts.view": 6,
    "hearts.words": 6,
    "hearts.sentences": 7,
    "hearts.deal": 7,
    "hearts.alerts": 8,
    "hearts.match": 8,
    "hearts.game": 9,
    "hearts.bots.base": 9,
    "hearts.bots.simple": 10,
    "hearts.bots.model": 10,
    "hearts.bots.moon": 10,
    "hearts.bots.sight": 11,
    "hearts.bots.policy": 11,
    "hearts.bots.thumb": 12,
    "hearts.bots.worlds": 12,
    "hearts.bots.playout": 12,
    "hearts.bots.normal": 13,
    "hearts.bots.hard": 14,
    "hearts.bots": 15,
    "hearts.hints": 16,
    "hearts.tools": 17,
    "hearts": 17,  # the face shows the engine alone: never game.py or tools.py
}

SAME_FLOOR: frozenset[tuple[str, str]] = frozenset(
    {
        ("fairdeal.wire", "fairdeal.wire.*"),
        ("fairdeal.wire.steps", "fairdeal.wire.fields"),
        ("fairdeal.wire.messages", "fairdeal.wire.fields"),
        ("fairdeal.wire.messages", "fairdeal.wire.steps"),
        ("fairdeal.wire.reading", "fairdeal.wire.*"),
        ("fairdeal.closing", "fairdeal.order"),
        ("fairdeal.judge", "fairdeal.dealing"),
        ("fairdeal.seating", "fairdeal.order"),
        ("fairdeal.used", "fairdeal.order"),
        ("fairdeal.voids", "fairdeal.order"),
        ("fairdeal.voids", "fairdeal.seating"),
        ("fairdeal.seat", "fairdeal.ownview"),
        ("fairdeal.seat", "fairdeal.pledges"),
        ("fairdeal.collected", "fairdeal.opendeal"),
        ("fairdeal.host", "fairdeal.collected"),
        ("fairdeal.host", "fairdeal.opendeal"),
        ("fairdeal.host", "fairdeal.seat"),
        ("fairdeal.proofs", "fairdeal.forms"),
        ("fairdeal.__main__", "fairdeal.cli"),
        ("fairdeal.audit", "fairdeal.fall"),
        ("fairdeal.fall", "fairdeal.strata"),
        ("fairdeal.cli.*", "fairdeal.audit"),
        ("fairdeal.cli.*", "fairdeal.compare"),
        ("fairdeal.cli.*", "fairdeal.evidence"),
        ("fairdeal.cli.*", "fairdeal.fall"),
        ("fairdeal.cli", "fairdeal"),
        ("fairdeal.cli", "fairdeal.cli.*"),
        ("fairdeal.cli.*", "fairdeal.cli._*"),
        ("fairdeal.cli.*", "fairdeal"),
    }
)
"""Who may import whom on one floor (patterns)."""

BETWEEN: Mapping[str, Mapping[str, frozenset[str]]] = {
    "fairdeal": {},
    "hearts": {"fairdeal.game": frozenset({"hearts.game", "hearts.tools"})},
}
"""What a package may import of the other one, and which of its modules may."""

PURE: frozenset[str] = frozenset(
    {
        "__future__",
        "abc",
        "base64",
        "binascii",
        "bisect",
        "collections",
        "contextlib",
        "copy",
        "dataclasses",
        "enum",
        "functools",
        "heapq",
        "itertools",
        "math",
        "operator",
        "re",
        "shlex",
        "string",
        "struct",
        "textwrap",
        "types",
        "typing",
    }
)
"""Outside modules without any effect, open to all. Neither `random` nor a clock is here."""

ALONE: Mapping[str, frozenset[str]] = {
    # An audit's report has fractions, which canonical JSON has not.
    "json": frozenset({"fairdeal.canonical", "fairdeal.cli.audit"}),
    "orjson": frozenset({"fairdeal.canonical"}),
    "nacl": frozenset({"fairdeal.crypto"}),
    "hashlib": frozenset({"fairdeal.crypto"}),
    "hmac": frozenset({"fairdeal.crypto"}),
    "secrets": frozenset({"fairdeal.crypto"}),
    "pydantic": frozenset({"fairdeal.wire.*"}),
    "typing_extensions": frozenset({"fairdeal.wire.*"}),
    "cryptography": frozenset({"fairdeal.keys"}),
    "importlib.metadata": frozenset({"fairdeal.games"}),
    "numpy": frozenset({"fairdeal.chance", "fairdeal.fall", "fairdeal.strata"}),
    "numpy.random": frozenset(),
    "scipy": frozenset({"fairdeal.chance"}),
    **dict.fromkeys(
        (
            *("click", "concurrent.futures", "errno", "io", "multiprocessing", "os", "pathlib"),
            *("rich", "shlex", "shutil", "signal", "sys"),
        ),
        frozenset({"fairdeal.cli", "fairdeal.cli.*"}),
    ),
    **dict.fromkeys(
        ("open()", "print()", "input()", "exit()", "quit()"),
        frozenset({"fairdeal.cli", "fairdeal.cli.*"}),
    ),
    **dict.fromkeys(("__import__()", "breakpoint()", "compile()", "eval()", "exec()"), frozenset()),
}
"""Outside modules and builtins (with brackets), and the only modules that may use them."""


@dataclass(frozen=True)
class House:
    """The rules that the checker applies to one source tree."""

    floors: Mapping[str, int]
    same_floor: frozenset[tuple[str, str]] = frozenset()
    between: Mapping[str, Mapping[str, frozenset[str]]] = field(default_factory=dict)
    pure: frozenset[str] = PURE
    alone: Mapping[str, frozenset[str]] = field(default_factory=lambda: ALONE)


HOUSE = House(FLOORS, SAME_FLOOR, BETWEEN)


def modules(src: Path) -> dict[str, Path]:
    """Every module file under `src` by its dotted name."""
    found = {}
    for path in sorted(src.rglob("*.py")):
        parts = path.relative_to(src).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def imported(tree: ast.Module, module: str, path: Path) -> Iterator[str]:
    """Every name that the import statements of `module` ask for, dotted in full."""
    package = module if path.name == "__init__.py" else module.rpartition(".")[0]
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package.split(".")[: len(package.split(".")) - node.level + 1]
            stem = ".".join([*(base if node.level else ()), *filter(None, [node.module])])
            yield from (f"{stem}.{alias.name}" for alias in node.names)


def builtins_used(tree: ast.Module, names: Iterable[str]) -> Iterator[str]:
    """Those of `names` (written with brackets) that the module reads as plain names."""
    wanted = set(names)
    loaded = (
        f"{node.id}()"
        for node in ast.walk(tree)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)
    )
    return (name for name in loaded if name in wanted)


def prefixes(dotted: str) -> list[str]:
    """``a.b.c``, ``a.b``, ``a``: the longest first."""
    parts = dotted.split(".")
    return [".".join(parts[:end]) for end in range(len(parts), 0, -1)]


def matches(module: str, patterns: Iterable[str]) -> bool:
    """Whether `module` is one of the names or patterns."""
    return any(fnmatchcase(module, pattern) for pattern in patterns)


def outside_problem(house: House, module: str, name: str) -> str | None:
    """What is wrong with the use of an outside module or a builtin."""
    for prefix in prefixes(name):
        if prefix in house.pure:
            return None
        if prefix in house.alone:
            if matches(module, house.alone[prefix]):
                return None
            return f"{module} uses {prefix}, which is not its business"
    return f"{module} uses {name}, which no rule names"


def inside_problem(house: House, module: str, target: str) -> str | None:
    """What is wrong with the import of one of the tree's own modules."""
    package, other = module.partition(".")[0], target.partition(".")[0]
    if package != other:
        if module in house.between.get(package, {}).get(target, ()):
            return None
        return f"{module} imports {target} of another package"
    here, there = house.floors.get(module), house.floors.get(target)
    if here is None or there is None:
        return None  # reported once, as a module that no rule names
    if there > here:
        return f"{module} (floor {here}) imports {target} (floor {there}): upward"
    if there == here and not any(
        fnmatchcase(module, one) and fnmatchcase(target, two) for one, two in house.same_floor
    ):
        return f"{module} imports {target} on its own floor {here}"
    return None


def problems(house: House, src: Path) -> list[str]:
    """Every breach of the house's rules in the source tree, as sentences."""
    files = modules(src)
    own = {name.partition(".")[0] for name in files}
    said = [f"{name} is a module that no rule names" for name in files if name not in house.floors]
    graph: dict[str, set[str]] = {name: set() for name in files}
    for module, path in files.items():
        tree = ast.parse(path.read_text(encoding="utf-8"), str(path))
        for name in imported(tree, module, path):
            if name.partition(".")[0] in own:
                target = next((prefix for prefix in prefixes(name) if prefix in files), name)
                if target != module:
                    graph[module].add(target)
            else:
                said.append(outside_problem(house, module, name) or "")
        said.extend(
            outside_problem(house, module, name) or "" for name in builtins_used(tree, house.alone)
        )
        said.extend(inside_problem(house, module, name) or "" for name in graph[module])
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        said.append("a circle: " + " -> ".join(reversed(error.args[1])))
    return sorted({sentence for sentence in said if sentence})


# The tree itself


def test_the_source_tree_keeps_the_rules() -> None:
    assert problems(HOUSE, SRC) == []


def test_every_module_that_the_rules_name_exists() -> None:
    assert sorted(set(FLOORS) - set(modules(SRC))) == []


def test_the_rules_name_no_stranger() -> None:
    """A pattern that fits no module would be a rule that can no longer be broken."""
    named = {one for allowed in ALONE.values() for one in allowed}
    named |= {one for allowed in BETWEEN["hearts"].values() for one in allowed}
    named |= {side for pair in SAME_FLOOR for side in pair}
    assert [one for one in sorted(named) if not any(fnmatchcase(m, one) for m in FLOORS)] == []


def test_hearts_plays_without_cryptography() -> None:
    """The engine imports where neither fairdeal nor any third-party package can be had."""
    engine = sorted(
        name
        for name in FLOORS
        if name.startswith("hearts") and name not in BETWEEN["hearts"]["fairdeal.game"]
    )
    code = f"import sys; sys.path.insert(0, {str(SRC)!r}); sys.modules['fairdeal'] = None; " + (
        "; ".join(f"import {name}" for name in engine)
    )
    subprocess.run([sys.executable, "-I", "-S", "-c", code], check=True)


# The checker bites

SMALL = House(
    floors={"app.low": 1, "app.peer": 1, "app.high": 2, "app": 3, "lib": 1},
    between={"app": {"lib": frozenset({"app.high"})}},
    alone={"json": frozenset({"app.high"}), "open()": frozenset({"app.high"})},
)
FAIR_TREE = {
    "app/__init__.py": "from app.high import act\n",
    "app/low.py": "import re\n",
    "app/peer.py": "",
    "app/high.py": "import json, lib\nfrom app import low, peer\n\n\ndef act(): return open(low)\n",
    "lib/__init__.py": "from collections.abc import Mapping\n",
}


def plant(src: Path, changes: Mapping[str, str]) -> Path:
    """Write the fair tree with `changes` under `src`."""
    for name, text in {**FAIR_TREE, **changes}.items():
        path = src / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return src


def test_the_checker_finds_nothing_in_a_fair_tree(tmp_path: Path) -> None:
    assert problems(SMALL, plant(tmp_path, {})) == []


UPWARD = "app.low (floor 1) imports app.high (floor 2): upward"


@pytest.mark.parametrize(
    ("file", "text", "sentence"),
    [
        ("app/low.py", "import app.high", UPWARD),
        ("app/low.py", "from app import high as h", UPWARD),
        ("app/low.py", "from app.high import act", UPWARD),
        ("app/low.py", "from .high import act", UPWARD),
        ("app/low.py", "from . import high", UPWARD),
        ("app/low.py", "def late():\n    from app.high import act", UPWARD),
        (
            "app/low.py",
            "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from app.high import act",
            UPWARD,
        ),
        ("app/low.py", "from app import act", "app.low (floor 1) imports app (floor 3): upward"),
        ("app/low.py", "import app.peer", "app.low imports app.peer on its own floor 1"),
        ("app/low.py", "import lib", "app.low imports lib of another package"),
        ("lib/__init__.py", "import app.low", "lib imports app.low of another package"),
        ("app/low.py", "import json", "app.low uses json, which is not its business"),
        ("app/low.py", "from json import loads", "app.low uses json, which is not its business"),
        ("app/low.py", "open('x')", "app.low uses open(), which is not its business"),
        ("app/low.py", "f = open", "app.low uses open(), which is not its business"),
        ("app/low.py", "import random", "app.low uses random, which no rule names"),
        ("app/low.py", "from time import time", "app.low uses time.time, which no rule names"),
        ("app/new.py", "", "app.new is a module that no rule names"),
        ("app/new/__init__.py", "", "app.new is a module that no rule names"),
    ],
)
def test_the_checker_bites(tmp_path: Path, file: str, text: str, sentence: str) -> None:
    found = problems(SMALL, plant(tmp_path, {file: text}))
    assert [one for one in found if not one.startswith("a circle")] == [sentence]


def test_the_checker_sees_a_circle(tmp_path: Path) -> None:
    house = House({"app.low": 1, "app.peer": 1}, frozenset({("app.*", "app.*")}))
    for name, other in (("low", "peer"), ("peer", "low")):
        (tmp_path / "app").mkdir(exist_ok=True)
        (tmp_path / "app" / f"{name}.py").write_text(f"import app.{other}\n", encoding="utf-8")
    (found,) = problems(house, tmp_path)
    assert re.fullmatch(r"a circle: app\.(\w+) -> app\.(\w+) -> app\.\1", found)


@pytest.mark.parametrize("name", ["random", "numpy.random", "time", "uuid", "socket", "os"])
def test_nobody_below_the_command_line_has_chance_clock_or_network(name: str) -> None:
    house = [module for module in FLOORS if not module.startswith("fairdeal.cli")]
    assert [module for module in house if not outside_problem(HOUSE, module, name)] == []


# Code and specification name the same things


def codes_in(spec: str) -> list[str]:
    """The backticked first cells of the table rows in the sections headed "… codes …"."""
    codes: list[str] = []
    depth = 0  # of the heading that opened the section; 0: outside
    for line in spec.splitlines():
        if heading := re.match(r"(#+)\s+(.*)", line):
            level = len(heading[1])
            if not depth or level <= depth:
                depth = level if re.search(r"\bcodes\b", heading[2], re.IGNORECASE) else 0
        elif depth and (row := re.match(r"\|\s*`([^`\s]+)`\s*\|", line)):
            codes.append(row[1])
    return codes


def test_codes_in_reads_tables_of_its_sections_only() -> None:
    spec = """
# Checks
| `no` | not a code section |
## 9 Codes
Text with `no`.
| code | means |
|---|---|
| `a-one` | one, see `no` |
### 9.1 More
|  `b-two`  | two |
| two `no` words | |
## 10 Next
| `no` | |
"""
    assert codes_in(spec) == ["a-one", "b-two"]


def test_the_specification_lists_exactly_the_codes() -> None:
    from fairdeal.findings import Code

    spec = (ROOT / "specs" / "fairdeal.md").read_text(encoding="utf-8")
    listed = codes_in(spec.split("### 11.3")[0])
    assert listed, "no section headed with codes has a table of them"
    assert len(listed) == len(set(listed)), "a code is listed twice"
    assert set(listed) == {code.value for code in Code}


# The face


def face() -> list[str]:
    """The literal ``__all__`` of fairdeal, read from its source."""
    tree = ast.parse((SRC / "fairdeal" / "__init__.py").read_text(encoding="utf-8"))
    for node in tree.body:
        match node:
            case ast.Assign(targets=[ast.Name(id="__all__")], value=value):
                return list(ast.literal_eval(value))
            case _:
                pass
    raise AssertionError("fairdeal has no literal __all__")


def documented(value: object) -> bool:
    """Whether a class or function has a docstring of its own; constants cannot have one."""
    if inspect.isclass(value):
        own = value.__doc__ or ""
        # A data class without a docstring is given its signature as one.
        return bool(own) and not own.startswith(f"{value.__name__}(")
    return not inspect.isroutine(value) or bool(inspect.getdoc(value))


def test_documented_bites() -> None:
    assert not documented(dataclass(type("Bare", (), {})))
    assert not documented(type("Bare", (), {}))
    assert not documented(lambda: None)
    assert documented(House)
    assert documented(face)


def test_every_public_name_is_there_and_documented() -> None:
    names = face()
    assert len(names) == len(set(names))
    package = importlib.import_module("fairdeal")
    assert [name for name in names if not documented(getattr(package, name))] == []


@pytest.mark.parametrize("package", ["fairdeal", "hearts"])
def test_both_packages_ship_their_types(package: str) -> None:
    found = importlib.import_module(package)
    assert found.__file__ is not None
    assert Path(found.__file__).with_name("py.typed").is_file()
