"""Write a deal as a record (`.qp`) from its cards and its decisions alone, without the log of a table."""

from collections.abc import Iterable
from datetime import UTC, datetime

import msgspec

from qipai.engine import records
from qipai.engine.game import Action
from qipai.engine.records import Record as EngineRecord
from qipai.session.deal import Answer, Deal, Terms
from qipai.session.shuffles import tell_shuffle, write_fields

from .qp import FORMAT, WHEN, Header, write_lines

NEVER = datetime.fromtimestamp(0, UTC).strftime(WHEN)  # nobody knows when it was played


def compose(
    terms: Terms, setup: EngineRecord, order: EngineRecord, decisions: Iterable[tuple[int, Action]], when: str = NEVER
) -> str:
    """Return the text of the record of a finished deal.

    `decisions`: (seat, action) in order, all legal.  Players are called by their seats; cards that are alike for the
    rules are told as the first of them.
    """
    deal = Deal(terms, setup, order)
    facts = [tell_shuffle(terms.game, 1, setup, order), *deal.opening]
    for seat, action in decisions:
        facts += deal.play(seat, Answer(action, None))
    header = Header(
        qipai=FORMAT,
        game=terms.game.name,
        rules_version=terms.game.rules_version,
        variant="default",
        rules=terms.game.changed_options(terms.ruleset),
        players=[f"seat {seat + 1}" for seat in range(terms.players)],
        when=when,
        deal=1,
        setup=msgspec.json.decode(msgspec.json.encode(write_fields(records.to_plain(setup)))),
    )
    points = [int(part) for part in records.to_plain(deal.result()).points[: terms.players]]
    return write_lines(header, facts, points, points)
