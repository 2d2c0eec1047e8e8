"""Section 15: whoever pastes its commands into a shell gets the values that stand below them."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

SPEC = Path(__file__).resolve().parents[2] / "specs" / "fairdeal.md"
TOOLS = ("bash", "xxd", "sha256sum", "openssl")


def section() -> str:
    text = SPEC.read_text(encoding="utf-8")
    return text.split("## 15. A worked deal")[1].split("## Appendix")[0]


def helpers() -> str:
    """The shell functions before the generated part."""
    before = section().split("<!-- begin generated")[0]
    (block,) = re.findall(r"^```\n(.*?)^```$", before, re.MULTILINE | re.DOTALL)
    return str(block)


def script() -> tuple[str, list[str]]:
    """The commands of the section in order, and what they are to print."""
    blocks = re.findall(r"^```sh\n(.*?)^```$", section(), re.MULTILINE | re.DOTALL)
    lines = "".join(blocks).splitlines()
    printed = [line.removeprefix("# ") for line in lines if line.startswith("# ")]
    commands = [line for line in lines if not line.startswith("# ")]
    return "\n".join(["set -eu", helpers(), *commands]), printed


def test_the_section_shows_what_has_to_be_shown() -> None:
    text, printed = script()
    for label in ("seed", "commit-root", "deck-key", "stream", "hand-salt", "hand"):
        assert re.search(rf"\blab {label}[;)]", text), label
    # Five commitments, root, key, blocks, order, draw, and salt and digest of four hands.
    assert len(printed) == 5 + 1 + 1 + text.count("lab stream; printf '%08x' ") - 1 + 2 + 8
    assert "too great" in section()


def test_the_commands_print_the_values_below_them() -> None:
    absent = [tool for tool in TOOLS if shutil.which(tool) is None]
    if absent:
        pytest.skip(f"not installed: {', '.join(absent)}")
    text, printed = script()
    done = subprocess.run(
        ["bash", "-s"], input=text, capture_output=True, text=True, encoding="utf-8", check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == printed
