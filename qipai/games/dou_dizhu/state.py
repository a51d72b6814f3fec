"""The records of Dou Dizhu 斗地主: every field once, with what it is and means.

A card's kind is its rank (§1.2): 3 .. 13 for 3 .. K, then the ace, the two and the jokers.  Suits have no effect (§1.1).
"""

from qipai.engine import schema
from qipai.engine.forms import Count, Number, OneOf, Part, Tally
from qipai.engine.records import actions_type
from qipai.engine.schema import Record
from qipai.engine.shuffling import order_type

LOWEST, ACE, TWO, BLACK, RED = 3, 14, 15, 16, 17
KINDS = 18  # kinds of cards are 3 .. 17: counts are indexed by kind itself

SEATS = 3  # §1.3
MAX_CARDS = 54  # §1.1
MAX_ACTIONS = 568  # of a leader with 20 cards, under the most lenient house rules

PASS = 0  # as an action; as the play to beat: the table is empty
NOTHING = 0  # nothing answered; no card turned up

CARDS = tuple("3 4 5 6 7 8 9 10 J Q K A 2 B R".split())  # §1.2
PLAYS = tuple(  # §4 by the number of the kind of a play
    "pass single pair trio trio_single trio_pair sequence pair_sequence airplane airplane_singles airplane_pairs"
    " four_singles four_pairs bomb rocket".split()
)
ANSWERS = ("no", "call", "grab", "bid_1", "bid_2", "bid_3", "double", "show")  # the kinds after those of plays
NO, CALL, GRAB, BID_1, BID_2, BID_3, DOUBLE, SHOW = range(len(PLAYS), len(PLAYS) + len(ANSWERS))

PHASES = ("bidding", "showing", "doubling", "play", "over")
BIDDING, SHOWING, DOUBLING, PLAY, OVER = range(len(PHASES))
MOST_WINGS = 5  # of an airplane of five trios with singles

ACTION = Number(
    (
        Part("kind", 0, 5, OneOf(PLAYS + ANSWERS)),
        Part("rank", 5, 5, OneOf(CARDS, LOWEST, NOTHING)),
        Part("length", 10, 4, Count(12)),
        Part("wings", 14, 4 * MOST_WINGS, Tally(CARDS, 1, MOST_WINGS)),
    )
)


class Hand(Record):
    """Cards by kind."""

    count = schema.row(KINDS, schema.count(4, "cards of each kind"), CARDS, LOWEST)
    cards = schema.count(MAX_CARDS, "all of them together")


class Public(Record, seats=SEATS, full=True, public=True):
    """§9.1, §9.3  What everybody may know: a state and an observation both have these fields."""

    phase = schema.shown(schema.one_of(PHASES, "what is asked for"))
    asked = schema.shown(schema.seats("mask of the seats that owe a decision"), "to_act")
    first = schema.shown(schema.seat("who was asked first in the bidding (§2.2)"))
    face_up = schema.one_of(
        CARDS, "the card that lay face up in the pack and made its drawer the first (§8.3)", first=LOWEST, nothing=NOTHING
    )
    answers = schema.each(schema.one_of(ANSWERS, "each seat's latest answer in the bidding, if any", first=NO, nothing=NOTHING))
    bidder = schema.seat("who would be landlord if nobody said any more; NOBODY before the first call or bid")
    caller = schema.seat("who called (§3.2), or NOBODY")
    bid = schema.count(3, "the highest points bid (§8.1); 1 for a landlord where no points are bid")
    declined = schema.count(SEATS, "how many have declined in succession in the bidding (§8.1)")
    grabs = schema.count(SEATS, "how many times the role was grabbed (§3.3)")
    landlord = schema.shown(schema.seat("the landlord; NOBODY until there is one, and in a void deal"))
    bottom = schema.one(Hand, "the bottom cards, once there is a landlord (§3.5)")
    shown = schema.flag("did the landlord show the hand (§8.4)?")
    open_hand = schema.one(Hand, "what the landlord's hand still holds, where it was shown (§8.4)")
    doubled = schema.seats("mask of the seats that have doubled, once all may know (§3.6, §8.5)")
    trick = schema.shown(schema.count(MAX_CARDS, "number of the trick, 1 for the first"))
    to_beat = schema.number(ACTION, "the play to be beaten; PASS before the lead")
    owner = schema.shown(schema.seat("who played last in this trick; NOBODY before the lead"))
    passes = schema.count(SEATS, "how many have passed in succession")
    cards = schema.each(schema.count(MAX_CARDS, "how many cards each seat holds"))
    played = schema.each(schema.one(Hand, "the cards that each seat has laid in this deal"))
    plays = schema.each(schema.count(MAX_CARDS, "how many plays each seat has made (§7.4, §7.5)"))
    bombs = schema.count(13, "how many bombs were laid, by anybody (§7.3)")
    rocket = schema.flag("was the rocket laid (§7.3)?")
    winner = schema.shown(schema.seat("who emptied the hand (§6.4); NOBODY until then and in a void deal"))


class State(Public):
    """Everything."""

    hands = schema.each(schema.one(Hand, "what each seat holds"))
    face_down = schema.one(Hand, "the bottom cards while there is no landlord (§2.1)")
    sealed = schema.each(
        schema.one_of(
            ANSWERS, "what each seat has answered about doubling while others are still asked (§3.6)", first=NO, nothing=NOTHING
        )
    )


class Observation(Public):
    """§9  What one seat may know, from its own chair: chair 0 is one's own, chair 1 plays next.

    A spectator sits on no chair and counts from seat 0.  Seats other than `seat` are written as chairs.
    """

    seat = schema.observer()
    hand = schema.own(State.hands, "one's own cards; empty for spectators")
    answer = schema.own(State.sealed, "one's own answer about doubling, while others are still asked")
    unseen = schema.one(Hand, "cards in other hands, and the bottom cards while they lie face down")


class Setup(Record, seats=SEATS, full=True):
    """What a deal starts from."""

    first = schema.varies(schema.seat("who is asked first; NOBODY: by lot, or by the card that lies face up (§2.2, §8.3)"))
    hand_size = schema.count(MAX_CARDS, "cards dealt to each seat; the others are the bottom cards (§2.1)")
    pack = schema.row(KINDS, schema.count(4, "how many cards of each kind there are"), CARDS, LOWEST)


class Result(Record, seats=SEATS, full=True):
    """§7  What a deal ends with."""

    first = schema.seat("who was asked first")
    landlord = schema.seat("the landlord; NOBODY: the deal was void")
    winner = schema.seat("who emptied the hand, or NOBODY")
    cards = schema.each(schema.count(MAX_CARDS, "cards left in each hand"))
    multipliers = schema.each(schema.whole("of each peasant's account; 0 for the landlord, and in a void deal"))
    points = schema.each(schema.whole("what is added to each seat's score in the session"))


HAND, STATE, OBSERVATION = Hand.dtype, State.dtype, Observation.dtype
SETUP, RESULT = Setup.dtype, Result.dtype

ORDER = order_type(MAX_CARDS)  # its first lot is who is asked first, its second the place of the card that lies face up
FIRST_LOT, FACE_UP_LOT = 0, 1

ACTIONS = actions_type(MAX_ACTIONS)
