"""Many deals at one table: setups, results, the running score, the log and its fold, clocks.  No network here."""

from .log import CLOCK, HOST, TABLE, Entry, bot_actor, read_entry, seat_actor, write_entry
from .refusals import Refused, refusal_of
from .session import Session
from .views import ClockView, TableView

__all__ = [
    "CLOCK",
    "HOST",
    "TABLE",
    "ClockView",
    "Entry",
    "Refused",
    "Session",
    "TableView",
    "bot_actor",
    "read_entry",
    "refusal_of",
    "seat_actor",
    "write_entry",
]
