"""Attacks from outside, with small clients of their own: what they cost their sender, and what others feel."""

import asyncio
import json
import sqlite3
import time
import urllib.request
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from qipai.engine.errors import LANGUAGES
from qipai.server.limits import Limits

from .conftest import Server
from .killing import Disk
from .people import Guest, Visitor, together


async def raw(port: int, *parts: bytes, own: str = "127.0.0.1") -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A connection that says something and waits."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(own, 0))
    for part in parts:
        writer.write(part)
    await writer.drain()
    return reader, writer


async def answer(reader: asyncio.StreamReader) -> bytes:
    try:
        return await asyncio.wait_for(reader.read(), 20)
    except ConnectionError:
        return b""


HEAD = b"POST /api/guests HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\n"
HALVES = {
    "silence": (),
    "half a line": (b"GET /api/he",),
    "half a head": (b"GET / HTTP/1.1\r\nhost: 127.0.0.1\r\n",),
    "half a body": (HEAD + b"content-length: 50\r\n\r\n{",),
    "half a chunk": (HEAD + b"transfer-encoding: chunked\r\n\r\n30\r\n{",),
    "a second half head": (b"GET /api/health HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\nGET /",),
}


@pytest.mark.slow
@pytest.mark.parametrize("what", HALVES)
@together
async def test_a_request_that_is_never_whole_ends(start: Callable[..., Server], what: str) -> None:
    server = start(settings={"head_time": 0.6, "body_time": 1.2})
    reader, writer = await raw(server.port, *HALVES[what])
    began = time.monotonic()
    told = await answer(reader)
    assert 0.3 < time.monotonic() - began < 8
    if what == "a second half head":
        assert told.startswith(b"HTTP/1.1 200")
    else:
        assert told.startswith(b"HTTP/1.1 408") or what == "silence"
    writer.close()
    slow_reader, slow = await raw(server.port, b"GET /api/health HTTP/1.1\r\n")
    for letter in b"host: 127.0.0.1" * 3:  # a letter now and then is no excuse
        slow.write(bytes([letter]))
        await asyncio.sleep(0.05)
    assert b" 200 " not in await answer(slow_reader)
    slow.close()


@pytest.mark.slow
@together
async def test_a_request_in_its_time_is_answered_and_the_connection_kept(start: Callable[..., Server]) -> None:
    server = start(settings={"head_time": 1.0, "body_time": 1.0})
    reader, writer = await raw(server.port)
    request = b"GET /api/health HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n"
    for _ in range(3):
        for part in (request[:20], request[20:]):
            writer.write(part)
            await asyncio.sleep(0.4)  # longer in all than one request may take
        assert b" 200 " in await asyncio.wait_for(reader.readuntil(b"}"), 10)
    body = b'{"name":"Ann"}'
    head = HEAD + b"content-length: %d\r\n\r\n" % len(body)
    for part in (head, body[:5], body[5:]):
        writer.write(part)
        await asyncio.sleep(0.3)
    assert b" 201 " in await asyncio.wait_for(reader.readuntil(b"}"), 10)
    writer.close()


@together
async def test_a_table_outlasts_the_times_of_requests(start: Callable[..., Server]) -> None:
    server = start(settings={"head_time": 0.3, "body_time": 0.3})
    ann = await Guest.new(server.port)
    table = await ann.visit(await ann.open(seats=3))
    await asyncio.sleep(1.5)
    assert (await table.do("rename", name="Anna"))["k"] == "ok"


@together
async def test_one_address_cannot_fill_the_house_and_a_full_house_says_so(start: Callable[..., Server]) -> None:
    server = start(settings={"head_time": 30}, limits={"connections_of_address": 20, "requests": [1e6, 1e6]})
    held = [await raw(server.port, b"GET / HTTP/1.1\r\n") for _ in range(20)]
    reader, writer = await raw(server.port, b"GET /api/health HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n")
    told = await answer(reader)
    head, _, body = told.partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 503")
    assert json.loads(body)["code"] == "full_house"
    assert set(json.loads(body)["text"]) == {"en", "zh-Hans", "zh-Hant"}
    writer.close()
    held[0][1].close()
    await asyncio.sleep(0.3)
    reader, writer = await raw(server.port, b"GET /api/health HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n\r\n")
    assert b" 200 " in await answer(reader)
    for _, other in [*held, (reader, writer)]:
        other.close()


@together
async def test_a_house_that_is_full_says_so_to_everybody_and_goes_on(start: Callable[..., Server]) -> None:
    server = start(settings={"connections": 9, "head_time": 30})
    ann = await Guest.new(server.port)
    table = await ann.visit(await ann.open(seats=3, begin=True))
    await table.until(lambda me: me.choices)
    await asyncio.sleep(0.2)  # requests that are answered leave
    held = [await raw(server.port, b"GET / HTTP/1.1\r\n", own=f"127.0.0.{number + 2}") for number in range(8)]
    for request in (b"GET /api/health HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n", b"GET /api/ready HTTP/1.0\r\n\r\n"):
        reader, writer = await raw(server.port, request, own="127.0.0.99")
        head, _, body = (await answer(reader)).partition(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 503")
        assert b"retry-after: 5" in head
        assert json.loads(body)["code"] == "full_house"
        assert all(json.loads(body)["text"][language] for language in LANGUAGES)
        writer.close()
    assert (await table.act())["k"] == "ok", "who is at a table plays on"
    for _, other in held:
        other.close()
    await asyncio.sleep(0.3)
    assert (await ann.ask("/api/health")).status_code == 200


@together
async def test_a_guest_has_so_many_tables_open_and_no_more(start: Callable[..., Server]) -> None:
    server = start(limits={"open_tables_of_guest": 2})
    ann = await Guest.new(server.port)
    first, _ = await ann.open(seats=3), await ann.open(seats=3)
    refused = await ann.try_open(seats=3)
    assert (refused.status_code, refused.json()["code"]) == (429, "too_many_open_tables")
    assert all("2" in refused.json()["text"][language] for language in LANGUAGES)
    assert (await (await Guest.new(server.port)).try_open(seats=3)).status_code == 201
    await asyncio.to_thread(server.stop)
    await asyncio.to_thread(server.start)
    assert (await ann.try_open(seats=3)).status_code == 429, "it is counted in the store"
    with closing(sqlite3.connect(server.data / "tables.sqlite3", timeout=10)) as store, store:
        store.execute("update tables set open = 0 where code = ?", (first,))
    assert (await ann.try_open(seats=3)).status_code == 201


@together
async def test_an_address_has_so_many_tables_open_and_no_more(start: Callable[..., Server]) -> None:
    server = start(limits={"open_tables_of_address": 3})
    guests = [await Guest.new(server.port) for _ in range(5)]
    codes = [await guest.open(seats=3) for guest in guests[:3]]
    for guest in guests[3:]:
        refused = await guest.try_open(seats=3)
        assert (refused.status_code, refused.json()["code"]) == (429, "too_many_open_here")
    with closing(sqlite3.connect(server.data / "tables.sqlite3", timeout=10)) as store, store:
        store.execute("update tables set open = 0 where code = ?", (codes[1],))
    assert [(await guest.try_open(seats=3)).status_code for guest in guests[3:]] == [201, 429]


@together
async def test_on_a_full_disk_nothing_is_acknowledged_and_play_goes_on_once_there_is_room(
    start: Callable[..., Server], tmp_path: Path
) -> None:
    disk = Disk(tmp_path / "disk", 16)
    if not disk.own:
        pytest.skip("this user may not mount a disk of a few megabytes, which the test fills")
    try:
        server = start(data=str(disk.folder), settings={"bot_pause": (60, 60)})
        ann = await Guest.new(server.port)
        code = await ann.open(seats=3, begin=True)
        table = await ann.visit(code)
        await table.until(lambda me: me.choices)
        seq, act = table.seq, {"k": "act", "id": "once", "at": table.seq, "action": table.choices[0]["action"]}
        disk.fill()
        refused = await table.do(**act)
        assert (refused["k"], refused["code"]) == ("no", "not_stored")
        assert all(refused["text"][language] for language in LANGUAGES)
        opened = await ann.try_open(seats=3)
        assert (opened.status_code, opened.json()["code"]) == (503, "not_stored")
        assert (await ann.ask("/api/ready")).status_code == 503
        assert (await ann.ask("/api/me")).json()["tables"][0]["code"] == code, "who only looks is served"
        assert table.seq == seq, "something was shown that is not stored"
        disk.free()
        assert (await table.do(**act))["seq"] == seq + 1
        assert [entry.command for entry in server.entries(code)].count("once") == 1
        await asyncio.sleep(1.1)  # it is tried once a second
        assert (await ann.ask("/api/ready")).status_code == 200
        await asyncio.to_thread(server.stop)
    finally:
        disk.close()


@together
async def test_a_flood_of_names_costs_its_sender_and_not_the_others(start: Callable[..., Server]) -> None:
    """Three guests of one address flood; another, who plays, hears as usual.  Limits are the usual ones."""
    usual = Limits()
    names = ("changes_of_guest", "changes_of_address", "trifles_of_guest", "messages", "messages_of_address")
    limits = {name: [getattr(usual, name).rate, getattr(usual, name).burst] for name in names}
    server = start(limits=limits)
    player = await Guest.new(server.port, "Player")
    table = await player.visit(await player.open(seats=3, deals=20, begin=True))
    await table.until(lambda me: me.choices)
    usual_wait = await wait_for_an_answer(table)
    flooders = [await Guest.new(server.port, f"F{number}") for number in range(3)]
    sockets = []
    for guest in flooders:
        code = await guest.open(seats=3)
        sockets += [await guest.visit(code) for _ in range(4)]
    before = server.rows("select count(*) from events")[0][0]
    over = asyncio.Event()

    async def flood(socket: Any) -> None:
        number = 0
        while not over.is_set() and not socket.closed:
            number += 1
            await socket.send(k="rename", id=f"{id(socket)}-{number}", name=f"N{number}")
            await asyncio.sleep(0.01)

    flooding = [asyncio.create_task(flood(socket)) for socket in sockets]
    await asyncio.sleep(1)
    felt = []
    for _ in range(20):
        await table.until(lambda me: me.choices or me.view["phase"] != "playing")
        if table.view["phase"] != "playing":
            break
        felt.append(await wait_for_an_answer(table))
    over.set()
    await asyncio.gather(*flooding, return_exceptions=True)
    names_stored = sum(
        len(server.rows("select 1 from events where actor = ? and command like ?", guest, "%-%")) for guest in ids(server)
    )
    assert names_stored <= 3 * (usual.trifles_of_guest.burst + 60 * usual.trifles_of_guest.rate)
    assert before > 0
    refused = [message for socket in sockets for message in socket.answers.values() if message["k"] == "no"]
    assert {message["code"] for message in refused} == {"slow_down"}
    assert sorted(felt)[len(felt) // 2] < 5 * usual_wait + 1.0, felt


async def wait_for_an_answer(table: Visitor) -> float:
    """Act, and say how many seconds the answer took."""
    began = time.monotonic()
    await table.act()
    return time.monotonic() - began


def ids(server: Server) -> list[str]:
    return [row[0] for row in server.rows("select id from guests where name like 'N%'")]


@together
async def test_a_full_log_takes_plays_and_nothing_else(start: Callable[..., Server]) -> None:
    server = start(limits={"entries_of_table": 6})
    ann = await Guest.new(server.port)
    table = await ann.visit(await ann.open(seats=3, begin=True))
    await table.until(lambda me: me.choices)
    while table.seq < 6:
        assert (await table.act())["k"] == "ok"
        await table.until(lambda me: me.choices)
    assert (await table.do("rename", name="Anna"))["code"] == "table_full"
    assert (await table.act())["k"] == "ok"


@together
async def test_a_command_that_is_stored_is_answered_again_whatever_the_limits(start: Callable[..., Server]) -> None:
    server = start(limits={"trifles_of_guest": [0.001, 1]})
    ann = await Guest.new(server.port)
    table = await ann.visit(await ann.open(seats=3))
    await table.until(lambda me: me.view)
    first = await table.do("rename", name="Anna", id="once")
    assert first["k"] == "ok"
    assert (await table.do("rename", name="Anne", id="twice"))["code"] == "slow_down"
    table.answers.clear()
    assert await table.do("rename", name="Anna", id="once") == first


@together
async def test_records_have_a_limit_of_their_own(start: Callable[..., Server]) -> None:
    server = start(limits={"records": [0.01, 3]})
    ann = await Guest.new(server.port)
    answers = [(await ann.ask("/api/records/abc-1")).status_code for _ in range(5)]
    assert answers == [404, 404, 404, 429, 429]
    assert (await ann.ask("/api/me")).status_code == 200


def test_headers_hold_nothing_that_a_request_said_and_no_leave_for_inline_styles(start: Callable[..., Server]) -> None:
    server = start(settings={"origin": ["https://cards.example"]})
    for host in ("127.0.0.1", "evil.localhost", "cards.example"):
        request = urllib.request.Request(
            f"http://127.0.0.1:{server.port}/", headers={"host": host, "x-forwarded-proto": "https"}
        )
        with urllib.request.urlopen(request) as page:
            headers = {name.lower(): text for name, text in page.headers.items()}
        policy = headers["content-security-policy"]
        assert "unsafe-inline" not in policy
        assert "connect-src 'self' wss://cards.example;" in policy
        assert host == "cards.example" or not [text for text in headers.values() if host in text]
        assert headers["strict-transport-security"] == "max-age=31536000"
    plain = start()
    with urllib.request.urlopen(f"http://127.0.0.1:{plain.port}/") as page:
        assert "strict-transport-security" not in {name.lower() for name in page.headers}
    for host in ("127.0.0.1:80; frame-ancestors *; x", "[fe80::1%evil.com]", "x@127.0.0.1", "127.0.0.1#x", "a b"):
        request = urllib.request.Request(f"http://127.0.0.1:{plain.port}/", headers={"host": host})
        with pytest.raises(urllib.error.HTTPError) as refused:
            urllib.request.urlopen(request)
        assert refused.value.code in (400, 421), host
        refused.value.close()


def test_paths_that_no_system_knows_are_not_found(start: Callable[..., Server]) -> None:
    server = start()
    for path in ("a" * 300, "assets/" + "é" * 200, "/".join(["a" * 250] * 20)):
        with pytest.raises(urllib.error.HTTPError) as refused:
            urllib.request.urlopen(f"http://127.0.0.1:{server.port}/{urllib.request.quote(path)}")
        assert refused.value.code == 404
        refused.value.close()
    assert "failed" not in server.output()
