"""§5  The course of a deal: what a seat may do, what an action does to the state, when a trick and the deal end."""

from qipai.engine.compiling import compiled, inlined
from qipai.engine.listing import add
from qipai.engine.seats import NOBODY

from ..state import BLACK, LOWEST, PASS, RED, TWO
from .combinations import (
    BARE,
    DOUBLE_JOKER,
    SINGLE,
    TRIPLET,
    is_bare,
    joker_count,
    kind_of,
    move_cards,
    pack_action,
)
from .following import fits, level_of, make_follows, may_follow
from .jokers import see_play
from .leading import begin_trick, make_leads, may_win
from .talon import draw_cards, next_seat


@inlined
def to_act(state):
    return state.to_act


@inlined
def pending(state):
    """§5.2  Return the mask of seats that owe a decision: the seat to act, or none when the deal is over."""
    return 0 if state.over else 1 << state.to_act


@compiled
def legal_actions(state, rules, seat, actions):
    """§5.1, §5.2  Fill `actions` with everything that the seat may do, each action once; return how many (0 out of turn).

    For a leader: sets from the lowest rank up, the double joker, sequences from the lowest rank up.  For a follower: the pass, the plays
    of the kind to beat from the lowest rank up, triplets that are bombs, fours of a kind, the double joker.
    Of plays with equal kind, rank and length those without jokers come first.
    """
    actions.count = 0
    if seat == state.to_act:
        if state.to_beat == PASS:
            make_leads(state, rules, seat, actions)
        else:
            add(actions, PASS)
            make_follows(state.hands[seat], rules, state.to_beat, actions)
    return actions.count


@compiled
def is_legal(state, rules, seat, action):
    """§5.1, §5.2  Return whether `action` is among the legal actions of the seat, without listing them."""
    if seat != state.to_act:
        return False
    if action == PASS:
        return state.to_beat != PASS
    hand = state.hands[seat]
    if not fits(hand, rules, action):
        return False
    if state.to_beat == PASS:
        return (kind_of(action) == BARE) == is_bare(hand, rules)
    return kind_of(action) != BARE and may_follow(action, state.to_beat, rules)


@compiled
def default_action(state, rules, seat):
    """Return what the clock plays: a pass; for a leader the lowest single card, or the jokers of a bare hand."""
    if state.to_beat != PASS:
        return PASS
    hand = state.hands[seat]
    for rank in range(LOWEST, TWO + 1):
        if hand.count[rank] > 0:
            return pack_action(SINGLE, rank, 1, 0, 0)
    if is_bare(hand, rules):
        return pack_action(BARE, BLACK if hand.count[BLACK] else RED, hand.cards, 0, 0)
    return pack_action(DOUBLE_JOKER, 0, 1, 0, 0)


@compiled
def apply_action(state, rules, seat, action):
    """§5.2  Carry out a legal action: a pass or a play."""
    state.last[seat] = action
    if action == PASS:
        state.passed_on[seat] = state.to_beat
        pass_the_turn(state, rules, seat)
    else:
        lay(state, rules, seat, action)


@compiled
def lay(state, rules, seat, action):
    """§5.2, §5.6  Lay a play.  The deal ends at once when the hand is empty and that wins (§7.10)."""
    hand = state.hands[seat]
    move_cards(hand, state.played[seat], action, rules)
    state.plays[seat] += 1
    count_bomb(state, rules, action)
    see_play(state, rules, seat, action)
    state.to_beat = action
    state.owner = seat
    announce(state, rules, seat)
    if hand.cards == 0 and may_win(state, rules):
        state.winner = seat
        state.over = 1
        state.to_act = NOBODY
    elif kind_of(action) == DOUBLE_JOKER:
        end_trick(state, rules)  # §4.5
    else:
        pass_the_turn(state, rules, seat)


@compiled
def pass_the_turn(state, rules, seat):
    """§5.2, §5.3  Give the turn to the next seat on the right that may act; end the trick when it comes back to the last player."""
    seat = next_seat(state, seat)
    while seat != state.owner:
        sits_out = rules.pass_sticky != 0 and state.last[seat] == PASS  # §7.16
        if not sits_out and state.hands[seat].cards > 0:  # §7.10 an empty hand passes by itself
            state.to_act = seat
            return
        seat = next_seat(state, seat)
    end_trick(state, rules)


@compiled
def end_trick(state, rules):
    """§5.3, §5.4  Put the cards aside, let everybody draw, and let the last player lead."""
    leader = state.owner
    draw_cards(state, rules, leader)
    for seat in range(state.players):
        announce(state, rules, seat)
    state.trick += 1
    begin_trick(state, rules, leader)


@inlined
def announce(state, rules, seat):
    """§7.9  Note whether a seat's present hand is announced; a hand that has grown beyond the number is not announced any more."""
    cards = state.hands[seat].cards
    state.announced[seat] = 1 if 0 < cards <= rules.announce_at else 0


@inlined
def count_bomb(state, rules, action):
    """§8.2, §8.5  Count a bomb, whichever seat plays it; a soft bomb contains a joker."""
    kind = kind_of(action)
    if level_of(kind, rules) == 0:
        return
    if kind == DOUBLE_JOKER:
        state.bombs.double_jokers += 1
    elif kind == TRIPLET and joker_count(action):
        state.bombs.soft_triplets += 1
    elif kind == TRIPLET:
        state.bombs.hard_triplets += 1
    elif joker_count(action):
        state.bombs.soft_quads += 1
    else:
        state.bombs.hard_quads += 1
