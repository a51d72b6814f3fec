"""How long a person may think.  Pure: times come from the log's entries, never from a client.

A decision may take the limit of the clock; what it takes beyond is paid from a small bank that is full at the start of
every deal.  When the bank is empty too, the rules' default action is played; the second time in a row the seat goes on
autopilot.  Bots, and seats on autopilot, have no clock.
"""

from typing import NamedTuple

from qipai.engine.errors import QipaiError

SLOW_LIMIT = 2  # decisions in a row that run out before the autopilot takes over


class Control(NamedTuple):
    """A time control, in milliseconds."""

    limit: int  # of one decision
    bank: int  # of a deal, for decisions that take longer


CLOCKS: dict[str, Control | None] = {
    "none": None,
    "relaxed": Control(30_000, 60_000),
    "normal": Control(15_000, 30_000),
    "fast": Control(8_000, 15_000),
}


def find_control(name: str) -> Control | None:
    """A time control by name; None is no clock at all."""
    if name not in CLOCKS:
        raise QipaiError(f"There is no clock {name!r}; there are {', '.join(CLOCKS)}.")
    return CLOCKS[name]


def bank_after(control: Control, bank: int, taken: int) -> int:
    """What is left of a bank after a decision that took so long."""
    return min(bank, max(0, bank - (taken - control.limit)))
