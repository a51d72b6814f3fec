"""What the numbers of Gan Deng Yan's records are."""

import numpy as np

from qipai.engine.compiling import compiled
from qipai.games.gan_deng_yan.cards import RANK_NAMES
from qipai.games.gan_deng_yan.combinations import KIND_NAMES, move_cards
from qipai.games.gan_deng_yan.state import HAND, KINDS, LOWEST, MAX_CARDS, MAX_PLAYERS, PASS, UNDECIDED

from ..encoding import Axis, Leaf
from ..forms import Count, Marks, Number, OneOf, Part, Tally, chair

RANKS = tuple(RANK_NAMES.values())
CARDS = (*RANKS, "B", "R")
MOST = 8  # cards of a kind in two packs
BOMBS = MAX_CARDS // 3

BY_CARD = (Axis(CARDS, LOWEST),)
BY_CHAIR_AND_CARD = (Axis(tuple(str(number) for number in range(MAX_PLAYERS))), Axis(CARDS, LOWEST))

PLAY_PARTS = (
    Part("kind", 0, 4, OneOf(tuple(KIND_NAMES.values()))),
    Part("rank", 4, 5, OneOf(CARDS, LOWEST, PASS)),
    Part("length", 9, 4, Count(12)),
    Part("joker as", 13, 16, Tally(RANKS, LOWEST, 4)),
    Part("red jokers", 29, 3, Count(4)),
)
PLAY = Number(PLAY_PARTS)
LATEST = Number(PLAY_PARTS, missing=UNDECIDED)

CHAIR, SEATS, CARD_COUNT = Leaf(chair(MAX_PLAYERS)), Leaf(Count(MAX_PLAYERS)), Leaf(Count(MAX_CARDS))
PUBLIC = {
    "talon_places": CARD_COUNT,
    "drawn": CARD_COUNT,
    "players": SEATS,
    "dealer": CHAIR,
    "to_act": CHAIR,
    "owner": CHAIR,
    "winner": CHAIR,
    "over": Leaf(Count()),
    "trick": CARD_COUNT,
    "table": Leaf(PLAY),
    "last": Leaf(LATEST),
    "passed_on": Leaf(PLAY),
    "played.count": Leaf(Count(MOST), BY_CHAIR_AND_CARD),
    "played.cards": CARD_COUNT,
    "plays": CARD_COUNT,
    "announced": Leaf(Count()),
    "known_jokers": Leaf(Marks(tuple(f"{black} black {red} red" for red in range(3) for black in range(3)))),
    **{
        f"bombs.{name}": Leaf(Count(BOMBS))
        for name in ("soft_triplets", "hard_triplets", "soft_quads", "hard_quads", "double_jokers")
    },
}
OBSERVATION = {
    "seat": CHAIR,
    "hand.count": Leaf(Count(MOST), BY_CARD),
    "hand.cards": CARD_COUNT,
    "unseen": Leaf(Count(MOST), BY_CARD),
    "cards": CARD_COUNT,
    **PUBLIC,
}
STATE = {
    "hands.count": Leaf(Count(MOST), BY_CHAIR_AND_CARD),
    "hands.cards": CARD_COUNT,
    "talon": Leaf(OneOf(CARDS, LOWEST, 0)),
    **PUBLIC,
}

ACTION = np.dtype(
    [
        ("action", np.int64),  # the play, or a pass
        ("takes", HAND),  # the cards that it takes from the hand
        ("hand", HAND),  # room to think; says nothing
    ],
    align=True,
)
ACTION_FIELDS = {"action": Leaf(PLAY), "takes.count": Leaf(Count(MOST), BY_CARD), "takes.cards": CARD_COUNT, "hand": None}


@compiled
def take_apart(action, rules, features):
    """What the vector of an action tells of it."""
    features.action = action
    features.takes.cards = 0
    for kind in range(KINDS):
        features.takes.count[kind] = 0
    if action != PASS:
        move_cards(features.hand, features.takes, action, rules)
    features.hand.cards = 0
    for kind in range(KINDS):
        features.hand.count[kind] = 0
