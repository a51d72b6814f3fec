"""Each game of discs, whole: two people sit down, bots with them, one at a desk and one with a phone."""

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from qipai.games import GAMES
from tests.server.conftest import Server

from .people import Person, enter

pytestmark = pytest.mark.browser

TABLES = [
    pytest.param("giog", 4, "zh-Hans", "tall", {}, id="giog"),
    pytest.param("jumapao", 4, "zh-Hant", "wide", {"color_scheme": "dark"}, id="jumapao"),
    pytest.param("jumapao_fujian3", 3, "en", "small", {}, id="jumapao_fujian3"),
    pytest.param("sangkrip", 4, "en", "wide", {}, id="sangkrip"),
    pytest.param("daqiluo1", 4, "zh-Hant", "tall", {}, id="daqiluo1"),
    pytest.param("daqiluo2", 4, "zh-Hans", "small", {"color_scheme": "dark"}, id="daqiluo2"),
    pytest.param("zhihu", 4, "zh-Hans", "wide", {}, id="zhihu"),
    pytest.param("tamcuc", 4, "en", "small", {"color_scheme": "dark"}, id="tamcuc"),
]
ALL_TOGETHER = {"giog", "jumapao", "jumapao_fujian3", "daqiluo1", "zhihu"}  # §6.2
IN_TURN_FACE_UP = {"daqiluo2"}  # §8
FACE = re.compile(r'"[rb][GAERHCP]"')
PIECES = 32
DEALS = 5  # of the six of a session, in which both people are surely asked together once


@pytest.mark.core
@pytest.mark.parametrize(("game", "seats", "language", "window", "more"), TABLES)
def test_two_people_and_bots(
    house: Server, come: Callable[..., Person], game: str, seats: int, language: str, window: str, more: dict[str, Any]
) -> None:
    host, friend = come(house), come(house, language, window, **more)
    sit_down(host, friend, game, seats)
    people = (host, friend)
    changed = game in IN_TURN_FACE_UP
    due = {"stacks", "laid"} if changed else {"stacks"}
    for _ in range(DEALS):
        while not host.account.count():
            if "stacks" in due and (host.stacks.count() or friend.stacks.count()):
                due.remove("stacks")
                glance(host, friend, "stacks")
            if "laid" in due and host.page.locator(".cloth .play").count() > 1:
                due.remove("laid")
                glance(host, friend, "laid")
            if ready := next((person for person in people if person.has_turn()), None):
                if not changed and asked_together(ready, people) and has_others(host):
                    change_of_mind(host, friend, everybody=game in ALL_TOGETHER)
                    changed = True
                else:
                    ready.decide()
            host.page.wait_for_timeout(10)
        if changed:
            break
        for person in people:
            expect(person.account).to_be_visible()
            person.press(person.button("next"))
        expect(host.account).to_have_count(0)
    assert changed, f"in {DEALS} deals the two were never asked together"
    assert "laid" not in due

    glance(host, friend, "account")
    check_points(host, game)
    for person in people:
        assert list(told_too_early(person)) == []
    if game in ALL_TOGETHER:
        reveals = [fact["plays"] for message in host.heard for fact in message.get("facts", []) if fact["event"] == "revealed"]
        assert reveals
        assert all(len(plays) == seats for plays in reveals), "§6.2 all at once"


def asked_together(ready: Person, people: tuple[Person, ...]) -> bool:
    """Does everybody owe an answer now, as the one knows who is asked first?  Then the others' pages are waited for."""
    asked = ready.table["deal"]["to_act"]
    together = all(person.table["you"] in asked for person in people)
    if together:
        for person in people:
            expect(person.page.locator(".seat.you.turn")).to_be_visible()
    return together


def has_others(person: Person) -> bool:
    """Could this person answer with other pieces than those of a first answer?"""
    return len(person.hand()) >= 2 * person.table["deal"]["board"]["led"]["count"]


def sit_down(host: Person, friend: Person, game: str, seats: int) -> None:
    """The host makes a table and the friend follows the link; bots get the other chairs."""
    choice = enter(host)
    host.press(choice.locator("label", has=host.page.locator(f"input[value={game}]")))
    expect(host.page.locator("#form h2")).to_have_text(GAMES[game].titles["en"])
    host.pick(host.page.locator("[aria-labelledby=seats]"), str(seats))
    host.press(host.button("table"))
    friend.page.goto(host.page.get_by_role("textbox", name="Link to this table").input_value())
    friend.press(friend.page.locator(".chairs .deeds button").nth(seats - 2))
    expect(host.page.locator(".chairs li").filter(has_text=re.compile("person"))).to_have_count(1)
    assert ("experimental" in host.page.locator("header").inner_text()) == GAMES[game].experimental
    host.press(host.page.get_by_role("button", name="Deal", exact=True))
    for person in (host, friend):
        expect(person.page.locator(".cloth")).to_be_visible()
        assert person.page.locator(".seat").count() == seats
        assert ("clockwise" in (person.page.locator(".board").get_attribute("class") or "")) == GAMES[game].clockwise


def change_of_mind(first: Person, last: Person, *, everybody: bool) -> None:
    """§6.1  One locks in, takes it back, locks in something else and changes that; the other sees a light, and no piece."""
    seat = first.table["you"]
    plate = last.page.locator(f'.seat[data-seat="{seat}"]')
    lying = last.page.locator(f'.cloth [data-play="{seat}"]')
    own = first.page.locator(f'.cloth [data-play="{seat}"]')
    count = first.table["deal"]["board"]["led"]["count"]
    held = first.hand()
    expect(plate.locator(".lantern.lit")).to_have_count(0)

    first.decide()
    expect(first.solid).to_contain_text("Take it back")
    expect(own).to_have_count(1)
    answer = first.table["deal"]["answer"]["cards"]
    assert faces_of(own) == sorted(answer)
    expect(plate.locator(".lantern.lit")).to_have_count(1)
    lies_unseen(lying, count)
    assert len(first.hand()) == len(held) - count

    first.settle(first.solid)
    expect(plate.locator(".lantern.lit")).to_have_count(0)
    expect(lying).to_have_count(0)
    assert first.hand() == held
    assert first.chosen.evaluate_all("cards => cards.map(card => card.dataset.face).sort()") == sorted(answer)

    first.settle(first.solid)
    expect(plate.locator(".lantern.lit")).to_have_count(1)
    first.choose_last(count)
    instead = sorted(first.chosen.evaluate_all("cards => cards.map(card => card.dataset.face)"))
    expect(first.solid).to_contain_text("Lock in")
    first.settle(first.solid)
    assert faces_of(own) == instead
    assert sorted(first.table["deal"]["answer"]["cards"]) == instead
    lies_unseen(lying, count)
    assert list(told_too_early(last)) == []

    expect(last.page.locator(".seat .lantern.lit")).to_have_count(len(last.table["seats"]) - 2)
    glance(first, last, "together")
    last.decide()
    for person in (first, last):
        shown = person.page.locator(".cloth .play" if everybody else ".cloth .play.best")
        expect(shown.locator(".front use[href*=back]")).to_have_count(0)


def lies_unseen(play: Locator, count: int) -> None:
    """So many backs, once the trick before has been cleared away."""
    expect(play.locator(".front use[href*=back]")).to_have_count(count)
    expect(play.locator("use")).to_have_count(count)


def faces_of(play: Locator) -> list[str]:
    """What lies there, as it is drawn."""
    return sorted(play.locator(".front use").evaluate_all("all => all.map(one => one.getAttribute('href').split('-').at(-1))"))


def glance(host: Person, friend: Person, what: str) -> None:
    """The friend's page as it is, the host's in every window."""
    friend.glance(what)
    host.measure_everywhere(what)


def told_too_early(person: Person) -> Iterator[str]:
    """§12.2  What messages before the end of a deal name of pieces that others laid unseen, or hold."""
    for message in person.heard:
        table = message.get("table") or {}
        deal = table.get("deal")
        if not deal or deal["over"]:
            continue
        you, board = table["you"], deal["board"]
        for fact in [*message.get("facts", []), *deal["log"]]:
            unseen = fact["event"] in ("sealed", "unsealed", "thrown_in") or fact.get("down") or fact.get("under")
            tells = fact.keys() & {"cards", "pieces"} or fact.get("action", "conceal") != "conceal"  # §7.5 which is said aloud
            if fact.get("seat") != you and unseen and tells:
                yield f"{fact}"
            if fact["event"] == "dealt" and len(fact.get("cards", [])) > fact["counts"][you]:
                yield f"{fact}"
        if board["phase"] == "answering":
            for seat, laid in enumerate(board["laid"]):
                hidden = laid and (laid["under"] or table["game"] not in IN_TURN_FACE_UP)
                if seat != you and hidden and laid["cards"] is not None:
                    yield f"seat {seat} laid {laid}"
            if table["game"] not in IN_TURN_FACE_UP:
                others = [
                    one
                    for seat, one in enumerate(table["seats"])
                    if seat != you and (one["last"] or {}).get("event") != "turned"
                ]
                if FACE.search(json.dumps(others)):
                    yield f"{others}"


def check_points(host: Person, game: str) -> None:
    """§10  The account adds up, and names the winners' points in fractions where they share."""
    result = host.table["deal"]["result"]
    points, unit = result["points"], GAMES[game].unit
    assert sum(points) == (unit if unit > 1 and result["winners"] else 0)
    row = host.account.locator("tbody tr.won").first.locator("td b").last
    best = max(points)
    shares = {30: "½", 20: "⅓", 15: "¼"}
    expect(row).to_have_text(f"+{shares.get(best, best // unit)}" if unit > 1 else f"+{best}" if best else "0")


def test_pieces_travel_and_turn(house: Server, come: Callable[..., Person]) -> None:
    """Where movement is wanted, stacks fly to who takes them and sets turn up; where it is not, nothing moves."""
    counting = """() => {
        window.flights = 0;
        const animate = Element.prototype.animate;
        Element.prototype.animate = function (...given) { // a clock sinks in any case, and asks for no translation
            window.flights += JSON.stringify(given[0]).includes("translate");
            return animate.apply(this, given);
        };
    }"""
    moved = []
    for motion in ("no-preference", "reduce"):
        me = come(house, reduced_motion=motion)
        enter(me)
        me.pick(me.page.locator("[aria-labelledby=seats]"), "4")
        me.press(me.button("now"))
        expect(me.page.locator(".cloth")).to_be_visible()
        me.page.evaluate(counting)
        while not me.page.locator(".cloth .best").count():
            if me.has_turn():
                me.decide()
            me.page.wait_for_timeout(10)
        turning = me.page.locator(".turning .front").first.evaluate(
            "piece => parseFloat(getComputedStyle(piece).animationDuration)"
        )
        moved.append((me.page.evaluate("window.flights") >= PIECES, turning > 0))
    assert moved == [(True, True), (False, False)]


def test_a_general_is_refused_in_the_first_trick(house: Server, come: Callable[..., Person]) -> None:
    """§9.1  No general in the first trick: it stays in the hand, with the reason and its §."""
    me = come(house, "zh-Hant", "wide")
    while True:
        enter(me)
        me.pick(me.page.locator("[aria-labelledby=seats]"), "2")
        me.press(me.button("now"))
        expect(me.page.locator(".cloth")).to_be_visible()
        while not (me.cards.count() and me.has_turn()):
            if me.stacks.count():
                me.decide()
            me.page.wait_for_timeout(10)
        general = me.page.locator('#hand [data-face="rG"], #hand [data-face="bG"]').first
        count = (me.table["deal"]["board"]["led"] or {"count": 1})["count"]
        if general.count() and count == 1:
            break
    held = me.hand()
    me.press(general)
    me.press(me.solid, force=True)
    note = me.page.locator(".note.refusal")
    expect(note.get_by_role("link", name="§ 9.1")).to_be_visible()
    me.judge("general-refused")
    assert me.hand() == held
    me.page.set_viewport_size({"width": 390, "height": 844})
    expect(note).to_be_visible()
    me.press(note.get_by_role("link"))
    expect(me.page.locator('[data-section="9.1"].hit')).to_be_in_viewport()


def test_the_order_of_the_stacks_is_a_question(house: Server, come: Callable[..., Person]) -> None:
    """§11.10  Six answers beside the hand; the stacks go round in the order of the one that is pressed."""
    table = {
        "game": "daqiluo2",
        "seats": 2,
        "name": "Ann",
        "clock": "none",
        "begin": True,
        "rules": {"stack_order": "directed"},
    }
    ask = """table => fetch("/api/tables", {
        method: "POST", headers: {"content-type": "application/json"}, body: JSON.stringify(table)
    }).then(answer => answer.json())"""
    for language, window in (("en", "desk"), ("zh-Hans", "small"), ("zh-Hant", "low")):
        me = come(house, language, window)
        me.page.goto("/")
        question = me.page.locator("#question")
        while not question.count():  # until the dice make one the first player
            me.page.goto(me.page.evaluate(ask, table)["path"])
            expect(me.page.locator(".cloth")).to_be_visible()
            me.page.locator("#question, #hand [role=option]").first.wait_for()
        expect(question.locator(".answers button")).to_have_count(6)
        expect(me.page.locator(".cloth > .mid")).to_contain_text("8")  # stacks
        me.judge("order-of-stacks")
        me.settle(question.locator(".answers button").nth(5))
        expect(me.cards).to_have_count(PIECES // 2)
        directed = next(fact for fact in me.table["deal"]["log"] if fact["event"] == "directed")
        assert directed["action"] == "direct ends_right"
        assert sorted(directed["taken"]) == [[1, 2, 3, 4], [8, 7, 6, 5]]
