"""How a player weighs things."""

from typing import NamedTuple


class Habits(NamedTuple):
    """How the bot weighs things, in leads.

    The numbers were tuned by the cross-entropy method, on deals of this bot against itself and others.
    """

    lays_naturals: float  # how likely somebody who has higher cards lays them,
    lays_twos: float  # or wild cards alone,
    lays_jokers: float  # or the jokers that it takes
    helping_twos: float  # how much a 2 counts among equal cards
    rank_cost: float  # what a rank costs,
    weak: float  # more, the likelier it is beaten as a lead,
    follows: float  # less, the higher it is, for so it can follow,
    alone: float  # and as a single card
    last_free: float  # how much of the dearest rank is free, being laid last
    two: float  # what wild cards are worth,
    two_more: float  # from the third 2 on,
    black: float
    red: float
    at_the_end: float  # and how much of that remains when they may all go with the last rank
    one_left: float  # and what it is worth to have one set left
    lead: float  # what one's own lead is worth with one rank left; half with two, and so on
    mate: float  # a team mate's,
    mate_near: float  # and more with few cards
    enemy: float  # an opponent's,
    enemy_near: float
    feed: float  # what it is worth to let a team mate lay who has few cards,
    danger: float  # and what it costs with an opponent
    shao: float  # how sure Shao Pai has to be


HABITS = Habits(
    0.65, 0.14, 0.50, 0.24,
    0.55, 1.1, 0.06, 0.10, 0.72,
    0.29, 0.22, 0.66, 0.79, 0.15, 0.3,
    1.4, 0.5, 1.55, 0.31, 0.9,
    1.05, 0.36, 0.5,
)  # fmt: skip
