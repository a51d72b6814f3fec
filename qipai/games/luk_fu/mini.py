"""A mini pack: the end of a deal with ten cards a hand, since six tricks win (§9.1) and no whole deal is short.

Player 2 has called; runs of four, all laid open, have brought player 3 and player 2 four tricks each; and nobody knows where the last six
cards are.
"""

from qipai.engine.contract import Mini

from .notation.text import number_of

RUNS = ("4C-3C-2C-1C", "4K-3K-2K-1K", "8K-7K-6K-5K", "8C-7C-6C-5C", "4G-3G-2G-1G", "8G-7G-6G-5G")  # as they are laid
SPENT = [RUNS[seat].split("-") + RUNS[3 + (seat + 1) % 3].split("-") for seat in range(3)]  # by seat
LAID = tuple(number_of(hand[turn]) for turn in range(8) for hand in SPENT)  # as they are dealt
LAST_SIX = tuple(map(number_of, ("8S", "7S", "6S", "5S", "9G", "9C")))

MINI = Mini(
    3,
    dict.fromkeys(LAID + LAST_SIX, 1),
    {"dealer": 0, "hand_size": 10},
    most_actions=8,
    first=tuple(card + 1 for card in LAID),
    opening=("not_play", "play", *RUNS),
)
