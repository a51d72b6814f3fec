"""Sessions of every game at every size: their logs fold, their records are confirmed, and each is told in words."""

from random import Random

import pytest

from qipai.engine.errors import LANGUAGES
from qipai.engine.game import Game
from qipai.engine.lines import Teller
from qipai.engine.seats import SPECTATOR
from qipai.games import GAMES
from qipai.records import read_record, replay_steps, tell_record, verify, write_record
from qipai.session import Session

from .live import Live, snapshot

EVERY = [pytest.param(game, seats, id=f"{game.name}-{seats}") for game in GAMES.values() for seats in game.seats]


def play(live: Live, random: Random) -> None:
    """Two deals at random, with changes of mind where answers lie sealed."""
    live.do(live.session.begin())
    while live.session.phase != "finished":
        if live.session.phase == "between":
            live.do(live.session.deal())
            continue
        deal = live.session.view(None).deal
        assert deal
        if deal.locked and random.random() < 0.2:
            live.do(live.session.take_back(random.choice(deal.locked), live.now), after=1)
        live.move(random)


@pytest.mark.parametrize(("game", "seats"), EVERY)
def test_an_evening_folds_is_recorded_and_told(game: Game, seats: int) -> None:
    live = Live(game, seats=seats, deals=2).people("Ann", "林婉清")
    play(live, Random(seats))
    assert snapshot(Session.fold(game, live.log, verify=True)) == snapshot(live.session)
    for serial in (1, 2):
        record = read_record(write_record(live.log, serial))
        verify(record)
        steps = replay_steps(record)
        assert [step.last for step in steps if step.last != [None] * seats]
        decisions = [fact for fact in record.facts if "action" in fact.seen_by(fact.public.get("seat", SPECTATOR))]
        assert steps[-1].seq == 1 + len(decisions)
        for language in LANGUAGES:
            lines = list(tell_record(record, language))
            assert not [line for line in lines if set("{}[]") & set(line)]
            assert len(lines) > len(decisions)
    names = [chair.name for chair in live.session.chairs]
    for seat in (None, *range(seats)):
        teller = Teller(game, names, "en", seat)
        told = [fact for entry in live.log for fact in entry.seen_by(SPECTATOR if seat is None else seat)]
        lines = [line for fact in told for line in teller.lines(fact)]
        assert len(lines) > seats
        assert not [line for line in lines if set("{}[]") & set(line)]


@pytest.mark.parametrize(("game", "seats"), EVERY)
def test_hands_of_a_replay_follow_from_the_facts_alone(game: Game, seats: int) -> None:
    """A deal of another version of the rules is shown as it was told; what was taken before all is dealt is then not known."""
    live = Live(game, seats=seats, deals=1)
    play(live, Random(seats))
    record = read_record(write_record(live.log))
    shown = replay_steps(record)
    record.header.rules_version = 0
    told = replay_steps(record)
    dealt = [fact.event for fact in record.facts].index("dealt")
    for one, other in zip(told[dealt:], shown[dealt:], strict=True):
        assert [sorted(hand) for hand in one.hands] == [sorted(hand) for hand in other.hands]
    assert [step.last for step in told] == [step.last for step in shown]


TOGETHER = [name for name, game in GAMES.items() if game.room == "giog" and name != "daqiluo2"]


@pytest.mark.parametrize("name", TOGETHER)
def test_the_order_of_sealed_answers_is_told_by_nothing_that_follows(name: str) -> None:
    """Two tables of one deal, the same answers sealed in opposite orders: whenever nothing is sealed, all views are the same."""
    game, random = GAMES[name], Random(name)
    seats = game.seats[-1]
    order = game.shuffled(game.rules(), game.setup(game.rules(), seats), 1)
    tables = [Live(game, seats=seats, deals=1).people(*(f"P{seat}" for seat in range(seats))) for _ in range(2)]
    for table in tables:
        table.do(table.session.begin(order))
    one, other = (table.session for table in tables)
    most = 0
    while one.phase == "playing":
        asked = one.waiting()
        most = max(most, len(asked))
        answers, told = {}, []
        for seat in asked:
            deal = one.view(seat).deal
            assert deal
            answers[seat] = random.choice(deal.choices).action
        for table, turn in zip(tables, (1, -1), strict=True):
            for seat in asked[::turn]:
                last = table.do(table.session.act(seat, answers[seat]))
            told.append([fact.whole() for fact in last.facts if fact.event != "sealed"])
        assert told[0] == told[1]
        for seat in (None, *range(seats)):
            assert one.view(seat) == other.view(seat)
    assert most == seats - 1
