"""§12  Whether two tables look alike: the public part of `accepts`."""

from qipai.engine.compiling import compiled, inlined
from qipai.engine.seats import turned_mask, turned_seat

from .state import MAX_CARDS, MAX_PLAYERS, MAX_STACKS


@compiled
def is_same_table(table, other, turn):
    """Is `other` what `copy_table(table, other, turn)` would make it?"""
    if table.players != other.players or not is_same_trick(table, other, turn):
        return False
    for seat in range(table.players):
        if not is_same_seat(table, seat, other, (seat + turn) % table.players):
            return False
        if turned_seat(table.priority[seat], turn, table.players) != other.priority[seat]:
            return False
    for seat in range(MAX_PLAYERS + 1):
        if table.rows[seat] != other.rows[seat]:
            return False
    for number in range(table.thrown_sets):
        if not is_same_thrown(table.thrown[number], other.thrown[number], turn, table.players):
            return False
    return is_same_layout(table, other, turn)


@inlined
def is_same_seat(table, seat, other, chair):
    return (
        table.shown[seat] == other.shown[chair]
        and table.played[seat] == other.played[chair]
        and table.previous[seat] == other.previous[chair]
        and table.standing[seat] == other.standing[chair]
        and table.captured[seat] == other.captured[chair]
        and table.dice[seat] == other.dice[chair]
    )


@inlined
def is_same_thrown(thrown, other, turn, players):
    return (
        thrown.on == other.on
        and thrown.trick == other.trick
        and turned_seat(thrown.seat, turn, players) == other.seat
        and thrown.count == other.count
        and thrown.led == other.led
        and thrown.edge == other.edge
    )


@compiled
def is_same_layout(table, other, turn):
    for place in range(MAX_CARDS):
        if table.face[place] != other.face[place]:
            return False
    for stack in range(MAX_STACKS + 1):
        if turned_seat(table.turner[stack], turn, table.players) != other.turner[stack]:
            return False
        if turned_seat(table.taker[stack], turn, table.players) != other.taker[stack]:
            return False
    return True


@compiled
def is_same_trick(table, other, turn):
    players = int(table.players)
    return (
        table.thrown_sets == other.thrown_sets
        and table.phase == other.phase
        and turned_seat(table.first, turn, players) == other.first
        and table.trick == other.trick
        and table.left == other.left
        and turned_seat(table.leader, turn, players) == other.leader
        and table.led == other.led
        and table.count == other.count
        and turned_seat(table.best, turn, players) == other.best
        and turned_mask(table.asked, turn, players) == other.asked
        and turned_mask(table.laid, turn, players) == other.laid
        and turned_mask(table.under, turn, players) == other.under
        and table.pot == other.pot
        and turned_mask(table.offenders, turn, players) == other.offenders
        and turned_seat(table.previous_leader, turn, players) == other.previous_leader
        and turned_seat(table.previous_winner, turn, players) == other.previous_winner
        and table.previous_taken == other.previous_taken
        and turned_mask(table.previous_under, turn, players) == other.previous_under
        and turned_mask(table.to_turn, turn, players) == other.to_turn
        and table.stacks == other.stacks
    )
