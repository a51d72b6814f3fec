"""A situation in the making: a rule set, a setup and a state with readable fields."""

from typing import Any

from qipai.engine import records
from qipai.engine.records import Record

from .clearing import clear
from .ranks import KINDS
from .seating import SEATS
from .session import first_setup
from .state import CORRECTING, FOLLOWING, OVER, PHASES, SETUP, STATE, TELLING, THROWN_IN
from .text import rules_record
from .variants import Ruleset

PHASE = {name: number for number, name in enumerate(PHASES)}


class Situation:
    """Of a blank one, `records` are the setup and the state that it fills."""

    records: tuple[Record, Record]

    def __init__(self, ruleset: Any, setup: Any, state: Any) -> None:
        self.ruleset, self.setup, self.state = ruleset, setup, state
        self.table = state.table
        self.rules = rules_record(ruleset)

    @staticmethod
    def blank(ruleset: Ruleset) -> "Situation":
        """Before a game."""
        setup, state = records.new(SETUP), records.new(STATE)
        made = Situation(ruleset, records.opened(setup), records.opened(state))
        made.records = setup, state
        first_setup(made.rules, SEATS, made.setup)
        clear(made.state)
        return made

    @property
    def phase(self) -> int:
        return int(self.table.phase)

    @property
    def course(self) -> int:
        """The phase of the game itself: a question about a count and a set to be put right interrupt it."""
        phase = int(self.table.interrupted) if self.phase == TELLING else self.phase
        return FOLLOWING if phase == CORRECTING else phase

    @property
    def is_thrown_in(self) -> bool:
        return self.phase == OVER and int(self.table.ending) == THROWN_IN

    def number(self, name: str) -> int:
        """A field of the table."""
        return int(getattr(self.table, name))

    def numbers(self, name: str) -> list[int]:
        """A field of the table with a value for each seat."""
        return [int(value) for value in getattr(self.table, name)]

    def hand(self, seat: int) -> list[int]:
        return [int(count) for count in self.state.hands[seat]]

    def played(self, seat: int) -> list[int]:
        return [int(count) for count in self.table.played[seat]]

    def size(self, seat: int) -> int:
        return sum(self.hand(seat)[1:KINDS])
