"""§7.5, §12  The states that a seat cannot tell apart: does one agree with an observation?"""

from qipai.engine.compiling import compiled, inlined
from qipai.engine.seats import SPECTATOR

from ..cards import EMPTY, count_of
from ..rules.aged import aged_cards, forget
from ..rules.calling import may_claim
from ..rules.conflicts import find_conflict
from ..rules.evidence import EVERYTHING, EVERYTHING_AND_CALLS, hides_a_dreamer, look
from ..rules.search import add_up
from ..seating import active_seats, dreamer_of
from ..state import CLAIMING, LEADING, MAX_PLAYERS, MAX_ROUNDS
from .observation import agrees


@compiled
def accepts(observation, rules, state):
    """Return whether a state agrees with everything that the observer knows."""
    if not agrees(observation, state):
        return False
    public = state.public
    seat = int(observation.seat)
    holding = state.holdings[seat] if seat != SPECTATOR else state.holdings[MAX_PLAYERS]
    look(public, rules, seat, holding, EVERYTHING_AND_CALLS, state.search)
    agreed = lies_so(state, seat) and not find_conflict(public, rules, seat, holding, state.search, state.search.frames[0])
    forget(state.search)
    return agreed and claims_are_lawful(state, seat) and state.aged == aged_of_leader(state, rules)


@compiled
def lies_so(state, holder):
    """Write the world of a state into its search; return False if a card cannot lie where it does."""
    public = state.public
    search = state.search
    rest = search.unseen
    for player in range(search.players):
        seat = search.seat[player]
        for slot in range(search.hand + 1):
            cards = state.holdings[seat].hand if slot == search.hand else state.holdings[seat].down[slot]
            if slot == search.hand and seat == public.winner:
                cards &= ~public.revealed
            search.lies[player][slot] = cards
            if cards & ~(rest & search.known[player][slot]) or count_of(cards) != search.size[player][slot]:
                return False
            rest &= ~cards
        for slot in range(search.hand, MAX_ROUNDS):
            if state.holdings[seat].down[slot]:
                return False
    add_up(search)
    if hides_a_dreamer(public, holder):
        return rest == state.holdings[dreamer_of(public)].hand
    return rest == EMPTY


@compiled
def claims_are_lawful(state, seat):
    """§4.1  Return whether only seats have claimed that were asked, have answered and hold the five tigers."""
    public = state.public
    for other in range(public.players):
        if state.claims >> other & 1 and not (may_have_claimed(public, other) and may_claim(state.holdings[other].hand)):
            return False
    return True


@inlined
def may_have_claimed(public, seat):
    return public.phase == CLAIMING and active_seats(public) & ~public.asked & 1 << seat != 0


@compiled
def aged_of_leader(state, rules):
    """§7.2  Return the mask of the leader's aged cards in a state; EMPTY where nobody leads."""
    public = state.public
    if public.phase != LEADING:
        return EMPTY
    leader = public.rounds[public.round_number].leader
    return aged_cards(public, rules, leader, state.holdings[leader], EVERYTHING, state.search)
