"""§6, §7  Laid face down: the leader's set is not seen either, nor what those lay who answer at the same time."""

from qipai.engine.compiling import compiled

from .chances import above_leader, rank_of, stands


@compiled
def chance(table, rules, sight, habits, place):
    """How likely a set of the type that was led wins."""
    kind = int(table.led)
    size = int(table.count)
    rank = rank_of(place, rules)
    beaten = habits.answers * (1.0 - stands(sight, rules, habits, kind, size, rank))
    result = above_leader(sight, rules, habits, kind, size, rank)
    for _ in range(sight.others - 1):
        result *= 1.0 - beaten
    return result
