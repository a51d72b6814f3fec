"""Operating a server: ready or not, measured, drained, backed up, restored, purged, examined, upgraded."""

import asyncio
import json
import os
import re
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import Any
from urllib.error import HTTPError

import pytest

from qipai.records import read_record, write_record
from qipai.server.examining import look
from qipai.server.logs import JsonLines
from qipai.server.settings import Settings
from qipai.server.storage.database import FILE
from qipai.server.storage.locking import lock_file
from qipai.session import read_entry

from .conftest import Server, free_port
from .people import Guest, Visitor, together
from .test_starting import PLAIN

LEAF = 0x0D  # first byte of a page of SQLite that holds rows
TOKEN = "0123456789abcdef-metrics"


def qipai(*words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "qipai.cli", *words]
    return subprocess.run(command, capture_output=True, text=True, env=PLAIN, timeout=120, check=False)


def get(port: int, path: str, token: str = "") -> tuple[int, str]:
    headers = {"authorization": f"Bearer {token}"} if token else {}
    request = urllib.request.Request(f"http://127.0.0.1:{port}{path}", headers=headers)
    try:
        with urllib.request.urlopen(request, timeout=20) as answer:
            return answer.status, answer.read().decode()
    except HTTPError as error:
        return error.code, error.read().decode()


async def played(port: int, deals: int = 1, **wanted: Any) -> tuple[Guest, Visitor, str]:
    """A table of one person and bots at which some deals were played, its visitor and its code."""
    ann = await Guest.new(port)
    code = await ann.open(seats=3, deals=deals, begin=True, **wanted)
    table = await ann.visit(code)
    await table.play()
    await table.until(lambda ann: ann.view["phase"] == "finished")
    return ann, table, code


# -- ready


@pytest.mark.slow
def test_a_server_is_ready_while_its_store_can_be_written(start: Callable[..., Server]) -> None:
    server = start()
    assert get(server.port, "/api/ready") == (200, '{"ready":true}')
    with closing(sqlite3.connect(server.data / "tables.sqlite3", isolation_level=None)) as other:
        other.execute("begin immediate")  # nobody else can write while this goes on
        time.sleep(1.1)
        began = time.monotonic()
        status, body = get(server.port, "/api/ready")
        assert (status, json.loads(body)["code"]) == (503, "not_ready")
        assert time.monotonic() - began < 8
        assert get(server.port, "/api/health")[0] == 200
        other.execute("rollback")
    for _ in range(100):
        if get(server.port, "/api/ready")[0] == 200:
            break
        time.sleep(0.1)
    assert get(server.port, "/api/ready")[0] == 200


# -- measures


@together
async def test_measures_count_what_was_done_and_tell_no_secret(start: Callable[..., Server]) -> None:
    pytest.importorskip("prometheus_client", reason="prometheus-client, which pyproject.toml asks for, is not installed here")
    server = start(settings={"metrics_token": TOKEN})
    ann, table, code = await played(server.port)
    refused = await table.do("act", at=table.seq, action="nonsense")
    assert refused["k"] == "no"
    for token in ("", TOKEN[:-1], ann.headers["authorization"][7:]):
        assert get(server.port, "/api/metrics", token)[0] == 404
    status, told = await asyncio.to_thread(get, server.port, "/api/metrics", TOKEN)
    assert status == 200
    from prometheus_client.parser import text_string_to_metric_families

    found = {
        (sample.name, *sample.labels.values()): sample.value
        for family in text_string_to_metric_families(told)
        for sample in family.samples
    }
    log = server.entries(code)
    by_seats = sum(entry.actor.startswith("seat:") for entry in log)
    assert found["qipai_changes_total", "seat"] == by_seats - 1  # the chair at the opening is stored with the table
    assert found["qipai_changes_total", "bot"] == sum(entry.actor.startswith("bot:") for entry in log)
    assert found["qipai_refusals_total", refused["code"]] == 1
    assert (found["qipai_tables_live",], found["qipai_sockets",], found["qipai_guests_connected",]) == (1, 1, 1)
    assert found["qipai_store_write_seconds_count",] >= len(log) - 2
    assert found["qipai_bot_seconds_total",] > 0
    assert ("process_resident_memory_bytes",) in found
    secrets = [code, table.view["table"], table.view["watch"], ann.headers["authorization"][7:], "Ann", TOKEN]
    assert [secret for secret in secrets if secret and secret in told] == []


@together
async def test_any_process_tells_the_measures_of_all(start: Callable[..., Server]) -> None:
    """A scrape reaches any one of several; what it adds up to is the same."""
    pytest.importorskip("prometheus_client", reason="prometheus-client, which pyproject.toml asks for, is not installed here")
    from prometheus_client.parser import text_string_to_metric_families

    settings = {"metrics_token": TOKEN, "measured": 0.0}
    servers = [start(beside=True, settings=settings)]
    servers.append(start(beside=True, settings=settings, data=str(servers[0].data)))
    _, _, code = await played(servers[0].port)

    def told(server: Server) -> dict[str, dict[str, float]]:
        """Some measures at a server, by process."""
        families = text_string_to_metric_families(get(server.port, "/api/metrics", TOKEN)[1])
        found: dict[str, dict[str, float]] = {"bot": {}, "writes": {}, "memory": {}}
        names = {
            "qipai_changes_total": "bot",
            "qipai_store_write_seconds_count": "writes",
            "process_resident_memory_bytes": "memory",
        }
        for sample in (sample for family in families for sample in family.samples if sample.name in names):
            if sample.labels.get("by", "bot") == "bot":
                found[names[sample.name]][sample.labels["process"]] = sample.value
        return found

    bots = sum(entry.actor.startswith("bot:") for entry in servers[0].entries(code))
    for server in servers:
        while len((found := await asyncio.to_thread(told, server))["memory"]) < 2 or sum(found["bot"].values()) < bots:
            await asyncio.sleep(0.05)
        assert sum(found["bot"].values()) == bots
        assert len(found["writes"]) == len(found["memory"]) == 2
    await asyncio.to_thread(servers.pop().stop)
    while len((found := await asyncio.to_thread(told, servers[0]))["memory"]) == 2:
        await asyncio.sleep(0.05)
    assert len(found["memory"]) == 1


def test_the_board_asks_for_measures_that_there_are() -> None:
    """Every name in the board is one that the server tells."""
    board = json.loads((Path(__file__).resolve().parents[2] / "deploy" / "grafana.json").read_text())
    asked = {
        name for panel in board["panels"] for target in panel["targets"] for name in re.findall(r"\bqipai_\w+", target["expr"])
    }
    source = (Path(__file__).resolve().parents[2] / "qipai" / "server" / "exposition.py").read_text()
    told = set(re.findall(r'"(qipai_\w+)"', source))
    assert asked
    assert {re.sub(r"_(total|bucket|sum|count)$", "", name) for name in asked} <= told
    assert len(board["panels"]) >= 8


# -- lines


@together
async def test_lines_are_json_and_tell_no_secret(start: Callable[..., Server], tmp_path: Path) -> None:
    server = start(settings={"log_format": "json"})
    ann, table, code = await played(server.port)
    server.process.send_signal(signal.SIGTERM)
    server.process.wait(10)
    lines = [json.loads(line) for line in server.output().splitlines() if line.startswith("{")]
    assert [line["message"] for line in lines] == ["the server begins", "the server ends"]
    for line in lines:
        assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", line["at"])
        assert line["level"] == "info"
    for secret in (code, ann.headers["authorization"][7:], table.view["table"]):
        assert secret not in server.output()


def test_a_failure_is_one_line_without_its_text(caplog: pytest.LogCaptureFixture) -> None:
    from qipai.server.failures import report

    try:
        raise ValueError(f"the hand is {'three'} of hearts")
    except ValueError as failure:
        report("a request", failure)
    line = JsonLines().format(caplog.records[-1])
    told = json.loads(line)
    assert "\n" not in line
    assert (told["what"], told["failure"], told["level"]) == ("a request", "ValueError", "error")
    assert "three of hearts" not in line


# -- draining


@together
async def test_who_plays_is_told_of_the_end_and_plays_on_in_the_next_server_within_a_moment(
    start: Callable[..., Server],
) -> None:
    server = start()
    people = []
    for number in range(6):
        guest = await Guest.new(server.port, f"P{number}")
        code = await guest.open(seats=3, deals=5, begin=True)
        people.append((guest, await guest.visit(code), code))
    for _, table, _ in people:
        await table.until(lambda me: me.choices)
    acts = [
        (table, {"k": "act", "id": "last", "at": table.seq, "action": table.choices[0]["action"]}) for _, table, _ in people
    ]
    for table, act in acts:
        await table.send(**act)
    began = time.monotonic()
    server.process.send_signal(signal.SIGTERM)
    for _, table, _ in people:
        await table.until_closed()
        assert table.closed == (1012, "")
    told = time.monotonic() - began
    await asyncio.to_thread(server.process.wait, 10)
    ended = time.monotonic() - began
    await asyncio.to_thread(server.start)
    for (guest, before, code), (_, act) in zip(people, acts, strict=True):
        table = await guest.come_back(code, before)
        answer = await table.do(**act)
        assert answer["k"] == "ok"
        assert [entry.command for entry in server.entries(code)].count("last") == 1
        if "last" in before.answers:
            assert before.answers["last"]["seq"] == answer["seq"], "what was acknowledged is not what is stored"
    assert told < 10.0, f"people heard of the end after {told:.2f} s"
    assert ended < 20.0


# -- copies


@pytest.mark.slow
@together
async def test_a_copy_of_a_live_server_is_whole_and_can_be_played_on(start: Callable[..., Server], tmp_path: Path) -> None:
    server = start()
    ann = await Guest.new(server.port)
    code = await ann.open(seats=3, deals=100, begin=True)
    table = await ann.visit(code)
    playing = asyncio.create_task(table.play())
    await table.until(lambda ann: ann.seq > 12)
    copies = [tmp_path / f"copy{number}" for number in range(2)]
    for copy in copies:
        done = await asyncio.to_thread(qipai, "backup", str(copy), "--data", str(server.data))
        assert [path.name for path in copy.parent.glob(f"*{copy.name}*")] == [copy.name]  # nothing beside it
        assert done.returncode == 0, done.stderr
        assert copy.stat().st_mode & 0o077 == 0
    again = await asyncio.to_thread(qipai, "backup", str(copies[0]), "--data", str(server.data))
    assert (again.returncode, "exists already" in again.stderr) == (2, True)
    lengths = []
    for copy in copies:
        with closing(sqlite3.connect(copy)) as connection:
            bodies = [body for (body,) in connection.execute("select body from events order by seq")]
        live = server.entries(code)
        assert [read_entry(body) for body in bodies] == live[: len(bodies)]
        lengths.append(len(bodies))
    assert lengths == sorted(lengths)
    refused = await asyncio.to_thread(qipai, "restore", str(copies[1]), "--data", str(server.data), "--replace")
    assert (refused.returncode, f"process {server.process.pid}" in refused.stderr) == (2, True)
    playing.cancel()
    await asyncio.to_thread(server.stop)
    there = await asyncio.to_thread(qipai, "restore", str(copies[1]), "--data", str(server.data))
    assert (there.returncode, "--replace" in there.stderr) == (2, True)
    done = await asyncio.to_thread(qipai, "restore", str(copies[1]), "--data", str(server.data), "--replace")
    assert done.returncode == 0, done.stderr
    assert len(list(server.data.glob("tables.sqlite3.2*"))) >= 1, "what was there is kept"
    await asyncio.to_thread(server.start)
    assert len(server.entries(code)) == lengths[1]
    back = await (await ann.visit(code)).until(lambda ann: ann.view)
    await back.until(lambda ann: ann.choices or ann.view["phase"] == "between" or ann.seq > lengths[1])


@pytest.mark.slow
def test_a_copy_that_is_damaged_or_none_is_not_restored(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("not a database " * 400)
    for copy, sentence in ((tmp_path / "text", "is damaged"), (tmp_path / "none", "does not exist")):
        done = qipai("restore", str(copy), "--data", str(tmp_path / "data"))
        assert (done.returncode, sentence in done.stderr) == (2, True), done.stderr
    with closing(sqlite3.connect(tmp_path / "other")) as other, other:
        other.execute("create table alembic_version (version_num varchar(32))")
        other.execute("insert into alembic_version values ('9999')")
    done = qipai("restore", str(tmp_path / "other"), "--data", str(tmp_path / "data"))
    assert (done.returncode, "nothing was changed" in done.stderr) == (2, True)
    assert not (tmp_path / "data").exists()
    assert qipai("backup", str(tmp_path / "x"), "--data", str(tmp_path / "nothing")).returncode == 2


# -- what is kept


@pytest.mark.slow
@together
async def test_closed_tables_and_absent_guests_go_and_opened_records_stay(start: Callable[..., Server]) -> None:
    server = start()
    ann, table, code = await played(server.port, deals=2)
    kept, other = table.view["records"]
    text = (await ann.ask(f"/api/records/{kept}.qp")).text
    live = await Guest.new(server.port, "Ben")
    open_code = await live.open(seats=3, begin=True, name="Ben")
    assert [row[0] for row in server.rows("select id from records")] == [kept]
    with closing(sqlite3.connect(server.data / "tables.sqlite3", timeout=10)) as store, store:  # as if it were long ago
        store.execute("update tables set open = 0, touched_at = 1 where code = ?", (code,))
        store.execute("update guests set seen_at = 1")
    words = ("purge", "--data", str(server.data), "--keep-tables", "30d", "--keep-guests", "30d", "--keep-records", "30d")
    told = await asyncio.to_thread(qipai, *words, "--dry-run")
    assert "1 tables, 1 guests, 0 records, 0 reports and 0 deeds of the desk would be deleted" in told.stdout, told
    assert len(server.rows("select 1 from tables")) == 2
    told = await asyncio.to_thread(qipai, *words)
    assert "1 tables, 1 guests, 0 records, 0 reports and 0 deeds of the desk are deleted" in told.stdout, told
    assert server.rows("select code from tables") == [(open_code,)]
    for index in ("events", "chairs", "deals", "results"):
        assert {row[0] for row in server.rows(f"select distinct table_id from {index}")} <= {
            row[0] for row in server.rows("select id from tables")
        }
    assert server.rows("select name from guests") == [("Ben",)], "who has a chair stays"
    await asyncio.to_thread(server.stop)
    await asyncio.to_thread(server.start)
    assert (await live.ask(f"/api/records/{kept}.qp")).text == text
    assert (await live.ask(f"/api/records/{kept}")).status_code == 200
    assert (await live.ask(f"/api/records/{other}")).status_code == 404


@together
async def test_the_server_deletes_by_its_own_policy_while_others_play(start: Callable[..., Server]) -> None:
    server = start(settings={"keep_tables": 3600, "clean": 0.2})
    _, _, code = await played(server.port)
    ben = await Guest.new(server.port, "Ben")
    table = await ben.visit(await ben.open(seats=3, deals=3, begin=True))
    playing = asyncio.create_task(table.play())
    with closing(sqlite3.connect(server.data / "tables.sqlite3", timeout=10)) as store, store:
        store.execute("update tables set open = 0, touched_at = 1 where code = ?", (code,))
    while server.rows("select 1 from tables where code = ?", code):
        await asyncio.sleep(0.05)
    assert server.rows("select count(*) from tables") == [(1,)]
    await playing
    assert "failed" not in server.output()


def test_without_a_policy_nothing_is_purged(tmp_path: Path) -> None:
    done = qipai("purge", "--data", str(tmp_path))
    assert (done.returncode, "kept for ever" in done.stderr) == (2, True)


# -- records


@together
async def test_a_record_of_one_deal_is_that_of_the_whole_log(start: Callable[..., Server]) -> None:
    server = start()
    ann, table, code = await played(server.port, deals=3)
    assert (await table.do("rename", name="Anna"))["k"] == "ok"
    log = server.entries(code)
    for serial, id in enumerate(table.view["records"], start=1):
        assert (await ann.ask(f"/api/records/{id}.qp")).text == write_record(log, serial)
        assert read_record(write_record(log, serial)).header.players[0] == "Ann"
    first = table.view["records"][0]
    for alias in (first.replace("-1", "-01"), first.replace("-1", "-١"), first.replace("-1", "-１"), first + "0", "x" * 300):
        assert (await ann.ask(f"/api/records/{alias}.qp")).status_code == 404, alias


# -- damage


@pytest.mark.slow
@together
async def test_a_damaged_table_says_so_and_the_others_play(start: Callable[..., Server]) -> None:
    server = start()
    tables = []
    for name in ("Ann", "Ben", "Cat"):
        guest = await Guest.new(server.port, name)
        code = await guest.open(seats=3, deals=2, begin=True)
        await (await guest.visit(code)).until(lambda me: me.choices)
        tables.append((guest, code))
    server.kill()
    with closing(sqlite3.connect(server.data / "tables.sqlite3")) as store, store:
        hurt, torn = (store.execute("select id from tables where code = ?", (code,)).fetchone()[0] for _, code in tables[:2])
        store.execute(
            "update events set body = ? where table_id = ? and seq = 3", (b'{"seq":3,"cards":"three of hearts"', hurt)
        )
        store.execute("delete from events where table_id = ? and seq = 2", (torn,))
    await asyncio.to_thread(server.start)
    for guest, code in tables[:2]:
        visitor = await guest.visit(code)
        await visitor.until_closed()
        assert visitor.refusals[0]["code"] == "damaged_table"
        assert visitor.closed == (4410, "damaged_table")
        assert (await guest.ask("/api/me")).status_code == 200
    guest, code = tables[2]
    await (await guest.visit(code)).play()
    while "the store is damaged" not in server.output():
        await asyncio.sleep(0.05)
    assert f"entries of the table {torn} are missing" in server.output()
    assert "three of hearts" not in server.output()
    found = await asyncio.to_thread(qipai, "doctor", "--data", str(server.data), "--port", str(server.port))
    assert found.returncode == 1
    for _, code in tables[:2]:
        assert f"BAD  The table {code} is damaged" in found.stdout, found.stdout
    assert "1 of 3 tables can be read" in found.stdout
    assert f"The server on port {server.port} is ready" in found.stdout


@pytest.mark.slow
@together
async def test_torn_pages_are_found_at_the_start(start: Callable[..., Server]) -> None:
    server = start()
    await played(server.port, deals=3)
    server.stop()
    file = server.data / "tables.sqlite3"
    content = bytearray(file.read_bytes())
    leaves = [page for page in range(20, len(content) // 4096) if content[page * 4096] == LEAF]
    content[leaves[1] * 4096 : leaves[1] * 4096 + 64] = os.urandom(64)
    file.write_bytes(content)
    await asyncio.to_thread(server.start)
    while "the store is damaged" not in server.output():
        await asyncio.sleep(0.05)
    done = await asyncio.to_thread(qipai, "doctor", "--data", str(server.data))
    assert (done.returncode, "BAD  The database is damaged" in done.stdout) == (1, True), done.stdout
    refused = await asyncio.to_thread(qipai, "backup", str(server.folder / "copy"), "--data", str(server.data))
    assert refused.returncode == 2
    assert not (server.folder / "copy").exists(), "a damaged copy is none"


@pytest.mark.slow
@together
async def test_a_doctor_finds_nothing_at_a_healthy_server(start: Callable[..., Server]) -> None:
    server = start()
    await played(server.port)
    done = await asyncio.to_thread(qipai, "doctor", "--data", str(server.data), "--port", str(server.port))
    bad = [line for line in done.stdout.splitlines() if line.startswith("BAD")]
    assert [line for line in bad if "root" not in line and "may open" not in line] == [], done.stdout
    assert f"Another qipai (process {server.process.pid}) uses the tables" in done.stdout


def test_a_file_is_no_place_for_tables(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert (False, f"{tmp_path / 'file'} is no folder.") in [
        (one.well, one.says) for one in look(Settings(), tmp_path / "file")
    ]


def test_a_copy_without_its_log_is_no_store_of_tables(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / FILE)) as store:
        store.execute("create table x (y)")
    found = [one.says for one in look(Settings(), tmp_path) if not one.well]
    assert any("holds no tables" in says and "qipai backup" in says for says in found)
    assert not any("None" in says for says in found)


def asked_at(data: Path, port: int) -> list[tuple[bool, str]]:
    """What a doctor finds of who uses the tables, and of what a server answers."""
    found = look(Settings(port=port), data)
    return [(one.well, one.says) for one in found if re.search("uses the tables|No server uses| port ", one.says)]


def test_a_doctor_finds_the_server_of_the_tables_on_whatever_port(start: Callable[..., Server]) -> None:
    server, other = start(), free_port()
    assert asked_at(server.data, other) == [
        (True, f"Another qipai (process {server.process.pid}) uses the tables of {server.data / 'tables.sqlite3'}."),
        (True, f"The server on port {server.port} is ready."),
    ]
    server.kill()
    assert asked_at(server.data, other) == [(True, "No server uses it."), (True, f"No server answers on port {other}.")]


def test_a_doctor_asks_this_machine_and_no_proxy(start: Callable[..., Server], monkeypatch: pytest.MonkeyPatch) -> None:
    """A proxy answers everything, in a company with a page to sign in."""
    server, other = start(), free_port()
    with closing(socket.create_server(("127.0.0.1", 0))) as listener:
        listener.settimeout(60)
        address, answers = listener.getsockname(), [b"HTTP/1.0 200 OK\r\n\r\nsign in", b"HTTP/1.0 200 OK\r\n\r\nsign in"]

        def proxy() -> None:
            with suppress(OSError):
                while answers:
                    asking, _ = listener.accept()
                    with asking:
                        asking.recv(4096)
                        asking.sendall(answers.pop())

        thread = threading.Thread(target=proxy, daemon=True)
        thread.start()
        monkeypatch.setenv("http_proxy", f"http://127.0.0.1:{address[1]}")
        monkeypatch.delenv("no_proxy", raising=False)
        assert asked_at(server.data, other)[1] == (True, f"The server on port {server.port} is ready.")
        server.kill()
        assert asked_at(server.data, other)[1] == (True, f"No server answers on port {other}.")
        well, says = asked_at(server.data, address[1])[1]  # something else of this machine
        assert (well, says.partition(";")[0]) == (False, f"What answers on port {address[1]} is no server of qipai")


def test_a_doctor_says_that_who_uses_the_tables_does_not_answer(start: Callable[..., Server]) -> None:
    """A server that hangs, and a process that does not say where it serves, as versions before did not."""
    server, other = start(), free_port()
    server.stop()
    lock = lock_file(server.data / "tables.sqlite3")
    well, says = asked_at(server.data, other)[1]
    assert (well, says.partition(";")[0]) == (False, f"The process that uses the tables does not answer on port {other}")
    assert "--port" in says
    lock.tell(f"http://127.0.0.1:{server.port}")
    assert asked_at(server.data, other)[1] == (
        False,
        f"The process that uses the tables does not answer on port {server.port}.",
    )
    lock.release()


# -- upgrades


def stored_by(revision: str, source: Path, target: Path) -> None:
    """Write a store as the version of a revision had it: its schema by its migrations, what was played from another store."""
    from alembic import command
    from sqlalchemy import create_engine, inspect

    from .test_storage import configuration

    engine = create_engine(f"sqlite:///{target}")
    with engine.begin() as connection:
        command.upgrade(configuration(connection), revision)
        connection.exec_driver_sql(f"attach '{source}' as old")
        for name in ("tables", "events", "guests", "chairs", "deals", "records"):
            if inspect(connection).has_table(name):
                columns = ", ".join(f'"{column["name"]}"' for column in inspect(connection).get_columns(name))
                connection.exec_driver_sql(f"insert into {name} ({columns}) select {columns} from old.{name}")
    engine.dispose()


REVISIONS = sorted(
    path.name[:4] for path in (Path(__file__).resolve().parents[2] / "qipai/server/storage/migrations/versions").glob("0*.py")
)


@pytest.mark.slow
@together
async def test_a_store_of_every_version_is_played_on(start: Callable[..., Server], tmp_path: Path) -> None:
    assert REVISIONS[:2] == ["0001", "0002"]
    new = start()
    _, table, _ = await played(new.port, deals=2)
    ben = await Guest.new(new.port, "Ben")
    code = await ben.open(seats=3, deals=3, begin=True)
    await (await ben.visit(code)).until(lambda me: me.choices)
    first = table.view["records"][0]
    text = (await ben.ask(f"/api/records/{first}.qp")).text
    new.stop()
    log = new.entries(code)
    for revision in REVISIONS:
        data = tmp_path / revision
        data.mkdir()
        stored_by(revision, new.data / "tables.sqlite3", data / "tables.sqlite3")
        server = start(data=str(data))
        ben.port = server.port
        assert (await ben.ask(f"/api/records/{first}.qp")).text == text
        assert (await ben.ask(f"/api/records/{table.view['records'][1]}.qp")).status_code == 200
        assert server.entries(code)[: len(log)] == log
        await (await ben.visit(code)).play()
        assert len(server.entries(code)) > len(log)
        assert server.rows("select version_num from alembic_version") == [(REVISIONS[-1],)]
        assert server.rows("select count(*) from guests where seen_at < made_at") == [(0,)]
        server.stop()
    shutil.rmtree(tmp_path / "0001")
