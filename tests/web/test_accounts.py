"""An account at the browser: made of a guest, found again in another browser, and deleted."""

from collections.abc import Callable
from importlib.util import find_spec

import pytest
from playwright.sync_api import expect

from tests.server.conftest import Server

from .people import Person

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(find_spec("argon2") is None, reason="argon2-cffi is not installed here (the extra `club`)"),
]
PASSWORD = "a long walk home"


def play_a_deal(person: Person) -> None:
    """From the first page to the end of a deal."""
    person.sit_down(seats=3)
    person.play_on()


def deals_of(person: Person) -> int:
    person.page.goto("/mine")
    expect(person.page.locator(".mine .tray").first).to_be_visible()
    return person.page.locator(".mine li .what").count()


def expect_refused(person: Person, status: int) -> None:
    """The browser has noted a refusal, and nothing else."""
    assert [f"status of {status}" in complaint and "/api/account" in complaint for complaint in person.complaints] == [True]
    person.complaints.clear()


def test_a_guest_becomes_an_account_and_is_found_in_another_browser(house: Server, come: Callable[..., Person]) -> None:
    ann = come(house, "en", "desk")
    play_a_deal(ann)
    assert deals_of(ann) == 1
    ann.press(ann.page.get_by_role("link", name="Keep your games"))
    expect(ann.page.get_by_text("1 finished deal and ")).to_be_visible()
    ann.judge("claim")
    ann.page.get_by_label("Your name").fill("Ann of the Hill")
    ann.page.get_by_label("Password", exact=True).fill("short")
    ann.page.keyboard.press("Enter")
    expect(ann.page.get_by_role("alert").filter(has_text="A password has 10 to 256 characters")).to_be_visible()
    ann.judge("refused")
    expect_refused(ann, 400)
    ann.page.get_by_label("Password", exact=True).fill(PASSWORD)
    ann.page.keyboard.press("Enter")  # all by keyboard
    codes = ann.page.locator("ol code")
    expect(codes).to_have_count(10)
    code = codes.nth(4).inner_text()
    ann.judge("codes")
    ann.press(ann.page.get_by_role("button", name="I have written them down"))
    expect(ann.page.get_by_role("heading", name="Ann of the Hill")).to_be_visible()
    expect(ann.page.get_by_text("Signed in", exact=True)).to_be_visible()
    ann.judge("signed")

    lin = come(house, "zh-Hans", "tall", color_scheme="dark")
    lin.page.goto("/account")
    lin.page.get_by_label("名字").fill("ann of the hill")
    lin.page.get_by_label("密码", exact=True).fill(PASSWORD)
    lin.press(lin.page.get_by_role("button", name="注册账号"))
    expect(lin.page.get_by_role("alert").filter(has_text="已经有人注册了")).to_be_visible()
    lin.judge("taken")
    expect_refused(lin, 409)
    lin.press(lin.page.get_by_role("button", name="我有账号"))
    lin.page.get_by_label("密码", exact=True).fill("another walk")
    lin.press(lin.page.get_by_role("button", name="登录", exact=True))
    expect(lin.page.get_by_role("alert").filter(has_text="名字跟密码（或恢复码）对不上。")).to_be_visible()
    lin.judge("wrong")
    expect_refused(lin, 403)
    lin.page.get_by_label("密码", exact=True).fill(PASSWORD)
    lin.press(lin.page.get_by_role("button", name="登录", exact=True))
    expect(lin.page.get_by_role("heading", name="Ann of the Hill")).to_be_visible()
    lin.judge("signed")
    assert deals_of(lin) == 1
    lin.judge("mine")

    ann.page.reload()
    ann.press(ann.page.get_by_role("button", name="Sign out: Chrome"))
    expect(ann.page.get_by_text("Saved.")).to_be_visible()
    lin.page.goto("/account")
    expect(lin.page.get_by_role("heading", name="保存你的牌局")).to_be_visible()

    ann.press(ann.page.get_by_role("button", name="Sign out here"))
    expect(ann.page.get_by_text("You are signed out.")).to_be_visible()
    assert deals_of(ann) == 0
    ann.page.goto("/account")
    ann.press(ann.page.get_by_role("button", name="I have an account"))
    ann.press(ann.page.get_by_role("button", name="I don’t know my password"))
    ann.page.get_by_label("Your name").fill("Ann of the Hill")
    ann.page.get_by_role("textbox", name="Recovery code").fill(code)
    ann.page.get_by_label("New password", exact=True).fill("an even longer walk")
    ann.judge("recover")
    ann.press(ann.page.get_by_role("button", name="Sign in"))
    expect(ann.page.get_by_text("Recovery codes: 9 left")).to_be_visible()
    assert deals_of(ann) == 1

    ann.page.goto("/account")
    ann.press(ann.page.get_by_text("Delete the account"))
    form = ann.page.locator("form", has=ann.page.get_by_role("button", name="Delete for good"))
    form.get_by_label("Your password now", exact=True).fill("an even longer walk")
    ann.judge("delete")
    ann.press(form.get_by_role("button", name="Delete for good"))
    expect(ann.page.get_by_text("Your account is deleted.")).to_be_visible()
    expect(ann.page.get_by_role("heading", name="Keep your games")).to_be_visible()
    assert deals_of(ann) == 0


def test_the_page_says_so_where_there_are_no_accounts(house: Server, come: Callable[..., Person]) -> None:
    kim = come(house, "zh-Hant", "small")
    kim.page.route("**/api/account", lambda route: route.fulfill(json={**route.fetch().json(), "available": False}))
    kim.page.goto("/account")
    expect(kim.page.get_by_role("heading", name="這台伺服器沒有開放帳號。")).to_be_visible()
    kim.judge("none")
    kim.page.goto("/mine")
    expect(kim.page.get_by_role("heading", name="你還沒打完過一局。")).to_be_visible()
    expect(kim.page.get_by_role("link", name="保存你的牌局")).to_have_count(0)
