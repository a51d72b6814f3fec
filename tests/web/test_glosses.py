"""Words of art explain themselves where they are met, and the rules have a legend of the marks."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from qipai.engine.errors import LANGUAGES
from qipai.games import GAMES
from tests.server.conftest import Server

from .people import Person

pytestmark = pytest.mark.browser

TERMS = GAMES["luk_fu"].words["terms"]


def words_of_art(text: Locator) -> list[str]:
    return text.locator(".gl").all_inner_texts()


@pytest.mark.parametrize(("language", "window"), [*zip(LANGUAGES, ("desk", "tall", "small"), strict=True)])
def test_a_word_of_the_minute_explains_itself(house: Server, come: Callable[..., Person], language: str, window: str) -> None:
    me = come(house, language, window)
    me.page.goto("/rules/luk_fu")
    minute = me.page.locator('[data-section=""] ul').first
    dreamer = minute.get_by_role("button", name=TERMS["dreamer"]["name"][language])
    expect(dreamer).to_have_count(1)  # where it is met first, and not again
    assert len(words_of_art(minute)) == len({*words_of_art(minute)}) > 3
    me.press(dreamer)
    gloss = me.page.get_by_role("dialog", name=TERMS["dreamer"]["name"][language])
    expect(gloss).to_contain_text(TERMS["dreamer"]["meaning"][language])
    expect(gloss).to_be_in_viewport(ratio=1)
    me.judge("gloss")
    me.page.keyboard.press("Escape")
    expect(gloss).to_have_count(0)
    expect(dreamer).to_be_focused()
    me.page.keyboard.press("Enter")
    me.press(gloss.get_by_role("link"))
    expect(gloss).to_have_count(0)
    expect(me.page.locator(f'[data-section="{TERMS["dreamer"]["section"]}"].hit')).to_be_in_viewport()


def test_a_pointer_that_rests_is_enough(house: Server, come: Callable[..., Person]) -> None:
    me = come(house)
    me.page.goto("/rules/gan_deng_yan")
    bomb = me.page.locator('[data-section=""]').get_by_role("button", name="bombs")
    bomb.hover()
    gloss = me.page.get_by_role("dialog", name="bomb")
    expect(gloss).to_be_visible()
    gloss.hover()  # on the way to its link
    expect(gloss.get_by_role("link", name="§ 4.3")).to_be_visible()
    me.page.mouse.move(5, 5)
    expect(gloss).to_have_count(0)


@pytest.mark.parametrize("window", ["desk", "tall"])
def test_at_the_table_chips_and_marks_are_explained(house: Server, come: Callable[..., Person], window: str) -> None:
    me = come(house, window=window)
    me.page.goto("/")
    me.press(me.page.locator("label.game", has=me.page.locator("input[value=luk_fu]")))
    me.press(me.button("now"))
    dealer = me.page.locator(".seat .chip .gl", has_text="dealer").first
    me.press(dealer)
    gloss = me.page.get_by_role("dialog", name="dealer")
    expect(gloss).to_contain_text(TERMS["dealer"]["meaning"]["en"])
    me.judge("gloss-at-a-table")
    me.press(gloss.get_by_role("button", name="Close"))
    expect(gloss).to_have_count(0)
    me.press(me.page.get_by_role("button", name="Rules"))
    me.press(me.page.get_by_text("What the marks mean"))
    legend = me.page.locator(".marks")
    for mark in GAMES["luk_fu"].words["marks"].values():
        expect(legend).to_contain_text(mark["meaning"]["en"])
    assert legend.locator(".sign svg").count() == 3
    me.judge("legend")
