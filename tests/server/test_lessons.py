"""Every guided first deal, played through a real server: by its line, with errors at each stop, and across a restart."""

import re
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from qipai.engine.errors import IllegalAction
from qipai.engine.lessons import Lesson, has_lesson, lesson_file, load_lesson
from qipai.engine.telling import Fact
from qipai.games import GAMES
from qipai.session import Entry, Refused, Session, teaching
from qipai.session.deal import decision_told
from qipai.session.teaching import key_of, players_of

from .conftest import Server
from .people import Guest, Visitor, together

TAUGHT = sorted(name for name in GAMES if has_lesson(GAMES[name]))
GAME = "gan_deng_yan"  # where any will do


def written(game: str) -> dict[str, Any]:
    """The lesson as its file has it."""
    return tomllib.loads(Path(lesson_file(GAMES[game])).read_text(encoding="utf-8"))


async def begin(guest: Guest, game: str) -> httpx.Response:
    async with httpx.AsyncClient(verify=False) as client:
        url = f"http://127.0.0.1:{guest.port}/api/lessons"
        return await client.post(url, headers=guest.headers, json={"game": game, "name": "Ann"})


async def learn(guest: Guest, game: str = GAME) -> str:
    """Begin a lesson; the code of its table."""
    answer = await begin(guest, game)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["code"])


def stops_at(place: int) -> Any:
    return lambda ann: ann.view["lesson"]["now"] and ann.view["lesson"]["done"] == place


async def try_others(ann: Visitor, own: str, otherwise: dict[str, str], known: set[str]) -> tuple[bool, bool]:
    """Try what is legal but not the lesson's, and what is not legal; whether there was any of either."""
    seq, done, legal = ann.seq, ann.view["lesson"]["done"], [choice["action"] for choice in ann.choices]
    other = next((action for action in legal if action != own), None)
    if other:
        answer = await ann.do("act", at=seq, action=other)
        assert (answer["k"], answer["code"], answer["text"]) == ("no", "not_the_lesson", otherwise)
    wrong = None if ann.view["deal"]["more"] else next((action for action in sorted(known) if action not in legal), None)
    if wrong:
        answer = await ann.do("act", at=seq, action=wrong)
        assert answer["k"] == "no"
        assert answer["code"] not in ("not_the_lesson", "broken"), "the rules refuse it, not the lesson"
        assert all(answer["text"].values())
    # Others may seal their answers meanwhile, so the table may have moved, but not the learner.
    assert (ann.view["lesson"]["done"], [choice["action"] for choice in ann.choices]) == (done, legal), (
        "neither changes anything"
    )
    return other is not None, wrong is not None


def actions_of(game: str) -> list[tuple[int, str]]:
    """Who does what in a lesson, as people type it."""
    lesson = load_lesson(GAMES[game])
    return [(seat, GAMES[game].notation.format_action(action, lesson.ruleset)) for seat, action in lesson.line]


def played(server: Server, code: str) -> list[tuple[int, str]]:
    """What was decided in the first deal of a table, by its log; the script apart, it is all that was stored."""
    facts = [fact for entry in server.entries(code) for fact in entry.facts if not fact.event.endswith("sealed")]
    told = [decision_told(fact) for fact in facts]
    return [(one["seat"], one["action"]) for one in told if one]


@pytest.mark.parametrize("game", TAUGHT)
@together
async def test_the_lesson_of_a_game_by_its_line(server: Server, game: str) -> None:
    told, line = written(game), actions_of(game)
    places = [stop.at for stop in load_lesson(GAMES[game]).stops]
    guest = await Guest.new(server.port)
    code = await learn(guest, game)
    ann = await guest.visit(code)
    tried = []
    for place, stop in enumerate(told["stops"]):
        await ann.until(stops_at(place))
        lesson, own = ann.view["lesson"], line[places[place]][1]
        assert ann.view["you"] == told["seat"]
        assert ann.asked
        assert lesson["stops"] == [one["title"] for one in told["stops"]]
        assert lesson["now"] == {"text": stop["text"], "section": stop["section"], "told": stop["told"]}
        assert set(stop["told"]) <= set(ann.hand), "what is marked is in the hand"
        shown = await ann.do("show_me")
        assert [choice["action"] for choice in shown["choices"]] == [own]
        tried.append(await try_others(ann, own, stop["otherwise"], {action for _, action in line}))
        answer = await (ann.do("skip_stop", at=ann.seq) if place % 3 == 2 else ann.do("act", at=ann.seq, action=own))
        assert answer["k"] == "ok", answer
    assert any(other for other, _ in tried)
    assert any(wrong for _, wrong in tried)
    await ann.until(lambda ann: ann.view["lesson"]["done"] == len(places))
    assert ann.view["lesson"]["now"] is None
    seen = len(ann.view["deal"]["log"])
    await ann.play(lambda ann: ann.view["phase"] == "finished" or len(ann.view["deal"]["log"]) > seen + 12)
    begun = line[: places[-1] + 1]
    for seat in {seat for seat, _ in begun}:  # those who are asked together are told in the order of their seats
        own_line = [action for who, action in begun if who == seat]
        assert [action for who, action in played(server, code) if who == seat][: len(own_line)] == own_line
    server.fold(code)


@pytest.mark.slow
@together
async def test_a_lesson_goes_on_after_the_end_of_a_server(start: Callable[..., Server]) -> None:
    server = start()
    guest, told = await Guest.new(server.port), written(GAME)
    code = await learn(guest)
    for place, stop in enumerate(told["stops"]):
        ann = await guest.visit(code)
        await ann.until(stops_at(place))
        assert ann.view["lesson"]["now"]["text"] == stop["text"]
        if place == 1:  # and before the stop is done
            server.kill()
            server.start()
            ann = await guest.visit(code)
            await ann.until(stops_at(place))
        assert (await ann.do("skip_stop", at=ann.seq))["k"] == "ok"
        await ann.vanish()
    assert played(server, code)[:-1] == actions_of(GAME)[: len(played(server, code)) - 1]


@together
async def test_nobody_else_comes_to_a_lesson(server: Server) -> None:
    """The cards are chosen: whoever could sit down there, or look on, would play with people under other cards than chance gave."""
    guest, other = await Guest.new(server.port), await Guest.new(server.port, "Ben")
    code = await learn(guest)
    ann = await guest.visit(code)
    await ann.until(stops_at(0))
    for visitor in (
        await other.visit(code),
        await other.visit(ann.view["watch"], watching=True),
        await guest.visit(ann.view["watch"], watching=True),
    ):
        refused = await visitor.refused()
        assert refused["code"] == "own_lesson"
        assert (await visitor.until_closed())[0] == 4403
        assert visitor.view == {}


@together
async def test_after_the_lesson_the_cards_come_by_chance(server: Server) -> None:
    guest = await Guest.new(server.port)
    code = await learn(guest)
    ann = await guest.visit(code)
    for place in range(len(written(GAME)["stops"])):
        await ann.until(stops_at(place))
        await ann.do("skip_stop", at=ann.seq)
    await ann.play()
    first = await ann.do("again")
    assert first["k"] == "ok"
    await ann.until(lambda ann: ann.view["phase"] == "playing")
    assert ann.view["lesson"] == {"stops": ann.view["lesson"]["stops"], "done": len(ann.view["lesson"]["stops"]), "now": None}
    assert (await ann.do("skip_stop", at=ann.seq))["code"] == "no_stop"
    shuffles = [fact.hidden["order"] for entry in server.entries(code) for fact in entry.facts if fact.event == "shuffled"]
    assert len(shuffles) == 2
    assert shuffles[0] != shuffles[1]


@together
async def test_leaving_closes_the_table_of_a_lesson_and_no_other(server: Server) -> None:
    guest = await Guest.new(server.port)
    ann = await guest.visit(await guest.open(begin=True))
    await ann.until(lambda ann: ann.asked)
    assert ann.view["lesson"] is None
    assert (await ann.do("leave_lesson"))["code"] == "not_a_lesson"
    assert (await ann.do("show_me"))["code"] == (await ann.do("skip_stop", at=ann.seq))["code"] == "no_stop"
    ann = await guest.visit(await learn(guest))
    await ann.until(stops_at(0))
    assert [table["lesson"] for table in (await guest.ask("/api/me")).json()["tables"]].count(True) == 1
    assert (await ann.do("leave_lesson"))["k"] == "ok"
    await ann.until(lambda ann: ann.view["phase"] == "closed")
    assert [table["lesson"] for table in (await guest.ask("/api/me")).json()["tables"]].count(True) == 0


@together
async def test_lessons_count_among_the_tables_that_one_may_open(start: Callable[..., Server]) -> None:
    server = start(limits={"tables_of_guest": [1e-6, 2]})
    guest = await Guest.new(server.port)
    await learn(guest)
    await learn(guest)
    refused = await begin(guest, GAME)
    assert (refused.status_code, refused.json()["code"]) == (429, "too_many_tables")
    assert (await begin(await Guest.new(server.port), "no_such_game")).json()["code"] == "unknown_game"


def begun(lesson: Lesson) -> tuple[Session, list[Entry]]:
    """The table of a lesson with its cards dealt, and its log."""
    session, opening = Session.open(lesson.game, seats=players_of(lesson), at=0, deals=1, host="ann", lesson=lesson)
    entries = [opening]
    for propose in (lambda: session.sit(lesson.seat, "Ann", "ann"), session.begin):
        entries.append(Entry(session.seq + 1, 0, "host", "", tuple(propose())))
        session.apply(entries[-1])
    return session, entries


def other_choice(session: Session, lesson: Lesson) -> str:
    """A choice of the learner's first decision that is not the lesson's."""
    deal = session.view(lesson.seat).deal
    assert deal
    return next(choice.action for choice in deal.choices if choice.action != actions_of(lesson.game.name)[0][1])


def test_a_lesson_that_was_rewritten_ends_and_its_deal_goes_on() -> None:
    lesson = load_lesson(GAMES[GAME])
    session, entries = begun(lesson)
    told = entries[0].facts[0]
    opened = Fact(told.event, {**told.public, "lesson": "another"}, hidden=told.hidden)
    later = Session.fold(lesson.game, [Entry(1, 0, "host", "", (opened,)), *entries[1:]], verify=True)
    assert session.teaching
    assert not later.teaching
    assert later.view(lesson.seat).lesson is None
    other = other_choice(session, lesson)
    with pytest.raises(IllegalAction, match=re.escape(lesson.stops[0].otherwise["en"])):
        session.act(lesson.seat, other)
    assert later.act(lesson.seat, other)
    assert later.lesson_key  # by which the server still keeps it to its learner


@pytest.mark.parametrize("game", TAUGHT)
def test_a_lesson_that_is_read_again_goes_on_at_every_decision(game: str) -> None:
    lesson = load_lesson(GAMES[game])
    session, entries = begun(lesson)
    while session.stop(lesson.seat) != lesson.stops[1]:
        if session.moving():
            seat = session.moving()[0]
            facts = session.act(seat, session.scripted(seat) or session.choice_at_stop(seat))
        else:
            facts = session.close_window(session.asked_seq, 0)
        entries.append(Entry(session.seq + 1, 0, "table", "", tuple(facts)))
        session.apply(entries[-1])
        later = Session.fold(lesson.game, entries)
        assert later.view(lesson.seat).lesson == session.view(lesson.seat).lesson
        assert (later.moving(), later.decided) == (session.moving(), session.decided)


def test_what_the_line_plays_between_two_stops_the_learner_does_not_play_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    lesson = load_lesson(GAMES[GAME])
    lesson = lesson._replace(stops=lesson.stops[1:])
    monkeypatch.setattr(teaching, "load_lesson", lambda _: lesson)
    session, _ = begun(lesson)
    assert session.scripted(lesson.seat) == actions_of(GAME)[0][1]
    seen = session.view(lesson.seat).lesson
    assert seen
    assert (seen.now, seen.done) == (None, 0)
    with pytest.raises(Refused, match="lesson plays this"):
        session.act(lesson.seat, other_choice(session, lesson))
    with pytest.raises(Refused, match="not waiting for you"):
        session.show_me(lesson.seat)


def test_the_key_of_a_lesson_is_that_of_its_deal_and_not_of_its_words() -> None:
    lesson = load_lesson(GAMES[GAME])
    first, *others = lesson.stops
    words = dict.fromkeys(first.text, "otherwise put")
    assert key_of(lesson._replace(stops=(first._replace(text=words), *others))) == key_of(lesson)
    rewritten = [
        lesson._replace(stops=lesson.stops[1:]),
        lesson._replace(line=lesson.line[:-1]),
        lesson._replace(seat=lesson.seat + 1),
    ]
    assert len({key_of(one) for one in [lesson, *rewritten]}) == 4
