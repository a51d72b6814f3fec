"""§1.3, §1.4  The cards of Gou Ji: to the rules a card is its rank, since suits count only when threes are shown (§3.2)."""

RANKS = ("3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2", "B", "R")  # low to high; kinds from 1 on
KIND = {name: number + 1 for number, name in enumerate(RANKS)}
KINDS = len(RANKS) + 1
NO_RANK = 0
TEN, JACK, QUEEN, ACE = KIND["10"], KIND["J"], KIND["Q"], KIND["A"]
HIGHEST_NATURAL = ACE
TWO, BLACK, RED = KIND["2"], KIND["B"], KIND["R"]  # the wild cards
PACKS = 4
COPIES = {name: PACKS if name in "BR" else 4 * PACKS for name in RANKS}
HAND_SIZE = 36
