"""Bots think in processes of their own, from observations; when one fails, the table goes on."""

import asyncio
import itertools
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.msgpack import decode

from qipai.bots.questions import Choice, Question
from qipai.engine import records
from qipai.engine.places import cache_folder
from qipai.games import GAN_DENG_YAN
from qipai.server.bots import BotFailure, Bots, Worker
from qipai.server.warm_cache import warm_mark

from .conftest import Server
from .people import Guest, together
from .virtual_time import virtual_time


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """A busy machine starts a process slowly; the test of one that never answers sets a time of its own."""
    monkeypatch.setattr("qipai.server.bots.PATIENCE", 60.0)


def question() -> tuple[bytes, list[int]]:
    game = GAN_DENG_YAN
    rules = game.rules()
    state = game.start(rules, game.setup(rules, players=4), seed=3)
    observation = game.new_observation()
    game.observe(state, rules, game.to_act(state), observation)
    return records.to_bytes(observation), game.legal(state, rules, game.to_act(state))


@together
async def test_a_move_is_legal_and_the_same_for_a_seed() -> None:
    bots = Bots(compile_rules=False)
    observation, legal = question()
    for level in ("random", "noisy", "rule"):
        choices = [await bots.choose("gan_deng_yan", level, {}, observation, legal, seed=5) for _ in range(2)]
        assert choices[0].action == choices[1].action
        assert choices[0].action in legal
        assert 0 < choices[0].took < 5
    await bots.close()


@together
async def test_a_process_that_dies_is_replaced() -> None:
    bots = Bots(compile_rules=False)
    observation, legal = question()
    await bots.choose("gan_deng_yan", "rule", {}, observation, legal, seed=5)
    for worker in bots._workers:
        if worker._process:
            worker._process.kill()
    choice = await bots.choose("gan_deng_yan", "rule", {}, observation, legal, seed=5)
    assert choice.action in legal
    await bots.close()


@together
async def test_a_bot_that_never_answers_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("qipai.server.bots.PATIENCE", 0.05)
    monkeypatch.setattr("qipai.server.workers.LOADING", 0.05)
    bots = Bots(compile_rules=False)

    async def hang(self: Worker, question: bytes) -> None:
        await asyncio.sleep(60)

    monkeypatch.setattr(Worker, "_ask", hang)
    with pytest.raises(BotFailure):
        await bots.choose("gan_deng_yan", "rule", {}, *question(), seed=5)
    await bots.close()


def slowly(monkeypatch: pytest.MonkeyPatch, loading: float, thinking: float) -> list[Worker]:
    """Let processes take so long to load a game and to choose; those that were killed."""
    killed: list[Worker] = []

    async def answer(self: Worker, question: bytes) -> Choice:
        asked = decode(question, type=Question)
        await asyncio.sleep(thinking if asked.game in self._loaded else loading)
        return Choice(asked.legal[0], thinking)

    async def kill(self: Worker) -> None:
        killed.append(self)

    monkeypatch.setattr(Worker, "_ask", answer)
    monkeypatch.setattr(Worker, "_kill", kill)
    monkeypatch.setattr(Worker, "runs", True)
    return killed


def test_a_process_that_is_being_loaded_is_not_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a busy machine that takes longer than any thought; whoever waits for it in the queue waits too."""
    monkeypatch.setattr("qipai.server.bots.PATIENCE", 10.0)
    killed = slowly(monkeypatch, loading=50.0, thinking=9.0)

    async def run() -> None:
        bots = Bots(compile_rules=False)
        bots._workers = bots._workers[:1]
        observation, legal = question()
        many = [bots.choose("gan_deng_yan", "rule", {}, observation, legal, seed=5) for _ in range(4)]
        assert {choice.action for choice in await asyncio.gather(*many)} == {legal[0]}
        assert killed == []
        bots._workers[0]._loaded.clear()  # a new process, which hangs
        monkeypatch.setattr("qipai.server.workers.LOADING", 40.0)
        with pytest.raises(BotFailure):
            await bots.choose("gan_deng_yan", "rule", {}, observation, legal, seed=5)
        assert killed

    with virtual_time():
        asyncio.run(run())


def test_who_leaves_a_table_kills_nobody_elses_thought(monkeypatch: pytest.MonkeyPatch) -> None:
    """As when a table is handed over to another server: its thoughts are cancelled, and those of other tables are not."""
    killed = slowly(monkeypatch, loading=1.0, thinking=1.0)

    async def run() -> None:
        bots = Bots(compile_rules=False)
        bots._workers = bots._workers[:1]
        observation, legal = question()
        first, second, third = (
            asyncio.create_task(bots.choose("gan_deng_yan", "rule", {}, observation, legal, seed=5)) for _ in range(3)
        )
        await asyncio.sleep(0.5)
        first.cancel()  # the process thinks for it
        second.cancel()  # the process has not heard of it
        assert (await third).action == legal[0]
        assert asyncio.get_running_loop().time() == pytest.approx(2.0, abs=0.01)
        assert killed == []

    with virtual_time():
        asyncio.run(run())


@together
async def test_a_process_lives_on_when_nobody_waits_for_its_answer() -> None:
    bots = Bots(compile_rules=False)
    bots._workers = bots._workers[:1]
    observation, legal = question()
    await bots.choose("gan_deng_yan", "rule", {}, observation, legal, seed=5)
    process = bots._workers[0]._process
    for _ in range(3):
        left = asyncio.create_task(bots.choose("gan_deng_yan", "rule", {}, observation, legal, seed=6))
        while bots._workers[0]._thought is None:
            await asyncio.sleep(0)
        left.cancel()
        choice = await bots.choose("gan_deng_yan", "rule", {}, observation, legal, seed=5)
        assert choice.action in legal
    assert bots._workers[0]._process is process
    await bots.close()


@together
async def test_where_bots_cannot_run_the_table_plays_the_rules_default(start: Callable[..., Server]) -> None:
    server = start(no_bots=True)
    ann = await Guest.new(server.port)
    table = await ann.visit(await ann.open(begin=True, deals=1))
    await table.play()
    assert len(table.view["scores"]) == 1
    assert "qipai: the table is open" in server.output()


@together
async def test_bots_wait_alike_before_every_move(start: Callable[..., Server]) -> None:
    server = start(settings={"bot_pause": [0.15, 0.25]})
    ann = await Guest.new(server.port)
    code = await ann.open(begin=True, deals=3)
    table = await ann.visit(code)
    await table.play(until=lambda ann: ann.seq > 12)
    log = server.entries(code)
    waits = [after.at - before.at for before, after in itertools.pairwise(log) if after.actor.startswith("bot:")]
    assert min(waits) >= 145
    assert sorted(waits)[len(waits) // 2] < 400


@pytest.mark.slow
@together
async def test_bot_time_is_bounded_by_waiting(start: Callable[..., Server]) -> None:
    server = start(limits={"bot_seconds": [0.000_001, 0.000_1]})
    ann = await Guest.new(server.port)
    code = await ann.open(begin=True, deals=5)
    table = await (await ann.visit(code)).until(lambda ann: ann.view)
    await table.do("autopilot", on=True)
    await table.until(lambda ann: ann.view["scores"])  # a deal is paid for when it is over, and all hands are shown
    played = len(server.entries(code))
    await asyncio.sleep(1.5)
    assert len(server.entries(code)) < played + 10


@pytest.mark.slow
@pytest.mark.native
@together
async def test_compiled_bots_take_over_when_the_cache_is_filled_and_nobody_waits() -> None:
    bots = Bots(compile_rules=True)
    bots.start()
    observation, legal = question()
    waited = []
    for _ in range(16_000):  # a quarter of an hour: all rooms are compiled at the lowest priority
        began = asyncio.get_running_loop().time()
        choice = await bots.choose("gan_deng_yan", "rule", {}, observation, legal, seed=5)
        waited.append(asyncio.get_running_loop().time() - began)
        assert choice.action in legal
        if all(worker.mode == "native" for worker in bots._workers):
            break
        await asyncio.sleep(0.05)
    assert bots._workers[0].mode == "native"
    assert max(waited[1:]) < 2.0
    await bots.close()


@pytest.mark.slow
@pytest.mark.native
def test_the_cache_is_filled_once(tmp_path: Path) -> None:
    """Filled again, nothing is added.  What other tests have compiled is copied first, without their word that all is there."""
    folder = tmp_path / "compiled"
    shutil.copytree(cache_folder(), folder, ignore=shutil.ignore_patterns("*.warm", "*.tmp"))
    environment = {**os.environ, "QIPAI_CACHE": str(tmp_path), "QIPAI_RULES": "native"}
    subprocess.run([sys.executable, "-m", "qipai.server.warm_cache"], env=environment, check=True)
    assert (folder / warm_mark().name).exists()
    filled = {path.name for path in folder.rglob("*.nbc")}
    assert filled
    subprocess.run([sys.executable, "-m", "qipai.server.warm_cache"], env=environment, check=True)
    assert {path.name for path in folder.rglob("*.nbc")} == filled
