"""What a bot is asked with: an observation of its game, and at least one action to choose from."""

from typing import Any

from qipai.engine import records
from qipai.engine.boundary import is_record
from qipai.engine.errors import QipaiError
from qipai.engine.game import Game
from qipai.engine.records import Record


def players_in(game: Game, seen: Any) -> int:
    """Return the number of players that an observation states, or that of a game with one size only."""
    for part in (seen, getattr(seen, "public", seen)):
        if hasattr(part, "players"):
            return int(part.players)
    return game.seats[-1]


def opened_choices(legal: Record) -> Any:
    """Return a list of legal actions with attribute access.  Raises `QipaiError` unless it is one and has an action in it."""
    if not is_record(legal) or not {"count", "list"} <= set(legal.dtype.names):
        raise QipaiError(
            f"A bot is asked with a record of legal actions as game.new_actions() makes it, not {type(legal).__name__}."
        )
    moves = records.opened(legal)
    if not 1 <= moves.count <= len(moves.list):
        raise QipaiError(f"A bot is asked with 1 to {len(moves.list)} legal actions, not {int(moves.count)}.")
    return moves


def check_asked(game: Game, observation: Record, legal: Record) -> None:
    """Raise `QipaiError` unless both are records of `game` and there is an action to choose: compiled rules look into them unchecked."""
    if not is_record(observation) or observation.dtype != game.OBSERVATION:
        raise QipaiError(f"A bot of {game.name} is asked with an observation as game.new_observation() makes it.")
    opened_choices(legal)
    if legal.dtype != game.ACTIONS:
        raise QipaiError(f"A bot of {game.name} is asked with legal actions as game.new_actions() makes them.")
