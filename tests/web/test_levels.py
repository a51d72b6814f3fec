"""Bots that search, in the form of a new table: offered where they are stronger, with what to expect of them."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from qipai.bots import SEARCH, levels_at
from tests.server.conftest import Server

from .people import Person

pytestmark = pytest.mark.browser

EXPLAINED = {"en": "Old hands play many possible deals", "zh-Hans": "高手每走一步", "zh-Hant": "高手每走一步"}


@pytest.mark.parametrize(("language", "window"), [("en", "desk"), ("zh-Hans", "tall"), ("zh-Hant", "desk")])
def test_old_hands_are_offered_where_they_are_stronger(
    house: Server, come: Callable[..., Person], language: str, window: str
) -> None:
    assert [SEARCH in levels_at("gan_deng_yan", seats) for seats in (2, 6)] == [True, False]
    me = come(house, language, window)
    me.page.goto("/")
    bots, seats = me.page.locator("#bots"), me.page.locator("[aria-labelledby=seats]")
    me.pick(seats, "2")
    bots.select_option(SEARCH)
    explained = me.page.get_by_text(EXPLAINED[language])
    expect(explained).to_be_visible()
    me.judge("old-hands")
    me.pick(seats, "6")
    expect(bots).to_have_value("rule")
    expect(explained).to_have_count(0)
    me.pick(seats, "2")
    expect(bots).to_have_value(SEARCH)
    me.press(me.button("now"))
    expect(me.cards.first).to_be_visible()
    assert [seat["level"] for seat in me.table["seats"]] == ["", SEARCH]
