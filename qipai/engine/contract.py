"""What a room hands to the engine: one protocol for each of its folders.  A module or package with these functions fulfils it.

`Dealing`, `Playing` and `Knowing` are the rules: compiled functions over records (`qipai.engine.records`).  They trust their arguments,
allocate nothing and never raise.  Each is documented at the method of the same name of `qipai.engine.game.Game`.
`Notation` and `Telling` are ordinary Python, called directly: `game.notation.format_action(action, ruleset)`.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

import numpy as np

from .errors import Refusal
from .records import (
    ActionsRecord,
    ObservationRecord,
    OrderRecord,
    RandomRecord,
    ResultRecord,
    RulesRecord,
    SetupRecord,
    StateRecord,
)
from .schema import Record as Declared
from .telling import Card, Choice, Explanation, Faces, Fact

Action = int


class Bounds(NamedTuple):
    """The least and the most points that one seat can get in a deal, in points of the rule book."""

    low: int
    high: int


class Mini(NamedTuple):
    """A mini game: the same rules with so few cards that the whole game tree can be searched.

    The setup lists what is in the pack, so a mini game is another setup and nothing else.  All lots are 0, so the first seat is known.
    """

    players: int
    pack: Mapping[int, int]  # how many cards of each kind; of each card number where no two cards are alike
    fields: Mapping[str, int]  # fields of the setup that differ from those of a first deal
    most_actions: int  # no decision has more legal actions
    ruleset: Mapping[str, str] = {}  # default options of the mini game, which keep the tree small
    first: tuple[int, ...] = ()  # cards at the head of the order of drawing, in this order, in every deal
    opening: tuple[str, ...] = ()  # actions, as text, that are applied before the first decision


class Statistic(NamedTuple):
    """A table of figures over many results, as printed by `qipai simulate`."""

    name: str
    heads: tuple[str, ...]  # headings of the columns; the first column holds the labels of the rows
    forms: tuple[str, ...]  # format specifications of the other columns: ".1%", "+.2f" …
    rows: dict[str, tuple[float, ...]]  # numbers by label


class Vectors(NamedTuple):
    """What environments need to turn records and actions into vectors: the declared records, and an action taken apart into one."""

    state: type[Declared]
    observation: type[Declared]
    action: type[Declared]
    take_apart: Callable[..., None]  # (action, rules, features): fills a record of type `action`; compiled, trusts
    is_action: Callable[..., bool]  # (action, rules): whether any int64 is a well-formed action under these rules; compiled


def _unchanged(setup: Any) -> None:
    """Nothing changes because somebody is new."""


def _balanced(ruleset: Any, players: int) -> int | None:
    """Return 0: what some win, the others lose."""
    return 0


def _all_alone(ruleset: Any, players: int) -> tuple[int, ...]:
    """Return a team for each seat."""
    return tuple(range(players))


def _unfitted(setup: Any, sizes: Sequence[int], cards: Sequence[Card]) -> None:
    """Leave the setup as it is."""


def _can_deal(setup: Any, cards: int) -> str | None:
    """Return None: any number of cards can be dealt."""
    return None


def _no_window(state: Any) -> bool:
    """Return False: no question is a window."""
    return False


def _unsaid(observation: Any, rules: Any, legal: Sequence[Action]) -> Refusal | None:
    """Return None: nothing is said of an action without an alternative."""
    return None


def _nothing_counted(results: np.ndarray) -> list[Statistic]:
    """Return no tables."""
    return []


@dataclass(frozen=True, kw_only=True)
class Particulars:
    """What few games have, each with what holds for all the others.  Ordinary Python; the first seven are documented at `Game`."""

    utility_sum: Callable[[Any, int], int | None] = _balanced
    teams: Callable[[Any, int], tuple[int, ...]] = _all_alone
    newcomers: Callable[[Any], None] = _unchanged
    fit_setup: Callable[[Any, Sequence[int], Sequence[Card]], None] = _unfitted
    check_setup: Callable[[Any, int], str | None] = _can_deal
    is_window: Callable[[Any], bool] = _no_window
    statistics: Callable[[np.ndarray], list[Statistic]] = _nothing_counted
    # (observation, rules, board) -> the fields of the board in which the observer's differs from the public one: `Telling.describe` of
    # an observation is `board`, what it makes of the spectators' observation as JSON values, with these fields in place of its own.
    # A live table then makes the public board once for all seats.  None: `describe` is asked for each seat.
    describe_own: Callable[[Any, Any, dict[str, Any]], Mapping[str, Any]] | None = None
    # (observation, rules, legal actions) -> why only one of them answers what the seat is asked; None where it has a choice
    why_alone: Callable[[Any, Any, Sequence[Action]], Refusal | None] = _unsaid


class Records(Protocol):
    """The NumPy types of a room's records, in its `state.py`.  `Game` documents each under the same name."""

    STATE: np.dtype
    SETUP: np.dtype
    OBSERVATION: np.dtype
    RESULT: np.dtype
    ORDER: np.dtype
    ACTIONS: np.dtype  # a list of legal actions, as `actions_type` makes it


class Between(NamedTuple):
    """What passes from one deal to the next: the declarations of `SETUP` and `RESULT`."""

    setup: type[Declared]
    result: type[Declared]


class Result(Protocol):
    """The result of a finished deal, as `Game.result` returns it: a plain record of the game's type `RESULT`."""

    points: list[int]  # by seat, in parts of a point, of which `Game.unit` make one; 0 in places without a seat

    def __getattr__(self, name: str) -> Any:
        """Return a further field of the game's `RESULT`: an int, or a list of ints."""
        ...


class Dealing(Protocol):
    """The beginning and the end of a deal."""

    def first_setup(self, rules: RulesRecord, players: int, setup: SetupRecord, /) -> None: ...

    def pack(self, rules: RulesRecord, setup: SetupRecord, order: OrderRecord, /) -> None: ...

    def deal(self, state: StateRecord, rules: RulesRecord, setup: SetupRecord, order: OrderRecord, /) -> None: ...

    def returns(self, state: StateRecord, rules: RulesRecord, result: ResultRecord, /) -> None: ...

    def next_setup(self, setup: SetupRecord, result: ResultRecord, rules: RulesRecord, following: SetupRecord, /) -> None: ...

    def bounds(self, ruleset: Any, setup: Any, /) -> Bounds:
        """Return bounds on every seat's points at the end of a deal."""
        ...

    def max_decisions(self, ruleset: Any, setup: Any, /) -> int:
        """Return an upper bound on the decisions of a deal."""
        ...


class Playing(Protocol):
    """What seats may do, and what it changes.

    Optional functions: `pending`, `to_act`, `may_act`, `is_over` and `is_legal`, which replace those of `qipai.engine.defaults`.
    """

    def legal_actions(self, state: StateRecord, rules: RulesRecord, seat: int, actions: ActionsRecord, /) -> int: ...

    def apply_action(self, state: StateRecord, rules: RulesRecord, seat: int, action: Action, /) -> None: ...

    def default_action(self, state: StateRecord, rules: RulesRecord, seat: int, /) -> Action: ...

    def play_kind(self, action: Action, /) -> int: ...


class Knowing(Protocol):
    """What a seat may know, and which deals agree with it."""

    def observe(self, state: StateRecord, rules: RulesRecord, seat: int, observation: ObservationRecord, /) -> None: ...

    def sample_world(
        self, observation: ObservationRecord, rules: RulesRecord, random: RandomRecord, state: StateRecord, /
    ) -> None: ...

    def accepts(self, observation: ObservationRecord, rules: RulesRecord, state: StateRecord, /) -> bool: ...


class Rules(Dealing, Playing, Knowing, Protocol):
    """All compiled functions of a game: the room's own, and the engine's for those that the room leaves out."""

    def pending(self, state: StateRecord, /) -> int: ...

    def to_act(self, state: StateRecord, /) -> int: ...

    def may_act(self, state: StateRecord, /) -> int: ...

    def is_over(self, state: StateRecord, /) -> bool: ...

    def is_legal(self, state: StateRecord, rules: RulesRecord, seat: int, action: Action, /) -> bool: ...


class Notation(Protocol):
    """The text forms of a game, one for each thing: `parse_x(format_x(thing)) == thing`.

    A `ruleset` is a rule set (NamedTuple) or an opened record of one.  Both `parse` functions raise `NotationError` for text that they
    cannot read.
    """

    def format_action(self, action: Action, ruleset: Any, /) -> str:
        """Write an action as people do: "8-9-10", "pass"."""
        ...

    def parse_action(self, text: str, ruleset: Any, /) -> Action:
        """Return the action of a text.  It need not be legal."""
        ...

    def format_card(self, card: Card, /) -> str:
        """Write the face of a physical card: "10H".  Copies of several packs look alike."""
        ...

    def parse_card(self, face: str, /) -> Card:
        """Return the physical card with a face, of the first pack."""
        ...

    def show(self, state: Any, ruleset: Any, /) -> str:
        """Return the table drawn in lines of text, with every hand face up.  `state` is an opened record."""
        ...


class Telling(Protocol):
    """What people are told and shown.  Views are built from an observation, never from a state.

    Every record here is opened (`records.opened`): it has attributes in both modes, and the room's compiled functions accept it.
    """

    def tell_deal(self, state: Any, rules: Any, setup: Any, order: Any, faces: Faces, /) -> list[Fact]:
        """Put the dealt cards into `faces` and return the facts of the dealing."""
        ...

    def tell(
        self, before: Any, state: Any, rules: Any, seat: int, action: Action, faces: Faces, chosen: Sequence[Card] | None, /
    ) -> list[Fact]:
        """Return the facts of an action and of all that follows from it, and move its cards in `faces`.

        `before` and `state` are the deal before and after the action; `chosen` are the physical cards, None for any of their kinds.
        The first fact has `seat`, `action` (its text) and, if it takes cards, `cards` (faces): logs are replayed from these.  It has
        `aside` (true) if the seat only said something: its decision before that remains the one shown for this trick.
        Raises `WrongCards` if the chosen cards are not those of the action.
        """
        ...

    def tell_result(self, state: Any, rules: Any, result: Any, faces: Faces, /) -> list[Fact]:
        """Return the facts of the end of a deal: the hands that are shown, and the payments with their reasons."""
        ...

    def describe(self, observation: Any, rules: Any, /) -> Any:
        """Return the board for people: a `msgspec.Struct` of JSON values (`qipai.engine.boards`).

        Every game's board has `trick`, `owner` (a seat or None), `to_act` (the seats that are publicly known to be asked) and `seats`:
        for each seat its `cards` (how many, or None where that is secret) and `chips`.
        """
        ...

    def choices(self, observation: Any, rules: Any, actions: Sequence[Action], /) -> list[Choice]:
        """Return legal actions as choices, the cheapest first."""
        ...

    def name_kind(self, card: Card, rules: Any, /) -> str:
        """Return the name of a card's kind as it appears in `Choice.needs`."""
        ...

    def explain(self, observation: Any, rules: Any, seat: int, cards: Sequence[Card], /) -> Explanation:
        """Return the legal actions that use exactly these cards, or the reason why there is none."""
        ...

    def why_not(self, state: Any, rules: Any, seat: int, action: Action, /) -> Refusal | None:
        """Return the reason why an action is refused, with its §; None where it is legal."""
        ...
