"""The records of Gan Deng Yan 干瞪眼: every field once, with what it is and means.

A card's kind is its rank (§1.2): 3 .. 13 for 3 .. K, then the ace, the two and the jokers.  Suits have no effect (§1.1).
With one pack both jokers are of kind `BLACK`, because they are alike; with two packs the kinds tell their colours (§7.1).
"""

import numpy as np

from qipai.engine import schema
from qipai.engine.forms import Count, Number, OneOf, Part, Tally
from qipai.engine.records import actions_type
from qipai.engine.schema import Record
from qipai.engine.shuffling import order_type

LOWEST, ACE, TWO, BLACK, RED = 3, 14, 15, 16, 17
KINDS = 18  # kinds of cards are 3 .. 17: counts are indexed by kind itself

MAX_PLAYERS = 6  # §1.3
MAX_CARDS = 108  # two packs
MAX_ACTIONS = 59_287  # of a leader who holds two whole packs, where triplets are ordinary and run in sequence

PASS = 0  # as an action; as the play to beat: the table is empty
UNDECIDED = -1  # in `last`: the seat has not acted in this trick

RANK_NAMES = dict(enumerate("3 4 5 6 7 8 9 10 J Q K A 2".split(), start=LOWEST))  # §1.2
CARDS = (*RANK_NAMES.values(), "B", "R")
PLAYS = (
    "pass",
    "single",
    "pair",
    "trip",
    "quad",
    "djoker",
    "seq",
    "dseq",
    "tseq",
    "bare",
)  # by the number of the kind of a play
MOST_ALIKE = 8  # cards of a kind in two packs
MOST_BOMBS = MAX_CARDS // 3
JOKERS_SHOWN = tuple(f"{black} black {red} red" for red in range(3) for black in range(3))

PLAY_PARTS = (
    Part("kind", 0, 4, OneOf(PLAYS)),
    Part("rank", 4, 5, OneOf(CARDS, LOWEST, PASS)),
    Part("length", 9, 4, Count(12)),
    Part("joker as", 13, 16, Tally(tuple(RANK_NAMES.values()), LOWEST, 4)),
    Part("red jokers", 29, 3, Count(4)),
)
PLAY = Number(PLAY_PARTS)
LATEST = Number(PLAY_PARTS, missing=UNDECIDED)
# A stake is up to six million, in three bytes.
STAKE = Number(tuple(Part(name, shift, 8, Count(255)) for name, shift in (("ones", 0), ("256s", 8), ("65536s", 16))))


class Hand(Record):
    """Cards by kind."""

    count = schema.row(KINDS, schema.count(MOST_ALIKE, "cards of each kind"), CARDS, LOWEST)
    cards = schema.count(MAX_CARDS, "all of them together")


class Bombs(Record):
    """§8.2, §8.5  What was played by anybody in the deal, the last play included.  Ordinary triplets (§7.2) are not bombs."""

    soft_triplets = schema.count(MOST_BOMBS, "triplets with a joker in them")
    hard_triplets = schema.count(MOST_BOMBS, "triplets of natural cards alone")
    soft_quads = schema.count(MOST_BOMBS, "quads with a joker in them")
    hard_quads = schema.count(MOST_BOMBS, "quads of natural cards alone")
    double_jokers = schema.count(MOST_BOMBS, "both jokers laid together")


class Public(Record, seats=MAX_PLAYERS, public=True):
    """§9.1, §9.3  What everybody may know: a state and an observation both have these fields."""

    talon_places = schema.count(MAX_CARDS, "how many cards the talon began with")
    drawn = schema.count(MAX_CARDS, "how many of them were drawn: always those of the first places")
    players = schema.shown(schema.count(MAX_PLAYERS, "how many sit at the table"))
    dealer = schema.shown(schema.seat("who deals, and leads first"))
    to_act = schema.seat("who owes a decision; NOBODY when the deal is over")
    owner = schema.shown(schema.seat("who played last in this trick; NOBODY before the lead"))
    winner = schema.shown(schema.seat("who went out; NOBODY until then and in a void deal"))
    over = schema.shown(schema.flag("is the deal over?"))
    trick = schema.shown(schema.count(MAX_CARDS, "number of the trick, 1 for the first", width=np.int16))
    to_beat = schema.number(PLAY, "the play to be beaten; PASS before the lead")
    last = schema.each(schema.number(LATEST, "each seat's latest action in this trick, or UNDECIDED", default=UNDECIDED))
    passed_on = schema.each(schema.number(PLAY, "the play that each seat last passed on in this deal; PASS if it never did"))
    played = schema.each(schema.one(Hand, "the cards that each seat has played in this deal"))
    plays = schema.each(schema.count(MAX_CARDS, "how many plays each seat has made (spring, hao chun: §8.7)"))
    announced = schema.each(schema.flag("whether the seat's present hand was announced (§7.9)"))
    known_jokers = schema.each(
        schema.marks(
            JOKERS_SHOWN, "what passed leads showed of each seat's jokers (`jokers.py`); 0 for nothing", width=np.int16
        )
    )
    bombs = schema.one(Bombs)
    stakes = schema.each(
        schema.number(STAKE, "what each seat had on the table before the deal; 0 without table stakes (§7.17)", width=np.int32)
    )


class State(Public):
    """Everything."""

    hands = schema.each(schema.one(Hand, "what each seat holds"))
    talon = schema.row(
        MAX_CARDS,
        schema.one_of(
            CARDS,
            "the undealt cards by place; 0 where a card was drawn and beyond the last place",
            first=LOWEST,
            nothing=0,
        ),
    )


class Observation(Public):
    """§9  What one seat may know, from its own chair: chair 0 is one's own, chair 1 plays next.

    A spectator sits on no chair and counts from seat 0.  Seats other than `seat` are written as chairs.
    """

    seat = schema.observer()
    players = Public.players
    hand = schema.own(State.hands, "one's own cards; empty for spectators")
    unseen = schema.row(
        KINDS,
        schema.count(MOST_ALIKE, "cards in other hands and in the talon, by kind: the pack less what one has seen"),
        CARDS,
        LOWEST,
    )
    cards = schema.each(schema.count(MAX_CARDS, "how many cards each chair holds (§9.1)"))


class Setup(Record, seats=MAX_PLAYERS):
    """What a deal starts from."""

    players = schema.count(MAX_PLAYERS, "how many sit at the table")
    dealer = schema.varies(schema.seat("who deals, and leads first; NOBODY: by lot (§2.1)"))
    hand_size = schema.count(MAX_CARDS, "cards dealt to each seat; the dealer gets one more")
    pack = schema.row(KINDS, schema.count(MOST_ALIKE, "how many cards of each kind there are"), CARDS, LOWEST)
    stakes = schema.varies(
        schema.each(schema.whole("what each seat has on the table; 0 without table stakes (§7.17)", width=np.int32))
    )


class Result(Record, seats=MAX_PLAYERS):
    """§6, §8  What a deal ends with."""

    players = schema.count(MAX_PLAYERS, "how many sit at the table")
    dealer = schema.seat("who dealt")
    winner = schema.seat("who went out; NOBODY: the deal was void")
    cards = schema.each(schema.count(MAX_CARDS, "cards left in each hand"))
    public = schema.whole("the multiplier that all losers share")
    private = schema.each(schema.whole("each loser's own multiplier"))
    payments = schema.each(schema.whole("what each loser pays to the winner"))
    points = schema.each(schema.whole("what is added to each seat's score in the session (§6.2), and to its stake (§7.17)"))


HAND, STATE, OBSERVATION = Hand.dtype, State.dtype, Observation.dtype
SETUP, RESULT = Setup.dtype, Result.dtype

ORDER = order_type(MAX_CARDS)  # its cards are physical; its first lot is the dealer, where that goes by lot

ACTIONS = actions_type(MAX_ACTIONS)
