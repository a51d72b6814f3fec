"""What would you do?  Once a decision, where all others are bots, from what the seat knows, told to whoever asked alone."""

import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from qipai.arena.review.advising import advise
from qipai.engine import records
from qipai.games import GAN_DENG_YAN
from qipai.server.review_worker import SEED as WORLDS_FROM
from qipai.session.deal import Deal, Terms
from qipai.session.shuffles import tell_shuffle
from tests.chance import SEED

from .conftest import Server
from .people import Guest, Visitor, together
from .test_lessons import learn, stops_at

WORLDS = 4


def told(table: Visitor) -> list[dict[str, Any]]:
    """All advice that came, in order."""
    return [message for message in map(json.loads, table.heard) if message["k"] == "advised"]


async def advice(table: Visitor) -> dict[str, Any]:
    """Ask, and wait for the advice."""
    before = len(told(table))
    answer = await table.do("advise", at=table.seq)
    assert answer["k"] == "ok", answer
    await table.until_heard(lambda table: told(table)[before:] and told(table)[-1]["state"] != "computing")
    assert told(table)[before]["state"] == "computing"
    return told(table)[-1]


def chooses(table: Visitor) -> bool:
    return table.asked and len(table.choices) > 1


async def alone(server: Server, **wanted: Any) -> tuple[Guest, Visitor, str]:
    ann = await Guest.new(server.port)
    code = await ann.open(begin=True, **{"seats": 3, **wanted})
    table = await ann.visit(code)
    await table.play(chooses)
    return ann, table, code


@pytest.mark.slow
@together
async def test_the_advice_is_that_of_a_review_and_comes_once(start: Callable[..., Server]) -> None:
    server = start(settings={"review_worlds": WORLDS})
    ann, table, code = await alone(server)
    log, decisions = server.entries(code), 0
    while decisions < 3:
        legal = {choice["action"] for choice in table.choices}
        session = server.fold(code)
        observation = records.to_bytes(session.deal_now.observation(0))
        found = await advice(table)
        here = advise(
            GAN_DENG_YAN,
            {},
            3,
            observation,
            GAN_DENG_YAN.legal(session.deal_now.state, session.terms.rules, 0),
            WORLDS,
            WORLDS_FROM,
        )
        assert found["state"] == "done"
        assert found["worlds"] == WORLDS
        assert [one["choice"]["action"] for one in found["choices"]] == [one.action for one in here.options]
        assert [(one["value"], one["error"], one["less"]) for one in found["choices"]] == [
            (one.value, one.error, one.less) for one in here.options
        ]
        assert {one["choice"]["action"] for one in found["choices"]} <= legal
        assert found["choices"][0]["less"] == 0
        values = [one["value"] for one in found["choices"]]
        assert values == sorted(values, reverse=True)
        assert server.entries(code) == log, "nothing is stored"
        again = await table.do("advise", at=table.seq)
        assert (again["k"], again["code"]) == ("no", "advice_given")
        other = await ann.visit(code)  # the same person on another page
        await other.until_heard(lambda other: told(other))
        assert told(other) == [found]
        await other.leave()
        await table.do("act", at=table.seq, action=found["choices"][0]["choice"]["action"])
        await table.until(lambda table: table.view["deal"]["over"] or (table.asked and len(table.choices) > 1) or table.asked)
        while table.asked and len(table.choices) == 1:
            await table.act()
            await table.until(lambda table: table.view["deal"]["over"] or table.asked)
        if table.view["deal"]["over"]:
            break
        log, decisions = server.entries(code), decisions + 1


@pytest.mark.slow
@together
async def test_the_same_command_again_is_the_same_and_who_plays_on_is_told_nothing_more(server: Server) -> None:
    _, table, _ = await alone(server)
    assert (await table.do("advise", at=table.seq, id="once"))["k"] == "ok"
    assert (await table.do("advise", at=table.seq, id="once"))["k"] == "ok"
    assert len(told(table)) == 1
    await table.act()
    assert (await table.do("advise", at=0))["code"] == "stale"
    await table.play()
    assert [one["state"] for one in told(table)] == ["computing"]


@together
async def test_where_another_person_plays_it_is_refused(server: Server) -> None:
    ann, ben = await Guest.new(server.port), await Guest.new(server.port, "Ben")
    code = await ann.open(seats=3)
    first, second = await ann.visit(code), await ben.visit(code)
    await second.until(lambda ben: ben.view)
    await second.do("sit", seat=1, name="Ben")
    await first.do("begin")
    await first.until(lambda ann: ann.view["phase"] == "playing")
    for person in (first, second):
        refused = await person.do("advise", at=person.seq)
        assert (refused["k"], refused["code"]) == ("no", "advice_people")
        assert all(refused["text"].values())
    await second.do("stand")  # in the middle of a deal: they may take their cards back
    assert (await first.do("advise", at=first.seq))["code"] == "advice_people"
    watching = await (await (await Guest.new(server.port, "Cem")).visit(first.view["watch"], watching=True)).until(
        lambda one: one.view
    )
    assert (await watching.do("advise", at=watching.seq))["code"] == "only_watching"
    assert not told(first) + told(second) + told(watching)


@pytest.mark.slow
@together
async def test_who_is_not_asked_has_no_choice_or_takes_a_lesson_is_refused(start: Callable[..., Server]) -> None:
    server = start(settings={"review_worlds": WORLDS, "bot_pause": [0.3, 0.3]})
    ann, table, _ = await alone(server)
    await table.act()
    assert (await table.do("advise", at=table.seq))["code"] == "not_your_turn"
    pupil = await ann.visit(await learn(ann))
    await pupil.until(stops_at(0))
    assert (await pupil.do("advise", at=pupil.seq))["code"] == "advice_lesson"
    stranger = await (await Guest.new(server.port, "Ben")).visit(await (await Guest.new(server.port)).open(begin=True))
    await stranger.until(lambda one: one.view)
    assert (await stranger.do("advise", at=stranger.seq))["code"] == "not_seated"
    while not (table.asked and len(table.choices) == 1):
        if table.view["phase"] == "finished":
            _, table, _ = await alone(server)
        if table.asked:
            await table.act()
        await table.until(lambda table: table.asked or table.view["phase"] == "finished")
    assert (await table.do("advise", at=table.seq))["code"] == "advice_no_choice"


@pytest.mark.slow
@together
async def test_who_asks_too_often_waits(start: Callable[..., Server]) -> None:
    server = start(settings={"review_worlds": 4}, limits={"advice_of_guest": [1e-6, 1]})
    _, table, _ = await alone(server)
    assert (await advice(table))["state"] == "done"
    await table.act()
    await table.play(chooses)
    assert (await table.do("advise", at=table.seq))["code"] == "slow_down"


def twins(chance: Random) -> list[list[str]]:
    """Packs that deal seat 0 the same cards, and others other ones."""
    rules = GAN_DENG_YAN.rules(GAN_DENG_YAN.ruleset())
    setup = GAN_DENG_YAN.setup(rules, 3)
    order = GAN_DENG_YAN.shuffled(rules, setup, SEED)
    order.lots = [0] * len(order.lots)  # as the server draws them for a pack that is given
    faces = tell_shuffle(GAN_DENG_YAN, 1, setup, order).hidden["order"]
    deal = Deal(Terms(GAN_DENG_YAN, GAN_DENG_YAN.ruleset(), rules, 3), setup, order)
    own = {GAN_DENG_YAN.notation.format_card(card) for card in deal.hand(0)}
    hidden = [place for place, face in enumerate(faces) if face not in own]
    mixed = chance.sample(hidden, len(hidden))
    other = list(faces)
    for place, from_place in zip(hidden, mixed, strict=True):
        other[place] = faces[from_place]
    return [list(faces), other]


@pytest.mark.slow
@together
async def test_twin_deals_are_advised_alike(start: Callable[..., Server]) -> None:
    heard, hands, hidden = [], [], []
    for pack in twins(Random(SEED)):
        server = start(settings={"review_worlds": WORLDS}, orders=[pack])
        _, table, code = await alone(server)
        assert table.view["deal"]["trick"] <= 1
        await advice(table)
        heard.append([text for text in table.heard if '"advised"' in text])
        hands.append(table.hand)
        hidden.append(server.fold(code).deal_now.hand(1))
    assert hands[0] == hands[1]
    assert hidden[0] != hidden[1]
    assert heard[0] == heard[1]


@pytest.mark.slow
@pytest.mark.parametrize("game", ["giog", "luk_fu", "dou_dizhu", "gou_ji"])
@together
async def test_every_room_can_be_asked(start: Callable[..., Server], game: str) -> None:
    server = start(settings={"review_worlds": 4, "bot_pause": [0.01, 0.02]})
    seats = {"giog": 4, "luk_fu": 4, "dou_dizhu": 3, "gou_ji": 6}[game]
    _, table, _ = await alone(server, game=game, seats=seats)
    found = await advice(table)
    assert found["state"] == "done", found
    assert found["choices"]
