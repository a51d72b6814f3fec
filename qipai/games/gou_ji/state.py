"""The records of Gou Ji 够级: every field once, with what it is and means.

A hand is a count of each kind (`ranks.py`).  What everybody may know is in `Public`, which a state and an observation share.
"""

import numpy as np

from qipai.engine import schema
from qipai.engine.forms import Number
from qipai.engine.records import actions_type
from qipai.engine.schema import Record
from qipai.engine.shuffling import order_type

from .ranks import HAND_SIZE, KINDS, MOST_COPIES, PACKS, RANKS, parts_of_a_set
from .seating import EVERYBODY, SEATS
from .verbs import FEW, PARTS_OF_AN_ACTION, VERB_BITS

PACK_SIZE = SEATS * HAND_SIZE
SUITS = 4
MOST_JOKERS = 8  # §1.3
MOST_TRIBUTE = 2  # §5.2 cards of one debt
MATES = 2  # §1.2
MAX_WITNESSES = 8
TURNS = 4  # §10.3 of a cycle
MAX_ACTIONS = 5700  # a lead of 36 cards has at most 5,624 sets (§7.1); beside them table talk, and no advice besides a lead

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
# §14.9, §14.10, §14.18, §14.24, §14.25  What may be said at this table, as bits
TALKS, TALKS_OF_COUNTS, TALKS_OF_ADVICE, TALKS_OF_WIND, WIND_TO_MATES = (1 << bit for bit in range(5))

PLAY = Number(parts_of_a_set())
ANSWER = Number(PARTS_OF_AN_ACTION, missing=0, plus=1, verb_shift=VERB_BITS)
SUIT_NAMES = ("S", "H", "D", "C")
PLACES = tuple(str(place) for place in range(1, SEATS + 1))
TOLD = (*map(str, range(1, FEW + 1)), "more")
WITNESSED = ("meets", "misses", "unmended")
MAY_BE_SAID = ("talk", "counts", "advice", "wind", "wind_to_mates")


def of_each_kind(says: str) -> list[int]:
    """Counts of cards, indexed by kind."""
    return schema.row(KINDS, schema.count(MOST_COPIES, says), RANKS, first=1)


def cards_of_a_debt(says: str) -> list[int]:
    """The kinds of the cards of a debt, from the lower one."""
    kind = schema.one_of(RANKS, says, first=1, nothing=0)
    return schema.row(MOST_TRIBUTE, kind, tuple(str(card + 1) for card in range(MOST_TRIBUTE)))


class Witness(Record, seats=SEATS, full=True):
    """Something that the rules have shown of a hand which nobody sees: a reason why some worlds cannot be."""

    seat = schema.seat("whose hand it was", default=0)
    what = schema.one_of(
        WITNESSED,
        "MEETS, MISSES: §9.2 the hand met the condition, or did not; "
        "UNMENDED: §14.19 it could not be put right, or not with fewer jokers",
    )
    played = of_each_kind("what the seat had laid by then")
    best = schema.number(PLAY, "of UNMENDED: the set to beat")
    tried = schema.number(PLAY, "of UNMENDED: the set that was laid")
    jokers = schema.count(MOST_JOKERS, "of UNMENDED: the number of jokers with which, and with fewer, nothing puts it right")


class Public(Record, seats=SEATS, full=True, public=True):
    """§13.1  What everybody may know: a state and an observation share it."""

    best = schema.number(PLAY, "the set to beat, or 0", lasts="trick")
    tried = schema.number(PLAY, "§14.19 the set that must be put right, or 0")
    advice = schema.row(
        MATES,
        schema.number(
            PLAY,
            "§11.4 for whoever is to act, by the team mate on the right and the one on the left: a set, or 0 for passing",
            lasts="turn",
        ),
        ("right", "left"),
    )
    pack = of_each_kind("cards of each kind in the game")
    played = schema.each(of_each_kind("what each seat has laid"))
    dealt = schema.each(of_each_kind("§3.2, §5.3, §14.1 cards that everybody knows a seat to have been dealt"))
    held = schema.each(of_each_kind("§14.19 cards that everybody has seen in a hand since the tribute"))
    left = schema.each(schema.count(HAND_SIZE, "cards in each hand (§13.3); of a penalised seat those that were taken away"))
    place = schema.each(schema.one_of(PLACES, "§7.4 the place of each seat, or 0", first=1, nothing=0))
    last = schema.each(schema.one_of(PLACES, "the places of the last game that was played out, or 0", first=1, nothing=0))
    receiver = schema.each(schema.seat("§5.2 to whom a seat owes tribute, or NOBODY"))
    owes = schema.each(schema.count(MOST_TRIBUTE, "§5.2 how many cards it owes"))
    tribute = schema.each(schema.one_of(("none", *TRIBUTES[1:]), "what became of its tribute"))
    told = schema.each(
        schema.one_of(TOLD, "§11.2 what was said of a hand since it last changed: a number, MORE, or 0", first=1, nothing=0)
    )
    witnesses = schema.row(MAX_WITNESSES, schema.one(Witness), filled="witness_count")
    witness_count = schema.count(MAX_WITNESSES, "how many of them there are")
    phase = schema.shown(schema.one_of(PHASES, "what is asked for"))
    asked = schema.shown(schema.seats("mask of the seats that owe a decision"), "to_act")
    kind = schema.shown(schema.one_of(GAME_KINDS, "§2.1 the kind of game"))
    due = schema.one_of(("none", "sweep", "ordinary"), "§5.7 which tribute this game pays")
    kaipai = schema.shown(schema.seat("§2.2, §2.3 the Kai Pai player of this game"))
    drawn = schema.one_of(RANKS, "§2.2 the kind of the card that was counted, or 0", first=1, nothing=0)
    taker = schema.shown(schema.seat("who takes the first card; NOBODY until it is named"))
    starter = schema.shown(schema.seat("§3.3 who leads the first trick; NOBODY until it is known"))
    shown_suit = schema.one_of(SUIT_NAMES, "§3.2 of the threes that the starter showed, or -1", default=-1, nothing=-1)
    big_loser = schema.shown(schema.seat("§2.1, §5.1 or NOBODY"))
    second_loser = schema.shown(schema.seat("§5.1 or NOBODY"))
    swapped = schema.flag("§5.1 1 if the big loser has swapped tribute with the second")
    wish = schema.shown(schema.seat("§4.3 who wants a revolution, or NOBODY"))
    pleas = schema.shown(schema.seats("§4.3 mask of the team mates who plead"))
    wildless = schema.seats("§4.1 mask of the seats known to have been dealt no 2 and no joker")
    revolted = schema.seats("§4.4, §14.3 mask of the seats that declared for good")
    active = schema.seats("mask of the seats that are not out", default=EVERYBODY)
    penalised = schema.shown(schema.seats("§9.7, §14.20 mask of the seats that are penalised"))
    mode = schema.shown(schema.one_of(MODES, "§8, §9 how this trick is played", lasts="trick"))
    trick = schema.shown(schema.count(PACK_SIZE, "the number of the present trick, from 1"))
    leader = schema.shown(schema.seat("who leads the present trick"))
    owner = schema.shown(schema.seat("whose set is the best, or NOBODY", lasts="trick"))
    beaten = schema.seat("whose set it beat, or NOBODY", lasts="trick")
    passed = schema.shown(schema.seats("§7.2 mask of the seats that have passed", lasts="trick"))
    closed = schema.shown(schema.seats("§14.16 mask of the seats that a Rang Pai shuts out of this trick", lasts="trick"))
    starter_of_duel = schema.seat("§8.1 or NOBODY", lasts="trick")
    runner = schema.seat("§9 who has declared Shao Pai, or NOBODY")
    challenged = schema.seat("§9.7 whose set the declarer beat")
    responders = schema.seats("§9.3 mask of the seats that are still to be asked", lasts="trick")
    arrangement = schema.one_of(("rotation", *ARRANGEMENTS[1:]), "§10.1 in what order the players act", lasts="trick")
    acted = schema.seats("§10.2, §10.3 mask of the seats that have acted in this visit or cycle", lasts="trick")
    visit = schema.seat("§10.2 a seat of the block that is visited", lasts="trick")
    turn = schema.count(TURNS, "§10.3 the turn of the cycle, from 0", lasts="trick")
    first_team = schema.team("§10.3 which team begins every cycle of this trick")
    last_actor = schema.seat("§10.4 who acted last")
    candidates = schema.seats("§10.4 mask of the seats that may take the turn", lasts="trick")
    advised = schema.seats("§11.4 mask of the seats that have advised who is to act", lasts="turn")
    wind_asker = schema.seat("§14.10 who has asked for the wind, or NOBODY", lasts="trick")
    asker = schema.seat("§14.20 who has asked for a count, or NOBODY")
    told_by = schema.seat("§14.20 who is to tell a count, or NOBODY")
    interrupted = schema.one_of(PHASES, "§14.20 the phase that a question has interrupted")
    waiting = schema.seat("§14.20 the seat whose turn it was")
    rang_asked = schema.flag("§11.1 1 if the asker has asked about the best set", lasts="trick")
    rang_agreed = schema.seat("§11.1, §14.16 who was agreed with in this trick, or NOBODY", lasts="trick")
    promised = schema.seat("§14.20 who has agreed to Rang Pai and not acted since, or NOBODY", lasts="trick")
    talk = schema.marks(MAY_BE_SAID, "what may be said at this table: TALKS and the others", width=np.int8)
    shown = schema.seats("§11.3 mask of the hands that their team mates know")
    exposed = schema.seats("§11.4 mask of the hands that everybody knows")
    ending = schema.one_of(("running", *ENDINGS[1:]), "how the game ended")
    duels = schema.count(PACK_SIZE, "how many so far, for statistics")
    declarations = schema.count(PACK_SIZE, "§9 how many so far")
    beaten_runs = schema.count(PACK_SIZE, "§9.5 how many so far")


class Threes(Record):
    """§3.2  The threes of a seat, as long as somebody may show two."""

    count = schema.row(SUITS, schema.count(PACKS, "of each suit"))
    at = schema.count(
        PACK_SIZE, "the number of the card in the deal with which two of one suit came together, or 0", width=np.int16
    )
    suit = schema.one_of(SUIT_NAMES, "of these two")


class State(Record, seats=SEATS, full=True):
    """Everything."""

    public = schema.one(Public)
    hands = schema.each(of_each_kind("each hand; before a taker is named: the six piles, from the first one on"))
    threes = schema.each(schema.one(Threes))
    given = schema.each(cards_of_a_debt("§5.5 the kinds that a seat gave, from the lower one; 0 for none"))
    returned = schema.each(cards_of_a_debt("§5.6 the kinds that it got back"))
    wishes = schema.seats("§4.2 mask of the seats that want a revolution and have not been told of")
    answers = schema.each(
        schema.number(ANSWER, "of seats that are asked together: what each has answered, until all have; or 0")
    )
    unseen = schema.workspace(np.dtype((np.int8, KINDS)), "empty between calls (`drawing.py`)")


class Observation(Record, seats=SEATS, full=True):
    """§13  What one seat may know, from its own chair: chair 0 is one's own.  A spectator counts from seat 0."""

    seat = schema.observer()
    public = State.public
    hand = of_each_kind("one's own cards, once the taker is named")
    threes = schema.one(Threes, "one's own")
    seen = schema.each(of_each_kind("§11.3, §11.4 hands that one knows"))
    given = schema.each(cards_of_a_debt("§5.5 of the debts that one has part in"))
    returned = schema.each(cards_of_a_debt("§5.6 of the same debts"))
    wishes = schema.own_bit(State.wishes, "§4.2 1 if one wants a revolution and has not been told of")
    answer = schema.own(State.answers, "one's own, while others are still asked")


class Setup(Record, seats=SEATS, full=True):
    """What a game starts from."""

    kind = schema.varies(schema.one_of(GAME_KINDS, "§2.1 the kind of game"))
    kaipai = schema.varies(schema.seat("§2.3 the Kai Pai player of the game before; NOBODY: by lot"))
    due = schema.varies(schema.one_of(("none", "sweep", "ordinary"), "§5.7 which tribute this game pays"))
    places = schema.varies(
        schema.each(schema.one_of(PLACES, "the places of the last game that was played out, or 0", first=1, nothing=0))
    )
    pack = of_each_kind("cards of each kind in the game")


class Result(Record, seats=SEATS, full=True):
    """§13  What a game ends with."""

    players = schema.count(SEATS, "how many sit at the table: six")
    ending = schema.one_of(("running", *ENDINGS[1:]), "how the game ended")
    kind = schema.one_of(GAME_KINDS, "§2.1 the kind of game")
    kaipai = schema.seat("§2.2, §2.3 the Kai Pai player of this game")
    starter = schema.seat("§3.3 who led the first trick; NOBODY if nobody did")
    place = schema.each(schema.one_of(PLACES, "§7.4 the place of each seat, or 0", first=1, nothing=0))
    penalised = schema.seats("§9.7, §14.20 mask of the seats that were penalised")
    receiver = schema.each(schema.seat("§5.2 to whom a seat owed tribute, or NOBODY"))
    tribute = schema.each(schema.one_of(("none", *TRIBUTES[1:]), "what became of its tribute"))
    duels = schema.count(PACK_SIZE, "§8 how many there were, for statistics")
    declarations = schema.count(PACK_SIZE, "§9 of Shao Pai")
    beaten_runs = schema.count(PACK_SIZE, "§9.5 of those, the ones that were beaten")
    tricks = schema.count(PACK_SIZE, "how many were played")
    points = schema.each(schema.whole("what is added to each seat's score in the session"))


STATE, OBSERVATION = State.dtype, Observation.dtype
SETUP, RESULT = Setup.dtype, Result.dtype

ORDER = order_type(PACK_SIZE)
MAX_DRAWS = 7  # lots for the cards that Kai Pai draws

ACTIONS = actions_type(MAX_ACTIONS)
