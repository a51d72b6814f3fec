"""Questions and answers: who is asked what, and what each answer does; and the course of a game as the engine calls it."""

from .clock import default_action
from .legal import is_window
from .play import KINDS_OF_ACTIONS, apply_action, is_legal, legal_actions, may_act, play_kind, to_act
