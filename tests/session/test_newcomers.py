"""A deal in which somebody plays who did not play in the one before may begin otherwise."""

from random import Random

import pytest

from qipai.engine import records
from qipai.session import Session
from tests.conformance.nines import NINES

from .live import Live, snapshot


def played(people: int = 2) -> Live:
    """A table after its first deal."""
    live = Live(NINES, seats=3, deals=9, variant="blunt").people(*"Ann Bo Cy".split()[:people])
    live.do(live.session.begin())
    live.play_deal(Random(1))
    return live


def is_fresh(live: Live, *here: str) -> bool:
    """Deal once more: is it a fresh deal?  Its setup is in the log."""
    live.do(live.session.deal(here=here))
    (dealt,) = [fact for fact in live.log[-1].facts if fact.event == "dealt"]
    (shuffled,) = [fact for fact in live.log[-1].facts if fact.event == "shuffled"]
    assert shuffled.hidden["setup"] == {
        "players": 3,
        "first": 0 if dealt.public["fresh"] else live.session.serial - 1,
        "fresh": int(dealt.public["fresh"]),
    }
    assert snapshot(Session.fold(NINES, live.log, verify=True)) == snapshot(live.session)
    return dealt.public["fresh"]


def test_the_same_people_and_bots_go_on() -> None:
    live = played()
    live.do(live.session.rename(0, "Anna"))
    live.do(live.session.autopilot(1, True))
    live.do(live.session.seat_bot(2, "random"))
    assert not is_fresh(live)
    live.do(live.session.autopilot(1, False))
    live.play_deal(Random(2))
    assert not is_fresh(live)


def test_what_is_agreed_between_two_deals_is_not_changed_by_proposing() -> None:
    live = played()
    live.do(live.session.sit(2, "Cy", "guest of Cy"))
    before = records.to_bytes(live.session.setup)
    live.session.deal()
    assert records.to_bytes(live.session.setup) == before


@pytest.mark.parametrize("change", ["sits", "stands", "left", "moves", "another", "reserved"])
def test_somebody_new_makes_a_fresh_deal_once(change: str) -> None:
    live = played()
    session = live.session
    if change == "left":
        live.do(session.deal())
        live.do(session.stand(1))
        live.play_deal(Random(2))
    elif change == "stands":
        live.do(session.stand(1))
    elif change == "sits":
        live.do(session.sit(2, "Cy", "guest of Cy"))
    elif change == "reserved":
        live.do(session.deal())
        live.do(session.reserve(2, "Cy", "guest of Cy"))
        live.play_deal(Random(2))
    elif change == "moves":
        live.do(session.sit(2, "Bo", "guest of Bo"))
    else:
        live.do(session.stand(1))
        live.do(session.sit(1, "Bo", "guest of another Bo"))
    assert is_fresh(live, "guest of Cy")
    live.play_deal(Random(3))
    live.do(session.deal())
    assert not live.log[-1].facts[-1].public["fresh"]


def test_who_leaves_and_is_back_in_time_is_no_newcomer() -> None:
    live = played()
    session = live.session
    live.do(session.deal())
    live.do(session.stand(1))
    live.do(session.autopilot(1, False, "back"))
    live.play_deal(Random(2))
    live.do(session.stand(0))
    live.do(session.sit(0, "Ann", "guest of Ann"))
    live.do(session.deal())
    assert not live.log[-1].facts[-1].public["fresh"]
