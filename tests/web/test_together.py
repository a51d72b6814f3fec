"""Friends at one table, and somebody who watches."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.server.conftest import Server

from .people import Follower, Person, code_of

pytestmark = pytest.mark.browser

HOST = ["4H", "4C", "9S", "10D", "R", "QS"]
FRIEND = ["6S", "6H", "5D", "7C", "KD"]


def pack_for(host: list[str], friend: list[str]) -> list[str]:
    """§2.2  A pack from which the first dealer of two, the host, gets these cards, and the friend those."""
    pack = [rank + suit for rank in "3 4 5 6 7 8 9 10 J Q K A 2".split() for suit in "SHCD"] + ["B", "R"]
    dealt = [""] * (len(host) + len(friend))
    dealt[0::2], dealt[1::2] = host, friend
    return dealt + [face for face in pack if face not in dealt]


def test_two_friends_and_a_watcher(arranged: Callable[[list[str]], Server], come: Callable[..., Person]) -> None:
    server = arranged(pack_for(HOST, FRIEND))
    host, friend, watcher = come(server), come(server, "zh-Hans", "tall"), come(server, "en", "wide")
    heard: list[str] = []
    watcher.page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: heard.append(str(frame))))

    host.page.goto("/")
    host.page.get_by_label("Your name").fill("Ann")
    host.pick(host.page.get_by_role("radiogroup", name="Seats"), "2")
    host.press(host.button("table"))
    expect(host.page.get_by_role("textbox", name="Link to this table")).to_have_value(f"{host.home}/t/{code_of(host)}")
    host.judge("waiting")

    friend.page.goto(host.page.get_by_role("textbox", name="Link to this table").input_value())
    friend.page.get_by_label("你的名字").fill("林婉清")
    friend.press(friend.page.get_by_role("button", name="坐这里"))
    expect(host.page.get_by_text("林婉清")).to_be_visible()
    friend.judge("seated")
    watcher.page.goto(host.page.get_by_role("textbox", name="Link to watch").input_value())

    host.press(host.page.get_by_role("button", name="Deal", exact=True))
    expect(host.cards).to_have_count(6)
    expect(friend.cards).to_have_count(5)
    assert host.hand() == sorted(HOST)
    assert friend.hand() == sorted(FRIEND)

    # §3.9 a nine, a ten and a joker can be read in two ways
    host.choose("9S", "10D", "R")
    readings = host.page.locator("#reading label")
    expect(readings).to_have_count(2)
    host.judge("two-readings")
    readings.filter(has_text="9-10-J").click()
    expect(host.solid).to_contain_text("Lead 9-10-J")
    host.press(host.solid)
    friend.await_turn()
    friend.press(friend.page.locator(".acts .pass"))

    host.await_turn()
    host.choose("4H", "4C")
    host.press(host.solid)
    friend.await_turn()
    held = friend.hand()
    friend.choose("6S", "6H")
    friend.press(friend.solid, force=True)
    note = friend.page.locator(".note")
    expect(note).to_contain_text("不能出")
    expect(note).to_contain_text("55 或 22")  # §4.1 the next rank, §4.2 or the twos
    assert friend.hand() == held
    expect(friend.chosen).to_have_count(2)
    friend.judge("refused")
    friend.press(note.get_by_role("link", name="§ 4.2"))
    expect(friend.page.locator('[data-section="4.2"].hit')).to_be_in_viewport()
    friend.judge("refused-rules")

    expect(watcher.page.get_by_text("You are watching")).to_be_visible()
    expect(watcher.page.locator("#hand")).to_have_count(0)
    expect(watcher.page.locator(".cloth [data-play]")).not_to_have_count(0)
    watcher.judge("watching")
    tables = [message["table"] for message in map(Follower().hear, heard) if "table" in message]
    assert tables
    for table in tables:
        assert table["you"] is None
        assert table["code"] == ""
        assert not table["deal"] or (table["deal"]["hand"], table["deal"]["choices"]) == ([], [])
    unseen = set(friend.hand()) | set(host.hand())
    assert [face for face in unseen if any(f'"{face}"' in message for message in heard)] == []


def test_a_friend_takes_a_bots_chair_between_deals(house: Server, come: Callable[..., Person]) -> None:
    me, friend = come(house), come(house, "zh-Hant", "tall")
    me.sit_down(seats=2)
    friend.page.goto("/")
    friend.page.get_by_label("輸入桌號").fill(code_of(me).replace("-", " ").upper())
    friend.press(friend.page.get_by_role("button", name="入座"))
    expect(friend.page.locator(".cloth")).to_be_visible()
    expect(friend.cards).to_have_count(0)
    friend.judge("must-wait")
    me.play_on()
    friend.page.get_by_label("你的名字").fill("阿寶")
    friend.press(friend.page.get_by_role("button", name="接手"))
    expect(me.page.get_by_role("columnheader", name="阿寶")).to_be_visible()
    friend.press(friend.button("next"))
    expect(me.page.get_by_text("to be ready")).to_have_count(0)
    me.press(me.button("next"))
    expect(me.cards.first).to_be_visible()
    expect(friend.cards.first).to_be_visible()
    assert not set(me.hand()) & set(friend.hand())
