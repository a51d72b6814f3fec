"""The rules, in the order of the rule book, and those of their functions that the engine calls."""

from ..seating import teams
from .dealing import deal, pack
from .scoring import bounds, max_decisions, returns, utility_sum
from .session import check_setup, first_setup, fit_setup, newcomers, next_setup
