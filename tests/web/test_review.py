"""The review of a finished deal in a browser: it grows, is drawn, and leads to the decisions."""

import sqlite3
import zlib
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import expect

from qipai.games import GAN_DENG_YAN
from qipai.records.composing import compose
from tests.arena.deals import by_rule, dealt, do
from tests.server.conftest import Server

from .people import Person

pytestmark = pytest.mark.browser
SAID = {
    "en": ("The three that cost most", "Better: "),
    "zh-Hans": ("失分最多的三手", "更好："),
    "zh-Hant": ("失分最多的三手", "更好："),
}


def blundered() -> str:
    """A deal of three in which the first player passes once with the last cards in hand, which nobody could beat any more."""
    start = dealt(GAN_DENG_YAN, 58, players=3)
    deal, done, missed = start.begin(), [], False
    while not deal.over:
        seat = deal.asked()[0]
        action, legal = by_rule(deal, seat), GAN_DENG_YAN.legal(deal.state, deal.terms.rules, seat)
        after = deal.copy()
        do(after, seat, action)
        passes = [other for other in legal if GAN_DENG_YAN.play_kind(other) == 0]
        if seat == 0 and not missed and after.over and passes:
            missed, action = True, passes[0]
        done.append(do(deal, seat, action))
    assert missed
    return compose(*start, done)


@pytest.fixture(scope="module")
def reviewing(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that keeps two records: a blunder, and a deal without a choice."""
    server = Server(tmp_path_factory.mktemp("reviewing"), settings={"review_worlds": 24})
    simple = (Path(__file__).parents[1] / "records" / "six_in_sequence_win_at_once.qp").read_text()
    with closing(sqlite3.connect(server.data / "tables.sqlite3", timeout=10)) as store, store:
        for id, text in (("abc-1", blundered()), ("abc-2", simple)):
            store.execute("insert into records (id, kept_at, body) values (?, 1, ?)", (id, zlib.compress(text.encode())))
    yield server
    server.stop()


@pytest.mark.parametrize(
    ("language", "window", "scheme"), [("en", "desk", "light"), ("zh-Hans", "tall", "dark"), ("zh-Hant", "wide", "light")]
)
def test_the_missed_win_is_the_first_of_those_that_cost_most(
    reviewing: Server, come: Callable[..., Person], language: str, window: str, scheme: str
) -> None:
    me = come(reviewing, language, window, color_scheme=scheme)
    most, better = SAID[language]
    me.page.goto("/r/abc-1/review#&seat=0")
    dearest = me.page.locator(".cost").first
    expect(dearest).to_contain_text(better, timeout=120_000)
    expect(me.page.get_by_role("heading", name=most)).to_be_visible()
    expect(dearest).to_have_attribute("aria-current", "true")
    assert me.page.locator(".decision tr.me").inner_text() != me.page.locator(".decision tbody tr").first.inner_text()
    me.judge("review")
    me.shoot("review-whole", whole=True)
    me.page.locator(".walk").focus()
    me.page.keyboard.press("Enter")
    expect(me.page).to_have_url(f"{me.home}/r/abc-1/review#1&seat=0")
    following = me.page.locator(".decision .buttons a").last
    following.focus()
    me.page.keyboard.press("Enter")
    expect(me.page).to_have_url(f"{me.home}/r/abc-1/review#2&seat=0")
    me.press(me.page.locator(".decision .buttons a").first)
    expect(me.page.get_by_role("slider")).to_be_visible()
    me.press(me.page.locator(".facts a[href*=review]"))
    expect(dearest).to_be_visible()


def test_another_seat_and_a_seat_without_a_choice(reviewing: Server, come: Callable[..., Person]) -> None:
    me = come(reviewing)
    me.page.goto("/r/abc-2/review#&seat=0")
    expect(me.page.locator(".decision")).to_be_visible(timeout=120_000)
    expect(me.page.locator(".costs")).to_contain_text("Nothing better was found for certain.")
    me.judge("nothing-better")
    me.page.get_by_label("Seen from").select_option("1")
    expect(me.page.get_by_text("There was never more than one thing to do.")).to_be_visible(timeout=120_000)
    me.judge("no-choice")
    me.page.goto("/r/abc-3/review")
    expect(me.page.get_by_text("There is no record at this address.")).to_be_visible()
    me.complaints.clear()  # the browser's own, of the 404
