"""Being told that it is one's turn: what is sent, to whom, when, and what an endpoint may be."""

import asyncio
import socket
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import Connection, create_engine

from qipai.games import GAMES
from qipai.server import notifying, webpush
from qipai.server.house import House
from qipai.server.protocol import NewTable
from qipai.server.pushing import id_of
from qipai.server.settings import Settings
from qipai.server.storage import pushes, rows
from qipai.server.storage.database import Database
from qipai.server.storage.pushes import FAILURES, MOST, PushRow
from qipai.server.storage.sealing import Vault, is_sealed
from qipai.server.tables import Table
from qipai.session.log import seat_actor
from tests.conformance.nines import NINES
from tests.server import stores

from .conftest import Server
from .onlookers import at_table
from .people import PATIENCE, Guest, Visitor, together
from .push_service import Browser, PushService, data, letters, push_service

SOON: dict[str, Any] = {"turn_told": 0.2, "look_around": 0.05, "bot_pause": [0.02, 0.05]}


def test_a_message_is_encrypted_as_in_the_example_of_rfc_8291() -> None:
    """§5 of the RFC: the keys, the salt and the body are those printed there."""
    own = data("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw")
    theirs = data("BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4")
    auth, salt = data("BTBZMqHH6r4Tts7J_aSIgg"), data("DGv6ra1nlYgDCS1FRnbzlw")
    body = webpush.encrypted(b"When I grow up, I want to be a watermelon", theirs, auth, own, salt, 0)
    assert letters(body) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_y"
        "l95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


# -- where a message may go


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://push.example/a", "https://127.0.0.1/a", "https://[::1]/a", "https://2130706433/a", "https://0x7f.1/a",
        "https://localhost/a", "https://router/a", "https://push.example:8443/a", "https://user@push.example/a",
        "https://push.example\\@localhost/a", "ftp://push.example/a", "file:///etc/passwd", "https:///a", "", "https://[",
        "https://push.example/\r\nHost: localhost", "https://push.example/" + "a" * 1000, "https://10.0.0.1./a",
    ],
)  # fmt: skip
def test_an_endpoint_is_a_name_over_https_on_its_usual_port(endpoint: str) -> None:
    assert not webpush.is_service(endpoint)


def test_real_endpoints_are_taken() -> None:
    for host in (
        "fcm.googleapis.com",
        "updates.push.services.mozilla.com",
        "web.push.apple.com",
        "wns2-par02p.notify.windows.com",
    ):
        assert webpush.is_service(f"https://{host}/send/abc:def?token=x-_=")


@pytest.mark.parametrize(
    ("address", "public"),
    [
        ("93.184.216.34", True), ("2606:2800:220:1::1", True), ("127.0.0.1", False), ("10.1.2.3", False), ("172.16.0.1", False),
        ("192.168.1.1", False), ("169.254.169.254", False), ("100.64.0.1", False), ("0.0.0.0", False), ("224.0.0.1", False),
        ("255.255.255.255", False), ("::1", False), ("::", False), ("fe80::1%eth0", False), ("fd00::1", False), ("ff02::1", False),
        ("::ffff:127.0.0.1", False), ("::ffff:10.0.0.1", False), ("64:ff9b::7f00:1", False), ("2002:7f00:1::", False),
    ],
)  # fmt: skip
def test_what_is_public(address: str, public: bool) -> None:
    assert webpush.is_public(address) is public


@pytest.mark.parametrize("inside", [["127.0.0.1"], ["93.184.216.34", "10.0.0.1"], []])
def test_a_name_that_leads_inside_is_not_followed(monkeypatch: pytest.MonkeyPatch, inside: list[str]) -> None:
    found = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, 443)) for address in inside]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: found)
    monkeypatch.setattr(socket, "create_connection", lambda *_, **__: pytest.fail("it was called"))
    with pytest.raises(webpush.NotPublic):
        webpush.send("https://push.example/a", b"", {})


def test_the_address_that_was_looked_at_is_the_one_that_is_called(monkeypatch: pytest.MonkeyPatch) -> None:
    answers = iter([["93.184.216.34"], ["127.0.0.1"]])  # a name that leads elsewhere when it is asked again
    called: list[Any] = []

    def look_up(*_: Any, **__: Any) -> list[Any]:
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, 443)) for address in next(answers)]

    def call(address: Any, *_: Any, **__: Any) -> Any:
        called.append(address)
        raise ConnectionRefusedError

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    monkeypatch.setattr(socket, "create_connection", call)
    with pytest.raises(ConnectionRefusedError):
        webpush.send("https://push.example/a", b"", {})
    assert called == [("93.184.216.34", 443)]


# -- who may ask for it


async def forget(guest: Guest, endpoint: str) -> httpx.Response:
    async with httpx.AsyncClient(timeout=PATIENCE) as client:
        url = f"http://127.0.0.1:{guest.port}/api/push"
        return await client.request("DELETE", url, headers=guest.headers, json={"endpoint": endpoint})


@together
async def test_what_is_no_subscription_is_refused(start: Callable[..., Server]) -> None:
    with push_service() as service:
        server, browser = start(settings={"push_services": [service.origin]}), Browser(service, "ann")
        ann = await Guest.new(server.port)
        good = browser.subscription()
        bad = [
            {**good, "endpoint": "https://192.168.0.1/a"}, {**good, "endpoint": "http://push.example/a"}, {**good, "auth": "AAAA"},
            {**good, "p256dh": letters(bytes(65))}, {**good, "p256dh": "ü"}, {**good, "p256dh": letters(browser.public[:33])},
        ]  # fmt: skip
        for one in bad:
            assert (await ann.post("/api/push", one)).json()["code"] == "bad_push"
        assert (await ann.post("/api/push", {**good, "language": "fr"})).json()["code"] == "unknown_language"
        assert server.rows("select count(*) from pushes") == [(0,)]
        async with httpx.AsyncClient() as client:  # a page whose guest has never taken a chair
            home = f"http://127.0.0.1:{server.port}"
            answer = await client.post(f"{home}/api/push", json=good, headers={"origin": home})
            assert answer.json()["code"] == "push_unseated"
            elsewhere = await client.post(f"{home}/api/push", json=good, headers={"origin": "https://elsewhere.example"})
            assert elsewhere.json()["code"] == "wrong_origin"
        for number in range(MOST + 2):
            answer = await ann.post("/api/push", Browser(service, f"ann-{number}").subscription())
            assert answer.status_code == 201
        kept = {endpoint for (endpoint,) in server.rows("select endpoint from pushes")}
        assert len(kept) == MOST
        assert f"{service.origin}/to/ann-{MOST + 1}" in kept, "the eldest are forgotten"
        for endpoint in kept:
            assert (await forget(ann, endpoint)).status_code == 200
        assert server.rows("select count(*) from pushes") == [(0,)]


# -- what is told


async def asked_while_away(ann: Guest, ben: Guest, **more: Any) -> tuple[str, Visitor]:
    """A table where Ben has left, and is asked or will be; Ann has the other chair."""
    code = await ann.open(seats=2, deals=1, clock="patient")
    one, two = await ann.visit(code), await ben.visit(code)
    await one.until(lambda ann: ann.view)
    await two.until(lambda ben: ben.view)
    await two.do("sit", seat=1, name="Ben")
    await two.vanish()
    await one.until(lambda ann: not ann.view["seats"][1]["connected"])
    await one.do("begin")
    await one.until(lambda ann: ann.view["phase"] == "playing")
    while not one.view["deal"]["to_act"] or one.view["deal"]["to_act"] == [0]:
        await one.until(lambda ann: ann.asked)
        before = one.seq
        await one.act()
        await one.until(lambda ann, before=before: ann.seq > before)  # type: ignore[misc]
    return code, one


@pytest.mark.parametrize("servers", [1, 2])
@together
async def test_who_is_away_is_told_once_which_table_waits_for_them(start: Callable[..., Server], servers: int) -> None:
    with push_service() as service:
        settings = {**SOON, "push_services": [service.origin], "origin": ["https://cards.example"]}
        house = [start(beside=servers > 1, settings=settings)]
        house += [start(beside=True, settings=settings, data=str(house[0].data)) for _ in range(servers - 1)]
        ann, ben, browser = await Guest.new(house[0].port), await Guest.new(house[-1].port, "Ben"), Browser(service, "ben")
        assert (await ben.post("/api/push", browser.subscription("zh-Hans"))).status_code == 201
        code, one = await asked_while_away(ann, ben)
        service.until(1)
        path, headers, body = service.got[0]
        title = GAMES["gan_deng_yan"].titles["zh-Hans"]
        assert browser.read(body) == {"title": title, "body": f"{code} 桌：轮到你", "path": f"/t/{code}"}
        assert path == "/to/ben"
        assert headers["content-encoding"] == "aes128gcm"
        key, claims = service.signer(headers)
        assert key == (await ben.ask("/api/push")).json()["key"] == (await ann.ask("/api/push")).json()["key"]
        assert (claims["aud"], claims["sub"]) == (service.origin, "https://cards.example")
        assert 0 < claims["exp"] - time.time() <= 24 * 3600
        again = await ben.visit(code)  # who looks and goes is not told of the same question again
        await again.until(lambda ben: ben.asked)
        await again.vanish()
        await one.until(lambda ann: not ann.view["seats"][1]["connected"])
        await asyncio.to_thread(nothing_is_due, house[0])
        assert len(service.got) == 1
        assert all("failed" not in server.output() for server in house)


def nothing_is_due(server: Server) -> None:
    """Wait until nobody is left to be told."""
    end = time.monotonic() + PATIENCE
    while server.rows("select count(*) from turns where sent = 0") != [(0,)]:
        assert time.monotonic() < end
        time.sleep(0.02)


@together
async def test_two_servers_of_one_postgresql_tell_it_once(start: Callable[..., Server]) -> None:
    with push_service() as service, stores.postgres() as store:
        settings = {**SOON, "push_services": [service.origin], "database": store.url}
        first, second = start(settings=settings), start(settings=settings)
        ann, ben, browser = await Guest.new(first.port), await Guest.new(second.port, "Ben"), Browser(service, "ben")
        assert (await ben.post("/api/push", browser.subscription())).status_code == 201
        code, one = await asked_while_away(ann, ben)
        await asyncio.to_thread(service.until, 1)
        assert browser.read(service.got[0][2])["path"] == f"/t/{code}"
        again = await ben.visit(code)
        await again.until(lambda ben: ben.asked)
        await again.vanish()
        await one.until(lambda ann: not ann.view["seats"][1]["connected"])
        engine = create_engine(store.url)
        with engine.connect() as connection:
            assert connection.exec_driver_sql("select sum(sent) from turns").scalar() == 1
        engine.dispose()
        assert len(service.got) == 1
        assert all("failed" not in server.output() for server in (first, second))


@pytest.mark.parametrize(("status", "times"), [(410, 1), (404, 1), (500, FAILURES), (307, FAILURES)])
def test_a_browser_that_is_gone_is_forgotten(tmp_path: Path, status: int, times: int) -> None:
    with push_service() as service:
        service.status = status
        browser = Browser(service, "ben")

        async def test(house: House, table: Table) -> None:
            await subscribe(house, "ben", browser)
            key = await house.notices.key()
            assert key is not None
            for number in range(1, times + 1):
                (kept,) = await house.notices._browsers("ben")
                await house.notices._send(kept, table, key)
                assert len(service.got) == number, "no redirection is followed"
            assert await house.notices._browsers("ben") == []

        at_table(tmp_path, test, Settings(push_services=(service.origin,)))


async def subscribe(house: House, person: str, browser: Browser) -> None:
    row = PushRow(id_of(browser.endpoint), person, browser.endpoint, browser.public, browser.auth, "en", 1)

    def store(connection: Connection) -> bool:
        rows.remember_guest(connection, person, person, 1)
        return pushes.subscribe(connection, row)

    assert await house.database.write(store)


def test_who_is_connected_is_not_told(tmp_path: Path) -> None:
    async def test(house: House, table: Table) -> None:
        assert table.session.waiting()
        assert notifying.missing(table) == []
        for connection in list(table.connections):
            table.leave(connection)
        assert notifying.missing(table) == [table.session.chairs[seat].guest for seat in table.session.waiting()]

    at_table(tmp_path, test, clock="patient")


def test_nobody_is_told_of_a_window(tmp_path: Path) -> None:
    seen = []

    async def test(house: House, table: Table) -> None:
        for connection in list(table.connections):
            table.leave(connection)
        for _ in range(200):
            if table.session.window_open or table.session.phase != "playing":
                break
            seat = table.session.waiting()[0]
            action = table.session.default_action(seat)
            await table.change(seat_actor(seat), lambda seat=seat, action=action: table.session.act(seat, action))  # type: ignore[misc]
        seen.append(table.session.window_open)
        assert table.session.waiting()
        assert notifying.missing(table) == []

    at_table(tmp_path, test, Settings(window=60), game=NINES.name, seats=2, bots="rule", clock="patient")
    assert seen == [True]


def test_what_is_sent_and_when_depends_on_no_card(tmp_path: Path) -> None:
    """Neither the length of a message nor the moment for it: half a minute after the question, which everybody sees."""
    lengths, waits = set(), set()

    for number in range(3):  # three deals
        with push_service() as service:
            browsers = {name: Browser(service, name) for name in ("ann", "ben")}

            async def test(house: House, table: Table, browsers: dict[str, Browser] = browsers) -> None:
                for name, browser in browsers.items():
                    await subscribe(house, name, browser)
                for connection in list(table.connections):
                    table.leave(connection)
                await asyncio.gather(*house.notices._errands)
                (due,) = await house.database.read(
                    lambda connection: connection.exec_driver_sql("select due, seq from turns").all()
                )
                waits.add(due[0] - table.session.asked_at)
                assert due[1] == table.session.asked_seq
                for browser in browsers.values():
                    text = notifying.told(table, "en")
                    body, headers = webpush.message(
                        text, browser.endpoint, browser.public, browser.auth, webpush.new_key(), 1e9, "mailto:a@b", "t"
                    )
                    lengths.add((len(body), len(headers["Authorization"]) // 10))
                    assert set(browser.read(body)) == {"title", "body", "path"}

            at_table(tmp_path / str(number), test, Settings(push_services=(service.origin,)), clock="patient")
    assert waits == {30_000}
    assert len({length for length, _ in lengths}) == 1


# -- the server's own key


def test_the_key_is_made_once_and_kept_under_the_operators(tmp_path: Path) -> None:
    first, second = bytes(32), bytes([1] * 32)

    def key_with(*keys: bytes) -> tuple[bytes, bytes]:
        async def run() -> tuple[bytes, bytes]:
            house = House(Database.open(tmp_path, vault=Vault(keys)), GAMES, Settings())
            try:
                key = await house.notices.key()
                stored = await house.database.read(lambda connection: pushes.find_key(connection, notifying.KEY))
                assert key is not None
                assert stored is not None
                return key, stored
            finally:
                await house.stop()

        return asyncio.run(run())

    plain, _ = key_with()
    assert key_with()[0] == plain
    sealed, stored = key_with(first)
    assert sealed == plain
    assert is_sealed(stored)
    assert plain.hex().encode() not in stored
    assert key_with(second, first)[0] == plain, "an older key of the operator still opens it"
    assert key_with(second)[0] != plain, "under a lost key there is a new one, for which browsers ask"


def test_two_servers_make_one_key(tmp_path: Path) -> None:
    async def run() -> set[bytes | None]:
        database = Database.open(tmp_path)
        houses = [House(database, GAMES, Settings()) for _ in range(3)]
        made = set(await asyncio.gather(*(house.notices.key() for house in houses)))
        await houses[0].stop()
        return made

    assert len(asyncio.run(run())) == 1


def test_a_guest_who_is_forgotten_takes_their_browsers_along(tmp_path: Path) -> None:
    with push_service() as service:
        browser = Browser(service, "cy")

        async def run() -> None:
            house = House(Database.open(tmp_path), GAMES, Settings())
            await house.open(NewTable("gan_deng_yan", 2, "Ann"), "ann", "")
            await subscribe(house, "cy", browser)
            assert await house.database.write(lambda connection: rows.delete_guests(connection, 2, 10)) == 1
            assert await house.notices._browsers("cy") == []
            await house.stop()

        asyncio.run(run())


def test_the_service_of_these_tests_is_not_taken_elsewhere() -> None:
    with push_service() as service:
        assert isinstance(service, PushService)
        assert not webpush.is_service(f"{service.origin}/to/ann")
        assert webpush.is_service(f"{service.origin}/to/ann", (service.origin,))
