"""The contract: a game is a record of functions and names.  Nothing outside `games/` knows a rule.

`Rules` are the compiled functions of a room; they work on records (`qipai.engine.records`), trust their arguments and never
raise.  `Game` wraps them for Python (same names, same order of arguments) and adds what people need: text, words, refusals.

>>> from qipai.games import GAN_DENG_YAN as game
>>> rules = game.rules("default")
>>> deal = game.start(rules, game.setup(rules, players=4), seed=7)
>>> game.pending(deal) == 1 << game.to_act(deal)
True
"""

import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property, partial
from operator import index
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from . import boundary, records, shuffling, stepping
from .compiling import NATIVE, specialise
from .errors import QipaiError, Refusal, RulesetError, Words
from .options import Option, Variant, pack_ruleset
from .records import Record
from .seats import NOBODY
from .telling import Card, Choice, Explanation, Fact

Action = int


class Rules(NamedTuple):
    """The compiled functions of a game.  `state`, `rules`, … are records; a `seat` is 0 .. players-1."""

    first_setup: Callable[..., None]  # (rules, players, setup): the setup of the first deal of a session
    pack: Callable[..., None]  # (rules, setup, order): lists the pack unshuffled, and how many sides each lot has
    deal: Callable[..., None]  # (state, rules, setup, order): a function of what chance drew
    pending: Callable[..., int]  # (state): the seats that owe a decision now, as a mask; 0 when the deal is over
    to_act: Callable[..., int]  # (state): the first of them in turn order, or NOBODY
    # (state): the seats with an unasked right, as a mask.  The legal actions of one that is not asked are its rights; while it is
    # asked they stand among its others.
    may_act: Callable[..., int]
    legal_actions: Callable[..., int]  # (state, rules, seat, actions): fills `actions.list`, returns `actions.count`
    is_legal: Callable[..., bool]  # (state, rules, seat, action)
    apply_action: Callable[..., None]  # (state, rules, seat, action): trusts
    default_action: Callable[..., Action]  # (state, rules, seat): what the clock plays for someone who does not answer
    is_over: Callable[..., bool]  # (state)
    returns: Callable[..., None]  # (state, rules, result): fills RESULT; `result.points[seat]` in points of the rule book
    next_setup: Callable[..., None]  # (setup, result, rules, following): what one deal hands to the next
    observe: Callable[..., None]  # (state, rules, seat, observation): all and only what the seat may know and remember
    sample_world: Callable[..., None]  # (observation, rules, random, state): a state uniformly from those that agree
    accepts: Callable[..., bool]  # (observation, rules, state): does this state agree with the evidence?
    play_kind: Callable[..., int]  # (action): index into `Game.kinds`, for statistics


class Notation(NamedTuple):
    """One spelling for everything: `parse_x(format_x(thing)) == thing`.  Unreadable text raises `NotationError`."""

    format_action: Callable[..., str]  # (action, ruleset); a `ruleset` here is a Ruleset or an opened rules record
    parse_action: Callable[..., Action]  # (text, ruleset)
    format_card: Callable[[Card], str]  # a physical card's face: "10H"
    parse_card: Callable[[str], Card]  # any physical card with that face (copies of several packs look alike)
    format_position: Callable[..., str]  # (state, ruleset, setup)
    parse_position: Callable[..., tuple[Any, Record, Record]]  # (text) -> ruleset, setup, state
    show: Callable[..., str]  # (state, ruleset): the table drawn in text, for people


class Telling(NamedTuple):
    """What people are told.  Views are built from an observation, never from a state.

    Every record here is `records.opened`: attributes in both modes, and accepted by the room's own compiled functions.
    """

    tell_deal: Callable[..., list[Fact]]  # (state, rules, setup, order, faces): fills `faces`, tells the dealing
    # (before, state, rules, seat, action, faces, chosen): moves `faces`, tells the action and what follows from it.  The first
    # fact has `seat`, `action` (its text) and, where it takes cards, `cards` (faces): logs are replayed from these.  It has `aside`
    # (true) where the seat's decision before stays what it did in this trick: something said, and nothing laid.
    tell: Callable[..., list[Fact]]
    tell_result: Callable[..., list[Fact]]  # (state, rules, result, faces): the end: hands shown, who pays whom and why
    # (observation, rules): the board for people, JSON values only.  Of every game `trick`, `owner` (or None), `to_act` (the seats
    # that all may know to be asked) and `seats`: of each its `cards` (a number, or None where that is secret) and `chips`.
    describe: Callable[..., dict[str, Any]]
    choices: Callable[..., list[Choice]]  # (observation, rules, actions): a list of legal actions as choices, cheapest first
    name_kind: Callable[..., str]  # (card, rules): the name of a card's kind in `Choice.needs`
    explain: Callable[..., Explanation]  # (observation, rules, seat, cards): what a selection is, or why it is nothing
    why_not: Callable[..., Refusal | None]  # (state, rules, seat, action)


class Statistic(NamedTuple):
    """A table over many results, for those who read figures."""

    name: str
    heads: tuple[str, ...]  # of the columns; the first one holds the labels
    forms: tuple[str, ...]  # how the numbers of the other columns are written: ".1%", "+.2f" …
    rows: dict[str, tuple[float, ...]]


@dataclass(frozen=True, eq=False)
class Game:
    """A family of rules with one deck and one aim."""

    name: str
    titles: Words
    tagline: Words
    seats: tuple[int, ...]  # allowed numbers of players
    rules_version: int  # changes when behaviour changes; CHANGELOG names the §
    minutes: int  # how long a deal takes people, roughly
    Ruleset: type
    options: tuple[Option, ...]
    variants: Mapping[str, Variant]  # "default" first
    check_ruleset: Callable[[Any], Words | None]  # why a rule set contradicts itself, or None
    STATE: np.dtype
    SETUP: np.dtype
    OBSERVATION: np.dtype
    RESULT: np.dtype
    ORDER: np.dtype
    kinds: tuple[str, ...]  # keys of the words for kinds of actions, as `play_kind` numbers them; 0 is "pass"
    max_actions: int  # no decision has more legal actions (proven in the room's tests)
    max_decisions: Callable[..., int]  # (ruleset, setup): no deal has more decisions
    compiled: Rules
    notation: Notation
    telling: Telling
    words: Mapping[str, Any]  # names and sentences for the client, by language
    book: Path  # RULES.md; RULES.zh-Hans.md and RULES.zh-Hant.md lie beside it
    room: str = ""  # the room whose compiled rules it shares with its relatives; its own name unless it says otherwise
    experimental: bool = False  # its rules are partly a proposal; the interface says so
    unit: int = 1  # points are counted in parts: so many parts make one point of the rule book (a shared win is a fraction)
    clockwise: bool = False  # where the next seat sits: to the right unless clockwise
    hand: str = "row"  # how people hold their cards: side by side, or many of them in "columns" by rank
    zero_sum: Callable[[Any], bool] = field(default=lambda ruleset: True)
    # what is worth counting over many deals of a size, from an array of RESULT
    statistics: Callable[[np.ndarray], list[Statistic]] = field(default=lambda results: [])
    # (an opened state): is the question in hand one that only some hands raise?  It is put to all who might have such a hand; who
    # has not has one legal action, which is the default.  A table closes such a window itself and tells nothing before.
    is_window: Callable[[Any], bool] = field(default=lambda state: False)
    # (an opened setup, of the next deal): changes it to what it is when somebody sits down who did not play in the deal before
    newcomers: Callable[[Any], None] = field(default=lambda setup: None)
    examples: Mapping[str, Any] = field(default_factory=dict)  # kinds of `engine.examples.Asked` situations by name
    teams: Callable[..., tuple[int, ...]] = field(default=lambda ruleset, players: tuple(range(players)))

    def __post_init__(self) -> None:
        object.__setattr__(self, "room", self.room or self.name)

    # -- rule sets

    def ruleset(self, variant: str = "default", **changes: object) -> Any:
        """A checked rule set: a named variant with changes by option name.  Raises `RulesetError` with a sentence."""
        if variant not in self.variants:
            raise RulesetError(f"{self.name} has no variant {variant!r}; it has {', '.join(self.variants)}.")
        ruleset = self.variants[variant].ruleset
        options = {option.name: option for option in self.options}
        for name, value in changes.items():
            if name not in options:
                raise RulesetError(f"{self.name} has no option {name!r}; it has {', '.join(options) or 'none'}.")
            ruleset = ruleset._replace(**{name: options[name].parse(value)})
        conflict = self.check_ruleset(ruleset)
        if conflict:
            raise RulesetError(conflict["en"], conflict)
        return ruleset

    def changed_options(self, ruleset: Any) -> dict[str, str]:
        """The options that differ from the default, by name of value: what records and links carry."""
        return {
            option.name: option.format(getattr(ruleset, option.name))
            for option in self.options
            if getattr(ruleset, option.name) != option.parse(option.default)
        }

    def rules(self, ruleset: Any = "default") -> Record:
        """The rule set as the rules read it.  Pack it once, not once a call."""
        return pack_ruleset(self.ruleset(ruleset) if isinstance(ruleset, str) else ruleset)

    # -- records

    @cached_property
    def ACTIONS(self) -> np.dtype:
        """The record of a move list."""
        return _actions_type(self.max_actions)

    @cached_property
    def _own(self) -> threading.local:
        """What each thread keeps for itself."""
        return threading.local()

    def new_state(self) -> Record:
        return records.new(self.STATE)

    def new_actions(self) -> Record:
        return records.new(self.ACTIONS)

    def new_observation(self) -> Record:
        return records.new(self.OBSERVATION)

    # -- the verbs

    def __getattr__(self, verb: str) -> Callable[..., Any]:
        """A verb of `Rules` as Python calls it; compiled on first use in native mode."""
        if verb not in Rules._fields:
            raise AttributeError(verb)
        entry = door(self.room, verb, getattr(self.compiled, verb))
        object.__setattr__(self, verb, entry)
        return entry

    def stepper(self, state: Record, rules: Record, actions: Record) -> Callable[[int, Action], tuple[int, int]]:
        """A function of a seat and its action: `apply_action`, `to_act` and `legal_actions` in one call (`docs/benchmarks.md`: what that saves).

        It gives the seat that decides next, NOBODY when the deal is over, and how many legal actions it has in `actions`.  Make one a
        state, also where deal follows deal in it.  Raises `TypeError` for other records than those of this game.
        """
        given = (state, rules, actions)
        if not NATIVE:
            return partial(self._step, *given)
        boundary.check_own(self.name, *zip(given, self._stepped.values(), strict=True))
        return boundary.by_address(self._step, given)

    @cached_property
    def _step(self) -> Callable[..., tuple[int, int]]:
        step = specialise(stepping.step, self.room, **self.compiled._asdict())
        return door(self.room, "step", step, **self._stepped)

    @cached_property
    def _stepped(self) -> dict[str, np.dtype]:
        """What a step works on.  Relatives share the types with what is compiled."""
        return {"STATE": self.STATE, "RULES": self.rules().dtype, "ACTIONS": self.ACTIONS}

    def setup(self, rules: Record, players: int) -> Record:
        """The setup of the first deal.  Raises `RulesetError` for a number of players that the game does not have."""
        if players not in self.seats:
            sizes = f"{self.seats[0]} to {self.seats[-1]}" if len(self.seats) > 1 else self.seats[0]
            raise RulesetError(f"{self.name} is for {sizes} players, not {players}.")
        setup = records.new(self.SETUP)
        self.first_setup(rules, players, setup)
        return setup

    def shuffled(self, rules: Record, setup: Record, seed: int, stream: int = 0) -> Record:
        """What chance decides in a deal: the same for a seed on every machine and in every mode."""
        order = records.new(self.ORDER)
        self.pack(rules, setup, order)
        _shuffle(seeded(seed, stream), order)
        return order

    def shuffled_secretly(self, rules: Record, setup: Record) -> Record:
        """What chance decides in a deal at a live table, from the operating system's randomness."""
        order = records.new(self.ORDER)
        self.pack(rules, setup, order)
        shuffling.shuffle_secretly(order)
        return order

    def start(self, rules: Record, setup: Record, seed: int) -> Record:
        """A deal from a seed."""
        state = self.new_state()
        self.deal(state, rules, setup, self.shuffled(rules, setup, seed))
        return state

    def legal(self, state: Record, rules: Record, seat: int) -> list[Action]:
        """The legal actions as a list: convenient, and slower than `legal_actions` into a buffer of one's own."""
        if not hasattr(self._own, "actions"):  # a buffer for the longest list costs more to make than most lists to fill
            self._own.actions = self.new_actions()
        actions = self._own.actions
        count = self.legal_actions(state, rules, seat, actions)
        return list(read_buffer(actions, count))

    def result(self, state: Record, rules: Record) -> Any:
        """The result of a finished deal, as a plain record: `result.points[seat]`."""
        result = records.new(self.RESULT)
        self.returns(state, rules, result)
        return records.to_plain(result)


@cache  # games of a room share what is compiled, and it knows a record type by the very object
def _actions_type(most: int) -> np.dtype:
    return np.dtype([("count", np.int64), ("list", np.int64, most)], align=True)


def door(owner: str, verb: str, rule: Callable[..., Any], **types: np.dtype) -> Callable[..., Any]:
    """A verb of the rules as Python calls it; `types` of the records that it takes by their addresses."""
    if not NATIVE:
        return rule
    return specialise(getattr(boundary, verb), owner, rules_of_the_game=rule, **types)


_shuffle = door("engine", "shuffle", shuffling.shuffle)
_seed_random = door("engine", "seed_random", shuffling.seed_random)


def checked_seed(seed: int) -> int:
    """A seed as compiled code takes it: the same 64 bits as a signed number.  Raises `QipaiError` where it has more."""
    seed = index(seed)
    if not 0 <= seed < 1 << 64:
        raise QipaiError(f"A seed is a whole number from 0 to 2**64 - 1, not {seed}.")
    return seed if seed < 1 << 63 else seed - (1 << 64)


def seeded(seed: int, stream: int = 0) -> Record:
    """A generator at its start.  Streams of one seed are independent."""
    random = records.new(shuffling.RANDOM)
    _seed_random(random, checked_seed(seed), stream)
    return random


def read_buffer(actions: Record, count: int | None = None) -> Sequence[Action]:
    """The first `count` actions of a buffer that `legal_actions` filled; without a count all of it, now and when it is filled again.

    Native, it is a `memoryview`, which gives ints three times as fast as an array does.
    """
    whole: Sequence[Action] = memoryview(actions[0]["list"]) if NATIVE else actions.list
    return whole if count is None else whole[:count]


__all__ = ["Action", "Game", "Notation", "Rules", "Statistic", "Telling", "NOBODY", "read_buffer", "seeded"]
