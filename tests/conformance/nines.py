"""Nines: a game for testing what holds games.  It has windows, rights out of turn, and deals that newcomers make fresh.

Two to four players; the pack of Blind Bids, three cards each.  In each of three rounds every seat in turn lays a card face up,
and the highest (the first of them) takes a point.  Before the first round all are asked in a window whether they show a nine,
before the second the seat behind the first: who holds one may, for a point.  Out of turn a seat may `knock` (once each: nothing
follows), `halt` (once a deal: it lays next) and `press` (once a deal: who is to lay must lay the highest card).
"""

import sys
from pathlib import Path
from typing import NamedTuple

import numpy as np

from qipai.engine import records, schema
from qipai.engine.compiling import compiled
from qipai.engine.contract import Bounds, Particulars
from qipai.engine.deriving import agreeing, clearing, restoring, showing
from qipai.engine.errors import NotationError, Refusal
from qipai.engine.game import Game
from qipai.engine.options import Option, Variant
from qipai.engine.records import actions_type
from qipai.engine.schema import Record
from qipai.engine.shuffling import below
from qipai.engine.telling import KIND_BITS, Choice, Explanation, Fact, kind_of

from .blind_bids import KINDS, MOST, ORDER, RESULT, WORDS, Hand, format_card, name_kind, pack, parse_card  # noqa: F401

ROUNDS, NINE = 3, 9
NO, SHOW, KNOCK, HALT, PRESS = range(10, 15)
SAID = {"no": NO, "show": SHOW, "knock": KNOCK, "halt": HALT, "press": PRESS}
TEXTS = {action: text for text, action in SAID.items()}
USED, IN_FORCE = 1, 2  # of `pressed`; 0 while nobody has


class Public(Record, public=True):
    """What all see.  Seats keep their numbers in an observation: nothing is about seats that would turn."""

    bids = schema.row(MOST, schema.count(NINE, "the card that a seat has laid in this round, 0 for none"))
    known = schema.row(MOST, schema.flag("has it shown a nine that it still holds?"))
    points = schema.row(MOST, schema.count(ROUNDS + 2, "what each seat has won"))
    played = schema.one(Hand, "what has been laid")
    players = schema.count(MOST, "how many sit at the table")
    first = schema.count(MOST, "who lays first")
    trick = schema.count(ROUNDS + 1, "the number of the round, from 1")
    window = schema.flag("is a window open?")
    asked = schema.marks("0123", "mask of the seats that owe a decision", width=np.int8)
    knocked = schema.marks("0123", "mask of the seats that have knocked", width=np.int8)
    halted = schema.flag("has somebody said halt?")
    pressed = schema.count(IN_FORCE, "USED or IN_FORCE; 0 while nobody has")


class State(Record):
    hands = schema.row(MOST, schema.one(Hand, "what each seat holds"))
    undealt = schema.one(Hand, "what nobody holds")
    wishes = schema.row(MOST, schema.count(SHOW, "what each seat has answered in the open window"))
    public = schema.one(Public)


class Observation(Record, seats=MOST):
    seat = schema.observer()
    hand = schema.own(State.hands)
    unseen = schema.one(Hand, "what one cannot see")
    wish = schema.own(State.wishes)
    public = State.public


STATE, OBSERVATION = State.dtype, Observation.dtype
clear, show_seat = clearing(State), showing(State, Observation)
restore, agrees = restoring(Observation, State), agreeing(Observation, State)
SETUP = np.dtype([("players", np.int8), ("first", np.int8), ("fresh", np.int8)], align=True)


class Ruleset(NamedTuple):
    windows: int = 1


@compiled
def first_setup(rules, players, setup):
    setup.players = players
    setup.first = 0
    setup.fresh = 1


@compiled
def next_setup(setup, result, rules, following):
    following.players = setup.players
    following.first = (setup.first + 1) % setup.players
    following.fresh = 0


@compiled
def deal(state, rules, setup, order):
    clear(state)
    public = state.public
    public.players = setup.players
    public.first = setup.first
    public.trick = 1
    for place in range(order.count):
        kind = order.cards[place] & ((1 << KIND_BITS) - 1)
        if place < ROUNDS * setup.players:
            state.hands[place % setup.players].count[kind] += 1
        else:
            state.undealt.count[kind] += 1
    begin_round(public, rules)


@compiled
def begin_round(public, rules):
    for seat in range(MOST):
        public.bids[seat] = 0
    public.window = 0
    public.asked = 1 << public.first
    if public.trick > ROUNDS:
        public.asked = 0
    elif rules.windows == 1 and public.trick == 1:
        public.window = 1
        public.asked = (1 << public.players) - 1
    elif rules.windows == 1 and public.trick == 2:
        public.window = 1
        public.asked = 1 << (public.first + 1) % public.players


@compiled
def to_act(state):
    for seat in range(state.public.players):
        if state.public.asked >> seat & 1:
            return seat
    return -1


@compiled
def is_asked(public, seat):
    return (public.asked >> seat & 1) == 1


@compiled
def has_right(public, seat, action):
    """Rights depend on nothing but what all see."""
    if public.asked == 0 or public.window == 1:
        return False
    if action == KNOCK:
        return (public.knocked >> seat & 1) == 0
    if is_asked(public, seat):
        return False
    if action == HALT:
        return public.halted == 0 and public.bids[seat] == 0
    return action == PRESS and public.pressed == 0


@compiled
def may_act(state):
    mask = 0
    for seat in range(state.public.players):
        for action in range(KNOCK, PRESS + 1):
            if not is_asked(state.public, seat) and has_right(state.public, seat, action):
                mask |= 1 << seat
    return mask


@compiled
def highest(hand):
    kind = NINE
    while kind > 0 and hand.count[kind] == 0:
        kind -= 1
    return kind


@compiled
def is_legal(state, rules, seat, action):
    if action >= KNOCK:
        return has_right(state.public, seat, action)
    if not is_asked(state.public, seat):
        return False
    if state.public.window == 1:
        return action == NO or (action == SHOW and state.hands[seat].count[NINE] > state.public.known[seat])
    if action < 1 or action >= KINDS or state.hands[seat].count[action] == 0:
        return False
    return state.public.pressed != IN_FORCE or action == highest(state.hands[seat])


@compiled
def legal_actions(state, rules, seat, actions):
    count = 0
    for action in range(1, PRESS + 1):
        if is_legal(state, rules, seat, action):
            actions.list[count] = action
            count += 1
    actions.count = count
    return count


@compiled
def default_action(state, rules, seat):
    if state.public.window == 1:
        return NO
    for kind in range(1, KINDS):
        if is_legal(state, rules, seat, kind):
            return kind
    return 0


@compiled
def apply_action(state, rules, seat, action):
    public = state.public
    if action == KNOCK:
        public.knocked |= 1 << seat
    elif action == HALT:
        public.halted = 1
        public.asked = 1 << seat
        public.pressed = min(public.pressed, USED)
    elif action == PRESS:
        public.pressed = IN_FORCE
    elif public.window == 1:
        state.wishes[seat] = action
        public.asked &= ~(1 << seat)
        if public.asked == 0:
            close_window(state)
    else:
        lay(state, rules, seat, action)


@compiled
def close_window(state):
    for seat in range(state.public.players):
        if state.wishes[seat] == SHOW:
            state.public.points[seat] += 1
            state.public.known[seat] = 1
        state.wishes[seat] = 0
    state.public.window = 0
    state.public.asked = 1 << state.public.first


@compiled
def lay(state, rules, seat, card):
    public = state.public
    state.hands[seat].count[card] -= 1
    public.played.count[card] += 1
    public.bids[seat] = card
    if card == NINE:
        public.known[seat] = 0
    public.pressed = min(public.pressed, USED)
    for turn in range(1, public.players):
        other = (seat + turn) % public.players
        if public.bids[other] == 0:
            public.asked = 1 << other
            return
    best = public.first
    for turn in range(1, public.players):
        other = (public.first + turn) % public.players
        if public.bids[other] > public.bids[best]:
            best = other
    public.points[best] += 1
    public.trick += 1
    begin_round(public, rules)


@compiled
def returns(state, rules, result):
    result.players = state.public.players
    for seat in range(state.public.players):
        result.points[seat] = state.public.points[seat]


@compiled
def observe(state, rules, seat, observation):
    show_seat(state, seat, observation)
    for kind in range(KINDS):
        unseen = 2 - state.public.played.count[kind] - observation.hand.count[kind]
        observation.unseen.count[kind] = unseen if kind > 0 else 0


@compiled
def held(public, seat):
    """How many cards a seat holds."""
    return ROUNDS + 1 - public.trick - (1 if public.bids[seat] > 0 else 0)


@compiled
def sample_world(observation, rules, random, state):
    """Nines that were shown lie where they were; all else is drawn.  An answer that lies face down is taken to be no."""
    public, mine = observation.public, observation.seat
    restore(observation, state)
    left = 0
    for kind in range(KINDS):
        state.undealt.count[kind] = observation.unseen.count[kind]
        left += observation.unseen.count[kind]
    for seat in range(public.players):
        if seat == mine:
            continue
        if public.window == 1 and public.trick == 1 and not is_asked(public, seat):
            state.wishes[seat] = NO
        if public.known[seat] == 1:
            state.hands[seat].count[NINE] = 1
            state.undealt.count[NINE] -= 1
            left -= 1
    for seat in range(public.players):
        for _ in range(0 if seat == mine else held(public, seat) - public.known[seat]):
            place = below(random, left)
            for kind in range(KINDS):
                if place < state.undealt.count[kind]:
                    state.undealt.count[kind] -= 1
                    state.hands[seat].count[kind] += 1
                    left -= 1
                    break
                place -= state.undealt.count[kind]


@compiled
def accepts(observation, rules, state):
    for seat in range(observation.public.players):
        if state.hands[seat].count[NINE] < observation.public.known[seat]:
            return False
    return agrees(observation, state)


@compiled
def play_kind(action):
    return 0 if action < NO else 1


# -- text and telling


def format_action(action, ruleset):
    return TEXTS.get(int(action), str(action))


def parse_action(text, ruleset):
    if text in SAID:
        return SAID[text]
    if not (text.isdecimal() and 1 <= int(text) < KINDS):
        raise NotationError(f"{text!r} is nothing to do here; a card is a number from 1 to 9, and said are {', '.join(SAID)}.")
    return int(text)


def tell_deal(state, rules, setup, order, faces):
    cards = [int(card) for card in order.cards[: order.count]]
    players = int(setup.players)
    for seat in range(players):
        faces.give(seat, cards[seat : ROUNDS * players : players])
    faces.undealt = cards[ROUNDS * players :]
    hands = {seat: {"cards": [format_card(card) for card in sorted(faces.hands[seat], key=kind_of)]} for seat in range(players)}
    return [Fact("dealt", {"counts": [ROUNDS] * players, "fresh": bool(setup.fresh)}, hands)]


def tell(before, state, rules, seat, action, faces, chosen):
    text = format_action(action, None)
    if action >= KNOCK:
        return [
            Fact({KNOCK: "knocked", HALT: "halted", PRESS: "pressed"}[action], {"seat": seat, "action": text, "aside": True})
        ]
    if action >= NO:
        facts = [Fact("answered", {"seat": seat}, {seat: {"action": text}})]
        if int(state.public.window):
            return facts
        gained = [int(new) - int(old) for new, old in zip(state.public.points, before.public.points, strict=True)]
        return [*facts, Fact("shown", {"seats": [seat for seat in range(MOST) if gained[seat]]})]
    facts = [Fact("laid", {"seat": seat, "action": text, "cards": [format_card(faces.take(seat, [action], chosen)[0])]})]
    if int(state.public.trick) > int(before.public.trick):
        facts.append(Fact("cleared", {"points": [int(part) for part in state.public.points[: int(state.public.players)]]}))
    return facts


def tell_result(state, rules, result, faces):
    return [Fact("scored", {"points": [int(part) for part in result.points[: int(result.players)]]})]


def describe(observation, rules):
    public = observation.public
    players = int(public.players)
    return {
        "trick": int(public.trick),
        "window": bool(public.window),
        "owner": None,
        "to_act": [seat for seat in range(players) if int(public.asked) >> seat & 1],
        "seats": [
            {"cards": ROUNDS + 1 - int(public.trick) - (int(public.bids[seat]) > 0), "chips": []} for seat in range(players)
        ],
    }


def choices(observation, rules, actions):
    texts = [format_action(int(action), None) for action in actions]
    return [Choice(text, () if text in SAID else (text,), text if text in SAID else "card", (text,)) for text in texts]


NOT_SO = Refusal("not_so", "1.1", {"en": "Not now.", "zh-Hans": "现在不行。", "zh-Hant": "現在不行。"})


def explain(observation, rules, seat, cards):
    return Explanation((str(kind_of(cards[0])),)) if len(cards) == 1 else Explanation((), NOT_SO)


def why_not(state, rules, seat, action):
    return None if is_legal(state, rules, seat, action) else NOT_SO


def newcomers(setup):
    setup.first = 0
    setup.fresh = 1


def max_decisions(ruleset, setup):
    return 5 * int(records.opened(setup).players) + 1


def bounds(ruleset, setup):
    """A trick and a nine shown in each round."""
    return Bounds(0, 2 * ROUNDS)


def utility_sum(ruleset, players):
    return None


def is_window(state):
    return bool(state.public.window)


ACTIONS = actions_type(PRESS)
show = str
HERE = sys.modules[__name__]

NINES = Game(
    name="nines",
    titles=WORDS,
    tagline=WORDS,
    seats=(2, 3, 4),
    rules_version=1,
    minutes=1,
    options=(Option("windows", "1.2", "yes", {"no": 0, "yes": 1}, WORDS, WORDS, {"no": WORDS, "yes": WORDS}),),
    variants={"default": Variant(Ruleset(), WORDS, "2.1"), "blunt": Variant(Ruleset(windows=0), WORDS, "2.2")},
    state=HERE,
    dealing=HERE,
    playing=HERE,
    knowing=HERE,
    notation=HERE,
    telling=HERE,
    particulars=Particulars(newcomers=newcomers, utility_sum=utility_sum, is_window=is_window),
    kinds=("card", *SAID),
    words={"events": {}, "chips": {}, "board": {}},
    book=Path(__file__),
)
