"""A rule of thumb for Gan Deng Yan: get rid of the hand in few plays, keep what takes the lead, watch who is nearly out.

Every legal action is judged by the hand that it leaves: how many plays that would still take, roughly, and how likely it is
that somebody answers.  Nothing here knows a rule: what is legal comes in `actions`, what cards make is read off them.  The
weights were tuned by the cross-entropy method, on deals between this bot and itself at two, four and six seats.
"""

from qipai.engine.compiling import compiled, inlined

from .rules.combinations import (
    BARE,
    DOUBLE_JOKER,
    PAIR,
    QUAD,
    SINGLE,
    TRIPLET,
    cards_of,
    joker_count,
    jokers_in,
    kind_of,
    move_cards,
    rank_of,
)
from .rules.following import level_of
from .state import ACE, BLACK, LOWEST, PASS, RED, TWO

WIN = 1e6

# What a part of the hand costs, in plays still to be made.  What takes the lead by itself is worth keeping: below nothing.
ALONE, TWIN, TWO_ALONE, TWO_TWIN = 0.86, 0.9, 0.0, 0.25
HIGH = 0.02  # less for every rank above the 3
RUN, RUN_CARD = 0.86, 0.15  # a sequence, and each of its cards
BOMB, JOKER = -0.42, -1.0
CARD = -0.14  # each card held: parts of many cards are got rid of in one play

ANSWERED = 0.38  # to lead what is surely answered
JOKER_SPENT, BOMB_SPENT = 0.27, 0.42
STAY = 0.53  # to pass
NEARLY_OUT = 2  # cards in the smallest hand of the others; then it
HURRY, BOMB_HURRY, CARD_HURRY = 0.7, 0.55, 0.11  # costs more to pass, and is worth more to bomb and to be rid of each card,
LAST_ONE = 0.2  # and with one card only, it costs more to lead a single card that is answered
SELDOM, SURELY = 0.12, 0.9  # how likely a play of three cards or more is answered, and a pair at most


@compiled
def choose(observation, rules, actions, random):
    """Return the best judged of the legal actions; the first of equals."""
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
    """Return how good it is to take this action: higher is better."""
    hand = observation.hand
    fewest = fewest_elsewhere(observation)
    hurry = fewest <= NEARLY_OUT
    if action == PASS:
        return -burden(hand) - STAY - (HURRY if hurry else 0.0)
    cards = cards_of(action)
    if cards == hand.cards:
        return WIN
    move_cards(hand, observation.played[0], action, rules)
    value = -burden(hand) - JOKER_SPENT * joker_count(action)
    move_cards(observation.played[0], hand, action, rules)
    if level_of(kind_of(action), rules) > 0:
        value -= BOMB_SPENT - (BOMB_HURRY if hurry else 0.0)
    if hurry:
        value += CARD_HURRY * cards
    if observation.to_beat == PASS:
        value -= ANSWERED * answered(observation, action)
    if fewest == 1 and kind_of(action) == SINGLE:
        value -= LAST_ONE * answered(observation, action)
    return value


@compiled
def burden(hand):
    """Return roughly how many plays it takes to get rid of a hand, less what its strong parts are worth."""
    counts = 0  # four bits a rank, so that parts can be taken out
    for rank in range(LOWEST, TWO + 1):
        counts |= int(hand.count[rank]) << 4 * (rank - LOWEST)
    cost = CARD * hand.cards + JOKER * min(2, jokers_in(hand))
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
                cost += RUN + RUN_CARD * length * copies
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
    """Return the size of the smallest hand among the other seats."""
    fewest = 127
    for chair in range(1, observation.players):
        fewest = min(fewest, int(observation.cards[chair]))
    return fewest


@compiled
def answered(observation, action):
    """Return roughly how likely it is that somebody can answer a play, from the cards that are still out."""
    kind = kind_of(action)
    if kind == DOUBLE_JOKER or kind == BARE:
        return 0.0
    if kind != SINGLE and kind != PAIR:
        return SELDOM
    unseen = 0
    for card in range(LOWEST, RED + 1):
        unseen += observation.unseen[card]
    elsewhere = 0
    for chair in range(1, observation.players):
        elsewhere += observation.cards[chair]
    if unseen == 0:
        return 0.0
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
    return min(SURELY, pairs)
