"""§1.4, §1.5, §2.3, §3, §10.7  The pack, the deal, and who deals next."""

from qipai.engine.compiling import compiled
from qipai.engine.seats import NOBODY
from qipai.engine.telling import KIND_BITS

from .aged import forget
from .calling import open_window
from .cards import ALL_SUITS, CARDS, LI_CHEN_MASK
from .seating import DREAMERS_PLACE, WITH_DREAMER, dreamer_of, next_active
from .state import ABANDONED, CLAIMING, DRAWN, HAND_SIZE, MAX_PLAYERS, MAX_ROUNDS, RUNNING
from .variants import WINNER


@compiled
def first_setup(rules, players, setup):
    """§1.4, §1.5, §2.3  The whole pack; the dealer by lot."""
    setup.players = players
    setup.dealer = NOBODY
    setup.hand_size = HAND_SIZE
    setup.dreamer = 1 if players == WITH_DREAMER else 0
    setup.pack = ALL_SUITS | LI_CHEN_MASK if players == WITH_DREAMER else ALL_SUITS


@compiled
def next_setup(setup, result, rules, following):
    """§4.4, §10.7, §11.9  Player 2 deals next; by option the winner, and after a drawn hand the same dealer."""
    following.players = setup.players
    following.hand_size = setup.hand_size
    following.dreamer = setup.dreamer
    following.pack = setup.pack
    following.dealer = (result.dealer + 1) % setup.players
    if rules.dealer_next == WINNER and result.ending != ABANDONED:
        following.dealer = result.dealer if result.ending == DRAWN else result.winner


@compiled
def pack(rules, setup, order):
    """§1.1  Every card once."""
    order.count = 0
    for card in range(CARDS):
        if setup.pack >> card & 1:
            order.cards[order.count] = card + 1
            order.count += 1
    order.lots[0] = setup.players if setup.dealer == NOBODY else 0


@compiled
def deal(state, rules, setup, order):
    """§3.1, §3.2  One card each in turn from the dealer, the dreamer only in the first round."""
    clear(state)
    table = state.table
    table.players = setup.players
    table.dealer = order.lots[0] if setup.dealer == NOBODY else setup.dealer
    table.left = setup.hand_size
    table.pack = setup.pack
    place = 0
    for turn in range(setup.hand_size):
        seat = int(table.dealer)
        for _ in range(3):
            state.holdings[seat].hand |= 1 << card_at(order, place)
            place += 1
            if turn == 0 and setup.dreamer and (seat - table.dealer) % setup.players == DREAMERS_PLACE - 1:
                state.holdings[dreamer_of(table)].hand = 1 << card_at(order, place)
                place += 1
            seat = next_active(table, seat)
    open_window(table)


@compiled
def card_at(order, place):
    """The number of a card in the order of drawing; its kind is one more."""
    return (order.cards[place] & (1 << KIND_BITS) - 1) - 1


@compiled
def clear(state):
    """An empty table."""
    table = state.table
    state.claims = 0
    state.aged = 0
    clear_holding(state.holdings[MAX_PLAYERS])
    for seat in range(MAX_PLAYERS):
        clear_holding(state.holdings[seat])
        table.won[seat] = 0
        table.tricks[seat] = 0
    for number in range(MAX_ROUNDS):
        present = table.rounds[number]
        present.leader = NOBODY
        present.count = 0
        present.laid = 0
        for seat in range(MAX_PLAYERS):
            present.face[seat] = 0
    table.phase = CLAIMING
    table.asked = 0
    table.caller = NOBODY
    table.declined = 0
    table.windows = 0
    table.round_number = 0
    table.best = NOBODY
    table.ending = RUNNING
    table.winner = NOBODY
    table.number = 0
    table.counting = 0
    table.revealed = 0
    table.dreamt = 0
    forget(state.search)


@compiled
def clear_holding(holding):
    """A seat without cards."""
    holding.hand = 0
    for number in range(MAX_ROUNDS):
        holding.down[number] = 0
