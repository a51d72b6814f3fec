"""§8  Leading single cards: nine categories, and the privilege to advance an aged card."""

from qipai.engine.compiling import compiled

from .cards import LI_CHEN_MASK
from .evidence import is_free_opening
from .melds import LARGEST_GOK, SHORTEST_RUN, SMALLEST_GOK, suit_cards
from .rounds import add, make_goks, make_runs
from .seating import privileged_of


@compiled
def first_category(hand, aged):
    """§8.1  The cards of the hand that have to go first: the highest suit, in it those that are not aged; Li Chen last."""
    for suit in range(3, -1, -1):
        cards = suit_cards(hand, suit)
        if cards & ~aged:
            return cards & ~aged
        if cards:
            return cards
    return hand & LI_CHEN_MASK


@compiled
def single_leads(table, rules, seat, hand, aged):
    """§8.2, §8.3  The cards that may be led alone."""
    if is_free_opening(table, rules, int(table.round_number), seat):
        return hand  # §11.5
    singles = first_category(hand, aged)
    if privileged_of(table) == seat:
        singles |= hand & aged
    return singles


@compiled
def make_leads(table, rules, seat, hand, aged, actions):
    """§6.1, §8.4  Single cards from the lowest up, then goks by rank, then runs by length."""
    singles = single_leads(table, rules, seat, hand, aged)
    while singles:
        add(actions, singles & -singles)
        singles &= singles - 1
    make_goks(hand, 1, SMALLEST_GOK, LARGEST_GOK, actions)
    for length in range(SHORTEST_RUN, table.left + 1):
        before = actions.count
        make_runs(hand, length, -1, actions)
        if actions.count == before:
            return  # no longer one either
