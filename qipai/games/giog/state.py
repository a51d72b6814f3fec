"""The records of the Giog family: one sentence a field.

What everybody may know stands in `TABLE`, which a state and an observation share: nothing in it depends on what is hidden.
Plays and hands are bags (`pieces.py`).  Stacks are numbered 1 .. 16 as in the book (§3.1); stack n has the places 2n - 2 for its
bottom and 2n - 1 for its top piece.
"""

import numpy as np

from qipai.engine.shuffling import order_type

from .pieces import KINDS

MAX_PLAYERS = 5  # §2.5, §2.6
MAX_CARDS = 32  # §1.1
MAX_STACKS = 16  # §3.1
MAX_THROWN = 24  # sets that leave a trick unseen: 4 in each of 6 tricks, 3 in each of 8
MAX_ACTIONS = 6_930  # eight of the sixteen pieces of a player of Dǎ qí luò 2 for two, in answer to eight pawns

TURNING, TAKING, LEADING, ANSWERING, EXPOSING, OVER = range(6)  # phases
PHASES = ("turning", "taking", "leading", "answering", "exposing", "over")
NOTHING = 0  # as a bag that was laid: none, or none that is seen

COUNTS = np.dtype([("count", np.int8, KINDS)], align=True)  # pieces by kind

# A set that left its trick unseen, and what follows from that (§7.4, §8.3, §12.4)
THROWN = np.dtype(
    [
        ("on", np.int64),  # the best set when it was thrown in; NOTHING if none counted
        ("trick", np.int8),
        ("seat", np.int8),
        ("count", np.int8),
        ("led", np.int8),  # the type that was led
        ("edge", np.int8),  # was it the first or the last trick
    ],
    align=True,
)

TABLE = np.dtype(
    [
        # §5 to §8 the trick
        ("shown", np.int64, MAX_PLAYERS),  # what each seat has laid in this trick, as far as it lies face up
        ("played", np.int64, MAX_PLAYERS),  # all pieces that each seat was seen to lay in earlier tricks
        ("previous", np.int64, MAX_PLAYERS),  # `shown` as it was at the end of the trick before
        ("standing", np.int64, MAX_PLAYERS),  # §3.2 the pieces each seat turned up, as one number that ranks them
        ("thrown", THROWN, MAX_THROWN),
        ("thrown_sets", np.int8),  # how many of them there are
        ("players", np.int8),
        ("phase", np.int8),
        ("first", np.int8),  # who turns up first, opens the circle or takes first; whose lot it was
        ("trick", np.int8),  # number of the trick, 1 for the first
        ("left", np.int8),  # pieces in each hand at the beginning of the trick
        ("leader", np.int8),  # who leads this trick; NOBODY before that is known
        ("led", np.int8),  # the type that was led; NONE before the lead
        ("count", np.int8),  # how many pieces were led
        ("best", np.int8),  # whose open set is the highest so far, or NOBODY
        ("asked", np.int8),  # mask of the seats that owe a decision
        ("laid", np.int8),  # mask of the seats that have laid pieces in this trick
        ("under", np.int8),  # mask of the seats whose pieces lie thrown in, or under the pile
        ("pot", np.int8),  # §6.5 pieces set aside
        ("captured", np.int8, MAX_PLAYERS),
        ("offenders", np.int8),  # §9.3 mask of the seats that laid a general in the first or last trick
        ("previous_leader", np.int8),  # of the trick before; NOBODY in the first
        ("previous_winner", np.int8),  # NOBODY if it was set aside
        ("previous_taken", np.int8),  # pieces that its winner got
        ("previous_under", np.int8),  # mask of the seats whose pieces were not seen in it
        # §3 the distribution
        (
            "priority",
            np.int8,
            MAX_PLAYERS,
        ),  # the seats in the order of priority (§3.2), or of taking; NOBODY before it is known
        ("to_turn", np.int8),  # mask of the seats that turn up a stack in this round
        (
            "rows",
            np.int8,
            MAX_PLAYERS + 1,
        ),  # number of the first stack before each seat, and of the last one + 1; all alike in a circle
        ("stacks", np.int8),  # how many stacks there were; 0 where none are built
        ("face", np.int8, MAX_CARDS),  # the piece in each place of a stack that was turned up; 0 for others
        ("turner", np.int8, MAX_STACKS + 1),  # who turned up each stack by its number, or NOBODY
        ("taker", np.int8, MAX_STACKS + 1),  # who took it, or NOBODY
        ("dice", np.int8, MAX_PLAYERS),  # §3.9 what each seat threw; 0 where no dice are thrown
    ],
    align=True,
)

STATE = np.dtype(
    [
        ("hands", np.int64, MAX_PLAYERS),  # what each seat holds, as bags
        ("laid", np.int64, MAX_PLAYERS),  # what each seat has laid in this trick, seen or not
        ("thrown", np.int64, MAX_THROWN),  # the sets of `table.thrown`
        ("piece", np.int8, MAX_CARDS),  # the kinds in the places of stacks that nobody has taken; 0 for others
        ("table", TABLE),
    ],
    align=True,
)

SETUP = np.dtype(
    [
        ("players", np.int8),
        ("opener", np.int8),  # §3.6 who opens the circle; NOBODY: by lot, as in all other games
        ("hand_size", np.int8),  # pieces for each seat
        ("pack", np.int8, KINDS),  # how many pieces of each kind there are
    ],
    align=True,
)

# Its cards are physical.  The first lot is who begins; the others are the long row (§3.1), or one die a seat (§3.9).
ORDER = order_type(MAX_CARDS)

RESULT = np.dtype(
    [
        ("players", np.int8),
        ("opener", np.int8),  # §3.6 of this deal
        ("winners", np.int8),  # mask of the seats that share the win; of those with the most points where points are counted
        ("offenders", np.int8),  # mask of the seats whose pieces do not count (§9.3)
        ("captured", np.int8, MAX_PLAYERS),  # pieces that count
        ("bonus", np.int8, MAX_PLAYERS),  # §10.4
        ("points", np.int64, MAX_PLAYERS),  # in parts: `UNIT` of them are a win, where wins are counted
    ],
    align=True,
)

# §12  Chairs count from the observer: chair 0 is one's own, chair 1 plays next.  A spectator sits on no chair and counts from
# seat 0.  Seats and masks of seats in `table` are of chairs, NOBODY stays NOBODY; stacks keep their numbers.
OBSERVATION = np.dtype(
    [
        ("seat", np.int8),  # the observer's seat at the table, or SPECTATOR
        ("hand", np.int8, KINDS),  # one's own pieces by kind; empty for spectators
        ("unseen", np.int8, KINDS),  # pieces by kind that one cannot see: in other hands, face down, thrown in, left over
        ("known", COUNTS, MAX_PLAYERS),  # §3.5 of these, what each chair must still hold: it took them turned up
        ("laid", np.int64),  # what one has laid in this trick oneself
        ("thrown", np.int64, MAX_THROWN),  # the sets of `table.thrown` that are one's own; NOTHING for others
        ("table", TABLE),
    ],
    align=True,
)

ACTIONS = np.dtype([("count", np.int64), ("list", np.int64, MAX_ACTIONS)], align=True)
