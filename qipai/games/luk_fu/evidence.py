"""§7.3 to §7.8  What a seat knows of the cards of others: what it saw, and what surrenders and single leads tell.

Much of the evidence speaks of one card and one player alone: from some slot on he cannot have had it.  That is `known`; what ties
several cards together, `conflicts.py` asks of a whole world.
"""

from qipai.engine.compiling import compiled, inlined
from qipai.engine.seats import NOBODY

from .cards import (
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
from .melds import SINGLE, type_of
from .seating import dreamer_of, is_active, next_active, privileged_of
from .state import ATTACKING, MAX_PLAYERS

AGED_LEADS = NINES | ONE_SIP | ONE_CHEN  # §7.7 single cards that are aged from the start, but for Li Chen
EVERYTHING = -1  # all facts count
LEADS = 48  # facts: bit round * 4 + seat is a surrender, bit 48 + round a lead


@inlined
def fact_of_surrender(number, seat):
    return 1 << MAX_PLAYERS * number + seat


@inlined
def fact_of_lead(number):
    return 1 << LEADS + number


@inlined
def begun(table):
    """How many rounds have been led."""
    return table.round_number + (table.phase == ATTACKING)


@inlined
def whole_suit(suit):
    """All cards of a suit."""
    return SUIT_MASK << suit * RANKS


@inlined
def higher_suits(card):
    """§8.1  All cards that have to go before a single card: those of higher suits, and before Li Chen all others."""
    return ALL_SUITS if card == LI_CHEN else ALL_SUITS & -(1 << (suit_of(card) + 1) * RANKS)


@inlined
def surrendered(table, number, seat):
    """Did a seat lay its cards face down in a round?"""
    return table.rounds[number].laid >> seat & 1 and table.rounds[number].face[seat] == EMPTY


@compiled
def best_before(table, number, seat):
    """§6.3  The best meld of a round when a seat acted."""
    past = table.rounds[number]
    best = past.face[past.leader]
    acting = next_active(table, past.leader)
    while acting != seat:
        if past.face[acting]:
            best = past.face[acting]
        acting = next_active(table, acting)
    return best


@compiled
def shown_from(table, seat, number):
    """What a seat was seen to lay in a round and after it: it held all of that then."""
    shown = EMPTY
    for later in range(number, begun(table)):
        shown |= table.rounds[later].face[seat]
    return shown | table.revealed if seat == table.winner else shown


@compiled
def own_from(table, holder, holding, number):
    """What the holder himself held at the beginning of a round."""
    own = holding.hand | shown_from(table, holder, number)
    for later in range(number, begun(table)):
        own |= holding.down[later]
    return own


@compiled
def face_up_cards(table):
    """§6.4  Every card that was laid face up."""
    seen = EMPTY
    for seat in range(table.players):
        seen |= shown_from(table, seat, 0)
    return seen


@compiled
def unseen_by(table, holding):
    """§7.3  The cards that the holder cannot see: neither his, nor face up, nor surrendered by himself."""
    seen = holding.hand | face_up_cards(table) | table.dreamt
    for number in range(begun(table)):
        seen |= holding.down[number]
    return table.pack & ~seen


@compiled
def cards_held(table, seat):
    """How many cards a seat holds."""
    if not is_active(table, seat):
        return 1
    laid = table.phase == ATTACKING and table.rounds[table.round_number].laid >> seat & 1
    return table.left - table.rounds[table.round_number].count if laid else int(table.left)


@compiled
def unseen_in_hand(table, seat):
    """How many of them nobody else has seen."""
    return cards_held(table, seat) - (count_of(table.revealed) if seat == table.winner else 0)


@inlined
def is_free_opening(table, rules, number, seat):
    """§11.5  Did, or may, this seat open with any card, as a dealer who called?"""
    return rules.dealer_caller_free_open != 0 and number == 0 and seat == table.caller and seat == table.dealer


@compiled
def telling_lead(table, rules, search, number):
    """§7.7  The single card that was led in a round, as a mask; EMPTY if it was none, or tells nothing."""
    past = table.rounds[number]
    if past.count != 1 or search.heeded & fact_of_lead(number) == 0 or is_free_opening(table, rules, number, past.leader):
        return EMPTY
    return past.face[past.leader]


@inlined
def is_telling_surrender(rules, search, best, number, seat):
    """§7.6, §11.3  Does a surrender to a meld count?"""
    return search.heeded & fact_of_surrender(number, seat) != 0 and not (
        rules.surrender_singles_free and type_of(best) == SINGLE
    )


@compiled
def look(table, rules, holder, holding, heeded, search):
    """§7.3  Begin to think: who the others are, how many cards lie where, and which of them can.  Returns what is unseen."""
    search.heeded = heeded
    search.hand = begun(table)
    search.players = 0
    search.unseen = unseen_by(table, holding)
    for step in range(1, table.players + 1):
        seat = (max(holder, NOBODY) + step) % table.players
        if seat != holder and is_active(table, seat):
            player = search.players
            search.players += 1
            search.seat[player] = seat
            learn(table, rules, search, player, seat)
    return search.unseen


@compiled
def learn(table, rules, search, player, seat):
    """§7.4, §7.6, §7.7  For each slot of one player, how many unseen cards lie there, and which the facts about single cards leave."""
    may = search.unseen
    for number in range(search.hand):
        search.known[player][number] = may
        search.room[player][number] = 0
        if surrendered(table, number, seat):
            search.room[player][number] = table.rounds[number].count
            best = best_before(table, number, seat)
            if type_of(best) == SINGLE and best & UNBEATABLE == 0 and is_telling_surrender(rules, search, best, number, seat):
                may &= ~above(lowest_of(best))
        if table.rounds[number].leader == seat and privileged_of(table) != seat:
            led = telling_lead(table, rules, search, number)
            if led:
                may &= ~higher_suits(lowest_of(led))
    search.known[player][search.hand] = may
    search.room[player][search.hand] = unseen_in_hand(table, seat)


@inlined
def hides_a_dreamer(table, holder):
    """Does a card lie before a dreamer who is not the holder, unshown?"""
    dreamer = dreamer_of(table)
    return dreamer != NOBODY and dreamer != holder and table.dreamt == EMPTY
