"""What `import qipai` offers: a deal, a batch, worlds, a tournament, an evaluation, a training, training examples, each in one call.

Each name is a short form of a longer way through `games`, `environments`, `bots` and `arena`, and adds nothing to them.
"""

from qipai.engine.game import Game
from qipai.environments.data import Examples
from qipai.environments.data import make as make_examples
from qipai.environments.evaluating import Evaluation, evaluate
from qipai.environments.vector import Batch
from qipai.games import GAMES, find_game

from .deals import Observed, OpenDeal, deal, position, worlds
from .learning import Trained, net_bot, train
from .meetings import Standings, tournament


def game(name: str) -> Game:
    """Return the game of that name: its rules, its options, its books.  Raises `QipaiError` with the names there are."""
    return find_game(name)


def games() -> tuple[str, ...]:
    """Return the names of all games.

    >>> import qipai
    >>> "luk_fu" in qipai.games()
    True
    """
    return tuple(GAMES)


batch = Batch

__all__ = [
    "Batch",
    "Evaluation",
    "Examples",
    "Observed",
    "OpenDeal",
    "Standings",
    "Trained",
    "batch",
    "deal",
    "evaluate",
    "game",
    "games",
    "make_examples",
    "net_bot",
    "position",
    "tournament",
    "train",
    "worlds",
]
