"""Accounts, from outside, with browsers that keep what they were given and do what a page of another site could make them do."""

import asyncio
import json
import sqlite3
import statistics
import time
from collections.abc import Callable
from contextlib import closing, nullcontext
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import httpx
import pytest

from qipai.club.names import skeleton_of
from qipai.games import find_game
from qipai.records import read_record, verify
from qipai.server import accounts, passwords
from qipai.server.protocol import REASONS
from qipai.server.refusals import Refused
from qipai.server.storage import results
from tests.server import stores

from .conftest import Server
from .people import PATIENCE, Guest, Visitor, together
from .test_pages import refused

needs_argon2 = pytest.mark.skipif(find_spec("argon2") is None, reason="argon2-cffi is not installed here (the extra `club`)")
PASSWORD = "a long walk home"
WORDS = passwords.words_of({"gan_deng_yan": find_game("gan_deng_yan")})
NAME, LEAVING = "Xanthippe", "Xanthos"  # stand nowhere by chance


class Browser(Guest):
    """Somebody with a browser, which keeps cookies and says from which page a request comes."""

    def __init__(self, port: int, token: str = "") -> None:
        self.port, self.token, self.origin = port, token, f"http://127.0.0.1:{port}"

    @property
    def headers(self) -> dict[str, str]:
        cookie = {"cookie": f"qipai_{self.port}={self.token}"} if self.token else {}
        return {"origin": self.origin, "user-agent": "Firefox/1 (Linux)", **cookie}

    async def send(self, method: str, path: str, *, own_page: bool = True, **more: Any) -> httpx.Response:
        headers = {**self.headers, **more.pop("headers", {})}
        if not own_page:
            del headers["origin"]
        async with httpx.AsyncClient(base_url=self.origin, verify=False, timeout=PATIENCE) as client:
            answer = await client.request(method, path, headers=headers, **more)
        self.token = answer.cookies.get(f"qipai_{self.port}", self.token)
        return answer

    async def ask(self, path: str) -> httpx.Response:
        return await self.send("GET", path)

    async def post(self, path: str, body: dict[str, Any]) -> httpx.Response:
        return await self.send("POST", path, json=body)

    async def try_open(self, **wanted: Any) -> httpx.Response:
        wanted = {"game": "gan_deng_yan", "seats": 3, "name": "Ann", "clock": "none", **wanted}
        return await self.post("/api/tables", wanted)

    async def account(self) -> dict[str, Any]:
        found: dict[str, Any] = (await self.ask("/api/account")).json()
        return found

    async def do(self, what: str, status: int = 200, **body: Any) -> dict[str, Any]:
        answer = await self.post(f"/api/account{what}", body)
        assert answer.status_code == status, answer.text
        told: dict[str, Any] = answer.json()
        return told


async def newcomer(port: int) -> Browser:
    """A browser that has opened the page."""
    browser = Browser(port)
    await browser.ask("/api/me")
    assert browser.token
    return browser


async def with_account(port: int, name: str, password: str = PASSWORD) -> tuple[Browser, dict[str, Any]]:
    browser = await newcomer(port)
    return browser, await browser.do("", 201, name=name, password=password)


async def who(browser: Browser) -> str:
    return str((await browser.account())["name"])


async def play_out(browser: Browser, name: str) -> tuple[str, Visitor]:
    """A table against bots whose only deal is over."""
    code = await browser.open(name=name, deals=1, begin=True)
    table = await browser.visit(code)
    await table.play()
    return code, table


@pytest.mark.slow
@needs_argon2
@together
async def test_an_account_has_what_the_guest_had_in_every_browser(server: Server) -> None:
    one = await newcomer(server.port)
    await play_out(one, "Ann")
    running = await one.open(name="Ann", begin=True)
    before = (await one.ask("/api/me/games")).json()
    assert before["total"] == 1
    told = await one.do("", 201, name="Ann of Home", password=PASSWORD)
    assert (told["name"], told["games"], told["seated"], told["codes_left"], len(told["codes"])) == (
        "Ann of Home",
        1,
        1,
        10,
        10,
    )
    assert (await one.ask("/api/me/games")).json() == before
    two = await newcomer(server.port)
    assert (await two.ask("/api/me/games")).json()["total"] == 0
    again = await two.do("/sign_in", name="ann OF home", password=PASSWORD)
    assert [session["here"] for session in again["sessions"]] == [True, False]
    assert {session["label"] for session in again["sessions"]} == {"Firefox · Linux"}
    assert (again["codes"], (await two.ask("/api/me/games")).json()) == ([], before)
    table = await two.visit(running)
    await table.until(lambda two: two.asked)  # and the chair, in the middle of a deal
    await two.do("/sign_out")
    assert (await who(two), (await two.ask("/api/me/games")).json()["total"]) == ("", 0)
    assert await who(one) == "Ann of Home"


@needs_argon2
@together
async def test_no_credential_from_before_is_worth_anything(server: Server) -> None:
    """Whoever planted a cookie, or read one, has nothing of the account that is made or opened with it."""
    victim = await newcomer(server.port)
    planted = victim.token
    thief = Browser(server.port, planted)
    code = await victim.open(name="Ann", begin=True)
    spying = await thief.visit(code)
    await spying.until(lambda thief: thief.asked)
    await victim.do("", 201, name="Fixed Fran", password=PASSWORD)
    claimed = victim.token
    assert claimed != planted
    assert (await spying.until_closed())[0] == 1012
    assert await who(thief) == ""
    assert thief.token not in (planted, claimed)  # a new guest
    assert await who(Browser(server.port, planted)) == ""
    async with httpx.AsyncClient(base_url=victim.origin) as program:  # nor as a token
        refused(await program.get("/api/me", headers={"authorization": f"Bearer {planted}"}), 401, "unknown_token")
        refused(await program.get("/api/me", headers={"authorization": f"Bearer {claimed}"}), 401, "unknown_token")
    for what, body in (
        ("/sign_in", {"name": "Fixed Fran", "password": PASSWORD}),
        ("/password", {"password": PASSWORD, "new": PASSWORD}),
    ):
        old = victim.token
        await victim.do(what, **body)
        assert victim.token != old
        assert (await who(Browser(server.port, old)), await who(victim)) == ("", "Fixed Fran")
    old = victim.token
    await victim.do("/sign_out")
    assert victim.token not in (old, planted)
    assert (await who(Browser(server.port, old)), await who(victim)) == ("", "")


@needs_argon2
@together
async def test_a_wrong_name_and_a_wrong_password_get_the_same_answer(server: Server) -> None:
    await with_account(server.port, "Known Kim")
    stranger = await newcomer(server.port)
    found = {}
    for name in ("Known Kim", "Nobody Here"):
        answers = [await stranger.post("/api/account/sign_in", {"name": name, "password": "not this one"})]
        answers.append(await stranger.post("/api/account/recover", {"name": name, "code": "2222-2222", "new": "another one"}))
        found[name] = [
            (one.status_code, one.content, {key: value for key, value in one.headers.items() if key != "date"})
            for one in answers
        ]
    assert found["Known Kim"] == found["Nobody Here"]
    assert {status for status, _, _ in found["Known Kim"]} == {403}


@needs_argon2
def test_as_much_is_computed_for_a_wrong_name_as_for_a_wrong_password() -> None:
    import argon2

    made, nothing = accounts.hasher().hash(PASSWORD), accounts.hash_of_nothing()
    assert argon2.extract_parameters(made) == argon2.extract_parameters(nothing)
    times: dict[str, list[float]] = {made: [], nothing: []}
    for hashed in [made, nothing] * 3:
        began = time.process_time()
        with pytest.raises(argon2.exceptions.VerifyMismatchError):
            accounts.hasher().verify(hashed, "not this one")
        times[hashed].append(time.process_time() - began)
    one, other = (statistics.median(of) for of in times.values())
    assert 0.5 < one / other < 2


@needs_argon2
@together
async def test_another_site_can_change_nothing(server: Server) -> None:
    victim, _ = await with_account(server.port, "Careful Cy")
    body = json.dumps({"password": PASSWORD}).encode()
    for path in (
        "/api/account",
        "/api/account/sign_in",
        "/api/account/sign_out",
        "/api/account/delete",
        "/api/account/end_session",
    ):
        kind, elsewhere = {"content-type": "application/json"}, {"origin": "https://evil.example"}
        refused(await victim.send("POST", path, content=body, headers={**kind, **elsewhere}), 403, "wrong_origin")
        refused(await victim.send("POST", path, content=body, headers=kind, own_page=False), 403, "wrong_origin")
        for sent in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"):  # by forms, unasked
            refused(await victim.send("POST", path, content=body, headers={"content-type": sent}), 415, "not_json")
        assert (await victim.ask(path)).status_code in (200, 404, 405)
    assert await who(victim) == "Careful Cy"


@pytest.mark.slow
@needs_argon2
@together
async def test_passwords_are_tried_slowly(start: Callable[..., Server]) -> None:
    limits = {"sign_ins_of_name": [0.001, 3], "sign_ins_of_address": [0.001, 10], "accounts_of_address": [0.001, 4]}
    server = start(limits=limits)
    owner, made = await with_account(server.port, "Slow Sue")
    await owner.do("/sign_in", name="Slow Sue", password=PASSWORD)  # a right one costs the name nothing
    for name in ("Slow Sue", "Nobody Here"):
        for _ in range(3):
            refused(await owner.post("/api/account/sign_in", {"name": name, "password": "guess guess"}), 403, "wrong_sign_in")
        refused(await owner.post("/api/account/sign_in", {"name": name, "password": PASSWORD}), 429, "slow_down")
    code = made["codes"][3].upper().replace("-", " ")
    back = await owner.do(
        "/recover", name="Slow Sue", code=code, new="another long walk"
    )  # what nobody can guess is not locked by others
    assert back["codes_left"] == 9
    refused(await owner.post("/api/account/recover", {"name": "Slow Sue", "code": code, "new": PASSWORD}), 429, "slow_down")
    for _ in range(3):  # nor can names be looked for
        refused(await (await newcomer(server.port)).try_open(name="Slow Sue"), 409, "name_taken")
    refused(await (await newcomer(server.port)).try_open(name="Slow Sue"), 429, "slow_down")
    assert PASSWORD not in server.output()


@needs_argon2
@together
async def test_a_recovery_code_opens_once_and_ends_every_session(server: Server) -> None:
    one, made = await with_account(server.port, "Rita Lost")
    two = await newcomer(server.port)
    refused(
        await two.post("/api/account/recover", {"name": "Rita Lost", "code": made["codes"][0], "new": "short"}),
        400,
        "weak_password",
    )
    told = await two.do("/recover", name="Rita Lost", code=made["codes"][0], new="a new long walk")
    assert (told["name"], told["codes_left"], len(told["sessions"])) == ("Rita Lost", 9, 1)
    assert await who(one) == ""
    refused(
        await one.post("/api/account/recover", {"name": "Rita Lost", "code": made["codes"][0], "new": PASSWORD}),
        403,
        "wrong_sign_in",
    )
    refused(await one.post("/api/account/sign_in", {"name": "Rita Lost", "password": PASSWORD}), 403, "wrong_sign_in")
    renewed = await two.do("/codes", password="a new long walk")
    assert (renewed["codes_left"], len({*renewed["codes"], *made["codes"]})) == (10, 20)
    refused(
        await one.post("/api/account/recover", {"name": "Rita Lost", "code": made["codes"][1], "new": PASSWORD}),
        403,
        "wrong_sign_in",
    )
    assert not any(code in line for code in renewed["codes"] for line in map(str, server.rows("select digest from recovery")))


async def ending_is_noticed(first: Server, second: Server) -> None:
    """A session is ended at one server; its sockets at another die too, and those of others live."""
    one, made = await with_account(first.port, "Session Sam")
    two = Browser(second.port)
    await two.do("/sign_in", name="Session Sam", password=PASSWORD)
    code = await two.open(name="Session Sam", begin=True)
    table, lobby = await two.visit(code), await two.look()
    own = await one.visit(code)
    await asyncio.gather(*(each.until(lambda each: each.asked) for each in (table, own)))
    await lobby.until_heard(lambda lobby: lobby.lobby)
    (other,) = [session for session in (await one.account())["sessions"] if not session["here"]]
    began = time.monotonic()
    left = await one.do("/end_session", id=other["id"])
    assert [session["here"] for session in left["sessions"]] == [True]
    assert {(await each.until_closed())[0] for each in (table, lobby)} == {1012}
    assert time.monotonic() - began < 10
    assert (await who(two), await who(one)) == ("", "Session Sam")
    assert (await own.act())["k"] == "ok"
    assert len(made["sessions"]) == 1


@needs_argon2
@together
async def test_an_ended_session_has_no_sockets(server: Server) -> None:
    await ending_is_noticed(server, server)


@pytest.mark.slow
@needs_argon2
@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_what_one_server_ends_is_ended_at_the_other(start: Callable[..., Server], kind: str) -> None:
    with stores.postgres() if kind == "postgresql" else nullcontext() as store:
        more: dict[str, Any] = {"settings": {"database": store.url}} if store else {"beside": True}
        first = start(**more)
        second = start(**more, **({} if store else {"data": str(first.data)}))
        together(ending_is_noticed)(first, second)

        @together
        async def deleted() -> None:
            browser, _ = await with_account(first.port, NAME)
            _, table = await play_out(browser, NAME)
            assert table.view["scores"]
            elsewhere = Browser(second.port)
            refused(await elsewhere.post("/api/account", {"name": NAME.upper(), "password": PASSWORD}), 409, "name_taken")
            await elsewhere.do("/sign_in", name=NAME, password=PASSWORD)
            socket = await elsewhere.look()
            await browser.do("/delete", password=PASSWORD)
            assert (await socket.until_closed())[0] == 1012
            refused(await elsewhere.post("/api/account/sign_in", {"name": NAME, "password": PASSWORD}), 403, "wrong_sign_in")

        deleted()


@needs_argon2
@together
async def test_nobody_else_can_be_called_as_an_account_is(server: Server) -> None:
    owner, _ = await with_account(server.port, "Bella Rossa")
    stranger = await newcomer(server.port)
    for name in (
        "Bella Rossa",
        "bella  rossa",
        "Be11a Rossa",
        "Веllа Rоssа",
        "Bëlla.Rossa",
    ):  # some of these letters are Cyrillic
        refused(await stranger.try_open(name=name), 409, "name_taken")
        refused(await stranger.post("/api/account", {"name": name, "password": PASSWORD}), 409, "name_taken")
    refused(await stranger.find_company("Bella Rossa"), 409, "name_taken")
    async with httpx.AsyncClient(base_url=stranger.origin) as program:
        refused(await program.post("/api/guests", json={"name": "BELLA ROSSA"}), 409, "name_taken")
    code = await stranger.open(name="Guest")
    table = await stranger.visit(code)
    for word, fields in (("rename", {}), ("sit", {"seat": 1}), ("reserve", {"seat": 1})):
        assert (await table.do(word, name="Bella Rossa", **fields))["code"] == "name_taken"
    assert (await owner.try_open(name="Bella Rossa")).status_code == 201
    await owner.do("/name", name="Bella Verde")
    refused(await stranger.try_open(name="Bella Verde"), 409, "name_taken")
    assert (await stranger.try_open(name="Bella Rossa")).status_code == 201


def test_names_that_look_alike_have_one_skeleton() -> None:
    for one, other in (
        ("Ann", "АNN"),
        ("paypal", "раураl"),
        ("Io", "lO"),
        ("王一", "玉ー"),
        ("modern", "modem"),
        ("José", "jose"),
        ("ＡＢ", "ab"),
    ):
        assert skeleton_of(one) == skeleton_of(other)
    for one, other in (("Ann", "Anna"), ("林婉清", "林婉青"), ("Ben", "Bea"), ("Ann 2", "Ann 3")):
        assert skeleton_of(one) != skeleton_of(other)


@needs_argon2
@together
async def test_deletion_leaves_nothing(server: Server) -> None:
    browser, _ = await with_account(server.port, LEAVING)
    friend = await Guest.new(server.port, "Ben")
    code = await browser.open(name=LEAVING, seats=3, deals=1)
    one, two = await browser.visit(code), await friend.visit(code)
    await two.until(lambda ben: ben.view)
    await two.do("sit", seat=1, name="Ben")
    await one.until(lambda one: one.view["seats"][1]["name"] == "Ben")
    await one.do("swap", one=0, other=2)
    await one.do("rename", name=LEAVING)
    await one.do("begin")
    report = {"code": code, "seat": 1, "why": REASONS[0], "text": "as I said"}
    assert (await browser.post("/api/reports", report)).is_success
    refused(await browser.post("/api/account/delete", {"password": PASSWORD}), 409, "still_seated")
    await asyncio.gather(one.play(), two.play())
    (record,) = one.view["records"]
    assert LEAVING in (await browser.ask(f"/api/records/{record}")).text  # it is kept, and in memory
    waiting = await browser.open(name=LEAVING, seats=4)  # and tables are left
    running = await browser.open(name=LEAVING, seats=4, begin=True)
    export = (await browser.ask("/api/account/export.json")).json()
    assert (export["name"], len(export["games"]), len(export["sessions"])) == (LEAVING, 1, 1)
    assert [one["text"] for one in export["reports"]] == ["as I said"]
    old = browser.token
    refused(await browser.post("/api/account/delete", {"password": "not this one"}), 403, "wrong_password")
    await browser.do("/delete", password=PASSWORD)
    assert (await who(browser), await who(Browser(server.port, old))) == ("", "")
    replay = (await browser.ask(f"/api/records/{record}")).json()
    assert replay["names"][1:] == ["Ben", "–"]
    text = (await browser.ask(f"/api/records/{record}.qp")).text
    verify(read_record(text))
    (left,) = (await friend.ask("/api/me/games")).json()["games"]
    assert [seat["name"] for seat in left["seats"]][1:] == ["Ben", "–"]
    assert server.rows("select count(*) from reports") == [(0,)]
    await Browser(server.port).do("", 201, name=LEAVING, password=PASSWORD)  # the name is free
    for table in (code, waiting, running):
        server.fold(table)  # every log is whole


@needs_argon2
@together
async def test_a_deleted_name_is_not_in_the_file(start: Callable[..., Server]) -> None:
    server = start()
    browser, _ = await with_account(server.port, NAME)
    code, table = await play_out(browser, NAME)
    (record,) = table.view["records"]
    assert NAME in (await browser.ask(f"/api/records/{record}.qp")).text
    person = (await browser.ask("/api/account/export.json")).json()["person"]
    await browser.do("/delete", password=PASSWORD)
    server.fold(code)
    for held in ("accounts", "sessions", "recovery", "results"):
        assert server.rows(f"select count(*) from {held}") == [(0,)]
    assert server.rows("select count(*) from guests where id = ?", person) == [(0,)]
    server.stop()
    with closing(sqlite3.connect(server.data / "tables.sqlite3")) as store:
        store.execute("vacuum")
    for file in server.data.iterdir():
        assert NAME.encode() not in file.read_bytes(), file
    assert results.rebuild(server.data, dry_run=True) == (1, 0)


@needs_argon2
@pytest.mark.slow
@together
async def test_an_account_outlives_the_guests_that_are_purged(start: Callable[..., Server]) -> None:
    from qipai.server.settings import Keeping
    from qipai.server.storage.purging import purge_all

    server = start()
    await with_account(server.port, "Old Olga")
    await Guest.new(server.port, "Ben")
    server.stop()
    later = time.time_ns() // 1_000_000 + 10**9
    for dry_run in (True, False):
        assert purge_all(server.data, Keeping(guests=1), later, dry_run=dry_run).guests == 1
    assert server.rows("select name from guests") == [("Old Olga",)]


@together
async def test_without_its_package_a_server_keeps_no_accounts_and_does_all_else(
    start: Callable[..., Server], tmp_path: Path
) -> None:
    (tmp_path / "argon2").mkdir()
    (tmp_path / "argon2" / "__init__.py").write_text("raise ModuleNotFoundError('argon2')")
    server = start(environment={"PYTHONPATH": f"{tmp_path}:{Path(__file__).resolve().parents[2]}"})
    browser = await newcomer(server.port)
    assert (await browser.account())["available"] is False
    refused(await browser.post("/api/account", {"name": "Ann", "password": PASSWORD}), 404, "no_accounts")
    refused(await browser.post("/api/account/sign_in", {"name": "Ann", "password": PASSWORD}), 404, "no_accounts")
    await play_out(browser, "Ann")
    assert (await browser.ask("/api/me/games")).json()["total"] == 1


@needs_argon2
@together
async def test_programs_have_no_accounts(server: Server) -> None:
    program = await Guest.new(server.port)
    refused(await program.post("/api/account", {"name": "Robby", "password": PASSWORD}), 403, "only_browsers")


@needs_argon2
@together
async def test_a_guest_is_claimed_once(server: Server) -> None:
    browser = await newcomer(server.port)
    twin = Browser(server.port, browser.token)
    names = ["Twin One", "Twin Two"]
    made = await asyncio.gather(
        *(
            each.post("/api/account", {"name": name, "password": PASSWORD})
            for each, name in zip((browser, twin), names, strict=True)
        )
    )
    assert sorted(answer.status_code for answer in made) in ([201, 409], [201, 201])
    owned = [await who(each) for each in (browser, twin)]
    assert len({*owned} - {""}) == sum(answer.status_code == 201 for answer in made)
    for name in ("x" * 25, "", "​"):
        refused(await twin.post("/api/account", {"name": name, "password": PASSWORD}), 400, "bad_name")
    fresh = await newcomer(server.port)
    for password in ("123456789", "y" * 257, "New Name Here"):
        refused(await fresh.post("/api/account", {"name": "New-Name-Here", "password": password}), 400, "weak_password")
    for password in ("1234567890", "newnamehere2024", "gandengyan88", "password.12345"):
        refused(await fresh.post("/api/account", {"name": "New-Name-Here", "password": password}), 400, "common_password")


@pytest.mark.parametrize(
    "password",
    ["1234567890", "0987654321", "qwertyuiop", "1qaz2wsx3edc", "aaaaaaaaaaaa", "abcabcabcabc", "P4ssw0rd2024", "iloveyou12345", "Xanthippe1999",
     "xanthippe-xanthippe", "干瞪眼干瞪眼123", "乾瞪眼1234567", "gan deng yan 1", "我爱你我爱你我爱你我爱", "qipai棋牌2024", "woaini520520", "letmein!!!!", "11112222333344"],
)  # fmt: skip
def test_passwords_that_everybody_tries_are_known(password: str) -> None:
    assert passwords.is_common(password, WORDS, NAME)


@pytest.mark.parametrize(
    "password",
    [
        PASSWORD,
        "correct horse battery staple",
        "t8#Kq!vR2x",
        "春天的小河往东流",
        "a third long walk",
        "my dragon likes green tea",
    ],
)
def test_other_passwords_are_taken(password: str) -> None:
    assert not passwords.is_common(password, WORDS, NAME)


@needs_argon2
def test_who_tries_a_name_elsewhere_does_not_lock_its_owner_out(tmp_path: Path) -> None:
    """Ten guesses, and then some a day, wherever they come from; where the name was signed in, they are counted apart."""
    from qipai.server.limits import Limits
    from qipai.server.storage.accounts import SessionRow
    from qipai.server.storage.database import Database

    async def tried(house: accounts.Accounts, password: str, address: str) -> str:
        try:
            await house.sign_in(NAME, password, SessionRow(f"{address} {password}", "", "", 1, 1), "", address)
        except Refused as refusal:
            return refusal.refusal.code
        return "in"

    async def test() -> None:
        house = accounts.Accounts(database, Limits(), ())
        await house.claim("person", NAME, PASSWORD, SessionRow("first", "person", "", 1, 1), "home")
        elsewhere = [await tried(house, "not this one", f"address {number}") for number in range(12)]
        assert elsewhere == ["wrong_sign_in"] * 10 + ["slow_down"] * 2
        assert 3000 < house.tries_of_name.wait(f"name {accounts.skeleton(NAME)}") <= 3600
        assert await tried(house, PASSWORD, "somewhere new") == "slow_down"
        assert await tried(house, PASSWORD, "home") == "in"
        house.close()

    database = Database.open(tmp_path)
    try:
        asyncio.run(test())
    finally:
        database.close()
