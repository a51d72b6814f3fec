"""§10  Scoring: tricks as exponents, the dreamer's income, and who pays for whom."""

from qipai.engine.compiling import compiled, inlined
from qipai.engine.seats import NOBODY

from .cards import EMPTY, LI_CHEN_MASK, RED_IMPRINTS, count_of, lowest_of, rank_of
from .melds import COLUMN
from .seating import dreamer_of, is_active, privileged_of
from .state import CLAIMED, MAX_PLAYERS, WON
from .variants import SUNG_1996

ALL_TRICKS = 12
DREAMERS_TRICKS = 5  # §10.3
SUNG_BASE, SUNG_CLAIM, SUNG_MOST = 5, 6, 30  # §11.8
ALL_REDS = 8


@inlined
def value_of(number, rules):
    """§10.1  What so many tricks are worth; all twelve are doubled once more."""
    return 1 << number - rules.base + (number == ALL_TRICKS)


@compiled
def matching(table):
    """§10.3  The winner's cards that have the number of the dreamer's card."""
    return matching_in(table.counting, table.dreamt)


@compiled
def matching_in(cards, dreamt):
    """§10.3  Those of some cards that have the number of the dreamer's; Li Chen counts 1."""
    if dreamt == EMPTY:
        return EMPTY
    rank = rank_of(lowest_of(dreamt))
    same = cards & COLUMN << rank - 1
    if rank == 1:
        same |= cards & LI_CHEN_MASK
    return same


@compiled
def returns(state, rules, result):
    """§10.2 to §10.5  Everybody's points; a drawn or abandoned hand costs nobody anything."""
    table = state.table
    result.players = table.players
    result.dealer = table.dealer
    result.caller = table.caller
    result.ending = table.ending
    result.winner = table.winner
    result.number = table.number
    result.matches = 0
    result.payer = NOBODY
    result.value = 0
    result.income = 0
    for seat in range(MAX_PLAYERS):
        result.points[seat] = 0
    if table.winner == NOBODY:
        return
    if rules.scoring == SUNG_1996:
        result.value = sung_value(table)
    else:
        result.value = value_of(table.number, rules)
        result.matches = count_of(matching(table))
        if result.matches > 0:
            result.income = value_of(DREAMERS_TRICKS + result.matches, rules)
    pay(table, result)


@compiled
def sung_value(table):
    """§11.8  Sung's table: tricks above five and red cards that count, thirty for everything."""
    if table.ending == CLAIMED:
        return SUNG_CLAIM
    reds = count_of(table.counting & RED_IMPRINTS)
    if table.number == ALL_TRICKS and reds == ALL_REDS:
        return SUNG_MOST
    return table.number - SUNG_BASE + reds


@compiled
def pay(table, result):
    """§10.2, §10.3, §10.4  Each loser pays the winner and the dreamer; a privileged loser pays for the other too.

    §10.6  What one pays another gets: points add up to nothing.
    """
    privileged = privileged_of(table) if table.ending == WON else NOBODY
    if privileged != NOBODY and privileged != table.winner:
        result.payer = privileged
    owed = result.value + result.income
    for seat in range(table.players):
        if is_active(table, seat) and seat != table.winner:
            payer = seat if result.payer == NOBODY else result.payer
            result.points[payer] -= owed
            result.points[table.winner] += result.value
            if result.income > 0:
                result.points[dreamer_of(table)] += result.income
