"""A page that is older than its server: what it wants to load is there no more."""

import re
from collections.abc import Callable

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
    asked: list[str] = []

    def never(route: Route) -> None:
        asked.append(route.request.url)
        route.fulfill(status=404, body="")

    me.page.route(TABLE, never)
    me.page.goto("/")
    me.press(me.button("now"))
    expect(me.page.get_by_role("button", name="Load the page again")).to_be_visible()
    me.page.wait_for_timeout(1_500)
    assert len(asked) == 2
    me.complaints.clear()  # the browser's own, of a part that is not there
