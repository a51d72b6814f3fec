"""An action as a record, for the vectors of learners."""

from qipai.engine import schema
from qipai.engine.compiling import compiled
from qipai.engine.forms import Marks, Number, OneOf, Part
from qipai.engine.schema import Record

from ..cards import CARDS, FACES
from ..rules.rounds import KEEP, LAY, VERB_BITS, cards_of, verb_of

VERBS = ("lay", "down", "declare", "play", "not_play", "claim", "keep")


class Action(Record):
    """What the vector of an action tells of it."""

    action = schema.number(
        Number((Part("verb", VERB_BITS, 3, OneOf(VERBS)), Part("takes", 0, CARDS, Marks(FACES)))),
        "a verb, and the cards that it takes from the hand",
    )


@compiled
def take_apart(action, rules, features):
    """Fill the record of an action."""
    features.action = action


@compiled
def is_action(action, rules):
    """Is the number a verb with cards that there are?"""
    return LAY <= verb_of(action) <= KEEP and cards_of(action) < 1 << CARDS
