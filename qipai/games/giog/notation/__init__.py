"""How pieces and actions are written, alike in all games of the family."""

from .showing import show
from .text import format_action, format_card, parse_action, parse_card
