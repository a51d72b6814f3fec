"""§3  What may be played: combinations as actions.

An action is one whole number: kind, rank, length, the ranks that its jokers stand for (low to high, four bits each) and how
many of these jokers are red.  A play is its cards, its kind, its rank and its length (§3.9), so which of two jokers stands
for which rank makes no other play: black ones fill the lower ranks.
"""

from qipai.engine.compiling import compiled, inlined

from ..state import ACE, BLACK, LOWEST, RED, TWO

SINGLE, PAIR, TRIPLET, QUAD = 1, 2, 3, 4  # §3.1, §3.2, §3.5, §3.6: the kind of a set is its number of cards (§3.10)
DOUBLE_JOKER = 5  # §3.7
SEQUENCE, DOUBLE_SEQUENCE, TRIPLET_SEQUENCE = 6, 7, 8  # §3.3, §3.4, §7.4: cards of each rank and five
BARE = 9  # §3.11: its rank is the kind of the jokers


SHORTEST_SEQUENCE = 3  # §3.3
RUN_END = ACE  # §1.2 sequences run from 3 to A


@inlined
def pack_action(kind, rank, length, jokers, reds):
    return kind | rank << 4 | length << 9 | jokers << 13 | reds << 29


@inlined
def kind_of(action):
    return action & 15


@inlined
def rank_of(action):
    return action >> 4 & 31


@inlined
def length_of(action):
    return action >> 9 & 15


@inlined
def jokers_of(action):
    """Return the ranks that the jokers of a play stand for, four bits each, the lowest first."""
    return action >> 13 & 0xFFFF


@inlined
def reds_of(action):
    return action >> 29


@inlined
def joker_count(action):
    jokers = jokers_of(action)
    if jokers == 0:
        return 0
    if jokers < 1 << 4:
        return 1
    if jokers < 1 << 8:
        return 2
    return 3 if jokers < 1 << 12 else 4


@inlined
def copies_of(kind):
    """Return how many cards of each of its ranks a set or a sequence has: 1 to 4."""
    return kind if kind <= QUAD else kind - 5


@inlined
def cards_of(action):
    """Return the number of cards of a play."""
    kind = kind_of(action)
    if kind == DOUBLE_JOKER:
        return 2
    if kind == BARE:
        return length_of(action)
    return copies_of(kind) * length_of(action)


@inlined
def jokers_in(hand):
    return hand.count[BLACK] + hand.count[RED]


@inlined
def holds_double_joker(hand, rules):
    """§3.7, §7.1  Return whether a hand holds a double joker: both jokers; with two packs one of each colour."""
    if rules.decks == 1:
        return hand.count[BLACK] >= 2
    return hand.count[BLACK] >= 1 and hand.count[RED] >= 1


@inlined
def is_bare(hand, rules):
    """§3.11, §7.1  Return whether a hand is bare: only jokers, and no double joker (one joker, or two of one colour)."""
    return 0 < hand.cards <= 2 and jokers_in(hand) == hand.cards and not holds_double_joker(hand, rules)


@inlined
def shortest(kind, rules):
    if kind == SEQUENCE:
        return SHORTEST_SEQUENCE
    return rules.min_dseq_pairs if kind == DOUBLE_SEQUENCE else rules.tseq_min  # §7.6, §7.4


@inlined
def longest(rules):
    """§7.5  Return how many ranks a sequence may span."""
    return rules.max_seq_ranks if rules.max_seq_ranks else RUN_END - LOWEST + 1


@inlined
def is_played(kind, rules):
    """§7.4  Return whether a kind of play exists under these rules; triplet sequences are an option."""
    return kind != TRIPLET_SEQUENCE or rules.triplet_seq != 0


@inlined
def usable_jokers(hand, rank, rules):
    """§7.7  Return how many jokers may help a play of this rank: none where they may not stand for a 2."""
    if rank == TWO and not rules.joker_as_two:
        return 0
    return jokers_in(hand)


@compiled
def move_cards(source, target, action, rules):
    """Move the cards of a play from hand `source` to hand `target`."""
    kind = kind_of(action)
    cards = cards_of(action)
    source.cards -= cards
    target.cards += cards
    if kind == DOUBLE_JOKER:
        other = BLACK if rules.decks == 1 else RED
        move(source, target, BLACK, 1)
        move(source, target, other, 1)
        return
    if kind == BARE:
        move(source, target, rank_of(action), cards)
        return
    low = rank_of(action)
    copies = copies_of(kind)
    for rank in range(low, low + length_of(action)):
        move(source, target, rank, copies)
    jokers = joker_count(action)
    for joker in range(jokers):
        move(source, target, jokers_of(action) >> 4 * joker & 15, -1)
        move(source, target, BLACK if joker < jokers - reds_of(action) else RED, 1)


@inlined
def move(source, target, kind, cards):
    source.count[kind] -= cards
    target.count[kind] += cards
