"""What the numbers of Luk Fu's records are."""

import numpy as np

from qipai.engine.compiling import compiled
from qipai.games.luk_fu.cards import CARDS
from qipai.games.luk_fu.rounds import VERB_BITS
from qipai.games.luk_fu.state import ENDINGS, HAND_SIZE, MAX_PLAYERS, MAX_ROUNDS, PHASES
from qipai.games.luk_fu.text import face_of

from ..encoding import Leaf
from ..forms import Count, Marks, Number, OneOf, Part, chair, chairs

VERBS = ("lay", "down", "declare", "play", "not_play", "claim", "keep")
WINDOWS = 2  # §4.1, §11.1

CARD_MARKS = Marks(tuple(face_of(number) for number in range(CARDS)))
MASK = Leaf(CARD_MARKS)
CHAIR, CHAIRS, FLAG, TRICKS = Leaf(chair(MAX_PLAYERS)), Leaf(chairs(MAX_PLAYERS)), Leaf(Count()), Leaf(Count(MAX_ROUNDS))

TABLE = {
    "rounds.face": MASK,
    "rounds.leader": CHAIR,
    "rounds.count": Leaf(Count(HAND_SIZE)),
    "rounds.laid": CHAIRS,
    "won": MASK,
    "pack": MASK,
    "players": Leaf(Count(MAX_PLAYERS)),
    "dealer": CHAIR,
    "phase": Leaf(OneOf(PHASES)),
    "asked": CHAIRS,
    "caller": CHAIR,
    "declined": CHAIRS,
    "windows": Leaf(Count(WINDOWS)),
    "round_number": TRICKS,
    "left": Leaf(Count(HAND_SIZE)),
    "best": CHAIR,
    "tricks": TRICKS,
    "ending": Leaf(OneOf(("running", *ENDINGS[1:]))),
    "winner": CHAIR,
    "number": TRICKS,
    "counting": MASK,
    "revealed": MASK,
    "dreamt": MASK,
}
PUBLIC = {f"table.{name}": leaf for name, leaf in TABLE.items()}
OBSERVATION = {
    "seat": CHAIR,
    "own.hand": MASK,
    "own.down": MASK,
    "unseen": MASK,
    "aged": MASK,
    "claims": FLAG,
    **PUBLIC,
    "search": None,
}
STATE = {"holdings.hand": MASK, "holdings.down": MASK, "aged": MASK, "claims": CHAIRS, **PUBLIC, "search": None}

ACTION = np.dtype([("action", np.int64)], align=True)  # a verb, and the cards that it takes from the hand
ACTION_FIELDS = {"action": Leaf(Number((Part("verb", VERB_BITS, 3, OneOf(VERBS)), Part("takes", 0, CARDS, CARD_MARKS))))}


@compiled
def take_apart(action, rules, features):
    """What the vector of an action tells of it."""
    features.action = action
