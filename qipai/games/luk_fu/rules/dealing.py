"""§1.4, §1.5, §2.3, §3, §10.7  The pack, the deal, and who deals next."""

from collections.abc import Sequence
from typing import Any

from qipai.engine.compiling import compiled
from qipai.engine.deriving import clearing
from qipai.engine.seats import NOBODY
from qipai.engine.telling import KIND_BITS, Card, kind_of

from ..cards import ALL_SUITS, CARDS, LI_CHEN_MASK
from ..seating import DREAMERS_PLACE, WITH_DREAMER, dreamer_of, next_active
from ..state import ABANDONED, DRAWN, HAND_SIZE, State
from ..variants import WINNER
from .calling import open_window

clear = clearing(State)


@compiled
def first_setup(rules, players, setup):
    """§1.4, §1.5, §2.3  Fill `setup` for the first deal: the whole pack, the dealer by lot."""
    setup.players = players
    setup.dealer = NOBODY
    setup.hand_size = HAND_SIZE
    setup.dreamer = 1 if players == WITH_DREAMER else 0
    setup.pack = ALL_SUITS | LI_CHEN_MASK if players == WITH_DREAMER else ALL_SUITS


def fit_setup(setup: Any, sizes: Sequence[int], cards: Sequence[Card]) -> None:
    """§1.4, §3.1  Fill `setup` so that exactly these cards are dealt: equally many to three, and one to the dreamer if one is left."""
    setup.pack = sum(1 << kind_of(card) - 1 for card in cards)
    setup.hand_size = len(cards) // 3
    setup.dreamer = len(cards) % 3


def check_setup(setup: Any, cards: int) -> str | None:
    """§2.1, §3.1"""
    if not NOBODY <= setup.dealer < setup.players:
        return f"dealer={setup.dealer} must be a seat from 0 to {setup.players - 1}."
    most = 1 if setup.players == WITH_DREAMER else 0
    if 1 <= setup.hand_size <= HAND_SIZE and 0 <= setup.dreamer <= most and 3 * setup.hand_size + setup.dreamer == cards:
        return None
    return f"The three players are dealt equally many cards, from 1 to {HAND_SIZE}, and the dreamer of four players one card or none."


@compiled
def next_setup(setup, result, rules, following):
    """§4.4, §10.7, §11.9  Fill `following`: player 2 deals next; by option the winner, or after a drawn deal the same dealer."""
    following.players = setup.players
    following.hand_size = setup.hand_size
    following.dreamer = setup.dreamer
    following.pack = setup.pack
    following.dealer = (result.dealer + 1) % setup.players
    if rules.dealer_next == WINNER and result.ending != ABANDONED:
        following.dealer = result.dealer if result.ending == DRAWN else result.winner


@compiled
def pack(rules, setup, order):
    """§1.1  Fill `order` with every card once."""
    order.count = 0
    for card in range(CARDS):
        if setup.pack >> card & 1:
            order.cards[order.count] = card + 1
            order.count += 1
    order.lots[0] = setup.players if setup.dealer == NOBODY else 0


@compiled
def deal(state, rules, setup, order):
    """§3.1, §3.2  Deal one card at a time from the dealer on; the dreamer gets a card in the first round alone."""
    clear(state)
    public = state.public
    public.players = setup.players
    public.dealer = order.lots[0] if setup.dealer == NOBODY else setup.dealer
    public.left = setup.hand_size
    public.pack = setup.pack
    place = 0
    for turn in range(setup.hand_size):
        seat = int(public.dealer)
        for _ in range(3):
            state.holdings[seat].hand |= 1 << card_at(order, place)
            place += 1
            if turn == 0 and setup.dreamer and (seat - public.dealer) % setup.players == DREAMERS_PLACE - 1:
                state.holdings[dreamer_of(public)].hand = 1 << card_at(order, place)
                place += 1
            seat = next_active(public, seat)
    open_window(public)


@compiled
def card_at(order, place):
    """Return the number of the card at a place of the order of drawing; its kind is one more."""
    return (order.cards[place] & (1 << KIND_BITS) - 1) - 1
