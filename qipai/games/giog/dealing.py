"""§1.1, §1.3, §3  The pack, the lots, and the beginning of a deal."""

from qipai.engine.compiling import compiled
from qipai.engine.seats import NOBODY
from qipai.engine.telling import KIND_BITS

from .combinations import NONE
from .pieces import BLACK_GENERAL, BLACK_PAWN, KIND, KINDS, RED_GENERAL, RED_PAWN, one
from .stacks import begin_play, lay_out, take_turns_from
from .state import MAX_CARDS, MAX_PLAYERS, MAX_STACKS, MAX_THROWN, NOTHING
from .taking import begin_taking
from .turning import begin_turning
from .variants import CIRCLE, COUNTED_CIRCLE, DICE, ROWS, SINGLY, TWENTY_SEVEN

RED_GUARD = KIND["rA"]
DIE = 6
FEW_IN_SANG_KRIP = 8  # §2.4 pieces each, whatever the number of players
LONG_HAND, MIDDLE_HAND = 12, 10  # §2.1, §2.2 two and three players


@compiled
def first_setup(rules, players, setup):
    """§2  The pieces in play and how many each seat gets."""
    setup.players = players
    setup.opener = NOBODY
    for kind in range(KINDS):
        setup.pack[kind] = 0 if kind == 0 else 5 if kind <= RED_PAWN else 1 if kind >= BLACK_GENERAL else 2
    pieces = pieces_in_play(rules, players)
    if pieces < MAX_CARDS:  # §1.3
        setup.pack[BLACK_PAWN] -= 1
        setup.pack[RED_PAWN] -= 1
    if pieces == TWENTY_SEVEN:  # §11.9
        setup.pack[BLACK_GENERAL] = 0
        setup.pack[RED_GENERAL] = 0
        setup.pack[RED_GUARD] -= 1
    setup.hand_size = hand_size(rules, players, pieces)


@compiled
def pieces_in_play(rules, players):
    """§1.1, §1.3  Thirty where thirty-two cannot be shared out equally."""
    if rules.pieces > 0:
        return int(rules.pieces)
    if players == 2 or players == 4:
        return MAX_CARDS
    if rules.distribution == SINGLY:
        return int(rules.tamcuc_three)  # §11.9
    return 30


@compiled
def hand_size(rules, players, pieces):
    """§2  All pieces, but that stacks of two may be left over."""
    if rules.distribution == CIRCLE:
        return FEW_IN_SANG_KRIP
    if rules.distribution == ROWS and players == 2:
        return LONG_HAND
    if rules.distribution == DICE or rules.distribution == SINGLY:
        return pieces // players
    return pieces // players // 2 * 2


@compiled
def next_setup(setup, result, rules, following):
    """§3.6  The winner opens the next circle; of several the first in turn after the old opener."""
    following.players = setup.players
    following.hand_size = setup.hand_size
    for kind in range(KINDS):
        following.pack[kind] = setup.pack[kind]
    following.opener = NOBODY
    if rules.distribution == COUNTED_CIRCLE:
        for turn in range(setup.players, 0, -1):
            seat = (result.opener + turn) % setup.players
            if result.winners >> seat & 1:
                following.opener = seat


@compiled
def pack(rules, setup, order):
    """§1.1  The physical pieces, equal ones numbered; the lots."""
    order.count = 0
    for kind in range(1, KINDS):
        for copy in range(setup.pack[kind]):
            order.cards[order.count] = kind | copy << KIND_BITS
            order.count += 1
    order.lots[0] = setup.players if setup.opener == NOBODY else 0
    if rules.distribution == DICE:
        for seat in range(setup.players):
            order.lots[1 + seat] = DIE  # §3.9
    elif rules.distribution == ROWS and order.count // 2 % setup.players:
        order.lots[1] = setup.players  # §3.1


@compiled
def deal(state, rules, setup, order):
    """§3  Build the stacks, or deal where no piece is seen before the play."""
    clear(state)
    table = state.table
    table.players = setup.players
    table.left = setup.hand_size
    table.first = order.lots[0] if setup.opener == NOBODY else setup.opener
    if rules.distribution == ROWS or rules.distribution == COUNTED_CIRCLE:
        lay_out(state, rules, order, setup.players)
        begin_turning(table, rules)
    elif rules.distribution == CIRCLE:
        lay_out(state, rules, order, setup.players)
        take_turns_from(table, table.first)
        begin_taking(table)
    else:
        if rules.distribution == DICE:
            throw_dice(table, order)
        take_turns_from(table, table.first)
        deal_out(state, order)
        begin_play(table, table.first)


@compiled
def throw_dice(table, order):
    """§3.9  The highest throw begins; of equal ones the first."""
    best = int(table.first)
    for seat in range(table.players):
        table.dice[seat] = order.lots[1 + seat] + 1
    for turn in range(table.players):
        seat = (table.first + turn) % table.players
        if table.dice[seat] > table.dice[best]:
            best = seat
    table.first = best


@compiled
def deal_out(state, order):
    """§3.9, §3.10  Everybody gets as many, in the order of taking."""
    table = state.table
    for turn in range(table.players):
        seat = table.priority[turn]
        for place in range(turn * table.left, (turn + 1) * table.left):
            state.hands[seat] += one(order.cards[place] & (1 << KIND_BITS) - 1)


@compiled
def clear(state):
    """An empty table."""
    table = state.table
    for seat in range(MAX_PLAYERS):
        state.hands[seat] = 0
        state.laid[seat] = NOTHING
        table.shown[seat] = NOTHING
        table.played[seat] = 0
        table.previous[seat] = NOTHING
        table.standing[seat] = 0
        table.captured[seat] = 0
        table.priority[seat] = NOBODY
        table.dice[seat] = 0
        table.rows[seat] = 0
    table.rows[MAX_PLAYERS] = 0
    for place in range(MAX_CARDS):
        state.piece[place] = 0
        table.face[place] = 0
    for stack in range(MAX_STACKS + 1):
        table.turner[stack] = NOBODY
        table.taker[stack] = NOBODY
    for number in range(MAX_THROWN):
        state.thrown[number] = NOTHING
        forget_thrown(table.thrown[number])
    clear_trick(table)


@compiled
def forget_thrown(thrown):
    thrown.on = NOTHING
    thrown.trick = 0
    thrown.seat = 0
    thrown.count = 0
    thrown.led = NONE
    thrown.edge = 0


@compiled
def clear_trick(table):
    """Before the first trick."""
    table.thrown_sets = 0
    table.trick = 0
    table.leader = NOBODY
    table.led = NONE
    table.count = 0
    table.best = NOBODY
    table.asked = 0
    table.laid = 0
    table.under = 0
    table.pot = 0
    table.offenders = 0
    table.previous_leader = NOBODY
    table.previous_winner = NOBODY
    table.previous_taken = 0
    table.previous_under = 0
    table.to_turn = 0
    table.stacks = 0
