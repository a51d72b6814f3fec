"""A store that is away, or whose answers are lost: nobody is told "no" of what may be stored, and what is asked again is done once."""

import asyncio
import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from sqlalchemy import Connection, Transaction
from sqlalchemy.exc import OperationalError

from qipai.engine.errors import LANGUAGES
from qipai.server.app import on_store
from qipai.server.house import House
from qipai.server.settings import Settings
from qipai.server.sockets import UNKNOWN
from qipai.server.storage import database, rows
from qipai.server.storage.database import Database, changed
from qipai.server.storage.deadlines import OutcomeUnknown
from qipai.server.tables import Table
from qipai.session import Entry, write_entry
from qipai.session.log import SCHEMA, seat_actor

from .conftest import Server
from .onlookers import at_table
from .people import Guest, Visitor, together
from .troubled import HIDDEN, Trouble, bring, lost

COLUMNS = ("table_id", *rows.EventRow.__dataclass_fields__)
ROW = rows.TableRow("t1", "tea-482", "watch", "gan_deng_yan", 1, "ann", 1)


async def decide(server: Server) -> tuple[Guest, str, Visitor, dict[str, Any]]:
    """Ann at a table with bots, about to act."""
    ann = await Guest.new(server.port)
    code = await ann.open(seats=3, begin=True)
    table = await (await ann.visit(code)).until(lambda ann: ann.choices)
    return ann, code, table, {"k": "act", "id": "fatal", "at": table.seq, "action": table.choices[0]["action"]}


def troubled(start: Callable[..., Server], tmp_path: Path) -> tuple[Server, Trouble]:
    trouble = Trouble(tmp_path / "trouble")
    return start(trouble=str(trouble.path), settings={"bot_pause": (60, 60)}), trouble


def times_stored(server: Server, code: str) -> int:
    return [entry.command for entry in server.entries(code)].count("fatal")


def refusals_in(heard: list[str]) -> list[str]:
    return [message["code"] for message in map(json.loads, heard) if message["k"] == "no"]


@pytest.mark.parametrize("outcome", ["stored", "undone"])
@together
async def test_a_lost_answer_is_looked_up(start: Callable[..., Server], tmp_path: Path, outcome: str) -> None:
    server, trouble = troubled(start, tmp_path)
    _, code, table, act = await decide(server)
    trouble.be(f"{outcome} once")
    answer = await table.do(**act)
    assert (answer["k"], answer["seq"]) == ("ok", act["at"] + 1)
    assert table.seq == answer["seq"], "it was shown before it was answered"
    assert times_stored(server, code) == 1
    assert refusals_in(table.heard) == []


@pytest.mark.parametrize("outcome", ["stored", "undone"])
@together
async def test_an_outcome_that_nobody_knows_is_no_answer(start: Callable[..., Server], tmp_path: Path, outcome: str) -> None:
    server, trouble = troubled(start, tmp_path)
    ann, code, table, act = await decide(server)
    trouble.be(f"{outcome} then away")
    await table.send(**act)
    assert await table.until_closed() == (UNKNOWN, "unknown")
    assert refusals_in(table.heard) == []
    assert "fatal" not in table.answers
    back = await ann.visit(code)
    assert (await back.refused())["code"] == "not_ready"
    assert (await back.until_closed())[0] == 4503
    assert times_stored(server, code) == (outcome == "stored")
    trouble.be("")
    back = await (await ann.come_back(code, table)).until(lambda ann: ann.view)
    answer = await back.do(**act)
    assert (answer["k"], answer["seq"]) == ("ok", act["at"] + 1)
    assert times_stored(server, code) == 1


@together
async def test_a_store_that_is_away_is_told_as_one_that_stores_nothing(start: Callable[..., Server], tmp_path: Path) -> None:
    server, trouble = troubled(start, tmp_path)
    _, code, table, act = await decide(server)
    trouble.be("away")
    commands: list[dict[str, Any]] = [
        act, {"k": "rename", "name": "Anna"}, {"k": "stand"}, {"k": "lock", "on": True}, {"k": "close"}, {"k": "autopilot", "on": True},
    ]  # fmt: skip
    answers = [await table.do(**command) for command in commands]
    assert [(answer["k"], answer["code"]) for answer in answers] == [("no", "not_stored")] * len(commands)
    trouble.be("")
    assert (await table.do(**act))["k"] == "ok", "the table goes on where it was"
    assert times_stored(server, code) == 1


@together
async def test_whoever_comes_while_the_store_is_away_is_told_so_and_the_log_has_a_line(
    start: Callable[..., Server], tmp_path: Path
) -> None:
    server, trouble = troubled(start, tmp_path)
    ann, code, _, _ = await decide(server)
    trouble.be("away")
    for visitor in (await ann.visit(code), await ann.look(), await ann.visit("watch-1", watching=True)):
        refused = await visitor.refused()
        assert refused["code"] == "not_ready"
        assert all(refused["text"][language] for language in LANGUAGES)
        assert (await visitor.until_closed())[0] == 4503
    asked = [
        (await ann.ask(path)).json()["code"] for path in ("/api/me", "/api/me/games", "/api/account", "/api/records/1-1.qp")
    ]
    assert asked == ["not_ready"] * 4
    answer = await ann.try_open(seats=3)
    assert (answer.status_code, answer.json()["code"]) == (503, "not_stored")
    code = "not_stored"
    while code == "not_stored":  # as long as it is a change of the server's own whose answer is lost
        trouble.be("undone then away")
        answer = await ann.try_open(seats=3)
        trouble.be("")
        code = answer.json()["code"]
    assert (answer.status_code, code) == (503, "outcome_unknown")
    printed = server.output()
    assert "Traceback" not in printed
    assert HIDDEN.upper() not in printed.upper().replace(f"({HIDDEN} is gone)".upper(), ""), (
        "but what a database says in a line"
    )
    assert "failed:" not in printed
    assert printed.count("the database cannot be read") == 1


def test_a_group_whose_answer_is_lost_is_not_known_of_any_of_its_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And one that could not be sent off is known not to be stored."""
    trouble = Trouble(tmp_path / "trouble")
    bring(trouble, monkeypatch.setattr)
    store = Database.open(tmp_path / "data")

    def appending(seq: int) -> Callable[[Connection], None]:
        return lambda connection: rows.append(connection, "t1", rows.EventRow(seq, seq, "ann", None, b"{}", 1), {})

    async def run() -> list[list[Any]]:
        await store.write(lambda connection: rows.add_table(connection, ROW, 1))
        found = []
        for words, first in (("stored once", 1), ("undone once", 3), ("away", 3)):
            trouble.be(words)
            found.append(await asyncio.gather(*(store.write(appending(first + n)) for n in range(2)), return_exceptions=True))
        trouble.be("")
        return [*found, await store.read(lambda connection: [row.seq for row in rows.read_events(connection, "t1", 0)])]

    stored, undone, away, log = asyncio.run(run())
    store.close()
    for outcomes in (stored, undone):
        assert OutcomeUnknown in map(type, outcomes)
        assert {type(outcome) for outcome in outcomes} <= {OutcomeUnknown, type(None)}
    assert [type(outcome) for outcome in away] == [OperationalError] * 2
    assert log[:2] == [1, 2]


def test_a_change_whose_answer_was_lost_gives_way_to_one_that_took_its_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another server stores an entry under the same seq: then the first never is, and is proposed anew behind it."""

    async def test(house: House, table: Table) -> None:
        seq, commit = table.session.seq, database.commit
        facts = tuple(table.session.rename(1, "Benno"))
        other = rows.EventRow(seq + 1, 0, "ben", None, write_entry(Entry(seq + 1, 0, seat_actor(1), "", facts)), SCHEMA)
        attempts = []

        def losing(transaction: Transaction) -> None:
            attempts.append(table.session.seq)
            if len(attempts) > 1:
                return commit(transaction)
            transaction.rollback()
            with closing(sqlite3.connect(tmp_path / database.FILE)) as elsewhere, elsewhere:
                values = (table.row.id, other.seq, other.at, other.actor, other.command, other.body, other.schema)
                elsewhere.execute(f"insert into events ({', '.join(COLUMNS)}) values (?, ?, ?, ?, ?, ?, ?)", values)
            raise OutcomeUnknown("lost")

        monkeypatch.setattr(database, "commit", losing)
        stored = await table.change(seat_actor(0), lambda: table.session.rename(0, "Anna"), "ann", "fatal")
        assert stored == table.session.shown
        assert attempts == [seq, seq + 1]
        assert [chair.name for chair in table.session.chairs] == ["Anna", "Benno"]
        log = await house.database.read(lambda connection: rows.read_events(connection, table.row.id, seq))
        assert [(event.seq, event.actor, event.command) for event in log] == [(seq + 1, "ben", None), (seq + 2, "ann", "fatal")]

    at_table(tmp_path, test, Settings(bot_pause=(60, 60)), clock="none")


def test_a_request_of_which_a_part_is_stored_is_not_told_that_nothing_is() -> None:
    async def answers() -> list[str]:
        told = []
        for done in (False, True):
            changed.set(done)
            for method in ("POST", "GET"):
                failed = await on_store(SimpleNamespace(method=method), lost(line=False))  # type: ignore[arg-type]
                assert failed.status_code == 503
                told.append(json.loads(failed.body)["code"])
        return told

    assert asyncio.run(answers()) == ["not_stored", "not_ready", "outcome_unknown", "not_ready"]
