"""A deal that is sealed, checked in the browser that added to it, in another, and at a server that deals other cards."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.server.conftest import Server

from .people import PATIENCE, Person

pytestmark = pytest.mark.browser

SAID = {
    "en": {
        "deal": "Deal",
        "menu": "Table menu",
        "autopilot": "Play for me (autopilot)",
        "check": "Check this deal",
        "true": "Opened, and true",
        "own": "Your own number is in it",
        "left_out": "The server took your number, and it is not in the deal.",
    },
    "zh-Hans": {
        "deal": "开局",
        "menu": "牌桌菜单",
        "autopilot": "托管，替我出牌",
        "check": "验牌",
        "left_out": "服务器收下了你的随机数，却没有算进去。",
    },
    "zh-Hant": {
        "deal": "開局",
        "menu": "牌桌選單",
        "autopilot": "託管，替我出牌",
        "check": "驗牌",
        "true": "拆封，相符",
        "own": "你的隨機數在內",
        "left_out": "伺服器收下了你的隨機數，卻沒有算進去。",
    },
}


@pytest.fixture
def sealing(tmp_path: Path) -> Iterator[Callable[..., Server]]:
    """Start a server that seals its deals."""
    servers: list[Server] = []

    def start(**given: Any) -> Server:
        servers.append(Server(tmp_path, seals=True, settings={"bot_pause": [0.02, 0.05], "next_deal_watched": 600}, **given))
        return servers[-1]

    yield start
    for server in servers:
        server.stop()


def gather(me: Person) -> None:
    """A table at which the browser is before the first deal."""
    me.page.goto("/")
    me.pick(me.page.locator("[aria-labelledby=seats]"), "2")
    me.press(me.page.get_by_role("button", name=me.says("table"), exact=True))
    me.page.wait_for_url("**/t/*")
    me.until("() => Object.values(JSON.parse(localStorage.getItem('qipai.seals') ?? '{}')).some((one) => one.promised?.length)")


def wait_for_end(me: Person) -> None:
    """Let the autopilot play: how long a deal is hangs on the cards, which nobody can foretell here."""
    me.press(me.page.get_by_role("button", name=SAID[me.language]["menu"]))
    me.press(me.page.get_by_role("button", name=SAID[me.language]["autopilot"]))
    expect(me.account).to_be_visible(timeout=1000 * PATIENCE)
    with me.context.expect_page() as replay:  # the table stays open beside it
        me.press(me.link("replay"))
    me.page = replay.value


def check(me: Person) -> None:
    """Open what checks the deal of the replay at hand."""
    me.press(me.page.get_by_role("button", name=SAID[me.language]["check"]))
    expect(me.page.locator(".sheet .wax")).to_be_visible()


@pytest.mark.parametrize(("language", "window"), [("en", "desk"), ("zh-Hant", "tall")])
def test_a_deal_is_checked(sealing: Callable[..., Server], come: Callable[..., Person], language: str, window: str) -> None:
    words = SAID[language]
    server = sealing()
    me = come(server, language, window)
    gather(me)
    me.press(me.page.get_by_role("button", name=words["deal"], exact=True))
    expect(me.cards.first).to_be_visible()
    wait_for_end(me)
    expect(me.page.locator(".unfair")).to_have_count(0)
    check(me)
    expect(me.page.locator(".sheet h3")).to_have_text(words["true"])
    expect(me.page.locator(".sheet li.ok")).to_have_count(4)
    expect(me.page.locator(".sheet")).to_contain_text(words["own"])
    me.judge("check")

    friend = come(server, language, window)
    friend.page.goto(me.page.url)
    check(friend)
    expect(friend.page.locator(".sheet h3")).to_have_text(words["true"])
    expect(friend.page.locator(".sheet li.ok")).to_have_count(3)


def test_other_cards_do_not_match(sealing: Callable[..., Server], come: Callable[..., Person]) -> None:
    me = come(sealing(tampers=True))
    me.sit_down(seats=2)
    wait_for_end(me)
    check(me)
    expect(me.page.locator(".sheet h3")).to_have_text("Does not match")
    expect(me.page.locator(".sheet li.no")).to_contain_text("differs from card 1 on")
    me.judge("does-not-match")


@pytest.mark.parametrize("language", ["en", "zh-Hans", "zh-Hant"])
def test_a_number_that_was_taken_and_left_out_is_told_at_once(
    sealing: Callable[..., Server], come: Callable[..., Person], language: str
) -> None:
    """It stays at the table until somebody closes it, and stands beside the record too."""
    me = come(sealing(leaves_out=True), language)
    gather(me)
    me.press(me.page.get_by_role("button", name=SAID[language]["deal"], exact=True))
    told = me.page.get_by_role("alert").filter(has_text=SAID[language]["left_out"])
    expect(told).to_be_visible()
    expect(told.locator("li")).to_have_count(1)
    me.judge("left-out")
    me.press(told.get_by_role("button"))
    expect(told).to_have_count(0)
    wait_for_end(me)
    check(me)
    expect(me.page.locator(".sheet li.no")).to_contain_text([SAID[language]["left_out"]])
    me.judge("check-left-out")
