"""Three quick questions in a browser: answered as the maker's own answers say, and once otherwise."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Response, expect

from qipai.bots.exercises import Exercise, make_exercise
from qipai.games import GAMES
from tests.server.conftest import Server

from .people import Person

pytestmark = pytest.mark.browser
SEED = 104
SAID = {
    "en": ("Right.", "Not quite", "You got {n} of 3 right.", "Three more", "Play now"),
    "zh-Hans": ("答对了。", "不全对", "3 题答对 {n} 题。", "再来三题", "马上开局"),
    "zh-Hant": ("答對了。", "不完全對", "3 題答對 {n} 題。", "再來三題", "馬上開局"),
}


class Asked:
    """The questions that a page was sent, by their kind and seed; the answers are made here."""

    def __init__(self, person: Person, game: str, seed: int = SEED) -> None:
        self.person, self.page, self.game = person, person.page, GAMES[game]
        self.kinds: dict[int, str] = {}
        self.page.on("response", self.hear)
        self.page.goto(f"/x/{game}#{seed}")
        expect(self.page.locator("[data-asked]")).to_be_visible()

    def hear(self, response: Response) -> None:
        if "/exercises?" in response.url and response.ok:
            found: Any = response.json()
            self.kinds[found["seed"]] = found["kind"]

    def question(self, seed: int) -> Exercise:
        """What is asked from a seed; the page shows it."""
        while seed not in self.kinds:  # the page may be quicker than who reads what it was sent
            self.page.wait_for_timeout(10)
        found = make_exercise(self.game, seed, self.kinds[seed])
        expect(self.page.locator("[data-asked]")).to_have_text(found.question[self.person.language])
        expect(self.page.locator(".question input")).to_have_count(len(found.answers))
        return found

    def answer(self, wanted: set[int], keys: bool) -> None:
        """Choose answers by their places, and have them judged."""
        for place in wanted:
            if keys:
                self.page.keyboard.press(str(place + 1))
            else:
                self.person.press(self.page.locator(".question label").nth(place))
        if keys:
            self.page.locator(".foot .btn").focus()
            self.page.keyboard.press("Enter")
        else:
            self.person.press(self.page.locator(".foot .btn"))

    def go_on(self, keys: bool) -> None:
        """The button has the focus after an answer."""
        expect(self.page.locator(".foot .btn")).to_be_focused()
        if keys:
            self.page.keyboard.press("Enter")
        else:
            self.person.press(self.page.locator(".foot .btn"))


def rights(found: Exercise) -> set[int]:
    return {place for place, one in enumerate(found.answers) if one.right}


@pytest.mark.parametrize(
    ("game", "language", "window", "scheme"),
    [
        ("gan_deng_yan", "en", "desk", "light"),
        ("luk_fu", "zh-Hant", "tall", "dark"),
        ("giog", "zh-Hans", "wide", "light"),
        ("gou_ji", "zh-Hans", "small", "dark"),
    ],
)
def test_who_answers_right_is_told_so_and_a_wrong_answer_why_with_its_paragraph(
    house: Server, come: Callable[..., Person], game: str, language: str, window: str, scheme: str
) -> None:
    me = come(house, language, window, color_scheme=scheme)
    keys = window == "desk"
    well, badly, score, more, play = SAID[language]
    asked = Asked(me, game)
    for seed in range(SEED, SEED + 3):
        found = asked.question(seed)
        if seed == SEED:
            me.judge("question")
            assert me.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        asked.answer(rights(found), keys)
        expect(me.page.get_by_role("status")).to_have_text(well)
        expect(me.page.locator(".question li.good")).to_have_count(len(rights(found)))
        asked.go_on(keys)
    expect(me.page.locator("[data-asked]")).to_have_text(score.format(n=3))
    expect(me.page.locator("[data-asked]")).to_be_focused()
    me.judge("score")
    me.press(me.page.get_by_role("link", name=more))
    expect(me.page).to_have_url(f"{me.home}/x/{game}#{SEED + 3}")

    expect(me.page.locator(".question")).to_be_visible()
    found = asked.question(SEED + 3)
    wrong = next(place for place, one in enumerate(found.answers) if not one.right)
    asked.answer({wrong}, keys)
    expect(me.page.get_by_role("status")).to_contain_text(badly)
    marked = me.page.locator(".question li.bad")
    expect(marked).to_have_count(1)
    expect(marked.locator("a")).to_have_attribute("href", f"/rules/{game}#{found.answers[wrong].section}")
    me.judge("wrong")
    me.shoot("exercise-wrong", whole=True)
    me.press(marked.locator("a"))
    expect(me.page.locator(f'[data-section="{found.answers[wrong].section}"].hit')).to_be_visible()
    me.page.keyboard.press("Escape")
    me.press(me.page.locator(".foot .btn"))
    for seed in (SEED + 4, SEED + 5):
        asked.answer(rights(asked.question(seed)), keys)
        me.press(me.page.locator(".foot .btn"))
    expect(me.page.locator("[data-asked]")).to_have_text(score.format(n=2))
    me.press(me.page.get_by_role("button", name=play))
    expect(me.page.locator(".seat").first).to_be_visible()
    assert "/t/" in me.page.url
    assert not me.complaints


def test_nothing_is_judged_before_something_is_chosen_and_an_answer_stands(house: Server, come: Callable[..., Person]) -> None:
    me = come(house)
    asked = Asked(me, "giog")
    me.page.locator(".foot .btn").focus()
    me.page.keyboard.press("Enter")
    expect(me.page.get_by_role("status")).to_have_text("Choose an answer first.")
    expect(me.page.locator(".question .why")).to_have_count(0)
    found = asked.question(SEED)
    asked.answer(rights(found), keys=True)
    before = me.page.locator(".question input").evaluate_all("all => all.map((one) => one.checked)")
    for place in range(len(found.answers)):
        me.page.locator(".question input").nth(place).click(force=True)
        me.page.keyboard.press(str(place + 1))
    assert me.page.locator(".question input").evaluate_all("all => all.map((one) => one.checked)") == before
    expect(me.page.get_by_role("status")).to_have_text("Right.")


def test_the_questions_are_reached_from_the_first_page_and_from_the_book(house: Server, come: Callable[..., Person]) -> None:
    me = come(house)
    for path in ("/", "/rules/luk_fu"):
        me.page.goto(path)
        link = me.page.get_by_role("link", name="Three quick questions")
        expect(link).to_be_visible()
        me.judge("on the way")
        me.press(link)
        expect(me.page.locator(".question")).to_be_visible()
        assert me.page.url.partition("#")[2].isdigit(), "the address names the questions"
    # the page draws its seed, which may have no position for a kind: then it asks for another, and the browser notes the answer
    me.complaints = [complaint for complaint in me.complaints if "/exercises?" not in complaint]


def test_an_unknown_game_is_told(house: Server, come: Callable[..., Person]) -> None:
    me = come(house)
    me.page.goto("/x/bridge#1")
    expect(me.page.get_by_text("No game here has this name.")).to_be_visible()
