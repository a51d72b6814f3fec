"""A game that the browser has no room for is played with the parts that every game shares."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.server.conftest import Server

from .people import PATIENCE, Person

pytestmark = pytest.mark.browser

CARDS = 3  # of each hand in Nines (tests/conformance/nines.py)


@pytest.fixture
def strange(tmp_path: Path) -> Iterator[Server]:
    """A server that has Nines beside the games of the house: no words, no board of its own, cards of no known pack."""
    server = Server(tmp_path, nines=True, settings={"bot_pause": [0.02, 0.05]})
    yield server
    server.stop()


def sit_down(person: Person) -> None:
    person.page.goto("/")
    table = {"game": "nines", "seats": 3, "name": "Ann", "deals": 2, "clock": "none", "bots": "random", "begin": True}
    path = person.page.evaluate(
        "async (table) => (await (await fetch('/api/tables', {method: 'POST', headers: {'content-type': 'application/json'}, "
        "body: JSON.stringify(table)})).json()).path",
        table,
    )
    person.page.goto(path)
    expect(person.cards).to_have_count(CARDS)


def act(person: Person) -> str:
    """Answer what is asked, or lay the first card; say which it was."""
    replies = person.page.locator("#question .btn")
    if replies.count():
        person.press(replies.first)
        return "answered"
    if person.chosen.count() == 0:
        person.press(person.cards.first)
    person.press(person.solid)
    return "laid"


def play_out(person: Person) -> list[str]:
    """Press until the deal is over."""
    done, end = [], time.monotonic() + PATIENCE
    while not person.account.count():
        assert time.monotonic() < end, person.page.locator("main").inner_text()
        if person.has_turn():
            before = len(person.heard)
            done.append(act(person))
            while len(person.heard) == before and time.monotonic() < end:
                person.page.wait_for_timeout(20)
        person.page.wait_for_timeout(20)
    return done


@pytest.mark.parametrize("window", ["desk", "tall"])
def test_a_game_without_a_room_is_played_to_the_end_by_presses(
    strange: Server, come: Callable[..., Person], window: str
) -> None:
    me = come(strange, "en", window)
    sit_down(me)
    # the faces of its cards are in no pack that is drawn: they are white, and say what they are
    assert {text.strip() for text in me.cards.all_inner_texts()} <= {f"{rank}{suit}" for rank in range(1, 10) for suit in "ab"}
    me.press(me.page.get_by_role("button", name="Talk"))
    me.press(me.page.get_by_role("button", name="knock"))  # a right out of turn
    expect(me.page.get_by_role("dialog")).to_have_count(0)
    me.judge("general")
    done = play_out(me)
    assert done.count("laid") == CARDS
    points = me.table["deal"]["result"]["points"]
    assert me.table["scores"] == [points]
    best = max(points)
    me.shoot("general-end")
    if best > 0 and points.count(best) == 1:
        expect(me.account).to_contain_text("You" if points[0] == best else me.table["seats"][points.index(best)]["name"])
    me.press(me.button("next"))
    expect(me.cards).to_have_count(CARDS)
    assert play_out(me).count("laid") == CARDS
