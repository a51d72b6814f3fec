"""An action as a record, for the vectors of learners."""

from qipai.engine import schema
from qipai.engine.compiling import compiled
from qipai.engine.forms import Number
from qipai.engine.schema import Record

from .. import verbs
from ..ranks import BLACK, KINDS, MOST_COPIES, NO_RANK, PACKS, RED, TWO
from ..rules.sets import blacks_in, is_set, naturals_in, rank_in, reds_in, twos_in
from ..rules.talk import NO_SET
from ..seating import SEATS
from ..state import of_each_kind
from ..verbs import higher_kind, lower_kind, value_of, verb_of


class Action(Record):
    """What the vector of an action tells of it."""

    action = schema.number(
        Number(verbs.PARTS_OF_AN_ACTION, verb_shift=verbs.VERB_BITS),
        "a verb, and the set, the seat, the cards or the number that goes with it",
    )
    takes = of_each_kind("the cards that it takes from the hand")


@compiled
def take_apart(action, rules, features):
    """Fill the record of an action."""
    features.action = action
    for kind in range(KINDS):
        features.takes[kind] = 0
    verb = verb_of(action)
    cards = value_of(action)
    if verb == verbs.LAY or verb == verbs.SHAO:
        if rank_in(cards) != NO_RANK:
            features.takes[rank_in(cards)] = naturals_in(cards)
        features.takes[TWO] = twos_in(cards)
        features.takes[BLACK] = blacks_in(cards)
        features.takes[RED] = reds_in(cards)
    elif verb == verbs.RETURN:
        features.takes[cards & (1 << verbs.KIND_SHIFT) - 1] += 1
        if cards >> verbs.KIND_SHIFT:
            features.takes[cards >> verbs.KIND_SHIFT] += 1


@compiled
def is_action(action, rules):
    """Return True if a number is an action: a verb with a set, with one card or two, with a seat, or with what is said."""
    verb = verb_of(action)
    value = value_of(action)
    if verb == verbs.ADVISE and value == NO_SET:
        return True
    if verb == verbs.LAY or verb == verbs.SHAO or verb == verbs.ADVISE:
        most = (
            naturals_in(value) <= MOST_COPIES
            and twos_in(value) <= MOST_COPIES
            and blacks_in(value) <= PACKS
            and reds_in(value) <= PACKS
        )
        return is_set(value) and most
    if verb == verbs.RETURN:
        return higher_kind(value) < KINDS and lower_kind(value) < KINDS
    return verbs.LAY < verb <= verbs.ASK_WIND and value <= max(verbs.MORE, SEATS)
