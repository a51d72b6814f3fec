"""The client in a folder of another site, behind a real nginx: nothing it asks for is outside."""

from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from tests.server.conftest import Server, free_port
from tests.server.proxies import proxy, site

from .people import Person, code_of

pytestmark = pytest.mark.browser


@pytest.fixture
def home(tmp_path: Path) -> Iterator[str]:
    """Where the pages are.  `asked` has the path of each request."""
    port = free_port()
    home = f"http://127.0.0.1:{port}/cards"
    server = Server(tmp_path, settings={"origin": [home], "bot_pause": [0.02, 0.05]})
    try:
        with proxy("nginx", tmp_path, site("nginx", server.port, port)):
            yield home
    finally:
        server.stop()


def test_a_deal_in_a_folder(home: str, come: Callable[..., Person], tmp_path: Path) -> None:
    me = come(SimpleNamespace(port=urlsplit(home).port), service_workers="allow")
    me.sit_down(seats=2, home="/cards/")
    me.until("navigator.serviceWorker.controller?.state === 'activated'")
    assert me.page.url == f"{home}/t/{code_of(me)}"
    me.play_on(2)
    me.page.reload()
    expect(me.cards.first).to_be_visible()
    me.press(me.page.get_by_role("button", name="Table menu"))
    expect(me.page.locator("input[type=url]").first).to_have_value(f"{home}/t/{code_of(me)}")
    me.page.keyboard.press("Escape")
    assert [cookie["path"] for cookie in me.context.cookies()] == ["/cards"]
    me.play_on()
    with me.context.expect_page() as opened:
        me.press(me.link("replay"))
    replay = opened.value
    review = f"{urlsplit(replay.url).path}/review#&seat=0"
    expect(replay.get_by_role("link", name="Review")).to_have_attribute("href", review)
    replay.close()

    me.page.goto("/cards/rules/gan_deng_yan#7.9")
    expect(me.page.locator('[data-section="7.9"]')).to_be_in_viewport()
    me.press(me.page.locator('.toc a[href$="#7"]'))
    expect(me.page).to_have_url(f"{home}/rules/gan_deng_yan#7")
    me.press(me.page.locator(".brand"))
    expect(me.page).to_have_url(f"{home}/")
    me.press(me.page.get_by_role("link", name="My games"))
    expect(me.page).to_have_url(f"{home}/mine")
    expect(me.page.get_by_role("link", name="Replay").first).to_be_visible()

    installed = me.context.new_cdp_session(me.page).send("Page.getAppManifest")
    assert installed["errors"] == []
    assert {installed["manifest"][one] for one in ("id", "startUrl", "scope")} == {f"{home}/"}
    me.context.set_offline(True)
    me.page.goto("/cards/mine")
    expect(me.page.get_by_role("heading")).to_have_text("The table can’t be reached")
    expect(me.page.locator(".again").first).to_have_css("min-height", "44px")  # its styles are there
    me.complaints.clear()  # the browser's own, of what it could not load
    me.context.set_offline(False)  # and the page tries again by itself
    expect(me.page.get_by_role("link", name="Replay").first).to_be_visible()
    asked = set((tmp_path / "asked").read_text().split())
    assert {path for path in asked if not path.startswith("/cards/")} == set()
    assert asked >= {"/cards/", "/cards/mine", "/cards/worker.js", "/cards/offline.html", "/cards/ws/lobby", "/cards/api/me"}
