"""The first shell blocks of a README as one script that stops at the first failure.

``readme_commands.py README COUNT``: the commands stand in the script as they stand in the
README and run in one shell, one after the other, as a reader would type them. A check of the
status follows each command, since ``set -e`` does not see a failure inside ``a && b``.
A command is a line, or lines joined by a backslash at the end.
"""

import re
import sys
from pathlib import Path

CHECK = "status=$?; if [ $status -ne 0 ]; then exit $status; fi"


def script(markdown: str, count: int) -> str:
    """The script made of the first `count` blocks marked as ``sh``."""
    blocks = re.findall(r"^```sh\n(.*?)^```$", markdown, re.MULTILINE | re.DOTALL)[:count]
    if len(blocks) < count:
        sys.exit(f"the README has {len(blocks)} of {count} shell blocks")
    lines = ["set -o pipefail"]
    for block in blocks:
        for command in re.findall(r"(?:.*\\\n)*.*\n", block):
            if command.strip() and not command.lstrip().startswith("#"):
                shown = command.rstrip("\n")
                lines += [f"cat <<'COMMAND'\n$ {shown}\nCOMMAND", shown, CHECK]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    print(script(Path(sys.argv[1]).read_text(encoding="utf-8"), int(sys.argv[2])), end="")
