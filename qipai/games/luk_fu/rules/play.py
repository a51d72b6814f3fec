"""The course of a hand: what a seat may do and what it does, phase by phase."""

from qipai.engine.compiling import compiled, inlined
from qipai.engine.listing import add
from qipai.engine.seats import first_from

from ..cards import CARDS, EMPTY, count_of
from ..seating import next_active
from ..state import ATTACKING, CALLING, CLAIMING, LEADING
from .aged import aged_cards
from .calling import answer_window, call, may_claim
from .ending import end_without_cards, may_declare, win
from .evasion import may_evade
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
    best_meld,
    cards_of,
    end_round,
    lay,
    lead,
    make_beats,
    make_surrenders,
    may_keep,
    pack_action,
    present_round,
    surrender,
    verb_of,
)

# What statistics count
KINDS_OF_ACTIONS = ("single", "gok", "run", "down", "declare", "play", "not_play", "claim", "keep")


@compiled
def to_act(state):
    """Return the first seat that is asked, in turn order from the dealer."""
    return first_from(state.public.asked, state.public.dealer, state.public.players)


@compiled
def legal_actions(state, rules, seat, actions):
    """Fill `actions` with everything that the seat may do, each action once; return how many (0 out of turn).

    For a leader: declaring, single cards, goks, runs.  For the others: what beats, then what may be surrendered, lowest cards first.
    """
    actions.count = 0
    public = state.public
    if not public.asked >> seat & 1:
        return 0
    hand = state.holdings[seat].hand
    if public.phase == LEADING:
        if may_declare(public, seat, state.aged):
            add(actions, pack_action(DECLARE, EMPTY))
        make_leads(public, rules, seat, hand, state.aged, actions)
    elif public.phase == ATTACKING:
        make_beats(hand, best_meld(public), actions)
        make_surrenders(public, rules, hand, actions)
    elif public.phase == CALLING:
        add(actions, pack_action(PLAY, EMPTY))
        if may_evade(public, rules, seat, hand):
            add(actions, pack_action(NOT_PLAY, EMPTY))
    else:
        if may_claim(hand):
            add(actions, pack_action(CLAIM, EMPTY))
        add(actions, pack_action(KEEP, EMPTY))
    return actions.count


@compiled
def is_legal(state, rules, seat, action):
    """Return whether `action` is among the legal actions of the seat, without listing them."""
    public = state.public
    if action < 0 or not public.asked >> seat & 1:
        return False
    verb = verb_of(action)
    cards = cards_of(action)
    hand = state.holdings[seat].hand
    if cards & ~hand:
        return False
    if public.phase == ATTACKING:
        return is_legal_answer(public, rules, hand, verb, cards)
    if public.phase == LEADING and verb == LAY:
        kind = type_of(cards)
        return kind > SINGLE or (kind != NONE and cards & single_leads(public, rules, seat, hand, state.aged) != 0)
    if cards != EMPTY:
        return False
    if public.phase == LEADING:
        return verb == DECLARE and may_declare(public, seat, state.aged)
    if public.phase == CALLING:
        return verb == PLAY or (verb == NOT_PLAY and may_evade(public, rules, seat, hand))
    return verb == KEEP or (verb == CLAIM and may_claim(hand))


@inlined
def is_legal_answer(public, rules, hand, verb, cards):
    """§6.2, §6.3  Return whether these cards beat, or may be surrendered, as `verb` says."""
    if verb == LAY:
        return is_superior(cards, best_meld(public))
    if verb != DOWN or count_of(cards) != present_round(public).count:
        return False
    return may_keep(public, rules, hand, cards)


@compiled
def default_action(state, rules, seat):
    """Return what the clock plays: the first lead, a surrender of the lowest cards, no call (§11.10 unless it must), no claim."""
    public = state.public
    hand = state.holdings[seat].hand
    if public.phase == CLAIMING:
        return pack_action(KEEP, EMPTY)
    if public.phase == CALLING:
        return pack_action(NOT_PLAY if may_evade(public, rules, seat, hand) else PLAY, EMPTY)
    if public.phase == LEADING:
        singles = single_leads(public, rules, seat, hand, state.aged)
        return singles & -singles
    return default_answer(public, rules, hand)


@compiled
def default_answer(public, rules, hand):
    """Return a surrender of the lowest cards; where none is legal, the lowest meld that beats."""
    count = present_round(public).count
    chosen = EMPTY
    rest = hand
    for _ in range(count):
        chosen |= rest & -rest
        rest &= rest - 1
    if may_keep(public, rules, hand, chosen):
        return pack_action(DOWN, chosen)
    for card in range(CARDS):
        if hand >> card & 1 and is_superior(1 << card, best_meld(public)):
            return 1 << card
    return lowest_superior(hand, best_meld(public), count)


@compiled
def lowest_superior(hand, best, count):
    """Return the lowest gok or run of a hand that beats the best; EMPTY if there is none."""
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
    """Carry out a legal action, and what follows from it: claim, call, lead, beat, surrender or declare."""
    public = state.public
    verb = verb_of(action)
    cards = cards_of(action)
    if public.phase == CLAIMING:
        answer_window(state, rules, seat, verb == CLAIM)
    elif public.phase == CALLING:
        call(public, rules, seat, verb == PLAY)
    elif verb == DECLARE:
        win(state, seat, state.aged)
    elif public.phase == LEADING:
        state.aged = EMPTY
        lead(state, seat, cards)
    else:
        answer(state, rules, seat, verb, cards)
    if public.phase == LEADING:
        leader = public.rounds[public.round_number].leader
        state.aged = aged_cards(public, rules, leader, state.holdings[leader], EVERYTHING, state.search)


@compiled
def answer(state, rules, seat, verb, cards):
    """§6.2, §6.3, §6.4  Beat or surrender; end the round after the third player."""
    public = state.public
    if verb == LAY:
        lay(state, seat, cards)
    else:
        surrender(state, seat, cards)
    following = next_active(public, seat)
    if following != present_round(public).leader:
        public.asked = 1 << following
        return
    winner = int(public.best)
    end_round(state)
    if public.left == 0:
        end_without_cards(state, rules, winner)


@compiled
def play_kind(action):
    """Return the number of an action's kind in `KINDS_OF_ACTIONS`."""
    verb = verb_of(action)
    return type_of(cards_of(action)) - SINGLE if verb == LAY else RUN - SINGLE + verb
