"""Change the judging modules in small ways, one at a time, and see that tests notice each change.

    python -m tests.mutation.run [--again] [--quick] [MODULE ...]

Run it from the repository's folder; README.md beside this file says more. Without a module all
those of `[tool.mutmut]` are taken. With ``--again`` only those mutants are tried that the last run
did not kill or did not come to; with ``--quick`` survivors are not tried against the broad set. The
status is 1 if a mutant survives that `survivors.toml` does not explain, if one is explained there
and is not among the survivors, or if the run was interrupted.
"""

from __future__ import annotations

import fnmatch
import os
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path

import libcst as cst
from mutmut import __main__ as mutmut
from mutmut.mutation import mutators

HERE = Path(__file__).parent
BROAD = ("tests/unit", "tests/attacks", "tests/specs", "tests/roles", "tests/properties")
"""What is run against the survivors of the quick set, which `[tool.mutmut]` names."""

DEAD, ALIVE = {"killed", "timeout"}, {"survived", "no tests"}
"""How a mutant can end; every other status says that it was not tried to the end."""

_NOTED_ALREADY = (cst.Equal, cst.NotEqual, cst.Is, cst.IsNot, cst.In, cst.NotIn)


# Two kinds of changes that mutmut lacks, a statement left out and a condition turned round; and
# texts: it would change their letters, too, and sentences, in which a word more tells nothing.


def other_word(node: cst.BaseString) -> Iterator[cst.BaseString]:
    """A text gets other letters around it, unless it has a blank: then it is a sentence."""
    if isinstance(node, cst.SimpleString) and " " not in node.value:
        yield from islice(mutators.operator_string(node), 1)


def left_out(node: cst.SimpleStatementLine) -> Iterator[cst.SimpleStatementLine]:
    """A statement that acts is replaced by ``pass``; names have to stay bound."""
    (statement,) = node.body[:1]
    if isinstance(statement, cst.Expr):
        acts = not isinstance(statement.value, cst.BaseString)
    elif isinstance(statement, cst.Assign):
        acts = not all(isinstance(one.target, cst.Name) for one in statement.targets)
    else:
        acts = isinstance(
            statement, cst.AugAssign | cst.Continue | cst.Del | cst.Raise | cst.Return
        )
    if acts:
        yield node.with_changes(body=[cst.Pass()])


def turned_round(node: cst.If | cst.CompIf) -> Iterator[cst.If | cst.CompIf]:
    """A condition is negated, where no change of its operator does that."""
    test = node.test
    if isinstance(test, cst.UnaryOperation) and isinstance(test.operator, cst.Not):
        return
    if isinstance(test, cst.Comparison) and isinstance(
        test.comparisons[0].operator, _NOTED_ALREADY
    ):
        return
    inside = test.with_changes(lpar=[cst.LeftParen()], rpar=[cst.RightParen()])
    yield node.with_changes(test=cst.UnaryOperation(operator=cst.Not(), expression=inside))


mutators.mutation_operators[:] = [
    (node, other_word if change is mutators.operator_string else change)
    for node, change in mutators.mutation_operators
] + [
    (cst.SimpleStatementLine, left_out),
    (cst.If, turned_round),
    (cst.CompIf, turned_round),
]


# What survived, and why it may


def results(modules: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Name and status of each mutant of the modules, as of the last run."""
    patterns = [f"fairdeal.{module}.*" for module in modules]
    for path in mutmut.walk_mutatable_files():
        data = mutmut.SourceFileMutationData(path=path)
        data.load()
        for name, code in data.exit_code_by_key.items():
            if any(fnmatch.fnmatch(name, pattern) for pattern in patterns):
                yield name, mutmut.status_by_exit_code[code]


def described(name: str) -> str:
    """A mutant by its function and what changes there, which outlasts a change elsewhere."""
    function = name.rpartition("__mutmut_")[0].replace("xǁ", "").replace("ǁ", ".")
    function = function.replace(".x_", ".")
    lines = mutmut.get_diff_for_mutant(name).splitlines()[2:]
    before = " ".join(line[1:].strip() for line in lines if line.startswith("-"))
    after = " ".join(line[1:].strip() for line in lines if line.startswith("+"))
    return f"{function}: {before} -> {after}"


def explained(modules: Iterable[str]) -> Counter[str]:
    """The mutants of the modules that are allowed to survive, as `survivors.toml` gives reasons."""
    reasons = tomllib.loads((HERE / "survivors.toml").read_text(encoding="utf-8"))["reason"]
    starts = tuple(f"fairdeal.{module}." for module in modules)
    return Counter(
        mutant for one in reasons for mutant in one["mutants"] if mutant.startswith(starts)
    )


def survives_broadly(name: str) -> bool:
    """Whether no test of the broad set, which is much slower, notices the mutant either."""
    print(f"  broad set: {name}", flush=True)
    mutants = Path("mutants").resolve()
    path = os.pathsep.join([str(mutants / "src"), str(mutants)])
    tried = subprocess.run(
        [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *BROAD],
        cwd=mutants,
        env={**os.environ, "MUTANT_UNDER_TEST": name, "PYTHONPATH": path},
        stdout=subprocess.DEVNULL,
        check=False,
    )
    return tried.returncode == 0


def main(arguments: list[str]) -> int:
    """Run, print what survived, and give the exit status."""
    again = "--again" in arguments
    quick = "--quick" in arguments
    modules = [one for one in arguments if not one.startswith("-")] or [
        Path(path).stem for path in mutmut.config().only_mutate
    ]
    names = [f"fairdeal.{module}.*" for module in modules]
    if again:
        names = [name for name, status in results(modules) if status not in DEAD]
    if names:
        mutmut._run(names, 1)
    found = list(results(modules))
    counts = Counter(status for _, status in found)
    print(", ".join(f"{count} {status}" for status, count in sorted(counts.items())))
    if counts.keys() - ALIVE - DEAD:
        print("The run was interrupted: go on with --again.")
        return 1
    expected = explained(modules)
    new = []
    for name, status in found:
        if status in DEAD:
            continue
        text = described(name)
        if expected[text]:
            expected[text] -= 1
        elif quick or survives_broadly(name):
            new.append(f"SURVIVES UNEXPLAINED {name}\n    {text}")
    gone = [f"EXPLAINED, BUT KILLED OR GONE\n    {text}" for text in expected.elements()]
    print("\n".join([*new, *gone]))
    return 1 if new or gone else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
