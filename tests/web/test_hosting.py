"""A host at the browser who locks the table, removes somebody and hands the table over; what the others see of it."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.server.conftest import Server

from .people import Person

pytestmark = pytest.mark.browser


def gathered(house: Server, come: Callable[..., Person], *others: tuple[str, str, str]) -> list[Person]:
    """A table of Ann, its host, on a desk, and others with a name, a language and a window."""
    host = come(house)
    host.page.goto("/")
    wanted = {"game": "gan_deng_yan", "seats": 4, "deals": 1, "name": "Ann"}
    asked = "wanted => fetch('/api/tables', { method: 'POST', body: JSON.stringify(wanted) }).then((answer) => answer.json())"
    opened = host.page.evaluate(asked, wanted)
    host.page.goto(opened["path"])
    expect(host.page.get_by_role("button", name="Deal", exact=True)).to_be_visible()
    people = [host]
    for seat, (name, language, window) in enumerate(others):
        other = come(house, language, window)
        other.page.goto(opened["path"])
        other.page.locator("#sit-name").fill(name)
        other.press(other.page.locator(".chairs li").nth(seat + 1).get_by_role("button"))
        expect(other.page.locator("li.own")).to_be_visible()
        people.append(other)
    expect(host.page.get_by_text(others[-1][0], exact=True)).to_be_visible()
    return people


def test_a_host_keeps_a_table_pleasant(house: Server, come: Callable[..., Person]) -> None:
    host, friend = gathered(house, come, ("林婉清", "zh-Hans", "tall"))
    rude = come(house, "en", "small")
    rude.page.goto(friend.page.url)
    rude.page.locator("#sit-name").fill("Rude")
    rude.press(rude.page.locator(".chairs li").nth(2).get_by_role("button"))
    assert host.page.locator(".chairs li").nth(0).get_by_role("button").count() == 0, "not for one's own chair"
    assert friend.page.get_by_role("button", name="移出").count() == friend.page.get_by_role("button", name="锁桌").count() == 0

    host.press(host.page.get_by_role("button", name="Host’s choices for Rude"))
    host.press(host.page.get_by_role("button", name="Remove Rude"))
    expect(host.page.get_by_role("button", name="Press again to remove")).to_be_visible()
    host.judge("sure")
    host.measure_everywhere("sure")
    host.press(host.page.get_by_role("button", name="Press again to remove"))
    expect(rude.page.get_by_text("The host has removed you from this table.")).to_be_visible()
    assert rude.page.get_by_role("button", name="Sit here").count() == 0
    rude.judge("removed")
    rude.page.reload()
    rude.press(rude.page.get_by_role("button", name="Sit here").first)
    expect(rude.page.get_by_role("alert").filter(has_text="so you cannot sit down here again")).to_be_visible()
    rude.shoot("refused")

    host.press(host.page.get_by_role("button", name="Lock the table"))
    expect(rude.page.get_by_text("The host has locked this table")).to_be_visible()
    assert rude.page.get_by_role("button", name="Sit here").count() == 0
    host.shoot("locked")

    host.press(host.page.get_by_role("button", name="Host’s choices for 林婉清"))
    host.press(host.page.get_by_role("button", name="Hand over to 林婉清"))
    host.press(host.page.get_by_role("button", name="Press again to hand over"))
    expect(friend.page.get_by_role("button", name="桌主可对 Ann 做的事")).to_be_visible()
    expect(host.page.get_by_role("button", name="Deal", exact=True)).to_have_count(0)
    friend.judge("host-on-a-phone")
    friend.press(friend.page.get_by_role("button", name="解锁"))
    expect(rude.page.get_by_role("button", name="Sit here").first).to_be_visible()

    friend.press(friend.page.get_by_role("button", name="开局", exact=True))
    expect(friend.cards.first).to_be_visible()
    friend.press(friend.page.get_by_role("button", name="牌桌菜单"))
    expect(friend.page.get_by_role("button", name="锁桌")).to_be_visible()
    expect(friend.page.get_by_role("button", name="移出"), "in the middle of a deal").to_have_count(0)
    friend.judge("menu")
    friend.press(friend.page.get_by_role("button", name="托管，替我出牌"))
    host.press(host.page.get_by_role("button", name="Table menu"))
    assert host.page.get_by_role("button", name="Lock the table").count() == 0
    host.press(host.page.get_by_role("button", name="Play for me (autopilot)"))
    expect(friend.account).to_be_visible()
    friend.press(friend.page.get_by_role("button", name="牌桌菜单"))
    friend.press(friend.page.get_by_role("button", name="移出 Ann"))
    friend.shoot("sure-after-the-deal")
    friend.press(friend.page.get_by_role("button", name="确定移出？再按一次"))
    expect(host.page.get_by_text("The host has removed you from this table.")).to_be_visible()
    assert host.page.get_by_role("button", name="Take over from").count() == 0
    host.judge("removed-after-the-deal")


def test_chairs_rules_and_words_before_the_first_deal(house: Server, come: Callable[..., Person]) -> None:
    host, friend = gathered(house, come, ("林婉清", "zh-Hans", "tall"))
    chairs = host.page.locator(".chairs li")
    host.judge("gathering")
    host.measure_everywhere("gathering")

    friend.press(friend.page.locator(".chairs li").filter(has_text="空位").first.get_by_role("button", name="坐这里"))
    expect(chairs.nth(2)).to_contain_text("林婉清")
    host.press(host.page.get_by_role("button", name="Host’s choices for 林婉清"))
    host.shoot("choices")
    host.press(host.page.get_by_role("button", name="Swap with…"))
    host.judge("swapping")
    host.press(chairs.nth(1).get_by_role("button", name="Swap with 林婉清"))
    expect(chairs.nth(1)).to_contain_text("林婉清")
    host.press(host.page.get_by_role("button", name="Draw lots for the chairs"))
    expect(host.page.get_by_text("Lots were drawn for the chairs.")).to_be_attached()
    assert friend.page.get_by_role("button", name="抽签定座位").count() == 0

    host.press(host.page.get_by_role("button", name="Change the rules"))
    host.page.locator(".agree select").nth(0).select_option("12")
    host.page.locator(".agree select").nth(1).select_option("fast")
    host.judge("agreeing")
    host.measure_everywhere("agreeing")
    host.press(host.page.get_by_role("button", name="Play by these rules"))
    expect(friend.page.locator(".news")).to_have_text("桌主改了：局数、时限。")
    friend.judge("told")

    host.press(host.page.get_by_role("button", name="Hello"))
    expect(friend.page.get_by_text("Ann：大家好")).to_be_visible()
    friend.press(friend.page.get_by_role("button", name="牌桌菜单"))
    friend.press(friend.page.get_by_role("button", name="屏蔽 Ann"))
    friend.press(friend.page.get_by_role("button", name="举报 Ann"))
    friend.page.get_by_label("补充说明（可不填）").fill("<b>说话难听</b>")
    friend.judge("reporting")
    friend.press(friend.page.get_by_role("button", name="提交举报"))
    expect(friend.page.get_by_text("已提交，谢谢。")).to_be_visible()
    friend.press(friend.page.get_by_role("button", name="关闭"))
    expect(friend.page.get_by_text("Ann：大家好")).to_have_count(0)
    host.press(host.page.get_by_role("button", name="Let’s start"))
    friend.press(friend.page.get_by_role("button", name="大家好"))
    expect(host.page.get_by_text("林婉清: Hello")).to_be_visible()
    assert friend.page.get_by_text("Ann：开始吧").count() == 0

    host.press(host.page.get_by_role("button", name="Close the table"))
    host.press(host.page.get_by_role("button", name="Press again to close"))
    expect(friend.page.get_by_text("这一桌已经散了。")).to_be_visible()
