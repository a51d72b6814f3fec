"""§3  Stacks: any is as good as another until some of their pieces are known."""

from qipai.engine.compiling import compiled, inlined
from qipai.engine.shuffling import below
from qipai.games.giog.pieces import KINDS
from qipai.games.giog.play import value_of
from qipai.games.giog.stacks import direction_from, neighbour
from qipai.games.giog.variants import ROWS

MIDDLE = KINDS // 2  # a piece that is neither good nor bad


@inlined
def any_stack(actions, random):
    """§3.2, §3.6  To turn up: by lot."""
    return int(actions.list[below(random, int(actions.count))])


@compiled
def best_end(observation, rules, actions, random):
    """§3.4  The end from which the better known pieces come to oneself; §3.7, §3.8 in a circle nothing tells the sides apart."""
    if rules.distribution != ROWS:
        return any_stack(actions, random)
    best = int(actions.list[0])
    best_value = brought_by(observation.table, value_of(best))
    for number in range(1, actions.count):
        action = int(actions.list[number])
        value = brought_by(observation.table, value_of(action))
        if value > best_value:
            best = action
            best_value = value
    return best


@compiled
def brought_by(table, end):
    """How good the known pieces are that one gets from an end, less the share of each of the others."""
    step = direction_from(table, end)
    stack = end
    value = 0
    for number in range(table.players * table.left // 2):
        share = table.players - 1 if table.priority[number % table.players] == 0 else -1
        for place in range(2 * stack - 2, 2 * stack):
            if table.face[place]:
                value += share * (table.face[place] - MIDDLE)
        stack = neighbour(table, stack, step)
    return value
