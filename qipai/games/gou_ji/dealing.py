"""§2.2, §2.3, §3  The pack and the deal: who takes the first card, who shows two threes, who starts."""

from qipai.engine.compiling import compiled, inlined
from qipai.engine.seats import NOBODY
from qipai.engine.telling import KIND_BITS

from .clearing import clear, clear_threes
from .ranks import KIND, KINDS
from .seating import EVERYBODY, SEATS, dui_men, right_of
from .session import kai_pai, kind_at, prepare_tribute
from .state import (
    DECLARING,
    MAX_DRAWS,
    NAMING,
    ORDINARY_GAME,
    SHOWING,
    SUITS,
)
from .variants import FACE_UP
from .verbs import SHOW, verb_of

THREE = KIND["3"]


@compiled
def pack(rules, setup, order):
    """§1.3  The physical cards by kind; a natural card's copies are its suits, pack after pack.  The lots are those of Kai Pai."""
    order.count = 0
    for kind in range(1, KINDS):
        for copy in range(setup.pack[kind]):
            order.cards[order.count] = kind | copy << KIND_BITS
            order.count += 1
    draws = setup.kind != ORDINARY_GAME
    order.lots[0] = SEATS if draws and setup.kaipai == NOBODY else 0
    for draw in range(MAX_DRAWS):
        order.lots[draw + 1] = order.count if draws else 0


@compiled
def deal(state, rules, setup, order):
    """§2.2, §2.3, §3.1  In an ordinary game nobody gets a card before the first taker is named."""
    clear(state)
    table = state.table
    table.kind = setup.kind
    table.due = setup.due
    table.talk = (1 if rules.counts_public else 2) if rules.table_talk else 0
    for seat in range(SEATS):
        table.last[seat] = setup.places[seat]
    for kind in range(KINDS):
        table.pack[kind] = setup.pack[kind]
    prepare_tribute(table)
    if setup.kind == ORDINARY_GAME:
        give(state, order, 0)
        table.kaipai = dui_men(table.big_loser)
        table.phase = NAMING
        table.asked = 1 << table.big_loser
        return
    place = kai_pai(table, setup, order)
    give(state, order, int(table.taker))
    take_up(state, order.count // SEATS)
    if rules.kaipai_card == FACE_UP:
        table.starter = right_of(table.taker, place)
        table.dealt[table.starter][table.drawn] = 1
        ask_for_revolution(table)
        return
    for turn in range(order.count):
        if kind_at(order, turn) == THREE:
            note_three(state.threes[right_of(table.taker, turn)], order.cards[turn] >> KIND_BITS, turn + 1)
    table.phase = SHOWING
    table.asked = EVERYBODY


@compiled
def give(state, order, taker):
    """§3.1  One card each in turn."""
    for turn in range(order.count):
        state.hands[right_of(taker, turn)][kind_at(order, turn)] += 1


@compiled
def take_up(state, size):
    """Everybody has cards now."""
    for seat in range(SEATS):
        state.table.left[seat] = size


@compiled
def note_three(threes, copy, number):
    """§3.2  A three comes as card `number` of the deal; the second of a suit makes a pair."""
    suit = copy % SUITS
    threes.count[suit] += 1
    if threes.count[suit] == 2 and threes.at == 0:
        threes.at = number
        threes.suit = suit


@compiled
def name_taker(state, taker):
    """§2.3  The big loser names who takes the first card: pile after pile goes to the seats from there on."""
    table = state.table
    table.taker = taker
    size = 0
    for kind in range(KINDS):
        size += table.pack[kind]
        for _ in range(taker):
            last = state.hands[SEATS - 1][kind]
            for seat in range(SEATS - 1, 0, -1):
                state.hands[seat][kind] = state.hands[seat - 1][kind]
            state.hands[0][kind] = last
    take_up(state, size // SEATS)
    ask_for_revolution(table)


@compiled
def end_showing(state):
    """§3.2, §3.3  The earliest pair among those who would show; without any the first taker starts."""
    table = state.table
    table.starter = table.taker
    earliest = 0
    for seat in range(SEATS):
        threes = state.threes[seat]
        if answer_of(state, seat) == SHOW and (earliest == 0 or threes.at < earliest):
            earliest = int(threes.at)
            table.starter = seat
            table.shown_suit = threes.suit
    if earliest:
        table.dealt[table.starter][THREE] = 2
    for seat in range(SEATS):
        clear_threes(state.threes[seat])
    forget_answers(state)
    ask_for_revolution(table)


@inlined
def answer_of(state, seat):
    """The verb that a seat answered with."""
    return verb_of(state.answers[seat] - 1)


@compiled
def note_answer(state, seat, action):
    """Keep an answer until all who were asked together have given theirs.  Is it the last one?"""
    state.answers[seat] = action + 1
    state.table.asked &= ~(1 << seat)
    return state.table.asked == 0


@compiled
def forget_answers(state):
    for seat in range(SEATS):
        state.answers[seat] = 0


@compiled
def ask_for_revolution(table):
    """§4.2"""
    table.phase = DECLARING
    table.asked = EVERYBODY
