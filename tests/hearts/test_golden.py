"""The playthroughs that a person can read are those of the code."""

from __future__ import annotations

import pytest

from tests.hearts.golden import FOLDER, file, written
from tests.hearts.rulesets import NAMED


@pytest.mark.parametrize("name", list(NAMED))
def test_a_golden_playthrough(name: str) -> None:
    assert file(name).read_text(encoding="utf-8") == written(name)


def test_every_playthrough_is_of_a_rule_set() -> None:
    assert sorted(FOLDER.glob("*")) == sorted(map(file, NAMED))
