"""What axe finds on each kind of page, in each language and theme, at a desk and on a phone.

Other tests ask axe only about what they alone reach, so that a fault is found by the same test in any order.
"""

from collections.abc import Callable, Iterator
from functools import cache
from itertools import islice
from random import Random

import pytest
from playwright.sync_api import expect

from qipai.games import GAMES
from tests.server.conftest import Server

from .people import LOCALES, WINDOWS, Person
from .playback import Playback
from .recorded_views import Moment, copy_of, play, seen
from .test_layout import longest_refusal, question_of

pytestmark = pytest.mark.browser

ROOMS = ("gan_deng_yan", "dou_dizhu", "giog", "luk_fu", "gou_ji")  # a game of each
TABLES = 3  # that are played, with other house rules and other people
CHANGES = 400  # of each
BOTH = [(language, theme) for language in LOCALES for theme in ("light", "dark")]


def kind_of(moment: Moment) -> tuple[object, ...]:
    """The kind of page on which a moment is shown: what is asked there, and whether of the one who sees it."""
    table, deal = moment.table, moment.table.deal
    if deal is None:
        return (table.phase, table.you is None)
    asked = table.you in deal.to_act and (deal.board.get("phase"), (deal.board.get("asks") or {}).get("what"))
    return (table.phase, table.you is None, asked)


@cache
def kinds(name: str) -> tuple[Moment, ...]:
    """The first moment of each kind at a few tables of a game."""
    found: dict[tuple[object, ...], Moment] = {}
    for number in range(TABLES):
        for session, entry in islice(play(GAMES[name], Random(number), number), CHANGES):
            for moment in seen(session, entry):
                if kind_of(moment) not in found:
                    found[kind_of(moment)] = copy_of(moment)
    return tuple(found.values())


def ask_axe(me: Person, what: str) -> None:
    for window in ("desk", "tall"):
        width, height = WINDOWS[window]
        me.page.set_viewport_size({"width": width, "height": height})
        me.page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        violations = me.violations()
        assert not violations, f"{what}, {window}: {violations}"


@pytest.mark.parametrize(("language", "theme"), BOTH)
def test_pages(house: Server, come: Callable[..., Person], language: str, theme: str) -> None:
    me = come(house, language, color_scheme=theme)
    for what in pages(me):
        me.complaints.clear()  # the browser tells of every answer that is not a success
        ask_axe(me, what)


def pages(me: Person) -> Iterator[str]:
    """One page after another; every other kind is that of a table."""
    me.page.goto("/mine")
    expect(me.page.get_by_role("main").get_by_role("heading").first).to_be_visible()
    yield "no games yet"
    me.page.goto("/account")
    expect(me.page.locator("input[type=password]").first).to_be_visible()
    yield "account"
    me.page.goto("/x/gan_deng_yan")
    expect(me.page.locator(".question label").first).to_be_visible()
    yield "question"
    me.press(me.page.locator(".question label").first)
    me.press(me.page.locator(".foot .btn"))
    expect(me.page.locator(".question li p").first).to_be_visible()  # why
    yield "answer"
    for path in ("/nowhere", "/t/no-such-table", "/r/no-such-record"):
        me.page.goto(path)
        expect(me.page.locator("main [role=status]")).to_be_visible()
        yield path
    me.page.goto("/")
    expect(me.button("now")).to_be_visible()
    yield "first page"
    me.page.locator("#form .house .more").first.click()
    yield "house rules"
    me.page.locator("header [aria-expanded]").click()
    expect(me.page.get_by_role("dialog")).to_be_visible()
    yield "settings"
    me.page.keyboard.press("Escape")
    me.press(me.button("table").last)  # the other one opens it to everybody
    expect(me.page.locator(".chairs li").first).to_be_visible()
    yield "gathering"
    me.sit_down(seats=2)
    me.play_on()
    with me.context.expect_page() as replay:
        me.press(me.link("replay"))
    me.page = replay.value
    expect(me.page.get_by_role("slider")).to_be_visible()
    yield "replay"
    me.page.goto("/mine")
    expect(me.page.locator(".mine li .what").first).to_be_visible()
    yield "my games"


@pytest.mark.parametrize(("language", "theme"), BOTH)
@pytest.mark.parametrize("name", ROOMS)
def test_a_table_and_its_book(house: Server, come: Callable[..., Person], name: str, language: str, theme: str) -> None:
    me = come(house, language, color_scheme=theme, reduced_motion="reduce")
    me.page.goto(f"/rules/{name}")
    expect(me.page.locator("svg.diagram").first).to_be_visible()
    ask_axe(me, "book")
    playback, refused = Playback(me), False
    for moment in kinds(name):
        playback.clear(moment)
        playback.show(moment)
        ask_axe(me, moment.kind)
        if not refused and question_of(moment) is not None:
            refused = True  # a refusal looks alike at every question
            playback.be_refused(longest_refusal(name, language))
            ask_axe(me, f"{moment.kind}, refused")
    assert refused
