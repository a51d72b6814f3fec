"""An action as a record, for the vectors of learners."""

from qipai.engine import schema
from qipai.engine.compiling import compiled
from qipai.engine.forms import Number, OneOf, Part
from qipai.engine.schema import Record

from ..pieces import bag_parts, is_bag
from ..rules.directing import ORDERS
from ..rules.play import CONCEAL, DIRECT, EXPOSE, LAY, TAKE, TURN, UNDER, VERB_BITS, value_of, verb_of
from ..state import MAX_STACKS, STACKS

VERBS = ("lay", "under", "turn", "take", "expose", "conceal", "direct")
ACTION = Number(
    (
        Part("verb", VERB_BITS, 3, OneOf(VERBS)),
        *bag_parts(LAY, UNDER),
        Part("stack", 0, 5, OneOf(STACKS, 1), (TURN, TAKE)),
        Part("order", 0, 3, OneOf(ORDERS), (DIRECT,)),
    ),
    verb_shift=VERB_BITS,
)


class Action(Record):
    """What the vector of an action tells of it."""

    action = schema.number(ACTION, "a verb with pieces, the number of a stack, or an order of stacks")


@compiled
def take_apart(action, rules, features):
    """Fill the record of an action."""
    features.action = action


@compiled
def is_action(action, rules):
    """Return True if a number is an action: a verb with a bag of pieces, a stack, an order of stacks, or nothing."""
    verb = verb_of(action)
    value = value_of(action)
    if verb == LAY or verb == UNDER:
        return value > 0 and is_bag(value)
    if verb == TURN or verb == TAKE:
        return 1 <= value <= MAX_STACKS
    if verb == DIRECT:
        return value < len(ORDERS)
    return (verb == EXPOSE or verb == CONCEAL) and value == 0
