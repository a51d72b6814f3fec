"""A whole deal through the page alone, in each language and window, against bots."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.server.conftest import Server

from .people import Person

pytestmark = pytest.mark.browser

SITTINGS = [
    pytest.param("en", "desk", 4, {}, id="en-desk"),
    pytest.param("zh-Hans", "tall", 3, {}, id="zh-Hans-tall", marks=pytest.mark.core),
    pytest.param("zh-Hant", "wide", 2, {}, id="zh-Hant-wide"),
    pytest.param("en", "desk", 6, {"color_scheme": "dark", "reduced_motion": "no-preference"}, id="en-desk-dark-moving"),
]


@pytest.mark.parametrize(("language", "window", "seats", "more"), SITTINGS)
def test_a_deal(house: Server, come: Callable[..., Person], language: str, window: str, seats: int, more: dict) -> None:
    me = come(house, language, window, **more)
    me.page.goto("/")
    expect(me.button("now")).to_be_visible()
    expect(me.page.locator("html")).to_have_attribute("lang", language)
    me.glance("first-page")

    me.sit_down(seats=seats)
    assert me.page.locator(".seat").count() == seats
    assert len(me.hand()) in (5, 6)
    if window != "wide":  # so few cards are not small
        card = me.cards.first.locator("svg").bounding_box()
        assert card
        assert card["width"] > 54
    me.glance("dealt")

    me.play_on(decisions=2)
    if me.await_turn():
        held = me.hand()
        me.page.reload()
        expect(me.cards.first).to_be_visible()
        assert me.hand() == held, "a reload gives the same hand back"
        me.press(me.button("hint"))
        me.glance("my-turn")

    me.play_on()
    expect(me.account).to_be_visible()
    me.glance("account")
    last = [fact for fact in me.table["deal"]["log"] if fact["event"] == "laid"][-1]
    expect(me.account.locator(".trick .won .cards svg")).to_have_count(len(last["cards"]))
    sheet = me.account.locator("tbody tr").first.locator("td")
    points = [int(cell.replace("−", "-")) for cell in sheet.all_inner_texts()]
    assert len(points) == seats
    assert sum(points) == 0
    assert max(points) > 0

    me.press(me.button("next"))
    expect(me.cards.first).to_be_visible()
    dealer = me.page.locator(
        ".seat", has=me.page.locator(".chip", has_text={"en": "dealer", "zh-Hans": "庄家", "zh-Hant": "莊家"}[language])
    )
    expect(dealer).to_have_attribute("data-seat", str(points.index(max(points))))  # §2.1 the winner deals


def test_a_deal_by_keyboard(house: Server, come: Callable[..., Person]) -> None:
    me = come(house)
    keys = me.page.keyboard
    me.page.goto("/")
    expect(me.button("now")).to_be_visible()
    keys.press("Tab")
    expect(me.page.get_by_role("link", name="Skip to the table form")).to_be_focused()
    keys.press("Enter")
    for _ in range(12):
        keys.press("Tab")
        if me.button("now").evaluate("button => button === document.activeElement"):
            break
    keys.press("Enter")

    expect(me.cards.first).to_be_visible()
    keys.press("Tab")
    keys.press("Enter")
    expect(me.cards.first).to_be_focused()
    keys.press("ArrowRight")
    expect(me.cards.nth(1)).to_be_focused()
    keys.press("t")
    expect(me.page.get_by_role("dialog", name="Last trick")).to_be_visible()
    keys.press("Escape")
    expect(me.cards.nth(1)).to_be_focused()
    keys.press("Space")
    expect(me.cards.nth(1)).to_have_attribute("aria-selected", "true")
    keys.press("End")
    keys.press("Space")
    expect(me.chosen).to_have_count(2)
    me.judge("chosen-by-keyboard")
    keys.press("Escape")
    expect(me.chosen).to_have_count(0)
    keys.press("?")
    expect(me.page.get_by_role("dialog")).to_be_visible()
    me.judge("list-of-keys")
    keys.press("Escape")
    expect(me.page.get_by_role("dialog")).to_have_count(0)

    while me.await_turn():
        keys.press("h")
        answers = me.answers()
        keys.press("Enter" if me.chosen.count() else "p")
        while me.answers() == answers:
            me.page.wait_for_timeout(10)
    expect(me.account).to_be_visible()
    keys.press("Enter")
    expect(me.cards.first).to_be_visible()
