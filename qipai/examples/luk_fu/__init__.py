"""The kinds of situations of Luk Fu: `kinds.py` asks the rules, `deals.py` sets up the deals."""

from .kinds import KINDS

__all__ = ["KINDS"]
