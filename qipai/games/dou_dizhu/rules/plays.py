"""§4, §5  What may be played, and what follows what: plays as actions.

An action is one whole number: kind, rank (the lowest of the body), length (how many ranks the body has) and the wings, a digit of
four bits for each, low to high: rank - 2.  §4.15 So each reading of the same cards is an action of its own.
An answer in the bidding or about doubling is its kind alone.
"""

from qipai.engine.compiling import compiled, constants, inlined
from qipai.engine.deriving import clearing, copying
from qipai.engine.listing import add

from ..state import ACE, BLACK, LOWEST, MOST_WINGS, RED, TWO, Hand
from ..variants import ANY, ANY_PAIRS, BOTH, DIFFERENT, NO_FOUR, NO_PAIRS, NO_TRIO_BESIDE

clear_hand, copy_hand = clearing(Hand), copying(Hand)

SINGLE, PAIR, TRIO, TRIO_SINGLE, TRIO_PAIR = 1, 2, 3, 4, 5  # §4.1, §4.2, §4.3, §4.4, §4.5
SEQUENCE, PAIR_SEQUENCE, AIRPLANE, AIRPLANE_SINGLES, AIRPLANE_PAIRS = 6, 7, 8, 9, 10  # §4.6 to §4.10
FOUR_SINGLES, FOUR_PAIRS, BOMB, ROCKET = 11, 12, 13, 14  # §4.11, §4.13, §4.14

# By kind: cards of each rank of the body, cards of each wing, and how many ranks the body has at least and at most.
COPIES = constants((0, 1, 2, 3, 3, 3, 1, 2, 3, 3, 3, 4, 4, 4, 1))
WING = constants((0, 0, 0, 0, 1, 2, 0, 0, 0, 1, 2, 1, 2, 0, 0))
SHORTEST = constants((0, 1, 1, 1, 1, 1, 5, 3, 2, 2, 2, 1, 1, 1, 2))
LONGEST = constants((0, 1, 1, 1, 1, 1, 12, 10, 6, 5, 4, 1, 1, 1, 2))  # of 20 cards

LOWEST_DIGIT = LOWEST - 1  # a rank less this is its digit among the wings


@inlined
def pack_action(kind, rank, length, wings):
    return kind | rank << 5 | length << 10 | wings << 14


@inlined
def kind_of(action):
    return action & 31


@inlined
def rank_of(action):
    return action >> 5 & 31


@inlined
def length_of(action):
    return action >> 10 & 15


@inlined
def wings_of(action):
    return action >> 14


@inlined
def wing_at(wings, place):
    """The rank of a wing; below all ranks if there is none."""
    return (wings >> 4 * place & 15) + LOWEST_DIGIT


@inlined
def digit_of(rank, place):
    """A wing as part of an action."""
    return (rank - LOWEST_DIGIT) << 4 * place


@inlined
def wing_number(kind, length):
    """§4.4, §4.9 to §4.11  How many wings: as many as there are trios, or two."""
    if WING[kind] == 0:
        return 0
    return 2 if kind >= FOUR_SINGLES else length


@inlined
def lowest_body(kind):
    return BLACK if kind == ROCKET else LOWEST


@inlined
def highest_body(kind, length):
    """§1.2  The rank at which the highest body of so many ranks begins: runs end with the ace, and the jokers are no pair (§4.2)."""
    if kind == SINGLE:
        return RED
    if kind == ROCKET:
        return BLACK
    return TWO if length == 1 else ACE - length + 1


@inlined
def is_played(kind, rules):
    """§8.9, §8.10  Kinds of plays that not every table has."""
    if kind == TRIO_PAIR or kind == AIRPLANE_PAIRS:
        return rules.pair_wings != NO_PAIRS
    if kind == FOUR_PAIRS:
        return rules.four_with_two == BOTH
    return kind != FOUR_SINGLES or rules.four_with_two != NO_FOUR


@compiled
def holds(hand, kind, low, length):
    """Has the hand this body?"""
    for rank in range(low, low + length):
        if hand.count[rank] < COPIES[kind]:
            return False
    return True


@compiled
def room_for(rules, kind, low, length, rank, held):
    """§4.12  How many wings of a rank may go with a body, where so many cards of that rank are held."""
    if low <= rank < low + length:
        if kind == AIRPLANE_SINGLES and rules.own_rank_wings:
            return max(0, held - COPIES[kind])  # §8.7
        return 0
    if WING[kind] == 2:
        return min(held >> 1, 2 if rules.pair_wings == ANY_PAIRS else 1)  # §8.9
    if rules.single_wings == DIFFERENT:
        return min(held, 1)  # §8.6
    if rules.single_wings == ANY:
        return held
    beside = kind == AIRPLANE_SINGLES and rank != TWO and (rank == low - 1 or rank == low + length)
    return min(held, 2 if beside and rules.single_wings == NO_TRIO_BESIDE else 3)


@inlined
def may_join(rules, rank, before):
    """§4.12, §8.8  May a wing of this rank stand beside the wing before it?  Both jokers may not, without the house rule."""
    return rank != RED or before != BLACK or rules.rocket_wings != 0


@compiled
def is_play(action, rules):
    """§4  Is the action a play of these rules, written as `pack_action` writes it?"""
    kind = kind_of(action)
    rank = rank_of(action)
    length = length_of(action)
    if not SINGLE <= kind <= ROCKET or not is_played(kind, rules) or not SHORTEST[kind] <= length <= LONGEST[kind]:
        return False
    number = wing_number(kind, length)
    if not lowest_body(kind) <= rank <= highest_body(kind, length) or not 0 <= wings_of(action) < 1 << 4 * number:
        return False
    before = 0
    alike = 0
    for place in range(number):
        wing = wing_at(wings_of(action), place)
        alike = alike + 1 if wing == before else 1
        if not max(before, LOWEST) <= wing <= RED or not may_join(rules, wing, before):
            return False
        if alike > room_for(rules, kind, rank, length, wing, 1 if wing >= BLACK else 4):
            return False
        before = wing
    return True


@compiled
def move_cards(source, target, action):
    """Move the cards of a play from a hand to another."""
    kind = kind_of(action)
    for rank in range(rank_of(action), rank_of(action) + length_of(action)):
        move(source, target, rank, COPIES[kind])
    for place in range(MOST_WINGS):
        wing = wing_at(wings_of(action), place)
        if wing >= LOWEST:
            move(source, target, wing, WING[kind])


@inlined
def move(source, target, kind, cards):
    source.count[kind] -= cards
    source.cards -= cards
    target.count[kind] += cards
    target.cards += cards


@compiled
def make_leads(hand, rules, actions):
    """§6.1  Add all plays of a hand: kind by kind, short bodies first, then low ones, then low wings."""
    for kind in range(SINGLE, ROCKET + 1):
        if is_played(kind, rules):
            for length in range(SHORTEST[kind], LONGEST[kind] + 1):
                make(hand, rules, kind, length, lowest_body(kind), actions)


@compiled
def make_follows(hand, rules, to_beat, actions):
    """§5  Add all plays of a hand that follow the play to beat, in the order of leads."""
    kind = kind_of(to_beat)
    if kind == ROCKET:
        return  # §5.4
    make(hand, rules, kind, length_of(to_beat), rank_of(to_beat) + 1, actions)  # §5.1 the same kind, higher; §5.2 a higher bomb
    if kind != BOMB:
        make(hand, rules, BOMB, 1, LOWEST, actions)  # §5.2
    make(hand, rules, ROCKET, 2, lowest_body(ROCKET), actions)  # §5.3


@compiled
def make(hand, rules, kind, length, lowest, actions):
    """Add the plays of a kind and a length whose body begins with a rank from the lowest on."""
    number = wing_number(kind, length)
    for low in range(lowest, highest_body(kind, length) + 1):
        if holds(hand, kind, low, length):
            if number == 0:
                add(actions, pack_action(kind, low, length, 0))
            else:
                add_wings(hand, rules, kind, low, length, actions)


@compiled
def add_wings(hand, rules, kind, low, length, actions):
    """§4.12  Add a body with each choice of wings: the next wing is of the same rank as the last or of a higher one."""
    number = wing_number(kind, length)
    wings = 0
    chosen = 0
    alike = 0  # how many of the chosen are of this rank
    rank = LOWEST
    while True:
        before = wing_at(wings, chosen - 1) if chosen else 0
        if rank > RED:
            if chosen == 0:
                return
            chosen -= 1
            wings -= digit_of(before, chosen)
            rank = before + 1
            alike = 0
        elif alike == room_for(rules, kind, low, length, rank, int(hand.count[rank])) or not may_join(rules, rank, before):
            rank += 1
            alike = 0
        elif chosen + 1 == number:
            add(actions, pack_action(kind, low, length, wings + digit_of(rank, chosen)))
            rank += 1
            alike = 0
        else:
            wings += digit_of(rank, chosen)
            chosen += 1
            alike += 1
