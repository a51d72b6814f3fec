"""Blind Bids: a game for testing what holds games.  Everybody lays a card face down, all are turned up together.

Two to four players; two cards of each kind from 1 to 9; three cards each, the rest lies unseen.  In each round the highest card
takes a point from each other seat; a tie of the highest takes nothing (or, by option `ties`, goes to the first of them in turn
order).  The pack is small and several seats are asked at once, which the games of the house do not show together.
"""

from pathlib import Path
from typing import NamedTuple

import numpy as np

from qipai.engine import records
from qipai.engine.compiling import compiled
from qipai.engine.errors import NotationError, Refusal
from qipai.engine.game import Game, Notation, Rules, Telling
from qipai.engine.options import Option, Variant
from qipai.engine.shuffling import below, order_type
from qipai.engine.telling import KIND_BITS, Choice, Explanation, Fact, copy_of, kind_of

MOST, KINDS, CARDS = 4, 10, 18
SUITS = "ab"

HAND = np.dtype([("count", np.int8, KINDS)], align=True)
STATE = np.dtype(
    [
        ("hands", HAND, MOST),
        ("undealt", HAND),
        ("bids", np.int8, MOST),  # this round's, 0 for none yet
        ("played", HAND),
        ("points", np.int8, MOST),
        ("players", np.int8),
        ("left", np.int8),  # cards in each hand at the beginning of the round
        ("asked", np.int8),  # mask
    ],
    align=True,
)
SETUP = np.dtype([("players", np.int8), ("first", np.int8)], align=True)
OBSERVATION = np.dtype(
    [
        ("seat", np.int8),
        ("hand", HAND),
        ("unseen", HAND),
        ("bid", np.int8),
        ("played", HAND),
        ("points", np.int8, MOST),
        ("players", np.int8),
        ("left", np.int8),
        ("asked", np.int8),
    ],
    align=True,
)
RESULT = np.dtype([("points", np.int64, MOST), ("players", np.int8)], align=True)
ORDER = order_type(CARDS)


class Ruleset(NamedTuple):
    ties: int = 0


@compiled
def first_setup(rules, players, setup):
    setup.players = players
    setup.first = 0


@compiled
def pack(rules, setup, order):
    order.count = CARDS
    for place in range(CARDS):
        order.cards[place] = (place // 2 + 1) | (place % 2) << KIND_BITS


@compiled
def deal(state, rules, setup, order):
    state.players = setup.players
    state.left = 3
    state.asked = (1 << setup.players) - 1
    for seat in range(MOST):
        state.bids[seat] = 0
        state.points[seat] = 0
        for kind in range(KINDS):
            state.hands[seat].count[kind] = 0
    for kind in range(KINDS):
        state.undealt.count[kind] = 0
        state.played.count[kind] = 0
    for place in range(order.count):
        kind = order.cards[place] & ((1 << KIND_BITS) - 1)
        if place < 3 * setup.players:
            state.hands[place % setup.players].count[kind] += 1
        else:
            state.undealt.count[kind] += 1


@compiled
def pending(state):
    return int(state.asked)


@compiled
def to_act(state):
    for seat in range(state.players):
        if state.asked >> seat & 1:
            return seat
    return -1


@compiled
def may_act(state):
    return 0


@compiled
def is_legal(state, rules, seat, action):
    return (state.asked >> seat & 1) == 1 and 1 <= action < KINDS and state.hands[seat].count[action] > 0


@compiled
def legal_actions(state, rules, seat, actions):
    count = 0
    for kind in range(1, KINDS):
        if is_legal(state, rules, seat, kind):
            actions.list[count] = kind
            count += 1
    actions.count = count
    return count


@compiled
def apply_action(state, rules, seat, action):
    state.bids[seat] = action
    state.asked &= ~(1 << seat)
    if state.asked == 0:
        turn_up(state, rules)


@compiled
def turn_up(state, rules):
    highest, best, held = 0, -1, 0
    for seat in range(state.players):
        bid = state.bids[seat]
        state.hands[seat].count[bid] -= 1
        state.played.count[bid] += 1
        state.bids[seat] = 0
        if bid > highest:
            highest, best, held = bid, seat, 1
        elif bid == highest:
            held += 1
    if held == 1 or rules.ties == 1:
        for seat in range(state.players):
            state.points[seat] -= 1
        state.points[best] += state.players
    state.left -= 1
    if state.left > 0:
        state.asked = (1 << state.players) - 1


@compiled
def default_action(state, rules, seat):
    for kind in range(1, KINDS):
        if state.hands[seat].count[kind] > 0:
            return kind
    return 0


@compiled
def is_over(state):
    return state.left == 0


@compiled
def returns(state, rules, result):
    result.players = state.players
    for seat in range(state.players):
        result.points[seat] = state.points[seat]


@compiled
def next_setup(setup, result, rules, following):
    following.players = setup.players
    following.first = (setup.first + 1) % setup.players


@compiled
def observe(state, rules, seat, observation):
    observation.seat = seat
    observation.players = state.players
    observation.left = state.left
    observation.asked = state.asked
    observation.bid = 0
    if seat >= 0:
        observation.bid = state.bids[seat]
    for kind in range(KINDS):
        observation.hand.count[kind] = 0
        if seat >= 0:
            observation.hand.count[kind] = state.hands[seat].count[kind]
        observation.played.count[kind] = state.played.count[kind]
        unseen = 2 - state.played.count[kind] - observation.hand.count[kind]
        observation.unseen.count[kind] = unseen if kind > 0 else 0
    for other in range(MOST):
        observation.points[other] = state.points[other]


@compiled
def sample_world(observation, rules, random, state):
    """Deals what is unseen; a bid that lies face down is any card of its seat's hand."""
    state.players = observation.players
    state.left = observation.left
    state.asked = observation.asked
    for kind in range(KINDS):
        state.undealt.count[kind] = observation.unseen.count[kind]
        state.played.count[kind] = observation.played.count[kind]
        for seat in range(MOST):
            state.hands[seat].count[kind] = 0
    for seat in range(MOST):
        state.points[seat] = observation.points[seat]
        state.bids[seat] = 0
    left = 0
    for kind in range(KINDS):
        left += observation.unseen.count[kind]
    for seat in range(observation.players):
        if seat == observation.seat:
            state.bids[seat] = observation.bid
            for kind in range(KINDS):
                state.hands[seat].count[kind] = observation.hand.count[kind]
            continue
        for _ in range(observation.left):
            place = below(random, left)
            for kind in range(KINDS):
                if place < state.undealt.count[kind]:
                    state.undealt.count[kind] -= 1
                    state.hands[seat].count[kind] += 1
                    left -= 1
                    if (observation.asked >> seat & 1) == 0 and observation.asked > 0 and state.bids[seat] == 0:
                        state.bids[seat] = kind
                    break
                place -= state.undealt.count[kind]


@compiled
def accepts(observation, rules, state):
    if observation.left != state.left or observation.asked != state.asked:
        return False
    for kind in range(KINDS):
        if state.played.count[kind] != observation.played.count[kind]:
            return False
        if observation.seat >= 0 and state.hands[observation.seat].count[kind] != observation.hand.count[kind]:
            return False
    return True


@compiled
def play_kind(action):
    return 0


# -- text and telling


def format_action(action, ruleset):
    return str(action)


def parse_action(text, ruleset):
    if not (text.isdecimal() and 1 <= int(text) < KINDS):
        raise NotationError(f"{text!r} is no bid; a bid is a number from 1 to {KINDS - 1}.")
    return int(text)


def format_card(card):
    return f"{kind_of(card)}{SUITS[copy_of(card)]}"


def parse_card(text):
    if len(text) != 2 or text[0] not in "123456789" or text[1] not in SUITS:
        raise NotationError(f"{text!r} is no card; a card is a number from 1 to 9 and a or b.")
    return int(text[0]) | SUITS.index(text[1]) << KIND_BITS


def format_position(state, ruleset, setup):
    raw = records.to_bytes(state).hex()
    return f"blind_bids ties={ruleset.ties} setup={records.to_bytes(setup).hex()} state={raw}"


def parse_position(text):
    words = dict(word.split("=") for word in text.split()[1:])
    return (
        Ruleset(int(words["ties"])),
        records.from_bytes(bytes.fromhex(words["setup"]), SETUP),
        records.from_bytes(bytes.fromhex(words["state"]), STATE),
    )


def show(state, ruleset):
    return f"{state.left} rounds left"


def tell_deal(state, rules, setup, order, faces):
    cards = [int(card) for card in order.cards[: order.count]]
    players = int(setup.players)
    for seat in range(players):
        faces.give(seat, cards[seat : 3 * players : players])
    faces.undealt = cards[3 * players :]
    hands = {seat: {"cards": [format_card(card) for card in sorted(faces.hands[seat], key=kind_of)]} for seat in range(players)}
    return [Fact("dealt", {"counts": [3] * players}, hands)]


def tell(before, state, rules, seat, action, faces, chosen):
    card = faces.take(seat, [action], chosen)[0]
    facts = [Fact("laid", {"seat": seat, "action": str(action), "cards": [format_card(card)]})]
    if int(state.left) < int(before.left):
        facts.append(Fact("cleared", {"points": [int(part) for part in state.points[: int(state.players)]]}))
    return facts


def tell_result(state, rules, result, faces):
    return [Fact("scored", {"points": [int(part) for part in result.points[: int(result.players)]]})]


def laid_by(observation, seat):
    """Does a bid of this seat lie face down?  That it does is seen by all."""
    return int(observation.asked > 0 and not int(observation.asked) >> seat & 1)


def describe(observation, rules):
    players = int(observation.players)
    return {
        "trick": 4 - int(observation.left),
        "owner": None,
        "to_act": [seat for seat in range(players) if int(observation.asked) >> seat & 1],
        "seats": [{"cards": int(observation.left) - laid_by(observation, seat), "chips": []} for seat in range(players)],
        "played": [int(count) for count in observation.played.count],
    }


def choices(observation, rules, actions):
    return [Choice(str(int(a)), (str(int(a)),), "bid", (str(int(a)),)) for a in actions]


def name_kind(card, rules):
    return str(kind_of(card))


def explain(observation, rules, seat, cards):
    if len(cards) == 1:
        return Explanation((str(kind_of(cards[0])),))
    return Explanation((), NOT_ONE)


NOT_ONE = Refusal("not_one", "1.1", {"en": "Bid one card.", "zh-Hans": "出一张。", "zh-Hant": "出一張。"})
NOT_HELD = Refusal("not_held", "1.2", {"en": "You do not hold it.", "zh-Hans": "你没有。", "zh-Hant": "你沒有。"})
NOT_NOW = Refusal("not_now", "1.3", {"en": "You have bid.", "zh-Hans": "你出过了。", "zh-Hant": "你出過了。"})


def why_not(state, rules, seat, action):
    if not int(state.asked) >> seat & 1:
        return NOT_NOW
    return None if state.hands[seat].count[action] > 0 else NOT_HELD


WORDS = {"en": "x", "zh-Hans": "x", "zh-Hant": "x"}

BLIND_BIDS = Game(
    name="blind_bids",
    titles=WORDS,
    tagline=WORDS,
    seats=(2, 3, 4),
    rules_version=1,
    minutes=1,
    Ruleset=Ruleset,
    options=(Option("ties", "1.4", "nobody", {"nobody": 0, "first": 1}, WORDS, WORDS, {"nobody": WORDS, "first": WORDS}),),
    variants={"default": Variant(Ruleset(), WORDS, "2.1"), "first": Variant(Ruleset(ties=1), WORDS, "2.2")},
    check_ruleset=lambda ruleset: None,
    STATE=STATE,
    SETUP=SETUP,
    OBSERVATION=OBSERVATION,
    RESULT=RESULT,
    ORDER=ORDER,
    kinds=("bid",),
    max_actions=KINDS,
    max_decisions=lambda ruleset, setup: 3 * int(records.opened(setup).players),
    compiled=Rules(
        first_setup,
        pack,
        deal,
        pending,
        to_act,
        may_act,
        legal_actions,
        is_legal,
        apply_action,
        default_action,
        is_over,
        returns,
        next_setup,
        observe,
        sample_world,
        accepts,
        play_kind,
    ),
    notation=Notation(format_action, parse_action, format_card, parse_card, format_position, parse_position, show),
    telling=Telling(tell_deal, tell, tell_result, describe, choices, name_kind, explain, why_not),
    words={"events": {}},
    book=Path(__file__),
)
