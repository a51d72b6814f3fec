"""§8  Face up in turn: the best set so far is seen, and only those behind can still lay on it."""

from qipai.engine.compiling import compiled

from ..rules.combinations import place_of
from ..rules.tricks import best_set
from .chances import rank_of, stands


@compiled
def chance(public, rules, sight, habits, place):
    """Return how likely a set is to win the trick, by its place in the type that was led."""
    if place < place_of(best_set(public), int(public.led), rules):
        return 0.0
    beaten = habits.answers * (1.0 - stands(sight, rules, habits, int(public.led), int(public.count), rank_of(place, rules)))
    result = 1.0
    for _ in range(public.leader - 1):  # chairs count from one's own: those up to the leader's are still to lay
        result *= 1.0 - beaten
    return result
