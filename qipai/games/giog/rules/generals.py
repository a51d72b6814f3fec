"""§9  Generals in the first and the last trick: beheading the cock 砍鸡头, and what may not win."""

from qipai.engine.compiling import compiled, inlined
from qipai.engine.seats import NOBODY

from ..pieces import GENERALS, KIND, MOST, has_general, pieces_in
from ..variants import CREDIT, ELEPHANTS_TOO, FORBID, FREE, GENERALS_AND_GUARDS, NO_BAN, PENALTY, VOID

GUARDS_UP = GENERALS | sum(MOST << 4 * (KIND[piece] - 1) for piece in ("bA", "rA"))
ELEPHANTS_UP = GUARDS_UP | sum(MOST << 4 * (KIND[piece] - 1) for piece in ("bE", "rE"))
FEW = 3  # §11.8 players with whom elephants are banned too


@inlined
def is_edge(public, count):
    """§9.1, §9.2  Return whether this is the first trick, or would be the last if each seat laid `count` pieces."""
    return public.trick == 1 or count == public.left


@inlined
def breaks_rule(public, rules, bag):
    """§9.1, §9.6  Return whether a bag would bring a general into the first or the last trick, where that matters."""
    return rules.general_rule != FREE and has_general(bag) and is_edge(public, pieces_in(bag))


@inlined
def must_avoid(rules):
    """§9.1, §9.3, §11.1  Return whether a breach is illegal while it can be avoided; by `penalty` it is only punished."""
    return rules.general_rule == FORBID or rules.general_rule == VOID or rules.general_rule == CREDIT


@inlined
def answers_from(public, rules, hand):
    """§9.2  Return the pieces that may answer a lead: in the first trick no generals, if so many other pieces are there.

    In the last trick the whole hand is laid, whatever it holds.
    """
    others = hand & ~GENERALS
    if public.trick == 1 and must_avoid(rules) and pieces_in(others) >= public.count:
        return others
    return hand


@inlined
def may_lead_bag(public, rules, hand, bag):
    """§9.1, §9.2  Return whether a bag may be led; a lead that breaks the rule is illegal while another one does not."""
    if not (must_avoid(rules) and breaks_rule(public, rules, bag)):
        return True
    if public.trick == 1:
        return hand & ~GENERALS == 0
    return public.left == 1


@inlined
def is_punished(rules):
    """§9.3, §9.4, §11.1  Return whether a seat that laid a general in the first or the last trick loses the pieces it took."""
    return rules.general_rule == FORBID or rules.general_rule == PENALTY or rules.general_rule == CREDIT


@compiled
def note_offence(public, rules, seat, bag):
    """§9.3, §9.4  Note a seat that laid a general in the first or the last trick."""
    if is_punished(rules) and breaks_rule(public, rules, bag):
        public.offenders |= 1 << seat


@compiled
def cannot_win(public, rules, bag):
    """§9.5, §11.1  Return whether a set cannot win: a forced general under `void`, or a banned piece in Tam cúc's first trick."""
    if rules.general_rule == VOID:
        return breaks_rule(public, rules, bag)
    return public.trick == 1 and bag & banned(public, rules) != 0


@inlined
def banned(public, rules):
    """§9.5, §11.8"""
    if rules.first_trick_ban == NO_BAN:
        return 0
    if rules.first_trick_ban == ELEPHANTS_TOO or public.players == FEW:
        return ELEPHANTS_UP
    return GUARDS_UP if rules.first_trick_ban == GENERALS_AND_GUARDS else 0


@compiled
def taker_of_nothing(public, rules):
    """§9.5, §11.1  Return the seat that takes a trick which no set can win: the leader, or the next in turn."""
    if rules.general_rule == VOID:
        return (public.leader + 1) % public.players
    return int(public.leader)


@compiled
def credited_to(public, winner):
    """§9.4  Return the seat that gets an offender's pieces: the winner of the last trick, or the next without offence."""
    seat = int(winner)
    for _ in range(public.players):
        if not public.offenders >> seat & 1:
            return seat
        seat = (seat + 1) % public.players
    return NOBODY
