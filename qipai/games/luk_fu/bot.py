"""A rule of thumb for Luk Fu: how a thinking player leads, beats and surrenders.

A hand is worth the tricks that it may be expected to win: an aged card one, a run or a gok most of its cards, a single card the less the
more higher ones are about.  Every action is judged by what it takes at once and by what the hand is worth afterwards.  What beats
what, and what is aged, is asked of the rules.
"""

from qipai.engine.compiling import compiled

from .cards import AGED_FROM_THE_START, EMPTY, RANKS, above, count_of, lowest_of, rank_of
from .rules.ending import ENOUGH
from .rules.melds import RUN, SHORTEST_RUN, SINGLE, SMALLEST_GOK, of_rank, runs_in, superior_in, type_of
from .rules.rounds import CLAIM, DECLARE, DOWN, NOT_PLAY, PLAY, cards_of, pack_action, verb_of
from .seating import next_active
from .state import CALLING, CLAIMING, LEADING

OTHERS = 2  # who play against one
THE_LEAD = 0.4  # what it is worth to lead next, in tricks
IN_A_RUN, IN_A_GOK = 0.7, 0.55  # a card of a meld, in tricks
ALONE = 0.45  # a single card with one higher about; with each further one, half as much
DEALER_CALLS, OTHER_CALLS = 3.2, 5.0  # from how many tricks on; the dealer never pays for both (§10.4)


@compiled
def choose(observation, rules, actions, random):
    """Return one of the legal actions, by the phase of the deal."""
    public = observation.public
    if actions.count == 1:
        return int(actions.list[0])
    if public.phase == CLAIMING:
        return pack_action(CLAIM, EMPTY)  # who may only keep silent has one action
    if public.phase == CALLING:
        worth = worth_of(int(observation.own.hand), int(observation.own.hand) & AGED_FROM_THE_START, int(observation.unseen))
        enough = DEALER_CALLS if public.dealer == 0 else OTHER_CALLS
        return pack_action(PLAY if worth >= enough else NOT_PLAY, EMPTY)
    best = int(actions.list[0])
    best_value = -1.0
    for number in range(actions.count):
        action = int(actions.list[number])
        value = judge(observation, action)
        if value > best_value:
            best, best_value = action, value
    return best


@compiled
def judge(observation, action):
    """Return the tricks to be expected after an action, those of the action included."""
    public = observation.public
    hand, aged, unseen = int(observation.own.hand), int(observation.aged), int(observation.unseen)
    verb, cards = verb_of(action), cards_of(action)
    if verb == DECLARE:
        return float(count_of(aged)) + THE_LEAD
    rest = hand & ~cards
    left = worth_of(rest, aged & rest, unseen)
    if verb == DOWN:
        return left
    chance = chance_of(public, unseen, cards, to_act_after(public))
    if public.phase == LEADING and public.tricks[0] + count_of(aged) >= ENOUGH and (chance < 1.0 or cards & ~aged == EMPTY):
        return 0.0  # declaring is surer
    return left + chance * (count_of(cards) + THE_LEAD)


@compiled
def to_act_after(public):
    """Return how many seats may still beat what one lays now."""
    if public.phase == LEADING:
        return OTHERS
    return 0 if next_active(public, 0) == public.rounds[public.round_number].leader else 1


@compiled
def chance_of(public, unseen, cards, others):
    """Return the probability that none of `others` seats beats a meld, if the unseen cards lie anywhere."""
    if others == 0 or superior_in(unseen, cards) == EMPTY:
        return 1.0
    share = min(1.0, public.left / max(1, count_of(unseen)))
    kind = type_of(cards)
    count = count_of(cards)
    low = lowest_of(cards)
    chance = 1.0
    if kind == SINGLE:
        return (1.0 - others * share if others * share < 1.0 else 0.0) ** count_of(unseen & above(low))
    if kind == RUN:
        starts = count_of(runs_in(unseen, count) & -(2 << low))
        return (1.0 - min(1.0, others * share**count)) ** starts
    for rank in range(rank_of(low) + 1, RANKS + 1):
        there = count_of(of_rank(unseen, rank))
        if there >= count:
            ways = 4.0 if there > count else 1.0
            chance *= 1.0 - min(1.0, others * ways * share**count)
    return chance


@compiled
def worth_of(hand, aged, unseen):
    """Return the tricks that a hand may be expected to win: aged cards, then runs, then goks of the rest, then single cards."""
    worth = float(count_of(aged))
    rest = hand & ~aged
    for back in range(RANKS - SHORTEST_RUN + 1):
        length = RANKS - back
        starts = runs_in(rest, length)
        while starts:
            run = (1 << length) - 1 << lowest_of(starts)
            worth += length * (IN_A_RUN if superior_in(unseen, run) else 1.0)
            rest &= ~run
            starts = runs_in(rest, length)
    for rank in range(1, RANKS + 1):
        gok = of_rank(rest, rank)
        if count_of(gok) >= SMALLEST_GOK:
            worth += count_of(gok) * (IN_A_GOK if superior_in(unseen, gok) else 1.0)
            rest &= ~gok
    while rest:
        card = rest & -rest
        worth += ALONE / (1 << count_of(unseen & above(lowest_of(card))))
        rest &= ~card
    return worth
