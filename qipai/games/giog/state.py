"""The records of the Giog family: every field once, with what it is and means.

What everybody may know is in `Public`, which a state and an observation share: nothing in it depends on what is hidden.
Plays and hands are bags (`pieces.py`).  Stacks are numbered 1 .. 16 as in the book (§3.1); stack n has the places 2n - 2 for its
bottom and 2n - 1 for its top piece.
"""

import numpy as np

from qipai.engine import schema
from qipai.engine.forms import Count, Number, OneOf, Part
from qipai.engine.records import actions_type
from qipai.engine.schema import Record
from qipai.engine.shuffling import order_type

from .pieces import BITS, COPIES, GROUP_TYPES, KINDS, PIECES, TYPE_NAMES, bag_parts

MAX_PLAYERS = 5  # §2.5, §2.6
MAX_CARDS = 32  # §1.1
MAX_STACKS = 16  # §3.1
MAX_THROWN = 24  # sets that leave a trick unseen: 4 in each of 6 tricks, 3 in each of 8
MOST_ALIKE = max(COPIES.values())
MAX_ACTIONS = 6_930  # eight of the sixteen pieces of a player of Dǎ qí luò 2 for two, in answer to eight pawns

TURNING, TAKING, LEADING, ANSWERING, EXPOSING, OVER, DIRECTING = range(7)  # phases
PHASES = ("turning", "taking", "leading", "answering", "exposing", "over", "directing")
NOTHING = 0  # as a bag that was laid: none, or none that is seen

DIGITS = 14  # pieces that one seat can turn up, and more than there can be
SIDES = 6  # of a die

STACKS = tuple(str(number) for number in range(1, MAX_STACKS + 1))
PLACES = tuple(f"{stack} {place}" for stack in STACKS for place in ("bottom", "top"))
BAG = Number(bag_parts())
LED = Number(
    (
        Part("", 0, 4, OneOf(("none", *TYPE_NAMES[1:]))),
        Part("group", 4, 2, OneOf(GROUP_TYPES[1:], 1, 0)),  # of Zhì hǔ
    )
)
STANDING = Number(tuple(Part(f"{turn + 1}", BITS * (DIGITS - turn - 1), BITS, Count(len(PIECES))) for turn in range(DIGITS)))


class Thrown(Record, seats=MAX_PLAYERS):
    """§7.4, §8.3, §12.4  A set that left its trick unseen, and what follows from that."""

    on = schema.number(BAG, "the best set when it was thrown in; NOTHING if none counted")
    trick = schema.count(MAX_CARDS, "the number of its trick")
    seat = schema.seat("who laid it", default=0)
    count = schema.count(MAX_CARDS, "how many pieces")
    led = schema.number(LED, "the type that was led", width=np.int8)
    edge = schema.flag("was it the first or the last trick")


class Public(Record, seats=MAX_PLAYERS, public=True):
    """§12.1  What everybody may know."""

    # §5 to §8 the trick
    shown = schema.each(schema.number(BAG, "what each seat has laid in this trick, as far as it lies face up"))
    played = schema.each(schema.number(BAG, "all pieces that each seat was seen to lay in earlier tricks"))
    previous = schema.each(schema.number(BAG, "`shown` as it was at the end of the trick before"))
    standing = schema.each(schema.number(STANDING, "§3.2 the pieces each seat turned up, as one number that ranks them"))
    thrown = schema.row(MAX_THROWN, schema.one(Thrown), filled="thrown_sets")
    thrown_sets = schema.count(MAX_THROWN, "how many of them there are")
    players = schema.count(MAX_PLAYERS, "how many sit at the table")
    phase = schema.shown(schema.one_of(PHASES, "what is asked for"))
    first = schema.seat("who turns up first, opens the circle or takes first; whose lot it was")
    trick = schema.shown(schema.count(MAX_CARDS, "number of the trick, 1 for the first"))
    left = schema.count(MAX_CARDS, "pieces in each hand at the beginning of the trick")
    leader = schema.shown(schema.seat("who leads this trick; NOBODY before that is known"))
    led = schema.number(LED, "the type that was led; NONE before the lead", width=np.int8)
    count = schema.count(MAX_CARDS, "how many pieces were led")
    best = schema.shown(schema.seat("whose open set is the highest so far, or NOBODY"), "owner")
    asked = schema.shown(schema.seats("mask of the seats that owe a decision"), "to_act")
    laid = schema.seats("mask of the seats that have laid pieces in this trick")
    under = schema.seats("mask of the seats whose pieces lie thrown in, or under the pile")
    pot = schema.shown(schema.count(MAX_CARDS, "§6.5 pieces set aside"))
    captured = schema.shown(schema.each(schema.count(MAX_CARDS, "pieces that each seat has won")))
    offenders = schema.shown(schema.seats("§9.3 mask of the seats that laid a general in the first or last trick"), "beheaded")
    previous_leader = schema.seat("of the trick before; NOBODY in the first")
    previous_winner = schema.seat("NOBODY if it was set aside")
    previous_taken = schema.count(MAX_CARDS, "pieces that its winner got")
    previous_under = schema.seats("mask of the seats whose pieces were not seen in it")
    # §3 the distribution
    priority = schema.row(
        MAX_PLAYERS, schema.seat("the seats in the order of priority (§3.2), or of taking; NOBODY before it is known")
    )
    to_turn = schema.seats("mask of the seats that turn up a stack in this round")
    rows = schema.row(
        MAX_PLAYERS + 1,
        schema.count(
            MAX_STACKS + 1, "number of the first stack before each seat, and of the last one + 1; all alike in a circle"
        ),
    )
    stacks = schema.count(MAX_STACKS, "how many stacks there were; 0 where none are built")
    face = schema.row(
        MAX_CARDS,
        schema.one_of(PIECES, "the piece in each place of a stack that was turned up; 0 for others", first=1, nothing=0),
        PLACES,
    )
    turner = schema.row(MAX_STACKS + 1, schema.seat("who turned up each stack by its number, or NOBODY"), STACKS, first=1)
    taker = schema.row(MAX_STACKS + 1, schema.seat("who took it, or NOBODY"), STACKS, first=1)
    dice = schema.each(schema.count(SIDES, "§3.9 what each seat threw; 0 where no dice are thrown"))


class State(Record, seats=MAX_PLAYERS):
    """Everything."""

    hands = schema.each(schema.number(BAG, "what each seat holds, as bags"))
    laid = schema.each(schema.number(BAG, "what each seat has laid in this trick, seen or not"))
    thrown = schema.row(MAX_THROWN, schema.number(BAG, "the sets of `public.thrown`"))
    piece = schema.row(
        MAX_CARDS,
        schema.one_of(
            PIECES,
            "the kinds in the places of stacks that nobody has taken, §11.10 of the row from the left; 0 for others",
            first=1,
            nothing=0,
        ),
        PLACES,
    )
    public = schema.one(Public)


class Counts(Record):
    """Pieces by kind."""

    count = schema.row(KINDS, schema.count(MOST_ALIKE, "pieces by kind"), PIECES, first=1)


class Observation(Record, seats=MAX_PLAYERS):
    """§12  What one seat may know, from its own chair: chair 0 is one's own, chair 1 plays next.

    A spectator sits on no chair and counts from seat 0.  Stacks keep their numbers.
    """

    seat = schema.observer()
    hand = schema.row(KINDS, schema.count(MOST_ALIKE, "one's own pieces by kind; empty for spectators"), PIECES, first=1)
    unseen = schema.row(
        KINDS,
        schema.count(MOST_ALIKE, "pieces by kind that one cannot see: in other hands, face down, thrown in, left over"),
        PIECES,
        first=1,
    )
    known = schema.each(schema.one(Counts, "§3.5 of these, what each chair must still hold: it took them turned up"))
    laid = schema.own(State.laid, "what one has laid in this trick oneself")
    thrown = schema.row(MAX_THROWN, schema.number(BAG, "the sets of `public.thrown` that are one's own; NOTHING for others"))
    public = State.public


class Setup(Record, seats=MAX_PLAYERS):
    """What a deal starts from."""

    players = schema.count(MAX_PLAYERS, "how many sit at the table")
    opener = schema.varies(schema.seat("§3.6 who opens the circle; NOBODY: by lot, as in all other games"))
    hand_size = schema.count(MAX_CARDS, "pieces for each seat")
    pack = schema.row(KINDS, schema.count(MOST_ALIKE, "how many pieces of each kind there are"), PIECES, 1)


class Result(Record, seats=MAX_PLAYERS):
    """§10  What a deal ends with."""

    players = schema.count(MAX_PLAYERS, "how many sit at the table")
    opener = schema.seat("§3.6 who opened the circle; in other games who began")
    winners = schema.seats("mask of the seats that share the win; of those with the most points where points are counted")
    offenders = schema.seats("§9.3 mask of the seats whose pieces do not count")
    captured = schema.each(schema.count(MAX_CARDS, "the pieces of each seat that count"))
    bonus = schema.each(schema.whole("§10.4 points for the last trick", width=np.int8))
    points = schema.each(schema.whole("in parts: `UNIT` of them are a win, where wins are counted"))


STATE, OBSERVATION = State.dtype, Observation.dtype
SETUP, RESULT = Setup.dtype, Result.dtype

# Its cards are physical.  The first lot is who begins; the others are the long row (§3.1), or one die a seat (§3.9).
ORDER = order_type(MAX_CARDS)

ACTIONS = actions_type(MAX_ACTIONS)
