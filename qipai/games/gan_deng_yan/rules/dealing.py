"""§2  The deal: who is the dealer, who gets which cards."""

from collections.abc import Sequence
from typing import Any

from qipai.engine.compiling import compiled
from qipai.engine.deriving import clearing
from qipai.engine.seats import NOBODY
from qipai.engine.telling import KIND_BITS, Card, kind_of

from ..state import BLACK, KINDS, LOWEST, MAX_PLAYERS, RED, State
from .leading import begin_trick
from .talon import give, next_seat

clear = clearing(State)

HAND_SIZE = 5  # §2.2
KIND_MASK = (1 << KIND_BITS) - 1
JOKER_COPIES = 4  # a pack takes four copies of a kind, whether it has them or not


@compiled
def first_setup(rules, players, setup):
    """Fill `setup` for the first deal: the whole pack or two (§1.1, §7.1), hands of five (§2.2), the dealer by lot (§2.1, §1.3)."""
    setup.players = players
    setup.dealer = NOBODY
    setup.hand_size = HAND_SIZE
    for kind in range(KINDS):
        setup.pack[kind] = 0
    for rank in range(LOWEST, BLACK):
        setup.pack[rank] = 4 * rules.decks
    setup.pack[BLACK] = 2
    setup.pack[RED] = 0 if rules.decks == 1 else 2
    for seat in range(MAX_PLAYERS):
        setup.stakes[seat] = rules.table_stakes if seat < players else 0  # §7.17


def fit_setup(setup: Any, sizes: Sequence[int], cards: Sequence[Card]) -> None:
    """§1.1, §2.2  Fill `setup` so that exactly these cards are dealt; the dealer gets one card more than each other seat."""
    kinds = list(map(kind_of, cards))
    setup.pack = [kinds.count(kind) for kind in range(KINDS)]
    setup.hand_size = min(sizes, default=HAND_SIZE)


def check_setup(setup: Any, cards: int) -> str | None:
    """§1.3, §2.2, §7.17"""
    if not NOBODY <= setup.dealer < setup.players:
        return f"dealer={setup.dealer} must be a seat from 0 to {setup.players - 1}."
    if setup.hand_size < 1 or setup.players * setup.hand_size >= cards:
        return f"Every seat is dealt a card at least, and the dealer one more than the others: {cards} cards are not enough."
    if min(setup.stakes) < 0 or any(setup.stakes[setup.players :]):
        return "stakes=… must be what each seat has on the table, none of it less than 0."
    return None


@compiled
def next_setup(setup, result, rules, following):
    """§2.1  Fill `following`: the winner deals next; after a void deal the same dealer (§7.8).  Stakes change by the payments (§7.17)."""
    following.players = setup.players
    following.dealer = result.dealer if result.winner == NOBODY else result.winner
    following.hand_size = setup.hand_size
    for kind in range(KINDS):
        following.pack[kind] = setup.pack[kind]
    for seat in range(MAX_PLAYERS):
        following.stakes[seat] = setup.stakes[seat] + (result.points[seat] if rules.table_stakes else 0)


@compiled
def pack(rules, setup, order):
    """§1.1  Fill `order` with the physical cards by kind; the copies of a natural card are its suits, pack after pack."""
    order.count = 0
    for kind in range(KINDS):
        for number in range(setup.pack[kind]):
            copy = number * JOKER_COPIES if kind >= BLACK and rules.decks == 2 else number
            order.cards[order.count] = kind | copy << KIND_BITS
            order.count += 1
    order.lots[0] = setup.players if setup.dealer == NOBODY else 0


@compiled
def dealt_kind(card, rules):
    """§1.1, §7.1  Return the kind of a physical card.  A joker is red if it is the second of its pack."""
    kind = card & KIND_MASK
    if kind < BLACK:
        return kind
    red = kind == RED or (card >> KIND_BITS) % JOKER_COPIES == 1
    return RED if red and rules.decks == 2 else BLACK


@compiled
def deal(state, rules, setup, order):
    """§2.2, §2.3  Deal one card at a time from the dealer, who gets the first and the last; the rest is the talon."""
    clear(state)
    state.players = setup.players
    state.dealer = order.lots[0] if setup.dealer == NOBODY else setup.dealer
    dealt = setup.players * setup.hand_size + 1
    seat = int(state.dealer)
    for card in range(dealt):
        give(state, seat, dealt_kind(order.cards[card], rules))
        seat = next_seat(state, seat)
    state.talon_places = order.count - dealt
    for place in range(state.talon_places):
        state.talon[place] = dealt_kind(order.cards[dealt + place], rules)
    for seat in range(state.players):
        state.stakes[seat] = setup.stakes[seat]
    state.trick = 1
    begin_trick(state, rules, state.dealer)
