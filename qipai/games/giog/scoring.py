"""§10  The end of a deal: counting pieces, wins that are shared, shares, and the last trick."""

from qipai.engine.compiling import compiled
from qipai.engine.seats import NOBODY

from .generals import credited_to, is_punished
from .pieces import has_general
from .state import MAX_PLAYERS
from .variants import CREDIT, LAST_TRICK, MOST_PIECES, SHARES_AND_BONUS

UNIT = 60  # §10.1 parts of a win: two to five may share it
LAST_TRICK_STAKE = 2  # §10.4


@compiled
def returns(state, rules, result):
    """§10.1 to §10.5  Everybody's points, in parts of a win where wins are counted; a session adds them up (§10.6)."""
    table = state.table
    result.players = table.players
    result.opener = table.first
    result.offenders = table.offenders
    for seat in range(MAX_PLAYERS):
        result.captured[seat] = table.captured[seat]
        result.bonus[seat] = 0
        result.points[seat] = 0
    if is_punished(rules):
        behead(table, rules, result)
    if rules.aim == MOST_PIECES:
        share_win(result, highest_count(result))
    elif rules.aim == LAST_TRICK:
        share_win(result, 1 << table.previous_winner)  # §10.5
    else:
        count_shares(table, rules, result)


@compiled
def behead(table, rules, result):
    """§9.3  What an offender took counts nothing; §11.1 in Sang krip it goes to somebody else."""
    for seat in range(table.players):
        if table.offenders >> seat & 1:
            heir = credited_to(table, table.previous_winner) if rules.general_rule == CREDIT else NOBODY
            if heir != NOBODY:
                result.captured[heir] += result.captured[seat]
            result.captured[seat] = 0


@compiled
def highest_count(result):
    """§10.1  The seats with most pieces, as a mask."""
    most = 0
    winners = 0
    for seat in range(result.players):
        if result.captured[seat] > most:
            most = result.captured[seat]
            winners = 0
        if result.captured[seat] == most:
            winners |= 1 << seat
    return winners


@compiled
def share_win(result, winners):
    """§10.1  Whoever is equal shares the win."""
    result.winners = winners
    sharers = 0
    for seat in range(result.players):
        sharers += winners >> seat & 1
    for seat in range(result.players):
        if winners >> seat & 1:
            result.points[seat] = UNIT // sharers


@compiled
def count_shares(table, rules, result):
    """§10.2, §10.3  A point for each piece above an equal share, and one less for each below it."""
    counted = 0
    for seat in range(result.players):
        counted += result.captured[seat]
    if rules.aim == SHARES_AND_BONUS:
        pay_last_trick(table, result)
    best = 0
    for seat in range(result.players):
        result.points[seat] = result.captured[seat] - counted // result.players + result.bonus[seat]
        best = max(best, result.points[seat])
    result.winners = 0
    for seat in range(result.players):
        if result.points[seat] == best:
            result.winners |= 1 << seat


@compiled
def pay_last_trick(table, result):
    """§10.4  Won with a general, the last trick brings two more from each of the others."""
    winner = table.previous_winner
    if has_general(table.previous[winner]):
        for seat in range(result.players):
            result.bonus[seat] = -LAST_TRICK_STAKE
        result.bonus[winner] = LAST_TRICK_STAKE * (result.players - 1)
