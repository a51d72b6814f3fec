"""§2  Dealer, player 2, dreamer, player 3: who sits where, and who plays."""

from qipai.engine.compiling import inlined
from qipai.engine.seats import NOBODY

WITH_DREAMER = 4  # players
DREAMERS_PLACE = 2  # §2.1 seats after the dealer


@inlined
def is_active(table, seat):
    """§2.1  Everybody but the dreamer plays."""
    return seat != NOBODY and (table.players < WITH_DREAMER or (seat - table.dealer) % WITH_DREAMER != DREAMERS_PLACE)


@inlined
def dreamer_of(table):
    """§2.1, §2.2  The dreamer's seat, or NOBODY."""
    return (table.dealer + DREAMERS_PLACE) % WITH_DREAMER if table.players == WITH_DREAMER else NOBODY


@inlined
def next_active(table, seat):
    """§6.1  Who plays next, to the right."""
    following = (seat + 1) % table.players
    return following if is_active(table, following) else (following + 1) % table.players


@inlined
def active_seats(table):
    """The mask of those who play."""
    everybody = (1 << table.players) - 1
    return everybody & ~(1 << dreamer_of(table)) if table.players == WITH_DREAMER else everybody


@inlined
def privileged_of(table):
    """§4.3  The caller, if he is not the dealer; else NOBODY."""
    return NOBODY if table.caller == table.dealer else int(table.caller)
