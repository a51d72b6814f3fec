"""Sessions: many deals of one game at one table, with chairs, score, clocks and a log.  No network and no storage.

    command  ->  Session.act … returns facts  ->  the caller stores an Entry  ->  Session.apply changes the table  ->  Session.view

`session.py` has the commands, `folding.py` applies entries, `deal.py` is one deal, `log.py` the entries, `viewing.py` makes the views.
"""

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
