"""A browser that keeps nothing, or lets the page do less than others do: the page says so, and opens nothing that would be lost."""

import json
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import httpx
import pytest
from playwright.sync_api import Browser, BrowserContext, expect

from tests.server.conftest import Server

from .conftest import BROWSERS, QUIET, SHOTS
from .people import Person

pytestmark = [pytest.mark.browser, pytest.mark.slow]

NO_COOKIES = {
    "en": "Your browser keeps no cookies for this page",
    "zh-Hans": "浏览器不给这个页面留 cookie",
    "zh-Hant": "瀏覽器不給這個頁面留 cookie",
}


@pytest.fixture
def cookieless(chromium: Browser, house: Server, tmp_path: Path) -> Iterator[Callable[[str, str], Person]]:
    """Somebody comes whose browser blocks all cookies, as its settings let one choose."""
    people: list[Person] = []

    def come(language: str, window: str) -> Person:
        profile = tmp_path / f"profile-{len(people)}"
        (profile / "Default").mkdir(parents=True)
        blocked = {"profile": {"default_content_setting_values": {"cookies": 2}}}
        (profile / "Default" / "Preferences").write_text(json.dumps(blocked))

        def new_context(**more: Any) -> BrowserContext:
            installed = next(path for name in BROWSERS if (path := shutil.which(name)))
            return chromium.browser_type.launch_persistent_context(profile, executable_path=installed, args=QUIET, **more)

        SHOTS.mkdir(parents=True, exist_ok=True)
        browser = cast(Browser, SimpleNamespace(new_context=new_context))
        people.append(Person(browser, f"http://127.0.0.1:{house.port}", language, window, SHOTS / f"cookieless-{language}"))
        return people[-1]

    yield come
    for one in people:
        one.context.close()
    assert [complaint for one in people for complaint in one.complaints] == []


@pytest.mark.parametrize(("language", "window"), [("en", "desk"), ("zh-Hans", "tall"), ("zh-Hant", "tall")])
def test_without_cookies_nothing_is_opened(cookieless: Callable[[str, str], Person], language: str, window: str) -> None:
    me = cookieless(language, window)
    asked: list[str] = []
    me.page.on("request", lambda request: asked.append(request.url) if request.method == "POST" else None)
    me.page.goto("/")
    expect(me.button("now")).to_be_visible()
    said = me.page.get_by_role("alert").filter(has_text=NO_COOKIES[language])
    for button in (me.page.locator(".start .btn").nth(place) for place in range(3)):
        expect(said).to_have_count(0)
        me.press(button)
        expect(said).to_be_visible()
        me.glance("home")
        me.page.reload()
    me.page.goto("/account")
    me.page.locator("#account-name").fill("Cookieless")
    me.page.locator("input[type=password]").first.fill("long enough it is")
    me.press(me.page.locator("form .go"))
    expect(said).to_be_visible()
    me.glance("account")
    expect(me.page).to_have_url(re.compile("/account$"))
    assert asked == []


def test_without_cookies_no_chair_of_a_friend_is_taken(
    house: Server, come: Callable[..., Person], cookieless: Callable[[str, str], Person]
) -> None:
    host = come(house)
    asked = "wanted => fetch('/api/tables', { method: 'POST', body: JSON.stringify(wanted) }).then((answer) => answer.json())"
    host.page.goto("/")
    opened = host.page.evaluate(asked, {"game": "gan_deng_yan", "seats": 3, "name": "Ann"})
    me = cookieless("zh-Hans", "tall")
    me.page.goto(opened["path"])
    me.press(me.page.locator(".chairs li").nth(1).get_by_role("button"))
    expect(me.page.get_by_text(NO_COOKIES["zh-Hans"]).first).to_be_visible()
    me.glance("table")
    expect(me.page.locator("li.own")).to_have_count(0)


def test_a_page_is_told_whether_its_cookie_comes_back(house: Server) -> None:
    with httpx.Client(base_url=f"http://127.0.0.1:{house.port}") as client:
        told = [client.get("/api/me").headers.get("qipai-guest") for _ in range(2)]
        assert told == ["new", None]
        client.cookies.clear()
        assert client.get("/api/me").headers.get("qipai-guest") == "new"


def sentence(person: Person, text: str) -> None:
    expect(person.page.get_by_text(text).first).to_be_visible()


@pytest.mark.parametrize(("language", "window"), [("en", "desk"), ("zh-Hans", "tall"), ("zh-Hant", "tall")])
def test_where_the_browser_opens_no_socket_the_page_says_so(
    house: Server, come: Callable[..., Person], language: str, window: str
) -> None:
    me = come(house, language, window)
    me.page.add_init_script("window.WebSocket = function () { throw new DOMException('denied', 'SecurityError') }")
    said = {"en": "allows no WebSocket", "zh-Hans": "不允许 WebSocket", "zh-Hant": "不允許 WebSocket"}[language]
    me.page.goto("/")
    expect(me.button("now")).to_be_visible()
    alert = me.page.locator(".lobby").get_by_role("alert")
    expect(alert).to_contain_text(said)
    alert.scroll_into_view_if_needed()
    me.glance("home")
    me.page.goto("/t/tea-482")
    sentence(me, said)
    me.glance("table")


def test_where_the_network_swallows_every_socket_the_page_says_so(house: Server, come: Callable[..., Person]) -> None:
    me = come(house, "zh-Hant", "tall")
    me.page.route_web_socket(re.compile("/ws/"), lambda socket: socket.close(code=1011))
    me.page.goto("/t/tea-482")
    sentence(me, "不允許 WebSocket")
    me.glance("table")


@pytest.mark.parametrize(
    "script",
    [
        "navigator.serviceWorker.register = () => { throw new DOMException('denied', 'SecurityError') }",
        "Object.defineProperty(navigator, 'serviceWorker', { get() { throw new DOMException('denied', 'SecurityError') } })",
    ],
)
def test_a_worker_that_is_refused_at_once_keeps_nobody_away(house: Server, come: Callable[..., Person], script: str) -> None:
    me = come(house)
    me.page.add_init_script(script)
    me.sit_down()


@pytest.mark.parametrize("kept", ['{"language":"xx"}', '{"house":null}', '{"within":3,"learned":null}', '"a"'])
def test_preferences_that_cannot_be_read_are_forgotten(house: Server, come: Callable[..., Person], kept: str) -> None:
    me = come(house)
    me.page.add_init_script(f"localStorage.setItem('qipai.settings', {json.dumps(kept)})")
    me.sit_down()


def test_a_house_that_no_table_has_is_agreed_anew(house: Server, come: Callable[..., Person]) -> None:
    me = come(house)
    agreed = {"seats": 99, "variant": "default", "changes": {}, "clock": "relaxed", "bots": "rule", "deals": 6}
    kept = json.dumps({"house": {"gan_deng_yan": agreed}})
    me.page.add_init_script(f"localStorage.setItem('qipai.settings', {json.dumps(kept)})")
    me.page.goto("/")
    expect(me.page.locator("input[name=seats]:checked")).to_have_value("4")


@pytest.mark.parametrize(("language", "window"), [("en", "desk"), ("zh-Hans", "tall")])
def test_a_server_of_another_protocol_is_named_alone(
    house: Server, come: Callable[..., Person], language: str, window: str
) -> None:
    me = come(house, language, window)
    me.page.add_init_script(
        """const send = WebSocket.prototype.send;
        WebSocket.prototype.send = function (text) { send.call(this, text.replace('"proto":1', '"proto":0')); }"""
    )
    said, untrue = {"en": ("of the protocol. Reload the page", "not answering"), "zh-Hans": ("使用协议第", "没有回应")}[
        language
    ]
    me.page.goto("/t/tea-482")
    sentence(me, said)
    expect(me.page.get_by_text(untrue)).to_have_count(0)
    me.glance("table")
    me.page.goto("/")
    alert = me.page.locator(".lobby").get_by_role("alert")
    expect(alert).to_contain_text(said)
    alert.scroll_into_view_if_needed()
    me.glance("home")
