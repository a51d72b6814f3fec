"""§6  The course of a deal: what a seat may do, what an action does to the state, when a trick and the deal end."""

from qipai.engine.compiling import compiled, inlined
from qipai.engine.listing import add
from qipai.engine.seats import NOBODY

from ..state import LOWEST, NO, OVER, PASS, PLAY, RED, SEATS
from .bidding import answer, list_answers
from .plays import BOMB, ROCKET, SINGLE, copy_hand, kind_of, make_follows, make_leads, move_cards, pack_action


@compiled
def legal_actions(state, rules, seat, actions):
    """§3, §6.1, §6.2  What the seat may do, every action once: a pass first, then plays by kind, length, rank and wings."""
    actions.count = 0
    if state.asked >> seat & 1:
        if state.phase != PLAY:
            list_answers(state, rules, actions)
        elif state.to_beat == PASS:
            make_leads(state.hands[seat], rules, actions)
        else:
            add(actions, PASS)
            make_follows(state.hands[seat], rules, state.to_beat, actions)
    return actions.count


@compiled
def default_action(state, rules, seat):
    """§6.5  The clock declines and passes; on lead it lays a single card of the lowest rank."""
    if state.phase != PLAY:
        return NO
    if state.to_beat != PASS:
        return PASS
    rank = LOWEST
    while rank < RED and state.hands[seat].count[rank] == 0:
        rank += 1
    return pack_action(SINGLE, rank, 1, 0)


@compiled
def apply_action(state, rules, seat, action):
    """§3, §6.2  Answer, pass, or lay a play."""
    if state.phase != PLAY:
        answer(state, rules, seat, action)
    elif action == PASS:
        pass_the_turn(state, seat)
    else:
        lay(state, seat, action)


@compiled
def pass_the_turn(state, seat):
    """§6.2  A pass binds only for the moment.  §6.3  When two have passed in succession, the player who played last leads."""
    state.passes += 1
    if state.passes < SEATS - 1:
        state.asked = 1 << (seat + 1) % SEATS
        return
    state.asked = 1 << state.owner
    state.owner = NOBODY
    state.to_beat = PASS
    state.passes = 0
    state.trick += 1


@compiled
def lay(state, seat, action):
    """§6.2  Lay a play.  §6.4  The deal ends the moment a hand is empty."""
    move_cards(state.hands[seat], state.played[seat], action)
    if state.shown and seat == state.landlord:
        copy_hand(state.hands[seat], state.open_hand)
    state.cards[seat] = state.hands[seat].cards
    state.plays[seat] += 1
    if kind_of(action) == BOMB:
        state.bombs += 1  # §7.3
    elif kind_of(action) == ROCKET:
        state.rocket = 1
    state.to_beat = action
    state.owner = seat
    state.passes = 0
    if state.cards[seat] > 0:
        state.asked = 1 << (seat + 1) % SEATS
    else:
        state.winner = seat
        state.phase = OVER
        state.asked = 0


@inlined
def play_kind(action):
    return kind_of(action)
