"""Accounts of one table are deleted at once: no name comes back, and nothing says where they were."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import Connection, insert, select
from starlette.requests import Request

from qipai.engine.telling import Fact
from qipai.server import account_api
from qipai.server.house import House
from qipai.server.settings import Settings
from qipai.server.storage import accounts, rows
from qipai.server.storage.database import Database
from qipai.server.storage.schema import deals, events, results, visits
from qipai.session import Entry, write_entry
from qipai.session.folding import SEATED

from .test_locks import Races, postgres, races  # noqa: F401 (fixtures)
from .test_locks import row as table_row

NAMES = ("Ann", "Ben")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Database]:
    store = Database.open(tmp_path / "data")
    yield store
    store.close()


def played(connection: Connection, table: str = "t1") -> None:
    """Ann and Ben have played a deal at a table that is closed."""
    names = msgspec.json.encode(NAMES)
    for seq, (seat, name) in enumerate(enumerate(NAMES), 1):
        facts = (Fact(SEATED, {"seat": seat, "name": name}, hidden={"guest": name.lower()}),)
        body = write_entry(Entry(seq, 1, f"seat:{seat}", "", facts))
        rows.append(connection, table, rows.EventRow(seq, 1, name.lower(), None, body, 1), {seat: name.lower()})
        rows.note_visit(connection, table, name.lower())
    begun = rows.EventRow(3, 1, "table", None, write_entry(Entry(3, 1, "table", "", ())), 1)
    rows.append(connection, table, begun, {})
    connection.execute(insert(deals), filled(deals, table_id=table, serial=1, first=3, names=names))
    for seat, name in enumerate(NAMES):
        told = msgspec.json.encode([{"name": name} for name in NAMES])
        connection.execute(
            insert(results), filled(results, table_id=table, serial=1, seat=seat, person=name.lower(), names=told)
        )


def filled(table: Any, **values: Any) -> dict[str, Any]:
    """A row whose other columns are empty."""
    empty: dict[type, Any] = {int: 0, str: "", bytes: b""}
    needed = {column.name: empty[column.type.python_type] for column in table.columns if not column.nullable}
    return {**needed, **values}


def told(connection: Connection) -> bytes:
    """All that is stored with names in it."""
    columns = (events.c.body, deals.c.names, results.c.names)
    return b"".join(bytes(body) for column in columns for body in connection.execute(select(column)).scalars())


def test_two_deletions_at_once_bring_no_name_back(store: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    house = House(store, {}, Settings())
    read_long = store.read_long
    others = ["ben"]

    async def held(question: Callable[[Connection], Any]) -> Any:
        """Ann's deletion has read the log: Ben's is done before it writes."""
        found = await read_long(question)
        if isinstance(question, partial) and question.keywords["person"] == "ann" and others:
            await account_api.leave(house, others.pop())
            assert b"Ben" not in await store.read(told)
        return found

    async def run() -> bytes:
        await store.write(lambda connection: rows.add_table(connection, table_row("t1", open=0), 1))
        await store.write(played)
        assert b"Ben" in await store.read(told)
        monkeypatch.setattr(store, "read_long", held)
        await account_api.leave(house, "ann")
        return await store.read(told)

    left = asyncio.run(run())
    assert others == []
    assert b"Ben" not in left
    assert b"Ann" not in left
    assert accounts.NOBODY.encode() in left


class Ended(BaseException):
    """The end of a server."""


@pytest.mark.parametrize("ends", [False, True])
def test_where_somebody_was_goes_in_the_change_that_deletes_the_account(
    store: Database, monkeypatch: pytest.MonkeyPatch, ends: bool
) -> None:
    """Whether the server ends after it or not; and what they did until then names them no more."""
    house, ann = House(store, {}, Settings()), accounts.AccountRow("ann", "Ann", "ann", "hash", 1)
    delete_account = accounts.delete_account

    def late(connection: Connection, *words: Any, **named: Any) -> Any:
        """Ann has played once more since her logs were read."""
        played(connection, "t2")
        return delete_account(connection, *words, **named)

    async def confirmed(_: Any) -> Any:
        return accounts.Confirmed("browser", ann), None

    def end(_: Any) -> None:
        if ends:
            raise Ended

    def begin(connection: Connection) -> None:
        for table in ("t1", "t2"):
            rows.add_table(connection, table_row(table, open=0), 1)
        played(connection)
        accounts.claim(connection, ann, accounts.SessionRow("browser", "ann", "", 1, 1), ["code"])

    async def run() -> list[str]:
        await store.write(begin)
        with suppress(Ended):
            await account_api.delete(Request({"type": "http", "path": "/", "headers": [], "server": ("localhost", 80)}))
        assert ends or b"Ann" not in await store.read(told)
        return await store.read(lambda connection: list(connection.execute(select(visits.c.person)).scalars()))

    monkeypatch.setattr(account_api, "house_of", lambda _: house)
    monkeypatch.setattr(account_api, "confirmed", confirmed)
    monkeypatch.setattr(accounts, "delete_account", late)
    monkeypatch.setattr(house.guests, "end", end)
    assert set(asyncio.run(run())) == {"ben"}


@pytest.mark.slow
def test_two_processes_take_two_names_out_of_one_deal(races: Races) -> None:  # noqa: F811
    with races.engine.begin() as connection:
        played(connection)
    forget = [partial(accounts.unname_results, table="t1", serial=1, seat=seat) for seat in range(len(NAMES))]
    assert races.run(forget[0], "SELECT results.seat", forget[1]) == [None, None]
    with races.engine.connect() as connection:
        kept = b"".join(connection.execute(select(results.c.names)).scalars())
    assert (b"Ann" in kept, b"Ben" in kept) == (False, False)
