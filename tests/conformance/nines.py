"""Nines: a game for testing what holds games.  It has windows, rights out of turn, and deals that newcomers make fresh.

Two to four players; the pack of Blind Bids, three cards each.  In each of three rounds every seat in turn lays a card face up,
and the highest (the first of them) takes a point.  Before the first round all are asked in a window whether they show a nine,
before the second the seat behind the first: who holds one may, for a point.  Out of turn a seat may `knock` (once each: nothing
follows), `halt` (once a deal: it lays next) and `press` (once a deal: who is to lay must lay the highest card).
"""

from pathlib import Path
from typing import NamedTuple

import numpy as np

from qipai.engine import records
from qipai.engine.compiling import compiled
from qipai.engine.errors import NotationError, Refusal
from qipai.engine.game import Game, Notation, Rules, Telling
from qipai.engine.options import Option, Variant
from qipai.engine.shuffling import below
from qipai.engine.telling import KIND_BITS, Choice, Explanation, Fact, kind_of

from .blind_bids import HAND, KINDS, MOST, ORDER, RESULT, WORDS, format_card, name_kind, pack, parse_card

ROUNDS, NINE = 3, 9
NO, SHOW, KNOCK, HALT, PRESS = range(10, 15)
SAID = {"no": NO, "show": SHOW, "knock": KNOCK, "halt": HALT, "press": PRESS}
TEXTS = {action: text for text, action in SAID.items()}
USED, IN_FORCE = 1, 2  # of `pressed`; 0 while nobody has

TABLE = np.dtype(
    [
        ("bids", np.int8, MOST),  # the card that a seat has laid in this round, 0 for none
        ("known", np.int8, MOST),  # has it shown a nine that it still holds?
        ("points", np.int8, MOST),
        ("played", HAND),
        ("players", np.int8),
        ("first", np.int8),
        ("trick", np.int8),
        ("window", np.int8),
        ("asked", np.int8),  # mask
        ("knocked", np.int8),  # mask
        ("halted", np.int8),
        ("pressed", np.int8),
    ],
    align=True,
)
STATE = np.dtype([("hands", HAND, MOST), ("undealt", HAND), ("wishes", np.int8, MOST), ("table", TABLE)], align=True)
SETUP = np.dtype([("players", np.int8), ("first", np.int8), ("fresh", np.int8)], align=True)
OBSERVATION = np.dtype(
    [("seat", np.int8), ("hand", HAND), ("unseen", HAND), ("wish", np.int8), ("table", TABLE)],
    align=True,
)


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
    table = state.table
    table.players = setup.players
    table.first = setup.first
    table.trick = 1
    table.knocked = 0
    table.halted = 0
    table.pressed = 0
    for seat in range(MOST):
        state.wishes[seat] = 0
        table.known[seat] = 0
        table.points[seat] = 0
        for kind in range(KINDS):
            state.hands[seat].count[kind] = 0
    for kind in range(KINDS):
        state.undealt.count[kind] = 0
        table.played.count[kind] = 0
    for place in range(order.count):
        kind = order.cards[place] & ((1 << KIND_BITS) - 1)
        if place < ROUNDS * setup.players:
            state.hands[place % setup.players].count[kind] += 1
        else:
            state.undealt.count[kind] += 1
    begin_round(table, rules)


@compiled
def begin_round(table, rules):
    for seat in range(MOST):
        table.bids[seat] = 0
    table.window = 0
    table.asked = 1 << table.first
    if table.trick > ROUNDS:
        table.asked = 0
    elif rules.windows == 1 and table.trick == 1:
        table.window = 1
        table.asked = (1 << table.players) - 1
    elif rules.windows == 1 and table.trick == 2:
        table.window = 1
        table.asked = 1 << (table.first + 1) % table.players


@compiled
def pending(state):
    return int(state.table.asked)


@compiled
def to_act(state):
    for seat in range(state.table.players):
        if state.table.asked >> seat & 1:
            return seat
    return -1


@compiled
def is_asked(table, seat):
    return (table.asked >> seat & 1) == 1


@compiled
def has_right(table, seat, action):
    """Rights depend on nothing but what all see."""
    if table.asked == 0 or table.window == 1:
        return False
    if action == KNOCK:
        return (table.knocked >> seat & 1) == 0
    if is_asked(table, seat):
        return False
    if action == HALT:
        return table.halted == 0 and table.bids[seat] == 0
    return action == PRESS and table.pressed == 0


@compiled
def may_act(state):
    mask = 0
    for seat in range(state.table.players):
        for action in range(KNOCK, PRESS + 1):
            if not is_asked(state.table, seat) and has_right(state.table, seat, action):
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
        return has_right(state.table, seat, action)
    if not is_asked(state.table, seat):
        return False
    if state.table.window == 1:
        return action == NO or (action == SHOW and state.hands[seat].count[NINE] > state.table.known[seat])
    if action < 1 or action >= KINDS or state.hands[seat].count[action] == 0:
        return False
    return state.table.pressed != IN_FORCE or action == highest(state.hands[seat])


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
    if state.table.window == 1:
        return NO
    for kind in range(1, KINDS):
        if is_legal(state, rules, seat, kind):
            return kind
    return 0


@compiled
def apply_action(state, rules, seat, action):
    table = state.table
    if action == KNOCK:
        table.knocked |= 1 << seat
    elif action == HALT:
        table.halted = 1
        table.asked = 1 << seat
        table.pressed = min(table.pressed, USED)
    elif action == PRESS:
        table.pressed = IN_FORCE
    elif table.window == 1:
        state.wishes[seat] = action
        table.asked &= ~(1 << seat)
        if table.asked == 0:
            close_window(state)
    else:
        lay(state, rules, seat, action)


@compiled
def close_window(state):
    for seat in range(state.table.players):
        if state.wishes[seat] == SHOW:
            state.table.points[seat] += 1
            state.table.known[seat] = 1
        state.wishes[seat] = 0
    state.table.window = 0
    state.table.asked = 1 << state.table.first


@compiled
def lay(state, rules, seat, card):
    table = state.table
    state.hands[seat].count[card] -= 1
    table.played.count[card] += 1
    table.bids[seat] = card
    if card == NINE:
        table.known[seat] = 0
    table.pressed = min(table.pressed, USED)
    for turn in range(1, table.players):
        other = (seat + turn) % table.players
        if table.bids[other] == 0:
            table.asked = 1 << other
            return
    best = table.first
    for turn in range(1, table.players):
        other = (table.first + turn) % table.players
        if table.bids[other] > table.bids[best]:
            best = other
    table.points[best] += 1
    table.trick += 1
    begin_round(table, rules)


@compiled
def is_over(state):
    return state.table.asked == 0


@compiled
def returns(state, rules, result):
    result.players = state.table.players
    for seat in range(state.table.players):
        result.points[seat] = state.table.points[seat]


@compiled
def copy_table(table, other):
    for seat in range(MOST):
        other.bids[seat] = table.bids[seat]
        other.known[seat] = table.known[seat]
        other.points[seat] = table.points[seat]
    for kind in range(KINDS):
        other.played.count[kind] = table.played.count[kind]
    other.players = table.players
    other.first = table.first
    other.trick = table.trick
    other.window = table.window
    other.asked = table.asked
    other.knocked = table.knocked
    other.halted = table.halted
    other.pressed = table.pressed


@compiled
def observe(state, rules, seat, observation):
    observation.seat = seat
    observation.wish = 0
    if seat >= 0:
        observation.wish = state.wishes[seat]
    for kind in range(KINDS):
        observation.hand.count[kind] = 0
        if seat >= 0:
            observation.hand.count[kind] = state.hands[seat].count[kind]
        unseen = 2 - state.table.played.count[kind] - observation.hand.count[kind]
        observation.unseen.count[kind] = unseen if kind > 0 else 0
    copy_table(state.table, observation.table)


@compiled
def held(table, seat):
    """How many cards a seat holds."""
    return ROUNDS + 1 - table.trick - (1 if table.bids[seat] > 0 else 0)


@compiled
def sample_world(observation, rules, random, state):
    """Nines that were shown lie where they were; all else is drawn.  An answer that lies face down is taken to be no."""
    table, mine = observation.table, observation.seat
    copy_table(table, state.table)
    left = 0
    for kind in range(KINDS):
        state.undealt.count[kind] = observation.unseen.count[kind]
        left += observation.unseen.count[kind]
        for seat in range(MOST):
            state.hands[seat].count[kind] = 0
    for seat in range(MOST):
        state.wishes[seat] = 0
        if seat < table.players and table.window == 1 and table.trick == 1 and not is_asked(table, seat):
            state.wishes[seat] = NO
        if seat != mine and table.known[seat] == 1:
            state.hands[seat].count[NINE] = 1
            state.undealt.count[NINE] -= 1
            left -= 1
    if mine >= 0:
        state.wishes[mine] = observation.wish
        for kind in range(KINDS):
            state.hands[mine].count[kind] = observation.hand.count[kind]
    for seat in range(table.players):
        for _ in range(0 if seat == mine else held(table, seat) - table.known[seat]):
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
    table, other, mine = observation.table, state.table, observation.seat
    if table.asked != other.asked or table.trick != other.trick or table.knocked != other.knocked:
        return False
    if table.window != other.window or table.halted != other.halted or table.pressed != other.pressed:
        return False
    for seat in range(table.players):
        if table.known[seat] != other.known[seat] or table.bids[seat] != other.bids[seat]:
            return False
        if state.hands[seat].count[NINE] < table.known[seat]:
            return False
    for kind in range(KINDS):
        if table.played.count[kind] != other.played.count[kind]:
            return False
        if mine >= 0 and state.hands[mine].count[kind] != observation.hand.count[kind]:
            return False
    return mine < 0 or state.wishes[mine] == observation.wish


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


def format_position(state, ruleset, setup):
    return f"nines {ruleset.windows} {records.to_bytes(setup).hex()} {records.to_bytes(state).hex()}"


def parse_position(text):
    _, windows, setup, state = text.split()
    setup, state = (records.from_bytes(bytes.fromhex(raw), sort) for raw, sort in ((setup, SETUP), (state, STATE)))
    return Ruleset(int(windows)), setup, state


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
        if int(state.table.window):
            return facts
        gained = [int(new) - int(old) for new, old in zip(state.table.points, before.table.points, strict=True)]
        return [*facts, Fact("shown", {"seats": [seat for seat in range(MOST) if gained[seat]]})]
    facts = [Fact("laid", {"seat": seat, "action": text, "cards": [format_card(faces.take(seat, [action], chosen)[0])]})]
    if int(state.table.trick) > int(before.table.trick):
        facts.append(Fact("cleared", {"points": [int(part) for part in state.table.points[: int(state.table.players)]]}))
    return facts


def tell_result(state, rules, result, faces):
    return [Fact("scored", {"points": [int(part) for part in result.points[: int(result.players)]]})]


def describe(observation, rules):
    table = observation.table
    players = int(table.players)
    return {
        "trick": int(table.trick),
        "window": bool(table.window),
        "owner": None,
        "to_act": [seat for seat in range(players) if int(table.asked) >> seat & 1],
        "seats": [
            {"cards": ROUNDS + 1 - int(table.trick) - (int(table.bids[seat]) > 0), "chips": []} for seat in range(players)
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


def with_newcomers(setup):
    setup.first = 0
    setup.fresh = 1


RULES = Rules(
    first_setup, pack, deal, pending, to_act, may_act, legal_actions, is_legal, apply_action, default_action,
    is_over, returns, next_setup, observe, sample_world, accepts, play_kind,
)  # fmt: skip

NINES = Game(
    name="nines",
    titles=WORDS,
    tagline=WORDS,
    seats=(2, 3, 4),
    rules_version=1,
    minutes=1,
    Ruleset=Ruleset,
    options=(Option("windows", "1.2", "yes", {"no": 0, "yes": 1}, WORDS, WORDS, {"no": WORDS, "yes": WORDS}),),
    variants={"default": Variant(Ruleset(), WORDS, "2.1"), "blunt": Variant(Ruleset(windows=0), WORDS, "2.2")},
    check_ruleset=lambda ruleset: None,
    STATE=STATE,
    SETUP=SETUP,
    OBSERVATION=OBSERVATION,
    RESULT=RESULT,
    ORDER=ORDER,
    kinds=("card", *SAID),
    max_actions=PRESS,
    max_decisions=lambda ruleset, setup: 5 * int(records.opened(setup).players) + 1,
    compiled=RULES,
    notation=Notation(format_action, parse_action, format_card, parse_card, format_position, parse_position, str),
    telling=Telling(tell_deal, tell, tell_result, describe, choices, name_kind, explain, why_not),
    words={"events": {}, "chips": {}, "board": {}},
    book=Path(__file__),
    zero_sum=lambda ruleset: False,
    is_window=lambda state: bool(state.table.window),
    newcomers=with_newcomers,
)
