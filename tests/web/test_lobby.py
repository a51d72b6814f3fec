"""Two people find each other in the lobby; a bot's chair is kept for one of them until the deal is over."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.server.conftest import Server

from .people import Person

pytestmark = pytest.mark.browser


def arrive(someone: Person, name: str) -> Person:
    someone.page.goto("/")
    someone.page.locator("#name").fill(name)
    return someone


def test_people_find_each_other_in_the_lobby(house: Server, come: Callable[..., Person]) -> None:
    ann = arrive(come(house), "Ann")
    ben = arrive(come(house, "zh-Hans", "tall"), "林婉清")
    lobby = ben.page.locator(".lobby")
    expect(lobby.get_by_text("现在没有公开的牌桌")).to_be_visible()
    ben.judge("empty-lobby")

    ann.page.locator("#deals").select_option("3")
    ann.press(ann.page.get_by_role("button", name="Sit with people"))
    expect(ann.cards.first).to_be_visible()
    expect(ann.page.get_by_role("heading", level=1)).to_contain_text("open to everyone")
    row = lobby.get_by_role("listitem")
    expect(row).to_have_count(1)
    expect(row).to_contain_text("Ann")
    expect(row).to_contain_text("3 个电脑")
    expect(ben.page.get_by_role("button", name="跟人一起打")).to_contain_text("1 桌有空位")
    ben.judge("lobby-on-a-phone")

    ben.press(row.get_by_role("button", name="留个位子"))
    expect(ben.page.get_by_text("的位子给你留着")).to_be_visible()
    ben.judge("reserved-on-a-phone")
    expect(ann.page.get_by_text("reserved", exact=True)).to_be_visible()
    ann.shoot("somebody-comes")
    ann.press(ann.page.get_by_role("button", name="Table menu"))
    ann.judge("menu-of-the-host")
    ann.press(ann.page.get_by_role("button", name="Make it private"))
    expect(ann.page.get_by_text("It then appears in the list of open tables")).to_be_visible()
    expect(ann.page.get_by_role("heading", level=1)).not_to_contain_text("open to everyone")
    ann.press(ann.page.get_by_role("button", name="Play for me (autopilot)"))
    expect(ben.cards.first).to_be_visible()
    ben.press(ben.page.get_by_role("button", name="牌谱"))
    ben.press(ben.page.get_by_role("tab", name="计分"))
    expect(ben.page.locator("td.before")).to_have_count(1)
    ben.shoot("owes-nothing")


def test_a_table_that_gathers_is_opened_and_closed_for_all_to_see(house: Server, come: Callable[..., Person]) -> None:
    ann, ben = arrive(come(house), "Ann"), arrive(come(house, "zh-Hant", "tall"), "Ben")
    ann.page.get_by_label("Open the table to everyone").check()
    ann.press(ann.page.get_by_role("button", name="Make a table"))
    expect(ann.page.get_by_role("button", name="Make it private")).to_be_visible()
    ann.judge("host-of-an-open-table")
    row = ben.page.locator(".lobby").get_by_role("listitem").filter(has_text="等人")
    ben.press(row.get_by_role("button", name="坐下"))
    expect(ben.page.locator("li.own")).to_contain_text("Ben")
    expect(ben.page.get_by_text("這桌是公開的")).to_be_visible()
    ben.judge("seated-at-an-open-table")
    ann.press(ann.page.get_by_role("button", name="Make it private"))
    expect(ben.page.get_by_text("這桌是公開的")).to_have_count(0)
    expect(ann.page.get_by_role("button", name="Open to everyone")).to_be_visible()
