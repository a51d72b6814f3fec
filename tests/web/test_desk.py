"""What people see when the operator speaks: a sentence to everybody, maintenance, and that somebody may not come in."""

import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import expect

from qipai.server.storage import desk
from qipai.server.storage.desk import BarRow, Deed, Sign, at_desk
from tests.server.conftest import Server

from .people import Person
from .test_lobby import arrive

pytestmark = pytest.mark.browser


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Server]:
    """A server whose operator speaks."""
    server = Server(tmp_path, settings={"bot_pause": [0.02, 0.05]})
    yield server
    server.stop()


def do(server: Server, *works: Callable[..., object]) -> None:
    at = time.time_ns() // 1_000_000
    for work in (*works, partial(desk.note, deed=Deed(at, "op", "did", "it", "why"))):
        at_desk(server.data, work)


def test_what_the_operator_says_is_on_every_page(own: Server, come: Callable[..., Person]) -> None:
    ann, ben = arrive(come(own), "Ann"), come(own, "zh-Hans", "tall")
    ann.press(ann.page.get_by_role("button", name="Sit with people"))
    expect(ann.cards.first).to_be_visible()
    sentence = "Tea & <b>cake</b> at four. 四点喝茶。"
    at = time.time_ns() // 1_000_000
    do(
        own,
        partial(desk.hang, sign=Sign(desk.ANNOUNCEMENT, sentence, at, 0)),
        partial(desk.hang, sign=Sign(desk.MAINTENANCE, "", at, 0)),
    )
    expect(ann.page.get_by_text(sentence)).to_be_visible()
    expect(ann.page.get_by_text("no new table or deal begins")).to_be_visible()
    ann.judge("told-at-a-table")
    for path in ("/", "/rules/gan_deng_yan"):
        ben.page.goto(path)
        expect(ben.page.get_by_text(sentence)).to_be_visible()
        expect(ben.page.get_by_text("本站就要维护")).to_be_visible()
    ben.page.goto("/")
    ben.judge("told-on-a-phone")
    ben.press(ben.page.get_by_role("button", name="知道了"))
    expect(ben.page.get_by_text(sentence)).to_have_count(0)
    do(own, partial(desk.take_down, name=desk.MAINTENANCE))
    expect(ben.page.get_by_text(sentence)).to_be_visible()
    do(own, partial(desk.take_down, name=desk.ANNOUNCEMENT))
    for one in (ann, ben):
        expect(one.page.get_by_text(sentence)).to_have_count(0)


def test_who_is_barred_reads_until_when(own: Server, come: Callable[..., Person]) -> None:
    ann, ben = arrive(come(own), "Ann"), arrive(come(own, "zh-Hant", "tall"), "Ben")
    for one, words in ((ann, "Sit with people"), (ben, "跟人一起打")):
        one.press(one.page.get_by_role("button", name=words))
    expect(ann.cards.first).to_be_visible()
    at = time.time_ns() // 1_000_000
    guests = {guest for (guest,) in own.rows("select id from guests")}
    for number, guest in enumerate(guests):
        row = BarRow(f"bar{number}", desk.PERSON, guest, "somebody", "shouting" if number else "", at, at + 3600_000)
        do(own, partial(desk.bar, row=row))
    expect(ann.page.get_by_text("does not let you in until")).to_be_visible()
    expect(ben.page.get_by_text("之前不讓你進來")).to_be_visible()
    ann.judge("barred")
    ben.judge("barred-on-a-phone")
    ann.page.goto("/")
    expect(ann.page.get_by_text("does not let you in until")).to_be_visible()
    ann.judge("barred-from-the-lobby")
