"""The clock: 30, 15 or 8 seconds for a decision, a bank for those that take longer, and what happens then."""

import pytest

from qipai.engine.errors import OutOfTurn
from qipai.session import Refused
from qipai.session.views import ClockView
from tests.conformance.blind_bids import BLIND_BIDS

from .live import Live, code_of


def begun(clock: str, *people: str) -> Live:
    live = Live(BLIND_BIDS, seats=2, clock=clock).people(*people)
    live.do(live.session.begin())
    return live


@pytest.mark.parametrize(("clock", "seconds"), [("relaxed", 30 + 60), ("normal", 15 + 30), ("fast", 8 + 15)])
def test_a_decision_has_its_limit_and_then_the_bank(clock: str, seconds: int) -> None:
    live = begun(clock, "Ann", "Bo")
    asked = live.now
    assert live.session.deadline(0) == asked + seconds * 1000
    now = asked + 700
    assert live.session.clocks(now, 1)[0] == ClockView(seat=1, deadline=asked + seconds * 1000, now=now, limit=seconds * 1000)


def test_no_clock_runs_without_one_nor_for_bots() -> None:
    assert begun("none", "Ann").session.clocks(0, 0) == []
    live = begun("fast", "Ann")
    assert (live.session.deadline(0) is None, live.session.deadline(1)) == (False, None)
    live.do(live.session.autopilot(0, True))
    assert live.session.clocks(live.now) == []


def test_what_goes_beyond_the_limit_is_paid_from_the_bank() -> None:
    live = begun("fast", "Ann", "Bo")
    session = live.session
    live.do(session.act(0, session.default_action(0)), after=10_000)
    live.do(session.act(1, session.default_action(1)), after=0)
    assert [chair.bank for chair in session.chairs] == [13_000, 13_000]
    live.do(session.act(0, session.default_action(0)), after=7_000)
    assert session.chairs[0].bank == 13_000
    assert session.deadline(1) == live.now - 7_000 + 8_000 + 13_000


def test_the_bank_is_full_again_in_the_next_deal() -> None:
    live = begun("fast", "Ann", "Bo")
    session = live.session
    while session.phase == "playing":
        seat = session.waiting()[0]
        live.do(session.act(seat, session.default_action(seat)), after=9_000)
    live.do(session.deal())
    assert [chair.bank for chair in session.chairs] == [15_000, 15_000]


def test_time_out_plays_the_default_and_twice_in_a_row_turns_the_autopilot_on() -> None:
    live = begun("fast", "Ann")
    session = live.session
    with pytest.raises(Refused) as early:
        session.time_out(0, live.now + 22_999)
    assert code_of(early) == "still_time"
    default = session.default_action(0)
    entry = live.do(session.time_out(0, live.now + 23_000), after=23_000, actor="clock")
    assert entry.seen_by(1) == [{"event": "timed_out", "seat": 0}, {"event": "sealed", "seat": 0}]
    assert entry.seen_by(0)[1]["action"] == default
    live.do(session.act(1, session.default_action(1)))
    assert session.chairs[0].bank == 0
    assert session.deadline(0) == live.now + 8_000
    entry = live.do(session.time_out(0, live.now + 8_000), after=8_000, actor="clock")
    assert [fact.event for fact in entry.facts] == ["timed_out", "autopilot", "sealed"]
    assert entry.facts[1].public == {"seat": 0, "on": True, "why": "slow"}
    assert session.view(0).seats[0].autopilot
    live.do(session.act(1, session.default_action(1)))
    assert session.deadline(0) is None
    live.do(session.autopilot(0, False))
    assert session.deadline(0) is not None


def test_a_decision_of_ones_own_breaks_the_row() -> None:
    live = begun("fast", "Ann")
    session = live.session
    for late in (True, False, True):
        if late:
            facts = session.time_out(0, live.now + 100_000)
            assert [fact.event for fact in facts] == ["timed_out", "sealed"]
        else:
            facts = session.act(0, session.default_action(0))
        live.do(facts)
        live.do(session.act(1, session.default_action(1)))
    assert not session.chairs[0].autopilot


def test_the_clock_has_nothing_to_say_to_who_is_not_asked() -> None:
    live = begun("fast", "Ann")
    with pytest.raises(OutOfTurn):
        live.session.time_out(1, live.now + 100_000)


def test_a_table_that_slept_gives_the_whole_time_again() -> None:
    live = begun("fast", "Ann")
    live.do(live.session.resume(), after=3_600_000)
    assert live.session.deadline(0) == live.now + 23_000
