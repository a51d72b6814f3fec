"""§2  The deal: who is the dealer, who gets which cards."""

from qipai.engine.compiling import compiled
from qipai.engine.seats import NOBODY
from qipai.engine.telling import KIND_BITS

from .leading import begin_trick
from .state import BLACK, KINDS, LOWEST, MAX_CARDS, MAX_PLAYERS, PASS, RED, UNDECIDED
from .talon import give, next_seat

HAND_SIZE = 5  # §2.2
KIND_MASK = (1 << KIND_BITS) - 1
JOKER_COPIES = 4  # a pack takes four copies of a kind, whether it has them or not


@compiled
def first_setup(rules, players, setup):
    """§1.1, §1.3, §2.1, §2.2, §7.1  The first deal of a session: the whole pack, or two; the dealer by lot; hands of five."""
    setup.players = players
    setup.dealer = NOBODY
    setup.hand_size = HAND_SIZE
    for kind in range(KINDS):
        setup.pack[kind] = 0
    for rank in range(LOWEST, BLACK):
        setup.pack[rank] = 4 * rules.decks
    setup.pack[BLACK] = 2
    setup.pack[RED] = 0 if rules.decks == 1 else 2


@compiled
def next_setup(setup, result, rules, following):
    """§2.1  The winner deals next; after a void deal the same dealer (§7.8)."""
    following.players = setup.players
    following.dealer = result.dealer if result.winner == NOBODY else result.winner
    following.hand_size = setup.hand_size
    for kind in range(KINDS):
        following.pack[kind] = setup.pack[kind]


@compiled
def pack(rules, setup, order):
    """§1.1  The physical cards by kind; a natural card's copies are its suits, pack after pack."""
    order.count = 0
    for kind in range(KINDS):
        for number in range(setup.pack[kind]):
            copy = number * JOKER_COPIES if kind >= BLACK and rules.decks == 2 else number
            order.cards[order.count] = kind | copy << KIND_BITS
            order.count += 1
    order.lots[0] = setup.players if setup.dealer == NOBODY else 0


@compiled
def dealt_kind(card, rules):
    """§1.1, §7.1  The kind of a physical card.  A joker of either kind is red if it is the second of its pack."""
    kind = card & KIND_MASK
    if kind < BLACK:
        return kind
    red = kind == RED or (card >> KIND_BITS) % JOKER_COPIES == 1
    return RED if red and rules.decks == 2 else BLACK


@compiled
def deal(state, rules, setup, order):
    """§2.2, §2.3  Cards go round one by one from the dealer, who gets the first and the last; the rest is the talon."""
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
    state.trick = 1
    begin_trick(state, rules, state.dealer)


@compiled
def clear(state):
    """An empty table."""
    for seat in range(MAX_PLAYERS):
        clear_hand(state.hands[seat])
        clear_hand(state.played[seat])
        state.last[seat] = UNDECIDED
        state.passed_on[seat] = PASS
        state.plays[seat] = 0
        state.announced[seat] = 0
        state.known_jokers[seat] = 0
    for place in range(MAX_CARDS):
        state.talon[place] = 0
    state.drawn = 0
    state.over = 0
    state.winner = NOBODY
    state.owner = NOBODY
    state.table = PASS
    state.bombs.soft_triplets = 0
    state.bombs.hard_triplets = 0
    state.bombs.soft_quads = 0
    state.bombs.hard_quads = 0
    state.bombs.double_jokers = 0


@compiled
def clear_hand(hand):
    hand.cards = 0
    for kind in range(KINDS):
        hand.count[kind] = 0
