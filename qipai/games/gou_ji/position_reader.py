"""Reading a position: what `position.py` writes, and less."""

from typing import Any

from qipai.engine import records
from qipai.engine.errors import NotationError
from qipai.engine.records import Record
from qipai.engine.seats import NOBODY, SPECTATOR, seats_in

from .asked import participants
from .clock import default_action
from .observation import observe
from .play import is_legal
from .position import KEYS, NAME, STAGES
from .position_course import PARTS_OF_ORDER, PARTS_OF_TRICK
from .position_deal import check_drawn, check_threes, check_tribute, check_wish, is_before_play
from .seating import SEATS, is_in
from .sets import reds_in
from .shao import meets
from .situation import Situation
from .spelling import Part
from .state import (
    CHANCE,
    CORRECTING,
    FOLLOWING,
    HOLDING,
    LEADING,
    NAMING,
    OBSERVATION,
    ORDERING,
    ORDINARY_GAME,
    OVER,
    RUN,
    SWAPPING,
    TELLING,
)
from .text import format_action
from .variants import OPTIONS, Ruleset
from .verbs import LAY, PASS, verb_of
from .worlds import accepts

WITH_TABLE = (FOLLOWING, CHANCE, ORDERING, HOLDING, CORRECTING)


def parse_position(text: str) -> tuple[Ruleset, Record, Record]:
    """The rule set, the setup and the state of a line.  Raises `NotationError` for what cannot be."""
    name, *words = text.split() or [""]
    if name != NAME:
        raise NotationError(f"A position of Gou Ji begins with {NAME!r}, not with {name!r}.")
    told: dict[str, str] = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not equals or not value:
            raise NotationError(f"{word!r} is no part of a position: parts are written key=value.")
        if key in told:
            raise NotationError(f"{key} is given twice.")
        told[key] = value
    changes = {option.name: option.parse(told.pop(option.name)) for option in OPTIONS if option.name in told}
    unknown = [key for key in told if key not in KEYS]
    if unknown:
        raise NotationError(f"A position has no part {unknown[0]!r}; parts are house rules and {', '.join(KEYS)}.")
    if "hands" not in told:
        raise NotationError("A position needs hands=…, the cards of each seat joined by /.")
    return read(Situation.blank(Ruleset(**changes)), told)


def read(situation: Situation, told: dict[str, str]) -> tuple[Ruleset, Record, Record]:
    checks = (check_table, check_phase, check_deal, check_asked, check_play)
    for (parts, settle), check in zip(STAGES, checks, strict=True):
        for part in parts:
            take(part, situation, told)
        check(situation)
        if settle is not None:
            settle(situation)
    setup, state = situation.records
    return situation.ruleset, setup, state


def take(part: Part, situation: Situation, told: dict[str, str]) -> None:
    if part.key not in told:
        part.put(situation, part.suppose(situation))
        return
    try:
        part.put(situation, part.spelling.read(told[part.key]))
    except NotationError as error:
        raise NotationError(f"{part.key}={told[part.key]}: {error}") from None


def check_table(situation: Situation) -> None:
    if (situation.number("best") == 0) != (situation.number("owner") == NOBODY):
        raise NotationError("A set on the table and its owner go together: table=8-8 owner=0.")


def check_phase(situation: Situation) -> None:
    """Each phase has what it is about."""
    lies, phase = situation.number("best") != 0, situation.course
    if (phase == OVER) != (situation.number("ending") != 0):
        raise NotationError("ending=… goes with phase=over, and tells how it came to an end.")
    if phase in WITH_TABLE and not lies:
        raise NotationError("Nobody can follow an empty table: table=… and owner=… must tell what lies there.")
    if phase <= LEADING and lies:
        raise NotationError("Nothing lies on the table when somebody leads, or before the play.")
    if phase in WITH_TABLE and reds_in(situation.number("best")):
        raise NotationError("Nothing beats a Red, and so nobody follows: the trick is over.")
    if phase == NAMING and situation.number("kind") != ORDINARY_GAME:
        raise NotationError("A first taker is named in an ordinary game only: last=… must tell the places of the game before.")
    if phase == SWAPPING and situation.number("big_loser") == NOBODY:
        raise NotationError("Roles are swapped in an ordinary game only: last=… must tell the places of the game before.")
    if (phase == ORDERING) != (situation.number("candidates") != 0):
        raise NotationError("candidates=… tells who may take the turn while the order is chosen.")
    check_drawn(situation)


def check_deal(situation: Situation) -> None:
    check_threes(situation)
    check_wish(situation)
    check_tribute(situation)


def check_asked(situation: Situation) -> None:
    """Somebody who holds cards is to decide."""
    asked, phase = situation.number("asked"), situation.phase
    if phase == OVER:
        if asked:
            raise NotationError("The game is over, and nobody is asked: leave to_act=… out.")
        return
    if asked == 0:
        raise NotationError("Nobody is to act: to_act=… must tell who is, and the phase what about.")
    if asked & ~situation.number("active"):
        raise NotationError("to_act=… names a seat that is out.")
    if phase in WITH_TABLE and is_in(asked, situation.number("owner")):
        raise NotationError(f"Seat {situation.number('owner')} owns the table, so another seat is to act.")
    if phase >= LEADING and situation.number("leader") == NOBODY:
        raise NotationError("leader=… must be a seat.")
    if phase == HOLDING and situation.number("beaten") == NOBODY:
        raise NotationError("beaten=… must tell whose set was beaten: it is they who ask for Rang Pai.")
    if phase == CORRECTING and situation.number("tried") == 0:
        raise NotationError("tried=… must tell the set that is to be put right.")
    if phase == TELLING and NOBODY in (situation.number("asker"), situation.number("told_by")):
        raise NotationError("asker=… and told_by=… must tell who asks for a count and who tells it.")
    if phase == LEADING and situation.number("mode") == RUN and not meets(situation.state.hands[situation.number("leader")]):
        raise NotationError("The declarer leads only with a hand that meets §9.2; what was declared falsely is over.")


def check_play(situation: Situation) -> None:
    """What cannot be at all, and what nobody could go on from."""
    check_before_play(situation)
    check_agreement(situation)
    check_answers(situation)
    for seat in seats_in(situation.number("asked")):
        action = int(default_action(situation.state, situation.rules, seat))
        if not is_legal(situation.state, situation.rules, seat, action):
            raise NotationError(
                f"Seat {seat} is to act and has nothing to do: phase=… and the parts that belong to it must agree."
            )


def check_before_play(situation: Situation) -> None:
    """Before the play there is no trick."""
    if not is_before_play(situation):
        return
    blank = Situation.blank(situation.ruleset)
    for part in (*PARTS_OF_TRICK, *PARTS_OF_ORDER):
        if part.get(situation) != part.get(blank):
            raise NotationError(f"Before the play nothing has been laid: leave {part.key}=… out.")


def check_answers(situation: Situation) -> None:
    """Who has answered was asked together with those who still are, and could say so."""
    table = situation.table
    for seat in range(SEATS):
        action = int(situation.state.answers[seat]) - 1
        if action < 0:
            continue
        asked = situation.number("asked")
        table.asked = asked | 1 << seat
        may = (
            is_in(asked, seat) == 0
            and is_in(participants(situation.state, situation.rules), seat)
            and is_legal(situation.state, situation.rules, seat, action)
        )
        table.asked = asked
        if not may or verb_of(action) in (LAY, PASS):
            raise NotationError(
                f"answers=…: {format_action(action, situation.ruleset)} cannot be what seat {seat} has answered."
            )


def check_agreement(situation: Situation) -> None:
    """§13  What everybody has seen is where it must be."""
    observation: Any = records.opened(records.new(OBSERVATION))
    observe(situation.state, situation.rules, SPECTATOR, observation)
    if not accepts(observation, situation.rules, situation.state):
        raise NotationError(
            "The parts contradict each other: a card that everybody has seen or heard of is not in its hand, or tribute was"
            " not given from the highest."
        )
