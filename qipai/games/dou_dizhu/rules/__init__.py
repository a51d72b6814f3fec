"""The rules, in the order of the rule book, and those of their functions that the engine calls."""

from .dealing import check_setup, deal, first_setup, fit_setup, next_setup, pack
from .scoring import bounds, max_decisions, returns, utility_sum
from .turns import apply_action, default_action, legal_actions, play_kind
