"""§4  What follows what, asked of one action and turned into moves."""

from qipai.engine.compiling import compiled, inlined

from ..state import BLACK, LOWEST, RED, TWO
from ..variants import ANY_HIGHER, BOMB
from .combinations import (
    BARE,
    DOUBLE_JOKER,
    QUAD,
    RUN_END,
    SEQUENCE,
    SINGLE,
    TRIPLET,
    copies_of,
    holds_double_joker,
    is_played,
    joker_count,
    jokers_in,
    jokers_of,
    kind_of,
    length_of,
    longest,
    pack_action,
    rank_of,
    reds_of,
    shortest,
    usable_jokers,
)
from .making import make, make_double_joker


@inlined
def level_of(kind, rules):
    """§3.5 to §3.7, §7.2  Return 0 for an ordinary kind of play; for bombs 1 and more, the lowest kind first."""
    if kind == TRIPLET:
        return 1 if rules.triplet_mode == BOMB else 0
    if kind == QUAD:
        return 2
    return 3 if kind == DOUBLE_JOKER else 0


@inlined
def is_next_rank(kind, rank, below, rules):
    """§4.1, §4.2  Return whether an ordinary play of `rank` may be laid on one of the same kind and length of rank `below`."""
    equal = rules.equal_follow != 0 and rank == below  # §7.11
    if rank == TWO:
        return below < TWO or (equal and rules.equal_follow_twos != 0)  # §4.2; no sequence has this rank
    if kind == TRIPLET and rules.triplet_follow == ANY_HIGHER:
        return rank > below or equal  # §7.3
    return rank == below + 1 or equal  # §4.1


@compiled
def may_follow(action, to_beat, rules):
    """§4  Return whether play `action` may be laid on play `to_beat`."""
    kind = kind_of(action)
    level = level_of(kind, rules)
    level_to_beat = level_of(kind_of(to_beat), rules)
    if level > 0 or level_to_beat > 0:  # §4.3, §4.4, §4.5: the double joker has no equal and no higher
        return level > level_to_beat or (level == level_to_beat and rank_of(action) > rank_of(to_beat))
    return (
        kind == kind_of(to_beat)
        and length_of(action) == length_of(to_beat)
        and is_next_rank(kind, rank_of(action), rank_of(to_beat), rules)
    )


@compiled
def make_follows(hand, rules, to_beat, actions):
    """§4  Add every play of the hand that may be laid on `to_beat`: its own kind by rank, then bombs, the lowest first."""
    kind = kind_of(to_beat)
    level = level_of(kind, rules)
    low = rank_of(to_beat)
    if level == 0:
        width = length_of(to_beat) - 1
        last = TWO if kind <= TRIPLET else min(low + 1, RUN_END - width)
        for rank in range(low, last + 1):
            if is_next_rank(kind, rank, low, rules):
                make(hand, rules, kind, rank, rank + width, actions)
    for bomb in range(TRIPLET, QUAD + 1):
        if level_of(bomb, rules) > level:
            make_bombs(hand, rules, bomb, LOWEST, actions)  # §4.3, §4.4
        elif level > 0 and bomb == kind:
            make_bombs(hand, rules, bomb, low + 1, actions)  # §4.4
    if kind != DOUBLE_JOKER:  # §4.5
        make_double_joker(hand, rules, actions)


@compiled
def make_bombs(hand, rules, kind, lowest, actions):
    """§3.5, §3.6  Add the hand's bombs of this kind, triplets or fours, from rank `lowest` upwards."""
    enough = kind - jokers_in(hand)
    for rank in range(lowest, TWO + 1):
        if hand.count[rank] >= enough:
            make(hand, rules, kind, rank, rank, actions)


@compiled
def fits(hand, rules, action):
    """§3  Return whether `action` packs a combination that the hand can make.

    `make_everything` and `make_bare` list exactly these actions.
    """
    kind = kind_of(action)
    if kind == DOUBLE_JOKER:
        return action == pack_action(DOUBLE_JOKER, 0, 1, 0, 0) and holds_double_joker(hand, rules)
    if kind == BARE:
        return action == pack_action(BARE, rank_of(action), hand.cards, 0, 0) and (
            (rank_of(action) == BLACK and hand.count[BLACK] == hand.cards)
            or (rank_of(action) == RED and hand.count[RED] == hand.cards)
        )
    return has_a_reading(action, rules) and has_the_cards(hand, rules, action)


@compiled
def has_a_reading(action, rules):
    """§3.1 to §3.6, §7.4 to §7.6  Return whether kind, rank and length of `action` name a set or a sequence of these rules."""
    kind = kind_of(action)
    low = rank_of(action)
    length = length_of(action)
    if SINGLE <= kind <= QUAD:
        return LOWEST <= low <= TWO and length == 1
    return (
        SEQUENCE <= kind < BARE
        and is_played(kind, rules)
        and low >= LOWEST
        and low + length - 1 <= RUN_END
        and shortest(kind, rules) <= length <= longest(rules)
    )


@compiled
def has_the_cards(hand, rules, action):
    """§3.8  Return whether the hand holds the natural cards and jokers of `action`.

    The jokers must be listed as `pack_action` lists them, and at least one card must be natural.
    """
    kind = kind_of(action)
    low = rank_of(action)
    length = length_of(action)
    copies = copies_of(kind)
    jokers = joker_count(action)
    reds = reds_of(action)
    if jokers > min(usable_jokers(hand, low, rules), copies * length - 1):
        return False
    if not 0 <= reds <= min(jokers, hand.count[RED]) or jokers - reds > hand.count[BLACK]:
        return False
    below = low
    for joker in range(jokers):
        rank = jokers_of(action) >> 4 * joker & 15
        if rank < below or rank > low + length - 1:
            return False
        below = rank
    for rank in range(low, low + length):
        naturals = copies
        for joker in range(jokers):
            if (jokers_of(action) >> 4 * joker & 15) == rank:
                naturals -= 1
        if not 0 <= naturals <= hand.count[rank]:
            return False
    return True
