"""Bots: an observation in, an action out.  A bot sees exactly what a person in its chair sees."""

from .bot import LEVELS, Bot, answer, make_bot

__all__ = ["LEVELS", "Bot", "answer", "make_bot"]
