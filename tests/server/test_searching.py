"""Bots that search think in a process of their own, and nobody waits for it: where there is no thought in time, the rule of thumb plays."""

import asyncio
import os
import signal
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import httpx
import msgspec
import pytest

from qipai.bots import BASIC, LEVELS, MASTER, SEARCH, answer, bot_of, levels_at
from qipai.bots.levels import EASY, NORMAL, seated_at
from qipai.bots.nets import is_net
from qipai.bots.questions import ASIDE, Choice, Question
from qipai.bots.search import is_search, read_search
from qipai.engine import records
from qipai.games import GAMES, GAN_DENG_YAN
from qipai.server.bots import Bots
from qipai.server.thinker import HUNG, MOST
from qipai.server.workers import Worker

from .conftest import Server
from .people import Guest, together

GAME = GAN_DENG_YAN
LATE = 4.0  # seconds after which a thought is late in these tests, on a machine that is busy with others
QUICK = LATE / 2  # in which a rule of thumb answers there


def question(seed: int = 3) -> tuple[bytes, list[int]]:
    rules = GAME.rules()
    state = GAME.start(rules, GAME.setup(rules, players=2), seed=seed)
    observation = GAME.new_observation()
    GAME.observe(state, rules, GAME.to_act(state), observation)
    return records.to_bytes(observation), GAME.legal(state, rules, GAME.to_act(state))


async def ask(bots: Bots, bot: str, seed: int = 5) -> tuple[Choice, float]:
    """A legal answer of a bot, and the seconds it took to come."""
    observation, legal = question()
    begun = time.monotonic()
    choice = await bots.choose(GAME.name, bot, {}, observation, legal, seed)
    assert choice.action in legal
    return choice, time.monotonic() - begun


def thinkers(server: Server) -> list[int]:
    """The processes of a server in which bots search."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            parent = (folder / "stat").read_text().rpartition(")")[2].split()[1]
            if int(parent) == server.process.pid and ASIDE in (folder / "cmdline").read_text().split("\0"):
                found.append(int(folder.name))
        except OSError:  # it has ended meanwhile
            continue
    return found


def test_the_level_is_offered_where_it_was_shown_to_be_stronger() -> None:
    for game, sizes in ((game, found.stronger) for game, found in GAMES.items()):
        assert set(sizes) <= set(GAMES[game].seats)
        assert all(is_net(bot) or (read_search(bot) and is_search(bot)) for bots in sizes.values() for bot in bots)
    assert tuple(LEVELS.values()) == (EASY, NORMAL, SEARCH, MASTER)
    assert levels_at(GAMES["giog"], 2) == levels_at(GAMES["gou_ji"], 6) == (EASY, NORMAL, SEARCH, MASTER)
    for players in (2, 3, 4, 5):
        assert levels_at(GAN_DENG_YAN, players) == (EASY, NORMAL, MASTER)
    assert levels_at(GAN_DENG_YAN, 6) == (EASY, NORMAL)
    assert levels_at(GAMES["luk_fu"], 3) == (EASY, NORMAL)
    assert seated_at(GAMES["luk_fu"], 3) == (EASY, NORMAL, "random")
    some = replace(GAN_DENG_YAN, stronger={2: ("pimc:60", "net"), 3: ("net",), 4: ("net/2", "net"), 5: ("net/2",)})
    assert levels_at(some, 2) == (EASY, NORMAL, SEARCH, MASTER)
    assert levels_at(some, 3) == (EASY, NORMAL, MASTER)
    assert levels_at(some, 5) == (EASY, NORMAL, SEARCH)
    assert [bot_of(some, 2, level, some.ruleset()) for level in (SEARCH, MASTER)] == ["pimc:60", "net"]
    assert [bot_of(some, 4, level, some.ruleset()) for level in (SEARCH, MASTER)] == ["net/2", "net"]


def test_a_level_that_a_table_cannot_have_is_played_by_the_rule_of_thumb() -> None:
    giog, gou_ji, luk_fu = GAMES["giog"], GAMES["gou_ji"], GAMES["luk_fu"]
    assert bot_of(giog, 2, SEARCH, giog.ruleset()).startswith("pimc:")
    assert bot_of(GAN_DENG_YAN, 2, SEARCH, GAN_DENG_YAN.ruleset()) == "rule"  # of a table from when one searched there
    assert bot_of(luk_fu, 3, SEARCH, luk_fu.ruleset()) == "rule"  # of a table that is older than the figures
    assert [bot_of(luk_fu, 3, bot, luk_fu.ruleset()) for bot in BASIC] == list(BASIC)
    assert bot_of(gou_ji, 6, MASTER, gou_ji.ruleset()) == "net"
    assert bot_of(gou_ji, 6, SEARCH, gou_ji.ruleset()) == "net/3"
    option = gou_ji.options[0]
    other = next(value for value in option.values if value != option.default)
    for level in (SEARCH, MASTER):
        assert bot_of(gou_ji, 6, level, gou_ji.ruleset(**{option.name: other})) == "rule"  # which the net has not learned


@pytest.mark.slow
@together
async def test_masters_play_a_deal_of_gou_ji(start: Callable[..., Server]) -> None:
    server = start()
    ann = await Guest.new(server.port)
    code = await ann.open(game="gou_ji", seats=6, deals=1, bots=MASTER, begin=True)
    table = await ann.visit(code)
    await table.play()
    assert [seat["level"] for seat in table.view["seats"]] == ["", *[MASTER] * 5]
    assert len(table.view["scores"]) == 1


@pytest.mark.slow
@together
async def test_a_table_whose_bot_searches_plays_a_deal_and_goes_on_when_its_process_dies(start: Callable[..., Server]) -> None:
    server = start()
    ann = await Guest.new(server.port)
    code = await ann.open(game="giog", seats=2, deals=2, bots=SEARCH, begin=True)
    table = await ann.visit(code)
    await table.play(until=lambda ann: len(ann.view["scores"]) == 1)
    assert [seat["level"] for seat in table.view["seats"]] == ["", SEARCH]
    for process in thinkers(server):
        os.kill(process, signal.SIGKILL)
    await table.play()
    assert len(table.view["scores"]) == 2
    assert not [entry for entry in server.entries(code) if entry.actor == "clock"]


@together
async def test_where_it_is_not_stronger_it_is_refused(server: Server) -> None:
    ann = await Guest.new(server.port)
    wanted = {"game": "luk_fu", "seats": 3, "name": "Ann", "bots": SEARCH}
    async with httpx.AsyncClient(verify=False) as client:
        refused = await client.post(f"http://127.0.0.1:{server.port}/api/tables", headers=ann.headers, json=wanted)
        games = (await client.get(f"http://127.0.0.1:{server.port}/api/games")).json()
    assert refused.status_code == 400
    assert refused.json()["text"]["en"].endswith("noisy, rule, random.")
    offered = {game["name"]: {*game["searching"], *game["masters"]} for game in games}
    assert offered == {name: set(game.stronger) for name, game in GAMES.items()}
    assert [game["name"] for game in games if not game["masters"]] == ["luk_fu"]
    without_easy = {game["name"]: {*game["seats"]} - {*game["easy"]} for game in games}
    assert {name: seats for name, seats in without_easy.items() if seats} == {"daqiluo1": {5}}
    table = await ann.visit(await ann.open(game="luk_fu", seats=3, bots="easy"))
    assert (await table.do("seat", seat=1, level=SEARCH))["code"] == "unknown_level"
    for said, stored in (("random", "random"), ("normal", NORMAL), (EASY, EASY)):  # the first is what older programs say
        assert (await table.do("seat", seat=1, level=said))["k"] == "ok"
        assert table.view["seats"][1]["level"] == stored
    assert table.view["level"] == EASY


def other_than(action: int) -> int:
    return next(other for other in question()[1] if other != action)


class Slow(Worker):
    """A process that thinks until it is told to answer, and then says what the rule of thumb would not."""

    runs = True

    def __init__(self, action: int) -> None:
        super().__init__("native", aside=True)
        self.action = action
        self.asked: list[str] = []  # by level
        self.thinking = asyncio.Event()
        self.may_answer = asyncio.Event()

    async def _ask(self, question: bytes) -> Choice:
        self.asked.append(msgspec.msgpack.decode(question, type=Question).level)
        self.thinking.set()
        await self.may_answer.wait()
        return Choice(self.action, 0.01)


@pytest.mark.slow
@together
async def test_nobody_waits_while_rules_load_or_a_thought_is_late(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("qipai.server.thinker.LATE", LATE)
    bots = Bots(compile_rules=False)
    expected, _ = await ask(bots, "rule")
    bots._thinker._worker = slow = Slow(other_than(expected.action))
    choice, took = await ask(bots, "pimc:60")
    assert (choice.action, took < QUICK) == (expected.action, True)
    await slow.thinking.wait()
    assert slow.asked == ["pimc:60"]  # what is loaded by it is what is wanted next
    choice, took = await ask(bots, "pimc:60")
    assert (choice.action, took < QUICK) == (expected.action, True)

    slow.may_answer.set()
    await asyncio.sleep(0.05)
    choice, _ = await ask(bots, "pimc:60")
    assert choice.action == slow.action

    slow.may_answer.clear()
    waiting = [asyncio.create_task(ask(bots, "pimc:60")) for _ in range(MOST + 2)]
    await asyncio.sleep(0.05)
    _, took = await ask(bots, "rule")  # of another table
    assert took < QUICK
    answers = await asyncio.gather(*waiting)
    assert {choice.action for choice, _ in answers} == {expected.action}
    assert max(took for _, took in answers) < LATE + QUICK
    assert min(took for _, took in answers) < QUICK  # those that were too many
    slow.may_answer.set()
    await asyncio.sleep(0.05)
    assert (await ask(bots, "pimc:60"))[0].action == slow.action  # late answers are not taken for later ones
    await bots.close()


@pytest.mark.slow
@pytest.mark.native
@together
async def test_it_answers_as_the_bot_would_and_starts_again_when_it_dies(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("qipai.server.thinker.LATE", 60.0)  # of a process that gives way to all the others of a busy machine
    monkeypatch.setattr("qipai.server.bots.PATIENCE", 60.0)
    bots = Bots(compile_rules=False)
    await ask(bots, "rule")  # starts its process

    async def until_loaded() -> None:
        for _ in range(18_000):  # a quarter of an hour
            await ask(bots, "pimc:60")
            if GAME.name in bots._thinker._loaded:
                return
            await asyncio.sleep(0.05)
        raise AssertionError("the rules were not loaded")

    await until_loaded()
    observation, legal = question()
    for seed in range(8):
        choice, _ = await ask(bots, "pimc:60", seed)
        assert choice.action == answer(GAME, "pimc:60", {}, observation, legal, seed)
    process = bots._thinker._worker._process
    assert process is not None
    process.kill()
    _, took = await ask(bots, "pimc:60")
    assert took < HUNG / 2
    await until_loaded()
    assert bots._thinker._worker._process is not process
    await bots.close()
