"""A table opened to everyone, a chair kept until the deal is over, and the points of who comes late."""

from random import Random

import pytest

from qipai.engine.telling import Fact
from qipai.games import find_game
from qipai.session import Entry, Refused, Session
from tests.conformance.blind_bids import BLIND_BIDS

from .live import Live, code_of, snapshot


def table(*names: str, **terms: object) -> Live:
    return Live(BLIND_BIDS, **{"seats": 4, "host": "guest of Ann", **terms}).people(*names)


def refused(session: Session, command: str, *given: object) -> str:
    before = snapshot(session)
    with pytest.raises(Refused) as error:
        getattr(session, command)(*given)
    assert snapshot(session) == before
    return code_of(error)


def kept(session: Session) -> list[str]:
    return [seat.reserved for seat in session.view(None).seats]


def scores(session: Session) -> list[int]:
    return [seat.score for seat in session.view(None).seats]


def test_a_table_is_private_until_it_is_opened_and_can_be_again() -> None:
    live = table("Ann")
    assert "listed" not in live.log[0].facts[0].public
    assert not live.session.view(None).listed
    for on in (True, False):
        entry = live.do(live.session.list_table(on))
        assert entry.seen_by(-1) == [{"event": "table_listed", "on": on}]
        assert live.session.view(0).listed == live.session.view(None).listed == on
    assert table(listed=True).session.view(None).listed


def test_a_kept_chair_is_taken_with_the_next_deal() -> None:
    live = table("Ann", deals=3)
    session = live.session
    assert refused(session, "reserve", 1, "Bo", "guest of Bo") == "not_playing"
    live.do(session.begin())
    asked = session.asked_seq, session.waiting()
    entry = live.do(session.reserve(1, "Bo", "guest of Bo"))
    assert entry.seen_by(0) == [{"event": "reserved", "seat": 1, "name": "Bo"}], "no key is told"
    assert (session.asked_seq, session.waiting()) == asked
    live.do(session.reserve(3, "Bo", "guest of Bo"))
    assert kept(session) == ["", "", "", "Bo"], "one for a person"
    live.do(session.reserve(1, "Cy", "guest of Cy"))
    live.do(session.unreserve("guest of Cy"))
    live.do(session.reserve(2, "Di", "guest of Di"))
    live.play_deal(Random(1))
    assert kept(session) == ["", "", "Di", "Bo"]
    assert session.chairs[3].player == "bot", "who played the deal is named at its end"
    assert refused(session, "sit", 3, "Eve", "guest of Eve") == "reserved"
    assert refused(session, "reserve", 1, "Eve", "guest of Eve") == "not_playing"
    live.do(session.ready(0, {"guest of Ann", "guest of Bo"}))
    assert session.phase == "playing"
    assert [chair.guest for chair in session.chairs] == ["guest of Ann", "", "", "guest of Bo"]
    assert kept(session) == [""] * 4
    assert scores(session)[3] == 0
    assert snapshot(Session.fold(BLIND_BIDS, live.log, verify=True)) == snapshot(session)


def test_two_of_one_name_are_told_apart() -> None:
    live = table("Ann", deals=3)
    session = live.session
    live.do(session.begin())
    live.do(session.reserve(1, "Guest", "one"))
    live.do(session.reserve(2, "guest", "two"))
    live.play_deal(Random(1))
    live.do(session.deal(here={"one", "two"}))
    assert [chair.name for chair in session.chairs][:3] == ["Ann", "Guest", "guest 2"]


def test_who_waits_for_a_chair_may_sit_down_elsewhere_before() -> None:
    live = table("Ann", deals=3)
    session = live.session
    live.do(session.begin())
    live.do(session.reserve(1, "Bo", "guest of Bo"))
    live.play_deal(Random(2))
    live.do(session.sit(2, "Bo", "guest of Bo"))
    assert kept(session) == [""] * 4
    live.do(session.deal(here={"guest of Bo"}))
    assert [chair.guest for chair in session.chairs] == ["guest of Ann", "", "guest of Bo", ""]


def test_a_kept_chair_waits_for_another_session() -> None:
    live = table("Ann", deals=1)
    session = live.session
    live.do(session.begin())
    live.do(session.reserve(1, "Bo", "guest of Bo"))
    live.play_deal(Random(3))
    live.do(session.again({"guest of Bo"}))
    assert session.chairs[1].guest == "guest of Bo"
    seat = session.view(None).seats[1]
    assert (seat.since, seat.score) == (0, 0)


def test_a_lock_ends_what_is_kept() -> None:
    live = table("Ann", deals=2)
    session = live.session
    live.do(session.begin())
    live.do(session.reserve(1, "Bo", "guest of Bo"))
    live.do(session.lock(True))
    assert kept(session) == [""] * 4
    assert refused(session, "reserve", 1, "Bo", "guest of Bo") == "locked"
    assert refused(session, "unreserve", "guest of Bo") == "nothing_reserved"
    live.do(session.lock(False))
    assert refused(session, "reserve", 0, "Bo", "guest of Bo") == "seat_taken"
    assert refused(session, "reserve", 2, "Ann", "guest of Ann") == "has_chair"


def test_who_comes_late_owes_nothing_for_deals_of_others() -> None:
    live = table("Ann", "Bo", deals=4)
    session = live.session
    live.do(session.begin())
    live.play_deal(Random(4))
    first = session.scores[0]
    live.do(session.sit(2, "Cy", "guest of Cy"))
    assert scores(session) == [first[0], first[1], 0, first[3]]
    live.do(session.deal())
    live.play_deal(Random(5))
    second = session.scores[1]
    assert scores(session) == [first[0] + second[0], first[1] + second[1], second[2], first[3] + second[3]]
    assert [seat.since for seat in session.view(None).seats] == [0, 0, 1, 0]


def test_points_follow_a_person_to_another_chair() -> None:
    live = table("Ann", "Bo", deals=4)
    session = live.session
    live.do(session.begin())
    live.play_deal(Random(6))
    first = session.scores[0]
    live.do(session.sit(3, "Bo", "guest of Bo"))
    assert scores(session) == [first[0], 0, first[2], first[1]], "nobody sits down elsewhere to lose a debt"
    live.do(session.stand(3))
    live.do(session.sit(1, "Bo", "guest of Bo"))
    assert scores(session) == [first[0], first[1], first[2], 0]
    seat = session.view(None).seats[1]
    assert (seat.since, seat.brought) == (1, first[1])


def test_the_winner_is_who_made_most_and_another_session_begins_at_nothing() -> None:
    won_otherwise = 0
    for seed in range(8):
        live = table("Ann", "Bo", deals=2)
        session = live.session
        live.do(session.begin())
        live.play_deal(Random(seed))
        live.do(session.sit(2, "Cy", "guest of Cy"))
        live.do(session.deal())
        live.play_deal(Random(seed + 100))
        own = scores(session)
        totals = [sum(column) for column in zip(*session.scores, strict=True)]
        assert own == [totals[0], totals[1], session.scores[1][2], totals[3]]
        assert session.winners == [seat for seat in range(4) if own[seat] == max(own)]
        won_otherwise += session.winners != [seat for seat in range(4) if totals[seat] == max(totals)]
        assert snapshot(Session.fold(BLIND_BIDS, live.log, verify=True)) == snapshot(session)
        live.do(session.again())
        assert scores(session) == [0] * 4
        assert [seat.since for seat in session.view(None).seats] == [0] * 4
    assert won_otherwise, "it must have made a difference once"


def test_points_of_teams_are_their_teams() -> None:
    live = Live(find_game("gou_ji"), 6, deals=2).people("Ann")
    session = live.session
    live.do(session.begin())
    live.play_deal(Random(7))
    live.do(session.sit(2, "Bo", "guest of Bo"))
    live.do(session.deal())
    live.play_deal(Random(8))
    totals = [sum(column) for column in zip(*session.scores, strict=True)]
    assert session.winners == [seat for seat in range(6) if totals[seat] == max(totals)]
    assert scores(session) == totals


def test_a_log_from_before_keeps_its_sums_and_its_winners() -> None:
    """Logs that do not say since when somebody sits there: points stayed with the chair, and so did the session."""
    made = table("Ann", "Bo", deals=2)
    made.do(made.session.begin())
    made.play_deal(Random(9))
    old = Session.fold(BLIND_BIDS, made.log, verify=True)
    seated = Fact("seated", {"seat": 2, "name": "Cy", "player": "person", "level": ""}, hidden={"guest": "guest of Cy"})
    log = [*made.log]

    def add(facts: list[Fact]) -> None:
        log.append(Entry(old.seq + 1, made.now, "table", "", tuple(facts)))
        old.apply(log[-1], verify=True)

    add([seated])
    add(old.deal())
    while old.phase == "playing":
        seat = old.waiting()[0]
        add(
            old.close_window(old.asked_seq, made.now + 10**6)
            if old.window_open and not old.window_waits()
            else old.act(seat, old.default_action(seat))
        )
    totals = [sum(column) for column in zip(*old.scores, strict=True)]
    assert scores(old) == totals
    assert old.winners == [seat for seat in range(4) if totals[seat] == max(totals)]
    assert snapshot(Session.fold(BLIND_BIDS, log, verify=True)) == snapshot(old)
