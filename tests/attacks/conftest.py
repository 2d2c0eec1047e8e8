from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import pytest

from fairdeal import crypto


@pytest.fixture(scope="module")
def remembered_signatures() -> Iterator[None]:
    """Verify each signature once: of one game, changed in many ways, the beginning is the same."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(crypto, "verify", lru_cache(1 << 16)(crypto.verify))
        yield
