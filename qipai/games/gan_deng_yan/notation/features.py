"""An action as a record, for the vectors of learners."""

from qipai.engine import schema
from qipai.engine.compiling import compiled
from qipai.engine.schema import Record

from ..rules.combinations import (
    BARE,
    DOUBLE_JOKER,
    copies_of,
    joker_count,
    jokers_of,
    kind_of,
    length_of,
    move_cards,
    pack_action,
    rank_of,
    reds_of,
)
from ..rules.following import has_a_reading
from ..state import BLACK, HAND, KINDS, PASS, PLAY, RED, Hand


class Action(Record):
    """What the vector of an action tells of it."""

    action = schema.number(PLAY, "the play, or a pass")
    takes = schema.one(Hand, "the cards that it takes from the hand")
    hand = schema.workspace(HAND)


@compiled
def take_apart(action, rules, features):
    """Fill the record of an action."""
    features.action = action
    features.takes.cards = 0
    for kind in range(KINDS):
        features.takes.count[kind] = 0
    if action != PASS:
        move_cards(features.hand, features.takes, action, rules)
    features.hand.cards = 0
    for kind in range(KINDS):
        features.hand.count[kind] = 0


@compiled
def names_its_jokers(action):
    """§3.8, §3.9  Return whether the jokers of an action are listed in order and stand for ranks of the play.

    No more of them may be red than there are.
    """
    below = rank_of(action)
    for joker in range(joker_count(action)):
        rank = jokers_of(action) >> 4 * joker & 15
        if rank < below or rank >= rank_of(action) + length_of(action):
            return False
        below = rank
    return reds_of(action) <= joker_count(action) <= copies_of(kind_of(action)) * length_of(action) - 1


@compiled
def is_action(action, rules):
    """Return whether a number is an action that `pack_action` can write under these rules.

    That is a pass, a play (§3), both jokers (§3.7) or bare ones (§3.11).
    """
    kind = kind_of(action)
    if action == PASS or (kind == DOUBLE_JOKER and action == pack_action(DOUBLE_JOKER, 0, 1, 0, 0)):
        return True
    if kind == BARE:
        is_spelled = action == pack_action(BARE, rank_of(action), length_of(action), 0, 0)
        return is_spelled and BLACK <= rank_of(action) <= RED and 1 <= length_of(action) <= 2
    return action > 0 and has_a_reading(action, rules) and names_its_jokers(action)
