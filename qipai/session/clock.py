"""Time controls: how long a person may think.  Times come from the entries of the log, never from a client.

A decision may take as long as the limit; the time beyond it is taken from a bank that is full at the start of every deal.  When the
bank is empty, the rules' default action is played; the second time in a row the autopilot takes over.  Bots and seats on autopilot have
no clock.
"""

from typing import NamedTuple

from qipai.engine.errors import QipaiError

SLOW_LIMIT = 2  # consecutive decisions out of time, after which the autopilot takes over


class Control(NamedTuple):
    """A time control, in milliseconds."""

    limit: int  # for one decision
    bank: int  # for one deal, used by decisions that exceed the limit


PATIENT = "patient"  # no clock, and people need not be there: nobody plays for them, however long they are away

CLOCKS: dict[str, Control | None] = {
    "none": None,
    PATIENT: None,
    "relaxed": Control(30_000, 60_000),
    "normal": Control(15_000, 30_000),
    "fast": Control(8_000, 15_000),
}


def find_control(name: str) -> Control | None:
    """Return the time control with a name of `CLOCKS`; None where no clock runs.  Raises `QipaiError` for an unknown name."""
    if name not in CLOCKS:
        raise QipaiError(f"There is no clock {name!r}; there are {', '.join(CLOCKS)}.")
    return CLOCKS[name]


def bank_after(control: Control, bank: int, taken: int) -> int:
    """Return what is left of a bank after a decision that took `taken` milliseconds.

    >>> bank_after(Control(limit=15_000, bank=30_000), 30_000, 20_000)
    25000
    """
    return min(bank, max(0, bank - (taken - control.limit)))
