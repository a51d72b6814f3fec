"""Traditional Chinese games of hidden hands: their rules, their tables and their bots.

>>> import qipai
>>> deal = qipai.deal("giog", players=4, seed=7)
>>> while not deal.over:
...     deal.play(deal.legal[-1])
>>> sum(deal.result)
1.0
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .entry import (
        Batch,
        Evaluation,
        Examples,
        Observed,
        OpenDeal,
        Standings,
        Trained,
        batch,
        deal,
        evaluate,
        game,
        games,
        make_examples,
        net_bot,
        position,
        tournament,
        train,
        worlds,
    )

from .version import __version__ as __version__

__all__ = [
    "Batch", "Evaluation", "Examples", "Observed", "OpenDeal", "Standings", "Trained", "batch", "deal", "evaluate", "game", "games", "make_examples",
    "net_bot", "position", "tournament", "train", "worlds",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    """Import what is asked for when it is asked for: the rules take longer to load than `qipai --version` may."""
    if name not in __all__:
        raise AttributeError(f"module 'qipai' has no attribute {name!r}; it has {', '.join(__all__)}")
    from . import entry

    return getattr(entry, name)


def __dir__() -> list[str]:
    """Return the names of the module, those that are not imported yet among them."""
    return sorted({*globals(), *__all__})
