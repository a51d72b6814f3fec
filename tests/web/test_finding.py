"""What is looked for in a rule book is found, in every language and by either of two words, with the keys alone."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from tests.server.conftest import Server

from .people import Person

pytestmark = pytest.mark.browser

ASKED = {  # in each language: a word that the page of the source has, the word of the table, and where the book explains it
    "en": ("surrender", "luk_fu", "gave up a card", "6.3"),
    "zh-Hans": ("捎牌", "gou_ji", "烧牌", "9.5"),
    "zh-Hant": ("串三戶", "gou_ji", "圈三戶", "12.2"),
}


def finder(me: Person) -> Locator:
    return me.page.get_by_role("search").get_by_role("searchbox")


def found(me: Person) -> Locator:
    return me.page.get_by_role("search").get_by_role("listitem")


@pytest.mark.parametrize(
    ("language", "window"), [("en", "desk"), ("zh-Hans", "tall"), ("zh-Hant", "small"), ("zh-Hans", "wide")]
)
def test_the_book_is_searched(house: Server, come: Callable[..., Person], language: str, window: str) -> None:
    asked, game, said, section = ASKED[language]
    me = come(house, language, window)
    me.page.goto(f"/rules/{game}")
    finder(me).fill(asked)
    told = me.page.get_by_role("search").get_by_role("status")
    expect(told).to_have_text(re.compile(r"\d"))
    assert int(re.findall(r"\d+", told.inner_text())[0]) == found(me).count() > 2
    expect(found(me).filter(has_text=said).first).to_be_visible()
    me.judge("finding")
    place = me.page.locator(f'[data-section="{section}"]')
    me.press(found(me).get_by_role("link").filter(has_text=re.compile(rf"^\s*{re.escape(section)}\b")).first)
    expect(place).to_be_focused()
    expect(place).to_be_in_viewport()
    expect(me.page).to_have_url(re.compile(f"#{re.escape(section)}$"))
    assert me.page.evaluate("CSS.highlights.get('found').size") > 2
    finder(me).fill("qqqq")
    expect(found(me)).to_have_count(0)
    expect(told).not_to_have_text("")


def test_with_the_keys_alone(house: Server, come: Callable[..., Person]) -> None:
    """At a table, beside the cards: the field is emptied by Escape, and the rules stay open."""
    me = come(house)
    me.sit_down(seats=2)
    me.press(me.page.get_by_role("tab", name="Rules"))
    field = finder(me)
    field.focus()
    me.page.keyboard.type("talon")
    expect(found(me).first).to_be_visible()
    me.judge("finding-at-a-table")
    me.page.keyboard.press("Tab")
    expect(found(me).first.get_by_role("link")).to_be_focused()
    me.page.keyboard.press("Enter")
    expect(me.page.locator("section:focus")).to_be_in_viewport()
    field.focus()
    me.page.keyboard.press("Escape")
    expect(field).to_have_value("")
    expect(field).to_be_visible()
    expect(found(me)).to_have_count(0)
