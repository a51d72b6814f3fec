"""§12.4  What follows from the rules about pieces that nobody has seen."""

from qipai.engine.compiling import compiled, inlined

from ..pieces import KINDS, count_of, has_general, holds
from ..rules.combinations import SINGLE, beats, place_of, type_of
from ..rules.generals import answers_from, may_lead_bag, must_avoid
from ..variants import FACE_UP, VOID


@inlined
def must_tell(rules):
    """§11.5, §11.6  Return whether a set that is thrown in, or goes under the pile, was surely not high enough."""
    return rules.must_show if rules.procedure == FACE_UP else not rules.may_conceal


@compiled
def could_go_unseen(thrown, bag, rules):
    """§7.2, §8.3  Return whether a bag may be the set that was thrown in then."""
    if thrown.trick == 1 and must_avoid(rules) and has_general(bag):
        return False  # §9.2 there is always another answer in the first trick
    if not must_tell(rules):
        return True
    if rules.procedure == FACE_UP:
        place = place_of(bag, thrown.led, rules)
        return place == 0 or place < place_of(thrown.on, thrown.led, rules)
    is_void = rules.general_rule == VOID and thrown.edge and has_general(bag)  # §11.1
    return is_void or not beats(bag, thrown.on, thrown.led, rules)


@compiled
def ceiling_of(thrown, rules):
    """Return the highest single piece that can have been thrown in then; most sets thrown in are single pieces.

    Zero where a single piece is not judged by its rank alone: `could_go_unseen` decides.
    """
    if thrown.led != SINGLE or not must_tell(rules):
        return 0
    if rules.procedure != FACE_UP:
        return 0 if thrown.edge else highest_in(thrown.on)
    return (highest_in(thrown.on) + 1) // 2 * 2 - 2  # §4.10 the kinds of lower types


@inlined
def highest_in(bag):
    """Return the highest kind in a bag."""
    for kind in range(KINDS - 1, 0, -1):
        if count_of(bag, kind):
            return kind
    return 0


@compiled
def may_lie_there(public, rules, seat, hand, laid):
    """§5.1, §9.1  Return whether a seat may have laid `laid` face down, from the hand that it held then."""
    whole = hand + laid
    if seat == public.leader:
        return type_of(laid, rules) == public.led and may_lead_bag(public, rules, whole, laid)
    return holds(answers_from(public, rules, whole), laid)
