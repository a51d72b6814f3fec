"""The pictures of docs/players*.md, taken of a real server in Chromium: `just pictures [folder]`."""

import shutil
import sys
import tempfile
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, expect, sync_playwright

from docs.making.links import DOCS, LANGUAGES
from tests.server.conftest import Server
from tests.web.conftest import BROWSERS, QUIET
from tests.web.people import WINDOWS, Person

FOLDER = DOCS / "pictures"
WINDOWS["picture"] = (1080, 780)

NAMES = {"en": "Ann", "zh-Hans": "林婉清", "zh-Hant": "林婉清"}
SIT = {"en": "Sit here", "zh-Hans": "坐这里", "zh-Hant": "坐這裡"}

# Who is dealt what, the host first: the host leads, and everybody has something to say.
HANDS = ("4S 5H 6D 9S 9D KC", "5S 6H 7C 10D JS", "6S 7H QD QS KH", "7S 8H 10H AD AC")
PACK = [rank + suit for rank in "3 4 5 6 7 8 9 10 J Q K A 2".split() for suit in "SHCD"] + ["B", "R"]


def pack(hands: tuple[str, ...] = HANDS) -> list[str]:
    """Return the order of the pack with which these hands are dealt, a round of five and the sixth card of the dealer."""
    held = [hand.split() for hand in hands]
    dealt = [hand[place] for place in range(5) for hand in held] + held[0][5:]
    return dealt + [face for face in PACK if face not in dealt]


def front(me: Person) -> None:
    me.page.goto("/")
    expect(me.button("now")).to_be_visible()


def waiting(me: Person) -> None:
    """A table that was made, before anybody came."""
    me.page.goto("/")
    me.page.locator("input[type=text]").first.fill(NAMES[me.language])
    me.press(me.button("table"))
    expect(me.page.locator("input[readonly]").first).to_be_visible()


def form(me: Person) -> None:
    me.page.goto("/")
    me.page.locator("#form .opt").first.wait_for()
    me.page.locator("#form .opt").first.scroll_into_view_if_needed()


def board(me: Person) -> None:
    """One's turn, a play to beat, and a hint."""
    me.sit_down()
    me.choose("5H")
    me.settle(me.solid)
    assert me.await_turn()
    me.press(me.button("hint"))
    me.page.wait_for_timeout(300)


def refused(me: Person) -> None:
    """Two cards that are no answer, and why."""
    me.sit_down()
    me.choose("5H")
    me.settle(me.solid)
    assert me.await_turn()
    me.choose("9S", "KC")
    me.page.wait_for_timeout(500)
    me.press(me.solid, force=True)
    me.page.wait_for_timeout(500)


def replay(me: Person) -> None:
    me.sit_down()
    me.play_on()
    with me.context.expect_page() as shown:
        me.press(me.link("replay"))
    me.page = shown.value
    expect(me.page.get_by_role("slider")).to_be_visible()
    for _ in range(4):
        me.page.keyboard.press("ArrowRight")
    me.page.wait_for_timeout(600)


SCENES: dict[str, tuple[Callable[[Person], None], str]] = {
    "front": (front, "picture"),
    "waiting": (waiting, "picture"),
    "form": (form, "picture"),
    "board": (board, "picture"),
    "refused": (refused, "picture"),
    "phone": (board, "tall"),
    "replay": (replay, "picture"),
}


FILM = "film"  # the moving picture: a trick of pairs
FILMED = ("5S 5H 8D 8S KC KD", "6S 6H 3C 10D JS", "7S 7H 4D QS 10C", "3H 9H 4S JD AC")
FRAME, FRAMES, SMALL = 250, 36, (640, 462)  # ms between its pictures, how many at most, and their size
THOUGHT = 4  # pictures between the turn and the hint, and between the hint and the play


def film(browser: Browser, folder: Path) -> None:
    """Write the moving picture: somebody leads with the help of a hint, and others answer."""
    with tempfile.TemporaryDirectory() as data:
        server = Server(Path(data), orders=[pack(FILMED)] * 2, same=True, settings={"bot_pause": [0.9, 1.1]})
        try:
            me = Person(browser, f"http://127.0.0.1:{server.port}", "en", "picture", folder / FILM)
            me.sit_down()
            frames: list[Image.Image] = []
            turn = 0
            while len(frames) < FRAMES:
                turn = turn + 1 if me.page.get_by_text("Your turn").count() else 0
                if turn == THOUGHT:
                    me.page.keyboard.press("h")
                if turn == 2 * THOUGHT:
                    me.page.keyboard.press("Enter")
                frames.append(Image.open(BytesIO(me.page.screenshot())).resize(SMALL).quantize(48))
                me.page.wait_for_timeout(FRAME)
            frames[0].save(
                folder / f"{FILM}.gif", save_all=True, append_images=frames[1:], duration=FRAME * 2, loop=0, optimize=True
            )
            me.context.close()
        finally:
            server.stop()


def take(browser: Browser, name: str, language: str, folder: Path) -> None:
    scene, window = SCENES[name]
    with tempfile.TemporaryDirectory() as data:
        server = Server(Path(data), orders=[pack()] * 2, same=True, settings={"bot_pause": [0.02, 0.05]})
        try:
            me = Person(browser, f"http://127.0.0.1:{server.port}", language, window, folder / name)
            scene(me)
            me.page.screenshot(path=folder / f"{name}.{language}.png")
            me.context.close()
        finally:
            server.stop()


if __name__ == "__main__":
    wanted = sys.argv[1:] or [*SCENES, FILM]
    FOLDER.mkdir(exist_ok=True)
    with sync_playwright() as playwright:
        installed = next(path for name in BROWSERS if (path := shutil.which(name)))
        browser = playwright.chromium.launch(executable_path=installed, args=QUIET)
        for name in wanted:
            if name == FILM:
                film(browser, FOLDER)
                continue
            for language in LANGUAGES:
                take(browser, name, language, FOLDER)
        browser.close()
