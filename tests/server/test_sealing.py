"""Cards of running deals under a key outside the store: what a stolen file tells, and what becomes of it all without the key."""

import asyncio
import json
import shutil
import sqlite3
import stat
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import create_engine

from qipai.engine.errors import QipaiError, RecordError
from qipai.server.storage import rows
from qipai.server.storage.database import Database, give_up
from qipai.server.storage.sealing import ROUND, SealedError, Vault, add_key, is_sealed, read_keys
from qipai.session import Entry, read_entry

from . import stores
from .conftest import Server
from .people import Guest, Visitor, together
from .test_operating import qipai

BODY = b'{"order":["3H","4S"]}'


@pytest.fixture
def key(tmp_path: Path) -> Path:
    add_key(tmp_path / "key")
    return tmp_path / "key"


def log_in(store: Path, vault: Vault) -> list[Entry]:
    """The log of the only table of a file, as whoever has these keys can read it."""
    engine = create_engine(f"sqlite:///{store}")
    with engine.connect() as connection:
        table = connection.exec_driver_sql("select id from tables").scalar()
        events = rows.read_events(connection, str(table), 0, vault=vault)
    engine.dispose()
    return [read_entry(event.body) for event in events]


def stolen(server: Server, folder: Path) -> Path:
    """The files of a server's tables, as they lie there, in a folder of the thief's."""
    folder.mkdir()
    for file in server.data.glob("tables.sqlite3*"):
        shutil.copy(file, folder)
    return folder / "tables.sqlite3"


def cards_told(entries: list[Entry]) -> Iterator[bytes]:
    """All lists of cards in entries, as they would be written."""

    def lists(value: Any) -> Iterator[list[Any]]:
        for part in value.values() if isinstance(value, dict) else value if isinstance(value, list | tuple) else ():
            yield from lists(part)
        if isinstance(value, list | tuple) and len(value) > 2 and all(isinstance(face, str) for face in value):
            yield list(value)

    for entry in entries:
        for fact in entry.facts:
            for found in lists(fact.whole()):
                yield json.dumps(found, separators=(",", ":"), ensure_ascii=False).encode()[1:-1]


async def second_deal(server: Server) -> tuple[Guest, str, Visitor]:
    """A table at which one deal is over and another is played."""
    ann = await Guest.new(server.port)
    code = await ann.open(seats=3, deals=3, begin=True)
    table = await ann.visit(code)
    await table.play(until=lambda ann: len(ann.view["records"]) == 1)
    await table.until(lambda ann: ann.view["phase"] == "playing" or not ann.own["ready"])
    if table.view["phase"] != "playing":
        await table.do("ready")
    await table.until(lambda ann: ann.choices)
    return ann, code, table


@pytest.mark.parametrize("sealed", [True, False])
@together
async def test_a_stolen_file_holds_no_card_of_a_running_deal(
    start: Callable[..., Server], key: Path, tmp_path: Path, sealed: bool
) -> None:
    server = start(settings={"card_key": str(key), "bot_pause": (0, 0)} if sealed else {"bot_pause": (0, 0)})
    await second_deal(server)
    store = stolen(server, tmp_path / "thief")
    raw = b"".join(file.read_bytes() for file in store.parent.iterdir())
    log = log_in(store, Vault(read_keys(key)))
    begun = [entry.seq for entry in log for fact in entry.facts if fact.event == "shuffled"]
    assert len(begun) == 2
    cards = set(cards_told(log[begun[1] - 1 :]))
    assert len(cards) >= 3, "the pack and the hands"
    assert {found for found in cards if found in raw} == (set() if sealed else cards)
    if sealed:
        with pytest.raises(SealedError, match=read_keys_id(key)):
            log_in(store, Vault())
        with closing(sqlite3.connect(store)) as thief, thief:
            thief.execute("delete from events where seq >= ?", (begun[1],))
        assert len(log_in(store, Vault())) == begun[1] - 1, "the deal that is over can be read without the key"


def read_keys_id(key: Path) -> str:
    return Vault(read_keys(key)).ids[0]


@pytest.mark.slow
@together
async def test_a_restart_with_the_key_goes_on_and_one_without_is_refused(
    start: Callable[..., Server], key: Path, tmp_path: Path
) -> None:
    server = start(settings={"card_key": str(key)})
    ann, code, table = await second_deal(server)
    hand, record = table.hand, table.view["records"][0]
    text = (await ann.ask(f"/api/records/{record}.qp")).text
    server.kill()
    add_key(tmp_path / "other")
    for words in ((), ("--card-key", str(tmp_path / "other"))):
        refused = await asyncio.to_thread(qipai, "--data", str(server.data), "--no-browser", "--port", "0", *words)
        assert refused.returncode == 2
        assert f"1 under {read_keys_id(key)}" in refused.stderr
        assert "--card-key" in refused.stderr
    found = await asyncio.to_thread(qipai, "doctor", "--data", str(server.data))
    assert f"BAD  1 tables play deals sealed under the key {read_keys_id(key)}, which is not here" in found.stdout, found.stdout
    found = await asyncio.to_thread(qipai, "doctor", "--data", str(server.data), "--card-key", str(key))
    assert f"ok   1 tables play deals sealed under the key {read_keys_id(key)}, which is here" in found.stdout, found.stdout
    assert "1 of 1 tables can be read" in found.stdout
    await asyncio.to_thread(server.start)
    back = await ann.visit(code)
    await back.until(lambda ann: ann.choices)
    assert back.hand == hand
    assert (await ann.ask(f"/api/records/{record}.qp")).text == text
    await back.play()
    for name in back.view["records"]:
        assert (await ann.ask(f"/api/records/{name}.qp")).status_code == 200
    server.stop()
    del server.given["settings"]["card_key"]
    await asyncio.to_thread(server.start)  # no deal is played, so nobody needs the key
    assert (await ann.ask(f"/api/records/{back.view['records'][2]}.qp")).status_code == 200
    assert (await (await ann.visit(code)).until(lambda ann: ann.view)).view["phase"] == "finished"


@pytest.mark.slow
@together
async def test_a_new_key_seals_and_the_old_one_opens_until_its_deals_are_over(start: Callable[..., Server], key: Path) -> None:
    server = start(settings={"card_key": str(key), "bot_pause": (0, 0)})
    ann, code, table = await second_deal(server)
    old, hand = read_keys_id(key), table.hand
    server.stop()
    done = await asyncio.to_thread(qipai, "key", str(key))
    new = read_keys_id(key)
    assert new != old
    assert new in done.stdout
    assert stat.S_IMODE(key.stat().st_mode) == 0o600
    await asyncio.to_thread(server.start)
    back = await (await ann.visit(code)).until(lambda ann: ann.choices)
    assert back.hand == hand
    await back.act()
    assert sorted(server.rows("select id from seals")) == sorted([(old,), (new,)])
    lines = key.read_text().split()
    server.kill()
    key.write_text(lines[0] + "\n")  # too early
    refused = await asyncio.to_thread(qipai, "--data", str(server.data), "--no-browser", "--port", "0", "--card-key", str(key))
    assert (refused.returncode, old in refused.stderr) == (2, True)
    key.write_text("\n".join(lines) + "\n")
    await asyncio.to_thread(server.start)
    await (await ann.visit(code)).play(until=lambda ann: len(ann.view["records"]) == 2)
    server.stop()
    key.write_text(lines[0] + "\n")
    await asyncio.to_thread(server.start)
    assert server.rows("select id from seals") == [(new,)]
    for name in (await (await ann.visit(code)).until(lambda ann: ann.view)).view["records"]:
        assert (await ann.ask(f"/api/records/{name}.qp")).status_code == 200


@pytest.mark.slow
@together
async def test_a_lost_key_costs_the_deals_that_were_played_and_no_other(start: Callable[..., Server], key: Path) -> None:
    server = start(settings={"card_key": str(key)})
    ann, code, table = await second_deal(server)
    idle = await ann.open(seats=3)
    record, lost = table.view["records"][0], read_keys_id(key)
    words = ("key", "--lost", lost, "--data", str(server.data))
    refused = await asyncio.to_thread(qipai, *words)
    assert (refused.returncode, "stop it" in refused.stderr) == (2, True)
    copied = await asyncio.to_thread(qipai, "backup", str(server.folder / "copy"), "--data", str(server.data))
    assert f"need the key {lost}, which is not in it" in copied.stdout, copied
    server.stop()
    assert (await asyncio.to_thread(qipai, *words[:2], "00000000", *words[3:])).returncode == 2
    done = await asyncio.to_thread(qipai, *words)
    assert "1 tables are closed" in done.stdout, done
    del server.given["settings"]["card_key"]
    await asyncio.to_thread(server.start)
    visitor = await ann.visit(code)
    await visitor.until_closed()
    assert visitor.closed == (4410, "sealed_table")
    assert (await ann.ask(f"/api/records/{record}.qp")).status_code == 200
    assert (await (await ann.visit(idle)).do("begin"))["k"] == "ok"
    assert (await ann.ask("/api/me")).json()["tables"][0]["code"] == idle


@pytest.mark.slow
def test_a_postgresql_asks_for_its_key_too(tmp_path: Path) -> None:
    vault, table = Vault([bytes(32)]), rows.TableRow("t", "tea-482", "watch", "gan_deng_yan", 1, "ann", 1)
    event = rows.EventRow(1, 1, "ann", None, vault.seal("t", 1, 1, BODY), 1)
    with stores.postgres() as store:
        database = Database.open(store.url, vault=vault)
        asyncio.run(database.write(lambda connection: rows.add_table(connection, table, 1)))
        asyncio.run(database.write(lambda connection: rows.append(connection, "t", event, {})))
        database.close()
        with pytest.raises(QipaiError, match=f"1 under {vault.ids[0]}"):
            Database.open(store.url)
        database = Database.open(store.url, vault=Vault([bytes(31) + b"1", bytes(32)]))
        (found,) = asyncio.run(database.read(lambda connection: rows.read_events(connection, "t", 0, vault=database.vault)))
        assert found.body == BODY
        assert len(asyncio.run(database.read(rows.sealing_keys))) == 2
        database.close()
        assert give_up(store.url, vault.ids[0]) == 1
        Database.open(store.url).close()


def test_what_is_sealed_tells_neither_its_length_nor_that_it_is_the_same() -> None:
    vault = Vault([bytes(32)])
    sealed = [vault.seal("t", 7, 1, body) for body in (BODY, BODY, BODY[:-1] + b" " * 90 + b"}")]
    assert len(set(sealed)) == 3
    assert len({len(body) for body in sealed}) == 1
    assert len(vault.seal("t", 7, 1, bytes(ROUND + 1))) == len(sealed[0]) + ROUND
    assert vault.open("t", 7, sealed[0], {}) == BODY
    assert not is_sealed(BODY)
    assert Vault().seal("t", 7, 1, BODY) == BODY


def test_an_entry_opens_at_its_own_place_alone() -> None:
    vault = Vault([bytes(32), bytes(31) + b"1"])
    sealed = vault.seal("t", 7, 1, BODY)
    for table, seq, body in (("u", 7, sealed), ("t", 8, sealed), ("t", 7, sealed[:-1] + bytes([sealed[-1] ^ 1]))):
        with pytest.raises(RecordError, match="is not what was stored"):
            vault.open(table, seq, body, {})
    with pytest.raises(SealedError):
        Vault([bytes(31) + b"2"]).open("t", 7, sealed, {2: vault.tell("t", 2) or b""})
    told = {1: vault.tell("t", 1) or b""}
    assert Vault().open("t", 7, sealed, told) == BODY, "whoever has the key of the deal"
    with pytest.raises(RecordError):
        Vault().open("t", 9, Vault([bytes(32)]).seal("u", 9, 1, BODY), told)


def test_what_is_no_file_of_keys_is_refused_in_a_sentence(tmp_path: Path) -> None:
    for text in ("", "hello", "aGVsbG8=", "é"):
        (tmp_path / "key").write_text(text)
        with pytest.raises(QipaiError, match="is no file of keys"):
            read_keys(tmp_path / "key")
    with pytest.raises(QipaiError, match="qipai key"):
        read_keys(tmp_path / "none")
    inside = qipai("--data", str(tmp_path), "--card-key", str(tmp_path / "key"), "--no-browser", "--port", "0")
    assert (inside.returncode, "keep it elsewhere" in inside.stderr) == (2, True)
