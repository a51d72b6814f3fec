"""§2  Dealer, player 2, dreamer, player 3: who sits where, and who plays."""

from typing import Any

from qipai.engine.compiling import inlined
from qipai.engine.seats import NOBODY

WITH_DREAMER = 4  # players
DREAMERS_PLACE = 2  # §2.1 seats after the dealer


@inlined
def is_active(public, seat):
    """§2.1  Return whether a seat plays; the dreamer does not."""
    return seat != NOBODY and (public.players < WITH_DREAMER or (seat - public.dealer) % WITH_DREAMER != DREAMERS_PLACE)


@inlined
def dreamer_of(public):
    """§2.1, §2.2  Return the dreamer's seat, or NOBODY."""
    return (public.dealer + DREAMERS_PLACE) % WITH_DREAMER if public.players == WITH_DREAMER else NOBODY


@inlined
def next_active(public, seat):
    """§6.1  Return the next seat that plays, to the right."""
    following = (seat + 1) % public.players
    return following if is_active(public, following) else (following + 1) % public.players


@inlined
def active_seats(public):
    """Return the mask of the seats that play."""
    everybody = (1 << public.players) - 1
    return everybody & ~(1 << dreamer_of(public)) if public.players == WITH_DREAMER else everybody


@inlined
def privileged_of(public):
    """§4.3  Return the caller, if that is not the dealer; else NOBODY."""
    return NOBODY if public.caller == public.dealer else int(public.caller)


def in_turn(public: Any, first: int) -> list[int]:
    """§6.1  Return the three seats that play, from seat `first` on; `public` has plain fields."""
    dreamer = (public.dealer + DREAMERS_PLACE) % WITH_DREAMER if public.players == WITH_DREAMER else NOBODY
    seats = [(first + turn) % public.players for turn in range(public.players)]
    return [int(seat) for seat in seats if seat != dreamer]
