"""§9  Generals in the first and the last trick: beheading the cock 砍鸡头, and what may not win."""

from qipai.engine.compiling import compiled, inlined
from qipai.engine.seats import NOBODY

from .pieces import GENERALS, KIND, MOST, has_general, pieces_in
from .variants import CREDIT, ELEPHANTS_TOO, FORBID, FREE, GENERALS_AND_GUARDS, NO_BAN, PENALTY, VOID

GUARDS_UP = GENERALS | sum(MOST << 4 * (KIND[piece] - 1) for piece in ("bA", "rA"))
ELEPHANTS_UP = GUARDS_UP | sum(MOST << 4 * (KIND[piece] - 1) for piece in ("bE", "rE"))
FEW = 3  # §11.8 players with whom elephants are banned too


@inlined
def is_edge(table, count):
    """§9.1, §9.2  Is it the first trick, or would it be the last, with so many pieces from each hand?"""
    return table.trick == 1 or count == table.left


@inlined
def breaks_rule(table, rules, bag):
    """§9.1  Would these pieces bring a general into the first or the last trick?  §9.6 where that matters."""
    return rules.general_rule != FREE and has_general(bag) and is_edge(table, pieces_in(bag))


@inlined
def must_avoid(rules):
    """§9.1, §9.3, §11.1  Is a breach illegal while it can be avoided?  By `penalty` of Giog it is only punished."""
    return rules.general_rule == FORBID or rules.general_rule == VOID or rules.general_rule == CREDIT


@inlined
def answers_from(table, rules, hand):
    """§9.2  The pieces that may be laid on a lead: without the generals in the first trick, if so many others are there.

    In the last trick the whole hand is laid, whatever it holds.
    """
    others = hand & ~GENERALS
    if table.trick == 1 and must_avoid(rules) and pieces_in(others) >= table.count:
        return others
    return hand


@inlined
def may_lead_bag(table, rules, hand, bag):
    """§9.1, §9.2  A lead that breaks the rule is illegal while another one does not."""
    if not (must_avoid(rules) and breaks_rule(table, rules, bag)):
        return True
    if table.trick == 1:
        return hand & ~GENERALS == 0
    return table.left == 1


@inlined
def is_punished(rules):
    """§9.3, §11.1  Does whoever laid a general in the first or the last trick lose the pieces taken?"""
    return rules.general_rule == FORBID or rules.general_rule == PENALTY or rules.general_rule == CREDIT


@compiled
def note_offence(table, rules, seat, bag):
    """§9.3  Remember who laid a general in the first or the last trick."""
    if is_punished(rules) and breaks_rule(table, rules, bag):
        table.offenders |= 1 << seat


@compiled
def cannot_win(table, rules, bag):
    """§9.4 a forced general in Sang krip; §9.5 a banned piece in Tam cúc's first trick."""
    if rules.general_rule == VOID:
        return breaks_rule(table, rules, bag)
    return table.trick == 1 and bag & banned(table, rules) != 0


@inlined
def banned(table, rules):
    """§9.5, §11.8"""
    if rules.first_trick_ban == NO_BAN:
        return 0
    if rules.first_trick_ban == ELEPHANTS_TOO or table.players == FEW:
        return ELEPHANTS_UP
    return GUARDS_UP if rules.first_trick_ban == GENERALS_AND_GUARDS else 0


@compiled
def taker_of_nothing(table, rules):
    """Who takes the trick when no set can win: §9.4 the next in turn after the leader; §9.5 the leader."""
    if rules.general_rule == VOID:
        return (table.leader + 1) % table.players
    return int(table.leader)


@compiled
def credited_to(table, winner):
    """§11.1  Who gets an offender's pieces in Sang krip: the winner of the last trick, or who comes next without offence."""
    seat = int(winner)
    for _ in range(table.players):
        if not table.offenders >> seat & 1:
            return seat
        seat = (seat + 1) % table.players
    return NOBODY
