"""A person at the browser, who knows only what the page shows."""

import json
import re
import time
from functools import partial
from pathlib import Path
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, ConsoleMessage, Locator, expect

from tests.session.clients import after

WINDOWS = {"desk": (1440, 900), "tall": (390, 844), "wide": (844, 390), "low": (750, 342), "small": (360, 640)}
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
AGAIN = 2.0  # seconds before somebody presses again

axe = Axe()

# What lies on the table beside each other: pairs of them that overlap, those that are cut, and buttons below the window.
CROWDING = """() => {
    const found = [];
    const boxes = [...document.querySelectorAll(
        ".seat, .cloth .play, .cloth > .mid, .stack .discs > span:last-child, #hand [role=option], .acts .btn, .note, .remark, #reading"
    )].filter((part) => part.checkVisibility()).map((part) => {
        const box = part.getBoundingClientRect();
        const row = part.matches(".best") && part.querySelector(".row");  // its frame stands out
        const edge = row ? parseFloat(getComputedStyle(row).outlineOffset) + parseFloat(getComputedStyle(row).outlineWidth) : 0;
        const top = row ? Math.min(box.top, row.getBoundingClientRect().top - edge) : box.top;
        const hidden = part.closest("[data-cramped=scrolls]") && !part.matches(".best, .best *, .s0, .s0 *");  // it can be scrolled into view
        const bottom = hidden ? Math.min(box.bottom, document.querySelector(".seat.s0").getBoundingClientRect().top) : box.bottom;
        return { part, left: box.left, right: box.right, top, bottom };
    });
    const named = ({ part }) => `${part.className} "${part.textContent.trim().replace(/\\s+/g, " ").slice(0, 30)}"`;
    boxes.forEach((a, i) => {
        if (a.left < -1 || a.right > innerWidth + 1) found.push(`${named(a)} leaves the window`);
        if (a.part.scrollWidth > a.part.clientWidth + 1 && a.part.clientWidth && a.part.matches(".btn, .note, .remark, .mid")) found.push(`${named(a)} is cut`);
        for (const b of boxes.slice(i + 1)) {
            if (a.part.contains(b.part) || b.part.contains(a.part)) continue;
            const [wide, high] = [Math.min(a.right, b.right) - Math.max(a.left, b.left), Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)];
            const apart = Math.hypot((a.left + a.right - b.left - b.right) / 2, (a.top + a.bottom - b.top - b.bottom) / 2);
            if (a.part.closest(".stack") && b.part.closest(".stack") && apart > (a.right - a.left + b.right - b.left) / 2 - 2) continue;  // round
            if (wide > 2 && high > 2) found.push(`${named(a)} and ${named(b)} overlap by ${wide.toFixed()} × ${high.toFixed()}`);
        }
    });
    for (const plate of document.querySelectorAll(".seat")) {
        for (const part of plate.querySelectorAll(".meta > span:not(.vh), .flags > span")) {
            if (!part.checkVisibility()) continue;
            const out = part.getBoundingClientRect().right - plate.getBoundingClientRect().right;
            if (out > 1) found.push(`${named({ part })} leaves its plate by ${out.toFixed()}`);
        }
    }
    const button = document.querySelector(".captures .acts .play");
    const below = button && button.getBoundingClientRect().bottom - innerHeight;
    if (below > 1) found.push(`the solid button is ${below.toFixed()} px below the window`);
    return found;
}"""


class Follower:
    """What a socket's page has been shown so far."""

    def __init__(self) -> None:
        self.table: dict[str, Any] = {}

    def hear(self, text: str) -> dict[str, Any]:
        """A message as it came, but with the whole `table` where it brings what has changed."""
        message: dict[str, Any] = json.loads(text)
        if message["k"] == "snap" or "table" in message:
            self.table = message["table"]
        elif message["k"] == "ev":
            message["table"] = self.table = after(self.table, message)
        return message


class Person:
    """Somebody with a browser of a size and a language."""

    def __init__(
        self, browser: Browser, home: str, language: str, window: str, prefix: Path, passing: str = "never", **more: Any
    ) -> None:
        width, height = WINDOWS[window]
        self.home, self.language, self.window, self.prefix = home, language, window, prefix
        self.touches = window != "desk"
        more.setdefault("service_workers", "block")  # but where a test is about it
        self.context = browser.new_context(
            base_url=home,
            viewport={"width": width, "height": height},
            locale=LOCALES[language],
            has_touch=self.touches,
            **more,
        )
        self.context.set_default_timeout(10_000)
        # People decide everything themselves, unless a test is about what the table does for them; a machine of tests has no loudspeaker.
        kept = json.dumps(json.dumps({"passing": passing, "volume": "off"}))
        self.context.add_init_script(
            f"try {{ localStorage.getItem('qipai.settings') ?? localStorage.setItem('qipai.settings', {kept}) }} catch {{}}"  # some keep nothing
        )
        self.complaints: list[str] = []  # of every page that is opened
        self.context.on("weberror", lambda failure: self.complaints.append(failure.error.stack or str(failure.error)))
        self.context.on("console", self._overhear)
        self.page = self.context.new_page()
        self.heard: list[dict[str, Any]] = []  # messages of the server, the first one first
        self.page.on("websocket", lambda socket: socket.on("framereceived", partial(self._hear, Follower())))
        self.shots = 0

    def _hear(self, follower: "Follower", text: str) -> None:
        self.heard.append(follower.hear(text))

    def _overhear(self, message: ConsoleMessage) -> None:
        if message.type == "error" and not message.location["url"].endswith("/favicon.ico"):  # asked for beside plain text
            self.complaints.append(f"{message.text} ({message.location['url']})")

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

    @property
    def stacks(self) -> Locator:
        """Those that one may turn up or take now."""
        return self.page.locator(".stack.open")

    @property
    def table(self) -> dict[str, Any]:
        """The table as the server last told it."""
        return next(message["table"] for message in reversed(self.heard) if "table" in message)

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

    def choose_last(self, count: int) -> None:
        """The weakest, as the hand stands at first."""
        for place in range(self.cards.count())[-count:]:
            self.press(self.cards.nth(place))

    def sit_down(self, *, seats: int = 4, home: str = "/") -> None:
        """From the first page to a hand of cards."""
        self.page.goto(home)
        self.pick(self.page.locator("[aria-labelledby=seats]"), str(seats))
        self.press(self.button("now"))
        expect(self.cards.first).to_be_visible()

    def decide(self) -> None:
        """Take the first stack, answer what is asked, play the first hint, or pass."""
        if self.stacks.count():
            self.settle(self.stacks.first)
            return
        if self.page.locator(".acts.question").count():
            self.settle(self.solid)
            return
        if not self.chosen.count():
            self.press(self.button("hint"))
        leave = self.page.locator(".acts .pass")
        if self.chosen.count():
            self.settle(self.solid)
        elif self.has_turn() and leave.count():  # none where pieces are laid: there what was just laid has cleared the choice
            self.settle(leave)

    def settle(self, what: Locator) -> None:
        """Press what decides, and wait for the server's answer: before it the page shows the question as open."""
        answers = self.answers()
        end = time.monotonic() + PATIENCE
        while self.answers() == answers:
            assert time.monotonic() < end, f"no answer to {what}"
            self.press(what)  # again where the page took two quick presses for one
            pressed = time.monotonic()
            while self.answers() == answers and time.monotonic() < pressed + AGAIN:
                self.page.wait_for_timeout(10)

    def answers(self) -> int:
        return sum(message["k"] in ("ok", "no") for message in self.heard)

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
            decisions -= 1

    # -- what one judges

    def rest(self) -> None:
        """Wait until nothing moves."""
        self.page.evaluate(
            "Promise.allSettled(document.getAnimations().filter((one) => one.effect.getTiming().iterations < 99).map((one) => one.finished))"
        )

    def until(self, script: str) -> None:
        """Wait until a script says so; Playwright's own way evaluates strings in the page, which its policy forbids."""
        end = time.monotonic() + PATIENCE
        while not self.page.evaluate(script):
            assert time.monotonic() < end, f"it is not so: {script}"
            self.page.wait_for_timeout(20)

    def shoot(self, what: str, *, whole: bool = False) -> None:
        self.rest()
        self.shots += 1
        self.page.screenshot(path=f"{self.prefix}-{self.shots}-{what}.png", full_page=whole)

    def glance(self, what: str) -> None:
        """A picture for people; for a ruler, everything that it can find.  Of such a page `test_accessible.py` asks axe."""
        self.shoot(what)
        self.measure(what)
        if self.touches:
            small = self.too_small()
            assert not small, f"{what}: {small}"

    def judge(self, what: str) -> None:
        """The same for a page to which one test alone leads, and axe judges it too."""
        self.glance(what)
        violations = self.violations()
        assert not violations, f"{what}: {violations}"

    def violations(self) -> str:
        """What axe complains of twice: what fades in meanwhile has too little contrast once."""
        for _ in range(2):
            self.rest()
            found = axe.run(self.page)
            if not found.violations_count:
                return ""
        return str(found.generate_report())

    def measure(self, what: str) -> None:
        """Nothing is wider than the window, lies over something else, or is cut."""
        for _ in range(3):  # something may have begun to move since it rested
            self.rest()
            crowded = self.page.evaluate(CROWDING)
            if not crowded:
                break
        wider = self.page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
        assert wider <= 0, f"{what}: the page is {wider} px wider than its window"
        if crowded:
            self.shoot("crowded")
        assert not crowded, f"{what}: {crowded}"

    def measure_everywhere(self, what: str) -> None:
        """The same moment in windows of every size."""
        own = (self.window, WINDOWS[self.window])
        for window, (width, height) in [*WINDOWS.items(), own]:
            self.page.set_viewport_size({"width": width, "height": height})
            self.page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
            self.measure(f"{what}, {window}")

    def measure_fit(self, what: str) -> None:
        """On the lowest phone, on its side: nothing has to be scrolled."""
        width, height = WINDOWS["low"]
        self.page.set_viewport_size({"width": width, "height": height})
        self.page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        self.measure(f"{what}, low")
        lower = self.page.evaluate(
            "[document.documentElement, document.querySelector('.notes')].map(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)"
        )
        self.shoot(f"{what}-low")
        assert max(lower) <= 1, f"{what}: {lower} px are below the window, or below the question's place"
        width, height = WINDOWS[self.window]
        self.page.set_viewport_size({"width": width, "height": height})

    def too_small(self) -> list[str]:
        """Controls that a finger misses: under 44 px, but for links and words of art inside sentences."""
        return list(
            self.page.evaluate(
                """() => [...document.querySelectorAll("button:not(.gl), select, .btn, [role=option], .seg span, input[type=text]")]
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


def enter(person: Person) -> Locator:
    """The first page at the room of discs: its games, to choose from."""
    person.page.goto("/")
    expect(person.page.locator("input[name=room]").first).to_be_attached()
    person.press(person.page.locator("label.game", has=person.page.locator("input[value=giog]")))
    choice = person.page.locator("fieldset.choice")
    expect(choice).to_be_visible()
    return choice
