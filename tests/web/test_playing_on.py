"""Playing on from a finished deal in a browser: from the replay and from the review, said at the table, once more at its end."""

import re
import sqlite3
import zlib
from collections.abc import Callable, Iterator
from contextlib import closing

import pytest
from playwright.sync_api import expect

from tests.server.conftest import Server

from .people import Person
from .test_review import blundered

pytestmark = pytest.mark.browser
SAID = {
    "en": ("Play on from here", "This is a trial", "Once more from there"),
    "zh-Hans": ("从这里接着打", "只是试打", "从那里再打一次"),
    "zh-Hant": ("從這裡接著打", "只是試打", "從那裡再打一次"),
}


@pytest.fixture(scope="module")
def keeping(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that keeps a record."""
    server = Server(tmp_path_factory.mktemp("keeping"), settings={"review_worlds": 4, "bot_pause": [0.02, 0.05]})
    with closing(sqlite3.connect(server.data / "tables.sqlite3", timeout=10)) as store, store:
        store.execute("insert into records (id, kept_at, body) values ('abc-1', 1, ?)", (zlib.compress(blundered().encode()),))
    yield server
    server.stop()


@pytest.mark.parametrize(("language", "window"), [("en", "desk"), ("zh-Hans", "tall"), ("zh-Hant", "wide")])
def test_from_a_moment_of_the_replay_to_the_end_and_once_more(
    keeping: Server, come: Callable[..., Person], language: str, window: str
) -> None:
    me = come(keeping, language, window)
    on, trial, more = SAID[language]
    me.page.goto("/r/abc-1#4")
    button = me.page.get_by_role("button", name=on)
    expect(button).to_be_visible()
    me.judge("replay")
    me.shoot("replay", whole=True)
    button.focus()
    me.page.keyboard.press("Enter")
    expect(me.page).to_have_url(re.compile("/t/"))
    expect(me.cards.first).to_be_visible()
    expect(me.page.locator(".tried")).to_contain_text(trial)
    me.judge("table")
    me.shoot("table")
    from_there = me.page.locator(".tried a").get_attribute("href")
    assert from_there is not None
    decision = me.table["begun_from"]["decision"]
    assert from_there == f"/r/abc-1#d{decision}&seat={me.table['you']}"
    me.play_on()
    again = me.page.get_by_role("button", name=more)
    expect(again).to_be_visible()
    expect(me.account.locator(".tried")).to_contain_text(trial)
    me.judge("end")
    me.shoot("end", whole=True)
    before = me.page.url
    me.press(again)
    expect(me.page).not_to_have_url(before)
    expect(me.cards.first).to_be_visible()
    assert me.table["begun_from"] == {"record": "abc-1", "decision": decision}
    me.page.goto(from_there)
    expect(me.page.locator(".events [aria-current=step]")).to_be_visible()
    me.page.goto("/r/abc-1")
    me.page.get_by_role("slider").press("End")
    expect(button).to_have_count(0)
