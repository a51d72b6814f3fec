"""Tables that examples speak of, set up from what they tell and moved by the compiled rules.

Seats are named A to F in turn order, cards by their ranks.  Where an example leaves cards open, others are taken that tell nothing.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from qipai.cards.french import SUITS
from qipai.engine import records
from qipai.engine.errors import QipaiError
from qipai.engine.seats import seats_in
from qipai.engine.telling import KIND_BITS

from .dealing import deal
from .dealing import pack as list_pack
from .play import apply_action, is_legal, legal_actions
from .position_reader import read
from .ranks import COPIES, KIND, RANKS
from .scoring import returns
from .seating import SEATS, right_of
from .session import next_setup
from .situation import Situation
from .state import ACTIONS, CHANCE, LEADING, MAX_DRAWS, ORDER, OVER, RESULT, SETUP
from .text import format_set, set_of
from .variants import Ruleset
from .verbs import LAY, NO_SHAO, pack_action

NAMES = "ABCDEF"
LOW_CARDS = RANKS[: RANKS.index("10")]


def seat_named(name: str) -> int:
    if name not in tuple(NAMES):
        raise QipaiError(f"{name!r} is no seat: seats are {', '.join(NAMES)}.")
    return NAMES.index(name)


def name_of_seat(seat: int) -> str | None:
    return NAMES[seat] if seat >= 0 else None


def names_in(mask: int) -> list[str]:
    return [NAMES[seat] for seat in seats_in(mask)]


def cards_named(cards: Iterable[str]) -> int:
    """The set of some cards.  Raises `QipaiError` if they are none."""
    made = set_of([KIND[card] for card in cards])
    if made is None:
        raise QipaiError(f"{'-'.join(cards)} is no set.")
    return made


def list_of(seats: Iterable[str]) -> str:
    """Seats as a position writes them."""
    return ",".join(str(seat_named(name)) for name in seats) or "."


def places_of(order: Sequence[str]) -> str:
    """The places of those who went out in this order, as a position writes them."""
    return "/".join(str(order.index(name) + 1) if name in order else "." for name in NAMES)


def hands_with(
    known: Mapping[str, Iterable[str]], needed: Mapping[str, Iterable[str]], more: int, out: Sequence[str], laid: Iterable[str]
) -> str:
    """The hands as a position writes them: known ones, and of the others what they need and so many low cards more."""
    hands = {name: list(known.get(name, needed.get(name, ()))) for name in NAMES}
    left = Counter({rank: COPIES[rank] for rank in LOW_CARDS})
    left.subtract(laid)
    for hand in hands.values():
        left.subtract(hand)
    rest = iter([rank for rank in LOW_CARDS for _ in range(left[rank])])
    for name, hand in hands.items():
        if name not in known and name not in out:
            hand += [next(rest) for _ in range(more)]
    return "/".join("-".join(hands[name]) or "." for name in NAMES)


class Table:
    """A game in any situation."""

    def __init__(self, ruleset: Ruleset, **parts: str) -> None:
        self.ruleset, setup, state = read(Situation.blank(ruleset), parts)
        self.open(ruleset, setup, state)

    def open(self, ruleset: Ruleset, setup: Any, state: Any) -> None:
        self.packed = setup, state
        self.ruleset, self.setup, self.state = ruleset, records.opened(setup), records.opened(state)
        self.rules = Situation(ruleset, self.setup, self.state).rules

    @staticmethod
    def dealt(ruleset: Ruleset, setup: Any, counted: Sequence[str], rows: Sequence[Sequence[int]] | None = None) -> "Table":
        """§2.2, §3.1  A game just dealt: these cards are drawn in Kai Pai; `rows` are the cards by seat, from the first taker on."""
        made = Table.__new__(Table)
        blank = Situation.blank(ruleset)
        made.open(ruleset, setup, blank.records[1])
        order = records.opened(records.new(ORDER))
        list_pack(made.rules, made.setup, order)
        if rows is not None:
            order.cards[: int(order.count)] = [rows[turn % SEATS][turn // SEATS] for turn in range(int(order.count))]
        cards = [int(card) for card in order.cards[: int(order.count)]]
        order.lots[0] = 0
        for draw in range(MAX_DRAWS):
            rank = counted[min(draw, len(counted) - 1)]
            order.lots[draw + 1] = next(place for place, card in enumerate(cards) if card & (1 << KIND_BITS) - 1 == KIND[rank])
        deal(made.state, made.rules, made.setup, order)
        return made

    def copy(self) -> "Table":
        made = Table.__new__(Table)
        made.open(self.ruleset, *map(records.copy, self.packed))
        return made

    @property
    def table(self) -> Any:
        return self.state.table

    @property
    def phase(self) -> int:
        return int(self.table.phase)

    @property
    def asked(self) -> int:
        return int(self.table.asked)

    def is_asked(self, name: str) -> bool:
        return bool(self.asked >> seat_named(name) & 1)

    def hand(self, name: str) -> list[str]:
        return [rank for rank in RANKS for _ in range(int(self.state.hands[seat_named(name)][KIND[rank]]))]

    def may(self, name: str, verb: int, value: int = 0) -> bool:
        return bool(is_legal(self.state, self.rules, seat_named(name), pack_action(verb, value)))

    def legal(self, name: str) -> list[int]:
        actions = records.opened(records.new(ACTIONS))
        count = int(legal_actions(self.state, self.rules, seat_named(name), actions))
        return [int(action) for action in actions.list[:count]]

    def act(self, name: str, verb: int, value: int = 0) -> None:
        if not self.may(name, verb, value):
            what = format_set(value) if verb == LAY else "that"
            raise QipaiError(f"the rules refuse {name} to do {what}; {', '.join(names_in(self.asked))} to act.")
        self.do(name, pack_action(verb, value))

    def do(self, name: str, action: int) -> None:
        apply_action(self.state, self.rules, seat_named(name), action)

    def lay(self, name: str, cards: Iterable[str]) -> None:
        self.act(name, LAY, cards_named(cards))

    def answer(self, no: int, yes: int = 0, willing: Iterable[str] = ()) -> None:
        """All who are asked together answer; those who are willing, and may, say yes."""
        for name in names_in(self.asked):
            self.act(name, yes if name in tuple(willing) and self.may(name, yes) else no)

    def decline(self) -> None:
        """Nobody declares Shao Pai."""
        while self.phase == CHANCE:
            self.answer(NO_SHAO)

    def leader(self) -> str | None:
        return name_of_seat(next(seats_in(self.asked))) if self.phase == LEADING else None

    def result(self) -> Any:
        result = records.opened(records.new(RESULT))
        returns(self.state, self.rules, result)
        return result

    def next_setup(self) -> Any:
        """What the next game begins with, opened."""
        if self.phase != OVER:
            raise QipaiError("the game is not over.")
        following = records.opened(records.new(SETUP))
        next_setup(self.setup, self.result(), self.rules, following)
        return following


def setup_of(kind: int, **fields: int) -> Any:
    """A setup with four whole packs."""
    setup = Situation.blank(Ruleset()).records[0]
    opened = records.opened(setup)
    opened.kind = kind
    for name, value in fields.items():
        setattr(opened, name, value)
    return setup


def three(suit: str, copy: int) -> int:
    """A physical three."""
    return KIND["3"] | (SUITS.index(suit) + copy * len(SUITS)) << KIND_BITS


def seat_after(name: str, steps: int) -> str:
    return NAMES[right_of(seat_named(name), steps)]
