"""What a host may do at a table: remove a person, lock it, hand it over."""

from random import Random
from typing import Any

import pytest

from qipai.club.results import Ledger, Played
from qipai.engine.errors import QipaiError
from qipai.games import find_game
from qipai.records.qp import read_record, write_record
from qipai.server.storage.dealing import Dealing, DealRow, sitting
from qipai.session import Refused, Session
from tests.conformance.blind_bids import BLIND_BIDS

from .live import Live, code_of, snapshot

HOST = "guest of Ann"


def players(session: Session) -> list[str]:
    return [chair.player for chair in session.chairs]


def opened(*names: str, **terms: Any) -> Live:
    """A table whose first person is its host."""
    return Live(BLIND_BIDS, **{"seats": 4, "host": HOST, **terms}).people(*names)


def refused(session: Session, command: str, *given: object) -> str:
    before = snapshot(session)
    with pytest.raises(Refused) as error:
        getattr(session, command)(*given)
    assert snapshot(session) == before
    return code_of(error)


def test_who_is_removed_before_the_first_deal_leaves_a_free_chair_and_never_sits_down_again() -> None:
    live = opened("Ann", "Bo", "Cy")
    session = live.session
    entry = live.do(session.remove(1, HOST))
    assert entry.seen_by(-1) == entry.seen_by(2) == [{"event": "person_removed", "seat": 1, "name": "Bo"}], "no key is told"
    assert players(session) == ["person", "empty", "person", "empty"]
    for seat in (1, 3):
        assert refused(session, "sit", seat, "Bo", "guest of Bo") == "removed"
    live.do(session.sit(1, "Bo", "guest of another Bo"))
    assert session.chairs[1].guest == "guest of another Bo"


def test_who_is_removed_between_deals_leaves_the_chair_to_a_bot() -> None:
    live = opened("Ann", "Bo", "Cy", deals=3)
    session = live.session
    live.do(session.begin())
    assert refused(session, "remove", 1, HOST) == "mid_deal"
    live.do(session.stand(2))  # in the middle of a deal: Cy could come back until the next one
    assert [(seat.gone, seat.host) for seat in session.view(1).seats] == [
        (False, True),
        (False, False),
        (True, False),
        (False, False),
    ]
    live.play_deal(Random(1))
    scores = session.scores[0]
    for seat, guest in ((1, "guest of Bo"), (2, "guest of Cy")):
        live.do(session.remove(seat, HOST))
        assert session.chairs[seat].player == "bot"
        assert refused(session, "sit", seat, "me", guest) == "removed"
    assert len({chair.name for chair in session.chairs}) == 4
    live.do(session.deal())
    live.play_deal(Random(2))
    assert session.scores[0] == scores, "points stay with the chair"


def test_who_was_removed_is_let_in_again_by_name() -> None:
    live = opened("Ann", "Bo", "Cy", deals=2)
    session = live.session
    for seat in (1, 2):
        live.do(session.remove(seat, HOST))
    bo, cy = session.view(0, host=True).removals
    assert (bo.name, cy.name) == ("Bo", "Cy")
    assert bo.number != cy.number
    assert session.view(0, host=True, stands_in=True).removals == session.view(0).removals == session.view(None).removals == []
    entry = live.do(session.let_in(bo.number))
    assert entry.seen_by(-1) == entry.seen_by(0) == [{"event": "person_let_in", "name": "Bo"}], "no key is told"
    live.do(session.sit(1, "Bo", "guest of Bo"))
    assert refused(session, "sit", 2, "Cy", "guest of Cy") == "removed"
    assert refused(session, "let_in", bo.number) == refused(session, "let_in", 0) == "not_removed"
    live.do(session.remove(1, HOST))
    assert refused(session, "let_in", bo.number) == "not_removed", "that was an earlier removal"
    live.play_session(Random(5))
    folded = Session.fold(BLIND_BIDS, live.log, verify=True)
    assert snapshot(folded) == snapshot(session)
    assert [one.name for one in folded.removed.values()] == ["Cy", "Bo"]
    live.do(session.let_in(folded.removed["guest of Bo"].number))
    live.do(session.close("asked"))
    assert refused(session, "let_in", cy.number) == "closed"


def test_the_chair_of_a_host_is_nobodys_to_take() -> None:
    session = opened("Ann", "Bo", "Cy").session
    assert refused(session, "remove", 0, HOST) == "host_stays"
    assert refused(session, "remove", 0, "guest of Bo") == "host_stays", "by who stands in"
    assert refused(session, "remove", 1, "guest of Bo") == "host_stays", "oneself"
    assert refused(session, "remove", 3, HOST) == "not_a_person"
    assert refused(session, "remove", 4, HOST) == refused(session, "remove", -1, HOST) == "no_such_seat"


def test_at_a_locked_table_only_who_has_a_chair_may_take_another() -> None:
    live = opened("Ann", "Bo", deals=3)
    session = live.session
    assert not session.view(None).locked
    live.do(session.lock(True))
    assert session.view(None).locked
    assert session.view(1).locked
    assert refused(session, "sit", 2, "Cy", "guest of Cy") == refused(session, "sit", 2, "nobody") == "locked"
    live.do(session.sit(3, "Bo", "guest of Bo"))
    live.do(session.begin())
    live.do(session.stand(3))
    live.play_deal(Random(3))
    assert refused(session, "sit", 3, "Cy", "guest of Cy") == "locked"
    live.do(session.sit(3, "Bo", "guest of Bo"))
    live.do(session.lock(False))
    live.do(session.sit(1, "Cy", "guest of Cy"))


def test_a_table_can_be_locked_in_the_middle_of_a_deal_and_asks_the_same_as_before() -> None:
    live = opened("Ann", "Bo", "Cy", "Di", clock="fast")
    session = live.session
    live.do(session.begin())
    asked = session.asked_seq, session.asked_at, session.waiting()
    live.do(session.lock(True))
    live.do(session.hand_over(1, HOST))
    assert (session.asked_seq, session.asked_at, session.waiting()) == asked


def test_a_table_is_handed_over_by_its_host_alone() -> None:
    live = opened("Ann", "Bo", "Cy")
    session = live.session
    assert refused(session, "hand_over", 2, "guest of Bo") == "stands_in"
    assert refused(session, "hand_over", 0, HOST) == "host_already"
    assert refused(session, "hand_over", 3, HOST) == "not_a_person"
    entry = live.do(session.hand_over(1, HOST))
    assert entry.seen_by(2) == [{"event": "host_changed", "seat": 1}]
    assert session.host == "guest of Bo"
    assert refused(session, "hand_over", 2, HOST) == "stands_in"
    live.do(session.remove(0, "guest of Bo"))
    live.do(session.begin())
    live.do(session.stand(2))
    assert refused(session, "hand_over", 2, "guest of Bo") == "not_a_person", "who has left"


def test_a_log_folds_to_the_same_table() -> None:
    live = opened("Ann", "Bo", "Cy", deals=2)
    live.do(live.session.lock(True))
    live.do(live.session.hand_over(2, HOST))
    live.do(live.session.remove(1, "guest of Cy"))
    live.play_session(Random(4))
    folded = Session.fold(BLIND_BIDS, live.log, verify=True)
    assert snapshot(folded) == snapshot(live.session)
    assert (folded.host, folded.locked, set(folded.removed)) == ("guest of Cy", True, {"guest of Bo"})
    live.do(live.session.close("asked"))
    for command in ("remove", "hand_over", "lock"):
        assert refused(live.session, command, 0) == "closed"


# -- before the first deal


def test_two_chairs_change_places_with_whoever_is_on_them() -> None:
    live = opened("Ann", "Bo", deals=2)
    session = live.session
    live.do(session.seat_bot(2, "rule"))
    entry = live.do(session.swap(1, 3))
    assert entry.seen_by(-1) == [{"event": "chairs_swapped", "order": [0, 3, 2, 1], "lots": False}]
    assert [chair.name for chair in session.chairs] == ["Ann", "", session.chairs[2].name, "Bo"]
    live.do(session.swap(0, 2))
    assert [chair.guest for chair in session.chairs] == ["", "", HOST, "guest of Bo"]
    assert refused(session, "swap", 1, 1) == "same_chair"
    assert refused(session, "swap", 1, 4) == refused(session, "swap", -1, 1) == "no_such_seat"
    live.do(session.sit(1, "Cy", "guest of Cy"))
    assert [chair.name for chair in session.chairs][1:] == ["Cy", "Ann", "Bo"]
    live.play_session(Random(5))
    assert snapshot(Session.fold(BLIND_BIDS, live.log, verify=True)) == snapshot(session)
    assert refused(session, "swap", 0, 1) == refused(session, "draw_lots") == "already_begun"


def test_lots_move_everybody_to_a_chair_and_every_order_comes() -> None:
    live = opened("Ann", "Bo", seats=3)
    session = live.session
    orders = set()
    for _ in range(200):  # one of six orders misses with a chance below 10⁻¹⁴
        before = [chair.guest for chair in session.chairs]
        (fact,) = live.do(session.draw_lots()).facts
        assert sorted(fact.public["order"]) == [0, 1, 2]
        assert [chair.guest for chair in session.chairs] == [before[seat] for seat in fact.public["order"]]
        orders.add(tuple(fact.public["order"]))
    assert len(orders) == 6


def test_other_terms_hold_from_the_first_deal_and_name_what_is_different() -> None:
    live = opened("Ann", "Bo", deals=6)
    session = live.session
    option = next(option for option in BLIND_BIDS.options if len(option.values) > 1)
    other = next(value for value in option.values if value != session.options[option.name])
    terms: dict[str, Any] = {"variant": "default", "rules": {option.name: other}, "deals": 2, "clock": "fast", "level": "rule"}
    entry = live.do(session.agree(**terms))
    (told,) = entry.seen_by(-1)
    assert (told["changed"], told["options"]) == (["deals", "clock"], [option.name])
    view = session.view(0)
    assert (view.deals, view.clock, view.changes, view.rules[option.name]) == (2, "fast", [option.name], other)
    assert session.terms is not None
    assert getattr(session.terms.ruleset, option.name) == option.parse(other)
    before = snapshot(session)
    for wrong in ({}, {"deals": 0}, {"clock": "sundial"}, {"variant": "none"}, {"rules": {"none": "1"}}):
        with pytest.raises(QipaiError):
            session.agree(**{**terms, **wrong})
    assert snapshot(session) == before
    live.play_session(Random(6))
    assert len(session.scores) == 2
    assert snapshot(Session.fold(BLIND_BIDS, live.log, verify=True)) == snapshot(session)
    with pytest.raises(Refused, match="begun"):
        session.agree(**{**terms, "deals": 3})


def test_a_record_and_the_list_of_deals_have_what_was_agreed_last_and_who_sat_where() -> None:
    game = find_game("gan_deng_yan")
    live = Live(game, seats=3, host=HOST, deals=1).people("Ann", "Bo")
    session = live.session
    option = next(option for option in game.options if len(option.values) > 1)
    other = next(value for value in option.values if value != session.options[option.name])
    live.do(session.swap(0, 2))
    live.do(session.agree(variant="default", rules={option.name: other}, deals=1, clock="none", level="rule"))
    live.play_session(Random(7))
    whole = read_record(write_record(live.log))
    assert whole.header.rules == {option.name: other}
    assert (whole.header.players[1], whole.header.players[2]) == ("Bo", "Ann")
    dealing, ledger = Dealing(), Ledger()
    deals: list[DealRow] = []
    played: list[Played] = []
    for entry in live.log:
        dealing, finished = dealing.after(entry)
        ledger, more = ledger.after(entry)
        deals, played = deals + finished, played + more
    (deal,) = deals
    own = [live.log[0], sitting(deal.names), *live.log[deal.first - 1 : deal.last]]
    assert write_record(own) == write_record(live.log)
    assert {one.seat: one.person for one in played} == {1: "guest of Bo", 2: HOST}
    assert all(f'"{other}"' in one.rules.decode() for one in played)


def test_a_host_closes_the_table_but_not_on_people_who_play() -> None:
    live = opened("Ann", "Bo", deals=2)
    session = live.session
    assert refused(session, "close_by_host", "guest of Bo") == "stands_in"
    live.do(session.begin())
    assert refused(session, "close_by_host", HOST) == "mid_deal"
    live.do(session.stand(1))
    entry = live.do(session.close_by_host(HOST))
    assert entry.seen_by(-1) == [{"event": "closed", "why": "host", "unscored": 1}]
    assert refused(session, "close_by_host", HOST) == "closed"
