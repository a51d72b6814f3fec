"""An action as a record, for the vectors of learners."""

from qipai.engine import schema
from qipai.engine.compiling import compiled
from qipai.engine.schema import Record

from ..rules.plays import ROCKET, SINGLE, clear_hand, is_play, kind_of, move_cards
from ..state import ACTION, HAND, NO, PASS, SHOW, Hand


class Action(Record):
    """What the vector of an action tells of it."""

    action = schema.number(ACTION, "the play, the pass or the answer")
    takes = schema.one(Hand, "the cards that it takes from the hand")
    hand = schema.workspace(HAND)


@compiled
def take_apart(action, rules, features):
    """Fill the record of an action."""
    features.action = action
    clear_hand(features.takes)
    if SINGLE <= kind_of(action) <= ROCKET:
        move_cards(features.hand, features.takes, action)
    clear_hand(features.hand)


@compiled
def is_action(action, rules):
    """Is the number a pass, an answer, or a play of these rules (§4) as `pack_action` writes it?"""
    return action == PASS or NO <= action <= SHOW or is_play(action, rules)
