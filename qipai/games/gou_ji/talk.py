"""§11, §14.10, §14.20  Table talk: Rang Pai, counts, showing and exposing a hand, asking for the wind."""

from qipai.engine.compiling import compiled, inlined
from qipai.engine.seats import NOBODY

from .course import pass_turn
from .endgame import arrange, is_endgame
from .making import add
from .seating import SEATS, dui_men, is_in, next_in, right_of, team_of
from .state import FOLLOWING, HOLDING, LEADING, NORMAL, ROTATION, TELLING
from .tricks import able, ask, catcher, next_by_rotation, penalise
from .variants import BIG_LOSER, REQUEST
from .verbs import (
    AGREE,
    COUNT,
    EXPOSE,
    FEW,
    MORE,
    RANG,
    SHOW_HAND,
    pack_action,
)

COUNTS_TOO = 2  # of `table.talk`


@inlined
def is_playing(table):
    """Table talk is for the play, and not for open questions."""
    return table.talk > 0 and (table.phase == LEADING or table.phase == FOLLOWING)


@compiled
def may_count(table, seat, other):
    """§11.2  May a seat ask another one for its count?  What has been told is not asked again before the hand changes."""
    if table.talk < COUNTS_TOO or seat == other or not is_in(table.active, other):
        return False
    if table.told[other] or is_in(table.exposed, other):
        return False
    if team_of(seat) == team_of(other) or not is_in(table.active, dui_men(other)):
        return True
    return seat == dui_men(other) and is_in(table.active, seat) == 1


@inlined
def may_show_hand(table, seat):
    """§11.3  Once: from then on the team mates can follow the hand."""
    return is_in(table.active & ~table.shown & ~table.exposed, seat) == 1 and table.left[seat] <= FEW


@inlined
def may_expose(table, rules, seat):
    """§11.4, §14.17  At one's own turn."""
    return is_in(table.asked & ~table.exposed, seat) == 1 and table.left[seat] <= rules.expose_max


@compiled
def rang_asker(table):
    """§11.1  Who may ask for Rang Pai now; NOBODY if nobody may."""
    if table.phase != FOLLOWING or table.mode != NORMAL or table.rang_asked or table.beaten == NOBODY:
        return NOBODY
    asker = int(table.beaten)
    if table.owner != dui_men(asker) or not is_in(table.active, asker) or table.asked != 1 << right_of(asker, 4):
        return NOBODY
    still_in = table.active & ~table.passed
    if is_in(still_in, right_of(asker, 1)) or is_in(still_in, right_of(asker, 2)):
        return NOBODY
    return NOBODY if is_endgame(table) or table.wind_asker != NOBODY else asker


@compiled
def may_talk(table):
    """The seats that have something to say although they are not asked, as a mask."""
    mask = 0
    if is_playing(table):
        asker = rang_asker(table)
        for seat in range(SEATS):
            if seat == asker or may_show_hand(table, seat):
                mask |= 1 << seat
            for other in range(SEATS):
                if may_count(table, seat, other):
                    mask |= 1 << seat
    return mask & ~table.asked


@compiled
def make_talk(table, rules, seat, actions):
    """All that a seat may say."""
    if not is_playing(table):
        return
    for other in range(SEATS):
        if may_count(table, seat, other):
            add(actions, pack_action(COUNT, other))
    if rang_asker(table) == seat:
        add(actions, pack_action(RANG, 0))
    if may_show_hand(table, seat):
        add(actions, pack_action(SHOW_HAND, 0))
    if may_expose(table, rules, seat):
        add(actions, pack_action(EXPOSE, 0))


@compiled
def may_say(table, rules, seat, verb, value):
    """The same asked about one thing to say."""
    if not is_playing(table):
        return False
    if verb == COUNT:
        return value < SEATS and may_count(table, seat, value)
    if value:
        return False
    if verb == RANG:
        return rang_asker(table) == seat
    if verb == SHOW_HAND:
        return may_show_hand(table, seat)
    return verb == EXPOSE and may_expose(table, rules, seat)


@compiled
def talk(table, rules, seat, verb, value):
    """§11.1 to §11.4  What is said changes no turn."""
    if verb == RANG:
        table.rang_asked = 1
        table.phase = HOLDING
        table.asked = 1 << right_of(seat, 4)
    elif verb == SHOW_HAND:
        table.shown |= 1 << seat
    elif verb == EXPOSE:
        table.exposed |= 1 << seat
    elif rules.infringement == BIG_LOSER:
        table.interrupted = table.phase
        table.waiting = next_in(table.asked, seat)
        table.asker = seat
        table.told_by = value
        table.phase = TELLING
        table.asked = 1 << value
    else:
        table.told[value] = told_size(table, value)


@inlined
def told_size(table, seat):
    """§11.2  What is to be told of a hand: up to ten exactly, else that it is more."""
    return min(int(table.left[seat]), MORE)


@compiled
def hold_back(state, rules, seat, verb):
    """§11.1  The team mate agrees, and passes; or it is their turn as before."""
    table = state.table
    if verb == AGREE:
        table.rang_agreed = table.beaten
        pass_turn(state, rules, seat)
    else:
        ask(table, seat)


# -- counts that are told by people


@compiled
def tell_count(state, rules, seat, said):
    """§14.20  A true number goes on the table; a wrong one puts out at once."""
    table = state.table
    waiting = int(table.waiting)
    phase = int(table.interrupted)
    table.asker = NOBODY
    table.told_by = NOBODY
    table.waiting = NOBODY
    table.interrupted = 0
    if said == told_size(table, seat):
        table.told[seat] = said
    elif penalise(table, rules, seat):
        return
    table.phase = phase
    table.asked = 1 << waiting
    if not is_in(table.active, seat):
        go_on_without(state, rules, seat, waiting)


@compiled
def go_on_without(state, rules, seat, waiting):
    """§14.20  Who was put out is missing in the order of turns: their own turn counts as a pass, their lead goes to the right."""
    table = state.table
    table.responders &= ~(1 << seat)
    in_order = table.mode == NORMAL and table.wind_asker == NOBODY
    if table.phase == LEADING:
        if waiting == seat:
            table.runner = NOBODY
            table.mode = NORMAL
            table.leader = next_in(table.active, seat)
            table.asked = 1 << table.leader
    elif waiting == seat:
        table.arrangement = ROTATION
        if in_order and able(table) and is_endgame(table):
            table.last_actor = seat
            arrange(state, rules, next_by_rotation(table, seat))
        else:
            pass_turn(state, rules, seat)
    elif in_order and is_endgame(table):
        arrange(state, rules, next_by_rotation(table, table.last_actor))


# -- the wind


@compiled
def may_ask_wind(table, rules, seat):
    """§14.10  Only who would catch it, and only if somebody else may still act."""
    if rules.wind_protocol != REQUEST or table.phase != FOLLOWING or table.mode != NORMAL:
        return False
    if table.wind_asker != NOBODY or is_in(table.active, table.owner) or not is_in(table.asked, seat):
        return False
    return able(table) & ~(1 << seat) != 0 and catcher(table, rules, int(table.owner)) == seat


@compiled
def ask_wind(table, seat):
    """§14.10  The others who may still act agree one after the other, or beat."""
    table.wind_asker = seat
    table.responders = able(table) & ~(1 << seat)
    table.arrangement = ROTATION
    ask(table, next_in(table.responders, seat))
