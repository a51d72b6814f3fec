"""A right changes while somebody else's password is being hashed, which is held open until it has: nobody comes in too late, and nobody stays."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from tests.server import stores

from .conftest import Server
from .people import PATIENCE, Visitor, together
from .test_accounts import PASSWORD, Browser, needs_argon2, newcomer, who, with_account
from .test_pages import refused

pytestmark = needs_argon2
NEW = "a walk that nobody stole"
THIEVES = 8
SERVICE = "http://127.0.0.1:1"  # nobody is told anything here
KEYS = {
    "p256dh": "BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM",
    "auth": "tBHItJI5svbpez7KI4CCXg",
}


class Gate:
    """Where passwords are held in the threads that hash them, at every server that was given this folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.held: list[Path] = []

    def hold(self, kind: str, count: int) -> None:
        """Hold the next so many passwords that are hashed or verified."""
        for number in range(count):
            (self.folder / f"{kind}.{number}").touch()
        self.held = [self.folder / f"held-{kind}.{number}" for number in range(count)]

    async def full(self) -> None:
        """Wait until they are there."""
        async with asyncio.timeout(PATIENCE):
            while not all(ticket.exists() for ticket in self.held):
                await asyncio.sleep(0.005)

    def open(self) -> None:
        """Let them go on."""
        for ticket in self.held:
            ticket.unlink()


@pytest.fixture(scope="module")
def held(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, Gate]]:
    folder = tmp_path_factory.mktemp("gate")
    server = Server(tmp_path_factory.mktemp("held"), holds=str(folder))
    yield server, Gate(folder)
    server.stop()


async def change_password(owner: Browser, name: str, code: str) -> None:
    await owner.do("/password", password=PASSWORD, new=NEW)


async def recover(owner: Browser, name: str, code: str) -> None:
    await owner.do("/recover", name=name, code=code, new=NEW)


async def delete(owner: Browser, name: str, code: str) -> None:
    await owner.do("/delete", password=PASSWORD)


CHANGES = [change_password, recover, delete]
Change = Callable[[Browser, str, str], Awaitable[None]]


async def thieves_come_too_late(gate: Gate, near: Server, far: Server, change: Change) -> None:
    """Thieves have the password at one server, and its owner changes it at the other while they are compared; others are in already."""
    name = f"Tom {change.__name__}"
    owner, made = await with_account(near.port, name)
    inside = Browser(far.port)
    await inside.do("/sign_in", name=name, password=PASSWORD)
    sockets = [await inside.look(), await inside.visit(await inside.open(name=name, begin=True))]
    await sockets[0].until_heard(lambda lobby: lobby.lobby)
    await sockets[1].until(lambda table: table.view)
    waiting = await silent(inside)
    thieves = [await newcomer(far.port) for _ in range(THIEVES)]
    gate.hold("verify", THIEVES)
    body = {"name": name, "password": PASSWORD}
    trying = [asyncio.create_task(thief.post("/api/account/sign_in", body)) for thief in thieves]
    await gate.full()
    await change(owner, name, made["codes"][0])
    gate.open()
    answers = await asyncio.gather(*trying)
    wrong = await thieves[0].post("/api/account/sign_in", {"name": name, "password": "no such password"})
    for answer in answers:
        refused(answer, 403, "wrong_sign_in")
        assert answer.content == wrong.content
    assert [await who(thief) for thief in (*thieves, inside)] == [""] * (THIEVES + 1)
    assert [(await socket.until_closed())[0] for socket in sockets] == [1012, 1012]
    await ends_unheard(waiting)
    account = await owner.account()
    assert (account["name"], len(account["sessions"])) == (("", 0) if change is delete else (name, 1))


async def silent(browser: Browser) -> Any:
    """A socket whose credential is known to be good, and which says nothing yet."""
    return await connect(f"ws://127.0.0.1:{browser.port}/ws/lobby", additional_headers=browser.headers, compression=None)


async def ends_unheard(socket: Any) -> None:
    """It speaks now, and is closed without being shown anything."""
    heard = []
    try:
        await socket.send(json.dumps({"k": "hello", "proto": 1}))
        async for text in socket:
            heard.append(text)
    except ConnectionClosed:
        pass
    await socket.wait_closed()
    assert (socket.close_code, heard) == (1012, [])


@pytest.mark.parametrize("change", CHANGES)
def test_eight_sign_ins_while_the_right_changes(held: tuple[Server, Gate], change: Change) -> None:
    server, gate = held
    together(thieves_come_too_late)(gate, server, server, change)


@pytest.mark.slow
def test_eight_sign_ins_at_another_process_of_a_postgresql(start: Callable[..., Server], tmp_path: Path) -> None:
    folder = tmp_path / "gate"
    folder.mkdir()
    with stores.postgres() as store:
        near, far = [start(settings={"database": store.url}, holds=str(folder)) for _ in range(2)]
        for change in CHANGES:
            together(thieves_come_too_late)(Gate(folder), near, far, change)
            together(two_at_once)(Gate(folder), near, far, change.__name__)
        near.stop()
        far.stop()


async def two_at_once(gate: Gate, near: Server, far: Server, name: str) -> None:
    """Two recoveries with one code: one of them is none."""
    owner, made = await with_account(near.port, f"Two {name}")
    both = [await newcomer(server.port) for server in (near, far)]
    gate.hold("hash", 2)
    body = {"name": f"Two {name}", "code": made["codes"][0]}
    trying = [
        asyncio.create_task(browser.post("/api/account/recover", {**body, "new": new}))
        for browser, new in zip(both, (NEW, f"{NEW} again"), strict=True)
    ]
    await gate.full()
    gate.open()
    answers = await asyncio.gather(*trying)
    assert sorted(answer.status_code for answer in answers) == [200, 403]
    inside = [await who(browser) for browser in (owner, *both)]
    assert sorted(inside) == ["", "", f"Two {name}"]


@together
async def test_one_code_recovers_once(held: tuple[Server, Gate]) -> None:
    server, gate = held
    await two_at_once(gate, server, server, "here")


@together
async def test_who_gave_the_old_password_changes_nothing_any_more(held: tuple[Server, Gate]) -> None:
    """A thief inside has given the password for a change of their own when the owner changes it."""
    server, gate = held
    owner, _ = await with_account(server.port, "Owen Own")
    thief = await newcomer(server.port)
    await thief.do("/sign_in", name="Owen Own", password=PASSWORD)
    gate.hold("verify", 3)
    trying = [
        asyncio.create_task(thief.post(f"/api/account/{what}", {"password": PASSWORD, **more}))
        for what, more in (("delete", {}), ("codes", {}), ("password", {"new": "the word of a thief"}))
    ]
    await gate.full()
    await change_password(owner, "", "")
    gate.open()
    for answer in await asyncio.gather(*trying):
        refused(answer, 403, "signed_out")
    account = await owner.account()
    assert (account["name"], account["codes_left"], len(account["sessions"])) == ("Owen Own", 10, 1)
    await owner.do("/sign_in", name="Owen Own", password=NEW)


@together
async def test_of_two_new_passwords_one_counts_and_signs_in(held: tuple[Server, Gate]) -> None:
    server, gate = held
    owner, _ = await with_account(server.port, "Tab Two")
    tabs = [Browser(server.port, owner.token) for _ in range(2)]
    gate.hold("hash", 2)
    trying = [
        asyncio.create_task(tab.post("/api/account/password", {"password": PASSWORD, "new": new}))
        for tab, new in zip(tabs, (NEW, f"{NEW} too"), strict=True)
    ]
    await gate.full()
    gate.open()
    answers = await asyncio.gather(*trying)
    assert sorted(answer.status_code for answer in answers) == [200, 403]
    assert sorted([await who(tab) for tab in tabs]) == ["", "Tab Two"]


@together
async def test_a_new_password_and_a_recovery_at_once(held: tuple[Server, Gate]) -> None:
    """The recovery comes first: who had given the old password does not change the new one.  Then the other way round."""
    server, gate = held
    inside, made = await with_account(server.port, "Rea Covers")
    away = await newcomer(server.port)
    gate.hold("hash", 1)
    changing = asyncio.create_task(inside.post("/api/account/password", {"password": PASSWORD, "new": "the word of a thief"}))
    await gate.full()
    await recover(away, "Rea Covers", made["codes"][0])
    gate.open()
    refused(await changing, 403, "signed_out")
    assert (await who(inside), await who(away)) == ("", "Rea Covers")
    gate.hold("hash", 1)
    body = {"name": "Rea Covers", "code": made["codes"][1], "new": "a third long walk"}
    recovering = asyncio.create_task(inside.post("/api/account/recover", body))
    await gate.full()
    await away.do("/password", password=NEW, new=PASSWORD)
    gate.open()
    assert (await recovering).status_code == 200
    assert (await who(inside), await who(away)) == ("Rea Covers", "")
    await away.do("/sign_in", name="Rea Covers", password="a third long walk")


@together
async def test_whose_session_has_ended_ends_and_renames_nothing(held: tuple[Server, Gate]) -> None:
    """A cookie that was good is the next guest's: neither the account nor its other browsers hear of them."""
    server, _ = held
    owner, _ = await with_account(server.port, "Ned Ending")
    thief = await newcomer(server.port)
    await thief.do("/sign_in", name="Ned Ending", password=PASSWORD)
    own = next(one["id"] for one in (await thief.account())["sessions"] if not one["here"])
    old = thief.token
    await change_password(owner, "", "")
    for what, body in (("end_session", {"id": own}), ("name", {"name": "Ned Thief"}), ("sign_out", {})):
        refused(await Browser(server.port, old).post(f"/api/account/{what}", body), 403, "signed_out")
    assert await who(owner) == "Ned Ending"


@together
async def test_who_is_deleted_takes_no_chair_at_a_server_that_has_not_heard(start: Callable[..., Server]) -> None:
    first = start(beside=True)
    second = start(beside=True, deaf=True, data=str(first.data))
    owner, _ = await with_account(first.port, "Del Eted")
    elsewhere = Browser(second.port)
    await elsewhere.do("/sign_in", name="Del Eted", password=PASSWORD)
    host = await newcomer(first.port)
    code = await host.open(name="Hao")
    table: Visitor = await (await elsewhere.visit(code)).until(lambda table: table.view)
    await owner.do("/delete", password=PASSWORD)
    assert (await table.do("sit", seat=1, name="Del Eted"))["code"] == "signed_out"
    assert table.closed is None
    assert first.rows("select count(*) from guests where name = 'Del Eted'") == [(0,)]
    assert first.rows("select count(*) from sessions") == [(0,)]
    assert not any(b"Del Eted" in body for (body,) in first.rows("select body from events"))


@together
async def test_a_browser_is_told_of_turns_as_long_as_it_is_signed_in(start: Callable[..., Server]) -> None:
    server = start(settings={"push_services": [SERVICE]})
    owner, _ = await with_account(server.port, "Pia Push")
    thief = Browser(server.port)
    await thief.do("/sign_in", name="Pia Push", password=PASSWORD)
    guest = await newcomer(server.port)
    await guest.open(name="Gus")
    for browser, where in ((owner, "own"), (thief, "theirs"), (guest, "other")):
        assert (await told(browser, where)).status_code == 201
    await owner.do("/password", password=PASSWORD, new=NEW)
    assert told_at(server) == {"own", "other"}
    back = Browser(server.port)
    await back.do("/sign_in", name="Pia Push", password=NEW)
    await told(back, "back")
    (session,) = [one for one in (await owner.account())["sessions"] if not one["here"]]
    await owner.do("/end_session", id=session["id"])
    assert told_at(server) == {"own", "other"}
    await owner.do("/sign_in", name="Pia Push", password=NEW)  # the same browser
    assert told_at(server) == {"own", "other"}
    await owner.do("/sign_out")
    assert told_at(server) == {"other"}
    await guest.do("", 201, name="Gus of Old", password=PASSWORD)  # whoever else had the guest's credential
    assert told_at(server) == set()


def told_at(server: Server) -> set[str]:
    return {endpoint.rpartition("/")[2] for (endpoint,) in server.rows("select endpoint from pushes")}


async def told(browser: Browser, where: str) -> httpx.Response:
    return await browser.post("/api/push", {**KEYS, "endpoint": f"{SERVICE}/{where}", "language": "en"})
