"""Bots: each maps an observation and the legal actions to an action.

A bot sees exactly what a person in its seat would see.
"""

from .bot import Bot, answer, check_bot, make_bot
from .levels import BASIC, LEVELS, MASTER, SEARCH, bot_of, level_named, levels_at

__all__ = [
    "BASIC",
    "LEVELS",
    "MASTER",
    "SEARCH",
    "Bot",
    "answer",
    "bot_of",
    "check_bot",
    "level_named",
    "levels_at",
    "make_bot",
]
