"""A situation in the making: records with readable fields, and the compiled rules that move them on."""

from typing import Any, NamedTuple

from qipai.engine import records
from qipai.engine.errors import NotationError
from qipai.engine.records import Record
from qipai.engine.seats import NOBODY

from .dealing import clear, first_setup
from .face_up import goes_on_top
from .family import Member
from .naming import bag_of_kinds
from .pieces import KINDS, pieces_in
from .play import CONCEAL, EXPOSE, LAY, UNDER, apply_action, is_legal, pack_action
from .state import ANSWERING, EXPOSING, LEADING, OVER, SETUP, STATE, TAKING, TURNING
from .text import format_bag, rules_record
from .turning import ask_to_turn
from .variants import FACE_UP, Ruleset

OPEN_MARK, UNDER_MARK = "open", "under"


class Laid(NamedTuple):
    """What a seat has laid in this trick, and whether it was exposed or went unseen since."""

    bag: int
    mark: str = ""


class Situation:
    """A rule set, a setup and a state."""

    records: tuple[Record, Record]  # the setup and the state of a situation that was blank once

    def __init__(self, member: Member, ruleset: Any, setup: Any, state: Any) -> None:
        self.member, self.ruleset, self.setup, self.state = member, ruleset, setup, state
        self.rules = rules_record(ruleset)
        self.lays: list[Laid] = []  # that `settle` puts on the table

    @staticmethod
    def blank(member: Member, ruleset: Ruleset, players: int) -> "Situation":
        """Before a deal of this game."""
        setup, state = records.new(SETUP), records.new(STATE)
        made = Situation(member, ruleset, records.opened(setup), records.opened(state))
        made.records = setup, state
        first_setup(made.rules, players, made.setup)
        clear(made.state)
        made.table.players = players
        return made

    @property
    def table(self) -> Any:
        return self.state.table

    @property
    def players(self) -> int:
        return int(self.table.players)

    @property
    def phase(self) -> int:
        return int(self.table.phase)

    @property
    def pack(self) -> int:
        """The pieces in play, as a bag."""
        return bag_of_kinds(kind for kind in range(1, KINDS) for _ in range(int(self.setup.pack[kind])))

    @property
    def is_playing(self) -> bool:
        return self.phase in (LEADING, ANSWERING, EXPOSING)

    def hand(self, seat: int) -> int:
        return int(self.state.hands[seat])

    def laid_by(self, seat: int) -> Laid:
        """What a seat has laid, as a position tells it."""
        table, bag = self.table, int(self.state.laid[seat])
        if int(table.under) >> seat & 1:
            return Laid(bag, UNDER_MARK)
        exposed = self.phase == EXPOSING and seat != table.leader and bool(table.shown[seat])
        return Laid(bag, OPEN_MARK if exposed else "")

    def settle(self) -> None:
        """Ask whoever is to decide, and lay what has been laid in this trick.  Raises `NotationError` for what may not be laid."""
        table = self.table
        table.left = int(self.setup.hand_size)
        if self.phase == TURNING:
            ask_to_turn(table)
        elif self.phase == TAKING:
            taken = any(int(taker) != NOBODY for taker in table.taker)
            table.asked = 1 << int(table.priority[1 if taken else 0])
        elif self.phase == OVER:
            table.left = 0
        else:
            table.left = max(self.held(seat) for seat in range(self.players))
            table.asked = 1 << int(table.leader)
            self.lay_again()

    def held(self, seat: int) -> int:
        """How many pieces a seat held at the beginning of the trick."""
        return int(pieces_in(self.hand(seat) + self.lays[seat].bag))

    def lay_again(self) -> None:
        """The trick so far, from its beginning."""
        table, trick = self.table, int(self.table.trick)
        order = [(int(table.leader) + turn) % self.players for turn in range(self.players)]
        lying = [seat for seat in order if self.lays[seat].bag]
        for seat in lying:
            self.state.hands[seat] = self.hand(seat) + self.lays[seat].bag
        for seat in lying:
            self.act(seat, pack_action(self.verb(seat), self.lays[seat].bag))
        for seat in order[1:]:
            if self.phase == EXPOSING and self.lays[seat].mark:
                self.act(seat, pack_action(EXPOSE if self.lays[seat].mark == OPEN_MARK else CONCEAL, 0))
        if int(table.trick) != trick or self.phase == OVER:
            raise NotationError(f"All have laid in trick {trick}, and it is over: leave laid=… out.")

    def verb(self, seat: int) -> int:
        """§8.3, §11.6  Only where a set could go on top it is a choice that it goes under."""
        hidden = self.rules.procedure == FACE_UP and self.lays[seat].mark == UNDER_MARK and self.phase == ANSWERING
        return UNDER if hidden and goes_on_top(self.table, self.rules, self.lays[seat].bag) else LAY

    def act(self, seat: int, action: int) -> None:
        if not is_legal(self.state, self.rules, seat, action):
            lay = self.lays[seat]
            done = f"{lay.mark} {format_bag(lay.bag)}".strip()
            raise NotationError(f"Seat {seat} may not have laid {done} in this trick.")
        apply_action(self.state, self.rules, seat, action)
