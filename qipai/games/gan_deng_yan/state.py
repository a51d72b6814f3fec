"""The records of Gan Deng Yan 干瞪眼: one sentence a field.

A card's kind is its rank (§1.2): 3 .. 13 for 3 .. K, then the ace, the two and the jokers.  Suits have no effect (§1.1).
With one pack both jokers are of kind `BLACK`, because they are alike; with two packs the kinds tell their colours (§7.1).
"""

import numpy as np

from qipai.engine.shuffling import order_type

LOWEST, ACE, TWO, BLACK, RED = 3, 14, 15, 16, 17
KINDS = 18  # kinds of cards are 3 .. 17: counts are indexed by kind itself

MAX_PLAYERS = 6  # §1.3
MAX_CARDS = 108  # two packs
MAX_ACTIONS = 59_287  # of a leader who holds two whole packs, where triplets are ordinary and run in sequence

PASS = 0  # as an action; as the play to beat: the table is empty
UNDECIDED = -1  # in `last`: the seat has not acted in this trick

HAND = np.dtype(
    [
        ("count", np.int8, KINDS),  # cards of each kind
        ("cards", np.int8),  # all of them together
    ],
    align=True,
)

# §8.2, §8.5  What was played by anybody in the deal, the last play included.  Ordinary triplets (§7.2) are not bombs.
BOMBS = np.dtype(
    [
        ("soft_triplets", np.int8),  # with a joker in them
        ("hard_triplets", np.int8),
        ("soft_quads", np.int8),
        ("hard_quads", np.int8),
        ("double_jokers", np.int8),
    ],
    align=True,
)

STATE = np.dtype(
    [
        ("hands", HAND, MAX_PLAYERS),  # what each seat holds
        ("talon", np.int8, MAX_CARDS),  # the undealt cards by place; 0 where a card was drawn and beyond the last place
        ("talon_places", np.int8),  # how many cards the talon began with
        ("drawn", np.int8),  # how many of them were drawn: always those of the first places
        ("players", np.int8),
        ("dealer", np.int8),
        ("to_act", np.int8),  # who owes a decision; NOBODY when the deal is over
        ("owner", np.int8),  # who played last in this trick; NOBODY before the lead
        ("winner", np.int8),  # who went out; NOBODY until then and in a void deal
        ("over", np.int8),
        ("trick", np.int16),  # number of the trick, 1 for the first
        ("table", np.int64),  # the play to be beaten; PASS before the lead
        ("last", np.int64, MAX_PLAYERS),  # each seat's latest action in this trick, or UNDECIDED
        ("passed_on", np.int64, MAX_PLAYERS),  # the play that each seat last passed on in this deal; PASS if it never did
        ("played", HAND, MAX_PLAYERS),  # the cards that each seat has played in this deal
        ("plays", np.int8, MAX_PLAYERS),  # how many plays each seat has made (spring, hao chun: §8.7)
        ("announced", np.int8, MAX_PLAYERS),  # whether the seat's present hand was announced (§7.9)
        ("known_jokers", np.int16, MAX_PLAYERS),  # what passed leads showed of each seat's jokers (`jokers.py`); 0 for nothing
        ("bombs", BOMBS),
    ],
    align=True,
)

SETUP = np.dtype(
    [
        ("players", np.int8),
        ("dealer", np.int8),  # NOBODY: by lot (§2.1)
        ("hand_size", np.int8),  # cards dealt to each seat; the dealer gets one more
        ("pack", np.int8, KINDS),  # how many cards of each kind there are
    ],
    align=True,
)

ORDER = order_type(MAX_CARDS)  # its cards are physical; its first lot is the dealer, where that goes by lot

RESULT = np.dtype(
    [
        ("players", np.int8),
        ("dealer", np.int8),
        ("winner", np.int8),  # NOBODY: the deal was void
        ("cards", np.int8, MAX_PLAYERS),  # left in each hand
        ("public", np.int64),  # the multiplier that all losers share
        ("private", np.int64, MAX_PLAYERS),  # each loser's own
        ("payments", np.int64, MAX_PLAYERS),  # what each loser pays to the winner
        ("points", np.int64, MAX_PLAYERS),  # what is added to each seat's score in the session (§6.2)
    ],
    align=True,
)

# §9  Chairs count from the observer: chair 0 is one's own, chair 1 plays next.  A spectator sits on no chair and counts from
# seat 0.  Seats other than `seat` are written as chairs, NOBODY stays NOBODY.
OBSERVATION = np.dtype(
    [
        ("seat", np.int8),  # the observer's seat at the table, or SPECTATOR
        ("players", np.int8),
        ("hand", HAND),  # one's own cards; empty for spectators
        ("unseen", np.int8, KINDS),  # cards in other hands and in the talon, by kind: the pack less what one has seen
        ("cards", np.int8, MAX_PLAYERS),  # how many cards each chair holds (§9.1)
        ("talon_places", np.int8),
        ("drawn", np.int8),
        ("dealer", np.int8),
        ("to_act", np.int8),
        ("owner", np.int8),
        ("winner", np.int8),
        ("over", np.int8),
        ("trick", np.int16),
        ("table", np.int64),
        ("last", np.int64, MAX_PLAYERS),
        ("passed_on", np.int64, MAX_PLAYERS),
        ("played", HAND, MAX_PLAYERS),  # §9.3
        ("plays", np.int8, MAX_PLAYERS),
        ("announced", np.int8, MAX_PLAYERS),
        ("known_jokers", np.int16, MAX_PLAYERS),
        ("bombs", BOMBS),
    ],
    align=True,
)

ACTIONS = np.dtype([("count", np.int64), ("list", np.int64, MAX_ACTIONS)], align=True)
