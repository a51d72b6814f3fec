"""§3  Stacks: any is as good as another until some of their pieces are known."""

from qipai.engine.compiling import compiled, inlined
from qipai.engine.shuffling import below

from ..pieces import KINDS
from ..rules.play import value_of
from ..rules.stacks import direction_from, neighbour
from ..variants import ROWS

MIDDLE = KINDS // 2  # a piece that is neither good nor bad


@inlined
def any_stack(actions, random):
    """§3.2, §3.6  Return the action of turning up a stack drawn by lot."""
    return int(actions.list[below(random, int(actions.count))])


@compiled
def best_end(observation, rules, actions, random):
    """§3.4  Return the action of taking the end that brings the best known pieces.

    In a circle (§3.7, §3.8) nothing tells the two sides apart, so there it is drawn by lot.
    """
    if rules.distribution != ROWS:
        return any_stack(actions, random)
    best = int(actions.list[0])
    best_value = brought_by(observation.public, value_of(best))
    for number in range(1, actions.count):
        action = int(actions.list[number])
        value = brought_by(observation.public, value_of(action))
        if value > best_value:
            best = action
            best_value = value
    return best


@compiled
def brought_by(public, end):
    """Return the value of the known pieces that come to the observer from an end, less what comes to each of the others."""
    step = direction_from(public, end)
    stack = end
    value = 0
    for number in range(public.players * public.left // 2):
        share = public.players - 1 if public.priority[number % public.players] == 0 else -1
        for place in range(2 * stack - 2, 2 * stack):
            if public.face[place]:
                value += share * (public.face[place] - MIDDLE)
        stack = neighbour(public, stack, step)
    return value
