"""Exercises on a server: the same as the maker makes here, bounded, limited, in three languages, and of no table."""

import asyncio
import re
import time
from collections.abc import Callable
from typing import Any

import pytest

from qipai.bots.exercises import make_exercise
from qipai.engine.errors import LANGUAGES, QipaiError
from qipai.games import GAMES
from qipai.server import exercising
from qipai.server.exercising import Exercises
from qipai.server.refusals import Refused

from .conftest import Server
from .people import Guest, together
from .test_pages import refused

KINDS = [(name, kind) for name, game in GAMES.items() for kind in game.puzzles]
SEED = 104  # from which every kind of every game raises a question


@pytest.fixture(scope="module")
def asking(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A server that may be asked for all of them at once."""
    server = Server(tmp_path_factory.mktemp("asking"), limits={"exercises": [1000, 1000]})
    yield server
    server.stop()
    assert "failed" not in server.output(), server.output()


def texts(found: dict[str, Any]) -> list[str]:
    """Everything that an exercise says to people."""
    told = [found["question"], *(words for one in found["answers"] for words in (one["text"], one["why"]))]
    assert all(set(words) == set(LANGUAGES) for words in told)
    return [text for words in told for text in words.values()]


@pytest.mark.slow
@together
async def test_every_kind_of_every_game_asks_in_three_languages_what_the_maker_asks(asking: Server) -> None:
    ann = await Guest.new(asking.port)
    views = {view["name"]: view for view in (await ann.ask("/api/games")).json()}
    assert {name: view["exercises"] for name, view in views.items()} == {
        name: list(game.puzzles) for name, game in GAMES.items()
    }
    for name, kind in KINDS:
        answer = await ann.ask(f"/api/games/{name}/exercises?seed={SEED}&kind={kind}")
        assert answer.status_code == 200, answer.text
        found, here = answer.json(), make_exercise(GAMES[name], SEED, kind)
        assert (found["game"], found["kind"], found["seed"], found["seat"]) == (name, kind, SEED, here.seat)
        assert [one["right"] for one in found["answers"]] == [one.right for one in here.answers]
        assert [one["seat"] for one in found["answers"]] == [one.seat for one in here.answers]
        assert found["hand"] == list(here.hand)
        assert len(found["facts"]) == len(here.told)
        assert not [text for text in texts(found) if re.search(r"[{}]|\bNone\b", text)]
        for one in found["answers"]:
            assert all(one["why"].values())
            assert all(one["text"].values()) or kind in ("winner", "leader"), "a seat is named by its number"


@together
async def test_the_same_seed_asks_the_same_and_none_asks_something_new(asking: Server) -> None:
    ann = await Guest.new(asking.port)
    path = "/api/games/giog/exercises"
    first, again = [(await ann.ask(f"{path}?seed=7")).json() for _ in range(2)]
    assert first == again
    seeds = {(await ann.ask(path)).json()["seed"] for _ in range(3)}
    assert len(seeds) == 3


@together
async def test_what_is_no_exercise_is_refused_with_those_that_there_are(asking: Server) -> None:
    ann = await Guest.new(asking.port)
    path = "/api/games/luk_fu/exercises"
    told = refused(await ann.ask(f"{path}?kind=riddle"), 404, "unknown_exercise")
    assert told["text"]["en"].endswith(" are lead, follow, aged, winner.")
    for seed in ("-1", "1.5", "x", "²", "9" * 16):
        assert "15" in refused(await ann.ask(f"{path}?seed={seed}"), 400, "bad_seed")["text"]["zh-Hans"]
    refused(await ann.ask("/api/games/bridge/exercises"), 404, "unknown_game")


@together
async def test_a_seed_that_raises_no_question_says_so(asking: Server) -> None:
    """The maker finds none here either: the server invents nothing."""
    seed = next(seed for seed in range(40) if not makes("zhihu", seed, "lead"))
    told = refused(
        await (await Guest.new(asking.port)).ask(f"/api/games/zhihu/exercises?seed={seed}&kind=lead"), 404, "no_exercise"
    )
    assert str(seed) in told["text"]["zh-Hant"]


def makes(name: str, seed: int, kind: str) -> bool:
    try:
        make_exercise(GAMES[name], seed, kind)
    except QipaiError:
        return False
    return True


@together
async def test_an_address_that_asks_too_often_waits(start: Callable[..., Server]) -> None:
    server = start(limits={"exercises": [0.01, 2]})
    path = "/api/games/gan_deng_yan/exercises?seed="
    ann = await Guest.new(server.port)
    assert [(await ann.ask(f"{path}{seed}")).status_code for seed in (1, 2)] == [200, 200]
    assert refused(await ann.ask(f"{path}3"), 429, "slow_down")["wait"] > 50
    assert (await ann.ask("/api/games")).status_code == 200


@pytest.mark.slow
@together
async def test_tables_go_on_and_their_store_is_untouched_while_questions_are_made(start: Callable[..., Server]) -> None:
    server = start(limits={"exercises": [1000, 1000], "requests": [1000, 1000]}, settings={"bot_pause": [30, 30]})
    ann = await Guest.new(server.port)
    await (await ann.visit(await ann.open(begin=True, seats=3))).until(lambda ann: ann.view)
    before = server.rows("select table_id, seq, body from events order by table_id, seq")
    asked = [asyncio.create_task(ann.ask(f"/api/games/gou_ji/exercises?seed={seed}")) for seed in range(8)]
    waits = []
    while not all(task.done() for task in asked):
        began = time.monotonic()
        assert (await ann.ask("/api/health")).status_code == 200
        waits.append(time.monotonic() - began)
        await asyncio.sleep(0.02)
    statuses = {task.result().status_code for task in asked}
    assert 200 in statuses
    assert statuses <= {200, 503}, "a busy machine gives a question up"
    assert len(waits) > 3, "others are answered meanwhile"
    assert server.rows("select table_id, seq, body from events order by table_id, seq") == before


@together
async def test_a_question_that_takes_too_long_is_given_up_and_the_next_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    exercises = Exercises()
    monkeypatch.setattr(exercising, "LONGEST", 0.01)  # less than the process takes to begin
    with pytest.raises(Refused, match="Many questions") as given_up:
        await exercises.make("giog", 1, "")
    assert given_up.value.status == 503
    monkeypatch.setattr(exercising, "LONGEST", 60.0)
    assert b'"game":"giog"' in await exercises.make("giog", 1, "")
    monkeypatch.setattr(exercising, "MOST_WAITING", 0)
    with pytest.raises(Refused, match="Many questions"):
        await exercises.make("giog", 1, "")
    await exercises.close()


@together
async def test_the_process_ends_when_nobody_asks_and_begins_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exercising, "LINGERING", 0.05)
    exercises = Exercises()
    first = await exercises.make("giog", 1, "")
    for _ in range(200):
        await asyncio.sleep(0.02)
        if not exercises.process.runs:
            break
    assert not exercises.process.runs
    assert await exercises.make("giog", 1, "") == first
    await exercises.close()
