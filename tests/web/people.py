"""A person at the browser, who knows only what the page shows."""

import re
import time
from pathlib import Path
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Locator, expect

WINDOWS = {"desk": (1440, 900), "tall": (390, 844), "wide": (844, 390)}
LOCALES = {"en": "en-GB", "zh-Hans": "zh-CN", "zh-Hant": "zh-HK"}
WORDS = {
    "en": {
        "now": "Play now",
        "table": "Make a table",
        "hint": "Hint",
        "pass": "Pass",
        "next": "Next deal",
        "replay": "Replay this deal",
    },
    "zh-Hans": {"now": "马上开局", "table": "开一桌", "hint": "提示", "pass": "不要", "next": "下一局", "replay": "看回放"},
    "zh-Hant": {"now": "馬上開局", "table": "開一桌", "hint": "提示", "pass": "不要", "next": "下一局", "replay": "看重播"},
}
PATIENCE = 60.0  # seconds for a deal, on a busy machine

axe = Axe()


class Person:
    """Somebody with a browser of a size and a language."""

    def __init__(self, browser: Browser, home: str, language: str, window: str, prefix: Path, **more: Any) -> None:
        width, height = WINDOWS[window]
        self.home, self.language, self.window, self.prefix = home, language, window, prefix
        self.touches = window != "desk"
        self.context = browser.new_context(
            base_url=home,
            viewport={"width": width, "height": height},
            locale=LOCALES[language],
            has_touch=self.touches,
            **{"reduced_motion": "reduce", **more},
        )
        self.context.set_default_timeout(10_000)
        self.page = self.context.new_page()
        self.complaints: list[str] = []
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("console", lambda message: message.type == "error" and self.complaints.append(message.text))
        self.shots = 0

    # -- what is there

    def says(self, word: str) -> str:
        return WORDS[self.language][word]

    def button(self, word: str) -> Locator:
        return self.page.get_by_role("button", name=self.says(word))

    def link(self, word: str) -> Locator:
        return self.page.get_by_role("link", name=self.says(word))

    @property
    def cards(self) -> Locator:
        return self.page.locator("#hand [role=option]")

    @property
    def chosen(self) -> Locator:
        return self.page.locator("#hand [role=option][aria-selected=true]")

    @property
    def solid(self) -> Locator:
        """The button that does what is chosen."""
        return self.page.locator(".acts .play")

    @property
    def account(self) -> Locator:
        """What stands there when a deal is over."""
        return self.page.locator(".end")

    def hand(self) -> list[str]:
        return sorted(str(face) for face in self.cards.evaluate_all("cards => cards.map(card => card.dataset.face)"))

    def has_turn(self) -> bool:
        return self.page.locator(".seat.you.turn").count() > 0

    # -- what one does

    def press(self, what: Locator, *, force: bool = False) -> None:
        """`force`: although it is said to do nothing now."""
        if self.touches:
            what.tap(force=force)
        else:
            what.click(force=force)

    def pick(self, group: Locator, value: str) -> None:
        """One of a few that stand side by side: its face is pressed, the radio lies over it."""
        self.press(group.locator("label").filter(has_text=re.compile(rf"^\s*{value}\s*$")))

    def choose(self, *faces: str) -> None:
        for face in faces:
            self.press(self.page.locator(f'#hand [data-face="{face}"]'))

    def sit_down(self, *, seats: int = 4) -> None:
        """From the first page to a hand of cards."""
        self.page.goto("/")
        self.pick(self.page.locator("[aria-labelledby=seats]"), str(seats))
        self.press(self.button("now"))
        expect(self.cards.first).to_be_visible()

    def decide(self) -> None:
        """Play the first hint, or pass."""
        if not self.chosen.count():
            self.press(self.button("hint"))
        if self.chosen.count():
            self.press(self.solid)
        elif self.has_turn():
            self.press(self.page.locator(".acts .pass"))

    def await_turn(self) -> bool:
        """Whether it is one's turn; False when the deal is over."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if self.account.count():
                return False
            if self.has_turn():
                return True
            self.page.wait_for_timeout(30)
        raise AssertionError(f"nothing happens at {self.page.url}: {self.page.locator('main').inner_text()[:600]}")

    def play_on(self, decisions: int = 10_000) -> None:
        """So many decisions, or until the deal is over."""
        end = time.monotonic() + PATIENCE
        while decisions and self.await_turn():
            assert time.monotonic() < end, "the deal does not end"
            self.decide()
            self.page.wait_for_timeout(60)
            decisions -= 1

    # -- what one judges

    def shoot(self, what: str, *, whole: bool = False) -> None:
        self.shots += 1
        self.page.screenshot(path=f"{self.prefix}-{self.shots}-{what}.png", full_page=whole)

    def judge(self, what: str) -> None:
        """A picture for people; for axe and a ruler, everything that they can find."""
        self.shoot(what)
        found = axe.run(self.page)
        assert found.violations_count == 0, f"{what}: {found.generate_report()}"
        wider = self.page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
        assert wider <= 0, f"{what}: the page is {wider} px wider than its window"
        if self.touches:
            small = self.too_small()
            assert not small, f"{what}: {small}"

    def too_small(self) -> list[str]:
        """Controls that a finger misses: under 44 px, but for links inside sentences."""
        return list(
            self.page.evaluate(
                """() => [...document.querySelectorAll("button, select, .btn, [role=option], .seg span, input[type=text]")]
                    .filter((control) => control.checkVisibility())
                    .map((control) => [control, control.getBoundingClientRect()])
                    .filter(([, box]) => box.width && (box.height < 43.5 || box.width < 30))
                    .map(([control, box]) => `${control.className} ${control.textContent.trim().slice(0, 30)}: ${box.width} × ${box.height}`)"""
            )
        )


def code_of(person: Person) -> str:
    """The code of the table at which somebody has arrived."""
    expect(person.page).to_have_url(re.compile("/t/"))
    return person.page.url.rpartition("/")[2]
