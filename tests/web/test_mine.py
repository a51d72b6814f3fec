"""My games at the browser: empty at first, then what two people played together, and a long history."""

import io
import sqlite3
import time
import zipfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import expect

from qipai.records import read_record
from tests.server.conftest import Server

from .people import PATIENCE, Person
from .test_hosting import gathered

pytestmark = pytest.mark.browser
DAY = 24 * 3600 * 1000


def play_together(*people: Person) -> None:
    """Until the deal is over for everybody."""
    end = time.monotonic() + PATIENCE
    while not all(one.account.count() for one in people):
        assert time.monotonic() < end, "the deal does not end"
        for one in people:
            if not one.account.count() and one.has_turn():
                one.decide()
        people[0].page.wait_for_timeout(20)


def lengthen(house: Server, code: str, name: str, count: int) -> None:
    """As if somebody had played the deal of a table many times, a day apart, with points and places of all kinds.

    Others of the same name may have played at other tables of the house.
    """
    with closing(sqlite3.connect(house.data / "tables.sqlite3", timeout=10)) as store, store:
        (found,) = store.execute(
            "select table_id, serial, seat from results join guests on guests.id = person join tables on tables.id = table_id"
            " where name = ? and code = ?",
            (name, code),
        ).fetchall()
        for serial in range(2, count + 1):
            points, place, bots = (serial * 7) % 13 - 5, serial % 4, serial % 3
            level = ("noisy", "rule", "search")[bots]
            store.execute(
                "insert into results select table_id, ?, seat, person, at - ?, game, rules, ?, ?, ?, ?, ?, names from results"
                " where (table_id, serial, seat) = (?, ?, ?)",
                (serial, serial * DAY, place, points, 1 + bots % 2, 3 - bots % 2, level, *found),
            )


def test_two_people_find_their_deal_again_and_nobody_elses(house: Server, come: Callable[..., Person], tmp_path: Path) -> None:
    ann, friend = gathered(house, come, ("林婉清", "zh-Hans", "tall"))
    table = ann.page.url
    stranger = come(house, "zh-Hant", "small", color_scheme="dark")
    ann.press(ann.page.get_by_role("button", name="Deal", exact=True))
    friend.page.goto("/")
    friend.press(friend.page.get_by_role("link", name="我的牌局"))
    expect(friend.page.get_by_role("heading", name="你还没打完过一局。")).to_be_visible()
    expect(friend.page.get_by_role("heading", name="没打完的")).to_be_visible()
    friend.shoot("unfinished")
    friend.press(friend.page.get_by_role("link", name="回到").first)
    expect(friend.cards.first).to_be_visible()
    assert friend.page.url == table
    play_together(ann, friend)

    with ann.context.expect_page() as opened:
        ann.press(ann.account.get_by_role("link", name="My games"))
    ann.page = opened.value
    expect(ann.page.locator(".mine ol > li .what")).to_have_count(1)
    points = ann.table["seats"][0]["score"]
    row = ann.page.locator(".mine li", has=ann.page.locator(".what"))
    expect(row.locator(".with")).to_have_text("林婉清, 2 bots (Normal)")
    expect(row.locator(".came b")).to_have_text(f"+{points}" if points > 0 else f"−{-points}" if points else "0")
    expect(ann.page.get_by_text("With fewer than 10 deals this says little.")).to_be_visible()
    ann.measure("one")
    ann.shoot("one")
    with ann.page.expect_download() as coming:
        ann.press(ann.page.get_by_role("link", name="Download all records"))
    with zipfile.ZipFile(io.BytesIO(Path(coming.value.path()).read_bytes())) as file:
        (name,) = file.namelist()
        assert read_record(file.read(name).decode()).header.players[:2] == ["Ann", "林婉清"]
    ann.press(row.get_by_role("link", name="Replay"))
    expect(ann.page.get_by_role("main")).to_be_visible()
    assert "/r/" in ann.page.url

    stranger.page.goto("/mine")
    expect(stranger.page.get_by_role("heading", name="你還沒打完過一局。")).to_be_visible()
    stranger.judge("none")
    stranger.press(stranger.page.get_by_role("link", name="選個玩法，打一局"))
    expect(stranger.page.locator(".games")).to_be_visible()
    stranger.measure("on the way")
    stranger.shoot("on-the-way")

    lengthen(house, table.rpartition("/")[2], "林婉清", 60)
    friend.page.goto("/mine")
    rows = friend.page.locator(".mine li", has=friend.page.locator(".what"))
    expect(rows).to_have_count(8)
    expect(friend.page.get_by_role("img", name="60 局的累计得分")).to_be_visible()
    friend.judge("many")
    friend.shoot("many-whole", whole=True)
    friend.measure_everywhere("many")
    friend.press(friend.page.get_by_role("button", name="更早的牌局（还有 52 局）"))
    expect(rows).to_have_count(50)
    friend.press(friend.page.get_by_role("button", name="更早的牌局（还有 10 局）"))
    expect(rows).to_have_count(60)
    expect(friend.page.get_by_role("button", name="更早的牌局")).to_have_count(0)
    friend.page.emulate_media(color_scheme="dark")
    friend.page.set_viewport_size({"width": 1280, "height": 900})
    friend.page.reload()
    expect(rows).to_have_count(8)
    friend.judge("many-dark-desk")
