"""§8  Leading single cards: nine categories, and the privilege to advance an aged card."""

from qipai.engine.compiling import compiled
from qipai.engine.listing import add

from ..cards import LI_CHEN_MASK
from ..seating import privileged_of
from .evidence import is_free_opening
from .melds import LARGEST_GOK, SHORTEST_RUN, SMALLEST_GOK, suit_cards
from .rounds import make_goks, make_runs


@compiled
def first_category(hand, aged):
    """§8.1  Return the cards that must be led first: of the highest suit the young ones, or else all of them; Li Chen last."""
    for suit in range(3, -1, -1):
        cards = suit_cards(hand, suit)
        if cards & ~aged:
            return cards & ~aged
        if cards:
            return cards
    return hand & LI_CHEN_MASK


@compiled
def single_leads(public, rules, seat, hand, aged):
    """§8.2, §8.3  Return the mask of the cards that may be led alone."""
    if is_free_opening(public, rules, int(public.round_number), seat):
        return hand  # §11.5
    singles = first_category(hand, aged)
    if privileged_of(public) == seat:
        singles |= hand & aged
    return singles


@compiled
def make_leads(public, rules, seat, hand, aged, actions):
    """§6.1, §8.4  Add all leads: single cards from the lowest up, then goks by rank, then runs by length."""
    singles = single_leads(public, rules, seat, hand, aged)
    while singles:
        add(actions, singles & -singles)
        singles &= singles - 1
    make_goks(hand, 1, SMALLEST_GOK, LARGEST_GOK, actions)
    for length in range(SHORTEST_RUN, public.left + 1):
        before = actions.count
        make_runs(hand, length, -1, actions)
        if actions.count == before:
            return  # no longer one either
