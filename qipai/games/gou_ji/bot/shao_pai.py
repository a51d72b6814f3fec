"""§9  Whether to declare Shao Pai: never falsely, and only if the first set and the run will probably not be beaten."""

from qipai.engine.compiling import compiled

from ..ranks import BLACK, HIGHEST_NATURAL, RED
from ..rules.sets import blacks_in, naturals_in, pack_set, rank_in, reds_in, size_of
from ..rules.shao import may_declare_with, ranks_of, rest_meets
from ..verbs import NO_SHAO, SHAO, pack_action
from .canonical import NOTHING, NUMBERS, canonical
from .chances import OPPONENTS, look, stands


@compiled
def best_declaration(observation, rules, habits):
    """Return the declaration that is likeliest to succeed, if it is likely enough; else no declaration."""
    public = observation.public
    hand = observation.hand
    sight = look(observation)
    ranks = ranks_of(hand)
    size = int(public.left[0])
    best = pack_action(NO_SHAO, 0)
    best_chance = habits.shao
    for rank in range(HIGHEST_NATURAL + 1):
        for number in range(NUMBERS):
            cards = canonical(public, hand, ranks, rank, number)
            if cards == NOTHING or not may_declare_with(hand, ranks, size, cards, rules):
                continue
            if size_of(cards) == size or rest_meets(hand, ranks, cards):
                chance = stands(public, sight, habits, cards, int(public.active) & OPPONENTS)
                chance *= run_stands(observation, sight, habits, cards)
                if chance > best_chance:
                    best = pack_action(SHAO, cards)
                    best_chance = chance
    return best


@compiled
def run_stands(observation, sight, habits, first):
    """Return how likely nobody beats the run after a first set.  Reds go with the lowest ranks, Blacks with the highest."""
    public = observation.public
    hand = observation.hand
    others = int(public.active) & OPPONENTS
    reds = int(hand[RED]) - reds_in(first)
    blacks = int(hand[BLACK]) - blacks_in(first)
    chance = 1.0
    final = True  # the lowest rank is laid last, and needs no joker
    for rank in range(1, HIGHEST_NATURAL + 1):
        count = int(hand[rank]) - (naturals_in(first) if rank == rank_in(first) else 0)
        if count == 0:
            continue
        if final:
            final = False
        elif reds > 0:
            reds -= 1
        elif blacks > 0:
            blacks -= 1
            chance *= stands(public, sight, habits, pack_set(rank, count, 0, 1, 0), others)
    return chance
