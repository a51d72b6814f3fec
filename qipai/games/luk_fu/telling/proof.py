"""§7.2, §7.5, §12.3  Why a card is aged: the facts that prove it, none of which can be left out."""

from qipai.engine.compiling import compiled

from ..knowing.observation import own_chair
from ..rules.aged import aged_cards
from ..rules.evidence import EVERYTHING, begun, best_before, fact_of_lead, fact_of_surrender, surrendered
from ..rules.melds import SINGLE, type_of
from ..seating import is_active


@compiled
def proof_of(observation, rules, card):
    """Return the mask of facts (`evidence.py`) that prove a card of one's own to be aged, given all the cards that one sees.

    Each fact in turn is left out, and stays out if the card is aged without it.
    """
    public = observation.public
    heeded = EVERYTHING
    facts = 0
    for number in range(begun(public)):
        facts |= fact_of_lead(number)
    for number in range(begun(public)):
        if is_aged(observation, rules, card, heeded & ~fact_of_lead(number)):
            heeded &= ~fact_of_lead(number)
    for is_single in range(2):  # what is said of single cards is understood best, and so is left out last
        for number in range(begun(public)):
            for seat in range(public.players):
                if seat != own_chair(observation) and is_active(public, seat) and surrendered(public, number, seat):
                    fact = fact_of_surrender(number, seat)
                    facts |= fact
                    if (type_of(best_before(public, number, seat)) == SINGLE) == (is_single == 1) and is_aged(
                        observation, rules, card, heeded & ~fact
                    ):
                        heeded &= ~fact
    return heeded & facts


@compiled
def is_aged(observation, rules, card, heeded):
    """Return whether the card would be aged if only these facts were known."""
    aged = aged_cards(observation.public, rules, own_chair(observation), observation.own, heeded, observation.search)
    return aged >> card & 1 == 1
