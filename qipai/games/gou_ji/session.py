"""§2, §5.7, §12.4  What one game hands to the next, and Kai Pai."""

from typing import Any

from qipai.engine import records
from qipai.engine.compiling import compiled
from qipai.engine.records import Record
from qipai.engine.seats import NOBODY
from qipai.engine.telling import KIND_BITS

from .ranks import ACE, BLACK, KINDS, PACKS, TWO
from .seating import SEATS, dui_men, right_of
from .state import (
    FIRST_GAME,
    FRESH_GAME,
    MAX_DRAWS,
    NO_DEBT,
    NO_DUE,
    ORDINARY_DUE,
    ORDINARY_GAME,
    OWED,
    SUITS,
    SWEEP_DUE,
    SWEPT,
    THROWN_IN,
)
from .variants import ALL_TRIBUTE, NO_TRIBUTE

KIND_MASK = (1 << KIND_BITS) - 1
LAST_PLACE = SEATS


@compiled
def first_setup(rules, players, setup):
    """§1.3, §2.1  The first game of a session, with four whole packs."""
    setup.kind = FIRST_GAME
    setup.kaipai = NOBODY
    setup.due = NO_DUE
    for seat in range(SEATS):
        setup.places[seat] = 0
    setup.pack[0] = 0
    for kind in range(1, KINDS):
        setup.pack[kind] = PACKS if kind >= BLACK else PACKS * SUITS


@compiled
def next_setup(setup, result, rules, following):
    """§2.1, §12.3, §12.4  After a sweep or a revolution a fresh game, else an ordinary one."""
    for kind in range(KINDS):
        following.pack[kind] = setup.pack[kind]
    following.kaipai = result.kaipai
    thrown_in = result.ending == THROWN_IN
    for seat in range(SEATS):
        following.places[seat] = setup.places[seat] if thrown_in else result.place[seat]
    if thrown_in:
        following.kind = FRESH_GAME
        following.due = due_after_revolution(setup.due, rules)
    elif result.ending == SWEPT:
        following.kind = FRESH_GAME
        following.due = SWEEP_DUE
    else:
        following.kind = ORDINARY_GAME
        following.due = ORDINARY_DUE


@compiled
def due_after_revolution(due, rules):
    """§5.7, §14.4  Which tribute of a game that was thrown in remains due."""
    if rules.revolution_keeps_tribute == NO_TRIBUTE:
        return NO_DUE
    if rules.revolution_keeps_tribute == ALL_TRIBUTE or due == SWEEP_DUE:
        return int(due)
    return NO_DUE


def newcomers(setup: Record) -> None:
    """§2.1, §5.2  Somebody has been replaced: a fresh game without tribute, unless none has been played yet."""
    fields: Any = records.opened(setup)
    if fields.kind != FIRST_GAME:
        fields.kind = FRESH_GAME
        fields.due = NO_DUE


@compiled
def seat_of_place(places, place):
    """Who had a place in the last game that was played out; NOBODY if it was not given."""
    for seat in range(SEATS):
        if places[seat] == place:
            return seat
    return NOBODY


@compiled
def prepare_tribute(table):
    """§2.1, §5.2  Who owes whom how many, before any swap."""
    table.big_loser = NOBODY
    table.second_loser = NOBODY
    for seat in range(SEATS):
        table.receiver[seat] = NOBODY
        table.owes[seat] = 0
        table.tribute[seat] = NO_DEBT
    if table.due == SWEEP_DUE:
        winner = seat_of_place(table.last, 1)
        for step in (1, 3, 5):
            owe(table, right_of(winner, step), dui_men(right_of(winner, step)), 1)
    elif table.due == ORDINARY_DUE:
        table.big_loser = seat_of_place(table.last, LAST_PLACE)
        table.second_loser = seat_of_place(table.last, LAST_PLACE - 1)
        owe(table, table.big_loser, seat_of_place(table.last, 1), 2)
        owe(table, table.second_loser, seat_of_place(table.last, 2), 1)


@compiled
def owe(table, giver, receiver, count):
    table.receiver[giver] = receiver
    table.owes[giver] = count
    table.tribute[giver] = OWED


@compiled
def kai_pai(table, setup, order):
    """§2.2  Find the first taker; return the place in the pack of the card that was counted."""
    table.kaipai = order.lots[0] if setup.kaipai == NOBODY else right_of(setup.kaipai, 1)
    place = 0
    for draw in range(MAX_DRAWS):
        place = int(order.lots[draw + 1])
        if kind_at(order, place) < BLACK:
            break
        table.kaipai = right_of(table.kaipai, 1)
    if (
        kind_at(order, place) >= BLACK
    ):  # once in ten thousand million games; then the first card from the top that can be counted
        place = 0
        while kind_at(order, place) >= BLACK:
            place += 1
    table.drawn = kind_at(order, place)
    table.taker = right_of(table.kaipai, value_of_kind(table.drawn) - 1)
    return place


@compiled
def kind_at(order, place):
    return order.cards[place] & KIND_MASK


@compiled
def value_of_kind(kind):
    """§2.2  An ace counts 1, a jack 11, a queen 12, a king 13, every other card its number."""
    if kind == ACE:
        return 1
    return 2 if kind == TWO else kind + 2
