"""§3  Becoming landlord: calling, grabbing and bidding, the bottom cards, showing and doubling."""

from qipai.engine.compiling import compiled, inlined
from qipai.engine.listing import add
from qipai.engine.seats import NOBODY

from ..state import BID_1, BID_3, BIDDING, CALL, DOUBLE, DOUBLING, GRAB, KINDS, NO, NOTHING, OVER, PLAY, SEATS, SHOW, SHOWING
from ..variants import BID_AUCTION, BID_CALL, BID_GRAB, BID_NONE, FIRST_BIDDER, NO_DOUBLING, PEASANTS_FIRST
from .plays import copy_hand, move

ALL = (1 << SEATS) - 1


@compiled
def begin_bidding(state, rules):
    """§3.1  The turn begins with the player who is asked first; §8.1 or that player is landlord unasked."""
    if rules.bidding == BID_NONE:
        become_landlord(state, rules, int(state.first))
    else:
        state.phase = BIDDING
        state.asked = 1 << state.first


@inlined
def is_bid_in_points(rules):
    return rules.bidding != BID_GRAB and rules.bidding != BID_CALL


@compiled
def list_answers(state, rules, actions):
    """§3.2, §3.3, §3.6, §8.1, §8.4, §8.5  What may be answered to the question in hand: to decline comes first."""
    add(actions, NO)
    if state.phase == SHOWING:
        add(actions, SHOW)
    elif state.phase == DOUBLING:
        add(actions, DOUBLE)
    elif is_bid_in_points(rules):
        for answer in range(BID_1 + state.bid, BID_3 + 1):
            add(actions, answer)  # more than was bid so far
    else:
        add(actions, CALL if state.caller == NOBODY else GRAB)


@compiled
def answer(state, rules, seat, action):
    """Answer the question in hand."""
    if state.phase == BIDDING:
        answer_bidding(state, rules, seat, action)
    elif state.phase == DOUBLING:
        answer_doubling(state, rules, seat, action)
    else:
        if action == SHOW:
            state.shown = 1  # §8.4 the hand stays open to the end of the deal
            copy_hand(state.hands[seat], state.open_hand)
        begin_doubling(state, rules)


@compiled
def answer_bidding(state, rules, seat, action):
    """§3.1  Everybody hears the answer; then another is asked, or the bidding is over."""
    state.answers[seat] = action
    if action == NO:
        state.declined += 1
    else:
        state.declined = 0
        state.bidder = seat
        if action == GRAB:
            state.grabs += 1
        elif action == CALL:
            state.caller = seat
        else:
            state.bid = action - BID_1 + 1
    following = asked_next(state, rules, seat)
    if following != NOBODY:
        state.asked = 1 << following
    elif state.bidder != NOBODY:
        become_landlord(state, rules, int(state.bidder))
    elif rules.all_pass == FIRST_BIDDER:
        become_landlord(state, rules, int(state.first))  # §8.2
    else:
        state.asked = 0  # §3.4 the deal is void
        state.phase = OVER


@compiled
def asked_next(state, rules, seat):
    """§3.2, §3.3, §8.1  Who is asked after a seat has answered; NOBODY if the bidding is over."""
    following = (seat + 1) % SEATS
    if rules.bidding == BID_AUCTION:
        needed = SEATS if state.bidder == NOBODY else SEATS - 1
        return NOBODY if state.bid == 3 or state.declined == needed else following
    if state.bid == 3 or (rules.bidding == BID_CALL and state.caller != NOBODY):
        return NOBODY
    if state.answers[following] == NOTHING:
        return following
    if state.grabs > 0 and state.answers[state.caller] == CALL:
        return int(state.caller)  # §3.3 once more, last of all
    return NOBODY


@compiled
def become_landlord(state, rules, seat):
    """§3.5  The bottom cards are turned up for all to see, and the landlord takes them."""
    state.landlord = seat
    state.bid = max(1, state.bid)
    copy_hand(state.face_down, state.bottom)
    for kind in range(KINDS):
        move(state.face_down, state.hands[seat], kind, state.bottom.count[kind])
    state.cards[seat] = state.hands[seat].cards
    if rules.show_hand:
        state.phase = SHOWING  # §8.4
        state.asked = 1 << seat
    else:
        begin_doubling(state, rules)


@compiled
def begin_doubling(state, rules):
    """§3.6  All three decide together; §8.5 or in turn, from the landlord's right."""
    state.phase = DOUBLING
    if rules.doubling == NO_DOUBLING:
        begin_play(state)
    elif rules.doubling == PEASANTS_FIRST:
        state.asked = 1 << (state.landlord + 1) % SEATS
    else:
        state.asked = ALL


@compiled
def answer_doubling(state, rules, seat, action):
    """§3.6  The answers are seen when all have decided; §8.5 in turn they are heard at once."""
    if rules.doubling == PEASANTS_FIRST:
        if action == DOUBLE:
            state.doubled |= 1 << seat
        following = (seat + 1) % SEATS
        if seat == state.landlord or (following == state.landlord and state.doubled == 0):
            begin_play(state)
        else:
            state.asked = 1 << following
        return
    state.sealed[seat] = action
    state.asked &= ~(1 << seat)
    if state.asked == 0:
        for other in range(SEATS):
            if state.sealed[other] == DOUBLE:
                state.doubled |= 1 << other
            state.sealed[other] = NOTHING
        begin_play(state)


@compiled
def begin_play(state):
    """§6.1  The landlord leads to the first trick."""
    state.phase = PLAY
    state.asked = 1 << state.landlord
    state.trick = 1
