"""The power goes at any moment: nothing that was acknowledged is lost, nothing happens twice, play goes on."""

import asyncio
import json
import os
import random
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from websockets.exceptions import InvalidHandshake

from qipai.engine.seats import SPECTATOR
from tests.chance import SEED

from .conftest import Server
from .people import Guest, Visitor, together

KILLS = int(os.environ.get("QIPAI_TEST_KILLS", "3"))
TABLES = 3


class Stubborn:
    """A player who always comes back, remembers what was seen, and asks again for whatever had no answer.

    Where answers lie sealed, they are sometimes given anew or taken back.
    """

    def __init__(self, guest: Guest, code: str, seed: int) -> None:
        self.guest = guest
        self.code = code
        self.chance = random.Random(seed)
        self.visitor: Visitor | None = None
        self.heard: list[str] = []
        self.acknowledged: dict[str, int] = {}
        self.commands = 0
        self.comebacks = 0

    async def play(self, over: asyncio.Event) -> None:
        while not over.is_set():
            with suppress(AssertionError, OSError, InvalidHandshake, TimeoutError):  # the server is gone: again
                await self.connect()
                assert self.visitor
                await self.visitor.until(lambda me: me.choices or me.view["phase"] == "between" or over.is_set())
                await self.decide(self.visitor)

    async def connect(self) -> None:
        if self.visitor is not None and not self.visitor.closed:
            return
        if self.visitor is None:
            visitor = await self.guest.visit(self.code)
        else:
            visitor = await self.guest.come_back(self.code, self.visitor)
            self.comebacks += 1
        visitor.heard = self.heard
        self.visitor = visitor

    async def decide(self, me: Visitor) -> None:
        if me.asked or (me.choices and self.chance.random() < 0.2):
            action = self.chance.choice(me.choices)["action"]
            command = {"k": "act", "at": me.seq, "action": action}
        elif me.choices and self.chance.random() < 0.2:
            command = {"k": "take_back", "at": me.seq}
        elif me.view["phase"] == "between" and not me.own["ready"]:
            command = {"k": "ready"}
        else:
            await asyncio.sleep(0.005)
            return
        self.commands += 1
        answer = await self.ask(command, f"{id(self)}-{self.commands}")
        if answer["k"] == "ok":
            self.acknowledged[answer["id"]] = answer["seq"]

    async def ask(self, command: dict[str, Any], id: str) -> dict[str, Any]:
        while True:
            with suppress(AssertionError, OSError, InvalidHandshake):
                await self.connect()
                assert self.visitor
                return await self.visitor.do(**command, id=id)
            await asyncio.sleep(0.05)

    def events(self) -> dict[int, list[Any]]:
        """The facts that were told under each seq; told again, they were the same."""
        told: dict[int, list[Any]] = {}
        for message in map(json.loads, self.heard):
            if message["k"] == "ev":
                assert told.setdefault(message["seq"], message["facts"]) == message["facts"]
        return told


@pytest.mark.parametrize("game", ["gan_deng_yan", "giog"])
@together
async def test_kill_at_random_moments_during_games(start: Callable[..., Server], game: str) -> None:
    chance = random.Random(SEED)
    server = start(settings={"next_deal": 0.2})
    players: list[Stubborn] = []
    for number in range(TABLES):
        ann, ben = await Guest.new(server.port), await Guest.new(server.port, "Ben")
        code = await ann.open(game=game, seats=3, deals=100)
        one, two = Stubborn(ann, code, number), Stubborn(ben, code, -number)
        await asyncio.gather(one.connect(), two.connect())
        assert one.visitor
        assert two.visitor
        await two.visitor.until(lambda ben: ben.view)
        await two.visitor.do("sit", seat=1, name="Ben")
        await one.visitor.do("begin")
        players += [one, two]
    over = asyncio.Event()
    playing = [asyncio.create_task(player.play(over)) for player in players]
    for _ in range(KILLS):
        goal = acknowledged(players) + chance.randrange(10, 60)
        while acknowledged(players) < goal:
            await asyncio.sleep(0.01)
        await asyncio.sleep(chance.uniform(0, 0.02))
        await asyncio.to_thread(server.kill)
        await asyncio.to_thread(server.start)
    goal = acknowledged(players) + 20
    while acknowledged(players) < goal:
        await asyncio.sleep(0.01)
    over.set()
    for player in players:
        assert player.visitor
        async with player.visitor._news:
            player.visitor._news.notify_all()
    await asyncio.wait_for(asyncio.gather(*playing), 30)
    await asyncio.sleep(0.2)
    server.kill()
    stored = server.rows("select command, seq, code from events join tables on id = table_id where command is not null")
    commands = {command: seq for command, seq, _ in stored}
    assert len(commands) == len(stored), "a command was stored twice"
    for player in players:
        assert player.acknowledged.items() <= commands.items(), "something acknowledged was lost"
    assert all(player.comebacks >= 1 for player in players)
    for player in players:
        log = {entry.seq: entry for entry in server.entries(player.code)}
        assert list(log) == list(range(1, len(log) + 1))
        seat = players.index(player) % 2
        for seq, facts in player.events().items():
            seen = log[seq].seen_by(seat)
            assert json.loads(json.dumps(facts)) in (seen, log[seq].seen_by(SPECTATOR)), "what was shown was not stored"
    for player in players[::2]:
        table = server.fold(player.code)
        assert {sum(row) for row in table.scores} <= {0, table.game.unit}
        assert table.serial >= 1


@pytest.mark.parametrize("when", ["before", "after"])
@together
async def test_death_around_a_commit(start: Callable[..., Server], when: str) -> None:
    """A command that had no answer may be stored or not; sent again, it is done once."""
    server = start(dies=["fatal", when])
    ann = await Guest.new(server.port)
    code = await ann.open(begin=True)
    table = await (await ann.visit(code)).until(lambda ann: ann.choices)
    act = {"k": "act", "id": "fatal", "at": table.seq, "action": table.choices[0]["action"]}
    await table.send(**act)
    await table.until_closed()
    assert not any(f'"seq":{table.seq + 1}' in text for text in table.heard), "something was shown before it was acknowledged"
    server.process.wait(10)
    assert [entry.command for entry in server.entries(code)].count("fatal") == (when == "after")
    del server.given["dies"]
    server.start()
    table = await (await ann.visit(code)).until(lambda ann: ann.view)
    answer = await table.do(**act)
    assert answer["k"] == "ok"
    log = server.entries(code)
    assert [entry.command for entry in log].count("fatal") == 1
    assert log[answer["seq"] - 1].command == "fatal"


def acknowledged(players: list[Stubborn]) -> int:
    return sum(len(player.acknowledged) for player in players)


@together
async def test_two_servers_of_one_store_serve_one_table(start: Callable[..., Server]) -> None:
    """Whoever is late folds what the other wrote and answers again; both drive the bots, and every move is made once."""
    first = start(settings={"look_around": 0.05})
    second = start(settings={"look_around": 0.05}, data=str(first.data))
    ann, ben = await Guest.new(first.port), await Guest.new(first.port, "Ben")
    code = await ann.open(seats=4, deals=1)
    ben.port = second.port
    one, two = await ann.visit(code), await ben.visit(code)
    await two.until(lambda ben: ben.view)
    assert (await two.do("sit", seat=2, name="Ben"))["k"] == "ok"
    await one.until(lambda ann: ann.view["seats"][2]["name"] == "Ben")
    assert (await one.do("begin"))["k"] == "ok"
    answers = await asyncio.gather(
        *(one.do("rename", name=f"Ann {n}") for n in range(20)), *(two.do("rename", name=f"Ben {n}") for n in range(20))
    )
    assert {answer["k"] for answer in answers} == {"ok"}
    assert len({answer["seq"] for answer in answers}) == 40
    await asyncio.gather(one.play(), two.play())
    await one.until(lambda ann: ann.seq == two.seq)
    assert one.view["scores"] == two.view["scores"]
    table = first.fold(code)
    assert table.scores == one.view["scores"]
    assert "failed" not in first.output() + second.output()
