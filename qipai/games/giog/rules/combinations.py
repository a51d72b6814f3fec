"""§4  Combinations: which pieces may be laid together, and what beats what.

Each game has its list, made from the tables below at import: type by type, each combination a bag with its place in the order
of the type, higher is stronger.  Combinations that rank alike have the same place.
"""

from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement, pairwise, product

from qipai.engine.compiling import compiled, constants, inlined, plainly

from ..pieces import CHARACTERS, COPIES, GROUP_TYPES, KIND, PIECES, TYPES, bag_of, holds, reds_in
from ..variants import FOUR_NOBLES, FREE_COLOURS, GIOG, GROUPS, ONE_SERIES, SANG_KRIP, TAM_CUC

NONE = 0  # as a type: no combination
SINGLE, PAIR, NOBLE, THREE, FOUR, FIVE, GENERAL_AND_PAIRS, SET, SEQUENCE, TRIPLE_AND_ONE, TRIPLE_AND_TWO = range(1, 12)

# §4.11 in Zhì hǔ the group is part of the type
GROUP = 16
TYPE_MASK = GROUP - 1
GROUP_NAMES = ("", "commanders", "mobile", "foot")
MOST_TYPES = GROUP * len(GROUP_TYPES)

# low to high
NOBLES = ("車馬砲", "俥傌炮", "砲士象", "炮仕相", "將士象", "帥仕相")  # §4.4
OTHER_NOBLES = ("車馬砲", "俥傌炮", "將士象", "帥仕相")  # §4.5
PAWNS = ("卒", "兵")  # §4.6
TAM_CUC_ORDER = "PHCREAG"  # §4.13 the cannon above the horse

ONE_PAWN_PAIR = 7  # §11.3 Sang krip's list without two pairs of pawns; the others are numbered as in `variants`
PAIR_PLACES = 8

Combination = tuple[int, int, int]  # its type, its place, its bag


def _bag(characters: str) -> int:
    return bag_of(*(PIECES[CHARACTERS.index(character)] for character in characters))


def _ranked(kind: int, bags: list[int]) -> list[Combination]:
    """Combinations of one type, low to high."""
    return [(kind, place, bag) for place, bag in enumerate(bags, start=1)]


def _singles(order: str = TYPES) -> list[Combination]:
    """§4.1"""
    return _ranked(SINGLE, [bag_of(colour + letter) for letter in order for colour in "br"])


def _pairs(order: str = TYPES, generals: bool = False) -> list[Combination]:
    """§4.2, §4.3"""
    twins = [2 * bag_of(colour + letter) for letter in order for colour in "br" if COPIES[letter] > 1]
    return _ranked(PAIR, twins + [bag_of("rG", "bG")] * generals)


def _pawns(*kinds: int) -> list[Combination]:
    """§4.6  So many equal pawns of one colour; `THREE` to `FIVE`."""
    return [made for kind in kinds for made in _ranked(kind, [_bag(pawn * (kind - 1)) for pawn in PAWNS])]


def _general_and_pairs(double_pawns: bool) -> Iterator[Combination]:
    """§4.8  The place tells the two pairs, the higher one first."""
    for colour in "br":
        for low, high in combinations_with_replacement("PCHREA", 2):
            if low != high or (double_pawns and low == "P"):
                pairs = 2 * (bag_of(colour + low) + bag_of(colour + high))
                place = (TYPES.index(high) + 1) * PAIR_PLACES + TYPES.index(low) + 1
                yield GENERAL_AND_PAIRS, place, bag_of(colour + "G") + pairs


def _sets() -> Iterator[Combination]:
    """§4.9, §4.10  Equal types in any colours: ranked by type, then by the more frequent colour."""
    for rank, letter in enumerate(TYPES, start=1):
        for red, black in product(range(COPIES[letter] + 1), repeat=2):
            if red + black >= 2:
                yield SET, free_place(rank, max(red, black)), red * bag_of("r" + letter) + black * bag_of("b" + letter)


def _sequences() -> Iterator[Combination]:
    """§4.9, §4.10  Neighbouring types, one of each, in any colours."""
    for low, high in combinations(range(len(TYPES)), 2):
        for colours in product("rb", repeat=high - low + 1):
            pieces = [colour + letter for colour, letter in zip(colours, TYPES[low : high + 1], strict=True)]
            yield SEQUENCE, free_place(high + 1, max(map(colours.count, "rb"))), bag_of(*pieces)


def free_place(rank: int, dominant: int) -> int:
    """§4.10  Return a place in the order: first by rank, then by how many pieces have the dominant colour."""
    return rank * GROUP + dominant


def _grouped() -> Iterator[Combination]:
    """§4.11, §4.12  Everything within its group; triples with what may be added to them."""
    for group, letters in enumerate(GROUP_TYPES):
        inside = [combination for combination in (*_singles(), *_pairs()) if _is_of(combination[2], letters)]
        yield from ((kind + group * GROUP, place, bag) for kind, place, bag in inside)
    foot = GROUP_TYPES.index("P") * GROUP
    yield from ((kind + foot, place, bag) for kind, place, bag in _pawns(THREE, FOUR, FIVE))
    for group, triples in ((1, ("將士象", "帥仕相")), (2, ("車馬砲", "俥傌炮"))):
        for place, triple in enumerate(map(_bag, triples), start=1):
            yield THREE + group * GROUP, place, triple
            extras = [(TRIPLE_AND_ONE, single[2]) for single in _singles()] + [(TRIPLE_AND_TWO, pair[2]) for pair in _pairs()]
            yield from ((kind + group * GROUP, place, triple + bag) for kind, bag in extras if _exists(triple + bag))


def _is_of(bag: int, letters: str) -> bool:
    return any(plainly(holds)(bag, bag_of(colour + letter)) for letter in letters for colour in "br")


def _exists(bag: int) -> bool:
    return plainly(holds)(sum(COPIES[piece[1]] * bag_of(piece) for piece in PIECES), bag)


def _nobles(kind: int, nobles: tuple[str, ...]) -> list[Combination]:
    return _ranked(kind, [_bag(noble) for noble in nobles])


LISTS: dict[int, list[Combination]] = {
    GIOG: [*_singles(), *_pairs(), *_nobles(NOBLE, NOBLES), *_pawns(THREE, FOUR, FIVE)],
    FOUR_NOBLES: [*_singles(), *_pairs(generals=True), *_nobles(NOBLE, OTHER_NOBLES), *_pawns(THREE, FOUR, FIVE)],
    ONE_SERIES: [  # §4.7
        *_singles(),
        *_pairs(generals=True),
        *_nobles(THREE, ("卒卒卒", "兵兵兵", *OTHER_NOBLES)),
        *_pawns(FOUR, FIVE),
    ],
    FREE_COLOURS: [
        *((SINGLE, free_place((kind + 1) // 2, 1), bag_of(piece)) for piece, kind in KIND.items()),
        *_sets(),
        *_sequences(),
    ],
    GROUPS: list(_grouped()),
    TAM_CUC: [
        *_singles(TAM_CUC_ORDER),
        *_pairs(TAM_CUC_ORDER),
        *_nobles(THREE, OTHER_NOBLES),
    ],
}
LISTS[SANG_KRIP] = [*LISTS[FOUR_NOBLES], *_general_and_pairs(double_pawns=True)]
LISTS[ONE_PAWN_PAIR] = [*LISTS[FOUR_NOBLES], *_general_and_pairs(double_pawns=False)]

_ALL = [(number, *combination) for number in sorted(LISTS) for combination in sorted(LISTS[number])]
_STARTS = [0, *(at for at, (one, two) in enumerate(pairwise(_ALL), start=1) if one[:2] != two[:2])]
_RANGE = {_ALL[start][:2]: (start, end) for start, end in pairwise([*_STARTS, len(_ALL)])}

TYPES_OF = constants(kind for _, kind, _, _ in _ALL)
PLACES = constants(place for _, _, place, _ in _ALL)
BAGS = constants(bag for _, _, _, bag in _ALL)
FIRST = constants(_RANGE.get((number, kind), (0, 0))[0] for number in sorted(LISTS) for kind in range(MOST_TYPES))
END = constants(_RANGE.get((number, kind), (0, 0))[1] for number in sorted(LISTS) for kind in range(MOST_TYPES))
LIST_FIRST = constants(min(start for (n, _), (start, _) in _RANGE.items() if n == number) for number in sorted(LISTS))
LIST_END = constants(max(end for (n, _), (_, end) in _RANGE.items() if n == number) for number in sorted(LISTS))


@inlined
def list_of(rules):
    """Return the number of the game's list of combinations."""
    if rules.combinations == SANG_KRIP and not rules.gpp_double_pawn_pairs:
        return ONE_PAWN_PAIR  # §11.3
    return int(rules.combinations)


@compiled
def place_of(bag, kind, rules):
    """§5.3  Return the place of a bag among the combinations of a type, higher is stronger; 0 if it is none of them."""
    row = list_of(rules) * MOST_TYPES + kind
    for number in range(FIRST[row], END[row]):
        if BAGS[number] == bag:
            return PLACES[number]
    return 0


@compiled
def type_of(bag, rules):
    """§5.1  Return the type of a bag as a lead, or `NONE`; no bag is of two types in one game."""
    row = list_of(rules)
    for number in range(LIST_FIRST[row], LIST_END[row]):
        if BAGS[number] == bag:
            return TYPES_OF[number]
    return NONE


@compiled
def beats(bag, best, kind, rules):
    """§7.2, §7.3  Return whether a bag is higher than the best so far, or is the first that counts."""
    place = place_of(bag, kind, rules)
    if place == 0 or best == 0:
        return place > 0
    if kind == GENERAL_AND_PAIRS:
        return pairs_beat(bag, place, place_of(best, kind, rules), rules)
    return place > place_of(best, kind, rules)


@inlined
def pairs_beat(bag, place, other, rules):
    """§4.8, §11.4  Return whether a general with pairs beats another; both of its pairs must be at least as high."""
    as_high = place // PAIR_PLACES >= other // PAIR_PLACES and place % PAIR_PLACES >= other % PAIR_PLACES
    if reds_in(bag) > 0:
        return as_high
    return rules.gpp_black_beats_red != 0 and as_high and place != other  # §11.4
