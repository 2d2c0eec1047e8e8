"""The lower bounds of pyproject.toml as exact pins, for pip's ``--constraint``.

``lower_bounds.py [EXTRA ...]`` prints ``name==version`` for each dependency and those of the
extras; ``lower_bounds.py --python`` prints the oldest interpreter, as ``python3.11``.
A dependency without a lower bound is an error: it would be a claim that nobody tests.
"""

import re
import sys
import tomllib
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent / "pyproject.toml"


def pin(requirement: str) -> str:
    """``name>=1.2,<2`` as ``name==1.2``."""
    bound = re.fullmatch(r"\s*([\w.-]+)\s*>=\s*([\w.]+)\s*(?:,\s*[<!][^,]+)*", requirement)
    if not bound:
        sys.exit(f"{requirement!r} has no lower bound of the form name>=version")
    return f"{bound[1]}=={bound[2]}"


def main(arguments: list[str]) -> None:
    """Print what the arguments ask for."""
    project = tomllib.loads(PROJECT.read_text(encoding="utf-8"))["project"]
    if arguments == ["--python"]:
        print("python" + project["requires-python"].removeprefix(">="))
        return
    wanted = list(project["dependencies"])
    for extra in arguments:
        wanted += project["optional-dependencies"][extra]
    print("\n".join(sorted(map(pin, wanted))))


if __name__ == "__main__":
    main(sys.argv[1:])
