"""Any situation in one line: `gou_ji hands=4-K/5-5/6/8-8-B/3/9-9 table=7 owner=0 passed=1`.

Words are joined by spaces, lists by seat by `/`, seat 0 first, other lists by `,`; `.` is none, or nobody.  House rules that differ
from the default stand as `option=value`.  A part that is left out is what follows from the parts before it:

    hands          must be told: ranks joined by dashes; before a first taker is named, the six piles
    table, owner   the set to beat, and whose it is: an empty table
    played         what each has laid so far: what lies on the table.  Hands and these are all cards in the game
    ending         the game goes on; played, sweep, thrown_in, one_team
    phase          following, or leading where nothing lies on the table; the names are those of `state.PHASES`
    last           the places in the last game that was played out, by seat: none
    kind, due      first; with places fresh after a sweep, else ordinary; which tribute is due: sweep, ordinary, none
    swapped        the losers kept their roles; yes
    kaipai         seat 0, in an ordinary game the Dui Men of who was last; kaipai_before, of the game before: the seat to the left
    taker          the Kai Pai player, in an ordinary game the big loser; drawn is the lowest card that counts so far
    starter        by §3.3; threes_shown, the suit of two threes: none
    threes         while they may be shown, their suits by seat, and with two of one suit when and which: S-H-H:115:H
    revolted, wish, pleas, wishes   nobody: declared for good, wants it now, pleads, wants it and has not been heard
    wildless       known to have been dealt no 2 and no joker: those of them that are known
    tribute        by giver: owed, refused, waived, paid or returned, as far as the phase has come
    given, returned   the cards, by giver: must be told once the tribute is paid, or returned
    penalised, places   nobody; who holds no cards has gone out in turn from seat 0
    seen           cards that everybody has seen in a hand (§14.19): none
    trick, leader  1; who owns the table, or the starter
    beaten         whose set the one on the table beat: nobody's
    passed, closed    nobody has passed, nobody is shut out (§14.16)
    runner         who has declared Shao Pai: nobody
    mode           by what lies on the table: normal, duel, shao, or run while the declarer leads
    duel           who started it: whose set was beaten or lies there; challenged is the same for Shao Pai
    tried          §14.19 the set to be put right: none
    candidates, wind_asker, asker, told_by, waiting, interrupted   who may take the turn; who asked, who tells, what waits: none
    last_actor     the owner
    answers        of those who are asked together, words joined by colons: ./no_shao/shao:A-A/././.
    to_act         whoever is to decide by the rules
    responders     who is still to be asked about a set of Shao Pai or the wind, from there on
    arrangement, acted, visit, first_team, turn   the order of the endgame, as if the leader had led and some had passed
    rang_asked, rang_agreed   nobody asked for Rang Pai about this set, nobody was agreed with
    told           counts by seat: none; 1 to 10, or more
    shown, exposed    nobody's hand
    witnesses      what Shao Pai and misplays have shown of hands: 2:meets:A-A, with what the seat had laid by then
    duels, declarations, beaten_runs   of this game so far: the present one
"""

from typing import Any

from .position_course import PARTS_OF_ORDER, PARTS_OF_TALK, PARTS_OF_TRICK, PARTS_OF_TURN
from .position_deal import (
    HELD,
    PARTS_OF_DEAL,
    PARTS_OF_HANDS,
    PARTS_OF_KIND,
    settle_dealt,
    settle_pack,
    settle_players,
)
from .situation import Situation
from .spelling import Part
from .variants import OPTIONS

NAME = "gou_ji"
# After some of the parts follows what they decide together
STAGES = (
    (PARTS_OF_HANDS, settle_pack),
    (PARTS_OF_KIND, None),
    (PARTS_OF_DEAL, settle_players),
    ((HELD, *PARTS_OF_TRICK, *PARTS_OF_TURN), settle_dealt),
    ((*PARTS_OF_ORDER, *PARTS_OF_TALK), None),
)
KEYS = tuple(part.key for parts, _ in STAGES for part in parts)


def format_position(state: Any, ruleset: Any, setup: Any) -> str:
    """The line that the reader reads back, without what it supposes anyway."""
    true = Situation(ruleset, setup, state)
    read = Situation.blank(ruleset)
    words = [
        f"{option.name}={option.format(int(getattr(ruleset, option.name)))}"
        for option in OPTIONS
        if int(getattr(ruleset, option.name)) != option.parse(option.default)
    ]
    for parts, settle in STAGES:
        words += [tell(part, true, read) for part in parts]
        if settle is not None:
            settle(read)
    return " ".join([NAME, *filter(None, words)])


def tell(part: Part, true: Situation, read: Situation) -> str:
    """A part as a word, or nothing where a reader who knows the parts before it supposes the same."""
    value, supposed = part.get(true), part.suppose(read)
    part.put(read, value)
    return "" if value == supposed else f"{part.key}={part.spelling.write(value)}"
