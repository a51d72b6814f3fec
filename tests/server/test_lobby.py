"""The lobby from outside: which tables are in it, what it shows of them, and how people come to a chair."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from qipai.server.lobby import MOST
from tests.server import stores

from .conftest import Server
from .people import Guest, Visitor, together

STILL = 1_750_000_000_000


def codes(lobby: Visitor) -> list[str]:
    return [table["code"] for table in lobby.lobby["tables"]]


async def hosted(server: Server, name: str = "Ann", **wanted: Any) -> tuple[str, Guest, Visitor]:
    """A table that is open to everyone, with its host."""
    guest = await Guest.new(server.port, name)
    code = await guest.open(**{"listed": True, "name": name, **wanted})
    return code, guest, await (await guest.visit(code)).until(lambda me: me.view)


async def looking(server: Server) -> Visitor:
    lobby = await (await Guest.new(server.port, "Lu")).look()
    return await lobby.until_heard(lambda lobby: lobby.lobby)


async def at_table(guest: Guest, code: str) -> Visitor:
    return await (await guest.visit(code)).until(lambda me: me.view)


async def seated(guest: Guest, code: str, seat: int, name: str) -> Visitor:
    """Come to a table and take a chair."""
    visitor = await at_table(guest, code)
    command = "reserve" if visitor.view["phase"] == "playing" else "sit"
    assert (await visitor.do(command, seat=seat, name=name))["k"] == "ok"
    return visitor


@together
async def test_only_what_a_host_opens_is_in_the_lobby(start: Callable[..., Server]) -> None:
    server = start()
    ann, ben = await Guest.new(server.port), await Guest.new(server.port, "Ben")
    code = await ann.open()
    one, two, lobby = await at_table(ann, code), await at_table(ben, code), await looking(server)
    assert not one.view["listed"]
    assert (await two.do("sit", seat=1, name="Ben"))["k"] == "ok"
    assert lobby.lobby["tables"] == []
    watcher = await (await ben.visit(one.view["watch"], watching=True)).until(lambda me: me.view)
    stranger = await at_table(await Guest.new(server.port, "Eve"), code)
    for visitor, refusal in ((two, "only_host"), (stranger, "only_host"), (watcher, "only_watching")):
        assert (await visitor.do("list_table", on=True))["code"] == refusal
    assert (await one.do("list_table", on=True))["k"] == "ok"
    await lobby.until_heard(lambda lobby: codes(lobby) == [code])
    for visitor in (two, stranger, watcher):
        await visitor.until(lambda visitor: visitor.view["listed"])
    assert [(chair["name"], chair["player"]) for chair in lobby.lobby["tables"][0]["chairs"]] == [
        ("Ann", "person"), ("Ben", "person"), ("", "empty"), ("", "empty"),
    ]  # fmt: skip
    assert one.view["watch"] not in "".join(lobby.heard)
    assert (await one.do("list_table", on=False))["k"] == "ok"
    await lobby.until_heard(lambda lobby: codes(lobby) == [])
    private = await Guest.new(server.port, "Pi")
    await at_table(private, await private.open(begin=True))
    _, _, shown = await hosted(server, "Di")
    await lobby.until_heard(lambda lobby: codes(lobby) == [shown.view["code"]])
    assert (await looking(server)).lobby == lobby.lobby


@together
async def test_the_lobby_takes_no_commands(server: Server) -> None:
    lobby = await looking(server)
    await lobby.send(k="sit", id="x", seat=0, name="Lu")
    await lobby.until_heard(lambda lobby: "x" in lobby.answers)
    assert lobby.answers["x"]["code"] == "only_lobby"
    await lobby.send(k="ping", n=3)
    await lobby.until_heard(lambda lobby: any('"k":"pong"' in message for message in lobby.heard))
    await lobby.send_raw("{")
    assert (await lobby.refused())["code"] == "bad_message"


@together
async def test_a_lesson_is_never_in_the_lobby(server: Server) -> None:
    ann = await Guest.new(server.port)
    answer = await ann.post("/api/lessons", {"game": "gan_deng_yan", "name": "Ann"})
    table = await at_table(ann, answer.json()["code"])
    assert (await table.do("list_table", on=True))["code"] == "for_one"


@together
async def test_tables_where_nobody_is_push_no_other_out(start: Callable[..., Server]) -> None:
    plenty = {"tables_of_guest": [1000, 1000], "tables_of_address": [1000, 1000], "open_tables_of_guest": MOST + 1}
    server = start(limits=plenty)
    code, _, _ = await hosted(server)
    eve = await Guest.new(server.port, "Eve")
    for _ in range(MOST):
        await eve.open(listed=True, name="Eve")
    assert codes(await looking(server)) == [code]


@pytest.mark.slow
@together
async def test_what_happens_in_a_deal_is_nowhere_in_the_lobby(start: Callable[..., Server]) -> None:
    """Two worlds with other cards and other plays: who looks on in the lobby is sent the same bytes, and none while a deal is played."""
    heard = []
    for choice in (0, -1):
        server = start(still=STILL, same=True, environment={"QIPAI_SEED": str(choice + 5)})
        lobby = await looking(server)
        code, _, table = await hosted(server, seats=2, deals=2, bots="noisy")
        await lobby.until_heard(lambda lobby, code=code: codes(lobby) == [code])
        await table.do("begin")
        await lobby.until_heard(lambda lobby: lobby.lobby["tables"][0]["phase"] == "playing")
        await table.until(lambda me: me.hand)
        seen, hand = len(lobby.heard), table.hand
        while table.view["phase"] == "playing":
            if table.asked:
                await table.act(choice)
                await asyncio.sleep(0.05)
            await table.until(lambda me: me.asked or me.view["phase"] == "between")
        await lobby.until_heard(lambda lobby: lobby.lobby["tables"][0]["phase"] == "between")
        heard.append((hand, lobby.heard))
        assert len(lobby.heard) == seen + 1, "nothing between the beginning and the end of a deal"
    assert heard[0][0] != heard[1][0], "the cards differ"
    assert heard[0][1] == heard[1][1]


@together
async def test_it_goes_through_a_kill_and_says_which_options_differ(start: Callable[..., Server]) -> None:
    server = start()
    code, ann, table = await hosted(server, deals=3, bots="noisy", clock="fast", rules={"decks": "2"})
    lobby = await looking(server)
    await table.do("seat", seat=3, level="rule")
    await lobby.until_heard(lambda lobby: lobby.lobby["tables"][0]["chairs"][3]["player"] == "bot")
    before = lobby.lobby
    shown = before["tables"][0]
    assert (shown["rules"], shown["deals"], shown["deal"], shown["level"], shown["clock"], shown["phase"]) == (
        {"decks": "2"}, 3, 0, "noisy", "fast", "gathering",
    )  # fmt: skip
    server.kill()
    await asyncio.to_thread(server.start)
    lobby = await looking(server)
    assert codes(lobby) == [], "while nobody is there who has a chair"
    table = await at_table(ann, code)
    await lobby.until_heard(lambda lobby: lobby.lobby == before)
    assert table.view["listed"]
    await table.do("lock", on=True)
    await lobby.until_heard(lambda lobby: (codes(lobby), lobby.lobby["full"]) == ([], 1))
    await table.vanish()
    await lobby.until_heard(lambda lobby: lobby.lobby["full"] == 0)


@together
async def test_sitting_with_people_leads_to_who_waits_longest(start: Callable[..., Server]) -> None:
    server = start()
    lonely, code = (await hosted(server, "Di"))[0], (await hosted(server))[0]
    ben, cy, eve = [await Guest.new(server.port, name) for name in ("Ben", "Cy", "Eve")]
    two = await at_table(ben, code)
    assert (await two.do("sit", seat=2, name="Ben"))["k"] == "ok"
    lobby = await looking(server)
    await lobby.until_heard(lambda lobby: codes(lobby) == [code, lonely])
    answer = await cy.find_company("Cy")
    assert (answer.status_code, answer.json()) == (201, {"code": lonely, "path": f"/t/{lonely}"})
    three = await at_table(cy, lonely)
    assert three.view["you"] is None
    assert [seat["player"] for seat in three.view["seats"]] == ["person", "empty", "empty", "empty"], (
        "a chair is taken on arrival"
    )
    assert (await eve.find_company("Eve")).json()["code"] == code, "Di has been served"
    assert (await eve.find_company("Eve", seats=3)).json()["code"] == lonely, "where no table has the wanted rules, any will do"
    assert (await eve.find_company("Eve", game="luk_fu", seats=3)).json()["code"] not in (code, lonely)


async def greedy(server: Server, address: str, count: int) -> list[tuple[str, Visitor]]:
    """Tables that one address opens to everyone, each for a guest of its own, who is there."""
    opened = []
    for number in range(count):
        eve = await Guest.new(server.port, f"Eve {number}", address)
        opened.append((code := await eve.open(listed=True, name="FREE COINS qq.example"), await at_table(eve, code)))
    return opened


@together
async def test_who_opens_most_tables_has_no_more_of_the_lobby(start: Callable[..., Server]) -> None:
    server = start(limits={"lobby_of_address": 5})
    early = [pair for address in ("127.0.0.2", "127.0.0.3") for pair in await greedy(server, address, 15)]
    code, _, _ = await hosted(server)
    late = [pair for address in ("127.0.0.2", "127.0.0.3") for pair in await greedy(server, address, 15)]
    lobby = await looking(server)
    assert code in codes(lobby)
    assert len(codes(lobby)) == 1 + 2 * 5
    assert not {code for code, _ in late} & set(codes(lobby)), "the first who wait of an address are shown"
    di = await Guest.new(server.port, "Di")
    led = [(await di.find_company("Di")).json()["code"] for _ in range(6)]
    assert led.count(code) == 2, "each address in its turn"
    assert set(led) <= {code, *(other for other, _ in early)}


@together
async def test_a_guest_has_one_line(start: Callable[..., Server]) -> None:
    server = start()
    first, ann, _ = await hosted(server)
    await at_table(ann, await ann.open(listed=True))
    other, _, _ = await hosted(server, "Ben")
    assert codes(await looking(server)) == [first, other]


@together
async def test_where_nobody_is_a_table_is_opened_and_bots_play_until_people_come(start: Callable[..., Server]) -> None:
    server = start(settings={"next_deal": 0.2})
    ann, ben = await Guest.new(server.port), await Guest.new(server.port, "Ben")
    code = (await ann.find_company("Ann", deals=3)).json()["code"]
    one = await at_table(ann, code)
    assert (one.view["phase"], one.view["listed"], one.view["host"]) == ("playing", True, True)
    assert (await ben.find_company("Ben", deals=3)).json()["code"] == code
    two = await seated(ben, code, 1, "Ben")
    await two.until(lambda me: (me.view["you"], me.view["kept"]) == (None, 1))
    await one.until(lambda me: me.view["seats"][1]["reserved"] == "Ben")
    assert one.view["kept"] is None
    await one.play(until=lambda me: me.view["seats"][1]["player"] == "person")
    await two.until(lambda me: me.view["you"] == 1)
    assert (two.own["score"], two.own["since"], len(two.view["scores"])) == (0, 1, 1)
    await asyncio.gather(one.play(), two.play())
    rows = two.view["scores"]
    points = [sum(row[seat] for row in rows[seat == 1 :]) for seat in range(4)]
    assert [seat["score"] for seat in two.view["seats"]] == points
    assert two.view["winners"] == [seat for seat in range(4) if points[seat] == max(points)]
    server.fold(code)


@together
async def test_a_chair_is_kept_for_who_is_there_when_the_next_deal_begins(start: Callable[..., Server]) -> None:
    server = start(settings={"next_deal": 600})
    code, _, one = await hosted(server, deals=3, begin=True)
    people = [await Guest.new(server.port, name) for name in ("Ben", "Cy", "Di")]
    two, three, four = [await at_table(guest, code) for guest in people]
    assert (await one.do("reserve", seat=2, name="Ann"))["code"] == "has_chair"
    assert (await two.do("reserve", seat=0, name="Ben"))["code"] == "seat_taken"
    assert (await two.do("reserve", seat=4, name="Ben"))["code"] == "no_such_seat"
    assert (await two.do("unreserve"))["code"] == "nothing_reserved"
    assert (await two.do("reserve", seat=1, name="Ben"))["k"] == "ok"
    assert (await three.do("reserve", seat=1, name="Cy"))["code"] == "reserved"
    assert (await two.do("reserve", seat=3, name="Ben"))["k"] == "ok", "another chair instead"
    assert (await three.do("reserve", seat=1, name="Cy"))["k"] == "ok"
    assert (await four.do("reserve", seat=2, name="Di"))["k"] == "ok"
    assert (await four.do("unreserve"))["k"] == "ok"
    for visitor in (one, two, four):
        await visitor.until(lambda visitor: [seat["reserved"] for seat in visitor.view["seats"]] == ["", "Cy", "", "Ben"])
        assert visitor.view["deal"]["hand"] == [] or visitor is one, "who waits for a chair sees no cards"
    assert (two.view["kept"], four.view["kept"]) == (3, None)
    await two.vanish()
    await one.play(until=lambda me: me.view["phase"] == "between")
    assert one.view["seats"][1]["player"] == "bot", "who played is named at the end"
    await one.do("ready")
    await three.until(lambda me: me.view["you"] == 1 and me.hand)
    await one.until(lambda me: not any(seat["reserved"] for seat in me.view["seats"]))
    assert [seat["player"] for seat in one.view["seats"]] == ["person", "person", "bot", "bot"]
    assert not any('"guest"' in text for visitor in (one, two, three, four) for text in visitor.heard)
    server.fold(code)


@together
async def test_of_several_for_one_chair_one_gets_it_and_the_others_another_table(start: Callable[..., Server]) -> None:
    server = start()
    code, _, one = await hosted(server, seats=2)
    people = [await Guest.new(server.port, name) for name in ("Ben", "Cy", "Di")]
    led = await asyncio.gather(*(guest.find_company(f"N{number}", seats=2) for number, guest in enumerate(people)))
    assert [answer.json()["code"] for answer in led] == [code] * 3
    visitors = [await at_table(guest, code) for guest in people]
    answers = await asyncio.gather(*(visitor.do("sit", seat=1, name="N") for visitor in visitors))
    assert sorted(answer.get("code", "") for answer in answers) == ["", "seat_taken", "seat_taken"]
    await one.until(lambda me: me.view["seats"][1]["player"] == "person")
    for guest, answer in zip(people, answers, strict=True):
        if answer["k"] == "no":
            assert (await guest.find_company("N", seats=2)).json()["code"] != code


@together
async def test_who_asks_for_company_and_never_comes_takes_no_chair(start: Callable[..., Server]) -> None:
    server = start()
    hosts = [await hosted(server, f"Host {n}", begin=n < 2) for n in range(5)]
    everywhere = {code for code, _, _ in hosts}
    lobby = await looking(server)
    await lobby.until_heard(lambda lobby: set(codes(lobby)) == everywhere)
    before, seen = lobby.lobby, [[seat["player"] for seat in one.view["seats"]] for _, _, one in hosts]
    idle = [await Guest.new(server.port, f"Idle {n}") for n in range(3)]
    for guest in idle:
        for code in everywhere:
            answer = await guest.post(
                "/api/company", {"table": {"game": "gan_deng_yan", "seats": 4, "name": "Idle"}, "code": code}
            )
            assert answer.json()["code"] == code
        assert (await guest.find_company("Idle")).json()["code"] in everywhere
    assert (await looking(server)).lobby == before
    for (code, _, _), players in zip(hosts, seen, strict=True):
        table = await at_table(idle[0], code)
        assert [seat["player"] for seat in table.view["seats"]] == players
        assert not any(seat["reserved"] for seat in table.view["seats"])
    assert (await (await Guest.new(server.port, "Eve")).find_company("Eve")).json()["code"] in everywhere


@together
async def test_a_table_of_which_only_who_left_makes_room_is_found(start: Callable[..., Server]) -> None:
    server = start(settings={"next_deal": 600})
    code, _, one = await hosted(server, seats=2, deals=3)
    two = await seated(await Guest.new(server.port, "Ben"), code, 1, "Ben")
    assert (await one.do("begin"))["k"] == "ok"
    await two.until(lambda me: me.view["phase"] == "playing")
    assert (await two.do("stand"))["k"] == "ok"
    cy = await Guest.new(server.port, "Cy")
    assert (await cy.find_company("Cy", seats=2)).json()["code"] != code, "until the deal is over the chair is whose it was"
    await one.play(until=lambda me: me.view["phase"] == "between")
    lobby = await looking(server)
    await lobby.until_heard(lambda lobby: codes(lobby) == [code])
    assert (await cy.find_company("Cy", seats=2)).json()["code"] == code
    assert (one.view["seats"][1]["player"], one.view["seats"][1]["autopilot"]) == ("person", True)
    three = await seated(cy, code, 1, "Cy")
    await three.until(lambda me: me.view["you"] == 1)


@together
async def test_who_was_removed_or_stands_before_a_locked_table_is_not_led_there(start: Callable[..., Server]) -> None:
    server = start()
    code, _, one = await hosted(server)
    ben, cy = await Guest.new(server.port, "Ben"), await Guest.new(server.port, "Cy")
    assert (await ben.find_company("Ben")).json()["code"] == code
    await seated(ben, code, 1, "Ben")
    await one.until(lambda me: me.view["seats"][1]["player"] == "person")
    await one.do("remove", seat=1)
    assert (await ben.find_company("Ben")).json()["code"] != code
    await one.do("lock", on=True)
    assert (await cy.find_company("Cy")).json()["code"] != code


@together
async def test_who_asks_for_company_without_end_is_slowed_down(start: Callable[..., Server]) -> None:
    server = start(limits={"seatings_of_guest": [0.01, 3], "sockets_of_guest": 2, "trifles_of_guest": [0.01, 4]})
    ann = await Guest.new(server.port)
    answers = [await ann.find_company() for _ in range(5)]
    assert [answer.status_code for answer in answers] == [201, 201, 201, 429, 429]
    assert answers[-1].json()["code"] == "slow_down"
    table = await at_table(ann, answers[0].json()["code"])
    assert [(await table.do("list_table", on=on % 2 == 0))["k"] for on in range(6)] == ["ok"] * 4 + ["no"] * 2
    await ann.look()
    assert (await (await ann.look()).until_closed())[0] == 4429
    assert (await ann.find_company(name="")).status_code == 400


async def meet_in_the_lobby(first: Server, second: Server) -> None:
    """Ann at one server, Ben at the other."""
    lobby = await looking(second)
    code, _, one = await hosted(first, deals=2, begin=True)
    await lobby.until_heard(lambda lobby: code in codes(lobby))
    ben = await Guest.new(second.port, "Ben")
    assert (await ben.find_company("Ben")).json()["code"] == code
    two = await seated(ben, code, 1, "Ben")
    await one.until(lambda me: me.view["seats"][1]["reserved"] == "Ben")
    await one.play(until=lambda me: me.view["phase"] == "between")
    await one.do("ready")
    await two.until(lambda me: me.view["you"] == 1)
    await one.do("list_table", on=False)
    await lobby.until_heard(lambda lobby: code not in codes(lobby))


@together
async def test_two_servers_have_one_lobby(start: Callable[..., Server]) -> None:
    first = start(beside=True)
    await meet_in_the_lobby(first, start(beside=True, data=str(first.data)))


@pytest.mark.slow
@together
async def test_two_servers_on_postgresql_have_one_lobby(start: Callable[..., Server]) -> None:
    with stores.postgres() as store:
        settings = {"database": store.url}
        await meet_in_the_lobby(start(settings=settings), start(settings=settings))
