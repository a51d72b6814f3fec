"""§10  Scoring: tricks as exponents, the dreamer's income, and who pays for whom."""

from qipai.engine.compiling import compiled, inlined
from qipai.engine.seats import NOBODY

from ..cards import EMPTY, LI_CHEN_MASK, RED_IMPRINTS, count_of, lowest_of, rank_of
from ..seating import dreamer_of, is_active, privileged_of
from ..state import CLAIMED, MAX_PLAYERS, WON
from ..variants import SUNG_1996
from .evasion import evaded_with
from .melds import COLUMN

ALL_TRICKS = 12
DREAMERS_TRICKS = 5  # §10.3
SUNG_BASE, SUNG_CLAIM, SUNG_MOST = 5, 6, 30  # §11.8
ALL_REDS = 8


@inlined
def value_of(number, rules):
    """§10.1  Return what so many tricks are worth; all twelve are doubled once more."""
    return 1 << number - rules.base + (number == ALL_TRICKS)


@compiled
def matching(public):
    """§10.3  Return the winner's counting cards that have the number of the dreamer's card."""
    return matching_in(public.counting, public.dreamt)


@compiled
def matching_in(cards, dreamt):
    """§10.3  Return those of some cards that have the number of the dreamer's card; Li Chen counts 1."""
    if dreamt == EMPTY:
        return EMPTY
    rank = rank_of(lowest_of(dreamt))
    same = cards & COLUMN << rank - 1
    if rank == 1:
        same |= cards & LI_CHEN_MASK
    return same


@compiled
def returns(state, rules, result):
    """§10.2 to §10.5, §11.10  Fill `result`; a drawn or abandoned deal costs nobody anything."""
    public = state.public
    result.players = public.players
    result.dealer = public.dealer
    result.caller = public.caller
    result.ending = public.ending
    result.winner = public.winner
    result.number = public.number
    result.matches = 0
    result.payer = NOBODY
    result.value = 0
    result.income = 0
    result.evaded = EMPTY
    for seat in range(MAX_PLAYERS):
        result.points[seat] = 0
    if public.winner == NOBODY:
        return
    if rules.scoring == SUNG_1996:
        result.value = sung_value(public)
    else:
        result.value = value_of(public.number, rules)
        result.matches = count_of(matching(public))
        if result.matches > 0:
            result.income = value_of(DREAMERS_TRICKS + result.matches, rules)
    result.evaded = evaded_with(public, rules)
    pay(public, result)


@compiled
def sung_value(public):
    """§11.8  Return the value by Sung's table: tricks above five and red counting cards, thirty for all of both."""
    if public.ending == CLAIMED:
        return SUNG_CLAIM
    reds = count_of(public.counting & RED_IMPRINTS)
    if public.number == ALL_TRICKS and reds == ALL_REDS:
        return SUNG_MOST
    return public.number - SUNG_BASE + reds


@compiled
def pay(public, result):
    """§10.2, §10.3, §10.4  Let each loser pay the winner and the dreamer; a privileged loser pays for the other loser too.

    §10.6  What one pays another gets: points add up to nothing.
    """
    privileged = privileged_of(public) if public.ending == WON else NOBODY
    if privileged != NOBODY and privileged != public.winner:
        result.payer = privileged
    due = result.value if result.evaded == EMPTY else 0  # §11.10
    for seat in range(public.players):
        if is_active(public, seat) and seat != public.winner:
            payer = seat if result.payer == NOBODY else result.payer
            result.points[payer] -= due + result.income
            result.points[public.winner] += due
            if result.income > 0:
                result.points[dreamer_of(public)] += result.income
