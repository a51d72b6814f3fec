"""§8  Face up in turn: the best set so far is seen, and only those behind can still lay on it."""

from qipai.engine.compiling import compiled
from qipai.games.giog.combinations import place_of
from qipai.games.giog.tricks import best_set

from .chances import rank_of, stands


@compiled
def chance(table, rules, sight, habits, place):
    """How likely a set of the type that was led wins."""
    if place < place_of(best_set(table), int(table.led), rules):
        return 0.0
    beaten = habits.answers * (1.0 - stands(sight, rules, habits, int(table.led), int(table.count), rank_of(place, rules)))
    result = 1.0
    for _ in range(table.leader - 1):  # chairs count from one's own: those up to the leader's are still to lay
        result *= 1.0 - beaten
    return result
