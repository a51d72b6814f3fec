"""§2  The deal: who gets which cards, and who is asked first."""

from collections.abc import Sequence
from typing import Any

from qipai.engine.compiling import compiled
from qipai.engine.deriving import clearing
from qipai.engine.listing import list_pack
from qipai.engine.seats import NOBODY
from qipai.engine.telling import KIND_BITS, Card, kind_of

from ..state import BLACK, FACE_UP_LOT, FIRST_LOT, KINDS, LOWEST, SEATS, State
from ..variants import FACE_UP, LOT, WINNER
from .bidding import begin_bidding

clear = clearing(State)

HAND_SIZE = 17  # §2.1
KIND_MASK = (1 << KIND_BITS) - 1


@compiled
def first_setup(rules, players, setup):
    """§1.1, §2.1, §2.2  The first deal of a session: the whole pack, hands of 17; who is asked first by lot."""
    setup.first = NOBODY
    setup.hand_size = HAND_SIZE
    for kind in range(KINDS):
        setup.pack[kind] = 0 if kind < LOWEST else 4 if kind < BLACK else 1


@compiled
def next_setup(setup, result, rules, following):
    """§2.2  The right to be asked first moves on to the right, also after a void deal; §8.3 says what else may be agreed."""
    following.hand_size = setup.hand_size
    for kind in range(KINDS):
        following.pack[kind] = setup.pack[kind]
    if rules.first_bidder == LOT or rules.first_bidder == FACE_UP:
        following.first = NOBODY
    elif rules.first_bidder == WINNER:
        following.first = result.first if result.winner == NOBODY else result.winner
    else:
        following.first = (result.first + 1) % SEATS  # §1.3


def fit_setup(setup: Any, sizes: Sequence[int], cards: Sequence[Card]) -> None:
    """§2.1  Deal these cards alone; what is left are the bottom cards."""
    kinds = list(map(kind_of, cards))
    setup.pack = [kinds.count(kind) for kind in range(KINDS)]
    setup.hand_size = min(sizes, default=HAND_SIZE)


def check_setup(setup: Any, cards: int) -> str | None:
    """§1.3, §2.1"""
    if not NOBODY <= setup.first < SEATS:
        return f"first={setup.first} must be a seat from 0 to {SEATS - 1}."
    if setup.hand_size < 1 or SEATS * setup.hand_size > cards:
        return f"Every seat is dealt a card at least, and all seats as many: {cards} cards are not enough."
    return None


@compiled
def pack(rules, setup, order):
    """§1.1  The physical cards by kind; a card's copies are its suits.  §2.2, §8.3 lots for who is asked first."""
    list_pack(setup.pack, KINDS, order)
    turned_up = rules.first_bidder == FACE_UP and setup.first == NOBODY
    order.lots[FIRST_LOT] = SEATS if setup.first == NOBODY and not turned_up else 0
    order.lots[FACE_UP_LOT] = SEATS * setup.hand_size if turned_up else 0


@compiled
def deal(state, rules, setup, order):
    """§2.1  One card at a time goes round to the right from the first seat; those that remain are the bottom cards."""
    clear(state)
    for seat in range(SEATS):
        state.cards[seat] = setup.hand_size
    for place in range(order.count):
        hand = state.hands[place % SEATS] if place < SEATS * setup.hand_size else state.face_down
        hand.count[order.cards[place] & KIND_MASK] += 1
        hand.cards += 1
    state.first = setup.first
    if setup.first == NOBODY and rules.first_bidder == FACE_UP:
        place = int(order.lots[FACE_UP_LOT])
        state.face_up = order.cards[place] & KIND_MASK  # §8.3
        state.first = place % SEATS
    elif setup.first == NOBODY:
        state.first = order.lots[FIRST_LOT]
    begin_bidding(state, rules)
