"""How likely a set is to be beaten, as far as the cards tell that one has not seen."""

from math import exp, factorial
from typing import NamedTuple

from qipai.engine.compiling import compiled, constants, inlined

from ..ranks import BLACK, HIGHEST_NATURAL, KINDS, RED, TWO
from ..rules.sets import blacks_in, body_in, lowest_in, reds_in, size_of
from ..seating import SEATS, is_in

BITS = 5  # of each rank in a number that holds counts of them
MOST = 31
STEPS, MOST_EXPECTED = 8, 10  # expected cards are looked up in eighths, up to ten
MOST_NEEDED = 12  # equal cards; more are as unlikely
OPPONENTS = 0b101010  # chairs


def _chance_of_at_least(needed: int, expected: float) -> float:
    """Return the probability of at least `needed` where `expected` are expected."""
    return 1.0 - sum(exp(-expected) * expected**number / factorial(number) for number in range(needed))


AT_LEAST = constants(
    round(1000 * _chance_of_at_least(needed, step / STEPS))
    for step in range(STEPS * MOST_EXPECTED + 1)
    for needed in range(MOST_NEEDED + 1)
)


class Sight(NamedTuple):
    """The cards that one has not seen."""

    naturals: int  # of each rank
    twos: int
    blacks: int
    reds: int
    left: int  # all of them


@compiled
def look(observation):
    """Return the cards that the observer has not seen."""
    naturals = 0
    left = 0
    for kind in range(1, KINDS):
        count = unseen_of(observation, kind)
        left += count
        if kind <= HIGHEST_NATURAL:
            naturals |= count << BITS * (kind - 1)
    return Sight(
        naturals, unseen_of(observation, TWO), unseen_of(observation, BLACK), unseen_of(observation, RED), max(1, left)
    )


@compiled
def unseen_of(observation, kind):
    """Return how many cards of a kind the observer has not seen."""
    public = observation.public
    count = int(public.pack[kind]) - int(observation.hand[kind])
    for chair in range(SEATS):
        count -= int(public.played[chair][kind])
    return max(0, count)


@inlined
def at_least(needed, expected):
    """Return the probability of at least `needed` where `expected` are expected, from a table."""
    step = min(STEPS * MOST_EXPECTED, int(STEPS * expected + 0.5))
    return AT_LEAST[step * (MOST_NEEDED + 1) + min(needed, MOST_NEEDED)] / 1000.0


@compiled
def beaten_by_one(sight, habits, cards, size):
    """Return roughly how likely a player with a hand of `size` cards is to beat a set."""
    share = size / sight.left
    if reds_in(cards) > 0 or size < size_of(cards):
        return 0.0
    needs = blacks_in(cards)
    chance = 1.0
    if needs > 0:
        chance = habits.lays_jokers * at_least(needs, sight.reds * share)
        if body_in(cards) == 0:
            return chance
    return chance * has_above(sight, habits, lowest_in(cards), body_in(cards), share)


@compiled
def has_above(sight, habits, lowest, count, share):
    """Return how likely a player is to have `count` equal cards above a rank and to lay them.

    The player holds the fraction `share` of the unseen cards.
    """
    twos = sight.twos * share
    jokers = (sight.blacks + sight.reds) * share
    silent = 1.0
    for rank in range(lowest + 1, HIGHEST_NATURAL + 1):
        expected = (sight.naturals >> BITS * (rank - 1) & MOST) * share
        if expected > 0.0:
            silent *= 1.0 - habits.lays_naturals * at_least(count, expected + habits.helping_twos * twos)
    if lowest < TWO:
        silent *= 1.0 - habits.lays_twos * at_least(count, twos + jokers)
    else:
        silent *= 1.0 - habits.lays_jokers * at_least(count, jokers)
    return 1.0 - silent


@compiled
def stands(public, sight, habits, cards, mask):
    """Return how likely none of the chairs in a mask is to beat a set."""
    chance = 1.0
    for chair in range(SEATS):
        if is_in(mask, chair):
            chance *= 1.0 - beaten_by_one(sight, habits, cards, int(public.left[chair]))
    return chance
