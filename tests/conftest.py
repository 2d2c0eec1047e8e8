"""Settings for all tests."""

from __future__ import annotations

from hypothesis import settings

# Machines are shared and noisy: no test fails on time.
settings.register_profile("unhurried", deadline=None)
settings.load_profile("unhurried")
