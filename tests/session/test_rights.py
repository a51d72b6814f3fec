"""Rights out of turn: used at once, charged to nobody, and no reason to ask anew who is asked already."""

import pytest

from qipai.engine.errors import IllegalAction, OutOfTurn
from qipai.session import Refused
from tests.conformance.nines import NINES

from .live import Live, code_of, in_order

PACK = "2a 2b 3a 4a 5a 6a 7a 8a 9a 1a 1b 3b 4b 5b 6b 7b 8b 9b"  # 2 4 7 against 2 5 8 against 3 6 9


def begun(**terms: object) -> Live:
    live = Live(NINES, seats=3, variant="blunt", **terms).people("Ann", "Bo", "Cy")
    live.do(live.session.begin(in_order(PACK, 3)))
    return live


def choices(live: Live, seat: int | None) -> list[str]:
    deal = live.session.view(seat).deal
    assert deal is not None
    return [choice.action for choice in deal.choices]


def test_a_view_has_the_rights_of_who_is_not_asked() -> None:
    live = begun()
    assert choices(live, 0) == ["2", "4", "7", "knock"]
    assert choices(live, 1) == choices(live, 2) == ["knock", "halt", "press"]
    assert choices(live, None) == []
    deal = live.session.view(1).deal
    assert deal is not None
    assert (deal.to_act, deal.locked) == ([0], [])


def test_a_right_is_used_at_once_and_views_are_worked_out_anew() -> None:
    live = begun()
    assert choices(live, 2) == ["knock", "halt", "press"]
    entry = live.do(live.session.act(1, "knock"))
    assert entry.seen_by(2) == [{"event": "knocked", "seat": 1, "action": "knock", "aside": True}]
    assert choices(live, 1) == ["halt", "press"]
    live.do(live.session.act(1, "press"))
    assert choices(live, 0) == ["7", "knock"]
    assert choices(live, 2) == ["knock", "halt"]
    live.do(live.session.act(0, "knock"))  # one's own turn is not over
    assert choices(live, 0) == ["7"]


def test_only_ones_own_rights_are_rights() -> None:
    live = begun()
    with pytest.raises(IllegalAction) as refused:
        live.session.act(1, "5")
    assert code_of(refused) == "not_so"
    live.do(live.session.act(1, "knock"))
    with pytest.raises(IllegalAction):
        live.session.act(1, "knock")
    for right in ("press", "halt"):
        live.do(live.session.act(1, right))
    live.do(live.session.act(0, "knock"))
    with pytest.raises(OutOfTurn):  # nothing is left to it
        live.session.act(0, "knock")


def test_a_right_leaves_the_question_its_clock_and_an_answer_under_way() -> None:
    live = begun(clock="fast")
    session = live.session
    asked, seen, deadline = (session.asked_seq, session.asked_at), session.seq, session.deadline(0)
    live.do(session.act(1, "knock"), after=10_000)
    live.do(session.act(2, "knock"), after=5_000)
    assert ((session.asked_seq, session.asked_at), session.deadline(0)) == (asked, deadline)
    assert [chair.bank for chair in session.chairs] == [15_000] * 3
    live.do(session.act(0, "4", at=seen), after=0)
    assert [chair.bank for chair in session.chairs] == [8_000, 15_000, 15_000]
    with pytest.raises(Refused) as late:
        session.act(2, "press", at=seen)
    assert code_of(late) == "stale"


@pytest.mark.parametrize(("right", "asked"), [("halt", [1]), ("press", [0])])
def test_a_right_that_changes_the_question_asks_anew(right: str, asked: list[int]) -> None:
    """Somebody else is asked, or the same seat something else."""
    live = begun(clock="fast")
    session = live.session
    seen = session.seq
    live.do(session.act(1, right), after=10_000)
    assert session.waiting() == asked
    assert (session.asked_seq, session.asked_at) == (session.seq, live.now)
    assert session.deadline(asked[0]) == live.now + 23_000
    with pytest.raises(Refused) as late:
        session.act(asked[0], choices(live, asked[0])[0], at=seen)
    assert code_of(late) == "stale"


def test_what_was_laid_still_lies_when_its_seat_speaks_up() -> None:
    live = begun()
    live.do(live.session.act(0, "4"))
    live.do(live.session.act(0, "knock"))
    last = live.session.view(2).seats[0].last
    assert last is not None
    assert last["event"] == "laid"
