"""Play on from a recorded deal: bring a session to any of its decisions, for one person and bots."""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from qipai.engine.records import Record as EngineRecord
from qipai.engine.telling import Fact
from qipai.session.session import Session
from qipai.session.shuffles import read_shuffle

from .positions import decided
from .qp import Record


class StartingPoint(NamedTuple):
    """The moment before a decision of a recorded deal."""

    seat: int  # whose decision it was
    setup: EngineRecord
    order: EngineRecord
    before: list[dict[str, Any]]  # what was decided until then, as `decided` returns it


def moment_of(record: Record, decision: int) -> StartingPoint:
    """Return the moment before a decision, counted from 1.

    Raises `RecordError` if the rules do not confirm the record up to there, or if it has fewer decisions.
    """
    taken = decided(record, decision)
    setup, order = read_shuffle(record.game, record.facts[0])
    return StartingPoint(taken[-1]["seat"], setup, order, taken[:-1])


def go_on(session: Session, moment: StartingPoint, now: Callable[[], int]) -> Iterator[list[Fact]]:
    """Yield the facts of each change that brings a session to a moment: it deals, and decides as was decided.

    The rules of the session, which has not begun, are those of the record, and the person sits on the seat of the moment.  Each change must be
    applied before the next is asked for.
    """
    yield session.begin(moment.order, moment.setup)
    for told in moment.before:
        question = session.asked_seq
        yield session.act(told["seat"], told["action"], told.get("cards"))
        if session.window_open and session.asked_seq == question and not session.waiting():
            yield session.close_window(question, now())
