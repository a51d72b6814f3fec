"""Playing on from a finished deal: the same cards on a table of one's own, for one person alone, which no result comes of."""

import asyncio
from collections.abc import Callable
from typing import Any

import httpx
import pytest

from qipai.records import decided, read_record, verify
from qipai.records.verifying import replay

from .conftest import Server
from .people import PATIENCE, Guest, Visitor, together
from .test_operating import played
from .test_pages import refused


async def play_on(guest: Guest, id: str, decision: int, **wanted: Any) -> httpx.Response:
    async with httpx.AsyncClient(timeout=PATIENCE) as client:
        url = f"http://127.0.0.1:{guest.port}/api/records/{id}/positions"
        return await client.post(url, headers=guest.headers, json={"decision": decision, "name": "Ann", **wanted})


async def record_of(guest: Guest, id: str) -> Any:
    return read_record((await guest.ask(f"/api/records/{id}.qp")).text)


def hands_before(record: Any, decision: int) -> list[list[str]]:
    """All hands before a decision, by replaying the record."""
    for number, (deal, _) in enumerate(replay(record)):
        if number == decision - 1:
            face = record.game.notation.format_card
            return [[face(card) for card in deal.hand(seat)] for seat in range(deal.terms.players)]
    raise AssertionError(decision)


async def begin(guest: Guest, id: str, decision: int) -> tuple[str, Visitor]:
    answer = await play_on(guest, id, decision)
    assert answer.status_code == 201, answer.text
    table = await guest.visit(answer.json()["code"])
    return answer.json()["code"], await table.until(lambda table: table.view["deal"])


@together
async def test_a_table_begins_with_any_decision_and_ends_with_a_record_of_its_own(server: Server) -> None:
    ann, table, _ = await played(server.port)
    (id,) = table.view["records"]
    record = await record_of(ann, id)
    made = decided(record, len(list(replay(record))) - 1)
    for decision in (1, len(made) // 2, len(made) - 1):
        code, table = await begin(ann, id, decision)
        seat = made[decision - 1]["seat"]
        hands = hands_before(record, decision)
        assert table.view["you"] == seat
        assert table.hand == hands[seat]
        assert table.asked
        assert [chair["player"] == "person" for chair in table.view["seats"]] == [other == seat for other in range(3)]
        assert table.view["begun_from"] == {"record": id, "decision": decision}
        # The seat's view, and nothing of the others: of the dealt cards it was told its own.
        dealt = next(fact for fact in table.view["deal"]["log"] if fact["event"] == "dealt")
        own = next(fact for fact in record.facts if fact.event == "dealt").private[seat]["cards"]
        assert dealt["cards"] == own
        assert not any("hidden" in fact or "private" in fact for fact in table.view["deal"]["log"])
        await table.play()
        assert table.view["deals"] == 1
        told = await table.do("again")
        assert (told["k"], told["code"]) == ("no", "no_evening")
        (own_id,) = table.view["records"]
        again = await record_of(ann, own_id)
        verify(again)
        assert [one["action"] for one in decided(again, decision - 1)] == [one["action"] for one in made[: decision - 1]]
        assert (await ann.ask(f"/api/records/{own_id}")).json()["deal"] == 1
        assert server.fold(code).begun_from is not None
        assert id not in (await ann.ask(f"/api/records/{own_id}.qp")).text, "the other deal's name is not passed on"


@pytest.mark.slow
@together
async def test_it_is_there_again_after_the_server_was_killed(start: Callable[..., Server]) -> None:
    server = start()
    ann, table, _ = await played(server.port)
    (id,) = table.view["records"]
    code, table = await begin(ann, id, 5)
    before = table.view
    await asyncio.to_thread(server.kill)
    await asyncio.to_thread(server.start)
    table = await (await ann.visit(code)).until(lambda table: table.view["deal"])
    for field in ("you", "begun_from", "rules"):
        assert table.view[field] == before[field]
    assert table.hand == [card["face"] for card in before["deal"]["hand"]]
    await table.play()
    verify(await record_of(ann, table.view["records"][0]))
    server.fold(code)


@together
async def test_nobody_else_comes_to_it(server: Server) -> None:
    ann, table, _ = await played(server.port)
    code, table = await begin(ann, table.view["records"][0], 2)
    ben = await Guest.new(server.port, "Ben")
    for visitor in (await ben.visit(code), await ben.visit(table.view["watch"], watching=True)):
        assert (await visitor.refused())["code"] == "own_position"
        assert (await visitor.until_closed())[0] == 4403
        assert visitor.view == {}
    (mine,) = [one for one in (await ann.ask("/api/me")).json()["tables"] if one["code"] == code]
    assert (mine["position"], mine["lesson"]) == (True, False)
    before = server.rows("select count(*) from results")
    await table.play()
    assert server.rows("select count(*) from results") == before, "it counts nowhere"


@together
async def test_what_is_not_over_or_not_there_is_refused(server: Server) -> None:
    ann = await Guest.new(server.port)
    table = await (await ann.visit(await ann.open(begin=True, seats=3))).until(lambda ann: ann.view)
    told = [refused(await play_on(ann, id, 1), 404, "unknown_record") for id in (f"{table.view['table']}-1", "0-1", "x")]
    assert all(one == told[0] for one in told)
    await played(server.port)
    ann, table, _ = await played(server.port)
    (id,) = table.view["records"]
    for decision in (0, -1, 999):
        assert str(decision) in refused(await play_on(ann, id, decision), 404, "unknown_decision")["text"]["en"]
    refused(await play_on(ann, id, 1, bots="best"), 400, "bad_choice")
    refused(await play_on(ann, id, 1, name=""), 400, "bad_name")
    refused(await play_on(ann, id, 1, seat=2), 400, "bad_message")


@together
async def test_it_counts_among_the_tables_that_one_may_open(start: Callable[..., Server]) -> None:
    server = start(limits={"tables_of_guest": [1e-6, 2]})
    ann, table, _ = await played(server.port)
    (id,) = table.view["records"]
    assert (await play_on(ann, id, 1)).status_code == 201
    refused(await play_on(ann, id, 1), 429, "too_many_tables")
