"""A rule of thumb for Gan Deng Yan: get rid of the hand in few plays, keep what takes the lead, watch who is nearly out.

Every legal action is judged by the hand that it leaves: how many plays that would still take, roughly, and how likely it is
that somebody answers.  Nothing here knows a rule: what is legal comes in `actions`, what cards make is read off them.
"""

from qipai.engine.compiling import compiled, inlined
from qipai.games.gan_deng_yan.combinations import (
    BARE,
    DOUBLE_JOKER,
    DOUBLE_SEQUENCE,
    PAIR,
    QUAD,
    SEQUENCE,
    SINGLE,
    TRIPLET,
    cards_of,
    joker_count,
    jokers_in,
    kind_of,
    move_cards,
    rank_of,
)
from qipai.games.gan_deng_yan.state import ACE, BLACK, LOWEST, PASS, RED, TWO

WIN = 1e6

# What a part of the hand costs, in plays still to be made; parts that take the lead by themselves cost less.
ALONE, TWIN, RUN, TWO_ALONE, TWO_TWIN, BOMB = 1.0, 0.9, 0.75, 0.45, 0.5, 0.1
HIGH = 0.02  # less for every rank above the 3
JOKER = -0.45  # a joker makes a pair of a single, or a sequence of two neighbours
CARD = 0.03  # what each card held costs by itself

ANSWERED = 0.5  # what it costs to lose the lead
STAY = 0.25  # what it costs to pass, and
HURRY = 0.6  # more when somebody is nearly out
NEARLY_OUT = 2  # cards


@compiled
def choose(observation, rules, actions, random):
    """The best judged of the legal actions; the first of equals."""
    best = int(actions.list[0])
    best_value = -2 * WIN
    for index in range(actions.count):
        action = int(actions.list[index])
        value = judge(observation, rules, action)
        if value > best_value:
            best = action
            best_value = value
    return best


@compiled
def judge(observation, rules, action):
    """How good it is to take this action: higher is better."""
    hand = observation.hand
    if action == PASS:
        return -burden(hand) - STAY - (HURRY if fewest_elsewhere(observation) <= NEARLY_OUT else 0.0)
    if cards_of(action) == hand.cards:
        return WIN
    move_cards(hand, observation.played[0], action, rules)
    left = burden(hand)
    move_cards(observation.played[0], hand, action, rules)
    return -left - ANSWERED * answered(observation, action) - 0.01 * joker_count(action)


@compiled
def burden(hand):
    """Roughly how many plays it takes to get rid of a hand."""
    counts = 0  # four bits a rank, so that parts can be taken out
    for rank in range(LOWEST, TWO + 1):
        counts |= int(hand.count[rank]) << 4 * (rank - LOWEST)
    cost = CARD * hand.cards + JOKER * jokers_in(hand)
    for rank in range(LOWEST, TWO + 1):
        if count_at(counts, rank) >= TRIPLET:
            cost += BOMB
            counts -= min(QUAD, count_at(counts, rank)) << 4 * (rank - LOWEST)
    for copies in range(2, 0, -1):
        for low in range(LOWEST, ACE):
            length = 0
            while low + length <= ACE and count_at(counts, low + length) >= copies:
                length += 1
            if length >= 4 - copies:
                cost += RUN
                for rank in range(low, low + length):
                    counts -= copies << 4 * (rank - LOWEST)
    for rank in range(LOWEST, TWO):
        count = count_at(counts, rank)
        if count:
            cost += (ALONE if count == 1 else TWIN) - HIGH * (rank - LOWEST)
    twos = count_at(counts, TWO)
    if twos:
        cost += TWO_ALONE if twos == 1 else TWO_TWIN
    return cost


@inlined
def count_at(counts, rank):
    return counts >> 4 * (rank - LOWEST) & 15


@compiled
def fewest_elsewhere(observation):
    """The smallest hand among the others."""
    fewest = 127
    for chair in range(1, observation.players):
        fewest = min(fewest, int(observation.cards[chair]))
    return fewest


@compiled
def answered(observation, action):
    """Roughly how likely it is that somebody can answer a play, from the cards that are still out."""
    kind = kind_of(action)
    if kind == DOUBLE_JOKER or kind == BARE:
        return 0.0
    unseen = 0
    for card in range(LOWEST, RED + 1):
        unseen += observation.unseen[card]
    elsewhere = 0
    for chair in range(1, observation.players):
        elsewhere += observation.cards[chair]
    if unseen == 0:
        return 0.0
    if kind == SEQUENCE or kind == DOUBLE_SEQUENCE:
        return 0.15
    if kind >= TRIPLET:
        return 0.1
    rank = rank_of(action)
    answers = 0
    if rank < TWO:
        answers = int(observation.unseen[TWO]) + (int(observation.unseen[rank + 1]) if rank < ACE else 0)
    if kind == SINGLE:
        silent = 1.0
        for _ in range(elsewhere):
            silent *= 1.0 - answers / unseen
        return 1.0 - silent
    wild = int(observation.unseen[BLACK]) + int(observation.unseen[RED])
    pairs = answers * (answers - 1 + wild) / (unseen * unseen) * elsewhere * (elsewhere - 1) / (2 * (observation.players - 1))
    return min(0.9, pairs) if kind == PAIR else 0.1
