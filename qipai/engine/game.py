"""`Game`, the public face of a game: its rules as methods, its records, its options, its texts.  Nothing outside `games/` knows a rule.

>>> from qipai.games import GAN_DENG_YAN as game
>>> rules = game.rules("default")
>>> deal = game.start(rules, game.setup(rules, players=4), seed=7)
>>> game.pending(deal) == 1 << game.to_act(deal)
True
"""

import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from pathlib import Path
from typing import Any

import numpy as np

from . import boundary, records, shuffling, stepping
from .announcing import announcer
from .chance import checked_seed, draw_order, seeded
from .compiling import NATIVE, specialise
from .contract import (
    Action,
    Between,
    Bounds,
    Dealing,
    Knowing,
    Mini,
    Notation,
    Particulars,
    Playing,
    Records,
    Result,
    Rules,
    Statistic,
    Telling,
    Vectors,
)
from .errors import QipaiError, RulesetError, Words, say
from .exercises import Puzzle
from .inputs import Inputs
from .numbers import as_whole, described, whole
from .options import Option, Variant, pack_ruleset
from .records import (
    ActionsRecord,
    ObservationRecord,
    OrderRecord,
    RandomRecord,
    Record,
    ResultRecord,
    RulesRecord,
    SetupRecord,
    StateRecord,
)
from .seats import NOBODY
from .telling import Card
from .verbs import Arguments, check_new_types, check_parts, checked, collect, door, verb

USUAL_PLAYERS = 4


def no_conflict(ruleset: Any) -> Words | None:
    """Return None: the default `check_ruleset`, for games in which no two options contradict each other."""
    return None


MOST_NOISE = 2  # of a noisy bot where no rate made the rule of thumb weaker: one random move in so many


@dataclass(frozen=True, eq=False, kw_only=True)
class Game:
    """A family of rules with one deck and one aim.

    The methods up to `stepper` are the verbs of the rules.  They take records as `start`, `rules`, `new_actions` … make them: in native
    mode arrays of shape (1,), in plain mode plain objects (`qipai.engine.records`).  A `seat` is a number from 0 to players - 1, an
    action an int64.  Verbs trust that an action is legal.  They raise `QipaiError` for an argument of a wrong type, such as a record of
    another game, an array of several records or one that cannot be written, and for a seat that no deal of the game has.

        >>> from qipai.games import GAN_DENG_YAN as game
        >>> rules = game.rules()
        >>> state = game.start(rules, game.setup(rules, players=3), seed=7)
        >>> while not game.is_over(state):
        ...     seat = game.to_act(state)
        ...     game.apply_action(state, rules, seat, game.legal(state, rules, seat)[0])
        >>> sum(game.result(state, rules).points)
        0

    Raises `TypeError` when a module of the room lacks a function that the contract asks for.
    """

    name: str
    titles: Words
    tagline: Words
    seats: tuple[int, ...]  # allowed numbers of players
    rules_version: int  # raised when the rules behave differently; CHANGELOG.md names the §
    minutes: int  # that a deal takes a person who plays with bots and thinks ten seconds at a choice; at least 2
    state: Records
    dealing: Dealing
    playing: Playing
    knowing: Knowing
    notation: Notation
    telling: Telling
    kinds: tuple[str, ...]  # names of the kinds of actions, in the order of `play_kind`; 0 is "pass"
    words: Mapping[str, Any]  # names and sentences for the client, by language
    book: Path  # RULES.md; RULES.zh-Hans.md and RULES.zh-Hant.md are beside it
    options: tuple[Option, ...]
    variants: Mapping[str, Variant]  # "default" first
    check_ruleset: Callable[[Any], Words | None] = no_conflict  # returns why a rule set contradicts itself, or None
    section: str = ""  # in a book of several games, the § about this one
    room: str = ""  # the room whose compiled rules it shares with its relatives; by default its own name
    experimental: bool = False  # its rules are partly a proposal; the interface says so
    compile_seconds: int = 0  # that `qipai warm` takes for its room on one core, roughly; announced to people who wait
    unit: int = 1  # how many parts of `returns` make one point of the rule book: a shared win is a fraction of a point
    clockwise: bool = False  # whether the next seat sits to the left; otherwise to the right
    hand: str = "row"  # how a hand is drawn: "row", side by side, or "columns", many cards by rank
    public_board: bool = False  # whether every seat is shown the board that spectators are shown
    together: bool = True  # whether several seats may owe a decision at the same time
    # (observation, rules, actions, random) -> action: the room's own bot, the level `rule`; compiled like the rules
    chooser: Callable[..., Action] | None = None
    noise: int = 4  # the level Easy plays one move in so many at random, else the rule of thumb
    noises: Mapping[int, int] = field(
        default_factory=dict
    )  # the same by number of players, where it is another; 0: no Easy there
    # (observation, actions, listed) -> bool: writes the legal actions worth searching into `listed`; False if it did not, because there
    # are few enough.  Compiled like the rules.  None: all legal actions are searched.
    shortlist: Callable[..., bool] | None = None
    # by number of players: the bots that were measured to win more than the rule of thumb, by name, the weakest first: one that searches
    # (docs/searching.md) or nets (docs/strength.md).  Of two the first is Strong and the second Master; a net alone is Master
    stronger: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    mini: Mini | None = None  # a pack so small that the whole game tree can be searched
    # (ranks, copies, hand) -> Mini: packs of other sizes: so many kinds of cards, so many of each, so many in a hand.  Raises `QipaiError`
    sized: Callable[[int, int, int], Mini] | None = None
    vectors: Vectors | None = None  # how records become vectors; without them no environment offers the game
    between: Between | None = None  # the declarations of `SETUP` and `RESULT`, for the pages that show them
    puzzles: Mapping[str, Puzzle] = field(default_factory=dict)  # kinds of exercises, by name (`exercises.py`)
    particulars: Particulars = field(default_factory=Particulars)  # what few games have: teams, windows, tables of figures …
    inputs: Inputs | None = None  # what a net sees of it, where the room says more than its fields do

    def __post_init__(self) -> None:
        check_parts(
            self.name,
            state=(Records, self.state),
            dealing=(Dealing, self.dealing),
            playing=(Playing, self.playing),
            knowing=(Knowing, self.knowing),
            notation=(Notation, self.notation),
            telling=(Telling, self.telling),
        )
        object.__setattr__(self, "room", self.room or self.name)
        announcer.titles.setdefault(self.room, (self.titles["en"], self.compile_seconds))

    def __copy__(self) -> "Game":
        """Return the game itself: nothing in it changes."""
        return self

    def __deepcopy__(self, memo: Any) -> "Game":
        """Return the game itself: nothing in it changes."""
        return self

    # -- rule sets

    @property
    def Ruleset(self) -> type:
        """The type of a rule set: a NamedTuple with a field for each option."""
        return type(self.variants["default"].ruleset)

    def ruleset(self, variant: str = "default", **changes: object) -> Any:
        """Return a rule set: a named variant with changes by option name.

        Values are given by name, as whole numbers or as truth values: `game.ruleset(decks=2)`.
        Raises `RulesetError` for an unknown variant, option or value, and for options that contradict each other.
        """
        if not isinstance(variant, str) or variant not in self.variants:
            raise RulesetError(
                say(
                    f"{self.name} has no variant {described(variant)}; it has {', '.join(self.variants)}.",
                    f"这个玩法没有“{variant}”这种打法；有：{'、'.join(self.variants)}。",
                    f"這個玩法沒有「{variant}」這種打法；有：{'、'.join(self.variants)}。",
                )
            )
        ruleset = self.variants[variant].ruleset
        options = {option.name: option for option in self.options}
        for name, value in changes.items():
            if name not in options:
                raise RulesetError(
                    say(
                        f"{self.name} has no option {name!r}; it has {', '.join(options) or 'none'}.",
                        f"这个玩法没有 {name} 这项规则；有：{'、'.join(options) or '无'}。",
                        f"這個玩法沒有 {name} 這項規則；有：{'、'.join(options) or '無'}。",
                    )
                )
            ruleset = ruleset._replace(**{name: options[name].parse(value)})
        conflict = self.check_ruleset(ruleset)
        if conflict:
            raise RulesetError(conflict)
        return ruleset

    def changed_options(self, ruleset: Any) -> dict[str, str]:
        """Return the options that differ from the default, with the names of their values.  Records and links carry these.

        Raises `RulesetError` for what is not a rule set of this game.
        """
        self._check_ruleset(ruleset)
        return {
            option.name: option.format(getattr(ruleset, option.name))
            for option in self.options
            if getattr(ruleset, option.name) != option.parse(option.default)
        }

    def rules(self, ruleset: Any = "default") -> RulesRecord:
        """Return the record of a rule set, or of a named variant, that all verbs take.  Make it once, not once per call.

        Raises `RulesetError` for an unknown variant and for what is not a rule set of this game.
        """
        if isinstance(ruleset, str):
            ruleset = self.ruleset(ruleset)
        self._check_ruleset(ruleset)
        return pack_ruleset(ruleset)

    def _check_ruleset(self, given: Any) -> None:
        """Raise `RulesetError` unless the value is a rule set of this game."""
        if not isinstance(given, self.Ruleset):
            told = f"A rule set of {self.name} is made by its `ruleset`, or is the name of a variant; it is not {described(given)}."
            raise RulesetError(say(told, "这不是这个玩法的规则。", "這不是這個玩法的規則。"))

    # -- records

    @cached_property
    def STATE(self) -> np.dtype:
        """The dtype of a deal with everything in it, hidden cards included."""
        return self.state.STATE

    @cached_property
    def SETUP(self) -> np.dtype:
        """The dtype of what a deal starts from: players, dealer and what the deal before left."""
        return self.state.SETUP

    @cached_property
    def OBSERVATION(self) -> np.dtype:
        """The dtype of what one seat may know."""
        return self.state.OBSERVATION

    @cached_property
    def RESULT(self) -> np.dtype:
        """The dtype of the result of a deal: `points` by seat, and what the room adds."""
        return self.state.RESULT

    @cached_property
    def ORDER(self) -> np.dtype:
        """The dtype of everything that chance decides (`qipai.engine.shuffling.order_type`)."""
        return self.state.ORDER

    @cached_property
    def ACTIONS(self) -> np.dtype:
        """The dtype of a list of legal actions: `count`, and `list` with `max_actions` places."""
        return self.state.ACTIONS

    @cached_property
    def max_actions(self) -> int:
        """An upper bound on the legal actions of a decision (proven in the room's tests)."""
        return int(self.ACTIONS["list"].shape[0])

    @cached_property
    def most_seats(self) -> int:
        """The number of seats in the records of this game; games that share a room share it."""
        return int(self.RESULT["points"].shape[0])

    @property
    def usual_players(self) -> int:
        """The number of players wherever none is given: four, or the number nearest to it that the game allows."""
        return min(self.seats, key=lambda size: abs(size - USUAL_PLAYERS))

    @cached_property
    def _own(self) -> threading.local:
        """Buffers of the current thread."""
        return threading.local()

    def new_state(self) -> StateRecord:
        """Return a new record of type `STATE`, all zeros."""
        return records.new(self.STATE)

    def new_actions(self) -> ActionsRecord:
        """Return a new, empty record of type `ACTIONS`."""
        return records.new(self.ACTIONS)

    def new_observation(self) -> ObservationRecord:
        """Return a new record of type `OBSERVATION`, all zeros."""
        return records.new(self.OBSERVATION)

    # -- the verbs

    @cached_property
    def compiled(self) -> Rules:
        """The room's compiled functions, to be bound into compiled loops (`compiling.specialise`).  Games of one room share them."""
        return collect(self.room, (self.playing, self.dealing, self.knowing), self.STATE, self.ACTIONS)

    @verb(boundary.first_setup)
    def first_setup(self, rules: RulesRecord, players: int, setup: SetupRecord) -> None:
        """Write into `setup` what the first deal of a session starts from.  The method `setup` also makes the record and checks `players`.

        >>> from qipai.engine import records
        >>> from qipai.games import GAN_DENG_YAN as game
        >>> setup = records.new(game.SETUP)
        >>> game.first_setup(game.rules(), 3, setup)
        >>> told = records.to_plain(setup)
        >>> told.players, told.dealer, told.hand_size
        (3, -1, 5)
        """
        self.compiled.first_setup(rules, players, setup)

    @verb(boundary.pack)
    def pack(self, rules: RulesRecord, setup: SetupRecord, order: OrderRecord) -> None:
        """Write the unshuffled pack: `order.cards`, their number in `order.count`, and the number of sides of each lot in `order.lots`.

        >>> from qipai.engine import records
        >>> from qipai.games import GAN_DENG_YAN as game
        >>> rules, order = game.rules(), records.new(game.ORDER)
        >>> game.pack(rules, game.setup(rules, players=3), order)
        >>> told = records.to_plain(order)
        >>> told.count, told.lots[:2]
        (54, [3, 0])
        """
        self.compiled.pack(rules, setup, order)

    @verb(boundary.deal)
    def deal(self, state: StateRecord, rules: RulesRecord, setup: SetupRecord, order: OrderRecord) -> None:
        """Write a new deal into `state`, from the cards and lots in `order`.  Equal arguments always give the same bytes.

        >>> from qipai.engine import records
        >>> from qipai.games import GAN_DENG_YAN as game
        >>> rules, state = game.rules(), game.new_state()
        >>> setup = game.setup(rules, players=3)
        >>> game.deal(state, rules, setup, game.shuffled(rules, setup, seed=7))
        >>> [hand.cards for hand in records.to_plain(state).hands[:3]]
        [5, 6, 5]
        """
        self.compiled.deal(state, rules, setup, order)

    @verb(boundary.pending)
    def pending(self, state: StateRecord) -> int:
        """Return the seats that owe a decision now, as a mask (bit `seat`); 0 when the deal is over.

        If there are several, none knows the others' decisions, and the decisions may be applied in any order.

        >>> from qipai.games import LUK_FU as game
        >>> rules = game.rules()
        >>> state = game.start(rules, game.setup(rules, players=4), seed=7)
        >>> bin(game.pending(state)), game.to_act(state)
        ('0b1110', 2)
        """
        return self.compiled.pending(state)

    @verb(boundary.to_act)
    def to_act(self, state: StateRecord) -> int:
        """Return the first of the seats that owe a decision, in turn order; NOBODY (-1) when the deal is over.

        >>> from qipai.games import GAN_DENG_YAN as game
        >>> rules = game.rules()
        >>> state = game.start(rules, game.setup(rules, players=3), seed=7)
        >>> game.to_act(state)
        1
        """
        return self.compiled.to_act(state)

    @verb(boundary.may_act)
    def may_act(self, state: StateRecord) -> int:
        """Return the seats that may act although it is not their turn, as a mask (bit `seat`).

        Such an action is called a right.  The legal actions of a seat that is not asked are its rights; those of a seat that is asked
        include them.

        >>> from qipai.games import GOU_JI as game
        >>> rules = game.rules()
        >>> state = game.start(rules, game.setup(rules, players=6), seed=7)
        >>> while not game.may_act(state):
        ...     seat = game.to_act(state)
        ...     game.apply_action(state, rules, seat, game.default_action(state, rules, seat))
        >>> bin(game.pending(state)), bin(game.may_act(state))
        ('0b100', '0b111011')
        >>> [game.notation.format_action(action, game.ruleset()) for action in game.legal(state, rules, 0)]
        ['count 2', 'count 3', 'count 4']
        """
        return self.compiled.may_act(state)

    @verb(boundary.legal_actions)
    def legal_actions(self, state: StateRecord, rules: RulesRecord, seat: int, actions: ActionsRecord) -> int:
        """Fill `actions.list` with the legal actions of `seat`, each once; return how many there are.

        The list depends only on what the seat knows, and is empty for a seat that may not act.  The room states its order.  `legal`
        returns a Python list instead.

        >>> from qipai.games import GAN_DENG_YAN as game
        >>> rules = game.rules()
        >>> state = game.start(rules, game.setup(rules, players=3), seed=7)
        >>> actions, seat = game.new_actions(), game.to_act(state)
        >>> count = game.legal_actions(state, rules, seat, actions)
        >>> [game.notation.format_action(action, game.ruleset()) for action in read_buffer(actions, count)]
        ['6', '7', '10', '10-10', 'J', 'K']
        """
        return self.compiled.legal_actions(state, rules, seat, actions)

    @verb(boundary.is_legal)
    def is_legal(self, state: StateRecord, rules: RulesRecord, seat: int, action: Action) -> bool:
        """Return whether `seat` may do `action` now.  Any int64 may be asked about.

        >>> from qipai.games import GAN_DENG_YAN as game
        >>> rules = game.rules()
        >>> state = game.start(rules, game.setup(rules, players=3), seed=7)
        >>> pair = game.notation.parse_action("10-10", game.ruleset())
        >>> [game.is_legal(state, rules, seat, pair) for seat in range(3)]
        [False, True, False]
        """
        return self.compiled.is_legal(state, rules, seat, action)

    @verb(boundary.apply_action)
    def apply_action(self, state: StateRecord, rules: RulesRecord, seat: int, action: Action) -> None:
        """Apply an action of `seat` to `state`, with all that follows from it.  The action must be legal: it is not checked.

        `is_legal` checks one action, and `records.copy` keeps the state as it was.

        >>> from qipai.engine import records
        >>> from qipai.games import GAN_DENG_YAN as game
        >>> rules = game.rules()
        >>> state = game.start(rules, game.setup(rules, players=3), seed=7)
        >>> before, seat = records.copy(state), game.to_act(state)
        >>> game.apply_action(state, rules, seat, game.notation.parse_action("10-10", game.ruleset()))
        >>> game.to_act(before), game.to_act(state)
        (1, 2)
        >>> [game.notation.format_action(action, game.ruleset()) for action in game.legal(state, rules, 2)]
        ['pass']
        """
        self.compiled.apply_action(state, rules, seat, action)

    @verb(boundary.default_action)
    def default_action(self, state: StateRecord, rules: RulesRecord, seat: int) -> Action:
        """Return the action that is played for `seat` when its time runs out.  The seat must owe a decision.

        >>> from qipai.games import GAN_DENG_YAN as game
        >>> rules = game.rules()
        >>> state = game.start(rules, game.setup(rules, players=3), seed=7)
        >>> game.notation.format_action(game.default_action(state, rules, 1), game.ruleset())
        '6'
        """
        return self.compiled.default_action(state, rules, seat)

    @verb(boundary.is_over)
    def is_over(self, state: StateRecord) -> bool:
        """Return whether the deal is finished.

        >>> from qipai.games import GAN_DENG_YAN as game
        >>> rules = game.rules()
        >>> state = game.start(rules, game.setup(rules, players=3), seed=7)
        >>> game.is_over(state)
        False
        >>> while not game.is_over(state):
        ...     seat = game.to_act(state)
        ...     game.apply_action(state, rules, seat, game.default_action(state, rules, seat))
        >>> game.to_act(state)
        -1
        """
        return self.compiled.is_over(state)

    @verb(boundary.returns)
    def returns(self, state: StateRecord, rules: RulesRecord, result: ResultRecord) -> None:
        """Write the result of a finished deal; `result.points[seat]` counts parts of a point, of which `unit` make one.

        The method `result` returns a plain record instead.

        >>> from qipai.engine import records
        >>> from qipai.games import GAN_DENG_YAN as game
        >>> rules = game.rules()
        >>> state = game.start(rules, game.setup(rules, players=3), seed=7)
        >>> while not game.is_over(state):
        ...     seat = game.to_act(state)
        ...     game.apply_action(state, rules, seat, game.legal(state, rules, seat)[-1])
        >>> result = records.new(game.RESULT)
        >>> game.returns(state, rules, result)
        >>> [int(points) for points in records.opened(result).points[:3]], game.unit
        ([10, -5, -5], 1)
        """
        self.compiled.returns(state, rules, result)

    @verb(boundary.next_setup)
    def next_setup(self, setup: SetupRecord, result: ResultRecord, rules: RulesRecord, following: SetupRecord) -> None:
        """Write into `following` what the next deal of a session starts from, given this deal's `setup` and `result`.

        >>> from qipai.engine import records
        >>> from qipai.games import GAN_DENG_YAN as game
        >>> rules = game.rules()
        >>> setup, following = game.setup(rules, players=3), records.new(game.SETUP)
        >>> state = game.start(rules, setup, seed=7)
        >>> while not game.is_over(state):
        ...     seat = game.to_act(state)
        ...     game.apply_action(state, rules, seat, game.legal(state, rules, seat)[-1])
        >>> result = game.result(state, rules)
        >>> game.next_setup(setup, records.from_plain(result), rules, following)
        >>> result.winner, int(records.opened(following).dealer)
        (0, 0)
        """
        self.compiled.next_setup(setup, result, rules, following)

    @verb(boundary.observe)
    def observe(self, state: StateRecord, rules: RulesRecord, seat: int, observation: ObservationRecord) -> None:
        """Write into `observation` exactly what `seat` may know and remember; SPECTATOR (-1) gives what is public.

        Seats in it are chairs, counted from the observer: 0 is its own.

        >>> from qipai.engine import records
        >>> from qipai.games import GAN_DENG_YAN as game
        >>> rules = game.rules()
        >>> state = game.start(rules, game.setup(rules, players=3), seed=7)
        >>> observation = game.new_observation()
        >>> game.observe(state, rules, game.to_act(state), observation)
        >>> seen = records.to_plain(observation)
        >>> seen.seat, seen.to_act, seen.hand.cards, seen.cards[:3]
        (1, 0, 6, [6, 5, 5])
        """
        self.compiled.observe(state, rules, seat, observation)

    @verb(boundary.sample_world)
    def sample_world(
        self, observation: ObservationRecord, rules: RulesRecord, random: RandomRecord, state: StateRecord
    ) -> None:
        """Draw a deal into `state`, uniformly from all that agree with the observation.  `random` is a generator (`seeded`).

        >>> from qipai.engine import records
        >>> from qipai.games import GAN_DENG_YAN as game
        >>> rules = game.rules()
        >>> state = game.start(rules, game.setup(rules, players=3), seed=7)
        >>> observation, world = game.new_observation(), game.new_state()
        >>> game.observe(state, rules, 0, observation)
        >>> game.sample_world(observation, rules, seeded(1), world)
        >>> drawn, true = records.to_plain(world), records.to_plain(state)
        >>> [drawn.hands[seat] == true.hands[seat] for seat in range(3)]
        [True, False, False]
        """
        self.compiled.sample_world(observation, rules, random, state)

    @verb(boundary.accepts)
    def accepts(self, observation: ObservationRecord, rules: RulesRecord, state: StateRecord) -> bool:
        """Return whether the deal in `state` agrees with what the observation tells.

        >>> from qipai.games import GAN_DENG_YAN as game
        >>> rules = game.rules()
        >>> setup, observation = game.setup(rules, players=3), game.new_observation()
        >>> state, other = game.start(rules, setup, seed=7), game.start(rules, setup, seed=8)
        >>> game.observe(state, rules, 0, observation)
        >>> game.accepts(observation, rules, state), game.accepts(observation, rules, other)
        (True, False)
        """
        return self.compiled.accepts(observation, rules, state)

    @verb(boundary.play_kind)
    def play_kind(self, action: Action) -> int:
        """Return the kind of an action as an index into `kinds`, for statistics.

        >>> from qipai.games import GAN_DENG_YAN as game
        >>> game.kinds[game.play_kind(game.notation.parse_action("10-10", game.ruleset()))]
        'pair'
        """
        return self.compiled.play_kind(action)

    def stepper(
        self, state: StateRecord, rules: RulesRecord, actions: ActionsRecord
    ) -> Callable[[int, Action], tuple[int, int]]:
        """Return `step(seat, action)`: `apply_action`, `to_act` and `legal_actions` in one call (`docs/benchmarks.md` has the saving).

        `step` changes `state`, fills `actions` for the seat that decides next, and returns that seat (NOBODY when the deal is over) and
        the number of its legal actions.  It trusts the action, as `apply_action` does.  It is bound to these records: make one per
        state record, and keep it when another deal starts in the same record.  Raises `TypeError` for records of another game;
        `step` raises `QipaiError` as `apply_action` does.
        """
        given = (state, rules, actions)
        boundary.check_own(self.name, *zip(given, self._stepped.values(), strict=True))
        return boundary.by_address(self._step, given) if NATIVE else partial(self._step, *given)

    @cached_property
    def _step(self) -> Callable[..., tuple[int, int]]:
        step = specialise(stepping.step, self.room, **vars(self.compiled))
        bound, asked = ("state", "rules", "actions"), ("seat", "action")
        called = f"stepper({', '.join(bound)})({', '.join(asked)})"
        if not NATIVE:
            return checked(step, Arguments(self, "step", bound + asked, called))
        entry = door(self.room, boundary.step, step, SEATS=self.most_seats, **self._stepped)
        check_new_types(entry, Arguments(self, "step", asked, called))  # the records are addresses by then
        return entry

    @cached_property
    def _stepped(self) -> dict[str, np.dtype]:
        """The dtypes of what a step works on."""
        return {"STATE": self.STATE, "RULES": self.rules().dtype, "ACTIONS": self.ACTIONS}

    # -- deals

    def setup(self, rules: RulesRecord, players: int) -> SetupRecord:
        """Return the setup of the first deal.  Raises `RulesetError` for a number of players that the game does not have."""
        number = as_whole(players)
        if number is None:
            told = f"The number of players is a whole number, not {described(players)}."
            raise RulesetError(say(told, "人数必须是整数。", "人數必須是整數。"))
        if number not in self.seats:
            sizes = f"{self.seats[0]} to {self.seats[-1]}" if len(self.seats) > 1 else str(self.seats[0])
            raise RulesetError(
                say(
                    f"{self.name} is for {sizes} players, not {number}.",
                    f"这个玩法要 {sizes.replace(' to ', ' 到 ')} 个人玩，不是 {number} 个。",
                    f"這個玩法要 {sizes.replace(' to ', ' 到 ')} 個人玩，不是 {number} 個。",
                )
            )
        setup = records.new(self.SETUP)
        self.first_setup(rules, number, setup)
        return setup

    def shuffled(self, rules: RulesRecord, setup: SetupRecord, seed: int, stream: int = 0) -> OrderRecord:
        """Return a shuffled record of type `ORDER`.  A seed gives the same on every machine and in both modes; streams are independent."""
        order = records.new(self.ORDER)
        self.pack(rules, setup, order)
        draw_order(seeded(seed, stream), order)
        return order

    def shuffled_secretly(self, rules: RulesRecord, setup: SetupRecord) -> OrderRecord:
        """Return a record of type `ORDER` shuffled with the operating system's secret randomness, for live tables."""
        order = records.new(self.ORDER)
        self.pack(rules, setup, order)
        shuffling.shuffle_secretly(order)
        return order

    def start(self, rules: RulesRecord, setup: SetupRecord, seed: int) -> StateRecord:
        """Return a new deal, shuffled from a seed of 64 bits."""
        state = self.new_state()
        self.deal(state, rules, setup, self.shuffled(rules, setup, seed))
        return state

    def legal(self, state: StateRecord, rules: RulesRecord, seat: int) -> list[Action]:
        """Return the legal actions of `seat` as a list.  Loops are faster with `legal_actions` and a record of their own."""
        if not hasattr(self._own, "actions"):  # making a buffer costs more than filling it with most lists
            self._own.actions = self.new_actions()
        actions = self._own.actions
        count = self.legal_actions(state, rules, seat, actions)
        return list(read_buffer(actions, count))

    def result(self, state: StateRecord, rules: RulesRecord) -> Result:
        """Return the result of a finished deal as a plain record, in which numbers are ints and arrays are lists.

        >>> from qipai.games import GAN_DENG_YAN as game
        >>> rules = game.rules()
        >>> state = game.start(rules, game.setup(rules, players=3), seed=7)
        >>> while not game.is_over(state):
        ...     seat = game.to_act(state)
        ...     game.apply_action(state, rules, seat, game.legal(state, rules, seat)[-1])
        >>> result = game.result(state, rules)
        >>> result.points[:3], result.winner
        ([10, -5, -5], 0)
        """
        result = records.new(self.RESULT)
        self.returns(state, rules, result)
        plain: Result = records.to_plain(result)
        return plain

    # -- what a game says of itself

    def max_decisions(self, ruleset: Any, setup: Any) -> int:
        """Return an upper bound on the decisions of a deal from this setup.

        Raises `RulesetError` for what is not a rule set of this game, `QipaiError` for what is not a setup of it.
        """
        self._check_ruleset(ruleset)
        return self.dealing.max_decisions(ruleset, self._checked_setup(setup))

    def bounds(self, ruleset: Any, setup: Any) -> Bounds:
        """Return the least and the most points (of the rule book) that a seat can have at the end of a deal from this setup.

        Raises `RulesetError` for what is not a rule set of this game, `QipaiError` for what is not a setup of it.
        """
        self._check_ruleset(ruleset)
        return self.dealing.bounds(ruleset, self._checked_setup(setup))

    def _checked_setup(self, setup: Any) -> Any:
        """Return a setup of this game, opened or not, as it is.  Raises `QipaiError` for anything else."""
        if getattr(setup, "dtype", None) != self.SETUP or getattr(setup, "shape", ()) not in ((), (1,)):
            raise QipaiError(f"A setup is a record as {self.name}'s `setup` makes it, not {described(setup)}.")
        return setup

    def utility_sum(self, ruleset: Any, players: int) -> int | None:
        """Return the sum of all seats' points at the end of a deal, in points of the rule book; None if it is not constant.

        Raises `RulesetError` for what is not a rule set of this game, `QipaiError` for more players than its records hold.
        """
        self._check_ruleset(ruleset)
        return self.particulars.utility_sum(ruleset, whole("The number of players", players, 1, self.most_seats))

    def noise_at(self, players: int) -> int:
        """Return how many moves a noisy bot plays for each random one at a table with that many players.

        Raises `QipaiError` for more players than the game's records hold.
        """
        return self.noises.get(whole("The number of players", players, 1, self.most_seats), self.noise) or MOST_NOISE

    def teams(self, ruleset: Any, players: int) -> tuple[int, ...]:
        """Return the number of each seat's team; without partners every seat is a team of its own.

        Raises `QipaiError` for more players than the game's records hold.
        """
        return self.particulars.teams(ruleset, whole("The number of players", players, 1, self.most_seats))

    def newcomers(self, setup: Any) -> None:
        """Change the opened setup of the next deal in place, because somebody plays in it who did not play in the deal before.

        Raises `QipaiError` for what is not a setup of this game.
        """
        self.particulars.newcomers(self._checked_setup(setup))

    def fit_setup(self, setup: Any, sizes: Sequence[int], cards: Sequence[Card]) -> None:
        """Change a plain setup of a first deal in place so that exactly these cards are dealt; `sizes` of the hands, () for the usual.

        Raises `QipaiError` for what is not a plain setup of this game, and for what are no sizes or no cards.
        """
        for what, given in (("The sizes of the hands", sizes), ("Cards", cards)):
            if not isinstance(given, Sequence) or isinstance(given, str | bytes):
                raise QipaiError(f"{what} are a list, not {described(given)}.")
        sizes = [whole("The size of a hand", size, 0, len(cards)) for size in sizes]
        cards = [whole("A card", card, 0) for card in cards]
        self.particulars.fit_setup(self._checked_plain(setup), sizes, cards)

    def check_setup(self, setup: Any, cards: int) -> str | None:
        """Return None if a plain setup can deal this number of cards, else a sentence that says why not.

        Raises `QipaiError` for what is not a plain setup of this game, and for what is no number of cards.
        """
        return self.particulars.check_setup(self._checked_plain(setup), whole("The number of cards", cards, 0))

    def check_start(self, rules: RulesRecord, players: int, setup: Any) -> str | None:
        """Return None if a plain setup may begin a deal of a session under these rules, else a sentence that says why not.

        What a room does not declare as varying from deal to deal has to be as in the first deal.  Of a game that declares no setup
        nothing is known.  Raises `QipaiError` for what is not a plain setup of this game, and `RulesetError` for a number of players
        that it does not have.
        """
        given, usual = self._checked_plain(setup), records.to_plain(self.setup(rules, players))
        for name, declared in (self.between.setup.fields if self.between else {}).items():
            if not declared.varies and getattr(given, name) != getattr(usual, name):
                return f"{name}={getattr(given, name)} is not what the rules have for {players} players."
        order = records.new(self.ORDER)
        self.pack(rules, records.from_plain(given), order)
        return self.check_setup(given, int(records.to_plain(order).count))

    def _checked_plain(self, setup: Any) -> Any:
        """Return a plain setup of this game as it is.  Raises `QipaiError` for anything else."""
        if not isinstance(setup, records.Plain) or setup.dtype != self.SETUP:
            raise QipaiError(f"A plain setup is what `records.to_plain` makes of one of {self.name}, not {described(setup)}.")
        return setup

    def is_window(self, state: Any) -> bool:
        """Return whether the current question is a window: one that only some hands raise.  `state` is opened.

        A window is put to every seat that might have such a hand.  A seat without one has one legal action, the default.  The table
        closes the window and tells nothing before, so that nobody learns who could have answered.  Raises `QipaiError` for what is not
        a state of this game.
        """
        if getattr(state, "dtype", None) != self.STATE:
            raise QipaiError(f"A state is a record as {self.name}'s `start` makes it, not {described(state)}.")
        return self.particulars.is_window(state)

    def statistics(self, results: np.ndarray) -> list[Statistic]:
        """Return the room's own tables of figures for an array of type `RESULT`, all of deals with the same number of players.

        Raises `QipaiError` for anything but such a row.
        """
        if not isinstance(results, np.ndarray) or results.dtype != self.RESULT or results.ndim != 1:
            raise QipaiError(f"Results are a row of records of {self.name}'s `RESULT`, not {described(results)}.")
        return self.particulars.statistics(results)


def read_buffer(actions: Record, count: int | None = None) -> Sequence[Action]:
    """Return the first `count` actions of a record that `legal_actions` filled, without copying them.

    Without a count, return all its places; this view stays valid when the record is filled again.  In native mode the result is a
    `memoryview`, which yields ints three times as fast as an array does.
    """
    whole: Sequence[Action] = memoryview(actions[0]["list"]) if NATIVE else actions.list
    return whole if count is None else whole[:count]


__all__ = [
    "NOBODY",
    "Action",
    "Between",
    "Bounds",
    "Game",
    "Mini",
    "Notation",
    "Particulars",
    "Result",
    "Rules",
    "Statistic",
    "Telling",
    "checked_seed",
    "door",
    "Vectors",
    "read_buffer",
    "seeded",
]
