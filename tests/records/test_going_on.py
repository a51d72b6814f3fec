"""Any moment of a recorded deal can be played on from, at a table whose log the rules confirm."""

from collections.abc import Iterator
from random import Random

import pytest

from qipai.engine import records
from qipai.engine.errors import RecordError
from qipai.engine.game import Game
from qipai.games import GAMES
from qipai.records import Record, go_on, moment_of, read_record
from qipai.records.composing import compose
from qipai.records.verifying import replay
from qipai.session import Entry, Session, read_entry, write_entry
from qipai.session.deal import Deal, Terms
from qipai.session.views import BegunFrom

from ..chance import SEED

MOMENTS = 6  # that are tried in a deal


def played(game: Game, chance: Random) -> Record:
    """A deal in which everybody does whatever comes to mind."""
    players = chance.choice(game.seats)
    ruleset = game.ruleset()
    rules = game.rules(ruleset)
    setup = game.setup(rules, players)
    order = game.shuffled(rules, setup, SEED)
    deal, taken = Deal(Terms(game, ruleset, rules, players), setup, order), []
    while not deal.over:
        seat = deal.asked()[0]
        legal = game.legal(deal.state, rules, seat)
        passing = [action for action in legal if game.notation.format_action(action, ruleset) != "pass"]
        action = chance.choice(passing or legal)
        taken.append((seat, action))
        deal.play(seat, deal.default(seat)._replace(action=action))
    return read_record(compose(deal.terms, setup, order, taken))


def begun(record: Record, decision: int) -> Iterator[tuple[Session, Entry]]:
    moment = moment_of(record, decision)
    session, opening = Session.open(
        record.game,
        seats=len(record.header.players),
        at=1,
        rules=record.header.rules,
        deals=1,
        host="ann",
        begun_from=BegunFrom("a-1", decision),
    )
    yield session, opening
    for facts in [session.sit(moment.seat, "Ann", "ann")]:
        session.apply(Entry(session.seq + 1, 1, "seat", "", tuple(facts)))
        yield session, Entry(session.seq, 1, "seat", "", tuple(facts))
    for facts in go_on(session, moment, lambda: 1):
        session.apply(Entry(session.seq + 1, 1, "table", "", tuple(facts)))
        yield session, Entry(session.seq, 1, "table", "", tuple(facts))


@pytest.mark.parametrize("name", GAMES)
def test_a_session_stands_where_the_recorded_deal_stood(name: str) -> None:
    chance = Random(SEED)
    record = played(GAMES[name], chance)
    deals = [deal.copy() for deal, _ in replay(record)]
    for decision in sorted(chance.sample(range(1, len(deals)), min(MOMENTS, len(deals) - 1))):
        log = list(begun(record, decision))
        session, before = log[-1][0], deals[decision - 1]
        seat = moment_of(record, decision).seat
        assert session.deal_now is not None
        held = set(session.deal_now.sealed)  # who answered the same question before is told only when all have
        assert seat in session.waiting() or seat in session.deal_now.rights()
        if not held:
            assert records.to_bytes(session.deal_now.state) == records.to_bytes(before.state)
        assert session.deal_now.hand(seat) == before.hand(seat)
        assert [chair.player for chair in session.chairs].count("person") == 1
        assert session.chairs[seat].player == "person"
        again = Session.fold(record.game, [read_entry(write_entry(entry)) for _, entry in log], verify=True)
        assert again.begun_from == BegunFrom("a-1", decision)
        assert again.private
        assert again.view(seat) == session.view(seat)
    with pytest.raises(RecordError, match=f"The deal has {len(deals) - 1} decisions"):
        moment_of(record, len(deals))
