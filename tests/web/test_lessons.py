"""A first deal, played in a browser: what is said at each stop, errors, Show me, Skip, the offers, and leaving."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from qipai.engine.lessons import has_lesson, load_lesson
from qipai.games import GAMES
from qipai.games import GAN_DENG_YAN as GAME
from tests.server.conftest import Server

from .people import Person

pytestmark = pytest.mark.browser

Come = Callable[..., Person]
LESSON = load_lesson(GAME)
SAID = {
    "en": {
        "offer": "Learn in a first deal, 5 min",
        "show": "Show me",
        "skip": "Skip this stop",
        "leave": "Leave",
        "again": "Start again",
    },
    "zh-Hans": {"offer": "打一局学会，5 分钟", "show": "演示", "skip": "跳过这步", "leave": "退出教学", "again": "重新开始"},
    "zh-Hant": {"offer": "打一局學會，5 分鐘", "show": "示範", "skip": "跳過這步", "leave": "退出教學", "again": "重新開始"},
}


def begin(person: Person) -> None:
    """From the first page into the lesson of the game that is chosen there."""
    person.page.goto("/")
    person.press(person.page.get_by_role("button", name=SAID[person.language]["offer"]))
    expect(person.page.locator(".teach")).to_be_visible()
    expect(person.cards.first).to_be_visible()


def at_stop(person: Person, place: int) -> None:
    title = LESSON.stops[place].title[person.language]
    expect(person.page.locator(".teach b")).to_have_text(title.replace("-", "-"))


@pytest.mark.parametrize(
    ("language", "window", "scheme"),
    [("en", "desk", "light"), ("zh-Hans", "tall", "dark"), ("zh-Hant", "desk", "dark"), ("en", "tall", "light")],
)
def test_a_lesson_from_the_first_page_to_the_end_of_its_deal(
    house: Server, come: Come, language: str, window: str, scheme: str
) -> None:
    ann = come(house, language, window, color_scheme=scheme)
    begin(ann)
    words = SAID[language]
    at_stop(ann, 0)
    told = ann.page.locator("#hand .told")
    assert sorted(told.evaluate_all("cards => cards.map(card => card.dataset.face)")) == sorted(LESSON.stops[0].told)
    ann.judge("first-stop")
    ann.measure_everywhere("first stop")

    ann.choose("10S")  # legal, and not the lesson's
    ann.settle(ann.solid)
    note = ann.page.locator(".note.refusal")
    expect(note).to_contain_text(re.compile(re.escape(LESSON.stops[0].otherwise[language].split("4-5-6")[0].strip())))
    expect(ann.page.locator(".teach.slim")).to_be_visible()
    ann.judge("otherwise")
    ann.measure_everywhere("otherwise")
    ann.choose("2S")  # no play at all: the rules say why
    expect(note).to_have_count(0)
    ann.press(ann.solid, force=True)
    expect(note.locator("a")).to_have_text(re.compile("§"))
    ann.judge("refused")
    ann.choose("10S", "2S", "4S", "5S", "6S")
    ann.settle(ann.solid)

    at_stop(ann, 1)
    ann.press(ann.page.get_by_role("button", name=words["show"]))
    expect(ann.page.locator("#hand [aria-selected=true]")).to_have_attribute("data-face", LESSON.stops[1].told[0])
    for place in range(2, len(LESSON.stops)):
        at_stop(ann, place)
        assert ann.has_turn()
        ann.shoot(f"stop-{place + 1}")
        ann.press(ann.page.get_by_role("button", name=words["skip"]))
    expect(ann.account).to_be_visible()
    ann.judge("end")
    ann.press(ann.page.get_by_role("button", name=words["again"]))
    at_stop(ann, 0)


def test_a_lesson_is_offered_once_and_can_be_left(house: Server, come: Come) -> None:
    ann = come(house, "en", "tall")
    ann.sit_down(seats=3)
    first = ann.page.locator(".first-time")
    expect(first).to_contain_text("First time at Gan Deng Yan?")
    ann.judge("first-time")
    ann.page.reload()
    expect(ann.cards.first).to_be_visible()
    expect(first).to_have_count(0)

    ann.page.goto(f"/rules/{GAME.name}")
    ann.press(ann.page.get_by_role("button", name=SAID["en"]["offer"]))
    at_stop(ann, 0)
    ann.press(ann.page.get_by_role("button", name="Log"))
    ann.press(ann.page.get_by_role("tab", name="Lesson"))
    ann.judge("stops")
    lesson = ann.page.url
    ann.press(ann.page.get_by_role("button", name="Leave", exact=True))
    expect(ann.page.locator("#form")).to_be_visible()
    assert ann.page.evaluate("fetch('/api/me').then((me) => me.json()).then(({ tables }) => tables.length)") == 1
    ann.page.goto(lesson)
    expect(ann.page.get_by_text("closed")).to_be_visible()


def test_a_lesson_with_the_keys_alone_and_nothing_that_moves(house: Server, come: Come) -> None:
    ann = come(house, reduced_motion="reduce")
    begin(ann)
    alert = ann.page.get_by_role("alert").filter(has_text=LESSON.stops[0].title["en"])
    expect(alert).to_contain_text("Your 4, 5 and 6 are neighbours")
    option = ann.page.get_by_role("option", name=re.compile("the lesson is about this card"))
    assert option.count() == len(LESSON.stops[0].told)
    for key in ("4", "5", "6", "Enter"):
        ann.page.keyboard.press(key)
    at_stop(ann, 1)
    ann.page.get_by_role("button", name="Show me").press("Enter")
    at_stop(ann, 2)
    ann.page.keyboard.press("n")
    expect(ann.page.locator("#lesson-section")).to_be_focused()
    ann.page.keyboard.press("p")
    expect(ann.page.locator(".note.refusal")).to_contain_text(LESSON.stops[2].otherwise["en"])


def test_another_persons_lesson_is_told_to_be_one(house: Server, come: Come) -> None:
    ann, ben = come(house), come(house)
    begin(ann)
    ben.page.goto(ann.page.url)
    expect(ben.page.get_by_text("This is somebody else's lesson. Start one yourself.")).to_be_visible()


# One game of each room: the hand and the cloth of a room are the same in all its games.
ROOMS = sorted({game.room: name for name, game in reversed(GAMES.items()) if has_lesson(game)}.values())


@pytest.mark.parametrize("name", ROOMS)
@pytest.mark.parametrize("window", ["tall", "desk"])
def test_every_stop_fits_its_window(house: Server, come: Come, name: str, window: str) -> None:
    ann = come(house, "en", window)
    lesson = load_lesson(GAMES[name])
    ann.page.goto("/")
    path = ann.page.evaluate(
        """game => fetch('/api/lessons', {method: 'POST', headers: {'content-type': 'application/json'}, body: JSON.stringify({game, name: 'Ann'})})
        .then(answer => answer.json()).then(({ path }) => path)""",
        name,
    )
    ann.page.goto(path)
    for place, stop in enumerate(lesson.stops):
        title = ann.page.locator(".teach b")
        expect(title).to_have_text(stop.title["en"])
        told = ann.page.locator(".told")
        assert told.count() == 0 if not stop.told else 1 <= told.count() <= len(stop.told)
        ann.shoot(f"stop-{place + 1}")
        parts = [ann.page.locator(part).bounding_box() for part in (".bar", ".teach", ".handbox", ".acts")]
        bar, note, hand, acts = (part or {} for part in parts)
        assert bar["y"] + bar["height"] < note["y"], "the board has its place above the note"
        assert note["y"] + note["height"] <= hand["y"] + 1
        assert hand["y"] + hand["height"] <= acts["y"] + 1 or window == "desk"
        answer = ann.page.locator("#question .btn, .acts .play").filter(visible=True).last
        expect(answer).to_be_in_viewport(ratio=1)
        ann.press(ann.page.get_by_role("button", name="Skip this stop"))
        expect(title.filter(has_text=stop.title["en"])).to_have_count(0)
