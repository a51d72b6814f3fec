"""House rules, the rule book, settings, a replay with a link to each of its moves."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from qipai.games import GAN_DENG_YAN
from qipai.session.clock import CLOCKS
from tests.server.conftest import Server

from .people import Person

pytestmark = pytest.mark.browser


def test_house_rules_are_a_form(house: Server, come: Callable[..., Person]) -> None:
    me = come(house)
    me.page.goto("/")
    form = me.page.get_by_label("House rules")
    expect(form).to_have_value("default")
    me.page.get_by_role("button", name=re.compile(r"\d+ more rules")).click()
    names = me.page.locator("#form .opt .label").all_inner_texts()
    assert len(names) == len(GAN_DENG_YAN.options)

    announcing = me.page.get_by_role("radiogroup", name=re.compile("Announcing"))
    me.pick(announcing, "three left")
    expect(form.locator("option:checked")).to_have_text("As written, with 1 change")
    me.page.get_by_label("Most a loser pays").fill("24")
    expect(form.locator("option:checked")).to_have_text("As written, with 2 changes")
    me.judge("two-changes")
    me.pick(announcing, "no")
    expect(form.locator("option:checked")).to_have_text("As written, with 1 change")
    me.pick(announcing, "three left")

    me.page.locator("#form .opt", has=me.page.get_by_text("Announcing")).get_by_role("link").click()
    expect(me.page.locator('[data-section="7.9"].hit')).to_be_in_viewport()
    me.judge("rule-of-an-option")
    me.page.get_by_role("button", name="Close", exact=True).click()

    with me.page.expect_request("**/api/tables") as asked:
        me.button("now").click()
    assert asked.value.post_data_json["rules"] == {"announce_at": "3", "payment_cap": "24"}
    expect(me.cards.first).to_be_visible()
    me.page.get_by_role("tab", name="Rules").click()
    me.page.locator('.toc a[href$="#7"]').click()
    expect(me.page.locator('[data-section="7.9"] .changed')).to_contain_text("At this table")
    assert me.page.locator(".text .changed").count() == 2
    me.judge("rules-of-this-table")

    me.page.goto("/")
    expect(form.locator("option:checked")).to_have_text("As written, with 2 changes")


def test_rules_that_contradict_each_other_are_refused_in_words_of_the_form(house: Server, come: Callable[..., Person]) -> None:
    me = come(house, "zh-Hans", "tall")
    me.page.goto("/")
    me.press(me.page.get_by_role("button", name=re.compile("其余")))
    me.pick(me.page.get_by_role("radiogroup", name="三张压三张"), "更大就行")
    me.press(me.button("now"))
    refusal = me.page.locator("#form [role=alert]")
    expect(refusal).to_contain_text("三张压三张")
    expect(refusal).to_be_in_viewport()
    assert "triplet" not in refusal.inner_text()
    me.complaints.clear()  # the browser tells of every answer that is not a success
    me.judge("contradiction")


def test_the_clocks_are_as_they_are_called(house: Server, come: Callable[..., Person]) -> None:
    me = come(house)
    me.page.goto("/")
    expect(me.page.get_by_label("Clock")).to_be_visible()
    called = dict(
        me.page.get_by_label("Clock").locator("option").evaluate_all("all => all.map(one => [one.value, one.textContent])")
    )
    assert set(called) == set(CLOCKS)
    for name, control in CLOCKS.items():
        assert control is None or f"{control.limit // 1000} s" in called[name]


@pytest.mark.parametrize(("language", "window"), [("en", "desk"), ("zh-Hant", "tall")])
def test_the_rule_book(house: Server, come: Callable[..., Person], language: str, window: str) -> None:
    me = come(house, language, window)
    me.page.goto("/rules/gan_deng_yan#4.1")
    cited = me.page.locator('[data-section="4.1"]')
    expect(cited).to_be_in_viewport()
    expect(cited).to_have_class(re.compile("hit"))
    assert cited.locator(".example").count() > 3
    me.judge("rule-book")
    me.press(me.page.locator(".toc").get_by_role("link", name=re.compile("^8 ")))
    expect(me.page.locator('[data-section="8"]')).to_be_in_viewport()
    expect(me.page).to_have_url(re.compile("#8$"))


def test_settings_are_kept(house: Server, come: Callable[..., Person]) -> None:
    me = come(house)
    me.page.goto("/rules/gan_deng_yan")
    me.page.get_by_role("button", name="Settings").click()
    me.pick(me.page.get_by_role("radiogroup", name="Language"), "繁體中文")
    expect(me.page.locator("html")).to_have_attribute("lang", "zh-Hant")
    me.pick(me.page.get_by_role("radiogroup", name="明暗"), "暗")
    me.page.get_by_role("switch", name=re.compile("四色花色")).uncheck()
    me.judge("settings")
    me.page.goto("/")
    expect(me.page.get_by_role("heading", level=1)).to_be_visible()
    assert me.page.evaluate("({...document.documentElement.dataset})") == {"theme": "dark", "colours": "two", "motion": "auto"}
    expect(me.page.get_by_text("請坐，茶正熱。")).to_be_visible()


@pytest.mark.parametrize(("language", "window"), [("en", "desk"), ("zh-Hans", "tall"), ("zh-Hant", "wide")])
def test_a_replay_and_a_link_to_a_move(house: Server, come: Callable[..., Person], language: str, window: str) -> None:
    me = come(house, language, window)
    me.sit_down(seats=2)
    me.play_on()
    with me.context.expect_page() as replay:  # the table stays open beside it
        me.press(me.link("replay"))
    me.page = replay.value
    slider = me.page.get_by_role("slider")
    expect(slider).to_be_visible()
    last = int(slider.get_attribute("max") or 0)
    assert last > 2
    me.page.keyboard.press("ArrowRight")
    me.page.keyboard.press("ArrowRight")
    expect(slider).to_have_value("2")
    board = me.page.locator(".open").bounding_box()
    hand = me.page.locator(".open .hand").first.bounding_box()
    assert board is not None
    assert hand is not None
    assert board["x"] <= hand["x"], "hands lie on the table"
    assert hand["x"] + hand["width"] <= board["x"] + board["width"]
    assert me.page.locator(".facts li").count() == 0, "as written"
    me.judge("replay")
    link = me.page.locator("#link").input_value()
    told = me.page.locator(".time h2").inner_text()
    me.page.keyboard.press("End")
    expect(slider).to_have_value(str(last))
    assert me.page.locator(".time h2").inner_text() != told
    me.shoot("replay-end")

    friend = come(house, language, window)
    friend.page.goto(link)
    expect(friend.page.locator(".time h2")).to_have_text(told)
    with friend.page.expect_download() as download:
        friend.press(friend.page.locator(".facts a[download]"))
    assert download.value.suggested_filename.endswith(".qp")


def test_an_address_with_nothing_behind_it(house: Server, come: Callable[..., Person]) -> None:
    me = come(house)
    for path, why in (
        ("/t/no-such-table", "No table has this code"),
        ("/r/no-such-record", "can be replayed when it is over"),
        ("/rules/no-such-game", "No game here has this name"),
        ("/nowhere/at/all", "may be mistyped"),
    ):
        me.page.goto(path)
        expect(me.page.locator("main [role=status]")).to_contain_text(why)
        me.judge("nothing-" + path.split("/")[1])
    me.complaints.clear()
