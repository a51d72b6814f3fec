"""What to lead and what to lay on a lead: the set that leaves the least behind, and what the trick is worth to the team."""

from qipai.engine.compiling import compiled

from ..ranks import HIGHEST_NATURAL
from ..rules.duel import can_duel
from ..rules.sets import reds_in, size_of, starts_duel
from ..rules.tricks import able, catcher
from ..seating import SEATS, is_in, team_of
from ..state import DUEL, LEADING, RUN, SHAO_PAI
from ..verbs import PASS, pack_action
from .burden import DUI_MEN, burden_without, look_ahead, ranks_without
from .canonical import NOTHING, NUMBERS, canonical
from .chances import OPPONENTS, beaten_by_one, look, stands

OUT = 100.0  # to be rid of all cards
WORST = -1e9


@compiled
def best_play(observation, rules, habits):
    """Return the best of the canonical sets and passing, by value."""
    public = observation.public
    hand = observation.hand
    sight = look(observation)
    outlook = look_ahead(observation, sight, habits, rules)
    best = pack_action(PASS, 0)
    best_value = WORST
    if public.phase != LEADING:
        best_value = judge_pass(observation, rules, sight, habits, outlook)
    for rank in range(HIGHEST_NATURAL + 1):
        for number in range(NUMBERS):
            cards = canonical(public, hand, outlook.ranks, rank, number)
            if cards != NOTHING:
                value = judge_set(observation, rules, sight, habits, outlook, cards)
                if value > best_value:
                    best = cards
                    best_value = value
    return best


@compiled
def judge_pass(observation, rules, sight, habits, outlook):
    """Return the value of passing."""
    public = observation.public
    value = -burden_without(observation.hand, sight, habits, rules, outlook, NOTHING)
    owner = int(public.owner)
    if public.mode == DUEL:
        others = 0
    elif public.mode == SHAO_PAI:
        others = int(public.responders) & ~1
    else:
        others = able(public) & ~1
    rivals = others & (OPPONENTS if team_of(owner) == 0 else ~OPPONENTS)
    keeps = stands(public, sight, habits, int(public.best), rivals)
    return value + trick_of(public, rules, habits, outlook, owner, keeps, rivals)


@compiled
def judge_set(observation, rules, sight, habits, outlook, cards):
    """Return the value of laying a set."""
    public = observation.public
    hand = observation.hand
    left = int(public.left[0]) - size_of(cards)
    if left == 0:
        return OUT - reds_in(cards)
    value = -burden_without(hand, sight, habits, rules, outlook, cards)
    others = may_answer(public, rules, cards)
    keeps = stands(public, sight, habits, cards, others & OPPONENTS)
    ranks = max(1, ranks_without(hand, outlook, cards))
    value += keeps * habits.lead / ranks
    value -= (1.0 - keeps) * theirs(public, others & OPPONENTS, habits.enemy, habits.enemy_near)
    for chair in range(1, SEATS):
        if is_in(others, chair):
            after = int(public.left[chair]) - size_of(cards)
            if after >= 0:
                beaten = beaten_by_one(sight, habits, cards, int(public.left[chair]))
                value += (habits.feed if team_of(chair) == 0 else -habits.danger) * beaten / (1 + after)
    return value


@compiled
def may_answer(public, rules, cards):
    """Return the mask of the chairs that may beat a set of the observer."""
    if reds_in(cards):
        return 0
    if public.mode == DUEL:
        return int(public.active) & 1 << DUI_MEN
    if public.mode == RUN:
        return int(public.active) & ~1
    if can_duel(public, rules, 0) and (public.mode == SHAO_PAI or starts_duel(cards, rules)):
        return 1 << DUI_MEN
    if public.phase == LEADING:
        return int(public.active) & ~1
    return int(able(public)) & ~1 | (int(public.active) & 1 << public.owner & ~1)


@compiled
def trick_of(public, rules, habits, outlook, owner, keeps, rivals):
    """Return the value of a trick that `owner` keeps with the probability `keeps`, and one of the rivals wins otherwise."""
    leader = owner if is_in(public.active, owner) else catcher(public, rules, owner)
    if leader == 0:
        won = habits.lead / max(1, outlook.ranks)
    elif team_of(leader) == 0:
        won = habits.mate + habits.mate_near / (1 + public.left[leader])
    else:
        won = -habits.enemy - habits.enemy_near / (1 + public.left[leader])
    if team_of(owner) == 0:
        lost = -theirs(public, rivals, habits.enemy, habits.enemy_near)
    else:
        lost = theirs(public, rivals, habits.mate, habits.mate_near)
    return keeps * won + (1.0 - keeps) * lost


@compiled
def theirs(public, mask, usual, near):
    """Return what a lead is worth to that chair of a mask which is nearest to going out."""
    fewest = 36
    for chair in range(SEATS):
        if is_in(mask, chair):
            fewest = min(fewest, int(public.left[chair]))
    return usual + near / (1 + fewest)
