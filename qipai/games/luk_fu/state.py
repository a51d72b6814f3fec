"""The records of Luk Fu 六虎: every field once, with what it is and means.

Cards, hands and melds are masks (`cards.py`).  What everybody may know is in `Public`, which a state and an observation share.
"""

import numpy as np

from qipai.engine import schema
from qipai.engine.records import actions_type
from qipai.engine.schema import Record
from qipai.engine.shuffling import order_type

from .cards import CARDS, FACES

MAX_PLAYERS = 4  # §2.1
HAND_SIZE = 12  # §3.1
MAX_ROUNDS = 12
MAX_ACTIONS = 924  # ways to surrender six of twelve cards; each way to beat takes one of them away
WINDOWS = 2  # §4.1, §11.1
MAX_OTHERS = 3  # hands that an onlooker does not see
SLOTS = MAX_ROUNDS + 2  # §7.5 of one player: what was surrendered in each round, the hand, and nothing after it
MAX_FRAMES = 96  # decisions of one search (`search.py`)

CLAIMING, CALLING, LEADING, ATTACKING, OVER = range(5)  # phases
PHASES = ("claiming", "calling", "leading", "attacking", "over")
RUNNING, ABANDONED, DRAWN, WON, CLAIMED = range(5)  # endings
ENDINGS = ("", "abandoned", "drawn", "won", "claimed")


class Round(Record, seats=MAX_PLAYERS):
    """§6  Who led, how many cards each lays, and what was laid face up."""

    face = schema.each(schema.marks(FACES, "the meld of each seat; 0: surrendered, or not laid yet"))
    leader = schema.seat("who led; NOBODY before the lead")
    count = schema.count(HAND_SIZE, "cards of each seat; 0 before the lead")
    laid = schema.seats("mask of the seats that have laid")


class Public(Record, seats=MAX_PLAYERS, public=True):
    """§12.1  What everybody may know: a state and an observation share it."""

    rounds = schema.row(MAX_ROUNDS, schema.one(Round), present="round_number")
    won = schema.each(schema.marks(FACES, "§6.4 the cards that each seat has won tricks with"))
    pack = schema.marks(FACES, "all cards in play")
    players = schema.count(MAX_PLAYERS, "how many sit at the table, the dreamer included")
    dealer = schema.shown(schema.seat("who deals"))
    phase = schema.shown(schema.one_of(PHASES, "what is asked for"))
    asked = schema.shown(schema.seats("mask of the seats that owe a decision"), "to_act")
    caller = schema.shown(schema.seat("§4.2 NOBODY until somebody calls"))
    declined = schema.shown(schema.seats("mask of the seats that did not call"))
    windows = schema.count(WINDOWS, "§4.1, §11.1 how many times everybody was asked for Ng Fu Ha San")
    round_number = schema.count(MAX_ROUNDS, "the number of the present round, from 0")
    left = schema.count(HAND_SIZE, "cards in each hand at the beginning of the round")
    best = schema.shown(schema.seat("whose meld is the best so far; NOBODY before the lead"), "owner")
    tricks = schema.shown(schema.each(schema.count(MAX_ROUNDS, "§6.4 how many tricks each seat has won")))
    ending = schema.one_of(("running", *ENDINGS[1:]), "§9 how the deal ended")
    winner = schema.seat("§9 who won the deal, or NOBODY")
    number = schema.count(MAX_ROUNDS, "§9.1 tricks that the winner has won")
    counting = schema.marks(FACES, "§10.3 the winner's cards that count for the dreamer")
    revealed = schema.marks(FACES, "§12.1 the cards that the winner shows in the hand")
    dreamt = schema.marks(FACES, "§3.2 the dreamer's card, once it is shown")


class Holding(Record):
    """What a seat knows of its own cards."""

    hand = schema.marks(FACES, "the cards in the hand; the dreamer's is his card (§3.2)")
    down = schema.row(MAX_ROUNDS, schema.marks(FACES, "§6.3 what it has surrendered, round by round"))


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
        ("size", np.int8, (MAX_OTHERS, SLOTS)),  # how many cards lie in each slot
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


class State(Record, seats=MAX_PLAYERS):
    """Everything."""

    holdings = schema.row(MAX_PLAYERS + 1, schema.one(Holding, "of each seat; the last one is an onlooker's, and empty"))
    aged = schema.marks(FACES, "§7.2 the cards of the leader that are aged for him, at the beginning of a round; else 0")
    claims = schema.seats("mask of the seats that claimed in the open window (§4.1)")
    public = schema.one(Public)
    search = schema.workspace(SEARCH)


class Observation(Record, seats=MAX_PLAYERS):
    """§12  What one seat may know, from its own chair: chair 0 is one's own.  A spectator counts from seat 0."""

    seat = schema.observer()
    own = schema.own(State.holdings, "one's own cards; none for spectators")
    unseen = schema.marks(FACES, "the cards that one cannot see")
    aged = schema.marks(FACES, "§7.2 the cards of one's hand that are aged as far as one can prove")
    claims = schema.own_bit(State.claims, "1 if one has claimed in the open window")
    public = State.public
    search = State.search


class Setup(Record, seats=MAX_PLAYERS):
    """What a deal starts from."""

    players = schema.count(MAX_PLAYERS, "how many sit at the table, the dreamer included")
    dealer = schema.varies(schema.seat("who deals; NOBODY: by lot (§2.3)"))
    hand_size = schema.count(HAND_SIZE, "cards dealt to each seat but the dreamer")
    dreamer = schema.count(1, "cards of the dreamer: 1, or 0 where there is none")
    pack = schema.marks(FACES, "the cards in play")


class Result(Record, seats=MAX_PLAYERS):
    """§9, §10  What a deal ends with."""

    players = schema.count(MAX_PLAYERS, "how many sit at the table, the dreamer included")
    dealer = schema.seat("who dealt")
    caller = schema.seat("§4.2 who called, or NOBODY")
    ending = schema.one_of(("running", *ENDINGS[1:]), "§9 how the deal ended")
    winner = schema.seat("§9 who won; NOBODY: drawn or abandoned")
    number = schema.count(MAX_ROUNDS, "§9.1 tricks of the winner")
    matches = schema.count(HAND_SIZE, "§10.3 cards of the winner that match the dreamer's")
    payer = schema.seat("§10.4 the privileged loser who pays for both, or NOBODY")
    evaded = schema.marks(FACES, "§11.10 the cards for which the winner is paid nothing; EMPTY where the win is paid")
    value = schema.whole("§10.1 what each loser owes the winner")
    income = schema.whole("§10.3 what each loser owes the dreamer")
    points = schema.each(schema.whole("what is added to each seat's score in the session"))


STATE, OBSERVATION = State.dtype, Observation.dtype
SETUP, RESULT = Setup.dtype, Result.dtype

ORDER = order_type(CARDS)

ACTIONS = actions_type(MAX_ACTIONS)
