"""Every game as an OpenSpiel game; importing this module registers them.

>>> import pyspiel
>>> import qipai.environments.openspiel
>>> game = pyspiel.load_game("python_qipai_luk_fu")
>>> game = pyspiel.load_game("python_qipai_gan_deng_yan(players=4,variant=airplane)")
>>> game = pyspiel.load_game("python_qipai_gan_deng_yan", {"mini": True, "recall": "perfect"})
>>> game = pyspiel.load_game("python_qipai_gan_deng_yan(mini=True,size=4x2x1)")  # four ranks, two cards each, hands of one
>>> game = pyspiel.load_game("python_qipai_giog(above_share=True)")  # a win is ½ and a loss -½: zero-sum

`python_qipai_<game>` asks one seat after the other; `python_qipai_<game>_together` makes seats that owe a decision at
the same time a simultaneous node.  An action is an index into the seat's legal list, which is never cut.

Chance is a seed dealt in eight nodes of sixteen outcomes, the hexadecimal digits of the number that `Game.start`
takes.  So a tool that seeds its chance seeds the cards, and a history determines them.  A mini pack is dealt card by
card instead, so that all deals can be enumerated.
"""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pyspiel

from qipai.engine.errors import QipaiError
from qipai.engine.game import seeded
from qipai.games import GAMES

from .spiel import SpielDeal, SpielGame

PREFIX, TOGETHER = "python_qipai_", "_together"
RECALL = ("rules", "perfect")
PARAMETERS = {
    "players": 0,
    "variant": "default",
    "options": "",
    "mini": False,
    "size": "",
    "recall": RECALL[0],
    "above_share": False,
}
PLAYER = "player"  # the block of an observation that says whose it is; the others are named as in the layout
WAITS = 0  # the only action, at a simultaneous node, of a seat that owes no decision
RESAMPLED_BITS = 1 << 31


class QipaiState(pyspiel.State):  # type: ignore[misc]
    """One deal, from the first chance node to the end."""

    def __init__(self, game: "QipaiGame") -> None:
        super().__init__(game)
        self._play = SpielDeal(game.shared)
        self._together = game.together
        self._share = game.share

    def current_player(self) -> int:
        """Return the seat to act, or OpenSpiel's id for chance, simultaneous or terminal nodes."""
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
        """Return the outcomes that are possible at this chance node, with their probabilities."""
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
        """Return True if the deal is over."""
        return self._play.is_over()

    def returns(self) -> list[float]:
        """Return the points by seat, in rule-book points; 0 before the end.

        With `above_share` an equal share of their sum is subtracted from each.
        """
        return [points - self._share for points in self._play.points()] if self._play.is_over() else self._play.points()

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> "QipaiState":
        """Return a copy whose hidden cards are drawn uniformly from those that agree with the player's observation.

        Its history is still that of this state.
        """
        again = self.clone()
        again._play.draw_world(player, seeded(int(sampler() * RESAMPLED_BITS), int(sampler() * RESAMPLED_BITS)))
        return again

    def __str__(self) -> str:
        return self._play.show()


class QipaiObserver:
    """The observation of a player as a tensor with named parts and as text."""

    def __init__(self, shared: SpielGame, iig_obs_type: Any, params: Any) -> None:
        if params:
            raise QipaiError(f"Observations have no parameters; {params} were given.")
        self.shared = shared
        self.recall = iig_obs_type.perfect_recall
        self.tensor = np.zeros(shared.players + shared.layout.entries, np.float32)
        self.dict = {PLAYER: self.tensor[: shared.players]}
        seen = self.tensor[shared.players :]
        for name, block in shared.layout.blocks.items():
            self.dict[name] = seen[block.begin : block.end].reshape(block.shape or (1,))

    def set_from(self, state: QipaiState, player: int) -> None:
        """Write the player's observation to `tensor`, and so to the parts in `dict`, which are views of it."""
        self.tensor.fill(0)
        self.tensor[player] = 1
        state._play.write(player, self.tensor[self.shared.players :])

    def string_from(self, state: QipaiState, player: int) -> str:
        """Return the player's observation as text, or with perfect recall their information state."""
        return state._play.known(player) if self.recall else state._play.seen(player)


class QipaiGame(pyspiel.Game):  # type: ignore[misc]
    """One game of `qipai.games` under fixed rules for a fixed number of players."""

    name: str
    together: bool
    game_type: Any

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = {**PARAMETERS, **(params or {})}
        if given["recall"] not in RECALL:
            raise QipaiError(f"There is no recall {given['recall']!r}; there are {', '.join(RECALL)}.")
        game = GAMES[self.name]
        self.shared = SpielGame(
            game,
            given["variant"],
            given["players"],
            _options(given["options"]),
            given["mini"],
            given["recall"] == "perfect",
            given["size"],
        )
        total, self.share = self.shared.utility_sum, 0.0
        if given["above_share"] and total is not None:
            self.share, total = total / self.shared.players, 0
        super().__init__(
            game_type(self.name, self.together, total),
            pyspiel.GameInfo(
                num_distinct_actions=self.shared.longest,
                max_chance_outcomes=self.shared.max_outcomes,
                num_players=self.shared.players,
                min_utility=self.shared.bounds.low - self.share,
                max_utility=self.shared.bounds.high - self.share,
                utility_sum=None if total is None else float(total),
                max_game_length=self.shared.max_decisions,
            ),
            params or {},
        )

    def max_chance_nodes_in_history(self) -> int:
        """Return the number of chance nodes of every history."""
        return self.shared.max_draws

    def new_initial_state(self) -> QipaiState:
        """Return a deal before its first chance node."""
        return QipaiState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> QipaiObserver | None:
        """Return an observer of what one player knows, public and private together; None for any other kind of observation."""
        wanted = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        if not wanted.public_info or wanted.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER:
            return None
        return QipaiObserver(self.shared, wanted, params)


def _options(text: str) -> dict[str, str]:
    """Return options by name from text such as `decks:2;table_talk:false`.  Raises `QipaiError` for other text."""
    pairs = [pair.partition(":") for pair in text.split(";") if pair]
    for name, colon, _ in pairs:
        if not colon:
            raise QipaiError(f"The option {name!r} has no value; options are written name:value, with ; between them.")
    return {name.strip(): value.strip() for name, _, value in pairs}


def game_type(name: str, together: bool, total: int | None) -> Any:
    """Return OpenSpiel's description of a game; `total` is the sum of its points if that is constant, else None."""
    game = GAMES[name]
    kinds = pyspiel.GameType.Utility
    return pyspiel.GameType(
        short_name=PREFIX + name + TOGETHER * together,
        long_name=f"{game.titles['en']} ({game.titles['zh-Hans']}){', asked together' if together else ''}",
        dynamics=pyspiel.GameType.Dynamics.SIMULTANEOUS if together else pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=kinds.GENERAL_SUM if total is None else kinds.CONSTANT_SUM if total else kinds.ZERO_SUM,
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
    """Make a game's class, under the name by which pickles find it in this module, and register it."""
    game = GAMES[name]
    kind = game_type(name, together, game.utility_sum(game.ruleset(), game.seats[0]))
    title = "".join(word.capitalize() for word in name.split("_")) + "Together" * together
    made = type(title, (QipaiGame,), {"__module__": __name__, "name": name, "together": together})
    globals()[title] = made
    pyspiel.register_game(kind, made)
    return str(kind.short_name)


NAMES = tuple(
    _register(name, together) for name, game in GAMES.items() for together in (False, True) if game.together or not together
)

__all__ = ["NAMES", "QipaiGame", "QipaiObserver", "QipaiState"]
