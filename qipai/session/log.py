"""The log of a table: one `Entry` per change, with all facts that followed from one command.

A table is the fold of its log (`Session.fold`).  Stored entries are never rewritten: one of an older schema is converted by `LIFTS` when
it is read.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec

from qipai.engine.errors import RecordError
from qipai.engine.files import NOT_JSON
from qipai.engine.telling import Fact

from .deal import SEALED, UNSEALED

SCHEMA = 1  # of the JSON of an entry; raising it requires a function in `LIFTS`

# By n: a function that converts a decoded entry from schema n to n + 1.
LIFTS: Mapping[int, Callable[[dict[str, Any]], dict[str, Any]]] = {}

TABLE = "table"  # the actor of changes that nobody asked for
CLOCK = "clock"
HOST = "host"


def seat_actor(seat: int) -> str:
    """Return the actor for commands of the person on a chair: "seat:2"."""
    return f"seat:{seat}"


def bot_actor(seat: int) -> str:
    """Return the actor for moves of a bot or the autopilot on a chair: "bot:2"."""
    return f"bot:{seat}"


class Entry(msgspec.Struct, frozen=True):
    """One change of a table."""

    seq: int  # 1 for the opening, and then one more for each entry
    at: int  # milliseconds since 1970, UTC
    actor: str  # "seat:2", "bot:2", "clock", "host", "table"
    command: str  # the client's id of the command, or ""
    facts: tuple[Fact, ...]

    @property
    def quiet(self) -> bool:
        """Whether this is an answer in a window, given or taken back: only its seat is told, and `Session.shown` does not count it."""
        return bool(self.facts) and all(fact.event in (SEALED, UNSEALED) and not fact.public for fact in self.facts)

    def seen_by(self, seat: int) -> list[dict[str, Any]]:
        """Return the facts as a seat may know them; `SPECTATOR` for what is public."""
        return [fact.seen_by(seat) for fact in self.facts]


def settle(facts: Iterable[Fact]) -> list[Fact]:
    """Return facts as they will be read back from JSON, so that a live table and its fold hold equal values."""
    return [Fact.read(written) for written in msgspec.json.decode(msgspec.json.encode([fact.whole() for fact in facts]))]


def write_entry(entry: Entry) -> bytes:
    """Return an entry as JSON."""
    return msgspec.json.encode(
        {
            "schema": SCHEMA,
            "seq": entry.seq,
            "at": entry.at,
            "actor": entry.actor,
            "command": entry.command,
            "facts": [fact.whole() for fact in entry.facts],
        }
    )


def read_entry(text: bytes | str) -> Entry:
    """Return the entry that `write_entry` wrote, in this or an earlier version.  Raises `RecordError` for other text."""
    try:
        written = msgspec.json.decode(text)
        while written["schema"] != SCHEMA:
            written = LIFTS[written["schema"]](written)
        facts = tuple(Fact.read(fact) for fact in written["facts"])
        return Entry(written["seq"], written["at"], written["actor"], written["command"], facts)
    except (*NOT_JSON, KeyError, TypeError, AttributeError) as error:
        raise RecordError(f"This is no entry of a table's log of schema {SCHEMA} or earlier: {error!r}.") from error
