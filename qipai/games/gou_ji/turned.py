"""§13.1  What everybody may know, seen from another chair."""

from qipai.engine.compiling import compiled
from qipai.engine.seats import turned_mask, turned_seat

from .ranks import KINDS
from .seating import SEATS, right_of, team_of
from .state import MAX_WITNESSES


@compiled
def copy_table(source, table, turn):
    """All that everybody may know, `turn` places further round."""
    table.kaipai = turned_seat(source.kaipai, turn, SEATS)
    table.taker = turned_seat(source.taker, turn, SEATS)
    table.starter = turned_seat(source.starter, turn, SEATS)
    table.big_loser = turned_seat(source.big_loser, turn, SEATS)
    table.second_loser = turned_seat(source.second_loser, turn, SEATS)
    table.wish = turned_seat(source.wish, turn, SEATS)
    table.leader = turned_seat(source.leader, turn, SEATS)
    table.owner = turned_seat(source.owner, turn, SEATS)
    table.beaten = turned_seat(source.beaten, turn, SEATS)
    table.starter_of_duel = turned_seat(source.starter_of_duel, turn, SEATS)
    table.runner = turned_seat(source.runner, turn, SEATS)
    table.challenged = turned_seat(source.challenged, turn, SEATS)
    table.visit = turned_seat(source.visit, turn, SEATS)
    table.last_actor = turned_seat(source.last_actor, turn, SEATS)
    table.wind_asker = turned_seat(source.wind_asker, turn, SEATS)
    table.asker = turned_seat(source.asker, turn, SEATS)
    table.told_by = turned_seat(source.told_by, turn, SEATS)
    table.waiting = turned_seat(source.waiting, turn, SEATS)
    table.rang_agreed = turned_seat(source.rang_agreed, turn, SEATS)
    table.asked = turned_mask(source.asked, turn, SEATS)
    table.pleas = turned_mask(source.pleas, turn, SEATS)
    table.wildless = turned_mask(source.wildless, turn, SEATS)
    table.revolted = turned_mask(source.revolted, turn, SEATS)
    table.active = turned_mask(source.active, turn, SEATS)
    table.penalised = turned_mask(source.penalised, turn, SEATS)
    table.passed = turned_mask(source.passed, turn, SEATS)
    table.closed = turned_mask(source.closed, turn, SEATS)
    table.responders = turned_mask(source.responders, turn, SEATS)
    table.acted = turned_mask(source.acted, turn, SEATS)
    table.candidates = turned_mask(source.candidates, turn, SEATS)
    table.shown = turned_mask(source.shown, turn, SEATS)
    table.exposed = turned_mask(source.exposed, turn, SEATS)
    table.best = source.best
    table.tried = source.tried
    table.witness_count = source.witness_count
    table.phase = source.phase
    table.kind = source.kind
    table.due = source.due
    table.drawn = source.drawn
    table.shown_suit = source.shown_suit
    table.swapped = source.swapped
    table.mode = source.mode
    table.trick = source.trick
    table.arrangement = source.arrangement
    table.turn = source.turn
    table.interrupted = source.interrupted
    table.rang_asked = source.rang_asked
    table.talk = source.talk
    table.ending = source.ending
    table.duels = source.duels
    table.declarations = source.declarations
    table.beaten_runs = source.beaten_runs
    table.first_team = team_of(source.first_team + turn)
    for kind in range(KINDS):
        table.pack[kind] = source.pack[kind]
    for seat in range(SEATS):
        copy_seat(source, seat, table, right_of(seat, turn))
        table.receiver[right_of(seat, turn)] = turned_seat(source.receiver[seat], turn, SEATS)
    for number in range(MAX_WITNESSES):
        witness = source.witnesses[number]
        copy = table.witnesses[number]
        borne = number < source.witness_count
        copy.seat = turned_seat(witness.seat, turn, SEATS) if borne else 0
        copy.what = witness.what
        copy.best = witness.best
        copy.tried = witness.tried
        for kind in range(KINDS):
            copy.played[kind] = witness.played[kind]


@compiled
def copy_seat(source, seat, table, chair):
    """What everybody may know of one player."""
    table.left[chair] = source.left[seat]
    table.place[chair] = source.place[seat]
    table.last[chair] = source.last[seat]
    table.owes[chair] = source.owes[seat]
    table.tribute[chair] = source.tribute[seat]
    table.told[chair] = source.told[seat]
    for kind in range(KINDS):
        table.played[chair][kind] = source.played[seat][kind]
        table.dealt[chair][kind] = source.dealt[seat][kind]
        table.held[chair][kind] = source.held[seat][kind]


@compiled
def is_same_table(table, seen, turn):
    """Is a table, so many places further round, the one that was seen?"""
    return (
        is_same_course(table, seen)
        and are_same_seats(table, seen, turn)
        and are_same_masks(table, seen, turn)
        and are_same_players(table, seen, turn)
        and are_same_witnesses(table, seen, turn)
    )


@compiled
def is_same_course(table, seen):
    return (
        table.best == seen.best
        and table.tried == seen.tried
        and table.witness_count == seen.witness_count
        and table.phase == seen.phase
        and table.kind == seen.kind
        and table.due == seen.due
        and table.drawn == seen.drawn
        and table.shown_suit == seen.shown_suit
        and table.swapped == seen.swapped
        and table.mode == seen.mode
        and table.trick == seen.trick
        and table.arrangement == seen.arrangement
        and table.turn == seen.turn
        and table.interrupted == seen.interrupted
        and table.rang_asked == seen.rang_asked
        and table.talk == seen.talk
        and table.ending == seen.ending
        and table.duels == seen.duels
        and table.declarations == seen.declarations
        and table.beaten_runs == seen.beaten_runs
    )


@compiled
def are_same_seats(table, seen, turn):
    return (
        turned_seat(table.kaipai, turn, SEATS) == seen.kaipai
        and turned_seat(table.taker, turn, SEATS) == seen.taker
        and turned_seat(table.starter, turn, SEATS) == seen.starter
        and turned_seat(table.big_loser, turn, SEATS) == seen.big_loser
        and turned_seat(table.second_loser, turn, SEATS) == seen.second_loser
        and turned_seat(table.wish, turn, SEATS) == seen.wish
        and turned_seat(table.leader, turn, SEATS) == seen.leader
        and turned_seat(table.owner, turn, SEATS) == seen.owner
        and turned_seat(table.beaten, turn, SEATS) == seen.beaten
        and turned_seat(table.starter_of_duel, turn, SEATS) == seen.starter_of_duel
        and turned_seat(table.runner, turn, SEATS) == seen.runner
        and turned_seat(table.challenged, turn, SEATS) == seen.challenged
        and turned_seat(table.visit, turn, SEATS) == seen.visit
        and turned_seat(table.last_actor, turn, SEATS) == seen.last_actor
        and turned_seat(table.wind_asker, turn, SEATS) == seen.wind_asker
        and turned_seat(table.asker, turn, SEATS) == seen.asker
        and turned_seat(table.told_by, turn, SEATS) == seen.told_by
        and turned_seat(table.waiting, turn, SEATS) == seen.waiting
        and turned_seat(table.rang_agreed, turn, SEATS) == seen.rang_agreed
    )


@compiled
def are_same_masks(table, seen, turn):
    return (
        turned_mask(table.asked, turn, SEATS) == seen.asked
        and turned_mask(table.pleas, turn, SEATS) == seen.pleas
        and turned_mask(table.wildless, turn, SEATS) == seen.wildless
        and turned_mask(table.revolted, turn, SEATS) == seen.revolted
        and turned_mask(table.active, turn, SEATS) == seen.active
        and turned_mask(table.penalised, turn, SEATS) == seen.penalised
        and turned_mask(table.passed, turn, SEATS) == seen.passed
        and turned_mask(table.closed, turn, SEATS) == seen.closed
        and turned_mask(table.responders, turn, SEATS) == seen.responders
        and turned_mask(table.acted, turn, SEATS) == seen.acted
        and turned_mask(table.candidates, turn, SEATS) == seen.candidates
        and turned_mask(table.shown, turn, SEATS) == seen.shown
        and turned_mask(table.exposed, turn, SEATS) == seen.exposed
        and team_of(table.first_team + turn) == seen.first_team
    )


@compiled
def are_same_players(table, seen, turn):
    for seat in range(SEATS):
        chair = right_of(seat, turn)
        if turned_seat(table.receiver[seat], turn, SEATS) != seen.receiver[chair]:
            return False
        if not (
            table.left[seat] == seen.left[chair]
            and table.place[seat] == seen.place[chair]
            and table.last[seat] == seen.last[chair]
            and table.owes[seat] == seen.owes[chair]
            and table.tribute[seat] == seen.tribute[chair]
            and table.told[seat] == seen.told[chair]
        ):
            return False
        for kind in range(KINDS):
            if not (
                table.played[seat][kind] == seen.played[chair][kind]
                and table.dealt[seat][kind] == seen.dealt[chair][kind]
                and table.held[seat][kind] == seen.held[chair][kind]
            ):
                return False
    for kind in range(KINDS):
        if table.pack[kind] != seen.pack[kind]:
            return False
    return True


@compiled
def are_same_witnesses(table, seen, turn):
    for number in range(table.witness_count):
        one = table.witnesses[number]
        other = seen.witnesses[number]
        if turned_seat(one.seat, turn, SEATS) != other.seat or one.what != other.what:
            return False
        if one.best != other.best or one.tried != other.tried:
            return False
        for kind in range(KINDS):
            if one.played[kind] != other.played[kind]:
                return False
    return True
