"""What to lead and what to lay on a lead: the set that leaves the least behind, and what the trick is worth to the team."""

from qipai.engine.compiling import compiled
from qipai.games.gou_ji.canonical import NOTHING, NUMBERS, canonical
from qipai.games.gou_ji.duel import can_duel
from qipai.games.gou_ji.ranks import HIGHEST_NATURAL
from qipai.games.gou_ji.seating import SEATS, is_in, team_of
from qipai.games.gou_ji.sets import reds_in, size_of, starts_duel
from qipai.games.gou_ji.state import DUEL, LEADING, RUN, SHAO_PAI
from qipai.games.gou_ji.tricks import able, catcher
from qipai.games.gou_ji.verbs import PASS, pack_action

from .burden import DUI_MEN, burden_without, look_ahead, ranks_without
from .chances import OPPONENTS, beaten_by_one, look, stands

OUT = 100.0  # to be rid of all cards
WORST = -1e9


@compiled
def best_play(observation, rules, habits):
    """The best judged canonical set, or passing."""
    table = observation.table
    hand = observation.hand
    sight = look(observation)
    outlook = look_ahead(observation, sight, habits, rules)
    best = pack_action(PASS, 0)
    best_value = WORST
    if table.phase != LEADING:
        best_value = judge_pass(observation, rules, sight, habits, outlook)
    for rank in range(HIGHEST_NATURAL + 1):
        for number in range(NUMBERS):
            cards = canonical(table, hand, outlook.ranks, rank, number)
            if cards != NOTHING:
                value = judge_set(observation, rules, sight, habits, outlook, cards)
                if value > best_value:
                    best = cards
                    best_value = value
    return best


@compiled
def judge_pass(observation, rules, sight, habits, outlook):
    """How good it is to let the best set be."""
    table = observation.table
    value = -burden_without(observation.hand, sight, habits, rules, outlook, NOTHING)
    owner = int(table.owner)
    if table.mode == DUEL:
        others = 0
    elif table.mode == SHAO_PAI:
        others = int(table.responders) & ~1
    else:
        others = able(table) & ~1
    rivals = others & (OPPONENTS if team_of(owner) == 0 else ~OPPONENTS)
    keeps = stands(table, sight, habits, int(table.best), rivals)
    return value + trick_of(table, rules, habits, outlook, owner, keeps, rivals)


@compiled
def judge_set(observation, rules, sight, habits, outlook, cards):
    """How good it is to lay a set."""
    table = observation.table
    hand = observation.hand
    left = int(table.left[0]) - size_of(cards)
    if left == 0:
        return OUT - reds_in(cards)
    value = -burden_without(hand, sight, habits, rules, outlook, cards)
    others = may_answer(table, rules, cards)
    keeps = stands(table, sight, habits, cards, others & OPPONENTS)
    ranks = max(1, ranks_without(hand, outlook, cards))
    value += keeps * habits.lead / ranks
    value -= (1.0 - keeps) * theirs(table, others & OPPONENTS, habits.enemy, habits.enemy_near)
    for chair in range(1, SEATS):
        if is_in(others, chair):
            after = int(table.left[chair]) - size_of(cards)
            if after >= 0:
                beaten = beaten_by_one(sight, habits, cards, int(table.left[chair]))
                value += (habits.feed if team_of(chair) == 0 else -habits.danger) * beaten / (1 + after)
    return value


@compiled
def may_answer(table, rules, cards):
    """The chairs that may beat a set of one's own, as a mask."""
    if reds_in(cards):
        return 0
    if table.mode == DUEL:
        return int(table.active) & 1 << DUI_MEN
    if table.mode == RUN:
        return int(table.active) & ~1
    if can_duel(table, rules, 0) and (table.mode == SHAO_PAI or starts_duel(cards, rules)):
        return 1 << DUI_MEN
    if table.phase == LEADING:
        return int(table.active) & ~1
    return int(able(table)) & ~1 | (int(table.active) & 1 << table.owner & ~1)


@compiled
def trick_of(table, rules, habits, outlook, owner, keeps, rivals):
    """What it is worth that a chair wins the trick if it keeps it, and else one of its rivals."""
    leader = owner if is_in(table.active, owner) else catcher(table, rules, owner)
    if leader == 0:
        won = habits.lead / max(1, outlook.ranks)
    elif team_of(leader) == 0:
        won = habits.mate + habits.mate_near / (1 + table.left[leader])
    else:
        won = -habits.enemy - habits.enemy_near / (1 + table.left[leader])
    if team_of(owner) == 0:
        lost = -theirs(table, rivals, habits.enemy, habits.enemy_near)
    else:
        lost = theirs(table, rivals, habits.mate, habits.mate_near)
    return keeps * won + (1.0 - keeps) * lost


@compiled
def theirs(table, mask, usual, near):
    """What a lead is worth to the one of these chairs that is nearest to going out."""
    fewest = 36
    for chair in range(SEATS):
        if is_in(mask, chair):
            fewest = min(fewest, int(table.left[chair]))
    return usual + near / (1 + fewest)
