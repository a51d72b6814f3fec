"""What is asked just now, for people: its words, the § it goes by, and whom it concerns."""

from typing import Any

from qipai.engine.boards import Chairs
from qipai.engine.seats import NOBODY, seats_in

from ..seating import is_in
from ..state import (
    CHANCE,
    DUEL,
    FOLLOWING,
    HOLDING,
    LEADING,
    NORMAL,
    ORDERING,
    OVER,
    PHASES,
    PLEADING,
    RETURNING,
    RUN,
    TELLING,
    WAIVING,
    Observation,
)
from ..variants import CLAIM
from ..words import WORDS
from .board_fields import Question

# Questions whose key in `words/board.toml` is not the name of the phase
ASKED = {PLEADING: "plea_asked", WAIVING: "waive_with", RETURNING: "return_n", HOLDING: "rang_asked", TELLING: "count_asked"}
CHAIRS = Chairs(Observation)
seat_at, seats_at = CHAIRS.seat_at, CHAIRS.seats_at


def what_is_asked(observation: Any, rules: Any) -> Question | None:
    """Return what the seats that are asked are asked, and the seat that it is about; None when the deal is over."""
    public = observation.public
    if public.phase == OVER:
        return None
    what = question_in(public, rules)
    name = public.wish if public.phase == PLEADING else asker_in(public)[0]
    return Question(what=what, section=WORDS.section(f"board.{what}"), name=seat_at(observation, name))


def question_in(public: Any, rules: Any) -> str:
    """Return the key of a question, by the phase and what else is known."""
    if public.phase == LEADING and public.mode == RUN:
        return "running"
    if public.phase == FOLLOWING:
        if public.wind_asker != NOBODY:
            return "answering_wind"
        if public.mode != NORMAL:
            return "answering_duel" if public.mode == DUEL else "answering_shao"
        bound = public.promised != NOBODY and is_in(public.asked, public.promised)
        return "promised" if bound else "following"
    if public.phase == ORDERING and rules.order_protocol != CLAIM:
        return "voting"
    return ASKED.get(int(public.phase), PHASES[public.phase])


def asker_in(public: Any) -> tuple[int, int]:
    """§11.1, §14.10, §14.20  Return the chairs of who asks for something and of whom; `NOBODY` twice if nobody does."""
    if public.phase == HOLDING:
        return int(public.beaten), next(seats_in(int(public.asked)))
    if public.phase == TELLING:
        return int(public.asker), int(public.told_by)
    if public.wind_asker != NOBODY:
        return int(public.wind_asker), next(seats_in(int(public.asked)), NOBODY)
    return NOBODY, NOBODY


def describe_question(observation: Any, rules: Any) -> dict[str, Any]:
    """§4.3, §9.1, §10.4, §11, §14.10  Return the fields about what is asked, and whom it concerns."""
    public = observation.public
    candidates = public.asked if public.phase == CHANCE else public.candidates if public.phase == ORDERING else 0
    asker, asked = asker_in(public)
    return {
        "asks": what_is_asked(observation, rules),
        "candidates": seats_at(observation, candidates),
        "asker": seat_at(observation, asker),
        "asked": seat_at(observation, asked),
    }
