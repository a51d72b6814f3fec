"""Gou Ji through the page alone: six people at one table from the first question to the tribute of the next game, and one among bots."""

import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.server.conftest import Server

from .people import PATIENCE, Person, code_of

pytestmark = pytest.mark.browser

A, B, C, D, E, F = range(6)
SITTINGS = [("en", "desk"), ("zh-Hans", "desk"), ("zh-Hant", "tall"), ("en", "tall"), ("zh-Hans", "wide"), ("zh-Hant", "small")]
WINDOW = 6.0  # seconds that a question is open which goes to several people
LONG = 600  # milliseconds of a press that takes a whole column
HOLD = 1_000  # milliseconds of a press that a button wants which may cost much
SUITS = "SHDC"
LOW_RANKS = "3456789"  # never of Gou Ji level without a joker (§6.5)
# Long rows, so that the game is short.  A has threes to show, C no wild card, and B breaks in with aces: the rest is two ranks and two jokers.
HANDS = {
    A: {"K": 16, "3": 15, "2": 5},
    B: {"A": 16, "Q": 16, "2": 2, "B": 1, "R": 1},
    C: {"5": 16, "6": 16, "4": 4},
    D: {"J": 16, "7": 15, "2": 5},
    E: {"8": 16, "9": 15, "2": 2, "B": 3},
    F: {"10": 16, "4": 12, "3": 1, "7": 1, "9": 1, "2": 2, "R": 3},
}


def pack() -> list[str]:
    """The pack that is dealt so: its first card is a king, which makes A the first taker (§2.2)."""
    rows = [
        [rank if rank in "BR" else rank + SUITS[n % 4] for rank, count in HANDS[seat].items() for n in range(count)]
        for seat in HANDS
    ]
    return [row[n] for n in range(36) for row in rows]


@pytest.fixture
def six(tmp_path: Path) -> Iterator[Server]:
    server = Server(tmp_path, orders=[pack(), pack()], settings={"bot_pause": [0.02, 0.05], "window": WINDOW})
    yield server
    server.stop()


# -- what one sees and does


def board(person: Person) -> dict[str, Any]:
    return dict(person.table["deal"]["board"])


def is_asked(person: Person) -> bool:
    deal = person.table["deal"]
    return not deal["over"] and not deal["answer"] and person.table["you"] in deal["to_act"]


def column(person: Person, rank: str) -> Locator:
    return person.page.locator(f'#hand [data-rank="{rank}"]')


def said(person: Person) -> Locator:
    return person.page.locator("#question .answers button")


def press_long(person: Person, what: Locator, milliseconds: int) -> None:
    person.rest()  # it may still be on its way
    box = what.bounding_box()
    assert box is not None
    person.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 3)
    person.page.mouse.down()
    person.page.wait_for_timeout(milliseconds)
    person.page.mouse.up()


def choose(person: Person, **counts: int) -> None:
    """So many of each rank, by taps; a whole column by one long press."""
    for name, count in counts.items():
        rank = name.removeprefix("_")
        held = len(str(column(person, rank).get_attribute("data-faces")).split())
        if count > held // 2:
            press_long(person, column(person, rank), LONG)
            for _ in range(held - count):
                person.press(column(person, rank).locator(".count"))
        else:
            for _ in range(count):
                person.press(column(person, rank))
        if count:
            expect(column(person, rank).locator(".count")).to_have_text(f"{count}/{held}")


def lay(person: Person, **counts: int) -> None:
    await_phase(person, "leading", "following")
    choose(person, **counts)
    person.settle(person.solid)


def hold(person: Person, what: Locator) -> None:
    answers = person.answers()
    press_long(person, what, HOLD)
    await_that(person, lambda: person.answers() > answers)


def await_that(person: Person, so: Callable[[], bool], patience: float = PATIENCE) -> None:
    end = time.monotonic() + patience
    while not so():
        assert time.monotonic() < end, (
            f"{person.table['deal']['board']['phase']}: {person.page.locator('main').inner_text()[:600]}"
        )
        person.page.wait_for_timeout(20)


def await_phase(person: Person, *phases: str) -> None:
    """Until this person is asked that."""
    await_that(person, lambda: is_asked(person) and board(person)["phase"] in phases)


def answer(person: Person, phase: str, words: str = "") -> None:
    """Press the solid answer, or the one that says this."""
    await_phase(person, phase)
    person.settle(said(person).filter(has_text=re.compile(words)).first if words else person.page.locator("#question .btn.go"))


def pass_by(person: Person) -> None:
    await_phase(person, "following")
    person.settle(person.page.locator(".acts .pass"))


def decide(person: Person) -> None:
    """Give the safe answer; lead the longest row, if there is one that opens no window; follow with nothing."""
    if said(person).count():
        person.settle(person.page.locator("#question .btn.go"))
    elif board(person)["phase"] == "leading":
        columns = person.page.locator("#hand [data-rank]").evaluate_all(
            "all => all.map(one => [one.dataset.rank, one.dataset.faces.split(' ').length])"
        )
        rank, count = max(columns, key=lambda one: (one[0] in LOW_RANKS, one[1]))
        choose(person, **{f"_{rank}": count})
        person.settle(person.solid)
    elif board(person)["phase"] == "following":
        person.settle(person.page.locator(".acts .pass"))


def play_out(people: list[Person], until: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not until():
        assert time.monotonic() < end, "the game does not end"
        people[0].page.wait_for_timeout(10)
        for person in people:
            if not until() and is_asked(person):
                decide(person)


def seat_at(server: Server, people: list[Person]) -> None:
    """The first one makes a table with two house rules, the others take the next chairs."""
    host = people[0]
    host.page.goto("/")
    table = {
        "game": "gou_ji",
        "seats": 6,
        "name": "Ann",
        "deals": 2,
        "clock": "none",
        "rules": {"infringement": "big_loser", "endgame_duels": "false"},
    }
    ask = """table => fetch("/api/tables", {
        method: "POST", headers: {"content-type": "application/json"}, body: JSON.stringify(table)
    }).then(answer => answer.json())"""
    host.page.goto(host.page.evaluate(ask, table)["path"])
    code = code_of(host)
    for number, person in enumerate(people[1:], start=1):
        person.page.goto(f"/t/{code}")
        person.press(person.page.locator(".chairs .deeds button").first)
        await_that(person, lambda person=person, number=number: person.table["you"] == number)  # type: ignore[misc]
    host.press(host.page.locator(".begin .btn.go"))
    await_that(host, lambda: all(person.table["deal"] for person in people))


def places_shown(person: Person) -> list[str]:
    """The teams in the order of their places, as the account lists them; names differ, for one is oneself."""
    rows = person.account.locator("ol:not(.trick) li").evaluate_all(
        "rows => rows.map(row => [row.querySelector('.place').textContent, row.matches('.square') ? 'square' : 'round'])"
    )
    return [team for place, team in rows if place.isdigit()]


# -- six people


def test_six_people(six: Server, come: Callable[..., Person]) -> None:
    people = [come(six, language, window) for language, window in SITTINGS]
    ann, ben, cat, dan, eve, fay = people
    seat_at(six, people)
    # §3.2, §13.2 put to all six; only A can say yes, and who cannot is not bothered
    await_phase(ann, "showing")
    fay.shoot("cannot-show")
    expect(said(fay)).to_have_count(0)
    answer(ann, "showing", "Show")
    await_that(ann, lambda: board(ann)["phase"] == "revolution")
    assert board(ann)["starter"] == A

    # §4.1 C has no wild card and says so; A pleads, E does not; C withdraws
    await_phase(cat, "revolution")
    hold(cat, cat.page.locator("#question [data-hold]"))
    for person, words in ((ann, "Ask to play on"), (eve, "")):
        answer(person, "pleading", words)
    await_phase(cat, "confirming")
    cat.judge("confirming")
    cat.measure_fit("confirming")
    answer(cat, "confirming")
    for seat, person in enumerate(people):
        assert {rank: len(str(column(person, rank).get_attribute("data-faces")).split()) for rank in HANDS[seat]} == HANDS[seat]

    # §11.2, §14.20 A asks D for a count, and D answers
    await_phase(ann, "leading")
    ann.shoot("lead")
    ann.page.get_by_role("button", name="Talk").click()
    ann.settle(ann.page.locator(".talk").get_by_role("button", name=dan.table["seats"][D]["name"]))
    await_phase(dan, "telling")
    dan.measure_fit("telling")
    answer(dan, "telling")

    # §8 two kings: a duel with D, in which B and F might break in and do not
    lay(ann, K=2)
    for person in (ben, fay):
        answer(person, "window")
    await_phase(dan, "following")
    assert board(dan)["duel"] == {"starter": A, "defender": D}
    for name, person in (("duel-asked", dan), ("duel-waits", ann), ("duel-aside", cat)):
        person.shoot(name)
    lay(dan, _2=2)
    await_phase(ann, "following")
    ann.measure_everywhere("duel")
    pass_by(ann)
    await_phase(dan, "leading")
    assert not board(dan)["duel"]

    # §9 three kings; B breaks in with three aces, nobody beats them, and B runs
    lay(dan, _7=15)
    for person in (eve, fay, ann, ben, cat):
        pass_by(person)
    lay(dan, J=1)
    for person in (eve, fay):
        pass_by(person)
    lay(ann, K=1)
    for person in (ben, cat, dan):
        pass_by(person)
    lay(ann, K=3)
    await_phase(ben, "window")
    choose(ben, A=3)
    ben.shoot("window")
    ben.measure_fit("window")
    hold(ben, ben.page.locator("#question [data-hold]"))
    for person in (cat, dan, eve, fay, ann):
        pass_by(person)
    await_phase(ben, "leading")
    assert board(ben)["mode"] == "run"
    ben.shoot("run")
    lay(ben, Q=16, R=1)
    lay(ben, A=13, _2=2, B=1)
    await_that(ann, lambda: board(ann)["places"][B] == 1)

    # §10 C goes out too, and who is left chooses the order
    play_out(people, lambda: any(is_asked(person) and board(person)["phase"] == "ordering" for person in people))
    chooser = next(person for person in people if is_asked(person))
    chooser.judge("ordering")
    chooser.measure_fit("ordering")
    chooser.settle(said(chooser).last)
    play_out(people, lambda: all(person.account.count() for person in people))
    told = [person.table["deal"]["result"]["places"] for person in people]
    assert all(places == told[0] for places in told)
    assert sum(ann.table["deal"]["result"]["points"]) == 0
    by_place = sorted((place, seat) for seat, place in enumerate(told[0]) if place)
    for person in people:
        assert places_shown(person) == ["square" if seat % 2 else "round" for _, seat in by_place]
    ann.glance("account")
    fay.glance("account")

    # §2.3, §5 the next game: the big loser names the first taker, losers pay, winners return what they like
    for person in people:
        person.press(person.button("next"))
    play_out(people, lambda: any(is_asked(person) and board(person)["phase"] == "returning" for person in people))
    receiver = next(person for person in people if is_asked(person))
    receiver.judge("returning")
    receiver.measure_fit("returning")
    receiver.measure_everywhere("returning")
    owed = next(one["n"] for one in board(receiver)["tributes"] if one["to"] == receiver.table["you"])
    receiver.press(receiver.button("hint"))
    chosen = receiver.page.locator("#hand [aria-selected=true] .count")
    expect(chosen.first).to_be_visible()
    assert sum(int(text.split("/")[0]) for text in chosen.all_inner_texts()) == owed
    receiver.settle(receiver.solid)
    await_that(receiver, lambda: not is_asked(receiver))


# -- one among bots


def sit_down(person: Person) -> None:
    person.page.goto("/")
    person.press(person.page.locator("label.game", has=person.page.locator("input[value=gou_ji]")))
    person.press(person.button("now"))
    expect(person.page.locator("#hand")).to_be_visible()


@pytest.mark.parametrize(
    ("language", "window", "more"),
    [("zh-Hans", "desk", {"color_scheme": "dark"}), ("zh-Hant", "small", {}), ("en", "tall", {})],
)
def test_a_hand_of_36(
    arranged: Callable[[list[str]], Server], come: Callable[..., Person], language: str, window: str, more: dict[str, Any]
) -> None:
    me = come(arranged(pack()), language, window, **more)
    sit_down(me)
    answer(me, "showing", {"en": "Show", "zh-Hans": "亮", "zh-Hant": "亮"}[language])
    play_out([me], lambda: is_asked(me) and board(me)["phase"] == "leading")
    me.glance("lead")
    me.measure_everywhere("lead")

    # one more with each tap, wherever the column is tapped; one fewer on the count; all with a long press, and none again
    kings = column(me, "K")
    for count in (1, 2, 3):
        me.press(kings)
        expect(kings.locator(".count")).to_have_text(f"{count}/16")
    me.press(kings.locator(".count"))
    expect(kings.locator(".count")).to_have_text("2/16")
    expect(me.solid).to_contain_text(re.compile("K-?K"))
    me.measure_everywhere("two kings chosen")
    press_long(me, kings, LONG)
    expect(kings.locator(".count")).to_have_text("16/16")
    press_long(me, kings, LONG)
    expect(kings.locator(".count")).to_have_text("×16")

    # §6.5, §8.1 before it is laid, a set says that it is of Gou Ji level and who alone may answer
    me.press(kings)
    me.press(kings)
    words = {"en": "Gou Ji level · only .+ may answer", "zh-Hans": "够级 · 只有.+能应", "zh-Hant": "夠級 · 只有.+能應"}
    expect(me.solid.locator("small")).to_have_text(re.compile(words[language]))
    me.press(me.page.locator(".acts .clear"))

    # §6.1 why that is no set
    me.press(column(me, "3"))
    me.press(kings)
    me.press(me.solid, force=True)
    expect(me.page.locator(".note.refusal")).to_contain_text("§ 6.1")
    me.judge("refused")
    me.press(me.page.locator(".acts .clear"))
    expect(kings.locator(".count")).to_have_text("×16")

    # a reload keeps the hand; the hint is laid
    held = {rank: column(me, rank).get_attribute("data-faces") for rank in HANDS[A]}
    me.page.reload()
    expect(kings).to_be_visible()
    assert {rank: column(me, rank).get_attribute("data-faces") for rank in HANDS[A]} == held
    me.press(me.button("hint"))
    assert me.page.locator("#hand [aria-selected=true]").count() > 0
    me.settle(me.solid)
    assert sum(len(row) for row in board(me)["played"][A : A + 1]) > 0


def test_two_taps_lay_a_column(arranged: Callable[[list[str]], Server], come: Callable[..., Person]) -> None:
    """Where somebody wants that; elsewhere two taps are two cards."""
    me = come(arranged(pack()), "en", "tall")
    sit_down(me)
    answer(me, "showing", "Show")
    play_out([me], lambda: is_asked(me) and board(me)["phase"] == "leading")
    twos = column(me, "2")
    twos.dblclick()
    expect(twos.locator(".count")).to_have_text("2/5")
    me.page.evaluate("localStorage.setItem('qipai.settings', JSON.stringify({ doubleTap: true }))")
    me.page.reload()
    expect(twos).to_be_visible()
    twos.dblclick()
    expect(twos.locator(".count")).to_have_text("2/5")
    press_long(me, twos, LONG)
    expect(twos.locator(".count")).to_have_text("5/5")
    answers = me.answers()
    twos.dblclick()
    await_that(me, lambda: me.answers() > answers and "2" not in [card["kind"] for card in me.table["deal"]["hand"]])


@pytest.mark.core
def test_a_game_by_taps(house: Server, come: Callable[..., Person]) -> None:
    me = come(house, "en", "tall")
    sit_down(me)
    end = time.monotonic() + 2 * PATIENCE
    judged: set[str] = set()
    while not me.account.count():
        assert time.monotonic() < end, "the game does not end"
        me.page.wait_for_timeout(20)
        if not is_asked(me):
            continue
        phase = board(me)["phase"]
        if phase not in judged:
            judged.add(phase)
            me.measure_everywhere(phase)
        if phase == "following" and me.table["deal"]["choices"]:
            me.press(me.button("hint"))
            me.settle(me.solid if me.page.locator("#hand [aria-selected=true]").count() else me.page.locator(".acts .pass"))
        else:
            decide(me)
    me.glance("account")
    me.measure_everywhere("account")
    assert sum(me.table["deal"]["result"]["points"]) == 0
    assert places_shown(me)
