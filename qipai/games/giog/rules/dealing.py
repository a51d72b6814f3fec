"""§1.1, §1.3, §3  The pack, the lots, and the beginning of a deal."""

from collections.abc import Sequence
from typing import Any

from qipai.engine.compiling import compiled
from qipai.engine.deriving import clearing
from qipai.engine.listing import list_pack
from qipai.engine.seats import NOBODY
from qipai.engine.telling import KIND_BITS, Card, kind_of

from ..pieces import BLACK_GENERAL, BLACK_PAWN, KIND, KINDS, RED_GENERAL, RED_PAWN, one
from ..state import MAX_CARDS, SIDES, State
from ..variants import CIRCLE, COUNTED_CIRCLE, DICE, DIRECTED, ROWS, SINGLY, TWENTY_SEVEN
from .directing import begin_directing
from .stacks import begin_play, lay_out, take_turns_from
from .taking import begin_taking
from .turning import begin_turning

clear = clearing(State)

RED_GUARD = KIND["rA"]
FEW_IN_SANG_KRIP = 8  # §2.4 pieces each, whatever the number of players
LONG_HAND, MIDDLE_HAND = 12, 10  # §2.1, §2.2 two and three players


@compiled
def first_setup(rules, players, setup):
    """§2  Fill `setup` for the first deal: the pieces in play, and how many each seat gets."""
    setup.players = players
    setup.opener = NOBODY
    for kind in range(KINDS):
        setup.pack[kind] = 0 if kind == 0 else 5 if kind <= RED_PAWN else 1 if kind >= BLACK_GENERAL else 2
    pieces = pieces_in_play(rules, players)
    if pieces < MAX_CARDS:  # §1.3
        setup.pack[BLACK_PAWN] -= 1
        setup.pack[RED_PAWN] -= 1
    if pieces == TWENTY_SEVEN:  # §11.9
        setup.pack[BLACK_GENERAL] = 0
        setup.pack[RED_GENERAL] = 0
        setup.pack[RED_GUARD] -= 1
    setup.hand_size = hand_size(rules, players, pieces)


@compiled
def pieces_in_play(rules, players):
    """§1.1, §1.3  Return how many pieces are in play: thirty where thirty-two cannot be shared out equally."""
    if rules.pieces > 0:
        return int(rules.pieces)
    if players == 2 or players == 4:
        return MAX_CARDS
    if rules.distribution == SINGLY:
        return int(rules.tamcuc_three)  # §11.9
    return 30


@compiled
def hand_size(rules, players, pieces):
    """§2  Return how many pieces each seat gets; stacks of two may be left over."""
    if rules.distribution == CIRCLE:
        return FEW_IN_SANG_KRIP
    if rules.distribution == ROWS and players == 2:
        return LONG_HAND
    if rules.distribution == DICE or rules.distribution == SINGLY:
        return pieces // players
    return pieces // players // 2 * 2


def fit_setup(setup: Any, sizes: Sequence[int], cards: Sequence[Card]) -> None:
    """§1.1  Fill `setup` so that exactly these pieces are dealt."""
    kinds = list(map(kind_of, cards))
    setup.pack = [kinds.count(kind) for kind in range(KINDS)]
    if sizes:
        setup.hand_size = max(sizes)


def check_setup(setup: Any, cards: int) -> str | None:
    """§3.1, §3.6"""
    if not NOBODY <= setup.opener < setup.players:
        return f"opener={setup.opener} must be a seat from 0 to {setup.players - 1}."
    if setup.hand_size < 1 or setup.players * setup.hand_size > cards:
        return f"{setup.players} hands of hand_size={setup.hand_size} pieces are more than the {cards} there are, or none."
    return None


@compiled
def next_setup(setup, result, rules, following):
    """§3.6  Fill `following`: the winner opens the next circle; of several the first in turn after the old opener."""
    following.players = setup.players
    following.hand_size = setup.hand_size
    for kind in range(KINDS):
        following.pack[kind] = setup.pack[kind]
    following.opener = NOBODY
    if rules.distribution == COUNTED_CIRCLE:
        for turn in range(setup.players, 0, -1):
            seat = (result.opener + turn) % setup.players
            if result.winners >> seat & 1:
                following.opener = seat


@compiled
def pack(rules, setup, order):
    """§1.1  Fill `order` with the physical pieces, equal ones numbered, and with the lots."""
    list_pack(setup.pack, KINDS, order)
    order.lots[0] = setup.players if setup.opener == NOBODY else 0
    if rules.distribution == DICE:
        for seat in range(setup.players):
            order.lots[1 + seat] = SIDES  # §3.9
    elif rules.distribution == ROWS and order.count // 2 % setup.players:
        order.lots[1] = setup.players  # §3.1


@compiled
def deal(state, rules, setup, order):
    """§3  Build the stacks; or deal, in games where no piece is seen before the play."""
    clear(state)
    public = state.public
    public.players = setup.players
    public.left = setup.hand_size
    public.first = order.lots[0] if setup.opener == NOBODY else setup.opener
    if rules.distribution == ROWS or rules.distribution == COUNTED_CIRCLE:
        lay_out(state, rules, order, setup.players)
        begin_turning(public, rules)
    elif rules.distribution == CIRCLE:
        lay_out(state, rules, order, setup.players)
        take_turns_from(public, public.first)
        begin_taking(public)
    else:
        if rules.distribution == DICE:
            throw_dice(public, order)
        take_turns_from(public, public.first)
        if rules.stack_order == DIRECTED:
            begin_directing(state, order)
        else:
            deal_out(state, order)
            begin_play(public, public.first)


@compiled
def throw_dice(public, order):
    """§3.9  Throw the dice: the highest throw begins; of equal throws the first."""
    best = int(public.first)
    for seat in range(public.players):
        public.dice[seat] = order.lots[1 + seat] + 1
    for turn in range(public.players):
        seat = (public.first + turn) % public.players
        if public.dice[seat] > public.dice[best]:
            best = seat
    public.first = best


@compiled
def deal_out(state, order):
    """§3.9, §3.10  Deal equally many pieces to everybody, in the order of taking."""
    public = state.public
    for turn in range(public.players):
        seat = public.priority[turn]
        for place in range(turn * public.left, (turn + 1) * public.left):
            state.hands[seat] += one(order.cards[place] & (1 << KIND_BITS) - 1)
