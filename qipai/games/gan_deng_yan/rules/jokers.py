"""§7.8, §7.10  What a passed lead shows: the leader held nothing but jokers that are no double joker, and all saw it.

What everybody knows of a seat's jokers is a mask of the possible (black, red) numbers in its hand, bit black + 3 × red,
0 where anything is possible.  Draws widen it and plays narrow it, so it is all that may be concluded (§9.3).
"""

from qipai.engine.compiling import compiled, inlined

from ..state import BLACK, RED
from .combinations import BARE, DOUBLE_JOKER, joker_count, kind_of, length_of, rank_of, reds_of

ANY_NUMBER = 0x1FF  # none to two of each colour


@inlined
def joker_bit(black, red):
    return 1 << black + 3 * red


@compiled
def bare_numbers(cards, rules):
    """§3.11, §7.1  Return the mask of possible joker numbers of a bare hand of `cards` jokers.

    With one pack every joker is of the kind `BLACK`.
    """
    return joker_bit(cards, 0) if rules.decks == 1 else joker_bit(cards, 0) | joker_bit(0, cards)


@inlined
def see_bare(state, rules, seat):
    """Note that the lead passed this seat by: its hand is bare."""
    earlier = state.known_jokers[seat] if state.known_jokers[seat] else ANY_NUMBER
    state.known_jokers[seat] = earlier & bare_numbers(state.hands[seat].cards, rules)


@inlined
def see_draw(state, rules, seat):
    """Note that the seat drew a card that nobody else saw: it may be a joker."""
    if state.known_jokers[seat]:
        state.known_jokers[seat] = widened(state.known_jokers[seat], rules)


@compiled
def widened(numbers, rules):
    """Return the mask of possible numbers after one more card."""
    one_black_more = (numbers & ~joker_bit(2, 0) & ~joker_bit(2, 1) & ~joker_bit(2, 2)) << 1
    one_red_more = 0 if rules.decks == 1 else numbers << 3
    return (numbers | one_black_more | one_red_more) & ANY_NUMBER


@inlined
def see_play(state, rules, seat, action):
    """Note that the hand has fewer jokers now; forget the mask once the hand may have none."""
    if state.known_jokers[seat]:
        state.known_jokers[seat] = narrowed(state.known_jokers[seat], rules, action)


@compiled
def narrowed(numbers, rules, action):
    black = joker_count(action) - reds_of(action)
    red = reds_of(action)
    if kind_of(action) == DOUBLE_JOKER:
        black = 2 if rules.decks == 1 else 1
        red = 2 - black
    elif kind_of(action) == BARE:
        black = length_of(action) if rank_of(action) == BLACK else 0
        red = length_of(action) if rank_of(action) == RED else 0
    left = 0
    for black_left in range(3 - black):
        for red_left in range(3 - red):
            if numbers & joker_bit(black_left + black, red_left + red):
                left |= joker_bit(black_left, red_left)
    return 0 if left & joker_bit(0, 0) else left


@inlined
def allows(numbers, hand):
    """Return whether a hand agrees with the mask of what is known of it."""
    return numbers == 0 or numbers & joker_bit(hand.count[BLACK], hand.count[RED]) != 0
