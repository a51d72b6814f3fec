"""§7.5, §12  A world drawn at random among those that agree with what a seat knows.

A world lays every unseen card into a hand, into what was surrendered in some round, or before the dreamer.  All that agree with the
evidence are equally likely.
"""

from qipai.engine.compiling import compiled
from qipai.engine.seats import SPECTATOR
from qipai.engine.shuffling import below

from ..cards import EMPTY, count_of
from ..rules.aged import forget
from ..rules.conflicts import find_conflict
from ..rules.evidence import EVERYTHING_AND_CALLS, look
from ..rules.search import add_up, find_world, is_filled
from ..seating import dreamer_of
from ..state import MAX_OTHERS, MAX_PLAYERS, MAX_ROUNDS
from .observation import restore
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
    look(state.public, rules, seat, holding, EVERYTHING_AND_CALLS, search)
    found = False
    for _ in range(TRIES):
        if (
            not found
            and draw(search, random)
            and not find_conflict(state.public, rules, seat, holding, search, search.frames[0])
        ):
            settle(state, seat)
            found = draw_claims(state, seat, random)
    if not found:
        find_world(state.public, rules, seat, holding, search, 0, EMPTY)
        walk(state, rules, seat, holding, search, random)
        settle(state, seat)
    forget(search)
    state.aged = aged_of_leader(state, rules)


@compiled
def draw(search, random):
    """Lay the unseen cards at random where each may lie by itself; return False if that fails.  All such worlds are equally likely.

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
            need = int(search.size[player][slot])
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
    """Return the player, not yet in the mask `done`, whose hand can be made of the fewest cards."""
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
    """Return True with probability C(count, need) / C(most, need): choices of `need` among `count` and among `most` cards."""
    if count < need:
        return False
    for step in range(need):
        if below(random, most - step) >= count - step:
            return False
    return True


@compiled
def draw_some(cards, need, random):
    """Return `need` cards of a mask, all choices equally likely."""
    chosen = EMPTY
    for _ in range(need):
        rest = cards & ~chosen
        for _ in range(below(random, count_of(rest))):
            rest &= rest - 1
        chosen |= rest & -rest
    return chosen


@compiled
def settle(state, holder):
    """Write the world that was found into the state."""
    public = state.public
    search = state.search
    rest = search.unseen
    for player in range(search.players):
        seat = search.seat[player]
        for slot in range(search.hand):
            state.holdings[seat].down[slot] = search.lies[player][slot]
        state.holdings[seat].hand = search.lies[player][search.hand] | (public.revealed if seat == public.winner else EMPTY)
        rest &= ~search.late[player][0]
    if dreamer_of(public) >= 0 and dreamer_of(public) != holder:
        state.holdings[dreamer_of(public)].hand = rest | public.dreamt


@compiled
def draw_claims(state, holder, random):
    """§4.1  Draw whether other seats have claimed in the open window; return False if a seat would have that may not."""
    for seat in range(state.public.players):
        if seat != holder and may_have_claimed(state.public, seat) and below(random, 2):
            state.claims |= 1 << seat
    if claims_are_lawful(state, holder):
        return True
    state.claims &= 1 << holder if holder >= 0 else 0
    return False


# -- walking


@compiled
def walk(state, rules, seat, holding, search, random):
    """Move at random from one agreeing world to another: exchange two cards, and undo what does not agree.

    The number of exchanges is even or odd by chance: where every exchange agrees, an even number of them reaches half of the worlds only.
    """
    unseen = count_of(search.unseen)
    for _ in range(STEPS * unseen + below(random, 2)):
        one = draw_some(search.unseen, 1, random)
        other = draw_some(search.unseen & ~one, 1, random) if unseen > 1 else one
        exchange(search, one, other)
        if not lies_well(search) or find_conflict(state.public, rules, seat, holding, search, search.frames[0]):
            exchange(search, one, other)
    add_up(search)


@compiled
def exchange(search, one, other):
    """Exchange the places of two cards."""
    both = one | other
    for player in range(search.players):
        for slot in range(search.hand + 1):
            there = search.lies[player][slot] & both
            if there == one or there == other:
                search.lies[player][slot] ^= both
    add_up(search)


@compiled
def lies_well(search):
    """Return whether every card lies where it may by itself, and every slot has as many as it needs."""
    for player in range(search.players):
        for slot in range(search.hand + 1):
            if search.lies[player][slot] & ~search.known[player][slot]:
                return False
    return is_filled(search)
