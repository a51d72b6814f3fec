"""Make bots by name: `random`, `noisy` and `rule`, bots that search, such as `pimc:300`, and nets."""
# ruff: noqa: F821

import functools
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from qipai.engine import records
from qipai.engine.chance import draw_below, seeded
from qipai.engine.errors import QipaiError
from qipai.engine.game import Action, Game
from qipai.engine.records import ActionsRecord, ObservationRecord, Record
from qipai.engine.verbs import door

from .asking import check_asked, opened_choices, players_in
from .levels import BASIC, EASY, LEVELS, level_named
from .nets import NETS, NetBot, file_of, is_net, ruled_in
from .remade import Remade
from .search import SEARCHES, is_search, make_search, read_search

rules_of_the_game: Callable[..., Action]


def at_door(observation: Any, rules: Any, actions: Any, random: Any) -> Action:
    """Call a game's chooser with records as Python holds them: arrays of one element."""
    return rules_of_the_game(observation[0], rules[0], actions[0], random[0])


@functools.cache
def _chooser(room: str, choose: Callable[..., Action]) -> Callable[..., Action]:
    """Return a game's rule of thumb in the form that Python calls.  Kept, because making it takes milliseconds."""
    return door(room, at_door, choose)


class Bot(Protocol):
    """Chooses actions.  Its choices are a function of its seed and the observations it has been given."""

    def act(self, observation: ObservationRecord, legal: ActionsRecord, clock: int | None) -> Action:
        """Return one of the actions of `legal`.

        `observation`: the seat's `game.OBSERVATION` record.  `legal`: a `game.ACTIONS` record.  `clock`: the time left
        in milliseconds, or None.  Raises `QipaiError` for an empty list and for records of another game.
        """
        ...


class RandomBot:
    """Plays uniformly at random."""

    def __init__(self, seed: int) -> None:
        self.random = seeded(seed)

    def act(self, observation: Record, legal: Record, clock: int | None) -> Action:
        """Return a legal action, each with equal probability: see `Bot.act`."""
        moves = opened_choices(legal)
        return int(moves.list[draw_below(self.random, int(moves.count))])


class RuleBot(Remade):
    """Plays the game's rule of thumb; a noisy one plays one move in `Game.noise_at(players)` at random."""

    def __init__(self, game: Game, ruleset: Any, seed: int, noisy: bool) -> None:
        """Make the bot.  Raises `QipaiError` for a game without a rule of thumb."""
        if game.chooser is None:
            raise QipaiError(f"{game.name} has no rule of thumb; its bots are random.")
        self.game = game
        self.choose = _chooser(game.room, game.chooser)
        self.rules = game.rules(ruleset)
        self.random = seeded(seed)
        self.wild = RandomBot(seed + 1) if noisy else None

    def act(self, observation: Record, legal: Record, clock: int | None) -> Action:
        """Return the rule of thumb's choice, or sometimes a random action of a noisy bot: see `Bot.act`."""
        check_asked(self.game, observation, legal)
        if self.wild and draw_below(self.random, self.game.noise_at(players_in(self.game, records.opened(observation)))) == 0:
            return self.wild.act(observation, legal, clock)
        return int(self.choose(observation, self.rules, legal, self.random))


def check_bot(name: str) -> None:
    """Raise `QipaiError` unless `name` is a bot of every game, a net, or a well-formed name of a bot that searches."""
    asked, name = name, level_named(name)
    if is_net(name):
        file_of(name)
    elif is_search(name):
        if net := read_search(name).net:
            file_of(net)
    elif name not in BASIC:
        words = (word for word, stored in LEVELS.items() if stored in BASIC)
        raise QipaiError(f"There is no bot of level {asked!r:.60}; there are {', '.join((*BASIC, *words, *SEARCHES, *NETS))}.")


def make_bot(game: Game, level: str, ruleset: Any, seed: int) -> Bot:
    """Make a bot: `random`, `noisy` (also called `easy`), `rule` (`normal`), one that searches (`pimc:300`, `ismcts:200ms`), or a net (`net`, `net:FILE`, `net/2`).

    Raises `QipaiError` for another name, and for a net that does not fit the game and its rules.

    >>> from qipai.games import GAN_DENG_YAN as game
    >>> rules, actions, observation = game.rules(), game.new_actions(), game.new_observation()
    >>> state = game.start(rules, game.setup(rules, 3), seed=7)
    >>> seat = game.to_act(state)
    >>> count = game.legal_actions(state, rules, seat, actions)
    >>> game.observe(state, rules, seat, observation)
    >>> action = make_bot(game, "rule", game.ruleset(), seed=1).act(observation, actions, None)
    >>> game.is_legal(state, rules, seat, action)
    True
    """
    check_bot(level)
    level = level_named(level)
    if is_net(level):
        return NetBot(game, ruleset, seed, file_of(level), ruled_in(level))
    if is_search(level):
        return make_search(game, level, ruleset, seed)
    if level == "random":
        return RandomBot(seed)
    return RuleBot(game, ruleset, seed, level == EASY)


def answer(
    game: Game, level: str, options: Mapping[str, str], observation: bytes, legal: Sequence[Action], seed: int
) -> Action:
    """Return one decision of a new bot, from arguments that can be sent between processes.

    `options`: the options that differ from the default, by name.  `observation`: as `records.to_bytes` wrote it.
    `legal`: the legal actions.
    """
    return decide(game, make_bot(game, level, game.ruleset(**options), seed), observation, legal)


def decide(game: Game, bot: Bot, observation: bytes, legal: Sequence[Action]) -> Action:
    """Return one decision of a bot: see `answer`."""
    moves = game.new_actions()
    buffer = records.opened(moves)
    buffer.count = len(legal)
    buffer.list[: len(legal)] = legal
    return bot.act(records.from_bytes(observation, game.OBSERVATION), moves, None)
