"""Bots: an observation in, an action out.  A bot sees exactly what a person in its chair sees."""

from .bot import Bot, answer, check_bot, make_bot
from .levels import LEVELS, SEARCH, bot_of, levels_at

__all__ = ["LEVELS", "SEARCH", "Bot", "answer", "bot_of", "check_bot", "levels_at", "make_bot"]
