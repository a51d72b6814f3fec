"""The records of Luk Fu 六虎: one sentence a field.

Cards, hands and melds are masks (`cards.py`).  What everybody may know stands in `TABLE`, which a state and an observation share.
"""

import numpy as np

from qipai.engine.shuffling import order_type

from .cards import CARDS

MAX_PLAYERS = 4  # §2.1
HAND_SIZE = 12  # §3.1
MAX_ROUNDS = 12
MAX_ACTIONS = 924  # ways to surrender six of twelve cards; each way to beat takes one of them away
MAX_OTHERS = 3  # hands that an onlooker does not see
SLOTS = MAX_ROUNDS + 2  # §7.5 of one player: what was surrendered in each round, the hand, and nothing after it
MAX_FRAMES = 96  # decisions of one search (`search.py`)

CLAIMING, CALLING, LEADING, ATTACKING, OVER = range(5)  # phases
PHASES = ("claiming", "calling", "leading", "attacking", "over")
RUNNING, ABANDONED, DRAWN, WON, CLAIMED = range(5)  # endings
ENDINGS = ("", "abandoned", "drawn", "won", "claimed")

# §6  One round: who led, how many cards each lays, and what was laid face up
ROUND = np.dtype(
    [
        ("face", np.int64, MAX_PLAYERS),  # the meld of each seat; 0: surrendered, or not laid yet
        ("leader", np.int8),
        ("count", np.int8),  # cards of each seat; 0 before the lead
        ("laid", np.int8),  # mask of the seats that have laid
    ],
    align=True,
)

TABLE = np.dtype(
    [
        ("rounds", ROUND, MAX_ROUNDS),
        ("won", np.int64, MAX_PLAYERS),  # §6.4 the cards that each seat has won tricks with
        ("pack", np.int64),  # all cards in play
        ("players", np.int8),
        ("dealer", np.int8),
        ("phase", np.int8),
        ("asked", np.int8),  # mask of the seats that owe a decision
        ("caller", np.int8),  # §4.2 NOBODY until somebody calls
        ("declined", np.int8),  # mask of the seats that did not call
        ("windows", np.int8),  # §4.1, §11.1 how many times everybody was asked for Ng Fu Ha San
        ("round_number", np.int8),  # of the present one, from 0
        ("left", np.int8),  # cards in each hand at the beginning of the round
        ("best", np.int8),  # whose meld is the best so far; NOBODY before the lead
        ("tricks", np.int8, MAX_PLAYERS),
        ("ending", np.int8),
        ("winner", np.int8),
        ("number", np.int8),  # §9.1 tricks that the winner has won
        ("counting", np.int64),  # §10.3 the winner's cards that count for the dreamer
        ("revealed", np.int64),  # §12.1 the cards that the winner shows in the hand
        ("dreamt", np.int64),  # §3.2 the dreamer's card, once it is shown
    ],
    align=True,
)

# What a seat knows of its own cards
HOLDING = np.dtype(
    [
        ("hand", np.int64),  # the dreamer's is his card (§3.2)
        ("down", np.int64, MAX_ROUNDS),  # §6.3 what it has surrendered, round by round
    ],
    align=True,
)

# One decision of a search: something cannot be as it was, and these are the ways out of it
FRAME = np.dtype(
    [
        ("cards", np.int64, 2),  # of each way out: the cards that a player may not have had from a slot on; what is left to try
        ("player", np.int8, 2),
        ("slot", np.int8, 2),
        ("together", np.int8, 2),  # 1: all of them at once; 0: one by one
        ("taken", np.int64),  # the way that is being tried
        ("way", np.int8),
    ],
    align=True,
)

# §7.5 Worlds as a search builds them.  `player` counts the others, in turn order; a slot is a round in which cards were
# surrendered, or, last, the hand.
SEARCH = np.dtype(
    [
        ("heeded", np.int64),  # which facts count as evidence, as a mask (`evidence.py`)
        ("unseen", np.int64),
        (
            "known",
            np.int64,
            (MAX_OTHERS, SLOTS),
        ),  # the cards that a player may have had from a slot on, by facts about single cards
        ("allowed", np.int64, (MAX_OTHERS, SLOTS)),  # the same after the decisions of the search
        ("lies", np.int64, (MAX_OTHERS, SLOTS)),  # a world: what lies in each slot
        ("late", np.int64, (MAX_OTHERS, SLOTS)),  # the same: what a player had from a slot on
        ("frames", FRAME, MAX_FRAMES),
        ("room", np.int8, (MAX_OTHERS, SLOTS)),
        ("seat", np.int8, MAX_OTHERS),
        ("players", np.int8),
        ("hand", np.int8),  # the slot of the hands
        ("depth", np.int8),
        ("deepest", np.int8),
        ("came_from", np.int8, MAX_OTHERS * SLOTS),
        ("queue", np.int8, MAX_OTHERS * SLOTS),
    ],
    align=True,
)

STATE = np.dtype(
    [
        ("holdings", HOLDING, MAX_PLAYERS + 1),  # the last one is an onlooker's, and empty
        ("aged", np.int64),  # §7.2 the cards of the leader that are aged for him, at the beginning of a round; else 0
        ("claims", np.int8),  # mask of the seats that claimed in the open window (§4.1)
        ("table", TABLE),
        ("search", SEARCH),  # room to think; says nothing
    ],
    align=True,
)

SETUP = np.dtype(
    [
        ("players", np.int8),
        ("dealer", np.int8),  # NOBODY: by lot (§2.3)
        ("hand_size", np.int8),
        ("dreamer", np.int8),  # cards of the dreamer: 1, or 0 where there is none
        ("pack", np.int64),  # the cards in play, as a mask
    ],
    align=True,
)

ORDER = order_type(CARDS)

RESULT = np.dtype(
    [
        ("players", np.int8),
        ("dealer", np.int8),
        ("caller", np.int8),  # §4.2 or NOBODY
        ("ending", np.int8),
        ("winner", np.int8),  # NOBODY: drawn or abandoned
        ("number", np.int8),  # tricks of the winner
        ("matches", np.int8),  # §10.3 cards of the winner that match the dreamer's
        ("payer", np.int8),  # §10.4 the privileged loser who pays for both, or NOBODY
        ("value", np.int64),  # §10.1 what each loser owes the winner
        ("income", np.int64),  # §10.3 what each loser owes the dreamer
        ("points", np.int64, MAX_PLAYERS),
    ],
    align=True,
)

# §12  Chairs count from the observer, as seats do in `table`: chair 0 is one's own.  A spectator counts from seat 0.
OBSERVATION = np.dtype(
    [
        ("seat", np.int8),  # the observer's seat at the table, or SPECTATOR
        ("own", HOLDING),
        ("unseen", np.int64),  # the cards that one cannot see
        ("aged", np.int64),  # §7.2 the cards of one's hand that are aged as far as one can prove
        ("claims", np.int8),  # 1 if one has claimed in the open window
        ("table", TABLE),
        ("search", SEARCH),  # room to think; says nothing
    ],
    align=True,
)

ACTIONS = np.dtype([("count", np.int64), ("list", np.int64, MAX_ACTIONS)], align=True)
