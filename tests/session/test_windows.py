"""Questions that only some hands raise: nobody learns by what is sent, or when, who could have said anything."""

from random import Random

import msgspec
import pytest

from qipai.engine.errors import OutOfTurn, QipaiError
from qipai.engine.seats import SPECTATOR
from qipai.records import read_record, replay_steps, verify, write_record
from qipai.session import Refused, Session
from qipai.session.session import WINDOW
from qipai.session.views import AnswerView, ClockView, DealView
from tests.conformance.nines import NINES

from .live import Live, code_of, in_order, snapshot

REST = "1b 2b 3b 4b 5b 6b 7b 8b"
NINE_AT_0 = f"9a 2a 3a 1a 5a 6a 4a 8a 7a 9b {REST}"  # 9 1 4 against 2 5 8 against 3 6 7
NINES_AT_0_AND_1 = f"9a 9b 3a 1a 5a 6a 4a 8a 7a 2a {REST}"
NO_NINE = f"2b 2a 3a 1a 5a 6a 4a 8a 7a 9b 9a {REST.replace('2b ', '')}"


def begun(pack: str = NINE_AT_0, people: int = 3, **terms: object) -> Live:
    live = Live(NINES, seats=3, **terms).people(*"Ann Bo Cy".split()[:people])
    live.do(live.session.begin(in_order(pack, 3)))
    return live


def deal_seen_by(live: Live, seat: int | None) -> DealView:
    deal = live.session.view(seat).deal
    assert deal is not None
    return deal


def close(live: Live, after: int = WINDOW) -> list[str]:
    """Close the window; what is told of it, as events."""
    live.now += after
    entry = live.do(live.session.close_window(live.session.asked_seq, live.now), after=0, actor="clock")
    return [fact.event for fact in entry.facts]


# -- what is seen


def test_nobody_else_is_told_of_an_answer_before_the_window_is_closed() -> None:
    live = begun()
    before = {seat: live.session.view(seat) for seat in (None, 1, 2)}
    asked = (live.session.shown, live.session.asked_seq, live.session.asked_at)
    for action in ("show", "", "show"):
        entry = live.do(live.session.act(0, action) if action else live.session.take_back(0, live.now))
        assert entry.quiet
        assert all(set(fact) == {"event"} for seat in (0, 1, 2, SPECTATOR) for fact in entry.seen_by(seat))
        assert {seat: live.session.view(seat) for seat in before} == before
    assert (live.session.shown, live.session.asked_seq, live.session.asked_at) == asked
    assert live.session.seq == asked[0] + 3


def test_who_has_answered_sees_it_and_may_change_it_and_who_has_nothing_to_say_sees_no_question() -> None:
    live = begun()
    for seat in (None, 0, 1, 2):
        deal = deal_seen_by(live, seat)
        assert deal.board["window"] is True
        assert deal.to_act == ([0, 1, 2] if seat in (None, 0) else [other for other in range(3) if other != seat])
        assert [choice.action for choice in deal.choices] == (["no", "show"] if seat == 0 else [])
    live.do(live.session.act(0, "show"))
    deal = deal_seen_by(live, 0)
    assert (deal.to_act, deal.locked, deal.answer) == ([1, 2], [0], AnswerView("show", []))
    assert [choice.action for choice in deal.choices] == ["no", "show"]
    live.do(live.session.act(0, "no"))
    assert deal_seen_by(live, 0).answer == AnswerView("no", [])
    live.do(live.session.act(1, "no"))  # a program may say what nobody asks of it
    deal = deal_seen_by(live, 1)
    assert (deal.to_act, deal.locked, deal.answer, deal.choices) == ([0, 2], [], None, [])
    with pytest.raises(QipaiError) as refused:
        live.session.act(2, "show")
    assert code_of(refused) == "not_so"
    assert [live.session.asks(seat) for seat in range(3)] == [False, False, False]
    live.do(live.session.take_back(0, live.now))
    assert [live.session.asks(seat) for seat in range(3)] == [True, False, False]


@pytest.mark.parametrize("shows", [False, True])
def test_the_table_closes_it_in_one_entry_with_defaults_for_who_has_not_answered(shows: bool) -> None:
    live = begun(NINES_AT_0_AND_1)
    if shows:
        live.do(live.session.act(1, "show"))
    live.do(live.session.act(0, "show"))
    live.do(live.session.take_back(0, live.now))
    assert close(live) == ["answered", "answered", "answered", "shown"]
    facts = live.log[-1].facts
    assert [fact.public["seat"] for fact in facts[:3]] == [0, 1, 2]
    assert [fact.private[seat]["action"] for seat, fact in enumerate(facts[:3])] == ["no", "show" if shows else "no", "no"]
    assert facts[3].public["seats"] == ([1] if shows else [])
    assert live.log[-1].seen_by(2) == [
        {"event": "answered", "seat": 0},
        {"event": "answered", "seat": 1},
        {"event": "answered", "seat": 2, "action": "no"},
        {"event": "shown", "seats": [1] if shows else []},
    ]
    deal = deal_seen_by(live, 0)
    assert (deal.to_act, deal.locked, deal.answer, deal.board["window"]) == ([0], [], None, False)


def test_messages_do_not_depend_on_who_could_answer() -> None:
    """Two deals that differ in what two seats hold: the third and the public are sent the same bytes."""
    sent = []
    for pack, answers in ((NINES_AT_0_AND_1, [(0, "show"), (0, "no"), (1, "no")]), (NO_NINE, [])):
        live = begun(pack, clock="fast")
        opened = live.now
        told = [msgspec.json.encode((live.session.view(seat), live.session.clocks(opened + 9, seat))) for seat in (None, 2)]
        for seat, action in answers:
            live.do(live.session.act(seat, action), after=2000 if seat else 100)
            told[-2:] = [msgspec.json.encode((live.session.view(s), live.session.clocks(opened + 9, s))) for s in (None, 2)]
        assert live.session.window_end() == opened + WINDOW
        close(live, after=opened + WINDOW - live.now)
        facts = [live.log[-1].seen_by(SPECTATOR if seat is None else seat) for seat in (None, 2)]
        after = [(live.session.shown, live.session.view(seat), live.session.clocks(live.now, seat)) for seat in (None, 2)]
        sent.append((told, facts, msgspec.json.encode(after)))
    assert sent[0] == sent[1]


# -- when it is closed


def test_where_two_people_might_watch_each_other_it_is_open_for_its_time() -> None:
    live = begun(people=2)
    session, opened = live.session, live.now
    live.do(session.act(0, "show"))
    live.do(session.act(1, "no"))
    live.do(session.act(2, "no"))
    for seat in (None, 0, 1, 2):
        assert session.clocks(live.now, seat) == [ClockView(None, opened + WINDOW, live.now, WINDOW)]
    assert session.window_waits() == []
    for at, now, code in (
        (session.asked_seq, opened + WINDOW - 1, "still_time"),
        (session.asked_seq - 1, opened + WINDOW, "stale"),
    ):
        with pytest.raises(Refused) as refused:
            session.close_window(at, now)
        assert code_of(refused) == code
    with pytest.raises(Refused) as late:
        session.take_back(0, opened + WINDOW)
    assert code_of(late) == "time_is_up"
    asked = session.asked_seq
    close(live, after=opened + WINDOW - live.now)
    with pytest.raises(Refused) as again:
        session.close_window(asked, live.now)
    assert code_of(again) == "stale"


def test_one_person_beside_bots_is_waited_for_and_nobody_else_knows() -> None:
    live = begun(people=1)
    session = live.session
    assert session.window_end() is None
    assert [session.clocks(live.now, seat) for seat in (None, 0)] == [[], []]
    assert session.window_waits() == [0, 1, 2]
    for seat in (1, 2):
        live.do(session.act(seat, "no"))
    with pytest.raises(Refused) as early:
        session.close_window(session.asked_seq, live.now + 3_600_000)
    assert code_of(early) == "still_time"
    live.do(session.act(0, "show"))
    close(live, after=0)
    assert live.log[-1].facts[-1].public["seats"] == [0]


def test_a_person_with_nothing_to_say_is_not_waited_for() -> None:
    live = begun(NO_NINE, people=1)
    for seat in (1, 2):
        assert seat in live.session.window_waits()
        live.do(live.session.act(seat, "no"))
    assert live.session.window_waits() == []
    close(live, after=0)


def test_one_persons_clock_closes_it_at_the_latest_and_takes_nothing_from_the_bank() -> None:
    live = begun(people=1, clock="fast")
    session, opened = live.session, live.now
    assert session.clocks(live.now, 0) == [ClockView(0, opened + 23_000, live.now, 23_000)]
    assert session.clocks(live.now, None) == session.clocks(live.now, 1) == []
    with pytest.raises(OutOfTurn):
        session.time_out(0, opened + 60_000)
    for seat in (1, 2):
        live.do(session.act(seat, "no"))
    close(live, after=opened + 23_000 - live.now)
    assert (session.chairs[0].bank, session.chairs[0].slow) == (15_000, 0)


def test_a_window_that_only_bots_are_asked_in_waits_for_them_alone() -> None:
    live = Live(NINES, seats=3).people("Ann")
    session = live.session
    live.do(session.sit(2, "Cy", "guest of Cy"))
    live.do(session.begin(in_order(NINE_AT_0, 3)))
    close(live)
    play_to_the_second_window(live)
    assert (session.window_open, session.waiting(), session.window_from, session.window_end()) == (True, [1], None, None)
    assert session.window_waits() == [1]
    live.do(session.act(1, "no"))
    close(live, after=0)


def play_to_the_second_window(live: Live) -> None:
    """It asks seat 1 alone."""
    while not live.session.window_open:
        (seat,) = live.session.waiting()
        live.do(live.session.act(seat, live.session.default_action(seat)))


@pytest.mark.parametrize("order", [NINE_AT_0, NO_NINE], ids=["a nine", "no nine"])
@pytest.mark.parametrize("way", ["before the deal", "in the window", "slow", "away", "left"])
def test_a_person_for_whom_a_bot_plays_still_sees_the_others_windows_open_for_their_time(way: str, order: str) -> None:
    """Ann answers at once if she can; Bo, whose cards a bot plays, must not see by the time whether she could."""
    live = Live(NINES, seats=3, clock="fast").people("Ann", "Bo")
    session = live.session
    if way == "before the deal":
        live.do(session.autopilot(1, True))
    live.do(session.begin(in_order(order, 3)))
    opened = live.now
    if way == "left":
        live.do(session.stand(1))
    elif way != "before the deal":
        live.do(session.autopilot(1, True, why="asked" if way == "in the window" else way))
    for seat in session.window_waits():
        live.do(session.act(seat, "no"), after=10)
    assert session.window_end() == opened + WINDOW
    assert session.clocks(live.now, 0) == session.clocks(live.now, 1) == [ClockView(None, opened + WINDOW, live.now, WINDOW)]
    with pytest.raises(Refused) as early:
        session.close_window(session.asked_seq, opened + WINDOW - 1)
    assert code_of(early) == "still_time"
    live.do(session.autopilot(1, False, "back"))
    assert session.window_end() == opened + WINDOW
    close(live, after=opened + WINDOW - live.now)
    play_to_the_second_window(live)
    live.do(session.resume(), after=600_000)
    assert session.window_end() == live.now + WINDOW


def test_one_person_who_is_watched_has_a_fixed_time_from_when_somebody_looks_on() -> None:
    live = begun(people=1)
    session, opened = live.session, live.now
    assert session.window_end() is None
    session.watched_from = opened + 3000
    assert session.window_end() == opened + 3000 + WINDOW
    for seat in (0, 1, 2):
        live.do(session.act(seat, "no"), after=1)
    close(live, after=opened + 3000 + WINDOW - live.now)
    for seat in (0, 1):
        live.do(session.act(seat, session.default_action(seat)))
    live.do(session.autopilot(0, True))
    live.do(session.act(2, session.default_action(2)))
    assert session.window_from is None, "the second window asks only a bot"
    session = begun(people=1).session
    session.watched_from = 0
    assert session.window_end() == opened + WINDOW


def test_time_in_a_window_is_charged_to_nobody() -> None:
    live = begun(people=2, clock="fast")
    live.session.window_length = 60_000
    live.do(live.session.act(0, "show"), after=30_000)
    close(live, after=30_000)
    assert [chair.bank for chair in live.session.chairs] == [15_000] * 3


def test_there_must_be_a_window_to_close() -> None:
    live = begun()
    close(live)
    with pytest.raises(Refused) as refused:
        live.session.close_window(live.session.asked_seq, live.now + 60_000)
    assert code_of(refused) == "stale"
    assert live.session.window_waits() == []
    assert live.session.window_end() is None


# -- what is left of it


def test_logs_with_windows_and_rights_fold_to_the_same_table_at_every_entry_and_records_are_confirmed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from qipai.records import qp

    monkeypatch.setattr(qp, "find_game", lambda name: NINES)
    quiet = rights = 0
    for seed in range(6):
        random = Random(seed)
        live = Live(NINES, seats=3, deals=2, clock="fast").people(*"Ann Bo Cy".split()[: random.randint(0, 3)])
        session = live.session
        live.do(session.begin())
        while session.phase != "finished":
            assert snapshot(Session.fold(NINES, live.log, verify=True)) == snapshot(session)
            if session.phase == "between":
                live.do(session.deal())
            elif session.window_open and (not session.waiting() or random.random() < 0.3):
                for seat in session.window_waits():
                    live.do(session.act(seat, "no"))
                end = session.window_end()
                close(live, after=max(0, end - live.now) if end else 0)
            elif session.window_open:
                seat = random.choice(session.waiting())
                live.do(session.act(seat, random.choice(["no", "show"]) if session.asks(seat) else "no"))
            else:
                seat = random.choice([seat for seat in range(3) if deal_seen_by(live, seat).choices])
                rights += seat not in session.waiting()
                live.do(session.act(seat, random.choice(deal_seen_by(live, seat).choices).action))
        quiet += sum(entry.quiet for entry in live.log)
        for serial in (1, 2):
            text = write_record(live.log, serial)
            assert "sealed" not in text
            record = read_record(text)
            verify(record)
            assert replay_steps(record)[-1].to_act == []
    assert quiet > 12
    assert rights > 12
