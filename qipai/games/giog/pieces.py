"""§1  The pieces, and bags of them.

A piece's kind is its place in the order (§1.2), 1 for the black pawn up to 14 for the red general: red kinds are even.  A bag
holds any number of pieces in one integer, four bits a kind, so that adding and taking away pieces is adding and subtracting,
and laying a set is one subtraction.
"""

from qipai.engine.compiling import compiled, constants, inlined
from qipai.engine.forms import Count, Part
from qipai.engine.shuffling import below

# §1.2 low to high, black before red of the same type
PIECES = ("bP", "rP", "bC", "rC", "bH", "rH", "bR", "rR", "bE", "rE", "bA", "rA", "bG", "rG")
CHARACTERS = "卒兵砲炮馬傌車俥象相士仕將帥"
TYPES = "PCHREAG"  # low to high
COPIES = {"P": 5, "C": 2, "H": 2, "R": 2, "E": 2, "A": 2, "G": 1}  # §1.1 of each colour

KIND = {piece: kind for kind, piece in enumerate(PIECES, start=1)}
KINDS = len(PIECES) + 1  # kinds are 1 .. 14: counts are indexed by kind itself
BLACK_PAWN, RED_PAWN, BLACK_GENERAL, RED_GENERAL = KIND["bP"], KIND["rP"], KIND["bG"], KIND["rG"]

BITS = 4  # of a kind in a bag
MOST = 15  # of one kind that a bag can tell, with the guard
EMPTY = 0
GUARDS = sum(8 << BITS * place for place in range(KINDS - 1))  # a bit above any count of a kind
BYTES = 0x0F0F0F0F0F0F0F
RED_KINDS = sum(MOST << BITS * (kind - 1) for kind in range(2, KINDS, 2))
GENERALS = MOST << BITS * (BLACK_GENERAL - 1) | MOST << BITS * (RED_GENERAL - 1)

# §4 the types of combinations (`combinations.py`), and §4.11 the groups that are part of them in Zhì hǔ
TYPE_NAMES = ("", "single", "pair", "noble", "three", "four", "five", "gpp", "set", "seq", "triple_one", "triple_two")
GROUP_TYPES = ("", "GAE", "RHC", "P")

# §1.4 what the exposed pieces count in Jū mǎ pāo, by kind
VALUES = constants((0, 8, 1, 7, 7, 6, 6, 5, 5, 4, 4, 3, 3, 2, 2))


def bag_of(*pieces: str) -> int:
    """Return the bag of pieces by their codes: `bag_of("rG", "rA", "rE")`."""
    return sum(1 << BITS * (KIND[piece] - 1) for piece in pieces)


def bag_parts(*verbs: int) -> tuple[Part, ...]:
    """Return the parts of a number that holds a bag, one for each kind of piece, for actions with these verbs."""
    return tuple(Part(piece, BITS * place, BITS, Count(COPIES[piece[1]]), verbs) for place, piece in enumerate(PIECES))


@inlined
def one(kind):
    """Return the bag of one piece."""
    return 1 << BITS * (kind - 1)


@inlined
def count_of(bag, kind):
    return bag >> BITS * (kind - 1) & MOST


@inlined
def pieces_in(bag):
    """Return how many pieces a bag holds."""
    return ((bag & BYTES) + (bag >> BITS & BYTES)) % 255


@inlined
def holds(bag, part):
    """Return whether all pieces of `part` are in the bag."""
    return ((bag | GUARDS) - part) & GUARDS == GUARDS


@inlined
def is_bag(number):
    """Return whether a number can be a bag: no kind has more than seven pieces."""
    return 0 <= number < 1 << BITS * (KINDS - 1) and number & GUARDS == 0


@inlined
def reds_in(bag):
    return pieces_in(bag & RED_KINDS)


@inlined
def has_general(bag):
    return bag & GENERALS != 0


@compiled
def lowest(bag, count):
    """Return the `count` lowest pieces of a bag, as a bag."""
    part = 0
    for kind in range(1, KINDS):
        taken = min(count, count_of(bag, kind))
        part += taken << BITS * (kind - 1)
        count -= taken
        if count == 0:
            break
    return part


@compiled
def draw_piece(bag, highest, random):
    """Return the kind of a piece drawn at random from those of a bag that are not above `highest`; there must be one."""
    place = below(random, pieces_in(bag & (1 << BITS * highest) - 1))
    for kind in range(1, highest):
        place -= count_of(bag, kind)
        if place < 0:
            return kind
    return highest


@compiled
def draw_some(bag, count, random):
    """Return `count` pieces drawn at random from a bag, as a bag."""
    drawn = 0
    for _ in range(count):
        drawn += one(draw_piece(bag - drawn, RED_GENERAL, random))
    return drawn
