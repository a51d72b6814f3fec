"""On a phone: what makes the client installable, and what is shown where no server can be reached."""

import json
import re
import struct
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.server.conftest import Server

from .people import LOCALES, Person

NOT_REACHED = {"en": "The table can’t be reached", "zh-Hans": "连不上牌桌", "zh-Hant": "連不上牌桌"}
SHELL = re.compile(r"/(assets/[^/]+|offline\.(html|css|js)|seal\.svg)")
KEPT = """async () => {
    const found = [];
    for (const name of await caches.keys())
        for (const { url } of await (await caches.open(name)).keys()) found.push(new URL(url).pathname);
    return found;
}"""


def with_worker(person: Person) -> None:
    """Open the client and wait until its service worker serves the page."""
    person.page.goto("/")
    person.until("navigator.serviceWorker.controller?.state === 'activated'")


@pytest.mark.browser
@pytest.mark.parametrize("language", list(LOCALES))
def test_a_browser_may_install_the_client(come: Callable[..., Person], house: Server, language: str) -> None:
    ann = come(house, language, "tall", service_workers="allow")
    with_worker(ann)
    devtools = ann.context.new_cdp_session(ann.page)
    errors = {error["errorId"] for error in devtools.send("Page.getInstallabilityErrors")["installabilityErrors"]}
    assert errors <= {"in-incognito"}  # as every page of a test is
    told = devtools.send("Page.getAppManifest")
    assert told["errors"] == []
    manifest: dict[str, Any] = ann.page.evaluate("url => fetch(url).then((answer) => answer.json())", told["url"])
    assert manifest["lang"] == language
    assert {icon["purpose"] for icon in manifest["icons"]} == {"any", "maskable"}
    for icon in [*manifest["icons"], {"src": "/icon-180.png", "sizes": "180x180", "type": "image/png"}]:
        answer = ann.context.request.get(icon["src"])
        assert answer.headers["content-type"].startswith(icon["type"])
        if icon["type"] == "image/png":  # its head has the width and the height
            assert "{}x{}".format(*struct.unpack(">II", answer.body()[16:24])) == icon["sizes"]


@pytest.mark.browser
@pytest.mark.parametrize(("language", "window"), [("en", "desk"), ("zh-Hans", "tall"), ("zh-Hant", "tall")])
def test_without_a_connection_the_page_says_so(come: Callable[..., Person], house: Server, language: str, window: str) -> None:
    ann = come(house, language, window, service_workers="allow")
    with_worker(ann)
    ann.context.set_offline(True)
    ann.page.goto("/")
    expect(ann.page.get_by_role("heading")).to_have_text(NOT_REACHED[language])
    assert ann.page.evaluate("document.documentElement.lang") == language
    ann.shoot("offline")
    ann.complaints.clear()  # the browser's own, of what it could not load
    ann.context.set_offline(False)  # and the page tries again by itself
    expect(ann.button("now").first).to_be_visible()


@pytest.mark.browser
@pytest.mark.core
def test_only_the_shell_is_kept(come: Callable[..., Person], house: Server) -> None:
    ann = come(house, "en", "tall", service_workers="allow")
    with_worker(ann)
    ann.context.new_cdp_session(ann.page).send("Network.clearBrowserCache")  # which would answer before the worker is asked
    ann.page.goto("/mine")
    ann.page.goto("/")
    ann.button("now").first.click()
    expect(ann.page.locator(".cloth")).to_be_visible()
    kept = ann.page.evaluate(KEPT)
    assert [path for path in kept if not SHELL.fullmatch(path)] == []
    assert [path for path in kept if path.startswith("/assets/drawings-")]  # every card, and that anything was tried


WHEN_YOU_CAN = {"en": "move when you can", "zh-Hans": "有空再打"}
KEPT_FOR = {"en": "for 30 days", "zh-Hans": "保留 30 天"}


@pytest.mark.browser
@pytest.mark.parametrize(("language", "window"), [("en", "desk"), ("zh-Hans", "tall")])
def test_a_table_without_hurry_says_so(come: Callable[..., Person], house: Server, language: str, window: str) -> None:
    ann = come(house, language, window)
    ann.page.goto("/")
    ann.page.locator("#clock").select_option("patient")
    expect(ann.page.locator("#form")).to_contain_text(KEPT_FOR[language])
    ann.shoot("form")
    ann.button("table").last.click()  # the other one says that it opens a table
    expect(ann.page.get_by_text(KEPT_FOR[language])).to_be_visible()
    ann.shoot("gathering")
    ann.page.get_by_role("button", name={"en": "Deal", "zh-Hans": "开局"}[language], exact=True).click()
    expect(ann.page.locator(".cloth")).to_be_visible()
    expect(ann.page.get_by_role("heading", level=1)).to_contain_text(WHEN_YOU_CAN[language])
    ann.shoot("table")
    ann.judge("a table without hurry")


TELL = {"en": "Tell me when it is my turn", "zh-Hans": "轮到我时通知我"}
SUBSCRIBED = """given => {
    const key = new Uint8Array([...atob(given.own.replace(/-/g, "+").replace(/_/g, "/"))].map((one) => one.charCodeAt(0))).buffer;
    let held = null;
    PushManager.prototype.getSubscription = async () => held;
    PushManager.prototype.subscribe = async (wanted) => held = {
        endpoint: given.endpoint, options: { applicationServerKey: wanted.applicationServerKey, key },
        toJSON: () => ({ endpoint: given.endpoint, keys: { p256dh: given.p256dh, auth: given.auth } }),
        unsubscribe: async () => { held = null; return true; },
    };
}"""
PUBLIC = (
    "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"  # of the example in RFC 8291, §5
)


@pytest.mark.browser
@pytest.mark.parametrize(("language", "window"), [("en", "desk"), ("zh-Hans", "tall")])
def test_who_asks_for_it_is_told_and_led_to_the_table(
    come: Callable[..., Person], house: Server, language: str, window: str
) -> None:
    """A browser of tests has no push service, so the page is given a subscription; all else is as it is for people."""
    ann = come(house, language, window, service_workers="allow")
    ann.context.grant_permissions(["notifications"])
    with_worker(ann)
    endpoint = f"https://push.example/{language}"
    ann.page.evaluate(SUBSCRIBED, {"own": PUBLIC, "endpoint": endpoint, "p256dh": PUBLIC, "auth": "BTBZMqHH6r4Tts7J_aSIgg"})
    ann.button("now").first.click()
    expect(ann.page.locator(".cloth")).to_be_visible()
    ann.page.get_by_role("button", name={"en": "Table menu", "zh-Hans": "牌桌菜单"}[language]).click()
    switch = ann.page.get_by_role("switch", name=TELL[language])
    switch.scroll_into_view_if_needed()
    expect(switch).not_to_be_checked()
    switch.check(force=True)
    expect(switch).to_be_checked()
    expect(switch).to_be_enabled()
    ann.shoot("settings")
    told = house.rows("select language from pushes where endpoint = ?", endpoint)
    assert told == [(language,)]
    devtools = ann.context.new_cdp_session(ann.page)
    registered: list[str] = []
    devtools.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: registered.extend(one["registrationId"] for one in event["registrations"]),
    )
    devtools.send("ServiceWorker.enable")
    ann.until("navigator.serviceWorker.controller !== null")
    words = json.dumps({"title": "Gan Deng Yan", "body": "tea-482", "path": "/t/tea-482"})
    devtools.send("ServiceWorker.deliverPushMessage", {"origin": ann.home, "registrationId": registered[0], "data": words})
    ann.until(
        """async () => {
            const shown = await (await navigator.serviceWorker.ready).getNotifications();
            return shown.some(({ title, body, tag }) => title === "Gan Deng Yan" && body === "tea-482" && tag === "/t/tea-482");
        }"""
    )
    switch.uncheck(force=True)
    expect(switch).not_to_be_checked()
    expect(switch).to_be_enabled()
    assert house.rows("select language from pushes where endpoint = ?", endpoint) == []
