"""How likely a set is to be beaten: what the unseen pieces can make, and how likely one hand has them.

In Dǎ qí luò 2 colours hardly matter, so there all pieces are looked at as if they were black.  Nothing else here is of one game:
the sets come from the lists of the rules, in `SETS` each once by list, type, number of pieces and rank.
"""

from collections.abc import Iterable
from itertools import product
from typing import Any

from qipai.engine.compiling import compiled, inlined, table
from qipai.games.giog.combinations import GROUP, LISTS, MOST_TYPES, Combination, list_of
from qipai.games.giog.pieces import BITS, MOST, RED_KINDS, holds, pieces_in
from qipai.games.giog.variants import FREE_COLOURS

LARGEST = 10  # in one set: all pawns, in Dǎ qí luò 2


@inlined
def without_colour(bag):
    """The same pieces, all black."""
    return (bag & ~RED_KINDS) + ((bag & RED_KINDS) >> BITS)


@inlined
def looked_at(bag, rules):
    """Pieces as this bot looks at them."""
    return without_colour(bag) if rules.combinations == FREE_COLOURS else bag


@inlined
def rank_of(place, rules):
    """A combination's place as this bot looks at it."""
    return place // GROUP if rules.combinations == FREE_COLOURS else place


def _looked_at(number: int, combination: Combination) -> tuple[int, ...]:
    """The number of the list, type, number of pieces, rank, pieces."""
    kind, place, bag = combination
    if number != FREE_COLOURS:
        return number, kind, pieces_in(bag), place, bag
    return number, kind, pieces_in(bag), place // GROUP, without_colour(bag)


SETS = sorted({_looked_at(number, combination) for number, made in LISTS.items() for combination in made})
TYPES, SIZES, RANKS, BAGS = (table(row[field] for row in SETS) for field in range(1, 5))


def _ranges(keys: Iterable[tuple[int, ...]]) -> tuple[Any, Any]:
    """Where in `SETS` those begin, and end, that have a key as their first fields."""
    first: dict[tuple[int, ...], int] = {}
    end: dict[tuple[int, ...], int] = {}
    keys = list(keys)
    for number, row in enumerate(SETS):
        key = row[: len(keys[0])]
        first.setdefault(key, number)
        end[key] = number + 1
    return table(first.get(key, 0) for key in keys), table(end.get(key, 0) for key in keys)


_LISTS = range(len(LISTS))
GAME_FIRST, GAME_END = _ranges((number,) for number in _LISTS)
CONTEST_FIRST, CONTEST_END = _ranges(product(_LISTS, range(MOST_TYPES), range(LARGEST + 1)))


@inlined
def contest(kind, size, rules):
    """The sets that compete in a trick: those of one type and as many pieces."""
    return (list_of(rules) * MOST_TYPES + kind) * (LARGEST + 1) + size


@compiled
def ways(bag, part):
    """In how many ways the pieces of a set can be picked from a bag."""
    count = 1
    while part:
        for number in range(part & MOST):
            count = count * ((bag & MOST) - number) // (number + 1)
        bag >>= BITS
        part >>= BITS
    return count


@compiled
def held_by_one(sight, bag, size):
    """Roughly how likely it is that a certain other hand has a set of two pieces or more."""
    chance = float(ways(sight.unseen, bag))
    for number in range(size):
        chance *= max(0, sight.held - number) / (sight.out - number)
    return min(1.0, chance)


@compiled
def stands(sight, rules, habits, kind, size, rank):
    """How likely it is that one of the others, with a free choice, does not beat a set."""
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
    """How likely it is that none of them does."""
    one = stands(sight, rules, habits, kind, size, rank)
    chance = 1.0
    for _ in range(sight.others):
        chance *= one
    return chance


@compiled
def above_leader(sight, rules, habits, kind, size, rank):
    """How likely it is that a set beats what the leader has laid face down: of what it may be, the higher the likelier."""
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
