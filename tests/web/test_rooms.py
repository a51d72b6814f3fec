"""A room of several games on the first page, its discs, and a deal of it played again with all hands open."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from qipai.games import GAMES
from tests.server.conftest import Server

from .people import Person, enter

pytestmark = pytest.mark.browser

FAMILY = [game for game in GAMES.values() if game.room == "giog"]


@pytest.mark.parametrize(("language", "window"), [("en", "desk"), ("zh-Hant", "tall"), ("zh-Hans", "wide")])
def test_a_room_offers_its_games(house: Server, come: Callable[..., Person], language: str, window: str) -> None:
    me = come(house, language, window)
    choice = enter(me)
    assert me.page.locator("label.game").count() == len({game.room for game in GAMES.values()})
    offered = choice.get_by_role("radio")
    assert offered.count() == len(FAMILY)
    for place, game in enumerate(FAMILY):
        line = choice.locator("label").nth(place)
        expect(line).to_contain_text(game.tagline[language])
        assert line.locator(".chip").count() == game.experimental
        assert re.search(rf"\b{max(game.seats)}\b", line.inner_text())
    me.judge("games-of-a-room")

    offered.first.focus()
    for game in FAMILY[1:]:
        me.page.keyboard.press("ArrowDown")
        expect(me.page.locator("#form h2")).to_have_text(game.titles[language])
        seats = me.page.locator("[aria-labelledby=seats]").get_by_role("radio")
        assert seats.evaluate_all("all => all.map(one => Number(one.value))") == list(game.seats)
    me.judge("last-game-of-a-room")

    me.page.goto("/")
    expect(me.page.locator("#form h2")).to_have_text(FAMILY[-1].titles[language])
    me.press(me.page.locator("label.game").first)
    expect(choice).to_have_count(0)
    me.press(me.page.locator("label.game", has=me.page.locator("input[value=giog]")))
    expect(me.page.locator("#form h2")).to_have_text(FAMILY[-1].titles[language])


def test_letters_on_discs_are_a_setting(house: Server, come: Callable[..., Person]) -> None:
    me = come(house)
    enter(me)
    disc = me.page.locator("label.game .disc use").first
    expect(disc).to_have_attribute("href", re.compile("#xl-rG$"))
    me.page.get_by_role("button", name="Settings").click()
    me.page.get_by_role("switch", name=re.compile("Letters on discs")).uncheck()
    expect(disc).to_have_attribute("href", re.compile("#x-rG$"))
    me.page.reload()
    expect(disc).to_have_attribute("href", re.compile("#x-rG$"))


def test_the_licences_of_what_is_in_the_page(house: Server, come: Callable[..., Person]) -> None:
    me = come(house)
    me.page.goto("/")
    me.page.get_by_role("button", name="Settings").click()
    with me.context.expect_page() as opened:
        me.page.get_by_role("link", name=re.compile("licences")).click()
    text = opened.value.locator("body").inner_text()
    assert "SIL OPEN FONT LICENSE" in text
    assert "Adobe" in text
    assert "svelte" in text


@pytest.mark.parametrize(("language", "window"), [("en", "tall"), ("zh-Hans", "desk")])
def test_a_deal_of_discs_again(house: Server, come: Callable[..., Person], language: str, window: str) -> None:
    me = come(house, language, window)
    me.page.goto("/")
    table = {"game": "giog", "seats": 4, "name": "Ann", "deals": 1, "clock": "none", "begin": True}
    ask = """table => fetch("/api/tables", {
        method: "POST", headers: {"content-type": "application/json"}, body: JSON.stringify(table)
    }).then(answer => answer.json())"""
    me.page.goto(me.page.evaluate(ask, table)["path"])
    expect(me.page.locator(".cloth")).to_be_visible()
    me.page.locator("header button").last.click()
    me.press(me.page.get_by_role("button", name={"en": "Play for me (autopilot)", "zh-Hans": "托管，替我出牌"}[language]))
    link = me.page.locator("a[href^='/r/']").first
    expect(link).to_be_attached(timeout=60_000)
    me.page.goto(link.get_attribute("href") or "")

    rows = me.page.locator(".events li button")
    shown = me.page.locator(".cloth .play")
    expect(rows.first).to_be_visible()
    turned = rows.filter(has_text={"en": "Everyone turns up together", "zh-Hans": "一起翻开"}[language])
    assert turned.count() > 1
    turned.first.click()
    expect(shown).to_have_count(4)
    assert me.page.locator(".cloth .best").count() == 1
    assert me.page.locator(".hand .disc").count() > 8
    me.judge("discs-turned-up")
    rows.last.click()
    expect(me.page.locator(".time h2")).to_have_text(re.compile(r"[+½⅓]"))
    me.judge("points-of-a-deal")
