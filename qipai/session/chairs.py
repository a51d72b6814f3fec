"""Who sits on a chair, and what the table remembers of them."""

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import chain, count

from .refusals import Refused

PERSON, BOT, EMPTY = "person", "bot", "empty"
LONGEST_NAME = 24

# Bots are called after things in the room, which nobody takes for a person.
BOT_NAMES = ("Abacus", "Bamboo", "Crane", "Drum", "Ember", "Fan", "Gong", "Inkstone", "Kettle", "Lantern", "Teapot", "Willow")

# Characters that leave nothing, or a blank, where they stand, whatever Unicode counts them as: a name with one looks like
# another or like none.  Those that it counts as controls, formats and separators are refused for that.
INVISIBLE = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0")
EMOJI_STYLE = "\ufe0f"  # keyboards put it behind hearts and stars


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
    bank_when_asked: int = 0  # the same at the beginning of the decision in hand

    @property
    def who(self) -> tuple[str, str]:
        """Whose chair it is: bots are all alike, and whoever lets one play for them is still who they are."""
        return self.player, self.guest

    @property
    def thinks(self) -> bool:
        """Does a person decide here?"""
        return self.player == PERSON and not self.autopilot


def check_name(name: str) -> str:
    """A name fit to be shown, without blanks around it.  Raises `Refused`."""
    name = " ".join(name.replace(EMOJI_STYLE, "").split())
    if not 1 <= len(name) <= LONGEST_NAME or not all(map(visible, name)) or unicodedata.category(name[0])[0] == "M":
        raise Refused("bad_name")
    return name


def own_name(name: str, taken: Iterable[str]) -> str:
    """The name, with a number behind it where somebody has it already: who comes without one is called as the last who did."""
    others = {other.casefold() for other in taken}
    numbered = (f"{name[: LONGEST_NAME - len(f' {n}')].rstrip()} {n}" for n in count(2))
    return next(found for found in chain([name], numbered) if found.casefold() not in others)


def visible(character: str) -> bool:
    """Does it show?  Blanks between words do."""
    if character in INVISIBLE or "VARIATION SELECTOR" in unicodedata.name(character, ""):
        return False
    return character.isprintable()


def bot_name(taken: set[str]) -> str:
    """A bot's name that nobody at the table has."""
    return next(name for name in BOT_NAMES if name not in taken)
