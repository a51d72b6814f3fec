"""Bots that search, in the form of a new table: offered where they are stronger, with what to expect of them."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from qipai.bots import MASTER, SEARCH, levels_at
from qipai.games import GAMES
from tests.server.conftest import Server

from .people import Person

pytestmark = pytest.mark.browser

MASTERS = {"en": "Master bots have learned", "zh-Hans": "“大师”跟自己打过", "zh-Hant": "「大師」和自己打過"}
EXPLAINED = {"en": "Strong bots try out many", "zh-Hans": "“高手”每出一手", "zh-Hant": "「高手」每出一手"}


@pytest.mark.parametrize(("language", "window"), [("en", "desk"), ("zh-Hans", "tall"), ("zh-Hant", "desk")])
def test_old_hands_are_offered_where_they_are_stronger(
    house: Server, come: Callable[..., Person], language: str, window: str
) -> None:
    assert [SEARCH in levels_at(GAMES["giog"], seats) for seats in (2, 4)] == [True, False]
    me = come(house, language, window)
    me.page.goto("/")
    me.press(me.page.locator("label.game", has=me.page.locator("input[value=giog]")))
    bots, seats = me.page.locator("#bots"), me.page.locator("[aria-labelledby=seats]")
    me.pick(seats, "2")
    bots.select_option(SEARCH)
    explained = me.page.get_by_text(EXPLAINED[language])
    expect(explained).to_be_visible()
    me.judge("old-hands")
    me.pick(seats, "4")
    expect(bots).to_have_value("rule")
    expect(explained).to_have_count(0)
    me.pick(seats, "2")
    expect(bots).to_have_value(SEARCH)
    me.press(me.button("now"))
    expect(me.page.locator(".seat.you")).to_be_visible()
    assert [seat["level"] for seat in me.table["seats"]] == ["", SEARCH]


@pytest.mark.parametrize("language", ["en", "zh-Hans", "zh-Hant"])
def test_masters_sit_at_tables_of_gou_ji(house: Server, come: Callable[..., Person], language: str) -> None:
    me = come(house, language)
    me.page.goto("/")
    me.press(me.page.locator("label.game", has=me.page.locator("input[value=gou_ji]")))
    expect(me.page.locator("#deals")).to_have_value("3")
    bots = me.page.locator("#bots")
    assert bots.locator("option").evaluate_all("options => options.map(({ value }) => value)") == [
        MASTER,
        SEARCH,
        "rule",
        "noisy",
    ]
    bots.select_option(MASTER)
    expect(me.page.get_by_text(MASTERS[language])).to_be_visible()
    me.judge("masters")
    me.press(me.button("now"))
    expect(me.cards.first).to_be_visible()
    assert [seat["level"] for seat in me.table["seats"]] == ["", *[MASTER] * 5]
