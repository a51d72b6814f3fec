"""The log of a table: one change is one `Entry`, under one `seq`, and tells everything that followed from one command.

Facts are in the past tense and name who may see them.  A table is the fold of its log (`Session.fold`); an entry that an
older version of the program wrote is lifted by `LIFTS` when it is read, and is never rewritten.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec

from qipai.engine.errors import RecordError
from qipai.engine.telling import Fact

from .deal import SEALED, UNSEALED

SCHEMA = 1  # of an entry's JSON; a change adds a lift

# From schema n to n + 1: a function of the decoded entry, under n.
LIFTS: Mapping[int, Callable[[dict[str, Any]], dict[str, Any]]] = {}

TABLE = "table"  # the actor of what nobody asked for
CLOCK = "clock"
HOST = "host"


def seat_actor(seat: int) -> str:
    """The actor of what the person on a chair did."""
    return f"seat:{seat}"


def bot_actor(seat: int) -> str:
    """The actor of what a bot, or the autopilot, did for a chair."""
    return f"bot:{seat}"


class Entry(msgspec.Struct, frozen=True):
    """One change of a table."""

    seq: int  # 1 is the opening
    at: int  # milliseconds since 1970, UTC
    actor: str  # "seat:2", "bot:2", "clock", "host", "table"
    command: str  # the actor's own id of the command, or ""
    facts: tuple[Fact, ...]

    @property
    def quiet(self) -> bool:
        """Is it an answer in a window, given or taken back?  Such an entry is shown to its seat alone, and nobody counts it."""
        return bool(self.facts) and all(fact.event in (SEALED, UNSEALED) and not fact.public for fact in self.facts)

    def seen_by(self, seat: int) -> list[dict[str, Any]]:
        """The facts as a chair may know them; `SPECTATOR` for the public view."""
        return [fact.seen_by(seat) for fact in self.facts]


def settle(facts: Iterable[Fact]) -> list[Fact]:
    """Facts as they will be read back: JSON values only, so that the live table and its fold hold the same."""
    return [Fact.read(written) for written in msgspec.json.decode(msgspec.json.encode([fact.whole() for fact in facts]))]


def write_entry(entry: Entry) -> bytes:
    """An entry as JSON."""
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
    """The entry that `write_entry` wrote, whichever version did.  Raises `RecordError`."""
    try:
        written = msgspec.json.decode(text)
        while written["schema"] != SCHEMA:
            written = LIFTS[written["schema"]](written)
        facts = tuple(Fact.read(fact) for fact in written["facts"])
        return Entry(written["seq"], written["at"], written["actor"], written["command"], facts)
    except (msgspec.DecodeError, KeyError, TypeError, AttributeError) as error:
        raise RecordError(f"This is no entry of a table's log of schema {SCHEMA} or earlier: {error!r}.") from error
