"""The fold of the log is the table: after every change, whatever was asked, and a refusal changes nothing."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qipai.engine.errors import QipaiError, RecordError
from qipai.engine.game import Game
from qipai.engine.telling import Fact
from qipai.games import GAN_DENG_YAN
from qipai.session import Entry, Session, read_entry, write_entry
from tests.conformance.blind_bids import BLIND_BIDS

from .live import Live, snapshot


def ask_something(live: Live, random: Random) -> list[Fact]:
    """One of the commands with arguments that may or may not do: mostly decisions, since most of an evening is."""
    session = live.session
    seat = random.randrange(-1, len(session.chairs) + 1)
    asked = session.waiting() or [seat]
    deciding = random.choice([*asked, seat])
    action = random.choice([*legal(session, deciding), "1", "pass", "5-5", "nonsense"])
    return random.choice(
        [
            *[lambda: session.act(deciding, action, None, random.choice([None, session.seq, session.seq - 1]))] * 12,
            lambda: session.act(deciding, action, random.choice([["5H"], [], ["1a"]])),
            *[lambda: session.take_back(seat, live.now, random.choice([None, session.seq]))] * 3,
            lambda: session.time_out(deciding, live.now + random.choice([0, 10_000, 100_000])),
            lambda: session.sit(seat, random.choice(["Ann", "Bo", ""]), random.choice(["one", "two", ""])),
            lambda: session.stand(seat),
            lambda: session.seat_bot(seat, random.choice(["", "rule"])),
            lambda: session.rename(seat, random.choice(["Cy", "\n"])),
            lambda: session.autopilot(seat, random.choice([True, False])),
            session.begin,
            lambda: session.ready(seat),
            session.deal,
            session.again,
            session.resume,
        ]
    )()


def legal(session: Session, seat: int) -> list[str]:
    if seat not in session.waiting():
        return []
    deal = session.view(seat).deal
    assert deal is not None
    return [choice.action for choice in deal.choices] * 3


@pytest.mark.parametrize("game", [BLIND_BIDS, GAN_DENG_YAN], ids=lambda game: game.name)
@settings(max_examples=25)
@given(seed=st.integers(0, 2**32), clock=st.sampled_from(["none", "fast"]))
def test_fold_is_live(game: Game, seed: int, clock: str) -> None:
    random = Random(seed)
    live = Live(game, seats=random.choice([2, 3]), deals=2, clock=clock)
    twin = Session.fold(game, live.log)
    for _ in range(60):
        before = snapshot(live.session)
        try:
            facts = ask_something(live, random)
        except QipaiError:
            assert snapshot(live.session) == before
            continue
        assert snapshot(live.session) == before
        twin.apply(live.do(facts, after=random.choice([0, 500, 9_000])))
        assert snapshot(twin) == snapshot(live.session)
    assert snapshot(Session.fold(game, live.log, verify=True)) == snapshot(live.session)


def test_an_evening_of_gan_deng_yan_folds() -> None:
    live = Live(GAN_DENG_YAN, seats=4, deals=3, clock="normal").people("Ann", "Bo")
    live.play_session(Random(1))
    assert live.session.phase == "finished"
    assert snapshot(Session.fold(GAN_DENG_YAN, live.log, verify=True)) == snapshot(live.session)


def test_entries_follow_one_another() -> None:
    live = Live(BLIND_BIDS)
    with pytest.raises(RecordError, match="Entry 3 cannot follow entry 1"):
        live.session.apply(Entry(3, live.now, "host", "", ()))


def test_verification_finds_what_the_rules_did_not_say() -> None:
    live = Live(GAN_DENG_YAN, seats=2, deals=1)
    live.play_session(Random(3))
    laid = next(entry for entry in live.log if entry.facts[0].event == "laid" and len(entry.facts) == 1)
    fact = laid.facts[0]
    before = Session.fold(GAN_DENG_YAN, live.log[: laid.seq - 1]).deal_now
    assert before
    whole_hand = [GAN_DENG_YAN.notation.format_card(card) for card in before.faces.hands[fact.public["seat"]]]
    for wrong, sentence in [
        ({**fact.public, "cards": whole_hand}, "cannot be played"),
        ({**fact.public, "kind": "quad"}, "and the rules say"),
        ({**fact.public, "action": "2-2-2-2"}, "cannot be played"),
        ({**fact.public, "seat": 1 - fact.public["seat"]}, "cannot be played"),
        ({**fact.public, "cards": ["R"]}, "cannot be played"),
    ]:
        forged = Entry(laid.seq, laid.at, laid.actor, "", (Fact("laid", wrong),))
        session = Session.fold(GAN_DENG_YAN, live.log[: laid.seq - 1])
        with pytest.raises(RecordError, match=rf"Entry {laid.seq}.*{sentence}"):
            session.apply(forged, verify=True)
    for facts in [(fact, fact), (*live.log[-1].facts[:-1],)]:
        at = live.log[-1] if len(facts) > 2 else laid
        session = Session.fold(GAN_DENG_YAN, live.log[: at.seq - 1])
        with pytest.raises(RecordError, match=r"nothing follows|cannot be played|ends where"):
            session.apply(Entry(at.seq, at.at, at.actor, "", facts), verify=True)


def test_the_points_are_verified_too() -> None:
    live = Live(BLIND_BIDS, seats=2, deals=2)
    live.play_session(Random(5))
    settled = next(entry for entry in live.log if entry.facts[-1].event == "settled")
    forged = [Fact(fact.event, {**fact.public, "points": [50, -50]}, hidden=fact.hidden) for fact in settled.facts[-1:]]
    session = Session.fold(BLIND_BIDS, live.log[: settled.seq - 1])
    with pytest.raises(RecordError, match=r"\[50, -50\].*and the rules say"):
        session.apply(Entry(settled.seq, settled.at, "", "", (*settled.facts[:-1], *forged)), verify=True)


# -- entries as text


def test_an_entry_is_json_with_everything_in_it() -> None:
    entry = Entry(7, 1_750_000_000_123, "seat:2", "c9", (Fact("drew", {"seat": 2}, {2: {"cards": ["5H"]}}, {"place": 3}),))
    text = write_entry(entry)
    assert text == (
        b'{"schema":1,"seq":7,"at":1750000000123,"actor":"seat:2","command":"c9",'
        b'"facts":[{"event":"drew","seat":2,"to_eyes":{"2":{"cards":["5H"]}},"hidden":{"place":3}}]}'
    )
    assert read_entry(text) == entry
    assert entry.seen_by(2) == [{"event": "drew", "seat": 2, "cards": ["5H"]}]
    assert entry.seen_by(1) == entry.seen_by(-1) == [{"event": "drew", "seat": 2}]


@pytest.mark.parametrize("text", ["", "[]", "{}", "7", '{"schema":99,"seq":1}', '{"schema":1,"seq":1,"at":0,"facts":[{}]}'])
def test_what_is_no_entry_is_said_to_be_none(text: str) -> None:
    with pytest.raises(RecordError, match="no entry of a table's log"):
        read_entry(text)


def test_an_entry_of_an_older_schema_is_lifted(monkeypatch: pytest.MonkeyPatch) -> None:
    """As it will be when the schema first changes: here schema 0 called the actor `who`."""
    from qipai.session import log

    monkeypatch.setattr(log, "LIFTS", {0: lambda old: {**old, "schema": 1, "actor": old["who"]}})
    entry = read_entry('{"schema":0,"seq":1,"at":5,"who":"clock","command":"","facts":[]}')
    assert entry == Entry(1, 5, "clock", "", ())
