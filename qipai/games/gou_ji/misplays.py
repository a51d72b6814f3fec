"""§14.19  A set of the wrong number of cards, and how it is put right."""

from qipai.engine.compiling import compiled

from .course import pass_turn
from .making import make_follows
from .ranks import BLACK, HIGHEST_NATURAL, RED, TWO
from .sets import (
    beats,
    blacks_in,
    naturals_in,
    pack_set,
    rank_in,
    reds_in,
    size_of,
    twos_in,
)
from .state import CORRECTING, UNMENDED
from .witnesses import bear_witness

NOTHING = 0


@compiled
def contains(more, fewer):
    """Are all cards of the second set in the first one?"""
    if naturals_in(fewer) > 0 and (rank_in(more) != rank_in(fewer) or naturals_in(more) < naturals_in(fewer)):
        return False
    return twos_in(more) >= twos_in(fewer) and blacks_in(more) >= blacks_in(fewer) and reds_in(more) >= reds_in(fewer)


@compiled
def mends(cards, tried, best):
    """Is it a correction: cards taken back or added, so that the best is beaten?"""
    return beats(cards, best) and (contains(cards, tried) or contains(tried, cards))


@compiled
def make_mends(hand, tried, best, actions):
    """Every correction."""
    begin = actions.count
    make_follows(hand, best, actions)
    count = begin
    for number in range(begin, actions.count):
        if mends(actions.list[number], tried, best):
            actions.list[count] = actions.list[number]
            count += 1
    actions.count = count


@compiled
def first_mend(hand, tried, best):
    """The correction with the fewest jokers, and of these with the lowest rank; `NOTHING` if there is none."""
    size = size_of(best)
    for reds in range(hand[RED] + 1):
        for blacks in range(hand[BLACK] + 1):
            body = size - reds - blacks
            for rank in range(HIGHEST_NATURAL + 1):
                for naturals in range(1 if rank else 0, (hand[rank] if rank else 0) + 1):
                    twos = body - naturals
                    if 0 <= twos <= hand[TWO]:
                        cards = pack_set(rank, naturals, twos, blacks, reds)
                        if mends(cards, tried, best):
                            return cards
    return NOTHING


@compiled
def misplay(state, rules, seat, cards):
    """Everybody has seen the cards.  They are put right, or, if that is impossible, taken back, and it is a pass."""
    table = state.table
    hold(table, seat, rank_in(cards), naturals_in(cards))
    hold(table, seat, TWO, twos_in(cards))
    hold(table, seat, BLACK, blacks_in(cards))
    hold(table, seat, RED, reds_in(cards))
    if first_mend(state.hands[seat], cards, table.best) == NOTHING:
        if size_of(cards) < size_of(table.best):
            bear_witness(table, seat, UNMENDED, table.best, cards)
        pass_turn(state, rules, seat)
        return
    table.tried = cards
    table.phase = CORRECTING


@compiled
def hold(table, seat, kind, count):
    table.held[seat][kind] = max(table.held[seat][kind], count)
