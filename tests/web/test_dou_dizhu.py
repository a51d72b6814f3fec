"""Dou Dizhu in the browser: two people and a bot play a deal, on a desk and a phone, and look at it again."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.server.conftest import Server

from .people import PATIENCE, Person, code_of

pytestmark = pytest.mark.browser

LANDLORD = "3S 3H 3C 4S 4H 4C 5S 6S 8S 8H 8C 8D 9S 2S 2H B R".split()
PEASANT = "3D 4D 5D 6D 7D 9D 10C 10D JC JD QC QD KC KD AC AD 2D".split()
BOT = "5H 5C 6H 6C 9H 9C 10S 10H JS JH QS QH KS KH AS AH 2C".split()  # nothing that follows a trio or a bomb
BOTTOM = "7S 7H 7C".split()
SLOWEST = PATIENCE * 1000  # milliseconds for what a bot does first
DRAWN = "uses => uses.map(use => use.getAttribute('href').split('#').at(-1))"
LEADS = ["3S 3H 3C 4S 4H 4C 5S 6S", "7S 7H 7C 9S", "2S 2H", "8S 8H 8C 8D", "B R"]


def pack() -> list[str]:
    """§2.1  The pack from which these three hands are dealt."""
    return [face for turn in zip(LANDLORD, PEASANT, BOT, strict=True) for face in turn] + BOTTOM


def choose_game(person: Person) -> None:
    person.page.goto("/")
    person.press(person.page.locator("label.game", has=person.page.locator("input[value=dou_dizhu]")))


def answer(person: Person, words: str) -> None:
    """Press an answer of the open question."""
    person.settle(person.page.locator("#question .btn").filter(has_text=words))


def lay(person: Person, faces: str) -> None:
    person.choose(*faces.split())
    person.settle(person.solid)


def test_a_landlord_wins_by_spring(arranged: Callable[[list[str]], Server], come: Callable[..., Person]) -> None:
    server = arranged(pack())
    host, friend = come(server, reduced_motion="no-preference"), come(server, "zh-Hans", "tall")
    choose_game(host)
    host.page.get_by_label("Your name").fill("Ann")
    host.glance("first-page")
    host.press(host.button("table"))
    friend.page.goto(f"/t/{code_of(host)}")
    friend.page.get_by_label("你的名字").fill("林婉清")
    friend.press(friend.page.get_by_role("button", name="坐这里").first)
    expect(host.page.get_by_text("林婉清")).to_be_visible()
    host.press(host.page.get_by_role("button", name="Deal", exact=True))
    expect(host.cards).to_have_count(17)
    assert host.hand() == sorted(LANDLORD)

    # §3.2, §3.3: the host calls, and takes the role back if the bot grabs it
    question = host.page.locator("#question")
    expect(question).to_contain_text("Be the landlord?")
    expect(host.page.locator("[data-bottom] use").first).to_have_attribute("href", re.compile("#p-back$"))
    host.judge("asked")
    host.measure_everywhere("asked")
    answer(host, "Call landlord")
    expect(friend.page.locator("#question")).to_contain_text("抢不抢地主", timeout=SLOWEST)
    friend.judge("asked")
    answer(friend, "不抢")
    expect(question).to_be_visible(timeout=SLOWEST)
    if "Grab" in question.inner_text():
        answer(host, "Grab")
    expect(question).to_contain_text("Double?", timeout=SLOWEST)
    answer(host, "Double")
    answer(friend, "不加倍")

    # §3.5: everybody sees the bottom cards, and that the landlord has taken them
    expect(host.cards).to_have_count(20, timeout=SLOWEST)
    for person in (host, friend):
        shown = person.page.locator("[data-bottom] use")
        assert shown.evaluate_all(DRAWN) == [f"p-{face}" for face in BOTTOM]
    expect(friend.page.locator(".seat.square")).to_have_attribute("data-seat", "0")
    expect(friend.page.locator(".seat.square .chip").first).to_have_text("地主")

    for place, faces in enumerate(LEADS):
        host.await_turn()
        host.choose(*faces.split())
        if place == 0:
            expect(host.solid).to_contain_text("Lead 3-3-3-4-4-4+5-6")
            host.judge("airplane")
        host.settle(host.solid)
        if faces == LEADS[-1]:
            break
        friend.await_turn()
        if place == 0:
            laid = friend.page.locator("[data-play='0']")
            assert laid.locator(".wings use").evaluate_all(DRAWN) == ["p-5S", "p-6S"]
            friend.measure_everywhere("airplane")
            friend.choose("10C", "10D")
            friend.press(friend.solid, force=True)
            expect(friend.page.locator(".note")).to_contain_text("333444+56")  # §5.1 only an airplane with two singles follows
            friend.judge("refused")
        friend.settle(friend.page.locator(".acts .pass"))

    for person in (host, friend):
        person.account.wait_for(timeout=SLOWEST)
        person.glance("account")
        person.measure_everywhere("account")
    points = host.table["deal"]["result"]["points"]
    payments = host.table["deal"]["result"]["payments"]
    assert points[0] == -points[1] - points[2] == sum(payment["payment"] for payment in payments)
    assert points[1] in (-16, -32)  # §7: bomb, rocket, spring and the landlord's doubling; the bot may have grabbed
    expect(host.account).to_contain_text(f"You win as landlord: +{points[0]}")
    expect(host.account).to_contain_text("spring")
    expect(friend.account).to_contain_text(f"地主 Ann 赢：你 −{-points[1]}")
    expect(friend.account).to_contain_text("春天")

    # the deal again, all hands open
    friend.page.goto(str(friend.link("replay").get_attribute("href")))
    expect(friend.page.locator(".hands li")).to_have_count(3)
    friend.press(friend.page.get_by_role("button", name="到结尾"))
    expect(friend.page.locator(".hands .play .stamp")).to_be_visible()
    friend.glance("replay")
    friend.page.goto("/rules/dou_dizhu#4.9")
    expect(friend.page.locator("[data-section='4.9']")).to_be_in_viewport()
    friend.glance("book")


@pytest.mark.parametrize(("language", "window"), [pytest.param("zh-Hant", "wide", marks=pytest.mark.core), ("en", "small")])
def test_a_deal_against_bots(house: Server, come: Callable[..., Person], language: str, window: str) -> None:
    me = come(house, language, window)
    choose_game(me)
    me.press(me.button("now"))
    expect(me.cards).to_have_count(17)
    me.glance("dealt")
    while me.await_turn():
        replies = me.page.locator("#question .btn")
        if replies.count():
            me.settle(replies.last)  # what one can say beside no
        else:
            me.decide()
    expect(me.account).to_be_visible()
    me.glance("account")
    assert sum(me.table["deal"]["result"]["points"]) == 0
