"""§7.5, §12  A world drawn at random among those that agree with what a seat knows.

A world lays every unseen card into a hand, into what was surrendered in some round, or before the dreamer.  All that agree with the
evidence are equally likely.
"""

from qipai.engine.compiling import compiled
from qipai.engine.seats import SPECTATOR
from qipai.engine.shuffling import below

from .aged import forget
from .cards import EMPTY, count_of
from .conflicts import find_conflict
from .evidence import EVERYTHING, look
from .observation import copy_table, first_chair
from .search import add_up, find_world, is_filled
from .seating import dreamer_of
from .state import MAX_OTHERS, MAX_PLAYERS, MAX_ROUNDS
from .worlds import aged_of_leader, claims_are_lawful, may_have_claimed

TRIES = 4_000
STEPS = 60  # of the walk, for each unseen card


@compiled
def sample_world(observation, rules, random, state):
    """Fill `state` with one of the states that agree.

    Worlds are drawn until one agrees, and so uniformly; where that would take too long, a random walk from world to world does it.
    """
    restore(observation, state)
    seat = int(observation.seat)
    holding = state.holdings[seat] if seat != SPECTATOR else state.holdings[MAX_PLAYERS]
    search = state.search
    look(state.table, rules, seat, holding, EVERYTHING, search)
    found = False
    for _ in range(TRIES):
        if (
            not found
            and draw(search, random)
            and not find_conflict(state.table, rules, seat, holding, search, search.frames[0])
        ):
            settle(state, seat)
            found = draw_claims(state, seat, random)
    if not found:
        find_world(state.table, rules, seat, holding, search, 0, EMPTY)
        walk(state, rules, seat, holding, search, random)
        settle(state, seat)
    forget(search)
    state.aged = aged_of_leader(state, rules)


@compiled
def restore(observation, state):
    """All that one knows, and nothing else."""
    own = first_chair(observation)
    copy_table(observation.table, state.table, own)
    state.claims = 0
    state.aged = EMPTY
    for seat in range(MAX_PLAYERS + 1):
        is_mine = seat == observation.seat
        state.holdings[seat].hand = observation.own.hand if is_mine else EMPTY
        for number in range(MAX_ROUNDS):
            state.holdings[seat].down[number] = observation.own.down[number] if is_mine else EMPTY
    if observation.seat != SPECTATOR:
        state.claims = int(observation.claims) << own


@compiled
def draw(search, random):
    """Lay the unseen cards blindly where each may lie by itself; all such worlds are equally likely, and false is.

    One player after the other is served, his latest slots first: what may lie there may lie in his earlier ones too, so that the number
    of choices does not depend on what he got before.  It depends on what the players before him got; that is made up for by drawing
    again the more often, the fewer choices there are.
    """
    rest = search.unseen
    done = 0
    for _ in range(search.players):
        player = next_to_serve(search, done)
        done |= 1 << player
        served = 0
        for back in range(search.hand + 1):
            slot = search.hand - back
            need = int(search.room[player][slot])
            search.lies[player][slot] = EMPTY
            if need > 0:
                fitting = rest & search.known[player][slot]
                most = min(count_of(search.known[player][slot]) - served, count_of(rest))
                if not is_kept(count_of(fitting), most, need, random):
                    return False
                cards = draw_some(fitting, need, random)
                search.lies[player][slot] = cards
                rest &= ~cards
                served += need
    add_up(search)
    return True


@compiled
def next_to_serve(search, done):
    """The player whose hand can be made of the fewest cards."""
    chosen = 0
    fewest = 1 << MAX_OTHERS * MAX_ROUNDS
    for player in range(search.players):
        fitting = count_of(search.known[player][search.hand])
        if not done >> player & 1 and fitting < fewest:
            chosen = player
            fewest = fitting
    return chosen


@compiled
def is_kept(count, most, need, random):
    """True as often as there are choices of `need` among `count` cards, in proportion to those among `most`."""
    if count < need:
        return False
    for step in range(need):
        if below(random, most - step) >= count - step:
            return False
    return True


@compiled
def draw_some(cards, need, random):
    """So many cards of a mask, any of them equally likely."""
    chosen = EMPTY
    for _ in range(need):
        rest = cards & ~chosen
        for _ in range(below(random, count_of(rest))):
            rest &= rest - 1
        chosen |= rest & -rest
    return chosen


@compiled
def settle(state, holder):
    """Put the cards of the world into the state."""
    table = state.table
    search = state.search
    rest = search.unseen
    for player in range(search.players):
        seat = search.seat[player]
        for slot in range(search.hand):
            state.holdings[seat].down[slot] = search.lies[player][slot]
        state.holdings[seat].hand = search.lies[player][search.hand] | (table.revealed if seat == table.winner else EMPTY)
        rest &= ~search.late[player][0]
    if dreamer_of(table) >= 0 and dreamer_of(table) != holder:
        state.holdings[dreamer_of(table)].hand = rest | table.dreamt


@compiled
def draw_claims(state, holder, random):
    """§4.1  Whether others have claimed in the window that is open: false where one would have who cannot."""
    for seat in range(state.table.players):
        if seat != holder and may_have_claimed(state.table, seat) and below(random, 2):
            state.claims |= 1 << seat
    if claims_are_lawful(state, holder):
        return True
    state.claims &= 1 << holder if holder >= 0 else 0
    return False


# -- walking


@compiled
def walk(state, rules, seat, holding, search, random):
    """From one agreeing world to another, by exchanging two cards as long as that agrees too.

    One exchange more or less, by chance: where every exchange agrees, an even number of them leads to half of the worlds only.
    """
    unseen = count_of(search.unseen)
    for _ in range(STEPS * unseen + below(random, 2)):
        one = draw_some(search.unseen, 1, random)
        other = draw_some(search.unseen & ~one, 1, random) if unseen > 1 else one
        exchange(search, one, other)
        if not lies_well(search) or find_conflict(state.table, rules, seat, holding, search, search.frames[0]):
            exchange(search, one, other)
    add_up(search)


@compiled
def exchange(search, one, other):
    """Each card goes where the other was."""
    both = one | other
    for player in range(search.players):
        for slot in range(search.hand + 1):
            there = search.lies[player][slot] & both
            if there == one or there == other:
                search.lies[player][slot] ^= both
    add_up(search)


@compiled
def lies_well(search):
    """Does every card lie where it may by itself?"""
    for player in range(search.players):
        for slot in range(search.hand + 1):
            if search.lies[player][slot] & ~search.known[player][slot]:
                return False
    return is_filled(search)
