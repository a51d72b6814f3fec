"""What it is worth to lay a set: what the trick brings, less what the hand loses."""

from typing import NamedTuple

from qipai.engine.compiling import compiled, inlined

from ..knowing.worlds import bag_from
from ..pieces import MOST, has_general, holds, pieces_in
from ..rules.combinations import list_of
from ..rules.generals import breaks_rule, is_punished
from ..rules.scoring import LAST_TRICK_STAKE
from ..variants import FACE_UP, LAST_TRICK, SHARES_AND_BONUS
from .chances import BAGS, GAME_END, GAME_FIRST, RANKS, SIZES, TYPES, looked_at, stands_against_all

WORST = -1e9
NEAR_THE_END = 4  # pieces: who leads may lay them all at once
SOON = 4  # pieces, besides those taken, that are lost with a beheaded cock


class Habits(NamedTuple):
    """What a player expects of the others, and how much its own pieces are worth to it.

    The numbers were tuned by the cross-entropy method, on deals of this bot against itself and against chance, at all numbers
    of players.
    """

    single_laid: float  # how likely somebody who has a higher piece lays it
    set_laid: float  # or a higher set
    equals: float  # how much an equal set counts among those that beat
    leads_high: float  # how much likelier the leader's set is for every lower one that he may have had
    answers: float  # how much of the free choice to beat remains to those who answer as blindly as oneself
    lead: float  # pieces, of each player, that the next lead is worth
    keep_single: float  # what it costs to lay a piece that would win alone
    keep_pair: float  # and for each piece of a pair that is laid or torn,
    keep_more: float  # or of a greater set
    danger: float  # of each piece taken so far, what a general costs that may be too late
    trap: float  # pieces that it is worth to end the deal while somebody may hold a general


FACE_DOWN = Habits(0.87, 0.57, 0.0, 0.95, 0.95, 1.6, 0.54, 0.62, 0.23, 0.93, 2.3)
FACE_UP_IN_TURN = Habits(0.55, 0.88, 0.85, 0.0, 0.24, 1.25, 0.73, 0.11, 0.04, 0.0, 0.0)
FOR_THE_LAST_TRICK = Habits(0.65, 0.8, 0.0, 0.31, 0.64, 0.9, 1.25, 0.44, 0.4, 0.0, 0.0)  # there in parts of a win


class Sight(NamedTuple):
    """What a seat looks at when it lays."""

    hand: int  # one's own pieces
    shapes: int  # the same as this bot looks at them
    unseen: int  # and the unseen pieces
    out: int  # how many they are
    held: int  # pieces in each hand at the beginning of the trick
    others: int  # players besides oneself


@compiled
def look(observation, rules):
    """Return what a seat looks at when it lays, from its observation."""
    hand = bag_from(observation.hand)
    unseen = bag_from(observation.unseen)
    public = observation.public
    return Sight(
        hand,
        looked_at(hand, rules),
        looked_at(unseen, rules),
        pieces_in(unseen),
        int(public.left),
        int(public.players) - 1,
    )


@inlined
def habits_of(rules):
    """Return the habits for a game."""
    if rules.aim == LAST_TRICK:
        return FOR_THE_LAST_TRICK
    if rules.procedure == FACE_UP:
        return FACE_UP_IN_TURN
    return FACE_DOWN


@compiled
def judge(public, rules, sight, habits, bag, chance, to_beat):
    """Return the value of laying a bag that wins with the probability `chance`; higher is better.

    A value that is not above `to_beat` may be returned too high, but never above `to_beat`.
    """
    left = sight.held - pieces_in(bag)
    value = chance * prize(public, rules, sight, habits, bag, left)
    value -= forfeited(public, rules, habits, sight.hand, bag, left)
    if left == 0 or value <= to_beat:
        return value
    players = 1 if rules.aim == LAST_TRICK else sight.others + 1
    return value - players * spent(sight, rules, habits, sight.shapes, looked_at(bag, rules), (value - to_beat) / players)


@compiled
def prize(public, rules, sight, habits, bag, left):
    """Return the value of winning the trick: its pieces and the next lead.

    Where only the last trick counts, it is that trick or the lead.  `left` is the number of pieces that remain in the hand.
    """
    if rules.aim == LAST_TRICK:
        return habits.lead if left else 1.0
    players = sight.others + 1
    pieces = float(players * pieces_in(bag) + public.pot)
    if left:
        return pieces + players * habits.lead
    if rules.aim == SHARES_AND_BONUS and has_general(bag):
        return pieces + players * LAST_TRICK_STAKE  # §10.4
    return pieces


@compiled
def spent(sight, rules, habits, hand, bag, enough):
    """Return what a hand loses with a bag: pieces that may win alone, and sets that it can no longer lay.

    Each counts by its chance to win.  Costs above `enough` may be returned too low.
    """
    rest = hand - bag
    cost = 0.0
    game = list_of(rules)
    for number in range(GAME_FIRST[game], GAME_END[game]):
        made = BAGS[number]
        size = SIZES[number]
        weight = 0.0
        if size == 1:
            weight = habits.keep_single * (bag // made & MOST)
        elif holds(hand, made) and not holds(rest, made):
            weight = size * (habits.keep_pair if size == 2 else habits.keep_more)
        if weight > 0.0:
            cost += weight * stands_against_all(sight, rules, habits, TYPES[number], size, RANKS[number])
            if cost > enough:
                break
    return cost


@compiled
def forfeited(public, rules, habits, hand, bag, left):
    """§9.1, §9.3  Return the cost of laying a general in the first or the last trick, or of keeping one until near the end."""
    if not is_punished(rules):
        return 0.0
    if breaks_rule(public, rules, bag):
        return float(public.captured[0] + public.players * public.left)  # all that one has and may still take
    if 0 < left <= NEAR_THE_END and has_general(hand - bag):
        return habits.danger / left * (public.captured[0] + SOON)
    return 0.0
