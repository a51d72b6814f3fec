"""The operator's desk, from outside: what is done there while people play, what they see of it, and what is written down."""

import asyncio
import os
import re
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import AsyncMock, patch

import httpx
import pytest
from click.testing import Result
from sqlalchemy.exc import OperationalError
from typer.testing import CliRunner

from qipai.cli.app import app
from qipai.games import GAMES
from qipai.server.house import House
from qipai.server.protocol import NewTable
from qipai.server.settings import Keeping, Settings
from qipai.server.storage import desk
from qipai.server.storage.database import Database
from qipai.server.storage.desk import BarRow, Deed, Sign, at_desk
from qipai.server.storage.purging import purge_all
from tests.server import stores

from .conftest import Server
from .people import Guest, Visitor, together
from .test_accounts import PASSWORD, needs_argon2, newcomer, who, with_account
from .test_lobby import at_table, codes, hosted, looking

HOUR = 3600 * 1000


def now() -> int:
    return time.time_ns() // 1_000_000


async def command(place: Path | str, *words: str) -> str:
    """Run a command of the desk; what it says."""
    flag = ("--data", str(place)) if isinstance(place, Path) else ("--database", place)
    done = await asyncio.to_thread(run, "desk", *words, *flag)
    assert done.exit_code == 0, done.output
    return done.output


def run(*words: str) -> Result:
    """Run a command in this process: another one takes a second to begin."""
    with patch.dict(os.environ):
        return CliRunner().invoke(app, words)


async def do(place: Path | str, *works: Callable[[Any], Any]) -> None:
    """Do something at the desk without a command, and write it down."""
    for work in (*works, partial(desk.note, deed=Deed(now(), "op", "did", "it", "why"))):
        await asyncio.to_thread(at_desk, place, work)


def told(visitor: Visitor) -> list[tuple[str, bool]]:
    """What the operator said to a visitor."""
    found = re.findall(r'"k":"notice","announcement":"(.*?)","maintenance":(true|false)', "".join(visitor.heard))
    return [(sentence, on == "true") for sentence, on in found]


# -- tables


@together
async def test_a_table_is_closed_in_the_middle_of_a_deal(start: Callable[..., Server]) -> None:
    server = start()
    code, _, one = await hosted(server, seats=2, begin=True)
    lobby = await looking(server)
    await one.until(lambda me: me.view["phase"] == "playing")
    assert "is closed" in await command(server.data, "close", code, "--why", "adverts", "--who", "Mei")
    await one.until(lambda me: me.view["phase"] == "closed")
    await lobby.until_heard(lambda lobby: codes(lobby) == [])
    closed = server.entries(code)[-1].facts[-1]
    assert (closed.event, closed.public["why"], closed.public["unscored"]) == ("closed", "operator", 1)
    log = await command(server.data, "log")
    assert re.search(rf"Mei: close {code}\n  why: adverts\n", log), log


@together
async def test_a_table_that_is_unlisted_stays_out_of_the_lobby(start: Callable[..., Server]) -> None:
    server = start()
    code, _, one = await hosted(server)
    other, _, _ = await hosted(server, "Ben")
    lobby = await looking(server)
    await lobby.until_heard(lambda lobby: codes(lobby) == [code, other])
    await command(server.data, "unlist", code, "--why", "its name")
    await lobby.until_heard(lambda lobby: codes(lobby) == [other])
    await one.until(lambda me: not me.view["listed"])
    assert (await one.do("list_table", on=True))["code"] == "unlisted"
    assert (await (await Guest.new(server.port, "Cy")).find_company("Cy")).json()["code"] == other
    await command(server.data, "relist", code, "--why", "it has another now")
    assert (await one.do("list_table", on=True))["k"] == "ok"
    await lobby.until_heard(lambda lobby: set(codes(lobby)) == {code, other})


def test_the_desk_says_what_is_wrong(tmp_path: Path) -> None:
    data = ("--data", str(tmp_path))
    for words, sentence in (
        (("close", "tea-482", "--why", "x"), "There are no tables in"),
        (("close", "tea-482"), "Missing option '--why'"),
        (("bar", "--why", "x"), "Say who may not come in"),
        (("bar", "--why", "x", "--address", "::1", "--for", "90"), "--for is '90'; accepted is a length of time with its unit"),
        (("announce", "--why", "x"), "Give a sentence, or --off"),
    ):
        done = run("desk", *words, *data)
        assert done.exit_code == 2
        assert sentence in re.sub(r"[\s│]+", " ", done.output), done.output


# -- who may come in


def bar(kind: str, whom: str, told: str = "", until: int = 0) -> Callable[[Any], None]:
    row = BarRow(f"{kind[:4]}-{whom[:6]}", kind, whom, "somebody", told, now(), until or now() + HOUR)
    return partial(desk.bar, row=row)


@together
async def test_a_guest_who_is_barred_is_shown_out_and_told_until_when(start: Callable[..., Server]) -> None:
    server = start()
    code, _, one = await hosted(server)
    ben = await Guest.new(server.port, "Ben")
    two = await at_table(ben, code)
    assert (await two.do("sit", seat=1, name="Ben"))["k"] == "ok"
    ((guest,),) = server.rows("select guest from chairs where seat = 1")
    lobby = await ben.look()
    said = await command(server.data, "bar", "--guest", guest[:12], "--for", "2h", "--why", "shouting", "--tell")
    assert (await two.until_closed())[0] == (await lobby.until_closed())[0] == 4403
    (sentence,) = two.refusals
    assert sentence["code"] == "barred_because"
    assert re.search(r"until \d{4}-\d\d-\d\d \d\d:\d\d UTC. They say why: shouting", sentence["text"]["en"])
    assert all("shouting" in text for text in sentence["text"].values())
    assert (await (await ben.visit(code)).until_closed())[0] == 4403
    for answer in (await ben.try_open(), await ben.find_company("Ben")):
        assert (answer.status_code, answer.json()["code"]) == (403, "barred_because")
    assert one.closed is None, "nobody else is shown out"
    id = re.search(r"unbar (\S+)`", said)
    assert id
    assert id[1] in await command(server.data, "bars")
    await command(server.data, "unbar", id[1], "--why", "said sorry")
    while (await ben.try_open()).status_code == 403:
        await asyncio.sleep(0.05)
    assert (await at_table(ben, code)).view["you"] == 1, "the chair was kept"


@together
async def test_an_address_is_barred_and_is_written_nowhere(start: Callable[..., Server]) -> None:
    server = start()
    code, _, one = await hosted(server)
    eve, address = await Guest.new(server.port, "Eve", "127.0.0.9"), "127.0.0.9"
    two = await at_table(eve, code)
    await command(server.data, "bar", "--address", address, "--for", "1d", "--why", "floods")
    assert (await two.until_closed())[0] == 4403
    assert two.refusals[-1]["code"] == "barred"
    with pytest.raises(AssertionError, match="barred"):
        await Guest.new(server.port, "Eve", address)
    assert one.closed is None
    with closing(sqlite3.connect(server.data / "tables.sqlite3")) as store:
        store.execute("pragma wal_checkpoint(full)")
        assert not any(address in line for line in store.iterdump())
    assert not any(address.encode() in path.read_bytes() for path in server.data.iterdir() if path.suffix != ".lock")


@together
async def test_a_bar_ends_by_itself(start: Callable[..., Server]) -> None:
    server = start()
    ann = await Guest.new(server.port)
    code = await ann.open()
    ((guest,),) = server.rows("select guest from chairs")
    await do(server.data, bar("person", guest, until=now() + 1500))
    while (await ann.try_open()).status_code != 403:
        await asyncio.sleep(0.05)
    while (await ann.try_open()).status_code == 403:
        await asyncio.sleep(0.05)
    await at_table(ann, code)


@needs_argon2
@together
async def test_who_forgot_a_password_is_let_in_by_a_code_and_nobody_else(start: Callable[..., Server]) -> None:
    server = start()
    ann, _ = await with_account(server.port, "Ann")
    code = await ann.open()
    table = await at_table(ann, code)
    said = await command(server.data, "reset", "ann", "--why", "asked at the club")
    given = re.search(r"can be set: (\S+)", said)
    assert given
    await table.until_closed()
    assert await who(ann) == ""
    other = await newcomer(server.port)
    await other.do("/sign_in", 403, name="Ann", password=PASSWORD)
    forms = {"name": "Ann", "code": given[1], "new": "another long walk"}
    await other.do("/recover", **forms)
    assert await who(other) == "Ann"
    await (await newcomer(server.port)).do("/recover", 403, **forms)
    assert "reset Ann" in await command(server.data, "log")


# -- what everybody is told


@together
async def test_everybody_is_told_a_sentence_on_every_page(start: Callable[..., Server]) -> None:
    server = start()
    code, ann, one = await hosted(server)
    lobby = await looking(server)
    assert told(one) == told(lobby) == []
    await command(server.data, "announce", "Tea at \x1b[31m<b>four</b>", "--why", "the club's birthday")
    sentence = "Tea at  [31m<b>four</b>"
    for visitor in (one, lobby):
        await visitor.until_heard(lambda visitor: told(visitor) == [(sentence, False)])
    later = await at_table(await Guest.new(server.port, "Ben"), code)
    await later.until_heard(lambda later: told(later) == [(sentence, False)])
    assert (await ann.ask("/api/notice")).json() == {"k": "notice", "announcement": sentence, "maintenance": False}
    await command(server.data, "announce", "--off", "--why", "it is over")
    await one.until_heard(lambda one: told(one) == [(sentence, False), ("", False)])


@together
async def test_during_maintenance_a_deal_goes_on_and_no_other_begins(start: Callable[..., Server]) -> None:
    server = start(settings={"next_deal": 0.05})
    _, _, one = await hosted(server, seats=2, deals=3, begin=True)
    _, ben, two = await hosted(server, "Ben", seats=2)
    await do(server.data, partial(desk.hang, sign=Sign(desk.MAINTENANCE, "", now(), 0)))
    await one.until_heard(lambda one: told(one) == [("", True)])
    assert (await two.do("begin"))["code"] == "maintenance"
    for answer in (await ben.try_open(), await ben.find_company("Ben")):
        assert (answer.status_code, answer.json()["code"]) == (503, "maintenance")
    await one.play(until=lambda me: me.view["phase"] == "between")
    assert (await one.do("ready"))["code"] == "maintenance"
    assert one.view["next_at"] is None
    await do(server.data, partial(desk.take_down, name=desk.MAINTENANCE))
    await one.until(lambda me: me.view["phase"] == "playing" and me.view["deal"]["number"] == 2)
    await two.until_heard(lambda two: told(two)[-1] == ("", False))
    assert (await two.do("begin"))["k"] == "ok"


# -- a store that fails meanwhile


def at_house(folder: Path, test: Callable[[House], Any]) -> None:
    """A test at a house whose desk looks when it is told to."""

    async def run() -> None:
        house = House(Database.open(folder), GAMES, Settings())
        await house.start()
        try:
            await house.desk.stop()
            house.desk._going = None
            await test(house)
        finally:
            await house.stop()

    asyncio.run(run())


async def failing(*_: Any) -> Any:
    raise OperationalError("", {}, OSError("gone"))


def test_what_could_not_be_done_is_done_later_and_holds_up_nothing_else(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        tables = [
            await house.table(await house.open(NewTable("gan_deng_yan", 3, name, listed=True), name, ""))
            for name in ("ann", "ben")
        ]
        for table in tables:
            deed = Deed(now(), "op", "close", table.row.code, "x", target=table.row.id, done=0)
            await do(tmp_path, partial(desk.note, deed=deed))
        change, tables[0].change = tables[0].change, failing  # type: ignore[method-assign]
        await house.desk.look()
        assert [table.session.phase for table in tables] == ["gathering", "closed"]
        tables[0].change = change  # type: ignore[method-assign]
        with patch.object(tables[0], "_store", failing):  # which is told as "not stored"
            await house.desk.look()
        assert tables[0].session.phase == "gathering"
        await house.desk.look()
        assert tables[0].session.phase == "closed"

    at_house(tmp_path, test)


def test_a_look_that_fails_is_not_the_last_one(tmp_path: Path) -> None:
    """Whom the desk's deed concerns hears of it with the next look."""

    async def test(house: House) -> None:
        for put in (
            partial(desk.hang, sign=Sign(desk.MAINTENANCE, "", now(), 0)),
            partial(desk.take_down, name=desk.MAINTENANCE),
        ):
            await do(tmp_path, put)
            await do(tmp_path, partial(desk.note, deed=Deed(now(), "op", "maintenance", "", "x")))
            looking = AsyncMock()
            with patch.object(house.guests, "look", failing), pytest.raises(OperationalError):
                await house.desk.look()
            with patch.object(house.guests, "look", looking):
                await house.desk.look()
                await house.desk.look()
            assert (looking.await_count, house.desk._told.maintenance) == (1, house.desk.maintenance)

    at_house(tmp_path, test)


# -- what is written down


def test_what_was_done_is_kept_longest_and_names_nobody_whose_account_is_gone(tmp_path: Path) -> None:
    from qipai.server.storage import accounts, database

    database.Database.open(tmp_path).close()
    at = now()
    for deed in (
        Deed(at - 40 * 24 * HOUR, "op", "bar", "Ann", "x", until=at - 39 * 24 * HOUR, target="ann"),
        Deed(at - 40 * 24 * HOUR, "op", "bar", "Ben", "x", until=at + HOUR, target="ben"),
        Deed(at, "op", "reset", "Ann", "x", target="ann"),
    ):
        at_desk(tmp_path, partial(desk.note, deed=deed))
    assert purge_all(tmp_path, Keeping(), at).deeds == 0, "for ever unless the operator says otherwise"
    assert purge_all(tmp_path, Keeping(desk=30 * 24 * 3600), at).deeds == 1
    ann = accounts.AccountRow("ann", "Ann", "ann", "hash", at)
    at_desk(
        tmp_path,
        lambda connection: accounts.claim(connection, ann, accounts.SessionRow("browser", "ann", "", at, at), ["code"]),
    )
    at_desk(tmp_path, lambda connection: accounts.delete_account(connection, accounts.Confirmed("browser", ann), []))
    assert [(deed.did, deed.about) for deed in at_desk(tmp_path, desk.read_log)] == [("reset", "–"), ("bar", "Ben")]


@pytest.mark.slow
@together
async def test_two_servers_on_postgresql_hear_of_the_desk(start: Callable[..., Server]) -> None:
    with stores.postgres() as store:
        servers = [start(settings={"database": store.url}) for _ in range(2)]
        code, _, one = await hosted(servers[0], seats=2, begin=True)
        ben = await Guest.new(servers[1].port, "Ben")
        two = await at_table(ben, code)
        await command(store.url, "announce", "Hello", "--why", "to test")
        for visitor in (one, two):
            await visitor.until_heard(lambda visitor: told(visitor) == [("Hello", False)])
        await command(store.url, "bar", "--address", "127.0.0.1", "--for", "1h", "--why", "x")
        for visitor in (one, two):
            assert (await visitor.until_closed())[0] == 4403
        async with httpx.AsyncClient() as client:
            assert (await client.get(f"http://127.0.0.1:{servers[1].port}/api/health")).status_code == 200
        assert "is closed" in await command(store.url, "close", code, "--why", "x")
