"""What the numbers of Gou Ji's records are."""

import numpy as np

from qipai.engine.compiling import compiled
from qipai.games.gou_ji.endgame import TURNS
from qipai.games.gou_ji.ranks import BLACK, HAND_SIZE, HIGHEST_NATURAL, KINDS, NO_RANK, PACKS, RANKS, RED, TWO
from qipai.games.gou_ji.seating import SEATS
from qipai.games.gou_ji.sets import BLACKS_AT, NATURALS_AT, REDS_AT, TWOS_AT, blacks_in, naturals_in, rank_in, reds_in, twos_in
from qipai.games.gou_ji.state import (
    ARRANGEMENTS,
    ENDINGS,
    GAME_KINDS,
    MAX_WITNESSES,
    MODES,
    MOST_TRIBUTE,
    PACK_SIZE,
    PHASES,
    SUITS,
    TRIBUTES,
)
from qipai.games.gou_ji.verbs import (
    COUNT,
    FEW,
    FIRST,
    KIND_SHIFT,
    LAY,
    RETURN,
    SAY,
    SHAO,
    TAKER,
    VERB_BITS,
    value_of,
    verb_of,
)

from ..encoding import Axis, Leaf
from ..forms import Count, Number, OneOf, Part, chair, chairs

# in the order of `verbs.py`
VERBS = tuple(
    """lay pass taker keep show play_on revolt silent plead withdraw stay swap pay refuse insist waive return no_shao shao take leave
    first rang disagree agree count say show_hand expose ask_wind""".split()
)
COPIES = 4 * PACKS  # of a rank
SUIT_NAMES = ("S", "H", "D", "C")
WITNESSED = ("meets", "misses", "unmended")

BY_KIND = Axis(RANKS, 1)
BY_CHAIR = Axis(tuple(str(number) for number in range(SEATS)))
BY_WITNESS = Axis(tuple(str(number) for number in range(MAX_WITNESSES)))
KIND = OneOf(RANKS, 1, 0)


def parts_of_a_set(*verbs: int) -> tuple[Part, ...]:
    """A set that is laid."""
    return (
        Part("rank", 0, 4, OneOf(RANKS[:HIGHEST_NATURAL], 1, NO_RANK), verbs),
        Part("naturals", NATURALS_AT, 5, Count(COPIES), verbs),
        Part("twos", TWOS_AT, 5, Count(COPIES), verbs),
        Part("blacks", BLACKS_AT, 3, Count(PACKS), verbs),
        Part("reds", REDS_AT, 3, Count(PACKS), verbs),
    )


PARTS_OF_AN_ACTION = (
    Part("verb", VERB_BITS, 5, OneOf(VERBS)),
    *parts_of_a_set(LAY, SHAO),
    Part("seat", 0, 3, OneOf(tuple(str(number) for number in range(SEATS))), (TAKER, FIRST, COUNT)),
    Part("lower", KIND_SHIFT, 4, KIND, (RETURN,)),
    Part("higher", 0, 4, KIND, (RETURN,)),
    Part("says", 0, 4, OneOf((*map(str, range(FEW + 1)), "more")), (SAY,)),
)
PLAYED = Leaf(Number(parts_of_a_set()))
ANSWER = Leaf(Number(PARTS_OF_AN_ACTION, missing=0, plus=1, verb_shift=VERB_BITS))
CHAIR, CHAIRS, FLAG = Leaf(chair(SEATS)), Leaf(chairs(SEATS)), Leaf(Count())
CARD_COUNT, HAND_COUNT = Leaf(Count(PACK_SIZE)), Leaf(Count(HAND_SIZE))
CARDS, CARDS_OF_CHAIRS = Leaf(Count(COPIES), (BY_KIND,)), Leaf(Count(COPIES), (BY_CHAIR, BY_KIND))
PLACE = Leaf(OneOf(tuple(str(place) for place in range(1, SEATS + 1)), 1, 0))
GIVEN = Leaf(KIND, (BY_CHAIR, Axis(tuple(str(card + 1) for card in range(MOST_TRIBUTE)))))
PHASE = Leaf(OneOf(PHASES))

TABLE = {
    "best": PLAYED,
    "tried": PLAYED,
    "pack": CARDS,
    "played": CARDS_OF_CHAIRS,
    "dealt": CARDS_OF_CHAIRS,
    "held": CARDS_OF_CHAIRS,
    "left": HAND_COUNT,
    "place": PLACE,
    "last": PLACE,
    "receiver": CHAIR,
    "owes": Leaf(Count(MOST_TRIBUTE)),
    "tribute": Leaf(OneOf(("none", *TRIBUTES[1:]))),
    "told": Leaf(OneOf((*map(str, range(1, FEW + 1)), "more"), 1, 0)),
    "witnesses.seat": CHAIR,
    "witnesses.what": Leaf(OneOf(WITNESSED)),
    "witnesses.played": Leaf(Count(COPIES), (BY_WITNESS, BY_KIND)),
    "witnesses.best": PLAYED,
    "witnesses.tried": PLAYED,
    "witness_count": Leaf(Count(MAX_WITNESSES)),
    "phase": PHASE,
    "asked": CHAIRS,
    "kind": Leaf(OneOf(GAME_KINDS)),
    "due": Leaf(OneOf(("none", "sweep", "ordinary"))),
    "kaipai": CHAIR,
    "drawn": Leaf(KIND),
    "taker": CHAIR,
    "starter": CHAIR,
    "shown_suit": Leaf(OneOf(SUIT_NAMES, 0, -1)),
    "big_loser": CHAIR,
    "second_loser": CHAIR,
    "swapped": FLAG,
    "wish": CHAIR,
    "pleas": CHAIRS,
    "wildless": CHAIRS,
    "revolted": CHAIRS,
    "active": CHAIRS,
    "penalised": CHAIRS,
    "mode": Leaf(OneOf(MODES)),
    "trick": CARD_COUNT,
    "leader": CHAIR,
    "owner": CHAIR,
    "beaten": CHAIR,
    "passed": CHAIRS,
    "closed": CHAIRS,
    "starter_of_duel": CHAIR,
    "runner": CHAIR,
    "challenged": CHAIR,
    "responders": CHAIRS,
    "arrangement": Leaf(OneOf(("rotation", *ARRANGEMENTS[1:]))),
    "acted": CHAIRS,
    "visit": CHAIR,
    "turn": Leaf(Count(TURNS)),
    "first_team": FLAG,
    "last_actor": CHAIR,
    "candidates": CHAIRS,
    "wind_asker": CHAIR,
    "asker": CHAIR,
    "told_by": CHAIR,
    "interrupted": PHASE,
    "waiting": CHAIR,
    "rang_asked": FLAG,
    "rang_agreed": CHAIR,
    "talk": Leaf(Count(2)),
    "shown": CHAIRS,
    "exposed": CHAIRS,
    "ending": Leaf(OneOf(("running", *ENDINGS[1:]))),
    "duels": CARD_COUNT,
    "declarations": CARD_COUNT,
    "beaten_runs": CARD_COUNT,
}
THREES = {"count": Leaf(Count(PACKS)), "at": CARD_COUNT, "suit": Leaf(OneOf(SUIT_NAMES))}
PUBLIC = {f"table.{name}": leaf for name, leaf in TABLE.items()}
OBSERVATION = {
    "seat": CHAIR,
    **PUBLIC,
    "hand": CARDS,
    **{f"threes.{name}": leaf for name, leaf in THREES.items()},
    "seen": CARDS_OF_CHAIRS,
    "given": GIVEN,
    "returned": GIVEN,
    "wishes": FLAG,
    "answer": ANSWER,
}
STATE = {
    **PUBLIC,
    "hands": CARDS_OF_CHAIRS,
    **{f"threes.{name}": leaf for name, leaf in THREES.items()},
    "given": GIVEN,
    "returned": GIVEN,
    "wishes": CHAIRS,
    "answers": ANSWER,
    "unseen": None,
}

ACTION = np.dtype(
    [
        ("action", np.int64),  # a verb, and the set, the seat, the cards or the number that goes with it
        ("takes", np.int8, KINDS),  # the cards that it takes from the hand
    ],
    align=True,
)
ACTION_FIELDS = {"action": Leaf(Number(PARTS_OF_AN_ACTION, verb_shift=VERB_BITS)), "takes": CARDS}
assert len(SUIT_NAMES) == SUITS


@compiled
def take_apart(action, rules, features):
    """What the vector of an action tells of it."""
    features.action = action
    for kind in range(KINDS):
        features.takes[kind] = 0
    verb = verb_of(action)
    cards = value_of(action)
    if verb == LAY or verb == SHAO:
        if rank_in(cards) != NO_RANK:
            features.takes[rank_in(cards)] = naturals_in(cards)
        features.takes[TWO] = twos_in(cards)
        features.takes[BLACK] = blacks_in(cards)
        features.takes[RED] = reds_in(cards)
    elif verb == RETURN:
        features.takes[cards & (1 << KIND_SHIFT) - 1] += 1
        if cards >> KIND_SHIFT:
            features.takes[cards >> KIND_SHIFT] += 1
