"""The kinds of situations of Gou Ji: before the play, in it, and scenarios step by step.

`deals.py` sets up the games, and `shapes.py` says what the facts may be.
"""

from ..asking import Kinds
from . import before_play, play, scenarios

KINDS = Kinds({**before_play.KINDS, **play.KINDS, **scenarios.KINDS})

__all__ = ["KINDS"]
