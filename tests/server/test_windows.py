"""Windows and rights at real tables: when a window closes, who hears of what in it, and what a server forgets when it dies."""

import asyncio
import json
import re
import time
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from qipai.server import driving
from qipai.server.bots import Bots
from qipai.server.connections import Connection
from qipai.server.house import House
from qipai.server.protocol import Ok
from qipai.server.settings import Settings
from qipai.server.sockets import Visit
from qipai.server.tables import Table
from qipai.session import Session, clock
from qipai.session.log import seat_actor
from tests.conformance.nines import NINES
from tests.session.live import in_order

from .conftest import Server
from .onlookers import Onlooker, at_table, events
from .people import Guest, Visitor, together
from .virtual_time import virtual_time

LOOKS = 0.01  # seconds in which `closed` sees it
PAUSE = 0.3
PAUSED = Settings(bot_pause=(PAUSE, PAUSE), window=0.8)
NINE_AT_0 = "9a 2a 3a 1a 5a 6a 4a 8a 7a 9b 1b 2b 3b 4b 5b 6b 7b 8b"
NINE_AT_1 = "1a 9a 3a 2a 5a 6a 4a 8a 7a 9b 1b 2b 3b 4b 5b 6b 7b 8b"
NO_NINE = "1a 2b 3a 2a 5a 6a 4a 8a 7a 9b 9a 1b 3b 4b 5b 6b 7b 8b"


class Thinker:
    """A bot for all chairs: the first choice, after a while."""

    def __init__(self) -> None:
        self.takes = 0.0
        self.asked = 0

    async def choose(self, game: str, level: str, options: Any, observation: bytes, legal: Any, seed: int) -> Any:
        self.asked += 1
        await asyncio.sleep(self.takes)
        return SimpleNamespace(action=legal[0], took=0)


@pytest.fixture
def bot(monkeypatch: pytest.MonkeyPatch) -> Thinker:
    thinker = Thinker()
    monkeypatch.setattr(Bots, "choose", lambda bots, *asked: thinker.choose(*asked))
    return thinker


def at_nines(
    folder: Path, pack: str, test: Callable[[House, Table], Awaitable[None]], settings: Settings = PAUSED, **wanted: Any
) -> None:
    """A table of three that plays nines, in virtual time."""
    with virtual_time():
        at_table(
            folder,
            test,
            settings,
            order=in_order(pack, 3),
            **{"game": "nines", "seats": 3, "bots": "random", "clock": "none", **wanted},
        )


async def closed(table: Table) -> float:
    """Wait until the window is closed; how long it was open, as those at the table were told."""
    session = table.session
    opened = session.asked_at
    while session.window_open:
        await asyncio.sleep(0.002)
    await asyncio.sleep(0.002)  # who is asked next is told last
    return (session.asked_at - opened) / 1000


def heard(command: dict[str, Any]) -> dict[str, Any]:
    """A message of a socket."""
    return {"type": "websocket.receive", "text": json.dumps(command)}


async def act(table: Table, seat: int, action: str) -> None:
    await table.change(seat_actor(seat), lambda: table.session.act(seat, action), f"seat {seat}")


# -- when it closes


@pytest.mark.parametrize(
    ("pack", "answers"), [(NO_NINE, []), (NINE_AT_1, []), (NINE_AT_1, [(1, "show"), (0, "no"), (1, "no"), (1, "show")])]
)
def test_before_two_people_it_is_open_for_its_time(tmp_path: Path, bot: Thinker, pack: str, answers: Any) -> None:
    async def test(house: House, table: Table) -> None:
        ann = next(connection for connection in table.connections if connection.guest == "ann")
        for seat, action in answers:
            await act(table, seat, action)
        heard = len(ann.heard) - sum(seat == 0 for seat, _ in answers)  # type: ignore[attr-defined]
        assert PAUSED.window <= await closed(table) < PAUSED.window + LOOKS
        assert len(ann.heard) == heard + 1 + sum(seat == 0 for seat, _ in answers)  # type: ignore[attr-defined]

    at_nines(tmp_path, pack, test)


def test_one_person_who_could_answer_is_waited_for(tmp_path: Path, bot: Thinker) -> None:
    async def test(house: House, table: Table) -> None:
        await asyncio.sleep(PAUSE + 0.5)
        assert table.session.window_open
        asked = time.monotonic()
        await act(table, 0, "show")
        await closed(table)
        assert time.monotonic() - asked < LOOKS
        assert "sealed" in await events(house, table)

    at_nines(tmp_path, NINE_AT_0, test, people=["ann"])


@pytest.mark.parametrize(("thinking", "most"), [(0.0, PAUSE), (0.7, 3 * PAUSE)])
def test_one_person_with_nothing_to_say_sees_a_pause(tmp_path: Path, bot: Thinker, thinking: float, most: float) -> None:
    bot.takes = thinking

    async def test(house: House, table: Table) -> None:
        assert most - LOOKS <= await closed(table) < most + LOOKS

    at_nines(tmp_path, NINE_AT_1, test, people=["ann"])


def test_one_persons_clock_closes_it(tmp_path: Path, bot: Thinker, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(clock.CLOCKS, "fast", clock.Control(500, 300))

    async def test(house: House, table: Table) -> None:
        assert 0.8 <= await closed(table) < 0.8 + LOOKS
        assert table.session.chairs[0].bank == 300
        assert not {"timed_out", "autopilot"} & set(await events(house, table))

    at_nines(tmp_path, NINE_AT_0, test, people=["ann"], clock="fast")


def test_where_only_bots_are_asked_nobody_waits_for_people(tmp_path: Path, bot: Thinker) -> None:
    async def test(house: House, table: Table) -> None:
        table.join(Onlooker("eve"), None)  # type: ignore[arg-type]
        await closed(table)
        await act(table, 0, "1")
        while not table.session.window_open:
            await asyncio.sleep(0.002)
        assert table.session.waiting() == [1]
        assert PAUSE - LOOKS <= await closed(table) < PAUSE + LOOKS

    at_nines(tmp_path, NO_NINE, test, Settings(bot_pause=(PAUSE, PAUSE), window=0.2), people=["ann"])


def test_bots_answer_as_well_as_people(tmp_path: Path, bot: Thinker) -> None:
    async def choose(*asked: Any) -> Any:
        return SimpleNamespace(action=asked[4][-1], took=0)

    bot.choose = choose  # type: ignore[method-assign]

    async def test(house: House, table: Table) -> None:
        await closed(table)
        assert table.session.view(0).deal.log[-1]["seats"] == [1]  # type: ignore[union-attr]

    at_nines(tmp_path, NINE_AT_1, test, people=["ann"])


@pytest.mark.parametrize(("pack", "answers"), [(NINE_AT_1, ["show", "no", ""]), (NO_NINE, [])])
def test_an_answer_costs_others_nothing_that_they_could_measure(
    tmp_path: Path, bot: Thinker, pack: str, answers: list[str]
) -> None:
    """26 November 2026: it took from the table's allowance, and counted among the entries after which names are refused."""

    async def test(house: House, table: Table) -> None:
        limits = replace(house.settings.limits, entries_of_table=table.session.shown + 1)
        object.__setattr__(house.settings, "limits", limits)
        ben = Visit(house, table, SimpleNamespace(), Connection(SimpleNamespace(), "ben", False))  # type: ignore[arg-type]
        said: list[Any] = []
        ben.connection.tell = said.append  # type: ignore[assignment]
        for number, answer in enumerate(answers):
            command = {"k": "act", "action": answer} if answer else {"k": "take_back"}
            await ben.hear(heard({**command, "id": f"a{number}", "at": table.session.shown}))
        assert table.session.window_open
        assert all(isinstance(one, Ok) for one in said), said
        for buckets, key in ((house.changes_of_table, table.row.id), (house.changes_of_address, ben.address)):
            assert buckets.wait(key, buckets.limit.burst) == 0
        await ben.hear(heard({"k": "rename", "id": "name", "name": "Benno"}))
        assert isinstance(said[-1], Ok), "as many entries as when nothing was answered"
        await ben.hear(heard({"k": "rename", "id": "again", "name": "Benno B"}))
        assert said[-1].code == "table_full"
        await ben.connection.ended()

    at_nines(tmp_path, pack, test, replace(PAUSED))


# -- rights beside bots


def test_a_right_costs_no_bot_a_thought_unless_it_asks_something_else(tmp_path: Path, bot: Thinker) -> None:
    async def test(house: House, table: Table) -> None:
        session = table.session
        await act(table, 0, "9")
        await asyncio.sleep(0.4)
        assert (session.waiting(), bot.asked) == ([1], 1)
        asked = session.asked_at
        await act(table, 0, "knock")
        while session.waiting() == [1]:
            await asyncio.sleep(0.002)
        assert session.asked_at - asked < 800 + 380, "the pause did not begin anew"
        while bot.asked == 1:
            await asyncio.sleep(0.002)
        await act(table, 0, "press")
        while bot.asked == 2:
            await asyncio.sleep(0.002)
        assert session.waiting() == [2], "the first bot was asked once, the second twice"

    at_nines(tmp_path, NINE_AT_0, test, Settings(bot_pause=(0.8, 0.8)), people=["ann"], variant="blunt")


def test_a_thought_that_a_right_has_overtaken_is_thought_anew(
    tmp_path: Path, bot: Thinker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(driving, "AGAIN", 0.05)

    async def test(house: House, table: Table) -> None:
        await act(table, 0, "9")
        await asyncio.sleep(0.02)

        async def gone() -> str:
            return "9"

        table.driver._thoughts[table.session.asked_seq, 1] = asyncio.create_task(gone())
        while table.session.waiting() == [1]:
            await asyncio.sleep(0.002)
        assert bot.asked >= 2

    at_nines(tmp_path, NINE_AT_0, test, people=["ann"], variant="blunt")


# -- what is not said


async def sit_down(server: Server, people: int, **wanted: Any) -> tuple[str, list[Guest], list[Visitor]]:
    """A table of four with Ann, Ben and Cy, or fewer of them."""
    guests = [await Guest.new(server.port, name) for name in ("Ann", "Ben", "Cy")[:people]]
    code = await guests[0].open(game="nines", seats=4, bots="random", **wanted)
    visitors: list[Visitor] = []
    for seat, guest in enumerate(guests):
        visitors.append(await (await guest.visit(code)).until(lambda person: person.view))
        if seat:
            await visitors[seat].do("sit", seat=seat, name=f"P{seat}", id="sit")
        await all_see(visitors)
    return code, guests, visitors


async def all_see(people: list[Visitor]) -> None:
    seq = max(person.seq for person in people)
    await asyncio.gather(*(person.until(lambda person: person.seq >= seq) for person in people))


def window_of(person: Visitor) -> bool:
    return bool(person.view["deal"] and person.view["deal"]["board"]["window"])


CLOCK_READINGS = re.compile(r'"(now|deadline)":\d+')


async def sit_through(server: Server, answers: list[str]) -> dict[str, list[str]]:
    """A window, with Ben's answers in it: what everybody heard, without readings of clocks."""
    code, guests, people = await sit_down(server, 3, deals=1)
    eve = await Guest.new(server.port, "Eve")
    people += [await eve.visit(code), await eve.visit(people[0].view["watch"], watching=True)]
    for person in people:
        await person.until(lambda person: person.view)
    heard_before = [len(person.heard) for person in people]
    await people[0].do("begin", id="begin")
    await all_see(people)
    assert all(map(window_of, people))
    for number, answer in enumerate(answers):
        await asyncio.sleep(0.1)
        told = {"k": "act", "action": answer} if answer else {"k": "take_back"}
        done = await people[1].do(**told, at=people[1].seq, id=f"b{number}")
        assert (done["k"], done["seq"]) == ("ok", people[0].seq)
        assert (people[1].view["deal"]["answer"] or {"action": ""})["action"] == answer
    back = await guests[0].visit(code, since=people[0].seq)
    people.append(await back.until(lambda person: person.view))
    mine = await guests[0].ask("/api/me")
    heard_before.append(0)
    await asyncio.gather(*(person.until(lambda person: not window_of(person)) for person in people))
    names = ("Ann", "Ben", "Cy", "at the table", "by the watch link", "Ann anew")
    heard = {
        name: [CLOCK_READINGS.sub(r'"\1":0', text) for text in person.heard[first:] if '"ok"' not in text]
        for name, person, first in zip(names, people, heard_before, strict=True)
    }
    await asyncio.gather(*(person.leave() for person in people))
    return {**heard, "me": [mine.text]}


@together
async def test_no_byte_tells_who_could_have_answered(start: Callable[..., Server]) -> None:
    """Two deals that differ only in what Ben and the bot hold: nobody else is sent another byte (`test_time_secrets`: nor at another time)."""
    nines = "1a 9a 3a 9b 4a 2a 5a 6a 7a 8a 8b 7b 1b 2b 3b 4b 5b 6b".split()
    none = "1a 1b 3a 2b 4a 2a 5a 6a 7a 8a 8b 7b 9a 9b 3b 4b 5b 6b".split()
    settings = {"window": 3.0, "bot_pause": (0.1, 0.1)}
    servers = [start(nines=True, same=True, orders=[order], settings=settings) for order in (nines, none)]
    one, other = await asyncio.gather(sit_through(servers[0], ["show", "no", "", "no"]), sit_through(servers[1], []))
    for who in one.keys() - {"Ben"}:
        anew = who == "Ann anew"  # who came at another time in each
        assert one[who][anew:] == other[who][anew:], f"{who} can tell the two deals apart"
    assert one["Ben"] != other["Ben"]


# -- servers that die, and two of them


def fold(server: Server, code: str) -> Session:
    return Session.fold(NINES, server.entries(code), verify=True)


def closings(server: Server, code: str) -> list[list[str]]:
    """What was answered, by seat, whenever a window was closed."""
    log = [[fact for fact in entry.facts if fact.event == "answered"] for entry in server.entries(code)]
    return [[fact.private[fact.public["seat"]]["action"] for fact in facts] for facts in log if facts]


NINE_OF_BEN = "1a 9a 3a 2a 4a 2b 5a 6a 7a 8a 8b 7b 1b 9b 3b 4b 5b 6b".split()


@pytest.mark.slow
@together
async def test_an_answer_in_a_window_outlives_its_server(start: Callable[..., Server]) -> None:
    server = start(nines=True, orders=[NINE_OF_BEN], settings={"window": 2.0})
    code, guests, people = await sit_down(server, 2, deals=1)
    await people[0].do("begin")
    await people[1].until(window_of)
    answer = await people[1].do("act", at=people[1].seq, action="show", id="mine")
    assert answer["k"] == "ok"
    server.kill()
    for person in people:
        await person.until_closed()
    server.start()
    one, two = [await guest.come_back(code, person) for guest, person in zip(guests, people, strict=True)]
    await two.until(lambda ben: ben.view["deal"]["answer"])
    assert (await two.do("act", at=two.seq, action="no", id="mine"))["seq"] == answer["seq"], "a resend changes nothing"
    assert two.view["deal"]["answer"] == {"action": "show", "cards": []}
    for person in (one, two):
        await person.until(lambda person: not window_of(person))
    assert [fact["seats"] for fact in one.view["deal"]["log"] if fact["event"] == "shown"] == [[1]]
    assert closings(server, code)[0] == ["no", "show", "no", "no"]
    assert not fold(server, code).window_open


@pytest.mark.slow
@together
async def test_two_servers_close_a_window_once(start: Callable[..., Server]) -> None:
    first = start(nines=True, orders=[NINE_OF_BEN], settings={"window": 1.0}, beside=True)
    second = start(nines=True, settings={"window": 1.0}, data=str(first.data), beside=True)
    ann, ben = await Guest.new(first.port), await Guest.new(first.port, "Ben")
    code = await ann.open(game="nines", seats=4, bots="random", deals=1)
    ben.port = second.port
    one, two = await ann.visit(code), await ben.visit(code)
    await two.until(lambda ben: ben.view)
    await two.do("sit", seat=1, name="Ben")
    await one.until(lambda ann: ann.view["seats"][1]["name"] == "Ben")
    await one.do("begin")
    await two.until(window_of)
    assert (await two.do("act", at=two.seq, action="show"))["k"] == "ok"
    assert (await two.do("take_back", at=two.seq))["k"] == "ok"
    assert (await two.do("act", at=two.seq, action="show"))["k"] == "ok"
    await asyncio.gather(one.play(), two.play())
    assert [len(answers) for answers in closings(first, code)] == [4, 1]
    assert closings(first, code)[0] == ["no", "show", "no", "no"]
    await one.until(lambda ann: ann.seq == two.seq)
    assert one.view["scores"] == two.view["scores"] == fold(first, code).scores
    assert "failed" not in first.output() + second.output()
