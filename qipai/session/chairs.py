"""The chairs of a table: the person or bot on each, and the names that are allowed."""

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import chain, count

from .refusals import Refused

PERSON, BOT, EMPTY = "person", "bot", "empty"
LONGEST_NAME = 24  # characters

# Bots are named after things in a room, so that nobody takes one for a person.
BOT_NAMES = ("Abacus", "Bamboo", "Crane", "Drum", "Ember", "Fan", "Gong", "Inkstone", "Kettle", "Brush", "Plum", "Willow")

# Characters that are drawn as nothing or as a blank, although Unicode does not class them as controls, formats or separators (which are
# refused as such): a name with one of them looks like another name, or like none.
INVISIBLE = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0")
# Keyboards write these, or they come with a name that is pasted: the style after hearts and stars, the joiners within families of emoji and
# words of Persian, and the marks of direction.  Nothing is lost without them but how the others are drawn, and two names that differ by
# them look alike.
UNSEEN = str.maketrans(
    "", "", "\ufe0f\u200c\u200d\u200e\u200f\u061c\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff"
)


@dataclass
class Chair:
    """A chair at the table.  `seated` and `left` facts replace the object."""

    name: str = ""
    player: str = EMPTY
    level: str = ""  # of a bot, such as "rule"
    guest: str = ""  # opaque key of the person; never told
    autopilot: bool = False  # whether a bot plays this person's cards
    gone: bool = False  # whether the person left during the deal
    ready: bool = False  # whether the next deal may start
    slow: int = 0  # consecutive decisions for which the clock ran out
    bank: int = 0  # milliseconds left in this deal for decisions that exceed the limit
    bank_when_asked: int = 0  # `bank` when the current question was asked
    since: int = 0  # deals of this session that were over when this player sat down here
    brought: int = 0  # points of this session that this person has made on other chairs

    @property
    def who(self) -> tuple[str, str]:
        """The kind of player and the person's key.  All bots are equal; a person on autopilot is still that person."""
        return self.player, self.guest

    @property
    def thinks(self) -> bool:
        """Whether a person decides here: not a bot, an empty chair or the autopilot."""
        return self.player == PERSON and not self.autopilot


def check_name(name: str) -> str:
    """Return a name with its blanks tidied.  Raises `Refused` unless it has 1 to 24 characters, all visible."""
    name = " ".join(name.translate(UNSEEN).split())
    if not 1 <= len(name) <= LONGEST_NAME or not all(map(visible, name)) or unicodedata.category(name[0])[0] == "M":
        raise Refused("bad_name")
    return name


def own_name(name: str, taken: Iterable[str]) -> str:
    """Return the name, with a number after it if it is taken, in any case and in any of the forms in which Unicode writes it.

    >>> own_name("Ann", ["ann", "Bo"]), own_name("Ａｎｎ", ["Ann"])
    ('Ann 2', 'Ａｎｎ 2')
    """
    others = set(map(plainly, taken))
    numbered = (f"{name[: LONGEST_NAME - len(f' {n}')].rstrip()} {n}" for n in count(2))
    return next(found for found in chain([name], numbered) if plainly(found) not in others)


def plainly(name: str) -> str:
    """Return a name as all its spellings in Unicode have it (NFKC), without its case."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def visible(character: str) -> bool:
    """Return whether a character can be seen; blanks between words count as seen."""
    if character in INVISIBLE or "VARIATION SELECTOR" in unicodedata.name(character, ""):
        return False
    return character.isprintable()


def bot_name(taken: set[str]) -> str:
    """Return the first bot's name that is not taken."""
    return next(name for name in BOT_NAMES if name not in taken)
