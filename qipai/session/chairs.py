"""Who sits on a chair, and what the table remembers of them."""

from dataclasses import dataclass

from .refusals import Refused

PERSON, BOT, EMPTY = "person", "bot", "empty"
LONGEST_NAME = 24

# Bots are called after things in the room, which nobody takes for a person.
BOT_NAMES = ("Abacus", "Bamboo", "Crane", "Drum", "Ember", "Fan", "Gong", "Inkstone", "Kettle", "Lantern", "Teapot", "Willow")


@dataclass
class Chair:
    """A chair at the table.  `seated` and `left` facts replace it."""

    name: str = ""
    player: str = EMPTY
    level: str = ""  # of a bot
    guest: str = ""  # opaque key of the person; never told
    autopilot: bool = False  # a bot plays a person's cards
    gone: bool = False  # the person stood up in the middle of the deal
    ready: bool = False  # for the next deal
    slow: int = 0  # decisions in a row for which the clock ran out
    bank: int = 0  # milliseconds left beyond the limit, in this deal

    @property
    def thinks(self) -> bool:
        """Does a person decide here?"""
        return self.player == PERSON and not self.autopilot


def check_name(name: str) -> str:
    """A name fit to be shown, without blanks around it.  Raises `Refused`."""
    name = " ".join(name.split())
    if not 1 <= len(name) <= LONGEST_NAME or not name.isprintable():
        raise Refused("bad_name")
    return name


def bot_name(taken: set[str]) -> str:
    """A bot's name that nobody at the table has."""
    return next(name for name in BOT_NAMES if name not in taken)
