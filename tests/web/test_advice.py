"""What would you do?  By key, in the row of actions or in the table's menu: computed, told, chosen from, and gone with the decision."""

import time
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import expect

from tests.server.conftest import Server

from .people import PATIENCE, Person

pytestmark = pytest.mark.browser
SAID = {
    "en": ("What would you do?", "I would choose: ", "Select these cards", "Table menu"),
    "zh-Hans": ("你会怎么打？", "我会选：", "选好这几张", "牌桌菜单"),
    "zh-Hant": ("你會怎麼打？", "我會選：", "選好這幾張", "牌桌選單"),
}


@pytest.fixture(scope="module")
def advising(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("advising"), settings={"review_worlds": 12, "bot_pause": [0.02, 0.05]})
    yield server
    server.stop()


def ask(me: Person) -> None:
    """By the key where there is a keyboard, else by the menu of the table."""
    title, _, _, _ = SAID[me.language]
    if me.touches:
        me.press(me.page.locator("header nav button").last)
        me.press(me.page.get_by_role("button", name=title))
    else:
        me.page.keyboard.press("w")


@pytest.mark.parametrize(("language", "window"), [("en", "desk"), ("zh-Hans", "tall"), ("zh-Hant", "wide")])
def test_it_is_told_chosen_from_and_gone_with_the_decision(
    advising: Server, come: Callable[..., Person], language: str, window: str
) -> None:
    me = come(advising, language, window)
    title, would, take, _ = SAID[language]
    me.sit_down(seats=3)
    while me.await_turn() and len(me.table["deal"]["choices"]) < 3:
        me.decide()
    ask(me)
    sheet = me.page.get_by_role("dialog", name=title)
    expect(sheet).to_contain_text(would, timeout=60_000)
    rows = sheet.locator("tbody tr")
    assert rows.count() > 1
    me.judge("advice")
    me.page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)
    ask(me)  # once a decision: the same is shown again
    expect(sheet).to_contain_text(would)
    asked = [message for message in me.heard if message["k"] == "advised"]
    assert [message["state"] for message in asked] == ["computing", "done"]
    needs = asked[-1]["choices"][0]["choice"]["needs"]
    if needs:
        me.press(sheet.get_by_role("button", name=take))
        expect(me.chosen).to_have_count(len(needs))
    else:
        me.page.keyboard.press("Escape")
    if window == "desk":
        button = me.page.locator(".acts .advise button")
        expect(button).to_be_visible()
        me.judge("row")
        if needs:
            me.settle(me.solid)
            expect(me.page.locator(".acts .advise [aria-disabled=true]").or_(me.account)).to_have_count(1)


def test_where_another_person_plays_it_is_not_offered_and_the_end_has_phrases(
    advising: Server, come: Callable[..., Person]
) -> None:
    me, other = come(advising), come(advising, window="tall")
    me.page.goto("/")
    me.pick(me.page.locator("[aria-labelledby=seats]"), "3")
    me.press(me.button("table"))
    expect(me.page.get_by_role("button", name="Deal", exact=True)).to_be_visible()
    other.page.goto(me.page.url)
    other.press(other.page.get_by_role("button", name="Sit here").first)
    expect(me.page.get_by_role("button", name="Deal", exact=True)).to_be_enabled()
    me.press(me.page.get_by_role("button", name="Deal", exact=True))
    expect(me.cards.first).to_be_visible()
    assert sum(seat["player"] == "person" for seat in me.table["seats"]) == 2
    assert me.page.locator(".acts .advise").count() == 0
    me.page.keyboard.press("w")
    expect(me.page.locator(".note.refusal")).to_contain_text("Advice is for a table where all others are bots.")
    end = time.monotonic() + PATIENCE
    while not (me.account.count() and other.account.count()):
        assert time.monotonic() < end, "the deal does not end"
        for person in (me, other):
            if person.has_turn() and not person.account.count():
                person.decide()
    me.press(me.account.get_by_role("button", name="Well played"))
    for person in (me, other):
        expect(person.account.get_by_role("status").filter(has_text=": Well played")).to_be_visible()
        person.judge("phrases")
