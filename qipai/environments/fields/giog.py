"""What the numbers of the Giog family's records are."""

import numpy as np

from qipai.engine.compiling import compiled
from qipai.games.giog.combinations import GROUP_TYPES, TYPE_NAMES
from qipai.games.giog.pieces import BITS, COPIES, PIECES
from qipai.games.giog.play import LAY, TAKE, TURN, UNDER, VERB_BITS
from qipai.games.giog.state import MAX_CARDS, MAX_PLAYERS, MAX_STACKS, MAX_THROWN, PHASES
from qipai.games.giog.turning import DIGITS

from ..encoding import Axis, Leaf
from ..forms import Count, Number, OneOf, Part, chair, chairs

VERBS = ("lay", "under", "turn", "take", "expose", "conceal")
SIDES = 6  # of a die

BY_CHAIR = Axis(tuple(str(number) for number in range(MAX_PLAYERS)))
BY_PIECE = Axis(PIECES, 1)
STACKS = tuple(str(number) for number in range(1, MAX_STACKS + 1))
BY_STACK = (Axis(STACKS, 1),)
PLACES = Axis(tuple(f"{stack} {place}" for stack in STACKS for place in ("bottom", "top")))
PIECE = OneOf(PIECES, 1, 0)


def bag(*verbs: int) -> tuple[Part, ...]:
    """Pieces by kind."""
    return tuple(Part(piece, BITS * place, BITS, Count(COPIES[piece[1]]), verbs) for place, piece in enumerate(PIECES))


BAG = Leaf(Number(bag()))
TYPE_BITS = 4
LED = Leaf(
    Number(
        (
            Part("", 0, TYPE_BITS, OneOf(("none", *TYPE_NAMES[1:]))),
            Part("group", TYPE_BITS, 2, OneOf(GROUP_TYPES[1:], 1, 0)),  # of Zhì hǔ
        )
    )
)
STANDING = Leaf(
    Number(tuple(Part(f"{turn + 1}", BITS * (DIGITS - turn - 1), BITS, Count(len(PIECES))) for turn in range(DIGITS)))
)
CHAIR, CHAIRS, PIECE_COUNT, FLAG = Leaf(chair(MAX_PLAYERS)), Leaf(chairs(MAX_PLAYERS)), Leaf(Count(MAX_CARDS)), Leaf(Count())

TABLE = {
    "shown": BAG,
    "played": BAG,
    "previous": BAG,
    "standing": STANDING,
    "thrown.on": BAG,
    "thrown.trick": PIECE_COUNT,
    "thrown.seat": CHAIR,
    "thrown.count": PIECE_COUNT,
    "thrown.led": LED,
    "thrown.edge": FLAG,
    "thrown_sets": Leaf(Count(MAX_THROWN)),
    "players": Leaf(Count(MAX_PLAYERS)),
    "phase": Leaf(OneOf(PHASES)),
    "first": CHAIR,
    "trick": PIECE_COUNT,
    "left": PIECE_COUNT,
    "leader": CHAIR,
    "led": LED,
    "count": PIECE_COUNT,
    "best": CHAIR,
    "asked": CHAIRS,
    "laid": CHAIRS,
    "under": CHAIRS,
    "pot": PIECE_COUNT,
    "captured": PIECE_COUNT,
    "offenders": CHAIRS,
    "previous_leader": CHAIR,
    "previous_winner": CHAIR,
    "previous_taken": PIECE_COUNT,
    "previous_under": CHAIRS,
    "priority": CHAIR,
    "to_turn": CHAIRS,
    "rows": Leaf(Count(MAX_STACKS + 1)),
    "stacks": Leaf(Count(MAX_STACKS)),
    "face": Leaf(PIECE, (PLACES,)),
    "turner": Leaf(chair(MAX_PLAYERS), BY_STACK),
    "taker": Leaf(chair(MAX_PLAYERS), BY_STACK),
    "dice": Leaf(Count(SIDES)),
}
PUBLIC = {f"table.{name}": leaf for name, leaf in TABLE.items()}
OBSERVATION = {
    "seat": CHAIR,
    "hand": Leaf(Count(5), (BY_PIECE,)),
    "unseen": Leaf(Count(5), (BY_PIECE,)),
    "known.count": Leaf(Count(5), (BY_CHAIR, BY_PIECE)),
    "laid": BAG,
    "thrown": BAG,
    **PUBLIC,
}
STATE = {"hands": BAG, "laid": BAG, "thrown": BAG, "piece": Leaf(PIECE, (PLACES,)), **PUBLIC}

ACTION = np.dtype([("action", np.int64)], align=True)  # a verb with pieces, or with the number of a stack
ACTION_FIELDS = {
    "action": Leaf(
        Number(
            (
                Part("verb", VERB_BITS, 3, OneOf(VERBS)),
                *bag(LAY, UNDER),
                Part("stack", 0, 5, OneOf(STACKS, 1), (TURN, TAKE)),
            ),
            verb_shift=VERB_BITS,
        )
    )
}


@compiled
def take_apart(action, rules, features):
    """What the vector of an action tells of it."""
    features.action = action
