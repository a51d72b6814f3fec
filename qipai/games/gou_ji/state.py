"""The records of Gou Ji 够级: one sentence a field.

A hand is a count of each kind (`ranks.py`).  What everybody may know stands in `TABLE`, which a state and an observation share.
"""

import numpy as np

from qipai.engine.shuffling import order_type

from .ranks import HAND_SIZE, KINDS
from .seating import SEATS

PACK_SIZE = SEATS * HAND_SIZE
SUITS = 4
MOST_TRIBUTE = 2  # §5.2 cards of one debt
MAX_WITNESSES = 8
MAX_ACTIONS = 5700  # a lead of 36 cards has at most 5,624 sets (§7.1); beside them table talk

(
    NAMING,  # §2.3
    SHOWING,  # §3.2
    DECLARING,  # §4.2
    PLEADING,  # §4.3
    CONFIRMING,
    SWAPPING,  # §5.1
    LIBERATING,  # §5.3
    WAIVING,  # §5.4
    RETURNING,  # §5.6
    LEADING,  # §7.1
    FOLLOWING,  # §7.2, and in duels and Shao Pai
    CHANCE,  # §9.1 the window for Shao Pai
    ORDERING,  # §10.4
    HOLDING,  # §11.1
    TELLING,  # §14.20
    CORRECTING,  # §14.19
    OVER,
) = range(17)
PHASES = (
    "naming",
    "showing",
    "revolution",
    "pleading",
    "confirming",
    "swapping",
    "liberating",
    "waiving",
    "returning",
    "leading",
    "following",
    "window",
    "ordering",
    "holding",
    "telling",
    "correcting",
    "over",
)
FIRST_GAME, FRESH_GAME, ORDINARY_GAME = range(3)  # §2.1
GAME_KINDS = ("first", "fresh", "ordinary")
NO_DUE, SWEEP_DUE, ORDINARY_DUE = range(3)  # §5.2, §5.7 which tribute
NORMAL, DUEL, SHAO_PAI, RUN = range(4)  # RUN: the declarer leads (§9.4)
MODES = ("normal", "duel", "shao", "run")
NO_DEBT, OWED, REFUSED, WAIVED, PAID, RETURNED = range(6)  # of a tribute
TRIBUTES = ("", "owed", "refused", "waived", "paid", "returned")
ROTATION, BLOCKS, ALTERNATING = range(3)  # §10.1
ARRANGEMENTS = ("", "blocks", "alternating")
RUNNING, PLAYED, SWEPT, THROWN_IN, LEFT_ALONE = range(5)  # endings; LEFT_ALONE: §14.22
ENDINGS = ("", "played", "sweep", "thrown_in", "one_team")
MEETS, MISSES, UNMENDED = range(3)  # what a witness says of a hand

# Something that the rules have shown of a hand which nobody sees: a reason why some worlds cannot be
WITNESS = np.dtype(
    [
        ("seat", np.int8),
        (
            "what",
            np.int8,
        ),  # MEETS, MISSES: §9.2 the hand met the condition, or did not; UNMENDED: §14.19 it could not be put right
        ("played", np.int8, KINDS),  # what the seat had laid by then
        ("best", np.int64),  # of UNMENDED: the set to beat
        ("tried", np.int64),  # of UNMENDED: the set that was laid
    ],
    align=True,
)

TABLE = np.dtype(
    [
        ("best", np.int64),  # the set to beat, or 0
        ("tried", np.int64),  # §14.19 the set that must be put right, or 0
        ("pack", np.int8, KINDS),  # cards of each kind in the game
        ("played", np.int8, (SEATS, KINDS)),  # what each seat has laid
        ("dealt", np.int8, (SEATS, KINDS)),  # §3.2, §5.3, §14.1 cards that everybody knows a seat to have been dealt
        ("held", np.int8, (SEATS, KINDS)),  # §14.19 cards that everybody has seen in a hand since the tribute
        ("left", np.int8, SEATS),  # cards in each hand (§13.3); of a penalised seat those that were taken away
        ("place", np.int8, SEATS),  # §7.4 or 0
        ("last", np.int8, SEATS),  # the places of the last game that was played out, or 0
        ("receiver", np.int8, SEATS),  # §5.2 to whom a seat owes tribute, or NOBODY
        ("owes", np.int8, SEATS),  # how many cards
        ("tribute", np.int8, SEATS),  # what became of it
        ("told", np.int8, SEATS),  # §11.2 what was said of a hand since it last changed: a number, MORE, or 0
        ("witnesses", WITNESS, MAX_WITNESSES),
        ("witness_count", np.int8),
        ("phase", np.int8),
        ("asked", np.int8),  # mask of the seats that owe a decision
        ("kind", np.int8),  # §2.1 of game
        ("due", np.int8),  # §5.7 which tribute this game pays
        ("kaipai", np.int8),  # §2.2, §2.3 the Kai Pai player of this game
        ("drawn", np.int8),  # §2.2 the kind of the card that was counted, or 0
        ("taker", np.int8),  # who takes the first card; NOBODY until it is named
        ("starter", np.int8),  # §3.3 NOBODY until it is known
        ("shown_suit", np.int8),  # §3.2 of the threes that the starter showed, or -1
        ("big_loser", np.int8),  # §2.1, §5.1 or NOBODY
        ("second_loser", np.int8),
        ("swapped", np.int8),
        ("wish", np.int8),  # §4.3 who wants a revolution, or NOBODY
        ("pleas", np.int8),  # mask of the team mates who plead
        ("wildless", np.int8),  # §4.1 mask of the seats known to have been dealt no 2 and no joker
        ("revolted", np.int8),  # §4.4, §14.3 mask of the seats that declared for good
        ("active", np.int8),  # mask of the seats that are not out
        ("penalised", np.int8),  # §9.7, §14.20 mask
        ("mode", np.int8),
        ("trick", np.int16),  # the number of the present one, from 1
        ("leader", np.int8),  # of the present trick
        ("owner", np.int8),  # whose set is the best, or NOBODY
        ("beaten", np.int8),  # whose set it beat, or NOBODY
        ("passed", np.int8),  # §7.2 mask
        ("closed", np.int8),  # §14.16 mask of the seats that a Rang Pai shuts out of this trick
        ("starter_of_duel", np.int8),  # §8.1 or NOBODY
        ("runner", np.int8),  # §9 who has declared Shao Pai, or NOBODY
        ("challenged", np.int8),  # §9.7 whose set the declarer beat
        ("responders", np.int8),  # §9.3 mask of the seats that are still to be asked
        ("arrangement", np.int8),  # §10.1
        ("acted", np.int8),  # §10.2, §10.3 mask of the seats that have acted in this visit or cycle
        ("visit", np.int8),  # §10.2 a seat of the block that is visited
        ("turn", np.int8),  # §10.3 of the cycle, from 0
        ("first_team", np.int8),  # §10.3 which team begins every cycle of this trick
        ("last_actor", np.int8),  # §10.4
        ("candidates", np.int8),  # §10.4 mask of the seats that may take the turn
        ("wind_asker", np.int8),  # §14.10 or NOBODY
        ("asker", np.int8),  # §14.20 who has asked for a count, or NOBODY
        ("told_by", np.int8),  # §14.20 who is to tell a count, or NOBODY
        ("interrupted", np.int8),  # §14.20 the phase that a question has interrupted
        ("waiting", np.int8),  # §14.20 the seat whose turn it was
        ("rang_asked", np.int8),  # §11.1 1 if the asker has asked about the best set
        ("rang_agreed", np.int8),  # §11.1, §14.16 who was agreed with in this trick, or NOBODY
        ("talk", np.int8),  # §14.24, §14.18 0: none; 1: all but counts; 2: all
        ("shown", np.int8),  # §11.3 mask of the hands that their team mates know
        ("exposed", np.int8),  # §11.4 mask of the hands that everybody knows
        ("ending", np.int8),
        ("duels", np.int16),  # so far, for statistics
        ("declarations", np.int16),  # §9 so far
        ("beaten_runs", np.int16),  # §9.5 so far
    ],
    align=True,
)

# §3.2  The threes of a seat, as long as somebody may show two
THREES = np.dtype(
    [
        ("count", np.int8, SUITS),  # of each suit
        ("at", np.int16),  # the number of the card in the deal with which two of one suit came together, or 0
        ("suit", np.int8),  # of these two
    ],
    align=True,
)

STATE = np.dtype(
    [
        ("table", TABLE),
        ("hands", np.int8, (SEATS, KINDS)),  # before a taker is named: the six piles, from the first one on
        ("threes", THREES, SEATS),
        ("given", np.int8, (SEATS, MOST_TRIBUTE)),  # §5.5 the kinds that a seat gave, from the lower one; 0 for none
        ("returned", np.int8, (SEATS, MOST_TRIBUTE)),  # §5.6 the kinds that it got back
        ("wishes", np.int8),  # §4.2 mask of the seats that want a revolution and have not been told of
        ("answers", np.int64, SEATS),  # of seats that are asked together: actions plus one, or 0
        ("unseen", np.int8, KINDS),  # room to think (`drawing.py`); says nothing, and is empty between calls
    ],
    align=True,
)

SETUP = np.dtype(
    [
        ("kind", np.int8),  # §2.1
        ("kaipai", np.int8),  # the Kai Pai player of the game before; NOBODY: by lot
        ("due", np.int8),  # §5.7
        ("places", np.int8, SEATS),  # of the last game that was played out, or 0
        ("pack", np.int8, KINDS),
    ],
    align=True,
)

ORDER = order_type(PACK_SIZE)
MAX_DRAWS = 7  # lots for the cards that Kai Pai draws

RESULT = np.dtype(
    [
        ("players", np.int8),
        ("ending", np.int8),
        ("kind", np.int8),  # of game
        ("kaipai", np.int8),
        ("starter", np.int8),
        ("place", np.int8, SEATS),
        ("penalised", np.int8),
        ("receiver", np.int8, SEATS),  # §5.2 who got tribute of whom
        ("tribute", np.int8, SEATS),
        ("duels", np.int16),
        ("declarations", np.int16),
        ("beaten_runs", np.int16),
        ("tricks", np.int16),
        ("points", np.int64, SEATS),
    ],
    align=True,
)

# §13  Chairs count from the observer, as seats do in `table`: chair 0 is one's own.  A spectator counts from seat 0.
OBSERVATION = np.dtype(
    [
        ("seat", np.int8),  # the observer's seat at the table, or SPECTATOR
        ("table", TABLE),
        ("hand", np.int8, KINDS),
        ("threes", THREES),  # one's own
        ("seen", np.int8, (SEATS, KINDS)),  # §11.3, §11.4 hands that one knows
        ("given", np.int8, (SEATS, MOST_TRIBUTE)),  # of the debts that one has part in
        ("returned", np.int8, (SEATS, MOST_TRIBUTE)),
        ("wishes", np.int8),  # §4.2 1 if one wants a revolution and has not been told of
        ("answer", np.int64),  # one's own, while others are still asked
    ],
    align=True,
)

ACTIONS = np.dtype([("count", np.int64), ("list", np.int64, MAX_ACTIONS)], align=True)
