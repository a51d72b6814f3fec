"""Evenings at a table, from the first chair to the last deal."""

import asyncio
from collections.abc import Callable

from .conftest import Server
from .people import Guest, together


@together
async def test_one_press_and_an_evening_with_bots(server: Server) -> None:
    ann = await Guest.new(server.port)
    code = await ann.open(begin=True, deals=3)
    table = await (await ann.visit(code)).until(lambda ann: ann.view)
    assert (table.view["phase"], table.view["you"], table.view["host"]) == ("playing", 0, True)
    assert len(table.hand) in (5, 6)
    assert [seat["player"] for seat in table.view["seats"]] == ["person", "bot", "bot", "bot"]
    await table.play()
    assert len(table.view["scores"]) == 3
    assert [sum(row) for row in table.view["scores"]] == [0, 0, 0]
    totals = [seat["score"] for seat in table.view["seats"]]
    assert table.view["winners"] == [seat for seat, total in enumerate(totals) if total == max(totals)]
    assert len(set(table.view["records"])) == 3
    assert server.fold(code).scores == table.view["scores"]


@together
async def test_the_winner_of_a_deal_is_the_dealer_of_the_next(server: Server) -> None:
    ann = await Guest.new(server.port)
    table = await ann.visit(await ann.open(begin=True, deals=3, seats=3))
    for deal in (1, 2):
        await table.play(until=lambda ann, deal=deal: len(ann.view["scores"]) == deal)
        winner = max(range(3), key=table.view["scores"][-1].__getitem__)
        await table.do("ready")
        await table.until(lambda ann: ann.view["phase"] == "playing")
        assert table.view["deal"]["board"]["dealer"] == winner


@together
async def test_friends_by_a_code_and_bots_on_the_other_chairs(server: Server) -> None:
    ann, ben = await Guest.new(server.port), await Guest.new(server.port, "Ben")
    code = await ann.open(deals=2)
    one, two = await ann.visit(code), await ben.visit(code.upper().replace("-", " "))
    await two.until(lambda ben: ben.view)
    assert (two.view["you"], two.view["host"], two.view["watch"]) == (None, False, "")
    assert two.view["phase"] == "gathering"
    assert (await two.do("begin"))["code"] == "only_host"
    assert (await two.do("sit", seat=0, name="Ben"))["code"] == "seat_taken"
    assert (await two.do("sit", seat=2, name="Ben"))["k"] == "ok"
    await one.until(lambda ann: ann.view["seats"][2]["name"] == "Ben")
    assert (await one.do("seat", seat=1, level="random"))["k"] == "ok"
    assert (await one.do("seat", seat=2, level="rule"))["code"] == "seat_taken"
    assert (await one.do("begin"))["k"] == "ok"
    await asyncio.gather(one.play(), two.play())
    assert one.view["scores"] == two.view["scores"]
    assert [seat["level"] for seat in one.view["seats"]] == ["", "random", "", "rule"]
    assert (await two.do("again"))["code"] == "only_host"
    assert (await one.do("again"))["k"] == "ok"
    await two.until(lambda ben: ben.view["phase"] == "playing" and not ben.view["scores"])
    assert two.view["records"] == []
    await asyncio.gather(one.leave(), two.leave())
    assert server.fold(code).phase == "playing"


@together
async def test_a_person_takes_over_a_bots_chair_between_deals(server: Server) -> None:
    ann, ben = await Guest.new(server.port), await Guest.new(server.port, "Ben")
    code = await ann.open(begin=True, deals=2)
    one, two = await ann.visit(code), await ben.visit(code)
    await two.until(lambda ben: ben.view)
    assert (await two.do("sit", seat=3, name="Ben"))["code"] == "mid_deal"
    await one.play(until=lambda ann: ann.view["phase"] == "between")
    assert (await two.do("sit", seat=3, name="Ben"))["k"] == "ok"
    assert two.view["you"] == 3
    await asyncio.gather(one.play(), two.play())
    assert one.view["seats"][3]["player"] == "person"


@together
async def test_standing_up_leaves_the_chair_to_a_bot(server: Server) -> None:
    ann, ben = await Guest.new(server.port), await Guest.new(server.port, "Ben")
    code = await ann.open(deals=2, seats=2)
    one, two = await ann.visit(code), await ben.visit(code)
    await two.until(lambda ben: ben.view)
    await two.do("sit", seat=1, name="Ben")
    await one.do("begin")
    await two.until(lambda ben: ben.view["phase"] == "playing")
    held = two.hand
    assert (await two.do("stand"))["k"] == "ok"
    await two.until(lambda ben: ben.view["you"] is None)
    assert two.hand == []
    assert (await two.do("act", at=two.seq, action="pass"))["code"] == "not_seated"
    assert (await two.do("sit", seat=1, name="Ben"))["k"] == "ok", "the chair is his again as long as the deal lasts"
    assert set(two.hand) <= set(held) or two.seq > 8
    await two.do("stand")
    await one.play()
    assert one.view["seats"][1]["player"] == "bot"


@together
async def test_the_next_deal_waits_for_everybody_who_is_there(server: Server) -> None:
    ann, ben = await Guest.new(server.port), await Guest.new(server.port, "Ben")
    code = await ann.open(deals=3, seats=2)
    one, two = await ann.visit(code), await ben.visit(code)
    await two.until(lambda ben: ben.view)
    await two.do("sit", seat=1, name="Ben")
    await one.do("begin")
    await asyncio.gather(*(each.play(until=lambda each: each.view["phase"] == "between") for each in (one, two)))
    assert one.view["next_at"] > 0
    await one.do("ready")
    await two.until(lambda ben: ben.view["seats"][0]["ready"])
    assert two.view["phase"] == "between"
    await two.vanish()
    await one.until(lambda ann: ann.view["phase"] == "playing")


@together
async def test_the_next_deal_begins_by_itself_after_a_while(start) -> None:
    server = start(settings={"next_deal": 0.3})
    ann = await Guest.new(server.port)
    table = await ann.visit(await ann.open(begin=True, deals=2, seats=2))
    await table.play(until=lambda ann: ann.view["phase"] == "between")
    await table.until(lambda ann: ann.view["phase"] == "playing")


@together
async def test_autopilot_plays_and_gives_back(server: Server) -> None:
    ann = await Guest.new(server.port)
    table = await ann.visit(await ann.open(begin=True, deals=2))
    await table.until(lambda ann: ann.view)
    assert (await table.do("autopilot", on=True))["k"] == "ok"
    assert table.own["autopilot"]
    await table.until(lambda ann: ann.view["phase"] == "between")
    await table.do("autopilot", on=False)
    await table.play()


@together
async def test_names_phrases_and_questions(server: Server) -> None:
    ann, ben = await Guest.new(server.port), await Guest.new(server.port, "Ben")
    code = await ann.open(begin=True)
    one, two = await ann.visit(code), await ben.visit(code)
    await asyncio.gather(one.until(lambda ann: ann.view), two.until(lambda ben: ben.view))
    assert (await one.do("rename", name="  Anna  "))["k"] == "ok"
    await two.until(lambda ben: ben.view["seats"][0]["name"] == "Anna")
    assert (await one.do("rename", name="\u202e"))["code"] == "bad_name"
    assert (await one.do("say", phrase="tea"))["k"] == "ok"
    await two.until(lambda ben: any('"said"' in text and '"tea"' in text for text in ben.heard))
    assert (await one.do("say", phrase="rude words"))["code"] == "unknown_phrase"
    assert (await two.do("say", phrase="tea"))["code"] == "not_seated"
    asked = await one.do("ask", cards=one.hand)
    assert asked["k"] == "why"
    assert bool(asked["choices"]) != bool(asked["code"])
    assert (await two.do("ask", cards=["3H"]))["code"] == "not_seated"
    assert asked["id"] not in [entry.command for entry in server.entries(code)]


@together
async def test_somebody_else_is_host_while_the_host_is_away_for_long(start) -> None:
    server = start(settings={"host_away": 0.2})
    ann, ben = await Guest.new(server.port), await Guest.new(server.port, "Ben")
    code = await ann.open()
    one, two = await ann.visit(code), await ben.visit(code)
    await two.until(lambda ben: ben.view)
    await two.do("sit", seat=1, name="Ben")
    await one.vanish()
    await two.until(lambda ben: ben.view["host"])
    assert (two.view["stands_in"], two.view["watch"]) == (True, "")
    one = await (await ann.visit(code)).until(lambda ann: ann.view and ann.view["host"])
    await two.until(lambda ben: not ben.view["host"])


@together
async def test_who_watches_sees_what_everybody_sees(server: Server) -> None:
    ann, eve = await Guest.new(server.port), await Guest.new(server.port, "Eve")
    code = await ann.open(begin=True, deals=1)
    table = await (await ann.visit(code)).until(lambda ann: ann.view)
    watch = table.view["watch"]
    stranger, herself = await eve.visit(watch, watching=True), await ann.visit(watch, watching=True)
    for viewer in (stranger, herself):
        await viewer.until(lambda viewer: viewer.view)
        assert (viewer.view["you"], viewer.view["code"], viewer.view["watch"], viewer.hand) == (None, "", "", [])
        assert (await viewer.do("act", at=viewer.seq, action="pass"))["code"] == "only_watching"
    await table.play()
    await stranger.until(lambda eve: eve.seq == table.seq)
    await herself.until(lambda ann: ann.seq == table.seq)
    hers, theirs = ([text for text in viewer.heard if text.startswith('{"k":"ev"')] for viewer in (herself, stranger))
    assert hers == theirs[-len(hers) :]


@together
async def test_bots_play_for_those_who_watch_and_sleep_when_nobody_does(server: Server) -> None:
    ann = await Guest.new(server.port)
    code = await ann.open(begin=True, deals=2)
    table = await (await ann.visit(code)).until(lambda ann: ann.view)
    await table.do("stand")
    await table.until(lambda ann: ann.view["phase"] == "between" or ann.view["scores"])
    await table.leave()
    await asyncio.sleep(0.3)
    length = len(server.entries(code))
    await asyncio.sleep(0.3)
    assert len(server.entries(code)) == length
    table = await ann.visit(code)
    await table.until(lambda ann: ann.view["phase"] == "finished")


@together
async def test_a_table_that_is_over_takes_nobodys_place_until_it_goes_on(start: Callable[..., Server]) -> None:
    """Else a guest who has played as many sessions as may be open could begin no more, and would not find a deal that waits."""
    server = start(limits={"open_tables_of_guest": 1})
    ann = await Guest.new(server.port)
    table = await ann.visit(await ann.open(seats=2, deals=1, begin=True))
    assert (await ann.try_open()).json()["code"] == "too_many_open_tables"
    await table.play()
    assert (await table.do("rename", name="Anna"))["k"] == "ok"
    assert server.rows("select open from tables") == [(0,)]
    assert (await table.do("again"))["k"] == "ok"
    assert server.rows("select open from tables") == [(1,)]
    assert (await ann.try_open()).json()["code"] == "too_many_open_tables"
    await table.play()
    assert (await ann.try_open()).status_code == 201
