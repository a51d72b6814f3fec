"""House rules, the rule book, settings, a replay with a link to each of its moves."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from qipai.diagrams import figures
from qipai.games import GAN_DENG_YAN
from qipai.session.clock import CLOCKS
from tests.server.conftest import Server

from .people import Person, code_of

pytestmark = pytest.mark.browser


def test_house_rules_are_a_form(house: Server, come: Callable[..., Person]) -> None:
    me = come(house)
    me.page.goto("/")
    form = me.page.get_by_label("Rules", exact=True)
    expect(form).to_have_value("default")
    expect(me.page.locator(".minute")).not_to_contain_text("your table would play")
    me.page.get_by_role("button", name=re.compile(r"\d+ more rules")).click()
    names = me.page.locator("#form .opt .label").all_inner_texts()
    assert len(names) == len(GAN_DENG_YAN.options)

    announcing = me.page.get_by_role("radiogroup", name=re.compile("Announcing"))
    me.pick(announcing, "three left")
    expect(form.locator("option:checked")).to_have_text("Standard, with 1 change")
    expect(me.page.locator(".minute")).to_contain_text("your table would play “Standard, with 1 change”")
    me.page.get_by_label("Most a loser pays").fill("24")
    expect(form.locator("option:checked")).to_have_text("Standard, with 2 changes")
    me.judge("two-changes")
    me.pick(announcing, "no")
    expect(form.locator("option:checked")).to_have_text("Standard, with 1 change")
    me.pick(announcing, "three left")

    me.page.locator("#form .opt", has=me.page.get_by_text("Announcing")).get_by_role("link").click()
    expect(me.page.locator('[data-section="7.9"].hit')).to_be_in_viewport()
    me.judge("rule-of-an-option")
    me.page.get_by_role("button", name="Close", exact=True).click()

    with me.page.expect_request("**/api/tables") as asked:
        me.button("now").click()
    assert asked.value.post_data_json["rules"] == {"announce_at": "3", "payment_cap": "24"}
    expect(me.cards.first).to_be_visible()
    me.page.get_by_role("tab", name="Rules").click()
    me.page.locator('.toc a[href$="#7"]').click()
    expect(me.page.locator('[data-section="7.9"] .changed')).to_contain_text("At this table")
    assert me.page.locator(".text .changed").count() == 2
    me.judge("rules-of-this-table")

    me.page.goto("/")
    expect(form.locator("option:checked")).to_have_text("Standard, with 2 changes")


def test_rules_that_contradict_each_other_are_refused_in_words_of_the_form(house: Server, come: Callable[..., Person]) -> None:
    me = come(house, "zh-Hans", "tall")
    me.page.goto("/")
    me.press(me.page.get_by_role("button", name=re.compile("其余")))
    me.pick(me.page.get_by_role("radiogroup", name="三张压三张"), "更大就行")
    me.press(me.button("now"))
    refusal = me.page.locator("#form [role=alert]")
    expect(refusal).to_contain_text("三张压三张")
    expect(refusal).to_be_in_viewport()
    assert "triplet" not in refusal.inner_text()
    me.complaints.clear()  # the browser tells of every answer that is not a success
    me.judge("contradiction")


def test_the_clocks_are_as_they_are_called(house: Server, come: Callable[..., Person]) -> None:
    me = come(house)
    me.page.goto("/")
    expect(me.page.get_by_label("Clock")).to_be_visible()
    called = dict(
        me.page.get_by_label("Clock").locator("option").evaluate_all("all => all.map(one => [one.value, one.textContent])")
    )
    assert set(called) == set(CLOCKS)
    for name, control in CLOCKS.items():
        assert control is None or f"{control.limit // 1000} s a move, {control.bank // 1000} s extra" in called[name]


@pytest.mark.parametrize(("language", "window"), [("en", "desk"), ("zh-Hant", "tall")])
def test_the_rule_book(house: Server, come: Callable[..., Person], language: str, window: str) -> None:
    me = come(house, language, window)
    me.page.goto("/rules/gan_deng_yan#4.1")
    cited = me.page.locator('[data-section="4.1"]')
    expect(cited).to_be_in_viewport()
    expect(cited).to_have_class(re.compile("hit"))
    assert cited.locator(".example").count() > 3
    me.glance("rule-book")
    me.press(me.page.locator(".toc").get_by_role("link", name=re.compile("^8 ")))
    expect(me.page.locator('[data-section="8"]')).to_be_in_viewport()
    expect(me.page).to_have_url(re.compile("#8$"))


@pytest.mark.parametrize(
    ("game", "language", "window"), [("gou_ji", "zh-Hans", "tall"), ("giog", "en", "tall"), ("luk_fu", "zh-Hant", "desk")]
)
def test_a_book_has_its_origin_a_whole_deal_and_the_words(
    house: Server, come: Callable[..., Person], game: str, language: str, window: str
) -> None:
    me = come(house, language, window)
    me.page.goto(f"/rules/{game}#deal")
    deal, words, origin = (me.page.locator(f'[data-section="{name}"]') for name in ("deal", "words", "origin"))
    expect(deal).to_be_in_viewport()
    assert deal.locator(".mini").count() > 30
    assert deal.locator("code").count() == 0, "every card is drawn"
    link = origin.get_by_role("link").filter(has_not_text="§").first
    expect(link).to_have_attribute("target", "_blank")
    me.press(words.get_by_role("link").first)
    expect(me.page).to_have_url(re.compile(r"#\d+(\.\d+)?$"))
    me.page.goto(f"/rules/{game}#words")
    expect(words).to_be_in_viewport()
    me.glance("whole-book")


# What of a diagram is cut off: letters and forms that leave their drawing, or the window.
CUT = """diagrams => diagrams.flatMap((diagram) => {
    const frame = diagram.getBoundingClientRect();
    const title = diagram.getAttribute("aria-label").slice(0, 30);
    const parts = [...diagram.querySelectorAll("text, rect, circle, path, polygon")].filter((part) => {
        const box = part.getBoundingClientRect();
        return box.left < frame.left - 1 || box.right > frame.right + 1 || box.top < frame.top - 1 || box.bottom > frame.bottom + 1;
    });
    const out = frame.left < 0 || frame.right > document.documentElement.clientWidth || frame.width < 300;
    return [...parts.map((part) => `${title}: ${part.outerHTML}`), ...(out ? [`${title}: ${frame.left} to ${frame.right}`] : [])];
})"""


@pytest.mark.parametrize(
    ("game", "language"),
    [
        ("gan_deng_yan", "en"),
        ("dou_dizhu", "zh-Hans"),
        ("giog", "en"),
        ("luk_fu", "zh-Hant"),
        ("gou_ji", "en"),
        ("gou_ji", "zh-Hans"),
    ],
)
def test_the_diagrams_of_a_book_are_whole_on_a_telephone(
    house: Server, come: Callable[..., Person], game: str, language: str
) -> None:
    me = come(house, language, "small")
    me.page.goto(f"/rules/{game}")
    diagrams = me.page.locator("svg.diagram")
    expect(diagrams.first).to_be_visible()
    assert diagrams.count() == len(figures(game, language)) >= 5
    assert diagrams.evaluate_all(CUT) == []
    ink = "texts => getComputedStyle(texts[0]).fill"
    inks = []
    for theme in ("light", "dark"):
        me.page.emulate_media(color_scheme=theme)
        inks.append(diagrams.locator("text:not([class*=rank])").evaluate_all(ink))
        me.glance(f"diagrams-{theme}")
    assert inks[0] != inks[1] or game == "giog", "words on the page turn with it; a disc is always wood"


def test_a_diagram_at_the_table(house: Server, come: Callable[..., Person]) -> None:
    me = come(house, "en", "small")
    me.sit_down(seats=2)
    me.page.get_by_role("button", name="Rules").or_(me.page.get_by_role("tab", name="Rules")).first.click()
    me.press(me.page.locator(".toc").get_by_role("link", name=re.compile("^4 ")))
    ladder = me.page.get_by_role("img", name=re.compile("The ladder of bombs"))
    ladder.scroll_into_view_if_needed()
    expect(ladder).to_be_in_viewport()
    assert ladder.evaluate_all(CUT) == []
    me.judge("diagram-at-the-table")


def test_settings_are_kept(house: Server, come: Callable[..., Person]) -> None:
    me = come(house)
    me.page.goto("/rules/gan_deng_yan")
    me.page.get_by_role("button", name="Settings").click()
    me.pick(me.page.get_by_role("radiogroup", name="Language"), "繁體中文")
    expect(me.page.locator("html")).to_have_attribute("lang", "zh-Hant")
    me.pick(me.page.get_by_role("radiogroup", name="外觀"), "深色")
    me.page.get_by_role("switch", name=re.compile("四色花色")).uncheck()
    me.glance("settings")
    me.page.goto("/")
    expect(me.page.get_by_role("heading", level=1)).to_be_visible()
    assert me.page.evaluate("({...document.documentElement.dataset})") == {"theme": "dark", "colours": "two", "motion": "auto"}
    expect(me.page.get_by_text("請坐，茶正熱。")).to_be_visible()


@pytest.mark.parametrize(("language", "window"), [("en", "desk"), ("zh-Hans", "tall"), ("zh-Hant", "wide")])
def test_a_replay_and_a_link_to_a_move(house: Server, come: Callable[..., Person], language: str, window: str) -> None:
    me = come(house, language, window)
    me.sit_down(seats=2)
    me.play_on()
    with me.context.expect_page() as replay:  # the table stays open beside it
        me.press(me.link("replay"))
    me.page = replay.value
    slider = me.page.get_by_role("slider")
    expect(slider).to_be_visible()
    last = int(slider.get_attribute("max") or 0)
    assert last > 2
    me.page.keyboard.press("ArrowRight")
    me.page.keyboard.press("ArrowRight")
    expect(slider).to_have_value("2")
    board = me.page.locator(".open").bounding_box()
    hand = me.page.locator(".open .hand").first.bounding_box()
    assert board is not None
    assert hand is not None
    assert board["x"] <= hand["x"], "hands lie on the table"
    assert hand["x"] + hand["width"] <= board["x"] + board["width"]
    assert me.page.locator(".facts li").count() == 0, "as written"
    me.glance("replay")
    link = me.page.locator("#link").input_value()
    told = me.page.locator(".time h2").inner_text()
    me.page.keyboard.press("End")
    expect(slider).to_have_value(str(last))
    assert me.page.locator(".time h2").inner_text() != told
    me.shoot("replay-end")

    friend = come(house, language, window)
    friend.page.goto(link)
    expect(friend.page.locator(".time h2")).to_have_text(told)
    assert link.endswith("#3"), "the number of its event"
    assert "3" in friend.page.locator(".time .num").first.inner_text()
    with friend.page.expect_download() as download:
        friend.press(friend.page.locator(".facts a[download]"))
    assert download.value.suggested_filename.endswith(".qp")


def test_an_address_with_nothing_behind_it(house: Server, come: Callable[..., Person]) -> None:
    me = come(house)
    for path, why in (
        ("/t/no-such-table", "No table has this code"),
        ("/r/no-such-record", "You can replay a deal once it is over"),
        ("/rules/no-such-game", "No game here has this name"),
        ("/nowhere/at/all", "Check the link"),
        ("/%ff", "Check the link"),
        ("/r/%zz", "Check the link"),
        ("/rules/%ff", "Check the link"),
        ("/t/%", "Check the link"),
    ):
        me.page.goto(path)
        expect(me.page.locator("main [role=status]")).to_contain_text(why)
        me.glance("nothing-" + path.split("/")[1])
    me.complaints[:] = [said for said in me.complaints if "Failed to load" not in said]


def test_a_wrong_code_is_put_right_where_it_was_typed(house: Server, come: Callable[..., Person]) -> None:
    me, friend = come(house), come(house, window="tall")
    me.page.goto("/")
    me.press(me.button("table"))
    code = code_of(me)
    friend.page.goto("/")
    typed = friend.page.locator("#code")
    typed.fill("galley-00000")
    friend.press(friend.page.get_by_role("button", name="Join"))
    expect(friend.page.locator("#code-wrong")).to_contain_text("No table has this code")
    friend.judge("wrong-code")
    typed.fill(code.replace("-", "").upper())
    friend.press(friend.page.get_by_role("button", name="Join"))
    expect(friend.page.get_by_role("button", name="Sit here").first).to_be_visible()


@pytest.mark.parametrize("way", ["t", "w"])
def test_at_an_address_without_a_table_another_code_can_be_tried(house: Server, come: Callable[..., Person], way: str) -> None:
    me, friend = come(house), come(house)
    me.page.goto("/")
    me.press(me.button("table"))
    code = code_of(me)
    friend.page.goto(f"/{way}/nope-1")
    expect(friend.page).to_have_title("There is nothing at this address. · qipai 棋牌")
    friend.judge(f"no-table-{way}")
    friend.page.locator("#code").fill(f"http://127.0.0.1:{house.port}/t/{code}#seat")
    friend.press(friend.page.get_by_role("button", name="Join"))
    expect(friend.page.get_by_role("button", name="Sit here").first).to_be_visible()


def test_a_full_table_says_so(house: Server, come: Callable[..., Person]) -> None:
    host, friend, third = (come(house) for _ in range(3))
    host.page.goto("/")
    host.pick(host.page.locator("[aria-labelledby=seats]"), "2")
    host.press(host.button("table"))
    path = f"/t/{code_of(host)}"
    friend.page.goto(path)
    friend.press(friend.page.get_by_role("button", name="Sit here"))
    third.page.goto(path)
    full = third.page.get_by_text("Every chair is taken")
    expect(full).to_be_visible()
    third.judge("full")
    host.press(host.page.get_by_role("button", name="Deal", exact=True))
    expect(third.page.locator(".board")).to_be_visible()
    expect(full).to_be_visible()
    expect(third.page.get_by_text("a bot’s chair")).to_have_count(0)
