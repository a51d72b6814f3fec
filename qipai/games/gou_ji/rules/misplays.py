"""§14.19  A set of the wrong number of cards, and how it is put right."""

from qipai.engine.compiling import compiled, inlined

from ..ranks import BLACK, HIGHEST_NATURAL, RED, TWO
from ..state import CORRECTING, MOST_JOKERS, UNMENDED
from .sets import (
    beats,
    blacks_in,
    make_follows,
    naturals_in,
    pack_set,
    rank_in,
    reds_in,
    size_of,
    twos_in,
)
from .shao import bear_witness, jokers_in
from .tricks import forget_advice
from .turns import pass_turn, play_set

NOTHING = 0


@compiled
def contains(more, fewer):
    """Return whether all cards of set `fewer` are in set `more`."""
    if naturals_in(fewer) > 0 and (rank_in(more) != rank_in(fewer) or naturals_in(more) < naturals_in(fewer)):
        return False
    return twos_in(more) >= twos_in(fewer) and blacks_in(more) >= blacks_in(fewer) and reds_in(more) >= reds_in(fewer)


@inlined
def is_too_few(tried, best):
    return size_of(tried) < size_of(best)


@compiled
def is_mended(cards, tried, best):
    """Return whether `cards` is `tried` with cards taken back or added, such that it beats the best."""
    return beats(cards, best) and (contains(cards, tried) or contains(tried, cards))


@compiled
def mends(hand, cards, tried, best):
    """Return whether `cards` is a correction: no more jokers are added than it takes."""
    if not is_mended(cards, tried, best):
        return False
    return not is_too_few(tried, best) or jokers_in(cards) == jokers_in(first_mend(hand, tried, best))


@compiled
def make_mends(hand, tried, best, actions):
    """Add every correction."""
    begin = actions.count
    make_follows(hand, best, actions)
    fewest = jokers_in(first_mend(hand, tried, best))
    count = begin
    for number in range(begin, actions.count):
        cards = actions.list[number]
        if is_mended(cards, tried, best) and (not is_too_few(tried, best) or jokers_in(cards) == fewest):
            actions.list[count] = cards
            count += 1
    actions.count = count


@compiled
def first_mend(hand, tried, best):
    """Return the correction with the fewest jokers, then the fewest Reds, then the lowest rank; `NOTHING` if there is none."""
    for jokers in range(hand[BLACK] + hand[RED] + 1):
        for reds in range(max(0, jokers - hand[BLACK]), min(jokers, hand[RED]) + 1):
            cards = mend_with(hand, tried, best, jokers - reds, reds)
            if cards != NOTHING:
                return cards
    return NOTHING


@compiled
def mend_with(hand, tried, best, blacks, reds):
    """Return the correction of the lowest rank with these jokers; `NOTHING` if there is none."""
    body = size_of(best) - reds - blacks
    for rank in range(HIGHEST_NATURAL + 1):
        for naturals in range(1 if rank else 0, (hand[rank] if rank else 0) + 1):
            twos = body - naturals
            if 0 <= twos <= hand[TWO]:
                cards = pack_set(rank, naturals, twos, blacks, reds)
                if is_mended(cards, tried, best):
                    return cards
    return NOTHING


@compiled
def misplay(state, rules, seat, cards):
    """Ask a seat to correct a set of the wrong size, which all have seen; if it cannot, take it back as a pass."""
    public = state.public
    forget_advice(public)
    show_cards(public, seat, cards)
    if first_mend(state.hands[seat], cards, public.best) == NOTHING:
        if is_too_few(cards, public.best):
            bear_witness(public, seat, UNMENDED, public.best, cards, MOST_JOKERS)
        pass_turn(state, rules, seat)
        return
    public.tried = cards
    public.phase = CORRECTING


@compiled
def correct(state, rules, seat, cards):
    """Lay the corrected set.  Jokers that were added show that fewer would not have done."""
    public = state.public
    if is_too_few(public.tried, public.best) and jokers_in(cards) > jokers_in(public.tried):
        bear_witness(public, seat, UNMENDED, public.best, public.tried, jokers_in(cards) - 1)
    public.tried = 0
    play_set(state, rules, seat, cards)


@compiled
def show_cards(public, seat, cards):
    """Note that everybody has seen cards that are not laid."""
    hold(public, seat, rank_in(cards), naturals_in(cards))
    hold(public, seat, TWO, twos_in(cards))
    hold(public, seat, BLACK, blacks_in(cards))
    hold(public, seat, RED, reds_in(cards))


@compiled
def hold(public, seat, kind, count):
    public.held[seat][kind] = max(public.held[seat][kind], count)
