"""How cards and actions are written."""

from .showing import show
from .text import format_action, format_card, parse_action, parse_card
