"""A page that is older than its server: what it wants to load is there no more."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from tests.server.conftest import Server

from .people import Person

pytestmark = [pytest.mark.browser, pytest.mark.slow]
TABLE = re.compile(r"/assets/Table-[^/]*\.js$")


@pytest.mark.parametrize("language", ["en", "zh-Hant"])
def test_it_is_loaded_again_and_comes_to_the_table_that_was_opened(
    house: Server, come: Callable[..., Person], language: str
) -> None:
    me = come(house, language)
    gone: list[str] = []

    def once(route: Route) -> None:
        if gone:
            route.continue_()
        else:
            gone.append(route.request.url)
            route.fulfill(status=404, body="")

    me.page.route(TABLE, once)
    me.page.goto("/")
    me.press(me.button("now"))
    expect(me.page).to_have_url(re.compile("/t/"))
    expect(me.page.locator(".hand")).to_be_visible()
    assert len(gone) == 1
    me.complaints.clear()  # the browser's own, of a part that is not there


def test_where_that_does_not_help_it_says_so_and_stops(house: Server, come: Callable[..., Person]) -> None:
    me = come(house)
    loaded: list[str] = []
    me.page.on("request", lambda request: loaded.append(request.url) if request.is_navigation_request() else None)
    me.page.route(TABLE, lambda route: route.fulfill(status=404, body=""))
    me.page.goto("/")
    me.press(me.button("now"))
    expect(me.page.get_by_role("button", name="Load the page again")).to_be_visible()
    me.page.wait_for_timeout(1_500)
    assert len(loaded) == 2
    me.complaints.clear()  # the browser's own, of a part that is not there


@pytest.mark.parametrize(("language", "window", "motion"), [("en", "desk", "no-preference"), ("zh-Hans", "tall", "reduce")])
def test_where_the_script_does_not_come_the_page_says_what_to_do(
    house: Server, come: Callable[..., Person], language: str, window: str, motion: Any
) -> None:
    me = come(house, language, window)
    me.page.emulate_media(reduced_motion=motion)
    me.page.route(
        re.compile(r"/assets/index-[^/]*\.js$"),
        lambda route: route.fulfill(status=200, content_type="text/html", body="blocked"),
    )
    me.page.goto("/")
    loading = me.page.get_by_text({"en": "Loading …", "zh-Hans": "正在载入……"}[language])
    said = me.page.get_by_text({"en": "The page is not here yet.", "zh-Hans": "页面还没有载入。"}[language])
    expect(loading).to_be_hidden()
    expect(loading).to_be_visible(timeout=20_000)
    expect(said).to_be_hidden()
    expect(said).to_be_visible(timeout=60_000)
    me.glance("page")
    me.complaints.clear()  # the browser's own


def test_on_a_slow_line_the_page_is_loading(house: Server, come: Callable[..., Person]) -> None:
    me = come(house)
    held: list[Route] = []
    me.page.route(re.compile(r"/assets/index-[^/]*\.js$"), lambda route: held.append(route))
    me.page.goto("/", wait_until="commit")
    loading = me.page.get_by_text("Loading …")
    expect(loading).to_be_visible(timeout=20_000)
    held[0].continue_()
    expect(me.button("now")).to_be_visible()
    expect(loading).to_be_hidden()
