"""Every game as OpenSpiel knows games: importing this module registers them.

>>> import pyspiel
>>> import qipai.environments.openspiel
>>> game = pyspiel.load_game("python_qipai_luk_fu")
>>> game = pyspiel.load_game("python_qipai_gan_deng_yan(players=4,variant=airplane)")
>>> game = pyspiel.load_game("python_qipai_gan_deng_yan", {"mini": True, "recall": "perfect"})

`python_qipai_<game>` asks one seat after the other; `python_qipai_<game>_together` asks those together who owe a decision together.
An action is a number from 0 on: its place in the seat's legal list.

Chance deals a seed in eight nodes of sixteen outcomes, the hexadecimal digits of the number that `Game.start` takes: a tool that seeds
its chance seeds the cards, and a history holds them.  A mini pack is dealt card by card, so that all deals can be enumerated.
"""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pyspiel

from qipai.engine.errors import QipaiError
from qipai.engine.game import seeded
from qipai.games import GAMES

from .spiel import Play, Table

PREFIX, TOGETHER = "python_qipai_", "_together"
RECALL = ("rules", "perfect")
PARAMETERS = {"players": 0, "variant": "default", "options": "", "mini": False, "recall": RECALL[0]}
ONE_AT_A_TIME = ("gan_deng_yan",)  # nobody is ever asked together with others
WAITS = 0  # what a seat that is not asked does where others are asked together
RESAMPLED_BITS = 1 << 31


class QipaiState(pyspiel.State):  # type: ignore[misc]
    """A deal of a game, from the first draw of chance on."""

    def __init__(self, game: "QipaiGame") -> None:
        super().__init__(game)
        self._play = Play(game.table)
        self._together = game.together

    def current_player(self) -> int:
        play = self._play
        if not play.is_dealt():
            return int(pyspiel.PlayerId.CHANCE)
        if play.is_over():
            return int(pyspiel.PlayerId.TERMINAL)
        if self._together and len(play.pending()) > 1:
            return int(pyspiel.PlayerId.SIMULTANEOUS)
        return play.to_act()

    def _legal_actions(self, player: int) -> list[int]:
        play = self._play
        if self._together and len(pending := play.pending()) > 1:
            return list(range(len(play.legal(player)))) if player in pending else [WAITS]
        return list(range(len(play.legal(player)))) if player == play.to_act() else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return self._play.outcomes()

    def _apply_action(self, action: int) -> None:
        if self._play.is_dealt():
            self._play.decide(self._play.to_act(), action)
        else:
            self._play.draw(action)

    def _apply_actions(self, actions: Sequence[int]) -> None:
        self._play.decide_together({seat: actions[seat] for seat in self._play.pending()})

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return self._play.name_outcome(action)
        if player not in self._play.pending():
            return "waits"
        return self._play.name_action(player, action)

    def is_terminal(self) -> bool:
        return self._play.is_over()

    def returns(self) -> list[float]:
        """By seat, in points of the rule book; 0 before the end."""
        return self._play.points()

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> "QipaiState":
        """A deal drawn evenly from those that agree with what the player may know; its history is still that of this one."""
        again = self.clone()
        again._play.draw_world(player, seeded(int(sampler() * RESAMPLED_BITS), int(sampler() * RESAMPLED_BITS)))
        return again

    def __str__(self) -> str:
        return self._play.show()


class QipaiObserver:
    """What a player may know, as numbers with names and as text."""

    def __init__(self, table: Table, iig_obs_type: Any, params: Any) -> None:
        if params:
            raise QipaiError(f"Observations have no parameters; {params} were given.")
        self.table = table
        self.recall = iig_obs_type.perfect_recall
        self.tensor = np.zeros(table.players + table.layout.entries, np.float32)
        self.dict = {"seat": self.tensor[: table.players]}
        seen = self.tensor[table.players :]
        for name, block in table.layout.blocks.items():
            self.dict[name] = seen[block.begin : block.end].reshape(block.shape or (1,))

    def set_from(self, state: QipaiState, player: int) -> None:
        self.tensor.fill(0)
        self.tensor[player] = 1
        state._play.write(player, self.tensor[self.table.players :])

    def string_from(self, state: QipaiState, player: int) -> str:
        return state._play.known(player) if self.recall else state._play.seen(player)


class QipaiGame(pyspiel.Game):  # type: ignore[misc]
    """One game of `qipai.games` under rules, for a number of players."""

    name: str
    together: bool
    game_type: Any

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = {**PARAMETERS, **(params or {})}
        if given["recall"] not in RECALL:
            raise QipaiError(f"There is no recall {given['recall']!r}; there are {', '.join(RECALL)}.")
        game = GAMES[self.name]
        self.table = Table(
            game, given["variant"], given["players"], _options(given["options"]), given["mini"], given["recall"] == "perfect"
        )
        bound = self.table.bound()
        zero_sum = game.zero_sum(self.table.ruleset)
        super().__init__(
            game_type(self.name, self.together, zero_sum),
            pyspiel.GameInfo(
                num_distinct_actions=self.table.longest,
                max_chance_outcomes=self.table.max_outcomes,
                num_players=self.table.players,
                min_utility=-bound,
                max_utility=bound,
                utility_sum=0.0 if zero_sum else None,
                max_game_length=self.table.max_decisions,
            ),
            params or {},
        )

    def max_chance_nodes_in_history(self) -> int:
        return self.table.max_draws

    def new_initial_state(self) -> QipaiState:
        return QipaiState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> QipaiObserver | None:
        """None for what the public knows alone, or a player alone: an observation here is both, as the rule book tells it."""
        wanted = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        if not wanted.public_info or wanted.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER:
            return None
        return QipaiObserver(self.table, wanted, params)


def _options(text: str) -> dict[str, str]:
    """`decks:2;table_talk:false` as options by name."""
    pairs = [pair.partition(":") for pair in text.split(";") if pair]
    for name, colon, _ in pairs:
        if not colon:
            raise QipaiError(f"The option {name!r} has no value; options are written name:value, with ; between them.")
    return {name.strip(): value.strip() for name, _, value in pairs}


def game_type(name: str, together: bool, zero_sum: bool) -> Any:
    """What OpenSpiel wants to know of a game before it is made."""
    game = GAMES[name]
    return pyspiel.GameType(
        short_name=PREFIX + name + TOGETHER * together,
        long_name=f"{game.titles['en']} ({game.titles['zh-Hans']}){', asked together' if together else ''}",
        dynamics=pyspiel.GameType.Dynamics.SIMULTANEOUS if together else pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM if zero_sum else pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.seats[-1],
        min_num_players=game.seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=PARAMETERS,
        default_loadable=True,
    )


def _register(name: str, together: bool) -> str:
    """Make the class of a game, which a pickle finds by its name in this module, and register it."""
    kind = game_type(name, together, GAMES[name].zero_sum(GAMES[name].ruleset()))
    title = "".join(word.capitalize() for word in name.split("_")) + "Together" * together
    made = type(title, (QipaiGame,), {"__module__": __name__, "name": name, "together": together})
    globals()[title] = made
    pyspiel.register_game(kind, made)
    return str(kind.short_name)


NAMES = tuple(
    _register(name, together) for name in GAMES for together in (False, True) if not (together and name in ONE_AT_A_TIME)
)

__all__ = ["NAMES", "QipaiGame", "QipaiObserver", "QipaiState"]
