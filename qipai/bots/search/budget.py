"""How long a bot that searches may think, as its name says.

`pimc:300`: 300 deals played to their end per decision; `pimc:200ms`: a time; `pimc:300/200ms`: whichever is reached
first.
"""

import re
import time
from typing import NamedTuple

from qipai.engine.compiling import NATIVE
from qipai.engine.errors import QipaiError

METHODS = ("pimc", "ismcts")
SPELLED = re.compile(r"(?:([1-9][0-9]{0,6})|(?:([1-9][0-9]{0,6})/)?([1-9][0-9]{0,6})ms)")


class Budget(NamedTuple):
    """The simulations and milliseconds allowed per decision; 0 means no limit.

    Only a budget without milliseconds gives the same choice on every machine.
    """

    simulations: int
    milliseconds: int

    @property
    def allows_search(self) -> bool:
        """False in plain mode with a time limit: the interpreter plays too few deals, so the rule of thumb decides alone."""
        return NATIVE or not self.milliseconds


class Watch:
    """Measures one decision against its budget.  The caller adds the simulations it has played to `spent`."""

    def __init__(self, budget: Budget) -> None:
        self.budget = budget
        self.spent = 0
        self._begun = time.perf_counter()

    @property
    def used(self) -> float:
        """The share of the budget that is used: 1.0 is all of it."""
        simulations, milliseconds = self.budget
        played = self.spent / simulations if simulations else 0.0
        return max(played, (time.perf_counter() - self._begun) * 1000 / milliseconds) if milliseconds else played

    @property
    def time_is_up(self) -> bool:
        """True if there is a time limit and it has passed."""
        milliseconds = self.budget.milliseconds
        return milliseconds > 0 and (time.perf_counter() - self._begun) * 1000 >= milliseconds


def is_search(name: str) -> bool:
    """Return True if the name begins with a search method, whatever its budget."""
    return name.partition(":")[0] in METHODS


def read_search(name: str) -> tuple[str, Budget]:
    """Return the method and the budget in a bot's name.  Raises `QipaiError` for a malformed budget.

    >>> read_search("pimc:300/200ms")
    ('pimc', Budget(simulations=300, milliseconds=200))
    """
    method, _, wanted = name.partition(":")
    found = SPELLED.fullmatch(wanted)
    if not found:
        raise QipaiError(
            f"The budget of {name!r} cannot be read: write {method}:300 for 300 simulations a decision, {method}:200ms for a time, "
            f"{method}:300/200ms for what comes first."
        )
    alone, before, milliseconds = found.groups()
    return method, Budget(int(alone or before or 0), int(milliseconds or 0))
