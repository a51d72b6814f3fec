"""What sets and answers are called, and the seats behind the chairs of an observation."""

from typing import Any

from qipai.engine.seats import NOBODY, seats_in

from .observation import seat_of
from .play import KINDS_OF_ACTIONS, play_kind
from .seating import SEATS
from .state import DUEL
from .verbs import LAY, PASS, pack_action, verb_of

CLEAR = "clear"


def kind_of_set(cards: int) -> str:
    """The key of a set's words: one card, several, or wild cards alone."""
    return KINDS_OF_ACTIONS[play_kind(pack_action(LAY, cards))]


def kind_of_action(action: int, mode: int) -> str:
    """The key of an action's words: passing is clearing where a duel is fought (§8.2)."""
    return CLEAR if verb_of(action) == PASS and mode == DUEL else KINDS_OF_ACTIONS[play_kind(action)]


def seat_or_none(seat: Any) -> int | None:
    return None if seat == NOBODY else int(seat)


# -- chairs and seats


def chairs_by_seat(observation: Any) -> list[int]:
    """The chair of each seat."""
    return sorted(range(SEATS), key=lambda chair: int(seat_of(observation, chair)))


def seat_at(observation: Any, chair: Any) -> int | None:
    return None if chair == NOBODY else int(seat_of(observation, int(chair)))


def seats_at(observation: Any, mask: Any) -> list[int]:
    """The seats of a mask of chairs, lowest first."""
    return sorted(int(seat_of(observation, chair)) for chair in seats_in(int(mask)))
