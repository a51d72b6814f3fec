"""§7  Tricks: laying, going out, who may still act, the wind, and the end of a game."""

from qipai.engine.compiling import compiled, inlined
from qipai.engine.deriving import clearing
from qipai.engine.seats import NOBODY

from ..ranks import BLACK, RED, TWO
from ..seating import SEATS, count_in, next_in, team_mask, team_of
from ..state import (
    FOLLOWING,
    LEADING,
    LEFT_ALONE,
    OVER,
    PLAYED,
    SWEPT,
    Public,
)
from ..variants import NEXT_RIGHT_PARTNER
from .sets import blacks_in, naturals_in, rank_in, reds_in, size_of, twos_in

forget_advice = clearing(Public, "turn")  # §11.4 the turn that it was for is over

LAST_OF_SWEEP = 3  # §12.2


@compiled
def holds(hand, cards):
    """Return whether the cards of a set are in a hand."""
    return (
        naturals_in(cards) <= (hand[rank_in(cards)] if naturals_in(cards) else 0)
        and twos_in(cards) <= hand[TWO]
        and blacks_in(cards) <= hand[BLACK]
        and reds_in(cards) <= hand[RED]
    )


@compiled
def lay(state, seat, cards):
    """§7.1, §7.2  Move a set from the hand to the table; it is the best now."""
    public = state.public
    if public.advised:
        forget_advice(public)
    move(state, seat, rank_in(cards), naturals_in(cards))
    move(state, seat, TWO, twos_in(cards))
    move(state, seat, BLACK, blacks_in(cards))
    move(state, seat, RED, reds_in(cards))
    public.left[seat] -= size_of(cards)
    public.told[seat] = 0
    public.beaten = public.owner
    public.best = cards
    public.owner = seat
    public.last_actor = seat
    public.rang_asked = 0


@compiled
def move(state, seat, kind, count):
    """Take cards of one kind from a hand; cards that were seen in it go first."""
    public = state.public
    state.hands[seat][kind] -= count
    public.played[seat][kind] += count
    public.held[seat][kind] = max(0, public.held[seat][kind] - count)


# -- places


@compiled
def go_out(public, rules, seat):
    """§7.4  Give a seat the best free place; return whether the game is over."""
    place = 1
    while seat_in_place(public, place) != NOBODY:
        place += 1
    return put_out(public, rules, seat, place)


@compiled
def penalise(public, rules, seat):
    """§9.7, §14.20  Give a seat the lowest free place and take its cards away unseen; return whether the game is over."""
    place = SEATS
    while seat_in_place(public, place) != NOBODY:
        place -= 1
    public.penalised |= 1 << seat
    return put_out(public, rules, seat, place)


@compiled
def seat_in_place(public, place):
    for seat in range(SEATS):
        if public.place[seat] == place:
            return seat
    return NOBODY


@compiled
def put_out(public, rules, seat, place):
    """§7.6, §14.21, §14.22  Put a seat out at a place; return whether the game is over.

    It ends when one player has cards, when one team has the first three places (§14.21), or is left alone (§14.22).
    """
    forget_advice(public)
    public.place[seat] = place
    public.active &= ~(1 << seat)
    if public.promised == seat:
        public.promised = NOBODY
    left = count_in(public.active)
    if left == 1:
        take_places(public, seat)
        end_game(public, SWEPT if is_sweep(public) else PLAYED)
    elif is_sweep(public) and rules.stop_on_sweep:
        end_game(public, SWEPT)
    elif rules.stop_when_one_team and is_one_team(public.active):
        take_places(public, seat)
        end_game(public, SWEPT if is_sweep(public) else LEFT_ALONE)
    return public.phase == OVER


@inlined
def is_one_team(mask):
    return mask & team_mask(0) == 0 or mask & team_mask(1) == 0


@compiled
def take_places(public, last_out):
    """§7.6, §14.22  Give the free places to the seats with cards left, from the right of the seat that went out last."""
    place = 1
    left = int(public.active)
    while left:
        seat = next_in(left, last_out)
        left &= ~(1 << seat)
        while seat_in_place(public, place) != NOBODY:
            place += 1
        public.place[seat] = place


@compiled
def is_sweep(public):
    """§12.2  Return whether one team has the first three places."""
    teams = 0
    for place in range(1, LAST_OF_SWEEP + 1):
        seat = seat_in_place(public, place)
        if seat == NOBODY:
            return False
        teams |= 1 << team_of(seat)
    return teams != 3


@compiled
def end_game(public, ending):
    public.ending = ending
    public.phase = OVER
    public.asked = 0


# -- turns


@inlined
def able(public):
    """§7.2  Return the mask of the seats that may still act in the ordinary course of this trick."""
    shut_out = public.passed | public.closed
    return public.active & ~shut_out & ~(1 << public.owner) if public.owner != NOBODY else public.active & ~shut_out


@inlined
def next_by_rotation(public, seat):
    """§7.2  Return the seat whose turn it is after a seat's; NOBODY if the trick is over."""
    return next_in(able(public), seat)


@inlined
def ask(public, seat):
    """§7.2  Ask a seat to beat the best set or to pass."""
    public.phase = FOLLOWING
    public.asked = 1 << seat


@compiled
def lead(public, seat):
    """§7.1  Begin a trick with a seat as its leader."""
    public.trick += 1
    public.leader = seat
    public.phase = LEADING
    public.asked = 1 << seat


@compiled
def catcher(public, rules, seat):
    """§7.5, §14.9  Return the seat that leads in the place of a winner who is out."""
    return heir(public, seat, rules.wind_to == NEXT_RIGHT_PARTNER)


@compiled
def heir(public, seat, to_mates):
    """§7.5, §14.9  Return the next seat with cards to the right, or the next team mate."""
    if to_mates:
        mate = next_in(public.active & team_mask(team_of(seat)), seat)
        if mate != NOBODY:
            return mate
    return next_in(public.active, seat)
