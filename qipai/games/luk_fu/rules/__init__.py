"""The rules, in the order of the rule book, and those of their functions that the engine calls."""

from .bounds import bounds, max_decisions
from .dealing import check_setup, deal, first_setup, fit_setup, next_setup, pack
from .play import KINDS_OF_ACTIONS, apply_action, default_action, is_legal, legal_actions, play_kind, to_act
from .scoring import returns
