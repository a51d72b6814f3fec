"""Luk Fu through the page alone: whole deals, three people at one table, and what nobody may see."""

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from qipai.engine import records
from qipai.engine.positions import parse_position
from qipai.games import LUK_FU
from tests.server.conftest import Server

from .people import Person

pytestmark = pytest.mark.browser

FACE = re.compile(r'"([1-9][SGKC]|L)"')
SITTINGS = [
    pytest.param("en", "desk", 4, {}, id="en-desk", marks=pytest.mark.core),
    pytest.param("zh-Hans", "tall", 3, {"color_scheme": "dark"}, id="zh-Hans-tall-dark"),
]
DEALER, PLAYER_2, DREAMER, PLAYER_3 = range(4)
# The dealer has to lead 5 Sip, which player 2 may beat with 9 Sip, or surrender it: nothing else there beats 5 Sip.
HANDS = {
    DEALER: "5S-9G-8G-4G-3G-7K-6K-5K-6C-4C-3C-2C",
    PLAYER_2: "9S-4S-3S-2S-7G-6G-9K-8K-9C-8C-5C-1G",
    DREAMER: "1K",
    PLAYER_3: "8S-7S-6S-1S-5G-2G-4K-3K-2K-7C-1C-L",
}
FIVE_TIGERS = {**HANDS, DEALER: "1S-1G-1K-1C-L-9G-8G-4G-3G-7K-6K-5K", PLAYER_2: "9S-5S-4S-3S-2S-7G-6G-9K-8K-9C-8C-5C"}
FIVE_TIGERS |= {DREAMER: "6C", PLAYER_3: "8S-7S-6S-5G-2G-4K-3K-2K-7C-4C-3C-2C"}


def pack(hands: dict[int, str]) -> list[str]:
    """The pack that is dealt so, from seat 0."""
    order = records.to_plain(parse_position(LUK_FU, f"luk_fu dealer=0 hands={'/'.join(hands.values())}").order)
    return [LUK_FU.notation.format_card(card) for card in order.cards[: order.count]]


def choose_game(person: Person, seats: int) -> None:
    person.page.goto("/")
    person.press(person.page.locator("label.game", has=person.page.locator("input[value=luk_fu]")))
    person.pick(person.page.locator("[aria-labelledby=seats]"), str(seats))


def gather(host: Person, *friends: Person) -> None:
    """The host makes a table for four; the friends take the next chairs, and bots the others."""
    choose_game(host, 4)
    host.press(host.button("table"))
    link = host.page.get_by_role("textbox", name="Link to this table").input_value()
    for number, friend in enumerate(friends, start=1):
        friend.page.goto(link)
        friend.press(friend.page.locator(".chairs .deeds button").first)
        expect(host.page.locator(".chairs li").nth(number)).to_contain_text("person")
    host.press(host.page.get_by_role("button", name="Deal", exact=True))
    for person in (host, *friends):
        expect(person.page.locator(".cloth")).to_be_visible()


def board(person: Person) -> dict[str, Any]:
    return dict(person.table["deal"]["board"])


def told_too_early(person: Person) -> Iterator[str]:
    """§12.2  Cards that messages name before the end, although nobody laid them face up and they are not one's own."""
    known: set[str] = set()
    for message in person.heard:
        deal = (message.get("table") or {}).get("deal")
        if not deal or deal["over"]:
            continue
        you = message["table"]["you"]
        for fact in [*deal["log"], *message.get("facts", [])]:
            if fact["event"] == "dealt":
                known |= set(fact["cards"])
                assert len(fact["cards"]) == fact["counts"][you]
            elif fact["event"] == "laid" and fact["seat"] != you and fact.get("down"):
                if fact.keys() & {"action", "cards"}:
                    yield f"{fact}"
            elif fact["event"] == "laid":
                known |= set(fact["cards"])
            elif fact["event"] in ("answered", "sealed") and fact["seat"] != you and "action" in fact:
                yield f"{fact}"
        hopes = deal["board"]["hopes"] or []
        named = set(FACE.findall(json.dumps({**deal["board"], "hopes": []}))) | set(
            FACE.findall(json.dumps(message["table"]["seats"]))
        )
        if not named <= known:
            yield f"the board names {named - known}"
        assert bool(hopes) == (you == deal["board"]["dreamer"])


def drawn(person: Person) -> set[str]:
    """The money cards that the page shows."""
    uses = person.page.locator("main use[href*='#l']").evaluate_all(
        "all => all.map(one => one.getAttribute('href').split('-').at(-1))"
    )
    return set(uses) - {"back", "coin"}


def look_at(person: Person, option: Locator) -> Locator:
    """What the page says of a card of the hand that is pointed at, or touched."""
    if person.touches:
        option.focus()
    else:
        option.hover()
    return person.page.locator(".advice")


def check_marks(person: Person) -> None:
    """§12.3  Every card of the hand carries what the server knows of it, for the eye, the ear and whoever asks."""
    for mark in board(person)["marks"]:
        option = person.page.locator(f'#hand [data-face="{mark["card"]}"]')
        expect(option.locator(".aged")).to_have_count(int(mark["aged"]))
        expect(option.locator(".mark")).to_have_count(int(mark["leads"] is not None))
        expect(option.locator(".mark.leads")).to_have_count(int(bool(mark["leads"])))
        told = look_at(person, option)
        for reason in filter(None, (mark["reason"], mark["not_yet"])):
            text = reason["text"][person.language]
            expect(told).to_contain_text(text)
            expect(told).to_contain_text(f"§ {reason['section']}")
            assert text in str(option.get_attribute("aria-label"))


def decide(person: Person) -> None:
    """Answer what is asked; declare, or lay the first hint."""
    declare = person.page.locator(".acts .pass.go")
    if declare.count() and not person.chosen.count():
        person.settle(declare)
    else:
        person.decide()


@pytest.mark.parametrize(("language", "window", "seats", "more"), SITTINGS)
def test_a_deal(
    house: Server, come: Callable[..., Person], language: str, window: str, seats: int, more: dict[str, Any]
) -> None:
    me = come(house, language, window, **more)
    choose_game(me, seats)
    me.press(me.button("now"))
    marked = False
    for _ in range(8):  # deals, until one leads
        expect(me.page.locator("#hand")).to_be_visible()
        while me.await_turn():
            if board(me)["phase"] == "leading" and not marked:
                marked = True
                check_marks(me)
                me.glance("leading")
            decide(me)
        expect(me.account).to_be_visible()
        if marked:
            break
        me.press(me.button("next"))
        expect(me.account).to_be_hidden()
    assert marked
    me.glance("account")
    assert list(told_too_early(me)) == []
    result = me.table["deal"]["result"]
    assert sum(result["points"]) == 0
    paid = me.account.locator(".paid li")
    expect(paid).to_have_count(len(result["payments"]))
    expect(me.account.locator(".drawn line")).to_have_count(len(result["payments"]))
    for line, payment in zip(paid.all_inner_texts(), result["payments"], strict=True):
        assert str(payment["owed"]) in line
    record = me.account.get_by_role("link", name=me.says("replay")).get_attribute("href")
    me.page.goto(str(record))
    expect(me.page.locator("#link")).to_be_visible()
    me.shoot("replay")
    assert set(drawn(me)) > set(result["counting"])


def test_three_people(arranged: Callable[[list[str]], Server], come: Callable[..., Person]) -> None:
    """The dealer leads, player 2 may beat or surrender with the same card, and the dreamer looks on."""
    server = arranged(pack(HANDS))
    dealer, second, dreamer = come(server), come(server, "zh-Hans", "tall"), come(server, "zh-Hant", "wide")
    gather(dealer, second, dreamer)
    assert dealer.hand() == sorted(HANDS[DEALER].split("-"))
    assert second.hand() == sorted(HANDS[PLAYER_2].split("-"))

    # §4.1 all three are asked together; who has not the five is told why that is no claim
    held = second.hand()
    second.press(second.page.locator(".acts .pass"), force=True)
    expect(second.page.locator(".note.refusal")).to_contain_text("§ 4.1")
    second.settle(second.solid)
    expect(dealer.page.locator('.seat[data-seat="1"] .lantern.lit')).to_have_count(1)
    dealer.judge("claiming")
    dealer.settle(dealer.solid)
    expect(dealer.solid).to_contain_text("Jor")
    dealer.settle(dealer.solid)
    expect(dealer.solid).to_contain_text("Select cards to lead")
    dealer.measure_everywhere("leading")

    # §10.3 the dreamer's place
    place = dreamer.page.locator(".dreaming")
    expect(place.locator('[data-card="1K"]')).to_be_visible()
    expect(place.locator("li")).to_have_count(4)  # the other ones, and Li Chen
    assert not dreamer.page.locator(".acts").count()

    # §8.2 5 Sip goes first
    dealer.choose("9G")
    dealer.press(dealer.solid, force=True)
    expect(dealer.page.locator(".note.refusal")).to_contain_text("§ 8.2")
    dealer.page.keyboard.press("Escape")
    dealer.choose("5S")
    expect(dealer.solid).to_contain_text("Lead 5 Sip")
    dealer.settle(dealer.solid)

    # §6.2, §6.3 the same card beats, or is surrendered
    assert second.await_turn()
    second.choose("4S")
    second.press(second.page.locator(".acts .play"), force=True)
    expect(second.page.locator(".note.refusal")).to_contain_text("§ 6.3")
    second.choose("4S", "9S")
    expect(second.solid).to_contain_text("用 九拾 压")
    surrender = second.page.locator(".acts .pass")
    expect(surrender).to_contain_text("扣着垫 九拾")
    second.judge("beat-or-surrender")
    second.measure_everywhere("beat-or-surrender")
    second.settle(surrender)
    assert second.hand() == sorted(set(held) - {"9S"})
    while not board(dealer)["rounds"]:
        dealer.page.wait_for_timeout(20)

    # §12.1 rounds can be looked through; what lies face down is seen by its owner alone
    for person, shown in ((second, 1), (dealer, 0), (dreamer, 0)):
        look_back(person)
        lying = person.page.locator('.cloth [data-play="1"]')
        expect(lying.locator("use[href$='-9S']")).to_have_count(shown)
        expect(lying.locator("use[href$='-back']")).to_have_count(1 - shown)
        expect(person.page.locator('.cloth [data-play="0"] use[href$="-5S"]')).to_have_count(1)
        assert list(told_too_early(person)) == []
    assert not drawn(dealer) & {"9S", "1K", "4S"}
    assert not drawn(dreamer) - {"5S", "1K", "1S", "1G", "1C", "L"} - laid_up(dreamer)
    dreamer.judge("dreaming")
    dreamer.measure_everywhere("dreaming")


def look_back(person: Person) -> None:
    """At the first round, once it has left the runner for whoever won it."""
    back = person.page.locator(".cloth .turn").first
    expect(back).to_be_visible()
    while person.page.locator(".cloth > .mid.back").count() == 0 or back.get_attribute("aria-disabled") == "false":
        person.press(back)


def laid_up(person: Person) -> set[str]:
    now = board(person)
    return {
        card
        for laid in (now["laid"], *(past["laid"] for past in now["rounds"]))
        for one in laid
        if one
        for card in one["cards"] or ()
    }


def test_the_dreamer_sees_the_deal_to_its_end(arranged: Callable[[list[str]], Server], come: Callable[..., Person]) -> None:
    """With cards that travel: whatever the others lay is shown as it comes, and then the account."""
    server = arranged(pack(HANDS))
    dealer, dreamer = come(server), come(server, "zh-Hans", reduced_motion="no-preference")
    choose_game(dealer, 4)
    dealer.press(dealer.button("table"))
    dreamer.page.goto(dealer.page.get_by_role("textbox", name="Link to this table").input_value())
    dreamer.press(dreamer.page.locator(".chairs .deeds button").nth(DREAMER - 1))
    expect(dealer.page.locator(".chairs li").nth(DREAMER)).to_contain_text("person")
    dealer.press(dealer.page.get_by_role("button", name="Deal", exact=True))
    lay = 0
    while dealer.await_turn():
        decide(dealer)
        lay += dreamer.page.locator(".cloth [data-play] use").count()
    assert lay
    expect(dreamer.account).to_be_visible()
    dreamer.judge("woken")


def test_five_tigers(arranged: Callable[[list[str]], Server], come: Callable[..., Person]) -> None:
    """§4.1, §10.5  Whoever holds all five is offered the claim, and is paid for it."""
    me = come(arranged(pack(FIVE_TIGERS)), "zh-Hant", "small")
    choose_game(me, 4)
    me.press(me.button("now"))
    expect(me.solid).to_contain_text("五虎下山")
    me.judge("may-claim")
    me.settle(me.solid)
    expect(me.account).to_be_visible()
    result = me.table["deal"]["result"]
    assert (result["ending"], result["winner"]) == ("claimed", DEALER)
    assert [(one["from"], one["to"]) for one in result["payments"]] == [(PLAYER_2, DEALER), (PLAYER_3, DEALER)]
    me.judge("claimed")
    expect(me.account.locator(".drawn line")).to_have_count(2)
