"""Chairs, deals and decisions at a table, and what it refuses."""

from random import Random

import pytest

from qipai.engine import records
from qipai.engine.errors import IllegalAction, NotationError, OutOfTurn, QipaiError
from qipai.engine.telling import Fact
from qipai.games import GAN_DENG_YAN
from qipai.records import read_record, tell_record, write_record
from qipai.session import Refused, Session, refusal_of
from qipai.session.shuffles import read_shuffle
from tests.conformance.blind_bids import BLIND_BIDS

from .live import Live, code_of, in_order


def events(facts: list[Fact]) -> list[str]:
    return [fact.event for fact in facts]


# -- opening


def test_a_table_says_what_was_agreed() -> None:
    live = Live(GAN_DENG_YAN, seats=5, variant="airplane", rules={"decks": "2"}, deals=4, clock="fast", level="random")
    view = live.session.view(None)
    assert (view.phase, view.deals, view.clock, view.level, view.variant) == ("gathering", 4, "fast", "random", "airplane")
    assert view.changes == ["decks"]
    assert (view.rules["decks"], view.rules["triplet_mode"], view.rules["announce_at"]) == ("2", "ordinary", "none")
    assert [seat.player for seat in view.seats] == ["empty"] * 5
    assert view.deal is None


@pytest.mark.parametrize(
    "terms",
    [
        {"seats": 7},
        {"variant": "nowhere"},
        {"rules": {"decks": "3"}},
        {"rules": {"triplet_seq": "true"}},
        {"clock": "sand"},
        {"deals": 0},
        {"deals": 101},
    ],
)
def test_no_table_is_opened_on_terms_that_do_not_exist(terms: dict[str, object]) -> None:
    with pytest.raises(QipaiError):
        Live(GAN_DENG_YAN, **{"seats": 4, **terms})


# -- chairs


def test_people_sit_move_and_leave_before_the_first_deal() -> None:
    live = Live(BLIND_BIDS).people("Ann", "Bo")
    session = live.session
    with pytest.raises(Refused) as taken:
        session.sit(0, "Cy", "cy")
    assert code_of(taken) == "seat_taken"
    live.do(session.sit(2, "Ann", "guest of Ann"))
    assert [seat.name for seat in session.view(None).seats] == ["", "Bo", "Ann"]
    live.do(session.stand(1))
    live.do(session.seat_bot(0, "random"))
    live.do(session.seat_bot(1, "rule"))
    live.do(session.seat_bot(1, ""))
    assert [(chair.player, chair.level) for chair in session.chairs] == [("bot", "random"), ("empty", ""), ("person", "")]


def test_beginning_fills_empty_chairs_with_bots_that_nobody_takes_for_people() -> None:
    live = Live(BLIND_BIDS, level="random").people("Abacus")
    facts = live.session.begin()
    assert events(facts) == ["seated", "seated", "shuffled", "dealt"]
    live.do(facts)
    chairs = live.session.chairs
    assert [(chair.player, chair.level) for chair in chairs] == [("person", ""), ("bot", "random"), ("bot", "random")]
    assert len({chair.name for chair in chairs}) == 3
    with pytest.raises(Refused) as begun:
        live.session.begin()
    assert code_of(begun) == "already_begun"


def test_a_bots_chair_is_taken_between_deals_only() -> None:
    live = Live(BLIND_BIDS).people("Ann")
    session = live.session
    live.do(session.begin())
    for ask in (lambda: session.sit(1, "Bo", "bo"), lambda: session.seat_bot(1, "rule")):
        with pytest.raises(Refused) as waits:
            ask()
        assert code_of(waits) == "mid_deal"
    live.play_deal(Random(1))
    live.do(session.sit(1, "Bo", "bo"))
    assert session.chairs[1].player == "person"
    live.do(session.stand(1))
    assert session.chairs[1].player == "bot"  # once the session has begun no chair is empty
    with pytest.raises(Refused) as emptied:
        session.seat_bot(1, "")
    assert code_of(emptied) == "already_begun"


def test_who_leaves_in_the_middle_is_played_for_and_may_come_back() -> None:
    live = Live(BLIND_BIDS).people("Ann", "Bo")
    session = live.session
    live.do(session.begin())
    live.do(session.stand(1))
    seat = session.view(0).seats[1]
    assert (seat.name, seat.player, seat.autopilot) == ("Bo", "person", True)
    live.do(session.autopilot(1, False))
    assert not session.chairs[1].gone
    live.do(session.stand(1))
    live.play_deal(Random(1))
    live.do(session.sit(1, "Cy", "cy"))  # between deals somebody else may have the chair
    assert session.chairs[1].name == "Cy"
    live.do(session.stand(0))
    assert session.chairs[0].player == "bot"


def test_who_left_a_chair_and_takes_another_has_one_only() -> None:
    live = Live(BLIND_BIDS).people("Ann", "Bo")
    session = live.session
    live.do(session.begin())
    live.do(session.stand(1))
    live.play_deal(Random(1))
    live.do(session.sit(2, "Bo", "guest of Bo"))
    assert [(chair.player, chair.guest) for chair in session.chairs[1:]] == [("bot", ""), ("person", "guest of Bo")]
    live.do(session.sit(1, "Bo", "guest of Bo"))
    assert [(chair.player, chair.guest) for chair in session.chairs[1:]] == [("person", "guest of Bo"), ("bot", "")]


def test_the_chair_of_who_left_is_a_bots_from_the_next_deal_on() -> None:
    live = Live(BLIND_BIDS).people("Ann", "Bo")
    session = live.session
    live.do(session.begin())
    live.do(session.stand(1))
    live.play_deal(Random(1))
    facts = session.ready(0)
    assert events(facts) == ["ready", "seated", "shuffled", "dealt"]  # nobody waits for who has left
    live.do(facts)
    assert session.chairs[1].player == "bot"
    with pytest.raises(Refused) as gone:
        session.autopilot(1, False)
    assert code_of(gone) == "not_a_person"


@pytest.mark.parametrize("name", ["", "   ", "x" * 25, "a\x00b", "\u202e", "\u3164", "a\u2800", "\u0301", "a\ufe01", "\ufe0f"])
def test_names_can_be_read(name: str) -> None:
    with pytest.raises(Refused) as refused:
        Live(BLIND_BIDS).session.sit(0, name)
    assert code_of(refused) == "bad_name"


ODD_NAMES = [
    "null", "None", "undefined", "NaN", "true", "false", "0", "-1", "1e9", "[]", "{}", "{name}", "{0}", "${7*7}", "%s%n", "$1", "\\1", "\\",
    "<b>Ann</b>", "</script>", "&amp;", "<!--", "'; drop table x", '"Ann"', "`id`", "$(id)", "../../etc/passwd", "C:\\CON", "con.txt", "~root",
    "http://a.example/", "a@b.example", "bot", "Seat 1", "table", "you", "system", "林婉清", "歐陽", "𠮷野家", "ﷺ", "محمد", "דוד", "Ωμέγα", "Зоя", "สมชาย",
    "अनिल", "한글", "ひらがな", "Zoë", "Ame\u0301lie", "Łukasz", "İI", "ß", "ſ", "𝔅𝔬", "Ａｎｎ", "👩🏽", "🇨🇳", "🀄", "１", "…", "—", "·", "a,b;c", "a=b", "#1", "*",
]  # fmt: skip


def test_odd_names_are_kept_as_they_were_given() -> None:
    """A name is no command, no placeholder and one line: a record tells it as it was, and sentences put it in whole."""
    table, game = 6, GAN_DENG_YAN
    for first in range(0, len(ODD_NAMES), table):
        live = Live(game, seats=table)
        for seat, name in enumerate(ODD_NAMES[first : first + table]):
            live.do(live.session.sit(seat, name, f"guest {seat}"))
        names = [chair.name for chair in live.session.chairs if chair.name]
        assert names == ODD_NAMES[first : first + table]
        for seat in range(len(names), table):
            live.do(live.session.seat_bot(seat, "rule"))
        live.do(live.session.begin())
        live.play_deal(Random(first))
        record = read_record(write_record(live.log, 1))
        assert list(record.header.players[: len(names)]) == names
        told = list(tell_record(record))[1:]  # without the title, which names everybody
        assert all(any(name in line for line in told) for name in names)


@pytest.mark.parametrize(
    ("given", "kept"), [("👨‍👩‍👧", "👨👩👧"), ("علی‌رضا", "علیرضا"), ("❤️", "❤"), ("\u202eevil\u202c", "evil")]
)
def test_what_only_steers_letters_is_left_out(given: str, kept: str) -> None:
    live = Live(BLIND_BIDS)
    live.do(live.session.sit(0, given))
    assert live.session.chairs[0].name == kept


def test_names_are_tidied() -> None:
    live = Live(BLIND_BIDS)
    live.do(live.session.sit(0, "  林  婉清 "))
    live.do(live.session.rename(0, "Lin\tWanqing"))
    assert live.session.chairs[0].name == "Lin Wanqing"


def test_no_two_at_a_table_have_one_name() -> None:
    """Six guests who type no name are told apart, and nobody sits down as somebody else."""
    live = Live(GAN_DENG_YAN, seats=6)
    session = live.session
    for seat, name in enumerate(["客人", "客人", "客人", "Ann", "ANN", "x" * 24]):
        live.do(session.sit(seat, name, f"guest {seat}"))
    live.do(session.rename(1, "x" * 24))
    assert [chair.name for chair in session.chairs] == ["客人", "x" * 22 + " 2", "客人 3", "Ann", "ANN 2", "x" * 24]
    live.do(session.rename(3, "Ann"))
    live.do(session.rename(2, "客人"))
    live.do(session.stand(1))
    live.do(session.sit(1, "ANN", "guest 4"))  # who moves is no rival of oneself
    assert [chair.name for chair in session.chairs] == ["客人", "ANN 2", "客人 2", "Ann", "", "x" * 24]


@pytest.mark.parametrize("seat", [-1, 3, 99])
def test_chairs_that_are_not_there(seat: int) -> None:
    live = Live(BLIND_BIDS).people("Ann")
    live.do(live.session.begin())
    session = live.session
    for ask in (
        lambda: session.act(seat, "1"),
        lambda: session.explain(seat, []),
        lambda: session.rename(seat, "Bo"),
        lambda: session.stand(seat),
        lambda: session.time_out(seat, live.now),
    ):
        with pytest.raises(Refused) as refused:
            ask()
        assert code_of(refused) == "no_such_seat"


# -- deals


def test_the_next_deal_starts_with_the_last_person_who_is_ready() -> None:
    live = Live(BLIND_BIDS).people("Ann", "Bo")
    session = live.session
    live.do(session.begin())
    live.play_deal(Random(1))
    assert session.phase == "between"
    live.do(session.ready(0))
    assert [seat.ready for seat in session.view(None).seats] == [True, False, True]
    assert session.phase == "between"
    live.do(session.ready(1))
    assert session.phase == "playing"
    assert session.view(0).deal.number == 2  # type: ignore[union-attr]


def test_the_winner_of_a_deal_deals_the_next() -> None:
    """§2.1"""
    live = Live(GAN_DENG_YAN, seats=4, deals=3)
    live.play_session(Random(2))
    dealt = [fact.public for entry in live.log for fact in entry.facts if fact.event == "dealt"]
    scored = [fact.public for entry in live.log for fact in entry.facts if fact.event == "scored"]
    assert [deal["dealer"] for deal in dealt[1:]] == [deal["winner"] for deal in scored[:-1]]
    assert live.session.scores == [deal["points"] for deal in scored]


def test_the_session_ends_with_the_agreed_number_of_deals_and_ties_are_shared() -> None:
    """Two people bid the same three cards, so nobody takes anything."""
    live = Live(BLIND_BIDS, seats=2, deals=1)
    order = in_order("1a 1b 2a 2b 3a 3b 4a 4b 5a 5b 6a 6b 7a 7b 8a 8b 9a 9b")
    live.do(live.session.begin(order))
    for card in "123":
        live.do(live.session.act(0, card))
        live.do(live.session.act(1, card))
    assert live.session.phase == "finished"
    view = live.session.view(None)
    assert (view.scores, view.winners) == ([[0, 0]], [0, 1])
    assert [fact.event for fact in live.log[-1].facts][-2:] == ["settled", "session_over"]


def test_another_session_begins_from_nothing() -> None:
    live = Live(BLIND_BIDS, seats=2, deals=2)
    session = live.session
    with pytest.raises(Refused) as early:
        session.again()
    assert code_of(early) == "not_finished"
    live.play_session(Random(1))
    live.do(session.again())
    assert (session.phase, session.scores, session.winners, session.serial) == ("playing", [], [], 3)
    assert session.view(0).deal.number == 1  # type: ignore[union-attr]


def test_a_closed_table_is_closed_and_a_deal_in_it_is_not_scored() -> None:
    live = Live(BLIND_BIDS, seats=2, deals=2)
    live.do(live.session.begin())
    live.do(live.session.close("idle"))
    assert live.log[-1].facts == (Fact("closed", {"why": "idle", "unscored": 1}),)
    assert live.session.view(0).phase == "closed"
    assert live.session.scores == []
    for ask in (live.session.begin, live.session.deal, lambda: live.session.close("again"), lambda: live.session.sit(0, "A")):
        with pytest.raises(Refused) as closed:
            ask()
        assert code_of(closed) == "closed"


def test_a_table_of_another_version_of_the_rules_is_shown_and_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    live = Live(BLIND_BIDS, seats=2, deals=3)
    live.do(live.session.begin())
    live.play_deal(Random(1))
    live.do(live.session.deal())
    live.do(live.session.act(0, live.session.default_action(0)))
    scores = live.session.scores
    monkeypatch.setitem(BLIND_BIDS.__dict__, "rules_version", 2)
    session = Session.fold(BLIND_BIDS, live.log)
    assert session.outdated
    assert session.waiting() == []
    assert session.view(0).deal.log[0]["event"] == "dealt"  # type: ignore[union-attr]
    for ask in (lambda: session.act(1, "1"), session.deal, lambda: session.ready(0), lambda: session.sit(0, "Ann")):
        with pytest.raises(Refused) as refused:
            ask()
        assert code_of(refused) == "other_rules"
    live.session = session
    live.do(session.close("rules_version"))
    assert live.log[-1].facts[0].public == {"why": "rules_version", "unscored": 2}
    assert session.scores == scores
    assert not session.outdated


# -- decisions


def two_hands() -> Live:
    """Seat 0 deals 3-4-5-6-7-8 to itself and 3-5-7-9-J to seat 1."""
    live = Live(GAN_DENG_YAN, seats=2, deals=1)
    first = "3S 3H 4S 5H 5S 7H 6S 9H 7S JH 8S".split()
    rest = [f"{rank}{suit}" for rank in "3 4 5 6 7 8 9 10 J Q K A 2".split() for suit in "SHDC"]
    rest = [face for face in [*rest, "B", "R"] if face not in first]
    setup = {"players": 2, "dealer": -1, "hand_size": 5, "pack": [0, 0, 0, *[4] * 13, 2, 0], "stakes": [0] * 6}
    shuffle = Fact("shuffled", hidden={"setup": setup, "order": [*first, *rest], "lots": [0] * 8})
    live.do(live.session.begin(read_shuffle(GAN_DENG_YAN, shuffle)[1]))
    return live


def test_six_in_sequence_go_out_at_once_and_the_other_pays_five() -> None:
    """§5.6, §6.1"""
    live = two_hands()
    entry = live.do(live.session.act(0, "3-4-5-6-7-8"))
    assert events(list(entry.facts)) == ["laid", "went_out", "scored", "settled", "session_over"]
    assert live.session.scores == [[5, -5]]
    assert live.session.winners == [0]


def test_a_refusal_is_the_rule_books() -> None:
    live = two_hands()
    session = live.session
    with pytest.raises(IllegalAction, match=r"§5\.1 ") as lead:
        session.act(0, "pass")
    assert code_of(lead) == "must_lead"
    with pytest.raises(OutOfTurn) as turn:
        session.act(1, "3")
    assert code_of(turn) == "not_your_turn"
    with pytest.raises(NotationError) as spelling:
        session.act(0, "3-4-5-eleven")
    assert code_of(spelling) == "unreadable"
    with pytest.raises(IllegalAction) as held:
        session.act(0, "K")
    assert code_of(held) == "no_such_cards"
    live.do(session.act(0, "4"))
    with pytest.raises(IllegalAction) as rank:
        session.act(1, "7")
    assert code_of(rank) == "two_on_top"
    live.do(session.act(1, "5"))


def test_one_decision_is_one_entry_with_all_that_follows() -> None:
    """§5.3, §5.4: the owner draws first; in the first round seat s has place s of the talon."""
    live = two_hands()
    live.do(live.session.act(0, "8"))
    entry = live.do(live.session.act(1, "pass"))
    assert [fact.whole() for fact in entry.facts] == [
        {"event": "passed", "seat": 1, "action": "pass"},
        {"event": "cleared", "leader": 0},
        {"event": "drew", "seat": 0, "count": 1, "to_eyes": {"0": {"cards": ["3D"]}}, "hidden": {"cards": ["3D"]}},
        {"event": "drew", "seat": 1, "count": 1, "to_eyes": {"1": {"cards": ["3C"]}}, "hidden": {"cards": ["3C"]}},
    ]
    assert entry.seen_by(1)[2:] == [
        {"event": "drew", "seat": 0, "count": 1},
        {"event": "drew", "seat": 1, "count": 1, "cards": ["3C"]},
    ]


def test_people_choose_which_of_equal_cards_they_lay() -> None:
    live = two_hands()
    session = live.session
    live.do(session.act(0, "8"))
    live.do(session.act(1, "pass"))
    assert [card.face for card in session.view(0).deal.hand] == ["3S", "3D", "4S", "5S", "6S", "7S"]  # type: ignore[union-attr]
    for wrong, code in (
        [["3H"], "not_in_hand"],
        [["3D", "3D"], "not_in_hand"],
        [["4S"], "wrong_cards"],
        [["zz"], "unreadable"],
    ):
        with pytest.raises(QipaiError) as refused:
            session.act(0, "3", wrong)
        assert code_of(refused) == code
        text = refusal_of(refused.value).text
        assert not set("abcdefghijklmnopqrstuvwxyz") & set(text["zh-Hans"] + text["zh-Hant"])
    live.do(session.act(0, "3", ["3D"]))
    assert live.log[-1].facts[0].public["cards"] == ["3D"]
    live.do(session.act(1, "pass"))
    live.do(session.act(0, "3"))
    assert live.log[-1].facts[0].public["cards"] == ["3S"]


def test_a_decision_for_a_table_that_moved_on_is_stale() -> None:
    live = two_hands()
    session, seen = live.session, live.session.seq
    live.do(session.act(0, "4", at=seen))
    live.do(session.rename(0, "Nobody") if session.chairs[0].player == "person" else session.resume())
    live.do(session.act(1, "5", at=seen + 1))  # what happened beside the game does not matter
    live.do(session.act(0, "6", at=session.seq))
    with pytest.raises(Refused) as stale:
        session.act(1, "7", at=seen + 2)
    assert code_of(stale) == "stale"


def test_a_selection_is_explained_to_the_seat_that_holds_it() -> None:
    live = two_hands()
    session = live.session
    assert session.explain(0, ["3S", "5S", "4S"]).actions == ("3-4-5",)
    odd = session.explain(0, ["3S", "5S"])
    assert odd.actions == ()
    assert odd.refusal.section
    with pytest.raises(Refused) as other:
        session.explain(0, ["3H"])
    assert code_of(other) == "not_in_hand"


def test_a_bot_advises_from_what_the_seat_may_know() -> None:
    class Last:
        """A bot that sees an observation and takes the last legal action."""

        def act(self, observation: object, legal: object, clock: object) -> int:
            moves = records.opened(legal)
            assert records.to_bytes(observation) == records.to_bytes(seen)
            return int(moves.list[int(moves.count) - 1])

    live = two_hands()
    assert live.session.deal_now
    seen = live.session.deal_now.observation(0)
    advice = live.session.advise(0, Last())
    live.do(live.session.act(0, advice))
