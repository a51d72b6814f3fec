"""How a bot searches and how long it may think, as its name says.

`pimc:300`: 300 deals played to their end per decision; `pimc:200ms`: a time; `pimc:300/200ms`: whichever is reached
first.  `pimc+net:300`: a net plays them out, `pimc+net:300:FILE` that of a file.
"""

import re
import time
from typing import NamedTuple

from qipai.engine.compiling import NATIVE
from qipai.engine.errors import QipaiError

from ..levels import NET

METHODS = ("pimc", "ismcts")
WITH_NET = f"+{NET}"
SPELLED = re.compile(r"(?:([1-9][0-9]{0,6})|(?:([1-9][0-9]{0,6})/)?([1-9][0-9]{0,6})ms)(:.+)?", re.DOTALL)


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


class Search(NamedTuple):
    """What the name of a bot that searches says."""

    method: str  # of `METHODS`
    budget: Budget
    net: str | None = None  # the name of the net that plays deals out; None for the rule of thumb


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
    return name.partition(":")[0].removesuffix(WITH_NET) in METHODS


def read_search(name: str) -> Search:
    """Return what a bot's name says.  Raises `QipaiError` for a malformed budget.

    >>> read_search("pimc:300/200ms")
    Search(method='pimc', budget=Budget(simulations=300, milliseconds=200), net=None)
    >>> read_search("pimc+net:300:runs/first/net.npz").net
    'net:runs/first/net.npz'
    """
    method, _, wanted = name.partition(":")
    plain = method.removesuffix(WITH_NET)
    found = SPELLED.fullmatch(wanted)
    if not found or (found[4] and plain == method):
        raise QipaiError(
            f"The budget of {name!r} cannot be read: write {method}:300 for 300 simulations a decision, {method}:200ms for a time, "
            f"{method}:300/200ms for what comes first."
        )
    alone, before, milliseconds, file = found.groups()
    budget = Budget(int(alone or before or 0), int(milliseconds or 0))
    return Search(plain, budget, None if plain == method else f"{NET}{file or ''}")
