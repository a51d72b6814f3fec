"""Reviews on a server: of finished deals only, computed once, the same for everybody, limited, and gone with their record."""

import asyncio
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest

from qipai.arena.review.reviewing import review_record
from qipai.records import read_record
from qipai.server.settings import Keeping
from qipai.server.storage import rows
from qipai.server.storage.database import Database
from qipai.server.storage.purging import Purged, purge_some

from .conftest import Server
from .people import Guest, together
from .test_operating import played
from .test_pages import refused


async def want(guest: Guest, path: str) -> httpx.Response:
    async with httpx.AsyncClient() as client:
        return await client.post(f"http://127.0.0.1:{guest.port}{path}", headers=guest.headers)


async def computed(guest: Guest, path: str) -> dict[str, Any]:
    """The review at an address, once it is whole; its decisions only grow."""
    grown = 0
    for _ in range(600):
        found = (await guest.ask(path)).json()
        if found["review"]:
            assert len(found["review"]["decisions"]) >= grown
            grown = len(found["review"]["decisions"])
        if found["state"] not in ("waiting", "computing"):
            return found
        await asyncio.sleep(0.1)
    raise AssertionError(found)


@pytest.mark.slow
@together
async def test_a_finished_deal_is_reviewed_in_the_background_and_the_review_is_kept(start: Callable[..., Server]) -> None:
    server = start(settings={"review_worlds": 4})
    ann, table, _ = await played(server.port)
    (id,) = table.view["records"]
    path = f"/api/records/{id}/review?seat=1"
    assert (await ann.ask(path)).json() == {"state": "none", "ahead": 0, "seconds": None, "review": None}
    wanted = (await want(ann, path)).json()
    assert wanted["state"] in ("waiting", "computing")
    found = await computed(ann, path)
    assert found["state"] == "done"
    review = found["review"]
    assert review["done"]
    assert len(review["decisions"]) == review["of"]
    record = read_record((await ann.ask(f"/api/records/{id}.qp")).text)
    here = review_record(record, 1, review["worlds"], review["seed"])
    assert [one["options"][0]["value"] for one in review["decisions"]] == [one.options[0].value for one in here.decisions]
    assert review["result"] == record.result.points[1]
    assert server.rows("select id, seat from reviews") == [(id, 1)]
    await asyncio.to_thread(server.stop)
    await asyncio.to_thread(server.start)
    assert (await ann.ask(path)).json() == found
    assert (await want(ann, path)).json() == found


@together
async def test_a_deal_that_is_not_over_is_refused_as_one_that_never_was(server: Server) -> None:
    ann = await Guest.new(server.port)
    table = await (await ann.visit(await ann.open(begin=True, seats=3))).until(lambda ann: ann.view)
    told = []
    for id in (f"{table.view['table']}-1", f"{table.view['table']}-2", "0-1", "x"):
        path = f"/api/records/{id}/review?seat=0"
        told += [refused(await ann.ask(path), 404, "unknown_record"), refused(await want(ann, path), 404, "unknown_record")]
    assert all(one == told[0] for one in told)


@together
async def test_seats_that_the_deal_does_not_have_are_refused(start: Callable[..., Server]) -> None:
    ann, table, _ = await played(start().port)
    for seat in ("3", "-1", "²", "x", "0000"):
        told = refused(await ann.ask(f"/api/records/{table.view['records'][0]}/review?seat={seat}"), 400, "review_seat")
    assert refused(await ann.ask(f"/api/records/{table.view['records'][0]}/review?seat=3"), 400, "review_seat")["text"][
        "en"
    ] == ("The seats of that deal are 0, 1, 2.")
    assert told["code"] == "review_seat"


@pytest.mark.slow
@together
async def test_who_wants_too_many_waits_and_reads_on(start: Callable[..., Server]) -> None:
    server = start(settings={"review_worlds": 4}, limits={"reviews_of_guest": [0.001, 1]})
    ann, table, _ = await played(server.port)
    path = f"/api/records/{table.view['records'][0]}/review?seat="
    assert (await want(ann, f"{path}0")).status_code == 200
    assert refused(await want(ann, f"{path}1"), 429, "slow_down")["wait"] > 60
    assert (await want(ann, f"{path}0")).status_code == 200, "what is computed already costs nothing"
    assert (await computed(ann, f"{path}0"))["state"] == "done"
    assert (await ann.ask(f"{path}1")).json()["state"] == "none"
    ben = await Guest.new(server.port, "Ben")
    assert (await want(ben, f"{path}1")).status_code == 200


@pytest.mark.slow
@together
async def test_no_more_than_so_many_wait_in_all(start: Callable[..., Server]) -> None:
    server = start(settings={"review_worlds": 4}, limits={"reviews_waiting": 1})
    ann, table, _ = await played(server.port)
    path = f"/api/records/{table.view['records'][0]}/review?seat="
    codes = [(await want(ann, f"{path}{seat}")).status_code for seat in range(3)]
    assert codes[0] == 200
    assert 503 in codes
    assert (await computed(ann, f"{path}0"))["state"] == "done"


def test_reviews_go_with_their_record(tmp_path: Path) -> None:
    store = Database.open(tmp_path)
    try:

        async def keep() -> None:
            await store.write(lambda connection: rows.keep_record(connection, "a-1", b"a", 1_000))
            await store.write(lambda connection: rows.keep_record(connection, "b-1", b"b", 9_000))
            for id in ("a-1", "b-1", "c-1"):
                await store.write(lambda connection, id=id: rows.keep_review(connection, id, 0, b"r", 9_000))
            await store.write(lambda connection: rows.keep_review(connection, "b-1", 0, b"another", 9_000))
            await store.write(lambda connection: purge_some(connection, Keeping(records=5), 10_000, Purged()))

        asyncio.run(keep())
    finally:
        store.close()
    with closing(sqlite3.connect(tmp_path / "tables.sqlite3")) as read:
        assert read.execute("select id, seat, body from reviews").fetchall() == [("b-1", 0, b"r")]
