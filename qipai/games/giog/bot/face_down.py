"""§6, §7  Laid face down: the leader's set is not seen either, nor what those lay who answer at the same time."""

from qipai.engine.compiling import compiled

from .chances import above_leader, rank_of, stands


@compiled
def chance(public, rules, sight, habits, place):
    """Return how likely a set is to win the trick, by its place in the type that was led."""
    kind = int(public.led)
    size = int(public.count)
    rank = rank_of(place, rules)
    beaten = habits.answers * (1.0 - stands(sight, rules, habits, kind, size, rank))
    result = above_leader(sight, rules, habits, kind, size, rank)
    for _ in range(sight.others - 1):
        result *= 1.0 - beaten
    return result
