"""A browser that translates puts texts of its own in the place of the page's: what lives is left to us, and the book is not."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.server.conftest import Server

from .people import Person

pytestmark = [pytest.mark.browser, pytest.mark.slow]

# As Chromium's own translator does: every text that may be translated goes into two elements, whenever it comes.
TRANSLATOR = """
    window.rewritten = 0;
    const wrap = (text) => {
        const parent = text.parentElement;
        if (!text.data.trim() || !parent || parent.closest("font, head, script, style")) return;
        if (parent.closest("[translate]")?.getAttribute("translate") === "no") return;
        const outer = document.createElement("font");
        const inner = outer.appendChild(document.createElement("font"));
        inner.textContent = text.data;
        text.replaceWith(outer);
        window.rewritten += 1;
    };
    const walk = (node) => {
        if (node.nodeType === Node.TEXT_NODE) return wrap(node);
        const found = [];
        const texts = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
        while (texts.nextNode()) found.push(texts.currentNode);
        found.forEach(wrap);
    };
    new MutationObserver((records) => {
        for (const { addedNodes } of records) for (const node of addedNodes) if (node.isConnected) walk(node);
    }).observe(document, { childList: true, subtree: true });
"""

# What can be read, but for what was said in passing.
TEXTS = """() => [...document.querySelectorAll("body *")]
    .filter((part) => part.tagName !== "FONT" && !part.matches("script, [role=status], [role=alert]") && part.checkVisibility())
    .map((part) => [...part.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE || node.tagName === "FONT")
        .map((node) => node.textContent).join("").replace(/\\s+/g, " ").trim())
    .filter(Boolean)"""


def translated(person: Person) -> Person:
    person.page.add_init_script(TRANSLATOR)
    return person


def texts(page: Page) -> list[str]:
    return list(page.evaluate(TEXTS))


def compare(person: Person, ready: str, then: Callable[[Page], None] = lambda _: None) -> None:
    """The page says what the same page says in a tab that nobody translates."""
    fresh = person.context.new_page()
    fresh.goto(person.page.url)
    expect(fresh.locator(ready).first).to_be_visible()
    then(fresh)
    for _ in range(100):
        if texts(person.page) == texts(fresh):
            break
        person.page.wait_for_timeout(50)
    assert texts(person.page) == texts(fresh)
    fresh.close()


def test_a_table_is_not_rewritten(house: Server, come: Callable[..., Person]) -> None:
    me = translated(come(house))
    me.sit_down()
    me.play_on(4)
    assert me.await_turn()
    compare(me, "#hand [role=option]")

    def look_up(page: Page) -> None:
        page.get_by_role("tab", name="Rules").click()
        expect(page.locator("[data-section='']")).to_be_visible()

    look_up(me.page)
    assert me.page.evaluate("rewritten") > 50
    compare(me, "#hand [role=option]", look_up)
    me.page.get_by_role("tab", name="Log").click()
    me.play_on()
    expect(me.button("next")).to_be_visible()
    compare(me, ".end")


def test_the_book_is_rewritten_and_can_change_its_language(house: Server, come: Callable[..., Person]) -> None:
    me = translated(come(house))
    me.page.goto("/")
    minute = me.page.locator(".opening")
    expect(minute).to_contain_text("Gan Deng Yan")
    assert minute.locator("font font").count() > 5
    for language in ("简体", "English", "繁體"):
        me.press(me.page.get_by_role("button", name=language))
        expect(minute).to_contain_text(
            "Gan Deng Yan" if language == "English" else "干瞪眼" if language == "简体" else "乾瞪眼"
        )
        compare(me, ".opening")
    me.page.goto("/rules/gan_deng_yan#2")
    expect(me.page.locator("[data-section='2'] font").first).to_be_attached()
    compare(me, "[data-section='2']")
