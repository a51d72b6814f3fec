"""Advise at one decision that is not taken yet: what the best available player would do, and what else was weighed.

It is a review of a decision that has not been played: the same worlds, the same weighing, from the same observation.
"""

from functools import cache
from typing import Any

from qipai.bots.bot import make_bot
from qipai.engine import records
from qipai.engine.game import Action, Game
from qipai.engine.records import Record

from .figures import Counsel, Expected
from .reviewing import DIGITS, advisers, usual_worlds
from .weighing import Weigher

RULE = "rule"  # the bot whose choice the others are compared with, where no net plays the game
NUMBER = 0  # all worlds come from the seed and the observation: whoever sees the same is advised the same


def advise(
    game: Game, options: dict[str, str], players: int, observation: bytes, legal: list[Action], worlds: int | None, seed: int
) -> Counsel:
    """Return the advice to a seat that has a choice among the `legal` actions, from its observation alone.

    `options` are the house rules that differ from the default; `worlds` None takes as many as a review does.
    """
    mind = _mind(game, tuple(sorted(options.items())), players, worlds, seed)
    seen, actions = records.from_bytes(observation, game.OBSERVATION), game.new_actions()
    opened = records.opened(actions)
    opened.count = len(legal)
    opened.list[: len(legal)] = legal
    return mind.advise(seen, actions)


@cache
def _mind(game: Game, options: tuple[tuple[str, str], ...], players: int, worlds: int | None, seed: int) -> "Adviser":
    ruleset = game.ruleset(**dict(options))
    setup = game.setup(game.rules(ruleset), players)
    return Adviser(game, ruleset, players, usual_worlds(game, ruleset, setup) if worlds is None else worlds, seed)


class Adviser:
    """Weighs decisions in a game under some rules."""

    def __init__(self, game: Game, ruleset: Any, players: int, worlds: int, seed: int) -> None:
        self.game, self.ruleset, self.players, self.seed = game, ruleset, players, seed
        self.weigher = Weigher(game, ruleset, seed, worlds)

    def advise(self, observation: Record, legal: Record) -> Counsel:
        """Return what was weighed: the best first, which is what is advised, and the others from the most points to the fewest."""
        bots = [*advisers(self.game, self.ruleset, self.players, self.seed), make_bot(self.game, RULE, self.ruleset, self.seed)]
        chosen = [int(bot.act(observation, legal, None)) for bot in bots]
        actions = self.weigher.choose(observation, legal, chosen[0], NUMBER, tuple(chosen[1:]))
        compared = self.weigher.compare(observation, legal, actions, NUMBER)
        best = max(range(len(actions)), key=lambda place: compared.mean(place)[0])
        unit, notation = self.game.unit, self.game.notation
        options = [
            Expected(
                notation.format_action(action, self.ruleset),
                *(round(part / unit, DIGITS) for part in (*compared.mean(place), *compared.less(place, best))),
            )
            for place, action in enumerate(compared.actions)
        ]
        others = sorted((option for place, option in enumerate(options) if place != best), key=lambda option: -option.value)
        return Counsel([options[best], *others], len(compared.points))
