"""A store that is away, or whose answers are lost: nobody is told "no" of what may be stored, and what is asked again is done once."""

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection
from sqlalchemy.exc import OperationalError

from qipai.engine.errors import LANGUAGES
from qipai.server.sockets import UNKNOWN
from qipai.server.storage import rows
from qipai.server.storage.database import Database
from qipai.server.storage.deadlines import OutcomeUnknown

from .conftest import Server
from .people import Guest, Visitor, together
from .troubled import HIDDEN, Trouble, bring

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
    trouble.be("undone then away")
    answer = await ann.try_open(seats=3)
    assert (answer.status_code, answer.json()["code"]) == (503, "outcome_unknown")
    trouble.be("")
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
