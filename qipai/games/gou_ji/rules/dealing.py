"""§2.2, §2.3, §3  The pack and the deal: who takes the first card, who shows two threes, who starts."""

from qipai.engine.compiling import compiled, inlined
from qipai.engine.deriving import clearing
from qipai.engine.listing import list_pack
from qipai.engine.seats import NOBODY
from qipai.engine.telling import KIND_BITS

from ..ranks import KIND, KINDS
from ..seating import EVERYBODY, SEATS, dui_men, right_of
from ..state import (
    DECLARING,
    MAX_DRAWS,
    NAMING,
    ORDINARY_GAME,
    SHOWING,
    SUITS,
    TALKS,
    TALKS_OF_ADVICE,
    TALKS_OF_COUNTS,
    TALKS_OF_WIND,
    WIND_TO_MATES,
    State,
    Threes,
)
from ..variants import FACE_UP, NEXT_RIGHT_PARTNER, REQUEST
from ..verbs import SHOW, verb_of
from .session import kai_pai, kind_at, prepare_tribute

clear = clearing(State)
clear_threes = clearing(Threes)

THREE = KIND["3"]


@compiled
def pack(rules, setup, order):
    """§1.3  Fill `order` with the physical cards by kind, their copies suit by suit and pack by pack; the lots are those of Kai Pai."""
    list_pack(setup.pack, KINDS, order)
    draws = setup.kind != ORDINARY_GAME
    order.lots[0] = SEATS if draws and setup.kaipai == NOBODY else 0
    for draw in range(MAX_DRAWS):
        order.lots[draw + 1] = order.count if draws else 0


@compiled
def what_may_be_said(rules):
    """§14.9, §14.10, §14.18, §14.24, §14.25  Return what may be said, as bits, for readers that do not see the rules."""
    said = TALKS_OF_WIND if rules.wind_protocol == REQUEST else 0
    if rules.wind_to == NEXT_RIGHT_PARTNER:
        said |= WIND_TO_MATES
    if rules.table_talk:
        said |= TALKS | (0 if rules.counts_public else TALKS_OF_COUNTS) | (TALKS_OF_ADVICE if rules.advice else 0)
    return said


@compiled
def deal(state, rules, setup, order):
    """§2.2, §2.3, §3.1  Deal; in an ordinary game nobody gets a card before the first taker is named."""
    clear(state)
    public = state.public
    public.kind = setup.kind
    public.due = setup.due
    public.talk = what_may_be_said(rules)
    for seat in range(SEATS):
        public.last[seat] = setup.places[seat]
    for kind in range(KINDS):
        public.pack[kind] = setup.pack[kind]
    prepare_tribute(public)
    if setup.kind == ORDINARY_GAME:
        give(state, order, 0)
        public.kaipai = dui_men(public.big_loser)
        public.phase = NAMING
        public.asked = 1 << public.big_loser
        return
    place = kai_pai(public, setup, order)
    give(state, order, int(public.taker))
    take_up(state, order.count // SEATS)
    if rules.kaipai_card == FACE_UP:
        public.starter = right_of(public.taker, place)
        public.dealt[public.starter][public.drawn] = 1
        ask_for_revolution(public)
        return
    for turn in range(order.count):
        if kind_at(order, turn) == THREE:
            note_three(state.threes[right_of(public.taker, turn)], order.cards[turn] >> KIND_BITS, turn + 1)
    public.phase = SHOWING
    public.asked = EVERYBODY


@compiled
def give(state, order, taker):
    """§3.1  Give one card to each seat in turn."""
    for turn in range(order.count):
        state.hands[right_of(taker, turn)][kind_at(order, turn)] += 1


@compiled
def take_up(state, size):
    """Let every seat take up `size` cards."""
    for seat in range(SEATS):
        state.public.left[seat] = size


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
    public = state.public
    public.taker = taker
    size = 0
    for kind in range(KINDS):
        size += public.pack[kind]
        for _ in range(taker):
            last = state.hands[SEATS - 1][kind]
            for seat in range(SEATS - 1, 0, -1):
                state.hands[seat][kind] = state.hands[seat - 1][kind]
            state.hands[0][kind] = last
    take_up(state, size // SEATS)
    ask_for_revolution(public)


@compiled
def end_showing(state):
    """§3.2, §3.3  Choose the earliest pair of threes among those who would show; without one the first taker starts."""
    public = state.public
    public.starter = public.taker
    earliest = 0
    for seat in range(SEATS):
        threes = state.threes[seat]
        if answer_of(state, seat) == SHOW and (earliest == 0 or threes.at < earliest):
            earliest = int(threes.at)
            public.starter = seat
            public.shown_suit = threes.suit
    if earliest:
        public.dealt[public.starter][THREE] = 2
    for seat in range(SEATS):
        clear_threes(state.threes[seat])
    forget_answers(state)
    ask_for_revolution(public)


@inlined
def answer_of(state, seat):
    """Return the verb with which a seat answered."""
    return verb_of(state.answers[seat] - 1)


@compiled
def note_answer(state, seat, action):
    """Keep an answer until all who were asked together have answered; return whether it is the last one."""
    state.answers[seat] = action + 1
    state.public.asked &= ~(1 << seat)
    return state.public.asked == 0


@compiled
def forget_answers(state):
    for seat in range(SEATS):
        state.answers[seat] = 0


@compiled
def ask_for_revolution(public):
    """§4.2"""
    public.phase = DECLARING
    public.asked = EVERYBODY
