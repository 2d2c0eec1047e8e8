"""Settings for all tests."""

from __future__ import annotations

import pytest
from hypothesis import settings

# Machines are shared and noisy: no test fails on time.
settings.register_profile("unhurried", deadline=None)
settings.load_profile("unhurried")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Slow tests run without measuring what they cover: that takes as long again as they do."""
    for item in items:
        if item.get_closest_marker("slow"):
            item.add_marker("no_cover")
