"""§10  The end of a deal: counting pieces, wins that are shared, shares, and the last trick."""

from qipai.engine.compiling import compiled
from qipai.engine.seats import NOBODY

from ..pieces import has_general
from ..state import MAX_PLAYERS
from ..variants import CREDIT, LAST_TRICK, MOST_PIECES, SHARES_AND_BONUS
from .generals import credited_to, is_punished

UNIT = 60  # §10.1 parts of a win: two to five may share it
LAST_TRICK_STAKE = 2  # §10.4


@compiled
def returns(state, rules, result):
    """§10.1 to §10.5  Fill `result`, in parts of a win where wins are counted; a session adds the points up (§10.6)."""
    public = state.public
    result.players = public.players
    result.opener = public.first
    result.offenders = public.offenders
    for seat in range(MAX_PLAYERS):
        result.captured[seat] = public.captured[seat]
        result.bonus[seat] = 0
        result.points[seat] = 0
    if is_punished(rules):
        behead(public, rules, result)
    if rules.aim == MOST_PIECES:
        share_win(result, highest_count(result))
    elif rules.aim == LAST_TRICK:
        share_win(result, 1 << public.previous_winner)  # §10.5
    else:
        count_shares(public, rules, result)


@compiled
def behead(public, rules, result):
    """§9.3, §9.4  Take an offender's pieces out of the count; in Sang krip give them to another seat."""
    for seat in range(public.players):
        if public.offenders >> seat & 1:
            heir = credited_to(public, public.previous_winner) if rules.general_rule == CREDIT else NOBODY
            if heir != NOBODY:
                result.captured[heir] += result.captured[seat]
            result.captured[seat] = 0


@compiled
def highest_count(result):
    """§10.1  Return the mask of the seats with most pieces."""
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
    """§10.1  Share the win equally among the winners."""
    result.winners = winners
    sharers = 0
    for seat in range(result.players):
        sharers += winners >> seat & 1
    for seat in range(result.players):
        if winners >> seat & 1:
            result.points[seat] = UNIT // sharers


@compiled
def count_shares(public, rules, result):
    """§10.2, §10.3  Give a point for each piece above an equal share, and take one for each piece below it."""
    counted = 0
    for seat in range(result.players):
        counted += result.captured[seat]
    if rules.aim == SHARES_AND_BONUS:
        pay_last_trick(public, result)
    best = 0
    for seat in range(result.players):
        result.points[seat] = result.captured[seat] - counted // result.players + result.bonus[seat]
        best = max(best, result.points[seat])
    result.winners = 0
    for seat in range(result.players):
        if result.points[seat] == best:
            result.winners |= 1 << seat


@compiled
def pay_last_trick(public, result):
    """§10.4  Let each other seat pay two points more for a last trick that was won with a general."""
    winner = public.previous_winner
    if has_general(public.previous[winner]):
        for seat in range(result.players):
            result.bonus[seat] = -LAST_TRICK_STAKE
        result.bonus[winner] = LAST_TRICK_STAKE * (result.players - 1)
