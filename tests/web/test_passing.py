"""What the table does for whoever has nothing to decide, and the pass that is chosen before one's turn."""

import time
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Locator, expect

from tests.server.conftest import Server

from .people import PATIENCE, Person

pytestmark = [pytest.mark.browser, pytest.mark.slow]

ON_TURN = {"en": "Pass on my turn", "zh-Hans": "轮到我就不要", "zh-Hant": "輪到我就不要"}
NOTHING = {"en": "You can’t beat this", "zh-Hans": "压不住", "zh-Hant": "壓不住"}


@pytest.fixture
def slow(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose automatic moves wait long enough to be seen."""
    server = Server(tmp_path_factory.mktemp("slow"), settings={"bot_pause": [1.2, 1.2]})
    yield server
    server.stop()


def deal_until(me: Person, what: Locator) -> None:
    """Play deals until something is seen."""
    while not play_until(me, what):
        me.press(me.button("next"))
        expect(me.account).to_have_count(0)


def play_until(me: Person, what: Locator) -> bool:
    """Play until something is seen; False if the deal ends before."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if what.count():
            return True
        if me.account.count():
            return False
        if me.has_turn() and len(me.table["deal"]["choices"]) > 1:
            me.decide()
        me.page.wait_for_timeout(30)
    raise AssertionError(f"nothing of the kind: {me.page.locator('main').inner_text()[:400]}")


def passes(me: Person) -> int:
    """How often they have passed, or were passed for."""
    facts = [fact for message in me.heard for fact in message.get("facts", [])]
    return sum(fact["event"] == "passed" and fact["seat"] == me.table["you"] for fact in facts)


@pytest.mark.parametrize(("language", "window"), [("en", "desk"), ("zh-Hans", "tall"), ("zh-Hant", "wide")])
def test_who_cannot_follow_sees_the_table_pass(slow: Server, come: Callable[..., Person], language: str, window: str) -> None:
    me = come(slow, language, window, passing="bots", reduced_motion="no-preference")
    me.sit_down(seats=2)
    note = me.page.locator(".note.auto").filter(has_text=NOTHING[language])
    deal_until(me, note)
    before = passes(me)
    me.judge("passing")
    end = time.monotonic() + PATIENCE
    while passes(me) == before:  # the table passes for them
        assert time.monotonic() < end, "it says that it passes, and does not"
        me.page.wait_for_timeout(30)


@pytest.mark.parametrize(("language", "window"), [("en", "desk"), ("zh-Hant", "tall"), ("zh-Hans", "small")])
def test_a_pass_is_chosen_before_ones_turn_and_taken_back(
    slow: Server, come: Callable[..., Person], language: str, window: str
) -> None:
    me = come(slow, language, window)
    me.sit_down(seats=3)
    early = me.page.get_by_role("button", name=ON_TURN[language])
    deal_until(me, early)
    if window == "desk":  # held so long that the system repeats it, an even number of times in all
        for _ in range(6):
            me.page.keyboard.down("p")
        me.page.keyboard.up("p")
    else:
        me.press(early)
    expect(early).to_have_attribute("aria-pressed", "true")
    expect(me.page.locator(".note.auto")).to_be_visible()
    me.judge("beforehand")
    if not early.count():
        return  # their turn has come meanwhile
    me.press(early)
    expect(me.page.locator(".note.auto")).to_have_count(0)
