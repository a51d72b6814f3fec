"""Where a list of legal actions is too long to weigh, the few that a player thinks of: a function a room.

`shortlist(observation, actions, listed)` fills `listed`; it returns whether it did, or the list of legal actions is short enough.
"""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from qipai.engine.compiling import compiled
from qipai.games.gou_ji.canonical import make_canonical
from qipai.games.gou_ji.state import FOLLOWING, LEADING

ENOUGH = 12  # actions that need no shortlist


@compiled
def none(observation, actions, listed):
    """Every legal action is worth a thought."""
    return False


@compiled
def gou_ji(observation, actions, listed):
    """The canonical sets, where cards are laid."""
    table = observation.table
    if actions.count <= ENOUGH or not table.asked & 1 or (table.phase != LEADING and table.phase != FOLLOWING):
        return False
    make_canonical(table, observation.hand, listed)
    return True


@cache
def shortlists() -> Mapping[str, Callable[..., Any]]:
    """The shortlist of each room, by its name."""
    return {"gan_deng_yan": none, "giog": none, "gou_ji": gou_ji, "luk_fu": none}
