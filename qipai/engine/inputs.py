"""What a net sees of a game: named groups of inputs that are on or off, and the compiled functions that say which are on.

A room that knows what matters declares its own in `inputs.py`; every other game gets inputs made from the fields that it declares
(`qipai.bots.nets.derived`).  A net of inputs that are mostly off is fast: its first layer only adds up the rows of those that
are on, and what all candidates of a decision share is added up once.
"""

import hashlib
from collections.abc import Callable
from typing import Any, NamedTuple

from .compiling import compiled, inlined
from .seats import NOBODY

ALL_LEGAL = -1  # as a number of candidates: all legal actions
BY_RULE = 0  # as a number of candidates: the rule of thumb decides


class Group(NamedTuple):
    """Inputs that belong together, and what they say."""

    name: str
    begin: int  # number of the first input
    size: int
    says: str
    late: bool = False  # a net that begins from chance learns faster without them, and sees them when it learns on


class Groups:
    """Collects the groups of a game while its module is imported.

    >>> sheet = Groups()
    >>> HAND, LEFT = sheet.group("hand", 15, "ranks that one holds"), sheet.group("left", 4, "cards left, 4 for more")
    >>> HAND, LEFT, sheet.size
    (0, 15, 19)
    """

    def __init__(self) -> None:
        self.groups: list[Group] = []
        self.size = 0

    def group(self, name: str, size: int, says: str, late: bool = False) -> int:
        """Add a group of `size` inputs; return the number of its first one.  `late`: see `Group`."""
        begin = self.size
        self.groups.append(Group(name, begin, size, says, late))
        self.size += size
        return begin


class Inputs(NamedTuple):
    """The inputs of a game.  The functions are compiled like rules, and leave the observation as they found it.

    `write_state(observation, rules, rows)` writes the numbers of the inputs that are on for every candidate to `rows` and returns how
    many they are.  `write_action(observation, rules, thought, action, parts, rows, count)` adds those of one candidate after the first
    `count` and returns how many there are then.  `consider(observation, rules)` returns what `write_action` wants to be worked out once
    (`thought`).  `parts` is a record of the game's `Vectors.action`, free to be used.  `candidates(observation, rules, actions)` fills
    `actions` with the legal actions worth a thought and returns their number; or it returns `ALL_LEGAL`, or `BY_RULE` for a question
    that is left to the rule of thumb, and the list is anybody's.  `learned(result, seat)` returns what a deal taught a seat, where its
    points and the share of the win, most points winning, say it badly: a number that is divided by `scale`, and the win from -1 to 1.
    """

    groups: tuple[Group, ...]
    most: int  # no more inputs are on at once
    scale: float  # points that count as much as a win does, roughly; 0: measured when training begins
    write_state: Callable[..., int]
    write_action: Callable[..., int]
    consider: Callable[..., Any]
    candidates: Callable[..., int]
    learned: Callable[..., tuple[float, float]] | None = None
    version: int = 1  # raised when the functions say something else in groups of the same names

    @property
    def size(self) -> int:
        """The number of inputs."""
        return self.groups[-1].begin + self.groups[-1].size

    @property
    def digest(self) -> str:
        """16 hex digits that stand for the groups and the version: a net's weights fit no other inputs."""
        told = [(group.name, group.begin, group.size) for group in self.groups]
        return hashlib.sha256(repr((told, self.version)).encode()).hexdigest()[:16]


@inlined
def on(rows: Any, count: Any, number: Any) -> Any:
    """Write the number of an input that is on; return how many there are then."""
    rows[count] = number
    return count + 1


@inlined
def at_least(rows: Any, count: Any, begin: Any, number: Any, most: Any) -> Any:
    """Switch on the inputs "at least one", "at least two" … of a number, `most` of them at most."""
    for place in range(min(most, int(number))):
        rows[count + place] = begin + place
    return count + min(most, int(number))


@inlined
def chair_on(rows: Any, count: Any, begin: Any, chair: Any, chairs: Any) -> Any:
    """Switch on the input of a chair in a group of `chairs` + 1 inputs, of which the last says: nobody."""
    rows[count] = begin + (chairs if chair == NOBODY else int(chair))
    return count + 1


@compiled
def nothing_considered(observation: Any, rules: Any) -> int:
    """Return 0: a `consider` for inputs that share nothing."""
    return 0


@compiled
def all_legal(observation: Any, rules: Any, actions: Any) -> int:
    """Return `ALL_LEGAL`: the `candidates` of a game whose lists are short."""
    return ALL_LEGAL
