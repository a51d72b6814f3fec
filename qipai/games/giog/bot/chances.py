"""How likely a set is to be beaten: what the unseen pieces can make, and how likely one hand has them.

In Dǎ qí luò 2 colours hardly matter, so there all pieces are looked at as if they were black.  Nothing else here is of one game:
the sets come from the lists of the rules, in `SETS` each once by list, type, number of pieces and rank.
"""

from collections.abc import Iterable
from itertools import product
from typing import Any

from qipai.engine.compiling import compiled, constants, inlined, plainly

from ..pieces import BITS, MOST, RED_KINDS, holds, pieces_in
from ..rules.combinations import GROUP, LISTS, MOST_TYPES, Combination, list_of
from ..variants import FREE_COLOURS

LARGEST = 10  # in one set: all pawns, in Dǎ qí luò 2


@inlined
def without_colour(bag):
    """Return a bag with all pieces of it turned black."""
    return (bag & ~RED_KINDS) + ((bag & RED_KINDS) >> BITS)


@inlined
def looked_at(bag, rules):
    """Return a bag as this bot looks at it: without colours in Dǎ qí luò 2, else as it is."""
    return without_colour(bag) if rules.combinations == FREE_COLOURS else bag


@inlined
def rank_of(place, rules):
    """Return the rank of a combination for this bot, by its place in its type."""
    return place // GROUP if rules.combinations == FREE_COLOURS else place


def _looked_at(number: int, combination: Combination) -> tuple[int, ...]:
    """Return the number of the list, type, number of pieces, rank and bag of a combination."""
    kind, place, bag = combination
    pieces = plainly(pieces_in)(bag)
    if number != FREE_COLOURS:
        return number, kind, pieces, place, bag
    return number, kind, pieces, place // GROUP, plainly(without_colour)(bag)


SETS = sorted({_looked_at(number, combination) for number, made in LISTS.items() for combination in made})
TYPES, SIZES, RANKS, BAGS = (constants(row[field] for row in SETS) for field in range(1, 5))


def _ranges(keys: Iterable[tuple[int, ...]]) -> tuple[Any, Any]:
    """Return, for each key, the places in `SETS` at which the sets that start with its fields begin and end."""
    first: dict[tuple[int, ...], int] = {}
    end: dict[tuple[int, ...], int] = {}
    keys = list(keys)
    for number, row in enumerate(SETS):
        key = row[: len(keys[0])]
        first.setdefault(key, number)
        end[key] = number + 1
    return constants(first.get(key, 0) for key in keys), constants(end.get(key, 0) for key in keys)


_LISTS = range(len(LISTS))
GAME_FIRST, GAME_END = _ranges((number,) for number in _LISTS)
CONTEST_FIRST, CONTEST_END = _ranges(product(_LISTS, range(MOST_TYPES), range(LARGEST + 1)))


@inlined
def contest(kind, size, rules):
    """Return the index of the sets that compete in a trick: those of one type and number of pieces."""
    return (list_of(rules) * MOST_TYPES + kind) * (LARGEST + 1) + size


@compiled
def ways(bag, part):
    """Return in how many ways the pieces of a set can be picked from a bag."""
    count = 1
    while part:
        for number in range(part & MOST):
            count = count * ((bag & MOST) - number) // (number + 1)
        bag >>= BITS
        part >>= BITS
    return count


@compiled
def held_by_one(sight, bag, size):
    """Return roughly how likely another hand is to hold a certain set of two pieces or more."""
    chance = float(ways(sight.unseen, bag))
    for number in range(size):
        chance *= max(0, sight.held - number) / (sight.out - number)
    return min(1.0, chance)


@compiled
def stands(sight, rules, habits, kind, size, rank):
    """Return how likely one other player, with a free choice, is not to beat a set."""
    chance = 1.0
    row = contest(kind, size, rules)
    for number in range(CONTEST_END[row] - 1, CONTEST_FIRST[row] - 1, -1):
        if RANKS[number] < rank or (RANKS[number] == rank and habits.equals == 0.0):
            break
        bag = BAGS[number]
        if holds(sight.unseen, bag):
            counts = habits.equals if RANKS[number] == rank else 1.0
            if size == 1:
                for _ in range(sight.unseen // bag & MOST):
                    chance *= 1.0 - counts * habits.single_laid * sight.held / sight.out
            else:
                chance *= 1.0 - counts * habits.set_laid * held_by_one(sight, bag, size)
    return chance


@compiled
def stands_against_all(sight, rules, habits, kind, size, rank):
    """Return how likely none of the other players is to beat a set."""
    one = stands(sight, rules, habits, kind, size, rank)
    chance = 1.0
    for _ in range(sight.others):
        chance *= one
    return chance


@compiled
def above_leader(sight, rules, habits, kind, size, rank):
    """Return how likely a set is to beat the set that the leader has laid face down; high leads are thought likelier."""
    lower = 0.0
    total = 0.0
    weight = 1.0
    row = contest(kind, size, rules)
    for number in range(CONTEST_FIRST[row], CONTEST_END[row]):
        bag = BAGS[number]
        if holds(sight.unseen, bag):
            weight += habits.leads_high
            total += weight * ways(sight.unseen, bag)
            if RANKS[number] < rank:
                lower += weight * ways(sight.unseen, bag)
    return lower / total if total > 0.0 else 1.0
