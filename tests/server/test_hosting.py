"""A host who keeps a table pleasant, from outside: removes people, locks the table, hands it over; and those who are not the host."""

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Any

from .conftest import Server
from .people import Guest, Visitor, together

TERMS = {"variant": "default", "rules": {}, "deals": 2, "clock": "fast", "bots": "rule"}


async def gathered(server: Server, *names: str, **wanted: object) -> tuple[str, list[Guest], list[Visitor]]:
    """A table of Ann, its host, and others, before its first deal."""
    guests = [await Guest.new(server.port, name) for name in ("Ann", *names)]
    code = await guests[0].open(**wanted)
    visitors = [await guest.visit(code) for guest in guests]
    for seat, visitor in enumerate(visitors):
        await visitor.until(lambda visitor: visitor.view)
        if seat:
            assert (await visitor.do("sit", seat=seat, name=names[seat - 1]))["k"] == "ok"
    for visitor in visitors:
        await visitor.until(lambda visitor: visitor.view["seats"][len(names)]["player"] == "person")
    return code, guests, visitors


@together
async def test_only_the_host_has_these_powers(server: Server) -> None:
    code, (ann, *_), (one, two) = await gathered(server, "Ben")
    stranger, watcher = await Guest.new(server.port, "Eve"), await Guest.new(server.port, "Wu")
    eve = await stranger.visit(code)
    wu = await watcher.visit(one.view["watch"], watching=True)
    own = await ann.visit(one.view["watch"], watching=True)
    length = len(server.entries(code))
    for visitor, code_of_refusal in ((two, "only_host"), (eve, "only_host"), (wu, "only_watching"), (own, "only_watching")):
        for command in (
            {"k": "remove", "seat": 0},
            {"k": "remove", "seat": 1},
            {"k": "lock", "on": True},
            {"k": "let_in", "removal": 1},
            {"k": "hand_over", "seat": 1},
            {"k": "swap", "one": 0, "other": 1},
            {"k": "draw_lots"},
            {"k": "agree", **TERMS},
            {"k": "close"},
        ):
            assert (await visitor.do(**command))["code"] == code_of_refusal, command
    assert len(server.entries(code)) == length
    assert (await one.do("remove", seat=0))["code"] == "host_stays"
    assert (await one.do("remove", seat=9))["code"] == "no_such_seat"


@together
async def test_who_is_removed_loses_the_chair_in_every_tab_and_may_look_on(server: Server) -> None:
    code, (_, ben, cy), (one, two, three) = await gathered(server, "Ben", "Cy", deals=2)
    tab = await (await ben.visit(code)).until(lambda tab: tab.view)
    assert (await one.do("remove", seat=1, id="once"))["k"] == "ok"
    again = await one.do("remove", seat=1, id="once")
    assert again["k"] == "ok", "a command that is stored is not done twice"
    for visitor in (two, tab):
        await visitor.until(lambda visitor: visitor.view["you"] is None)
        assert visitor.view["seats"][1]["player"] == "empty"
        for seat in (1, 3):
            assert (await visitor.do("sit", seat=seat, name="Ben"))["code"] == "removed"
        assert (await visitor.do("rename", name="Boo"))["code"] == "not_seated"
    assert (await ben.ask("/api/me")).json()["tables"] == []
    assert (await cy.ask("/api/me")).json()["tables"] != []
    assert (await one.do("begin"))["k"] == "ok"
    await two.until(lambda two: two.view["phase"] == "playing")
    assert (two.hand, two.choices) == ([], [])
    assert (await one.do("remove", seat=2))["code"] == "mid_deal"
    await asyncio.gather(*(visitor.play(until=lambda visitor: visitor.view["phase"] == "between") for visitor in (one, three)))
    assert (await one.do("remove", seat=2))["k"] == "ok"
    await three.until(lambda three: three.view["you"] is None and three.view["seats"][2]["player"] == "bot")
    assert (await three.do("ready"))["code"] == "not_seated"
    assert (await three.do("sit", seat=2, name="Cy"))["code"] == "removed"
    await one.play()
    assert not any('"k":"ev"' in text and "guest" in text for visitor in (one, two, three) for text in visitor.heard), (
        "no keys are told"
    )
    server.fold(code)


@together
async def test_a_locked_table_lets_nobody_new_sit_down(server: Server) -> None:
    code, _, (one, two) = await gathered(server, "Ben")
    eve = await (await Guest.new(server.port, "Eve")).visit(code)
    await eve.until(lambda eve: eve.view)
    assert (await one.do("lock", on=True))["k"] == "ok"
    await eve.until(lambda eve: eve.view["locked"])
    late = await (await Guest.new(server.port, "Lu")).visit(code)
    await late.until(lambda late: late.view["locked"])
    for visitor in (eve, late):
        assert (await visitor.do("sit", seat=2, name="Eve"))["code"] == "locked"
    assert (await two.do("sit", seat=2, name="Ben"))["k"] == "ok"
    assert (await one.do("lock", on=False))["k"] == "ok"
    assert (await eve.do("sit", seat=1, name="Eve"))["k"] == "ok"


@together
async def test_a_table_that_is_handed_over_stays_so_through_a_kill(start: Callable[..., Server]) -> None:
    server = start()
    code, (ann, ben, _, di), (one, two, three, _) = await gathered(server, "Ben", "Cy", "Di")
    watch = one.view["watch"]
    assert (await one.do("remove", seat=3))["k"] == "ok"
    assert (await one.do("lock", on=True))["k"] == "ok"
    assert (await one.do("hand_over", seat=1))["k"] == "ok"
    await two.until(lambda two: two.view["host"] and two.view["watch"] == watch)
    await one.until(lambda one: not one.view["host"] and one.view["watch"] == "")
    assert (await one.do("lock", on=False))["code"] == "only_host"
    assert (await three.do("lock", on=False))["code"] == "only_host"
    server.kill()
    await asyncio.to_thread(server.start)
    one, two, out = [await (await guest.visit(code)).until(lambda me: me.view) for guest in (ann, ben, di)]
    assert (one.view["host"], two.view["host"], out.view["host"]) == (False, True, False)
    assert one.view["locked"]
    assert (await out.do("sit", seat=3, name="Di"))["code"] == "removed"
    assert (await one.do("begin"))["code"] == "only_host"
    assert (await two.do("remove", seat=0))["k"] == "ok", "who was the host is a guest like others"
    assert (await two.do("begin"))["k"] == "ok"
    server.fold(code)


@together
async def test_who_stands_in_for_the_host_keeps_the_table_and_cannot_give_it_away(start: Callable[..., Server]) -> None:
    server = start(settings={"host_away": 0.2})
    code, (ann, *_), (one, two, _) = await gathered(server, "Ben", "Cy")
    await one.vanish()
    await two.until(lambda two: two.view["host"])
    assert (two.view["stands_in"], two.view["watch"], two.view["removals"]) == (True, "", [])
    length = len(server.entries(code))
    for command in (
        {"k": "remove", "seat": 0},
        {"k": "remove", "seat": 2},
        {"k": "let_in", "removal": 1},
        {"k": "lock", "on": True},
        {"k": "lock", "on": False},
        {"k": "list_table", "on": True},
        {"k": "list_table", "on": False},
        {"k": "hand_over", "seat": 2},
        {"k": "agree", **TERMS},
        {"k": "close"},
    ):
        assert (await two.do(**command))["code"] == "stands_in", command
    assert len(server.entries(code)) == length
    assert (await two.do("seat", seat=3, level="rule"))["k"] == "ok"
    assert (await two.do("swap", one=1, other=2))["k"] == "ok"
    assert (await two.do("draw_lots"))["k"] == "ok"
    assert (await two.do("begin"))["k"] == "ok"
    one = await (await ann.visit(code)).until(lambda one: one.view and one.view["host"])
    await two.until(lambda two: not two.view["host"] and not two.view["stands_in"])
    assert (one.view["stands_in"], one.view["watch"] != "") == (False, True)


@together
async def test_who_was_removed_is_let_in_again(start: Callable[..., Server]) -> None:
    server = start()
    code, (ann, ben, cy), (one, two, three) = await gathered(server, "Ben", "Cy", deals=2)
    assert (await one.do("remove", seat=1))["k"] == "ok"
    await two.until(lambda two: two.view["removed"])
    await one.until(lambda one: one.view["removals"])
    (removal,) = one.view["removals"]
    assert removal["name"] == "Ben"
    await three.until(lambda three: three.view["seats"][1]["player"] == "empty")
    assert (three.view["removed"], three.view["removals"], two.view["removals"]) == (False, [], [])
    assert (await two.do("let_in", removal=1))["code"] == "only_host"
    server.kill()
    await asyncio.to_thread(server.start)
    one, two, three = [await (await guest.visit(code)).until(lambda me: me.view) for guest in (ann, ben, cy)]
    assert (two.view["removed"], one.view["removals"]) == (True, [removal])
    assert (await one.do("let_in", removal=removal["number"], id="once"))["k"] == "ok"
    assert (await one.do("let_in", removal=removal["number"], id="once"))["k"] == "ok", (
        "a command that is stored is not done twice"
    )
    assert (await one.do("let_in", removal=removal["number"]))["code"] == "not_removed"
    await two.until(lambda two: not two.view["removed"])
    await one.until(lambda one: one.view["removals"] == [])
    assert (await two.do("sit", seat=1, name="Ben"))["k"] == "ok"
    assert not any('"k":"ev"' in text and "guest" in text for visitor in (one, two, three) for text in visitor.heard), (
        "no keys are told"
    )
    server.fold(code)


@together
async def test_at_two_servers_the_host_is_the_same(start: Callable[..., Server]) -> None:
    """Ann came to the server that drives the table, Ben to the other: she hands it over to him, and he hands it back."""
    first = start(beside=True)
    second = start(beside=True, data=str(first.data))
    ann, ben, cy = [await Guest.new(server.port, name) for server, name in ((first, "Ann"), (second, "Ben"), (first, "Cy"))]
    code = await ann.open()
    one, two, three = [await (await guest.visit(code)).until(lambda me: me.view) for guest in (ann, ben, cy)]
    assert (await two.do("sit", seat=1, name="Ben"))["k"] == "ok"
    assert (await three.do("sit", seat=2, name="Cy"))["k"] == "ok"
    await one.until(lambda one: one.view["seats"][1]["player"] == one.view["seats"][2]["player"] == "person")
    for giver, taker, seat in ((one, two, 1), (two, one, 0)):  # from the server that drives, and from the other
        assert (await giver.do("hand_over", seat=seat))["k"] == "ok"
        await taker.until(lambda taker: taker.view["host"])
        await giver.until(lambda giver: not giver.view["host"])
        seen = len(giver.heard), len(taker.heard)
        await asyncio.sleep(0.5)  # a round of the servers
        later = [text for visitor, count in zip((giver, taker), seen, strict=True) for text in visitor.heard[count:]]
        assert not [text for text in later if '"host":' in text], "nobody is told otherwise later"
        assert (giver.view["host"], taker.view["host"]) == (False, True)
    assert (await one.do("remove", seat=2))["k"] == "ok"
    await three.until(lambda three: three.view["you"] is None)
    assert (await three.do("sit", seat=3, name="Cy"))["code"] == "removed"
    assert (await one.do("lock", on=True))["k"] == "ok"
    await two.until(lambda two: two.view["locked"])
    assert "failed" not in first.output() + second.output()


@together
async def test_a_host_who_locks_and_unlocks_without_end_is_slowed_down(start: Callable[..., Server]) -> None:
    server = start(limits={"trifles_of_guest": [0.01, 6]})
    ann = await Guest.new(server.port)
    table = await ann.visit(await ann.open())
    await table.until(lambda ann: ann.view)
    answers = [await table.do("lock", on=number % 2 == 0) for number in range(12)]
    assert [answer["k"] for answer in answers] == ["ok"] * 6 + ["no"] * 6
    assert answers[-1]["code"] == "slow_down"


def is_called(name: str, me: Visitor) -> bool:
    return bool(me.view["seats"][me.view["you"]]["name"] == name)


@together
async def test_chairs_change_places_and_everybody_keeps_what_is_theirs(server: Server) -> None:
    code, (ann, ben, _), (one, two, three) = await gathered(server, "Ben", "Cy", seats=4)
    tab = await (await ben.visit(code)).until(lambda tab: tab.view)
    assert (await one.do("swap", one=1, other=3, id="once"))["k"] == "ok"
    assert (await one.do("swap", one=1, other=3, id="once"))["k"] == "ok", "a command that is stored is not done twice"
    for visitor in (two, tab):
        await visitor.until(lambda visitor: visitor.view["you"] == 3)
    await three.until(lambda three: three.view["seats"][3]["name"] == "Ben" and three.view["you"] == 2)
    assert (await one.do("swap", one=1, other=1))["code"] == "same_chair"
    assert (await one.do("swap", one=1, other=4))["code"] == "no_such_seat"
    assert (await two.do("rename", name="Benny"))["k"] == "ok"
    await one.until(lambda one: one.view["seats"][3]["name"] == "Benny")
    assert (await ben.ask("/api/me")).json()["tables"][0]["code"] == code
    assert (await one.do("draw_lots"))["k"] == "ok"
    for visitor, name in ((one, "Ann"), (two, "Benny"), (three, "Cy")):
        await visitor.until(lambda visitor: any('"lots":true' in text for text in visitor.heard))
        await visitor.until(partial(is_called, name))
    assert sorted(visitor.view["you"] for visitor in (one, two, three)) == sorted(
        seat for seat, chair in enumerate(one.view["seats"]) if chair["player"] == "person"
    )
    assert (await one.do("begin"))["k"] == "ok"
    assert (await one.do("swap", one=0, other=1))["code"] == "already_begun"
    assert (await one.do("draw_lots"))["code"] == "already_begun"
    await one.until(lambda one: one.view["phase"] == "playing")
    assert (await ann.ask("/api/me")).json()["tables"][0]["code"] == code
    server.fold(code)


@together
async def test_other_terms_before_the_first_deal_are_told_to_everybody(start: Callable[..., Server]) -> None:
    server = start()
    code, (ann, ben), (one, two) = await gathered(server, "Ben", seats=2, deals=6)
    option, values = next(
        (name, game["values"]) for name, game in await options(ann, "gan_deng_yan") if len(game["values"]) > 1
    )
    other = next(value for value in values if value != one.view["rules"][option])
    wanted = {**TERMS, "rules": {option: other}, "deals": 1, "clock": "none"}
    assert (await one.do("agree", **wanted))["k"] == "ok"
    await two.until(lambda two: two.view["rules"][option] == other and two.view["deals"] == 1)
    assert two.view["changes"] == [option]
    assert any(f'"options":["{option}"]' in text for text in two.heard)
    assert (await one.do("agree", **wanted))["code"] == "agreed_already"
    for wrong, refusal in (
        ({"deals": 0}, "bad_choice"),
        ({"deals": 10**9}, "bad_choice"),
        ({"clock": "sundial"}, "bad_choice"),
        ({"bots": "god"}, "bad_choice"),
        ({"variant": "none"}, "bad_choice"),
        ({"rules": {"none": "1"}}, "unknown_option"),
        ({"rules": {option: "none"}}, "bad_option"),
    ):
        assert (await one.do("agree", **{**wanted, **wrong}))["code"] == refusal
    server.kill()
    await asyncio.to_thread(server.start)
    one, two = [await (await guest.visit(code)).until(lambda me: me.view) for guest in (ann, ben)]
    assert (one.view["rules"][option], one.view["deals"], one.view["clock"]) == (other, 1, "none")
    assert (await one.do("begin"))["k"] == "ok"
    assert (await one.do("agree", **TERMS))["code"] == "already_begun"
    await asyncio.gather(*(visitor.play(until=lambda visitor: visitor.view["phase"] == "finished") for visitor in (one, two)))
    (record,) = one.view["records"]
    text = (await ann.ask(f"/api/records/{record}.qp")).text
    assert f'"{option}":"{other}"' in text.partition("\n")[0]
    (game,) = (await ann.ask("/api/me/games")).json()["games"]
    assert game["changes"] == 1


async def options(guest: Guest, name: str) -> list[tuple[str, dict[str, Any]]]:
    games = (await guest.ask("/api/games")).json()
    return [(option["name"], option) for game in games if game["name"] == name for option in game["options"]]


@together
async def test_a_host_closes_the_table_for_everybody_and_a_stand_in_cannot(start: Callable[..., Server]) -> None:
    server = start(settings={"host_away": 0.2})
    code, (ann, *_), (one, two) = await gathered(server, "Ben", seats=2, deals=2)
    await one.vanish()
    await two.until(lambda two: two.view["host"])
    assert (await two.do("close"))["code"] == "stands_in"
    one = await (await ann.visit(code)).until(lambda one: one.view and one.view["host"])
    await two.until(lambda two: not two.view["host"])
    assert (await one.do("begin"))["k"] == "ok"
    assert (await one.do("close"))["code"] == "mid_deal"
    await asyncio.gather(*(visitor.play(until=lambda visitor: visitor.view["phase"] == "between") for visitor in (one, two)))
    if (await one.do("close"))["k"] == "no":  # the next deal has begun meanwhile
        assert (await two.do("stand"))["k"] == "ok"
        assert (await one.do("close"))["k"] == "ok"
    await two.until(lambda two: two.view["phase"] == "closed")
    assert (await ann.ask("/api/me")).json()["tables"] == []
    assert (await two.do("sit", seat=2, name="Ben"))["code"] == "closed"
