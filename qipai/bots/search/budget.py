"""How long a bot that searches thinks, as its name says it.

`pimc:300` is 300 deals played to the end, `pimc:200ms` a time, `pimc:300/200ms` what comes first.
"""

import re
import time
from typing import NamedTuple

from qipai.engine.compiling import NATIVE
from qipai.engine.errors import QipaiError

METHODS = ("pimc", "ismcts")
SPELLED = re.compile(r"(?:([1-9][0-9]{0,6})|(?:([1-9][0-9]{0,6})/)?([1-9][0-9]{0,6})ms)")


class Budget(NamedTuple):
    """Simulations of a decision, milliseconds, or both; 0 is no bound.  Only simulations give the same choice on every machine."""

    simulations: int
    milliseconds: int

    @property
    def allows_search(self) -> bool:
        """The interpreter plays too few deals in any time that people wait: there the rule of thumb answers alone."""
        return NATIVE or not self.milliseconds


class Watch:
    """Measures one decision against its budget."""

    def __init__(self, budget: Budget) -> None:
        self.budget = budget
        self.spent = 0
        self._begun = time.perf_counter()

    @property
    def used(self) -> float:
        """How much of the budget is gone: 1.0 is all of it."""
        simulations, milliseconds = self.budget
        played = self.spent / simulations if simulations else 0.0
        return max(played, (time.perf_counter() - self._begun) * 1000 / milliseconds) if milliseconds else played

    @property
    def time_is_up(self) -> bool:
        """Is there a time, and is it over?"""
        milliseconds = self.budget.milliseconds
        return milliseconds > 0 and (time.perf_counter() - self._begun) * 1000 >= milliseconds


def is_search(name: str) -> bool:
    """Is this the name of a bot that searches, whatever its budget?"""
    return name.partition(":")[0] in METHODS


def read_search(name: str) -> tuple[str, Budget]:
    """The method and the budget of a bot's name.  Raises `QipaiError` for a budget that is none."""
    method, _, wanted = name.partition(":")
    found = SPELLED.fullmatch(wanted)
    if not found:
        raise QipaiError(
            f"The budget of {name!r} cannot be read: write {method}:300 for 300 simulations a decision, {method}:200ms for a time, "
            f"{method}:300/200ms for what comes first."
        )
    alone, before, milliseconds = found.groups()
    return method, Budget(int(alone or before or 0), int(milliseconds or 0))
