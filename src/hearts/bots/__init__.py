"""Computer players at several levels. They see a deal as their seat does.

`LEVELS` makes one of each; see `hearts.bots.base.Bot` for what it is asked.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from hearts.bots.base import Below, Bot
from hearts.bots.hard import HardBot
from hearts.bots.normal import NormalBot
from hearts.bots.simple import EasyBot, RandomBot

__all__ = ["LEVELS", "Bot", "EasyBot", "HardBot", "NormalBot", "RandomBot"]

LEVELS: Final[Mapping[str, Callable[[Below], Bot]]] = {
    "random": RandomBot,
    "easy": EasyBot,
    "normal": NormalBot,
    "hard": HardBot,
}
"""What makes a bot of each level, from the weakest on."""
