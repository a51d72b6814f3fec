"""§12  What a seat may know and remember, built up from nothing and seen from its own chair."""

from qipai.engine.compiling import compiled, inlined
from qipai.engine.seats import NOBODY, SPECTATOR, turned_mask, turned_seat

from .aged import aged_cards, forget
from .cards import EMPTY
from .evidence import EVERYTHING, unseen_by
from .seating import is_active
from .state import ATTACKING, LEADING, MAX_PLAYERS, MAX_ROUNDS


@inlined
def first_chair(observation):
    """The seat of chair 0: one's own, a spectator's is seat 0."""
    return 0 if observation.seat == SPECTATOR else int(observation.seat)


@inlined
def seat_of(observation, chair):
    """The seat of a chair."""
    return (first_chair(observation) + chair) % observation.table.players


@inlined
def own_chair(observation):
    """The chair of who observes; a spectator has none."""
    return NOBODY if observation.seat == SPECTATOR else 0


@compiled
def observe(state, rules, seat, observation):
    """§12.1 to §12.3  Fill the observation of a seat, or of a spectator."""
    observation.seat = seat
    own = first_chair(observation)
    table = observation.table
    copy_table(state.table, table, (state.table.players - own) % state.table.players)
    observation.own.hand = EMPTY if seat == SPECTATOR else state.holdings[own].hand
    for number in range(MAX_ROUNDS):
        observation.own.down[number] = EMPTY if seat == SPECTATOR else state.holdings[own].down[number]
    observation.claims = 0 if seat == SPECTATOR else state.claims >> own & 1
    observation.unseen = unseen_by(table, observation.own)
    observation.aged = EMPTY
    if seat != SPECTATOR and is_active(table, 0) and (table.phase == LEADING or table.phase == ATTACKING):
        observation.aged = aged_cards(table, rules, 0, observation.own, EVERYTHING, observation.search)
    else:
        forget(observation.search)


@compiled
def copy_table(source, table, turn):
    """All that everybody may know, `turn` places further round."""
    players = int(source.players)
    for number in range(MAX_ROUNDS):
        past, copy = source.rounds[number], table.rounds[number]
        for seat in range(MAX_PLAYERS):
            copy.face[(seat + turn) % players if seat < players else seat] = past.face[seat]
        copy.leader = turned_seat(past.leader, turn, players)
        copy.count = past.count
        copy.laid = turned_mask(past.laid, turn, players)
    for seat in range(MAX_PLAYERS):
        other = (seat + turn) % players if seat < players else seat
        table.won[other] = source.won[seat]
        table.tricks[other] = source.tricks[seat]
    table.pack = source.pack
    table.players = source.players
    table.dealer = turned_seat(source.dealer, turn, players)
    table.phase = source.phase
    table.asked = turned_mask(source.asked, turn, players)
    table.caller = turned_seat(source.caller, turn, players)
    table.declined = turned_mask(source.declined, turn, players)
    table.windows = source.windows
    table.round_number = source.round_number
    table.left = source.left
    table.best = turned_seat(source.best, turn, players)
    table.ending = source.ending
    table.winner = turned_seat(source.winner, turn, players)
    table.number = source.number
    table.counting = source.counting
    table.revealed = source.revealed
    table.dreamt = source.dreamt


@compiled
def is_same_table(table, seen, turn):
    """Is a table, so many places further round, the one that was seen?"""
    players = int(table.players)
    if players != seen.players or table.pack != seen.pack or table.phase != seen.phase or table.windows != seen.windows:
        return False
    for number in range(MAX_ROUNDS):
        past, other = table.rounds[number], seen.rounds[number]
        if past.count != other.count or turned_seat(past.leader, turn, players) != other.leader:
            return False
        if turned_mask(past.laid, turn, players) != other.laid:
            return False
        for seat in range(players):
            if past.face[seat] != other.face[(seat + turn) % players]:
                return False
    for seat in range(players):
        other = (seat + turn) % players
        if table.won[seat] != seen.won[other] or table.tricks[seat] != seen.tricks[other]:
            return False
    return is_same_course(table, seen, turn, players)


@compiled
def is_same_course(table, seen, turn, players):
    """The rest of the same question."""
    return (
        turned_seat(table.dealer, turn, players) == seen.dealer
        and turned_mask(table.asked, turn, players) == seen.asked
        and turned_seat(table.caller, turn, players) == seen.caller
        and turned_mask(table.declined, turn, players) == seen.declined
        and turned_seat(table.best, turn, players) == seen.best
        and turned_seat(table.winner, turn, players) == seen.winner
        and table.round_number == seen.round_number
        and table.left == seen.left
        and table.ending == seen.ending
        and table.number == seen.number
        and table.counting == seen.counting
        and table.revealed == seen.revealed
        and table.dreamt == seen.dreamt
    )
