"""Players of the server's own: they can be chosen at its tables, think in a process of their own, and no table waits for them."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest

from qipai.bots.levels import NET
from qipai.bots.nets.playing import SHIPPED
from qipai.engine.errors import QipaiError
from qipai.entry import hosted
from qipai.games import GAMES, GAN_DENG_YAN
from qipai.server.bots import Bots

from .conftest import Server
from .people import Guest, together
from .test_searching import question
from .test_starting import refused

PLAYERS = """
import time

print("what a file says is no answer")

def first(observation, legal):
    return legal[0]

def outlaw(observation, legal):
    return -1

def sleeper(observation, legal):
    if len(legal) > 1:
        time.sleep(3)
    return legal[0]
"""
ENOUGH = 60.0  # seconds in which a process has started on a busy machine


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "mine.py"
    path.write_text(PLAYERS, encoding="utf-8")
    return path


def test_where_a_player_can_sit(file: Path) -> None:
    net = next(path for path in SHIPPED.glob("gou_ji*.npz"))
    found = hosted.asked_places([f"{file}:first", f"{NET}:{net}"])
    assert set(found) == {"mine.py:first", f"net:{net.name}"}
    assert found["mine.py:first"] == {name: list(game.seats) for name, game in GAMES.items()}
    assert found[f"net:{net.name}"] == {"gou_ji": [6]}


def test_what_is_no_player_is_said_before_the_server_starts(file: Path) -> None:
    other = file.parent / "other" / "mine.py"
    other.parent.mkdir()
    other.write_text(PLAYERS, encoding="utf-8")
    for names, sentence in (
        (["/nonexistent/mine.py:first"], "There is no file /nonexistent/mine.py"),
        ([f"{file}:nobody"], "mine.py has no 'nobody'.  It has first, outlaw, sleeper."),
        (["rule"], "'rule' is no player of your own: that is FILE.py:NAME, or net:FILE."),
        ([f"{file}:first", f"{other}:first"], "Two players would be called mine.py:first"),
    ):
        with pytest.raises(QipaiError, match=sentence.replace("(", r"\(")):
            hosted.places(names, GAMES)
    assert "It has first, outlaw, sleeper." in refused("--bots", f"{file}:nobody")


@pytest.mark.slow
@together
async def test_it_chooses_and_a_normal_bot_where_it_is_late_or_wrong(file: Path) -> None:
    names = [f"{file}:{name}" for name in ("first", "outlaw", "sleeper")]
    bots = Bots(False, [hosted.shown(name) for name in names], (hosted.__name__, *names))
    observation, legal = question()

    async def chosen(level: str) -> int:
        return (await bots.choose(GAN_DENG_YAN.name, level, {}, observation, legal, 5)).action

    try:
        usual = await chosen("rule")
        assert usual != legal[0]
        assert await chosen("mine.py:first") == usual  # it is being loaded
        async with asyncio.timeout(ENOUGH):
            while await chosen("mine.py:first") != legal[0]:
                await asyncio.sleep(0.05)
        assert await chosen("mine.py:outlaw") == usual
        assert await chosen("mine.py:sleeper") == usual
        async with asyncio.timeout(ENOUGH):
            while await chosen("mine.py:first") != legal[0]:  # once the sleeper is through
                await asyncio.sleep(0.05)
    finally:
        await bots.close()


@together
async def test_tables_offer_it_and_play_on_where_it_is_gone(start: Callable[..., Server], file: Path) -> None:
    name, players = f"{file}:first", {"gan_deng_yan": [2, 3]}
    own = {"bots": [name], "hosted": {hosted.shown(name): players}, "hosting_program": hosted.__name__}
    server = start(settings=own)
    games = httpx.get(f"http://127.0.0.1:{server.port}/api/games").json()
    assert {game["name"]: game["hosted"] for game in games if game["hosted"]} == {"gan_deng_yan": {"mine.py:first": [2, 3]}}
    ann = await Guest.new(server.port)
    answer = await ann.try_open(seats=4, bots="mine.py:first")
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_choice")
    assert str(file.parent) not in answer.text
    code = await ann.open(seats=2, bots="mine.py:first", begin=True, deals=1)
    table = await ann.visit(code)
    await table.until(lambda ann: [seat["level"] for seat in ann.view["seats"]] == ["", "mine.py:first"])
    server.stop()
    server.given["settings"] = {}
    server.start()
    table = await ann.visit(code)
    await table.play()  # by the rule of thumb, for the player has left the house
    assert len(table.view["scores"]) == 1
