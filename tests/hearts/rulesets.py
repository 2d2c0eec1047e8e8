"""Rule sets for tests: every preset and variant by name, and any others by chance."""

from __future__ import annotations

from random import Random
from typing import Any

from hypothesis import strategies as st

from hearts.axes import CHOICES, RulesError
from hearts.cards import NAMES
from hearts.presets import PRESETS, VARIANTS, named
from hearts.rules import Rules

NAMED: dict[str, Rules] = {
    **PRESETS,
    **{
        f"house for {players}": named("house", changes={"players": players})
        for players in (3, 5, 6)
    },
    **{name: named(name) for name in VARIANTS if name != "cancellation"},
    **{
        f"cancellation for {players}": named("cancellation", changes={"players": players})
        for players in range(6, 12)
    },
    "shooters-choice in cancellation": named("cancellation", ["shooters-choice"], {"players": 8}),
}
"""Every preset, every variant, every number of players."""


def drawn(rng: Random) -> Rules:
    """Any rule set with meaning."""
    while True:
        packs = 2 if rng.random() < 0.3 else 1
        players = rng.randint(6, 11) if packs == 2 else rng.randint(3, 6)
        cards = sorted(rng.sample(range(52), rng.choice([0, 0, 1, 2, 4, 8, 30])))
        cycle = tuple(rng.randrange(players) for _ in range(rng.randint(1, 4)))
        values: dict[str, Any] = {
            "players": players,
            "packs": packs,
            "removed": tuple(NAMES[card] for card in cards),
            "pass_count": rng.choice([0, 1, 3, 3, 4]),
            "pass_cycle": rng.choice([(0,), cycle]),
            "queen_value": rng.choice([0, 5, 13, 13]),
            "target": rng.choice([1, 20, 50, 100]),
            **{axis: rng.choice(choices) for axis, choices in CHOICES.items()},
        }
        try:
            return Rules(**values)
        except RulesError:
            continue


def rule_sets() -> st.SearchStrategy[Rules]:
    """Any rule set with meaning, as a strategy."""
    return st.one_of(
        st.sampled_from(list(NAMED.values())),
        st.integers(0, 1_000_000).map(lambda seed: drawn(Random(seed))),
    )


any_values = st.fixed_dictionaries(
    {},
    optional={
        "players": st.integers(2, 12),
        "packs": st.integers(0, 3),
        "removed": st.lists(st.sampled_from(NAMES), unique=True, max_size=52).map(
            lambda names: sorted(names, key=NAMES.index)
        ),
        "pass_count": st.integers(-1, 20),
        "pass_cycle": st.lists(st.integers(-1, 11), max_size=4),
        "queen_value": st.integers(-1, 20),
        "target": st.integers(0, 1001),
        **{axis: st.sampled_from(choices) for axis, choices in CHOICES.items()},
    },
)
"""Values of some axes, with meaning or without."""
