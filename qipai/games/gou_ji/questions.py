"""What is asked just now, for people: its words, the § it goes by, and whom it concerns."""

from typing import Any

from qipai.engine.seats import NOBODY, seats_in

from .naming import seat_at, seats_at
from .state import (
    CHANCE,
    CONFIRMING,
    CORRECTING,
    DECLARING,
    DUEL,
    FOLLOWING,
    HOLDING,
    LEADING,
    LIBERATING,
    NAMING,
    NORMAL,
    ORDERING,
    OVER,
    PLEADING,
    RETURNING,
    RUN,
    SHOWING,
    SWAPPING,
    TELLING,
    WAIVING,
)
from .variants import CLAIM

# A key of the words for questions, and the § by which it is asked
QUESTIONS = {
    NAMING: ("naming", "2.3"),
    SHOWING: ("showing", "3.2"),
    DECLARING: ("revolution", "4.1"),
    PLEADING: ("plea_asked", "4.3"),
    CONFIRMING: ("confirming", "4.3"),
    SWAPPING: ("swapping", "5.1"),
    LIBERATING: ("liberating", "5.3"),
    WAIVING: ("waive_with", "5.4"),
    RETURNING: ("return_n", "5.6"),
    LEADING: ("leading", "7.1"),
    FOLLOWING: ("following", "7.2"),
    CHANCE: ("window", "9.1"),
    ORDERING: ("ordering", "10.4"),
    HOLDING: ("rang_asked", "11.1"),
    TELLING: ("count_asked", "14.20"),
    CORRECTING: ("correcting", "14.19"),
}
RUNNING_ON = ("running", "9.4")
DUELLING = ("answering_duel", "8.2")
AGAINST_SHAO = ("answering_shao", "9.3")
WIND_ASKED = ("answering_wind", "14.10")
VOTING = ("voting", "14.8")


def what_is_asked(observation: Any, rules: Any) -> dict[str, Any] | None:
    """What the seats that are asked are asked, by whose name: who wants a revolution, or who asks."""
    table = observation.table
    if table.phase == OVER:
        return None
    what, section = question_in(table, rules)
    name = table.wish if table.phase == PLEADING else asker_in(table)[0]
    return {"what": what, "section": section, "name": seat_at(observation, name)}


def question_in(table: Any, rules: Any) -> tuple[str, str]:
    """The question of a phase, more particular where more is known."""
    if table.phase == LEADING and table.mode == RUN:
        return RUNNING_ON
    if table.phase == FOLLOWING:
        if table.mode != NORMAL:
            return DUELLING if table.mode == DUEL else AGAINST_SHAO
        return QUESTIONS[FOLLOWING] if table.wind_asker == NOBODY else WIND_ASKED
    if table.phase == ORDERING and rules.order_protocol != CLAIM:
        return VOTING
    return QUESTIONS[int(table.phase)]


def asker_in(table: Any) -> tuple[int, int]:
    """§11.1, §14.10, §14.20  Who asks for something, and of whom; NOBODY where nobody does."""
    if table.phase == HOLDING:
        return int(table.beaten), next(seats_in(int(table.asked)))
    if table.phase == TELLING:
        return int(table.asker), int(table.told_by)
    if table.wind_asker != NOBODY:
        return int(table.wind_asker), next(seats_in(int(table.asked)), NOBODY)
    return NOBODY, NOBODY


def describe_question(observation: Any, rules: Any) -> dict[str, Any]:
    """§4.3, §9.1, §10.4, §11, §14.10  What is asked, and whom it concerns."""
    table = observation.table
    candidates = table.asked if table.phase == CHANCE else table.candidates if table.phase == ORDERING else 0
    asker, asked = asker_in(table)
    return {
        "asks": what_is_asked(observation, rules),
        "candidates": seats_at(observation, candidates),
        "asker": seat_at(observation, asker),
        "asked": seat_at(observation, asked),
        "wish": seat_at(observation, table.wish),
        "pleas": seats_at(observation, table.pleas),
    }
