"""§7.3 to §7.8  What a seat knows of the cards of others: what it saw, and what surrenders and single leads tell.

Much of the evidence speaks of one card and one player alone: from some slot on he cannot have had it.  That is `known`; what ties
several cards together, `conflicts.py` asks of a whole world.
"""

from qipai.engine.compiling import compiled, inlined
from qipai.engine.seats import NOBODY

from ..cards import (
    ALL_SUITS,
    EMPTY,
    LI_CHEN,
    NINES,
    ONE_CHEN,
    ONE_SIP,
    RANKS,
    SUIT_MASK,
    UNBEATABLE,
    above,
    count_of,
    lowest_of,
    suit_of,
)
from ..seating import dreamer_of, is_active, next_active, privileged_of
from ..state import ATTACKING, MAX_PLAYERS, MAX_ROUNDS
from .melds import SINGLE, type_of

AGED_LEADS = NINES | ONE_SIP | ONE_CHEN  # §7.7 single cards that are aged from the start, but for Li Chen
LEADS = 48  # facts: bit round * 4 + seat is a surrender, bit 48 + round a lead
FACT_OF_DECLINING = 1 << LEADS + MAX_ROUNDS  # §11.10 tells of the dealer's hand, and is no evidence in §7
EVERYTHING = FACT_OF_DECLINING - 1  # all facts that are evidence count
EVERYTHING_AND_CALLS = EVERYTHING | FACT_OF_DECLINING


@inlined
def fact_of_surrender(number, seat):
    return 1 << MAX_PLAYERS * number + seat


@inlined
def fact_of_lead(number):
    return 1 << LEADS + number


@inlined
def begun(public):
    """Return how many rounds have been led."""
    return public.round_number + (public.phase == ATTACKING)


@inlined
def whole_suit(suit):
    """Return the mask of all cards of a suit."""
    return SUIT_MASK << suit * RANKS


@inlined
def higher_suits(card):
    """§8.1  Return all cards that must be led before this single card: those of higher suits; before Li Chen all others."""
    return ALL_SUITS if card == LI_CHEN else ALL_SUITS & -(1 << (suit_of(card) + 1) * RANKS)


@inlined
def surrendered(public, number, seat):
    """Return whether a seat laid its cards face down in a round."""
    return public.rounds[number].laid >> seat & 1 and public.rounds[number].face[seat] == EMPTY


@compiled
def best_before(public, number, seat):
    """§6.3  Return the best meld of a round at the time when a seat acted."""
    past = public.rounds[number]
    best = past.face[past.leader]
    acting = next_active(public, past.leader)
    while acting != seat:
        if past.face[acting]:
            best = past.face[acting]
        acting = next_active(public, acting)
    return best


@compiled
def shown_from(public, seat, number):
    """Return the cards that a seat was seen to lay in this round and later: it held all of them at its beginning."""
    shown = EMPTY
    for later in range(number, begun(public)):
        shown |= public.rounds[later].face[seat]
    return shown | public.revealed if seat == public.winner else shown


@compiled
def own_from(public, holder, holding, number):
    """Return the cards that the holder held at the beginning of a round."""
    own = holding.hand | shown_from(public, holder, number)
    for later in range(number, begun(public)):
        own |= holding.down[later]
    return own


@compiled
def face_up_cards(public):
    """§6.4  Return every card that was laid face up."""
    seen = EMPTY
    for seat in range(public.players):
        seen |= shown_from(public, seat, 0)
    return seen


@compiled
def unseen_by(public, holding):
    """§7.3  Return the cards that the holder cannot see: not in hand, not face up, not surrendered by the holder."""
    seen = holding.hand | face_up_cards(public) | public.dreamt
    for number in range(begun(public)):
        seen |= holding.down[number]
    return public.pack & ~seen


@compiled
def cards_held(public, seat):
    """Return how many cards a seat holds."""
    if not is_active(public, seat):
        return 1
    laid = public.phase == ATTACKING and public.rounds[public.round_number].laid >> seat & 1
    return public.left - public.rounds[public.round_number].count if laid else int(public.left)


@compiled
def unseen_in_hand(public, seat):
    """Return how many of a seat's cards nobody else has seen."""
    return cards_held(public, seat) - (count_of(public.revealed) if seat == public.winner else 0)


@inlined
def is_free_opening(public, rules, number, seat):
    """§11.5  Return whether this seat may open (or opened) with any card, as a dealer who called."""
    return rules.dealer_caller_free_open != 0 and number == 0 and seat == public.caller and seat == public.dealer


@compiled
def telling_lead(public, rules, search, number):
    """§7.7  Return the single card that was led in a round, as a mask; EMPTY if it was no single card, or tells nothing."""
    past = public.rounds[number]
    if past.count != 1 or search.heeded & fact_of_lead(number) == 0 or is_free_opening(public, rules, number, past.leader):
        return EMPTY
    return past.face[past.leader]


@inlined
def is_telling_surrender(rules, search, best, number, seat):
    """§7.6, §11.3  Return whether a surrender to a meld is evidence."""
    return search.heeded & fact_of_surrender(number, seat) != 0 and not (
        rules.surrender_singles_free and type_of(best) == SINGLE
    )


@compiled
def look(public, rules, holder, holding, heeded, search):
    """§7.3  Prepare a search: the other players, how many cards lie in each slot, and which cards can; return the unseen cards."""
    search.heeded = heeded
    search.hand = begun(public)
    search.players = 0
    search.unseen = unseen_by(public, holding)
    for step in range(1, public.players + 1):
        seat = (max(holder, NOBODY) + step) % public.players
        if seat != holder and is_active(public, seat):
            player = search.players
            search.players += 1
            search.seat[player] = seat
            learn(public, rules, search, player, seat)
    return search.unseen


@compiled
def learn(public, rules, search, player, seat):
    """§7.4, §7.6, §7.7  Write for each slot of one player its size, and the cards that facts about single cards leave possible."""
    may = search.unseen
    for number in range(search.hand):
        search.known[player][number] = may
        search.size[player][number] = 0
        if surrendered(public, number, seat):
            search.size[player][number] = public.rounds[number].count
            best = best_before(public, number, seat)
            if type_of(best) == SINGLE and best & UNBEATABLE == 0 and is_telling_surrender(rules, search, best, number, seat):
                may &= ~above(lowest_of(best))
        if public.rounds[number].leader == seat and privileged_of(public) != seat:
            led = telling_lead(public, rules, search, number)
            if led:
                may &= ~higher_suits(lowest_of(led))
    search.known[player][search.hand] = may
    search.size[player][search.hand] = unseen_in_hand(public, seat)


@inlined
def hides_a_dreamer(public, holder):
    """Return whether a card lies unshown before a dreamer who is not the holder."""
    dreamer = dreamer_of(public)
    return dreamer != NOBODY and dreamer != holder and public.dreamt == EMPTY
