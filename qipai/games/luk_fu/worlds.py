"""§7.5, §12  The states that a seat cannot tell apart: does one agree with an observation?"""

from qipai.engine.compiling import compiled, inlined
from qipai.engine.seats import SPECTATOR

from .aged import aged_cards, forget
from .calling import may_claim
from .cards import EMPTY, count_of
from .conflicts import find_conflict
from .evidence import EVERYTHING, hides_a_dreamer, look
from .observation import first_chair, is_same_table
from .search import add_up
from .seating import active_seats, dreamer_of
from .state import CLAIMING, LEADING, MAX_PLAYERS, MAX_ROUNDS


@compiled
def accepts(observation, rules, state):
    """Could this be the state?"""
    table = state.table
    own = first_chair(observation)
    seat = int(observation.seat)
    if not is_same_table(table, observation.table, (table.players - own) % table.players):
        return False
    if seat != SPECTATOR and not is_own(observation, state, seat):
        return False
    holding = state.holdings[seat] if seat != SPECTATOR else state.holdings[MAX_PLAYERS]
    look(table, rules, seat, holding, EVERYTHING, state.search)
    agreed = lies_so(state, seat) and not find_conflict(table, rules, seat, holding, state.search, state.search.frames[0])
    forget(state.search)
    return agreed and claims_are_lawful(state, seat) and state.aged == aged_of_leader(state, rules)


@compiled
def is_own(observation, state, seat):
    """Does the seat hold, and has it surrendered, what it remembers?"""
    holding = state.holdings[seat]
    for number in range(MAX_ROUNDS):
        if holding.down[number] != observation.own.down[number]:
            return False
    return holding.hand == observation.own.hand and state.claims >> seat & 1 == observation.claims


@compiled
def lies_so(state, holder):
    """Write down the world of a state in its search; false if a card cannot lie where it does."""
    table = state.table
    search = state.search
    rest = search.unseen
    for player in range(search.players):
        seat = search.seat[player]
        for slot in range(search.hand + 1):
            cards = state.holdings[seat].hand if slot == search.hand else state.holdings[seat].down[slot]
            if slot == search.hand and seat == table.winner:
                cards &= ~table.revealed
            search.lies[player][slot] = cards
            if cards & ~(rest & search.known[player][slot]) or count_of(cards) != search.room[player][slot]:
                return False
            rest &= ~cards
        for slot in range(search.hand, MAX_ROUNDS):
            if state.holdings[seat].down[slot]:
                return False
    add_up(search)
    if hides_a_dreamer(table, holder):
        return rest == state.holdings[dreamer_of(table)].hand
    return rest == EMPTY


@compiled
def claims_are_lawful(state, seat):
    """§4.1  Only who was asked, has answered and holds the five tigers can have claimed."""
    table = state.table
    for other in range(table.players):
        if state.claims >> other & 1 and not (may_have_claimed(table, other) and may_claim(state.holdings[other].hand)):
            return False
    return True


@inlined
def may_have_claimed(table, seat):
    return table.phase == CLAIMING and active_seats(table) & ~table.asked & 1 << seat != 0


@compiled
def aged_of_leader(state, rules):
    """§7.2  What a state says of its leader's cards."""
    table = state.table
    if table.phase != LEADING:
        return EMPTY
    leader = table.rounds[table.round_number].leader
    return aged_cards(table, rules, leader, state.holdings[leader], EVERYTHING, state.search)
