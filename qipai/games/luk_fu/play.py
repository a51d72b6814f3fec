"""The course of a hand: what a seat may do and what it does, phase by phase."""

from qipai.engine.compiling import compiled, inlined
from qipai.engine.seats import NOBODY

from .aged import aged_cards
from .calling import answer_window, call, may_claim
from .cards import CARDS, EMPTY, count_of
from .ending import end_without_cards, may_declare, win
from .evidence import EVERYTHING
from .leading import make_leads, single_leads
from .melds import NONE, RUN, SINGLE, is_superior, type_of
from .rounds import (
    CLAIM,
    DECLARE,
    DOWN,
    KEEP,
    LAY,
    NOT_PLAY,
    PLAY,
    VALUE_MASK,
    VERB_BITS,
    add,
    best_meld,
    end_round,
    lay,
    lead,
    make_beats,
    make_surrenders,
    may_keep,
    pack_action,
    present_round,
    surrender,
)
from .seating import next_active
from .state import ATTACKING, CALLING, CLAIMING, LEADING, OVER

# What statistics count
KINDS_OF_ACTIONS = ("single", "gok", "run", "down", "declare", "play", "not_play", "claim", "keep")


@inlined
def verb_of(action):
    return action >> VERB_BITS


@inlined
def cards_of(action):
    return action & VALUE_MASK


@inlined
def pending(state):
    """§4.1 all three together, else one seat."""
    return int(state.table.asked)


@compiled
def to_act(state):
    """The first of them in turn order from the dealer."""
    table = state.table
    for turn in range(table.players):
        seat = (table.dealer + turn) % table.players
        if table.asked >> seat & 1:
            return seat
    return NOBODY


@inlined
def may_act(state):
    """Nobody has a right out of turn."""
    return 0


@inlined
def is_over(state):
    return state.table.phase == OVER


@compiled
def legal_actions(state, rules, seat, actions):
    """What the seat may do, every action once, none out of turn.

    The leader: declaring, single cards, goks, runs.  The others: what beats, then what may be surrendered, from the lowest cards up.
    """
    actions.count = 0
    table = state.table
    if not table.asked >> seat & 1:
        return 0
    hand = state.holdings[seat].hand
    if table.phase == LEADING:
        if may_declare(table, seat, state.aged):
            add(actions, pack_action(DECLARE, EMPTY))
        make_leads(table, rules, seat, hand, state.aged, actions)
    elif table.phase == ATTACKING:
        make_beats(hand, best_meld(table), actions)
        make_surrenders(table, rules, hand, actions)
    elif table.phase == CALLING:
        add(actions, pack_action(PLAY, EMPTY))
        add(actions, pack_action(NOT_PLAY, EMPTY))
    else:
        if may_claim(hand):
            add(actions, pack_action(CLAIM, EMPTY))
        add(actions, pack_action(KEEP, EMPTY))
    return actions.count


@compiled
def is_legal(state, rules, seat, action):
    """The same asked about one action."""
    table = state.table
    if action < 0 or not table.asked >> seat & 1:
        return False
    verb = verb_of(action)
    cards = cards_of(action)
    hand = state.holdings[seat].hand
    if cards & ~hand:
        return False
    if table.phase == ATTACKING:
        return is_legal_answer(table, rules, hand, verb, cards)
    if table.phase == LEADING and verb == LAY:
        kind = type_of(cards)
        return kind > SINGLE or (kind != NONE and cards & single_leads(table, rules, seat, hand, state.aged) != 0)
    if cards != EMPTY:
        return False
    if table.phase == LEADING:
        return verb == DECLARE and may_declare(table, seat, state.aged)
    if table.phase == CALLING:
        return verb == PLAY or verb == NOT_PLAY
    return verb == KEEP or (verb == CLAIM and may_claim(hand))


@inlined
def is_legal_answer(table, rules, hand, verb, cards):
    """§6.2, §6.3"""
    if verb == LAY:
        return is_superior(cards, best_meld(table))
    if verb != DOWN or count_of(cards) != present_round(table).count:
        return False
    return may_keep(table, rules, hand, cards)


@compiled
def default_action(state, rules, seat):
    """What the clock plays: the first lead that is no declaration, a surrender of the lowest cards, no call, no claim."""
    table = state.table
    hand = state.holdings[seat].hand
    if table.phase == CLAIMING:
        return pack_action(KEEP, EMPTY)
    if table.phase == CALLING:
        return pack_action(NOT_PLAY, EMPTY)
    if table.phase == LEADING:
        singles = single_leads(table, rules, seat, hand, state.aged)
        return singles & -singles
    return default_answer(table, rules, hand)


@compiled
def default_answer(table, rules, hand):
    """The lowest cards that may be surrendered; where none may, the lowest single card that beats."""
    count = present_round(table).count
    chosen = EMPTY
    rest = hand
    for _ in range(count):
        chosen |= rest & -rest
        rest &= rest - 1
    if may_keep(table, rules, hand, chosen):
        return pack_action(DOWN, chosen)
    for card in range(CARDS):
        if hand >> card & 1 and is_superior(1 << card, best_meld(table)):
            return 1 << card
    return lowest_superior(hand, best_meld(table), count)


@compiled
def lowest_superior(hand, best, count):
    """The lowest gok or run of a hand that beats the best; EMPTY if there is none."""
    for card in range(CARDS):
        run = (1 << count) - 1 << card
        if run & ~hand == 0 and is_superior(run, best):
            return run
        gok = EMPTY
        for step in range(4):
            other = 1 << card + 9 * step
            if card < 9 and hand & other and count_of(gok) < count:
                gok |= other
        if count_of(gok) == count and is_superior(gok, best):
            return gok
    return EMPTY


@compiled
def apply_action(state, rules, seat, action):
    """Claim, call, lead, beat, surrender or declare; and whatever follows by itself."""
    table = state.table
    verb = verb_of(action)
    cards = cards_of(action)
    if table.phase == CLAIMING:
        answer_window(state, rules, seat, verb == CLAIM)
    elif table.phase == CALLING:
        call(table, rules, seat, verb == PLAY)
    elif verb == DECLARE:
        win(state, seat, state.aged)
    elif table.phase == LEADING:
        state.aged = EMPTY
        lead(state, seat, cards)
    else:
        answer(state, rules, seat, verb, cards)
    if table.phase == LEADING:
        leader = table.rounds[table.round_number].leader
        state.aged = aged_cards(table, rules, leader, state.holdings[leader], EVERYTHING, state.search)


@compiled
def answer(state, rules, seat, verb, cards):
    """§6.2, §6.3, §6.4  Beat or surrender; after the third the round is over."""
    table = state.table
    if verb == LAY:
        lay(state, seat, cards)
    else:
        surrender(state, seat, cards)
    following = next_active(table, seat)
    if following != present_round(table).leader:
        table.asked = 1 << following
        return
    winner = int(table.best)
    end_round(state)
    if table.left == 0:
        end_without_cards(state, rules, winner)


@compiled
def play_kind(action):
    """Which of `KINDS_OF_ACTIONS` an action is."""
    verb = verb_of(action)
    return type_of(cards_of(action)) - SINGLE if verb == LAY else RUN - SINGLE + verb
