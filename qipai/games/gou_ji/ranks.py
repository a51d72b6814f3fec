"""§1.3, §1.4  The cards of Gou Ji: to the rules a card is its rank, since suits count only when threes are shown (§3.2)."""

from qipai.engine.forms import Count, OneOf, Part

RANKS = ("3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2", "B", "R")  # low to high; kinds from 1 on
KIND = {name: number + 1 for number, name in enumerate(RANKS)}
KINDS = len(RANKS) + 1
NO_RANK = 0
TEN, JACK, QUEEN, ACE = KIND["10"], KIND["J"], KIND["Q"], KIND["A"]
HIGHEST_NATURAL = ACE
TWO, BLACK, RED = KIND["2"], KIND["B"], KIND["R"]  # the wild cards
PACKS = 4
COPIES = {name: PACKS if name in "BR" else 4 * PACKS for name in RANKS}
MOST_COPIES = max(COPIES.values())
HAND_SIZE = 36

# where in the number of a set (`sets.py`) its parts are
NATURALS_AT, TWOS_AT, BLACKS_AT, REDS_AT = 4, 9, 14, 17


def parts_of_a_set(*verbs: int) -> tuple[Part, ...]:
    """What the number of a set tells; as parts of actions with these verbs."""
    return (
        Part("rank", 0, 4, OneOf(RANKS[:HIGHEST_NATURAL], 1, NO_RANK), verbs),
        Part("naturals", NATURALS_AT, 5, Count(MOST_COPIES), verbs),
        Part("twos", TWOS_AT, 5, Count(MOST_COPIES), verbs),
        Part("blacks", BLACKS_AT, 3, Count(PACKS), verbs),
        Part("reds", REDS_AT, 3, Count(PACKS), verbs),
    )
