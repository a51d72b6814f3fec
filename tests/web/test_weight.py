"""What the first page weighs on the wire."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.server.conftest import Server

from .people import Person

pytestmark = pytest.mark.browser

ALL, BEFORE_A_TAP = 200, 140  # KiB
LATER = ("/api/words", "/rules/")  # what is asked for when the buttons are there


@pytest.mark.parametrize("language", ["en", "zh-Hant"])
def test_the_first_page_is_light(house: Server, come: Callable[..., Person], language: str) -> None:
    me = come(house, language)
    wire = me.context.new_cdp_session(me.page)
    paths: dict[str, str] = {}
    sizes: dict[str, int] = {}
    wire.on("Network.requestWillBeSent", lambda told: paths.update({told["requestId"]: told["request"]["url"]}))
    wire.on("Network.loadingFinished", lambda told: sizes.update({paths[told["requestId"]]: told["encodedDataLength"]}))
    wire.send("Network.enable")
    me.page.goto("/")
    expect(me.button("now")).to_be_enabled()
    me.page.wait_for_load_state("networkidle")
    assert {later for later in LATER if any(later in path for path in sizes)} == set(LATER)
    whole = sum(sizes.values()) / 1024
    before = sum(size for path, size in sizes.items() if not any(later in path for later in LATER)) / 1024
    assert (whole <= ALL, before <= BEFORE_A_TAP) == (True, True), (whole, before, sizes)
