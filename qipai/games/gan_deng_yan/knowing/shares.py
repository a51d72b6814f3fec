"""§9.3  How many jokers lie in which hand, where something is known of it: drawn by exact counting.

A share is a number with a digit to base 9 for each hand of which something is known, in the order of chairs: black + 3 × red
jokers.
"""

from qipai.engine.compiling import compiled, inlined
from qipai.engine.seats import is_own
from qipai.engine.shuffling import below

from ..rules.jokers import ANY_NUMBER, bare_numbers, joker_bit
from ..rules.leading import may_lead_bare
from ..rules.talon import talon_left
from ..state import BLACK, PASS, RED

JOKER_NUMBERS = 9  # pairs of none to two black and none to two red jokers


@compiled
def possible_jokers(observation, rules, chair):
    """Return the mask of possible joker numbers of a chair (`jokers.py`); 0 if anything is possible."""
    numbers = int(observation.known_jokers[chair])
    leads = observation.to_beat == PASS and observation.to_act == chair
    cards = int(observation.cards[chair])
    if leads and 0 < cards <= 2 and not may_lead_bare(observation, rules):
        bare = bare_numbers(cards, rules)
        if cards == 2 and rules.decks == 1:
            bare = 0  # both jokers are the double joker
        numbers = (numbers if numbers else ANY_NUMBER) & ~bare
    return numbers


@inlined
def is_counted(observation, rules, chair):
    """Return whether something is known of the jokers in this chair's hand, and it is not the observer's own."""
    return not is_own(observation, chair) and possible_jokers(observation, rules, chair) != 0


@inlined
def first_black(share):
    """Return the black jokers of the first chair of a share; the other chairs' part is `share // JOKER_NUMBERS`."""
    return share % JOKER_NUMBERS % 3


@inlined
def first_red(share):
    return share % JOKER_NUMBERS // 3


@compiled
def draw_share(observation, rules, random):
    """Draw a share with its true probability among all ways of laying the unseen jokers."""
    shares = 1
    for chair in range(observation.players):
        if is_counted(observation, rules, chair):
            shares *= JOKER_NUMBERS
    if shares == 1:
        return 0
    total = 0
    for share in range(shares):
        total += ways(observation, rules, share)
    chance = below(random, total)
    share = 0
    chance -= ways(observation, rules, share)
    while chance >= 0:
        share += 1
        chance -= ways(observation, rules, share)
    return share


@compiled
def ways(observation, rules, share):
    """Return the number of ways to lay the unseen jokers so that the hands get this share.

    At most 108 × 107 × 106 × 105 < 2**31 for all shares together: each joker of two packs is laid in some place.
    """
    black = int(observation.unseen[BLACK])
    red = int(observation.unseen[RED])
    elsewhere = int(talon_left(observation))
    product = 1
    for chair in range(observation.players):
        if is_counted(observation, rules, chair):
            own_black = first_black(share)
            own_red = first_red(share)
            share //= JOKER_NUMBERS
            if not possible_jokers(observation, rules, chair) & joker_bit(own_black, own_red):
                return 0
            product *= choices_of(black, own_black) * choices_of(red, own_red)
            product *= arrangements(observation.cards[chair], own_black + own_red)
            black -= own_black
            red -= own_red
        elif not is_own(observation, chair):
            elsewhere += observation.cards[chair]
    return product * arrangements(elsewhere, black + red) if black >= 0 and red >= 0 else 0


@inlined
def choices_of(jokers, chosen):
    """Return the number of ways to choose `chosen` of `jokers` jokers (at most two)."""
    if chosen > jokers:
        return 0
    return 2 if jokers == 2 and chosen == 1 else 1


@compiled
def arrangements(places, jokers):
    """Return the number of ways to lay so many jokers in so many places; 0 if the places do not suffice."""
    product = 1
    for joker in range(jokers):
        product *= max(0, places - joker)
    return product
