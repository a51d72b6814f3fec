"""How a player weighs things."""

from typing import NamedTuple


class Habits(NamedTuple):
    """Tuned by the cross-entropy method, on deals between this bot and itself and others.  The unit is a lead, roughly."""

    lays_naturals: float  # how likely somebody who has higher cards lays them,
    lays_twos: float  # or wild cards alone,
    lays_jokers: float  # or the jokers that it takes
    helping_twos: float  # how much a 2 counts among equal cards
    rank_cost: float  # what a rank costs,
    weak: float  # more, the likelier it is beaten as a lead,
    follows: float  # less, the higher it is, for so it can follow,
    each: float  # for each of its cards,
    alone: float  # and as a single card
    last_free: float  # how much of the dearest rank is free, being laid last
    two: float  # what wild cards are worth,
    black: float
    red: float
    at_the_end: float  # and how much of that remains when they may all go with the last rank
    lead: float  # what one's own lead is worth,
    lead_near: float  # and more with few ranks left
    mate: float  # a team mate's,
    mate_near: float  # and more with few cards
    enemy: float  # an opponent's,
    enemy_near: float
    feed: float  # what it is worth to let a team mate lay who has few cards,
    danger: float  # and what it costs with an opponent
    shao: float  # how sure Shao Pai has to be


HABITS = Habits(
    0.72, 0.21, 0.56, 0.28,
    0.45, 1.26, 0.05, 0.05, 0.09, 0.71,
    0.33, 0.63, 0.69, 0.07,
    0.07, 1.24, 0.47, 1.70, 0.34, 0.94,
    0.84, 0.47, 0.55,
)  # fmt: skip
