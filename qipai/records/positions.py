"""Take any moment of a recorded deal: as a position, or as what was decided before it."""

from typing import Any

from qipai.engine.errors import RecordError
from qipai.engine.positions import format_position
from qipai.session.deal import decision_told
from qipai.session.shuffles import read_shuffle

from .qp import Record
from .verifying import begin, decide


def position_of(record: Record, decisions: int) -> str:
    """Return the position (`qipai.engine.positions`) of a record after a number of decisions.

    Raises `RecordError` if the rules do not confirm the record up to there, or if it has fewer decisions.
    """
    terms = begin(record).terms
    taken = [
        (told["seat"], terms.game.notation.parse_action(told["action"], terms.ruleset)) for told in decided(record, decisions)
    ]
    setup, order = read_shuffle(terms.game, record.facts[0])
    return format_position(terms.game, terms.ruleset, setup, order, taken)


def decided(record: Record, decisions: int) -> list[dict[str, Any]]:
    """Return the fields of the first so many decisions: `seat`, `action`, and `cards` where they were chosen.

    Raises `RecordError` as `position_of` does.
    """
    deal, taken = begin(record), list[dict[str, Any]]()
    place = 1 + len(deal.opening)  # after the shuffle and the dealing
    while len(taken) < decisions:
        if deal.over or place >= len(record.facts):
            raise RecordError(f"The deal has {len(taken)} decisions, and not {decisions}.")
        told = decision_told(record.facts[place])
        place += len(decide(record, deal, place))
        if told is not None:
            taken.append(told)
    return taken
