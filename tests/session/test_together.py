"""Seats that are asked together: answers lie sealed, may be changed or taken back, and are told when the last is in."""

from itertools import permutations
from random import Random

import msgspec
import pytest

from qipai.engine.errors import IllegalAction, OutOfTurn, QipaiError, WrongCards
from qipai.games import GAN_DENG_YAN
from qipai.records import read_record, replay_steps, verify, write_record
from qipai.session import Refused, Session
from qipai.session.views import AnswerView, DealView
from tests.conformance.blind_bids import BLIND_BIDS

from .live import Live, code_of, in_order, snapshot

REST = "1b 2b 3b 4b 5b 6b 7b 8b 9b"
TWO_HANDS = f"1a 4a 2a 5a 3a 6a 7a 8a 9a {REST}"  # 1 2 3 against 4 5 6
THREE_HANDS = f"1a 4a 7a 2a 5a 8a 3a 6a 9a {REST}"


def begun(seats: int = 2, **terms: object) -> Live:
    live = Live(BLIND_BIDS, seats=seats, **terms).people(*"Ann Bo Cy Di".split()[:seats])
    live.do(live.session.begin(in_order({2: TWO_HANDS, 3: THREE_HANDS}[seats], seats)))
    return live


def deal_seen_by(live: Live, seat: int | None) -> DealView:
    deal = live.session.view(seat).deal
    assert deal is not None
    return deal


def laid(live: Live) -> list[str]:
    return [fact.public["action"] for fact in live.log[-1].facts if fact.event == "laid"]


# -- lying sealed


def test_sealed_answers_are_told_when_the_last_is_in() -> None:
    live = begun(3)
    session = live.session
    entry = live.do(session.act(2, "8"))
    assert entry.seen_by(0) == entry.seen_by(-1) == [{"event": "sealed", "seat": 2}]
    assert entry.seen_by(2) == [{"event": "sealed", "seat": 2, "action": "8", "cards": ["8a"]}]
    assert session.waiting() == [0, 1]
    assert [seat.last for seat in session.view(0).seats] == [None] * 3
    live.do(session.act(0, "1"))
    entry = live.do(session.act(1, "5"))
    assert [fact.event for fact in entry.facts] == ["sealed", "laid", "laid", "laid", "cleared"]
    assert laid(live) == ["1", "5", "8"]


def test_a_view_says_who_is_waited_for_whose_answer_is_in_and_what_ones_own_is() -> None:
    live = begun(3)
    live.do(live.session.act(1, "5"))
    for seat in (None, 0, 1, 2):
        deal = deal_seen_by(live, seat)
        assert (deal.to_act, deal.locked) == ([0, 2], [1])
        assert deal.answer == (AnswerView("5", ["5a"]) if seat == 1 else None)
    assert [choice.action for choice in deal_seen_by(live, 1).choices] == ["4", "5", "6"]
    assert [card.face for card in deal_seen_by(live, 1).hand] == ["4a", "5a", "6a"]
    live.do(live.session.act(0, "1"))
    live.do(live.session.act(2, "7"))
    assert (deal_seen_by(live, 1).to_act, deal_seen_by(live, 1).locked) == ([0, 1, 2], [])
    assert deal_seen_by(live, 1).answer is None


@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_the_order_of_sealed_answers_does_not_matter(order: tuple[int, ...]) -> None:
    views = []
    for seats in ((0, 1, 2), order):
        live = begun(3)
        for seat in seats:
            live.do(live.session.act(seat, "168"[seat]))
        views.append([live.session.view(seat) for seat in (None, 0, 1, 2)])
    assert views[0] == views[1]


def test_nobody_elses_message_depends_on_a_sealed_answer() -> None:
    sent = []
    for answer in ("7", "9"):
        live = begun(3)
        live.do(live.session.act(2, answer))
        live.do(live.session.act(2, "8"))
        live.do(live.session.take_back(2, live.now))
        live.do(live.session.act(2, answer))
        sent.append(
            [
                msgspec.json.encode((entry.seen_by(-1 if seat is None else seat), live.session.view(seat)))
                for seat in (None, 0, 1)
                for entry in live.log
            ]
        )
    assert sent[0] == sent[1]


def test_cards_that_do_not_fit_are_refused_to_who_chose_them_and_not_when_all_is_turned_up() -> None:
    live = begun()
    for cards, code in ((["2a"], "wrong_cards"), (["5a"], "not_in_hand"), (["1a", "2a"], "wrong_cards")):
        with pytest.raises(QipaiError) as refused:
            live.session.act(0, "1", cards)
        assert code_of(refused) == code
    with pytest.raises(WrongCards):
        live.session.act(0, "1", [])
    live.do(live.session.act(0, "1", ["1a"]))
    live.do(live.session.act(1, "5"))
    assert laid(live) == ["1", "5"]


# -- thinking again


def test_a_sealed_answer_may_be_changed_until_the_last_is_in() -> None:
    live = begun()
    for action in ("1", "3", "3"):
        live.do(live.session.act(0, action))
        assert deal_seen_by(live, 0).answer == AnswerView(action, [f"{action}a"])
    with pytest.raises(IllegalAction):
        live.session.act(0, "6")
    seen = live.session.seq
    live.do(live.session.act(1, "4"))
    assert laid(live) == ["3", "4"]
    with pytest.raises(Refused) as late:
        live.session.act(0, "2", at=seen)
    assert code_of(late) == "stale"


def test_an_answer_may_be_taken_back_until_the_last_is_in() -> None:
    live = begun()
    session = live.session
    live.do(session.act(0, "1"))
    entry = live.do(session.take_back(0, live.now, at=session.seq))
    assert entry.seen_by(0) == entry.seen_by(1) == entry.seen_by(-1) == [{"event": "unsealed", "seat": 0}]
    deal = deal_seen_by(live, 0)
    assert (deal.to_act, deal.locked, deal.answer) == ([0, 1], [], None)
    assert [choice.action for choice in deal.choices] == ["1", "2", "3"]
    live.do(session.act(1, "4"))
    assert session.waiting() == [0]
    live.do(session.act(0, "2"))
    assert laid(live) == ["2", "4"]


def test_there_must_be_something_to_take_back() -> None:
    live = begun()
    session = live.session
    live.do(session.act(0, "1"))
    seen = session.seq
    for seat, at, code in ((1, None, "nothing_sealed"), (0, 1, "stale"), (7, None, "no_such_seat")):
        with pytest.raises(Refused) as refused:
            session.take_back(seat, live.now, at)
        assert code_of(refused) == code
    live.do(session.take_back(0, live.now))
    with pytest.raises(Refused) as twice:
        session.take_back(0, live.now)
    assert code_of(twice) == "nothing_sealed"
    live.do(session.act(0, "1"))
    live.do(session.act(1, "4"))
    with pytest.raises(Refused) as late:
        session.take_back(0, live.now, seen)
    assert code_of(late) == "stale"
    with pytest.raises(Refused) as before:
        Live(BLIND_BIDS).session.take_back(0, 0)
    assert code_of(before) == "not_playing"


def test_where_one_seat_is_asked_alone_nothing_is_sealed() -> None:
    live = Live(GAN_DENG_YAN, seats=3).people("Ann", "Bo", "Cy")
    live.do(live.session.begin())
    (seat,) = live.session.waiting()
    entry = live.do(live.session.act(seat, live.session.default_action(seat)))
    assert entry.facts[0].event == "laid"
    assert deal_seen_by(live, seat).locked == []
    with pytest.raises(Refused) as refused:
        live.session.take_back(seat, live.now)
    assert code_of(refused) == "nothing_sealed"


# -- clocks: 8 seconds a decision and a bank of 15


def test_every_seat_that_is_waited_for_has_a_clock_of_its_own() -> None:
    live = begun(3, clock="fast")
    session = live.session
    asked = live.now
    assert [(clock.seat, clock.deadline - asked) for clock in session.clocks(live.now, 1)] == [
        (1, 23_000),
        (0, 23_000),
        (2, 23_000),
    ]
    live.do(session.act(0, "1"), after=10_000)
    assert [clock.seat for clock in session.clocks(live.now, 2)] == [2, 1]
    assert session.deadline(0) is None
    live.do(session.act(1, "4"), after=0)
    live.do(session.act(2, "7"), after=10_000)
    assert [chair.bank for chair in session.chairs] == [13_000, 13_000, 3_000]
    assert [(clock.seat, clock.limit) for clock in session.clocks(live.now)] == [(0, 21_000), (1, 21_000), (2, 11_000)]


def test_who_took_an_answer_back_is_still_under_the_same_deadline() -> None:
    live = begun(clock="fast")
    session = live.session
    deadline = session.deadline(0)
    live.do(session.act(0, "1"), after=10_000)
    live.do(session.take_back(0, live.now + 1000), after=1000)
    assert session.deadline(0) == deadline
    live.do(session.act(0, "2"), after=2000)
    assert session.chairs[0].bank == 15_000 - (13_000 - 8_000)  # the whole time, once
    live.do(session.act(0, "3"), after=5000)
    assert session.chairs[0].bank == 10_000  # nobody waited for a change of what was in


def test_who_runs_out_of_time_after_taking_back_has_given_that_answer() -> None:
    live = begun(clock="fast")
    session = live.session
    assert session.default_action(0) == "1"
    live.do(session.act(0, "3"))
    live.do(session.take_back(0, live.now))
    with pytest.raises(Refused) as early:
        session.time_out(0, live.now)
    assert code_of(early) == "still_time"
    entry = live.do(session.time_out(0, live.now + 30_000), after=30_000, actor="clock")
    assert entry.seen_by(1) == [{"event": "timed_out", "seat": 0}, {"event": "sealed", "seat": 0}]
    assert deal_seen_by(live, 0).answer == AnswerView("3", ["3a"])
    assert session.chairs[0].bank == 0
    live.do(session.act(1, "4"))
    assert laid(live) == ["3", "4"]


def test_a_newer_answer_is_the_one_that_stands_and_an_older_one_is_forgotten() -> None:
    live = begun(clock="fast")
    session = live.session
    live.do(session.act(0, "3"))
    live.do(session.take_back(0, live.now))
    live.do(session.act(0, "2"))
    live.do(session.act(1, "4"))
    assert laid(live) == ["2", "4"]
    live.do(session.time_out(0, live.now + 30_000), after=30_000)
    assert deal_seen_by(live, 0).answer == AnswerView("1", ["1a"])  # the default: nothing of the last round stands


def test_ones_time_runs_out_whatever_the_others_have_left() -> None:
    live = begun(clock="fast")
    session = live.session
    session.chairs[0].bank_when_asked = 0
    live.do(session.act(0, "3"), after=5000)
    with pytest.raises(OutOfTurn):
        session.time_out(0, live.now + 60_000)  # nobody waits for an answer that is in
    with pytest.raises(Refused) as late:
        session.take_back(0, live.now + 3000)
    assert code_of(late) == "time_is_up"
    live.do(session.act(0, "2"), after=6000)  # what nobody waits for may be changed
    live.do(session.act(1, "4"))
    assert laid(live) == ["2", "4"]


def test_two_seats_run_out_of_time_one_after_the_other() -> None:
    live = begun(3, clock="fast")
    session = live.session
    live.do(session.act(1, "6"))
    for seat in (2, 0):
        live.do(session.time_out(seat, live.now + 30_000), after=30_000, actor="clock")
    assert laid(live) == ["1", "6", "7"]
    assert [chair.slow for chair in session.chairs] == [1, 0, 1]


def test_a_seat_that_leaves_keeps_its_sealed_answer_and_may_change_it_on_return() -> None:
    live = begun(clock="fast")
    session = live.session
    live.do(session.act(0, "3"))
    live.do(session.stand(0))
    assert session.waiting() == [1]
    live.do(session.autopilot(0, False, "back"))
    live.do(session.act(0, "2"))
    live.do(session.act(1, "4"))
    assert laid(live) == ["2", "4"]


# -- what is left of it


def test_a_log_with_changes_of_mind_folds_to_the_same_table_at_every_entry() -> None:
    live = begun(3, clock="fast", deals=1)
    session, random = live.session, Random(5)
    while session.phase == "playing":
        assert snapshot(Session.fold(BLIND_BIDS, live.log, verify=True)) == snapshot(session)
        locked = deal_seen_by(live, None).locked
        if locked and random.random() < 0.5:
            live.do(session.take_back(random.choice(locked), live.now))
        else:
            live.move(random)
    assert any(fact.event == "unsealed" for entry in live.log for fact in entry.facts)


def test_a_record_tells_what_was_laid_and_nothing_of_changes_of_mind(monkeypatch: pytest.MonkeyPatch) -> None:
    from qipai.records import qp

    monkeypatch.setattr(qp, "find_game", lambda name: BLIND_BIDS)
    live = begun(deals=1)
    session = live.session
    live.do(session.act(0, "3"))
    live.do(session.take_back(0, live.now))
    live.do(session.act(0, "1"))
    live.do(session.act(1, "6"))
    live.play_deal(Random(1))
    text = write_record(live.log)
    assert "sealed" not in text
    record = read_record(text)
    verify(record)
    assert [fact.public["action"] for fact in record.facts if fact.event == "laid"][:2] == ["1", "6"]
    steps = replay_steps(record)
    assert [step.hands for step in steps[2:4]] == [[["2a", "3a"], ["4a", "5a", "6a"]], [["2a", "3a"], ["4a", "5a"]]]
