"""Where the public test vectors of others are, which are no part of this project."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

_ROOT = Path(__file__).resolve().parent.parent.parent
_FOLDER = Path(os.environ.get("FAIRDEAL_VECTORS") or _ROOT.parent / "shared" / "vectors")


def vector_file(*parts: str) -> Path:
    """A file of the vectors; skips the test where it is absent."""
    path = _FOLDER.joinpath(*parts)
    if not path.is_file():
        pytest.skip(f"no {'/'.join(parts)} in {_FOLDER}: set FAIRDEAL_VECTORS to the folder")
    return path
