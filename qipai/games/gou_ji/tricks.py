"""§7  Tricks: laying, going out, who may still act, the wind, and the end of a game."""

from qipai.engine.compiling import compiled, inlined
from qipai.engine.seats import NOBODY

from .ranks import BLACK, RED, TWO
from .seating import SEATS, count_in, next_in, team_mask, team_of
from .sets import blacks_in, naturals_in, rank_in, reds_in, size_of, twos_in
from .state import (
    FOLLOWING,
    LEADING,
    LEFT_ALONE,
    OVER,
    PLAYED,
    SWEPT,
)
from .variants import NEXT_RIGHT_PARTNER

LAST_OF_SWEEP = 3  # §12.2


@compiled
def holds(hand, cards):
    """Are the cards of a set in a hand?"""
    return (
        naturals_in(cards) <= (hand[rank_in(cards)] if naturals_in(cards) else 0)
        and twos_in(cards) <= hand[TWO]
        and blacks_in(cards) <= hand[BLACK]
        and reds_in(cards) <= hand[RED]
    )


@compiled
def lay(state, seat, cards):
    """§7.1, §7.2  A set goes from the hand to the table, upon the best one."""
    table = state.table
    move(state, seat, rank_in(cards), naturals_in(cards))
    move(state, seat, TWO, twos_in(cards))
    move(state, seat, BLACK, blacks_in(cards))
    move(state, seat, RED, reds_in(cards))
    table.left[seat] -= size_of(cards)
    table.told[seat] = 0
    table.beaten = table.owner
    table.best = cards
    table.owner = seat
    table.last_actor = seat
    table.rang_asked = 0


@compiled
def move(state, seat, kind, count):
    """Cards of one kind leave a hand; of those that were seen in it, they are the first to go."""
    table = state.table
    state.hands[seat][kind] -= count
    table.played[seat][kind] += count
    table.held[seat][kind] = max(0, table.held[seat][kind] - count)


# -- places


@compiled
def go_out(table, rules, seat):
    """§7.4  The best free place.  Is the game over?"""
    place = 1
    while seat_in_place(table, place) != NOBODY:
        place += 1
    return put_out(table, rules, seat, place)


@compiled
def penalise(table, rules, seat):
    """§9.7, §14.20  The lowest free place; the cards are taken away unseen.  Is the game over?"""
    place = SEATS
    while seat_in_place(table, place) != NOBODY:
        place -= 1
    table.penalised |= 1 << seat
    return put_out(table, rules, seat, place)


@compiled
def seat_in_place(table, place):
    for seat in range(SEATS):
        if table.place[seat] == place:
            return seat
    return NOBODY


@compiled
def put_out(table, rules, seat, place):
    """§7.6  The game ends when one player has cards, when one team has the first three places (§14.21), or is left alone (§14.22)."""
    table.place[seat] = place
    table.active &= ~(1 << seat)
    left = count_in(table.active)
    if left == 1:
        take_places(table, seat)
        end_game(table, SWEPT if is_sweep(table) else PLAYED)
    elif is_sweep(table) and rules.stop_on_sweep:
        end_game(table, SWEPT)
    elif rules.stop_when_one_team and is_one_team(table.active):
        take_places(table, seat)
        end_game(table, SWEPT if is_sweep(table) else LEFT_ALONE)
    return table.phase == OVER


@inlined
def is_one_team(mask):
    return mask & team_mask(0) == 0 or mask & team_mask(1) == 0


@compiled
def take_places(table, last_out):
    """§7.6, §14.22  Who has cards left takes the places that are free, from the right of who went out last."""
    place = 1
    left = int(table.active)
    while left:
        seat = next_in(left, last_out)
        left &= ~(1 << seat)
        while seat_in_place(table, place) != NOBODY:
            place += 1
        table.place[seat] = place


@compiled
def is_sweep(table):
    """§12.2  Are the first three places one team's?"""
    teams = 0
    for place in range(1, LAST_OF_SWEEP + 1):
        seat = seat_in_place(table, place)
        if seat == NOBODY:
            return False
        teams |= 1 << team_of(seat)
    return teams != 3


@compiled
def end_game(table, ending):
    table.ending = ending
    table.phase = OVER
    table.asked = 0


# -- turns


@inlined
def able(table):
    """§7.2  The seats that may still act in the ordinary course of this trick, as a mask."""
    shut_out = table.passed | table.closed
    return table.active & ~shut_out & ~(1 << table.owner) if table.owner != NOBODY else table.active & ~shut_out


@inlined
def next_by_rotation(table, seat):
    """§7.2  Whose turn it is after a seat's; NOBODY if the trick is over."""
    return next_in(able(table), seat)


@inlined
def ask(table, seat):
    """§7.2  A seat is to beat the best set or to pass."""
    table.phase = FOLLOWING
    table.asked = 1 << seat


@compiled
def lead(table, seat):
    """§7.1  A new trick."""
    table.trick += 1
    table.leader = seat
    table.phase = LEADING
    table.asked = 1 << seat


@compiled
def catcher(table, rules, seat):
    """§7.5, §14.9  Who leads for a winner who is out."""
    if rules.wind_to == NEXT_RIGHT_PARTNER:
        mate = next_in(table.active & team_mask(team_of(seat)), seat)
        if mate != NOBODY:
            return mate
    return next_in(table.active, seat)
