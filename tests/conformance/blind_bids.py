"""Blind Bids: a game for testing what holds games.  Everybody lays a card face down, all are turned up together.

Two to four players; two cards of each kind from 1 to 9; three cards each, the rest lies unseen.  In each round the highest card
takes a point from each other seat; a tie of the highest takes nothing (or, by option `ties`, goes to the first of them in turn
order).  The pack is small and several seats are asked at once, which the games of the house do not show together.
"""

import sys
from pathlib import Path
from typing import NamedTuple

import numpy as np

from qipai.engine import records, schema
from qipai.engine.compiling import compiled
from qipai.engine.contract import Bounds
from qipai.engine.deriving import agreeing, clearing, restoring, showing
from qipai.engine.errors import NotationError, Refusal
from qipai.engine.game import Game
from qipai.engine.options import Option, Variant
from qipai.engine.records import actions_type
from qipai.engine.schema import Record
from qipai.engine.shuffling import below, order_type
from qipai.engine.telling import KIND_BITS, Choice, Explanation, Fact, copy_of, kind_of

MOST, KINDS, CARDS = 4, 10, 18
SUITS = "ab"


class Hand(Record):
    count = schema.row(KINDS, schema.count(2, "cards of each kind"))


class Public(Record, public=True):
    """What all see.  Seats keep their numbers in an observation: nothing is about seats that would turn."""

    played = schema.one(Hand, "what has been laid")
    points = schema.row(MOST, schema.count(CARDS, "what each seat has won; below 0 what it has lost"))
    players = schema.count(MOST, "how many sit at the table")
    left = schema.count(3, "cards in each hand at the beginning of the round")
    asked = schema.marks("0123", "mask of the seats that owe a bid", width=np.int8)


class State(Public):
    hands = schema.row(MOST, schema.one(Hand, "what each seat holds"))
    undealt = schema.one(Hand, "what nobody holds")
    bids = schema.row(MOST, schema.count(KINDS, "this round's, 0 for none yet"))


class Observation(Public, seats=MOST):
    seat = schema.observer()
    hand = schema.own(State.hands)
    unseen = schema.one(Hand, "what one cannot see")
    bid = schema.own(State.bids)


HAND, STATE, OBSERVATION = Hand.dtype, State.dtype, Observation.dtype
clear, show_seat = clearing(State), showing(State, Observation)
restore, agrees = restoring(Observation, State), agreeing(Observation, State)

SETUP = np.dtype([("players", np.int8), ("first", np.int8)], align=True)
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
    clear(state)
    state.players = setup.players
    state.left = 3
    state.asked = (1 << setup.players) - 1
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
    show_seat(state, seat, observation)
    for kind in range(KINDS):
        unseen = 2 - state.played.count[kind] - observation.hand.count[kind]
        observation.unseen.count[kind] = unseen if kind > 0 else 0


@compiled
def sample_world(observation, rules, random, state):
    """Deals what is unseen; a bid that lies face down is any card of its seat's hand."""
    restore(observation, state)
    for kind in range(KINDS):
        state.undealt.count[kind] = observation.unseen.count[kind]
    left = 0
    for kind in range(KINDS):
        left += observation.unseen.count[kind]
    for seat in range(observation.players):
        if seat == observation.seat:
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
    return agrees(observation, state)


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


def max_decisions(ruleset, setup):
    return 3 * int(records.opened(setup).players)


def bounds(ruleset, setup):
    return Bounds(-3, 3 * (int(records.opened(setup).players) - 1))


ACTIONS = actions_type(KINDS)
HERE = sys.modules[__name__]

BLIND_BIDS = Game(
    name="blind_bids",
    titles=WORDS,
    tagline=WORDS,
    seats=(2, 3, 4),
    rules_version=1,
    minutes=1,
    options=(Option("ties", "1.4", "nobody", {"nobody": 0, "first": 1}, WORDS, WORDS, {"nobody": WORDS, "first": WORDS}),),
    variants={"default": Variant(Ruleset(), WORDS, "2.1"), "first": Variant(Ruleset(ties=1), WORDS, "2.2")},
    state=HERE,
    dealing=HERE,
    playing=HERE,
    knowing=HERE,
    notation=HERE,
    telling=HERE,
    kinds=("bid",),
    words={"events": {}},
    book=Path(__file__),
)
