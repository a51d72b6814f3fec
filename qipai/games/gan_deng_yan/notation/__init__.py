"""How cards and actions are written."""

from .cards import format_card, parse_card
from .showing import show
from .text import format_action, parse_action
